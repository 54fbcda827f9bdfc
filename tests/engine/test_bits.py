"""Sets as bit masks."""

from __future__ import annotations

import pytest

from bestiary.engine.bits import count_bits, first_bit, list_bits, nth_bit


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
