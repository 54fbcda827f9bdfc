"""Tailed Beasts §9: the dominance board. On every track the seats stand on spots 0 (best) to n − 1, without gaps."""

from __future__ import annotations

from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.clauses import ALLOWED, STARTING_STAYS, TRACK_BOTTOM, TRACK_TOP
from bestiary.games.beasts.standing import modifier
from bestiary.games.beasts.state import (
    E_GOES_DOWN, E_GOES_UP, L_STRENGTH, PAYDAY, RECRUITMENT, SEATS, STARTING, STRENGTH, TIEBREAKER, TRACKS, Box, State,
)  # fmt: skip


@rule
def spot_of(state: State, track: int, seat: int) -> int:
    found = 0
    for spot in range(1, SEATS):  # no branches: who stands where cannot be predicted
        found += spot if spot < int(state.seats) and int(state.track[track, spot]) == seat else 0
    return found


@rule
def track_value(box: Box, state: State, track: int, seat: int) -> int:
    """What the board prints for a seat's spot."""
    return int(box.value[track, int(state.seats), spot_of(state, track, seat)])


@rule
def strength_bonus(box: Box, state: State, seat: int) -> int:
    """What the track adds to units, and what lasts."""
    return track_value(box, state, STRENGTH, seat) + modifier(state, seat, L_STRENGTH)


@rule
def payday(box: Box, state: State, seat: int) -> int:
    return track_value(box, state, PAYDAY, seat)


@rule
def recruitment(box: Box, state: State, seat: int) -> int:
    return track_value(box, state, RECRUITMENT, seat)


@rule
def is_ahead(state: State, seat: int, other: int) -> bool:
    """R37: who is higher on the tiebreaker track wins ties."""
    return spot_of(state, TIEBREAKER, seat) < spot_of(state, TIEBREAKER, other)


@rule
def swap_spots(state: State, track: int, spot: int) -> None:
    """The seat on a spot changes places with the one on the next better spot."""
    seat = int(state.track[track, spot])
    state.track[track, spot] = state.track[track, spot - 1]
    state.track[track, spot - 1] = seat


@rule
def go_up(state: State, seat: int, track: int, trace: Trace) -> None:
    """R54: up is a swap with the holder above; the leader stays."""
    spot = spot_of(state, track, seat)
    if spot > 0:
        swap_spots(state, track, spot)
        emit(trace, E_GOES_UP, seat, track, 0, 0)


@rule
def go_down(state: State, seat: int, track: int, trace: Trace) -> None:
    spot = spot_of(state, track, seat)
    if spot < int(state.seats) - 1:
        swap_spots(state, track, spot + 1)
        emit(trace, E_GOES_DOWN, seat, track, 0, 0)


@rule
def refuse_up(state: State, seat: int, track: int) -> int:
    """R54: the leader stays."""
    return ALLOWED if spot_of(state, track, seat) > 0 else TRACK_TOP


@rule
def refuse_down(state: State, seat: int, track: int) -> int:
    """R19, R54: never on the Starting Player track."""
    if track == STARTING:
        return STARTING_STAYS
    return ALLOWED if spot_of(state, track, seat) < int(state.seats) - 1 else TRACK_BOTTOM


@rule
def can_sink(state: State, seat: int) -> bool:
    for track in range(TRACKS):
        if refuse_down(state, seat, track) == ALLOWED:
            return True
    return False


@rule
def position_sum(state: State, seat: int) -> int:
    total = 0
    for track in range(TRACKS):
        total += spot_of(state, track, seat) + 1
    return total
