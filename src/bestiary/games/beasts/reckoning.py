"""Tailed Beasts: what a war or a hunt is worth, as far as a seat can tell. Chances are parts of a hundred."""

from __future__ import annotations

from typing import Final

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import captured, owns_beast, ready_in
from bestiary.games.beasts.specialties import war_strength
from bestiary.games.beasts.state import BEASTS, MAX_HAND, STYLES, Box, State
from bestiary.games.beasts.tracks import is_ahead, strength_bonus
from bestiary.games.beasts.wars import unit_strength
from bestiary.games.beasts.windows import vanguards

BEAST: Final = 400  # what a beast is worth that is sure to come
SPOILS: Final = 600  # one that another player hands over: those that roam can still be hunted later
EVEN: Final = 52  # the chance of an attacker
POINT: Final = 16  # more for whoever has the battle point for unit strength, and less for the other
TIES: Final = 20  # the same for whoever wins ties
USUAL_CARD: Final = 52  # four times the worth in a battle of a card that clans usually hold
BEST_CARDS: Final = 3  # that decide a war
DIE: Final = 12


@rule
def battle_worth(box: Box, card: int) -> int:
    """Four times what a card is worth in a battle: its best style counts 3, the middle one 5, the least 4."""
    low, high, total = 99, 0, 0
    for style in range(STYLES):
        value = int(box.style[card, style])
        low, high, total = min(low, value), max(high, value), total + value
    return 3 * high + 5 * (total - low - high) + 4 * low


@rule
def hand_worth(box: Box, state: State, seat: int) -> int:
    """By how much the best cards of an own hand are better than usual ones, together."""
    first, second, third = 0, 0, 0
    for slot in range(MAX_HAND):
        card = int(state.hand[seat, slot]) - 1
        if card < 0:
            break
        worth = battle_worth(box, card)
        if worth > first:
            first, second, third = worth, first, second
        elif worth > second:
            second, third = worth, second
        else:
            third = max(third, worth)
    return first + second + max(third, USUAL_CARD) - BEST_CARDS * USUAL_CARD  # a hand that runs out is filled up


@rule
def is_stronger(box: Box, state: State, attacker: int, defender: int, might: int, against: int) -> bool:
    """Would an attacker with so much strength get the battle point?"""
    mine = might + strength_bonus(box, state, attacker) + war_strength(box, state, attacker, True)
    theirs = against + strength_bonus(box, state, defender) + war_strength(box, state, defender, False)
    return mine > theirs or (mine == theirs and is_ahead(state, attacker, defender))


@rule
def war_chance(box: Box, state: State, seat: int, other: int, field: int, might: int) -> int:
    """Of winning a war for another player's field with units of this strength, Vanguards played."""
    ahead = is_stronger(box, state, seat, other, might + vanguards(state, seat), ready_in(state, other, field))
    chance = EVEN + (POINT if ahead else -POINT) + (TIES if is_ahead(state, seat, other) else -TIES)
    return min(max(chance + hand_worth(box, state, seat) // 2, 10), 90)


@rule
def beasts_of(state: State, seat: int) -> int:
    """Beasts that a player could hand over."""
    count = 0
    for beast in range(BEASTS):
        count += 1 if owns_beast(state, seat, beast) else 0
    return count


@rule
def booty(state: State, seat: int, other: int) -> int:
    """What a war won against a player is worth: one beast more, and one less for a rival, the more so if it leads."""
    if beasts_of(state, other) == 0:
        return 0
    rivals = int(state.seats) - 1
    ahead = captured(state, other) > captured(state, seat)
    return SPOILS + BEAST // rivals + (BEAST // 4 if ahead and rivals > 1 else 0)


@rule
def hunt_chance(box: Box, state: State, seat: int, strength: int) -> int:
    """Of capturing a beast of this strength with the whole own hand."""
    least = 99
    for style in range(STYLES):
        total = 0
        for slot in range(MAX_HAND):
            card = int(state.hand[seat, slot]) - 1
            if card < 0:
                break
            total += int(box.style[card, style]) + int(box.heads[card])
        least = min(least, total)
    return 100 * min(max(least - strength - 1, 0), DIE) // DIE


@rule
def lead(box: Box, state: State, seat: int) -> int:
    """By how much a seat's side of the present war is ahead in unit strength, before further reactions."""
    attacker, defender = int(state.attacker), int(state.defender)
    gap = unit_strength(box, state, 0) - unit_strength(box, state, 1)
    gap = 2 * gap + (1 if is_ahead(state, attacker, defender) else -1)
    return gap if seat == attacker else -gap
