"""What a GPU would have to run, without one: every kernel compiled to PTX, and what ptxas says of it.

    python bench/ptx.py [--games talon claw] [--cc 9.0] [--json]

Needs NVIDIA's compilers: `pip install 'numba-cuda[cu12]'`. Of every kernel it tells the instructions of its PTX, those
that divide 64-bit numbers, and from ptxas registers, local memory and spilled bytes a thread."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
import time
import types as pytypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.engine.game import Game
from bestiary.engine.registry import find_game, game_names
from bestiary.lab.cuda import kernel_of
from bestiary.lab.cuda_steps import kernels_of
from bestiary.lab.cuda_waves import kernels_of as waves_of

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda still asks for the name that NumPy 2.5 dropped

import nvidia
from numba import cuda, from_dtype, types
from numba.cuda import dispatcher

INSTRUCTION = re.compile(r"^\t(@!?%p\d+ )?[a-z]", re.MULTILINE)
LONG_DIVISION = re.compile(r"\b(div|rem)\.[su]64\b")
FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def rows(kind: Any, dimensions: int = 1, layout: str = "C") -> Any:
    return types.Array(kind, dimensions, layout)


def kernels(game: Game) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Name, function and argument types of each kernel of a game."""
    box, options, state = (rows(from_dtype(each.dtype)) for each in (game.box, game.options, game.state))
    longs = rows(types.int64)
    if game.advance is None:
        yield "rollouts", kernel_of(game, cuda), (box, options, state, longs, types.int64, longs, longs)
    else:
        kinds, luck = rows(types.int32), rows(types.int64, 2, "F")
        wave, *_, steps = waves_of(game, cuda).values()
        yield "count", wave, (state, luck, kinds, kinds, types.int64, types.int64)
        yield "rollouts", steps, (box, options, state, state, luck, luck, kinds, kinds, kinds)
    states = state if game.large else rows(types.uint32, 3)
    slots, moves = rows(types.int64, 2, "F"), rows(types.int32, 2, "F")
    arrays = (
        longs, box, states, state, options, longs, rows(types.uint32), slots, moves, rows(types.float32, 2, "F"),
        rows(types.uint8, 2, "F"), rows(types.float32, 2, "F"), rows(types.uint8), rows(types.int32),
        rows(types.float32, 2, "F"),
    )  # fmt: skip
    begin, step = kernels_of(game, cuda, bots=False)
    yield "reset", begin, arrays
    yield "step", step, arrays


def told(ptx: str, cc: tuple[int, int]) -> dict[str, int]:
    """What the text has, and what ptxas makes of it."""
    ptxas = next(file for place in nvidia.__path__ for file in Path(place).glob("*/bin/ptxas"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.ptx"
        file.write_text(ptx)
        command = [str(ptxas), f"-arch=sm_{cc[0]}{cc[1]}", "-v", "-o", str(file.with_suffix(".cubin")), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"ptxas refuses the kernel:\n{done.stderr[-2000:]}")
    frames = [[int(n) for n in found] for found in FRAME.findall(done.stderr)]
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", done.stderr)]
    return {
        "ptx_instructions": len(INSTRUCTION.findall(ptx)), "long_divisions": len(LONG_DIVISION.findall(ptx)),
        "registers": max(registers), "local_bytes": max(frame[0] for frame in frames),
        "spilled_bytes": max(frame[1] + frame[2] for frame in frames),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_names())
    parser.add_argument("--kernels", nargs="+", default=["rollouts", "count", "reset", "step"])
    parser.add_argument("--cc", default="9.0", help="compute capability; an H200 has 9.0")
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    chosen = parser.parse_args()
    major, minor = (int(n) for n in chosen.cc.split("."))
    # Device functions are compiled for the device that is there; here none is.
    dispatcher.get_current_device = lambda: pytypes.SimpleNamespace(compute_capability=(major, minor))
    found = []
    for game in map(find_game, chosen.games):
        for name, kernel, arguments in kernels(game):
            if name not in chosen.kernels:
                continue
            began = time.perf_counter()
            ptx, _ = cuda.compile_ptx(kernel.py_func, types.void(*arguments), cc=(major, minor))
            row = {"game": game.name, "kernel": name, **told(ptx, (major, minor))}
            found.append({**row, "compile_seconds": round(time.perf_counter() - began, 1)})
            if not chosen.json:
                print("  ".join(f"{key} {value}" for key, value in found[-1].items()), flush=True)
    if chosen.json:
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
