"""Measuring commands: simulate, bench, fuzz, compile."""

from __future__ import annotations

import json
import os
import re
import signal
import time

import pytest


def test_simulated_shares_add_up_and_depend_on_the_seed_alone(cli):
    words = ("simulate", "talon", "--players", "3", "--games", "40", "--bots", "greedy,random", "--json", "--seed")
    first, again, other = (json.loads(cli.run(*words, seed).stdout) for seed in ("oak", "oak", "elm"))
    assert first == again
    assert first["seats"] != other["seats"]
    assert sum(s["share"] for s in first["seats"]) == pytest.approx(1, abs=1e-5)
    assert [s["bot"] for s in first["seats"]] == ["greedy", "random", "greedy"]
    for seat in first["seats"]:
        low, high = seat["interval"]
        assert low <= seat["share"] <= high
        assert seat["score_quartiles"] == sorted(seat["score_quartiles"])


def test_recorded_games_are_the_simulated_ones_and_can_be_verified(cli):
    words = ("simulate", "talon", "--players", "2", "--games", "6", "--seed", "oak", "--json", "--record", "all.jsonl")
    summary = json.loads(cli.run(*words).stdout)
    lines = [json.loads(line) for line in (cli.folder / "all.jsonl").read_text().splitlines()]
    ends = [line for line in lines if line["line"] == "end"]
    assert len(ends) == 6
    assert sum(e["payoffs"][0] for e in ends) / 6 == pytest.approx(summary["seats"][0]["share"], abs=1e-6)
    verdict = cli.run("verify", "all.jsonl", "--json")
    assert verdict.returncode == 0


def test_a_simulation_in_words_fits_80_columns(cli):
    done = cli.run("simulate", "talon", "-p", "10", "--variant", "gamble", "--games", "3", COLUMNS="80")
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[1].split()[:4] == ["seat", "bot", "wins", "%"]
    assert [line.split()[0] for line in lines[2:12]] == [str(seat) for seat in range(10)]


def test_bench_reports_one_object_with_all_its_figures(cli):
    result = json.loads(cli.run("bench", "talon", "--players", "4", "--seconds", "0.1", "--json").stdout)
    wanted = {"decisions_per_second", "games_per_second", "decisions_per_game", "cores", "compile_seconds",
              "state_bytes", "forced"}  # fmt: skip
    assert wanted <= set(result)
    assert result["decisions_per_second"] > 0
    assert result["cores"] == 1


def test_bench_plays_the_games_of_its_seed(cli):
    words = ("bench", "talon", "--players", "4", "--seconds", "0.1", "--seed", "oak", "--json")
    assert json.loads(cli.run(*words).stdout)["decisions_per_game"] > 20


def test_a_fuzz_report_names_only_what_differs_from_the_defaults(cli):
    words = ("fuzz", "talon", "--variant", "gamble", "--set", "stack=30", "--games", "1", "--people", "0")
    assert cli.run(*words, "--seed", "s").stdout.splitlines()[1] == "  gamble stack=30 seed s"


def test_bench_without_a_gpu_says_what_is_missing(cli):
    done = cli.process("bench", "talon", "--device", "cuda", NUMBA_DISABLE_JIT=None)
    if done.returncode == 0:
        pytest.skip("this machine has a GPU")
    assert done.returncode == 2
    assert re.fullmatch(r"bestiary: --device cuda needs .+\n", done.stderr)


def test_fuzz_reports_how_often_each_law_was_evaluated(cli):
    done = cli.run("fuzz", "talon", "--players", "2", "--games", "3", "--people", "2", "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 0
    assert (report["games"], report["violations"]) == (3, 0)
    laws = report["reports"][0]["laws"]
    assert laws["hide"]["checked"] > 50
    assert laws["view secrecy"]["checked"] > 1


def test_an_interrupted_recording_leaves_no_file(cli):
    child = cli.start("simulate", "talon", "--games", "400", "--record", "all.jsonl")
    while not list(cli.folder.glob("all.jsonl*.part")) and child.poll() is None:
        time.sleep(0.02)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=30)
    assert child.returncode not in (0, None)
    assert "Traceback" not in said
    assert not list(cli.folder.glob("all.jsonl*"))


@pytest.mark.parametrize(("words", "heard"), [("fuzz talon", signal.SIGINT), ("arena talon", signal.SIGTERM)])
def test_the_compiler_is_interrupted_at_once(cli, words, heard):
    """Compiling takes half a minute, in steps of many seconds that hear nothing."""
    child = cli.start(*words.split(), NUMBA_DISABLE_JIT=None)
    while not list(cli.folder.glob("compiled/*/*.nbc")) and child.poll() is None:
        time.sleep(0.05)
    child.send_signal(heard)
    _, said = child.communicate(timeout=5)
    assert (child.returncode, said) == (130, "")
    assert cli.left_behind() == []


@pytest.mark.parametrize("words", ["simulate talon", "fuzz talon"])
def test_a_cache_that_cannot_be_written_is_named_with_the_way_out(cli, words):
    (cli.folder / "home").write_text("in the way")
    ways = {"HOME": str(cli.folder / "home"), "XDG_CACHE_HOME": None, "BESTIARY_CACHE": None}
    done = cli.process(*words.split(), NUMBA_DISABLE_JIT=None, **ways)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "home/.cache/bestiary: Not a directory; set BESTIARY_CACHE to a folder that can be written" in done.stderr


@pytest.mark.parametrize(("words", "said"), [
    ("simulate talon --bots clever", "Tooth & Talon has no bot 'clever'"),
    ("simulate talon --bots gredy", "did you mean 'greedy'?"),
    ("simulate talon --bots greedy,", "has an empty place between its commas"),
    ("simulate talon --players 2 --bots greedy,greedy,random", "name 1 to 2 bots"),
    ("simulate talon --games 0", "--games must be at least 1"),
    ("bench talon --seconds 0", "--seconds must be above 0"),
    ("bench talon --seconds nan", "--seconds must be above 0 and at most 3600, not nan"),
    ("bench talon --seconds inf", "at most 3600, not inf"),
    ("bench talon --seconds 4000", "at most 3600, not 4000"),
    ("bench talon --cores 99999", "--cores must be at most"),
    ("bench talon --device cuda --seed oak", "--seed works with --device cpu only"),
    ("simulate talon --record nowhere/all.jsonl", "--record nowhere/all.jsonl: there is no folder nowhere"),
    ("simulate talon --record .", "is a folder"),
    ("fuzz talon --all --players 3", "leave out --players, --variant, --set"),
    ("fuzz talon --all --set ante=3", "leave out --players, --variant, --set"),
    ("bench talon --device tpu", "--device is cpu or cuda"),
    ("bench talon --cores 0", "--cores must be at least 1"),
    ("fuzz talon --games -3", "--games must be at least 1"),
    ("fuzz talon --variant teams --players 2", "teams must be as equal as possible"),
    ("compile tallon", "did you mean 'talon'?"),
])  # fmt: skip
def test_wrong_words_get_one_line_and_exit_code_2(cli, words, said):
    assert said in cli.refused(*words.split())
