"""What a player gets to see: how a trick ended, why a card is dimmed, what happened where the log is hidden."""

from __future__ import annotations

from typing import Any

from axe import violations
from playing import POINT, play_by_mouse
from playwright.sync_api import expect
from visiting import PHONE, WIDE

TRICK = ".trick .pl .card"


def at_prey(visitor: Any, pace: str = "off") -> Any:
    visitor.context.add_init_script(f"localStorage.pace = {pace!r}")
    visitor.sit("prey", "greedy", "greedy", "greedy")
    visitor.page.wait_for_selector(".fan button.legal")
    return visitor.page


def to_a_dimmed_card(page: Any) -> None:
    play_by_mouse(page, seed=2, until="['.dim', '.legal'].every((each) => document.querySelector(`.fan ${each}`))")


def test_a_dimmed_card_says_why_under_the_pointer_and_in_focus(visitors: Any) -> None:
    page = at_prey(visitors(WIDE))
    to_a_dimmed_card(page)
    page.mouse.move(*page.evaluate(POINT, [".fan .dim", 0]))
    page.locator("#tip").wait_for()
    assert "follow" in page.locator("#tip").inner_text().lower()
    assert violations(page) == []
    page.mouse.move(5, 5)
    page.locator("#tip").wait_for(state="detached")
    page.keyboard.press("n")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.classList.contains('dim')"):
            break
    page.locator("#tip").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "tip"
    page.locator("#tip a").click()
    page.wait_for_selector(".rules section")


def test_a_finished_trick_stays_to_be_seen(visitors: Any) -> None:
    page = at_prey(visitors(WIDE), "calm")
    play_by_mouse(page, seed=3, decisions=1)
    page.get_by_text("takes it").or_(page.get_by_text("you take it")).wait_for()
    assert page.locator(TRICK).count() == 4
    page.get_by_text("takes it").or_(page.get_by_text("you take it")).wait_for(state="detached")


def test_where_the_log_is_hidden_the_last_news_is_told(visitors: Any) -> None:
    page = at_prey(visitors(PHONE))
    play_by_mouse(page, seed=3, decisions=1)
    page.locator(".tick", has_text="play").wait_for()
    page.locator(".tick").wait_for(state="detached")


def test_a_finger_that_rests_on_a_card_reads_it_and_plays_nothing(visitors: Any) -> None:
    page = at_prey(visitors(PHONE))
    [x, y] = page.evaluate(POINT, [".fan button.legal", 0])
    fingers, held = page.context.new_cdp_session(page), page.locator(".fan .card").count()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.locator(".held .insp").get_by_text("Predator").wait_for()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator(".held").wait_for(state="detached")
    assert page.locator(".fan .card").count() == held
    page.touchscreen.tap(x, y)
    expect(page.locator(".fan .card")).to_have_count(held - 1)


def test_the_keyboard_goes_on_from_the_question(visitors: Any) -> None:
    page = at_prey(visitors(WIDE))
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    page.locator(".prompt:focus").wait_for()
