"""Predator & Prey: what an open position is worth to each seat, for those who look ahead.

Between two rounds only the points count: cards and goals come anew. So a playout may end there, and what is left of the
game is taken as a race in which every player meets a goal in the same part of all rounds.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.rule import Longs, Shares, rule
from bestiary.games.prey.rules import trick_place
from bestiary.games.prey.state import SEATS, Box, State

MEETS: Final = 0.45  # the part of all goals that greedy players meet
ENOUGH: Final = 8  # rounds; a race is over by then


def _race(seats: int) -> npt.NDArray[np.float64]:
    """The share of a player who has a point, by how many players have one: two points win, shared by all who reach
    them in the same round."""
    share = np.zeros(SEATS + 1)
    miss = 1.0 - MEETS
    for ahead in range(seats, 0, -1):
        at_once = (1.0 - miss**ahead) / ahead
        behind = seats - ahead
        later = sum(
            comb(behind, more) * MEETS**more * miss ** (behind - more) * share[ahead + more]
            for more in range(1, behind + 1)
        )
        share[ahead] = (at_once + miss**ahead * later) / (1.0 - miss**seats)
    return share


RACES: Final = np.array([_race(seats) if seats > 0 else np.zeros(SEATS + 1) for seats in range(SEATS + 1)])


@rule
def judge(box: Box, state: State, out: Shares, scratch: Longs) -> bool:
    """Only where a round begins that is not one of the last."""
    left = int(state.rounds) - int(state.round_number)
    if int(state.trick_number) > 0 or left < ENOUGH or trick_place(state) > 0:
        return False
    seats, ahead = int(state.seats), 0
    for seat in range(seats):
        ahead += int(state.points[seat])
    for seat in range(seats):
        if int(state.points[seat]) > 0:
            out[seat] = RACES[seats, ahead]
        else:
            out[seat] = (1.0 - ahead * RACES[seats, ahead]) / (seats - ahead)
    return True
