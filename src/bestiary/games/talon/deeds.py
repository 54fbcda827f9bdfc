"""Tooth & Talon: card actions. What the active card may do, to whom, and what happens."""

from __future__ import annotations

from bestiary.engine.bits import first_bit
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit_long
from bestiary.games.talon.gamble import is_gone, is_in
from bestiary.games.talon.state import (
    ACTIVE, COLLECTION, DEED, DISCARDS, EVERYWHERE, FIRST_SEAT, KINDS, NOBODY_THERE, NOT_IN_PILE, NOT_THERE,
    NO_SUCH_DEED, OWN_CARD, PILE, PILE_ALL, PILE_ONE, PLACES, RIVAL_ALL, RIVAL_ONE, SET_ASIDE, TAKE, TAKES, TEAM_MATE,
    WHOLE_PILE, ZONES, Box, State,
)  # fmt: skip


@rule
def find_reach(box: Box, active: int, verb: int, prey: int) -> int:
    """How far the active animal's deed reaches; 0 when it has no such deed."""
    for slot in range(int(box.deed_count[active])):
        if int(box.deeds[active, slot, 0]) == verb and int(box.deeds[active, slot, 1]) == prey:
            return int(box.deeds[active, slot, 2])
    return 0


@rule
def victim_refusal(state: State, seat: int, victim: int) -> int:
    """Whose cards may be a target: an opponent's (R7), still in the round (R9)."""
    if victim >= int(state.seats) or is_gone(state, victim):
        return NOBODY_THERE
    if victim == seat:
        return OWN_CARD
    if int(state.team[victim]) == int(state.team[seat]):
        return TEAM_MATE
    return 0 if is_in(state, victim) else SET_ASIDE


@rule
def rivals_of(state: State, seat: int) -> int:
    """The seats that `victim_refusal` lets through, as a set."""
    rivals = 0
    for other in range(int(state.seats)):
        rivals |= (1 if int(state.team[other]) != int(state.team[seat]) else 0) << other
    return rivals & ~(int(state.folded) | int(state.gone))


@rule
def owners_of(state: State, prey: int) -> int:
    """The seats with such a card in their collection, as a set."""
    owners = 0
    for seat in range(int(state.seats)):
        owners |= (1 if int(state.collection[seat, prey]) > 0 else 0) << seat
    return owners


@rule
def users_of(state: State, prey: int) -> int:
    """The seats with such an active card, as a set."""
    users = 0
    for seat in range(int(state.seats)):
        users |= (1 if int(state.active[seat]) == prey + 1 else 0) << seat
    return users


@rule
def lies_there(state: State, victim: int, zone: int, prey: int) -> bool:
    """Is there such a face-up card? R1: active card and collection are two targets; R2: "all" means both."""
    if zone != COLLECTION and int(state.active[victim]) == prey + 1:
        return True
    return zone != ACTIVE and int(state.collection[victim, prey]) > 0


@rule
def deed_refusal(box: Box, state: State, seat: int, verb: int, prey: int, place: int) -> int:
    """The clause that forbids a deed of the active card, or 0."""
    active = int(state.active[seat]) - 1
    reach = find_reach(box, active, verb, prey)
    if place < FIRST_SEAT:
        if reach & (PILE_ALL if place == WHOLE_PILE else PILE_ONE) == 0:
            return NO_SUCH_DEED
        return 0 if int(state.pile[prey]) > 0 else NOT_IN_PILE
    victim = (place - FIRST_SEAT) // ZONES
    zone = (place - FIRST_SEAT) % ZONES
    if reach & (RIVAL_ALL if zone == EVERYWHERE else RIVAL_ONE) == 0:
        return NO_SUCH_DEED
    clause = victim_refusal(state, seat, victim)
    if clause != 0:
        return clause
    return 0 if lies_there(state, victim, zone, prey) else NOT_THERE


@rule
def legal_deeds(box: Box, state: State, seat: int, moves: Ints) -> int:
    """Writes the deeds that have a target (R3), in rising order."""
    count = 0
    active, rivals = int(state.active[seat]) - 1, rivals_of(state, seat)
    for slot in range(int(box.deed_count[active])):
        prey = int(box.deeds[active, slot, 1])
        reach = int(box.deeds[active, slot, 2])
        first = DEED + (int(box.deeds[active, slot, 0]) * KINDS + prey) * PLACES
        if int(state.pile[prey]) > 0:
            if reach & PILE_ONE != 0:
                moves[count] = first + PILE
                count += 1
            if reach & PILE_ALL != 0:
                moves[count] = first + WHOLE_PILE
                count += 1
        if reach & (RIVAL_ONE | RIVAL_ALL) != 0:
            lies, acts = owners_of(state, prey) & rivals, users_of(state, prey) & rivals
            victims = lies | acts
            while victims != 0:
                victim = first_bit(victims)
                victims &= victims - 1
                at = first + FIRST_SEAT + victim * ZONES
                if reach & RIVAL_ONE != 0:
                    moves[count] = at + COLLECTION  # without a branch: where it lies cannot be predicted
                    count += (lies >> victim) & 1
                    moves[count] = at + ACTIVE
                    count += (acts >> victim) & 1
                if reach & RIVAL_ALL != 0:
                    moves[count] = at + EVERYWHERE
                    count += 1
    return count


@rule
def has_deed(box: Box, state: State, seat: int) -> bool:
    """R3, R14: does the active card have any target?"""
    active, rivals = int(state.active[seat]) - 1, rivals_of(state, seat)
    for slot in range(int(box.deed_count[active])):
        prey = int(box.deeds[active, slot, 1])
        reach = int(box.deeds[active, slot, 2])
        if reach & (PILE_ONE | PILE_ALL) != 0 and int(state.pile[prey]) > 0:
            return True
        if reach & (RIVAL_ONE | RIVAL_ALL) != 0 and (owners_of(state, prey) | users_of(state, prey)) & rivals != 0:
            return True
    return False


@rule
def do_deed(state: State, seat: int, verb: int, prey: int, place: int, trace: Trace) -> None:
    """Taken cards go to the taker's collection, discarded ones to the pile. "All" of a rival's cards are those of the
    collection, then the active one (R2)."""
    if place < FIRST_SEAT:
        count = int(state.pile[prey]) if place == WHOLE_PILE else 1
        state.pile[prey] -= count
        carry_off(state, seat, verb, prey, PILE, count, trace)
        return
    victim = (place - FIRST_SEAT) // ZONES
    zone = (place - FIRST_SEAT) % ZONES
    if zone != ACTIVE:
        count = int(state.collection[victim, prey]) if zone == EVERYWHERE else 1
        state.collection[victim, prey] -= count
        carry_off(state, seat, verb, prey, FIRST_SEAT + victim * ZONES + COLLECTION, count, trace)
    if zone != COLLECTION and int(state.active[victim]) == prey + 1:
        state.active[victim] = 0
        carry_off(state, seat, verb, prey, FIRST_SEAT + victim * ZONES + ACTIVE, 1, trace)


@rule
def carry_off(state: State, seat: int, verb: int, prey: int, place: int, count: int, trace: Trace) -> None:
    """Cards that a deed has lifted from a place go to where it brings them."""
    if count == 0:
        return
    tool = int(state.active[seat]) - 1
    if verb == TAKE:
        state.collection[seat, prey] += count
        emit_long(trace, TAKES, seat, prey, place, count, tool, 0, 0)
    else:
        state.pile[prey] += count
        emit_long(trace, DISCARDS, seat, prey, place, count, tool, 0, 0)
