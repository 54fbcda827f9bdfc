"""HTTP as Uvicorn speaks it, with an end to its patience: a request that does not come, or is too large to be one, ends
its connection. Without that a few idle sockets could use up all that a server may open."""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers of every answer, whoever gives it."""
HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
PATIENCE = 20.0  # seconds in which a request must have come as a whole
LARGEST_HEAD = 32 * 1024  # bytes of a request before its body


class Http(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.deadline: TimerHandle | None = None
        self.head = 0  # bytes of a head that is not complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        self.head += len(data)
        super().data_received(data)
        if self.head > LARGEST_HEAD and not self.transport.is_closing():
            self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.deadline is None:
            self._expect()

    def on_headers_complete(self) -> None:
        self.head = -(1 << 62)  # what follows is a body, which the application limits
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.head = 0
        self._relax()

    def handle_websocket_upgrade(self) -> None:
        self._relax()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self.deadline = self.loop.call_later(PATIENCE, self._refuse)

    def _relax(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _refuse(self) -> None:
        """Says so where nothing else has been said, and ends the connection."""
        self._relax()
        if not self.transport.is_closing():
            self.send_400_response("The request did not come in time, or its head is too large.")
