"""Tailed Beasts §8 (Hand), R44–R58: battle cards: where they lie, drawing, discarding, hand limits.

Decks have no order: a draw takes any card of the deck, which is what drawing from a shuffled one means.
"""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.cards.entries import E_HAND, P_HAND
from bestiary.games.beasts.clauses import ALLOWED, LAST_CLAN_CARD, NOT_IN_HAND
from bestiary.games.beasts.events import event_hand, is_event
from bestiary.games.beasts.specialties import passive_of
from bestiary.games.beasts.state import (
    ALLY_DECK, ALLY_DISCARD, AWAKENING_AT, CARDS, CLANS, DECK, DECK_CARDS, DISCARD, E_ALLIES_RESHUFFLED, E_DISCARDS,
    E_DRAWS, E_LOOKS, E_RESHUFFLES, E_RETURNS_TO_ALLIES, E_RETURNS_TO_DECK, E_TAKES_ALLY, E_TRASHES, HAND,
    HAND_LIMIT, MAX_HAND, OUT, PATHS, PATH_AT, RARE_AT, SEATS, TIER_CARDS, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracing import pile_of
from bestiary.games.beasts.tracks import track_value

LARGEST_LIMIT = MAX_HAND // 2  # so that all cards of a war can return to a full hand


@rule
def group_of(card: int) -> int:
    """The back of a card: its clan, 7 for paths, 8 to 10 for the tiers of allies. Awakenings lie open."""
    if card < AWAKENING_AT:
        return card // DECK_CARDS
    if card < RARE_AT:
        return CLANS
    return CLANS + 1 + (card - RARE_AT) // TIER_CARDS


@rule
def first_of_group(group: int) -> int:
    """The first card of a back; where the next one begins, this one ends."""
    if group <= CLANS:
        return group * DECK_CARDS
    return RARE_AT + (group - CLANS - 1) * TIER_CARDS


@rule
def is_clan_card(card: int) -> bool:
    """R50, R52: stolen ones and paths count."""
    return card < RARE_AT


@rule
def is_path(card: int) -> bool:
    return PATH_AT <= card < RARE_AT


@rule
def hand_size(state: State, seat: int) -> int:
    return int(state.hand_count[seat])


@rule
def clan_cards(state: State, seat: int) -> int:
    """Clan Cards in hand."""
    return int(state.hand_clans[seat])


@rule
def hand_limit(box: Box, state: State, seat: int) -> int:
    """The track, the event and the Passive."""
    limit = track_value(box, state, HAND_LIMIT, seat) + event_hand(box, state, seat)
    return min(max(limit + passive_of(box, state, seat, P_HAND), 1), LARGEST_LIMIT)


@rule
def are_in_order(box: Box, state: State) -> bool:
    """A quick look at all hands, since it is taken before every step: has everybody a Clan Card, and no more cards than
    its spot on the track allows? A Passive only raises that."""
    seats = int(state.seats)
    for spot in range(seats):
        seat = int(state.track[HAND_LIMIT, spot])
        limit = min(int(box.value[HAND_LIMIT, seats, spot]), LARGEST_LIMIT)
        if clan_cards(state, seat) == 0 or hand_size(state, seat) > limit:
            return False
    return not is_event(box, state, E_HAND)


@rule
def put_card(state: State, card: int, zone: int) -> None:
    """A card changes its place; who had seen it in a hand knows that no more than the others."""
    state.zone[card] = zone
    state.opened[card] = 0 if zone < DISCARD or zone == ALLY_DECK else 1
    for seat in range(int(state.seats)):
        state.spied[seat, card] = 0


@rule
def count_in_hand(state: State, seat: int, group: int, change: int) -> None:
    state.hand_backs[seat, group] = int(state.hand_backs[seat, group]) + change
    state.hand_count[seat] = int(state.hand_count[seat]) + change
    if group <= CLANS:
        state.hand_clans[seat] = int(state.hand_clans[seat]) + change


@rule
def add_to_hand(state: State, seat: int, card: int) -> None:
    """The hand is kept in rising order."""
    at = 0
    while int(state.hand[seat, at]) > 0 and int(state.hand[seat, at]) < card + 1:
        at += 1
    last = MAX_HAND - 1
    while last > at:
        state.hand[seat, last] = state.hand[seat, last - 1]
        last -= 1
    state.hand[seat, at] = card + 1
    put_card(state, card, HAND + seat)
    count_in_hand(state, seat, group_of(card), 1)


@rule
def take_from_hand(state: State, seat: int, slot: int) -> int:
    """Lifts the card of a slot; the caller says where it goes."""
    card = int(state.hand[seat, slot]) - 1
    for at in range(slot, MAX_HAND - 1):
        state.hand[seat, at] = state.hand[seat, at + 1]
    state.hand[seat, MAX_HAND - 1] = 0
    count_in_hand(state, seat, group_of(card), -1)
    return card


@rule
def slot_in_hand(state: State, seat: int, card: int) -> int:
    for slot in range(hand_size(state, seat)):
        if int(state.hand[seat, slot]) == card + 1:
            return slot
    return -1


@rule
def take_card(state: State, seat: int, card: int) -> int:
    """Lifts a card of a hand; the caller says where it goes."""
    return take_from_hand(state, seat, slot_in_hand(state, seat, card))


@rule
def take_openly(state: State, seat: int, card: int) -> None:
    """A card that all have seen goes to a hand: the others know that it is there."""
    add_to_hand(state, seat, card)
    for other in range(int(state.seats)):
        if other != seat:
            state.spied[other, card] = seat + 1


@rule
def pass_on(state: State, seat: int, other: int, slot: int) -> int:
    """A card goes unseen from one hand to another. Who had seen cards of that back there no longer knows where they
    are; the two know this one."""
    card = take_from_hand(state, seat, slot)
    for viewer in range(int(state.seats)):
        if viewer != seat and viewer != other:
            for known in range(CARDS):
                if int(state.spied[viewer, known]) == seat + 1 and group_of(known) == group_of(card):
                    state.spied[viewer, known] = 0
    add_to_hand(state, other, card)
    state.spied[seat, card] = other + 1
    return card


@rule
def see_card(state: State, seat: int, other: int, card: int, trace: Trace) -> None:
    """A seat sees a card in a hand."""
    if other != seat:
        state.spied[seat, card] = other + 1
    emit(trace, E_LOOKS, seat, other, card, 0)


@rule
def trash_card(state: State, seat: int, card: int, trace: Trace) -> None:
    """R7: for good."""
    lay = pile_of(card, int(state.zone[card]))
    put_card(state, card, OUT)
    emit(trace, E_TRASHES, seat, card, lay, 0)


@rule
def leave_game(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """R52: a path that was played; after the sixth also the card that brings them, wherever it lies."""
    trash_card(state, seat, card, trace)
    caller = int(box.caller) - 1
    if caller < 0 or count_in_zone(state, OUT, PATH_AT, PATH_AT + PATHS) < count_paths(box):
        return
    zone = int(state.zone[caller])
    if HAND <= zone < HAND + SEATS:
        take_card(state, zone - HAND, caller)
    elif DECK <= zone < DECK + SEATS:
        lift_from_deck(state, zone - DECK, caller)
    trash_card(state, seat, caller, trace)


@rule
def count_paths(box: Box) -> int:
    count = 0
    for card in range(PATH_AT, PATH_AT + PATHS):
        count += int(box.exists[card])
    return count


@rule
def spend_card(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """A card that was played or used from hand: discarded, but paths leave the game."""
    if is_path(card):
        leave_game(box, state, seat, card, trace)
    else:
        discard_card(state, seat, card, trace)


@rule
def discard_card(state: State, seat: int, card: int, trace: Trace) -> None:
    """R50: clan cards to the holder's pile, allies to their tier's."""
    lay, goal = pile_of(card, int(state.zone[card])), DISCARD + seat if is_clan_card(card) else ALLY_DISCARD
    put_card(state, card, goal)
    emit(trace, E_DISCARDS, seat, card, lay, pile_of(card, goal))


@rule
def nth_in_zone(state: State, zone: int, first: int, last: int, n: int) -> int:
    """The n-th card, from 0, of a stretch of cards that lies in a zone."""
    for card in range(first, last):
        if int(state.zone[card]) == zone:
            if n == 0:
                return card
            n -= 1
    return -1


@rule
def count_in_zone(state: State, zone: int, first: int, last: int) -> int:
    count = 0
    for card in range(first, last):
        count += 1 if int(state.zone[card]) == zone else 0
    return count


@rule
def in_pile(state: State, seat: int, card: int) -> bool:
    """Does a clan card lie in this discard pile? Only open cards do."""
    return int(state.opened[card]) == 1 and int(state.zone[card]) == DISCARD + seat


@rule
def pile_size(state: State, seat: int) -> int:
    count = 0
    for card in range(RARE_AT):
        count += 1 if in_pile(state, seat, card) else 0
    return count


@rule
def deck_size(state: State, seat: int) -> int:
    total = 0
    for group in range(CLANS + 1):
        total += int(state.deck_backs[seat, group])
    return total


@rule
def put_in_deck(state: State, seat: int, card: int) -> None:
    put_card(state, card, DECK + seat)
    group = group_of(card)
    state.deck_backs[seat, group] = int(state.deck_backs[seat, group]) + 1


@rule
def lift_from_deck(state: State, seat: int, card: int) -> None:
    """The caller says where it goes."""
    group = group_of(card)
    state.deck_backs[seat, group] = int(state.deck_backs[seat, group]) - 1


@rule
def reshuffle(state: State, seat: int, trace: Trace) -> None:
    """R56: the discard pile becomes the deck; what was seen of its cards is forgotten."""
    emit(trace, E_RESHUFFLES, seat, 0, 0, 0)
    for card in range(RARE_AT):
        if int(state.zone[card]) == DISCARD + seat:
            put_in_deck(state, seat, card)
            emit(trace, E_RETURNS_TO_DECK, seat, card, 0, 0)


@rule
def top_card(state: State, seat: int, trace: Trace) -> int:
    """Any card of a deck, which is what its top card is; −1 where there is none."""
    if deck_size(state, seat) == 0 and pile_size(state, seat) > 0:
        reshuffle(state, seat, trace)
    size = deck_size(state, seat)
    return nth_in_zone(state, DECK + seat, 0, RARE_AT, draw(state.chance, size)) if size > 0 else -1


@rule
def draw_clan_card(state: State, seat: int, trace: Trace) -> bool:
    """One card from one's deck; False where deck and discard pile are empty."""
    card = top_card(state, seat, trace)
    if card < 0:
        return False
    lift_from_deck(state, seat, card)
    add_to_hand(state, seat, card)
    emit(trace, E_DRAWS, seat, card, 0, 0)
    return True


@rule
def draw_ally(state: State, seat: int, tier: int, trace: Trace) -> bool:
    """The next ally of a tier, unseen by the others."""
    first = RARE_AT + tier * TIER_CARDS
    count = count_in_zone(state, ALLY_DECK, first, first + TIER_CARDS)
    if count == 0:
        for card in range(first, first + TIER_CARDS):
            if int(state.zone[card]) == ALLY_DISCARD:
                put_card(state, card, ALLY_DECK)
                emit(trace, E_RETURNS_TO_ALLIES, tier, card, 0, 0)
        count = count_in_zone(state, ALLY_DECK, first, first + TIER_CARDS)
        if count > 0:
            emit(trace, E_ALLIES_RESHUFFLED, tier, 0, 0, 0)
    if count == 0:
        return False
    card = nth_in_zone(state, ALLY_DECK, first, first + TIER_CARDS, draw(state.chance, count))
    add_to_hand(state, seat, card)
    emit(trace, E_TAKES_ALLY, seat, tier, card, 0)
    return True


@rule
def is_over_limit(box: Box, state: State, seat: int) -> bool:
    """Excess is discarded at once, but the last Clan Card is kept."""
    return hand_size(state, seat) > hand_limit(box, state, seat)


@rule
def refuse_hand_card(state: State, seat: int, card: int, keep_clan: bool) -> int:
    """A card of one's hand; D25: where excess is discarded, never the only Clan Card."""
    if slot_in_hand(state, seat, card) < 0:
        return NOT_IN_HAND
    return LAST_CLAN_CARD if keep_clan and is_clan_card(card) and clan_cards(state, seat) == 1 else ALLOWED


@rule
def can_draw(state: State, seat: int) -> bool:
    return deck_size(state, seat) > 0 or pile_size(state, seat) > 0
