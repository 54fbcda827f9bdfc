"""What games tell search besides the rules: which answers were given at the same time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.engine.bits import count_bits
from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.records import clone, record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bots_helpers import table_of

SECRET = [("talon", 4, None), ("talon", 4, "teams"), ("talon", 3, "gamble"), ("claw", 2, None)]


@pytest.mark.parametrize(("name", "players", "variant"), SECRET)
def test_who_answered_in_secret_owes_the_answer_again(name: str, players: int, variant: str | None) -> None:
    game, rng, looked = find_game(name), quick_rng(name), 0
    assert game.reopen is not None
    for number in range(5 if JIT else 1):
        table = table_of(name, players, variant, str(number))
        asked = 0
        while waiting := table.waiting():
            mask = int(game.waiting(table.state))
            asked = mask if count_bits(mask) > 1 else asked & mask
            seat = waiting[int(quick(rng, len(waiting)))]
            if asked >> seat & 1 and len(waiting) < players:
                looked += 1
                check_reopened(game, table.edition.box, table.knowledge(seat), seat, rng)
            legal = table.legal(seat)
            table.play(seat, legal[int(quick(rng, len(legal)))])
    assert looked > 3


def check_reopened(game: Any, box: Any, known: Any, seat: int, rng: Any) -> None:
    """An imagined truth in which somebody has answered: nothing is lost, the seat may do the same, the game goes on."""
    world = clone(known)
    game.determinize(box, world, seat, rng)
    before, moves, others = int(game.waiting(world)), *np.zeros((2, game.max_moves), np.int32)
    count = int(game.legal(box, world, seat, moves))
    game.reopen(world, seat)
    assert int(game.audit(box, world)) == 0
    assert int(game.waiting(world)) & before == before
    assert int(game.legal(box, world, seat, others)) == count
    assert (moves == others).all()
    while mask := int(game.waiting(world)):
        other = mask.bit_length() - 1
        count = int(game.legal(box, world, other, moves))
        assert count > 0
        game.apply(box, world, other, int(moves[int(quick(rng, count))]), None)
    assert int(world.fault) == 0


def test_reopening_leaves_what_is_decided_one_by_one() -> None:
    table = table_of("talon", 3)
    while len(table.waiting()) > 1 or int(table.state.played.sum()) == 0:
        table.play(table.waiting()[0], table.legal(table.waiting()[0])[0])
    before = record_bytes(table.state)
    find_game("talon").reopen(table.state, table.waiting()[0])  # type: ignore[misc]
    assert record_bytes(table.state) == before
