"""How a test plays: it clicks or types what the page offers, and waits for what the page shows."""

from __future__ import annotations

import random
import time

from playwright.sync_api import Page

OFFERED = "button.legal, button.target"
BUTTONS = ".prompt .acts [data-act]"
STATE = """() => ({
  over: !!document.querySelector(".result"),
  picked: !!document.querySelector(".card.selected, .pick.selected"),
  offered: document.querySelectorAll("button.legal, button.target").length,
  buttons: document.querySelectorAll(".prompt .acts [data-act]").length,
})"""
POINT = """([query, index]) => {
  const button = document.querySelectorAll(query)[index];
  if (!button) return null;
  const box = button.getBoundingClientRect();
  for (let across = 1; across < 10; across++)
    for (let down = 1; down < 10; down++) {
      const [x, y] = [box.x + (box.width * across) / 10, box.y + (box.height * down) / 10].map(Math.round);
      if (document.elementFromPoint(x, y)?.closest("button") === button) return [x, y];
    }
  return [];
}"""
"""A point of a button that a mouse can hit: cards of a fan overlap. Empty where it is wholly covered."""
PATIENCE = 90.0  # seconds for a whole game; bots think in between


def play_by_mouse(page: Page, seed: int, decisions: int = 10_000, until: str = "false") -> int:
    """Plays to the end, so many decisions, or until a script is true and a choice is open. Cards overlap in a fan: a
    click hits what of a card can be seen."""
    luck, made, since = random.Random(seed), 0, time.monotonic()
    while made < decisions:
        assert time.monotonic() < since + PATIENCE, f"after {made} clicks: {page.locator('.prompt').inner_text()}"
        state = page.evaluate(STATE)
        if state["over"]:
            return made
        if not state["buttons"] and not state["offered"]:
            page.wait_for_timeout(30)
            continue
        if page.evaluate(until):
            return made
        if state["buttons"] and (state["picked"] or not state["offered"]):
            click(page, BUTTONS, luck.randrange(state["buttons"]))
        else:
            click(page, OFFERED, luck.randrange(state["offered"]))
        made += 1
        page.wait_for_timeout(20)
    return made


def click(page: Page, query: str, index: int = 0) -> None:
    """Clicks with the mouse where the button can be seen; it may have gone meanwhile."""
    point = page.evaluate(POINT, [query, index])
    assert point != [], f"{query} {index} is covered"
    if point:
        page.mouse.click(*point)


def play_by_keys(page: Page, seed: int) -> int:
    """Plays to the end with N, Shift and N, Enter alone."""
    luck, made, until = random.Random(seed), 0, time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < until, f"after {made} keys: {page.locator('.prompt').inner_text()}"
        state = page.evaluate(STATE)
        if state["over"]:
            return made
        if not state["offered"] and not state["buttons"]:
            page.wait_for_timeout(30)
            continue
        for _ in range(luck.randrange(1, 4)):
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        made += 1
        page.wait_for_timeout(20)
