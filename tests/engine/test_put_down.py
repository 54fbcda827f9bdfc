"""Tables that are put down and picked up, and the door that every move goes through."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

from bestiary.engine import door
from bestiary.engine import table as tables
from bestiary.engine.chance import server_seed
from bestiary.engine.errors import BestiaryError, ConflictError, FaultError, IllegalError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import clone, raw, record_bytes
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT, Events, rule
from bestiary.engine.table import Ply, Table, play, position_hash
from bestiary.games.talon.state import Box, State

TALON = find_game("talon")
HOUSE = TALON.edition()


def sit(variant: str | None = None, keeps_past: bool = True, game: Game = TALON) -> Table:
    options = TALON.make_options(3, variant, {"leader": 0})
    return Table(game, HOUSE, options, server_seed("down"), ("mine",), keeps_past)


def walk(table: Table, decisions: int) -> Table:
    for number in range(decisions):
        seat = table.waiting()[-1]
        moves = table.legal(seat)
        table.play(seat, moves[number % len(moves)])
    return table


def put_down(table: Table) -> dict[str, Any]:
    """All that is kept of a table, as plain data."""
    return {
        "position": record_bytes(table.state),
        "opening": [event.as_list() for event in table.opening],
        "opening_hash": table.opening_hash,
        "plies": [(p.seat, p.action, p.hash, [e.as_list() for e in p.events]) for p in table.plies],
    }


def pick_up(table: Table, kept: dict[str, Any], **other: Any) -> Table:
    read = TALON.events.parse
    history: dict[str, Any] = {
        **kept,
        "opening": [read(row) for row in kept["opening"]],
        "plies": [Ply(seat, action, mark, [read(r) for r in rows]) for seat, action, mark, rows in kept["plies"]],
        **other,
    }
    return Table.restore(TALON, HOUSE, table.options, table.seed, table.seat_seeds, **history)


def same(one: Table, two: Table) -> bool:
    assert record_bytes(one.state) == record_bytes(two.state)
    assert (one.opening, one.opening_hash, one.plies, one.events()) == (
        two.opening, two.opening_hash, two.plies, two.events()
    )  # fmt: skip
    return one.commitment == two.commitment


@pytest.mark.parametrize("variant", ["base", "no-peek", "gamble"])
@pytest.mark.parametrize("decisions", [0, 17])
def test_a_table_that_was_put_down_goes_on_as_if_nothing_had_been(
    variant: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = walk(sit(variant), decisions)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "start", None)  # nothing is dealt again
        again = pick_up(table, put_down(table))
    assert same(table, again)
    assert same(walk(table, 9), walk(again, 9))


def test_a_table_that_was_put_down_can_take_back() -> None:
    table = walk(sit("gamble"), 14)
    again = pick_up(table, put_down(table))
    assert [again.is_open(n) for n in range(14)] == [table.is_open(n) for n in range(14)]
    for one in (table, again):
        one.take_back(5)
    assert same(table, again)
    assert same(walk(table, 7), walk(again, 7))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"position": b"short"}, "bytes, not 5"),
        ({"position": bytes(TALON.state.dtype.itemsize)}, "0 seats"),
        ({"plies": []}, "not the one that the last decision led to"),
    ],
)
def test_what_does_not_fit_together_is_refused(wrong: dict[str, Any], said: str) -> None:
    table = walk(sit(), 5)
    with pytest.raises(MalformedError, match=said):
        pick_up(table, put_down(table), **wrong)


def test_a_position_that_its_seed_does_not_lead_to_cannot_be_taken_back() -> None:
    table = walk(sit(), 5)
    other = Table.restore(
        TALON, HOUSE, table.options, server_seed("another"), position=record_bytes(table.state), opening=table.opening,
        opening_hash=table.opening_hash, plies=table.plies,
    )  # fmt: skip
    with pytest.raises((ConflictError, IllegalError)):
        other.take_back(1)
    assert record_bytes(other.state) == record_bytes(table.state)


def test_a_table_without_past_positions_plays_again_to_take_back() -> None:
    kept, lean = walk(sit("gamble"), 12), walk(sit("gamble", keeps_past=False), 12)
    assert same(kept, lean)
    assert lean._past is None
    for table in (kept, lean):
        table.take_back(3)
        walk(table, 2)
        table.take_back(2)
    assert same(kept, lean)


@pytest.mark.parametrize("keeps_past", [True, False])
def test_tables_travel_between_processes(keeps_past: bool) -> None:
    table = walk(sit("gamble", keeps_past), 11)
    again = pickle.loads(pickle.dumps(table))
    assert same(table, again)
    assert (again.game is TALON, again.edition, again.keeps_past) == (True, again.edition, keeps_past)
    assert again.edition.digest == HOUSE.digest
    assert same(walk(table, 5), walk(again, 5))
    assert len(pickle.dumps(table)) < 40_000, "no history of positions, no box"


def test_a_game_travels_by_its_name_and_a_changed_one_does_not() -> None:
    assert pickle.loads(pickle.dumps(TALON)) is TALON
    with pytest.raises(TypeError, match="not the registered game"):
        pickle.dumps(dataclasses.replace(TALON, max_events=1))


def test_a_hash_is_that_of_the_position_whenever_it_is_asked_for() -> None:
    table, hashes = sit("gamble"), []
    for _ in range(10):
        walk(table, 1)
        hashes.append(position_hash(table.state))
    assert [ply.hash for ply in table.plies] == hashes
    assert pickle.loads(pickle.dumps(table.plies)) == table.plies
    assert len(set(table.plies)) == 10


# --- The door


@pytest.mark.parametrize("name", game_names())
def test_the_cheap_calls_say_what_the_rules_say(name: str) -> None:
    game = find_game(name)
    if game.large and JIT:
        pytest.skip("compiling it would take minutes; plain rules say the same")
    table = Table(game, game.edition(), game.make_options(), server_seed("door"))
    moves = np.zeros(game.max_moves, np.int32)
    for number in range(40):
        if table.is_over:
            break
        mask = int(game.waiting(table.state))
        assert table.waiting() == [seat for seat in range(16) if mask >> seat & 1]
        for seat in range(int(table.state.seats)):
            count = int(game.legal(table.edition.box, table.state, seat, moves))
            assert table.legal(seat) == [int(move) for move in moves[:count]]
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[number % len(table.legal(seat))])


def test_every_action_is_played_exactly_when_it_is_listed() -> None:
    table = walk(sit("gamble"), 6)
    seat = table.waiting()[0]
    legal = table.legal(seat)
    for action in range(TALON.actions.size):
        state = clone(table.state)
        if action in legal:
            play(TALON, HOUSE, state, seat, action)
            assert record_bytes(state) != record_bytes(table.state)
        else:
            with pytest.raises(IllegalError):
                play(TALON, HOUSE, state, seat, action)
            assert record_bytes(state) == record_bytes(table.state)


@rule
def stumble(box: Box, state: State, seat: int, action: int, trace: Events) -> None:
    """Changes the position, then meets a case that cannot happen."""
    state.coins[0] = 77
    trace[0, 0] = 1
    state.fault = 9


def test_a_fault_is_told_and_leaves_the_position_as_it_was() -> None:
    table = sit(game=dataclasses.replace(TALON, apply=stumble))
    before = record_bytes(table.state)
    with pytest.raises(FaultError, match="fault 9"):
        table.play(0, "choose rat")
    assert record_bytes(table.state) == before
    assert table.plies == []


def test_more_events_than_there_is_room_for_are_all_told_and_played_once() -> None:
    small, usual = sit("gamble", game=dataclasses.replace(TALON, max_events=1)), sit("gamble")
    assert same(walk(small, 30), walk(usual, 30))
    assert max(len(ply.events) for ply in usual.plies) > 3


@pytest.mark.parametrize("seat", ["0", None, 1.0, 3, -1, 10**30])
def test_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    table = sit()
    with pytest.raises(BestiaryError, match="seat"):
        table.play(seat, "choose rat")
    assert table.plies == []


def test_a_seat_may_be_any_kind_of_integer() -> None:
    table = sit()
    assert table.play(np.int64(0), "choose rat")  # type: ignore[arg-type]


def test_the_door_says_why_in_numbers() -> None:
    table = sit()
    before, trace = np.zeros(TALON.state.dtype.itemsize, np.uint8), tables.new_trace(TALON.max_events)

    def found(seat: int, action: str, state: Any = table.state) -> int:
        number = TALON.actions.parse(action)
        return int(TALON.door.attempt(raw(HOUSE.box), raw(state), before, seat, number, trace))

    assert found(0, "pass") > 0
    assert found(5, "choose rat") == door.NO_SEAT
    assert found(0, "choose rat") == door.PLAYED
    assert found(0, "choose rat") == door.NOT_ASKED
    over = clone(table.state)
    over.depth = 0
    assert found(0, "choose rat", over) == door.OVER


def test_events_come_back_from_their_plain_form() -> None:
    table = walk(sit("gamble"), 8)
    for event in table.events():
        assert TALON.events.parse(event.as_list()) == event
    for wrong in ([], ["flies"], ["chooses"], ["chooses", 1, 2, 3, 4, 5, 6, 7]):
        with pytest.raises(MalformedError, match="no event"):
            TALON.events.parse(wrong)
