"""Tooth & Claw: replay files of format 1."""

from __future__ import annotations

from typing import Any, Final

from bestiary.engine.trace import EventTable
from bestiary.engine.upgrade import Upgrade

EVENTS: Final = EventTable(
    game_begins="game first",
    takes_type="seat type",
    round_begins="round first",
    draws="seat card!seat",
    forms="seat formation",
    turns_up="seat space card",
    places="seat space card!seat",
    opens="seat space card",
    attacks="seat space card colour",
    defends="seat space card colour",
    wins_battle="seat points",
    ties_battle="battle",
    advances="seat start space card",
    scores_round="seat points total",
    ends_game="seat points",
    game_over="winners",
)


def options(old: dict[str, Any]) -> dict[str, Any]:
    """Format 1 counted the first player's seat from 1, and 0 drew it; now seats count from 0, and −1 draws."""
    return {**old, "first": int(old.get("first", 0)) - 1}


UPGRADE: Final = Upgrade(EVENTS, changed=("advances", "places"), options=options)  # they told the place in the record
