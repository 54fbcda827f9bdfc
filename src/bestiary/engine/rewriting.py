"""Changes single values of an edition's text. All other lines stay as they are, comments too."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

from bestiary.engine.content import FILE, HEADER, KEY, line_numbers, texts_of, told
from bestiary.engine.errors import MalformedError

BARE = re.compile(r"[A-Za-z0-9_\-]+")


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """The text with another value at a path. Of a folder, the first part of the path names the file. A list or an
    inline table is written anew where something in it changes."""
    if not FILE.match(text):
        return _in_file(text, tuple(path), value)
    files = dict(texts_of(text))
    if not path or path[0] not in files:
        raise MalformedError(f"this edition has no file {told('.'.join(path[:1]))}")
    files[path[0]] = _in_file(files[path[0]], tuple(path[1:]), value)
    return "".join(f"=== {stem}.toml\n{part}" for stem, part in files.items())


def _in_file(text: str, path: tuple[str, ...], value: Any) -> str:
    wanted = _changed(tomllib.loads(text), path, value)
    rows, places = text.splitlines(), line_numbers(text)
    key = tuple(part for name in path for part in name.split("."))  # as line numbers are kept
    depth = len(key)
    while depth and key[:depth] not in places:
        depth -= 1
    at = places[key[:depth]] - 1 if depth else -1
    if at < 0 or HEADER.match(rows[at]):  # the table does not have this key yet
        last = _last_of_table(rows, at)
        rows.insert(last + 1, f"{_key(path[-1])} = {written(value)}")
    else:
        end = _end_of_value(rows, at)
        old = "\n".join(rows[at:end])
        owner = path[: _names(path, depth)]
        start = KEY.match(old)
        assert start is not None
        rows[at:end] = [f"{old[: start.end()]} {written(_read(wanted, owner))}{_comment(old)}"]
    result = "\n".join(rows) + "\n" * text.endswith("\n")
    try:
        right = tomllib.loads(result) == wanted
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise MalformedError(f"{'.'.join(path)} cannot become {told(value)} here; change it in the file")
    return result


def _names(path: tuple[str, ...], depth: int) -> int:
    """How many names of a path have so many parts; a name with a dot has several."""
    count = 0
    while depth > 0:
        depth -= len(path[count].split("."))
        count += 1
    return count


def _changed(data: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """What the file says afterwards."""
    found: Any = (data := copy.deepcopy(data))
    try:
        for name in path[:-1]:
            found = found[int(name) if isinstance(found, list) else name]
        found[int(path[-1]) if isinstance(found, list) else path[-1]] = value
    except (KeyError, IndexError, ValueError, TypeError):
        raise MalformedError(f"there is no {told('.'.join(path))} in this edition") from None
    return data


def _read(data: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        data = data[int(name) if isinstance(data, list) else name]
    return data


def _last_of_table(rows: list[str], header: int) -> int:
    """The last line with something of a table on it."""
    last = header
    for at in range(header + 1, len(rows)):
        if HEADER.match(rows[at]):
            break
        if rows[at].strip() and not rows[at].lstrip().startswith("#"):
            last = at
    return last


def _end_of_value(rows: list[str], at: int) -> int:
    """The line after a value, which may go over several."""
    for end in range(at + 1, len(rows) + 1):
        try:
            tomllib.loads("\n".join(rows[at:end]))
        except tomllib.TOMLDecodeError:
            continue
        return end
    raise MalformedError(f"line {at + 1} has no end")


def _comment(line: str) -> str:
    """What stands behind the value on its line."""
    if "\n" in line:
        return ""
    value = tomllib.loads(line)
    for at, letter in enumerate(line):
        if letter == "#":
            try:
                if tomllib.loads(line[:at]) == value:
                    return line[len(line[:at].rstrip()) :]
            except tomllib.TOMLDecodeError:
                continue
    return ""


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {written(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)  # numbers, texts and true or false are the same in both
