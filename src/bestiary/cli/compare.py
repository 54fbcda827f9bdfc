"""The command that sets two editions beside each other: compare."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import (
    AsJson, Force, GameName, Players, SeedText, Settings, VariantName, check_free, console, find, print_json,
    split_list, start_options,
)  # fmt: skip
from bestiary.cli.measure import ClusterAt, WorkerCount, counted, going_on, ready_bots, workers_named
from bestiary.engine.errors import MalformedError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bestiary.engine.content import Edition
    from bestiary.engine.game import Game

FILES = ("compare.html", "compare.json")
UNTIL, GAMES_OF_THINKERS = 0.5, 400
MOST_GAMES = 100_000_000
SHOWN = 12
OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER",
        help="Where the page and the JSON file go. What is played is kept here, so that the same command goes on after "
             "Ctrl-C.",
    ),
]  # fmt: skip


def register(app: typer.Typer) -> None:
    app.command()(compare)


def compare(
    game: GameName,
    a: Annotated[str, typer.Option("--a", metavar="EDITION", help="The one: shipped, or your file or folder.")],
    b: Annotated[str, typer.Option("--b", metavar="EDITION", help="The other one.")],
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="Who plays: see 'bestiary games'. Unlike bots change seats.")
    ] = "greedy",
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="A,B,…", help="Instead of --bots: once among each of these, side by side."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Games of each edition.", show_default=False)
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            "--until", metavar="P", show_default=False,
            help="Play until every difference of shares is known to within P percentage points to either side.",
        ),
    ] = None,
    contribution: Annotated[
        int | None,
        typer.Option(
            "--contribution", metavar="N", show_default=False,
            help="Deals in which cards are replaced by blanks; 0 for none. Without it, as many as take about as long.",
        ),
    ] = None,
    players: Players = None,
    variant: VariantName = None,
    settings: Settings = None,
    seed: SeedText = None,
    device: Annotated[
        str, typer.Option("--device", metavar="cpu|cuda", help="Where to play; on a GPU shares only, no cards.")
    ] = "cpu",
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    out: OutFolder = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Set two editions beside each other: what a changed card did, with intervals.

    Both are played on the same deals, with the same luck for the players, so that a difference is one of the cards.
    Shares of wins by seat and by side, the length of games, and for every card how often it was there, what those won
    who had it, and what it contributes: the change of its owner's share when a blank takes its place.

    Without --games and --until, bots that decide at once play until ±0.5 points, others 400 games. Intervals hold
    however often you look: you may go on with a smaller --until later.
    """
    check_numbers(games, until, contribution)
    if device not in ("cpu", "cuda"):
        raise MalformedError(f"--device is cpu or cuda, not '{device}'")
    if out is not None:
        for name in FILES:
            check_free(out / name, force)
    found = find(game)
    one, options = start_options(found, players, variant, settings, a)
    two = found.edition(b)
    check_different(one, two, a, b)
    from bestiary.lab.compare import compare as run
    from bestiary.lab.compared import page

    entries = [[name] for name in split_list(levels)] if levels else [split_list(bots)]
    staff = workers_named(cluster, workers)
    if device == "cuda" and (staff is not None or contribution):
        raise MalformedError("--device cuda plays shares on one GPU; leave out --cluster, --workers and --contribution")
    seed, folder = going_on(out, seed, "--out")
    summaries, began = [], time.perf_counter()
    for names in entries:
        if device == "cuda":
            summaries.append(on_gpu(found, options, one, two, names, seed, games, until))
            continue
        goal = prepare(found, options, (one, two), names, games, until)
        with stages() as (stage, progress):
            result = run(
                found, options, one, two, names, seed, **goal, contribution=contribution, progress=progress,
                stage=stage, folder=folder, workers=staff,
            )  # fmt: skip
        summaries.append(result.summary())
    seconds = time.perf_counter() - began
    if out is not None:
        write(out, page(summaries), summaries)
    if as_json:
        print_json({"comparisons": summaries})
        return
    for summary in summaries:
        print_summary(found, summary)
    total = sum(2 * s["games"] for s in summaries)
    print(f"\n{total:,} games in {seconds:.1f} s, seed {seed}, besides those with blanks.")
    if out is not None:
        print(one_line(f"The page is {out / FILES[0]}, all figures are in {out / FILES[1]}"))


def on_gpu(
    game: Game, options: Any, one: Edition, two: Edition, names: list[str], seed: str, games: int | None,
    until: float | None,
) -> dict[str, Any]:  # fmt: skip
    """A comparison on a GPU; what it took stands beside it."""
    from bestiary.lab.compare import MOST_DEALS, Question
    from bestiary.lab.cuda import load_cuda
    from bestiary.lab.cuda_pairs import check, compare_on_gpu
    from bestiary.lab.deals import Print, Setting

    setting = Setting.of(game, options, names, seed)
    check(game, setting.bots)
    found = load_cuda()
    wanted = UNTIL if games is None and until is None else until
    with stages() as (stage, progress):
        stage("games", games or 0)
        question = Question(setting, Print.of(one), Print.of(two))
        result, spent = compare_on_gpu(question, games or MOST_DEALS, wanted, found, progress=progress)
    return {**result.summary(), "seconds": {name: round(value, 3) for name, value in spent.items()}}


def check_numbers(games: int | None, until: float | None, contribution: int | None) -> None:
    if games is not None and until is not None:
        raise MalformedError("--games and --until contradict each other; give one of them")
    counted("--games", 1 if games is None else games, 1, MOST_GAMES)
    counted("--contribution", contribution or 0, 0, MOST_GAMES)
    if until is not None and not 0 < until < 50:
        raise MalformedError(f"--until is above 0 and below 50 percentage points, as in --until 0.3, not {until:g}")


def check_different(one: Edition, two: Edition, a: str, b: str) -> None:
    """Two editions that print the same have nothing to tell."""
    from bestiary.lab.differences import differences

    if not differences(one, two):
        raise MalformedError(f"{a} and {b} print the same, so there is nothing to compare; change a card in one")


def prepare(
    game: Game, options: Any, editions: tuple[Edition, Edition], names: list[str], games: int | None,
    until: float | None,
) -> dict[str, Any]:
    """Compiles what these bots need; returns how far to play."""
    from bestiary.bots.protocol import AT_ONCE
    from bestiary.bots.roster import player_named
    from bestiary.lab.company import compiled_bots, seat_bots

    seats = seat_bots(game, names, int(options.seats))
    entered = [player_named(game, name) for name in dict.fromkeys(seats)]
    alone = compiled_bots(game, seats) is not None
    for edition in editions:
        ready_bots(game, entered, edition, [options], "compare", *(("simulate",) if alone else ("table",)))
    if games is None and until is None:
        quick = all(player.budget is AT_ONCE for player in entered)
        return {"until": UNTIL} if quick else {"games": GAMES_OF_THINKERS}
    return {"games": games, "until": until}


def write(out: Path, html: str, summaries: list[dict[str, Any]]) -> None:
    from bestiary.engine import files

    files.write(out / FILES[0], [html])
    files.write(out / FILES[1], [json.dumps({"comparisons": summaries}, indent=1), "\n"])


@contextmanager
def stages() -> Iterator[tuple[Callable[[str, int], None], Callable[[int], None]]]:
    """One bar that is given a new text and total at every stage; without a total it only counts."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield (
            lambda text, total: bar.reset(task, description=text, total=total or None),
            lambda count: bar.advance(task, count),
        )


# --- In words


def print_summary(game: Game, one: dict[str, Any]) -> None:
    from bestiary.lab.compared import sentences

    who = ", ".join(dict.fromkeys(one["bots"]))
    print(f"{game.title}, {one['b']['name']} beside {one['a']['name']}, {one['games']:,} games each, {who}")
    for row in one["differences"][:SHOWN]:
        print(one_line(f"  {row['words']}"))
    if len(one["differences"]) > SHOWN:
        print(f"  … and {len(one['differences']) - SHOWN} more")
    for name, rows in (("seat", one["seats"]), ("bot", one["seated"]), (one["trait"], one["sides"])):
        print_shares(name, rows)
    print_cards(one)
    print()
    for sentence in sentences(one):
        print(one_line(f"{sentence[:1].upper()}{sentence[1:]}."))
    for name, seconds in one.get("seconds", {}).items():
        print(f"{name:<8} {seconds:.2f} s on the GPU")


def print_shares(heading: str, rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    if not rows:
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in (heading, "A %", "B %", "B − A", "95 % interval"):
        table.add_column(name, justify="left" if name == heading else "right", no_wrap=True)
    for row in rows:
        table.add_row(str(row["name"]), *(percent(row[key]) for key in ("a", "b")), *spread(row, "difference"))
    print()
    console().print(table)


def print_cards(one: dict[str, Any]) -> None:
    """The cards that were changed and those that contribute most and least."""
    from rich.table import Table

    known = [card for card in one["cards"] if card["contribution"] and card["contribution"]["b"]["value"] is not None]
    known.sort(key=lambda card: -card["contribution"]["b"]["value"])
    ends = known if len(known) <= SHOWN else [*known[: SHOWN // 2], *known[-SHOWN // 2 :]]
    shown = [card for card in known if card["changed"] or card["found"] or card in ends][: 3 * SHOWN]
    if not shown:
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("contribution", "A", "B", "B − A", "95 % interval"):
        table.add_column(name, justify="left" if name == "contribution" else "right", no_wrap=True)
    for card in shown:
        part = card["contribution"]
        mark = "• " if card["changed"] else "  "
        values = (f"{100 * part[side]['value']:+.2f}" if part[side]["value"] is not None else "–" for side in "ab")
        table.add_row(mark + card["name"], *values, *spread(part["difference"], "value"))
    print()
    console().print(table)


def percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f}"


def spread(row: dict[str, Any], key: str) -> tuple[str, str]:
    if row[key] is None:
        return "–", "–"
    return f"{100 * row[key]:+.2f}", f"{100 * row['low']:+.2f} – {100 * row['high']:+.2f}"
