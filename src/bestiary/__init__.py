"""Bestiary: four games of beasts from one rules source.

    >>> import bestiary
    >>> table = bestiary.make("talon", players=3, seed="oak", leader=0)
    >>> events = table.play(2, "choose snake")
    >>> table.waiting()
    [0, 1]
    >>> [act.label for act in bestiary.look(table, 0).actions]
    ['Rat', 'Snake', 'Hawk', 'Fox', 'Net']

Nothing is imported before it is used: neither NumPy nor Numba, until a table is made.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bestiary.engine.errors import BestiaryError, ConflictError, FaultError, IllegalError, MalformedError
    from bestiary.engine.game import Game
    from bestiary.engine.registry import find_game
    from bestiary.engine.registry import game_names as games
    from bestiary.engine.seat import look, refuse, since
    from bestiary.engine.table import Table, make

__all__ = [
    "BestiaryError", "ConflictError", "FaultError", "Game", "IllegalError", "MalformedError", "Table", "find_game",
    "games", "look", "make", "refuse", "since",
]  # fmt: skip
__version__ = "0.2.0"

_PLACES = {
    "make": "table.make",
    "find_game": "registry.find_game",
    "look": "seat.look",
    "since": "seat.since",
    "refuse": "seat.refuse",
    "Table": "table.Table",
    "Game": "game.Game",
    "BestiaryError": "errors.BestiaryError",
    "MalformedError": "errors.MalformedError",
    "IllegalError": "errors.IllegalError",
    "ConflictError": "errors.ConflictError",
    "FaultError": "errors.FaultError",
}
"""What the package offers: its name, and where it lives in the engine."""


def __getattr__(name: str) -> Any:
    if name == "games":  # a package that can be called
        return importlib.import_module("bestiary.games")
    if name not in _PLACES:
        raise AttributeError(f"module 'bestiary' has no attribute '{name}'")
    file, _, there = _PLACES[name].partition(".")
    found = getattr(importlib.import_module(f"bestiary.engine.{file}"), there)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
