"""Reviews of finished games. One at a time runs in a process of its own beside each worker; what it finds is stored
once, and how far it is, so that any worker can tell."""

from __future__ import annotations

import functools

import sqlalchemy as sa
from msgspec import json
from sqlalchemy.engine import Connection

from bestiary.engine.errors import ConflictError
from bestiary.server import chores, store, tables
from bestiary.server.chores import GONE
from bestiary.server.limits import Limit
from bestiary.server.people import Person
from bestiary.server.protocol import Review, ReviewState
from bestiary.server.reviewing import Game, Report
from bestiary.server.room import Room
from bestiary.server.rooms import Rooms
from bestiary.server.store import metadata

reviews = sa.Table(
    "reviews", metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("done", sa.Integer, nullable=False),  # decisions that were weighed, of so many
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("touched", sa.BigInteger, nullable=False),  # when whoever works on it was last heard of
    sa.Column("problem", sa.Text, nullable=False, server_default=""),
    sa.Column("review", sa.LargeBinary),  # JSON
)  # fmt: skip

LONGEST = 1800.0  # seconds; no game takes so long, so the process is stuck
FAILED = "The review could not be made. Ask for it again."

read_review = json.Decoder(Review).decode


# --- What is kept


def state_of(connection: Connection, number: int) -> ReviewState:
    row = connection.execute(sa.select(reviews).where(reviews.c.table_id == number)).first()
    if row is None:
        return ReviewState(status="none")
    if row.review is not None:
        return ReviewState(status="done", done=row.done, total=row.total, review=read_review(row.review))
    if row.problem:
        return ReviewState(status="failed", problem=row.problem)
    if store.now() - row.touched > GONE:
        return ReviewState(status="none")
    return ReviewState(status="running", done=row.done, total=row.total)


def claim(connection: Connection, number: int) -> bool:
    """Whether a review is to be made by whoever asks: nobody has made it, and nobody is at it."""
    store.alone(connection)
    if state_of(connection, number).status in ("done", "running"):
        return False
    connection.execute(sa.delete(reviews).where(reviews.c.table_id == number))
    connection.execute(sa.insert(reviews).values(table_id=number, done=0, total=0, touched=store.now()))
    return True


def note(connection: Connection, report: Report, number: int) -> None:
    """How far a review is, or what it says."""
    values = report.columns(store.now(), "review")
    connection.execute(sa.update(reviews).where(reviews.c.table_id == number).values(**values))


# --- At work


class Reviews:
    """The reviews that one worker makes."""

    def __init__(self, rooms: Rooms, compiles: bool) -> None:
        self.rooms = rooms
        self.desk = chores.Desk(rooms, "bestiary.server.reviewing", Report, LONGEST, compiles)
        self.asked = Limit(5, 1 / 60, "reviews")

    async def ask(self, room: Room, person: Person) -> ReviewState:
        """Begins a review, unless there is one already."""
        found = await self.state(room)
        if found.status not in ("done", "running"):
            game = Game(tables.replay_of(room), [seat.name for seat in room.kept.seats])
            self.asked.take(person.id)
            if await self.rooms.writer.change(functools.partial(claim, number=room.kept.id)):
                self.desk.begin(game, functools.partial(note, number=room.kept.id), FAILED, FAILED)
            found = await self.state(room)
        return found

    async def state(self, room: Room) -> ReviewState:
        if room.kept.status != "over":
            raise ConflictError("a game is reviewed when it is over")
        return await self.rooms.read(state_of, room.kept.id)
