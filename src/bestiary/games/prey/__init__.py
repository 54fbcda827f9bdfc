"""Predator & Prey: twelve tricks, cards turned round half-way, goals set by dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.options import Variant
from bestiary.games.prey import catalogue, edition, instinct, measures, rules, secrets, solver, words
from bestiary.games.prey.state import (
    ACTIONS, EVENTS, HAND, MAX_EVENTS, MAX_ROUNDS, SEATS, TRICKS, Box, Options, State,
)  # fmt: skip


def _most_decisions(o: Any) -> int:
    """Every round has twelve tricks with a card of each seat."""
    return int(o["max_rounds"] or MAX_ROUNDS) * TRICKS * int(o["seats"])


COUNTS = range(3, SEATS + 1)

GAME = Game(
    name="prey",
    title="Predator & Prey",
    summary="Twelve tricks, cards turned round half-way, goals set by dice. 3 or 4 players.",
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
    draw=words.draw,
    describe=words.describe,
    narrate=words.narrate,
    why_not=words.why_not,
    clauses=words.CLAUSES,
    laws=words.LAWS,
    assemble=edition.assemble,
    catalogue=catalogue.catalogue,
    measures=measures.MEASURES,
    variants=(
        Variant("base", "two points win", {}, COUNTS),
        Variant("memory", "past tricks are hidden from people", {"memory": 1}, COUNTS),
    ),
    default_players=4,
    default_edition="wild",
    judge=solver.judge,
    judge_memory=solver.MEMORY,
    fades=("wins_trick",),
)
