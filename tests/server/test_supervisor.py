"""Workers come and go behind one listening socket, and nobody is turned away."""

from __future__ import annotations

import asyncio
import os
import signal
import urllib.request
from pathlib import Path

import pytest

from bestiary.server import supervisor
from bestiary.server.settings import Settings
from bestiary.server.supervisor import Supervisor, Worker, listen


def ask(url: str) -> int:
    with urllib.request.urlopen(url + "/health", timeout=30) as answer:
        return int(answer.status)


async def until(happens: object, supervised: Supervisor) -> None:
    for _ in range(600):
        if happens():  # type: ignore[operator]
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"it did not happen; workers: {len(supervised.workers)}")


def test_a_worker_is_replaced_when_the_rules_are_compiled_and_when_it_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler is played by a stub, and both workers run plain: what is tested is who serves when."""
    start = Worker.start

    async def plain(settings: Settings, listening: object, compiled: bool) -> Worker:
        worker = await start(settings, listening, False)  # type: ignore[arg-type]
        worker.compiled = compiled
        return worker

    compiled = asyncio.Event()

    async def compile_later(self: Supervisor) -> None:
        await compiled.wait()
        self.is_compiled.set()

    monkeypatch.setattr(Worker, "start", plain)
    monkeypatch.setattr(Supervisor, "_compile", compile_later)
    monkeypatch.setattr(supervisor, "is_warm", lambda games: False)
    told: list[str] = []

    async def story() -> None:
        listening = listen("127.0.0.1", 0)
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(database=f"sqlite:///{tmp_path}/tables.db", compiles=True)
        supervised = Supervisor(settings, listening, tell=told.append)
        running = asyncio.create_task(supervised.run())
        await asyncio.wait_for(supervised.is_up.wait(), 60)
        first = supervised.workers[0].process.pid
        compiled.set()
        while not told:  # all that time somebody asks, and nobody is refused
            assert await asyncio.to_thread(ask, url) == 200
        second = supervised.workers[0].process.pid
        assert len(supervised.workers) == 1
        assert second != first
        os.kill(second, signal.SIGKILL)
        await until(lambda: len(told) > 1, supervised)
        assert await asyncio.to_thread(ask, url) == 200
        assert supervised.workers[0].process.pid != second
        supervised.stopping.set()
        await asyncio.wait_for(running, 30)

    asyncio.run(story())
    assert "taken over" in told[0]
    assert "ended" in told[1]
