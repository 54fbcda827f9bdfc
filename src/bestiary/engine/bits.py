"""Sets as bit masks: of seats, of cards."""

from __future__ import annotations

from bestiary.engine.rule import rule


@rule
def count_bits(mask: int) -> int:
    """How many are in the set. A negative number is none; plain Python would count its bits for ever."""
    count = 0
    while mask > 0:
        mask &= mask - 1
        count += 1
    return count


@rule
def first_bit(mask: int) -> int:
    """The lowest in a set that is not empty."""
    place = 0
    while (mask >> place) & 1 == 0:
        place += 1
    return place


@rule
def nth_bit(mask: int, n: int) -> int:
    """The n-th in a set that has more than n, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return first_bit(mask)


def list_bits(mask: int) -> list[int]:
    """All in the set, in rising order."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
