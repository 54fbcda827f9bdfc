"""Every bot plays Tailed Beasts from what its seat knows; uncompiled, so search looks at very few games."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.bots.roster import bot_named, bot_names
from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.records import clone, raw, same_record
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.table import start
from bestiary.testkit.secrecy import ANY, scramble_of, secret_table

BEASTS = find_game("beasts")


@pytest.mark.skipif(JIT, reason="compiling the search takes minutes")
@pytest.mark.parametrize("bot", bot_names(BEASTS))
def test_a_choice_is_the_same_whatever_its_seat_cannot_know(bot: str) -> None:
    edition, player = BEASTS.edition(), bot_named(BEASTS, bot)
    scramble, secrets, rng = scramble_of(BEASTS), secret_table(BEASTS.state), quick_rng("beasts")
    state, _ = start(BEASTS, edition, BEASTS.make_options(), np.arange(8, dtype=np.uint32))
    for ply in range(60):
        seat = BEASTS.seats_waiting(state)[-1]
        if ply % 30 == 29:
            other = clone(state)
            scramble(state, raw(other), seat, secrets, rng, ANY)
            assert not same_record(state, other)
            one, two = (
                player.choose(Knowledge(BEASTS, edition, s, seat), seat, Budget(iterations=2), quick_rng(ply))
                for s in (state, other)
            )
            assert (one.action, one.evaluation) == (two.action, two.evaluation)
        legal = BEASTS.legal_actions(edition, state, seat)
        BEASTS.apply(edition.box, state, seat, legal[int(quick(rng, len(legal)))], None)
