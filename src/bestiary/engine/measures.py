"""What `report` counts in a game: which events, about which things, by which seat.

    Measure("cards", "played", "plays.card")                        which card: the argument of the event
    Measure("cards", "won with", "wins_trick", of="plays.card")     the card that this seat has last played

The things of a table are called subjects; their names come from the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.rule import rule
from bestiary.engine.trace import EventTable


@rule
def no_trait(state: Any, seat: int) -> int:
    """All seats are alike."""
    return 0


@dataclass(frozen=True)
class Subject:
    """One thing of a table. Without a name it does not exist in this edition, and has no row."""

    name: str
    group: str = ""  # what it belongs to: a suit, a clan, a tier
    text: str = ""  # what it says
    trait: int = -1  # only seats of this trait are meant to have it; −1: all


@dataclass(frozen=True)
class Measure:
    """Something that happens to the subjects of a table. A source is `event.argument`, and the argument names the
    subject. With `of` a source is an event alone; its subject is that of the latest event `of` with the same `key`."""

    table: str
    name: str
    sources: str  # with blanks between them
    seat: str = "seat"  # the argument that names the seat; empty where no seat does it
    amount: str = ""  # the argument that says how many; where it is empty, each event counts once
    of: str = ""  # one or more `event.argument` that name the subject beforehand; seat and subject are taken from there
    key: str = "seat"  # the argument that both events share
    mark: str = ""  # with `of`: counted only if this argument differs between the two events


@dataclass(frozen=True)
class Watch:
    """Events that only `report` wants. The game's rules do not emit them; while a report counts, other rules stand in
    for some of the game's, and these do. The codes of such events follow those of the game's."""

    events: EventTable
    instead: Sequence[tuple[Any, Any]]  # a rule, and what stands in for it


@dataclass(frozen=True)
class Blank:
    """What stands in for a subject of a table where somebody asks what the subject contributes."""

    text: str  # what it is, in words
    make: Callable[[Any, int], None]  # (box, number): prints the blank in place of the subject
    owner: Callable[[int], int] | None = None  # number → the trait of its owner, where the subject itself has none
    seen: str = ""  # the measure without which no player can tell the two apart; empty where they may always
    offered: Callable[[int], bool] = field(default=lambda number: False)  # chosen openly, and so always seen?


@dataclass(frozen=True)
class Measures:
    """What `report` counts in a game."""

    measures: tuple[Measure, ...]
    subjects: Callable[[Edition], Mapping[str, Sequence[Subject]]]  # table → its subjects, by number
    rounds: str = "round_begins"  # the event that begins a round
    trait: str = ""  # what tells seats apart besides their place, at the end of the game: "clan"
    trait_of: Callable[..., Any] = field(default=no_trait)  # compiled (state, seat) → its number
    traits: Callable[[Edition], Sequence[str]] = field(default=lambda edition: ())  # their names
    watch: Watch | None = None
    blanks: Mapping[str, Blank] = field(default_factory=dict)  # table → what stands in for one of its subjects
