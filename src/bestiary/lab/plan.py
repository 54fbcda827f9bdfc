"""A game's measures as numbers for the compiled loop.

Every (measure, subject) is a key; key 0 counts rounds. A row of the plan says what one kind of event is to one measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.measures import Measure, Measures, Subject
from bestiary.engine.trace import EventKind

# Columns of a row. SUBJECT, SEAT, AMOUNT, KEY and MARK are columns of the trace, 0 where there is none; SLOT is the
# memory that two events share, −1 where there is none, and KEEPS says which of them writes it.
KEEPS, BASE, SUBJECTS, SUBJECT, SEAT, AMOUNT, SLOT, KEY, MARK = range(9)
SPOTS: Final = 64  # what the argument `key` can be, at most


class Plan:
    """What to count in a game with an edition."""

    def __init__(self, game: Game, edition: Edition) -> None:
        assert game.measures is not None
        self.measures: Measures = game.measures
        self.tables: Mapping[str, Sequence[Subject]] = game.measures.subjects(edition)
        self.traits = tuple(game.measures.traits(edition))
        self.base: dict[Measure, int] = {}
        self.groups = [-1]
        for measure in self.measures.measures:
            self.base[measure] = len(self.groups)
            self.groups += [subject.trait for subject in self.tables[measure.table]]
        watched = game.measures.watch.events.kinds if game.measures.watch else []
        self.kinds: list[EventKind] = [*game.events.kinds, *watched]
        self.codes = {kind.name: code for code, kind in enumerate(self.kinds, 1)}
        self.slots = 0
        rows = [(self.codes[self.measures.rounds], [0, 0, 1, 0, 0, 0, -1, 0, 0])]
        for measure in self.measures.measures:
            rows += self._rows(measure)
        rows.sort(key=lambda row: row[0])
        self.rows = np.array([numbers for _, numbers in rows], np.int64)
        codes = [code for code, _ in rows]
        self.first = np.searchsorted(codes, np.arange(len(self.kinds) + 2)).astype(np.int64)

    def _rows(self, measure: Measure) -> list[tuple[int, list[int]]]:
        """The rows of a measure, with the code of the event of each."""
        base, size = self.base[measure], len(self.tables[measure.table])
        if not measure.of:
            return [self._row(source, measure, [0, base, size], -1) for source in measure.sources.split()]
        slot = self.slots
        self.slots += 1
        kept = [self._row(source, measure, [1, base, size], slot) for source in measure.of.split()]
        return kept + [self._row(source, measure, [0, base, size], slot) for source in measure.sources.split()]

    def _row(self, source: str, measure: Measure, head: list[int], slot: int) -> tuple[int, list[int]]:
        event, _, subject = source.partition(".")
        code = self.codes[event]
        args = self.kinds[code - 1].args
        shared = [measure.key, measure.mark] if slot >= 0 else ["", ""]
        seat = measure.seat if slot < 0 or head[0] else ""
        names = [subject, seat, measure.amount]
        columns = [args.index(name) + 1 if name else 0 for name in [*names, *shared]]
        return code, [*head, *columns[:3], slot, *columns[3:]]

    def owner_of(self, table: str, number: int) -> int:
        """The trait of the seats that a subject with a blank belongs to; −1: of those who had it."""
        owner = self.measures.blanks[table].owner
        return owner(number) if owner is not None else self.tables[table][number].trait

    def named(self, table: str) -> list[tuple[int, Subject]]:
        """The subjects that exist, with their numbers."""
        return [(number, subject) for number, subject in enumerate(self.tables[table]) if subject.name]


def kind_of_each(game: Game) -> Any:
    """For every action the number of its kind."""
    kinds = np.zeros(game.actions.size, np.int64)
    for number, kind in enumerate(game.actions.kinds):
        first = game.actions.offset[kind.name]
        kinds[first : first + kind.count] = number
    return kinds
