"""A table's WebSocket. It speaks ASGI itself: wrappers would cost more than all else that is done for a frame.

Frames go out at once, without a task for each. Who reads too slowly keeps nobody waiting and fills no memory: one frame
waits, what follows is dropped, and when the way is free again the client is shown all as it is then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Generator
from typing import Any

import msgspec
from litestar.types import Receive, Scope, Send

from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.server.errors import ForbiddenError, TooMuchError, wrong_of
from bestiary.server.origins import header, is_foreign
from bestiary.server.people import People
from bestiary.server.protocol import PROTOCOL, Ask, ClientMessage, Enter, Move, Refusal
from bestiary.server.rooms import Room, Rooms

LARGEST = 4096  # bytes of one message
BURST, EACH_SECOND = 60, 30  # messages of one socket
CLOSE = {"forbidden": 4403, "missing": 4404, "malformed": 4400, "too much": 4429, "conflict": 4409, "illegal": 4422}
"""Why the server closes a socket: 4000 and the HTTP status."""

decode = msgspec.json.Decoder(ClientMessage).decode


class Rest:
    """The rest of a coroutine that was begun by hand, and has to wait after all."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self.coroutine, self.waits_for = coroutine, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        while True:
            try:
                yield self.waits_for
                self.waits_for = self.coroutine.send(None)
            except StopIteration:
                return


class Socket:
    """A client at a table."""

    def __init__(self, person: str, room: Room, send: Send) -> None:
        self.person, self.room, self.asgi_send = person, room, send
        self.seat = -1
        self.is_behind = self.is_gone = False
        self.busy: asyncio.Task[None] | None = None
        self.tokens, self.last = float(BURST), time.monotonic()

    def send(self, text: str) -> None:
        if self.is_gone:
            return
        if self.busy is not None:
            self.is_behind = True
            return
        sending: Any = self.asgi_send({"type": "websocket.send", "bytes": None, "text": text})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except Exception:  # whatever the ASGI server raises when nobody is there any more
            self.is_gone = True
            return
        self.busy = self.room.rooms.start(self._finish(Rest(sending, waits_for)))

    async def _finish(self, rest: Rest) -> None:
        try:
            await rest
        except Exception:
            self.is_gone = True
        self.busy = None
        if self.is_behind and not self.is_gone:
            self.is_behind = False
            self.room.enter(self, Enter(protocol=PROTOCOL))

    def hear(self, data: str | bytes) -> None:
        """Acts on one message."""
        self._pace()
        if len(data) > LARGEST:
            raise TooMuchError(f"a message has at most {LARGEST} bytes")
        try:
            message = decode(data)
        except msgspec.DecodeError as error:
            self.send(_refusal(MalformedError(f"this is no message of the protocol: {error}")))
            return
        if type(message) is Move:
            if self.seat < 0:
                self.send(_refusal(ForbiddenError("you do not sit at this table"), message.key))
            else:
                self.room.move(self.seat, message, self)
        elif type(message) is Enter:
            self._enter(message)
        elif type(message) is Ask:
            self.room.ask(self.seat, message.key, message.intent, self)

    def _enter(self, message: Enter) -> None:
        if message.protocol != PROTOCOL:
            raise MalformedError(f"this server speaks protocol {PROTOCOL}, not {message.protocol}; load the page again")
        self.room.enter(self, message)

    def _pace(self) -> None:
        now = time.monotonic()
        self.tokens = min(BURST, self.tokens + (now - self.last) * EACH_SECOND) - 1
        self.last = now
        if self.tokens < 0:
            raise TooMuchError(f"at most {EACH_SECOND} messages a second")


async def serve(scope: Scope, receive: Receive, send: Send, code: str, rooms: Rooms, people: People) -> None:
    """One connection, from its first byte to its last."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    try:
        if is_foreign(scope):
            raise ForbiddenError("this page comes from another site")
        person = await people.identify(header(scope, b"cookie"), header(scope, b"authorization"))
        room = await rooms.open(code)
    except BestiaryError as error:
        await _refuse(send, error)
        return
    socket = Socket(person.id if person else "", room, send)
    try:
        while True:
            message: Any = await receive()
            if message["type"] == "websocket.disconnect":
                break
            try:
                socket.hear(message.get("text") or message.get("bytes") or b"")
            except BestiaryError as error:
                socket.is_gone = True
                await _refuse(send, error)
                break
    finally:
        socket.is_gone = True
        room.leave(socket)


async def _refuse(send: Send, error: BestiaryError) -> None:
    """The reason, and the end of the connection."""
    await send({"type": "websocket.send", "text": _refusal(error), "bytes": None})
    await send({"type": "websocket.close", "code": CLOSE[wrong_of(error)[0]], "reason": ""})


def _refusal(error: Exception, key: str = "") -> str:
    return msgspec.json.encode(Refusal(wrong=wrong_of(error)[0], message=str(error), key=key)).decode()
