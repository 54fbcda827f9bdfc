"""Where compiled rules spend their time: the share of each rule in random play, whether or not it is inlined.

    apt-get install linux-perf binutils
    python bench/hot.py beasts --players 4

Compiles the game anew with line numbers, in a cache of its own, and lets Linux's perf look a few thousand times a
second at what runs; binutils' addr2line tells whose code that is. Line numbers cost a tenth to a fifth of the speed:
shares are what counts here, `bench/ratio.py` compares speeds."""

from __future__ import annotations

import argparse
import collections
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

WIDE = 60
LOOKS = 4000  # a second
ATTRIBUTES = re.compile(r"\b(noinline|optnone)\b")  # that Numba gives to code with line numbers


def compile_with_lines() -> None:
    """From now on rules get line numbers, and are optimised as always."""
    import llvmlite.binding as llvm

    from bestiary.engine import compiling, linking

    optimise = linking.WholeLibrary._optimize_final_module

    def lined(self: Any) -> None:
        text = re.sub("nounwind +nounwind", "nounwind", ATTRIBUTES.sub("nounwind", str(self._final_module)))
        root = re.escape("_ZN" + self.entry.removeprefix("_ZN7cpython"))  # stays apart: its caller has no lines
        text = re.sub(rf'^(define .*@"?{root}"?\(.*?) #\d+', r"\1 noinline", text, flags=re.MULTILINE)
        self._final_module = llvm.parse_assembly(text)
        optimise(self)

    linking.WholeLibrary._optimize_final_module = lined
    compiling.OPTIONS.update(debug=True, _dbg_optnone=False, _dbg_extend_lifetimes=False)


def code_of(runner: Any, folder: Path) -> tuple[Path, int, int]:
    """The machine code of a playout as a file, and where it lies in memory, from and to."""
    found = next(iter(runner.batch.overloads.values()))
    file = folder / "code.o"
    file.write_bytes(found.library._get_compiled_object())
    rows = [line.split() for line in told(["nm", "-S", str(file)]).splitlines()]
    symbols = {row[3]: (int(row[0], 16), int(row[1], 16)) for row in rows if len(row) == 4 and row[2] in "tT"}
    entry = found.fndesc.llvm_cpython_wrapper_name
    base = found.library.get_pointer_to_function(entry) - symbols[entry][0]
    return file, base, base + max(start + size for start, size in symbols.values())


def told(command: list[str], given: str = "") -> str:
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def look(runner: Any, seconds: float, folder: Path) -> collections.Counter[int]:
    """How often each address was met while games are played."""
    data = folder / "perf.data"
    command = ["perf", "record", "-q", "-e", "cpu-clock", "-F", str(LOOKS), "-o", str(data), "-p", str(os.getpid())]
    looking, until = subprocess.Popen(command), time.monotonic() + seconds
    while time.monotonic() < until:
        runner.run()
    looking.send_signal(signal.SIGINT)
    looking.wait()
    return collections.Counter(int(ip, 16) for ip in told(["perf", "script", "-i", str(data), "-F", "ip"]).split())


def shares(file: Path, base: int, end: int, met: collections.Counter[int]) -> tuple[Any, Any]:
    """The share of each rule: by itself, and with what is inlined into it."""
    addresses = [address for address in met if base <= address < end]
    given = "\n".join(hex(address - base) for address in addresses)
    answers = re.split("^0x", told(["addr2line", "-a", "-f", "-i", "-e", str(file)], given), flags=re.MULTILINE)[1:]
    alone, whole = collections.Counter[str](), collections.Counter[str]()
    for address, answer in zip(addresses, answers, strict=True):
        rules = [rule_of(line) for line in answer.splitlines()[1::2]]
        alone[rules[0]] += met[address]
        for rule in set(rules):
            whole[rule] += met[address]
    return alone, whole


def rule_of(name: str) -> str:
    """A rule's name, out of its symbol or of what the compiler notes."""
    if not name.startswith("_ZN"):
        return re.sub(r"[\[:].*", "", name.rpartition("::")[2]) or name
    at, part = 3, name
    while size := re.match(r"\d+", name[at:]):  # each part of a symbol stands behind its length
        at += len(size[0]) + int(size[0])
        part = name[at - int(size[0]) : at]
    return part.partition("_5b")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["BESTIARY_CACHE"] = temporary
        from bestiary.engine.registry import find_game
        from bestiary.lab.playout import DECISIONS, Runner

        compile_with_lines()
        game = find_game(given.game)
        runner = Runner(game, game.edition(), game.make_options(given.players), 400)
        runner.run()
        file, base, end = code_of(runner, Path(temporary))
        met = look(runner, given.seconds, Path(temporary))
        alone, whole = shares(file, base, end, met)
    total = sum(met.values())
    print(f"{total:,} looks at {int(runner.counters[DECISIONS]):,} decisions; per cent alone, and with what is inlined")
    for rule, count in alone.most_common(WIDE):
        print(f"{100 * count / total:6.1f} {100 * whole[rule] / total:6.1f}  {rule}")


if __name__ == "__main__":
    main()
