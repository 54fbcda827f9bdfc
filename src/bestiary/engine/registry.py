"""Which games there are: every package that names one under the entry point group `bestiary.games`."""

from __future__ import annotations

import difflib
import functools
from importlib import metadata

from bestiary.engine.cache import ENTRY_POINTS
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game


@functools.cache
def _entries() -> dict[str, metadata.EntryPoint]:
    return {e.name: e for e in sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda e: e.name)}


def game_names() -> list[str]:
    return list(_entries())


@functools.cache
def find_game(name: str) -> Game:
    """The game of this name; importing it is left until it is asked for."""
    entry = _entries().get(name)
    if entry is None:
        near = difflib.get_close_matches(name, _entries(), 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(_entries())}"
        raise MalformedError(f"no game is called '{name}'; {hint}")
    game = entry.load()
    if not isinstance(game, Game):
        raise TypeError(f"the entry point {entry.value} gives no Game")
    return game
