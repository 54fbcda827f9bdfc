"""Frames as they are written, and clients who do not read them."""

from __future__ import annotations

from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from bestiary.server.sockets import Socket
from bestiary.server.wire import framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 100_000])
def test_a_frame_is_what_the_standard_says(size: int) -> None:
    payload = b"x" * size
    assert framed(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


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
