"""News for several seats at once are the news of each."""

from __future__ import annotations

import msgspec
import pytest

from bestiary.engine import seat as exits
from bestiary.engine.registry import game_names
from bestiary.engine.table import make

PLIES = 25


@pytest.mark.parametrize("name", game_names())
def test_patches_are_the_news_of_every_seat_and_of_a_spectator(name: str) -> None:
    table = make(name, seed="patches")
    seats = range(exits.SPECTATOR, int(table.state.seats))
    for _ in range(PLIES):
        before, looks = exits.shown(table), {seat: exits.look(table, seat) for seat in seats}
        asked = table.waiting()
        if not asked:
            break
        table.play(asked[0], table.legal(asked[0])[-1])
        written = exits.patches(table, before, seats)
        for seat in seats:
            assert msgspec.json.decode(written[seat]) == msgspec.to_builtins(exits.news(table, seat, looks[seat]))
