"""Tables in the middle of a game, shown to visitors, and moments of Tailed Beasts that tests want."""

from __future__ import annotations

from collections.abc import Sequence

from laid import Wanted, asks as asks, played, put
from visiting import Served, Visitor

from bestiary.engine.frames import step
from bestiary.engine.table import Table
from bestiary.games.beasts.cancelling import cancellable
from bestiary.games.beasts.state import WINDOW
from bestiary.server.protocol import Terms

TERMS = Terms(undo="consent", hints=True)


def lay(
    people: Sequence[Visitor], wanted: Wanted, players: int = 2, first: int = 0, *, watching: bool = False,
    game: str = "beasts", terms: Terms = TERMS,
) -> str:  # fmt: skip
    """Seats these people at such a table, bots beside them, shows it to all of them, and gives its id. Those who are
    watching do not sit there."""
    persons = [visitor.page.request.get("/api/me").json() for visitor in people]
    seated = [] if watching else [(each["person"], each["name"]) for each in persons]
    moment = played(game, players, wanted, first)
    code = put(Served.databases[people[0].url], seated, moment, terms, host=persons[0]["person"])
    for visitor in people:
        visitor.page.goto(f"/table/{code}")
        visitor.page.wait_for_selector(".mapbox .field" if game == "beasts" else ".tbl")
    return code


# --- Moments of Tailed Beasts


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
