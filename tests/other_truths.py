"""Positions that differ only in what a seat cannot know."""

from __future__ import annotations

from functools import cache
from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.records import clone, raw
from bestiary.engine.registry import find_game
from bestiary.testkit.secrecy import ANY, scramble_of, secret_table


@cache
def _scrambler(name: str) -> tuple[Any, Any]:
    game = find_game(name)
    return scramble_of(game), secret_table(game.state)


def other_truth(game: Game, state: Any, seat: int, rng: Any, style: int = ANY) -> Any:
    """A position with other bytes wherever the seat may not look."""
    scramble, secrets = _scrambler(game.name)
    other = clone(state)
    scramble(state, raw(other), seat, secrets, rng, style)
    return other
