"""Editions of people, as they are kept. All functions that take a connection block: they run in the writer's thread or
in a reader's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from bestiary.engine.errors import ConflictError
from bestiary.server import store
from bestiary.server.errors import ForbiddenError, MissingError
from bestiary.server.store import metadata
from bestiary.server.workshop.messages import Draft

MOST = 20  # drafts of a person

drafts = sa.Table(
    "drafts", metadata,
    sa.Column("code", sa.String(22), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("base", sa.String(64), nullable=False),  # the shipped edition that it is compared with
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)  # fmt: skip

measures = sa.Table(
    "measures", metadata,
    sa.Column("draft", sa.ForeignKey("drafts.code"), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),  # of the text that was measured
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("touched", sa.BigInteger, nullable=False),  # when whoever works on it was last heard of
    sa.Column("problem", sa.Text, nullable=False, server_default=""),
    sa.Column("result", sa.LargeBinary),  # JSON
)  # fmt: skip


@dataclass(frozen=True)
class KeptDraft:
    """A draft as the database has it."""

    code: str
    person: str
    game: str
    name: str
    base: str
    text: str
    changed: int

    def info(self, person: str) -> Draft:
        """What somebody is told of it."""
        return Draft(
            draft=self.code, game=self.game, name=self.name, base=self.base, mine=person == self.person,
            changed=self.changed,
        )  # fmt: skip


def _kept(row: Row[Any]) -> KeptDraft:
    return KeptDraft(**row._mapping)


def of_person(connection: Connection, person: str) -> list[KeptDraft]:
    """The drafts of a person, the one changed last first."""
    theirs = sa.select(drafts).where(drafts.c.person == person).order_by(drafts.c.changed.desc())
    return [_kept(row) for row in connection.execute(theirs)]


def read(connection: Connection, code: str) -> KeptDraft:
    row = connection.execute(sa.select(drafts).where(drafts.c.code == code)).first()
    if row is None:
        raise MissingError("there is no such edition; whoever made it may have deleted it")
    return _kept(row)


def add(connection: Connection, draft: KeptDraft) -> None:
    store.alone(connection)
    there = connection.scalar(sa.select(sa.func.count()).where(drafts.c.person == draft.person)) or 0
    if there >= MOST:
        raise ConflictError(f"you have {there} editions, and {MOST} is the most; delete one first")
    connection.execute(sa.insert(drafts).values(vars(draft)))


def own(draft: KeptDraft, person: str) -> KeptDraft:
    if draft.person != person:
        raise ForbiddenError("only whoever made this edition changes it; make a copy of your own")
    return draft


def save(connection: Connection, code: str, before: str, name: str, text: str) -> None:
    """Keeps another text or name, unless the text was changed elsewhere meanwhile."""
    mine = sa.update(drafts).where(drafts.c.code == code, drafts.c.text == before)
    if not connection.execute(mine.values(name=name, text=text, changed=store.now())).rowcount:
        raise ConflictError("this edition was changed in another window; load it again")


def delete(connection: Connection, code: str) -> None:
    connection.execute(sa.delete(measures).where(measures.c.draft == code))
    connection.execute(sa.delete(drafts).where(drafts.c.code == code))


def forget(connection: Connection, person: str) -> None:
    """Removes all drafts of a person."""
    for draft in of_person(connection, person):
        delete(connection, draft.code)
