"""A worker: one process that serves a listening socket which it was given.

    python -m bestiary.server.worker FD SETTINGS

It reports `ready` when it has loaded everything, waits for `go`, and reports `up` when it serves. It stops when its
standard input is closed.
"""

from __future__ import annotations

import gc
import asyncio
import socket
import sys
import threading
from collections.abc import Callable

import uvicorn
import uvloop
from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.engine.mode import JIT
from bestiary.server import compiling, logs, migrations, store
from bestiary.server.app import make_app
from bestiary.server.manners import HTTPS, SECURITY, Http
from bestiary.server.settings import Settings
from bestiary.server.sockets import LARGEST
from bestiary.server.supervisor import GO, READY, UP, games_of
from bestiary.server.wire import Wire

SWITCH = 0.0005  # seconds; the writer's thread must not wait long for the interpreter
SWEEP = 20_000, 20, 100  # rooms hold many objects and few circles: look for them seldom
PING, PATIENCE = 20.0, 20.0  # seconds: a client that does not answer so long is gone
MANNERS = 0.5  # seconds in which the request of a new connection must come
DRAIN = 5  # seconds that requests under way get when the server stops


class Server(uvicorn.Server):
    """Uvicorn, which tells when it accepts."""

    def __init__(self, config: uvicorn.Config, is_up: Callable[[uvicorn.Server], None]) -> None:
        super().__init__(config)
        self.is_up = is_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.is_up(self)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accepts nobody any more, but answers whoever was accepted a moment ago."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(MANNERS)
        await super().shutdown(sockets)


def prepare(settings: Settings) -> None:
    """Brings the database up to date, or says what is wrong with it."""
    engine = store.connect(settings.database)
    try:
        migrations.upgrade(engine)
    except SQLAlchemyError as error:
        reason = str(error).partition("\n")[0]
        raise MalformedError(f"the database cannot be used: {reason}") from None
    finally:
        engine.dispose()


async def serve(settings: Settings, listening: socket.socket, is_up: Callable[[uvicorn.Server], None]) -> None:
    """Serves until somebody sets `should_exit`."""
    prepare(settings)
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()  # what is loaded stays
    gc.set_threshold(*SWEEP)
    config = uvicorn.Config(
        make_app(settings), loop="none", http=Http, ws=Wire, ws_per_message_deflate=False, ws_max_size=4 * LARGEST,
        ws_ping_interval=PING, ws_ping_timeout=PATIENCE, access_log=False, log_config=None, lifespan="on",
        server_header=False, headers=list((SECURITY | HTTPS if settings.is_secure else SECURITY).items()),
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=DRAIN,
    )  # fmt: skip
    await Server(config, is_up).serve(sockets=[listening])


def main(fd: int, settings: Settings) -> None:
    logs.set_up(settings)
    if JIT:
        compiling.load(games_of(settings))
    _report(READY)
    if sys.stdin.buffer.readline() != GO:
        return
    try:
        uvloop.run(serve(settings, socket.socket(fileno=fd), _is_up))
    except BestiaryError as error:
        sys.exit(f"bestiary: {error}")


def _is_up(server: uvicorn.Server) -> None:
    _report(UP)

    def wait_for_the_end() -> None:
        sys.stdin.buffer.read()
        server.should_exit = True

    threading.Thread(target=wait_for_the_end, daemon=True).start()


def _report(what: bytes) -> None:
    sys.stdout.buffer.write(what)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), json.decode(sys.argv[2], type=Settings))
