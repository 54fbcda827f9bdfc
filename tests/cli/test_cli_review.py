"""Looking back: `bestiary review`, and hints during play. Rules run plain here, so the game is tiny."""

from __future__ import annotations

import json
import re

import pytest
from tiny_talon import TINY

QUICK = ("--iterations", "2", "--deep", "0")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """The replay of a tiny game of two bots, which is solved."""
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tiny.toml").write_text(TINY)
    return folder


@pytest.fixture
def game(cli, tiny):
    kept = tiny / "game.jsonl"
    if not kept.exists():
        cli.run("play", "talon", "--seats", "greedy,random", "--edition", str(tiny / "tiny.toml"), "--seed", "3")
        kept.write_bytes(cli.saved()[-1].read_bytes())
    return kept


def test_a_review_in_words_fits_80_columns(cli, game):
    done = cli.run("review", str(game), *QUICK, COLUMNS="80")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Tooth & Talon, ")
    assert lines[1].split() == ["player", "result", "luck", "errors", "in", "hindsight", "best", "moves", "accuracy"]
    assert "In per cent of a victory: result = 50.0 + luck - errors." in lines
    assert all(len(line) <= 80 for line in lines)


def test_a_review_for_programs_has_every_decision_and_is_the_same_again(cli, game):
    first, again = (cli.run("review", str(game), *QUICK, "--json").stdout for _ in range(2))
    assert first == again
    told = json.loads(first)
    assert (told["game"], told["exact"], told["seed"]) == ("talon", True, "review")
    assert [row["seat"] for row in told["seats"]] == [0, 1]
    for decision in told["decisions"]:
        assert {"action", "text"} <= set(decision["played"])
        for part in ("known", "hindsight"):
            assert decision[part]["loss"] >= 0
            assert len(decision[part]["alternatives"]) > 1
    rows = cli.run("review", str(game), *QUICK, "--all", COLUMNS="200").stdout
    assert all(f"\n{d['decision']:>2} " in rows for d in told["decisions"])


def test_one_seat_and_another_seed(cli, game):
    told = json.loads(cli.run("review", str(game), *QUICK, "--seat", "1", "--seed", "x", "--json").stdout)
    assert {d["seat"] for d in told["decisions"]} == {1}
    assert told["seed"] == "x"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.jsonl",), "cannot read the replay none.jsonl: No such file"),
        (("GAME", "--game", "2"), "has no game 2; it holds games 1 to 1"),
        (("GAME", "--seat", "2"), "there is no seat 2; seats are 0 to 1"),
        (("GAME", "--seat", "-1"), "there is no seat -1; seats are 0 to 1"),
        (("GAME", "--iterations", "0"), "--iterations must be at least 1, not 0"),
        (("GAME", "--iterations", "many"), "--iterations"),
        (("GAME", "--deep", "-1"), "--deep must be at least 0, not -1"),
        (("CUT",), "review is for finished games: CUT is unfinished"),
        (("NOISE",), "no JSON"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_one_line(cli, game, words, said):
    lines = game.read_text().splitlines(keepends=True)
    (cli.folder / "CUT").write_text("".join(lines[:-1]))
    (cli.folder / "NOISE").write_text("noise\n")
    (cli.folder / "GAME").write_bytes(game.read_bytes())
    assert said in cli.refused("review", *words)


def test_an_unfinished_game_is_not_reviewed(cli):
    cli.run("play", "talon", "--players", "2", "--seed", "1", typed="quit\n")
    done = cli.run("review", str(cli.saved()[0]))
    assert done.returncode == 2
    assert "review is for finished games: " in done.stderr


# --- Hints


def test_hints_are_refused_where_the_table_does_not_allow_them(cli):
    done = cli.run("play", "talon", "--players", "2", "--seed", "1", typed="hint\n?\nquit\n", COLUMNS="200")
    assert "This table gives no hints; one begun with --hints does." in done.stdout
    assert "\n  hint " not in done.stdout
    assert " tries" not in done.stdout


def test_hints_are_given_where_the_table_allows_them_and_after_a_break(cli, tiny):
    options = ("--edition", str(tiny / "tiny.toml"), "--hints")
    done = cli.run("play", "talon", "-p", "2", "--seed", "1", *options, typed="hint\n?\nquit\n", COLUMNS="200")
    menu = dict(re.findall(r"^ (\d)  (Choose the \w+)$", done.stdout, re.MULTILINE))
    advice = re.findall(r"^ (\d)  (Choose the \w+): (.+)$", done.stdout, re.MULTILINE)
    assert "Advised, from what you know, the best first:" in done.stdout
    assert len(advice) == len(menu) == 2
    assert all(menu[number] == sentence for number, sentence, _ in advice)  # the menu's numbers and words
    figure = r"\d+ % over [\d,]+ tries|tried too little for a figure"  # how much is tried depends on the time
    assert all(re.fullmatch(figure, said) for *_, said in advice)
    assert "\n  hint  " in done.stdout
    again = cli.run("play", "--resume", typed="hint\nquit\n", COLUMNS="200")
    assert "Choose the Rat: " in again.stdout
    assert "Advised, from what you know" in again.stdout
