"""Whole games in compiled code with a trace, counted by a game's measures: the figures behind `bestiary report`.

The games are those that `simulate` plays with the same seed. Written against global names; `specialise` puts a game's
own functions under them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError
from bestiary.engine.game import Game
from bestiary.engine.rule import Batch, Events, Ints, LongRows, Longs, Shares, WordRows, rewire, rule, specialise
from bestiary.engine.trace import new_trace
from bestiary.lab import workers as crew
from bestiary.lab.company import compiled_bots, seat_bots
from bestiary.lab.plan import (
    AMOUNT, BASE, KEEPS, KEY, MARK, SEAT, SLOT, SPOTS, SUBJECT, SUBJECTS, Plan, kind_of_each,
)  # fmt: skip
from bestiary.lab.playout import COMPILED
from bestiary.lab.slices import slice_size
from bestiary.lab.tables import TableTask

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
Options: TypeAlias = Any
setup: Any = None
waiting: Any = None
legal: Any = None
apply: Any = None
payoff: Any = None
scores: Any = None
trait_of: Any = None
pick_a: Any = None
pick_b: Any = None
MAX_SEATS = 1

# Columns of the tally, a row for each key: how often it happened, and in how many games. Then, of the seats meant to
# have it: how many had it, and what they won; how often they did it, and the sum of that times what each seat won.
COUNT, GAMES, WITH, WITH_WON, TIMES, TIMES_WON = range(6)
# Columns of the choices, a row for each kind of action.
OFFERED, CHOSEN = range(2)
# Numbers of a game's length.
DECISIONS, FORCED, ROUNDS = range(3)
# What must stay 0.
FAULTS, OVERFLOWS = range(2)
# What a call of `count_batch` is given besides answers, which are actions.
TO_THE_END, TO_A_QUESTION = -1, -2
WHOLE: Final = 2520
"""A whole victory: shares of up to ten sides are whole numbers of it, so that sums do not depend on their order."""
SLICE = slice_size(200)
Progress = Callable[[int], None]


@rule
def note(trace: Events, at: int, plan: LongRows, row: int, memory: LongRows, counts: LongRows) -> None:
    """What one event is to one measure."""
    which, who, slot = int(plan[row, SUBJECT]), int(plan[row, SEAT]), int(plan[row, SLOT])
    subject = int(trace[at, which]) if which > 0 else 0
    seat = int(trace[at, who]) if who > 0 else MAX_SEATS
    if slot >= 0:
        spot = slot * SPOTS + int(trace[at, int(plan[row, KEY])])
        mark = int(trace[at, int(plan[row, MARK])]) if int(plan[row, MARK]) > 0 else -1
        if int(plan[row, KEEPS]) == 1:
            memory[spot, 0] = subject + 1
            memory[spot, 1] = seat
            memory[spot, 2] = mark
            return
        subject, seat = int(memory[spot, 0]) - 1, int(memory[spot, 1])
        memory[spot, 0] = 0
        if mark >= 0 and mark == int(memory[spot, 2]):
            return
    if 0 <= subject < int(plan[row, SUBJECTS]):
        amount = int(plan[row, AMOUNT])
        counts[int(plan[row, BASE]) + subject, seat] += int(trace[at, amount]) if amount > 0 else 1


@rule
def note_events(trace: Events, first: Longs, plan: LongRows, memory: LongRows, counts: LongRows, wrong: Longs) -> None:
    """Counts what is in the trace, and empties it."""
    written = int(trace[0, 0])
    trace[0, 0] = 0
    if written >= len(trace):
        wrong[OVERFLOWS] += 1
        return
    for at in range(1, written + 1):
        kind = int(trace[at, 0])
        for row in range(int(first[kind]), int(first[kind + 1])):
            note(trace, at, plan, row, memory, counts)


@rule
def note_choice(moves: Ints, count: int, action: int, kinds: Longs, choices: LongRows) -> None:
    """Which kinds of action could be chosen, and which was."""
    offered = 0
    for i in range(count):
        offered |= 1 << int(kinds[int(moves[i])])
    for kind in range(len(choices)):
        choices[kind, OFFERED] += (offered >> kind) & 1
    choices[int(kinds[action]), CHOSEN] += 1


@rule
def play_counted(
    box: Box, state: State, bots: int, answer: int, moves: Ints, weights: Ints, rng: Longs, trace: Events, kinds: Longs,
    first: Longs, plan: LongRows, memory: LongRows, counts: LongRows, choices: LongRows, length: Longs, wrong: Longs,
) -> int:  # fmt: skip
    """Plays a position to its end, as `play_out` does, and counts. With an answer it plays that, and no further than
    the next question. Returns 1 at the end of the game."""
    while True:
        mask = waiting(state)
        if mask == 0:
            return 1
        if answer == TO_A_QUESTION:
            return 0
        seat = first_bit(mask)
        count = legal(box, state, seat, moves)
        if answer != TO_THE_END:
            action = answer
            answer = TO_A_QUESTION
        elif (bots >> seat) & 1 == 0:
            action = pick_a(box, state, seat, moves, count, weights, rng)
        else:
            action = pick_b(box, state, seat, moves, count, weights, rng)
        if count > 1:
            length[DECISIONS] += 1
            note_choice(moves, count, action, kinds, choices)
        else:
            length[FORCED] += 1
        apply(box, state, seat, action, trace)
        note_events(trace, first, plan, memory, counts, wrong)


@rule
def add_up(seats: int, shares: Shares, traits: Longs, groups: Longs, counts: LongRows, tally: LongRows) -> None:
    """Puts a game's counts into the tally, and zeroes them."""
    for key in range(len(groups)):
        times = int(counts[key, MAX_SEATS])
        counts[key, MAX_SEATS] = 0
        for seat in range(seats):
            own = int(counts[key, seat])
            if own == 0:
                continue
            counts[key, seat] = 0
            times += own
            if int(groups[key]) < 0 or int(groups[key]) == int(traits[seat]):
                won = int(shares[seat] * WHOLE + 0.5)
                tally[key, WITH] += 1
                tally[key, WITH_WON] += won
                tally[key, TIMES] += own
                tally[key, TIMES_WON] += own * won
        if times > 0:
            tally[key, COUNT] += times
            tally[key, GAMES] += 1


@rule
def count_batch(
    box: Box, states: Batch, options: Options, keys: WordRows, bots: int, answer: int, payoffs: Shares, points: Shares,
    traits: Longs, lengths: Longs, moves: Ints, weights: Ints, rngs: LongRows, trace: Events, kinds: Longs,
    first: Longs, plan: LongRows, groups: Longs, memory: LongRows, counts: LongRows, tally: LongRows,
    choices: LongRows, wrong: Longs,
) -> None:  # fmt: skip
    """Plays and counts a game for each key; the second of `states` stays zeroed. With TO_A_QUESTION a single game is
    begun, and each further call gives the answer that its first waiting seat is asked for."""
    for i in range(len(keys)):
        state = states[0]
        length = lengths[3 * i : 3 * i + 3]
        if answer < 0:
            states[0] = states[1]
            memory[:] = 0
            setup(box, state, options, keys[i], trace)
            note_events(trace, first, plan, memory, counts, wrong)
        over = play_counted(box, state, bots, answer, moves, weights, rngs[i], trace, kinds, first, plan, memory,
                            counts, choices, length, wrong)  # fmt: skip
        if over == 0:
            return
        length[ROUNDS] = counts[0, MAX_SEATS]
        at = i * MAX_SEATS
        payoff(box, state, payoffs[at : at + MAX_SEATS])
        scores(box, state, points[at : at + MAX_SEATS])
        seats = int(state.seats)
        for seat in range(seats):
            traits[at + seat] = trait_of(state, seat)
        add_up(seats, payoffs[at : at + MAX_SEATS], traits[at : at + MAX_SEATS], groups, counts, tally)
        if int(state.fault) != 0:
            wrong[FAULTS] += 1


@rule
def keep_apart(seats: int, shares: Shares, traits: Longs, groups: Longs, counts: LongRows, tally: LongRows) -> None:
    """Stands in for `add_up` where each game's counts are wanted: puts them behind those of the game before, and zeroes
    them. The first row says how many games are kept."""
    at = 1 + int(tally[0, 0]) * len(groups)
    tally[0, 0] += 1
    for key in range(len(groups)):
        for seat in range(MAX_SEATS + 1):
            tally[at + key, seat] = counts[key, seat]
            counts[key, seat] = 0


def kept_apart_of(game: Game) -> Any:
    """`count_batch` for a game, with the counts of every game by itself."""
    return telemetry_of(game, keep_apart)


def telemetry_of(game: Game, end: Any = add_up) -> Any:
    """`count_batch` for a game; `end` takes the counts of a game that is over."""
    assert game.measures is not None
    watch, seats = game.measures.watch, game.players.stop - 1
    instead = watch.instead if watch else ()
    begin, go_on = (rewire(rules, "watched", instead) for rules in (game.setup, game.apply))
    noted = specialise(note, game.name, MAX_SEATS=seats)
    events = specialise(note_events, game.name, note=noted)
    inner = specialise(
        play_counted, game.name, Box=game.box, State=game.state, waiting=game.waiting, legal=game.legal, apply=go_on,
        pick_a=pick_of(game, COMPILED[0]), pick_b=pick_of(game, COMPILED[1]), note_events=events,
    )  # fmt: skip
    return specialise(
        count_batch, game.name, Box=game.box, State=game.state, Options=game.options, setup=begin, payoff=game.payoff,
        scores=game.scores, trait_of=game.measures.trait_of, play_counted=inner, note_events=events,
        add_up=specialise(end, game.name, MAX_SEATS=seats), MAX_SEATS=seats,
    )  # fmt: skip


@dataclass
class Counted:
    """What a run of games gave. A row is a game, a key, or a kind of action."""

    players: int
    bots: list[str]
    payoffs: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    traits: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    tally: npt.NDArray[np.int64]
    choices: npt.NDArray[np.int64]


class Telemetry(TableTask):
    """The task: some games of a run, counted."""

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.game, self.edition)

    @cached_property
    def batch(self) -> Any:
        return telemetry_of(self.game)

    def __call__(self, first: int, count: int) -> crew.Result:
        """Plays again with a larger trace if an action had more events than there was room for."""
        capacity = 2 * self.game.max_events
        while (found := self._play(first, count, capacity))["wrong"][OVERFLOWS]:
            capacity *= 4
        return found

    def _play(self, first: int, count: int, capacity: int) -> crew.Result:
        game, plan, width = self.game, self.plan, self.game.players.stop - 1
        mask, kinds, groups = compiled_bots(game, self.bots), kind_of_each(game), np.array(plan.groups, np.int64)
        _, keys, rngs = batch_seeds(self.seed, first, count)
        shares, points = np.zeros(count * width), np.zeros(count * width)
        traits, lengths = np.zeros(count * width, np.int64), np.zeros(count * 3, np.int64)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        memory, counts = np.zeros((plan.slots * SPOTS, 3), np.int64), np.zeros((len(groups), width + 1), np.int64)
        tally, wrong = np.zeros((len(groups), 6), np.int64), np.zeros(2, np.int64)
        choices = np.zeros((len(game.actions.kinds), 2), np.int64)
        states, trace = game.state.array(2), new_trace(capacity)

        def run(bots: int, answer: int) -> None:
            self.batch(
                self.edition.box, states, self.options, keys, bots, answer, shares, points, traits, lengths, moves,
                weights, rngs, trace, kinds, plan.first, plan.rows, groups, memory, counts, tally, choices, wrong,
            )  # fmt: skip

        if mask is not None:
            run(mask, TO_THE_END)
        else:
            run(0, TO_A_QUESTION)
            while (waiting := game.seats_waiting(states[0])) and not self.over.is_set():
                run(0, self.company.choose(self.bots[waiting[0]], states[0], waiting[0], rngs[0]).action)
        return {
            "payoffs": shares.reshape(count, width), "scores": points.reshape(count, width),
            "traits": traits.reshape(count, width), "lengths": lengths.reshape(count, 3), "tally": tally,
            "choices": choices, "wrong": wrong,
        }  # fmt: skip


def count_games(
    game: Game, edition: Edition, options: Any, plan: Plan, bots: Sequence[str], games: int, seed: str,
    progress: Progress, workers: crew.Workers | None = None, folder: Path | None = None,
) -> Counted:  # fmt: skip
    """Plays `games` games on all cores, or lets `workers` do it, and counts. Results depend on the seed alone. Finished
    slices are kept in `folder`."""
    players = int(options.seats)
    names = seat_bots(game, bots, players)
    task = Telemetry(game, edition, options, names, seed)
    task.plan = plan
    size = SLICE if compiled_bots(game, names) is not None else 1
    kept = task.kept(folder, size)
    rows: dict[str, list[Any]] = {"payoffs": [], "scores": [], "traits": [], "lengths": []}
    sums: dict[str, Any] = {"tally": 0, "choices": 0}
    for found in crew.run(task, crew.slices(games, size), workers or crew.usual(), kept, progress):
        if found["wrong"][FAULTS]:
            raise FaultError(f"{game.title}: a game met a case that cannot happen; run 'bestiary fuzz'")
        for name, each in rows.items():
            each.append(found[name])
        for name in sums:
            sums[name] = sums[name] + found[name]
    return Counted(players, names, **{name: np.concatenate(each) for name, each in rows.items()}, **sums)
