"""Tailed Beasts §4: control of fields, what their symbols pay, markers, recruiting."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask, become
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import (
    add_reach, add_to, controller, drop_from, drop_reach, foreign_units, forget_reach, has_kind, has_units, in_reach,
    is_home, next_in, next_in_reach, put_unit, refuse_ground, room_in, worth,
)  # fmt: skip
from bestiary.games.beasts.clauses import (
    ALLOWED, AT_HOME_ONLY, BEAST_THERE, BESIDE_HOME_ONLY, FIELD_FULL, FOREIGN_FIELD, NOT_BESIDE_YOURS, NOT_YOUR_FIELD,
    NO_FIELD_FOR_IT, NO_MARKER_IN_HAND, NO_MARKER_THERE, NO_SUPPLY, ONLY_ONE_TYPE, ONLY_READY_ONES, OTHER_STEP,
    PAID_ALREADY, PAYS_NOTHING, TOO_FEW_POINTS, number_in,
)  # fmt: skip
from bestiary.games.beasts.events import coin_pay
from bestiary.games.beasts.specialties import climb, spring_points
from bestiary.games.beasts.stack import (
    AT, CONTROL_COINS, CONTROL_FIELD, CONTROL_HARVEST, CONTROL_SEAT, DOWN_SEAT, DOWN_STEPS, GATHER_COUNT, GATHER_SEAT,
    MARK_FIELD, PLACING_FIELD, PLACING_SEAT, PLACING_UNIT, RECRUIT_ONLY, RECRUIT_POINTS, RECRUIT_SEAT, UP_FREELY,
    UP_SEAT, UP_STEPS, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.state import (
    BOAT, CHUNIN, COAST, CONTROL, DONE, EVICTED, E_GAINS_CONTROL, E_MARKS, E_RECRUITS, E_UNMARKS, FIELDS, FIELD_AT,
    KAMUI, LAND, MARK, MARKERS_OF, MARK_HERE, NEAR, PASS, RECALL_AT, RECRUIT, RECRUIT_AT, RETREAT, TRACKS, TRACK_AT,
    UNITS_OF, UNIT_AT, UNIT_TYPES, UP, WINDOW, W_CONTROL, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import pay_coins, placed_markers
from bestiary.games.beasts.tracks import can_sink, go_down, refuse_down, refuse_up

EITHER = -2  # boats or chunin, all of one type (Militia)


@rule
def was_paid(state: State, seat: int, field: int) -> bool:
    return (int(state.paid[seat, field // 30]) >> (field % 30)) & 1 == 1


@rule
def note_paid(state: State, seat: int, field: int) -> None:
    state.paid[seat, field // 30] = int(state.paid[seat, field // 30]) | 1 << (field % 30)


@rule
def run_control(box: Box, state: State, trace: Trace) -> None:
    """Symbols pay once a field, seat and round (R24)."""
    at, seat, field = top(state, AT), top(state, CONTROL_SEAT), top(state, CONTROL_FIELD)
    harvest = top(state, CONTROL_HARVEST)
    if at == 0:
        set_top(state, AT, 1)
        if harvest == 0:
            emit(trace, E_GAINS_CONTROL, seat, field, 0, 0)
            drop_marker(state, field, seat, trace)
            if was_paid(state, seat, field):
                set_top(state, AT, 4)
                return
            note_paid(state, seat, field)
        if int(box.coin[field]) > 0:
            set_top(state, CONTROL_COINS, coin_pay(box, state, seat, field))
            nest(state, WINDOW, W_CONTROL, seat, field, harvest)
    elif at == 1:
        set_top(state, AT, 2)
        pay_coins(state, seat, top(state, CONTROL_COINS), trace)
        if int(box.hot[field]) > 0:
            nest(state, RECRUIT, seat, spring_points(box, state, seat, field), -1, 0)
    elif at == 2:
        set_top(state, AT, 4)
        if int(box.dom[field]) > 0:
            nest(state, UP, seat, int(box.dom[field]), 0, 0)
    elif harvest == 0 and can_mark(box, state, seat, field):
        become(state, MARK)
        ask(state, 1 << seat)
    else:
        leave(state, 0)


@rule
def drop_marker(state: State, field: int, seat: int, trace: Trace) -> None:
    """A foreign marker returns to its owner."""
    owner = int(state.marker[field]) - 1
    if owner >= 0 and owner != seat:
        lift_marker(state, field, trace)


@rule
def put_marker(state: State, seat: int, field: int) -> None:
    state.marker[field] = seat + 1
    add_to(state, MARKERS_OF + seat, field)


@rule
def lift_marker(state: State, field: int, trace: Trace) -> None:
    owner = int(state.marker[field]) - 1
    state.marker[field] = 0
    drop_from(state, MARKERS_OF + owner, field)
    state.usable[owner] = int(state.usable[owner]) + 1
    emit(trace, E_UNMARKS, owner, field, 0, 0)


# --- Markers of one's choice pay: those that pay twice in SP5 (double), or at once (harvest)


@rule
def can_gather(box: Box, state: State, seat: int, field: int) -> bool:
    """Is there a marker of this seat on symbols that pay?"""
    pays = int(box.coin[field]) + int(box.hot[field]) + int(box.dom[field]) > 0
    return pays and int(state.marker[field]) == seat + 1


@rule
def run_gathering(box: Box, state: State) -> None:
    """Each marker pays once; those to choose from lie in `reach`. The last one left is not asked for."""
    seat, left, last = top(state, GATHER_SEAT), 0, -1
    if top(state, AT) == 0 and top(state, GATHER_COUNT) > 0:
        field = next_in(state, MARKERS_OF + seat, 0)
        while field < FIELDS:
            if can_gather(box, state, seat, field):
                add_reach(state, field)
            field = next_in(state, MARKERS_OF + seat, field + 1)
    field = next_in_reach(state, 0)
    while field < FIELDS:
        if can_gather(box, state, seat, field):
            left += 1
            last = field
        field = next_in_reach(state, field + 1)
    set_top(state, AT, 1)
    if top(state, GATHER_COUNT) == 0 or left == 0:
        forget_reach(state)
        leave(state, 0)
    elif left == 1:
        gather(state, seat, last)
    else:
        ask(state, 1 << seat)


@rule
def refuse_gathering(box: Box, state: State, seat: int, field: int) -> int:
    if int(state.marker[field]) != seat + 1:
        return NO_MARKER_THERE
    if not can_gather(box, state, seat, field):
        return PAYS_NOTHING
    return ALLOWED if in_reach(state, field) else PAID_ALREADY


@rule
def list_gathering(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    field = next_in_reach(state, 0)
    while field < FIELDS:
        if refuse_gathering(box, state, seat, field) == ALLOWED:
            moves[count] = FIELD_AT + field
            count += 1
        field = next_in_reach(state, field + 1)
    return count


@rule
def gather(state: State, seat: int, field: int) -> None:
    answer(state, seat)
    drop_reach(state, field)
    set_top(state, GATHER_COUNT, top(state, GATHER_COUNT) - 1)
    nest(state, CONTROL, seat, field, 1, 0)


# --- D28: markers


@rule
def can_mark(box: Box, state: State, seat: int, field: int) -> bool:
    """Land only, not the Hollow Dimension; with a marker in hand or one to recall (R25)."""
    if int(box.kind[field]) != LAND or field == KAMUI or int(state.marker[field]) > 0:
        return False
    return controller(state, field) == seat and (int(state.usable[seat]) > 0 or placed_markers(state, seat) > 0)


@rule
def refuse_marker(state: State, seat: int, field: int) -> int:
    """Does a marker of this seat lie there?"""
    return ALLOWED if int(state.marker[field]) == seat + 1 else NO_MARKER_THERE


@rule
def refuse_new_marker(state: State, seat: int) -> int:
    return ALLOWED if int(state.usable[seat]) > 0 else NO_MARKER_IN_HAND


@rule
def refuse_mark(state: State, seat: int, action: int) -> int:
    """D28: a marker from hand, or one that is recalled; or none."""
    field = number_in(action, RECALL_AT, FIELDS)
    if field >= 0:
        return refuse_marker(state, seat, field)
    if action == MARK_HERE:
        return refuse_new_marker(state, seat)
    return ALLOWED if action == PASS else OTHER_STEP


@rule
def list_marks(state: State, seat: int, moves: Ints) -> int:
    moves[0] = PASS
    count = 1
    field = next_in(state, MARKERS_OF + seat, 0)
    while field < FIELDS:
        moves[count] = RECALL_AT + field
        count += 1
        field = next_in(state, MARKERS_OF + seat, field + 1)
    if refuse_new_marker(state, seat) == ALLOWED:
        moves[count] = MARK_HERE
        count += 1
    return count


@rule
def answer_mark(state: State, seat: int, action: int, trace: Trace) -> None:
    field = top(state, MARK_FIELD)
    if RECALL_AT <= action < RECALL_AT + FIELDS:
        lift_marker(state, action - RECALL_AT, trace)
    if action != PASS:
        put_marker(state, seat, field)
        state.usable[seat] = int(state.usable[seat]) - 1
        emit(trace, E_MARKS, seat, field, 0, 0)
    leave(state, 0)


# --- Recruiting


@rule
def run_recruit(box: Box, state: State) -> None:
    """Unused points lapse (R61)."""
    seat = top(state, RECRUIT_SEAT)
    for unit in range(UNIT_TYPES):
        if refuse_recruit(box, state, seat, unit, top(state, RECRUIT_POINTS), top(state, RECRUIT_ONLY)) == ALLOWED:
            ask(state, 1 << seat)
            return
    leave(state, 0)


@rule
def refuse_recruit(box: Box, state: State, seat: int, unit: int, points: int, only: int) -> int:
    """A unit that the points pay for, of a type that is asked for, with a field that can take it."""
    if (only >= 0 and unit != only) or (only == EITHER and unit > CHUNIN):
        return ONLY_ONE_TYPE
    if worth(unit) > points:
        return TOO_FEW_POINTS
    if int(state.supply[seat, unit]) == 0:
        return NO_SUPPLY
    return ALLOWED if next_recruit_field(box, state, seat, unit, 0) < FIELDS else NO_FIELD_FOR_IT


@rule
def next_recruit_field(box: Box, state: State, seat: int, unit: int, field: int) -> int:
    """The first field from this one on that can take a unit; FIELDS where there is none. Where units of the kind are on
    the map, it can only be a field that the seat holds."""
    anywhere = not has_kind(box, state, seat, unit == BOAT)
    while field < FIELDS:
        if not anywhere:
            field = min(next_in(state, UNITS_OF + seat, field), next_in(state, MARKERS_OF + seat, field))
        if field >= FIELDS or refuse_recruit_at(box, state, seat, unit, field) == ALLOWED:
            break
        field += 1
    return field


@rule
def refuse_recruit_at(box: Box, state: State, seat: int, unit: int, field: int) -> int:
    """Into controlled fields with room; a kind that is nowhere on the map also over a coast from one
    of the other kind (R71); R32: a seat without any
    unit begins again at its capital, the Akatsuki at a base, boats beside it."""
    clause = refuse_ground(box, field, unit)
    if clause != ALLOWED:
        return clause
    if int(state.lair[field]) > 0:
        return BEAST_THERE
    if room_in(state, seat, field) < worth(unit):
        return FIELD_FULL
    if not has_units(state, seat):
        if unit == BOAT:
            return ALLOWED if touches_home(box, state, seat, field) else BESIDE_HOME_ONLY
        return ALLOWED if is_home(box, state, seat, field) else AT_HOME_ONLY
    owner = controller(state, field)
    if owner == seat:
        return ALLOWED
    if owner >= 0:
        return FOREIGN_FIELD
    if has_kind(box, state, seat, unit == BOAT):
        return NOT_YOUR_FIELD
    for i in range(NEAR):
        if int(box.border[field, i]) == COAST and controller(state, int(box.near[field, i])) == seat:
            return ALLOWED
    return NOT_BESIDE_YOURS


@rule
def refuse_recruiting(box: Box, state: State, seat: int, action: int) -> int:
    number = number_in(action, UNIT_AT, 2 * UNIT_TYPES)
    if number < 0:
        return ALLOWED if action == DONE else OTHER_STEP
    if number % 2 == 1:
        return ONLY_READY_ONES
    return refuse_recruit(box, state, seat, number // 2, top(state, RECRUIT_POINTS), top(state, RECRUIT_ONLY))


@rule
def touches_home(box: Box, state: State, seat: int, field: int) -> bool:
    """Water beside the capital that nobody else holds."""
    owner = controller(state, field)
    if owner >= 0 and owner != seat:
        return False
    for i in range(NEAR):
        near = int(box.near[field, i])
        if near >= 0 and is_home(box, state, seat, near):
            return True
    return False


@rule
def list_recruits(box: Box, state: State, seat: int, moves: Ints) -> int:
    moves[0] = DONE
    count = 1
    for unit in range(UNIT_TYPES):
        if refuse_recruit(box, state, seat, unit, top(state, RECRUIT_POINTS), top(state, RECRUIT_ONLY)) == ALLOWED:
            moves[count] = UNIT_AT + unit * 2
            count += 1
    return count


@rule
def answer_recruit(state: State, seat: int, action: int) -> None:
    if action == DONE:
        leave(state, 0)
        return
    unit = (action - UNIT_AT) // 2
    answer(state, seat)
    set_top(state, RECRUIT_POINTS, top(state, RECRUIT_POINTS) - worth(unit))
    if top(state, RECRUIT_ONLY) == EITHER:
        set_top(state, RECRUIT_ONLY, unit)
    nest(state, RECRUIT_AT, seat, unit, 0, 0)
    ask(state, 1 << seat)


@rule
def list_recruit_fields(box: Box, state: State, seat: int, moves: Ints) -> int:
    count, unit = 0, top(state, PLACING_UNIT)
    field = next_recruit_field(box, state, seat, unit, 0)
    while field < FIELDS:
        moves[count] = FIELD_AT + field
        count += 1
        field = next_recruit_field(box, state, seat, unit, field + 1)
    return count


@rule
def answer_recruit_field(state: State, seat: int, action: int) -> None:
    """R32: foreign units at one's own capital give way first."""
    field = action - FIELD_AT
    answer(state, seat)
    set_top(state, PLACING_FIELD, field)
    other = foreign_units(state, seat, field)
    if other >= 0:
        nest(state, RETREAT, other, field, EVICTED, seat)


@rule
def run_recruit_at(state: State, trace: Trace) -> None:
    """Who gains control by it gets what the field pays."""
    seat, unit, field = top(state, PLACING_SEAT), top(state, PLACING_UNIT), top(state, PLACING_FIELD)
    gains = controller(state, field) != seat
    state.supply[seat, unit] = int(state.supply[seat, unit]) - 1
    put_unit(state, seat, field, unit, False)
    emit(trace, E_RECRUITS, seat, 2 * unit, field, 0)
    leave(state, 0)
    if gains:
        nest(state, CONTROL, seat, field, 0, 0)


# --- D11, D12: tracks


@rule
def run_up(state: State) -> None:
    """R54: nothing where no track can be climbed; R72: several places are places of one track, unless it says else."""
    seat = top(state, UP_SEAT)
    if top(state, UP_STEPS) > 0:
        for track in range(TRACKS):
            if refuse_up(state, seat, track) == ALLOWED:
                ask(state, 1 << seat)
                return
    leave(state, 0)


@rule
def list_tracks(state: State, seat: int, down: bool, moves: Ints) -> int:
    count = 0
    for track in range(TRACKS):
        clause = refuse_down(state, seat, track) if down else refuse_up(state, seat, track)
        if clause == ALLOWED:
            moves[count] = TRACK_AT + track
            count += 1
    return count


@rule
def answer_up(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    steps = 1 if top(state, UP_FREELY) == 1 else top(state, UP_STEPS)
    set_top(state, UP_STEPS, top(state, UP_STEPS) - steps)
    for _ in range(steps):
        climb(box, state, seat, action - TRACK_AT, trace)


@rule
def run_down(state: State) -> None:
    seat = top(state, DOWN_SEAT)
    if top(state, DOWN_STEPS) > 0 and can_sink(state, seat):
        ask(state, 1 << seat)
    else:
        leave(state, 0)


@rule
def answer_down(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    steps = top(state, DOWN_STEPS)
    set_top(state, DOWN_STEPS, 0)
    for _ in range(steps):
        go_down(state, seat, action - TRACK_AT, trace)
