"""Playing at a terminal of 80 columns."""

from __future__ import annotations

import re
import time

import pexpect
import pytest

PROMPT = r"(Your|Anna's|Ben's) move \(\? for help\): "
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def play_to_the_end(child) -> str:
    """Types 1 at each prompt; everything that was shown."""
    shown = ""
    while child.expect([PROMPT, pexpect.EOF]) == 0:
        shown += child.before
        child.sendline("1")
    child.close()
    return shown + str(child.before)


def interrupt(child) -> None:
    """Presses Ctrl-C at a prompt. Python's readline hears a signal that comes between prompt and reading only at the
    next key, so a moment passes first, as it does with people."""
    time.sleep(0.3)
    child.sendintr()


def test_a_whole_game(cli):
    child = cli.terminal("play", "talon", "-p", "2", "--seed", "pty")
    shown = play_to_the_end(child)
    assert child.exitstatus == 0
    assert "Result" in shown
    assert "The replay is in" in shown
    assert "\x1b[" in shown  # colours
    assert CLEAR not in shown  # one person needs no hiding


def test_ctrl_c_saves_and_resume_goes_on(cli):
    child = cli.terminal("play", "talon", "-p", "2", "--seed", "c")
    child.expect(PROMPT)
    child.sendline("choose hawk")
    child.expect(PROMPT)
    interrupt(child)
    child.expect("The game is saved in ")
    child.expect(r"Go on with: (\S+ -m bestiary play --resume)\r\n")
    command = child.match.group(1)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    again = cli.spawn("sh", "-c", command)  # what was said can be typed as it is
    again.expect("You choose the Hawk.")
    play_to_the_end(again)
    assert again.exitstatus == 0
    assert len(cli.saved()) == 1


def test_end_of_file_saves(cli):
    child = cli.terminal("play", "talon")
    child.expect(PROMPT)
    child.sendeof()
    child.expect("The game is saved in ")
    child.expect(pexpect.EOF)


def test_hot_seat_hides_everything_between_people(cli):
    child = cli.terminal("play", "talon", "--variant", "gamble", "--seats", "Anna,Ben,random", "--seed", "hot")
    child.expect("Pass the keyboard to Anna")
    child.expect("looking. ")
    child.sendline()
    child.expect(PROMPT)
    child.sendline("choose hawk")
    child.expect("Ben, press Enter")
    left_in_view = child.before.rpartition(CLEAR)[2]
    assert CLEAR in child.before
    assert "Pass the keyboard to Ben." in left_in_view
    assert not re.search("hawk|hand|Anna", left_in_view, re.IGNORECASE)
    child.sendline()
    child.expect(PROMPT)
    for_ben = child.before.rpartition(CLEAR)[2]
    assert "Anna chooses a card." in for_ben
    assert "Choose a card in secret." in for_ben
    child.send("\x1b[A")  # the line that Anna typed is not in the history
    child.sendline()
    child.expect(PROMPT)
    assert "hawk" not in child.before.partition("Choose a card in secret.")[0]
    child.sendline("?")
    child.expect("Or one of these:")
    child.expect(PROMPT)
    assert child.match.group(1) == "Ben's"
    assert "undo" not in child.before
    child.sendline("undo")
    child.expect("only at a table of one person and bots")
    child.sendline("q")
    child.expect("The game is saved in ")
    assert CLEAR in child.before


def test_the_list_of_games_says_what_each_is_and_offers_the_one_that_was_interrupted(cli):
    child = cli.terminal("play")
    child.expect("Which game\\? ")
    listed = " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before).split())
    assert "Tooth & Claw (claw) Set up a formation of three rows and fight 21 battles of trick-taking." in listed
    assert "Predator & Prey (prey) Twelve tricks, cards turned round half-way, goals set by dice." in listed
    assert "Go on" not in listed
    child.sendline("0")
    child.expect("Type a number from 1 to 4, or a name.")
    child.sendline("prey")
    child.expect(PROMPT)
    child.sendline("quit")
    child.expect(pexpect.EOF)
    again = cli.terminal("play")
    again.expect(" 0  Go on with Predator & Prey, which was interrupted")
    again.sendline("0")
    again.expect("Predator & Prey. At the table: You")
    again.expect(PROMPT)


def test_no_colour_where_it_is_not_wanted(cli):
    child = cli.terminal("play", "talon", NO_COLOR="1")
    child.expect(PROMPT)
    assert not re.search(r"\x1b\[[0-9;]*3\d", child.before)


def test_a_dumb_terminal_gets_plain_text(cli):
    child = cli.terminal("play", "talon", "--seats", "Anna,Ben", TERM="dumb")
    child.expect("looking. ")
    child.sendline()
    child.expect(PROMPT)
    assert "\x1b[" not in child.before.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")


def test_a_replay_can_be_stepped_through(cli, finished_game):
    child = cli.terminal("replay", str(finished_game))
    child.expect("The set-up, of decisions 0 to (\\d+)")
    last = int(child.match.group(1))
    child.expect("q ends. ")
    child.sendline()
    child.expect("Decision 0, of")
    child.expect("q ends. ")
    child.sendline("b")
    child.expect("The set-up, of")
    child.expect("q ends. ")
    child.sendline("99999")
    child.expect(f"The game has decisions 0 to {last}.")
    child.expect("q ends. ")
    child.sendline("e")
    child.expect(f"Decision {last}, of")
    child.expect("Result")
    child.expect("q ends. ")
    child.sendline()
    child.expect("This is the end; b goes back")
    child.expect("q ends. ")
    child.sendline("q")
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("args", [["--help"], ["play", "--help"], ["games"], ["rules", "talon"]])
def test_nothing_is_wider_than_the_terminal(cli, args):
    child = cli.terminal(*args)
    child.expect(pexpect.EOF)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before)
    assert max(map(len, plain.splitlines())) <= 80
