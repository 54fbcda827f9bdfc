"""How events are told: a sentence and a path for each kind, in one table a game.

    TELLING = Telling(
        EVENTS,
        words={"animal": ANIMALS},                                # an argument's name in views, actions and events
        titles={"animal": lambda edition, animal: "a card" if animal is None else f"the {ANIMALS[animal]}"},
        takes=Tell("{seat:takes/take} {animal}.", Way("{animal}", "{place}", "collection:{seat}", "{count}")),
        round_begins=Tell("Round {round} begins.", opens=True),
    )

In a sentence an argument that holds a seat becomes a mark such as `{2:takes/take}` (engine.seat_names); every other one
is given its title. A path is declared by `Way(thing, from, to, count)`: a thing that the seat may not know is null, and
nothing moves where the count is 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.trace import TAKEN_BACK, Event, EventTable
from bestiary.engine.views import Move, Told

Args = Mapping[str, Any]
Sentence = Callable[[Edition, Args], str]
Title = Callable[[Edition, Any], str]
Path = Callable[[Args], Iterator[Move]]

MARK = re.compile(r"\{(\w+)('s)?(:[^}]*)?\}")
SEATS = ("seat", "other", "owner", "leader", "winner", "attacker", "defender")


class Way:
    """A movement. `{arg}` stands for an argument's name; the same place twice turns things over. An empty thing is one
    that nobody may know, and an empty count is 1."""

    def __init__(self, thing: str, start: str, goal: str, count: str = "") -> None:
        self.texts = thing, start, goal, count
        self.parts = frozenset(match[1] for text in self.texts for match in MARK.finditer(text))
        self._thing = thing[1:-1] if MARK.fullmatch(thing) else ""
        self._count = count[1:-1]

    def move(self, facts: Mapping[str, Any]) -> Move | None:
        """The movement in one event; none where nothing moves."""
        thing, start, goal, _ = self.texts
        count = facts[self._count] if self._count else 1
        if not count:
            return None
        name = facts[self._thing] if self._thing else _fill(thing, facts)
        return Move(thing=name, start=start.format_map(facts), goal=goal.format_map(facts), count=count)


class Tell:
    """How one kind of event is told. `path` is a function where ways are not enough."""

    def __init__(
        self, sentence: str | Sentence = "", *ways: Way, path: Path | None = None, opens: bool = False
    ) -> None:
        self.sentence, self.ways, self.path, self.opens = sentence, ways, path, opens


COMMON = {TAKEN_BACK: Tell("{seat:takes/take} a move back.")}


class Telling:
    """How all events of a game are told; a kind without an entry is an error."""

    def __init__(
        self,
        events: EventTable,
        words: Mapping[str, Sequence[str] | Callable[[int], str]],
        titles: Mapping[str, Title] | None = None,
        seats: Sequence[str] = SEATS,
        **told: Tell,
    ) -> None:
        kinds = {**told, **COMMON}
        lacking, foreign = set(events.by_name) - set(kinds), set(kinds) - set(events.by_name)
        if lacking or foreign:
            raise TypeError(f"how is it told? {', '.join(sorted(lacking | foreign))}")
        self.titles, self.kinds = titles or {}, kinds
        self.words = {arg: each if callable(each) else each.__getitem__ for arg, each in words.items()}
        self.seats = frozenset(seats)
        self._sentences = {name: self._sentence(tell.sentence) for name, tell in kinds.items()}
        for name, tell in kinds.items():
            self._check_ways(name, tell, set(events.by_name[name].args))

    def _check_ways(self, name: str, tell: Tell, args: set[str]) -> None:
        used = {part for way in tell.ways for part in way.parts}
        if isinstance(tell.sentence, str):
            used |= {match[1] for match in MARK.finditer(tell.sentence)}
        if used - args:
            raise TypeError(f"{name}: there is no argument {', '.join(sorted(used - args))}")

    def told(self, edition: Edition, number: int, event: Event) -> Told:
        """An event whose secret arguments are blanked already, as it leaves."""
        facts = self.facts(event)
        tell = self.kinds[event.name]
        path = list(tell.path(facts)) if tell.path else [m for way in tell.ways if (m := way.move(facts))]
        sentence = self._sentences[event.name](edition, event.args)
        return Told(number=number, kind=event.name, facts=facts, sentence=sentence, path=path, opens=tell.opens)

    def sentence(self, edition: Edition, event: Event) -> str:
        """What is said of an event; empty for what goes without saying."""
        return self._sentences[event.name](edition, event.args)

    def facts(self, event: Event) -> dict[str, int | str | None]:
        """The arguments by their names in the game's vocabulary."""
        words = self.words
        return {
            arg: words[arg](value) if value is not None and arg in words else value for arg, value in event.args.items()
        }

    def _sentence(self, given: str | Sentence) -> Sentence:
        """A template as a function."""
        if not isinstance(given, str):
            return given
        pieces: list[str | tuple[str, str, str]] = []
        end = 0
        for match in MARK.finditer(given):
            pieces += [given[end : match.start()], (match[1], match[2] or "", match[3] or "")]
            end = match.end()
        pieces.append(given[end:])

        def say(edition: Edition, args: Args) -> str:
            return "".join(p if isinstance(p, str) else self._said(edition, args[p[0]], *p) for p in pieces)

        return say

    def _said(self, edition: Edition, value: Any, arg: str, owns: str, verbs: str) -> str:
        if arg in self.seats:
            return f"{{{value}{owns}{verbs}}}"
        title = self.titles.get(arg)
        return title(edition, value) if title else str(value)


def _fill(template: str, facts: Mapping[str, Any]) -> str | None:
    """A thing's name; nothing where a part of it is unknown."""
    if any(facts[match[1]] is None for match in MARK.finditer(template)):
        return None
    return template.format_map(facts) or None
