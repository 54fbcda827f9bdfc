"""Sentences about seats. A game's words name a seat by its number; its name is filled in where they are shown.

    {2}            Osric · You             {2's}         Osric's · your
    {2:takes/take} Osric takes · You take

At a terminal whoever has no name is called You, and only then "you" in what is told; everybody else is called by name,
also where the person reads it: several may read along.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

YOU = "You"  # the name of a person who has none
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


def reader(names: Sequence[str]) -> int:
    """The seat that is called "you" in what is told; −1 where everybody has a name."""
    return names.index(YOU) if YOU in names else -1


def printable(text: str) -> str:
    """Text from outside, without what would command a terminal."""
    return "".join(c for c in text if c.isprintable())
