"""All that a seat has seen since the deal, and what it has done itself: the information state with perfect recall.

It is made from what the contract has anyway: events as `seen_by` lets the seat know them, and the seat's own decisions,
in order. So whatever a seat cannot tell apart has the same one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestiary.engine.game import Game
from bestiary.engine.table import Table
from bestiary.engine.trace import UNKNOWN, WIDTH, Event

LATEST: Final = 128
"""So many of the latest entries stand in the numbers one by one."""
DIGEST: Final = 16
"""Numbers that name the whole past, however long it is: 16 bits of its SHA-256 each, as a fraction."""
NOT_KNOWN: Final = -1.0
"""What stands in the numbers for an argument that the seat may not know."""
SIZE: Final = DIGEST + 1 + LATEST * WIDTH


class Decision(NamedTuple):
    """A seat's own action."""

    seat: int
    action: int


class Imagined(NamedTuple):
    """All that a seat is taken to know where its past is not known: a hidden position, as bytes."""

    seat: int
    known: bytes


Entry: TypeAlias = Event | Decision | Imagined


def past_of(table: Table) -> Iterator[Entry]:
    """What has happened at a table: events, and before those of a decision the decision."""
    yield from table.opening
    for ply in table.plies:
        if ply.action >= 0:
            yield Decision(ply.seat, ply.action)
        yield from ply.events


def seen_by(game: Game, past: Iterable[Entry], seat: int) -> Iterator[Entry]:
    """What a seat has of the past: blanked events, its own decisions."""
    for entry in past:
        if isinstance(entry, Event):
            yield game.events.blank(entry, seat)
        elif entry.seat == seat:
            yield entry


def written(game: Game, past: Iterable[Entry], seat: int) -> str:
    """The information state as text, a line an entry: `reveals seat=1 animal=2`, `> choose rat`. What follows later is
    written behind it."""
    return "".join(f"{_line(game, entry)}\n" for entry in seen_by(game, past, seat))


def _line(game: Game, entry: Entry) -> str:
    if isinstance(entry, Decision):
        return f"> {game.actions.text(entry.action)}"
    if isinstance(entry, Imagined):
        return f"knows {entry.known.hex()}"
    args = (f"{name}={'?' if value is UNKNOWN else value}" for name, value in entry.args.items())
    return " ".join([entry.name, *args])


def numbers(game: Game, past: Sequence[Entry], seat: int, text: str, out: npt.NDArray[np.float32]) -> None:
    """The information state, whose `text` is given, as SIZE numbers: a digest of all of it, how many entries it has,
    and the latest ones, newest first. An entry is the number of its kind, counted from 1, and its arguments; a
    decision's kind comes after all events', and its argument is the action."""
    out[:] = 0.0
    out[:DIGEST] = np.frombuffer(hashlib.sha256(text.encode()).digest(), np.uint16) / 65536.0
    out[DIGEST] = text.count("\n")
    rows = out[DIGEST + 1 :].reshape(LATEST, WIDTH)
    for row, entry in zip(rows, seen_by(game, reversed(past), seat), strict=False):
        if isinstance(entry, Event):
            row[0] = game.events.number[entry.name]
            row[1 : 1 + len(entry.args)] = [NOT_KNOWN if v is UNKNOWN else v for v in entry.args.values()]
        else:
            row[0] = len(game.events.number) + 1
            row[1] = entry.action if isinstance(entry, Decision) else NOT_KNOWN
