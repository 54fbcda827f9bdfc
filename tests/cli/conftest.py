"""The command line as people meet it: a process of its own, with folders of its own.

Most calls are answered by a copy of a process that has imported the command line already (`forks.py`)."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
import pytest

BYTECODE = str(Path(tempfile.gettempdir()) / "bestiary-tests-bytecode")  # makes hundreds of starts bearable
BESTIARY = [sys.executable, "-m", "bestiary"]


def make_environment(folder: Path, **more: str | None) -> dict[str, str]:
    """Rules run uncompiled here, unless a test says otherwise: compiling is tested elsewhere."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA", "XDG", "COLUMNS", "LINES", "PYTHON"))}
    ours: dict[str, str | None] = {
        "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache"),
        "BESTIARY_CACHE": str(folder / "compiled"), "NUMBA_DISABLE_JIT": "1", "TERM": "xterm-256color",
        "PYTHONIOENCODING": "utf-8", "PYTHONPYCACHEPREFIX": BYTECODE, **more,
    }  # fmt: skip
    return {k: v for k, v in {**clean, **ours}.items() if v is not None}


class Forks:
    """The process that `forks.py` tells of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        ours, theirs = socket.socketpair()
        command = [sys.executable, str(Path(__file__).with_name("forks.py")), str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=make_environment(folder), cwd=folder
        )
        theirs.close()
        self.line = ours.makefile("rw", encoding="utf-8")

    def call(self, words: list[str], typed: str, env: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
        files = [self.folder / name for name in ("typed", "shown", "complaint")]
        for file, text in zip(files, (typed, "", ""), strict=True):
            file.write_text(text, encoding="utf-8")
        call = {"words": words, "env": env, "folder": str(folder), "files": [str(file) for file in files]}
        print(json.dumps(call), file=self.line, flush=True)
        code = int(self.line.readline())
        shown, complaint = (file.read_text(encoding="utf-8") for file in files[1:])
        return subprocess.CompletedProcess(words, code, shown, complaint)

    def close(self) -> None:
        self.line.close()
        self.process.wait(20)


@dataclass
class CommandLine:
    """Runs `bestiary` with files, with pipes or in a terminal of 80 columns."""

    folder: Path
    forks: Forks
    terminals: list[Any]

    def env(self, **more: str | None) -> dict[str, str]:
        return make_environment(self.folder, **more)

    def run(self, *args: str, typed: str = "", **env: str | None) -> subprocess.CompletedProcess[str]:
        assert not any(name.startswith(("NUMBA", "PYTHON")) for name in env), "read as Python starts: process()"
        return self.forks.call([*args], typed, self.env(**env), self.folder)

    def process(self, *args: str, typed: str = "", **env: str | None) -> subprocess.CompletedProcess[str]:
        """The same with an interpreter that has imported nothing yet, and with pipes."""
        return subprocess.run(
            [*BESTIARY, *args], input=typed, capture_output=True, text=True, encoding="utf-8", env=self.env(**env),
            cwd=self.folder, timeout=60,
        )  # fmt: skip

    def refused(self, *args: str) -> str:
        """The one line that bad input gets, on standard error and with exit code 2."""
        done = self.run(*args)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        return done.stderr

    def start(self, *args: str, **env: str | None) -> subprocess.Popen[str]:
        """A run that goes on beside the test."""
        return subprocess.Popen(
            [*BESTIARY, *args], env=self.env(**env), cwd=self.folder, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a suite in the background ignores it
        )  # fmt: skip

    def running(self) -> list[int]:
        """The processes with this cache."""
        found, named = [], f"BESTIARY_CACHE={self.env()['BESTIARY_CACHE']}".encode()
        for place in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if named in place.read_bytes().split(b"\0"):
                    found.append(int(place.parent.name))
        return found

    def left_behind(self) -> list[int]:
        """Those that are alive five seconds after the end of a run."""
        until = time.monotonic() + 5
        while self.running() and time.monotonic() < until:
            time.sleep(0.1)
        return self.running()

    def terminal(self, *args: str, size: tuple[int, int] = (24, 80), **env: str | None) -> Any:
        return self.spawn(*BESTIARY, *args, size=size, **env)

    def spawn(self, *words: str, size: tuple[int, int] = (24, 80), **env: str | None) -> Any:
        """Any program at a terminal of this many lines and columns."""
        child = pexpect.spawn(
            words[0], [*words[1:]], env=self.env(**env), cwd=str(self.folder), encoding="utf-8", dimensions=size,
            timeout=20, echo=True,
        )  # fmt: skip
        self.terminals.append(child)
        return child

    def saved(self) -> list[Path]:
        found = (self.folder / "data" / "bestiary" / "games").glob("*.jsonl")
        return sorted(found, key=lambda f: f.stat().st_mtime_ns)


@pytest.fixture(scope="session")
def environment() -> Any:
    return make_environment


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    forks = Forks(tmp_path_factory.mktemp("forks"))
    yield forks
    forks.close()


@pytest.fixture
def cli(tmp_path: Path, forks: Forks) -> Iterator[CommandLine]:
    line = CommandLine(tmp_path, forks, [])
    yield line
    for child in line.terminals:
        child.close(force=True)


@pytest.fixture(scope="session")
def finished_game(tmp_path_factory: pytest.TempPathFactory, forks: Forks) -> Path:
    """The replay of a short game of two bots that was played to its end."""
    line = CommandLine(tmp_path_factory.mktemp("finished"), forks, [])
    line.run("play", "talon", "--seats", "greedy,random", "--seed", "finished")
    return line.saved()[0]
