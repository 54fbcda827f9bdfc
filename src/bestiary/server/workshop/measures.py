"""Comparisons of a draft with the edition that it came from. One at a time runs in a process of its own beside each
worker; how far it is and what it finds is stored, so that any worker can tell."""

from __future__ import annotations

import functools
import hashlib

import sqlalchemy as sa
from msgspec import json
from sqlalchemy.engine import Connection

from bestiary.engine import content
from bestiary.engine.registry import find_game
from bestiary.server import chores, store, tables
from bestiary.server.chores import GONE
from bestiary.server.limits import Limit
from bestiary.server.rooms import Rooms
from bestiary.server.workshop.drafts import KeptDraft, measures
from bestiary.server.workshop.measuring import Report, Task
from bestiary.server.workshop.messages import Comparison, Measure, MeasureState

LONGEST = 600.0  # seconds that one comparison may take
LATE = "This took too long. Take fewer games, or quicker bots."
FAILED = "The measurement could not be made. Ask for it again."

read_result = json.Decoder(Comparison).decode


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- What is kept


def state_of(connection: Connection, draft: str, text: str) -> MeasureState:
    row = connection.execute(sa.select(measures).where(measures.c.draft == draft)).first()
    if row is None:
        return MeasureState(status="none")
    stale = row.digest != digest_of(text)
    if row.result is not None:
        return MeasureState(
            status="done", done=row.done, total=row.total, stale=stale, result=read_result(row.result)
        )  # fmt: skip
    if row.problem:
        return MeasureState(status="failed", problem=row.problem, stale=stale)
    if store.now() - row.touched > GONE:
        return MeasureState(status="none")
    return MeasureState(status="running" if row.total else "waiting", done=row.done, total=row.total, stale=stale)


def claim(connection: Connection, draft: str, text: str) -> bool:
    """Whether whoever asks is to make a comparison: nobody is at it."""
    store.alone(connection)
    if state_of(connection, draft, text).status in ("running", "waiting"):
        return False
    connection.execute(sa.delete(measures).where(measures.c.draft == draft))
    row = {"draft": draft, "digest": digest_of(text), "done": 0, "total": 0, "touched": store.now()}
    connection.execute(sa.insert(measures).values(row))
    return True


def note(connection: Connection, report: Report, draft: str) -> None:
    """How far a comparison is, or what it found."""
    values = report.columns(store.now(), "result")
    connection.execute(sa.update(measures).where(measures.c.draft == draft).values(**values))


# --- At work


class Measures:
    """The comparisons that one worker makes."""

    def __init__(self, rooms: Rooms, compiles: bool) -> None:
        self.rooms = rooms
        self.desk = chores.Desk(rooms, "bestiary.server.workshop.measuring", Report, LONGEST, compiles)
        self.asked = Limit(6, 1 / 60, "measurements")

    async def ask(self, draft: KeptDraft, wanted: Measure, person: str) -> MeasureState:
        """Begins a comparison, unless one of this draft is being made."""
        game = find_game(draft.game)
        tables.check_bot(game, wanted.bots)
        players = int(game.make_options(wanted.players).seats)
        base = await self.rooms.apart(content.read_edition, game.editions[draft.base])
        self.asked.take(person)
        task = Task(draft.game, draft.base, base, draft.name, draft.text, wanted.bots, players, wanted.games)
        if await self.rooms.writer.change(functools.partial(claim, draft=draft.code, text=draft.text)):
            self.desk.begin(task, functools.partial(note, draft=draft.code), LATE, FAILED)
        return await self.state(draft)

    async def state(self, draft: KeptDraft) -> MeasureState:
        return await self.rooms.read(state_of, draft.code, draft.text)
