"""Throughput beside peers, in one run on one core: our random play against OpenSpiel's C++ random rollouts.

OpenSpiel's wheel has no rollout function of its own, but MCTSBot with one simulation and RandomRolloutEvaluator(n)
plays exactly n random games to their end in C++. Runs alternate and are timed in processor time, so that a noisy
machine disturbs both alike, and little; the ratio is the median over the pairs. A decision is a move where at least two
were legal; because OpenSpiel has to work for its forced moves too, the table also gives the ratio that counts those in
its favour.
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
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game, game_names
from bestiary.lab.playout import DECISIONS, Runner

DOCS = Path(__file__).parent.parent / "docs"
PEERS = {
    "oh_hell": "oh_hell(players=4,num_tricks_fixed=12)",
    "euchre": "euchre",
}
ROLLOUTS = 500
SLICE, SLICE_OF_LARGE = 2000, 50  # games in a compiled call


def our_tables(names: list[str]) -> list[tuple[Game, int]]:
    """Every game with its usual number of players, and with the fewest."""
    games = [find_game(name) for name in names]
    return [(game, n) for game in games for n in dict.fromkeys((game.default_players, game.players.start))]


def after_chance(game: Any, rng: random.Random) -> Any:
    """A fresh deal, up to the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def moves_per_rollout(game: Any, rng: random.Random, samples: int = 300) -> tuple[float, float]:
    """How many decisions a random game has from the first one on, and how many forced moves besides."""
    decisions, forced = 0, 0
    for _ in range(samples):
        state = after_chance(game, rng)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                legal = state.legal_actions()
                decisions += len(legal) > 1
                forced += len(legal) == 1
                state.apply_action(rng.choice(legal))
    return decisions / samples, forced / samples


def peer_speed(game: Any, seconds: float, rng: random.Random) -> float:
    """C++ rollouts a second."""
    done = 0
    state = after_chance(game, rng)
    started = time.process_time()
    while time.process_time() - started < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, rng.randrange(1 << 30))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, rng.randrange(1 << 30), False)
        bot.step(state)
        done += ROLLOUTS
    return done / (time.process_time() - started)


def our_speed(runner: Runner, seconds: float) -> float:
    """Decisions a second."""
    runner.counters[:] = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        runner.run()
    return float(runner.counters[DECISIONS]) / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.5, help="of each run")
    parser.add_argument("--games", nargs="+", default=game_names())
    parser.add_argument("--dry", action="store_true", help="print, and write no docs")
    arguments = parser.parse_args()
    rng = random.Random(1)
    peers = {name: pyspiel.load_game(text) for name, text in PEERS.items()}
    lengths = {name: moves_per_rollout(game, rng) for name, game in peers.items()}
    runners = {}
    for game, players in our_tables(arguments.games):
        runner = Runner(game, game.edition(), game.make_options(players), SLICE_OF_LARGE if game.large else SLICE)
        runner.run()  # compiles
        runners[f"{game.title}, {players} players"] = runner
    speeds: dict[str, list[float]] = {}
    moves: dict[str, list[float]] = {}
    for _ in range(arguments.pairs):
        for label, runner in runners.items():
            speeds.setdefault(label, []).append(our_speed(runner, arguments.seconds))
            moves.setdefault(label, []).append(speeds[label][-1])
        for name, game in peers.items():
            rollouts = peer_speed(game, arguments.seconds, rng)
            decisions, forced = lengths[name]
            speeds.setdefault(f"OpenSpiel {name}", []).append(rollouts * decisions)
            moves.setdefault(f"OpenSpiel {name}", []).append(rollouts * (decisions + forced))
    rows = [{"what": what, "median": statistics.median(runs), "runs": runs} for what, runs in speeds.items()]
    for row in rows:
        for column, counts in (("ratio", speeds), ("ratio_with_forced", moves)):
            pairs = zip(counts[row["what"]], counts["OpenSpiel oh_hell"], strict=True)
            row[column] = statistics.median(a / b for a, b in pairs)
    print(json.dumps(rows, indent=2))
    if not arguments.dry:
        write_docs(rows, arguments.pairs)


def write_docs(rows: list[dict[str, Any]], pairs: int) -> None:
    lines = [
        "# Beside peers", "",
        f"Random legal play on one core, version {__version__}: the median of {pairs} alternating runs of each in",
        "processor time, made by `make bench`. OpenSpiel's figures are its C++ random rollouts. A decision is a move",
        "where at least two were legal; the last column counts OpenSpiel's forced moves in its favour, and none of",
        "ours. Ratios are the medians of the pairwise ratios to `oh_hell` (4 players, 12 tricks).", "",
        "| game | million decisions a second | beside oh_hell | its forced moves counted |", "|---|---:|---:|---:|",
    ]  # fmt: skip
    for r in rows:
        lines.append(f"| {r['what']} | {r['median'] / 1e6:.2f} | {r['ratio']:.2f} | {r['ratio_with_forced']:.2f} |")
    lines += ["", "![Decisions a second, every run a dot](img/peers.svg)", ""]
    page = DOCS / "peers.md"
    _, heading, rest = page.read_text().partition("## Where the cycles went")
    page.write_text("\n".join(lines) + ("\n" + heading + rest if heading else ""))
    (DOCS / "img").mkdir(exist_ok=True)
    points = [{"game": r["what"], "million decisions a second": run / 1e6} for r in rows for run in r["runs"]]
    room = {"left": 50, "right": 5, "top": 5, "bottom": 5}  # a reader's typeface may be wider than ours
    chart = altair.Chart(altair.Data(values=points), width=520, height=160, padding=room)
    y = altair.Y("game:N", sort=None, title=None)
    unit = "million decisions a second"
    x = altair.X(f"{unit}:Q", title=unit)
    bars = chart.mark_bar(opacity=0.3).encode(y=y, x=altair.X(f"median({unit}):Q", title=unit))
    (bars + chart.mark_point().encode(y=y, x=x)).save(str(DOCS / "img" / "peers.svg"))


if __name__ == "__main__":
    main()
