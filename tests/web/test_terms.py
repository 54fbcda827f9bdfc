"""Clocks, caretakers, taking back and hints, as people meet them in the page."""

from __future__ import annotations

import re
from typing import Any

from playing import play_by_mouse
from axe import violations
from states import SIZES
from visiting import PHONE, WIDE, Visitor


def together(host: Visitor, friend: Visitor, game: str, terms: dict[str, Any]) -> None:
    """Both sit at a new table in play."""
    for visitor in (host, friend):
        visitor.page.goto("/")
        assert visitor.page.request.get("/api/me").ok
    table = host.page.request.post("/api/tables", data={"game": game, "players": 2, "terms": terms}).json()["table"]
    assert friend.page.request.post(f"/api/tables/{table}/join", data={}).ok
    assert host.page.request.post(f"/api/tables/{table}/start").ok
    for visitor in (host, friend):
        visitor.page.goto(f"/table/{table}")
        visitor.page.wait_for_selector(".tbl")


def mover_of(visitors: list[Visitor]) -> Visitor:
    """Who is asked now."""
    while True:
        for visitor in visitors:
            if visitor.page.locator("button.legal, button.target, .acts [data-act]").count():
                return visitor
        visitors[0].page.wait_for_timeout(50)


def test_a_clock_is_chosen_shown_and_counts_down(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    host.page.goto("/")
    host.page.get_by_role("button", name="With friends Tooth & Claw").click()
    host.page.get_by_role("radio", name="In all").click()
    host.page.get_by_label("How long").select_option(label="5 minutes, and 5 seconds a move")
    assert violations(host.page) == []
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_text("5 minutes in all, 5 seconds more a move").wait_for()
    friend.page.goto(host.page.get_by_label("Link to this table").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start").click()
    running = host.page.locator(".plate.acting").get_by_role("timer")
    first = running.inner_text()
    assert re.fullmatch(r"[45]:\d\d", first)
    host.page.wait_for_timeout(1500)
    assert running.inner_text() < first
    assert "left" in (running.get_attribute("aria-label") or "")


def test_a_caretaker_plays_until_the_owner_takes_the_seat_back(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    together(host, friend, "claw", {"clock": {"kind": "move", "time": 2}, "caretaker": True})
    slow = mover_of([host, friend])
    take = slow.page.get_by_role("button", name="Take my seat back")
    take.wait_for()
    other = friend if slow is host else host
    other.page.get_by_text("a caretaker plays").first.wait_for()
    assert violations(slow.page) == []
    take.click()
    take.wait_for(state="detached")


def test_who_runs_out_of_time_has_lost_and_both_are_told(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    together(host, friend, "claw", {"clock": {"kind": "move", "time": 1}})
    for visitor in (host, friend):
        visitor.page.get_by_text(re.compile("ran out of time; .* wins")).wait_for()
        assert visitor.page.locator("button.legal").count() == 0


def test_a_move_is_taken_back_if_the_other_agrees(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    together(host, friend, "claw", {"undo": "consent"})
    for seed in range(60):
        mover = mover_of([host, friend])
        play_by_mouse(mover.page, seed, decisions=1)
        mover.page.wait_for_timeout(150)
        if mover.page.get_by_role("button", name="Take back").count():
            break
    mover.page.get_by_role("button", name="Take back").click()
    mover.page.get_by_role("button", name="Never mind").wait_for()
    other = friend if mover is host else host
    assert violations(other.page) == []
    other.page.get_by_role("button", name="Agree").click()
    mover.page.get_by_text("You take a move back.").first.wait_for(state="attached")  # a phone shows the log when asked
    mover.page.get_by_role("button", name="Never mind").wait_for(state="detached")
    assert mover_of([host, friend]) is mover


def test_a_bot_gives_a_hint_and_does_it(visitors: Any) -> None:
    visitor = visitors(SIZES[390])
    visitor.play_now("Tooth & Talon")
    visitor.page.get_by_role("button", name="Hint").wait_for()
    visitor.page.keyboard.press("h")
    visitor.page.get_by_text("A bot would:").wait_for()
    assert violations(visitor.page) == []
    visitor.page.get_by_role("button", name="Do it").click()
    visitor.page.get_by_text("A bot would:").wait_for(state="detached")


def test_who_comes_back_after_days_reads_what_happened(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    together(host, friend, "claw", {"clock": {"kind": "days", "time": 3}})
    for seed in range(14):
        play_by_mouse(mover_of([host, friend]).page, seed, decisions=1)
        host.page.wait_for_timeout(150)
    host.page.reload()
    digest = host.page.get_by_role("region", name="Since your last turn")
    friend.page.reload()
    other = friend.page.get_by_role("region", name="Since your last turn")
    host.page.wait_for_selector(".tbl")
    friend.page.wait_for_selector(".tbl")
    shown = digest if digest.count() else other
    assert shown.get_by_role("listitem").count() > 0
    shown.get_by_role("button", name="Close").click()
    shown.wait_for(state="detached")
