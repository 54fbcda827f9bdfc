"""Tooth & Claw: two players set up a formation of three rows and fight 21 battles of trick-taking."""

from __future__ import annotations

from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.options import Variant
from bestiary.games.claw.state import BATTLES, HAND, ROUNDS, SEATS


def _most_decisions(o: Any) -> int:
    """A type each; in every round a formation and six cards to place each, two cards a battle, and with a pair of
    cards behind a space at most one choice after it (one of them stays, then none)."""
    return int(o["games"]) * (SEATS + ROUNDS * (SEATS * (1 + HAND - 1 + BATTLES) + 1))


COUNTS = range(SEATS, SEATS + 1)

GAME = Game(
    __name__,
    title="Tooth & Claw",
    summary="Set up a formation of three rows and fight 21 battles of trick-taking. 2 players.",
    version=1,
    players=COUNTS,
    max_decisions=_most_decisions,
    variants=(
        Variant("base", "one game of three rounds", {}, COUNTS),
        Variant("match", "two games, the first player swapped, totals compared", {"games": 2}, COUNTS),
        Variant("memory", "taken cards and past battles are hidden from people", {"memory": 1}, COUNTS),
    ),
    default_players=2,
    fades=("wins_battle", "ties_battle"),
)
