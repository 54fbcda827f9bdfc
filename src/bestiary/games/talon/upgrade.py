"""Tooth & Talon: replay files of format 1."""

from __future__ import annotations

from typing import Any, Final

from bestiary.engine.trace import EventTable
from bestiary.engine.upgrade import Upgrade

EVENTS: Final = EventTable(
    leads_first="seat",
    round_begins="round leader",
    turn_begins="turn leader",
    pays_ante="seat coins",
    leaves="seat coins",
    takes_unseen="seat owner animal!seat",
    removed="seat owner animal!",
    draws="seat animal",
    chooses="seat animal!seat",
    checks="seat",
    calls="seat coins",
    raises="seat to",
    goes_all_in="seat to",
    folds="seat",
    gets_back="seat coins",
    reveals="seat animal",
    takes="seat animal place count",
    discards="seat animal place count",
    passes="seat",
    has_no_card="seat",
    has_no_target="seat animal",
    collects="seat animal",
    scores="seat coins",
    wins_pot="seat coins worth pot",
    pot_remains="coins",
    game_over="winners",
)


def options(given: dict[str, Any]) -> dict[str, Any]:
    """Seats alternated between the teams then, also where the last and the first one became team-mates (R18)."""
    if not given.get("teams") or given.get("team_list"):
        return given
    return {**given, "team_list": [seat % given["teams"] for seat in range(given["seats"])]}


UPGRADE: Final = Upgrade(EVENTS, changed=("takes", "discards"), options=options)  # all Rats of a player were one event
