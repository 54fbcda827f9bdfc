"""The command in which bots meet: arena."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import (
    BOTS_HELP, AsJson, EditionName, Force, GameName, Players, SeedText, Settings, VariantName, check_free,
    console, find, in_words, print_json, split_list, start_options,
)  # fmt: skip
from bestiary.cli.measure import ClusterAt, WorkerCount, counted, going_on, progress_bar, ready_bots, workers_named

if TYPE_CHECKING:
    from bestiary.engine.game import Game

MOST_GAMES = 1_000_000


def register(app: typer.Typer) -> None:
    app.command()(arena)


def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="A,B,…",
            help=f"{BOTS_HELP} Every two meet. search:500 thinks 500 iterations a decision, search:20ms so long.",
        ),
    ] = "easy,normal,hard,expert",
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games of each pair, at least.")] = 200,
    players: Players = None,
    variant: VariantName = None,
    settings: Settings = None,
    edition: EditionName = None,
    seed: SeedText = None,
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Keep all games here, and a plot: the same command goes on after Ctrl-C, and nothing is played again.",
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Let bots meet in pairs on all cores: win shares with 95 % intervals, and ratings.

    Every deal is played with the pair's seats rotated: with more than two players as one of the first among the second
    at every place, and the other way round. Shares are those of the lone bot.
    """
    counted("--games", games, 1, MOST_GAMES)
    staff = workers_named(cluster, workers)
    is_new = out is None or not (out / "seed.txt").exists()
    if out is not None:
        check_free(out / "arena.svg", force or not is_new)
    found = find(game)
    content, options = start_options(found, players, variant, settings, edition)
    from bestiary.lab import arena as lab

    names = split_list(bots)
    seats = list(lab.check_bots(found, names))
    seed, _ = going_on(out, seed, "--out")
    ready_bots(found, seats, content, [options], "table")
    place = lab.Arena(found, content, options, seed, games, staff)
    pairs = lab.all_pairs(names)
    with progress_bar("games", len(pairs) * place.deals * len(lab.seatings(place.places))) as progress:
        results = lab.play_pairs(place, pairs, out, progress)
    summary = lab.summary(place, names, results)
    if out is not None:
        from bestiary.lab.plot import write_plot

        write_plot(out / "arena.svg", found.title, summary)
    if as_json:
        print_json(summary)
        return
    print_summary(found, summary, in_words(found, found.settings(options)))


def print_summary(game: Game, summary: dict[str, Any], settled: list[str]) -> None:
    """Two tables within 80 columns."""
    from rich.table import Table

    told = ", ".join([game.title, f"{summary['players']} players", *settled, f"seed {summary['seed']}"])
    print(told)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("bot", "share %", "95 % interval", "Elo", "ms"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for row in sorted(summary["bots"], key=lambda r: -r["rating"]):
        table.add_row(row["name"], *_percent(row), f"{row['rating']:+} ± {row['rating_interval']}", _ms(row))
    console().print(table)
    print()
    pairs = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("pair", "games", "share %", "95 % interval"):
        pairs.add_column(heading, justify="left" if heading == "pair" else "right", no_wrap=True)
    for pair in summary["pairs"]:
        one, two = pair["bots"]
        pairs.add_row(f"{one['name']} among {two['name']}", f"{pair['games']:,}", *_percent(one))
        if summary["even"] != 0.5:
            pairs.add_row(f"{two['name']} among {one['name']}", "", *_percent(two))
    console().print(pairs)
    print(f"An equal bot would take {100 * summary['even']:.1f} %. ms: processor time a decision that had a choice.")


def _percent(row: dict[str, Any]) -> tuple[str, str]:
    low, high = (100 * end for end in row["interval"])
    return f"{100 * row['share']:.1f}", f"{low:.1f} – {high:.1f}"


def _ms(row: dict[str, Any]) -> str:
    return f"{row['ms']:.1f}" if row["ms"] >= 1 else f"{row['ms']:.2g}"
