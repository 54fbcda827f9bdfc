"""Actions as numbers, texts and data."""

from __future__ import annotations

import json

import pytest

from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game

TALON = find_game("talon").actions
SMALL = ActionSpace(
    Kind("paint", colour=("red", "blue"), wall=("north", "south", "east")),
    Kind("rest"),
    Kind("bid", coins=range(5, 9)),
    amounts=("bid",),
)


def test_kinds_lie_one_after_the_other() -> None:
    assert SMALL.offset == {"paint": 0, "rest": 6, "bid": 7}
    assert SMALL.size == 11
    assert SMALL.first_amount == 7
    assert ActionSpace(Kind("rest")).first_amount == 1


def test_texts_name_kind_and_arguments_in_order() -> None:
    assert [SMALL.text(a) for a in range(SMALL.size)] == [
        "paint red north", "paint red south", "paint red east", "paint blue north", "paint blue south",
        "paint blue east", "rest", "bid 5", "bid 6", "bid 7", "bid 8",
    ]  # fmt: skip


def test_data_names_its_arguments_and_keeps_numbers() -> None:
    assert SMALL.data(4) == {"do": "paint", "colour": "blue", "wall": "south"}
    assert SMALL.data(8) == {"do": "bid", "coins": 6}
    assert SMALL.data(6) == {"do": "rest"}


def test_every_action_of_the_game_round_trips_through_text_and_data() -> None:
    texts = set()
    for action in range(TALON.size):
        text = TALON.text(action)
        texts.add(text)
        assert TALON.parse(text) == action
        assert TALON.parse(TALON.data(action)) == action
        assert TALON.parse(json.loads(json.dumps(TALON.data(action)))) == action
    assert len(texts) == TALON.size


def test_capitals_and_spaces_do_not_matter() -> None:
    assert SMALL.parse("  Paint   RED north ") == 0


def test_the_order_of_keys_in_data_does_not_matter() -> None:
    assert SMALL.parse({"wall": "south", "do": "paint", "colour": "blue"}) == 4
    assert SMALL.parse({"coins": 6, "do": "bid"}) == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "one of paint, rest, bid"),
        ("pant red north", "not 'pant'; did you mean 'paint'?"),
        ("paint", "paint COLOUR WALL"),
        ("paint red", "paint COLOUR WALL"),
        ("rest now", "write it as 'rest'"),
        ("paint green north", "colour must be one of red, blue, not 'green'"),
        ("paint blu north", "not 'blu'; did you mean 'blue'?"),
        ("bid 4", "a number from 5 to 8, not '4'"),
        ("bid five", "a number from 5 to 8, not 'five'"),
    ],
)
def test_a_text_that_is_no_action_is_refused_with_what_would_be(text: str, said: str) -> None:
    with pytest.raises(MalformedError) as caught:
        SMALL.parse(text)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [{}, {"do": "paint"}, {"do": "fly"}, {"do": "paint", "colour": "red"}, {"do": None}, {"do": ["rest"]},
     {"do": "bid", "coins": 99}, {"do": "bid", "coins": None}, {"do": "rest", "really": True}, {"colour": "red"}],
)  # fmt: skip
def test_data_that_is_no_action_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(MalformedError):
        SMALL.parse(data)


@pytest.mark.parametrize("number", [-1, 11, 10_000])
def test_numbers_outside_the_range_are_refused(number: int) -> None:
    with pytest.raises(MalformedError, match="0 to 10"):
        SMALL.text(number)
