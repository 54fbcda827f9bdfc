"""R77 at the server: it passes for whoever does not want to be asked again, after a pause that tells nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Queue
from typing import Any

import pytest
import sqlalchemy as sa
from client import Place, shown
from laid import Wanted, asks, played, put
from running import Running

from bestiary.engine import reactions
from bestiary.engine import seat as exits
from bestiary.engine.reactions import Wish, wish_for
from bestiary.engine.registry import find_game
from bestiary.server import passes, store
from bestiary.server.passes import Passes
from bestiary.server.protocol import Terms

BEASTS = find_game("beasts")
FOREVER = 3600.0  # seconds

can_react = asks("react", act=lambda act: "pathfinder@held:0" in act.things)


def can_only_pass(table: Any) -> bool:
    return asks("react")(table) and len(exits.look(table, 0).actions) == 1


class Pauses:
    """What the server draws and when it looks at a seat: pauses are over at once unless they are to last."""

    def __init__(self) -> None:
        self.drawn: list[tuple[float, float]] = []
        self.looks = Queue[int]()
        self.lasts = 0.0

    def draw(self, low: float, high: float) -> float:
        self.drawn.append((low, high))
        return self.lasts

    def seen(self) -> int:
        """The seat that the server has looked at next, after a pause."""
        return self.looks.get(timeout=10)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pauses]:
    found, decide = Pauses(), Passes._decide

    def noted(self: Passes, room: Any, seat: int, made: int, wish: Wish) -> None:
        decide(self, room, seat, made, wish)
        found.looks.put(seat)

    monkeypatch.setattr(passes, "draw", found.draw)
    monkeypatch.setattr(passes, "AMONG_BOTS", 0.0)
    monkeypatch.setattr(Passes, "_decide", noted)
    yield found
    found.lasts = FOREVER  # whatever else the server plays at these tables


def settle(*places: Place) -> None:
    """Hears all that was sent to these places until now: what the server answers comes after it."""
    for place in places:
        place.say(type="ask", key="settle", intent=0)
        while place.hear().get("key") != "settle":
            pass


def news_of(place: Place) -> int:
    """How many news have come until now."""
    settle(place)
    return sum('"type":"news"' in frame for frame in place.frames)


def lay(server: Running, wanted: Wanted, players: int = 2, people: int = 2) -> list[Place]:
    """People at a table that has come to this moment."""
    clients = [server.client() for _ in range(people)]
    persons = [(each.person, each.get("/api/me")["name"]) for each in clients]
    code = put(server.database, persons, played("beasts", players, wanted, 0), Terms())
    places = shown(clients, code)
    settle(*places)
    return places


def fits(place: Place) -> list[int]:
    """The reactions that are offered."""
    return [act["id"] for act in place.look["actions"][1:]]


def pass_for_round(place: Place) -> None:
    """Passes, and does not want to be asked again for whatever fits now."""
    place.say(type="move", key="p", number=place.look["number"], action="pass", wish=fits(place))
    assert place.until("stored")["key"] == "p"


def is_asked_to_react(place: Place) -> bool:
    return bool(place.look["actions"]) and place.look["private"]["question"]["kind"] == "react"


def test_who_says_nothing_is_asked_every_time(server: Running, pauses: Pauses) -> None:
    place, _ = lay(server, can_only_pass)
    assert news_of(place) == 0
    assert not pauses.drawn


def test_who_leaves_passes_to_the_server_is_passed_for_where_nothing_fits(server: Running, pauses: Pauses) -> None:
    place, _ = lay(server, can_only_pass)
    place.say(type="quiet", on=False)
    assert place.until("wishes")["cards"] == []
    assert pauses.seen() == 0
    assert news_of(place) == 0
    place.say(type="quiet", on=True)
    place.until("news")
    assert not is_asked_to_react(place)


@pytest.mark.parametrize("wanted", [can_only_pass, can_react])
def test_a_pause_is_drawn_for_each_moment_whatever_the_seat_holds(
    server: Running, pauses: Pauses, wanted: Wanted
) -> None:
    place, other = lay(server, wanted)
    place.say(type="quiet", on=True)
    assert pauses.seen() == 0
    assert pauses.drawn[0] == reactions.PAUSE
    settle(other)
    assert (news_of(place) == 0) is (wanted is can_react)


def test_among_bots_nobody_waits(server: Running, pauses: Pauses) -> None:
    (place,) = lay(server, can_only_pass, people=1)
    place.say(type="quiet", on=True)
    place.until("news")
    assert not pauses.drawn


def test_who_wishes_not_to_be_asked_again_is_told_so_and_passed_for(server: Running, pauses: Pauses) -> None:
    """Where both seats may react, the moment comes again for the first one when the second has played a card."""
    place, other = lay(server, can_react)
    place.say(type="quiet", on=True)
    assert place.until("wishes")["cards"] == []
    pass_for_round(place)
    told = place.until("wishes")
    assert (told["cards"], told["round"]) == (["pathfinder"], place.look["public"]["round"])
    settle(other)
    assert not any('"wishes"' in frame for frame in other.frames)


def test_neither_a_wish_nor_an_answer_in_secret_tells_others_anything(server: Running, pauses: Pauses) -> None:
    """As long as others owe theirs, the moment of neither can be read from the wire."""

    def both(table: Any) -> bool:
        return can_react(table) and asks("react", seat=1)(table)

    place, other = lay(server, both, players=3)
    frames = len(other.frames)
    pass_for_round(place)
    settle(other)
    assert len(other.frames) == frames + 1, "only the answer by which it settles"
    key = other.move()
    stored = other.until("stored")
    assert stored == {"type": "stored", "key": key, "number": stored["number"]}
    assert other.until("news")


def wish_there(server: Running, place: Place) -> None:
    """The seat's wish, as another process has stored it."""
    table, _ = played("beasts", 2, can_react, 0)
    wish = wish_for(BEASTS, exits.look(table, 0), fits(place))
    database = store.connect(server.database)
    with database.begin() as connection:
        kept = store.read_table(connection, place.table["table"])
        assert kept is not None
        store.add_wish(connection, kept.id, 0, wish)
    database.dispose()


def test_a_wish_holds_on_other_devices_at_other_workers_and_after_a_restart(server: Running, pauses: Pauses) -> None:
    place, _ = lay(server, can_react)
    wish_there(server, place)
    device = place.client.sit(place.table["table"])
    device.until("now")
    assert is_asked_to_react(device)
    device.say(type="quiet", on=False)
    assert device.until("wishes")["cards"] == ["pathfinder"]
    device.until("news")
    assert not is_asked_to_react(device)


def test_a_database_that_fails_is_asked_again(
    server: Running, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, read = list[int](), store.read_wish

    def failing(connection: Any, number: int, seat: int) -> Wish:
        tries.append(seat)
        if len(tries) == 2:  # the first one tells the client what it does not want
            raise sa.exc.OperationalError("read", {}, Exception("away"))
        return read(connection, number, seat)

    monkeypatch.setattr(passes, "RETRY", 0.0)
    monkeypatch.setattr(store, "read_wish", failing)
    place, _ = lay(server, can_only_pass)
    place.say(type="quiet", on=True)
    place.until("news")
    assert len(tries) >= 3


def test_who_answers_or_leaves_during_the_pause_is_not_passed_for(server: Running, pauses: Pauses) -> None:
    place, other = lay(server, can_only_pass)
    pauses.lasts = 0.2
    place.say(type="quiet", on=True)
    place.until("wishes")
    place.close()
    assert pauses.seen() == 0
    again = place.client.sit(place.table["table"])
    again.until("now")
    assert is_asked_to_react(again)
    settle(other)


def test_a_lesson_is_not_passed_where_its_story_says_something_else(
    server: Running, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _ = lay(server, can_only_pass)
    monkeypatch.setattr(passes.lessons, "told", lambda room, seat: 12345)
    place.say(type="quiet", on=True)
    assert pauses.seen() == 0
    assert news_of(place) == 0


def test_a_wish_that_is_none_is_refused_with_its_move(server: Running) -> None:
    place, _ = lay(server, can_react)
    number = place.look["number"]
    place.say(type="move", key="a", number=number, action="pass", wish=[place.look["actions"][0]["id"]])
    refusal = place.until("refusal")
    assert (refusal["wrong"], refusal["key"]) == ("conflict", "a")
    assert "cannot react with action 0 now; you can with" in refusal["message"]
    place.say(type="move", key="b", number=number, action="pass", wish=[0] * 65)
    assert place.until("refusal")["wrong"] == "malformed"
    assert is_asked_to_react(place)


def test_a_wish_where_nobody_reacts_is_refused(server: Running) -> None:
    place, _ = lay(server, asks("turn"))
    place.say(type="move", key="c", number=place.look["number"], action="pass", wish=[1])
    assert "you are in none" in place.until("refusal")["message"]


moments: list[Callable[[Any], Wish]] = [
    lambda look: Wish(),
    lambda look: Wish(look.public.round + 1, frozenset({"pathfinder"})),
    lambda look: Wish(look.public.round, frozenset({"counterseal"})),
    lambda look: wish_for(BEASTS, look, [look.actions[1].id]),
    lambda look: Wish(look.public.round, frozenset({"counterseal"})).then(
        wish_for(BEASTS, look, [look.actions[1].id])),
]  # fmt: skip


def test_a_wish_is_for_one_round_and_for_its_cards() -> None:
    table, _ = played("beasts", 2, can_react, 0)
    look = exits.look(table, 0)
    assert set((reactions.offers(BEASTS, look) or {}).values()) == {"pathfinder"}
    passed = [reactions.passes(BEASTS, look, moment(look), quiet=True) for moment in moments]
    assert passed == [None, None, None, look.actions[0].id, look.actions[0].id]
