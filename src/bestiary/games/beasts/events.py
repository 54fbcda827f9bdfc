"""Tailed Beasts §7, R20: what the event of the round changes while it lasts, from SP6 to the next SP1. How it is drawn,
and what it does at once, is in `fate`."""

from __future__ import annotations

from typing import Final

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import captured, foreign_units, strength_of, unit_count, worth
from bestiary.games.beasts.cards.entries import (
    CONCERNS_ALL, E_BLOOD, E_DISCOUNT, E_FORDS, E_HAND, E_LEVY, E_PASSES, E_PAY, E_RAGE, E_RISE, E_SEASON, E_SHELTER,
    E_SLUMBER, E_STORM, E_TRUCE, GOODS_ACTION, GOODS_ALL, GOODS_HIDDEN, GOODS_REACTION, GOODS_SPECIALTY, KIND_ACTION,
    KIND_BOTH, KIND_REACTION, LAST_BEASTS, LAST_COINS, PEACE_CAPITAL, PEACE_COIN, PEACE_HOT, PEACE_WEAK, SHOP_CARDS,
    SIDE_BOTH, SIDE_WINNER,
)  # fmt: skip
from bestiary.games.beasts.state import MOUNTAIN, RIVER, SHOP, SPECIALTY, UNIT_TYPES, Box, State
from bestiary.games.beasts.tracks import payday

FAMILY, FIRST, SECOND, GREEN, RED = range(5)
"""Columns of an event: its family, its two numbers, and the icons that keep it out of the first or the last round."""
HIDDEN_GOODS: Final = SHOP  # in the place of a card of the shop: one from the hidden deck
HIDDEN_COST: Final = 1
LEAST_PRICE: Final = 1  # no event makes anything free
SOLD_ACTIONS: Final = sum(1 << card.code for card in SHOP_CARDS if card.kind in (KIND_ACTION, KIND_BOTH))
SOLD_REACTIONS: Final = sum(1 << card.code for card in SHOP_CARDS if card.kind in (KIND_REACTION, KIND_BOTH))
"""Masks of shop cards. What is both is of both types; a Specialty is of neither."""
BOAT_STEPS: Final = 2  # R29


@rule
def is_event(box: Box, state: State, family: int) -> bool:
    """Is the event of the round of this family?"""
    return int(state.event) > 0 and int(box.event[int(state.event) - 1, FAMILY]) == family


@rule
def event_number(box: Box, state: State, family: int, number: int) -> int:
    """A number of the event of the round if it is of this family; 0 otherwise."""
    return int(box.event[int(state.event) - 1, number]) if is_event(box, state, family) else 0


# --- Whom it concerns


@rule
def standing(state: State, seat: int, what: int) -> int:
    """Beasts, coins or points of units on the map."""
    if what == LAST_BEASTS:
        return captured(state, seat)
    if what == LAST_COINS:
        return int(state.coins[seat])
    points = 0
    for unit in range(UNIT_TYPES):
        points += worth(unit) * units_out(state, seat, unit)
    return points


@rule
def units_out(state: State, seat: int, unit: int) -> int:
    """How many of a type are on the map, or on their way."""
    return unit_count(unit) - int(state.supply[seat, unit]) - int(state.trashed[seat, unit])


@rule
def is_last(state: State, seat: int, what: int) -> bool:
    """Has nobody less? Those who are tied for the last place are all last (as in R18)."""
    own = standing(state, seat, what)
    for other in range(int(state.seats)):
        if other != seat and standing(state, other, what) < own:
            return False
    return True


@rule
def event_change(box: Box, state: State, seat: int, family: int) -> int:
    """The number of an event of this family for a seat; 0 where it is not for it."""
    if not is_event(box, state, family):
        return 0
    concerned = event_number(box, state, family, SECOND)
    if concerned != CONCERNS_ALL and not is_last(state, seat, concerned - 1):
        return 0
    return event_number(box, state, family, FIRST)


# --- The shop


@rule
def price_change(box: Box, state: State, card: int) -> int:
    """What a card of the shop, or HIDDEN_GOODS, costs more or less."""
    event = int(state.event) - 1
    family = int(box.event[event, FAMILY]) if event >= 0 else 0
    if (family != E_RISE and family != E_DISCOUNT) or not is_among(int(box.event[event, FIRST]), card):
        return 0
    change = int(box.event[event, SECOND])
    return change if family == E_RISE else -change


@rule
def is_among(goods: int, card: int) -> bool:
    if card == HIDDEN_GOODS or goods == GOODS_HIDDEN:
        return card == HIDDEN_GOODS and goods == GOODS_HIDDEN
    if goods == GOODS_SPECIALTY:
        return card == SPECIALTY
    if goods == GOODS_ACTION:
        return (SOLD_ACTIONS >> card) & 1 == 1
    if goods == GOODS_REACTION:
        return (SOLD_REACTIONS >> card) & 1 == 1
    return goods == GOODS_ALL


# --- The map


@rule
def sea_range(box: Box, state: State, steps: int) -> int:
    """storm: boats that could go so many steps go fewer; where the wind is fair, as many as it says or more."""
    if not is_event(box, state, E_STORM):
        return steps
    wind = event_number(box, state, E_STORM, FIRST)
    return min(steps, wind) if wind < BOAT_STEPS else max(steps, wind)


@rule
def is_cut_off(box: Box, state: State, one: int, other: int) -> bool:
    """storm: waters that only a letter joins, over the edge of the map, are no neighbours."""
    letter = int(box.letter[one])
    return letter > 0 and letter == int(box.letter[other]) and event_number(box, state, E_STORM, SECOND) == 1


@rule
def crossing_points(box: Box, state: State, seat: int, border: int) -> int:
    """passes, fords: units of so many points cross this kind of border in each Travel."""
    if border == MOUNTAIN:
        return event_change(box, state, seat, E_PASSES)
    return event_change(box, state, seat, E_FORDS) if border == RIVER else 0


@rule
def coin_pay(box: Box, state: State, seat: int, field: int) -> int:
    """What the coin symbols of a field pay: icons × Payday, changed by pay."""
    return int(box.coin[field]) * max(payday(box, state, seat) + event_change(box, state, seat, E_PAY), 0)


@rule
def spring_change(box: Box, state: State, seat: int) -> int:
    """levy: what a hot spring gives more or less."""
    return event_change(box, state, seat, E_LEVY)


# --- Wars and hunts


@rule
def event_strength(box: Box, state: State, beast: int) -> int:
    """rage, slumber: what a beast's strength gains or loses."""
    strength = strength_of(beast)
    if is_event(box, state, E_RAGE) and strength >= event_number(box, state, E_RAGE, SECOND):
        return event_number(box, state, E_RAGE, FIRST)
    if is_event(box, state, E_SLUMBER) and strength <= event_number(box, state, E_SLUMBER, SECOND):
        return -event_number(box, state, E_SLUMBER, FIRST)
    return 0


@rule
def event_style(box: Box, state: State, style: int) -> int:
    """season: what every card gets in a style."""
    if not is_event(box, state, E_SEASON) or event_number(box, state, E_SEASON, FIRST) != style:
        return 0
    return event_number(box, state, E_SEASON, SECOND)


@rule
def event_skulls(box: Box, state: State, winner: bool) -> int:
    """blood: Skulls that the winner, or the loser, of a war between players adds."""
    side = event_number(box, state, E_BLOOD, FIRST)
    return event_number(box, state, E_BLOOD, SECOND) if side == SIDE_BOTH or (side == SIDE_WINNER) == winner else 0


@rule
def forbids_war(box: Box, state: State, seat: int, field: int) -> bool:
    """truce: may a seat not attack the player whose units stand in this field?"""
    other = foreign_units(state, seat, field)
    if other < 0 or not is_event(box, state, E_TRUCE):
        return False
    peace = event_number(box, state, E_TRUCE, FIRST)
    if peace == PEACE_CAPITAL:
        return int(box.capital[field]) > 0
    if peace == PEACE_COIN:
        return int(box.coin[field]) > 0
    if peace == PEACE_HOT:
        return int(box.hot[field]) > 0
    return peace != PEACE_WEAK or captured(state, other) < captured(state, seat)


@rule
def shelters(box: Box, state: State, what: int) -> bool:
    """shelter: tokens but Substitution do not arrive, retreating units stay ready, Skulls cost nothing, played cards
    are healed, or losers keep their beasts."""
    return is_event(box, state, E_SHELTER) and event_number(box, state, E_SHELTER, FIRST) == what


@rule
def event_hand(box: Box, state: State, seat: int) -> int:
    """hand: the change of a hand limit."""
    return event_change(box, state, seat, E_HAND)
