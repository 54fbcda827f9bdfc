"""Pictures of every page and state of the page in the browser, at three widths in both themes, through a real server.

`make screenshots` writes them to build/screenshots; `STATES="talon-rob home"` makes some of them.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests/web"), str(ROOT / "bench")]

import services  # noqa: E402
from states import SIZES, STATES, THEMES  # noqa: E402
from visiting import QUIET, WIDE, Served, Visitor  # noqa: E402

FOLDER = ROOT / "build/screenshots"


def looks(visitor: Visitor) -> Iterator[tuple[str, bytes]]:
    """The page as it stands, at every width in both themes."""
    for width, (across, down) in SIZES.items():
        visitor.page.set_viewport_size({"width": across, "height": down})
        for theme in THEMES:
            visitor.page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
            visitor.page.wait_for_timeout(250)  # colours and cards have settled
            yield f"{width}-{theme}", visitor.page.screenshot(full_page=not visitor.page.query_selector(".tbl"))


def make(browser: Browser, served: Served, names: list[str]) -> None:
    for name in names:
        visitor = Visitor(browser, served.url, WIDE)
        try:
            STATES[name](visitor)
            for look, picture in looks(visitor):
                (FOLDER / f"{name}-{look}.png").write_bytes(picture)
        finally:
            visitor.close()
        print(f"{name}: {len(SIZES) * len(THEMES)} pictures", flush=True)


def main(names: list[str]) -> None:
    wrong = [name for name in names if name not in STATES]
    if wrong:
        raise SystemExit(f"no state is called {wrong[0]!r}; there are {', '.join(STATES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=services.find("chromium", "chromium"), args=QUIET)
        try:
            make(browser, served, names or list(STATES))
        finally:
            browser.close()
            served.kill()
    print(f"in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
