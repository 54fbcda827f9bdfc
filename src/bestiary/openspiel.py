"""Every game in OpenSpiel: importing this registers `bestiary_talon` and so on for `pyspiel.load_game`."""

from __future__ import annotations

from bestiary.engine.registry import game_names

try:
    import pyspiel  # noqa: F401
except ModuleNotFoundError:
    raise ModuleNotFoundError("OpenSpiel is not installed: pip install 'bestiary[openspiel]'") from None

from bestiary.adapters.spiel import register

for _game in game_names():
    register(_game)
