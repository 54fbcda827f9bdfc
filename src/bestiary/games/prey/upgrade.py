"""Predator & Prey: replay files of format 1."""

from __future__ import annotations

from typing import Final

from bestiary.engine.trace import EventTable
from bestiary.engine.upgrade import Upgrade

EVENTS: Final = EventTable(
    rolls="seat first* second*",
    goals="seat low high",
    round_begins="round",
    deals="seat card!seat",
    set_aside="card!",
    lead_is_drawn="seat",
    leads="seat",
    plays="seat card",
    wins_trick="seat tricks",
    cards_turn="trick",
    meets_goal="seat tricks points",
    misses_goal="seat tricks",
    game_over="winners",
)

UPGRADE: Final = Upgrade(EVENTS)
