"""Slices on a Ray cluster: an address of one that runs, or `local` for one of this machine alone. Needs Ray.

Ray does a slice again where its worker has died. To send one takes some milliseconds, so short slices go together, as
many as take about a quarter of a second. Every worker keeps the task, and what the rules were compiled to comes with
it: a node whose cache lacks a file, told by the digest in its name, takes it from the machine that asked. A node with
another processor or other versions has other names, and compiles for itself.
"""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bestiary.engine import cache, files
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import JIT, cores
from bestiary.lab.warming import ROOTS, tasks_of
from bestiary.lab.workers import AHEAD, DEATHS, Result, Slice, Task, ahead

LOCAL: Final = "local"
TOGETHER, MOST_TOGETHER = 0.25, 64  # seconds, and slices
ready: set[tuple[str, ...]] = set()  # what this process has seen in its cache


@dataclass
class Cluster:
    """The workers of a Ray cluster."""

    address: str
    count: int | None = None  # workers; all that the cluster has

    def __post_init__(self) -> None:
        if importlib.util.find_spec("ray") is None:
            raise MalformedError("--cluster needs Ray: pip install 'bestiary[cluster]' brings it")

    def results(self, task: Task, wanted: Iterable[Slice]) -> Iterator[Result]:
        with self._connected() as ray:
            count = self.count or max(1, int(ray.cluster_resources().get("CPU", 1)))
            kept = compiled_for(task)
            here, names, bodies = ray.put(task), ray.put(list(kept)), [ray.put(kept)]

            @ray.remote(num_cpus=1, max_retries=DEATHS)  # type: ignore[untyped-decorator]
            def do(task: Task, names: list[str], bodies: list[Any], parts: list[Slice]) -> tuple[list[Result], float]:
                make_ready(tuple(names), lambda: ray.get(bodies[0]))
                began = time.perf_counter()
                return [task(*part) for part in parts], (time.perf_counter() - began) / len(parts)

            together = 1

            def chunks() -> Iterator[list[Slice]]:
                parts = iter(wanted)
                while chunk := list(itertools.islice(parts, together)):
                    yield chunk

            def begin(parts: list[Slice]) -> Any:
                return do.remote(here, names, bodies, parts)

            for results, each in ahead(chunks(), AHEAD * count, begin, ray.get):
                together = max(1, min(MOST_TOGETHER, int(TOGETHER / max(each, 1e-6))))
                yield from results

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Any]:
        """Ray, connected to the cluster; an error in one line where there is none."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        import ray

        if ray.is_initialized():  # by whoever called us
            yield ray
            return
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": False}
        if self.address == LOCAL:
            ray.init(num_cpus=self.count or cores(), **quiet)
        else:
            del quiet["include_dashboard"]
            try:
                ray.init(address=self.address, **quiet)
            except (ConnectionError, ValueError, RuntimeError, OSError) as error:
                said = str(error).partition("\n")[0]
                raise MalformedError(f"no Ray cluster answers at {self.address}: {said}") from None
        try:
            with contextlib.redirect_stdout(sys.stderr):  # Ray tells of workers that died; our output stays clean
                yield ray
        finally:
            ray.shutdown()


def compiled_for(task: Task) -> dict[str, bytes]:
    """What the rules of a task's game were compiled to here, by file: the cache's folder, which names the versions, and
    the file's name, which names all that the compiler reads."""
    game: Game | None = getattr(task, "game", None)
    if not JIT or game is None:
        return {}
    folder, found = cache.use(), dict[str, bytes]()
    for work in ROOTS:
        for job in tasks_of(game, work).values():
            if job.is_whole and job.is_done():
                file: Path = job.rule._cache.file(job.signature, job.rule.targetctx.codegen())
                found[f"{folder.name}/{file.name}"] = file.read_bytes()
    return found


def missing(names: Iterable[str]) -> list[str]:
    """What this machine's cache lacks, if it is of the same versions."""
    folder = cache.use()
    return [name for name in names if name.startswith(f"{folder.name}/") and not (folder.parent / name).exists()]


def make_ready(names: tuple[str, ...], fetch: Callable[[], dict[str, bytes]]) -> None:
    """Before a worker's first slice of a task."""
    if names not in ready:
        if missing(names):
            take_over(fetch())
        ready.add(names)


def take_over(kept: dict[str, bytes]) -> None:
    """Puts into this machine's cache what it lacks."""
    for name in missing(kept):
        with files.replacing(cache.use().parent / name) as aside:
            aside.write_bytes(kept[name])
