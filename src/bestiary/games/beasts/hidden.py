"""Tailed Beasts: what players know of each other's hidden action cards: those that they have seen and that have not
been seen to leave."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.state import ACTION_TYPES, E_GLIMPSES, E_SPIES, E_STEALS_HIDDEN, State


@rule
def look_at_hidden(state: State, seat: int, other: int, trace: Trace) -> None:
    """A seat sees all hidden cards of another one."""
    emit(trace, E_SPIES, seat, other, 0, 0)
    for card in range(ACTION_TYPES):
        for _ in range(int(state.secret[other, card])):
            emit(trace, E_GLIMPSES, seat, other, card, 0)
        state.glimpsed[seat, other, card] = state.secret[other, card]


@rule
def forget_copy(state: State, viewer: int, owner: int, card: int) -> None:
    """A copy that may be one of those which the viewer has seen has left its owner."""
    state.glimpsed[viewer, owner, card] = max(int(state.glimpsed[viewer, owner, card]) - 1, 0)


@rule
def show_hidden(state: State, seat: int, card: int) -> None:
    """A hidden card leaves its owner openly."""
    for viewer in range(int(state.seats)):
        forget_copy(state, viewer, seat, card)


@rule
def steal_hidden(state: State, seat: int, other: int, card: int, trace: Trace) -> None:
    """A hidden card changes hands, a frozen copy only where there is no other, and thaws. Both players know which one
    it was; the others know only that it might have been any."""
    if int(state.secret_frozen[other, card]) == int(state.secret[other, card]):
        state.secret_frozen[other, card] = int(state.secret_frozen[other, card]) - 1
        state.secret_cold[other] = int(state.secret_cold[other]) - 1
    state.secret[other, card] = int(state.secret[other, card]) - 1
    state.secret_count[other] = int(state.secret_count[other]) - 1
    state.secret[seat, card] = int(state.secret[seat, card]) + 1
    state.secret_count[seat] = int(state.secret_count[seat]) + 1
    for viewer in range(int(state.seats)):
        for kind in range(ACTION_TYPES):
            if viewer != seat or kind == card:
                forget_copy(state, viewer, other, kind)
    state.glimpsed[other, seat, card] = int(state.glimpsed[other, seat, card]) + 1
    emit(trace, E_STEALS_HIDDEN, seat, other, card, 0)
