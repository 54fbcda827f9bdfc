"""Intervals hold however often one looks, and what is found among many figures is seldom found by chance."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.lab.anytime import LEVEL, chosen, log_evidence, reach
from bestiary.lab.pairs import Pairs, shown

RUNS, LENGTH = 300, 3000


def misses(draws: np.ndarray, mean: float, width: float) -> float:
    """The share of runs in which the interval leaves out the mean at any time."""
    sums, squares = draws.cumsum(axis=1), (draws**2).cumsum(axis=1)
    looks = np.unique(np.geomspace(5, LENGTH, 25).astype(int)) - 1  # one look after the other
    half = reach(squares[:, looks], width)
    return float((np.abs(sums[:, looks] - (looks + 1) * mean) > half).any(axis=1).mean())


@pytest.mark.parametrize(
    ("values", "chances"),
    [([-1, 0, 1], [0.2, 0.6, 0.2]), ([-1, 0, 1], [0.001, 0.998, 0.001]), ([-1, 0, 1], [0.002, 0.99, 0.008])],
    ids=["often", "seldom", "seldom and to one side"],
)  # fmt: skip
def test_an_interval_that_is_looked_at_all_the_time_holds_in_19_of_20_runs(
    values: list[float], chances: list[float]
) -> None:
    draws = np.random.default_rng(1).choice(values, size=(RUNS, LENGTH), p=chances)
    assert misses(draws, float(np.dot(values, chances)), 2.0) <= LEVEL


def test_a_plain_interval_that_is_looked_at_all_the_time_does_not_hold() -> None:
    """What the anytime interval is for: the test above can fail."""
    draws = np.random.default_rng(1).choice([-1, 1], size=(RUNS, LENGTH))
    sums = draws.cumsum(axis=1)
    outside = np.abs(sums) > 1.96 * np.sqrt(np.arange(1, LENGTH + 1))
    assert outside[:, 20:].any(axis=1).mean() > 4 * LEVEL


def test_without_any_difference_the_interval_still_has_a_width() -> None:
    widths = [float(reach(0.0, 2.0)) / games for games in (100, 1000, 10_000)]
    assert widths[0] > 0.05
    assert widths == sorted(widths, reverse=True)


def test_what_is_found_is_what_the_interval_excludes_0_for() -> None:
    luck = np.random.default_rng(2)
    squares = luck.uniform(50, 400, 40)
    totals = luck.normal(0, 1, 40) * np.sqrt(squares) + np.where(np.arange(40) < 6, 8, 0) * np.sqrt(squares)
    found, level = chosen(log_evidence(totals, squares, 2.0))
    assert found[:6].all()
    assert not found[6:].any()
    assert (found == (np.abs(totals) > reach(squares, 2.0, level))).all()


def test_among_many_figures_without_a_difference_nothing_is_found() -> None:
    draws = np.random.default_rng(3).choice([-1, 0, 1], size=(200, 50, 300), p=[0.1, 0.8, 0.1])
    wrong = [chosen(log_evidence(d.sum(axis=1), (d**2).sum(axis=1), 2.0))[0].any() for d in draws]
    assert np.mean(wrong) <= LEVEL


def test_sums_do_not_depend_on_how_deals_are_cut_into_slices() -> None:
    deals = np.random.default_rng(4).integers(0, 2521, size=(3, 60, 4))
    whole = Pairs.of(deals)
    parts = [Pairs.of(deals[:, at : at + 7]) for at in range(0, 60, 7)]
    total = Pairs.none(3)
    for part in parts:
        total = total + part
    assert (total.first == whole.first).all()
    assert (total.second == whole.second).all()


def test_a_deal_that_has_a_thing_in_both_editions_counts_with_its_difference() -> None:
    there = np.array([1, 1, 0, 1])
    won_a, won_b = np.array([2520, 0, 0, 0]), np.array([2520, 2520, 0, 0])
    figure = shown(Pairs.of(np.stack([there, won_a, there, won_b], axis=1)[None]), 2520, 2.0)
    assert figure.difference[0] == pytest.approx(1 / 3)
    assert figure.weight[0] == 3
    assert figure.squares[0] == pytest.approx(1.0)
