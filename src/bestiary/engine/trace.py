"""Events: what happened, as numbers for the machine and by name for people.

Row 0 of a trace holds the count, which goes on past the capacity; each further row is `(kind, a, b, c, d)`.
Every argument says who may know it, and `seen_by` is the one exit through which a seat learns of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.rule import Trace, rule

WIDTH: Final = 5
UNKNOWN: Final = -9
"""What stands for an argument that a seat may not know."""


@rule
def emit(trace: Trace, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Notes an event."""
    if trace is None:
        return
    count = int(trace[0, 0]) + 1
    trace[0, 0] = count
    if count < len(trace):
        trace[count, 0] = kind
        trace[count, 1] = a
        trace[count, 2] = b
        trace[count, 3] = c
        trace[count, 4] = d


def new_trace(capacity: int) -> npt.NDArray[np.int32]:
    return np.zeros((capacity + 1, WIDTH), np.int32)


@dataclass(frozen=True)
class EventKind:
    """`args` are names; `owner` maps a secret argument to the argument that holds the only seat which may
    know it, or to "" where nobody may. A passing event tells of luck that all see and the position does not keep."""

    name: str
    args: tuple[str, ...]
    owner: dict[str, str]
    passing: bool


@dataclass(frozen=True)
class Event:
    """One thing that happened."""

    name: str
    args: dict[str, int]

    def __getitem__(self, arg: str) -> int:
        return self.args[arg]

    def as_list(self) -> list[Any]:
        return [self.name, *self.args.values()]


class EventTable:
    """All kinds of events of a game, declared as `name="arg secret!owner nobodys! passing*"`; codes count from 1."""

    def __init__(self, **kinds: str) -> None:
        self.kinds: list[EventKind] = []
        for name, text in kinds.items():
            args, owner = [], {}
            for word in text.split():
                arg, secret, holder = word.rstrip("*").partition("!")
                args.append(arg)
                if secret:
                    owner[arg] = holder
            if len(args) > WIDTH - 1 or any(h and h not in args for h in owner.values()):
                raise TypeError(f"event {name}: at most {WIDTH - 1} arguments, owners among them")
            self.kinds.append(EventKind(name, tuple(args), owner, "*" in text))
        self.by_name = {k.name: k for k in self.kinds}

    def codes(self) -> Iterator[int]:
        return iter(range(1, len(self.kinds) + 1))

    def read(self, trace: npt.NDArray[np.int32]) -> list[Event]:
        """The events in a trace that did not overflow."""
        events = []
        for row in trace[1 : int(trace[0, 0]) + 1]:
            kind = self.kinds[int(row[0]) - 1]
            events.append(Event(kind.name, {a: int(v) for a, v in zip(kind.args, row[1:], strict=False)}))
        return events

    def seen_by(self, events: Iterable[Event], seat: int) -> list[Event]:
        """The events as a seat may know them; −1 is a spectator."""
        return [self.blank(e, seat) for e in events]

    def blank(self, event: Event, seat: int) -> Event:
        owner = self.by_name[event.name].owner
        if not owner:
            return event
        args = {
            arg: UNKNOWN if arg in owner and not self._may_know(event, owner[arg], seat) else value
            for arg, value in event.args.items()
        }
        return Event(event.name, args)

    @staticmethod
    def _may_know(event: Event, holder: str, seat: int) -> bool:
        return bool(holder) and seat >= 0 and event[holder] == seat
