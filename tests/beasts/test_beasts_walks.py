"""Random games keep every law of nature and end."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from beasts_helpers import crowd, deal, enrich, lively_box, skirmish, until, wander

from bestiary.engine.frames import step, waiting
from bestiary.engine.records import clone, same_record
from bestiary.games.beasts import rules
from bestiary.games.beasts.ranking import wins
from bestiary.games.beasts.state import ACTIONS, HUNT, ROUNDS, TRAVELLING, TURNS, WAR_STEP

TABLES = [(0, 1), (2, 6), (3, 4, 5), (6, 1, 5, 2)]
RICH_TABLES = [(0, 6), (1, 2, 3), (4, 5, 6, 0)]


@pytest.mark.parametrize("clans", TABLES, ids=str)
def test_a_random_game_keeps_every_law_and_ends(clans: tuple[int, ...]) -> None:
    scene = deal(len(clans), clans, seed=sum(clans), box=lively_box(sum(clans)))
    plies, _ = wander(scene, random.Random(7), every=4)
    assert int(scene.state.round_number) == ROUNDS
    assert plies > 50
    assert sum(bool(wins(scene.state, seat)) for seat in range(len(clans))) == 1


def test_the_pieces_of_apply_do_together_what_it_does() -> None:
    scene, luck = deal(3, (2, 4, 6), box=lively_box(1)), random.Random(1)
    while scene.asked():
        seat, twin = scene.asked()[0], clone(scene.state)
        action = ACTIONS.parse(luck.choice(scene.legal(seat)))
        rules.apply(scene.box, scene.state, seat, action, None)
        rules.decide(scene.box, twin, seat, action, None)
        while int(twin.depth) > 0 and int(waiting(twin)) == 0:
            rules.advance(scene.box, twin, None)
        assert same_record(scene.state, twin)


@pytest.mark.parametrize("clans", RICH_TABLES, ids=str)
def test_a_crowded_and_rich_game_keeps_every_law_and_ends(clans: tuple[int, ...]) -> None:
    seats, rng = len(clans), random.Random(sum(clans))
    scene = deal(seats, clans, seed=seats, box=lively_box(seats))
    until(scene, lambda: int(step(scene.state)) == TURNS, rng)
    scene.state.usable[:seats] = 5
    enrich(scene, rng, seats)
    crowd(scene, rng, seats)
    steps = wander(scene, rng, every=6)[1]
    assert int(scene.state.round_number) == ROUNDS
    assert steps[TRAVELLING] > 0


def test_random_wars_and_hunts_keep_every_law() -> None:
    steps: Counter[int] = Counter()
    for seed in range(8):
        steps += skirmish(seed)[1]
    assert steps[WAR_STEP] > 0
    assert steps[HUNT] > 0
