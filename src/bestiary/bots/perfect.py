"""The bot that plays a solved game perfectly."""

from __future__ import annotations

from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget, Choice, Weighed, drawn, legal_of
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game, Solution
from bestiary.engine.rule import Longs


class Perfect:
    """Draws from the mixture of a solution. It cannot be beaten in the long run, and does not think."""

    def __init__(self, game: Game) -> None:
        if game.solve is None:
            raise MalformedError(f"{game.title} has no bot 'perfect': the game is not solved")
        self.game, self.solve = game, game.solve
        self.solutions: dict[str, Solution] = {}

    def check(self, options: Any) -> None:
        """Refuses a table that is not solved, before anybody begins to solve it."""
        if self.game.solvable is not None:
            self.game.solvable(options)

    def prepare(self, edition: Edition, options: Any, **how: Any) -> None:
        """Solves the edition, or takes its solution from the cache; refuses a table that is not solved."""
        if edition.digest not in self.solutions:
            self.solutions[edition.digest] = self.solve(edition, options, **how)

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        """The budget does not matter."""
        legal_of(self, knowledge, seat)
        known = knowledge.position
        if knowledge.edition.digest not in self.solutions:
            self.prepare(knowledge.edition, self.game.make_options(int(known.seats)))
        actions, chances, values = self.solutions[knowledge.edition.digest].strategy(known, seat)
        evaluation = tuple(Weighed(*each) for each in zip(actions, chances, values, strict=True))
        return Choice(drawn(actions, chances, rng), evaluation, knowledge)
