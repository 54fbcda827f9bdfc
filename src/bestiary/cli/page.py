"""What a person sees at a decision: what happened, the table, the question, the answers. On a terminal it fits the
screen: the table in the form that there is room for, and of a long menu a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from bestiary.engine.room import LEAST_COLUMNS, LEAST_LINES, Room, padded, wrapped

LEAST: Final = Room(LEAST_COLUMNS, 24)  # of a terminal that shows everything
AROUND: Final = 3  # lines: a rule above, one empty line before the question, the prompt
NEWS: Final = 4  # lines of what happened that a table leaves room for, with an empty one below
FEWEST: Final = 3  # lines of a menu, on the lowest screen
COLUMNS: Final = 4  # of a menu beside each other, at most
GAP: Final = 1  # column between them

Numbered = tuple[int, str]


@dataclass(frozen=True)
class Page:
    """The lines of a screen below the news, and where the menu goes on."""

    table: list[str]
    question: list[str]
    menu: list[Text]
    next: int = 0  # the first answer of the next page; 0 where all are shown, or these are the last


def page(
    draw: Callable[[Room], str], asked: str, numbered: Sequence[Numbered], size: Room, news: int, first: int
) -> Page:  # fmt: skip
    """A screen of this size with `news` lines above it; the menu begins with the answer `first`, counted from 0."""
    columns = max(size.columns, LEAST_COLUMNS)
    question = wrapped(asked, columns)
    if size.lines is None:
        return Page(draw(Room(columns)).splitlines(), question, menu(numbered, columns, None, 0)[0])
    left = size.lines - AROUND - len(question)
    lines, following = menu(numbered, columns, max(left - _height(draw, columns, 1), FEWEST), 0)
    if following:  # even beside the smallest table not all answers fit
        lines, following = menu(numbered, columns, max(left - _height(draw, columns, LEAST_LINES), FEWEST), first)
    rest = left - len(lines)
    room = max(rest - min(news + 1 if news else 0, NEWS), min(rest, LEAST_LINES))
    return Page(draw(Room(columns, room)).splitlines(), question, lines, following)


def _height(draw: Callable[[Room], str], columns: int, lines: int) -> int:
    return len(draw(Room(columns, lines)).splitlines())


def menu(answers: Sequence[Numbered], columns: int, lines: int | None, first: int) -> tuple[list[Text], int]:
    """The answers below each other; beside each other where that is too long, if need be in short; else as many from
    `first` on as fit. Then comes the number of the answer that the next page begins with."""
    below = [_one(answer, _most(answers), columns) for answer in answers]
    if lines is None or sum(map(len, below)) <= lines:
        return [line for some in below for line in some], 0
    beside = _beside(answers, columns)
    if len(beside) <= lines:
        return beside, 0
    short = [(number, text.partition(": ")[0]) for number, text in answers]
    if len({text for _, text in short}) == len(short) and len(beside := _beside(short, columns)) < lines:
        return [*beside, Text(" ? and a number says more of a move.", "dim")], 0
    last = first + 1
    while last < len(answers) and sum(map(len, below[first : last + 1])) < lines:
        last += 1
    following = last % len(answers)
    these, rest = f"{answers[first][0]} to {answers[last - 1][0]}", "more" if following else "the first again"
    note = f" Moves {these} of {len(answers)}; Enter shows {rest}."
    return [*(line for some in below[first:last] for line in some), Text(note, "dim")], following


def _most(answers: Sequence[Numbered]) -> int:
    return max((number for number, _ in answers), default=1)


def _number(number: int, of: int) -> str:
    return f" {number:>{len(str(of))}}  "


def _one(answer: Numbered, of: int, columns: int) -> list[Text]:
    """One answer; its later lines are indented."""
    number = _number(answer[0], of)
    first, *later = wrapped(answer[1], columns, number, " " * len(number))
    return [Text.assemble((number, "bold cyan"), first[len(number) :]), *map(Text, later)]


def _beside(answers: Sequence[Numbered], columns: int) -> list[Text]:
    """Answers in as many columns as fit, numbered downwards."""
    widest = max(cell_len(text) for _, text in answers) + len(_number(1, _most(answers))) + GAP
    across = max(min(columns // widest, COLUMNS), 1)
    rows = -(-len(answers) // across)
    lines = [Text() for _ in range(rows)]
    for place, (number, text) in enumerate(answers):
        shown = _number(number, _most(answers))
        lines[place % rows].append(shown, "bold cyan").append(padded(text, columns // across - len(shown)))
    for line in lines:
        line.rstrip()
    return lines
