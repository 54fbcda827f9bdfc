"""Taking back over the network: what whoever regrets a move, and whoever is asked, see happen."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from typing import Any

import pytest
from client import Client, Place, asked, play_on, seated, shown, typed
from running import Running

from bestiary.engine.replay import read_all, verify

CONSENT: dict[str, Any] = {"terms": {"undo": "consent"}}


def regretted(people: list[Client], table: str) -> tuple[list[Place], Place, list[Any]]:
    """Two at a table, one of whom has just made an open move; and what that one saw before it."""
    places = shown(people, table)
    for _ in range(60):
        mover = asked(places)
        before = typed(mover)
        mover.move()
        for place in places:
            place.until("news")
        while True:
            mover.say(type="ask", key="end", intent=0)  # whatever else was sent comes before the answer
            message = mover.hear()
            while message["type"] not in ("answer", "undo"):
                message = mover.hear()
            if message["type"] == "undo" and message["possible"]:
                mover.until("answer")
                return places, mover, before
            if message["type"] == "answer":
                break
    raise AssertionError("nothing could be taken back")


def same_position(now: list[Any], before: list[Any]) -> bool:
    """Views are equal but for the number of events."""
    return now[1:] == before[1:]


def test_all_agree_and_the_table_stands_where_it_stood(server: Running) -> None:
    people, table = seated(server, "prey", players=3, **CONSENT)
    places, mover, before = regretted(people, table)
    others = [place for place in places if place is not mover]
    mover.say(type="undo", key="sorry")
    for place in others:
        while place.until("table")["table"].get("undo", {}).get("seat") != mover.you:
            pass
        place.say(type="consent", agrees=True)
    for place in places:
        while place.until("news")["news"]["events"][0]["kind"] != "taken_back":
            pass
    assert same_position(typed(mover), before)
    while mover.table.get("undo"):
        mover.until("table")
    again = people[mover.you].sit(table)
    again.until("now")
    assert typed(again) == typed(mover)
    server.restart()
    places = shown(people, table)
    assert typed(places[mover.you]) == typed(mover)
    play_on(places, 3)


def test_one_who_does_not_agree_is_enough(server: Running) -> None:
    people, table = seated(server, "prey", players=3, **CONSENT)
    places, mover, _ = regretted(people, table)
    after = typed(mover)
    mover.say(type="undo", key="sorry")
    other = next(place for place in places if place is not mover)
    while not other.until("table")["table"].get("undo"):
        pass
    other.say(type="consent", agrees=False)
    while not mover.until("table")["table"].get("undo"):
        pass
    while mover.table.get("undo"):
        mover.until("table")
    assert typed(mover) == after


def test_a_request_outlives_a_restart(server: Running) -> None:
    people, table = seated(server, "prey", players=3, **CONSENT)
    _, mover, before = regretted(people, table)
    mover.say(type="undo", key="sorry")
    while not mover.table.get("undo"):
        mover.until("table")
    server.restart()
    places = shown(people, table)
    assert places[0].table["undo"]["seat"] == mover.you
    for place in places:
        place.say(type="consent", agrees=True) if place.you != mover.you else None
    places[mover.you].until("news")
    assert same_position(typed(places[mover.you]), before)


def test_against_bots_nobody_is_asked_and_the_replay_knows_it(server: Running, tmp_path: Path) -> None:
    host = server.client()
    table = host.table("claw", seats=["me", "greedy"], terms={"undo": "bots"})
    host.post(f"/api/tables/{table}/start")
    place = host.sit(table)
    taken = 0
    while place.table.get("status") != "over":
        message = place.hear(30)
        if message["type"] == "undo" and message["possible"] and taken < 5:
            place.say(type="undo", key=f"undo {taken}")
            taken += 1
        elif place.is_asked and not place.waits and message["type"] in ("now", "news", "refusal"):
            place.move()
    file = tmp_path / "game.jsonl"
    with urllib.request.urlopen(f"{host.url}/api/tables/{table}/replay") as answer:
        file.write_bytes(answer.read())
    assert '"undo"' in file.read_text()
    assert verify(read_all(file)[0]).is_genuine


@pytest.mark.parametrize("terms", [{}, {"undo": "bots"}])
def test_where_it_is_not_allowed_it_is_refused(server: Running, terms: dict[str, Any]) -> None:
    people, table = seated(server, terms=terms)
    places = shown(people, table)
    play_on(places, 4)
    places[0].say(type="undo", key="sorry")
    assert places[0].until("refusal")["wrong"] == "forbidden"
    assert not any('"type":"undo"' in frame for place in places for frame in place.frames)


def test_a_secret_choice_stays(server: Running) -> None:
    people, table = seated(server, "talon", players=2, **CONSENT)
    place = shown(people, table)[0]
    place.move()
    place.until("stored")
    place.say(type="undo", key="sorry")
    assert "something new was shown, drawn or chosen" in place.until("refusal")["message"]


def test_spectators_neither_ask_nor_agree(server: Running) -> None:
    _, table = seated(server, **CONSENT)
    watcher = server.client().sit(table)
    for message in ({"type": "undo", "key": "k"}, {"type": "consent", "agrees": True}, {"type": "back"}):
        watcher.say(**message)
        assert watcher.until("refusal")["wrong"] == "forbidden"


def test_they_agree_through_different_workers(two_servers: list[Running]) -> None:
    host, guest = two_servers[0].client(), two_servers[1].client()
    table = host.table("claw", **CONSENT)
    guest.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    _, mover, before = regretted([host, guest], table)
    other = (guest if mover.you == 0 else host).sit(table)
    other.until("now")
    mover.say(type="undo", key="sorry")
    while not other.table.get("undo"):
        other.until("table")
    other.say(type="consent", agrees=True)
    while mover.until("news")["news"]["events"][0]["kind"] != "taken_back":
        pass
    assert same_position(typed(mover), before)
