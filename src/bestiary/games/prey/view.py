"""Predator & Prey: what leaves for people and programs, as types, and how it is made from what a seat knows.

Things are cards (`a-4`: suit and place in the suit by rising predator number). They lie at `hand:s`, `trick:s`,
`won:s` (tricks that were won, closed), `aside` and, between two rounds, `deck`. Suits are `a` to `d`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from msgspec import field
from msgspec.structs import replace

from bestiary.engine import views
from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Act, Contents, Over, Places, Question, Rank, Shape, Shapes
from bestiary.games.prey.rules import FULL_SUIT, PROSPECTS_AT, SEAT_FACTS, TABLE_FACTS
from bestiary.games.prey.state import (
    AHEAD, ANOTHERS_CARD, ASIDE_CARD, CANNOT_WIN, CARD_NAMES, CARDS, FACES, GOAL_POINTS, HAND, MAX_ROUNDS, NOT_IN_HAND,
    ONLY_TO_TRICK, OPEN, PLAYED_CARD, RANKS, SEATS, SUIT_NAMES, SUITS, TRICKS, TURN_ROUND, WINS, WON_CARD,
)  # fmt: skip

End = Literal["predator", "prey"]


class Aim(Shape, kw_only=True):
    """A way to meet a goal."""

    goal: int  # the die
    tricks: int  # how many tricks meet it: as many as the die shows, or none for a 6
    more: int | None = None  # tricks still to win: 0 is met now, null is out of reach


class Seat(Shape, kw_only=True):
    """A player, as everybody sees it."""

    goals: list[int]
    won: int  # tricks of this round
    points: int
    outlook: list[Aim]
    voids: list[str] | None = None  # suits that it has shown to lack; null where the table plays from memory


class Lying(Shape, kw_only=True):
    """A card of the present trick."""

    seat: int
    card: str
    number: int  # the one that counts
    tags: list[Literal["led", "winning", "off suit"]] = field(default_factory=list)


class Suits(Shape, kw_only=True):
    """Cards by suit, in rising order."""

    a: list[str] = field(default_factory=list)
    b: list[str] = field(default_factory=list)
    c: list[str] = field(default_factory=list)
    d: list[str] = field(default_factory=list)


class Public(views.Public, kw_only=True):
    """What everybody sees."""

    round: int  # from 1
    trick: int  # from 1; 13 once the last one is over
    end: End  # which numbers count
    leader: int
    order: list[int]  # seats in the order of play
    seats: list[Seat]
    cards: list[Lying] = field(default_factory=list)  # of the present trick, in the order of play
    rounds: int | None = None  # null: no limit that the table has set
    lead: str | None = None  # the suit to follow
    winning: int | None = None  # who wins the trick as it stands
    played: Suits | None = None  # this round; null where the table plays from memory
    tricks: int = TRICKS
    points: int = GOAL_POINTS  # that win


class Private(views.Private, kw_only=True):
    """What one seat sees beyond that."""

    unseen: Suits | None = None  # neither played nor in this hand; null where the table plays from memory


class Suit(Shape, kw_only=True):
    """A suit. Ink and shape belong to its place, whatever an edition calls it."""

    id: str
    name: str
    ink: str
    shape: str


class Card(Shape, kw_only=True):
    """An animal with its two ends."""

    id: str
    name: str
    suit: str
    predator: int
    prey: int
    icon: str  # key of a picture; without one the suit's shape stands for it


class Book(Shape, kw_only=True):
    """All that an edition prints."""

    about: str
    suits: list[Suit]
    cards: list[Card]
    steps: list[str]
    tricks: int = TRICKS
    turn_after: int = TURN_ROUND
    points: int = GOAL_POINTS


SHAPES: Final = Shapes(Public, Private, Book)

# --- What everybody sees


KEPT: Final = 10_000  # parts of views that are used again


@cache
def named(suit: int, mask: int) -> list[str]:
    """The cards of a suit in a set. What is kept here is never changed."""
    return [CARD_NAMES[suit * RANKS + rank] for rank in list_bits(mask)]


@lru_cache(KEPT)
def suits_of(a: int, b: int, c: int, d: int) -> Suits:
    return Suits(a=named(0, a), b=named(1, b), c=named(2, c), d=named(3, d))


@lru_cache(KEPT)
def each_once(a: int, b: int, c: int, d: int) -> Contents:
    """A set of cards as what lies at a place; a hand stays the same for most decisions."""
    return dict.fromkeys([*named(0, a), *named(1, b), *named(2, c), *named(3, d)], 1)


class Laid(NamedTuple):
    """The table's numbers; see `rules.facts`."""

    seats: int
    depth: int
    memory: int
    round: int
    rounds: int
    tricks: int
    leader: int
    led: int
    winner: int

    @property
    def end(self) -> End:
        """The numbers that count."""
        return "predator" if self.tricks < TURN_ROUND else "prey"


LAID: Final = len(Laid._fields)


def public(sight: Sight) -> Public:
    """The table as everybody sees it."""
    told = sight.facts(0, PROSPECTS_AT)
    laid = Laid._make(told[:LAID])
    seats, over = laid.seats, laid.depth == 0
    hidden = laid.memory == 1 and not over
    lead = laid.led // RANKS if laid.led >= 0 else -1
    places: Places = {}
    shown, cards = [], {}
    for seat in range(seats):
        held, card, number, won, *more = told[TABLE_FACTS + seat * SEAT_FACTS : TABLE_FACTS + (seat + 1) * SEAT_FACTS]
        places |= _places(seat, held, card, won * seats)
        shown.append(_seat(won, hidden, *more))
        if card >= 0:
            cards[seat] = _lying(seat, card, number, seat == laid.leader, seat == laid.winner, card // RANKS != lead)
    if seats < SEATS:
        places["aside"] = {"?": HAND} if not over else each_once(*sight.now.aside)
    order = _order(laid.leader, seats)
    return Public(
        step="over" if over else "play",
        asked=sight.asked,
        places=places,
        over=_over(sight.now) if over else None,
        round=laid.round + (0 if over else 1),
        rounds=laid.rounds if laid.rounds < MAX_ROUNDS else None,
        trick=laid.tricks + 1,
        end=laid.end,
        leader=laid.leader,
        order=order,
        lead=SUIT_NAMES[lead] if lead >= 0 else None,
        winning=laid.winner if laid.winner >= 0 else None,
        cards=[cards[seat] for seat in order if seat in cards],
        seats=shown,
        played=None if hidden else suits_of(*told[LAID : LAID + SUITS]),
    )


def _order(leader: int, seats: int) -> list[int]:
    return [(leader + place) % seats for place in range(seats)]


@lru_cache(KEPT)
def _places(seat: int, held: int, card: int, pile: int) -> Places:
    """What lies before a player. A trick that was won is a closed pile."""
    places: Places = {}
    if held:
        places[f"hand:{seat}"] = {"?": held}
    if card >= 0:
        places[f"trick:{seat}"] = {CARD_NAMES[card]: 1}
    if pile:
        places[f"won:{seat}"] = {"?": pile}
    return places


@lru_cache(KEPT)
def _lying(seat: int, card: int, number: int, led: bool, wins: bool, strays: bool) -> Lying:
    tags: Any = [tag for tag, holds in (("led", led), ("winning", wins), ("off suit", strays)) if holds]
    return Lying(seat=seat, card=CARD_NAMES[card], number=number, tags=tags)


@lru_cache(KEPT)
def _seat(won: int, hidden: bool, points: int, void: int, low: int, high: int, *more: int) -> Seat:
    voids = None if hidden else _voids(void)
    return Seat(goals=[low, high], won=won, points=points, outlook=_outlook(low, high, *more), voids=voids)


@cache
def _voids(mask: int) -> list[str]:
    return [SUIT_NAMES[suit] for suit in list_bits(mask)]


@cache
def _outlook(low: int, high: int, to_low: int, to_high: int, to_none: int) -> list[Aim]:
    """Every way to meet a goal; −1 more tricks are out of reach."""
    ways = [(low, low, to_low), (high, high, to_high)]
    if high == FACES:
        ways.append((high, 0, to_none))
    return [Aim(goal=goal, tricks=tricks, more=more if more >= 0 else None) for goal, tricks, more in ways]


def _over(now: Plain) -> Over:
    """Points decide; whoever has the most shares the victory."""
    points = now.points[: now.seats]
    most = max(points)
    ranking = [
        Rank(
            seats=[seat],
            place=1 + sum(other > points[seat] for other in points),
            figures={"points": points[seat]},
            share=1 / points.count(most) if points[seat] == most else 0.0,
        )
        for seat in sorted(range(now.seats), key=lambda seat: -points[seat])
    ]
    aside = each_once(*now.aside)
    opened = {"aside": aside} if aside else {}
    return Over(ranking=ranking, decided_by=views.deciding_figure(ranking), places=opened)


# --- What a seat sees


def private(sight: Sight) -> Private:
    """What a seat knows of what lies face down, and what it is asked."""
    told = sight.facts(0, TABLE_FACTS)
    laid = Laid._make(told[:LAID])
    view = _private(sight.seat, laid.depth > 0 and not laid.memory, *told[LAID:])
    if not sight.moves:
        return view
    follows = laid.led >= 0 and told[LAID + SUITS + laid.led // RANKS] > 0
    suit = sight.words("suits")[laid.led // RANKS] if laid.led >= 0 else ""
    quiet = laid.tricks == TRICKS - 1  # an earlier card that is the only one would be given away by haste
    asked = question(laid.led, laid.leader, suit, laid.end, len(sight.moves) if follows else 0, quiet)
    return replace(view, question=asked)


@lru_cache(KEPT)
def _private(seat: int, counts: bool, *cards: int) -> Private:
    """Without the question; where `counts`, with the cards that are still out. What is kept here is never changed."""
    played, hand = cards[:SUITS], cards[SUITS:]
    view = Private(seat=seat)
    if any(hand):
        view.knows[f"hand:{seat}"] = each_once(*hand)
    if counts:
        view.unseen = suits_of(*(FULL_SUIT & ~(seen | mine) for seen, mine in zip(played, hand, strict=True)))
    return view


@lru_cache(KEPT)
def question(led: int, leader: int, suit: str, end: End, following: int, quiet: bool) -> Question:
    """What a seat is asked that has so many cards to follow the suit with."""
    if led < 0:
        return Question(kind="lead", title="You lead: play any card.", quiet=quiet)
    source = f"{CARD_NAMES[led]}@trick:{leader}"
    if following:
        detail = f"The higher {end} number wins. {following} of your cards can follow."
        return Question(kind="follow", title=f"Follow {suit}.", detail=detail, source=source, quiet=quiet)
    title = f"You have no {suit}: play any card."
    return Question(kind="free", title=title, detail="It cannot win.", source=source, quiet=quiet)


# --- Actions and the things that they concern

PROSPECTS: Final = {
    OPEN: "",
    CANNOT_WIN: "cannot win the trick",
    AHEAD: "ahead as the trick stands",
    WINS: "wins the trick",
}


def act(sight: Sight, action: int) -> Act:
    """A legal action with the things that it concerns."""
    outcome = PROSPECTS[sight.fact(PROSPECTS_AT + action)]
    return _play(sight.words("cards")[action], sight.words("titles")[action], action, sight.seat, outcome)


@cache
def _play(name: str, title: str, action: int, seat: int, outcome: str) -> Act:
    thing = f"{CARD_NAMES[action]}@hand:{seat}"
    return Act(id=action, label=name, sentence=f"Play {title}", things=[thing], role="legal", outcome=outcome)


UNPLAYED: Final = {"trick": PLAYED_CARD, "won": WON_CARD, "aside": ASIDE_CARD, "deck": ASIDE_CARD}


def meant(sight: Sight, thing: str, onto: str) -> list[int] | int:
    """The action that pointing at a card means, or the clause that says why it is never played."""
    name, at, place = thing.rpartition("@")
    if not at:
        name = "?"
    known = _all_places(sight.now.seats)
    if name != "?" and name not in _numbers():
        raise MalformedError(f"'{name}' is no card; for example, a-4 is the fourth card of the first suit")
    if place not in known or (onto and onto not in known):
        wrong = onto if place in known else place
        raise MalformedError(f"'{wrong}' is no place of this table; for example, hand:0 and trick:0 are")
    zone, _, owner = place.partition(":")
    if zone != "hand":
        return UNPLAYED[zone]
    if owner != str(sight.seat):
        return ANOTHERS_CARD
    if onto and not onto.startswith("trick:"):
        return ONLY_TO_TRICK
    return NOT_IN_HAND if name == "?" else [_numbers()[name]]


@cache
def _numbers() -> dict[str, int]:
    return {name: card for card, name in enumerate(CARD_NAMES)}


@cache
def _all_places(seats: int) -> frozenset[str]:
    zones = ("hand", "trick", "won")
    own = [f"{zone}:{seat}" for zone in zones for seat in range(seats)]
    return frozenset([*own, "deck", *(["aside"] if seats < SEATS else [])])


# --- The book

INKS: Final = ("red", "blue", "green", "gold")
SUIT_SHAPES: Final = ("shield", "circle", "lozenge", "hexagon")


def book(edition: Edition) -> Book:
    """All that an edition prints."""
    words: Any = edition.words
    suits = [
        Suit(id=SUIT_NAMES[suit], name=words["suits"][suit], ink=INKS[suit], shape=SUIT_SHAPES[suit])
        for suit in range(SUITS)
    ]
    cards = [
        Card(
            id=CARD_NAMES[card],
            name=words["cards"][card],
            suit=SUIT_NAMES[card // RANKS],
            predator=words["predator"][card],
            prey=words["prey"][card],
            icon=re.sub(r"[^a-z0-9]+", "-", words["cards"][card].lower()).strip("-"),
        )
        for card in range(CARDS)
    ]
    return Book(about=words["about"], suits=suits, cards=cards, steps=["predator", "turn", "prey", "count"])
