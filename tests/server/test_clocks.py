"""Clocks and caretakers: what people see who think too long, leave, and come back."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from client import Client, Place, RefusedError, asked, play_on, seated, shown
from running import Running

from bestiary.engine.replay import read_all, verify
from bestiary.server import caretaker, pulse, store
from bestiary.server.clocks import Times
from bestiary.server.protocol import Clock
from bestiary.server.store import KeptSeat


def clock(kind: str, time: int, increment: int = 0, **more: Any) -> dict[str, Any]:
    return {"clock": {"kind": kind, "time": time, "increment": increment}, **more}


def until_seat(place: Place, seat: int, **wanted: bool) -> dict[str, Any]:
    """The first message about the table in which a seat is as it should be."""
    while True:
        table: dict[str, Any] = place.until("table", 20)["table"]
        if all(table["seats"][seat].get(name, False) is value for name, value in wanted.items()):
            return table


def test_a_table_without_a_clock_tells_of_none(server: Running) -> None:
    people, table = seated(server)
    places = shown(people, table)
    play_on(places, 1)
    assert "left" not in places[0].table
    assert not any('"left"' in frame for frame in places[0].frames)


def test_every_decision_has_its_time(server: Running) -> None:
    people, table = seated(server, terms=clock("move", 30))
    places = shown(people, table)
    mover = asked(places)
    time.sleep(0.3)
    mover.move()
    left = mover.until("news")["left"]
    assert all(29_000 < each <= 30_000 for each in left)
    later = people[0].sit(table)
    assert all(28_000 < each <= 30_000 for each in later.until("table")["table"]["left"])


def test_a_total_clock_counts_what_was_used_and_adds_the_increment(server: Running) -> None:
    people, table = seated(server, terms=clock("total", 60, 5))
    places = shown(people, table)
    mover = asked(places)
    time.sleep(1)
    mover.move()
    left = mover.until("news")["left"]
    assert 63_000 < left[mover.you] < 64_050  # 60 s, one of them used, 5 more
    server.restart()
    again = people[0].sit(table)
    assert abs(again.until("table")["table"]["left"][mover.you] - left[mover.you]) < 2_500


def test_who_runs_out_of_time_loses_and_the_log_stays_one_that_the_rules_allow(
    server: Running, tmp_path: Path
) -> None:
    people, table = seated(server, terms=clock("move", 1))
    places = shown(people, table)
    slow = asked(places)
    over = until_seat(places[1 - slow.you], slow.you, out=True)
    while over["status"] != "over":
        over = places[1 - slow.you].until("table")["table"]
    names = [seat["name"] for seat in over["seats"]]
    assert over["reason"] == f"{names[slow.you]} ran out of time; {names[1 - slow.you]} wins."
    slow.move()
    assert "over" in slow.until("refusal")["message"]
    file = tmp_path / "game.jsonl"
    with urllib.request.urlopen(f"{server.url}/api/tables/{table}/replay") as answer:
        file.write_bytes(answer.read())
    replay = read_all(file)[0]
    assert verify(replay).problems == []
    assert replay.header["out"] == [slow.you]
    result = people[0].get("/api/me/results")[0]
    assert result["rated"]
    assert {rank["seats"][0]: rank["place"] for rank in result["ranking"]} == {slow.you: 2, 1 - slow.you: 1}


def test_among_three_the_others_play_on_and_a_bot_plays_for_who_ran_out(server: Running) -> None:
    people, table = seated(server, "prey", players=3, terms=clock("move", 2))
    places = shown(people, table)
    slow = asked(places)
    others = [place for place in places if place is not slow]
    until_seat(others[0], slow.you, out=True)
    for place in others:
        place.close()
    back = people[slow.you].sit(table)
    back.until("now")
    back.move(0)
    assert back.until("refusal")["message"].startswith("your time was up")


def test_a_caretaker_plays_for_who_runs_out_of_time_until_they_say_that_they_are_back(server: Running) -> None:
    people, table = seated(server, terms=clock("move", 1, caretaker=True))
    places = shown(people, table)
    slow = asked(places)
    until_seat(slow, slow.you, held=True)
    played = slow.until("news")  # by the caretaker
    assert played["left"][slow.you] is None
    slow.say(type="back")
    until_seat(slow, slow.you, held=False)
    assert slow.table["status"] == "playing"


def test_a_seat_that_drops_is_held_and_handed_back_when_its_owner_returns(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "AWAY", 300)
    people, table = seated(server, terms={"caretaker": True})
    places = shown(people, table)
    gone = asked(places)
    stays = places[1 - gone.you]
    gone.close()
    until_seat(stays, gone.you, held=True)
    stays.until("news")
    back = people[gone.you].sit(table)
    until_seat(back, gone.you, held=False)
    stays.close()


def test_a_move_of_the_owner_takes_the_seat_back(server: Running) -> None:
    people, table = seated(server, "talon", players=2, terms=clock("move", 1, caretaker=True))
    places = shown(people, table)
    until_seat(places[0], 0, held=True)
    while places[0].table["seats"][0].get("held"):
        if places[0].is_asked and not places[0].waits:
            places[0].move()
        places[0].hear()


def test_clocks_stop_while_the_server_is_down(server: Running) -> None:
    people, table = seated(server, terms=clock("move", 60))
    before = asked(shown(people, table))
    time.sleep(1)
    server.end()
    time.sleep(3)
    server.start()
    place = people[before.you].sit(table)
    left = place.until("table")["table"]["left"][before.you]
    assert 57_000 < left < 59_000


def test_clocks_stop_when_the_server_is_killed(tmp_path: Path) -> None:
    """A process of its own, killed without a warning: at most what came after its last beat is not counted."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [sys.executable, "-m", "bestiary", "serve", "--port", port, "--database", f"sqlite:///{tmp_path}/t.db"]

    def serve() -> subprocess.Popen[str]:
        env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True)
        assert process.stdout is not None
        assert "serves" in process.stdout.readline()
        return process

    process = serve()
    try:
        host, guest = Client(f"http://127.0.0.1:{port}"), Client(f"http://127.0.0.1:{port}")
        table = host.table("claw", terms=clock("move", 600))
        guest.post(f"/api/tables/{table}/join", {})
        begun = time.monotonic()
        host.post(f"/api/tables/{table}/start")
        slow = asked(shown([host, guest], table)).you
        time.sleep(3)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        alive = time.monotonic() - begun
        time.sleep(8)
        process = serve()
        up = time.monotonic()
        left = host.sit(table).until("table")["table"]["left"][slow] / 1000
        alive += time.monotonic() - up
        assert 600 - alive - 1.5 < left < 600 - alive + store.BEAT / 1000 + 1
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_nobody_pays_for_an_answer_that_stays_a_secret() -> None:
    """Three are asked at once; everybody sees them as asked until all have answered."""
    seats = [KeptSeat(f"p{n}", "", "", "") for n in range(3)]
    times = Times(Clock(kind="total", time=60), False, seats, up=lambda time: time)

    def everybody() -> list[int]:
        return [0, 1, 2]

    times.note(seats, 0, 4_000, True, [0, 1, 2], [1, 2], everybody)
    times.note(seats, 1, 9_000, True, [1, 2], [2], everybody)
    assert times.left(seats, [0, 1, 2], 9_000) == [51_000] * 3  # all run on
    times.note(seats, 2, 20_000, True, [2], [0], lambda: [0])
    assert times.left(seats, [0], 20_000) == [60_000] * 3
    times.note(seats, 0, 25_000, True, [0], [1], lambda: [1])
    assert times.left(seats, [1], 26_000) == [55_000, 59_000, 60_000]
    times.forget(1)
    assert times.left(seats, [0], 26_000) == [54_000, 60_000, 60_000]


def test_who_is_connected_to_another_worker_is_not_away(
    two_servers: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "AWAY", 1_500)
    monkeypatch.setattr(pulse, "SEEN", 200)
    slow = store.BEAT
    monkeypatch.setattr(store, "BEAT", 200)
    time.sleep(slow / 1000 + 0.2)  # both servers beat at the new pace now
    people = [each.client() for each in two_servers]
    table = people[0].table("talon", players=2, terms={"caretaker": True})
    people[1].post(f"/api/tables/{table}/join", {})
    people[0].post(f"/api/tables/{table}/start")
    places = shown(people, table)
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            places[0].hear(0.5)
        except TimeoutError:
            continue
    seats = people[0].get(f"/api/tables/{table}")["seats"]
    assert not any(seat.get("held") for seat in seats)
    places[1].close()
    until_seat(places[0], 1, held=True)


def test_days_are_days(server: Running) -> None:
    people, table = seated(server, terms=clock("days", 3))
    place = shown(people, table)[0]
    assert all(3 * 86_400_000 - 10_000 < left <= 3 * 86_400_000 for left in place.table["left"])


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (clock("days", 31), "at most 30 days"),
        (clock("move", 10, 5), "increment"),
        (clock("move", 0), "time"),
        (clock("sand", 5), "kind"),
        ({"undo": "always"}, "undo"),
    ],
)
def test_terms_that_make_no_sense_are_refused(server: Running, terms: dict[str, Any], says: str) -> None:
    with pytest.raises(RefusedError) as refused:
        server.client().post("/api/tables", {"game": "claw", "terms": terms})
    assert refused.value.status == 400
    assert says in refused.value.body["message"]
