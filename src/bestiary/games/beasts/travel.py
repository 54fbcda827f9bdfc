"""Tailed Beasts §4: Travel. Units go INTO one field from all that reach it, or spread FROM one; then they arrive, free
fields first, and what is contested is fought for (W0)."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask, become
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.beasts.approach import could_meet
from bestiary.games.beasts.board import (
    add_reach, borders_on, clear_way, controller, crosses, drop_reach, foreign_units, forget_reach, has_units_in,
    in_reach, is_akatsuki, is_coastal, is_target, next_in, next_in_reach, next_target, points_in, put_unit, ready_in,
    refuse_unit, room_in, take_unit, under_way, worth,
)  # fmt: skip
from bestiary.games.beasts.cards.entries import E_FORDS, E_PASSES, P_CROSS
from bestiary.games.beasts.clauses import (
    ALLOWED, CROSSING_FULL, FERRY_CANNOT_FIGHT, FERRY_LEAVES, FIELD_FIRST, FIELD_FULL, HOLLOW_CLOSED,
    MOVE_FIRST, NOTHING_ARRIVES, NOTHING_LEAVES, NOT_COASTAL, NO_UNITS_THERE, NO_WAR_CARD, OTHER_STEP, OUT_OF_REACH,
    PRONE_CANNOT_FIGHT, SAME_FIELD, TRUCE_HOLDS, UNIT_FIRST, WRONG_KIND_OF_FIELD, number_in,
)  # fmt: skip
from bestiary.games.beasts.events import crossing_points, forbids_war, is_cut_off, is_event
from bestiary.games.beasts.fighters import move_fighter
from bestiary.games.beasts.specialties import boat_range, crosses_once, works
from bestiary.games.beasts.stack import (
    ARRIVAL_FIELD, ARRIVAL_MORE, ARRIVAL_SEAT, AT, TRAVEL_FERRY, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_MORE,
    TRAVEL_MOVED, TRAVEL_OTHER, TRAVEL_SEAT, TRAVEL_SET_OUT, go_on, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ARRIVAL, BOAT, BOOST_SAIL, COAST, CONTROL, DONE, E_ARRIVES, E_MOVES, E_TURNS_BACK, FIELDS, FIELD_AT, FIELD_POINTS,
    FROM_AT, HUNT, INTO_AT, KAGE, KAMUI, LAND, MOUNTAIN, NEAR, PATHFINDER, REACH, REINFORCE, RETREAT, RIVER, SEA,
    STRANDED, STRANDED_PRONE, TRANSIT, TRAVELLING, UNITS_OF, UNIT_AT, UNIT_TYPES, WAR, WAR_STEP, WATER, WINDOW,
    W_TRAVEL, Box, State,
)  # fmt: skip
from bestiary.games.beasts.windows import owned, play_war

# --- Reach: which fields a field is joined to, for a seat


@rule
def find_reach(box: Box, state: State, seat: int, focus: int, leaving: bool, ferry: bool) -> None:
    """Writes into `reach` the fields from which units come to the focus, or to which they go from it.

    Shinobi go over one open border, over a chain of own ready boats, or by the Hollow Dimension; boats some steps over
    water between which there is no foreign unit (R29)."""
    forget_reach(state)
    if int(box.kind[focus]) == WATER:
        reach_by_sea(box, state, seat, focus)
        return
    if ferry:
        reach_by_ferry(box, state, focus)
        return
    if focus != KAMUI:
        reach_by_land(box, state, seat, focus)
        if is_akatsuki(state, seat) and (leaving or int(box.hideout[focus]) > 0):
            add_reach(state, KAMUI)
    elif is_akatsuki(state, seat):
        for field in range(KAMUI):
            if int(box.hideout[field]) > 0 or (int(box.kind[field]) == LAND and not leaving):
                add_reach(state, field)


@rule
def reach_by_sea(box: Box, state: State, seat: int, focus: int) -> None:
    """In each step boats go on from what is reached before it, but not through foreign units."""
    add_reach(state, focus)
    for _ in range(boat_range(box, state, seat)):
        low, high = reached(state, 0), reached(state, 2)
        water = next_in_reach(state, 0)
        while water < FIELDS:
            before = low >> water if water < 60 else high >> (water - 60)
            if before & 1 == 1 and (water == focus or foreign_units(state, seat, water) < 0):
                for i in range(NEAR):
                    near = int(box.near[water, i])
                    if near >= 0 and is_sea(box, state, water, i):
                        add_reach(state, near)
            water = next_in_reach(state, water + 1)
    drop_reach(state, focus)


@rule
def reached(state: State, word: int) -> int:
    """Two words of `reach` as one."""
    return int(state.areas[REACH, word]) | int(state.areas[REACH, word + 1]) << 30


@rule
def is_sea(box: Box, state: State, water: int, i: int) -> bool:
    """Can boats pass to this neighbour, and are boats in both a bridge?"""
    return int(box.border[water, i]) == SEA and not is_cut_off(box, state, water, int(box.near[water, i]))


@rule
def reach_by_ferry(box: Box, state: State, focus: int) -> None:
    """Night Ferry: lands that share a water neighbour."""
    for i in range(NEAR):
        water = int(box.near[focus, i])
        if water >= 0 and int(box.border[focus, i]) == COAST:
            for j in range(NEAR):
                land = int(box.near[water, j])
                if land >= 0 and land != focus and int(box.border[water, j]) == COAST:
                    add_reach(state, land)


@rule
def reach_by_land(box: Box, state: State, seat: int, focus: int) -> None:
    """Neighbours, and the coasts of every water that own ready boats join to this one."""
    growing = False
    for i in range(NEAR):
        near = int(box.near[focus, i])
        if near < 0:
            continue
        border = int(box.border[focus, i])
        bridge = border == COAST and int(state.ready[seat, near, 0]) > 0
        if bridge or crosses(state, border):
            add_reach(state, near)
        growing = growing or bridge
    if not growing:
        return
    while growing:  # water in `reach` is a bridge; it is taken out again below
        growing = False
        water = next_water(box, state, 0)
        while water < FIELDS:
            for i in range(NEAR):
                near = int(box.near[water, i])
                if near < 0 or near == focus or in_reach(state, near):
                    continue
                joined = is_sea(box, state, water, i) and int(state.ready[seat, near, 0]) > 0
                if joined or int(box.border[water, i]) == COAST:
                    add_reach(state, near)
                    growing = growing or joined
            water = next_water(box, state, water + 1)
    water = next_water(box, state, 0)
    while water < FIELDS:
        drop_reach(state, water)
        water = next_water(box, state, water + 1)


@rule
def next_water(box: Box, state: State, field: int) -> int:
    """The first water in reach from this field on; FIELDS where there is none."""
    field = next_in_reach(state, field)
    while field < FIELDS and int(box.kind[field]) != WATER:
        field = next_in_reach(state, field + 1)
    return field


# --- Mountains and rivers that an event or a Passive opens


@rule
def is_joined(box: Box, state: State, seat: int, focus: int, field: int) -> bool:
    """In reach of the focus, or behind a border that some units may cross."""
    if in_reach(state, field):
        return True
    border = borders_on(box, focus, field)
    if border not in (MOUNTAIN, RIVER):
        return False
    return crossing_points(box, state, seat, border) > 0 or crosses_once(box, state, seat, border)


@rule
def opens_borders(box: Box, state: State, seat: int) -> bool:
    """Could the event or the Passive open any border?"""
    return is_event(box, state, E_PASSES) or is_event(box, state, E_FORDS) or works(box, state, seat, P_CROSS)


@rule
def next_joined(box: Box, state: State, seat: int, focus: int, field: int) -> int:
    """The first field from this one on that is joined to the focus; FIELDS where there is none."""
    nearest = next_in_reach(state, field)
    if opens_borders(box, state, seat):
        for i in range(NEAR):
            near = int(box.near[focus, i])
            if field <= near < nearest and is_joined(box, state, seat, focus, near):
                nearest = near
    return nearest


@rule
def crosses_between(box: Box, state: State, start: int, field: int, border: int) -> bool:
    """Do units of this Travel cross this kind of border there? Only where there is no other way."""
    return not in_reach(state, start) and not in_reach(state, field) and borders_on(box, start, field) == border


@rule
def points_across(box: Box, state: State, border: int, start: int, field: int) -> int:
    """Points under way over borders of a kind, but for the border between two fields."""
    points = 0
    for i in range(TRANSIT):
        one, other = int(state.way_from[i]), int(state.way_to[i])
        counts = int(state.way_unit[i]) > 0 and (one != start or other != field)
        if counts and crosses_between(box, state, one, other, border):
            points += worth(int(state.way_unit[i]) - 1)
    return points


@rule
def may_cross(box: Box, state: State, seat: int, start: int, field: int, unit: int) -> bool:
    """passes and fords let units of so many points cross in a Travel; cross opens one border, to all units."""
    border = borders_on(box, start, field)
    if border not in (MOUNTAIN, RIVER):
        return False
    limit = crossing_points(box, state, seat, border)
    if points_across(box, state, border, -1, -1) + worth(unit) <= limit:
        return True
    if not crosses_once(box, state, seat, border) or points_across(box, state, border, start, field) > limit:
        return False
    other = MOUNTAIN + RIVER - border
    return points_across(box, state, other, -1, -1) <= crossing_points(box, state, seat, other)


# --- Steps


@rule
def is_contested(state: State, seat: int, field: int) -> bool:
    return int(state.lair[field]) > 0 or foreign_units(state, seat, field) >= 0


@rule
def wars_left(state: State, seat: int, field: int) -> int:
    """Cards for a war in this field that no other field of this Travel needs: a Reinforce is none against a beast."""
    wars, calls = owned(state, seat, WAR), owned(state, seat, REINFORCE)
    for i in range(TRANSIT):
        goal = int(state.way_to[i])
        if int(state.way_unit[i]) > 0 and is_contested(state, seat, goal):
            first = True
            for j in range(i):
                first = first and (int(state.way_unit[j]) == 0 or int(state.way_to[j]) != goal)
            if first and (int(state.lair[goal]) > 0 or calls == 0):
                wars -= 1
            elif first:
                calls -= 1
    return wars if int(state.lair[field]) > 0 else wars + calls


@rule
def war_card(state: State, seat: int, field: int) -> int:
    """What is played for a battlefield: against a player rather a Reinforce; −1 without any."""
    if int(state.lair[field]) == 0 and owned(state, seat, REINFORCE) > 0:
        return REINFORCE
    return WAR if owned(state, seat, WAR) > 0 else -1


@rule
def refuse_move(
    box: Box, state: State, seat: int, start: int, field: int, unit: int, prone: bool, ferry: bool
) -> int:  # fmt: skip
    """D09 for one unit: R26 prone units never fight, a War card for each contested field; a truce keeps others out."""
    clause = refuse_unit(box, state, seat, start, unit, prone)
    if clause != ALLOWED:
        return clause
    if (int(box.kind[field]) == WATER) != (unit == BOAT):
        return WRONG_KIND_OF_FIELD
    if room_in(state, seat, field) < worth(unit):
        return FIELD_FULL
    free = in_reach(state, start) or in_reach(state, field)
    if not free and (ferry or not may_cross(box, state, seat, start, field, unit)):
        return CROSSING_FULL
    if not is_contested(state, seat, field):
        return ALLOWED
    if ferry:
        return FERRY_CANNOT_FIGHT
    if prone:
        return PRONE_CANNOT_FIGHT
    if field == KAMUI:
        return HOLLOW_CLOSED
    if forbids_war(box, state, seat, field):
        return TRUCE_HOLDS
    return ALLOWED if is_target(state, field) or wars_left(state, seat, field) > 0 else NO_WAR_CARD


@rule
def refuse_way(box: Box, state: State, seat: int, start: int, field: int, ferry: bool) -> int:
    """Some unit must be able to go there; else what stands in the way of one that is there."""
    reason = NO_UNITS_THERE
    for number in range(2 * UNIT_TYPES):
        unit, prone = number // 2, number % 2 == 1
        if refuse_unit(box, state, seat, start, unit, prone) == ALLOWED:
            clause = refuse_move(box, state, seat, start, field, unit, prone, ferry)
            if clause == ALLOWED:
                return ALLOWED
            reason = clause if reason == NO_UNITS_THERE else reason
    return reason


@rule
def moves_between(box: Box, state: State, seat: int, start: int, field: int, ferry: bool) -> bool:
    return refuse_way(box, state, seat, start, field, ferry) == ALLOWED


@rule
def can_travel(box: Box, state: State, seat: int, ferry: bool, pathfinders: int) -> bool:
    """R74: is there a field that units can leave, and one where they would stay or fight, with so many Pathfinders to
    react with?"""
    found = False
    state.crossing = 1 if pathfinders > 0 and not ferry else 0
    start = next_in(state, UNITS_OF + seat, 0)
    while start < FIELDS and not found:
        found = leads_anywhere(box, state, seat, start, ferry, True)
        start = next_in(state, UNITS_OF + seat, start + 1)
    state.crossing = 0
    return found


@rule
def look_across(state: State, seat: int, ferry: bool) -> None:
    """Who holds a Pathfinder may announce a Travel that needs it; the caller ends the look."""
    state.crossing = 1 if owned(state, seat, PATHFINDER) > 0 and not ferry else 0


@rule
def leads_anywhere(box: Box, state: State, seat: int, start: int, ferry: bool, gains: bool) -> bool:
    """Can units leave this field; and, where that counts, not only for beasts that would not be met?"""
    if ferry and not is_coastal(box, start):
        return False
    if not ferry and walks_out(box, state, seat, start):
        return True
    find_reach(box, state, seat, start, True, ferry)
    field = next_joined(box, state, seat, start, 0)
    while field < FIELDS:
        if moves_between(box, state, seat, start, field, ferry):
            if not gains or can_settle(box, state, seat, field):
                break
            find_reach(box, state, seat, start, True, ferry)
        field = next_joined(box, state, seat, start, field + 1)
    forget_reach(state)
    return field < FIELDS


@rule
def can_settle(box: Box, state: State, seat: int, field: int) -> bool:
    """Not where a beast is that nobody would meet (R35), though all went there that can, with all own buffs."""
    beast = int(state.lair[field]) - 1
    if beast < 0:
        return True
    might = 0
    find_reach(box, state, seat, field, False, False)
    start = next_joined(box, state, seat, field, 0)
    while start < FIELDS:
        for unit in range(UNIT_TYPES):
            if refuse_move(box, state, seat, start, field, unit, False, False) == ALLOWED:
                might += ready_in(state, seat, start)
                break
        start = next_joined(box, state, seat, field, start + 1)
    forget_reach(state)
    return could_meet(box, state, seat, beast, field, min(might, room_in(state, seat, field)))


@rule
def walks_out(box: Box, state: State, seat: int, start: int) -> bool:
    """Is a neighbour free for whoever stands there? Mostly it is, and nobody needs to look further."""
    for i in range(NEAR):
        near = int(box.near[start, i])
        free = near >= 0 and crosses(state, int(box.border[start, i])) and not is_contested(state, seat, near)
        if free and room_in(state, seat, near) >= worth(KAGE):
            return True
    return False


@rule
def refuse_departure(box: Box, state: State, seat: int, start: int, ferry: bool) -> int:
    """FROM a field that units can leave."""
    if not has_units_in(state, seat, start):
        return NO_UNITS_THERE
    if ferry and not is_coastal(box, start):
        return NOT_COASTAL
    look_across(state, seat, ferry)
    found = leads_anywhere(box, state, seat, start, ferry, False)
    state.crossing = 0
    return ALLOWED if found else NOTHING_LEAVES


@rule
def refuse_goal(box: Box, state: State, seat: int, field: int) -> int:
    """INTO a field that units reach; else what stands in the way of those that are next to it."""
    reason = NOTHING_ARRIVES
    look_across(state, seat, False)
    start = next_in(state, UNITS_OF + seat, 0)
    while start < FIELDS and reason != ALLOWED:
        find_reach(box, state, seat, start, True, False)
        if is_joined(box, state, seat, start, field):
            clause = refuse_way(box, state, seat, start, field, False)
            reason = clause if clause != NO_UNITS_THERE else reason
        start = next_in(state, UNITS_OF + seat, start + 1)
    forget_reach(state)
    state.crossing = 0
    return reason


@rule
def refuse_focus(box: Box, state: State, seat: int, action: int) -> int:
    """D08. A ferry only leaves."""
    ferry = top(state, TRAVEL_FERRY) == 1
    goal, start = number_in(action, INTO_AT, FIELDS), number_in(action, FROM_AT, FIELDS)
    if start >= 0:
        return refuse_departure(box, state, seat, start, ferry)
    if goal >= 0:
        return FERRY_LEAVES if ferry else refuse_goal(box, state, seat, goal)
    return OTHER_STEP


@rule
def list_focus(box: Box, state: State, seat: int, moves: Ints) -> int:
    """D08: INTO a field that units reach, FROM a field that they can leave. A ferry only leaves."""
    ferry = top(state, TRAVEL_FERRY) == 1
    for i in range(2 * FIELDS):
        moves[i] = 0  # marks: fields to go into, then fields to leave
    look_across(state, seat, ferry)
    start = next_in(state, UNITS_OF + seat, 0)
    while start < FIELDS:
        if not ferry or is_coastal(box, start):
            find_reach(box, state, seat, start, True, ferry)
            field = next_joined(box, state, seat, start, 0)
            while field < FIELDS:
                if moves_between(box, state, seat, start, field, ferry):
                    moves[field] = 0 if ferry else 1
                    moves[FIELDS + start] = 1
                field = next_joined(box, state, seat, start, field + 1)
        start = next_in(state, UNITS_OF + seat, start + 1)
    forget_reach(state)
    state.crossing = 0
    count = 0
    for i in range(2 * FIELDS):
        if int(moves[i]) == 1:
            moves[count] = INTO_AT + i  # FROM follows INTO
            count += 1
    return count


@rule
def run_travel(box: Box, state: State, trace: Trace) -> None:
    """AT: 0 choose the focus, 1 announce it, 2 find what it reaches, 3 move units."""
    at, seat = top(state, AT), top(state, TRAVEL_SEAT)
    if at == 0 and can_travel(box, state, seat, top(state, TRAVEL_FERRY) == 1, owned(state, seat, PATHFINDER)):
        ask(state, 1 << seat)
    elif at == 0:
        leave(state, 0)
    elif at == 1:
        set_top(state, AT, 2)
        nest(state, WINDOW, W_TRAVEL, seat, top(state, TRAVEL_FOCUS), 0)
    elif at == 2:
        set_top(state, AT, 3)
        leaving, ferry = top(state, TRAVEL_LEAVING) == 1, top(state, TRAVEL_FERRY) == 1
        find_reach(box, state, seat, top(state, TRAVEL_FOCUS), leaving, ferry)
    elif steps_left(box, state, seat):
        ask(state, 1 << seat)
    else:
        finish_steps(box, state, seat, trace)


@rule
def answer_focus(state: State, seat: int, action: int) -> None:
    answer(state, seat)
    leaving = action >= FROM_AT
    set_top(state, TRAVEL_FOCUS, action - (FROM_AT if leaving else INTO_AT))
    set_top(state, TRAVEL_LEAVING, 1 if leaving else 0)
    set_top(state, AT, 1)


@rule
def steps_left(box: Box, state: State, seat: int) -> bool:
    return next_other(box, state, seat, 0) < FIELDS


@rule
def next_other(box: Box, state: State, seat: int, field: int) -> int:
    """The first field from this one on between which and the focus units can go; FIELDS where there is none."""
    focus = top(state, TRAVEL_FOCUS)
    field = next_joined(box, state, seat, focus, field)
    while field < FIELDS and refuse_other(box, state, seat, field) != ALLOWED:
        field = next_joined(box, state, seat, focus, field + 1)
    return field


@rule
def refuse_other(box: Box, state: State, seat: int, other: int) -> int:
    """Can units go between the focus and this field?"""
    focus, ferry = top(state, TRAVEL_FOCUS), top(state, TRAVEL_FERRY) == 1
    if not is_joined(box, state, seat, focus, other):
        return OUT_OF_REACH
    if top(state, TRAVEL_LEAVING) == 1:
        return refuse_way(box, state, seat, focus, other, ferry)
    return refuse_way(box, state, seat, other, focus, ferry)


@rule
def refuse_step(box: Box, state: State, seat: int, action: int) -> int:
    """D09: a field, units between it and the focus, another field once one of them has moved, or the end."""
    field, number = number_in(action, FIELD_AT, FIELDS), number_in(action, UNIT_AT, 2 * UNIT_TYPES)
    other, focus = top(state, TRAVEL_OTHER) - 1, top(state, TRAVEL_FOCUS)
    if action == DONE:
        return ALLOWED if top(state, TRAVEL_MOVED) > 0 else MOVE_FIRST
    if field >= 0:
        if field == other:
            return SAME_FIELD
        if other >= 0 and top(state, TRAVEL_SET_OUT) == 0:
            return UNIT_FIRST
        return refuse_other(box, state, seat, field)
    if number < 0:
        return OTHER_STEP
    if other < 0:
        return FIELD_FIRST
    start, goal = (focus, other) if top(state, TRAVEL_LEAVING) == 1 else (other, focus)
    ferry = top(state, TRAVEL_FERRY) == 1
    return refuse_move(box, state, seat, start, goal, number // 2, number % 2 == 1, ferry)


@rule
def list_steps(box: Box, state: State, seat: int, moves: Ints) -> int:
    """D09: units between the focus and the field at hand; another field once one of them has moved, or DONE."""
    count = 0
    if top(state, TRAVEL_MOVED) > 0:
        moves[0] = DONE
        count = 1
    other = top(state, TRAVEL_OTHER) - 1
    if other < 0 or top(state, TRAVEL_SET_OUT) == 1:
        field = next_other(box, state, seat, 0)
        while field < FIELDS:
            if field != other:
                moves[count] = FIELD_AT + field
                count += 1
            field = next_other(box, state, seat, field + 1)
    if other >= 0:
        focus, ferry = top(state, TRAVEL_FOCUS), top(state, TRAVEL_FERRY) == 1
        start, field = (focus, other) if top(state, TRAVEL_LEAVING) == 1 else (other, focus)
        for unit in range(UNIT_TYPES):
            for lies in range(2):
                if refuse_move(box, state, seat, start, field, unit, lies == 1, ferry) == ALLOWED:
                    moves[count] = UNIT_AT + unit * 2 + lies
                    count += 1
    return count


@rule
def answer_step(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    if action == DONE:
        finish_steps(box, state, seat, trace)
        return
    if action < UNIT_AT:
        set_top(state, TRAVEL_OTHER, action - FIELD_AT + 1)
        set_top(state, TRAVEL_SET_OUT, 0)
        return
    unit, prone = (action - UNIT_AT) // 2, (action - UNIT_AT) % 2
    focus, other = top(state, TRAVEL_FOCUS), top(state, TRAVEL_OTHER) - 1
    start, field = (focus, other) if top(state, TRAVEL_LEAVING) == 1 else (other, focus)
    take_unit(state, seat, start, unit, prone == 1)
    for i in range(TRANSIT):
        if int(state.way_unit[i]) == 0:
            state.way_from[i], state.way_to[i] = start, field
            state.way_unit[i], state.way_prone[i] = unit + 1, prone
            break
    set_top(state, TRAVEL_MOVED, top(state, TRAVEL_MOVED) + 1)
    set_top(state, TRAVEL_SET_OUT, 1)
    emit(trace, E_MOVES, seat, 2 * unit + prone, start, field)


@rule
def finish_steps(box: Box, state: State, seat: int, trace: Trace) -> None:
    """R35, R68: a beast that could not be met even with all own buffs is left alone; then the units arrive."""
    field = next_target(state, 0)
    while field < FIELDS:
        beast = int(state.lair[field]) - 1
        if beast >= 0 and not could_meet(box, state, seat, beast, field, under_way(state, field)):
            turn_back(state, seat, field, False, trace)
        field = next_target(state, field + 1)
    for i in range(TRANSIT):
        start = int(state.way_from[i])
        if int(state.way_unit[i]) > 0:
            state.origins[start // 30] = int(state.origins[start // 30]) | 1 << (start % 30)
    forget_reach(state)
    state.crossing = 0
    state.boost[seat, BOOST_SAIL] = 0
    become(state, ARRIVAL)
    set_top(state, AT, 0)


@rule
def turn_back(state: State, seat: int, field: int, prone: bool, trace: Trace) -> None:
    """R30: each unit returns to its own origin; for what finds no place there another field is chosen."""
    left = False
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
            start, unit = int(state.way_from[i]), int(state.way_unit[i]) - 1
            if is_contested(state, seat, start) or points_in(state, seat, start) + worth(unit) > FIELD_POINTS:
                left = True
                continue
            lay = int(state.way_prone[i])
            move_fighter(state, seat, unit, field, start)
            put_unit(state, seat, start, unit, prone or lay == 1)
            clear_way(state, i)
            emit_long(trace, E_TURNS_BACK, seat, 2 * unit + lay, start, field, 1 if prone and lay == 0 else 0, 0, 0)
    if left:
        nest(state, RETREAT, seat, field, STRANDED_PRONE if prone else STRANDED, seat)


@rule
def settle_in(state: State, seat: int, field: int, trace: Trace) -> None:
    """Units on their way to a field stand on it now."""
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
            unit, lies, start = int(state.way_unit[i]) - 1, int(state.way_prone[i]), int(state.way_from[i])
            put_unit(state, seat, field, unit, lies == 1)
            clear_way(state, i)
            emit(trace, E_ARRIVES, seat, 2 * unit + lies, start, field)


# --- Arrival: free fields first, then wars in the attacker's order (D13)


@rule
def run_arrival(box: Box, state: State, trace: Trace) -> None:
    """AT: 0 next field, 1 the War card was played."""
    seat = top(state, ARRIVAL_SEAT)
    if top(state, AT) == 1:
        set_top(state, AT, 0)
        field = top(state, ARRIVAL_FIELD)
        if int(state.result) == 1:
            turn_back(state, seat, field, False, trace)
        elif int(state.lair[field]) > 0:
            nest(state, HUNT, seat, int(state.lair[field]) - 1, field, 0)
        else:
            nest(state, WAR_STEP, seat, field, foreign_units(state, seat, field), 0)
        return
    targets, last = 0, -1
    field = next_target(state, 0)
    while field < FIELDS:
        if not is_contested(state, seat, field):
            gains = controller(state, field) != seat and field != KAMUI
            settle_in(state, seat, field, trace)
            if gains:
                nest(state, CONTROL, seat, field, 0, 0)
            return
        targets += 1
        last = field
        field = next_target(state, field + 1)
    if targets == 0:
        end_travel(box, state, seat)
    elif targets == 1:
        declare(state, seat, last, trace)
    else:
        ask(state, 1 << seat)


@rule
def end_travel(box: Box, state: State, seat: int) -> None:
    """Another Travel follows where a specialty grants it and units can go."""
    more = top(state, ARRIVAL_MORE)
    for word in range(4):
        state.origins[word] = 0
    if more == 0 or not can_travel(box, state, seat, False, owned(state, seat, PATHFINDER)):
        leave(state, 0)
        return
    go_on(state, TRAVELLING)
    set_top(state, TRAVEL_SEAT, seat)
    set_top(state, TRAVEL_FOCUS, -1)
    set_top(state, TRAVEL_MORE, more - 1)


@rule
def declare(state: State, seat: int, field: int, trace: Trace) -> None:
    """A card for the battlefield; a cancelled or meanwhile frozen one leaves the units at their origin."""
    card = war_card(state, seat, field)
    if card < 0:
        turn_back(state, seat, field, False, trace)
        return
    set_top(state, AT, 1)
    set_top(state, ARRIVAL_FIELD, field)
    play_war(state, seat, card)


@rule
def list_battlefields(state: State, moves: Ints) -> int:
    count = 0
    field = next_target(state, 0)
    while field < FIELDS:
        moves[count] = FIELD_AT + field
        count += 1
        field = next_target(state, field + 1)
    return count


@rule
def answer_battlefield(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    declare(state, seat, action - FIELD_AT, trace)
