"""A real server for the tests: the application behind a real port, on a database file of its own, with plain rules."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from client import Client

from bestiary.server.settings import Settings
from bestiary.server.worker import serve


sys.path.append(str(Path(__file__).parents[2] / "bench"))
import services


class Running:
    """A server in a thread of this process."""

    def __init__(self, database: str, broker: str = "") -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.database, self.broker = database, broker
        self._start()

    def _start(self) -> None:
        self.server: uvicorn.Server | None = None
        self.started = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.started.wait(30), "the server did not start"

    def _run(self) -> None:
        settings = Settings(database=self.database, broker=self.broker)
        asyncio.run(serve(settings, self.listening.dup(), self._is_up))

    def _is_up(self, server: uvicorn.Server) -> None:
        self.server = server
        self.started.set()

    def client(self) -> Client:
        return Client(self.url)

    def restart(self) -> None:
        """Another server on the same database and port."""
        self._end()
        self._start()

    def stop(self) -> None:
        self._end()
        self.listening.close()

    def _end(self) -> None:
        assert self.server is not None
        self.server.should_exit = True
        self.thread.join(30)


def wanted(service: str) -> None:
    """Leaves a test out if `make test WITHOUT=…` names the service that it needs."""
    if not services.is_wanted(service):
        pytest.skip(f"WITHOUT={service}")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    wanted("postgresql")
    with services.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis() -> Iterator[tuple[str, services.Service]]:
    wanted("redis")
    with services.redis() as running:
        yield running


@pytest.fixture(scope="session")
def two_servers(postgresql: str, redis: tuple[str, services.Service]) -> Iterator[list[Running]]:
    """Two workers over one database and one broker."""
    running = [Running(postgresql, redis[0]) for _ in range(2)]
    yield running
    for each in running:
        each.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.db")
    yield running
    running.stop()
