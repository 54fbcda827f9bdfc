"""The same deals with any edition: what each game came to, and what was counted in it.

A `Setting` says what is played, in plain values, so that it can be sent to another process or machine and be told from
any other by its digest.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from threading import Event
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.errors import FaultError
from bestiary.engine.game import Game
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.trace import new_trace
from bestiary.lab.company import Company, compiled_bots, seat_bots
from bestiary.lab.plan import SPOTS, Plan, kind_of_each
from bestiary.lab.playout import FAULTS as FAULTS_OF_PLAYOUT
from bestiary.lab.playout import playout_of
from bestiary.lab.slices import slice_size
from bestiary.lab.tables import digest_of
from bestiary.lab.telemetry import FAULTS, OVERFLOWS, TO_A_QUESTION, TO_THE_END, kept_apart_of

SLICE: Final = slice_size(1000)  # deals
THINKING: Final = 8  # where bots look ahead
LARGE: Final = 100  # where much is counted, which takes memory
MUCH: Final = 2000  # keys

Longs = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]
Subject = tuple[str, int]
"""A table and a number: one thing of an edition."""


@dataclass(frozen=True)
class Print:
    """An edition by its text."""

    name: str
    text: str
    shipped: bool = False

    @classmethod
    def of(cls, edition: Edition) -> Print:
        return cls(edition.name, edition.text, edition.shipped)


@dataclass(frozen=True)
class Setting:
    """What is played: a game, how a table of it is set, who plays, and the seed that gives the deals."""

    game: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[str, ...]  # a bot for every seat
    seed: str

    @classmethod
    def of(cls, game: Game, options: Any, bots: Sequence[str], seed: str) -> Setting:
        names = seat_bots(game, bots, int(options.seats))
        settled = {key: tuple(v) if isinstance(v, list) else v for key, v in game.settings(options).items()}
        return cls(game.name, tuple(sorted(settled.items())), tuple(names), seed)

    def digest(self, *further: Any) -> str:
        """Of all that the results depend on."""
        return digest_of(find_game(self.game), self.bots, asdict(self), *further)

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """The bots at every seat in turn, as often as that makes a difference."""
        turned = (self.bots[turn:] + self.bots[:turn] for turn in range(len(self.bots)))
        return list(dict.fromkeys(turned))


@dataclass
class Games:
    """What some deals came to with one edition: a row a deal."""

    shares: Shares  # of every seat
    traits: Longs  # of every seat
    lengths: Longs  # decisions, forced ones, rounds
    counts: Longs  # by key of the plan, and by seat; the last column is for what no seat does


@dataclass
class Dealer:
    """Plays the deals of a setting."""

    setting: Setting
    over: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.game = find_game(self.setting.game)
        chosen = dict(self.setting.options)
        self.options = self.game.make_options(settings=chosen)
        self.players, self.width = int(self.options.seats), self.game.players.stop - 1
        self.kinds = kind_of_each(self.game)

    def play(self, edition: Edition, plan: Plan, bots: Sequence[str], first: int, count: int) -> Games:
        """Some deals with an edition, and all that the plan counts in them."""
        capacity = 2 * self.game.max_events
        while (games := self._play(edition, plan, bots, first, count, capacity)) is None:
            capacity *= 4  # an action had more events than there was room for
        return games

    def _play(
        self, edition: Edition, plan: Plan, bots: Sequence[str], first: int, count: int, capacity: int
    ) -> Games | None:
        game, width, keys_counted = self.game, self.width, len(plan.groups)
        mask = compiled_bots(game, bots)
        _, keys, rngs = batch_seeds(self.setting.seed, first, count)
        shares, points = np.zeros((count, width)), np.zeros(count * width)
        traits, lengths = np.zeros((count, width), np.int64), np.zeros((count, 3), np.int64)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        memory, counts = np.zeros((plan.slots * SPOTS, 3), np.int64), np.zeros((keys_counted, width + 1), np.int64)
        kept, wrong = np.zeros((1 + count * keys_counted, width + 1), np.int64), np.zeros(2, np.int64)
        choices, states = np.zeros((len(game.actions.kinds), 2), np.int64), game.state.array(2)
        trace, groups = new_trace(capacity), np.array(plan.groups, np.int64)

        def run(at: slice, seats: int, answer: int) -> None:
            counting(self.game)(
                edition.box, states, self.options, keys[at], seats, answer, shares[at].reshape(-1), points,
                traits[at].reshape(-1), lengths[at].reshape(-1), moves, weights, rngs[at], trace, self.kinds,
                plan.first, plan.rows, groups, memory, counts, kept, choices, wrong,
            )  # fmt: skip

        if mask is not None:
            run(slice(0, count), mask, TO_THE_END)
        else:
            company = self._company(edition)
            for number in range(count):
                at, state = slice(number, number + 1), states[0]
                run(at, 0, TO_A_QUESTION)
                while (waiting := game.seats_waiting(states[0])) and not self.over.is_set():
                    run(at, 0, company.choose(bots[waiting[0]], state, waiting[0], rngs[number]).action)
        if wrong[OVERFLOWS]:
            return None
        self._check(int(wrong[FAULTS]))
        counted = kept[1:].reshape(count, keys_counted, width + 1)
        return Games(shares[:, : self.players], traits[:, : self.players], lengths, counted)

    def shares(self, edition: Edition, plan: Plan, bots: Sequence[str], deals: Longs) -> Shares:
        """Every seat's share in single deals with an edition, and nothing else."""
        game, count = self.game, len(deals)
        mask = compiled_bots(game, bots)
        if mask is None:
            rows = [self.play(edition, plan, bots, int(deal), 1).shares for deal in deals]
            return np.concatenate(rows) if rows else np.zeros((0, self.players))
        keys, rngs = np.zeros((count, 8), np.uint32), np.zeros((count, 2), np.int64)
        for at, deal in enumerate(deals):
            _, keys[at : at + 1], rngs[at : at + 1] = batch_seeds(self.setting.seed, int(deal), 1)
        shares, points, counters = np.zeros(count * self.width), np.zeros(count * self.width), np.zeros(4, np.int64)
        moves, weights = np.zeros(game.max_moves, np.int32), np.zeros(game.max_moves, np.int32)
        playing(self.game)(
            edition.box, game.state.array(2), self.options, keys, np.full(count, mask, np.int64), shares, points, moves,
            weights, rngs, counters,
        )  # fmt: skip
        self._check(int(counters[FAULTS_OF_PLAYOUT]))
        return shares.reshape(count, self.width)[:, : self.players]

    def _company(self, edition: Edition) -> Company:
        return Company(self.game, edition, self.options)

    def _check(self, faults: int) -> None:
        if faults:
            raise FaultError(f"{self.game.title}: a game met a case that cannot happen; run 'bestiary fuzz'")


counting, playing = functools.cache(kept_apart_of), functools.cache(playout_of)
"""The compiled loops of a game, loaded once in a process."""


@functools.lru_cache(8)
def edition_of(game: str, printed: Print) -> Edition:
    found = find_game(game)
    if printed.shipped:
        return found.shipped_edition(printed.name)
    return found.edition_from_text(printed.text, printed.name)


@functools.lru_cache(8)
def plan_of(game: str, printed: Print) -> Plan:
    return Plan(find_game(game), edition_of(game, printed))


@functools.lru_cache(8)
def counterparts(game: str, a: Print, b: Print) -> Mapping[Subject, Subject]:
    """For every subject of one edition that of the other: by its name, wherever it stands there; where the name is
    gone, what stands in its place under a new one."""
    found: dict[Subject, Subject] = {}
    one, two = plan_of(game, a), plan_of(game, b)
    for table in one.tables:
        places = {subject.name: number for number, subject in reversed(two.named(table))}
        old = {subject.name for _, subject in one.named(table)}
        twice = len(places) < len(two.named(table)) or len(old) < len(one.named(table))
        for number, subject in one.named(table):
            there = two.tables[table][number].name if number < len(two.tables[table]) else ""
            if twice or there == subject.name:
                found[table, number] = (table, number)
            elif subject.name in places:
                found[table, number] = (table, places[subject.name])
            elif there and there not in old:
                found[table, number] = (table, number)
    return found


@functools.lru_cache(8)
def order_of(game: str, a: Print, b: Print) -> Longs:
    """For every key of one edition's plan that of the other's; −1 where the other has no such thing."""
    one, two, match = plan_of(game, a), plan_of(game, b), counterparts(game, a, b)
    order = np.full(len(one.groups), -1, np.int64)
    order[0] = 0
    for measure, base in one.base.items():
        for number, _ in one.named(measure.table):
            if (other := match.get((measure.table, number))) is not None:
                order[base + number] = two.base[measure] + other[1]
    return order


@functools.lru_cache(1024)
def blanked(game: str, printed: Print, subject: Subject) -> Edition:
    """An edition with a blank in place of one of its subjects."""
    found, edition = find_game(game), edition_of(game, printed)
    assert found.measures is not None
    table, number = subject
    box = found.box.from_bytes(record_bytes(edition.box))
    found.measures.blanks[table].make(box, number)
    return replace(edition, box=box, kept={})


def slice_of(setting: Setting, printed: Print) -> int:
    """How many deals are worth a slice of their own. It depends on what is played alone, never on who plays it."""
    if compiled_bots(find_game(setting.game), setting.bots) is None:
        return THINKING
    return min(SLICE, LARGE) if len(plan_of(setting.game, printed).groups) > MUCH else SLICE
