"""Tooth & Claw: two players set up a formation of three rows and fight 21 battles of trick-taking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.options import Variant
from bestiary.games.claw import catalogue, drawing, edition, instinct, measures, rules, secrets, solver, words
from bestiary.games.claw.state import (
    ACTIONS, BATTLES, EVENTS, HAND, MAX_EVENTS, ROUNDS, SEATS, Box, Options, State,
)  # fmt: skip


def _most_decisions(o: Any) -> int:
    """A type each; in every round a formation and six cards to place each, two cards a battle, and with a pair of
    cards behind a space at most one choice after it (one of them stays, then none)."""
    return int(o["games"]) * (SEATS + ROUNDS * (SEATS * (1 + HAND - 1 + BATTLES) + 1))


COUNTS = range(SEATS, SEATS + 1)

GAME = Game(
    name="claw",
    title="Tooth & Claw",
    summary="Set up a formation of three rows and fight 21 battles of trick-taking. 2 players.",
    version=1,
    folder=Path(__file__).parent,
    state=State,
    box=Box,
    options=Options,
    actions=ACTIONS,
    events=EVENTS,
    observation=secrets.OBSERVATION,
    players=COUNTS,
    max_moves=HAND,
    max_events=MAX_EVENTS,
    max_decisions=_most_decisions,
    setup=rules.setup,
    legal=rules.legal,
    refusal=rules.refusal,
    apply=rules.apply,
    payoff=rules.payoff,
    scores=rules.scores,
    side=rules.side,
    audit=rules.audit,
    hide=secrets.hide,
    determinize=secrets.determinize,
    observe=secrets.observe,
    instinct=instinct.instinct,
    view=words.view,
    draw=drawing.draw,
    describe=words.describe,
    narrate=words.narrate,
    why_not=words.why_not,
    clauses=words.CLAUSES,
    laws=words.LAWS,
    assemble=edition.assemble,
    catalogue=catalogue.catalogue,
    measures=measures.MEASURES,
    variants=(
        Variant("base", "one game of three rounds", {}, COUNTS),
        Variant("match", "two games, the first player swapped, totals compared", {"games": 2}, COUNTS),
        Variant("memory", "taken cards and past battles are hidden from people", {"memory": 1}, COUNTS),
    ),
    default_players=2,
    reopen=secrets.reopen,
    judge=solver.judge,
    judge_memory=solver.MEMORY,
    fades=("wins_battle", "ties_battle"),
)
