"""Snapshots: a position and its history, put down every so many decisions, so that a long table need not be played
again when it is opened. Whatever a snapshot says follows from the log; one that does not fit the log or the rules is
not used, and the table is rebuilt from its first decision."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, Struct, ValidationError, msgpack

from bestiary.engine.errors import BestiaryError
from bestiary.engine.records import record_bytes
from bestiary.engine.table import Ply, Table
from bestiary.server import store
from bestiary.server.store import KeptPly

if TYPE_CHECKING:
    from bestiary.server.room import Room

EVERY = 100  # decisions


class Snapshot(Struct):
    """What the log does not say without the rules."""

    layout: str
    position: bytes
    opening: list[list[Any]]  # events of the set-up
    opening_hash: str
    events: list[list[list[Any]]]  # of each decision
    fresh: list[int]
    times: tuple[list[int], list[int], list[int], bool] | None


def put_down(room: Room) -> None:
    """Stores a snapshot, if the last one is old. All decisions of the room are stored."""
    table = room.table
    if table is None or len(table.plies) - room.snapshot < EVERY or room.kept.status != "playing":
        return
    room.snapshot = len(table.plies)
    found = Snapshot(
        layout=table.game.state.layout(), position=record_bytes(table.state),
        opening=[event.as_list() for event in table.opening], opening_hash=table.opening_hash,
        events=[[event.as_list() for event in ply.events] for ply in table.plies], fresh=room.fresh,
        times=room.times.state if room.times else None,
    )  # fmt: skip
    body = zlib.compress(msgpack.encode(found), 1)
    room.rooms.start(room.rooms.writer.change(functools.partial(store.put_snapshot, number=room.kept.id, body=body)))


def pick_up(room: Room, body: bytes, log: Sequence[KeptPly]) -> bool:
    """Seats a room at its snapshot; False where it does not fit."""
    try:
        found = msgpack.decode(zlib.decompress(body), type=Snapshot)
        return _pick_up(room, found, log[: len(found.events)])
    except (DecodeError, ValidationError, zlib.error, BestiaryError):
        return False


def _pick_up(room: Room, found: Snapshot, log: Sequence[KeptPly]) -> bool:
    game, edition, options, seed, seeds = room.dealt()
    if not found.layout == room.kept.layout == game.state.layout() or len(found.events) != len(log):
        return False
    parse = game.events.parse
    plies = [
        Ply(row.seat, row.action, row.hash, [parse(event) for event in events])
        for row, events in zip(log, found.events, strict=True)
    ]
    opening = [parse(event) for event in found.opening]
    table = Table.restore(
        game, edition, options, seed, seeds, position=found.position, opening=opening, opening_hash=found.opening_hash,
        plies=plies,
    )  # fmt: skip
    room.seat_at(table)
    number = len(opening)
    for row, ply in zip(log, plies, strict=True):
        number += len(ply.events)
        room.keys[row.key] = row.ply
        room.numbers.append(number)
    room.fresh, room.snapshot = found.fresh, len(plies)
    if room.times is not None and found.times is not None:
        room.times.state = found.times
    return True
