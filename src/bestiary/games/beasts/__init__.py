"""Tailed Beasts: seven clans, four rounds, and the beasts of six nations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.options import Forbidden, Variant
from bestiary.games.beasts.map.chart import Chart
from bestiary.games.beasts.state import MAX_DECISIONS, SEATS


def _named(o: Mapping[str, Any]) -> list[int]:
    """The clans that are named, of every seat that there could be."""
    return [int(o[f"clan_{seat}"]) for seat in range(SEATS)]


def _twice(o: Mapping[str, Any]) -> bool:
    named = [clan for clan in _named(o) if clan > 0]
    return len(named) > len(set(named))


def _map(content: Edition) -> Chart:
    return Chart(content.words["atlas"], f"Tailed Beasts: the map of {content.name}")


COUNTS = range(2, SEATS + 1)

GAME = Game(
    __name__,
    title="Tailed Beasts",
    summary="Lead a clan for four rounds, over land and sea, and capture the beasts of six nations. 2 to 4 players.",
    version=2,
    series=("travel-way", "travel-unit"),
    players=COUNTS,
    max_decisions=lambda o: MAX_DECISIONS,
    variants=(
        Variant("base", "the game of the rulebook", {}, COUNTS),
        Variant("stronger", "the strongest beasts are on the map", {"stronger": 1}, COUNTS),
    ),
    default_players=2,
    large=True,
    forbidden=(
        Forbidden(_twice, "every clan is played by one seat at most: name different clans, or 0 to draw one"),
        Forbidden(lambda o: any(_named(o)[o["seats"] :]), "only seats at the table have clans: leave the others at 0"),
    ),
    map=_map,
)
