"""All rooms of a process: tables are opened from the database, and put away when nobody is at them."""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy.engine import Engine

from bestiary.engine.errors import BestiaryError, ConflictError
from bestiary.engine.reactions import Wish
from bestiary.engine.registry import find_game
from bestiary.server import history, snapshots, store
from bestiary.server.errors import MissingError
from bestiary.server.inbox import Inbox
from bestiary.server.limits import Limit
from bestiary.server.room import OLD_TALK, Listener, Room, spoken
from bestiary.server.store import KeptPly
from bestiary.server.writer import Writer

log = logging.getLogger("bestiary.server")
Found = TypeVar("Found")

IDLE_SECONDS = 120.0  # a room that nobody is in is kept so long
READERS = 2


class Rooms:
    """All rooms of a process, and what they share: the writer, and threads that read."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, games: list[str]) -> None:
        self.engine, self.loop, self.games = engine, loop, games
        self.writer = Writer(engine, loop)
        self.inbox = Inbox(loop, self.writer.hand_over)
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.history = history.History()
        self.open_rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.turn: Callable[[Room], None] = lambda room: None  # somebody else is asked now; bots begin to think
        self.returned: Callable[[Room, int], None] = lambda room, seat: None  # the owner of a seat is here
        self.hint: Callable[[Room, int, str, Listener], None] = lambda room, seat, key, listener: None  # asks a bot
        self.quiet: Callable[[Room, int, bool, Listener], None] = lambda room, seat, on, listener: None  # leaves passes
        self.wished: Callable[[Room, int, Wish], None] = lambda room, seat, wish: None  # is not to be asked again
        self.pauses: list[tuple[int, int]] = []  # in which there was no server
        self.talking = Limit(5, 0.5, "messages")
        self.lobby_changed: Callable[[], None] = lambda: None
        self.tell: Callable[[Room, bool], None] = lambda room, changed: None  # other processes: something is stored

    def up(self, time: int) -> int:
        """A time without the pauses before it, in which no clock ran."""
        return time - sum(min(stop, time) - start for start, stop in self.pauses if start < time)

    async def read(self, query: Callable[..., Found], *arguments: Any) -> Found:
        """Reads from the database, outside the event loop."""

        def run() -> Found:
            with self.engine.connect() as connection:
                return query(connection, *arguments)

        return await self.loop.run_in_executor(self.readers, run)

    async def apart(self, work: Callable[..., Found], *arguments: Any) -> Found:
        """Does something long outside the event loop."""
        return await self.loop.run_in_executor(self.readers, functools.partial(work, *arguments))

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Lets something go on beside."""
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and not isinstance(task.exception(), BestiaryError | None):  # whoever waits is told
            log.error("something went wrong beside", exc_info=task.exception())

    async def open(self, code: str) -> Room:
        """The room of a table; its position is rebuilt from its log."""
        room = self.open_rooms.get(code)
        if room is not None:
            return room
        if code not in self.loading:
            self.loading[code] = self.start(self._load(code))
        return await asyncio.shield(self.loading[code])

    async def _load(self, code: str) -> Room:
        try:
            room = await self.loop.run_in_executor(self.readers, self._rebuild, code)
            if room.kept.reason and room.kept.status == "playing":
                why = room.kept.reason
                await room.change(functools.partial(store.end, number=room.kept.id, status="closed", reason=why))
            self.open_rooms[code] = room
        finally:
            del self.loading[code]
        room._settle()
        self.forget_later(room)
        return room

    def _rebuild(self, code: str) -> Room:
        with self.engine.connect() as connection:
            kept = store.read_table(connection, code)
            if kept is None:
                raise MissingError("there is no such table")
            plies = store.read_log(connection, kept.id)
            talk = store.read_talk(connection, kept.id, 0, OLD_TALK)
            snapshot = store.read_snapshot(connection, kept.id)
        room = Room(kept, self)
        room.talk, room.last_said = [spoken(row) for row in talk], talk[-1][0] if talk else 0
        if kept.status in ("playing", "over"):
            rebuild(room, plies, snapshot)
        return room

    def forget_later(self, room: Room) -> None:
        self.loop.call_later(IDLE_SECONDS, self._forget, room)

    def _forget(self, room: Room) -> None:
        if room.is_idle and self.open_rooms.get(room.kept.code) is room:
            del self.open_rooms[room.kept.code]

    async def close(self) -> None:
        """Stores what waits."""
        await self.writer.close()
        for task in list(self.tasks):
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=2)
        self.readers.shutdown()
        self.history.close()


def rebuild(room: Room, plies: Sequence[KeptPly], snapshot: bytes = b"") -> None:
    """The table's position from its log, and from a snapshot if there is one. Where the rules have changed since, it
    cannot go on: it keeps its log, and the reason."""
    kept = room.kept
    try:
        version = find_game(kept.game).version
        if version != kept.rules:
            raise ConflictError(f"it was played under version {kept.rules} of the rules; these are version {version}")
        if not snapshot or not snapshots.pick_up(room, snapshot, plies):
            room.set_up()
        room.replay(plies[len(room.numbers) :])
    except BestiaryError as error:
        room.table, room.asked = None, []
        room.kept = dataclasses.replace(kept, reason=f"The rules have changed since this table began: {error}.")
