"""Ratings: how well people play each game, by whom they met and how that ended.

    python -m bestiary.server.ratings URL

computes all of them anew: they follow from the results alone, in the order in which the games ended.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy.engine import Connection

from bestiary.engine import content
from bestiary.engine.registry import find_game
from bestiary.engine.views import Rank
from bestiary.server import store
from bestiary.server.protocol import Rating
from bestiary.server.store import Kept, people, ratings

MODEL = PlackettLuce()
"""Weng and Lin's approximation of the Plackett-Luce model: any number of sides of any size, with ties."""


def counts(kept: Kept, ranking: Sequence[Rank]) -> bool:
    """Does a finished game count? People must have met on different sides, without hints, under an edition that all
    know."""
    game = find_game(kept.game)
    shipped = kept.edition in game.editions and content.read_edition(game.editions[kept.edition]) == kept.edition_text
    return shipped and not kept.terms.hints and len(_sides([seat.person for seat in kept.seats], ranking)) > 1


def _sides(at_seats: Sequence[str], ranking: Sequence[Rank]) -> list[tuple[int, list[str]]]:
    """The place of each side that has people, and who they are; bots are left out."""
    found = [(rank.place, [at_seats[seat] for seat in rank.seats if at_seats[seat]]) for rank in ranking]
    return [(place, side) for place, side in found if side]


def rate(connection: Connection, game: str, at_seats: Sequence[str], ranking: Sequence[Rank]) -> None:
    """What a finished game teaches about those who played it."""
    sides = _sides(at_seats, ranking)
    everybody = [person for _, side in sides for person in side]
    known = sa.select(ratings).where(ratings.c.game == game, ratings.c.person.in_(everybody))
    before = {row.person: row for row in connection.execute(known)}
    teams = [
        [MODEL.rating(before[who].mu, before[who].sigma) if who in before else MODEL.rating() for who in side]
        for _, side in sides
    ]
    after = [each for team in MODEL.rate(teams, ranks=[place for place, _ in sides]) for each in team]
    for person, learnt in zip(everybody, after, strict=True):
        values = {"mu": float(learnt.mu), "sigma": float(learnt.sigma)}
        if person in before:
            mine = sa.update(ratings).where(ratings.c.game == game, ratings.c.person == person)
            connection.execute(mine.values(**values, games=before[person].games + 1))
        else:
            connection.execute(sa.insert(ratings).values(game=game, person=person, games=1, **values))


def forget(connection: Connection) -> None:
    connection.execute(sa.delete(ratings))


def of_person(connection: Connection, person: str) -> list[Rating]:
    mine = sa.select(ratings, people.c.name).join(people).where(ratings.c.person == person)
    return _read(connection, mine.order_by(ratings.c.game))


def best_at(connection: Connection, game: str, limit: int) -> list[Rating]:
    """The best first; who has left for good is left out."""
    named = sa.select(ratings, people.c.name).join(people)
    here = named.where(ratings.c.game == game, people.c.name != store.NOBODY)
    return _read(connection, here.order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), people.c.id).limit(limit))


def _read(connection: Connection, found: sa.Select[tuple[object, ...]]) -> list[Rating]:
    return [
        Rating(
            game=row.game, person=row.person, name=row.name, rating=store.shown_rating(row.mu, row.sigma),
            games=row.games,
        )
        for row in connection.execute(found)
    ]  # fmt: skip


if __name__ == "__main__":
    from bestiary.server.history import rate_all

    with store.connect(sys.argv[1]).begin() as connection:
        print(f"{rate_all(connection)} games count")
