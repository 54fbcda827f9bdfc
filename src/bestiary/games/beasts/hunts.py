"""Tailed Beasts §8, PvB (B1–B5), R34–R36, R46: wars against beasts."""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import lift_beast, ready_in, strength_of
from bestiary.games.beasts.hands import discard_card, hand_size, take_from_hand
from bestiary.games.beasts.shop import unchains_from
from bestiary.games.beasts.stack import A, AT, B, C, D, leave, nest, set_top, top
from bestiary.games.beasts.state import (
    ALLY, CARD_AT, CONTROL, DONE, E_CAPTURES, E_FALLS_PRONE, E_FIGHTS_WITH, E_HUNT, E_HUNT_FAILS, E_ROLLS, E_UNCHAINS,
    FIELD_AT, FIELDS, HUNT, RARE, SLOTS, STYLES, W_BSTART, W_RETREAT, W_ROLL,
    W_UNIT, WINDOW, WITH_PLAYER, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracks import strength_bonus
from bestiary.games.beasts.travel import settle_in, turn_back, under_way
from bestiary.games.beasts.windows import play_war

DIE = 12


@rule
def open_war(state: State, field: int, attacker: int, defender: int) -> None:
    state.war_field = field
    state.attacker = attacker
    state.defender = defender
    state.battle = 0
    state.fled = 0
    state.steadfast = 0
    for side in range(2):
        state.points[side] = 0
        state.might[side] = 0
        state.medics[side] = 0
    for style in range(STYLES):
        state.sums[style] = 0


@rule
def close_war(state: State) -> None:
    """No trace of it outlives the war."""
    open_war(state, -1, 0, 0)
    state.roll = 0
    state.reroll = 0


@rule
def run_hunt(box: Box, state: State, trace: Trace) -> None:
    """A: seat, B: beast, C: field, D: 1 for a beast that is won back from its chain (R46). Until it is over the hunter
    draws no Clan Cards (B5)."""
    at, seat, beast, field = top(state, AT), top(state, A), top(state, B), top(state, C)
    if at == 0:
        set_top(state, AT, 1)
        open_war(state, field, seat, -1)
        emit(trace, E_HUNT, seat, beast, field, 0)
        nest(state, WINDOW, W_UNIT, seat, 0, 0)
    elif at == 1:
        units = ready_in(state, seat, field) if top(state, D) == 1 else under_way(state, field)
        if units + strength_bonus(box, state, seat) + int(state.might[0]) <= strength_of(beast):
            set_top(state, AT, 6)
            turn_back(state, seat, field, False)
            return
        set_top(state, AT, 2)
        roll_die(state, seat, trace)
    elif at == 2:
        if int(state.reroll) == 1:
            roll_die(state, seat, trace)
            return
        set_top(state, AT, 3)
        nest(state, WINDOW, W_BSTART, seat, 0, 0)
    elif at == 3:
        if int(state.fled) > 0:
            set_top(state, AT, 6)
            turn_back(state, seat, field, False)
        elif hand_size(state, seat) == 0:
            lose_hunt(state, seat, beast, trace)
        else:
            ask(state, 1 << seat)
    elif at == 4:
        set_top(state, AT, 5)
        if top(state, D) == 0:
            nest(state, WINDOW, W_RETREAT, seat, 0, 0)
    elif at == 5:
        set_top(state, AT, 6)
        if top(state, D) == 1:
            fall_prone(state, seat, field, trace)
        else:
            turn_back(state, seat, field, not is_steadfast(state, seat))
    else:
        close_war(state)
        leave(state, 0)


@rule
def is_steadfast(state: State, seat: int) -> bool:
    """Iron Discipline: its units retreat without falling prone."""
    return (int(state.steadfast) >> seat) & 1 == 1


@rule
def roll_die(state: State, seat: int, trace: Trace) -> None:
    state.reroll = 0
    state.roll = 1 + draw(state.chance, DIE)
    emit(trace, E_ROLLS, seat, int(state.roll), 0, 0)
    nest(state, WINDOW, W_ROLL, seat, 0, 0)


@rule
def is_beaten(state: State, beast: int) -> bool:
    """R34: every style sum exceeds strength and roll."""
    needed = strength_of(beast) + int(state.roll)
    for style in range(STYLES):
        if int(state.sums[style]) <= needed:
            return False
    return True


@rule
def answer_hunt(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """D16: a card, or STOP, which loses (R36)."""
    answer(state, seat)
    if action == DONE:
        lose_hunt(state, seat, top(state, B), trace)
        return
    card = take_from_hand(state, seat, action - CARD_AT)
    emit(trace, E_FIGHTS_WITH, seat, card, 0, 0)
    for style in range(STYLES):
        total = int(state.sums[style]) + int(box.style[card, style]) + int(box.heads[card])
        state.sums[style] = min(total, 120)
    discard_card(state, seat, card, trace)
    if is_beaten(state, top(state, B)):
        win_beast(state, seat, top(state, B), top(state, C), trace)
    else:
        set_top(state, AT, 2)


@rule
def win_beast(state: State, seat: int, beast: int, field: int, trace: Trace) -> None:
    set_top(state, AT, 6)
    if top(state, D) == 1:
        state.chained[beast] = 0
        emit(trace, E_UNCHAINS, seat, beast, 0, 0)
        return
    lift_beast(state, beast)
    state.beast_at[beast] = WITH_PLAYER + seat
    emit(trace, E_CAPTURES, seat, beast, 0, 0)
    settle_in(state, seat, field)
    nest(state, CONTROL, seat, field, 0, 0)


@rule
def lose_hunt(state: State, seat: int, beast: int, trace: Trace) -> None:
    """B4: a Rare Ally, and the units lie prone where they came from."""
    emit(trace, E_HUNT_FAILS, seat, beast, 0, 0)
    set_top(state, AT, 4)
    nest(state, ALLY, seat, RARE, 0, 0)


@rule
def fall_prone(state: State, seat: int, field: int, trace: Trace) -> None:
    for slot in range(SLOTS):
        lying = int(state.prone[seat, field, slot]) + int(state.ready[seat, field, slot])
        state.prone[seat, field, slot] = lying
        state.ready[seat, field, slot] = 0
    emit(trace, E_FALLS_PRONE, seat, field, 0, 0)


# --- R46: War alone, to win a chained beast back


@rule
def run_unchain(state: State) -> None:
    """A: seat, B: beast, C: field. AT: 0 choose the field, 1 the War card was played."""
    at, seat = top(state, AT), top(state, A)
    if at == 0:
        ask(state, 1 << seat)
    elif at == 1:
        set_top(state, AT, 2)
        if int(state.result) == 0:
            nest(state, HUNT, seat, top(state, B), top(state, C), 1)
    else:
        leave(state, 0)


@rule
def list_unchain(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    for field in range(FIELDS):
        if unchains_from(box, state, seat, top(state, B), field):
            moves[count] = FIELD_AT + field
            count += 1
    return count


@rule
def answer_unchain(state: State, seat: int, action: int) -> None:
    answer(state, seat)
    set_top(state, C, action - FIELD_AT)
    set_top(state, AT, 1)
    play_war(state, seat)
