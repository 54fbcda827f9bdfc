"""Another process thinks with compiled rules: the same bot, the same luck, the same choice."""

from __future__ import annotations

import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.bots.roster import bot_named
from bestiary.bots.thinker import Thinker
from bestiary.engine.chance import quick_rng
from bestiary.engine.rule import JIT
from bots_helpers import table_of

compiled = pytest.mark.skipif(not JIT, reason="the other process would compile first")


@compiled
def test_the_other_process_chooses_what_this_one_would() -> None:
    table, budget = table_of("talon", 3), Budget(iterations=40)
    thinker, bot = Thinker("talon"), bot_named(table.game, "hard")
    try:
        assert thinker.is_ready(300)
        for luck in range(6):
            seat = table.waiting()[0]
            known = Knowledge.at(table, seat)
            answer = thinker.choose(known, "hard", seat, budget, quick_rng(luck))
            assert answer[0] == bot.choose(known, seat, budget, quick_rng(luck)).action
            table.play(seat, answer[0])
    finally:
        thinker.process.kill()
    thinker.process.wait()
    assert not thinker.is_ready()


@compiled
def test_without_an_answer_there_is_none() -> None:
    table, thinker = table_of("talon"), Thinker("talon")
    thinker.process.kill()
    thinker.process.wait()
    seat = table.waiting()[0]
    assert not thinker.is_ready(5)
    assert thinker.choose(Knowledge.at(table, seat), "hard", seat, Budget(iterations=5), quick_rng(1)) is None
