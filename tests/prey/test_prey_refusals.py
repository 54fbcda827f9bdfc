"""Every clause of Predator & Prey is the reason of some refusal."""

from __future__ import annotations

import pytest

from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.games.prey.state import ANOTHERS_CARD, GAME_IS_OVER, MUST_FOLLOW, NOT_ASKED, NOT_IN_HAND
from bestiary.games.prey.words import CLAUSES
from prey_helpers import GAME, card, lay, play, sit


def test_cards_of_others_and_cards_that_break_the_suit_are_refused_with_the_reason() -> None:
    table = sit()
    lay(table, ["a5 b1", "a2 b9", "b2 c3", "a9 d1"])
    play(table, "a5")
    edition, state = table.edition, table.state
    before = record_bytes(state)
    assert GAME.why_not(edition, state, 1, card("a2")) is None
    assert GAME.why_not(edition, state, 1, card("b9")).section == CLAUSES[MUST_FOLLOW].section
    assert "You have no" in GAME.why_not(edition, state, 1, card("d1")).sentence
    assert GAME.why_not(edition, state, 1, card("d1")).section == CLAUSES[NOT_IN_HAND].section
    assert GAME.why_not(edition, state, 2, card("b2")) == CLAUSES[NOT_ASKED]
    assert GAME.why_not(edition, state, 1, {"card": 3, "seat": 2}) == CLAUSES[ANOTHERS_CARD]
    with pytest.raises(IllegalError):
        table.play(1, card("b9"))
    with pytest.raises(ConflictError):
        table.play(2, card("b2"))
    with pytest.raises(MalformedError):
        table.play(1, "play z-9")
    assert record_bytes(state) == before


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    table = sit(4, max_rounds=1)
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    play(table, "a12", "a1", "a2", "a3")
    assert GAME.why_not(table.edition, table.state, 0, 0) == CLAUSES[GAME_IS_OVER]
