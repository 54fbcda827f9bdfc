"""A table's WebSocket: what a client sends goes to the room, and what the room sends goes to the wire.

Who reads too slowly keeps nobody waiting and fills no memory: what does not fit is dropped, and when there is room
again the client is shown everything as it is then.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import msgspec
from litestar.types import Receive, Scope, Send

from bestiary.engine.errors import BestiaryError, ConflictError, MalformedError
from bestiary.engine.seat_names import printable
from bestiary.server import undo
from bestiary.server.errors import ForbiddenError, TooMuchError, wrong_of
from bestiary.server.limits import Bucket
from bestiary.server.origins import header
from bestiary.server.people import People
from bestiary.server.protocol import (
    PROTOCOL, Ask, Back, ClientMessage, Consent, Enter, Hint, Move, Quiet, Refusal, Say, Undo,
)  # fmt: skip
from bestiary.server.room import Room, refusal_frame
from bestiary.server.rooms import Rooms
from bestiary.server.wire import EXTENSION, FAILURE, Wire

log = logging.getLogger("bestiary.server")

LARGEST = 4096  # bytes of one message
BURST, EACH_SECOND = 60, 30  # messages of one socket

decode = msgspec.json.Decoder(ClientMessage).decode


class Socket:
    """A client at a table."""

    def __init__(self, person: str, room: Room, wire: Wire) -> None:
        self.person, self.room, self.rooms, self.wire = person, room, room.rooms, wire
        self.seat = -1
        self.quiet: bool | None = None
        self.is_behind = self.is_gone = False
        self.failure: BestiaryError | None = None
        self.bucket = Bucket(BURST, time.monotonic())
        wire.on_room = self._catch_up

    def send(self, frames: bytes) -> None:
        if self.is_behind or not self.wire.write(frames):
            self.is_behind = True

    def _catch_up(self) -> None:
        if self.is_behind and self.wire.is_open:
            self.is_behind = False
            self.room.enter(self, Enter(protocol=PROTOCOL))

    def hear(self, data: bytes) -> None:
        """Takes one message; it is acted on when its turn comes. Too much of it ends the connection."""
        try:
            self._pace(len(data))
        except TooMuchError as error:
            self._end(error)
            return
        self.rooms.inbox.put(self.act, data)

    def act(self, data: bytes) -> None:
        """Acts on one message. What no honest client sends ends the connection."""
        try:
            self._act(data)
        except BestiaryError as error:
            self._end(error)
        except Exception:
            log.exception("table %s: a message could not be acted on", self.room.kept.code)
            self._end(ConflictError("the server could not act on your message; connect again"))

    def _end(self, error: BestiaryError) -> None:
        if self.failure is None:
            self.failure = error
            self.wire.fail()

    def leave(self) -> None:
        self.is_gone = True
        self.room.leave(self)

    def _act(self, data: bytes) -> None:
        try:
            message = decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self.send(refusal_frame(MalformedError(f"this is no message of the protocol: {error}")))
            return
        if type(message) is Move:
            if self.seat < 0:
                self.send(refusal_frame(ForbiddenError("you do not sit at this table"), message.key))
            else:
                self.room.move(self.seat, message, self)
        elif type(message) is Enter:
            if message.protocol != PROTOCOL:
                ours = f"this server speaks protocol {PROTOCOL}, not {message.protocol}"
                raise MalformedError(f"{ours}; load the page again")
            if not self.is_gone:
                self.room.enter(self, message)
        elif type(message) is Ask:
            self.room.ask(self.seat, message, self)
        elif type(message) is Say:
            self._say(message.text)
        elif self.seat < 0:
            self.send(refusal_frame(ForbiddenError("you do not sit at this table"), getattr(message, "key", "")))
        elif type(message) is Back:
            self.rooms.returned(self.room, self.seat)
        elif type(message) is Undo:
            undo.ask(self.room, self.seat, message.key, self)
        elif type(message) is Hint:
            self.rooms.hint(self.room, self.seat, message.key, self)
        elif type(message) is Quiet:
            self.rooms.quiet(self.room, self.seat, message.on, self)
        elif type(message) is Consent:
            undo.consent(self.room, self.seat, message.agrees, self)

    def _say(self, text: str) -> None:
        try:
            if self.seat < 0:
                raise ForbiddenError("only those who sit at the table talk")
            said = " ".join(printable(text).split())
            if not said:
                raise MalformedError("there is nothing to be read in this")
            self.rooms.talking.take(self.person)
        except BestiaryError as error:
            self.send(refusal_frame(error))
            return
        name = self.room.kept.seats[self.seat].name
        self.rooms.start(self.room.say(self.person, name, said))

    def _pace(self, size: int) -> None:
        if size > LARGEST:
            raise TooMuchError(f"a message has at most {LARGEST} bytes")
        if not self.bucket.take(BURST, EACH_SECOND, time.monotonic()):
            raise TooMuchError(f"at most {EACH_SECOND} messages a second")


async def serve(scope: Scope, receive: Receive, send: Send, code: str, rooms: Rooms, people: People) -> None:
    """One connection, from its first byte to its last."""
    wire: Wire = scope["extensions"][EXTENSION]  # type: ignore[index, assignment]
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    try:
        person = await people.identify(header(scope, b"cookie"), header(scope, b"authorization"))
        room = await rooms.open(code)
    except BestiaryError as error:
        await _close(send, error)
        return
    socket = Socket(person.id if person else "", room, wire)
    try:
        while True:
            if wire.queue.empty() and socket.failure is None:  # what came meanwhile has been heard
                wire.ear = socket.hear
            message: Any = await receive()
            if message["type"] == "websocket.disconnect":
                break
            if message["type"] == FAILURE:
                if socket.failure is not None:
                    await _close(send, socket.failure)
                break
            text = message.get("text")
            socket.hear(message["bytes"] if text is None else text.encode())
    finally:
        wire.ear = wire.on_room = None
        socket.leave()


async def _close(send: Send, error: BestiaryError) -> None:
    """The reason, and the end of the connection. The code is 4000 and the HTTP status."""
    wrong, status = wrong_of(error)
    text = msgspec.json.encode(Refusal(wrong=wrong, message=str(error))).decode()
    await send({"type": "websocket.send", "text": text, "bytes": None})
    await send({"type": "websocket.close", "code": 4000 + status, "reason": ""})
