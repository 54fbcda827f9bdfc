"""Tooth & Claw: the formations of an edition, as a list to browse."""

from __future__ import annotations

from bestiary.engine.catalogue import Catalogue, Printed
from bestiary.engine.content import Edition
from bestiary.games.claw.names import ROWS
from bestiary.games.claw.state import CARDS, COLUMNS
from bestiary.games.claw.view import Formation, book


def catalogue(edition: Edition) -> Catalogue:
    formations = tuple(_printed(formation) for formation in book(edition).formations)
    return Catalogue(formations, {"formations": len(formations), "battle_cards": CARDS})


def _printed(formation: Formation) -> Printed:
    marks = [space.mark for space in formation.spaces]
    rows = [f"{row} {' '.join(marks[i * COLUMNS : (i + 1) * COLUMNS])}" for i, row in enumerate(ROWS)]
    kind = formation.type.capitalize()
    return Printed("formations", formation.name, "; ".join(rows), {"type": kind, "round": formation.round})
