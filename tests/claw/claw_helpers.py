"""Small helpers: sit at a table, lay out a battle as a picture, play cards by short names.

A side of the table is three rows with a stroke between them, Vanguard first: `B8+2 R1 . / # B9W . / R4&B2 . #`.
`#` is a blank, `.` an empty space, `R12` or `B0` a card; `+1`, `+2` and `W` behind it (or alone) are what is printed
on the space, and `&` makes it a 2 Cards space: with both cards, with one (`R4&`), or with none (`&`).
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bestiary.engine.chance import quick, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.frames import ask, become, begin, step
from bestiary.engine.records import clone, put
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.seat import SPECTATOR, look
from bestiary.engine.table import Table
from bestiary.engine.trace import Event
from bestiary.engine.views import Act, contents
from bestiary.games.claw.state import (
    ADVANCE, ALL_CARDS, BACK, BACKS, BATTLE, BATTLES, CARDS, CHOICES, DEFENCE, FRONT, HAND, PLACES, RANKS, ROUNDS,
    SEATS, SECOND, SPACE_NAMES, SPACES, State,
)  # fmt: skip
from bestiary.games.claw.view import Private, Public, Seat

CLAW = find_game("claw")
HOUSE = CLAW.edition()
EXAMPLES = CLAW.edition(str(Path(__file__).parent.parent / "golden" / "claw" / "examples.toml"))
EDITIONS = pytest.mark.parametrize("edition", [HOUSE, EXAMPLES], ids=lambda e: e.name)
SWORD, SHIELD, BOW = range(3)
PRINTED = (*range(10), 12)  # ranks
WORD = re.compile(r"(?P<cards>[RB]\d+)?(?P<pair>&(?P<second>[RB]\d+)?)?(?P<bonus>\+[12])?(?P<wild>W)?")


def samples(compiled: int) -> int:
    """How many samples to draw: fewer where the rules run uncompiled."""
    return compiled if JIT else max(300, compiled // 20)


def games(compiled: int) -> int:
    """How many games to play: fewer where the rules run uncompiled."""
    return compiled if JIT else max(3, compiled // 10)


def sit(seed: str = "den", variant: str | None = None, edition: Edition | None = None, **settings: Any) -> Table:
    """A new table; seat 0 is the first player unless the settings say otherwise."""
    settings.setdefault("first", 0)
    return Table(CLAW, edition or HOUSE, CLAW.make_options(2, variant, settings), server_seed(seed))


# --- Cards and sets of cards


def card(text: str) -> int:
    """`B12` → its number."""
    return "RB".index(text[0]) * RANKS + PRINTED.index(int(text[1:]))


def name(number: int) -> str:
    return f"{'RB'[number // RANKS]}{PRINTED[number % RANKS]}"


def mask(cards: str) -> int:
    """`R1 B2` as a set."""
    return sum(1 << card(word) for word in cards.split())


def names(cards: int) -> set[str]:
    return {name(c) for c in range(CARDS) if int(cards) >> c & 1}


def numbers(cards: int) -> list[int]:
    return [c for c in range(CARDS) if int(cards) >> c & 1]


def worth(text: str) -> int:
    """Achievements, from the table in the rulebook."""
    return {0: 0, 1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 3, 9: 3, 12: 3}[int(text[1:])]


def size(cards: Any) -> int:
    """How many are in a set."""
    return int(cards).bit_count()


# --- Positions


@dataclasses.dataclass
class Side:
    """One player's formation and what lies on it."""

    blank: list[int]
    wild: list[int]
    bonus: list[int]
    pair: int  # 0 is none
    cards: dict[int, int]  # by place


def read_side(picture: str) -> Side:
    side = Side([], [], [0] * SPACES, 0, {})
    rows = [row.split() for row in picture.split("/")]
    assert [len(row) for row in rows] == [3, 3, 3], picture
    for space, word in enumerate(w for row in rows for w in row):
        if word == "#":
            side.blank.append(space)
        elif word != ".":
            found = WORD.fullmatch(word)
            assert found, word
            if found["cards"]:
                side.cards[space] = card(found["cards"])
            if found["pair"]:
                side.pair = space
            if found["second"]:
                both = sorted((side.cards[space], card(found["second"])))
                side.cards[SECOND], side.cards[space] = both  # a pair has no order: the higher is kept first
            side.bonus[space] = int(found["bonus"] or 0)
            if found["wild"]:
                side.wild.append(space)
    assert len(side.blank) == (3 if side.pair else 2), "a Bow has three blanks and 2 Cards, the others two and none"
    return side


def print_side(box: Any, formation: int, side: Side) -> None:
    box.blank[formation] = sum(1 << s for s in side.blank)
    box.wild[formation] = sum(1 << s for s in side.wild)
    box.bonus[formation] = side.bonus
    box.pair[formation] = side.pair
    box.reveal[formation] = next(s for s in range(SPACES) if s not in side.blank)


def lay(table: Table, *pictures: str, offence: int = 0, number: int = 1, hands: tuple[str, str] = ("", "")) -> None:
    """Before a battle of round `number`, with these two sides. What is neither laid nor in `hands` (the card that
    each keeps) is given out anyhow: to the deck, and to the cards that have fought, each taken by its owner."""
    edition = table.edition
    table.edition = dataclasses.replace(edition, box=clone(edition.box))
    sides = [read_side(picture) for picture in pictures]
    assert len(sides) == SEATS
    assert len(sides[0].cards) == len(sides[1].cards), "both have fought as often"
    state = State.new()
    old, index = table.state, number - 1
    state.chance = old.chance
    state.seats, state.games, state.memory = SEATS, old.games, old.memory
    state.round_number = index
    state.battle = BATTLES - len(sides[0].cards)
    state.first = (offence - int(state.battle) - index) % SEATS
    kinds = [BOW if side.pair else SWORD for side in sides]
    if kinds[0] == kinds[1]:
        kinds[1] = SHIELD
    for seat, side in enumerate(sides):
        state.kind[seat] = kinds[seat] + 1
        for past in range(index + 1):
            state.formation[seat * ROUNDS + past] = (kinds[seat] * ROUNDS + past) * CHOICES + 1
        print_side(table.edition.box, (kinds[seat] * ROUNDS + index) * CHOICES, side)
        for place, lying in side.cards.items():
            state.place[seat * PLACES + place] = lying + 1
            state.lying[seat] |= 1 << place
            state.shown[seat] |= (1 << place) if place < BACK else 0
        state.hand[seat] = mask(hands[seat])
        _give_out(state, seat, sides[seat])
    begin(state, BATTLE)
    ask(state, 1 << offence)
    assert CLAW.laws.get(int(CLAW.audit(table.edition.box, state)), "") == ""
    put(table.state, state)


def _give_out(state: Any, seat: int, side: Side) -> None:
    """The cards that no picture shows: fought in this round, kept in hand, in the deck, fought before."""
    number, battle = int(state.round_number), int(state.battle)
    laid = sum(1 << c for c in side.cards.values())
    left = numbers(ALL_CARDS & ~laid & ~int(state.hand[seat]))
    fought, left = left[:battle], left[battle:]
    state.taken[seat, seat] = sum(1 << c for c in fought)
    state.points[seat, number] = sum(worth(name(c)) for c in fought)
    if not int(state.hand[seat]):
        state.hand[seat] = 1 << left.pop()
    deck = CARDS - HAND - 1 - HAND * number
    state.deck[seat] = sum(1 << c for c in left[:deck])
    state.used[seat] = sum(1 << c for c in fought + left[deck:])


def board(table: Table, seat: int) -> str:
    """The cards of a side as a picture, without effects; a card face down is in brackets."""
    state, words = table.state, []
    card_laid = formation(table, seat)
    blank, pair = int(table.edition.box.blank[card_laid]), int(table.edition.box.pair[card_laid])
    for space in range(SPACES):
        word = _shown(state, seat, space)
        if blank >> space & 1:
            word = "#"
        elif pair == space > 0:
            word = f"{word}&{_shown(state, seat, SECOND)}".replace(".", "")
        words.append(word)
    return " / ".join(" ".join(words[row : row + 3]) for row in (0, 3, 6))


def _shown(state: Any, seat: int, place: int) -> str:
    held = int(state.place[seat * PLACES + place])
    if not held:
        return "."
    return name(held - 1) if int(state.shown[seat]) >> place & 1 else f"({name(held - 1)})"


def place_of(state: Any, seat: int, text: str) -> int:
    """Where a card of this player lies."""
    return [int(c) for c in state.place[seat * PLACES : (seat + 1) * PLACES]].index(card(text) + 1)


def formation(table: Table, seat: int) -> int:
    """The formation card of a seat in this round."""
    return int(table.state.formation[seat * ROUNDS + int(table.state.round_number)]) - 1


# --- What players see


def public(table: Table) -> Public:
    """What everybody sees."""
    return look(table, SPECTATOR).public  # type: ignore[no-any-return]


def private(table: Table, seat: int) -> Private:
    """What a seat sees beyond that."""
    return look(table, seat).private  # type: ignore[no-any-return]


def player(table: Table, seat: int) -> Seat:
    """A player, as everybody sees it."""
    return public(table).seats[seat]


def lies(table: Table, place: str, seat: int = SPECTATOR) -> list[str]:
    """The cards at a place as a seat knows them, one name each; "?" for those that lie face down."""
    seen = look(table, seat)
    return [thing for thing, count in contents(seen.public, seen.private).get(place, {}).items() for _ in range(count)]


def acts(table: Table, seat: int) -> list[Act]:
    """What a seat may do, with the things that it concerns."""
    return look(table, seat).actions


def drawn(table: Table, seat: int, called: list[str]) -> str:
    """The table as text."""
    return CLAW.draw(look(table, seat), table.edition, called)


# --- Playing


def action(table: Table, seat: int, text: str) -> int:
    """`R5`, in battle also `R5 as blue`; else the action's own words."""
    now = int(step(table.state))
    printed, _, colour = text.partition(" as ")
    if not re.fullmatch(r"[RB]\d+", printed):
        return CLAW.actions.parse(text)
    long = f"{'red' if printed[0] == 'R' else 'blue'}-{printed[1:]}"
    if now in (BATTLE, DEFENCE):
        space = SPACE_NAMES[place_of(table.state, seat, printed)]
        return CLAW.actions.parse(f"play {space} {colour or long.split('-')[0]}")
    return CLAW.actions.parse(f"{'advance' if now == ADVANCE else 'place'} {long}")


def play(table: Table, *texts: str, seat: int | None = None) -> list[Event]:
    """Plays for the seat that is asked; returns what happened, all together."""
    events: list[Event] = []
    for text in texts:
        who = table.waiting()[0] if seat is None else seat
        events += table.play(who, action(table, who, text))
    return events


def legal(table: Table, seat: int | None = None) -> set[str]:
    """What may be played, in the words of `play`; a colour is said where it is not the printed one."""
    who = table.waiting()[0] if seat is None else seat
    now = int(step(table.state))
    told = set()
    for number in table.legal(who):
        words = CLAW.actions.data(number)
        if words["do"] == "play":
            held = name(int(table.state.place[who * PLACES + SPACE_NAMES.index(words["space"])]) - 1)
            told.add(held if words["colour"][0].upper() == held[0] else f"{held} as {words['colour']}")
        elif now in (FRONT, BACKS, ADVANCE):
            told.add(words["card"][0].upper() + words["card"].split("-")[1])
        else:
            told.add(CLAW.actions.text(number))
    return told


def refused(table: Table, text: str, seat: int | None = None) -> int:
    """The clause that forbids an action."""
    who = table.waiting()[0] if seat is None else seat
    return int(CLAW.refusal(table.edition.box, table.state, who, CLAW.actions.parse(text)))


def battle(table: Table, lead: str, reply: str) -> tuple[str, str]:
    """Both cards are played; what each seat took."""
    play(table, lead)
    return took_after(table, reply)


def took_after(table: Table, reply: str) -> tuple[str, str]:
    """The attack is answered; what each seat took."""
    before = clone(table.state)
    play(table, reply)
    return took(before, table.state, 0), took(before, table.state, 1)


def took(before: Any, after: Any, seat: int) -> str:
    """The cards that a seat has taken in between, its own first: `0's R3, 1's R8`."""
    fresh = [(owner, int(after.taken[seat, owner]) & ~int(before.taken[seat, owner])) for owner in range(SEATS)]
    return ", ".join(f"{owner}'s {held}" for owner, cards in fresh for held in sorted(names(cards)))


def named(events: list[Event] | tuple[Event, ...], kind: str) -> list[tuple[int, ...]]:
    """The arguments of all events of one kind."""
    return [tuple(e.args.values()) for e in events if e.name == kind]


def wander(table: Table, seed: str = "wander", until: int | None = None) -> Iterator[tuple[int, int]]:
    """Plays on at random, in any order of seats; yields each decision before it is made. `until` is a step."""
    rng = quick_rng(seed)
    while asked := table.waiting():
        if until is not None and int(step(table.state)) == until:
            return
        seat = asked[int(quick(rng, len(asked)))]
        moves = table.legal(seat)
        number = moves[int(quick(rng, len(moves)))]
        yield seat, number
        table.play(seat, number)


def run(table: Table, seed: str = "wander", until: int | None = None) -> Table:
    for _ in wander(table, seed, until):
        pass
    return table


def to_round(table: Table, number: int, now: int, seed: str = "wander") -> Table:
    """Plays at random up to a step of a round."""
    for _ in wander(table, seed):
        if int(table.state.round_number) == number - 1 and int(step(table.state)) == now:
            break
    return table


def choose(table: Table, first: str, second: str) -> None:
    """The types of seats 0 and 1, in the order of the rules."""
    for _ in range(SEATS):
        seat = table.waiting()[0]
        table.play(seat, f"type {(first, second)[seat]}")


def in_step(table: Table, kind: int) -> bool:
    return int(step(table.state)) == kind


def become_step(table: Table, kind: int, seats: int) -> None:
    become(table.state, kind)
    ask(table.state, seats)


# --- Chances


def assert_distribution(seen: Counter[Any], chances: dict[Any, float], least: float = 1e-4) -> None:
    """Chi-square of what was seen against exact chances; outcomes too rare to be tested are pooled."""
    total = sum(seen.values())
    assert set(seen) <= {k for k, p in chances.items() if p > 0}, "something impossible was seen"
    assert abs(sum(chances.values()) - 1) < 1e-9
    often = [k for k, p in chances.items() if p * total >= 5]
    observed = [seen[k] for k in often]
    expected = [chances[k] * total for k in often]
    rare = total - sum(expected)
    if rare >= 5:
        observed.append(total - sum(observed))
        expected.append(rare)
    elif expected:
        smallest = int(np.argmin(expected))
        observed[smallest] += total - sum(observed)
        expected[smallest] += rare
    if len(expected) > 1:
        assert stats.chisquare(observed, expected).pvalue > least
