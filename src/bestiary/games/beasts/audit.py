"""Tailed Beasts §13: what must hold after every action."""

from __future__ import annotations

from bestiary.engine.frames import step
from bestiary.engine.rule import rule
from bestiary.games.beasts.board import points_in
from bestiary.games.beasts.hands import (
    can_draw, clan_cards, count_in_zone, group_of, hand_limit, hand_size, is_clan_card,
)  # fmt: skip
from bestiary.games.beasts.phases import placed_markers
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACTIONS_KEPT, AKATSUKI, BEASTS, BEASTS_PLACED, BOXED, BUYING, CARDS, CARDS_PLACED, CHAIN, CLANS,
    CLEAN_PHASE, COINS_BOUND, DECK, DISCARDING, FIELD_LIMIT, FIELD_POINTS, FIELDS, GROUPS, HAND, HAND_BOUND,
    HANDS_TRUE, HIDDEN_COPIES, ILLUSION, IN_BOX, KAMUI, MARKERS, MARKERS_KEPT, MAX_HAND, MOST_COINS, NOWHERE, POISON,
    ROUND, ROUND_BOUND, ROUNDS, SEATS, SHOP, SHOP_COPIES, SLOTS, STACK, STACK_BOUND, TOKEN_SUPPLY, TOKENS, TOKENS_KEPT,
    TRACKS, TRACKS_WHOLE, TRANSIT, TURNS, UNIT_DOMAIN, UNIT_TYPES, UNITS_KEPT, WAR_CLOSED, WATER, WITH_PLAYER, Box,
    State,
)  # fmt: skip


@rule
def check(box: Box, state: State) -> int:
    """0, or the number of the law that the position breaks."""
    found = check_cards(box, state)
    if found == 0:
        found = check_pieces(box, state)
    if found == 0:
        found = check_order(box, state)
    return found


@rule
def check_cards(box: Box, state: State) -> int:
    seats = int(state.seats)
    for seat in range(seats):
        for group in range(GROUPS):
            hand, deck = 0, 0
            for card in range(CARDS):
                if group_of(card) == group:
                    hand += 1 if int(state.zone[card]) == HAND + seat else 0
                    deck += 1 if int(state.zone[card]) == DECK + seat else 0
            if hand != int(state.hand_backs[seat, group]) or deck != int(state.deck_backs[seat, group]):
                return CARDS_PLACED
        last = 0
        for slot in range(MAX_HAND):
            card = int(state.hand[seat, slot])
            if slot < hand_size(state, seat):
                if card <= last or int(state.zone[card - 1]) != HAND + seat:
                    return HANDS_TRUE
                last = card
            elif card != 0:
                return HANDS_TRUE
        if int(state.frame[0]) >= ROUND and int(state.depth) > 0 and step(state) != DISCARDING:
            hunts = int(state.war_field) >= 0 and int(state.defender) < 0 and int(state.attacker) == seat
            if hand_size(state, seat) > hand_limit(box, state, seat):
                return HAND_BOUND
            if clan_cards(state, seat) == 0 and not hunts and can_draw(state, seat):
                return HAND_BOUND
    for card in range(CARDS):
        if int(state.zone[card]) == NOWHERE:
            return CARDS_PLACED
    total = int(state.hidden_left)
    for card in range(ACTION_TYPES):
        copies = int(state.hidden_deck[card]) + int(state.hidden_discard[card])
        total -= int(state.hidden_deck[card])
        shop = int(state.stock[card]) if card < SHOP else 0
        for seat in range(seats):
            copies += int(state.secret[seat, card])
            if card < SHOP:
                shop += int(state.held[seat, card])
                if int(state.frozen[seat, card]) > int(state.held[seat, card]):
                    return ACTIONS_KEPT
            if int(state.secret_frozen[seat, card]) > int(state.secret[seat, card]):
                return ACTIONS_KEPT
        if copies != HIDDEN_COPIES or (card < SHOP and shop != SHOP_COPIES):
            return ACTIONS_KEPT
    return ACTIONS_KEPT if total != 0 else 0


@rule
def check_pieces(box: Box, state: State) -> int:
    seats = int(state.seats)
    for seat in range(seats):
        for unit in range(UNIT_TYPES):
            total = int(state.supply[seat, unit]) + int(state.trashed[seat, unit])
            for field in range(FIELDS):
                if (int(box.kind[field]) == WATER) == (unit == 0):
                    slot = 0 if unit == 0 else unit - 1
                    total += int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot])
            if owns_transit(state, seat):
                for i in range(TRANSIT):
                    total += 1 if int(state.way_unit[i]) == unit + 1 else 0
            if total != (10 if unit < 2 else (7 if unit == 2 else 4)):
                return UNITS_KEPT
        for field in range(FIELDS):
            if points_in(state, seat, field) > FIELD_POINTS:
                return FIELD_LIMIT
            for slot in range(SLOTS):
                if int(state.ready[seat, field, slot]) < 0 or int(state.prone[seat, field, slot]) < 0:
                    return UNITS_KEPT
                if slot > 0 and int(box.kind[field]) == WATER:
                    if int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot]) > 0:
                        return UNIT_DOMAIN
            if field == KAMUI and int(state.clan[seat]) != AKATSUKI and points_in(state, seat, field) > 0:
                return UNIT_DOMAIN
        if placed_markers(state, seat) + int(state.usable[seat]) > MARKERS or int(state.usable[seat]) < 0:
            return MARKERS_KEPT
        if not 0 <= int(state.coins[seat]) <= MOST_COINS:
            return COINS_BOUND
    for field in range(FIELDS):
        owners = 0
        for seat in range(seats):
            owners += 1 if points_in(state, seat, field) > 0 else 0
        if owners > 1:
            return FIELD_LIMIT
        beast = int(state.lair[field]) - 1
        if beast >= 0 and (int(state.beast_at[beast]) != field or owners > 0 or int(state.marker[field]) > 0):
            return BEASTS_PLACED
        if int(state.marker[field]) > 0 and int(box.kind[field]) == WATER:
            return MARKERS_KEPT
    for beast in range(BEASTS):
        at = int(state.beast_at[beast])
        if at < IN_BOX and int(state.lair[at]) != beast + 1:
            return BEASTS_PLACED
        if int(state.chained[beast]) > 0 and not WITH_PLAYER <= at < WITH_PLAYER + SEATS:
            return BEASTS_PLACED
    for token in range(TOKENS):
        total = 0
        for seat in range(seats):
            total += int(state.token[seat, token])
            if int(state.token[seat, token]) < 0:
                return TOKENS_KEPT
        if total > TOKEN_SUPPLY:
            return TOKENS_KEPT
    return 0


@rule
def owns_transit(state: State, seat: int) -> bool:
    """Only the seat whose turn it is travels."""
    return int(state.frame[0]) == TURNS and int(state.order[int(state.arg[0, 1])]) == seat


@rule
def check_order(box: Box, state: State) -> int:
    seats = int(state.seats)
    for track in range(TRACKS):
        seen = 0
        for spot in range(seats):
            seen |= 1 << int(state.track[track, spot])
        if seen != (1 << seats) - 1:
            return TRACKS_WHOLE
    if not 0 <= int(state.depth) <= STACK:
        return STACK_BOUND
    if int(state.round_number) > ROUNDS:
        return ROUND_BOUND
    if int(state.depth) == 1 and int(state.war_field) >= 0:
        return WAR_CLOSED
    if int(state.depth) == 1 and step(state) == BUYING:
        for seat in range(seats):
            if int(state.token[seat, ILLUSION]) > 0:
                return CLEAN_PHASE
    return 0
