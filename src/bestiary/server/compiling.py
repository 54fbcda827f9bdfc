"""Compiles what a server uses, once: every game is played through the one exit with compiled rules. It runs as a
process of its own beside the workers, which serve with plain rules meanwhile."""

from __future__ import annotations

import os
import time

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import cache
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table
from bestiary.lab import warming
from bestiary.server.supervisor import mark

NICE = 15


def load() -> None:
    """Loads from the cache, or compiles, whatever a table uses: a whole game is played."""
    for name in game_names():
        game, started = find_game(name), time.perf_counter()
        table = Table(game, game.edition(), game.make_options(), server_seed("warm"), keeps_past=False)
        player, rng = bot_named(game, "greedy"), quick_rng("warm")
        before = exits.shown(table)
        while asked := table.waiting():
            exits.refuse(table, asked[0], 0)
            table.play(asked[0], player.choose(Knowledge.at(table, asked[0]), asked[0], AT_ONCE, rng).action)
            exits.patches(table, before, range(-1, int(table.state.seats)))
            before = exits.shown(table)
        table.payoffs()
        if JIT and not cache.is_warm(mark(name)):
            cache.mark_warm(mark(name), time.perf_counter() - started)


def compile_all() -> None:
    """First all tables, then the bots that look ahead."""
    load()
    for name in game_names():
        warming.warm(find_game(name), "search")


if __name__ == "__main__":
    os.nice(NICE)
    compile_all()
