"""Whom somebody does not want to hear, or to play with; and what people report to whoever runs the server.

Who is muted is not read by the one who muted them. Who is blocked cannot sit down at that person's tables either. All
workers read it from the database when they need it, so that it holds everywhere at once.
"""

from __future__ import annotations

import functools
from typing import Any

import sqlalchemy as sa
from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.engine import Connection

from bestiary.engine.errors import MalformedError
from bestiary.engine.seat_names import printable
from bestiary.server import store
from bestiary.server.errors import ForbiddenError, MissingError
from bestiary.server.limits import Limit
from bestiary.server.people import Person
from bestiary.server.protocol import Block, Blocked, Report, Reported
from bestiary.server.rooms import Rooms
from bestiary.server.store import blocks, people, reports, talk

MOST = 500  # people whom one person may block
LAST = 20  # messages of the reported person that a report keeps
FILED = 20  # reports of one person about one other that are kept

# --- Statements


def set_block(connection: Connection, person: str, other: str, kind: str) -> None:
    """Mutes or blocks somebody; said again, the last word counts."""
    store.alone(connection)
    if store.name_of(connection, other) is None:
        raise MissingError("there is no such person")
    lift(connection, person, other)
    if (connection.scalar(sa.select(sa.func.count()).where(blocks.c.person == person)) or 0) >= MOST:
        raise MalformedError(f"at most {MOST} people can be blocked; lift a block first")
    row = {"person": person, "other": other, "kind": kind, "created": store.now()}
    connection.execute(sa.insert(blocks).values(row))


def lift(connection: Connection, person: str, other: str) -> None:
    connection.execute(sa.delete(blocks).where(blocks.c.person == person, blocks.c.other == other))


def blocked_by(connection: Connection, person: str) -> list[Blocked]:
    named = sa.select(blocks.c.other, people.c.name, blocks.c.kind).join(people, people.c.id == blocks.c.other)
    rows = connection.execute(named.where(blocks.c.person == person).order_by(blocks.c.created))
    return [Blocked(person=row[0], name=row[1], kind=row[2]) for row in rows]


def add_report(connection: Connection, person: str, wanted: Report) -> int:
    """Keeps a report, and with it the last words of whom it is about: they may be deleted later."""
    other = wanted.person
    if store.name_of(connection, other) is None:
        raise MissingError("there is no such person")
    same = sa.select(sa.func.count()).where(reports.c.person == person, reports.c.other == other)
    if (connection.scalar(same) or 0) >= FILED:
        raise MalformedError("you have reported this person often enough; your reports are kept")
    said = sa.select(talk.c.text).where(talk.c.person == other).order_by(talk.c.id.desc()).limit(LAST)
    words = "\n".join(reversed(list(connection.scalars(said))))
    row = {"person": person, "other": other, "table_code": wanted.table, "talk": words, "created": store.now(),
           "reason": " ".join(printable(wanted.reason).split())}  # fmt: skip
    made = connection.execute(sa.insert(reports).values(row))
    return int(made.inserted_primary_key[0])  # type: ignore[index]


def read_reports(connection: Connection) -> list[dict[str, Any]]:
    """All of them, the oldest first, for whoever runs the server."""
    one, other = people.alias(), people.alias()
    named = sa.select(reports, one.c.name.label("by"), other.c.name.label("about"))
    joined = named.join(one, one.c.id == reports.c.person).join(other, other.c.id == reports.c.other)
    return [dict(row) for row in connection.execute(joined.order_by(reports.c.id)).mappings()]


# --- Routes

TheRooms = NamedDependency[Rooms]
ThePerson = NamedDependency[Person]
reporting = Limit(5, 0.05, "reports")


@get("/api/me/blocked")
async def my_blocked(person: ThePerson, rooms: TheRooms) -> list[Blocked]:
    """Whom you have muted or blocked."""
    return await rooms.read(blocked_by, person.id)


@put("/api/me/blocked/{other:str}")
async def block(other: FromPath[str], data: JSONBody[Block], person: ThePerson, rooms: TheRooms) -> list[Blocked]:
    """You do not hear this person any more; blocked, they cannot sit down at your tables either."""
    if other == person.id:
        raise ForbiddenError("you cannot block yourself")
    await rooms.writer.change(functools.partial(set_block, person=person.id, other=other, kind=data.kind))
    return await rooms.read(blocked_by, person.id)


@delete("/api/me/blocked/{other:str}", status_code=200)
async def unblock(other: FromPath[str], person: ThePerson, rooms: TheRooms) -> list[Blocked]:
    """You hear this person again."""
    await rooms.writer.change(functools.partial(lift, person=person.id, other=other))
    return await rooms.read(blocked_by, person.id)


@post("/api/reports")
async def report(data: JSONBody[Report], person: ThePerson, rooms: TheRooms) -> Reported:
    """Tells whoever runs this server that somebody behaves badly; the last words of that person are kept with it."""
    reporting.take(person.id)
    return Reported(report=await rooms.writer.change(functools.partial(add_report, person=person.id, wanted=data)))


HANDLERS = [my_blocked, block, unblock, report]
