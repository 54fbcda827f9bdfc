"""Processes beside this one. They end with it, however it ends, and what nobody waits for gives way to the rest.

    python -m bestiary.engine.beside LIFELINE NICE MODULE WORD…

A child runs a module as `python -m` does, with one end of a pipe, its lifeline. The system closes the other end when
the parent ends, also where it is killed, and a thread of the child notices."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import threading
from typing import Any

BACKGROUND = 15  # how far work that nobody waits for steps back
NO_JIT = "NUMBA_DISABLE_JIT"


class Beside(subprocess.Popen[bytes]):
    """A process that lives no longer than this one. Its rules are compiled, also where they run plain here. It hears no
    key of this one's terminal."""

    def __init__(self, module: str, *words: str, nice: int = 0, **given: Any) -> None:
        lifeline, self.lifeline = os.pipe()
        command = [sys.executable, "-m", "bestiary.engine.beside", str(lifeline), str(nice), module, *words]
        usual: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        usual["env"] = {name: value for name, value in os.environ.items() if name != NO_JIT}
        try:
            super().__init__(command, pass_fds=[lifeline], start_new_session=True, **{**usual, **given})
        except BaseException:
            os.close(self.lifeline)
            raise
        finally:
            os.close(lifeline)

    def end(self) -> None:
        """Ends it now, and all that it has started."""
        self.kill()
        self.wait()
        if self.lifeline >= 0:
            os.close(self.lifeline)
            self.lifeline = -1


def run(
    module: str, *words: str, seconds: float | None = None, **given: Any
) -> subprocess.CompletedProcess[bytes]:  # fmt: skip
    """Waits until a process beside this one has ended. After so many seconds it is ended, a `TimeoutExpired`."""
    process = Beside(module, *words, **given)
    try:
        shown, complaint = process.communicate(timeout=seconds)
    finally:
        process.end()
    return subprocess.CompletedProcess(process.args, process.returncode, shown, complaint)


def _end_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)  # nothing is ever written: this returns when the other end is closed
    os._exit(1)


def _become(lifeline: str, nice: str, module: str, *words: str) -> None:
    os.nice(int(nice))
    threading.Thread(target=_end_with_parent, args=[int(lifeline)], daemon=True).start()
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _become(*sys.argv[1:])
