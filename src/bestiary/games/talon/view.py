"""Tooth & Talon: what leaves for people and programs, as types, and how it is made from what a seat knows.

Things are animals (`rat` … `net`) and `coin`; copies are equal. They lie at `pile`, `hand:s`, `active:s`,
`collection:s`; in the gamble at `removed:s`, `stack:s`, `bet:s` and `pot`, too.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec import field

from bestiary.engine import views
from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.fields import ASKED, Field, Fields, unfolded
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Act, Contents, Over, Preset, Question, Rank, Shape, Shapes
from bestiary.games.talon.gamble import ante_of_round, pot_between
from bestiary.games.talon.rules import OWN_FACTS, SEAT_FACTS, TABLE_FACTS, refusal, standing, wins
from bestiary.games.talon.secrets import own_missing
from bestiary.games.talon.state import (
    ACT, ACTIONS, ACTIVE, ANIMALS, BET, CHOOSE, COLLECTION, DEED, EVERYWHERE, FIRST_SEAT, HAND_CARD, KINDS,
    NO_SUCH_DEED, OWN_CARD, PASS, PILE, PLACES, PLACE_NAMES, REMOVED_CARD, TAKE, TURNS, WHOLE_PILE, ZONES,
)  # fmt: skip

STEPS: Final = {CHOOSE: "choose", BET: "bet", ACT: "act", -1: "over"}
STATUS: Final = (
    "out", "folded", "waits", "to choose", "chosen", "all in", "bets", "acts", "no card", "acted", "to act",
)  # fmt: skip
FACES: Final = ("", *ANIMALS, "?")  # what can lie before a player
STEP_OF_OWN: Final = 2 + KINDS  # in `rules.own_facts`; the active card follows, and what lies before the others


class Seat(Shape, kw_only=True):
    """A player, as everybody sees it."""

    coins: int
    status: str  # to choose, chosen, to act, acts, acted, no card, bets, folded, all in, out, waits
    latest: int = 0  # coins won in the latest round
    worth: int = 0  # of the collection
    team: int | None = None
    could: Contents = field(default_factory=dict)  # hand and choice together, where everybody can count them


class Team(Shape, kw_only=True):
    """A team's coins, together."""

    seats: list[int]
    coins: int
    latest: int = 0


class Pot(Shape, kw_only=True):
    """R24: coins that one set of players can win."""

    coins: int
    matched: list[int]  # have paid their part of it
    open: list[int] = field(default_factory=list)  # can still match it


class Gamble(Shape, kw_only=True):
    """What the gamble adds."""

    ante: int
    next_ante: int
    high: int  # highest bet of this betting round
    least_raise_to: int
    pots: list[Pot]
    carried: int = 0  # left by earlier rounds, in the first pot


class Public(views.Public, kw_only=True):
    """What everybody sees."""

    round: int  # from 1
    rounds: int
    turn: int  # from 1
    leader: int
    order: list[int]  # seats in the order of acting and betting
    seats: list[Seat]
    turns: int = TURNS
    teams: list[Team] = field(default_factory=list)
    gamble: Gamble | None = None


class Private(views.Private, kw_only=True):
    """What one seat sees beyond that."""

    chosen: str | None = None  # my card that lies face down
    to_call: int = 0
    took: str | None = None  # gamble: the card taken unseen
    took_from: int | None = None
    lost_to: int | None = None  # who took one of my missing cards
    missing: Contents = field(default_factory=dict)


class Deed(Shape, kw_only=True):
    """What an animal can do."""

    verb: str
    prey: str
    reach: list[str]


class Animal(Shape, kw_only=True):
    """A kind of card."""

    id: str
    name: str
    ink: str
    copies: int  # in every player's set
    white: int  # in the pile at the start
    worth: int
    growth: int  # how much more each further one is worth
    deeds: list[Deed]
    fears: list[str]  # animals that can take or discard it


class Book(Shape, kw_only=True):
    """All that an edition prints."""

    animals: list[Animal]
    steps: list[str]


SHAPES: Final = Shapes(Public, Private, Book)

# --- What everybody sees


def counted(*counts: int) -> Contents | None:
    """Counts by animal, by name; nothing where there are none."""
    return {name: count for name, count in zip(ANIMALS, counts, strict=True) if count} or None


@cache
def public_fields(seats: int) -> list[Field]:
    """The places of the public part, and the facts that each hangs on; see `rules.facts`."""
    return [
        Field("step", 0, STEPS.__getitem__),
        Field("asked", ASKED, list_bits),
        Field("leader", 1),
        Field("order", 1, lambda leader: [(leader + place) % seats for place in range(seats)]),
        Field("round", 2),
        Field("rounds", 3),
        Field("turn", 4),
        Field("places|pile", 6, counted, TABLE_FACTS),
        *(field for seat in range(seats) for field in _seat_fields(seat, TABLE_FACTS + seat * SEAT_FACTS)),
    ]


def _seat_fields(seat: int, at: int) -> list[Field]:
    """A player, and what lies before it."""
    return [
        Field(f"seats|{seat}|coins", at),
        Field(f"seats|{seat}|latest", at + 1),
        Field(f"seats|{seat}|worth", at + 2),
        Field(f"seats|{seat}|team", at + 3, lambda team: team - 1 if team else None),
        Field(f"seats|{seat}|status", at + 4, STATUS.__getitem__),
        Field(f"places|hand:{seat}", at + 5, lambda count: {"?": count} if count else None),
        Field(f"places|active:{seat}", at + 6, lambda card: {FACES[card]: 1} if card else None),
        Field(f"places|removed:{seat}", at + 7, lambda count: {"?": count} if count else None),
        Field(f"places|bet:{seat}", at + 8, lambda coins: {"coin": coins} if coins else None),
        Field(f"places|stack:{seat}", at + 9, lambda coins: {"coin": coins} if coins else None),
        Field(f"seats|{seat}|could", at + 10, lambda *counts: counted(*counts) or {}, at + 10 + KINDS),
        Field(f"places|collection:{seat}", at + 10 + KINDS, counted, at + 10 + 2 * KINDS),
    ]


@cache
def private_fields(seat: int) -> list[Field]:
    """The places of a seat's private part but for its question; see `rules.own_facts`."""
    return [
        Field("chosen", 0, lambda choice: ANIMALS[choice - 1] if choice else None),
        Field(f"knows|active:{seat}", 0, lambda choice: {ANIMALS[choice - 1]: 1} if choice else None),
        Field(f"knows|hand:{seat}", 1, lambda here, *hand: (counted(*hand) or {}) if here else None, 2 + KINDS),
    ]


def public(sight: Sight) -> Public:
    """The table as everybody sees it."""
    now, found = sight.now, unfolded(public_fields(sight.now.seats), sight)
    seats = [Seat(**each) for each in found.pop("seats").values()]
    view = Public(seats=seats, places=found.pop("places", {}), **found)
    if now.gamble:
        pot = now.carry + sum(now.paid) - sum(now.bet)
        if pot:
            view.places["pot"] = {"coin": pot}
        view.gamble = _gamble(sight)
    if now.teams:
        view.teams = _teams(now)
    if view.step == "over":
        view.over = _over(sight)
    return view


def _teams(now: Plain) -> list[Team]:
    members = [[s for s in range(now.seats) if now.team[s] == team] for team in range(now.teams)]
    return [
        Team(seats=some, coins=sum(now.coins[s] for s in some), latest=sum(now.latest[s] for s in some))
        for some in members
    ]


def _gamble(sight: Sight) -> Gamble:
    now, state = sight.now, sight.state
    players = [s for s in range(now.seats) if not (now.folded | now.gone) >> s & 1]
    levels = {now.paid[s] for s in players if not now.coins[s]} | {max((now.paid[s] for s in players), default=0)}
    pots, low = [], 0
    for level in sorted(levels - {0}):
        coins = int(pot_between(state, low, level)) + (now.carry if low == 0 else 0)
        matched = [s for s in players if now.paid[s] >= level]
        pots.append(Pot(coins=coins, matched=matched, open=[s for s in players if s not in matched and now.coins[s]]))
        low = level
    soon = now.round_number + 1
    doubles = now.raise_every and soon % now.raise_every == 0
    ante = now.ante or int(ante_of_round(state))
    return Gamble(
        ante=ante, next_ante=2 * ante if doubles else ante, high=now.high, least_raise_to=now.high + now.least_raise,
        pots=pots, carried=now.carry,
    )  # fmt: skip


def _over(sight: Sight) -> Over:
    """The sides by their coins, then by the latest round (R17); in the gamble by the stack, who left last."""
    now, state = sight.now, sight.state
    sides: dict[int, list[int]] = {}
    for seat in range(now.seats):
        sides.setdefault(now.team[seat], []).append(seat)
    value = {side: int(standing(state, side)) for side in sides}
    winners = [side for side, some in sides.items() if wins(state, some[0])]
    ranking = []
    for side in sorted(sides, key=lambda each: -value[each]):
        some = sides[side]
        figures = {"coins": sum(now.coins[s] for s in some)}
        if not now.gamble:
            figures["latest round"] = sum(now.latest[s] for s in some)
        place = 1 + sum(value[other] > value[side] for other in sides)
        share = 1 / len(winners) if side in winners else 0.0
        ranking.append(Rank(seats=some, place=place, figures=figures, share=share))
    return Over(ranking=ranking, decided_by=views.deciding_figure(ranking))


# --- What a seat sees


def private(sight: Sight) -> Private:
    """What a seat knows of what lies face down, and what it is asked."""
    view = Private(seat=sight.seat, question=question(sight), **unfolded(private_fields(sight.seat), sight))
    if sight.now.gamble and sight.fact(STEP_OF_OWN) >= 0 and sight.fact(1):
        _gambling(sight, view)
    return view


def _gambling(sight: Sight, view: Private) -> None:
    """What the gamble adds."""
    now, seat = sight.now, sight.seat
    view.to_call = max(0, now.high - now.bet[seat])
    if now.taken[seat]:
        present = [s for s in range(now.seats) if not now.gone >> s & 1]
        at = present.index(seat)
        view.took, view.took_from = ANIMALS[now.taken[seat] - 1], present[at - 1]
        view.lost_to = present[(at + 1) % len(present)]
        view.missing = counted(*(int(own_missing(sight.edition.box, sight.state, seat, a)) for a in range(KINDS))) or {}


def question(sight: Sight) -> Question | None:
    """What a seat is asked."""
    stage, active = sight.facts(STEP_OF_OWN, STEP_OF_OWN + 2)
    if not sight.moves:
        return None
    if stage == BET:
        return _bet(sight.now, sight.seat)
    return _question(sight.seat, stage, active, sight.moves)


def _bet(now: Plain, seat: int) -> Question:
    owed = now.high - now.bet[seat]
    if not owed:
        return Question(kind="bet", title="Check or bet.", detail=f"Smallest bet: {now.least_raise}.")
    if owed >= now.coins[seat]:
        return Question(kind="bet", title=f"All in with {now.coins[seat]} to stay.")
    least = now.high + now.least_raise
    return Question(kind="bet", title=f"{owed} to call.", detail=f"Smallest raise: to {least}.")


def _question(seat: int, stage: int, active: int, moves: list[int]) -> Question:
    """What is asked besides bets."""
    if stage == CHOOSE:
        return Question(kind="choose", title="Choose a card in secret.", secret=True)
    deeds = dict.fromkeys(_verb_and_prey(action) for action in moves if action < PASS)
    able = " or ".join(f"{verb} {prey}" for verb, prey in deeds)
    count = len(moves) - 1
    return Question(
        kind="act",
        title=f"Your {ANIMALS[active - 1].capitalize()}: {able}.",
        detail=f"{count} {'target' if count == 1 else 'targets'}.",
        source=f"{ANIMALS[active - 1]}@active:{seat}",
        confirm="none",
    )


@cache
def _verb_and_prey(action: int) -> tuple[str, str]:
    verb, prey, place = split_deed(action)
    every = place == WHOLE_PILE or (place >= FIRST_SEAT and (place - FIRST_SEAT) % ZONES == EVERYWHERE)
    name = ANIMALS[prey].capitalize()
    return ("take" if verb == TAKE else "discard"), (f"all {plural(ANIMALS[prey])}" if every else f"a {name}")


FACT_FIELDS: Final = Fields(public_fields, private_fields, question, slice(STEP_OF_OWN, OWN_FACTS), beyond=5)

# --- Actions and the things that they concern


@cache
def split_deed(action: int) -> tuple[int, int, int]:
    """Verb, prey and place of a deed."""
    rest, place = divmod(action - DEED, PLACES)
    verb, prey = divmod(rest, KINDS)
    return verb, prey, place


def plural(animal: str) -> str:
    return f"{animal.capitalize()}{'es' if animal == 'fox' else 's'}"


@cache
def _deed(action: int, active: int, seat: int, there: tuple[str, ...]) -> Act:
    """A deed; it looks the same wherever the same animal of the same seat does it. One that hits all that a player has
    hits what is there of collection and active card."""
    verb, prey, place = split_deed(action)
    name, card = ANIMALS[prey], ANIMALS[prey].capitalize()
    if place < FIRST_SEAT:
        whole = place == WHOLE_PILE
        things, what = [f"{name}@pile"], plural(name) if whole else card
        sentence = f"Take {'all ' + what if whole else 'a ' + what} from the pile"
        label = f"Take {'all' if whole else card}"
    else:
        victim, zone = divmod(place - FIRST_SEAT, ZONES)
        spots = {COLLECTION: ("collection",), ACTIVE: ("active",), EVERYWHERE: there}[zone]
        things = [f"{name}@{spot}:{victim}" for spot in spots]
        what = f"all {plural(name)}" if zone == EVERYWHERE else f"a {card}"
        where = ("from the collection", "the active one", "active one included")[zone]
        took = f"Take {what} from {{{victim}}}" if verb == TAKE else f"Make {{{victim}}} discard {what}"
        sentence, label = f"{took} ({where})", f"{'Take' if verb == TAKE else 'Discard'} {card}"
    tool = f"{ANIMALS[active - 1]}@active:{seat}"
    return Act(id=action, label=label, sentence=sentence, things=things, tool=tool, role="target")


@cache
def _plain_act(action: int, seat: int) -> Act:
    """Actions that look the same in every position."""
    if action < DEED:
        card = ANIMALS[action]
        return Act(
            id=action, label=card.capitalize(), sentence=f"Choose the {card.capitalize()}",
            things=[f"{card}@hand:{seat}"], role="legal",
        )  # fmt: skip
    word = ACTIONS.data(action)["do"].capitalize()
    return Act(id=action, label=word, sentence=word)


def act(sight: Sight, action: int) -> Act:
    """A legal action with the things that it concerns."""
    seat = sight.seat
    if action < DEED or action == PASS:
        return _plain_act(action, seat)
    if action < PASS:
        _, prey, place = split_deed(action)
        there: tuple[str, ...] = ()
        if place >= FIRST_SEAT and (place - FIRST_SEAT) % ZONES == EVERYWHERE:
            lies = sight.fact(STEP_OF_OWN + 2 + (place - FIRST_SEAT) // ZONES)
            there = ("collection",) * (lies >> prey & 1) + ("active",) * (lies >> KINDS == prey + 1)
        return _deed(action, sight.fact(STEP_OF_OWN + 1), seat, there)
    now, data = sight.now, ACTIONS.data(action)
    if data["do"] == "call":
        owed = now.high - now.bet[seat]
        return Act(id=action, label=f"Call {owed}", sentence=f"Call {owed}", outcome=_leaves(now, seat, owed))
    if data["do"] == "raise":
        return Act(id=action, label="Raise" if now.high else "Bet", sentence=f"Raise to {data['to']}")
    if data["do"] == "all_in":
        coins = now.coins[seat]
        return Act(id=action, label=f"All in {coins}", sentence=f"Go all in with {coins}")
    return _plain_act(action, seat)


def _leaves(now: Plain, seat: int, coins: int) -> str:
    return f"leaves {now.coins[seat] - coins}"


def presets(sight: Sight, least: int, most: int) -> list[Preset]:
    """A third and a half of the pot after calling, and the pot."""
    now = sight.now
    pot = now.carry + sum(now.paid) + now.high - now.bet[sight.seat]
    wanted = {"a third": pot // 3, "half": pot // 2, "the pot": pot}
    usual = [Preset(label=label, value=now.high + coins) for label, coins in wanted.items()]
    return [preset for preset in usual if least <= preset.value <= most]


def meant(sight: Sight, thing: str, onto: str) -> list[int] | int:
    """The actions that pointing at a card can mean, or the clause that says why it is never a target."""
    name, _, place = thing.partition("@")
    zone, _, owner = place.partition(":")
    if name not in (*ANIMALS, "?") or (onto and onto not in _all_places(sight.now.seats)):
        raise MalformedError(f"'{thing}' is no thing of this table; for example, rat@pile is one")
    seat = sight.seat
    if place not in _all_places(sight.now.seats):
        raise MalformedError(f"'{place}' is no place of this table; for example, pile and active:0 are")
    if zone == "removed":
        return REMOVED_CARD
    mine = owner == str(seat)
    if zone == "hand" and (not mine or sight.now.frame[0] != CHOOSE):
        return HAND_CARD if not mine else [ANIMALS.index(name)]
    if zone == "hand":
        return [ANIMALS.index(name)]
    if mine:
        return OWN_CARD
    if name == "?":
        return HAND_CARD
    prey = ANIMALS.index(name)
    spots = [PILE, WHOLE_PILE] if zone == "pile" else [PLACE_NAMES.index(place), PLACE_NAMES.index(f"all:{owner}")]
    both = [DEED + (verb * KINDS + prey) * PLACES + spot for spot in spots for verb in (TAKE, 1 - TAKE)]
    return sorted(both, key=lambda action: _likely(sight, action))


def _likely(sight: Sight, action: int) -> bool:
    """A refusal that says more than "your card cannot do that" comes first."""
    return int(refusal(sight.edition.box, sight.state, sight.seat, action)) == NO_SUCH_DEED


@cache
def _all_places(seats: int) -> frozenset[str]:
    zones = ("hand", "active", "collection", "removed", "stack", "bet")
    return frozenset(["pile", "pot", *(f"{zone}:{seat}" for zone in zones for seat in range(seats))])


# --- The book

INKS: Final = {"rat": "umber", "snake": "green", "hawk": "blue", "fox": "red", "net": "plum"}
REACHES: Final = {4: "one of a rival", 8: "all of a rival", 1: "one of the pile", 2: "all of the pile"}


def book(edition: Edition) -> Book:
    """All that an edition prints."""
    box = edition.box
    deeds = [_deeds(box, index) for index in range(KINDS)]
    animals = [
        Animal(
            id=name,
            name=name.capitalize(),
            ink=INKS[name],
            copies=int(box.copies[index]),
            white=int(box.white[index]),
            worth=int(box.worth[index]),
            growth=int(box.growth[index]),
            deeds=deeds[index],
            fears=[ANIMALS[by] for by in range(KINDS) if any(d.prey == name for d in deeds[by])],
        )
        for index, name in enumerate(ANIMALS)
    ]
    return Book(animals=animals, steps=["choose", "bet", "reveal", "act", "collect"])


def _deeds(box: Any, index: int) -> list[Deed]:
    rows = box.deeds[index, : int(box.deed_count[index])].tolist()
    return [
        Deed(
            verb="take" if verb == TAKE else "discard",
            prey=ANIMALS[prey],
            reach=[words for bit, words in REACHES.items() if reach & bit],
        )
        for verb, prey, reach in rows
    ]
