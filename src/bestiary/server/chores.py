"""Long work that a process of its own does beside a worker. It is given what to do on one line, and answers line by
line until it has ended; it ends when nobody listens any more, also when whoever asked was killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from msgspec import Struct, json

from bestiary.engine.errors import BestiaryError

Given = TypeVar("Given", bound=Struct)
Report = TypeVar("Report", bound=Struct)

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
