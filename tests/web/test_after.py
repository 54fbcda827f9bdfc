"""After the game: the receipt, the replay, the review."""

from __future__ import annotations

import json
import random
import re
import time
from typing import Any

import pytest
from playing import BUTTONS, OFFERED, STATE, click, play_by_mouse
from playwright.sync_api import Route, expect
from axe import violations
from states import SIZES
from visiting import WIDE, Served, Visitor

from bestiary.engine.replay import read_all, verify


@pytest.fixture(scope="module")
def played(browser: Any, served: Served) -> Any:
    """Somebody who has played a game of Tooth & Talon to its end, against bots."""
    visitor = Visitor(browser, served.url, WIDE)
    visitor.play_now("Tooth & Talon")
    play_by_mouse(visitor.page, seed=7)
    yield visitor
    visitor.close()


def table_of(visitor: Visitor) -> str:
    return visitor.page.url.rsplit("/", 1)[1].partition("#")[0]


@pytest.fixture
def table(played: Visitor) -> str:
    """The table that was played, with its result on the page."""
    if "/table/" not in played.page.url:
        played.page.go_back()
    return table_of(played)


def test_the_page_verifies_the_deal_and_shows_each_step(played: Visitor, table: str, tmp_path: Any) -> None:
    receipt = played.page.locator(".receipt")
    receipt.get_by_text("Verified: the deal is fair.").wait_for()
    receipt.locator("summary").click()
    steps = receipt.get_by_role("listitem").all_inner_texts()
    assert len(steps) == 7  # the promise, that it was seen, one's own seed, three bots, the key
    assert all(step.startswith("✓") for step in steps), steps
    with played.page.expect_download() as saved:
        receipt.get_by_role("link", name="the replay file").click()
    saved.value.save_as(tmp_path / "game.jsonl")
    assert verify(read_all(tmp_path / "game.jsonl")[0]).problems == []


FORGED = {
    "the server's seed": (lambda told: told.update(seed="00" * 32), "is the one that it promised"),
    "the promise": (lambda told: told.update(seed="00" * 32, commitment=ZEROS), "this browser saw before"),
    "your seed": (lambda told: told["seats"][0].update(seed="elm"), "Your seed"),
    "a bot's seed": (lambda told: told["seats"][1].update(seed="elm"), "follows from the server’s seed"),
    "a bot's choice": (lambda told: told["seats"][1].update(seed="elm", made=False), "Somebody chose"),
    "the key": (lambda told: told.update(key="00" * 32), "The key of all shuffles"),
}
ZEROS = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"  # SHA-256 of 32 zero bytes


@pytest.mark.parametrize("what", FORGED)
def test_the_page_refuses_a_forged_receipt_and_says_what_is_wrong(played: Visitor, table: str, what: str) -> None:
    forge, says = FORGED[what]

    def answer(route: Route) -> None:
        told = route.fetch().json()
        forge(told)
        route.fulfill(body=json.dumps(told), content_type="application/json")

    played.page.route(re.compile("/receipt$"), answer)
    try:
        played.page.reload()
        summary = played.page.locator(".receipt summary")
        summary.get_by_text("This receipt is wrong:").wait_for()
        assert says in summary.inner_text()
    finally:
        played.page.unroute(re.compile("/receipt$"))
        played.page.reload()


def test_a_browser_that_cannot_hash_says_so(visitors: Any, played: Visitor, table: str) -> None:
    visitor = visitors(WIDE)
    visitor.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    visitor.page.goto(f"/table/{table}")
    visitor.page.get_by_text("cannot check the deal here").wait_for()


def test_a_spectator_checks_all_but_what_only_players_saw(visitors: Any, played: Visitor, table: str) -> None:
    visitor = visitors(WIDE)
    visitor.page.goto(f"/table/{table}")
    visitor.page.get_by_text("Verified: the deal is fair.").wait_for()
    visitor.page.locator(".receipt summary").click()
    assert visitor.page.get_by_text("was not there before the deal").count() == 1


def test_friends_type_seeds_of_their_own(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="With friends Tooth & Claw").click()
    visitor.page.get_by_role("button", name="Open the table").click()
    field = visitor.page.get_by_label("Your part in the luck")
    expect(field).to_have_value(re.compile("^[0-9a-f]{32}$"))
    field.fill("three oaks")
    with visitor.page.expect_response(re.compile("/seed$")) as answer:
        visitor.page.get_by_role("button", name="Change").click()
    told = answer.value.json()
    assert told["seats"][0] == {"seed": "three oaks"}
    assert "seed" not in told


# --- The replay


def at(visitor: Visitor) -> str:
    return visitor.page.locator(".player output").inner_text()


def test_a_link_leads_to_any_position_seen_from_any_seat(visitors: Any, played: Visitor, table: str) -> None:
    visitor = visitors(WIDE)
    visitor.page.goto(f"/replay/{table}#45@2")
    expect(visitor.page.locator(".player output")).to_have_text(re.compile("^45 of "))
    hand = visitor.page.locator(".fan [data-thing]")
    assert hand.count() > 0
    assert all("@hand:2" in str(card.get_attribute("data-thing")) for card in hand.all())
    log = visitor.page.locator(".log p")
    expect(log.first).to_be_visible()
    visitor.page.get_by_label("Seen by").select_option("0")
    expect(visitor.page.locator(".fan [data-thing]").first).to_have_attribute("data-thing", re.compile("@hand:0"))
    assert visitor.page.url.endswith("#45@0")


def test_keys_and_the_slider_go_through_a_game(visitors: Any, played: Visitor, table: str) -> None:
    visitor = visitors(WIDE)
    page, output = visitor.page, visitor.page.locator(".player output")
    page.goto(f"/replay/{table}")
    expect(output).to_have_text(re.compile("^0 of "))
    assert page.get_by_text("The table is set.").is_visible() or page.locator(".just").inner_text()
    last = int(at(visitor).split()[-1])
    for key, position in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1), ("PageDown", 11)):
        page.keyboard.press(key)
        expect(output).to_have_text(f"{position} of {last}")
        assert f"#{position}" in page.url
    page.get_by_label("Position").fill("20")
    expect(output).to_have_text(f"20 of {last}")
    page.get_by_label("Speed").select_option("4")
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("Space")
    expect(output).to_have_text(f"22 of {last}")
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("End")
    expect(page.locator(".result")).to_have_count(0)


def test_a_running_game_has_no_replay(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.play_now("Tooth & Claw")
    visitor.page.goto(f"/replay/{table_of(visitor)}")
    visitor.page.get_by_text("This game is not over yet").wait_for()


def test_finished_games_stand_on_the_home_page_and_in_the_history(played: Visitor, table: str) -> None:
    page = played.page
    page.goto("/")
    panel = page.locator(".panel", has_text="Last results")
    panel.get_by_role("link", name="Replay Tooth & Talon").wait_for()
    assert re.search("(1st|2nd|3rd|4th) of 4", panel.inner_text())
    panel.get_by_role("link", name="History").click()
    page.get_by_role("link", name="Replay Tooth & Talon").first.click()
    page.locator(".player output").wait_for()
    assert page.url.rsplit("/", 1)[1].startswith(table)
    page.goto(f"/table/{table}")


# --- The review


@pytest.fixture(scope="module")
def short(browser: Any, served: Served) -> Any:
    """A finished round of Predator & Prey between bots: its id, and a visitor who has asked for its review."""
    visitor = Visitor(browser, served.url, WIDE)
    visitor.page.goto("/")
    ask = visitor.page.request
    ask.get("/api/me")
    wanted = {"game": "prey", "players": 3, "options": {"max_rounds": 1}, "seats": ["greedy"] * 3}
    table = ask.post("/api/tables", data=wanted).json()["table"]
    ask.post(f"/api/tables/{table}/start")
    while ask.get(f"/api/tables/{table}").json()["status"] != "over":
        visitor.page.wait_for_timeout(100)
    visitor.page.goto(f"/review/{table}")
    visitor.page.locator("progress").wait_for()
    visitor.page.locator(".chances").wait_for(timeout=120_000)
    yield visitor, table
    visitor.close()


def test_every_point_of_the_chart_leads_to_its_position(short: tuple[Visitor, str]) -> None:
    visitor, table = short
    page = visitor.page
    page.goto(f"/review/{table}")
    page.get_by_role("group", name="Whose luck and errors").get_by_role("button").nth(1).click()
    points = page.locator(".chances a.point")
    decisions = [str(point.get_attribute("href")).partition("#")[2] for point in points.all()]
    assert len(decisions) > 3
    assert all(each.endswith("@1") for each in decisions)
    points.nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".player output")).to_have_text(re.compile(f"^{decisions[2].partition('@')[0]} of 36"))
    assert page.url.endswith(f"/replay/{table}#{decisions[2]}")
    page.get_by_role("link", name="Review").click()
    page.locator(".chances").wait_for()


def test_the_same_stands_in_a_table_and_the_costliest_moves_lead_on(short: tuple[Visitor, str]) -> None:
    visitor, table = short
    page = visitor.page
    page.goto(f"/review/{table}")
    page.get_by_text("All decisions as a table").click()
    rows = page.locator(".scroll tbody tr")
    told = page.request.get(f"/api/tables/{table}/review").json()["review"]
    assert rows.count() == len(told["moves"])
    costliest = page.locator(".mv").first
    costliest.get_by_role("link").click()
    page.locator(".player").wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_after_the_game(
    visitors: Any, short: tuple[Visitor, str], size: int, theme: str
) -> None:
    visitor, table = visitors(SIZES[size], theme), short[1]
    page, found = visitor.page, list[str]()
    for path, shown in ((f"/table/{table}", ".receipt.good"), (f"/replay/{table}#20@1", ".player"),
                        (f"/review/{table}", ".chances"), ("/history", ".row")):  # fmt: skip
        page.goto(path)
        page.locator(shown).first.wait_for()
        for each in page.locator("details > summary").all():
            each.click()
        found += [f"{path}: {each}" for each in violations(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], path
    assert not found, "\n".join(found)


# --- Ratings


def click_once(visitor: Visitor, luck: random.Random) -> None:
    """Clicks something that may be chosen, if there is something."""
    state = visitor.page.evaluate(STATE)
    if state["buttons"] and (state["picked"] or not state["offered"]):
        click(visitor.page, BUTTONS, luck.randrange(state["buttons"]))
    elif state["offered"]:
        click(visitor.page, OFFERED, luck.randrange(state["offered"]))


def test_friends_who_have_met_see_their_ratings(visitors: Any) -> None:
    host, friend = visitors(WIDE), visitors(WIDE)
    host.page.goto("/")
    host.page.get_by_role("button", name="With friends Tooth & Claw").click()
    host.page.get_by_role("button", name="Open the table").click()
    link = host.page.get_by_label("Link to this table")
    friend.page.goto(link.input_value())
    friend.page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start").click()
    for visitor in (host, friend):
        visitor.page.wait_for_selector(".tbl")
    luck, until = random.Random(8), time.monotonic() + 120
    while not all(visitor.page.locator(".result").count() for visitor in (host, friend)):
        assert time.monotonic() < until, host.page.locator(".prompt").inner_text()
        for visitor in (host, friend):
            click_once(visitor, luck)
    host.page.locator(".receipt.good").wait_for()
    host.page.get_by_role("button", name="Close").first.click()
    expect(host.page.locator(".plate").first).to_contain_text("rated")
    host.page.goto("/history")
    expect(host.page.locator(".ladder .row.you")).to_contain_text("1 game")
    host.page.goto("/")
    expect(host.page.locator(".panel", has_text="Last results")).to_contain_text("Tooth & Claw")
    table = table_of(friend)
    friend.page.get_by_role("button", name="Play again").click()
    friend.page.get_by_label("Link to this table").wait_for()
    assert table_of(friend) != table
