"""A game's rules text, by section and by ruling."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from bestiary.engine.game import Game

RULING = re.compile(r"- \*\*(R\d+)\*\*\s")


@dataclass(frozen=True)
class Section:
    """A part of the rules under its own heading, or one ruling."""

    title: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    """The whole text, its sections in order, and the rulings by number."""

    text: str
    sections: list[Section]
    rulings: dict[str, Section]

    def find(self, wanted: str) -> Section:
        """A ruling (R7), or a section by the beginning of its heading."""
        ruling = self.rulings.get(wanted.strip().upper())
        if ruling:
            return ruling
        low = wanted.strip().lower()
        exact = [s for s in self.sections if s.title.lower() == low]
        begins = exact or [s for s in self.sections if low and s.title.lower().startswith(low)]
        if not begins:
            raise MalformedError(f"the rules have no section '{wanted}'; {self.contents()}")
        if len(begins) > 1:
            raise MalformedError(f"'{wanted}' could be {' or '.join(s.title for s in begins)}; write more of it")
        return begins[0]

    def contents(self) -> str:
        """What there is to look up, in one sentence."""
        line = f"sections are {', '.join(s.title for s in self.sections)}"
        numbers = list(self.rulings)
        return f"{line}; rulings are {numbers[0]} to {numbers[-1]}" if numbers else line


def read(game: Game) -> Rulebook:
    file = game.folder / "rules.md"
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise MalformedError(f"the rules text of {game.title} cannot be read: {error.strerror}") from None
    return parse(text)


def parse(text: str) -> Rulebook:
    parts = re.split(r"^## +(.+?) *$", text, flags=re.MULTILINE)
    sections = [Section(title, body.strip()) for title, body in zip(parts[1::2], parts[2::2], strict=True)]
    return Rulebook(text, sections, _rulings(text))


def _rulings(text: str) -> dict[str, Section]:
    """List items that begin with a bold number, with the indented lines that continue them."""
    found: dict[str, Section] = {}
    current, lines = "", list[str]()
    for line in [*text.splitlines(), ""]:
        if current and line[:1] == " " and line.strip():
            lines.append(line.strip())
            continue
        if current:
            found[current] = Section(current, " ".join(lines))
        match = RULING.match(line)
        current = match.group(1) if match else ""
        lines = [line[match.end() :].strip()] if match else []
    return found


def rendered(text: str, in_terminal: bool) -> RenderableType:
    """Formatted for a terminal, as written for a file."""
    if in_terminal:
        from rich.markdown import Markdown

        return Markdown(text)
    from rich.text import Text

    return Text(text)
