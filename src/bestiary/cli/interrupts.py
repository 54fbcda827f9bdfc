"""Ctrl-C and a request to end, heard within a second also while the compiler is at work.

Python hears a signal between two steps of its own. A step of the compiler takes many seconds, and a pool of threads
waits for it; so a thread beside them hears signals, too, and ends the process if it compiles then."""

from __future__ import annotations

import functools
import os
import signal
import sys
import threading
import time

from bestiary.engine import files

INTERRUPTED = 130  # as Typer ends
SHOW_CURSOR = b"\r\x1b[2K\x1b[?25h"  # on a line of its own, without the rest of a bar


@functools.cache
def hear() -> None:
    """To be called before rules are compiled."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    signal.set_wakeup_fd(theirs)
    threading.Thread(target=_listen, args=[ours], daemon=True).start()
    sys.unraisablehook = _notice


def _listen(pipe: int) -> None:
    os.read(pipe, 1)
    from numba.core.compiler_lock import global_compiler_lock

    lock = global_compiler_lock._lock  # held by the thread that compiles
    while lock.acquire(blocking=False):
        lock.release()
        time.sleep(0.05)
    _end()


def _notice(lost: sys.UnraisableHookArgs) -> None:
    """Python drops an interrupt that it hears while it tidies up; nobody else would hear of it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _end()
    sys.__unraisablehook__(lost)


def _end() -> None:
    for file in list(files.unfinished):
        file.unlink(missing_ok=True)
    if os.isatty(2):
        os.write(2, SHOW_CURSOR)
    os._exit(INTERRUPTED)
