"""The tables of `bestiary report`: what was counted, as shares with intervals. Needs Polars."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from bestiary.engine import files
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.measures import Measure
from bestiary.engine.spelling import did_you_mean
from bestiary.lab.plan import Plan
from bestiary.lab.simulate import wilson
from bestiary.lab.telemetry import (
    CHOSEN, COUNT, DECISIONS, FORCED, GAMES, OFFERED, ROUNDS, TIMES, TIMES_WON, WHOLE, WITH, WITH_WON, Counted,
)  # fmt: skip

Row = dict[str, Any]
LENGTHS: Final = {"decisions": DECISIONS, "forced": FORCED, "rounds": ROUNDS}
PLAIN: Final = ("seats", "sides", "length", "choices", "people")
"""Tables that are not made of measures."""
LEAST: Final = 30  # seats with a thing and without it, before its win shares are worth showing
SHARED: Final = ("share", "low", "high")


def make_tables(game: Game, plan: Plan, runs: Sequence[Counted]) -> dict[str, pl.DataFrame]:
    """All tables by name; every one has a column for the number of players."""
    made: dict[str, list[Row]] = {"seats": [], "sides": [], "length": [], "choices": []}
    made |= {measure.table: [] for measure in plan.measures.measures}
    for run in runs:
        made["seats"] += _seats(run)
        made["sides"] += _sides(plan, run) if plan.traits else []
        made["length"] += _lengths(run)
        made["choices"] += _choices(game, run)
        totals = {trait: eligible(run, trait) for trait in set(plan.groups)}
        for measure in plan.measures.measures:
            made[measure.table] += measured(plan, measure, run.players, len(run.payoffs), run.tally, totals)
    return {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in made.items() if rows}


def write_tables(tables: Mapping[str, pl.DataFrame], folder: Path) -> list[Path]:
    """A Parquet file and a CSV file for each table."""
    written = []
    for name, table in tables.items():
        for ending, write in (("parquet", table.write_parquet), ("csv", table.write_csv)):
            file, packed = folder / f"{name}.{ending}", io.BytesIO()
            write(packed)  # in memory: a full disk is then our error, not an odd one of the library
            with files.replacing(file) as aside:
                aside.write_bytes(packed.getvalue())
            written.append(file)
    return written


# --- One card


def find_name(plan: Plan, name: str) -> str:
    """A thing's name as the edition writes it, or an error that names one like it."""
    known = dict.fromkeys(subject.name for table in plan.tables for _, subject in plan.named(table))
    exact = [other for other in known if other.casefold() == name.casefold()]
    if not exact:
        tables = ", ".join(plan.tables)
        raise MalformedError(f"nothing among {tables} is called '{name}'{did_you_mean(name, known)}")
    return exact[0]


def about(tables: Mapping[str, pl.DataFrame], name: str) -> pl.DataFrame:
    """The rows of a thing in all tables, and of its parts: `Oak 2.3` is one of Oak's."""
    own = pl.col("name").str.contains(f"^{re.escape(name)}( [0-9]+[.][0-9]+)?$")
    rows = [table.filter(own) for key, table in tables.items() if key not in PLAIN]
    return pl.concat(rows, how="vertical_relaxed")


# --- Shares


def shared(won: float, seats: int, ending: str = "") -> Row:
    """A win share with its interval; nothing where nobody is counted."""
    names = [name + ending for name in SHARED]
    if seats == 0:
        return dict.fromkeys(names)
    share = won / seats
    return dict(zip(names, (share, *wilson(share, seats)), strict=True))


def difference(a: Row, b: Row) -> Row:
    """The share with less the share without; its interval is made of theirs (Newcombe)."""
    names = ("difference", "difference_low", "difference_high")
    if a["share_with"] is None or b["share_without"] is None:
        return dict.fromkeys(names)
    p, low, high = (a[f"{name}_with"] for name in SHARED)
    q, least, most = (b[f"{name}_without"] for name in SHARED)
    below, above = math.hypot(p - low, most - q), math.hypot(high - p, q - least)
    return dict(zip(names, (p - q, p - q - below, p - q + above), strict=True))


# --- Tables


def _seats(run: Counted) -> Iterator[Row]:
    games = len(run.payoffs)
    for seat, bot in enumerate(run.bots):
        points = run.scores[:, seat]
        yield {
            "players": run.players,
            "seat": seat,
            "bot": bot,
            "games": games,
            **shared(float(run.payoffs[:, seat].sum()), games),
            "score_mean": float(points.mean()),
            "score_deviation": float(points.std()),
        }


def _sides(plan: Plan, run: Counted) -> Iterator[Row]:
    """The win share of every trait: at any seat (null), then at each."""
    payoffs, traits = run.payoffs[:, : run.players], run.traits[:, : run.players]
    for trait, name in enumerate(plan.traits):
        for seat in (None, *range(run.players)):
            columns = slice(None) if seat is None else slice(seat, seat + 1)
            own = traits[:, columns] == trait
            seats = int(own.sum())
            won = float(payoffs[:, columns][own].sum())
            head = {"players": run.players, plan.measures.trait: name, "seat": seat, "games": seats}
            yield {**head, **shared(won, seats)}


def _lengths(run: Counted) -> Iterator[Row]:
    """How many games were so long."""
    for what, column in LENGTHS.items():
        values, games = np.unique(run.lengths[:, column], return_counts=True)
        for value, count in zip(values.tolist(), games.tolist(), strict=True):
            yield {"players": run.players, "what": what, "value": value, "games": count}


def _choices(game: Game, run: Counted) -> Iterator[Row]:
    for kind, row in zip(game.actions.kinds, run.choices, strict=True):
        offered, chosen = int(row[OFFERED]), int(row[CHOSEN])
        head = {"players": run.players, "choice": kind.name, "offered": offered, "chosen": chosen}
        yield {**head, "per_game": chosen / len(run.payoffs), **shared(chosen, offered)}


def measured(
    plan: Plan, measure: Measure, players: int, games: int, tally: Any, totals: Mapping[int, tuple[int, float]]
) -> Iterator[Row]:
    """What one measure says of every subject. Totals are the seats of each trait, and what they won."""
    base = plan.base[measure]
    first = next(plan.base[m] for m in plan.measures.measures if m.table == measure.table)
    for number, subject in plan.named(measure.table):
        own = tally[base + number].tolist()
        count, of = own[COUNT], int(tally[first + number][COUNT])
        seats, won = totals[subject.trait] if measure.seat else (0, 0.0)
        with_it, won_with = own[WITH], own[WITH_WON] / WHOLE
        mine, others = shared(won_with, with_it, "_with"), shared(won - won_with, seats - with_it, "_without")
        yield {
            "players": players,
            "number": number,
            "name": subject.name,
            "group": subject.group,
            "text": subject.text,
            "measure": measure.name,
            "count": count,
            "per_game": count / games,
            "games": own[GAMES],
            "rate": count / of if of else None,
            "seats_with": with_it,
            **mine,
            "seats_without": seats - with_it,
            **others,
            **difference(mine, others),
            "per_seat": own[TIMES] / seats if seats else None,
            "per_winner": own[TIMES_WON] / WHOLE / won if won else None,
        }


def eligible(run: Counted, trait: int) -> tuple[int, float]:
    """The seats that are meant to have a subject, and what they won."""
    payoffs = run.payoffs[:, : run.players]
    own = payoffs if trait < 0 else payoffs[run.traits[:, : run.players] == trait]
    return own.size, float(own.sum())
