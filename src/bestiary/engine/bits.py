"""Sets of up to 32 things as bit masks, and of up to 62, for compiled code. No branches: a processor cannot predict
what is in a set."""

from __future__ import annotations

from bestiary.engine.rule import DEPOSITS, Ints, deposit, rule


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
    return count_bits((mask & -mask) - 1)


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


@rule
def count_set(chosen: int) -> int:
    """How many are in a set of up to 62."""
    return _ones(chosen)


@rule
def first_of_set(chosen: int) -> int:
    """The lowest in a set of up to 62; 64 where it is empty."""
    return _ones((chosen & -chosen) - 1)


@rule
def nth_of_set(chosen: int, n: int) -> int:
    """The n-th in a set of up to 62 that has more than n, counted from 0."""
    if DEPOSITS:
        return first_of_set(deposit(1 << n, chosen))
    below = count_bits(chosen)
    high = 1 if n >= below else 0
    return high * 32 + nth_bit(chosen >> high * 32, n - high * below)


@rule
def write_set(chosen: int, out: Ints) -> int:
    """Writes a set of up to 62 in rising order; how many are in it."""
    count = 0
    while chosen != 0:
        out[count] = first_of_set(chosen)
        count += 1
        chosen &= chosen - 1
    return count


def list_bits(mask: int) -> list[int]:
    """All in the set, in rising order."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
