"""Matrix games: values as linear programming finds them, and mixtures that guarantee them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from linear_programming import by_linear_programming

from bestiary.games.talon.matrix import column_guarantee, room, row_guarantee, solve_matrix


def solved(matrix: Any) -> tuple[float, Any, Any]:
    rows, columns = matrix.shape
    mixes = np.zeros(rows), np.zeros(columns)
    value = solve_matrix(
        np.ascontiguousarray(matrix, np.float64).ravel(), rows, columns, *mixes, np.zeros(room(rows, columns)),
        np.zeros(rows, np.int64),
    )  # fmt: skip
    return float(value), *mixes


def matrices(kind: str, count: int) -> list[Any]:
    """Of all shapes up to 6 × 6. Small whole numbers have many ties; near ones differ by rounding only."""
    rng = np.random.default_rng(7)
    shapes = [tuple(rng.integers(1, 7, 2)) for _ in range(count)]
    if kind == "real":
        return [rng.normal(size=shape) for shape in shapes]
    if kind == "whole":
        return [rng.integers(-1, 3, shape).astype(float) for shape in shapes]
    return [0.5 + rng.integers(0, 2, shape) * 0.25 + rng.integers(-1, 2, shape) * 1e-16 for shape in shapes]


@pytest.mark.parametrize("kind", ["real", "whole", "near"])
def test_the_value_is_that_of_linear_programming_and_both_mixtures_guarantee_it(kind: str) -> None:
    for matrix in matrices(kind, 150):
        value, mine, theirs = solved(matrix)
        flat = np.ascontiguousarray(matrix).ravel()
        assert value == pytest.approx(by_linear_programming(matrix), abs=1e-8)
        for mix in (mine, theirs):
            assert (mix >= 0).all()
            assert mix.sum() == pytest.approx(1, abs=1e-12)
        assert row_guarantee(flat, *matrix.shape, mine) == pytest.approx(value, abs=1e-12)
        assert column_guarantee(flat, *matrix.shape, theirs) == pytest.approx(value, abs=1e-12)


def test_a_player_who_takes_the_others_place_gets_what_the_other_got() -> None:
    for matrix in matrices("real", 50):
        assert solved(-matrix.T)[0] == pytest.approx(-solved(matrix)[0], abs=1e-12)


def test_rock_paper_scissors_is_fair_and_played_evenly() -> None:
    value, mine, theirs = solved(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert value == pytest.approx(0, abs=1e-15)
    assert mine == pytest.approx([1 / 3] * 3)
    assert theirs == pytest.approx([1 / 3] * 3)
