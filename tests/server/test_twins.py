"""What a seat receives over the network depends on nothing that the seat may not know.

Two servers hold the same tables. In one of them a table gets another truth, which a seat cannot tell from the first:
other hands, other piles, another future. Then all that both servers send to this seat is compared byte by byte: what it
sees and may do, reasons and refusals, the events that it missed, and the news of equal moves, its own and others', up
to the first event that lawfully tells the seat something else.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import resume
from client import Client, Place
from running import Running
from test_secrecy import other_truth_of

from bestiary.engine.records import put, record_bytes
from bestiary.engine.registry import find_game
from bestiary.server import room
from bestiary.server.room import Room

TABLES = {"talon": 2, "claw": 3, "prey": 2, "beasts": 1}  # for each seat
ASKED = 8  # actions about which each twin is asked
SHARED = 12  # moves, at most


class Twins:
    """Two servers with the same tables, and the tokens of whoever sits there."""

    def __init__(self, folder: Path, game: str, count: int) -> None:
        self.game = find_game(game)
        self.tokens, codes = resume.fill(f"sqlite:///{folder}/one.db", game, count, f"twins of {game}")
        self.codes = iter(codes)
        shutil.copy(folder / "one.db", folder / "other.db")
        self.servers = [Running(f"sqlite:///{folder}/{name}.db") for name in ("one", "other")]

    def rooms(self, code: str) -> list[Room]:
        """The table in both servers, before anybody has come."""
        found = []
        for server in self.servers:
            assert server.server is not None
            hall: Any = server.server.config.app.state.rooms  # type: ignore[union-attr]
            found.append(asyncio.run_coroutine_threadsafe(hall.open(code), hall.loop).result(30))
        return found

    def sit(self, code: str, seat: int) -> list[Place]:
        """Somebody at a seat, in both servers."""
        places = []
        for server in self.servers:
            client = Client.__new__(Client)
            client.url, client.token = server.url, self.tokens[seat] if seat >= 0 else ""
            places.append(client.sit(code))
            places[-1].until("now")
        return places

    def stop(self) -> None:
        for server in self.servers:
            server.stop()


def heard(place: Place) -> list[str]:
    """All that was sent so far: every message before this question is answered."""
    place.say(type="ask", key="all", intent=0)
    while place.until("answer")["key"] != "all":
        pass
    return place.frames


def compare(twins: Twins, seat: int, rng: random.Random) -> int:
    """Leads a table in both servers; returns how many moves they shared."""
    code, game = next(twins.codes), twins.game
    both = twins.rooms(code)
    one, other = (room.table for room in both)
    assert one is not None
    assert other is not None
    truth = other_truth_of(one, seat, rng)
    put(other.state, truth)
    seated = {each: twins.sit(code, each) for each in range(len(twins.tokens)) if each != seat}
    ears = seated[seat] = twins.sit(code, seat)
    for _ in range(ASKED):
        intent = rng.randrange(game.actions.size)
        for ear in ears:
            ear.say(type="ask", key="why", intent=intent)
            if seat < 0 or intent not in one.legal(seat):
                ear.say(type="move", key="no", number=ear.look["number"], action=intent)
    for number in (0, rng.randrange(len(one.log)), len(one.log)):
        for ear in ears:
            ear.say(type="enter", protocol=1, number=number)  # the gap
    assert heard(ears[0]) == heard(ears[1])
    shared = 0
    while shared < SHARED:
        asked = [each for each in one.waiting() if each in other.waiting()]
        pairs = [(each, action) for each in asked for action in one.legal(each) if action in other.legal(each)]
        if not pairs:
            break
        mover, action = rng.choice(pairs)
        for place in seated[mover]:
            place.say(type="move", key=f"k{shared}", number=10**6, action=action)
            place.until("stored")
        told = [game.events.seen_by(table.plies[-1].events, seat) for table in (one, other)]
        if told[0] != told[1]:
            break
        if not one.waiting():  # the end is told when it is stored
            for ear in ears:
                ear.until("table")
        assert heard(ears[0]) == heard(ears[1]), game.actions.text(action)
        shared += 1
    for pair in seated.values():
        for place in pair:
            place.close()
    return shared


@pytest.fixture
def twins_of(tmp_path: Path) -> Iterator[Any]:
    started: list[Twins] = []

    def start(game: str, count: int) -> Twins:
        started.append(Twins(tmp_path, game, count))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.mark.parametrize("name", TABLES)
def test_two_servers_send_a_seat_the_same_bytes_whatever_it_may_not_know(name: str, twins_of: Any) -> None:
    seats = [seat for seat in range(-1, int(find_game(name).make_options().seats)) for _ in range(TABLES[name])]
    twins, rng = twins_of(name, len(seats)), random.Random(name)
    assert sum(compare(twins, seat, rng) for seat in seats) > 0


def test_a_leak_in_a_refusal_is_caught(twins_of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = room.exits.refuse

    def leaking(table: Any, seat: int, intent: Any) -> Any:
        told = honest(table, seat, intent)
        if told is not None:
            told.sentence += str(sum(record_bytes(table.state)) % 7)
        return told

    monkeypatch.setattr(room.exits, "refuse", leaking)
    twins, rng = twins_of("talon", 8), random.Random("leak")
    with pytest.raises(AssertionError):
        assert all(compare(twins, seat, rng) >= 0 for seat in (0, 1, 2, 3, 0, 1, 2, 3))
