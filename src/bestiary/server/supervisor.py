"""The supervisor: it holds the listening socket, and workers come and go behind it.

On a cold cache the first workers run plain rules, and a process compiles beside them. When it is done each worker is
replaced by one with compiled rules, which has loaded them before the old one stops; whoever connects in between waits
in the socket's queue. A worker that dies is replaced at once. Workers end when the supervisor does, however it ended.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

from msgspec import json

from bestiary.engine import cache
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import game_names
from bestiary.server.settings import Settings

NO_JIT = "NUMBA_DISABLE_JIT"
READY, UP, GO = b"ready\n", b"up\n", b"go\n"
BACKLOG = 2048
GRACE = 10.0  # seconds that a worker has to stop
ATTEMPTS, PAUSE = 3, 0.5  # how often a worker may fail to start, and the seconds between

Tell = Callable[[str], None]


def mark(game: str) -> str:
    """The name under which the cache notes that a game's tables are compiled."""
    return f"{game}-table"


def games_of(settings: Settings) -> list[str]:
    return list(settings.games or game_names())


def is_warm(games: list[str]) -> bool:
    return all(cache.is_warm(mark(name)) for name in games)


def listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=BACKLOG)
    except OSError as error:
        reason = "another program uses it; choose another with --port" if error.errno == errno.EADDRINUSE else error
        raise MalformedError(f"cannot listen on {host}:{port}: {reason}") from None


class Worker:
    """A worker's process. It reports on its standard output, and takes orders on its standard input; when that is
    closed, it stops."""

    def __init__(self, process: asyncio.subprocess.Process, compiled: bool) -> None:
        self.process, self.compiled = process, compiled

    @classmethod
    async def start(cls, settings: Settings, listening: socket.socket, compiled: bool) -> Worker:
        env = {name: value for name, value in os.environ.items() if name != NO_JIT}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bestiary.server.worker", str(listening.fileno()), json.encode(settings).decode(),
            env=env if compiled else {**env, NO_JIT: "1"}, pass_fds=[listening.fileno()], start_new_session=True,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process, compiled)

    async def reports(self, wanted: bytes) -> bool:
        """Waits for a report; False where the worker ends instead."""
        assert self.process.stdout is not None
        return await self.process.stdout.readline() == wanted

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(GO)

    async def stop(self) -> None:
        """Lets it finish what it does, but not for ever."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), GRACE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def how(code: int | None) -> str:
    """How a process ended, for whoever runs the server."""
    if code is not None and code < 0:
        return f"killed by {signal.Signals(-code).name}"
    return f"status {code}"


class Supervisor:
    """Keeps workers running, and replaces them when the rules are compiled."""

    def __init__(self, settings: Settings, listening: socket.socket, workers: int = 1, tell: Tell = print) -> None:
        if workers > 1 and not settings.is_shared:
            raise MalformedError(
                f"{workers} workers need a database and a broker that they share: --database postgresql://… and "
                "--broker redis://…. On SQLite one worker serves at a time"
            )
        self.settings, self.listening, self.count, self.tell = settings, listening, workers, tell
        self.is_up, self.is_compiled, self.stopping = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.workers: list[Worker] = []
        self.failure = ""

    async def run(self, is_up: Callable[[], None] = lambda: None) -> None:
        """Until somebody asks it to stop."""
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, self.stopping.set)
        if self.settings.compiles and is_warm(games_of(self.settings)):
            self.is_compiled.set()
        tasks = [asyncio.create_task(self._keep()) for _ in range(self.count)]
        tasks.append(asyncio.create_task(self._begin(is_up)))
        await self.stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))
        self.listening.close()
        if self.failure:
            raise MalformedError(self.failure)

    async def _begin(self, is_up: Callable[[], None]) -> None:
        """What waits until the first worker serves: the compiler would only slow it down."""
        await self.is_up.wait()
        is_up()
        if self.settings.compiles and not self.is_compiled.is_set():
            await self._compile()

    async def _keep(self) -> None:
        """One worker after the other."""
        failures = 0
        while failures < ATTEMPTS:
            worker = await self._start()
            worker.go()
            if await worker.reports(UP):
                self.is_up.set()
                failures = 0
            else:
                failures += 1
                await asyncio.sleep(PAUSE)
            await self._watch(worker)
        self.failure = "the server cannot start; the lines above say why"
        self.stopping.set()

    async def _start(self) -> Worker:
        worker = await Worker.start(self.settings, self.listening, self.is_compiled.is_set())
        self.workers.append(worker)
        await worker.reports(READY)
        return worker

    async def _watch(self, worker: Worker) -> None:
        """Waits until a worker has died; one with plain rules is replaced meanwhile."""
        died = asyncio.ensure_future(worker.process.wait())
        compiled = asyncio.ensure_future(self.is_compiled.wait())
        try:
            if not worker.compiled:
                await asyncio.wait({died, compiled}, return_when=asyncio.FIRST_COMPLETED)
                if not died.done():
                    await self._watch(await self._replace(worker))
                    return
            await died
        finally:
            died.cancel()
            compiled.cancel()
        self.workers.remove(worker)
        self.tell(f"A worker has ended ({how(worker.process.returncode)}); another one takes its place.")

    async def _replace(self, worker: Worker) -> Worker:
        """A worker with compiled rules for one with plain ones. Where the database has room for one worker only, the
        old one stops before the new one begins."""
        fresh = await self._start()
        if self.settings.is_shared:
            fresh.go()
            await fresh.reports(UP)
        self.workers.remove(worker)
        await worker.stop()
        if not self.settings.is_shared:
            fresh.go()
            await fresh.reports(UP)
        self.tell("The rules are compiled; a worker with compiled rules has taken over.")
        return fresh

    async def _compile(self) -> None:
        env = {name: value for name, value in os.environ.items() if name != NO_JIT}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bestiary.server.compiling", *games_of(self.settings), env=env,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            if await process.wait() == 0:
                self.is_compiled.set()
        except asyncio.CancelledError:
            process.terminate()
            raise
