"""The two simplest players, compiled and generic over games: `random` and `greedy`.

Written against global names; `specialise` puts a game's own functions under them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from bestiary.engine.chance import quick
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.rule import Ints, Longs, rule, specialise

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
instinct: Any = None
FIRST_AMOUNT = 0


@rule
def pick_random(
    box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs
) -> int:
    """Uniform over the legal actions; amounts of one kind count as one, then the amount is drawn."""
    plain = count
    while plain > 0 and int(moves[plain - 1]) >= FIRST_AMOUNT:
        plain -= 1
    if plain == count:
        return int(moves[quick(rng, count)])
    index = quick(rng, plain + 1)
    if index == plain:
        index += quick(rng, count - plain)
    return int(moves[index])


@rule
def pick_greedy(
    box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs
) -> int:
    """Draws in proportion to the weights of the game's rules of thumb."""
    if count == 1:
        return int(moves[0])
    instinct(box, state, seat, moves, count, weights)
    total = 0
    for i in range(count):
        total += int(weights[i])
    if total <= 0:
        return int(moves[quick(rng, count)])
    target = quick(rng, total)
    index = 0
    while target >= int(weights[index]):
        target -= int(weights[index])
        index += 1
    return int(moves[index])


PICKS = {"random": pick_random, "greedy": pick_greedy}


def pick_of(game: Game, bot: str) -> Any:
    """The compiled player for a game."""
    names: dict[str, Any] = {"Box": game.box, "State": game.state}
    if bot == "random":
        names["FIRST_AMOUNT"] = game.actions.first_amount
    else:
        names["instinct"] = game.instinct
    return specialise(PICKS[bot], game.name, **names)


class Player:
    """A bot that is asked one decision at a time."""

    def __init__(self, game: Game, bot: str) -> None:
        self.game, self.pick = game, pick_of(game, bot)
        self.moves, self.weights = (np.zeros(game.max_moves, np.int32) for _ in range(2))

    def choose(self, edition: Edition, known: Any, seat: int, rng: Longs) -> int:
        """A legal action of the seat, in a position of which it may know everything."""
        count = int(self.game.legal(edition.box, known, seat, self.moves))
        return int(self.pick(edition.box, known, seat, self.moves, count, self.weights, rng))
