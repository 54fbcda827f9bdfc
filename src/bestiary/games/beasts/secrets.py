"""Tailed Beasts: who may know what. Hands, hidden action cards and pending choices are their owners'; of a card in a
hand or a deck the others know the back. Public (§2): map, coins, tokens, tracks, beasts, open cards and counts."""

from __future__ import annotations

from typing import Final

import numpy as np

from bestiary.engine.chance import blank_chance, fresh_chance, quick
from bestiary.engine.frames import ask, step, waiting
from bestiary.engine.game import Feature, Parts
from bestiary.engine.rule import Floats, Longs, rule
from bestiary.games.beasts.board import captured, next_in, points_in, ready_in
from bestiary.games.beasts.hands import first_of_group
from bestiary.games.beasts.setup import list_specialties, specialty_choice
from bestiary.games.beasts.stack import AT, WINDOW_ACTOR, WINDOW_MOMENT, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, ALLY_DECK, BEASTS, CARDS, CLANS, EVENT_CARDS, FIELDS, GROUPS, HAND, HIDDEN_COPIES, MARKERS_OF,
    MAX_HAND, MAX_MOVES, MOST_COINS, NOWHERE, ROUNDS, SEATS, SHOP, SPECIALTIES, TOKENS, TOKEN_SUPPLY, TRACKS, UNITS_OF,
    UNIT_TYPES, WAR_STEP, WINDOW, Box, State, sees_card,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of
from bestiary.games.beasts.wars import AT_SHOW, list_battle_cards
from bestiary.games.beasts.windows import list_reactions, may_react


@rule
def hide(state: State, seat: int) -> None:
    """Blanks randomness, the hidden deck, and what the other seats hold or have chosen in secret."""
    blank_chance(state.chance)
    for card in range(CARDS):
        if not sees_card(state, seat, card):
            state.zone[card] = NOWHERE
    for card in range(ACTION_TYPES):
        state.hidden_deck[card] = 0
    for other in range(SEATS):
        if other == seat:
            continue
        state.intent[other] = 0
        for card in range(CARDS):
            state.spied[other, card] = 0
        for slot in range(MAX_HAND):
            state.hand[other, slot] = 0
        for card in range(ACTION_TYPES):
            state.secret[other, card] = 0
            state.secret_frozen[other, card] = 0
            for owner in range(SEATS):
                state.glimpsed[other, owner, card] = 0
        if int(state.frame[0]) == SPECIALTIES:
            state.specialty[other] = 0


# --- One possible truth


@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Unseen cards of each back are dealt to the hands, decks and piles that hold cards of that back; hidden action
    cards to the hidden deck and to those who hold some; pending choices are any that could have been made."""
    if seat >= 0:
        place_known(state, seat)
    for group in range(GROUPS):
        deal_group(box, state, seat, group, rng)
    for other in range(int(state.seats)):
        if other != seat:
            sort_hand(state, other)
    deal_hidden(state, seat, rng)
    for other in range(int(state.seats)):
        if other != seat:
            choose_for(box, state, other, rng)
    fresh_chance(state.chance, rng)


@rule
def place_known(state: State, seat: int) -> None:
    """One's own hand, and what one has seen in the hands of others."""
    for slot in range(MAX_HAND):
        if int(state.hand[seat, slot]) > 0:
            state.zone[int(state.hand[seat, slot]) - 1] = HAND + seat
    for card in range(CARDS):
        if int(state.spied[seat, card]) > 0:
            state.zone[card] = HAND + int(state.spied[seat, card]) - 1


@rule
def deal_group(box: Box, state: State, seat: int, group: int, rng: Longs) -> None:
    room = np.zeros(2 * SEATS, np.int64)
    first, end = first_of_group(group), first_of_group(group + 1)
    left = 0
    for card in range(first, end):
        zone = int(state.zone[card])
        if zone == NOWHERE:
            left += 1
        elif HAND <= zone < HAND + 2 * SEATS:
            room[zone - HAND] -= 1  # seen: not among those to be dealt
    for other in range(int(state.seats)):
        room[other] += int(state.hand_backs[other, group])
        room[SEATS + other] += int(state.deck_backs[other, group])
    for card in range(first, end):
        if int(state.zone[card]) != NOWHERE:
            continue
        index = quick(rng, left)
        left -= 1
        zone = ALLY_DECK
        for place in range(2 * SEATS):
            if zone == ALLY_DECK:
                if index < int(room[place]):
                    zone = HAND + place
                    room[place] -= 1
                else:
                    index -= int(room[place])
        state.zone[card] = zone


@rule
def sort_hand(state: State, seat: int) -> None:
    """A hand's list, from where its cards lie."""
    slot = 0
    for card in range(CARDS):
        if int(state.zone[card]) == HAND + seat:
            state.hand[seat, slot] = card + 1
            slot += 1


@rule
def deal_hidden(state: State, seat: int, rng: Longs) -> None:
    """Of every kind there are two; what one has seen of others stays where it is."""
    unseen = np.zeros(ACTION_TYPES, np.int64)
    total = 0
    for card in range(ACTION_TYPES):
        unseen[card] = HIDDEN_COPIES - int(state.hidden_discard[card])
        if seat >= 0:
            unseen[card] -= int(state.secret[seat, card])
            for other in range(int(state.seats)):
                unseen[card] -= int(state.glimpsed[seat, other, card])
        total += unseen[card]
    for other in range(int(state.seats)):
        if other == seat:
            continue
        left = int(state.secret_count[other])
        for card in range(ACTION_TYPES if seat >= 0 else 0):
            state.secret[other, card] = state.glimpsed[seat, other, card]
            left -= int(state.glimpsed[seat, other, card])
        for _ in range(left):
            card = pick(unseen, quick(rng, total))
            unseen[card] -= 1
            total -= 1
            state.secret[other, card] = int(state.secret[other, card]) + 1
        warm = np.zeros(ACTION_TYPES, np.int64)
        for card in range(ACTION_TYPES):
            warm[card] = int(state.secret[other, card])
        for number in range(int(state.secret_cold[other])):
            card = pick(warm, quick(rng, int(state.secret_count[other]) - number))
            warm[card] -= 1
            state.secret_frozen[other, card] = int(state.secret_frozen[other, card]) + 1
    for card in range(ACTION_TYPES):
        state.hidden_deck[card] = unseen[card]


@rule
def pick(counts: Longs, index: int) -> int:
    """The kind of the index-th thing, where there are so many of each kind."""
    kind = 0
    while index >= int(counts[kind]):
        index -= int(counts[kind])
        kind += 1
    return kind


@rule
def choose_for(box: Box, state: State, seat: int, rng: Longs) -> None:
    """A choice that this seat has made and not yet shown: any that it could have made."""
    if (waiting(state) >> seat) & 1 == 1:
        return
    now = step(state)
    moves = np.zeros(MAX_MOVES, np.int32)
    count = 0
    if now == SPECIALTIES:
        count = list_specialties(box, state, seat, moves)
        state.specialty[seat] = specialty_choice(state, seat, int(moves[quick(rng, count)]))
        return
    if now == WINDOW and top(state, AT) == 1:
        if may_react(box, state, seat, top(state, WINDOW_MOMENT), top(state, WINDOW_ACTOR)):
            count = list_reactions(box, state, seat, moves)
    elif now == WAR_STEP and top(state, AT) == AT_SHOW and (int(state.attacker) == seat or int(state.defender) == seat):
        count = list_battle_cards(state, seat, moves)
    if count > 0:
        state.intent[seat] = 1 + int(moves[quick(rng, count)])


@rule
def reopen(state: State, seat: int) -> None:
    """Takes back what others have answered in this step: specialties, battle cards and reactions are chosen at once."""
    asked = waiting(state)
    for other in range(int(state.seats)):
        if other == seat:
            continue
        if step(state) == SPECIALTIES:
            state.specialty[other] = 0
            asked |= 1 << other
        elif int(state.intent[other]) > 0:
            state.intent[other] = 0
            asked |= 1 << other
    ask(state, asked)


# --- Features for learning

OBSERVATION: Final = Parts(
    clock=Feature(4, "round / 4, am I asked, in the action phase, seats / 4"),
    step=Feature(64, "what is to be decided, one-hot"),
    clans=Feature(SEATS * CLANS, "the clan, one-hot; from here on myself first, then the others in turn"),
    coins=Feature(SEATS, "coins / 20", high=MOST_COINS / 20),
    tokens=Feature(SEATS * TOKENS, "tokens of each kind / 5", high=TOKEN_SUPPLY / 5),
    tracks=Feature(TRACKS * SEATS, "place on each track / 4"),
    beasts=Feature(SEATS, "beasts captured / 5; those of strength 10 count twice", high=2 * BEASTS / 5),
    hands=Feature(SEATS * GROUPS, "cards of each back / 7", high=MAX_HAND / 7),
    open=Feature(SEATS * SHOP, "action cards bought openly / 5"),
    secret=Feature(ACTION_TYPES, "my hidden action cards / 2"),
    cards=Feature(CARDS, "battle cards in my hand"),
    units=Feature(SEATS * FIELDS, "points in a field / 10"),
    ready=Feature(SEATS * FIELDS, "points of ready units in a field / 10"),
    markers=Feature(SEATS * FIELDS, "whose marker lies in a field"),
    lairs=Feature(FIELDS, "strength of the beast in a field / 10"),
    supply=Feature(UNIT_TYPES, "my units in the supply / 10"),
    event=Feature(EVENT_CARDS, "the event of the round, one-hot"),
)
_AT: Final = OBSERVATION.start
_CLOCK, _STEP, _CLANS, _COINS, _TOKENS = _AT["clock"], _AT["step"], _AT["clans"], _AT["coins"], _AT["tokens"]
_TRACKS, _BEASTS, _HANDS, _OPEN, _SECRET = _AT["tracks"], _AT["beasts"], _AT["hands"], _AT["open"], _AT["secret"]
_CARDS, _UNITS, _READY, _MARKERS = _AT["cards"], _AT["units"], _AT["ready"], _AT["markers"]
_LAIRS, _SUPPLY, _EVENT = _AT["lairs"], _AT["supply"], _AT["event"]


@rule
def observe(box: Box, state: State, seat: int, out: Floats) -> None:
    """Features of what the seat knows, turned so that it sits first; a spectator watches from seat 0."""
    for i in range(len(out)):
        out[i] = 0.0
    seats = int(state.seats)
    me = max(seat, 0)
    out[_CLOCK] = int(state.round_number) / ROUNDS
    out[_CLOCK + 1] = (waiting(state) >> me) & 1 if seat >= 0 else 0
    out[_CLOCK + 2] = 1.0 if int(state.frame[0]) > 0 else 0.0
    out[_CLOCK + 3] = seats / SEATS
    out[_STEP + max(step(state), 0)] = 1.0
    if int(state.event) > 0:
        out[_EVENT + int(state.event) - 1] = 1.0
    if seat >= 0:
        for card in range(ACTION_TYPES):
            out[_SECRET + card] = int(state.secret[seat, card]) / HIDDEN_COPIES
        for slot in range(MAX_HAND):
            if int(state.hand[seat, slot]) > 0:
                out[_CARDS + int(state.hand[seat, slot]) - 1] = 1.0
        for unit in range(UNIT_TYPES):
            out[_SUPPLY + unit] = int(state.supply[seat, unit]) / 10
    for turn in range(seats):
        other = (me + turn) % seats
        out[_CLANS + turn * CLANS + int(state.clan[other])] = 1.0
        out[_COINS + turn] = int(state.coins[other]) / 20
        out[_BEASTS + turn] = captured(state, other) / 5
        for token in range(TOKENS):
            out[_TOKENS + turn * TOKENS + token] = int(state.token[other, token]) / 5
        for track in range(TRACKS):
            out[_TRACKS + track * SEATS + turn] = spot_of(state, track, other) / SEATS
        for group in range(GROUPS):
            out[_HANDS + turn * GROUPS + group] = int(state.hand_backs[other, group]) / 7
        for card in range(SHOP):
            out[_OPEN + turn * SHOP + card] = int(state.held[other, card]) / 5
        field = next_in(state, UNITS_OF + other, 0)
        while field < FIELDS:
            out[_UNITS + turn * FIELDS + field] = points_in(state, other, field) / 10
            out[_READY + turn * FIELDS + field] = ready_in(state, other, field) / 10
            field = next_in(state, UNITS_OF + other, field + 1)
        field = next_in(state, MARKERS_OF + other, 0)
        while field < FIELDS:
            out[_MARKERS + turn * FIELDS + field] = 1.0
            field = next_in(state, MARKERS_OF + other, field + 1)
    for beast in range(BEASTS):
        if int(state.beast_at[beast]) < FIELDS:
            out[_LAIRS + int(state.beast_at[beast])] = (beast % 10 + 1) / 10
