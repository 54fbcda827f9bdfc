"""People: names, accounts, whom one keeps away; tables of one's own, and bots at their free seats."""

from __future__ import annotations

import time
from typing import Any

from axe import violations
from playing import play_by_mouse
from playwright.sync_api import Page, expect
from visiting import PHONE, WIDE


def together(host: Any, friend: Any, game: str = "talon") -> str:
    """A table that waits, with a friend at it."""
    table = str(host.sit(game, "open", "open"))
    friend.page.goto(f"/table/{table}")
    friend.page.get_by_role("button", name="Sit down").click()
    return table


def call_me(page: Page, name: str) -> None:
    page.goto("/you")
    field = page.get_by_label("Your name")
    expect(field).not_to_have_value("")
    field.fill(name)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()


def test_a_new_name_is_read_by_others_at_a_table_that_has_not_begun(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    together(host, friend)
    call_me(friend.page, "  Tamsin   of the Fen ")
    expect(friend.page.get_by_label("Your name")).to_have_value("Tamsin of the Fen")
    expect(friend.page.get_by_role("link", name="You: Tamsin of the Fen")).to_be_visible()
    host.page.get_by_text("Tamsin of the Fen").wait_for()
    assert violations(friend.page) == []


def test_an_account_is_the_same_person_in_another_browser_until_all_is_deleted(visitors: Any) -> None:
    here, there = visitors(WIDE), visitors(PHONE)
    call_me(here.page, "Old Badger")
    login = f"badger{time.time_ns()}"
    here.page.get_by_label("Login").fill(login)
    here.page.get_by_label("Password").fill("short")
    here.page.locator("form").get_by_role("button", name="Make an account").click()
    assert here.page.evaluate("document.querySelector('input[type=password]').validity.tooShort")
    here.page.get_by_label("Password").fill("under the oak")
    here.page.locator("form").get_by_role("button", name="Make an account").click()
    here.page.get_by_text(f"Your login is {login}").wait_for()

    there.page.goto("/you")
    there.page.get_by_role("button", name="I have one").click()
    there.page.get_by_label("Login").fill(login)
    there.page.get_by_label("Password").fill("under the elm")
    there.page.get_by_role("button", name="Log in").click()
    there.page.get_by_text("Login or password is wrong.").wait_for()
    there.page.get_by_label("Password").fill("under the oak")
    there.page.get_by_role("button", name="Log in").click()
    there.page.get_by_role("heading", name="Old Badger").wait_for()

    there.page.get_by_label("Old password").fill("under the elm")
    there.page.get_by_label("New password").fill("under the yew")
    there.page.get_by_role("button", name="Change the password").click()
    there.page.get_by_text("The old password is wrong.").wait_for()
    there.page.get_by_label("Old password").fill("under the oak")
    there.page.get_by_role("button", name="Change the password").click()
    there.page.get_by_text("Your new password holds").wait_for()

    there.page.get_by_role("button", name="Delete my data").click()
    there.page.get_by_role("button", name="Yes, delete it").click()
    there.page.get_by_text("You are a new guest now.").wait_for()
    assert there.page.get_by_role("heading", name="Old Badger").count() == 0
    here.page.reload()  # its cookie names nobody any more
    here.page.get_by_text("You are a guest.").wait_for()
    assert here.page.get_by_role("heading", name="Old Badger").count() == 0


def test_a_token_is_shown_once_and_plays_until_it_is_withdrawn(visitors: Any) -> None:
    visitor = visitors(WIDE)
    page = visitor.page
    page.goto("/you")
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("The new token").input_value()
    headers = {"Authorization": f"Bearer {token}"}
    stranger = visitors(WIDE)
    assert stranger.page.request.get(f"{visitor.url}/api/me", headers=headers).json()["name"]
    page.reload()
    assert page.get_by_label("The new token").count() == 0
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("You have made none.").wait_for()
    assert stranger.page.request.get(f"{visitor.url}/api/me", headers=headers).status == 403


def test_bots_come_to_free_seats_and_go_and_the_host_starts(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(PHONE)
    table = str(host.sit("talon", "open", "open", "open"))
    friend.page.goto(f"/table/{table}")
    assert friend.page.get_by_role("button", name="Seat a bot").count() == 0
    page = host.page
    assert page.get_by_role("button", name="Start").is_disabled()
    page.get_by_role("radio", name="Easy").click()
    page.get_by_role("button", name="Seat a bot Seat 2").click()
    page.get_by_text("Bot · easy").wait_for()
    page.get_by_role("button", name="Send Wren away").click()
    page.get_by_text("Bot · easy").wait_for(state="detached")
    asked: list[Any] = []  # while the host's wish is under way, a friend sits down
    page.route("**/bot", lambda route: asked.append(route), times=1)
    with page.expect_request("**/bot"):
        page.get_by_role("button", name="Fill with bots").click()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_role("button", name="Leave the seat").wait_for()
    asked[0].continue_()
    page.get_by_text("All seats are taken. Start when you like.").wait_for()
    page.get_by_role("button", name="Start").click()
    friend.page.wait_for_selector(".tbl")
    assert friend.page.get_by_text("Bot · easy").count() == 2


def test_who_is_blocked_is_not_heard_and_cannot_come_back(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(WIDE)
    together(host, friend)
    call_me(friend.page, "Loud Jackdaw")
    friend.page.go_back()
    friend.page.get_by_label("Say something kind").fill("You play like a worm")
    friend.page.keyboard.press("Enter")
    page = host.page
    page.get_by_text("You play like a worm").wait_for()
    page.get_by_role("button", name="About Loud Jackdaw").first.click()
    page.get_by_label("Report").fill("Rude without a reason.")
    page.get_by_role("button", name="Send the report").click()
    page.get_by_text("Your report is kept.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="About Loud Jackdaw").first.click()
    assert violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Block").click()
    page.get_by_text("You have blocked Loud Jackdaw.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    assert page.get_by_text("You play like a worm").count() == 0
    page.get_by_role("button", name="Send Loud Jackdaw away").click()
    friend.page.get_by_text("The host has freed your seat").wait_for()
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_text("does not play with you.").wait_for()
    page.goto("/you")
    page.get_by_role("button", name="Lift Loud Jackdaw").click()
    page.get_by_text("Nobody.").wait_for()


def test_a_table_is_set_up_as_one_likes_it_and_the_home_page_leads_back(visitors: Any) -> None:
    visitor = visitors(WIDE)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Set up Tooth & Talon").click()
    page.get_by_role("radio", name="6").click()
    page.get_by_role("radio", name="Easy").click()
    page.get_by_label("Rules").select_option(label="The gamble")
    assert violations(page) == []
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".tbl")
    assert page.get_by_text("Bot · easy").count() == 5
    assert "Ante" in page.locator(".roundlab").inner_text()
    play_by_mouse(page, seed=2, decisions=1)
    page.wait_for_selector("button.legal, button.target, .acts [data-act]")
    page.get_by_role("link", name="Leave to home").click()
    page.get_by_text("It is your turn").wait_for()
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector(".tbl")
