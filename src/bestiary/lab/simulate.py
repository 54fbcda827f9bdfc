"""Many games between bots: win shares with intervals, score distributions, replays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named, check_name, fill_seats
from bestiary.engine import replay
from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import cores
from bestiary.engine.table import Table
from bestiary.lab.playout import COMPILED, DECISIONS, FAULTS, FORCED, playout_of
from bestiary.lab.slices import run_slices, slice_size

SLICE = slice_size(2000)
Progress = Callable[[int], None]


def seat_bots(game: Game, names: Sequence[str], players: int) -> list[str]:
    """A bot for every seat, each of them one that plays in compiled code."""
    for name in names:
        check_name(game, name)
        if name not in COMPILED:
            raise MalformedError(f"the bot '{name}' plays in the arena only; here play {' and '.join(COMPILED)}")
    return fill_seats(game, names, players)


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


def bot_mask(bots: Sequence[str]) -> int:
    return sum(COMPILED.index(name) << seat for seat, name in enumerate(bots))


def simulate(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, progress: Progress
) -> Results:
    """Plays `games` games on all cores. Results depend on the seed alone."""
    players = int(options.seats)
    names = seat_bots(game, bots, players)
    mask = bot_mask(names)
    width = game.players.stop - 1
    batch = playout_of(game)
    payoffs = np.zeros((games, width))
    scores = np.zeros((games, width))
    totals = np.zeros(4, np.int64)

    def work(first: int, count: int) -> npt.NDArray[np.int64]:
        _, keys, rngs = batch_seeds(seed, first, count)
        shares, points = np.zeros(count * width), np.zeros(count * width)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        counters = np.zeros(4, np.int64)
        seats = np.full(count, mask, np.int64)
        states = game.state.array(2)
        batch(edition.box, states, options, keys, seats, shares, points, moves, weights, rngs, counters)
        payoffs[first : first + count] = shares.reshape(count, width)
        scores[first : first + count] = points.reshape(count, width)
        return counters

    for count, counters in run_slices(games, SLICE, work, cores()):
        totals += counters
        progress(count)
    if totals[FAULTS]:
        raise FaultError(f"{game.title}: {totals[FAULTS]} games met a case that cannot happen; run 'bestiary fuzz'")
    return Results(names, payoffs[:, :players], scores[:, :players], int(totals[DECISIONS]), int(totals[FORCED]))


def record(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, file: Path,
    progress: Progress,
) -> None:  # fmt: skip
    """Writes the replays of the same games that `simulate` plays with this seed into one file."""
    replay.write(file, replay_lines(game, edition, options, bots, games, seed, progress))


def replay_lines(
    game: Game, edition: Edition, options: Any, bots: Sequence[str], games: int, seed: str, progress: Progress
) -> Iterator[dict[str, Any]]:
    players = int(options.seats)
    names = seat_bots(game, bots, players)
    kinds = {name: bot_named(game, name) for name in set(names)}
    for number in range(games):
        seeds, _, rngs = batch_seeds(seed, number, 1)
        table = Table(game, edition, options, seeds[0])
        while waiting := table.waiting():
            seat = waiting[0]
            choice = kinds[names[seat]].choose(Knowledge.at(table, seat), seat, AT_ONCE, rngs[0])
            table.play(seat, choice.action)
        progress(1)
        yield from replay.lines_of(table, tuple(names))
