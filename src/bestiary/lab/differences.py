"""What two editions differ in, in words: every value that one file has and the other has not, or has otherwise."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from bestiary.engine.content import BYTE_ORDER_MARK, FILE, Edition, texts_of

Row = dict[str, Any]
Path = tuple[str, ...]
Found = tuple[Path, str, Any, Any]
"""Where a value lies, the entry of a list in which it lies, and both values."""
NAMES: Final = ("name", "title", "id")  # keys that tell the entries of a list apart
SILENT: Final = frozenset({"why", "about"})  # what a designer notes, and nobody plays


def differences(a: Edition, b: Edition) -> list[Row]:
    """A row for each value that differs: where it lies, the thing that it belongs to, both values, and a sentence."""
    one, two = _values(a), _values(b)
    rows = []
    for path, entry, before, after in _walk((), "", one, two):
        thing = entry or " ".join(path[1:-1]) or path[0]
        key = path[-1] if path[-1] != thing else ""
        words = _sentence(thing, key, before, after)
        rows.append({"path": list(path), "thing": thing, "key": key, "a": before, "b": after, "words": words})
    return rows


def _values(edition: Edition) -> dict[str, Any]:
    """All that an edition says; of a folder, by file."""
    if not FILE.match(edition.text):
        return tomllib.loads(edition.text.removeprefix(BYTE_ORDER_MARK))
    return {stem: tomllib.loads(text.removeprefix(BYTE_ORDER_MARK)) for stem, text in texts_of(edition.text)}


def _walk(path: Path, entry: str, one: Any, two: Any) -> Iterator[Found]:
    if one == two or (path and path[-1] in SILENT):
        return
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys([*one, *two]):
            yield from _walk((*path, key), entry, one.get(key), two.get(key))
    elif _is_entries(one) and _is_entries(two):
        yield from _walk_entries(path, one, two)
    else:
        yield path, entry, one, two


def _walk_entries(path: Path, one: Sequence[Any], two: Sequence[Any]) -> Iterator[Found]:
    """Entries of two lists. They are matched by what tells them apart; where a name stands in one list only, the entry
    in its place is taken for the same one, renamed."""
    key = next((name for name in NAMES if _tells_apart(one, name) and _tells_apart(two, name)), None)
    first, second = ([str(row[key] if key else at) for at, row in enumerate(rows, 1)] for rows in (one, two))
    place = {name: at for at, name in enumerate(second)}
    for at, name in enumerate(first):
        other = place.get(name, at)
        if other < len(two) and (other != at or name in place or second[at] not in first):
            yield from _walk((*path, name), name, one[at], two[other])
        else:
            yield (*path, name), name, one[at], None
    for at, name in enumerate(second):
        if name not in first and (at >= len(first) or first[at] in place):
            yield (*path, name), name, None, two[at]


def _tells_apart(rows: Sequence[Any], key: str) -> bool:
    values = [str(row[key]) for row in rows if key in row]
    return len(values) == len(rows) == len(set(values))


def _is_entries(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


# --- In words


def _sentence(thing: str, key: str, before: Any, after: Any) -> str:
    what = f"{thing}: {key}" if key else thing
    if before is None:
        return f"{what} is {_value(after)}, and was not there"
    if after is None:
        return f"{what} is gone; it was {_value(before)}"
    return f"{what} is {_value(after)} instead of {_value(before)}{_step(before, after)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return (" " if all(_is_number(v) for v in value) else "; ").join(map(_value, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value)


def _step(before: Any, after: Any) -> str:
    """By how much numbers have grown."""
    if _is_number(before) and _is_number(after):
        return f" ({after - before:+g})"
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) > 1:
        pairs = list(zip(before, after, strict=True))
        if all(_is_number(v) for pair in pairs for v in pair) and len(steps := {b - a for a, b in pairs}) == 1:
            return f" ({steps.pop():+g} each)"
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
