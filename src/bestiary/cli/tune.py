"""The command that turns the numbers of an edition: tune."""

from __future__ import annotations

import importlib.util
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bestiary.cli.common import (
    AsJson, EditionName, Force, GameName, Players, SeedText, Settings, VariantName, check_free, console, find,
    print_json, split_list, start_options,
)  # fmt: skip
from bestiary.cli.compare import FILES, prepare, print_summary, stages, write
from bestiary.cli.measure import ClusterAt, WorkerCount, counted, going_on, workers_named
from bestiary.engine.errors import MalformedError, one_line

if TYPE_CHECKING:
    from bestiary.lab.tune import Tuning

NOT_FOUND = 1
"""The exit code where no numbers hold."""
RESULT, EDITION = "tune.json", "edition"
GAMES, GAMES_OF_THINKERS = 4000, 400
SCOUT = "greedy"  # who looks for numbers where the bots themselves take long
MOST_GAMES = 10_000_000


def register(app: typer.Typer) -> None:
    app.command()(tune)


def tune(
    game: GameName,
    free: Annotated[
        list[str],
        typer.Option(
            "--free", metavar="PATH=LOW..HIGH",
            help="A number that may change, and its bounds, as in animals.hawk.worth=1..8; may be repeated.",
        ),
    ],
    target: Annotated[
        list[str],
        typer.Option(
            "--target", metavar="WHAT[=P]",
            help="Who shall take which share, in per cent: sides, seats, one of them as in Bow=48; may be repeated. "
                 "Without P an even share.",
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where the new edition and its comparison go.")
    ],
    within: Annotated[
        float, typer.Option("--within", metavar="P", help="How near to the target is good, in percentage points.")
    ] = 1.0,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,…", help="Who plays: see 'bestiary games'.")] = "greedy",
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Games of a candidate in a round, at least.", show_default=False),
    ] = None,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds to search at most.")] = 100,
    proof: Annotated[
        int | None,
        typer.Option(
            "--proof", metavar="N", show_default=False,
            help="Games in which a proposal must hold; without it, until P is twice each share's standard error.",
        ),
    ] = None,
    players: Players = None,
    variant: VariantName = None,
    settings: Settings = None,
    edition: EditionName = None,
    seed: SeedText = None,
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Turn numbers of an edition, within bounds, until sides or seats take the shares that you want.

    A search for noisy figures (CMA-ES) looks for numbers, between greedy players where your bots think for long. Your
    bots then play what is most likely to hold, and the first that does hold is written as a new edition, comments kept,
    with its comparison to the old one. Games are kept in FOLDER: the same command goes on after Ctrl-C. Exit code 1
    where nothing holds.
    """
    _check(within, rounds, games, proof, out, force)
    found = find(game)
    content, options = start_options(found, players, variant, settings, edition)
    from bestiary.lab import tune as lab
    from bestiary.lab import workers as crew
    from bestiary.lab.knobs import find as find_knob

    knobs = [find_knob(content, text) for text in dict.fromkeys(free)]
    names = split_list(bots)
    wanted = lab.targets(found, content, int(options.seats), target)
    seed, folder = going_on(out, seed, "--out")
    quick = "until" in prepare(found, options, (content, content), names, None, None)
    scouts = names if quick else [SCOUT]
    if not quick:
        prepare(found, options, (content, content), scouts, None, None)
    games = games or (GAMES if quick else GAMES_OF_THINKERS)
    screen, staff = console(stderr=True), workers_named(cluster, workers) or crew.usual()
    began = time.perf_counter()
    with stages() as (stage, progress):
        stage("games", 0)
        tuning = lab.Tuning(
            found, options, content, knobs, wanted, names, scouts, seed, games, games if quick else GAMES, within,
            proof, staff, folder, progress, told=lambda text: screen.print(one_line(text), soft_wrap=True),
        )  # fmt: skip
        best = tuning.run(rounds)
    seconds = time.perf_counter() - began
    if best is None:
        _give_up(tuning, seconds, as_json)
    assert best is not None
    place = _write(tuning, best, out)
    from bestiary.lab.compare import compare
    from bestiary.lab.compared import page

    new = found.edition(str(place))
    with stages() as (stage, progress):
        stage("games", 0)
        result = compare(
            found, options, content, new, names, seed, games=games, workers=staff, progress=progress, stage=stage,
            folder=folder, contribution=None if quick else 0,
        )  # fmt: skip
    summary = result.summary()
    write(out, page([summary]), [summary])
    told = _told(tuning, best, seconds) | {"edition": str(place), "comparison": str(out / FILES[1])}
    (out / RESULT).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json(told)
        return
    print(one_line(f"{tuning.numbers_told(best)}"))
    print(f"In {tuning.tried[best].games:,} games: {tuning.shares_told(best)}")
    print(f"{_effort(tuning)}, in {seconds:.1f} s, seed {seed}")
    print(one_line(f"The edition is {place}; its comparison is {out / FILES[0]}\n"))
    print_summary(found, summary)


def _check(within: float, rounds: int, games: int | None, proof: int | None, out: Path, force: bool) -> None:
    if importlib.util.find_spec("cmaes") is None:
        raise MalformedError("tune needs cmaes: pip install 'bestiary[tune]' brings it")
    if not 0 < within < 50:
        raise MalformedError(f"--within is above 0 and below 50 percentage points, not {within:g}")
    counted("--rounds", rounds, 1, 10_000)
    counted("--games", 1 if games is None else games, 1, MOST_GAMES)
    counted("--proof", 1 if proof is None else proof, 1, MOST_GAMES)
    for name in (*FILES, RESULT):
        check_free(out / name, force)


def _effort(tuning: Tuning) -> str:
    """How much was played."""
    told = f"{tuning.played:,} games of {len(tuning.tried)} candidates"
    return f"{told} by the bots, {tuning.played_by_scouts:,} of {len(tuning.seen)} by scouts"


def _told(tuning: Tuning, best: tuple[int, ...] | None, seconds: float) -> dict[str, Any]:
    """What a search found, for programs; where nothing holds, what is nearest."""
    shown = best or tuning.nearest()

    def shares(point: tuple[int, ...]) -> dict[str, Any]:
        known = tuning.tried[point]
        rows = zip(tuning.targets, known.shares()[tuning.rows], known.errors()[tuning.rows], strict=True)
        return {
            target.name: {"target": target.share, "share": round(float(share), 5), "error": round(float(error), 5)}
            for target, share, error in rows
        }

    return {
        "game": tuning.game.name, "found": best is not None,
        "before": {knob.path: number for knob, number in zip(tuning.knobs, tuning.start, strict=True)},
        "numbers": {knob.path: number for knob, number in zip(tuning.knobs, shown, strict=True)},
        "shares_before": shares(tuning.start), "shares": shares(shown), "proof_games": tuning.tried[shown].games,
        "games": tuning.played, "candidates": len(tuning.tried), "games_of_scouts": tuning.played_by_scouts,
        "candidates_of_scouts": len(tuning.seen), "refused": len(tuning.refused), "seconds": round(seconds, 1),
        "seed": tuning.seed, "bots": list(tuning.bots), "scouts": list(tuning.scouts),
    }  # fmt: skip


def _give_up(tuning: Tuning, seconds: float, as_json: bool) -> None:
    if as_json:
        print_json(_told(tuning, None, seconds))
    else:
        near = tuning.nearest()
        print(f"Nothing held within ± {tuning.within:g} points: {_effort(tuning)}, in {seconds:.1f} s")
        print(one_line(f"Nearest: {tuning.numbers_told(near)}: {tuning.shares_told(near)}"))
        print("Allow more with wider bounds, more --free numbers, or more --rounds; nothing is played twice.")
    raise typer.Exit(NOT_FOUND)


def _write(tuning: Tuning, best: tuple[int, ...], out: Path) -> Path:
    """The new edition: a file, or a folder where the game's editions are folders."""
    from bestiary.engine import files
    from bestiary.engine.content import FILE, texts_of

    text = tuning.text(best)
    if not FILE.match(text):
        place = out / f"{EDITION}.toml"
        files.write(place, [text])
        return place
    (out / EDITION).mkdir(exist_ok=True)
    for stem, own in texts_of(text):
        files.write(out / EDITION / f"{stem}.toml", [own])
    return out / EDITION
