"""Who does long work: threads of this process, processes beside it, or the workers of a Ray cluster.

    for result in run(task, slices(total, size), Threads(2), keep, progress): ...

A task is told a slice, `task(first, count)`, and answers with arrays by name. It can be pickled and gives the same
answer wherever it runs. Results come in the order of the slices, so whatever is made of them does not depend on who did
which, nor on how many there are. Finished slices may be kept in a folder: the same question finds them there again.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bestiary.engine import files
from bestiary.engine.rule import cores

Result = dict[str, npt.NDArray[Any]]
Slice = tuple[int, int]
"""The first, and how many."""
Task = Callable[[int, int], Result]
Progress = Callable[[int], None]
AHEAD = 3  # slices for each worker that may wait for an earlier one


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
        rest, waiting = iter(wanted), list[Future[Result]]()
        with ThreadPoolExecutor(self.count) as pool:
            try:
                while True:
                    while len(waiting) < AHEAD * self.count and (part := next(rest, None)) is not None:
                        waiting.append(pool.submit(task, *part))
                    if not waiting:
                        return
                    yield waiting.pop(0).result()
            finally:
                if over is not None:
                    over.set()
                for future in waiting:
                    future.cancel()


def usual() -> Workers:
    return Threads(cores())


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
        except (OSError, ValueError, KeyError, EOFError):
            return None

    def store(self, part: Slice, result: Result) -> None:
        packed, file = io.BytesIO(), self.file(part)
        np.savez(packed, **result)  # type: ignore[arg-type]
        file.parent.mkdir(parents=True, exist_ok=True)
        with files.replacing(file) as aside:
            aside.write_bytes(packed.getvalue())


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
