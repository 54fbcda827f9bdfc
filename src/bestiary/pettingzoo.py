"""Every game as an environment of PettingZoo, in a module each: `from bestiary.pettingzoo import talon_v0`."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from bestiary.engine.registry import game_names

try:
    import pettingzoo  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError("PettingZoo is not installed: pip install 'bestiary[pettingzoo]'") from None

from bestiary.adapters.at_once import AtOnce
from bestiary.adapters.turns import Turns


class Entry(ModuleType):
    """The environments of one game. All take players, variant, edition, max_cycles, render_mode, and the game's own
    settings by name."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{__name__}.{game}_v0", f"Environments of the game '{game}'.")
        self.game = game

    def raw_env(self, **settings: Any) -> Turns:
        """One seat after another; an illegal action is an error that names the rule."""
        return Turns(self.game, **settings)

    def env(self, **settings: Any) -> Turns:
        """The same; an illegal action ends the game with −1 for whoever took it."""
        return self.raw_env(ends_illegal=True, **settings)

    def parallel_env(self, **settings: Any) -> AtOnce:
        """All seats in every step; the last action is to wait."""
        return AtOnce(self.game, **settings)


for _game in game_names():
    sys.modules[f"{__name__}.{_game}_v0"] = globals()[f"{_game}_v0"] = Entry(_game)


def __getattr__(name: str) -> Entry:
    known = ", ".join(f"{game}_v0" for game in game_names())
    raise AttributeError(f"module '{__name__}' has no environment '{name}'; it has {known}")
