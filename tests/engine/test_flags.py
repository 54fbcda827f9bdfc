"""What Python hands to compiled rules."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table

POINTED = 3  # fields and other places that are asked about after each decision


@pytest.mark.skipif(not JIT, reason="plain rules take a bool like any other")
@pytest.mark.parametrize("name", game_names())
def test_no_view_hands_a_bool_to_a_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would look at every record of the call anew, for milliseconds; `flag` makes a number of it."""
    from numba.core.dispatcher import Dispatcher

    honest, found = Dispatcher._compile_for_args, set[str]()

    def noting(rule: Any, *given: Any, **named: Any) -> Any:
        if any(isinstance(each, bool) for each in given):
            found.add(rule.py_func.__name__)
        return honest(rule, *given, **named)

    monkeypatch.setattr(Dispatcher, "_compile_for_args", noting)
    game, rng = find_game(name), quick_rng("flags")
    table = Table(game, game.edition(), game.make_options(), server_seed("flags"), keeps_past=False)
    player, before = bot_named(game, "greedy"), exits.shown(table)
    while asked := table.waiting():
        table.play(asked[0], player.choose(Knowledge.at(table, asked[0]), asked[0], AT_ONCE, rng).action)
        exits.patches(table, before, range(-1, int(table.state.seats)))
        before = exits.shown(table)
        number = len(table.plies)
        exits.refuse(table, asked[0], number % game.actions.size)
        places = sorted({place.partition("/")[0] for place in before.public.places})
        for at in range(POINTED):
            exits.about(table, asked[0], places[(number + at * 7) % len(places)])
    assert found == set()
