"""Tooth & Claw with open cards: combat played out exactly.

From the first battle of a round to its scoring nothing is drawn and nothing is chosen at the same time. With all cards
open it is a game of two sides that take turns, and what one side gains the other loses. The horizon is the scoring of
this round; after it cards are drawn and formations chosen in secret. The **value** of a position is what a seat takes
from here to the scoring less what the other takes, in achievements, if both play as well as they can. Of all that
combat changes only the points matter later, so the largest difference is also the best chance to win. In the last round
of a game the sign of the final lead is the exact result.

Alpha-beta with a table of positions already met, on copies of the real record and with the rules' own functions. All
scratch is the caller's `memory`, MEMORY words, zeroed once before its first use.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from bestiary.engine.bits import first_bit
from bestiary.engine.chance import WORD
from bestiary.engine.frames import step, waiting
from bestiary.engine.rule import Batch, Ints, Longs, Shares, rule
from bestiary.games.claw.board import formation_of, rank_of
from bestiary.games.claw.combat import fight, next_battle
from bestiary.games.claw.instinct import play_value
from bestiary.games.claw.rules import game_points, legal, payoff, score_round
from bestiary.games.claw.state import (
    ADVANCE, BACK, BATTLE, BATTLES, CARDS, CLOSE, HAND, PLACES, REAR, ROUNDS, SCORE, SEATS, Box, State,
)  # fmt: skip

# --- Memory: a stamp, the frames of the search, moves, records, and the table of positions

PLIES: Final = 2 * BATTLES + 2  # two plays a battle, one choice of a pair, and the position after the last of them
STATE: Final = State.dtype
LOW, HIGH, BEST, FROM_LOW, FROM_HIGH, TURN, COUNT, MOVES = range(8)  # cells of a frame
FRAME: Final = MOVES + HAND
FRAMES_AT: Final = 1
STATES_AT: Final = FRAMES_AT + PLIES * FRAME
MOVES_AT: Final = STATES_AT + PLIES * STATE.itemsize // 8
TABLE_AT: Final = MOVES_AT + HAND
SLOT_BITS: Final = 12
MEMORY: Final = TABLE_AT + 2 * (1 << SLOT_BITS)

MOST: Final = 127  # above any difference of points in a round
BYTE: Final = 255
MIDDLE: Final = 128


@rule
def position_key(box: Box, state: State) -> int:
    """What tells apart the positions before a battle of one round: the cards that have fought, and where a pair was,
    the two in front of it. All other cards stand in the order in which they were laid; only one type has a pair."""
    key = int(state.used[0]) | int(state.used[1]) << CARDS
    for seat in range(SEATS):
        pair = int(box.pair[formation_of(state, seat)])
        if pair > 0:
            at = seat * PLACES + pair - BACK
            key |= int(state.place[at]) << 2 * CARDS | int(state.place[at + REAR]) << 2 * CARDS + 5
    return key


@rule
def slot_of(key: int) -> int:
    return TABLE_AT + 2 * ((((key ^ key >> 29) & WORD) * 0x9E3779B1 & WORD) >> (32 - SLOT_BITS))


@rule
def ahead(state: State) -> int:
    """Points of seat 0 in this round less those of seat 1."""
    number = int(state.round_number)
    return int(state.points[0, number]) - int(state.points[1, number])


@rule
def recall(box: Box, state: State, memory: Longs, frame: int) -> None:
    """Narrows the window of a position before a battle to what the table knows of it."""
    key = position_key(box, state)
    slot = slot_of(key)
    known = int(memory[slot + 1])
    if int(memory[slot]) == key and known >> 16 == int(memory[0]):
        sure = ahead(state) - MIDDLE
        memory[frame + LOW] = max(int(memory[frame + LOW]), sure + (known >> 8 & BYTE))
        memory[frame + HIGH] = min(int(memory[frame + HIGH]), sure + (known & BYTE))


@rule
def remember(box: Box, state: State, memory: Longs, frame: int) -> None:
    """Keeps a value, which is exact inside the window and a bound outside it. A sharper bound in the table stays."""
    key = position_key(box, state)
    slot = slot_of(key)
    value, sure = int(memory[frame + BEST]), MIDDLE - ahead(state)
    low = value + sure if value > int(memory[frame + FROM_LOW]) else 0
    high = value + sure if value < int(memory[frame + FROM_HIGH]) else BYTE
    known = int(memory[slot + 1])
    if int(memory[slot]) == key and known >> 16 == int(memory[0]):
        low, high = max(low, known >> 8 & BYTE), min(high, known & BYTE)
    memory[slot] = key
    memory[slot + 1] = int(memory[0]) << 16 | low << 8 | high


# --- The search


@rule
def fight_on(box: Box, state: State, seat: int, action: int) -> None:
    """An action of combat, up to the next decision of combat or to the scoring."""
    fight(box, state, seat, action, None)
    if step(state) == CLOSE:
        next_battle(state, None)


@rule
def list_moves(box: Box, state: State, memory: Longs, frame: int) -> None:
    """The legal actions; those that win most by the rules of thumb come first."""
    moves = memory[MOVES_AT:TABLE_AT].view(np.int32)
    seat = first_bit(waiting(state))
    count = legal(box, state, seat, moves)
    for i in range(count):
        value = play_value(box, state, seat, int(moves[i])) if step(state) != ADVANCE else 0
        place = i
        while place > 0 and int(memory[frame + MOVES + place - 1]) >> 8 < value:
            memory[frame + MOVES + place] = memory[frame + MOVES + place - 1]
            place -= 1
        memory[frame + MOVES + place] = value << 8 | int(moves[i])
    memory[frame + COUNT] = count
    memory[frame + TURN] = 0
    memory[frame + BEST] = MOST if seat == 1 else -MOST


@rule
def enter(box: Box, state: State, memory: Longs, frame: int) -> bool:
    """A position is met: True when its value is known at once, and lies in BEST."""
    if step(state) == SCORE:
        memory[frame + BEST] = ahead(state)
        return True
    if step(state) == BATTLE:
        recall(box, state, memory, frame)
    if int(memory[frame + LOW]) >= int(memory[frame + HIGH]):
        memory[frame + BEST] = memory[frame + LOW]
        return True
    memory[frame + FROM_LOW] = memory[frame + LOW]
    memory[frame + FROM_HIGH] = memory[frame + HIGH]
    list_moves(box, state, memory, frame)
    return False


@rule
def take(memory: Longs, frame: int, seat: int, value: int) -> None:
    """What a move leads to: seat 0 wants the most, seat 1 the least."""
    if seat == 0:
        memory[frame + BEST] = max(int(memory[frame + BEST]), value)
        memory[frame + LOW] = max(int(memory[frame + LOW]), value)
    else:
        memory[frame + BEST] = min(int(memory[frame + BEST]), value)
        memory[frame + HIGH] = min(int(memory[frame + HIGH]), value)


@rule
def search(box: Box, states: Batch, memory: Longs, top: int, low: int, high: int) -> int:
    """The lead of seat 0 over seat 1 at the scoring of this round, from the position on ply `top`.

    Exact when it lies between `low` and `high`; else a bound on the same side of them."""
    ply, frame = top, FRAMES_AT + top * FRAME
    memory[frame + LOW] = low
    memory[frame + HIGH] = high
    if enter(box, states[top], memory, frame):
        return int(memory[frame + BEST])
    while True:
        turn = int(memory[frame + TURN])
        if turn < int(memory[frame + COUNT]) and int(memory[frame + LOW]) < int(memory[frame + HIGH]):
            memory[frame + TURN] = turn + 1
            states[ply + 1] = states[ply]
            seat = first_bit(waiting(states[ply]))
            fight_on(box, states[ply + 1], seat, int(memory[frame + MOVES + turn]) & BYTE)
            memory[frame + FRAME + LOW] = memory[frame + LOW]
            memory[frame + FRAME + HIGH] = memory[frame + HIGH]
            ply += 1
            frame += FRAME
            if not enter(box, states[ply], memory, frame):
                continue
        elif step(states[ply]) == BATTLE:
            remember(box, states[ply], memory, frame)
        if ply == top:
            return int(memory[frame + BEST])
        value = int(memory[frame + BEST])
        ply -= 1
        frame -= FRAME
        take(memory, frame, first_bit(waiting(states[ply])), value)


@rule
def in_combat(state: State) -> bool:
    return BATTLE <= step(state) <= ADVANCE


@rule
def solve(box: Box, state: State, seat: int, memory: Longs, out: Ints) -> int:
    """The value of a position of combat for a seat; that of each of its legal actions, in their order, goes to `out`.

    A seat that owes no decision gets the value alone."""
    states = memory[STATES_AT:MOVES_AT].view(STATE)
    memory[0] += 1
    sign = 1 if seat == 0 else -1
    moves = memory[MOVES_AT:TABLE_AT].view(np.int32)
    count = legal(box, state, seat, moves)
    if count == 0:
        states[0] = state
        return sign * (search(box, states, memory, 0, -MOST, MOST) - ahead(state))
    for i in range(count):
        out[i] = moves[i]
    best = -MOST
    for i in range(count):
        states[0] = state
        fight_on(box, states[0], seat, int(out[i]))
        value = sign * (search(box, states, memory, 0, -MOST, MOST) - ahead(state))
        out[i] = value
        best = max(best, value)
    return best


# --- The chance to win after a round

FEATURES: Final = 3
CURVES: Final = (
    (0.2691, 0.0843, 0.1596),  # a game: 1 round left, 2
    (0.1814, 0.0611, -0.1216),
    (0.2821, 0.0883, 0.3325),  # a match: 1 round left, 2, the whole second game, and 1 or 2 more before it
    (0.2004, 0.0663, -0.0308),
    (0.1667, 0.0, 0.2174),
    (0.1341, 0.0423, -0.0148),
    (0.1131, 0.0385, -0.1583),
)
"""Weights of the features in a logistic curve, fitted to 300,000 games and as many matches between greedy players
(`bench/claw_chances.py --games 300000`); for a given lead it is off by half a per cent on average."""


@rule
def rounds_left(state: State) -> int:
    """Rounds left in the whole match, the present one included."""
    return (int(state.games) - int(state.game_number)) * ROUNDS - int(state.round_number)


@rule
def features(state: State, out: Longs) -> None:
    """Between two rounds, seat 0 against seat 1: the lead, the ranks of cards not yet used, who began this game."""
    mine, theirs = int(state.deck[0]) | int(state.hand[0]), int(state.deck[1]) | int(state.hand[1])
    out[1] = 0
    for card in range(CARDS):
        out[1] += ((mine >> card & 1) - (theirs >> card & 1)) * rank_of(card)
    out[0] = total_lead(state)
    out[2] = 1 if int(state.first) == 0 else -1


@rule
def total_lead(state: State) -> int:
    """The lead of seat 0 over seat 1, finished games of a match included."""
    return int(state.total[0]) + game_points(state, 0) - int(state.total[1]) - game_points(state, 1)


@rule
def foresee(state: State, seen: Longs, out: Shares) -> None:
    """The chances to win before a round that is not the first."""
    features(state, seen)
    curve = CURVES[rounds_left(state) - 1 + (ROUNDS - 1 if int(state.games) > 1 else 0)]
    total = 0.0
    for i in range(FEATURES):
        total += curve[i] * int(seen[i])
    out[0] = 1.0 / (1.0 + math.exp(-total))
    out[1] = 1.0 - out[0]


@rule
def judge(box: Box, state: State, memory: Longs, out: Shares) -> bool:
    """Each seat's share of the victory if both play the rest of this combat as well as they can; False outside combat.

    In the last round it is exact. Before, it is the chance that greedy players have after such a round."""
    if not in_combat(state):
        return False
    states = memory[STATES_AT:MOVES_AT].view(STATE)
    memory[0] += 1
    low, high = -MOST, MOST
    if rounds_left(state) == 1:  # only the sign of the final lead matters
        low = ahead(state) - total_lead(state) - 1
        high = low + 2
    states[0] = state
    gain = search(box, states, memory, 0, low, high) - ahead(state)
    after = states[0]
    winner, number = 0 if gain > 0 else 1, int(after.round_number)
    after.points[winner, number] = int(after.points[winner, number]) + abs(gain)
    score_round(after, None)
    if int(after.depth) == 0:
        payoff(box, after, out)
    else:
        foresee(after, memory[FRAMES_AT:STATES_AT], out)
    return True
