"""Finished games: their results, and every position of them again, from every seat."""

from __future__ import annotations

from collections.abc import Iterator
import urllib.request
from typing import Any

import pytest
from client import Client, RefusedError, play_out, seated, shown
from running import Running

from bestiary.engine.views import patched


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[list[Client], str, list[Any]]:
    """A game of two people, played to its end; and their places."""
    people, table = seated(server)
    with pytest.raises(RefusedError, match="when it is over"):
        people[0].get(f"/api/tables/{table}/past?seat=1")
    places = shown(people, table)
    play_out(places)
    return people, table, places


def positions(client: Client, table: str, seat: int) -> Iterator[tuple[int, dict[str, Any], list[dict[str, Any]]]]:
    """Each position of a finished game, as a page goes through it: decisions made, what is seen, what happened."""
    first = plies = 0
    while first <= plies:
        part = client.get(f"/api/tables/{table}/past?seat={seat}&first={first}")
        plies, look = part["plies"], part["look"]
        if not first:
            yield 0, look, part["events"]
        for news in part["news"]:
            look = {
                "number": news["number"], "public": patched(look["public"], news["public"]),
                "private": patched(look["private"], news["private"]) if "private" in news else look.get("private"),
            }  # fmt: skip
            first += 1
            yield first, look, news["events"]
        if not part["news"]:
            return


@pytest.mark.parametrize("seat", [0, 1])
def test_the_past_is_what_the_seat_saw_then(finished: tuple[list[Client], str, list[Any]], seat: int) -> None:
    people, table, places = finished
    told, last, count = [], {}, 0
    for count, last, events in positions(people[seat], table, seat):  # noqa: B007
        told += events
        assert "actions" not in last
    assert told == places[seat].events
    with urllib.request.urlopen(f"{people[seat].url}/api/tables/{table}/replay") as answer:
        _, *plies, _ = answer.read().splitlines()
    assert count == len(plies)  # there may be fewer news: moves that come together are told together
    assert last["public"] == places[seat].look["public"]


def test_any_position_can_be_linked_to(finished: tuple[list[Client], str, list[Any]]) -> None:
    people, table, _ = finished
    found = {count: look for count, look, _ in positions(people[0], table, -1)}
    for count in (0, 1, 41, 40, len(found) - 1):
        part = people[0].get(f"/api/tables/{table}/past?first={count}")
        assert part["first"] == count
        assert part["look"]["public"]["places"] == found[count]["public"]["places"]
    for wrong in (9999, -1, 10**30):
        with pytest.raises(RefusedError, match=f"no position {wrong}"):
            people[0].get(f"/api/tables/{table}/past?first={wrong}")
    with pytest.raises(RefusedError, match="no seat 7"):
        people[0].get(f"/api/tables/{table}/past?seat=7")


def test_a_spectator_of_the_past_sees_no_hand(finished: tuple[list[Client], str, list[Any]]) -> None:
    people, table, _ = finished
    *before, _ = positions(people[0], table, -1)
    for _, look, _ in before:
        assert look.get("private") is None
        hands = [lies for place, lies in look["public"]["places"].items() if place.startswith("hand:")]
        assert all(set(lies) == {"?"} for lies in hands)


def test_results_name_who_won_and_private_tables_stay_among_their_players(server: Running) -> None:
    host = server.client()
    for visibility in ("public", "private"):
        table = host.table("claw", seats=["me", "greedy"], visibility=visibility)
        place = host.sit(table)
        host.post(f"/api/tables/{table}/start")
        play_out([place])
        told = [each for each in host.get("/api/me/results") if each["table"] == table]
        assert told[0]["seats"][1]["bot"] == "greedy"
        assert told[0]["ranking"] == place.look["public"]["over"]["ranking"]
        everybody = [each["table"] for each in server.client().get("/api/results")]
        assert (table in everybody) == (visibility == "public")
    assert host.get("/api/me/results")[0]["table"] == table
    assert server.client().get("/api/me/results") == []
