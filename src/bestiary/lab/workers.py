"""Who does long work: threads of this process, processes beside it, or the workers of a Ray cluster.

    for result in run(task, slices(total, size), Threads(2), keep, progress): ...

A task is told a slice, `task(first, count)`, and answers with arrays by name. It can be pickled and gives the same
answer wherever it runs. Results come in the order of the slices, so whatever is made of them does not depend on who did
which, nor on how many there are. Finished slices may be kept in a folder: the same question finds them there again.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import queue
import shutil
import subprocess
import sys
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from bestiary.engine import files
from bestiary.engine.beside import NO_JIT, Beside
from bestiary.engine.errors import BestiaryError, FaultError
from bestiary.engine.rule import cores

Result = dict[str, npt.NDArray[Any]]
Slice = tuple[int, int]
"""The first, and how many."""
Task = Callable[[int, int], Result]
Progress = Callable[[int], None]
MODULE = "bestiary.lab.workers"
DEATHS = 5  # of processes over one slice, before we believe that the slice is to blame
AHEAD = 3  # slices for each worker that may wait for an earlier one
SLICES = "slices"  # the folder for them, in one that holds other things, too


class Workers(Protocol):
    """Those who do slices."""

    def results(self, task: Task, wanted: Iterable[Slice]) -> Iterator[Result]:
        """What the task says to every slice, in their order."""


@dataclass
class Threads:
    """Threads of this process. Compiled work releases the interpreter, so they are enough on one machine."""

    count: int

    def results(self, task: Task, wanted: Iterable[Slice]) -> Iterator[Result]:
        over: Event | None = getattr(task, "over", None)
        pool = ThreadPoolExecutor(self.count)
        try:
            room = AHEAD * self.count
            yield from ahead(iter(wanted), room, lambda part: pool.submit(task, *part), lambda f: f.result())
        finally:
            if over is not None:
                over.set()
            pool.shutdown(cancel_futures=True)


@dataclass
class Processes:
    """Processes of this machine. Each is told a slice at a time; where one dies, another does its slice again."""

    count: int

    def results(self, task: Task, wanted: Iterable[Slice]) -> Iterator[Result]:
        packed, parts = pickle.dumps(task), iter(wanted)
        with contextlib.ExitStack() as ending:
            hands = [ending.enter_context(Hand(packed)) for _ in range(self.count)]
            idle: queue.Queue[Hand] = queue.Queue()
            for hand in hands:
                idle.put(hand)
            pool = ending.enter_context(ThreadPoolExecutor(self.count))
            for hand in hands:
                ending.callback(hand.end)  # before the pool is waited for

            def do(part: Slice) -> Result:
                hand = idle.get()
                try:
                    return hand.do(part)
                finally:
                    idle.put(hand)

            yield from ahead(parts, AHEAD * self.count, lambda part: pool.submit(do, part), lambda f: f.result())


class Hand:
    """A process that does slices, and its successors where it dies."""

    def __init__(self, task: bytes) -> None:
        self.task, self.over = task, False
        self.process: Beside | None = None

    def __enter__(self) -> Hand:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self.over = True
        if self.process is not None:
            self.process.end()

    def do(self, part: Slice) -> Result:
        for _ in range(DEATHS):
            if self.over:
                break
            try:
                if self.process is None:
                    self.process = self._start()
                return self._ask(self.process, part)
            except (OSError, EOFError):
                if self.process is not None:
                    self.process.end()
                self.process = None
        raise FaultError(f"{DEATHS} processes in a row have died in the games from {part[0]} on")

    def _start(self) -> Beside:
        plain = {NO_JIT: os.environ[NO_JIT]} if NO_JIT in os.environ else {}
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": None}
        own = {name: value for name, value in os.environ.items() if name != NO_JIT}
        process = Beside(MODULE, env={**own, **plain}, **pipes)
        _send(process.stdin, self.task)
        return process

    def _ask(self, process: Beside, part: Slice) -> Result:
        _send(process.stdin, pickle.dumps(part))
        answer = pickle.loads(_receive(process.stdout))
        if isinstance(answer, Exception):
            raise answer
        return dict(answer)


def _send(pipe: Any, packed: bytes) -> None:
    pipe.write(len(packed).to_bytes(8, "little") + packed)
    pipe.flush()


def _receive(pipe: Any) -> bytes:
    head = pipe.read(8)
    body: bytes = pipe.read(int.from_bytes(head, "little")) if len(head) == 8 else b""
    if not body:
        raise EOFError
    return body


def _serve() -> None:
    """What such a process does: reads the task, then slices, until nobody asks any more."""
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by accident must not be taken for an answer
    task: Task = pickle.loads(_receive(incoming))
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            part: Slice = pickle.loads(_receive(incoming))
            answer: Any
            try:
                answer = task(*part)
            except (BestiaryError, FaultError) as error:
                answer = error
            _send(outgoing, pickle.dumps(answer))


Part = TypeVar("Part")
Begun = TypeVar("Begun")
Ended = TypeVar("Ended")


def ahead(
    parts: Iterator[Part], room: int, begin: Callable[[Part], Begun], end: Callable[[Begun], Ended]
) -> Iterator[Ended]:
    """Begins slices ahead, and yields their results in order."""
    waiting: deque[Begun] = deque()
    while True:
        while len(waiting) < room and (part := next(parts, None)) is not None:
            waiting.append(begin(part))
        if not waiting:
            return
        yield end(waiting.popleft())


def usual() -> Workers:
    return Threads(cores())


def named(cluster: str | None, count: int | None) -> Workers:
    """What a command line asks for: a cluster by its address, `local` for one of this machine, or so many processes."""
    if cluster is not None:
        from bestiary.lab.cluster import Cluster

        return Cluster(cluster, count)
    return usual() if count is None else Processes(count)


def slices(total: int, size: int, start: int = 0) -> Iterator[Slice]:
    """0 … total−1 in parts of a size, from a part on."""
    return ((first, min(size, total - first)) for first in range(start, total, size))


@dataclass(frozen=True)
class Keep:
    """A folder in which finished slices of one question lie."""

    folder: Path
    digest: str

    def file(self, part: Slice) -> Path:
        return self.folder / self.digest / f"{part[0]}-{part[1]}.npz"

    def load(self, part: Slice) -> Result | None:
        """What is there of a slice; damaged files are as good as none."""
        try:
            with np.load(io.BytesIO(self.file(part).read_bytes()), allow_pickle=False) as found:
                return {name: found[name] for name in found.files}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None

    def store(self, part: Slice, result: Result) -> None:
        packed, file = io.BytesIO(), self.file(part)
        np.savez(packed, **result)  # type: ignore[arg-type]
        file.parent.mkdir(parents=True, exist_ok=True)
        with files.replacing(file) as aside:
            aside.write_bytes(packed.getvalue())

    def drop(self) -> None:
        """Forgets what was kept, where its result lies elsewhere now."""
        shutil.rmtree(self.folder / self.digest, ignore_errors=True)
        with contextlib.suppress(OSError):
            self.folder.rmdir()  # the last one goes with its folder


def ignore(count: int) -> None:
    """For callers who show nothing."""


def run(
    task: Task, wanted: Iterable[Slice], workers: Workers, keep: Keep | None = None, progress: Progress = ignore
) -> Iterator[Result]:
    """What the task says to every slice, in their order. What is kept already is not done again."""
    parts = list(wanted)
    kept = {part: found for part in parts if keep is not None and (found := keep.load(part)) is not None}
    fresh = workers.results(task, [part for part in parts if part not in kept])
    for part in parts:
        result = kept.get(part)
        if result is None:
            result = next(fresh)
            if keep is not None:
                keep.store(part, result)
        progress(part[1])
        yield result


if __name__ == "__main__":
    from bestiary.lab.workers import _serve as serve  # the module under its own name, as pickles know it

    serve()
