"""The lobby: open tables, told to everybody who watches it as soon as something of them changes."""

from __future__ import annotations

from typing import Any

from litestar.types import Receive, Scope, Send
from msgspec import json

from bestiary.server import store, tables
from bestiary.server.protocol import Lobby, TableInfo
from bestiary.server.rooms import Rooms
from bestiary.server.wire import EXTENSION, Wire, framed

LISTED = 100  # tables in a list
PAUSE = 0.2  # seconds; changes that come together are told together


class Watchers:
    """Whoever watches the lobby."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms, self.wires = rooms, set[Wire]()
        self.is_due = False

    def changed(self) -> None:
        """Something of an open table has changed: soon all are told."""
        if self.wires and not self.is_due:
            self.is_due = True
            self.rooms.loop.call_later(PAUSE, lambda: self.rooms.start(self._tell_all()))

    async def listed(self) -> list[TableInfo]:
        return [tables.listed(kept) for kept in await self.rooms.read(store.open_tables, LISTED)]

    async def _tell_all(self) -> None:
        self.is_due = False
        frame = framed(json.encode(Lobby(tables=await self.listed())))
        for wire in self.wires:
            if not wire.write(frame):  # it reads too slowly: it gets the next list instead
                wire.on_room = self.changed

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One who watches, from the first byte to the last. What a watcher sends is not read."""
        wire: Wire = scope["extensions"][EXTENSION]  # type: ignore[index, assignment]
        await receive()  # websocket.connect
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        wire.write(framed(json.encode(Lobby(tables=await self.listed()))))
        wire.ear = lambda data: None
        self.wires.add(wire)
        try:
            message: Any = {"type": ""}
            while message["type"] != "websocket.disconnect":
                message = await receive()
        finally:
            wire.on_room = None
            self.wires.discard(wire)
