"""Every clause of Predator & Prey is the reason of some refusal."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.seat import refuse
from bestiary.engine.table import Table
from bestiary.engine.views import Refused
from bestiary.games.prey.state import (
    ANOTHERS_CARD, ASIDE_CARD, GAME_IS_OVER, MUST_FOLLOW, NOT_ASKED, NOT_IN_HAND, ONLY_TO_TRICK, PLAYED_CARD, WON_CARD,
)  # fmt: skip
from bestiary.games.prey.words import CLAUSES
from prey_helpers import card, lay, play, sit


def test_cards_of_others_and_cards_that_break_the_suit_are_refused_with_the_reason() -> None:
    table = sit()
    lay(table, ["a5 b1", "a2 b9", "b2 c3", "a9 d1"])
    play(table, "a5")
    before = record_bytes(table.state)
    assert refuse(table, 1, card("a2")) is None
    assert refuse(table, 1, card("b9")).clause == MUST_FOLLOW
    assert refuse(table, 1, card("b9")).sentence == "Forest was led, and you hold Forest: you must follow."
    assert "You have no" in refuse(table, 1, card("d1")).sentence
    assert refuse(table, 1, card("d1")).clause == NOT_IN_HAND
    assert said(refuse(table, 2, card("b2"))) == CLAUSES[NOT_ASKED].sentence
    assert said(refuse(table, 1, "?@hand:2")) == CLAUSES[ANOTHERS_CARD].sentence
    with pytest.raises(IllegalError):
        table.play(1, card("b9"))
    with pytest.raises(ConflictError):
        table.play(2, card("b2"))
    with pytest.raises(MalformedError):
        table.play(1, "play z-9")
    assert record_bytes(table.state) == before


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    table = sit(4, max_rounds=1)
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    play(table, "a12", "a1", "a2", "a3")
    assert said(refuse(table, 0, 0)) == CLAUSES[GAME_IS_OVER].sentence


def following() -> Table:
    """Seat 0 has led, seat 1 follows."""
    table = sit(3)
    lay(table, ["a5 b1", "a2 b9", "b2 c3"])
    table.state.won[2] = 1
    play(table, "a5")
    return table


@pytest.mark.parametrize(("thing", "clause"), [
    ("a-2@hand:1", 0), ("b-9@hand:1", MUST_FOLLOW), ("d-1@hand:1", NOT_IN_HAND), ("?@hand:1", NOT_IN_HAND),
    ("?@hand:2", ANOTHERS_CARD), ("b-2@hand:2", ANOTHERS_CARD), ("hand:2", ANOTHERS_CARD),
    ("a-5@trick:0", PLAYED_CARD), ("?@won:2", WON_CARD), ("?@aside", ASIDE_CARD), ("aside", ASIDE_CARD),
])  # fmt: skip
def test_pointing_at_any_thing_plays_it_or_names_the_rule(thing: str, clause: int) -> None:
    refused = refuse(following(), 1, thing)
    assert (refused.clause if refused else 0) == clause


def test_a_card_is_dropped_on_the_trick_and_nowhere_else() -> None:
    table = following()
    assert refuse(table, 1, {"thing": "a-2@hand:1", "onto": "trick:1"}) is None
    assert refuse(table, 1, {"thing": "a-2@hand:1", "onto": "won:1"}).clause == ONLY_TO_TRICK


@pytest.mark.parametrize("intent", ["e-1@hand:1", "a-13@hand:1", "a-2@hand:3", "a-2@pocket", "aside:1",
                                    {"thing": "a-2@hand:1", "onto": "sky"}])  # fmt: skip
def test_an_unknown_name_is_malformed_and_the_answer_gives_an_example(intent: Any) -> None:
    with pytest.raises(MalformedError, match="for example"):
        refuse(following(), 1, intent)


def test_four_players_have_no_hand_set_aside() -> None:
    with pytest.raises(MalformedError, match="no place"):
        refuse(sit(4), 0, "aside")


def test_a_spectator_owes_no_decision_whatever_it_points_at() -> None:
    assert refuse(following(), -1, "?@hand:1").clause == NOT_ASKED


def said(refused: Refused | None) -> str:
    assert refused is not None
    return refused.sentence
