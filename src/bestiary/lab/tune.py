"""Numbers of an edition turned until sides, seats or single ones of them take the share that was asked for.

The search is CMA-ES with Margin (Hamano and others 2022), from the library cmaes: it is made for whole numbers within
bounds, copes with noise because a step rests on the order of a whole generation, and needs NumPy alone. All candidates
of a generation play the same deals, so luck is the same for them; a candidate that comes again plays further deals.
Besides, a plane through all that was measured says which candidate, tried or not, looks best: with noisy figures the
best one that was *seen* is mostly a lucky one. The best is then measured on deals that the search has never used, and
is proposed only if it holds there.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
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

Point = tuple[int, ...]
IMPOSSIBLE: Final = 10.0  # what a candidate costs that cannot be played; a share is at most 1 from its target
MOST_POINTS: Final = 50_000  # of a grid that the plane is asked about one by one
TRUST_DEALS: Final = 1 << 40  # where the deals begin on which a candidate is proved
STEADY: Final = 1e-3  # pulls the plane's slopes towards 0 while little is known


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
    """What is known of a candidate."""

    sums: Any
    games: int = 0
    blocks: int = 0  # of deals that it has played

    def shares(self) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.nan_to_num(self.sums[:, 1] / self.sums[:, 0] / UNIT)

    def errors(self) -> Any:
        """The standard error of each share."""
        shares = self.shares()
        return np.sqrt(np.maximum(shares * (1 - shares), 1e-6) / np.maximum(1, self.sums[:, 0]))


@dataclass
class Tuning:
    """A search for better numbers."""

    game: Game
    options: Any
    edition: Edition
    knobs: list[Knob]
    targets: list[Target]
    bots: Sequence[str]
    seed: str
    games: int  # of each candidate in a generation
    within: float  # percentage points
    proof: int  # games that a proposal must hold in
    workers: crew.Workers
    folder: Path | None = None
    progress: Callable[[int], None] = crew.ignore
    told: Callable[[str], None] = lambda text: None
    tried: dict[Point, Tried] = field(default_factory=dict)
    refused: dict[Point, str] = field(default_factory=dict)
    played: int = 0

    def __post_init__(self) -> None:
        self.setting = Setting.of(self.game, self.options, self.bots, self.seed)
        players = int(self.options.seats)
        self.rows = [t.seat if t.seat >= 0 else players + t.side for t in self.targets]
        self.wanted = np.array([t.share for t in self.targets])
        self.fitted: tuple[int, Any, Any] = (-1, None, None)  # the plane, and after how many games it was laid
        self.proved = Tried(None)
        self.start: Point = tuple(knob.read(self.edition.text) for knob in self.knobs)

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

    def play(self, point: Point, games: int, first: int) -> Any:
        """Sums of some games of a candidate, from a deal on."""
        printed = self.printed(point)
        assert printed is not None
        turns = len(self.setting.seatings)
        deals, size = -(-games // turns), slice_of(self.setting, printed)
        keep = None
        if self.folder is not None:
            keep = crew.Keep(self.folder, self.setting.digest(printed.text, size, "tune"))
        parts = [(first + at, count) for at, count in crew.slices(deals, size)]
        total: Any = 0
        for part in crew.run(Shared(self.setting, printed), parts, self.workers, keep, self.progress):
            total = total + part["sums"]
        self.played += deals * turns
        return total

    def measure(self, point: Point) -> None:
        """A further block of deals for a candidate; blocks are the same for all."""
        known = self.tried.setdefault(point, Tried(np.zeros((len(self.setting.bots) + self._sides(), 2), np.int64)))
        known.sums = known.sums + self.play(point, self.games, known.blocks * self.games)
        known.games += self.games
        known.blocks += 1

    def _sides(self) -> int:
        return len(plan_of(self.game.name, Print.of(self.edition)).traits)

    def cost(self, point: Point) -> float:
        """The mean square of what the shares lack, less what luck adds to it."""
        if point not in self.tried:
            return IMPOSSIBLE
        known = self.tried[point]
        lack, luck = known.shares()[self.rows] - self.wanted, known.errors()[self.rows]
        return float(np.mean(lack**2 - luck**2))

    # --- The search

    def run(self, rounds: int) -> Point | None:
        """The numbers that hold, or None."""
        from cmaes import CMAwM

        low, high = (np.array([getattr(knob, end) for knob in self.knobs], float) for end in ("low", "high"))
        seed = int.from_bytes(hashlib.sha256(f"tune {self.seed}".encode()).digest()[:4], "little")
        search = CMAwM(
            mean=np.array(self.start, float), sigma=float((high - low).max()) / 3, steps=np.ones(len(self.knobs)),
            bounds=np.stack([low - 0.4, high + 0.4], axis=1), seed=seed,
        )  # fmt: skip
        failed: set[Point] = set()
        self.measure(self.start)
        self.told(f"as it is: {self.shares_told(self.start)}")
        for number in range(1, rounds + 1):
            generation = []
            for _ in range(search.population_size):
                valued, asked = search.ask()
                point = tuple(int(n) for n in np.clip(np.rint(valued), low, high))
                if self.printed(point) is not None:
                    self.measure(point)
                generation.append((asked, self.cost(point)))
            search.tell(generation)
            leader = self.leader(failed)
            if leader is None:
                continue
            self.told(f"round {number}: {self.numbers_told(leader)}, {self.played:,} games so far")
            if self.proves(leader):
                return leader
            failed.add(leader)
        return None

    def leader(self, failed: set[Point]) -> Point | None:
        """The candidate that looks best, of those that have not failed."""
        ranked = sorted((self.expected(point), point) for point in self.candidates() if point not in failed)
        return next((point for _, point in ranked[:100] if self.printed(point) is not None), None)

    def candidates(self) -> Iterator[Point]:
        ranges = [range(knob.low, knob.high + 1) for knob in self.knobs]
        if math.prod(map(len, ranges)) <= MOST_POINTS and len(self.tried) > len(self.knobs) + 1:
            return iter(itertools.product(*ranges))
        return iter(list(self.tried))

    def expected(self, point: Point) -> float:
        """What a candidate costs: as the plane says, and as it has itself been measured, by how much each knows."""
        if self.fitted[0] != self.played:
            self.fitted = (self.played, *self._fit())
        _, slopes, doubt = self.fitted
        guess = np.array([1.0, *point]) @ slopes
        if point in self.tried:
            known = self.tried[point]
            own, luck = known.shares()[self.rows], known.errors()[self.rows] ** 2
            guess = (guess / doubt + own / luck) / (1 / doubt + 1 / luck)
        return float(np.mean((guess - self.wanted) ** 2))

    def _fit(self) -> tuple[Any, Any]:
        """A plane for each target through all candidates, by least squares, and the variance around it."""
        points = np.array([[1.0, *point] for point in self.tried])
        shares = np.array([known.shares()[self.rows] for known in self.tried.values()])
        luck = np.array([known.errors()[self.rows] ** 2 for known in self.tried.values()])
        weight = np.sqrt(np.array([known.games for known in self.tried.values()], float))[:, None]
        pull = np.diag([0.0, *[STEADY * float(weight.sum() ** 2)] * len(self.knobs)])
        slopes = np.linalg.lstsq(
            np.vstack([points * weight, np.sqrt(pull)]),
            np.vstack([shares * weight, np.zeros((len(pull), len(self.rows)))]), rcond=None,
        )[0]  # fmt: skip
        around = np.mean((shares - points @ slopes) ** 2 - luck, axis=0)
        return slopes, np.maximum(around, 1e-4) + luck.mean(axis=0) / len(self.tried)

    def proves(self, point: Point) -> bool:
        """Does a candidate hold on deals that nobody has seen? Those that clearly do not are given up early."""
        known, limit = Tried(np.zeros((len(self.setting.bots) + self._sides(), 2), np.int64)), self.within / 100
        block = max(self.games, self.proof // 10)
        while known.games < self.proof:
            known.sums = known.sums + self.play(point, block, TRUST_DEALS + known.games)
            known.games += block
            lack = np.abs(known.shares()[self.rows] - self.wanted)
            if (lack > limit + 2 * known.errors()[self.rows]).any():
                break
        self.proved = known
        if point in self.tried:  # what was learnt of it counts for the search, too
            self.tried[point].sums = self.tried[point].sums + known.sums
            self.tried[point].games += known.games
        else:
            self.tried[point] = Tried(known.sums, known.games)
        return bool(known.games >= self.proof and (lack <= limit).all())

    # --- In words

    def shares_told(self, point: Point, known: Tried | None = None) -> str:
        known = known or self.tried[point]
        each = zip(self.targets, known.shares()[self.rows], known.errors()[self.rows], strict=True)
        return ", ".join(f"{t.name} {100 * share:.1f} ± {196 * error:.1f} %" for t, share, error in each)

    def numbers_told(self, point: Point) -> str:
        pairs = zip(self.knobs, self.start, point, strict=True)
        changed = [f"{knob.path} {old} → {new}" for knob, old, new in pairs if old != new]
        return "; ".join(changed) or "nothing changed"
