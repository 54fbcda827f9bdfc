"""Solving a game: `bestiary solve`. Rules run plain here, so the edition is tiny."""

from __future__ import annotations

import json

import pytest
from tiny_talon import TINY


@pytest.fixture
def edition(cli):
    (cli.folder / "tiny.toml").write_text(TINY)
    return "tiny.toml"


def test_a_solution_is_told_once_computed_and_once_kept(cli, edition):
    words = ("solve", "talon", "--edition", edition, "--json")
    first, kept, again = (json.loads(cli.run(*words, *more).stdout) for more in ((), (), ("--again",)))
    for told in (first, kept, again):
        del told["seconds"]
    assert first == kept == again
    assert 0 < first["win_probability_first_leader"] < 1
    assert abs(first["exploitability"]) < 1e-6
    assert len(first["positions"]) == 4
    assert isinstance(first["round_value_leader_coins"], float)
    assert (first["game"], first["players"], first["edition"]) == ("talon", 2, "tiny")


def test_a_solution_in_words_fits_80_columns(cli, edition):
    lines = cli.run("solve", "talon", "--edition", edition, COLUMNS="80").stdout.splitlines()
    assert lines[0] == "Tooth & Talon, 2 players, solved"
    assert any("win probability first leader" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("prey",), "Predator & Prey is not solved; there is a solution of talon"),
        (("talon", "--players", "3"), "Tooth & Talon is solved for 2 players"),
        (("talon", "--players", "11"), "2 to 10 players, not 11"),
        (("talon", "--players", "0"), "2 to 10 players, not 0"),
        (("talon", "--edition", "none.toml"), "cannot read the edition none.toml"),
        (("talon",), "more than 2,000 positions, too many for plain rules"),
        (("tallon",), "did you mean 'talon'?"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(cli, words, said):
    assert said in cli.refused("solve", *words)


def test_how_far_bots_are_from_perfect_is_told(cli, edition):
    told = json.loads(cli.run("solve", "talon", "--edition", edition, "--exploit", "greedy,perfect", "--json").stdout)
    assert 0 <= told["exploitability_greedy"] <= 1
    assert abs(told["exploitability_perfect"]) < 1e-6


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("hard", "'hard' thinks anew at every decision"),
        ("net:nowhere.npz", "cannot read the network nowhere.npz: No such file"),
        ("gready", "did you mean 'greedy'?"),
    ],
)
def test_a_bot_without_a_policy_is_refused_before_anything_is_solved(cli, edition, bots, said):
    assert said in cli.refused("solve", "talon", "--edition", edition, "--exploit", bots)
