"""Saved games: where they lie, which is the latest unfinished one, and who sits at its seats."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bestiary.cli.common import printable
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.engine.replay import Replay
    from bestiary.engine.table import Table

PERSON = "you"
LONGEST_NAME = 16
CLOSING_BYTES = 400  # of an unfinished game's last line, generously; a finished one's is longer


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: a bot of this kind, or a person where it is empty."""

    name: str
    bot: str = ""


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


def save(file: Path, table: Table, seats: Sequence[Seat], hints: bool = False) -> None:
    from bestiary.engine import replay

    lines = replay.lines_of(table, tuple(s.bot or PERSON for s in seats))
    lines[0]["names"] = [s.name for s in seats]
    if hints:
        lines[0]["hints"] = True
    file.parent.mkdir(parents=True, exist_ok=True)
    replay.write(file, lines)


def latest(game: str | None) -> Path:
    """The unfinished game that was played last."""
    files = folder().glob("*.jsonl") if folder().is_dir() else []
    for file in sorted(files, key=lambda f: f.stat().st_mtime, reverse=True):
        if (game is None or game_in(file) == game) and _is_paused(file):
            return file
    which = f" of {game}" if game else ""
    raise MalformedError(f"there is no unfinished game{which} in {folder()}; start one with 'bestiary play'")


def game_in(file: Path) -> str:
    """The game that a replay is of, without reading all of it; empty where that cannot be told."""
    try:
        with file.open(encoding="utf-8") as lines:
            first = json.loads(lines.readline())
    except (OSError, ValueError):
        return ""
    name = first.get("game") if isinstance(first, dict) else None
    return name if isinstance(name, str) else ""


def _is_paused(file: Path) -> bool:
    try:
        last = json.loads(file.read_bytes()[-CLOSING_BYTES:].splitlines()[-1])
    except (OSError, ValueError, IndexError):
        return False
    return isinstance(last, dict) and last.get("line") == "pause"


def seats_of(saved: Replay, count: int, bots: Sequence[str]) -> list[Seat]:
    """Who sat at each seat. A file from elsewhere may not say so: then a person faces greedy bots."""
    kinds = _texts(saved.header.get("bots"), count) or [PERSON] + ["greedy"] * (count - 1)
    names = _texts(saved.header.get("names"), count) or [f"Player {n}" for n in range(1, count + 1)]
    return [Seat(n, k if k in bots else "") for n, k in zip(names, kinds, strict=True)]


def names_of(saved: Replay, count: int) -> list[str]:
    bots = _texts(saved.header.get("bots"), count) or [""] * count
    plain = [f"{b.capitalize() or 'Player'} {n}" for n, b in enumerate(bots, 1)]
    return _texts(saved.header.get("names"), count) or plain


def _texts(value: Any, count: int) -> list[str]:
    """A list of so many short texts; anything else counts as missing."""
    if not isinstance(value, list) or len(value) != count or not all(isinstance(v, str) and v for v in value):
        return []
    return [printable(v)[:LONGEST_NAME] for v in value]
