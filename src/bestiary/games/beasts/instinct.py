"""Tailed Beasts: rules of thumb. A weight for every legal action, from what the seat knows.

- Buy: a Travel and a War first, then units, a Vanguard, allies, a step on a track.
- Turn: travel where there is something to gain; recruit before that if the army is small; pass when nothing helps.
- Travel: into the field that pays most: a beast that the units in reach can meet, free symbols, a weak neighbour; or
  beside a beast that they could meet from there. All units that can come to a battlefield, or beside a beast, come; one
  is left nowhere for nothing.
- Windows: a card of use now is used about as often as not; one that can be used at any time is kept.
- Hunts and battles: the strongest card that is needed; stop only with an empty hand.
"""

from __future__ import annotations

from typing import Final

from bestiary.engine.frames import step
from bestiary.engine.rule import Ints, rule
from bestiary.games.beasts.board import controller, foreign_units, forget_reach, in_reach, ready_in, under_way
from bestiary.games.beasts.cards.language import R_TIMING, T_HT
from bestiary.games.beasts.events import coin_pay
from bestiary.games.beasts.specialties import hunted_strength, spring_points
from bestiary.games.beasts.stack import AT, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_OTHER, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, AWAKEN_AT, BUYING, BUY_AT, BUY_HIDDEN, CARDS, CARD_AT, DISCARDING, DONE, DRILL, DRILLING,
    FIELDS, FIELD_AT, FIELD_POINTS, FROM_AT, HIRE, HUNT, INTO_AT, MARK, MARK_HERE, MUSTER, NEAR, OPEN, PASS, PATHFINDER,
    PETITION, RECRUIT, RECRUIT_AT, ROWS, STYLES, TRAVEL, TRAVELLING, TURNS, UNIT_AT, UNMARK_AT, VANGUARD, WAR, WAR_STEP,
    WINDOW, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracks import strength_bonus
from bestiary.games.beasts.travel import find_reach, wars_left
from bestiary.games.beasts.windows import owned, vanguards

PATIENCE: Final = 70  # a field worth more than this is not passed by for the sake of a beast further on

@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Writes a weight for each of the `count` legal actions in `moves`."""
    now = step(state)
    for i in range(count):
        weights[i] = weigh(box, state, seat, now, int(moves[i]))


@rule
def weigh(box: Box, state: State, seat: int, now: int, action: int) -> int:
    if now == BUYING:
        return weigh_buy(state, seat, action)
    if now == TURNS:
        return weigh_turn(box, state, seat, action)
    if now == TRAVELLING:
        return weigh_focus(box, state, seat, action) if top(state, AT) == 0 else weigh_step(box, state, seat, action)
    if now in (HUNT, WAR_STEP, DISCARDING, DRILLING):
        return weigh_card(box, state, seat, now, action)
    if now == RECRUIT:
        return 1 if action == DONE else 4 ** (1 + (action - UNIT_AT) // 2)
    if now == RECRUIT_AT:
        return 1 + ready_in(state, seat, action - FIELD_AT)
    if now == MARK:
        return 20 if action == MARK_HERE else 1
    if now == WINDOW:
        return weigh_window(box, state, seat, action)
    return 1


@rule
def weigh_window(box: Box, state: State, seat: int, action: int) -> int:
    if action == PASS:
        return 5 if is_too_weak(box, state, seat) else 60
    if ACT_AT <= action < ACT_AT + 2 * ACTION_TYPES:
        return 600 if (action - ACT_AT) // 2 == PATHFINDER else 40
    if CARD_AT <= action < CARD_AT + CARDS and can_wait(box, action - CARD_AT):
        return 1
    return 40


@rule
def is_too_weak(box: Box, state: State, seat: int) -> bool:
    """Would the own hunt be called off unless something is played now?"""
    field = int(state.war_field)
    if field < 0 or int(state.defender) >= 0 or int(state.attacker) != seat or int(state.roll) > 0:
        return False
    beast = int(state.lair[field]) - 1
    might = under_way(state, field) + strength_bonus(box, state, seat) + int(state.might[0])
    return beast >= 0 and might <= hunted_strength(box, state, seat, beast)


@rule
def can_wait(box: Box, card: int) -> bool:
    """Can the card be used at any time?"""
    for row in range(ROWS):
        if int(box.rows[card, row, R_TIMING]) == T_HT:
            return True
    return False


@rule
def weigh_buy(state: State, seat: int, action: int) -> int:
    travels, wars = owned(state, seat, TRAVEL), owned(state, seat, WAR)
    if action == PASS:
        return 2
    if action == BUY_HIDDEN:
        return 4
    card = action - BUY_AT
    if card == TRAVEL:
        return 400 if travels < 2 else 8
    if card == WAR:
        return 300 if travels > wars else 2
    if card == MUSTER:
        return 60
    if card == VANGUARD:
        return 30 if wars > 0 else 1
    if card == HIRE:
        return 25
    if card == PETITION:
        return 20
    return 3


@rule
def weigh_turn(box: Box, state: State, seat: int, action: int) -> int:
    if action == PASS:
        return 1
    if UNMARK_AT <= action < UNMARK_AT + FIELDS:
        return 0
    if not ACT_AT <= action < ACT_AT + 2 * ACTION_TYPES:
        return 60
    card = (action - ACT_AT) // 2
    if card == TRAVEL:
        return 120
    if card == MUSTER:
        return 200
    if card == DRILL:
        return 5
    return 80


@rule
def prize(box: Box, state: State, seat: int, field: int, might: int) -> int:
    """What a field is worth to units of this strength; 0 where they would only walk."""
    beast = int(state.lair[field]) - 1
    if beast >= 0:
        if wars_left(state, seat) == 0 and top(state, TRAVEL_OTHER) == 0:
            return 0
        strength = hunted_strength(box, state, seat, beast)
        if might + strength_bonus(box, state, seat) + vanguards(state, seat) <= strength:
            return 0
        return 400 - 25 * min(strength, 12)
    value = coin_pay(box, state, seat, field) + spring_points(box, state, seat, field)
    value = 6 * value + 12 * int(box.dom[field])
    other = foreign_units(state, seat, field)
    if other >= 0:
        return value + 30 if might > ready_in(state, other, field) + 1 else 0
    return 0 if controller(state, field) == seat else value + 2


@rule
def promise(box: Box, state: State, seat: int, field: int, might: int) -> int:
    """What beasts beside a field are worth to units of this strength that stand there."""
    best = 0
    for i in range(NEAR):
        other = int(box.near[field, i])
        if other < 0 or int(box.border[field, i]) != OPEN or int(state.lair[other]) == 0:
            continue
        strength = hunted_strength(box, state, seat, int(state.lair[other]) - 1)
        if might + strength_bonus(box, state, seat) > strength:
            best = max(best, 70 - 4 * min(strength, 12))
    return best


@rule
def prospect(box: Box, state: State, seat: int, field: int, might: int) -> int:
    """The same, for units that may walk one field more."""
    best = promise(box, state, seat, field, might)
    for i in range(NEAR):
        other = int(box.near[field, i])
        if other >= 0 and int(box.border[field, i]) == OPEN and int(state.lair[other]) == 0:
            best = max(best, promise(box, state, seat, other, might) // 2)
    return best


@rule
def weigh_focus(box: Box, state: State, seat: int, action: int) -> int:
    if action >= FROM_AT:
        return 2
    field = action - INTO_AT
    find_reach(box, state, seat, field, False, False)
    might = 0
    for other in range(FIELDS):
        if in_reach(state, other):
            might += ready_in(state, seat, other)
    forget_reach(state)
    might = min(might, FIELD_POINTS)
    value = prize(box, state, seat, field, might)
    if value < PATIENCE and ready_in(state, seat, field) < might:
        value = max(value, prospect(box, state, seat, field, might))
    return 1 + value * value // 16


@rule
def weigh_step(box: Box, state: State, seat: int, action: int) -> int:
    focus, leaving = top(state, TRAVEL_FOCUS), top(state, TRAVEL_LEAVING) == 1
    if leaving:
        if action == DONE:
            return 10
        field = action - FIELD_AT if action < UNIT_AT else top(state, TRAVEL_OTHER) - 1
        value = prize(box, state, seat, field, ready_in(state, seat, focus))
        return 1 + value
    fights = int(state.lair[focus]) > 0 or foreign_units(state, seat, focus) >= 0
    gathers = fights or prospect(box, state, seat, focus, FIELD_POINTS) > 0
    if action == DONE:
        return 1 if fights else (10 if gathers else 60)
    return 50 if gathers else 5


@rule
def card_value(box: Box, card: int) -> int:
    total = 2 * int(box.heads[card])
    for style in range(STYLES):
        total += int(box.style[card, style])
    return total


@rule
def weigh_card(box: Box, state: State, seat: int, now: int, action: int) -> int:
    if action == DONE:
        return 1 if now == DRILLING else 0
    value = card_value(box, action - (AWAKEN_AT if action >= AWAKEN_AT else CARD_AT))
    if now in (DISCARDING, DRILLING):
        return max(1, 30 - value)
    return value * value
