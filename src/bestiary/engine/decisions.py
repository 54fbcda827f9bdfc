"""Many decisions at once, each as the seat that owes it knows it; and what a policy says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.rule import Batch, Ints, Longs, Shares


@dataclass(frozen=True)
class Decisions:
    """Positions with a seat that is asked. What the seat cannot know is blanked."""

    edition: Edition
    positions: Batch
    seats: Longs
    moves: Ints  # the legal actions, those of one decision after those of another
    starts: Longs  # where the actions of each decision begin, and where the last ones end

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def counts(self) -> Longs:
        return np.diff(self.starts)


Policy = Callable[[Decisions], Shares]
"""How a seat plays with what it knows: the chance of every one of `moves`; those of a decision add up to 1."""


def uniform(decisions: Decisions) -> Shares:
    """Every legal action is as likely as another."""
    return np.repeat(1.0 / decisions.counts, decisions.counts)


def one_by_one(player: Callable[[Any, int], Sequence[float]]) -> Policy:
    """The policy of a function that is asked for a single decision: what a seat knows, and the seat."""

    def policy(decisions: Decisions) -> Shares:
        chances = [player(decisions.positions[i], int(decisions.seats[i])) for i in range(len(decisions))]
        return np.concatenate([np.asarray(each, np.float64) for each in chances] or [np.zeros(0)])

    return policy
