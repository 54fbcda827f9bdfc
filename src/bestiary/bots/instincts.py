"""The two simplest players, compiled and generic over games: `random` and `greedy`.

Written against global names; `specialise` puts a game's own functions under them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget, Choice, Weighed, drawn, legal_of
from bestiary.engine.bits import count_set, nth_of_set
from bestiary.engine.chance import quick
from bestiary.engine.decisions import Decisions
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import Batch, Ints, Longs, Shares, rule, specialise

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
instinct: Any = None
FIRST_AMOUNT = 0


@rule
def pick_random(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs) -> int:
    """Uniform over the legal actions. All amounts together count as one; if it is drawn, the amount is, too."""
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
def pick_of_set(chosen: int, rng: Longs) -> int:
    """As `pick_random`, of legal actions that are given as a set."""
    return nth_of_set(chosen, quick(rng, count_set(chosen)))


@rule
def no_set(box: Box, state: State, seat: int) -> int:
    """The legal actions as a set, of a game that only lists them."""
    return 0


@rule
def pick_greedy(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs) -> int:
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


@rule
def pick_best(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints, rng: Longs) -> int:
    """The largest weight of the game's rules of thumb; among equal ones, any."""
    if count == 1:
        return int(moves[0])
    instinct(box, state, seat, moves, count, weights)
    chosen, equal = 0, 0
    for i in range(count):
        if int(weights[i]) > int(weights[chosen]):
            chosen, equal = i, 1
        elif int(weights[i]) == int(weights[chosen]):
            equal += 1
            if quick(rng, equal) == 0:
                chosen = i
    return int(moves[chosen])


@rule
def weigh_all(box: Box, positions: Batch, seats: Longs, moves: Ints, starts: Longs, weights: Ints) -> None:
    """The weights of the rules of thumb at many decisions."""
    for i in range(len(seats)):
        first, last = int(starts[i]), int(starts[i + 1])
        instinct(box, positions[i], int(seats[i]), moves[first:last], last - first, weights[first:last])


PICKS = {"random": pick_random, "greedy": pick_greedy, "best": pick_best}


def pick_of(game: Game, bot: str) -> Any:
    """The compiled player for a game."""
    names: dict[str, Any] = {"Box": game.box, "State": game.state}
    if bot == "random":
        names["FIRST_AMOUNT"] = game.actions.first_amount
    else:
        names["instinct"] = game.instinct
    return specialise(PICKS[bot], game.name, **names)


def set_of(game: Game) -> Any:
    """The game's `legal_set`; always empty where it has none, so that the compiler leaves out what is done with it."""
    return game.legal_set or specialise(no_set, game.name, Box=game.box, State=game.state)


class Instinct:
    """A bot that decides at once: `random` or `greedy`. A greedy one raises the weights of the rules of thumb to the
    power `care`: with 1 it follows them, with less it strays from them, with 0 it ignores them."""

    def __init__(self, game: Game, bot: str, care: float = 1.0) -> None:
        if not 0 <= care <= 10:
            raise MalformedError(f"care must be from 0 to 10, not {care}")
        self.game, self.bot, self.care, self.pick = game, bot, care, pick_of(game, bot)
        self.weights = np.zeros(game.max_moves, np.int32)

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        """The budget does not matter."""
        legal = legal_of(self, knowledge, seat)
        moves = np.array(legal, np.int32)
        box, position = knowledge.edition.box, knowledge.position
        action = int(self.pick(box, position, seat, moves, len(moves), self.weights, rng))
        weights = self._weights(legal)
        total = sum(weights)
        if self.care != 1 and len(legal) > 1:
            action = drawn(legal, [w / total for w in weights], rng)
        return Choice(action, tuple(Weighed(a, w / total) for a, w in zip(legal, weights, strict=True)), knowledge)

    def policy(self, decisions: Decisions) -> Shares:
        """What `choose` does, as chances at many decisions."""
        starts, counts = decisions.starts[:-1], decisions.counts
        if self.bot == "greedy":
            drawn_by = np.zeros(len(decisions.moves), np.int32)
            own = {"Box": self.game.box, "State": self.game.state, "instinct": self.game.instinct}
            positions = decisions.positions, decisions.seats, decisions.moves, decisions.starts
            specialise(weigh_all, self.game.name, **own)(decisions.edition.box, *positions, drawn_by)
            weights = drawn_by.astype(np.float64)
            weights[np.repeat(np.add.reduceat(weights, starts) == 0, counts)] = 1.0
            weights **= self.care
        else:
            amounts = (decisions.moves >= self.game.actions.first_amount).astype(np.float64)
            weights = np.where(amounts > 0, 1 / np.maximum(1, np.repeat(np.add.reduceat(amounts, starts), counts)), 1.0)
        chances: Shares = weights / np.repeat(np.add.reduceat(weights, starts), counts)
        return chances

    def _weights(self, legal: Sequence[int]) -> list[float]:
        """Numbers in proportion to the chances that the actions had."""
        if len(legal) == 1:
            return [1.0]
        if self.bot == "greedy":
            weights = [float(w) for w in self.weights[: len(legal)]]
            return [w**self.care for w in weights] if any(weights) else [1.0] * len(legal)
        amounts = sum(a >= self.game.actions.first_amount for a in legal)
        return [1.0 if a < self.game.actions.first_amount else 1.0 / amounts for a in legal]
