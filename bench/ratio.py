"""Are the rules as fast as before? Random play of two checkouts by turns, in one run.

    git worktree add ../before v0.1.0 && make -C ../before setup
    python bench/ratio.py ../before            # all games; --games talon,claw for some

Each pair runs `bestiary bench` of the other checkout and then of this one, so that a noisy machine disturbs both alike.
The ratio is the median over the pairs; above 1 this checkout is faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
from pathlib import Path

HERE = Path(__file__).parents[1]
TABLES = {"talon": 4, "claw": 2, "prey": 4, "beasts": 4}


def speed(checkout: Path, game: str) -> float:
    """Decisions a second on one core."""
    command = [str(checkout / ".venv/bin/bestiary"), "bench", game, "--players", str(TABLES[game]), "--json"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout)["decisions_per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("before", type=Path, help="the other checkout, set up")
    parser.add_argument("--games", default=",".join(TABLES), help="which games, separated by commas")
    parser.add_argument("--pairs", type=int, default=7)
    arguments = parser.parse_args()
    for game in arguments.games.split(","):
        speed(arguments.before, game), speed(HERE, game)  # compiles
        pairs = [(speed(arguments.before, game), speed(HERE, game)) for _ in range(arguments.pairs)]
        ratio = statistics.median(now / before for before, now in pairs)
        before, now = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{game:<8} before {before:>12,.0f}   now {now:>12,.0f}   ratio {ratio:.3f}", flush=True)


if __name__ == "__main__":
    main()
