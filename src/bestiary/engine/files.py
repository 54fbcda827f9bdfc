"""Reading files of other people, and writing our own."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from bestiary.engine.errors import MalformedError


def reading(file: Path, what: str) -> BinaryIO:
    """A file from elsewhere, open. Only a regular one: a pipe would keep us waiting, and a device never ends."""
    try:
        return open(file, "rb", opener=_regular)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise MalformedError(f"cannot read the {what} {file}: {reason}") from None


def _regular(path: str, flags: int) -> int:
    handle = os.open(path, flags | os.O_NONBLOCK)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise OSError(0, "it is a folder" if stat.S_ISDIR(mode) else "it is a pipe or a device, not a file")
    return handle


def read_text(file: Path, what: str, most: int) -> str:
    """The text of a file from elsewhere, of so many bytes at most; its lines end as ours do."""
    with reading(file, what) as opened:
        data = opened.read(min(most, os.fstat(opened.fileno()).st_size) + 1)
    if len(data) > most:
        raise MalformedError(f"cannot read the {what} {file}: it is longer than {most:,} bytes")
    return as_text(data, file, what).replace("\r\n", "\n").replace("\r", "\n")


def as_text(data: bytes, file: Path, what: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise MalformedError(f"cannot read the {what} {file}: it is not a text file, or not UTF-8") from None


def parse_json(text: str | bytes) -> Any:
    """JSON as its standard has it, and no key twice in an object: which one counts would be anybody's guess."""
    try:
        return JSON.decode(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError):
        raise MalformedError("this line is no JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        left = list(found)
        twice = next(key for n, (key, _) in enumerate(pairs) if n >= len(left) or key != left[n])
        raise MalformedError(f"'{twice}' stands twice in one object")
    return found


def _no_number(word: str) -> Any:
    raise ValueError(word)


JSON = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)
STREAMS = [Path(place) for place in ("/dev", "/dev/fd", "/proc/self/fd")]

unfinished: set[Path] = set()
"""What is being written; of no use where the process ends now."""


@contextlib.contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A place to write to, which is renamed at the end, so that an interruption leaves the old file or the new one.
    Nobody else has a file of its name."""
    aside = file.with_name(f"{file.name[:100]}.{secrets.token_hex(4)}.part")
    unfinished.add(aside)
    try:
        yield aside
        os.replace(aside, file)
    finally:
        aside.unlink(missing_ok=True)
        unfinished.discard(aside)


def is_stream(file: Path) -> bool:
    """A pipe, a device or our own output: it is written to, and no file may take its place."""
    return file.exists() and (not file.is_file() or file.absolute().parent in STREAMS)


def write(file: Path, chunks: Iterable[str]) -> None:
    """Writes a text at once, or not at all."""
    if is_stream(file):
        with file.open("w", encoding="utf-8") as out:
            out.writelines(chunks)
        return
    with replacing(file) as aside, aside.open("w", encoding="utf-8") as out:
        out.writelines(chunks)
