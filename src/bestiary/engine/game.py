"""The contract of a game: what every game gives, and what everything else may rely on.

`seat` is a player's place, counted from 0; a spectator is −1. Functions marked *compiled* are rules; the others
are plain Python for people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bestiary.engine import content, frames
from bestiary.engine.actions import ActionSpace
from bestiary.engine.bits import list_bits
from bestiary.engine.catalogue import Catalogue
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.measures import Measures
from bestiary.engine.options import Forbidden, Variant, as_dict, fill, settings_of
from bestiary.engine.records import Record
from bestiary.engine.trace import Event, EventTable


@dataclass(frozen=True)
class Clause:
    """A rule that forbids something: where it stands, and what it says."""

    section: str
    sentence: str
    for_all: bool = False  # nobody could do it, whatever they hold: no news to who asks about a card


class Parts:
    """An observation's named parts, in order."""

    def __init__(self, **sizes: int) -> None:
        self.start: dict[str, int] = {}
        self.sizes = sizes
        self.length = 0
        for name, size in sizes.items():
            self.start[name] = self.length
            self.length += size

    def split(self, observation: Any) -> dict[str, Any]:
        return {n: observation[self.start[n] : self.start[n] + size] for n, size in self.sizes.items()}


class Map(Protocol):
    """The map of a game that has one, to look at before any unit stands on it."""

    def text(self) -> str:
        """For a terminal of 80 columns: the fields, their names, and how far it is between them."""

    def svg(self) -> str:
        """A picture that needs no other file."""

    def data(self) -> dict[str, Any]:
        """For programs."""


class Solution(Protocol):
    """How a game is played perfectly."""

    def strategy(self, known: Any, seat: int) -> tuple[list[int], list[float], list[float]]:
        """From what a seat knows: its legal actions, how often to take each, and its share of the victory with each."""

    def summary(self) -> dict[str, Any]:
        """The figures of the solution and of its proof, for programs."""


Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Opens a progress bar with this text and total; what it gives is called with how much has been done."""


def no_bar(text: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """Where nobody watches."""
    return nullcontext(lambda count: None)


@dataclass(frozen=True)
class Game:
    """One game. Everything that is generic (play, bots, simulate, fuzz, server) takes one of these."""

    name: str  # one word, as on the command line
    title: str  # for people
    summary: str  # one sentence
    version: int  # of the rules: changes only when behaviour does
    folder: Path  # where rules.md, sabotage.toml and edition/ lie

    state: type[Record]  # a position
    box: type[Record]  # what an edition prints
    options: type[Record]  # what a table may set
    actions: ActionSpace  # dense integers with text and structured forms
    events: EventTable  # what can happen, and who may know it
    observation: Parts  # named parts of what `observe` writes
    players: range  # numbers of players
    max_moves: int  # legal actions of one seat, at most
    max_events: int  # events of one action; a longer trace is taken again with more room
    max_decisions: Callable[[Mapping[str, Any]], int]  # no game with these settings takes more; argued in the docs

    setup: Callable[..., Any]  # compiled (box, state, options, key, trace): fills a zeroed record
    legal: Callable[..., Any]  # compiled (box, state, seat, moves) → how many, in rising order
    refusal: Callable[..., Any]  # compiled (box, state, seat, action) → 0, or the clause that forbids it
    apply: Callable[..., Any]  # compiled (box, state, seat, action, trace): runs on to the next decision
    payoff: Callable[..., Any]  # compiled (box, state, out): shares of the victory
    scores: Callable[..., Any]  # compiled (box, state, out): for showing
    side: Callable[..., Any]  # compiled (state, seat) → who plays with whom
    audit: Callable[..., Any]  # compiled (box, state) → 0, or the number of the law of nature it breaks
    hide: Callable[..., Any]  # compiled (state, seat): blanks what the seat cannot know
    determinize: Callable[..., Any]  # compiled (box, state, seat, rng): one possible truth
    observe: Callable[..., Any]  # compiled (box, state, seat, out): features of what the seat knows
    instinct: Callable[..., Any]  # compiled (box, state, seat, moves, count, weights): rules of thumb

    view: Callable[[Edition, Any, int], dict[str, Any]]  # what a seat sees, as plain data
    draw: Callable[[dict[str, Any], Sequence[str]], str]  # a view as text for a terminal
    describe: Callable[[Edition, Any, int, int], str]  # a legal action as a sentence
    narrate: Callable[[Edition, Event], str]  # an event, as far as it is known, as a sentence; "" for none
    why_not: Callable[[Edition, Any, int, Any], Clause | None]  # why an action or intent is refused; None if legal
    clauses: Mapping[int, Clause]  # what `refusal` counts
    laws: Mapping[int, str]  # what `audit` counts
    assemble: content.Assemble  # a checked content file → its box and words

    variants: tuple[Variant, ...]  # the first is the base game
    default_players: int  # where nobody says how many
    default_edition: str = "house"  # one of edition/*.toml or of the folders there
    forbidden: tuple[Forbidden, ...] = ()  # settings that do not go together, with the reason
    fades: tuple[str, ...] = ()  # with the option `memory` on, such an event hides from people what was told before it
    catalogue: Callable[[Edition], Catalogue] | None = None  # all that an edition prints, to browse
    measures: Measures | None = None  # what `report` counts
    map: Callable[[Edition], Map] | None = None  # of an edition, where the game is played on one
    solve: Callable[..., Solution] | None = None  # (edition, options, bar, again) → perfect play, where it is computed
    judge: Callable[..., Any] | None = None  # compiled (box, state, memory, out) → 1 where open cards tell the shares
    judge_memory: int = 0  # 64-bit words that `judge` works in, zeroed before the first call
    reopen: Callable[..., Any] | None = None  # compiled (state, seat): takes back what others answered in this step
    waiting: Callable[..., Any] = field(default=frames.waiting)  # compiled (state) → bit mask; 0 = game over

    def __post_init__(self) -> None:
        missing = {"chance", "seats", "depth", "frame", "asked", "fault"} - {f.name for f in self.state.fields}
        if missing:
            raise TypeError(f"{self.name}: every state has the fields {', '.join(sorted(missing))}")
        lacking = {r.__name__ for r in (self.state, self.options) if "memory" not in {f.name for f in r.fields}}
        if self.fades and (lacking or not set(self.fades) <= set(self.events.by_name)):
            raise TypeError(f"{self.name}: fades names events, and state and options have a field memory")

    @cached_property
    def editions(self) -> dict[str, Path]:
        """The shipped editions."""
        return content.find_editions(self.folder / "edition")

    def edition(self, name: str | None = None) -> Edition:
        """A shipped edition by name, or any content file or folder of them by its path."""
        name = name or self.default_edition
        shipped = name in self.editions
        place = self.editions[name] if shipped else Path(name)
        if not shipped and place.suffix != ".toml" and not place.is_dir():
            known = ", ".join(self.editions)
            ours = f"{self.title} has no edition '{name}'; shipped are {known}"
            raise MalformedError(f"{ours}; or give a .toml file or a folder of them")
        label = place.name if shipped else str(place)
        text = content.read_edition(place)
        return content.assemble(text, content.edition_name(place), label, self.assemble, shipped)

    def edition_from_text(self, text: str, name: str) -> Edition:
        """An edition that travelled inside a replay."""
        return content.assemble(text, name, f"{name} (in the replay)", self.assemble, False)

    def variant(self, name: str) -> Variant:
        """The variant of this name, or an error that lists them."""
        for variant in self.variants:
            if variant.name == name:
                return variant
        known = ", ".join(v.name for v in self.variants)
        raise MalformedError(f"{self.title} has no variant '{name}'; there are {known}")

    def make_options(
        self, players: int | None = None, variant: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> Any:
        """A checked options record; refuses impossible combinations with the reason."""
        chosen = self.variant(variant) if variant else self.variants[0]
        merged = {**chosen.settings, **(settings or {})}
        unknown = sorted(set(merged) - set(settings_of(self.options)))
        if unknown:
            raise MalformedError(f"{self.title} has no option '{unknown[0]}'")
        if players is None:
            players = merged.get("seats")
        if players is None:
            players = self.default_players if self.default_players in chosen.players else chosen.players.start
        if not isinstance(players, int) or players not in self.players:
            raise MalformedError(
                f"{self.title} is for {self.players.start} to {self.players.stop - 1} players, not {players}"
            )
        record = fill(self.options, {**merged, "seats": players})
        plain = as_dict(self.options, record)
        for rule in self.forbidden:
            if rule.when(plain):
                raise MalformedError(rule.reason)
        return record

    def settings(self, record: Any) -> dict[str, Any]:
        """An options record as plain data."""
        return as_dict(self.options, record)

    def legal_actions(self, edition: Edition, state: Any, seat: int) -> list[int]:
        """What a seat may do now, in rising order."""
        moves = np.zeros(self.max_moves, np.int32)
        count = int(self.legal(edition.box, state, seat, moves))
        return [int(m) for m in moves[:count]]

    def seats_waiting(self, state: Any) -> list[int]:
        """The seats that owe a decision."""
        return list_bits(int(self.waiting(state)))

    def payoffs(self, edition: Edition, state: Any) -> list[float]:
        """Each seat's share of the victory."""
        return self._shares(self.payoff, edition, state)

    def score_list(self, edition: Edition, state: Any) -> list[float]:
        """Each seat's points, for showing."""
        return self._shares(self.scores, edition, state)

    def _shares(self, function: Callable[..., Any], edition: Edition, state: Any) -> list[float]:
        out = np.zeros(self.players.stop - 1, np.float64)
        function(edition.box, state, out)
        return [float(v) for v in out[: int(state.seats)]]
