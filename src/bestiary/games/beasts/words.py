"""Tailed Beasts in words: why something is refused, and what must hold. What has happened is told in `telling`, what a
seat is asked in `asking`; actions are said in `sayings`, and `names` has the names of things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bestiary.engine.game import Clause
from bestiary.engine.sight import Sight
from bestiary.games.beasts.reasons import CLAUSES, clause_for
from bestiary.games.beasts.state import (
    ACTIONS_KEPT, BEASTS_PLACED, CARDS_FRESH, CARDS_PLACED, CLEAN_PHASE, COINS_BOUND, EVENT_FITS, FIELD_LIMIT,
    HANDS_TRUE, HAND_BOUND, MARKERS_KEPT, ROUND_BOUND, STACK_BOUND, TOKENS_KEPT, TRACKS_WHOLE, UNITS_KEPT, UNIT_DOMAIN,
    WAR_CLOSED,
)  # fmt: skip
from bestiary.games.beasts.telling import TELLING

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
    if action < 0:
        return CLAUSES[number]
    return clause_for(sight.edition, sight.state, sight.seat, action, number)
