"""Search beside a peer, in one run on one core: our search on Predator & Prey (4 players) against OpenSpiel's C++
ISMCTSBot on oh_hell (4 players, 12 tricks).

Both decide the first card of a fresh deal with the same number of simulations, each played uniformly at random to the
end of the round, with an empty tree for every decision. Runs alternate, so that a noisy machine disturbs both alike;
seconds are those that the process itself was at work, and the ratio is the median over the pairs.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyspiel

from bestiary import __version__
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.bots.search import Search
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table

DOCS = Path(__file__).parent.parent / "docs"
PEER = "oh_hell(players=4,num_tricks_fixed=12)"
BIDS = 4
HEADING = "## Search\n"


def ours(simulations: int) -> Callable[[int], None]:
    """Decides the first card of a deal by its number. The game is one round, without judge: nothing but playouts."""
    game = replace(find_game("prey"), judge=None)
    options = game.make_options(4, settings={"max_rounds": 1})
    edition, bot = game.edition(), Search(game, instinct=0)

    def decide(deal: int) -> None:
        table = Table(game, edition, options, server_seed(str(deal)))
        seat = table.waiting()[0]
        bot.choose(Knowledge.at(table, seat), seat, Budget(iterations=simulations), quick_rng(deal))

    return decide


def theirs(simulations: int) -> Callable[[int], None]:
    """The same for the peer, after random bids."""
    game = pyspiel.load_game(PEER)

    def decide(deal: int) -> None:
        luck = random.Random(deal)
        state = game.new_initial_state()
        bids = 0
        while bids < BIDS or state.is_chance_node():
            bids += not state.is_chance_node()
            actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(luck.choice(actions))
        if len(state.legal_actions()) < 2:
            raise RuntimeError("the first card is forced, which its bot answers at once")
        evaluator = pyspiel.RandomRolloutEvaluator(1, deal)
        pyspiel.ISMCTSBot(deal, evaluator, 2.0, simulations, -1).step(state)

    return decide


def speed(decide: Callable[[int], None], simulations: int, seconds: float, first: int) -> float:
    """Simulations a second."""
    deal, started = first, time.process_time()
    while time.process_time() - started < seconds:
        decide(deal)
        deal += 1
    return (deal - first) * simulations / (time.process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--simulations", type=int, default=1000, help="of each decision")
    parser.add_argument("--seconds", type=float, default=1.5, help="of each run")
    parser.add_argument("--dry", action="store_true", help="print, and write no docs")
    arguments = parser.parse_args()
    players = {"Bestiary": ours(arguments.simulations), "OpenSpiel": theirs(arguments.simulations)}
    runs: dict[str, list[float]] = {name: [] for name in players}
    for decide in players.values():
        decide(0)  # compiles, or loads what was compiled
    for pair in range(arguments.pairs):
        for name, decide in players.items():
            runs[name].append(speed(decide, arguments.simulations, arguments.seconds, 1 + pair * 1_000_000))
    ratios = [a / b for a, b in zip(runs["Bestiary"], runs["OpenSpiel"], strict=True)]
    result = {
        "simulations": arguments.simulations,
        "per_second": {name: round(statistics.median(figures)) for name, figures in runs.items()},
        "ratio": round(statistics.median(ratios), 2),
        "ratios": [round(r, 2) for r in ratios],
    }
    print(json.dumps(result, indent=2))
    if not arguments.dry:
        write_docs(result, arguments.pairs)


def write_docs(result: dict[str, Any], pairs: int) -> None:
    """A section at the end of the page about peers."""
    page = DOCS / "peers.md"
    before = page.read_text().split(HEADING)[0].rstrip("\n")
    lines = [
        HEADING.rstrip(), "",
        f"Simulations a second of information-set Monte Carlo tree search on one core, version {__version__}: the",
        f"first card of a deal, {result['simulations']:,} simulations a decision, played at random to the end of the",
        f"round, with an empty tree for every decision. The median of {pairs} alternating runs, made by",
        "`bench/search.py`.", "",
        "| search | simulations a second | beside OpenSpiel |", "|---|---:|---:|",
        f"| Predator & Prey, 4 players | {result['per_second']['Bestiary']:,} | {result['ratio']:.2f} |",
        f"| OpenSpiel ISMCTSBot, oh_hell, 4 players, 12 tricks | {result['per_second']['OpenSpiel']:,} | 1.00 |", "",
    ]  # fmt: skip
    page.write_text("\n".join([before, "", *lines]))


if __name__ == "__main__":
    main()
