"""The smallest game with secret answers, for what search must not see: both seats lay a penny at the same time. Seat 0
wins when both show heads, wins a third of the time when both show tails, and loses otherwise.

No hand is better than this one for seat 0: heads a quarter of the time, which is worth a quarter. Who saw the other's
penny would win or lose everything."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from bestiary.bots.knowledge import Knowledge
from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.chance import Chance, blank_chance, fresh_chance, quick
from bestiary.engine.frames import answer, ask, begin, end, waiting
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.rule import Ints, Longs, Shares, rule

HEADS, TAILS = 0, 1
SEATS: Final = 2
VALUE: Final = 0.25


class Box(Record):
    unused: int = cell("i2", known=PUBLIC)


class State(Record):
    chance: Chance = part(Chance, known=NOBODY)
    asked: Cells = cells("i2", 1, known=PUBLIC)
    fault: int = cell("i2", known=PUBLIC)
    penny: Cells = cells("i1", SEATS, known=OWN)  # counts from 1
    frame: Cells = cells("i1", 1, known=PUBLIC)
    depth: int = cell("i1", known=PUBLIC)
    seats: int = cell("i1", known=PUBLIC)
    filler: Cells = cells("i1", 3, known=PUBLIC)


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    if (waiting(state) >> seat) & 1 == 0:
        return 0
    moves[0], moves[1] = HEADS, TAILS
    return 2


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Any) -> None:
    state.penny[seat] = action + 1
    if answer(state, seat) == 0:
        end(state)


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    first = 0.0
    if int(state.penny[0]) == int(state.penny[1]):
        first = 1.0 if int(state.penny[0]) == HEADS + 1 else 1.0 / 3
    out[0], out[1] = first, 1.0 - first


@rule
def hide(state: State, seat: int) -> None:
    blank_chance(state.chance)
    if int(state.depth) > 0:
        for other in range(SEATS):
            if other != seat:
                state.penny[other] = 0


@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    for other in range(SEATS):
        if other != seat and (waiting(state) >> other) & 1 == 0:
            state.penny[other] = 1 + quick(rng, 2)
    fresh_chance(state.chance, rng)


@rule
def reopen(state: State, seat: int) -> None:
    state.penny[1 - seat] = 0
    ask(state, 3)


@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    for i in range(count):
        weights[i] = 1


def legal_actions(edition: Any, state: Any, seat: int) -> list[int]:
    moves = np.zeros(2, np.int32)
    return [int(m) for m in moves[: int(legal(edition.box, state, seat, moves))]]


GAME: Any = SimpleNamespace(
    name="pennies", title="Pennies", state=State, box=Box, actions=ActionSpace(Kind("lay", side=("heads", "tails"))),
    players=range(2, 3), max_moves=2, waiting=waiting, legal=legal, apply=apply, payoff=payoff, hide=hide,
    determinize=determinize, reopen=reopen, judge=None, judge_memory=0, instinct=instinct,
    legal_actions=legal_actions,
)  # fmt: skip
EDITION: Any = SimpleNamespace(box=Box.new())


def fresh() -> Any:
    """Both seats are asked."""
    state = State.new()
    state.seats = SEATS
    begin(state, 1)
    ask(state, 3)
    return state


def known(seat: int, *laid: int) -> Knowledge:
    """What a seat knows, after others have laid their pennies."""
    state = fresh()
    for side in laid:
        apply(EDITION.box, state, 1 - seat, side, None)
    return Knowledge(GAME, EDITION, state, seat)
