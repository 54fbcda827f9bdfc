"""What a person sees and types at a terminal, or through pipes."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.segment import Segment, Segments
from rich.table import Table as Grid
from rich.text import Text

from bestiary.cli.answers import Entry
from bestiary.cli.common import console
from bestiary.cli.page import LEAST, page
from bestiary.engine.replay import Seat
from bestiary.engine.room import LEAST_COLUMNS, Room, wrapped
from bestiary.engine.seat_names import YOU, printable, reader, with_names

if TYPE_CHECKING:
    from bestiary.engine.table import Table

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # home, screen, scrollback: some terminals push the screen into the scrollback first


class Screen:
    """Prints to standard output, reads from standard input."""

    def __init__(self) -> None:
        self.console = console()
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.sizes: set[Room] = set()  # of the terminal, so far
        if self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives `input` a history and line editing)

    def say(self, text: RenderableType = "", style: str | None = None) -> None:
        self.console.print(Text(text, style or "") if isinstance(text, str) else text)

    def say_whole(self, text: str) -> None:
        """A line that is meant to be copied, a path in it: never broken by us."""
        self.console.print(Text(text), soft_wrap=True)

    def refuse(self, text: str) -> None:
        self.say(text, "yellow")

    def ask(self, prompt: str) -> str:
        """A line that was typed, without what is not text; EOFError when there will be none."""
        line = input(prompt)
        if not sys.stdin.isatty():
            print(printable(line))  # so that the output of a piped game can be read
        return printable(line).strip()

    def news(self, lines: Sequence[str]) -> None:
        """What happened since somebody last looked."""
        if lines and not self.is_terminal:
            self.say()
        for line in lines:
            self.say(line, "dim")

    @property
    def size(self) -> Room:
        """Of the terminal; without lines where there is none."""
        size = self.console.size
        return Room(size.width, size.height if self.is_terminal else None)

    def page(
        self, draw: Callable[[Room], str], question: str, entries: Sequence[Entry], news: Sequence[str], first: int
    ) -> int:
        """What happened, the table and the question; the number of the answer that the next page begins with."""
        size = self.size
        told = [line for text in news for line in wrapped(text, max(size.columns, LEAST_COLUMNS))]
        shown = page(draw, question, [(entry.number, entry.sentence) for entry in entries], size, len(told), first)
        self.line()
        self.news(told)
        if told or size.lines is None:
            self.say()
        for line in shown.table:
            self.say_whole(line)
        self.say()
        for line in shown.question:
            self.say(line, "bold")
        for answer in shown.menu:
            self.console.print(answer, soft_wrap=True)
        self._say_if_small(size)
        return shown.next

    def _say_if_small(self, size: Room) -> None:
        """Once for every size."""
        if size.lines is None or size in self.sizes:
            return
        self.sizes.add(size)
        if size.columns < LEAST.columns or size.lines < (LEAST.lines or 0):
            has = f"This terminal has {size.columns} columns and {size.lines} lines"
            self.say_whole(f"{has}; the table needs {LEAST.columns} and {LEAST.lines}.")

    def pages(self, text: RenderableType) -> Iterator[None]:
        """Prints what may be long, a screenful at a time; after each that is not the last it yields."""
        lines = self.console.render_lines(Text(text) if isinstance(text, str) else text, pad=False)
        high = max((self.size.lines or len(lines) + 1) - 1, 1)
        for start in range(0, len(lines), high):
            if start:
                yield
            for line in lines[start : start + high]:
                self.console.print(Segments([*line, Segment.line()]), end="", soft_wrap=True)

    def line(self) -> None:
        if not self.is_terminal:
            self.say()
        self.console.rule(characters="─" if self.console.encoding.startswith("utf") else "-", style="dim")

    def hand_over(self, name: str) -> str:
        """Hides everything until the next person sits at the keyboard."""
        self.hide()
        self.say(f"Pass the keyboard to {name}.", "bold")
        typed = self.ask(f"{name}, press Enter when nobody else is looking. ")
        self.hide()
        return typed

    def wait(self, seconds: float) -> None:
        """A pause that people at the terminal see."""
        if self.is_terminal:
            time.sleep(seconds)

    def hide(self) -> None:
        """Nothing of what was shown stays in view, in the scrollback or in the history of typed lines."""
        if not self.is_terminal:
            return self.line()
        if self.console.is_dumb_terminal:
            print("\n" * 200)
        else:
            print(CLEAR, end="", flush=True)
        if readline := sys.modules.get("readline"):
            readline.clear_history()
        return None

    def result(self, table: Table, seats: Sequence[Seat]) -> None:
        """Who won, and how everybody did."""
        shares = table.payoffs()
        scores = table.game.score_list(table.edition, table.state)
        sides = [int(table.game.side(table.state, s)) for s in range(len(seats))]
        with_sides = len(set(sides)) < len(seats)
        grid = Grid(title="Result", title_style="bold", title_justify="left")
        for heading in ("", "Player", *(["Team"] if with_sides else []), "Score", "Victory"):
            grid.add_column(heading, justify="left" if heading in ("", "Player") else "right")
        for seat in sorted(range(len(seats)), key=lambda s: (-shares[s], -scores[s])):
            kind = f" ({seats[seat].bot})" if seats[seat].bot else ""
            team = [str(sides[seat] + 1)] if with_sides else []
            mark = "*" if shares[seat] else ""
            row = [mark, seats[seat].name + kind, *team, f"{scores[seat]:g}", f"{shares[seat]:.3g}"]
            grid.add_row(*map(Text, row), style="bold" if shares[seat] else None)
        self.say()
        self.say(grid)
        self.say(victory([s.name for s in seats], shares, with_sides), "bold")


def victory(names: Sequence[str], shares: Sequence[float], teams: bool = False) -> str:
    winners = [n for n, share in zip(names, shares, strict=True) if share > 0]
    whole = all(share == 1 for share in shares if share > 0)
    if len(winners) == 1:
        return "You win." if winners[0] == YOU else f"{winners[0]} wins."
    listed = f"{', '.join(winners[:-1])} and {winners[-1]}"
    return f"{listed} win together." if teams and whole else f"{listed} share the victory."


def told(table: Table, first: int, seat: int, names: Sequence[str], unread: bool = False) -> list[str]:
    """The events from a number on as sentences for a seat, with names; what has faded is told only if it is unread."""
    from bestiary.engine.seat import since

    found = since(table, seat, first, unread)
    return [with_names(event.sentence, names, reader(names)) for event in found if event.sentence]
