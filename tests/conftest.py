"""What all tests share: the tests of a large game go to one worker, which compiles it once."""

from __future__ import annotations

import pytest

from bestiary.engine.registry import find_game, game_names


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    large = [name for name in game_names() if is_large(name)]  # two workers would both compile it, for minutes
    for item in items:
        for name in large:
            if f"[{name}" in item.name:
                item.add_marker(pytest.mark.xdist_group(name))


def is_large(name: str) -> bool:
    try:
        return find_game(name).large
    except TypeError:
        return False
