"""What a card contributes: the change of its owner's share when a blank takes its place, in the same deals.

The share of wins of those who have *drawn* a card says something else: who does well draws more, and a card that is
drawn late is drawn in long games. Here nothing else differs between the two games than the card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
        sums = np.zeros((len(self.subjects), 3, 3), np.int64)
        totals = np.zeros((len(self.subjects), 2, 2, count), np.int64)  # by edition: owned, and what the card brought
        imagining = compiled_bots(dealer.game, self.setting.bots) is None  # bots who look ahead think of unseen cards
        for bots in self.setting.seatings:
            again: dict[tuple[bytes, bytes], Any] = {}
            for side, printed in enumerate(self.prints):
                plan, edition = plan_of(self.setting.game, printed), edition_of(self.setting.game, printed)
                games = dealer.play(edition, plan, bots, first, count)
                for at, name in enumerate(self.subjects):
                    subject = counterparts(self.setting.game, *self.prints)[name] if side else name
                    owned, seen = owners(plan, subject, games, dealer.players)
                    deals = np.flatnonzero(owned.any(axis=1) & (seen | imagining))
                    blank = blanked(self.setting.game, printed, subject)
                    key = record_bytes(blank.box), deals.tobytes()
                    if key not in again:  # the two editions without the card may be the same
                        again[key] = dealer.shares(blank, plan, bots, first + deals)
                    brought = (games.shares[deals] - again[key]) * owned[deals]
                    owner = owned.sum(axis=1)
                    totals[at, side, 0] += owner > 0
                    each = brought.sum(axis=1) / np.maximum(1, owner[deals])
                    totals[at, side, 1, deals] += np.rint(each * SCALE).astype(np.int64)
        for which in (A, B, DIFFERENCE):
            there = totals[:, which, 0] if which < DIFFERENCE else totals[:, :, 0].max(axis=1)
            value = totals[:, which, 1] if which < DIFFERENCE else totals[:, B, 1] - totals[:, A, 1]
            sums[:, which, OWNED] = there.sum(axis=1)
            sums[:, which, SUM] = value.sum(axis=1)
            sums[:, which, SQUARES] = (value * value).sum(axis=1)
        return {"sums": sums}


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

    def rows(self) -> dict[Subject, dict[str, Any]]:
        names, sums = list(self.subjects), np.array(list(self.subjects.values())).reshape(-1, 3, 3)
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
    setting: Setting, prints: tuple[Print, Print], deals: int, changed: Sequence[Subject],
    rates: Mapping[Subject, float], wanted: int | None, staff: crew.Workers, folder: Path | None,
    progress: Callable[[int], None], stage: Callable[[str, int], None] | None,
) -> Contributions:  # fmt: skip
    """Of every subject that has a blank. Unless a number of deals is wanted, changed ones are looked at in half of the
    deals of the comparison, and all others together in as many as take about as long."""
    others = tuple(subject for subject in rates if subject not in changed)
    size = slice_of(setting, prints[0])
    found = Contributions({}, {}, len(setting.seatings))
    half = -(-deals // 2) if wanted is None else min(deals, wanted)
    few = half if wanted is not None else min(half, max(size, int(half / (1 + sum(rates[s] for s in others)))))
    jobs = [(subjects, count) for subjects, count in ((tuple(changed), half), (others, few)) if subjects]
    if stage is not None:
        stage("cards without and with", sum(count for _, count in jobs))
    for subjects, count in jobs:
        total = np.zeros((len(subjects), 3, 3), np.int64)
        digest = setting.digest([p.text for p in prints], subjects, size, "contribution")
        keep = crew.Keep(folder, digest) if folder is not None else None
        task = Contributed(setting, prints, subjects)
        for part in crew.run(task, crew.slices(count, size), staff, keep, progress):
            total += part["sums"]
        found.subjects |= dict(zip(subjects, total, strict=True))
        found.deals |= dict.fromkeys(subjects, count)
    return found
