"""A planted fault is noticed by some law. A few of them here; `bestiary fuzz GAME --sabotage` tries all."""

from __future__ import annotations

import pytest

from bestiary.engine.registry import find_game, game_names
from bestiary.testkit import sabotage
from bestiary.testkit.sabotage import FEW, MANY, ONE, Fault, faults_of, try_fault

EVERY = {"beasts": 13}  # its games are long
SHARED = "engine/"  # a fault there is one of all games
SOME = [
    (name, fault)
    for name in game_names()
    for number, fault in enumerate(faults_of(find_game(name)))
    if number % EVERY.get(name, 8) == 0 or fault.file.startswith(SHARED)
]


@pytest.mark.parametrize(("name", "fault"), SOME, ids=[f"{name}: {fault.name}" for name, fault in SOME])
def test_a_planted_fault_is_caught(name: str, fault: Fault) -> None:
    assert try_fault(find_game(name), fault, (ONE, FEW, MANY)).caught


def test_a_game_that_goes_on_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sabotage, "PATIENCE", 0.1)
    game = find_game("talon")
    assert try_fault(game, faults_of(game)[0], [ONE]).caught == ["ends (not waited for)"]
