"""A comparison on a GPU: both editions on the same deals in one kernel, a deal a thread.

The deals, their keys and the players' generators are those of the processor, so the shares are the same to the last
digit. What happens inside a game is not told there: cards have no figures, and no contribution."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import batch_seeds
from bestiary.engine.errors import FaultError, MalformedError
from bestiary.engine.game import Game
from bestiary.lab.compare import Comparison, Figures, Question
from bestiary.lab.cuda import THREADS, device_function, load_cuda, place_of, with_globals
from bestiary.lab.deals import Dealer, edition_of, plan_of
from bestiary.lab.pairs import UNIT, Pairs
from bestiary.lab.playout import COMPILED
from bestiary.lab.workers import ignore

CHUNK = 1 << 17  # deals of a launch; while one is played, the keys of the next are made

# What `kernel_of` puts here.
cuda: Any = None
setup: Any = None
waiting: Any = None
legal: Any = None
apply: Any = None
pick: Any = None
payoff: Any = None
trait_of: Any = None
STATE: Any = None
MAX_MOVES = 1
SEATS = 1
SHARES = True
WORDS, STRIDE, ROOM = 1, 1, 1
WHOLE = UNIT


def play_pairs(boxes: Any, options: Any, zero: Any, keys: Any, rngs: Any, out: Any) -> None:
    """A thread plays its deal with both boxes. `out` gets of each what every seat won, its trait, how many decisions
    there were, and the fault."""
    deal = cuda.grid(1)
    if deal >= len(keys):
        return
    room = cuda.shared.array(ROOM, np.uint32)
    first = cuda.threadIdx.x * STRIDE
    states = room[first : first + WORDS].view(STATE) if SHARES else cuda.local.array(1, STATE)
    moves = cuda.local.array(MAX_MOVES, np.int32)
    weights = cuda.local.array(MAX_MOVES, np.int32)
    shares = cuda.local.array(SEATS, np.float64)
    rng = cuda.local.array(2, np.int64)
    key = cuda.local.array(8, np.uint32)
    for side in range(2):
        states[0] = zero[0]
        state = states[0]
        for i in range(8):
            key[i] = keys[deal, i]
        rng[0] = rngs[deal, 0]
        rng[1] = rngs[deal, 1]
        setup(boxes[side], state, options[0], key, None)
        decisions = 0
        while True:
            mask = waiting(state)
            if mask == 0:
                break
            seat = first_bit(mask)
            count = legal(boxes[side], state, seat, moves)
            action = pick(boxes[side], state, seat, moves, count, weights, rng)
            apply(boxes[side], state, seat, action, None)
            if count > 1:
                decisions += 1
        payoff(boxes[side], state, shares)
        for seat in range(int(state.seats)):
            out[deal, side, seat] = int(shares[seat] * WHOLE + 0.5)
            out[deal, side, SEATS + seat] = trait_of(state, seat)
        out[deal, side, 2 * SEATS] = decisions
        out[deal, side, 2 * SEATS + 1] = int(state.fault)


def kernel_of(game: Game, found: Any, bot: str) -> Any:
    """`play_pairs` for a game and a bot."""
    assert game.measures is not None
    made: dict[int, Any] = {}
    rules = {"setup": game.setup, "waiting": game.waiting, "legal": game.legal, "apply": game.apply,
             "payoff": game.payoff, "trait_of": game.measures.trait_of, "pick": pick_of(game, bot),
             "first_bit": first_bit}  # fmt: skip
    names = {n: device_function(r, found, made) for n, r in rules.items()}
    names |= {**place_of(game, found), "MAX_MOVES": game.max_moves, "SEATS": game.players.stop - 1}
    return found.jit(with_globals(play_pairs, names))


def check(game: Game, bots: tuple[str, ...]) -> None:
    """Refuses what no kernel plays."""
    if game.large:
        raise MalformedError(f"--device cuda compares the small games; {game.title} is not one of them")
    if len(set(bots)) > 1 or bots[0] not in COMPILED:
        raise MalformedError(f"--device cuda needs one bot for all seats, {' or '.join(COMPILED)}")


def compare_on_gpu(
    question: Question, deals: int, until: float | None = None, found: Any = None, chunk: int = CHUNK,
    progress: Callable[[int], None] = ignore,
) -> tuple[Comparison, dict[str, float]]:  # fmt: skip
    """The comparison, over so many deals or until every difference of shares is known to within `until` points, and the
    seconds that compiling, waiting for the kernels and all of it took."""
    found, began = found or load_cuda(), time.perf_counter()
    setting, dealer = question.setting, Dealer(question.setting)
    check(dealer.game, setting.bots)
    game, players, width = dealer.game, dealer.players, dealer.width
    kernel = kernel_of(game, found, setting.bots[0])
    boxes = np.array([edition_of(game.name, side).box for side in (question.a, question.b)], game.box.dtype)
    fixed = [found.to_device(boxes)]
    fixed += [found.to_device(np.array([r], dtype=r.dtype)) for r in (dealer.options, game.state.new())]
    figures = Figures(game, plan_of(game.name, question.a), setting)
    result, spent = Comparison(question, 0, Pairs.none(figures.count), None, until), {"compile": 0.0, "kernel": 0.0}

    def launch(first: int, count: int) -> Any:
        _, keys, rngs = batch_seeds(setting.seed, first, count)
        out = found.to_device(np.zeros((count, 2, 2 * width + 2), np.int32))
        kernel[-(-count // THREADS), THREADS](*fixed, found.to_device(keys), found.to_device(rngs), out)
        return out

    launch(0, 1).copy_to_host()
    spent["compile"] = time.perf_counter() - began
    running = None
    for first in [*range(0, deals, chunk), None]:
        following = launch(first, min(chunk, deals - first)) if first is not None else None  # the GPU does not wait
        if running is not None:
            asked = time.perf_counter()
            rows = running.copy_to_host().astype(np.int64)
            spent["kernel"] += time.perf_counter() - asked
            result.sums = result.sums + _sums(figures, rows, players, width)
            result.deals += len(rows)
            progress(len(rows))
            if until is not None and result.widest() <= until:
                break
        running = following
    result.reached = until is None or result.widest() <= until
    return result, {**spent, "wall": time.perf_counter() - began}


def _sums(figures: Figures, rows: Any, players: int, width: int) -> Pairs:
    """The shares of seats and sides and the decisions of some deals, as the processor adds them up."""
    if rows[:, :, 2 * width + 1].any():
        raise FaultError("a game met a case that cannot happen; run 'bestiary fuzz'")
    total = np.zeros((figures.use_at, len(rows), 4))
    for side in range(2):
        won, traits = rows[:, side, :players], rows[:, side, width : width + players]
        figures.add_shares(won, traits, rows[:, side, 2 * width], total[:, :, 2 * side : 2 * side + 2])
    known = Pairs.of(total)
    found = Pairs.none(figures.count)
    found.first[: figures.use_at], found.second[: figures.use_at] = known.first, known.second
    return found
