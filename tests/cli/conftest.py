"""The command line as people meet it: a process of its own, with folders of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
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
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA", "XDG", "COLUMNS", "PYTHON"))}
    ours: dict[str, str | None] = {
        "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache"),
        "BESTIARY_CACHE": str(folder / "compiled"), "NUMBA_DISABLE_JIT": "1", "TERM": "xterm-256color",
        "PYTHONIOENCODING": "utf-8", "PYTHONPYCACHEPREFIX": BYTECODE, **more,
    }  # fmt: skip
    return {k: v for k, v in {**clean, **ours}.items() if v is not None}


@dataclass
class CommandLine:
    """Runs `bestiary` with pipes or in a terminal of 80 columns."""

    folder: Path
    terminals: list[Any]

    def env(self, **more: str | None) -> dict[str, str]:
        return make_environment(self.folder, **more)

    def run(self, *args: str, typed: str = "", **env: str | None) -> subprocess.CompletedProcess[str]:
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

    def start(self, *args: str) -> subprocess.Popen[str]:
        """A run that goes on beside the test."""
        return subprocess.Popen(
            [*BESTIARY, *args], env=self.env(), cwd=self.folder, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a suite in the background ignores it
        )  # fmt: skip

    def terminal(self, *args: str, **env: str | None) -> Any:
        child = pexpect.spawn(
            BESTIARY[0], [*BESTIARY[1:], *args], env=self.env(**env), cwd=str(self.folder), encoding="utf-8",
            dimensions=(24, 80), timeout=20, echo=True,
        )  # fmt: skip
        self.terminals.append(child)
        return child

    def saved(self) -> list[Path]:
        found = (self.folder / "data" / "bestiary" / "games").glob("*.jsonl")
        return sorted(found, key=lambda f: f.stat().st_mtime_ns)


@pytest.fixture(scope="session")
def environment() -> Any:
    return make_environment


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[CommandLine]:
    line = CommandLine(tmp_path, [])
    yield line
    for child in line.terminals:
        child.close(force=True)


@pytest.fixture(scope="session")
def finished_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay of a short game of two bots that was played to its end."""
    line = CommandLine(tmp_path_factory.mktemp("finished"), [])
    line.run("play", "talon", "--seats", "greedy,random", "--seed", "finished")
    return line.saved()[0]
