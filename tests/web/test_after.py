"""After the game: the receipt, the replay, the review."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playing import play_by_mouse
from playwright.sync_api import Route, expect
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
    field = visitor.page.get_by_label("Your part in the luck")
    expect(field).to_have_value(re.compile("^[0-9a-f]{32}$"))
    field.fill("three oaks")
    with visitor.page.expect_response(re.compile("/seed$")) as answer:
        visitor.page.get_by_role("button", name="Change").click()
    told = answer.value.json()
    assert told["seats"][0] == {"seed": "three oaks"}
    assert "seed" not in told
