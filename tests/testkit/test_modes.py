"""The same rules compiled and plain, with bounds checked, on a simulated GPU, and with two editions at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import JIT
from bestiary.testkit.twins import digests, digests_elsewhere

compiled_only = pytest.mark.skipif(not JIT, reason="compares with a compiled run")


def run(code: str, **environment: str) -> str:
    env = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@compiled_only
@pytest.mark.parametrize("name", game_names())
def test_compiled_and_plain_games_have_equal_bytes_after_every_action(name: str) -> None:
    games = 20 if find_game(name).large else 60
    assert digests(name, games) == digests_elsewhere(name, games, NUMBA_DISABLE_JIT="1")


def test_plain_rules_overflow_nowhere() -> None:
    code = (
        "import warnings, numpy; warnings.simplefilter('error'); numpy.seterr(all='raise');"
        "from bestiary.testkit.twins import digests; print(len(digests('talon', 20)))"
    )
    assert run(code, NUMBA_DISABLE_JIT="1").strip() == "20"


PLANTED = """
from __future__ import annotations
import numpy as np
from bestiary.engine.rule import Ints, rule
@rule
def beyond(cells: Ints, index: int) -> int:
    return int(cells[index])
"""


def checking_bounds(folder: Path, code: str) -> list[str]:
    """What a program prints that is compiled with its bounds checked, and may import what is planted."""
    (folder / "planted.py").write_text(PLANTED)
    path = f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return run(code, NUMBA_BOUNDSCHECK="1", PYTHONPATH=path).split()


@compiled_only
def test_bounds_are_checked_where_that_is_asked_for(tmp_path: Path) -> None:
    code = (
        "import numpy as np, planted\n"
        "try: planted.beyond(np.zeros(3, np.int32), 7); print('missed')\n"
        "except IndexError: print('caught')\n"
    )
    assert checking_bounds(tmp_path, code) == ["caught"]


@compiled_only
@pytest.mark.prove  # the rules are compiled once more for it; plain rules check every bound anyway
def test_compiled_games_stay_within_their_bounds(tmp_path: Path) -> None:
    code = (
        "from bestiary.engine.registry import find_game\n"
        "from bestiary.testkit.fuzz import walk_games\n"
        "g = find_game('talon')\n"
        "for v, n in (('base', 4), ('gamble', 3)):\n"
        "    tally, _, crashes = walk_games(g, g.edition(), g.make_options(n, v), 200, 'bounds', lambda c: None)\n"
        "    print(int(tally[:, 1].sum()) + len(crashes))\n"
    )
    assert checking_bounds(tmp_path, code) == ["0", "0"]


@pytest.mark.parametrize(("name", "players", "least", "most"), [("talon", 3, 60, 110), ("claw", 2, 55, 85)])
def test_a_simulated_gpu_plays_the_same_rules(name: str, players: int, least: int, most: int) -> None:
    """Claw's record lies in shared memory, Talon's has no room there."""
    code = (
        "import json; from numba import cuda; from bestiary.engine.registry import find_game\n"
        "from bestiary.lab.cuda import THREADS, fits; from bestiary.lab.cuda_bench import bench_cuda\n"
        f"g = find_game('{name}')\n"
        f"assert fits(g, THREADS) == ('{name}' == 'claw')\n"
        f"print(json.dumps(bench_cuda(g, g.edition(), g.make_options({players}), 0.0, cuda, 2)))\n"
    )
    result = json.loads(run(code, NUMBA_ENABLE_CUDASIM="1"))
    assert result["games_per_second"] >= 0
    assert result["faults"] == 0
    assert least < result["decisions_per_game"] < most


def test_a_large_game_in_waves_on_a_simulated_gpu_is_played_by_the_same_rules() -> None:
    """Three positions, the second a wave behind: step by step the same bytes, and side by side in order."""
    code = """
import numpy as np
from numba import cuda
from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import quick_word
from bestiary.engine.frames import step
from bestiary.engine.registry import find_game
from bestiary.lab.cuda_waves import DECISIONS, FAULTS, FORCED, GAMES, Waves
g = find_game("beasts")
box, options, pick = g.edition().box, g.make_options(3), pick_of(g, "random")
waves = Waves(g, g.edition(), options, cuda, 3, "law", spread=2, threads=4)
rngs, states, counts = waves.rngs.copy_to_host(), [g.state.new() for _ in range(3)], np.zeros((3, 4), np.int64)
moves, weights = np.zeros(g.max_moves, np.int32), np.zeros(g.max_moves, np.int32)
for wave in range(100):
    for slot, (state, rng, count) in enumerate(zip(states, rngs, counts)):
        if count[GAMES] == 0:
            if slot % 2 <= wave:
                g.setup(box, state, options, np.array([quick_word(rng) for _ in range(8)], np.uint32), None)
                count[GAMES] = 1
        elif waiting := g.waiting(state):
            seat = first_bit(waiting)
            legal = g.legal(box, state, seat, moves)
            g.decide(box, state, seat, pick(box, state, seat, moves, legal, weights, rng), None)
            count[DECISIONS if legal > 1 else FORCED] += 1
        else:
            g.advance(box, state, None)
    waves.run(1)
    if wave % 25 == 1 or wave == 99:
        kinds, order = waves.kinds.copy_to_host(), waves.order.copy_to_host()
        assert sorted(order) == [0, 1, 2] and list(kinds[order]) == sorted(kinds), (kinds, order)
        assert waves.states.copy_to_host().tobytes() == b"".join(each.tobytes() for each in states), wave
assert waves.rngs.copy_to_host().tobytes() == rngs.tobytes()
assert list(waves.totals()) == list(counts.sum(axis=0)) and counts[:, DECISIONS].min() > 5, counts
ended = waves.states.copy_to_host()
ended["depth"][1], ended["fault"][1] = 0, 1
waves.states.copy_to_device(ended)
waves.run(1)
assert list(waves.slots.copy_to_host()[:, [GAMES, FAULTS]].ravel()) == [1, 0, 2, 1, 1, 0]
print("equal")
"""
    assert run(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1") == "equal\n"


def test_waves_sort_positions_of_several_blocks() -> None:
    code = """
from numba import cuda
from bestiary.engine.registry import find_game
from bestiary.lab.cuda_waves import GAMES, IDLE, Waves
g = find_game("beasts")
waves = Waves(g, g.edition(), g.make_options(2), cuda, 60, "law", spread=20, threads=16)
waves.run(3)
kinds, order = waves.kinds.copy_to_host(), waves.order.copy_to_host()
assert sorted(order) == list(range(60)) and list(kinds[order]) == sorted(kinds), (kinds, order)
assert sum(kinds != IDLE) == waves.totals()[GAMES] == 9, kinds
print("sorted")
"""
    assert run(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1") == "sorted\n"


CHANGED = """
import sys
from bestiary.engine.registry import find_game
from bestiary.lab.simulate import simulate
g = find_game("talon")
for name in sys.argv[1:]:
    results = simulate(g, g.edition(name), g.make_options(3), ["greedy"], 200, "editions", lambda c: None)
    print(round(float(results.scores.sum())))
"""


@pytest.fixture
def rich_foxes(tmp_path: Path) -> Path:
    house = find_game("talon").editions["house"].read_text()
    changed = house.replace("[animals.fox]\ncopies = 1\nworth = 2", "[animals.fox]\ncopies = 1\nworth = 9")
    assert changed != house
    file = tmp_path / "rich-foxes.toml"
    file.write_text(changed)
    return file


def test_two_editions_in_one_process_and_in_two_on_one_cache_give_two_results(rich_foxes: Path) -> None:
    def scores(*editions: str) -> list[str]:
        command = [sys.executable, "-c", CHANGED, *editions]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    house, foxes = scores("house"), scores(str(rich_foxes))
    assert house != foxes
    assert scores("house", str(rich_foxes)) == [*house, *foxes]


@compiled_only
def test_two_specialisations_of_equal_signature_stay_apart_on_a_warm_cache(tmp_path: Path) -> None:
    (tmp_path / "templates.py").write_text(
        "from __future__ import annotations\n"
        "from bestiary.engine.rule import rule, specialise\n"
        "@rule\ndef one(n: int) -> int:\n    return n + 1\n"
        "@rule\ndef two(n: int) -> int:\n    return n + 2\n"
        "step = None\nLIMIT = 0\n"
        "@rule\ndef twice(n: int) -> int:\n    return step(step(n)) + LIMIT\n"
        "print(specialise(twice, 'a', step=one)(0), specialise(twice, 'a', step=two)(0),"
        " specialise(twice, 'a', step=two, LIMIT=100)(0))\n"
    )
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    for _ in range(2):
        told = run("import templates", PYTHONPATH=path, BESTIARY_CACHE=str(tmp_path / "cache"))
        assert told.split() == ["2", "4", "104"]


@compiled_only
def test_a_rule_called_with_another_type_is_an_error_and_not_a_second_compile(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(PLANTED)
    code = (
        "import numpy as np, planted\n"
        "try: planted.beyond(np.zeros(3, np.float64), 0)\n"
        "except TypeError as error: print(error)\n"
    )
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    assert "cells must be" in run(code, PYTHONPATH=path)
