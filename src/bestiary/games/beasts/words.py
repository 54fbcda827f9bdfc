"""Tailed Beasts in words: why something is refused, and what must hold. What has happened is told in `telling`, what a
seat is asked in `asking`; actions are said in `sayings`, and `names` has the names of things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.engine.game import Clause
from bestiary.engine.sight import Sight
from bestiary.games.beasts import names
from bestiary.games.beasts.asking import CLAUSES, prompt
from bestiary.games.beasts.hands import slot_in_hand
from bestiary.games.beasts.phases import price_of
from bestiary.games.beasts.sayings import split
from bestiary.games.beasts.state import (
    ACTIONS_KEPT, BEASTS_PLACED, BUYING, CARDS_FRESH, CARDS_PLACED, CLEAN_PHASE, COINS_BOUND, EVENT_FITS, FIELD_LIMIT,
    FREEZING, FROM_HIDDEN, GAME_IS_OVER, HANDS_TRUE, HAND_BOUND, MARKERS_KEPT, NOTES, NOT_ASKED, ROUND_BOUND, SHOP,
    SPECIALTY, STACK_BOUND, TOKENS_KEPT, TRACKS_WHOLE, TURNS, UNITS_KEPT, UNIT_DOMAIN, WAR_CLOSED, WINDOW,
)  # fmt: skip
from bestiary.games.beasts.telling import TELLING
from bestiary.games.beasts.windows import playable

__all__ = ["CLAUSES", "LAWS", "TELLING", "explain"]

LAWS: Final[Mapping[int, str]] = {
    CARDS_PLACED: "every battle card lies in one place, and the counts of card backs are true",
    HANDS_TRUE: "every hand lists the cards that lie in it, in rising order",
    ACTIONS_KEPT: "there are as many copies of every action card as at the beginning",
    UNITS_KEPT: "every player's units are all on the map, in supply, under way or out of the game",
    FIELD_LIMIT: "a field holds units of one player, worth ten points at most",
    UNIT_DOMAIN: "boats are on water, other units on land, and only one clan goes beyond the map",
    BEASTS_PLACED: "every beast is in one place, none shares a field, and only owned ones are chained",
    TOKENS_KEPT: "there are never more tokens of a kind than in the box",
    MARKERS_KEPT: "every player has ten markers at most, and they lie on land",
    TRACKS_WHOLE: "every player stands once on every track",
    COINS_BOUND: "nobody has fewer than no coins or more than 99",
    HAND_BOUND: "nobody holds more than the limit, or no clan card while one can be drawn",
    WAR_CLOSED: "nothing is left of a war when it is over",
    STACK_BOUND: "the steps under way fit into their room",
    ROUND_BOUND: "there are four rounds",
    CARDS_FRESH: "no frozen card is offered, and none that was used from hand in this round",
    EVENT_FITS: "from the set-up of a round on one event is in force, and it fits the round",
    CLEAN_PHASE: "what lasts a round is gone when the next one begins, and illusions before the shop opens",
}

# --- Why something is refused


def explain(sight: Sight, action: int, number: int) -> Clause:
    """The clause, told of the case at hand; the action is −1 where a thing is meant for none."""
    clause = CLAUSES[number]
    if number in (NOT_ASKED, GAME_IS_OVER):
        return clause
    edition, state, seat = sight.edition, sight.state, sight.seat
    reason = _reason(edition, state, seat, *split(action)) if action >= 0 else ""
    return Clause(clause.section, f"{reason} {prompt(edition, state, seat)}".strip(), for_all=clause.for_all)


def _reason(edition: Edition, state: Any, seat: int, kind: str, index: int) -> str:
    """What is wrong with an action that belongs to this step; empty where it belongs to another one."""
    now = int(step(state))
    if kind == "buy" and now == BUYING:
        return _no_sale(edition, state, seat, index)
    if kind == "act" and now in (TURNS, WINDOW, FREEZING):
        return _not_playable(edition, state, seat, now, *divmod(index, 2))
    if kind in ("card", "awaken") and slot_in_hand(state, seat, index) < 0 and now != NOTES:
        return f"You do not hold {names.card_name(edition, index)}."
    if kind in ("field", "into", "from"):
        return f"{names.field_name(edition, index)} cannot be chosen here."
    return ""


def _no_sale(edition: Edition, state: Any, seat: int, card: int) -> str:
    name, price = names.action_name(edition, card), int(price_of(edition.box, state, seat, card))
    if int(state.stock[card]) == 0:
        return f"{name} is sold out."
    if price > int(state.coins[seat]):
        return f"{name} costs {names.count(price, 'coin')}."
    if card == SPECIALTY:
        return f"Your specialty shows its passive side: {name} is of no use to you."
    return ""


def _not_playable(edition: Edition, state: Any, seat: int, now: int, card: int, origin: int) -> str:
    name = names.action_name(edition, card)
    hidden = origin == FROM_HIDDEN
    held = int(state.secret[seat, card]) if hidden else (int(state.held[seat, card]) if card < SHOP else 0)
    if held == 0:
        return f"You hold no {name}{' among your hidden cards' if hidden else ' from the shop'}."
    if int(playable(state, seat, card, origin)) == 0:
        return f"Your {name} is frozen until the next round."
    if now == WINDOW:
        return f"{name} is no reaction to this."
    return f"{name} would do nothing now."
