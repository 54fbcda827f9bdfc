"""Tooth & Talon, the gamble: antes, the exchange, betting rounds, pots. Rulings R8 to R29."""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.frames import answer, ask, become
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.talon.state import (
    ALL_IN, BET, CALL, CALL_TAKES_ALL, CALLS, CHECK, CHECKS, FOLD, FOLDS, GETS_BACK, GOES_ALL_IN, KINDS, LEAVES,
    MAX_COINS, MUST_ANSWER_BET, NOBODY_PAYS, NOTHING_TO_CALL, NOW_BET, PAYS_ANTE, POT_REMAINS, PUTS_IN, RAISE,
    RAISE_TAKES_ALL, RAISE_TOO_SMALL, RAISES, REMOVED, REVEAL, SCORE, TAKES_UNSEEN, WINS_POT, Box, State,
)  # fmt: skip


@rule
def is_in(state: State, seat: int) -> bool:
    """Takes part in this round: neither folded nor gone."""
    return ((int(state.folded) | int(state.gone)) >> seat) & 1 == 0


@rule
def is_gone(state: State, seat: int) -> bool:
    """R25: has left the game; its seat is skipped as if it were not there."""
    return (int(state.gone) >> seat) & 1 == 1


@rule
def count_in(state: State) -> int:
    count = 0
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            count += 1
    return count


@rule
def left_of(state: State, seat: int) -> int:
    seat += 1
    return seat if seat < int(state.seats) else 0


@rule
def next_in_game(state: State, seat: int) -> int:
    """The next seat to the left that has not left the game."""
    seat = left_of(state, seat)
    while is_gone(state, seat):
        seat = left_of(state, seat)
    return seat


@rule
def next_in_round(state: State, seat: int) -> int:
    """The next seat to the left that takes part in this round. R23: also where the leader has folded."""
    seat = left_of(state, seat)
    while not is_in(state, seat):
        seat = left_of(state, seat)
    return seat


@rule
def ante_of_round(state: State) -> int:
    """R27: doubles every `raise_every` rounds."""
    ante = int(state.first_ante)
    every = int(state.raise_every)
    if every > 0:
        for _ in range(int(state.round_number) // every):
            ante = min(2 * ante, MAX_COINS + 1)
    return ante


@rule
def pay_antes(state: State, trace: Trace) -> bool:
    """Before a round: seats that cannot pay leave (R25). Returns whether a round can be played."""
    ante = ante_of_round(state)
    state.ante = ante
    payers = 0
    for seat in range(int(state.seats)):
        if not is_gone(state, seat) and int(state.coins[seat]) >= ante:
            payers += 1
    if payers == 0:
        emit(trace, NOBODY_PAYS, ante, 0, 0, 0)
        return False
    for seat in range(int(state.seats)):
        if not is_gone(state, seat) and int(state.coins[seat]) < ante:
            state.gone = int(state.gone) | (1 << seat)
            cards = 0
            for animal in range(KINDS):
                cards += int(state.hand[seat, animal])
                state.hand[seat, animal] = 0
            emit(trace, LEAVES, seat, int(state.coins[seat]), cards, 0)
    if payers == 1:
        return False
    for seat in range(int(state.seats)):
        if not is_gone(state, seat):
            state.coins[seat] = int(state.coins[seat]) - ante
            state.paid[seat] = ante
            emit(trace, PAYS_ANTE, seat, ante, 0, 0)
    return True


@rule
def draw_card(state: State, seat: int, cards: int) -> int:
    """R16: one of the `cards` in a hand, all equally likely; returns its animal."""
    index = draw(state.chance, cards)
    animal = 0
    while index >= int(state.hand[seat, animal]):
        index -= int(state.hand[seat, animal])
        animal += 1
    return animal


@rule
def exchange(box: Box, state: State, trace: Trace) -> None:
    """The left neighbour takes one unseen card of each full hand and removes another one."""
    for owner in range(int(state.seats)):
        if is_gone(state, owner):
            continue
        taker = next_in_game(state, owner)
        animal = draw_card(state, owner, int(box.set_size))
        state.hand[owner, animal] -= 1
        state.taken[taker] = animal + 1
        emit(trace, TAKES_UNSEEN, taker, owner, animal, 0)
        animal = draw_card(state, owner, int(box.set_size) - 1)
        state.hand[owner, animal] -= 1
        state.removed[owner] = animal + 1
        emit(trace, REMOVED, taker, owner, animal, 0)
    for taker in range(int(state.seats)):
        if not is_gone(state, taker):
            state.hand[taker, int(state.taken[taker]) - 1] += 1


@rule
def begin_betting(state: State) -> None:
    """Between choice and reveal, from the leader."""
    become(state, BET)
    for seat in range(int(state.seats)):
        state.bet[seat] = 0
    state.high = 0
    state.least_raise = state.ante
    state.spoke = 0
    state.cursor = state.leader


@rule
def can_answer(state: State, seat: int) -> bool:
    """R11, R22: has coins and has not answered; and owes something, or another player could still answer back."""
    if not is_in(state, seat) or int(state.coins[seat]) == 0 or (int(state.spoke) >> seat) & 1 == 1:
        return False
    if int(state.bet[seat]) < int(state.high):
        return True
    for other in range(int(state.seats)):
        if other != seat and is_in(state, other) and int(state.coins[other]) > 0:
            return True
    return False


@rule
def next_bettor(state: State, trace: Trace) -> None:
    """Asks the next player who must answer; ends the betting when there is none."""
    seat = int(state.cursor)
    for _ in range(int(state.seats)):
        if can_answer(state, seat):
            state.cursor = seat
            ask(state, 1 << seat)
            return
        seat = left_of(state, seat)
    end_betting(state, trace)
    become(state, REVEAL)


@rule
def end_betting(state: State, trace: Trace) -> None:
    """What nobody matched goes back (R22), and all bets go into the pot."""
    return_excess(state, trace)
    for seat in range(int(state.seats)):
        if int(state.bet[seat]) > 0:
            emit(trace, PUTS_IN, seat, int(state.bet[seat]), 0, 0)
        state.bet[seat] = 0
    state.high = 0
    state.least_raise = 0
    state.spoke = 0
    state.cursor = 0


@rule
def return_excess(state: State, trace: Trace) -> None:
    """R22: what nobody matched goes back."""
    top, second, owner = 0, 0, -1
    for seat in range(int(state.seats)):
        paid = int(state.paid[seat])
        if paid > top:
            top, second, owner = paid, top, seat
        elif paid > second:
            second = paid
    if owner >= 0 and top > second:
        state.paid[owner] = second
        state.bet[owner] = int(state.bet[owner]) - (top - second)
        state.coins[owner] = int(state.coins[owner]) + top - second
        emit(trace, GETS_BACK, owner, top - second, 0, 0)


@rule
def bet_refusal(state: State, seat: int, action: int) -> int:
    """R8, R20, R21: the clause that forbids a betting action, or 0."""
    coins = int(state.coins[seat])
    owed = int(state.high) - int(state.bet[seat])
    if action == FOLD or action == ALL_IN:
        return 0
    if action == CHECK:
        return MUST_ANSWER_BET if owed > 0 else 0
    if action == CALL:
        if owed == 0:
            return NOTHING_TO_CALL
        return CALL_TAKES_ALL if owed >= coins else 0
    if action < RAISE:
        return NOW_BET
    to = action - RAISE + 1
    if to < int(state.high) + int(state.least_raise):
        return RAISE_TOO_SMALL
    return RAISE_TAKES_ALL if to >= int(state.bet[seat]) + coins else 0


@rule
def put_in(state: State, seat: int, coins: int) -> None:
    state.coins[seat] = int(state.coins[seat]) - coins
    state.paid[seat] = int(state.paid[seat]) + coins
    state.bet[seat] = int(state.bet[seat]) + coins


@rule
def apply_bet(state: State, seat: int, action: int, trace: Trace) -> None:
    """One answer in the betting round."""
    answer(state, seat)
    state.cursor = left_of(state, seat)
    state.spoke = int(state.spoke) | (1 << seat)
    high = int(state.high)
    if action == FOLD:
        emit(trace, FOLDS, seat, 0, 0, 0)
        state.folded = int(state.folded) | (1 << seat)
        if count_in(state) == 1:
            end_betting(state, trace)
            become(state, SCORE)  # R10
        return
    if action == CHECK:
        emit(trace, CHECKS, seat, 0, 0, 0)
        return
    if action == CALL:
        owed = high - int(state.bet[seat])
        put_in(state, seat, owed)
        emit(trace, CALLS, seat, owed, 0, 0)
        return
    if action == ALL_IN:
        coins = int(state.coins[seat])
        put_in(state, seat, coins)
        to = int(state.bet[seat])
        emit(trace, GOES_ALL_IN, seat, to, coins, 0)
    else:
        to = action - RAISE + 1
        coins = to - int(state.bet[seat])
        put_in(state, seat, coins)
        emit(trace, RAISES, seat, to, coins, 0)
    if to > high:
        state.high = to
        state.least_raise = max(int(state.least_raise), to - high)  # R20: a short all-in does not change it
        state.spoke = 1 << seat


@rule
def worth(box: Box, state: State, seat: int) -> int:
    """What a collection is worth: further cards of a kind may be worth more than the first."""
    total = 0
    for animal in range(KINDS):
        n = int(state.collection[seat, animal])
        total += n * int(box.worth[animal]) + n * (n - 1) // 2 * int(box.growth[animal])
    return total


@rule
def pot_level(state: State, above: int) -> int:
    """The smallest sum that somebody still in has paid, above a given one; 0 when there is none."""
    level = 0
    for seat in range(int(state.seats)):
        paid = int(state.paid[seat])
        if is_in(state, seat) and paid > above and (level == 0 or paid < level):
            level = paid
    return level


@rule
def pot_between(state: State, low: int, high: int) -> int:
    """The coins that everybody, folded players too, paid between two levels."""
    total = 0
    for seat in range(int(state.seats)):
        total += max(0, min(int(state.paid[seat]), high) - low)
    return total


@rule
def award_pots(box: Box, state: State, trace: Trace) -> None:
    """The highest collection among those entitled takes each pot (R19, R24); R10 is the case of one claimant."""
    remains = 0
    low, pot_number = 0, 0
    extra = int(state.carry)
    while True:
        high = pot_level(state, low)
        if high == 0:
            break
        pot = pot_between(state, low, high) + extra
        extra = 0
        best, sharers = -1, 0
        for seat in range(int(state.seats)):
            if is_in(state, seat) and int(state.paid[seat]) >= high:
                value = worth(box, state, seat)
                if value > best:
                    best, sharers = value, 0
                if value == best:
                    sharers += 1
        share = pot // sharers
        remains += pot - share * sharers
        for seat in range(int(state.seats)):
            if is_in(state, seat) and int(state.paid[seat]) >= high and worth(box, state, seat) == best:
                state.coins[seat] = int(state.coins[seat]) + share
                state.latest[seat] = int(state.latest[seat]) + share
                emit(trace, WINS_POT, seat, share, best if count_in(state) > 1 else -1, pot_number)
        low = high
        pot_number += 1
    for seat in range(int(state.seats)):
        remains += max(0, int(state.paid[seat]) - low)
        state.paid[seat] = 0
    state.carry = remains
    if remains > 0:
        emit(trace, POT_REMAINS, remains, 0, 0, 0)
