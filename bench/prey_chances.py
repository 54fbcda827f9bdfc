"""How the chance to win Predator & Prey hangs on the points after a round: measured in games between greedy players.

Prints the numbers that stand in `games/prey/judge.py`: what who has a point wins on average, by the number of players
and of those who have one."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import batch_seeds
from bestiary.engine.frames import waiting
from bestiary.engine.registry import find_game
from bestiary.engine.rule import Batch, Ints, LongRows, Shares, WordRows, rule
from bestiary.games.prey.rules import apply, legal, payoff, setup
from bestiary.games.prey.state import SEATS, Box, Options

GAME = find_game("prey")
EDITION = GAME.edition()
pick: Any = pick_of(GAME, "greedy")
ROUNDS = 12  # later ones are not counted


@rule
def watch(
    box: Box, states: Batch, options: Options, keys: WordRows, rngs: LongRows, moves: Ints, weights: Ints,
    shares: Shares, seen: LongRows,
) -> None:  # fmt: skip
    """Plays a game for each key; who has a point before each round goes to `seen`, what each wins to `shares`."""
    state = states[0]
    for game in range(len(keys)):
        states[0] = states[1]
        setup(box, state, options, keys[game], None)
        while waiting(state) != 0:
            holders = 0
            for seat in range(int(state.seats)):
                holders |= int(state.points[seat]) << seat
            if int(state.round_number) < ROUNDS:
                seen[game, int(state.round_number)] = holders
            seat = first_bit(waiting(state))
            count = legal(box, state, seat, moves)
            apply(box, state, seat, pick(box, state, seat, moves, count, weights, rngs[game]), None)
        payoff(box, state, shares[game * SEATS : (game + 1) * SEATS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    games = parser.parse_args().games
    for players in GAME.players:
        _, keys, rngs = batch_seeds("chances", 0, games)
        seen, shares = np.zeros((games, ROUNDS), np.int64), np.zeros(games * SEATS)
        moves, weights = (np.zeros(GAME.max_moves, np.int32) for _ in range(2))
        options = GAME.make_options(players)
        watch(EDITION.box, GAME.state.array(2), options, keys, rngs, moves, weights, shares, seen)
        holds = seen[:, :, None] >> np.arange(players) & 1
        won = np.broadcast_to(shares.reshape(games, 1, SEATS)[:, :, :players], holds.shape)
        for holders in range(1, players):
            rows = holds.sum(2) == holders
            shown = won[rows][holds[rows] == 1]
            error = shown.std() / len(shown) ** 0.5
            print(f"{players} players, {holders} with a point: {shown.mean():.4f} ± {error:.4f} each")


if __name__ == "__main__":
    main()
