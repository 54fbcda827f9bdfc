"""Decisions a second of random play on a GPU: a small game in threads that play one game after the other, a large one
in waves."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from bestiary.engine.chance import quick_rng
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.lab.cuda import IN_FLIGHT, THREADS, kernel_of, load_cuda
from bestiary.lab.cuda_waves import DECISIONS, FAULTS, FORCED, GAMES, SPREAD, Waves

LARGE_IN_FLIGHT, ROOM = 1 << 22, 0.8  # positions at once, at most, and the part of the free memory that they may take
STEPS_A_GAME = 1500  # of Tailed Beasts, at most; by then games begin and end evenly


def bench_cuda(
    game: Game, edition: Edition, options: Any, seconds: float, found: Any = None, in_flight: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Decisions a second of random play on the GPU."""
    found = found or load_cuda()
    measured = in_waves if game.advance is not None else in_threads
    compile_seconds, spent, at_once, totals = measured(game, edition, options, seconds, found, in_flight)
    decisions, forced, played, faults = (int(each) for each in totals)
    return {
        "game": game.name,
        "players": int(options.seats),
        "device": _device_name(found),
        "decisions_per_second": round(decisions / spent),
        "games_per_second": round(played / spent),
        "decisions_per_game": round(decisions / max(played, 1), 2),
        "forced": forced,
        "faults": faults,
        "in_flight": at_once,
        "compile_seconds": round(compile_seconds, 2),
        "state_bytes": game.state.dtype.itemsize,
        "jit": True,
    }


def in_threads(
    game: Game, edition: Edition, options: Any, seconds: float, found: Any, in_flight: int | None
) -> tuple[float, float, int, Any]:  # fmt: skip
    """How long it compiles and plays, in how many threads, and what they add up to."""
    started = time.perf_counter()
    kernel = kernel_of(game, found)
    arrays = [np.array([r], dtype=r.dtype) for r in (edition.box, options, game.state.new())]
    box, settings, zero = (found.to_device(a) for a in arrays)
    in_flight = in_flight or IN_FLIGHT
    threads = min(in_flight, THREADS)
    blocks = -(-in_flight // threads)
    counters, counts = (found.to_device(np.zeros(n, np.int64)) for n in (4, 1))

    def run(games: int, seed: str) -> float:
        seeds = found.to_device(quick_rng(seed))
        begun = time.perf_counter()
        kernel[blocks, threads](box, settings, zero, seeds, games, counters, counts)
        found.synchronize()
        return time.perf_counter() - begun

    run(1, "compile")
    compile_seconds = time.perf_counter() - started
    games = max(1, int(seconds / max(run(4, "probe") / 4, 1e-9)))
    counters.copy_to_device(np.zeros(4, np.int64))
    spent = run(games, "bench")
    return compile_seconds, spent, blocks * threads, counters.copy_to_host()


def in_waves(
    game: Game, edition: Edition, options: Any, seconds: float, found: Any, in_flight: int | None
) -> tuple[float, float, int, Any]:  # fmt: skip
    """The same of a game in waves. Nothing counts before games begin and end evenly, which takes a minute."""
    free = found.current_context().get_memory_info().free
    most = int(min(LARGE_IN_FLIGHT, ROOM * free / game.state.dtype.itemsize))
    started, count = time.perf_counter(), in_flight or most
    waves = Waves(game, edition, options, found, count, "bench", SPREAD if seconds else 1)
    waves.run(1)
    found.synchronize()
    compile_seconds = time.perf_counter() - started

    def run(number: int) -> float:
        begun = time.perf_counter()
        waves.run(number)
        found.synchronize()
        return time.perf_counter() - begun

    a_wave = run(SPREAD + STEPS_A_GAME) / (SPREAD + STEPS_A_GAME) if seconds else seconds
    before = waves.totals()
    spent = run(max(20, int(seconds / a_wave)) if seconds else 20)
    played = waves.totals() - before
    return compile_seconds, spent, count, played[[DECISIONS, FORCED, GAMES, FAULTS]]


def _device_name(found: Any) -> str:
    device = getattr(found, "get_current_device", lambda: None)()  # the simulator has none
    name = getattr(device, "name", "simulated")
    return name.decode() if isinstance(name, bytes) else str(name)
