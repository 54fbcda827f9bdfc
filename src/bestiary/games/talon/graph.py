"""Tooth & Talon for two: every position of a round and what leads from one to the next, found by playing the rules.

A place is a position in which both are about to choose, seat 0 leading: one before the first turn, then those before
the second and the third, then the ends. Two chosen cards make a pair; under it lie the leader's deeds (branches), and
under each of them the follower's, which lead to places again. A seat that is not asked has one way to
go. Nothing in a round is drawn by lot, so that is all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import become, waiting
from bestiary.engine.rule import JIT, Batch, Bytes, Ints, Longs, Shares, rule
from bestiary.games.talon.rules import apply, legal, payoff, run_on, setup
from bestiary.games.talon.state import KINDS, SCORE, SEATS, TURNS, Box, State

LEADER, BOTH = 1, 3  # masks of who is asked; the leader has seat 0
MOVES: Final = 32  # a seat's legal actions without the gamble: at most 6 deeds of 5 targets, and passing
DEPTH: Final = 5  # positions from one place to the next: two choices, two deeds
KEY: Final = 4 * KINDS
MOST_PLACES: Final = 200_000 if JIT else 2_000  # in a round; plain rules are too slow for more
MOST_WAYS: Final = 100 * MOST_PLACES

# Counters of a search.
PLACES_FOUND, PAIRS, BRANCHES, WAYS = range(4)


@rule
def write_key(state: State, key: Bytes) -> None:
    """What tells one place from another: hands and collections, the leader's first. The pile is what is left."""
    for place in range(2):
        seat = (int(state.leader) + place) % 2
        for animal in range(KINDS):
            key[place * KINDS + animal] = state.hand[seat, animal]
            key[(2 + place) * KINDS + animal] = state.collection[seat, animal]


@rule
def find_place(key: Bytes, keys: Bytes, slots: Ints, found: Longs) -> int:
    """The number of a place; a new one gets the next number."""
    mixed = 2166136261
    for i in range(KEY):
        mixed = ((mixed ^ int(key[i])) * 16777619) & 0xFFFFFFFF
    slot = mixed % len(slots)
    while int(slots[slot]) >= 0:
        at = int(slots[slot])
        i = 0
        while i < KEY and key[i] == keys[at * KEY + i]:
            i += 1
        if i == KEY:
            return at
        slot = (slot + 1) % len(slots)
    at = int(found[PLACES_FOUND])
    found[PLACES_FOUND] = at + 1
    slots[slot] = at
    for i in range(KEY):
        keys[at * KEY + i] = key[i]
    return at


@rule
def explore(
    box: Box, places: Batch, first: int, last: int, line: Batch, moves: Ints, keys: Bytes, slots: Ints, sizes: Longs,
    branch_start: Longs, way_start: Longs, ways: Ints, found: Longs,
) -> bool:  # fmt: skip
    """Plays every pair of choices and every deed from the places `first` … `last`−1; false when there is no room.

    Places keep the turn at 0, so that after the third turn the rules wait for a fourth choice instead of scoring."""
    counts, tried = np.zeros(DEPTH, np.int64), np.zeros(DEPTH, np.int64)
    key = np.zeros(KEY, np.uint8)
    for place in range(first, last):
        line[0] = places[place]
        depth = 0
        tried[0] = -1
        while depth >= 0:
            state = line[depth]
            seat = 0 if waiting(state) & LEADER != 0 else 1
            own_moves = moves[depth * MOVES : (depth + 1) * MOVES]
            if tried[depth] < 0:
                counts[depth] = legal(box, state, seat, own_moves)
                tried[depth] = 0
            if tried[depth] == counts[depth]:
                depth -= 1
                continue
            line[depth + 1] = line[depth]
            after = line[depth + 1]
            apply(box, after, seat, int(own_moves[tried[depth]]), None)
            tried[depth] += 1
            if depth == 1:
                branch_start[found[PAIRS]] = found[BRANCHES]
                found[PAIRS] += 1
            if (depth == 1 and waiting(after) != LEADER) or (depth > 1 and seat == 0):
                way_start[found[BRANCHES]] = found[WAYS]
                found[BRANCHES] += 1
            if waiting(after) != BOTH:
                depth += 1
                tried[depth] = -1
                continue
            if found[WAYS] >= len(ways) - 1 or found[PLACES_FOUND] >= len(places) - 1:
                return False
            after.turn = 0
            write_key(after, key)
            known = found[PLACES_FOUND]
            at = find_place(key, keys, slots, found)
            if at == known:
                places[at] = after
            ways[found[WAYS]] = at
            found[WAYS] += 1
        sizes[2 * place], sizes[2 * place + 1] = counts[0], counts[1]
    branch_start[found[PAIRS]] = found[BRANCHES]
    way_start[found[BRANCHES]] = found[WAYS]
    return True


@rule
def score_ends(
    box: Box, places: Batch, first: int, scratch: Batch, ahead: int, round_number: int, won: Shares, gains: Longs
) -> None:
    """Lets the rules score every end, the leader being `ahead` in coins so far: what the leader gained in the round,
    and its share of the victory where that was the last one."""
    shares = np.zeros(SEATS, np.float64)
    for i in range(len(won)):
        scratch[0] = places[first + i]
        end = scratch[0]
        end.coins[0] = max(0, ahead)
        end.coins[1] = max(0, -ahead)
        end.round_number = round_number
        become(end, SCORE)
        run_on(box, end, None)
        gains[i] = int(end.latest[0]) - int(end.latest[1])
        if int(end.depth) == 0:
            payoff(box, end, shares)
        won[i] = shares[0]


@dataclass(frozen=True)
class Graph:
    """A round. `starts` are the numbers of the first place before each turn, of the first end, and of all places."""

    box: Any
    places: Any  # a record each
    keys: Any  # bytes that tell them apart, a row each
    starts: tuple[int, ...]
    sizes: Any  # cards that leader and follower can choose from, two to a place
    pair_start: Any  # a place's pairs of choices, the leader's card counting first
    branch_start: Any  # a pair's branches
    way_start: Any  # a branch's ways
    ways: Any  # the places they lead to
    gains: Any  # by how many coins the leader wins the round, at each end

    @property
    def inner(self) -> int:
        """How many places are no ends."""
        return self.starts[TURNS]

    @property
    def positions(self) -> list[int]:
        """How many places there are before each turn, and how many ends."""
        return [b - a for a, b in zip(self.starts, self.starts[1:], strict=False)]

    @property
    def rounds(self) -> int:
        return int(self.places[0].rounds)

    @property
    def shape(self) -> tuple[Longs, Longs, Longs, Longs, Ints]:
        """What the solver walks over."""
        return self.sizes, self.pair_start, self.branch_start, self.way_start, self.ways

    def last_round(self, ahead: int) -> Any:
        """The leader's share of the victory at each end of the last round, if it goes into it so many coins ahead."""
        return self.score(ahead, self.rounds - 1)[0]

    def score(self, ahead: int, round_number: int) -> tuple[Any, Any]:
        ends = len(self.places) - self.inner
        won, gains = np.zeros(ends), np.zeros(ends, np.int64)
        score_ends(self.box, self.places, self.inner, State.array(1), ahead, round_number, won, gains)
        return won, gains


def find_graph(edition: Edition, options: Any) -> Graph:
    """Plays a round in every possible way."""
    places, line = State.array(MOST_PLACES + 1), State.array(DEPTH)
    keys, slots = np.zeros(KEY * (MOST_PLACES + 1), np.uint8), np.full(2 * MOST_PLACES + 1, -1, np.int32)
    sizes, ways = np.zeros(2 * MOST_PLACES, np.int64), np.zeros(MOST_WAYS, np.int32)
    branch_start, way_start = np.zeros(MOST_WAYS, np.int64), np.zeros(MOST_WAYS, np.int64)
    moves, found = np.zeros(DEPTH * MOVES, np.int32), np.zeros(4, np.int64)
    setup(edition.box, places[0], options, np.zeros(8, np.uint32), None)
    write_key(places[0], keys[:KEY])
    found[PLACES_FOUND] = 1
    starts = [0, 1]
    for _ in range(TURNS):
        arguments = (line, moves, keys, slots, sizes, branch_start, way_start, ways, found)
        if not explore(edition.box, places, starts[-2], starts[-1], *arguments):
            raise MalformedError(too_large(edition))
        starts.append(int(found[PLACES_FOUND]))
    inner, count = starts[TURNS], starts[-1]
    sizes = sizes[: 2 * inner].copy()
    pairs = np.concatenate([[0], np.cumsum(sizes[::2] * sizes[1::2])])
    graph = Graph(
        edition.box, places[:count].copy(), keys[: KEY * count].reshape(count, KEY).copy(), tuple(starts), sizes, pairs,
        branch_start[: found[PAIRS] + 1].copy(), way_start[: found[BRANCHES] + 1].copy(), ways[: found[WAYS]].copy(),
        np.zeros(0),
    )  # fmt: skip
    return replace(graph, gains=graph.score(0, 0)[1])


def too_large(edition: Edition) -> str:
    limit = f"a round of the edition '{edition.name}' has more than {MOST_PLACES:,} positions"
    if JIT:
        return f"{limit}, too many to solve; take fewer cards, or fewer deeds"
    return f"{limit}, too many for plain rules; run 'bestiary solve talon' once, without NUMBA_DISABLE_JIT"
