"""Tailed Beasts §8, PvB (B1–B5), R34–R36, R46: wars against beasts."""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.beasts.board import lift_beast, ready_in, under_way
from bestiary.games.beasts.cards.entries import SHELTER_UNITS
from bestiary.games.beasts.cards.language import M_BEAST
from bestiary.games.beasts.choices import choose
from bestiary.games.beasts.clauses import ALLOWED
from bestiary.games.beasts.combat import MOST_SUM
from bestiary.games.beasts.effects import EVERY_BATTLE, begin_hunting_effect, begin_moment
from bestiary.games.beasts.events import event_style, shelters
from bestiary.games.beasts.fighters import note_hunters
from bestiary.games.beasts.hands import hand_size, put_card, spend_card, take_card
from bestiary.games.beasts.shop import refuse_unchaining_from
from bestiary.games.beasts.specialties import hunt_heads, hunted_strength, spend_boosts
from bestiary.games.beasts.stack import (
    AT, HUNT_BEAST, HUNT_CARD, HUNT_EFFECT, HUNT_FIELD, HUNT_OFFERED, HUNT_SEAT, HUNT_UNCHAINS, UNCHAIN_BEAST,
    UNCHAIN_FIELD, UNCHAIN_SEAT, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import close_war, modifier, next_due, open_war
from bestiary.games.beasts.state import (
    ALLY, BY_YES, CARDS, CARD_AT, CONTROL, DONE, E_ADDS_UP, E_CALLS_OFF, E_CAPTURES, E_FIGHTS_WITH, E_HUNT,
    E_HUNT_FAILS, E_ROLLS, E_UNCHAINS, FIELDS, FIELD_AT, HAND, HUNT, IN_PLAY, L_HEAD, RARE, SLOTS, STYLES, WINDOW,
    WITH_PLAYER, WAR, W_BSTART, W_PRIZE, W_RESULT, W_RETREAT, W_ROLL, W_UNIT, W_WARSTART, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import tell_turned
from bestiary.games.beasts.tracks import strength_bonus
from bestiary.games.beasts.travel import settle_in, turn_back
from bestiary.games.beasts.windows import play_war

DIE = 12


# Where a hunt stands (§8).
(
    H_OPENS, H_STRENGTH, H_MEETS, H_ROLLED, H_PLAYS, H_EFFECTS, H_COUNTS, H_RESULT, H_WINS, H_SETTLES, H_LOSES,
    H_RETREATS, H_RETURNS, H_CLOSES, H_QUITS,
) = range(15)  # fmt: skip


@rule
def run_hunt(box: Box, state: State, trace: Trace) -> None:
    """Until it is over the hunter draws no Clan Cards (B5). A beast may be won back from its chain (R46)."""
    at, seat, beast, field = top(state, AT), top(state, HUNT_SEAT), top(state, HUNT_BEAST), top(state, HUNT_FIELD)
    if at == H_OPENS:
        set_top(state, AT, H_STRENGTH)
        open_war(state, field, seat, -1)
        note_hunters(box, state)
        emit(trace, E_HUNT, seat, beast, field, 0)
        nest(state, WINDOW, W_WARSTART, seat, 0, 0)
    elif at < H_RESULT and int(state.fled) > 0:
        call_off(box, state, seat, field, trace)
    elif at == H_STRENGTH:
        set_top(state, AT, H_MEETS)
        nest(state, WINDOW, W_UNIT, seat, 0, 0)
    elif at == H_MEETS:
        note_hunters(box, state)
        units = ready_in(state, seat, field) if top(state, HUNT_UNCHAINS) == 1 else under_way(state, field)
        if units + strength_bonus(box, state, seat) + int(state.might[0]) <= hunted_strength(box, state, seat, beast):
            call_off(box, state, seat, field, trace)
            return
        set_top(state, AT, H_ROLLED)
        state.heads = int(state.heads) + modifier(state, seat, L_HEAD) + hunt_heads(box, state, seat)
        roll_die(state, seat, trace)
    elif at < H_RESULT:
        hunt_on(box, state, at, seat, trace)
    else:
        end_hunt(box, state, at, seat, beast, field, trace)


@rule
def call_off(box: Box, state: State, seat: int, field: int, trace: Trace) -> None:
    """R31, R35: the units go back ready; what was played is spent."""
    emit(trace, E_CALLS_OFF, seat, top(state, HUNT_BEAST), 0, 0)
    discard_hunt(box, state, seat, trace)
    set_top(state, AT, H_CLOSES)
    if top(state, HUNT_UNCHAINS) == 0:
        turn_back(state, seat, field, False, trace)


@rule
def hunt_on(box: Box, state: State, at: int, seat: int, trace: Trace) -> None:
    """B2: card after card. A reroll that effects allow is offered whenever the roll is about to count."""
    if at == H_EFFECTS:
        following = begin_hunting_effect(box, state, seat, top(state, HUNT_CARD) - 1, top(state, HUNT_EFFECT))
        if following > 0:
            state.arg[int(state.depth) - 2, HUNT_EFFECT] = following
        else:
            set_top(state, AT, H_COUNTS)
        return
    if top(state, HUNT_OFFERED) == 1:
        set_top(state, HUNT_OFFERED, 0)
        state.rerolls = int(state.rerolls) - 1
        if int(state.result) == 1:
            roll_die(state, seat, trace)
            return
    if int(state.reroll) == 1:
        roll_die(state, seat, trace)
    elif int(state.rerolls) > 0:
        set_top(state, HUNT_OFFERED, 1)
        choose(state, seat, BY_YES, 0)
    elif at == H_ROLLED:
        set_top(state, AT, H_PLAYS)
        nest(state, WINDOW, W_BSTART, seat, 0, 0)
    elif at == H_PLAYS:
        if hand_size(state, seat) == 0:
            end_plays(box, state, seat, 2, trace)
        else:
            ask(state, 1 << seat)
    else:
        needed = hunted_strength(box, state, seat, top(state, HUNT_BEAST)) + int(state.roll)
        first, second, third = int(state.sums[0]), int(state.sums[1]), int(state.sums[2])
        emit_long(trace, E_ADDS_UP, seat, first, second, third, needed, 0, 0)
        if is_beaten(box, state, top(state, HUNT_BEAST), seat):
            end_plays(box, state, seat, 1, trace)
        else:
            set_top(state, AT, H_ROLLED)


@rule
def end_plays(box: Box, state: State, seat: int, verdict: int, trace: Trace) -> None:
    """B3, B4: what was played is discarded; the result is known."""
    discard_hunt(box, state, seat, trace)
    state.verdict = verdict
    set_top(state, AT, H_RESULT)


@rule
def end_hunt(box: Box, state: State, at: int, seat: int, beast: int, field: int, trace: Trace) -> None:
    if at == H_RESULT:
        set_top(state, AT, H_WINS if int(state.verdict) == 1 else H_LOSES)
        nest(state, WINDOW, W_RESULT, seat, 0, 0)
    elif at == H_WINS:
        win_beast(state, seat, beast, trace)
    elif at == H_SETTLES:
        set_top(state, AT, H_CLOSES)
        settle_in(state, seat, field, trace)
        nest(state, CONTROL, seat, field, 0, 0)
    elif at == H_LOSES:
        emit(trace, E_HUNT_FAILS, seat, beast, 0, 0)
        set_top(state, AT, H_RETREATS)
        nest(state, ALLY, seat, RARE, 0, 0)
    elif at == H_RETREATS:
        set_top(state, AT, H_RETURNS)
        if top(state, HUNT_UNCHAINS) == 0:
            nest(state, WINDOW, W_RETREAT, seat, 0, 0)
    elif at == H_RETURNS:
        set_top(state, AT, H_CLOSES)
        if top(state, HUNT_UNCHAINS) == 1:
            fall_prone(box, state, seat, field, trace)
        else:
            turn_back(state, seat, field, not is_steadfast(box, state, seat), trace)
    elif at == H_CLOSES and next_due(state, M_BEAST) >= 0:  # R70: cards that waited for the end
        set_top(state, AT, H_QUITS)
        begin_moment(state, M_BEAST, EVERY_BATTLE, -1, False)
    else:
        spend_boosts(state, seat, True)
        close_war(state)
        leave(state, 0)


@rule
def is_steadfast(box: Box, state: State, seat: int) -> bool:
    """Iron Discipline, or the event: its units retreat without falling prone."""
    return (int(state.steadfast) >> seat) & 1 == 1 or shelters(box, state, SHELTER_UNITS)


@rule
def roll_die(state: State, seat: int, trace: Trace) -> None:
    state.reroll = 0
    state.roll = 1 + draw(state.chance, DIE)
    emit(trace, E_ROLLS, seat, int(state.roll), 0, 0)
    nest(state, WINDOW, W_ROLL, seat, 0, 0)


@rule
def is_beaten(box: Box, state: State, beast: int, seat: int) -> bool:
    """R34: every style sum exceeds strength and roll."""
    needed = hunted_strength(box, state, seat, beast) + int(state.roll)
    for style in range(STYLES):
        if int(state.sums[style]) <= needed:
            return False
    return True


@rule
def answer_hunt(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """D16: a card, or STOP, which loses (R36)."""
    answer(state, seat)
    if action == DONE:
        end_plays(box, state, seat, 2, trace)
        return
    card = take_card(state, seat, action - CARD_AT)
    put_card(state, card, IN_PLAY + seat)
    emit(trace, E_FIGHTS_WITH, seat, card, 0, HAND + seat)
    for style in range(STYLES):
        value = max(int(box.style[card, style]) + event_style(box, state, style), 0)
        total = int(state.sums[style]) + value + int(box.heads[card]) + int(state.heads)
        state.sums[style] = min(total, MOST_SUM)
    state.heads = 0
    set_top(state, HUNT_CARD, card + 1)
    set_top(state, HUNT_EFFECT, 0)
    set_top(state, AT, H_EFFECTS)


@rule
def discard_hunt(box: Box, state: State, seat: int, trace: Trace) -> None:
    """B3: no healing, no scoring."""
    for card in range(CARDS):
        if int(state.zone[card]) == IN_PLAY + seat:
            spend_card(box, state, seat, card, trace)


@rule
def win_beast(state: State, seat: int, beast: int, trace: Trace) -> None:
    """R73: a beast that is unchained by a war is received like one that is captured."""
    if top(state, HUNT_UNCHAINS) == 1:
        set_top(state, AT, H_CLOSES)
        state.chained[beast] = 0
        emit(trace, E_UNCHAINS, seat, beast, 0, 0)
        nest(state, WINDOW, W_PRIZE, seat, 0, 0)
        return
    set_top(state, AT, H_SETTLES)
    emit(trace, E_CAPTURES, seat, beast, int(state.beast_at[beast]), 0)
    lift_beast(state, beast)
    state.beast_at[beast] = WITH_PLAYER + seat
    nest(state, WINDOW, W_PRIZE, seat, 0, 0)


@rule
def fall_prone(box: Box, state: State, seat: int, field: int, trace: Trace) -> None:
    tell_turned(box, state, seat, field, True, trace)
    for slot in range(SLOTS):
        lying = int(state.prone[seat, field, slot]) + int(state.ready[seat, field, slot])
        state.prone[seat, field, slot] = lying
        state.ready[seat, field, slot] = 0


# --- R46: War alone, to win a chained beast back


@rule
def run_unchain(state: State) -> None:
    """AT: 0 choose the field, 1 the War card was played."""
    at, seat = top(state, AT), top(state, UNCHAIN_SEAT)
    if at == 0:
        ask(state, 1 << seat)
    elif at == 1:
        set_top(state, AT, 2)
        if int(state.result) == 0:
            nest(state, HUNT, seat, top(state, UNCHAIN_BEAST), top(state, UNCHAIN_FIELD), 1)
    else:
        leave(state, 0)


@rule
def list_unchain(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    for field in range(FIELDS):
        if refuse_unchaining_from(box, state, seat, top(state, UNCHAIN_BEAST), field) == ALLOWED:
            moves[count] = FIELD_AT + field
            count += 1
    return count


@rule
def answer_unchain(state: State, seat: int, action: int) -> None:
    answer(state, seat)
    set_top(state, UNCHAIN_FIELD, action - FIELD_AT)
    set_top(state, AT, 1)
    play_war(state, seat, WAR)
