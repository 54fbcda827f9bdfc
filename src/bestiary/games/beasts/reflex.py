"""Tailed Beasts: rules of thumb for reactions and small choices. Each gives a weight for a legal action."""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import (
    captured, forget_reach, next_in_reach, points_in, ready_in, strength_of, under_way, worth,
)  # fmt: skip
from bestiary.games.beasts.cards.language import R_TIMING, T_HT
from bestiary.games.beasts.reckoning import lead
from bestiary.games.beasts.specialties import hunted_strength
from bestiary.games.beasts.stack import AT, CHOICE_KIND, TRAVEL_FOCUS, TRAVEL_LEAVING, WINDOW_ABOUT, top, under
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BY_PLAYER, BY_TRACK, BY_YES, Box, CALTROPS, CARDS, CARD_AT, CHAIN, COUNTERSEAL, FIELDS,
    FIELD_AT, FIELD_MEDIC, HAND_LIMIT, IRON_DISCIPLINE, LAST_STAND, LOADED_DIE, PASS, PATHFINDER, PAYDAY, PLAYER_AT,
    PURIFY, RECRUITMENT, REINFORCE, ROWS, SMOKE_SCREEN, STRENGTH, State, TIEBREAKER, TRACK_AT, TRANSIT, UNIT_AT,
    UPGRADE, VANGUARD, WAR, YES,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of, strength_bonus
from bestiary.games.beasts.travel import find_reach

PASSES = 60  # the weight of a pass in a window


# --- Reactions


@rule
def weigh_window(box: Box, state: State, seat: int, action: int) -> int:
    if action == PASS:
        return 5 if is_too_weak(box, state, seat) else PASSES
    if ACT_AT <= action < ACT_AT + 2 * ACTION_TYPES:
        return weigh_reaction(box, state, seat, (action - ACT_AT) // 2)
    if CARD_AT <= action < CARD_AT + CARDS and can_wait(box, action - CARD_AT):
        return 1
    return 40


@rule
def weigh_reaction(box: Box, state: State, seat: int, card: int) -> int:
    """An action card is played where it turns something."""
    if card == PATHFINDER:
        return 600 if is_stuck(box, state, seat) else 2
    if card == UPGRADE:
        return 600
    if card in (VANGUARD, REINFORCE, CALTROPS, LAST_STAND):
        return weigh_strength(box, state, seat)
    if card == COUNTERSEAL:
        return 400 if top(state, WINDOW_ABOUT) in (WAR, REINFORCE) and is_attacked(state, seat) else 3
    if card == SMOKE_SCREEN:
        side = side_of(state, seat)
        behind = int(state.points[1 - side]) - int(state.points[side])
        return 300 if int(state.defender) >= 0 and int(state.points[1 - side]) == 2 and behind > 0 else 1
    if card == PURIFY:
        return 400 if top(state, WINDOW_ABOUT) == CHAIN else 60
    if card == LOADED_DIE:
        return 40 * max(int(state.roll) - 5, 0)
    if card == FIELD_MEDIC or card == IRON_DISCIPLINE:
        return 200
    return 40


@rule
def is_stuck(box: Box, state: State, seat: int) -> bool:
    """Does the Travel that was just announced need to cross mountains or rivers?"""
    focus, leaving, units = under(state, TRAVEL_FOCUS), under(state, TRAVEL_LEAVING) == 1, False
    find_reach(box, state, seat, focus, leaving, False)
    field = next_in_reach(state, 0)
    while field < FIELDS and not units:
        units = leaving or ready_in(state, seat, field) > 0
        field = next_in_reach(state, field + 1)
    forget_reach(state)
    return not units


@rule
def weigh_strength(box: Box, state: State, seat: int) -> int:
    """Before unit strength is compared: what may turn the battle point, and what a hunt needs."""
    if int(state.defender) < 0:
        return 40 if is_too_weak(box, state, seat) else 2
    if side_of(state, seat) < 0:
        return 5
    return 300 if lead(box, state, seat) < 0 else 2


@rule
def is_attacked(state: State, seat: int) -> bool:
    """Are units of another player under way to a field where this seat has units?"""
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and points_in(state, seat, int(state.way_to[i])) > 0:
            return True
    return False


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


# --- Small choices


@rule
def weigh_track(state: State, seat: int, track: int) -> int:
    """Ties and strength, which decide wars, and money first; nothing where one leads already."""
    if spot_of(state, track, seat) == 0:
        return 1
    if track == TIEBREAKER:
        return 60
    if track == STRENGTH:
        return 40
    if track == PAYDAY or track == RECRUITMENT:
        return 30 if int(state.round_number) < 2 else 8
    if track == HAND_LIMIT:
        return 20
    return 4


@rule
def weigh_gift(state: State, beast: int) -> int:
    """Which beast to hand over: a chained one, then the weakest."""
    return 4000 if int(state.chained[beast]) == 1 else 1 << (11 - strength_of(beast))


@rule
def weigh_loss(action: int) -> int:
    """Which unit to lose: one that lies already, and the cheapest."""
    return 1 + 4 * ((action - UNIT_AT) % 2) + 8 // worth((action - UNIT_AT) // 2)


@rule
def weigh_shelter(state: State, seat: int, action: int) -> int:
    """Where to retreat: to other units of one's own."""
    return 1 + 2 * points_in(state, seat, action - FIELD_AT) if FIELD_AT <= action < FIELD_AT + FIELDS else 1


@rule
def weigh_choice(state: State, seat: int, action: int) -> int:
    """Against others: whoever has most beasts. Of what costs something: rather yes."""
    kind = top(state, CHOICE_KIND)
    if kind == BY_PLAYER and action >= PLAYER_AT:
        return 1 + 6 * captured(state, action - PLAYER_AT)
    if kind == BY_TRACK:
        return weigh_track(state, seat, action - TRACK_AT)
    return 2 if kind == BY_YES and action == YES else 1


@rule
def weigh_support(state: State, seat: int, action: int) -> int:
    """Reinforce: one's own side, with the strongest field."""
    if top(state, AT) == 0:
        return 100 if action - PLAYER_AT == seat else 5
    return 1 + ready_in(state, seat, action - FIELD_AT)
