"""R77 in the page: not to be asked again in this round for a reaction, and the pause before a pass that it makes."""

from __future__ import annotations

import json
from typing import Any

from hunting import Hunter
from playwright.sync_api import Page
from prepared import Wanted, asks, in_peace, in_war, lay
from visiting import WIDE, Visitor

from bestiary.engine import seat as exits

KEY = "not asked again"
WAITS = """
const [later, shortest, longest] = [setTimeout, 1000, 2500];
performance.now = () => 0;
[window.waits, window.pauses] = [[], {}];
window.setTimeout = (act, after, ...more) => {
  if (!(after >= shortest && after < longest)) return later(act, after, ...more);
  waits.push(after);
  return PASSES ? later(act, 0) : 0;
};
const { send } = WebSocket.prototype;
WebSocket.prototype.send = function (text) {
  const { type, number } = JSON.parse(text);
  if (type === "move") (pauses[number] ??= new Set()).add(waits.at(-1));
  send.call(this, text);
};
"""
"""Notes how long the page means to wait before a pass, also by the number of events told until then, and stops the
clock. It then passes at once, or never."""


def with_waits(visitor: Visitor, *, passes: bool, luck: str = "") -> None:
    visitor.page.add_init_script(WAITS.replace("PASSES", json.dumps(passes)) + luck)


def waits(page: Page, count: int = 1) -> list[float]:
    """So many pauses, once the page has begun them."""
    page.wait_for_function("(count) => waits.length >= count", arg=count)
    return list(page.evaluate("() => waits"))


can_react = in_peace(asks("react", act=lambda act: "pathfinder@held:0" in act.things))


def asked_in_vain(*seats: int, about: str = "") -> Wanted:
    """A moment for reactions, in which these seats can do nothing but pass."""

    def is_it(table: Any) -> bool:
        if not all(asks("react", seat=seat)(table) for seat in seats):
            return False
        looks = [exits.look(table, seat) for seat in seats]
        return all(len(look.actions) == 1 and about in look.private.question.title for look in looks)

    return is_it


def offers_smoke_screen(frame: str) -> bool:
    actions = json.loads(frame).get("news", {}).get("actions", [])
    return [thing for act in actions for thing in act.get("things", [])] == ["smoke-screen@held:0"]


def pass_for_round(page: Page) -> dict[str, Any]:
    """The wish as the browser keeps it."""
    page.locator(".react button", has_text="Pass all this round").click()
    (wish,) = json.loads(page.evaluate(f"() => localStorage[{KEY!r}]"))
    return dict(wish)


def keep(page: Page, wish: dict[str, Any]) -> None:
    """Lays a wish into the browser, and loads the page anew."""
    page.evaluate(f"(text) => {{ localStorage[{KEY!r}] = text; }}", json.dumps([wish]))
    page.reload()
    page.wait_for_selector(".mapbox .field")


def is_asked(page: Page, kind: str) -> None:
    page.wait_for_function("(kind) => document.querySelector('.beasts-board')?.dataset.asked === kind", arg=kind)


def passes_by_itself(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.beasts-board').dataset.asked !== 'react'")


def test_who_does_not_want_to_be_asked_again_is_not_asked_after_a_reload_either(visitors: Any) -> None:
    """Smoke Screen can be played before each battle of a war."""
    visitor = visitors(WIDE)
    page, sent = visitor.page, list[dict[str, Any]]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    smoke = asks("react", act=lambda act: "smoke-screen@held:0" in act.things)
    lay([visitor], in_war(lambda table: int(table.state.battle) == 0 and smoke(table)))
    pass_for_round(page)
    is_asked(page, "battle")
    page.reload()
    is_asked(page, "battle")
    assert {message["type"] for message in sent} == {"enter", "move"}  # the wish has not left the browser
    visitor.frames.clear()
    Hunter(page, seed=1).play(lambda state: any(map(offers_smoke_screen, visitor.frames)))
    passes_by_itself(page)


def test_a_wish_is_for_one_round_of_one_seat_at_one_table(visitors: Any) -> None:
    visitor = visitors(WIDE)
    page = visitor.page
    lay([visitor], can_react)
    wish = pass_for_round(page)
    here = wish | {"table": lay([visitor], can_react)}
    page.locator(".react button", has_text="Pathfinder").wait_for()
    for other in (here | {"round": wish["round"] + 1}, here | {"seat": 1}):
        keep(page, other)
        page.locator(".react button", has_text="Pathfinder").wait_for()
        page.wait_for_timeout(300)  # among bots the page passes sooner
        assert page.locator(".react").count() == 1
    keep(page, here)
    passes_by_itself(page)


def test_a_pass_waits_as_long_where_nothing_fits_as_where_the_card_is_muted(visitors: Any) -> None:
    host, guest = visitors(WIDE), visitors(WIDE)
    with_waits(host, passes=False, luck="Math.random = () => 0.3;")
    lay([host, guest], asked_in_vain(0))
    nothing = waits(host.page)
    lay([host, guest], can_react)
    wish = pass_for_round(host.page)
    table = lay([host, guest], can_react)
    assert host.page.locator(".react").count() == 1
    keep(host.page, wish | {"table": table})
    assert set(waits(host.page)) == set(nothing) == {1450}


def test_every_moment_for_reactions_has_a_pause_of_its_own(visitors: Any) -> None:
    """A Travel of a bot is two moments, between which nothing is told."""
    host, guest = visitors(WIDE), visitors(WIDE)
    with_waits(host, passes=True)
    lay([host, guest], asked_in_vain(0, 1, about="{2:plays/play} Travel."), players=3)
    host.page.wait_for_function("() => Object.values(pauses).some((drawn) => drawn.size > 1)")


def test_a_pause_goes_on_while_others_come_and_go(visitors: Any) -> None:
    host, guest = visitors(WIDE), visitors(WIDE)
    with_waits(host, passes=False)
    lay([host, guest], asked_in_vain(0))
    before = waits(host.page)
    guest.page.reload()
    after = waits(host.page, len(before) + 1)
    assert len(set(after)) == 1
