"""Writing files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def write(file: Path, chunks: Iterable[str]) -> None:
    """Writes aside and renames, so that an interruption leaves the old file or the new one."""
    if file.exists() and not file.is_file():  # a pipe or a terminal, which nothing may take the place of
        with file.open("w", encoding="utf-8") as out:
            out.writelines(chunks)
        return
    aside = file.with_name(file.name + ".part")
    try:
        with aside.open("w", encoding="utf-8") as out:
            out.writelines(chunks)
        os.replace(aside, file)
    finally:
        aside.unlink(missing_ok=True)
