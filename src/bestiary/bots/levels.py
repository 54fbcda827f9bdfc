"""Levels: how strong a bot plays, as data of each game (`levels.toml` beside its rules)."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game

NAMES = ("easy", "normal", "hard", "expert")


@dataclass(frozen=True)
class Level:
    """A bot, how long it thinks, and its settings."""

    bot: str
    iterations: int | None  # of a decision; None where the bot does not think
    settings: Mapping[str, Any]
    ms: int | None = None  # instead of iterations, at a table of people


USUAL = {
    "easy": Level("greedy", None, {"care": 0.5}),
    "normal": Level("greedy", None, {}),
    "hard": Level("search", 100, {}),
    "expert": Level("search", 1000, {}),
}
"""Where a game says nothing."""


def levels_of(game: Game) -> dict[str, Level]:
    return read_levels(game.folder / "levels.toml")


@functools.cache
def read_levels(file: Path) -> dict[str, Level]:
    """The levels in a file, from the weakest to the strongest."""
    if not file.exists():
        return USUAL
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    if tuple(data) != NAMES:
        raise MalformedError(f"{file}: levels are {', '.join(NAMES)}, in this order")
    levels = {}
    for name, settings in data.items():
        bot, iterations, ms = settings.pop("bot"), settings.pop("iterations", None), settings.pop("ms", None)
        levels[name] = Level(bot, iterations, settings, ms)
    return levels
