"""Processes beside another one end with it, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bestiary.engine import beside
from bestiary.engine.beside import BACKGROUND, Beside

PARENT = """
import os, sys
from bestiary.engine.beside import Beside
child = Beside("sleeper", "deeper", nice=15, stdout=None)
print("parent", os.getpid(), os.nice(0), flush=True)
sys.stdin.readline()
"""
SLEEPER = """
import os, sys, time
from bestiary.engine.beside import Beside
print("child", os.getpid(), os.nice(0), flush=True)
if sys.argv[1:] == ["deeper"]:
    grandchild = Beside("sleeper", stdout=None)
time.sleep(60)
"""


def is_alive(process: int) -> bool:
    """Whether it still runs; what has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def sleepers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, None])
@pytest.mark.usefixtures("sleepers")
def test_children_and_their_children_end_with_a_process(ending: signal.Signals | None) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], text=True, **pipes)
    assert parent.stdin is not None
    assert parent.stdout is not None
    told = [parent.stdout.readline().split() for _ in range(3)]
    assert sorted(line[0] for line in told) == ["child", "child", "parent"]
    nice = {int(line[2]) for line in told if line[0] == "child"}
    assert nice == {min(os.nice(0) + BACKGROUND, 19)}, "a grandchild steps back, too"
    children = [int(line[1]) for line in told if line[0] == "child"]
    assert all(map(is_alive, children))
    if ending is None:
        parent.stdin.close()
    else:
        parent.send_signal(ending)
    parent.wait(20)
    until = time.monotonic() + 5
    while any(map(is_alive, children)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(is_alive, children))
    parent.stdout.close()


@pytest.mark.usefixtures("sleepers")
def test_a_child_can_be_ended_before() -> None:
    child = Beside("sleeper", nice=BACKGROUND)
    assert child.poll() is None
    child.end()
    assert child.returncode == -signal.SIGKILL
    child.end()


def test_a_module_runs_as_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its words and its input, and compiled where rules run plain here."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "echo.py").write_text(
        "import os, sys\nprint(__name__, sys.argv[1:], 'NUMBA_DISABLE_JIT' in os.environ)\nsys.exit(3)\n"
    )
    done = beside.run("echo", "a b", "c", stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (3, b"__main__ ['a b', 'c'] False\n")
