"""Tooth & Claw: the formations of an edition, as a list to browse."""

from __future__ import annotations

from bestiary.engine.catalogue import Catalogue, Printed
from bestiary.engine.content import Edition
from bestiary.games.claw.state import CARDS, COLUMNS, FORMATIONS
from bestiary.games.claw.words import ROWS, formation_data, printed


def catalogue(edition: Edition) -> Catalogue:
    formations = tuple(_formation(edition, formation) for formation in range(FORMATIONS))
    return Catalogue(formations, {"formations": len(formations), "battle_cards": CARDS})


def _formation(edition: Edition, formation: int) -> Printed:
    data = formation_data(edition, formation)
    marks = [printed(space) for space in data["spaces"]]
    rows = [f"{row} {' '.join(marks[i * COLUMNS : (i + 1) * COLUMNS])}" for i, row in enumerate(ROWS)]
    return Printed("formations", data["name"], "; ".join(rows), {"type": data["type"], "round": data["round"]})
