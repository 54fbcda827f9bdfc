"""How the chance to win Tailed Beasts hangs on what each player has between two rounds: measured in games between
greedy players.

Prints the numbers that stand in `games/beasts/judge.py`: after each round but the last, the weight of each thing."""

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
from bestiary.games.beasts.judge import FEATURES, NAMES, between_rounds, features
from bestiary.games.beasts.rules import apply, legal, payoff, setup
from bestiary.games.beasts.state import ROUNDS, SEATS, Box, Options, State  # noqa: F401 (Batch is of it)

GAME = find_game("beasts")
EDITION = GAME.edition()
pick = pick_of(GAME, "greedy")


@rule
def watch(
    box: Box, states: Batch, options: Options, keys: WordRows, rngs: LongRows, moves: Ints, weights: Ints,
    shares: Shares, seen: LongRows,
) -> None:  # fmt: skip
    """Plays a game for each key; what each seat has after each round goes to `seen`, what it wins to `shares`."""
    state = states[0]
    for game in range(len(keys)):
        states[0] = states[1]
        setup(box, state, options, keys[game], None)
        while waiting(state) != 0:
            seat = first_bit(waiting(state))
            count = legal(box, state, seat, moves)
            apply(box, state, seat, pick(box, state, seat, moves, count, weights, rngs[game]), None)
            if waiting(state) != 0 and between_rounds(state):
                for other in range(int(state.seats)):
                    features(box, state, other, seen[(game * ROUNDS + int(state.round_number)) * SEATS + other])
        payoff(box, state, shares[game * SEATS : (game + 1) * SEATS])


def chances(seen: npt.NDArray[Any], weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Of each seat of each game."""
    value: npt.NDArray[Any] = np.exp(seen @ weights)
    shares: npt.NDArray[Any] = value / value.sum(axis=1, keepdims=True)
    return shares


def fit(groups: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]]) -> npt.NDArray[Any]:
    """The weights under which what happened was likeliest, by Newton's method; games of several sizes together."""
    weights = np.zeros(FEATURES)
    for _ in range(12):
        slope, push = 1e-6 * np.eye(FEATURES), np.zeros(FEATURES)
        for seen, won in groups:
            chance = chances(seen, weights)
            mean = np.einsum("gs,gsf->gf", chance, seen)
            apart = seen - mean[:, None]
            slope += np.einsum("gs,gsf,gsh->fh", chance, apart, apart)
            push += np.einsum("gs,gsf->f", won - chance, seen)
        weights += np.linalg.solve(slope, push)
    return weights


def watched(players: int, games: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """What was seen, by game, round and seat, and what the seats won."""
    _, keys, rngs = batch_seeds(f"chances {players}", 0, games)
    seen, shares = np.zeros((games * ROUNDS * SEATS, FEATURES), np.int64), np.zeros(games * SEATS)
    moves, weights = (np.zeros(GAME.max_moves, np.int32) for _ in range(2))
    watch(EDITION.box, GAME.state.array(2), GAME.make_options(players), keys, rngs, moves, weights, shares, seen)
    table = seen.reshape(games, ROUNDS, SEATS, FEATURES)[:, :, :players].astype(float)
    return table, shares.reshape(games, SEATS)[:, :players]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000, help="for each number of players")
    games = parser.parse_args().games
    tables = [watched(players, games) for players in GAME.players]
    print(", ".join(NAMES))
    for number in range(1, ROUNDS):
        groups = [(seen[:, number], won) for seen, won in tables]
        found = fit(groups)
        sure = [float(np.mean(np.sum(won * np.log(chances(seen, found)), axis=1))) for seen, won in groups]
        print(f"({', '.join(f'{w:.3f}' for w in found)}),  # log likelihood {', '.join(f'{s:.3f}' for s in sure)}")


if __name__ == "__main__":
    main()
