"""Tailed Beasts: the numbers of a view that only the rules know, in one compiled call."""

from __future__ import annotations

from bestiary.engine.rule import Longs, rule
from bestiary.games.beasts.board import ready_in, under_way
from bestiary.games.beasts.events import event_strength, event_style
from bestiary.games.beasts.hands import hand_limit
from bestiary.games.beasts.phases import hidden_price, price_of
from bestiary.games.beasts.specialties import hunted_strength, war_strength, war_style
from bestiary.games.beasts.stack import HUNT_BEAST, HUNT_UNCHAINS
from bestiary.games.beasts.standing import count_heals, count_sands, seat_of
from bestiary.games.beasts.state import (
    BOOST_STRENGTH, BOOST_STYLE, HUNT, SEATS, SHOP, SPECIALTY, STRENGTH, STYLES, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tracks import strength_bonus, track_value
from bestiary.games.beasts.wars import skulls_of, unit_strength

# Where each number stands.
LIMIT_AT = 0  # of a hand, by seat
PRICE_AT = LIMIT_AT + SEATS  # by card of the shop; that of the Specialty only for who has chosen one
HIDDEN_PRICE = PRICE_AT + SHOP
STRENGTH_AT = HIDDEN_PRICE + 1  # of the attacker's units, then of the defender's or of the beast
NEEDED = STRENGTH_AT + 2  # what every style must exceed in a hunt
SKULLS_AT, SANDS_AT, HEALS_AT = NEEDED + 1, NEEDED + 3, NEEDED + 5  # by side
TRACK_AT = NEEDED + 7  # what the track adds to unit strength, by side
GIFT_AT = TRACK_AT + 2  # what a Passive adds to unit strength, by side
STYLE_GIFT_AT = GIFT_AT + 2  # what a Passive adds to the styles, by side and style
EVENT_AT = STYLE_GIFT_AT + 2 * STYLES  # what the event adds to the styles; in a hunt first what it adds to the beast
FACT_COUNT = EVENT_AT + STYLES


@rule
def facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """What a view tells everybody, seat −1; a seat is told besides what its own Specialty costs."""
    if seat >= 0:
        out[PRICE_AT + SPECIALTY] = price_of(box, state, seat, SPECIALTY) if int(state.specialty[seat]) > 0 else 0
        return
    for other in range(int(state.seats)):
        out[LIMIT_AT + other] = hand_limit(box, state, other)
    for card in range(SHOP):
        if card != SPECIALTY:
            out[PRICE_AT + card] = price_of(box, state, seat, card)
    out[HIDDEN_PRICE] = hidden_price(box, state)
    if int(state.war_field) < 0:
        return
    if int(state.defender) < 0:
        hunt_facts(box, state, out)
        return
    for side in range(2):
        out[STRENGTH_AT + side] = unit_strength(box, state, side)
        out[SKULLS_AT + side] = skulls_of(box, state, side)
        out[SANDS_AT + side] = count_sands(box, state, side)
        out[HEALS_AT + side] = count_heals(box, state, side)
        fighter = seat_of(state, side)
        out[TRACK_AT + side] = track_value(box, state, STRENGTH, fighter)
        out[GIFT_AT + side] = war_strength(box, state, fighter, side == 0) - int(state.boost[fighter, BOOST_STRENGTH])
        for style in range(STYLES):
            gift = war_style(box, state, fighter, style) - int(state.boost[fighter, BOOST_STYLE + style])
            out[STYLE_GIFT_AT + STYLES * side + style] = gift
            out[EVENT_AT + style] = event_style(box, state, style)


@rule
def hunt_facts(box: Box, state: State, out: Longs) -> None:
    hunter, field = int(state.attacker), int(state.war_field)
    for at in range(int(state.depth) - 1, -1, -1):
        if int(state.frame[at]) == HUNT:
            unchains = int(state.arg[at, HUNT_UNCHAINS]) == 1
            units = ready_in(state, hunter, field) if unchains else under_way(state, field)
            strength = hunted_strength(box, state, hunter, int(state.arg[at, HUNT_BEAST]))
            out[STRENGTH_AT] = units + strength_bonus(box, state, hunter) + int(state.might[0])
            out[STRENGTH_AT + 1] = strength
            out[NEEDED] = strength + int(state.roll)
            out[TRACK_AT] = track_value(box, state, STRENGTH, hunter)
            out[EVENT_AT] = event_strength(box, state, int(state.arg[at, HUNT_BEAST]))
            return
