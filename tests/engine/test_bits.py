"""Sets as bit masks."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.engine.bits import count_bits, count_set, first_bit, list_bits, nth_bit, nth_of_set, write_set
from bestiary.engine.rule import specialise


@pytest.mark.parametrize("held", [set(), {0}, {3}, {0, 1, 2}, {1, 4, 11}, {0, 17, 31}, set(range(32))])
def test_a_mask_is_counted_and_listed_like_the_set_it_stands_for(held: set[int]) -> None:
    mask = sum(1 << place for place in held)
    assert count_bits(mask) == len(held)
    assert list_bits(mask) == sorted(held)
    assert [nth_bit(mask, n) for n in range(len(held))] == sorted(held)
    if held:
        assert first_bit(mask) == min(held)


def test_of_a_negative_number_the_lowest_32_places_count() -> None:
    assert count_bits(-1) == 32
    assert count_bits(-4096) == 20


@pytest.mark.parametrize("held", [set(), {0}, {61}, {3, 40}, {1, 31, 32, 33, 60}, set(range(62))])
def test_a_larger_set_is_counted_and_listed_like_the_one_it_stands_for(held: set[int]) -> None:
    chosen, out = sum(1 << place for place in held), np.zeros(62, np.int32)
    assert count_set(chosen) == len(held)
    assert out[: write_set(chosen, out)].tolist() == sorted(held)
    assert [nth_of_set(chosen, n) for n in range(len(held))] == sorted(held)


def test_a_processor_that_cannot_deposit_bits_finds_the_same() -> None:
    slow = specialise(nth_of_set, "without", DEPOSITS=False)
    for chosen in (0b1011_0000_0000_1010_0110_0000_0001_0001, 0x2A80_0110_8000_1003):
        assert [slow(chosen, n) for n in range(count_set(chosen))] == list_bits(chosen)
