"""Tooth & Talon for two: what best responses gain against a policy, exactly.

Only the choices of the present turn are secret, and both seats make theirs at once. Everything else is open. So what a
seat knows before it chooses is the whole place, and before a deed the whole position: there is nothing to believe or to
remember, and a best response is found backwards from the ends, place by place.

The chances of a policy stand in one row: how often the leader chooses each card, place by place; how often the
follower does; how often the leader does each deed, a number for each branch; and the follower, one for each way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.decisions import Decisions, Policy
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import waiting
from bestiary.engine.rule import Batch, Bytes, Ints, Longs, Shares, rule
from bestiary.games.talon.graph import BOTH, LEADER, MOVES, Graph
from bestiary.games.talon.rules import apply, legal
from bestiary.games.talon.secrets import hide
from bestiary.games.talon.state import DEED, FIRST_SEAT, PASS, PLACES, TURNS, ZONES, Box, State

FOLLOWER: Final = BOTH - LEADER
SUM: Final = 1e-4  # by how much the chances of a decision may miss 1: 32-bit numbers do
EQUAL: Final = 1e-4  # by how much chances may differ that should be the same
CHECKED: Final = 400  # decisions of a round at which it is checked what a policy looks at


@rule
def respond(
    sizes: Longs, pair_start: Longs, branch_start: Longs, way_start: Longs, ways: Ints, chances: Shares,
    best: Shares, worst: Shares,
) -> None:  # fmt: skip
    """How well anybody can do against a policy: `best` is what the leader gets by its best response, `worst` what the
    leader gets if the follower responds best. Their ends are given."""
    places = len(sizes) // 2
    follow = 0  # behind the follower's chances of the place at hand
    lead = 0  # and behind the leader's
    for place in range(places):
        lead += int(sizes[2 * place])
        follow += int(sizes[2 * place + 1])
    follow += lead
    deeds = follow
    answers = deeds + len(way_start) - 1
    for place in range(places - 1, -1, -1):
        rows, columns, first = int(sizes[2 * place]), int(sizes[2 * place + 1]), int(pair_start[place])
        lead -= rows
        follow -= columns
        for row in range(rows):
            total = 0.0
            for column in range(columns):
                pair = first + row * columns + column
                most = -np.inf
                for branch in range(int(branch_start[pair]), int(branch_start[pair + 1])):
                    expected = 0.0
                    for way in range(int(way_start[branch]), int(way_start[branch + 1])):
                        expected += chances[answers + way] * best[int(ways[way])]
                    most = max(most, expected)
                total += chances[follow + column] * most
            best[place] = total if row == 0 else max(best[place], total)
        for column in range(columns):
            total = 0.0
            for row in range(rows):
                pair = first + row * columns + column
                for branch in range(int(branch_start[pair]), int(branch_start[pair + 1])):
                    least = np.inf
                    for way in range(int(way_start[branch]), int(way_start[branch + 1])):
                        least = min(least, worst[int(ways[way])])
                    total += chances[lead + row] * chances[deeds + branch] * least
            worst[place] = total if column == 0 else min(worst[place], total)


@rule
def find_stakes(
    sizes: Longs, pair_start: Longs, branch_start: Longs, way_start: Longs, ways: Ints, low: Shares, high: Shares,
    open_: Bytes,
) -> None:  # fmt: skip
    """Marks the decisions on which something depends: what can follow is worth from `low` to `high`. Those of the ends
    are given. Decisions stand in the order of a policy's chances."""
    places, pairs = len(sizes) // 2, len(branch_start) - 1
    for place in range(places - 1, -1, -1):
        low[place], high[place] = np.inf, -np.inf
        first = int(pair_start[place])
        for pair in range(first, int(pair_start[place + 1])):
            least, most = np.inf, -np.inf
            for branch in range(int(branch_start[pair]), int(branch_start[pair + 1])):
                under, over = np.inf, -np.inf
                for way in range(int(way_start[branch]), int(way_start[branch + 1])):
                    under = min(under, low[int(ways[way])])
                    over = max(over, high[int(ways[way])])
                open_[2 * places + pairs + branch] = under < over
                least, most = min(least, under), max(most, over)
            open_[2 * places + pair] = least < most
            low[place], high[place] = min(low[place], least), max(high[place], most)
        open_[place] = low[place] < high[place]
        open_[places + place] = low[place] < high[place]


@rule
def list_decisions(
    box: Box, places: Batch, sizes: Longs, branch_start: Longs, way_start: Longs, turns: Longs, line: Batch,
    moves: Ints, found: Batch, actions: Ints,
) -> None:  # fmt: skip
    """Plays the round once more and writes down every decision, in the order of a policy's chances: a position each,
    and its legal actions."""
    inner, branches = len(sizes) // 2, len(way_start) - 1
    pairs = len(branch_start) - 1
    lead, deeds = 0, 0
    for i in range(inner):
        deeds += int(sizes[2 * i]) + int(sizes[2 * i + 1])
    follow = 0
    for i in range(inner):
        follow += int(sizes[2 * i])
    answers = deeds + branches
    mine, yours, acts = moves[:MOVES], moves[MOVES : 2 * MOVES], moves[2 * MOVES : 3 * MOVES]
    pair = 0
    for place in range(inner):
        turn = int(turns[place])
        rows, columns = legal(box, places[place], 0, mine), legal(box, places[place], 1, yours)
        write_down(places[place], 0, turn, found, place)
        write_down(places[place], 1, turn, found, inner + place)
        for i in range(rows):
            actions[lead + i] = mine[i]
        for i in range(columns):
            actions[follow + i] = yours[i]
        lead += rows
        follow += columns
        for row in range(rows):
            for column in range(columns):
                line[0] = places[place]
                apply(box, line[0], 0, int(mine[row]), None)
                apply(box, line[0], 1, int(yours[column]), None)
                leads = waiting(line[0]) == LEADER
                if leads:
                    write_down(line[0], 0, turn, found, 2 * inner + pair)
                    legal(box, line[0], 0, actions[deeds:])
                for branch in range(int(branch_start[pair]), int(branch_start[pair + 1])):
                    line[1] = line[0]
                    if leads:
                        apply(box, line[1], 0, int(actions[deeds]), None)
                    deeds += 1
                    if waiting(line[1]) == FOLLOWER:
                        write_down(line[1], 1, turn, found, 2 * inner + pairs + branch)
                        count = legal(box, line[1], 1, acts)
                        for i in range(count):
                            actions[answers + i] = acts[i]
                    answers += int(way_start[branch + 1]) - int(way_start[branch])
                pair += 1


@rule
def write_down(state: State, seat: int, turn: int, found: Batch, at: int) -> None:
    """What the seat knows. Places keep the turn at 0; here it is the true one."""
    found[at] = state
    found[at].turn = turn
    hide(found[at], seat)


@dataclass(frozen=True)
class Asked:
    """Every decision of a round. `decisions` are those with more than one legal action."""

    graph: Graph
    decisions: Decisions
    many: Any  # their numbers among all
    counts: Any  # legal actions of every decision, in the order of a policy's chances

    @classmethod
    def of(cls, edition: Edition, graph: Graph) -> Asked:
        inner = graph.inner
        pairs, branches = len(graph.branch_start) - 1, len(graph.way_start) - 1
        counts = np.concatenate(
            [graph.sizes[::2], graph.sizes[1::2], np.diff(graph.branch_start), np.diff(graph.way_start)]
        )
        turns = np.repeat(np.arange(TURNS), graph.positions[:TURNS])
        found, actions = State.array(len(counts)), np.zeros(int(counts.sum()) + MOVES, np.int32)
        list_decisions(
            edition.box, graph.places, graph.sizes, graph.branch_start, graph.way_start, turns, State.array(2),
            np.zeros(3 * MOVES, np.int32), found, actions,
        )  # fmt: skip
        many = np.flatnonzero(counts > 1)
        seats = np.repeat(np.array([0, 1, 0, 1]), [inner, inner, pairs, branches])
        starts = np.concatenate([[0], np.cumsum(counts)])
        return cls(graph, part_of(Decisions(edition, found, seats, actions, starts), many), many, counts)

    def table(self, number: int, ahead: int, chosen: Any) -> Decisions:
        """Some of the decisions, in a round that its leader enters so many coins ahead."""
        some = part_of(self.decisions, chosen)
        some.positions["coins"][:, 0], some.positions["coins"][:, 1] = max(0, ahead), max(0, -ahead)
        some.positions["round_number"] = number
        return some

    def chances(self, policy: Policy, number: int, ahead: int, best_ends: Any, worst_ends: Any) -> Any:
        """What the policy says in such a round, as `respond` reads it. It is not asked where nothing depends on it."""
        inner = np.zeros(self.graph.inner)
        low, high = np.minimum(best_ends, worst_ends), np.maximum(best_ends, worst_ends)
        open_ = np.zeros(len(self.counts), np.uint8)
        find_stakes(*self.graph.shape, np.concatenate([inner, low]), np.concatenate([inner, high]), open_)
        chosen = np.flatnonzero(open_[self.many])
        row = np.repeat(1 / self.counts, self.counts)
        asked = np.zeros(len(self.counts), np.bool_)
        asked[self.many[chosen]] = True
        row[np.repeat(asked, self.counts)] = checked(policy, self.table(number, ahead, chosen))
        return row

    def check(self, policy: Policy, number: int, ahead: int) -> None:
        """Refuses a policy that also looks at what nothing depends on: then a place is not all that it knows."""
        length = len(self.decisions)
        some = self.table(number, ahead, np.arange(0, length, max(1, length // CHECKED)))
        chances = checked(policy, some)
        for what, other in twins(some):
            if np.abs(checked(policy, other) - chances).max() > EQUAL:
                raise MalformedError(
                    f"this policy looks at {what}, on which nothing in the game depends; its exact exploitability is "
                    "known only for policies that do not"
                )


def checked(policy: Policy, decisions: Decisions) -> Any:
    """The policy's answer, if it is one."""
    chances = np.asarray(policy(decisions), np.float64)
    if chances.shape != decisions.moves.shape:
        raise MalformedError(f"a policy gives one chance for each of {len(decisions.moves):,} actions")
    if not len(decisions):
        return chances
    totals = np.add.reduceat(chances, decisions.starts[:-1])
    if not (chances >= 0).all() or np.abs(totals - 1).max() > SUM:
        raise MalformedError("the chances that a policy gives are 0 or more, and those of a decision add up to 1")
    return chances / np.repeat(totals, decisions.counts)


def part_of(decisions: Decisions, chosen: Any) -> Decisions:
    """Some of the decisions, in rising order."""
    kept = np.zeros(len(decisions), np.bool_)
    kept[chosen] = True
    moves = decisions.moves[: decisions.starts[-1]][np.repeat(kept, decisions.counts)]
    starts = np.concatenate([[0], np.cumsum(decisions.counts[chosen])])
    return Decisions(decisions.edition, decisions.positions[chosen], decisions.seats[chosen], moves, starts)


def twins(decisions: Decisions) -> Iterator[tuple[str, Decisions]]:
    """The same decisions with something else that does not matter, and what that is."""
    positions = decisions.positions.copy()
    positions["coins"][:, :2] += 7
    yield "how many coins both have, beside the difference", replace(decisions, positions=positions)
    positions = decisions.positions.copy()
    positions["latest"][:, :2] = 5, 9
    yield "the coins of the latest round", replace(decisions, positions=positions)
    positions = decisions.positions.copy()
    both = positions["asked"][:, 0] == BOTH
    positions["asked"][both, 0] = (1 << decisions.seats[both]).astype(np.int16)
    yield "whether the other seat has chosen already", replace(decisions, positions=positions)
    positions = decisions.positions.copy()
    for name in ("coins", "latest", "hand", "collection", "played", "active"):
        positions[name][:, :2] = positions[name][:, 1::-1]
    positions["leader"], positions["opener"] = 1, 1
    asked = positions["asked"][:, 0].copy()
    positions["asked"][:, 0] = np.where(asked == BOTH, BOTH, BOTH - asked)
    yield "which seat is its own", replace(
        decisions, positions=positions, seats=1 - decisions.seats, moves=from_the_other_seat(decisions.moves)
    )


def from_the_other_seat(moves: Ints) -> Any:
    """The same actions when both change seats: a victim's seat becomes the other one."""
    place = (moves - DEED) % PLACES
    hits = (moves >= DEED) & (moves < PASS) & (place >= FIRST_SEAT)
    return np.where(hits, moves + np.where(place < FIRST_SEAT + ZONES, ZONES, -ZONES), moves).astype(np.int32)
