"""A large game on a GPU: in every wave each position takes one small step, and positions that take the same step lie
side by side.

Threads of a warp run together only as long as they do the same. In a small game the paths of 32 threads differ little;
in a large one each is at something else, and they would run one after the other. So a game that names the pieces of
`apply` (`decide`, and `advance` while nobody is asked) is played in waves: positions are sorted by what they wait for,
then each begins a game, or its seat decides, or it goes on. The pieces are the rules' own."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import quick_rng, quick_word
from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.engine.game import Game
from bestiary.lab.cuda import device_function, with_globals

THREADS, STEPPING = 128, 32  # a block; of a warp alone where some wait long for others
SPREAD = 1024  # waves in which games begin, so that they are not all in the same round

TASKS = 64 * 32  # what a rule called `task` may say
BEGIN, ASKED, RUNNING, IDLE = 0, 1, 1 + TASKS, 1 + 2 * TASKS  # what a position waits for: with a task each, or none
KINDS = IDLE + 1

# Columns of `slots`: games begun, decisions, answers without a choice, faults of the rules.
GAMES, DECISIONS, FORCED, FAULTS = range(4)
SLOT_WIDTH = 4

# What `kernels_of` puts here.
cuda: Any = None
setup: Any = None
waiting: Any = None
task: Any = None
legal: Any = None
decide: Any = None
advance: Any = None
pick: Any = None
MAX_MOVES = 1
IN_LINE, SHARE = THREADS, -(-KINDS // THREADS)  # threads that line up, and the kinds that each of them adds up


def count_kinds(states: Any, slots: Any, kinds: Any, counts: Any, wave: int, spread: int) -> None:
    """What every position waits for, and how many wait for the same."""
    slot = cuda.grid(1)
    own = cuda.shared.array(KINDS, np.int32)
    for kind in range(cuda.threadIdx.x, KINDS, cuda.blockDim.x):
        own[kind] = 0
    cuda.syncthreads()
    if slot < len(kinds):
        if slots[slot, GAMES] == 0:
            kind = BEGIN if slot % spread <= wave else IDLE
        elif step(states[slot]) < 0:
            kind = BEGIN
        else:
            kind = min(max(task(states[slot]), 0), TASKS - 1) + (ASKED if waiting(states[slot]) != 0 else RUNNING)
        kinds[slot] = kind
        cuda.atomic.add(own, kind, 1)
    cuda.syncthreads()
    for kind in range(cuda.threadIdx.x, KINDS, cuda.blockDim.x):
        if own[kind] > 0:
            cuda.atomic.add(counts, kind, own[kind])


def line_up(counts: Any, starts: Any, free: Any) -> None:
    """Where the positions of each kind begin in the order. One block: a thread adds up its share of the kinds, then
    all add what lies before them, twice as far each time."""
    thread = cuda.threadIdx.x
    first, behind = thread * SHARE, min((thread + 1) * SHARE, KINDS)
    sums = cuda.shared.array(IN_LINE, np.int32)
    total = 0
    for kind in range(first, behind):
        total += counts[kind]
    sums[thread] = total
    cuda.syncthreads()
    apart = 1
    while apart < IN_LINE:
        before = sums[thread - apart] if thread >= apart else 0
        cuda.syncthreads()
        sums[thread] += before
        cuda.syncthreads()
        apart *= 2
    at = sums[thread] - total
    for kind in range(first, behind):
        starts[kind] = at
        free[kind] = at
        at += counts[kind]
        counts[kind] = 0


def sort_slots(kinds: Any, free: Any, order: Any) -> None:
    """Puts positions of the same kind side by side."""
    slot = cuda.grid(1)
    own = cuda.shared.array(KINDS, np.int32)
    first = cuda.shared.array(KINDS, np.int32)
    for kind in range(cuda.threadIdx.x, KINDS, cuda.blockDim.x):
        own[kind] = 0
    cuda.syncthreads()
    kind, rank = 0, 0
    if slot < len(kinds):
        kind = kinds[slot]
        rank = cuda.atomic.add(own, kind, 1)
    cuda.syncthreads()
    for each in range(cuda.threadIdx.x, KINDS, cuda.blockDim.x):
        if own[each] > 0:
            first[each] = cuda.atomic.add(free, each, own[each])
    cuda.syncthreads()
    if slot < len(kinds):
        order[first[kind] + rank] = slot


def take_steps(
    box: Any, options: Any, zero: Any, states: Any, slots: Any, rngs: Any, kinds: Any, starts: Any, order: Any
) -> None:
    """Every position takes its step: those that take the longest, the beginnings, first."""
    at = cuda.grid(1)
    moves = cuda.local.array(MAX_MOVES, np.int32)
    weights = cuda.local.array(1, np.int32)
    key = cuda.local.array(8, np.uint32)
    if at < starts[IDLE]:
        slot = order[at]
        state = states[slot]
        if kinds[slot] == BEGIN:
            if slots[slot, GAMES] > 0 and int(state.fault) != 0:
                slots[slot, FAULTS] += 1
            slots[slot, GAMES] += 1
            states[slot] = zero[0]
            for i in range(8):
                key[i] = quick_word(rngs[slot])
            setup(box[0], state, options[0], key, None)
        elif kinds[slot] < RUNNING:
            seat = first_bit(waiting(state))
            count = legal(box[0], state, seat, moves)
            action = pick(box[0], state, seat, moves, count, weights, rngs[slot])
            decide(box[0], state, seat, action, None)
            slots[slot, DECISIONS if count > 1 else FORCED] += 1
        else:
            advance(box[0], state, None)


def kernels_of(game: Game, found: Any, threads: int = THREADS) -> dict[str, Any]:
    """The kernels of a wave of random players, by name, in the order in which they run; so many threads line up."""
    made: dict[int, Any] = {}
    rules = {"setup": game.setup, "waiting": game.waiting, "task": game.task, "legal": game.legal,
             "decide": game.decide, "advance": game.advance, "pick": pick_of(game, "random"), "first_bit": first_bit,
             "quick_word": quick_word, "step": step}  # fmt: skip
    names = {name: device_function(each, found, made) for name, each in rules.items()}
    names |= {"cuda": found, "MAX_MOVES": game.max_moves, "IN_LINE": threads, "SHARE": -(-KINDS // threads)}
    kernels = count_kinds, line_up, sort_slots, take_steps
    return {each.__name__: found.jit(with_globals(each, names)) for each in kernels}


class Waves:
    """Many games of random players at once, for ever."""

    def __init__(
        self, game: Game, edition: Edition, options: Any, found: Any, count: int, seed: str, spread: int = SPREAD,
        threads: int = THREADS,
    ) -> None:  # fmt: skip
        self.spread, self.wave = spread, 0
        blocks = {"line_up": (1, threads), "take_steps": (-(-count // STEPPING), STEPPING)}
        self.launch = {
            name: kernel[blocks.get(name, (-(-count // threads), threads))]
            for name, kernel in kernels_of(game, found, threads).items()
        }
        records = edition.box, options, game.state.new()
        self.records = [found.to_device(np.array([each], dtype=each.dtype)) for each in records]
        self.states = found.device_array(count, game.state.dtype)
        luck = np.random.default_rng(quick_rng(seed).view(np.uint64)).integers(1, 1 << 32, (2, count)).T
        self.rngs, self.slots = found.to_device(luck), found.to_device(np.zeros((SLOT_WIDTH, count), np.int64).T)
        self.kinds, self.order = (found.to_device(np.zeros(count, np.int32)) for _ in range(2))
        self.counts, self.starts, self.free = (found.to_device(np.zeros(KINDS, np.int32)) for _ in range(3))

    def run(self, waves: int) -> None:
        """Puts so many waves on the GPU's stream, and waits for nothing."""
        launch = self.launch
        for _ in range(waves):
            launch["count_kinds"](self.states, self.slots, self.kinds, self.counts, self.wave, self.spread)
            launch["line_up"](self.counts, self.starts, self.free)
            launch["sort_slots"](self.kinds, self.free, self.order)
            launch["take_steps"](*self.records, self.states, self.slots, self.rngs, self.kinds, self.starts, self.order)
            self.wave += 1

    def totals(self) -> Any:
        """Games begun, decisions, answers without a choice, faults."""
        return self.slots.copy_to_host().sum(axis=0)
