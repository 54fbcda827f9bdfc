"""The bot that plays a solved game perfectly. Its edition is tiny here: the shipped one takes a minute to solve."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from other_truths import other_truth
from tiny_talon import TINY

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named, player_named
from bestiary.engine import cache
from bestiary.engine.chance import quick, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Edition:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    return find_game("talon").edition_from_text(TINY, "tiny")


def test_perfect_play_is_never_worse_than_the_value_of_the_game(edition: Edition) -> None:
    """It draws from the solution's mixture, and says what it expects."""
    game = find_game("talon")
    bot, rival = bot_named(game, "perfect"), bot_named(game, "greedy")
    shares = []
    for deal, hero in itertools.product(range(60), range(2)):
        table, rng = Table(game, edition, game.make_options(2), server_seed(str(deal))), quick_rng(f"{deal} {hero}")
        while waiting := table.waiting():
            seat = waiting[0]
            choice = (bot if seat == hero else rival).choose(Knowledge.at(table, seat), seat, AT_ONCE, rng)
            table.play(seat, choice.action)
        shares.append(table.payoffs()[hero])
    assert sum(shares) / len(shares) > 0.45


def test_perfect_play_does_not_depend_on_what_the_seat_cannot_know(edition: Edition) -> None:
    game = find_game("talon")
    bot, table = bot_named(game, "perfect"), Table(game, edition, game.make_options(2), server_seed("secret"))
    rng = quick_rng("secret")
    while waiting := table.waiting():
        seat = waiting[int(quick(rng, len(waiting)))]
        other = other_truth(game, table.state, seat, rng)
        one, two = (
            bot.choose(Knowledge(game, edition, state, seat), seat, AT_ONCE, quick_rng("luck"))
            for state in (table.state, other)
        )
        assert (one.action, one.evaluation) == (two.action, two.evaluation)
        table.play(seat, one.action)


def test_what_is_not_solved_is_refused(edition: Edition) -> None:
    game = find_game("talon")
    player = player_named(game, "perfect")
    for players, variant in ((3, None), (2, "gamble")):
        with pytest.raises(MalformedError, match="solved for 2 players, without no peek and gamble"):
            player.prepare(edition, game.make_options(players, variant))
    with pytest.raises(MalformedError, match="Predator & Prey has no bot 'perfect'"):
        bot_named(find_game("prey"), "perfect")
