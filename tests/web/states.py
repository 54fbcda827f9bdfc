"""Every page and state of the page, and how a visitor comes there. Pictures are taken of them, and axe reads them."""

from __future__ import annotations

import time
from collections.abc import Callable

from playing import click, play_by_mouse
from prepared import Wanted, asks, in_hunt, in_peace, in_war, is_over, lay
from visiting import Visitor

Coming = Callable[[Visitor], None]
"""How a visitor comes to a state."""

SIZES = {1440: (1440, 900), 1024: (1024, 768), 390: (390, 844)}
THEMES = ("light", "dark")
TEN = ("greedy",) * 9


def seen(query: str, least: int = 1) -> str:
    return f"document.querySelectorAll({query!r}).length >= {least}"


def home(visitor: Visitor) -> None:
    visitor.sit("prey", "easy", "easy", "easy")
    visitor.sit("talon", "open", "open", "open")
    visitor.page.goto("/")
    visitor.page.get_by_text("Go on").first.wait_for()


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
    visitor.page.goto("/")
    visitor.page.get_by_role("heading", name="Four games").wait_for()
    visitor.page.request.post("/api/me/account", data={"login": f"wren{time.time_ns()}", "password": "three old oaks"})
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


def lesson(visitor: Visitor) -> None:
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Learn Predator & Prey").click()
    visitor.page.wait_for_selector(".tutor")


def address(path: str, text: str) -> Coming:
    def go(visitor: Visitor) -> None:
        visitor.page.goto(path)
        visitor.page.get_by_text(text).first.wait_for()

    return go


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
    return lambda visitor: visitor.page.get_by_role("button", name=name).click()


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
    play_by_mouse(visitor.page, 1, decisions=3)
    visitor.context.clear_cookies()
    visitor.page.goto(f"/table/{table}")
    visitor.page.wait_for_selector(".tbl")


MAP = beasts(in_peace(asks("turn", act=lambda act: "ravel" in act.label), rounds=1))
OVER = seen(".result")
TARGETS = seen("button.target", 2)
STATES: dict[str, Coming] = {
    "home": home,
    "home-guest": guest,
    "waiting": waiting,
    "set-up": set_up,
    "you": you,
    "you-guest": address("/you", "You are a guest"),
    "history": address("/history", "Ratings"),
    "cards": address("/cards/claw", "Counted in"),
    "lesson": lesson,
    "replay": lambda visitor: finished(visitor, "replay"),
    "review": review,
    "waiting-10": lambda visitor: (visitor.sit("talon", *("easy",) * 4, *("open",) * 5),
                                   visitor.page.get_by_label("Link to this table").wait_for())[1],
    "credits": address("/credits", "Credits"),
    "watch": watch,
    "gone": address("/table/nosuchtable", "This table is gone."),
    "talon-2": table("talon", "greedy", until=seen(".coll .card")),
    "talon-choose": table("talon", "greedy", "greedy", "greedy", until=seen(".fan button.legal")),
    "talon-rob": table("talon", "greedy", "greedy", "greedy", until=TARGETS),
    "talon-refused": after(table("talon", "greedy", "greedy", "greedy", until=f"{TARGETS} && {seen('.dim')}"), refused),
    "talon-10": table("talon", *TEN, until=f"{TARGETS} && {seen('.coll .card', 8)}"),
    "talon-10-choose": table("talon", *TEN, until=f"{seen('.fan button.legal')} && {seen('.coll .card', 8)}"),
    "talon-teams": table("talon", "greedy", "greedy", "greedy", variant="teams", until=TARGETS),
    "talon-bet": table("talon", "greedy", "greedy", "greedy", variant="gamble", until=seen(".amount")),
    "talon-pots": table("talon", "random", "random", "random", variant="gamble", stack=20,
                        until=f"{seen('.pot', 2)} && {seen('.amount, .prompt .acts button')}"),
    "talon-end": table("talon", "greedy", "greedy", "greedy", until=OVER),
    "claw-type": table("claw", "greedy", until=seen(".pick")),
    "claw-formation": table("claw", "greedy", until=seen(".pick .plan")),
    "claw-place": table("claw", "greedy", until=seen(".fan button.legal")),
    "claw-attack": table("claw", "greedy", until=f"{seen('.space .legal')} && !{seen('.duel.me')}"),
    "claw-answer": table("claw", "greedy", until=seen(".duel.me")),
    "claw-two": table("claw", "greedy", until=seen(".two .legal, .two .selected")),
    "claw-wild": table("claw", "greedy", until=f"{seen('.duel.me')} && {seen('.card.selected')}"),
    "claw-end": table("claw", "greedy", until=OVER),
    "prey-lead": table("prey", "greedy", "greedy", "greedy", until=seen(".fan button.legal", 5)),
    "prey-trick": table("prey", "greedy", "greedy", "greedy", until=f"{seen('.pl .card', 3)} && {seen('.fan .dim')}"),
    "prey-turned": table("prey", "greedy", "greedy", "greedy",
                         until=f"{seen('.fan .turned', 4)} && {seen('.pl .card', 2)}"),
    "prey-3": table("prey", "greedy", "greedy", until=seen(".pl .card", 2)),
    "prey-end": table("prey", "greedy", "greedy", "greedy", until=OVER),
    "beasts-start": beasts(asks("specialty"), 2),
    "beasts-map": MAP,
    "beasts-travel": beasts(in_peace(asks("travel-way"), rounds=1)),
    "beasts-shop": beasts(in_peace(asks("buy", act=lambda act: "hidden-deck" in "".join(act.things)), rounds=1)),
    "beasts-react": beasts(in_peace(asks("react", act=lambda act: bool(act.things)), rounds=1)),
    "beasts-war": beasts(in_war(asks("battle"), least_points=2)),
    "beasts-effect": beasts(in_war(asks("choose")), 2, first=2),
    "beasts-scoring": beasts(in_war(asks("loss", "retreat", "give")), 2, first=2),
    "beasts-hunt": beasts(in_hunt(asks("hunt")), 2),
    "beasts-tracks": after(MAP, sheet("Tracks")),
    "beasts-end": beasts(is_over, 2),
    "nowhere": address("/nowhere", "There is nothing at this address."),
    "chat": after(table("talon", "greedy", "greedy", "greedy", until=TARGETS), chat),
    "rules": after(table("prey", "greedy", "greedy", "greedy"), rules),
    "settings": after(table("talon", "greedy", "greedy", "greedy"), press("Settings")),
    "keys": after(table("talon", "greedy", "greedy", "greedy"), lambda visitor: visitor.page.keyboard.press("?")),
}  # fmt: skip
