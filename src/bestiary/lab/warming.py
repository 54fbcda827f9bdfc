"""Compiling all that a command needs, once: in two processes, each from its end of the list of rules. What one has
compiled the other finds in the cache, so they meet somewhere in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from bestiary.bots.search import Search
from bestiary.bots.tree import grow_of
from bestiary.engine import cache
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.lab.playout import Runner, playout_of
from bestiary.lab.telemetry import telemetry_of

Progress = Callable[[int], None]


ROOTS: dict[str, Callable[[Game], Any]] = {"simulate": playout_of, "report": telemetry_of, "search": grow_of}
"""What is compiled for which work; simulate's is bench's, too, and search's is for bots that look ahead."""


def warm(game: Game, work: str = "simulate", progress: Progress = lambda count: None) -> float:
    """Compiles, or loads from the cache, all that a work needs; returns the seconds it took."""
    started, before = time.perf_counter(), _compiled_here()
    cold = is_cold(game, work)
    if cold:
        compile_all(game, work, progress)
    if work == "simulate":
        Runner(game, game.edition(), game.make_options(), 1).run()
    elif work == "search":
        Search(game).prepare(game.edition())
    seconds = time.perf_counter() - started
    if cold:
        was_there = _compiled_here() == before  # other sources changed, none of these rules
        cache.mark_warm(_mark(game, work), (was_there and cache.compile_seconds(_mark(game, work))) or seconds)
    return seconds


def _compiled_here() -> int:
    if not JIT:
        return 0
    from bestiary.engine.compiling import compiled_here

    return compiled_here()


def is_cold(game: Game, work: str = "simulate") -> bool:
    return JIT and not cache.is_warm(_mark(game, work))


def _mark(game: Game, work: str) -> str:
    return game.name if work == "simulate" else f"{game.name}-{work}"


def rules_of(game: Game, work: str = "simulate") -> list[tuple[Any, Any]]:
    """What the cache lacks, callees first, each with its signature: for report with a trace, else without."""
    if not JIT:
        return []
    from bestiary.engine.compiling import reachable

    rules = reachable(ROOTS[work](game))
    signed = [(rule, signature) for rule in rules if (signature := rule.signature(work == "report")) is not None]
    return [(rule, signature) for rule, signature in signed if not rule.is_kept(signature)]


def compile_all(game: Game, work: str, progress: Progress) -> None:
    rules = rules_of(game, work)
    other = _second_process(game.name, work) if len(rules) > 1 and (os.cpu_count() or 1) > 1 else None
    try:
        for rule, signature in rules:
            rule.compile(signature)
            progress(1)
    finally:
        if other is not None:
            other.kill()
            other.wait()


def _second_process(name: str, work: str) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    command = [sys.executable, "-m", "bestiary.lab.warming", name, work]
    return subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)


if __name__ == "__main__":
    for rule, signature in reversed(rules_of(find_game(sys.argv[1]), sys.argv[2])):
        rule.compile(signature)
