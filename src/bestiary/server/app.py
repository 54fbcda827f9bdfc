"""The application: routes, what they share, and how errors are said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from bestiary import __version__
from bestiary.engine.content import ContentError
from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.server import accounts, blocks, logs, metrics, page, routes, store
from bestiary.server.bots import Bots
from bestiary.server.broker import Broker
from bestiary.server.caretaker import Caretaker
from bestiary.server.errors import MissingError, wrong_of
from bestiary.server.hints import Hints
from bestiary.server.lobby import Watchers
from bestiary.server.pace import Pace
from bestiary.server.passes import Passes
from bestiary.server.people import People
from bestiary.server.protocol import Problem, Wrong
from bestiary.server.pulse import Pulse
from bestiary.server.reviews import Reviews
from bestiary.server.room import Room
from bestiary.server.rooms import Rooms
from bestiary.server.settings import Settings
from bestiary.server.supervisor import games_of
from bestiary.server.workshop import routes as workshop
from bestiary.server.workshop.measures import Measures

log = logging.getLogger("bestiary.server")

LARGEST_BODY = 512 * 1024  # an edition of one's own fits
POLICY = {"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'"}


def make_app(settings: Settings) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engine = store.connect(settings.database)
        rooms = Rooms(engine, asyncio.get_running_loop(), games_of(settings))
        bots = Bots(settings.thinkers, settings.compiles)
        caretaker, passes, pulse = Caretaker(rooms), Passes(rooms), Pulse(rooms)

        def turn(room: Room) -> None:
            bots.turn(room)
            caretaker.turn(room)
            passes.turn(room)

        rooms.quiet, rooms.wished = passes.quiet, passes.wished
        rooms.turn, rooms.returned, rooms.hint = turn, caretaker.returned, Hints(bots).ask
        app.state.rooms, app.state.metrics = rooms, metrics.registry(rooms, bots)
        app.state.lobby, app.state.reviews = Watchers(rooms), Reviews(rooms, settings.compiles)
        app.state.measures = Measures(rooms, settings.compiles)
        rooms.lobby_changed = app.state.lobby.changed
        if settings.broker:
            broker = Broker(settings.broker, rooms)
            rooms.tell = broker.tell
            broker.start()
        secrets = await rooms.writer.change(store.signing_secrets)
        app.state.people = People(rooms, secrets, settings.is_secure, Pace(settings.pace))
        rooms.start(app.state.people.follow_keys())
        await pulse.start()
        rooms.start(wake(rooms))
        try:
            yield
        finally:
            bots.close()
            await pulse.stop()
            await rooms.close()
            engine.dispose()

    return Litestar(
        [*routes.HANDLERS, *accounts.HANDLERS, *blocks.HANDLERS, *workshop.HANDLERS, *page.handlers()],
        lifespan=[lifespan],
        dependencies={**routes.dependencies, **workshop.measuring},
        middleware=[logs.noted],
        guards=[routes.keep_pace, routes.refuse_foreign],
        exception_handlers={BestiaryError: say_error, HTTPException: say_http_error, Exception: say_fault},
        openapi_config=OpenAPIConfig(title="Bestiary", version=__version__, path="/api/docs"),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, minimum_size=1_000),
        request_max_body_size=LARGEST_BODY,
        response_headers=POLICY,
        logging_config=None,
    )


async def wake(rooms: Rooms) -> None:
    """Opens the tables that go on by themselves: nobody else would wake them after a restart."""
    for code in await rooms.read(store.playing_by_themselves):
        await rooms.open(code)


def say_error(request: Request[Any, Any, Any], error: BestiaryError) -> Response[Problem]:
    wrong, status = wrong_of(error)
    where = (list(error.path), error.reason) if isinstance(error, ContentError) else ([], "")
    problem = Problem(wrong=wrong, message=str(error), path=where[0], reason=where[1])
    return Response(problem, status_code=status, headers=POLICY)


def say_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Our own mistake; or a body that nobody can read, nested a thousand deep, or HTTP where a WebSocket is, for which
    Litestar finds no handler."""
    scope: Any = request.scope
    if "route_handler" not in scope:
        return say_error(request, MissingError("there is nothing to be asked for in this way"))
    if isinstance(error, (RecursionError, UnicodeError)):
        return say_error(request, MalformedError("this cannot be read: its text or its nesting is broken"))
    log.error("a request met a fault", exc_info=error)
    problem = Problem(wrong="fault", message="something is wrong with this server, and was noted")
    return Response(problem, status_code=500, headers=POLICY)


HTTP_WRONG: dict[int, Wrong] = {401: "forbidden", 403: "forbidden", 404: "missing", 409: "conflict", 413: "too much"}


def say_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """What Litestar itself found wrong: an unknown path, a body that does not fit. People are told by the page."""
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return page.index(404)
    extra = error.extra if isinstance(error.extra, list) else []
    details = [each for each in extra if isinstance(each, dict)]
    message = "; ".join([error.detail, *(f"{each.get('key', '')}: {each.get('message', '')}" for each in details)])
    return Response(Problem(wrong=HTTP_WRONG.get(error.status_code, "malformed"), message=message),
                    status_code=error.status_code, headers=POLICY)  # fmt: skip
