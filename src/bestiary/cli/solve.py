"""The command that solves a game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import AsJson, EditionName, GameName, Players, find, game_names, print_json, start_options
from bestiary.cli.measure import progress_bar
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.engine.game import Game


def register(app: typer.Typer) -> None:
    app.command()(solve)


def solve(
    game: GameName,
    players: Players = None,
    edition: EditionName = None,
    again: Annotated[bool, typer.Option("--again", help="Solve it anew, even if the solution is kept.")] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a game that is small enough: perfect play, what it wins, and the proof that nothing beats it."""
    found = find(game)
    if found.solve is None:
        solved = [name for name in game_names() if find(name).solve]
        raise MalformedError(f"{found.title} is not solved; there is a solution of {', '.join(solved) or 'no game'}")
    if players is None:
        players = found.players.start  # small games are solved first
    content, options = start_options(found, players, None, None, edition)
    started = time.perf_counter()
    solution = found.solve(content, options, progress_bar, again)
    figures = {**solution.summary(), "seconds": round(time.perf_counter() - started, 2)}
    if as_json:
        print_json({"game": found.name, "players": int(options.seats), "edition": content.name, **figures})
    else:
        print_figures(found, int(options.seats), figures)


def print_figures(game: Game, players: int, figures: dict[str, Any]) -> None:
    print(f"{game.title}, {players} players, solved")
    for name, value in figures.items():
        words = " ".join(f"{v:,}" for v in value) if isinstance(value, list) else f"{value:.7g}"
        print(f"  {name.replace('_', ' '):<32} {words:>22}")
