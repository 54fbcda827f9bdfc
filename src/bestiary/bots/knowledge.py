"""What a bot is given: a position as one seat knows it. There is no other way to ask a bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.records import clone, record_bytes
from bestiary.engine.table import Table, seat_number


@dataclass(frozen=True, init=False, eq=False, slots=True)
class Knowledge:
    """A position with everything blanked that a seat cannot know.

    It is made from any position, but keeps only what `hide` leaves of a copy, as bytes; and `position` hides once more,
    so that not even bytes put in by force would show anything."""

    game: Game
    edition: Edition
    seat: int
    _known: bytes = field(repr=False)

    def __init__(self, game: Game, edition: Edition, state: Any, seat: int) -> None:
        seat = seat_number(seat, int(state.seats))
        hidden = clone(state)
        game.hide(hidden, seat)
        for name, value in (("game", game), ("edition", edition), ("seat", seat), ("_known", record_bytes(hidden))):
            object.__setattr__(self, name, value)

    @classmethod
    def at(cls, table: Table, seat: int) -> Knowledge:
        """What a seat knows of a table now."""
        return cls(table.game, table.edition, table.state, seat)

    @property
    def position(self) -> Any:
        """The hidden position, a fresh copy every time."""
        position: Any = self.game.state.from_bytes(self._known)
        self.game.hide(position, self.seat)
        return position
