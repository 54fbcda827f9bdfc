"""Tailed Beasts §11: who wins."""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import captured, captured_strength
from bestiary.games.beasts.state import TIEBREAKER, State
from bestiary.games.beasts.tracks import position_sum, spot_of


@rule
def rank_value(state: State, seat: int) -> int:
    """§11, R55: beasts, their strength, the lowest sum of positions, the tiebreaker."""
    value = captured(state, seat) * 256 + captured_strength(state, seat)
    return (value * 32 + 31 - position_sum(state, seat)) * 8 + 7 - spot_of(state, TIEBREAKER, seat)


@rule
def wins(state: State, seat: int) -> bool:
    for other in range(int(state.seats)):
        if rank_value(state, other) > rank_value(state, seat):
            return False
    return True
