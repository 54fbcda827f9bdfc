"""R77 at the server: it passes for whoever does not want to be asked again, after a pause that tells nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from client import Place, shown
from laid import Wanted, asks, played, put
from running import Running

from bestiary.engine import reactions
from bestiary.engine import seat as exits
from bestiary.engine.reactions import Wish, wish_for
from bestiary.engine.registry import find_game
from bestiary.server import passes
from bestiary.server.protocol import Terms

FOREVER = 3600.0  # seconds
SILENCE = 0.5  # seconds in which nothing must come

can_react = asks("react", act=lambda act: "pathfinder@held:0" in act.things)


def can_only_pass(table: Any) -> bool:
    return asks("react")(table) and len(exits.look(table, 0).actions) == 1


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the server has drawn; each is short."""
    pauses = list[float]()
    monkeypatch.setattr(passes, "draw", lambda low, high: (pauses.append((low + high) / 2), 0.05)[1])
    return pauses


def lay(server: Running, wanted: Wanted, players: int = 2, people: int = 2) -> list[Place]:
    """People at a table that has come to this moment."""
    clients = [server.client() for _ in range(people)]
    persons = [(each.person, each.get("/api/me")["name"]) for each in clients]
    code = put(server.database, persons, played("beasts", players, wanted, 0), Terms())
    places = shown(clients, code)
    for place in places:  # who came in later has been announced
        while not is_silent(place):
            pass
    return places


def is_silent(place: Place) -> bool:
    """Does nothing come?"""
    try:
        place.hear(SILENCE)
    except TimeoutError:
        return True
    return False


def wish(place: Place) -> None:
    """Does not want to be asked again for whatever fits now."""
    place.say(type="wish", key="w", actions=[act["id"] for act in place.look["actions"][1:]])
    assert place.until("answer") == {"type": "answer", "key": "w", "refused": None}


def in_window(place: Place) -> bool:
    return len(place.look["actions"]) > 0 and place.look["private"]["question"]["kind"] == "react"


def test_who_says_nothing_is_asked_every_time(server: Running, drawn: list[float]) -> None:
    place, *_ = lay(server, can_only_pass)
    assert is_silent(place)
    assert not drawn


def test_who_leaves_passes_to_the_server_is_passed_for_where_nothing_fits(server: Running, drawn: list[float]) -> None:
    place, *_ = lay(server, can_only_pass)
    place.say(type="quiet", on=False)
    assert is_silent(place)
    place.say(type="quiet", on=True)
    place.until("news")
    assert not in_window(place)


def test_a_pause_is_drawn_for_each_moment_whatever_the_seat_holds(server: Running, drawn: list[float]) -> None:
    for wanted in (can_only_pass, can_react):
        drawn.clear()
        place, *_ = lay(server, wanted)
        place.say(type="quiet", on=True)
        assert is_silent(place) is (wanted is can_react)
        assert set(drawn) == {sum(reactions.PAUSE) / 2}


def test_among_bots_nobody_waits(server: Running, drawn: list[float]) -> None:
    (place,) = lay(server, can_only_pass, people=1)
    place.say(type="quiet", on=True)
    place.until("news")
    assert not drawn


def test_who_wishes_not_to_be_asked_again_is_passed_for(server: Running, drawn: list[float]) -> None:
    place, _ = lay(server, can_react)
    place.say(type="quiet", on=False)
    assert is_silent(place)
    wish(place)
    place.until("news")
    assert not in_window(place)


def test_neither_a_wish_nor_an_answer_in_secret_sends_anything_to_others(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as others owe theirs, the moment of neither can be read from the wire."""

    def both(table: Any) -> bool:
        return can_react(table) and asks("react", seat=1)(table)

    monkeypatch.setattr(passes, "draw", lambda low, high: FOREVER)
    place, other = lay(server, both, players=3)
    wish(place)
    place.move()
    place.until("stored")
    assert is_silent(other)
    other.move()
    assert other.until("news")


def test_a_wish_outlives_connection_and_server(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Running(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        monkeypatch.setattr(passes, "draw", lambda low, high: FOREVER)
        place, _ = lay(server, can_react)
        wish(place)
        place.close()
        monkeypatch.setattr(passes, "draw", lambda low, high: 0.05)
        server.restart()
        again = place.client.sit(place.table["table"])
        again.until("now")
        assert in_window(again)
        again.say(type="quiet", on=False)
        again.until("news")
        assert not in_window(again)
    finally:
        server.stop()


def test_a_wish_told_to_one_worker_holds_at_the_other(two_servers: list[Running], drawn: list[float]) -> None:
    one, other = two_servers
    place, _ = lay(one, can_react)
    device = other.client()
    device.token = place.client.token
    there = device.sit(place.table["table"])
    there.until("now")
    there.say(type="quiet", on=False)
    assert in_window(there)
    wish(place)
    place.close()
    there.say(type="quiet", on=False)
    there.until("news")
    assert not in_window(there)


def test_a_wish_that_is_none_is_refused(server: Running) -> None:
    place, _ = lay(server, can_react)
    place.say(type="wish", key="a", actions=[place.look["actions"][0]["id"]])
    refusal = place.until("refusal")
    assert (refusal["wrong"], refusal["key"]) == ("conflict", "a")
    assert "cannot react with 0 now, but with" in refusal["message"]
    place.say(type="wish", key="b", actions=[])
    assert place.until("refusal")["wrong"] == "malformed"
    place.move()
    while in_window(place):
        place.until("news")
    place.say(type="wish", key="c", actions=[1])
    assert "you are in none" in place.until("refusal")["message"]


moments: list[Callable[[Any], Wish]] = [
    lambda look: Wish(),
    lambda look: Wish(look.public.round + 1, frozenset({"pathfinder"})),
    lambda look: wish_for(look, ["counterseal"]),
    lambda look: wish_for(look, ["pathfinder"]),
    lambda look: wish_for(look, ["counterseal"]).then(wish_for(look, ["pathfinder"])),
]


def test_a_wish_is_for_one_round_and_for_its_cards() -> None:
    table, _ = played("beasts", 2, can_react, 0)
    look = exits.look(table, 0)
    game = find_game("beasts")
    assert set((reactions.offers(game, look) or {}).values()) == {"pathfinder"}
    passed = [reactions.passes(game, look, moment(look), quiet=True) for moment in moments]
    assert passed == [None, None, None, look.actions[0].id, look.actions[0].id]
