"""For everyone: no serious violation that axe finds, nothing cut off sideways, on every page and state."""

from __future__ import annotations

from typing import Any

import pytest
from axe import cut_off, violations
from states import SIZES, STATES, THEMES

FIRST_OF_A_KIND = {"home", "waiting", "gone", "talon-10", "talon-pots", "talon-refused", "claw-formation",
                   "prey-turned", "chat", "settings"}  # fmt: skip


LOOKS = [(width, theme) for width in SIZES for theme in THEMES]
"""All six. `make test` looks at the first of a kind, each width in one theme, which alternates from state to state."""


def cases() -> list[Any]:
    found = []
    for number, state in enumerate(STATES):
        some = [look for n, look in enumerate(LOOKS) if (n + n // 2 + number) % 2]
        if state in FIRST_OF_A_KIND:
            found.append(pytest.param(state, some, id=state))
        rest = [look for look in LOOKS if look not in some or state not in FIRST_OF_A_KIND]
        found.append(pytest.param(state, rest, id=f"{state}-rest", marks=pytest.mark.prove))
    return found


@pytest.mark.parametrize(("state", "looks"), cases())
def test_axe_finds_nothing_serious_at_any_width_in_any_theme(visitors: Any, state: str, looks: list[Any]) -> None:
    visitor = visitors(SIZES[1440])
    STATES[state](visitor)
    page, found = visitor.page, list[str]()
    for width, theme in looks:
        page.set_viewport_size({"width": width, "height": SIZES[width][1]})
        page.evaluate(f"document.documentElement.dataset.theme = {theme!r}")
        page.wait_for_timeout(150)  # colours have changed
        found += [f"{width} {theme}: {each}" for each in [*violations(page), *cut_off(page)]]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not found, "\n".join(found)
