"""Pictures of every page and state of the page in the browser, at three widths in both themes, through a real server.

`make screenshots` writes them to build/screenshots; `STATES="talon-rob home"` makes some of them. `make pictures` takes
the few that the README and the documentation show.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests/web"), str(ROOT / "bench")]

import services  # noqa: E402
from states import SIZES, STATES, THEMES  # noqa: E402
from visiting import QUIET, WIDE, Served, Visitor  # noqa: E402

FOLDER = ROOT / "build/screenshots"
SHOWN = ROOT / "docs/pictures"
PICTURES = {
    "home": ("home", 1440, "light"), "talon": ("talon-fox", 1440, "light"), "ten": ("talon-10", 1440, "light"),
    "gamble": ("talon-pots", 1440, "dark"), "claw": ("claw-wild", 1440, "dark"), "prey": ("prey-turned", 1440, "dark"),
    "beasts": ("beasts-map", 1440, "light"), "war": ("beasts-effect", 1440, "dark"),
    "review": ("review", 1440, "light"),
    "talon-phone": ("talon-fox", 390, "dark"), "claw-phone": ("claw-wild", 390, "light"),
    "prey-phone": ("prey-turned", 390, "light"), "beasts-phone": ("beasts-war", 390, "dark"),
}  # fmt: skip
"""Name → state, width and theme."""
SCENES = ("talon", "claw", "prey", "beasts")  # in the order of the home page
QUALITY = 82


def looks(visitor: Visitor) -> Iterator[tuple[str, bytes]]:
    """The page as it stands, at every width in both themes."""
    for width, (across, down) in SIZES.items():
        visitor.page.set_viewport_size({"width": across, "height": down})
        visitor.page.mouse.move(1, down - 1)  # no reason hangs over a card that was clicked elsewhere
        for theme in THEMES:
            visitor.page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
            visitor.page.wait_for_timeout(250)  # colours and cards have settled
            whole = not visitor.page.query_selector(".tbl, dialog[open]")
            yield f"{width}-{theme}", visitor.page.screenshot(full_page=whole)


def make(browser: Browser, served: Served, names: list[str]) -> None:
    missed = []
    for name in names:
        visitor = Visitor(browser, served.url, WIDE)
        try:
            STATES[name](visitor)
            for look, picture in looks(visitor):
                (FOLDER / f"{name}-{look}.png").write_bytes(picture)
            print(f"{name}: {len(SIZES) * len(THEMES)} pictures", flush=True)
        except (AssertionError, Error) as error:  # the others are wanted all the same
            missed.append(name)
            print(f"{name}: {error}", flush=True)
        finally:
            visitor.close()
    if missed:
        raise SystemExit(f"no pictures of {', '.join(missed)}")


def make_pictures(browser: Browser, served: Served, names: list[str]) -> None:
    """The pictures of README and documentation, compressed."""
    SHOWN.mkdir(exist_ok=True)
    for name in names or PICTURES:
        state, width, theme = PICTURES[name]
        visitor = Visitor(browser, served.url, WIDE)
        STATES[state](visitor)
        across, down = SIZES[width]
        visitor.page.set_viewport_size({"width": across, "height": down})
        visitor.page.mouse.move(1, down - 1)
        visitor.page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
        visitor.page.wait_for_timeout(3500)  # the news in the head of a narrow page have gone, too
        visitor.page.screenshot(path=SHOWN / f"{name}.jpg", type="jpeg", quality=QUALITY)
        if state.startswith("home"):
            for scene, picture in zip(SCENES, visitor.page.locator(".game .pic").all(), strict=True):
                picture.screenshot(path=SHOWN / f"{scene}-scene.jpg", type="jpeg", quality=QUALITY)
        visitor.close()
        print(SHOWN / f"{name}.jpg", flush=True)


def main(names: list[str]) -> None:
    if names[:1] == ["--pictures"]:
        run(lambda browser, served: make_pictures(browser, served, names[1:]))
        return
    wrong = [name for name in names if name not in STATES]
    if wrong:
        raise SystemExit(f"no state is called {wrong[0]!r}; there are {', '.join(STATES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    run(lambda browser, served: make(browser, served, names or list(STATES)))
    print(f"in {FOLDER}")


def run(does: Callable[[Browser, Served], None]) -> None:
    """Does it with a browser and a server of its own."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        browser = playwright.chromium.launch(executable_path=services.find("chromium", "chromium"), args=QUIET)
        try:
            does(browser, served)
        finally:
            browser.close()
            served.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
