"""Predator & Prey: the animals of an edition, as a list to browse."""

from __future__ import annotations

from bestiary.engine.catalogue import Catalogue, Printed
from bestiary.engine.content import Edition
from bestiary.games.prey.state import CARDS, RANKS


def catalogue(edition: Edition) -> Catalogue:
    cards = tuple(_animal(edition, card) for card in range(CARDS))
    return Catalogue(cards, {"suits": len(edition.words["suits"]), "cards": len(cards)})


def _animal(edition: Edition, card: int) -> Printed:
    words = edition.words
    ends = {end: words[end][card] for end in ("predator", "prey")}
    text = f"{ends['predator']} as a predator, {ends['prey']} as prey."
    return Printed(words["suits"][card // RANKS], words["cards"][card], text, ends)
