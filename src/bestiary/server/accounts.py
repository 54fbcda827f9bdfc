"""What somebody has here besides games: an account, and tokens of programs that play in their name."""

from __future__ import annotations

import functools

import sqlalchemy as sa
from litestar import delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.engine import Connection

from bestiary.server.errors import MissingError
from bestiary.server.people import People, Person
from bestiary.server.protocol import Me, MyAccount, NewPassword, TokenMade
from bestiary.server.rooms import Rooms
from bestiary.server.store import accounts, tokens

SHOWN = 12  # letters of a token's digest that tell it from the person's others

# --- Statements


def account_of(connection: Connection, person: str) -> MyAccount:
    login = connection.scalar(sa.select(accounts.c.login).where(accounts.c.person == person))
    made = sa.select(tokens.c.digest, tokens.c.created).where(tokens.c.person == person)
    rows = connection.execute(made.order_by(tokens.c.created, tokens.c.digest))
    return MyAccount(login=login or "", tokens=[TokenMade(id=row[0][:SHOWN], made=row[1]) for row in rows])


def withdraw(connection: Connection, person: str, token: str) -> None:
    mine = sa.delete(tokens).where(tokens.c.person == person, sa.func.substr(tokens.c.digest, 1, SHOWN) == token)
    if not connection.execute(mine).rowcount:
        raise MissingError("you have no such token")


# --- Routes

TheRooms = NamedDependency[Rooms]
ThePeople = NamedDependency[People]
ThePerson = NamedDependency[Person]


@get("/api/me/account")
async def my_account(person: ThePerson, rooms: TheRooms) -> MyAccount:
    """Your account, where you have one, and the tokens that you have made; what they are was shown only once."""
    return await rooms.read(account_of, person.id)


@put("/api/me/password")
async def change_password(data: JSONBody[NewPassword], person: ThePerson, people: ThePeople) -> Me:
    """Sets a new password, for whoever knows the old one."""
    await people.change_password(person, data)
    return Me(person=person.id, name=person.name)


@delete("/api/me/tokens/{token:str}", status_code=200)
async def withdraw_token(token: FromPath[str], person: ThePerson, people: ThePeople, rooms: TheRooms) -> MyAccount:
    """A program that has this token is a stranger from now on; other workers notice within a minute."""
    await rooms.writer.change(functools.partial(withdraw, person=person.id, token=token))
    people.known.clear()
    return await rooms.read(account_of, person.id)


HANDLERS = [my_account, change_password, withdraw_token]
