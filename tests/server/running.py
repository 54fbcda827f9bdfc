"""A real server for the tests: the application behind a real port, with plain rules, in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading

import uvicorn
from client import Client

from bestiary.server.settings import Settings
from bestiary.server.worker import serve


class Running:
    """A server in a thread of this process."""

    def __init__(self, database: str, broker: str = "", settings: Settings | None = None) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.database = database
        self.settings = settings or Settings(database=database, broker=broker)
        self.start()

    def start(self) -> None:
        self.server: uvicorn.Server | None = None
        self.started = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.started.wait(30), "the server did not start"

    def _run(self) -> None:
        asyncio.run(serve(self.settings, self.listening.dup(), self._is_up))

    def _is_up(self, server: uvicorn.Server) -> None:
        self.server = server
        self.started.set()

    def client(self) -> Client:
        return Client(self.url)

    def restart(self) -> None:
        """Another server on the same database and port."""
        self.end()
        self.start()

    def stop(self) -> None:
        self.end()
        self.listening.close()

    def end(self) -> None:
        assert self.server is not None
        self.server.should_exit = True
        self.thread.join(30)
