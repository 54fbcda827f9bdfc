"""What a seat knows of a position: all that functions for people are ever given."""

from __future__ import annotations

from collections.abc import Hashable
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

HEAD = 2  # numbers before the facts: who is asked, how many actions are legal


class Sight:
    """A position with everything blanked that a seat cannot know: `state` is the hidden record, `now` its plain values,
    `asked` the seats that owe a decision, `moves` what the seat may do, `facts` the numbers that the game's rule of
    this name tells. A spectator's seat is −1. It is a row of what `door.show` has written, and reads from there what
    somebody asks for."""

    __slots__ = ("_now", "_numbers", "_pool", "_row", "_state", "edition", "game", "moves", "seat")

    def __init__(
        self, game: Game, edition: Edition, seat: int, row: int, moves: list[int], pool: npt.NDArray[np.uint8],
        numbers: npt.NDArray[np.int64],
    ) -> None:  # fmt: skip
        self.game, self.edition, self.seat, self.moves = game, edition, seat, moves
        self._row, self._pool, self._numbers = row, pool, numbers
        self._now: Plain | None = None
        self._state: Any = None

    @property
    def now(self) -> Plain:
        if self._now is None:
            self._now = plain_type(self.game.state)(memoryview(self._pool[self._row].data))
        return self._now

    @property
    def state(self) -> Any:
        if self._state is None:
            self._state = sole(self._pool[self._row].view(self.game.state.dtype))
        return self._state

    @property
    def asked(self) -> list[int]:
        return list_bits(int(self._numbers[self._row, 0]))

    def facts(self, start: int = 0, stop: int | None = None) -> list[int]:
        facts: list[int] = self._numbers[self._row, HEAD + start : None if stop is None else HEAD + stop].tolist()
        return facts

    def fact(self, at: int) -> int:
        return int(self._numbers[self._row, HEAD + at])

    def numbers(self) -> list[int]:
        """The whole row: who is asked, how many actions are legal, the facts."""
        row: list[int] = self._numbers[self._row].tolist()
        return row

    def words(self, key: str) -> Any:
        """What the edition calls things."""
        return self.edition.words[key]


class Sights:
    """A position as everybody knows it, written in one compiled call. Each sight is made when it is asked for."""

    def __init__(self, game: Game, edition: Edition, state: Any) -> None:
        self.game, self.edition, self.seats = game, edition, int(state["seats"])
        rows = self.seats + 1
        self.numbers = np.empty((rows, HEAD + game.fact_count), np.int64)
        self._pool = np.empty((rows, game.state.dtype.itemsize), np.uint8)
        moves = np.empty((rows, game.max_moves), np.int32)
        game.door.show(raw(edition.box), raw(state), self._pool, moves, self.numbers)
        counts = self.numbers[:, 1].tolist()
        self._moves = [moves[row, :count].tobytes() if count else b"" for row, count in enumerate(counts)]
        self._made: dict[int, Sight] = {}

    def of(self, seat: int) -> Sight:
        """A seat's; a spectator's is −1."""
        found = self._made.get(seat)
        if found is None:
            moves = np.frombuffer(self._moves[seat + 1], np.int32).tolist()
            found = Sight(self.game, self.edition, seat, seat + 1, moves, self._pool, self.numbers)
            self._made[seat] = found
        return found

    def keys(self, part: slice) -> list[Hashable]:
        """For every seat itself, some of its facts and its legal actions, to look something up by; None where it has no
        legal action."""
        facts = self.numbers[1:, HEAD + part.start : HEAD + part.stop]
        return [
            (seat, facts[seat].tobytes(), moves) if moves else None for seat, moves in enumerate(self._moves[1:])
        ]


def sight(game: Game, edition: Edition, state: Any, seat: int) -> Sight:
    """A position as one seat knows it. Nothing is asked about the other seats: what a test puts in their place need not
    make sense to the rules."""
    known = clone(state)
    game.hide(known, seat)
    legal = game.legal_actions(edition, known, seat) if seat >= 0 else []
    numbers = np.zeros(HEAD + game.fact_count, np.int64)
    numbers[:HEAD] = int(game.door.asked(raw(known))), len(legal)
    if game.facts:
        game.facts(edition.box, known, seat, numbers[HEAD:])
    return Sight(game, edition, seat, 0, legal, raw(known).reshape(1, -1), numbers.reshape(1, -1))


def why_not(seen: Sight, action: int) -> Clause | None:
    """The clause that forbids an action, told of the case at hand; None where it is legal."""
    game = seen.game
    if seen.seat < 0:
        return replace(game.clauses[game.not_asked], number=game.not_asked)
    number = int(game.refusal(seen.edition.box, seen.state, seen.seat, action))
    return replace(game.explain(seen, action, number), number=number) if number else None
