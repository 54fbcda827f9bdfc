"""Tooth & Claw: what pointing at a thing, or dropping it on another, can mean."""

from __future__ import annotations

from typing import Final, NamedTuple

from bestiary.engine.errors import MalformedError
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.games.claw.names import SPACE_PLACES
from bestiary.games.claw.sides import card_at, facts_of, step_of
from bestiary.games.claw.state import (
    ADVANCE, ADVANCE_AT, ANOTHERS_CARD, BACK, BACKS, BATTLE, CARDS, CARD_NAMES, CHOICES, COLOURS, DEFENCE,
    FORMATION_NAMES, FORM_AT, FRONT, INTO_BATTLE, NOT_FROM_THERE, NOT_THERE, OTHER_COLUMN, PILE_NAMES, PLACE_AT,
    PLAY_AT, RANKS, ROUNDS, SEATS, SECOND, TYPE, TYPE_NAMES, WRONG_SPACE,
)  # fmt: skip


class Spot(NamedTuple):
    """A place that can be pointed at: what it is, whose cards lie there, which one of its kind."""

    zone: str
    owner: int = -1
    number: int = -1


SPOTS: Final[dict[str, Spot]] = {
    **{f"type:{name}": Spot("type", number=at) for at, name in enumerate(TYPE_NAMES)},
    **{f"formation:{name}": Spot("formation", number=at) for at, name in enumerate(FORMATION_NAMES)},
    **{f"{zone}:{seat}": Spot(zone, seat) for zone in ("hand", "deck", "lane", "used", "taken") for seat in (0, 1)},
    **{PILE_NAMES[seat * SEATS + owner]: Spot("taken", owner) for seat in (0, 1) for owner in (0, 1)},
    **{place: Spot("space", seat, at) for seat in (0, 1) for at, place in enumerate(SPACE_PLACES[seat])},
}
CARD_NUMBERS: Final = {name: card for card, name in enumerate(CARD_NAMES)} | {"?": -1, "": -1}
ANY_ACTION: Final = [PLAY_AT]  # its refusal says what is to be done instead


def read_thing(thing: str) -> tuple[int, Spot]:
    """A card at a place, or −1 and a place."""
    name, at, place = thing.rpartition("@")
    card, spot = CARD_NUMBERS.get(name), SPOTS.get(place)
    if card is None or spot is None or (at and (not name or spot.zone in ("type", "formation"))):
        raise MalformedError(f"'{thing}' is no thing of this table; for example, red-9@hand:0 and space:0.v1 are")
    return card, spot


def meant(sight: Sight, thing: str, onto: str) -> list[int] | int:
    """The actions that pointing at a thing can mean, or the clause that says why it is never meant."""
    card, spot = read_thing(thing)
    goal = read_thing(onto)[1] if onto else None
    stage, now = step_of(sight.now), sight.now
    if not sight.moves:
        return ANY_ACTION
    if spot.zone == "type":
        return [spot.number]
    if spot.zone == "formation":
        return _meant_formation(now, sight.seat, stage, spot.number)
    if spot.owner != sight.seat:
        return ANOTHERS_CARD
    if spot.zone == "space" and card >= 0 and card not in _cards_on(sight, spot.number):
        return NOT_THERE
    if stage in (FRONT, BACKS):
        return _meant_to_place(sight, card, spot, goal)
    if stage in (BATTLE, DEFENCE):
        return _meant_to_play(now, sight.seat, spot, goal)
    return _meant_to_advance(sight, card, spot, goal) if stage == ADVANCE else ANY_ACTION


def _cards_on(sight: Sight, space: int) -> list[int]:
    """The own cards on a space."""
    pair = facts_of(sight).sides[sight.seat].pair
    places = [space, SECOND] if space == pair > 0 else [space]
    return [card_at(sight.now, sight.seat, place) for place in places]


def _meant_formation(now: Plain, seat: int, stage: int, formation: int) -> list[int]:
    """A formation card stands for its type while types are chosen."""
    if stage == TYPE:
        return [formation // CHOICES // ROUNDS]
    mine = formation // CHOICES == (now.kind[seat] - 1) * ROUNDS + now.round_number
    return [FORM_AT + formation % CHOICES] if mine else ANY_ACTION


def _meant_to_place(sight: Sight, card: int, spot: Spot, goal: Spot | None) -> list[int] | int:
    """R12: there is one space to fill next; pointing at it means any card of the hand."""
    side = facts_of(sight).sides[sight.seat]
    following = Spot("space", sight.seat, side.space(side.next))
    if goal and goal != following:
        return WRONG_SPACE
    if spot == following or (spot.zone == "hand" and card < 0):
        return list(range(PLACE_AT, PLAY_AT))
    return [PLACE_AT + card] if card >= 0 and spot.zone != "space" else ANY_ACTION


def _meant_to_play(now: Plain, seat: int, spot: Spot, goal: Spot | None) -> list[int] | int:
    """Both ways to play the card on a space, its own colour first."""
    if spot.zone != "space" or spot.number >= BACK:
        return NOT_FROM_THERE
    if goal and goal.zone != "lane":
        return INTO_BATTLE
    own = 1 if card_at(now, seat, spot.number) >= RANKS else 0
    return [PLAY_AT + spot.number * COLOURS + colour for colour in (own, 1 - own)]


def _meant_to_advance(sight: Sight, card: int, spot: Spot, goal: Spot | None) -> list[int] | int:
    """Either card of the pair; its space and the one that it goes to mean both."""
    side = facts_of(sight).sides[sight.seat]
    target = Spot("space", sight.seat, sight.now.target - 1)
    if goal and goal != target:
        return OTHER_COLUMN
    if card >= 0:
        return [ADVANCE_AT + card]
    either = spot in (target, target._replace(number=side.pair))
    return list(range(ADVANCE_AT, ADVANCE_AT + CARDS)) if either else ANY_ACTION
