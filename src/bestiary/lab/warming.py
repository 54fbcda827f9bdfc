"""Compiling all that a command needs, once, in two processes. A rule is compiled after those that it calls, by
whichever process is free; the other finds it in the cache. What Python calls is linked at the end.

    python -m bestiary.lab.warming GAME WORK

does it for a process that must not wait. Whatever is compiled is kept at once, so it may end at any time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
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
BY_NUMBER = "by-number"  # what the second process is told

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


def missing_count(game: Game, work: str = "simulate") -> int:
    """How many rules the cache lacks, for a bar."""
    return len(_missing(_rules(game, work))) if JIT else 0


def _rules(game: Game, work: str) -> list[tuple[Any, Any]]:
    """What a work calls, callees first, each with its signature: for report with a trace, else without."""
    from bestiary.engine.compiling import reachable

    traced = work == "report"
    rules = reachable(ROOTS[work](game))
    return [(rule, signature) for rule in rules if (signature := rule.signature(traced)) is not None]


def _missing(rules: list[tuple[Any, Any]]) -> list[int]:
    """The numbers of those that the cache lacks: none, where it has the last one with all that it calls."""
    root, signature = rules[-1]
    return [] if root.is_whole(signature) else [n for n, (rule, types) in enumerate(rules) if not rule.is_kept(types)]


def compile_all(game: Game, work: str, progress: Progress) -> None:
    """Compiles what the cache lacks."""
    rules = _rules(game, work)
    plan = Plan(rules, _missing(rules))
    other = _second_process(game, work, plan) if len(plan.open) > 1 and (os.cpu_count() or 1) > 1 else None
    try:
        for number in plan.take_all():
            rule, signature = rules[number]
            rule.part(signature)
            progress(1)
    finally:
        if other is not None:
            other.end()
    root, signature = rules[-1]
    root.compile(signature)


class Plan:
    """Which rules are still to be compiled, for those who share the work. A rule waits for those that it calls."""

    def __init__(self, rules: list[tuple[Any, Any]], missing: list[int]) -> None:
        from bestiary.engine.compiling import called_by

        known = {id(rules[number][0]): number for number in missing}
        called = {number: [known.get(id(rule)) for rule in called_by(rules[number][0])] for number in missing}
        self.waits_for = {number: {c for c in of if c is not None} for number, of in called.items()}
        self.open = set(missing)  # not compiled yet
        self.free = list(missing)  # nobody compiles them
        self.changed = threading.Condition()

    def take_all(self) -> Iterator[int]:
        """One after the other, until all are taken. Who asks for the next has done the last."""
        while (number := self._take()) is not None:
            try:
                yield number
            except GeneratorExit:
                self._put_back(number)
                raise
            with self.changed:
                self.open.discard(number)
                self.changed.notify_all()

    def _take(self) -> int | None:
        with self.changed:
            while self.open:
                for number in self.free:
                    if not self.waits_for[number] & self.open:
                        self.free.remove(number)
                        return number
                self.changed.wait()
            return None

    def _put_back(self, number: int) -> None:
        with self.changed:
            self.free.insert(0, number)
            self.changed.notify_all()


def _second_process(game: Game, work: str, plan: Plan) -> Beside:
    """A process that compiles what a thread of this one takes for it."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    other = Beside(MODULE, game.name, work, BY_NUMBER, **pipes)
    threading.Thread(target=_hand_out, args=(other, plan), daemon=True).start()
    return other


def _hand_out(other: Beside, plan: Plan) -> None:
    assert other.stdin is not None
    assert other.stdout is not None
    if not other.stdout.readline():
        return
    for number in plan.take_all():
        try:
            other.stdin.write(f"{number}\n".encode())
            other.stdin.flush()
        except OSError:
            return
        if not other.stdout.readline():
            return


def _compile_by_number(game: Game, work: str) -> None:
    """What the second process does: compiles the rules whose numbers it reads, and says so."""
    rules = _rules(game, work)
    print("ready", flush=True)
    for line in sys.stdin:
        rule, signature = rules[int(line)]
        rule.part(signature)
        print("done", flush=True)


if __name__ == "__main__":
    if sys.argv[3:] == [BY_NUMBER]:
        _compile_by_number(find_game(sys.argv[1]), sys.argv[2])
    else:
        warm(find_game(sys.argv[1]), sys.argv[2])
