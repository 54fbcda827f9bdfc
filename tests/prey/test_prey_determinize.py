"""Imagined deals are as likely as counting all of them says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from scipy.stats import chisquare

from bestiary.engine.chance import quick_rng
from bestiary.engine.records import clone, same_record
from bestiary.engine.rule import JIT
from bestiary.games.prey.state import RANKS, SUITS
from prey_helpers import GAME, card, lay, sit

SAMPLES = 20_000 if JIT else 1_500


def cards_in(masks) -> frozenset[int]:
    return frozenset(s * RANKS + r for s in range(SUITS) for r in range(RANKS) if int(masks[s]) >> r & 1)


def lacks(held, voids) -> bool:
    return not any(c // RANKS in voids for c in held)


def expected(unseen, sizes, voids) -> Counter:
    """How many deals give each pair of hands, by trying all."""
    counts = Counter()
    for first in combinations(sorted(unseen), sizes[0]):
        if not lacks(first, voids[0]):
            continue
        left = unseen - set(first)
        for second in combinations(sorted(left), sizes[1]):
            if lacks(second, voids[1]):
                counts[frozenset(first)] += 1
    return counts


@pytest.mark.parametrize("voids", [(set(), set()), ({0}, set()), ({0}, {1}), ({0, 1}, {2}), ({0, 2}, {0, 1})])
def test_three_players_with_shown_voids(voids) -> None:
    table = sit(3)
    lay(table, ["a1 a2", "b3 c4", "b5 d6"], trick=10)
    state = table.state
    hidden = [card(t) for t in ["a3", "a4", "a5", "b6", "b7", "c8", "c9", "d1", "d2", "d3", "c1", "b1"]]  # set aside
    for c in hidden:
        state.aside[c // RANKS] |= 1 << (c % RANKS)
        state.played[c // RANKS] &= ~(1 << (c % RANKS))
    given = [card(t) for t in ["b3", "c4", "b5", "d6"]]
    for seat, suits in enumerate(voids, 1):
        state.void[seat] = sum(1 << s for s in suits)
        for suit in suits:  # what the seat shows to lack it does not hold; its cards lie aside instead
            state.aside[suit] |= state.hand[seat, suit]
            state.hand[seat, suit] = 0
    counts = expected(set(hidden) | set(given), (2, 2), voids)
    known = clone(state)
    GAME.hide(known, 0)
    rng = quick_rng("deals")
    seen = Counter()
    for _ in range(SAMPLES):
        world = clone(known)
        GAME.determinize(table.edition.box, world, 0, rng)
        seen[cards_in(world.hand[1])] += 1
    assert set(seen) <= set(counts)
    total = sum(counts.values())
    kinds = sorted(counts, key=sorted)
    observed = [seen[k] for k in kinds]
    wanted = [SAMPLES * counts[k] / total for k in kinds]
    if min(wanted) >= 5:
        assert chisquare(observed, wanted).pvalue > 1e-4
    # by suits, which always has enough in every class
    by_suits, wanted_suits = Counter(), Counter()
    for k in kinds:
        by_suits[tuple(sorted(c // RANKS for c in k))] += seen[k]
        wanted_suits[tuple(sorted(c // RANKS for c in k))] += SAMPLES * counts[k] / total
    groups = sorted(wanted_suits)
    assert chisquare([by_suits[g] for g in groups], [wanted_suits[g] for g in groups]).pvalue > 1e-4


def test_an_imagined_truth_hides_to_the_same_knowledge_in_every_position_of_a_game() -> None:
    for players in (3, 4):
        table = sit(players, "whole", "wild")
        rng = quick_rng(str(players))
        while table.waiting() and len(table.plies) < 150:
            seat = table.waiting()[0]
            table.play(seat, table.legal(seat)[0])
            known = table.knowledge(seat)
            world = clone(known)
            GAME.determinize(table.edition.box, world, seat, rng)
            assert GAME.audit(table.edition.box, world) == 0
            GAME.hide(world, seat)
            assert same_record(world, known)
