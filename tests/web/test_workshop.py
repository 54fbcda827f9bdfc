"""The workshop in a real browser: change a card, be told what is wrong, measure, play, export."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from axe import violations
from playwright.sync_api import Page, expect
from visiting import PHONE, WIDE, Visitor


def make(page: Page, game: str, name: str) -> None:
    page.goto("/workshop")
    page.get_by_role("radio", name=game).click()
    page.get_by_label("Its name").fill(name)
    page.get_by_role("button", name="Make it mine").click()
    page.get_by_role("heading", name=name, level=1).wait_for()


def choose(page: Page, part: str) -> None:
    page.get_by_role("navigation", name="Parts").get_by_role("button", name=part).click()
    page.get_by_role("main", name=part).get_by_role("heading", name=part).wait_for()


def test_a_designer_changes_a_formation_measures_it_plays_it_and_takes_it_home(
    visitors: Callable[..., Visitor], tmp_path: Path
) -> None:
    page = visitors().page
    make(page, "Tooth & Claw", "Sharper lances")
    expect(page.get_by_text("Nothing yet. Pick a part")).to_be_visible()
    expect(page.get_by_role("button", name="Measure the change")).to_be_disabled()
    choose(page, "Spearhead")

    page.get_by_label("Vanguard").fill("+9 +2 ?")
    wrong = page.get_by_role("alert")
    expect(wrong).to_contain_text("holds '+9'")
    expect(page.get_by_label("Vanguard")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Nothing yet. Pick a part")).to_be_visible()

    page.get_by_label("Vanguard").fill("+1 +2 ?")
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    expect(wrong).to_have_count(0)
    expect(page.get_by_role("button", name="Spearhead, Vanguard: . +2 ? became +1 +2 ?")).to_be_visible()

    page.get_by_label("Games").select_option("100")
    page.get_by_role("button", name="Measure the change").click()
    expect(page.get_by_role("heading", name="What the change does")).to_be_visible(timeout=90_000)
    expect(page.get_by_role("table", name="Seats").get_by_role("row")).to_have_count(3)

    with page.expect_download() as download:
        page.get_by_role("link", name="Download TOML").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    linted = subprocess.run(
        [sys.executable, "-m", "bestiary", "lint", "claw", str(file)], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert linted.returncode in (0, 1), linted.stderr  # 2: it cannot be played
    assert "+1 +2 ?" in file.read_text()

    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector(".tbl")
    lit = page.locator("[data-thing].legal, button.legal").first
    lit.wait_for()
    lit.click()


def test_a_card_says_what_its_effects_mean_as_they_are_typed(visitors: Callable[..., Visitor]) -> None:
    page = visitors().page
    make(page, "Tailed Beasts", "Deeper pockets")
    page.get_by_label("Search cards").fill("kindling page")
    choose(page, "Kindling Page")
    page.get_by_role("textbox", name="Effects").fill("SC DRAW 2")
    said = page.get_by_text("When this card scores: draw 2 clan cards.")
    expect(said).to_have_count(2)  # on the card as it is drawn, and below it
    expect(said.last).to_be_visible()
    page.get_by_role("textbox", name="Effects").fill("SC DROW 2")
    expect(page.get_by_role("alert")).to_contain_text("DROW")
    page.get_by_role("textbox", name="Effects").fill("SC DRAW 2")
    page.get_by_role("button", name="Put it back: Effects").click()
    expect(page.get_by_text("Nothing yet. Pick a part")).to_be_visible()


def test_a_friend_with_the_link_copies_the_edition(visitors: Callable[..., Visitor]) -> None:
    page, friend = visitors().page, visitors().page
    make(page, "Predator & Prey", "Shared")
    friend.goto(page.url)
    expect(friend.get_by_text("somebody else’s edition")).to_be_visible()
    expect(friend.get_by_label("Weasel, number 1")).to_be_disabled()
    friend.get_by_role("button", name="Copy it and change the copy").click()
    expect(friend.get_by_label("Weasel, number 1")).to_be_enabled()
    friend.goto("/workshop")
    friend.once("dialog", lambda dialog: dialog.accept())
    friend.get_by_role("button", name="Delete Shared").click()
    expect(friend.get_by_text("None yet.")).to_be_visible()


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "dark"), (PHONE, "light")])
def test_the_workshop_can_be_used_by_everyone(
    visitors: Callable[..., Visitor], size: tuple[int, int], theme: str
) -> None:
    page = visitors(size, theme).page
    make(page, "Tooth & Talon", "Mine")
    choose(page, "Hawk")
    page.get_by_label("Copies").fill("12")
    expect(page.get_by_role("alert")).to_contain_text("from 0 to 6")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/workshop")
    page.get_by_text("Your editions").wait_for()
    assert violations(page) == []
