"""Quick: little to load, and an answer to every touch while a bot thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playing import click, play_by_mouse
from playwright.sync_api import Page
from visiting import WIDE

FIRST_LOAD = 250_000  # bytes on the wire, compressed, without pictures
NEXT_PAINT = 100  # milliseconds
WIRE = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .filter((each) => !each.name.includes("/api/") && !/\\.(svg|png|webp)$/.test(each.name))
  .map((each) => [new URL(each.name).pathname, each.transferSize])"""
WATCH = """() => {
  window.touched = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.touched.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


def test_the_first_load_is_small(visitors: Any) -> None:
    page = visitors(WIDE).page
    page.goto("/")
    page.get_by_text("None yet.").wait_for()
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(WIRE)
    size = sum(length for _, length in loaded)
    print(f"\nfirst load: {size / 1000:.0f} kB in {len(loaded)} files")
    assert any(path.endswith(".js") and length > 10_000 for path, length in loaded)
    assert size < FIRST_LOAD, loaded


def touches(page: Page) -> dict[str, Callable[[], object]]:
    """What people do while they wait."""
    return {
        "rules": lambda: page.get_by_role("tab", name="Rules").click(),
        "log": lambda: page.get_by_role("tab", name="Log").click(),
        "card": lambda: click(page, ".form .card"),
        "next": lambda: page.keyboard.press("n"),
        "help": lambda: page.keyboard.press("?"),
        "escape": lambda: page.keyboard.press("Escape"),
    }


def sit_with_a_thinker(visitor: Any) -> Page:
    page: Page = visitor.page
    visitor.sit("claw", "hard")
    play_by_mouse(page, seed=1, until="!!document.querySelector('.space .legal')")
    return page


def test_a_touch_costs_the_page_little_time_while_a_bot_thinks(visitors: Any) -> None:
    """Processor time of the page's thread up to the second frame, the best of three: what else the machine does at the
    same time is not counted."""
    page = sit_with_a_thinker(visitors(WIDE))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    cost: dict[str, float] = {}
    for _ in range(3):
        play_by_mouse(page, seed=1, decisions=1)
        for name, touch in touches(page).items():
            before = spent()
            touch()
            page.evaluate(PAINTED)
            cost[name] = min(cost.get(name, 1e9), spent() - before)
    print("\nmilliseconds of a touch: " + ", ".join(f"{name} {time:.0f}" for name, time in cost.items()))
    assert 0 < max(cost.values()) < NEXT_PAINT, cost


@pytest.mark.prove
def test_every_touch_is_painted_at_once_while_a_bot_thinks(visitors: Any) -> None:
    """On the clock, as browsers count it; for a machine that does nothing else."""
    page = sit_with_a_thinker(visitors(WIDE))
    page.evaluate(WATCH)
    for _ in range(5):
        play_by_mouse(page, seed=1, decisions=1)
        for touch in touches(page).values():
            touch()
    page.wait_for_timeout(300)
    slow = sorted(page.evaluate("window.touched"), reverse=True)
    print(f"\ninteraction to next paint: {slow[:5]} ms at worst, of {len(slow)} over 16 ms")
    worst = slow[len(slow) // 50] if slow else 0  # one in fifty may be worse
    assert worst < NEXT_PAINT, slow[:10]
