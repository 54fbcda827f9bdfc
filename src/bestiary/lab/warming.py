"""Compiling all that a command needs, once: in two processes, each from its end of the list of rules. What one has
compiled the other finds in the cache, so they meet somewhere in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from bestiary.engine import cache
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.lab.playout import Runner, playout_of
from bestiary.lab.telemetry import telemetry_of

Progress = Callable[[int], None]


def warm(game: Game, progress: Progress = lambda count: None) -> float:
    """Compiles, or loads from the cache, all that simulate and bench need; returns the seconds it took."""
    started = time.perf_counter()
    cold = is_cold(game)
    if cold:
        compile_all(game, False, progress)
    Runner(game, game.edition(), game.make_options(), 1).run()
    seconds = time.perf_counter() - started
    if cold:
        cache.mark_warm(game.name, seconds)
    return seconds


def warm_report(game: Game, progress: Progress = lambda count: None) -> float:
    """Compiles what report needs, unless it is in the cache; returns the seconds it took."""
    started = time.perf_counter()
    if is_cold(game, True):
        compile_all(game, True, progress)
        cache.mark_warm(f"{game.name}-report", time.perf_counter() - started)
    return time.perf_counter() - started


def is_cold(game: Game, traced: bool = False) -> bool:
    return JIT and not cache.is_warm(f"{game.name}-report" if traced else game.name)


def rules_of(game: Game, traced: bool = False) -> list[tuple[Any, Any]]:
    """What has to be compiled, callees first, each with its signature: for report with a trace, else without."""
    if not JIT:
        return []
    from bestiary.engine.compiling import reachable

    rules = reachable(telemetry_of(game) if traced else playout_of(game))
    return [(rule, signature) for rule in rules if (signature := rule.signature(traced)) is not None]


def compile_all(game: Game, traced: bool, progress: Progress) -> None:
    rules = rules_of(game, traced)
    other = _second_process(game.name, traced) if (os.cpu_count() or 1) > 1 else None
    try:
        for rule, signature in rules:
            rule.compile(signature)
            progress(1)
    finally:
        if other is not None:
            other.kill()
            other.wait()


def _second_process(name: str, traced: bool) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "bestiary.lab.warming", name, *(["traced"] if traced else [])]
    return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)


if __name__ == "__main__":
    for rule, signature in reversed(rules_of(find_game(sys.argv[1]), "traced" in sys.argv[2:])):
        rule.compile(signature)
