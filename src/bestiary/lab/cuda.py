"""The same rules in a CUDA kernel: one game after the other in every thread.

Written against global names like the playouts; here the rules are substituted by device functions, which numba-cuda
makes of the very same Python functions. A thread's record lies in shared memory if there is room for those of a whole
block, else in local memory."""

from __future__ import annotations

import dis
import types as pytypes
from typing import Any

import numpy as np

from bestiary.bots.instincts import no_set, pick_of, pick_of_set, set_of
from bestiary.engine.bits import count_set, first_bit
from bestiary.engine.chance import quick_word
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.rule import plain

THREADS = 128
IN_FLIGHT = 132 * 2048  # threads on an H200
SHARED = 48 * 1024  # bytes that a block may have without asking for more

# What `kernel_of` puts here.
cuda: Any = None
setup: Any = None
waiting: Any = None
legal: Any = None
legal_set: Any = None
apply: Any = None
pick: Any = None
tally: Any = None
STATE: Any = None
MAX_MOVES = 1
SHARES = True
WORDS, STRIDE, ROOM = 1, 1, 1


def play_games(box: Any, options: Any, zero: Any, seeds: Any, games: int, counters: Any, counts: Any) -> None:
    """Each thread plays `games` games, adds up its decisions, and has every end counted."""
    thread = cuda.grid(1)
    room = cuda.shared.array(ROOM, np.uint32)
    first = cuda.threadIdx.x * STRIDE
    states = room[first : first + WORDS].view(STATE) if SHARES else cuda.local.array(1, STATE)
    moves = cuda.local.array(MAX_MOVES, np.int32)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    rng = cuda.local.array(2, np.int64)
    key = cuda.local.array(8, np.uint32)
    rng[0] = (seeds[0] ^ (thread * 2654435761)) & 0xFFFFFFFF | 1
    rng[1] = (seeds[1] + thread) & 0xFFFFFFFF
    decisions = 0
    forced = 0
    faults = 0
    for _ in range(games):
        states[0] = zero[0]
        state = states[0]
        for i in range(8):
            key[i] = quick_word(rng)
        setup(box[0], state, options[0], key, None)
        while True:
            mask = waiting(state)
            if mask == 0:
                break
            seat = first_bit(mask)
            chosen = legal_set(box[0], state, seat)
            if chosen != 0:
                count = count_set(chosen)
                action = pick_of_set(chosen, rng)
            else:
                count = legal(box[0], state, seat, moves)
                action = pick(box[0], state, seat, moves, count, weights, rng)
            apply(box[0], state, seat, action, None)
            if count > 1:
                decisions += 1
            else:
                forced += 1
        tally(state, counts)
        if int(state.fault) != 0:
            faults += 1
    cuda.atomic.add(counters, 0, decisions)
    cuda.atomic.add(counters, 1, forced)
    cuda.atomic.add(counters, 2, games)
    cuda.atomic.add(counters, 3, faults)


def count_nothing(state: Any, counts: Any) -> None:
    """For callers that count decisions only."""


def load_cuda(what: str = "--device cuda") -> Any:
    """numba-cuda with a GPU behind it, or an error that says what is missing."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda still asks for the name that NumPy 2.5 dropped
    try:
        from numba import cuda as found
    except ImportError:
        raise MalformedError(f"{what} needs numba-cuda: install the extra 'bestiary[cuda]'") from None
    if not found.is_available():
        raise MalformedError(f"{what} needs an NVIDIA GPU with its driver; this machine shows none")
    return found


def device_function(rule: Any, found: Any, made: dict[int, Any], **substitutes: Any) -> Any:
    """A device function of a rule and of all rules that it calls."""
    source = plain(rule)
    if id(source) not in made:
        names = {"DEPOSITS": False, **substitutes}  # an instruction that no GPU has
        called = {i.argval for i in dis.get_instructions(source) if i.opname == "LOAD_GLOBAL"}
        for name in called:
            rule = names.get(name, source.__globals__.get(name))
            if hasattr(rule, "py_func"):
                names[name] = device_function(rule, found, made)
        made[id(source)] = found.jit(with_globals(source, names), device=True)
    return made[id(source)]


def with_globals(function: Any, names: dict[str, Any]) -> Any:
    """The same function with these names for its globals of today."""
    return pytypes.FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)


def place_of(game: Game, found: Any, threads: int = THREADS) -> dict[str, Any]:
    """What a kernel is told of where a thread's record lies, by name. In shared memory records lie an odd number of
    words apart, so that threads that read the same field do not meet in a bank."""
    stride, shares = _words(game) | 1, fits(game, threads)
    return {"cuda": found, "STATE": game.state.dtype, "SHARES": shares, "WORDS": _words(game), "STRIDE": stride,
            "ROOM": stride * threads if shares else 1}  # fmt: skip


def fits(game: Game, threads: int) -> bool:
    """Is there room in shared memory for the records of a block of so many threads? A number of eight bytes would not
    always lie where a GPU can read it."""
    narrow = max(field.width for field in game.state.fields) <= 4
    return narrow and 4 * (_words(game) | 1) * threads <= SHARED


def _words(game: Game) -> int:
    assert game.state.dtype.itemsize % 4 == 0, "a record is a whole number of words"
    return game.state.dtype.itemsize // 4


def kernel_of(game: Game, found: Any, bot: str = "random", tally: Any = count_nothing, **substitutes: Any) -> Any:
    """`play_games` for a game and a bot; `tally` sees the end of every game, with `substitutes` for its names."""
    made: dict[int, Any] = {}
    rules = {"setup": game.setup, "waiting": game.waiting, "legal": game.legal, "apply": game.apply,
             "legal_set": set_of(game) if bot == "random" else no_set, "pick": pick_of(game, bot),
             "pick_of_set": pick_of_set, "count_set": count_set, "first_bit": first_bit,
             "quick_word": quick_word}  # fmt: skip
    names = {n: device_function(r, found, made) for n, r in rules.items()}
    names |= {**place_of(game, found), "MAX_MOVES": game.max_moves}
    names["tally"] = device_function(tally, found, made, **substitutes)
    return found.jit(with_globals(play_games, names))
