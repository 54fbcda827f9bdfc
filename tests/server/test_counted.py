"""Games of real tables in a report: only where the table allows it, and only what people did."""

from __future__ import annotations

from pathlib import Path

import pytest
from client import Client, play_on, seated, shown
from running import Running

from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.lab.plan import Plan
from bestiary.lab.played import count, gather
from bestiary.server import counted


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of two people that may be counted, one that may not, and one against a bot."""
    url = f"sqlite:///{tmp_path_factory.mktemp('counted')}/tables.db"
    running = Running(url)
    for terms in ({"counted": True}, {}):
        people, table = seated(running, "talon", players=2, terms=terms)
        places = shown(people, table)
        while any(place.is_asked for place in places):
            play_on(places, 1)
    alone = Client(running.url)
    table = alone.table("talon", seats=["me", "greedy"], players=2, terms={"counted": True})
    alone.post(f"/api/tables/{table}/start")
    place = alone.sit(table)
    place.until("now")
    while place.table["status"] != "over":
        if place.is_asked and not place.waits:
            place.move()
        place.hear()
    running.stop()
    return url


def test_only_games_whose_tables_allow_it_are_read(database: str) -> None:
    game = find_game("talon")
    found = counted.read(database, game, game.edition(None))
    assert [each.people for each in found.games] == [(True, True), (True, False)]
    assert (found.private, found.other) == (1, 0)


def test_games_of_other_cards_are_left_out(database: str) -> None:
    game = find_game("talon")
    other = game.edition_from_text(game.edition(None).text + "\n# another", "mine")
    found = counted.read(database, game, other)
    assert (found.games, found.other) == ([], 2)


def test_a_game_is_counted_as_it_was_played_and_bots_are_left_out(database: str) -> None:
    game = find_game("talon")
    edition = game.edition(None)
    plan, (people, alone) = Plan(game, edition), counted.read(database, game, edition).games
    shares, _, counts = count(game, edition, plan, people)
    assert sum(shares) == pytest.approx(1)
    assert counts[:, :2].sum() > 0
    found = gather(game, edition, plan, [people, alone], lambda games: None)[2]
    assert (found.games, found.seats[-1]) == (2, 3)


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    game = find_game("talon")
    with pytest.raises(MalformedError, match="there is no database"):
        counted.read(f"sqlite:///{tmp_path}/none.db", game, game.edition(None))
    assert list(tmp_path.iterdir()) == []
