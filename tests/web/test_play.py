"""Whole games through the page, as people play them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playing import click, play_by_keys, play_by_mouse
from visiting import PHONE, WIDE, Served

TITLES = {"talon": "Tooth & Talon", "claw": "Tooth & Claw", "prey": "Predator & Prey"}


@pytest.mark.parametrize("game", TITLES)
def test_a_whole_game_is_played_by_mouse(visitors: Any, game: str) -> None:
    visitor = visitors(WIDE)
    visitor.play_now(TITLES[game])
    play_by_mouse(visitor.page, seed=1)
    result = visitor.page.locator(".result")
    assert result.get_by_role("row").count() >= 3
    assert hidden_cards(visitor.frames) == []


def test_a_whole_game_is_played_by_keys_alone(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.play_now(TITLES["talon"])
    assert play_by_keys(visitor.page, seed=2) > 10


def test_a_whole_game_is_played_on_a_phone(visitors: Any) -> None:
    visitor = visitors(PHONE)
    visitor.play_now(TITLES["talon"])
    play_by_mouse(visitor.page, seed=3)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_dimmed_card_says_which_rule_forbids_it(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.play_now(TITLES["prey"])
    page = visitor.page
    play_by_mouse(page, seed=4, until="!!document.querySelector('.fan button.dim')")
    click(page, ".fan button.dim")
    reason = page.locator("#reason")
    reason.wait_for()
    assert "follow" in reason.inner_text().lower()
    assert page.locator("[aria-describedby=reason]").count() == 1


def test_a_reload_comes_back_to_the_same_table(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.play_now(TITLES["talon"])
    play_by_mouse(visitor.page, seed=5, decisions=5)
    visitor.page.wait_for_selector("button.legal, button.target, .acts [data-act]")
    before = visitor.page.locator(".log").inner_text()
    visitor.page.reload()
    visitor.page.wait_for_selector(".tbl")
    visitor.page.wait_for_selector("button.legal, button.target, .acts [data-act]")
    assert visitor.page.locator(".log").inner_text().startswith(before.rstrip())  # bots may have chosen meanwhile


def test_the_server_is_killed_and_the_game_goes_on(visitors: Any, served: Served) -> None:
    visitor = visitors(WIDE)
    visitor.play_now(TITLES["talon"])
    play_by_mouse(visitor.page, seed=6, decisions=4)
    served.kill()
    visitor.page.get_by_text("Connection lost").wait_for()
    served.start()
    play_by_mouse(visitor.page, seed=6)
    assert visitor.page.locator(".result").count() == 1


def test_friends_join_by_the_link_and_choose_in_secret(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    host.page.goto("/")
    host.page.get_by_role("button", name="With friends Tooth & Claw").click()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_label("Link to this table").wait_for()
    friend.page.goto(host.page.get_by_label("Link to this table").input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start").click()
    for visitor in (host, friend):
        visitor.page.wait_for_selector(".tbl")
    for seed in range(12):
        for visitor in (host, friend):
            if visitor.page.evaluate("!!document.querySelector('button.legal, button.target')"):
                play_by_mouse(visitor.page, seed, decisions=1)
                if visitor.page.evaluate("!!document.querySelector('.selected')"):
                    play_by_mouse(visitor.page, seed, decisions=1)
        host.page.wait_for_timeout(100)
    assert "formation" in host.page.locator(".log").inner_text()
    assert hidden_cards(host.frames) == []
    assert hidden_cards(friend.frames) == []


def test_a_table_that_is_not_there_says_what_to_do(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.page.goto("/table/nosuchtable")
    visitor.page.get_by_text("This table is gone.").wait_for()
    visitor.page.get_by_role("link", name="To the home page").click()
    visitor.page.get_by_role("heading", name="Four games of beasts").wait_for()


def hidden_cards(frames: list[str]) -> list[str]:
    """Places of others whose cards a frame names although they lie face down for everybody."""
    found, seat = [], -1
    for text in frames:
        message = json.loads(text)
        if message["type"] == "table":
            seat = message.get("you", -1)
        if message["type"] == "now":
            private = message["look"].get("private") or {}
            found += [
                place for place in private.get("knows", {})
                if place.startswith(("hand:", "deck:")) and place.split(":")[1] != str(seat)
            ]  # fmt: skip
            public = message["look"]["public"]["places"]
            found += [p for p, lies in public.items() if p.startswith(("hand:", "deck:")) and set(lies) != {"?"}]
    return found
