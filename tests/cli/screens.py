"""What people see at a terminal of 80 × 24 and of 120 × 40, at telling moments of a game between greedy players.

`python tests/cli/screens.py` writes the golden screens anew where a change is meant; `… screens.py prey` those of one
game."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.cli.screen import Screen
from bestiary.cli.session import Session
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.registry import find_game
from bestiary.engine.replay import Seat
from bestiary.engine.room import Room
from bestiary.engine.seat import look
from bestiary.engine.table import Table

GOLDEN = Path(__file__).parent.parent / "golden" / "screens"
SIZES = (Room(80, 24), Room(120, 40))
NAMES = ("You", "Ash", "Briar", "Clover", "Dusk", "Ember", "Flint", "Gorse", "Hazel", "Ivy")
SEED = "screens"


@dataclass(frozen=True)
class Game:
    """A game that is watched: at its first decision, at others of these kinds, where the menu is longest, at its end.
    Each moment is the first of its kind that comes after as many decisions."""

    name: str
    players: int
    variant: str
    kinds: tuple[tuple[str, int], ...]
    most: int = 10_000  # decisions that are played


GAMES = (
    Game("talon", 4, "base", (("act", 30),)),
    Game("talon", 10, "gamble", (("bet", 20),), 120),
    Game("claw", 2, "base", (("formation", 0), ("front", 0), ("offence", 40), ("defence", 50))),
    Game("prey", 4, "base", (("follow", 20), ("free", 0))),
    Game("beasts", 4, "base", (("buy", 0), ("turn", 0), ("travel", 0), ("hunt", 0)), 120),
    Game("beasts", 2, "base", (("battle", 0), ("react", 100))),
)


def file_of(game: Game, size: Room) -> Path:
    return GOLDEN / f"{game.name}-{game.variant}-{game.players}-{size.columns}x{size.lines}.txt"


class Seen:
    """The screen of one seat of a table, of a fixed size."""

    def __init__(self, table: Table, seat: int, names: tuple[str, ...], size: Room) -> None:
        self.out, self.size, self.seat = io.StringIO(), size, seat
        screen = Screen()
        screen.is_terminal = True
        screen.console = Console(file=self.out, width=size.columns, height=size.lines, color_system=None)
        self.session = session = Session.__new__(Session)
        session.table, session.names, session.screen = table, list(names), screen
        session.seats = [Seat(name) for name in names]
        session.people, session.hints, session.amount_of = [seat], False, ""
        session.seen = {seat: session.told_before(seat)}

    def decision(self) -> list[str]:
        """All that is printed at a decision, the prompt too."""
        self.session.show(self.seat)
        return [*self.out.getvalue().splitlines(), self.session.prompt(self.seat).rstrip()]

    def end(self) -> list[str]:
        self.session.screen.news(self.session.unread(self.seat))
        self.session.screen.result(self.session.table, self.session.seats)
        return self.out.getvalue().splitlines()


def called(players: int, seat: int) -> tuple[str, ...]:
    """Names at a table where this seat is the person."""
    others = iter(NAMES[1:])
    return tuple(NAMES[0] if number == seat else next(others) for number in range(players))


def decisions(game: Game) -> Iterator[tuple[Table, int]]:
    """A game, decision by decision; at the end with seat −1."""
    found = find_game(game.name)
    table = Table(found, found.edition(), found.make_options(game.players, game.variant), server_seed(SEED))
    rng, player = quick_rng(SEED), bot_named(found, "greedy")
    while (waiting := table.waiting()) and len(table.plies) < game.most:
        yield table, waiting[-1]
        seat = waiting[-1]
        table.play(seat, player.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action)
    if table.is_over:
        yield table, -1


def moments(game: Game) -> dict[Room, list[str]]:
    """The telling moments of a game as each size shows them."""
    wanted, longest = dict(game.kinds), 0
    shown: dict[Room, dict[str, list[str]]] = {size: {} for size in SIZES}
    for table, seat in decisions(game):
        if seat >= 0 and table.plies and not wanted and len(table.legal(seat)) <= longest:
            continue
        names = called(game.players, max(seat, 0))
        seen = look(table, seat)
        kind = seen.private.question.kind if seen.private else "end"
        now = ["end"] if seat < 0 else ["start"] if not table.plies else []
        if kind in wanted and len(table.plies) >= wanted[kind] and len(seen.actions) > 1:
            del wanted[kind]
            now.append(kind)
        if len(seen.actions) > longest:
            longest = len(seen.actions)
            now = now or ["most moves"]
            for size in SIZES:
                shown[size].pop("most moves", None)
        for size in SIZES if now else ():
            screen = Seen(table, max(seat, 0), names, size)
            lines = screen.end() if seat < 0 else screen.decision()
            for moment in now:
                shown[size][moment] = lines[-(size.lines or 0) :]
    assert not wanted, f"{game.name} was never asked: {', '.join(wanted)}"
    told = {size: [(f"== {name}", *lines) for name, lines in some.items()] for size, some in shown.items()}
    return {size: [line for lines in some for line in lines] for size, some in told.items()}


def write(names: list[str]) -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        if not names or game.name in names:
            for size, lines in moments(game).items():
                file_of(game, size).write_text("".join(f"{line.rstrip()}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
