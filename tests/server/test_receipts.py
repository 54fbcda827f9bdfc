"""Fairness receipts: promised before the deal, kept after the end, and a forged one is refused with what is wrong."""

from __future__ import annotations

import hashlib
import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from client import Client, RefusedError, play_out
from running import Running

from bestiary.engine.replay import read_all, verify

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[Client, str, dict[str, Any]]:
    """A game against a bot that was played to its end: its host, its id, and the receipt before the deal."""
    host = server.client()
    table = host.table("claw", seats=["me", "greedy"])
    host.post(f"/api/tables/{table}/seed", {"seed": "oak and ash"})
    promised = host.get(f"/api/tables/{table}/receipt")
    place = host.sit(table)
    host.post(f"/api/tables/{table}/start")
    play_out([place])
    return host, table, promised


def sha256(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_a_receipt_keeps_what_was_promised(finished: tuple[Client, str, dict[str, Any]]) -> None:
    host, table, promised = finished
    assert promised["seats"] == [{"seed": "oak and ash"}, {"seed": ""}]
    assert not {"seed", "key"} & set(promised)
    told = host.get(f"/api/tables/{table}/receipt")
    seed = bytes.fromhex(told["seed"])
    assert sha256(seed) == told["commitment"] == promised["commitment"]
    assert told["seats"] == [{"seed": "oak and ash"}, {"seed": sha256(b"bestiary seat ", seed, b"1"), "made": True}]
    given = [each["seed"].encode() for each in told["seats"]]
    parts = [part for text in given for part in (len(text).to_bytes(4, "little"), text)]
    assert told["key"] == sha256(b"bestiary key ", seed, *parts)


def test_seeds_are_given_before_the_deal_by_those_who_sit_there(
    finished: tuple[Client, str, dict[str, Any]], server: Running
) -> None:
    host, table, _ = finished
    with pytest.raises(RefusedError, match="before the game begins"):
        host.post(f"/api/tables/{table}/seed", {"seed": "late"})
    with pytest.raises(RefusedError, match="only those who sit"):
        server.client().post(f"/api/tables/{table}/seed", {"seed": "mine"})
    waiting = host.table("claw", seats=["me", "open"])
    for path in ("seed", "join"):
        with pytest.raises(RefusedError, match="that can be seen"):
            (host if path == "seed" else server.client()).post(f"/api/tables/{waiting}/{path}", {"seed": "\x00"})
    for text in ("first", "second"):
        assert host.post(f"/api/tables/{waiting}/seed", {"seed": text})["seats"][0] == {"seed": text}


def test_nobody_learns_the_servers_seed_of_a_running_game(server: Running) -> None:
    host = server.client()
    table = host.table("claw", seats=["me", "open"])
    guest = server.client()
    guest.post(f"/api/tables/{table}/join", {"seed": "mine"})
    host.post(f"/api/tables/{table}/start")
    told = guest.get(f"/api/tables/{table}/receipt")
    assert set(told) == {"commitment", "seats"}
    assert told["seats"][1] == {"seed": "mine"}
    assert told["seats"][0]["made"] is True


# --- The same in the replay


@pytest.fixture
def lines(finished: tuple[Client, str, dict[str, Any]]) -> Lines:
    host, table, _ = finished
    with urllib.request.urlopen(f"{host.url}/api/tables/{table}/replay") as answer:
        return [json.loads(line) for line in answer.read().splitlines()]


def verified(lines: Lines, folder: Path) -> list[str]:
    file = folder / "game.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return verify(read_all(file)[0]).problems


def test_verify_believes_the_replay_of_a_table(lines: Lines, tmp_path: Path) -> None:
    assert lines[0]["receipt"]["seats"][0] == {"seed": "oak and ash"}
    assert verified(lines, tmp_path) == []


def other_seed(lines: Lines) -> None:
    lines[-1]["seed"] = lines[-1]["seed"][::-1]


def other_commitment(lines: Lines) -> None:
    lines[0]["receipt"]["commitment"] = "0" * 64


def other_seat(lines: Lines) -> None:
    lines[0]["receipt"]["seats"][0]["seed"] = "elm"


def pretended_gift(lines: Lines) -> None:
    del lines[0]["receipt"]["seats"][1]["made"]


def one_for_true(lines: Lines) -> None:
    lines[0]["receipt"]["seats"][1]["made"] = 1


def no_seat(lines: Lines) -> None:
    del lines[0]["receipt"]["seats"][1]


def no_receipt(lines: Lines) -> None:
    del lines[0]["receipt"]


def more(lines: Lines) -> None:
    lines[0]["receipt"]["note"] = "trust me"


def chosen_by_the_server(lines: Lines) -> None:
    """The server chose another seed for the bot, after it had seen the others."""
    lines[-1]["seat_seeds"][1] = lines[0]["receipt"]["seats"][1]["seed"] = "lucky"


FORGED: dict[Callable[[Lines], None], str] = {
    other_seed: "commitment", other_commitment: "commitment", other_seat: "seat 0", pretended_gift: "seat 1",
    one_for_true: "seat 1", no_seat: "each of 2 seats", no_receipt: "missing", more: "nothing else",
    chosen_by_the_server: "seat 1",
}  # fmt: skip


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_verify_says_what_is_forged(lines: Lines, tmp_path: Path, forge: Callable[[Lines], None]) -> None:
    forge(lines)
    assert FORGED[forge] in " ".join(verified(lines, tmp_path))
