"""Two editions on the same deals: what changed, with intervals that hold whenever one stops.

Both editions get the same keys for the game's own randomness and the same generators for the players, deal by deal,
with the seats of unlike bots rotated. So a difference is one of the cards and not of luck: what no changed card touches
is the same game twice, and counts as a difference of exactly 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.measures import Subject
from bestiary.engine.registry import find_game
from bestiary.lab import workers as crew
from bestiary.lab.anytime import LEVEL, chosen
from bestiary.lab.contribution import Contributions, Ledger, contributions
from bestiary.lab.deals import Dealer, Games, Print, Setting, counterparts, edition_of, order_of, plan_of, slice_of
from bestiary.lab.differences import differences
from bestiary.lab.pairs import UNIT, Pairs, shown
from bestiary.lab.plan import Plan
from bestiary.lab.telemetry import DECISIONS, ROUNDS

Row = dict[str, Any]
Progress = Callable[[int], None]
MOST_DEALS: Final = 20_000_000  # before --until gives up
CARE: Final = 100.0  # percentage points


@dataclass(frozen=True)
class Question:
    """What is compared. It can be pickled."""

    setting: Setting
    a: Print
    b: Print

    @property
    def slice(self) -> int:
        return slice_of(self.setting, self.a)

    def digest(self, *further: Any) -> str:
        return self.setting.digest(self.a.text, self.b.text, self.slice, *further)


@dataclass
class Compared:
    """The task: both editions in a slice of deals, as sums over the deals, and what some subjects contribute there."""

    question: Question
    subjects: tuple[tuple[str, int], ...] = ()
    over: Event = field(default_factory=Event)

    @property
    def game(self) -> Game:
        return find_game(self.question.setting.game)

    def __reduce__(self) -> Any:
        return Compared, (self.question, self.subjects)

    def __call__(self, first: int, count: int) -> crew.Result:
        setting = self.question.setting
        dealer = Dealer(setting, self.over)
        figures = Figures(dealer.game, plan_of(setting.game, self.question.a), setting)
        total, prints = np.zeros((figures.count, count, 4)), (self.question.a, self.question.b)
        ledger = Ledger(dealer, prints, self.subjects, first, count)
        for bots in setting.seatings:
            played = [dealer.play(edition, plan, bots, first, count) for edition, plan in ledger.editions]
            ledger.add(bots, played)
            played[1].counts = reordered(played[1].counts, order_of(setting.game, *prints))
            for side, games in enumerate(played):
                figures.add(games, bots, total[:, :, 2 * side : 2 * side + 2])
        active = np.flatnonzero(total.reshape(figures.count, -1).any(axis=1))
        sums = Pairs.of(total[active])
        return {"active": active, "first": sums.first, "second": sums.second, "contributed": ledger.sums()}


def reordered(counts: Any, order: Any) -> Any:
    """Counts by the keys of another plan."""
    if (order == np.arange(counts.shape[1])).all():
        return counts
    moved = counts[:, order]
    moved[:, order < 0] = 0
    return moved


class Figures:
    """The figures of a comparison, in their order: seats, bots, sides, lengths, and for every key of the plan how often
    it was and what those won who had it."""

    def __init__(self, game: Game, plan: Plan, setting: Setting) -> None:
        self.plan, self.players = plan, len(setting.bots)
        self.bots = list(dict.fromkeys(setting.bots)) if len(set(setting.bots)) > 1 else []
        self.traits = list(plan.traits)
        self.seats_at = 0
        self.bots_at = self.seats_at + self.players
        self.sides_at = self.bots_at + len(self.bots)
        self.length_at = self.sides_at + len(self.traits)
        self.use_at = self.length_at + 2
        self.won_at = self.use_at + len(plan.groups)
        self.count = self.won_at + len(plan.groups)
        self.groups = np.array(plan.groups)

    def add(self, games: Games, bots: Sequence[str], total: Any) -> None:
        """Adds what some deals came to with one edition; `total` is by figure, deal, and whether there or won."""
        won = np.rint(games.shares * UNIT)
        self.add_shares(won, games.traits, games.lengths[:, DECISIONS], total)
        for number, bot in enumerate(self.bots):
            own = [seat for seat, name in enumerate(bots) if name == bot]
            total[self.bots_at + number, :, 0] += len(own)
            total[self.bots_at + number, :, 1] += won[:, own].sum(axis=1)
        total[self.length_at + 1, :, 0] += 1
        total[self.length_at + 1, :, 1] += games.lengths[:, ROUNDS]
        used = games.counts[:, :, self.players].copy()
        for seat in range(self.players):  # a seat at a time: NumPy is slow at adding up along a short axis
            used += games.counts[:, :, seat]
        keys = np.flatnonzero(used.any(axis=0))
        had, gained = np.zeros((2, len(won), len(keys)))
        anyone, groups = self.groups[keys] < 0, self.groups[keys]
        for seat in range(self.players):
            meant = anyone | (groups == games.traits[:, seat, None])
            own = (games.counts[:, keys, seat] > 0) & meant
            had += own
            gained += own * won[:, seat, None]
        total[self.use_at : self.won_at, :, 0] += 1
        total[self.use_at + keys, :, 1] += used[:, keys].T
        total[self.won_at + keys, :, 0] += had.T
        total[self.won_at + keys, :, 1] += gained.T

    def add_shares(self, won: Any, traits: Any, decisions: Any, total: Any) -> None:
        """What seats and sides have won in some deals, and how many decisions there were."""
        for seat in range(self.players):
            total[self.seats_at + seat, :, 0] += 1
            total[self.seats_at + seat, :, 1] += won[:, seat]
        for trait in range(len(self.traits)):
            own = traits == trait
            total[self.sides_at + trait, :, 0] += own.sum(axis=1)
            total[self.sides_at + trait, :, 1] += (won * own).sum(axis=1)
        total[self.length_at, :, 0] += 1
        total[self.length_at, :, 1] += decisions


@dataclass
class Comparison:
    """What a comparison has found so far."""

    question: Question
    deals: int
    sums: Pairs
    contributions: Contributions | None
    until: float | None = None  # half of an interval, in percentage points
    reached: bool = True

    def __post_init__(self) -> None:
        setting = self.question.setting
        self.game = find_game(setting.game)
        self.plans = plan_of(setting.game, self.question.a), plan_of(setting.game, self.question.b)
        self.figures = Figures(self.game, self.plans[0], setting)

    @property
    def games(self) -> int:
        """Of each edition."""
        return self.deals * len(self.question.setting.seatings)

    # --- Shares

    def widest(self) -> float:
        """Half of the widest interval of a difference of shares, of seats, bots and sides, in percentage points."""
        halves = self._shown(slice(0, self.figures.length_at)).half()
        known = halves[~np.isnan(halves)]
        return CARE * min(1.0, float(known.max())) if len(known) else CARE

    def _shown(self, rows: Any, bounded: bool = True) -> Any:
        turns = len(self.question.setting.seatings)
        if bounded:
            return shown(self.sums[rows], UNIT, 2.0 * turns)
        return shown(self.sums[rows], 1.0, 0.0)

    def shares(self) -> dict[str, list[Row]]:
        figures = self.figures
        names = {
            "seats": (figures.seats_at, [f"seat {seat}" for seat in range(figures.players)]),
            "bots": (figures.bots_at, figures.bots),
            "sides": (figures.sides_at, figures.traits),
        }
        shown = {what: self._shown(slice(at, at + len(rows))) for what, (at, rows) in names.items()}
        return {what: list(_rows(shown[what], rows)) for what, (_, rows) in names.items()}

    def lengths(self) -> list[Row]:
        rows = slice(self.figures.length_at, self.figures.use_at)
        return list(_rows(self._shown(rows, bounded=False), ["decisions", "rounds"]))

    # --- Cards

    @cached_property
    def touched(self) -> set[str]:
        """The names of all that the editions print differently."""
        return {part.casefold() for row in differences(*self._editions()) for part in row["path"]}

    def _is_touched(self, table: str, number: int) -> bool:
        plan, other = self.plans
        there = counterparts(self.game.name, self.question.a, self.question.b).get((table, number))
        names = {plan.tables[table][number].name, other.tables[table][there[1]].name if there else ""}
        return bool({name.casefold() for name in names} & self.touched)

    def changed(self) -> list[tuple[str, int]]:
        """The subjects with a blank whose words or numbers differ between the editions."""
        known, plan = counterparts(self.game.name, self.question.a, self.question.b), self.plans[0]
        places = [(table, number) for table in plan.measures.blanks for number, _ in plan.named(table)]
        return [place for place in places if place in known and self._is_touched(*place)]

    def cards(self) -> list[Row]:
        """Everything that the plan counts: a row for each thing, with a part for each measure and its contribution."""
        plan, other = self.plans
        found: dict[tuple[str, int], Row] = {}
        match = counterparts(self.game.name, self.question.a, self.question.b)
        for table in plan.tables:
            for number, subject in plan.named(table):
                there = match.get((table, number))
                now = other.tables[table][there[1]] if there else Subject("")
                found[table, number] = {
                    "table": table, "number": number, "name": subject.name, "group": subject.group,
                    "text": subject.text, "text_b": now.text,
                    "changed": self._is_touched(table, number),
                    "found": False, "moved": False, "measures": {}, "contribution": None,
                }  # fmt: skip
        for measure in plan.measures.measures:
            numbers = [number for number, _ in plan.named(measure.table)]
            keys = plan.base[measure] + np.array(numbers, np.int64)
            use = list(_rows(self._shown(self.figures.use_at + keys, bounded=False), numbers, correct=True))
            won = list(_rows(self._shown(self.figures.won_at + keys), numbers, correct=True))
            for number, used, wins in zip(numbers, use, won, strict=True):
                row = found[measure.table, number]
                row["measures"][measure.name] = {"use": used, "wins": wins if measure.seat else None}
                row["moved"] |= used["found"] or (bool(measure.seat) and wins["found"])
        if self.contributions is not None:
            for subject_at, told in self.contributions.rows(self.changed()).items():
                found[subject_at]["contribution"] = told
                found[subject_at]["found"] = told["difference"]["found"]
        return list(found.values())

    def _editions(self) -> tuple[Edition, Edition]:
        setting = self.question.setting
        return edition_of(setting.game, self.question.a), edition_of(setting.game, self.question.b)

    def summary(self) -> Row:
        """All that was found, for programs and for the page."""
        setting, (a, b) = self.question.setting, self._editions()
        cards = self.cards()
        shares = self.shares()
        return {
            "game": self.game.name, "title": self.game.title,
            "a": {"name": a.name, "digest": a.digest}, "b": {"name": b.name, "digest": b.digest},
            "players": len(setting.bots), "options": dict(setting.options), "bots": list(setting.bots),
            "seed": setting.seed, "deals": self.deals, "games": self.games, "confidence": 1 - LEVEL,
            "until": self.until, "reached": self.reached, "half": round(self.widest(), 4),
            "differences": differences(a, b),
            "trait": self.plans[0].measures.trait,
            "seats": shares["seats"], "seated": shares["bots"], "sides": shares["sides"],
            "length": self.lengths(), "cards": cards,
            "blanks": {table: blank.text for table, blank in self.plans[0].measures.blanks.items()},
            "contribution_deals": self.contributions.told() if self.contributions else {},
            "found": [row["name"] for row in cards if row["found"]],
            "moved": [row["name"] for row in cards if row["moved"]],
        }  # fmt: skip


def _rows(known: Any, names: Sequence[Any], correct: bool = False) -> Iterator[Row]:
    """A row for each figure. Where many stand side by side, intervals are corrected for that."""
    evidence = np.where(known.weight > 0, known.evidence(), -np.inf)
    counted = known.weight > 0
    found, level = np.zeros(len(evidence), bool), LEVEL
    if correct and counted.any():
        found[counted], level = chosen(evidence[counted])
    half = known.half(level)
    most = 1.0 if known.width else np.inf  # shares differ by 1 at most
    if not correct:
        found = np.abs(known.difference) > half
    for at, name in enumerate(names):
        difference = _number(known.difference[at])
        yield {
            "name": name, "games_a": int(known.there[0][at]), "games_b": int(known.there[1][at]),
            "a": _number(known.values[0][at]), "b": _number(known.values[1][at]), "difference": difference,
            "low": _number(max(-most, known.difference[at] - half[at])),
            "high": _number(min(most, known.difference[at] + half[at])),
            "found": bool(found[at]),
        }  # fmt: skip


def _number(value: Any) -> float | None:
    return None if np.isnan(value) else round(float(value), 6)


def compare(
    game: Game, options: Any, a: Edition, b: Edition, bots: Sequence[str], seed: str, *, games: int | None = None,
    until: float | None = None, contribution: int | None = None, workers: crew.Workers | None = None,
    folder: Path | None = None, progress: Progress = crew.ignore, stage: Callable[[str, int], None] | None = None,
) -> Comparison:  # fmt: skip
    """Plays both editions on the same deals: `games` games of each, or until every difference of shares is known to
    within `until` percentage points to either side. `contribution` is the number of deals for what single cards
    contribute; 0 leaves that out. The result depends on the seed and on nothing else. Finished slices are kept in
    `folder`."""
    if game.measures is None:
        raise MalformedError(f"{game.title} does not say what to count in it")
    if (games is None) == (until is None):
        raise MalformedError("a comparison takes a number of games or a width to reach: give one of them")
    if until is not None and not 0 < until < 50:
        raise MalformedError(f"--until is above 0 and below 50 percentage points, as in --until 0.3, not {until:g}")
    if games is not None and games < 1:
        raise MalformedError(f"--games must be at least 1, not {games}")
    question = Question(Setting.of(game, options, bots, seed), Print.of(a), Print.of(b))
    staff = workers or crew.usual()
    turns = len(question.setting.seatings)
    deals = MOST_DEALS if games is None else -(-games // turns)
    if stage is not None:
        stage("games", 0 if games is None else deals)
    result, known = _play(question, deals, until, contribution is None, staff, folder, progress)
    if contribution != 0 and game.measures.blanks:
        result.contributions = contributions(
            question.setting, (question.a, question.b), result.deals, known, _had(result), contribution, staff, folder,
            progress, stage,
        )  # fmt: skip
    return result


def _play(
    question: Question, deals: int, until: float | None, looks: bool, staff: crew.Workers, folder: Path | None,
    progress: Progress,
) -> tuple[Comparison, dict[tuple[str, int], Any]]:  # fmt: skip
    """Plays the deals; where somebody `looks`, also without each of the subjects that the editions print differently,
    and tells what they contribute."""
    size = question.slice
    figures = Figures(find_game(question.setting.game), plan_of(question.setting.game, question.a), question.setting)
    result = Comparison(question, 0, Pairs.none(figures.count), None, until)
    subjects = tuple(result.changed()) if looks else ()
    keep = crew.Keep(folder, question.digest(subjects, "compare")) if folder is not None else None
    contributed = np.zeros((len(subjects), 3, 3), np.int64)
    parts = crew.slices(deals, size)
    for number, found in enumerate(crew.run(Compared(question, subjects), parts, staff, keep, progress), 1):
        contributed += found["contributed"]
        result.sums.first[found["active"]] += found["first"]
        result.sums.second[found["active"]] += found["second"]
        result.deals = min(number * size, deals)
        if until is not None and result.widest() <= until:
            break
    else:
        result.reached = until is None or result.widest() <= until
    return result, dict(zip(subjects, contributed, strict=True))


def _had(result: Comparison) -> dict[tuple[str, int], float]:
    """How often in a deal a subject that has a blank must be looked at again without it."""
    plan, figures = result.plans[0], result.figures
    known = counterparts(result.game.name, result.question.a, result.question.b)
    rates: dict[tuple[str, int], float] = {}
    for table, blank in plan.measures.blanks.items():
        first = next(m for m in plan.measures.measures if m.table == table and blank.seen in ("", m.name))
        for number, _ in plan.named(table):
            if (table, number) not in known:
                continue
            at = figures.won_at + plan.base[first] + number
            always = not blank.seen or blank.offered(number)
            if always and (owner := plan.owner_of(table, number)) >= 0:
                at = figures.sides_at + owner
            rates[table, number] = min(1.0, float(result.sums.first[at, 0]) / max(1, result.games))
    return rates
