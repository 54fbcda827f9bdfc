"""Running a server: backups, keys, logs, proxies, limits, headers."""

from __future__ import annotations

import gzip
import json
import logging
import socket
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
import services
from client import Client, Place, RefusedError, play_on, seated, shown, typed
from running import Running
from test_guests import visit
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from bestiary.cli import app
from bestiary.server import logs, manners, store
from bestiary.server.errors import MissingError
from bestiary.server.settings import Settings


def command(*words: str) -> str:
    result = CliRunner().invoke(app, ["server", *words])
    if result.exception is not None:
        raise result.exception
    return result.output


# --- Backups


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_of_a_running_server_brings_every_table_back(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """From SQLite into a database of either kind; the restored server deals on from the same seed."""
    original = Running(f"sqlite:///{tmp_path}/original.db")
    people, table = seated(original, "talon", players=3)
    before = shown(people, table)
    play_on(before, 4)
    before[0].say(type="say", text="hello")
    before[1].until("talk")
    file = tmp_path / "tables.backup"
    assert "keep it to yourself" in command("backup", str(file), "--database", original.database)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    original.stop()
    with services.postgresql() if kind == "postgresql" else nullcontext(f"sqlite:///{tmp_path}/restored.db") as url:
        command("restore", str(file), "--database", url)
        restored = Running(url)
        for person in people:
            person.url = restored.url
        after = shown(people, table)
        assert [typed(place) for place in after] == [typed(place) for place in before]
        assert after[0].until("talk")["said"][0]["text"] == "hello"
        play_on(after, 4)
        Client(restored.url).table("claw")  # the database goes on counting
        with pytest.raises(Exception, match="not empty"):
            command("restore", str(file), "--database", url)
        restored.stop()


def test_what_is_no_backup_is_refused_and_no_file_is_overwritten(server: Running, tmp_path: Path) -> None:
    file = tmp_path / "some.file"
    file.write_bytes(gzip.compress(b'{"a":1}\n'))
    with pytest.raises(Exception, match="no sound backup"):
        command("restore", str(file), "--database", f"sqlite:///{tmp_path}/new.db")
    with pytest.raises(Exception, match="exists already"):
        command("backup", str(file), "--database", server.database)
    with pytest.raises(Exception, match="no server has used"):
        command("backup", str(tmp_path / "x"), "--database", f"sqlite:///{tmp_path}/empty.db")


def test_the_database_is_its_owners_alone(server: Running) -> None:
    file = Path(server.database.removeprefix("sqlite:///"))
    assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.glob(file.name + "*")} == {0o600}


# --- Keys and passwords


def test_who_has_forgotten_the_password_gets_a_new_one_from_the_operator(server: Running) -> None:
    guest, login = server.client(), f"wren{uuid4().hex[:8]}"
    guest.post("/api/me/account", {"login": login, "password": "a long enough one"})
    new = command("password", login.upper(), "--database", server.database).split(" logs in with ")[1].split()[0]
    assert guest.post("/api/login", {"login": login, "password": new})["person"] == guest.person
    with pytest.raises(MissingError, match="nobody has the login 'nobody'"):
        command("password", "nobody", "--database", server.database)


def test_a_new_key_signs_and_the_old_one_is_believed_until_it_is_dropped(tmp_path: Path) -> None:
    server = Running(f"sqlite:///{tmp_path}/tables.db")
    me, cookie = visit(server.url)
    old = cookie.partition(";")[0]
    command("rotate-key", "--database", server.database)
    server.restart()
    assert visit(server.url, old)[0] == me
    _, fresh = visit(server.url)
    command("rotate-key", "--forget", "--database", server.database)
    other = Running(server.database)  # signs with the newest key; the first server has not heard of it
    newest, cookie = visit(other.url)
    time.sleep(1.1)
    assert visit(server.url, cookie.partition(";")[0])[0] == newest
    for dropped in (old, fresh.partition(";")[0]):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            visit(server.url, dropped)
    server.stop()
    other.stop()


def test_ids_cannot_be_guessed() -> None:
    ids = {store.new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(each) for each in ids} == {22}  # 6 bits each: 128 and 4 that are 0


# --- Logs


def test_the_log_holds_no_secret(server: Running) -> None:
    """All that people do, at the most talkative level: nothing of theirs is in it."""
    written, root = StringIO(), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    logs.set_up(Settings(database="", log="json", log_level="debug"), written)
    try:
        people, table = seated(server)
        people[0].call("PATCH", "/api/me", {"name": "Tamsin"})
        places = shown(people, table)
        play_on(places, 6)
        places[0].say(type="say", text="a word between us")
        places[1].until("talk")
        places[0].move(10**6)
        places[0].until("refusal")
        _, cookie = visit(server.url)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    asked = [line for line in lines if line["from"] == "bestiary.requests"]
    assert any(line.get("path") == "/api/tables/{code}/join" for line in asked), asked[0]["path"]
    said = written.getvalue()
    secrets = [table, "Tamsin", "a word between us", cookie[9:40], *(each.token for each in people),
               *(each.person for each in people)]  # fmt: skip
    assert [secret for secret in secrets if secret in said] == []


def test_an_error_is_noted_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("the lynx is in hand 2")
    except ValueError as error:
        noted = logging.LogRecord("x", logging.ERROR, "", 0, "oh", (), (ValueError, error, error.__traceback__))
        for written in (logs.Lines().format(noted), logs.Text().format(noted)):
            assert "ValueError" in written
            assert "test_operating.py" in written
            assert "lynx" not in written


# --- Whoever asks


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server behind a proxy on this machine, over HTTPS, where an address may ask once a second."""
    database = f"sqlite:///{tmp_path_factory.mktemp('strict')}/tables.db"
    running = Running(database, settings=Settings(database=database, proxies="127.0.0.1", pace=1, is_secure=True))
    yield running
    running.stop()


def status(url: str, address: str) -> int:
    request = urllib.request.Request(url + "/api/tables", headers={"X-Forwarded-For": address})
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_each_address_has_its_own_limit_and_a_network_is_one_address(strict: Running) -> None:
    assert [status(strict.url, "192.0.2.1") for _ in range(12)].count(429) >= 1
    assert status(strict.url, "192.0.2.2") == 200
    assert [status(strict.url, f"2001:db8::{n}") for n in range(12)].count(429) >= 1


def test_who_is_not_behind_a_trusted_proxy_cannot_choose_an_address(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    server = Running(database, settings=Settings(database=database, pace=1))
    assert [status(server.url, f"192.0.2.{n}") for n in range(12)].count(429) >= 1
    server.stop()


def test_over_https_cookies_and_headers_say_so(strict: Running) -> None:
    request = urllib.request.Request(strict.url + "/api/me", headers={"X-Forwarded-For": "192.0.2.9"})
    with urllib.request.urlopen(request) as answer:
        assert "Secure" in answer.headers["Set-Cookie"].split("; ")
        assert answer.headers["Strict-Transport-Security"]


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/nowhere", "/api/me/tables", "/metrics", "/static/no"])
def test_every_answer_has_the_security_headers(server: Running, path: str) -> None:
    try:
        answer = urllib.request.urlopen(server.url + path)
    except urllib.error.HTTPError as error:
        answer = error
    for name in ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Security-Policy",
                 "Cross-Origin-Opener-Policy"):  # fmt: skip
        assert answer.headers[name], name


def test_too_many_sockets_of_one_address_are_turned_away(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    server = Running(database, settings=Settings(database=database, pace=2))
    host = server.client()
    table = host.table("claw")
    places = []
    for _ in range(20):
        places.append(Place(host, table))
        time.sleep(0.2)  # so slowly that only their number is too large
    with pytest.raises(InvalidStatus):
        Place(host, table)
    places[0].close()
    time.sleep(0.5)
    Place(host, table)
    server.stop()


def test_a_request_that_does_not_come_is_not_waited_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manners, "PATIENCE", 0.3)
    port = int(server.url.rpartition(":")[2])
    heads = b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
    for half in (b"", *heads):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as waiting:
            waiting.sendall(half)
            said = b""
            while more := waiting.recv(1000):
                said += more
            assert b"did not come in time" in said


def test_a_head_without_end_is_cut_off(server: Running) -> None:
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nX: ")
        sent = 0
        with suppress(OSError):
            while sent < 8 << 20:
                sent += endless.send(b"x" * 4096)
                time.sleep(0.001)
        assert sent < 1 << 20


# --- Blocks and reports


def test_who_is_muted_is_not_heard_by_the_one_who_muted_them(server: Running) -> None:
    people, table = seated(server)
    people[0].call("PUT", f"/api/me/blocked/{people[1].person}", {"kind": "mute"})
    places = shown(people, table)
    places[1].say(type="say", text="boo")
    assert places[1].until("talk")["said"][0]["text"] == "boo"
    places[0].say(type="say", text="calm")
    assert places[0].until("talk")["said"][0]["text"] == "calm"  # and nothing before it
    again = people[0].sit(table)
    assert [each["text"] for each in again.until("talk")["said"]] == ["calm"]
    assert people[0].call("DELETE", f"/api/me/blocked/{people[1].person}") == []
    assert [each["text"] for each in people[0].sit(table).until("talk")["said"]] == ["boo", "calm"]


def test_who_is_blocked_cannot_sit_down(server: Running) -> None:
    host, other = server.client(), server.client()
    table = host.table("claw")
    assert host.call("PUT", f"/api/me/blocked/{other.person}", {})[0]["kind"] == "block"
    with pytest.raises(RefusedError, match="does not play with you"):
        other.post(f"/api/tables/{table}/join", {})
    host.call("PUT", f"/api/me/blocked/{other.person}", {"kind": "mute"})
    other.post(f"/api/tables/{table}/join", {})
    with pytest.raises(RefusedError, match="no such person"):
        host.call("PUT", "/api/me/blocked/nobody", {})
    with pytest.raises(RefusedError, match="yourself"):
        host.call("PUT", f"/api/me/blocked/{host.person}", {})


def test_a_rematch_does_not_seat_people_of_whom_one_has_blocked_the_other(server: Running) -> None:
    people, table = seated(server, "talon", players=4)
    ended(server, table)
    people[1].call("PUT", f"/api/me/blocked/{people[0].person}", {})  # who asks for the rematch stays
    people[3].call("PUT", f"/api/me/blocked/{people[2].person}", {})
    people[2].call("PUT", f"/api/me/blocked/{people[0].person}", {"kind": "mute"})  # that is no reason
    again = people[0].post(f"/api/tables/{table}/rematch")
    assert [seat.get("person") for seat in again["seats"]] == [people[3].person, people[0].person, None, None]
    assert [seat.get("name") for seat in again["seats"]][2:] == [None, None]


def ended(server: Running, table: str) -> None:
    """Closes a table in play, as a server does whose rules have changed."""
    engine = store.connect(server.database)
    with engine.begin() as connection:
        kept = store.read_table(connection, table)
        assert kept is not None
        store.end(connection, kept.id, "closed", "The test ends it.")
    engine.dispose()
    server.restart()


def test_a_report_keeps_what_was_said(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    places[1].say(type="say", text="an insult")
    places[0].until("talk")
    people[0].post("/api/reports", {"person": people[1].person, "table": table, "reason": "insults\x1b me"})
    people[1].call("DELETE", "/api/me")
    found = [json.loads(line) for line in command("reports", "--json", "--database", server.database).splitlines()]
    assert found[-1]["reason"] == "insults me"
    assert found[-1]["talk"] == "an insult"
    assert found[-1]["other"] == people[1].person
    with pytest.raises(RefusedError, match="no such person"):
        people[0].post("/api/reports", {"person": "nobody", "reason": "x"})
