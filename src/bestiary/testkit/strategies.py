"""Generators for hypothesis: tables of any registered game, in the middle of any game."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from bestiary.engine.chance import server_seed
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.table import Table


def games() -> st.SearchStrategy[Game]:
    return st.sampled_from(game_names()).map(find_game)


@st.composite
def options(draw: st.DrawFn, game: Game) -> Any:
    """The settings of any variant and number of players."""
    variant = draw(st.sampled_from(game.variants))
    players = draw(st.integers(variant.players.start, variant.players.stop - 1))
    return game.make_options(players, variant.name)


@st.composite
def tables(draw: st.DrawFn, game: Game, most: int = 60) -> Table:
    """A table after up to `most` decisions; shrinks to few decisions and first choices."""
    table = Table(game, game.edition(), draw(options(game)), server_seed(str(draw(st.integers(0, 9999)))))
    for _ in range(draw(st.integers(0, most))):
        if not (waiting := table.waiting()):
            break
        seat = draw(st.sampled_from(waiting))
        legal = table.legal(seat)
        table.play(seat, legal[draw(st.integers(0, len(legal) - 1))])
    return table
