"""A small language for tests: sit down, play lines such as "0 choose fox", lay out positions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from scipy import stats

from bestiary.engine.chance import server_seed
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.seat import SPECTATOR, look
from bestiary.engine.table import Table
from bestiary.engine.trace import Event
from bestiary.engine.views import contents
from bestiary.games.talon.state import ANIMALS, BET
from bestiary.games.talon.view import Private, Public

TALON = find_game("talon")
HOUSE = TALON.edition()
ONE_OF_EACH = "rat snake hawk fox net"


def samples(compiled: int) -> int:
    """How many samples to draw: fewer where the rules run uncompiled."""
    return compiled if JIT else max(300, compiled // 20)


def sit(
    players: int = 4, variant: str | None = None, seed: str = "a table", edition: Any = None, **settings: Any
) -> Table:
    """A new table; seat 0 leads first unless the settings say otherwise."""
    settings.setdefault("leader", 0)
    return Table(TALON, edition or HOUSE, TALON.make_options(players, variant, settings), server_seed(seed))


def play(table: Table, *lines: str) -> list[Event]:
    """Plays lines such as "2 take snake active:3"; returns what happened, all together."""
    events: list[Event] = []
    for line in lines:
        seat, _, action = line.partition(" ")
        events += table.play(int(seat), action)
    return events


def choose(table: Table, *animals: str | None) -> list[Event]:
    """Seat by seat the chosen card; None for a seat that does not choose."""
    return play(table, *(f"{seat} choose {animal}" for seat, animal in enumerate(animals) if animal))


def public(table: Table) -> Public:
    """What everybody sees."""
    return look(table, SPECTATOR).public


def private(table: Table, seat: int) -> Private:
    """What a seat sees beyond that."""
    return look(table, seat).private


def cards_at(table: Table, place: str, seat: int = SPECTATOR) -> list[str]:
    """The cards at a place, one name each, as a seat knows them; "?" for those that lie face down."""
    seen = look(table, seat)
    lying = contents(seen.public, seen.private).get(place, {})
    return [animal for animal, count in lying.items() for _ in range(count)]


def active(table: Table, seat: int, reader: int = SPECTATOR) -> str | None:
    """A seat's active card, "?" for one that lies face down."""
    return next(iter(cards_at(table, f"active:{seat}", reader)), None)


def winners(table: Table) -> list[int]:
    return sorted(seat for rank in public(table).over.ranking if rank.share for seat in rank.seats)


def step(table: Table) -> str:
    return public(table).step


def pass_all(table: Table) -> list[Event]:
    """Everybody passes to the end of the turn."""
    events: list[Event] = []
    while step(table) == "act":
        events += table.play(table.waiting()[0], "pass")
    return events


def check_all(table: Table) -> list[Event]:
    """Everybody checks to the end of the betting."""
    events: list[Event] = []
    while step(table) == "bet":
        events += table.play(table.waiting()[0], "check")
    return events


def quiet_turn(table: Table, *animals: str | None) -> list[Event]:
    """A turn in which nobody bets and nobody acts."""
    return [*choose(table, *animals), *check_all(table), *pass_all(table)]


def quiet_round(table: Table, *cards: str) -> list[Event]:
    """A round without bets and actions; for each seat its three cards, "" for a seat that is not there."""
    rows = [c.split() or [None] * 3 for c in cards]
    return [event for turn in range(3) for event in quiet_turn(table, *(row[turn] for row in rows))]


def counts(cards: str) -> list[int]:
    """Cards as counts by animal."""
    held = Counter(cards.split())
    assert set(held) <= set(ANIMALS)
    return [held[a] for a in ANIMALS]


def lay(
    table: Table, seat: int, *, hand: str | None = None, collection: str | None = None, active: str | None = None
) -> None:
    """Puts cards before a seat, whatever lay there."""
    if hand is not None:
        table.state.hand[seat] = counts(hand)
    if collection is not None:
        table.state.collection[seat] = counts(collection)
    if active is not None:
        table.state.active[seat] = ANIMALS.index(active) + 1 if active else 0


def even_hands(table: Table) -> None:
    """Gamble: everybody took a Rat and lost another one, and holds one card of each kind."""
    for seat in range(int(table.state.seats)):
        if not int(table.state.gone) >> seat & 1:
            lay(table, seat, hand=ONE_OF_EACH)
            table.state.taken[seat] = table.state.removed[seat] = 1


def stacks(table: Table, *coins: int) -> None:
    """Gamble: what everybody has left behind what is already in the pot."""
    state = table.state
    state.coins[: len(coins)] = coins
    state.all_coins = sum(coins) + int(state.paid.sum()) + int(state.carry)


def gamble(*coins: int, players: int | None = None, seed: str = "a table", **settings: Any) -> Table:
    """A gamble with even hands; `coins` are the stacks before the first ante is paid."""
    table = sit(players or len(coins), "gamble", seed, **settings)
    even_hands(table)
    if coins:
        ante = int(table.state.ante)
        stacks(table, *(c - ante for c in coins))
    return table


def coins(table: Table) -> list[int]:
    return [int(c) for c in table.state.coins[: int(table.state.seats)]]


def collection(table: Table, seat: int) -> list[str]:
    return cards_at(table, f"collection:{seat}")


def pile(table: Table) -> list[str]:
    return cards_at(table, "pile")


def legal_texts(table: Table, seat: int) -> list[str]:
    return [TALON.actions.text(a) for a in table.legal(seat)]


def raises(table: Table, seat: int) -> list[int]:
    """The amounts to which a seat may raise."""
    return [int(t.split()[1]) for t in legal_texts(table, seat) if t.startswith("raise")]


def named(events: list[Event], name: str) -> list[tuple[int, ...]]:
    """The arguments of all events of one kind."""
    return [tuple(e.args.values()) for e in events if e.name == name]


def pots(table: Table) -> list[tuple[int, list[int]]]:
    """Every pot, with all who can win it: they have matched it, or still can."""
    return [(pot.coins, sorted(pot.matched + pot.open)) for pot in public(table).gamble.pots]


def pot(table: Table) -> int:
    """All coins that are in play: in the pot, and in bets."""
    lying = public(table).places
    return sum(some["coin"] for place, some in lying.items() if place == "pot" or place.startswith("bet:"))


def finish_round(table: Table, *cards: str) -> list[Event]:
    """Plays the round to its end from the first betting on, without further bets; each seat's three cards."""
    rows = [c.split() if c else None for c in cards]
    number = int(table.state.round_number)
    events: list[Event] = []
    while not table.is_over and int(table.state.round_number) == number:
        now = step(table)
        if now == "bet":
            events += check_all(table)
        elif now == "act":
            events += pass_all(table)
        else:
            for seat in table.waiting():
                events += table.play(seat, f"choose {rows[seat][int(table.state.turn)]}")
    return events


def is_betting(table: Table) -> bool:
    return int(table.state.depth) > 0 and int(table.state.frame[0]) == BET


def audit(table: Table) -> int:
    return int(TALON.audit(table.edition.box, table.state))


def assert_sound(table: Table) -> None:
    assert TALON.laws.get(audit(table), "") == ""


def assert_distribution(seen: Counter[Any], chances: dict[Any, float], least: float = 1e-3) -> None:
    """Chi-square of what was seen against exact chances; rare outcomes are pooled."""
    total = sum(seen.values())
    assert set(seen) <= {k for k, p in chances.items() if p > 0}, "something impossible was seen"
    assert abs(sum(chances.values()) - 1) < 1e-9
    observed, expected = [], []
    rare_seen = rare_expected = 0.0
    for outcome, chance in chances.items():
        if chance * total >= 5:
            observed.append(seen[outcome])
            expected.append(chance * total)
        else:
            rare_seen += seen[outcome]
            rare_expected += chance * total
    if rare_expected >= 5:
        observed.append(rare_seen)
        expected.append(rare_expected)
    elif expected:
        smallest = int(np.argmin(expected))
        observed[smallest] += rare_seen
        expected[smallest] += rare_expected
    if len(expected) == 1:
        assert observed[0] == total
        return
    assert stats.chisquare(observed, expected).pvalue > least
