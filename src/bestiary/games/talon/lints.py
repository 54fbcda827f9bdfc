"""What our own editions must not have, though it could be played."""

from __future__ import annotations

from collections.abc import Iterator

from bestiary.engine.content import Section
from bestiary.games.talon.edition import assemble
from bestiary.games.talon.state import ANIMALS


def lint(file: Section) -> Iterator[str]:
    """Each problem with file and line."""
    box, _ = assemble(file)
    cards = [int(copies) + int(white) for copies, white in zip(box.copies, box.white, strict=True)]
    hit = [{int(deed[1]) for deed in box.deeds[i, : int(box.deed_count[i])]} for i in range(len(ANIMALS))]
    for index, name in enumerate(ANIMALS):
        animal = file.section("animals").section(name)
        if cards[index] and not any(index in hit[other] for other in range(len(ANIMALS)) if box.copies[other]):
            yield str(animal.wrong("is safe from every animal; let a deed of another hit it"))
        if not box.copies[index]:
            continue
        if not hit[index]:
            yield str(animal.wrong("has no deed, so that an active one can only pass", "deeds"))
        for prey in sorted(hit[index]):
            if not cards[prey]:
                yield str(animal.wrong(f"hits the {ANIMALS[prey]}, of which there are no cards", "deeds"))
