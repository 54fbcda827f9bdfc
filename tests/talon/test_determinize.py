"""Imagined worlds of the gamble against a plain enumeration of every exchange of cards.

The enumeration knows nothing of the game's own counting: it deals labelled cards in every possible way, throws
away what contradicts what the seat has seen, and counts the rest.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from talon_helpers import (
    ANIMALS,
    HOUSE,
    TALON,
    assert_distribution,
    cards_at,
    check_all,
    choose,
    pass_all,
    play,
    samples,
    sit,
    step,
)

from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import clone, put, record_bytes
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table

FULL_SET = ["rat", "rat", "snake", "hawk", "fox", "net"]
Exchange = tuple[tuple[str, str], ...]  # for each seat: the card it lost to the left, the card that was removed


def animals(counts: Any) -> Counter[str]:
    return +Counter({name: int(n) for name, n in zip(ANIMALS, counts, strict=True)})


def name(cell: int) -> str:
    return ANIMALS[cell - 1]


@functools.cache
def hand_after(got: str, lost: str, removed: str) -> Counter[str]:
    """A full set less two cards, and the one taken from the right."""
    hand = Counter(FULL_SET)
    hand.subtract([lost, removed])
    hand.update([got])
    return +hand


def dealt(exchange: Exchange, seat: int) -> Counter[str]:
    """The five cards that a seat had at the start of the round."""
    return hand_after(exchange[seat - 1][0], *exchange[seat])


def exchanges(table: Table, seat: int) -> list[tuple[Exchange, int]]:
    """All exchanges that fit what the seat has seen, each with the number of labelled ways to make it."""
    state = table.state
    players = int(state.seats)
    ways = Counter((FULL_SET[a], FULL_SET[b]) for a, b in itertools.permutations(range(6), 2))
    shown = [animals(state.played[s]) for s in range(players)]
    choices: list[list[tuple[str, str]]] = [list(ways) for _ in range(players)]
    if seat >= 0:
        took = name(int(state.taken[seat]))
        own = animals(state.hand[seat]) + shown[seat]
        right = (seat - 1) % players
        choices[right] = [pair for pair in choices[right] if pair[0] == took]
        missing = Counter(FULL_SET) + Counter([took]) - own
        choices[seat] = [pair for pair in choices[seat] if Counter(pair) == missing]

    @functools.cache
    def fits(owner: int, got: str, pair: tuple[str, str]) -> bool:
        return shown[owner] <= hand_after(got, *pair)

    found = []
    for exchange in itertools.product(*choices):
        if all(fits(s, exchange[s - 1][0], exchange[s]) for s in range(players)):
            found.append((exchange, math.prod(ways[pair] for pair in exchange)))
    return found


def chances(found: list[tuple[Exchange, int]], look: Callable[[Exchange], Any]) -> dict[Any, float]:
    """Exact chances of what `look` sees in an exchange."""
    seen: Counter[Any] = Counter()
    for exchange, weight in found:
        seen[look(exchange)] += weight
    total = sum(seen.values())
    return {what: weight / total for what, weight in seen.items()}


def worlds(table: Table, seat: int, count: int, seed: str) -> Iterator[Any]:
    """Imagined positions, one after the other in the same record."""
    hidden = table.knowledge(seat)
    world, rng = clone(hidden), quick_rng(seed)
    for _ in range(count):
        put(world, hidden)
        TALON.determinize(HOUSE.box, world, seat, rng)
        yield world


def exchange_of(world: Any) -> Exchange:
    players = int(world.seats)
    taken, removed = world.taken, world.removed
    return tuple((name(int(taken[(s + 1) % players])), name(int(removed[s]))) for s in range(players))


def first_turn(players: int, seed: str) -> Table:
    return sit(players, "gamble", seed)


def play_turn(table: Table) -> None:
    """Everybody shows the last card of its hand, in the order of the animals; nobody acts."""
    for seat in table.waiting():
        table.play(seat, table.legal(seat)[-1])
    check_all(table)
    pass_all(table)


def third_turn(players: int, seed: str) -> Table:
    table = first_turn(players, seed)
    play_turn(table)
    play_turn(table)
    assert int(table.state.turn) == 2
    assert int(table.state.played.sum()) == 2 * players
    return table


LOOKS: dict[str, Callable[[Exchange], Any]] = {
    "what seat 0 lost": lambda e: e[0],
    "what seat 1 lost": lambda e: e[1],
    "what the last seat lost": lambda e: e[-1],
    "what was handed on all around": lambda e: tuple(lost for lost, _ in e),
    "what was removed from the first two": lambda e: (e[0][1], e[1][1]),
    "the hand of seat 1 at the start": lambda e: tuple(sorted(dealt(e, 1).elements())),
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [-1, 0, 1])
@pytest.mark.parametrize("start", [first_turn, third_turn])
def test_imagined_exchanges_are_as_likely_as_counting_all_of_them_says(
    start: Callable[[int, str], Table], seat: int, players: int
) -> None:
    table = start(players, f"count {players}")
    drawn = [exchange_of(w) for w in worlds(table, seat, samples(6000), f"worlds {players} {seat}")]
    found = exchanges(table, seat)
    for look in LOOKS.values():
        assert_distribution(Counter(map(look, drawn)), chances(found, look), 2e-4)


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_for_two_players_every_single_exchange_has_its_exact_chance(seat: int) -> None:
    table = third_turn(2, "two alone")
    drawn = Counter(exchange_of(w) for w in worlds(table, seat, samples(12000), "joint"))
    assert_distribution(drawn, chances(exchanges(table, seat), lambda e: e))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_that_were_shown_rule_exchanges_out(players: int) -> None:
    """Otherwise the positions after two turns would not test more than those before."""
    for seat in (-1, 0, 1):
        fewer = exchanges(third_turn(players, f"count {players}"), seat)
        assert 0 < len(fewer) < len(exchanges(first_turn(players, f"count {players}"), seat))


def test_three_rats_shown_by_a_player_prove_that_it_took_one() -> None:
    table = first_turn(3, "three rats")
    state = table.state
    state.hand[1] = [0, 1, 1, 0, 0]
    state.played[1] = [3, 0, 0, 0, 0]
    state.turn = 2
    for world in worlds(table, -1, samples(400), "rats"):
        assert name(int(world.taken[1])) == "rat"
        assert exchange_of(world)[0][0] == "rat"
        assert exchange_of(world)[1][0] != "rat"
        assert exchange_of(world)[1][1] != "rat"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_a_hidden_choice_is_uniform_over_the_animals_in_the_imagined_hand(seat: int, players: int) -> None:
    table = first_turn(players, f"choice {players}")
    for other in table.waiting():
        table.play(other, table.legal(other)[0])
    assert step(table) == "bet"
    other = (seat + 1) % players

    expected: Counter[Any] = Counter()
    total = 0
    for exchange, weight in exchanges(table, seat):
        hand = dealt(exchange, other)
        total += weight
        for animal in hand:
            expected[tuple(sorted(hand.elements())), animal] += weight / len(hand)
    seen: Counter[Any] = Counter()
    for world in worlds(table, seat, samples(6000), f"choices {players} {seat}"):
        hand = animals(world.hand[other])
        seen[tuple(sorted(hand.elements())), name(int(world.choice[other]))] += 1
    assert_distribution(seen, {what: weight / total for what, weight in expected.items()}, 2e-4)


def test_in_the_base_game_only_choices_are_imagined() -> None:
    table = sit(3)
    play(table, "1 choose hawk")
    seen = Counter(name(int(w.choice[1])) for w in worlds(table, 0, samples(3000), "base"))
    assert_distribution(seen, dict.fromkeys(ANIMALS, 0.2))
    world = next(worlds(table, 0, 1, "one"))
    assert int(world.choice[2]) == 0
    assert (world.hand == table.state.hand).all()


def test_choices_of_several_players_are_imagined_independently() -> None:
    table = sit(3)
    play(table, "1 choose hawk", "2 choose rat")
    drawn = ((name(int(w.choice[1])), name(int(w.choice[2]))) for w in worlds(table, 0, samples(4000), "both"))
    assert_distribution(Counter(drawn), dict.fromkeys(itertools.product(ANIMALS, repeat=2), 0.04))


def wandering(players: int, seed: str, variant: str = "gamble") -> Iterator[Table]:
    """A table at each of its decisions, played anyhow, with folds now and then."""
    settings = {"stack": 20, "ante": 2, "raise_every": 2, "max_rounds": 6} if variant == "gamble" else {}
    table = sit(players, variant, seed, **settings)
    rng = quick_rng(seed)
    number = 0
    while not table.is_over and number < (60 if JIT else 20):
        yield table
        seat = table.waiting()[int(rng[0]) % len(table.waiting())]
        moves = table.legal(seat)
        rng = quick_rng(f"{seed} {number}")
        table.play(seat, moves[int(rng[1]) % len(moves)])
        number += 1
    yield table


@pytest.mark.parametrize("players", [2, 3, 5, 10])
@pytest.mark.parametrize("variant", ["base", "no-peek", "gamble"])
def test_what_a_seat_knows_is_the_same_before_and_after_imagining_the_rest(players: int, variant: str) -> None:
    for table in wandering(players, f"again {players}", variant):
        for seat in (-1, 0, players - 1):
            known = record_bytes(table.knowledge(seat))
            for world in worlds(table, seat, 2, "again"):
                assert TALON.laws.get(int(TALON.audit(HOUSE.box, world)), "") == ""
                TALON.hide(world, seat)
                assert record_bytes(world) == known


@pytest.mark.parametrize("players", [3, 6])
def test_an_imagined_world_asks_the_same_seats_and_offers_the_same_moves(players: int) -> None:
    for table in wandering(players, f"moves {players}"):
        for seat in table.waiting():
            for world in worlds(table, seat, 2, "moves"):
                assert TALON.seats_waiting(world) == table.waiting()
                assert TALON.legal_actions(HOUSE, world, seat) == table.legal(seat)


def test_an_imagined_world_has_a_key_of_its_own() -> None:
    table = first_turn(3, "key")
    keys = {world.chance.key.tobytes() for world in worlds(table, 0, 20, "keys")}
    assert len(keys) == 20
    assert table.state.chance.key.tobytes() not in keys
    assert not table.knowledge(0).chance.key.any()
    assert not table.knowledge(0).chance.block.any()
    assert int(table.knowledge(0).chance.counter) == int(table.knowledge(0).chance.used) == 0


def test_imagining_needs_nothing_but_what_the_seat_knows() -> None:
    """Two tables that differ only in secrets give the same worlds from the same stream."""
    one, two = first_turn(3, "equal"), first_turn(3, "equal")
    choose(one, *(cards_at(one, f"hand:{s}", s)[0] for s in range(3)))
    choose(two, *(cards_at(two, f"hand:{s}", s)[-1 if s else 0] for s in range(3)))
    two.state.removed[1], two.state.removed[2] = one.state.removed[2], one.state.removed[1]
    assert record_bytes(one.state) != record_bytes(two.state)
    first = [record_bytes(w) for w in worlds(one, 0, 10, "stream")]
    second = [record_bytes(w) for w in worlds(two, 0, 10, "stream")]
    assert first == second


def test_a_player_who_left_imagines_like_a_spectator() -> None:
    table = first_turn(3, "left")
    state = table.state
    state.gone = 0b001
    state.hand[0] = 0
    state.taken[0] = state.removed[0] = state.choice[0] = 0
    state.asked[0] = 0b110
    for watcher in (-1, 0):
        for world in worlds(table, watcher, 20, "left"):
            assert int(world.taken[0]) == int(world.removed[0]) == 0
            assert not world.hand[0].any()
            assert int(world.hand[1].sum()) == int(world.hand[2].sum()) == 5


LARGEST_SETS = """
[animals.rat]
copies = 1
worth = 1
deeds = []
[animals.snake]
copies = 2
worth = 1
deeds = []
[animals.hawk]
copies = 2
worth = 1
deeds = []
[animals.fox]
copies = 2
worth = 1
deeds = []
[animals.net]
copies = 2
worth = 1
deeds = []
"""


@pytest.mark.parametrize("seat", [-1, 0])
def test_the_largest_sets_of_cards_and_the_fullest_table_can_be_imagined(seat: int) -> None:
    edition = TALON.edition_from_text(LARGEST_SETS, "large sets")
    table = sit(10, "gamble", "large", edition=edition)
    hidden = table.knowledge(seat)
    known = record_bytes(hidden)
    world, rng = clone(hidden), quick_rng("large")
    removed: Counter[str] = Counter()
    for _ in range(3000 if JIT else 60):
        put(world, hidden)
        TALON.determinize(edition.box, world, seat, rng)
        assert int(TALON.audit(edition.box, world)) == 0
        removed[name(int(world.removed[5]))] += 1
        TALON.hide(world, seat)
        assert record_bytes(world) == known
    assert_distribution(removed, {"rat": 1 / 9, "snake": 2 / 9, "hawk": 2 / 9, "fox": 2 / 9, "net": 2 / 9})


def test_larger_sets_than_can_be_counted_are_refused() -> None:
    with pytest.raises(MalformedError, match="cards"):
        TALON.edition_from_text(LARGEST_SETS.replace("copies = 1", "copies = 2"), "larger sets")
