"""The command that solves a game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import (
    AsJson, EditionName, GameName, Players, find, game_names, print_json, split_list, start_options,
)  # fmt: skip
from bestiary.cli.measure import progress_bar
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.engine.content import Edition
    from bestiary.engine.decisions import Policy
    from bestiary.engine.game import Game


def register(app: typer.Typer) -> None:
    app.command()(solve)


def solve(
    game: GameName,
    players: Players = None,
    edition: EditionName = None,
    again: Annotated[bool, typer.Option("--again", help="Solve it anew, even if the solution is kept.")] = False,
    exploit: Annotated[
        str | None,
        typer.Option(
            "--exploit",
            metavar="A,B,…",
            help="Bots that do not think ahead, as in greedy,net:FILE: what two best responses gain against each.",
        ),
    ] = None,
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
    from bestiary.engine.rule import cores

    names = split_list(exploit) if exploit is not None else []
    policies = {name: policy_of(found, name, content, options) for name in names}
    started = time.perf_counter()
    solution = found.solve(content, options, progress_bar, again)
    figures = {**solution.summary(), "seconds": round(time.perf_counter() - started, 2)}
    for name, policy in policies.items():
        gained = solution.exploitability(policy, progress_bar, cores()) if policy else figures["exploitability"]
        figures[f"exploitability_{name}"] = gained
    if as_json:
        print_json({"game": found.name, "players": int(options.seats), "edition": content.name, **figures})
    else:
        print_figures(found, int(options.seats), figures)


def policy_of(game: Game, name: str, edition: Edition, options: Any) -> Policy | None:
    """What a bot does at any decision; nothing for the perfect one, whose proof has told it."""
    from bestiary.bots.perfect import Perfect
    from bestiary.bots.roster import player_named

    player = player_named(game, name)
    if isinstance(player.bot, Perfect):
        return None
    policy: Policy | None = getattr(player.bot, "policy", None)
    if policy is None:
        raise MalformedError(f"'{name}' thinks anew at every decision, so it has no policy to respond to")
    player.prepare(edition, options)
    return policy


def print_figures(game: Game, players: int, figures: dict[str, Any]) -> None:
    print(f"{game.title}, {players} players, solved")
    for name, value in figures.items():
        words = " ".join(f"{v:,}" for v in value) if isinstance(value, list) else f"{value:.7g}"
        print(f"  {name.replace('_', ' '):<32} {words:>22}")
