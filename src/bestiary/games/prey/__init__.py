"""Predator & Prey: twelve tricks, cards turned round half-way, goals set by dice."""

from __future__ import annotations

from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.options import Variant
from bestiary.games.prey.state import MAX_ROUNDS, SEATS, TRICKS


def _most_decisions(o: Any) -> int:
    """Every round has twelve tricks with a card of each seat."""
    return int(o["max_rounds"] or MAX_ROUNDS) * TRICKS * int(o["seats"])


COUNTS = range(3, SEATS + 1)

GAME = Game(
    __name__,
    title="Predator & Prey",
    summary="Twelve tricks, cards turned round half-way, goals set by dice. 3 or 4 players.",
    version=1,
    players=COUNTS,
    max_decisions=_most_decisions,
    variants=(
        Variant("base", "two points win", {}, COUNTS),
        Variant("memory", "past tricks are hidden from people", {"memory": 1}, COUNTS),
    ),
    default_players=4,
    default_edition="wild",
    fades=("wins_trick",),
)
