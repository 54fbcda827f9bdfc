"""What a person gets wrong is answered with one clear line and exit code 2."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

WRONG = {
    "an unknown command": ("frob", "No such command 'frob'"),
    "a misspelt command": ("verifi", "Did you mean 'verify'?\n"),
    "an unknown option": ("play talon --frob", "No such option: --frob; see 'bestiary play --help'"),
    "an unknown game": ("play tallon", "did you mean 'talon'?"),
    "an unknown game to read about": ("games chess", "no game is called 'chess'; there are "),
    "too many players": ("play talon -p 11", "for 2 to 10 players, not 11"),
    "players that are no number": ("play talon -p many", "--players"),
    "an unknown variant": ("play talon --variant duel", "has no variant 'duel'; there are base, "),
    "a misspelt variant": ("play talon --variant gambel", "did you mean 'gamble'?"),
    "variants that exclude each other": ("play talon --variant teams --set gamble=yes", "do not go together"),
    "an unknown option of the game": ("play talon --set anti=3", "did you mean 'ante'?"),
    "an option out of range": ("play talon --set stack=5", "stack must be 10 to 200, not '5'"),
    "an option without a value": ("play talon --set gamble", "write an option as key=value"),
    "an option twice": ("play talon --set ante=2 --set ante=3", "--set names ante twice"),
    "contradicting players": ("play talon -p 3 --set seats=4", "contradict each other"),
    "an unknown edition": ("play talon --edition deluxe", "has no edition 'deluxe'; shipped are house"),
    "a missing edition file": ("play talon --edition none.toml", "cannot read the edition none.toml"),
    "a damaged edition file": ("play talon --edition bad.toml", "bad.toml:2"),
    "an unknown bot": ("play talon --bots clever", "Tooth & Talon has no bot 'clever'; there are random, greedy"),
    "a misspelt bot at a seat": ("play talon --seats you,gredy", "did you mean 'greedy'?"),
    "too many bots": ("play talon -p 3 --bots random,greedy,random", "name 1 to 2 bots, not 3"),
    "two bots for one seat": ("play claw --bots random,greedy", "name one bot, not 2"),
    "a bot without a name": ("play talon --bots random,,greedy", "has an empty place between its commas"),
    "too many seats": ("play talon -p 2 --seats a,b,c", "--seats names 3 seats, but there are 2 players"),
    "two of one name": ("play talon --seats Ann,ann", "called 'Ann'; give everybody a name of their own"),
    "an empty name": ("play talon --names a,,b", "an empty place between its commas"),
    "nothing to resume": ("play --resume", "there is no unfinished game in"),
    "resuming what is not there": ("play --resume none.jsonl", "there is no saved game none.jsonl"),
    "resuming with other settings": ("play --resume --seed 1", "--resume goes on with a saved game as it is"),
    "an unknown section": ("rules talon chess", "sections are Overview"),
    "a map of a game without one": ("map talon", "Tooth & Talon is played without a map"),
    "a map of an unknown game": ("map chess", "no game is called 'chess'; there are "),
    "a map of an unknown edition": ("map beasts --edition deluxe", "has no edition 'deluxe'; shipped are house"),
    "a picture that cannot be written": ("map beasts --svg none/map.svg", "none/map.svg"),
    "a replay that is not there": ("verify none.jsonl", "cannot read the replay none.jsonl: No such file"),
    "a replay that is no replay": ("replay bad.toml", "bad.toml:1: damaged: this line is no JSON"),
    "a replay cut off": ("verify cut.jsonl", "the file was cut off"),
    "a replay with odd content": ("verify odd.jsonl", "odd.jsonl"),
    "a game that the file has not": ("replay good.jsonl --game 7", "has no game 7; it holds games 1 to 1"),
    "a replay that is a pipe": ("verify pipe.jsonl", "cannot read the replay pipe.jsonl: it is a pipe or a device"),
    "a replay without end": ("replay endless.jsonl", "cannot read the replay endless.jsonl: it is a pipe or a device"),
    "an edition that is a pipe": ("play talon --edition pipe.toml", "cannot read the edition pipe.toml: it is a pipe"),
    "a replay that names a pipe": ("verify names.jsonl", "has no edition 'pipe.toml'; there is only house"),
    "a replay that nests": ("verify deep.jsonl", "deep.jsonl:1: damaged: this line is no JSON"),
    "a seat that is false": ("replay false.jsonl", "false.jsonl:2: damaged: 'seat' is missing or no number"),
    "a picture that is there": ("map beasts --svg good.jsonl", "good.jsonl is there already; --force replaces it"),
    "a record that is there": ("simulate talon --record good.jsonl", "good.jsonl is there already; --force replaces"),
    "a report that is there": ("report talon --out reported", "reported/seats.parquet is there already; --force"),
    "a plot that is there": ("arena talon --games 1 --out plotted", "plotted/arena.svg is there already; --force"),
    "a seed that cannot be shown": ("simulate talon --seed \x1b[2J", "--seed is a text of letters, digits and signs"),
    "a seed that is no UTF-8": ("play talon --seed \udcff", "--seed is a text of letters, digits and signs"),
    "coins without the gamble": ("play talon --set stack=50", "belong to the gamble: set gamble=yes too"),
    "a missing argument": ("verify", "Missing argument 'FILE'; see 'bestiary verify --help'"),
}

@pytest.fixture(scope="module")
def folder(tmp_path_factory, finished_game) -> Path:
    """A folder with good and bad files."""
    folder: Path = tmp_path_factory.mktemp("wrong")
    lines = finished_game.read_text().splitlines(keepends=True)
    (folder / "bad.toml").write_text("copies = 1\n[animals\n")
    (folder / "good.jsonl").write_text("".join(lines))
    (folder / "cut.jsonl").write_text("".join(lines[:-1]))
    (folder / "odd.jsonl").write_text('{"line":[]}\n')
    (folder / "deep.jsonl").write_text("[" * 100_000)
    (folder / "false.jsonl").write_text("".join(lines).replace('"seat":0', '"seat":false', 1))
    (folder / "names.jsonl").write_text("".join(lines).replace('"edition":"house"', '"edition":"pipe.toml"'))
    for name in ("pipe.jsonl", "pipe.toml"):
        os.mkfifo(folder / name)
    (folder / "endless.jsonl").symlink_to("/dev/zero")
    for name in ("reported/seats.parquet", "plotted/arena.svg"):
        (folder / name).parent.mkdir()
        (folder / name).write_text("mine")
    return folder


@pytest.mark.parametrize("case", WRONG)
def test_one_line_and_exit_code_2(forks, environment, folder, case):
    command, complaint = WRONG[case]
    done = forks.call(command.split(), "", environment(folder), folder)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    assert (folder / "plotted" / "arena.svg").read_text() == "mine"


def test_what_a_person_typed_never_commands_the_terminal_and_is_cut(cli):
    said = cli.refused("games", "\x1b]0;title\x07\u202e" + "x" * 100_000)
    assert said.startswith("bestiary: no game is called ']0;titlexxx")
    assert len(said) < 1100
    assert said.endswith("there are beasts, claw, prey, talon\n")


CLOSED = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-", "all": "<&- >&- 2>&-"}


@pytest.mark.parametrize("stream", CLOSED)
@pytest.mark.parametrize(("words", "code"), [("play talon --seed s", 0), ("verify none.jsonl", 2)])
def test_a_closed_stream_is_no_traceback(cli, stream, words, code):
    command = f"{sys.executable} -m bestiary {words} {CLOSED[stream]}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=cli.env(), cwd=cli.folder)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("play" in words or stream in ("stderr", "all")) == (done.stderr == "")
    assert ("play" not in words or stream in ("stdout", "all")) == (done.stdout == "")


def test_a_report_on_a_full_disk_is_one_line_and_leaves_nothing(cli):
    def fill_the_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    words = ["report", "talon", "--games", "1", "--players", "2", "--out", "out"]
    done = subprocess.run(
        [sys.executable, "-B", "-m", "bestiary", *words], capture_output=True, text=True, env=cli.env(),
        cwd=cli.folder, preexec_fn=fill_the_disk,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "bestiary: File too large\n"
    assert not list((cli.folder / "out").glob("*.part"))


def test_a_disk_that_is_full_is_one_line(cli):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "bestiary", "rules", "talon"], stdout=full, stderr=subprocess.PIPE, text=True,
            env=cli.env(),
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "bestiary: No space left on device\n"


@pytest.mark.parametrize(("error", "said"), [
    (PermissionError(13, "Permission denied", "a/b"), "bestiary: a/b: Permission denied\n"),
    (MemoryError(), "bestiary: there is not enough memory for this\n"),
])  # fmt: skip
def test_what_the_machine_refuses_is_one_line(monkeypatch, capsys, error, said):
    from bestiary import cli

    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "app", fail)
    monkeypatch.setattr(cli, "_drop_output", lambda: None)
    with pytest.raises(SystemExit) as leaving:
        cli.main()
    assert leaving.value.code == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("words", [["rules", "talon"], ["games"]])
def test_a_reader_that_goes_away_is_no_error(cli, words):
    child = subprocess.Popen(
        [sys.executable, "-m", "bestiary", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=cli.env()
    )
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert child.stderr.read() == b""
    assert child.wait(20) == 0


def test_a_process_of_its_own_says_the_same(cli):
    done = cli.process("play", "tallon")
    assert done.returncode == 2
    assert done.stderr == "bestiary: no game is called 'tallon'; did you mean 'talon'?\n"
