"""Where compiled rules are kept, and whether they are there.

The folder's name carries a digest of the versions that generate code, of the flags that change it and of our part of
the compiler. In it lies a file for each rule, whose name carries the digest of all that the compiler reads of the rule
(`engine.footprint`): a rule is compiled again when any of that changes, and never taken for another one. What nobody
has used for a while is deleted.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from bestiary.engine import files
from bestiary.engine.errors import MalformedError

ENTRY_POINTS = "bestiary.games"
CODE_PACKAGES = ("numba", "llvmlite", "numpy")
COMPILER = ("compiling.py", "footprint.py")  # our part of it
FLAGS_WITHOUT_EFFECT = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"}
ROOMS_WITHOUT_RULES = {"cli", "server", "adapters"}
WARM = ".warm"
DAY = 24 * 3600
KEPT_FOLDERS = 6  # of other versions and flags
KEPT_DAYS = 14  # a rule that is not used so long goes


def root() -> Path:
    """The folder of all caches: $BESTIARY_CACHE, or the user's cache folder."""
    chosen = os.environ.get("BESTIARY_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bestiary"


@functools.cache
def compiler() -> str:
    """Names what turns rules into code: versions, flags, and our own part of it."""
    total = hashlib.sha256(f"python {sys.version}\n".encode())
    for package in CODE_PACKAGES:
        total.update(f"{package} {metadata.version(package)}\n".encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name not in FLAGS_WITHOUT_EFFECT:
            total.update(f"{name}={value}\n".encode())
    for file in COMPILER:
        total.update(Path(__file__).with_name(file).read_bytes())
    return total.hexdigest()[:20]


@functools.cache
def sources() -> str:
    """Names the compiler and every source file of every package that registers a game. As long as it is the same, all
    results are; where it is not, they may be."""
    total = hashlib.sha256(compiler().encode())
    for source in source_folders():
        for file in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            inside = file.relative_to(source.parent)
            if inside.parts[1:2] and inside.parts[1] in ROOMS_WITHOUT_RULES:
                continue
            total.update(inside.as_posix().encode())
            total.update(file.read_bytes())
    return total.hexdigest()[:20]


def source_folders() -> list[Path]:
    """Folders, or single files, whose code can end up in compiled rules: ours, and those that register a game."""
    packages = {"bestiary"} | {e.module.split(".")[0] for e in metadata.entry_points(group=ENTRY_POINTS)}
    found = []
    for package in sorted(packages):
        spec = importlib.util.find_spec(package)
        if spec and spec.submodule_search_locations:
            found.append(Path(next(iter(spec.submodule_search_locations))))
        elif spec and spec.origin:
            found.append(Path(spec.origin))
    return found


def folder() -> Path:
    return root() / compiler()


def use() -> Path:
    """The folder of this process."""
    here = folder()
    try:
        here.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(error.strerror or str(error)) from None
    used(here)
    with contextlib.suppress(OSError):  # what can only be read is not tidied up
        prune()
    return here


def check_writable() -> None:
    """To be called before something is compiled: it would be compiled again and again."""
    if not os.access(use(), os.W_OK):
        raise _unwritable("it can only be read")


def _unwritable(why: str) -> MalformedError:
    return MalformedError(
        f"compiled rules cannot be kept in {root()}: {why}; set BESTIARY_CACHE to a folder that can be written to"
    )


@contextlib.contextmanager
def compiling(game: str, told: Callable[[str], None] = lambda owner: None) -> Iterator[None]:
    """One process of a machine compiles a game at a time; others are told its number, and wait. The system opens the
    lock when its owner ends, however it ends."""
    check_writable()
    with (folder() / f"{game}.lock").open("a+", encoding="ascii") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            told(lock.read())
            fcntl.flock(lock, fcntl.LOCK_EX)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def used(file: str | Path) -> None:
    """Notes that something was used today; what is not there needs no note."""
    with contextlib.suppress(OSError):
        os.utime(file)


def prune() -> None:
    """Deletes, once a day, folders of other compilers but for the last few, and rules that nobody uses any more."""
    note = folder() / "pruned"
    if note.exists() and time.time() - note.stat().st_mtime < DAY:
        return
    note.touch()
    ages = sorted((_age(entry), entry.path) for entry in os.scandir(root()) if entry.is_dir())
    for age, old in ages[KEPT_FOLDERS:]:
        if age > DAY:
            shutil.rmtree(old, ignore_errors=True)
    _prune_rules()


def _prune_rules() -> None:
    ages_here = [(entry.path, _age(entry)) for entry in os.scandir(folder()) if entry.is_file()]
    youngest: dict[str, float] = {}
    for file, age in ages_here:
        youngest[_rule_of(file)] = min(age, youngest.get(_rule_of(file), age))
    unused = [file for file, _ in ages_here if youngest[_rule_of(file)] > KEPT_DAYS * DAY]
    for file in [*unused, *(map(str, folder().glob(f"*{WARM}")) if unused else ())]:  # marks say that all is there
        Path(file).unlink(missing_ok=True)


def _rule_of(file: str) -> str:
    """What the files of one rule have in common: all before the first dot behind the footprint."""
    name, _, rest = file.rpartition("-")
    return f"{name}-{rest.partition('.')[0]}"


def _age(entry: os.DirEntry[str]) -> float:
    return time.time() - entry.stat().st_mtime


def mark_warm(what: str, seconds: float) -> None:
    """Notes that everything `what` needs has been compiled from these sources, and how long that took."""
    note = folder() / f"{what}{WARM}"
    with contextlib.suppress(OSError), files.replacing(note) as aside:
        aside.write_text(f"{sources()} {seconds:.2f}")


def is_warm(what: str) -> bool:
    """Has everything been compiled from these very sources? After a change of others a look at each rule tells."""
    return _read_mark(what)[0] == sources()


def compile_seconds(what: str) -> float:
    """How long the compiling took when the cache was cold; 0 where nobody has noted it."""
    return _read_mark(what)[1]


def _read_mark(what: str) -> tuple[str, float]:
    file = folder() / f"{what}{WARM}"
    try:
        of, seconds = file.read_text().split()
    except (OSError, ValueError):
        return "", 0.0
    return of, float(seconds)
