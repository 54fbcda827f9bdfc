"""Tailed Beasts: what leaves for people and programs, as types, and how it is made from what a seat knows. What things
are called is said in `things`; questions, actions and the book have files of their own."""

from __future__ import annotations

from itertools import chain
from typing import Final

import numpy as np
from msgspec import field as part

from bestiary.engine import views
from bestiary.engine.bits import list_bits
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Contents, Over, Places, Rank, Shape, Shapes
from bestiary.games.beasts.acts import act, meant
from bestiary.games.beasts.asking import meeting
from bestiary.games.beasts.book import Book, book
from bestiary.games.beasts.cards.language import WINDOWS
from bestiary.games.beasts.facts import (
    HEALS_AT, HIDDEN_PRICE, LIMIT_AT, NEEDED, PRICE_AT, SANDS_AT, SKULLS_AT, STRENGTH_AT,
)  # fmt: skip
from bestiary.games.beasts.questions import kind_of, question
from bestiary.games.beasts.stack import (
    AT, HUNT_BEAST, HUNT_UNCHAINS, TRAVEL_FERRY, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_OTHER, TRAVEL_SEAT, TURN_PLACE,
    WINDOW_ABOUT, WINDOW_ACTOR, WINDOW_ASKED, WINDOW_MOMENT,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTION_NAMES, ACT_AT, ALLY_DISCARD, AWAKEN_AT, BEASTS, BUYING, CARD_AT, CHAIN, CLANS, DISCARD, FATE, FIELDS, GROUPS,
    HARVEST, HUNT, INCOME, IN_BOX, PASS, PATH_AT, POISONING, RARE_AT, ROUND, ROUNDS, SHOP, SPECIALTIES, SPECIALTY,
    SPECIALTY_CARDS, STYLES, SUPPLY, TIEBREAKER, TIER_CARDS, TOKENS, TOKEN_NAMES, TOKEN_SUPPLY, TRACKS, TRACK_NAMES,
    TRANSIT, TRAVELLING, TURNS, UNIT_NAMES, WAR_STEP, WATER, WINDOW, WITH_PLAYER, W_CARD, W_CONTROL, W_TOKEN, W_TRAVEL,
)  # fmt: skip
from bestiary.games.beasts.terms import Term, terms_of
from bestiary.games.beasts.things import (
    BEAST_THINGS, CARD_THINGS, EVENT_THINGS, FIELD_THINGS, SIDES, TIERS, UNIT_THINGS, pile_name, specialty_thing,
)  # fmt: skip
from bestiary.games.beasts.surroundings import about
from bestiary.games.beasts.tracing import PILE_AWAKENINGS, PILE_HUSKS, PILE_SPENT_ALLIES

BACKS: Final = (*(f"clan:{clan}" for clan in range(CLANS)), "husk", *TIERS)
"""What the backs of battle cards show: a clan, a path, or an ally's tier."""
MODIFIER_NAMES: Final = (
    *(f"mine:{style}" for style in range(STYLES)), *(f"theirs:{style}" for style in range(STYLES)), "skulls", "sands",
    "heals", "block", "heads", "beast", "strength",
)  # fmt: skip
BOOST_NAMES: Final = ("strength", "skulls", "beast", "sail", *(f"style:{style}" for style in range(STYLES)))
PHASES: Final = {
    HARVEST: "harvest", FATE: "event", INCOME: "income", BUYING: "shop", TURNS: "actions", POISONING: "poison",
}  # fmt: skip
STAGES: Final = (
    "opens", "meets", "compares", "point", "battle", "select", "show", "act", "fight", "aftermath", "next", "over",
    "before", "scoring", "standing", "cards", "outcome", "after", "loss", "own-loss", "medics", "healing", "tribute",
    "consoles", "retreats", "settles", "ends", "reward", "closes", "quits", "occupies",
)  # fmt: skip
HUNT_STAGES: Final = (
    "opens", "strength", "meets", "rolled", "plays", "effects", "counts", "result", "wins", "settles", "loses",
    "retreats", "returns", "closes", "quits",
)  # fmt: skip
MOMENTS: Final = tuple(word.lower() for word in WINDOWS)
PARTS: Final = ("effect", "resource", "skull", "heal", "points")


class Seat(Shape, kw_only=True):
    """A player, as everybody sees it."""

    clan: int
    score: int  # beasts: one of strength 10 counts two, chained ones nothing
    strength: int  # of those beasts together
    places: int  # sum of the places on all tracks: fewer is better
    rank: int  # from 1, if the game ended now
    limit: int  # of the hand
    passed: bool = False
    backs: Contents = part(default_factory=dict)  # of the hand
    deck: Contents = part(default_factory=dict)  # backs of the deck
    frozen: Contents = part(default_factory=dict)  # open action cards
    frozen_secret: int = 0  # how many of the hidden ones
    specialty: str | None = None
    side: str | None = None
    trashed: Contents = part(default_factory=dict)  # units that are out of the game
    boosts: Contents = part(default_factory=dict)  # what a specialty adds to the next war or hunt
    this_round: Contents = part(default_factory=dict)  # what effects add until the round ends
    this_game: Contents = part(default_factory=dict)
    paid: list[int] = part(default_factory=list)  # fields whose symbols were paid this round (R24)
    start: list[int] = part(default_factory=list)  # fields chosen so far, before the first round


class Later(Shape, kw_only=True):
    """An effect that is put off."""

    seat: int
    card: str
    next_war: bool = False  # to its owner's next war; else to a later moment of this one


class Travel(Shape, kw_only=True):
    """A Travel that is under way; its units lie at `way:…`."""

    seat: int
    focus: int | None = None  # the field that it is about
    leaving: bool = False  # units spread from there; else they come there
    other: int | None = None  # the field at hand
    ferry: bool = False
    crossing: bool = False  # over mountains and rivers
    strength: list[int] = part(default_factory=list)  # in the field at hand: the traveller's, the other's


class Fought(Shape, kw_only=True):
    """A card in a battle."""

    card: str
    awakening: str | None = None  # lies on top
    values: list[int] | None = None  # as they stand while the cards lie open
    copied: str | None = None  # the card whose effects it has as well
    cancelled: list[str] = part(default_factory=list)
    immune: bool = False
    barred: bool = False  # from healing


class Battle(Shape, kw_only=True):
    """The attacker's card, then the defender's."""

    cards: list[Fought | None]
    winner: int | None = None


class War(Shape, kw_only=True):
    """A war or a hunt. Pairs are of the attacker first."""

    field: int
    attacker: int
    stage: str
    strength: list[int]  # of units, or of the beast
    defender: int | None = None
    beast: str | None = None
    unchains: bool = False
    points: list[int] = part(default_factory=list)
    battle: int = 0  # from 1
    battles: list[Battle] = part(default_factory=list)
    skulls: list[int] = part(default_factory=list)
    sands: list[int] = part(default_factory=list)
    heals: list[int] = part(default_factory=list)
    roll: int | None = None
    needed: int | None = None  # what every style must exceed
    sums: list[int] = part(default_factory=list)
    heads: int = 0  # that wait for the hunter's next card
    terms: list[list[Term]] = part(default_factory=list)  # of strengths, and of the styles that are not as printed
    winner: int | None = None


class Window(Shape, kw_only=True):
    """A moment in which reactions are asked for."""

    moment: str
    seat: int  # whose card, Travel, war … it is about
    about: str | None = None


class Public(views.Public, kw_only=True):
    """What everybody sees."""

    round: int  # from 1
    phase: str
    seats: list[Seat]
    order: list[int | None]  # of this round: the seat in each place
    tracks: dict[str, list[int]]  # seats, best first
    prices: Contents  # of the shop in this round; a Specialty's is its owner's business
    hidden_price: int
    spawners: int  # cards left
    rounds: int = ROUNDS
    turn: int | None = None
    event: str | None = None
    later: list[Later] = part(default_factory=list)
    travel: Travel | None = None
    war: War | None = None
    window: Window | None = None


class Private(views.Private, kw_only=True):
    """What one seat sees beyond that."""

    chosen: str | None = None  # my secret choice that others still wait for: a card, a specialty, or `nothing`
    awakens: bool = False  # with its Awakening
    frozen: Contents = part(default_factory=dict)  # of my hidden action cards
    used: list[str] = part(default_factory=list)  # cards of my hand whose use from hand is over this round (R58)
    specialty_price: int | None = None


SHAPES: Final = Shapes(Public, Private, Book)

# --- What everybody sees


def public(sight: Sight) -> Public:
    """The table as everybody sees it."""
    now, seats = sight.now, sight.now.seats
    first, last = (now.frame[0], now.frame[now.depth - 1]) if now.depth else (-1, -1)
    numbers = sight.facts()
    standing = [_standing(now, seat) for seat in range(seats)]
    return Public(
        step=kind_of(sight),
        asked=_asked(sight, last),
        places=lying(now, sight.edition.box.kind.tolist()),
        over=_over(standing) if last < 0 else None,
        round=min(now.round_number + 1, ROUNDS),
        phase="over" if last < 0 else "start" if first < ROUND else PHASES.get(first, "setup"),
        seats=[_seat(sight, seat, standing, numbers) for seat in range(seats)],
        order=[seat if seat >= 0 else None for seat in now.order[:seats]],
        tracks={name: now.track[track][:seats] for track, name in enumerate(TRACK_NAMES)},
        prices={ACTION_NAMES[card]: numbers[PRICE_AT + card] for card in range(SHOP) if card != SPECIALTY},
        hidden_price=numbers[HIDDEN_PRICE],
        spawners=now.spawns.bit_count(),
        turn=now.order[now.arg[0][TURN_PLACE]] if first == TURNS and last >= 0 else None,
        event=EVENT_THINGS[now.event - 1] if now.event else None,
        later=_later(now),
        travel=_travel(sight),
        war=_war(sight, now, numbers) if now.war_field >= 0 else None,
        window=_window(now) if last == WINDOW else None,
    )


def _asked(sight: Sight, last: int) -> list[int]:
    """In a window all who were asked, until it closes: who answers at once would show that nothing fits."""
    now = sight.now
    mask = now.arg[now.depth - 1][WINDOW_ASKED] if last == WINDOW else 0
    return list_bits(mask) if mask else sight.asked


def _named(counts: list[int], names: tuple[str, ...]) -> Contents:
    return {name: count for name, count in zip(names, counts, strict=False) if count}


def lying(now: Plain, kinds: list[int]) -> Places:
    """What everybody sees lying where, on fields of these kinds."""
    seats = now.seats
    places: Places = {}
    for seat in range(seats):
        places[f"coins:{seat}"] = {"coin": now.coins[seat]}
        places[f"markers:{seat}"] = {"marker": now.usable[seat]}
        places[f"supply:{seat}"] = _named(now.supply[seat], UNIT_NAMES)
        places[f"tokens:{seat}"] = _named(now.token[seat], TOKEN_NAMES)
        places[f"held:{seat}"] = _named(now.held[seat], ACTION_NAMES)
        places[f"secret:{seat}"] = {"?": now.secret_count[seat]}
        places[f"hand:{seat}"] = {"?": sum(now.hand_backs[seat])}
        places[f"deck:{seat}"] = {"?": sum(now.deck_backs[seat])}
    places["shop"] = _named(now.stock, ACTION_NAMES)
    places["hidden-deck"] = {"?": now.hidden_left}
    places["hidden-discard"] = _named(now.hidden_discard, ACTION_NAMES)
    _put_fields(now, kinds, places)
    _put_beasts(now, places)
    _put_cards(now, places)
    return {place: lies for place, lies in places.items() if any(lies.values())}


def _put_fields(now: Plain, kinds: list[int], places: Places) -> None:
    """Units and markers."""
    both = np.stack((now.array("ready"), now.array("prone")), axis=3)
    seats, fields = np.nonzero(both.any(axis=(2, 3)))
    for seat, at, units in zip(seats.tolist(), fields.tolist(), both[seats, fields].tolist(), strict=True):
        things = UNIT_THINGS[:2] if kinds[at] == WATER else UNIT_THINGS[2:]
        places[f"field:{at}/{seat}"] = _named(list(chain.from_iterable(units)), things)
    marker = now.array("marker")
    for at in marker.nonzero()[0].tolist():
        places.setdefault(f"field:{at}/{marker[at] - 1}", {})["marker"] = 1
    if not now.array("way_unit").any():
        return
    seat = _traveller(now)
    for i in range(TRANSIT):
        if now.way_unit[i]:
            unit = UNIT_THINGS[2 * now.way_unit[i] - 2 + now.way_prone[i]]
            way = places.setdefault(f"way:{now.way_from[i]}-{now.way_to[i]}/{seat}", {})
            way[unit] = way.get(unit, 0) + 1


def _traveller(now: Plain) -> int:
    """Whose units are under way."""
    return now.order[now.arg[0][TURN_PLACE]] if now.depth else 0


def _put_beasts(now: Plain, places: Places) -> None:
    """Beasts, their chains, and the tokens that are left."""
    for beast, at in enumerate(now.beast_at):
        place = FIELD_THINGS[at] if at < FIELDS else "box" if at == IN_BOX else f"beasts:{at - WITH_PLAYER}"
        if at <= IN_BOX or at < WITH_PLAYER + now.seats:
            places.setdefault(place, {})[BEAST_THINGS[beast]] = 1
        if now.chained[beast]:
            places[f"beast:{BEAST_THINGS[beast]}"] = {"chain": 1}
    left = [TOKEN_SUPPLY - sum(now.token[seat][token] for seat in range(now.seats)) for token in range(TOKENS)]
    left[CHAIN] -= sum(now.chained)
    places["supply"] = _named(left, TOKEN_NAMES)


def _put_cards(now: Plain, places: Places) -> None:
    """Battle cards that lie open, and how many allies are left."""
    zones, opened = now.array("zone"), now.array("opened")
    lies = (opened != 0) & (zones >= DISCARD) & (zones <= SUPPLY)
    for card, zone in zip(lies.nonzero()[0].tolist(), zones[lies].tolist(), strict=True):
        places.setdefault(pile_name(_pile(card, zone)), {})[CARD_THINGS[card]] = 1
    decks = (opened[RARE_AT:] == 0).reshape(len(TIERS), TIER_CARDS).sum(axis=1).tolist()
    for tier, name in enumerate(TIERS):
        held = sum(now.hand_backs[seat][GROUPS - len(TIERS) + tier] for seat in range(now.seats))
        places[f"allies:{name}"] = {"?": decks[tier] - held}


def _pile(card: int, zone: int) -> int:
    """The number that events have for the place of an open card."""
    if zone == SUPPLY:
        return PILE_AWAKENINGS if card < PATH_AT else PILE_HUSKS
    return PILE_SPENT_ALLIES + (card - RARE_AT) // TIER_CARDS if zone == ALLY_DISCARD else zone


def _standing(now: Plain, seat: int) -> tuple[int, int, int, int]:
    """§11, R55: beasts, their strength, the sum of places, the place on the Tiebreaker track, from 1; more, more, less,
    less is better."""
    score = strength = 0
    for beast in range(BEASTS):
        if now.beast_at[beast] == WITH_PLAYER + seat and not now.chained[beast]:
            score += 2 if beast % 10 == 9 else 1
            strength += beast % 10 + 1
    spots = [now.track[track][: now.seats].index(seat) for track in range(TRACKS)]
    return score, strength, sum(spots) + TRACKS, spots[TIEBREAKER] + 1


def _worth(standing: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    score, strength, places, spot = standing
    return score, strength, -places, -spot


def _seat(sight: Sight, seat: int, standing: list[tuple[int, int, int, int]], numbers: list[int]) -> Seat:
    now = sight.now
    score, strength, places, _ = standing[seat]
    choice = now.specialty[seat] - 1
    early = now.depth and now.frame[0] < ROUND
    paid = [30 * word + bit for word, bits in enumerate(now.paid[seat]) if bits for bit in list_bits(bits)]
    return Seat(
        clan=now.clan[seat],
        score=score,
        strength=strength,
        places=places,
        rank=1 + sum(_worth(other) > _worth(standing[seat]) for other in standing),
        limit=numbers[LIMIT_AT + seat],
        passed=bool(now.passed >> seat & 1),
        backs=_named(now.hand_backs[seat], BACKS),
        deck=_named(now.deck_backs[seat], BACKS),
        frozen=_named(now.frozen[seat], ACTION_NAMES),
        frozen_secret=now.secret_cold[seat],
        specialty=specialty_thing(now.clan[seat] * SPECIALTY_CARDS + choice // 2) if choice >= 0 else None,
        side=SIDES[choice % 2] if choice >= 0 else None,
        trashed=_named(now.trashed[seat], UNIT_NAMES),
        boosts=_named(now.boost[seat], BOOST_NAMES),
        this_round=_named(now.lasting[seat][0], MODIFIER_NAMES),
        this_game=_named(now.lasting[seat][1], MODIFIER_NAMES),
        paid=paid,
        start=[at for at in now.start[seat] if at >= 0] if early else [],
    )


def _later(now: Plain) -> list[Later]:
    return [
        Later(seat=now.later_seat[i], card=CARD_THINGS[card - 1], next_war=now.later_battle[i] < 0)
        for i, card in enumerate(now.later_card)
        if card
    ]


def innermost(now: Plain, kind: int) -> int:
    """The innermost step of a kind that is under way; −1 for none."""
    return next((at for at in range(now.depth - 1, -1, -1) if now.frame[at] == kind), -1)


def _travel(sight: Sight) -> Travel | None:
    now = sight.now
    at = innermost(now, TRAVELLING)
    if at < 0:
        return None
    arg = now.arg[at]
    chosen = arg[AT] > 0
    goal = arg[TRAVEL_OTHER] - 1 if arg[TRAVEL_LEAVING] == 1 else arg[TRAVEL_FOCUS]
    return Travel(
        seat=arg[TRAVEL_SEAT],
        strength=meeting(sight.edition, sight.state, arg[TRAVEL_SEAT], goal) if chosen and goal >= 0 else [],
        focus=arg[TRAVEL_FOCUS] if chosen else None,
        leaving=chosen and arg[TRAVEL_LEAVING] == 1,
        other=arg[TRAVEL_OTHER] - 1 if arg[TRAVEL_OTHER] else None,
        ferry=arg[TRAVEL_FERRY] == 1,
        crossing=bool(now.crossing),
    )


def _window(now: Plain) -> Window:
    arg = now.arg[now.depth - 1]
    moment, about = arg[WINDOW_MOMENT], arg[WINDOW_ABOUT]
    things = {W_CARD: ACTION_NAMES, W_TOKEN: TOKEN_NAMES, W_TRAVEL: FIELD_THINGS, W_CONTROL: FIELD_THINGS}.get(moment)
    return Window(moment=MOMENTS[moment], seat=arg[WINDOW_ACTOR], about=things[about] if things else None)


def _war(sight: Sight, now: Plain, numbers: list[int]) -> War:
    hunted = now.defender < 0
    at = innermost(now, HUNT if hunted else WAR_STEP)
    stage = now.arg[at][AT] if at >= 0 else 0
    war = War(
        field=now.war_field,
        attacker=now.attacker,
        stage=HUNT_STAGES[stage] if hunted else STAGES[max(stage - 1, 0)],
        strength=numbers[STRENGTH_AT : STRENGTH_AT + 2],
        roll=now.roll or None,
        terms=terms_of(now, numbers, _printed(sight, now)),
    )
    if hunted:
        war.beast = BEAST_THINGS[now.arg[at][HUNT_BEAST]]
        war.unchains = now.arg[at][HUNT_UNCHAINS] == 1
        war.needed, war.sums, war.heads = numbers[NEEDED] if now.roll else None, now.sums, now.heads
        war.winner = now.attacker if now.verdict == 1 else None
        return war
    war.defender, war.points, war.battle = now.defender, now.points, now.battle + 1
    war.skulls, war.sands, war.heals = (numbers[first : first + 2] for first in (SKULLS_AT, SANDS_AT, HEALS_AT))
    sides = now.attacker, now.defender
    war.winner = sides[now.verdict - 1] if now.verdict else None
    for battle in range(now.battle + 1):
        cards = [_fought(now, side, battle) for side in range(2)]
        if any(cards):
            won = now.won[battle]
            war.battles.append(Battle(cards=cards, winner=sides[won - 1] if won else None))
    return war


def _printed(sight: Sight, now: Plain) -> list[list[int]]:
    """Styles of the cards that lie open in this battle, by side."""
    if now.defender < 0 or not now.shown:
        return []
    at = now.battle
    cards = [max(now.awakened[side][at], 0) or now.played[side][at] for side in range(2)]
    return [sight.edition.box.style[card - 1].tolist() if card else [0] * STYLES for card in cards]


def _fought(now: Plain, side: int, battle: int) -> Fought | None:
    card, above, copied = (cards[side][battle] - 1 for cards in (now.played, now.awakened, now.copied))
    if card < 0:
        return None
    cancelled = now.cancelled[side][battle]
    return Fought(
        card=CARD_THINGS[card],
        awakening=CARD_THINGS[above] if above >= 0 else None,
        values=now.values[side] if battle == now.battle and now.shown else None,
        copied=CARD_THINGS[copied] if copied >= 0 else None,
        cancelled=[part for bit, part in enumerate(PARTS) if cancelled >> bit & 1],
        immune=bool(now.immune[side] >> battle & 1),
        barred=bool(now.barred[side] >> battle & 1),
    )


CRITERIA: Final = ("beasts", "strength", "places", "tiebreaker")
"""§11, R55: what decides, in this order. Fewer places are better, and so is a lower spot."""


def _over(standing: list[tuple[int, int, int, int]]) -> Over:
    ranking = []
    for seat in sorted(range(len(standing)), key=lambda each: _worth(standing[each]), reverse=True):
        place = 1 + sum(_worth(other) > _worth(standing[seat]) for other in standing)
        figures = dict(zip(CRITERIA, standing[seat], strict=True))
        ranking.append(Rank(seats=[seat], place=place, figures=figures, share=1.0 if place == 1 else 0.0))
    return Over(ranking=ranking, decided_by=views.deciding_figure(ranking))


# --- What a seat sees


def private(sight: Sight) -> Private:
    """What a seat knows of what lies face down, and what it is asked."""
    now, seat = sight.now, sight.seat
    view = Private(seat=seat, question=question(sight) if sight.moves else None)
    view.knows = known(now, seat)
    view.frozen = _named(_own(now, "secret_frozen", seat), ACTION_NAMES)
    hand = [card - 1 for card in _own(now, "hand", seat) if card]
    view.used = [CARD_THINGS[card] for card in hand if now.used[card // 30] >> card % 30 & 1]
    choice = now.specialty[seat] - 1
    if choice >= 0:
        view.specialty_price = sight.fact(PRICE_AT + SPECIALTY)
    if now.depth and now.frame[0] == SPECIALTIES and choice >= 0:
        number = now.clan[seat] * SPECIALTY_CARDS + choice // 2
        view.chosen = f"{specialty_thing(number)}/{SIDES[choice % 2]}"
    elif now.intent[seat]:
        view.chosen, view.awakens = _intent(now.intent[seat] - 1)
    return view


def _own(now: Plain, name: str, seat: int) -> list[int]:
    """A seat's row of a field that is large."""
    row: list[int] = now.array(name)[seat].tolist()
    return row


def known(now: Plain, seat: int) -> Places:
    """One's own hand and hidden cards, and what one has seen of those of others."""
    knows: Places = {}
    hand = {CARD_THINGS[card - 1]: 1 for card in _own(now, "hand", seat) if card}
    if hand:
        knows[f"hand:{seat}"] = hand
    if now.secret_count[seat]:
        knows[f"secret:{seat}"] = _named(_own(now, "secret", seat), ACTION_NAMES)
    spied, glimpsed = now.array("spied")[seat], now.array("glimpsed")[seat]
    for card in spied.nonzero()[0].tolist():
        knows.setdefault(f"hand:{spied[card] - 1}", {})[CARD_THINGS[card]] = 1
    others = glimpsed.any(axis=1).nonzero()[0].tolist()
    for other in others:
        if other != seat:
            knows[f"secret:{other}"] = _named(glimpsed[other].tolist(), ACTION_NAMES)
    for other in range(now.seats):
        totals = {f"hand:{other}": sum(now.hand_backs[other]), f"secret:{other}": now.secret_count[other]}
        for place, total in totals.items():
            if place in knows and (unseen := total - sum(knows[place].values())):
                knows[place]["?"] = unseen
    return knows


def _intent(action: int) -> tuple[str, bool]:
    """A chosen battle card or reaction."""
    if action >= AWAKEN_AT:
        return CARD_THINGS[action - AWAKEN_AT], True
    if action >= CARD_AT:
        return CARD_THINGS[action - CARD_AT], False
    return ("nothing" if action == PASS else ACTION_NAMES[(action - ACT_AT) // 2]), False


__all__ = ["SHAPES", "about", "act", "book", "meant", "private", "public"]
