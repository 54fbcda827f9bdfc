"""The training example learns: a small setting here, the one of some minutes in `make prove`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bestiary.bots.roster import player_named
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="plain rules would take hours")
SCRIPT = Path(__file__).parents[2] / "examples" / "train_talon.py"


def trained(folder: Path, setting: str) -> list[dict[str, float]]:
    """The curve of a run; the process is its own, so that JAX's threads end with it."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--setting", setting, "--out", str(folder)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    points: list[dict[str, float]] = json.loads((folder / "curve.json").read_text())
    assert f"exploitability {points[-1]['exploitability']:.4f}" in done.stdout
    return points


def test_a_short_training_learns_and_its_network_plays(tmp_path: Path) -> None:
    """By steps, not by time, so that a slow machine learns the same. It is measured by the last round alone."""
    first, last = (trained(tmp_path, "test")[end]["exploitability"] for end in (0, -1))
    assert first == pytest.approx(0.9347, abs=1e-4)
    assert last < 0.35
    game = find_game("talon")
    player_named(game, f"net:{tmp_path / 'talon.npz'}").prepare(game.edition(), game.make_options(2))
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


@pytest.mark.prove
def test_the_setting_for_two_cores_brings_exploitability_below_a_quarter_of_the_uniform_players(tmp_path: Path) -> None:
    first, *_, last = trained(tmp_path, "cpu")
    assert last["exploitability"] < first["exploitability"] / 4
