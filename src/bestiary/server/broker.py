"""How workers tell each other that a table has moved on. Nothing else passes here, and nothing secret: a table's id and
how far it is. What happened there each worker reads from the database.

Nothing depends on a message: who misses one reads on when its own move meets a newer log, or when the broker is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from msgspec import Struct, json
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from bestiary.server.room import Room
from bestiary.server.rooms import Rooms
from bestiary.server.store import new_id

log = logging.getLogger("bestiary.server")

CHANNEL = "bestiary.tables"
PAUSE = 0.5  # seconds between attempts to reach the broker


class Reached(Struct):
    """A table has reached so many decisions; or who sits there has changed."""

    worker: str
    table: str
    plies: int
    changed: bool


read = json.Decoder(Reached).decode


class Broker:
    """A worker's ear and mouth."""

    def __init__(self, url: str, rooms: Rooms) -> None:
        self.redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0))  # a lost connection must be noticed here
        self.rooms, self.worker = rooms, new_id()
        self.unsaid: dict[str, Reached] = {}
        self.is_talking = False
        self.listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.listening = self.rooms.start(self._listen())

    def tell(self, room: Room, changed: bool) -> None:
        """Says how far a table is; what is said at once goes out together."""
        if not self.is_talking:
            self.is_talking = True
            self.rooms.start(self._say())
        code, before = room.kept.code, self.unsaid.get(room.kept.code)
        changed = changed or (before is not None and before.changed)
        self.unsaid[code] = Reached(self.worker, code, room.stored_plies, changed)

    async def _say(self) -> None:
        """Until all is said. What cannot be said now is said when the broker is back."""
        while self.unsaid:
            said, self.unsaid = self.unsaid, {}
            try:
                async with self.redis.pipeline(transaction=False) as pipe:
                    for each in said.values():
                        pipe.publish(CHANNEL, json.encode(each))
                    await pipe.execute()
            except (RedisError, OSError):
                self.unsaid = {**said, **self.unsaid}
                await asyncio.sleep(PAUSE)
        self.is_talking = False

    async def _listen(self) -> None:
        while True:
            try:
                async with self.redis.pubsub() as ear:
                    await ear.subscribe(CHANNEL)
                    for room in list(self.rooms.open_rooms.values()):  # what was said before is lost
                        room.catch_up()
                    async for message in ear.listen():
                        if message["type"] == "message":
                            self._hear(read(message["data"]))
            except (RedisError, OSError) as error:
                log.warning("the broker cannot be reached: %s", type(error).__name__)
                await asyncio.sleep(PAUSE)

    def _hear(self, said: Reached) -> None:
        if said.changed:
            self.rooms.lobby_changed()
        room = self.rooms.open_rooms.get(said.table)
        if room is not None and said.worker != self.worker:
            room.hear(said.plies, said.changed)

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
        with contextlib.suppress(RedisError, OSError):
            await self.redis.aclose()
