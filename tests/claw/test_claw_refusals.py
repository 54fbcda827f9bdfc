"""Every clause of Tooth & Claw: when it is the reason, what is said, and that nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from claw_helpers import CLAW, EXAMPLES, choose, lay, play, run, sit, to_round, wander

from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.table import Table
from bestiary.games.claw import state as s
from bestiary.games.claw.rules import refusal
from bestiary.games.claw.words import CLAUSES


def choosing_types(*types: str) -> Table:
    """Seat 1 is the second player and chooses first."""
    table = sit()
    for kind in types:
        play(table, f"type {kind}")
    return table


def forming() -> Table:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", "bow")
    return table


def placing() -> Table:
    table = forming()
    play(table, "form first", "form first")
    return table


def attacking() -> Table:
    """Seat 0 attacks; Blue 12 is in its hand."""
    table = sit()
    lay(table, "R9 . B4 / # . R2 / B7 . #", "B1 # R7 / B2 . R3 / # . .", hands=("B12", "B0"))
    return table


def defending(lead: str, rear: str, front: str = "R1 # .") -> Table:
    """Seat 0 answers this card of seat 1 with what stands in its rows."""
    table = sit()
    cards = sum(word[0] in "RB" for word in (*front.split(), *rear.split()))
    theirs = [lead, "R6", "B6", "R0", "B3", "R4"][:cards] + ["."] * (6 - cards)
    lay(table, f"{front} / {rear} / # . .", f"{' '.join(theirs[:3])} / {' '.join(theirs[3:])} / . # #", offence=1)
    play(table, lead)
    return table


def choosing_of_a_pair() -> Table:
    """Seat 0 chooses between Blue 6 and Red 0."""
    table = sit()
    lay(table, "R7 # B9 / R5W R2 # / B6&R0 # .", "R8 R12 B4 / B1 # . / R3 B7 #", offence=1)
    play(table, "B4", "R5 as blue")
    return table


def finished() -> Table:
    return run(sit())


Case = tuple[Callable[[], Table], int, str, str]

BY_ACTION: dict[int, list[Case]] = {
    s.WRONG_STEP: [
        (choosing_types, 1, "form first", "Now you choose a type of formation cards."),
        (forming, 0, "type bow", "Now you choose one of the two formation cards of this round."),
        (placing, 0, "play v1 red", "Now you place a card on Vanguard 1 (+2)."),
        (lambda: to_round(sit(), 1, s.BACKS), 0, "form first", "Now you place a card on Reinforcements"),
        (attacking, 0, "place red-9", "Now you attack with a card that stands in your formation."),
        (lambda: defending("R5", "R2 R8 ."), 0, "place red-2", "Now you defend with a card that stands in your"),
        (choosing_of_a_pair, 0, "play v1 red", "Now you choose which of the two cards advances."),
    ],
    s.TYPE_TAKEN: [(lambda: choosing_types("bow"), 0, "type bow", "Your opponent has Bow; take another type.")],
    s.NOT_IN_HAND: [
        (lambda: without(placing(), 0, "red-5"), 0, "place red-5", "You have no Red 5 in your hand."),
    ],
    s.EMPTY_SPACE: [
        (attacking, 0, "play v2 red", "No card stands on Vanguard 2."),
        (lambda: defending("R5", "R2 R8 ."), 0, "play r3 red", "No card stands on Rearguard 3."),
    ],
    s.BLANK_SPACE: [(attacking, 0, "play r1 red", "Rearguard 1 is blank: no card ever stands there.")],
    s.VANGUARD_FIRST: [
        (attacking, 0, "play r3 red", "You attack from the Vanguard while a card stands there."),
    ],
    s.REARGUARD_FIRST: [
        (lambda: defending("R5", "R2 . ."), 0, "play v1 red", "You defend from the Rearguard while a card stands"),
    ],
    s.NOT_WILD: [
        (attacking, 0, "play v1 blue", "Red 9 cannot be played as Blue: Vanguard 1 is not Wild."),
        (lambda: defending("B5", "R2 . ."), 0, "play r1 blue", "Red 2 cannot be played as Blue"),
    ],
    s.MUST_FOLLOW: [
        (lambda: defending("R5", "R2 B8 ."), 0, "play r2 blue",
         "Red was led, and Red 2 stands in your Rearguard: you must follow."),
        (lambda: defending("R5", "R2 B8 R9", "R1 # B2"), 0, "play r2 blue",
         "Red was led, and Red 2 and Red 9 stand in your Rearguard: you must follow."),
        (lambda: defending("R5", ". . .", "R1 # B3"), 0, "play v3 blue",
         "Red was led, and Red 1 stands in your Vanguard: you must follow."),
    ],
    s.MUST_BE_LED_COLOUR: [
        (lambda: defending("B5", "R2W B8 ."), 0, "play r1 red",
         "Blue was led, and Blue 8 stands in your Rearguard: Red 2 on Wild can only be played as Blue, too."),
        (lambda: defending("B5", "B2W B8 ."), 0, "play r1 red",
         "Blue was led, and Blue 8 stands in your Rearguard: Blue 2 on Wild can only be played as Blue, too."),
    ],
    s.NOT_IN_PAIR: [(choosing_of_a_pair, 0, "advance red-2", "Only Red 0 or Blue 6 can advance now.")],
}  # fmt: skip

TOO_LATE: dict[int, list[Case]] = {
    s.NOT_ASKED: [
        (choosing_types, 0, "type bow", ""),
        (lambda: after(forming(), 0, "form first"), 0, "form second", ""),
        (attacking, 1, "play v1 blue", ""),
        (choosing_of_a_pair, 1, "play v1 red", ""),
    ],
    s.GAME_IS_OVER: [(finished, 0, "type bow", ""), (finished, 1, "play v1 red", "")],
}

BY_INTENT: dict[int, list[tuple[Callable[[], Table], dict[str, Any]]]] = {
    s.ANOTHERS_CARD: [
        (attacking, {"card": "blue-1", "seat": 1}),
        (attacking, {"space": "v1", "seat": 1}),
        (placing, {"space": "b1", "seat": 1}),
    ],
    s.NOT_FROM_THERE: [
        (attacking, {"space": "b1"}),
        (attacking, {"zone": "b1"}),
        (attacking, {"card": "blue-7"}),
        (attacking, {"zone": "hand"}),
        (attacking, {"zone": "reinforcements"}),
        (attacking, {"card": "blue-12"}),
        (lambda: defending("R5", "R2 R8 ."), {"space": "b1"}),
        (lambda: defending("R5", "R2 R8 ."), {"space": "b1", "seat": 0}),
    ],
}


def after(table: Table, seat: int, text: str) -> Table:
    play(table, text, seat=seat)
    return table


def without(table: Table, seat: int, name: str) -> Table:
    """The card goes back into the deck for another one."""
    state, bit = table.state, 1 << s.CARD_NAMES.index(name)
    if int(state.hand[seat]) & bit:
        other = int(state.deck[seat]) & -int(state.deck[seat])
        state.hand[seat] = int(state.hand[seat]) & ~bit | other
        state.deck[seat] = int(state.deck[seat]) & ~other | bit
    return table


def cases(of: dict[int, list[Case]]) -> list[Any]:
    return [
        pytest.param(clause, *case, id=f"{CLAUSES[clause].section}: {case[2]} ({number})")
        for clause, rows in of.items()
        for number, case in enumerate(rows)
    ]


def test_every_clause_has_a_position_in_which_it_is_the_reason() -> None:
    assert {*BY_ACTION, *TOO_LATE, *BY_INTENT} == set(CLAUSES)


@pytest.mark.parametrize(("clause", "build", "seat", "action", "said"), cases(BY_ACTION))
def test_an_action_against_the_rules_is_refused_with_its_clause_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str, said: str
) -> None:
    table = build()
    before, plies = record_bytes(table.state), len(table.plies)
    assert seat in table.waiting()
    assert int(refusal(table.edition.box, table.state, seat, CLAW.actions.parse(action))) == clause
    reason = CLAW.why_not(table.edition, table.state, seat, action)
    assert reason is not None
    assert reason.section == CLAUSES[clause].section
    assert reason.sentence.startswith(said)
    data = CLAW.actions.data(CLAW.actions.parse(action))
    assert CLAW.why_not(table.edition, table.knowledge(seat), seat, data) == reason
    with pytest.raises(IllegalError) as caught:
        table.play(seat, action)
    assert caught.value.clause == CLAUSES[clause].section
    assert reason.sentence in str(caught.value)
    assert record_bytes(table.state) == before
    assert len(table.plies) == plies


@pytest.mark.parametrize(("clause", "build", "seat", "action", "said"), cases(TOO_LATE))
def test_an_action_out_of_turn_is_a_conflict_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str, said: str
) -> None:
    table = build()
    before = record_bytes(table.state)
    assert CLAW.why_not(table.edition, table.state, seat, action) == CLAUSES[clause]
    assert CLAW.why_not(table.edition, table.state, seat, {"zone": "hand"}) == CLAUSES[clause]
    assert CLAW.why_not(table.edition, table.state, seat, {"space": "b2"}) == CLAUSES[clause]
    with pytest.raises(ConflictError):
        table.play(seat, action)
    assert record_bytes(table.state) == before


@pytest.mark.parametrize(
    ("clause", "build", "intent"), [(clause, *case) for clause, rows in BY_INTENT.items() for case in rows]
)
def test_pointing_at_what_can_never_be_played_is_answered_with_the_rule(
    clause: int, build: Callable[[], Table], intent: dict[str, Any]
) -> None:
    table = build()
    before = record_bytes(table.state)
    assert CLAW.why_not(table.edition, table.knowledge(0), 0, intent) == CLAUSES[clause]
    assert record_bytes(table.state) == before


@pytest.mark.parametrize(
    ("build", "intent", "said"),
    [
        (attacking, {"space": "v1"}, None),
        (attacking, {"card": "red-9"}, None),
        (attacking, {"space": "r3"}, "You attack from the Vanguard"),
        (attacking, {"card": "red-2"}, "You attack from the Vanguard"),
        (attacking, {"space": "v2"}, "No card stands on Vanguard 2."),
        (lambda: defending("B5", "R2W B8 ."), {"space": "r1"}, None),
        (lambda: defending("R5", "R2 B8 ."), {"card": "blue-8"}, "Red was led, and Red 2 stands"),
        (lambda: defending("R5", "R2 B8 ."), {"space": "v1"}, "You defend from the Rearguard"),
        (placing, {"space": "v1"}, None),
        (placing, {"zone": "hand"}, None),
        (placing, {"space": "v2"}, "Now you place a card on Vanguard 1 (+2)."),
        (placing, {"space": "b1"}, "Now you place a card on Vanguard 1 (+2)."),
        (lambda: without(placing(), 0, "blue-12"), {"card": "blue-12"}, "You have no Blue 12 in your hand."),
        (choosing_of_a_pair, {"space": "b1"}, None),
        (choosing_of_a_pair, {"card": "red-0"}, None),
        (choosing_of_a_pair, {"card": "red-7"}, "Only Red 0 or Blue 6 can advance now."),
        (choosing_of_a_pair, {"space": "v1"}, "Now you choose which of the two cards advances."),
        (forming, {"card": "red-7"}, "Now you choose one of the two formation cards"),
        (forming, {"space": "v1"}, "Now you choose one of the two formation cards"),
    ],
)
def test_pointing_at_a_card_or_space_means_what_could_be_done_with_it_now(
    build: Callable[[], Table], intent: dict[str, Any], said: str | None
) -> None:
    table = build()
    reason = CLAW.why_not(table.edition, table.knowledge(0), 0, intent)
    if said is None:
        assert reason is None
    else:
        assert reason is not None
        assert reason.sentence.startswith(said)


@pytest.mark.parametrize(
    "intent", [{"space": "z9"}, {"zone": "deck"}, {"card": "green-4"}, {"card": 22}, {}, "v1", 3.5, 10**6]
)
def test_what_means_nothing_is_no_matter_of_the_rules(intent: Any) -> None:
    table = attacking()
    with pytest.raises(MalformedError):
        CLAW.why_not(table.edition, table.state, 0, intent)


def test_a_spectator_owes_no_decision() -> None:
    table = attacking()
    for intent in (0, "play v1 red", {"space": "v1"}, {"space": "b1"}, {"card": "red-9"}, {"zone": "hand"}):
        assert CLAW.why_not(table.edition, table.knowledge(-1), -1, intent) == CLAUSES[s.NOT_ASKED]


def test_there_is_a_reason_exactly_for_what_is_not_legal() -> None:
    table = sit("all actions")
    for number, _ in enumerate(wander(table)):
        if number % 3 == 0:
            for seat in range(s.SEATS):
                legal = set(table.legal(seat))
                for action in range(CLAW.actions.size):
                    reason = CLAW.why_not(table.edition, table.knowledge(seat), seat, action)
                    assert (reason is None) == (action in legal)
