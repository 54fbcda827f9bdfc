"""Taking back: a seat may go back to an earlier position if nothing was drawn and nothing hidden was shown since.

What the seat itself has shown is its own loss: a card that it played openly may go back to its hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.records import NOBODY, Field
from bestiary.engine.trace import Event

SECRET = "somebody has chosen in secret since"
DRAWN = "something was drawn or shuffled since"
SHOWN = "something that was hidden has been shown since"


def obstacle(game: Game, before: Any, now: Any, seat: int, events: Iterable[Event]) -> str:
    """Why a seat may not go back to the position `before`; empty where it may. `events` are those since then."""
    if any(game.events.by_name[event.name].owner for event in events):
        return SECRET
    if not same_luck(game, before, now):
        return DRAWN
    fields = [field for field in game.state.fields if field.is_secret and field.known != NOBODY]
    return SHOWN if any(_has_shown(field, before, now, seat) for field in fields) else ""


def same_luck(game: Game, before: Any, now: Any) -> bool:
    """Is all that nobody may know, the generator among it, as it was?"""
    hidden = (field.name for field in game.state.fields if field.known == NOBODY)
    return all(before[name].tobytes() == now[name].tobytes() for name in hidden)


def _has_shown(field: Field, before: Any, now: Any, seat: int) -> bool:
    """Has anybody learnt what the seat did not know? A row has changed, or somebody sees it who did not."""
    old, new = before[field.name], now[field.name]
    for row in range(len(old)):
        there = old[row] != 0
        if not there.any() or field.seen_by(before, seat, row):
            continue
        if (there & (old[row] != new[row])).any():
            return True
        seats = range(int(before["seats"]))
        if any(field.seen_by(now, each, row) and not field.seen_by(before, each, row) for each in seats):
            return True
    return False
