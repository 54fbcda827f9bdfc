"""The planted faults of Tailed Beasts can be planted."""

from __future__ import annotations

import tomllib
from pathlib import Path

import bestiary
from bestiary.games.beasts import rules

PACKAGE = Path(bestiary.__file__).parent
FAULTS = tomllib.loads(Path(rules.__file__).with_name("sabotage.toml").read_text(encoding="utf-8"))["faults"]


def test_there_are_many_faults_and_each_has_its_own_name() -> None:
    assert len({fault["name"] for fault in FAULTS}) == len(FAULTS) >= 45


def test_what_is_replaced_stands_once_in_its_file() -> None:
    for fault in FAULTS:
        text = (PACKAGE / fault["file"]).read_text(encoding="utf-8")
        assert text.count(fault["find"]) == 1, fault["name"]
        compile(text.replace(fault["find"], fault["replace"]), fault["file"], "exec")
