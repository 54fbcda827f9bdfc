"""Reviews: made beside the server, once, with progress; nothing of a running game."""

from __future__ import annotations

import time
from typing import Any

import pytest
from client import Client, RefusedError, play_out
from running import Running


def short_game(client: Client) -> str:
    """One round of Predator & Prey between bots."""
    table = client.table("prey", players=3, options={"max_rounds": 1}, seats=["greedy"] * 3)
    place = client.sit(table)
    client.post(f"/api/tables/{table}/start")
    play_out([place])
    return table


def when_done(client: Client, table: str) -> list[dict[str, Any]]:
    """All that is told until the review is there."""
    told: list[dict[str, Any]] = []
    until = time.monotonic() + 120
    while not told or told[-1]["status"] == "running":
        assert time.monotonic() < until, told[-1]
        told.append(client.get(f"/api/tables/{table}/review"))
        time.sleep(0.05)
    return told


@pytest.mark.prove
def test_a_review_is_made_once_with_progress_and_adds_up(server: Running) -> None:
    client = server.client()
    table = short_game(client)
    assert client.get(f"/api/tables/{table}/review") == {"status": "none"}
    assert client.post(f"/api/tables/{table}/review")["status"] == "running"
    told = when_done(client, table)
    done = [each.get("done", 0) for each in told]
    assert done == sorted(done)
    assert len(set(done)) > 3
    review = told[-1]["review"]
    assert review["made"] == client.get(f"/api/tables/{table}/past")["plies"]
    for seat in review["seats"]:
        losses = sum(move["loss"] for move in review["moves"] if move["seat"] == seat["seat"])
        assert seat["error"] == pytest.approx(losses, abs=0.005)
        assert seat["result"] == pytest.approx(review["even"] + seat["luck"] - seat["error"], abs=0.005)
        assert len(seat["line"]) == seat["decisions"]
    assert client.post(f"/api/tables/{table}/review") == told[-1]
    assert server.client().get(f"/api/tables/{table}/review") == told[-1]


def test_a_running_game_is_not_reviewed(server: Running) -> None:
    client = server.client()
    table = client.table("claw", seats=["me", "greedy"])
    client.post(f"/api/tables/{table}/start")
    for ask in (client.get, client.post):
        with pytest.raises(RefusedError, match="over"):
            ask(f"/api/tables/{table}/review")


@pytest.mark.prove
def test_a_review_that_was_cut_off_is_made_by_whoever_asks_next(tmp_path: Any) -> None:
    server = Running(f"sqlite:///{tmp_path}/tables.db")
    try:
        client = server.client()
        table = short_game(client)
        client.post(f"/api/tables/{table}/review")
        server.restart()
        assert client.get(f"/api/tables/{table}/review")["status"] == "running"  # as far as anybody knows
        from bestiary.server import reviews

        patience, reviews.GONE = reviews.GONE, 0
        try:
            time.sleep(0.01)
            assert client.get(f"/api/tables/{table}/review")["status"] == "none"
            client.post(f"/api/tables/{table}/review")
        finally:
            reviews.GONE = patience
        assert when_done(client, table)[-1]["status"] == "done"
    finally:
        server.stop()


@pytest.mark.prove
def test_any_worker_tells_of_the_result_and_the_review_that_another_makes(two_servers: list[Running]) -> None:
    here, there = (server.client() for server in two_servers)
    table = here.table("claw", seats=["me", "open"])
    there.post(f"/api/tables/{table}/join", {"seed": "mine"})
    here.post(f"/api/tables/{table}/start")
    places = [here.sit(table), there.sit(table)]
    play_out(places)
    results = [client.get("/api/me/results") for client in (here, there)]
    assert results[0] == results[1]
    assert [each["table"] for each in results[0]] == [table]
    assert [client.get("/api/me/ratings")[0]["games"] for client in (here, there)] == [1, 1]
    receipts = [client.get(f"/api/tables/{table}/receipt") for client in (here, there)]
    assert receipts[0] == receipts[1]
    assert receipts[0]["seats"][1] == {"seed": "mine"}
    short = short_game(here)
    assert here.post(f"/api/tables/{short}/review")["status"] == "running"
    assert there.post(f"/api/tables/{short}/review")["status"] == "running"
    told = when_done(there, short)
    assert told[-1]["status"] == "done"
    assert told[-1] == here.get(f"/api/tables/{short}/review")
