"""Tailed Beasts §10: effect tokens, and allies that arrive: both are received one at a time, and can be warded off."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import owns_beast
from bestiary.games.beasts.cards.entries import P_ALLYUP, SHELTER_TOKENS
from bestiary.games.beasts.choices import choose
from bestiary.games.beasts.clauses import ALLOWED, CHAINED_ALREADY, NOT_SHEDDABLE, NOT_YOUR_BEAST, NO_SUCH_TOKEN
from bestiary.games.beasts.events import shelters
from bestiary.games.beasts.hands import draw_ally
from bestiary.games.beasts.specialties import works
from bestiary.games.beasts.stack import (
    ALLY_SEAT, ALLY_TIER, AT, FREEZING_SEAT, SHED_COUNT, SHED_SEAT, SHED_THAWS, SHED_TO, TOKEN_KIND, TOKEN_MORE,
    TOKEN_SEAT, TOKEN_WARDED, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BEASTS, BEAST_AT, BY_FROZEN, CHAIN, CHAINING, E_CHAINS, E_FREEZES, E_FREEZES_HIDDEN, E_THAWS,
    E_THAWS_HIDDEN, E_TOKEN_GONE, FREEZE, FREEZING, FROM_HIDDEN, ILLUSION, LEGENDARY, NO, PARALYZE, POISON, SHOP,
    SUBSTITUTION, TOKEN, TOKENS, TOKEN_AT, TOKEN_SUPPLY, WINDOW, W_ALLY, W_TOKEN, YES, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import is_paralyzed
from bestiary.games.beasts.tracing import tell_token
from bestiary.games.beasts.windows import playable, refuse_copy


@rule
def tokens_left(state: State, token: int) -> int:
    """In the main supply; chain tokens lie on beasts."""
    left = TOKEN_SUPPLY
    for seat in range(int(state.seats)):
        left -= int(state.token[seat, token])
    if token == CHAIN:
        for beast in range(BEASTS):
            left -= int(state.chained[beast])
    return left


@rule
def run_token(box: Box, state: State, trace: Trace) -> None:
    """R49: with nothing to attach to it has no effect."""
    at, seat, token = top(state, AT), top(state, TOKEN_SEAT), top(state, TOKEN_KIND)
    if at == 0:
        set_top(state, AT, 1)
        if tokens_left(state, token) == 0 or (token != SUBSTITUTION and shelters(box, state, SHELTER_TOKENS)):
            leave(state, 0)
        elif token != SUBSTITUTION and int(state.token[seat, SUBSTITUTION]) > 0:
            ask(state, 1 << seat)
    elif at == 1:
        set_top(state, AT, 2)
        if top(state, TOKEN_WARDED) == 0:
            nest(state, WINDOW, W_TOKEN, seat, token, 0)
    elif at == 2 and top(state, TOKEN_WARDED) == 0 and tokens_left(state, token) > 0:
        set_top(state, AT, 3)
        receive(state, seat, token, trace)
    elif top(state, TOKEN_MORE) > 0:
        set_top(state, TOKEN_MORE, top(state, TOKEN_MORE) - 1)
        set_top(state, AT, 0)
        set_top(state, TOKEN_WARDED, 0)
    else:
        leave(state, 0)


@rule
def has_free_beast(state: State, seat: int) -> bool:
    """One that a chain could be attached to."""
    for beast in range(BEASTS):
        if owns_beast(state, seat, beast) and int(state.chained[beast]) == 0:
            return True
    return False


@rule
def receive(state: State, seat: int, token: int, trace: Trace) -> None:
    if token == CHAIN:
        if has_free_beast(state, seat):
            nest(state, CHAINING, seat, 0, 0, 0)
            ask(state, 1 << seat)
        return
    state.token[seat, token] = int(state.token[seat, token]) + 1
    tell_token(state, seat, token, trace)
    if token == FREEZE:
        holds = int(state.secret_count[seat]) > int(state.secret_cold[seat])
        for card in range(SHOP):
            holds = holds or playable(state, seat, card, 0) > 0
        if holds:
            nest(state, FREEZING, seat, 0, 0, 0)


@rule
def run_freezing(state: State) -> None:
    """Asked in a step of its own: the token may end a Passive, and then the hand comes first."""
    ask(state, 1 << top(state, FREEZING_SEAT))


@rule
def answer_substitute(state: State, seat: int, action: int, trace: Trace) -> None:
    """D27: both tokens go back."""
    answer(state, seat)
    if action == YES:
        state.token[seat, SUBSTITUTION] = int(state.token[seat, SUBSTITUTION]) - 1
        emit(trace, E_TOKEN_GONE, seat, SUBSTITUTION, 0, 0)
        set_top(state, TOKEN_WARDED, 1)


@rule
def list_yes_no(moves: Ints) -> int:
    moves[0] = YES
    moves[1] = NO
    return 2


@rule
def list_freezable(state: State, seat: int, moves: Ints) -> int:
    """D26: an action card that is not frozen."""
    count = 0
    for card in range(ACTION_TYPES):
        for origin in range(2):
            if refuse_copy(state, seat, card, origin) == ALLOWED:
                moves[count] = ACT_AT + card * 2 + origin
                count += 1
    return count


@rule
def answer_freeze(state: State, seat: int, action: int, trace: Trace) -> None:
    card, origin = (action - ACT_AT) // 2, (action - ACT_AT) % 2
    answer(state, seat)
    emit(trace, E_FREEZES_HIDDEN if origin == FROM_HIDDEN else E_FREEZES, seat, card, 0, 0)
    if origin == FROM_HIDDEN:
        state.secret_frozen[seat, card] = int(state.secret_frozen[seat, card]) + 1
        state.secret_cold[seat] = int(state.secret_cold[seat]) + 1
    else:
        state.frozen[seat, card] = int(state.frozen[seat, card]) + 1
    leave(state, 0)


@rule
def list_own_beasts(state: State, seat: int, any_state: bool, moves: Ints) -> int:
    """Beasts of a seat, chained ones too where the rule lets them be chosen (R45)."""
    count = 0
    for beast in range(BEASTS):
        if refuse_beast(state, seat, beast, any_state) == ALLOWED:
            moves[count] = BEAST_AT + beast
            count += 1
    return count


@rule
def refuse_beast(state: State, seat: int, beast: int, any_state: bool) -> int:
    """A beast of a seat, not one in chains unless the rule lets it be chosen."""
    if not owns_beast(state, seat, beast):
        return NOT_YOUR_BEAST
    return ALLOWED if any_state or int(state.chained[beast]) == 0 else CHAINED_ALREADY


@rule
def answer_chain(state: State, seat: int, action: int, trace: Trace) -> None:
    """D23: the beast is not captured until it is won back."""
    answer(state, seat)
    state.chained[action - BEAST_AT] = 1
    emit(trace, E_CHAINS, seat, action - BEAST_AT, 0, 0)
    leave(state, 0)


# --- Shedding tokens (Purify)


@rule
def refuse_shedding(state: State, seat: int, token: int, thaws: bool) -> int:
    if token not in (ILLUSION, PARALYZE, POISON) and not (thaws and token == FREEZE):
        return NOT_SHEDDABLE
    return ALLOWED if int(state.token[seat, token]) > 0 else NO_SUCH_TOKEN


@rule
def run_shedding(state: State, trace: Trace) -> None:
    """AT 1: a card thaws."""
    seat = top(state, SHED_SEAT)
    if top(state, AT) == 1:
        set_top(state, AT, 0)
        thaw(state, seat, (int(state.result) - ACT_AT) // 2, (int(state.result) - ACT_AT) % 2, trace)
    if top(state, SHED_COUNT) > 0:
        for token in range(TOKENS):
            if refuse_shedding(state, seat, token, top(state, SHED_THAWS) == 1) == ALLOWED:
                ask(state, 1 << seat)
                return
    leave(state, 0)


@rule
def list_shedding(state: State, seat: int, moves: Ints) -> int:
    count = 0
    for token in range(TOKENS):
        if refuse_shedding(state, seat, token, top(state, SHED_THAWS) == 1) == ALLOWED:
            moves[count] = TOKEN_AT + token
            count += 1
    return count


@rule
def answer_shedding(state: State, seat: int, action: int, trace: Trace) -> None:
    token = action - TOKEN_AT
    answer(state, seat)
    state.token[seat, token] = int(state.token[seat, token]) - 1
    emit(trace, E_TOKEN_GONE, seat, token, 0, 0)
    set_top(state, SHED_COUNT, top(state, SHED_COUNT) - 1)
    if token == FREEZE and frozen_cards(state, seat) > 0:
        set_top(state, AT, 1)
        choose(state, seat, BY_FROZEN, 0)
    elif top(state, SHED_TO) > 0:
        nest(state, TOKEN, top(state, SHED_TO) - 1, token, 0, 0)


@rule
def frozen_cards(state: State, seat: int) -> int:
    count = int(state.secret_cold[seat])
    for card in range(SHOP):
        count += int(state.frozen[seat, card])
    return count


@rule
def thaw(state: State, seat: int, card: int, origin: int, trace: Trace) -> None:
    emit(trace, E_THAWS_HIDDEN if origin == FROM_HIDDEN else E_THAWS, seat, card, 0, 0)
    if origin == FROM_HIDDEN:
        state.secret_frozen[seat, card] = int(state.secret_frozen[seat, card]) - 1
        state.secret_cold[seat] = int(state.secret_cold[seat]) - 1
    else:
        state.frozen[seat, card] = int(state.frozen[seat, card]) - 1


# --- Allies


@rule
def run_ally(box: Box, state: State, trace: Trace) -> None:
    """R57: an upgrade is decided before the ally is seen; R48: paralysis loses it. allyup: the first
    one of the round comes a tier higher."""
    seat = top(state, ALLY_SEAT)
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        if (int(state.hosted) >> seat) & 1 == 0 and works(box, state, seat, P_ALLYUP):
            state.hosted = int(state.hosted) | 1 << seat
            set_top(state, ALLY_TIER, top(state, ALLY_TIER) + 1)
        if top(state, ALLY_TIER) < LEGENDARY:
            nest(state, WINDOW, W_ALLY, seat, 0, 0)
        return
    tier = min(top(state, ALLY_TIER), LEGENDARY)
    leave(state, 0)
    if not is_paralyzed(state, seat, trace):
        draw_ally(state, seat, tier, trace)
