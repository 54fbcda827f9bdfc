"""A batch of tables in compiled code."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from bestiary.batch import Batch
from bestiary.engine.rule import JIT


def followed(game: str, count: int, steps: int, threads: int) -> list[str]:
    """Digests of all that every step gives, with legal actions that the masks alone decide."""
    env, found = Batch(game, count, threads=threads), []
    now = env.reset(seed=6)
    for number in range(steps):
        found.append(hashlib.sha256(b"".join(part.tobytes() for part in now)).hexdigest())
        ranks = np.cumsum(now.masks, axis=1)
        wanted = number * 7919 % ranks[:, -1] + 1
        now = env.step((ranks >= wanted[:, None]).argmax(axis=1))
    return found


@pytest.mark.skipif(not JIT, reason="looks at compiled rules")
@pytest.mark.parametrize("game", ["talon", *(pytest.param(game, marks=pytest.mark.prove) for game in ("prey", "claw"))])
def test_compiled_steps_on_one_and_on_two_threads_are_the_plain_ones_byte_for_byte(game: str) -> None:
    code = "from test_batch import *; print(json.dumps(followed(sys.argv[1], 8, 60, 1)))"
    paths = {"PYTHONPATH": os.path.dirname(__file__), "NUMBA_DISABLE_JIT": "1"}
    plain = subprocess.run(
        [sys.executable, "-c", code, game], env={**os.environ, **paths}, capture_output=True, text=True, check=True
    )
    assert followed(game, 8, 60, 1) == followed(game, 8, 60, 2) == json.loads(plain.stdout)


@pytest.mark.skipif(not JIT, reason="looks at compiled rules")
def test_many_slots_play_many_games_that_all_end_with_one_victory_shared() -> None:
    env, games = Batch("talon", 2000, 4, threads=2), 0
    now = env.reset(seed=1)
    for _ in range(300):
        now = env.step(now.masks.argmax(axis=1))
        games += int(now.done.sum())
        assert np.allclose(now.rewards.sum(axis=1), now.done)
    assert games > 2000
