"""News for several seats at once are the news of each."""

from __future__ import annotations

import msgspec
import pytest

from bestiary.engine import seat as exits
from bestiary.engine.registry import game_names
from bestiary.engine.table import Table, make

PLIES = 25


@pytest.mark.parametrize(("name", "variant"), [*((name, None) for name in game_names()), ("talon", "gamble")])
def test_patches_are_the_news_of_every_seat_and_of_a_spectator(name: str, variant: str | None) -> None:
    compare(make(name, seed="patches", variant=variant), PLIES)


def test_patches_that_are_put_together_from_facts_are_those_of_whole_views_to_the_end() -> None:
    for seed in ("one", "two"):
        table = make("talon", seed=seed, players=4)
        compare(table, 1000)
        assert table.is_over


def compare(table: Table, plies: int) -> None:
    seats = range(exits.SPECTATOR, int(table.state.seats))
    for ply in range(plies):
        before, looks = exits.shown(table), {seat: exits.look(table, seat) for seat in seats}
        asked = table.waiting()
        if not asked:
            break
        moves = table.legal(asked[-1])
        table.play(asked[-1], moves[ply % len(moves)])
        written = exits.patches(table, before, seats)
        for seat in seats:
            news = exits.news(table, seat, looks[seat])
            assert msgspec.json.decode(b"".join(written[seat])) == msgspec.to_builtins(news)
