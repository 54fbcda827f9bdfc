"""Taking back: an entry of the history, only where nothing new was shown, and replays know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.engine import replay
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import ConflictError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.table import Table, make
from bestiary.lab import review
from bestiary.testkit import golden


def step(table: Table, luck: Any) -> int:
    """One decision at random; who made it."""
    seat = table.waiting()[0]
    legal = table.legal(seat)
    table.play(seat, legal[int(luck[0]) % len(legal)])
    luck[0] = (int(luck[0]) * 48271 + 11) % 2147483647
    return seat


def with_undo(game: str, seed: str, **wanted: Any) -> Table:
    """A finished game in which everything was taken back once that could be."""
    table, luck = make(game, seed=seed, **wanted), quick_rng(seed)
    luck[0] = abs(int(luck[0])) % 2147483647
    taken: set[int] = set()
    while table.waiting():
        seat, number = step(table, luck), len(table.plies) - 1
        if len(taken) < 40 and len(table.plies) not in taken:
            try:
                table.undo(seat, number)
                taken.add(len(table.plies))
            except ConflictError:
                pass
    assert table.plies[-1].action >= 0
    return table


@pytest.fixture(scope="module", params=["claw", "prey"])
def table(request: pytest.FixtureRequest) -> Table:
    made = with_undo(request.param, "oak")
    assert any(ply.action < 0 for ply in made.plies)
    return made


def test_the_table_stands_where_it_stood_and_nothing_is_forgotten(table: Table) -> None:
    for number, ply in enumerate(table.plies):
        if ply.action < 0:
            then = ply.goes_back_to
            assert ply.hash == (table.plies[then - 1].hash if then else table.opening_hash)
            assert then not in table.standing()
            assert number not in table.standing()
    told = [event for event in table.log if event.name == "taken_back"]
    assert len(told) == sum(ply.action < 0 for ply in table.plies)
    assert table.told(told[:1], -1) == [f"{{{told[0]['seat']}:takes/take}} a move back."]


def test_a_history_with_it_is_found_again_and_verified(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    replay.save(file, table)
    read = replay.read_all(file)[0]
    assert replay.verify(read).is_genuine
    again = Table(table.game, table.edition, table.options, table.seed, keeps_past=False)
    for ply in table.plies:
        again.repeat(ply.seat, ply.action)
    assert record_bytes(again.state) == record_bytes(table.state)
    assert again.plies == table.plies
    again.take_back(5)
    assert again.plies == table.plies[:-5]


def test_a_replay_told_anew_keeps_who_sat_there_and_what_was_taken_back(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    seats = [replay.Seat(f"Person {seat}", "greedy" if seat else "") for seat in range(int(table.state.seats))]
    replay.save(file, table, seats=seats, hints=True)
    before = file.read_text()
    golden.replay_again(file)
    assert file.read_text() == before
    file.write_text(before + before)
    with pytest.raises(MalformedError, match="holds 2 games; a file of one game can be told anew"):
        golden.replay_again(file)
    assert file.read_text() == before + before


def test_a_review_leaves_out_what_was_taken_back(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    replay.save(file, table)
    finished = review.read(replay.read_all(file)[0])
    assert {moment.number for moment in finished.moments} <= set(table.standing())


def test_a_forged_one_is_caught(table: Table, tmp_path: Path) -> None:
    lines = replay.lines_of(table)
    number = next(n for n, line in enumerate(lines) if line["line"] == "undo")
    for change in ({"to": lines[number]["to"] - 1}, {"seat": lines[number]["seat"] + 1}, {"hash": "0" * 16}):
        forged = [*lines[:number], {**lines[number], **change}, *lines[number + 1 :]]
        file = tmp_path / "forged.jsonl"
        replay.write(file, forged)
        assert replay.verify(replay.read_all(file)[0]).problems


def test_what_was_drawn_or_chosen_in_secret_stays() -> None:
    table = make("talon", players=3, seed="oak")
    seat = table.waiting()[0]
    table.play(seat, table.legal(seat)[0])
    with pytest.raises(ConflictError, match="in secret"):
        table.undo(seat, 0)


def test_nobody_takes_back_what_another_did_or_what_is_gone() -> None:
    table = make("prey", players=3, seed="oak")
    luck = quick_rng("oak")
    luck[0] = 1
    while table.was_secret(len(table.plies) - 1) if table.plies else True:
        seat = step(table, luck)
    number = len(table.plies) - 1
    with pytest.raises(ConflictError, match="not one of seat"):
        table.undo((seat + 1) % 3, number)
    table.undo(seat, number)
    with pytest.raises(ConflictError, match="that stands"):
        table.undo(seat, number)
