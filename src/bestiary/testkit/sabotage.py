"""Are the laws awake? Plants one-line faults into a copy of the sources and sees which law notices.

A game lists its faults in `sabotage.toml`: `file` (inside the package), `find` (stands there exactly once),
`replace`, and the variant and number of players in which the fault shows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game

PACKAGE = Path(__file__).parent.parent
GAMES, PEOPLE_GAMES = 60, 12


@dataclass(frozen=True)
class Fault:
    """A one-line fault."""

    name: str
    file: str
    find: str
    replace: str
    variant: str
    players: int


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
        )  # fmt: skip
        row.close()
        if (PACKAGE / fault.file).read_text().count(fault.find) != 1:
            raise row.wrong(f"must stand exactly once in {fault.file}", "find")
        faults.append(fault)
    return faults


def try_fault(game: Game, fault: Fault) -> Finding:
    """Runs the fuzzer, uncompiled, on a copy of the package with the fault in it."""
    with tempfile.TemporaryDirectory(prefix="bestiary-") as folder:
        copy = Path(folder) / "bestiary"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        target = copy / fault.file
        target.write_text(target.read_text().replace(fault.find, fault.replace))
        env = {**os.environ, "PYTHONPATH": folder, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
        caught: list[str] = []
        for games, people in ((4, 2), (GAMES, PEOPLE_GAMES)):  # most faults show at once
            command = [
                sys.executable, "-m", "bestiary", "fuzz", game.name, "--players", str(fault.players), "--variant",
                fault.variant, "--games", str(games), "--people", str(people), "--every", "2", "--json",
            ]  # fmt: skip
            done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, check=False)
            try:
                laws = json.loads(done.stdout)["reports"][0]["laws"]
                caught = [name for name, law in laws.items() if law["broken"]]
            except (json.JSONDecodeError, KeyError, IndexError):
                last = (done.stderr.strip().splitlines() or ["no output"])[-1]
                caught = [f"no start: {last[:100]}"]
            if caught:
                break
    return Finding(fault, caught)


def sabotage(game: Game, progress: Callable[[int], None], threads: int) -> Iterator[Finding]:
    """All faults of a game, in the order of its list."""
    faults = faults_of(game)
    if not faults:
        raise MalformedError(f"{game.title} lists no faults in sabotage.toml")
    with ThreadPoolExecutor(threads) as pool:
        for finding in pool.map(lambda fault: try_fault(game, fault), faults):
            progress(1)
            yield finding
