"""A bot gets what its seat may know and nothing else: made so by the types, by construction, and checked here."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from other_truths import other_truth

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.levels import NAMES
from bestiary.bots.protocol import AT_ONCE, Bot, Choice
from bestiary.bots.roster import bot_named, bot_names
from bestiary.engine.chance import quick, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import record_bytes, same_record
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table, start
from bestiary.testkit.secrecy import ANY, SMALL
from bots_helpers import FEW, GAMES, table_of

TABLES = [(name, v.name, n) for name in GAMES for v in find_game(name).variants for n in (v.players[0], v.players[-1])]


def same_choice(one: Choice, two: Choice) -> bool:
    return (one.action, one.evaluation, one.explanation) == (two.action, two.evaluation, two.explanation)


def decide_twice(bot: Bot, game: Game, edition: Edition, states: list[Any], seat: int, luck: str) -> None:
    """Asks for the same decision in two positions that the seat cannot tell apart, with the same luck."""
    rngs = [quick_rng(luck), quick_rng(luck)]
    choices = [bot.choose(Knowledge(game, edition, s, seat), seat, FEW, r) for s, r in zip(states, rngs, strict=True)]
    assert same_choice(*choices)
    assert (rngs[0] == rngs[1]).all()


@pytest.mark.parametrize(("name", "variant", "players"), sorted(set(TABLES)))
def test_a_choice_is_the_same_whatever_its_seat_cannot_know(name: str, variant: str, players: int) -> None:
    game = find_game(name)
    edition, options = game.edition(), game.make_options(players, variant)
    names = [bot for bot in bot_names(game) if bot != "perfect" and (JIT or bot not in NAMES)]  # plain rules are slow
    bots = [bot_named(game, bot) for bot in names]
    rng = quick_rng(f"{name} {variant}")
    state, _ = start(game, edition, options, np.arange(8, dtype=np.uint32))
    for ply in range(60 if JIT else 2):
        waiting = game.seats_waiting(state)
        if not waiting:
            break
        seat = waiting[int(quick(rng, len(waiting)))]
        other = other_truth(game, state, seat, rng, (ANY, SMALL)[ply % 2])
        assert players == 1 or not same_record(state, other)
        for bot in bots:
            decide_twice(bot, game, edition, [state, other], seat, f"luck {ply}")
        legal = game.legal_actions(edition, state, seat)
        game.apply(edition.box, state, seat, legal[int(quick(rng, len(legal)))], None)


@pytest.mark.parametrize("name", GAMES)
def test_knowledge_holds_no_byte_that_was_hidden(name: str) -> None:
    table = table_of(name)
    seat = table.waiting()[0]
    known = Knowledge.at(table, seat)
    assert record_bytes(known.position) == record_bytes(table.knowledge(seat))
    assert record_bytes(known.position) != record_bytes(table.state)


def test_knowledge_cannot_be_made_to_show_more() -> None:
    """By writing to it, by keeping the position it was made from, or by changing what it gave away."""
    table = table_of("prey")
    known, before = Knowledge.at(table, 1), record_bytes(table.knowledge(1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        known.seat = 0  # type: ignore[misc]
    known.position.hand[0] = 1
    table.state.hand[1] = 0
    assert record_bytes(known.position) == before
    object.__setattr__(known, "_known", record_bytes(table_of("prey").state))
    assert record_bytes(known.position) == before


@pytest.mark.parametrize("bot", ["random", "greedy", "search", "easy", "expert"])
def test_a_bot_refuses_a_bare_position(bot: str) -> None:
    table = table_of("prey")
    seat = table.waiting()[0]
    with pytest.raises(TypeError, match="Knowledge, never a position"):
        bot_named(table.game, bot).choose(table.state, seat, AT_ONCE, quick_rng(1))


def test_knowledge_is_of_a_seat_at_the_table() -> None:
    table = Table(find_game("prey"), find_game("prey").edition(), find_game("prey").make_options(3), server_seed("x"))
    for seat in (-1, 3):
        with pytest.raises(MalformedError, match="seats are 0 to 2"):
            Knowledge.at(table, seat)
