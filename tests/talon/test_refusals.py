"""Every clause that refuses something: when it is the reason, what is said, and that nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from talon_helpers import HOUSE, TALON, check_all, choose, even_hands, gamble, play, quiet_round, quiet_turn, sit

from bestiary.engine.errors import BestiaryError, ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.seat import refuse
from bestiary.engine.table import Table
from bestiary.games.talon import state as s
from bestiary.games.talon.rules import refusal
from bestiary.games.talon.words import CLAUSES

HIGH = "hawk snake fox"
LOW = "fox net rat"


def choosing() -> Table:
    return sit(3)


def acting(*cards: str, **settings: Any) -> Table:
    table = sit(len(cards), **settings)
    choose(table, *cards)
    return table


def betting(*coins: int) -> Table:
    table = gamble(*coins)
    choose(table, *["rat"] * len(coins))
    return table


def after(table: Table, *lines: str) -> Table:
    play(table, *lines)
    return table


def with_a_folded_hawk() -> Table:
    """Seat 1 has folded with a Hawk in its collection; seat 0 acts with a Net, and seat 2 has a Hawk, too."""
    table = gamble(100, 100, 100, leader=2)
    quiet_turn(table, "fox", "hawk", "hawk")
    choose(table, "net", "rat", "fox")
    return after(table, "0 check", "1 fold", "2 check")


def with_an_empty_seat() -> Table:
    """Seat 1 could not pay the second ante; seat 2 leads and acts with a Fox."""
    table = gamble(100, 8, 100, 100, ante=5)
    quiet_round(table, HIGH, LOW, LOW, LOW)
    even_hands(table)
    choose(table, "net", None, "fox", "net")
    check_all(table)
    return table


def finished() -> Table:
    table = sit(2)
    while not table.is_over:
        quiet_round(table, LOW, LOW)
    return table


Case = tuple[Callable[[], Table], int, str]

BY_ACTION: dict[int, list[Case]] = {
    s.NOW_CHOOSE: [(choosing, 0, "pass"), (choosing, 1, "take net pile"), (choosing, 2, "fold")],
    s.NOT_IN_HAND: [(lambda: after(acting("net", "net"), "0 choose rat"), 1, "choose net")],
    s.NOW_ACT: [
        (lambda: acting("rat", "fox"), 0, "choose rat"),
        (lambda: acting("rat", "fox"), 0, "check"),
        (lambda: acting("rat", "fox"), 0, "raise 5"),
    ],
    s.NO_SUCH_DEED: [
        (lambda: acting("rat", "fox"), 0, "take fox active:1"),
        (lambda: acting("rat", "fox"), 0, "take rat pile"),
        (lambda: acting("rat", "rat"), 0, "take net pile"),
        (lambda: acting("snake", "rat"), 0, "discard rat active:1"),
        (lambda: acting("hawk", "rat"), 0, "discard rat all:1"),
        (lambda: acting("hawk", "rat"), 0, "take rat pile-all"),
        (lambda: acting("fox", "hawk"), 0, "take hawk active:1"),
        (lambda: acting("rat", "rat"), 0, "discard rat pile"),
    ],
    s.OWN_CARD: [
        (lambda: acting("rat", "fox"), 0, "discard net collection:0"),
        (lambda: own_snake(), 0, "discard rat all:0"),
    ],
    s.TEAM_MATE: [
        (lambda: acting("net", "hawk", "hawk", "rat", variant="teams"), 0, "take hawk active:2"),
        (lambda: acting("rat", "rat", "fox", "rat", variant="teams"), 0, "discard fox active:2"),
    ],
    s.SET_ASIDE: [(with_a_folded_hawk, 0, "take hawk collection:1")],
    s.NOBODY_THERE: [
        (lambda: acting("net", "hawk"), 0, "take hawk active:2"),
        (lambda: acting("net", "hawk"), 0, "take hawk collection:9"),
        (with_an_empty_seat, 2, "take net collection:1"),
    ],
    s.NOT_THERE: [
        (lambda: acting("net", "hawk"), 0, "take hawk collection:1"),
        (lambda: acting("rat", "hawk"), 0, "discard fox active:1"),
        (lambda: acting("snake", "fox"), 0, "discard rat all:1"),
    ],
    s.NOT_IN_PILE: [(lambda: empty_pile(acting("rat", "fox")), 0, "take rat pile-all")],
    s.NOW_BET: [
        (lambda: betting(100, 100), 0, "choose rat"),
        (lambda: betting(100, 100), 0, "pass"),
        (lambda: betting(100, 100), 0, "take net pile"),
    ],
    s.MUST_ANSWER_BET: [(lambda: after(betting(100, 100), "0 raise 5"), 1, "check")],
    s.NOTHING_TO_CALL: [(lambda: betting(100, 100), 0, "call")],
    s.CALL_TAKES_ALL: [
        (lambda: after(betting(100, 22), "0 raise 20"), 1, "call"),
        (lambda: after(betting(100, 10), "0 raise 20"), 1, "call"),
    ],
    s.RAISE_TOO_SMALL: [
        (lambda: betting(100, 100), 0, "raise 1"),
        (lambda: after(betting(100, 100), "0 raise 5"), 1, "raise 9"),
        (lambda: after(betting(100, 100), "0 raise 5"), 1, "raise 3"),
    ],
    s.RAISE_TAKES_ALL: [(lambda: betting(100, 100), 0, "raise 98"), (lambda: betting(100, 100), 0, "raise 2000")],
}

BY_INTENT: dict[int, str] = {s.HAND_CARD: "?@hand:1", s.REMOVED_CARD: "?@removed:1"}

TOO_LATE: dict[int, list[Case]] = {
    s.NOT_ASKED: [
        (lambda: after(choosing(), "1 choose rat"), 1, "choose fox"),
        (lambda: acting("rat", "fox"), 1, "pass"),
        (lambda: betting(100, 100), 1, "fold"),
    ],
    s.GAME_IS_OVER: [(finished, 0, "choose rat"), (finished, 1, "pass")],
}


def own_snake() -> Table:
    table = sit(2)
    quiet_turn(table, "rat", "rat")
    choose(table, "snake", "rat")
    return table


def empty_pile(table: Table) -> Table:
    table.state.pile[:] = 0
    return table


def cases(of: dict[int, list[Case]]) -> list[Any]:
    return [
        pytest.param(clause, *case, id=f"{CLAUSES[clause].section}: {case[2]} ({number})")
        for clause, rows in of.items()
        for number, case in enumerate(rows)
    ]


def test_every_clause_has_a_position_in_which_it_is_the_reason() -> None:
    assert {*BY_ACTION, *BY_INTENT, *TOO_LATE} == set(CLAUSES)


@pytest.mark.parametrize(("clause", "build", "seat", "action"), cases(BY_ACTION))
def test_an_action_against_the_rules_is_refused_with_its_clause_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str
) -> None:
    table = build()
    number = TALON.actions.parse(action)
    before, plies = record_bytes(table.state), len(table.plies)
    assert seat in table.waiting()
    assert int(refusal(HOUSE.box, table.state, seat, number)) == clause
    reason = refuse(table, seat, action)
    assert reason is not None
    assert reason.clause == clause
    assert (reason.section, reason.ruling) == (CLAUSES[clause].heading, CLAUSES[clause].ruling)
    with pytest.raises(IllegalError) as caught:
        table.play(seat, action)
    assert (caught.value.clause, caught.value.section) == (clause, CLAUSES[clause].section)
    assert reason.sentence in str(caught.value)
    assert record_bytes(table.state) == before
    assert len(table.plies) == plies


@pytest.mark.parametrize(("clause", "build", "seat", "action"), cases(TOO_LATE))
def test_an_action_out_of_turn_is_a_conflict_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str
) -> None:
    table = build()
    before = record_bytes(table.state)
    reason = refuse(table, seat, action)
    assert reason is not None
    assert reason.sentence == CLAUSES[clause].sentence
    with pytest.raises(ConflictError):
        table.play(seat, action)
    assert record_bytes(table.state) == before


@pytest.mark.parametrize("clause", BY_INTENT)
def test_pointing_at_a_card_that_is_no_target_is_answered_with_the_rule(clause: int) -> None:
    table = betting(100, 100)
    before = record_bytes(table.state)
    assert refuse(table, 0, BY_INTENT[clause]).sentence == CLAUSES[clause].sentence
    assert record_bytes(table.state) == before


@pytest.mark.parametrize("variant", ["base", "gamble", "teams"])
def test_there_is_a_reason_exactly_for_what_is_not_legal(variant: str) -> None:
    table = sit(3, variant, seed="all actions")
    sampled = [*range(320), *range(320, TALON.actions.size, 97)]
    for number in range(14):
        for seat in range(3):
            legal = set(table.legal(seat))
            for action in sampled:
                assert (refuse(table, seat, action) is None) == (action in legal)
        seat = table.waiting()[0]
        moves = table.legal(seat)
        table.play(seat, moves[number * 31 % len(moves)])


def test_every_refusal_says_something_about_the_case_at_hand() -> None:
    told = {
        ("net", "choose fox"): "active card acts",
        ("net", "take fox active:1"): "A Net cannot take a Fox",
        ("net", "take hawk collection:1"): "no Hawk",
    }
    for (card, action), words in told.items():
        table = acting(card, "hawk")
        with pytest.raises(IllegalError, match=words):
            play(table, f"0 {action}")


def test_a_refusal_names_the_animals_that_could_do_it() -> None:
    table = acting("rat", "hawk")
    with pytest.raises(IllegalError, match="Only a Net can"):
        play(table, "0 take hawk active:1")


@pytest.mark.parametrize(
    "text", ["", "  ", "chose rat", "choose", "choose cat", "choose rat rat", "take net", "take net moon", "raise x",
             "raise -1", "raise 1.5", "pass now", "take net active:10", "7"]
)  # fmt: skip
def test_a_text_that_means_nothing_is_malformed_and_changes_nothing(text: str) -> None:
    table = choosing()
    before = record_bytes(table.state)
    with pytest.raises(MalformedError):
        table.play(0, text)
    assert record_bytes(table.state) == before


def test_a_near_miss_gets_a_suggestion() -> None:
    with pytest.raises(MalformedError, match="'choose'"):
        TALON.actions.parse("chose rat")
    with pytest.raises(MalformedError, match="'snake'"):
        TALON.actions.parse("choose snaek")
    with pytest.raises(MalformedError, match="choose ANIMAL"):
        TALON.actions.parse("choose")


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_is_malformed(seat: int) -> None:
    table = choosing()
    with pytest.raises(MalformedError, match="seat"):
        table.play(seat, "choose rat")


@pytest.mark.parametrize("number", [-1, -5, 999_999])
def test_a_number_that_is_no_action_is_malformed(number: int) -> None:
    table = choosing()
    before = record_bytes(table.state)
    with pytest.raises(MalformedError):
        table.play(0, number)
    with pytest.raises(MalformedError):
        refuse(table, 0, number)
    assert record_bytes(table.state) == before


@pytest.mark.parametrize(
    "intent", ["cow@pile", "rat@sky", {"animal": "cow", "zone": "sky"}, {"thing": 3}, {"thing": "rat@pile", "to": "x"},
               {"thing": ""}, {"thing": "rat@pile", "onto": "nowhere"}, None, 1.5]
)  # fmt: skip
def test_an_intent_that_means_nothing_is_malformed(intent: Any) -> None:
    with pytest.raises(MalformedError):
        refuse(choosing(), 0, intent)


def test_the_three_kinds_of_refusal_are_told_apart_and_all_can_be_shown_to_a_person() -> None:
    table = acting("rat", "fox")
    for action, seat, kind in (("blub", 0, MalformedError), ("check", 0, IllegalError), ("pass", 1, ConflictError)):
        with pytest.raises(BestiaryError) as caught:
            table.play(seat, action)
        assert type(caught.value) is kind
        assert "\n" not in str(caught.value)
        assert str(caught.value)


def test_a_spectator_is_told_that_it_owes_no_decision() -> None:
    reason = refuse(choosing(), -1, "choose rat")
    assert (reason.clause, reason.sentence) == (s.NOT_ASKED, CLAUSES[s.NOT_ASKED].sentence)
    assert refuse(choosing(), -1, "rat@pile") == reason


def test_pointing_at_a_card_is_refused_with_the_reason_that_says_most() -> None:
    table = acting("rat", "hawk")
    assert "Only a Net can" in refuse(table, 0, "hawk@active:1").sentence
    assert refuse(table, 0, "rat@pile") is None
    assert refuse(table, 0, {"thing": "rat@pile", "onto": "collection:0"}) is None
    assert refuse(table, 0, "rat@active:0").clause == s.OWN_CARD
    assert refuse(choosing(), 0, "rat@hand:0") is None
    assert refuse(choosing(), 0, "rat@hand:1").clause == s.HAND_CARD
