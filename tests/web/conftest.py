"""The page in a real browser, at a real server with a database of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from visiting import QUIET, WIDE, Served, Visitor

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "bench"))
import services  # noqa: E402
BUILT = ROOT / "src/bestiary/server/built/index.html"


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert BUILT.is_file(), "the page is not built: make web"
    found = Served(tmp_path_factory.mktemp("served"))
    yield found
    found.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not services.is_wanted("chromium"):
        pytest.skip("WITHOUT=chromium")
    chromium = services.find("chromium", "chromium")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def visitors(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; closes them at the end."""
    made: list[Visitor] = []

    def visit(size: tuple[int, int] = WIDE, theme: str = "light") -> Visitor:
        made.append(Visitor(browser, served.url, size, theme))
        return made[-1]

    yield visit
    for visitor in made:
        visitor.close()
