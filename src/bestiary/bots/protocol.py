"""How a bot is asked, and what it answers: one small protocol for all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from bestiary.bots.knowledge import Knowledge
from bestiary.engine.chance import SPAN, quick_word
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import Longs

LONGEST: int = 100_000_000
SHOWN = 3  # actions that an explanation names
FIRM = 25  # tries from which on a share of the victory is told


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: in iterations, which can be repeated exactly, or in milliseconds."""

    iterations: int | None = None
    ms: float | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.ms is None):
            raise MalformedError("a budget is a number of iterations or of milliseconds: give one of them")
        for what, amount in (("iterations", self.iterations), ("ms", self.ms)):
            if amount is not None and not 0 < amount <= LONGEST:
                raise MalformedError(f"a budget's {what} must be from 1 to {LONGEST:,}, not {amount}")
        if self.iterations is not None and self.iterations != int(self.iterations):
            raise MalformedError(f"a budget's iterations must be a whole number, not {self.iterations}")


AT_ONCE = Budget(iterations=1)
"""For bots that do not think."""


@dataclass(frozen=True)
class Weighed:
    """A legal action as a bot sees it."""

    action: int
    chance: float  # with which the bot takes it
    value: float | None = None  # the share of the victory that the bot expects of it; None where it has not looked
    tries: int = 0  # on which the value rests


@dataclass(frozen=True)
class Choice:
    """What a bot does, and what it thinks of all that it could do."""

    action: int
    evaluation: tuple[Weighed, ...]  # of every legal action, in rising order
    knowledge: Knowledge

    @cached_property
    def explanation(self) -> str:
        """`choose fox: 61 % over 4,200 tries; choose rat: 55 % over 310 tries`: the action taken, then what else is
        advised."""
        if len(self.evaluation) == 1:
            return f"{self._text(self.action)}: nothing else is allowed"
        first = sorted(advised(self.evaluation), key=lambda weighed: weighed.action != self.action)
        return "; ".join(f"{self._text(weighed.action)}: {figure(weighed)}" for weighed in first[:SHOWN])

    def _text(self, action: int) -> str:
        return self.knowledge.game.actions.text(action)


def advised(evaluation: Iterable[Weighed]) -> list[Weighed]:
    """The actions that a bot would take or has looked at, those that it would rather take first. Search tries most what
    it likes best, so tries tell more than a share that rests on few of them."""
    known = [weighed for weighed in evaluation if weighed.chance or weighed.tries]
    return sorted(known, key=lambda weighed: (-weighed.chance, -weighed.tries, weighed.action))


def figure(weighed: Weighed) -> str:
    """What a bot expects of an action, where that rests on enough."""
    if weighed.value is None:
        return f"taken {weighed.chance:.0%} of the time".replace("%", " %")
    if 0 < weighed.tries < FIRM:
        return "tried too little for a figure"
    share = f"{weighed.value:.0%}".replace("%", " %")
    return f"{share} over {weighed.tries:,} tries" if weighed.tries else share


class Bot(Protocol):
    """A player of one game. The same knowledge, budget in iterations and generator give the same choice."""

    game: Game

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        """A legal action of the seat, which must be one that is asked."""


def legal_of(bot: Bot, knowledge: Knowledge, seat: int) -> Sequence[int]:
    """What a seat may do, once it is clear that the bot, the knowledge and the seat belong together."""
    if not isinstance(knowledge, Knowledge):
        raise TypeError("a bot is given Knowledge, never a position")
    if knowledge.game is not bot.game:
        raise MalformedError(f"a bot for {bot.game.title} cannot play {knowledge.game.title}")
    if knowledge.seat != seat:
        raise MalformedError(f"this is what seat {knowledge.seat} knows, but seat {seat} is asked")
    legal = knowledge.game.legal_actions(knowledge.edition, knowledge.position, seat)
    if not legal:
        raise MalformedError(f"seat {seat} owes no decision now")
    return legal


def drawn(actions: Sequence[int], chances: Iterable[float], rng: Longs) -> int:
    """One of the actions, by chances that add up to 1."""
    target = int(quick_word(rng)) / SPAN
    reached = itertools.accumulate(chances)
    return next((a for a, limit in zip(actions, reached, strict=True) if limit > target), actions[-1])
