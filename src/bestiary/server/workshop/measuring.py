"""A process that compares a draft with the edition that it came from. It answers with its progress, then with the
comparison."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from bestiary.engine import content
from bestiary.engine.registry import find_game
from bestiary.engine.rule import JIT
from bestiary.lab.compare import compare
from bestiary.server import chores
from bestiary.server.workshop.messages import Comparison, Share, ShareTable

SEED: Final = "workshop"
CONTRIBUTION: Final = "What single cards bring their owner"
CARDS: Final = 40  # that are told, those with the largest differences first


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


class Report(chores.Progress):
    """How far a comparison is."""

    result: Comparison | None = None


def measure(task: Task, say: Callable[[Report], None]) -> Report:
    """Plays both editions on the same deals. Plain rules are slow, so there no card is looked at by itself."""
    game, began = find_game(task.game), time.monotonic()
    options = game.make_options(task.players)
    before = content.assemble(task.base, task.base_name, task.base_name, game.assemble, False)
    after = content.assemble(task.text, task.name, task.name, game.assemble, False)
    so_far = Report()

    def stage(name: str, deals: int) -> None:
        so_far.total += deals
        say(so_far)

    def progress(deals: int) -> None:
        so_far.done += deals
        say(so_far)

    found = compare(
        game, options, before, after, [task.bots], SEED, games=task.games, contribution=None if JIT else 0,
        progress=progress, stage=stage,
    ).summary()  # fmt: skip
    return Report(result=told(found, task, time.monotonic() - began))


def told(summary: dict[str, Any], task: Task, seconds: float) -> Comparison:
    """What the page shows of a comparison: shares of seats and of types or clans, and what cards contribute."""
    tables = {"Seats": summary["seats"], summary["trait"].capitalize(): summary["sides"], CONTRIBUTION: cards(summary)}
    known = {title: [row for row in rows if row["difference"] is not None] for title, rows in tables.items()}
    return Comparison(
        games=summary["games"], bots=task.bots, players=task.players, seconds=round(seconds, 2),
        tables=[ShareTable(title=title, rows=list(map(share, rows))) for title, rows in known.items() if rows],
    )  # fmt: skip


def cards(summary: dict[str, Any]) -> list[dict[str, Any]]:
    """What cards contribute with either edition, those that differ most first."""
    rows = []
    for card in summary["cards"]:
        if found := card["contribution"]:
            difference = found["difference"]
            values = {"a": found["a"]["value"], "b": found["b"]["value"], "difference": difference["value"]}
            rows.append({**difference, **values, "name": card["name"]})
    rows.sort(key=lambda row: -abs(row["difference"] or 0.0))
    return rows[:CARDS]


def share(row: dict[str, Any]) -> Share:
    return Share(
        name=str(row["name"]), before=row["a"] or 0.0, after=row["b"] or 0.0, difference=row["difference"],
        low=row["low"], high=row["high"], clear=row["found"],
    )  # fmt: skip


if __name__ == "__main__":
    chores.work(Task, measure, lambda why: Report(problem=why))
