"""The bots by their names."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from typing import Any

from bestiary.bots.instincts import Instinct
from bestiary.bots.protocol import AT_ONCE, Bot, Budget
from bestiary.bots.search import Search
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game

Maker = Callable[..., Bot]

BOTS: dict[str, Maker] = {
    "random": lambda game: Instinct(game, "random"),
    "greedy": lambda game: Instinct(game, "greedy"),
    "search": Search,
}
"""Name → what makes the bot for a game; further arguments are its settings."""

USUAL = {"search": Budget(iterations=1000)}
"""How long a bot thinks where nobody says."""


def bot_names(game: Game) -> list[str]:
    """The bots that can play a game."""
    return list(BOTS)


def bot_named(game: Game, name: str, **settings: Any) -> Bot:
    """The bot of this name for a game, or an error that lists those that there are."""
    known = bot_names(game)
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
        raise MalformedError(f"{game.title} has no bot '{name}'; {hint}")
    maker = BOTS[name]
    possible = list(inspect.signature(maker).parameters)[1:]
    for setting in settings:
        if setting not in possible:
            listed = f"it has {', '.join(possible)}" if possible else "it has none"
            raise MalformedError(f"the bot '{name}' has no setting '{setting}'; {listed}")
    return maker(game, **settings)


def usual_budget(name: str) -> Budget:
    return USUAL.get(name, AT_ONCE)
