"""The example of the docs, as somebody would run it."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest
from running import Running

EXAMPLE = Path(__file__).parents[2] / "docs" / "example" / "client.py"


@pytest.mark.parametrize("game", ["talon", "claw", "prey", "beasts"])
def test_the_example_client_plays_a_whole_game_against_bots(
    game: str, server: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["client.py", server.url, game])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    ranking = json.loads(capsys.readouterr().out.replace("'", '"'))
    assert ranking[0]["place"] == 1
