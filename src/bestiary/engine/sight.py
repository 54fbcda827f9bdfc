"""What a seat knows of a position: all that functions for people are ever given.

`show` hides a position for every seat at once and lists what each may do: one compiled call a decision.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.plain import Plain
from bestiary.engine.records import clone
from bestiary.engine.rule import Batch, Events, Ints, rule, specialise

if TYPE_CHECKING:
    from bestiary.engine.game import Clause, Game

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
hide: Any = None
legal: Any = None


@rule
def show(box: Box, state: State, pool: Batch, moves: Events, counts: Ints) -> None:
    """What a spectator knows goes to pool[0], what seat s knows to pool[s + 1]; its legal actions to moves[s]."""
    for row in range(len(pool)):
        pool[row] = state
        hide(pool[row], row - 1)
        if row > 0:
            counts[row - 1] = legal(box, pool[row], row - 1, moves[row - 1])


def show_of(game: Game) -> Any:
    """`show` for a game."""
    own = {"Box": game.box, "State": game.state, "hide": game.hide, "legal": game.legal}
    return specialise(show, game.name, **own)


class Sight:
    """A position with everything blanked that a seat cannot know: `state` is the hidden record, `now` its plain values,
    `moves` what the seat may do. A spectator's seat is −1."""

    def __init__(self, game: Game, edition: Edition, seat: int, state: Any, now: Plain, moves: list[int]) -> None:
        self.game, self.edition, self.seat, self.state, self.now, self.moves = game, edition, seat, state, now, moves

    @property
    def is_asked(self) -> bool:
        return bool(self.moves)

    @cached_property
    def asked(self) -> list[int]:
        """The seats that owe a decision."""
        return self.game.seats_waiting(self.state)

    def words(self, key: str) -> Any:
        """What the edition calls things."""
        return self.edition.words[key]


def sights(game: Game, edition: Edition, state: Any) -> list[Sight]:
    """A position as everybody knows it: a spectator first, then seat after seat."""
    seats = int(state.seats)
    pool = game.state.array(seats + 1)
    moves = np.zeros((seats, game.max_moves), np.int32)
    counts = np.zeros(seats, np.int32)
    game.show(edition.box, state, pool, moves, counts)
    rows = pool.tolist()
    lists = [moves[seat, :count].tolist() for seat, count in enumerate(counts.tolist())]
    return [
        Sight(game, edition, at - 1, pool[at], Plain(game.state, row), lists[at - 1] if at else [])
        for at, row in enumerate(rows)
    ]


def sight(game: Game, edition: Edition, state: Any, seat: int) -> Sight:
    """A position as one seat knows it. Nothing is asked about the other seats: what a test puts in their place need not
    make sense to the rules."""
    known = clone(state)
    game.hide(known, seat)
    moves = game.legal_actions(edition, known, seat) if seat >= 0 else []
    return Sight(game, edition, seat, known, Plain.of(game.state, known), moves)


def why_not(seen: Sight, action: int) -> Clause | None:
    """The clause that forbids an action, told of the case at hand; None where it is legal."""
    game = seen.game
    if seen.seat < 0:
        return replace(game.clauses[game.not_asked], number=game.not_asked)
    number = int(game.refusal(seen.edition.box, seen.state, seen.seat, action))
    return replace(game.explain(seen, action, number), number=number) if number else None
