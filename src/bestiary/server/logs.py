"""What the server writes down, as lines of text or as JSON, one object a line.

Nothing here is a secret: a table goes by its number, since its code is an invitation; nobody's name, cookie, token,
talk, hand or move is written; of an unexpected error its type and where it happened.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import json

from bestiary.server.settings import Settings
from bestiary.server.timing import STAGES

log = logging.getLogger("bestiary.server")
requests = logging.getLogger("bestiary.requests")
FIELDS = ("method", "path", "status", "ms")


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "from": record.name, "process": record.process,
            "message": record.getMessage(),
        }  # fmt: skip
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = places(record.exc_info[1])
        return json.encode(line).decode()


class Text(logging.Formatter):
    """A record for people."""

    def formatException(self, exc_info: Any) -> str:  # noqa: N802
        return "\n".join(f"    {each}" for each in places(exc_info[1]))


def places(error: BaseException | None) -> list[str]:
    """An error without its words, which might tell a secret: its type, and where it came by."""
    if error is None:
        return []
    frames = traceback.extract_tb(error.__traceback__)
    return [type(error).__name__, *(f"{each.filename}:{each.lineno} {each.name}" for each in frames)]


def set_up(settings: Settings, stream: TextIO = sys.stderr) -> None:
    """Everything that this process has to say. Libraries only warn: at other levels they write down what they carry."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Lines() if settings.log == "json" else Text("%(levelname)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("bestiary").setLevel(settings.log_level.upper())


def noted(app: ASGIApp) -> ASGIApp:
    """Times every request, and writes a line for it: the route, not the path, whose parts may be secret."""

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        method, started, status = str(scope["method"]), time.perf_counter(), 0

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await app(scope, receive, note)
        finally:
            took = time.perf_counter() - started
            STAGES["http"].note(took)
            if requests.isEnabledFor(logging.INFO):
                route, ms = str(scope.get("path_template") or "?"), round(took * 1e3, 1)
                told = {"method": method, "path": route, "status": status, "ms": ms}
                requests.info("%s %s: %d in %.1f ms", method, route, status, ms, extra=told)

    return run
