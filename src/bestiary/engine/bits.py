"""Sets of up to 32 things as bit masks, for compiled code. No branches: a processor cannot predict what is in a set."""

from __future__ import annotations

from bestiary.engine.rule import rule


@rule
def count_bits(mask: int) -> int:
    """How many are in the set."""
    pairs = mask - ((mask >> 1) & 0x55555555)
    nibbles = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    return ((((nibbles + (nibbles >> 4)) & 0x0F0F0F0F) * 0x01010101) & 0xFFFFFFFF) >> 24


@rule
def first_bit(mask: int) -> int:
    """The lowest in the set; 32 where it is empty."""
    return count_bits((mask & -mask) - 1 & 0xFFFFFFFF)


@rule
def nth_bit(mask: int, n: int) -> int:
    """The n-th in a set that has more than n, counted from 0."""
    place = 0
    for power in range(4, -1, -1):
        width = 1 << power
        below = count_bits(mask & ((1 << width) - 1))
        skip = 1 if n >= below else 0
        n -= below * skip
        mask >>= width * skip
        place += width * skip
    return place


def list_bits(mask: int) -> list[int]:
    """All in the set, in rising order."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
