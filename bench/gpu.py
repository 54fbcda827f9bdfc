"""Every figure that is wanted of a GPU, for `bench/steps.py --device cuda`: rollouts, steps, and whether both kinds of
processor give the same bytes. Sizes can be so small that Numba's simulator plays them."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from bestiary.adapters.batch import Batch, Step
from bestiary.adapters.cuda_batch import CudaBatch
from bestiary.engine.chance import quick
from bestiary.engine.registry import find_game
from bestiary.lab.cuda import device_function, load_cuda, with_globals
from bestiary.lab.cuda_bench import bench_cuda
from bestiary.lab.steps import COUNT as LEGAL

TABLES = (
    ("talon", 4, None), ("talon", 2, None), ("talon", 3, "gamble"), ("claw", 2, None), ("prey", 4, None),
    ("prey", 3, None), ("beasts", 2, None), ("beasts", 4, None),
)  # fmt: skip
SLOTS, SLOTS_OF_LARGE = 1 << 20, 1 << 16
COMPARED = 512  # slots whose bytes are compared

# What `measure` puts here.
cuda: Any = None
draw_one: Any = None
COUNT = LEGAL


def choose(moves: Any, slots: Any, rngs: Any, actions: Any) -> None:
    """Any legal action of every slot, on the GPU: a stand-in for a learner."""
    slot = cuda.grid(1)
    if slot < len(actions):
        actions[slot] = moves[slot, draw_one(rngs[slot], slots[slot, COUNT])]


def steps(found: Any, table: tuple[str, int, str | None], slots: int, seconds: float) -> dict[str, Any]:
    """Steps a second with observations and masks. Choosing counts, and its own share is told."""
    env = CudaBatch(*table[:1], slots, *table[1:], found=found)
    kernel = found.jit(with_globals(choose, {"cuda": found, "draw_one": device_function(quick, found, {})}))
    rngs = found.to_device(np.random.default_rng(1).integers(1, 1 << 32, (slots, 2)))
    actions = found.to_device(np.zeros(slots, np.int64))
    env.reset(seed=1)

    def run(count: int, step: bool) -> float:
        found.synchronize()
        began = time.perf_counter()
        for _ in range(count):
            kernel[env.blocks, env.threads_a_block](env.moves, env.slots, rngs, actions)
            if step:
                env.step(actions)
        found.synchronize()
        return time.perf_counter() - began

    run(3, True)  # compiles
    count = max(3, int(seconds * 3 / max(run(3, True), 1e-9)))
    spent, choosing = run(count, True), run(count, False)
    env.check()
    return {"slots": slots, "steps_per_second": round(slots * count / spent), "choosing_share": choosing / spent}


def equal(found: Any, table: tuple[str, int, str | None], slots: int, count: int) -> bool:
    """Do processor and GPU give the same bytes in all these steps?"""
    here = Batch(*table[:1], slots, *table[1:], ends_illegal=True)
    there = CudaBatch(*table[:1], slots, *table[1:], found=found)
    luck, all_slots = np.random.default_rng(2), np.arange(slots)
    now, then = here.reset(seed=2), there.reset(seed=2)
    same = True
    for _ in range(count):
        read = Step(*(part.copy_to_host() for part in then))
        same = same and all(a.tobytes() == b.tobytes() for a, b in zip(now, read, strict=True))
        actions = here.moves[all_slots, (luck.random(slots) * here.slots[:, LEGAL]).astype(np.int64)].astype(np.int64)
        now, then = here.step(actions), there.step(actions)
    here.close()
    return same and here.states[:-1].tobytes() == there.positions().tobytes()


def measure(games: list[str], slots: int | None, seconds: float, in_flight: int | None) -> list[dict[str, Any]]:
    """A row for each table."""
    found = load_cuda("bench/steps.py --device cuda")
    rows = []
    for table in (each for each in TABLES if each[0] in games):
        game = find_game(table[0])
        many = slots or (SLOTS_OF_LARGE if game.large else SLOTS)
        rollouts = bench_cuda(game, game.edition(), game.make_options(*table[1:]), seconds, found, in_flight)
        row = {"game": table[0], "players": table[1], "variant": table[2] or "base", "device": rollouts["device"]}
        row["rollout_decisions_per_second"] = rollouts["decisions_per_second"]
        row |= steps(found, table, many, seconds)
        row["equals_processor"] = equal(found, table, min(many, COMPARED), 300 if seconds > 0 else 4)
        rows.append(row)
    return rows
