"""Tables over the network: what people who play there see happen."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from client import Client, Place, RefusedError, asked, play_on, seated, shown, typed
from running import Running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from bestiary.engine.registry import find_game


def test_two_people_play_and_both_see_every_move(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    assert [place.you for place in places] == [0, 1]
    play_on(places, 6)
    for person, place in zip(people, places, strict=True):
        again = person.sit(table)
        again.until("now")
        assert typed(again) == typed(place)
        assert again.events == place.events


def test_who_comes_back_is_told_the_gap_and_nothing_twice(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    stays = asked(places)
    leaves = places[1 - stays.you]
    leaves.close()
    seen = len(leaves.events)
    stays.move()
    stays.until("news")
    back = people[leaves.you].sit(table, number=seen)
    assert back.until("now")["since"] == seen
    assert [event["number"] for event in leaves.events + back.events] == list(range(len(stays.events)))


def test_a_host_who_gets_up_hands_the_table_to_whoever_sits_there(server: Running) -> None:
    host, friend = server.client(), server.client()
    table = host.table("claw")
    friend.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/leave")
    assert friend.get(f"/api/tables/{table}")["host"] == friend.person
    friend.post(f"/api/tables/{table}/bot", {"seat": 0, "bot": "greedy"})
    assert friend.post(f"/api/tables/{table}/start")["status"] == "playing"


def test_a_number_from_nowhere_gets_everything(server: Running) -> None:
    people, table = seated(server)
    place = people[0].sit(table, number=100_000)
    assert place.until("now")["since"] == 0
    assert place.events[0]["number"] == 0


def test_an_acknowledgement_comes_before_the_news_and_names_the_move(server: Running) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    key = place.move()
    first = place.hear()
    while first["type"] == "table":
        first = place.hear()
    assert first == {"type": "stored", "key": key, "number": first["number"]}
    assert place.hear()["news"]["number"] == first["number"]


def test_a_repeated_key_gets_the_first_answer_and_moves_nothing(server: Running) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    action, number = place.look["actions"][0]["id"], place.look["number"]
    place.move(action, key="once", number=number)
    first = place.until("stored")
    again = people[place.you].sit(table)
    again.until("now")
    again.move(action, key="once", number=number)
    assert again.until("stored") == first
    again.move(action + 1, key="once")
    assert again.until("refusal")["wrong"] == "conflict"
    assert again.look["number"] == first["number"]


def test_a_move_that_is_sent_twice_at_once_brings_its_news_once(server: Running) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    action, number = place.look["actions"][0]["id"], place.look["number"]
    for _ in range(2):
        place.move(action, key="twice", number=number)
    place.until("news")
    place.say(type="ask", key="end", intent=action)  # whatever else was sent comes before the answer
    place.until("answer")
    assert [event["number"] for event in place.events] == list(range(len(place.events)))


def test_a_key_of_another_seat_says_nothing(server: Running) -> None:
    people, table = seated(server, "talon")
    places = shown(people, table)
    for place in places:
        place.move(key="same")
        assert place.until("stored")["key"] == "same"


def test_a_move_that_a_rule_forbids_names_the_clause_and_changes_nothing(server: Running) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    illegal = next(n for n in range(200) if n not in [act["id"] for act in place.look["actions"]])
    place.move(illegal)
    refusal = place.until("refusal")
    assert refusal["wrong"] == "illegal"
    assert refusal["refused"]["sentence"] in refusal["message"]
    again = people[place.you].sit(table)
    again.until("now")
    assert again.look == place.look


@pytest.mark.parametrize("action", ["fly to the moon", 10**9, {"do": "nothing"}])
def test_a_move_that_means_nothing_is_refused(server: Running, action: object) -> None:
    people, table = seated(server)
    place = shown(people, table)[0]
    place.move(action)
    assert place.until("refusal")["wrong"] == "malformed"


def test_a_move_decided_before_the_question_is_stale(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    place = asked(places)
    number = place.look["number"]
    play_on(places, 1)
    while not place.is_asked:
        play_on(places, 1)
    place.move(number=number)
    assert "moved on" in place.until("refusal")["message"]


def test_a_spectator_sees_the_table_and_may_not_move(server: Running) -> None:
    people, table = seated(server)
    watcher = server.client().sit(table)
    watcher.until("now")
    assert watcher.you == -1
    assert "private" not in watcher.look
    watcher.say(type="move", key="k", number=0, action=0)
    assert watcher.until("refusal")["wrong"] == "forbidden"
    asked(shown(people, table)).move()
    assert watcher.until("news")["news"]["events"] is not None


def test_asking_why_not_gives_the_clause(server: Running) -> None:
    people, table = seated(server)
    place = asked(shown(people, table))
    place.say(type="ask", key="q", intent=place.look["actions"][0]["id"])
    assert place.until("answer") == {"type": "answer", "key": "q", "refused": None}
    illegal = next(n for n in range(200) if n not in [act["id"] for act in place.look["actions"]])
    place.say(type="ask", key="r", intent=illegal)
    assert place.until("answer")["refused"]["sentence"]


def test_secret_choices_sent_at_once_are_all_stored(server: Running) -> None:
    people, table = seated(server, "talon", players=4)
    places = shown(people, table)
    assert all(place.is_asked for place in places)
    keys = [place.move() for place in places]
    assert [place.until("stored")["key"] for place in places] == keys


def test_a_restart_loses_nothing(server: Running) -> None:
    people, table = seated(server, "prey")
    places = shown(people, table)
    play_on(places, 5)
    before = [typed(place) for place in places], [place.events for place in places]
    server.restart()
    places = shown(people, table)
    assert ([typed(place) for place in places], [place.events for place in places]) == before
    play_on(places, 1)


def test_everybody_hears_who_sits_down_and_that_it_begins(server: Running) -> None:
    host, guest = server.client(), server.client()
    table = host.table("claw")
    place = host.sit(table)
    assert place.until("table")["table"]["status"] == "open"
    guest.post(f"/api/tables/{table}/join", {"seat": 1, "seed": "mine"})
    seats = place.until("table")["table"]["seats"]
    assert [seat["person"] for seat in seats] == [host.person, guest.person]
    host.post(f"/api/tables/{table}/start")
    assert place.until("table")["table"]["status"] == "playing"
    assert place.until("now")["look"]["private"]["seat"] == 0


def test_who_has_left_makes_room(server: Running) -> None:
    host, guest, other = server.client(), server.client(), server.client()
    table = host.table("claw")
    guest.post(f"/api/tables/{table}/join", {})
    with pytest.raises(RefusedError, match="no seat is open"):
        other.post(f"/api/tables/{table}/join", {})
    guest.post(f"/api/tables/{table}/leave")
    other.post(f"/api/tables/{table}/join", {})
    assert host.get("/api/tables")[0]["seats"][1]["person"] == other.person


def test_talk_reaches_everybody_and_whoever_comes_later(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    places[0].say(type="say", text=" Good  luck\x1b, <b>all</b>! ")
    for place in places:
        assert place.until("talk")["said"][0]["text"] == "Good luck, <b>all</b>!"
    later = server.client().sit(table)
    assert later.until("talk")["said"][0]["person"] == people[0].person
    later.say(type="say", text="me too")
    assert later.until("refusal")["wrong"] == "forbidden"
    for _ in range(6):
        places[1].say(type="say", text="again")
    assert places[1].until("refusal")["wrong"] == "too much"


def test_the_lobby_hears_of_new_tables_and_of_those_that_fill_up(server: Running) -> None:
    host, guest = server.client(), server.client()

    with connect(f"{server.url.replace('http', 'ws')}/api/lobby/socket", compression=None) as lobby:

        def until(fits: Callable[[dict[str, Any]], bool]) -> None:
            while not fits({each["table"]: each for each in json.loads(lobby.recv(10))["tables"]}):
                pass

        table = host.table("claw")
        until(lambda tables: table in tables)
        guest.post(f"/api/tables/{table}/join", {})
        until(lambda tables: table in tables and tables[table]["seats"][1].get("person") == guest.person)
        host.post(f"/api/tables/{table}/start")
        until(lambda tables: table not in tables)


def test_a_private_table_is_found_by_its_link_alone(server: Running) -> None:
    host, guest = server.client(), server.client()
    table = host.table("claw", visibility="private")
    assert table not in [each["table"] for each in guest.get("/api/tables")]
    guest.post(f"/api/tables/{table}/join", {})
    assert len(table) >= 22


def test_the_host_seats_bots_where_nobody_has_come_and_sends_them_away(server: Running) -> None:
    host, other = server.client(), server.client()
    table = host.table("talon", players=3, seats=["me", "open", "open"])
    for wrong, why in (({"seat": 7, "bot": "easy"}, "there is no seat 7"), ({"seat": 1, "bot": "owl"}, "not 'owl'"),
                       ({"seat": 0, "bot": "easy"}, "somebody sits there")):  # fmt: skip
        with pytest.raises(RefusedError, match=why):
            host.post(f"/api/tables/{table}/bot", wrong)
    with pytest.raises(RefusedError, match="whoever made the table"):
        other.post(f"/api/tables/{table}/bot", {"seat": 1, "bot": "easy"})
    assert host.post(f"/api/tables/{table}/bot", {"seat": 1, "bot": "easy"})["seats"][1]["bot"] == "easy"
    with pytest.raises(RefusedError, match="not open any more"):
        other.post(f"/api/tables/{table}/join", {"seat": 1})
    assert "bot" not in host.post(f"/api/tables/{table}/remove", {"seat": 1})["seats"][1]
    other.post(f"/api/tables/{table}/join", {"seat": 1})
    host.post(f"/api/tables/{table}/bot", {"seat": 2, "bot": "easy"})
    host.post(f"/api/tables/{table}/start")
    with pytest.raises(RefusedError, match="the game has begun"):
        host.post(f"/api/tables/{table}/remove", {"seat": 2})


def test_my_tables_begin_with_those_where_it_is_my_turn(server: Running) -> None:
    people, first = seated(server)
    _, second = seated(server)
    table = people[0].table("prey", players=3, seats=["me", "open", "open"])
    listed = people[0].get("/api/me/tables")
    assert {each["table"] for each in listed} == {first, table}
    for person, place in zip(people, shown(people, first), strict=True):
        mine = next(each for each in person.get("/api/me/tables") if each["table"] == first)
        assert mine.get("your_turn", False) == place.is_asked
    assert second not in {each["table"] for each in listed}


def test_the_host_may_send_somebody_away_before_the_game(server: Running) -> None:
    host, guest = server.client(), server.client()
    table = host.table("claw")
    guest.post(f"/api/tables/{table}/join", {})
    with pytest.raises(RefusedError, match="whoever made the table"):
        guest.post(f"/api/tables/{table}/remove", {"seat": 0})
    seats = host.post(f"/api/tables/{table}/remove", {"seat": 1})["seats"]
    assert "person" not in seats[1]
    with pytest.raises(RefusedError, match="nobody sits at seat 1"):
        host.post(f"/api/tables/{table}/remove", {"seat": 1})


def test_an_edition_of_ones_own_is_checked_and_played(server: Running) -> None:
    host, talon = server.client(), find_game("talon")
    text = talon.editions["house"].read_text()
    with pytest.raises(RefusedError, match=r"mine\.toml:\d+"):
        host.table("talon", edition="mine", edition_text=text + "\n[nonsense]\n")
    table = host.table("talon", edition="mine", edition_text="# mine\n" + text, seats=["me", "greedy"], players=2)
    host.post(f"/api/tables/{table}/start")
    place = host.sit(table)
    place.until("now")
    key = place.move()
    assert place.until("stored")["key"] == key
    assert place.table["edition"] == "mine"


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": "talon", "players": 60}, "2 to 10 players"),
        ({"game": "talon", "edition": "/etc/passwd"}, "has no edition"),
        ({"game": "talon", "seats": ["me", "me"]}, "one seat only"),
        ({"game": "talon", "seats": ["me", "perfectt"]}, "not 'perfectt'"),
        ({"game": "talon", "options": {"coins": 3}}, "has no option 'coins'"),
        ({"game": "talon", "colour": "red"}, "colour"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(
    server: Running, wanted: dict[str, Any], says: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        server.client().post("/api/tables", wanted)
    assert refused.value.status == 400
    assert says in refused.value.body["message"]


def test_only_the_host_starts_and_only_when_all_sit(server: Running) -> None:
    host, guest = server.client(), server.client()
    table = host.table("claw")
    with pytest.raises(RefusedError, match="all its seats are taken"):
        host.post(f"/api/tables/{table}/start")
    guest.post(f"/api/tables/{table}/join", {})
    with pytest.raises(RefusedError, match="whoever made the table"):
        guest.post(f"/api/tables/{table}/start")


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[Client, Place]:
    """A game against a bot that was played to its end."""
    host = server.client()
    table = host.table("claw", seats=["me", "greedy"])
    with pytest.raises(RefusedError, match="when it is over"):
        host.get(f"/api/tables/{table}/replay")
    place = host.sit(table)
    host.post(f"/api/tables/{table}/start")
    with pytest.raises(RefusedError, match="not over yet"):
        host.post(f"/api/tables/{table}/rematch")
    while place.table.get("status") != "over":
        if place.is_asked and not place.waits:
            place.move()
        place.hear(30)
    return host, place


def test_a_rematch_seats_the_same_people_one_further(finished: tuple[Client, Place], server: Running) -> None:
    host, place = finished
    path = f"/api/tables/{place.table['table']}/rematch"
    again = host.post(path)
    assert again["status"] == "open"
    assert [seat.get("bot") or seat["person"] for seat in again["seats"]] == ["greedy", host.person]
    assert place.until("table")["table"]["rematch"] == again["table"]
    assert host.post(path)["table"] == again["table"]
    with pytest.raises(RefusedError, match="only those who played"):
        server.client().post(path)


def test_figures_count_what_was_stored(finished: tuple[Client, Place], server: Running) -> None:
    with urllib.request.urlopen(server.url + "/metrics") as answer:
        lines = answer.read().decode().splitlines()
    stored = next(float(line.split()[1]) for line in lines if line.startswith("bestiary_moves_stored_total "))
    assert stored > 10
    figures = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    for stage in ("gathering", "storing", "telling", "thinking", "http"):
        buckets = [float(v) for k, v in figures.items() if k.startswith("bestiary_stage_seconds_bucket") and stage in k]
        assert buckets == sorted(buckets)
        assert buckets[-1] > 0, stage
    assert {"bestiary_bots_queue", "bestiary_rules_compiled", 'bestiary_game_compiled{game="claw"}'} <= set(figures)


def test_a_missing_table_closes_the_socket_with_the_reason(server: Running) -> None:
    place = Place(server.client(), "nowhere")
    assert place.hear()["wrong"] == "missing"
    with pytest.raises(ConnectionClosed) as closed:
        place.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
