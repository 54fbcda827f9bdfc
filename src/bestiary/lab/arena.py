"""Bots against bots: every pair on the same deals with seats rotated; shares with intervals, and ratings.

A pair of bots a and b meets in every deal as one a among b at each place in turn, and as one b among a. So luck of the
deal and of the seat are the same for both. A bot's share is told beside 1/n, the share of an equal bot among n places.
The unit of chance is the deal, since its games are alike: intervals come from the means of the deals.
"""

from __future__ import annotations

import itertools
import json
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.levels import levels_of
from bestiary.bots.roster import Player, player_named
from bestiary.engine import cache
from bestiary.engine.chance import key_of, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError, MalformedError
from bestiary.engine.files import parse_json, read_text, write
from bestiary.engine.game import Game
from bestiary.lab import workers as crew
from bestiary.lab.company import Company
from bestiary.lab.tables import TableTask

Progress = Callable[[int], None]
MOST_BYTES = 500_000_000  # of a pair's file: a million games
Rows = npt.NDArray[np.float64]

Z = 1.96
RESAMPLED = 100
ELO = 400 / math.log(10)


@dataclass
class Meeting:
    """Games of a pair."""

    shares: Rows  # of the victory: deal, seating, place; of one game only its places
    thought: Rows  # of each bot: seconds of processor time, and the decisions with a choice in which they were spent


Pair = tuple[str, str]


def seatings(places: int) -> list[tuple[int, ...]]:
    """Which of a pair sits where: one of the first among the second at every place, then the other way round."""
    lone = [tuple(int(place != at) for place in range(places)) for at in range(places)]
    return lone if places == 2 else lone + [tuple(1 - who for who in seating) for seating in lone]


@dataclass(frozen=True)
class Arena:
    """Where bots meet: a table, and a seed that gives the deals."""

    game: Game
    edition: Edition
    options: Any
    seed: str
    games: int  # of a pair, at least
    workers: crew.Workers | None = None  # who play; the cores of this machine
    sides: list[int] = field(init=False)  # of each seat
    company: Company = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "company", Company(self.game, self.edition, self.options))
        state = self._dealt(0)
        object.__setattr__(self, "sides", [int(self.game.side(state, s)) for s in range(int(self.options.seats))])

    @property
    def places(self) -> int:
        """Sides that play against each other; a team sits at one place."""
        return len(set(self.sides))

    @property
    def deals(self) -> int:
        return max(2, -(-self.games // len(seatings(self.places))))  # a single deal says nothing about luck

    def header(self, bots: Sequence[str]) -> dict[str, Any]:
        """What a pair's games depend on."""
        levels = levels_of(self.game)
        known = {name: vars(levels[name]) for b in bots if (name := b.split(":")[0]) in levels}
        return {
            "game": self.game.name, "sources": cache.sources(), "edition": self.edition.digest,
            "options": self.game.settings(self.options), "bots": list(bots), "levels": known, "seed": self.seed,
            "deals": self.deals,
        }  # fmt: skip

    def task(self, bots: Pair) -> Met:
        task = Met(self.game, self.edition, self.options, bots, self.seed)
        task.arena = self
        return task

    def meet(self, bots: Pair, progress: Progress, kept: crew.Keep | None = None) -> Meeting:
        """All games of a pair, on all cores, or by `workers`."""
        tables = len(seatings(self.places))
        parts, staff = crew.slices(self.deals * tables, 1), self.workers or crew.usual()
        found = list(crew.run(self.task(bots), parts, staff, kept, progress))
        shares = np.concatenate([part["shares"] for part in found]).reshape(self.deals, tables, self.places)
        return Meeting(shares, np.sum([part["thought"] for part in found], axis=0))

    def _dealt(self, deal: int) -> Any:
        state = self.game.state.new()
        key = key_of(server_seed(f"{self.seed}/{deal}"))
        self.game.setup(self.edition.box, state, self.options, key, None)
        return state

    def play(self, bots: Pair, deal: int, number: int, over: threading.Event) -> Meeting:
        """One game of a deal. Bots get knowledge and luck of their own, and only legal answers count."""
        game, state, thought = self.game, self._dealt(deal), np.zeros((2, 2))
        seating, places = seatings(self.places)[number], sorted(set(self.sides))
        rngs = [quick_rng(f"{self.seed} {' '.join(bots)} {deal} {number} {place}") for place in places]
        while (waiting := game.seats_waiting(state)) and not over.is_set():
            seat = waiting[0]
            place = places.index(self.sides[seat])
            player = self.company.player(bots[seating[place]])
            knowledge, began = Knowledge(game, self.edition, state, seat), time.thread_time()
            choice = player.choose(knowledge, seat, rngs[place])
            if len(choice.evaluation) > 1:
                thought[seating[place]] += time.thread_time() - began, 1
            if choice.action not in game.legal_actions(self.edition, state, seat):
                raise MalformedError(f"the bot '{player.name}' answered {choice.action}, which is not legal")
            game.apply(self.edition.box, state, seat, choice.action, None)
        if int(state.fault):
            raise FaultError(f"{game.title}: the rules reached a case that cannot happen (fault {int(state.fault)})")
        shares = game.payoffs(self.edition, state)
        return Meeting(np.array([shares[self.sides.index(side)] for side in places]), thought)


class Met(TableTask):
    """The task: single games of a pair, counted through all deals and seatings."""

    @cached_property
    def arena(self) -> Arena:
        return Arena(self.game, self.edition, self.options, self.seed, 1)

    def __call__(self, first: int, count: int) -> crew.Result:
        one, two = self.bots
        tables = len(seatings(self.arena.places))
        games = [divmod(number, tables) for number in range(first, first + count)]
        met = [self.arena.play((one, two), *game, self.over) for game in games]
        thought = np.sum([one.thought for one in met], axis=0)
        return {"shares": np.stack([one.shares for one in met]), "thought": thought}


# --- What is kept


def play_pairs(
    arena: Arena, pairs: Sequence[Pair], folder: Path | None, progress: Progress
) -> dict[Pair, Meeting]:
    """The games of every pair; those that lie in the folder are not played again."""
    found = {pair: _kept(arena, pair, folder) for pair in pairs}
    results = {}
    for pair, kept in found.items():
        if kept is None:
            slices = arena.task(pair).kept(folder and folder / crew.SLICES, 1)
            kept = arena.meet(pair, progress, slices)
            if folder is not None and slices is not None:
                data = {**arena.header(pair), "thought": kept.thought.tolist(), "shares": kept.shares.tolist()}
                write(_file(folder, pair), [json.dumps(data), "\n"])
                slices.drop()
        else:
            progress(kept.shares.shape[0] * kept.shares.shape[1])
        results[pair] = kept
    return results


def _file(folder: Path, pair: Pair) -> Path:
    """A bot may be named by its file, so slashes can stand in a name."""
    return folder / f"{pair[0]}-{pair[1]}.json".replace(":", "_").replace("/", "_")


def read_pair(file: Path) -> dict[str, Any]:
    """What a pair's file says."""
    data = parse_json(read_text(file, "pair's games", MOST_BYTES))
    if not isinstance(data, dict):
        raise MalformedError(f"{file} is damaged: it holds no object")
    return data


def _kept(arena: Arena, pair: Pair, folder: Path | None) -> Meeting | None:
    """A finished pair; an error where the file is damaged or of other games."""
    if folder is None or not (file := _file(folder, pair)).exists():
        return None
    try:
        data = read_pair(file)
        kept = Meeting(np.array(data.pop("shares"), np.float64), np.array(data.pop("thought"), np.float64))
        header = json.loads(json.dumps(arena.header(pair)))
        other = next((name for name, value in header.items() if data.get(name) != value), None)
        if other is None:
            kept.shares.reshape(arena.deals, len(seatings(arena.places)), arena.places)
            kept.thought.reshape(2, 2)
    except (MalformedError, ValueError, KeyError, TypeError, AttributeError):
        raise MalformedError(f"{file} is damaged; delete it, and its games are played again") from None
    if other is not None:
        raise MalformedError(f"{file} is of other games: {other} is not the same; name another folder with --out")
    return kept


# --- What it means


def lone_shares(rows: Rows) -> tuple[Any, Any]:
    """For each deal the mean share of a lone bot of the first and of the second kind."""
    places = rows.shape[2]
    at = np.arange(places)
    first = rows[:, at, at].mean(axis=1)
    second = rows[:, at, 1 - at].mean(axis=1) if places == 2 else rows[:, places + at, at].mean(axis=1)
    return first, second


def interval(means: Any) -> list[float]:
    """95 %, from the means of the deals; Wilson's with as many games as would give the same spread, so that it holds
    near 0 and 1, too."""
    share, deals = float(np.mean(means)), len(means)
    error = float(np.var(means, ddof=1)) / deals if deals > 1 else 0.0
    games = min(share * (1 - share) / error, 100.0 * deals) if error > 0 else float(deals)
    games = games if games > 0 else float(deals)
    centre = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return [round(max(0.0, centre - half), 4), round(min(1.0, centre + half), 4)]


def fit(bots: int, who: Any, seats: Any, wins: Any) -> Any:
    """Ratings as of Plackett and Luce: a place wins in proportion to its bot's strength. `who` has a row for each kind
    of table with two bots, `seats` how many of each sat there, `wins` what they won together. A drawn game of everybody
    against a bot of strength 1 keeps strengths finite. By minorisation and maximisation."""
    strength = np.ones(bots)
    won = np.full(bots, 0.5)
    np.add.at(won, who, wins)
    played = wins.sum(axis=1)
    for _ in range(500):
        total = (strength[who] * seats).sum(axis=1)
        share = 1 / (1 + strength)
        np.add.at(share, who, seats * (played / total)[:, None])
        after = won / share
        if np.abs(np.log(after / strength)).max() < 1e-5:
            break
        strength = after
    rating = ELO * np.log(after)
    return rating - rating.mean()


def ratings(bots: Sequence[str], results: dict[Pair, Meeting]) -> tuple[Any, Any]:
    """Elo of each bot around 0, and half of its 95 % interval, by drawing deals anew."""
    number = {name: i for i, name in enumerate(bots)}
    who, seats, totals = [], [], []
    for (one, two), meeting in results.items():
        rows, places = meeting.shares, meeting.shares.shape[2]
        table = np.array(seatings(places))
        for lone in range(1 if places == 2 else 2):
            part = slice(lone * places, (lone + 1) * places)
            first = (rows[:, part] * (table[part] == 0)).sum(axis=(1, 2))
            who.append([number[one], number[two]])
            seats.append([1, places - 1] if lone == 0 else [places - 1, 1])
            totals.append(np.stack([first, rows[:, part].sum(axis=(1, 2)) - first], axis=1))
    tables, counts, won = np.array(who), np.array(seats), np.stack(totals)
    luck = np.random.default_rng(1)
    drawn = [luck.integers(0, won.shape[1], won.shape[1]) for _ in range(RESAMPLED)]
    fits = np.array([fit(len(bots), tables, counts, won[:, deals].sum(axis=1)) for deals in drawn])
    return fit(len(bots), tables, counts, won.sum(axis=1)), Z * fits.std(axis=0)


def summary(arena: Arena, bots: Sequence[str], results: dict[Pair, Meeting]) -> dict[str, Any]:
    """All that an arena tells, for programs."""
    shares: dict[str, list[Any]] = {name: [] for name in bots}
    thought = {name: np.zeros(2) for name in bots}
    pairs = []
    for pair, meeting in results.items():
        told = []
        for name, own, spent in zip(pair, lone_shares(meeting.shares), meeting.thought, strict=True):
            shares[name].append(own)
            thought[name] += spent
            told.append({"name": name, **told_share(own), "ms": mean_ms(spent)})
        deals, games = meeting.shares.shape[:2]
        pairs.append({"games": deals * games, "deals": deals, "bots": told})
    elo, half = ratings(bots, results)
    table = []
    for i, name in enumerate(bots):
        own = np.mean(shares[name], axis=0)
        rating = {"rating": round(float(elo[i])), "rating_interval": round(float(half[i]))}
        table.append({"name": name, **told_share(own), **rating, "ms": mean_ms(thought[name])})
    return {
        "game": arena.game.name, "players": len(arena.sides), "even": round(1 / arena.places, 4), "seed": arena.seed,
        "bots": table, "pairs": pairs,
    }  # fmt: skip


def told_share(means: Any) -> dict[str, Any]:
    return {"share": round(float(np.mean(means)), 4), "interval": interval(means)}


def mean_ms(thought: Any) -> float:
    """Milliseconds of processor time a decision."""
    seconds, decisions = thought
    return round(1000 * float(seconds) / max(1.0, float(decisions)), 3)


def all_pairs(bots: Sequence[str]) -> list[Pair]:
    return list(itertools.combinations(bots, 2))


def check_bots(game: Game, bots: Sequence[str]) -> Iterator[Player]:
    """Every bot once, or an error in one line."""
    if len(bots) < 2:
        raise MalformedError("an arena needs two bots or more, as in --bots greedy,search:500")
    for name in bots:
        if bots.count(name) > 1:
            raise MalformedError(f"the bot '{name}' is named twice; name every bot once")
        yield player_named(game, name)
