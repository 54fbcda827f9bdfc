"""A smooth surface through figures that luck has blurred: a Gaussian process.

Before anything is measured, a figure is thought to be a level, a slope along each knob, and gentle bends. Each
measurement tells how much luck is in it. The surface then says what to expect at any point, measured or not, and how
sure that is: near many measurements it knows more than any single one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Belief:
    """How far a figure is thought to be from 0, before it is measured: standard deviations."""

    level: float
    slope: float  # from the middle of a knob's range to its end
    bend: float


class Surface:
    """Figures at some points, a column each. Points lie between −1 and 1 along each knob."""

    def __init__(self, belief: Belief, points: Any, values: Any, luck: Any) -> None:
        """`luck` is the variance of each value."""
        self.belief, self.points = belief, np.asarray(points, float)
        self.values = np.asarray(values, float)
        alike = self._alike(self.points, self.points)
        self.inverse = [np.linalg.inv(alike + np.diag(np.maximum(each, 1e-9))) for each in np.asarray(luck, float).T]

    def _alike(self, one: Numbers, two: Numbers) -> Numbers:
        """The covariance of the figures at some points with those at others."""
        apart = (one**2).sum(axis=1)[:, None] + (two**2).sum(axis=1) - 2 * one @ two.T
        bends = self.belief.bend**2 * np.exp(-apart / (2 * one.shape[1]))
        return np.asarray(self.belief.level**2 + self.belief.slope**2 * (one @ two.T) + bends)

    def at(self, points: Any) -> tuple[Numbers, Numbers]:
        """What to expect at some points, and its variance."""
        wanted = np.asarray(points, float)
        before = self.belief.level**2 + self.belief.slope**2 * (wanted**2).sum(axis=1) + self.belief.bend**2
        alike = self._alike(wanted, self.points)
        means, doubts = [], []
        for inverse, values in zip(self.inverse, self.values.T, strict=True):
            weights = alike @ inverse
            means.append(weights @ values)
            doubts.append(np.maximum(before - (weights * alike).sum(axis=1), 1e-12))
        return np.stack(means, axis=1), np.stack(doubts, axis=1)
