"""The printed schema: what leaves is valid under it, by a validator that knows nothing of our types."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from bestiary.engine.chance import server_seed
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.schema import schema
from bestiary.engine.seat import frame, look, news, refuse
from bestiary.engine.table import Table

DECISIONS = 25  # of each table: a validator in Python is slow


def validator(name: str, part: str) -> Draft202012Validator:
    whole = schema(find_game(name))
    return Draft202012Validator({"$defs": whole["$defs"], **whole["properties"][part]})


def tables(name: str) -> list[Table]:
    """A table of every variant, with the fewest players and with the most."""
    game = find_game(name)
    sizes = [(v, players) for v in game.variants for players in {v.players.start, v.players.stop - 1}]
    return [Table(game, game.edition(), game.make_options(n, v.name), server_seed("schema")) for v, n in sizes]


@pytest.mark.parametrize("name", game_names())
def test_views_news_events_and_actions_are_valid(name: str) -> None:
    game, luck = find_game(name), random.Random(name)
    views, changes, actions = (validator(name, part) for part in ("look", "news", "action"))
    for table in tables(name):
        for _ in range(DECISIONS):
            waiting = table.waiting()
            if not waiting:
                break
            seat = luck.choice(waiting)
            reader = luck.randrange(-1, int(table.state.seats))
            before = look(table, reader)
            views.validate(json.loads(frame(table, reader)))
            action = luck.choice(table.legal(seat))
            actions.validate(game.actions.data(action))
            table.play(seat, action)
            changes.validate(json.loads(msgspec.json.encode(news(table, reader, before))))


@pytest.mark.parametrize("name", game_names())
def test_books_options_and_refusals_are_valid(name: str) -> None:
    game = find_game(name)
    for edition in game.editions:
        validator(name, "book").validate(msgspec.to_builtins(game.book(game.edition(edition))))
    table = tables(name)[0]
    validator(name, "options").validate(game.settings(table.options))
    seat = table.waiting()[0]
    illegal = next(a for a in range(game.actions.size) if a not in table.legal(seat))
    validator(name, "refused").validate(msgspec.to_builtins(refuse(table, seat, illegal)))


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize(
    ("part", "wrong"), [("look", {"number": "seven"}), ("look", {"number": 1, "public": {}}), ("action", {"do": "fly"}),
                        ("event", {"number": 1, "kind": "x", "facts": {}, "more": 1}), ("refused", {})]
)  # fmt: skip
def test_the_schema_refuses_what_is_not_of_it(name: str, part: str, wrong: Any) -> None:
    assert not validator(name, part).is_valid(wrong)
