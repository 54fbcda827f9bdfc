"""Long work in short slices on all cores: between slices live progress, Ctrl-C and time limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from bestiary.engine.rule import JIT

T = TypeVar("T")


def slice_size(compiled: int) -> int:
    """How many games make a slice of about a tenth of a second: given for compiled rules, few for plain ones."""
    return compiled if JIT else max(1, compiled // 500)


def run_slices(
    total: int, size: int, work: Callable[[int, int], T], threads: int, over: Event | None = None
) -> Iterator[tuple[int, T]]:
    """Calls `work(first, count)` for every slice of 0 … total−1 and yields (count, result) as slices are done.

    Compiled work releases the interpreter lock, so threads are enough. Slices do not depend on `threads`, and
    neither may results. Long work may check whether the run is `over`, and then stop early."""
    starts = iter(range(0, total, size))
    with ThreadPoolExecutor(threads) as pool:
        running: dict[Future[T], int] = {}

        def feed() -> None:
            for first in starts:
                count = min(size, total - first)
                running[pool.submit(work, first, count)] = count
                if len(running) >= 2 * threads:
                    return

        feed()
        try:
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
                feed()
        finally:
            if over is not None:
                over.set()
            for future in running:
                future.cancel()
