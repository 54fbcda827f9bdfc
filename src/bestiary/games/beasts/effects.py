"""Tailed Beasts §6: effects come to pass. A MOMENT looks at the cards played and begins what is due; a PLAY_CARD uses a
card from hand; an EFFECT goes through its rows."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import owns_beast
from bestiary.games.beasts.cards.language import (
    F_GATES, F_MOMENT, F_SCOPE, M_AFTER, M_BEAST, M_BEFORE, M_BETWEEN, M_END, M_REVEAL, OP_OPT, OP_PAY, OP_REP,
    OP_REVEAL, OP_SCHED, OP_VAL, OP_VSET, OP_VSWAP, OP_WHO, PART_EFFECT, REP_BEAST, REP_HEAL, R_A, R_B, R_C, R_OP,
    R_TIMING, S_NEXT, S_NEXT_WAR, S_SCORING, TIMING_FACTS, T_AS, T_BN, T_BS, T_NB, T_NW, WHO_ANY, WHO_ME, WHO_OPP,
)  # fmt: skip
from bestiary.games.beasts.choices import choose
from bestiary.games.beasts.combat import IS_ALONE, IS_COPIED, IS_DUE
from bestiary.games.beasts.conditions import (
    branch_of, effect_of, first_row, passes_gates, works_from_hand, worthy_opponents,
)  # fmt: skip
from bestiary.games.beasts.hands import spend_card, take_card
from bestiary.games.beasts.operations import ASKS, CHOSEN, ENDS_EFFECT, FIRST, operate
from bestiary.games.beasts.stack import (
    AT, EFFECT_AGAIN, EFFECT_BATTLE, EFFECT_BRANCH, EFFECT_CARD, EFFECT_FLAGS, EFFECT_NUMBER, EFFECT_OPPONENT,
    EFFECT_OWNER, EFFECT_REPEATS, EFFECT_ROW, EFFECT_WHOM, MOMENT_BATTLE, MOMENT_FIRST, MOMENT_KIND, MOMENT_NEXT,
    MOMENT_SCORING, MOMENT_SIDE, USE_ACTOR, USE_CARD, USE_EFFECT, USE_SEAT, USE_WINDOW, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import (
    count_heals, fighting_card, is_cancelled, mark_used, next_due, put_off, seat_of, side_of, strike_out,
)  # fmt: skip
from bestiary.games.beasts.state import (
    BEASTS, BY_OPTION, BY_PLAYER, BY_SPEAKER, EFFECT, E_EFFECT, E_USES, MOMENT, NEXT_WAR, ROWS, TOKENS, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracks import is_ahead

EVERY_BATTLE = -1
MOST_REPEATS = 9
SOURCES = 2  # a card's own effects, and those that it copies

# --- Moments


@rule
def begin_moment(state: State, moment: int, battle: int, side: int, scoring: bool) -> None:
    """Effects of cards played: of one battle or of every one, of both sides (−1) or one of them."""
    nest(state, MOMENT, moment, 0, battle, side + 1)
    set_top(state, MOMENT_SCORING, 1 if scoring else 0)


@rule
def run_moment(box: Box, state: State, trace: Trace) -> None:
    """What was put off comes first, then the cards played. AT 3: who has the first word was chosen."""
    at, moment = top(state, AT), top(state, MOMENT_KIND)
    if at == 0:
        set_top(state, AT, 1)
        set_top(state, MOMENT_FIRST, max(int(state.verdict) - 1, 0))
        if moment == M_REVEAL and speaks(box, state, 0) and speaks(box, state, 1):  # D17
            higher = 0 if is_ahead(state, int(state.attacker), int(state.defender)) else 1
            set_top(state, MOMENT_FIRST, higher)
            set_top(state, AT, 3)
            choose(state, seat_of(state, higher), BY_SPEAKER, 0)
    elif at == 3:
        set_top(state, AT, 1)
        if int(state.result) == fighting_card(state, 1 - top(state, MOMENT_FIRST), int(state.battle)):
            set_top(state, MOMENT_FIRST, 1 - top(state, MOMENT_FIRST))
    elif at == 1:
        due = next_due(state, moment) if top(state, MOMENT_SIDE) == 0 else -1
        if due < 0:
            set_top(state, AT, 2)
            return
        card, row, seat = int(state.later_card[due]) - 1, int(state.later_row[due]), int(state.later_seat[due])
        battle = due_battle(state, due, moment)
        strike_out(state, due)
        if moment == M_BEAST:  # R70: this operation only, against the opponent that it had
            begin_effect(box, state, seat, card, row, 0, IS_DUE | IS_ALONE)
            set_top(state, EFFECT_BRANCH, branch_of(box, card, row))
            face(state, battle - 1, trace)
        else:
            begin_effect(box, state, seat, card, row, battle, IS_DUE)
    else:
        look_on(box, state)


@rule
def due_battle(state: State, due: int, moment: int) -> int:
    """The battle that an effect put off speaks of: the present one, the next one, or that of its card. After a hunt it
    is the opponent + 1 (R70)."""
    if moment == M_REVEAL:
        return int(state.battle)
    return int(state.battle) + 1 if moment == M_BETWEEN else int(state.later_battle[due])


@rule
def speaks(box: Box, state: State, side: int) -> bool:
    """Has the side's card an effect at its reveal?"""
    card = fighting_card(state, side, int(state.battle))
    if card < 0:
        return False
    for row in range(ROWS):
        if int(TIMING_FACTS[int(box.rows[card, row, R_TIMING]), F_MOMENT]) == M_REVEAL:
            return True
    return False


@rule
def look_on(box: Box, state: State) -> None:
    """The next effect of the cards played: battle after battle, one side, then the other (R40)."""
    per_side = SOURCES * ROWS
    while True:
        number = top(state, MOMENT_NEXT)
        battle, place = number // (2 * per_side), number % (2 * per_side)
        last = int(state.battle)
        if top(state, MOMENT_BATTLE) != EVERY_BATTLE:
            battle, last = battle + top(state, MOMENT_BATTLE), top(state, MOMENT_BATTLE)
        if battle > last:
            leave(state, 0)
            return
        set_top(state, MOMENT_NEXT, number + 1)
        side = top(state, MOMENT_FIRST) if place < per_side else 1 - top(state, MOMENT_FIRST)
        source, effect = place % per_side // ROWS, place % ROWS
        wanted = top(state, MOMENT_SIDE) == 0 or top(state, MOMENT_SIDE) == side + 1
        if wanted and begin_if_due(box, state, side, battle, source, effect):
            return


@rule
def begin_if_due(box: Box, state: State, side: int, battle: int, source: int, effect: int) -> bool:
    card = fighting_card(state, side, battle) if source == 0 else int(state.copied[side, battle]) - 1
    if card < 0 or is_cancelled(state, side, battle, PART_EFFECT):
        return False
    row = first_row(box, card, effect)
    if row < 0:
        return False
    timing = int(box.rows[card, row, R_TIMING])
    scope, seat = int(TIMING_FACTS[timing, F_SCOPE]), seat_of(state, side)
    scoring = top(state, MOMENT_SCORING) == 1
    if int(TIMING_FACTS[timing, F_MOMENT]) != top(state, MOMENT_KIND) or (scope == S_SCORING) != scoring:
        return False
    if not passes_gates(state, seat, int(TIMING_FACTS[timing, F_GATES]), battle, seat):
        return False
    if scope == S_NEXT or scope == S_NEXT_WAR:
        put_off(state, card, row, seat, M_REVEAL, int(state.battle) + 1 if scope == S_NEXT else NEXT_WAR)
        return False
    begin_effect(box, state, seat, card, row, battle, IS_COPIED if source == 1 else 0)
    return True


# --- From hand


@rule
def run_card(box: Box, state: State, trace: Trace) -> None:
    """The card is discarded first."""
    seat, card = top(state, USE_SEAT), top(state, USE_CARD)
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        take_card(state, seat, card)
        emit(trace, E_USES, seat, card, 0, 0)
        mark_used(state, card)
        spend_card(box, state, seat, card, trace)
        return
    effect = top(state, USE_EFFECT)
    row = first_row(box, card, effect)
    if row < 0:
        leave(state, 0)
        return
    set_top(state, USE_EFFECT, effect + 1)
    if works_from_hand(box, state, seat, card, effect, row, top(state, USE_WINDOW), top(state, USE_ACTOR)):
        begin_effect(box, state, seat, card, row, int(state.battle), 0)


@rule
def begin_hunting_effect(box: Box, state: State, seat: int, card: int, after: int) -> int:
    """Begins the next effect of a card played against a beast; the effect's number + 1, 0 when there is none."""
    for effect in range(after, ROWS):
        row = first_row(box, card, effect)
        if row >= 0 and int(TIMING_FACTS[int(box.rows[card, row, R_TIMING]), F_MOMENT]) == M_BEAST:
            begin_effect(box, state, seat, card, row, 0, 0)
            return effect + 1
    return 0


# --- Effects


@rule
def row_after(box: Box, state: State, seat: int, card: int, row: int, purse: int) -> int:
    """The next row that an effect could come to; −1 at its end. What must be paid for, and the purse cannot, does not
    come, nor what is repeated for nothing; but another branch may."""
    op, a, branch = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_A]), branch_of(box, card, row)
    stops = (op == OP_PAY and purse < a) or (op == OP_REP and counted(box, state, seat, a) == 0)
    effect, after = effect_of(box, card, row), row + 1
    while stops and branch > 0 and effect_of(box, card, after) == effect and branch_of(box, card, after) == branch:
        after += 1
    stops = stops and branch == 0
    return -1 if stops or effect_of(box, card, after) != effect else after


@rule
def begin_effect(box: Box, state: State, seat: int, card: int, row: int, battle: int, flags: int) -> None:
    nest(state, EFFECT, seat, card, row, 0)
    set_top(state, EFFECT_NUMBER, effect_of(box, card, row))
    set_top(state, EFFECT_BATTLE, battle)
    set_top(state, EFFECT_FLAGS, flags)


@rule
def run_effect(box: Box, state: State, trace: Trace) -> None:
    """AT: 0 find the opponent, 1 it was chosen, 2 the next row, 3 whom it names was chosen, 4–6 the operation."""
    at = top(state, AT)
    if at == 0:
        find_opponent(box, state, trace)
    elif at == 1:
        face(state, int(state.result), trace)
    elif at == 2:
        next_row(box, state)
    elif at == 3:
        set_top(state, EFFECT_WHOM, int(state.result) + 1)
        set_top(state, AT, FIRST)
    else:
        go_through(box, state, at, trace)


@rule
def find_opponent(box: Box, state: State, trace: Trace) -> None:
    """The condition must hold, against the opponent where there is one. What was put off by SCHED was tested then."""
    owner, card, row = top(state, EFFECT_OWNER), top(state, EFFECT_CARD), top(state, EFFECT_ROW)
    scope = int(TIMING_FACTS[int(box.rows[card, row, R_TIMING]), F_SCOPE])
    if top(state, EFFECT_FLAGS) & IS_DUE != 0 and scope != S_NEXT and scope != S_NEXT_WAR:
        side = side_of(state, owner)
        face(state, seat_of(state, 1 - side) if side >= 0 else -1, trace)
        return
    mask = worthy_opponents(box, state, owner, card, top(state, EFFECT_NUMBER), top(state, EFFECT_BATTLE))
    if mask == 0:
        leave(state, 0)
        return
    first, count = -1, 0
    for seat in range(int(state.seats)):
        if (mask >> seat) & 1 == 1:
            first = seat
            count += 1
    if count > 1:
        set_top(state, AT, 1)
        choose(state, owner, BY_PLAYER, mask)
    else:
        face(state, first, trace)


@rule
def face(state: State, other: int, trace: Trace) -> None:
    set_top(state, EFFECT_OPPONENT, other + 1)
    set_top(state, AT, 2)
    emit(trace, E_EFFECT, top(state, EFFECT_OWNER), top(state, EFFECT_CARD), top(state, EFFECT_NUMBER), 0)


@rule
def next_row(box: Box, state: State) -> None:
    """To the row's operation; past branches that were not chosen; to the end, or round again."""
    card, row = top(state, EFFECT_CARD), top(state, EFFECT_ROW)
    if effect_of(box, card, row) != top(state, EFFECT_NUMBER):
        if top(state, EFFECT_REPEATS) > 1:
            set_top(state, EFFECT_REPEATS, top(state, EFFECT_REPEATS) - 1)
            set_top(state, EFFECT_ROW, top(state, EFFECT_AGAIN))
        else:
            leave(state, 0)
        return
    branch = branch_of(box, card, row)
    if branch != 0 and branch != top(state, EFFECT_BRANCH):
        set_top(state, EFFECT_ROW, row + 1)
        return
    set_top(state, AT, FIRST)
    set_top(state, EFFECT_WHOM, top(state, EFFECT_OWNER) + 1)
    op, who = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_A])
    if int(OP_WHO[op]) == 0 or who == WHO_ME:
        return
    if who == WHO_OPP:
        set_top(state, EFFECT_WHOM, top(state, EFFECT_OPPONENT))
        return
    mask = named(state, op, who)
    set_top(state, EFFECT_WHOM, 0)
    if mask != 0:
        set_top(state, AT, 3)
        choose(state, top(state, EFFECT_OWNER), BY_PLAYER, mask)


@rule
def named(state: State, op: int, who: int) -> int:
    """Whom `any` or `third` may mean: players, or the two sides where values are changed; those outside the war. Nobody
    looks at the own hand."""
    everybody = (1 << int(state.seats)) - 1
    both = 0
    if int(state.war_field) >= 0 and int(state.defender) >= 0:
        both = 1 << int(state.attacker) | 1 << int(state.defender)
    if who == WHO_ANY and op == OP_REVEAL:
        return everybody & ~(1 << top(state, EFFECT_OWNER))
    if who == WHO_ANY:
        return both if op in (OP_VAL, OP_VSET, OP_VSWAP) else everybody
    return everybody & ~both & ~(1 << top(state, EFFECT_OWNER))


@rule
def go_through(box: Box, state: State, at: int, trace: Trace) -> None:
    card, row, who = top(state, EFFECT_CARD), top(state, EFFECT_ROW), top(state, EFFECT_WHOM) - 1
    op, a = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_A])
    depth = int(state.depth)
    if op == OP_OPT:
        if at == FIRST:
            set_top(state, AT, CHOSEN)
            choose(state, who, BY_OPTION, branches(box, card, row))
            return
        set_top(state, EFFECT_BRANCH, int(state.result) + 1)
    elif op == OP_REP:
        set_top(state, EFFECT_REPEATS, counted(box, state, top(state, EFFECT_OWNER), a))
        set_top(state, EFFECT_AGAIN, row + 1)
        if top(state, EFFECT_REPEATS) == 0:
            leave(state, 0)
            return
    elif op == OP_SCHED:
        postpone(state, a)
        leave(state, 0)
        return
    elif who >= 0:
        came = operate(box, state, op, a, int(box.rows[card, row, R_B]), int(box.rows[card, row, R_C]), who, trace)
        if came == ASKS:
            state.arg[depth - 1, AT] = at + 1
            return
        if came == ENDS_EFFECT:
            leave(state, 0)
            return
    state.arg[depth - 1, AT] = 2
    state.arg[depth - 1, EFFECT_ROW] = ROWS if int(state.arg[depth - 1, EFFECT_FLAGS]) & IS_ALONE != 0 else row + 1
    state.arg[depth - 1, EFFECT_WHOM] = 0


@rule
def branches(box: Box, card: int, row: int) -> int:
    """How many the choice at a row has."""
    count = 0
    for other in range(row + 1, ROWS):
        if effect_of(box, card, other) == effect_of(box, card, row):
            count = max(count, branch_of(box, card, other))
    return count


@rule
def counted(box: Box, state: State, seat: int, counter: int) -> int:
    """REP: Heals that one has played, beasts, tokens; nine at most, like every number on a card."""
    total = 0
    if counter == REP_HEAL:
        side = side_of(state, seat)
        return min(count_heals(box, state, side), MOST_REPEATS) if side >= 0 else 0
    if counter == REP_BEAST:
        for beast in range(BEASTS):
            total += 1 if owns_beast(state, seat, beast) else 0
        return min(total, MOST_REPEATS)
    for token in range(TOKENS):
        total += int(state.token[seat, token])
    return min(total, MOST_REPEATS)


@rule
def postpone(state: State, timing: int) -> None:
    """SCHED: the rest of the effect waits; outside a war between players only for the next one."""
    card, row, owner = top(state, EFFECT_CARD), top(state, EFFECT_ROW) + 1, top(state, EFFECT_OWNER)
    if timing == T_NW:
        put_off(state, card, row, owner, M_REVEAL, NEXT_WAR)
    elif side_of(state, owner) >= 0 and int(state.defender) >= 0:
        battle = int(state.battle)
        if timing == T_NB:
            put_off(state, card, row, owner, M_REVEAL, battle + 1)
        elif timing == T_BN:
            put_off(state, card, row, owner, M_BETWEEN, battle)
        else:
            moment = M_BEFORE if timing == T_BS else (M_AFTER if timing == T_AS else M_END)
            put_off(state, card, row, owner, moment, top(state, EFFECT_BATTLE))
