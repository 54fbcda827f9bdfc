"""The room that a drawing is given on a terminal, and how texts are fitted into it. A wide letter takes two columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, set_cell_size

LEAST_COLUMNS: Final = 80
LEAST_LINES: Final = 14  # of 24: the rest is for the question, its answers and the line that is typed
LONGEST_NAME: Final = 16  # columns of a player's name
CUT: Final = ".."  # stands for what is left out of a line


@dataclass(frozen=True)
class Room:
    """How many columns and lines there are; without a number of lines, as many as it takes."""

    columns: int = LEAST_COLUMNS
    lines: int | None = None


WHOLE: Final = Room()


@dataclass(frozen=True)
class Part:
    """A part of a drawing in one form or more, the roomiest first, and what each form is worth over the next one."""

    forms: Sequence[Sequence[str]]
    worths: Sequence[int] = ()


def fitted(parts: Sequence[Part], room: Room) -> list[str]:
    """All parts below each other. While there are too few lines, the form that is worth least gives way to the next."""
    forms = [0] * len(parts)
    while room.lines is not None and sum(len(p.forms[f]) for p, f in zip(parts, forms, strict=True)) > room.lines:
        worths = {n: parts[n].worths[form] for n, form in enumerate(forms) if form + 1 < len(parts[n].forms)}
        if not worths:
            break
        forms[min(worths, key=lambda n: worths[n])] += 1
    return [line for part, form in zip(parts, forms, strict=True) for line in part.forms[form]]


def clipped(text: str, columns: int) -> str:
    """A line that ends with two dots where it was too long."""
    if cell_len(text) <= columns:
        return text
    return set_cell_size(text, columns - len(CUT)).rstrip() + CUT


def called(name: str) -> str:
    """A player's name, cut where it is long."""
    return name if cell_len(name) <= LONGEST_NAME else set_cell_size(name, LONGEST_NAME)


def padded(text: str, columns: int) -> str:
    """A line that is exactly so wide."""
    return set_cell_size(clipped(text, columns), columns)


def wrapped(text: str, columns: int, first: str = "", later: str = "") -> list[str]:
    """A paragraph. Its lines begin as said; a word too long for a line is cut."""
    lines, line = [], first
    for word in text.split():
        gap = "" if line in (first, later) else " "
        if gap and cell_len(line) + 1 + cell_len(word) > columns:
            lines.append(line)
            line, gap = later, ""
        line = clipped(line + gap + word, columns)
    return [*lines, line]


def beside(left: Sequence[str], right: Sequence[str], columns: int) -> list[str]:
    """Two drawings next to each other; the left one is this wide."""
    return [f"{padded(a, columns)}{b}".rstrip() for a, b in zip_longest(left, right, fillvalue="")]
