"""Throughput beside peers, in one run on one core: our random play against OpenSpiel's C++ random rollouts.

OpenSpiel's wheel has no rollout function of its own, but MCTSBot with one simulation and RandomRolloutEvaluator(n)
plays exactly n random games to their end in C++. Runs alternate, so that a noisy machine disturbs both alike; the
ratio is the median over the pairs. Peers' forced moves count as decisions, ours do not.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

import altair
import pyspiel

from bestiary import __version__
from bestiary.engine.registry import find_game
from bestiary.lab.bench import bench

DOCS = Path(__file__).parent.parent / "docs"
PEERS = {
    "oh_hell": "oh_hell(players=4,num_tricks_fixed=12)",
    "euchre": "euchre",
}
OURS = (("talon", 4), ("talon", 2))
ROLLOUTS = 500


def after_chance(game: Any, rng: random.Random) -> Any:
    """A fresh deal, up to the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def decisions_per_rollout(game: Any, rng: random.Random, samples: int = 200) -> float:
    """How many decisions, forced ones included, a random game has from the first decision on."""
    total = 0
    for _ in range(samples):
        state = after_chance(game, rng)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                total += 1
                state.apply_action(rng.choice(state.legal_actions()))
    return total / samples


def peer_speed(game: Any, per_rollout: float, seconds: float, rng: random.Random) -> float:
    """Decisions a second of C++ rollouts."""
    done = 0
    state = after_chance(game, rng)
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.randrange(1 << 30))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, rng.randrange(1 << 30), False)
        bot.step(state)
        done += ROLLOUTS
    return done * per_rollout / (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each run")
    parser.add_argument("--dry", action="store_true", help="print, and write no docs")
    arguments = parser.parse_args()
    rng = random.Random(1)
    peers = {name: pyspiel.load_game(text) for name, text in PEERS.items()}
    lengths = {name: decisions_per_rollout(game, rng) for name, game in peers.items()}
    speeds: dict[str, list[float]] = {}
    for _ in range(arguments.pairs):
        for name, players in OURS:
            game = find_game(name)
            result = bench(game, game.edition(), game.make_options(players), arguments.seconds, 1)
            speeds.setdefault(f"{game.title}, {players} players", []).append(result["decisions_per_second"])
        for name, game in peers.items():
            label = f"OpenSpiel {name}"
            speeds.setdefault(label, []).append(peer_speed(game, lengths[name], arguments.seconds, rng))
    rows = [{"what": what, "median": statistics.median(runs), "runs": runs} for what, runs in speeds.items()]
    against = speeds["OpenSpiel oh_hell"]
    for row in rows:
        ratios = [a / b for a, b in zip(row["runs"], against, strict=True)]
        row["ratio"] = statistics.median(ratios)
    print(json.dumps(rows, indent=2))
    if not arguments.dry:
        write_docs(rows, arguments.pairs)


def write_docs(rows: list[dict[str, Any]], pairs: int) -> None:
    lines = [
        "# Beside peers", "",
        f"Random legal play on one core, version {__version__}: the median of {pairs} alternating runs of each, made by",
        "`make bench`. OpenSpiel's figures are its C++ random rollouts; its forced moves count as decisions, ours do",
        "not. The last column is the median of the pairwise ratios to OpenSpiel's `oh_hell` (4 players, 12 tricks).", "",
        "| game | million decisions a second | beside oh_hell |", "|---|---:|---:|",
    ]  # fmt: skip
    lines += [f"| {r['what']} | {r['median'] / 1e6:.2f} | {r['ratio']:.2f} |" for r in rows]
    lines += ["", "![Decisions a second, every run a dot](img/peers.svg)", ""]
    (DOCS / "peers.md").write_text("\n".join(lines))
    (DOCS / "img").mkdir(exist_ok=True)
    points = [{"game": r["what"], "million decisions a second": run / 1e6} for r in rows for run in r["runs"]]
    chart = altair.Chart(altair.Data(values=points), width=520, height=160)
    y = altair.Y("game:N", sort=None, title=None)
    x = altair.X("million decisions a second:Q", scale=altair.Scale(zero=True))
    bars = chart.mark_bar(opacity=0.3).encode(y=y, x=altair.X("mean(million decisions a second):Q", title=None))
    (bars + chart.mark_point().encode(y=y, x=x)).save(str(DOCS / "img" / "peers.svg"))


if __name__ == "__main__":
    main()
