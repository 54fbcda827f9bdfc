"""One folder a game. Called as `bestiary.games()`, the package lists them."""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    """A package of this name hides any function `bestiary.games`, so it can be called itself."""

    def __call__(self) -> list[str]:
        """The names of all games, those of other packages included."""
        from bestiary.engine.registry import game_names

        return game_names()


sys.modules[__name__].__class__ = _Games
