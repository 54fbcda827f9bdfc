"""The bots of many games at once."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.levels import levels_of
from bestiary.bots.protocol import Choice
from bestiary.bots.roster import Player, player_named, repeated
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import Longs
from bestiary.lab.playout import COMPILED


class Company:
    """Bots by their names, for one edition and table. Every thread has bots of its own."""

    def __init__(self, game: Game, edition: Edition, options: Any) -> None:
        self.game, self.edition, self.options = game, edition, options
        self._own = threading.local()

    def choose(self, name: str, state: Any, seat: int, rng: Longs) -> Choice:
        """What a bot does, from what its seat knows; only legal answers count."""
        choice = self.player(name).choose(Knowledge(self.game, self.edition, state, seat), seat, rng)
        if choice.action not in self.game.legal_actions(self.edition, state, seat):
            raise MalformedError(f"the bot '{name}' answered {choice.action}, which is not legal")
        return choice

    def player(self, name: str) -> Player:
        known: dict[str, Player] = self._own.__dict__.setdefault("players", {})
        if name not in known:
            known[name] = player_named(self.game, name)
            known[name].prepare(self.edition, self.options)
        return known[name]


def seat_bots(game: Game, names: Sequence[str], seats: int) -> list[str]:
    """A bot for every seat, each of them one whose games can be played again."""
    for name in names:
        if player_named(game, name).budget.ms is not None:
            kind = name.partition(":")[0]
            raise MalformedError(f"'{name}' thinks by the clock, and no seed repeats that; take iterations: {kind}:500")
    return repeated(names, seats)


def compiled_bots(game: Game, names: Sequence[str]) -> int | None:
    """For whole games in compiled code: bit i says which of COMPILED sits at seat i. None if another bot is there."""
    levels = levels_of(game)
    plain = {name: level.bot for name, level in levels.items() if not level.settings and level.bot in COMPILED}
    kinds = [plain.get(name, name) for name in names]
    if not set(kinds) <= set(COMPILED):
        return None
    return sum(COMPILED.index(kind) << seat for seat, kind in enumerate(kinds))
