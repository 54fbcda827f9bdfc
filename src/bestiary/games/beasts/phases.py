"""Tailed Beasts, the round (§2): setup phase SP1–SP6, shop phase SH1–SH3, action phase, poison, and the end (§11)."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask, end
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.beasts.board import captured, captured_strength, drop_reach, next_in, next_in_reach, raise_units
from bestiary.games.beasts.cards.entries import P_DOUBLE, P_INCOME, P_WARD
from bestiary.games.beasts.clauses import (
    ALLOWED, NO_HIDDEN_LEFT, NO_SUCH_SEAT, OTHER_STEP, PASSIVE_SIDE, PLACE_TAKEN, SOLD_OUT, TOO_DEAR, number_in,
)  # fmt: skip
from bestiary.games.beasts.events import HIDDEN_COST, HIDDEN_GOODS, LEAST_PRICE, price_change
from bestiary.games.beasts.specialties import LAST, action_at, passive_of
from bestiary.games.beasts.stack import (
    BUYING_PLACE, HARVEST_PLACE, HARVEST_STAGE, POISON_PLACE, SEATING_PLACE, go_on, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import end_round_effects
from bestiary.games.beasts.state import (
    ACTION_TYPES, BOOSTS, BUYING, BUY_AT, BUY_HIDDEN, CONTROL, DOWN, E_BUYS, E_HIDDEN_RETURNS, E_PASSES, E_ROUND_BEGINS,
    E_SCORES, E_TAKES_SEAT, E_THAWS, E_THAWS_HIDDEN, E_TOKEN_GONE, E_TURN_BEGINS, FATE, FIELDS, FREEZE, GATHERING,
    HARVEST, ILLUSION, MARKERS_OF, PASS, PLACE_AT, POISON, REACH, ROUND, ROUNDS, SEATING, SEATS, SHOP, SPECIALTY,
    SPECIALTY_CARDS, STARTING, SUBSTITUTION, TIEBREAKER, TOKEN, TURNS, UNITS_OF, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import add_marker, change_coins, is_paralyzed, take_hidden
from bestiary.games.beasts.tracing import (
    FROM_ACTION, FROM_HIDDEN_DECK, FROM_INCOME, FROM_SPECIALTY, FROM_TOKEN, PHASE_ACTIONS, PHASE_EVENT, PHASE_HARVEST,
    PHASE_INCOME, PHASE_SHOP, tell_phase, tell_turned,
)  # fmt: skip
from bestiary.games.beasts.tracks import position_sum, spot_of


# --- SP1–SP3


@rule
def run_round(box: Box, state: State, trace: Trace) -> None:
    """SP1: what lasted a round ends, frozen cards thaw; SP2: prone units rise; SP3: hidden cards are shuffled."""
    emit(trace, E_ROUND_BEGINS, int(state.round_number), 0, 0, 0)
    end_round_effects(state)
    for seat in range(int(state.seats)):
        for word in range(4):
            state.paid[seat, word] = 0
        while int(state.token[seat, FREEZE]) > 0:
            state.token[seat, FREEZE] = int(state.token[seat, FREEZE]) - 1
            emit(trace, E_TOKEN_GONE, seat, FREEZE, 0, 0)
        tell_thaw(state, seat, trace)
        state.secret_cold[seat] = 0
        for card in range(ACTION_TYPES):
            state.secret_frozen[seat, card] = 0
        for card in range(SHOP):
            state.frozen[seat, card] = 0
        field = next_in(state, UNITS_OF + seat, 0)
        while field < FIELDS:
            tell_turned(box, state, seat, field, False, trace)
            raise_units(state, seat, field)
            field = next_in(state, UNITS_OF + seat, field + 1)
        for boost in range(BOOSTS):
            state.boost[seat, boost] = 0
    state.climbed = 0
    state.hosted = 0
    for card in range(ACTION_TYPES):
        if int(state.hidden_discard[card]) > 0:
            emit(trace, E_HIDDEN_RETURNS, card, int(state.hidden_discard[card]), 0, 0)
        state.hidden_left = int(state.hidden_left) + int(state.hidden_discard[card])
        state.hidden_deck[card] = int(state.hidden_deck[card]) + int(state.hidden_discard[card])
        state.hidden_discard[card] = 0
    for place in range(int(state.seats)):
        state.order[place] = -1
    go_on(state, SEATING)


@rule
def tell_thaw(state: State, seat: int, trace: Trace) -> None:
    """Every frozen card of a seat is about to thaw."""
    if trace is None:
        return
    for card in range(SHOP):
        for _ in range(int(state.frozen[seat, card])):
            emit(trace, E_THAWS, seat, card, 0, 0)
    for card in range(ACTION_TYPES):
        for _ in range(int(state.secret_frozen[seat, card])):
            emit(trace, E_THAWS_HIDDEN, seat, card, 0, 0)


# --- SP4: seats of the Set order, chosen in Live order


@rule
def run_seating(state: State) -> None:
    place = top(state, SEATING_PLACE)
    if place == int(state.seats):
        go_on(state, HARVEST)
        return
    ask(state, 1 << int(state.track[STARTING, place]))


@rule
def list_seats(state: State, moves: Ints) -> int:
    count = 0
    for place in range(int(state.seats)):
        if refuse_place(state, PLACE_AT + place) == ALLOWED:
            moves[count] = PLACE_AT + place
            count += 1
    return count


@rule
def refuse_place(state: State, action: int) -> int:
    place = number_in(action, PLACE_AT, SEATS)
    if place < 0:
        return OTHER_STEP
    if place >= int(state.seats):
        return NO_SUCH_SEAT
    return ALLOWED if int(state.order[place]) < 0 else PLACE_TAKEN


@rule
def answer_seat(state: State, seat: int, action: int, trace: Trace) -> None:
    state.order[action - PLACE_AT] = seat
    emit(trace, E_TAKES_SEAT, seat, action - PLACE_AT, 0, 0)
    answer(state, seat)
    set_top(state, SEATING_PLACE, top(state, SEATING_PLACE) + 1)


# --- SP5: a marker each, and what the markers on the map pay


@rule
def run_harvest(box: Box, state: State, trace: Trace) -> None:
    """In Set order. What is placed now pays next round. ward gives its tokens first; what double lets pay twice pays
    again at the end."""
    place = top(state, HARVEST_PLACE)
    if place == int(state.seats):
        tell_phase(PHASE_EVENT, trace)
        go_on(state, FATE)
        return
    seat = int(state.order[place])
    if top(state, HARVEST_STAGE) == 0:
        set_top(state, HARVEST_STAGE, 1)
        if place == 0:
            tell_phase(PHASE_HARVEST, trace)
        add_marker(state, seat, trace)
        for word in range(4):
            state.areas[REACH, word] = state.areas[MARKERS_OF + seat, word]
        for _ in range(passive_of(box, state, seat, P_WARD)):
            nest(state, TOKEN, seat, SUBSTITUTION, 0, 0)
        return
    field = next_in_reach(state, 0)
    while field < FIELDS:
        drop_reach(state, field)
        if int(state.marker[field]) == seat + 1:
            nest(state, CONTROL, seat, field, 1, 0)
            return
        field = next_in_reach(state, field + 1)
    if top(state, HARVEST_STAGE) == 1:
        set_top(state, HARVEST_STAGE, 2)
        nest(state, GATHERING, seat, passive_of(box, state, seat, P_DOUBLE), 0, 0)
        return
    set_top(state, HARVEST_PLACE, place + 1)
    set_top(state, HARVEST_STAGE, 0)


# --- SH1, SH2: illusions, income


@rule
def run_income(box: Box, state: State, trace: Trace) -> None:
    """R18: illusions are paid first; then 4, 3, 2, 1 coins from the poorest, who are tied get the better place."""
    seats = int(state.seats)
    tell_phase(PHASE_INCOME, trace)
    for seat in range(seats):
        while int(state.token[seat, ILLUSION]) > 0:
            state.token[seat, ILLUSION] = int(state.token[seat, ILLUSION]) - 1
            emit(trace, E_TOKEN_GONE, seat, ILLUSION, 0, 0)
            change_coins(state, seat, -1, FROM_TOKEN + ILLUSION, trace)
    income, more = 0, 0
    for seat in range(seats):
        poorer = 0
        for other in range(seats):
            poorer += 1 if int(state.coins[other]) < int(state.coins[seat]) else 0
        income |= (4 - poorer) << (4 * seat)
        more |= passive_of(box, state, seat, P_INCOME) << (4 * seat)
    for seat in range(seats):
        card = int(state.clan[seat]) * SPECIALTY_CARDS + (int(state.specialty[seat]) - 1) // 2
        change_coins(state, seat, (income >> (4 * seat)) & 15, FROM_INCOME, trace)
        change_coins(state, seat, (more >> (4 * seat)) & 15, FROM_SPECIALTY + card, trace)
    state.passed = 0
    tell_phase(PHASE_SHOP, trace)
    go_on(state, BUYING)
    set_top(state, BUYING_PLACE, seats - 1)


# --- SH3: buying, in reverse Set order until all have passed (R17)


@rule
def next_place(state: State, place: int, step: int) -> int:
    """The next place in Set order whose seat has not passed; −1 when all have."""
    seats = int(state.seats)
    for i in range(1, seats + 1):
        other = (place + i * step) % seats
        if (int(state.passed) >> int(state.order[other])) & 1 == 0:
            return other
    return -1


@rule
def run_buying(state: State, trace: Trace) -> None:
    place = top(state, BUYING_PLACE)
    if place < 0:
        state.passed = 0
        tell_phase(PHASE_ACTIONS, trace)
        emit(trace, E_TURN_BEGINS, int(state.order[0]), 0, 0, 0)
        go_on(state, TURNS)
        return
    ask(state, 1 << int(state.order[place]))


@rule
def price_of(box: Box, state: State, seat: int, card: int) -> int:
    """The shop's price, as the event has it; a Specialty costs what its card says."""
    printed = action_at(box, state, seat, LAST) if card == SPECIALTY else int(box.price[card])
    return max(printed + price_change(box, state, card), LEAST_PRICE)


@rule
def hidden_price(box: Box, state: State) -> int:
    """D06: one coin, as the event has it."""
    return max(HIDDEN_COST + price_change(box, state, HIDDEN_GOODS), LEAST_PRICE)


@rule
def list_buys(box: Box, state: State, seat: int, moves: Ints) -> int:
    """D06."""
    moves[0] = PASS
    count = 1
    for card in range(SHOP):
        if refuse_purchase(box, state, seat, card) == ALLOWED:
            moves[count] = BUY_AT + card
            count += 1
    if refuse_hidden(box, state, seat) == ALLOWED:
        moves[count] = BUY_HIDDEN
        count += 1
    return count


@rule
def refuse_purchase(box: Box, state: State, seat: int, card: int) -> int:
    """R23: who owns a passive Specialty cannot buy its action."""
    if card == SPECIALTY and int(state.specialty[seat]) % 2 == 1:
        return PASSIVE_SIDE
    if int(state.stock[card]) == 0:
        return SOLD_OUT
    return TOO_DEAR if price_of(box, state, seat, card) > int(state.coins[seat]) else ALLOWED


@rule
def refuse_hidden(box: Box, state: State, seat: int) -> int:
    """R56: an empty hidden deck sells nothing."""
    if int(state.hidden_left) == 0:
        return NO_HIDDEN_LEFT
    return TOO_DEAR if int(state.coins[seat]) < hidden_price(box, state) else ALLOWED


@rule
def refuse_buy(box: Box, state: State, seat: int, action: int) -> int:
    card = number_in(action, BUY_AT, SHOP)
    if card >= 0:
        return refuse_purchase(box, state, seat, card)
    if action == BUY_HIDDEN:
        return refuse_hidden(box, state, seat)
    return ALLOWED if action == PASS else OTHER_STEP


@rule
def answer_buy(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    place = top(state, BUYING_PLACE)
    if action == PASS:
        state.passed = int(state.passed) | 1 << seat
        emit(trace, E_PASSES, seat, 0, 0, 0)
    elif action == BUY_HIDDEN:
        change_coins(state, seat, -hidden_price(box, state), FROM_HIDDEN_DECK, trace)
        take_hidden(state, seat, trace)
    else:
        card = action - BUY_AT
        change_coins(state, seat, -price_of(box, state, seat, card), FROM_ACTION + card, trace)
        if not is_paralyzed(state, seat, trace):
            state.stock[card] = int(state.stock[card]) - 1
            state.held[seat, card] = int(state.held[seat, card]) + 1
            emit(trace, E_BUYS, seat, card, 0, 0)
    answer(state, seat)
    set_top(state, BUYING_PLACE, next_place(state, place, -1))


# --- Poison (R19) and the next round


@rule
def run_poison(box: Box, state: State, trace: Trace) -> None:
    """In Set order, one token each, over and over until none is left."""
    seats = int(state.seats)
    place = top(state, POISON_PLACE)
    for _ in range(seats):
        seat = int(state.order[place])
        if int(state.token[seat, POISON]) > 0:
            state.token[seat, POISON] = int(state.token[seat, POISON]) - 1
            emit(trace, E_TOKEN_GONE, seat, POISON, 0, 0)
            set_top(state, POISON_PLACE, (place + 1) % seats)
            nest(state, DOWN, seat, 1, 0, 0)
            return
        place = (place + 1) % seats
    state.round_number = int(state.round_number) + 1
    if int(state.round_number) < ROUNDS:
        state.event = 0  # before hands are cut down to limits of the new round
        go_on(state, ROUND)
        return
    for seat in range(seats):
        spot = spot_of(state, TIEBREAKER, seat)
        beasts, strength = captured(state, seat), captured_strength(state, seat)
        emit_long(trace, E_SCORES, seat, beasts, strength, position_sum(state, seat), spot, 0, 0)
    go_on(state, ROUND)
    end(state)
