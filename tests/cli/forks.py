"""The command line, imported once: a copy of this process answers each call, without importing everything again.

    python forks.py SOCKET

A call is a line of JSON on the socket: words, environment, folder, and files for what is typed and both outputs. The
answer is a line with the exit code."""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import sys
from typing import Any

from bestiary.cli import main
from bestiary.engine.registry import find_game, game_names

SLOW_TO_IMPORT = ("cli.session", "lab.arena", "lab.review", "lab.simulate", "testkit.fuzz")
SECONDS = 60  # after which a call is killed


def become(call: dict[str, Any]) -> None:
    """Is this one call from here on."""
    signal.alarm(SECONDS)
    typed, shown, complaint = call["files"]
    os.dup2(os.open(typed, os.O_RDONLY), 0)
    os.dup2(os.open(shown, os.O_WRONLY | os.O_CREAT), 1)
    os.dup2(os.open(complaint, os.O_WRONLY | os.O_CREAT), 2)
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["env"])
    sys.argv = ["bestiary", *call["words"]]
    main()


def serve(line: Any) -> None:
    for text in line:
        pid = os.fork()
        if pid == 0:
            become(json.loads(text))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), file=line, flush=True)


if __name__ == "__main__":
    for room in SLOW_TO_IMPORT:
        importlib.import_module(f"bestiary.{room}")
    for name in game_names():
        find_game(name).edition()
    with socket.socket(fileno=int(sys.argv[1])) as end, end.makefile("rw", encoding="utf-8") as line:
        serve(line)
