"""Combat with open cards: the solver against a plain search that plays every line to its end with the game's own
`legal` and `apply`, without a table, bounds or order of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from claw_helpers import CLAW, EXAMPLES, HOUSE, lay, play, sit

from bestiary.bots.instincts import Instinct
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.frames import step, waiting
from bestiary.engine.records import record_bytes
from bestiary.engine.rule import JIT, Batch, Ints, Longs, Shares, rule
from bestiary.engine.table import Table
from bestiary.games.claw import judge, rules
from bestiary.games.claw.state import ADVANCE, BATTLE, BATTLES, DEFENCE, HAND, ROUNDS, SEATS, Box, State

PLIES = 2 * BATTLES + 2
UNKNOWN = 999

legal, apply, scores = rules.legal, rules.apply, rules.scores


# --- The plain search


@rule
def round_over(before: State, now: State) -> bool:
    rounds = int(before.round_number) != int(now.round_number)
    return int(now.depth) == 0 or rounds or int(before.game_number) != int(now.game_number)


@rule
def play_all(
    box: Box, states: Batch, moves: Ints, counts: Longs, turns: Longs, values: Longs, points: Shares, out: Ints
) -> int:
    """What seat 0 gains on seat 1 from states[0] to the end of the round; after each action of states[0], in `out`."""
    scores(box, states[0], points)
    before = int(points[0] - points[1])
    ply, arriving = 0, True
    while True:
        state = states[ply]
        if arriving and round_over(states[0], state):
            scores(box, state, points)
            values[ply] = int(points[0] - points[1]) - before
        elif arriving:
            counts[ply] = legal(box, state, first_bit(waiting(state)), moves[ply * HAND : (ply + 1) * HAND])
            turns[ply] = 0
            values[ply] = UNKNOWN
        if not round_over(states[0], state) and int(turns[ply]) < int(counts[ply]):
            states[ply + 1] = state
            apply(box, states[ply + 1], first_bit(waiting(state)), int(moves[ply * HAND + int(turns[ply])]), None)
            turns[ply] += 1
            ply, arriving = ply + 1, True
            continue
        if ply == 0:
            return int(values[0])
        value = int(values[ply])
        ply, arriving = ply - 1, False
        if ply == 0:
            out[int(turns[0]) - 1] = value
        better = value > int(values[ply]) if first_bit(waiting(states[ply])) == 0 else value < int(values[ply])
        if better or int(values[ply]) == UNKNOWN:
            values[ply] = value


class Plain:
    """The plain search with its memory."""

    def __init__(self) -> None:
        self.states, self.moves = State.array(PLIES), np.zeros(PLIES * HAND, np.int32)
        self.counts, self.turns, self.values = (np.zeros(PLIES, np.int64) for _ in range(3))
        self.points, self.out = np.zeros(SEATS), np.zeros(HAND, np.int32)

    def solve(self, box: Any, state: Any) -> tuple[int, list[int]]:
        self.states[0] = state
        lists = (self.moves, self.counts, self.turns, self.values)
        value = int(play_all(box, self.states, *lists, self.points, self.out))
        return value, [int(v) for v in self.out[: int(self.counts[0])]]


class Solver:
    """The solver with its memory."""

    def __init__(self) -> None:
        self.memory, self.out = np.zeros(judge.MEMORY, np.int64), np.zeros(HAND, np.int32)
        self.shares = np.zeros(SEATS)

    def solve(self, table: Table, seat: int) -> tuple[int, list[int]]:
        count = len(table.legal(seat))
        value = int(judge.solve(table.edition.box, table.state, seat, self.memory, self.out))
        return value, [int(v) for v in self.out[:count]]

    def judge(self, table: Table) -> list[float] | None:
        known = judge.judge(table.edition.box, table.state, self.memory, self.shares)
        return [float(v) for v in self.shares] if known else None


# --- Random positions


def combats(seed: str) -> Iterator[Table]:
    """Positions of combat from games of greedy and random players: every edition and variant, all rounds."""
    rng = quick_rng(seed)
    players = [Instinct(CLAW, bot) for bot in ("greedy", "random")]
    game = 0
    while True:
        variant = CLAW.variants[game % len(CLAW.variants)].name
        table = sit(f"{seed} {game}", variant, (HOUSE, EXAMPLES)[game // 2 % 2], first=-1)
        careful = int(quick(rng, 3))
        while asked := table.waiting():
            if judge.in_combat(table.state) and int(quick(rng, 4)) == 0:
                yield table
            player = players[careful if careful < 2 else int(quick(rng, 2))]
            action = player.choose(Knowledge.at(table, asked[0]), asked[0], AT_ONCE, rng).action
            CLAW.apply(table.edition.box, table.state, asked[0], action, None)
        game += 1


def test_the_solver_agrees_with_a_plain_search_on_ten_thousand_positions() -> None:
    wanted = 10_000 if JIT else 60
    plain, exact, seen = Plain(), Solver(), Counter[tuple[str, int]]()
    for number, table in enumerate(combats("agree")):
        if number == wanted:
            break
        state = table.state
        seat, before = table.waiting()[0], record_bytes(state)
        if not JIT and int(state.battle) < 4:
            continue
        value, values = plain.solve(table.edition.box, state)
        sign = 1 if seat == 0 else -1
        assert exact.solve(table, seat) == (sign * value, [sign * v for v in values])
        assert exact.solve(table, 1 - seat)[0] == -sign * value
        assert record_bytes(state) == before
        seen["round", int(state.round_number)] += 1
        seen["battle", int(state.battle)] += 1
        seen["step", int(step(state))] += 1
        seen["game", int(state.game_number)] += 1
    if JIT:
        assert set(seen) == {
            *(("round", n) for n in range(ROUNDS)), *(("battle", n) for n in range(BATTLES)),
            *(("step", n) for n in (BATTLE, DEFENCE, ADVANCE)), *(("game", n) for n in range(2)),
        }  # fmt: skip
        assert min(seen.values()) > 200


def test_in_the_last_round_the_judge_knows_who_wins() -> None:
    plain, exact, seen = Plain(), Solver(), Counter[float]()
    for table in combats("judge"):
        state, points = table.state, np.zeros(SEATS)
        if judge.rounds_left(state) > 1 or int(state.battle) < 2:
            continue
        value, _ = plain.solve(table.edition.box, state)
        CLAW.scores(table.edition.box, state, points)
        lead = int(points[0] - points[1]) + value
        share = (0.5 if int(state.games) == 2 else float(state.first == 1)) if lead == 0 else float(lead > 0)
        assert exact.judge(table) == [share, 1 - share]
        seen[share] += 1
        if min(seen[0.0], seen[0.5], seen[1.0]) == (5 if JIT else 1):
            break


def test_before_the_last_round_the_judge_tells_a_chance() -> None:
    exact, chances = Solver(), []
    for points in range(0, 60, 10):
        table = to_battle(1)
        table.state.points[0, 0] += points
        shares = exact.judge(table)
        assert shares is not None
        assert sum(shares) == pytest.approx(1)
        chances.append(shares[0])
    assert chances == sorted(chances)
    assert 0.05 < chances[0] < 0.95 < chances[-1] < 1


def test_good_cards_kept_are_a_better_chance() -> None:
    shares = []
    for kept in ("R1", "R12"):
        table = sit()
        lay(table, "B8 . . / # . . / # . .", "B5 . . / . . # / . # .", number=2, hands=(kept, "B1"))
        shares.append(Solver().judge(table))
    assert None not in shares
    assert shares[0] < shares[1]


def to_battle(number: int) -> Table:
    """A table before the first battle of a round."""
    for table in combats("battle"):
        if int(table.state.round_number) == number - 1 and int(table.state.battle) == 0:
            return table
    raise AssertionError


def test_the_judge_is_silent_outside_combat() -> None:
    table, exact = sit(), Solver()
    silent = 0
    while not judge.in_combat(table.state):
        assert exact.judge(table) is None
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])
        silent += 1
    assert silent > 10
    assert exact.judge(table) is not None


# --- What a person can check


def solved(ours: str, theirs: str, *cards: str) -> dict[str, int]:
    """What each card that may be played next brings its owner, with seat 0 as offence."""
    table = sit()
    lay(table, ours, theirs, offence=0)
    play(table, *cards)
    seat = table.waiting()[0]
    value, values = Solver().solve(table, seat)
    assert value == max(values)
    spaces = [CLAW.actions.data(action)["space"] for action in table.legal(seat)]
    return dict(zip(spaces, values, strict=True))


def test_the_last_battle_is_its_two_cards() -> None:
    """Red 8 beats Red 5: three and two achievements."""
    sides = "R8 . . / # . . / # . .", "R5 . . / . . # / . # ."
    assert solved(*sides) == {"v1": 5}
    assert solved(*sides, "R8") == {"v1": -5}


def test_the_twelve_leads_before_the_zero_can_attack_it() -> None:
    """Blue 12 first takes Blue 9 (6), then Red 0 beats Blue 1 (1). Blue 1 first falls to Blue 9 (4), and then Red 0
    takes the Blue 12 (3)."""
    assert solved("B12 B1 . / # . . / # . .", "R0 . . / B9 . # / . # .") == {"v1": 6 - 1, "v2": -4 - 3}


def test_the_offence_opens_the_way_for_the_card_behind() -> None:
    """Blue 3 takes Blue 2 (2), Blue 9 comes to the front, and everything else is won as well (3 and 6). Red 5 takes
    Blue 2 (3); but Blue 9 stays behind and falls to Red 1 (4), and Blue 3 falls to Blue 8 (4)."""
    assert solved("B3 R5 . / B9 . # / . # .", "B8 R1 . / B2 . # / . # .") == {"v1": 2 + 3 + 6, "v2": 3 - 4 - 4}
