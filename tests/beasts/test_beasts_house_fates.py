"""Every event and both sides of every specialty of the house edition do something: for each one a scenario is built
from its family or kind, and leaves another position, or other choices, than the same scenario without it: with two
players and with three.

All have something of everything: coins, units, boats, beasts, markers, allies, hidden cards. Seat 0 is last on every
track and in everything that events look at; it owns the specialty."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from beasts_helpers import IDLE, Scene, turns
from card_helpers import HOUSE

from bestiary.engine import content
from bestiary.engine.chance import blank_chance
from bestiary.engine.frames import step
from bestiary.engine.records import clone
from bestiary.games.beasts import rules
from bestiary.games.beasts.board import put_beast
from bestiary.games.beasts.cards import decks
from bestiary.games.beasts.cards.decks import Event, Side, Specialty
from bestiary.games.beasts.cards.entries import (
    E_ALLIES, E_BLOOD, E_DISCOUNT, E_FORDS, E_HAND, E_LEVY, E_PASSES, E_PAY, E_PLAGUE, E_POLITICS, E_RAGE, E_RISE,
    E_SEASON, E_SHELTER, E_SLUMBER, E_STORM, E_STRAY, E_TRIBUTE, E_TRUCE, E_WINDFALL, P_ALLYUP, P_ATTACK, P_CHAIN,
    P_CROSS, P_DEFEND, P_DOUBLE, P_FIRSTUP, P_HAND, P_HUNTER, P_INCOME, P_PEEK, P_SAIL, P_SKULL, P_SPRING, P_STYLE,
    P_WARD, SA_STYLE, WHEN_AHEAD, WHEN_HOME, WHEN_SMALL,
)  # fmt: skip
from bestiary.games.beasts.cards.language import TRACK_ANY
from bestiary.games.beasts.setup import can_matter
from bestiary.games.beasts.state import (
    ACTIONS, ALLY, BOOST_TAMING, BUYING, CLANS, CONTROL, DONE, FIELDS, HAND_LIMIT, HAPPENING, HARVEST, INCOME, IN_BOX,
    PASS, POISON, RARE_AT, STRENGTH, TIER_CARDS, TOKEN, TRACKS, TRACK_NAMES, TRAVELLING, TURNS, UNIT_NAMES, UP, WINDOW,
)  # fmt: skip
from bestiary.games.beasts.tracks import track_value

CONTENT = decks.load(content.parse(content.read_edition(HOUSE), "house"))
Scenario = Callable[[Scene], object]
"""Plays something and returns what there was to see."""
TABLES = (2, 3)
START, FIELD, COIN, SPRING = 6, 19, 16, 7
UNSEEN = ("event", "drawn", "specialty", "boost", "climbed", "held", "stock", "frame", "arg", "asked", "depth")
"""What only says that there is an event or a specialty, or notes it, or whose turn it is."""
WORDS = {1: "c", 2: "j", 3: "k", 4: "k c", 5: "k j", 6: "2k", 7: "2k c", 8: "2k j", 9: "3k", 10: "3k c"}  # by points


@cache
def base(clan: int, seats: int) -> Scene:
    others = [other for other in range(CLANS) if other != clan][: seats - 1]
    scene = turns(clan, *others)
    state = scene.state
    state.round_number = 1
    for track in range(TRACKS):
        state.track[track, :seats] = (*range(1, seats), 0)
    state.coins[:seats] = (6, *[9] * (seats - 1))
    mine, theirs = 20 * clan, 20 * others[0]
    scene.give(0, mine, mine + 1, RARE_AT, RARE_AT + TIER_CARDS)
    scene.give(1, theirs, theirs + 1, theirs + 2, RARE_AT + 2 * TIER_CARDS)
    for seat, fields in ((1, (40, 41)), (2, (50, 51)))[: seats - 1]:
        for field in fields:
            scene.units(seat, field, "2k 2j")
    scene.units(0, 14, "k 2c")
    scene.units(0, 57, "j")
    scene.units(0, 30, "c", prone=True)
    scene.units(0, 66, "2b")
    scene.marks(0, 11)
    scene.beast(7, 45)
    scene.owned(0, 3)
    scene.owned(1, 1, 9)
    if seats > 2:
        scene.owned(2, 2, 8)
    scene.hide(1, "bribe")
    scene.hold(0, "travel", "war", "specialty")
    return scene


class Fate(Scene):
    """A scene whose laws are checked once, at the end, and where windows pass without a look at what could be done."""

    def check(self) -> None:
        pass

    def let(self) -> None:
        while self.at() == WINDOW:
            for seat in self.asked():
                rules.apply(self.box, self.state, seat, PASS, None)


def table(clan: int, seats: int) -> Scene:
    """A copy of the base."""
    return copied(base(clan, seats))


def copied(scene: Scene) -> Scene:
    return Fate(clone(scene.box), clone(scene.state))


def played(scenario: Scenario, scene: Scene) -> object:
    seen = scenario(scene)
    Scene.check(scene)
    return seen


@cache
def uneventful(scenario: Scenario, seats: int) -> object:
    """What there is to see in a round without an event."""
    return played(scenario, table(0, seats))


def look(scene: Scene) -> bytes:
    """The position without what is only noted."""
    seen = clone(scene.state)
    blank_chance(seen.chance)
    for cells in UNSEEN:
        seen[cells] = 0
    return bytes(seen.tobytes())


def is_over(scene: Scene) -> bool:
    return int(scene.state.depth) == 1 and int(step(scene.state)) in (TURNS, BUYING)


def resolve(scene: Scene) -> list[bytes]:
    """Windows pass and everybody does the first thing there is to do, up to the next turn; what was seen."""
    seen = []
    while not is_over(scene):
        seat = scene.asked()[0]
        legal = scene.legal(seat)
        does = [text for text in legal if text not in (ACTIONS.text(PASS), ACTIONS.text(DONE))]
        rules.apply(scene.box, scene.state, seat, ACTIONS.parse((does or legal)[0]), None)
        scene.let()
        seen.append(look(scene))
    return seen


# --- Scenarios


def shopping(scene: Scene) -> object:
    """What is left of the coins of seat 0 after each thing that it can buy."""
    scene.jump(BUYING, 0)
    seat, left = scene.asked()[0], []
    costs = scene.box.action[int(scene.state.clan[seat]), :, 3].tolist()
    scene.state.specialty[seat] = 2 * next(slot for slot, cost in enumerate(costs) if cost > 1) + 2
    for text in scene.legal(seat):
        shop = copied(scene)
        rules.apply(shop.box, shop.state, seat, ACTIONS.parse(text), None)
        left.append((text, int(shop.state.coins[seat])))
    return left


def happening(scene: Scene) -> object:
    """The event is drawn, if there is one."""
    scene.state.event = scene.state.drawn[0] = 0
    scene.begin(HAPPENING)
    resolve(scene)
    return look(scene)


def travelling(scene: Scene) -> object:
    """Where seat 0 can go."""
    scene.play("act travel held")
    scene.let()
    return scene.legal()


def besieging(scene: Scene) -> object:
    """Where it can go if units of somebody with fewer beasts stand in a capital, on a coin field, at a spring."""
    scene.owned(0, 5, 6)
    for field, near in ((13, 15), (26, 29), (59, 10)):
        scene.units(1, field, "c")
        scene.units(0, near, "c")
    return travelling(scene)


def earning(scene: Scene) -> object:
    """Seat 0 gains control of a coin field and of a hot spring."""
    for field in (COIN, SPRING):
        scene.units(0, field, "c")
        scene.begin(CONTROL, 0, field, 1)
        resolve(scene)
    return look(scene)


@cache
def holding(more: int) -> Scenario:
    """Seat 0 has so many cards in hand beyond what its place on the track allows."""

    def hold(scene: Scene) -> object:
        first = 20 * int(scene.state.clan[0])
        count = track_value(scene.box, scene.state, HAND_LIMIT, 0) + more
        scene.give(0, *range(first, first + count))
        scene.jump(TURNS)
        return scene.at()

    return hold


def phase(number: int) -> Scenario:
    """From this phase of the round on to the shop."""

    def go(scene: Scene) -> object:
        scene.jump(number)
        resolve(scene)
        return look(scene)

    return go


@cache
def hunting(points: int, strength: int) -> Scenario:
    """Seat 0 meets a beast with units for so many points, if it can."""

    def hunt(scene: Scene) -> object:
        beast = next(b for b in (strength - 1, strength + 9) if int(scene.state.beast_at[b]) == IN_BOX)
        put_beast(scene.state, beast, FIELD)
        scene.units(0, START, WORDS[points])
        return march(scene, 0)

    return hunt


def warring(attacker: int, style: int = -1) -> Scenario:
    """Seat 0 attacks or is attacked; with the track both sides are equally strong. Its cards are better, or equal in
    all but a style; the first ones have a skull. After the war it is given a Poison token."""

    def war(scene: Scene) -> object:
        state, box = scene.state, scene.box
        for seat in range(2):
            first = 20 * int(state.clan[seat])
            box.skull[first] = 1
            box.style[first : first + 20] = 4 if style >= 0 else (9, 1)[seat]
        if style >= 0:
            box.style[first : first + 20, (style + 1) % 3] = 0
            box.style[first : first + 20, (style + 2) % 3] = 9
        scene.units(0, FIELD if attacker else START, "2j")
        scene.units(1, START if attacker else FIELD, f"{4 - track_value(box, state, STRENGTH, 1)}c")
        if attacker:
            scene.hold(1, "travel", "war")
            scene.play("pass")
        seen = march(scene, attacker)
        scene.begin(TOKEN, 0, POISON)
        return [*seen, scene.tokens(0, "poison")]

    return war


def march(scene: Scene, seat: int) -> list[bytes]:
    """All units go from one field into the other; everything that follows."""
    ready = scene.state.ready[seat, START]
    units = [f"unit {UNIT_NAMES[slot + 1]} ready" for slot in range(3) for _ in range(int(ready[slot]))]
    for text in ("act travel held", f"into {FIELD}", f"field {START}", *units, "done"):
        scene.let()
        if text != "done" or scene.at() == TRAVELLING:
            scene.play(text, seat=seat)
    scene.let()
    return [look(scene), *resolve(scene)]


def climbing(track: int) -> Scenario:
    """Seat 0 moves up a spot."""

    def climb(scene: Scene) -> object:
        scene.begin(UP, 0, 1)
        scene.play(f"track {TRACK_NAMES[0 if track == TRACK_ANY else track]}")
        return look(scene)

    return climb


def befriending(scene: Scene) -> object:
    """Seat 0 receives a rare ally."""
    first = 20 * int(scene.state.clan[0])
    scene.give(0, first)
    scene.begin(ALLY, 0, 0)
    scene.let()
    return [(card - RARE_AT) // TIER_CARDS for card in scene.hand(0)]


# --- Which scenario shows what


def event_scenario(rule: Side) -> Scenario:
    family, first, second = rule.numbers
    if family == E_HAND:
        return holding(int(first > 0))
    if family == E_RAGE:
        return hunting(second + 1, second)
    if family == E_SLUMBER:
        return hunting(max(second - first, 0) + 1, second)
    return EVENT_SCENARIOS[family]


EVENT_SCENARIOS: dict[int, Scenario] = {
    **dict.fromkeys((E_DISCOUNT, E_RISE), shopping),
    **dict.fromkeys((E_WINDFALL, E_STRAY, E_TRIBUTE, E_PLAGUE, E_ALLIES, E_POLITICS), happening),
    **dict.fromkeys((E_STORM, E_PASSES, E_FORDS), travelling),
    **dict.fromkeys((E_LEVY, E_PAY), earning),
    **dict.fromkeys((E_BLOOD, E_SHELTER), warring(0)),
    E_TRUCE: besieging,
    E_SEASON: hunting(8, 6),
}


def passive_scenario(side: Side) -> Scenario:
    kind, first, _ = side.numbers
    if kind == P_FIRSTUP:
        return climbing(first)
    return warring(0, first) if kind == P_STYLE else PASSIVE_SCENARIOS[kind]


PASSIVE_SCENARIOS: dict[int, Scenario] = {
    **dict.fromkeys((P_ATTACK, P_SKULL, P_PEEK, P_CHAIN), warring(0)),
    **dict.fromkeys((P_WARD, P_DOUBLE), phase(HARVEST)),
    **dict.fromkeys((P_CROSS, P_SAIL), travelling),
    P_INCOME: phase(INCOME),
    P_SPRING: earning,
    P_DEFEND: warring(1),
    P_HAND: holding(1),
    P_HUNTER: hunting(8, 6),
    P_ALLYUP: befriending,
}


def own(scene: Scene, special: Specialty, side: int) -> None:
    """Seat 0 has chosen this side, and its condition holds."""
    state, box = scene.state, scene.box
    box.passive[special.clan, special.slot] = (*special.passive.numbers, special.when)
    box.action[special.clan, special.slot] = (*special.action.numbers, special.cost)
    state.specialty[0] = 2 * special.slot + side + 1
    if special.when == WHEN_SMALL:
        scene.units(1, 92, "9b")  # far out at sea
    elif special.when == WHEN_AHEAD:
        scene.owned(0, 5, 6)
    elif special.when == WHEN_HOME:
        scene.marks(0, next(f for f in range(FIELDS) if int(box.capital[f]) == special.clan + 1))


# --- The tests


def named(thing: object) -> str | None:
    return str(thing.name).replace(" ", "_") if isinstance(thing, Event | Specialty) else None


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("event", CONTENT.events, ids=named)
def test_an_event_changes_what_there_is_to_see(event: Event, seats: int) -> None:
    scenario, scene = event_scenario(event.rule), table(0, seats)
    scene.box.event[0] = (*event.rule.numbers, event.green, event.red)
    scene.state.event = scene.state.drawn[0] = 1
    assert played(scenario, scene) != uneventful(scenario, seats), CONTENT.event_text(event)


@pytest.mark.parametrize(
    ("special", "seats"),
    [(s, seats) for s in CONTENT.specialties for seats in TABLES if can_matter(s.passive.entry.code, seats)],
    ids=named,
)
def test_a_passive_side_changes_what_there_is_to_see_wherever_it_is_dealt(special: Specialty, seats: int) -> None:
    scenario = passive_scenario(special.passive)
    without, scene = table(special.clan, seats), table(special.clan, seats)
    own(without, special, 0)
    without.state.specialty[0] = IDLE
    without.box.passive[special.clan] = base(special.clan, seats).box.passive[special.clan]
    own(scene, special, 0)
    assert played(scenario, scene) != played(scenario, without), CONTENT.specialty_texts(special)[0]


@pytest.mark.parametrize("seats", TABLES)
@pytest.mark.parametrize("special", CONTENT.specialties, ids=named)
def test_an_action_side_changes_the_position_or_the_next_war(special: Specialty, seats: int) -> None:
    scene = table(special.clan, seats)
    own(scene, special, 1)
    before = look(scene)
    scene.play("act specialty held")
    scene.let()
    resolve(scene)
    if not scene.state.boost.any():
        Scene.check(scene)
        assert look(scene) != before, CONTENT.specialty_texts(special)[1]
        return
    scene.play(*["pass"] * (seats - 1))
    without = copied(scene)
    without.state.boost[:] = 0
    kind, style, _ = special.action.numbers
    scenario = warring(0, style if kind == SA_STYLE else -1)
    if int(scene.state.boost[0, BOOST_TAMING]):
        scenario = hunting(6, 6)
    assert played(scenario, scene) != played(scenario, without), CONTENT.specialty_texts(special)[1]
