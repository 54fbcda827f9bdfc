"""Whole games in compiled code, generic over games, between the two simplest kinds of players.

Written against global names; `specialise` puts a game's own functions under them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from bestiary.bots.instincts import pick_of, pick_of_set, set_of
from bestiary.engine.bits import count_set, first_bit
from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.rule import Batch, Ints, LongRows, Longs, Shares, WordRows, rule, specialise

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
Options: TypeAlias = Any
setup: Any = None
waiting: Any = None
legal: Any = None
legal_set: Any = None
apply: Any = None
payoff: Any = None
scores: Any = None
pick_a: Any = None
pick_b: Any = None
MAX_SEATS = 1

# Counters of a run.
DECISIONS, FORCED, GAMES, FAULTS = range(4)


@rule
def play_out(
    box: Box, state: State, bots: int, moves: Ints, weights: Ints, rng: Longs, counters: Longs
) -> None:
    """Plays a position to its end. Bit i of `bots` says which of the two players sits at seat i. The first plays at
    random, and needs no list where the game gives a set."""
    while True:
        mask = waiting(state)
        if mask == 0:
            return
        seat = first_bit(mask)
        chosen = legal_set(box, state, seat) if (bots >> seat) & 1 == 0 else 0
        if chosen != 0:
            count = count_set(chosen)
            action = pick_of_set(chosen, rng)
        else:
            count = legal(box, state, seat, moves)
            if (bots >> seat) & 1 == 0:
                action = pick_a(box, state, seat, moves, count, weights, rng)
            else:
                action = pick_b(box, state, seat, moves, count, weights, rng)
        apply(box, state, seat, action, None)
        if count > 1:
            counters[DECISIONS] += 1
        else:
            counters[FORCED] += 1


@rule
def play_batch(
    box: Box, states: Batch, options: Options, keys: WordRows, bots: Longs, payoffs: Shares, points: Shares,
    moves: Ints, weights: Ints, rngs: LongRows, counters: Longs,
) -> None:  # fmt: skip
    """Plays a game for each key; results lie in `payoffs` and `points`, MAX_SEATS to a game.

    The last of `states` stays zeroed; the others take the games in turn, and keep the ends of the latest ones."""
    room = len(states) - 1
    for i in range(len(keys)):
        state = states[i % room]
        states[i % room] = states[room]
        setup(box, state, options, keys[i], None)
        play_out(box, state, int(bots[i]), moves, weights, rngs[i], counters)
        payoff(box, state, payoffs[i * MAX_SEATS : (i + 1) * MAX_SEATS])
        scores(box, state, points[i * MAX_SEATS : (i + 1) * MAX_SEATS])
        counters[GAMES] += 1
        if int(state.fault) != 0:
            counters[FAULTS] += 1


COMPILED = ("random", "greedy")
"""The bots that play whole games in compiled code; a seat's bit chooses between them."""


def playout_of(game: Game) -> Any:
    """`play_batch` for a game."""
    picks = {"pick_a": pick_of(game, COMPILED[0]), "pick_b": pick_of(game, COMPILED[1])}
    inner = specialise(
        play_out, game.name, Box=game.box, State=game.state, waiting=game.waiting, legal=game.legal,
        legal_set=set_of(game), apply=game.apply, **picks,
    )  # fmt: skip
    return specialise(
        play_batch, game.name, Box=game.box, State=game.state, Options=game.options, setup=game.setup,
        payoff=game.payoff, scores=game.scores, play_out=inner, MAX_SEATS=game.players.stop - 1,
    )  # fmt: skip


class Runner:
    """Random games in a block of memory of its own; every run goes on with other luck."""

    def __init__(self, game: Game, edition: Edition, options: Any, games: int, seed: str = "bench") -> None:
        self.batch = playout_of(game)
        width = game.players.stop - 1
        _, keys, rngs = batch_seeds(seed, 0, games)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        self.counters = np.zeros(4, np.int64)
        self.arguments = (
            edition.box, game.state.array(2), options, keys, np.zeros(games, np.int64), np.zeros(games * width),
            np.zeros(games * width), moves, weights, rngs, self.counters,
        )  # fmt: skip

    def run(self) -> None:
        self.batch(*self.arguments)
