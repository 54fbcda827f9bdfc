"""Tailed Beasts §5: the smaller actions on the map: Side Path, Stretchers, Surveyor, Reinforce."""

from __future__ import annotations

from bestiary.games.beasts.control import put_marker
from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import (
    controller, crosses, has_units_in, is_target, next_in, points_in, put_unit, raise_units, ready_in, refuse_place_for,
    refuse_unit, take_unit, worth,
)  # fmt: skip
from bestiary.games.beasts.clauses import (
    ALLOWED, AT_WAR, MARKED_ALREADY, MARKERS_ON_LAND, MOVE_FIRST, NOTHING_LEAVES, NOT_A_SIDE, NOT_NEXT,
    NO_MARKER_IN_HAND, NO_SUCH_SEAT, NO_UNITS_THERE, OTHER_STEP, TOO_MANY_POINTS, UNITS_ARRIVE, number_in,
)  # fmt: skip
from bestiary.games.beasts.events import is_cut_off
from bestiary.games.beasts.fighters import move_fighter
from bestiary.games.beasts.stack import (
    ASIDE_FIELD, ASIDE_GAINS, ASIDE_MOVED, ASIDE_POINTS, ASIDE_SEAT, ASIDE_START, AT, RAISING_SEAT, SUPPORT_SEAT,
    SUPPORT_SIDE, SURVEY_SEAT, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    CONTROL, DONE, E_MARKS, E_STEPS_ASIDE, FIELDS, FIELD_AT, KAMUI, LAND, NEAR, PLAYER_AT, SEA, SEATS, SLOTS, UNITS_OF,
    UNIT_AT, UNIT_TYPES, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import tell_turned
from bestiary.games.beasts.windows import can_support, refuse_support

# --- Side Path: up to two points from one field to one neighbour


@rule
def refuse_aside_unit(
    box: Box, state: State, seat: int, start: int, field: int, unit: int, prone: bool, points: int
) -> int:  # fmt: skip
    """One unit over one border, but not where a war is fought or units are about to arrive."""
    clause = refuse_unit(box, state, seat, start, unit, prone)
    if clause != ALLOWED:
        return clause
    if worth(unit) > points:
        return TOO_MANY_POINTS
    if int(state.war_field) >= 0 and (start == int(state.war_field) or field == int(state.war_field)):
        return AT_WAR
    if is_target(state, field):
        return UNITS_ARRIVE
    return refuse_place_for(box, state, seat, field, unit) if is_next(box, state, start, field) else NOT_NEXT


@rule
def refuse_aside_to(box: Box, state: State, seat: int, start: int, field: int, points: int) -> int:
    """Some unit must be able to go there; else what stands in the way of one that is there."""
    reason = NO_UNITS_THERE
    for number in range(2 * UNIT_TYPES):
        unit, prone = number // 2, number % 2 == 1
        if refuse_unit(box, state, seat, start, unit, prone) == ALLOWED:
            clause = refuse_aside_unit(box, state, seat, start, field, unit, prone, points)
            if clause == ALLOWED:
                return ALLOWED
            reason = clause if reason == NO_UNITS_THERE else reason
    return reason


@rule
def refuse_aside_from(box: Box, state: State, seat: int, start: int, points: int) -> int:
    if points_in(state, seat, start) == 0:
        return NO_UNITS_THERE
    return ALLOWED if steps_from(box, state, seat, start, points) else NOTHING_LEAVES


@rule
def refuse_aside(box: Box, state: State, seat: int, action: int) -> int:
    at, points, start = top(state, AT), top(state, ASIDE_POINTS), top(state, ASIDE_START)
    field, number = number_in(action, FIELD_AT, FIELDS), number_in(action, UNIT_AT, 2 * UNIT_TYPES)
    if at < 2:
        if field < 0:
            return OTHER_STEP
        if at == 0:
            return refuse_aside_from(box, state, seat, field, points)
        return refuse_aside_to(box, state, seat, start, field, points)
    if number >= 0:
        goal = top(state, ASIDE_FIELD)
        return refuse_aside_unit(box, state, seat, start, goal, number // 2, number % 2 == 1, points)
    if action == DONE:
        return ALLOWED if top(state, ASIDE_MOVED) == 1 else MOVE_FIRST
    return OTHER_STEP


@rule
def is_next(box: Box, state: State, start: int, field: int) -> bool:
    """One step for units of the same kind of field."""
    for i in range(NEAR):
        if int(box.near[start, i]) == field:
            border = int(box.border[start, i])
            return crosses(state, border) or (border == SEA and not is_cut_off(box, state, start, field))
    return False


@rule
def steps_to(box: Box, state: State, seat: int, start: int, field: int, points: int) -> bool:
    return refuse_aside_to(box, state, seat, start, field, points) == ALLOWED


@rule
def steps_from(box: Box, state: State, seat: int, start: int, points: int) -> bool:
    if start == KAMUI or not has_units_in(state, seat, start):
        return False
    for i in range(NEAR):
        field = int(box.near[start, i])
        if field >= 0 and steps_to(box, state, seat, start, field, points):
            return True
    return False


@rule
def can_step_aside(box: Box, state: State, seat: int, points: int) -> bool:
    field = next_in(state, UNITS_OF + seat, 0)
    while field < FIELDS:
        if steps_from(box, state, seat, field, points):
            return True
        field = next_in(state, UNITS_OF + seat, field + 1)
    return False


@rule
def run_aside(box: Box, state: State, trace: Trace) -> None:
    """AT: 0 start, 1 target, 2 units."""
    seat = top(state, ASIDE_SEAT)
    at, start, field = top(state, AT), top(state, ASIDE_START), top(state, ASIDE_FIELD)
    if at == 0 and not can_step_aside(box, state, seat, top(state, ASIDE_POINTS)):
        leave(state, 0)
    elif at < 2 or (at == 2 and steps_to(box, state, seat, start, field, top(state, ASIDE_POINTS))):
        ask(state, 1 << seat)
    else:
        gained = top(state, ASIDE_GAINS) == 1
        leave(state, 0)
        if gained:
            nest(state, CONTROL, seat, field, 0, 0)


@rule
def list_aside(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    at, points, start = top(state, AT), top(state, ASIDE_POINTS), top(state, ASIDE_START)
    if at < 2:
        for field in range(FIELDS):
            fits = steps_from(box, state, seat, field, points) if at == 0 else (
                steps_to(box, state, seat, start, field, points))  # fmt: skip
            if fits:
                moves[count] = FIELD_AT + field
                count += 1
        return count
    if top(state, ASIDE_MOVED) == 1:
        moves[0] = DONE
        count = 1
    for unit in range(UNIT_TYPES):
        for lies in range(2):
            goal = top(state, ASIDE_FIELD)
            if refuse_aside_unit(box, state, seat, start, goal, unit, lies == 1, points) == ALLOWED:
                moves[count] = UNIT_AT + unit * 2 + lies
                count += 1
    return count


@rule
def answer_aside(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    at = top(state, AT)
    answer(state, seat)
    if at < 2:
        set_top(state, ASIDE_START if at == 0 else ASIDE_FIELD, action - FIELD_AT)
        set_top(state, AT, at + 1)
        return
    if action == DONE:
        set_top(state, AT, 3)
        return
    unit, prone = (action - UNIT_AT) // 2, (action - UNIT_AT) % 2 == 1
    start, field = top(state, ASIDE_START), top(state, ASIDE_FIELD)
    if controller(state, field) != seat:
        set_top(state, ASIDE_GAINS, 1)
    take_unit(state, seat, start, unit, prone)
    put_unit(state, seat, field, unit, prone)
    move_fighter(state, seat, unit, start, field)
    emit(trace, E_STEPS_ASIDE, seat, 2 * unit + (1 if prone else 0), start, field)
    set_top(state, ASIDE_POINTS, top(state, ASIDE_POINTS) - worth(unit))
    set_top(state, ASIDE_MOVED, 1)


# --- Stretchers: raise the prone of a field


@rule
def has_prone(state: State, seat: int, field: int) -> bool:
    for slot in range(SLOTS):
        if int(state.prone[seat, field, slot]) > 0:
            return True
    return False


@rule
def next_prone(state: State, seat: int, field: int) -> int:
    """The first field from this one on where units of a seat lie; FIELDS where there is none."""
    field = next_in(state, UNITS_OF + seat, field)
    while field < FIELDS and not has_prone(state, seat, field):
        field = next_in(state, UNITS_OF + seat, field + 1)
    return field


@rule
def run_raising(state: State) -> None:
    seat = top(state, RAISING_SEAT)
    if next_prone(state, seat, 0) < FIELDS:
        ask(state, 1 << seat)
    else:
        leave(state, 0)


@rule
def list_raising(state: State, seat: int, moves: Ints) -> int:
    count = 0
    field = next_prone(state, seat, 0)
    while field < FIELDS:
        moves[count] = FIELD_AT + field
        count += 1
        field = next_prone(state, seat, field + 1)
    return count


@rule
def answer_raising(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    tell_turned(box, state, seat, action - FIELD_AT, False, trace)
    raise_units(state, seat, action - FIELD_AT)
    leave(state, 0)


# --- Surveyor: a marker where own units stand


@rule
def refuse_survey(box: Box, state: State, seat: int, field: int) -> int:
    if int(state.usable[seat]) == 0:
        return NO_MARKER_IN_HAND
    if int(box.kind[field]) != LAND or field == KAMUI:
        return MARKERS_ON_LAND
    if not has_units_in(state, seat, field):
        return NO_UNITS_THERE
    return MARKED_ALREADY if int(state.marker[field]) > 0 else ALLOWED


@rule
def next_survey(box: Box, state: State, seat: int, field: int) -> int:
    """The first field from this one on that a marker may go to; FIELDS where there is none."""
    field = next_in(state, UNITS_OF + seat, field)
    while field < FIELDS and refuse_survey(box, state, seat, field) != ALLOWED:
        field = next_in(state, UNITS_OF + seat, field + 1)
    return field


@rule
def can_survey(box: Box, state: State, seat: int) -> bool:
    return next_survey(box, state, seat, 0) < FIELDS


@rule
def run_survey(box: Box, state: State) -> None:
    seat = top(state, SURVEY_SEAT)
    if can_survey(box, state, seat):
        ask(state, 1 << seat)
    else:
        leave(state, 0)


@rule
def list_survey(box: Box, state: State, seat: int, moves: Ints) -> int:
    moves[0] = DONE
    count = 1
    field = next_survey(box, state, seat, 0)
    while field < FIELDS:
        moves[count] = FIELD_AT + field
        count += 1
        field = next_survey(box, state, seat, field + 1)
    return count


@rule
def answer_survey(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    leave(state, 0)
    if action == DONE:
        return
    put_marker(state, seat, action - FIELD_AT)
    state.usable[seat] = int(state.usable[seat]) - 1
    emit(trace, E_MARKS, seat, action - FIELD_AT, 0, 0)


# --- Reinforce (D29): the ready points of a field beside the battlefield, for either side


@rule
def run_support(box: Box, state: State) -> None:
    """AT 1: the side is chosen."""
    if can_support(box, state, top(state, SUPPORT_SEAT)):
        ask(state, 1 << top(state, SUPPORT_SEAT))
    else:
        leave(state, 0)


@rule
def refuse_supporting(box: Box, state: State, seat: int, action: int) -> int:
    """D29: one of the two sides, then a field."""
    if top(state, AT) == 0:
        other = number_in(action, PLAYER_AT, SEATS)
        if other < 0:
            return OTHER_STEP
        if other >= int(state.seats):
            return NO_SUCH_SEAT
        return ALLOWED if side_of(state, other) >= 0 else NOT_A_SIDE
    field = number_in(action, FIELD_AT, FIELDS)
    return refuse_support(box, state, seat, field) if field >= 0 else OTHER_STEP


@rule
def list_support(box: Box, state: State, seat: int, moves: Ints) -> int:
    if top(state, AT) == 0:
        one, other = int(state.attacker), int(state.defender)
        moves[0], moves[1] = PLAYER_AT + min(one, other), PLAYER_AT + max(one, other)
        return 2
    count = 0
    field = next_in(state, UNITS_OF + seat, 0)
    while field < FIELDS:
        if refuse_support(box, state, seat, field) == ALLOWED:
            moves[count] = FIELD_AT + field
            count += 1
        field = next_in(state, UNITS_OF + seat, field + 1)
    return count


@rule
def answer_support(state: State, seat: int, action: int) -> None:
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        set_top(state, SUPPORT_SIDE, side_of(state, action - PLAYER_AT))
        return
    side = top(state, SUPPORT_SIDE)
    answer(state, seat)
    state.might[side] = int(state.might[side]) + ready_in(state, seat, action - FIELD_AT)
    leave(state, 0)
