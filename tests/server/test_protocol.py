"""The types of the protocol are what goes over the wire."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import jsonschema
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from client import Client
from running import Running
from typer.testing import CliRunner

from bestiary.cli import app
from bestiary.engine.errors import MalformedError
from bestiary.server import migrations, store, supervisor
from bestiary.server.settings import Settings
from bestiary.server.supervisor import Supervisor


def part(name: str) -> dict[str, object]:
    printed = json.loads(CliRunner().invoke(app, ["schema", "server"]).stdout)
    return {**printed["properties"][name], "$defs": printed["$defs"]}


def test_all_that_a_table_sends_fits_the_schema(server: Running) -> None:
    host = server.client()
    table = host.table("prey", seats=["me", "greedy", "greedy", "greedy"])
    jsonschema.validate(host.get(f"/api/tables/{table}"), part("table"))
    place = host.sit(table)
    host.post(f"/api/tables/{table}/start")
    for _ in range(2):
        while not place.is_asked:
            place.hear()
        place.move()
        place.until("stored")
        place.until("news")
    place.move(10**6)
    place.until("refusal")
    place.say(type="ask", key="why", intent=0)
    place.until("answer")
    valid = jsonschema.Draft202012Validator(part("from_server"))
    kinds = {json.loads(frame)["type"] for frame in place.frames}
    assert kinds == {"table", "now", "news", "stored", "refusal", "answer"}
    for frame in place.frames:
        valid.validate(json.loads(frame))


def test_the_openapi_document_names_every_route(server: Running) -> None:
    paths = Client(server.url).get("/api/docs/openapi.json")["paths"]
    assert {"/api/me", "/api/me/tokens", "/api/tables", "/api/tables/{code}/join", "/health"} <= set(paths)


def test_migrations_lead_to_the_tables_of_the_code(server: Running) -> None:
    engine = store.connect(server.database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), store.metadata) == []
        assert migrations.revision(connection) == migrations.HEAD
    assert ScriptDirectory.from_config(migrations.config()).get_current_head() == migrations.HEAD
    migrations.upgrade(engine)  # nothing is left to do
    engine.dispose()


@pytest.mark.parametrize("url", ["sqlite://", "mysql://x/y", "tables.db"])
def test_a_database_that_cannot_be_is_refused(url: str) -> None:
    with pytest.raises(MalformedError, match=r"SQLite needs a file|no database"):
        store.connect(url)


def test_sqlite_waits_for_the_disk(server: Running) -> None:
    engine = store.connect(server.database)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()


def test_several_workers_need_a_shared_database() -> None:
    with pytest.raises(MalformedError, match="On SQLite one worker serves"):
        Supervisor(Settings(database="sqlite:///x"), socket.socket(), workers=2)


def test_a_server_that_cannot_start_says_why_and_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "ATTEMPTS", 1)
    (tmp_path / "tables.db").mkdir()
    listening = socket.create_server(("127.0.0.1", 0))

    async def run() -> None:
        await Supervisor(Settings(database=f"sqlite:///{tmp_path}/tables.db"), listening, tell=lambda text: None).run()

    with pytest.raises(MalformedError, match="cannot start"):
        asyncio.run(run())
    assert "bestiary: the database cannot be used" in capfd.readouterr().err


def test_without_the_extra_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from bestiary.cli import serve

    monkeypatch.setattr(serve, "NEEDED", ("litestar_that_is_not_there",))
    result = CliRunner().invoke(app, ["serve"])
    assert isinstance(result.exception, MalformedError)
    assert "pip install 'bestiary[server]'" in str(result.exception)
