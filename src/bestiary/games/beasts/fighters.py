"""Tailed Beasts R64, R65: which units are in a war. Attackers are under way to the battlefield, defenders stand there.
Those that were in the battles are listed, so that skulls and what comes after the war find them where they are now; so
are those of a hunt, because others may lie where a beast is won back from its chain."""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import slot_of, unit_at
from bestiary.games.beasts.standing import seat_of, side_of
from bestiary.games.beasts.state import SLOTS, TRANSIT, UNIT_TYPES, Box, State

LOST_ANYWHERE, LOST_IN_WAR, LOST_AFTER = range(3)
"""Which units of a player a loss may hit: all on the map; those in the war; those of its battles, where they stand."""


@rule
def traveller(state: State, seat: int, field: int, unit: int, prone: bool) -> int:
    """The place in the Travel of such a unit of a seat that is under way to the battlefield; −1 for none."""
    if seat == int(state.attacker) and field == int(state.war_field):
        for i in range(TRANSIT):
            goes = int(state.way_unit[i]) == unit + 1 and int(state.way_to[i]) == field
            if goes and (int(state.way_prone[i]) == 1) == prone:
                return i
    return -1


@rule
def stands_at(box: Box, state: State, seat: int, field: int, unit: int, prone: bool) -> bool:
    """Has a seat such a unit in a field, or under way to the battlefield?"""
    slot = slot_of(unit)
    if unit_at(box, field, slot) != unit:
        return False
    held = int(state.prone[seat, field, slot]) if prone else int(state.ready[seat, field, slot])
    return held > 0 or traveller(state, seat, field, unit, prone) >= 0


@rule
def where_lost(state: State, seat: int) -> int:
    """R64: from where a player loses units now."""
    if side_of(state, seat) < 0:
        return LOST_ANYWHERE
    return LOST_AFTER if int(state.cleared) == 1 else LOST_IN_WAR


@rule
def note_fighters(box: Box, state: State) -> None:
    """The battles begin: who is there on either side."""
    field = int(state.war_field)
    for side in range(2):
        count, seat = 0, seat_of(state, side)
        for i in range(TRANSIT):
            if side == 0 and int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
                state.fought_unit[0, count], state.fought_at[0, count] = int(state.way_unit[i]), field
                count += 1
        for slot in range(SLOTS):
            for _ in range(int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot])):
                state.fought_unit[side, count], state.fought_at[side, count] = unit_at(box, field, slot) + 1, field
                count += 1


@rule
def note_hunters(box: Box, state: State) -> None:
    """A hunt begins, or the beast is met: who is ready there by now, or under way, is in it."""
    seat, field = int(state.attacker), int(state.war_field)
    for unit in range(UNIT_TYPES):
        if unit_at(box, field, slot_of(unit)) != unit:
            continue
        for _ in range(fighters(state, seat, unit, field), standing(state, seat, unit, field)):
            place = 0
            while int(state.fought_unit[0, place]) > 0:
                place += 1
            state.fought_unit[0, place], state.fought_at[0, place] = unit + 1, field


@rule
def standing(state: State, seat: int, unit: int, field: int) -> int:
    """Ready units of a type in a field of their kind, or under way to the battlefield."""
    count = int(state.ready[seat, field, slot_of(unit)])
    if seat == int(state.attacker) and field == int(state.war_field):
        for i in range(TRANSIT):
            goes = int(state.way_unit[i]) == unit + 1 and int(state.way_to[i]) == field
            count += 1 if goes and int(state.way_prone[i]) == 0 else 0
    return count


@rule
def fighters(state: State, seat: int, unit: int, field: int) -> int:
    """Units of a type that were in the battles and stand in this field, or are under way to it."""
    side, count = side_of(state, seat), 0
    if side >= 0:
        for i in range(TRANSIT):
            if int(state.fought_unit[side, i]) == unit + 1 and int(state.fought_at[side, i]) == field:
                count += 1
    return count


@rule
def move_fighter(state: State, seat: int, unit: int, start: int, field: int) -> None:
    """One of them goes elsewhere, or off the map (−1). Nothing is noted of others."""
    side = side_of(state, seat)
    if side < 0:
        return
    for i in range(TRANSIT):
        if int(state.fought_unit[side, i]) == unit + 1 and int(state.fought_at[side, i]) == start:
            state.fought_at[side, i] = max(field, 0)
            if field < 0:
                state.fought_unit[side, i] = 0
            return


@rule
def lose_fighter(state: State, seat: int, unit: int, field: int) -> None:
    """A unit of this type is gone from a field: one that came later, if there is one. In a hunt those that lie
    there are no newcomers."""
    left = standing(state, seat, unit, field)
    if int(state.defender) >= 0:
        left += int(state.prone[seat, field, slot_of(unit)])
        for i in range(TRANSIT):
            falls = int(state.way_unit[i]) == unit + 1 and int(state.way_to[i]) == field
            left += 1 if falls and int(state.way_prone[i]) == 1 else 0
    if fighters(state, seat, unit, field) > left:
        move_fighter(state, seat, unit, field, -1)


@rule
def may_lose(box: Box, state: State, seat: int, field: int, unit: int, prone: bool, where: int) -> bool:
    """R64: is such a unit there, and may it be lost? In a hunt a prone one only if it has been in it."""
    if where == LOST_IN_WAR:
        if field != int(state.war_field):
            return False
        fell = fighters(state, seat, unit, field) - standing(state, seat, unit, field)
        if prone and int(state.defender) < 0 and fell <= 0:
            return False
    if where == LOST_AFTER and fighters(state, seat, unit, field) == 0:
        return False
    return stands_at(box, state, seat, field, unit, prone)
