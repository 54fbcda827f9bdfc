"""Guests, tokens, and whoever pretends to be one."""

from __future__ import annotations

import json
import urllib.request
from uuid import uuid4

import pytest
from client import Client, RefusedError
from running import Running
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bestiary.server.errors import TooMuchError


def visit(url: str, cookie: str = "") -> tuple[dict[str, str], str]:
    """What `GET /api/me` answers, and the cookie it sets."""
    request = urllib.request.Request(url + "/api/me", headers={"Cookie": cookie} if cookie else {})
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read()), answer.headers.get("Set-Cookie", "")


def test_a_first_visit_makes_a_guest_whom_the_cookie_remembers(server: Running) -> None:
    me, cookie = visit(server.url)
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    again, second = visit(server.url, cookie.partition(";")[0])
    assert again == me
    assert not second
    assert visit(server.url)[0]["person"] != me["person"]


def test_a_cookie_of_one_says_nothing_for_another(server: Running) -> None:
    (one, cookie), (other, _) = visit(server.url), visit(server.url)
    forged = cookie.partition(";")[0].replace(one["person"], other["person"])
    with pytest.raises(urllib.error.HTTPError) as refused:
        visit(server.url, forged)
    assert refused.value.code == 403


def test_a_cookie_outlives_a_restart(server: Running) -> None:
    me, cookie = visit(server.url)
    server.restart()
    assert visit(server.url, cookie.partition(";")[0])[0] == me


def test_a_name_can_be_changed_but_not_to_nothing(server: Running) -> None:
    guest = server.client()
    assert guest.call("PATCH", "/api/me", {"name": "  Wren \x1b of  Oak "})["name"] == "Wren of Oak"
    assert guest.get("/api/me")["name"] == "Wren of Oak"
    with pytest.raises(RefusedError, match="can be seen"):
        guest.call("PATCH", "/api/me", {"name": "\x1b\x07"})
    with pytest.raises(RefusedError, match="400"):
        guest.call("PATCH", "/api/me", {"name": "W" * 25})


@pytest.mark.parametrize(("token", "status"), [("bst_" + "x" * 32, 403), ("whatever", 400), ("", 403)])
def test_a_token_that_nobody_made_is_refused(server: Running, token: str, status: int) -> None:
    guest = Client(server.url)
    guest.token = token
    with pytest.raises(RefusedError) as refused:
        guest.get("/api/me/tables")
    assert refused.value.status == status


def test_pages_of_other_sites_may_neither_post_nor_listen(server: Running) -> None:
    guest = server.client()
    with pytest.raises(RefusedError, match="another site"):
        guest.post("/api/tables", {"game": "claw"}, Origin="https://evil.example")
    table = guest.table("claw")
    where = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus), connect(where, origin="https://evil.example"):  # type: ignore[arg-type]
        pass
    host = server.url.removeprefix("http://")
    with connect(where, origin=f"http://{host}") as socket:  # type: ignore[arg-type]
        socket.send('{"type":"enter","protocol":1}')
        assert json.loads(socket.recv())["type"] == "table"


def test_my_tables_are_mine_alone(server: Running) -> None:
    guest, other = server.client(), server.client()
    table = guest.table("claw")
    assert [each["table"] for each in guest.get("/api/me/tables")] == [table]
    assert other.get("/api/me/tables") == []


def login_of() -> dict[str, str]:
    return {"login": f"Wren.{uuid4().hex[:8]}", "password": "a long enough one"}


def test_an_account_brings_a_person_back_on_another_device(server: Running) -> None:
    guest, given = server.client(), login_of()
    guest.post("/api/me/account", given)
    other = Client(server.url)
    other.token = ""
    assert other.post("/api/login", {**given, "login": given["login"].upper()})["person"] == guest.person
    with pytest.raises(RefusedError, match="taken"):
        server.client().post("/api/me/account", given)


def test_a_wrong_password_and_an_unknown_login_are_told_alike(server: Running) -> None:
    guest, given = server.client(), login_of()
    guest.post("/api/me/account", given)
    answers = []
    for wrong in ({**given, "password": "not this one"}, login_of()):
        with pytest.raises(RefusedError) as refused:
            guest.post("/api/login", wrong)
        answers.append((refused.value.status, refused.value.body))
    assert answers[0] == answers[1]
    assert answers[0][0] == 403


def test_passwords_are_kept_as_hashes_and_guessing_is_limited() -> None:
    from bestiary.server.limits import Limit
    from bestiary.server.people import HASHER

    assert HASHER.hash("secret").startswith("$argon2id$")
    now = [0.0]
    limit = Limit(3, 0.5, "attempts", lambda: now[0])
    for _ in range(3):
        limit.take("one")
    with pytest.raises(TooMuchError, match="too many attempts"):
        limit.take("one")
    limit.take("another")
    now[0] = 2.1
    limit.take("one")


def test_a_password_is_changed_by_whoever_knows_the_old_one(server: Running) -> None:
    guest, given = server.client(), login_of()
    with pytest.raises(RefusedError, match="no account yet"):
        guest.call("PUT", "/api/me/password", {"old": "", "new": "another good one"})
    guest.post("/api/me/account", given)
    with pytest.raises(RefusedError, match="old password is wrong"):
        guest.call("PUT", "/api/me/password", {"old": "not this one", "new": "another good one"})
    guest.call("PUT", "/api/me/password", {"old": given["password"], "new": "another good one"})
    with pytest.raises(RefusedError, match="password is wrong"):
        guest.post("/api/login", given)
    assert guest.post("/api/login", {**given, "password": "another good one"})["person"] == guest.person


def test_who_deletes_the_account_leaves_no_name_and_no_way_back(server: Running) -> None:
    guest, given = server.client(), login_of()
    guest.call("PATCH", "/api/me", {"name": "Tamsin"})
    guest.post("/api/me/account", given)
    table = guest.table("claw")
    guest.call("DELETE", "/api/me")
    with pytest.raises(RefusedError, match="not known here"):
        guest.get("/api/me")
    server.restart()
    seats = server.client().get(f"/api/tables/{table}")["seats"]
    assert seats[0]["name"] == "Somebody"


def test_a_person_sees_their_account_and_withdraws_a_token(server: Running) -> None:
    guest, other, given = server.client(), server.client(), login_of()
    assert guest.get("/api/me/account")["login"] == ""
    before = {each["id"] for each in guest.get("/api/me/account")["tokens"]}
    made = guest.post("/api/me/tokens")["token"]
    guest.post("/api/me/account", given)
    found = guest.get("/api/me/account")
    assert found["login"] == given["login"].lower()
    new = next(each["id"] for each in found["tokens"] if each["id"] not in before)
    assert made not in str(found)
    other.token = made
    assert other.get("/api/me")["person"] == guest.get("/api/me")["person"]
    with pytest.raises(RefusedError, match="you have no such token"):
        server.client().call("DELETE", f"/api/me/tokens/{new}")
    left = guest.call("DELETE", f"/api/me/tokens/{new}")["tokens"]
    assert {each["id"] for each in left} == before
    with pytest.raises(RefusedError, match="not known here"):
        other.get("/api/me")


@pytest.mark.parametrize("change", [{"login": "ab"}, {"login": "a b c"}, {"password": "short"}])
def test_an_account_that_cannot_be_is_refused(server: Running, change: dict[str, str]) -> None:
    with pytest.raises(RefusedError) as refused:
        server.client().post("/api/me/account", {**login_of(), **change})
    assert refused.value.status == 400
