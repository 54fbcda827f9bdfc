"""The figures of an edition that ship with a game, small enough to be sent to a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    import polars as pl

FILE = "figures.json"
Row = tuple[str, float, list[float], list[float]]
"""A measure, its count a game, and shares of wins with and without it: share, low, high."""


class Counts(Struct):
    """What was counted, by table and number."""

    edition: str  # digest
    players: int
    games: int
    bots: str
    tables: dict[str, dict[int, list[Row]]]


def rows_of(table: pl.DataFrame) -> dict[int, list[Row]]:
    """The rows of a report's table by number."""
    found: dict[int, list[Row]] = {}
    for row in table.iter_rows(named=True):
        shares = [_share(row, ending) for ending in ("with", "without")]
        found.setdefault(row["number"], []).append((row["measure"], round(row["per_game"], 3), *shares))
    return found


def _share(row: Mapping[str, Any], ending: str) -> list[float]:
    values = [row[f"{name}_{ending}"] for name in ("share", "low", "high")]
    return [] if None in values else [round(value, 4) for value in values]
