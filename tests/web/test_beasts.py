"""Tailed Beasts through the page: a map, a shop, hunts, Travel, by mouse, by keys and on a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hunting import OFFERED, Hunter
from axe import violations
from states import SIZES
from visiting import WIDE

TITLE = "Tailed Beasts"
HIDDEN = ("hand:", "deck:", "secret:", "hidden-deck", "allies:")
SEEING = {"looks", "spies", "glimpses", "steals", "hands_over", "steals_hidden"}
"""Events after which a seat rightly knows a card of another."""


def sit_down(visitors: Any, size: tuple[int, int] = WIDE, theme: str = "light") -> Any:
    visitor = visitors(size, theme)
    visitor.play_now(TITLE)
    visitor.page.wait_for_selector(".mapbox .field")
    return visitor


def has_begun(number: int) -> Any:
    return lambda state: state["round"].startswith(tuple(f"Round {each}" for each in range(number, 9)))


def is_hunting(state: Any) -> bool:
    return bool(state["hunt"] and state["asked"] == "hunt")


def test_two_rounds_are_played_by_mouse_with_a_hunt_and_a_purchase(visitors: Any) -> None:
    visitor = sit_down(visitors)
    for seed in range(4):  # beasts lie elsewhere in every game; a weak one is nearly always near
        hunter = Hunter(visitor.page, seed)
        hunter.play(has_begun(3))
        log = visitor.page.locator(".log").text_content()
        if "You hunt" in log:
            break
        visitor.play_now(TITLE)
    assert "You hunt" in log
    assert "You buy War." in log
    assert {"hunt", "bought", "travel", "post", "specialty"} <= hunter.seen
    assert hidden_cards(visitor.frames) == []


REACHED = """([query, at, label]) => {
  const goal = document.querySelectorAll(query)[at];
  if ((goal?.getAttribute("aria-label") ?? goal?.innerText) !== label) return "gone";
  return document.activeElement === goal;
}"""


def test_a_round_is_played_by_keys_alone(visitors: Any) -> None:
    visitor = sit_down(visitors)
    page = visitor.page
    hunter = Hunter(page, seed=5)

    def press(at: int, label: str) -> None:
        """N goes from one thing that may be chosen to the next, Enter chooses; a field's menu has the focus at once."""
        for _ in range(160):
            reached = page.evaluate(REACHED, [OFFERED, at, label])
            if reached == "gone":
                return
            if reached:
                page.keyboard.press("Enter")
                return
            in_menu = page.evaluate("() => !!document.activeElement?.closest('.fmenu')")
            page.keyboard.press("ArrowDown" if in_menu else "n")
        raise AssertionError(f"keys do not reach {label}")

    hunter.play(has_begun(2), press)
    assert {"post", "buy", "turn"} <= hunter.seen


def test_arrows_go_from_field_to_field_and_each_is_named(visitors: Any) -> None:
    page = sit_down(visitors).page
    page.locator(".field[tabindex='0']").focus()
    names = set()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        names.add(page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
    assert len(names) >= 4
    assert all(name.split(".")[0].count(",") >= 1 for name in names), names
    assert page.locator(".field:not([aria-label])").count() == 0


def test_a_travel_is_made_on_a_phone(visitors: Any) -> None:
    visitor = sit_down(visitors, SIZES[390])
    hunter = Hunter(visitor.page, seed=7)
    hunter.play(lambda state: "travel-way" in hunter.seen and not state["asked"].startswith("travel"))
    visitor.page.get_by_role("button", name="Log, chat and rules").click()
    assert "You send" in visitor.page.locator(".log").text_content()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= SIZES[390][0]


def test_a_reload_comes_back_into_the_hunt(visitors: Any) -> None:
    visitor = sit_down(visitors)
    page = visitor.page
    for seed in range(4):
        if is_hunting(Hunter(page, seed).play(is_hunting)):
            break
        visitor.play_now(TITLE)
    before = page.locator(".war").inner_text()
    assert "must exceed" in before
    page.reload()
    page.wait_for_selector(".chase")
    assert page.locator(".war").inner_text() == before


def test_a_spectator_sees_the_table_and_no_hand(visitors: Any) -> None:
    host, guest = sit_down(visitors), visitors(WIDE)
    guest.page.goto(host.page.url)
    guest.page.wait_for_selector(".mapbox .field")
    Hunter(host.page, seed=9).play(lambda state: state["asked"] == "buy")
    guest.page.get_by_text("Waiting for").wait_for()
    assert guest.page.locator(".fan, .field.legal, .field.target").count() == 0
    assert hidden_cards(guest.frames) == []
    assert not any(json.loads(frame).get("look", {}).get("private") for frame in guest.frames)


LOOKS = [(1440, "light"), (1440, "dark"), (1024, "dark"), (390, "light")]


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_axe_finds_nothing_serious_in_tailed_beasts(visitors: Any, size: int, theme: str) -> None:
    page = sit_down(visitors, SIZES[size], theme).page
    hunter, found = Hunter(page, seed=3), violations(page)
    for asked in ("specialty", "buy", "turn"):
        state = hunter.play(lambda state, asked=asked: state["asked"] == asked)
        found += [f"{asked}: {each}" for each in violations(page)]
        if state["offered"]:
            hunter.click(hunter.choose(state))
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert not found, "\n".join(found)


def test_a_decision_costs_the_page_little(visitors: Any) -> None:
    """Time of the page's own thread, so that a busy machine changes nothing: script, layout and painting together."""
    page = sit_down(visitors).page
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    hunter = Hunter(page, seed=11)
    before, clicks = spent(), 0

    def press(at: int, label: str) -> None:
        nonlocal clicks
        clicks += 1
        hunter.click(at)

    hunter.play(lambda state: state["asked"] == "turn", press)
    each = 1000 * (spent() - before) / clicks
    print(f"a decision costs the page {each:.0f} ms of {clicks} decisions")
    assert each < 150


def hidden_cards(frames: list[str]) -> list[str]:
    """What lies face down for everybody, or in another's hand, and is named all the same."""
    found, seat, seeing = list[str](), -1, False
    for text in frames:
        message = json.loads(text)
        part = message.get("look") or message.get("news")
        if message["type"] == "table":
            seat = message.get("you", -1)
        if not part:
            continue
        told = part.get("events", []) or message.get("events", [])
        seeing = seeing or any(each["kind"] in SEEING for each in told)
        places = part["public"].get("places", {}) | {
            path[7:]: lies for path, lies in part["public"].items() if path.startswith("places|")
        }
        found += [p for p, lies in places.items() if p.startswith(HIDDEN) and set(lies or {}) - {"?"}]
        knows = (part.get("private") or {}).get("knows", {})
        others = [p for p in knows if p.startswith(HIDDEN) and p.split(":")[1] != str(seat)]
        found += [] if seeing else others
    return found
