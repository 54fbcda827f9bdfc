"""Numbers of an edition that may be turned: found by their path, read and written in the file's own text, so that
comments and order stay.

    formations.Spearhead.vanguard.2=0..2       the cubes on the second space: the number after a + in a word of a text
    animals.hawk.worth=1..8                    a number
    clans.cards.Kindling Page.styles.1=1..6    a number of a list
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from bestiary.engine.content import FILE, HEADER, Edition, line_numbers, texts_of
from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import instead

Path = tuple[str, ...]
BOUNDS: Final = re.compile(r"(.+?)\s*=\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*")
LINE: Final = re.compile(r"^(\s*(?:[\w.\-]+|\"[^\"]*\")\s*=\s*)(.*?)(\s*(?:#[^\"\]]*)?)$")
PLUS: Final = re.compile(r"\+\d+")
EMPTY, CLOSED, FIRST = ".", "#", "2"  # a word with nothing on it, one that takes nothing, and a mark that stands first
NAMES: Final = ("name", "title", "id")


@dataclass(frozen=True)
class Knob:
    """A number that may be changed, within bounds."""

    path: str
    low: int
    high: int
    line: int  # of the text, from 0
    index: int | None  # in a list, or which word of a text; None for a number by itself

    def read(self, text: str) -> int:
        value = _value(text.split("\n")[self.line], self.path)
        if isinstance(value, str):
            found = PLUS.search(value.split()[self.index or 0])
            return int(found.group()) if found else 0
        return int(value if self.index is None else value[self.index])

    def write(self, text: str, number: int) -> str:
        """The text with another number in this place."""
        lines = text.split("\n")
        head, old, tail = LINE.match(lines[self.line]).groups()  # type: ignore[union-attr]
        value = _value(lines[self.line], self.path)
        if isinstance(value, str):
            words = re.split(r"(\s+)", value)
            words[2 * (self.index or 0)] = _plus(words[2 * (self.index or 0)], number)
            new = '"' + "".join(words) + '"'
        elif self.index is None:
            new = str(number)
        else:
            places = list(re.finditer(r"-?\d+", old))
            start, end = places[self.index].span()
            new = old[:start] + str(number) + old[end:]
        lines[self.line] = head + new + tail
        return "\n".join(lines)


def _plus(word: str, number: int) -> str:
    """A word with another number after its +."""
    rest = PLUS.sub("", word).replace(EMPTY, "")
    if number == 0:
        return rest or EMPTY
    first = FIRST if rest.startswith(FIRST) else ""
    return f"{first}+{number}{rest.removeprefix(first)}"


def _value(line: str, path: str) -> Any:
    try:
        return next(iter(tomllib.loads(line).values()))
    except (tomllib.TOMLDecodeError, StopIteration):
        raise MalformedError(f"--free {path}: the value must stand on one line of the file") from None


def find(edition: Edition, wanted: str) -> Knob:
    """The knob that a text such as `animals.hawk.worth=1..8` names, or an error that says what is there instead."""
    match = BOUNDS.fullmatch(wanted)
    if match is None:
        raise MalformedError(f"--free is a path and its bounds, as in animals.hawk.worth=1..8, not '{wanted}'")
    path, low, high = match.group(1), int(match.group(2)), int(match.group(3))
    if low >= high:
        raise MalformedError(f"--free {path}: the bounds {low}..{high} leave nothing to choose")
    known = dict(_places(edition.text))
    exact = {".".join(place).casefold(): place for place in known}
    key, index = path.casefold(), None
    if key not in exact:
        key, _, last = path.casefold().rpartition(".")
        if key not in exact or not last.isdecimal():
            hint = instead(path, [".".join(place) for place in known])
            raise MalformedError(f"--free {path}: the edition has no such value{hint}")
        index = int(last) - 1
    line = known[exact[key]]
    _check(_value(edition.text.split("\n")[line], path), path, index)
    knob = Knob(path, low, high, line, index)
    if not low <= (now := knob.read(edition.text)) <= high:
        raise MalformedError(f"--free {path}: it is {now} now, which is not within {low}..{high}")
    return knob


def _check(value: Any, path: str, index: int | None) -> None:
    """Refuses what holds no number in this place."""
    parts = value.split() if isinstance(value, str) else value
    if isinstance(parts, list):
        if index is None or not 0 <= index < len(parts):
            raise MalformedError(f"--free {path}: say which of its {len(parts)} places, as in {path.rstrip('.0')}.1")
        if parts[index] == CLOSED or (not isinstance(value, str) and not isinstance(parts[index], int)):
            raise MalformedError(f"--free {path}: '{parts[index]}' is no number, and none can stand there")
    elif not isinstance(value, int) or isinstance(value, bool) or index is not None:
        raise MalformedError(f"--free {path}: {value!r} is no whole number")


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Every key with its line, from 0. Entries of lists go by their names; of a folder the first part is the file."""
    if not FILE.match(text):
        yield from _places_in(text, (), 0)
        return
    at = 0
    for stem, part in texts_of(text):
        at += 1
        yield from _places_in(part, (stem,), at)
        at += part.count("\n")


def _places_in(text: str, before: Path, first: int) -> Iterator[tuple[Path, int]]:
    data, lines = tomllib.loads(text), text.split("\n")
    for path, number in line_numbers(text).items():
        if not HEADER.match(lines[number - 1]):
            yield before + _named(data, path), first + number - 1


def _named(data: Any, path: Path) -> Path:
    """A path with the names of entries in place of their numbers."""
    told: list[str] = []
    for part in path:
        data = data[int(part)] if isinstance(data, list) else data[part]
        name = next((str(data[key]) for key in NAMES if isinstance(data, dict) and key in data), part)
        told.append(name if part.isdecimal() else part)
    return tuple(told)
