"""The game of docs/add-a-game.md: a package of its own, installed as a reader would, that keeps every law."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "docs" / "example"
PAGE = ROOT / "docs" / "add-a-game.md"
COMMAND = re.compile(r"^bestiary (.* waterhole.*?) *(?:#.*)?$", re.MULTILINE)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the installed game; its rules run plain."""
    source, target = tmp_path_factory.mktemp("source") / "example", tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("*.egg-info", "build", "__pycache__"))
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    kept = {key: value for key, value in os.environ.items() if key != "BESTIARY_TESTS"}
    saves = str(tmp_path_factory.mktemp("saves"))
    return {**kept, "PYTHONPATH": str(target), "NUMBA_DISABLE_JIT": "1", "XDG_DATA_HOME": saves, "NO_COLOR": "1"}


def run(env: dict[str, str], *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", *command]
    return subprocess.run(words, cwd=ROOT, env=env, input=typed, capture_output=True, text=True, check=False)


def test_the_conformance_tests_walk_the_example(example: dict[str, str]) -> None:
    done = run(example, "pytest", "tests/testkit/test_conformance.py", "-k", "waterhole", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert re.search(r"^7 passed", done.stdout, re.MULTILINE), done.stdout


def test_every_command_that_the_page_shows_runs(example: dict[str, str]) -> None:
    commands = [words.split() for words in COMMAND.findall(PAGE.read_text(encoding="utf-8"))]
    assert {"play", "fuzz", "schema", "book"} <= {command[0] for command in commands}
    for command in commands:
        done = run(example, "bestiary", *command, typed="1\n" * 9)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert done.stdout, command


def test_its_rules_compile(example: dict[str, str], tmp_path: Path) -> None:
    compiled = {**{k: v for k, v in example.items() if k != "NUMBA_DISABLE_JIT"}, "BESTIARY_CACHE": str(tmp_path)}
    done = run(compiled, "bestiary", "simulate", "waterhole", "--games", "1000", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    plain = run(example, "bestiary", "simulate", "waterhole", "--games", "1000", "--seed", "1", "--json")
    assert done.stdout == plain.stdout
