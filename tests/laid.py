"""Tables in the middle of a game: bots have played them by the real rules up to a moment that a test wants, and their
log lies in a server's database as if people had sat there. A seed that leads there is named; where the rules have
changed since, the next ones are tried."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import content
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng
from bestiary.engine.receipts import made_seed
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table
from bestiary.server import store
from bestiary.server.protocol import Terms

Wanted = Callable[[Table], bool]
"""Is this the moment?"""

SEEDS = 60  # that are tried
DECISIONS = 1500  # of one game
NAMES = ("Alder", "Wren", "Osric", "Tamsin")


@functools.lru_cache(8)
def played(game_name: str, players: int, wanted: Wanted, first: int) -> tuple[Table, bytes]:
    """A game that bots have played up to the moment, and the seed of its deal."""
    game = find_game(game_name)
    bot, options = bot_named(game, "greedy"), game.make_options(players)
    for number in range(first, first + SEEDS):
        seed, luck = hashlib.sha256(f"page {number}".encode()).digest(), quick_rng(f"page {number}")
        seeds = tuple(made_seed(seed, seat) for seat in range(players))
        table = Table(game, game.edition(), options, seed, seeds, keeps_past=False)
        while not table.is_over and len(table.plies) < DECISIONS:
            if wanted(table):
                return table, seed
            seat = table.waiting()[0]
            table.play(seat, bot.choose(Knowledge.at(table, seat), seat, AT_ONCE, luck).action)
        if table.is_over and wanted(table):
            return table, seed
    raise AssertionError(f"no game of {SEEDS} comes to this moment")


def put(
    database: str, people: Sequence[tuple[str, str]], played: tuple[Table, bytes], terms: Terms, host: str = ""
) -> str:  # fmt: skip
    """A table at this moment in a server's database, and its id. These people, id and name of each, sit at the first
    seats, bots at the others."""
    table, seed = played
    seated = [{"person": person, "bot": "", "name": name} for person, name in people]
    seated += [{"person": None, "bot": "greedy", "name": name} for name in NAMES[len(people) : int(table.state.seats)]]
    at_seats = [{**each, "seed": made_seed(seed, n)} for n, each in enumerate(seated)]
    rules, code = table.game, store.new_id()
    values = {
        "code": code, "game": rules.name, "rules": rules.version, "layout": rules.state.layout(),
        "variant": rules.variants[0].name, "options": rules.settings(rules.make_options(len(at_seats))),
        "edition": rules.default_edition, "edition_text": content.read_edition(rules.editions[rules.default_edition]),
        "host": host or people[0][0], "visibility": "private", "status": "over" if table.is_over else "playing",
        "seed": seed, "terms": terms,
    }  # fmt: skip
    kept = store.connect(database)
    with kept.begin() as connection:
        number = store.add_table(connection, values, at_seats)
        made = store.now()
        rows = [
            (number, n, f"{ply.seat}:{n}", ply.seat, ply.action, ply.hash, made) for n, ply in enumerate(table.plies)
        ]  # fmt: skip
        store.add_plies(connection, rows)
    kept.dispose()
    return code


def asks(*kinds: str, act: Callable[[Any], bool] = lambda act: True, seat: int = 0) -> Wanted:
    """A seat is asked a question of one of these kinds, and may do something of this sort."""

    def is_it(table: Table) -> bool:
        if seat not in table.waiting():
            return False
        look = exits.look(table, seat)
        return look.private.question.kind.startswith(kinds) and any(map(act, look.actions))

    return is_it
