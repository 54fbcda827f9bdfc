"""Looking back at a finished game: what every decision was worth by what its seat knew, and with all cards open.

Each decision with more than one legal action is weighed twice. *Known*: from what its seat knew, by perfect play where
the game is solved, else by search. *Hindsight*: with all cards open, also what the others answered in the same step;
only what was still to be drawn is not known.

A seat's chance before a decision is what the bot's own choice is worth. By how much the move played is worth less is
its loss: the seat's error. All that moves the chance between two of its decisions is luck: draws, and what others hold
and do. So a seat's result is exactly an even share, plus luck, minus errors.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.perfect import Perfect
from bestiary.bots.protocol import AT_ONCE, Budget, Weighed
from bestiary.bots.search import Search
from bestiary.engine import replay as engine
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Bar, no_bar
from bestiary.engine.seat_names import with_names
from bestiary.engine.records import record_bytes
from bestiary.engine.replay import Replay
from bestiary.engine.rule import cores
from bestiary.engine.sight import sight
from bestiary.engine.table import Table
from bestiary.lab.slices import run_slices

WORK = 40_000  # iterations for all decisions together
FEWEST, MOST = 40, 400  # for one of them
DEEP = 50
THOROUGH, DEEPER = 1600, 4  # iterations for the costliest decisions, or so many times as many as before, if more
TRIES = 2  # of every alternative, at least
DEPENDENT = 2.0  # tries of one tree depend on each other: between seeds their means spread up to so many times wider
BOLDNESS = 1.0  # at the first decision: a bot must only find the best, a review tells of the others, too


@dataclass(frozen=True)
class Moment:
    """A decision of a finished game, with the position before it."""

    number: int  # of the decision, forced ones counted too, as in `bestiary replay`
    seat: int
    action: int  # that was played
    legal: tuple[int, ...]
    together: bool  # did others owe a decision in the same step?
    truth: bytes
    opened: bytes  # the truth in which the others have answered, as they did


@dataclass(frozen=True)
class Estimate:
    """What a decision's alternatives are worth, in shares of the victory."""

    weighed: tuple[Weighed, ...]
    action: int  # that was played

    @property
    def seen(self) -> list[Weighed]:
        return [w for w in self.weighed if w.value is not None]

    @property
    def before(self) -> float:
        """What the bot's own choice is worth: its favourite, or the mixture where several decide at once."""
        return sum(w.chance * worth(w) for w in self.seen)

    @property
    def best(self) -> Weighed:
        """What the bot prefers."""
        return max(self.seen, key=lambda w: (w.chance, worth(w)))

    @property
    def played(self) -> Weighed:
        """The move played; an amount that the bot did not look at counts as the nearest one that it did."""
        return min(self.seen, key=lambda w: (abs(w.action - self.action), w.action))

    @property
    def loss(self) -> float:
        return max(0.0, self.before - worth(self.played))

    @property
    def is_best(self) -> bool:
        """Was it what the bot prefers, or no worse?"""
        return self.played is self.best or self.loss == 0

    @property
    def stake(self) -> float:
        """The most that could be lost here."""
        return max(0.0, self.before - min(worth(w) for w in self.seen))

    @property
    def deviation(self) -> float:
        """The standard deviation of the loss, which tries can only estimate; 0 where it is exact."""
        if self.played is self.best:
            return 0.0
        return math.hypot(spread(self.played), spread(self.best))


def worth(weighed: Weighed) -> float:
    return weighed.value if weighed.value is not None else 0.0


def spread(weighed: Weighed) -> float:
    """The standard deviation of a share that tries estimate. It is rather too large than too small. Two more tries, one
    of them won, keep it above 0."""
    if not weighed.tries:
        return 0.0
    share = (worth(weighed) * weighed.tries + 1) / (weighed.tries + 2)
    return DEPENDENT * math.sqrt(share * (1 - share) / weighed.tries)


@dataclass(frozen=True)
class Judged:
    """A decision, and what was found about it."""

    moment: Moment
    known: Estimate
    hindsight: Estimate
    iterations: int


# --- The finished game


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, played again."""

    replay: Replay
    table: Table  # at the end
    moments: tuple[Moment, ...]

    @property
    def iterations(self) -> int:
        """Iterations for each decision unless a number is given: the longer the game, the fewer."""
        return max(FEWEST, min(MOST, WORK // max(1, len(self.moments))))

    @property
    def even(self) -> float:
        """The share of the victory of a side among equals."""
        table = self.table
        return 1 / len({int(table.game.side(table.state, s)) for s in range(int(table.state.seats))})


def read(replay: Replay) -> FinishedGame:
    """Plays a replay again; refuses one that is not finished or not genuine."""
    if not replay.is_finished:
        raise MalformedError(f"review is for finished games: {replay.file} is unfinished")
    problems = engine.verify(replay).problems
    if problems:
        raise MalformedError(f"{replay.file}: {problems[0]}")
    table = engine.open_table(replay)
    positions, asked = [], []
    for line in replay.plies:
        positions.append(record_bytes(table.state))
        asked.append(frozenset(table.waiting()))
        engine.make(table, line)
    return FinishedGame(replay, table, tuple(_moments(table, positions, asked)))


def _moments(table: Table, positions: Sequence[bytes], asked: Sequence[frozenset[int]]) -> Iterator[Moment]:
    game = table.game
    for number in table.standing():
        ply = table.plies[number]
        state = game.state.from_bytes(positions[number])
        legal = tuple(game.legal_actions(table.edition, state, ply.seat))
        if len(legal) > 1:
            together = len(asked[number]) > 1 or _reopens(table, state, ply.seat)
            _answer(table, state, asked, number)
            yield Moment(number, ply.seat, ply.action, legal, together, positions[number], record_bytes(state))


def _reopens(table: Table, state: Any, seat: int) -> bool:
    """Have other seats that were asked together with this one answered already?"""
    if table.game.reopen is None:
        return False
    copy = table.game.state.from_bytes(record_bytes(state))
    table.game.reopen(copy, seat)
    return len(table.game.seats_waiting(copy)) > 1


def _answer(table: Table, state: Any, asked: Sequence[frozenset[int]], number: int) -> None:
    """Lets the others who are asked together with a decision's seat answer first, as they did afterwards."""
    game, seat = table.game, table.plies[number].seat
    still = set(asked[number]) - {seat}  # asked without a break since then, so that it is the same step
    for later in range(number + 1, len(table.plies)):
        still &= asked[later]
        if not still or game.seats_waiting(state) == [seat]:
            return
        ply = table.plies[later]
        if ply.action < 0:
            return
        if ply.seat not in still or ply.seat not in game.seats_waiting(state):
            continue
        if ply.action in game.legal_actions(table.edition, state, ply.seat):
            game.apply(table.edition.box, state, ply.seat, ply.action, None)


# --- Weighing


@dataclass(frozen=True)
class Reviewer:
    """Weighs the decisions of a finished game, on all cores. Game, seed and iterations determine the figures."""

    finished: FinishedGame
    seed: str = "review"
    perfect: Perfect | None = None
    _own: threading.local = field(default_factory=threading.local)

    def review(
        self, iterations: int | None = None, deep: int = DEEP, seat: int | None = None, bar: Bar = no_bar
    ) -> list[Judged]:
        """All decisions, or those of a seat; then the costliest ones once more, with more iterations."""
        iterations = iterations or self.finished.iterations
        moments = [m for m in self.finished.moments if seat is None or m.seat == seat]
        judged = self._weigh(moments, iterations, bar, "decisions")
        costliest = sorted(judged, key=lambda j: (-cost(j), j.moment.number))[:deep]
        thorough = max(THOROUGH, DEEPER * iterations)
        again = self._weigh([j.moment for j in costliest], thorough, bar, "the costliest, deeper")
        found = {j.moment.number: j for j in [*judged, *again]}
        return [found[number] for number in sorted(found)]

    def _weigh(self, moments: Sequence[Moment], iterations: int, bar: Bar, text: str) -> list[Judged]:
        def work(first: int, count: int) -> list[Judged]:
            return [self.judge(m, iterations) for m in moments[first : first + count]]

        done: list[Judged] = []
        with bar(text, len(moments)) as progress:
            for count, some in run_slices(len(moments), 1, work, cores()):
                done += some
                progress(count)
        return done

    def judge(self, moment: Moment, iterations: int) -> Judged:
        """The bot's luck depends on the seed and on the decision's number, never on what is hidden."""
        table = self.finished.table
        game, edition, seat = table.game, table.edition, moment.seat
        budget = Budget(iterations=max(iterations, TRIES * len(moment.legal)))
        knowledge = Knowledge(game, edition, game.state.from_bytes(moment.truth), seat)
        rng = quick_rng(f"{self.seed} {moment.number} known")
        if self.perfect is not None:
            known = self.perfect.choose(knowledge, seat, AT_ONCE, rng).evaluation
        else:
            known = self._search().choose(knowledge, seat, budget, rng).evaluation
        rng = quick_rng(f"{self.seed} {moment.number} hindsight")
        open_cards = self._search().look_back(edition, game.state.from_bytes(moment.opened), seat, budget, rng)
        estimates = Estimate(known, moment.action), Estimate(open_cards, moment.action)
        return Judged(moment, *estimates, budget.iterations or 0)

    def _search(self) -> Search:
        """Every thread has a search of its own."""
        if not hasattr(self._own, "search"):
            self._own.search = Search(self.finished.table.game, first_boldness=BOLDNESS)
        own: Search = self._own.search
        return own


def cost(judged: Judged) -> float:
    return judged.known.loss


def perfect_for(finished: FinishedGame, **how: Any) -> Perfect | None:
    """The perfect player, where the game is solved at such a table."""
    game = finished.table.game
    if game.solve is None:
        return None
    bot = Perfect(game)
    try:
        bot.prepare(finished.table.edition, finished.table.options, **how)
    except MalformedError:
        return None
    return bot


# --- What it means


def summary(reviewer: Reviewer, judged: Sequence[Judged], names: Sequence[str]) -> dict[str, Any]:
    """All that a review tells, for programs."""
    finished, table = reviewer.finished, reviewer.finished.table
    seats = sorted({j.moment.seat for j in judged})
    return {
        "game": table.game.name, "file": finished.replay.file, "options": table.game.settings(table.options),
        "names": list(names), "seed": reviewer.seed, "exact": reviewer.perfect is not None,
        "even": _round(finished.even), "result": table.payoffs(), "made": len(table.plies),
        "seats": [_seat(finished, s, [j for j in judged if j.moment.seat == s], names) for s in seats],
        "decisions": [_decision(table, j, names) for j in judged],
    }  # fmt: skip


def _seat(finished: FinishedGame, seat: int, judged: Sequence[Judged], names: Sequence[str]) -> dict[str, Any]:
    result = finished.table.payoffs()[seat]
    error, stake = sum(j.known.loss for j in judged), sum(j.known.stake for j in judged)
    made = sum(ply.seat == seat for ply in finished.table.plies)
    return {
        "seat": seat, "name": names[seat], "result": result, "luck": _round(result - finished.even + error),
        "deal": _round(judged[0].known.before - finished.even), "error": _round(error),
        "hindsight_error": _round(sum(j.hindsight.loss for j in judged)), "decisions": len(judged),
        "forced": made - len(judged), "best_moves": sum(j.known.is_best for j in judged),
        "accuracy": _round(1 - error / stake if stake else 1.0),
        "line": [_point(j) for j in judged],
    }  # fmt: skip


def _point(judged: Judged) -> dict[str, Any]:
    """A point of a seat's line of chances: before the decision, after it, and before it with all cards open."""
    known = judged.known
    return {
        "decision": judged.moment.number, "before": _round(known.before), "after": _round(known.before - known.loss),
        "hindsight": _round(judged.hindsight.before),
    }  # fmt: skip


def _decision(table: Table, judged: Judged, names: Sequence[str]) -> dict[str, Any]:
    moment = judged.moment
    game, seat = table.game, moment.seat
    seen = sight(game, table.edition, game.state.from_bytes(moment.truth), seat)

    def said(action: int) -> dict[str, Any]:
        words = with_names(game.act(seen, action).sentence, names)
        return {"action": game.actions.data(action), "text": words}

    return {
        "decision": moment.number, "seat": seat, "together": moment.together, "iterations": judged.iterations,
        "played": said(moment.action), "known": _estimate(judged.known, said),
        "hindsight": _estimate(judged.hindsight, said),
    }  # fmt: skip


def _estimate(estimate: Estimate, said: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
    return {
        "before": _round(estimate.before), "value": _round(worth(estimate.played)), "loss": _round(estimate.loss),
        "deviation": _round(estimate.deviation), "is_best": estimate.is_best, "best": said(estimate.best.action),
        "best_value": _round(max(worth(w) for w in estimate.seen)),
        "alternatives": [
            {**said(w.action), "value": _round(worth(w)), "tries": w.tries, "chance": _round(w.chance)}
            for w in sorted(estimate.seen, key=lambda w: (-worth(w), w.action))
        ],
    }  # fmt: skip


def _round(share: float) -> float:
    return round(share, 4)
