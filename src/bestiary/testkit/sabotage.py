"""Are the laws awake? Plants one-line faults into a copy of the sources and sees which law notices.

A game lists its faults in `sabotage.toml`: `file` (inside the package), `find` (stands there exactly once),
`replace`, and the variant, number of players and settings in which the fault shows."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bestiary.engine import beside, content
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import plain

ONE, FEW, MANY = (1, 0), (4, 2), (60, 12)  # games under the compiled laws, and under those of people
PATIENCE = 120  # seconds for a game, of which a sound one takes a few
GIVEN_UP = "ends (not waited for)"
"""Some faults let a game go on for ever; until the law says so, at the game's bound, hours would pass."""


def package_of(game: Game) -> Path:
    """The folder of the outermost package that a game lives in."""
    name = plain(game.setup).__module__.split(".")[0]
    return Path(str(sys.modules[name].__file__)).parent


@dataclass(frozen=True)
class Fault:
    """A one-line fault."""

    name: str
    file: str
    find: str
    replace: str
    variant: str
    players: int
    settings: str


@dataclass(frozen=True)
class Finding:
    """What the laws said of a fault; `caught` is empty when none noticed."""

    fault: Fault
    caught: list[str]


def faults_of(game: Game) -> list[Fault]:
    file = game.folder / "sabotage.toml"
    listing = content.parse(content.read_edition(file), str(file))
    faults = []
    for row in listing.sections("faults"):
        fault = Fault(
            row.string("name"), row.string("file"), row.string("find"), row.string("replace"),
            row.string("variant", game.variants[0].name), row.integer("players", 1, 99, game.default_players),
            row.string("settings", " "),
        )  # fmt: skip
        row.close()
        if (package_of(game) / fault.file).read_text().count(fault.find) != 1:
            raise row.wrong(f"must stand exactly once in {fault.file}", "find")
        faults.append(fault)
    return faults


def fuzz_copy(game: Game, fault: Fault, games: tuple[int, int]) -> list[str]:
    """The laws that break in an uncompiled run on a copy of the package, with the fault in it."""
    source = package_of(game)
    with tempfile.TemporaryDirectory(prefix="bestiary-") as folder:
        copy = Path(folder) / source.name
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        target = copy / fault.file
        target.write_text(target.read_text().replace(fault.find, fault.replace))
        words = [
            "fuzz", game.name, "--players", str(fault.players), "--variant",
            fault.variant, "--games", str(games[0]), "--people", str(games[1]), "--every", "2", "--seed", "sabotage",
            "--json", *(word for setting in fault.settings.split() for word in ("--set", setting)),
        ]  # fmt: skip
        env = {**os.environ, "PYTHONPATH": folder, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        try:
            done = beside.run("bestiary", *words, seconds=PATIENCE * sum(games), env=env, cwd=folder, **pipes)
        except subprocess.TimeoutExpired:
            return [GIVEN_UP]
    try:
        laws = json.loads(done.stdout)["reports"][0]["laws"]
    except (json.JSONDecodeError, KeyError, IndexError):
        raise RuntimeError(f"the fuzzer did not run: {done.stderr.decode().strip()[-500:]}") from None
    return [name for name, law in laws.items() if law["broken"]]


def check_sound(game: Game) -> list[Fault]:
    """The faults of a game, if no law breaks without them at the tables in which they are planted."""
    faults = faults_of(game)
    if not faults:
        raise MalformedError(f"{game.title} lists no faults in sabotage.toml")
    tables = {(f.variant, f.players, f.settings): dataclasses.replace(f, replace=f.find) for f in faults}
    for none in tables.values():
        if broken := fuzz_copy(game, none, FEW):
            raise RuntimeError(f"laws break without any fault: {', '.join(broken)}")
    return faults


def try_fault(game: Game, fault: Fault, efforts: Sequence[tuple[int, int]] = ()) -> Finding:
    """Most faults show in a few games, of a large game in one; the others get more."""
    efforts = efforts or ((ONE, FEW, MANY) if game.large else (FEW, MANY))
    return Finding(fault, next(filter(None, (fuzz_copy(game, fault, games) for games in efforts)), []))


def sabotage(game: Game, progress: Callable[[int], None], threads: int) -> Iterator[Finding]:
    """All faults of a game, in the order of its list."""
    faults = check_sound(game)
    progress(1)
    with ThreadPoolExecutor(threads) as pool:
        for finding in pool.map(lambda fault: try_fault(game, fault), faults):
            progress(1)
            yield finding
