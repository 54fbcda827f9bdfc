"""Tables as one array on a GPU: what a step gives stays there, and JAX, CuPy and PyTorch take it without a copy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bestiary.adapters.batch import Batch, Step
from bestiary.engine.errors import FaultError, MalformedError
from bestiary.engine.records import sole
from bestiary.lab.cuda import load_cuda
from bestiary.lab.cuda_steps import kernels_of, threads_of
from bestiary.lab.steps import FAULT, GAME, MODES


class CudaBatch(Batch):
    """As `Batch`; the arrays are numba-cuda's, with `__cuda_array_interface__`, and their slots lie side by side
    (Fortran's order). All work is put on `stream` (numba's, or the address of another library's) and nothing waits for
    it. Nothing can be refused without waiting, so an illegal action always ends the slot's game: −1 for whoever took
    it."""

    compiles = False

    def __init__(
        self, game: str, count: int, players: int | None = None, variant: str | None = None,
        edition: str | Path | None = None, *, bots: Any = None, autoreset: str = MODES[0], stream: Any = 0,
        found: Any = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.cuda = found or load_cuda("CudaBatch")
        super().__init__(
            game, count, players, variant, edition, bots=bots, autoreset=autoreset, ends_illegal=True, threads=1,
            **settings,
        )  # fmt: skip
        address = isinstance(stream, int) and stream != 0
        self.stream = self.cuda.external_stream(stream) if address else stream
        self.kernels = kernels_of(self.game, self.cuda, bool(bots))
        self.threads_a_block = threads_of(self.game)
        self.blocks = -(-self.count // self.threads_a_block)
        records = self.edition.box, self.options, self.game.state.new()
        self.printed, self.set_up, self.zero = (self._moved(np.array([each], dtype=each.dtype)) for each in records)
        if not self.game.large:  # words, those of a block's slots side by side
            self.states = np.zeros((self.blocks, self.game.state.dtype.itemsize // 4, self.threads_a_block), np.uint32)
        self.states, self.slots, self.moves, self.finals, self.plan = (
            self._moved(each) for each in (self.states, self.slots, self.moves, self.finals, self.plan)
        )
        self.now = self.new_arrays()
        self._masked = self.now.masks
        self._key: Any = None

    def _moved(self, array: Any) -> Any:
        """On the GPU; of an array with rows the slots lie side by side."""
        return self.cuda.to_device(np.asfortranarray(array) if array.ndim == 2 else array, stream=self.stream)

    def new_arrays(self, *lead: int) -> Step:
        if lead:
            raise MalformedError("on a GPU arrays are made a step at a time: new_arrays() without numbers")
        arrays = super().new_arrays()
        bytewise = arrays._replace(masks=arrays.masks.view(np.uint8), done=arrays.done.view(np.uint8))
        return Step(*(self._moved(each) for each in bytewise)) if hasattr(self, "kernels") else arrays

    def reset(self, seed: int | str | None = None, slots: Any = None, out: Step | None = None) -> Step:
        """As `Batch.reset`; `slots` is an array of this machine."""
        chosen = self._chosen(seed, slots, out)
        return self._launch(self.kernels[0], self._moved(chosen), out)

    def _count_anew(self, chosen: Any) -> None:
        slots: Any = self.slots
        kept = slots.copy_to_host(stream=self.stream)
        kept[chosen != 0, GAME] = 0
        self.slots, self._key = self._moved(kept), self._moved(self._master)

    def step(self, actions: Any, out: Step | None = None) -> Step:
        """Actions of the GPU, integers of 64 or 32 bits of any library, or of this machine."""
        if self._key is None:
            raise MalformedError("reset() comes first: it begins the games")
        is_own = isinstance(actions, type(self.now.seats))
        if is_own or hasattr(actions, "__cuda_array_interface__"):
            given = actions if is_own else self._taken(actions)
            if given.shape != (self.count,) or given.dtype not in (np.int64, np.int32):
                wanted = f"int64 or int32 of the shape ({self.count},)"
                raise MalformedError(f"actions must be {wanted}, not {given.dtype} of {given.shape}")
        else:
            given = self._moved(self._row("actions", actions, np.int64).astype(np.int64))
        return self._launch(self.kernels[1], given, out)

    def _taken(self, actions: Any) -> Any:
        """Another library's array, without a copy. Our stream waits for theirs, and this process for neither."""
        theirs = actions.__cuda_array_interface__.get("stream")
        if theirs is not None and theirs != getattr(self.stream, "handle", None):
            written = self.cuda.event(timing=False)
            written.record(self.cuda.external_stream(theirs))
            written.wait(self.stream if self.stream != 0 else self.cuda.default_stream())
        return self.cuda.as_cuda_array(actions, sync=False)

    def _launch(self, kernel: Any, given: Any, out: Step | None) -> Step:
        if out is not None:
            raise MalformedError("on a GPU the arrays are those of the batch; copy what is to be kept")
        kernel[self.blocks, self.threads_a_block, self.stream](
            given, self.printed, self.states, self.zero, self.set_up, self.plan, self._key, self.slots, self.moves,
            *self.now, self.finals,
        )  # fmt: skip
        return self.now

    def wait(self) -> None:
        """Until the GPU has done the last step: for libraries whose streams know nothing of ours, as JAX's."""
        self.cuda.synchronize()

    def check(self) -> None:
        """Waits for the GPU, and raises if the rules met a case that cannot happen."""
        slots: Any = self.slots
        faults = slots.copy_to_host(stream=self.stream)[:, FAULT]
        if faults.any():
            slot = int(np.flatnonzero(faults)[0])
            raise FaultError(f"{self.game.title}: slot {slot} met a case that cannot happen (fault {faults[slot]})")

    def positions(self) -> Any:
        """A copy of all positions, secrets included."""
        states: Any = self.states
        kept = states.copy_to_host(stream=self.stream)
        if not self.game.large:
            kept = np.ascontiguousarray(kept.swapaxes(1, 2)).view(self.game.state.dtype).reshape(-1)
        return kept[: self.count]

    def state(self, slot: int) -> Any:
        """A copy of a slot's position, secrets included."""
        return sole(self.positions()[slot : slot + 1])
