"""Predator & Prey with open cards: the last tricks of a round played out exactly.

Nothing is drawn before the round is scored, so with all hands open every line can be played to that horizon. The game
is not one of two sides: each seat has goals of its own, and several can meet theirs. **Every seat plays for its own
share of the victory** after the scoring: the real one where the game ends there, else what greedy players win from such
points. Where several cards give a seat the same share, each of them is as likely as the others; the others' shares are
the mean. (It would be no better to assume that all others play against one seat: they have goals of their own, and
spoiling one seat's seldom serves them.)

Works on copies of the real record with the rules' own functions, and keeps the positions between tricks in a table.
All scratch is the caller's `memory`, MEMORY words, zeroed once before its first use.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bestiary.engine.bits import first_bit
from bestiary.engine.chance import WORD
from bestiary.engine.frames import step, waiting
from bestiary.engine.rule import Batch, Ints, Longs, Shares, rule
from bestiary.games.prey.rules import (
    FULL_SUIT, end_trick, lead_suit, legal, payoff, play_card, score_round, trick_place,
)  # fmt: skip
from bestiary.games.prey.state import FACES, HAND, PLAY, RANKS, SEATS, SUITS, TRICK, TRICKS, Box, State

LAST: Final = 14  # so many cards in all hands are played out exactly; they are turned round by then
JUDGED: Final = 8  # cards that `judge` plays out: with more of them it is no stronger in search, and much slower
FEWEST: Final = 3  # players
STANDING: Final = ((0.7233, 0.4702, 0.0), (0.6964, 0.4578, 0.3275))
"""What a player with a point wins, before a round, by the number of players and of those with a point: means of 100,000
games each between greedy players (`bench/prey_chances.py`). A limit of rounds further off than the next is left out."""

# --- Memory: a stamp, the frames of the search, moves, records, and the table of positions

PLIES: Final = LAST + 2  # a card each, and the position after the last of them
STATE: Final = State.dtype
KEY, TURN, COUNT, TIED, OWN, SUM = range(6)  # cells of a frame; OWN, the best share, and SUM, of all shares, are floats
MOVES: Final = SUM + SEATS
MOST_MOVES: Final = LAST // FEWEST + 1
FRAME: Final = MOVES + MOST_MOVES
FRAMES_AT: Final = 1
STATES_AT: Final = FRAMES_AT + PLIES * FRAME
MOVES_AT: Final = STATES_AT + PLIES * STATE.itemsize // 8
TABLE_AT: Final = MOVES_AT + HAND
ENTRY: Final = 2 + SEATS  # key, stamp, shares
SLOT_BITS: Final = 11
MEMORY: Final = TABLE_AT + ENTRY * (1 << SLOT_BITS)

BYTE: Final = 255
SAME: Final = 1e-9  # shares that differ by less are equal


# --- Positions


@rule
def tricks_left(state: State) -> int:
    """Tricks left in this round, the present one included."""
    return TRICKS - int(state.trick_number)


@rule
def cards_left(state: State) -> int:
    """Cards in all hands."""
    return tricks_left(state) * int(state.seats) - trick_place(state)


@rule
def in_reach(state: State) -> bool:
    """Are the cards few enough?"""
    return step(state) == PLAY and cards_left(state) <= LAST


@rule
def at_new_round(state: State) -> bool:
    """Does a round begin that is not the last one? Then only the points tell who is ahead."""
    fresh = step(state) == PLAY and int(state.trick_number) == 0 and trick_place(state) == 0
    return fresh and int(state.rounds) - int(state.round_number) > 1


@rule
def can_meet(state: State, seat: int) -> bool:
    """Is a goal still possible by the number of tricks?"""
    won, left = int(state.won[seat]), tricks_left(state)
    low, high = int(state.goal[seat, 0]), int(state.goal[seat, 1])
    return won <= low <= won + left or won <= high <= won + left or (won == 0 and high == FACES)


@rule
def position_key(state: State) -> int:
    """What tells apart the positions between tricks of one round: the cards played, who leads, and tricks won as far
    as they still matter; 7 is more than any goal."""
    key = int(state.leader)
    for suit in range(SUITS):
        key = key << RANKS | int(state.played[suit])
    for seat in range(int(state.seats)):
        key = key << 3 | (int(state.won[seat]) if can_meet(state, seat) else 7)
    return key


@rule
def slot_of(key: int) -> int:
    return TABLE_AT + ENTRY * ((((key ^ key >> 31) & WORD) * 0x9E3779B1 & WORD) >> (32 - SLOT_BITS))


@rule
def shares_after(box: Box, state: State, out: Shares) -> None:
    """Scores the round in place, and tells each seat's share of the victory."""
    score_round(state, None)
    if int(state.depth) == 0:
        payoff(box, state, out)
        return
    standing(state, out)


@rule
def standing(state: State, out: Shares) -> None:
    """What greedy players win from the points before a round."""
    seats, holders = int(state.seats), 0
    for seat in range(seats):
        holders += int(state.points[seat])
    each = STANDING[seats - FEWEST][holders - 1] if 0 < holders < seats else 1.0 / seats
    for seat in range(seats):
        out[seat] = each if int(state.points[seat]) > 0 or holders == 0 else (1.0 - holders * each) / (seats - holders)


# --- The search


@rule
def play_on(box: Box, state: State, seat: int, card: int) -> None:
    """A card, up to the next decision of the round or to the scoring."""
    play_card(state, seat, card, None)
    if step(state) == TRICK:
        end_trick(box, state, None)


@rule
def recall(memory: Longs, shares: Shares, key: int, frame: int) -> bool:
    """Takes the shares of a position between tricks from the table."""
    slot = slot_of(key)
    if int(memory[slot]) != key or int(memory[slot + 1]) != int(memory[0]):
        return False
    for seat in range(SEATS):
        shares[frame + SUM + seat] = shares[slot + 2 + seat]
    return True


@rule
def remember(memory: Longs, shares: Shares, frame: int) -> None:
    slot = slot_of(int(memory[frame + KEY]))
    memory[slot] = memory[frame + KEY]
    memory[slot + 1] = memory[0]
    for seat in range(SEATS):
        shares[slot + 2 + seat] = shares[frame + SUM + seat]


@rule
def all_missed(state: State) -> bool:
    for seat in range(int(state.seats)):
        if can_meet(state, seat):
            return False
    return True


@rule
def places_of(box: Box, suit: int, cards: int) -> int:
    """Cards of a suit as a set of their places by rising prey number."""
    places = 0
    while cards != 0:
        places |= 1 << int(box.prey_place[suit * RANKS + first_bit(cards)])
        cards &= cards - 1
    return places


@rule
def in_trick(state: State, suit: int) -> int:
    """The cards of a suit that lie in the present trick."""
    cards = 0
    for seat in range(int(state.seats)):
        card = int(state.trick[seat]) - 1
        cards |= 1 << card % RANKS if card >= 0 and card // RANKS == suit else 0
    return cards


@rule
def list_cards(box: Box, state: State, seat: int, moves: Ints, count: int, memory: Longs, frame: int) -> int:
    """The cards to try, and for how many each stands: those of a suit that no live card of another seat parts by prey
    number do the same."""
    memory[frame + MOVES] = 1 << 8 | int(moves[0])
    if count == 1:
        return 1
    listed, suit, mine, theirs = 0, -1, 0, 0
    for i in range(count):
        card = int(moves[i])
        if card // RANKS != suit:
            suit = card // RANKS
            hand = int(state.hand[seat, suit])
            gone = int(state.played[suit]) & ~in_trick(state, suit) | int(state.aside[suit])
            mine = places_of(box, suit, hand)
            theirs = places_of(box, suit, FULL_SUIT & ~(hand | gone))
        place = int(box.prey_place[card])
        below = place - 1
        while below > 0 and (mine | theirs) >> below & 1 == 0:
            below -= 1
        if mine >> below & 1 == 1:
            continue
        alike = 1
        above = place + 1
        while above <= RANKS and theirs >> above & 1 == 0:
            alike += mine >> above & 1
            above += 1
        memory[frame + MOVES + listed] = alike << 8 | card
        listed += 1
    memory[frame + COUNT] = listed
    memory[frame + TURN] = 0
    memory[frame + TIED] = 0
    return listed


@rule
def enter(box: Box, state: State, memory: Longs, shares: Shares, frame: int) -> bool:
    """A position is met, and played on where there is no choice: True when its shares are known at once."""
    moves = memory[MOVES_AT:TABLE_AT].view(np.int32)
    memory[frame + KEY] = 0
    while step(state) == PLAY:
        if lead_suit(state) < 0:
            memory[frame + KEY] = position_key(state)
            if recall(memory, shares, int(memory[frame + KEY]), frame):
                return True
            if all_missed(state):
                break
        seat = first_bit(waiting(state))
        count = legal(box, state, seat, moves)
        if list_cards(box, state, seat, moves, count, memory, frame) > 1:
            return False
        play_on(box, state, seat, int(memory[frame + MOVES]) & BYTE)
    shares_after(box, state, shares[frame + SUM : frame + SUM + SEATS])
    return True


@rule
def take(memory: Longs, shares: Shares, frame: int, seat: int) -> None:
    """What a card leads to lies in the next frame: the best share of its owner counts, equal ones together."""
    below = frame + FRAME + SUM
    alike = int(memory[frame + MOVES + int(memory[frame + TURN]) - 1]) >> 8
    own, tied = shares[below + seat], int(memory[frame + TIED])
    if tied > 0 and own < shares[frame + OWN] - SAME:
        return
    better = tied == 0 or own > shares[frame + OWN] + SAME
    for other in range(SEATS):
        before = 0.0 if better else shares[frame + SUM + other]
        shares[frame + SUM + other] = before + alike * shares[below + other]
    shares[frame + OWN] = own if better else shares[frame + OWN]
    memory[frame + TIED] = alike if better else tied + alike


@rule
def search(box: Box, states: Batch, memory: Longs, shares: Shares) -> None:
    """Every seat's share of the victory from states[0]: it comes to lie in SUM of the first frame."""
    ply, frame = 0, FRAMES_AT
    known = enter(box, states[0], memory, shares, frame)
    while True:
        if not known and int(memory[frame + TURN]) < int(memory[frame + COUNT]):
            card = int(memory[frame + MOVES + int(memory[frame + TURN])]) & BYTE
            memory[frame + TURN] += 1
            states[ply + 1] = states[ply]
            play_on(box, states[ply + 1], first_bit(waiting(states[ply])), card)
            ply += 1
            frame += FRAME
            known = enter(box, states[ply], memory, shares, frame)
            continue
        if not known:
            for seat in range(SEATS):
                shares[frame + SUM + seat] /= int(memory[frame + TIED])
            if int(memory[frame + KEY]) != 0:
                remember(memory, shares, frame)
        if ply == 0:
            return
        ply -= 1
        frame -= FRAME
        known = False
        take(memory, shares, frame, first_bit(waiting(states[ply])))


@rule
def judge(box: Box, state: State, memory: Longs, out: Shares) -> bool:
    """Each seat's share of the victory if all play the last cards of this round as well as they can, and what greedy
    players would have where a round begins; False elsewhere."""
    if at_new_round(state):
        standing(state, out)
        return True
    if step(state) != PLAY or cards_left(state) > JUDGED:
        return False
    states = memory[STATES_AT:MOVES_AT].view(STATE)
    shares = memory.view(np.float64)
    memory[0] += 1
    states[0] = state
    search(box, states, memory, shares)
    for seat in range(int(state.seats)):
        out[seat] = shares[FRAMES_AT + SUM + seat]
    return True


@rule
def solve(box: Box, state: State, seat: int, memory: Longs, out: Shares) -> float:
    """The share of a seat that is to play, in reach; after each of its legal actions, in their order, in `out`."""
    states = memory[STATES_AT:MOVES_AT].view(STATE)
    shares = memory.view(np.float64)
    moves = memory[MOVES_AT:TABLE_AT].view(np.int32)
    memory[0] += 1
    count = legal(box, state, seat, moves)
    for i in range(count):
        out[i] = int(moves[i])
    best = 0.0
    for i in range(count):
        states[0] = state
        play_on(box, states[0], seat, int(out[i]))
        search(box, states, memory, shares)
        out[i] = shares[FRAMES_AT + SUM + seat]
        best = max(best, out[i])
    return best
