"""The lessons, as a learner takes them: a wrong click changes nothing, and every lesson comes to its end."""

from __future__ import annotations

import time
from typing import Any

import pytest
from axe import violations
from playing import BUTTONS, OFFERED, POINT
from visiting import PHONE, WIDE

TITLES = {"talon": "Tooth & Talon", "claw": "Tooth & Claw", "prey": "Predator & Prey", "beasts": "Tailed Beasts"}
SHOWN = (f"{BUTTONS}[data-pointed]", ".fmenu button[data-pointed]", "button[data-pointed]")  # what is open comes first
PATIENCE = 60.0


def begin(visitor: Any, title: str) -> Any:
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name=f"Learn {title}").click()
    page.wait_for_selector(".tutor")
    return page


def press_what_is_shown(page: Any) -> bool:
    """Clicks the first thing with a ring that a mouse can hit."""
    for query in SHOWN:
        for number in range(page.locator(query).count()):
            if point := page.evaluate(POINT, [query, number]):
                page.mouse.click(*point)
                return True
    return False


def take_a_lesson(page: Any) -> int:
    """Reads on, and does what the tutor shows, until the lesson is over."""
    done, until = 0, time.monotonic() + PATIENCE
    while not page.get_by_role("button", name="Play on").is_visible():
        assert time.monotonic() < until, page.locator(".tutor, .prompt").all_inner_texts()
        if (on := page.locator(".tutor button", has_text="Next")).is_visible():
            on.click()
        elif press_what_is_shown(page):
            done += 1
            page.wait_for_timeout(100)
        else:
            page.wait_for_timeout(50)
    page.get_by_role("button", name="Play on").click()
    assert page.locator(".tutor").count() == 0
    return done


@pytest.mark.parametrize(
    ("game", "size"), [("talon", PHONE), ("claw", WIDE), ("prey", WIDE), ("beasts", WIDE), ("beasts", PHONE)]
)
def test_a_lesson_is_taken_to_its_end(visitors: Any, game: str, size: tuple[int, int]) -> None:
    page = begin(visitors(size), TITLES[game])
    assert violations(page) == []
    assert take_a_lesson(page) >= 6


def test_a_wrong_click_in_a_lesson_is_held_back_with_a_word(visitors: Any) -> None:
    page = begin(visitors(WIDE), TITLES["talon"])
    page.wait_for_selector(OFFERED)
    log = page.locator(".log").inner_text()
    page.locator("[data-thing^='rat@hand']").first.click()
    page.get_by_text("In this lesson try what the ring shows").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".log").inner_text() == log
    page.reload()
    page.wait_for_selector(".tutor")
    take_a_lesson(page)
