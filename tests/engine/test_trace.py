"""Events: written as numbers, read by name, blanked for who may not know."""

from __future__ import annotations

import pytest

from bestiary.engine.trace import UNKNOWN, Event, EventTable, emit, new_trace

TABLE = EventTable(rains="inches", draws="seat card!seat", burns="card!", gives="giver taker card!taker coins")
RAINS, DRAWS, BURNS, GIVES = TABLE.codes()


def test_events_are_read_back_by_name() -> None:
    trace = new_trace(8)
    emit(trace, RAINS, 3, 0, 0, 0)
    emit(trace, GIVES, 0, 2, 5, 7)
    assert TABLE.read(trace) == [
        Event("rains", {"inches": 3}),
        Event("gives", {"giver": 0, "taker": 2, "card": 5, "coins": 7}),
    ]


def test_the_count_goes_on_past_the_capacity_and_nothing_is_written_there() -> None:
    trace = new_trace(2)
    for inches in range(5):
        emit(trace, RAINS, inches, 0, 0, 0)
    assert int(trace[0, 0]) == 5
    assert [int(v) for v in trace[1:, 1]] == [0, 1]


def test_without_a_trace_nothing_happens() -> None:
    assert emit(None, RAINS, 1, 0, 0, 0) is None


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_a_secret_is_told_to_its_owner_only(seat: int) -> None:
    drawn = Event("draws", {"seat": 1, "card": 4})
    given = Event("gives", {"giver": 0, "taker": 2, "card": 5, "coins": 7})
    burnt = Event("burns", {"card": 3})
    seen = TABLE.seen_by([drawn, given, burnt], seat)
    assert seen[0]["card"] == (4 if seat == 1 else UNKNOWN)
    assert seen[0]["seat"] == 1
    assert seen[1]["card"] == (5 if seat == 2 else UNKNOWN)
    assert seen[1]["coins"] == 7
    assert seen[2]["card"] == UNKNOWN
    assert drawn["card"] == 4  # the event itself is not changed


def test_a_spectator_is_not_taken_for_an_owner_that_is_nobody() -> None:
    assert TABLE.blank(Event("draws", {"seat": -1, "card": 4}), -1)["card"] == UNKNOWN


def test_public_events_are_told_as_they_are() -> None:
    rain = Event("rains", {"inches": 3})
    assert TABLE.seen_by([rain], -1) == [rain]


def test_a_star_marks_what_the_position_does_not_keep() -> None:
    table = EventTable(rolls="seat face*", goals="seat face")
    assert [k.passing for k in table.kinds] == [True, False]
    assert table.kinds[0].args == ("seat", "face")
    roll = Event("rolls", {"seat": 0, "face": 3})
    assert table.seen_by([roll], -1) == [roll]


def test_events_have_a_plain_form() -> None:
    event = Event("gives", {"giver": 0, "taker": 2, "card": 5, "coins": 7})
    assert event.as_list() == ["gives", 0, 2, 5, 7]


def test_wrong_declarations_are_errors() -> None:
    with pytest.raises(TypeError, match="talks"):
        EventTable(talks="a b c d e f g h")
    with pytest.raises(TypeError, match="talks"):
        EventTable(talks="a b!c")
