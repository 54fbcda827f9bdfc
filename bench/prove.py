"""The long figures: every law over millions of games, every fault, compiled against plain, coverage.

Writes docs/proof.md. Each part is written to build/proof/ as it is done, so an interrupted run goes on where it
stopped; `--fresh` begins anew. A part belongs to the digest of the sources that it ran on."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy

from bestiary import __version__
from bestiary.engine import cache
from bestiary.engine.registry import find_game, game_names

ROOT = Path(__file__).parent.parent
PARTS = ROOT / "build" / "proof"
BASE_COUNTS = range(2, 6)
MANY, SOME, PEOPLE = 1_000_000, 100_000, 500


def command(*words: str, **environment: str) -> str:
    """Runs a command and returns what it printed; a failure ends the proof."""
    done = subprocess.run(words, env={**os.environ, **environment}, cwd=ROOT, text=True, stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"prove: {' '.join(words)} ended with {done.returncode}:\n{done.stdout[-3000:]}")
    return done.stdout


def part(name: str, work: Callable[[], Any]) -> dict[str, Any]:
    """The result of a part, from its file if these sources have already given it."""
    file = PARTS / f"{name}-{cache.digest()}.json"
    if not file.exists():
        started = time.perf_counter()
        print(f"{time.strftime('%H:%M:%S')} {name} …", flush=True)
        result = {"result": work(), "seconds": round(time.perf_counter() - started, 1)}
        PARTS.mkdir(parents=True, exist_ok=True)
        aside = file.with_suffix(".part")
        aside.write_text(json.dumps(result))
        os.replace(aside, file)
    return dict(json.loads(file.read_text()))


def bestiary(*words: str, **environment: str) -> Any:
    return json.loads(command(sys.executable, "-m", "bestiary", *words, "--json", **environment))


def fuzz_parts(name: str) -> list[dict[str, Any]]:
    """Every variant and number of players; the base game of 2 to 5 players ten times as long."""
    game = find_game(name)
    rows = []
    for variant in game.variants:
        for players in variant.players:
            long = variant is game.variants[0] and players in BASE_COUNTS
            games = MANY if long else SOME
            words = ["fuzz", name, "--players", str(players), "--variant", variant.name, "--games", str(games)]
            words += ["--people", str(PEOPLE), "--every", "20", "--seed", "proof"]
            done = part(f"fuzz-{name}-{variant.name}-{players}", lambda words=words: bestiary(*words))
            rows.append({"variant": variant.name, "players": players, **done["result"]["reports"][0],
                         "seconds": done["seconds"]})  # fmt: skip
    return rows


def twins(name: str) -> Any:
    code = (
        "import json; from bestiary.testkit.twins import digests, digests_elsewhere\n"
        f"a = digests({name!r}, 500); b = digests_elsewhere({name!r}, 500, NUMBA_DISABLE_JIT='1')\n"
        "print(json.dumps({'games': len(a), 'equal': sum(x == y for x, y in zip(a, b))}))"
    )
    return json.loads(command(sys.executable, "-c", code))


def bounds(name: str) -> Any:
    """A part of the fuzzing with array bounds checked; the test suite proves the check on a planted overrun."""
    game = find_game(name)
    total = 0
    for variant in game.variants:
        words = ["fuzz", name, "--variant", variant.name, "--players", str(variant.players.stop - 1)]
        total += bestiary(*words, "--games", "2000", "--people", "0", NUMBA_BOUNDSCHECK="1")["violations"]
    return {"violations": total, "games": 2000 * len(game.variants)}


def coverage(name: str) -> Any:
    """Lines of the game's folder that its tests and a part of the conformance walk reach, uncompiled."""
    data = PARTS / "coverage"
    env = {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(data)}
    run = [sys.executable, "-m", "coverage"]
    tests = [f"tests/{name}", "tests/testkit/test_conformance.py", "-k", "not every_law or -3"]
    command(*run, "run", f"--source=bestiary.games.{name}", "-m", "pytest", "-q", *tests, **env)
    report = PARTS / "coverage.json"
    command(*run, "json", "-q", "-o", str(report), **env)
    totals = json.loads(report.read_text())["totals"]
    return {"percent": round(totals["percent_covered"], 2), "lines": totals["num_statements"]}


def cold_start(name: str) -> Any:
    """Seconds to compile what simulate needs, and from a cached start to the first result."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "bestiary", "simulate", name, "--games", "10", "--seed", "cold"]
        times = []
        for _ in range(2):
            started = time.perf_counter()
            command(*words, BESTIARY_CACHE=folder)
            times.append(round(time.perf_counter() - started, 2))
    return {"cold": times[0], "cached": times[1]}


def prove(name: str) -> list[str]:
    game = find_game(name)
    start = part(f"start-{name}", lambda: cold_start(name))["result"]
    equal = part(f"twins-{name}", lambda: twins(name))["result"]
    covered = part(f"coverage-{name}", lambda: coverage(name))["result"]
    checked = part(f"bounds-{name}", lambda: bounds(name))["result"]
    faults = part(f"sabotage-{name}", lambda: bestiary("fuzz", name, "--sabotage"))["result"]
    rows = fuzz_parts(name)
    games = sum(r["games"] for r in rows)
    lines = [
        f"## {game.title}", "",
        f"- **Laws**: {games:,} games, {sum(r['decisions'] for r in rows):,} decisions, every compiled law after every "
        f"decision; the laws of what people see on {sum(r['people_games'] for r in rows):,} games more. "
        f"Violations: **{sum(r['violations'] for r in rows)}**.",
        f"- **Faults**: {faults['faults']} planted, **{faults['missed']}** missed.",
        f"- **Compiled and plain**: {equal['equal']} of {equal['games']} games with equal bytes after every action.",
        f"- **Bounds checked**: {checked['games']:,} games, {checked['violations']} violations.",
        f"- **Coverage** of `games/{name}`, uncompiled: **{covered['percent']} %** of {covered['lines']} lines.",
        f"- **Start**: `simulate` with a cold cache {start['cold']} s in all, with a warm one {start['cached']} s.",
        "", "| variant | players | games | decisions | laws evaluated | violations | seconds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]  # fmt: skip
    for r in rows:
        evaluated = sum(law["checked"] for law in r["laws"].values())
        cells = [r["variant"], r["players"], f"{r['games']:,}", f"{r['decisions']:,}", f"{evaluated:,}",
                 r["violations"], r["seconds"]]  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "How often each law was evaluated:", "", "| law | times |", "|---|---:|"]
    for law in rows[0]["laws"]:
        lines.append(f"| {law} | {sum(r['laws'][law]['checked'] for r in rows):,} |")
    lines += ["", "Which law caught which fault:", "", "| fault | caught by |", "|---|---|"]
    lines += [f"| {f['fault']} | {', '.join(f['caught_by']) or '**nothing**'} |" for f in faults["findings"]]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=game_names())
    parser.add_argument("--fresh", action="store_true", help="forget what was proven before")
    arguments = parser.parse_args()
    if arguments.fresh and PARTS.exists():
        for file in PARTS.glob("*.json"):
            file.unlink()
    lines = [
        "# Proof", "",
        f"Written by `make prove`, version {__version__}, sources {cache.digest()}, Python "
        f"{platform.python_version()}, Numba {numba.__version__}, NumPy {numpy.__version__}. What the laws say "
        "stands in [the laws](laws.md).", "",
    ]  # fmt: skip
    for name in arguments.games:
        lines += [*prove(name), ""]
    (ROOT / "docs" / "proof.md").write_text("\n".join(lines))
    print("docs/proof.md is written.")


if __name__ == "__main__":
    main()
