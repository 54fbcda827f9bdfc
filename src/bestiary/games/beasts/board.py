"""Tailed Beasts §3, §4: fields, units, borders, who controls what."""

from __future__ import annotations

from bestiary.engine.bits import first_bit
from bestiary.engine.rule import rule
from bestiary.games.beasts.clauses import (
    ALLOWED, BEAST_THERE, FIELD_FULL, FOREIGN_MARKER, FOREIGN_UNITS, HOLLOW_CLOSED, NO_SUCH_UNIT, WRONG_KIND_OF_FIELD,
)  # fmt: skip
from bestiary.games.beasts.state import (
    AKATSUKI, BEASTS, BOAT, COAST, FIELDS, FIELD_POINTS, IN_BOX, JOUNIN, KAGE, KAMUI, MOUNTAIN, NEAR, OPEN, REACH,
    RIVER, SLOTS, TRANSIT, UNITS_OF, UNIT_TYPES, WATER, WITH_PLAYER, Box, State,
)  # fmt: skip

# --- Sets of fields


@rule
def is_in(state: State, area: int, field: int) -> bool:
    return (int(state.areas[area, field // 30]) >> (field % 30)) & 1 == 1


@rule
def add_to(state: State, area: int, field: int) -> None:
    state.areas[area, field // 30] = int(state.areas[area, field // 30]) | 1 << (field % 30)


@rule
def drop_from(state: State, area: int, field: int) -> None:
    state.areas[area, field // 30] = int(state.areas[area, field // 30]) & ~(1 << (field % 30))


@rule
def next_in(state: State, area: int, field: int) -> int:
    """The first field of a set from this one on; FIELDS where there is none."""
    word = field // 30
    mask = int(state.areas[area, word]) >> (field % 30) << (field % 30)
    while mask == 0 and word < 3:
        word += 1
        mask = int(state.areas[area, word])
    return 30 * word + first_bit(mask) if mask != 0 else FIELDS


# --- Units


@rule
def slot_of(unit: int) -> int:
    """Where a type of unit stands in a field: boats are alone on water."""
    return 0 if unit == BOAT else unit - 1


@rule
def unit_at(box: Box, field: int, slot: int) -> int:
    """The type of unit that a slot of this field is for."""
    return BOAT if int(box.kind[field]) == WATER else slot + 1


@rule
def worth(unit: int) -> int:
    """R13: points and strength are the same number."""
    return max(unit, 1)


@rule
def unit_count(unit: int) -> int:
    """How many of a type each player has."""
    return 10 if unit < JOUNIN else (7 if unit == JOUNIN else 4)


@rule
def is_on_map(state: State, seat: int, unit: int) -> bool:
    """Does the player have units of this type on the map, or on their way?"""
    return int(state.supply[seat, unit]) + int(state.trashed[seat, unit]) < unit_count(unit)


@rule
def points_in(state: State, seat: int, field: int) -> int:
    total = 0
    for slot in range(SLOTS):
        total += (slot + 1) * (int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot]))
    return total


@rule
def has_units_in(state: State, seat: int, field: int) -> bool:
    """Ready or prone."""
    return is_in(state, UNITS_OF + seat, field)


@rule
def ready_in(state: State, seat: int, field: int) -> int:
    total = 0
    for slot in range(SLOTS):
        total += (slot + 1) * int(state.ready[seat, field, slot])
    return total


@rule
def room_in(state: State, seat: int, field: int) -> int:
    """Points that still fit; what is under way there counts."""
    room = FIELD_POINTS - points_in(state, seat, field)
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
            room -= worth(int(state.way_unit[i]) - 1)
    return room


@rule
def under_way(state: State, field: int) -> int:
    """Strength of the ready units on their way to a field."""
    total = 0
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field and int(state.way_prone[i]) == 0:
            total += worth(int(state.way_unit[i]) - 1)
    return total


@rule
def next_target(state: State, field: int) -> int:
    """The first field from this one on that units are on their way to; FIELDS where there is none."""
    nearest = FIELDS
    for i in range(TRANSIT):
        goal = int(state.way_to[i])
        if int(state.way_unit[i]) > 0 and field <= goal < nearest:
            nearest = goal
    return nearest


@rule
def is_target(state: State, field: int) -> bool:
    """Are units on their way to a field?"""
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
            return True
    return False


@rule
def is_origin(state: State, field: int) -> bool:
    """Did units that are under way come from a field?"""
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_from[i]) == field:
            return True
    return False


@rule
def clear_way(state: State, i: int) -> None:
    """A unit is under way no more."""
    state.way_unit[i] = 0
    state.way_from[i] = 0
    state.way_to[i] = 0
    state.way_prone[i] = 0


@rule
def came_from(state: State, field: int) -> bool:
    """R75: did units of the present Travel come from a field, whatever has become of them?"""
    return (int(state.origins[field // 30]) >> (field % 30)) & 1 == 1


@rule
def put_unit(state: State, seat: int, field: int, unit: int, prone: bool) -> None:
    slot = slot_of(unit)
    add_to(state, UNITS_OF + seat, field)
    if prone:
        state.prone[seat, field, slot] = int(state.prone[seat, field, slot]) + 1
    else:
        state.ready[seat, field, slot] = int(state.ready[seat, field, slot]) + 1


@rule
def take_unit(state: State, seat: int, field: int, unit: int, prone: bool) -> None:
    slot = slot_of(unit)
    if prone:
        state.prone[seat, field, slot] = int(state.prone[seat, field, slot]) - 1
    else:
        state.ready[seat, field, slot] = int(state.ready[seat, field, slot]) - 1
    if points_in(state, seat, field) == 0:
        drop_from(state, UNITS_OF + seat, field)


@rule
def raise_units(state: State, seat: int, field: int) -> None:
    """Prone units of a field are ready again."""
    for slot in range(SLOTS):
        risen = int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot])
        state.ready[seat, field, slot] = risen
        state.prone[seat, field, slot] = 0


@rule
def send_home(state: State, seat: int, unit: int) -> None:
    """A discarded unit goes back to its owner's supply."""
    state.supply[seat, unit] = int(state.supply[seat, unit]) + 1


@rule
def has_units(state: State, seat: int) -> bool:
    """Anywhere on the map."""
    for unit in range(UNIT_TYPES):
        if is_on_map(state, seat, unit):
            return True
    return False


@rule
def has_kind(box: Box, state: State, seat: int, boats: bool) -> bool:
    """Boats, or shinobi, on the map?"""
    if boats:
        return is_on_map(state, seat, BOAT)
    for unit in range(1, KAGE + 1):
        if is_on_map(state, seat, unit):
            return True
    return False


# --- Fields


@rule
def foreign_units(state: State, seat: int, field: int) -> int:
    """Another seat whose units stand there; −1 for none."""
    for other in range(int(state.seats)):
        if other != seat and has_units_in(state, other, field):
            return other
    return -1


@rule
def controller(state: State, field: int) -> int:
    """Who controls a field: by units, or by a marker; −1 for nobody."""
    for seat in range(int(state.seats)):
        if has_units_in(state, seat, field):
            return seat
    return int(state.marker[field]) - 1


@rule
def refuse_ground(box: Box, field: int, unit: int) -> int:
    """Boats are on water, the others on land; nobody but travellers enters the Hollow Dimension (R53)."""
    if field == KAMUI:
        return HOLLOW_CLOSED
    return WRONG_KIND_OF_FIELD if (int(box.kind[field]) == WATER) != (unit == BOAT) else ALLOWED


@rule
def refuse_place_for(box: Box, state: State, seat: int, field: int, unit: int) -> int:
    """R28, an available field: right kind, no beast, no foreign units or marker, room."""
    clause = refuse_ground(box, field, unit)
    if clause != ALLOWED:
        return clause
    if int(state.lair[field]) > 0:
        return BEAST_THERE
    if foreign_units(state, seat, field) >= 0:
        return FOREIGN_UNITS
    owner = int(state.marker[field]) - 1
    if owner >= 0 and owner != seat:
        return FOREIGN_MARKER
    return ALLOWED if room_in(state, seat, field) >= worth(unit) else FIELD_FULL


@rule
def refuse_unit(box: Box, state: State, seat: int, field: int, unit: int, prone: bool) -> int:
    """Does a unit of this type, standing or lying, belong to a seat there?"""
    if (int(box.kind[field]) == WATER) != (unit == BOAT):
        return NO_SUCH_UNIT
    slot = slot_of(unit)
    held = int(state.prone[seat, field, slot]) if prone else int(state.ready[seat, field, slot])
    return ALLOWED if held > 0 else NO_SUCH_UNIT


@rule
def crosses(state: State, border: int) -> bool:
    """Can shinobi walk over this border?"""
    return border == OPEN or (int(state.crossing) > 0 and border in (MOUNTAIN, RIVER))


@rule
def borders_on(box: Box, one: int, other: int) -> int:
    """The kind of border between two fields; −1 where they have none."""
    for i in range(NEAR):
        if int(box.near[one, i]) == other:
            return int(box.border[one, i])
    return -1


@rule
def is_home(box: Box, state: State, seat: int, field: int) -> bool:
    """One's Capital; any Base for the Akatsuki."""
    if is_akatsuki(state, seat):
        return int(box.hideout[field]) > 0
    return int(box.capital[field]) == int(state.clan[seat]) + 1


@rule
def is_coastal(box: Box, field: int) -> bool:
    """A land beside water."""
    if int(box.kind[field]) == WATER:
        return False
    for i in range(NEAR):
        if int(box.near[field, i]) >= 0 and int(box.border[field, i]) == COAST:
            return True
    return False


# --- What is in reach: only what is under way keeps it in the record


@rule
def in_reach(state: State, field: int) -> bool:
    return is_in(state, REACH, field)


@rule
def add_reach(state: State, field: int) -> None:
    add_to(state, REACH, field)


@rule
def drop_reach(state: State, field: int) -> None:
    drop_from(state, REACH, field)


@rule
def next_in_reach(state: State, field: int) -> int:
    return next_in(state, REACH, field)


@rule
def forget_reach(state: State) -> None:
    for word in range(4):
        state.areas[REACH, word] = 0


# --- Beasts


@rule
def strength_of(beast: int) -> int:
    """Two of each strength from 1 to 10."""
    return beast % 10 + 1


@rule
def put_beast(state: State, beast: int, field: int) -> None:
    state.beast_at[beast] = field
    state.lair[field] = beast + 1


@rule
def lift_beast(state: State, beast: int) -> None:
    """Off the map, if it was there."""
    at = int(state.beast_at[beast])
    if 0 <= at < FIELDS:
        state.lair[at] = 0
    state.beast_at[beast] = IN_BOX


@rule
def owns_beast(state: State, seat: int, beast: int) -> bool:
    return int(state.beast_at[beast]) == WITH_PLAYER + seat


@rule
def captured(state: State, seat: int) -> int:
    """§11: unchained beasts; strength 10 counts two."""
    total = 0
    for beast in range(BEASTS):
        if owns_beast(state, seat, beast) and int(state.chained[beast]) == 0:
            total += 2 if strength_of(beast) == 10 else 1
    return total


@rule
def captured_strength(state: State, seat: int) -> int:
    total = 0
    for beast in range(BEASTS):
        if owns_beast(state, seat, beast) and int(state.chained[beast]) == 0:
            total += strength_of(beast)
    return total


@rule
def is_akatsuki(state: State, seat: int) -> bool:
    return int(state.clan[seat]) == AKATSUKI
