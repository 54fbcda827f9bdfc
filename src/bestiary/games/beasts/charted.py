"""Tailed Beasts: the map as it stands, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestiary.engine.content import Edition
from bestiary.engine.views import Look, Places, contents
from bestiary.games.beasts import names
from bestiary.games.beasts.map import chart as printed
from bestiary.games.beasts.state import AKATSUKI, KAMUI, UNIT_NAMES
from bestiary.games.beasts.view import Public

WORTH: Final = dict(zip(UNIT_NAMES, (1, 1, 2, 3), strict=True))
LEGEND: Final = (
    "22s*1 is field 22 with spawner and crown, and a marker of seat 1;",
    "below it 0:7 are units of seat 0 worth 7 (- some prone), or B5 is a",
    "beast of strength 5. C capital, L lair, s spawner, $ coin, h hot",
    "spring, * crown; : open border, ^ peaks, ~ river; waters with the",
    "same letter, (A) to (E), are neighbours.",
)


def chart(look: Look, edition: Edition) -> str:
    """The whole map with all that stands on it, and what its signs mean."""
    return "\n".join([*map_lines(look, edition), "", *LEGEND])


def map_lines(look: Look, edition: Edition) -> list[str]:
    places = contents(look.public, look.private)
    return printed.draw(names.atlas_of(edition), labels(edition, look.public, places)).split("\n")


def labels(edition: Edition, table: Public, places: Places) -> dict[int, tuple[str, str]]:
    """`15C 2` is field 15, a capital, with a marker of seat 2; below it `1:7-` are units of seat 1 worth seven points,
    some of them prone, or `B10` is a beast."""
    shown: dict[int, tuple[str, str]] = {}
    in_use = any(seat.clan == AKATSUKI for seat in table.seats)
    for field, (number, symbols) in printed.printed(names.atlas_of(edition)).items():
        first, second = number[:2] + number[3:] + symbols.strip(), ""
        for seat in range(len(table.seats)):
            here = places.get(f"field:{field}/{seat}", {})
            if "marker" in here:
                first = f"{first[:4]:<4}{seat}"
            points = worth(places, field, seat)
            if points:
                lies = any(unit.endswith("-prone") for unit in here)
                second = f"{seat}:{points}{'-' if lies else ''}"
        for beast in places.get(f"field:{field}", {}):
            second = f"B{beast[:-1]}"
        shown[field] = (first, second) if field != KAMUI or in_use else ("", "")
    return shown


def worth(places: Places, field: int, seat: int) -> int:
    """Points of the units that a seat has in a field."""
    here = places.get(f"field:{field}/{seat}", {})
    return sum(WORTH[unit.removesuffix("-prone")] * count for unit, count in here.items() if unit != "marker")


def fields_at_hand(look: Look) -> list[int]:
    """The fields that the question is about, the war's first."""
    table: Public = look.public
    found = [table.war.field] if table.war else []
    if table.travel:
        found += [field for field in (table.travel.focus, table.travel.other) if field is not None]
    for act in look.actions:
        for thing in act.things:
            place = thing.rpartition("@")[2]
            if place.startswith("field:"):
                found.append(int(place[6:].partition("/")[0]))
    return list(dict.fromkeys(found))


def part_of_map(look: Look, edition: Edition, lines: Sequence[str], rows: int) -> list[str]:
    """As many rows of fields of the drawn map, around those that the question is about, else around one's own units."""
    atlas, mine = names.atlas_of(edition), look.private.seat if look.private else 0
    places = contents(look.public, look.private)
    about = fields_at_hand(look) or [field for field in range(KAMUI) if worth(places, field, mine)]
    top = min(r for _, r in atlas.places)
    wanted = sorted(atlas.places[field][1] - top for field in about) or [0]
    last = (len(lines) - 1) // printed.HEIGHT - rows
    first = max(0, min((wanted[0] + wanted[-1] + 1 - rows) // 2, last))
    return list(lines[first * printed.HEIGHT : (first + rows) * printed.HEIGHT + 1])
