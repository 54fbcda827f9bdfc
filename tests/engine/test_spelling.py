"""A misspelt word gets a suggestion: what was probably meant, never the word itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bestiary
from bestiary.engine.spelling import SHORT, did_you_mean, instead

GAMES = ["talon", "claw", "prey"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("tallon", "talon"), ("TALON", "talon"), ("Clav", "claw"), ("preyy", "prey")],
)
def test_the_nearest_word_is_suggested_whatever_its_capitals(word: str, meant: str) -> None:
    assert did_you_mean(word, GAMES) == f"; did you mean '{meant}'?"
    assert instead(word, GAMES) == f"; did you mean '{meant}'?"


def test_a_suggestion_is_written_as_it_must_be_typed() -> None:
    assert did_you_mean("emberleef", ["Emberleaf"]) == "; did you mean 'Emberleaf'?"
    assert did_you_mean("beting", ["betting"], full={"betting": "The bets"}) == "; did you mean 'The bets'?"


@pytest.mark.parametrize("word", GAMES)
def test_the_very_word_that_was_typed_is_never_suggested(word: str) -> None:
    assert did_you_mean(word, GAMES) == ""
    assert did_you_mean(word, [*GAMES, f"{word}s"]) == f"; did you mean '{word}s'?"


def test_of_words_that_differ_in_capitals_only_the_first_is_suggested() -> None:
    assert did_you_mean("cars", ["card", "CARD"]) == "; did you mean 'card'?"
    assert did_you_mean("card", ["card", "CARD"]) == "; did you mean 'CARD'?"


def test_short_words_have_less_in_common() -> None:
    assert did_you_mean("IN", ["IM", "VB"]) == ""
    assert did_you_mean("IN", ["IM", "VB"], SHORT) == "; did you mean 'IM'?"


@pytest.mark.parametrize(
    ("known", "told"),
    [(GAMES, "; there are talon, claw, prey"), (["talon"], "; there is only talon"), ([], "; there is none")],
)
def test_where_nothing_is_like_it_all_words_are_told(known: list[str], told: str) -> None:
    assert instead("chess", known) == told


def test_nothing_else_suggests_words() -> None:
    sources = Path(str(bestiary.__file__)).parent
    own = [f.name for f in sources.rglob("*.py") if re.search(r"difflib|did you mean", f.read_text(encoding="utf-8"))]
    assert own == ["spelling.py"]
