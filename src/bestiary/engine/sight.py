"""What a seat knows of a position: all that functions for people are ever given."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.plain import Plain
from bestiary.engine.records import clone, raw

if TYPE_CHECKING:
    from bestiary.engine.game import Clause, Game


class Sight:
    """A position with everything blanked that a seat cannot know: `state` is the hidden record, `now` its plain values,
    `moves` what the seat may do. A spectator's seat is −1."""

    def __init__(self, game: Game, edition: Edition, seat: int, state: Any, now: Plain, moves: list[int]) -> None:
        self.game, self.edition, self.seat, self.state, self.now, self.moves = game, edition, seat, state, now, moves

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
    game.door.show(raw(edition.box), raw(state), pool.view(np.uint8).reshape(seats + 1, -1), moves, counts)
    lists = [[], *(moves[seat, :count].tolist() for seat, count in enumerate(counts.tolist()))]
    known = enumerate(zip(pool, pool.tolist(), lists, strict=True), start=-1)
    return [Sight(game, edition, seat, record, Plain(game.state, row), legal) for seat, (record, row, legal) in known]


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
