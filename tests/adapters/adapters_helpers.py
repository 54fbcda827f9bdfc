"""What the tests of all adapters share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game, game_names

TABLES = [(g, v.name, n) for g in game_names() for v in find_game(g).variants for n in v.players]
"""Every game in every variant with every number of players."""


def cases(tables: list[tuple[str, str, int]] = TABLES, fewest: bool = False) -> list[Any]:
    """The fewest and the most players of each variant, or the fewest alone; `make prove` takes all."""
    found = []
    for game, variant, players in tables:
        counts = next(each.players for each in find_game(game).variants if each.name == variant)
        taken = (counts.start,) if fewest else (counts.start, counts.stop - 1)
        marks = () if players in taken else pytest.mark.prove
        found.append(pytest.param(game, variant, players, marks=marks))
    return found


def chosen(mask: Any, number: int) -> int:
    """One of the legal actions; equal numbers choose equally."""
    legal = np.flatnonzero(mask)
    return int(legal[number * 7919 % len(legal)])


def ask_again(batch: Any, state: Any) -> None:
    """Puts another position into the first slot of a batch, and has its rows written anew."""
    batch.states[:1].view(np.uint8)[:] = np.frombuffer(record_bytes(state), np.uint8)
    now = batch.now
    now.masks[0], now.observations[0] = False, 0
    masks = now.masks.view(np.uint8)
    batch.steps.ask(
        batch.edition.box, batch.states[0], 0, False, batch.slots, batch.moves, now.observations, masks, now.seats
    )


def blocks(page: str) -> list[str]:
    """The programs on a page of the documentation."""
    text = (Path(__file__).parents[2] / "docs" / f"{page}.md").read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a process of its own."""
    env = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
