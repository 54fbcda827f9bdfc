"""Laws of the front door, on tables that hypothesis makes and shrinks."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bestiary.engine.errors import BestiaryError, ConflictError, IllegalError
from bestiary.engine.records import record_bytes, same_record
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.replay import Replay, lines_of, resume
from bestiary.engine.seat import list_actions, look
from bestiary.engine.sight import sight
from bestiary.engine.table import position_text, read_position
from bestiary.testkit.strategies import tables

quietly = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
every_game = pytest.mark.parametrize("name", game_names())


@every_game
@quietly
@given(data=st.data())
def test_any_number_is_either_legal_or_refused_without_a_trace(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    table = data.draw(tables(game))
    seat = data.draw(st.integers(-1, int(table.state.seats)))
    action = data.draw(st.integers(-2, game.actions.size + 1))
    before = record_bytes(table.state)
    if seat in table.waiting() and action in table.legal(seat):
        assert table.play(seat, action)
        return
    with pytest.raises(BestiaryError) as refusal:
        table.play(seat, action)
    assert str(refusal.value)
    assert record_bytes(table.state) == before
    if 0 <= action < game.actions.size and 0 <= seat < int(table.state.seats):
        assert isinstance(refusal.value, IllegalError | ConflictError)


@every_game
@quietly
@given(data=st.data())
def test_taking_back_restores_every_byte(name: str, data: st.DataObject) -> None:
    table = data.draw(tables(find_game(name)))
    count = data.draw(st.integers(0, len(table.plies)))
    again = data.draw(st.just(table.plies[len(table.plies) - count :]))
    after = record_bytes(table.state)
    if count:
        table.take_back(count)
    for ply in again:
        table.play(ply.seat, ply.action)
    assert record_bytes(table.state) == after


@every_game
@quietly
@given(data=st.data())
def test_positions_and_interrupted_games_survive_their_text(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    table = data.draw(tables(game))
    assert same_record(read_position(game, position_text(game, table.state)), table.state)
    if not table.is_over:
        lines = [json.loads(json.dumps(line)) for line in lines_of(table)]
        assert same_record(resume(Replay("x", lines[0], lines[1:-1], lines[-1])).state, table.state)


@every_game
@quietly
@given(data=st.data())
def test_what_a_seat_is_shown_can_be_made_from_what_it_knows(name: str, data: st.DataObject) -> None:
    game = find_game(name)
    table = data.draw(tables(game))
    seat = data.draw(st.integers(-1, int(table.state.seats) - 1))
    known = sight(game, table.edition, table.knowledge(seat), seat)
    seen = look(table, seat)
    assert seen.private == (game.private(known) if seat >= 0 else None)
    assert seen.actions == list_actions(known)
    assert seen.public == game.public(sight(game, table.edition, table.knowledge(-1), -1))
