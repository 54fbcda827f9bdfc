"""The command that looks back at a finished game: review."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import AsJson, blaming, check_seed, console, find, game_names, print_json
from bestiary.cli.measure import counted, progress_bar, ready
from bestiary.cli.show import ReplayFile, pick
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.engine.replay import Replay

MOST_ITERATIONS = 1_000_000
MOST_DEEP = 100_000
SHOWN = 12


def register(app: typer.Typer) -> None:
    app.command()(review)


def review(
    file: ReplayFile,
    game: Annotated[int, typer.Option(metavar="N", help="Which game of the file, counted from 1.")] = 1,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", help="Only this seat's decisions; seats count from 0.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", metavar="N", help="How long each decision is searched.")
    ] = None,
    deep: Annotated[
        int | None, typer.Option("--deep", metavar="N", help="How many of the costliest are searched longer.")
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            "--seed", metavar="S", help="Of the search: the same gives the same figures.", callback=check_seed
        ),
    ] = "review",
    everything: Annotated[bool, typer.Option("--all", help="All decisions in order, not only the costliest.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look back at a finished game: what each move cost, by what its player knew and with all cards open.

    Chances are shares of the victory in per cent. A loss is what a move was worth less than the bot's own choice.
    """
    replay = _read(file, game)
    from bestiary.engine.replay import names_of
    from bestiary.lab import review as lab

    deep = lab.DEEP if deep is None else deep
    if iterations is not None:
        counted("--iterations", iterations, 1, MOST_ITERATIONS)
    counted("--deep", deep, 0, MOST_DEEP)
    ready(replay.game(), "table", "search")
    with blaming(file):
        finished = lab.read(replay)
    seats = int(finished.table.state.seats)
    if seat is not None and not 0 <= seat < seats:
        raise MalformedError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
    reviewer = lab.Reviewer(finished, seed, lab.perfect_for(finished, bar=progress_bar))
    judged = reviewer.review(iterations, deep, seat, progress_bar)
    told = lab.summary(reviewer, judged, names_of(replay, seats))
    if as_json:
        print_json(told)
    else:
        print_review(finished.table.game.title, told, everything)


def _read(file: Path, number: int) -> Replay:
    """A game of a file, its rules compiled unless the environment says otherwise."""
    from bestiary.cli import saves
    from bestiary.engine import replay as engine

    if saves.game_in(file) in game_names():
        find(saves.game_in(file))
    return pick(engine.read_games(file), file, number)


def print_review(title: str, told: dict[str, Any], everything: bool) -> None:
    """Who was lucky and who erred, then the decisions."""
    how = "perfect play" if told["exact"] else "search"
    print(f"{title}, {told['made']} decisions, {len(told['decisions'])} of them weighed, by {how}; seed {told['seed']}")
    _print_seats(told)
    print(f"In per cent of a victory: result = {100 * told['even']:.1f} + luck - errors.")
    print()
    rows = told["decisions"]
    if not everything:
        cost = [d for d in rows if d["known"]["loss"] or d["hindsight"]["loss"]]
        rows = sorted(cost, key=lambda d: (-d["known"]["loss"], -d["hindsight"]["loss"], d["decision"]))[:SHOWN]
        print("The costliest decisions (--all shows every one):" if rows else "No decision cost anything.")
    if rows:
        _print_decisions(rows, told["names"])


def _print_seats(told: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("player", "result", "luck", "errors", "in hindsight", "best moves", "accuracy"):
        table.add_column(heading, justify="left" if heading == "player" else "right", no_wrap=True)
    for row in told["seats"]:
        table.add_row(
            row["name"], _percent(row["result"]), f"{100 * row['luck']:+.1f}", _percent(row["error"]),
            _percent(row["hindsight_error"]), f"{row['best_moves']} of {row['decisions']}", _percent(row["accuracy"]),
        )  # fmt: skip
    console().print(table)


def _print_decisions(rows: list[dict[str, Any]], names: list[str]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0))
    for heading in ("", "player", "move", "chance", "better", "loss", "in hindsight"):
        words = heading in ("player", "move", "better")
        table.add_column(heading, justify="left" if words else "right", no_wrap=not words and heading != "in hindsight")
    for row in rows:
        known, hindsight = row["known"], row["hindsight"]
        better = "" if known["is_best"] else known["best"]["text"]
        sure = f" ± {100 * 2 * known['deviation']:.0f}" if known["loss"] and known["deviation"] else ""
        table.add_row(
            str(row["decision"]), names[row["seat"]], row["played"]["text"], _percent(known["before"]), better,
            _percent(known["loss"]) + sure, _percent(hindsight["loss"]),
        )  # fmt: skip
    console().print(table)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
