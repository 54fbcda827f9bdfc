"""Tailed Beasts R35, R46, R68: could a beast be met, with all that its hunter could still play before the hunt?"""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import room_in, slot_of, unit_at, worth
from bestiary.games.beasts.cards.language import (
    OP_BSTR, OP_COIN, OP_COINSTEAL, OP_DOWN, OP_DSWAP, OP_PAY, OP_REC, OP_RECU, OP_REP, OP_SCHED, OP_UP, OP_URAISE,
    OP_US, R_A, R_B, R_OP, TRACK_ANY, WHO_ANY, WHO_OPP, WHO_THIRD,
)  # fmt: skip
from bestiary.games.beasts.conditions import effect_of, works_from_hand, worthy_opponents
from bestiary.games.beasts.effects import counted, row_after
from bestiary.games.beasts.hands import hand_size
from bestiary.games.beasts.specialties import counts_double, hunted_strength
from bestiary.games.beasts.standing import is_used, open_war
from bestiary.games.beasts.state import JOUNIN, KAGE, ROWS, SLOTS, STRENGTH, W_WARSTART, Box, State
from bestiary.games.beasts.tracks import spot_of, strength_bonus, track_value
from bestiary.games.beasts.windows import vanguards

MOST_PRICED = 8  # cards with a price that are weighed against each other


@rule
def could_meet(box: Box, state: State, seat: int, beast: int, field: int, units: int) -> bool:
    """R35: units, track, and what could still be played, against the beast as it is now."""
    lead = units + strength_bonus(box, state, seat) - hunted_strength(box, state, seat, beast)
    return lead > 0 or lead + buffs(box, state, seat, field) > 0


@rule
def buffs(box: Box, state: State, seat: int, field: int) -> int:
    """R68: what Vanguards and cards of the hand could bring, at best. It looks as if the hunt had begun. Where the
    purse is too small for all of them, the seat picks what it pays for."""
    open_war(state, field, seat, -1)
    priced = priced_cards(box, state, seat)
    paid, most = priced, 0
    while paid >= 0:
        most = max(most, from_hand(box, state, seat, field, paid))
        paid = (paid - 1) & priced if paid > 0 else -1
    open_war(state, -1, 0, 0)
    return vanguards(state, seat) + most


@rule
def priced_cards(box: Box, state: State, seat: int) -> int:
    """The places in a hand, a bit each, of cards that ask for coins now."""
    mask, count = 0, 0
    for slot in range(hand_size(state, seat)):
        card, asks = int(state.hand[seat, slot]) - 1, False
        for row in range(ROWS):
            if int(box.rows[card, row, R_OP]) == OP_PAY:
                effect = effect_of(box, card, row)
                asks = asks or works_from_hand(box, state, seat, card, effect, row, W_WARSTART, seat)
        if asks and count < MOST_PRICED:
            mask |= 1 << slot
            count += 1
    return mask


@rule
def from_hand(box: Box, state: State, seat: int, field: int, paid: int) -> int:
    """What the cards of a hand bring if of those with a price these are paid: strength, a weaker beast, places on the
    track; where a beast is unchained also units that rise or are recruited beside the others."""
    purse, strength, places, climbs, raised, recruited = int(state.coins[seat]), 0, 0, False, 0, 0
    size, room = hand_size(state, seat), room_in(state, seat, field)
    for place in range(2 * size):  # what brings coins comes before what costs some
        card, coins = int(state.hand[seat, place % size]) - 1, purse if place >= size else 0
        if (paid >> place % size) & 1 != place // size or is_used(state, card):
            continue
        effect, reached, times = -1, -1, 1
        for row in range(ROWS):
            before, effect = effect, effect_of(box, card, row)
            if effect < 0:
                break
            if effect != before:
                works = works_from_hand(box, state, seat, card, effect, row, W_WARSTART, seat)
                reached, times = row if works else -1, 1
            if row != reached:
                continue
            op, a, b = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_A]), int(box.rows[card, row, R_B])
            reached = row_after(box, state, seat, card, row, coins)
            rivals = worthy_opponents(box, state, seat, card, effect, 0)
            if op == OP_PAY and coins >= a:
                times = min(times, coins // a)
                purse -= times * a
                coins -= times * a
            elif op == OP_REP:
                times = counted(box, state, seat, a)
            elif op == OP_SCHED:
                reached = -1
            elif op == OP_COIN or op == OP_COINSTEAL:
                purse += times * (a if op == OP_COIN else min(a, most_coins(state, rivals)))
            elif op == OP_BSTR or op == OP_US:
                strength += times * abs(a)
            elif op == OP_UP or op == OP_DOWN or op == OP_DSWAP:
                gained = places_gained(state, seat, op, a, b, rivals)
                places += times * gained
                climbs = climbs or (op == OP_UP and gained > 0)
            elif op == OP_URAISE:
                raised += times * a
            elif op == OP_REC:
                recruited += times * most_recruits(box, state, seat, field, min(a, room), -1)
            elif op == OP_RECU:
                recruited += times * most_recruits(box, state, seat, field, min(b * worth(a), room), a)
    places += 1 if climbs and counts_double(box, state, seat, STRENGTH) else 0
    goal = max(spot_of(state, STRENGTH, seat) - places, 0)
    strength += int(box.value[STRENGTH, int(state.seats), goal]) - track_value(box, state, STRENGTH, seat)
    if int(state.lair[field]) > 0:
        return strength
    return strength + most_risen(state, seat, field, raised) + min(recruited, room)


@rule
def most_coins(state: State, rivals: int) -> int:
    """Of the richest of these players."""
    most = 0
    for other in range(int(state.seats)):
        most = max(most, int(state.coins[other]) if (rivals >> other) & 1 == 1 else 0)
    return most


@rule
def places_gained(state: State, seat: int, op: int, a: int, b: int, rivals: int) -> int:
    """How far an operation leads up the strength track: by itself, past another who goes down, by a swap."""
    if op == OP_UP:
        return b if a == STRENGTH or a == TRACK_ANY else 0
    own, most = spot_of(state, STRENGTH, seat), 0
    for other in range(int(state.seats)):
        ahead, rival = own - spot_of(state, STRENGTH, other), (rivals >> other) & 1 == 1
        if op == OP_DSWAP and rival and (a == STRENGTH or a == TRACK_ANY):
            most = max(most, ahead)
        elif op == OP_DOWN and b == STRENGTH and (a == WHO_ANY or a == WHO_THIRD or (a == WHO_OPP and rival)):
            most = max(most, min(ahead, 1))
    return most


@rule
def most_risen(state: State, seat: int, field: int, count: int) -> int:
    """Strength of so many prone units of a field, the strongest first."""
    total = 0
    for i in range(SLOTS):
        slot = SLOTS - 1 - i
        rise = min(count, int(state.prone[seat, field, slot]))
        total += rise * (slot + 1)
        count -= rise
    return total


@rule
def most_recruits(box: Box, state: State, seat: int, field: int, points: int, only: int) -> int:
    """The most strength that so many points bring into a field: of one type, or of any (−1)."""
    least, most = unit_at(box, field, 0), 0
    cheap = int(state.supply[seat, least]) if only < 0 or only == least else 0
    captains = in_supply(box, state, seat, field, JOUNIN, only)
    for elders in range(min(in_supply(box, state, seat, field, KAGE, only), points // worth(KAGE)) + 1):
        left = points - elders * worth(KAGE)
        for others in range(min(captains, left // worth(JOUNIN)) + 1):
            rest = left - others * worth(JOUNIN)
            most = max(most, points - rest + min(rest, cheap))
    return most


@rule
def in_supply(box: Box, state: State, seat: int, field: int, unit: int, only: int) -> int:
    """Units of a type that could go to a field."""
    fits = unit_at(box, field, slot_of(unit)) == unit and (only < 0 or only == unit)
    return int(state.supply[seat, unit]) if fits else 0
