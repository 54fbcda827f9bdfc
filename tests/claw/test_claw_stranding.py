"""R3: nobody is ever left with cards of which none may be played.

The walks drive the game's own rules over every order in which the cards of a formation can be played, and remember the
positions that they have seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from claw_helpers import BOW, CLAW, EXAMPLES, HOUSE, numbers

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import ask, become, begin, step, waiting
from bestiary.engine.records import clone, raw
from bestiary.engine.rule import JIT
from bestiary.games.claw.board import lay_card, lift_card, pair_cards
from bestiary.games.claw.combat import advance_of_pair, close_up
from bestiary.games.claw.state import (
    ADVANCE, ALL_CARDS, BACK, BATTLE, BATTLES, CARDS, CHOICES, CLOSE, FORMATIONS, HAND, PLACES, ROUNDS, SEATS, SECOND,
    SPACES, State,
)  # fmt: skip

SHIPPED = [CLAW.edition(name) for name in CLAW.editions]
FRONT_ROWS = (1 << BACK) - 1
EVERY = pytest.mark.parametrize(
    ("edition", "formation"),
    [(e, f) for e in [*SHIPPED, EXAMPLES] for f in range(FORMATIONS)],
    ids=lambda value: value.name if isinstance(value, Edition) else str(value),
)


def set_up(box: Any, *formations: int) -> Any:
    """A position before the first battle: each seat has one of these formations, full of red cards.

    All cards are of one colour, so no colour forbids any play: what can happen with other cards can happen here."""
    state = State.new()
    state.seats, state.games = SEATS, 1
    state.round_number = formations[0] // CHOICES % ROUNDS
    for seat, formation in enumerate(formations):
        state.kind[seat] = formation // CHOICES // ROUNDS + 1
        state.formation[seat * ROUNDS + int(state.round_number)] = formation + 1
        places = [s for s in range(SPACES) if not int(box.blank[formation]) >> s & 1]
        places += [SECOND] if int(box.pair[formation]) else []
        for held, place in enumerate(places):
            lay_card(state, seat, place, len(places) - 1 - held)
        state.shown[seat] = int(state.lying[seat]) & FRONT_ROWS
        rest = ALL_CARDS & ~((1 << len(places)) - 1)
        past = numbers(rest)[: HAND * int(state.round_number)]
        state.used[seat] = sum(1 << c for c in past)
        state.hand[seat] = 1 << CARDS - 1
        state.deck[seat] = rest & ~int(state.used[seat]) & ~int(state.hand[seat])
    begin(state, BATTLE)
    ask(state, 1 << int(state.round_number) % SEATS)
    return state


def after_leaving(box: Any, state: Any, space: int) -> Iterator[Any]:
    """What can lie before seat 0 once the card on this space has left, by the rules' own closing up."""
    left = clone(state)
    become(left, CLOSE)
    lift_card(left, 0, space)
    close_up(box, left, 0, space, None)
    if int(step(left)) != ADVANCE:
        yield left
        return
    for card in numbers(int(pair_cards(box, left, 0))):
        chosen = clone(left)
        advance_of_pair(box, chosen, 0, card, None)
        assert int(waiting(chosen)) == 0
        yield chosen


def walk_alone(box: Any, formation: int) -> tuple[set[int], dict[int, int]]:
    """All orders in which the cards of one formation can leave Vanguard and Rearguard, whatever the opponent does: the
    masks of places in positions that strand, and how many positions have how many cards left."""
    start = set_up(box, formation)
    seen: set[bytes] = set()
    stranded: set[int] = set()
    left: dict[int, int] = {}
    open_ends = [start]
    while open_ends:
        state = open_ends.pop()
        key = state.place[:PLACES].tobytes()
        if key in seen:
            continue
        seen.add(key)
        lying = int(state.lying[0])
        assert lying == sum(1 << p for p in range(PLACES) if state.place[p])
        left[lying.bit_count()] = left.get(lying.bit_count(), 0) + 1
        if lying and not lying & FRONT_ROWS:
            stranded.add(lying)
        for space in numbers(lying & FRONT_ROWS):
            for after in after_leaving(box, state, space):
                assert int(after.lying[0]).bit_count() == lying.bit_count() - 1
                open_ends.append(after)
    return stranded, left


@EVERY
def test_in_whatever_order_cards_leave_some_stand_in_front_until_all_seven_are_out(
    edition: Edition, formation: int
) -> None:
    stranded, left = walk_alone(edition.box, formation)
    assert not stranded
    assert sorted(left) == list(range(BATTLES + 1))
    assert left[BATTLES] == left[0] == 1


def planted(blank: str, pair: int = 0, formation: int = 0) -> Any:
    """A box with one formation that no edition may print."""
    box = clone(HOUSE.box)
    box.blank[formation] = sum(1 << s for s, word in enumerate(blank.replace("/", " ").split()) if word == "#")
    box.pair[formation] = pair
    return box


@pytest.mark.parametrize(("blank", "stranded"), [
    ("# . . / # . . / . . .", {1 << 6}), (". # . / . # . / . . .", {1 << 7}), (". . # / . . # / . . .", {1 << 8}),
])  # fmt: skip
def test_the_walk_finds_a_card_behind_two_blanks(blank: str, stranded: set[int]) -> None:
    assert walk_alone(planted(blank), 0)[0] == stranded


def test_the_walk_finds_two_cards_behind_two_blanks() -> None:
    first_bow = BOW * ROUNDS * CHOICES
    stranded, left = walk_alone(planted("# . . / # . . / . . #", 6, first_bow), first_bow)
    assert stranded == {1 << 6 | 1 << SECOND}
    assert 0 not in left


TRAP = """[[formations]]
name = "Trap"
type = "sword"
round = 1
vanguard = "# . ."
rearguard = "# ? ."
reinforcements = ". . ."

"""


def test_no_edition_may_print_such_a_formation() -> None:
    start = HOUSE.text.index("[[formations]]")
    with pytest.raises(MalformedError, match="can never come out"):
        CLAW.edition_from_text(HOUSE.text[:start] + TRAP + HOUSE.text[start:], "trap")


# --- Both armies, by legal play alone


def walk_together(edition: Edition, one: int, two: int) -> tuple[int, int]:
    """Every legal play of a round between two formations, the first of which attacks first: the number of positions,
    and of those that are faults or leave the player who is asked without a legal play."""
    now = set_up(edition.box, one, two)
    memory = raw(now)
    place, frame, asked = now.place, now.frame, now.asked
    seen: set[bytes] = set()
    wrong = 0
    open_ends = [memory.copy()]
    while open_ends:
        position = open_ends.pop()
        memory[:] = position
        seat = int(asked[0]).bit_length() - 1
        moves = CLAW.legal_actions(edition, now, seat)
        wrong += not moves
        for move in moves:
            memory[:] = position
            CLAW.apply(edition.box, now, seat, move, None)
            if int(now.fault):
                wrong += 1
            elif int(frame[0]) >= BATTLE:  # not yet the next round
                lead = bytes((now.lead_space, now.lead_colour, now.target))
                key = b"".join((place.tobytes(), frame.tobytes(), asked.tobytes(), lead))
                if key not in seen:
                    seen.add(key)
                    open_ends.append(memory.copy())
    return len(seen), wrong


PAIRS = [
    (one, two)
    for one in range(FORMATIONS)
    for two in range(FORMATIONS)
    if one // CHOICES % ROUNDS == two // CHOICES % ROUNDS and one // CHOICES // ROUNDS != two // CHOICES // ROUNDS
]


@pytest.mark.parametrize("edition", SHIPPED, ids=lambda e: e.name)
@pytest.mark.parametrize("number", range(ROUNDS))
def test_in_legal_play_whoever_is_asked_has_a_card_to_play(edition: Edition, number: int) -> None:
    pairs = [pair for pair in PAIRS if pair[0] // CHOICES % ROUNDS == number]
    assert len(pairs) == 24  # two players have different types, and two cards each
    for one, two in pairs if JIT else pairs[::8]:
        positions, wrong = walk_together(edition, one, two)
        assert wrong == 0
        assert positions > 100


def test_the_walk_of_both_finds_a_planted_stranding() -> None:
    edition = dataclasses.replace(HOUSE, box=planted("# . . / # . . / . . ."))
    assert walk_together(edition, 0, 6)[1] > 0
    assert walk_together(edition, 6, 0)[1] > 0
