"""How the chance to win Tooth & Claw hangs on the lead after a round: measured in games between greedy players.

Prints the numbers that stand in `games/claw/judge.py`: for a game and for a match, by the rounds that are left, the
weights of a point of lead, of a step of rank in the cards not yet used, and of having begun the game."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import batch_seeds
from bestiary.engine.frames import waiting
from bestiary.engine.registry import find_game
from bestiary.engine.rule import Batch, Ints, LongRows, Shares, WordRows, rule
from bestiary.games.claw.rules import apply, legal, payoff, setup
from bestiary.games.claw.judge import FEATURES, features, rounds_left
from bestiary.games.claw.state import ROUNDS, SEATS, Box, Options

GAME = find_game("claw")
EDITION = GAME.edition()
pick = pick_of(GAME, "greedy")
MOST_LEFT = 2 * ROUNDS


@rule
def watch(
    box: Box, states: Batch, options: Options, keys: WordRows, rngs: LongRows, moves: Ints, weights: Ints,
    shares: Shares, seen: LongRows,
) -> None:  # fmt: skip
    """Plays a game for each key; the features after each round go to `seen`, what seat 0 wins to `shares`."""
    state = states[0]
    for game in range(len(keys)):
        states[0] = states[1]
        setup(box, state, options, keys[game], None)
        left = rounds_left(state)
        while waiting(state) != 0:
            seat = first_bit(waiting(state))
            count = legal(box, state, seat, moves)
            apply(box, state, seat, pick(box, state, seat, moves, count, weights, rngs[game]), None)
            if waiting(state) != 0 and rounds_left(state) != left:
                left = rounds_left(state)
                features(state, seen[game * MOST_LEFT + left])
        payoff(box, state, shares[game * SEATS : (game + 1) * SEATS])


def fit(seen: npt.NDArray[Any], won: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The weights of a logistic curve, by Newton's method."""
    weights = np.zeros(seen.shape[1])
    for _ in range(20):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = (seen * (chance * (1 - chance))[:, None]).T @ seen
        weights += np.linalg.lstsq(slope, seen.T @ (won - chance))[0]
    return weights


def error(chance: npt.NDArray[Any], won: npt.NDArray[Any], lead: npt.NDArray[Any]) -> float:
    """The mean gap between the chance said and the share won, over groups of equal lead."""
    gaps = [(np.sum(lead == n), abs(chance[lead == n].mean() - won[lead == n].mean())) for n in np.unique(lead)]
    return float(sum(n * gap for n, gap in gaps) / len(lead))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000)
    games = parser.parse_args().games
    for variant, number in (("base", 1), ("match", 2)):
        _, keys, rngs = batch_seeds("chances", 0, games)
        seen, shares = np.zeros((games * MOST_LEFT, FEATURES), np.int64), np.zeros(games * SEATS)
        moves, weights = (np.zeros(GAME.max_moves, np.int32) for _ in range(2))
        options = GAME.make_options(2, variant)
        watch(EDITION.box, GAME.state.array(2), options, keys, rngs, moves, weights, shares, seen)
        won = shares[::SEATS]
        for left in range(1, number * ROUNDS):
            rows = seen.reshape(games, MOST_LEFT, FEATURES)[:, left].astype(float)
            found = fit(rows, won)
            gap = error(1 / (1 + np.exp(-rows @ found)), won, rows[:, 0])
            print(f"{variant}, {left} left: {', '.join(f'{w:.4f}' for w in found)}; off by {gap:.2%} on average")


if __name__ == "__main__":
    main()
