"""A smooth surface through figures that luck has blurred: a Gaussian process.

A figure is thought to be a level, a slope along each knob, and gentle bends. How steep and how bent it is, is taken
from a short list of beliefs: the one that makes what was measured most likely. The surface then says what to expect at
any point, measured or not, and how sure that is: among many measurements it knows more than any single one of them.
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

    def alike(self, one: Numbers, two: Numbers) -> Numbers:
        """The covariance of the figures at some points with those at others."""
        apart = (one**2).sum(axis=1)[:, None] + (two**2).sum(axis=1) - 2 * one @ two.T
        bends = self.bend**2 * np.exp(-apart / (2 * one.shape[1]))
        return np.asarray(self.level**2 + self.slope**2 * (one @ two.T) + bends)


def beliefs(level: float, steepest: float) -> list[Belief]:
    """From steep to flat, each more or less bent."""
    slopes = [steepest / 2**step for step in range(4)]
    return [Belief(level, slope, bent * slope) for slope in slopes for bent in (0.1, 0.3, 1.0)]


class Surface:
    """Figures at some points, a column each. Points lie between −1 and 1 along each knob; `luck` is the variance of
    each value, and about the same for all figures of a point."""

    def __init__(self, known: list[Belief], points: Any, values: Any, luck: Any) -> None:
        self.points, self.values = np.asarray(points, float), np.asarray(values, float)
        noise = np.diag(np.asarray(luck, float).mean(axis=1))
        likely = -np.inf
        for belief in known:
            root = np.linalg.cholesky(belief.alike(self.points, self.points) + noise)
            white = np.linalg.solve(root, self.values)
            chance = -0.5 * float((white**2).sum()) - self.values.shape[1] * float(np.log(np.diag(root)).sum())
            if chance > likely:
                likely, self.belief, self.root, self.white = chance, belief, root, white

    def at(self, points: Any) -> tuple[Numbers, Numbers]:
        """What to expect at some points, and its variance."""
        wanted = np.asarray(points, float)
        reach = np.linalg.solve(self.root, self.belief.alike(self.points, wanted))
        before = self.belief.level**2 + self.belief.slope**2 * (wanted**2).sum(axis=1) + self.belief.bend**2
        doubt = np.maximum(before - (reach**2).sum(axis=0), 1e-12)
        return np.asarray(reach.T @ self.white), np.repeat(doubt[:, None], self.values.shape[1], axis=1)
