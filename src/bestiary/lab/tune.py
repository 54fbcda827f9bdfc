"""Numbers of an edition turned until sides, seats or single ones of them take the share that was asked for.

The search is CMA-ES with Margin (Hamano and others 2022), from the library cmaes: it is made for whole numbers within
bounds, copes with noise because a step rests on the order of a whole generation, and needs NumPy alone.

Bots that think take thousands of times as long as those that do not. So scouts look for good numbers: the bots
themselves where they decide at once, greedy players elsewhere. A surface through all that they measured says what
shares to expect anywhere; another, through what the real players took more or less than that, corrects it (Kennedy and
O'Hagan 2000). In each round the candidate that is most likely to hold plays a block of games between the real players.
Its games teach the surface, and another one leads if it was not so good after all; one that has played enough and does
not hold is given up. Every block has deals of its own: on shared ones, luck would move all candidates alike, and with
them the search. Only games that a candidate played after it was proposed decide whether it holds.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.errors import BestiaryError, MalformedError
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.spelling import instead
from bestiary.lab import workers as crew
from bestiary.lab.deals import Dealer, Print, Setting, edition_of, plan_of, slice_of
from bestiary.lab.knobs import Knob
from bestiary.lab.pairs import UNIT
from bestiary.lab.surface import Surface, beliefs

Point = tuple[int, ...]
SHARES: Final = beliefs(level=0.3, steepest=0.1)
CORRECTION: Final = beliefs(level=0.1, steepest=0.05)  # of what scouts see
SURE: Final = 2.0  # how many times the standard error of a share fits into what is allowed
IMPOSSIBLE: Final = 1e9  # how unlikely a candidate is to hold that cannot be played
MOST_POINTS: Final = 20_000  # of a grid of which every point is asked about
FIRST_GENERATIONS: Final = 10  # that scouts look at before anybody else plays


@dataclass(frozen=True)
class Target:
    """A share that a seat or a side shall take."""

    name: str
    seat: int  # −1: a side
    side: int  # −1: a seat
    share: float


def targets(game: Game, edition: Edition, players: int, wanted: Sequence[str]) -> list[Target]:
    """What texts such as `sides`, `seats=25` or `Bow=48` ask for; percentages, an even share where none is given."""
    plan = plan_of(game.name, Print.of(edition))
    sides = list(plan.traits)
    found: dict[str, Target] = {}
    for text in wanted:
        name, _, number = (part.strip() for part in text.partition("="))
        share = _share(text, number, players)
        if name.casefold() == "seats":
            fitting = [Target(f"seat {seat}", seat, -1, share) for seat in range(players)]
        elif name.casefold() in ("sides", f"{plan.measures.trait}s") and sides:
            fitting = [Target(side, -1, at, share) for at, side in enumerate(sides)]
        else:
            named = [at for at, side in enumerate(sides) if side.casefold() == name.casefold()]
            fitting = [Target(sides[at], -1, at, share) for at in named]
            fitting += [Target(name, at, -1, share) for at in range(players) if name.casefold() == f"seat {at}"]
        if not fitting:
            known = ["seats", *(["sides", *sides] if sides else []), *(f"seat {at}" for at in range(players))]
            raise MalformedError(f"--target {text}: there is no '{name}'{instead(name, known)}")
        found |= {target.name: target for target in fitting}
    return list(found.values())


def _share(text: str, number: str, players: int) -> float:
    if not number:
        return 1 / players
    try:
        share = float(number.rstrip("% ")) / 100
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise MalformedError(f"--target {text}: a share is between 0 and 100 per cent, as in sides=50")
    return share


@dataclass
class Shared:
    """The task: how often each seat and each side was there, and what it won, in a slice of deals with one edition."""

    setting: Setting
    printed: Print
    over: Event = field(default_factory=Event)

    @property
    def game(self) -> Game:
        return find_game(self.setting.game)

    def __reduce__(self) -> Any:
        return Shared, (self.setting, self.printed)

    def __call__(self, first: int, count: int) -> crew.Result:
        dealer, plan = Dealer(self.setting, self.over), plan_of(self.setting.game, self.printed)
        players, sides = dealer.players, len(plan.traits)
        sums = np.zeros((players + sides, 2), np.int64)
        for bots in self.setting.seatings:
            games = dealer.play(edition_of(self.setting.game, self.printed), plan, bots, first, count)
            won = np.rint(games.shares * UNIT).astype(np.int64)
            sums[:players] += np.stack([np.full(players, count), won.sum(axis=0)], axis=1)
            for side in range(sides):
                own = games.traits == side
                sums[players + side] += own.sum(), (won * own).sum()
        return {"sums": sums}


@dataclass
class Tried:
    """What is known of a candidate: how often each seat and side was there, and what it won."""

    sums: Any = 0
    games: int = 0

    def __add__(self, other: Tried) -> Tried:
        return Tried(self.sums + other.sums, self.games + other.games)

    def shares(self) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.nan_to_num(self.sums[:, 1] / self.sums[:, 0] / UNIT, nan=0.5)

    def errors(self) -> Any:
        """The standard error of each share. One more game is counted that was half won: nobody is ever sure."""
        there, won = self.sums[:, 0] + 1, self.sums[:, 1] / UNIT + 0.5
        return np.sqrt(won / there * (1 - won / there) / there)


@dataclass
class Tuning:
    """A search for better numbers."""

    game: Game
    options: Any
    edition: Edition
    knobs: list[Knob]
    targets: list[Target]
    bots: Sequence[str]
    scouts: Sequence[str]  # bots that decide at once; the bots themselves where they do
    seed: str
    games: int  # of a block between the bots
    scouted: int  # of a candidate between the scouts
    within: float  # percentage points
    proof: int | None  # games that a candidate must hold in; None: until luck is small enough
    workers: crew.Workers
    folder: Path | None = None
    progress: Callable[[int], None] = crew.ignore
    told: Callable[[str], None] = lambda text: None
    seen: dict[Point, Tried] = field(default_factory=dict)  # by the scouts
    tried: dict[Point, Tried] = field(default_factory=dict)  # by the bots themselves
    refused: dict[Point, str] = field(default_factory=dict)
    failed: set[Point] = field(default_factory=set)
    played: int = 0
    played_by_scouts: int = 0
    dealt: int = 0

    def __post_init__(self) -> None:
        self.setting = Setting.of(self.game, self.options, self.bots, self.seed)
        self.scouting = Setting.of(self.game, self.options, self.scouts, self.seed)
        players = int(self.options.seats)
        self.rows = [t.seat if t.seat >= 0 else players + t.side for t in self.targets]
        self.wanted = np.array([t.share for t in self.targets])
        self.start: Point = tuple(knob.read(self.edition.text) for knob in self.knobs)
        self.low, self.high = (np.array([getattr(knob, end) for knob in self.knobs]) for end in ("low", "high"))

    # --- Candidates

    def text(self, point: Point) -> str:
        text = self.edition.text
        for knob, number in zip(self.knobs, point, strict=True):
            text = knob.write(text, number)
        return text

    def printed(self, point: Point) -> Print | None:
        """The candidate's edition; None where the game refuses it."""
        if point in self.refused:
            return None
        text = self.text(point)
        try:
            self.game.edition_from_text(text, self.edition.name)
        except BestiaryError as error:
            self.refused[point] = str(error)
            return None
        return Print(self.edition.name, text)

    def play(self, setting: Setting, point: Point, games: int) -> Tried:
        """Some games of a candidate, on deals that nobody has seen."""
        printed = self.printed(point)
        assert printed is not None
        turns, size = len(setting.seatings), slice_of(setting, printed)
        deals, first = -(-games // turns), self.dealt
        self.dealt += deals
        keep = None
        if self.folder is not None:
            keep = crew.Keep(self.folder, setting.digest(printed.text, size, "tune"))
        parts = [(first + at, count) for at, count in crew.slices(deals, size)]
        total: Any = 0
        for part in crew.run(Shared(setting, printed), parts, self.workers, keep, self.progress):
            total = total + part["sums"]
        return Tried(total, deals * turns)

    def scout(self, point: Point) -> None:
        found = self.play(self.scouting, point, self.scouted)
        self.seen[point] = self.seen.get(point, Tried()) + found
        self.played_by_scouts += found.games

    def measure(self, point: Point, games: int) -> Tried:
        """A further block of games between the bots themselves."""
        found = self.play(self.setting, point, games)
        self.tried[point] = self.tried.get(point, Tried()) + found
        self.played += found.games
        return self.tried[point]

    # --- What is to be expected

    def placed(self, points: Any) -> Any:
        """Points between −1 and 1 along each knob."""
        return 2 * (np.array(points, float).reshape(-1, len(self.knobs)) - self.low) / (self.high - self.low) - 1

    def model(self) -> Callable[[Any], tuple[Any, Any]]:
        """What the shares of some points lack, and the variance of that, as far as all games tell."""
        both = dict(self.seen)
        if self.scouting == self.setting:
            for point, known in self.tried.items():
                both[point] = both.get(point, Tried()) + known
        seen = Surface(SHARES, self.placed(list(both)), *self._lacking(both))
        if self.scouting == self.setting:
            return seen.at
        lack, luck = self._lacking(self.tried)
        guess, doubt = seen.at(self.placed(list(self.tried)))
        correction = Surface(CORRECTION, self.placed(list(self.tried)), lack - guess, luck + doubt)

        def at(points: Any) -> tuple[Any, Any]:
            one, two = seen.at(points), correction.at(points)
            return one[0] + two[0], one[1] + two[1]

        return at

    def _lacking(self, known: Mapping[Point, Tried]) -> tuple[Any, Any]:
        each = known.values()
        lack = np.array([one.shares()[self.rows] - self.wanted for one in each])
        return lack, np.array([one.errors()[self.rows] ** 2 for one in each])

    def doubts(self, points: Sequence[Point]) -> Any:
        """How unlikely each of some points is to hold, as a logarithm; what counts is the order."""
        lack, variance = self.model()(self.placed(points))
        room = (self.within / 200) ** 2 + variance
        return (np.log(room) + lack**2 / room).sum(axis=1)

    # --- The search

    def run(self, rounds: int) -> Point | None:
        """The numbers that hold, or None."""
        self.measure(self.start, self.games)
        self.told(f"as it is: {self.shares_told(self.start)}")
        self.scout(self.start)
        search = self._search(self.start, 0)
        for number in range(1, rounds + 1):
            for _ in range(FIRST_GENERATIONS if number == 1 and self.scouting != self.setting else 1):
                self.generation(search)
            leader = self.leader()
            if leader is None:
                return None
            if search.should_stop():
                search = self._search(leader, number)
            if self.scouting != self.setting:
                self.scout(leader)
            before = self.tried[leader].games if leader in self.tried else 0
            known = self.measure(leader, max(self.games, before // 3))
            self.told(f"{self.numbers_told(leader)}: {self.shares_told(leader)} in {known.games:,} games")
            if self.is_enough(known):
                lack = np.abs(known.shares()[self.rows] - self.wanted)
                if (lack <= self.within / 100).all():
                    return leader
                self.failed.add(leader)
        return None

    def _search(self, mean: Point, number: int) -> Any:
        from cmaes import CMAwM

        seed = hashlib.sha256(f"tune {self.seed} {number}".encode()).digest()
        return CMAwM(
            mean=np.array(mean, float), sigma=float((self.high - self.low).max()) / 3, steps=np.ones(len(self.knobs)),
            bounds=np.stack([self.low - 0.4, self.high + 0.4], axis=1), seed=int.from_bytes(seed[:4], "little"),
        )  # fmt: skip

    def generation(self, search: Any) -> None:
        """The scouts look at a generation of candidates, and the search learns which are better."""
        asked = [search.ask() for _ in range(search.population_size)]
        points: list[Point] = [tuple(int(n) for n in np.clip(np.rint(v), self.low, self.high)) for v, _ in asked]
        for point in points:
            if self.printed(point) is not None:
                self.scout(point)
        doubts = np.where([point in self.refused for point in points], IMPOSSIBLE, self.doubts(points))
        search.tell([(raw, float(doubt)) for (_, raw), doubt in zip(asked, doubts, strict=True)])

    def leader(self) -> Point | None:
        """The candidate that is most likely to hold, of those that have not failed."""
        points = [point for point in self.candidates() if point not in self.failed and point not in self.refused]
        if not points:
            return None
        order = np.argsort(self.doubts(points), kind="stable")
        return next((points[at] for at in order if self.printed(points[at]) is not None), None)

    def candidates(self) -> list[Point]:
        """All numbers within the bounds where they are not too many, or else all that somebody has looked at."""
        ranges = [range(knob.low, knob.high + 1) for knob in self.knobs]
        if math.prod(map(len, ranges)) <= MOST_POINTS:
            return list(itertools.product(*ranges))
        return list(self.seen | self.tried)

    def is_enough(self, known: Tried) -> bool:
        """Has a candidate played so many games that luck cannot easily move it by what is allowed?"""
        if self.proof is not None:
            return known.games >= self.proof
        return bool((SURE * known.errors()[self.rows] <= self.within / 100).all())

    def nearest(self) -> Point:
        """Of what the bots have played, what is most likely to hold."""
        points = list(self.tried)
        return points[int(np.argmin(self.doubts(points)))]

    # --- In words

    def shares_told(self, point: Point) -> str:
        known = self.tried[point]
        each = zip(self.targets, known.shares()[self.rows], known.errors()[self.rows], strict=True)
        return ", ".join(f"{t.name} {100 * share:.1f} ± {196 * error:.1f} %" for t, share, error in each)

    def numbers_told(self, point: Point) -> str:
        pairs = zip(self.knobs, self.start, point, strict=True)
        changed = [f"{knob.path} {old} → {new}" for knob, old, new in pairs if old != new]
        return "; ".join(changed) or "nothing changed"
