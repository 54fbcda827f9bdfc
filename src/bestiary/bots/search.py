"""The bot that looks ahead: trees grown by bots/tree.py, one for each thread, read out together."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bestiary.bots import tree
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import LONGEST, Budget, Choice, Weighed, drawn, legal_of
from bestiary.engine.chance import quick_word
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import raw
from bestiary.engine.rule import Longs

BOLDNESS = 0.35
INSTINCT = 1.0
LONGEST_PATH = 256
MOST_NODES = 1 << 20
NODES_A_MS = 512
SLICE = 0.005  # seconds
RARE = 10  # a mixture leaves out actions that it takes so many times less often than its favourite


class Tree:
    """One tree and all the memory that growing it needs."""

    def __init__(self, game: Game, grow: Any, room: int) -> None:
        self.room, self.grow = room, grow
        self.pool = game.state.array(3)
        self.words = self.pool.view(np.uint32).reshape(3, -1)
        self.nodes, self.edges = np.zeros((room, 2), np.int64), np.zeros((room, 4), np.int64)
        self.figures = np.zeros((room, tree.FIGURES))
        self.slots = np.zeros(1 << (2 * room - 1).bit_length(), np.int64)
        self.logs = np.log(np.maximum(np.arange(room + 2), 1))
        self.path, self.past = np.zeros((LONGEST_PATH, 3), np.int64), np.zeros(game.players.stop - 1, np.int64)
        self.moves, self.weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        self.found = np.zeros(game.max_moves, np.int64)
        self.shares, self.memory = np.zeros(game.players.stop - 1), np.zeros(game.judge_memory + 1, np.int64)
        self.settings, self.counters = np.zeros(6), np.zeros(4, np.int64)
        self.rng = np.zeros(2, np.int64)

    def plant(self, position: Any, settings: Iterable[float], rng: Longs) -> None:
        """An empty tree for another decision, with luck of its own."""
        raw(self.pool[tree.KNOWN])[:] = raw(position)
        self.slots[:] = 0
        self.nodes[0, tree.EDGES] = tree.NONE
        self.counters[:] = 0
        self.settings[:] = list(settings)
        self.rng[:] = quick_word(rng) | 1, quick_word(rng)

    def run(self, edition: Edition, seat: int, iterations: int, until: float) -> None:
        """Runs so many iterations, and fewer where time runs out. They come in slices, so that they can be interrupted.
        The clock decides where a slice ends; nothing else may depend on it."""
        self.counters[tree.LEFT] = iterations
        count, done = min(1, iterations), 0
        started = time.perf_counter()
        while count > 0:
            self._grow(edition, seat, count)
            done += count
            left, now = int(self.counters[tree.LEFT]), time.perf_counter()
            each = (now - started) / done
            count = min(left, max(1, int(min(SLICE, until - now) / each))) if now + each <= until else 0

    def _grow(self, edition: Edition, seat: int, count: int) -> None:
        self.grow(
            edition.box, self.pool, self.words, seat, count, self.nodes, self.edges, self.figures, self.slots,
            self.logs, self.path, self.past, self.moves, self.found, self.weights, self.shares, self.memory,
            self.settings, self.counters, self.rng,
        )  # fmt: skip

    def compile(self, edition: Edition) -> None:
        """Before the clock starts."""
        self._grow(edition, 0, 0)

    @property
    def is_simultaneous(self) -> bool:
        """Do others decide together with the searching seat?"""
        asked = int(self.counters[tree.ASKED])
        return asked & (asked - 1) != 0

    def results(self) -> dict[int, tuple[int, float, float]]:
        """Visits, sum of the shares and sum of the chances of each action at the root, which is the first node."""
        found = {}
        edge = int(self.nodes[0, tree.EDGES])
        while edge != tree.NONE:
            row, figures = self.edges[edge], self.figures[edge]
            found[int(row[tree.ACTION])] = (
                int(row[tree.VISITS]),
                float(figures[tree.TOTAL]),
                float(figures[tree.POLICY]),
            )
            edge = int(row[tree.NEXT])
        return found


class Search:
    """Information-set Monte Carlo tree search."""

    def __init__(
        self, game: Game, boldness: float = BOLDNESS, instinct: float = INSTINCT, keenness: float = 0.0,
        trust: float = 0.0, softness: float = 0.0, threads: int = 1, first_boldness: float | None = None,
    ) -> None:  # fmt: skip
        first_boldness = boldness if first_boldness is None else first_boldness
        for each in (boldness, first_boldness):
            if not 0 <= each <= 100:
                raise MalformedError(f"boldness must be from 0 to 100, not {each}")
        if not 0 <= instinct <= 1:
            raise MalformedError(f"the part of instinct in playouts must be from 0 to 1, not {instinct}")
        if not 0 <= keenness <= 1:
            raise MalformedError(f"the part of the best in instinct must be from 0 to 1, not {keenness}")
        if not 0 <= trust <= 10:
            raise MalformedError(f"trust must be from 0 to 10, not {trust}")
        if not 0 <= softness <= 10:
            raise MalformedError(f"softness must be from 0 to 10, not {softness}")
        if not 1 <= threads <= 64:
            raise MalformedError(f"threads must be from 1 to 64, not {threads}")
        self.game, self.threads, self.softness = game, threads, softness
        self.settings = first_boldness, boldness, instinct, keenness, trust
        self.grow = tree.grow_of(game)
        self.trees: list[Tree] = []

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        legal = legal_of(self, knowledge, seat)
        if len(legal) == 1:
            return Choice(legal[0], (Weighed(legal[0], 1.0),), knowledge)
        weighed = self._weigh(knowledge.edition, knowledge.position, seat, legal, budget, rng, (*self.settings, 0.0))
        return Choice(drawn(legal, [w.chance for w in weighed], rng), weighed, knowledge)

    def look_back(self, edition: Edition, truth: Any, seat: int, budget: Budget, rng: Longs) -> tuple[Weighed, ...]:
        """What each legal action was worth with all cards open, for the review of a finished game. Hidden cards lie as
        they did; only what is still to be drawn is unknown. No bot at a table is asked this."""
        legal = self.game.legal_actions(edition, truth, seat)
        return self._weigh(edition, truth, seat, legal, budget, rng, (*self.settings, 1.0))

    def _weigh(
        self, edition: Edition, position: Any, seat: int, legal: Sequence[int], budget: Budget, rng: Longs,
        settings: Sequence[float],
    ) -> tuple[Weighed, ...]:  # fmt: skip
        if not self.trees:
            self.prepare(edition)
        until = time.perf_counter() + budget.ms / 1000 if budget.ms is not None else math.inf
        trees = self._with_room(budget)
        for bare in trees:
            bare.plant(position, settings, rng)
        each, more = divmod(budget.iterations or LONGEST, len(trees))
        self._together(lambda i: trees[i].run(edition, seat, each + (i < more), until), len(trees))
        return self._read(trees, legal)

    def prepare(self, edition: Edition, options: Any = None, **how: Any) -> None:
        """Compiles what is needed, before the clock starts."""
        Tree(self.game, self.grow, 1).compile(edition)

    def _with_room(self, budget: Budget) -> list[Tree]:
        """Trees with room for the budget; their memory is kept for the next decision."""
        if budget.iterations is not None:
            room = -(-budget.iterations // self.threads)
        else:
            room = int(NODES_A_MS * (budget.ms or 0)) + NODES_A_MS
        room = min(room, MOST_NODES)
        if not self.trees or self.trees[0].room != room:
            self.trees = [Tree(self.game, self.grow, room) for _ in range(self.threads)]
        return self.trees

    def _together(self, work: Callable[[int], None], count: int) -> None:
        if count == 1:
            work(0)
            return
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(work, range(count)))

    def _read(self, trees: Sequence[Tree], legal: Sequence[int]) -> tuple[Weighed, ...]:
        """Takes the action tried most, the best of several; where others decide at the same time, one from the average
        of all mixtures."""
        visits, totals, policy = (dict.fromkeys(legal, 0.0) for _ in range(3))
        for grown in trees:
            for action, figures in grown.results().items():
                for sums, figure in zip((visits, totals, policy), figures, strict=True):
                    sums[action] += figure
        chances = self._chances(visits, totals, policy if trees[0].is_simultaneous else {})
        values = {a: totals[a] / visits[a] if visits[a] else None for a in legal}
        return tuple(Weighed(a, chances[a], values[a], int(visits[a])) for a in legal)

    def _chances(
        self, visits: Mapping[int, float], totals: Mapping[int, float], policy: Mapping[int, float]
    ) -> dict[int, float]:
        """The chances with which actions are taken: those of the mixture without its rarest actions, or the favourite
        alone, which is the best of those tried most. A soft bot also takes other actions, the more often the more it
        tried them."""
        most = max(policy.values(), default=0.0)
        kept = {a: p if p * RARE > most else 0.0 for a, p in policy.items()}
        if not any(kept.values()):
            favourite = max(visits, key=lambda a: (visits[a], totals[a]))
            kept = {a: (v / visits[favourite]) ** (1 / self.softness) if self.softness else float(a == favourite)
                    for a, v in visits.items()}  # fmt: skip
        elif self.softness:
            kept = {a: p ** (1 / (1 + self.softness)) for a, p in policy.items()}
        total = sum(kept.values())
        return {a: kept[a] / total for a in visits}
