"""The steps of `lab.steps` on a GPU: a thread a slot, and the slot's body is the processor's. Positions lie in global
memory; what a thread works in lies in its own."""

from __future__ import annotations

import types as pytypes
from typing import Any, Final

import numpy as np

from bestiary.engine.game import Game
from bestiary.lab.cuda import device_function
from bestiary.lab.steps import Steps

THREADS: Final = 128

# What `kernels_of` puts here.
cuda: Any = None
reset_slot: Any = None
step_slot: Any = None
MAX_MOVES = 1
MAX_SEATS = 1


def reset_kernel(
    chosen: Any, box: Any, states: Any, options: Any, plan: Any, master: Any, slots: Any, moves: Any, observations: Any,
    masks: Any, rewards: Any, done: Any, seats: Any, finals: Any,
) -> None:  # fmt: skip
    """Begins a game in every chosen slot."""
    slot = cuda.grid(1)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    block = cuda.local.array(32, np.uint32)
    if slot < len(chosen) and chosen[slot] != 0:
        reset_slot(box[0], states, options[0], slot, plan, master, slots, moves, observations, masks, rewards, done,
                   seats, weights, block)  # fmt: skip


def step_kernel(
    actions: Any, box: Any, states: Any, options: Any, plan: Any, master: Any, slots: Any, moves: Any,
    observations: Any, masks: Any, rewards: Any, done: Any, seats: Any, finals: Any,
) -> None:  # fmt: skip
    """A step of every slot."""
    slot = cuda.grid(1)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    block = cuda.local.array(32, np.uint32)
    shares = cuda.local.array(MAX_SEATS, np.float64)
    if slot < len(actions):
        step_slot(box[0], states, options[0], slot, actions[slot], plan, master, slots, moves, observations, masks,
                  rewards, done, seats, finals, weights, block, shares)  # fmt: skip


def kernels_of(game: Game, found: Any, bots: bool) -> tuple[Any, Any]:
    """To begin games and to step them, for a game; `found` is numba-cuda."""
    made: dict[int, Any] = {}
    steps = Steps(game, bots)
    names = {
        "cuda": found, "MAX_MOVES": game.max_moves if bots else 1, "MAX_SEATS": game.players.stop - 1,
        "reset_slot": device_function(steps.reset_slot, found, made),
        "step_slot": device_function(steps.step_slot, found, made),
    }  # fmt: skip
    begin, step = (
        found.jit(pytypes.FunctionType(each.__code__, {**each.__globals__, **names}, each.__name__))
        for each in (reset_kernel, step_kernel)
    )
    return begin, step
