"""Every page and state of the page, and how a visitor comes there. Pictures are taken of them, and axe reads them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playing import click, play_by_mouse
from playwright.sync_api import APIRequestContext, WebSocketRoute
from prepared import Wanted, asks, can_cancel, in_hunt, in_peace, in_war, is_over, lay
from visiting import Visitor

Coming = Callable[[Visitor], None]
"""How a visitor comes to a state."""

SIZES = {1440: (1440, 900), 1024: (1024, 768), 390: (390, 844)}
THEMES = ("light", "dark")
TEN = ("greedy",) * 9


def seen(query: str, least: int = 1) -> str:
    return f"document.querySelectorAll({query!r}).length >= {least}"


def somebody_else(visitor: Visitor) -> APIRequestContext:
    """Another person, without a page."""
    assert visitor.context.browser is not None
    visitor.others.append(visitor.context.browser.new_context(base_url=visitor.url))
    assert visitor.others[-1].request.get("/api/me").ok
    return visitor.others[-1].request


def open_table(person: APIRequestContext, game: str, players: int, **more: Any) -> str:
    """A table of theirs that waits for others."""
    made = person.post("/api/tables", data={"game": game, "players": players, "visibility": "public", **more})
    assert made.ok, made.text()
    return str(made.json()["table"])


def finished_games(visitor: Visitor) -> None:
    table("talon", "greedy", until=OVER)(visitor)
    table("prey", "greedy", "greedy", until=OVER)(visitor)


def home(visitor: Visitor) -> None:
    """Somebody who plays, could join others, and has played."""
    finished_games(visitor)
    visitor.sit("prey", "easy", "easy", "easy")
    visitor.sit("talon", "open", "open", "open")
    other = somebody_else(visitor)
    open_table(other, "claw", 2, terms={"clock": {"kind": "move", "time": 60}})
    open_table(other, "talon", 6, variant="gamble")
    visitor.page.goto("/")
    visitor.page.get_by_text("Go on").first.wait_for()
    visitor.page.get_by_text("Join").nth(1).wait_for()


def history(visitor: Visitor) -> None:
    finished_games(visitor)
    visitor.page.goto("/history")
    visitor.page.get_by_text("Replay").first.wait_for()


def with_friends(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="With friends Tooth & Claw").click()
    visitor.page.get_by_role("radio", name="In all").click()


def invited(visitor: Visitor) -> None:
    """Somebody else's table, at which a seat is free."""
    visitor.page.goto(f"/table/{open_table(somebody_else(visitor), 'prey', 4)}")
    visitor.page.get_by_role("button", name="Sit down").wait_for()


def sent_away(visitor: Visitor) -> None:
    host = somebody_else(visitor)
    table = open_table(host, "prey", 3)
    visitor.page.goto(f"/table/{table}")
    visitor.page.get_by_role("button", name="Sit down").click()
    visitor.page.get_by_role("button", name="Leave the seat").wait_for()
    assert host.post(f"/api/tables/{table}/remove", data={"seat": 1}).ok
    visitor.page.get_by_text("The host has freed your seat").wait_for()


def wrong_password(visitor: Visitor) -> None:
    visitor.page.goto("/you")
    visitor.page.get_by_role("button", name="I have one").click()
    visitor.page.get_by_label("Login").fill("badger")
    visitor.page.get_by_label("Password").fill("under the elm")
    visitor.page.get_by_role("button", name="Log in").click()
    visitor.page.get_by_text("Login or password is wrong.").wait_for()


def no_server(visitor: Visitor) -> None:
    """The page is there, the server behind it is not."""
    visitor.page.route(re.compile("/api/"), lambda route: route.abort())
    visitor.page.goto("/")
    visitor.page.get_by_role("alert").wait_for()


def lost(visitor: Visitor) -> None:
    """At a table, without a connection."""
    sockets = list[WebSocketRoute]()
    is_cut = False

    def carry(socket: WebSocketRoute) -> None:
        if is_cut:
            socket.close()
        else:
            socket.connect_to_server()
            sockets.append(socket)

    visitor.page.route_web_socket(re.compile("/"), carry)
    table("talon", "greedy", "greedy", "greedy", until=TARGETS)(visitor)
    is_cut = True
    for socket in sockets:
        socket.close()
    visitor.page.get_by_text("Connection lost").wait_for()


def two_tabs(visitor: Visitor) -> None:
    visitor.sit("talon", "greedy", "greedy", "greedy")
    visitor.page.wait_for_selector("button.legal")
    visitor.context.new_page().goto(visitor.page.url)
    visitor.page.get_by_text("open in another tab").wait_for()


def hint(visitor: Visitor) -> None:
    visitor.play_now("Tooth & Talon")
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.page.get_by_text("A bot would:").wait_for()


def edition(visitor: Visitor) -> None:
    """The workshop's editor, at a part that has changed."""
    visitor.page.goto("/workshop")
    visitor.page.get_by_role("radio", name="Tooth & Claw").click()
    visitor.page.get_by_label("Its name").fill("Sharper lances")
    visitor.page.get_by_role("button", name="Make it mine").click()
    visitor.page.get_by_role("navigation", name="Parts").get_by_role("button", name="Spearhead").click()
    visitor.page.get_by_label("Vanguard").fill("+1 +2 ?")
    visitor.page.get_by_role("status").filter(has_text="Saved").wait_for()


def wrong_value(visitor: Visitor) -> None:
    visitor.page.get_by_role("textbox", name="Vanguard").fill("+9 +2 ?")
    visitor.page.get_by_role("alert").wait_for()


def measured(visitor: Visitor) -> None:
    visitor.page.get_by_label("Games").select_option("100")
    visitor.page.get_by_role("button", name="Measure the change").click()
    visitor.page.get_by_role("heading", name="What the change does").wait_for(timeout=120_000)


def forge(visitor: Visitor) -> None:
    """A receipt that somebody has changed on its way."""
    visitor.page.route(re.compile("/receipt$"), lambda route: route.fulfill(
        json={**route.fetch().json(), "seed": "00" * 32}))  # fmt: skip
    visitor.page.reload()
    visitor.page.get_by_text("This receipt is wrong").wait_for()


def guest(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.get_by_text("None yet.").wait_for()


def waiting(visitor: Visitor) -> None:
    visitor.sit("talon", "easy", "open", "open")
    visitor.page.get_by_label("Link to this table").wait_for()


def set_up(visitor: Visitor) -> None:
    """A table as somebody likes it, before it is opened."""
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Set up Tooth & Talon").click()
    visitor.page.get_by_role("radio", name="10").click()
    visitor.page.get_by_label("Rules").select_option(label="The gamble")


def you(visitor: Visitor) -> None:
    """Somebody with an account, a token, and a finished game."""
    finished_games(visitor)
    account = {"login": f"wren{time.time_ns() % 10**6}", "password": "three old oaks"}
    visitor.page.request.post("/api/me/account", data=account)
    visitor.page.request.post("/api/me/tokens")
    visitor.page.goto("/you")
    visitor.page.get_by_text("Your login is").wait_for()


def finished(visitor: Visitor, page: str) -> None:
    """A page about a game that is over."""
    table("talon", "greedy", "greedy", "greedy", until=OVER)(visitor)
    visitor.page.goto(visitor.page.url.replace("/table/", f"/{page}/") + ("#40@0" if page == "replay" else ""))
    visitor.page.locator(".player output, .chances, .where, h2").first.wait_for()


def review(visitor: Visitor) -> None:
    finished(visitor, "review")
    visitor.page.get_by_text("Where it went").wait_for(timeout=120_000)


def lesson(title: str) -> Coming:
    def go(visitor: Visitor) -> None:
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name=f"Learn {title}").click()
        visitor.page.wait_for_selector(".tutor")

    return go


def address(path: str, text: str) -> Coming:
    def go(visitor: Visitor) -> None:
        visitor.page.goto(path)
        visitor.page.get_by_text(text).first.wait_for()

    return go


def search(text: str) -> Callable[[Visitor], object]:
    return lambda visitor: visitor.page.get_by_label("Search names and texts").fill(text)


def table(game: str, *others: str, until: str = "true", variant: str = "base", **options: object) -> Coming:
    """A table at which somebody plays until the script is true; games that end before are played again."""

    def go(visitor: Visitor) -> None:
        for seed in range(30):
            visitor.sit(game, *others, variant=variant, options=options)
            play_by_mouse(visitor.page, seed, until=until)
            if visitor.page.evaluate(until):
                return
        raise AssertionError(f"{game} never came to {until}")

    return go


def beasts(wanted: Wanted, players: int = 4, first: int = 0) -> Coming:
    """A table of Tailed Beasts in the middle of its game."""
    return lambda visitor: void(lay([visitor], wanted, players, first))


def void(_: object) -> None:
    """What it gives does not matter."""


def sheet(name: str) -> Callable[[Visitor], object]:
    """A sheet of a phone, opened from the bar at the bottom."""

    def go(visitor: Visitor) -> None:
        visitor.page.set_viewport_size({"width": 390, "height": 844})
        visitor.page.locator(".parts button", has_text=name).click()

    return go


def after(first: Coming, then: Callable[[Visitor], object]) -> Coming:
    def go(visitor: Visitor) -> None:
        first(visitor)
        then(visitor)

    return go


def press(name: str) -> Callable[[Visitor], object]:
    return lambda visitor: visitor.page.get_by_role("button", name=name).first.click()


def unfold(query: str) -> Callable[[Visitor], object]:
    return lambda visitor: visitor.page.locator(query).first.click()


def refused(visitor: Visitor) -> None:
    click(visitor.page, ".dim")
    visitor.page.wait_for_selector("#reason")


def open_rail(visitor: Visitor, tab: str) -> None:
    """Opens the drawer, where there is one, and a tab of it."""
    wide = visitor.page.viewport_size
    assert wide is not None
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.page.get_by_role("button", name="Log, chat and rules").click()
    visitor.page.get_by_role("tab", name=tab).click()
    visitor.page.set_viewport_size(wide)


def rules(visitor: Visitor) -> None:
    open_rail(visitor, "Rules")
    visitor.page.wait_for_selector(".rules section")


def chat(visitor: Visitor) -> None:
    open_rail(visitor, "Chat")
    for text in ("Good luck, all!", "That Fox was mine …"):
        visitor.page.get_by_label("Say something kind").fill(text)
        visitor.page.keyboard.press("Enter")
        visitor.page.get_by_text(text).wait_for()


def watch(visitor: Visitor) -> None:
    """Somebody without a seat looks on."""
    table = visitor.sit("prey", "greedy", "greedy", "greedy")
    play_by_mouse(visitor.page, 1, until=f"{YOURS} && {seen('.pl .card', 2)}")
    visitor.context.clear_cookies()
    visitor.page.goto(f"/table/{table}")
    visitor.page.wait_for_selector(".tbl")


def log(visitor: Visitor) -> None:
    open_rail(visitor, "Log")


def field(visitor: Visitor) -> None:
    """What a field says, by keys: it stays when the pointer goes."""
    visitor.page.locator(".field[tabindex='0']").focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_selector(".fcard")


def replayed_war(visitor: Visitor) -> None:
    code = lay([visitor], is_over, first=4)
    visitor.page.goto(f"/replay/{code}#0")
    visitor.page.wait_for_selector(".mapbox .field")
    visitor.page.get_by_role("button", name="Wars and hunts so far").click()
    visitor.page.locator(".wars button").first.click()
    visitor.page.wait_for_selector(".war")


def all_in() -> Coming:
    """A bet is asked for, and somebody has nothing left to bet."""
    gone = "[...document.querySelectorAll('.plate')].some((each) => each.innerText.includes('all in'))"
    return table("talon", "random", "random", "random", variant="gamble", stack=20,
                 until=f"{gone} && {seen('.prompt .acts button')}")  # fmt: skip


MAP = beasts(in_peace(asks("turn", act=lambda act: "ravel" in act.label), rounds=1))
OVER = seen(".result")
TARGETS = seen("button.target", 2)
YOURS = seen(".pl.ps .slot")  # a trick that waits for your card, not one that has just been taken
STATES: dict[str, Coming] = {
    "home": home,
    "home-guest": guest,
    "home-alone": no_server,
    "set-up": set_up,
    "set-up-friends": with_friends,
    "waiting": waiting,
    "waiting-10": after(lambda visitor: void(visitor.sit("talon", *("easy",) * 4, *("open",) * 5)),
                        lambda visitor: visitor.page.get_by_label("Link to this table").wait_for()),
    "waiting-guest": invited,
    "waiting-sent-away": sent_away,
    "you": you,
    "you-guest": address("/you", "You are a guest"),
    "you-wrong": wrong_password,
    "history": history,
    "history-guest": address("/history", "Ratings"),
    "cards": address("/cards/claw", "Counted in"),
    "cards-talon": address("/cards/talon", "Counted in"),
    "cards-prey": after(address("/cards/prey", "Counted in"), search("o")),
    "cards-beasts": after(address("/cards/beasts", "The cards of"), search("king")),
    "cards-none": after(address("/cards/prey", "Counted in"), search("unicorn")),
    "workshop": after(edition, address("/workshop", "Your editions")),
    "workshop-guest": address("/workshop", "Your editions"),
    "workshop-editor": edition,
    "workshop-wrong": after(edition, wrong_value),
    "workshop-measured": after(edition, measured),
    "lesson": lesson("Predator & Prey"),
    "lesson-talon": lesson("Tooth & Talon"),
    "lesson-claw": lesson("Tooth & Claw"),
    "lesson-beasts": lesson("Tailed Beasts"),
    "replay": lambda visitor: finished(visitor, "replay"),
    "review": review,
    "credits": address("/credits", "Credits"),
    "gone": address("/table/nosuchtable", "This table is gone."),
    "nowhere": address("/nowhere", "There is nothing at this address."),
    "lost": lost,
    "two-tabs": two_tabs,
    "watch": watch,
    "hint": hint,
    "log": after(table("talon", "greedy", "greedy", "greedy", until=TARGETS), log),
    "chat": after(table("talon", "greedy", "greedy", "greedy", until=TARGETS), chat),
    "rules": after(table("prey", "greedy", "greedy", "greedy"), rules),
    "settings": after(table("talon", "greedy", "greedy", "greedy"), press("Settings")),
    "keys": after(table("talon", "greedy", "greedy", "greedy"), lambda visitor: visitor.page.keyboard.press("?")),
    "talon-2": table("talon", "greedy", until=seen(".coll .card")),
    "talon-choose": table("talon", "greedy", "greedy", "greedy", until=seen(".fan button.legal")),
    "talon-rob": table("talon", "greedy", "greedy", "greedy", until=f"{TARGETS} && {seen('.coll .card', 3)}"),
    "talon-fox": table("talon", "greedy", "greedy", "greedy",
                       until=f"{seen('.mine .rel .card[data-thing^=fox]')} && {TARGETS} && {seen('.coll .card', 5)}"),
    "talon-refused": after(table("talon", "greedy", "greedy", "greedy", until=f"{TARGETS} && {seen('.dim')}"), refused),
    "talon-pile": table("talon", "random", "random", "random", until=seen(".pile .card", 9)),
    "talon-6": table("talon", *TEN[:5], until=f"{TARGETS} && {seen('.coll .card', 4)}"),
    "talon-7": table("talon", *TEN[:6], until=f"{TARGETS} && {seen('.coll .card', 4)}"),
    "talon-10": table("talon", *TEN, until=f"{TARGETS} && {seen('.coll .card', 8)}"),
    "talon-10-choose": table("talon", *TEN, until=f"{seen('.fan button.legal')} && {seen('.coll .card', 8)}"),
    "talon-teams": table("talon", "greedy", "greedy", "greedy", variant="teams", until=TARGETS),
    "talon-no-peek": table("talon", "greedy", "greedy", "greedy", variant="no-peek", until=TARGETS),
    "talon-bet": table("talon", "greedy", "greedy", "greedy", variant="gamble", until=seen(".amount")),
    "talon-pots": table("talon", "random", "random", "random", variant="gamble", stack=20,
                        until=f"{seen('.pot', 2)} && {seen('.amount, .prompt .acts button')}"),
    "talon-all-in": all_in(),
    "talon-end": table("talon", "greedy", "greedy", "greedy", until=OVER),
    "receipt": after(table("talon", "greedy", until=OVER), unfold(".receipt summary")),
    "receipt-forged": after(table("talon", "greedy", until=OVER), forge),
    "claw-type": table("claw", "greedy", until=seen(".pick .kind")),
    "claw-formation": table("claw", "greedy", until=seen(".pick > b")),
    "claw-place": table("claw", "greedy", until=f"{seen('.fan button.legal')} && {seen('.mineF .card', 3)}"),
    "claw-attack": table("claw", "greedy", until=f"{seen('.space .legal')} && !{seen('.duel.me')}"),
    "claw-answer": table("claw", "greedy", until=seen(".duel.me")),
    "claw-two": table("claw", "greedy", until=seen(".two .legal, .two .selected")),
    "claw-wild": table("claw", "greedy",
                       until=f"{seen('.duel.me')} && {seen('.card.selected')} && {seen('.form .card', 11)}"),
    "claw-end": table("claw", "greedy", until=OVER),
    "prey-lead": table("prey", "greedy", "greedy", "greedy", until=seen(".fan button.legal", 5)),
    "prey-trick": table("prey", "greedy", "greedy", "greedy",
                        until=f"{YOURS} && {seen('.pl .card', 3)} && {seen('.fan .dim')}"),
    "prey-turned": table("prey", "greedy", "greedy", "greedy",
                         until=f"{YOURS} && {seen('.fan .turned', 4)} && {seen('.pl .card', 2)}"),
    "prey-3": table("prey", "greedy", "greedy", until=f"{YOURS} && {seen('.pl .card', 2)}"),
    "prey-3-end": after(table("prey", "greedy", "greedy", until=OVER), press("Close")),
    "prey-end": table("prey", "greedy", "greedy", "greedy", until=OVER),
    "beasts-fields": beasts(asks("start"), 2),
    "beasts-start": beasts(asks("specialty"), 2),
    "beasts-map": MAP,
    "beasts-field": after(MAP, field),
    "beasts-travel": beasts(in_peace(asks("travel-way"), rounds=1)),
    "beasts-shop": beasts(in_peace(asks("buy", act=lambda act: "hidden-deck" in "".join(act.things)), rounds=1)),
    "beasts-react": beasts(in_peace(asks("react", act=lambda act: bool(act.things)), rounds=1)),
    "beasts-war": beasts(in_war(asks("battle"), least_points=2)),
    "beasts-cancel": beasts(in_war(can_cancel), 2, first=26),
    "beasts-effect": beasts(in_war(asks("choose")), 2, first=2),
    "beasts-scoring": beasts(in_war(asks("loss", "retreat", "give")), 2, first=2),
    "beasts-reasons": after(beasts(in_war(asks("choose")), 2, first=2), unfold(".war summary")),
    "beasts-hunt": beasts(in_hunt(asks("hunt")), 2),
    "beasts-tracks": after(MAP, sheet("Tracks")),
    "beasts-shop-sheet": after(MAP, sheet("Shop")),
    "beasts-log-sheet": after(MAP, sheet("Log")),
    "beasts-clan": after(MAP, lambda visitor: click(visitor.page, ".bs")),
    "beasts-wars": after(MAP, press("Wars and hunts so far")),
    "beasts-replay": replayed_war,
    "beasts-end": beasts(is_over, 2),
}  # fmt: skip
