"""Several workers over one PostgreSQL and one Redis: any of them takes any move of any table."""

from __future__ import annotations

import asyncio
import os

import kill
import services
import workers
from client import Place, asked, play_on, seated, shown, typed
from running import Running

CHOICES = int(os.environ.get("CHOICES", "40"))  # of five seats at once


def at_both(servers: list[Running], game: str, **wanted: object) -> list[Place]:
    """A table in play, with every other seat connected to the other worker."""
    people, table = seated(servers[0], game, **wanted)
    places = []
    for seat, person in enumerate(people):
        person.url = servers[seat % 2].url
        places.append(person.sit(table))
        places[-1].until("now")
    return places


def settle(places: list[Place], number: int) -> None:
    """Everybody hears of all events before this one."""
    for place in places:
        while place.look["number"] < number:
            place.until("news")


def stored(place: Place) -> int:
    """The number with which a move ended, which must not be refused."""
    while (message := place.hear())["type"] != "stored":
        assert message["type"] != "refusal", message
    return int(message["number"])


def test_secret_choices_through_different_workers_never_conflict(
    postgresql: str, redis: tuple[str, services.Service]
) -> None:
    """A worker is killed meanwhile, and the broker stops and starts; `bench/workers.py` takes more time for it."""
    found = asyncio.run(workers.run(postgresql, redis, CHOICES))
    assert kill.is_sound(found), str(found)
    assert found["choices"] >= CHOICES
    assert found["reconnects"] > 0


def test_a_move_at_one_worker_is_news_at_the_other(two_servers: list[Running]) -> None:
    places = at_both(two_servers, "claw")
    play_on(places, 8)
    assert typed(places[0])[1] == typed(places[1])[1]


def test_sitting_down_at_one_worker_is_seen_at_the_other(two_servers: list[Running]) -> None:
    host, guest = two_servers[0].client(), two_servers[1].client()
    table = host.table("claw")
    place = host.sit(table)
    place.until("table")
    guest.post(f"/api/tables/{table}/join", {})
    assert place.until("table")["table"]["seats"][1]["person"] == guest.person
    host.post(f"/api/tables/{table}/start")
    other = guest.sit(table)
    other.until("now")
    assert other.you == 1


def test_while_the_broker_is_away_nothing_is_lost_and_then_all_catch_up(
    two_servers: list[Running], redis: tuple[str, services.Service]
) -> None:
    places = at_both(two_servers, "claw")
    play_on(places, 1)
    service = redis[1]
    service.stop()
    mover = asked(places)
    mover.move()
    number = stored(mover)
    service.start()
    settle(places, number)
    play_on(places, 2)
    assert typed(places[0])[1] == typed(places[1])[1]


def test_who_comes_from_another_worker_is_never_shown_less_than_before(
    two_servers: list[Running], redis: tuple[str, services.Service]
) -> None:
    """While the broker is away a worker does not know how far the table is; a client who knows makes it read on."""
    people, table = seated(two_servers[0], "claw")
    for person in people:
        person.url = two_servers[1].url
        person.sit(table).until("now")  # the other worker holds the table, too
        person.url = two_servers[0].url
    places = shown(people, table)
    redis[1].stop()
    try:
        play_on(places, 3)
        number = places[0].look["number"]
        for person in people:
            person.url = two_servers[1].url
        late = people[0].sit(table, number)
        assert late.until("now")["look"]["number"] == number
        assert [event["number"] for event in late.events] == []
        again = shown(people, table)
        asked(again).move()
        assert stored(asked(again)) >= number
    finally:
        redis[1].start()
