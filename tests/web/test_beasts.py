"""Tailed Beasts through the page: map, shop, hunts, wars, Travel; by mouse, by keys, on a phone, in two browsers."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import takewhile
from typing import Any

import pytest
from axe import violations
from hunting import OFFERED, Hunter
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playing import POINT
from prepared import asks, in_peace, in_war, lay
from states import SIZES
from visiting import PHONE, WIDE

from bestiary.engine import seat as exits
from bestiary.games.beasts.state import TURNS
from bestiary.server.protocol import Clock, Terms

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


IN_MENU = """([query, at]) => [document.activeElement, document.querySelectorAll(query)[at]].map(
  (each) => !!each?.closest('.fmenu'))"""


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
            inside, wanted = page.evaluate(IN_MENU, [OFFERED, at])
            page.keyboard.press("n" if not inside else "ArrowDown" if wanted else "Escape")
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


def is_crowded(table: Any) -> bool:
    """Units can come from several fields, several from each."""
    ways = exits.look(table, 0).actions if asks("travel-way")(table) else []
    stands = [sum(int(n) for n in table.state.ready[0][int(way.things[0].split(":")[1])]) for way in ways if way.things]
    return len(stands) > 1 and min(stands) > 1


def test_a_travel_is_made_on_a_phone(visitors: Any) -> None:
    visitor = visitors(SIZES[390])
    lay([visitor], is_crowded, first=13)
    page = visitor.page
    page.locator(".travelp button", has_text="All from").first.click()
    page.get_by_text("Under way:").wait_for()
    Hunter(page, seed=7).play(lambda state: not state["asked"].startswith("travel"))
    page.locator(".parts button", has_text="Log").click()
    assert "You send" in page.locator(".sheet .log").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[390][0]


def test_a_step_of_a_travel_is_taken_back_and_nobody_need_agree(visitors: Any) -> None:
    host, guest = visitors(WIDE), visitors(WIDE)
    lay([host, guest], is_crowded, first=13)
    page = host.page
    page.locator(".field.legal, .field.target").first.click()
    page.locator(".travelp button", has_text="One ").first.click()
    page.get_by_text("Under way:").wait_for()
    page.get_by_role("button", name="Take back a step").click()
    page.get_by_text("Under way:").wait_for(state="detached")
    assert page.locator(".travelp button", has_text="One ").count() >= 1


def test_a_field_says_what_it_pays_and_who_reaches_it(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], in_peace(asks("turn"), rounds=1))
    page = visitor.page
    page.locator(f".field[data-field='{home_of(page)}']").hover()
    page.locator(".fcard", has_text=re.compile("You reach it with|No unit of yours")).wait_for()
    page.locator(".field[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 2:
        for _ in range(4):
            page.keyboard.press(key)
            page.wait_for_timeout(400)
            if "You reach it with" in page.locator(".fcard").inner_text():
                return
    raise AssertionError("no field on the way round is in reach")


def test_a_newcomer_reads_what_a_first_field_is_good_for_and_a_bot_suggests_one(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], asks("start"))
    page = visitor.page
    assert "beside a weak beast" in page.locator(".tip-of").inner_text()
    page.locator(".field.legal").first.hover()
    page.locator(".fcard", has_text=re.compile("Beside it|Nothing that pays")).wait_for()
    page.get_by_role("button", name="Suggest one").click()
    page.locator(".map .adv").wait_for()  # it is marked on the map, and said in the question
    advised = page.get_by_text("A bot would: Begin at").inner_text()
    page.get_by_role("button", name="Do it").click()
    name = re.search(r"Begin at ([^(]*) \(", advised)
    page.locator(".log p", has_text=f"You begin at {name and name[1]}").wait_for()
    page.get_by_role("button", name="No more advice").click()
    page.reload()
    page.wait_for_selector(".field.legal")
    assert page.locator(".tip-of").count() == 0


def test_a_finger_is_told_what_a_field_is_before_it_acts(visitors: Any) -> None:
    visitor = visitors(PHONE)
    lay([visitor], asks("start"))
    page = visitor.page
    at = page.evaluate(POINT, [".field.legal", 0])
    page.touchscreen.tap(*at)
    page.locator(".fmenu button").wait_for()
    page.locator(".fcard", has_text=re.compile("Beside it|Nothing that pays")).wait_for()
    assert page.locator(".beasts-board").get_attribute("data-asked") == "start"
    chosen = page.locator(".fmenu b").inner_text()
    page.locator(".fmenu button").tap()
    page.locator(".fmenu").wait_for(state="detached")
    page.locator(".parts button", has_text="Log").tap()
    page.locator(".sheet .log p", has_text=f"You begin at {chosen}").wait_for()


def has_missed_a_hunt(table: Any) -> bool:
    """Seat 0 is asked; since its last decision the others have hunted."""
    if 0 not in table.waiting() or not any(ply.seat == 0 for ply in table.plies):
        return False
    missed = list(takewhile(lambda ply: ply.seat != 0, reversed(table.plies)))
    return any(event.name in ("captures", "hunt_fails") for ply in missed for event in ply.events)


def test_who_comes_back_after_days_is_told_what_mattered(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], has_missed_a_hunt, terms=Terms(clock=Clock(kind="days", time=3)))
    page = visitor.page
    digest = page.get_by_role("region", name="Since your last turn")
    digest.wait_for()
    lines = digest.get_by_role("listitem").all_inner_texts()
    assert any("captures" in line or "hunt" in line for line in lines), lines
    assert 0 < len(lines) < 30, lines  # what mattered, not every step
    assert not any("passes" in line or "draws" in line for line in lines), lines
    assert violations(page) == []
    digest.get_by_role("button", name="Close").click()
    digest.wait_for(state="detached")


TOUCHED = """() => {
  window.touched = [];
  new MutationObserver((all) => touched.push(...all.map((each) => {
    const at = each.target.nodeType === 1 ? each.target : each.target.parentElement;
    return [at.closest(".log") ? "log" : at.closest(".world") ? "map" : "else", each.type, at.getAttribute("class")];
  }))).observe(document.querySelector(".tbl"), { subtree: true, childList: true, attributes: true });
}"""


def test_a_decision_draws_only_what_it_changes(visitors: Any) -> None:
    """Counted, not timed: of 93 fields and hundreds of rows none is drawn again for a card that is bought."""
    visitor = visitors(WIDE)
    lay([visitor], can_buy_everything, first=4)
    page = visitor.page
    page.locator(".shop .tick.legal", has_text="War").hover()
    page.evaluate(TOUCHED)
    page.locator(".shop .tick.legal", has_text="War").click()
    page.locator(".log p", has_text="You buy War.").last.wait_for()
    touched = page.evaluate("touched")
    on_map, in_log = ([each for each in touched if each[0] == where] for where in ("map", "log"))
    assert len(on_map) <= 3, on_map
    assert all(kind == "childList" for _, kind, _ in in_log), in_log
    assert len(touched) < 150, touched


@pytest.mark.prove
def test_a_finished_game_is_reviewed(visitors: Any) -> None:
    """Plain rules weigh every decision with two tries, which takes minutes."""
    visitor = visitors(WIDE)
    code = lay([visitor], lambda table: table.is_over, first=4)
    page = visitor.page
    page.goto(f"/review/{code}")
    page.get_by_role("heading", name="Chances to win").wait_for(timeout=900_000)
    assert page.locator(".mv a").count() >= 1
    assert violations(page) == []
    page.locator(".mv a").first.click()
    page.wait_for_selector(".mapbox .field")
    assert re.search(r"/replay/.*#\d+@0", page.url)


def home_of(page: Any) -> str:
    """A field in which one's own units stand."""
    return str(page.evaluate("() => document.querySelector('.stack.mine').dataset.place.split('/')[0]"))


def has_effect(act: Any) -> bool:
    return "@play:" in "".join(act.things)


def test_a_war_with_an_effect_that_asks_is_fought_by_mouse(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], in_war(asks("choose", act=has_effect)), first=38)
    page = visitor.page
    page.locator(".war .terms summary").click()
    assert "strength: " in page.locator(".war .terms").inner_text()  # the number, and of what it is made
    assert "units" in page.locator(".war .terms").inner_text()
    page.locator(".duel .card.legal").first.click()
    page.wait_for_function("() => document.querySelector('.beasts-board').dataset.asked !== 'choose-speaker'")
    Hunter(page, seed=2).play(lambda state: not state["war"])
    log = page.locator(".log").inner_text()
    assert re.search(r"(wins|You win) the war", log), log[-600:]
    page.get_by_role("button", name="Wars and hunts so far").click()
    page.locator(".wars button", has_text="against").last.click()
    assert "over" in page.locator(".war header").inner_text()  # stepped back through after it ended
    page.locator(".war .hist button").first.click()
    assert page.locator(".war .duel .battle").count() == 2


def test_a_reload_comes_back_into_the_war(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], in_war(asks("battle"), least_points=1), first=23)
    page = visitor.page
    page.wait_for_selector(".duel")
    before = page.locator(".war").inner_text()
    assert "CHOOSE YOUR CARD" in before.upper()
    page.reload()
    page.wait_for_selector(".duel")
    assert page.locator(".war").inner_text() == before


def test_two_browsers_fight_a_war_against_each_other(visitors: Any) -> None:
    host, guest = visitors(WIDE), visitors(WIDE, "dark")
    lay([host, guest], in_war(lambda table: table.waiting() == [0, 1] and asks("battle")(table)), first=23)
    host.page.wait_for_selector(".duel")
    guest.page.locator(".fan .card.legal").first.click()
    guest.page.locator(".prompt [data-act]", has_text="Fight with").click()
    guest.page.locator(".duel .secretly").wait_for()  # one's own choice is seen by oneself
    host.page.locator(".duel .card.back").wait_for()  # and by the other face down
    assert guest.page.locator(".duel .card.back").count() == 0
    hunters = [Hunter(visitor.page, seed) for seed, visitor in enumerate((host, guest))]
    for _ in range(120):
        states = [hunter.play(lambda state: True) for hunter in hunters]
        if not any(state["war"] for state in states):
            break
        for hunter, state in zip(hunters, states, strict=True):
            if state["offered"] and state["asked"]:
                hunter.click(hunter.choose(state))
        host.page.wait_for_timeout(120)
    winners = [visitor.page.locator(".log p", has_text=re.compile(r"wins? the war")).last for visitor in (host, guest)]
    said = [winner.inner_text() for winner in winners]
    assert sum("You win" in each for each in said) == 1, said
    assert hidden_cards(host.frames) == hidden_cards(guest.frames) == []


def test_a_reaction_is_played_by_mouse_and_another_is_not_asked_for_again(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], in_war(asks("react", act=lambda act: "vanguard@held:0" in act.things)), first=32)
    page = visitor.page
    played = page.locator(".log p", has_text="You play Vanguard")
    for _ in range(4):  # the other side may react first; then the moment comes again
        page.locator(".react button", has_text="Vanguard").click()
        with suppress(PlaywrightTimeout):
            played.wait_for(timeout=4_000)
            break
    played.wait_for()
    again = visitors(WIDE)
    lay([again], in_peace(asks("react", act=lambda act: "pathfinder@held:0" in act.things)))
    page = again.page
    page.locator(".react button", has_text="Pass all this round").click()
    page.wait_for_function("() => document.querySelector('.beasts-board').dataset.asked !== 'react'")
    Hunter(page, seed=4).play(lambda state: state["asked"] in ("turn", "hunt", "mark"))
    assert page.locator(".react").count() == 0


def can_buy_everything(table: Any) -> bool:
    """An open card, a hidden one and the Specialty are offered, and there are coins for all three."""
    offered = asks("buy", act=lambda act: "specialty@shop" in act.things)(table)
    hidden = asks("buy", act=lambda act: "hidden-deck" in "".join(act.things))(table)
    return offered and hidden and int(table.state.coins[0]) >= 6


def test_an_open_card_a_hidden_one_and_the_specialty_are_bought_by_mouse(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], can_buy_everything, first=4)
    page = visitor.page
    kinds = {"War": "You buy War.", "Specialty": "You buy Specialty.", "Hidden": "You take a hidden card"}
    for name, told in kinds.items():
        page.wait_for_selector(".beasts-board[data-asked=buy]")
        page.locator(".shop .tick.legal", has_text=name).click()
        page.locator(".log p", has_text=told).last.wait_for()
    assert page.locator(".acth .tick").count() >= 3
    assert hidden_cards(visitor.frames) == []


def test_a_spectator_sees_the_table_and_no_hand(visitors: Any) -> None:
    host, guest = sit_down(visitors), visitors(WIDE)
    guest.page.goto(host.page.url)
    guest.page.wait_for_selector(".mapbox .field")
    Hunter(host.page, seed=9).play(lambda state: state["asked"] == "buy")
    guest.page.get_by_text("Waiting for").wait_for()
    assert guest.page.locator(".fan, .field.legal, .field.target").count() == 0
    assert hidden_cards(guest.frames) == []
    assert not any(json.loads(frame).get("look", {}).get("private") for frame in guest.frames)


def nearly_over(table: Any) -> bool:
    """In the last round all but one have passed."""
    now = table.state
    is_last = int(now.round_number) == 3 and int(now.frame[0]) == TURNS
    return is_last and int(now.passed).bit_count() == int(now.seats) - 1


WATCHED = [(nearly_over, 2, 4), pytest.param(lambda table: True, 4, 0, marks=pytest.mark.prove)]


@pytest.mark.parametrize(("wanted", "players", "first"), WATCHED)
def test_a_game_of_bots_is_watched_to_its_end(visitors: Any, wanted: Any, players: int, first: int) -> None:
    visitor = visitors(WIDE)
    lay([visitor], wanted, players, first, watching=True)
    page = visitor.page
    page.locator(".result").wait_for(timeout=300_000)
    result = page.locator(".result").inner_text()
    assert all(word in result for word in ("beasts", "strength", "places", "tiebreaker", "Beasts by round"))
    assert page.locator(".result .after path.line").count() >= 2 * players  # a line of each clan in both charts
    assert hidden_cards(visitor.frames) == []
    tools = page.context.new_cdp_session(page)
    tools.send("HeapProfiler.collectGarbage")
    heap = page.evaluate("() => performance.memory.usedJSHeapSize") / 2**20
    print(f"script heap after it: {heap:.1f} MB")
    assert heap < 60


def test_a_replay_jumps_to_any_war(visitors: Any) -> None:
    visitor = visitors(WIDE)
    code = lay([visitor], lambda table: table.is_over, first=4)
    page = visitor.page
    page.goto(f"/replay/{code}#0")
    page.wait_for_selector(".mapbox .field")
    page.get_by_role("button", name="Wars and hunts so far").click()
    page.locator(".wars button").first.click()
    page.wait_for_selector(".war")
    assert not page.url.endswith(("#0", "#0@0"))


LOOKS = [(1440, "light"), (1024, "dark"), (1440, "dark"), (390, "light")]  # one half for every other moment
READ = {
    "specialty": (asks("specialty"), 0),
    "shop": (can_buy_everything, 4),
    "travel": (is_crowded, 13),
    "war": (in_war(asks("battle"), least_points=1), 23),
    "reaction": (in_peace(asks("react", act=lambda act: "pathfinder@held:0" in act.things)), 0),
}


@pytest.mark.parametrize("moment", READ)
def test_axe_finds_nothing_serious_in_tailed_beasts(visitors: Any, moment: str) -> None:
    visitor, (wanted, first) = visitors(WIDE), READ[moment]
    lay([visitor], wanted, first=first)
    page, found = visitor.page, list[str]()
    for width, theme in LOOKS[2 * (list(READ).index(moment) % 2) :][:2]:
        page.set_viewport_size({"width": width, "height": SIZES[width][1]})
        page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
        page.wait_for_timeout(150)  # colours have changed
        found += [f"{width} {theme}: {each}" for each in violations(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
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
