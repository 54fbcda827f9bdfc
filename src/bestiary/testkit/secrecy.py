"""Pairs of positions that differ only in what a seat cannot know, made from the fields' annotations alone."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from bestiary.engine.chance import quick, quick_word
from bestiary.engine.game import Game
from bestiary.engine.records import NOBODY, OWN, Record
from bestiary.engine.rule import Bytes, LongRows, Longs, rule, specialise

# What a game puts here.
State: TypeAlias = Any
MAX_FUNCTIONS = 3


@rule
def sees_nothing(state: Any, seat: int, row: int) -> bool:
    """Fills the places of secrecy functions that a game does not have."""
    return False


sees_0: Any = sees_nothing
sees_1: Any = sees_nothing
sees_2: Any = sees_nothing

NOBODYS, OWNERS, BY_FUNCTION = range(3)
OFFSET, ROWS, ROW_BYTES, MODE = range(4)


def secret_fields(record: type[Record]) -> list[Any]:
    return [f for f in record.fields if f.is_secret]


def secret_functions(record: type[Record]) -> list[Any]:
    found = [f.known for f in secret_fields(record) if callable(f.known)]
    if len(found) > MAX_FUNCTIONS:
        raise TypeError(f"{record.__name__} has more than {MAX_FUNCTIONS} fields with a secrecy function")
    return found


def secret_table(record: type[Record]) -> npt.NDArray[np.int64]:
    """A row for each secret field: where it lies, how its rows are cut, and whose they are."""
    table = []
    functions = secret_functions(record)
    for field in secret_fields(record):
        offset = record.dtype.fields[field.name][1]  # type: ignore[index]
        size = record.dtype[field.name].itemsize
        if field.known == NOBODY:
            table.append((offset, 1, size, NOBODYS))
        else:
            mode = OWNERS if field.known == OWN else BY_FUNCTION + functions.index(field.known)
            table.append((offset, field.shape[0], size // field.shape[0], mode))
    return np.array(table, np.int64).reshape(-1, 4)


@rule
def may_know(state: State, seat: int, mode: int, row: int) -> bool:
    if mode == NOBODYS:
        return False
    if mode == OWNERS:
        return row == seat
    if mode == BY_FUNCTION:
        return bool(sees_0(state, seat, row))
    if mode == BY_FUNCTION + 1:
        return bool(sees_1(state, seat, row))
    return bool(sees_2(state, seat, row))


ANY, SMALL, ZERO = range(3)


@rule
def scramble(state: State, raw: Bytes, seat: int, secrets: LongRows, rng: Longs, style: int) -> None:
    """Overwrites in `raw`, a copy of the state, all that the seat may not know: with any bytes, with small numbers
    that could stand there, or with zeros."""
    for i in range(len(secrets)):
        for row in range(int(secrets[i, ROWS])):
            if may_know(state, seat, int(secrets[i, MODE]), row):
                continue
            start = int(secrets[i, OFFSET]) + row * int(secrets[i, ROW_BYTES])
            for at in range(start, start + int(secrets[i, ROW_BYTES])):
                if style == ANY:
                    raw[at] = quick_word(rng) & 255
                else:
                    raw[at] = quick(rng, 4) if style == SMALL else 0


def scramble_of(game: Game) -> Any:
    """`scramble` for a game."""
    functions = {f"sees_{i}": f for i, f in enumerate(secret_functions(game.state))}
    inner = specialise(may_know, game.name, State=game.state, **functions)
    return specialise(scramble, game.name, State=game.state, may_know=inner)
