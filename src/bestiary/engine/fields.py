"""Views as fields: what stands at each path of a view hangs on a few facts that lie side by side.

After a decision few facts have changed, and most values have stood in some view before. So a patch is found by
comparing facts, and put together from what was written once, where whole views would have to be made, compared and
written.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from bestiary.engine.sight import HEAD, Sight, Sights
from bestiary.engine.views import SLASH, Question

MOST: Final = 20_000  # values of a field, or of anything else of an edition, that are kept
ASKED: Final = -HEAD
"""Where the seats that owe a decision stand, as a bit mask: before the facts."""
WIDTH: Final = 8  # bytes of a fact

encode = msgspec.json.Encoder().encode
Made = TypeVar("Made")


class Field:
    """A place in a view, given by its path; `make` gets the facts from `start` to before `stop`. Other facts are
    another value, None where nothing stands there. What it returns is never changed."""

    def __init__(self, path: str, start: int, make: Callable[..., Any] = int, stop: int | None = None) -> None:
        self.path, self.start, self.make = path, HEAD + start, make
        self.stop = HEAD + (start + 1 if stop is None else stop)
        self.cut = slice(self.start * WIDTH, self.stop * WIDTH)
        self.kept: dict[bytes, bytes] = {}  # facts → what was written of them
        self._head = encode(path) + b":"

    def value(self, numbers: Sequence[int]) -> Any:
        """What stands there, from all numbers of a row."""
        return self.make(*numbers[self.start : self.stop])

    def write(self, facts: bytes) -> bytes:
        """The same as a member of a JSON object, from these facts' memory; it is kept."""
        value = self.make(*struct.unpack(f"={len(facts) // WIDTH}q", facts))
        return keep(self.kept, facts, self._head + encode(value))


@dataclass(frozen=True, eq=False)
class Fields:
    """How a game's view is made of facts. Where a table has more than that, its views are made and compared as a
    whole."""

    public: Callable[[int], list[Field]]  # of a table with so many seats, from a spectator's facts
    private: Callable[[int], list[Field]]  # of a seat, from its own facts; all but the question
    question: Callable[[Sight], Question | None]
    asking: slice  # the facts that question and actions hang on besides the legal actions
    beyond: int  # where a spectator's facts say whether the view has more than these fields


def unfolded(fields: Sequence[Field], sight: Sight) -> dict[str, Any]:
    """The values of fields, as plain data."""
    numbers, found = sight.numbers(), dict[str, Any]()
    for field in fields:
        value = field.value(numbers)
        if value is not None:
            *way, last = field.path.split(SLASH)
            part = found
            for key in way:
                part = part.setdefault(key, {})
            part[last] = value
    return found


class Sheet:
    """The fields of everybody at a table, by the number in the row that they hang on: a spectator's first."""

    def __init__(self, rows: Sequence[Sequence[Field]], width: int) -> None:
        self.width, self.rows = width, len(rows)
        found: list[list[Field]] = [[] for _ in range(len(rows) * width)]
        for row, fields in enumerate(rows):
            for field in fields:
                for column in range(field.start, field.stop):
                    found[row * width + column].append(field)
        self.at = [tuple(each) for each in found]

    def changes(self, before: npt.NDArray[np.int64], now: npt.NDArray[np.int64]) -> list[bytes]:
        """What has changed for each row, as members of a JSON object."""
        at, width, last, end, row = self.at, self.width, None, 0, b""
        found: list[list[bytes]] = [[] for _ in range(self.rows)]
        members = found[0]
        for place in (before != now).ravel().nonzero()[0].tolist():
            for field in at[place]:
                if field is not last:
                    last = field
                    if place >= end:
                        number = place // width
                        row, members, end = now[number].tobytes(), found[number], (number + 1) * width
                    facts = row[field.cut]
                    members.append(field.kept.get(facts) or field.write(facts))
        return [b",".join(each) for each in found]


def sheet_for(fields: Fields, sights: Sights) -> Sheet | None:
    """The fields of everybody at a table; None where its views have more than that."""
    if sights.numbers[0, HEAD + fields.beyond]:
        return None
    return _sheet(fields, sights.seats, sights.numbers.shape[1])


@lru_cache(64)
def _sheet(fields: Fields, seats: int, width: int) -> Sheet:
    return Sheet([fields.public(seats), *map(fields.private, range(seats))], width)


def keep(shelf: dict[Any, Any], key: Hashable, made: Made) -> Made:
    """Lays something on a shelf, to find it there by its key. A full shelf is cleared."""
    if len(shelf) >= MOST:
        shelf.clear()
    shelf[key] = made
    return made
