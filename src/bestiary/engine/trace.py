"""Events: what happened, as numbers for the machine and by name for people.

Row 0 of a trace holds the count, which goes on past the capacity; each further row is `(kind, a, b, c, …)`.
Every argument says who may know it, and `seen_by` is the one exit through which a seat learns of events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from bestiary.engine.errors import MalformedError
from bestiary.engine.rule import Trace, rule

WIDTH: Final = 8
REMEMBERED: Final = 20_000  # events of a game that are kept, because they will happen again
UNKNOWN: Final = None
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


@rule
def emit_long(trace: Trace, kind: int, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> None:
    """Notes an event of up to seven arguments."""
    if trace is None:
        return
    emit(trace, kind, a, b, c, d)
    count = int(trace[0, 0])
    if count < len(trace):
        trace[count, 5] = e
        trace[count, 6] = f
        trace[count, 7] = g


def new_trace(capacity: int) -> npt.NDArray[np.int32]:
    return np.zeros((capacity + 1, WIDTH), np.int32)


@dataclass(frozen=True)
class EventKind:
    """`args` are names; `owner` maps a secret argument to the arguments that hold the seats which may know it, to none
    where nobody may. A passing event tells of luck that all see and the position does not keep."""

    name: str
    args: tuple[str, ...]
    owner: dict[str, tuple[str, ...]]
    passing: bool


TAKEN_BACK: Final = "taken_back"
COMMON: Final = {TAKEN_BACK: EventKind(TAKEN_BACK, ("seat", "decision"), {}, False)}
"""Kinds that no rule tells of, and that every game has."""


class Event(msgspec.Struct, frozen=True):
    """One thing that happened."""

    name: str
    args: dict[str, Any]

    def __getitem__(self, arg: str) -> Any:
        return self.args[arg]

    def as_list(self) -> list[Any]:
        return [self.name, *self.args.values()]


class EventTable:
    """All kinds of events of a game, declared as `name="arg secret!owner shared!one+two nobodys! passing*"`;
    codes count from 1."""

    def __init__(self, **kinds: str) -> None:
        self.kinds: list[EventKind] = []
        for name, text in kinds.items():
            args, owner = [], {}
            for word in text.split():
                arg, secret, holder = word.rstrip("*").partition("!")
                args.append(arg)
                if secret:
                    owner[arg] = tuple(holder.split("+")) if holder else ()
            if len(args) > WIDTH - 1 or any(h not in args for holders in owner.values() for h in holders):
                raise TypeError(f"event {name}: at most {WIDTH - 1} arguments, owners among them")
            self.kinds.append(EventKind(name, tuple(args), owner, "*" in text))
        self.by_name = {k.name: k for k in self.kinds} | COMMON
        self.number = {name: code for code, name in enumerate(self.by_name, 1)}
        self._forms = [(k.name, k.args) for k in self.kinds]
        self._read_before: dict[tuple[int, ...], Event] = {}

    def codes(self) -> Iterator[int]:
        return iter(range(1, len(self.kinds) + 1))

    def read(self, trace: npt.NDArray[np.int32]) -> list[Event]:
        """The events in a trace that did not overflow. Equal events are one object, which nobody changes."""
        return [self._read(row) for row in map(tuple, trace[1 : int(trace[0, 0]) + 1].tolist())]

    def _read(self, row: tuple[int, ...]) -> Event:
        name, args = self._forms[row[0] - 1]
        key = row[: len(args) + 1]
        found = self._read_before.get(key)
        if found is None:
            if len(self._read_before) >= REMEMBERED:
                self._read_before.clear()
            found = self._read_before[key] = Event(name, dict(zip(args, row[1:], strict=False)))
        return found

    def parse(self, row: Sequence[Any]) -> Event:
        """An event from its plain form."""
        kind = self.by_name.get(row[0]) if row else None
        if kind is None or len(row) != len(kind.args) + 1:
            raise MalformedError(f"{list(row)} is no event of this game")
        return Event(kind.name, dict(zip(kind.args, row[1:], strict=True)))

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

    def insiders(self, event: Event) -> set[int]:
        """The seats that may know more of an event than a spectator."""
        owner = self.by_name[event.name].owner
        return {event.args[holder] for holders in owner.values() for holder in holders if event.args[holder] >= 0}

    @staticmethod
    def _may_know(event: Event, holders: tuple[str, ...], seat: int) -> bool:
        return seat >= 0 and seat in [event.args[holder] for holder in holders]
