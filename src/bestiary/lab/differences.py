"""What two editions differ in, in words: every value that one file has and the other has not, or has otherwise."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bestiary.engine.content import BYTE_ORDER_MARK, FILE, Edition, texts_of
from bestiary.engine.game import Game

Row = dict[str, Any]
NAMED: Final = ("name", "title", "id")  # keys that tell the entries of a list apart
SILENT: Final = frozenset({"why"})  # what a designer notes beside a card, and nobody plays


def differences(game: Game, a: Edition, b: Edition) -> list[Row]:
    """A row for each value that differs: the thing that it belongs to, its key, both values, and a sentence."""
    return [
        {"file": file, "thing": thing, "key": key, "a": before, "b": after, "words": _sentence(thing, key, before, after)}
        for (file, one), (_, two) in zip(_files(a), _files(b), strict=False)
        for thing, key, before, after in _walk(one, two, file, "")
    ]


def _files(edition: Edition) -> list[tuple[str, Any]]:
    """The values of each file."""
    if not FILE.match(edition.text):
        return [("", tomllib.loads(edition.text.removeprefix(BYTE_ORDER_MARK)))]
    return [(stem, tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))) for stem, text in texts_of(edition.text)]


def _walk(one: Any, two: Any, thing: str, key: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Thing, key and both values of all that differs below two values."""
    if one == two:
        return
    if isinstance(one, dict) and isinstance(two, dict):
        own = next((str(one[name]) for name in NAMED if name in one and one.get(name) == two.get(name)), "")
        for name in dict.fromkeys([*one, *two]):
            if name not in SILENT:
                inner = own or (f"{thing} {name}".strip() if isinstance(one.get(name), dict | list) else thing)
                path = f"{key}.{name}".strip(".") if own or not isinstance(one.get(name), dict | list) else ""
                yield from _walk(one.get(name), two.get(name), _place(inner, name, own, one), path or name)
    elif _is_rows(one) and _is_rows(two):
        yield from _walk_rows(one, two, thing)
    else:
        yield thing, key, one, two


def _place(inner: str, name: str, own: str, table: Mapping[str, Any]) -> str:
    if own or not isinstance(table.get(name), dict):
        return inner
    return str(name)


def _walk_rows(one: Sequence[Any], two: Sequence[Any], thing: str) -> Iterator[tuple[str, str, Any, Any]]:
    """Entries of two lists, matched by what tells them apart, else by their places."""
    key = next((name for name in NAMED if _tells_apart(one, name) and _tells_apart(two, name)), None)
    if key is None:
        for number, (before, after) in enumerate(zip(one, two, strict=False), 1):
            yield from _walk(before, after, f"{thing} {number}", "")
        for number in range(min(len(one), len(two)), max(len(one), len(two))):
            yield f"{thing} {number + 1}", "", *((one[number], None) if number < len(one) else (None, two[number]))
        return
    first, second = ({str(row[key]): row for row in rows} for rows in (one, two))
    gone, new = [n for n in first if n not in second], [n for n in second if n not in first]
    for before, after in zip(gone, new, strict=False):  # an entry in the same place under another name was renamed
        if list(first).index(before) == list(second).index(after):
            yield before, key, before, after
            yield from _walk({**first[before], key: after}, second[after], before, "")
            first[before], second[before] = {}, {}
    for name in first:
        if name in second:
            yield from _walk(first[name], second[name], name, "")
        else:
            yield name, "", first[name], None
    for name in new:
        if list(second.values()).count(second[name]) and name not in first and name not in _renamed(gone, new):
            yield name, "", None, second[name]


def _renamed(gone: list[str], new: list[str]) -> list[str]:
    return new[: len(gone)]


def _tells_apart(rows: Sequence[Any], key: str) -> bool:
    values = [str(row.get(key)) for row in rows if key in row]
    return len(values) == len(rows) == len(set(values))


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


# --- In words


def _sentence(thing: str, key: str, before: Any, after: Any) -> str:
    if before is None and not key:
        return f"{thing} is new"
    if after is None and not key:
        return f"{thing} is gone"
    what = f"{thing}: {key}" if thing and thing != key else key
    if before is None:
        return f"{what} is {_value(after)}, and was not set"
    if after is None:
        return f"{what} is not set any more, and was {_value(before)}"
    return f"{what} is {_value(after)} instead of {_value(before)}{_step(before, after)}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(_value(v) for v in value) if all(isinstance(v, int) for v in value) else "; ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    return str(value)


def _step(before: Any, after: Any) -> str:
    """By how much numbers have grown."""
    if _is_number(before) and _is_number(after):
        return f" ({after - before:+g})"
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) > 1:
        steps = {b - a for a, b in zip(before, after, strict=True) if _is_number(a) and _is_number(b)}
        if len(steps) == 1 and all(_is_number(v) for v in before):
            return f" ({steps.pop():+g} each)"
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
