"""R77 in the page: not to be asked again in this round for a reaction, and the passes that the server then makes."""

from __future__ import annotations

import json
from typing import Any

from hunting import Hunter
from playwright.sync_api import Page
from prepared import Wanted, asks, in_peace, in_war, lay
from visiting import WIDE, Visitor

from bestiary.engine import seat as exits

can_react = in_peace(asks("react", act=lambda act: "pathfinder@held:0" in act.things))


def asked_in_vain(*seats: int) -> Wanted:
    """A moment for reactions, in which these seats can do nothing but pass."""

    def is_it(table: Any) -> bool:
        return all(asks("react", seat=seat)(table) and len(exits.look(table, seat).actions) == 1 for seat in seats)

    return is_it


def offers_smoke_screen(frame: str) -> bool:
    actions = json.loads(frame).get("news", {}).get("actions", [])
    return [thing for act in actions for thing in act.get("things", [])] == ["smoke-screen@held:0"]


def told(visitor: Visitor) -> list[dict[str, Any]]:
    """What the page sends from now on."""
    sent = list[dict[str, Any]]()
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(frame))))
    return sent


def pass_for_round(page: Page) -> None:
    page.locator(".react button", has_text="Pass all this round").click()


def is_asked(page: Page, kind: str) -> None:
    page.wait_for_function("(kind) => document.querySelector('.beasts-board')?.dataset.asked === kind", arg=kind)


def passes_by_itself(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.beasts-board').dataset.asked !== 'react'")


def test_who_does_not_want_to_be_asked_again_is_not_asked_on_another_device_either(visitors: Any) -> None:
    """Smoke Screen can be played before each battle of a war."""
    visitor = visitors(WIDE)
    sent = told(visitor)
    smoke = asks("react", act=lambda act: "smoke-screen@held:0" in act.things)
    code = lay([visitor], in_war(lambda table: int(table.state.battle) == 0 and smoke(table)))
    pass_for_round(visitor.page)
    is_asked(visitor.page, "battle")
    (move,) = [each for each in sent if each["type"] == "move"]
    assert len(move["wish"]) == 1
    cookies = visitor.page.context.cookies()
    visitor.page.close()
    device = visitors(WIDE)
    device.page.context.add_cookies(cookies)
    device.page.goto(f"/table/{code}")
    is_asked(device.page, "battle")
    device.frames.clear()
    Hunter(device.page, seed=1).play(lambda state: any(map(offers_smoke_screen, device.frames)))
    passes_by_itself(device.page)


def test_where_nothing_fits_the_server_passes_also_among_people(visitors: Any) -> None:
    host, guest = visitors(WIDE), visitors(WIDE)
    sent = told(host)
    lay([host, guest], asked_in_vain(0))
    passes_by_itself(host.page)
    assert {"type": "quiet", "on": True} in sent
    assert not [each for each in sent if each["type"] == "move"]


def test_who_wants_to_pass_by_hand_is_asked(visitors: Any) -> None:
    visitor = visitors(WIDE)
    visitor.page.add_init_script("localStorage.quiet = 'off'")
    lay([visitor], asked_in_vain(0))
    is_asked(visitor.page, "react")
    visitor.page.wait_for_timeout(500)  # among bots the server passes sooner
    is_asked(visitor.page, "react")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_text("Pass for me where I hold nothing").click()
    passes_by_itself(visitor.page)


def test_a_card_that_fits_is_asked_for(visitors: Any) -> None:
    visitor = visitors(WIDE)
    lay([visitor], can_react)
    visitor.page.locator(".react button", has_text="Pathfinder").wait_for()
    visitor.page.wait_for_timeout(500)
    assert visitor.page.locator(".react button", has_text="Pathfinder").count() == 1
    pass_for_round(visitor.page)
    passes_by_itself(visitor.page)
