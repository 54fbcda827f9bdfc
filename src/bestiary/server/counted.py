"""Finished games of a server for `bestiary report`: those whose tables allow it. Nobody's name is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from bestiary.engine.chance import key_of
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.table import Ply, standing
from bestiary.lab.played import Played
from bestiary.server import store
from bestiary.server.room import dealt
from bestiary.server.store import Kept, tables


@dataclass
class Found:
    """The games that can be counted, and how many cannot."""

    games: list[Played]
    private: int = 0  # whose tables do not allow it
    other: int = 0  # of another edition, or of older rules


def read(url: str, game: Game, edition: Edition) -> Found:
    """Finished games of a game with an edition, at which somebody sat."""
    if (file := _file(url)) is not None and not file.is_file():
        raise MalformedError(f"there is no database {file}; 'bestiary serve' says which one it uses")
    engine = store.connect(url)
    found = Found([])
    with engine.connect() as connection:
        for kept in _finished(connection, game):
            if not any(seat.person for seat in kept.seats):
                continue
            if not kept.terms.counted:
                found.private += 1
            elif kept.edition_text != edition.text or kept.rules != game.version:
                found.other += 1
            else:
                found.games.append(_played(connection, kept))
    engine.dispose()
    return found


def _file(url: str) -> Path | None:
    """The file of a SQLite database."""
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def _finished(connection: sa.Connection, game: Game) -> Iterator[Kept]:
    over = sa.select(tables.c.code).where(tables.c.game == game.name, tables.c.status == "over")
    for code in connection.scalars(over.where(tables.c.reason == "", ~tables.c.is_lesson).order_by(tables.c.id)).all():
        kept = store.read_table(connection, code)
        assert kept is not None
        yield kept


def _played(connection: sa.Connection, kept: Kept) -> Played:
    log = [Ply(each.seat, each.action, each.hash, ()) for each in store.read_log(connection, kept.id)]
    moves = [(log[number].seat, log[number].action) for number in standing(log)]
    _, _, options, seed, seeds = dealt(kept)
    return Played(options, key_of(seed, seeds), moves, tuple(bool(seat.person) for seat in kept.seats))
