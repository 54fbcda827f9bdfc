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
"""The levels of a game without `levels.toml`."""


def levels_of(game: Game) -> dict[str, Level]:
    return read_levels(game.folder / "levels.toml")


@functools.cache
def read_levels(file: Path) -> dict[str, Level]:
    """The levels in a file, from the weakest to the strongest."""
    if not file.exists():
        return USUAL
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(f"{file}: {error}") from None
    if tuple(data) != NAMES:
        raise MalformedError(f"{file}: levels are {', '.join(NAMES)}, in this order")
    return {name: _level(f"{file}: {name}", settings) for name, settings in data.items()}


def _level(where: str, settings: dict[str, Any]) -> Level:
    for key in ("iterations", "ms"):
        amount = settings.get(key, 1)
        if not isinstance(amount, int) or amount < 1:
            raise MalformedError(f"{where}: {key} must be a whole number above 0, not {amount}")
    if "bot" not in settings:
        raise MalformedError(f"{where} names no bot")
    bot, iterations, ms = settings.pop("bot"), settings.pop("iterations", None), settings.pop("ms", None)
    return Level(bot, iterations, settings, ms)
