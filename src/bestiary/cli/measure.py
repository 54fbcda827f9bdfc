"""Commands that measure: simulate, bench, fuzz, compile."""

from __future__ import annotations

import math
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import (
    AsJson, BotNames, EditionName, Force, GameName, Players, SeedText, Settings, VariantName, check_free, console, find,
    check_seed, in_words, print_json, split_list, start_options,
)  # fmt: skip
from bestiary.engine.errors import MalformedError, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bestiary.bots.roster import Player
    from bestiary.engine.content import Edition
    from bestiary.engine.game import Game
    from bestiary.lab.workers import Workers

MOST_GAMES = 1_000_000_000
GAMES, GAMES_OF_THINKERS = 10_000, 200
MOST_SECONDS = 3600
HowMany = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", help=f"How many games: {GAMES:,}, or {GAMES_OF_THINKERS} where a bot thinks ahead.",
        show_default=False,
    ),
]  # fmt: skip
ClusterAt = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS|local", show_default=False,
        help="Let the workers of a Ray cluster do it: at this address, or one of this machine.",
    ),
]  # fmt: skip
WorkerCount = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="So many processes, or workers of the cluster.", show_default=False),
]
KeepIn = Annotated[
    Path | None,
    typer.Option(
        "--keep", metavar="FOLDER", show_default=False,
        help="Keep what is finished here: the same command goes on after Ctrl-C.",
    ),
]  # fmt: skip
MOST_WORKERS, MOST_BYTES = 4096, 4096


def workers_named(cluster: str | None, workers: int | None) -> Workers | None:
    """Who shall do the work; None where this process does it alone."""
    if workers is not None:
        counted("--workers", workers, 1, MOST_WORKERS)
    if cluster is None and workers is None:
        return None
    from bestiary.lab.workers import named

    return named(cluster, workers)


def going_on(folder: Path | None, seed: str | None, option: str = "--keep") -> tuple[str, Path | None]:
    """The seed of a run, and where its finished slices are kept. A folder knows the seed of the run that it keeps."""
    if folder is None:
        return seed or secrets.token_hex(8), None
    if folder.exists() and not folder.is_dir():
        raise MalformedError(f"{option} needs a folder, and {folder} is a file")
    from bestiary.engine import files
    from bestiary.lab.workers import SLICES

    file = folder / "seed.txt"
    kept = check_seed(files.read_text(file, "seed", MOST_BYTES).strip()) if file.exists() else None
    if seed and kept and seed != kept:
        raise MalformedError(f"{folder} keeps games of the seed '{kept}': leave out --seed, or name another folder")
    seed = seed or kept or secrets.token_hex(8)
    folder.mkdir(parents=True, exist_ok=True)
    files.write(file, [f"{seed}\n"])
    return seed, folder / SLICES


def register(app: typer.Typer) -> None:
    """Adds the commands to the app."""
    app.command()(simulate)
    app.command()(bench)
    app.command()(fuzz)
    app.command(name="compile")(compile_game)


@contextmanager
def progress_bar(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, so that output stays clean; nothing where nobody watches."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda count: bar.advance(task, count)


def ready(game: Game, *works: str) -> float:
    """Compiles what the cache lacks for some works, with a bar; returns the seconds it took."""
    from bestiary.lab.warming import is_cold, missing, warm_all

    if not any(is_cold(game, work) for work in works):
        return warm_all(game, works)
    with progress_bar(f"compiling {game.title} (once)", len(missing(game, works))) as progress:
        return warm_all(game, works, progress, lambda owner: _waits(game, owner))


def _waits(game: Game, owner: str) -> None:
    console(stderr=True).print(f"Process {owner} compiles {game.title} already; waiting for it.")


def ready_bots(game: Game, players: Sequence[Player], edition: Edition, tables: Sequence[Any], *works: str) -> None:
    """Compiles and prepares some works, and what these bots need for them."""
    from bestiary.bots.search import Search

    search = ["search"] if any(isinstance(player.bot, Search) for player in players) else []
    ready(game, *works, *search)
    for player in players:
        for options in tables:
            player.prepare(edition, options, bar=progress_bar)


def usual_games(given: int | None, players: Sequence[Player]) -> int:
    """How many games, where nobody says: fewer where bots think."""
    from bestiary.bots.protocol import AT_ONCE

    if given is not None:
        return given
    return GAMES if all(player.budget is AT_ONCE for player in players) else GAMES_OF_THINKERS


def counted(name: str, value: int, least: int = 1, most: int = MOST_GAMES) -> None:
    if value < least:
        raise MalformedError(f"{name} must be at least {least}, not {value}")
    if value > most:
        raise MalformedError(f"{name} must be at most {most}, not {value}")


def writable(file: Path, force: bool) -> None:
    """Refuses before the work what would fail after it."""
    check_free(file, force)
    if file.is_dir():
        raise MalformedError(f"--record needs a file, and {file} is a folder")
    if not file.parent.is_dir():
        raise MalformedError(f"--record {file}: there is no folder {file.parent}")


def simulate(
    game: GameName,
    players: Players = None,
    games: HowMany = None,
    bots: BotNames = "greedy",
    variant: VariantName = None,
    settings: Settings = None,
    edition: EditionName = None,
    seed: SeedText = None,
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    keep: KeepIn = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write the games' replays here."),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots on all cores: win shares with 95 % intervals, scores. Seats count from 0."""
    counted("--games", 1 if games is None else games)
    staff = workers_named(cluster, workers)
    if record:
        writable(record, force)
    found = find(game)
    content, options = start_options(found, players, variant, settings, edition)
    from bestiary.bots.roster import player_named
    from bestiary.lab import simulate as lab
    from bestiary.lab.company import compiled_bots, seat_bots

    seats = seat_bots(found, split_list(bots), int(options.seats))
    entered = [player_named(found, name) for name in dict.fromkeys(seats)]
    games, (seed, folder) = usual_games(games, entered), going_on(keep, seed)
    alone = compiled_bots(found, seats) is not None and not record
    ready_bots(found, entered, content, [options], *(("simulate",) if alone else ("simulate", "table")))
    with progress_bar("games", games) as progress:
        results = lab.simulate(found, content, options, seats, games, seed, progress, staff, folder)
    if record:
        with progress_bar("replays", games) as progress:
            lab.record(found, content, options, seats, games, seed, record, progress)
    played = {"game": found.name, "edition": content.name, "players": int(options.seats), "seed": seed}
    summary = {**played, **results.summary()}
    if as_json:
        print_json(summary)
        return
    print_shares(found, summary)
    if record:
        print(one_line(f"Replays: {record}"))


def print_shares(game: Game, summary: dict[str, Any]) -> None:
    """One line a seat, within 80 columns."""
    from rich.table import Table

    print(f"{game.title}, edition {summary['edition']}, {summary['games']:,} games, seed {summary['seed']}")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("seat", "bot", "wins %", "95 % interval", "score", "min 25% 50% 75% max"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for row in summary["seats"]:
        low, high = (100 * end for end in row["interval"])
        table.add_row(
            str(row["seat"]), row["bot"], f"{100 * row['share']:.2f}", f"{low:.2f} – {high:.2f}",
            f"{row['score_mean']:.1f} ± {row['score_deviation']:.1f}",
            " ".join(f"{q:g}" for q in row["score_quartiles"]),
        )  # fmt: skip
    console().print(table)
    print(f"{summary['decisions_per_game']} decisions a game.")


def bench(
    game: GameName,
    players: Players = None,
    variant: VariantName = None,
    settings: Settings = None,
    edition: EditionName = None,
    seconds: Annotated[float, typer.Option("--seconds", metavar="S", help="How long to measure.")] = 2.0,
    cores: Annotated[int, typer.Option("--cores", metavar="N", help="How many cores to use.")] = 1,
    device: Annotated[str, typer.Option("--device", metavar="cpu|cuda", help="Where to play.")] = "cpu",
    seed: SeedText = None,
    as_json: AsJson = False,
) -> None:
    """Measure the rules: decisions a second of random legal play. On a GPU a large game plays a minute before."""
    if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        raise MalformedError(f"--seconds must be above 0 and at most {MOST_SECONDS}, not {seconds:g}")
    counted("--cores", cores, 1, len(os.sched_getaffinity(0)))
    if device not in ("cpu", "cuda"):
        raise MalformedError(f"--device is cpu or cuda, not '{device}'")
    if device == "cuda" and seed is not None:
        raise MalformedError("--seed works with --device cpu only")
    found = find(game)
    content, options = start_options(found, players, variant, settings, edition)
    if device == "cuda":
        from bestiary.lab.cuda_bench import bench_cuda

        result = bench_cuda(found, content, options, seconds)
    else:
        from bestiary.lab import bench as lab

        ready(found, "simulate")
        result = lab.bench(found, content, options, seconds, cores, seed or "bench")
    if as_json:
        print_json(result)
        return
    print(f"{found.title}, {result['players']} players, on {result['device']}")
    for key in ("decisions_per_second", "games_per_second", "decisions_per_game", "forced", "cores",
                "in_flight", "compile_seconds", "state_bytes"):  # fmt: skip
        if key in result:
            print(f"  {key.replace('_', ' '):<22} {result[key]:>16,}")


def fuzz(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games under the compiled laws.")] = 1000,
    people: Annotated[
        int, typer.Option("--people", metavar="N", help="Games under the laws of what people see.")
    ] = 20,
    every: Annotated[
        int, typer.Option("--every", metavar="K", help="Look at about one position in K of those games.")
    ] = 8,
    variant: VariantName = None,
    every_variant: Annotated[
        bool, typer.Option("--all", help="All variants and numbers of players, one after the other.")
    ] = False,
    settings: Settings = None,
    edition: EditionName = None,
    seed: SeedText = None,
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    keep: KeepIn = None,
    sabotage: Annotated[
        bool, typer.Option("--sabotage", help="Plant faults into a copy of the sources: does a law catch each?")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check what must always hold, by random and hostile play. Exit code 1 when something does not."""
    counted("--games", games)
    counted("--people", people, 0)
    counted("--every", every)
    staff = workers_named(cluster, workers)
    if every_variant and (players is not None or variant is not None or settings):
        raise MalformedError("--all plays all variants and numbers of players; leave out --players, --variant, --set")
    found = find(game)
    if sabotage:
        _sabotage(found, as_json)
        return
    from bestiary.testkit import fuzz as kit

    content, options = start_options(found, players, variant, settings, edition)
    tables = [options]
    if every_variant:
        tables = [found.make_options(n, v.name) for v in found.variants for n in v.players]
    seed, folder = going_on(keep, seed)
    reports = []
    with progress_bar("games", len(tables) * (games + people)) as progress:
        for table in tables:
            report = kit.fuzz(found, content, table, games, seed, people, every, progress, staff, folder)
            reports.append({**report, "options": found.settings(table)})
    violations = sum(r["violations"] for r in reports)
    if as_json:
        total = {"games": sum(r["games"] for r in reports), "violations": violations, "reports": reports}
        print_json({"game": found.name, **total})
    else:
        for report in reports:
            print_report(found, report)
    if violations:
        raise typer.Exit(1)


def print_report(game: Game, report: dict[str, Any]) -> None:
    print(f"{game.title}, {report['players']} players, {report['games']:,} games, {report['decisions']:,} decisions")
    print("  " + " ".join([*in_words(game, report["options"]), "seed", str(report["seed"])]))
    for name, law in report["laws"].items():
        where = f"  first in game {law['first']['game']}, decision {law['first']['decision']}" if "first" in law else ""
        where += f"  {law['said']}" if "said" in law else ""
        print(f"  {name:<20} checked {law['checked']:>13,}  broken {law['broken']:>6,}{where}")


def _sabotage(game: Game, as_json: bool) -> None:
    from bestiary.testkit.sabotage import faults_of
    from bestiary.testkit.sabotage import sabotage as run

    with progress_bar("faults", len(faults_of(game)) + 1) as progress:
        findings = list(run(game, progress, len(os.sched_getaffinity(0))))
    missed = [f for f in findings if not f.caught]
    if as_json:
        rows = [{"fault": f.fault.name, "caught_by": f.caught} for f in findings]
        print_json({"game": game.name, "faults": len(findings), "missed": len(missed), "findings": rows})
    else:
        for finding in findings:
            print(f"{finding.fault.name:<55} {', '.join(finding.caught) or 'NOT CAUGHT'}")
        print(f"{len(findings) - len(missed)} of {len(findings)} faults caught.")
    if missed:
        raise typer.Exit(1)


def compile_game(game: GameName) -> None:
    """Compile a game's rules now, so that nobody has to wait later."""
    found = find(game)
    from bestiary.lab.warming import WORKS

    seconds = ready(found, *WORKS)
    print(f"{found.title} is compiled ({seconds:.1f} s).")
