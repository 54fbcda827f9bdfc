"""Tooth & Claw: whoever follows the events arrives at the next view, and the log has its headings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from claw_helpers import CLAW, EXAMPLES, HOUSE, in_step, lay, lies, named, play, run, sit, wander

from bestiary.engine.content import Edition
from bestiary.engine.seat import look, since
from bestiary.engine.table import Table
from bestiary.engine.views import Look, Move, Told, contents, moves_of
from bestiary.games.claw.state import BACKS, CARDS, DEFENCE, EVENTS, FORMATION
from bestiary.games.claw.upgrade import options
from bestiary.testkit.paths import astray

SEATS = (-1, 0, 1)
TABLES = {
    "base": {}, "a match": {"games": 2}, "memory": {"memory": 1}, "a match with memory": {"games": 2, "memory": 1},
}  # fmt: skip
REPLAYS = sorted((Path(__file__).parent.parent / "replays").glob("0.1.0-claw-*.jsonl"))


def told_to(table: Table, seat: int, number: int) -> list[Told]:
    """The events from a number on, as they are told the first time: nothing has faded yet."""
    seen = EVENTS.seen_by(table.log[number:], seat)
    return [CLAW.telling.told(table.edition, number + at, event) for at, event in enumerate(seen)]


def lying(view: Look) -> dict[str, dict[str, int]]:
    return contents(view.public, view.private)


@pytest.mark.parametrize("edition", [HOUSE, EXAMPLES], ids=lambda e: e.name)
@pytest.mark.parametrize("settings", TABLES.values(), ids=TABLES)
def test_a_view_moved_along_its_events_arrives_at_the_next_view(settings: dict[str, int], edition: Edition) -> None:
    table = sit("paths", edition=edition, first=-1, **settings)
    before = {seat: look(table, seat) for seat in SEATS}
    for _ in wander(table, "paths"):
        before = _check(table, before)
    _check(table, before)


def _check(table: Table, before: dict[int, Look]) -> dict[int, Look]:
    after = {seat: look(table, seat) for seat in SEATS}
    for seat in SEATS:
        moves = list(moves_of(told_to(table, seat, before[seat].number)))
        assert astray(lying(before[seat]), moves, lying(after[seat])) == []
    return after


def test_the_set_up_comes_out_of_the_box() -> None:
    table = sit()
    for seat in SEATS:
        assert astray({}, list(moves_of(told_to(table, seat, 0))), lying(look(table, seat))) == []
    assert named(table.opening, "gets_deck") == [(0, CARDS), (1, CARDS)]


def test_a_battle_moves_cards_through_the_lanes() -> None:
    table = sit()
    lay(table, "R3 B1 R7 / # B9 . / . . #", "B2 R4 R6 / R8 # . / . # .")
    number = len(table.log)
    play(table, "R3", "R8")
    path = [(move.thing, move.start, move.goal) for move in moves_of(told_to(table, -1, number))]
    assert path == [
        ("red-3", "space:0.v1", "lane:0"),
        ("red-8", "space:1.r1", "lane:1"),
        ("red-8", "lane:1", "taken:1/1"),
        ("red-3", "lane:0", "taken:1/0"),
    ]


def test_cards_that_fought_lie_apart_after_the_round_and_are_gathered_for_a_second_game() -> None:
    table = sit("rounds", "match")
    for _ in wander(table, "rounds"):
        number = int(table.state.round_number)
        if in_step(table, FORMATION):
            assert [len(lies(table, f"used:{owner}")) for owner in (0, 1)] == [7 * number] * 2
    cleared = named(table.events(), "clears")
    assert sum(cards.bit_count() for _, _, cards in cleared) == 2 * 3 * 14
    gathered = named(table.events(), "gathers")
    assert [(seat, cards.bit_count()) for seat, cards, _ in gathered] == [(0, 21), (1, 21)]
    assert all(cards | 1 << kept == (1 << CARDS) - 1 for _, cards, kept in gathered)


def test_with_the_memory_option_no_event_names_what_was_taken_in_the_round() -> None:
    table = run(sit("rounds", games=2, memory=1))
    assert named(table.events(), "clears") == []
    assert sum(count for _, count in named(table.events(), "clears_unseen")) == 2 * 3 * 14
    assert all(cards == 0 for _, cards, _ in named(table.events(), "gathers"))
    told = {event.kind: event for event in told_to(table, 0, 0)}
    assert [move.thing for move in told["clears_unseen"].path] == [None]


def test_the_reason_of_a_battle_fades_with_its_cards() -> None:
    table = sit("fading", memory=1)
    for _ in wander(table, "fading"):
        kinds = [event.kind for event in since(table, 0, 0)]
        assert kinds.count("attacks") == in_step(table, DEFENCE)
        assert not {"defends", "decides", "takes"} & set(kinds)


def test_a_secret_that_is_placed_or_drawn_is_null_for_the_other_player() -> None:
    table = sit("null")
    for _ in wander(table, "null", until=BACKS):
        pass
    for seat in SEATS:
        for event in told_to(table, seat, 0):
            if event.kind in ("draws", "places"):
                assert [move.thing is None for move in event.path] == [event.facts["seat"] != seat]
                assert (event.facts["card"] is None) == (event.facts["seat"] != seat)


def test_games_rounds_and_battles_are_headings_of_the_log() -> None:
    table = run(sit("headings", "match"))
    headings = [event.kind for event in since(table, -1, 0) if event.opens]
    one = ["game_begins", *(["round_begins"] + ["battle_begins"] * 7) * 3]
    assert headings == [*one, *one, "game_over"]


def test_a_wrong_path_is_noticed() -> None:
    table = sit()
    lay(table, "R3 B1 R7 / # B9 . / . . #", "B2 R4 R6 / R8 # . / . # .")
    before, number = lying(look(table, -1)), len(table.log)
    play(table, "R3", "R8")
    moves = list(moves_of(told_to(table, -1, number)))
    after = lying(look(table, -1))
    assert astray(before, moves, after) == []
    for at, move in enumerate(moves):
        wrong = Move(thing=move.thing, start=move.start, goal="space:0.v3")
        assert astray(before, [*moves[:at], wrong, *moves[at + 1 :]], after)
        assert astray(before, [*moves[:at], *moves[at + 1 :]], after)


# --- Replays of format 1


@pytest.mark.parametrize(("old", "new"), [(0, -1), (1, 0), (2, 1)])
def test_the_first_players_seat_of_an_old_replay_counts_from_0(old: int, new: int) -> None:
    assert options({"seats": 2, "first": old, "games": 1, "memory": 0}) == {
        "seats": 2, "first": new, "games": 1, "memory": 0,
    }  # fmt: skip
    assert options({"seats": 2})["first"] == -1


@pytest.mark.parametrize("file", REPLAYS, ids=lambda file: file.stem)
def test_replays_of_0_1_0_play_again_to_the_same_bytes(file: Path) -> None:
    header, *plies, closing = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    settings: dict[str, Any] = options(header["options"])
    made = CLAW.make_options(settings.pop("seats"), settings=settings)
    table = Table(CLAW, CLAW.edition(), made, bytes.fromhex(closing["seed"]), tuple(closing["seat_seeds"]))
    assert header["layout"] == CLAW.state.layout()
    assert table.opening_hash == header["hash"]
    for ply in plies:
        table.play(ply["seat"], ply["action"])
        assert table.plies[-1].hash == ply["hash"]
    assert table.is_over
    assert table.payoffs() == closing["payoffs"]


def test_there_are_replays_of_0_1_0() -> None:
    assert REPLAYS
