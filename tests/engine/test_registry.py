"""Which folders are games."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from bestiary.engine import registry


def test_a_folder_is_a_game_once_it_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {"done": "x = 1\nGAME = Game()\n", "begun": '"""A GAME, one day."""\n'}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(
        registry.importlib.util, "find_spec", lambda name: SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    )
    found = registry._entries.__wrapped__()
    assert found["done"].value == "bestiary.games.done:GAME"
    assert not {"begun", "__pycache__"} & set(found)
