"""Tailed Beasts R74: an action that, as far as its player knows, could change nothing is not offered."""

from __future__ import annotations

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import has_units, points_in, unit_at, worth
from bestiary.games.beasts.cards.entries import P_ALLYUP, SHELTER_TOKENS
from bestiary.games.beasts.cards.language import (
    OP_ACTRET, OP_ACTSTEAL, OP_ALLY, OP_BMOVE, OP_BSPAWN, OP_BSTEAL, OP_BSWAP, OP_COIN, OP_COINSTEAL, OP_DISC, OP_DOWN,
    OP_DRAW, OP_DSWAP, OP_GAINC, OP_HID, OP_MARK, OP_MARKPUT, OP_MARKX, OP_OPT, OP_PAY, OP_REC, OP_RECALL, OP_RECU,
    OP_REP, OP_REVEAL, OP_ROLL, OP_STEALC, OP_SWAPC, OP_TOK, OP_TOKDROP, OP_TOKPASS, OP_TRASHC, OP_UDISC, OP_UMOVE,
    OP_UNCHAIN, OP_UNCOIN, OP_UP, OP_UPRONE, OP_URAISE, OP_UTRASH, OP_VERSUS, OP_WHO, PATH_CARD, R_A, R_B, R_C, R_OP,
    TRACK_ANY, WHO_ANY, WHO_ME, WHO_OPP, ZONE_DECK, ZONE_HAND,
)  # fmt: skip
from bestiary.games.beasts.choices import refuse_roaming
from bestiary.games.beasts.clauses import (
    ALLOWED, ALL_TRACKS_LED, MARKERS_IN_USE, NOBODY_TO_RECRUIT, NOTHING_TO_DRAW, NO_ALLY_LEFT, NO_LESSER_ALLY,
    NO_TOKEN_LEFT, PURSE_FULL, SHELTERED, TRACK_LED,
)  # fmt: skip
from bestiary.games.beasts.conditions import first_row
from bestiary.games.beasts.control import refuse_recruit
from bestiary.games.beasts.effects import row_after
from bestiary.games.beasts.events import shelters
from bestiary.games.beasts.fieldwork import can_step_aside, can_survey, next_prone
from bestiary.games.beasts.hands import can_draw, count_in_zone, deck_size, hand_size, pile_size
from bestiary.games.beasts.operations import has_beast
from bestiary.games.beasts.specialties import works
from bestiary.games.beasts.state import (
    ALLY_DISCARD, BEASTS, BOXED, CHAIN, CLANS, FIELDS, FIELD_POINTS, FREEZE, ILLUSION, IN_BOX, KAMUI, LEGENDARY,
    MARKERS, MOST_COINS, PARALYZE, PATHS, PATH_AT, POISON, RARE_AT, SHOP, SLOTS, SUBSTITUTION, SUPPLY, TIER_CARDS,
    TRACKS, UNIT_TYPES, UPGRADE, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import placed_markers
from bestiary.games.beasts.tokens import has_free_beast, tokens_left
from bestiary.games.beasts.tracks import can_sink, refuse_down, spot_of
from bestiary.games.beasts.windows import owned


@rule
def refuse_coins(state: State, seat: int) -> int:
    return ALLOWED if int(state.coins[seat]) < MOST_COINS else PURSE_FULL


@rule
def refuse_recruits(box: Box, state: State, seat: int, points: int, only: int) -> int:
    """Is there a unit that the points pay for, with a field that takes it? Mostly one where units stand already."""
    for field in range(KAMUI):
        unit = unit_at(box, field, 0)
        fits = int(state.supply[seat, unit]) > 0 and points > 0 and (only < 0 or only == unit)
        if fits and 0 < points_in(state, seat, field) < FIELD_POINTS:
            return ALLOWED
    for unit in range(UNIT_TYPES):
        if refuse_recruit(box, state, seat, unit, points, only) == ALLOWED:
            return ALLOWED
    return NOBODY_TO_RECRUIT


@rule
def refuse_climb(state: State, seat: int, track: int) -> int:
    """On a track, or on any of them."""
    if track != TRACK_ANY:
        return ALLOWED if spot_of(state, track, seat) > 0 else TRACK_LED
    for other in range(TRACKS):
        if spot_of(state, other, seat) > 0:
            return ALLOWED
    return ALL_TRACKS_LED


@rule
def refuse_gift(box: Box, state: State, token: int) -> int:
    """Could somebody receive this token now?"""
    if token != SUBSTITUTION and shelters(box, state, SHELTER_TOKENS):
        return SHELTERED
    return ALLOWED if tokens_left(state, token) > 0 else NO_TOKEN_LEFT


@rule
def refuse_draw(state: State, seat: int) -> int:
    """Who is paralyzed loses a token by it."""
    return ALLOWED if can_draw(state, seat) or int(state.token[seat, PARALYZE]) > 0 else NOTHING_TO_DRAW


@rule
def refuse_ally(box: Box, state: State, seat: int, tier: int, spent: int) -> int:
    """Is an ally of this tier left, or of a higher one that could come instead, so many Upgrades spent? All but
    those in hands lie open or in the decks."""
    rises = owned(state, seat, UPGRADE) > spent or works(box, state, seat, P_ALLYUP)
    for other in range(tier, (LEGENDARY if rises else tier) + 1):
        left = 0
        for holder in range(int(state.seats)):
            left -= int(state.hand_backs[holder, CLANS + 1 + other])
        for card in range(RARE_AT + other * TIER_CARDS, RARE_AT + (other + 1) * TIER_CARDS):
            gone = int(state.opened[card]) == 1 and int(state.zone[card]) != ALLY_DISCARD
            left += 1 if int(box.exists[card]) == 1 and not gone else 0
            if left > 0:
                return ALLOWED
    return ALLOWED if int(state.token[seat, PARALYZE]) > 0 else NO_ALLY_LEFT


@rule
def refuse_new_markers(box: Box, state: State, seat: int) -> int:
    """One marker more, or a place for one."""
    if placed_markers(state, seat) + int(state.usable[seat]) < MARKERS:
        return ALLOWED
    return ALLOWED if can_survey(box, state, seat) else MARKERS_IN_USE


@rule
def refuse_higher_ally(box: Box, state: State, seat: int, steps: int, spent: int) -> int:
    """Has one's hand an ally to give up, and is one so many tiers higher left?"""
    clause = NO_LESSER_ALLY
    for tier in range(LEGENDARY):
        if clause != ALLOWED and int(state.hand_backs[seat, CLANS + 1 + tier]) > 0:
            clause = refuse_ally(box, state, seat, min(tier + steps, LEGENDARY), spent)
    return clause


@rule
def refuse_look(state: State, seat: int) -> int:
    """A look at another player's cards brings a coin; where it cannot, somebody must have cards."""
    for other in range(int(state.seats)):
        if other != seat and hand_size(state, other) + int(state.secret_count[other]) > 0:
            return ALLOWED
    return refuse_coins(state, seat)


# --- Effects from hand


@rule
def achieves(box: Box, state: State, seat: int, card: int, effect: int) -> bool:
    """Could an effect change anything outside a war? What must be paid for, and cannot, does not come."""
    following = first_row(box, card, effect)
    while following >= 0:
        row, following = following, row_after(box, state, seat, card, following, int(state.coins[seat]))
        op, a = int(box.rows[card, row, R_OP]), int(box.rows[card, row, R_A])
        if op == OP_OPT or op == OP_PAY or op == OP_REP or op == OP_ROLL:
            continue
        b, c = int(box.rows[card, row, R_B]), int(box.rows[card, row, R_C])
        if could_do(box, state, seat, op, a, b):
            return True
        for other in range(int(state.seats)):
            named = a if int(OP_WHO[op]) > 0 else WHO_OPP
            meant = other == seat if named == WHO_ME else (other != seat or named == WHO_ANY)
            if meant and could_hit(box, state, seat, other, op, a, b, c):
                return True
    return False


@rule
def could_do(box: Box, state: State, seat: int, op: int, a: int, b: int) -> bool:
    """An operation that is about its owner or the map."""
    if op == OP_COIN:
        return refuse_coins(state, seat) == ALLOWED
    if op == OP_TOKDROP or op == OP_TOKPASS:
        held = int(state.token[seat, ILLUSION]) + int(state.token[seat, PARALYZE]) + int(state.token[seat, POISON])
        return held + (int(state.token[seat, FREEZE]) if op == OP_TOKDROP else 0) > 0
    if op == OP_DRAW:
        return refuse_draw(state, seat) == ALLOWED
    if op == OP_ALLY:
        return refuse_ally(box, state, seat, a - 3, 0) == ALLOWED
    if op == OP_HID:
        return int(state.hidden_left) > 0
    if op == OP_RECALL:
        return pile_size(state, seat) > 0
    if op == OP_GAINC:
        if a == PATH_CARD:
            return count_in_zone(state, SUPPLY, PATH_AT, PATH_AT + PATHS) > 0
        return int(state.zone[a]) == BOXED and int(box.exists[a]) > 0
    if op == OP_REC:
        return refuse_recruits(box, state, seat, a, -1) == ALLOWED
    if op == OP_RECU:
        return refuse_recruits(box, state, seat, b * worth(a), a) == ALLOWED
    if op == OP_UP:
        return refuse_climb(state, seat, a) == ALLOWED
    if op == OP_MARKPUT:
        return can_survey(box, state, seat)
    if op == OP_MARK:
        return refuse_new_markers(box, state, seat) == ALLOWED
    if op == OP_UMOVE:
        return can_step_aside(box, state, seat, a)
    if op == OP_UNCHAIN:
        return has_beast(state, seat, True)
    if op == OP_URAISE:
        return next_prone(state, seat, 0) < FIELDS
    if op == OP_BMOVE or op == OP_BSPAWN:
        for beast in range(BEASTS):
            boxed = int(state.beast_at[beast]) == IN_BOX and int(state.spawns) != 0
            if boxed if op == OP_BSPAWN else refuse_roaming(box, state, beast) == ALLOWED:
                return True
        return False
    return op == OP_DSWAP or (int(OP_WHO[op]) == 0 and int(OP_VERSUS[op]) == 0)


@rule
def could_hit(box: Box, state: State, seat: int, other: int, op: int, a: int, b: int, c: int) -> bool:
    """An operation that is about this player."""
    if op == OP_UNCOIN or op == OP_COINSTEAL:
        return int(state.coins[other]) > 0
    if op == OP_TOK:
        if b == CHAIN and not has_free_beast(state, other):
            return False
        return refuse_gift(box, state, b) == ALLOWED
    if op == OP_DISC or op == OP_TRASHC or op == OP_REVEAL:
        return hand_size(state, other) > (1 if other == seat else 0)  # the card itself has left by then
    if op == OP_STEALC or op == OP_SWAPC:
        if op == OP_SWAPC and hand_size(state, seat) <= 1:
            return False
        there = pile_size(state, other) + (deck_size(state, other) if a == ZONE_DECK else 0)
        return (hand_size(state, other) if a == ZONE_HAND else there) > 0
    if op == OP_ACTRET or op == OP_ACTSTEAL:
        held = int(state.secret_count[other])
        for card in range(SHOP):
            held += int(state.held[other, card])
        return held > 0
    if op == OP_UDISC or op == OP_UTRASH:
        return has_units(state, other)
    if op == OP_UPRONE:
        for field in range(FIELDS):
            for slot in range(SLOTS):
                if int(state.ready[other, field, slot]) > 0:
                    return True
        return False
    if op == OP_DOWN:
        return can_sink(state, other) if b == TRACK_ANY else refuse_down(state, other, b) == ALLOWED
    if op == OP_BSTEAL or op == OP_BSWAP:
        return has_beast(state, other, False) and (op == OP_BSTEAL or has_beast(state, seat, False))
    return op == OP_MARKX and placed_markers(state, other) > 0
