"""Tailed Beasts §2 (windows), R22, R60: reactions. A window asks at once and in secret every seat that by public facts
could react; the first in priority who does not pass plays its card, and the window opens again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bestiary.games.beasts.hands import hand_size
from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import borders_on, next_in, ready_in
from bestiary.games.beasts.clauses import (
    ALLOWED, BATTLEFIELD, FROZEN, NOT_ATTACKING, NOT_BESIDE_WAR, NOT_DEFENDING, NOT_FIGHTING, NOT_HELD, NOT_IN_ACTIONS,
    NOT_WARDED_OFF, NO_DEFENDER, NO_NEIGHBOURS, NO_READY_UNITS, OTHERS_DEED, OTHER_MOMENT, OTHER_STEP, OWN_DEED,
    number_in,
)  # fmt: skip
from bestiary.games.beasts.conditions import is_receipt, might_hold, refuse_use, uses_now
from bestiary.games.beasts.hidden import show_hidden
from bestiary.games.beasts.stack import (
    ACTION_CANCELLED, AT, TOKEN_WARDED, TURN_PLACE, WINDOW_ABOUT, WINDOW_ACTOR, WINDOW_ASKED, WINDOW_MOMENT, leave,
    nest, set_top, top, under,
)  # fmt: skip
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BRIBE, CALTROPS, CARDS, CARD_AT, COUNTERSEAL, DOUBLE_PAY, E_PLAYS, FIELDS, FIELD_MEDIC,
    FROM_HIDDEN, FROM_SHOP, IRON_DISCIPLINE, KAMUI, LAST_STAND, LOADED_DIE, PASS, PATHFINDER, PLAY_ACTION, PLAY_CARD,
    PURIFY, REINFORCE, SHOP, SMOKE_SCREEN, STACK, SUBSTITUTION, TURNS, UNITS_OF, UPGRADE, VANGUARD, WINDOWS, W_ALLY,
    W_BSTART, W_CARD, W_CONTROL, W_HEAL, W_RETREAT, W_REVEAL, W_ROLL, W_SCORE, W_TOKEN, W_TRAVEL, W_UNIT, W_WARSTART,
    Box, State,
)  # fmt: skip

VANGUARD_BUFF = 3
REACTION_WINDOWS: Final[Mapping[int, int]] = {
    COUNTERSEAL: W_CARD, PATHFINDER: W_TRAVEL, VANGUARD: W_UNIT, REINFORCE: W_UNIT, CALTROPS: W_UNIT,
    LAST_STAND: W_UNIT, SMOKE_SCREEN: W_BSTART, FIELD_MEDIC: W_HEAL, BRIBE: W_CONTROL, DOUBLE_PAY: W_CONTROL,
    UPGRADE: W_ALLY, PURIFY: W_TOKEN, LOADED_DIE: W_ROLL, IRON_DISCIPLINE: W_RETREAT,
}  # fmt: skip
"""The window that an action card is a reaction in."""
REACTS_IN: Final = tuple(REACTION_WINDOWS.get(card, -1) for card in range(ACTION_TYPES))
MOST_REACTIONS: Final = 4  # kinds of action cards that react in one window


def _cards_of(window: int) -> list[int]:
    """The cards of a window in rising order, filled up with −1."""
    cards = sorted(card for card, its in REACTION_WINDOWS.items() if its == window)
    return cards + [-1] * (MOST_REACTIONS - len(cards))


REACTIONS: Final = tuple(card for window in range(WINDOWS) for card in _cards_of(window))
"""The action cards that react in each window, so that only those are looked at."""
DEEPEST = STACK - 16  # where windows no longer open: what is nested in one more could find no room


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
def vanguards(state: State, seat: int) -> int:
    """What one's Vanguards could add to unit strength (R35)."""
    return VANGUARD_BUFF * owned(state, seat, VANGUARD)


@rule
def play_war(state: State, seat: int, card: int) -> None:
    """A card that opens a war, a copy from the shop first."""
    origin = FROM_SHOP if playable(state, seat, card, FROM_SHOP) > 0 else FROM_HIDDEN
    nest(state, PLAY_ACTION, seat, card, origin, 2)


@rule
def is_fighting(state: State, seat: int) -> bool:
    return side_of(state, seat) >= 0


@rule
def refuse_moment(box: Box, state: State, seat: int, card: int, window: int, actor: int) -> int:
    """May a seat play this card in this window? By public facts only."""
    if REACTS_IN[card] != window:
        return OTHER_MOMENT
    if int(state.frame[0]) != TURNS:
        return NOT_IN_ACTIONS
    if card == VANGUARD:
        return ALLOWED if side_of(state, seat) == 0 else NOT_ATTACKING
    if window == W_BSTART or window == W_HEAL:
        return ALLOWED if is_fighting(state, seat) else NOT_FIGHTING
    if window == W_UNIT:
        if int(state.defender) < 0:
            return NO_DEFENDER
        if card == REINFORCE:
            return ALLOWED if can_support(box, state, seat) else NO_NEIGHBOURS
        return ALLOWED if seat == int(state.defender) else NOT_DEFENDING
    if card == PURIFY and seat == actor and top(state, WINDOW_ABOUT) == SUBSTITUTION:
        return NOT_WARDED_OFF
    if card == COUNTERSEAL or card == BRIBE:
        return ALLOWED if seat != actor else OWN_DEED
    return ALLOWED if seat == actor else OTHERS_DEED


@rule
def reacts(box: Box, state: State, seat: int, card: int, window: int, actor: int) -> bool:
    return refuse_moment(box, state, seat, card, window, actor) == ALLOWED


@rule
def refuse_copy(state: State, seat: int, card: int, origin: int) -> int:
    """Has a seat this action card, and is it not frozen?"""
    if playable(state, seat, card, origin) > 0:
        return ALLOWED
    if origin == FROM_HIDDEN:
        return FROZEN if int(state.secret[seat, card]) > 0 else NOT_HELD
    return FROZEN if card < SHOP and int(state.held[seat, card]) > 0 else NOT_HELD


@rule
def refuse_reaction(box: Box, state: State, seat: int, action: int) -> int:
    """R22: an action card or a card of the hand that fits the moment, or a pass."""
    window, actor = top(state, WINDOW_MOMENT), top(state, WINDOW_ACTOR)
    act, card = number_in(action, ACT_AT, 2 * ACTION_TYPES), number_in(action, CARD_AT, CARDS)
    if act >= 0:
        clause = refuse_copy(state, seat, act // 2, act % 2)
        return clause if clause != ALLOWED else refuse_moment(box, state, seat, act // 2, window, actor)
    if card >= 0:
        return refuse_use(box, state, seat, card, window, actor)
    return ALLOWED if action == PASS else OTHER_STEP


@rule
def can_support(box: Box, state: State, seat: int) -> bool:
    """Reinforce: ready units in a field that borders on the battlefield."""
    field = next_in(state, UNITS_OF + seat, 0)
    while field < FIELDS:
        if refuse_support(box, state, seat, field) == ALLOWED:
            return True
        field = next_in(state, UNITS_OF + seat, field + 1)
    return False


@rule
def refuse_support(box: Box, state: State, seat: int, field: int) -> int:
    """Ready units in a field that borders on the battlefield."""
    at = int(state.war_field)
    if field == at:
        return BATTLEFIELD
    if ready_in(state, seat, field) == 0:
        return NO_READY_UNITS
    return ALLOWED if field != KAMUI and borders_on(box, at, field) >= 0 else NOT_BESIDE_WAR


@rule
def may_react(box: Box, state: State, seat: int, window: int, actor: int) -> bool:
    """R60: any card that it openly holds, or any hidden one or card of its hand that it might."""
    if might_hold(box, state, seat, window, actor):
        return True
    unseen = int(state.secret_count[seat]) - int(state.secret_cold[seat])
    for i in range(MOST_REACTIONS):
        card = REACTIONS[MOST_REACTIONS * window + i]
        holds = card >= 0 and (unseen > 0 or playable(state, seat, card, FROM_SHOP) > 0)
        if holds and reacts(box, state, seat, card, window, actor):
            return True
    return False


@rule
def is_settled(state: State, window: int) -> bool:
    """A card that is cancelled, a token that is warded off, a war that was fled from need no further reaction."""
    if window == W_WARSTART or window == W_BSTART or window == W_REVEAL or window == W_SCORE:
        return int(state.fled) > 0
    if window == W_CARD:
        return under(state, ACTION_CANCELLED) == 1
    return window == W_TOKEN and under(state, TOKEN_WARDED) == 1


@rule
def run_window(box: Box, state: State, trace: Trace) -> None:
    """Action cards react in the action phase only; battle cards also where something is received before it [R77]."""
    window, actor = top(state, WINDOW_MOMENT), top(state, WINDOW_ACTOR)
    if top(state, AT) == 0:
        mask = 0
        closed = int(state.frame[0]) != TURNS and not is_receipt(window)
        if closed or is_settled(state, window) or int(state.depth) > DEEPEST:
            leave(state, 0)
            return
        for seat in range(int(state.seats)):
            if may_react(box, state, seat, window, actor):
                mask |= 1 << seat
        if mask == 0:
            leave(state, 0)
            return
        set_top(state, AT, 1)
        set_top(state, WINDOW_ASKED, mask)
        ask(state, mask)
        return
    chosen, seat = 0, 0
    first = int(state.arg[0, TURN_PLACE]) if int(state.frame[0]) == TURNS else 0
    for place in range(int(state.seats)):
        other = int(state.order[(first + place) % int(state.seats)])
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
    for i in range(MOST_REACTIONS):
        card = REACTIONS[MOST_REACTIONS * window + i]
        for origin in range(2):
            if card >= 0 and playable(state, seat, card, origin) > 0 and reacts(box, state, seat, card, window, actor):
                moves[count] = ACT_AT + card * 2 + origin
                count += 1
    now = uses_now(box, state, seat, window, actor)
    for slot in range(hand_size(state, seat) if now != 0 else 0):
        card = int(state.hand[seat, slot]) - 1
        fits = card >= 0 and int(box.uses[card]) & now != 0
        if fits and refuse_use(box, state, seat, card, window, actor) == ALLOWED:
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
