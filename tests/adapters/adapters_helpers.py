"""What the tests of all adapters share."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.engine.registry import find_game, game_names

TABLES = [(g, v.name, n) for g in game_names() for v in find_game(g).variants for n in v.players]
"""Every game in every variant with every number of players."""


def chosen(mask: Any, number: int) -> int:
    """One of the legal actions; equal numbers choose equally."""
    legal = np.flatnonzero(mask)
    return int(legal[number * 7919 % len(legal)])
