"""A game's rules text, by section and by ruling."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import did_you_mean

if TYPE_CHECKING:
    from bestiary.engine.game import Game

LIKENESS = 0.7  # of a misspelt heading; less would offer anything
NUMBER = re.compile(r"^r0*(\d+)$")
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
        """A ruling (R7), or a section by its heading, the beginning of it, or words that stand in it."""
        low = " ".join(wanted.lower().split())
        ruling = self.rulings.get(NUMBER.sub(r"R\1", low))
        if ruling:
            return ruling
        for fits in (str.__eq__, str.startswith, _has_words):
            found = [s for s in self.sections if low and fits(s.title.lower(), low)]
            if len(found) > 1:
                raise MalformedError(f"'{wanted}' could be {' or '.join(s.title for s in found)}; write more of it")
            if found:
                return found[0]
        raise MalformedError(f"the rules have no section '{wanted}'{self._meant(low) or f'; {self.contents()}'}")

    def _meant(self, low: str) -> str:
        titles = {word: s.title for s in self.sections for word in (*s.title.lower().split(), s.title.lower())}
        return did_you_mean(low, titles, LIKENESS, titles)

    def row(self, word: str) -> str:
        """The line of a table about this word, as a sentence, of a card sooner than of anything else; empty where there
        is none."""
        headings: list[str] = []
        found: list[str] = []
        for line in self.text.splitlines():
            cells = [c.strip() for c in line.strip("|").split("|")] if line.startswith("|") else []
            if not headings or not cells:
                headings = cells
            elif cells[0].lower() == word and len(cells) == len(headings) > 1:
                facts = [f"{h} {c}" for h, c in zip(headings[1:-1], cells[1:-1], strict=True) if c != "–"]
                found.append(f"{cells[0]}: {'; '.join([*facts, cells[-1]])}.")
        return next((row for row in found if row[0].isupper()), found[0] if found else "")

    def contents(self) -> str:
        """What there is to look up, in one sentence."""
        line = f"sections are {', '.join(s.title for s in self.sections)}"
        numbers = list(self.rulings)
        return f"{line}; rulings are {numbers[0]} to {numbers[-1]}" if numbers else line


def _has_words(title: str, wanted: str) -> bool:
    """Each word wanted begins a word of the heading."""
    return all(any(t.startswith(w) for t in title.split()) for w in wanted.split())


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
