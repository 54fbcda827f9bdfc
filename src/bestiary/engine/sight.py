"""What a seat knows of a position: all that functions for people are ever given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.plain import Plain, plain_type
from bestiary.engine.records import clone, raw, sole

if TYPE_CHECKING:
    from bestiary.engine.game import Clause, Game


class Sight:
    """A position with everything blanked that a seat cannot know: `state` is the hidden record, `now` its plain values,
    `asked` the seats that owe a decision, `moves` what the seat may do, `facts` the numbers that the game's rule of
    this name tells. A spectator's seat is −1."""

    def __init__(
        self, game: Game, edition: Edition, seat: int, memory: npt.NDArray[np.uint8], asked: int, moves: list[int],
        numbers: npt.NDArray[np.int64],
    ) -> None:  # fmt: skip
        self.game, self.edition, self.seat, self.moves = game, edition, seat, moves
        self._memory, self._asked, self._numbers = memory, asked, numbers
        self._now: Plain | None = None
        self._state: Any = None

    @property
    def now(self) -> Plain:
        if self._now is None:
            self._now = plain_type(self.game.state)(memoryview(self._memory.data))
        return self._now

    @property
    def state(self) -> Any:
        if self._state is None:
            self._state = sole(self._memory.view(self.game.state.dtype))
        return self._state

    @property
    def asked(self) -> list[int]:
        return list_bits(self._asked)

    def facts(self, start: int = 0, stop: int | None = None) -> list[int]:
        facts: list[int] = self._numbers[start:stop].tolist()
        return facts

    def fact(self, at: int) -> int:
        return int(self._numbers[at])

    def words(self, key: str) -> Any:
        """What the edition calls things."""
        return self.edition.words[key]


def sights(game: Game, edition: Edition, state: Any) -> list[Sight]:
    """A position as everybody knows it: a spectator first, then seat after seat."""
    rows = int(state["seats"]) + 1
    pool = np.empty((rows, game.state.dtype.itemsize), np.uint8)
    moves = np.empty((rows, game.max_moves), np.int32)
    asked, numbers = np.empty((rows, 2), np.int64), np.zeros((rows, game.fact_count), np.int64)
    game.door.show(raw(edition.box), raw(state), pool, asked, moves, numbers)
    return [
        Sight(game, edition, row - 1, pool[row], mask, moves[row, :count].tolist() if count else [], numbers[row])
        for row, (mask, count) in enumerate(asked.tolist())
    ]


def sight(game: Game, edition: Edition, state: Any, seat: int) -> Sight:
    """A position as one seat knows it. Nothing is asked about the other seats: what a test puts in their place need not
    make sense to the rules."""
    known = clone(state)
    game.hide(known, seat)
    moves = game.legal_actions(edition, known, seat) if seat >= 0 else []
    numbers = np.zeros(game.fact_count, np.int64)
    if game.facts:
        game.facts(edition.box, known, seat, numbers)
    return Sight(game, edition, seat, raw(known), int(game.door.asked(raw(known))), moves, numbers)


def why_not(seen: Sight, action: int) -> Clause | None:
    """The clause that forbids an action, told of the case at hand; None where it is legal."""
    game = seen.game
    if seen.seat < 0:
        return replace(game.clauses[game.not_asked], number=game.not_asked)
    number = int(game.refusal(seen.edition.box, seen.state, seen.seat, action))
    return replace(game.explain(seen, action, number), number=number) if number else None
