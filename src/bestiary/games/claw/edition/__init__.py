"""Reads an edition of Tooth & Claw: eighteen formations of three rows, two for each type and round."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any, Final

from bestiary.engine.content import Section, told
from bestiary.games.claw.state import (
    BACK, CHOICES, COLUMNS, CUBES, DISCS, FORMATIONS, ROUNDS, SPACES, Box,
)  # fmt: skip

TYPE_WORDS: Final = ("sword", "shield", "bow")
TYPE_NAMES: Final = ("Sword", "Shield", "Bow")
COLOUR_NAMES: Final = ("Red", "Blue")
ROUND_NUMBERS: Final = (1, 2, 3)
ROWS: Final = ("vanguard", "rearguard", "reinforcements")
BLANKS: Final = (2, 3)  # of a formation, without a 2 Cards space and with one
LONGEST_NAME: Final = 30

PLAIN, BLANK, WILD, REVEAL, PAIR = ".", "#", "W", "?", "2"
BONUS: Final = {"+1": 1, "+2": 2}
EFFECT: Final = re.compile(r"\+[12](?!\d)|W|\?|2")
KNOWN_WORDS: Final = "a space is . or # or made of +1 or +2, W, ? and 2"

Spaces = list[frozenset[str]]
"""What is printed on each of the nine spaces of a formation."""


def assemble(file: Section) -> tuple[Any, Mapping[str, Any]]:
    """The box of a checked file, and what its types, formations and colours are called."""
    file.string("about", "nothing said")
    box = Box.new()
    sections: dict[int, Section] = {}
    names: dict[int, str] = {}
    for section in file.sections("formations"):
        formation = place_of(section, sections)
        name = _name(section, names)
        spaces = [_printed(section, row, word) for row in ROWS for word in _row(section, row)]
        section.close()
        _check_spaces(section, name, spaces)
        _print_spaces(box, formation, spaces)
        sections[formation], names[formation] = section, name
    _check_complete(file, sections)
    _check_markers(box, names, sections)
    return box, {
        "types": TYPE_NAMES,
        "formations": tuple(names[formation] for formation in range(FORMATIONS)),
        "colours": COLOUR_NAMES,
    }


def place_of(section: Section, sections: Mapping[int, Section]) -> int:
    """The formation's place in the box; the first of its type and round in the file is the first choice."""
    kind, number = section.choice("type", TYPE_WORDS), section.choice("round", ROUND_NUMBERS)
    first = (kind * ROUNDS + number) * CHOICES
    for formation in range(first, first + CHOICES):
        if formation not in sections:
            return formation
    raise section.wrong(f"is the third {_of(first)}; there must be {CHOICES} for each type and round")


def _check_complete(file: Section, sections: Mapping[int, Section]) -> None:
    last = ["formations", str(len(sections) - 1)] if sections else ["formations"]
    for first in range(0, FORMATIONS, CHOICES):
        if first not in sections:
            raise file.wrong(f"ends the list without any {_of(first)}; there must be {CHOICES}", *last)
        if first + 1 not in sections:
            raise sections[first].wrong(f"is the only {_of(first)}; there must be {CHOICES}")


def _name(section: Section, names: Mapping[int, str]) -> str:
    name = section.name("name", LONGEST_NAME)
    for formation, other in names.items():
        if name.casefold() == other.casefold():
            raise section.wrong(f"is {name}, and so is that of a {_of(formation)}; each name stands once", "name")
    return name


def _row(section: Section, row: str) -> list[str]:
    words = section.string(row).split()
    if len(words) != COLUMNS:
        raise section.wrong(f"has {len(words)} spaces; write {COLUMNS} words with blanks between them", row)
    return words


def _printed(section: Section, row: str, word: str) -> frozenset[str]:
    """`+1W` → {+1, W}."""
    if word == PLAIN:
        return frozenset()
    if word == BLANK:
        return frozenset({BLANK})
    found = EFFECT.findall(word)
    problem = ""
    if BLANK in word:
        problem = "nothing is printed on a blank, so # stands alone"
    elif re.search(r"\+[12]2", word):
        problem = f"it can be read in two ways; write the {PAIR} first, as in 2+1"
    elif "".join(found) != word:
        problem = KNOWN_WORDS
    elif len(set(found)) < len(found) or BONUS.keys() <= set(found):
        problem = "a space has each effect once, and one bonus"
    if problem:
        raise section.wrong(f"holds {told(word)}: {problem}", row)
    return frozenset(found)


def _check_spaces(section: Section, name: str, spaces: Spaces) -> None:
    blanks, reveals, pairs = (_where(spaces, mark) for mark in (BLANK, REVEAL, PAIR))
    for space in pairs:
        if space < BACK:
            raise section.wrong(f"has a {PAIR} Cards space; it must be in reinforcements", ROWS[space // COLUMNS])
    if len(pairs) >= len(BLANKS) or len(blanks) != BLANKS[len(pairs)]:
        printed = f"{_count(len(blanks), 'blank')} and {_count(len(pairs), 'space')} for {PAIR} Cards"
        reason = f"there must be {BLANKS[0]} blanks, or {BLANKS[1]} and a space for {PAIR} Cards, written {PAIR}"
        raise section.wrong(f"({name}) has {printed}, room for {SPACES - len(blanks) + len(pairs)} cards: {reason}")
    if len(reveals) != 1:
        raise section.wrong(f"({name}) has {_count(len(reveals), 'reveal space')}, written {REVEAL}; there must be 1")
    column = strands(_mask(blanks), pairs[0] if pairs else 0)
    if column is not None:
        reason = "both spaces before it are blank; one of the three must change"
        raise section.wrong(f"holds a card in column {column + 1} that can never come out: {reason}", ROWS[-1])


def strands(blank: int, pair: int) -> int | None:
    """The first column that can come to hold cards with none in Vanguard or Rearguard, over all orders of play (R3).

    Columns close up independently, so each is walked alone.
    """
    for column in range(COLUMNS):
        spaces = range(column, SPACES, COLUMNS)
        open_rows = [row for row, space in enumerate(spaces) if not blank >> space & 1]
        full = [0] * len(ROWS)
        for row in open_rows:
            full[row] = 2 if pair and spaces[row] == pair else 1
        waiting = [full]
        while waiting:
            cards = waiting.pop()
            playable = [row for row in range(BACK // COLUMNS) if cards[row]]
            if any(cards) and not playable:
                return column
            for row in playable:
                left = cards.copy()
                left[row] -= 1
                waiting.append(_closed_up(left, open_rows))
    return None


def _closed_up(cards: list[int], open_rows: list[int]) -> list[int]:
    """A column after its cards have advanced; `cards` counts them by row. Blank rows are jumped."""
    for ahead, behind in pairwise(open_rows):
        if not cards[ahead] and cards[behind]:
            cards[ahead] += 1
            cards[behind] -= 1
    return cards


def _print_spaces(box: Any, formation: int, spaces: Spaces) -> None:
    box.blank[formation] = _mask(_where(spaces, BLANK))
    box.wild[formation] = _mask(_where(spaces, WILD))
    box.reveal[formation] = _where(spaces, REVEAL)[0]
    box.pair[formation] = sum(_where(spaces, PAIR))
    for space, printed in enumerate(spaces):
        box.bonus[formation, space] = sum(BONUS.get(mark, 0) for mark in printed)


def _check_markers(box: Any, names: Mapping[int, str], sections: Mapping[int, Section]) -> None:
    """Whatever two players choose, the box has markers for it. The card that takes more of them is to blame."""
    for marker, most, count in (("cubes", CUBES, _cubes), ("discs", DISCS, _discs), ("blanks", sum(BLANKS), _blanks)):
        taken = {formation: count(box, formation) for formation in names}
        for one, other in combinations(names, 2):
            if _kind(one) == _kind(other) or _round(one) != _round(other) or taken[one] + taken[other] <= most:
                continue
            less, more = sorted((one, other), key=lambda formation: taken[formation])
            both = f"{taken[more]} {marker}, and {names[less]} in line {sections[less].line()} takes {taken[less]}"
            wanted = f"two types of a round take at most {most} together"
            raise sections[more].wrong(f"({names[more]}) takes {both}; {wanted}")


def _cubes(box: Any, formation: int) -> int:
    return int(box.bonus[formation].sum())


def _discs(box: Any, formation: int) -> int:
    return int(box.wild[formation]).bit_count()


def _blanks(box: Any, formation: int) -> int:
    return int(box.blank[formation]).bit_count()


def _where(spaces: Spaces, mark: str) -> list[int]:
    return [space for space, printed in enumerate(spaces) if mark in printed]


def _mask(spaces: list[int]) -> int:
    return sum(1 << space for space in spaces)


def _kind(formation: int) -> int:
    return formation // CHOICES // ROUNDS


def _round(formation: int) -> int:
    return formation // CHOICES % ROUNDS


def _of(formation: int) -> str:
    return f"{TYPE_NAMES[_kind(formation)]} of round {_round(formation) + 1}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number or 'no'} {thing}s"
