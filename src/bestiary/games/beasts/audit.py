"""Tailed Beasts §13: what must hold after every action."""

from __future__ import annotations

import numpy as np

from bestiary.engine.frames import step, waiting
from bestiary.engine.rule import rule
from bestiary.games.beasts.board import has_units_in, is_in, points_in, slot_of, unit_count
from bestiary.games.beasts.events import FAMILY
from bestiary.games.beasts.fate import count_drawable, fits_round
from bestiary.games.beasts.hands import can_draw, clan_cards, group_of, hand_limit, hand_size
from bestiary.games.beasts.stack import TURN_PLACE
from bestiary.games.beasts.standing import side_of
from bestiary.games.beasts.state import (
    ACTIONS_KEPT, ACTION_TYPES, AKATSUKI, ALLY_DECK, BEASTS, BEASTS_PLACED, BOOSTS, BOXED, BUYING, CARDS, CARDS_PLACED,
    CHAIN, CLANS, CLEAN_PHASE, COINS_BOUND, DECK, DISCARD, DISCARDING, EVENT_FITS, FATE, FIELDS, FIELD_LIMIT,
    FIELD_POINTS, FOR_ROUND, FREEZE, GROUPS, HAND, HANDS_TRUE, HAND_BOUND, HIDDEN_COPIES, ILLUSION, IN_BOX, IN_PLAY,
    KAMUI, LAND, LATER, MARKERS, MARKERS_KEPT, MARKERS_OF, MAX_BATTLES, MAX_HAND, MODIFIERS, MOST_COINS, NEXT_WAR,
    NOWHERE, OUT_OF_GAME, POISON, REACH, ROUND, ROUNDS, ROUND_BOUND, SEATING, SEATS, SHOP, SHOP_COPIES, SLOTS, STACK,
    STACK_BOUND, STYLES, TOKENS, TOKENS_KEPT, TOKEN_SUPPLY, TRACKS, TRACKS_WHOLE, TRANSIT, TURNS, UNITS_KEPT,
    UNIT_DOMAIN, UNIT_TYPES, USED_WORDS, WAR_CLOSED, WATER, WITH_PLAYER, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import placed_markers
from bestiary.games.beasts.tokens import tokens_left


@rule
def check(box: Box, state: State) -> int:
    """0, or the number of the law that the position breaks."""
    found = check_cards(box, state)
    if found == 0:
        found = check_actions(state)
    if found == 0:
        found = check_units(box, state)
    if found == 0:
        found = check_fields(box, state)
    if found == 0:
        found = check_beasts(box, state)
    if found == 0:
        found = check_tokens(state)
    if found == 0:
        found = check_order(state)
    if found == 0:
        found = check_calm(state)
    if found == 0:
        found = check_event(box, state)
    if found == 0:
        found = check_phase(state)
    return found


@rule
def check_cards(box: Box, state: State) -> int:
    """1: every battle card in one zone, every count of backs true. 12: hands within their limit."""
    hands = np.zeros((SEATS, GROUPS), np.int64)
    decks = np.zeros((SEATS, GROUPS), np.int64)
    for card in range(CARDS):
        zone = int(state.zone[card])
        if zone <= NOWHERE or zone > BOXED or (int(box.exists[card]) == 0 and zone != BOXED):
            return CARDS_PLACED
        if (int(state.opened[card]) == 0) != (zone < DISCARD or zone == ALLY_DECK):
            return CARDS_PLACED
        if HAND <= zone < HAND + SEATS:
            hands[zone - HAND, group_of(card)] += 1
        elif DECK <= zone < DECK + SEATS:
            decks[zone - DECK, group_of(card)] += 1
        elif IN_PLAY <= zone < IN_PLAY + SEATS and not is_played(state, zone - IN_PLAY, card):
            return CARDS_PLACED
    for seat in range(SEATS):
        held, clans = 0, 0
        for group in range(GROUPS):
            held += int(hands[seat, group])
            clans += int(hands[seat, group]) if group <= CLANS else 0
            if int(hands[seat, group]) != int(state.hand_backs[seat, group]):
                return CARDS_PLACED
            if int(decks[seat, group]) != int(state.deck_backs[seat, group]):
                return CARDS_PLACED
        if held != hand_size(state, seat) or clans != clan_cards(state, seat):
            return CARDS_PLACED
        last = 0
        for slot in range(MAX_HAND):
            card = int(state.hand[seat, slot])
            if slot >= hand_size(state, seat):
                if card != 0:
                    return HANDS_TRUE
            elif card <= last or int(state.zone[card - 1]) != HAND + seat:
                return HANDS_TRUE
            last = card
    if int(state.depth) == 0 or int(state.frame[0]) < ROUND or step(state) == DISCARDING:
        return 0
    for seat in range(int(state.seats)):
        hunts = int(state.war_field) >= 0 and int(state.defender) < 0 and int(state.attacker) == seat
        if hand_size(state, seat) > hand_limit(box, state, seat):
            return HAND_BOUND
        if clan_cards(state, seat) == 0 and not hunts and can_draw(state, seat):
            return HAND_BOUND
    return 0


@rule
def is_played(state: State, seat: int, card: int) -> bool:
    """Does a card in play lie in the present war, on its owner's side? A hunter's cards are in no battle."""
    side = side_of(state, seat)
    if side < 0 or int(state.defender) < 0:
        return side == 0
    for battle in range(MAX_BATTLES):
        if int(state.played[side, battle]) == card + 1 or int(state.awakened[side, battle]) == card + 1:
            return True
    return False


@rule
def check_actions(state: State) -> int:
    """2: five copies of every shop card, two of every hidden one; counts, frozen and known cards true."""
    total = int(state.hidden_left)
    for card in range(ACTION_TYPES):
        copies = int(state.hidden_deck[card]) + int(state.hidden_discard[card])
        total -= int(state.hidden_deck[card])
        shop = int(state.stock[card]) if card < SHOP else 0
        if int(state.hidden_deck[card]) < 0 or int(state.hidden_discard[card]) < 0 or shop < 0:
            return ACTIONS_KEPT
        for seat in range(SEATS):
            copies += int(state.secret[seat, card])
            if not 0 <= int(state.secret_frozen[seat, card]) <= int(state.secret[seat, card]):
                return ACTIONS_KEPT
            for viewer in range(SEATS):
                known = int(state.glimpsed[viewer, seat, card])
                if not 0 <= known <= int(state.secret[seat, card]) or (viewer == seat and known > 0):
                    return ACTIONS_KEPT
            if card < SHOP:
                shop += int(state.held[seat, card])
                if not 0 <= int(state.frozen[seat, card]) <= int(state.held[seat, card]):
                    return ACTIONS_KEPT
        if copies != HIDDEN_COPIES or (card < SHOP and shop != SHOP_COPIES):
            return ACTIONS_KEPT
    for seat in range(SEATS):
        held, cold = 0, 0
        for card in range(ACTION_TYPES):
            held += int(state.secret[seat, card])
            cold += int(state.secret_frozen[seat, card])
        if held != int(state.secret_count[seat]) or cold != int(state.secret_cold[seat]):
            return ACTIONS_KEPT
    return ACTIONS_KEPT if total != 0 else 0


@rule
def check_units(box: Box, state: State) -> int:
    """3: no unit is created or lost. 5: boats on water, shinobi on land, only the Akatsuki in the Hollow Dimension."""
    for seat in range(int(state.seats)):
        for unit in range(UNIT_TYPES):
            total = int(state.supply[seat, unit]) + int(state.trashed[seat, unit])
            if int(state.supply[seat, unit]) < 0 or int(state.trashed[seat, unit]) < 0:
                return UNITS_KEPT
            slot = slot_of(unit)
            for field in range(FIELDS):
                if (int(box.kind[field]) == WATER) == (unit == 0):
                    total += int(state.ready[seat, field, slot]) + int(state.prone[seat, field, slot])
            if owns_transit(state, seat):
                for i in range(TRANSIT):
                    total += 1 if int(state.way_unit[i]) == unit + 1 else 0
            if total != unit_count(unit):
                return UNITS_KEPT
        for field in range(FIELDS):
            for slot in range(SLOTS):
                ready, prone = int(state.ready[seat, field, slot]), int(state.prone[seat, field, slot])
                if ready < 0 or prone < 0:
                    return UNITS_KEPT
                if slot > 0 and int(box.kind[field]) == WATER and ready + prone > 0:
                    return UNIT_DOMAIN
        if int(state.clan[seat]) != AKATSUKI and points_in(state, seat, KAMUI) > 0:
            return UNIT_DOMAIN
    return 0


@rule
def owns_transit(state: State, seat: int) -> bool:
    """Only the seat whose turn it is travels."""
    return int(state.frame[0]) == TURNS and int(state.order[int(state.arg[0, TURN_PLACE])]) == seat


@rule
def check_fields(box: Box, state: State) -> int:
    """4: ten points a field, one owner: attackers are under way until they have won. 6, 9: beasts and markers."""
    for field in range(FIELDS):
        owners, holder = 0, -1
        for seat in range(int(state.seats)):
            points = points_in(state, seat, field)
            if points > FIELD_POINTS or (points > 0) != has_units_in(state, seat, field):
                return FIELD_LIMIT
            if is_in(state, MARKERS_OF + seat, field) != (int(state.marker[field]) == seat + 1):
                return MARKERS_KEPT
            if points > 0:
                owners += 1
                holder = seat
        if owners > 1:
            return FIELD_LIMIT
        marked = int(state.marker[field]) - 1
        if int(state.lair[field]) > 0 and (owners > 0 or marked >= 0 or int(box.kind[field]) != LAND or field == KAMUI):
            return BEASTS_PLACED
        if marked >= 0 and (int(box.kind[field]) != LAND or field == KAMUI or marked >= int(state.seats)):
            return MARKERS_KEPT
        if marked >= 0 and holder >= 0 and holder != marked and int(state.depth) == 1:
            return MARKERS_KEPT
    for seat in range(int(state.seats)):
        if placed_markers(state, seat) + int(state.usable[seat]) > MARKERS or int(state.usable[seat]) < 0:
            return MARKERS_KEPT
    return 0


@rule
def check_beasts(box: Box, state: State) -> int:
    """7: every beast in one place; only owned ones are chained."""
    for beast in range(BEASTS):
        at = int(state.beast_at[beast])
        owned = WITH_PLAYER <= at < WITH_PLAYER + int(state.seats)
        if not (0 <= at < KAMUI or at == IN_BOX or owned or at == OUT_OF_GAME):
            return BEASTS_PLACED
        if at < KAMUI and int(state.lair[at]) != beast + 1:
            return BEASTS_PLACED
        if int(state.chained[beast]) > 1 or (int(state.chained[beast]) != 0 and not owned):
            return BEASTS_PLACED
    for field in range(FIELDS):
        beast = int(state.lair[field]) - 1
        if beast >= 0 and int(state.beast_at[beast]) != field:
            return BEASTS_PLACED
    return 0


@rule
def check_tokens(state: State) -> int:
    """8, 11: twenty tokens of a kind, chains only on beasts; coins."""
    for seat in range(int(state.seats)):
        for token in range(TOKENS):
            if int(state.token[seat, token]) < 0:
                return TOKENS_KEPT
        if int(state.token[seat, CHAIN]) != 0:
            return TOKENS_KEPT
        if not 0 <= int(state.coins[seat]) <= MOST_COINS:
            return COINS_BOUND
    for token in range(TOKENS):
        if not 0 <= tokens_left(state, token) <= TOKEN_SUPPLY:
            return TOKENS_KEPT
    return 0


@rule
def check_order(state: State) -> int:
    """10: tracks and Set order are permutations. 17, 18: the stack, the round."""
    seats = int(state.seats)
    whole = (1 << seats) - 1
    for track in range(TRACKS):
        seen = 0
        for spot in range(seats):
            seen |= 1 << int(state.track[track, spot])
        if seen != whole:
            return TRACKS_WHOLE
    if int(state.frame[0]) != SEATING:
        seen = 0
        for place in range(seats):
            seen |= 1 << int(state.order[place])
        if seen != whole:
            return TRACKS_WHOLE
    if not 0 <= int(state.depth) <= STACK:
        return STACK_BOUND
    if not 0 <= int(state.round_number) <= ROUNDS or int(state.passed) & ~whole != 0:
        return ROUND_BOUND
    if step(state) in (BUYING, TURNS) and waiting(state) & int(state.passed) != 0:  # a pass is final
        return ROUND_BOUND
    return 0


@rule
def check_calm(state: State) -> int:
    """14, 17: no war record outside a war; nothing under way, no intent and no reach between two turns."""
    if int(state.war_field) < 0:
        left = int(state.attacker) + int(state.defender) + int(state.battle) + int(state.roll) + int(state.reroll)
        left += int(state.fled) + int(state.steadfast) + int(state.verdict) + int(state.shown) + int(state.tamed)
        left += int(state.rerolls) + int(state.heads) + int(state.cleared)
        for side in range(2):
            for i in range(TRANSIT):
                left += int(state.fought_unit[side, i]) + int(state.fought_at[side, i])
            left += abs(int(state.points[side])) + abs(int(state.might[side])) + int(state.medics[side])
            left += int(state.skulls[side]) + int(state.sands[side])
            left += int(state.immune[side]) + int(state.barred[side])
            for battle in range(MAX_BATTLES):
                left += int(state.played[side, battle]) + int(state.awakened[side, battle])
                left += int(state.copied[side, battle]) + int(state.cancelled[side, battle]) + int(state.won[battle])
                for style in range(STYLES):
                    left += int(state.fixed[side, battle, style]) + int(state.values[side, style])
                    left += abs(int(state.added[side, 0, battle, style]))
                    left += abs(int(state.added[side, 1, battle, style]))
        for i in range(LATER):  # 21: only what waits for the next war
            left += 1 if int(state.later_card[i]) > 0 and int(state.later_battle[i]) != NEXT_WAR else 0
        for style in range(STYLES):
            left += int(state.sums[style])
        if left != 0:
            return WAR_CLOSED
    elif int(state.points[0]) < 0 or int(state.points[1]) < 0 or not 0 <= int(state.battle) < MAX_BATTLES:
        return WAR_CLOSED
    if int(state.depth) > 1:
        return 0
    left = int(state.war_field) + 1 + int(state.crossing)
    for i in range(TRANSIT):
        left += int(state.way_unit[i])
    for seat in range(SEATS):
        left += int(state.intent[seat])
    for word in range(4):
        left += 1 if int(state.areas[REACH, word]) != 0 or int(state.origins[word]) != 0 else 0
    return WAR_CLOSED if left != 0 else 0


@rule
def check_event(box: Box, state: State) -> int:
    """20: no event before SP6, then one that fits the round and is not in the deck, if the edition has any."""
    first, event = int(state.frame[0]), int(state.event) - 1
    if event >= 0:
        fits = int(state.drawn[event]) == 1 and int(box.event[event, FAMILY]) > 0 and fits_round(box, state, event)
        return 0 if int(state.depth) == 0 or (fits and first >= FATE) else EVENT_FITS
    return EVENT_FITS if first > FATE and count_drawable(box, state) > 0 else 0


@rule
def check_phase(state: State) -> int:
    """19, 21: what a phase has cleared is gone."""
    now = step(state)
    if now == SEATING and int(state.climbed) + int(state.hosted) > 0:
        return CLEAN_PHASE
    for word in range(USED_WORDS):
        if now == SEATING and int(state.used[word]) != 0:
            return CLEAN_PHASE
    for seat in range(int(state.seats)):
        if now == SEATING:
            for boost in range(BOOSTS):
                if int(state.boost[seat, boost]) > 0:
                    return CLEAN_PHASE
            for kind in range(MODIFIERS):
                if int(state.lasting[seat, FOR_ROUND, kind]) != 0:
                    return CLEAN_PHASE
            if int(state.token[seat, FREEZE]) + int(state.token[seat, POISON]) > 0:
                return CLEAN_PHASE
            for field in range(FIELDS):
                for slot in range(SLOTS):
                    if int(state.prone[seat, field, slot]) > 0:
                        return CLEAN_PHASE
        if now == BUYING and int(state.token[seat, ILLUSION]) > 0:
            return CLEAN_PHASE
    return 0
