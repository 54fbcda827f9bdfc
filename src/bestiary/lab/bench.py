"""How fast the rules are: random legal play, and nothing else, in compiled code."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from bestiary.engine import cache
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.rule import JIT
from bestiary.lab.playout import DECISIONS, FORCED, GAMES, Runner
from bestiary.lab.slices import slice_size
from bestiary.lab.warming import warm

SLICE = slice_size(2000)


def bench(
    game: Game, edition: Edition, options: Any, seconds: float, threads: int, seed: str = "bench"
) -> dict[str, Any]:
    """Decisions a second of random play. A decision is an applied action where at least two were legal."""
    warm(game)
    runners = [Runner(game, edition, options, SLICE, f"{seed} {i}") for i in range(threads)]
    stop = threading.Event()
    for runner in runners:
        runner.run()
        runner.counters[:] = 0
    started = time.perf_counter()

    def work(runner: Runner) -> None:
        while not stop.is_set():
            runner.run()

    with ThreadPoolExecutor(threads) as pool:
        running = [pool.submit(work, runner) for runner in runners]
        try:
            wait(running, timeout=seconds)
        finally:
            stop.set()
        for future in running:
            future.result()
    spent = time.perf_counter() - started
    totals = np.sum([r.counters for r in runners], axis=0)
    return {
        "game": game.name,
        "players": int(options.seats),
        "device": "cpu",
        "decisions_per_second": round(totals[DECISIONS] / spent),
        "games_per_second": round(totals[GAMES] / spent),
        "decisions_per_game": round(totals[DECISIONS] / totals[GAMES], 2),
        "forced": int(totals[FORCED]),
        "cores": threads,
        "compile_seconds": cache.compile_seconds(game.name) if JIT else 0.0,
        "state_bytes": game.state.dtype.itemsize,
        "jit": JIT,
    }
