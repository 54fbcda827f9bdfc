"""The folder of compiled rules: one process compiles a game at a time, and a folder that cannot be written is named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bestiary.engine import cache
from bestiary.engine.errors import MalformedError

OWNER = """
import sys
from bestiary.engine import cache
with cache.compiling("talon"):
    print("compiling", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path / "compiled"))
    return tmp_path / "compiled"


@pytest.fixture
def owner(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that compiles Tooth & Talon until it reads a line."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-c", OWNER], text=True, **pipes)
    assert process.stdout is not None
    assert process.stdout.readline() == "compiling\n"
    yield process
    process.kill()
    process.communicate()


@pytest.mark.parametrize("ending", ["done", "killed"])
def test_one_process_compiles_a_game_at_a_time(owner: subprocess.Popen[str], ending: str) -> None:
    told: list[str] = []
    entered, waits = threading.Event(), threading.Event()

    def compile_too() -> None:
        with cache.compiling("talon", lambda who: (told.append(who), waits.set())):
            entered.set()

    second = threading.Thread(target=compile_too)
    second.start()
    assert waits.wait(20)
    assert told == [str(owner.pid)], "who waits knows for whom"
    assert not entered.is_set()
    with cache.compiling("claw", told.append):
        assert len(told) == 1, "another game need not wait"
    if ending == "killed":
        owner.send_signal(signal.SIGKILL)
    else:
        assert owner.stdin is not None
        owner.stdin.write("\n")
        owner.stdin.flush()
    assert entered.wait(20)
    second.join()
    assert (cache.folder() / "talon.lock").read_text() == str(os.getpid())


def test_a_folder_that_cannot_be_made_is_named_with_what_would_be_right(folder: Path) -> None:
    folder.write_text("in the way")
    for writes in (cache.use, cache.check_writable):
        with pytest.raises(MalformedError, match=rf"cannot be kept in {folder}: .*; set BESTIARY_CACHE to a folder"):
            writes()


def test_a_folder_that_can_only_be_read_serves_but_keeps_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.use()
    cache.mark_warm("talon", 1)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere

    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    (cache.folder() / "pruned").unlink()
    assert cache.use() == cache.folder()
    assert cache.is_warm("talon")
    with pytest.raises(MalformedError, match="it can only be read; set BESTIARY_CACHE to a folder"):
        cache.check_writable()
