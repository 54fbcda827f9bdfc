"""Tooth & Talon for two, solved: the chance of winning from every position, and how to play for it.

A table is a round that its leader enters so many coins ahead. The last round's tables are solved first, backwards from
their ends, with a matrix game at each place; what a round is worth stands at the ends of the round before. Values are
the leader's, and the follower leads the next round: 1 − value turns them over.
"""

from __future__ import annotations

import json
import time
import zipfile
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from bestiary.engine import cache, files
from bestiary.engine.content import Edition
from bestiary.engine.decisions import Decisions, Policy, one_by_one
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import ask, step, waiting
from bestiary.engine.game import Bar, no_bar
from bestiary.engine.options import fill
from bestiary.engine.records import clone
from bestiary.engine.rule import JIT, Ints, Longs, Shares, cores, rule
from bestiary.games.talon.graph import KEY, Graph, explore, find_graph, score_ends, write_key
from bestiary.games.talon.matrix import room, solve_matrix
from bestiary.games.talon.response import Asked, find_stakes, list_decisions, respond
from bestiary.games.talon.rules import apply, legal, payoff, setup
from bestiary.games.talon.state import CHOOSE, KINDS, MAX_MOVES, SEATS, Options

PLAYERS: Final = 2
SCRATCH: Final = room(KINDS, KINDS)
WARM: Final = "talon-solver"  # the name under which the cache notes that the rules for solving are compiled


@rule
def fill_matrix(
    sizes: Longs, pair_start: Longs, branch_start: Longs, way_start: Longs, ways: Ints, values: Shares, place: int,
    matrix: Shares,
) -> None:  # fmt: skip
    """What each pair of choices is worth to the leader: its best deed against the follower's best answer."""
    first = int(pair_start[place])
    for i in range(int(sizes[2 * place]) * int(sizes[2 * place + 1])):
        branch = best_branch(branch_start, way_start, ways, values, first + i)
        matrix[i] = values[int(ways[best_way(way_start, ways, values, branch)])]


@rule
def best_branch(branch_start: Longs, way_start: Longs, ways: Ints, values: Shares, pair: int) -> int:
    """The leader's deed of most worth; the first of equals."""
    best = int(branch_start[pair])
    most = values[int(ways[best_way(way_start, ways, values, best)])]
    for branch in range(best + 1, int(branch_start[pair + 1])):
        worth = values[int(ways[best_way(way_start, ways, values, branch)])]
        if worth > most:
            best, most = branch, worth
    return best


@rule
def best_way(way_start: Longs, ways: Ints, values: Shares, branch: int) -> int:
    """The follower's deed that leaves the leader least; the first of equals."""
    best = int(way_start[branch])
    for way in range(best + 1, int(way_start[branch + 1])):
        if values[int(ways[way])] < values[int(ways[best])]:
            best = way
    return best


@rule
def solve_places(
    sizes: Longs, pair_start: Longs, branch_start: Longs, way_start: Longs, ways: Ints, values: Shares
) -> None:
    """Backwards from the ends, whose values are given: the value of every place."""
    matrix, scratch = np.zeros(KINDS * KINDS, np.float64), np.zeros(SCRATCH, np.float64)
    mine, theirs = np.zeros(KINDS, np.float64), np.zeros(KINDS, np.float64)
    basis = np.zeros(KINDS, np.int64)
    for place in range(len(sizes) // 2 - 1, -1, -1):
        rows, columns = int(sizes[2 * place]), int(sizes[2 * place + 1])
        fill_matrix(sizes, pair_start, branch_start, way_start, ways, values, place, matrix)
        values[place] = solve_matrix(matrix, rows, columns, mine, theirs, scratch, basis)


@rule
def play_perfectly(
    sizes: Longs, pair_start: Longs, branch_start: Longs, way_start: Longs, ways: Ints, values: Shares, chances: Shares
) -> None:
    """Writes the policy that follows from `values`: mixtures of choices, sure deeds. `chances` holds zeros."""
    matrix, scratch = np.zeros(KINDS * KINDS, np.float64), np.zeros(SCRATCH, np.float64)
    leads, follows = np.zeros(KINDS, np.float64), np.zeros(KINDS, np.float64)
    basis = np.zeros(KINDS, np.int64)
    lead, follow = 0, 0
    for place in range(len(sizes) // 2):
        follow += int(sizes[2 * place])
    deeds = int(np.sum(sizes))
    answers = deeds + len(way_start) - 1
    for place in range(len(sizes) // 2):
        rows, columns, first = int(sizes[2 * place]), int(sizes[2 * place + 1]), int(pair_start[place])
        fill_matrix(sizes, pair_start, branch_start, way_start, ways, values, place, matrix)
        solve_matrix(matrix, rows, columns, leads, follows, scratch, basis)
        for row in range(rows):
            chances[lead + row] = leads[row]
        for column in range(columns):
            chances[follow + column] = follows[column]
        lead += rows
        follow += columns
        for pair in range(first, first + rows * columns):
            chances[deeds + best_branch(branch_start, way_start, ways, values, pair)] = 1.0
            for branch in range(int(branch_start[pair]), int(branch_start[pair + 1])):
                chances[answers + best_way(way_start, ways, values, branch)] = 1.0


def side_by_side(
    work: Callable[[Any], Any], items: list[Any], advance: Callable[[int], None], threads: int
) -> list[Any]:
    """Results in the order of the items; compiled work releases the interpreter lock."""
    results = []
    with ThreadPoolExecutor(threads) as pool:
        for result in pool.map(work, items):
            results.append(result)
            advance(1)
    return results


class Tables:
    """The rounds of a game: for each its differences in coins, and a value for every place under each of them."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        gains = np.unique(graph.gains)
        self.differences = [np.zeros(1, np.int64)]
        for _ in range(graph.rounds - 1):
            self.differences.append(np.unique(-(self.differences[-1][:, None] + gains)))

    @property
    def count(self) -> int:
        return sum(map(len, self.differences))

    def ends(self, number: int, ahead: int, later: Any) -> Any:
        """What the ends of a round's table are worth to its leader, from the values of the next round's tables."""
        if number == self.graph.rounds - 1:
            return self.graph.last_round(ahead)
        return 1 - later[np.searchsorted(self.differences[number + 1], -(ahead + self.graph.gains))]

    def all_places(self, ends: Any) -> Any:
        return np.concatenate([np.zeros(self.graph.inner), ends])

    def solve(self, bar: Bar) -> list[Any]:
        """For each round the values of all places that are no ends, a row for each difference."""
        values: list[Any] = []
        with bar("rounds solved", self.count) as advance:
            for number in reversed(range(self.graph.rounds)):
                later = values[0][:, 0] if values else None

                def work(ahead: int, number: int = number, later: Any = later) -> Any:
                    return self.solve_ends(self.ends(number, ahead, later))[: self.graph.inner]

                values.insert(0, np.array(side_by_side(work, self.differences[number].tolist(), advance, cores())))
        return values

    def solve_ends(self, ends: Any) -> Any:
        """The values of all places of a round whose ends are worth this."""
        values = self.all_places(ends)
        solve_places(*self.graph.shape, values)
        return values

    def perfect(self, values: Any, ends: Any) -> Any:
        """The chances of the policy that follows from a round's values and those of its ends."""
        row = np.zeros(int(self.graph.sizes.sum()) + len(self.graph.way_start) - 1 + len(self.graph.ways))
        play_perfectly(*self.graph.shape, np.concatenate([values[: self.graph.inner], ends]), row)
        return row

    def respond(self, chances: Any, best_ends: Any, worst_ends: Any) -> tuple[float, float]:
        """What a round's leader gets if it, and if the follower, responds best to a policy."""
        best, worst = self.all_places(best_ends), self.all_places(worst_ends)
        respond(*self.graph.shape, chances, best, worst)
        return float(best[0]), float(worst[0])

    def exploit(
        self, chances: Callable[[int, int, Any, Any], Any], bar: Bar, text: str, threads: int,
        since: int = 0,
    ) -> list[Any]:  # fmt: skip
        """For each round and difference what both best responses to a policy gain together. `chances` gives what the
        policy does, for the number of a round, that of the difference, and what its ends are worth to both. Rounds
        before `since` are left out, and that one begins with equal coins."""
        gains: list[Any] = []
        best = worst = None
        with bar(text, self.count) as advance:
            for number in reversed(range(since, self.graph.rounds)):

                def work(row: int, number: int = number, later: Any = (worst, best)) -> tuple[float, float]:
                    """The leader of this round follows in the next one: its best there is the next leader's worst."""
                    ahead = int(self.differences[number][row])
                    ends = [self.ends(number, ahead, each) for each in later]
                    return self.respond(chances(number, row, *ends), *ends)

                rows = [int(r) for r in np.flatnonzero((number > since) | (self.differences[number] == 0))]
                found = np.array(side_by_side(work, rows, advance, threads))
                best, worst = found[:, 0], found[:, 1]
                gains.insert(0, best - worst)
        return gains

    def prove(self, values: list[Any], bar: Bar) -> list[Any]:
        """What best responses gain against the policy of `values`."""

        def chances(number: int, row: int, *ends: Any) -> Any:
            later = values[number + 1][:, 0] if number + 1 < self.graph.rounds else None
            return self.perfect(values[number][row], self.ends(number, int(self.differences[number][row]), later))

        return self.exploit(chances, bar, "rounds proven", cores())


@dataclass(frozen=True)
class Solution:
    """Perfect play. It holds against anybody, from every position: a best response gains nothing."""

    edition: Edition
    keys: Any  # what tells the places of a round apart that are no ends, a row each
    differences: list[Any]  # for each round the coins that its leader may be ahead, rising
    values: list[Any]  # for each round the leader's chance of winning: a row for each difference, a column for a place
    figures: dict[str, Any]
    index: dict[bytes, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "index", {bytes(key): place for place, key in enumerate(self.keys)})

    def summary(self) -> dict[str, Any]:
        """The figures, for programs."""
        return dict(self.figures)

    def strategy(self, known: Any, seat: int) -> tuple[list[int], list[float], list[float]]:
        """The seat's legal actions, how often to take each, and the chance of winning with each. From what the seat
        knows; the chance is against a rival who plays perfectly."""
        if int(known.seats) != PLAYERS or int(known.gamble) or int(known.no_peek):
            raise MalformedError(f"this is solved for the base game with {PLAYERS} players only")
        if not (actions := self._legal(known, seat)):
            return [], [], []
        leads = int(known.leader) == seat
        if step(known) == CHOOSE:
            mix, chances = self._choose(known, leads)
        else:
            chances = [self._chance(after, int(known.leader)) for after in self._after(known, seat, actions)]
            best = chances.index(max(chances) if leads else min(chances))
            mix = [float(i == best) for i in range(len(actions))]
        return actions, mix, chances if leads else [1 - c for c in chances]

    def exploitability(self, policy: Policy, bar: Bar = no_bar, threads: int = 1, since: int = 0) -> float:
        """What two best responses gain together against a policy: 0 is perfect, and nothing is above 1. Exact, over
        every position of the game, or of the rounds from the one with the number `since` on, if it begins with equal
        coins. So many threads ask the policy at once."""
        compile_rules(bar)
        graph = find_graph(self.edition, fill(Options, {"seats": PLAYERS, "leader": 0}))
        tables, asked = Tables(graph), Asked.of(self.edition, graph)
        for number in (0, graph.rounds - 1):
            asked.check(policy, number, 0)

        def chances(number: int, row: int, *ends: Any) -> Any:
            return asked.chances(policy, number, int(self.differences[number][row]), *ends)

        return float(tables.exploit(chances, bar, "rounds responded to", threads, since)[0][0])

    def policy(self, decisions: Decisions) -> Shares:
        """Perfect play, as `exploitability` asks for it."""
        return one_by_one(lambda known, seat: self.strategy(known, seat)[1])(decisions)

    def _choose(self, known: Any, leads: bool) -> tuple[list[float], list[float]]:
        """How often the leader, or the follower, chooses each card, and the leader's chance with it."""
        leader = int(known.leader)
        start = clone(known)
        start.choice[:] = 0
        ask(start, 0b11)
        rows, columns = self._legal(start, leader), self._legal(start, 1 - leader)
        chosen = [self._after(half, 1 - leader, columns) for half in self._after(start, leader, rows)]
        matrix = np.array([[self._chance(pair, leader) for pair in row] for row in chosen])
        mixes = np.zeros(KINDS), np.zeros(KINDS)
        scratch = np.zeros(SCRATCH), np.zeros(KINDS, np.int64)
        solve_matrix(matrix.ravel(), len(rows), len(columns), *mixes, *scratch)
        row_mix, column_mix = mixes[0][: len(rows)], mixes[1][: len(columns)]
        mix, chances = (row_mix, matrix @ column_mix) if leads else (column_mix, row_mix @ matrix)
        return mix.tolist(), chances.tolist()

    def _chance(self, state: Any, leader: int) -> float:
        """The chance to win of the seat that leads now, or has led, if both play on perfectly."""
        asked = int(waiting(state))
        if asked == 0:
            shares = np.zeros(SEATS)
            payoff(self.edition.box, state, shares)
            return float(shares[leader])
        if asked == 0b11:
            value = self._look_up(state)
            return value if int(state.leader) == leader else 1 - value
        seat = asked.bit_length() - 1
        later = [self._chance(after, leader) for after in self._after(state, seat, self._legal(state, seat))]
        return max(later) if seat == leader else min(later)

    def _look_up(self, state: Any) -> float:
        """The leader's chance where both are about to choose."""
        number, leader = int(state.round_number), int(state.leader)
        ahead = int(state.coins[leader]) - int(state.coins[1 - leader])
        key = np.zeros(KEY, np.uint8)
        write_key(state, key)
        row = int(np.searchsorted(self.differences[number], ahead))
        place = self.index.get(key.tobytes())
        if place is None or row == len(self.differences[number]) or int(self.differences[number][row]) != ahead:
            raise MalformedError(f"no game of the edition '{self.edition.name}' comes to this position")
        return float(self.values[number][row, place])

    def _legal(self, state: Any, seat: int) -> list[int]:
        moves = np.zeros(MAX_MOVES, np.int32)
        return [int(m) for m in moves[: int(legal(self.edition.box, state, seat, moves))]]

    def _after(self, state: Any, seat: int, actions: list[int]) -> list[Any]:
        """The positions after each of these actions."""
        states = []
        for action in actions:
            states.append(clone(state))
            apply(self.edition.box, states[-1], seat, action, None)
        return states

    def save(self, file: Path) -> None:
        arrays = {f"differences{n}": d for n, d in enumerate(self.differences)}
        arrays |= {f"values{n}": v for n, v in enumerate(self.values)}
        with files.replacing(file) as aside, aside.open("wb") as out:
            np.savez_compressed(out, keys=self.keys, figures=np.array(json.dumps(self.figures)), **arrays)

    @classmethod
    def load(cls, edition: Edition, file: Path) -> Solution | None:
        """A saved solution; None where there is none, or a damaged one."""
        try:
            with np.load(file) as saved:
                rounds = range(sum(name.startswith("values") for name in saved.files))
                differences, values = ([saved[f"{name}{n}"] for n in rounds] for name in ("differences", "values"))
                return cls(edition, saved["keys"], differences, values, json.loads(str(saved["figures"])))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
            return None


def kept_at(edition: Edition) -> Path:
    """Where an edition's solution is kept; another place as soon as any rule changes."""
    return cache.folder() / f"talon-{edition.digest}-{cache.sources()}.npz"


def check(options: Any) -> None:
    """Refuses a table that is not solved."""
    if int(options.seats) != PLAYERS or int(options.gamble) or int(options.no_peek):
        solved = f"Tooth & Talon is solved for {PLAYERS} players, without no peek and gamble"
        raise MalformedError(f"{solved}; on the command line say -p {PLAYERS}")


def solve(edition: Edition, options: Any, bar: Bar = no_bar, again: bool = False) -> Solution:
    """The solution of an edition, from the cache if it is there. `again` computes and proves it anew."""
    check(options)
    file = kept_at(edition)
    if not again and (kept := Solution.load(edition, file)):
        cache.used(file)
        return kept
    compile_rules(bar)
    table = clone(options)
    table.leader = 0
    solution = compute(edition, find_graph(edition, table), bar)
    file.parent.mkdir(parents=True, exist_ok=True)
    solution.save(file)
    return solution


def compile_rules(bar: Bar) -> None:
    """Compiles what is needed, with a bar for the person who waits."""
    if not JIT or cache.is_warm(WARM):
        return
    from bestiary.engine.compiling import reachable

    started = time.perf_counter()
    roots: tuple[Any, ...] = (
        setup, explore, score_ends, solve_places, play_perfectly, respond, find_stakes, list_decisions,
    )  # fmt: skip
    rules = {id(rule): rule for root in roots for rule in reachable(root) if rule.signature() is not None}
    with bar("compiling (once)", len(rules)) as advance:
        for rule in rules.values():
            rule.compile(rule.signature())
            advance(1)
    cache.mark_warm(WARM, time.perf_counter() - started)


def compute(edition: Edition, graph: Graph, bar: Bar) -> Solution:
    """Solves a round for its coins, then the game for the chance of winning, and proves both."""
    tables = Tables(graph)
    coins = tables.solve_ends(graph.gains)
    best, worst = tables.respond(tables.perfect(coins, graph.gains), graph.gains, graph.gains)
    values = tables.solve(bar)
    gains = tables.prove(values, bar)
    figures = {
        "win_probability_first_leader": float(values[0][0, 0]),
        "exploitability": float(gains[0][0]),
        "exploitability_anywhere": max(float(g.max()) for g in gains),
        "round_value_leader_coins": float(coins[0]),
        "round_exploitability_coins": best - worst,
        "positions": graph.positions,
        "rounds_solved": tables.count,
    }
    return Solution(edition, graph.keys[: graph.inner], tables.differences, values, figures)
