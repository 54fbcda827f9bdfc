"""Plays Tailed Beasts through the page as a hunter would: it goes where a weak beast is near, buys what a hunt needs,
and clicks nothing but what the page offers."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playing import click
from playwright.sync_api import Page

OFFERED = (
    ".field.legal, .field.target, .tick.legal, .trk.legal, .unit.legal, .choice, .fmenu [data-act], "
    ".travelp [data-go], .react [data-act], .fan .card.legal, .duel .card.legal, .bs.target, .prompt .acts [data-act]"
)
READ = """(query) => {
  const name = (each) => each?.getAttribute("aria-label") ?? each?.innerText ?? "";
  const all = (query) => [...document.querySelectorAll(query)];
  const is = (query) => !!document.querySelector(query);
  return {
    asked: document.querySelector(".beasts-board")?.dataset.asked ?? "",
    over: is(".result"), hunt: is(".chase"), war: is(".duel"), menu: is(".fmenu"),
    round: document.querySelector(".roundlab")?.textContent ?? "",
    armed: name(document.querySelector(".choice.selected")),
    offered: all(query).map((each) => [each.dataset.field ?? "", name(each)]),
    fields: Object.fromEntries(all(".field").map((each) => [each.dataset.field, name(each)])),
  };
}"""
HELD = "() => [...document.querySelectorAll('.acth [data-thing]')].map((each) => each.getAttribute('aria-label'))"
WORTH = {"boat": 0, "scout": 1, "captain": 2, "elder": 3}
PATIENCE = 180.0  # seconds


class Hunter:
    """A person who hunts. What has been seen stands in `seen`: kinds of questions, `hunt`, `war`, `bought`."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.luck, self.seen = page, random.Random(seed), set[str]()
        self.near: dict[str, list[str]] = {}
        self.bought = 0

    def read(self) -> Any:
        return self.page.evaluate(READ, OFFERED)

    def play(self, until: Callable[[Any], bool], press: Callable[[int, str], None] | None = None) -> Any:
        """Decides until this holds of what is seen, or the game is over."""
        if not self.near:
            book = self.page.evaluate("() => fetch('/api/games/beasts/book').then((answer) => answer.json())")
            self.near = {
                each["id"]: [to["field"] for to in each["near"] if to["kind"] == "open"] for each in book["fields"]
            }
        end = time.monotonic() + PATIENCE
        while True:
            state = self.read()
            assert time.monotonic() < end, f"stuck at {state['asked']}: {[label for _, label in state['offered']][:6]}"
            self.seen |= {name for name in ("hunt", "war") if state[name]} | {state["asked"]}
            if state["over"] or until(state):
                return state
            if not state["offered"]:
                self.page.wait_for_timeout(40)
                continue
            best = self.choose(state)
            if "Buy " in state["offered"][best][1]:
                self.seen.add("bought")
                self.bought += 1
            if press:
                press(best, state["offered"][best][1])
            else:
                self.click(best)
            self.page.wait_for_timeout(60)

    def click(self, at: int) -> None:
        """With the mouse, where it can be seen. While panels make room for each other nothing is clicked."""
        try:
            click(self.page, OFFERED, at)
        except AssertionError:
            self.page.wait_for_timeout(100)

    def choose(self, state: Any) -> int:
        values = [self.value(state, field, label) + self.luck.random() for field, label in state["offered"]]
        return values.index(max(values))

    def value(self, state: Any, field: str, label: str) -> float:
        """What an offer is worth to a hunter."""
        asked = state["asked"]
        if label.startswith("Fight with") and asked == "battle":
            return 99  # a card was picked
        if state["armed"] and label == state["armed"]:
            return 99  # it is asked once more
        if field and state["menu"]:
            return -90  # the menu that is open comes first
        if asked == "buy":
            wanted = {"Buy War": 9, "Buy Travel": 8, "Buy Vanguard": 7, "Buy Muster": 6}
            held = self.held()
            return next(
                (worth - 10 * held.get(name[4:], 0) for name, worth in wanted.items() if f"{name} for" in label),
                0 if label.startswith("Pass") else -5,
            )
        if asked in ("start", "post") and field:
            return self.prospect(state, field)
        if asked == "post":
            return 3 if "Post an elder" in label else 2 if "Post a captain" in label else 0
        if asked == "turn":
            best = max((self.prospect(state, each) for each in state["fields"]), default=0)
            held = self.held()
            if "Travel" in label and not label.startswith("Pass"):
                return 9 if best > 0 and held.get("War") else 2
            if "take back" in label.lower() or field:
                return -80
            return 8 if "Muster" in label else 0 if label.startswith("Pass") else 1
        if asked == "react":
            return 9 if label.startswith(("War", "Vanguard")) or "Play War" in label or "Play Vanguard" in label else (
                1 if label.startswith(("Pass", "Play no")) else 0)  # fmt: skip
        if asked.startswith("travel"):
            if not field and "Travel into" in label:
                return 50
            if not field and "Travel from" in label:
                return 0
            if label.startswith("All "):
                return 20
            if field and asked == "travel":
                return self.attack(state, field)
            return 5 if label.startswith("End") else 1
        if asked == "hunt":
            return -9 if "ive up" in label else 1
        return -3 if label.startswith(("Pass", "No", "Stop")) else 0

    def held(self) -> dict[str, int]:
        labels = self.page.evaluate(HELD)
        found: dict[str, int] = {}
        for label in labels:
            name = label.split(",")[0]
            found[name] = found.get(name, 0) + int((re.search(r"(\d+) of them", label) or [0, 1])[1])
        return found

    def points(self, state: Any, field: str) -> int:
        """Of one's own units that stand in a field."""
        mine = re.search(r"You \([^)]*\): ([^.]*)", state["fields"].get(field) or "")
        units = re.findall(r"(\d+) (boat|scout|captain|elder)", mine[1]) if mine else []
        return sum(int(count) * WORTH[unit] for count, unit in units)

    def attack(self, state: Any, field: str) -> float:
        """By how much one's units around a field exceed the beast there."""
        beast = re.search(r"beast of strength (\d+)", state["fields"].get(field) or "")
        if not beast:
            return -20
        return sum(self.points(state, each) for each in self.near.get(field, [])) - int(beast[1])

    def prospect(self, state: Any, field: str) -> float:
        """How good it is to have units in a field: a weak beast next to it."""
        if state["asked"] == "turn":
            return self.attack(state, field)
        around = [state["fields"].get(each) or "" for each in self.near.get(field, [])]
        beasts = [re.search(r"beast of strength (\d+)", each) for each in around]
        return max((12 - int(beast[1]) for beast in beasts if beast), default=0)
