"""Bots meet: `bestiary arena`, and the levels on the command line."""

from __future__ import annotations

import json

import pytest

ARENA = ("arena", "talon", "--players", "2", "--bots", "random,greedy", "--games", "4", "--seed", "oak")


def test_an_arena_for_programs(cli):
    told = json.loads(cli.run(*ARENA, "--json").stdout)
    assert [bot["name"] for bot in told["bots"]] == ["random", "greedy"]
    assert {"name", "share", "interval", "rating"} <= told["bots"][0].keys()
    assert told["pairs"][0]["games"] == 4
    assert (told["game"], told["players"], told["even"], told["seed"]) == ("talon", 2, 0.5, "oak")


def test_an_arena_in_words_fits_80_columns(cli):
    lines = cli.run(*ARENA, COLUMNS="80").stdout.splitlines()
    assert lines[0] == "Tooth & Talon, 2 players, seed oak"
    assert all(len(line) <= 80 for line in lines)


def test_an_arena_goes_on_where_it_was(cli):
    first = cli.run(*ARENA[:-2], "--out", "kept", "--json")
    assert sorted(f.name for f in (cli.folder / "kept").iterdir()) == [
        "arena.svg",
        "random-greedy.json",
        "seed.txt",
    ]
    file = cli.folder / "kept" / "random-greedy.json"
    written = file.stat().st_mtime_ns
    again = cli.run(*ARENA[:-2], "--out", "kept", "--json")
    assert json.loads(first.stdout) == json.loads(again.stdout)
    assert file.stat().st_mtime_ns == written
    other = cli.run(*ARENA, "--out", "kept")
    assert other.returncode == 2
    assert "keeps games of the seed" in other.stderr
    more = cli.run(*ARENA[:-4], "--games", "6", "--out", "kept")
    assert more.returncode == 2
    assert "is of other games: deals is not the same" in more.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("arena talon --bots clever,greedy", "Tooth & Talon has no bot 'clever'"),
        ("arena talon --bots gredy,random", "did you mean 'greedy'?"),
        ("arena talon --bots greedy,,random", "has an empty place between its commas"),
        ("arena talon --bots greedy", "an arena needs two bots or more"),
        ("arena talon --bots greedy,search:0", "iterations must be from 1"),
        ("arena talon --bots greedy,search:x", "after the colon stands a number of iterations"),
        ("arena talon --bots greedy,perfect --players 3", "solved for 2 players"),
        ("arena talon --bots greedy,perfect --players 2 --variant gamble", "without no peek and gamble"),
        ("arena prey --bots greedy,perfect", "Predator & Prey has no bot 'perfect'"),
        ("arena talon --games 0", "--games must be at least 1"),
        ("arena prey --players 7", "3 to 4 players, not 7"),
        ("simulate talon --bots search:20ms", "'search:20ms' thinks by the clock, and no seed repeats that; take"),
        ("simulate talon --bots hard,herd", "Tooth & Talon has no bot 'herd'; did you mean 'hard'?"),
    ],
)
def test_what_cannot_meet_is_refused_in_one_line(cli, words, said):
    assert said in cli.refused(*words.split())


def test_levels_are_listed_and_sit_at_a_table(cli):
    listed = json.loads(cli.run("games", "talon", "--json").stdout)["games"][0]["bots"]
    assert listed[-4:] == ["easy", "normal", "hard", "expert"]
    done = cli.run("play", "talon", "--seats", "easy,normal", "--seed", "levels")
    assert done.returncode == 0, done.stderr
    assert "(easy)" in done.stdout
