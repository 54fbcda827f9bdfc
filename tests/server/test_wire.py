"""Frames as they are written, and clients who do not read them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from client import Place, asked, seated, shown
from running import Running
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from bestiary.server.sockets import Socket
from bestiary.server.wire import extent, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_frame_is_what_the_standard_says(size: int) -> None:
    payload = b"x" * size
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@pytest.mark.parametrize("mask", [False, True])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536])
def test_a_frame_is_cut_where_it_ends(size: int, mask: bool) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=mask)
    head = len(frame) - size
    assert extent(b"before" + frame + b"after", 6) == (6 + head, 6 + len(frame))
    assert [extent(frame[:n], 0) for n in range(2)] == [None, None]
    assert extent(frame[:head], 0) == (head, len(frame))


class Narrow:
    """A wire with room for so many frames."""

    def __init__(self, room: int) -> None:
        self.room, self.written, self.is_open = room, [], True
        self.on_room: Any = None

    def write(self, frames: bytes) -> bool:
        if len(self.written) < self.room:
            self.written.append(frames)
            return True
        return False


class Hall:
    """A room that notes who enters."""

    rooms = None

    def __init__(self) -> None:
        self.entered: list[Any] = []

    def enter(self, listener: Any, message: Any) -> None:
        self.entered.append(message)
        listener.send(b"everything")


def test_who_does_not_read_is_written_nothing_until_there_is_room_and_then_everything() -> None:
    wire, hall = Narrow(2), Hall()
    socket = Socket("somebody", hall, wire)  # type: ignore[arg-type]
    for frame in (b"1", b"2", b"3", b"4"):
        socket.send(frame)
    assert wire.written == [b"1", b"2"]
    wire.room = 10
    socket.send(b"5")  # a gap would follow: still nothing
    assert wire.written == [b"1", b"2"]
    wire.on_room()
    assert wire.written == [b"1", b"2", b"everything"]
    assert hall.entered[0].number is None
    socket.send(b"6")
    assert wire.written[-1] == b"6"


def test_who_has_gone_is_not_let_in_again() -> None:
    wire, hall = Narrow(0), Hall()
    socket = Socket("somebody", hall, wire)  # type: ignore[arg-type]
    socket.send(b"1")
    wire.is_open = False
    wire.on_room()
    assert hall.entered == []


ASK = json.dumps({"type": "ask", "key": "k", "intent": 0}).encode()


@pytest.fixture
def place(server: Running) -> Place:
    people, table = seated(server)
    return asked(shown(people, table))


def send(place: Place, *frames: Frame, mask: bool = True, piece: int = 1 << 20) -> None:
    """Sends frames as they are, cut into pieces of so many bytes."""
    data = b"".join(frame.serialize(mask=mask) for frame in frames)
    for start in range(0, len(data), piece):
        place.socket.socket.sendall(data[start : start + piece])


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
@pytest.mark.parametrize("size", [len(ASK), 125, 126, 4000])
def test_messages_are_heard_however_they_are_cut(place: Place, piece: int, size: int) -> None:
    message = Frame(Opcode.TEXT, ASK + b" " * (size - len(ASK)))
    send(place, message, message, message, piece=piece)
    assert [place.until("answer")["key"] for _ in range(3)] == ["k"] * 3


def test_a_message_in_parts_is_heard_and_pings_are_answered_between_them(place: Place) -> None:
    send(place, Frame(Opcode.TEXT, ASK[:10], fin=False), Frame(Opcode.PING, b"?"), Frame(Opcode.CONT, ASK[10:]))
    assert place.until("answer")["key"] == "k"
    key = place.move()
    assert place.until("stored")["key"] == key


def code_after(place: Place, *frames: Frame, mask: bool = True) -> int:
    """The code with which the server ends a connection."""
    send(place, *frames, mask=mask)
    while True:
        try:
            place.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


def test_what_the_standard_forbids_ends_the_connection(server: Running) -> None:
    people, table = seated(server)
    text, part = Frame(Opcode.TEXT, ASK), Frame(Opcode.TEXT, ASK[:10], fin=False)
    places = [people[0].sit(table) for _ in range(4)]
    assert code_after(places[0], text, mask=False) == 1002  # not masked
    assert code_after(places[1], part, text) == 1002  # a message within another
    assert code_after(places[2], Frame(Opcode.TEXT, b"x" * 20_000)) == 1009  # too large to be read at all
    assert code_after(places[3], Frame(Opcode.CLOSE, b"\x03\xe8"), text) == 1000  # what follows the end is not heard
