"""Games of real tables, counted as `report` counts those between bots, so that people stand beside bots.

Only what people did is counted: at a table with bots their seats alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.trace import new_trace
from bestiary.lab.deals import counting
from bestiary.lab.plan import SPOTS, Plan, kind_of_each
from bestiary.lab.report import Row, measured
from bestiary.lab.telemetry import (
    COUNT, FAULTS, GAMES, OVERFLOWS, TIMES, TIMES_WON, TO_A_QUESTION, WHOLE, WITH, WITH_WON,
)  # fmt: skip

COMPARED = ("per_seat", "share_with", "low_with", "high_with", "seats_with")
"""Columns of a report that people and bots are compared by."""


@dataclass(frozen=True)
class Played:
    """A finished game: how its table was set, the key of its luck, what was done, and at which seats people sat. What
    was taken back is not among the moves."""

    options: Any
    key: Any
    moves: Sequence[tuple[int, int]]  # seat and action
    people: tuple[bool, ...]


def count(game: Game, edition: Edition, plan: Plan, played: Played) -> tuple[Any, Any, Any]:
    """What a game came to: the share and the trait of every seat, and the counts by key and seat."""
    capacity = 2 * game.max_events
    while (found := _count(game, edition, plan, played, capacity)) is None:
        capacity *= 4  # an action had more events than there was room for
    return found


def _count(game: Game, edition: Edition, plan: Plan, played: Played, capacity: int) -> tuple[Any, Any, Any] | None:
    width, keys = game.players.stop - 1, len(plan.groups)
    shares, points, traits = np.zeros(width), np.zeros(width), np.zeros(width, np.int64)
    moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
    memory, counts = np.zeros((plan.slots * SPOTS, 3), np.int64), np.zeros((keys, width + 1), np.int64)
    kept, wrong = np.zeros((1 + keys, width + 1), np.int64), np.zeros(2, np.int64)
    choices, states = np.zeros((len(game.actions.kinds), 2), np.int64), game.state.array(2)
    kinds, groups, trace = kind_of_each(game), np.array(plan.groups, np.int64), new_trace(capacity)
    luck = np.asarray(played.key, np.uint32).reshape(1, -1)

    def go_on(answer: int) -> None:
        counting(game)(
            edition.box, states, played.options, luck, 0, answer, shares, points, traits, np.zeros(3, np.int64), moves,
            weights, np.zeros((1, 2), np.int64), trace, kinds, plan.first, plan.rows, groups, memory, counts, kept,
            choices, wrong,
        )  # fmt: skip

    todo = [deque(action for seat, action in played.moves if seat == own) for own in range(len(played.people))]
    go_on(TO_A_QUESTION)
    while waiting := game.seats_waiting(states[0]):  # secret choices may stand in the log in any order
        if not todo[waiting[0]]:
            raise MalformedError("this game was not played to its end")
        go_on(todo[waiting[0]].popleft())
    if wrong[OVERFLOWS]:
        return None
    if wrong[FAULTS]:
        raise FaultError(f"{game.title}: a game met a case that cannot happen; run 'bestiary fuzz'")
    return shares, traits, kept[1:]


@dataclass
class People:
    """What people did at tables with so many seats."""

    games: int
    tally: Any
    seats: dict[int, int]  # by trait, −1 for all: as many people sat there, and so much they won
    won: dict[int, float]


def gather(
    game: Game, edition: Edition, plan: Plan, games: Iterable[Played], progress: Callable[[int], None]
) -> dict[int, People]:
    """All games, by the number of players."""
    groups, found = np.array(plan.groups), dict[int, People]()
    for played in games:
        shares, traits, counts = count(game, edition, plan, played)
        seats = [seat for seat, is_person in enumerate(played.people) if is_person]
        at = found.setdefault(len(played.people), People(0, np.zeros((len(groups), 6), np.int64), {}, {}))
        at.games += 1
        for seat in seats:
            share, trait = float(shares[seat]), int(traits[seat])
            own, won = counts[:, seat] * ((groups < 0) | (groups == trait)), round(share * WHOLE)
            at.tally[:, COUNT] += own
            at.tally[:, TIMES] += own
            at.tally[:, TIMES_WON] += own * won
            at.tally[:, WITH] += own > 0
            at.tally[:, WITH_WON] += (own > 0) * won
            for each in (-1, trait):
                at.seats[each] = at.seats.get(each, 0) + 1
                at.won[each] = at.won.get(each, 0.0) + share
        at.tally[:, GAMES] += counts[:, seats].any(axis=1)
        progress(1)
    return found


def beside(plan: Plan, people: Mapping[int, People], tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """People's figures beside those of the report's bots, for every thing that somebody could do."""
    rows: list[Row] = []
    for players, found in people.items():
        totals = {trait: (found.seats.get(trait, 0), found.won.get(trait, 0.0)) for trait in set(plan.groups)}
        for measure in plan.measures.measures:
            if not measure.seat:
                continue
            bots = {
                row["number"]: row
                for row in tables[measure.table].filter(
                    (pl.col("players") == players) & (pl.col("measure") == measure.name)
                ).iter_rows(named=True)
            }  # fmt: skip
            for row in measured(plan, measure, players, found.games, found.tally, totals):
                other = bots.get(row["number"], {})
                rows.append(
                    {name: row[name] for name in ("players", "name", "group", "measure")}
                    | {f"people_{name}": row[name] for name in COMPARED}
                    | {f"bots_{name}": other.get(name) for name in COMPARED}
                )
    return pl.DataFrame(rows, infer_schema_length=None)
