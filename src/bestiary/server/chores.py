"""Long work that a process of its own does beside a worker. It is given what to do on one line, and answers line by
line until it has ended; it ends when nobody listens any more, also when whoever asked was killed. How far it is and
what it finds is stored, so that any worker can tell."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import DecodeError, Struct, json

from bestiary.engine.errors import BestiaryError

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from bestiary.server.rooms import Rooms

log = logging.getLogger("bestiary.server")


class Progress(Struct, omit_defaults=True):
    """How far such work is; the last report holds the result, or why there is none."""

    done: int = 0
    total: int = 0
    problem: str = ""
    result: Any = None

    def columns(self, now: int, result: str) -> dict[str, Any]:
        """As it is stored, the result in a column of this name."""
        values: dict[str, Any] = {"done": self.done, "total": self.total, "touched": now}
        if self.problem:
            values["problem"] = self.problem
        if self.result is not None:
            values[result] = json.encode(self.result)
        return values


Given = TypeVar("Given", bound=Struct)
Report = TypeVar("Report", bound=Progress)

BEAT, GONE = 0.5, 10_000  # seconds between signs of life, and milliseconds without one after which nobody works on it
NO_JIT = "NUMBA_DISABLE_JIT"
NICE = 15
LARGEST_LINE = 1 << 24


async def reports(module: str, given: Struct, kind: type[Report], compiles: bool) -> AsyncIterator[Report]:
    """What the process of a module says, until it has ended or nobody wants to hear more."""
    env = {name: value for name, value in os.environ.items() if name != NO_JIT}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, env=env if compiles else {**env, NO_JIT: "1"},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LARGEST_LINE,
    )  # fmt: skip
    read = json.Decoder(kind).decode
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.encode(given) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            yield read(line)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Desk(Generic[Report]):
    """Where a worker has one kind of work done, one after the other."""

    def __init__(self, rooms: Rooms, module: str, kind: type[Report], longest: float, compiles: bool) -> None:
        self.rooms, self.module, self.kind, self.longest, self.compiles = rooms, module, kind, longest, compiles
        self.free = asyncio.Semaphore(1)

    def begin(self, given: Struct, note: Callable[[Connection, Report], None], late: str, failed: str) -> None:
        """Has it done, with signs of life while it waits and while it is done; `late` and `failed` say what went
        wrong."""
        self.rooms.start(self._do(given, note, late, failed))

    async def _do(self, given: Struct, note: Callable[[Connection, Report], None], late: str, failed: str) -> None:
        latest = self.kind()

        async def say(report: Report) -> None:
            await self.rooms.writer.change(lambda connection: note(connection, report))

        async def beat() -> None:
            while True:
                await asyncio.sleep(BEAT)
                await say(latest)

        beating = self.rooms.start(beat())
        try:
            async with self.free, asyncio.timeout(self.longest):
                async for report in reports(self.module, given, self.kind, self.compiles):
                    if report.result is not None or report.problem:
                        report.done, report.total = latest.done, latest.total
                        await say(report)
                        return
                    latest = report
                raise ValueError("the process ended without a result")
        except TimeoutError:
            log.error("%s took too long", self.module)
            await say(self.kind(problem=late))
        except (OSError, ValueError, DecodeError) as error:
            log.error("%s failed: %s", self.module, type(error).__name__)
            await say(self.kind(problem=failed))
        finally:
            beating.cancel()


def work(kind: type[Given], run: Callable[[Given, Callable[[Any], None]], Any], failed: Callable[[str], Any]) -> None:
    """The whole life of such a process: `run` is given what to do and how to report, and returns the last report."""
    os.nice(NICE)
    given = json.decode(sys.stdin.buffer.readline(), type=kind)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        say(run(given, say))
    except BestiaryError as error:
        say(failed(str(error)))
    os._exit(0)


def say(report: Any) -> None:
    sys.stdout.buffer.write(json.encode(report) + b"\n")
    sys.stdout.buffer.flush()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()  # nothing more is written: this returns when the other end is closed
    os._exit(1)
