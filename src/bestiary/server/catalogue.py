"""Everything of an edition that people look up, with figures from many games between bots.

The figures lie in `figures.json` beside a game's rules; `bench/figures.py` counts them anew. They belong to the edition
whose digest they name: another one has none."""

from __future__ import annotations

import functools

from msgspec import json

from bestiary.engine.game import Game
from bestiary.lab.figures import FILE, Counts, Row
from bestiary.lab.plan import Plan
from bestiary.server.protocol import Catalogue, Figure, Subject


@functools.lru_cache(32)
def of(game: Game, name: str) -> Catalogue:
    """What an edition holds."""
    edition = game.edition(name)
    if game.measures is None:
        return Catalogue(tables={})
    counts = _counts(game)
    counted = counts if counts is not None and counts.edition == edition.digest else None
    plan, found = Plan(game, edition), Catalogue(tables={})
    for table in plan.tables:
        rows = counted.tables.get(table, {}) if counted else {}
        found.tables[table] = [
            Subject(
                name=subject.name, group=subject.group, text=subject.text,
                figures=[_figure(row) for row in rows.get(number, ())],
            )
            for number, subject in plan.named(table)
        ]  # fmt: skip
    if counted:
        found.games, found.players, found.bots = counted.games, counted.players, counted.bots
    return found


def _figure(row: Row) -> Figure:
    measure, per_game, with_it, without = row
    return Figure(measure=measure, per_game=per_game, share_with=with_it, share_without=without)


def _counts(game: Game) -> Counts | None:
    file = game.folder / FILE
    return json.decode(file.read_bytes(), type=Counts) if file.exists() else None
