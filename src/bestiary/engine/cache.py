"""Where compiled rules are kept, and whether they are there.

Numba's own cache does not notice a change in another file, in a global or in a flag. So the folder's name
carries a digest of every source file of every package that registers a game, of the versions that generate code
and of the flags that change it; folders of older digests are pruned.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import shutil
import time
from importlib import metadata
from pathlib import Path

from bestiary.engine import files

ENTRY_POINTS = "bestiary.games"
CODE_PACKAGES = ("numba", "llvmlite", "numpy")
FLAGS_WITHOUT_EFFECT = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"}
ROOMS_WITHOUT_RULES = {"cli", "server", "adapters"}
KEPT = 6  # older digests' folders that survive, for working on several branches


def root() -> Path:
    """The folder of all caches: $BESTIARY_CACHE, or the user's cache folder."""
    chosen = os.environ.get("BESTIARY_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bestiary"


@functools.cache
def digest() -> str:
    """Names everything that Numba's cache would not notice."""
    total = hashlib.sha256()
    for package in CODE_PACKAGES:
        total.update(f"{package} {metadata.version(package)}\n".encode())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name not in FLAGS_WITHOUT_EFFECT:
            total.update(f"{name}={value}\n".encode())
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
    return root() / digest()


def use() -> None:
    """Tells Numba where to keep what it compiles. Must run before Numba is imported."""
    here = folder()
    here.mkdir(parents=True, exist_ok=True)
    os.utime(here)  # used today
    os.environ["NUMBA_CACHE_DIR"] = str(here)
    prune()


def prune() -> None:
    """Deletes caches of older sources, but for the last few, and never one in use today."""
    ages = sorted((time.time() - entry.stat().st_mtime, entry.path) for entry in os.scandir(root()) if entry.is_dir())
    for age, old in ages[KEPT:]:
        if age > 24 * 3600:
            shutil.rmtree(old, ignore_errors=True)


def mark_warm(what: str, seconds: float) -> None:
    """Notes that everything `what` needs has been compiled, and how long that took."""
    with files.replacing(folder() / f"{what}.warm", str(os.getpid())) as aside:
        aside.write_text(f"{seconds:.2f}")


def is_warm(what: str) -> bool:
    return (folder() / f"{what}.warm").exists()


def compile_seconds(what: str) -> float:
    """How long the compiling took when the cache was cold."""
    return float((folder() / f"{what}.warm").read_text())
