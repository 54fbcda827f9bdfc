"""Matrix games solved by SciPy, for tests to compare with."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog


def by_linear_programming(matrix: Any) -> float:
    """What the row player gets."""
    rows, columns = matrix.shape
    result = linprog(
        [0.0] * rows + [-1.0], A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]), b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]], b_eq=[1.0], bounds=[(0, None)] * rows + [(None, None)],
    )  # fmt: skip
    return -float(result.fun)
