"""Tooth & Claw: what `report` counts."""

from __future__ import annotations

from bestiary.engine.content import Edition
from bestiary.engine.measures import Measure, Measures, Subject
from bestiary.games.claw.state import BACK, CARDS, FORMATIONS
from bestiary.games.claw.words import card_data, formation_data, space_name


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    formations = [formation_data(edition, formation) for formation in range(FORMATIONS)]
    cards = [card_data(edition, card) for card in range(CARDS)]
    return {
        "cards": [Subject(card["name"], card["colour"]) for card in cards],
        "spaces": [Subject(space_name(space)) for space in range(BACK)],
        "types": [Subject(kind) for kind in edition.words["types"]],
        "formations": [Subject(data["name"], data["type"], f"round {data['round']}") for data in formations],
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
