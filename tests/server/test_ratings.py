"""Ratings: which games count, what they teach, and that they follow from the results alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from client import Client, Place, play_out, seated, shown
from running import Running

from bestiary.engine.registry import find_game
from bestiary.engine.views import Rank
from bestiary.server import history, migrations, ratings, store


def ended(places: list[Place]) -> list[dict[str, Any]]:
    play_out(places)
    ranking: list[dict[str, Any]] = places[0].look["public"]["over"]["ranking"]
    return ranking


@pytest.fixture(scope="module")
def met(server: Running) -> tuple[list[Client], str, list[dict[str, Any]]]:
    """Two people who have met at Tooth & Claw; the table, and how it ended."""
    people, table = seated(server)
    return people, table, ended(shown(people, table))


def test_people_who_meet_are_rated_and_the_winner_stands_higher(
    server: Running, met: tuple[list[Client], str, list[dict[str, Any]]]
) -> None:
    people, table, ranking = met
    told = server.client().get(f"/api/tables/{table}")
    shown_at = [seat["rating"] for seat in told["seats"]]
    mine = [person.get("/api/me/ratings") for person in people]
    assert [each[0]["rating"] for each in mine] == shown_at
    assert all(each[0]["games"] == 1 and each[0]["game"] == "claw" for each in mine)
    if len(ranking) == 2:
        winner, loser = (rank["seats"][0] for rank in ranking)
        assert shown_at[winner] > shown_at[loser]
    best = [each["person"] for each in server.client().get("/api/games/claw/ratings")]
    assert {person.person for person in people} <= set(best)
    assert next(each for each in people[0].get("/api/me/results") if each["table"] == table)["rated"] is True


def test_games_against_bots_or_with_an_edition_of_ones_own_do_not_count(server: Running) -> None:
    alone = server.client()
    table = alone.table("claw", seats=["me", "greedy"])
    place = alone.sit(table)
    alone.post(f"/api/tables/{table}/start")
    ended([place])
    text = find_game("claw").edition().text + "\n# ours\n"
    people, _ = own = seated(server, edition="ours", edition_text=text)
    ended(shown(*own))
    for person in (alone, *people):
        assert person.get("/api/me/ratings") == []
        assert person.get("/api/me/results")[0].get("rated", False) is False


def test_ratings_follow_from_the_results_alone(
    server: Running, met: tuple[list[Client], str, list[dict[str, Any]]]
) -> None:
    people, table, _ = met
    again = people[0].post(f"/api/tables/{table}/rematch")["table"]
    people[0].post(f"/api/tables/{again}/start")
    ended(shown(people, again))
    every = sa.select(store.ratings).order_by(store.ratings.c.game, store.ratings.c.person)
    engine = store.connect(server.database)
    with engine.begin() as connection:
        before = connection.execute(every).all()
        connection.execute(sa.update(store.ratings).values(mu=0.0, games=99))
        counted = history.rate_all(connection)
        assert connection.execute(every).all() == before
    assert counted >= 2
    assert people[0].get("/api/me/ratings")[0]["games"] == 2


def test_teams_and_ties_are_rated_and_bots_are_left_out(tmp_path: Path) -> None:
    engine = store.connect(f"sqlite:///{tmp_path}/tables.db")
    migrations.upgrade(engine)
    with engine.begin() as connection:
        for name in "abcd":
            store.add_person(connection, name, name.upper())
        teams = [Rank(seats=[0, 2], place=1, figures={}), Rank(seats=[1, 3], place=2, figures={})]
        ratings.rate(connection, "talon", ["a", "b", "c", "d"], teams)
        told = {each.person: each.rating for each in ratings.best_at(connection, "talon", 10)}
        assert told["a"] == told["c"] > told["b"] == told["d"]
        drawn = [Rank(seats=[0], place=1, figures={}), Rank(seats=[1], place=1, figures={}),
                 Rank(seats=[2], place=3, figures={})]  # fmt: skip
        ratings.rate(connection, "prey", ["a", "b", ""], drawn)
        told = {each.person: each.rating for each in ratings.best_at(connection, "prey", 10)}
        assert told.keys() == {"a", "b"}
        assert told["a"] == told["b"]
        store.forget_person(connection, "a")
        assert [each.person for each in ratings.best_at(connection, "prey", 10)] == ["b"]
    engine.dispose()
