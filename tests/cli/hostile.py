"""Calls the command line with what nobody should give it, thousands of times in one process.

    python hostile.py words COUNT FOLDER          command lines
    python hostile.py replays GAME COUNT FOLDER   mutations of replays of a game

The process may not use much memory, and every call has a few seconds. A report goes to standard output as JSON: how
many calls there were, what came of them, and what should not have."""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import sys
import time
import traceback
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

import bestiary.cli
from bestiary.engine.errors import LONGEST

APP = bestiary.cli.app
SECONDS = 5  # of processor time for a call
WAITING = 240  # of the clock: what waits for a pipe uses no processor
MEMORY = 500_000_000  # bytes, of the whole process
CODES = (0, 1, 2, 3)
LONGEST_COMPLAINT = LONGEST + 10


class HangError(BaseException):
    """A call took too long. No `except Exception` may catch it."""


@dataclass
class Outcome:
    """What a call printed, and how it ended."""

    code: Any
    shown: str
    complaint: str
    crash: str
    seconds: float  # of processor time

    def wrong(self) -> str:
        """Why this is no way to answer, whatever was asked; empty where it is fine."""
        if self.crash:
            return self.crash
        if self.code not in CODES:
            return f"exit code {self.code}"
        if "not enough memory" in self.complaint:
            return "memory"
        if (odd := _odd_signs(self.shown + self.complaint)) != "":
            return f"signs that command a terminal: {odd!r}"
        lines = self.complaint.splitlines()
        if any(len(line) > LONGEST_COMPLAINT or not line.startswith("bestiary: ") for line in lines):
            return f"a complaint that is long or not ours: {self.complaint[:300]!r}"
        if self.code == 2 and not lines:
            return "exit code 2 without a word"
        return ""


def _odd_signs(text: str) -> str:
    return "".join(sorted({c for c in set(text) - {"\n"} if unicodedata.category(c) in ("Cc", "Cf", "Cs")}))


def call(words: list[str], typed: str = "") -> Outcome:
    """One call of `bestiary`, in this process."""
    sys.argv = ["bestiary", *words]
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogateescape")), encoding="utf-8")
    sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    code: Any = None
    crash = ""
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        bestiary.cli.main()
    except SystemExit as leaving:
        code = leaving.code
    except HangError:
        crash = f"hangs: {''.join(traceback.format_exc(limit=-3))}"
    except BaseException:
        crash = traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    shown, complaint = (_text_in(stream) for stream in (sys.stdout, sys.stderr))
    return Outcome(code, shown, complaint, crash, time.process_time() - began)


def _text_in(stream: Any) -> str:
    stream.flush()
    text: str = stream.buffer.getvalue().decode("utf-8", "surrogateescape")
    return text


class Report:
    """What the calls came to."""

    def __init__(self) -> None:
        self.calls = 0
        self.outcomes: Counter[str] = Counter()
        self.wrong: list[dict[str, Any]] = []
        self.slowest: tuple[float, str] = (0.0, "")

    def add(self, case: Any, outcome: Outcome, wrong: str = "", told: str = "") -> None:
        self.calls += 1
        self.slowest = max(self.slowest, (round(outcome.seconds, 2), str(case)[:200]))
        self.outcomes[told or f"exit code {outcome.code}"] += 1
        if why := outcome.wrong() or wrong:
            self.wrong.append({"case": case, "why": why})

    def data(self) -> dict[str, Any]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "calls": self.calls, "outcomes": dict(self.outcomes.most_common()), "wrong": self.wrong,
            "memory": most_memory(), "seconds": round(used.ru_utime + used.ru_stime, 1),
            "slowest": self.slowest,
        }  # fmt: skip


def most_memory() -> int:
    """Bytes of this process at its largest. The system's own account of it begins with that of whoever started it."""
    line = next(each for each in Path("/proc/self/status").read_text().splitlines() if each.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def limit() -> None:
    """What this process has mapped by now, and a little more; a call that wants much gets a MemoryError."""

    def hang(number: int, frame: object) -> None:
        raise HangError

    signal.signal(signal.SIGPROF, hang)
    signal.signal(signal.SIGALRM, hang)
    mapped = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY, mapped + MEMORY))


def main() -> None:
    out = os.fdopen(os.dup(1), "w")  # a call may drop its standard output
    bestiary.cli.app = typer.main.get_command(APP)  # type: ignore[assignment]  # once, not at every call
    kind, *words, folder = sys.argv[1:]
    os.chdir(folder)
    here = Path.cwd()
    if kind == "words":
        import hostile_words

        report = hostile_words.run(int(words[0]), here)
    else:
        import hostile_replays

        report = hostile_replays.run(words[0], int(words[1]), here)
    json.dump(report.data(), out)
    out.close()


if __name__ == "__main__":
    sys.modules["hostile"] = sys.modules["__main__"]
    main()
