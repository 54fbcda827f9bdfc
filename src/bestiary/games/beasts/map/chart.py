"""The map in words: a drawing for a terminal, the names of its fields, and how fair it is."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bestiary.games.beasts.map import atlas as maps
from bestiary.games.beasts.map import drawing
from bestiary.games.beasts.map.atlas import LETTERS, Atlas
from bestiary.games.beasts.state import COAST, FIELDS, KAMUI, MOUNTAIN, OPEN, RIVER, SEA, WATER

# A field is a brick: two lines of five characters inside a frame that it shares with its neighbours. Rows are shifted
# by half a brick, so that the six sides of a hexagon become left, right, and two halves above and below.
WIDTH: Final = 6
HEIGHT: Final = 3
ROOM: Final = WIDTH - 1
LINES: Final = HEIGHT - 1
WIDEST: Final = 80

NO_BREAK: Final = "\xa0"
COLUMNS: Final = 6  # of figures beside each other
BORDERS: Final = ("open", "mountain", "river", "coast", "sea")
EXPLAINED: Final = (
    "Means are of the steps to all of them, over open borders; a field with two coins\n"
    "counts twice. Waters and landings, the coasts of other capitals, are by sea."
)

Cell = tuple[int, int]
Label = Sequence[str]
"""What stands in a field: up to two short texts."""

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(6)
FRAME: Final[dict[int, tuple[Cell, ...]]] = {
    EAST: ((6, 1), (6, 2)),
    WEST: ((0, 1), (0, 2)),
    SOUTH_EAST: ((4, 3), (5, 3)),
    SOUTH_WEST: ((1, 3), (2, 3)),
    NORTH_WEST: ((1, 0), (2, 0)),
    NORTH_EAST: ((4, 0), (5, 0)),
}
CORNERS: Final[dict[int, tuple[Cell, Cell]]] = {
    EAST: ((6, 0), (6, 3)),
    WEST: ((0, 0), (0, 3)),
    SOUTH_EAST: ((3, 3), (6, 3)),
    SOUTH_WEST: ((0, 3), (3, 3)),
    NORTH_WEST: ((0, 0), (3, 0)),
    NORTH_EAST: ((3, 0), (6, 0)),
}
LYING: Final = {OPEN: ".", MOUNTAIN: "^", RIVER: "~", COAST: "-", SEA: " "}
STANDING: Final = {**LYING, OPEN: ":", COAST: "|"}
CORNER_SIGN: Final = {OPEN: ".", MOUNTAIN: "+", RIVER: "+", COAST: "+", SEA: " "}
CORNER_RANK: Final = " .+"

LEGEND: Final = (
    "Land lies in frames: .. open border, ^^ mountains, ~~ river, -- coast or edge.\n"
    "C capital, L lair, s spawner, $ coin, h hot spring, * crown.\n"
    "Waters with the same letter, (A) to (E), are neighbours."
)


@dataclass(frozen=True)
class Chart:
    """An edition's map, to look at."""

    atlas: Atlas
    title: str

    def text(self) -> str:
        return "\n\n".join([draw(self.atlas), LEGEND, names(self.atlas), figures(self.atlas)])

    def svg(self) -> str:
        return drawing.svg(self.atlas, self.title)

    def data(self) -> dict[str, Any]:
        return data(self.atlas)


def draw(atlas: Atlas, labels: Mapping[int, Label] | None = None) -> str:
    """The map as text, with two short lines in every field: those given, or what is printed there."""
    shown = {**printed(atlas), **(labels or {})}
    rows = [list(line) for line in frames(atlas)]
    for field, (x, y) in enumerate(bricks(atlas)):
        for line, text in enumerate(list(shown[field])[:LINES], y + 1):
            rows[line][x + 1 : x + 1 + len(text[:ROOM])] = text[:ROOM]
    return "\n".join("".join(row).rstrip() for row in rows)


def bricks(atlas: Atlas) -> list[Cell]:
    """Where each field is drawn: its upper left corner."""
    left = min(2 * q + r for q, r in atlas.places)
    top = min(r for _, r in atlas.places)
    return [((2 * q + r - left) * WIDTH // 2, (r - top) * HEIGHT) for q, r in atlas.places]


@functools.lru_cache(maxsize=8)
def frames(atlas: Atlas) -> list[str]:
    """The lines of the map with nothing in its fields. Kept, because a table draws the same map again and again."""
    canvas: dict[Cell, str] = {}
    for field, (x, y) in enumerate(bricks(atlas)):
        for side, border in enumerate(maps.borders_around(atlas, field)):
            sign = (STANDING if side in (EAST, WEST) else LYING)[border]
            canvas.update({(x + dx, y + dy): sign for dx, dy in FRAME[side]})
            for corner in ((x + dx, y + dy) for dx, dy in CORNERS[side]):
                canvas[corner] = max(canvas.get(corner, " "), CORNER_SIGN[border], key=CORNER_RANK.index)
    lines = range(max(y for _, y in canvas) + 1)
    wide = range(max(x for x, _ in canvas) + 1)
    return ["".join(canvas.get((x, y), " ") for x in wide) for y in lines]


def printed(atlas: Atlas) -> Mapping[int, Label]:
    """A field's number and site, and below them its symbols."""
    labels = {}
    for field in range(FIELDS):
        site = "C" * bool(atlas.capital[field]) + "L" * int(atlas.base[field])
        symbols = "s" * int(atlas.spawner[field]) + "$" * int(atlas.coin[field])
        symbols += "h" * int(atlas.hot[field]) + "*" * int(atlas.dom[field])
        if atlas.letter[field]:
            symbols = f"({LETTERS[int(atlas.letter[field])]})"
        labels[field] = (f"{field:>2} {site}", f" {symbols}")
    return labels


def names(atlas: Atlas) -> str:
    """The fields' names, nation by nation."""
    parts: dict[str, list[str]] = {}
    for field, name in enumerate(atlas.names):
        region = atlas.region(field) if field != KAMUI else "Beyond"
        parts.setdefault(region, []).append(f"{field}{NO_BREAK}{name.replace(' ', NO_BREAK)}")
    lines = []
    for region in sorted(parts, key=lambda name: (*atlas.nations, name).index(name)):
        text = f"{region}: {', '.join(parts[region])}."
        lines += textwrap.wrap(text, WIDEST - 2, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines).replace(NO_BREAK, " ")


def figures(atlas: Atlas) -> str:
    """How far it is from the capitals and lairs to everything that is worth going to."""
    parts = []
    for title, fields in (("capital", atlas.capitals()), ("lair", atlas.bases())):
        for start in range(0, len(fields), COLUMNS):
            parts.append(_figures(atlas, f"From {title}", fields[start : start + COLUMNS]))
    return "\n\n".join([*parts, EXPLAINED])


def _figures(atlas: Atlas, title: str, fields: Sequence[int]) -> str:
    views = [maps.outlook(atlas, field) for field in fields]
    rows = [[title, *map(str, fields), "spread"]]
    for what in views[0].ways:
        means = [maps.mean(view.ways[what]) for view in views]
        rows.append([f"{what}, mean", *(f"{mean:.2f}" for mean in means), f"{max(means) - min(means):.2f}"])
        if what != maps.BY_SEA:
            rows.append(["  nearest", *(_steps(view.ways[what]) for view in views), ""])
    rows.append(["  nearest landings", *(_steps(view.landings) for view in views), ""])
    return "\n".join(f"{row[0]:<19}{''.join(f'{text:>8}' for text in row[1:])}".rstrip() for row in rows)


def _steps(steps: Sequence[int]) -> str:
    return " ".join(map(str, steps[: maps.NEAREST]))


def data(atlas: Atlas) -> dict[str, Any]:
    """The map and its figures for programs."""
    return {
        "nations": list(atlas.nations),
        "fields": [_field_data(atlas, field) for field in range(FIELDS)],
        "borders": [[first, second, BORDERS[border]] for first, second, border in maps.borders(atlas)],
        "fairness": {
            "capitals": [_view_data(atlas, field) for field in atlas.capitals()],
            "lairs": [_view_data(atlas, field) for field in atlas.bases()],
        },
    }


def _field_data(atlas: Atlas, field: int) -> dict[str, Any]:
    q, r = atlas.places[field]
    sector, capital, letter = (int(marks[field]) for marks in (atlas.sector, atlas.capital, atlas.letter))
    return {
        "id": field,
        "name": atlas.names[field],
        "kind": "beyond" if field == KAMUI else "water" if atlas.kind[field] == WATER else "land",
        "at": [q, r],
        "nation": sector if sector >= 0 else None,
        "letter": LETTERS[letter] if letter else None,
        "capital": capital - 1 if capital else None,
        "lair": bool(atlas.base[field]),
        "spawner": bool(atlas.spawner[field]),
        "coin": int(atlas.coin[field]),
        "hot": int(atlas.hot[field]),
        "crown": int(atlas.dom[field]),
    }


def _view_data(atlas: Atlas, field: int) -> dict[str, Any]:
    view = maps.outlook(atlas, field)
    steps = {what.replace(" ", "_"): list(ways) for what, ways in view.ways.items()}
    return {"field": field, "name": atlas.names[field], "steps": steps, "landings": list(view.landings)}
