"""What people find at a table besides their cards: talk, dragging, second thoughts, each other, and room for ten."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playing import POINT, click, play_by_keys, play_by_mouse
from visiting import PHONE, WIDE, Served, Visitor

SCROLLS = """() => [...document.querySelectorAll('*')].filter((each) => {
  const style = getComputedStyle(each);
  const wide = each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1;
  return wide && !each.closest('.log, .vh') && /auto|scroll|hidden/.test(style.overflow) && each.clientHeight > 40;
}).map((each) => each.className)"""
CHATTER = """async () => {
  const line = document.querySelector('.chatline'), input = line.querySelector('input');
  for (let n = 0; n < 8; n++) {
    input.value = 'again';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => setTimeout(done, 5));
    line.requestSubmit();
  }
}"""
"""Somebody who types faster than others read."""
CUT = """() => [...document.querySelectorAll('.board .plate, .board .card, .prompt, .prompt button')].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight);
}).map((each) => each.className)"""
COVERED = """() => {
  const dock = document.querySelector('.prompt').getBoundingClientRect();
  return [...document.querySelectorAll('.board .card, .board .plate')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.bottom > dock.top + 1 && box.right > dock.left && box.left < dock.right;
  }).length;
}"""


@pytest.mark.parametrize("size", [WIDE, (1024, 768), (390, 844)])
def test_a_table_of_ten_scrolls_nowhere_and_covers_nothing(visitors: Any, size: tuple[int, int]) -> None:
    visitor = visitors(size)
    visitor.sit("talon", *["random"] * 9)
    play_by_mouse(visitor.page, seed=1, until="document.querySelectorAll('.coll .card').length > 5")
    page = visitor.page
    assert page.locator(".plate").count() == 10
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SCROLLS) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate(COVERED) == 0


def test_the_gamble_is_played_with_an_all_in(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("talon", "random", "random", "random", variant="gamble", options={"stack": 20})
    page = visitor.page
    play_by_mouse(page, seed=1, until="/All in/.test(document.querySelector('.prompt').innerText)")
    page.locator(".prompt [data-act]", has_text="All in").click()
    page.locator(".log", has_text="all in").wait_for()
    assert page.locator(".pot").count() >= 1
    play_by_mouse(page, seed=1)
    assert "coins" in page.locator(".result").inner_text().lower()


def test_an_amount_is_set_by_its_slider_and_by_keys(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("talon", "greedy", "greedy", variant="gamble")
    page = visitor.page
    play_by_mouse(page, seed=2, until="!!document.querySelector('.amount')")
    page.locator(".amount input").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    wanted = page.locator(".amount .primary").inner_text().split()[-1]
    page.locator(".amount .primary").click()
    page.locator(".log p", has_text=f"You raise to {wanted}.").wait_for()


def test_friends_choose_in_secret_change_their_minds_and_talk(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    table = host.sit("talon", "open")
    friend.page.goto(f"/table/{table}")
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start").click()
    for visitor in (host, friend):
        visitor.page.wait_for_selector(".fan button.legal")
    hand = host.page.locator(".fan button.legal")
    click(host.page, ".fan button.legal", 2)
    assert hand.nth(2).get_attribute("class").split().count("selected") == 1
    assert host.page.locator(".log p", has_text="choose").count() == 0, "nothing is sent before it is confirmed"
    click(host.page, ".fan button.legal", 3)
    chosen = hand.nth(3).get_attribute("aria-label").partition(",")[0]
    host.page.keyboard.press("1")
    friend.page.get_by_role("button", name="Log, chat and rules").click()
    friend.page.locator(".log p", has_text="chooses a card").wait_for()
    friend.page.get_by_role("button", name="Close").click()
    host.page.get_by_text(f"You choose the {chosen}").wait_for()
    secret = told(friend, "chooses")
    assert len(secret) == 1
    assert chosen.lower() not in json.dumps(secret).lower(), "the choice is on the wire"
    host.page.get_by_role("tab", name="Chat").click()
    host.page.get_by_label("Say something kind").fill("Good luck <b>friend</b>")
    host.page.keyboard.press("Enter")
    friend.page.locator(".rail-btn .dot").wait_for()
    friend.page.get_by_role("button", name="Log, chat and rules").click()
    friend.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_text("Good luck <b>friend</b>").wait_for()
    host.page.evaluate(CHATTER)
    host.page.get_by_text("Not said: too many messages").wait_for()
    watcher = visitors(WIDE)
    watcher.page.goto(f"/table/{table}")
    watcher.page.wait_for_selector(".tbl")
    watcher.page.get_by_role("tab", name="Chat").click()
    watcher.page.get_by_text("only those who sit at the table talk").wait_for()
    assert watcher.page.locator("button.legal, .fan").count() == 0
    assert chosen.lower() not in json.dumps(told(watcher, "chooses")).lower()


def told(visitor: Visitor, kind: str) -> list[dict[str, Any]]:
    """Events of a kind that came over the wire."""
    messages = [json.loads(frame) for frame in visitor.frames]
    events = [each for m in messages for each in m.get("events", []) + m.get("news", {}).get("events", [])]
    return [event for event in events if event["kind"] == kind]


def test_a_spectator_sees_the_game_go_on_and_nothing_that_is_hidden(visitors: Any) -> None:
    player, watcher = visitors(WIDE), visitors(WIDE)
    table = player.sit("claw", "random")
    watcher.page.goto(f"/table/{table}")
    watcher.page.wait_for_selector(".tbl")
    play_by_mouse(player.page, seed=3)
    watcher.page.locator(".result").wait_for()
    hands = [frame for frame in watcher.frames if '"private":{' in frame]
    assert hands == []


def drag(visitor: Visitor, start: str, goal: str) -> None:
    page = visitor.page
    end = page.locator(goal).first.bounding_box()
    assert end is not None
    page.mouse.move(*page.evaluate(POINT, [start, 0]))
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    assert page.locator(".in-flight").count() == 1
    page.mouse.up()


def test_cards_are_dragged_to_where_they_go(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("claw", "random")
    page = visitor.page
    play_by_mouse(page, seed=1, until="!!document.querySelector('.fan button.legal')")
    card = page.locator(".fan button.legal").first.get_attribute("aria-label").partition(",")[0]
    drag(visitor, ".fan button.legal", ".space.next")
    page.get_by_text(f"You place {card} on").wait_for()
    visitor.sit("prey", "random", "random", "random")
    page.wait_for_selector(".fan button.legal")
    hand = page.locator(".fan button").count()
    drag(visitor, ".fan button.legal", ".pl.ps")
    page.locator(".fan button").nth(hand - 1).wait_for(state="detached")


def test_a_card_that_is_dropped_where_it_may_not_go_says_why(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("claw", "random")
    page = visitor.page
    play_by_mouse(page, seed=1, until="!!document.querySelector('.fan button.legal')")
    hand = page.locator(".fan button").count()
    drag(visitor, ".fan button.legal", ".opp .space")
    page.locator("#reason").wait_for()
    assert page.locator(".fan button").count() == hand


def test_two_tabs_know_of_each_other(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("talon", "random")
    visitor.page.wait_for_selector(".tbl")
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    visitor.page.get_by_text("open in another tab").wait_for()
    other.close()
    visitor.page.get_by_text("open in another tab").wait_for(state="detached")


def test_who_is_sent_away_is_told(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(WIDE)
    table = host.sit("talon", "open")
    friend.page.goto(f"/table/{table}")
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Send").click()
    friend.page.get_by_text("The host has freed your seat").wait_for()
    assert friend.page.get_by_role("button", name="Sit down").is_visible()


def test_the_lobby_is_live(visitors: Any) -> None:
    host, other = visitors(WIDE), visitors(WIDE)
    other.page.goto("/")
    other.page.locator(".live").wait_for()
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    table = host.sit("prey", "open", "open")
    other.page.locator(f"a[href='/table/{table}']").wait_for()
    assert not [url for url in asked if url.endswith("/api/tables")], "the page asks instead of listening"


def test_the_tab_shows_whose_turn_it_is(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.sit("talon", "random")
    visitor.page.wait_for_selector("button.legal")
    assert "Your turn" in visitor.page.title()
    assert "favicon-turn" in visitor.page.locator("link[rel=icon]").get_attribute("href")
    visitor.page.get_by_label("Leave to home").click()
    visitor.page.get_by_role("heading", name="Four games").wait_for()
    assert "turn" not in visitor.page.locator("link[rel=icon]").get_attribute("href")


def test_an_address_that_leads_nowhere_says_what_to_do(visitors: Any) -> None:
    visitor = visitors(PHONE)
    visitor.page.goto("/tabel/abc")
    visitor.page.get_by_text("There is nothing at this address.").wait_for()
    visitor.page.get_by_role("link", name="To the home page").click()
    visitor.page.get_by_role("heading", name="Four games").wait_for()


def test_a_table_opens_by_itself_once_the_server_is_back(visitors: Any, served: Served) -> None:
    visitor = visitors(WIDE)
    visitor.sit("talon", "random")
    visitor.page.wait_for_selector(".tbl")
    served.kill()
    visitor.page.get_by_text("Connection lost").wait_for()
    visitor.page.get_by_text("Your game is stored").wait_for(timeout=30_000)
    served.start()
    visitor.page.wait_for_selector("button.legal", timeout=20_000)


@pytest.mark.prove
@pytest.mark.parametrize("game", ["claw", "prey"])
def test_a_whole_game_is_played_by_keys_alone(visitors: Any, game: str) -> None:
    visitor = visitors(WIDE)
    visitor.sit(game, *["random"] * (1 if game == "claw" else 3))
    assert play_by_keys(visitor.page, seed=2) > 10
