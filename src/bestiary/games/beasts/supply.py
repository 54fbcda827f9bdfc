"""Tailed Beasts: what players get from the supply or pay into it: coins (R6), cards (R48), markers (R1)."""

from __future__ import annotations

from bestiary.engine.bits import count_set
from bestiary.engine.chance import draw
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.hands import draw_clan_card
from bestiary.games.beasts.state import (
    ACTION_TYPES, E_COINS, E_GAINS_MARKER, E_LOSES_TO_PARALYSIS, E_TAKES_COINS, E_TAKES_HIDDEN, E_TOKEN_GONE, MARKERS,
    MARKERS_OF, MOST_COINS, PARALYZE, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import source_of


@rule
def change_coins(state: State, seat: int, amount: int, source: int, trace: Trace) -> None:
    """Coins from, or to, the main supply (R6)."""
    before = int(state.coins[seat])
    after = min(max(before + amount, 0), MOST_COINS)
    state.coins[seat] = after
    if after != before:
        emit(trace, E_COINS, seat, after - before, source, 0)


@rule
def pay_coins(state: State, seat: int, amount: int, trace: Trace) -> None:
    """The same because of the step that is under way."""
    change_coins(state, seat, amount, source_of(state) if trace is not None else 0, trace)


@rule
def pass_coins(state: State, giver: int, taker: int, amount: int, trace: Trace) -> None:
    """From one player to another; what the taker has no room for goes to the supply."""
    taken = min(amount, MOST_COINS - int(state.coins[taker]))
    source = source_of(state) if trace is not None else 0
    state.coins[giver] = int(state.coins[giver]) - taken
    state.coins[taker] = int(state.coins[taker]) + taken
    if taken > 0:
        emit(trace, E_TAKES_COINS, taker, giver, taken, source)
    change_coins(state, giver, taken - amount, source, trace)


@rule
def is_paralyzed(state: State, seat: int, trace: Trace) -> bool:
    """R48: a card that would be received is lost, and a token with it."""
    if int(state.token[seat, PARALYZE]) == 0:
        return False
    state.token[seat, PARALYZE] = int(state.token[seat, PARALYZE]) - 1
    emit(trace, E_LOSES_TO_PARALYSIS, seat, 0, 0, 0)
    emit(trace, E_TOKEN_GONE, seat, PARALYZE, 0, 0)
    return True


@rule
def draw_cards(state: State, seat: int, count: int, trace: Trace) -> None:
    """Clan Cards, one at a time; R48: a paralyzed player loses them."""
    for _ in range(count):
        if not is_paralyzed(state, seat, trace):
            draw_clan_card(state, seat, trace)


@rule
def take_hidden(state: State, seat: int, trace: Trace) -> None:
    """A hidden card: any of those in the deck."""
    if int(state.hidden_left) == 0 or is_paralyzed(state, seat, trace):
        return
    index = draw(state.chance, int(state.hidden_left))
    for card in range(ACTION_TYPES):
        if index < int(state.hidden_deck[card]):
            state.hidden_deck[card] = int(state.hidden_deck[card]) - 1
            state.hidden_left = int(state.hidden_left) - 1
            state.secret[seat, card] = int(state.secret[seat, card]) + 1
            state.secret_count[seat] = int(state.secret_count[seat]) + 1
            emit(trace, E_TAKES_HIDDEN, seat, card, 0, 0)
            return
        index -= int(state.hidden_deck[card])


@rule
def placed_markers(state: State, seat: int) -> int:
    count = 0
    for word in range(4):
        count += count_set(int(state.areas[MARKERS_OF + seat, word]))
    return count


@rule
def add_marker(state: State, seat: int, trace: Trace) -> None:
    """R1: one more of ten markers can be used."""
    if placed_markers(state, seat) + int(state.usable[seat]) < MARKERS:
        state.usable[seat] = int(state.usable[seat]) + 1
        emit(trace, E_GAINS_MARKER, seat, 0, 0, 0)
