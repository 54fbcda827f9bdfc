"""A Travel at the terminal: moves keep their numbers until it ends, and all units of a field can go at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import bestiary
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.cli.session import Session
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.replay import Seat
from bestiary.engine.seat import look
from bestiary.engine.table import Table

ENOUGH = 600


def at_a_travel(units: int) -> tuple[Table, int]:
    """A game in which somebody may choose among so many units of a field."""
    table, rng = bestiary.make("beasts", players=2, seed="oak"), quick_rng("x")
    player = bot_named(table.game, "greedy")
    for _ in range(ENOUGH):
        seat = table.waiting()[0]
        seen = look(table, seat)
        if seen.private.question.kind == "travel-unit" and len(going(table, seat)) >= units:
            return table, seat
        table.play(seat, player.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action)
    raise AssertionError("nobody travels")


def going(table: Table, seat: int) -> list[int]:
    return [act.id for act in look(table, seat).actions if any("@" in thing for thing in act.things)]


def session_of(table: Table, seat: int, folder: Path) -> Session:
    seats = [Seat("You", "") if each == seat else Seat("Ash", "greedy") for each in range(2)]
    return Session(table, seats, folder / "game.jsonl")


def test_a_move_keeps_its_number_through_a_travel(tmp_path: Path) -> None:
    table, seat = at_a_travel(2)
    session = session_of(table, seat, tmp_path)
    before = {entry.text: entry.number for entry in session.decision(seat).menu()}
    table.play(seat, going(table, seat)[0])
    after = {entry.text: entry.number for entry in session.decision(seat).menu()}
    assert len(before.keys() & after.keys()) >= 1
    assert all(after[text] == before[text] for text in before.keys() & after.keys())
    assert len(set(after.values())) == len(after)


def test_all_units_of_a_field_go_at_once(tmp_path: Path) -> None:
    table, seat = at_a_travel(2)
    things = [thing for act in look(table, seat).actions for thing in act.things]
    field = things[0].partition("@")[2]
    session_of(table, seat, tmp_path).answer(seat, "move all")
    units = {"boat", "scout", "captain", "elder"}
    assert not units & set(look(table, seat).public.places.get(field, {})), "nobody of that field stayed"


@pytest.mark.parametrize("line", ["move 1", "move scout", "move", "move all 2"])
def test_move_takes_all_and_moves_nothing_else(line: str, tmp_path: Path) -> None:
    table, seat = at_a_travel(2)
    made = len(table.plies)
    with pytest.raises(MalformedError, match=f"'{line}'( alone)? moves nothing: type 'move all' .* or the number"):
        session_of(table, seat, tmp_path).answer(seat, line)
    assert len(table.plies) == made
