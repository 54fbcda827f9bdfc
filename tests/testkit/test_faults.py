"""A planted fault is noticed by some law. A few of them here; `bestiary fuzz GAME --sabotage` tries all."""

from __future__ import annotations

import pytest

from bestiary.engine.registry import find_game, game_names
from bestiary.testkit.sabotage import FEW, MANY, ONE, Fault, faults_of, try_fault

EVERY = {"beasts": 13}  # its games are long
SOME = [(name, fault) for name in game_names() for fault in faults_of(find_game(name))[:: EVERY.get(name, 8)]]


@pytest.mark.parametrize(("name", "fault"), SOME, ids=[f"{name}: {fault.name}" for name, fault in SOME])
def test_a_planted_fault_is_caught(name: str, fault: Fault) -> None:
    assert try_fault(find_game(name), fault, (ONE, FEW, MANY)).caught
