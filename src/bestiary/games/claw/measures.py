"""Tooth & Claw: what `report` counts."""

from __future__ import annotations

from bestiary.engine.content import Edition
from bestiary.engine.measures import Measure, Measures, Subject
from bestiary.games.claw.names import SPACE_TITLES, TYPE_TITLES
from bestiary.games.claw.state import BACK
from bestiary.games.claw.view import book


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    printed = book(edition)
    return {
        "cards": [Subject(card.name, card.colour.capitalize()) for card in printed.cards],
        "spaces": [Subject(title) for title in SPACE_TITLES[:BACK]],
        "types": [Subject(kind) for kind in TYPE_TITLES],
        "formations": [Subject(f.name, f.type.capitalize(), f"round {f.round}") for f in printed.formations],
    }


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
)
