"""Tailed Beasts: what events name. Why something happens is a source, where a battle card lies a pile, both as numbers;
`things` says what people call them. Nothing here is read by the rules of the game."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.beasts.board import unit_at
from bestiary.games.beasts.stack import ACTION_CARD, CONTROL_FIELD, EFFECT_CARD, TARGET_CARD, USE_CARD
from bestiary.games.beasts.state import (
    ALLY_DECK, ALLY_DISCARD, BOAT, CONTROL, EFFECT, E_FALLS_PRONE, E_PHASE_BEGINS, E_TOKEN, E_UNITS_RISE, HAPPENING,
    MARK, OUT, PATH_AT, PLAY_ACTION, PLAY_CARD, RARE_AT, SLOTS, SUPPLY, TARGET, TIER_CARDS, Box, State,
)  # fmt: skip

# Sources. The first few are names of their own, the others count on by field, card, action card, event or token.
NO_SOURCE, FROM_START, FROM_INCOME, FROM_HIDDEN_DECK = range(4)
FROM_FIELD, FROM_CARD, FROM_ACTION, FROM_EVENT, FROM_TOKEN, FROM_SPECIALTY = 1000, 2000, 3000, 4000, 5000, 6000

# Piles: zones of a battle card, and beyond them those that need a tier, or are one of two.
PILE_ALLIES, PILE_SPENT_ALLIES, PILE_AWAKENINGS, PILE_HUSKS, PILE_OUT = 30, 33, 36, 37, 38

# Phases of a round
PHASE_HARVEST, PHASE_EVENT, PHASE_INCOME, PHASE_SHOP, PHASE_ACTIONS, PHASE_POISON = range(6)


@rule
def source_of(state: State) -> int:
    """Why the present step happens: the innermost card, action card, event or field among those under way."""
    for at in range(int(state.depth) - 1, -1, -1):
        kind = int(state.frame[at])
        if kind == EFFECT:
            return FROM_CARD + int(state.arg[at, EFFECT_CARD])
        if kind == PLAY_CARD:
            return FROM_CARD + int(state.arg[at, USE_CARD])
        if kind == PLAY_ACTION:
            return FROM_ACTION + int(state.arg[at, ACTION_CARD])
        if kind == TARGET:
            return FROM_ACTION + int(state.arg[at, TARGET_CARD])
        if kind == CONTROL or kind == MARK:
            return FROM_FIELD + int(state.arg[at, CONTROL_FIELD])
        if kind == HAPPENING and int(state.event) > 0:
            return FROM_EVENT + int(state.event) - 1
    return NO_SOURCE


@rule
def pile_of(card: int, zone: int) -> int:
    """Where a battle card lies."""
    if zone == ALLY_DECK:
        return PILE_ALLIES + (card - RARE_AT) // TIER_CARDS
    if zone == ALLY_DISCARD:
        return PILE_SPENT_ALLIES + (card - RARE_AT) // TIER_CARDS
    if zone == SUPPLY:
        return PILE_AWAKENINGS if card < PATH_AT else PILE_HUSKS
    return zone if zone < OUT else PILE_OUT


@rule
def tell_phase(phase: int, trace: Trace) -> None:
    emit(trace, E_PHASE_BEGINS, phase, 0, 0, 0)


@rule
def tell_token(state: State, seat: int, token: int, trace: Trace) -> None:
    """A token comes to a player."""
    if trace is not None:
        emit(trace, E_TOKEN, seat, token, source_of(state), 0)



@rule
def tell_turned(box: Box, state: State, seat: int, field: int, down: bool, trace: Trace) -> None:
    """All units of a seat in a field are about to fall prone, or to rise; nothing is told where none does."""
    if trace is None:
        return
    boats, scouts, captains, elders = 0, 0, 0, 0
    for slot in range(SLOTS):
        count = int(state.ready[seat, field, slot]) if down else int(state.prone[seat, field, slot])
        unit = unit_at(box, field, slot)
        if unit == BOAT:
            boats += count
        elif slot == 0:
            scouts += count
        elif slot == 1:
            captains += count
        else:
            elders += count
    if boats + scouts + captains + elders > 0:
        kind = E_FALLS_PRONE if down else E_UNITS_RISE
        emit_long(trace, kind, seat, field, boats, scouts, captains, elders, 0)
