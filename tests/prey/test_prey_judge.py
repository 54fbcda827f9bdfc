"""The last tricks with open cards: the solver against a plain search that plays every line to its end with the game's
own `legal` and `apply`, without a table and without leaving out cards that do the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from prey_helpers import GAME, lay, sit

from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.frames import waiting
from bestiary.engine.records import record_bytes
from bestiary.engine.rule import JIT, Batch, Ints, Longs, Shares, rule
from bestiary.engine.table import Table
from bestiary.games.prey import judge, rules
from bestiary.games.prey.state import SEATS, Box, State

PLIES, WIDTH = 20, 8
legal, apply, payoff, STANDING = rules.legal, rules.apply, rules.payoff, judge.STANDING


# --- The plain search


@rule
def shares_of(box: Box, state: State, out: Shares) -> None:
    """After a round: the result, or what such points are worth."""
    if int(state.depth) == 0:
        payoff(box, state, out)
        return
    seats, holders = int(state.seats), 0
    for seat in range(seats):
        holders += int(state.points[seat])
    for seat in range(seats):
        if holders == 0 or holders == seats:
            out[seat] = 1.0 / seats
        elif int(state.points[seat]) == 1:
            out[seat] = STANDING[seats - 3][holders - 1]
        else:
            out[seat] = (1.0 - holders * STANDING[seats - 3][holders - 1]) / (seats - holders)


@rule
def play_all(
    box: Box, states: Batch, moves: Ints, counts: Longs, turns: Longs, ties: Longs, shares: Shares, out: Shares
) -> None:
    """Each seat's share from states[0], in the first row of `shares`; the mover's after each action, in `out`."""
    ply, arriving = 0, True
    while True:
        state, row = states[ply], ply * SEATS
        over = int(state.depth) == 0 or int(state.round_number) != int(states[0].round_number)
        if arriving and over:
            shares_of(box, state, shares[row : row + SEATS])
        elif arriving:
            counts[ply] = legal(box, state, first_bit(waiting(state)), moves[ply * WIDTH : (ply + 1) * WIDTH])
            turns[ply] = 0
            ties[ply] = 0
        if not over and int(turns[ply]) < int(counts[ply]):
            states[ply + 1] = state
            apply(box, states[ply + 1], first_bit(waiting(state)), int(moves[ply * WIDTH + int(turns[ply])]), None)
            turns[ply] += 1
            ply, arriving = ply + 1, True
            continue
        if ply == 0:
            return
        ply, arriving = ply - 1, False
        seat, above, below = first_bit(waiting(states[ply])), (ply + 1) * SEATS, ply * SEATS
        gain = shares[above + seat] - shares[below + seat]
        if ply == 0:
            out[int(turns[0]) - 1] = shares[above + seat]
        if int(ties[ply]) == 0 or gain > 1e-9:
            ties[ply] = 0
        elif gain < -1e-9:
            continue
        ties[ply] += 1
        for other in range(SEATS):  # a running mean
            before = 0.0 if int(ties[ply]) == 1 else shares[below + other]
            shares[below + other] = before + (shares[above + other] - before) / int(ties[ply])


class Plain:
    """The plain search with its memory."""

    def __init__(self) -> None:
        self.states, self.moves = State.array(PLIES), np.zeros(PLIES * WIDTH, np.int32)
        self.counts, self.turns, self.ties = (np.zeros(PLIES, np.int64) for _ in range(3))
        self.shares, self.out = np.zeros(PLIES * SEATS), np.zeros(WIDTH)

    def solve(self, table: Table) -> tuple[list[float], list[float]]:
        self.states[0] = table.state
        lists = (self.moves, self.counts, self.turns, self.ties)
        play_all(table.edition.box, self.states, *lists, self.shares, self.out)
        return list(self.shares[: int(table.state.seats)]), list(self.out[: int(self.counts[0])])


class Solver:
    """The solver with its memory."""

    def __init__(self) -> None:
        self.memory, self.shares, self.out = np.zeros(judge.MEMORY, np.int64), np.zeros(SEATS), np.zeros(WIDTH)

    def judge(self, table: Table) -> list[float] | None:
        known = judge.judge(table.edition.box, table.state, self.memory, self.shares)
        return list(self.shares[: int(table.state.seats)]) if known else None

    def solve(self, table: Table) -> tuple[float, list[float]]:
        seat = table.waiting()[0]
        best = float(judge.solve(table.edition.box, table.state, seat, self.memory, self.out))
        return best, list(self.out[: len(table.legal(seat))])


# --- Random positions


def endings(seed: str, most: int) -> Iterator[Table]:
    """Positions with at most so many cards in hand, from games of greedy and random players."""
    rng = quick_rng(seed)
    players = [Instinct(GAME, bot) for bot in ("greedy", "random")]
    game = 0
    while True:
        table = sit(3 + game % 2, f"{seed} {game}", ("wild", "mirror")[game // 2 % 2], max_rounds=(0, 2)[game // 4 % 2])
        careful = int(quick(rng, 3))
        while asked := table.waiting():
            if cards_left(table.state) <= most and int(quick(rng, 3)) == 0:
                yield table
            player = players[careful if careful < 2 else int(quick(rng, 2))]
            action = player.choose(Knowledge.at(table, asked[0]), asked[0], AT_ONCE, rng).action
            GAME.apply(table.edition.box, table.state, asked[0], action, None)
        game += 1


def cards_left(state: Any) -> int:
    return sum(int(cards).bit_count() for cards in state.hand[: int(state.seats)].ravel())


@pytest.mark.parametrize(("most", "wanted"), [(10, 5000), (judge.LAST, 1000)] if JIT else [(7, 40)])
def test_the_solver_agrees_with_a_plain_search(most: int, wanted: int) -> None:
    plain, exact, seen = Plain(), Solver(), Counter[tuple[str, int]]()
    for _, table in zip(range(wanted), endings(f"agree {most}", most), strict=False):
        before = record_bytes(table.state)
        shares, values = plain.solve(table)
        if cards_left(table.state) <= judge.JUDGED:
            assert exact.judge(table) == pytest.approx(shares, abs=1e-7)
        best, found = exact.solve(table)
        assert found == pytest.approx(values, abs=1e-7)
        assert best == max(found)
        assert sum(shares) == pytest.approx(1)
        assert record_bytes(table.state) == before
        seen["players", int(table.state.seats)] += 1
        seen["cards", cards_left(table.state)] += 1
        seen["choices", min(len(set(np.round(found, 6))), 2)] += 1
    if JIT:
        assert seen["choices", 2] > wanted // 20, "some of the positions hang on what is played"
        assert {key for key in seen if key[0] == "cards"} >= {("cards", n) for n in range(3, most + 1)}


def test_the_judge_speaks_when_few_cards_are_left() -> None:
    exact = Solver()
    for _, table in zip(range(200 if JIT else 20), endings("reach", 30), strict=False):
        assert (exact.judge(table) is not None) == (cards_left(table.state) <= judge.JUDGED)


@pytest.mark.parametrize(("rounds", "speaks"), [(0, True), (1, False)])
def test_the_judge_goes_by_the_points_where_a_round_begins(rounds: int, speaks: bool) -> None:
    """But not before the last one, which ends the game whatever the points."""
    table = sit(4, "new", "wild", max_rounds=rounds)
    table.state.points[2] = 1
    shares = Solver().judge(table)
    assert (shares is not None) == speaks
    if shares is not None:
        assert shares[2] == max(shares)
        assert sum(shares) == pytest.approx(1)


# --- What a person can check: the last two tricks of the last round. In the mirror edition a1 is the highest prey (12)
# and a12 the lowest (1).


def ending(hands: list[str], goals: list[tuple[int, int]], won: list[int]) -> Table:
    table = sit(len(hands), max_rounds=1)
    lay(table, hands, leader=0, trick=10)
    for seat, pair in enumerate(goals):
        table.state.goal[seat] = pair
        table.state.won[seat] = won[seat]
    return table


DEAD = (1, 2)  # goals of who has won too many tricks already
LONG_SUIT = ["a1 a12", "a6 b6", "a7 b7"]


def test_who_needs_both_tricks_leads_high() -> None:
    """After a1 nobody has an a to beat a12 with. After a12 seat 1 takes both, and nobody meets a goal: all share."""
    table = ending(LONG_SUIT, [(5, 6), DEAD, DEAD], won=[3, 4, 3])
    assert Solver().solve(table) == (1, [1, pytest.approx(1 / 3)])
    assert Solver().judge(table) == [1, 0, 0]


def test_who_needs_no_trick_leads_low() -> None:
    table = ending(LONG_SUIT, [(1, 5), DEAD, DEAD], won=[5, 3, 3])
    assert Solver().solve(table) == (1, [pytest.approx(1 / 3), 1])


RIVALS = ["a6 b12", "a1 a12", "b6 b7"]


def test_who_has_nothing_to_win_spoils_the_goal_of_another() -> None:
    """Seat 0 needs one trick. Seat 1 takes its a6 with a1 and leads a12: nobody meets a goal."""
    table = ending(RIVALS, [(3, 5), DEAD, DEAD], won=[2, 5, 3])
    assert Solver().judge(table) == pytest.approx([1 / 3] * 3)


def test_who_meets_its_own_goal_by_it_leaves_the_trick_to_another() -> None:
    """Now seat 1 must take no trick: it plays a12 under a6, and both meet their goals."""
    table = ending(RIVALS, [(3, 5), (5, 6), DEAD], won=[2, 5, 3])
    assert Solver().judge(table) == [0.5, 0.5, 0]
    assert Solver().solve(table) == (0.5, [0.5, 0])
