"""What all tests share. `make test` runs them in parts side by side, a process each: one on plain rules, the others on
compiled ones, such that none waits for what another one compiles, and little is compiled twice."""

from __future__ import annotations

import os
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.registry import find_game, game_names

HERE = Path(__file__).parent
STARTED = time.time()
PART = os.environ.get("BESTIARY_TESTS")
"""The part that this process runs; without a word all tests."""
PLAIN = {"adapters": "plain", "beasts": "plain", "cli": "plain", "docs": "plain",
         "testkit/test_faults.py": "plain", "server": "served", "web": "served"}  # fmt: skip
"""What needs no compiler: positions laid by hand, what starts processes of its own, the server and its page."""
LONG = HERE / "lab"
"""What goes with the large game, so that both compiled parts take equally long."""
WITHOUT = {word for word in os.environ.get("WITHOUT", "").split(",") if word}
LIBRARIES = {"gymnasium": ("gymnasium", "gymnasium"), "jax": ("jax", "train"), "openspiel": ("pyspiel", "openspiel"),
             "pettingzoo": ("pettingzoo", "pettingzoo"), "ray": ("ray", "cluster")}  # fmt: skip
"""What `make test WITHOUT=…` may leave out: name → its module, and the extra that brings it."""
SERVICES = {"postgresql", "redis", "chromium"}
if PART not in (None, "small", "large", *PLAIN.values()):
    raise pytest.UsageError(f"BESTIARY_TESTS is plain, served, small or large, not '{PART}'")


def plain_part(path: Path) -> str:
    """The part without a compiler that a file belongs to, or none."""
    return next((part for name, part in PLAIN.items() if path.is_relative_to(HERE / name)), "")


def part_of(path: Path, name: str) -> str:
    large = any(f"[{game}" in name for game in game_names() if find_game(game).large)
    return plain_part(path) or ("large" if large or path.is_relative_to(LONG) else "small")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A file of another part is not even imported."""
    is_test = collection_path.name.startswith("test_") or collection_path.name == "conftest.py"
    if not PART or not is_test or collection_path.parent == HERE:
        return None
    part = plain_part(collection_path)
    return True if part != (PART if PART in PLAIN.values() else "") else None


def pytest_configure(config: pytest.Config) -> None:
    if unknown := WITHOUT - LIBRARIES.keys() - SERVICES:
        known = ", ".join(sorted(SERVICES | LIBRARIES.keys()))
        raise pytest.UsageError(f"WITHOUT={','.join(sorted(unknown))}: what can be left out is {known}")
    for name, (module, extra) in LIBRARIES.items():
        if PART and name not in WITHOUT and find_spec(module) is None:
            told = f"pip install 'bestiary[{extra}]', or leave it out: make test WITHOUT={name}"
            raise pytest.UsageError(f"{name} is not installed: {told}")
    config.addinivalue_line("markers", "prove: takes long and shows no more of a kind; `make prove` runs it")


took: list[str] = []
"""What each part has told of itself when it ended."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A part tells how long it took, by the clock and in processor time, with all processes that it started."""
    if PART and hasattr(session.config, "workeroutput"):
        clock, processor = time.time() - STARTED, sum(os.times()[:4])
        told = f"{session.testscollected:>6,} tests {clock:>6.0f} s {processor:>6.0f} s of processor time"
        session.config.workeroutput["took"] = f"{PART:<8}{told}"


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Another process has ended its part."""
    took.append(getattr(node, "workeroutput", {}).get("took", f"{node.gateway.id} ended early"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How long each part took, and the browser tests; the longest part decides."""
    for part in sorted(took):
        terminalreporter.write_line(part)
    reports = [each for kind in terminalreporter.stats.values() for each in kind]
    spent = [r.duration for r in reports if isinstance(r, pytest.TestReport) and r.nodeid.startswith("tests/web")]
    if spent:
        terminalreporter.write_line(f"the browser tests took {sum(spent):.0f} seconds")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.option.markexpr:
        items[:] = [item for item in items if item.get_closest_marker("prove") is None]
    if PART:
        items[:] = [item for item in items if part_of(item.path, item.name) == PART]
