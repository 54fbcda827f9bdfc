"""A table's receipt: seats give seeds until the game begins, and everybody sees them.

The commitment is made with the table, so whoever gives a seed has seen it before. What a server and a seat could do
together, docs/server.md says.
"""

from __future__ import annotations

import functools

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from bestiary.engine.errors import ConflictError, MalformedError
from bestiary.engine.receipts import Receipt, made_seed, receipt_of
from bestiary.engine.seat_names import printable
from bestiary.server import store
from bestiary.server.errors import ForbiddenError
from bestiary.server.people import Person
from bestiary.server.room import Room
from bestiary.server.store import Kept, seats, tables


def receipt(kept: Kept) -> Receipt:
    """What may be known of a table's luck now: the server's seed only when the game is over."""
    return receipt_of(kept.seed, [seat.seed for seat in kept.seats], kept.status == "over")


def checked(text: str) -> str:
    """A seed, if it can be read and so be checked by people; nothing is changed of it."""
    if printable(text) != text:
        raise MalformedError("a seed has letters that can be seen, and no others")
    return text


async def give(room: Room, person: Person, text: str) -> None:
    """A seat's seed, as long as the game has not begun."""
    if room.seat_of(person.id) < 0:
        raise ForbiddenError("only those who sit at the table have a part in its luck")
    await room.change(functools.partial(keep, number=room.kept.id, person=person.id, seed=checked(text)))


def keep(connection: Connection, number: int, person: str, seed: str) -> None:
    is_open = sa.exists().where(tables.c.id == number, tables.c.status == "open")
    mine = sa.update(seats).where(seats.c.table_id == number, seats.c.person == person, is_open)
    if not connection.execute(mine.values(seed=seed)).rowcount:
        raise ConflictError("seeds are given before the game begins")


def begin(connection: Connection, number: int) -> None:
    """Starts a table; seats that gave no seed get the one that follows from the server's."""
    store.begin(connection, number)
    seed: bytes = connection.execute(sa.select(tables.c.seed).where(tables.c.id == number)).scalar_one()
    silent = sa.select(seats.c.seat).where(seats.c.table_id == number, seats.c.seed == "")
    for seat in list(connection.scalars(silent)):
        mine = sa.update(seats).where(seats.c.table_id == number, seats.c.seat == seat)
        connection.execute(mine.values(seed=made_seed(seed, seat)))
