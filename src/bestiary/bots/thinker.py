"""A second process that thinks with compiled rules, for one in which rules run plain. A person must not wait for the
compiler, and search is too slow without it. A record's bytes are the whole position, so questions are lines of text."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.engine import beside, cache
from bestiary.engine.beside import BACKGROUND, Beside
from bestiary.engine.content import Edition
from bestiary.engine.rule import Longs
from bestiary.engine.table import position_text, read_position

Answer = tuple[int, str]
"""An action, and the bot's explanation of it."""


def mark(game: str) -> str:
    """The name under which the cache notes that search is compiled."""
    return f"{game}-search"


class Thinker:
    """Starts at once, and is ready when all is compiled, or loaded."""

    def __init__(self, game: str) -> None:
        self.ready = False
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = Beside("bestiary.bots.thinker", game, **pipes)

    def is_ready(self, seconds: float = 0.0) -> bool:
        """Waits until it is ready, but no longer than this."""
        assert self.process.stdout is not None
        if not self.ready and select.select([self.process.stdout], [], [], seconds)[0]:
            self.ready = bool(self.process.stdout.readline())
        return self.ready and self.process.poll() is None

    def choose(self, knowledge: Knowledge, bot: str, seat: int, budget: Budget, rng: Longs) -> Answer | None:
        """What the bot does, and why; None if there is no answer."""
        question = {
            "bot": bot, "seat": seat, "iterations": budget.iterations, "ms": budget.ms, "rng": rng.tolist(),
            "known": position_text(knowledge.game, knowledge.position),
            "edition": [knowledge.edition.text, knowledge.edition.name],
        }  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")
            self.process.stdin.flush()
            action, explanation = json.loads(self.process.stdout.readline())
            return int(action), str(explanation)
        except (OSError, ValueError, TypeError):
            self.process.end()
            return None


def solve_aside(edition: Edition, game: str, players: int) -> None:
    """Lets another process solve a game with compiled rules and keep the solution, which plain rules can then read."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{edition.name}.toml"
        file.write_text(edition.text, encoding="utf-8")
        words = ("solve", game, "--players", str(players), "--edition", str(file))
        beside.run("bestiary", *words, stderr=None)


def serve(name: str) -> None:
    """Answers questions until nobody asks any more. What is not compiled yet is compiled in the background."""
    if not cache.is_warm(mark(name)):
        beside.run("bestiary.lab.warming", name, "search", nice=BACKGROUND)
    from bestiary.bots.roster import bot_named
    from bestiary.bots.search import Search
    from bestiary.engine.registry import find_game

    game = find_game(name)
    Search(game).prepare(game.edition())
    game.legal_actions(game.edition(), game.state.new(), 0)
    print("ready", flush=True)
    editions: dict[str, Any] = {}
    bots: dict[str, Any] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        text, title = asked["edition"]
        if text not in editions:
            editions[text] = game.edition_from_text(text, title)
        bot = bots.setdefault(asked["bot"], bot_named(game, asked["bot"]))
        state, rng = read_position(game, asked["known"]), _longs(asked["rng"])
        knowledge = Knowledge(game, editions[text], state, asked["seat"])
        budget = Budget(asked["iterations"], asked["ms"])
        choice = bot.choose(knowledge, asked["seat"], budget, rng)
        print(json.dumps([choice.action, choice.explanation]), flush=True)


def _longs(words: list[int]) -> Longs:
    import numpy as np

    return np.array(words, np.int64)


if __name__ == "__main__":
    serve(sys.argv[1])
