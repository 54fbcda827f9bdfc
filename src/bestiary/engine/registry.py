"""Which games there are: every folder of `bestiary.games` whose `__init__.py` makes a GAME, and every package that
names one under the entry point group of the same name."""

from __future__ import annotations

import functools
import importlib.util
import re
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from bestiary.engine.cache import ENTRY_POINTS
from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import instead

if TYPE_CHECKING:
    from bestiary.engine.game import Game

GAME = re.compile(r"^GAME\b", re.MULTILINE)


@functools.cache
def _entries() -> dict[str, metadata.EntryPoint]:
    """Where each game is found. A game is imported only when somebody asks for it."""
    found = {e.name: e for e in metadata.entry_points(group=ENTRY_POINTS)}
    ours = importlib.util.find_spec(ENTRY_POINTS)
    for folder in map(Path, ours.submodule_search_locations or [] if ours else []):
        for file in folder.glob("*/__init__.py"):
            if not GAME.search(file.read_text(encoding="utf-8")):
                continue  # not yet a game
            name = file.parent.name
            found[name] = metadata.EntryPoint(name, f"{ENTRY_POINTS}.{name}:GAME", ENTRY_POINTS)
    return dict(sorted(found.items()))


def game_names() -> list[str]:
    return list(_entries())


def game_module(name: str) -> str:
    """The module that a game lives in."""
    return _entries()[name].module


@functools.cache
def find_game(name: str) -> Game:
    """The game of this name."""
    entry = _entries().get(name)
    if entry is None:
        raise MalformedError(f"no game is called '{name}'{instead(name, _entries())}")
    from bestiary.engine.game import Game  # imports NumPy, which listing the games need not wait for

    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is no Game")
    return game
