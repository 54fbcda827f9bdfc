"""WebSocket frames by the shortest way: Uvicorn's protocol, with a call for what comes in, a write for what goes out.

ASGI hands every frame through a queue and a task, and stops and starts reading for each message; that would cost more
than the move itself. Here what comes is cut into frames, and a message of one frame goes straight to whoever hears it;
what goes out is made once for all who get it, and written as it is. Handshake, pings, closing and messages in parts
remain Uvicorn's. Whoever reads too slowly is written nothing until there is room again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

EXTENSION = "bestiary.wire"
FAILURE = "bestiary.failure"
TEXT = 0x81  # a whole message of text
SHORT, MIDDLE = 126, 1 << 16
MASKED, MASK = 0x80, 4  # what a client sends is masked, with so many bytes


def framed(*payload: bytes) -> bytes:
    """A message, given in pieces, as a server writes it, RFC 6455, 5.2: never masked, never compressed."""
    size = sum(map(len, payload))
    if size < SHORT:
        head = bytes((TEXT, size))
    elif size < MIDDLE:
        head = bytes((TEXT, 126, size >> 8, size & 255))
    else:
        head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
    return b"".join((head, *payload))


def extent(data: bytes, start: int) -> tuple[int, int] | None:
    """Where the payload of a client's frame begins and ends; None where too little of it is there to tell."""
    if len(data) < start + 2:
        return None
    second = data[start + 1]
    head, size = start + 2 + (MASK if second & MASKED else 0), second & 127
    if size >= SHORT:
        wide = 2 if size == SHORT else 8
        head += wide
        if len(data) < head:
            return None
        size = int.from_bytes(data[start + 2 : start + 2 + wide], "big")
    return head, head + size


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.ear: Callable[[bytes], None] | None = None  # who takes messages, instead of the queue
        self.on_room: Callable[[], None] | None = None  # called when there is room again
        self.part = b""  # of a frame that has not come whole yet
        self.is_full = False  # does the client read too slowly?

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # Uvicorn hands over the request as a whole
            super().data_received(data)
            return
        if self.part:
            data, self.part = self.part + data, b""
        start, size = 0, len(data)
        while start < size and not self.transport.is_closing():
            head, end = extent(data, start) or (start, size + 1)
            fits = end - head <= self.config.ws_max_size
            if fits and end > size:
                self.part = data[start:]
                return
            if fits and data[start] == TEXT and data[start + 1] & MASKED and self.hears:
                self.ear(apply_mask(data[head:end], data[head - MASK : head]))  # type: ignore[misc]
            else:  # the standard says what becomes of it, also where it is too large or not masked
                super().data_received(data[start:end])
            start = end

    @property
    def hears(self) -> bool:
        """Does somebody take messages, and is none under way in parts?"""
        return self.ear is not None and not self.frames and not self.close_sent

    def write(self, frames: bytes) -> bool:
        """Sends complete frames; False where the client reads too slowly, or is gone."""
        if self.is_full or self.close_sent or self.disconnected:
            return False
        self.transport.write(frames)
        return True

    @property
    def is_open(self) -> bool:
        return not (self.disconnected or self.close_sent)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_full = False
        if self.on_room is not None:
            self.on_room()

    def send_receive_event_to_app(self) -> None:
        if self.ear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        self.ear(data)

    def fail(self) -> None:
        """Wakes the ASGI application, which then says why and closes."""
        self.ear = None
        message: Any = {"type": FAILURE}
        self.queue.put_nowait(message)
