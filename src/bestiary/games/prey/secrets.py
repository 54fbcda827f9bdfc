"""Predator & Prey: who may know what. Hands are their owners'; a hand set aside is nobody's while the game lasts."""

from __future__ import annotations

from typing import Final

import numpy as np

from bestiary.engine.bits import count_bits
from bestiary.engine.chance import SPAN, blank_chance, fresh_chance, quick, quick_word
from bestiary.engine.frames import waiting
from bestiary.engine.game import Feature, Parts
from bestiary.engine.rule import Floats, Longs, Shares, rule
from bestiary.games.prey.rules import FULL_SUIT, hand_size, lead_suit
from bestiary.games.prey.state import (
    CARDS, DICE, FACES, GOAL_POINTS, HAND, RANKS, SEATS, SUITS, TRICKS, TURN_ROUND, Box, State, sees_aside,
)  # fmt: skip


@rule
def hide(state: State, seat: int) -> None:
    """Blanks randomness, all other hands and, unless the game is over, the hand set aside."""
    blank_chance(state.chance)
    for suit in range(SUITS):
        if not sees_aside(state, seat, suit):
            state.aside[suit] = 0
        for other in range(SEATS):
            if other != seat:
                state.hand[other, suit] = 0


# --- One possible truth: the unseen cards dealt to the places where they can be


@rule
def hidden_size(state: State, seat: int, place: int) -> int:
    """How many unseen cards a place holds: the hands of other seats; with three players the fourth place is aside."""
    if place == seat:
        return 0
    if place >= int(state.seats):
        return HAND
    return hand_size(state, place)


@rule
def takes_suit(state: State, place: int, suit: int) -> bool:
    """Can an unseen card of this suit lie there? Not where its lack has been shown."""
    return place >= int(state.seats) or (int(state.void[place]) >> suit) & 1 == 0


@rule
def unseen_cards(state: State, seat: int, suit: int) -> int:
    unseen = FULL_SUIT & ~int(state.played[suit])
    return unseen & ~int(state.hand[seat, suit]) if seat >= 0 else unseen


@rule
def is_bound(state: State, seat: int, suit: int) -> bool:
    """Does a shown void keep cards of this suit from a place that has room?"""
    for place in range(SEATS):
        if hidden_size(state, seat, place) > 0 and not takes_suit(state, place, suit):
            return True
    return False


@rule
def binomial(n: int, k: int) -> float:
    result = 1.0
    for i in range(min(k, n - k)):
        result = result * (n - i) / (i + 1)
    return result


BASE: Final = HAND + 1
ROOMS: Final = BASE * BASE * BASE  # room left at places 0, 1, 2; what is left at the fourth follows


@rule
def deals_to(room: Longs) -> float:
    """In how many ways cards that may go anywhere fill this room."""
    total, result = 0, 1.0
    for place in range(SEATS):
        total += int(room[place])
        result *= binomial(total, int(room[place]))
    return result


@rule
def most_at(state: State, place: int, suit: int, cards: int, room: int) -> int:
    """How many of a suit's cards a place can take."""
    return min(cards, room) if takes_suit(state, place, suit) else 0


@rule
def count_deals(state: State, suit: int, cards: int, room: Longs, rest: Shares, stop: Shares, split: Longs) -> float:
    """Goes through all splits of a suit's cards over the room. With stop[0] < 0 it marks in `rest` what room they
    leave; else it adds up deals, `rest` saying how many each room left has, and stops once the sum passes stop[0],
    with the split that did it."""
    total = 0.0
    target = stop[0]
    for a in range(most_at(state, 0, suit, cards, int(room[0])) + 1):
        for b in range(most_at(state, 1, suit, cards - a, int(room[1])) + 1):
            for c in range(most_at(state, 2, suit, cards - a - b, int(room[2])) + 1):
                d = cards - a - b - c
                if d > most_at(state, 3, suit, d, int(room[3])):
                    continue
                at = ((int(room[0]) - a) * BASE + int(room[1]) - b) * BASE + int(room[2]) - c
                if target < 0:
                    rest[at] = 1.0
                    continue
                ways = binomial(cards, a) * binomial(cards - a, b) * binomial(cards - a - b, c) * rest[at]
                total += ways
                if total > target and ways > 0:
                    split[0], split[1], split[2], split[3] = a, b, c, d
                    return float(total)
    return float(total)


@rule
def set_room(room: Longs, at: int, total: int) -> None:
    """The room that an index of `ways` stands for."""
    room[0] = at // BASE // BASE
    room[1] = at // BASE % BASE
    room[2] = at % BASE
    room[3] = total - int(room[0]) - int(room[1]) - int(room[2])


@rule
def place_cards(state: State, suit: int, cards: int, room: Longs, rng: Longs) -> None:
    """Deals the cards of a suit, each to a place in proportion to the room there."""
    total = 0
    for place in range(SEATS):
        total += int(room[place])
    for rank in range(RANKS):
        if (cards >> rank) & 1 == 0:
            continue
        index = quick(rng, total)
        place = 0
        while index >= int(room[place]):
            index -= int(room[place])
            place += 1
        room[place] -= 1
        total -= 1
        if place < int(state.seats):
            state.hand[place, suit] = int(state.hand[place, suit]) | (1 << rank)
        else:
            state.aside[suit] = int(state.aside[suit]) | (1 << rank)


@rule
def split_bound(state: State, seat: int, bound: Longs, count: int, room: Longs, rng: Longs) -> None:
    """Draws, suit after bound suit, how many cards go where, and deals them; `room` is what remains."""
    ways = np.zeros((SUITS + 1, ROOMS), np.float64)
    here, split = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    stop = np.full(1, -1.0)
    totals = np.zeros(SUITS + 1, np.int64)
    for place in range(SEATS):
        totals[0] += room[place]
    ways[0, (int(room[0]) * BASE + int(room[1])) * BASE + int(room[2])] = 1.0
    for i in range(count):
        cards = count_bits(unseen_cards(state, seat, int(bound[i])))
        totals[i + 1] = totals[i] - cards
        for at in range(ROOMS):
            if ways[i, at] > 0:
                set_room(here, at, int(totals[i]))
                count_deals(state, int(bound[i]), cards, here, ways[i + 1], stop, split)
    stop[0] = 1e300
    for i in range(count, -1, -1):
        for at in range(ROOMS):
            if ways[i, at] > 0:
                set_room(here, at, int(totals[i]))
                if i == count:
                    ways[i, at] = deals_to(here)
                else:
                    cards = int(totals[i] - totals[i + 1])
                    ways[i, at] = count_deals(state, int(bound[i]), cards, here, ways[i + 1], stop, split)
    for i in range(count):
        suit = int(bound[i])
        cards = unseen_cards(state, seat, suit)
        total = ways[i, (int(room[0]) * BASE + int(room[1])) * BASE + int(room[2])]
        chance = ((quick_word(rng) << 21) | (quick_word(rng) >> 11)) / (SPAN << 21)
        stop[0] = chance * total
        count_deals(state, suit, count_bits(cards), room, ways[i + 1], stop, split)
        for place in range(SEATS):
            room[place] -= split[place]
        place_cards(state, suit, cards, split, rng)


@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Uniform over all deals of the unseen cards that fit the hand sizes and the voids that were shown.

    Suits bound by a void come first: how many of their cards go to each place is drawn by counting the deals that
    remain. The other suits can go anywhere, so their cards are simply shuffled into the room that is left.
    """
    room, bound = np.zeros(SEATS, np.int64), np.zeros(SUITS, np.int64)
    count = 0
    for place in range(SEATS):
        room[place] = hidden_size(state, seat, place)
    for suit in range(SUITS):
        if is_bound(state, seat, suit):
            bound[count] = suit
            count += 1
    if count > 0:
        split_bound(state, seat, bound, count, room, rng)
    for suit in range(SUITS):
        if not is_bound(state, seat, suit):
            place_cards(state, suit, unseen_cards(state, seat, suit), room, rng)
    fresh_chance(state.chance, rng)


# --- Features for learning

OBSERVATION: Final = Parts(
    clock=Feature(4, "seats = 4, trick / 12, after the turn, am I asked"),
    hand=Feature(CARDS, "cards in my hand"),
    played=Feature(CARDS, "cards played in this round"),
    lead=Feature(SUITS, "the suit to follow, one-hot"),
    tricks=Feature(SEATS * CARDS, "cards of the present trick; the rest by place to the left of me, myself first"),
    goals=Feature(SEATS * FACES, "the numbers of tricks that meet the goal"),
    won=Feature(SEATS, "tricks won / 12"),
    points=Feature(SEATS, "points / 2"),
    voids=Feature(SEATS * SUITS, "suits that were shown to be missing"),
    leads=Feature(SEATS, "who leads"),
    numbers=Feature(2 * CARDS, "both ends of every card / the edition's highest number"),
)
_AT: Final = OBSERVATION.start
_CLOCK, _HAND, _PLAYED, _LEAD = _AT["clock"], _AT["hand"], _AT["played"], _AT["lead"]
_TRICKS, _GOALS, _WON, _POINTS = _AT["tricks"], _AT["goals"], _AT["won"], _AT["points"]
_VOIDS, _LEADS, _NUMBERS = _AT["voids"], _AT["leads"], _AT["numbers"]


@rule
def observe(box: Box, state: State, seat: int, out: Floats) -> None:
    """Features of what the seat knows, turned so that it sits first; a spectator watches from seat 0."""
    for i in range(len(out)):
        out[i] = 0.0
    seats = int(state.seats)
    me = max(seat, 0)
    out[_CLOCK] = 1.0 if seats == SEATS else 0.0
    out[_CLOCK + 1] = int(state.trick_number) / TRICKS
    out[_CLOCK + 2] = 1.0 if int(state.trick_number) >= TURN_ROUND else 0.0
    out[_CLOCK + 3] = (waiting(state) >> me) & 1 if seat >= 0 else 0
    if lead_suit(state) >= 0:
        out[_LEAD + lead_suit(state)] = 1.0
    for card in range(CARDS):
        suit, bit = card // RANKS, 1 << (card % RANKS)
        if seat >= 0 and int(state.hand[seat, suit]) & bit != 0:
            out[_HAND + card] = 1.0
        if int(state.played[suit]) & bit != 0:
            out[_PLAYED + card] = 1.0
        out[_NUMBERS + card] = int(box.predator[card]) / int(box.highest)
        out[_NUMBERS + CARDS + card] = int(box.prey[card]) / int(box.highest)
    for place in range(seats):
        other = (me + place) % seats
        if int(state.trick[other]) > 0:
            out[_TRICKS + place * CARDS + int(state.trick[other]) - 1] = 1.0
        for die in range(DICE):
            out[_GOALS + place * FACES + int(state.goal[other, die]) - 1] = 1.0
        out[_WON + place] = int(state.won[other]) / TRICKS
        out[_POINTS + place] = int(state.points[other]) / GOAL_POINTS
        out[_LEADS + place] = 1.0 if int(state.leader) == other else 0.0
        for suit in range(SUITS):
            out[_VOIDS + place * SUITS + suit] = (int(state.void[other]) >> suit) & 1
