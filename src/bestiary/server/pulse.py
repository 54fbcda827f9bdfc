"""The server's pulse: while clocks run somewhere it is noted every few seconds that a server is alive. So the next one
knows for how long there was none, and no clock counts that time."""

from __future__ import annotations

import asyncio
import functools

from bestiary.server import store
from bestiary.server.rooms import Rooms

SEEN = 20_000  # milliseconds after which it is noted again who is connected


class Pulse:
    """Of one process; several processes share one database, and one of them alive is enough."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.seen = 0  # when it was noted last who is connected

    async def start(self) -> None:
        """Notes for how long there was no server, before any table is opened."""
        self.rooms.pauses = await self.rooms.writer.change(store.wake)
        self.rooms.start(self._beat())

    async def _beat(self) -> None:
        while True:
            if any(room.is_timed for room in self.rooms.open_rooms.values()):
                await self.rooms.writer.change(functools.partial(store.beat, here=self._here()))
            await asyncio.sleep(store.BEAT / 1000)

    async def stop(self) -> None:
        await self.rooms.writer.change(functools.partial(store.beat, here=[]))

    def _here(self) -> list[tuple[int, int]]:
        """Table and seat of whoever is connected where a caretaker would hold the seat otherwise."""
        if store.now() - self.seen < SEEN:
            return []
        self.seen = store.now()
        timed = [room for room in self.rooms.open_rooms.values() if room.kept.terms.caretaker]
        return [(room.kept.id, seat) for room in timed for seat in room.listeners if seat >= 0]
