"""What all tests share. `make test` runs them in parts side by side, a process each: one on plain rules, the others on
compiled ones, such that none waits for what another one compiles, and little is compiled twice."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bestiary.engine.registry import find_game, game_names

HERE = Path(__file__).parent
PART = os.environ.get("BESTIARY_TESTS")
"""The part that this process runs; without a word all tests."""
PLAIN = [HERE / name for name in ("beasts", "cli", "docs", "server", "testkit/test_faults.py")]
"""What needs no compiler: positions laid by hand, and what starts processes of its own."""
LONG = [HERE / "lab"]
"""What goes with the large game, so that both compiled parts take equally long."""
if PART not in (None, "plain", "small", "large"):
    raise pytest.UsageError(f"BESTIARY_TESTS is plain, small or large, not '{PART}'")


def is_in(places: list[Path], path: Path) -> bool:
    return any(path.is_relative_to(place) for place in places)


def part_of(path: Path, name: str) -> str:
    if is_in(PLAIN, path):
        return "plain"
    large = any(f"[{game}" in name for game in game_names() if find_game(game).large)
    return "large" if large or is_in(LONG, path) else "small"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A file of another part is not even imported."""
    is_test = collection_path.name.startswith("test_")
    return True if PART and is_test and is_in(PLAIN, collection_path) != (PART == "plain") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if PART:
        items[:] = [item for item in items if part_of(item.path, item.name) == PART]
