"""Small helpers: a table at the house map with plain cards, positions laid by hand, actions played by their text.

A Scene begins in the action phase with an empty map: no units, no beasts, full supplies, four plain clan cards and five
coins each, Set order 1, 2, 3, 4. Seats are numbers from 0. Units are words such as `2c j` (two chunin and a jounin).
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.engine.content import parse
from bestiary.engine.frames import ask, step, waiting
from bestiary.engine.options import fill
from bestiary.engine.plain import Plain
from bestiary.engine.records import clone
from bestiary.engine.trace import Event, new_trace
from bestiary.engine.views import Move, Places
from bestiary.games.beasts import rules
from bestiary.games.beasts.board import put_beast, put_unit
from bestiary.games.beasts.cards.decks import Side
from bestiary.games.beasts.cards.entries import EVENT_FAMILIES, PASSIVES, SPECIALTY_ACTIONS, WHENS, Entry
from bestiary.games.beasts.cards.grammar import parse as parse_effects
from bestiary.games.beasts.cards.grammar import parse_entry, rows_of
from bestiary.games.beasts.control import put_marker
from bestiary.games.beasts.edition import print_hands
from bestiary.games.beasts.hands import add_to_hand, group_of, hand_size, put_card, take_from_hand
from bestiary.games.beasts.map import atlas
from bestiary.games.beasts.stack import nest
from bestiary.games.beasts.state import (
    ACTION_NAMES, ACTION_TYPES, ACTIONS, ALLY_DECK, BEASTS, CARDS, CLANS, DECK, DISCARD, EVENTS, FIELDS, HAND_LIMIT,
    HAPPENING, HUNT, IN_BOX, MAX_EVENTS, MAX_MOVES, OPEN, OUT, PAYDAY, RARE_AT, RECRUITMENT, SEATS, SHOP,
    SPECIALTY_CARDS, STRENGTH, TIER_CARDS, TOKEN_NAMES, TRACK_NAMES, TRAVELLING, TURNS, UNIT_NAMES, WAR_STEP, WINDOW,
    WITH_PLAYER, Box, Options, State,
)  # fmt: skip
from bestiary.games.beasts.telling import TELLING
from bestiary.games.beasts.view import known, lying
from bestiary.testkit.paths import astray

MAP = Path(rules.__file__).with_name("edition") / "house" / "map.toml"
PRICES = (1, 2, 2, 1, 3, 2, 1, 1, 2, 3, 1, 2, 2, 1, 1)
ORDER = (
    (5, 3, 6, 1, 4, 2, 0),
    (0, 2, 4, 1, 6, 3, 5),
    (4, 6, 0, 5, 1, 3, 2),
    (2, 3, 1, 5, 0, 6, 4),
    (1, 2, 5, 6, 0, 4, 3),
    (3, 4, 0, 6, 5, 2, 1),
)  # §9, best first
VALUES = {
    STRENGTH: {4: (3, 2, 1, 0), 3: (2, 1, 0), 2: (1, 0)},
    RECRUITMENT: {4: (5, 4, 3, 2), 3: (4, 3, 2), 2: (3, 2)},
    PAYDAY: {4: (4, 3, 2, 1), 3: (3, 2, 1), 2: (2, 1)},
    HAND_LIMIT: {4: (7, 6, 5, 4), 3: (6, 5, 4), 2: (6, 5)},
}
UNITS = "bcjk"
RESOURCES = ("", "coin", *TOKEN_NAMES, "boat", "chunin", "jounin", "kage", "rare", "epic", "legendary")
MARCH = ACTIONS.parse("act travel held")
PILE = 10  # allies of each tier in the tests' box
SPECIALTIES = (("income 1", "coins 4 once", 1), ("spring 1", "recruit 4 once", 2), ("sail 2", "draw 3 clan", 1))
IDLE = 5  # the passive side of the third, which does nothing


def plain_box() -> Any:
    """The house map and board; every card fights with 4/4/4 and has nothing else printed on it."""
    return clone(printed_box())


@functools.cache
def printed_box() -> Any:
    box: Any = Box.new()
    drawn = atlas.read(parse(MAP.read_text(), "map.toml"))
    for name in ("kind", "letter", "capital", "spawner", "coin", "hot", "dom", "near", "border"):
        box[name] = getattr(drawn, name)
    box.hideout = drawn.base
    box.exists[:RARE_AT] = 1
    for tier in range(3):
        box.exists[RARE_AT + tier * TIER_CARDS : RARE_AT + tier * TIER_CARDS + PILE] = 1
    box.style[:] = 4
    box.price[:SHOP] = PRICES
    box.order[:] = ORDER
    for track, rows in VALUES.items():
        for seats, values in rows.items():
            box.value[track, seats, :seats] = values
    box.allies[:] = PILE
    for slot, (passive, action, cost) in enumerate(SPECIALTIES):
        box.passive[:, slot] = (*entry(passive, PASSIVES), 0)
        box.action[:, slot] = (*entry(action, SPECIALTY_ACTIONS), cost)
    return box


def entry(text: str, table: tuple[Entry, ...]) -> tuple[int, int, int]:
    """A side of a specialty, or an event, as the box has it: `hex poison 2`."""
    word, values = parse_entry(text, table, "entry")
    return Side(word, values).numbers


def lively_box(seed: int) -> Any:
    """The same with random numbers, icons and resources on the cards."""
    rng = random.Random(seed)
    box = plain_box()
    for card in range(CARDS):
        box.style[card] = [rng.randint(0, 10) for _ in range(3)]
        box.heads[card] = rng.choice((0, 0, 1, 2))
        box.heal[card] = rng.random() < 0.15
        box.block[card] = rng.random() < 0.2 and not box.heal[card]
        box.skull[card] = rng.choice((0, 0, 1, 2))
        box.sand[card] = rng.choice((0, 0, 1))
        if rng.random() < 0.6:
            box.resource[card], box.amount[card] = rng.randrange(1, len(RESOURCES)), rng.choice((1, 1, 2))
    for clan in range(CLANS):
        for slot in range(SPECIALTY_CARDS):
            box.passive[clan, slot] = (*chance_entry(rng, PASSIVES), rng.randrange(len(WHENS)))
            box.action[clan, slot] = (*chance_entry(rng, SPECIALTY_ACTIONS), rng.randint(1, 3))
    for event in range(2 * len(EVENT_FAMILIES)):
        family = EVENT_FAMILIES[event % len(EVENT_FAMILIES)]
        box.event[event] = (*chance_entry(rng, (family,)), event % 5 == 1, event % 5 == 2)
    return box


def chance_entry(rng: random.Random, table: tuple[Entry, ...]) -> tuple[int, int, int]:
    """Any word of a vocabulary with any small numbers."""
    word = rng.choice(table)
    values = [
        rng.randrange(len(arg.words)) if arg.words else rng.randint(max(arg.low, -3), min(arg.high, 5))
        for arg in word.args
    ]
    return Side(word, tuple(values)).numbers


def key(seed: int) -> Any:
    rng = random.Random(seed)
    return np.array([rng.randrange(1 << 32) for _ in range(8)], np.uint32)


def deal(seats: int, clans: Iterable[int] = (), seed: int = 1, box: Any = None, **settings: int) -> Scene:
    """A new game at its first decision; clans are named by their ids, those not named are drawn."""
    named = {f"clan_{seat}": clan + 1 for seat, clan in enumerate(clans)}
    scene = Scene(plain_box() if box is None else box, State.new())
    rules.setup(scene.box, scene.state, fill(Options, {"seats": seats, **named, **settings}), key(seed), None)
    return scene


def turns(*clans: int, seed: int = 1) -> Scene:
    """A laid table in the action phase of round 1: seat 0 has the turn."""
    scene = deal(len(clans), clans, seed)
    state = scene.state
    state.frame[0] = TURNS
    state.arg[0] = 0
    state.start[:] = 0
    for beast in range(BEASTS):
        state.beast_at[beast] = IN_BOX
    state.lair[:] = 0
    for seat in range(len(clans)):
        state.order[seat] = seat
        state.coins[seat] = 5
        state.specialty[seat] = IDLE
        scene.give(seat, *range(20 * clans[seat], 20 * clans[seat] + 4))
    ask(state, 1)
    scene.check()
    return scene


def paths_of(event: Event) -> list[Move]:
    """The movements of an event, as one seat knows it."""
    tell, facts = TELLING.kinds[event.name], TELLING.facts(event)
    return list(tell.path(facts)) if tell.path else [move for way in tell.ways if (move := way.move(facts))]


class Scene:
    """A position and what one can do with it."""

    def __init__(self, box: Any, state: Any) -> None:
        self.box = box
        self.state = state
        self.events: list[Event] = []

    # --- Laying

    def units(self, seat: int, field: int, words: str, prone: bool = False) -> None:
        """From the supply onto a field."""
        for word in words.split():
            unit = UNITS.index(word[-1])
            for _ in range(int(word[:-1] or 1)):
                put_unit(self.state, seat, field, unit, prone)
                self.state.supply[seat, unit] -= 1

    def beast(self, strength: int, field: int) -> int:
        put_beast(self.state, strength - 1, field)
        return strength - 1

    def owned(self, seat: int, *strengths: int, chained: bool = False) -> None:
        """Beasts with a player; the second one of a strength is taken where the first is gone."""
        for strength in strengths:
            free = [b for b in (strength - 1, strength + 9) if int(self.state.beast_at[b]) == IN_BOX]
            self.state.beast_at[free[0]] = WITH_PLAYER + seat
            self.state.chained[free[0]] = chained

    def marks(self, seat: int, *fields: int) -> None:
        for field in fields:
            put_marker(self.state, seat, field)

    def hold(self, seat: int, *names: str) -> None:
        """Action cards, bought."""
        for name in names:
            card = ACTION_NAMES.index(name)
            self.state.stock[card] -= 1
            self.state.held[seat, card] += 1

    def hide(self, seat: int, *names: str) -> None:
        """Hidden action cards."""
        for name in names:
            card = ACTION_NAMES.index(name)
            self.state.hidden_deck[card] -= 1
            self.state.hidden_left -= 1
            self.state.secret[seat, card] += 1
            self.state.secret_count[seat] += 1

    def give(self, seat: int, *cards: int) -> None:
        """Exactly these battle cards in hand; the others go back to their decks."""
        state = self.state
        while hand_size(state, seat) > 0:
            self.to_deck(seat, take_from_hand(state, seat, 0))
        for card in cards:
            for deck in range(SEATS):
                if int(state.zone[card]) == DECK + deck:
                    state.deck_backs[deck, group_of(card)] -= 1
            add_to_hand(state, seat, card)

    def to_deck(self, seat: int, card: int) -> None:
        if card < RARE_AT:
            put_card(self.state, card, DECK + seat)
            self.state.deck_backs[seat, group_of(card)] += 1
        else:
            put_card(self.state, card, ALLY_DECK)

    def strip(self, seat: int) -> None:
        """No deck and no discard pile: its cards have left the game."""
        for card in range(CARDS):
            if int(self.state.zone[card]) in (DECK + seat, DISCARD + seat):
                put_card(self.state, card, OUT)
        self.state.deck_backs[seat] = 0

    def prints(
        self, card: int, style: tuple[int, int, int] | None = None, res: str = "", amount: int = 1, **icons: int
    ) -> int:
        """What is printed on a card."""
        if style is not None:
            self.box.style[card] = style
        if res:
            self.box.resource[card], self.box.amount[card] = RESOURCES.index(res), amount
        for icon, number in icons.items():
            self.box[icon][card] = number
        return card

    def says(self, card: int, *effects: str, tier: int = 0) -> int:
        """A card has these effects, and perhaps a tier."""
        self.box.rows[card] = rows_of(parse_effects(effects))
        self.box.tier[card] = tier or int(self.box.tier[card])
        self.box.timings[:] = self.box.uses[:] = 0
        self.box.caller = 0
        print_hands(self.box)
        return card

    def lay_discard(self, seat: int, *cards: int) -> None:
        """Cards of a deck lie on the discard pile."""
        for card in cards:
            self.state.deck_backs[seat, group_of(card)] -= 1
            put_card(self.state, card, DISCARD + seat)

    def track(self, name: str, *seats: int) -> None:
        self.state.track[TRACK_NAMES.index(name), : len(seats)] = seats

    def special(self, seat: int, text: str, when: int = 0, cost: int = 1) -> None:
        """The seat owns a specialty of its own with this side: a passive one, or after `use` an action."""
        table, side = (SPECIALTY_ACTIONS, 1) if text.startswith("use ") else (PASSIVES, 0)
        clan, slot = int(self.state.clan[seat]), SPECIALTY_CARDS - 1
        numbers = entry(text.removeprefix("use "), table)
        self.box.passive[clan, slot] = (*numbers, when)
        self.box.action[clan, slot] = (*numbers, cost)
        self.state.specialty[seat] = 2 * slot + side + 1

    def event(self, text: str, green: bool = False, red: bool = False) -> int:
        """Another event of the box; returns its number."""
        number = int(np.count_nonzero(self.box.event[:, 0]))
        self.box.event[number] = (*entry(text, EVENT_FAMILIES), green, red)
        return number

    def lasts(self, text: str) -> None:
        """An event is in force."""
        number = self.event(text)
        self.state.event, self.state.drawn[number] = number + 1, 1

    def happens(self, text: str) -> None:
        """Nothing but this event can be drawn, and it is: up to the next decision."""
        self.box.event[:] = 0
        self.event(text)
        self.state.drawn[:] = 0
        self.state.event = 0
        self.begin(HAPPENING)
        if int(self.state.depth) == 1:
            self.jump(TURNS)

    def tokens(self, seat: int, token: str, count: int | None = None) -> int:
        """How many tokens a seat has; with a count it gets them."""
        at = TOKEN_NAMES.index(token)
        if count is not None:
            self.state.token[seat, at] = count
        return int(self.state.token[seat, at])

    # --- Playing

    def begin(self, kind: int, *numbers: int) -> None:
        """A step inside the present one, run to its first decision."""
        self.state.asked[int(self.state.depth) - 1] = 0
        nest(self.state, kind, *(*numbers, 0, 0, 0, 0)[:4])
        self.run()

    def jump(self, phase: int, *numbers: int) -> None:
        """Another phase of the round, run to its first decision."""
        self.state.frame[0] = phase
        self.state.asked[0] = 0
        self.state.arg[0] = 0
        for at, number in enumerate(numbers, 1):
            self.state.arg[0, at] = number
        self.run()

    def run(self) -> None:
        rules.run_on(self.box, self.state, None)
        self.check()

    def asked(self) -> list[int]:
        return [seat for seat in range(SEATS) if int(waiting(self.state)) >> seat & 1]

    def at(self) -> int:
        return int(step(self.state))

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal actions of a seat, of the one that is asked if none is named."""
        if seat is None:
            (seat,) = self.asked()
        moves = np.zeros(MAX_MOVES, np.int32)
        before = self.state.tobytes()
        count = int(rules.legal(self.box, self.state, seat, moves))
        assert self.state.tobytes() == before
        assert list(moves[:count]) == sorted(set(moves[:count].tolist()))
        return [ACTIONS.text(int(a)) for a in moves[:count]]

    def play(self, *texts: str, seat: int | None = None) -> None:
        """Actions of the seat that is asked, in order."""
        for text in texts:
            mover = self.asked()[0] if seat is None else seat
            if seat is None:
                assert len(self.asked()) == 1, f"{self.asked()} are asked, not one"
            legal = self.legal(mover)
            assert text in legal, f"{text!r} is not legal for seat {mover} in step {self.at()}: {legal}"
            trace, before = new_trace(MAX_EVENTS), self.lying()
            rules.apply(self.box, self.state, mover, ACTIONS.parse(text), trace)
            events = EVENTS.read(trace)
            self.events += events
            self.check()
            self.check_paths(before, events)

    def let(self) -> None:
        """Everybody passes in every window up to the next decision of another kind."""
        while self.at() == WINDOW:
            for seat in self.asked():
                self.play("pass", seat=seat)

    def let_then(self, seat: int, text: str) -> None:
        """Everybody passes until a seat can do something, and does it; then everybody passes again."""
        while text not in self.legal(seat):
            assert self.at() == WINDOW
            for other in self.asked():
                self.play("pass", seat=other)
        for other in self.asked():
            self.play(text if other == seat else "pass", seat=other)
        self.let()

    def check(self) -> None:
        assert int(self.state.fault) == 0
        law = int(rules.audit(self.box, self.state))
        assert law == 0, f"law {law} is broken"

    def lying(self) -> list[Places]:
        """What lies where, as a spectator and every seat know it."""
        now = Plain.of(State, self.state)
        places = lying(now, self.box.kind.tolist())
        return [places, *({**places, **known(now, seat)} for seat in range(int(self.state.seats)))]

    def check_paths(self, before: list[Places], events: list[Event]) -> None:
        """Everything that moves is told: what lay somewhere before is found where the events bring it."""
        for seat, (start, goal) in enumerate(zip(before, self.lying(), strict=True), -1):
            moves = [move for event in EVENTS.seen_by(events, seat) for move in paths_of(event)]
            lost = astray(start, moves, goal)
            story = [event.name for event in events]
            assert not lost, f"seat {seat}: {[(p, start.get(p), goal.get(p)) for p in lost]} after {story}"

    # --- Wars

    def attack(self, mine: str, theirs: str, start: int = 6, field: int = 19, prone: str = "") -> None:
        """Seat 0 attacks seat 1 with all its units of a field, up to the first decision of the war."""
        self.units(0, start, mine)
        self.units(1, field, theirs)
        self.units(1, field, prone, prone=True)
        self.hold(0, "travel", "war")
        self.march(start, field, mine)

    def march(self, start: int, field: int, words: str) -> None:
        """Seat 0 travels into a field from another one."""
        self.play("act travel held", f"into {field}", f"field {start}")
        for word in words.split():
            for _ in range(int(word[:-1] or 1)):
                self.play(f"unit {UNIT_NAMES[UNITS.index(word[-1])]} ready")
        if self.at() == TRAVELLING:
            self.play("done")

    def march_quietly(self, start: int, field: int, words: str) -> None:
        """The same where cards in hand open windows that everybody lets pass."""
        self.play("act travel held")
        self.let()
        self.play(f"into {field}")
        self.let()
        self.play(f"field {start}", f"unit {UNIT_NAMES[UNITS.index(words[-1])]} ready")

    def battle(self, times: int = 1) -> None:
        """Both fight with the first card of their hands."""
        for _ in range(times):
            self.let()
            assert self.at() == WAR_STEP
            for seat in self.asked():
                self.play(f"card {self.hand(seat)[0]}", seat=seat)

    def meet(self, mine: str = "2k", theirs: str = "c", start: int = 6, field: int = 19) -> None:
        """Seat 0 attacks seat 1, everybody lets the windows pass, up to the first choice of cards."""
        self.set_out(mine, theirs, start, field)
        self.let()

    def set_out(self, mine: str = "2k", theirs: str = "c", start: int = 6, field: int = 19) -> None:
        """The same up to the first window of the war."""
        self.units(0, start, mine)
        self.units(1, field, theirs)
        self.hold(0, "travel", "war")
        self.travel(start, field, mine)

    def chase(self, strength: int = 3, mine: str = "2k", start: int = 6, field: int = 19) -> None:
        """Seat 0 goes to war against a beast, up to the first window of the hunt."""
        self.units(0, start, mine)
        self.beast(strength, field)
        self.hold(0, "travel", "war")
        self.travel(start, field, mine)

    def travel(self, start: int, field: int, words: str) -> None:
        """Seat 0 travels into a field from another one; windows before the units set out pass."""
        wishes = [
            f"unit {UNIT_NAMES[UNITS.index(w[-1])]} ready" for w in words.split() for _ in range(int(w[:-1] or 1))
        ]
        self.play("act travel held")
        self.let()
        self.play(f"into {field}")
        self.let()
        self.play(f"field {start}", *wishes)
        if self.at() == TRAVELLING:
            self.play("done")
        if self.at() == WINDOW and int(self.state.war_field) < 0:
            self.let_until(lambda: int(self.state.war_field) >= 0)

    def let_until(self, stop: Callable[[], bool]) -> None:
        """Everybody passes in windows until something holds."""
        while self.at() == WINDOW and not stop():
            for seat in self.asked():
                self.play("pass", seat=seat)

    def clash(self, mine: int, theirs: int) -> None:
        """A battle with these two cards, windows pass; up to the next decision."""
        self.let()
        self.show(mine, theirs)
        self.let()

    def show(self, mine: int, theirs: int) -> None:
        """Both choose these cards; up to the next decision."""
        assert self.at() == WAR_STEP, f"step {self.at()} is no choice of cards"
        for seat, card in ((0, mine), (1, theirs)):
            if seat in self.asked():
                self.play(f"card {card}", seat=seat)

    def strike(self, card: int) -> None:
        """Seat 0 plays a card against the beast, windows pass."""
        self.let()
        assert self.at() == HUNT
        self.play(f"card {card}")
        self.let()

    def can_use(self, seat: int, card: int) -> bool:
        """May the card be used from hand now?"""
        return self.at() in (WINDOW, TURNS) and f"card {card}" in self.legal(seat)

    def use(self, seat: int, card: int) -> None:
        """Windows pass until a seat can use this card from hand, and does; up to the next decision."""
        while not self.can_use(seat, card):
            assert self.at() == WINDOW, f"card {card} cannot be used up to step {self.at()}"
            for other in self.asked():
                self.play("pass", seat=other)
        for other in self.asked():
            self.play(f"card {card}" if other == seat else "pass", seat=other)

    def fired(self, card: int) -> int:
        """How often effects of a card have come to pass."""
        return sum(event.name == "effect" and event["card"] == card for event in self.events)

    def fight(self) -> None:
        """Battle after battle until something else is to be decided."""
        self.let()
        while self.at() == WAR_STEP:
            self.battle()
            self.let()

    # --- Looking

    def at_field(self, seat: int, field: int) -> str:
        """Units of a seat in a field: `2c j | c` are three ready ones and a prone one."""
        state = self.state
        sea = int(self.box.kind[field]) == 1

        def words(units: Any) -> str:
            names = "b" if sea else "cjk"
            return " ".join(f"{int(n) if n > 1 else ''}{u}" for n, u in zip(units, names, strict=False) if n > 0)

        ready, prone = words(state.ready[seat, field]), words(state.prone[seat, field])
        return f"{ready} | {prone}".strip() if prone else ready

    def hand(self, seat: int) -> list[int]:
        return [int(card) - 1 for card in self.state.hand[seat] if card > 0]

    def fields(self, kind: str, seat: int | None = None) -> list[int]:
        """The fields of the legal actions of a kind."""
        return [int(text.split()[1]) for text in self.legal(seat) if text.split()[0] == kind]


# --- Random games


def wander(scene: Scene, rng: random.Random, limit: int = 20_000, every: int = 1) -> tuple[int, Counter[int]]:
    """Plays at random to the end, restlessly, and checks every law; how many decisions, and in which steps."""
    steps: Counter[int] = Counter()
    plies = 0
    moves = np.zeros(MAX_MOVES, np.int32)
    while int(waiting(scene.state)) != 0:
        seat = rng.choice(scene.asked())
        count = int(rules.legal(scene.box, scene.state, seat, moves))
        assert count > 0
        action = int(moves[rng.randrange(count)])
        if MARCH in moves[:count] and rng.random() < 0.5:
            action = MARCH
        elif action == 0 and count > 1 and rng.random() < 0.9:
            action = int(moves[rng.randrange(1, count)])
        steps[scene.at()] += 1
        rules.apply(scene.box, scene.state, seat, action, None)
        assert int(scene.state.fault) == 0
        plies += 1
        if plies % every == 0:
            law = int(rules.audit(scene.box, scene.state))
            assert law == 0, f"law {law} is broken after {ACTIONS.text(action)} at ply {plies}, step {scene.at()}"
        assert plies < limit
    return plies, steps


def enrich(scene: Scene, rng: random.Random, seats: int) -> None:
    """Deals action cards and beasts out so that a wandering game has something to fight with and for."""
    state = scene.state
    for card in range(SHOP):
        for seat in range(seats):
            if int(state.stock[card]) > 0:
                state.stock[card] -= 1
                state.held[seat, card] += 1
    for card in range(ACTION_TYPES):
        for _ in range(int(state.hidden_deck[card])):
            seat = rng.randrange(seats)
            state.hidden_deck[card] -= 1
            state.hidden_left -= 1
            state.secret[seat, card] += 1
            state.secret_count[seat] += 1
    for beast in range(BEASTS):
        if int(state.beast_at[beast]) == IN_BOX:
            state.beast_at[beast] = WITH_PLAYER + rng.randrange(seats)
            state.chained[beast] = rng.random() < 0.3


def crowd(scene: Scene, rng: random.Random, seats: int) -> None:
    """Units and markers of everybody all over the middle of the map."""
    state = scene.state
    for field in range(FIELDS - 1):
        if int(state.lair[field]) > 0 or rng.random() < 0.3:
            continue
        if any(state.ready[s, field].any() for s in range(seats)):
            continue
        seat = rng.randrange(seats)
        sea = int(scene.box.kind[field]) == 1
        if not sea and rng.random() < 0.2 and int(state.usable[seat]) > 0:
            state.usable[seat] -= 1
            put_marker(state, seat, field)
            continue
        unit = 0 if sea else rng.randrange(1, 4)
        if int(state.supply[seat, unit]) > 0:
            scene.units(seat, field, UNITS[unit], prone=rng.random() < 0.2)


def until(scene: Scene, stop: Callable[[], bool], rng: random.Random) -> None:
    """Plays at random until something holds."""
    while not stop():
        seat = scene.asked()[0]
        scene.play(rng.choice(scene.legal(seat)), seat=seat)


def copy(scene: Scene) -> Scene:
    return Scene(scene.box, clone(scene.state))


def skirmish(seed: int) -> tuple[Scene, Counter[int]]:
    """A turn of seat 0 that travels against foreign units and beasts, played at random; in which steps it decided."""
    rng = random.Random(seed)
    clans = rng.sample(range(7), rng.choice((2, 3, 4)))
    scene = turns(*clans, seed=seed)
    scene.box = lively_box(seed)
    seats = len(clans)
    scene.state.event = 1 + rng.choice([e for e in range(2 * len(EVENT_FAMILIES)) if not scene.box.event[e, 3]])
    scene.state.drawn[int(scene.state.event) - 1] = 1
    scene.state.usable[:seats] = 3
    home = rng.choice([f for f in range(FIELDS - 1) if not int(scene.box.kind[f])])
    scene.units(0, home, rng.choice(("3k c", "2k 2j", "3j 4c", "2k 4c")))
    beside = [int(f) for i, f in enumerate(scene.box.near[home]) if int(scene.box.border[home, i]) == OPEN and f >= 0]
    for strength, field in enumerate({rng.choice(beside), *rng.sample(range(61), 4)}, 1):
        if field != home:
            scene.beast(strength, field)
    crowd(scene, rng, seats)
    scene.hold(0, "travel", "war", "war", "war")
    secrets = rng.sample(("iron-discipline", "loaded-die", "bribe", "last-stand", "counterseal"), seats)
    for seat in range(seats):
        scene.hold(seat, *rng.sample(("vanguard", "reinforce", "smoke-screen", "upgrade", "purify"), 2))
        scene.hide(seat, secrets[seat])
        scene.owned(seat, 6 + seat, chained=rng.random() < 0.5)
        scene.tokens(seat, rng.choice(("substitution", "paralyze", "poison")), rng.randrange(3))
    scene.play("act travel held")
    steps: Counter[int] = Counter()
    while not (int(scene.state.depth) == 1 and scene.at() == TURNS):
        seat = rng.choice(scene.asked())
        legal = scene.legal(seat)
        battles = [text for text in legal if text.startswith(("from", "field")) and is_hot(scene, int(text.split()[1]))]
        text = rng.choice(battles if battles and rng.random() < 0.7 else legal)
        steps[scene.at()] += 1
        scene.play(f"from {home}" if f"from {home}" in legal else text, seat=seat)
    return scene, steps


def is_hot(scene: Scene, field: int) -> bool:
    """Beasts or units of others are there."""
    seats = int(scene.state.seats)
    return int(scene.state.lair[field]) > 0 or any(scene.state.ready[s, field].any() for s in range(1, seats))
