"""Tables in the middle of a game: bots have played them by the real rules up to a moment that a test wants, and their
log lies in the server's database as if people had sat there. A seed that leads there is named; where the rules have
changed since, the next ones are tried."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from visiting import Served, Visitor

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import content
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng
from bestiary.engine.frames import step
from bestiary.engine.receipts import made_seed
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table
from bestiary.games.beasts.cancelling import cancellable
from bestiary.games.beasts.state import WINDOW
from bestiary.server import store
from bestiary.server.protocol import Terms

Wanted = Callable[[Table], bool]
"""Is this the moment?"""

SEEDS = 60  # that are tried
DECISIONS = 1500  # of one game
TERMS = Terms(undo="consent", hints=True)
NAMES = ("Alder", "Wren", "Osric", "Tamsin")


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


def lay(
    people: Sequence[Visitor], wanted: Wanted, players: int = 2, first: int = 0, *, watching: bool = False,
    game: str = "beasts", terms: Terms = TERMS,
) -> str:  # fmt: skip
    """Seats these people at such a table, bots beside them, shows it to all of them, and gives its id. Those who are
    watching do not sit there."""
    table, seed = played(game, players, wanted, first)
    persons = [visitor.page.request.get("/api/me").json() for visitor in people]
    at_seats = [
        {"person": persons[n]["person"], "bot": "", "name": persons[n]["name"], "seed": made_seed(seed, n)}
        if n < len(persons) and not watching
        else {"person": None, "bot": "greedy", "name": NAMES[n], "seed": made_seed(seed, n)}
        for n in range(players)
    ]
    rules, code = table.game, store.new_id()
    values = {
        "code": code, "game": rules.name, "rules": rules.version, "layout": rules.state.layout(),
        "variant": rules.variants[0].name, "options": rules.settings(rules.make_options(players)),
        "edition": rules.default_edition, "edition_text": content.read_edition(rules.editions[rules.default_edition]),
        "host": persons[0]["person"], "visibility": "private", "status": "over" if table.is_over else "playing",
        "seed": seed, "terms": terms,
    }  # fmt: skip
    database = store.connect(Served.databases[people[0].url])
    with database.begin() as connection:
        number = store.add_table(connection, values, at_seats)
        made = store.now()
        rows = [
            (number, n, f"{ply.seat}:{n}", ply.seat, ply.action, ply.hash, made) for n, ply in enumerate(table.plies)
        ]  # fmt: skip
        store.add_plies(connection, rows)
    database.dispose()
    for visitor in people:
        visitor.page.goto(f"/table/{code}")
        visitor.page.wait_for_selector(".mapbox .field" if game == "beasts" else ".tbl")
    return code


# --- Moments of Tailed Beasts


def asks(*kinds: str, act: Callable[[Any], bool] = lambda act: True, seat: int = 0) -> Wanted:
    """A seat is asked a question of one of these kinds, and may do something of this sort."""

    def is_it(table: Table) -> bool:
        if seat not in table.waiting():
            return False
        look = exits.look(table, seat)
        return look.private.question.kind.startswith(kinds) and any(map(act, look.actions))

    return is_it


def in_war(wanted: Wanted = lambda table: True, least_points: int = 0) -> Wanted:
    """A war between players is fought, and that."""

    def is_it(table: Table) -> bool:
        now = table.state
        fought = int(now.war_field) >= 0 and int(now.defender) >= 0 and int(max(now.points)) >= least_points
        return fought and wanted(table)

    return is_it


def can_cancel(table: Table) -> bool:
    """A card of the first seat's hand could cancel one of the war."""
    edition, position = table.edition, table.state
    window = 0 in table.waiting() and int(step(position)) == WINDOW
    return window and any(cancellable(edition, position, 0).values())


def in_peace(wanted: Wanted, rounds: int = 0) -> Wanted:
    """No war or hunt goes on, at least so many rounds are over, and that."""
    return lambda table: int(table.state.war_field) < 0 and int(table.state.round_number) >= rounds and wanted(table)


def in_hunt(wanted: Wanted) -> Wanted:
    return lambda table: int(table.state.war_field) >= 0 and int(table.state.defender) < 0 and wanted(table)


def is_over(table: Table) -> bool:
    return table.is_over
