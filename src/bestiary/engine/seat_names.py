"""Sentences about seats. A game's words name a seat by its number; its name is filled in where they are shown.

    {2}            Osric · You             {2's}         Osric's · your
    {2:takes/take} Osric takes · You take
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SENTENCE = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
MARK = re.compile(r"\{(\d+)('s)?(?::([^/}]*)/([^}]*))?\}")


def with_names(text: str, names: Sequence[str], seat: int = -1) -> str:
    """The sentence as the given seat reads it."""

    def fill(match: re.Match[str]) -> str:
        number = int(match.group(1))
        mine = number == seat
        name = names[number] if number < len(names) else f"Seat {number + 1}"
        if match.group(2):
            return "your" if mine else f"{name}'s"
        if match.group(3) is not None:
            return f"you {match.group(4)}" if mine else f"{name} {match.group(3)}"
        return "you" if mine else name

    return SENTENCE.sub(lambda match: match.group().upper(), MARK.sub(fill, text))


def printable(text: str) -> str:
    """Text from outside, without what would command a terminal."""
    return "".join(c for c in text if c.isprintable())
