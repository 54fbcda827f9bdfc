"""The map (§3): read from an edition and checked, and how far it is from everywhere to everything.

Fields are hexagons. Who borders whom follows from their places; the file says only where mountains and rivers run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bestiary.engine.content import Section, told
from bestiary.games.beasts.state import (
    AKATSUKI, COAST, FIELDS, KAMUI, LAND, MOUNTAIN, NEAR, OPEN, RIVER, SEA, SPAWNERS, WATER,
)  # fmt: skip

NATIONS: Final = AKATSUKI  # every clan but the akatsuki has one, with a capital in it
LANDS: Final = 61
WATERS: Final = 32
LEAST_BASES: Final = 3
KINDS: Final = ("land", "water", "beyond")
BEYOND: Final = KINDS.index("beyond")
LETTERS: Final = ("-", "A", "B", "C", "D", "E")  # the first stands for none
REACH: Final = 6  # the farthest place from the middle, so that a drawing fits 80 columns
LONGEST_NAME: Final = 18
SIDES: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # east, then clockwise
SPREAD: Final = 0.25  # by which capitals may differ in their mean distances
NEAREST: Final = 3  # of these distances, none may differ

Bytes = NDArray[np.int8]
Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Atlas:
    """A checked map. Arrays are counted by field and cannot be changed."""

    kind: Bytes  # LAND or WATER
    sector: Bytes  # nation, −1 for none
    letter: Bytes  # 1–5 for A–E, 0 for none
    capital: Bytes  # clan + 1, 0 for none
    base: Bytes
    spawner: Bytes
    coin: Bytes
    hot: Bytes
    dom: Bytes
    near: Bytes  # (field, 8): its neighbours in rising order, then −1
    border: Bytes  # (field, 8): what lies between; SEA also joins waters of one letter
    places: tuple[Place, ...]  # (q, r), for drawing
    names: tuple[str, ...]
    nations: tuple[str, ...]
    heartland: str  # the land of no nation
    high_sea: str  # the water of no nation

    def __post_init__(self) -> None:
        for array in (each for each in vars(self).values() if isinstance(each, np.ndarray)):
            array.setflags(write=False)

    def neighbours(self, field: int) -> Iterator[tuple[int, int]]:
        """Each neighbour of a field with the border between."""
        for other, border in zip(self.near[field], self.border[field], strict=True):
            if other >= 0:
                yield int(other), int(border)

    def capitals(self) -> list[int]:
        """The capitals' fields in the order of their clans."""
        return sorted(_where(self.capital), key=lambda field: int(self.capital[field]))

    def bases(self) -> list[int]:
        return _where(self.base)

    def region(self, field: int) -> str:
        """What people call the part of the map that a field belongs to."""
        if self.sector[field] >= 0:
            return self.nations[int(self.sector[field])]
        return self.high_sea if self.kind[field] == WATER else self.heartland


def _where(marks: Bytes) -> list[int]:
    return [int(field) for field in np.flatnonzero(marks)]


# --- Reading


def read(file: Section) -> Atlas:
    """The map of an edition, checked."""
    file.string("about", "nothing said")
    heartland, high_sea = (file.name(key, LONGEST_NAME) for key in ("heartland", "high_sea"))
    nations = _read_nations(file.section("nations"))
    fields = file.section("fields")
    rows = _rows(fields)
    marks = {mark: np.zeros(FIELDS, np.int8) for mark in ("kind", "sector", "letter", "capital", "base", "spawner",
                                                          "coin", "hot", "dom")}  # fmt: skip
    names: dict[str, int] = {}
    places: dict[Place, int] = {}
    for field, row in enumerate(rows):
        _read_field(row, field, marks, names, places)
    marks["kind"][KAMUI] = LAND
    near, border = _join(file, rows, marks, places)
    file.close()
    atlas = Atlas(
        **marks, near=near, border=border, places=tuple(places), names=tuple(names),
        nations=nations, heartland=heartland, high_sea=high_sea,
    )  # fmt: skip
    for problems in (_wrong_places, _wrong_letters, _wrong_ways, _wrong_fairness):
        for field, reason in problems(atlas):
            raise (fields if field == ALL else rows[field]).wrong(reason)
    return atlas


def _read_nations(table: Section) -> tuple[str, ...]:
    names = tuple(table.name(str(nation), LONGEST_NAME) for nation in range(NATIONS))
    table.close()
    for first, second in combinations(range(NATIONS), 2):
        if names[first].casefold() == names[second].casefold():
            raise table.wrong(f"is named like nation {first}", str(second))
    return names


def _rows(fields: Section) -> list[Section]:
    """The fields' tables, by number."""
    for key in fields.data:
        if key not in map(str, range(FIELDS)):
            raise fields.wrong(f"is no field; fields are numbered from 0 to {FIELDS - 1}", *key.split("."))
    return [fields.section(str(field)) for field in range(FIELDS)]


def _read_field(
    row: Section, field: int, marks: Mapping[str, Bytes], names: dict[str, int], places: dict[Place, int]
) -> None:
    name = row.name("name", LONGEST_NAME)
    for other, number in names.items():
        if name.casefold() == other.casefold():
            raise row.wrong(f"is {name}, and so is field {number}; each name stands once", "name")
    names[name] = field
    kind = row.choice("kind", KINDS)
    if (kind == BEYOND) != (field == KAMUI):
        raise row.wrong(f"must be beyond for field {KAMUI}, and for no other", "kind")
    q, r = row.integers("at", -REACH, REACH, range(2, 3))
    if abs(2 * q + r) > 2 * REACH:
        raise row.wrong(f"is farther east or west than {REACH} fields from the middle", "at")
    if (q, r) in places:
        raise row.wrong(f"is the place of field {places[q, r]}", "at")
    places[q, r] = field
    nation, letter = row.integer("nation", -1, NATIONS - 1, -1), row.string("letter", LETTERS[0])
    if letter not in LETTERS:
        raise row.wrong(f"must be one of {', '.join(LETTERS[1:])}, not {told(letter)}", "letter")
    marks["kind"][field], marks["sector"][field], marks["letter"][field] = kind, nation, LETTERS.index(letter)
    for mark, key in (("base", "lair"), ("spawner", "spawner")):
        marks[mark][field] = row.choice(key, (False, True), False)
    if row.choice("capital", (False, True), False):
        if nation < 0:
            raise row.wrong("must lie in the nation of its clan", "capital")
        marks["capital"][field] = nation + 1
    for mark, key, most in (("coin", "coin", 2), ("hot", "hot", 1), ("dom", "crown", 1)):
        marks[mark][field] = row.integer(key, 0, most, 0)
        if marks[mark][field] and kind != LAND:
            raise row.wrong("is a symbol; symbols lie on land", key)
    sites = (marks[mark][field] for mark in ("letter", "base", "spawner", "capital"))
    if kind == BEYOND and (nation >= 0 or any(sites)):
        raise row.wrong("lies beyond the map and has nothing but a name and a place")
    row.close()


def _join(
    file: Section, rows: list[Section], marks: Mapping[str, Bytes], places: Mapping[Place, int]
) -> tuple[Bytes, Bytes]:
    """Who borders whom, and across what: open unless the file says otherwise."""
    found: dict[tuple[int, int], int] = {}
    for (q, r), field in places.items():
        for east, south in SIDES:
            other = places.get((q + east, r + south), field)
            if KAMUI in (field, other) and field != other:
                raise rows[KAMUI].wrong("lies beyond the map; leave room between it and the others", "at")
            if field < other:
                found[field, other] = _plain_border(marks, field, other)
    for border, key in ((MOUNTAIN, "mountains"), (RIVER, "rivers")):
        table = file.section(key)
        for pair, line in _ridges(table):
            if pair not in found:
                raise table.wrong(f"names field {pair[1]}, which does not touch field {pair[0]}", line)
            if found[pair] in (COAST, SEA):
                raise table.wrong(f"names fields {pair[0]} and {pair[1]}; {key} run between two lands", line)
            if found[pair] != OPEN:
                raise table.wrong(f"names the border of fields {pair[0]} and {pair[1]} a second time", line)
            found[pair] = border
    for first, second in combinations(range(FIELDS), 2):
        if marks["letter"][first] and marks["letter"][first] == marks["letter"][second]:
            found[first, second] = SEA
    near, between = np.full((FIELDS, NEAR), -1, np.int8), np.zeros((FIELDS, NEAR), np.int8)
    for field, row in enumerate(rows):
        others = sorted({a + b - field: border for (a, b), border in found.items() if field in (a, b)}.items())
        if len(others) > NEAR:
            raise row.wrong(f"has {len(others)} neighbours by side and letter; there is room for {NEAR}")
        for slot, (other, border) in enumerate(others):
            near[field, slot], between[field, slot] = other, border
    return near, between


def _plain_border(marks: Mapping[str, Bytes], field: int, other: int) -> int:
    if marks["kind"][field] != marks["kind"][other]:
        return COAST
    return SEA if marks["kind"][field] == WATER else OPEN


def _ridges(table: Section) -> Iterator[tuple[tuple[int, int], str]]:
    """Each pair of fields in a list of mountains or rivers, with the key where it stands."""
    for key in list(table.data):
        if key not in map(str, range(FIELDS)):
            raise table.wrong(f"is no field; fields are numbered from 0 to {FIELDS - 1}", *key.split("."))
        for other in table.integers(key, 0, FIELDS - 1, range(1, len(SIDES) + 1)):
            yield (min(int(key), other), max(int(key), other)), key


# --- What a map must keep to. Each check yields (field, reason), with the field −1 where it is about all of them.

Problems = Iterator[tuple[int, str]]
ALL: Final = -1


def _wrong_places(atlas: Atlas) -> Problems:
    waters, bases, spawners = (len(_where(marks)) for marks in (atlas.kind, atlas.base, atlas.spawner))
    if waters != WATERS:
        yield ALL, f"has {KAMUI - waters} lands and {waters} waters; there must be {LANDS} and {WATERS}"
    holder: dict[int, int] = {}
    for field in _where(atlas.capital):
        nation = int(atlas.sector[field])
        if (first := holder.setdefault(nation, field)) != field:
            yield field, f"is a second capital of {atlas.nations[nation]}, which has field {first}"
    for nation, name in enumerate(atlas.nations):
        if nation not in holder:
            yield ALL, f"has no capital in {name}, nation {nation}; every nation has one"
    if bases < LEAST_BASES:
        yield ALL, f"has {bases} lairs; there must be {LEAST_BASES} or more"
    if spawners != SPAWNERS:
        yield ALL, f"has {spawners} spawners; there must be {SPAWNERS}"
    sites = {"capital": atlas.capital, "lair": atlas.base, "spawner": atlas.spawner}
    for field in range(KAMUI):
        here = [site for site, marks in sites.items() if marks[field]]
        if len(here) > 1:
            yield field, f"is {' and '.join(here)}; a field is one of them"
        if here and atlas.kind[field] != LAND:
            yield field, f"is a {here[0]} on water; it must lie on land"
        if here and here[0] != "spawner" and not is_coastal(atlas, field):
            yield field, f"is a {here[0]} without a coast; boats must be able to reach it"


def _wrong_letters(atlas: Atlas) -> Problems:
    taken = set(atlas.places)
    for field in _where(atlas.letter):
        q, r = atlas.places[field]
        if atlas.kind[field] != WATER or all((q + east, r + south) in taken for east, south in SIDES):
            yield field, "has a letter; letters lie on waters at the edge of the map"
    for letter, name in enumerate(LETTERS[1:], 1):
        fields = _where(atlas.letter == letter)
        if not fields:
            yield ALL, f"has no water with the letter {name}; two or more must share it"
        if len(fields) == 1:
            yield fields[0], f"is the only water with the letter {name}; two or more must share it"


def _wrong_ways(atlas: Atlas) -> Problems:
    lands = [field for field in range(KAMUI) if atlas.kind[field] == LAND]
    for field in lands:
        ways = sum(border == OPEN for _, border in atlas.neighbours(field))
        if ways < 2:
            yield field, f"has open borders to {ways or 'no'} other land; there must be two or more"
    for fields, way, what in ((lands, walk, "over open borders"), (_where(atlas.kind), sail, "by sea")):
        for field in fields:
            if way(atlas, fields[0])[field] < 0:
                yield field, f"cannot be reached {what} from field {fields[0]} ({atlas.names[fields[0]]})"


def _wrong_fairness(atlas: Atlas) -> Problems:
    """No clan starts nearer to anything than another."""
    views = [outlook(atlas, field) for field in atlas.capitals()]
    for what in views[0].ways:
        means = {view.field: mean(view.ways[what]) for view in views}
        low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
        if means[high] - means[low] > SPREAD:
            reason = f"has a mean way of {means[high]:.2f} steps to {what}, and field {low} one of {means[low]:.2f}"
            yield high, f"{reason}; capitals may differ by {SPREAD}"
        for view in views[1:] if what != BY_SEA else []:
            first, own = (" ".join(map(str, each.ways[what][:NEAREST])) for each in (views[0], view))
            if first != own:
                reason = f"has the nearest {what} at {own} steps, and field {views[0].field} at {first}"
                yield view.field, f"{reason}; the first {NEAREST} must be the same for all capitals"


# --- How far it is

BY_SEA: Final = "waters"


def walk(atlas: Atlas, start: int) -> list[int]:
    """Steps from a land to every field over open borders; −1 where there is no way."""
    return _steps(atlas, [start], OPEN)


def sail(atlas: Atlas, start: int) -> list[int]:
    """Steps over water and letters from a water, or from the waters next to a land; −1 where there is no way."""
    if atlas.kind[start] == WATER:
        return _steps(atlas, [start], SEA)
    return _steps(atlas, [other for other, border in atlas.neighbours(start) if border == COAST], SEA)


def _steps(atlas: Atlas, starts: Iterable[int], across: int) -> list[int]:
    steps = [-1] * FIELDS
    reached = list(starts)
    for field in reached:
        steps[field] = 0
    for field in reached:
        for other, border in atlas.neighbours(field):
            if border == across and steps[other] < 0:
                steps[other] = steps[field] + 1
                reached.append(other)
    return steps


@dataclass(frozen=True)
class Outlook:
    """What a land sees: sorted steps to each kind of goal. Waters are counted from its own coast."""

    field: int
    ways: Mapping[str, tuple[int, ...]]
    landings: tuple[int, ...]  # from its coast to those of the other capitals


def outlook(atlas: Atlas, field: int) -> Outlook:
    land, sea = walk(atlas, field), sail(atlas, field)
    capitals = [other for other in atlas.capitals() if other != field]
    goals = {
        "spawners": _where(atlas.spawner),
        "coins": [other for other in _where(atlas.coin) for _ in range(int(atlas.coin[other]))],
        "hot springs": _where(atlas.hot),
        "crowns": _where(atlas.dom),
        "capitals": capitals,
    }
    ways = {what: tuple(sorted(land[goal] for goal in fields)) for what, fields in goals.items()}
    ways[BY_SEA] = tuple(sorted(sea[water] for water in _where(atlas.kind)))
    coasts = [min(sea[w] for w, border in atlas.neighbours(other) if border == COAST) for other in capitals]
    return Outlook(field, ways, tuple(sorted(coasts)))


def mean(steps: tuple[int, ...]) -> float:
    return sum(steps) / len(steps) if steps else 0.0


def is_coastal(atlas: Atlas, field: int) -> bool:
    return any(border == COAST for _, border in atlas.neighbours(field))


def borders(atlas: Atlas) -> Iterator[tuple[int, int, int]]:
    """Every border once: the lower field, the higher one, and what lies between."""
    for field in range(FIELDS):
        yield from ((field, other, border) for other, border in atlas.neighbours(field) if field < other)


def borders_around(atlas: Atlas, field: int) -> list[int]:
    """What to draw on each side of a field; the edge of the map is a coast to land, and sea to water."""
    between = dict(atlas.neighbours(field))
    at = {place: other for other, place in enumerate(atlas.places)}
    q, r = atlas.places[field]
    edge = COAST if atlas.kind[field] == LAND else SEA
    return [between.get(at.get((q + east, r + south), KAMUI), edge) for east, south in SIDES]
