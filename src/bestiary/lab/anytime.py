"""Intervals that hold however often somebody looks, and whenever they stop.

Observations lie in a known range of width c. For every λ below 1/c

    exp(λ S − ψ(λ) V),   ψ(λ) = (−log(1 − cλ) − cλ) / c²,

is a supermartingale, with S the sum of the observations less their means, and V the sum of their squares (Howard,
Ramdas, McAuliffe and Sekhon 2021, theorem 4, around a guess of 0: a difference of two editions is mostly near it). So
is a mixture over several λ, and it passes 1/α with a chance of at most α, at any time (Ville). Turned round it is an
interval, and its value under "no difference" an e-value. Nothing here is a limit for many games: with observations
that are all 0 the interval still has a width, so that a rare difference does not look like none.

With c = 0, ψ is λ²/2: the same mixture for numbers without known bounds, which then holds for many games only
(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024).
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

LEVEL: Final = 0.05
GRID: Final = 24  # values of λ, each by √2 below the last: from a handful of games to hundreds of millions
LARGEST: Final = 0.8  # of them, as a part of 1/c
HALVINGS: Final = 40


def _grid(width: float, scale: float) -> tuple[Numbers, Numbers]:
    """The values of λ, and ψ of each."""
    steps = 2.0 ** (-np.arange(GRID) / 2)
    if width == 0:
        rates = 4.0 / scale * steps
        return rates, rates**2 / 2
    rates = LARGEST / width * steps
    return rates, (-np.log1p(-width * rates) - width * rates) / width**2


def log_mixture(total: Any, squares: Any, width: float, scale: float = 1.0) -> Numbers:
    """The logarithm of the mixture where observations add up to `total` and their squares to `squares`."""
    rates, costs = _grid(width, scale)
    powers = np.multiply.outer(np.asarray(total, float), rates) - np.multiply.outer(np.asarray(squares, float), costs)
    top = powers.max(axis=-1)
    return np.asarray(top + np.log(np.exp(powers - top[..., None]).mean(axis=-1)))


def log_evidence(total: Any, squares: Any, width: float, scale: float = 1.0) -> Numbers:
    """The logarithm of the e-value against "the mean is 0", to either side."""
    return log_mixture(np.abs(total), squares, width, scale) - math.log(2)


def reach(squares: Any, width: float, level: Any = LEVEL, scale: float = 1.0) -> Numbers:
    """How far the sum of observations may lie from that of their means, to either side, at this level."""
    wanted = np.log(2 / np.asarray(level, float))
    spread = np.asarray(squares, float)
    low = np.zeros(np.broadcast(spread, wanted).shape)
    high = low + 1.0
    while (short := log_mixture(high, spread, width, scale) < wanted).any():
        high = np.where(short, 2 * high, high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        below = log_mixture(middle, spread, width, scale) < wanted
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return high


def chosen(evidence: Any, level: float = LEVEL) -> tuple[npt.NDArray[np.bool_], float]:
    """Which of many e-values count as found, and the level at which the intervals of all of them are to be drawn, so
    that exactly those found exclude 0. By e-BH (Wang and Ramdas 2022): of what is found, at most `level` is found
    wrongly in expectation, however the figures depend on each other; Benjamini–Hochberg's procedure does not promise
    that for the cards of one game. The intervals are those of e-BY (Xu, Wang and Ramdas 2024)."""
    logs = np.asarray(evidence, float)
    count = len(logs)
    if count == 0:
        return np.zeros(0, bool), level
    order = np.sort(logs)[::-1]
    enough = order >= np.log(count / (level * np.arange(1, count + 1)))
    most = int(np.flatnonzero(enough)[-1]) + 1 if enough.any() else 0
    corrected = level * max(1, most) / count
    return logs >= -math.log(corrected), corrected
