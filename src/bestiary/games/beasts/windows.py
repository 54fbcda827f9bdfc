"""Tailed Beasts §2 (windows), R22, R60: reactions. A window asks at once and in secret every seat that by public facts
could react; the first in priority who does not pass plays its card, and the window opens again."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import borders_on, ready_in
from bestiary.games.beasts.conditions import is_playable, might_hold
from bestiary.games.beasts.hidden import show_hidden
from bestiary.games.beasts.stack import (
    ACTION_CANCELLED, AT, TOKEN_WARDED, TURN_PLACE, WINDOW_ACTOR, WINDOW_ASKED, WINDOW_MOMENT, leave, nest, set_top,
    top, under,
)  # fmt: skip
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BRIBE, CALTROPS, CARD_AT, COUNTERSEAL, DOUBLE_PAY, E_PLAYS, FIELDS, FIELD_MEDIC, FROM_HIDDEN,
    FROM_SHOP, IRON_DISCIPLINE, KAMUI, LAST_STAND, LOADED_DIE, MAX_HAND, PASS, PATHFINDER, PLAY_ACTION, PLAY_CARD,
    PURIFY, REINFORCE, SHOP, SMOKE_SCREEN, STACK, TURNS, UPGRADE, VANGUARD, WAR, W_ALLY, W_BSTART, W_CARD, W_CONTROL,
    W_HEAL, W_RETREAT, W_REVEAL, W_ROLL, W_TOKEN, W_TRAVEL, W_UNIT, W_WARSTART, Box, State,
)  # fmt: skip

VANGUARD_BUFF = 3
DEEPEST = STACK - 12  # where windows no longer open: what is nested in one more could find no room


@rule
def turn_seat(state: State) -> int:
    """Whose turn it is; −1 outside the action phase."""
    return int(state.order[int(state.arg[0, TURN_PLACE])]) if int(state.frame[0]) == TURNS else -1


@rule
def playable(state: State, seat: int, card: int, origin: int) -> int:
    """How many of these cards are held and not frozen."""
    if origin == FROM_HIDDEN:
        return int(state.secret[seat, card]) - int(state.secret_frozen[seat, card])
    return int(state.held[seat, card]) - int(state.frozen[seat, card]) if card < SHOP else 0


@rule
def owned(state: State, seat: int, card: int) -> int:
    """Of both origins together."""
    return playable(state, seat, card, FROM_SHOP) + playable(state, seat, card, FROM_HIDDEN)


@rule
def buffs(state: State, seat: int) -> int:
    """What one's Vanguards could add to unit strength (R35)."""
    return VANGUARD_BUFF * owned(state, seat, VANGUARD)


@rule
def play_war(state: State, seat: int) -> None:
    """A War card, an open one first."""
    origin = FROM_SHOP if playable(state, seat, WAR, FROM_SHOP) > 0 else FROM_HIDDEN
    nest(state, PLAY_ACTION, seat, WAR, origin, 2)


@rule
def is_fighting(state: State, seat: int) -> bool:
    return side_of(state, seat) >= 0


@rule
def reacts(box: Box, state: State, seat: int, card: int, window: int, actor: int) -> bool:
    """May a seat play this card in this window? By public facts only."""
    if window == W_CARD:
        return card == COUNTERSEAL and seat != actor
    if window == W_TRAVEL:
        return card == PATHFINDER and seat == actor
    if window == W_UNIT:
        if card == VANGUARD:
            return is_fighting(state, seat)
        if int(state.defender) < 0:
            return False
        if card == REINFORCE:
            return can_support(box, state, seat)
        return card in (CALTROPS, LAST_STAND) and seat == int(state.defender)
    if window == W_BSTART:
        return card == SMOKE_SCREEN and is_fighting(state, seat)
    if window == W_HEAL:
        return card == FIELD_MEDIC and is_fighting(state, seat)
    if window == W_CONTROL:
        return (card == BRIBE and seat != actor) or (card == DOUBLE_PAY and seat == actor)
    if seat != actor:
        return False
    if window == W_ALLY:
        return card == UPGRADE
    if window == W_TOKEN:
        return card == PURIFY
    if window == W_ROLL:
        return card == LOADED_DIE
    return window == W_RETREAT and card == IRON_DISCIPLINE


@rule
def can_support(box: Box, state: State, seat: int) -> bool:
    """Reinforce: ready units in a field that borders on the battlefield."""
    for field in range(FIELDS):
        if supports_from(box, state, seat, field):
            return True
    return False


@rule
def supports_from(box: Box, state: State, seat: int, field: int) -> bool:
    at = int(state.war_field)
    return field != at and field != KAMUI and ready_in(state, seat, field) > 0 and borders_on(box, at, field) >= 0


@rule
def may_react(box: Box, state: State, seat: int, window: int, actor: int) -> bool:
    """R60: any card that it openly holds, or any hidden one or card of its hand that it might."""
    if might_hold(box, state, seat, window, actor):
        return True
    unseen = int(state.secret_count[seat]) - int(state.secret_cold[seat])
    for card in range(ACTION_TYPES):
        holds = unseen > 0 or playable(state, seat, card, FROM_SHOP) > 0
        if holds and reacts(box, state, seat, card, window, actor):
            return True
    return False


@rule
def is_settled(state: State, window: int) -> bool:
    """A card that is cancelled, a token that is warded off, a war that was fled from need no further reaction."""
    if window == W_WARSTART or window == W_BSTART or window == W_REVEAL:
        return int(state.fled) > 0
    if window == W_CARD:
        return under(state, ACTION_CANCELLED) == 1
    return window == W_TOKEN and under(state, TOKEN_WARDED) == 1


@rule
def run_window(box: Box, state: State, trace: Trace) -> None:
    """Reactions exist in the action phase only."""
    window, actor = top(state, WINDOW_MOMENT), top(state, WINDOW_ACTOR)
    if top(state, AT) == 0:
        mask = 0
        if is_settled(state, window) or int(state.depth) > DEEPEST:
            leave(state, 0)
            return
        for seat in range(int(state.seats)):
            if int(state.frame[0]) == TURNS and may_react(box, state, seat, window, actor):
                mask |= 1 << seat
        if mask == 0:
            leave(state, 0)
            return
        set_top(state, AT, 1)
        set_top(state, WINDOW_ASKED, mask)
        ask(state, mask)
        return
    chosen = 0
    seat = turn_seat(state)
    for place in range(int(state.seats)):
        other = int(state.order[(int(state.arg[0, TURN_PLACE]) + place) % int(state.seats)])
        if chosen == 0 and int(state.intent[other]) > PASS + 1:
            chosen, seat = int(state.intent[other]), other
    for other in range(int(state.seats)):
        state.intent[other] = 0
    set_top(state, AT, 0)
    if chosen == 0:
        leave(state, 0)
        return
    if chosen > CARD_AT:
        nest(state, PLAY_CARD, seat, chosen - 1 - CARD_AT, window, actor)
        return
    card, origin = (chosen - 1 - ACT_AT) // 2, (chosen - 1 - ACT_AT) % 2
    nest(state, PLAY_ACTION, seat, card, origin, 1)


@rule
def list_reactions(box: Box, state: State, seat: int, moves: Ints) -> int:
    window, actor = top(state, WINDOW_MOMENT), top(state, WINDOW_ACTOR)
    moves[0] = PASS
    count = 1
    for card in range(ACTION_TYPES):
        for origin in range(2):
            if playable(state, seat, card, origin) > 0 and reacts(box, state, seat, card, window, actor):
                moves[count] = ACT_AT + card * 2 + origin
                count += 1
    for slot in range(MAX_HAND):
        card = int(state.hand[seat, slot]) - 1
        if card >= 0 and is_playable(box, state, seat, card, window, actor):
            moves[count] = CARD_AT + card
            count += 1
    return count


@rule
def answer_window(state: State, seat: int, action: int) -> None:
    """An intent, unseen until all have answered."""
    state.intent[seat] = action + 1
    answer(state, seat)


@rule
def spend(state: State, seat: int, card: int, origin: int, trace: Trace) -> None:
    """An action card is announced: a shop copy returns to the stock, a hidden one to the discard pile."""
    emit(trace, E_PLAYS, seat, card, origin, 0)
    if origin == FROM_SHOP:
        state.held[seat, card] = int(state.held[seat, card]) - 1
        state.stock[card] = int(state.stock[card]) + 1
        return
    state.secret[seat, card] = int(state.secret[seat, card]) - 1
    state.secret_count[seat] = int(state.secret_count[seat]) - 1
    show_hidden(state, seat, card)
    state.hidden_discard[card] = int(state.hidden_discard[card]) + 1
