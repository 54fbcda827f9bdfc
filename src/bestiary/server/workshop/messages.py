"""What goes over HTTP between the workshop's page and the server, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from bestiary.engine.views import Shape

LARGEST = 400_000
"""Letters of an edition."""

Path = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=8)]
DraftName = Annotated[str, Meta(min_length=1, max_length=40)]


class NewDraft(Shape, kw_only=True):
    """An edition of your own to be made: a copy of a shipped one, of somebody's draft, or of a TOML file."""

    game: str
    name: DraftName
    edition: Annotated[str, Meta(max_length=64)] | None = None  # one that the game ships
    draft: Annotated[str, Meta(max_length=22)] | None = None
    text: Annotated[str, Meta(max_length=LARGEST)] | None = None


class Change(Shape, kw_only=True):
    """Another value for a field of a draft; or another name for the draft."""

    path: Path = field(default_factory=list)
    value: Any = None
    name: DraftName | None = None


class Draft(Shape, kw_only=True):
    """Somebody's edition of a game. Whoever knows its code may look at it, copy it and play it."""

    draft: str
    game: str
    name: str
    base: str  # the shipped edition that it is compared with
    mine: bool
    changed: int  # milliseconds since 1970


class Blank(Shape, kw_only=True):
    """A field of a form: what stands there, and what may."""

    path: list[str]
    label: str
    kind: Literal["number", "numbers", "text", "lines", "choice"]
    value: Any
    base: Any = None  # what stands in the edition that it came from
    low: int = 0
    high: int = 0  # of each number; of a text, the letters, where they are bounded
    least: int = 1
    most: int = 1  # how many numbers
    words: list[Any] = field(default_factory=list)  # what can be chosen


class PieceName(Shape, kw_only=True):
    """A part of an edition that has a form of its own: a card, a formation, a suit."""

    path: list[str]
    title: str
    group: str
    changed: bool = False


class Piece(Shape, kw_only=True):
    """A part of an edition with its form, and the text on the card where there is one."""

    path: list[str]
    title: str
    group: str
    text: str = ""
    fields: list[Blank] = field(default_factory=list)


class Difference(Shape, kw_only=True):
    """A value that differs from the edition that a draft came from."""

    path: list[str]
    title: str
    label: str
    before: Any
    after: Any


class Opened(Shape, kw_only=True):
    """A draft, all its parts by name, and what was changed."""

    draft: Draft
    pieces: list[PieceName]
    differences: list[Difference]


class Changed(Shape, kw_only=True):
    """A part of a draft as it is now, and all that differs."""

    piece: Piece
    differences: list[Difference]


class Measure(Shape, kw_only=True):
    """A comparison to be made: between bots of which level, with how many players, in how many pairs of games."""

    bots: Annotated[str, Meta(max_length=32)] = "greedy"
    players: Annotated[int, Meta(ge=1, le=64)] | None = None
    games: Annotated[int, Meta(ge=10, le=200_000)] = 2_000


class Share(Shape, kw_only=True):
    """A share of the victories before and after a change, in the same deals; `low` and `high` hold the difference."""

    name: str
    before: float
    after: float
    difference: float
    low: float
    high: float
    clear: bool = False  # 0 lies outside, also with regard to how many were compared


class ShareTable(Shape, kw_only=True):
    title: str
    rows: list[Share]


class Comparison(Shape, kw_only=True):
    """What a change did."""

    games: int  # pairs
    bots: str
    players: int
    seconds: float
    tables: list[ShareTable]


class MeasureState(Shape, kw_only=True):
    """How far a comparison is."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    problem: str = ""
    stale: bool = False  # the draft was changed since
    result: Comparison | None = None


MESSAGES = {
    "new_draft": NewDraft, "change": Change, "draft": Draft, "opened": Opened, "piece": Piece, "changed": Changed,
    "measure": Measure, "measured": MeasureState,
}  # fmt: skip
"""Name in `bestiary schema server` → its type."""
