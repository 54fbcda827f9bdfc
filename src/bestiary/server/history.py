"""What is kept of finished games, and how they are looked at again.

A finished game is open: whoever has its link sees it from any seat, decision by decision. What is seen passes the one
exit, as it did when the game was played: a whole look at one position, and the news of the decisions that follow.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import json
from sqlalchemy.engine import Connection

from bestiary.engine import seat as exits
from bestiary.engine.errors import ConflictError, MalformedError
from bestiary.engine.table import Table
from bestiary.engine.views import News, Rank
from bestiary.server import ratings, store
from bestiary.server.protocol import Past, Result, Seat
from bestiary.server.store import Kept, metadata, seats, tables

results = sa.Table(
    "results", metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # in the order in which they ended
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False, unique=True),
    sa.Column("ranking", sa.Text, nullable=False),  # JSON
    sa.Column("is_rated", sa.Boolean, nullable=False),  # does it count for ratings?
)  # fmt: skip

SLICE = 40  # decisions that are told at once
HELD = 16  # finished games in memory
read_ranking = json.Decoder(list[Rank]).decode


# --- Results


def finish(connection: Connection, kept: Kept, ranking: list[Rank], reason: str = "") -> None:
    """Notes that a game is over and how it ended, unless somebody else has noted it already."""
    store.alone(connection)
    if store.end(connection, kept.id, "over", reason):
        text, is_rated = json.encode(ranking).decode(), ratings.counts(kept, ranking)
        connection.execute(sa.insert(results).values(table_id=kept.id, ranking=text, is_rated=is_rated))
        if is_rated:
            ratings.rate(connection, kept.game, [seat.person for seat in kept.seats], ranking)


def ranking_of(table: Table, kept: Kept) -> list[Rank]:
    """How a game ended. Whoever ran out of time has lost it with their side; a game that ended by that has no other
    order."""
    over = exits.look(table, exits.SPECTATOR).public.over
    sides: dict[int, list[int]] = {}
    for seat in range(len(kept.seats)):
        sides.setdefault(int(table.game.side(table.state, seat)), []).append(seat)
    ranking = over.ranking if over else [Rank(seats=side, place=1, figures={}) for side in sides.values()]
    lost = [rank for rank in ranking if any(kept.seats[seat].out for seat in rank.seats)]
    if not lost:
        return ranking
    won = [rank for rank in ranking if rank not in lost]
    ahead = [sum(other.place < rank.place for other in won) + 1 for rank in won]
    return [msgspec.structs.replace(rank, place=place) for rank, place in zip(won, ahead, strict=True)] + [
        msgspec.structs.replace(rank, place=len(won) + 1, share=0.0) for rank in lost
    ]


def rate_all(connection: Connection) -> int:
    """Ratings anew, from nothing but the results; returns how many games count."""
    store.alone(connection)
    ratings.forget(connection)
    rated = sa.select(results.c.table_id, results.c.ranking, tables.c.game).join(tables).where(results.c.is_rated)
    rows = connection.execute(rated.order_by(results.c.id)).all()
    for row in rows:
        people = [seat.person for seat in store.seats_of(connection, [row.table_id])[row.table_id]]
        ratings.rate(connection, row.game, people, read_ranking(row.ranking))
    return len(rows)


def last_results(connection: Connection, limit: int, person: str = "") -> list[Result]:
    """The last finished games, of everybody or of one person. Private tables are found by their players alone."""
    found = sa.select(tables, results.c.ranking, results.c.is_rated).join(results, results.c.table_id == tables.c.id)
    if person:
        mine = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.person == person)
        found = found.where(mine)
    else:
        found = found.where(tables.c.visibility == "public")
    rows = connection.execute(found.order_by(results.c.id.desc()).limit(limit)).all()
    at_seats = store.seats_of(connection, [row.id for row in rows])
    return [
        Result(
            table=row.code, game=row.game, variant=row.variant, ended=row.ended, ranking=read_ranking(row.ranking),
            rated=row.is_rated, seats=[Seat(person=s.person, bot=s.bot, name=s.name) for s in at_seats[row.id]],
        )
        for row in rows
    ]  # fmt: skip


# --- Looking at a game again


class Again:
    """A finished game that is played again, forth and back."""

    def __init__(self, table: Table) -> None:
        self.decisions = [(ply.seat, ply.action) for ply in table.plies]
        self.table = Table(table.game, table.edition, table.options, table.seed, table.seat_seeds)
        self.at_work = threading.Lock()

    def _go_to(self, position: int) -> None:
        made = len(self.table.plies)
        if made > position:
            self.table.take_back(made - position)
        for seat, action in self.decisions[made:position]:
            self.table.repeat(seat, action)

    def past(self, code: str, seat: int, first: int) -> Past:
        """What a seat saw after so many decisions, and the news of those that follow."""
        if not 0 <= first <= len(self.decisions):
            raise MalformedError(f"this game has {len(self.decisions)} decisions, so there is no position {first}")
        with self.at_work:
            self._go_to(first)
            look = exits.look(self.table, seat)
            number = look.number if first else 0
            events = exits.since(self.table, seat, number, unread=True)
            news: list[News] = []
            last = look
            for position in range(first + 1, min(first + SLICE, len(self.decisions)) + 1):
                self._go_to(position)
                news.append(_without_actions(exits.news(self.table, seat, last)))
                last = exits.look(self.table, seat)
            return Past(
                table=code, seat=seat, plies=len(self.decisions), first=first, look=_without_actions(look),
                events=events, news=news,
            )  # fmt: skip


def _without_actions(seen: Any) -> Any:
    """Nobody can act in the past."""
    return msgspec.structs.replace(seen, actions=[])


class History:
    """The finished games that somebody looks at. They are played again in a thread of their own, so that no table
    waits for it."""

    def __init__(self) -> None:
        self.held: OrderedDict[str, Again] = OrderedDict()
        self.thread = ThreadPoolExecutor(1, "history")

    def past(self, kept: Kept, table: Table | None, seat: int, first: int) -> Past:
        if kept.status != "over":
            raise ConflictError("a game can be looked at again when it is over")
        if table is None:
            raise ConflictError(kept.reason or "this game cannot be played again")
        again = self.held.pop(kept.code, None) or Again(table)
        self.held[kept.code] = again
        if len(self.held) > HELD:
            self.held.popitem(last=False)
        return again.past(kept.code, seat, first)

    def close(self) -> None:
        self.thread.shutdown(wait=False, cancel_futures=True)
