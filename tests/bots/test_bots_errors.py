"""Wrong requests to bots are answered in one clear line."""

from __future__ import annotations

import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE, Budget
from bestiary.bots.roster import bot_named, bot_names, fill_seats
from bestiary.bots.search import Search
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bots_helpers import table_of


@pytest.mark.parametrize(
    ("iterations", "ms", "reason"),
    [
        (0, None, "a budget's iterations must be from 1 to 100,000,000, not 0"),
        (-5, None, "a budget's iterations must be from 1 to 100,000,000, not -5"),
        (None, 0, "a budget's ms must be from 1 to 100,000,000, not 0"),
        (None, -1.5, "a budget's ms must be from 1 to 100,000,000, not -1.5"),
        (10**12, None, "a budget's iterations must be from 1 to 100,000,000, not 1000000000000"),
        (None, None, "a budget is a number of iterations or of milliseconds: give one of them"),
        (10, 10, "a budget is a number of iterations or of milliseconds: give one of them"),
        (1.5, None, "a budget's iterations must be a whole number, not 1.5"),
        (None, float("nan"), "a budget's ms must be from 1 to 100,000,000, not nan"),
    ],
)
def test_an_impossible_budget(iterations: int | None, ms: float | None, reason: str) -> None:
    with pytest.raises(MalformedError) as error:
        Budget(iterations, ms)
    assert str(error.value) == reason


def test_an_unknown_bot() -> None:
    with pytest.raises(MalformedError) as error:
        bot_named(find_game("prey"), "sphinx")
    assert str(error.value) == (
        "Predator & Prey has no bot 'sphinx'; there are random, greedy, search, easy, normal, hard, expert"
    )
    with pytest.raises(MalformedError, match=r"did you mean 'search'\?"):
        bot_named(find_game("prey"), "serach")
    assert bot_names(find_game("prey")) == ["random", "greedy", "search", "easy", "normal", "hard", "expert"]
    assert "perfect" in bot_names(find_game("talon"))


def test_a_shorter_list_of_bots_repeats() -> None:
    talon = find_game("talon")
    assert fill_seats(talon, ["hard"], 3) == ["hard", "hard", "hard"]
    assert fill_seats(talon, ["easy", "hard"], 5) == ["easy", "hard", "easy", "hard", "easy"]
    assert fill_seats(talon, ["easy", "hard", "greedy"], 3) == ["easy", "hard", "greedy"]


@pytest.mark.parametrize(
    ("names", "seats", "reason"),
    [
        ([], 2, "name 1 to 2 bots, not 0"),
        (["easy", "hard", "easy"], 2, "name 1 to 2 bots, not 3"),
        (["easy", "hard"], 1, "name one bot, not 2"),
        (["easy", "herd"], 2, "Tooth & Talon has no bot 'herd'; did you mean 'hard'?"),
    ],
)
def test_a_list_of_bots_that_does_not_fit(names: list[str], seats: int, reason: str) -> None:
    with pytest.raises(MalformedError) as error:
        fill_seats(find_game("talon"), names, seats)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"boldness": -1}, "boldness must be from 0 to 100, not -1"),
        ({"instinct": 2}, "the part of instinct in playouts must be from 0 to 1, not 2"),
        ({"softness": -0.1}, "softness must be from 0 to 10, not -0.1"),
        ({"keenness": 1.5}, "the part of the best in instinct must be from 0 to 1, not 1.5"),
        ({"trust": -0.5}, "trust must be from 0 to 10, not -0.5"),
        ({"threads": 0}, "threads must be from 1 to 64, not 0"),
        ({"depth": 3}, "the bot 'search' has no setting 'depth'"),
    ],
)
def test_an_impossible_setting(settings: dict[str, float], reason: str) -> None:
    with pytest.raises(MalformedError) as error:
        bot_named(find_game("prey"), "search", **settings)
    assert str(error.value).startswith(reason)


def test_what_does_not_belong_together() -> None:
    table = table_of("prey")
    seat = table.waiting()[0]
    idle = (seat + 1) % 4
    bot = Search(find_game("prey"))
    with pytest.raises(MalformedError, match=f"this is what seat {idle} knows, but seat {seat} is asked"):
        bot.choose(Knowledge.at(table, idle), seat, AT_ONCE, quick_rng(1))
    with pytest.raises(MalformedError, match=f"seat {idle} owes no decision now"):
        bot.choose(Knowledge.at(table, idle), idle, AT_ONCE, quick_rng(1))
    with pytest.raises(MalformedError, match="a bot for Predator & Prey cannot play Tooth & Claw"):
        bot.choose(Knowledge.at(table_of("claw"), 0), 0, AT_ONCE, quick_rng(1))
