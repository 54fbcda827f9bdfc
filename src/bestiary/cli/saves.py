"""Saved games: where they lie, and which is the latest unfinished one."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bestiary.engine import files
from bestiary.engine.errors import MalformedError

LINE_BYTES = 1_000_000  # of a first line; an edition that travels in it is not longer
CLOSING_BYTES = 400  # of an unfinished game's last line, generously; a finished one's is longer


def folder() -> Path:
    """The games folder under $XDG_DATA_HOME, or under ~/.local/share."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "bestiary" / "games"


def new_file(game: str) -> Path:
    """A name that no other game has."""
    name = f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    number = 1
    while (file := folder() / f"{name}{f'-{number}' if number > 1 else ''}.jsonl").exists():
        number += 1
    return file


def latest(game: str | None) -> Path:
    """The unfinished game that was played last."""
    if file := find_latest(game):
        return file
    which = f" of {game}" if game else ""
    raise MalformedError(f"there is no unfinished game{which} in {folder()}; start one with 'bestiary play'")


def find_latest(game: str | None) -> Path | None:
    """The same, or nothing where there is none."""
    found = [file for file in folder().glob("*.jsonl") if file.is_file()] if folder().is_dir() else []
    for file in sorted(found, key=lambda f: f.stat().st_mtime, reverse=True):
        if (game is None or game_in(file) == game) and _is_paused(file):
            return file
    return None


def game_in(file: Path) -> str:
    """The game that a replay is of, without reading all of it; empty where that cannot be told."""
    try:
        with files.reading(file, "replay") as opened:
            first = files.parse_json(opened.readline(LINE_BYTES))
    except MalformedError:
        return ""
    name = first.get("game") if isinstance(first, dict) else None
    return name if isinstance(name, str) else ""


def _is_paused(file: Path) -> bool:
    try:
        with files.reading(file, "replay") as opened:
            opened.seek(max(0, os.fstat(opened.fileno()).st_size - CLOSING_BYTES))
            last = files.parse_json(opened.read(CLOSING_BYTES).rstrip().rpartition(b"\n")[2])
    except (MalformedError, OSError):
        return False
    return isinstance(last, dict) and last.get("line") == "pause"
