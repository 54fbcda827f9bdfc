"""Sets of up to 32 things as bit masks, for compiled code. No branches: a processor cannot predict what is in a set."""

from __future__ import annotations

from bestiary.engine.rule import rule


@rule
def _ones(word: int) -> int:
    """The ones among 64 bits. The compiler knows this form and makes one instruction of it."""
    pairs = word - ((word >> 1) & 0x5555555555555555)
    nibbles = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    return (((nibbles + (nibbles >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56 & 0xFF


@rule
def count_bits(mask: int) -> int:
    """How many are in the set."""
    return _ones(mask & 0xFFFFFFFF)


@rule
def first_bit(mask: int) -> int:
    """The lowest in the set; 32 where it is empty."""
    return _ones((mask & -mask) - 1)


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
