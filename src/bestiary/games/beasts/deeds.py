"""Tailed Beasts §7: the action sides of the specialties, which a Specialty card lets their owners use."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.games.beasts.board import captured, raise_units
from bestiary.games.beasts.cards.entries import (
    PILE_HIDDEN, SA_ALLY, SA_CHAIN, SA_COINS, SA_DRAW, SA_HARVEST, SA_HEX, SA_MARCH, SA_PEEK, SA_RAISE, SA_RECRUIT,
    SA_SAIL, SA_SKULL, SA_STRENGTH, SA_STYLE, SA_TAME, SA_TRAVEL, SA_UP,
)  # fmt: skip
from bestiary.games.beasts.cards.language import TRACK_ANY
from bestiary.games.beasts.clauses import (
    ALLOWED, NOBODY_AHEAD, NOBODY_WITH_SECRETS, NOTHING_COUNTED, NOT_MORE_BEASTS, NOT_SEEN, NOWHERE_TO_GO,
    NO_HIDDEN_LEFT, NO_PAYING_MARKER, NO_SECRETS, OTHER_STEP, YOURSELF, number_in,
)  # fmt: skip
from bestiary.games.beasts.control import can_gather
from bestiary.games.beasts.fate import tally
from bestiary.games.beasts.futile import (
    refuse_climb, refuse_coins, refuse_draw, refuse_gift, refuse_higher_ally, refuse_recruits,
)  # fmt: skip
from bestiary.games.beasts.hidden import look_at_hidden, steal_hidden
from bestiary.games.beasts.specialties import FIRST, KIND, SECOND, action_at, climb
from bestiary.games.beasts.stack import TAKE_COUNT, TAKE_FROM, TAKE_SEAT, TRAVEL_MORE, leave, nest, set_top, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BOOST_SAIL, BOOST_SKULLS, BOOST_STRENGTH, BOOST_STYLE, BOOST_TAMING, CHAIN, FIELDS,
    FROM_HIDDEN, GATHERING, PATHFINDER, RECRUIT, SPECIALTY, SPEND_ALLY, TAKING, TARGET, TOKEN, TRAVELLING, UP, Box,
    State,
)  # fmt: skip
from bestiary.games.beasts.supply import draw_cards, is_paralyzed, pay_coins, take_hidden
from bestiary.games.beasts.tracing import tell_turned
from bestiary.games.beasts.travel import can_travel
from bestiary.games.beasts.windows import owned

MOST_BOOST = 99


@rule
def is_passive(state: State, seat: int) -> bool:
    """Does a seat use the passive side of its card?"""
    return int(state.specialty[seat]) % 2 == 1


@rule
def has_lesser_ally(state: State, seat: int) -> bool:
    """One that can be given up for one of a higher tier."""
    return int(state.hand_backs[seat, 8]) + int(state.hand_backs[seat, 9]) > 0


@rule
def refuse_deed(box: Box, state: State, seat: int) -> int:
    """Is there anything that the action side would do? R23: a passive owner turns the card into a coin."""
    kind, first = action_at(box, state, seat, KIND), action_at(box, state, seat, FIRST)
    if is_passive(state, seat):
        return refuse_coins(state, seat)
    if kind == SA_COINS or kind == SA_RECRUIT or kind == SA_STRENGTH or kind == SA_TAME:
        number = first * tally(state, seat, action_at(box, state, seat, SECOND))
        if number == 0:
            return NOTHING_COUNTED
        if kind == SA_COINS:
            return refuse_coins(state, seat)
        return refuse_recruits(box, state, seat, number, -1) if kind == SA_RECRUIT else ALLOWED
    if kind == SA_TRAVEL or kind == SA_SAIL or kind == SA_MARCH:
        state.boost[seat, BOOST_SAIL] = first if kind == SA_SAIL else 0
        found = can_travel(box, state, seat, False, owned(state, seat, PATHFINDER))
        state.boost[seat, BOOST_SAIL] = 0
        return ALLOWED if found else NOWHERE_TO_GO
    if kind == SA_DRAW:
        if action_at(box, state, seat, SECOND) != PILE_HIDDEN:
            return refuse_draw(state, seat)
        return ALLOWED if int(state.hidden_left) > 0 else NO_HIDDEN_LEFT
    if kind == SA_UP:
        return refuse_climb(state, seat, first)
    if kind == SA_HEX:
        return refuse_gift(box, state, first)
    if kind == SA_ALLY:
        return refuse_higher_ally(box, state, seat, first, 0)
    if kind == SA_HARVEST:
        for field in range(FIELDS):
            if can_gather(box, state, seat, field):
                return ALLOWED
        return NO_PAYING_MARKER
    if kind == SA_PEEK or kind == SA_CHAIN:
        for other in range(int(state.seats)):
            if refuse_victim(box, state, seat, other) == ALLOWED:
                return refuse_gift(box, state, CHAIN) if kind == SA_CHAIN else ALLOWED
        return NOBODY_AHEAD if kind == SA_CHAIN else NOBODY_WITH_SECRETS
    return ALLOWED


@rule
def refuse_victim(box: Box, state: State, seat: int, other: int) -> int:
    """May another player be chosen: for a chain one with more beasts, for a peek one with hidden cards?"""
    kind = action_at(box, state, seat, KIND)
    if other == seat:
        return YOURSELF
    if kind == SA_CHAIN:
        return ALLOWED if captured(state, other) > captured(state, seat) else NOT_MORE_BEASTS
    return ALLOWED if kind != SA_PEEK or int(state.secret_count[other]) > 0 else NO_SECRETS


@rule
def use_specialty(box: Box, state: State, seat: int, trace: Trace) -> None:
    """R23: for who owns a passive one the card is a coin."""
    kind, first, second = (
        action_at(box, state, seat, KIND), action_at(box, state, seat, FIRST), action_at(box, state, seat, SECOND),
    )  # fmt: skip
    if is_passive(state, seat):
        pay_coins(state, seat, 1, trace)
    elif kind == SA_COINS:
        pay_coins(state, seat, first * tally(state, seat, second), trace)
    elif kind == SA_RECRUIT:
        nest(state, RECRUIT, seat, first * tally(state, seat, second), -1, 0)
    elif kind == SA_STRENGTH:
        add_boost(state, seat, BOOST_STRENGTH, first * tally(state, seat, second))
    elif kind == SA_TAME:
        add_boost(state, seat, BOOST_TAMING, first * tally(state, seat, second))
    elif kind == SA_MARCH:
        add_boost(state, seat, BOOST_STRENGTH, first)
        nest(state, TRAVELLING, seat, 0, -1, 0)
    elif kind == SA_TRAVEL or kind == SA_SAIL:
        state.boost[seat, BOOST_SAIL] = first if kind == SA_SAIL else 0
        nest(state, TRAVELLING, seat, 0, -1, 0)
        set_top(state, TRAVEL_MORE, first - 1 if kind == SA_TRAVEL else 0)
    elif kind == SA_RAISE:
        for field in range(FIELDS):
            tell_turned(box, state, seat, field, False, trace)
            raise_units(state, seat, field)
        add_boost(state, seat, BOOST_STRENGTH, first)
    elif kind == SA_UP and first == TRACK_ANY:
        nest(state, UP, seat, second, 0, 0)
    elif kind == SA_UP:
        for _ in range(second):
            climb(box, state, seat, first, trace)
    elif kind == SA_DRAW and second == PILE_HIDDEN:
        for _ in range(first):
            take_hidden(state, seat, trace)
    elif kind == SA_DRAW:
        draw_cards(state, seat, first, trace)
    elif kind == SA_ALLY:
        nest(state, SPEND_ALLY, seat, first, 0, 0)
    elif kind == SA_HARVEST:
        nest(state, GATHERING, seat, first, 0, 0)
    elif kind == SA_SKULL:
        add_boost(state, seat, BOOST_SKULLS, first)
    elif kind == SA_STYLE:
        add_boost(state, seat, BOOST_STYLE + first, second)
    else:
        nest(state, TARGET, seat, SPECIALTY, 0, 0)


@rule
def add_boost(state: State, seat: int, boost: int, amount: int) -> None:
    state.boost[seat, boost] = min(int(state.boost[seat, boost]) + amount, MOST_BOOST)


@rule
def most_chosen(box: Box, state: State, seat: int) -> int:
    """How many players the action side is used on, at most."""
    return action_at(box, state, seat, SECOND) if action_at(box, state, seat, KIND) == SA_HEX else 1


@rule
def use_on(box: Box, state: State, seat: int, other: int, trace: Trace) -> None:
    """What the action side does to a chosen player: hex, peek or chain."""
    kind, first = action_at(box, state, seat, KIND), action_at(box, state, seat, FIRST)
    if kind == SA_HEX:
        nest(state, TOKEN, other, first, 0, 0)
    elif kind == SA_PEEK:
        look_at_hidden(state, seat, other, trace)
        nest(state, TAKING, seat, other, first, 0)
    else:
        for _ in range(first):
            nest(state, TOKEN, other, CHAIN, 0, 0)


# --- Taking hidden cards that one has seen


@rule
def run_taking(state: State) -> None:
    if top(state, TAKE_COUNT) > 0 and int(state.secret_count[top(state, TAKE_FROM)]) > 0:
        ask(state, 1 << top(state, TAKE_SEAT))
    else:
        leave(state, 0)


@rule
def list_taking(state: State, moves: Ints) -> int:
    """Of those that were seen."""
    count = 0
    for card in range(ACTION_TYPES):
        if refuse_taking(state, ACT_AT + card * 2 + FROM_HIDDEN) == ALLOWED:
            moves[count] = ACT_AT + card * 2 + FROM_HIDDEN
            count += 1
    return count


@rule
def refuse_taking(state: State, action: int) -> int:
    number = number_in(action, ACT_AT, 2 * ACTION_TYPES)
    if number < 0:
        return OTHER_STEP
    known = int(state.glimpsed[top(state, TAKE_SEAT), top(state, TAKE_FROM), number // 2])
    return ALLOWED if known > 0 and number % 2 == FROM_HIDDEN else NOT_SEEN


@rule
def answer_taking(state: State, seat: int, action: int, trace: Trace) -> None:
    """R48: who is paralyzed takes nothing."""
    answer(state, seat)
    set_top(state, TAKE_COUNT, top(state, TAKE_COUNT) - 1)
    if not is_paralyzed(state, seat, trace):
        steal_hidden(state, seat, top(state, TAKE_FROM), (action - ACT_AT) // 2, trace)
