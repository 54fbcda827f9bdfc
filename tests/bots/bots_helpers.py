"""What the tests of bots share."""

from __future__ import annotations

from bestiary.bots.protocol import Budget
from bestiary.engine.chance import server_seed
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table

GAMES = ("claw", "prey", "talon")  # compiling the search for Tailed Beasts takes minutes; its tests play it uncompiled
FEW = Budget(iterations=60 if JIT else 3)


def table_of(name: str, players: int | None = None, variant: str | None = None, seed: str = "bots") -> Table:
    game = find_game(name)
    return Table(game, game.edition(), game.make_options(players, variant), server_seed(seed))
