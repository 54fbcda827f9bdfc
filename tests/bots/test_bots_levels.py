"""Levels: data of each game, reachable by name; easy plays like a person who overlooks things, not like the dice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.levels import NAMES, USUAL, levels_of, read_levels
from bestiary.bots.protocol import AT_ONCE, Budget
from bestiary.bots.roster import bot_named, player_named, thinks, usual_budget
from bestiary.bots.search import Search
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game, game_names
from bots_helpers import FEW, GAMES, table_of


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_the_four_levels(name: str) -> None:
    game = find_game(name)
    assert tuple(levels_of(game)) == NAMES
    for level in NAMES:
        bot_named(game, level)
        assert usual_budget(game, level).iterations
    assert thinks(game, "expert")
    assert not thinks(game, "random")


@pytest.mark.parametrize("name", GAMES)
def test_a_level_chooses_something_legal(name: str) -> None:
    table = table_of(name)
    seat = table.waiting()[0]
    for level in NAMES:
        choice = bot_named(table.game, level).choose(Knowledge.at(table, seat), seat, FEW, quick_rng(level))
        assert choice.action in table.legal(seat)
        assert sum(w.chance for w in choice.evaluation) == pytest.approx(1)


def test_the_strongest_level_takes_less_than_a_second_among_people() -> None:
    for name in game_names():
        among_people = usual_budget(find_game(name), "expert", among_people=True)
        assert among_people.ms is not None
        assert among_people.ms <= 1000


def test_a_careless_player_keeps_the_order_of_the_rules_of_thumb() -> None:
    """But what they advise against is done more often."""
    table = table_of("prey")
    seat = table.waiting()[0]
    known = Knowledge.at(table, seat)
    blind, careless, careful = (
        [w.chance for w in bot_named(table.game, "greedy", care=care).choose(known, seat, AT_ONCE, rng).evaluation]
        for care, rng in ((0, quick_rng(1)), (0.5, quick_rng(1)), (1, quick_rng(1)))
    )
    assert blind == pytest.approx([1 / len(blind)] * len(blind))
    assert np.argsort(careful, stable=True).tolist() == np.argsort(careless, stable=True).tolist()
    assert max(careless) < max(careful)
    assert min(careless) > min(careful)


def test_a_soft_player_takes_what_it_tried_less_often_now_and_then() -> None:
    table = table_of("prey")
    seat = table.waiting()[0]
    firm, soft = (
        Search(table.game, softness=softness).choose(Knowledge.at(table, seat), seat, FEW, quick_rng(1)).evaluation
        for softness in (0, 1)
    )
    assert [w.tries for w in firm] == [w.tries for w in soft]
    assert [w.chance for w in firm].count(0.0) == len(firm) - 1
    tries = sum(w.tries for w in soft)
    assert [w.chance for w in soft] == pytest.approx([w.tries / tries for w in soft])


def test_a_name_may_carry_a_budget() -> None:
    game = find_game("prey")
    assert player_named(game, "search:500").budget == Budget(iterations=500)
    assert player_named(game, "expert:20ms").budget == Budget(ms=20)
    for wrong in ("search:", "search:many", "search:-1", "search:1.5"):
        with pytest.raises(MalformedError, match="after the colon stands a number of iterations"):
            player_named(game, wrong)
    with pytest.raises(MalformedError, match="iterations must be from 1 to"):
        player_named(game, "search:0")


def test_a_game_without_a_file_has_the_usual_levels(tmp_path: Path) -> None:
    assert read_levels(tmp_path / "levels.toml") == USUAL
    (tmp_path / "wrong.toml").write_text("[hard]\nbot = 'search'\n")
    with pytest.raises(MalformedError, match="levels are easy, normal, hard, expert"):
        read_levels(tmp_path / "wrong.toml")


@pytest.mark.parametrize(
    ("expert", "said"),
    [
        ("iterations = 0", "expert: iterations must be a whole number above 0, not 0"),
        ("ms = 'long'", "expert: ms must be a whole number above 0, not long"),
        ("threads = 2", "expert names no bot"),
        ("bot = ", "levels.toml: "),
    ],
)
def test_a_wrong_level_is_refused_in_a_line(tmp_path: Path, expert: str, said: str) -> None:
    file = tmp_path / "levels.toml"
    file.write_text("".join(f"[{name}]\nbot = 'greedy'\n" for name in NAMES[:3]) + f"[expert]\n{expert}\n")
    with pytest.raises(MalformedError, match=said):
        read_levels(file)
