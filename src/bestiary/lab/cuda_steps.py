"""The steps of `lab.steps` on a GPU: a thread a slot, and the slot's body is the processor's.

In every array the slots lie side by side (Fortran's order), so that threads that write the same column write one
stretch of memory. A position is kept as words in the same way, block by block; it is stepped where `lab.cuda` places
it, and a large one where it lies."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.engine.game import Game
from bestiary.lab.cuda import THREADS as MOST, device_function, fits, place_of, with_globals
from bestiary.lab.steps import Steps

# What `kernels_of` puts here.
cuda: Any = None
reset_slot: Any = None
step_slot: Any = None
STATE: Any = None
LARGE, SHARES = False, True
THREADS = MOST
WORDS, STRIDE, ROOM = 1, 1, 1
MAX_MOVES = 1
MAX_SEATS = 1


def fetch(states: Any, slot: int, own: Any) -> None:
    """A slot's position, from where it is kept to where it is stepped."""
    words, block, place = own.view(np.uint32), slot // THREADS, slot % THREADS
    for i in range(WORDS):
        words[i] = states[block, i, place]


def store(states: Any, slot: int, own: Any) -> None:
    words, block, place = own.view(np.uint32), slot // THREADS, slot % THREADS
    for i in range(WORDS):
        states[block, i, place] = words[i]


def reset_kernel(
    chosen: Any, box: Any, states: Any, zero: Any, options: Any, plan: Any, master: Any, slots: Any, moves: Any,
    observations: Any, masks: Any, rewards: Any, done: Any, seats: Any, finals: Any,
) -> None:  # fmt: skip
    """Begins a game in every chosen slot."""
    slot = cuda.grid(1)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    block = cuda.local.array(32, np.uint32)
    room = cuda.shared.array(ROOM, np.uint32)
    first = cuda.threadIdx.x * STRIDE
    if slot < len(chosen) and chosen[slot] != 0:
        if LARGE:
            own = states[slot : slot + 1]
        else:
            own = room[first : first + WORDS].view(STATE) if SHARES else cuda.local.array(1, STATE)
            fetch(states, slot, own)
        reset_slot(box[0], own, 0, zero, options[0], slot, plan, master, slots, moves, observations, masks, rewards,
                   done, seats, weights, block)  # fmt: skip
        if not LARGE:
            store(states, slot, own)


def step_kernel(
    actions: Any, box: Any, states: Any, zero: Any, options: Any, plan: Any, master: Any, slots: Any, moves: Any,
    observations: Any, masks: Any, rewards: Any, done: Any, seats: Any, finals: Any,
) -> None:  # fmt: skip
    """A step of every slot."""
    slot = cuda.grid(1)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    block = cuda.local.array(32, np.uint32)
    shares = cuda.local.array(MAX_SEATS, np.float64)
    room = cuda.shared.array(ROOM, np.uint32)
    first = cuda.threadIdx.x * STRIDE
    if slot < len(actions):
        if LARGE:
            own = states[slot : slot + 1]
        else:
            own = room[first : first + WORDS].view(STATE) if SHARES else cuda.local.array(1, STATE)
            fetch(states, slot, own)
        action = np.int64(actions[slot])  # one kind, whichever is given
        step_slot(box[0], own, 0, zero, options[0], slot, action, plan, master, slots, moves, observations, masks,
                  rewards, done, seats, finals, weights, block, shares)  # fmt: skip
        if not LARGE:
            store(states, slot, own)


def threads_of(game: Game) -> int:
    """How many threads a block has: fewer, if only their records then fit into shared memory."""
    return MOST if fits(game, MOST) or not fits(game, MOST // 2) else MOST // 2


_made: dict[tuple[int, int, bool], tuple[Game, Any, tuple[Any, Any]]] = {}


def kernels_of(game: Game, found: Any, bots: bool) -> tuple[Any, Any]:
    """To begin games and to step them, for a game; `found` is numba-cuda. Who asks again gets the same ones."""
    asked = id(game), id(found), bots
    if asked not in _made:
        _made[asked] = game, found, _kernels(game, found, bots)
    return _made[asked][2]


def _kernels(game: Game, found: Any, bots: bool) -> tuple[Any, Any]:
    made: dict[int, Any] = {}
    steps, threads = Steps(game, bots), threads_of(game)
    placed = {**place_of(game, found, threads), "THREADS": threads}
    names = {
        **placed, "LARGE": game.large, "MAX_MOVES": game.max_moves if bots else 1, "MAX_SEATS": game.players.stop - 1,
        "reset_slot": device_function(steps.reset_slot, found, made),
        "step_slot": device_function(steps.step_slot, found, made),
    }  # fmt: skip
    for source in (fetch, store):
        names[source.__name__] = found.jit(with_globals(source, placed), device=True)
    return found.jit(with_globals(reset_kernel, names)), found.jit(with_globals(step_kernel, names))
