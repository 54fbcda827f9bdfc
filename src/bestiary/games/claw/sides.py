"""Tooth & Claw: what the rules know of a position, as plain numbers for those who speak to people."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.games.claw.names import where
from bestiary.games.claw.rules import ANSWERS_AT, COMMON_FACTS, SIDE_FACTS
from bestiary.games.claw.state import COLUMNS, PLACES, RANKS, SECOND


class Side(NamedTuple):
    """One player's numbers; see `rules.side_facts`."""

    hand: int
    unseen: int
    formation: int
    next: int
    row: int
    blank: int
    wild: int
    pair: int
    reveal: int
    bonus: list[int]

    def where(self, space: int) -> str:
        """A place of this side with its effects, in words."""
        at = self.pair if space == SECOND else space
        return where(space, self.pair, self.bonus[at], self.wild >> at & 1)

    def space(self, place: int) -> int:
        """The space that a place of the record belongs to: both cards of a pair lie on one."""
        return self.pair if place == SECOND else place


class Facts(NamedTuple):
    """What the rules say of a position; see `rules.facts`."""

    deck: int
    first: int
    offence: int
    lead: int
    sides: list[Side]
    answers: list[int]


@lru_cache(4)
def facts_of(sight: Sight) -> Facts:
    """Asked once a sight: the view, the question and every action read them."""
    told = sight.facts()
    sides = [_side(*told[at : at + SIDE_FACTS]) for at in range(COMMON_FACTS, ANSWERS_AT, SIDE_FACTS)]
    return Facts._make((*told[:COMMON_FACTS], sides, told[ANSWERS_AT:]))


@lru_cache(1 << 12)
def _side(*numbers: int) -> Side:
    return Side._make((*numbers[:9], list(numbers[9:])))


def step_of(now: Plain) -> int:
    return now.frame[0] if now.depth else -1


def card_at(now: Plain, seat: int, place: int) -> int:
    """The card that a seat knows there; −1 is none."""
    return now.place[seat * PLACES + place] - 1  # type: ignore[no-any-return]


def binding(now: Plain, seat: int, side: Side) -> list[int]:
    """The spaces whose cards bind the defence: of the led colour, and not on Wild (R1)."""
    tame = now.lying[seat] & ~side.wild
    row = range(side.row, side.row + COLUMNS)
    return [s for s in row if tame >> s & 1 and card_at(now, seat, s) // RANKS == now.lead_colour]
