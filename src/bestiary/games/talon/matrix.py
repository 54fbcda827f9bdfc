"""Small matrix games: two players choose at once, and what one wins the other loses.

The simplex method on the matrix, moved and scaled into 1 … 2. Bland's rule: the first column that still gains enters,
so that it cannot go round in circles.
"""

from __future__ import annotations

from typing import Final

from bestiary.engine.rule import Longs, Shares, rule

GAIN: Final = 1e-14  # a column that would gain less is left out
PIVOT: Final = 1e-12  # smaller numbers are taken for 0
MAX_PIVOTS: Final = 500  # never reached; if it were, the caller would see a gap between the two guarantees


def room(rows: int, columns: int) -> int:
    """How many numbers of scratch a game of this size needs."""
    return (rows + 1) * (rows + columns + 1)


@rule
def solve_matrix(
    matrix: Shares, rows: int, columns: int, row_mix: Shares, column_mix: Shares, scratch: Shares, basis: Longs
) -> float:
    """Writes optimal mixtures of both players and returns the value for the row player, who gets matrix[i, j].

    The matrix is flat, row by row. The value lies halfway between what either mixture guarantees."""
    low, high = matrix[0], matrix[0]
    for i in range(rows * columns):
        low = min(low, matrix[i])
        high = max(high, matrix[i])
    scale = 1.0 / (high - low) if high > low else 0.0
    width = rows + columns + 1
    for i in range(rows + 1):
        for j in range(width):
            scratch[i * width + j] = 0.0
    for i in range(rows):
        for j in range(columns):
            scratch[i * width + j] = 1.0 + (matrix[i * columns + j] - low) * scale
        scratch[i * width + columns + i] = 1.0
        scratch[i * width + width - 1] = 1.0
        basis[i] = columns + i
    for j in range(columns):
        scratch[rows * width + j] = -1.0
    pivots = 0
    while pivots < MAX_PIVOTS and pivot_once(scratch, rows, width, basis):
        pivots += 1
    for j in range(columns):
        column_mix[j] = 0.0
    for i in range(rows):
        row_mix[i] = max(0.0, scratch[rows * width + columns + i])
        if int(basis[i]) < columns:
            column_mix[int(basis[i])] = max(0.0, scratch[i * width + width - 1])
    make_whole(row_mix, rows)
    make_whole(column_mix, columns)
    return (row_guarantee(matrix, rows, columns, row_mix) + column_guarantee(matrix, rows, columns, column_mix)) / 2


@rule
def pivot_once(tableau: Shares, rows: int, width: int, basis: Longs) -> bool:
    """One step of the simplex method; false when there is nothing more to gain."""
    entering = 0
    while entering < width - 1 and tableau[rows * width + entering] >= -GAIN:
        entering += 1
    if entering == width - 1:
        return False
    leaving, least = -1, 0.0
    for i in range(rows):
        weight = tableau[i * width + entering]
        if weight > PIVOT:
            ratio = tableau[i * width + width - 1] / weight
            if leaving < 0 or ratio < least or (ratio == least and int(basis[i]) < int(basis[leaving])):
                leaving, least = i, ratio
    if leaving < 0:
        return False
    basis[leaving] = entering
    by = 1.0 / tableau[leaving * width + entering]
    for j in range(width):
        tableau[leaving * width + j] *= by
    for i in range(rows + 1):
        times = tableau[i * width + entering]
        if i != leaving and times != 0.0:
            for j in range(width):
                tableau[i * width + j] -= times * tableau[leaving * width + j]
    return True


@rule
def make_whole(mix: Shares, count: int) -> None:
    """Makes the weights add up to 1."""
    total = 0.0
    for i in range(count):
        total += mix[i]
    for i in range(count):
        mix[i] /= total


@rule
def row_guarantee(matrix: Shares, rows: int, columns: int, mix: Shares) -> float:
    """What the row player gets at least, whatever the other one does."""
    least = 0.0
    for j in range(columns):
        total = 0.0
        for i in range(rows):
            total += mix[i] * matrix[i * columns + j]
        least = total if j == 0 else min(least, total)
    return least


@rule
def column_guarantee(matrix: Shares, rows: int, columns: int, mix: Shares) -> float:
    """What the row player gets at most, if the other one mixes so."""
    most = 0.0
    for i in range(rows):
        total = 0.0
        for j in range(columns):
            total += mix[j] * matrix[i * columns + j]
        most = total if i == 0 else max(most, total)
    return most
