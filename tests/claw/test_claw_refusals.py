"""Every clause of Tooth & Claw: when it is the reason, what is said, and that nothing changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from claw_helpers import CLAW, EXAMPLES, choose, lay, play, run, sit, to_round, wander

from bestiary.engine.errors import ConflictError, IllegalError, MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.seat import look, refuse, refused
from bestiary.engine.table import Table
from bestiary.engine.views import Refused, contents
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

BY_THING: dict[int, list[tuple[Callable[[], Table], Any]]] = {
    s.ANOTHERS_CARD: [
        (attacking, "blue-1@space:1.v1"),
        (attacking, "space:1.v1"),
        (placing, "space:1.b1"),
        (placing, "?@hand:1"),
        (attacking, "red-0@taken:0/1"),
    ],
    s.NOT_FROM_THERE: [
        (attacking, "space:0.b1"),
        (attacking, "blue-7@space:0.b1"),
        (attacking, "hand:0"),
        (attacking, "blue-12@hand:0"),
        (attacking, "?@deck:0"),
        (attacking, "red-0@used:0"),
        (lambda: defending("R5", "R2 R8 ."), "space:0.b2"),
        (lambda: defending("R5", "R2 R8 ."), {"thing": "space:0.b2", "onto": "lane:0"}),
    ],
    s.NOT_THERE: [
        (attacking, "red-3@space:0.v1"),
        (attacking, "red-9@space:0.v2"),
        (choosing_of_a_pair, "red-7@space:0.b1"),
    ],
    s.INTO_BATTLE: [
        (attacking, {"thing": "red-9@space:0.v1", "onto": "space:0.v2"}),
        (lambda: defending("R5", "R2 R8 ."), {"thing": "red-2@space:0.r1", "onto": "taken:0/0"}),
    ],
}
EXPLAINED: dict[int, list[tuple[Callable[[], Table], Any, str]]] = {
    s.WRONG_SPACE: [
        (placing, {"thing": "hand:0", "onto": "space:0.v2"}, "Cards are placed in order: Vanguard 1 (+2) is next."),
        (placing, {"thing": "hand:0", "onto": "lane:0"}, "Cards are placed in order: Vanguard 1 (+2) is next."),
    ],
    s.OTHER_COLUMN: [
        (choosing_of_a_pair, {"thing": "red-0@space:0.b1", "onto": "space:0.r2"},
         "The card advances to Rearguard 1 (Wild), not anywhere else."),
    ],
}  # fmt: skip


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
    assert {*BY_ACTION, *TOO_LATE, *BY_THING, *EXPLAINED} == set(CLAUSES)


@pytest.mark.parametrize(("clause", "build", "seat", "action", "said"), cases(BY_ACTION))
def test_an_action_against_the_rules_is_refused_with_its_clause_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str, said: str
) -> None:
    table = build()
    before, plies = record_bytes(table.state), len(table.plies)
    assert seat in table.waiting()
    assert int(refusal(table.edition.box, table.state, seat, CLAW.actions.parse(action))) == clause
    reason = refuse(table, seat, action)
    assert reason is not None
    assert (reason.clause, reason.section) == (clause, CLAUSES[clause].heading)
    assert reason.sentence.startswith(said)
    assert refuse(table, seat, CLAW.actions.data(CLAW.actions.parse(action))) == reason
    with pytest.raises(IllegalError) as caught:
        table.play(seat, action)
    assert (caught.value.clause, caught.value.section) == (clause, CLAUSES[clause].section)
    assert reason.sentence in str(caught.value)
    assert record_bytes(table.state) == before
    assert len(table.plies) == plies


@pytest.mark.parametrize(("clause", "build", "seat", "action", "said"), cases(TOO_LATE))
def test_an_action_out_of_turn_is_a_conflict_and_changes_nothing(
    clause: int, build: Callable[[], Table], seat: int, action: str, said: str
) -> None:
    table = build()
    before = record_bytes(table.state)
    for intent in (action, f"hand:{seat}", f"space:{seat}.b2", f"red-9@space:{1 - seat}.v1", "type:bow"):
        assert refuse(table, seat, intent) == said_as_it_stands(clause)
    with pytest.raises(ConflictError):
        table.play(seat, action)
    assert record_bytes(table.state) == before


def said_as_it_stands(clause: int) -> Refused:
    """A refusal that says no more than the clause."""
    return refused(CLAW, dataclasses.replace(CLAUSES[clause], number=clause))


@pytest.mark.parametrize(
    ("clause", "build", "intent"), [(clause, *case) for clause, rows in BY_THING.items() for case in rows]
)
def test_pointing_at_what_can_never_be_played_is_answered_with_the_rule(
    clause: int, build: Callable[[], Table], intent: Any
) -> None:
    table = build()
    before = record_bytes(table.state)
    assert refuse(table, 0, intent) == said_as_it_stands(clause)
    assert record_bytes(table.state) == before


@pytest.mark.parametrize(
    ("clause", "build", "intent", "said"), [(clause, *case) for clause, rows in EXPLAINED.items() for case in rows]
)
def test_a_card_dropped_on_the_wrong_space_is_answered_with_the_right_one(
    clause: int, build: Callable[[], Table], intent: Any, said: str
) -> None:
    reason = refuse(build(), 0, intent)
    assert reason is not None
    assert (reason.clause, reason.section, reason.sentence) == (clause, CLAUSES[clause].heading, said)
    assert reason.ruling == CLAUSES[clause].ruling


def test_cards_dropped_where_they_belong_are_not_refused() -> None:
    table = placing()
    card = CLAW.actions.data(table.legal(0)[0])["card"]
    for thing in (f"{card}@hand:0", "hand:0"):
        assert refuse(table, 0, {"thing": thing, "onto": "space:0.v1"}) is None
    pair = choosing_of_a_pair()
    for onto in ("space:0.r1", ""):
        assert refuse(pair, 0, {"thing": "blue-6@space:0.b1", "onto": onto}) is None
    assert refuse(attacking(), 0, {"thing": "red-9@space:0.v1", "onto": "lane:0"}) is None
    assert refuse(defending("R5", "R2 R8 ."), 0, {"thing": "red-8@space:0.r2", "onto": "red-5@lane:1"}) is None


@pytest.mark.parametrize(
    ("build", "thing", "said"),
    [
        (attacking, "space:0.v1", None),
        (attacking, "red-9@space:0.v1", None),
        (attacking, "space:0.r3", "You attack from the Vanguard"),
        (attacking, "red-2@space:0.r3", "You attack from the Vanguard"),
        (attacking, "space:0.v2", "No card stands on Vanguard 2."),
        (attacking, "type:bow", "Now you attack"),
        (attacking, "formation:sword-1a", "Now you attack"),
        (lambda: defending("B5", "R2W B8 ."), "space:0.r1", None),
        (lambda: defending("R5", "R2 B8 ."), "blue-8@space:0.r2", "Red was led, and Red 2 stands"),
        (lambda: defending("R5", "R2 B8 ."), "space:0.v1", "You defend from the Rearguard"),
        (placing, "space:0.v1", None),
        (placing, "hand:0", None),
        (placing, "space:0.v2", "Now you place a card on Vanguard 1 (+2)."),
        (placing, "space:0.b1", "Now you place a card on Vanguard 1 (+2)."),
        (placing, "formation:sword-1a", "Now you place a card on Vanguard 1 (+2)."),
        (lambda: without(placing(), 0, "blue-12"), "blue-12@hand:0", "You have no Blue 12 in your hand."),
        (lambda: without(placing(), 0, "blue-12"), "blue-12@deck:0", "You have no Blue 12 in your hand."),
        (choosing_of_a_pair, "space:0.b1", None),
        (choosing_of_a_pair, "space:0.r1", None),
        (choosing_of_a_pair, "red-0@space:0.b1", None),
        (choosing_of_a_pair, "red-7@space:0.v1", "Only Red 0 or Blue 6 can advance now."),
        (choosing_of_a_pair, "space:0.v1", "Now you choose which of the two cards advances."),
        (forming, "red-7@hand:0", "Now you choose one of the two formation cards"),
        (forming, "space:0.v1", "Now you choose one of the two formation cards"),
        (forming, "formation:sword-1b", None),
        (forming, "formation:sword-2a", "Now you choose one of the two formation cards"),
        (forming, "formation:bow-1a", "Now you choose one of the two formation cards"),
        (lambda: choosing_types("bow"), "type:sword", None),
        (lambda: choosing_types("bow"), "formation:sword-3b", None),
        (lambda: choosing_types("bow"), "formation:bow-3b", "Your opponent has Bow"),
        (lambda: choosing_types("bow"), "type:bow", "Your opponent has Bow"),
        (lambda: choosing_types("bow"), "?@deck:0", "Now you choose a type"),
    ],
)
def test_pointing_at_a_card_or_space_means_what_could_be_done_with_it_now(
    build: Callable[[], Table], thing: str, said: str | None
) -> None:
    reason = refuse(build(), 0, {"thing": thing})
    if said is None:
        assert reason is None
    else:
        assert reason is not None
        assert reason.sentence.startswith(said)


@pytest.mark.parametrize(
    "intent",
    [
        "space:0.z9", "deck", "deck:2", "green-4@hand:0", "red-9", "red-9@", "@hand:0", "red-9@type:bow", "taken:0/2",
        {"thing": "red-9"}, {"thing": 22}, {"thing": "hand:0", "onto": "nowhere"}, {}, "v1", 3.5, 10**6,
    ],
)  # fmt: skip
def test_what_means_nothing_is_no_matter_of_the_rules(intent: Any) -> None:
    with pytest.raises(MalformedError):
        refuse(attacking(), 0, intent)


def test_every_thing_on_the_table_can_be_pointed_at() -> None:
    table = sit("things", edition=EXAMPLES)
    for number, _ in enumerate(wander(table)):
        if number % 5 == 0:
            for seat in (-1, 0, 1):
                seen = look(table, seat)
                for place, lying in contents(seen.public, seen.private).items():
                    for thing in lying:
                        answer = refuse(table, seat, f"{thing}@{place}")
                        assert answer is None or answer.sentence


def test_with_the_memory_option_no_refusal_tells_which_cards_were_taken() -> None:
    told = set()
    for lead, reply in (("R3", "R8"), ("R8", "R3")):
        table = sit(memory=1)
        lay(table, f"{lead} B1 R7 / # B9 . / . . #", f"B2 R4 R6 / {reply} # . / . # .", hands=("B12", "B12"))
        play(table, lead, reply)
        things = [f"{card}@{pile}" for card in s.CARD_NAMES for pile in ("taken:0", "taken:1", "used:1", "deck:1")]
        told.add(tuple(str(refuse(table, 1, thing)) for thing in things))
    assert len(told) == 1


def test_a_spectator_owes_no_decision() -> None:
    table = attacking()
    for intent in (0, "play v1 red", "space:0.v1", "space:0.b1", "red-9@space:0.v1", "hand:0"):
        assert refuse(table, -1, intent) == said_as_it_stands(s.NOT_ASKED)


def test_there_is_a_reason_exactly_for_what_is_not_legal() -> None:
    table = sit("all actions")
    for number, _ in enumerate(wander(table)):
        if number % 3 == 0:
            for seat in range(s.SEATS):
                legal = set(table.legal(seat))
                for action in range(CLAW.actions.size):
                    assert (refuse(table, seat, action) is None) == (action in legal)
