"""Tailed Beasts §7, R20: what the event of the round changes while it lasts, from SP6 to the next SP1. How it is drawn,
and what it does at once, is in `fate`."""

from __future__ import annotations

from typing import Final

from bestiary.engine.rule import rule
from bestiary.games.beasts.board import strength_of
from bestiary.games.beasts.cards.entries import (
    E_BLOOD, E_DISCOUNT, E_FORDS, E_HAND, E_PASSES, E_PAY, E_RAGE, E_RISE, E_SEASON, E_SHELTER, E_SLUMBER, E_STORM,
    E_TRUCE, GOODS_ACTION, GOODS_ALL, GOODS_HIDDEN, GOODS_REACTION, KIND_ACTION, KIND_BOTH, KIND_REACTION, PEACE_ALL,
    SHELTER_TOKENS, SHELTER_UNITS, SHOP_CARDS, SIDE_BOTH, SIDE_WINNER,
)  # fmt: skip
from bestiary.games.beasts.state import MOUNTAIN, RIVER, SHOP, Box, State
from bestiary.games.beasts.tracks import payday

FAMILY, FIRST, SECOND, GREEN, RED = range(5)
"""Columns of an event: its family, its two numbers, and the icons that keep it out of the first or the last round."""
HIDDEN_GOODS: Final = SHOP  # in the place of a card of the shop: one from the hidden deck
SOLD_ACTIONS: Final = sum(1 << card.code for card in SHOP_CARDS if card.kind in (KIND_ACTION, KIND_BOTH))
SOLD_REACTIONS: Final = sum(1 << card.code for card in SHOP_CARDS if card.kind in (KIND_REACTION, KIND_BOTH))
"""Masks of shop cards. What is both is of both types; a Specialty is of neither."""


@rule
def is_event(box: Box, state: State, family: int) -> bool:
    """Is the event of the round of this family?"""
    return int(state.event) > 0 and int(box.event[int(state.event) - 1, FAMILY]) == family


@rule
def event_number(box: Box, state: State, family: int, number: int) -> int:
    """A number of the event of the round if it is of this family; 0 otherwise."""
    return int(box.event[int(state.event) - 1, number]) if is_event(box, state, family) else 0


# --- The shop


@rule
def price_change(box: Box, state: State, card: int) -> int:
    """What a card of the shop, or HIDDEN_GOODS, costs more or less."""
    rise = is_event(box, state, E_RISE)
    family = E_RISE if rise else E_DISCOUNT
    if not is_event(box, state, family) or not is_among(event_number(box, state, family, FIRST), card):
        return 0
    change = event_number(box, state, family, SECOND)
    return change if rise else -change


@rule
def is_among(goods: int, card: int) -> bool:
    if card == HIDDEN_GOODS or goods == GOODS_HIDDEN:
        return card == HIDDEN_GOODS and goods == GOODS_HIDDEN
    if goods == GOODS_ACTION:
        return (SOLD_ACTIONS >> card) & 1 == 1
    if goods == GOODS_REACTION:
        return (SOLD_REACTIONS >> card) & 1 == 1
    return goods == GOODS_ALL


# --- The map


@rule
def sea_range(box: Box, state: State, steps: int) -> int:
    """storm: boats that could go so many steps go fewer."""
    return min(steps, event_number(box, state, E_STORM, FIRST)) if is_event(box, state, E_STORM) else steps


@rule
def is_cut_off(box: Box, state: State, one: int, other: int) -> bool:
    """storm: waters that only a letter joins, over the edge of the map, are no neighbours."""
    letter = int(box.letter[one])
    return letter > 0 and letter == int(box.letter[other]) and event_number(box, state, E_STORM, SECOND) == 1


@rule
def crossing_points(box: Box, state: State, border: int) -> int:
    """passes, fords: units of so many points cross this kind of border in each Travel."""
    if border == MOUNTAIN:
        return event_number(box, state, E_PASSES, FIRST)
    return event_number(box, state, E_FORDS, FIRST) if border == RIVER else 0


@rule
def coin_pay(box: Box, state: State, seat: int, field: int) -> int:
    """What the coin symbols of a field pay: icons × Payday, changed by pay."""
    return int(box.coin[field]) * max(payday(box, state, seat) + event_number(box, state, E_PAY, FIRST), 0)


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
def forbids_war(box: Box, state: State, field: int) -> bool:
    """truce: may nobody attack a player in this field?"""
    if not is_event(box, state, E_TRUCE):
        return False
    return event_number(box, state, E_TRUCE, FIRST) == PEACE_ALL or int(box.capital[field]) > 0


@rule
def keeps_ready(box: Box, state: State) -> bool:
    """shelter: retreating units do not fall prone."""
    return is_event(box, state, E_SHELTER) and event_number(box, state, E_SHELTER, FIRST) == SHELTER_UNITS


@rule
def wards_tokens(box: Box, state: State) -> bool:
    """shelter: no token but Substitution arrives."""
    return is_event(box, state, E_SHELTER) and event_number(box, state, E_SHELTER, FIRST) == SHELTER_TOKENS


@rule
def event_hand(box: Box, state: State) -> int:
    """hand: the change of every hand limit."""
    return event_number(box, state, E_HAND, FIRST)
