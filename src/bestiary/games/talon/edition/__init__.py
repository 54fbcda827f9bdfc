"""Reads an edition of Tooth & Talon: checks it as a whole, then fills the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bestiary.engine.content import Section
from bestiary.games.talon.state import (
    ANIMALS, DEEDS, DISCARD, MAX_COPIES, MAX_SET, MAX_WHITE, MAX_WORTH, PILE_ALL, PILE_ONE, RIVAL_ALL, RIVAL_ONE,
    SEATS, TURNS, Box,
)  # fmt: skip

VERBS = ("discard", "take")
SOURCES = ("rival", "pile", "either")


def assemble(file: Section) -> tuple[Any, Mapping[str, Any]]:
    """The box of a checked file."""
    box = Box.new()
    animals = file.section("animals")
    for index, name in enumerate(ANIMALS):
        animal = animals.section(name)
        box.copies[index] = animal.integer("copies", 0, MAX_COPIES)
        box.white[index] = animal.integer("white", 0, MAX_WHITE, 0)
        box.worth[index] = animal.integer("worth", 0, 20)
        box.growth[index] = animal.integer("growth", 0, 5, 0)
        deeds = sorted(_deeds(animal))
        box.deed_count[index] = len(deeds)
        for slot, deed in enumerate(deeds):
            box.deeds[index, slot] = deed
        animal.close()
    animals.close()
    box.set_size = int(box.copies.sum())
    if not TURNS + 1 <= box.set_size <= MAX_SET:
        raise animals.wrong(f"give every player {box.set_size} cards; a set has {TURNS + 1} to {MAX_SET}")
    if (most := _all_worth(box)) > MAX_WORTH:
        raise animals.wrong(f"are worth {most} coins in one collection; more than {MAX_WORTH} cannot be counted")
    return box, {}


def _all_worth(box: Any) -> int:
    """What one collection of all cards would be worth at the largest table."""
    total = 0
    for copies, white, worth, growth in zip(box.copies, box.white, box.worth, box.growth, strict=True):
        n = int(copies) * SEATS + int(white)
        total += n * int(worth) + n * (n - 1) // 2 * int(growth)
    return total


def _deeds(animal: Section) -> list[tuple[int, int, int]]:
    """(verb, prey, reach) of each deed; the same verb and prey merge into one entry."""
    reach: dict[tuple[int, int], int] = {}
    for deed in animal.sections("deeds"):
        verb = deed.choice("do", VERBS)
        prey = deed.choice("what", ANIMALS)
        source = SOURCES[deed.choice("from", SOURCES, "rival")]
        every = deed.choice("all", (False, True), False)
        if verb == DISCARD and source != "rival":
            raise deed.wrong("discards from the pile, where discarded cards already lie; only a rival's can be")
        far = 0
        if source != "pile":
            far |= RIVAL_ALL if every else RIVAL_ONE
        if source != "rival":
            far |= PILE_ALL if every else PILE_ONE
        if reach.get((verb, prey), 0) & far:
            raise deed.wrong("says again what an earlier deed of this animal says")
        reach[verb, prey] = reach.get((verb, prey), 0) | far
        deed.close()
    if len(reach) > DEEDS:
        raise animal.wrong(f"has deeds of {len(reach)} kinds; there is room for {DEEDS}", "deeds")
    return [(verb, prey, far) for (verb, prey), far in reach.items()]
