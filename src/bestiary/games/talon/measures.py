"""Tooth & Talon: what `report` counts."""

from __future__ import annotations

from bestiary.engine.content import Edition
from bestiary.engine.measures import Measure, Measures, Subject
from bestiary.games.talon.state import ANIMALS


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    return {"animals": [Subject(animal.capitalize()) for animal in ANIMALS]}


MEASURES = Measures(
    (
        Measure("animals", "revealed", "reveals.animal"),
        Measure("animals", "collected", "collects.animal"),
        Measure("animals", "taken", "takes.animal", amount="count"),
        Measure("animals", "discarded", "discards.animal", amount="count"),
        Measure("animals", "without a target", "has_no_target.animal"),
    ),
    _subjects,
)
