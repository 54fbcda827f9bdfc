"""Tooth & Claw: what `report` counts."""

from __future__ import annotations

from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.measures import Blank, Measure, Measures, Subject
from bestiary.engine.rule import rule
from bestiary.games.claw.names import SPACE_TITLES, TYPE_TITLES
from bestiary.games.claw.state import BACK, CHOICES, ROUNDS, State
from bestiary.games.claw.view import book


@rule
def type_of(state: State, seat: int) -> int:
    return int(state.kind[seat]) - 1


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    printed = book(edition)
    return {
        "cards": [Subject(card.name, card.colour.capitalize()) for card in printed.cards],
        "spaces": [Subject(title) for title in SPACE_TITLES[:BACK]],
        "types": [Subject(kind) for kind in TYPE_TITLES],
        "formations": [Subject(f.name, f.type.capitalize(), f"round {f.round}") for f in printed.formations],
    }


def _blank(box: Any, formation: int) -> None:
    box.wild[formation] = 0
    box.bonus[formation] = 0


MEASURES = Measures(
    (
        Measure("cards", "attacked", "attacks.card"),
        Measure("cards", "defended", "defends.card"),
        Measure("cards", "won with", "wins_battle", of="attacks.card defends.card"),
        Measure("spaces", "attacked from", "attacks.space"),
        Measure("spaces", "defended from", "defends.space"),
        Measure("spaces", "won from", "wins_battle", of="attacks.space defends.space"),
        Measure("types", "taken", "takes_type.type"),
        Measure("formations", "chosen", "forms.formation"),
    ),
    _subjects,
    trait="type",
    trait_of=type_of,
    traits=lambda edition: TYPE_TITLES,
    blanks={"formations": Blank("the same spaces without cubes and Wilds", _blank, lambda f: f // (ROUNDS * CHOICES))},
)
