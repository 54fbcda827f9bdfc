"""Tooth & Talon: the animals of an edition, as a list to browse."""

from __future__ import annotations

from typing import Any

from bestiary.engine.catalogue import Catalogue, Printed
from bestiary.engine.content import Edition
from bestiary.games.talon.state import ANIMALS, DISCARD, PILE_ALL, PILE_ONE, RIVAL_ALL, RIVAL_ONE

REACHES = {
    RIVAL_ONE: ("a", "of a rival"),
    RIVAL_ALL: ("every", "of a rival"),
    PILE_ONE: ("a", "of the pile"),
    PILE_ALL: ("every", "of the pile"),
}


def catalogue(edition: Edition) -> Catalogue:
    box = edition.box
    cards = tuple(_animal(box, index) for index in range(len(ANIMALS)))
    return Catalogue(cards, {"animals": len(cards), "cards_of_a_player": int(box.set_size),
                             "white_cards": int(box.white.sum())})  # fmt: skip


def _animal(box: Any, index: int) -> Printed:
    facts = {key: int(box[key][index]) for key in ("copies", "white", "worth", "growth")}
    return Printed("animals", ANIMALS[index].capitalize(), " ".join(_deeds(box, index)), facts)


def _deeds(box: Any, index: int) -> list[str]:
    sentences = []
    for verb, prey, reach in box.deeds[index, : int(box.deed_count[index])]:
        word = "Discard" if int(verb) == DISCARD else "Take"
        for far, (article, where) in REACHES.items():
            if int(reach) & far:
                sentences.append(f"{word} {article} {ANIMALS[int(prey)].capitalize()} {where}.")
    return sentences
