"""Every game as an environment of Gymnasium, against bots: importing this registers `bestiary/talon-v0` and so on, for
`gymnasium.make` and `gymnasium.make_vec`."""

from __future__ import annotations

from bestiary.engine.registry import game_names

try:
    from gymnasium import register
except ModuleNotFoundError:
    raise ModuleNotFoundError("Gymnasium is not installed: pip install 'bestiary[gymnasium]'") from None

from bestiary.adapters.many import Many
from bestiary.adapters.single import Single

__all__ = ["Many", "Single"]

for _game in game_names():
    register(
        f"bestiary/{_game}-v0", "bestiary.adapters.single:Single", kwargs={"game": _game},
        vector_entry_point="bestiary.adapters.many:Many",
    )  # fmt: skip
