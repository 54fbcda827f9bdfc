"""What leaves the rules for people and programs, as types: views, questions, actions, events, refusals.

Every game has one vocabulary. A **thing** has one name (`rat`, `red-9`, `10a`), and lies at a **place**: `pile`,
`hand:2`, `field:35`. `rat@hand:2` is a thing at a place; `?` stands for one that lies face down. Seats count from 0.
The same names stand in views, actions, events, refusals and the book.

A view has two parts. The **public part** is made once for all from what a spectator knows, so it cannot hold a secret.
The **private part** of a seat says what lies face down and is known to it, and what it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import astuple

Contents = dict[str, int]
"""What lies at a place: a thing's name, or `?` for what lies face down → how many of it."""

Places = dict[str, Contents]
"""Place → what lies there. Empty places are left out."""


class Shape(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of all that leaves: fields by name, defaults left out, unknown fields refused."""


class Rank(Shape, kw_only=True):
    """A side at the end of a game."""

    seats: list[int]
    place: int  # from 1; equal places share
    figures: dict[str, int]  # what is compared, in the order in which it decides
    share: float = 0.0  # of the victory


class Over(Shape, kw_only=True):
    """How a game ended."""

    ranking: list[Rank]
    decided_by: str  # the figure that set the first place apart from the second, or "nothing" in a tie
    places: Places = field(default_factory=dict)  # what was hidden, and is shown now


class Public(Shape, kw_only=True):
    """What everybody sees. Every game adds fields of its own."""

    step: str  # what is going on; "over" at the end
    asked: list[int]  # seats that owe a decision; in a reaction window all that were asked, until it closes
    places: Places
    over: Over | None = None


class Question(Shape, kw_only=True):
    """What a seat is asked."""

    kind: str  # one word for each kind of decision
    title: str  # one short sentence
    detail: str = ""  # one more
    source: str = ""  # the thing that asks: a card, an event
    secret: bool = False  # others do not see the answer until all have given theirs
    quiet: bool = False  # the only answer tells nothing: a table may give it unasked
    confirm: Literal["none", "wish", "always"] = "wish"
    done: int = 0  # of a series: steps made, and steps that are left at most
    left: int = 0


class Private(Shape, kw_only=True):
    """What one seat sees beyond the public part. Every game adds fields of its own."""

    seat: int
    knows: Places = field(default_factory=dict)  # what lies at these places, as far as this seat knows it
    question: Question | None = None


class Preset(Shape, kw_only=True):
    """A usual amount."""

    label: str
    value: int


class Amount(Shape, kw_only=True):
    """A range of actions that differ in a number alone: action = id + value − least."""

    least: int
    most: int
    presets: list[Preset] = field(default_factory=list)


class Act(Shape, kw_only=True):
    """A legal action."""

    id: int
    label: str  # one to three words, for a button
    sentence: str  # for a screen reader, a confirmation, a review
    things: list[str] = field(default_factory=list)  # what it touches, each `thing@place`; any of them may be clicked
    tool: str = field(default="", name="with")  # the thing that it is done with
    role: Literal["legal", "target", "button"] = "button"
    outcome: str = ""  # what will surely happen
    amount: Amount | None = None


class Move(Shape, kw_only=True):
    """Things go from one place to another; where both are the same, they turn over. A thing that the seat may not know
    is null."""

    thing: str | None
    start: str = field(name="from")
    goal: str = field(name="to")
    count: int = 1


class Told(Shape, kw_only=True):
    """An event, as one seat may know it."""

    number: int
    kind: str
    facts: dict[str, int | str | None]  # null is what the seat may not know
    sentence: str = ""
    path: list[Move] = field(default_factory=list)
    opens: bool = False  # begins a part of the log


class Refused(Shape, kw_only=True):
    """Why something is not possible."""

    clause: int
    section: str  # heading of the rules
    ruling: str  # the ruling that says so, if one does
    sentence: str


class Look(Shape, kw_only=True):
    """All that a seat sees now. `public` and `private` are the game's own."""

    number: int  # of the next event: all before it are folded in
    public: Any
    private: Any = None
    actions: list[Act] = field(default_factory=list)


class Shapes(Struct, frozen=True):
    """The types of a game's view and book."""

    public: type[Public]
    private: type[Private]
    book: type[Shape]


class News(Shape, kw_only=True):
    """What has changed for a seat since it looked last: events, and a patch of each part of its view."""

    number: int
    events: list[Told]
    public: Any
    private: Any = None
    actions: list[Act] = field(default_factory=list)


def contents(public: Public, private: Private | None) -> Places:
    """What lies where, as far as a seat knows it."""
    return {**public.places, **private.knows} if private else public.places


SLASH = "|"  # between the steps of a path; no name of a thing or a place holds one


def changes(before: Any, after: Any, path: str = "") -> dict[str, Any]:
    """What turns one part of a view into another: path → the new value there, null where it is gone. A path leads
    through objects by name and through lists by number: `{"asked": [1], "places|hand:0": {"?": 5}, "seats|2|coins": 7}`
    """
    found: dict[str, Any] = {}
    if before is after:
        return found
    _find_changes(before, after, f"{path}{SLASH}" if path else "", found)
    return found


def _find_changes(before: Any, after: Any, path: str, found: dict[str, Any]) -> None:
    if type(after) is dict:
        pairs: Any = [(key, old, after.get(key)) for key, old in before.items()]
        pairs += [(key, None, new) for key, new in after.items() if key not in before]
    elif type(after) is list:
        pairs = zip(range(len(after)), before, after, strict=True)
    else:
        pairs = zip(after.__struct_encode_fields__, astuple(before), astuple(after), strict=True)
    for key, old, new in pairs:
        if old is not new and old != new:
            if type(new) not in ATOMS and _is_walked(old, new):
                _find_changes(old, new, f"{path}{key}{SLASH}", found)
            else:
                found[f"{path}{key}"] = new


ATOMS = frozenset((int, str, float, bool, type(None)))


def _is_walked(old: Any, new: Any) -> bool:
    """Whether a change is told part by part: of a structure but for questions, of a list of structures, of places and
    other tables of lists."""
    if type(old) is not type(new):
        return False
    if type(new) is dict:
        return any(type(value) in (dict, list) for value in new.values())
    if type(new) is list:
        return len(old) == len(new) > 0 and isinstance(new[0], Struct)
    return isinstance(new, Struct) and not isinstance(new, Question)  # another question is another question


def patched(before: Any, patch: dict[str, Any]) -> Any:
    """Plain data with such changes made; what they leave alone is shared with the data before."""
    after = copy(before)
    for path, new in patch.items():
        *way, last = path.split(SLASH)
        part = after
        for key in way:
            at: Any = int(key) if isinstance(part, list) else key
            inner = copy(part[at] if isinstance(part, list) else part.get(at, {}))
            part[at] = inner
            part = inner
        if isinstance(part, list):
            part[int(last)] = new
        elif new is None:
            part.pop(last, None)
        else:
            part[last] = new
    return after


def moves_of(told: list[Told]) -> Iterator[Move]:
    for each in told:
        yield from each.path


def deciding_figure(ranking: list[Rank]) -> str:
    """The figure that sets the first place apart from the next one."""
    first = [rank for rank in ranking if rank.place == 1]
    rest = [rank for rank in ranking if rank.place > 1]
    if len(first) > 1 or not rest:
        return "nothing"
    return next((name for name, value in first[0].figures.items() if rest[0].figures.get(name) != value), "nothing")
