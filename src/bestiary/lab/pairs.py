"""Sums over paired deals: how often something was there and what it came to, with one edition and with the other.

A figure is a ratio such as wins by seats. A deal gives it four whole numbers: there and won with edition A, there and
won with edition B. Their sums and the sums of their products are all that its interval needs; they are whole numbers,
so they do not depend on the order of addition, nor on who added them up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bestiary.lab.anytime import LEVEL, log_evidence, reach

Whole = npt.NDArray[np.int64]
UNIT: Final = 2520
"""A whole victory: shares of up to ten sides are whole numbers of it."""
THERE_A, WON_A, THERE_B, WON_B = range(4)


@dataclass
class Pairs:
    """Sums of several figures, a row each."""

    first: Whole  # sums of the four numbers
    second: Whole  # of their products, four by four

    @classmethod
    def none(cls, figures: int) -> Pairs:
        return cls(np.zeros((figures, 4), np.int64), np.zeros((figures, 4, 4), np.int64))

    @classmethod
    def of(cls, deals: Any) -> Pairs:
        """`deals` has an entry for figure, deal and number."""
        numbers = np.ascontiguousarray(deals, np.float64)  # whole numbers far below 2⁵³: nothing is rounded
        second = np.matmul(numbers.transpose(0, 2, 1), numbers)
        return cls(numbers.sum(axis=1).astype(np.int64), second.astype(np.int64))

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(self.first + other.first, self.second + other.second)

    def __getitem__(self, rows: Any) -> Pairs:
        return Pairs(self.first[rows], self.second[rows])


@dataclass
class Shown:
    """What is known of several figures: one edition's value, the other's, and what lies between them."""

    there: tuple[Any, Any]
    values: tuple[Any, Any]  # not a number where nothing was there
    difference: Any
    weight: Any  # as many observations of a difference
    squares: Any  # their sum
    width: float  # of the range of one
    scale: float

    def evidence(self) -> Any:
        """Of a difference: the logarithm of its e-value."""
        total = np.nan_to_num(self.difference * self.weight)
        return log_evidence(total, self.squares, self.width, self.scale)

    def half(self, level: float = LEVEL) -> Any:
        """Half of the interval of each difference."""
        with np.errstate(divide="ignore", invalid="ignore"):
            half = reach(self.squares, self.width, level, self.scale) / self.weight
        return np.where(self.weight > 0, half, np.nan)


def shown(pairs: Pairs, unit: float, width: float) -> Shown:
    """The figures of some sums. `unit` is what 1 is in the sums; `width` is of the range of a deal's difference, 0
    where it has no bounds.

    Where each deal has the thing with both editions or with neither, an observation is a deal's difference, exactly.
    Elsewhere the difference of the two ratios is made linear, as is usual for many deals."""
    sums, products = pairs.first.astype(float), pairs.second.astype(float)
    n_a, n_b = sums[:, THERE_A], sums[:, THERE_B]
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = sums[:, WON_A] / n_a, sums[:, WON_B] / n_b
        weight = np.nan_to_num(2 / (1 / n_a + 1 / n_b))
        loading = np.stack([a / n_a, -1 / n_a, -b / n_b, 1 / n_b], axis=1)
        spread = np.einsum("fi,fij,fj->f", loading, products, loading)
        squares = np.nan_to_num((spread * weight**2 + weight * (b - a) ** 2) / unit**2)
        scale = float(np.sqrt(np.median(squares[weight > 0] / weight[weight > 0]))) if (weight > 0).any() else 1.0
    return Shown((n_a, n_b), (a / unit, b / unit), (b - a) / unit, weight, np.maximum(squares, 0), width, scale or 1.0)
