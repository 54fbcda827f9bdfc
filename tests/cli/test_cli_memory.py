"""A table with the memory option: what was told once is not told again, until the game is over."""

from __future__ import annotations

import json
import re

import pytest

TRICK = re.compile(r"takes? the trick")
ASKED = "for help): log\n"
CARD = re.compile(r"plays? (.+?) \(")


@pytest.fixture
def paused(cli):
    """A game of one person and three bots, stopped in the fourth trick after asking for the log."""
    return cli.run("play", "prey", "--variant", "memory", "--seed", "m", typed="1\n1\n1\nlog\n").stdout


def past_cards(shown: str) -> set[str]:
    """All cards that were played before the last trick ended; the log is not counted."""
    played = shown.partition(ASKED)[0]
    return set(CARD.findall(played[: [m.start() for m in TRICK.finditer(played)][-1]]))


def test_the_log_begins_with_the_end_of_the_last_trick(paused):
    log = paused.partition(ASKED)[2]
    past = past_cards(paused)
    assert len(past) == 12
    assert TRICK.search(log.splitlines()[1])
    assert not past & set(CARD.findall(log))
    assert CARD.search(log)  # the present trick is there


def test_without_the_option_the_log_goes_back_to_the_beginning(cli):
    shown = cli.run("play", "prey", "--seed", "m", typed="1\n1\n1\nlog\n").stdout
    log = shown.partition(ASKED)[2]
    assert past_cards(shown) <= set(CARD.findall(log))
    assert "Round 1 begins." in log


def test_what_happens_is_told_once_also_when_it_ends_a_trick(cli):
    words = ("play", "prey", "--seed", "m", "--variant")
    base, memory = (cli.run(*words, variant, typed="1\n1\n1\n").stdout for variant in ("base", "memory"))
    assert CARD.findall(memory) == CARD.findall(base)


def test_a_resumed_game_does_not_tell_past_tricks(cli, paused):
    shown = cli.run("play", "--resume", typed="log\n").stdout
    assert len(TRICK.findall(shown)) == 2  # on coming back, and in the log
    assert not past_cards(paused) & set(CARD.findall(shown))


def test_the_replay_of_an_unfinished_game_does_not_tell_past_tricks(cli, paused):
    file = str(cli.saved()[0])
    shown = cli.run("replay", file).stdout
    told = re.match(r" +(\d+)  \w+ takes? the trick: ", shown)
    assert told
    assert not past_cards(paused) & set(CARD.findall(shown))
    steps = [step["decision"] for step in json.loads(cli.run("replay", file, "--json").stdout)["steps"]]
    first, last = int(told.group(1)), steps[-1]
    assert steps == list(range(first, last + 1))
    child = cli.terminal("replay", file)
    child.expect(f"Decision {first}, of decisions {first} to {last}")
    child.expect("q ends. ")
    child.sendline("b")
    child.expect("q ends. ")
    child.sendline("0")
    child.expect(f"The game has decisions {first} to {last}.")
    child.expect("q ends. ")
    child.sendline(str(last))
    child.expect(f"Decision {last}, of")


def test_once_the_game_is_over_everything_is_told(cli):
    words = ("play", "prey", "--seats", "greedy,greedy,greedy", "--variant", "memory", "--seed", "over")
    assert cli.run(*words, "--set", "max_rounds=1").returncode == 0
    file = str(cli.saved()[0])
    shown = cli.run("replay", file).stdout
    assert len(CARD.findall(shown)) == 36
    assert len(TRICK.findall(shown)) == 12
    assert "Round 1 begins." in shown
    assert cli.run("verify", file).stdout.startswith("Genuine: 1 game,")
    child = cli.terminal("replay", file)
    child.expect("q ends. ")
    child.sendline("35")
    child.expect("has no ")  # who has shown to lack a suit
