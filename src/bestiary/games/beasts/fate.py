"""Tailed Beasts SP6, R20: the event of the round is drawn, and does what it does at once. Also beasts that come or
wander (R11, R63), whoever calls them."""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import captured, controller, foreign_units, is_origin, is_target, lift_beast, put_beast
from bestiary.games.beasts.cards.entries import (
    E_ALLIES, E_PLAGUE, E_POLITICS, E_STRAY, E_TRIBUTE, E_WINDFALL, MUSTER_RECALL, MUSTER_RECRUIT, STRAY_SPAWN,
    TALLY_ALLY, TALLY_BEAST, TALLY_BOAT, TALLY_MARKER,
)  # fmt: skip
from bestiary.games.beasts.cards.language import RARE_TIER
from bestiary.games.beasts.clauses import ALLOWED, FIELD_TAKEN, NO_BEASTS_HERE, NO_OPEN_BORDER
from bestiary.games.beasts.control import lift_marker
from bestiary.games.beasts.events import FAMILY, FIRST, GREEN, RED, SECOND, event_number, is_event, is_last, units_out
from bestiary.games.beasts.hands import clan_cards, discard_card, hand_size, take_from_hand
from bestiary.games.beasts.setup import draw_from, draw_spawner, drop_beast
from bestiary.games.beasts.stack import AT, HAPPENING_EVENT, HAPPENING_GIVEN, go_on, leave, nest, set_top, top
from bestiary.games.beasts.state import (
    ALLY, BEASTS, BOAT, EVENT_CARDS, E_BEAST_MOVES, E_EVENT, E_TURNS_OVER, FIELDS, HAPPENING, INCOME, IN_BOX, KAMUI,
    NEAR, OPEN, RARE_AT, ROUNDS, TIER_CARDS, TOKEN, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import pass_coins, pay_coins, placed_markers


@rule
def run_fate(state: State) -> None:
    """SP6."""
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        nest(state, HAPPENING, 0, 0, 0, 0)
    else:
        go_on(state, INCOME)


@rule
def run_happening(box: Box, state: State, trace: Trace) -> None:
    """A new event in the place of the present one. What everybody receives is given one at a time, in Set order."""
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        draw_event(box, state, trace)
        set_top(state, HAPPENING_EVENT, int(state.event))
        happen(box, state, trace)
        return
    if int(state.event) != top(state, HAPPENING_EVENT):  # replaced by an effect: the rest is not given
        leave(state, 0)
        return
    given, tokens = top(state, HAPPENING_GIVEN), event_number(box, state, E_PLAGUE, SECOND)
    hires = is_event(box, state, E_ALLIES) and event_number(box, state, E_ALLIES, FIRST) == MUSTER_RECRUIT
    each = 1 if hires else tokens
    if given == each * int(state.seats):
        leave(state, 0)
        return
    seat = int(state.order[given // each])
    set_top(state, HAPPENING_GIVEN, given + 1)
    if hires:
        nest(state, ALLY, seat, event_number(box, state, E_ALLIES, SECOND) - RARE_TIER, 0, 0)
    else:
        nest(state, TOKEN, seat, event_number(box, state, E_PLAGUE, FIRST), 0, 0)


# --- Drawing


@rule
def fits_round(box: Box, state: State, event: int) -> bool:
    """Green not in the first round, Red not in the last."""
    if int(state.round_number) == 0 and int(box.event[event, GREEN]) > 0:
        return False
    return int(state.round_number) < ROUNDS - 1 or int(box.event[event, RED]) == 0


@rule
def is_drawable(box: Box, state: State, event: int) -> bool:
    return int(box.event[event, FAMILY]) > 0 and int(state.drawn[event]) == 0 and fits_round(box, state, event)


@rule
def count_drawable(box: Box, state: State) -> int:
    count = 0
    for event in range(EVENT_CARDS):
        count += 1 if is_drawable(box, state, event) else 0
    return count


@rule
def draw_event(box: Box, state: State, trace: Trace) -> None:
    """S13: what does not fit the round is shuffled back and another one drawn, so that each that fits is as likely.
    R56: a deck without any takes the discard pile back."""
    state.event = 0
    if count_drawable(box, state) == 0:
        for event in range(EVENT_CARDS):
            state.drawn[event] = 0
    count = count_drawable(box, state)
    if count == 0:
        return
    index = draw(state.chance, count)
    for event in range(EVENT_CARDS):
        if is_drawable(box, state, event):
            if index == 0:
                state.event = event + 1
                state.drawn[event] = 1
                emit(trace, E_EVENT, event, 0, 0, 0)
                return
            index -= 1


# --- At once


@rule
def happen(box: Box, state: State, trace: Trace) -> None:
    """What an event does as soon as it is drawn; what it gives one by one follows."""
    event = int(state.event) - 1
    if event < 0:
        return
    family, first, second = int(box.event[event, FAMILY]), int(box.event[event, FIRST]), int(box.event[event, SECOND])
    if family == E_WINDFALL:
        for seat in range(int(state.seats)):
            pay_coins(state, seat, second * tally(state, seat, first), trace)
    elif family == E_STRAY:
        if first == STRAY_SPAWN:
            for _ in range(second):
                spawn_beast(box, state, trace)
        else:
            wander(box, state, second, trace)
    elif family == E_TRIBUTE:
        pay_tribute(state, first, second, trace)
    elif family == E_ALLIES and first == MUSTER_RECALL:
        for place in range(int(state.seats)):
            dismiss_allies(state, int(state.order[place]), second - RARE_TIER, trace)
    elif family == E_POLITICS:
        turn_over(state, first, trace)


@rule
def tally(state: State, seat: int, what: int) -> int:
    """How often a number is given: once, or for each marker, captured beast, boat, or ally in hand."""
    if what == TALLY_MARKER:
        return placed_markers(state, seat)
    if what == TALLY_BEAST:
        return captured(state, seat)
    if what == TALLY_BOAT:
        return units_out(state, seat, BOAT)
    return hand_size(state, seat) - clan_cards(state, seat) if what == TALLY_ALLY else 1


@rule
def pay_tribute(state: State, what: int, amount: int, trace: Trace) -> None:
    """Those who are tied for the last place all receive (as in R18), from those who are not and as far as these can
    pay."""
    last = 0
    for seat in range(int(state.seats)):
        last |= 1 << seat if is_last(state, seat, what) else 0
    for place in range(int(state.seats)):
        seat = int(state.order[place])
        for other in range(int(state.seats)):
            if (last >> seat) & 1 == 1 and (last >> other) & 1 == 0:
                pass_coins(state, other, seat, min(amount, int(state.coins[other])), trace)


@rule
def dismiss_allies(state: State, seat: int, tier: int, trace: Trace) -> None:
    """Allies up to a tier are discarded."""
    for slot in range(hand_size(state, seat) - 1, -1, -1):
        card = int(state.hand[seat, slot]) - 1
        if card >= RARE_AT and (card - RARE_AT) // TIER_CARDS <= tier:
            discard_card(state, seat, take_from_hand(state, seat, slot), trace)


@rule
def turn_over(state: State, track: int, trace: Trace) -> None:
    """The order on a track is reversed."""
    last = int(state.seats) - 1
    for spot in range(int(state.seats) // 2):
        seat = int(state.track[track, spot])
        state.track[track, spot] = state.track[track, last - spot]
        state.track[track, last - spot] = seat
    emit(trace, E_TURNS_OVER, track, 0, 0, 0)


# --- Beasts that come and wander


@rule
def is_vacant(state: State, field: int) -> bool:
    """No beast, and nobody's units, those under way to it or from it included."""
    if is_target(state, field) or is_origin(state, field):
        return False
    return int(state.lair[field]) == 0 and foreign_units(state, -1, field) < 0


@rule
def spawn_beast(box: Box, state: State, trace: Trace) -> None:
    """R11: any beast of the box, in the field of the first spawner card without beast and units, those under way
    included; a lone marker returns home, and from an empty deck nothing comes."""
    boxed = 0
    for beast in range(BEASTS):
        boxed |= 1 << beast if int(state.beast_at[beast]) == IN_BOX else 0
    while boxed != 0 and int(state.spawns) != 0:
        field = draw_spawner(box, state)
        if is_vacant(state, field):
            if int(state.marker[field]) > 0:
                lift_marker(state, field, trace)
            drop_beast(state, boxed, field, trace)
            return


@rule
def refuse_wandering(box: Box, state: State, start: int, i: int) -> int:
    """R63: over an open border to a land that nobody controls and where no beast is, never a Capital or Base."""
    field = int(box.near[start, i])
    if field < 0 or field == KAMUI or int(box.border[start, i]) != OPEN:
        return NO_OPEN_BORDER
    if int(box.capital[field]) > 0 or int(box.hideout[field]) > 0:
        return NO_BEASTS_HERE
    return ALLOWED if is_vacant(state, field) and controller(state, field) < 0 else FIELD_TAKEN


@rule
def ways_of(box: Box, state: State, beast: int) -> int:
    """Mask of the neighbours of a beast's field that it can go to; 0 for one off the map or about to be met."""
    start = int(state.beast_at[beast])
    ways = 0
    if start < FIELDS and not is_target(state, start):
        for i in range(NEAR):
            ways |= 1 << i if refuse_wandering(box, state, start, i) == ALLOWED else 0
    return ways


@rule
def move_beast(state: State, beast: int, field: int, trace: Trace) -> None:
    start = int(state.beast_at[beast])
    lift_beast(state, beast)
    put_beast(state, beast, field)
    emit(trace, E_BEAST_MOVES, beast, start, field, 0)


@rule
def wander(box: Box, state: State, count: int, trace: Trace) -> None:
    """So many beasts of the map go a step, each once: any that can, to any field that it can go to."""
    moved = 0
    for _ in range(count):
        able = 0
        for beast in range(BEASTS):
            able |= 1 << beast if ways_of(box, state, beast) != 0 else 0
        able &= ~moved
        if able == 0:
            return
        beast = draw_from(state, able)
        moved |= 1 << beast
        way = draw_from(state, ways_of(box, state, beast))
        move_beast(state, beast, int(box.near[int(state.beast_at[beast]), way]), trace)
