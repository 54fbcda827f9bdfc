"""Are the rules as fast as before? Random play of two checkouts by turns, in one run.

    git worktree add ../before v0.1.0 && make -C ../before setup
    python bench/ratio.py ../before            # all games; --games talon,claw for some, --json for programs

A process of each checkout plays batches of random games, the other one's and this one's by turns, and tells the
processor time of each. So a busy machine disturbs both alike, and little. The ratio is the median over the pairs;
above 1 this checkout is faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
TABLES = {"talon": 4, "claw": 2, "prey": 4, "beasts": 4}
SECONDS = 0.5  # of processor time in a batch, about
PROGRAM = """
import sys, time
from bestiary.engine.registry import find_game
from bestiary.lab.playout import DECISIONS, Runner
game = find_game(sys.argv[1])
def batch(runner):
    runner.counters[:] = 0
    began = time.thread_time()
    runner.run()
    return int(runner.counters[DECISIONS]), time.thread_time() - began
make = lambda games: Runner(game, game.edition(), game.make_options(int(sys.argv[2])), games)
batch(make(10))  # compiles
games = max(1, int(100 * float(sys.argv[3]) / batch(make(100))[1]))
runner = make(games)
batch(runner)
print("ready", flush=True)
for _ in sys.stdin:
    print(*batch(runner), flush=True)
"""


class Player:
    """A process of a checkout that plays a batch whenever it is asked."""

    def __init__(self, checkout: Path, game: str) -> None:
        command = [str(checkout / ".venv/bin/python"), "-c", PROGRAM, game, str(TABLES[game]), str(SECONDS)]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, cwd=checkout, **pipes)
        self.answer()  # before the other one starts, so that neither compiles while the other one plays

    def answer(self) -> str:
        line = str(self.process.stdout.readline())
        if not line:
            raise SystemExit(f"{self.process.args[0]} ended with code {self.process.wait()}")
        return line

    def speed(self) -> float:
        """Decisions a second of processor time."""
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        decisions, seconds = self.answer().split()
        return int(decisions) / float(seconds)

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def measure(before: Path, game: str, pairs: int) -> dict[str, Any]:
    players = [Player(before, game), Player(HERE, game)]
    speeds = [[player.speed() for player in players] for _ in range(pairs)]
    for player in players:
        player.end()
    old, new = (statistics.median(column) for column in zip(*speeds, strict=True))
    ratio = statistics.median(now / then for then, now in speeds)
    return {"game": game, "players": TABLES[game], "before": round(old), "now": round(new), "ratio": round(ratio, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("before", type=Path, help="the other checkout, set up")
    parser.add_argument("--games", default=",".join(TABLES), help="which games, separated by commas")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    arguments = parser.parse_args()
    rows = []
    for game in arguments.games.split(","):
        row = measure(arguments.before, game, arguments.pairs)
        rows.append(row)
        if not arguments.json:
            figures = f"before {row['before']:>12,}   now {row['now']:>12,}   ratio {row['ratio']:.3f}"
            print(f"{game:<8} {figures}", flush=True)
    if arguments.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
