"""Tooth & Claw: what leaves for people and programs, as types, and how it is made from what a seat knows.

Things are the battle cards (`red-0` … `blue-12`); both players own the same 22. They lie at `deck:s`, `hand:s`,
`space:s.v1` … `space:s.b3` (a 2 Cards space is one place), `lane:s` while they fight, `taken:s/o` when seat s has taken
them from seat o, and `used:o` in later rounds. With the memory option `taken:s` holds both players' cards, and what was
used is not listed. `type:bow` and `formation:bow-1a` can be pointed at, too.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec import field

from bestiary.engine import views
from bestiary.engine.content import Edition
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Act, Over, Places, Question, Rank, Shape, Shapes
from bestiary.games.claw.board import worth_of
from bestiary.games.claw.names import (
    CARD_TITLES, COLOUR_TITLES, ROWS, SPACE_PLACES, SPACE_TITLES, TYPE_TITLES, Space, bits, cards_in, rank,
    spaces_of,
)  # fmt: skip
from bestiary.games.claw.pointing import meant as meant
from bestiary.games.claw.sides import Facts, Side, binding, card_at, facts_of, step_of
from bestiary.games.claw.state import (
    ADVANCE, ADVANCE_AT, ALL_CARDS, ANOTHER_COLOUR, BACK, BACKS, BATTLE, BATTLES, CARDS, CARD_NAMES, CHOICES, COLOURS,
    COLOUR_NAMES, COLUMNS, DEFENCE, EQUAL, FORMATION, FORMATIONS, FORMATION_NAMES, FORM_AT, FRONT, PILE_NAMES, PLACES,
    PLACE_AT, PLAY_AT, RANKS, REASONS, ROUNDS, SEATS, SECOND, SPACES, TYPE, TYPE_NAMES, UNSEEN_PILES, ZERO_BEATS_TWELVE,
)  # fmt: skip

STEPS: Final = {
    TYPE: "type", FORMATION: "formation", FRONT: "front", BACKS: "back", BATTLE: "offence", DEFENCE: "defence",
    ADVANCE: "advance", -1: "over",
}  # fmt: skip
FIGHTS: Final = (BATTLE, DEFENCE, ADVANCE)
DECKS: Final = ("deck:0", "deck:1")
HANDS: Final = ("hand:0", "hand:1")


class Seat(Shape, kw_only=True):
    """A player, as everybody sees it."""

    points: list[int | None]  # achievements by round; null for rounds to come, and for what must be remembered
    score: int  # of this game, as far as it is shown
    total: int = 0  # of finished games of the match
    type: str | None = None
    formation: str | None = None  # of this round, once it is revealed
    formations: list[str | None] = field(default_factory=list)  # by round, as far as they are revealed
    role: str = ""  # offence, defence
    unseen: list[str] | None = None  # cards that have neither fought nor lie face up


class Led(Shape, kw_only=True):
    """The offence's card of the present battle. It lies in the lane; its space is empty."""

    seat: int
    card: str
    place: str  # the space that it came from
    colour: str  # that it is played as
    strength: int


class Advance(Shape, kw_only=True):
    """A player chooses which card of a 2 Cards space advances, and where to."""

    seat: int
    start: str = field(name="from")
    goal: str = field(name="to")


class Public(views.Public, kw_only=True):
    """What everybody sees."""

    phase: str  # setup, formation, combat, over
    game: int  # from 1
    games: int
    round: int  # from 1
    first: int  # who has the First Player card
    began: int  # who began this game as first player
    seats: list[Seat]
    strengths: dict[str, int] = field(default_factory=dict)  # of cards face up in the front rows, by place
    battle: int | None = None  # from 1
    offence: int | None = None
    led: Led | None = None
    advance: Advance | None = None
    rounds: int = ROUNDS
    battles: int = BATTLES
    memory: bool = False


class Private(views.Private, kw_only=True):
    """What one seat sees beyond that."""

    chosen: str | None = None  # my formation that is not revealed yet
    next: str = ""  # the space that I fill next
    binding: list[str] = field(default_factory=list)  # my cards that make me follow the led colour


class Card(Shape, kw_only=True):
    """A battle card."""

    id: str
    name: str
    colour: str
    rank: int
    achievements: int


class Kind(Shape, kw_only=True):
    """A colour, or a type of formation cards."""

    id: str
    name: str
    ink: str


class Formation(Shape, kw_only=True):
    """A formation card."""

    id: str
    name: str
    type: str
    round: int  # from 1
    spaces: list[Space]


class Book(Shape, kw_only=True):
    """All that an edition prints."""

    cards: list[Card]
    colours: list[Kind]
    types: list[Kind]
    formations: list[Formation]
    rows: list[str]
    steps: list[str]


SHAPES: Final = Shapes(Public, Private, Book)

# --- What everybody sees


def public(sight: Sight) -> Public:
    """The table as everybody sees it."""
    now, told = sight.now, facts_of(sight)
    stage = step_of(now)
    fights = stage in FIGHTS
    open_cards = not now.memory or stage < 0
    led = _led(now, told) if stage == DEFENCE else None
    asked = list(bits(now.asked[0])) if now.depth else []
    strengths: dict[str, int] = {}
    return Public(
        step=STEPS[stage],
        asked=asked,
        places=_places(now, told, led, strengths),
        over=_over(now, told) if stage < 0 else None,
        phase="over" if stage < 0 else ("setup" if stage == TYPE else ("combat" if fights else "formation")),
        game=now.game_number + 1,
        games=now.games,
        round=now.round_number + 1,
        first=told.first,
        began=now.first,
        seats=[_seat(now, told, seat, stage, open_cards) for seat in range(SEATS)],
        strengths=strengths,
        battle=now.battle + 1 if fights else None,
        offence=told.offence if fights else None,
        led=led,
        advance=_advance(now, told, asked[0]) if stage == ADVANCE else None,
        memory=bool(now.memory),
    )


def _seat(now: Plain, told: Facts, seat: int, stage: int, open_cards: bool) -> Seat:
    number, unseen = now.round_number, told.sides[seat].unseen if open_cards else -1
    role = ("offence" if told.offence == seat else "defence") if stage in FIGHTS else ""
    finished, shown = number + open_cards, number if stage == FORMATION else ROUNDS
    cards = now.formation[seat * ROUNDS : (seat + 1) * ROUNDS]
    return _player(number, finished, shown, now.total[seat], now.kind[seat], role, unseen, *now.points[seat], *cards)


@lru_cache(1 << 12)
def _player(
    number: int, finished: int, shown: int, total: int, kind: int, role: str, unseen: int, *of_rounds: int
) -> Seat:
    """A player whose points are shown of so many rounds, formations of so many. What is kept here is never changed."""
    points, cards = of_rounds[:ROUNDS], of_rounds[ROUNDS:]
    names = [FORMATION_NAMES[card - 1] if card and n < shown else None for n, card in enumerate(cards)]
    return Seat(
        points=[each if n < finished else None for n, each in enumerate(points)],
        score=sum(points[:finished]),
        total=total,
        type=TYPE_NAMES[kind - 1] if kind else None,
        formation=names[number],
        formations=names,
        role=role,
        unseen=list(cards_in(unseen)) if unseen >= 0 else None,
    )


def _places(now: Plain, told: Facts, led: Led | None, strengths: dict[str, int]) -> Places:
    """What lies where, as everybody sees it; of open cards in the front rows the strength, too."""
    places: Places = {}
    for seat, side in enumerate(told.sides):
        if told.deck:
            places[DECKS[seat]] = {"?": told.deck}
        if side.hand:
            places[HANDS[seat]] = {"?": side.hand}
        _lay_side(places, strengths, now, seat, side)
        if now.memory:
            taken = sum(mask.bit_count() for mask in now.taken[seat])
            if taken:
                places[PILE_NAMES[UNSEEN_PILES + seat]] = {"?": taken}
            continue
        for owner, taken in enumerate(now.taken[seat]):
            if taken:
                places[PILE_NAMES[seat * SEATS + owner]] = dict.fromkeys(cards_in(taken), 1)
        used = now.used[seat] & ~(now.taken[0][seat] | now.taken[1][seat])
        if used:
            places[f"used:{seat}"] = dict.fromkeys(cards_in(used), 1)
    if led:
        lane = f"lane:{led.seat}"
        places[lane], strengths[lane] = places.pop(led.place), strengths.pop(led.place)
    return places


def _lay_side(places: Places, strengths: dict[str, int], now: Plain, seat: int, side: Side) -> None:
    """The cards of a formation. A pair is one place; its second card never lies face up."""
    names, place, shown = SPACE_PLACES[seat], now.place, now.shown[seat]
    for at in bits(now.lying[seat]):
        if at == SECOND:
            lies = places[names[side.pair]]
            lies["?"] = lies.get("?", 0) + 1
        elif shown >> at & 1:
            card = place[seat * PLACES + at] - 1
            places[names[at]] = {CARD_NAMES[card]: 1}
            if at < BACK:
                strengths[names[at]] = rank(card) + side.bonus[at]
        else:
            places[names[at]] = {"?": 1}


def _led(now: Plain, told: Facts) -> Led:
    seat, space = told.offence, now.lead_space - 1
    card = card_at(now, seat, space)
    return Led(
        seat=seat,
        card=CARD_NAMES[card],
        place=SPACE_PLACES[seat][space],
        colour=COLOUR_NAMES[now.lead_colour],
        strength=rank(card) + told.sides[seat].bonus[space],
    )


def _advance(now: Plain, told: Facts, seat: int) -> Advance:
    names = SPACE_PLACES[seat]
    return Advance(seat=seat, start=names[told.sides[seat].pair], goal=names[now.target - 1])


def _over(now: Plain, told: Facts) -> Over:
    """By achievements; in a single game a tie is the second player's, in a match it is shared. What was kept in hand to
    the end is the one card that has not fought."""
    ranking = []
    for seat in range(SEATS):
        ahead = told.lead if seat == 0 else -told.lead
        figures = {"achievements": now.total[seat] + sum(now.points[seat])}
        if now.games == 1:
            figures["second player"] = int(now.first != seat)
        share = 0.5 if ahead == 0 else float(ahead > 0)
        ranking.append(Rank(seats=[seat], place=1 if ahead >= 0 else 2, figures=figures, share=share))
    ranking.sort(key=lambda each: each.place)
    opened: Places = {f"hand:{seat}": dict.fromkeys(cards_in(ALL_CARDS & ~now.used[seat]), 1) for seat in range(SEATS)}
    if now.memory:
        opened |= {f"used:{seat}": dict.fromkeys(cards_in(now.used[seat]), 1) for seat in range(SEATS)}
    return Over(ranking=ranking, decided_by=views.deciding_figure(ranking), places=opened)


# --- What a seat sees


def private(sight: Sight) -> Private:
    """What a seat knows of what lies face down, and what it is asked."""
    now, seat, told = sight.now, sight.seat, facts_of(sight)
    stage, side = step_of(now), told.sides[seat]
    view = Private(seat=seat, knows=_knows(now, seat, side, stage))
    if stage == FORMATION and side.formation >= 0:
        view.chosen = FORMATION_NAMES[side.formation]
    if sight.moves:
        view.question = question(sight, told, stage)
        if side.next >= 0:
            view.next = SPACE_PLACES[seat][side.space(side.next)]
        if stage == DEFENCE:
            view.binding = [_thing(now, seat, space) for space in binding(now, seat, side)]
    return view


def _knows(now: Plain, seat: int, side: Side, stage: int) -> Places:
    """The own hand, the own cards face down, and, if nothing must be remembered, what is left in the own deck."""
    knows: Places = {}
    hand, deck, lying = now.hand[seat], now.deck[seat], now.lying[seat]
    if hand:
        knows[HANDS[seat]] = dict.fromkeys(cards_in(hand), 1)
    if deck and not (now.memory and stage >= 0):
        knows[DECKS[seat]] = dict.fromkeys(cards_in(deck), 1)
    covered = lying & ~now.shown[seat]
    if covered:
        names, place = SPACE_PLACES[seat], now.place
        for at in bits(covered):
            lies = knows.setdefault(names[side.space(at)], {})
            lies[CARD_NAMES[place[seat * PLACES + at] - 1]] = 1
        if covered >> SECOND & 1 and now.shown[seat] >> side.pair & 1:
            knows[names[side.pair]][CARD_NAMES[place[seat * PLACES + side.pair] - 1]] = 1
    return knows


def _thing(now: Plain, seat: int, space: int) -> str:
    return f"{CARD_NAMES[card_at(now, seat, space)]}@{SPACE_PLACES[seat][space]}"


def question(sight: Sight, told: Facts, stage: int) -> Question:
    now, seat = sight.now, sight.seat
    side = told.sides[seat]
    kind = STEPS[stage]
    if stage == TYPE:
        title = "Choose your type of formation cards for the whole game."
        return Question(kind=kind, title=title, confirm="always")
    if stage == FORMATION:
        return Question(kind=kind, title="Choose your formation for this round, in secret.", secret=True)
    if stage in (FRONT, BACKS):
        done, left = _progress(now, seat, side, stage)
        keeps = stage == BACKS and now.round_number + 1 < ROUNDS
        return Question(
            kind=kind, title=f"Place a card on {side.where(side.next)}.", secret=True, done=done, left=left,
            detail="One card stays in your hand for the next round." if keeps else "",
        )  # fmt: skip
    if stage == ADVANCE:
        title = f"Choose the card that advances to {side.where(now.target - 1)}."
        return Question(kind=kind, title=title, source=SPACE_PLACES[seat][side.pair])
    row = ROWS[side.row // COLUMNS]
    if stage == BATTLE:
        return Question(kind=kind, title=f"Attack from your {row}.", detail=_wild_cards(now, seat, side))
    led = _led(now, told)
    card = CARD_NAMES.index(led.card)
    shown_as = "" if card // RANKS == now.lead_colour else f" as {COLOUR_TITLES[now.lead_colour]}"
    bound = binding(now, seat, side)
    follow = f"follow {COLOUR_TITLES[now.lead_colour]}" if bound else "any card will do"
    return Question(
        kind=kind,
        title=f"Answer {CARD_TITLES[card]}{shown_as}, strength {led.strength}, from your {row}: {follow}.",
        detail="" if bound else _wild_cards(now, seat, side),
        source=f"{led.card}@lane:{led.seat}",
    )


def _progress(now: Plain, seat: int, side: Side, stage: int) -> tuple[int, int]:
    """Cards of this series that lie, and spaces that are left."""
    front = (1 << BACK) - 1
    rows = front if stage == FRONT else (1 << SPACES) - 1 & ~front
    free = rows & ~side.blank
    room = free.bit_count() + (1 if stage == BACKS and side.pair else 0)
    if free >> side.reveal & 1:
        room -= 1
    done = (now.lying[seat] & ~now.shown[seat]).bit_count()
    return done, room - done


def _wild_cards(now: Plain, seat: int, side: Side) -> str:
    """Which cards of the row may choose their colour."""
    free = [s for s in range(side.row, side.row + COLUMNS) if now.lying[seat] & side.wild & 1 << s]
    if not free:
        return ""
    names = " and ".join(CARD_TITLES[card_at(now, seat, space)] for space in free)
    stands = "stands on Wild: say which colour it plays as" if len(free) == 1 else "stand on Wild: say which colour"
    return f"{names} {stands}."


# --- Actions and the things that they concern


def act(sight: Sight, action: int) -> Act:
    """A legal action with the things that it concerns."""
    now, seat, told = sight.now, sight.seat, facts_of(sight)
    side = told.sides[seat]
    if action < FORM_AT:
        return _type_act(action)
    if action < PLACE_AT:
        return _form_act(sight, action)
    if action < PLAY_AT:
        place = side.next
        return _place_act(action, seat, side.space(place), side.where(place))
    if action < ADVANCE_AT:
        space = (action - PLAY_AT) // COLOURS
        answer = told.answers[action - PLAY_AT]
        outcome = ""
        if answer:
            start = now.lead_space - 1
            mine = rank(card_at(now, seat, space)) + side.bonus[space]
            theirs = rank(card_at(now, 1 - seat, start)) + told.sides[1 - seat].bonus[start]
            outcome = outcome_of(answer, mine, theirs)
        verb = "Defend" if answer else "Attack"
        return _play_act(action, seat, card_at(now, seat, space), side.wild >> space & 1, verb, outcome)
    return _advance_act(action, seat, side.pair, now.target - 1)


@cache
def outcome_of(answer: int, mine: int, theirs: int) -> str:
    """How a battle would end for the defence, and why; `answer` as `rules.answer_facts` counts."""
    gain, reason = divmod(answer - 1, len(REASONS))
    return f"{reason_said(reason, mine, theirs, gain > 1)}: {('you lose', 'a tie', 'you win')[gain]}"


def reason_said(reason: int, strength: int, against: int, wins: bool = True) -> str:
    """Why a battle ends as it does: `10 beats 9`."""
    if reason in (ZERO_BEATS_TWELVE, ANOTHER_COLOUR):
        return REASONS[reason]
    if reason == EQUAL:
        return f"{strength} equals {against}"
    return f"{strength} beats {against}" if wins else f"{against} beats {strength}"


@cache
def _type_act(action: int) -> Act:
    title = TYPE_TITLES[action]
    return Act(id=action, label=title, sentence=f"Choose {title}", things=[f"type:{TYPE_NAMES[action]}"], role="legal")


def _form_act(sight: Sight, action: int) -> Act:
    now = sight.now
    formation = ((now.kind[sight.seat] - 1) * ROUNDS + now.round_number) * CHOICES + action - FORM_AT
    name = sight.words("formations")[formation]
    marks = [space.mark for space in spaces_of(sight.edition.box, formation)]
    rows = " / ".join(" ".join(marks[at : at + COLUMNS]) for at in range(0, SPACES, COLUMNS))
    things = [f"formation:{FORMATION_NAMES[formation]}"]
    return Act(id=action, label=name, sentence=f"Form {name}: {rows}", things=things, role="legal")


@cache
def _place_act(action: int, seat: int, space: int, on: str) -> Act:
    card = action - PLACE_AT
    thing = f"{CARD_NAMES[card]}@hand:{seat}"
    return Act(
        id=action, label=CARD_TITLES[card], sentence=f"Place {CARD_TITLES[card]} on {on}",
        things=[thing, SPACE_PLACES[seat][space]], tool=thing, role="legal",
    )  # fmt: skip


@cache
def _play_act(action: int, seat: int, card: int, wild: int, verb: str, outcome: str) -> Act:
    space, colour = divmod(action - PLAY_AT, COLOURS)
    chosen = COLOUR_TITLES[colour]
    sentence = f"{verb} with {CARD_TITLES[card]} from {SPACE_TITLES[space]}" + (f" as {chosen}" if wild else "")
    return Act(
        id=action, label=f"As {chosen}" if wild else CARD_TITLES[card], sentence=sentence,
        things=[f"{CARD_NAMES[card]}@{SPACE_PLACES[seat][space]}"], role="legal", outcome=outcome,
    )  # fmt: skip


@cache
def _advance_act(action: int, seat: int, pair: int, goal: int) -> Act:
    card = action - ADVANCE_AT
    thing = f"{CARD_NAMES[card]}@{SPACE_PLACES[seat][pair]}"
    return Act(
        id=action, label=CARD_TITLES[card], sentence=f"Advance {CARD_TITLES[card]}",
        things=[thing, SPACE_PLACES[seat][goal]], tool=thing, role="legal",
    )  # fmt: skip


# --- The book

INKS: Final = {"red": "red", "blue": "blue", "sword": "umber", "shield": "green", "bow": "plum"}


def book(edition: Edition) -> Book:
    """All that an edition prints."""
    return Book(
        cards=[_card(card) for card in range(CARDS)],
        colours=_kinds(COLOUR_NAMES),
        types=_kinds(TYPE_NAMES),
        formations=[_formation(edition, formation) for formation in range(FORMATIONS)],
        rows=list(ROWS),
        steps=["type", "formation", "front", "back", "offence", "defence", "advance"],
    )


def _kinds(names: tuple[str, ...]) -> list[Kind]:
    return [Kind(id=name, name=name.capitalize(), ink=INKS[name]) for name in names]


def _card(card: int) -> Card:
    return Card(
        id=CARD_NAMES[card], name=CARD_TITLES[card], colour=COLOUR_NAMES[card // RANKS], rank=rank(card),
        achievements=int(worth_of(card)),
    )  # fmt: skip


def _formation(edition: Edition, formation: int) -> Formation:
    kind, rest = divmod(formation, ROUNDS * CHOICES)
    return Formation(
        id=FORMATION_NAMES[formation],
        name=edition.words["formations"][formation],
        type=TYPE_NAMES[kind],
        round=rest // CHOICES + 1,
        spaces=spaces_of(edition.box, formation),
    )
