"""Options of a table: typed, checked, explained."""

from __future__ import annotations

import pytest

from bestiary.engine.errors import MalformedError
from bestiary.engine.options import as_dict, fill, listing, number, parse_setting, settings_of, switch
from bestiary.engine.records import Cells, Record
from bestiary.engine.registry import find_game

TALON = find_game("talon")


class Dinner(Record):
    guests: int = number("i2", 4, 2, 12, "people at the table")
    courses: Cells = listing("i1", 3, 0, 5, "what is served")
    candles: int = switch("whether candles burn")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("guests=7", ("guests", 7)),
        (" guests = 7 ", ("guests", 7)),
        ("courses=1,2", ("courses", [1, 2])),
        ("courses=1, 2 ,", ("courses", [1, 2])),
        ("courses=", ("courses", [])),
        ("candles=yes", ("candles", 1)),
        ("candles=TRUE", ("candles", 1)),
        ("candles=off", ("candles", 0)),
        ("candles=0", ("candles", 0)),
    ],
)
def test_a_typed_option_is_understood(text: str, result: tuple[str, object]) -> None:
    assert parse_setting(Dinner, text) == result


def test_hyphens_and_underscores_are_the_same() -> None:
    assert parse_setting(TALON.options, "no-peek=yes") == ("no_peek", 1)
    assert parse_setting(TALON.options, "team-list=0,1,0,1") == ("team_list", [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gests=7", "did you mean 'guests'"),
        ("zzz=7", "there are guests, courses, candles"),
        ("guests", "key=value, for example guests="),
        ("courses", "courses=0,5"),
        ("candles", "candles=yes"),
        ("guests=1", "guests must be 2 to 12, not '1'"),
        ("guests=13", "2 to 12"),
        ("guests=", "2 to 12"),
        ("guests=many", "2 to 12, not 'many'"),
        ("guests=2.5", "2 to 12"),
        ("courses=1,9", "numbers from 0 to 5"),
        ("courses=1,x", "numbers from 0 to 5"),
        ("candles=maybe", "yes or no"),
        ("candles=2", "yes or no"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_setting(Dinner, text)
    assert said in str(caught.value)


def test_what_is_not_set_has_its_default() -> None:
    assert as_dict(Dinner, fill(Dinner, {})) == {"guests": 4, "courses": [], "candles": 0}


def test_settings_round_trip_through_the_record() -> None:
    given = {"guests": 12, "courses": [5, 0, 3], "candles": 1}
    assert as_dict(Dinner, fill(Dinner, given)) == given


@pytest.mark.parametrize(
    "given",
    [
        {"guests": 1}, {"guests": 99999}, {"guests": "x"}, {"guests": None}, {"guests": 2.5}, {"guests": [3]},
        {"courses": [6]}, {"courses": [0, 6]}, {"courses": [0, -1]}, {"courses": [0, "x"]}, {"courses": [0, 300]},
        {"courses": [1, 2, 3, 4]}, {"courses": 5}, {"courses": None}, {"candles": 2}, {"candles": "x"},
    ],
)  # fmt: skip
def test_programs_get_the_same_checks_as_people(given: dict[str, object]) -> None:
    with pytest.raises(MalformedError):
        fill(Dinner, given)


def test_every_option_has_a_sentence_a_range_and_a_default_within_it() -> None:
    for setting in settings_of(TALON.options).values():
        assert setting.text
        assert setting.range_text()
        if setting.kind == "number":
            assert isinstance(setting.default, int)
            assert setting.low <= setting.default <= setting.high


def test_an_unknown_option_of_a_game_is_refused() -> None:
    with pytest.raises(MalformedError, match="no option 'tems'"):
        TALON.make_options(4, None, {"tems": 2})


def test_an_unknown_variant_is_refused_with_the_known_ones() -> None:
    with pytest.raises(MalformedError, match="base, teams, no-peek"):
        TALON.make_options(4, "poker")


def test_a_variant_brings_its_settings_and_the_table_may_change_them() -> None:
    assert TALON.settings(TALON.make_options(6, "teams"))["teams"] == 2
    assert TALON.settings(TALON.make_options(6, "teams", {"teams": 3}))["teams"] == 3


def test_without_a_number_of_players_a_variant_has_one_that_fits() -> None:
    for variant in TALON.variants:
        assert TALON.settings(TALON.make_options(None, variant.name))["seats"] in variant.players


def test_an_unknown_game_is_refused_with_a_suggestion() -> None:
    with pytest.raises(MalformedError, match="did you mean 'talon'"):
        find_game("tallon")
    with pytest.raises(MalformedError, match="talon"):
        find_game("xyz")
