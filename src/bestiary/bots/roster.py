"""The bots by their names, and how long each thinks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.levels import levels_of
from bestiary.bots.net import PREFIX, Net
from bestiary.bots.perfect import Perfect
from bestiary.bots.protocol import AT_ONCE, Bot, Budget, Choice
from bestiary.bots.search import Search
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.options import settings_of
from bestiary.engine.rule import Longs
from bestiary.engine.spelling import instead

Maker = Callable[..., Bot]

BOTS: dict[str, Maker] = {
    "random": lambda game: Instinct(game, "random"),
    "greedy": lambda game, care=1.0: Instinct(game, "greedy", care),
    "search": Search,
    "perfect": Perfect,
}
"""Name → what makes the bot for a game; further arguments are its settings."""

USUAL = {"search": Budget(iterations=1000)}
"""How long a bot thinks unless a budget is given."""


def bot_names(game: Game) -> list[str]:
    """The bots that can play a game: all kinds, then the levels."""
    kinds = [name for name in BOTS if name != "perfect" or game.solve is not None]
    return [*kinds, *levels_of(game)]


def choices(game: Game) -> dict[str, Any]:
    """Everything that can be chosen before a game starts."""
    variants = [
        {"name": v.name, "text": v.text, "players": list(v.players), "settings": dict(v.settings)}
        for v in game.variants
    ]
    options = [
        {"name": name, "kind": s.kind, "low": s.low, "high": s.high, "default": game.default_of(name), "text": s.text}
        for name, s in settings_of(game.options).items()
    ]
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules_version": game.version,
        "players": {"least": game.players.start, "most": game.players.stop - 1, "default": game.default_players},
        "variants": variants,
        "options": options,
        "editions": list(game.editions),
        "default_edition": game.default_edition,
        "bots": bot_names(game),
    }


def check_name(game: Game, name: str) -> None:
    """Refuses the name of a bot that cannot play a game."""
    known = bot_names(game)
    if name == PREFIX.rstrip(":"):
        raise MalformedError(f"a network is named with its file: {PREFIX}FILE")
    if name not in known:
        raise MalformedError(f"{game.title} has no bot '{name}'{instead(name, known)}")


def with_nets(game: Game, names: Sequence[str]) -> list[str]:
    """The bots that can play a game, and those of these names that are networks: `net:FILE`."""
    return [*bot_names(game), *(name for name in names if name.startswith(PREFIX))]


def fill_seats(game: Game, names: Sequence[str], seats: int) -> list[str]:
    """What `--bots` says: a bot for each free seat, in order; a shorter list repeats."""
    for name in names:
        if not name.startswith(PREFIX):
            check_name(game, name)
    return repeated(names, seats)


def repeated(names: Sequence[str], seats: int) -> list[str]:
    if not 1 <= len(names) <= seats:
        raise MalformedError(f"name {'one bot' if seats == 1 else f'1 to {seats} bots'}, not {len(names)}")
    return [names[seat % len(names)] for seat in range(seats)]


def bot_named(game: Game, name: str, **settings: Any) -> Bot:
    """The bot of this name for a game, or an error that lists those that there are."""
    check_name(game, name)
    level = levels_of(game).get(name)
    if level is not None and level.bot not in BOTS:
        raise MalformedError(f"the level '{name}' names a bot '{level.bot}'; there are {', '.join(BOTS)}")
    maker = BOTS[level.bot if level else name]
    settings = {**level.settings, **settings} if level else settings
    possible = list(inspect.signature(maker).parameters)[1:]
    for setting in settings:
        if setting not in possible:
            listed = f"it has {', '.join(possible)}" if possible else "it has none"
            raise MalformedError(f"the bot '{name}' has no setting '{setting}'; {listed}")
    return maker(game, **settings)


def usual_budget(game: Game, name: str, among_people: bool = False) -> Budget:
    """How long a bot thinks unless a budget is given; among people the strongest may take longer."""
    level = levels_of(game).get(name)
    if level is None:
        return USUAL.get(name, AT_ONCE)
    if among_people and level.ms:
        return Budget(ms=level.ms)
    return Budget(level.iterations) if level.iterations else AT_ONCE


def thinks(game: Game, name: str) -> bool:
    """Does a bot of this name look ahead?"""
    return usual_budget(game, name) is not AT_ONCE


@dataclass(frozen=True)
class Player:
    """A bot and how long it thinks, as it is named in a line: `hard`, `search:500`, `search:20ms`, `net:FILE`."""

    name: str
    bot: Bot
    budget: Budget

    def choose(self, knowledge: Knowledge, seat: int, rng: Longs) -> Choice:
        return self.bot.choose(knowledge, seat, self.budget, rng)

    def prepare(self, edition: Edition, options: Any, **how: Any) -> None:
        """To be called before a game begins: refuses a table that the bot cannot play."""
        if isinstance(self.bot, Search | Perfect | Net):
            self.bot.prepare(edition, options, **how)


def player_named(game: Game, text: str) -> Player:
    """Reads a name with or without a budget, or with the file of a network."""
    if text.startswith(PREFIX):
        return Player(text, Net(game, Path(text.removeprefix(PREFIX))), AT_ONCE)
    name, colon, amount = text.partition(":")
    bot = bot_named(game, name)
    return Player(text, bot, read_budget(text, amount) if colon else usual_budget(game, name))


def read_budget(text: str, amount: str) -> Budget:
    """`500` iterations or `20ms`."""
    number, ms = amount.removesuffix("ms"), amount.endswith("ms")
    if not number.isdecimal():
        raise MalformedError(f"'{text}': after the colon stands a number of iterations, or of milliseconds as in 20ms")
    return Budget(ms=int(number)) if ms else Budget(iterations=int(number))
