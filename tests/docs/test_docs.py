"""The README's example runs, and the pages build without a warning."""

from __future__ import annotations

import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

from bestiary.engine import game as contract
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.replay import read_all, verify
from bestiary.engine.rule import plain

ROOT = Path(__file__).parent.parent.parent


def test_the_readme_tells_the_truth() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_pages_build_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "games" / "talon.html").exists()


def test_the_contract_says_the_arguments_of_the_compiled_functions() -> None:
    """Also where nobody has built the pages."""
    text = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    listing = text.partition("```python\n")[2].partition("```")[0]
    functions = re.findall(r"^def (\w+)(\(.*\)) -> (\w+): \.\.\.  # ", listing, re.MULTILINE)
    written = {name: said for name, *said in functions}
    assert set(written) == set(re.findall(r"^    (\w+): .*  # compiled \(", inspect.getsource(contract), re.MULTILINE))
    for game in map(find_game, game_names()):
        for name in written:
            if (rule := getattr(game, name)) is not None:
                said = inspect.signature(plain(rule))
                args = ", ".join(f"{a.name}: {a.annotation}" for a in said.parameters.values())
                assert [f"({args})", said.return_annotation] == written[name], f"{game.name} {name}"


def test_replays_of_every_release_can_still_be_verified() -> None:
    files = sorted((ROOT / "tests" / "replays").glob("*.jsonl"))
    assert files
    for file in files:
        for replay in read_all(file):
            verdict = verify(replay)
            assert verdict.finished
            assert verdict.problems == [], file.name
            assert verdict.older_rules == (file.name.startswith("0.1.0-beasts")), file.name
