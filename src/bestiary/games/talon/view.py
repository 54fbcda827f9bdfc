"""Tooth & Talon: what leaves for people and programs, as types, and how it is made from what a seat knows.

Things are animals (`rat` … `net`) and `coin`; copies are equal. They lie at `pile`, `hand:s`, `active:s`,
`collection:s`; in the gamble at `removed:s`, `stack:s`, `bet:s` and `pot`, too.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from msgspec import field
from msgspec.structs import replace

from bestiary.engine import views
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Act, Contents, Over, Places, Preset, Question, Rank, Shape, Shapes
from bestiary.games.talon.gamble import ante_of_round, pot_between
from bestiary.games.talon.rules import SEAT_FACTS, TABLE_FACTS, refusal, standing, wins
from bestiary.games.talon.secrets import own_missing
from bestiary.games.talon.state import (
    ACT, ACTIONS, ACTIVE, ANIMALS, BET, CHOOSE, COLLECTION, DEED, EVERYWHERE, FIRST_SEAT, HAND_CARD, KINDS,
    NO_SUCH_DEED, OWN_CARD, PASS, PILE, PLACES, PLACE_NAMES, REMOVED_CARD, TAKE, TURNS, WHOLE_PILE, ZONES,
)  # fmt: skip

KEPT: Final = 10_000  # parts of views that are used again
STEPS: Final = {CHOOSE: "choose", BET: "bet", ACT: "act", -1: "over"}


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


class Laid(NamedTuple):
    """The table's numbers; see `rules.facts`."""

    seats: int
    stage: int
    leader: int
    round: int
    rounds: int
    turn: int
    acted: int
    teams: int
    gamble: int


class Held(NamedTuple):
    """A seat's numbers; see `rules.seat_facts`."""

    worth: int
    present: int
    gone: int
    chosen: int
    held: int
    coins: int
    latest: int
    bet: int
    team: int
    active: int
    choice: int


LAID, HELD = len(Laid._fields), len(Held._fields)


@lru_cache(KEPT)
def counted(*counts: int) -> Contents:
    """Counts by animal, by name. What is kept here is never changed."""
    return {name: count for name, count in zip(ANIMALS, counts, strict=True) if count}


def public(sight: Sight) -> Public:
    """The table as everybody sees it."""
    told = sight.facts()
    laid, asked = Laid._make(told[:LAID]), sight.asked
    stage, seats = laid.stage, laid.seats
    order = [(laid.leader + place) % seats for place in range(seats)]
    places: Places = {"pile": counted(*told[LAID:TABLE_FACTS])} if any(told[LAID:TABLE_FACTS]) else {}
    shown = []
    for seat in range(seats):
        facts = told[TABLE_FACTS + seat * SEAT_FACTS : TABLE_FACTS + (seat + 1) * SEAT_FACTS]
        has_acted = (seat - laid.leader) % seats < laid.acted
        view, lies = _seat(seat, stage, seat in asked, has_acted, laid.teams, laid.gamble, *facts)
        shown.append(view)
        places |= lies
    if laid.gamble:
        now = sight.now
        pot = now.carry + sum(now.paid) - sum(now.bet)
        if pot:
            places["pot"] = {"coin": pot}
    return Public(
        step=STEPS[stage],
        asked=asked,
        places=places,
        over=_over(sight) if stage < 0 else None,
        round=laid.round + (0 if stage < 0 else 1),
        rounds=laid.rounds,
        turn=laid.turn + 1,
        leader=laid.leader,
        order=order,
        seats=shown,
        teams=_teams(sight.now) if laid.teams else [],
        gamble=_gamble(sight) if laid.gamble else None,
    )


@lru_cache(KEPT)
def _seat(
    seat: int, stage: int, is_asked: bool, has_acted: bool, teams: int, gamble: int, *facts: int
) -> tuple[Seat, Places]:
    """A player, and what lies before it. Most of them stay the same in a decision; what is kept here is never
    changed."""
    mine, hand, collection = Held._make(facts[:HELD]), facts[HELD : HELD + KINDS], facts[HELD + KINDS :]
    view = Seat(
        coins=mine.coins,
        status=_status(mine, stage, is_asked, has_acted),
        latest=mine.latest,
        worth=mine.worth,
        team=mine.team if teams else None,
        could=counted(*hand) if not gamble and not mine.gone else {},
    )
    return view, _places(seat, mine, collection, stage, gamble)


def _places(seat: int, mine: Held, collection: tuple[int, ...], stage: int, gamble: int) -> Places:
    """What lies before a player; of one who has left only the coins."""
    places: Places = {}
    if not mine.gone:
        if mine.held > 0:
            places[f"hand:{seat}"] = {"?": mine.held}
        if mine.active or (mine.chosen and stage >= 0):
            places[f"active:{seat}"] = {ANIMALS[mine.active - 1] if mine.active else "?": 1}
        if any(collection):
            places[f"collection:{seat}"] = counted(*collection)
        if gamble and stage >= 0:
            places[f"removed:{seat}"] = {"?": 1}
        if gamble and mine.bet:
            places[f"bet:{seat}"] = {"coin": mine.bet}
    if (gamble or mine.gone) and mine.coins:
        places[f"stack:{seat}"] = {"coin": mine.coins}
    return places


def _status(mine: Held, stage: int, is_asked: bool, has_acted: bool) -> str:
    if mine.gone:
        return "out"
    if not mine.present:
        return "folded"
    if stage < 0:
        return "waits"
    if stage == CHOOSE:
        return "chosen" if mine.chosen else "to choose"
    if stage == BET:
        return "all in" if not mine.coins else ("bets" if is_asked else "chosen")
    if is_asked:
        return "acts"
    if not mine.active:
        return "no card"
    return "acted" if has_acted else "to act"


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
    laid, at = Laid._make(sight.facts(0, LAID)), TABLE_FACTS + sight.seat * SEAT_FACTS
    facts = sight.facts(at, at + HELD + KINDS)
    mine, moves = Held._make(facts[:HELD]), tuple(sight.moves) if laid.stage != BET else ()
    view = _private(sight.seat, laid.stage, moves, mine.gone, mine.active, mine.choice, *facts[HELD:])
    return _gambling(sight, view) if laid.gamble and laid.stage >= 0 and not mine.gone else view


@lru_cache(KEPT)
def _private(
    seat: int, stage: int, moves: tuple[int, ...], gone: int, active: int, choice: int, *cards: int
) -> Private:
    """Without what the gamble adds. What is kept here is never changed."""
    hand = list(cards)
    view = Private(seat=seat, question=_question(seat, stage, active, moves) if moves else None)
    if choice:
        view.chosen = ANIMALS[choice - 1]
        view.knows[f"active:{seat}"] = {view.chosen: 1}
        hand[choice - 1] -= 1
    if not gone:
        view.knows[f"hand:{seat}"] = counted(*hand)
    return view


def _gambling(sight: Sight, view: Private) -> Private:
    """What the gamble adds."""
    now, seat = sight.now, sight.seat
    view = replace(view, to_call=max(0, now.high - now.bet[seat]))
    if now.frame[0] == BET and sight.moves:
        view.question = _bet(now, seat)
    if now.taken[seat]:
        present = [s for s in range(now.seats) if not now.gone >> s & 1]
        at = present.index(seat)
        view.took, view.took_from = ANIMALS[now.taken[seat] - 1], present[at - 1]
        view.lost_to = present[(at + 1) % len(present)]
        view.missing = counted(*(int(own_missing(sight.edition.box, sight.state, seat, a)) for a in range(KINDS)))
    return view


def _bet(now: Plain, seat: int) -> Question:
    owed = now.high - now.bet[seat]
    if not owed:
        return Question(kind="bet", title="Check or bet.", detail=f"Smallest bet: {now.least_raise}.")
    if owed >= now.coins[seat]:
        return Question(kind="bet", title=f"All in with {now.coins[seat]} to stay.")
    least = now.high + now.least_raise
    return Question(kind="bet", title=f"{owed} to call.", detail=f"Smallest raise: to {least}.")


def _question(seat: int, stage: int, active: int, moves: tuple[int, ...]) -> Question:
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


def _verb_and_prey(action: int) -> tuple[str, str]:
    verb, prey, place = split_deed(action)
    every = place == WHOLE_PILE or (place >= FIRST_SEAT and (place - FIRST_SEAT) % ZONES == EVERYWHERE)
    name = ANIMALS[prey].capitalize()
    return ("take" if verb == TAKE else "discard"), (f"all {plural(ANIMALS[prey])}" if every else f"a {name}")


# --- Actions and the things that they concern


def split_deed(action: int) -> tuple[int, int, int]:
    """Verb, prey and place of a deed."""
    rest, place = divmod(action - DEED, PLACES)
    verb, prey = divmod(rest, KINDS)
    return verb, prey, place


def plural(animal: str) -> str:
    return f"{animal.capitalize()}{'es' if animal == 'fox' else 's'}"


@cache
def _deed(action: int, active: int, seat: int) -> Act:
    """A deed; it looks the same wherever the same animal of the same seat does it."""
    verb, prey, place = split_deed(action)
    name, card = ANIMALS[prey], ANIMALS[prey].capitalize()
    if place < FIRST_SEAT:
        whole = place == WHOLE_PILE
        things, what = [f"{name}@pile"], plural(name) if whole else card
        sentence = f"Take {'all ' + what if whole else 'a ' + what} from the pile"
        label = f"Take {'all' if whole else card}"
    else:
        victim, zone = divmod(place - FIRST_SEAT, ZONES)
        spots = {COLLECTION: ("collection",), ACTIVE: ("active",), EVERYWHERE: ("collection", "active")}[zone]
        things = [f"{name}@{spot}:{victim}" for spot in spots]
        what = f"all {plural(name)}" if zone == EVERYWHERE else f"a {card}"
        where = ("from the collection", "the active one", "active one included")[zone]
        took = f"Take {what} from {{{victim}}}" if verb == TAKE else f"Make {{{victim}}} discard {what}"
        sentence, label = f"{took} ({where})", f"{'Take' if verb == TAKE else 'Discard'} {card}"
    return Act(
        id=action, label=label, sentence=sentence, things=things, tool=f"{ANIMALS[active]}@active:{seat}", role="target"
    )


def _lying(deed: Act, now: Plain) -> Act:
    """A deed that hits a player's collection and active card, with those of them that are there."""
    animal, _, victim = deed.things[0].replace("@", ":").split(":")
    prey, seat = ANIMALS.index(animal), int(victim)
    there = now.collection[seat][prey] > 0, now.active[seat] == prey + 1
    return replace(deed, things=[thing for thing, lies in zip(deed.things, there, strict=True) if lies])


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
    now, seat = sight.now, sight.seat
    if action < DEED or action == PASS:
        return _plain_act(action, seat)
    if action < PASS:
        deed = _deed(action, now.active[seat] - 1, seat)
        return deed if len(deed.things) == 1 else _lying(deed, now)
    data = ACTIONS.data(action)
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
