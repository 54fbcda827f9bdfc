"""The bot that looks ahead: trees grown by bots/tree.py, one for each thread, read out together."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from bestiary.bots import tree
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget, Choice, Weighed, legal_of
from bestiary.engine.chance import quick, quick_word
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.records import raw
from bestiary.engine.rule import Longs

BOLDNESS = 0.7
INSTINCT = 0.0
LONGEST_PATH = 256
MOST_NODES = 1 << 20
NODES_A_MS = 512
SLICE_MS = 2.0
SCRATCH = 4096
RARE = 10  # where a choice is mixed: an action tried so much less often than the favourite was mere exploration


class Tree:
    """One tree and all the memory that growing it needs."""

    def __init__(self, game: Game, grow: Any, room: int) -> None:
        self.room, self.grow = room, grow
        self.pool = game.state.array(3)
        self.words = self.pool.view(np.uint32).reshape(3, -1)
        self.nodes, self.edges = np.zeros((room, 2), np.int64), np.zeros((room, 4), np.int64)
        self.totals = np.zeros(room)
        self.slots = np.zeros(1 << (2 * room - 1).bit_length(), np.int64)
        self.logs = np.log(np.maximum(np.arange(room + 2), 1))
        self.path, self.past = np.zeros((LONGEST_PATH, 2), np.int64), np.zeros(game.players.stop - 1, np.int64)
        self.moves, self.weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        self.shares, self.scratch = np.zeros(game.players.stop - 1), np.zeros(SCRATCH, np.int64)
        self.settings, self.counters = np.zeros(2), np.zeros(4, np.int64)
        self.rng = np.zeros(2, np.int64)

    def plant(self, position: Any, settings: Iterable[float], rng: Longs) -> None:
        """An empty tree for another decision, with luck of its own."""
        raw(self.pool[tree.KNOWN])[:] = raw(position)
        self.slots[:] = 0
        self.counters[:] = 0
        self.settings[:] = list(settings)
        self.rng[:] = quick_word(rng) | 1, quick_word(rng)

    def run(self, edition: Edition, seat: int, iterations: int) -> None:
        self.grow(
            edition.box, self.pool, self.words, seat, iterations, self.nodes, self.edges, self.totals, self.slots,
            self.logs, self.path, self.past, self.moves, self.weights, self.shares, self.scratch, self.settings,
            self.counters, self.rng,
        )  # fmt: skip

    def run_for(self, edition: Edition, seat: int, until: float) -> None:
        """In slices of about two milliseconds, as long as another one still fits."""
        count, started = 1, time.perf_counter()
        while True:
            self.run(edition, seat, count)
            now = time.perf_counter()
            each = (now - started) / int(self.counters[tree.ITERATIONS])
            if now + each * count > until and count == 1:
                return
            count = max(1, min(int(SLICE_MS / 1000 / each), int((until - now) / each)))
            if now >= until:
                return

    @property
    def is_simultaneous(self) -> bool:
        """Do others decide together with the searching seat?"""
        asked = int(self.counters[tree.ASKED])
        return asked & (asked - 1) != 0

    def results(self) -> dict[int, tuple[int, float]]:
        """Visits and total shares of each action at the root, which is the first node."""
        found = {}
        edge = int(self.nodes[0, tree.EDGES])
        while edge != tree.NONE:
            row = self.edges[edge]
            found[int(row[tree.ACTION])] = int(row[tree.VISITS]), float(self.totals[edge])
            edge = int(row[tree.NEXT])
        return found


class Search:
    """Information-set Monte Carlo tree search."""

    def __init__(self, game: Game, boldness: float = BOLDNESS, instinct: float = INSTINCT, threads: int = 1) -> None:
        if not 0 <= boldness <= 100:
            raise MalformedError(f"boldness must be from 0 to 100, not {boldness}")
        if not 0 <= instinct <= 1:
            raise MalformedError(f"the part of instinct in playouts must be from 0 to 1, not {instinct}")
        if not 1 <= threads <= 64:
            raise MalformedError(f"threads must be from 1 to 64, not {threads}")
        self.game, self.threads, self.settings = game, threads, (boldness, instinct)
        self.grow = tree.grow_of(game)
        self.trees: list[Tree] = []

    def choose(self, knowledge: Knowledge, seat: int, budget: Budget, rng: Longs) -> Choice:
        legal = legal_of(self, knowledge, seat)
        if len(legal) == 1:
            return Choice(legal[0], (Weighed(legal[0], 1.0),), knowledge)
        started = time.perf_counter()
        trees = self._planted(budget, knowledge, rng)
        if budget.iterations is not None:
            each, more = divmod(budget.iterations, len(trees))
            self._together(lambda i: trees[i].run(knowledge.edition, seat, each + (i < more)), len(trees))
        elif budget.ms is not None:
            until = started + budget.ms / 1000
            self._together(lambda i: trees[i].run_for(knowledge.edition, seat, until), len(trees))
        return self._read(trees, legal, knowledge, rng)

    def _planted(self, budget: Budget, knowledge: Knowledge, rng: Longs) -> list[Tree]:
        """Empty trees with room for the budget; their memory is kept for the next decision."""
        if budget.iterations is not None:
            room = -(-budget.iterations // self.threads)
        else:
            room = int(NODES_A_MS * (budget.ms or 0)) + NODES_A_MS
        room = min(room, MOST_NODES)
        if not self.trees or self.trees[0].room != room:
            self.trees = [Tree(self.game, self.grow, room) for _ in range(self.threads)]
        position = knowledge.position
        for tree_ in self.trees:
            tree_.plant(position, self.settings, rng)
        return self.trees

    def _together(self, work: Callable[[int], None], count: int) -> None:
        if count == 1:
            work(0)
            return
        with ThreadPoolExecutor(count) as pool:
            list(pool.map(work, range(count)))

    def _read(self, trees: Sequence[Tree], legal: Sequence[int], knowledge: Knowledge, rng: Longs) -> Choice:
        """The action tried most; where others decide at the same time, one drawn in proportion to the tries: a mixture
        that nobody can foresee."""
        visits, totals = dict.fromkeys(legal, 0), dict.fromkeys(legal, 0.0)
        for grown in trees:
            for action, (count, total) in grown.results().items():
                visits[action] += count
                totals[action] += total
        kept = self._mixture(visits, trees[0].is_simultaneous)
        target = int(quick(rng, sum(kept.values())))
        reached = itertools.accumulate(kept.values())
        action = next(a for a, limit in zip(legal, reached, strict=True) if limit > target)
        values = {a: totals[a] / visits[a] if visits[a] else None for a in legal}
        total = sum(kept.values())
        return Choice(action, tuple(Weighed(a, kept[a] / total, values[a], visits[a]) for a in legal), knowledge)

    def _mixture(self, visits: Mapping[int, int], mixes: bool) -> dict[int, int]:
        """Weights of the actions by their visits."""
        most = max(visits.values())
        if mixes:
            return {a: n if n * RARE > most else 0 for a, n in visits.items()}
        favourite = next(a for a, n in visits.items() if n == most)
        return {a: int(a == favourite) for a in visits}
