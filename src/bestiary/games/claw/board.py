"""Tooth & Claw: what the cards are worth, and what lies where."""

from __future__ import annotations

from bestiary.engine.bits import count_bits
from bestiary.engine.frames import step
from bestiary.engine.rule import rule
from bestiary.games.claw.state import (
    ALL_CARDS, CARDS, CHOICES, FORMATION, HAND, PLACES, RANKS, ROUNDS, SEATS, SECOND, TYPE, Box, State,
)  # fmt: skip


@rule
def rank_of(card: int) -> int:
    """0 to 9, and 12."""
    place = card % RANKS
    return place + 2 if place == RANKS - 1 else place


@rule
def worth_of(card: int) -> int:
    """Achievements: 0 for rank 0, 1 for 1–4, 2 for 5–7, 3 for 8, 9 and 12."""
    place = card % RANKS
    return (1 if place > 0 else 0) + (1 if place > 4 else 0) + (1 if place > 7 else 0)


@rule
def first_of_round(state: State) -> int:
    """Who has the First Player card: it changes hands after each round."""
    return (int(state.first) + int(state.round_number)) % SEATS


@rule
def first_formation(state: State, seat: int) -> int:
    """The first of this round's two formation cards."""
    return ((int(state.kind[seat]) - 1) * ROUNDS + int(state.round_number)) * CHOICES


@rule
def formation_of(state: State, seat: int) -> int:
    """The formation card of this round."""
    return int(state.formation[seat * ROUNDS + int(state.round_number)]) - 1


@rule
def lay_card(state: State, seat: int, space: int, card: int) -> None:
    state.place[seat * PLACES + space] = card + 1
    state.lying[seat] = int(state.lying[seat]) | 1 << space


@rule
def lift_card(state: State, seat: int, space: int) -> int:
    card = int(state.place[seat * PLACES + space]) - 1
    state.place[seat * PLACES + space] = 0
    state.lying[seat] = int(state.lying[seat]) & ~(1 << space)
    state.shown[seat] = int(state.shown[seat]) & ~(1 << space)
    return card


@rule
def pair_cards(box: Box, state: State, seat: int) -> int:
    """The two cards of a "2 Cards" space, as a set."""
    base = seat * PLACES
    one, other = int(state.place[base + int(box.pair[formation_of(state, seat)])]), int(state.place[base + SECOND])
    return 1 << (one - 1) | 1 << (other - 1)


@rule
def deck_size(state: State) -> int:
    """A fact that all know: 22, 14 and 7 cards at the start of the rounds."""
    now = step(state)
    if now < 0:
        return 0
    if now == TYPE:
        return CARDS
    return CARDS - HAND - HAND * int(state.round_number) - (0 if now == FORMATION else 1)


@rule
def hand_size(state: State, seat: int) -> int:
    return CARDS - deck_size(state) - count_bits(int(state.used[seat])) - count_bits(int(state.lying[seat]))


@rule
def unseen_cards(state: State, owner: int) -> int:
    """Cards of an owner that have neither fought nor lie face up."""
    unseen = ALL_CARDS & ~int(state.used[owner])
    for place in range(PLACES):
        if (int(state.shown[owner]) >> place) & 1 == 1:
            unseen &= ~(1 << (int(state.place[owner * PLACES + place]) - 1))
    return unseen
