"""The long figures: every law over millions of games, every fault, compiled against plain, coverage.

`make prove` runs all games and the server, `make prove GAMES="prey server"` some; each has its section of
docs/proof.md, and those of the others stay. Each part is written to build/proof/ as it is done, so an interrupted run
goes on where it stopped; `--fresh` begins anew. A part belongs to the digest of the sources that it ran on.
`--most 1000` plays fewer games under the laws at every table."""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy
from pages import sections

from bestiary import __version__
from bestiary.engine.registry import find_game, game_names
from bestiary.testkit.sabotage import Fault, check_sound, faults_of, try_fault

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "proof.md"
PARTS = ROOT / "build" / "proof"
SLICES = PARTS / "slices"
COMMON = range(2, 6)  # players at a common table
CORES = sorted(os.sched_getaffinity(0))
SERVER, SERVER_TITLE = "server", "The table server"
KILLS, CHOICES, STRANGERS = 200, 1000, 10_000
MANY, SOME, PEOPLE = 1_000_000, 100_000, 500
EVERY = 200
CHANGED = 2_500  # replays of each game
MANY_OF_LARGE, SOME_OF_LARGE, PEOPLE_OF_LARGE = 10_000, 700, 8
"""A large game has a hundred times more decisions in all that happens in it."""


WHERE: list[str] = []
"""What is said to the games under the laws: nothing, or the cluster that plays them."""
MOST: list[int] = []
"""At most so many games at a table, if it is said."""


def _take_core() -> None:
    """Every worker thread keeps to a core of its own."""
    worker = threading.current_thread().name.rpartition("_")[2]
    if worker.isdigit():
        os.sched_setaffinity(0, {CORES[int(worker) % len(CORES)]})


def command(*words: str, **environment: str) -> str:
    """Runs a command and returns what it printed; a failure ends the proof."""
    done = subprocess.run(
        words, env={**os.environ, **environment}, cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, check=False, preexec_fn=_take_core,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"prove: {' '.join(words)} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


@functools.cache
def sources(name: str) -> str:
    """A digest of the shared rooms and the game's own folder. Tests are not in it: after changing them use --fresh."""
    package = ROOT / "src" / "bestiary"
    own = ("server", "games") if name == SERVER else (f"games/{name}",)
    folders = [package / room for room in ("engine", "bots", "lab", "testkit", *own)]
    total = hashlib.sha256(f"{numba.__version__} {numpy.__version__}".encode())
    for file in sorted(f for folder in folders for f in folder.rglob("*") if f.suffix in (".py", ".toml")):
        total.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return total.hexdigest()[:12]


def part(game: str, name: str, work: Callable[[], Any]) -> dict[str, Any]:
    """The result of a part, from its file if these sources have already given it."""
    file = PARTS / f"{game}-{name}-{sources(game)}.json"
    if not file.exists():
        started = time.perf_counter()
        print(f"{time.strftime('%H:%M:%S')} {game} {name} …", flush=True)
        result = {"result": work(), "seconds": round(time.perf_counter() - started, 1)}
        PARTS.mkdir(parents=True, exist_ok=True)
        aside = file.with_suffix(f".{os.getpid()}")
        aside.write_text(json.dumps(result))
        os.replace(aside, file)
    return dict(json.loads(file.read_text()))


def bestiary(*words: str, **environment: str) -> Any:
    return json.loads(command(sys.executable, "-m", "bestiary", *words, "--json", **environment))


def tables(name: str) -> list[tuple[str, str, int]]:
    """Edition, variant and number of players: all variants of the default edition, the base game of the others."""
    game = find_game(name)
    base = game.variants[0]
    ways = [(game.default_edition, v) for v in game.variants]
    ways += [(edition, base) for edition in game.editions if edition != game.default_edition]
    return [(edition, variant.name, players) for edition, variant in ways for players in variant.players]


def fuzz_part(name: str, edition: str, variant: str, players: int) -> dict[str, Any]:
    """One table; the base game of the default edition at common tables ten times as long."""
    game = find_game(name)
    long = (edition, variant) == (game.default_edition, game.variants[0].name) and players in COMMON
    table = {"edition": edition, "variant": variant, "players": players}
    words = ["fuzz", name, *(word for key, value in table.items() for word in (f"--{key}", str(value)))]
    many, some, people = (
        (MANY_OF_LARGE, SOME_OF_LARGE, PEOPLE_OF_LARGE) if find_game(name).large else (MANY, SOME, PEOPLE)
    )
    games = min([many if long else some, *MOST])
    words += ["--games", str(games), "--people", str(people), "--every", str(EVERY)]
    kept = ("--keep", str(SLICES / name))
    of = f"fuzz-{edition}-{variant}-{players}-{games}"
    done = part(name, of, lambda: bestiary(*words, *WHERE, *kept, "--seed", "proof"))
    return {**done["result"]["reports"][0], **table, "seconds": done["seconds"]}


def twins(name: str) -> Any:
    games = 30 if find_game(name).large else 500
    code = (
        "import json; from bestiary.testkit.twins import digests, digests_elsewhere\n"
        f"a = digests({name!r}, {games}); b = digests_elsewhere({name!r}, {games}, NUMBA_DISABLE_JIT='1')\n"
        "print(json.dumps({'games': len(a), 'equal': sum(x == y for x, y in zip(a, b))}))"
    )
    return json.loads(command(sys.executable, "-c", code))


def bounds(name: str) -> Any:
    """A part of the fuzzing with array bounds checked; the test suite proves the check on a planted overrun."""
    game = find_game(name)
    games = SOME_OF_LARGE if find_game(name).large else 2000
    total = 0
    for variant in game.variants:
        words = ["fuzz", name, "--variant", variant.name, "--players", str(variant.players.stop - 1)]
        words += ["--games", str(games), "--people", "0", "--seed", "proof"]
        total += bestiary(*words, NUMBA_BOUNDSCHECK="1")["violations"]
    return {"violations": total, "games": games * len(game.variants)}


def fault_part(name: str, number: int, fault: Fault) -> dict[str, Any]:
    """Which laws notice a planted fault."""
    found = part(name, f"fault-{number}", lambda: try_fault(find_game(name), fault).caught)
    return {"fault": fault.name, "caught_by": found["result"]}


def coverage(name: str) -> Any:
    """Lines of the game's folder that its tests and a part of the conformance walk reach, uncompiled."""
    data = PARTS / "coverage"
    env = {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    run = [sys.executable, "-m", "coverage"]
    few = min(3, find_game(name).players.stop - 1)
    tests = [f"tests/{name}", "tests/testkit/test_conformance.py", "-k", f"{name} and (not every_law or -{few})"]
    command(*run, "run", f"--source=bestiary.games.{name}", "-m", "pytest", "-q", *tests, **env)
    report = PARTS / "covered.json"  # `coverage` would take a name that begins with its own for more data
    command(*run, "json", "-q", "-o", str(report), **env)
    totals = json.loads(report.read_text())["totals"]
    return {"percent": round(totals["percent_covered"], 2), "lines": totals["num_statements"]}


def hostile(name: str) -> Any:
    """Changed replays; whatever `verify` lets pass must be on the closed list of harmless changes."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("tests/cli/hostile.py", "replays", name, str(CHANGED), folder)
        done = json.loads(command(sys.executable, *words, NUMBA_DISABLE_JIT="1", XDG_DATA_HOME=folder))
    if done["wrong"] or done["memory"] > 500_000_000:
        sys.exit(f"prove: {done['memory']:,} bytes, and these answers are wrong: {done['wrong'][:5]}")
    return done


def cold_start(name: str) -> Any:
    """Seconds until `play` asks for the first move and until `simulate` is done, with a cold and with a warm cache."""

    def seconds(*words: str) -> float:
        started = time.perf_counter()
        command(sys.executable, "-m", "bestiary", *words, BESTIARY_CACHE=folder, XDG_DATA_HOME=folder)
        return round(time.perf_counter() - started, 2)

    simulate = ("simulate", name, "--games", "10", "--seed", "cold")
    with tempfile.TemporaryDirectory() as folder:
        cold, cached = seconds(*simulate), seconds(*simulate)
        play = seconds("play", name, "--seed", "cold")  # no input: it shows the first decision, saves and ends
    with tempfile.TemporaryDirectory() as folder:
        cold_play = seconds("play", name, "--seed", "cold")
        time.sleep(60)  # the compiler that it started beside it
    return {"cold": cold, "cached": cached, "play": play, "cold_play": cold_play}


def prove(name: str) -> str:
    """A game's section of the page."""
    game = find_game(name)
    start = part(name, "start", lambda: cold_start(name))["result"]
    with ThreadPoolExecutor(len(CORES)) as pool:  # a core each: the laws of people use only one
        futures = {
            "twins": pool.submit(part, name, "twins", lambda: twins(name)),
            "coverage": pool.submit(part, name, "coverage", lambda: coverage(name)),
            "bounds": pool.submit(part, name, "bounds", lambda: bounds(name)),
            "hostile": pool.submit(part, name, "hostile", lambda: hostile(name)),
            "sound": pool.submit(part, name, "sound", lambda: len(check_sound(game))),
        }
        faults = list(pool.map(lambda each: fault_part(name, *each), enumerate(faults_of(game))))
        rows = list(pool.map(lambda table: fuzz_part(name, *table), tables(name)))
    results = {key: future.result()["result"] for key, future in futures.items()}
    equal, covered, checked = (results[k] for k in ("twins", "coverage", "bounds"))
    changed = results["hostile"]
    games = sum(r["games"] for r in rows)
    lines = [
        game.title, "",
        f"Version {__version__}, sources {sources(name)}, Python {platform.python_version()}, Numba "
        f"{numba.__version__}, NumPy {numpy.__version__}.", "",
        f"- **Laws**: {games:,} games, {sum(r['decisions'] for r in rows):,} decisions, every compiled law after every "
        f"decision; the laws of what people see on {sum(r['people_games'] for r in rows):,} games more (every sentence "
        f"told, and about one position in {EVERY} looked at in full). "
        f"Violations: **{sum(r['violations'] for r in rows)}**.",
        f"- **Faults**: {len(faults)} planted, **{sum(not each['caught_by'] for each in faults)}** missed.",
        f"- **Compiled and plain**: {equal['equal']} of {equal['games']} games with equal bytes after every action.",
        f"- **Bounds checked**: {checked['games']:,} games, {checked['violations']} violations.",
        f"- **Changed replays**: {changed['calls']:,}, with "
        f"{', '.join(f'{count:,} {what}' for what, count in changed['outcomes'].items())}; "
        f"{len(changed['wrong'])} wrong answers, {changed['memory'] // 1_000_000} MB.",
        f"- **Coverage** of `games/{name}`, uncompiled: **{covered['percent']} %** of {covered['lines']} lines.",
        f"- **Start**: `simulate` of 10 games takes {start['cold']} s in all with a cold cache and {start['cached']} s "
        f"with a warm one; `play` shows the first decision, saves and ends in {start['cold_play']} s with a cold cache "
        f"and in {start['play']} s with a warm one.",
        "", "| edition | variant | players | games | decisions | laws evaluated | violations | seconds |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]  # fmt: skip
    for r in rows:
        evaluated = sum(law["checked"] for law in r["laws"].values())
        cells = [r["edition"], r["variant"], r["players"], f"{r['games']:,}", f"{r['decisions']:,}", f"{evaluated:,}",
                 r["violations"], r["seconds"]]  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "How often each law was evaluated:", "", "| law | times |", "|---|---:|"]
    for law in rows[0]["laws"]:
        lines.append(f"| {law} | {sum(r['laws'][law]['checked'] for r in rows):,} |")
    lines += ["", "Which law caught which fault:", "", "| fault | caught by |", "|---|---|"]
    lines += [f"| {f['fault']} | {', '.join(f['caught_by']) or '**nothing**'} |" for f in faults]
    return "\n".join(lines) + "\n"


def served(*words: str) -> Any:
    """The report of a proof of the server; a failure ends the proof."""
    return json.loads(command(sys.executable, *words, NUMBA_DISABLE_JIT="1"))


def prove_server() -> str:
    """The table server's section of the page."""
    proofs = {
        "sqlite": ("bench/kill.py", "--kills", str(KILLS), "--database", "sqlite", "--json"),
        "postgresql": ("bench/kill.py", "--kills", str(KILLS), "--database", "postgresql", "--json"),
        "workers": ("bench/workers.py", "--choices", str(CHOICES), "--json"),
        "hostile": ("tests/server/strangers.py", str(STRANGERS)),
    }
    found = {name: part(SERVER, name, functools.partial(served, *words))["result"] for name, words in proofs.items()}
    resumed = part(SERVER, "resume", lambda: json.loads(command(sys.executable, "bench/resume.py", "--json")))["result"]
    if found["hostile"]["wrong"]:
        sys.exit(f"prove: the server answered wrongly: {found['hostile']['wrong'][:5]}")
    lines = [SERVER_TITLE, "", f"Version {__version__}, sources {sources(SERVER)}.", ""]
    for name in ("sqlite", "postgresql"):
        kill = found[name]
        lines.append(f"- **Killed** on {name}: {kill['kills']} kills under 50 clients, {kill['acknowledged']:,} moves "
                     f"acknowledged, **{kill['lost']}** lost, **{kill['doubled']}** doubled.")  # fmt: skip
    many, strangers = found["workers"], found["hostile"]
    lines += [
        f"- **Many workers**: {many['choices']:,} secret choices of 5 seats through 2 workers, "
        f"{many['acknowledged']:,} moves acknowledged, **{sum(many['refusals'].values())}** refused, "
        f"**{many['lost']}** lost; a worker was killed and the broker restarted meanwhile.",
        f"- **Hostile clients**: {strangers['cases']:,} cases, **{len(strangers['wrong'])}** wrong answers, "
        f"{strangers['memory'] // 1_000_000} MB.",
        f"- **Restart**: {resumed['tables']:,} tables were back after {resumed['seconds']} s.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[*game_names(), SERVER])
    parser.add_argument("--fresh", action="store_true", help="forget what was proven before")
    parser.add_argument("--most", type=int, metavar="GAMES", help="at most so many games under the laws at a table")
    parser.add_argument("--cluster", metavar="ADDRESS|local", help="let a Ray cluster play the games under the laws")
    arguments = parser.parse_args()
    MOST[:] = [arguments.most] if arguments.most else []
    WHERE[:] = ["--cluster", arguments.cluster] if arguments.cluster else []
    for name in arguments.games:
        if arguments.fresh:
            shutil.rmtree(SLICES / name, ignore_errors=True)
            for file in PARTS.glob(f"{name}-*.json"):
                file.unlink()
        title = SERVER_TITLE if name == SERVER else find_game(name).title
        found = {**sections(PAGE), title: prove_server() if name == SERVER else prove(name)}
        titles = [*(find_game(each).title for each in game_names()), SERVER_TITLE]
        head = "# Proof\n\nWritten by `make prove`. What the laws say stands in [the laws](laws.md).\n"
        PAGE.write_text("\n## ".join([head, *(found[title] for title in titles if title in found)]))
        print(f"docs/proof.md: {title} is written.")


if __name__ == "__main__":
    main()
