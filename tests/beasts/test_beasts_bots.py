"""Every bot plays Tailed Beasts from what its seat knows; uncompiled, so search looks at very few games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from beasts_helpers import Scene, deal, turns, until
from other_truths import other_truth

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.bots.roster import bot_named, bot_names
from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.records import clone, same_record
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.table import start
from bestiary.games.beasts.instinct import instinct
from bestiary.games.beasts.state import SPECIALTIES

BEASTS = find_game("beasts")
HOUSE = BEASTS.edition()


@pytest.mark.skipif(JIT, reason="compiling the search takes minutes")
@pytest.mark.parametrize("bot", bot_names(BEASTS))
def test_a_choice_is_the_same_whatever_its_seat_cannot_know(bot: str) -> None:
    edition, player = BEASTS.edition(), bot_named(BEASTS, bot)
    rng = quick_rng("beasts")
    state, _ = start(BEASTS, edition, BEASTS.make_options(), np.arange(8, dtype=np.uint32))
    alone, together = 0, 0
    for ply in range(60):
        waiting = BEASTS.seats_waiting(state)
        seat = waiting[-1]
        legal = BEASTS.legal_actions(edition, state, seat)
        several = len(waiting) > 1
        if len(legal) > 1 and (together < 2 if several else alone < 2):
            alone, together = alone + (not several), together + several
            other = other_truth(BEASTS, state, seat, rng)
            assert not same_record(state, other)
            one, two = (
                player.choose(Knowledge(BEASTS, edition, s, seat), seat, Budget(iterations=2), quick_rng(ply))
                for s in (state, other)
            )
            assert (one.action, one.evaluation) == (two.action, two.evaluation)
        BEASTS.apply(edition.box, state, seat, legal[int(quick(rng, len(legal)))], None)
    assert alone == 2
    assert together


def reopened(scene: Scene, seat: int) -> Any:
    """An imagined truth in which the others owe their answers again; nothing is lost, the seat may do the same."""
    world = Knowledge(BEASTS, HOUSE, scene.state, seat).position
    BEASTS.determinize(scene.box, world, seat, quick_rng(seat))
    before = BEASTS.legal_actions(HOUSE, world, seat)
    BEASTS.reopen(world, seat)
    assert int(BEASTS.audit(scene.box, world)) == 0
    assert BEASTS.legal_actions(HOUSE, world, seat) == before
    return world


def test_specialties_chosen_in_secret_are_chosen_again() -> None:
    scene = deal(3)
    until(scene, lambda: scene.at() == SPECIALTIES, random.Random(1))
    scene.play(scene.legal(0)[0], seat=0)
    scene.play(scene.legal(2)[0], seat=2)
    world = reopened(scene, 1)
    assert BEASTS.seats_waiting(world) == [0, 1, 2]
    assert [int(s) for s in world.specialty[:3]] == [0, 0, 0]


def test_battle_cards_chosen_in_secret_are_chosen_again() -> None:
    scene = turns(0, 1)
    scene.meet()
    scene.play("card 0", seat=0)
    assert scene.asked() == [1]
    world = reopened(scene, 1)
    assert BEASTS.seats_waiting(world) == [0, 1]
    assert [int(i) for i in world.intent[:2]] == [0, 0]


def test_what_is_decided_alone_is_not_taken_back() -> None:
    scene = turns(0, 1)
    (seat,) = scene.asked()
    known = Knowledge(BEASTS, HOUSE, scene.state, seat).position
    BEASTS.determinize(scene.box, known, seat, quick_rng(1))
    world = clone(known)
    BEASTS.reopen(world, seat)
    assert same_record(world, known)


@pytest.mark.parametrize(("focus", "wanted"), [("into 12", False), ("into 2", True)])
def test_greedy_plays_a_pathfinder_only_where_mountains_are_in_the_way(focus: str, wanted: bool) -> None:
    scene = turns(0, 1)
    scene.units(0, 14, "c")
    scene.hold(0, "travel", "pathfinder")
    scene.play("act travel held", focus)
    moves = BEASTS.legal_actions(HOUSE, scene.state, 0)
    weights = np.zeros(len(moves), np.int32)
    instinct(scene.box, scene.state, 0, np.array(moves, np.int32), len(moves), weights)
    assert (moves[int(weights.argmax())] == BEASTS.actions.parse("act pathfinder held")) == wanted
