"""The list of all cards: search, filter, texts and figures, at three widths in both themes."""

from __future__ import annotations

from typing import Any

import pytest
from axe import violations
from states import SIZES


@pytest.mark.parametrize(("size", "theme"), [(1440, "light"), (1024, "dark"), (390, "dark")])
def test_cards_are_found_by_kind_name_text_and_group(visitors: Any, size: int, theme: str) -> None:
    page = visitors(SIZES[size], theme).page
    page.goto("/cards/prey")
    page.get_by_role("heading", name="Weasel").wait_for()
    assert page.locator(".tile").count() == 48
    page.get_by_label("Search names and texts").fill("12 as prey")
    assert page.locator(".tile h2").first.inner_text().startswith("Weasel")
    page.get_by_label("Group").select_option("Wing")
    assert page.locator(".tile").count() == 1
    page.get_by_label("Search names and texts").fill("no such card")
    page.get_by_text("Nothing is called so").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_a_formation_shows_how_often_it_wins(visitors: Any) -> None:
    page = visitors().page
    page.goto("/cards/claw")
    page.get_by_role("button", name="formations").click()
    page.get_by_label("Sort by").select_option(label="chosen: wins with it")
    tiles = page.locator(".tile")
    assert tiles.count() == 18
    shares = [float(tile.locator("td.num").nth(1).inner_text().split()[0]) for tile in tiles.all()]
    assert shares[0] > 50 > shares[-1]
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Tailed Beasts").click()
    page.get_by_text("Kindling Page").first.wait_for()
