"""The one writer of a process: whatever waits to be stored when the disk is free is stored together, with one sync.

Moves are handed over as rows that learn the outcome. While one group is on its way to the disk the next one gathers by
itself, so a single move waits for one sync, and a thousand moves do not wait for a thousand. What the event loop hands
over at once it hands over together: every hand-over wakes a thread, and takes the interpreter away from it.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from bestiary.engine.errors import ConflictError
from bestiary.server import store
from bestiary.server.timing import STAGES

Found = TypeVar("Found")

LARGEST_GROUP = 1000
TAKEN = "another process has stored this decision"


class Line:
    """Decisions of one table, each made on top of the one before. When one of them could not be stored, none that
    follows is."""

    __slots__ = ("error", "table")

    def __init__(self, table: int) -> None:
        self.table = table
        self.error: Exception | None = None


class Entry:
    """Decisions of one table that wait to be stored: all of them or none. More may come until it is handed over."""

    __slots__ = ("line", "rows", "since")

    def __init__(self, line: Line) -> None:
        self.line, self.since = line, time.perf_counter()
        self.rows: list[store.PlyRow] = []

    def handed_over(self) -> None:
        """Learns, in the event loop, that nothing more can come; the disk works meanwhile."""
        raise NotImplementedError

    def done(self, error: Exception | None) -> None:
        """Learns, in the event loop, that it is stored, or why it cannot be."""
        raise NotImplementedError


class Job:
    """Any other change, in a transaction of its own."""

    __slots__ = ("change", "done")

    def __init__(self, change: Callable[[Connection], Any], done: asyncio.Future[Any]) -> None:
        self.change, self.done = change, done


class Writer:
    """A thread that stores, and tells the event loop of it once for each group."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self.engine, self.loop = engine, loop
        self.queue: SimpleQueue[list[Entry | Job] | None] = SimpleQueue()
        self.gathered: list[Entry | Job] = []  # not handed over yet
        self.groups = self.moves = 0  # stored so far
        self.seconds = 0.0  # and how long that took
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    def append(self, waiting: Entry | Job) -> None:
        """Stores something, and lets it know."""
        self.gathered.append(waiting)
        if len(self.gathered) == 1:
            self.loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        """Lets the thread begin with what has gathered."""
        if self.gathered:
            gathered, self.gathered = self.gathered, []
            self.queue.put(gathered)
            for each in gathered:
                if isinstance(each, Entry):
                    each.handed_over()

    async def change(self, change: Callable[[Connection], Found]) -> Found:
        """Makes another change, and returns what it returns."""
        done: asyncio.Future[Found] = self.loop.create_future()
        self.append(Job(change, done))
        return await done

    async def close(self) -> None:
        """Stores what still waits, and ends."""
        self.hand_over()
        self.queue.put(None)
        await self.loop.run_in_executor(None, self.thread.join)

    def _run(self) -> None:
        with self.engine.connect() as connection:
            going = True
            while going:
                group, going = self._gather()
                entries = [each for each in group if isinstance(each, Entry)]
                outcomes = self._store(connection, entries) if entries else []
                jobs = [(each, self._change(connection, each)) for each in group if isinstance(each, Job)]
                self.loop.call_soon_threadsafe(_report, outcomes, jobs)

    def _gather(self) -> tuple[list[Entry | Job], bool]:
        """All that waits, and whether more can come; it waits itself for the first of it."""
        group, more = [], self.queue.get()
        try:
            while more is not None:
                group += more
                if len(group) >= LARGEST_GROUP:
                    return group, True
                more = self.queue.get_nowait()
        except Empty:
            return group, True
        return group, False

    def _store(self, connection: Connection, entries: list[Entry]) -> list[tuple[Entry, Exception | None]]:
        """One transaction for all. If it fails, each table has one of its own, all of its decisions or none: so one
        table's conflict is not another's. Equal order in all processes keeps them from waiting for each other."""
        started = time.perf_counter()
        STAGES["gathering"].note(started - entries[0].since)
        entries.sort(key=attrgetter("line.table"))
        sound = [each for each in entries if each.line.error is None]
        if sound and _append(connection, sound) is not None:
            for line, one in groupby(sound, attrgetter("line")):
                line.error = _append(connection, list(one))
        took = time.perf_counter() - started
        STAGES["storing"].note(took)
        self.groups, self.seconds = self.groups + 1, self.seconds + took
        self.moves += sum(len(each.rows) for each in entries if each.line.error is None)
        return [(each, each.line.error) for each in entries]

    @staticmethod
    def _change(connection: Connection, job: Job) -> tuple[Any, Exception | None]:
        try:
            with connection.begin():
                return job.change(connection), None
        except Exception as error:
            return None, error


def _append(connection: Connection, entries: Sequence[Entry]) -> Exception | None:
    try:
        with connection.begin():
            store.add_plies(connection, [row for each in entries for row in each.rows])
    except sa.exc.IntegrityError:
        return ConflictError(TAKEN)
    except sa.exc.SQLAlchemyError as error:
        return error
    return None


def _report(
    outcomes: Sequence[tuple[Entry, Exception | None]], jobs: Sequence[tuple[Job, tuple[Any, Exception | None]]]
) -> None:
    started = time.perf_counter()
    for entry, error in outcomes:
        entry.done(error)
    if outcomes:
        STAGES["telling"].note(time.perf_counter() - started)
    for job, (result, error) in jobs:
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(result)
        else:
            job.done.set_exception(error)
