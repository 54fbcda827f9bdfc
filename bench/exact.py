"""How long exact play with open cards takes: combat of Tooth & Claw, the last tricks of Predator & Prey.

Positions come from games of greedy and of random players. Prints JSON: microseconds of a core, the call from Python
included, for `judge` (the value of the position) and for `solve` (the value of every legal action)."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.engine.chance import key_of, quick, quick_rng, server_seed
from bestiary.engine.game import Game
from bestiary.engine.records import clone
from bestiary.engine.registry import find_game
from bestiary.games.claw import judge as claw
from bestiary.games.prey import judge as prey


def positions(game: Game, players: int, bot: str, fits: Callable[[Any], Any]) -> Iterator[Any]:
    """Some of the positions that fit, from one game after the other."""
    edition, player, rng = game.edition(), Instinct(game, bot), quick_rng(f"exact {bot}")
    number = 0
    while True:
        state = game.state.new()
        game.setup(edition.box, state, game.make_options(players), key_of(server_seed(f"{bot} {number}")), None)
        number += 1
        while asked := game.seats_waiting(state):
            if fits(state) and int(quick(rng, 3)) == 0:
                yield clone(state)
            known = Knowledge(game, edition, state, asked[0])
            game.apply(edition.box, state, asked[0], player.choose(known, asked[0], AT_ONCE, rng).action, None)


def timed(call: Callable[[Any], Any], states: list[Any]) -> dict[str, float]:
    call(states[0])
    taken = []
    for state in states:
        start = time.thread_time()
        call(state)
        taken.append(1e6 * (time.thread_time() - start))
    return {
        "mean": round(float(np.mean(taken)), 1),
        "median": round(float(np.median(taken)), 1),
        "p99": round(float(np.percentile(taken, 99)), 1),
    }


def measure(
    game: Game, players: int, solver: Any, values: Any, fits: Callable[[Any], Any], count: int
) -> dict[str, Any]:
    """The times of one game's solver, over positions that fit."""
    box, memory = game.edition().box, np.zeros(game.judge_memory, np.int64)
    shares, found = np.zeros(game.players.stop - 1), {}
    for bot in ("greedy", "random"):
        source = positions(game, players, bot, fits)
        states = [next(source) for _ in range(count)]
        found[bot] = {
            "judge": timed(lambda s: solver.judge(box, s, memory, shares), states),
            "solve": timed(lambda s: solver.solve(box, s, game.seats_waiting(s)[0], memory, values), states),
        }
    return found


def first_battle(state: Any) -> bool:
    return bool(claw.in_combat(state)) and int(state.battle) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=5000, help="of each kind")
    count = parser.parse_args().positions
    fights, tricks = find_game("claw"), find_game("prey")
    points, shares = np.zeros(fights.max_moves, np.int32), np.zeros(tricks.max_moves)
    found = {
        "claw, combat": measure(fights, 2, claw, points, claw.in_combat, count),
        "claw, first battle": measure(fights, 2, claw, points, first_battle, count),
    }
    for players in tricks.players:
        name = f"prey, {players} players, at most {prey.LAST} cards"
        found[name] = measure(tricks, players, prey, shares, prey.in_reach, count)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
