"""WebSocket frames by the shortest way: Uvicorn's protocol, with a call for what comes in, a write for what goes out.

ASGI hands every frame through a queue and a task, and stops and starts reading for each message; that would cost more
than the move itself. Here a frame is made once for all who get it, and written as it is. Handshake, pings and closing
remain Uvicorn's. Whoever reads too slowly is written nothing until there is room again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "bestiary.wire"
FAILURE = "bestiary.failure"
TEXT = 0x81  # a whole message of text
SHORT, MIDDLE = 126, 1 << 16


def framed(payload: bytes) -> bytes:
    """A message as a server writes it, RFC 6455, 5.2: never masked, never compressed."""
    size = len(payload)
    if size < SHORT:
        return bytes((TEXT, size)) + payload
    if size < MIDDLE:
        return bytes((TEXT, 126, size >> 8, size & 255)) + payload
    return bytes((TEXT, 127)) + size.to_bytes(8, "big") + payload


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ear: Callable[[bytes], None] | None = None  # who takes messages, instead of the queue
        self.on_room: Callable[[], None] | None = None  # called when there is room again

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def write(self, frames: bytes) -> bool:
        """Sends complete frames; False where the client reads too slowly, or is gone."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        self.transport.write(frames)
        return True

    @property
    def is_open(self) -> bool:
        return not (self.disconnected or self.close_sent)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.on_room is not None:
            self.on_room()

    def send_receive_event_to_app(self) -> None:
        if self.ear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.ear(data)

    def fail(self) -> None:
        """Wakes the ASGI application, which then says why and closes."""
        self.ear = None
        message: Any = {"type": FAILURE}
        self.queue.put_nowait(message)
