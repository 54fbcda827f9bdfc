"""Tooth & Claw: what must hold after every action."""

from __future__ import annotations

from bestiary.engine.bits import count_bits
from bestiary.engine.frames import step
from bestiary.engine.rule import rule
from bestiary.games.claw.board import formation_of, hand_size, worth_of
from bestiary.games.claw.state import (
    ADVANCE, ALL_CARDS, BACKS, BATTLES, CARDS, CARDS_KEPT, CARDS_TAKEN, CLOSED_UP, COLUMNS, FRONT, HAND_SIZE, PLACES,
    POINTS_TRUE, ROUNDS, SEATS, SPACES, TYPES_DIFFER, Box, State,
)  # fmt: skip


@rule
def check(box: Box, state: State) -> int:
    """0, or the number of the law of nature that the position breaks."""
    if int(state.kind[0]) == int(state.kind[1]) and int(state.kind[0]) > 0:
        return TYPES_DIFFER
    placing = int(state.depth) > 0 and step(state) in (FRONT, BACKS)
    for seat in range(SEATS):
        total = int(state.deck[seat]) + int(state.hand[seat]) + int(state.used[seat])
        seen = int(state.deck[seat]) | int(state.hand[seat]) | int(state.used[seat])
        for place in range(PLACES):
            card = int(state.place[seat * PLACES + place]) - 1
            if (card >= 0) != ((int(state.lying[seat]) >> place) & 1 == 1):
                return CARDS_KEPT
            if card >= 0:
                total += 1 << card
                seen |= 1 << card
        if total != ALL_CARDS or seen != ALL_CARDS:
            return CARDS_KEPT
        if int(state.shown[seat]) & ~int(state.lying[seat]) != 0:
            return CARDS_KEPT
        if count_bits(int(state.hand[seat])) != hand_size(state, seat):
            return HAND_SIZE
        points = 0
        for owner in range(SEATS):
            for card in range(CARDS):
                if (int(state.taken[seat, owner]) >> card) & 1 == 1:
                    points += worth_of(card)
        if int(state.depth) > 0 and points != int(state.points[seat, int(state.round_number)]):
            return POINTS_TRUE
        if not placing and int(state.depth) > 0 and step(state) != ADVANCE and not is_closed_up(box, state, seat):
            return CLOSED_UP
    return 0 if tricks_true(state) else CARDS_TAKEN


@rule
def tricks_true(state: State) -> bool:
    """Each owner has lost a card to somebody in every battle of this round; all cards of earlier rounds are used."""
    if int(state.depth) == 0:
        return count_bits(int(state.used[0])) == count_bits(int(state.used[1])) == ROUNDS * BATTLES
    fought = int(state.battle) + (1 if step(state) == ADVANCE else 0)
    for owner in range(SEATS):
        taken = int(state.taken[0, owner]) | int(state.taken[1, owner])
        if int(state.taken[0, owner]) & int(state.taken[1, owner]) != 0 or count_bits(taken) != fought:
            return False
        if taken & ~int(state.used[owner]) != 0:
            return False
        if count_bits(int(state.used[owner])) != BATTLES * int(state.round_number) + fought:
            return False
    return True


@rule
def is_closed_up(box: Box, state: State, seat: int) -> bool:
    """No card stands behind an empty space."""
    if int(state.lying[seat]) == 0:
        return True
    formation = formation_of(state, seat)
    lying, blank = int(state.lying[seat]), int(box.blank[formation])
    for column in range(COLUMNS):
        gap = False
        for space in range(column, SPACES, COLUMNS):
            if (blank >> space) & 1 == 1:
                if (lying >> space) & 1 == 1:
                    return False
            elif (lying >> space) & 1 == 0:
                gap = True
            elif gap:
                return False
    return True
