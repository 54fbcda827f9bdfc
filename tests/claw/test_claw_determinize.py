"""Imagined worlds against a plain enumeration: every unseen card of an owner is as likely to lie in any hidden place.

The enumeration knows nothing of the game's own counting: it deals the cards that nobody has seen in every possible way
to the places face down, the hand and the deck, and counts.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from claw_helpers import (
    CLAW, EDITIONS, EXAMPLES, HOUSE, assert_distribution, battle, choose, formation, games, in_step, lay, name, names,
    play, run, samples, sit, to_round, wander,
)  # fmt: skip

from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.content import Edition
from bestiary.engine.records import clone, put, record_bytes
from bestiary.engine.table import Table
from bestiary.games.claw.state import (
    ADVANCE, ALL_CARDS, BACKS, BATTLE, CHOICES, DEFENCE, FORMATION, FRONT, PLACES, ROUNDS, SECOND, TYPE,
)  # fmt: skip

Outcome = tuple[tuple[tuple[int, str], ...], frozenset[str], frozenset[str], frozenset[str]]
"""Cards face down by place, a hidden pair, the hand, the deck."""

ENOUGH = 6000  # ways to deal that are enumerated one by one, at most


def worlds(table: Table, seat: int, count: int, seed: str = "worlds") -> Iterator[Any]:
    """Imagined positions, one after the other in the same record."""
    hidden = table.knowledge(seat)
    world, rng = clone(hidden), quick_rng(seed)
    for _ in range(count):
        put(world, hidden)
        CLAW.determinize(table.edition.box, world, seat, rng)
        yield world


def covered(table: Table, owner: int) -> tuple[list[int], bool]:
    """The places of an owner that hold a card face down; and whether two of them are a pair, which has no order."""
    state = table.state
    places = [p for p in range(PLACES) if int(state.lying[owner]) >> p & 1 and not int(state.shown[owner]) >> p & 1]
    pair = int(table.edition.box.pair[formation(table, owner)])
    return places, pair in places and SECOND in places


def outcome(table: Table, world: Any, owner: int) -> Outcome:
    places, paired = covered(table, owner)
    lying = {p: name(int(world.place[owner * PLACES + p]) - 1) for p in places}
    return sort_out(table, owner, lying, paired, names(int(world.hand[owner])), names(int(world.deck[owner])))


def sort_out(
    table: Table, owner: int, lying: dict[int, str], paired: bool, hand: set[str], deck: set[str]
) -> Outcome:
    two = {int(table.edition.box.pair[formation(table, owner)]), SECOND} if paired else set()
    alone = tuple((p, c) for p, c in sorted(lying.items()) if p not in two)
    return alone, frozenset(lying[p] for p in two), frozenset(hand), frozenset(deck)


def unseen(table: Table, owner: int) -> list[str]:
    """The cards of an owner that have neither fought nor lie face up."""
    state = table.state
    seen = int(state.used[owner])
    for place in range(PLACES):
        if int(state.shown[owner]) >> place & 1:
            seen |= 1 << int(state.place[owner * PLACES + place]) - 1
    return sorted(names(ALL_CARDS & ~seen))


def chances(table: Table, owner: int) -> dict[Outcome, float]:
    """All ways to deal the unseen cards, each as likely as any other."""
    places, paired = covered(table, owner)
    cards = unseen(table, owner)
    hand = int(table.state.hand[owner]).bit_count()
    found: Counter[Outcome] = Counter()
    for lying in itertools.permutations(cards, len(places)):
        rest = [c for c in cards if c not in lying]
        for held in itertools.combinations(rest, hand):
            deck = set(rest) - set(held)
            found[sort_out(table, owner, dict(zip(places, lying, strict=True)), paired, set(held), deck)] += 1
    total = sum(found.values())
    assert total <= ENOUGH
    assert set(found.values()) == {2 if paired else 1}
    return {what: count / total for what, count in found.items()}


# --- Positions with few hidden cards


def battle_of_round_3(mine: str, theirs: str, **more: Any) -> Table:
    table = sit()
    lay(table, mine, theirs, number=3, **more)
    return table


def one_card_down() -> Table:
    return battle_of_round_3("R1 B2 . / # B3 # / . . .", "R4 . # / R5 # . / B6 . .")


def three_down() -> Table:
    return battle_of_round_3("R1 B2 R3 / # B4 R8 / B9 B5 #", "R1 R2 # / # B3 R4 / B5 B6 R7")


def a_pair_down() -> Table:
    return battle_of_round_3("R1 B2 . / # B3 # / R4 R6 .", "R3 R4 . / # R5 # / B6&R7 # .")


def a_pair_and_more_down() -> Table:
    return battle_of_round_3("R1 B2 R3 / # B4 R8 / R9 B7 #", "R4 R5 # / # R9 R8 / B6&R7 # B2")


def one_left_of_a_pair() -> Table:
    table = battle_of_round_3("R1 B2 R3 / # B4 R8 / R9 B7 #", "R4 R5 # / # R9 R8 / B6&R7 # B2", offence=1)
    battle(table, "R4", "R8")
    play(table, "R7")
    return table


def a_pair_about_to_advance() -> Table:
    table = battle_of_round_3("R1 B2 R3 / # B4 R8 / R9 B7 #", "R4 R5 # / # R9 R8 / B6&R7 # B2", offence=1)
    battle(table, "R4", "R8")
    assert in_step(table, ADVANCE)
    return table


def a_led_card() -> Table:
    table = three_down()
    play(table, "R1")
    assert in_step(table, DEFENCE)
    return table


BATTLES_SEEN: dict[str, Callable[[], Table]] = {
    "one card face down": one_card_down,
    "three cards face down": three_down,
    "two cards on a 2 Cards space": a_pair_down,
    "a pair and another card": a_pair_and_more_down,
    "one card left of a pair": one_left_of_a_pair,
    "a pair of which one is to advance": a_pair_about_to_advance,
    "an attack to be answered": a_led_card,
}


@pytest.mark.parametrize("start", BATTLES_SEEN.values(), ids=BATTLES_SEEN)
@pytest.mark.parametrize("seat", [-1, 0])
def test_in_round_three_every_way_to_deal_the_hidden_cards_is_as_likely(start: Callable[[], Table], seat: int) -> None:
    table = start()
    drawn = Counter(outcome(table, world, 1) for world in worlds(table, seat, samples(6000), f"round three {seat}"))
    assert_distribution(drawn, chances(table, 1))


@pytest.mark.parametrize("start", BATTLES_SEEN.values(), ids=BATTLES_SEEN)
def test_the_owner_imagines_its_own_cards_as_they_are(start: Callable[[], Table]) -> None:
    table = start()
    for world in worlds(table, 1, 20):
        assert outcome(table, world, 1) == outcome(table, table.state, 1)


def test_an_imagined_pair_lies_in_no_order_either() -> None:
    table = a_pair_and_more_down()
    seen: dict[Outcome, set[bytes]] = {}
    for world in worlds(table, 0, samples(1500), "no order"):
        seen.setdefault(outcome(table, world, 1), set()).add(world.place.tobytes())
    assert len(seen) > 1
    assert all(len(positions) == 1 for positions in seen.values())


def test_a_spectator_imagines_both_sides_independently() -> None:
    table = battle_of_round_3("R1 B2 . / # B3 # / R4 . .", "R3 R4 . / # R5 # / B6 . .")
    drawn = Counter(
        (outcome(table, world, 0), outcome(table, world, 1)) for world in worlds(table, -1, samples(4000), "both")
    )
    sides = [chances(table, owner) for owner in (0, 1)]
    assert all(len(side) > 1 for side in sides)
    assert_distribution(drawn, {(a, b): p * q for a, p in sides[0].items() for b, q in sides[1].items()})


# --- While formations are set up


def before(now: int, number: int, seed: str, edition: Edition = HOUSE) -> Table:
    """At a step of a round; seat 1 has the Bow."""
    table = sit(seed, edition=edition)
    choose(table, "sword", "bow")
    return to_round(table, number, now, seed)


@pytest.mark.parametrize("seat", [-1, 0])
def test_a_hidden_formation_is_either_of_two_and_the_hand_any_seven_of_eight(seat: int) -> None:
    table = before(FORMATION, 3, "either")
    play(table, "form second", seat=1)
    first = (int(table.state.kind[1]) - 1) * ROUNDS * CHOICES + 2 * CHOICES
    drawn: Counter[Any] = Counter()
    for world in worlds(table, seat, samples(3000), f"either {seat}"):
        drawn[int(world.formation[ROUNDS + 2]) - 1 - first, frozenset(names(int(world.deck[1])))] += 1
        assert int(world.hand[1]).bit_count() == 7
        assert int(world.formation[2]) == 0  # seat 0 has not chosen yet
    cards = unseen(table, 1)
    assert len(cards) == 8
    assert_distribution(drawn, {(c, frozenset([top])): 1 / 16 for c in range(CHOICES) for top in cards})


def test_a_formation_not_yet_chosen_is_not_imagined() -> None:
    table = before(FORMATION, 1, "not yet")
    for world in worlds(table, 0, 20):
        assert int(world.formation[ROUNDS]) == 0
    play(table, "form second", seat=0)
    for world in worlds(table, 0, 20):
        assert int(world.formation[0]) == formation(table, 0) + 1
        assert int(world.formation[ROUNDS]) == 0


def test_a_revealed_formation_is_kept() -> None:
    table = before(FRONT, 2, "kept")
    for seat in (-1, 0, 1):
        for world in worlds(table, seat, 20):
            assert world.formation.tolist() == table.state.formation.tolist()


@pytest.mark.parametrize("placed", [0, 1, 2, 3])
@pytest.mark.parametrize("seat", [-1, 0])
def test_front_cards_face_down_are_any_cards_in_any_order(seat: int, placed: int) -> None:
    table = before(FRONT, 3, f"front {placed}")
    for _ in range(placed):
        table.play(1, table.legal(1)[0])
    assert in_step(table, FRONT)
    drawn = Counter(outcome(table, world, 1) for world in worlds(table, seat, samples(8000), f"front {seat} {placed}"))
    assert_distribution(drawn, chances(table, 1))


@EDITIONS
@pytest.mark.parametrize("placed", [1, 2, 3])
@pytest.mark.parametrize("choice", ["first", "second"])
def test_reinforcements_face_down_are_any_cards_that_are_left(edition: Edition, placed: int, choice: str) -> None:
    table = before(FORMATION, 3, f"back {placed}", edition)
    play(table, f"form {choice}", seat=1)
    play(table, "form first", seat=0)
    run(table, "back", until=BACKS)
    while placed and 1 in table.waiting():
        table.play(1, table.legal(1)[-1])
        placed -= 1
    drawn = Counter(outcome(table, world, 1) for world in worlds(table, 0, samples(6000), f"back {placed} {choice}"))
    assert_distribution(drawn, chances(table, 1))


def test_beside_a_card_turned_up_on_a_2_cards_space_the_other_is_any() -> None:
    table = before(FORMATION, 2, "seen pair", EXAMPLES)
    play(table, "form first", seat=1)
    play(table, "form first", seat=0)
    run(table, "seen pair", until=BATTLE)
    pair = int(EXAMPLES.box.pair[formation(table, 1)])
    assert int(table.state.shown[1]) >> pair & 1
    places, paired = covered(table, 1)
    assert SECOND in places
    assert not paired
    drawn: Counter[str] = Counter()
    for world in worlds(table, 0, samples(4000), "seen pair"):
        assert int(world.place[PLACES + pair]) == int(table.state.place[PLACES + pair])
        drawn[name(int(world.place[PLACES + SECOND]) - 1)] += 1
    cards = unseen(table, 1)
    assert_distribution(drawn, dict.fromkeys(cards, 1 / len(cards)))


# --- Positions with many hidden cards: what is looked at is enumerated, the rest left alone


def zone_of(world: Any, owner: int, text: str) -> str:
    """Where a world has a card."""
    for zone in ("hand", "deck"):
        if text in names(int(world[zone][owner])):
            return zone
    lying = [int(c) for c in world.place[owner * PLACES : (owner + 1) * PLACES]]
    return next(f"place {p}" for p, c in enumerate(lying) if c and name(c - 1) == text)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("now", [FORMATION, FRONT, BACKS, BATTLE])
def test_two_cards_lie_together_as_often_as_the_sizes_of_the_zones_say(now: int, number: int) -> None:
    table = before(now, number, f"zones {number} {now}")
    if now in (FRONT, BACKS):
        table.play(1, table.legal(1)[0])
    places, paired = covered(table, 1)
    pair = int(table.edition.box.pair[formation(table, 1)]) if now != FORMATION else 0
    sizes = Counter(
        {"hand": int(table.state.hand[1]).bit_count(), "deck": int(table.state.deck[1]).bit_count()}
        | {f"place {p}": 1 for p in places}
    )
    sizes = +sizes
    if paired:
        sizes["pair"] = sizes.pop(f"place {pair}") + sizes.pop(f"place {SECOND}")
    cards = unseen(table, 1)
    total = sum(sizes.values())
    assert total == len(cards)
    one, two = cards[0], cards[-1]

    def zone(world: Any, text: str) -> str:
        found = zone_of(world, 1, text)
        return "pair" if paired and found in (f"place {pair}", f"place {SECOND}") else found

    drawn = Counter((zone(w, one), zone(w, two)) for w in worlds(table, 0, samples(6000), f"zones {now} {number}"))
    expected = {
        (a, b): sizes[a] * (sizes[b] - (a == b)) / total / (total - 1)
        for a, b in itertools.product(sizes, repeat=2)
        if sizes[b] > (a == b)
    }
    assert_distribution(drawn, expected)


def test_before_the_first_draw_all_cards_are_in_the_deck() -> None:
    table = sit("start")
    assert in_step(table, TYPE)
    for seat in (-1, 0, 1):
        for world in worlds(table, seat, 5):
            assert [int(d) for d in world.deck] == [ALL_CARDS] * 2
            assert not world.hand.any()


def test_a_card_kept_from_the_last_round_is_any_card_not_seen() -> None:
    """It has been in hand all the time, but nothing says which one it is."""
    table = before(FORMATION, 2, "kept card")
    drawn: Counter[str] = Counter()
    for world in worlds(table, 0, samples(3000), "kept card"):
        drawn[sorted(names(int(world.deck[1])))[0]] += 1
        assert int(world.hand[1]).bit_count() == 7
        assert int(world.deck[1]).bit_count() == 8
    cards = unseen(table, 1)
    assert len(cards) == 15
    decks = Counter(sorted(deck)[0] for deck in itertools.combinations(cards, 8))
    total = sum(decks.values())
    assert_distribution(drawn, {card: count / total for card, count in decks.items()})


# --- What a seat knows stays as it is


@pytest.mark.parametrize("variant", ["base", "match", "memory"])
@EDITIONS
def test_what_a_seat_knows_is_the_same_before_and_after_imagining_the_rest(edition: Edition, variant: str) -> None:
    for number in range(games(6)):
        table = sit(f"again {number}", variant, edition=edition, first=-1)
        for _ in wander(table, f"again {number}"):
            for seat in (-1, 0, 1):
                known = record_bytes(table.knowledge(seat))
                for world in worlds(table, seat, 1, f"again {number} {len(table.plies)}"):
                    assert CLAW.laws.get(int(CLAW.audit(edition.box, world)), "") == ""
                    CLAW.hide(world, seat)
                    assert record_bytes(world) == known


def test_public_facts_are_kept() -> None:
    public = [f.name for f in CLAW.state.fields if not f.is_secret]
    assert {"used", "taken", "points", "lying", "shown", "kind", "battle", "total"} <= set(public)
    table = sit("public")
    for _ in wander(table, "public"):
        for seat in (-1, 0, 1):
            for world in worlds(table, seat, 1):
                for field in public:
                    assert world[field].tobytes() == table.state[field].tobytes()
                for owner, place in itertools.product((0, 1), range(PLACES)):
                    if owner == seat or int(table.state.shown[owner]) >> place & 1:
                        at = owner * PLACES + place
                        assert int(world.place[at]) == int(table.state.place[at])


def test_an_imagined_world_asks_the_same_seats_and_offers_the_same_moves() -> None:
    for number in range(games(10)):
        table = sit(f"moves {number}")
        for _ in wander(table, f"moves {number}"):
            for seat in table.waiting():
                for world in worlds(table, seat, 1):
                    assert CLAW.seats_waiting(world) == table.waiting()
                    assert CLAW.legal_actions(HOUSE, world, seat) == table.legal(seat)


@EDITIONS
def test_an_imagined_world_can_be_played_to_its_end(edition: Edition) -> None:
    for number in range(games(10)):
        rng = quick_rng(f"end {number}")
        table = sit(f"end {number}", edition=edition)
        for _ in wander(table, f"end {number}"):
            if int(quick(rng, 12)):
                continue
            world = next(worlds(table, number % 3 - 1, 1, f"end {number}"))
            while asked := CLAW.seats_waiting(world):
                moves = CLAW.legal_actions(edition, world, asked[-1])
                CLAW.apply(edition.box, world, asked[-1], moves[int(quick(rng, len(moves)))], None)
                assert int(world.fault) == 0
                assert int(CLAW.audit(edition.box, world)) == 0


def test_an_imagined_world_has_a_key_of_its_own() -> None:
    table = before(BATTLE, 1, "key")
    keys = {world.chance.key.tobytes() for world in worlds(table, 0, 20, "keys")}
    assert len(keys) == 20
    assert table.state.chance.key.tobytes() not in keys
    assert not table.knowledge(0).chance.key.any()
    assert not table.knowledge(0).chance.block.any()
    assert int(table.knowledge(0).chance.counter) == int(table.knowledge(0).chance.used) == 0


def test_two_positions_that_differ_in_secrets_only_give_the_same_worlds() -> None:
    table = before(BATTLE, 2, "equal")
    other = sit("equal")
    put(other.state, next(worlds(table, 0, 1, "a truth")))
    assert record_bytes(table.state) != record_bytes(other.state)
    first = [record_bytes(w) for w in worlds(table, 0, 10, "stream")]
    second = [record_bytes(w) for w in worlds(other, 0, 10, "stream")]
    assert first == second


def test_after_the_end_nothing_but_the_kept_cards_is_imagined() -> None:
    table = run(sit("end"))
    for seat in (-1, 0, 1):
        for world in worlds(table, seat, 5):
            assert world.hand.tolist() == table.state.hand.tolist()
            assert not world.deck.any()
