"""A process that compares a draft with the edition that it came from. It answers with its progress, then with the
comparison."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from bestiary.server import chores
from bestiary.server.workshop.messages import Comparison


class Task(Struct):
    """What to compare: both editions by name and text, who plays, and in how many pairs of games."""

    game: str
    base_name: str
    base: str
    name: str
    text: str
    bots: str
    players: int
    games: int


class Report(Struct, omit_defaults=True):
    """How far a comparison is; its last one holds what was found, or why nothing was."""

    done: int = 0
    total: int = 0
    problem: str = ""
    result: Comparison | None = None


def measure(task: Task, say: Callable[[Report], None]) -> Report:
    raise NotImplementedError  # lab.compare


if __name__ == "__main__":
    chores.work(Task, measure, lambda why: Report(problem=why))
