"""Tailed Beasts §5: the smaller actions on the map: Side Path, Stretchers, Surveyor, Reinforce."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import (
    controller, crosses, is_available, is_target, points_in, put_unit, raise_units, ready_in, slot_of, take_unit, worth,
)  # fmt: skip
from bestiary.games.beasts.events import is_cut_off
from bestiary.games.beasts.stack import (
    ASIDE_FIELD, ASIDE_GAINS, ASIDE_MOVED, ASIDE_POINTS, ASIDE_SEAT, ASIDE_START, AT, RAISING_SEAT, SUPPORT_SEAT,
    SUPPORT_SIDE, SURVEY_SEAT, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    BOAT, CONTROL, DONE, E_MARKS, E_STEPS_ASIDE, FIELDS, FIELD_AT, KAMUI, LAND, NEAR, PLAYER_AT, SEA, SLOTS, UNIT_AT,
    UNIT_TYPES, WATER, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import tell_turned
from bestiary.games.beasts.windows import can_support, supports_from

# --- Side Path: up to two points from one field to one neighbour


@rule
def can_step(box: Box, state: State, seat: int, start: int, field: int, unit: int, prone: bool, points: int) -> bool:
    """One unit over one border, but not where a war is fought or units are about to arrive."""
    slot = slot_of(unit)
    held = int(state.prone[seat, start, slot]) if prone else int(state.ready[seat, start, slot])
    if held == 0 or (int(box.kind[start]) == WATER) != (unit == BOAT) or worth(unit) > points:
        return False
    if int(state.war_field) >= 0 and (start == int(state.war_field) or field == int(state.war_field)):
        return False
    if is_target(state, field):
        return False
    return is_next(box, state, start, field) and is_available(box, state, seat, field, unit)


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
    for unit in range(UNIT_TYPES):
        if can_step(box, state, seat, start, field, unit, False, points):
            return True
        if can_step(box, state, seat, start, field, unit, True, points):
            return True
    return False


@rule
def steps_from(box: Box, state: State, seat: int, start: int, points: int) -> bool:
    if start == KAMUI:
        return False
    for i in range(NEAR):
        field = int(box.near[start, i])
        if field >= 0 and steps_to(box, state, seat, start, field, points):
            return True
    return False


@rule
def can_step_aside(box: Box, state: State, seat: int, points: int) -> bool:
    for field in range(FIELDS):
        if steps_from(box, state, seat, field, points):
            return True
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
            if can_step(box, state, seat, start, top(state, ASIDE_FIELD), unit, lies == 1, points):
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
def run_raising(state: State) -> None:
    seat = top(state, RAISING_SEAT)
    for field in range(FIELDS):
        if has_prone(state, seat, field):
            ask(state, 1 << seat)
            return
    leave(state, 0)


@rule
def list_raising(state: State, seat: int, moves: Ints) -> int:
    count = 0
    for field in range(FIELDS):
        if has_prone(state, seat, field):
            moves[count] = FIELD_AT + field
            count += 1
    return count


@rule
def answer_raising(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    tell_turned(box, state, seat, action - FIELD_AT, False, trace)
    raise_units(state, seat, action - FIELD_AT)
    leave(state, 0)


# --- Surveyor: a marker where own units stand


@rule
def can_survey(box: Box, state: State, seat: int, field: int) -> bool:
    if int(box.kind[field]) != LAND or field == KAMUI or int(state.marker[field]) > 0:
        return False
    return points_in(state, seat, field) > 0 and int(state.usable[seat]) > 0


@rule
def run_survey(box: Box, state: State) -> None:
    seat = top(state, SURVEY_SEAT)
    for field in range(FIELDS):
        if can_survey(box, state, seat, field):
            ask(state, 1 << seat)
            return
    leave(state, 0)


@rule
def list_survey(box: Box, state: State, seat: int, moves: Ints) -> int:
    moves[0] = DONE
    count = 1
    for field in range(FIELDS):
        if can_survey(box, state, seat, field):
            moves[count] = FIELD_AT + field
            count += 1
    return count


@rule
def answer_survey(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    leave(state, 0)
    if action == DONE:
        return
    state.marker[action - FIELD_AT] = seat + 1
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
def list_support(box: Box, state: State, seat: int, moves: Ints) -> int:
    if top(state, AT) == 0:
        one, other = int(state.attacker), int(state.defender)
        moves[0], moves[1] = PLAYER_AT + min(one, other), PLAYER_AT + max(one, other)
        return 2
    count = 0
    for field in range(FIELDS):
        if supports_from(box, state, seat, field):
            moves[count] = FIELD_AT + field
            count += 1
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
