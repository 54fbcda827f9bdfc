"""What all tests share: the tests of a game go to one worker, which compiles it once."""

from __future__ import annotations

import pytest

LARGE = "beasts"  # two workers would both compile it, for minutes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if f"[{LARGE}" in item.name:
            item.add_marker(pytest.mark.xdist_group(LARGE))
