"""Tailed Beasts: how a game stands between two rounds, so that a bot need not imagine it to the end.

Every seat gets a sum of what it has, each thing with its weight, and wins in proportion to e to that sum. The weights
come from games between greedy players: see `bench/beasts_chances.py`.
"""

from __future__ import annotations

import math
from typing import Final

from bestiary.engine.frames import step
from bestiary.engine.rule import Longs, Shares, rule
from bestiary.games.beasts.board import captured, captured_strength, owns_beast, points_in, strength_of
from bestiary.games.beasts.stack import SEATING_PLACE, top
from bestiary.games.beasts.state import (
    BEASTS, FIELDS, FIELD_POINTS, MAX_HAND, NEAR, OPEN, RARE_AT, SEATING, SHOP, STYLES, TRACKS, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import placed_markers
from bestiary.games.beasts.tracks import spot_of, strength_bonus

NAMES: Final = (
    "beasts", "their strength", "chained", "units", "strongest field", "beasts in reach", "coins", "action cards",
    "markers", "hand", "allies", "places on tracks",
)  # fmt: skip
FEATURES: Final = len(NAMES)
MEMORY: Final = FEATURES
WEIGHTS: Final = (
    (0.636, 0.156, 0.017, 0.013, 0.029, 0.086, 0.054, 0.053, 0.077, 0.012, 0.057, -0.087),
    (0.887, 0.182, 0.146, 0.012, 0.026, 0.125, 0.090, 0.027, 0.009, 0.015, 0.091, -0.067),
    (1.265, 0.238, 0.237, 0.002, 0.023, 0.151, 0.045, 0.024, 0.041, 0.017, 0.133, -0.050),
)
"""After the first, second and third round: fitted to 9,000 games between greedy players, 3,000 each of 2, 3 and 4
(`bench/beasts_chances.py --games 3000`)."""


@rule
def between_rounds(state: State) -> bool:
    """Has a round just ended, and another one not yet asked anything?"""
    return step(state) == SEATING and top(state, SEATING_PLACE) == 0 and int(state.round_number) > 0


@rule
def features(box: Box, state: State, seat: int, out: Longs) -> None:
    """What a seat has between two rounds, in the order of NAMES."""
    out[0] = captured(state, seat)
    out[1] = captured_strength(state, seat)
    out[2] = 0
    for beast in range(BEASTS):
        out[2] += 1 if owns_beast(state, seat, beast) and int(state.chained[beast]) == 1 else 0
    count_units(box, state, seat, out)
    out[6] = int(state.coins[seat])
    out[7] = int(state.secret_count[seat])
    for card in range(SHOP):
        out[7] += int(state.held[seat, card])
    out[8] = placed_markers(state, seat) + int(state.usable[seat])
    count_hand(box, state, seat, out)
    out[11] = 0
    for track in range(TRACKS):
        out[11] += spot_of(state, track, seat)


@rule
def count_units(box: Box, state: State, seat: int, out: Longs) -> None:
    """Points on the map, in the strongest field, and how many beasts the units beside them exceed together."""
    out[3], out[4], out[5] = 0, 0, 0
    bonus = strength_bonus(box, state, seat)
    for field in range(FIELDS):
        points = points_in(state, seat, field)
        out[3] += points
        out[4] = max(int(out[4]), points)
        beast = int(state.lair[field]) - 1
        if beast >= 0:
            out[5] += 1 if beside(box, state, seat, field) + bonus > strength_of(beast) else 0


@rule
def beside(box: Box, state: State, seat: int, field: int) -> int:
    """Points of a seat's units that are one step from a field."""
    points = 0
    for i in range(NEAR):
        if int(box.near[field, i]) >= 0 and int(box.border[field, i]) == OPEN:
            points += points_in(state, seat, int(box.near[field, i]))
    return min(points, FIELD_POINTS)


@rule
def count_hand(box: Box, state: State, seat: int, out: Longs) -> None:
    """Heads and styles in hand; how many allies."""
    out[9], out[10] = 0, 0
    for slot in range(MAX_HAND):
        card = int(state.hand[seat, slot]) - 1
        if card >= 0:
            out[10] += 1 if card >= RARE_AT else 0
            out[9] += int(box.heads[card])
            for style in range(STYLES):
                out[9] += int(box.style[card, style])


@rule
def judge(box: Box, state: State, memory: Longs, out: Shares) -> bool:
    """Each seat's share of the victory between two rounds; False within one."""
    if not between_rounds(state):
        return False
    total, number = 0.0, int(state.round_number) - 1
    for seat in range(int(state.seats)):
        features(box, state, seat, memory)
        value = 0.0
        for i in range(FEATURES):
            value += WEIGHTS[number][i] * int(memory[i])
        out[seat] = math.exp(value)
        total += out[seat]
    for seat in range(int(state.seats)):
        out[seat] /= total
    return True
