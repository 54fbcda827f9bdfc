"""Clients that mean no good, or cannot do better: each is refused with a reason, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

import strangers
import pytest
from client import Client, Place, asked, seated, shown
from running import Running
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from bestiary.server.sockets import BURST, LARGEST


def closed_with(place: Place) -> int:
    """The code with which the server ends a connection, after it has said why."""
    last = ""
    while True:
        try:
            last = place.hear()["type"]
        except ConnectionClosed as closed:
            assert last == "refusal"
            return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.parametrize(
    "frame",
    [
        "", "{", "null", "[]", '{"type":"fly"}', '{"type":"move"}', b"\xff\xfe", '{"type":"enter","protocol":"1"}',
        '{"type":"move","key":"","number":0,"action":0}', '{"type":"move","key":"k","number":-1,"action":0}',
        '{"type":"move","key":"k","number":0,"action":[1]}', '{"type":"move","key":"k","number":0,"action":0,"x":1}',
        json.dumps({"type": "move", "key": "k" * 65, "number": 0, "action": 0}),
        json.dumps({"type": "ask", "key": "k", "intent": {"thing": {"a": 1}}}),
    ],
)  # fmt: skip
def test_a_frame_that_is_no_message_is_refused_and_the_table_goes_on(server: Running, frame: str | bytes) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    place.socket.send(frame)
    assert place.until("refusal")["wrong"] == "malformed"
    key = place.move()
    assert place.until("stored")["key"] == key


def test_a_client_of_another_protocol_is_told_so(server: Running) -> None:
    people, table = seated(server)
    place = people[0].sit(table)
    place.say(type="enter", protocol=2)
    assert closed_with(place) == 4400


def test_an_oversized_message_ends_the_connection(server: Running) -> None:
    people, table = seated(server)
    place = people[0].sit(table)
    place.socket.send("x" * (LARGEST + 1))
    assert closed_with(place) == 4429


def test_a_flood_ends_the_connection_and_others_play_on(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    mover = asked(places)
    flooding = people[1 - mover.you].sit(table)
    with suppress(ConnectionClosed):  # the server may hang up before all of it is said
        for _ in range(BURST + 10):
            flooding.say(type="ask", key="k", intent=0)
    assert closed_with(flooding) == 4429
    key = mover.move()
    assert mover.until("stored")["key"] == key


def test_somebody_elses_seat_cannot_be_moved_for(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    waits = places[1 - asked(places).you]
    waits.move(asked(places).look["actions"][0]["id"])
    assert "owes no decision" in waits.until("refusal")["message"]


def test_a_thousand_strangers_change_nothing_and_learn_nothing() -> None:
    """`make prove` lets ten times as many come."""
    found = asyncio.run(strangers.run(1000))
    assert found["wrong"] == []
    assert found["cases"] == 1000


def test_the_siege_notices_a_leak_and_a_change() -> None:
    siege = strangers.Siege(0)
    siege.secrets = ["bst_secret"]
    siege.judge(b'{"type":"now"}')
    for leak in (b'"private":{"seat":1}', b'{"token":"bst_secret"}', b"Traceback (most recent call last)"):
        with pytest.raises(strangers.WrongError):
            siege.judge(leak)


WORDS = st.sampled_from(["type", "key", "number", "action", "intent", "protocol", "agrees", "do", "x"])
KINDS = st.sampled_from(["move", "ask", "enter", "undo", "consent", "hint", "say"])
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=20) | KINDS
FRAMES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5), max_leaves=8
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(frame=FRAMES)
def test_whatever_comes_is_answered(watched: Place, frame: object) -> None:
    """Generated frames: never a fault, never a change."""
    time.sleep(0.03)  # no flood
    before = watched.look
    watched.socket.send(json.dumps(frame))
    if isinstance(frame, dict) and frame.get("type") == "enter" and frame.get("protocol") != 1:
        return
    message = watched.hear()
    while message["type"] in ("table", "now"):
        watched.say(type="ask", key="after", intent=0)
        message = watched.hear()
    assert message["type"] in ("refusal", "answer")
    assert watched.look == before


@pytest.fixture(scope="module")
def watched(server: Running) -> Place:
    people, table = seated(server)
    return shown(people, table)[0]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "'; DROP TABLE x;--", "{0}", "\u202eevil"])
def test_names_are_only_names(server: Running, name: str) -> None:
    guest = Client(server.url)
    shown_name = guest.call("PATCH", "/api/me", {"name": name[:24]})["name"]
    table = guest.table("claw")
    assert guest.get(f"/api/tables/{table}")["seats"][0]["name"] == shown_name
    assert "\u202e" not in shown_name
