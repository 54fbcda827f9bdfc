"""Many games between bots: win shares with intervals, score distributions, replays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bestiary.engine import replay
from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError
from bestiary.engine.game import Game
from bestiary.engine.table import Table
from bestiary.lab import workers as crew
from bestiary.lab.company import Company, compiled_bots, seat_bots
from bestiary.lab.playout import DECISIONS, FAULTS, FORCED, playout_of
from bestiary.lab.slices import slice_size
from bestiary.lab.tables import TableTask

SLICE = slice_size(2000)
Progress = Callable[[int], None]


@dataclass
class Results:
    """What a run of games gave: a row a game, a column a seat."""

    bots: list[str]
    payoffs: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    decisions: int
    forced: int

    def summary(self) -> dict[str, Any]:
        games = len(self.payoffs)
        seats = []
        for seat, bot in enumerate(self.bots):
            share = float(self.payoffs[:, seat].mean())
            points = np.percentile(self.scores[:, seat], [0, 25, 50, 75, 100])
            seats.append({
                "seat": seat,
                "bot": bot,
                "share": round(share, 6),
                "interval": wilson(share, games),
                "score_mean": round(float(self.scores[:, seat].mean()), 4),
                "score_deviation": round(float(self.scores[:, seat].std()), 4),
                "score_quartiles": [float(p) for p in points],
            })  # fmt: skip
        return {
            "games": games,
            "decisions_per_game": round(self.decisions / games, 2),
            "forced": self.forced,
            "seats": seats,
        }


def wilson(share: float, games: int, z: float = 1.96) -> list[float]:
    """A 95 % interval that holds for few games and for shares near 0 and 1, too (shared victories make it wider than
    need be)."""
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return [round(max(0.0, centre - half), 6), round(min(1.0, centre + half), 6)]


class Simulated(TableTask):
    """The task: some games of a run."""

    def __call__(self, first: int, count: int) -> crew.Result:
        mask = compiled_bots(self.game, self.bots)
        return self._asked(first, count) if mask is None else self._compiled(mask, first, count)

    def _compiled(self, mask: int, first: int, count: int) -> crew.Result:
        game, width = self.game, self.game.players.stop - 1
        _, keys, rngs = batch_seeds(self.seed, first, count)
        shares, points = np.zeros(count * width), np.zeros(count * width)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        counters = np.zeros(4, np.int64)
        seats = np.full(count, mask, np.int64)
        states = game.state.array(2)
        self.batch(self.edition.box, states, self.options, keys, seats, shares, points, moves, weights, rngs, counters)
        return {"payoffs": shares.reshape(count, width), "scores": points.reshape(count, width), "counters": counters}

    @cached_property
    def batch(self) -> Any:
        return playout_of(self.game)

    def _asked(self, first: int, count: int) -> crew.Result:
        """Games in which each bot is asked for every decision."""
        game, edition, width = self.game, self.edition, self.game.players.stop - 1
        _, keys, rngs = batch_seeds(self.seed, first, count)
        payoffs, points, counters = np.zeros((count, width)), np.zeros((count, width)), np.zeros(4, np.int64)
        for number in range(count):
            state: Any = game.state.new()
            game.setup(edition.box, state, self.options, keys[number], None)
            while (waiting := game.seats_waiting(state)) and not self.over.is_set():
                seat = waiting[0]
                choice = self.company.choose(self.bots[seat], state, seat, rngs[number])
                counters[FORCED if len(choice.evaluation) == 1 else DECISIONS] += 1
                game.apply(edition.box, state, seat, choice.action, None)
            counters[FAULTS] += int(state.fault) != 0
            payoffs[number, : len(self.bots)] = game.payoffs(edition, state)
            points[number, : len(self.bots)] = game.score_list(edition, state)
        return {"payoffs": payoffs, "scores": points, "counters": counters}


def simulate(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, progress: Progress,
    workers: crew.Workers | None = None, folder: Path | None = None,
) -> Results:  # fmt: skip
    """Plays `games` games on all cores, or lets `workers` do it. Results depend on the seed alone. Finished slices are
    kept in `folder`."""
    players = int(options.seats)
    names = seat_bots(game, bots, players)
    task = Simulated(game, edition, options, names, seed)
    size = 1 if compiled_bots(game, names) is None else SLICE
    kept = task.kept(folder, size)
    found = list(crew.run(task, crew.slices(games, size), workers or crew.usual(), kept, progress))
    payoffs, scores = (np.concatenate([part[name] for part in found])[:, :players] for name in ("payoffs", "scores"))
    totals = np.sum([part["counters"] for part in found], axis=0)
    if totals[FAULTS]:
        raise FaultError(f"{game.title}: {totals[FAULTS]} games met a case that cannot happen; run 'bestiary fuzz'")
    return Results(names, payoffs, scores, int(totals[DECISIONS]), int(totals[FORCED]))


def record(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, file: Path,
    progress: Progress,
) -> None:  # fmt: skip
    """Writes the replays of the same games that `simulate` plays with this seed into one file."""
    replay.write(file, replay_lines(game, edition, options, bots, games, seed, progress))


def replay_lines(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, progress: Progress
) -> Iterator[dict[str, Any]]:
    names = seat_bots(game, bots, int(options.seats))
    company = Company(game, edition, options)
    for number in range(games):
        seeds, _, rngs = batch_seeds(seed, number, 1)
        table = Table(game, edition, options, seeds[0])
        while waiting := table.waiting():
            seat = waiting[0]
            table.play(seat, company.choose(names[seat], table.state, seat, rngs[0]).action)
        progress(1)
        yield from replay.lines_of(table, tuple(names))
