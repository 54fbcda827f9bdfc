"""Tailed Beasts: rules of thumb. A weight for every legal action, from what the seat knows.

- Buy: what moves units and a War first, then what raises an ally, a step on a track, units, allies, a Vanguard.
- Turn: travel where there is something to gain; recruit before that if the army is small; pass when nothing helps.
- Travel: into the field that pays most: a beast that the units in reach can meet and the hand can capture, a player who
  would hand over a beast and is likely to lose, free symbols; or beside such a beast or player. All units that can come
  to a battlefield, or beside a beast, come; one is left nowhere for nothing.
- Windows and small choices: see `reflex`.
- Hunts and battles: the strongest card, rather awakened; stop only with an empty hand.
"""

from __future__ import annotations

from typing import Final

from bestiary.engine.frames import step
from bestiary.engine.rule import Ints, rule
from bestiary.games.beasts.board import captured, controller, foreign_units, forget_reach, in_reach, ready_in
from bestiary.games.beasts.events import coin_pay
from bestiary.games.beasts.reckoning import BEAST, beasts_of, booty, hunt_chance, war_chance
from bestiary.games.beasts.reflex import (
    weigh_choice, weigh_gift, weigh_loss, weigh_shelter, weigh_support, weigh_track, weigh_window,
)  # fmt: skip
from bestiary.games.beasts.specialties import hunted_strength, spring_points
from bestiary.games.beasts.stack import AT, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_OTHER, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, AWAKENING_AT, AWAKEN_AT, BEAST_AT, BUYING, BUY_AT, BUY_HIDDEN, Box, CARD_AT, CHAINING, CHOICE,
    COUNTERSEAL, DECK_CARDS, DISCARDING, DONE, DRILL, DRILLING, FIELDS, FIELD_AT, FIELD_MEDIC, FIELD_POINTS, FROM_AT,
    GIVE_BEAST, HIRE, HUNT, INTO_AT, MARK, MARK_HERE, MUSTER, NEAR, OPEN, PASS, PATHFINDER, PETITION, PURIFY, RECRUIT,
    RECRUIT_AT, REINFORCE, RETREAT, SKULLS, SMOKE_SCREEN, SPECIALTY, STYLES, SUPPORT, State, TIEBREAKER, TRACK_AT,
    TRAVEL, TRAVELLING, TURNS, UNIT_AT, UNMARK_AT, UP, UPGRADE, VANGUARD, WAR, WAR_STEP, WINDOW,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of, strength_bonus
from bestiary.games.beasts.travel import find_reach, wars_left
from bestiary.games.beasts.windows import owned, vanguards

PATIENCE: Final = 100  # a field worth more than this is not passed by for the sake of something further on


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
    if now == GIVE_BEAST or now == CHAINING:
        return weigh_gift(state, action - BEAST_AT)
    if now == UP:
        return weigh_track(state, seat, action - TRACK_AT) if action >= TRACK_AT else 1
    if now == SKULLS:
        return weigh_loss(action)
    if now == RETREAT:
        return weigh_shelter(state, seat, action)
    if now == SUPPORT:
        return weigh_support(state, seat, action)
    if now == CHOICE:
        return weigh_choice(state, seat, action)
    return 1


@rule
def weigh_buy(state: State, seat: int, action: int) -> int:
    travels = owned(state, seat, TRAVEL) + owned(state, seat, PATHFINDER)
    wars = owned(state, seat, WAR) + owned(state, seat, REINFORCE)
    if action == PASS:
        return 2
    if action == BUY_HIDDEN:
        return 4
    card = action - BUY_AT
    if card == TRAVEL or card == PATHFINDER:
        return 400 + 10 * int(state.stock[card]) + (15 if card == PATHFINDER else 0) if travels < 2 else 8
    if card == WAR:
        return 300 if travels > wars else 2
    if card == REINFORCE:
        if travels <= wars or not is_worth_raiding(state, seat):
            return 2
        return 350 if owned(state, seat, REINFORCE) == 0 else 100
    if card == MUSTER:
        return 60
    if card == VANGUARD:
        return 30 if wars > 0 else 1
    if card == HIRE:
        return 40
    if card == PETITION:
        return 70 if spot_of(state, TIEBREAKER, seat) > 0 and owned(state, seat, PETITION) == 0 else 10
    if card == SPECIALTY:
        return 15
    if card == UPGRADE:
        return 90 if owned(state, seat, HIRE) > owned(state, seat, UPGRADE) else 20
    if card == COUNTERSEAL:
        return 7 if captured(state, seat) > 0 else 4  # it can keep a beast
    if card in (SMOKE_SCREEN, FIELD_MEDIC, PURIFY):
        return 8
    return 4


@rule
def is_worth_raiding(state: State, seat: int) -> bool:
    """Has another player a beast to hand over?"""
    for other in range(int(state.seats)):
        if other != seat and beasts_of(state, other) > 0:
            return True
    return False


@rule
def weigh_turn(box: Box, state: State, seat: int, action: int) -> int:
    if action == PASS:
        return 1
    if UNMARK_AT <= action < UNMARK_AT + FIELDS:
        return 0
    if not ACT_AT <= action < ACT_AT + 2 * ACTION_TYPES:
        return 60
    card = (action - ACT_AT) // 2
    if card == TRAVEL or card == PATHFINDER:
        return 120 if card == TRAVEL else 110
    if card == MUSTER:
        return 200
    if card == PETITION:
        return 150
    if card == DRILL:
        return 5
    return 80


@rule
def prize(box: Box, state: State, seat: int, field: int, might: int) -> int:
    """What a field is worth to units of this strength; 0 where they would only walk."""
    beast, other = int(state.lair[field]) - 1, foreign_units(state, seat, field)
    if (beast >= 0 or other >= 0) and wars_left(state, seat, field) == 0 and top(state, TRAVEL_OTHER) == 0:
        return 0
    if beast >= 0:
        strength = hunted_strength(box, state, seat, beast)
        if might + strength_bonus(box, state, seat) + vanguards(state, seat) <= strength:
            return 0
        return BEAST * hunt_chance(box, state, seat, strength) // 100
    value = coin_pay(box, state, seat, field) + spring_points(box, state, seat, field)
    value = 6 * value + 12 * int(box.dom[field])
    if other >= 0:
        return value + raid(box, state, seat, other, field, might)
    return 0 if controller(state, field) == seat else value + 2


@rule
def raid(box: Box, state: State, seat: int, other: int, field: int, might: int) -> int:
    """What a war with a player for a field is worth, beyond the field."""
    if ready_in(state, other, field) == 0:
        return 10
    chance = war_chance(box, state, seat, other, field, might)
    spoils = booty(state, seat, other) * chance // 100
    return spoils if spoils > 0 else (20 if chance > 50 else 0)


@rule
def promise(box: Box, state: State, seat: int, field: int, might: int) -> int:
    """What beasts, and players who have some, beside a field are worth to units of this strength that stand there."""
    best = 0
    for i in range(NEAR):
        near = int(box.near[field, i])
        if near < 0 or int(box.border[field, i]) != OPEN:
            continue
        if int(state.lair[near]) > 0:
            strength = hunted_strength(box, state, seat, int(state.lair[near]) - 1)
            if might + strength_bonus(box, state, seat) > strength:
                best = max(best, BEAST * hunt_chance(box, state, seat, strength) // 500)
        else:
            other = foreign_units(state, seat, near)
            if other >= 0 and ready_in(state, other, near) > 0:
                chance = war_chance(box, state, seat, other, near, might)
                best = max(best, booty(state, seat, other) * chance // 500)
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
    if action >= AWAKEN_AT:
        value = card_value(box, AWAKENING_AT + (action - AWAKEN_AT) % DECK_CARDS)
        return 2 * value * value
    value = card_value(box, action - CARD_AT)
    if now in (DISCARDING, DRILLING):
        return max(1, 30 - value)
    return value * value
