"""Tailed Beasts: seven clans, four rounds, and the beasts of six nations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bestiary.engine import content
from bestiary.engine.errors import MalformedError

if TYPE_CHECKING:
    from bestiary.games.beasts.map.chart import Chart


def find_map(edition: str | None = None) -> Chart:
    """The map of a shipped edition, or of a folder of content files."""
    from bestiary.games.beasts.map import atlas
    from bestiary.games.beasts.map.chart import Chart

    name = edition or "house"
    shipped = content.find_editions(Path(__file__).with_name("edition"))
    place = shipped.get(name, Path(name))
    if not place.is_dir():
        known = ", ".join(shipped)
        raise MalformedError(f"Tailed Beasts has no edition '{name}'; shipped are {known}; or give a folder")
    root = content.parse(content.read_edition(place), name)
    return Chart(atlas.read(root.section("map")), f"Tailed Beasts: the map of {content.edition_name(place)}")
