"""Predator & Prey: the animals of an edition, as a list to browse."""

from __future__ import annotations

from bestiary.engine.catalogue import Catalogue, Printed
from bestiary.engine.content import Edition
from bestiary.games.prey.state import CARDS
from bestiary.games.prey.words import card_data


def catalogue(edition: Edition) -> Catalogue:
    cards = tuple(_animal(edition, card) for card in range(CARDS))
    return Catalogue(cards, {"suits": len(edition.words["suits"]), "cards": len(cards)})


def _animal(edition: Edition, card: int) -> Printed:
    data = card_data(edition, card)
    text = f"{data['predator']} as a predator, {data['prey']} as prey."
    return Printed(data["suit"], data["name"], text, {key: data[key] for key in ("predator", "prey")})
