"""A long table is opened from a snapshot, and from its log alone where that does not fit."""

from __future__ import annotations

import random

import pytest
import sqlalchemy as sa
from client import play_on, seated, shown, typed
from running import Running

from bestiary.engine.table import Table
from bestiary.server import snapshots, store

PLAY = Table.play
TERMS = {"clock": {"kind": "total", "time": 3600, "increment": 5}, "undo": "consent"}


def change_snapshots(server: Running, edit: str) -> int:
    """Changes what was put down; how many there are."""
    engine = store.connect(server.database)
    with engine.begin() as connection:
        bodies = dict(connection.execute(sa.select(store.snapshots.c.table_id, store.snapshots.c.body)).all())
        if edit == "damaged":
            for table, body in bodies.items():
                store.put_snapshot(connection, table, body[:50])
        elif edit == "foreign":  # each table gets another's
            for table, body in zip(bodies, [*bodies.values()][1:] + [*bodies.values()][:1], strict=True):
                store.put_snapshot(connection, table, body)
    engine.dispose()
    return len(bodies)


@pytest.mark.parametrize("edit", ["", "damaged", "foreign"])
def test_a_long_table_is_the_same_after_a_restart(
    server: Running, monkeypatch: pytest.MonkeyPatch, edit: str
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    luck = random.Random(edit)
    long = [seated(server, "prey", players=3, terms=TERMS) for _ in range(2)]
    seen = []
    for people, table in long:
        places = shown(people, table)
        play_on(places, luck.randrange(23, 38))
        seen.append(([typed(place) for place in places], [place.events for place in places]))
        for place in places:
            place.close()
    server.end()
    assert change_snapshots(server, edit) >= 2
    played = []
    monkeypatch.setattr(Table, "play", lambda table, *move: played.append(table.game.name) or PLAY(table, *move))
    server.start()
    for (people, table), before in zip(long, seen, strict=True):
        places = shown(people, table)
        assert ([typed(place) for place in places], [place.events for place in places]) == before
        assert all(3_500_000 < left < 3_800_000 for left in places[0].table["left"])
    assert (played.count("prey") < 20) is (edit == "")  # other tables of this server have bots, which play on
    for people, table in long:
        play_on(shown(people, table), 1)
