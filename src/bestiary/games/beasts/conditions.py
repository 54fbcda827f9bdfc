"""Tailed Beasts §6: when an effect works: gates of its timing, conditions, and who its opponent is."""

from __future__ import annotations

from bestiary.engine.bits import first_bit
from bestiary.engine.rule import rule
from bestiary.games.beasts.board import captured, ready_in, under_way
from bestiary.games.beasts.cards.language import (
    BRANCH_MASK, CMP_EQ, CMP_GE, CMP_LE, CMP_LT, COND_VERSUS, C_ALLYC, C_ALW, C_ATK, C_BEASTC, C_BNO, C_BPC, C_COINC,
    C_DEF, C_LOSTB, C_RNDC, C_ROLLC, C_STYC, C_SYMC, C_TIERC, C_TOKC, C_TRKC, C_UNITC, C_WONB, EFFECT_SHIFT, FROM_HAND,
    F_GATES, F_OPPONENT, F_WHERE, F_WINDOWS, G_ATTACKER, G_DEFENDER, G_LATER, G_LEAST, G_LOST, G_LOST_WAR, G_MINE,
    G_MOST, G_OTHERS, G_PARTY, G_WON_WAR, IN_PVB, IN_PVP, OP_VERSUS, OP_WHO, O_CAPTOR, O_CHOSEN, O_SIDE, R_A, R_BRANCH,
    R_CA, R_CB, R_COND, R_OP, R_TIMING, SYM_CAPITAL, SYM_COIN, SYM_DOM, SYM_HOT, TIMING_FACTS, TOKC_SHIFT, T_HA, T_HT,
    USES_IN, WHO_OPP,
)  # fmt: skip
from bestiary.games.beasts.clauses import (
    ALLOWED, CONDITION_FAILS, NOT_IN_HAND, NOT_ITS_TIME, NO_USE_FROM_HAND, USED_CARD,
)  # fmt: skip
from bestiary.games.beasts.hands import slot_in_hand
from bestiary.games.beasts.standing import fighting_card, is_used, side_of
from bestiary.games.beasts.state import RARE_AT, ROWS, TURNS, W_ALLY, W_BEAST, W_PRIZE, W_TOKEN, Box, State
from bestiary.games.beasts.tracks import spot_of

NOBODY_NEEDED = -1  # an effect without an opponent

# --- Rows


@rule
def effect_of(box: Box, card: int, row: int) -> int:
    """The effect that a row belongs to; −1 where the card has no such row."""
    if row >= ROWS or int(box.rows[card, row, R_OP]) == 0:
        return -1
    return int(box.rows[card, row, R_BRANCH]) >> EFFECT_SHIFT


@rule
def first_row(box: Box, card: int, effect: int) -> int:
    """Where an effect begins; −1 where the card has no such effect."""
    for row in range(ROWS):
        if effect_of(box, card, row) == effect:
            return row
    return -1


@rule
def branch_of(box: Box, card: int, row: int) -> int:
    return int(box.rows[card, row, R_BRANCH]) & BRANCH_MASK


# --- Gates


@rule
def passes_gates(state: State, seat: int, gates: int, battle: int, actor: int) -> bool:
    """What a timing asks for besides its moment; all of it is public."""
    side = side_of(state, seat)
    if gates & G_PARTY != 0 and side < 0:
        return False
    if gates & G_ATTACKER != 0 and side != 0:
        return False
    if gates & G_DEFENDER != 0 and side != 1:
        return False
    if gates & G_LATER != 0 and battle == 0:
        return False
    if gates & G_LOST != 0 and int(state.won[battle]) != 2 - side:
        return False
    if gates & G_LEAST != 0 and (side < 0 or int(state.points[side]) >= int(state.points[1 - side])):
        return False
    if gates & G_MOST != 0 and (side < 0 or int(state.points[side]) <= int(state.points[1 - side])):
        return False
    if gates & G_WON_WAR != 0 and int(state.verdict) != side + 1:
        return False
    if gates & G_LOST_WAR != 0 and int(state.verdict) != 2 - side:
        return False
    if gates & G_MINE != 0 and seat != actor:
        return False
    return gates & G_OTHERS == 0 or seat != actor


@rule
def opens(state: State, seat: int, timing: int, window: int, actor: int) -> bool:
    """Is this a moment for effects of this timing from the hand of this seat? By public facts only [R60]. Outside the
    action phase only for what works at any time, and where something is received [R77]."""
    if int(state.frame[0]) != TURNS and (timing != T_HT or not is_receipt(window)):
        return False
    if (int(TIMING_FACTS[timing, F_WINDOWS]) >> window) & 1 == 0:
        return False
    where = int(TIMING_FACTS[timing, F_WHERE])
    hunt = int(state.war_field) >= 0 and int(state.defender) < 0
    war = int(state.war_field) >= 0 and not hunt
    if where & IN_PVP == 0 and (war or (where & IN_PVB != 0 and not hunt)):
        return False
    if where & IN_PVB == 0 and (hunt or (where & IN_PVP != 0 and not war)):
        return False
    return passes_gates(state, seat, int(TIMING_FACTS[timing, F_GATES]), int(state.battle), actor)


@rule
def is_receipt(window: int) -> bool:
    """A token, an ally or a beast comes to a player."""
    return window == W_TOKEN or window == W_ALLY or window == W_BEAST or window == W_PRIZE


@rule
def uses_in(box: Box, state: State, seat: int, window: int) -> int:
    """What cards with the backs in this hand can do from it in such a window, a bit for each timing."""
    mask = 0
    for group in range(len(box.timings) if int(USES_IN[window]) != 0 else 0):
        mask |= int(box.timings[group]) if int(state.hand_backs[seat, group]) > 0 else 0
    return mask & int(USES_IN[window])


@rule
def might_hold(box: Box, state: State, seat: int, window: int, actor: int) -> bool:
    """R60: could a card with one of the backs in this hand be used now?"""
    mask = uses_in(box, state, seat, window)
    while mask != 0:
        if opens(state, seat, T_HA + first_bit(mask), window, actor):
            return True
        mask &= mask - 1
    return False


@rule
def uses_now(box: Box, state: State, seat: int, window: int, actor: int) -> int:
    """Those of them for which this is a moment."""
    mask, found = uses_in(box, state, seat, window), 0
    while mask != 0:
        found |= mask & -mask if opens(state, seat, T_HA + first_bit(mask), window, actor) else 0
        mask &= mask - 1
    return found


# --- Opponents


@rule
def needs_opponent(box: Box, card: int, effect: int) -> bool:
    """Does an effect speak of an opponent?"""
    for row in range(ROWS):
        if effect_of(box, card, row) != effect:
            continue
        op, cond = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_COND])
        if int(OP_VERSUS[op]) > 0 or (int(OP_WHO[op]) > 0 and int(box.rows[card, row, R_A]) == WHO_OPP):
            return True
        if int(COND_VERSUS[cond]) > 0 or (cond == C_TOKC and int(box.rows[card, row, R_CA]) >> TOKC_SHIFT == WHO_OPP):
            return True
    return False


@rule
def opponents(state: State, seat: int, kind: int) -> int:
    """Whom `opp` may mean, a mask of seats."""
    everybody = (1 << int(state.seats)) - 1
    if kind == O_CHOSEN:
        return everybody & ~(1 << seat)
    if kind == O_CAPTOR:
        return 1 << int(state.attacker) & ~(1 << seat)
    if int(state.war_field) < 0:
        return 0
    if int(state.defender) < 0:
        return 1 << int(state.attacker) & ~(1 << seat) if kind == O_SIDE else 0
    both = 1 << int(state.attacker) | 1 << int(state.defender)
    return both & ~(1 << seat) if kind == O_SIDE or (both >> seat) & 1 == 1 else 0


@rule
def worthy_opponents(box: Box, state: State, seat: int, card: int, effect: int, battle: int) -> int:
    """Those against whom the condition holds; without need of an opponent a bit beyond the seats, if it holds."""
    row = first_row(box, card, effect)
    timing = int(box.rows[card, row, R_TIMING])
    if not needs_opponent(box, card, effect):
        return 1 << int(state.seats) if holds(box, state, card, row, seat, NOBODY_NEEDED, battle) else 0
    found = 0
    mask = opponents(state, seat, int(TIMING_FACTS[timing, F_OPPONENT]))
    for other in range(int(state.seats)):
        if (mask >> other) & 1 == 1 and holds(box, state, card, row, seat, other, battle):
            found |= 1 << other
    return found


@rule
def refuse_use(box: Box, state: State, seat: int, card: int, window: int, actor: int) -> int:
    """May a card of this hand be used in this window? One of its effects must work; R58: once a round."""
    if slot_in_hand(state, seat, card) < 0:
        return NOT_IN_HAND
    if is_used(state, card):
        return USED_CARD
    nearest = NO_USE_FROM_HAND
    effect = -1
    for row in range(ROWS):
        before, effect = effect, effect_of(box, card, row)
        if effect < 0:
            break
        if effect != before:
            clause = refuse_effect(box, state, seat, card, effect, row, window, actor)
            if clause == ALLOWED:
                return ALLOWED
            nearest = max(nearest, clause)
    return nearest


@rule
def refuse_effect(
    box: Box, state: State, seat: int, card: int, effect: int, row: int, window: int, actor: int
) -> int:  # fmt: skip
    """Why an effect does not work from hand; the clauses rise with what is already right."""
    timing = int(box.rows[card, row, R_TIMING])
    if int(TIMING_FACTS[timing, F_WHERE]) & FROM_HAND == 0:
        return NO_USE_FROM_HAND
    if not opens(state, seat, timing, window, actor):
        return NOT_ITS_TIME
    return ALLOWED if worthy_opponents(box, state, seat, card, effect, int(state.battle)) != 0 else CONDITION_FAILS


@rule
def works_from_hand(
    box: Box, state: State, seat: int, card: int, effect: int, row: int, window: int, actor: int
) -> bool:  # fmt: skip
    return refuse_effect(box, state, seat, card, effect, row, window, actor) == ALLOWED


# --- Conditions


@rule
def compares(cmp: int, mine: int, theirs: int) -> bool:
    if cmp == CMP_LT:
        return mine < theirs
    if cmp == CMP_LE:
        return mine <= theirs
    if cmp == CMP_EQ:
        return mine == theirs
    return mine >= theirs if cmp == CMP_GE else mine > theirs


@rule
def holds(box: Box, state: State, card: int, row: int, seat: int, other: int, battle: int) -> bool:
    """The condition of a row, for its owner and against an opponent, in the battle of its card."""
    cond, ca, cb = int(box.rows[card, row, R_COND]), int(box.rows[card, row, R_CA]), int(box.rows[card, row, R_CB])
    if cond == C_ALW:
        return True
    side = side_of(state, seat)
    if cond == C_ATK or cond == C_DEF:
        return int(state.defender) >= 0 and side == (0 if cond == C_ATK else 1)
    if cond == C_BNO:
        return compares(ca, int(state.battle) + 1, cb)
    if cond == C_WONB or cond == C_LOSTB:
        return side >= 0 and int(state.won[battle]) == (side + 1 if cond == C_WONB else 2 - side)
    if cond == C_TOKC:
        who = other if ca >> TOKC_SHIFT == WHO_OPP else seat
        return who >= 0 and int(state.token[who, ca & ((1 << TOKC_SHIFT) - 1)]) >= cb
    if cond == C_SYMC:
        return int(state.war_field) >= 0 and shows(box, int(state.war_field), ca)
    if cond == C_RNDC:
        return compares(ca, int(state.round_number) + 1, cb)
    if cond == C_ROLLC:
        return int(state.roll) > 0 and compares(ca, int(state.roll), cb)
    if cond == C_COINC:
        return other >= 0 and compares(ca, int(state.coins[seat]), int(state.coins[other]))
    if cond == C_TRKC:
        return other >= 0 and spot_of(state, ca, seat) < spot_of(state, ca, other)
    if cond == C_BEASTC:
        return other >= 0 and compares(ca, captured(state, seat), captured(state, other))
    if cond == C_ALLYC:
        return side >= 0 and fighting_card(state, 1 - side, battle) >= RARE_AT
    if C_BPC <= cond <= C_UNITC:
        return other >= 0 and holds_in_war(box, state, cond, ca, cb, side, seat, other, battle)
    return int(state.war_field) >= 0 and int(state.defender) < 0  # VSBC


@rule
def holds_in_war(
    box: Box, state: State, cond: int, ca: int, cb: int, side: int, seat: int, other: int, battle: int
) -> bool:  # fmt: skip
    """Conditions that compare the two at war."""
    if cond == C_UNITC:
        return compares(ca, units_at_war(state, seat), units_at_war(state, other))
    if side < 0 or side_of(state, other) < 0:
        return False
    if cond == C_BPC:
        return compares(ca, int(state.points[side]), int(state.points[1 - side]))
    if cond == C_STYC:
        return compares(cb, int(state.values[side, ca]), int(state.values[1 - side, ca]))
    mine, theirs = fighting_card(state, side, battle), fighting_card(state, 1 - side, battle)
    if cond != C_TIERC or mine < 0:
        return False
    return compares(ca, int(box.tier[mine]), int(box.tier[theirs]) if theirs >= 0 else 0)


@rule
def units_at_war(state: State, seat: int) -> int:
    """Ready points of a seat on the battlefield; attackers count while they are under way."""
    field = int(state.war_field)
    return ready_in(state, seat, field) + (under_way(state, field) if seat == int(state.attacker) else 0)


@rule
def shows(box: Box, field: int, symbol: int) -> bool:
    if symbol == SYM_COIN:
        return int(box.coin[field]) > 0
    if symbol == SYM_HOT:
        return int(box.hot[field]) > 0
    if symbol == SYM_DOM:
        return int(box.dom[field]) > 0
    return symbol == SYM_CAPITAL and int(box.capital[field]) > 0
