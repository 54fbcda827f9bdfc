"""A table: the only door to a position, its history, and positions as text."""

from __future__ import annotations

import base64
import dataclasses
import zlib
from typing import Any

import pytest

from bestiary.engine.chance import commitment, server_seed
from bestiary.engine.errors import BestiaryError, ConflictError, FaultError, IllegalError, MalformedError
from bestiary.engine.records import clone, record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.seat import look
from bestiary.engine.table import Table, check_fault, play, position_hash, position_text, read_position

TALON = find_game("talon")
HOUSE = TALON.edition()


def sit(seed: str = "t", variant: str | None = None, seat_seeds: tuple[str, ...] = ()) -> Table:
    return Table(TALON, HOUSE, TALON.make_options(3, variant, {"leader": 0}), server_seed(seed), seat_seeds)


def walk(table: Table, decisions: int) -> Table:
    for number in range(decisions):
        seat = table.waiting()[-1]
        moves = table.legal(seat)
        table.play(seat, moves[number % len(moves)])
    return table


def test_the_same_seed_and_actions_give_the_same_bytes() -> None:
    for variant in ("base", "no-peek", "gamble"):
        one, two = walk(sit("s", variant), 15), walk(sit("s", variant), 15)
        assert record_bytes(one.state) == record_bytes(two.state)
        assert [p.hash for p in one.plies] == [p.hash for p in two.plies]
        assert one.events() == two.events()


def test_another_seed_of_the_server_or_of_a_seat_gives_another_deal() -> None:
    hashes = {sit(s, "gamble", seats).opening_hash for s in ("a", "b") for seats in ((), ("x",), ("x", "y"))}
    assert len(hashes) == 6


def test_the_commitment_is_known_before_the_game() -> None:
    assert sit("s").commitment == commitment(server_seed("s"))


def test_text_data_and_number_are_three_ways_to_say_the_same() -> None:
    tables = [sit() for _ in range(3)]
    tables[0].play(0, "choose hawk")
    tables[1].play(0, {"do": "choose", "animal": "hawk"})
    tables[2].play(0, TALON.actions.parse("choose hawk"))
    assert len({record_bytes(t.state) for t in tables}) == 1


def test_a_refused_action_changes_no_byte_and_no_history() -> None:
    table = sit()
    table.play(0, "choose hawk")
    before = record_bytes(table.state)
    wrong: list[tuple[int, Any, type[BestiaryError]]] = [
        (1, "pass", IllegalError), (0, "choose rat", ConflictError), (1, "jump", MalformedError),
        (1, -1, MalformedError), (1, TALON.actions.size, MalformedError), (3, "choose rat", MalformedError),
        (-1, "choose rat", MalformedError), (1, {}, MalformedError), (1, {"do": "choose"}, MalformedError),
    ]  # fmt: skip
    for seat, action, error in wrong:
        with pytest.raises(error):
            table.play(seat, action)
        assert record_bytes(table.state) == before
        assert len(table.plies) == 1


def test_play_itself_refuses_before_it_touches_the_position() -> None:
    table = sit()
    before = clone(table.state)
    with pytest.raises(IllegalError):
        play(TALON, HOUSE, table.state, 0, TALON.actions.parse("pass"))
    assert record_bytes(table.state) == record_bytes(before)


def test_a_game_that_is_over_accepts_nothing() -> None:
    table = sit()
    walk_to_the_end(table)
    with pytest.raises(ConflictError, match="over"):
        table.play(0, "choose rat")


def walk_to_the_end(table: Table) -> None:
    while not table.is_over:
        walk(table, 1)


def test_taking_back_restores_the_bytes_and_the_history() -> None:
    table = sit("back", "gamble")
    past = [record_bytes(table.state)]
    for _ in range(12):
        walk(table, 1)
        past.append(record_bytes(table.state))
    table.take_back(1)
    assert record_bytes(table.state) == past[11]
    table.take_back(5)
    assert record_bytes(table.state) == past[6]
    assert len(table.plies) == 6
    table.take_back(6)
    assert record_bytes(table.state) == past[0]
    assert position_hash(table.state) == table.opening_hash
    assert table.events() == list(table.opening)


def test_after_taking_back_the_game_goes_on_as_if_nothing_had_been() -> None:
    straight, detour = walk(sit("on", "gamble"), 8), walk(sit("on", "gamble"), 12)
    detour.take_back(4)
    assert record_bytes(straight.state) == record_bytes(detour.state)
    for table in (straight, detour):
        table.play(table.waiting()[0], table.legal(table.waiting()[0])[0])
    assert straight.plies == detour.plies


@pytest.mark.parametrize("plies", [0, -1, 4])
def test_only_made_decisions_can_be_taken_back(plies: int) -> None:
    table = walk(sit(), 3)
    before = record_bytes(table.state)
    with pytest.raises(ConflictError):
        table.take_back(plies)
    assert record_bytes(table.state) == before
    assert len(table.plies) == 3


def test_what_a_seat_knows_is_a_copy() -> None:
    table = sit("copy", "gamble")
    before = record_bytes(table.state)
    known = table.knowledge(0)
    known.coins[0] = 1
    look(table, 1).public.seats.clear()
    assert record_bytes(table.state) == before


def test_a_fault_of_the_rules_is_an_error_of_its_own() -> None:
    table = sit()
    check_fault(TALON, table.state)
    table.state.fault = 1
    with pytest.raises(FaultError, match="fault 1"):
        check_fault(TALON, table.state)
    assert not issubclass(FaultError, BestiaryError)


def test_a_position_round_trips_through_one_word_of_text() -> None:
    for variant in ("base", "gamble"):
        table = sit("word", variant)
        for _ in range(20):
            text = position_text(TALON, table.state)
            assert len(text.split()) == 1
            assert record_bytes(read_position(TALON, text)) == record_bytes(table.state)
            walk(table, 1)


def test_a_position_read_from_text_can_be_played_on() -> None:
    table = walk(sit("on"), 4)
    state = read_position(TALON, position_text(TALON, table.state))
    seat = table.waiting()[0]
    action = table.legal(seat)[0]
    table.play(seat, action)
    play(TALON, HOUSE, state, seat, action)
    assert record_bytes(state) == record_bytes(table.state)


def body_of(data: bytes) -> str:
    return f"talon.{TALON.state.layout()}.{packed(zlib.compress(data))}"


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


def unpacked(body: str) -> bytes:
    return base64.urlsafe_b64decode(body)


def damaged() -> dict[str, str]:
    text = position_text(TALON, sit().state)
    _, layout, body = text.split(".")
    return {
        "nothing": "",
        "only a name": "talon",
        "another game": f"chess.{layout}.{body}",
        "another layout": f"talon.0123456789abcdef.{body}",
        "no body": f"talon.{layout}.",
        "half a body": f"talon.{layout}.{body[: len(body) // 2]}",
        "one letter less": text[:-1],
        "other letters": f"talon.{layout}.{body[:20]}{'A' if body[20] != 'A' else 'B'}{body[21:]}",
        "no base64": f"talon.{layout}.???",
        "foreign letters": f"talon.{layout}.äöü",
        "too short": body_of(bytes(10)),
        "too long": body_of(bytes(TALON.state.dtype.itemsize + 1)),
        "more behind it": f"talon.{layout}.{packed(unpacked(body) + b'more')}",
        "signs in between": f"talon.{layout}.{body[:8]}!{body[8:]}",
        "letters without end": f"talon.{layout}.{'A' * 10_000_000}",
    }


@pytest.mark.parametrize("kind", damaged())
def test_a_damaged_position_is_refused(kind: str) -> None:
    with pytest.raises(MalformedError, match="position"):
        read_position(TALON, damaged()[kind])


@pytest.mark.parametrize(("name", "fades"), [("prey", ("wins_trik",)), ("talon", ("passes",))])
def test_fading_needs_an_event_and_the_option_memory(name: str, fades: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="fades names events"):
        dataclasses.replace(find_game(name), fades=fades)
