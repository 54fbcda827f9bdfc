"""Writing files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

unfinished: set[Path] = set()
"""What is being written; of no use where the process ends now."""


@contextlib.contextmanager
def replacing(file: Path, ending: str = "part") -> Iterator[Path]:
    """A place to write to, which is renamed at the end, so that an interruption leaves the old file or the new one.
    Where several processes may write at once, each needs an ending of its own."""
    aside = file.with_name(f"{file.name}.{ending}")
    unfinished.add(aside)
    try:
        yield aside
        os.replace(aside, file)
    finally:
        aside.unlink(missing_ok=True)
        unfinished.discard(aside)


def write(file: Path, chunks: Iterable[str]) -> None:
    """Writes a text at once, or not at all."""
    if file.exists() and not file.is_file():  # a pipe or a terminal: no file may take its place
        with file.open("w", encoding="utf-8") as out:
            out.writelines(chunks)
        return
    with replacing(file) as aside, aside.open("w", encoding="utf-8") as out:
        out.writelines(chunks)
