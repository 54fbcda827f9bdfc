"""Tooth & Claw: what cards, spaces and formations are called for people, and what is printed on a space."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

from bestiary.engine.bits import list_bits
from bestiary.engine.views import Shape
from bestiary.games.claw.state import (
    CARD_NAMES, COLOUR_NAMES, COLUMNS, RANKS, RANK_NAMES, SEATS, SECOND, SPACES, SPACE_NAMES, TYPE_NAMES,
)  # fmt: skip

ROWS: Final = ("Vanguard", "Rearguard", "Reinforcements")
COLOUR_TITLES: Final = tuple(name.capitalize() for name in COLOUR_NAMES)
TYPE_TITLES: Final = tuple(name.capitalize() for name in TYPE_NAMES)
CARD_TITLES: Final = tuple(f"{colour} {rank}" for colour in COLOUR_TITLES for rank in RANK_NAMES)
SPACE_TITLES: Final = tuple(f"{row} {column + 1}" for row in ROWS for column in range(COLUMNS))
SPACE_PLACES: Final = tuple(tuple(f"space:{seat}.{name}" for name in SPACE_NAMES) for seat in range(SEATS))
PRINTED_RANKS: Final[tuple[int, ...]] = (*range(RANKS - 1), 12)


def rank(card: int) -> int:
    return PRINTED_RANKS[card % RANKS]


@lru_cache(1 << 12)
def bits(mask: int) -> tuple[int, ...]:
    """The places of a small set."""
    return tuple(list_bits(mask))


@lru_cache(1 << 12)
def cards_in(mask: int) -> tuple[str, ...]:
    """The names of a set of cards."""
    return tuple(CARD_NAMES[card] for card in list_bits(mask))


class Space(Shape, kw_only=True):
    """What is printed on a space of a formation card."""

    id: str
    row: str
    column: int  # from 1
    blank: bool = False
    bonus: int = 0
    wild: bool = False
    reveal: bool = False  # the deck's top card is turned up here
    two: bool = False  # 2 Cards

    @property
    def mark(self) -> str:
        """A space as an edition writes it: `+1W`."""
        if self.blank:
            return "#"
        bonus = f"+{self.bonus}" if self.bonus else ""
        return f"{'2' if self.two else ''}{bonus}{'W' if self.wild else ''}{'?' if self.reveal else ''}" or "."


def spaces_of(box: Any, formation: int) -> list[Space]:
    """The nine spaces of a formation card."""
    blank, wild, bonus = int(box.blank[formation]), int(box.wild[formation]), box.bonus[formation].tolist()
    reveal, pair = int(box.reveal[formation]), int(box.pair[formation])
    return [
        Space(
            id=SPACE_NAMES[space],
            row=ROWS[space // COLUMNS],
            column=space % COLUMNS + 1,
            blank=bool(blank >> space & 1),
            bonus=bonus[space],
            wild=bool(wild >> space & 1),
            reveal=reveal == space,
            two=space == pair > 0,
        )
        for space in range(SPACES)
    ]


@cache
def where(space: int, pair: int, bonus: int, wild: int) -> str:
    """`Vanguard 1 (+2, Wild)`: a place to fill, with its effects; SECOND is the other card of the 2 Cards space."""
    if space == SECOND:
        return f"{SPACE_TITLES[pair]} (the other card)"
    marks = [f"+{bonus}"] if bonus else []
    marks += ["Wild"] if wild else []
    marks += ["2 Cards"] if space == pair > 0 else []
    return SPACE_TITLES[space] + (f" ({', '.join(marks)})" if marks else "")
