"""Tailed Beasts §6: operations that change a battle, a war or a hunt, and for how long."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.cards.language import (
    COPY_EFFECT, F_MOMENT, F_PHASE, F_SCOPE, F_WHERE, FROM_HAND, M_BETWEEN, OP_BP, OP_BPSTEAL, OP_BSTR, OP_CANCEL,
    OP_COPY, OP_ESCAPE, OP_HBLOCK, OP_HEAD, OP_HEAL, OP_LOSE, OP_SAND, OP_SKULL, OP_US, OP_VAL, OP_VSET, OP_VSWAP,
    OP_VXCH, OP_WIN, PART_BP, PH_AFTER, PH_HUNT, PH_SCORING, R_TIMING, S_BATTLES, S_GAME, S_LATER_BATTLES, S_LATER_WAR,
    S_ONCE, S_ROUND, S_TWO, S_WAR, T_DS, TIMING_FACTS,
)  # fmt: skip
from bestiary.games.beasts.events import event_style
from bestiary.games.beasts.specialties import war_style
from bestiary.games.beasts.stack import (
    EFFECT_BATTLE, EFFECT_CARD, EFFECT_FLAGS, EFFECT_OPPONENT, EFFECT_OWNER, EFFECT_ROW, nest, top,
)  # fmt: skip
from bestiary.games.beasts.standing import (
    battles_between, bounded, change_value, fighting_card, fix_value, is_cancelled, is_immune, modifier, seat_of,
    side_of,
)  # fmt: skip
from bestiary.games.beasts.state import (
    E_BATTLE_POINT, E_ESCAPES, E_LOSES_POINT, FOR_GAME, FOR_ROUND, L_BEAST, L_BLOCK, L_HEAD, L_HEAL, L_MINE, L_SAND,
    L_SKULL, L_STRENGTH, L_THEIRS, MAX_BATTLES, STYLES, SUPPORT, Box, State,
)  # fmt: skip

IS_DUE, IS_COPIED, IS_ALONE = 1, 2, 4  # flags of an effect: put off to now; another card's; this row alone
MOST_SUM = 120

# --- How long


@rule
def fact(box: Box, state: State, which: int) -> int:
    """A fact of the timing of the present row."""
    return int(TIMING_FACTS[int(box.rows[top(state, EFFECT_CARD), top(state, EFFECT_ROW), R_TIMING]), which])


@rule
def scope_of(box: Box, state: State) -> int:
    return S_ONCE if top(state, EFFECT_FLAGS) & IS_DUE != 0 else fact(box, state, F_SCOPE)


@rule
def first_battle(box: Box, state: State, scope: int) -> int:
    battle = top(state, EFFECT_BATTLE)
    between = top(state, EFFECT_FLAGS) & IS_DUE == 0 and fact(box, state, F_MOMENT) == M_BETWEEN
    if between or scope == S_LATER_BATTLES or scope == S_LATER_WAR:
        return battle + 1
    return battle


@rule
def last_battle(first: int, scope: int) -> int:
    if scope == S_TWO:
        return first + 1
    if scope == S_BATTLES or scope == S_WAR or scope == S_LATER_BATTLES or scope == S_LATER_WAR:
        return MAX_BATTLES - 1
    return first


@rule
def lasts(scope: int) -> bool:
    """Beyond this war?"""
    return scope == S_ROUND or scope == S_GAME


@rule
def add_lasting(state: State, seat: int, scope: int, kind: int, amount: int) -> None:
    """Equal kinds add up."""
    span = FOR_ROUND if scope == S_ROUND else FOR_GAME
    state.lasting[seat, span, kind] = min(max(int(state.lasting[seat, span, kind]) + amount, -100), 100)


# --- A battle


@rule
def set_values(box: Box, state: State) -> None:
    """W4d: what is printed, replaced and changed by all that stands."""
    battle = int(state.battle)
    for side in range(2):
        card = fighting_card(state, side, battle)
        me, other = seat_of(state, side), seat_of(state, 1 - side)
        for style in range(STYLES):
            value = 0
            if card >= 0:
                value = int(box.style[card, style])
                if int(state.fixed[side, battle, style]) > 0:
                    value = int(state.fixed[side, battle, style]) - 1
                value += int(state.added[side, 0, battle, style]) + modifier(state, me, L_MINE + style)
                value += war_style(box, state, me, style) + event_style(box, state, style)
                if not is_immune(state, side, battle):
                    value += int(state.added[side, 1, battle, style]) + modifier(state, other, L_THEIRS + style)
            state.values[side, style] = bounded(value)
    state.shown = 1


@rule
def change_battle(box: Box, state: State, op: int, a: int, b: int, c: int, who: int, trace: Trace) -> None:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    side, scope = side_of(state, who), scope_of(box, state)
    first = first_battle(box, state, scope)
    last = last_battle(first, scope)
    if op == OP_HEAD:
        alter_hunt(box, state, op, a)
    elif op == OP_CANCEL:
        cancel(box, state, a, side_of(state, other), trace)
    elif int(state.defender) < 0:
        if op == OP_VAL:
            for style in range(STYLES):
                if (b >> style) & 1 == 1:
                    state.sums[style] = min(max(int(state.sums[style]) + c, 0), MOST_SUM)
    elif side < 0:
        return
    elif op == OP_VAL:
        for style in range(STYLES):
            if (b >> style) & 1 == 0:
                continue
            change_value(state, side, style, c, who == owner, first, last)
            if lasts(scope):
                add_lasting(state, owner, scope, (L_MINE if who == owner else L_THEIRS) + style, c)
    elif op == OP_VSET:
        fix_value(state, side, b, c, who == owner, first, last)
    elif op == OP_VSWAP:
        if who == owner or not is_immune(state, side, int(state.battle)):
            kept = int(state.values[side, b])
            state.values[side, b] = state.values[side, c]
            state.values[side, c] = kept
    elif op == OP_VXCH or op == OP_COPY:
        compare_with(state, op, a, side)
    else:
        state.immune[side] = int(state.immune[side]) | battles_between(first, last)


@rule
def compare_with(state: State, op: int, a: int, side: int) -> None:
    """VXCH and COPY: the opposing card's values, or its effects."""
    battle = int(state.battle)
    if op == OP_VXCH:
        if not is_immune(state, 1 - side, battle):
            kept = int(state.values[side, a])
            state.values[side, a] = state.values[1 - side, a]
            state.values[1 - side, a] = kept
    elif a == COPY_EFFECT:
        if top(state, EFFECT_FLAGS) & IS_COPIED == 0:  # a copy of a copy is void
            own = top(state, EFFECT_BATTLE)
            state.copied[side, own] = fighting_card(state, 1 - side, own) + 1
    else:
        for style in range(STYLES):
            state.values[side, style] = state.values[1 - side, style]


@rule
def cancel(box: Box, state: State, part: int, side: int, trace: Trace) -> None:
    """Of the opposing card; from hand after the battles, and all through scoring, of every card of a player."""
    if side < 0:
        return
    timing = int(box.rows[top(state, EFFECT_CARD), top(state, EFFECT_ROW), R_TIMING])
    phase = fact(box, state, F_PHASE)
    late = phase == PH_SCORING or phase == PH_AFTER
    wide = late and (fact(box, state, F_WHERE) & FROM_HAND != 0 or timing == T_DS)
    for battle in range(int(state.battle) + 1):
        if (not wide and battle != top(state, EFFECT_BATTLE)) or is_immune(state, side, battle):
            continue
        if part == PART_BP and int(state.won[battle]) == side + 1 and not is_cancelled(state, side, battle, part):
            lose_point(state, side, trace)
        state.cancelled[side, battle] = int(state.cancelled[side, battle]) | 1 << part


# --- A war


@rule
def give_points(state: State, side: int, count: int, trace: Trace) -> None:
    state.points[side] = min(int(state.points[side]) + count, 99)
    emit(trace, E_BATTLE_POINT, seat_of(state, side), int(state.points[side]), 0, 0)


@rule
def lose_point(state: State, side: int, trace: Trace) -> bool:
    if int(state.points[side]) == 0:
        return False
    state.points[side] = int(state.points[side]) - 1
    emit(trace, E_LOSES_POINT, seat_of(state, side), int(state.points[side]), 0, 0)
    return True


@rule
def change_war(box: Box, state: State, op: int, a: int, who: int, trace: Trace) -> None:
    """SUPPORT is anybody's; the rest is for the two at war."""
    owner = top(state, EFFECT_OWNER)
    side = side_of(state, who)
    if op > OP_US:
        if int(state.defender) >= 0:
            nest(state, SUPPORT, owner, 0, 0, 0)
    elif side < 0:
        return
    elif op == OP_BP:
        give_points(state, side, a, trace)
    elif op == OP_BPSTEAL:
        if lose_point(state, 1 - side, trace):
            give_points(state, side, 1, trace)
    elif op == OP_WIN:
        state.verdict = side + 1
    elif op == OP_LOSE:
        state.verdict = 2 - side
    elif op == OP_ESCAPE:
        state.fled = side + 1
        emit(trace, E_ESCAPES, who, 0, 0, 0)
    else:
        change_tally(box, state, op, a, owner, side)


@rule
def change_tally(box: Box, state: State, op: int, a: int, owner: int, side: int) -> None:
    scope = scope_of(box, state)
    if lasts(scope):
        kind = L_SKULL if op == OP_SKULL else (L_SAND if op == OP_SAND else (L_HEAL if op == OP_HEAL else (
            L_BLOCK if op == OP_HBLOCK else L_STRENGTH)))  # fmt: skip
        add_lasting(state, owner, scope, kind, max(a, 1))
    elif op == OP_SKULL:
        state.skulls[side] = int(state.skulls[side]) + a
    elif op == OP_SAND:
        state.sands[side] = int(state.sands[side]) + a
    elif op == OP_HEAL:
        state.medics[side] = int(state.medics[side]) + 1
    elif op == OP_HBLOCK:
        first = first_battle(box, state, scope)
        state.barred[side] = int(state.barred[side]) | battles_between(first, last_battle(first, scope))
    else:
        state.might[side] = int(state.might[side]) + a


# --- A hunt


@rule
def alter_hunt(box: Box, state: State, op: int, a: int) -> None:
    """BSTR, REROLL, HEAD: now, at the start of a hunt, or in all that come."""
    owner, scope = top(state, EFFECT_OWNER), scope_of(box, state)
    if lasts(scope):
        add_lasting(state, owner, scope, L_BEAST if op == OP_BSTR else L_HEAD, -a if op == OP_BSTR else a)
    elif int(state.war_field) < 0 or int(state.defender) >= 0:
        return
    elif op == OP_BSTR:
        state.tamed = int(state.tamed) - a
    elif op == OP_HEAD:
        if fact(box, state, F_PHASE) == PH_HUNT:
            for style in range(STYLES):
                state.sums[style] = min(int(state.sums[style]) + a, MOST_SUM)
        else:
            state.heads = int(state.heads) + a
    else:
        state.rerolls = int(state.rerolls) + 1
