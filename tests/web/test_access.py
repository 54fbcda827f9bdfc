"""For everyone: no serious violation that axe finds, nothing cut off, at three widths in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playing import play_by_mouse

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => [each.id, each.help, ...each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))].join(" | "))"""
SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}


def violations(page: Any) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(visitors: Any, size: str, theme: str) -> None:
    visitor = visitors(SIZES[size], theme)
    page = visitor.page
    page.goto("/")
    page.get_by_text("None yet.").wait_for()
    found = violations(page)
    for title in ("Tooth & Talon", "Tooth & Claw", "Predator & Prey"):
        visitor.play_now(title)
        page.wait_for_selector("button.legal, button.target")
        found += violations(page)
        play_by_mouse(page, seed=1, decisions=4)
        page.wait_for_selector("button.legal, button.target, .acts [data-act]")
        found += violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], title
    assert not found, "\n".join(found)
