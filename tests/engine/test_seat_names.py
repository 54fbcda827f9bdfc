"""Sentences with seats in them, as each seat reads them."""

from __future__ import annotations

import pytest

from bestiary.engine.seat_names import with_names

NAMES = ["Ann", "Bo", "Osric"]


@pytest.mark.parametrize(
    ("text", "seat", "read"),
    [
        ("{2:takes/take} a Rat.", 0, "Osric takes a Rat."),
        ("{2:takes/take} a Rat.", 2, "You take a Rat."),
        ("{2:takes/take} a Rat.", -1, "Osric takes a Rat."),
        ("{2's} Fox has no target.", 1, "Osric's Fox has no target."),
        ("{2's} Fox has no target.", 2, "Your Fox has no target."),
        ("Make {1} discard a Net.", 0, "Make Bo discard a Net."),
        ("{0:takes/take} a card of {1}.", 0, "You take a card of Bo."),
        ("{0:takes/take} a card of {1}.", 1, "Ann takes a card of you."),
        ("{0} and {1} win.", 2, "Ann and Bo win."),
        ("{7:folds/fold}.", 0, "Seat 8 folds."),
        ("nothing to fill", 0, "Nothing to fill"),
        ("", 0, ""),
    ],
)
def test_a_sentence_is_told_as_the_seat_reads_it(text: str, seat: int, read: str) -> None:
    assert with_names(text, NAMES, seat) == read


def test_a_second_sentence_begins_with_a_capital_too() -> None:
    assert with_names("Round 2 begins. {1:leads/lead}.", NAMES, 1) == "Round 2 begins. You lead."


def test_a_name_is_never_taken_for_a_mark() -> None:
    assert with_names("{0} wins.", ["{1}", "Bo"], -1) == "{1} wins."
