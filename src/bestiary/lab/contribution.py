"""What a card contributes: the change of its owner's share when a blank takes its place, in the same deals.

The share of wins of those who have *drawn* a card says something else: who does well draws more, and a card that is
drawn late is drawn in long games. Here nothing else differs between the two games than the card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, Final

import numpy as np

from bestiary.engine.game import Game
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.lab import workers as crew
from bestiary.lab.anytime import LEVEL, chosen, log_evidence, reach
from bestiary.lab.company import compiled_bots
from bestiary.lab.deals import (
    Dealer, Games, Print, Setting, Subject, blanked, counterparts, edition_of, plan_of, slice_of,
)  # fmt: skip
from bestiary.lab.plan import Plan

SCALE: Final = 2520 * 24  # a share divided among up to four owners is a whole number of parts
OWNED, SUM, SQUARES = range(3)
A, B, DIFFERENCE = range(3)


@dataclass
class Contributed:
    """The task: what some subjects contribute in a slice of deals, with each of two editions, and how they differ."""

    setting: Setting
    prints: tuple[Print, Print]
    subjects: tuple[Subject, ...]
    over: Event = field(default_factory=Event)

    @property
    def game(self) -> Game:
        return find_game(self.setting.game)

    def __reduce__(self) -> Any:
        return Contributed, (self.setting, self.prints, self.subjects)

    def __call__(self, first: int, count: int) -> crew.Result:
        dealer = Dealer(self.setting, self.over)
        ledger = Ledger(dealer, self.prints, self.subjects, first, count)
        for bots in self.setting.seatings:
            ledger.add(bots, [dealer.play(edition, plan, bots, first, count) for edition, plan in ledger.editions])
        return {"sums": ledger.sums()}


class Ledger:
    """What some subjects bring their owners in deals that were played with each of two editions."""

    def __init__(
        self, dealer: Dealer, prints: tuple[Print, Print], subjects: Sequence[Subject], first: int, count: int
    ) -> None:
        self.dealer, self.prints, self.subjects, self.first = dealer, prints, subjects, first
        name = dealer.setting.game
        self.editions = [(edition_of(name, printed), plan_of(name, printed)) for printed in prints]
        self.totals = np.zeros((len(subjects), 2, 2, count), np.int64)  # by edition: owned, and what the card brought

    def add(self, bots: Sequence[str], played: Sequence[Games]) -> None:
        """Plays again without each subject what these bots have played with it, with either edition."""
        dealer, game, first = self.dealer, self.dealer.setting.game, self.first
        imagining = compiled_bots(dealer.game, bots) is None  # bots who look ahead think of unseen cards
        again: dict[tuple[bytes, bytes], Any] = {}
        for side, (printed, games) in enumerate(zip(self.prints, played, strict=True)):
            plan = self.editions[side][1]
            for at, name in enumerate(self.subjects):
                subject = counterparts(game, *self.prints)[name] if side else name
                owned, seen = owners(plan, subject, games, dealer.players)
                deals = np.flatnonzero(owned.any(axis=1) & (seen | imagining))
                blank = blanked(game, printed, subject)
                key = record_bytes(blank.box), deals.tobytes()
                if key not in again:  # the two editions without the card may be the same
                    again[key] = dealer.shares(blank, plan, bots, first + deals)
                brought = (games.shares[deals] - again[key]) * owned[deals]
                owner = owned.sum(axis=1)
                self.totals[at, side, 0] += owner > 0
                each = brought.sum(axis=1) / np.maximum(1, owner[deals])
                self.totals[at, side, 1, deals] += np.rint(each * SCALE).astype(np.int64)

    def sums(self) -> Any:
        """By subject: how often it was owned, what it brought, and its square, for A, B and their difference."""
        sums, totals = np.zeros((len(self.subjects), 3, 3), np.int64), self.totals
        for which in (A, B, DIFFERENCE):
            there = totals[:, which, 0] if which < DIFFERENCE else totals[:, :, 0].max(axis=1)
            value = totals[:, which, 1] if which < DIFFERENCE else totals[:, B, 1] - totals[:, A, 1]
            sums[:, which, OWNED] = there.sum(axis=1)
            sums[:, which, SUM] = value.sum(axis=1)
            sums[:, which, SQUARES] = (value * value).sum(axis=1)
        return sums


def owners(plan: Plan, subject: Subject, games: Games, players: int) -> tuple[Any, Any]:
    """Which seats own a subject in each deal, and in which deals it was seen at all."""
    table, number = subject
    trait, blank = plan.owner_of(table, number), plan.measures.blanks[table]
    measures = [m for m in plan.measures.measures if m.table == table]
    first = next(m for m in measures if blank.seen in ("", m.name))
    had: Any = games.counts[:, plan.base[first] + number, :players] > 0
    owned: Any = games.traits == trait if trait >= 0 else had
    seen: Any = np.ones(len(had), bool)
    if blank.seen and not blank.offered(number):
        keys = [plan.base[m] + number for m in measures]
        seen = games.counts[:, keys].any(axis=(1, 2))
    return owned, seen


@dataclass
class Contributions:
    """What is known of the contributions of many subjects: sums, and over how many deals."""

    subjects: dict[Subject, Any]  # by subject: three sums for A, B and their difference
    deals: dict[Subject, int]
    turns: int

    def told(self) -> dict[str, int]:
        """Over how many deals cards were looked at: the fewest and the most."""
        return {"least": min(self.deals.values()), "most": max(self.deals.values())} if self.deals else {}

    def rows(self, changed: Collection[Subject]) -> dict[Subject, dict[str, Any]]:
        """What each contributes. Those that the editions print differently were asked about before anything was played,
        so they are corrected for their own number, and all others for theirs."""
        families = [[s for s in self.subjects if (s in changed) == own] for own in (True, False)]
        return {subject: row for family in families for subject, row in self._rows(family).items()}

    def _rows(self, names: Sequence[Subject]) -> dict[Subject, dict[str, Any]]:
        sums = np.array([self.subjects[name] for name in names]).reshape(-1, 3, 3)
        parts = {name: _estimates(sums[:, which], self.turns, 2.0 if which < DIFFERENCE else 4.0)
                 for which, name in enumerate(("a", "b", "difference"))}  # fmt: skip
        return {
            subject: {**{name: rows[at] for name, rows in parts.items()}, "deals": self.deals[subject]}
            for at, subject in enumerate(names)
        }


def _estimates(sums: Any, turns: int, width: float) -> list[dict[str, Any]]:
    """Estimates with intervals that are corrected for their number."""
    games = sums[:, OWNED].astype(float)
    total, squares, deals = sums[:, SUM] / (SCALE * turns), sums[:, SQUARES] / (SCALE * turns) ** 2, games / turns
    evidence = log_evidence(total, squares, width)
    known = games > 0
    found, level = np.zeros(len(games), bool), LEVEL
    if known.any():
        found[known], level = chosen(evidence[known])
    with np.errstate(divide="ignore", invalid="ignore"):
        value, half = total / deals, reach(squares, width, level) / deals
    return [
        {
            "value": round(float(value[at]), 6) if known[at] else None,
            "low": round(max(-width / 2, float(value[at] - half[at])), 6) if known[at] else None,
            "high": round(min(width / 2, float(value[at] + half[at])), 6) if known[at] else None,
            "games": int(games[at]),
            "found": bool(found[at]),
        }
        for at in range(len(games))
    ]


def contributions(
    setting: Setting, prints: tuple[Print, Print], deals: int, known: Mapping[Subject, Any],
    rates: Mapping[Subject, float], wanted: int | None, staff: crew.Workers, folder: Path | None,
    progress: Callable[[int], None], stage: Callable[[str, int], None] | None,
) -> Contributions:  # fmt: skip
    """Of every subject that has a blank. `known` are the sums of those that were looked at in all deals of the
    comparison; all others are looked at in as many as take about as long together as half of the comparison, or as are
    wanted."""
    others, size = tuple(subject for subject in rates if subject not in known), slice_of(setting, prints[0])
    found = Contributions(dict(known), dict.fromkeys(known, deals), len(setting.seatings))
    if not others:
        return found
    half, few = -(-deals // 2), min(deals, wanted or 0)
    if wanted is None:
        few = min(half, max(size, int(half / (1 + sum(rates[subject] for subject in others)))))
    if stage is not None:
        stage("cards without and with", few)
    total = np.zeros((len(others), 3, 3), np.int64)
    keep = None
    if folder is not None:
        keep = crew.Keep(folder, setting.digest([p.text for p in prints], others, size, "contribution"))
    for part in crew.run(Contributed(setting, prints, others), crew.slices(few, size), staff, keep, progress):
        total += part["sums"]
    found.subjects |= dict(zip(others, total, strict=True))
    found.deals |= dict.fromkeys(others, few)
    return found
