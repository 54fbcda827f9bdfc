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
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bestiary.bots.instincts import pick_of
from bestiary.bots.search import Search
from bestiary.bots.tree import grow_of
from bestiary.engine import cache
from bestiary.engine.beside import Beside
from bestiary.engine.chance import quick_word
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.lab.playout import COMPILED, Runner, playout_of
from bestiary.lab.steps import Steps, check_slots
from bestiary.lab.telemetry import telemetry_of

Progress = Callable[[int], None]
Waits = Callable[[str], None]

MODULE = "bestiary.lab.warming"
WHOLE = "whole"
BY_NAME = "by-name"  # what the second process is told

ROOTS: dict[str, Callable[[Game], Any]] = {"simulate": playout_of, "report": telemetry_of, "search": grow_of}
"""What is compiled for which work; simulate's is bench's, too, and search's is for bots that look ahead."""
WORKS = (*ROOTS, "table")
"""All that commands need; at a table Python calls single rules."""
BATCH = "batch"
"""What a batch environment needs, which no command calls."""


def ignore(told: Any) -> None:
    """For callers who show nothing."""


def warm(game: Game, work: str = "simulate", progress: Progress = ignore, waits: Waits = ignore) -> float:
    """Compiles, or loads from the cache, all that a work needs; returns the seconds it took. Where another process
    compiles this game, it `waits` for that one, whose number is told."""
    return warm_all(game, (work,), progress, waits)


def warm_all(game: Game, works: Sequence[str], progress: Progress = ignore, waits: Waits = ignore) -> float:
    """The same for several works at once."""
    started = time.perf_counter()
    cold = [work for work in works if is_cold(game, work)]
    if cold:
        with cache.compiling(game.name, waits):
            before = _compiled_here()
            compile_all(game, cold, progress)
            seconds = time.perf_counter() - started
            was_there = _compiled_here() == before  # other sources changed, none of these rules
            for work in cold:
                mark = _mark(game, work)
                cache.mark_warm(mark, (was_there and cache.compile_seconds(mark)) or seconds)
    for work in works:
        _load(game, work)
    return time.perf_counter() - started


def _load(game: Game, work: str) -> None:
    """Loads what a work begins with, so that nobody's clock runs meanwhile."""
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


def entries(game: Game, work: str) -> list[tuple[Any, bool]]:
    """The rules that Python calls, each with or without a trace."""
    if work == "table":
        return _entries_at_table(game)
    if work == BATCH:
        steps = Steps(game)
        return [(each, False) for each in (check_slots, steps.reset, steps.step)]
    asked = [(game.door.listed, False)] if work == "search" else []
    return [(ROOTS[work](game), work == "report"), *asked]


def _entries_at_table(game: Game) -> list[tuple[Any, bool]]:
    from bestiary.engine.compiling import named_for_people

    traced = [game.setup, *vars(game.door).values()]
    picks = [pick_of(game, name) for name in COMPILED]
    silent = [game.setup, game.apply, game.payoff, game.scores, game.side, game.hide, quick_word, *picks]
    silent += [each for each in (game.reopen, game.facts) if each]
    return [*((rule, True) for rule in traced), *((rule, False) for rule in (*silent, *named_for_people(game)))]


class Task(NamedTuple):
    """Compiling a rule for other rules, or linking it for Python."""

    rule: Any
    signature: tuple[Any, ...]
    is_whole: bool
    needs: tuple[str, ...]  # the names of tasks to be done before

    def is_done(self) -> bool:
        return bool(self.rule.is_whole(self.signature) if self.is_whole else self.rule.is_kept(self.signature))

    def do(self) -> None:
        (self.rule.compile if self.is_whole else self.rule.part)(self.signature)


def tasks_of(game: Game, work: str) -> dict[str, Task]:
    """All that a work needs, by name, callees first. The names are the same in every process."""
    from bestiary.engine.compiling import called_by, reachable

    found: dict[str, Task] = {}
    for root, traced in entries(game, work):
        for rule in reachable(root):
            if (signature := rule.signature(traced)) is not None:
                called = [(other, other.signature(traced)) for other in called_by(rule)]
                needs = tuple(other.part_name(types) for other, types in called if types is not None)
                found.setdefault(rule.part_name(signature), Task(rule, signature, False, needs))
        if (signature := root.signature(traced)) is not None:
            part = root.part_name(signature)
            found[f"{part} {WHOLE}"] = Task(root, signature, True, (part,))
    return found


def missing(game: Game, works: Iterable[str]) -> dict[str, Task]:
    """What the cache lacks: rules that Python calls, and what is needed to link them."""
    if not JIT:
        return {}
    tasks = {name: task for work in works for name, task in tasks_of(game, work).items()}
    lacking = [name for name, task in tasks.items() if task.is_whole and not task.is_done()]
    needed = set(lacking)
    while lacking:
        more = {name for name in tasks[lacking.pop()].needs if name in tasks} - needed
        needed |= more
        lacking += more
    return {name: task for name, task in tasks.items() if name in needed and not task.is_done()}


def compile_all(game: Game, works: Sequence[str], progress: Progress) -> None:
    """Compiles what the cache lacks."""
    plan = Plan(missing(game, works))
    other = _second_process(game, works, plan) if len(plan.open) > 1 and (os.cpu_count() or 1) > 1 else None
    try:
        for name in plan.take_all():
            plan.tasks[name].do()
            progress(1)
    finally:
        if other is not None:
            other.end()


class Plan:
    """What is still to be done, for those who share the work."""

    def __init__(self, tasks: dict[str, Task]) -> None:
        self.tasks = tasks
        self.open = set(tasks)  # not done yet
        self.free = list(tasks)  # taken by nobody
        self.changed = threading.Condition()

    def take_all(self) -> Iterator[str]:
        """One task after the other, until all are done. Who asks for the next has done the last."""
        while (name := self._take()) is not None:
            try:
                yield name
            except GeneratorExit:
                self._put_back(name)
                raise
            with self.changed:
                self.open.discard(name)
                self.changed.notify_all()

    def _take(self) -> str | None:
        with self.changed:
            while self.open:  # also where all are taken: whoever took one may fail
                for name in self.free:
                    if self.open.isdisjoint(self.tasks[name].needs):
                        self.free.remove(name)
                        return name
                self.changed.wait()
            return None

    def _put_back(self, name: str) -> None:
        with self.changed:
            self.free.insert(0, name)
            self.changed.notify_all()


def _second_process(game: Game, works: Sequence[str], plan: Plan) -> Beside:
    """A process that does what a thread of this one takes for it."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    other = Beside(MODULE, game.name, ",".join(works), BY_NAME, **pipes)
    threading.Thread(target=_hand_out, args=(other, plan), daemon=True).start()
    return other


def _hand_out(other: Beside, plan: Plan) -> None:
    assert other.stdin is not None
    assert other.stdout is not None
    if not other.stdout.readline():
        return
    for name in plan.take_all():
        try:
            other.stdin.write(f"{name}\n".encode())
            other.stdin.flush()
        except OSError:
            return
        if not other.stdout.readline():
            return


def _do_by_name(game: Game, works: Sequence[str]) -> None:
    """The second process: does the tasks whose names it reads, and says so."""
    tasks = {name: task for work in works for name, task in tasks_of(game, work).items()}
    print("ready", flush=True)
    for line in sys.stdin:
        tasks[line.rstrip("\n")].do()
        print("done", flush=True)


if __name__ == "__main__":
    chosen, works_chosen = find_game(sys.argv[1]), sys.argv[2].split(",")
    if sys.argv[3:] == [BY_NAME]:
        _do_by_name(chosen, works_chosen)
    else:
        warm_all(chosen, works_chosen)
