"""Bots at the seats of a table."""

from __future__ import annotations

import pytest

from bestiary.bots import seated
from bestiary.bots.seated import Bots
from bestiary.engine.errors import MalformedError
from bots_helpers import table_of


def test_bots_play_a_game_to_its_end() -> None:
    table = table_of("talon", 3)
    bots = Bots(table, ["greedy", "random", "easy"], compiles=False)
    while waiting := table.waiting():
        table.play(waiting[0], bots.choose(waiting[0]))
    assert sum(table.payoffs()) == pytest.approx(1)


def test_after_taking_back_a_bot_that_knows_the_same_answers_the_same() -> None:
    table = table_of("talon", 3)
    bots = Bots(table, ["random"] * 3, compiles=False)
    seats = [0, 1, 2]
    first = [bots.choose(seat) for seat in seats]
    for seat, action in zip(seats, first, strict=True):
        table.play(seat, action)
    table.take_back(3)
    assert [bots.choose(seat) for seat in seats] == first


def test_a_person_s_seat_has_no_bot_and_hints_need_none() -> None:
    table = table_of("talon", 2)
    bots = Bots(table, ["", "greedy"], compiles=False, hints=True)
    assert set(bots.players) == {"greedy", "search"}
    assert not bots.waits_for_compiler


def test_an_unknown_bot_is_refused_before_the_game() -> None:
    with pytest.raises(MalformedError, match="greedy"):
        Bots(table_of("talon", 2), ["", "gredy"], compiles=False)


def test_a_table_that_is_not_solved_is_refused_before_anybody_solves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(seated, "solve_aside", lambda *table: asked.append(table))
    with pytest.raises(MalformedError, match=r"solved for 2 players, .* -p 2"):
        Bots(table_of("talon", 3), ["", "perfect", "perfect"], compiles=True)
    assert asked == []
