"""Random and hostile play under all laws: the compiled ones after every action, those of people on a sample."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bestiary.engine import cache
from bestiary.engine.chance import batch_seeds, quick_rng
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.rule import JIT
from bestiary.lab import workers as crew
from bestiary.lab.slices import slice_size
from bestiary.lab.tables import TableTask
from bestiary.testkit import people, walk
from bestiary.testkit.secrecy import secret_table

SLICE = slice_size(100)
POOL = 6
Progress = Callable[[int], None]


def fuzz(
    game: Game, edition: Edition, options: Any, games: int, seed: str, people_games: int, every: int,
    progress: Progress, workers: crew.Workers | None = None, folder: Path | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Plays and checks; a report with how often each law was evaluated and broken. Slices of the compiled laws are kept
    in `folder`; games of people are one walk after the other with one luck, and are played again."""
    tally, decisions, crashes = walk_games(game, edition, options, games, seed, progress, workers, folder)
    laws = {name: _entry(tally[i]) for i, name in enumerate(walk.LAWS)}
    table = people.People(game, edition, options, seed)
    for number in range(people_games):
        try:
            if number == 0:
                table.check_openings()
            table.play_game(number, every)
        except Exception as error:
            crashes.append(f"{type(error).__name__}: {error}")
        progress(1)
    if people_games:
        laws |= {name: _entry(row) for name, row in table.tally.items()}
    laws["no crash"] = {"checked": games + people_games, "broken": len(crashes)}
    if crashes:
        laws["no crash"]["said"] = crashes[0]
    return {
        "game": game.name,
        "players": int(options.seats),
        "games": games,
        "people_games": people_games,
        "decisions": decisions,
        "violations": sum(law["broken"] for law in laws.values()),
        "seed": seed,
        "laws": laws,
    }


class Walked(TableTask):
    """The task: some games under the compiled laws."""

    @cached_property
    def step(self) -> Any:
        return walk.walk_of(self.game)

    @cached_property
    def secrets(self) -> Any:
        return secret_table(self.game.state)

    def walk(self, first: int, count: int, tally: npt.NDArray[np.int64]) -> int:
        game = self.game
        _, keys, _ = batch_seeds(self.seed, first, count)
        pool = np.zeros(POOL, game.state.dtype)
        rows = pool.view(np.uint8).reshape(POOL, -1)
        ints = [np.zeros(max(game.max_moves, walk.STALE), np.int32) for _ in range(5)]
        floats = [np.zeros(game.observation.length, np.float32) for _ in range(2)]
        floats += [game.observation.low, game.observation.high]
        shares = np.zeros(game.players.stop - 1)
        rng = quick_rng(f"{self.seed}/{first}")
        bound = game.max_decisions(game.settings(self.options))
        return int(self.step(
            self.edition.box, pool, rows, self.options, keys, first, self.secrets, *ints, *floats, shares, rng, tally,
            bound, walk.quiet_trace(game),
        ))  # fmt: skip

    def __call__(self, first: int, count: int) -> crew.Result:
        tally, plies, crashes = np.zeros((len(walk.LAWS), 4), np.int64), 0, []
        try:
            plies = self.walk(first, count, tally)
        except Exception as error:  # only plain rules, or checked bounds, can raise
            crashes.append(f"{type(error).__name__}: {error}")
        return {"tally": tally, "plies": np.array([plies]), "crashes": np.array(crashes, np.str_)}


def walk_games(
    game: Game, edition: Edition, options: Any, games: int, seed: str, progress: Progress,
    workers: crew.Workers | None = None, folder: Path | None = None,
) -> tuple[npt.NDArray[np.int64], int, list[str]]:  # fmt: skip
    """The compiled laws on all cores, or by `workers`: the tally (a row a law), the number of decisions, and what
    crashed."""
    task = Walked(game, edition, options, (), seed)
    if JIT and not cache.is_warm(f"{game.name}-fuzz"):
        with cache.compiling(game.name):  # what goes wrong here is no crash of the rules
            began = time.perf_counter()
            task.walk(0, 0, np.zeros((len(walk.LAWS), 4), np.int64))
            cache.mark_warm(f"{game.name}-fuzz", time.perf_counter() - began)
    total = np.zeros((len(walk.LAWS), 4), np.int64)
    crashes: list[str] = []
    decisions = 0
    kept = task.kept(folder, SLICE)
    for found in crew.run(task, crew.slices(games, SLICE), workers or crew.usual(), kept, progress):
        tally = found["tally"]
        for law in range(len(tally)):
            earlier = total[law, walk.BROKEN] and total[law, walk.FIRST_GAME] < tally[law, walk.FIRST_GAME]
            if tally[law, walk.BROKEN] and not earlier:
                total[law, 2:] = tally[law, 2:]
        total[:, :2] += tally[:, :2]
        decisions += int(found["plies"][0])
        crashes += found["crashes"].tolist()
    return total, decisions, crashes


def _entry(row: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {"checked": int(row[walk.CHECKED]), "broken": int(row[walk.BROKEN])}
    if entry["broken"]:
        entry["first"] = {"game": int(row[walk.FIRST_GAME]), "decision": int(row[walk.FIRST_PLY])}
    return entry
