"""Compiling all that a command needs, once: in two processes, each from its end of the list of rules. What one has
compiled the other finds in the cache, so they meet somewhere in the middle.

    python -m bestiary.lab.warming GAME WORK

does it for a process that must not wait. Whatever is compiled is kept at once, so it may end at any time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from bestiary.bots.search import Search
from bestiary.bots.tree import grow_of
from bestiary.engine import cache
from bestiary.engine.beside import Beside
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.lab.playout import Runner, playout_of
from bestiary.lab.telemetry import telemetry_of

Progress = Callable[[int], None]
Waits = Callable[[str], None]

MODULE = "bestiary.lab.warming"
LAST_FIRST = "last-first"  # what the second process is told

ROOTS: dict[str, Callable[[Game], Any]] = {"simulate": playout_of, "report": telemetry_of, "search": grow_of}
"""What is compiled for which work; simulate's is bench's, too, and search's is for bots that look ahead."""


def ignore(told: Any) -> None:
    """For callers who show nothing."""


def warm(game: Game, work: str = "simulate", progress: Progress = ignore, waits: Waits = ignore) -> float:
    """Compiles, or loads from the cache, all that a work needs; returns the seconds it took. Where another process
    compiles this game, it `waits` for that one, whose number is told."""
    started = time.perf_counter()
    if not is_cold(game, work):
        _load(game, work)
        return time.perf_counter() - started
    with cache.compiling(game.name, waits):
        before = _compiled_here()
        compile_all(game, work, progress)
        _load(game, work)
        seconds = time.perf_counter() - started
        was_there = _compiled_here() == before  # other sources changed, none of these rules
        cache.mark_warm(_mark(game, work), (was_there and cache.compile_seconds(_mark(game, work))) or seconds)
    return seconds


def _load(game: Game, work: str) -> None:
    """Calls what has no signature of its own."""
    if work == "simulate":
        Runner(game, game.edition(), game.make_options(), 1).run()
    elif work == "search":
        Search(game).prepare(game.edition())


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
    """Compiles what the cache lacks."""
    rules = rules_of(game, work)
    other = Beside(MODULE, game.name, work, LAST_FIRST) if len(rules) > 1 and (os.cpu_count() or 1) > 1 else None
    try:
        for rule, signature in rules:
            rule.compile(signature)
            progress(1)
    finally:
        if other is not None:
            other.end()


if __name__ == "__main__":
    found = find_game(sys.argv[1])
    if sys.argv[3:] == [LAST_FIRST]:
        for rule, signature in reversed(rules_of(found, sys.argv[2])):
            rule.compile(signature)
    else:
        warm(found, sys.argv[2])
