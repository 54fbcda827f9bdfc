"""Compiling all that simulate and bench need, once: in two processes, each from its end of the list of rules. What one
has compiled the other finds in the cache, so they meet somewhere in the middle."""

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

Progress = Callable[[int], None]


def warm(game: Game, progress: Progress = lambda count: None) -> float:
    """Compiles, or loads from the cache, all that simulate and bench need; returns the seconds it took."""
    started = time.perf_counter()
    cold = JIT and not cache.is_warm(game.name)
    if cold:
        compile_all(game, progress)
    Runner(game, game.edition(), game.make_options(), 1).run()
    seconds = time.perf_counter() - started
    if cold:
        cache.mark_warm(game.name, seconds)
    return seconds


def rules_of(game: Game) -> list[Any]:
    """What has to be compiled, callees first."""
    if not JIT:
        return []
    from bestiary.engine.compiling import reachable

    return [rule for rule in reachable(playout_of(game)) if rule.signature() is not None]


def compile_all(game: Game, progress: Progress) -> None:
    rules = rules_of(game)
    other = _second_process(game.name) if (os.cpu_count() or 1) > 1 else None
    try:
        for rule in rules:
            rule.compile(rule.signature())
            progress(1)
    finally:
        if other is not None:
            other.kill()
            other.wait()


def _second_process(name: str) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "bestiary.lab.warming", name]
    return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)


if __name__ == "__main__":
    for rule in reversed(rules_of(find_game(sys.argv[1]))):
        rule.compile(rule.signature())
