"""What our own editions must not have, though it could be played (R14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bestiary.engine.content import Section
from bestiary.games.claw.edition import PAIR, assemble, place_of
from bestiary.games.claw.state import BACK, BOW, CHOICES, COLUMNS, FORMATIONS, REAR, ROUNDS, SPACES


def lint(file: Section) -> Iterator[str]:
    """Each problem with file and line."""
    box, _ = assemble(file)
    sections: dict[int, Section] = {}
    for section in file.sections("formations"):
        sections[place_of(section, sections)] = section
    for formation, section in sorted(sections.items()):
        for problem in _problems(box, formation):
            yield str(section.wrong(f"({section.string('name')}) {problem}"))
    for first in range(0, FORMATIONS, CHOICES):
        if _columns(box, first) == _columns(box, first + 1):
            one, other = (sections[formation].string("name") for formation in (first, first + 1))
            yield str(sections[first + 1].wrong(f"({other}) is {one} again, but for the order of columns"))


def _problems(box: Any, formation: int) -> Iterator[str]:
    blank, wild = int(box.blank[formation]), int(box.wild[formation])
    is_bow, has_pair = formation // CHOICES // ROUNDS == BOW, int(box.pair[formation]) > 0
    if is_bow != has_pair:
        yield f"is a Bow without a {PAIR} Cards space" if is_bow else f"has a {PAIR} Cards space and is no Bow"
    for column in range(COLUMNS):
        if blank >> column & 1 and blank >> (column + REAR) & 1:
            yield f"has column {column + 1} blank in Vanguard and Rearguard"
    if int(box.reveal[formation]) >= BACK:
        yield "has its reveal space in Reinforcements"
    if wild >> BACK or box.bonus[formation, BACK:].any():
        yield "has an effect in Reinforcements, where no card is played from"
    if not wild and not box.bonus[formation].any():
        yield "has neither a bonus nor a Wild"


def _columns(box: Any, formation: int) -> list[tuple[tuple[int, ...], ...]]:
    """What is printed, column by column, in an order of its own: to the rules, columns have none."""
    spaces = [
        (
            int(box.blank[formation]) >> space & 1,
            int(box.wild[formation]) >> space & 1,
            int(box.bonus[formation, space]),
            int(box.reveal[formation] == space),
            int(space == int(box.pair[formation]) > 0),
        )
        for space in range(SPACES)
    ]
    return sorted(tuple(spaces[column::COLUMNS]) for column in range(COLUMNS))
