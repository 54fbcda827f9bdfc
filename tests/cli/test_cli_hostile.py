"""Thousands of calls that nobody should make: no traceback, no hang, little memory, and no forged replay is genuine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.registry import game_names

sys.path.insert(0, str(Path(__file__).parent))
from hostile import MEMORY
from hostile_replays import HARMLESS

LINES = int(os.environ.get("HOSTILE_WORDS", "600"))
"""How many command lines: from 5,000 on every option has had every value."""
REPLAYS = int(os.environ.get("HOSTILE_REPLAYS", "250"))
"""How many changed replays of each game: 2,500 in `make prove`, where some are of whole games."""


def report_of(environment: Any, folder: Path, *words: str) -> dict[str, Any]:
    command = [sys.executable, str(Path(__file__).with_name("hostile.py")), *words, str(folder)]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["wrong"][:5] == []
    assert report["memory"] < MEMORY
    return report


def test_no_command_line_gets_a_traceback_hangs_or_eats_memory(environment: Any, tmp_path: Path) -> None:
    report = report_of(environment, tmp_path, "words", str(LINES))
    assert report["calls"] > LINES
    assert report["outcomes"]["exit code 2"] > report["calls"] // 2


@pytest.mark.parametrize("game", game_names())
def test_a_changed_replay_is_caught_or_tells_the_same_story(environment: Any, tmp_path: Path, game: str) -> None:
    report = report_of(environment, tmp_path, "replays", game, str(REPLAYS))
    assert report["calls"] == REPLAYS
    passed = {told.removeprefix("harmless: ") for told in report["outcomes"] if told.startswith("harmless")}
    assert passed <= set(HARMLESS)
    assert report["outcomes"]["caught"] > REPLAYS // 2


def test_the_list_of_harmless_changes_is_written_down() -> None:
    page = (Path(__file__).parents[2] / "docs" / "replays.md").read_text()
    listed = page.partition("## What nobody can check")[2].partition("\n## ")[0].split("\n- ")[1:]
    plain = [" ".join(entry.replace("`", "").split()).lower() for entry in listed]
    assert len(plain) == len(HARMLESS)
    for why in HARMLESS.values():
        assert any(entry.startswith(why.lower()) for entry in plain), why
