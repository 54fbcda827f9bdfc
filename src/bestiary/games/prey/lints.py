"""What our own editions must not have, though it could be played (R1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bestiary.engine.content import Section
from bestiary.games.prey.edition import ENDS
from bestiary.games.prey.state import RANKS

MOST_BELOW: Final = 8  # cards of a suit that one card is above at both ends: with more it leaves no choice


def lint(file: Section) -> Iterator[str]:
    """Each problem with file and line."""
    suits = file.section("suits")
    for key in suits.data:
        suit = suits.section(key)
        for end, numbers in zip(ENDS, zip(*suit.data.values(), strict=True), strict=True):
            if sorted(numbers) != list(range(1, RANKS + 1)):
                listed = ", ".join(map(str, sorted(numbers)))
                yield str(suit.wrong(f"has the {end} numbers {listed}; ours are 1 to {RANKS}, each once"))
        for name, (predator, prey) in suit.data.items():
            below = sum(a < predator and b < prey for a, b in suit.data.values())
            if below > MOST_BELOW:
                reason = f"is above {below} cards of its suit at both ends; ours are above {MOST_BELOW} at most"
                yield str(suit.wrong(reason, *name.split(".")))
