"""Hints, and what has happened since one's own last turn."""

from __future__ import annotations

import json

from client import asked, seated, shown
from running import Running


def test_a_bot_advises_who_asks_and_nobody_else_hears_of_it(server: Running) -> None:
    people, table = seated(server, terms={"hints": True})
    places = shown(people, table)
    mover = asked(places)
    other = places[1 - mover.you]
    mover.say(type="hint", key="h")
    advice = mover.until("advice", 30)["advice"]
    possible = [act["id"] for act in mover.look["actions"]]
    assert 1 <= len(advice) <= 3
    assert all(each["action"] in possible and each["figure"] for each in advice)
    other.say(type="ask", key="end", intent=0)
    other.until("answer")
    assert {json.loads(frame)["type"] for frame in other.frames} == {"table", "now", "answer"}
    other.say(type="hint", key="h")
    assert "you are not" in other.until("refusal")["message"]


def test_who_asks_too_often_waits(server: Running) -> None:
    people, table = seated(server, terms={"hints": True})
    mover = asked(shown(people, table))
    for _ in range(6):
        mover.say(type="hint", key="h")
    assert mover.until("refusal", 30)["wrong"] == "too much"


def test_a_table_without_hints_gives_none(server: Running) -> None:
    people, table = seated(server)
    mover = asked(shown(people, table))
    mover.say(type="hint", key="h")
    assert mover.until("refusal")["wrong"] == "forbidden"


def test_who_comes_back_learns_where_the_news_begin(server: Running) -> None:
    people, table = seated(server, "prey", players=3, terms={"clock": {"kind": "days", "time": 3}})
    places = shown(people, table)
    first = asked(places)
    first.move()
    own = first.until("stored")["number"]
    for place in places:
        place.until("news")
    for _ in range(2):
        asked(places).move()
        for place in places:
            place.until("news")
    back = people[first.you].sit(table)
    now = back.until("now")
    assert now["turn"] == own
    news = [event for event in now["events"] if event["number"] >= now["turn"]]
    assert news
    watcher = server.client().sit(table).until("now")
    assert watcher.get("turn", 0) == 0
