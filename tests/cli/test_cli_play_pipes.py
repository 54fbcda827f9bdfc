"""Playing through pipes: every line of the input is an answer."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bestiary.engine.beside import BACKGROUND
from bestiary.engine.views import Act, Look, Private, Question

import bestiary.games.talon

FIRST_MOVES = "1\n" * 300


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


def test_a_whole_game_ends_with_a_result_and_a_genuine_replay(cli):
    done = cli.run("play", "talon", "--seed", "whole", typed=FIRST_MOVES)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Result" in done.stdout
    assert re.search(r"wins?\.|share the victory\.", done.stdout)
    assert str(cli.saved()[0]) in done.stdout
    assert "\x1b" not in done.stdout
    assert widest(done.stdout.partition("Result")[0]) <= 80
    assert cli.run("verify", str(cli.saved()[0])).stdout.startswith("Genuine: 1 game,")


def test_a_gamble_takes_amounts_in_words(cli):
    typed = "choose hawk\nraise\n\n? raise\nraise 1\nr 1000\nraise 0\nraise 99999\nraise abc\nraise to 12\n"
    done = cli.run("play", "talon", "--variant", "gamble", "-p", "3", "--set", "leader=0", "--seed", "g", typed=typed)
    assert done.stdout.count("Raise to 2 … 97: type raise and a number\n") == 2  # in the menu
    said = " ".join(done.stdout.split())
    assert said.count("Raise to 2 … 97: type raise and a number. ") == 7
    assert "The least raise is to 2. (Betting, R20)" in done.stdout
    assert "You raise to 12." in done.stdout
    assert not re.search(r"^ +\d+ +Raise to 3$", done.stdout, re.MULTILINE)


def test_an_amount_may_follow_the_choice_of_a_raise(cli):
    words = ("play", "talon", "--variant", "gamble", "-p", "3", "--set", "leader=0", "--seed", "g")
    assert "How much? 3\n" in (said := cli.run(*words, typed="1\n4\n3\n").stdout)
    assert "You raise to 3." in said
    assert "You raise to 5." in cli.run(*words, typed="1\nraise\n0\n5\n").stdout
    assert "You check." in cli.run(*words, typed="1\nraise\n\n1\n").stdout  # the menu again: the numbers are moves
    assert "You raise to 5." in cli.run(*words, typed="1\nbet 5\n").stdout
    assert "You check." in cli.run(*words, typed="1\n? 4\n1\n").stdout  # a question chooses nothing
    for line in ("go all in", "all in", "all-in"):
        assert "You go all in" in cli.run(*words, typed=f"1\n{line}\n").stdout


def test_moves_can_be_typed_in_part(cli):
    typed = "c\nchoose f\n"
    done = cli.run("play", "talon", "--seed", "part", typed=typed)
    assert "'c' could be move 1, 2, 3, 4 or 5." in done.stdout
    assert "You choose the Fox." in done.stdout


def test_wrong_input_is_one_line_and_nothing_is_lost(cli):
    typed = "xyzzy\nraise abc\n12345678901\n99\n2 3\nchoose unicorn\nraise 4\n\n\x1b[2Jbad\nsnake\n"
    done = cli.run("play", "talon", "--seed", "wrong", typed=typed)
    assert done.returncode == 0
    assert "'xyzzy' is not understood. Type the number of a move, or ? for help." in done.stdout
    assert "Not possible: raise abc. Now everybody chooses a card in secret. (Choosing)" in done.stdout
    assert "There is no move 123456789…; moves" in done.stdout
    assert "There is no move 99; moves are numbered 1 to 5." in done.stdout
    assert "Not possible: raise 4. Now everybody chooses a card in secret. (Choosing)" in done.stdout
    assert "\x1b" not in done.stdout
    assert "You choose the Snake." in done.stdout


def test_question_marks_say_why_a_card_cannot_be_played(cli):
    typed = "?\n? hawk\n? take hawk\n? nonsense\nchoose rat\n? take snake pile\n? hand\n? fox\n"
    done = cli.run("play", "talon", "--seed", "why", "--set", "leader=0", typed=typed)
    assert "Choose the Hawk: you can, that is move 3." in done.stdout
    assert "Take: Now everybody chooses a card in secret. (Choosing)" in done.stdout
    assert "'nonsense' names no card and no action." in done.stdout
    assert "undo" in done.stdout
    assert "Cards in a hand are never a target" in done.stdout
    assert "A Rat cannot take a Snake from the pile. No animal can. (Card actions)" in " ".join(done.stdout.split())


def test_a_question_about_a_card_begins_with_what_the_rules_say_of_it(cli):
    done = cli.run("play", "talon", "--seed", "why", "--set", "leader=0", typed="rat\nhelp fox\n? snake\n")
    said = " ".join(done.stdout.split())
    assert "Fox: in each hand 1; worth 2; take a Snake · take a Net from an opponent or from the pile. Make" in said
    assert "Take: A Rat cannot take a Snake. Only a Fox can." in said
    assert "No animal can" not in said


@pytest.mark.parametrize(
    ("game", "typed", "asked", "answers"),
    [
        ("claw", "sword", "red 9", ["Red 9: colour red, rank 9, achievements 3.", "Now you choose one of"]),
        ("claw", "sword", "Bastion", ["Bastion: type Shield, round 1. Vanguard ? . .; Rearguard +2 # +2;"]),
        ("claw", "sword", "b2", ["Reinforcements 2: a space of a formation; none is formed yet."]),
        ("claw", "sword\nform first", "b2", ["Your Reinforcements 2: ", "Ash's Reinforcements 2: empty."]),
        ("claw", "sword\nform first", "rearguard 3", ["Your Rearguard 3: ", "Ash's Rearguard 3: "]),
        ("claw", "sword\nform first", "red 6", ["Red 6: colour red", "Place Red 6 on Vanguard 1: you can"]),
        ("prey", "", "wolf", ["Wolf: predator 8, prey 7."]),
        ("beasts", "", "charcoal pits", ["Charcoal Pits: land, Hearthmarch, lair.", "that is move 1."]),
        ("beasts", "", "Quarry Ape", ["Quarry Ape: strength 4."]),
        ("beasts", "", "Dusk Covenant", ["Dusk Covenant: Outlaws without a capital"]),
        ("beasts", "", "field:0", ["Moor of Nine: land, Heartland, coin 2."]),
        ("beasts", "", "units", ["boat: worth 1, count 10, sails.", "elder: worth 3"]),
        ("beasts", "", "supplies", ["Supply (You): 10 boats, 10 scouts, 7 captains, 4 elders.", "Supply: 20 Illusion"]),
        ("beasts", "", "specialties", ["Nobody's specialty is open yet."]),
        ("beasts", "", "discard", ["All discard piles are empty."]),
        ("beasts", "", "hidden discards", ["The discard pile of hidden cards is empty."]),
        ("beasts", "", "allies discard", ["The discard piles of allies are empty."]),
        ("beasts", "", "Hearthwood", ["Hearthwood: land, Hearthmarch, capital of Emberleaf."]),
        ("beasts", "", "clans", ["Emberleaf: capital Hearthwood. Hosts"]),
        ("beasts", "", "poison", ["Poison: until the end of the round; you move down one place on a track."]),
        ("talon", "", "pile", ["Pile: 2 Rat, 2 Net."]),
    ],
)
def test_any_card_or_space_can_be_asked_for_by_its_name(cli, game, typed, asked, answers):
    done = cli.run("play", game, "-p", {"prey": "4"}.get(game, "2"), "--seed", "oak", typed=f"{typed}\n? {asked}\n")
    said = " ".join(done.stdout.rpartition(f"? {asked}")[2].split())
    assert all(answer in said for answer in answers), said


def test_how_to_go_on_is_said_as_it_can_be_typed_there(cli, monkeypatch):
    from bestiary.cli import common

    folder = cli.folder / "tools"
    folder.mkdir()
    script = folder / "bestiary"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.chdir(cli.folder)
    monkeypatch.setattr(sys, "argv", ["tools/bestiary", "play"])
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert common.program() == "tools/bestiary"
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", [str(script), "play"])
    assert common.program() == "./bestiary"
    (cli.folder / "elsewhere").mkdir()
    monkeypatch.chdir(cli.folder / "elsewhere")
    assert common.program() == str(script)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    assert common.program() == "bestiary"
    monkeypatch.setattr(sys, "argv", [str(folder / "__main__.py"), "play"])
    assert common.program() == f"{sys.executable} -m bestiary"


def test_the_first_line_says_what_is_played(cli):
    house = Path(bestiary.games.talon.__file__).with_name("edition") / "house.toml"
    (cli.folder / "mine.toml").write_text(house.read_text())
    words = ("--variant", "gamble", "--set", "stack=50", "-p", "2", "--edition", "mine.toml")
    assert cli.run("play", "talon").stdout.startswith("Tooth & Talon. At the table: You, ")
    first = "Tooth & Talon, gamble, stack=50, edition mine. At the table: You, "
    assert cli.run("play", "talon", *words).stdout.startswith(first)
    assert cli.run("play", "--resume").stdout.startswith(first)


def test_log_view_and_rules_answer_at_any_decision(cli):
    typed = "log\nview\nrules\nrules R7\nrules targets\nrules nothing\n"
    done = cli.run("play", "talon", "--seed", "look", typed=typed)
    assert done.stdout.count("the first leader.") == 2
    assert done.stdout.count("Round 1 of 4, turn 1 of 3.") == 2
    assert done.stdout.count(" 5  Choose the Net") == 2
    assert "Type rules and a section: sections are" in done.stdout
    assert "Everybody holds the same six cards." in " ".join(done.stdout.split())  # the text itself
    assert "R7" in done.stdout
    assert "the rules have no section 'nothing'" in done.stdout


def test_the_map_is_shown_where_there_is_one(cli):
    done = cli.run("play", "beasts", "--seed", "oak", typed="map\n?\n")
    assert "|20sh :29   |75    76(C) 77(D)|30sh |" in done.stdout.rpartition("help): map")[2]
    assert "\n  map  " in done.stdout
    without = cli.run("play", "talon", "--seed", "oak", typed="map\n?\n").stdout
    assert "Tooth & Talon is played without a map." in without
    assert "\n  map  " not in without


def test_taking_back_an_open_move_restores_the_decision_and_bots_answer_the_same(cli):
    typed = "hawk\ntake rat pile\nundo\ntake rat pile\nundo\npass\n"
    done = cli.run("play", "talon", "--seed", "back", "--set", "leader=0", typed=typed)
    before, again, other = done.stdout.split("Taken back: Take a Rat from the pile.")
    deed = "Your Hawk takes a Rat from the pile."
    assert deed in before
    told = [line for line in before.partition(deed)[2].splitlines() if line.endswith(".")]
    assert len(told) > 3
    assert all(line in again for line in told)
    assert "You pass." in other
    assert cli.saved()[0].read_text().count('"line":"ply","ply":4,') == 1


def test_a_revealed_choice_cannot_be_taken_back(cli):
    done = cli.run("play", "talon", "--seed", "back", typed="fox\nundo\n")
    assert "Your last move was a choice in secret; it cannot be taken back." in done.stdout
    assert "Taken back" not in done.stdout


def test_a_move_that_has_shown_something_new_cannot_be_taken_back(cli):
    """The next turn of the gamble reveals what others have chosen since."""
    words = ("play", "talon", "--variant", "gamble", "-p", "2", "--set", "leader=0", "--seed", "g")
    done = cli.run(*words, typed="1\ncheck\nundo\n")
    assert "Your last move has shown you something new since; it cannot be taken back." in " ".join(done.stdout.split())


def test_nothing_to_take_back_at_the_first_decision(cli):
    done = cli.run("play", "talon", typed="undo\n")
    assert "You have made no move yet that could be taken back." in done.stdout


def test_the_end_of_the_input_saves_and_ends_well(cli):
    done = cli.run("play", "talon")
    assert done.returncode == 0
    assert f"The game is saved in {cli.saved()[0]}" in done.stdout
    assert "Go on with: bestiary play --resume" in done.stdout


def test_a_resumed_game_is_the_same_game(cli):
    whole = cli.run("play", "talon", "--seed", "same", typed=FIRST_MOVES)
    assert whole.returncode == 0
    cli.run("play", "talon", "--seed", "same", typed="1\n" * 5)
    first, second = cli.saved()
    assert '"line":"pause"' in second.read_text()
    done = cli.run("play", "--resume", typed=FIRST_MOVES)
    assert done.returncode == 0
    assert first.read_text() == second.read_text()
    refused = cli.run("play", "--resume", str(second))
    assert refused.returncode == 2
    assert "this game is over" in refused.stderr


def test_resume_finds_the_latest_unfinished_game_or_takes_a_file(cli):
    cli.run("play", "talon", "--seats", "you,random", "--names", "Ida,Otto", "--seed", "1", typed="1\n")
    assert "Ida" in cli.run("play", "--resume", "talon").stdout
    assert "Ida" in cli.run("play", "--resume", str(cli.saved()[0])).stdout
    assert "Ida" in cli.run("play", "talon", str(cli.saved()[0]), "--resume").stdout


def test_text_falls_back_to_ascii(cli):
    done = cli.process("play", "talon", "--variant", "gamble", "-p", "2", "--names", "Åsa", typed="1\n" * 2000,
                       PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "Asa" in done.stdout
    assert "type raise and a number" in done.stdout
    assert "Result" in done.stdout


def test_bots_can_play_among_themselves(cli):
    done = cli.run("play", "talon", "--seats", "greedy,random,greedy", "--seed", "bots")
    assert done.returncode == 0
    assert "Ash (greedy)" in done.stdout
    assert "Briar (random)" in done.stdout


def test_teams_win_together(cli):
    done = cli.run("play", "talon", "--seats", "greedy,greedy,greedy,greedy", "--variant", "teams", "--seed", "t")
    assert "Team" in done.stdout
    assert "win together." in done.stdout or "share the victory." in done.stdout


def test_an_unwritable_folder_does_not_stop_the_game(cli):
    (cli.folder / "data").write_text("in the way")
    done = cli.run("play", "talon", "--seed", "x", typed="1\n1\n")
    assert done.returncode == 1
    assert done.stdout.count("The game cannot be saved to") == 1
    assert done.stdout.index("The game cannot be saved to") < done.stdout.index("Round 1 begins.")
    assert done.stderr.startswith("bestiary: the game is not saved; ")
    assert done.stderr.count("\n") == 1
    assert cli.run("play", "talon", "--seed", "x", typed=FIRST_MOVES).returncode == 0


def test_a_request_to_end_saves_the_game(cli):
    process = subprocess.Popen(
        [sys.executable, "-m", "bestiary", "play", "talon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=cli.env(PYTHONUNBUFFERED="1"), text=True,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    while not process.stdout.readline().startswith("Choose a card"):
        pass
    process.stdout.read(len(" 1  Choose the Rat\n"))
    process.send_signal(signal.SIGTERM)
    rest = process.communicate(timeout=20)[0]
    assert "The game is saved in" in rest
    assert json.loads(cli.saved()[0].read_text().splitlines()[-1])["line"] == "pause"


def test_a_fault_in_the_rules_names_the_replay_to_report(cli):
    script = (
        "import os, sys\n"
        "from bestiary.engine.errors import FaultError\n"
        "from bestiary.engine.table import Table\n"
        "def fail(*args): raise FaultError('Tooth & Talon: a case that cannot happen')\n"
        "Table.play = fail\n"
        "sys.argv = ['bestiary', 'play', 'talon']\n"
        "from bestiary.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=cli.env(), capture_output=True, text=True, input="1\n")
    assert done.returncode == 70
    assert done.stderr.count("\n") == 1
    assert "please report it" in done.stderr
    assert str(cli.saved()[0]) in done.stderr


def test_a_cold_start_neither_imports_numba_nor_waits_for_it(cli):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bestiary", "play", "talon"], input="1\n", capture_output=True,
        text=True, env=cli.env(NUMBA_DISABLE_JIT=None), timeout=60,
    )  # fmt: skip
    assert "Choose a card in secret." in done.stdout
    assert "| bestiary.engine.registry" in done.stderr.replace("  ", " ")
    assert not re.search(r"\| +numba", done.stderr)


def test_who_quits_leaves_no_process_behind(cli):
    """On a cold cache, with one that thinks and others that compile for it in the background."""
    place = cli.folder / "compiled"
    play = [sys.executable, "-m", "bestiary", "play", "talon", "--bots", "expert"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    games = [subprocess.Popen(play, env=cli.env(NUMBA_DISABLE_JIT=None), text=True, **pipes) for _ in range(2)]
    owners: set[str] = set()
    while not any(owners) and games[0].poll() is None:
        owners = {lock.read_text() for lock in place.glob("*/talon.lock")}
        time.sleep(0.05)
    assert len(owners) == 1, "one compile for both"
    assert os.getpriority(os.PRIO_PROCESS, int(owners.pop())) >= BACKGROUND
    assert len(cli.running()) > 3
    for game in games:
        assert "The game is saved in" in game.communicate("quit\n", timeout=20)[0]
    assert cli.left_behind() == []


class LoneMove:
    """A table at which a seat has one legal move, in a step that the game calls quiet or not."""

    game = None

    def __init__(self, quiet: bool, moves: int = 1) -> None:
        question = Question(kind="pass", title="Pass?", quiet=quiet)
        actions = [Act(id=move, label="Pass", sentence="Pass") for move in range(moves)]
        self.look = Look(number=0, public=None, private=Private(seat=0, question=question), actions=actions)


@pytest.mark.parametrize(
    ("people", "quiet", "moves", "skipped"),
    [([0], True, 1, True), ([0], False, 1, False), ([0], True, 2, False), ([0, 1], True, 1, False)],
)
def test_a_lone_quiet_move_is_made_unasked_at_a_table_of_one_person(
    people: list[int], quiet: bool, moves: int, skipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bestiary.cli import session as sessions

    monkeypatch.setattr(sessions, "look", lambda table, seat: table.look)
    session = sessions.Session.__new__(sessions.Session)
    session.people, session.wishes = people, {}
    session.table = LoneMove(quiet, moves)  # type: ignore[assignment]
    assert session.goes_without_asking(0) is skipped


# --- Names


def test_who_has_a_name_is_called_by_it_in_log_table_input_line_and_result(cli):
    for words in (("--names", "Max"), ("--seats", "Max,greedy"), ("--seats", "Max,Ada")):
        done = cli.run("play", "talon", "-p", "2", *words, "--seed", "names", typed="\n" + "1\n\n" * 80)
        assert "Max's move (? for help)" in done.stdout, words
        assert "Max chooses" in done.stdout
        assert "Result" in done.stdout
        assert not re.search(r"^(You|you|.* you)\b(?! muted)", done.stdout.partition("\n\n")[2], re.MULTILINE), words


def test_who_has_no_name_is_you_in_log_table_input_line_and_result(cli):
    said = cli.run("play", "talon", "-p", "2", "--seed", "names", typed=FIRST_MOVES).stdout
    assert "Your move (? for help)" in said
    assert "You choose" in said
    assert "You win." in said or "Ash wins." in said
    assert "You chooses" not in said


def test_nobody_but_a_person_alone_is_called_you(cli):
    for words in (("--names", "Max,You"), ("--seats", "Ada,Bo", "--names", "you")):
        said = cli.refused("play", "talon", "-p", "2", *words)
        assert said == "bestiary: only the one person at a table of bots is called 'You'; give another name\n"
