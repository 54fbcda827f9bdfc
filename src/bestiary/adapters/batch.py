"""Thousands of tables as one array, stepped in compiled code on all cores."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from bestiary.engine.chance import key_of, server_seed
from bestiary.engine.errors import FaultError, IllegalError, MalformedError
from bestiary.engine.records import raw, sole
from bestiary.engine.registry import find_game
from bestiary.engine.rule import cores
from bestiary.engine.sight import sight, why_not
from bestiary.engine.table import seat_number
from bestiary.lab.playout import COMPILED
from bestiary.lab.steps import (
    ASKED, COUNT, ENDS_ILLEGAL, FAULT, GAME, GREEDY, MODE, MODES, PLAN_WIDTH, SEAT, SLOT_WIDTH, WHOLE_MASK, Steps,
    check_slots,
)  # fmt: skip
from bestiary.lab.warming import BATCH, warm

LISTED: Final = 8
"""Legal actions that an error names."""
ALIGNED: Final = 64


class Step(NamedTuple):
    """What a step gives, a row each slot. The seat of a row is asked next: the observation is what it knows, the mask
    what it may do. Rewards have a column each seat."""

    observations: npt.NDArray[np.float32]
    masks: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    seats: npt.NDArray[np.int32]


class Batch:
    """`count` tables of one game. Every slot plays one game after another; its games depend on the seed and its number
    alone, never on the number of threads.

    `bots` gives seats to `random` or `greedy`, as in `{1: "greedy"}`; the others are asked. `autoreset` says what
    follows a game's end: with `same-step` the row shows the next game at once, with `next-step` after one more step,
    with `disabled` once `reset(slots=…)` says so. With `ends_illegal` an illegal action ends the slot's game, −1 for
    whoever took it and 0 for the others; else it is an error, and nothing is played in any slot."""

    compiles = True  # for the processor

    def __init__(
        self, game: str, count: int, players: int | None = None, variant: str | None = None,
        edition: str | Path | None = None, *, bots: Mapping[int, str] | None = None, autoreset: str = MODES[0],
        ends_illegal: bool = False, threads: int | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.game, self.count = find_game(game), whole_number("count", count)
        self.options = self.game.make_options(players, variant, settings)
        self.edition = self.game.edition(None if edition is None else str(edition))
        self.players, self.actions = int(self.options.seats), self.game.actions.size
        self.threads = min(self.count, cores() if threads is None else whole_number("threads", threads))
        if autoreset not in MODES:
            raise MalformedError(f"autoreset is {', '.join(MODES[:-1])} or {MODES[-1]}, not '{autoreset}'")
        self.autoreset = autoreset
        self.plan = np.zeros(PLAN_WIDTH, np.int64)
        self.plan[MODE], self.plan[ASKED] = MODES.index(autoreset), (1 << self.players) - 1
        self.plan[ENDS_ILLEGAL] = ends_illegal
        self._seat_bots(bots or {})
        self.steps = Steps(self.game, bool(bots))
        if self.compiles and not bots:
            warm(self.game, BATCH)
        self.states = self.game.state.array(count + 1)  # the last one stays zeroed
        self.slots = np.zeros((count, SLOT_WIDTH), np.int64)
        self.moves = np.zeros((count, self.game.max_moves), np.int32)
        self.finals = np.zeros((count, self.game.observation.length), np.float32)
        self.chosen_actions = np.zeros(count, np.int64)
        self.now = self.new_arrays()
        self._masked = self.now.masks  # the array whose mask is the one that `moves` tells
        self._master: npt.NDArray[np.uint32] | None = None
        bounds = np.linspace(0, count, self.threads + 1).astype(int).tolist()
        self._slices = [(first, last, self._scratch()) for first, last in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    @staticmethod
    def seats_of(game: str, players: int | None, variant: str | None, settings: Mapping[str, Any]) -> int:
        """How many play at such a table."""
        return int(find_game(game).make_options(players, variant, settings).seats)

    def _seat_bots(self, bots: Mapping[int, str]) -> None:
        for seat, name in bots.items():
            bit = 1 << seat_number(seat, self.players)
            if name not in COMPILED:
                raise MalformedError(f"in a batch {' and '.join(COMPILED)} play, not '{name}'")
            self.plan[ASKED] &= ~bit
            self.plan[GREEDY] |= bit * (name == "greedy")
        if self.plan[ASKED] == 0:
            raise MalformedError("bots have all seats, so nobody is asked; leave one out")

    def _scratch(self) -> tuple[Any, ...]:
        """Where a thread works: weights of bots, blocks of random words, shares of the victory."""
        width = self.game.players.stop - 1
        return np.zeros(self.game.max_moves, np.int32), np.zeros(32, np.uint32), np.zeros(width, np.float64)

    def new_arrays(self, *lead: int) -> Step:
        """Arrays for `out`; with numbers in front, many of them in one: `new_arrays(128)` is a rollout of 128 steps."""
        rows = (*lead, self.count)
        return Step(
            aligned((*rows, self.game.observation.length), np.float32), aligned((*rows, self.actions), np.bool_),
            aligned((*rows, self.players), np.float32), aligned(rows, np.bool_), aligned(rows, np.int32),
        )  # fmt: skip

    def reset(self, seed: int | str | None = None, slots: Any = None, out: Step | None = None) -> Step:
        """Begins a game in every slot, or in those that `slots` (one bool each) chooses. The same seed begins the same
        games; without a seed the next ones follow."""
        chosen = self._chosen(seed, slots, out)
        return self._run(self.steps.reset, chosen, out)

    def _chosen(self, seed: int | str | None, slots: Any, out: Step | None) -> npt.NDArray[np.int64]:
        """The slots to begin games in, a number each; takes the seed for what follows."""
        chosen = np.ones(self.count, np.int64)
        if slots is not None:
            if self._master is None:
                raise MalformedError("reset() without slots comes first: it begins the games of all")
            chosen = self._row("slots", slots, np.bool_).astype(np.int64)
            if out is not None and out.masks is not self._masked and not chosen.all():
                raise MalformedError("a reset of some slots goes into the arrays that the step before it filled")
        if seed is not None or self._master is None:
            self._master = key_of(server_seed(token_hex() if seed is None else str(seed)))
            self._count_anew(chosen)
        return chosen

    def _count_anew(self, chosen: npt.NDArray[np.int64]) -> None:
        """The next games of the chosen slots are their first ones."""
        self.slots[chosen != 0, GAME] = 0

    def step(self, actions: Any, out: Step | None = None) -> Step:
        """Every slot's seat takes its action; in a slot whose game is over any will do. The arrays are the same in
        every step, unless `out` gives others."""
        if self._master is None:
            raise MalformedError("reset() comes first: it begins the games")
        np.copyto(self.chosen_actions, self._row("actions", actions, np.int64))
        if not self.plan[ENDS_ILLEGAL]:
            arrays = (self.slots, self.moves, self.chosen_actions)
            found = self._split(lambda first, last, _: check_slots(first, last, *arrays))
            if wrong := [slot for slot in found if slot >= 0]:
                raise self._illegal(min(wrong))
        return self._run(self.steps.step, self.chosen_actions, out)

    def _run(self, work: Any, given: npt.NDArray[np.int64], out: Step | None) -> Step:
        """Calls a compiled function for every slice of slots."""
        into = self.now if out is None else self._checked(out)
        self.plan[WHOLE_MASK] = into.masks is not self._masked
        arrays = (
            given, raw(self.edition.box), self.states.view(np.uint8), raw(self.options), self.plan, self._master,
            self.slots, self.moves, into.observations, into.masks.view(np.uint8), into.rewards,
            into.done.view(np.uint8), into.seats, self.finals,
        )  # fmt: skip
        faults = self._split(lambda first, last, own: work(first, last, *arrays, *own))
        self._masked = into.masks
        if any(faults):
            slot = int(np.flatnonzero(self.slots[:, FAULT])[0])
            number = int(self.slots[slot, FAULT])
            raise FaultError(f"{self.game.title}: slot {slot} met a case that cannot happen (fault {number})")
        return into

    def _split(self, work: Callable[[int, int, tuple[Any, ...]], int]) -> list[int]:
        """Does all slices, each in a thread; the first in this one. Compiled work lets the others run."""
        mine, *others = self._slices
        running = [self._pool.submit(work, *each) for each in others] if self._pool else []
        return [work(*mine), *(each.result() for each in running)]

    def _row(self, name: str, given: Any, kind: type[np.generic]) -> npt.NDArray[Any]:
        """An array with one value each slot, or an error that says what is wrong with it."""
        array = np.asarray(given)
        if array.shape != (self.count,):
            raise MalformedError(f"{name} must have the shape ({self.count},), one each slot, not {array.shape}")
        if not np.can_cast(array.dtype, kind, "same_kind") or (array.dtype.kind == "b") != (kind is np.bool_):
            wanted = "bools" if kind is np.bool_ else "integers"
            raise MalformedError(f"{name} must be {wanted}, not {array.dtype}")
        return array

    def _checked(self, out: Step) -> Step:
        for name, given, own in zip(Step._fields, out, self.now, strict=True):
            wanted = f"out.{name} must be a C-contiguous array of {own.dtype} with the shape {own.shape}"
            if not isinstance(given, np.ndarray):
                raise MalformedError(f"{wanted}, not {type(given).__name__}")
            if (given.dtype, given.shape) != (own.dtype, own.shape) or not given.flags.c_contiguous:
                how = "" if given.flags.c_contiguous else ", not contiguous"
                raise MalformedError(f"{wanted}, not of {given.dtype} with {given.shape}{how}")
            if not given.flags.writeable:
                raise MalformedError(f"{wanted} that can be written; this one is read-only")
        return out

    def _illegal(self, slot: int) -> Exception:
        """Which slot, which action, which rule forbids it, and what is legal."""
        action, seat, texts = int(self.chosen_actions[slot]), int(self.slots[slot, SEAT]), self.game.actions.text
        count = int(self.slots[slot, COUNT])
        legal = [f"{a} ({texts(a)})" for a in self.moves[slot, : min(count, LISTED)].tolist()]
        more = f" and {count - LISTED} more" if count > LISTED else ""
        tail = f"; legal are {', '.join(legal)}{more}. Nothing was played in any slot"
        if not 0 <= action < self.actions:
            known = f"actions are 0 to {self.actions - 1}"
            return MalformedError(f"slot {slot}: there is no action {action}; {known}{tail}")
        clause = why_not(sight(self.game, self.edition, self.state(slot), seat), action)
        assert clause is not None
        return IllegalError(
            f"slot {slot}: seat {seat} may not take action {action} ({texts(action)}): {clause.sentence} "
            f"({clause.section}){tail}", clause.section, clause.number
        )  # fmt: skip

    def state(self, slot: int) -> Any:
        """A copy of a slot's position, secrets included."""
        return sole(self.states[slot : slot + 1].copy())

    def wait(self) -> None:
        """Until the last step is done. Here it is; a `CudaBatch` may still be at it."""

    def close(self) -> None:
        """Ends the threads; the batch can no longer be stepped."""
        if self._pool:
            self._pool.shutdown()


def aligned(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """Zeros that begin at a multiple of 64 bytes: JAX takes such an array as it lies, and copies any other."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNED, np.uint8)
    first = -room.ctypes.data % ALIGNED
    found: npt.NDArray[Any] = room[first : first + size].view(kind).reshape(shape)
    return found


def whole_number(name: str, given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < 1:
        raise MalformedError(f"{name} is a whole number from 1 on, not {given!r}")
    return int(given)
