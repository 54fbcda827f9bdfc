"""A server killed with SIGKILL under load: what was acknowledged is there. `bench/kill.py` does it many times."""

from __future__ import annotations

import asyncio
from pathlib import Path

import kill
import pytest

KILLS = 10


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_killed_server_loses_nothing_that_it_acknowledged(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db" if database == "sqlite" else request.getfixturevalue("postgresql")
    found = asyncio.run(kill.run(url, KILLS, "in the tests"))
    assert kill.is_sound(found), str(found)
    assert found["acknowledged"] > 50


def test_the_judge_finds_a_lost_move(tmp_path: Path) -> None:
    import sqlalchemy as sa

    from bestiary.server import store

    url = f"sqlite:///{tmp_path}/tables.db"
    found = asyncio.run(kill.run(url, 0, "judged", groups_of_five=1))
    assert kill.is_sound(found), str(found)
    engine = store.connect(url)
    with engine.begin() as connection:
        last = connection.execute(sa.select(store.plies).order_by(store.plies.c.made.desc()).limit(1)).one()
        told = kill.Figures()
        code = connection.scalar(sa.select(store.tables.c.code).where(store.tables.c.id == last.table_id))
        room = kill.rebuilt(store.read_table(connection, code), store.read_log(connection, last.table_id))
        told.acknowledged[code, last.key.partition(":")[2]] = (room.numbers[last.ply], last.action)
        assert kill.judge(url, told)["lost"] == 0
        connection.execute(sa.delete(store.plies).where(store.plies.c.table_id == last.table_id,
                                                        store.plies.c.ply == last.ply))  # fmt: skip
    assert kill.judge(url, told)["lost"] == 1
    engine.dispose()
