"""Editions: a game's content as TOML, parsed to plain values, checked, then assembled into a box record.

An edition is one file, or a folder of them. A folder's text is that of its files in the order of their names, each
below a line `=== name`, which no TOML file begins with.
"""

from __future__ import annotations

import hashlib
import re
import reprlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bestiary.engine.errors import MalformedError
from bestiary.engine.files import read_text
from bestiary.engine.seat_names import printable
from bestiary.engine.spelling import did_you_mean, instead

HEADER = re.compile(r"^\s*\[(\[)?([^\[\]]+)\]")
KEY = re.compile(r"^\s*([A-Za-z0-9_.\-]+|\"[^\"]*\")\s*=")
FILE = re.compile(r"^=== ([\w\-]+)\.toml\n", re.MULTILINE)
BYTE_ORDER_MARK = "\ufeff"  # which some editors put before a text
MISSPELT = 0.8  # how like a missing key another must be to be taken for it
MARKS = frozenset("{}[]\\")  # of engine.seat_names and of the command line
MOST_BYTES = 1_000_000  # of an edition; the largest that is shipped has a fifth of it
DEEPEST = 16
"""Parts of a key, as in one.two.three. TOML's reader takes a time that grows with their square."""
_PART = r"""(?:[A-Za-z0-9_\-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
DEEP = re.compile(rf"^[ \t]*+(?:\[[ \t]*+){{0,2}}+(?:{_PART}\.[ \t]*+){{{DEEPEST}}}", re.MULTILINE)


class ContentError(MalformedError):
    """What is wrong with an edition: where it stands, and the reason without the place."""

    def __init__(self, message: str, path: tuple[str, ...] = (), reason: str = "") -> None:
        super().__init__(message)
        self.path, self.reason = path, reason


@dataclass(frozen=True)
class Edition:
    """One set of content: the numbers in `box`, the words for people, and where both came from."""

    name: str
    text: str
    box: Any
    words: Mapping[str, Any] = field(default_factory=dict)
    shipped: bool = True
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # what engine.seat has written of it

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Field:
    """A value that a loader has asked for, and what it allows there; forms are made of these."""

    path: tuple[str, ...]
    kind: str  # number, numbers, text, lines or choice
    value: Any
    low: int = 0
    high: int = 0  # of each number; of a text, the letters
    least: int = 1
    most: int = 1  # how many numbers
    words: tuple[Any, ...] = ()  # what can be chosen


class Section:
    """A table of a content file. Reading marks keys as known; `close` complains about the others. What is read is noted
    in `fields`, where somebody wants to know."""

    def __init__(
        self, file: str, lines: Mapping[tuple[str, ...], int], path: tuple[str, ...], data: Any,
        root: tuple[str, ...] = (), fields: list[Field] | None = None,
    ) -> None:  # fmt: skip
        self.file, self.lines, self.path = file, lines, path
        self.root, self.fields = root, fields  # the file of a folder that it stands in
        if not isinstance(data, dict):
            raise self.wrong("must be a table of keys and values")
        self.data = data
        self.known: set[str] = set()

    def wrong(self, reason: str, *keys: str) -> ContentError:
        """An error that names file, line and place."""
        place = ".".join(key if key.isprintable() else told(key) for key in self.path + keys)
        message = f"{self.file}:{self.line(*keys)}: {place or 'the file'} {reason}"
        return ContentError(message, self.root + self.path + keys, reason)

    def note(self, key: str, kind: str, value: Any, **allowed: Any) -> None:
        """Remembers what was read, and what would be allowed there."""
        if self.fields is not None:
            self.fields.append(Field((*self.root, *self.path, key), kind, value, **allowed))

    def line(self, *keys: str) -> int:
        """Where it stands: its own line, or that of what it lies in."""
        at = self.path + keys
        while at and at not in self.lines:
            at = at[:-1]
        return self.lines.get(at, 1)

    def _get(self, key: str, default: Any = None) -> Any:
        self.known.add(key)
        if key in self.data:
            return self.data[key]
        if default is not None:
            return default
        for other in self.data:
            if other not in self.known and did_you_mean(other, [key], MISSPELT):
                raise self._unknown(other, [key])
        raise self.wrong(f"lacks '{key}'")

    def section(self, key: str) -> Section:
        return self._inner((*self.path, key), self._get(key))

    def _inner(self, path: tuple[str, ...], data: Any) -> Section:
        return Section(self.file, self.lines, path, data, self.root, self.fields)

    def sections(self, key: str) -> Iterator[Section]:
        rows = self._get(key)
        if not isinstance(rows, list):
            raise self.wrong(f"must be a list: write [[{key}]] for each entry", key)
        for index, row in enumerate(rows):
            yield self._inner((*self.path, key, str(index)), row)

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._get(key, default)
        self.note(key, "number", value, low=low, high=high)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(f"must be a whole number from {low} to {high}, not {told(value)}", key)
        return value

    def integers(self, key: str, low: int, high: int, count: range) -> list[int]:
        value = self._get(key)
        self.note(key, "numbers", value, low=low, high=high, least=count.start, most=count.stop - 1)
        if not isinstance(value, list) or len(value) not in count:
            raise self.wrong(f"must be a list of {count.start} to {count.stop - 1} numbers", key)
        for v in value:
            if not isinstance(v, int) or isinstance(v, bool) or not low <= v <= high:
                raise self.wrong(f"holds {told(v)}; its numbers go from {low} to {high}", key)
        return value

    def string(self, key: str, default: str | None = None, longest: int = 0) -> str:
        value = self._get(key, default)
        self.note(key, "text", value, high=longest)
        if not isinstance(value, str) or not value:
            raise self.wrong(f"must be a text in quotes, not {told(value)}", key)
        if not value.replace("\n", "").isprintable():
            raise self.wrong(f"is {told(value)}, which cannot be shown", key)
        return value

    def name(self, key: str, longest: int) -> str:
        """A text that can stand in a sentence for people."""
        value = self.string(key, longest=longest)
        if problem := name_problem(value, longest):
            raise self.wrong(problem, key)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of lines; none where the key is missing."""
        value = self._get(key, [])
        self.note(key, "lines", value)
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise self.wrong("must be a list of lines in quotes", key)
        return value

    def choice(self, key: str, words: tuple[Any, ...], default: Any = None) -> int:
        """The index of the word that stands there."""
        value = self._get(key, default)
        self.note(key, "choice", value, words=words)
        if value in words and type(value) is type(words[0]):
            return words.index(value)
        names = [_written(w) for w in words]
        if _written(value) in names:
            hint = "; write it without quotes" if isinstance(value, str) else "; write it in quotes"
        elif isinstance(value, str) and not isinstance(words[0], str):
            hint = "; write one of them without quotes"
        else:
            hint = did_you_mean(_written(value), names)
        raise self.wrong(f"must be one of {', '.join(names)}, not {told(value)}{hint}", key)

    def close(self) -> None:
        for key in self.data:
            if key not in self.known:
                raise self._unknown(key, sorted(self.known))

    def _unknown(self, key: str, known: Sequence[str]) -> ContentError:
        return self.wrong(f"is not known here{instead(key, known)}", key)


class Folder(Section):
    """The files of a folder, each a section under its name without the ending."""

    def __init__(self, file: str, files: Mapping[str, Section]) -> None:
        super().__init__(file, {}, (), {stem: section.data for stem, section in files.items()})
        self.files = files

    def wrong(self, reason: str, *keys: str) -> ContentError:
        if keys:
            return ContentError(f"{self.file}/{keys[0]}.toml:1: the file {reason}", keys, reason)
        return ContentError(f"{self.file}: the folder {reason}", (), reason)

    def section(self, key: str) -> Section:
        self.known.add(key)
        if key not in self.files:
            raise self.wrong(f"lacks {key}.toml")
        return self.files[key]

    def close(self) -> None:
        super().close()
        for section in self.files.values():
            section.close()


def _written(value: Any) -> str:
    """A value as an edition's file has it, without quotes."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else told(value)


def told(value: Any) -> str:
    """A wrong value as an error names it: in one line, and short."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python does not write out integers of thousands of digits
        return "a number beyond counting"


def name_problem(name: str, longest: int) -> str:
    """Why a name cannot be shown in one line or could be taken for a mark; empty if it is fine."""
    if not name.isprintable():
        return f"is {told(name)}, which cannot be shown"
    if name != " ".join(name.split()) or not 1 <= len(name) <= longest:
        return f"is no name: take 1 to {longest} letters, with single blanks"
    if marks := set(name) & MARKS:
        return f"has a {min(marks)} in it; leave it out"
    return ""


def parse(text: str, file: str, fields: list[Field] | None = None) -> Section:
    """The text of an edition as its outermost section; what is read of it is noted in `fields`."""
    if len(text) > MOST_BYTES:
        raise MalformedError(f"{file}: an edition has at most {MOST_BYTES:,} bytes")
    if not FILE.match(text):
        return _parse_file(text, file, (), fields)
    files: dict[str, Section] = {}
    last = ""
    for stem, part in texts_of(text):
        if stem <= last:
            raise MalformedError(f"{file}: {stem}.toml does not stand in its place; files are sorted by name")
        files[stem] = _parse_file(part, f"{file}/{stem}.toml", (stem,), fields)
        last = stem
    return Folder(file, files)


def texts_of(text: str) -> Iterator[tuple[str, str]]:
    """The files of a folder's text: each one's name without the ending, and what is in it."""
    _, *parts = FILE.split(text)
    return zip(parts[::2], parts[1::2], strict=True)


def _parse_file(text: str, file: str, root: tuple[str, ...], fields: list[Field] | None) -> Section:
    text = text.removeprefix(BYTE_ORDER_MARK)
    if deep := DEEP.search(text):
        at = text.count("\n", 0, deep.start()) + 1
        raise MalformedError(f"{file}:{at}: a key has at most {DEEPEST} parts with dots between them")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise MalformedError(f"{file}: not valid TOML: lists or tables lie too deep in each other") from None
    except ValueError as error:  # of which TOML's own error is one
        line = re.search(r"line (\d+)", str(error))
        number = line.group(1) if line else max(1, len(text.splitlines()))
        raise MalformedError(f"{file}:{number}: not valid TOML: {str(error).split(' (at')[0]}") from None
    return Section(file, line_numbers(text), (), data, root, fields)


def line_numbers(text: str) -> dict[tuple[str, ...], int]:
    """The line on which each table and key stands."""
    lines: dict[tuple[str, ...], int] = {}
    counts: dict[tuple[str, ...], int] = {}  # entries of lists so far
    path: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        if header := HEADER.match(line):
            path, names = (), [p.strip().strip('"') for p in header.group(2).split(".")]
            for at, name in enumerate(names, 1):
                path = (*path, name)
                if header.group(1) and at == len(names):
                    counts[path] = counts.get(path, -1) + 1
                if path in counts:
                    path = (*path, str(counts[path]))
            lines.setdefault(path, number)
        elif key := KEY.match(line):
            lines.setdefault((*path, *key.group(1).strip('"').split(".")), number)
    return lines


def find_editions(folder: Path) -> dict[str, Path]:
    """The editions that lie in a folder: its .toml files, and its folders of them."""
    folders = {file.parent for file in folder.glob("*/*.toml")}
    return {edition_name(place): place for place in sorted({*folder.glob("*.toml"), *folders})}


def edition_name(place: Path) -> str:
    """What an edition is called, in words that can be shown whatever its file is called."""
    return printable(place.stem if place.suffix == ".toml" else place.resolve().name) or "unnamed"


def read_edition(place: Path) -> str:
    """The text of a file, or of all .toml files of a folder."""
    if not place.is_dir():
        return read_text(place, "edition", MOST_BYTES)
    files = {file.stem: file for file in place.glob("*.toml") if not file.name.startswith(".")}
    if not files:
        raise MalformedError(f"cannot read the edition {place}: the folder holds no .toml file")
    text = ""
    for stem in sorted(files):
        header = f"=== {stem}.toml\n"
        if not FILE.fullmatch(header):
            raise MalformedError(f"{files[stem]}: name the file with letters, digits, - and _ only")
        text += header + read_text(files[stem], "edition", MOST_BYTES).rstrip("\n") + "\n"
        if len(text) > MOST_BYTES:
            raise MalformedError(f"cannot read the edition {place}: its files have more than {MOST_BYTES:,} bytes")
    return text


Assemble = Callable[[Section], tuple[Any, Mapping[str, Any]]]
"""A game's own part: a checked section → its box record and its words."""


def assemble(
    text: str, name: str, file: str, build: Assemble, shipped: bool, fields: list[Field] | None = None
) -> Edition:
    section = parse(text, file, fields)
    box, words = build(section)
    section.close()
    return Edition(name, text, box, words, shipped)
