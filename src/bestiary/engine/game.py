"""The contract of a game: what every game gives, and what everything else may rely on.

`seat` is a player's place, counted from 0; a spectator is −1. Functions marked *compiled* are rules; the others
are plain Python for people.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from bestiary.engine import content, frames
from bestiary.engine.actions import ActionSpace
from bestiary.engine.bits import list_bits
from bestiary.engine.catalogue import Catalogue
from bestiary.engine.content import Edition, Section
from bestiary.engine.decisions import Policy
from bestiary.engine.door import Door
from bestiary.engine.errors import MalformedError
from bestiary.engine.fields import Fields
from bestiary.engine.inlining import large_games
from bestiary.engine.measures import Measures
from bestiary.engine.options import Forbidden, Variant, as_dict, fill, settings_of, span
from bestiary.engine.records import Record, raw
from bestiary.engine.sight import Sight
from bestiary.engine.spelling import instead
from bestiary.engine.telling import Telling
from bestiary.engine.trace import EventTable
from bestiary.engine.upgrade import Upgrade
from bestiary.engine.views import Act, Preset, Shapes


@dataclass(frozen=True)
class Clause:
    """A rule that forbids something: where it stands ("Betting", or with a ruling "Betting, R8"), and what it says."""

    section: str
    sentence: str
    number: int = field(default=0, compare=False)  # what `refusal` calls it
    for_all: bool = False  # nobody could do it, whatever they hold

    @property
    def heading(self) -> str:
        """The heading of the rules."""
        return self.section.partition(", ")[0]

    @property
    def ruling(self) -> str:
        """The ruling, where one says so."""
        return self.section.partition(", ")[2]


@dataclass(frozen=True)
class Feature:
    """A part of an observation: how many numbers, what they tell, and between which bounds they always lie."""

    size: int
    text: str
    high: float = 1.0
    low: float = 0.0


class Parts:
    """An observation's named parts, in order."""

    def __init__(self, **features: Feature) -> None:
        self.features = features
        self.sizes = {name: feature.size for name, feature in features.items()}
        self.start: dict[str, int] = {}
        self.length = 0
        for name, size in self.sizes.items():
            self.start[name] = self.length
            self.length += size

    @property
    def low(self) -> npt.NDArray[np.float32]:
        """The least that each number can be."""
        return self._spread([feature.low for feature in self.features.values()])

    @property
    def high(self) -> npt.NDArray[np.float32]:
        """The most that each number can be."""
        return self._spread([feature.high for feature in self.features.values()])

    def _spread(self, bounds: list[float]) -> npt.NDArray[np.float32]:
        return np.repeat(np.array(bounds, np.float32), list(self.sizes.values()))

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

    def exploitability(self, policy: Policy, bar: Bar = ..., threads: int = 1, since: int = 0) -> float:
        """What two best responses gain together against a policy, which so many threads ask at once."""


Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Opens a progress bar with this text and total; what it gives is called with how much has been done."""


def no_bar(text: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """Where nobody watches."""
    return nullcontext(lambda count: None)


PLACES: Final[Mapping[str, str]] = {
    "state": "state.State", "box": "state.Box", "options": "state.Options",
    "actions": "state.ACTIONS", "events": "state.EVENTS",
    "max_moves": "state.MAX_MOVES", "max_events": "state.MAX_EVENTS",
    "setup": "rules.setup", "legal": "rules.legal", "refusal": "rules.refusal", "apply": "rules.apply",
    "payoff": "rules.payoff", "scores": "rules.scores", "side": "rules.side", "audit": "rules.audit",
    "hide": "secrets.hide", "determinize": "secrets.determinize", "observe": "secrets.observe",
    "observation": "secrets.OBSERVATION",
    "instinct": "instinct.instinct",
    "shapes": "view.SHAPES", "public": "view.public", "private": "view.private", "act": "view.act",
    "meant": "view.meant", "book": "view.book", "draw": "drawing.draw",
    "telling": "words.TELLING", "explain": "words.explain", "clauses": "words.CLAUSES", "laws": "words.LAWS",
    "assemble": "edition.assemble",
}  # fmt: skip
"""Where the parts of a game live: a file of its folder, and a name in there."""

OPTIONAL: Final[Mapping[str, tuple[str, Any]]] = {
    "reopen": ("secrets.reopen", None),
    "legal_set": ("rules.legal_set", None), "decide": ("rules.decide", None), "advance": ("rules.advance", None),
    "task": ("rules.task", None),
    "facts": ("rules.facts", None), "fact_count": ("rules.FACT_COUNT", 0),
    "presets": ("view.presets", None), "fields": ("view.FACT_FIELDS", None), "about": ("view.about", None),
    "chart": ("drawing.chart", None), "spots": ("drawing.spots", None),
    "upgrade": ("upgrade.UPGRADE", None),
    "catalogue": ("catalogue.catalogue", None),
    "measures": ("measures.MEASURES", None),
    "lint": ("lints.lint", None),
    "solve": ("solver.solve", None), "solvable": ("solver.check", None),
    "judge": ("judge.judge", None), "judge_memory": ("judge.MEMORY", 0),
}  # fmt: skip
"""What a game may leave out: its place, and what stands for it then. A file that is there for such parts alone must
hold them."""

FOUND: Any = object()
"""The default of a part that the engine finds."""


def find_part(home: ModuleType, part: str) -> Any:
    """A part of the game whose package or module is `home`; if it is missing, the error says where it should be."""
    if part == "name":
        return home.__name__.rpartition(".")[2]
    folder = Path(str(home.__file__)).parent
    if part == "folder":
        return folder
    place, without = OPTIONAL[part] if part in OPTIONAL else (PLACES[part], FOUND)
    file, _, name = place.partition(".")
    if hasattr(home, "__path__"):
        if find_spec(f"{home.__name__}.{file}") is None:
            if without is FOUND:
                raise TypeError(f"{folder}: there is no {file}.py, and {name} belongs there")
            return without
        home = importlib.import_module(f"{home.__name__}.{file}")
        if not any(other.startswith(f"{file}.") for other in PLACES.values()):
            without = FOUND
    found = getattr(home, name, without)
    if found is FOUND:
        raise TypeError(f"{home.__file__}: {name} is missing; the contract wants it there")
    return found


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game. Everything that is generic (play, bots, simulate, fuzz, server) takes one of these.

    A game states what differs; functions, records and tables are found where PLACES and OPTIONAL say, in the files of
    its folder, or in its module if that is a single file. Whatever is given by hand is not looked for.
    """

    module: str = field(kw_only=False)  # where the game lives: the `__name__` of its package or module
    name: str = FOUND  # one word, as on the command line; the last part of `module`
    title: str  # for people
    summary: str  # one sentence
    version: int  # of the rules: changes only when behaviour does
    folder: Path = FOUND  # where rules.md, sabotage.toml and edition/ lie; that of `module`

    state: type[Record] = FOUND  # a position
    box: type[Record] = FOUND  # what an edition prints
    options: type[Record] = FOUND  # what a table may set
    actions: ActionSpace = FOUND  # dense integers with text and structured forms
    events: EventTable = FOUND  # what can happen, and who may know it
    observation: Parts = FOUND  # named parts of what `observe` writes, with their bounds
    players: range  # numbers of players
    max_moves: int = FOUND  # legal actions of one seat, at most
    max_events: int = FOUND  # events of one action; a longer trace is taken again with more room
    max_decisions: Callable[[Mapping[str, Any]], int]  # no game with these settings takes more; argued in the docs

    setup: Callable[..., Any] = FOUND  # compiled (box, state, options, key, trace): fills a zeroed record
    legal: Callable[..., Any] = FOUND  # compiled (box, state, seat, moves) → how many, in rising order
    legal_set: Callable[..., Any] | None = FOUND  # compiled (box, state, seat) → a bit for each, where 62 are enough
    refusal: Callable[..., Any] = FOUND  # compiled (box, state, seat, action) → 0, or the clause that forbids it
    apply: Callable[..., Any] = FOUND  # compiled (box, state, seat, action, trace): runs on to the next decision
    decide: Callable[..., Any] | None = FOUND  # compiled (box, state, seat, action, trace): `apply`, no step more
    advance: Callable[..., Any] | None = FOUND  # compiled (box, state, trace): the next step, while nobody is asked
    task: Callable[..., Any] | None = FOUND  # compiled (state) → what either of them would do, a number below 2,048
    payoff: Callable[..., Any] = FOUND  # compiled (box, state, out): shares of the victory
    scores: Callable[..., Any] = FOUND  # compiled (box, state, out): for showing
    side: Callable[..., Any] = FOUND  # compiled (state, seat) → who plays with whom
    audit: Callable[..., Any] = FOUND  # compiled (box, state) → 0, or the number of the law of nature it breaks
    hide: Callable[..., Any] = FOUND  # compiled (state, seat): blanks what the seat cannot know
    determinize: Callable[..., Any] = FOUND  # compiled (box, state, seat, rng): one possible truth
    observe: Callable[..., Any] = FOUND  # compiled (box, state, seat, out): features of what the seat knows
    instinct: Callable[..., Any] = FOUND  # compiled (box, state, seat, moves, count, weights): rules of thumb

    facts: Callable[..., Any] | None = FOUND  # compiled (box, state, seat, out): numbers that a view of a seat tells
    fact_count: int = FOUND  # how many
    shapes: Shapes = FOUND  # the types of this game's view and book
    public: Callable[[Sight], Any] = FOUND  # what everybody sees, from what a spectator knows
    private: Callable[[Sight], Any] = FOUND  # what a seat sees beyond that, and what it is asked
    act: Callable[[Sight, int], Act] = FOUND  # a legal action with the things that it concerns
    meant: Callable[[Sight, str, str], list[int] | int] = FOUND  # actions that a thing could be meant for, or a clause
    presets: Callable[[Sight, int, int], list[Preset]] | None = FOUND  # usual amounts between two
    fields: Fields | None = FOUND  # the view as places that hang on few facts each
    about: Callable[[Sight, str], list[str]] | None = FOUND  # sentences on a thing that somebody points at
    book: Callable[[Edition], Any] = FOUND  # all that an edition prints, by the names that views use
    draw: Callable[..., str] = FOUND  # (look, edition, names, room): a view as text that fits the room
    chart: Callable[..., str] | None = FOUND  # (look, edition): the map as it stands, where the game has one
    spots: Callable[..., list[str]] | None = FOUND  # (look, edition, name): sentences on places that no book lists
    telling: Telling = FOUND  # how every event is told: its sentence and its path
    explain: Callable[[Sight, int, int], Clause] = FOUND  # the clause of a refused action, told of the case at hand
    clauses: Mapping[int, Clause] = FOUND  # what `refusal` counts
    laws: Mapping[int, str] = FOUND  # what `audit` counts
    assemble: content.Assemble = FOUND  # a checked content file → its box and words

    variants: tuple[Variant, ...]  # the first is the base game
    default_players: int  # where nobody says how many
    large: bool = False  # compiled almost without inlining, which takes minutes; a plain game takes seconds
    default_edition: str = "house"  # one of edition/*.toml or of the folders there
    forbidden: tuple[Forbidden, ...] = ()  # settings that do not go together, with the reason
    series: tuple[str, ...] = ()  # kinds of questions that come again until the player says done; moves keep numbers
    fades: tuple[str, ...] = ()  # with the option `memory` on, such an event hides from people what was told before it
    catalogue: Callable[[Edition], Catalogue] | None = FOUND  # all that an edition prints, to browse
    measures: Measures | None = FOUND  # what `report` counts
    lint: Callable[[Section], Iterable[str]] | None = FOUND  # an edition's file → what ours would not have
    map: Callable[[Edition], Map] | None = None  # of an edition, where the game is played on one
    solve: Callable[..., Solution] | None = FOUND  # (edition, options, bar, again) → perfect play, where it is computed
    solvable: Callable[[Any], None] | None = FOUND  # (options): refuses a table that is not solved
    judge: Callable[..., Any] | None = FOUND  # compiled (box, state, memory, out) → 1 where open cards tell the shares
    judge_memory: int = FOUND  # 64-bit words that `judge` works in, zeroed before the first call
    reopen: Callable[..., Any] | None = FOUND  # compiled (state, seat): takes back what others answered in this step
    upgrade: Upgrade | None = FOUND  # how replay files of format 1 are read, if there are any
    not_asked: int = 1  # the clause for a seat that owes no decision
    waiting: Callable[..., Any] = field(default=frames.waiting)  # compiled (state) → bit mask; 0 = game over

    def __post_init__(self) -> None:
        if self.large:
            large_games.add(self.module)
        home = importlib.import_module(self.module)
        for part in [f.name for f in fields(self) if getattr(self, f.name) is FOUND]:
            object.__setattr__(self, part, find_part(home, part))
        missing = {"chance", "seats", "depth", "frame", "asked", "fault"} - {f.name for f in self.state.fields}
        if missing:
            raise TypeError(f"{self.name}: every state has the fields {', '.join(sorted(missing))}")
        lacking = {r.__name__ for r in (self.state, self.options) if "memory" not in {f.name for f in r.fields}}
        if len({self.decide is None, self.advance is None, self.task is None}) > 1:
            raise TypeError(f"{self.name}: decide, advance and task are the pieces of apply: all of them, or none")
        if self.fades and (lacking or not set(self.fades) <= set(self.events.by_name)):
            raise TypeError(f"{self.name}: fades names events, and state and options have a field memory")

    def __reduce__(self) -> tuple[Any, ...]:
        """A registered game pickles by its name."""
        from bestiary.engine.registry import find_game, game_names

        if self.name not in game_names() or find_game(self.name) is not self:
            raise TypeError(f"{self.title} is not the registered game '{self.name}', so it cannot be pickled by name")
        return find_game, (self.name,)

    def __hash__(self) -> int:
        return hash((self.name, self.module))

    @cached_property
    def door(self) -> Door:
        """Who is asked, what is legal, and a whole move, as calls that are cheap to make, see engine.door."""
        return Door(self)

    @cached_property
    def editions(self) -> dict[str, Path]:
        """The shipped editions."""
        return content.find_editions(self.folder / "edition")

    @cached_property
    def _read(self) -> dict[str, Edition]:
        """The shipped editions that replays have named so far: a file of many games has one."""
        return {}

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

    def shipped_edition(self, name: str) -> Edition:
        """An edition by its name alone: what a file from elsewhere names is never opened as a path."""
        if name not in self.editions:
            raise MalformedError(f"{self.title} has no edition '{name}'{instead(name, self.editions)}")
        if name not in self._read:
            self._read[name] = self.edition(name)
        return self._read[name]

    def edition_from_text(self, text: str, name: str) -> Edition:
        """An edition that travelled inside a replay."""
        return content.assemble(text, name, f"{name} (in the replay)", self.assemble, False)

    def variant(self, name: str) -> Variant:
        """The variant of this name, or an error that lists them."""
        for variant in self.variants:
            if variant.name == name:
                return variant
        raise MalformedError(f"{self.title} has no variant '{name}'{instead(name, [v.name for v in self.variants])}")

    def make_options(
        self, players: int | None = None, variant: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> Any:
        """A checked options record; refuses impossible combinations with the reason."""
        chosen = self.variant(variant) if variant else self.variants[0]
        merged = {**chosen.settings, **(settings or {})}
        known = settings_of(self.options)
        unknown = sorted(set(merged) - set(known))
        if unknown:
            raise MalformedError(f"{self.title} has no option '{unknown[0]}'{instead(unknown[0], known)}")
        if players is None:
            players = merged.get("seats")
        if players is None:
            players = self.default_players if self.default_players in chosen.players else chosen.players.start
        if not isinstance(players, int) or players not in self.players:
            numbers = span(self.players.start, self.players.stop - 1)
            raise MalformedError(f"{self.title} is for {numbers} players, not {players}")
        record = fill(self.options, {**merged, "seats": players})
        plain = as_dict(self.options, record)
        for rule in self.forbidden:
            if rule.when(plain):
                raise MalformedError(rule.reason)
        return record

    def settings(self, record: Any) -> dict[str, Any]:
        """An options record as plain data."""
        return as_dict(self.options, record)

    def default_of(self, name: str) -> Any:
        """What is played where nobody sets an option; how many play is the game's own choice."""
        return self.default_players if name == "seats" else settings_of(self.options)[name].default

    def legal_actions(self, edition: Edition, state: Any, seat: int) -> list[int]:
        """What a seat may do now, in rising order."""
        moves = np.empty(self.max_moves, np.int32)
        count = self.door.listed(raw(edition.box), raw(state), seat, moves)
        return list(moves[:count].tolist())

    def seats_waiting(self, state: Any) -> list[int]:
        """The seats that owe a decision."""
        return list_bits(self.door.asked(raw(state)))

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
