"""A process that reviews one finished game. It answers with its progress, then with the review."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from bestiary.engine.replay import Replay
from bestiary.engine.rule import JIT
from bestiary.lab import review as lab
from bestiary.lab import warming
from bestiary.server import chores
from bestiary.server.protocol import Review

PLAIN = {"iterations": 1, "deep": 0}  # plain rules are slow: two tries of every alternative must do


class Game(Struct):
    """A finished game, as the lines of its replay, and who sat there."""

    lines: list[dict[str, Any]]
    names: list[str]


class Report(chores.Progress):
    """How far a review is."""

    result: Review | None = None


def review(game: Game, report: Callable[[Report], None]) -> Review:
    replay = Replay("this game", game.lines[0], game.lines[1:-1], game.lines[-1])
    if JIT:
        warming.warm_all(replay.game(), ("table", "search"))
    finished = lab.read(replay)
    so_far = Report()

    @contextmanager
    def bar(text: str, total: int) -> Iterator[Callable[[int], None]]:
        so_far.total += total

        def progress(count: int) -> None:
            so_far.done += count
            report(so_far)

        yield progress

    reviewer = lab.Reviewer(finished, perfect=lab.perfect_for(finished, bar=bar) if JIT else None)
    judged = reviewer.review(bar=bar, **({} if JIT else PLAIN))
    return told(lab.summary(reviewer, judged, game.names))


def told(summary: dict[str, Any]) -> Review:
    """What a page shows of a review."""
    moves = [
        {
            "decision": each["decision"], "seat": each["seat"], "played": each["played"]["text"],
            "better": "" if each["known"]["is_best"] else each["known"]["best"]["text"],
            "before": each["known"]["before"], "loss": each["known"]["loss"], "deviation": each["known"]["deviation"],
            "hindsight": each["hindsight"]["loss"],
        }
        for each in summary["decisions"]
    ]  # fmt: skip
    wanted = {name: summary[name] for name in ("exact", "even", "result", "made", "names", "seats")}
    seats = [{name: value for name, value in seat.items() if name != "name"} for seat in wanted.pop("seats")]
    return msgspec.convert({**wanted, "coarse": not JIT, "seats": seats, "moves": moves}, Review)


def main() -> None:
    chores.work(Game, lambda game, say: Report(result=review(game, say)), lambda why: Report(problem=why))


if __name__ == "__main__":
    main()
