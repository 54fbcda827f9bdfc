"""What an edition prints, by its name: cards, fields, formations and whatever else its book lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bestiary.engine.seat_names import YOU
from bestiary.engine.views import contents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bestiary.engine.content import Edition
    from bestiary.engine.game import Game
    from bestiary.engine.views import Look

Entry = Mapping[str, Any]
UNTOLD = (
    "id", "name", "text", "about", "ink", "art", "icon", "shape", "at", "plural", "fx", "why", "deck", "sides",
    "nation", "theme", "themes", "focus", "role", "back", "family",
)  # fmt: skip
MOST = 3  # things that a name may stand for, at most
FEW = 12  # entries of a list that are told whole; of a longer one the names


def named(game: Game, edition: Edition, typed: str) -> list[Entry]:
    """The entries of the book with this name; else those whose names begin so, if they are few."""
    wanted = _plain(typed)
    book = list(_entries(msgspec.to_builtins(game.book(edition))))
    for fits in (str.__eq__, str.startswith):
        found = [entry for entry in book if wanted and fits(_plain(str(entry["name"])), wanted)]
        found = found or [entry for entry in book if _plain(str(entry["id"])) == wanted]
        if found:
            return found if len(found) <= MOST else []
    return []


def _plain(text: str) -> str:
    """`Red-9` and `red 9` are the same."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _entries(book: Mapping[str, Any]) -> Iterator[Entry]:
    for part in book.values():
        if isinstance(part, list):
            yield from (each for each in part if isinstance(each, dict) and "id" in each and "name" in each)


def printed(game: Game, edition: Edition, entry: Entry) -> str:
    """What stands on a thing: as the list of cards has it, else as the book does."""
    cards = game.catalogue(edition).cards if game.catalogue else ()
    card = next((card for card in cards if card.name == entry["name"]), None)
    data = {**card.facts, "text": card.text} if card else entry
    titles = _titles(game, edition)
    facts = [_fact(key, value, titles) for key, value in data.items() if key not in UNTOLD]
    text = str(data.get("text") or data.get("about") or "")
    told = ", ".join(filter(None, facts))
    said = ". ".join(filter(None, [told, text])).rstrip(".")
    return f"{entry['name']}: {said}." if said else f"{entry['name']}."


def _fact(key: str, value: Any, titles: Mapping[str, str]) -> str:
    if isinstance(value, list) and all(isinstance(each, int | str) for each in value):
        return f"{key} {'/'.join(map(str, value))}"
    if isinstance(value, bool):
        return key if value else ""
    if key == "capital" and value not in (None, ""):  # of a field the clan, of a clan the field
        return f"capital {'of ' if isinstance(value, int) else ''}{titles[str(value)]}"
    if key in ("kind", "region", "tier_name"):
        return str(value)
    return f"{key} {value}".replace("_", " ") if isinstance(value, int | str) else ""


def listed(game: Game, edition: Edition, typed: str) -> list[str]:
    """All of one kind that an edition prints: `units`, `tokens`, `beasts`."""
    part = msgspec.to_builtins(game.book(edition)).get(_plain(typed), [])
    found = list(_entries({"": part}))
    if len(found) <= FEW:
        return [printed(game, edition, entry) for entry in found]
    return [f"{len(found)} {_plain(typed)}; '? NAME' tells of one: {', '.join(str(entry['name']) for entry in found)}."]


def zones(game: Game, edition: Edition, look: Look, names: Sequence[str], typed: str) -> list[str]:
    """What lies in all places of a kind, whoever they belong to: `discard`, `supply`, `hand`."""
    titles = _titles(game, edition)
    kinds = {re.sub(r"( piles?|ies|s)?$", ending, _plain(typed), count=1) for ending in ("", "y", "s")}
    lines = []
    for place, things in contents(look.public, look.private).items():
        zone, _, owner = place.partition(":")
        if _plain(zone) not in kinds:
            continue
        whose = names[int(owner)] if owner.isdecimal() and int(owner) < len(names) else owner
        title = f"{_plain(zone).capitalize()}{f' ({whose})' if whose else ''}"
        lines.append(f"{title}: {', '.join(_counted(titles, *each) for each in things.items())}.")
    return lines


def kinds(game: Game, edition: Edition, look: Look) -> list[str]:
    """What `zones` and `listed` know: kinds of places where something lies now, and of things that are printed."""
    places = contents(look.public, look.private)
    book = msgspec.to_builtins(game.book(edition))
    parts = [part for part in book if any(_entries({"": book[part]}))]
    zones = [place.partition(":")[0] for place in places if not re.search("[/.]", place)]
    return list(dict.fromkeys([*(_plain(zone) for zone in zones if f"{zone}s" not in parts), *parts]))


def lying(game: Game, edition: Edition, look: Look, names: Sequence[str], place: str) -> str:
    """What lies at a place, as far as the seat knows; empty where nothing does."""
    titles = _titles(game, edition)
    parts = []
    for where, things in contents(look.public, look.private).items():
        if where == place or where.startswith(f"{place}/"):
            owner = where.rpartition("/")[2] if where != place else ""
            whose = f" of {_belonging(names[int(owner)])}" if owner.isdecimal() and int(owner) < len(names) else ""
            parts += [f"{_counted(titles, thing, count)}{whose}" for thing, count in things.items()]
    return f"There: {', '.join(parts)}." if parts else ""


def _belonging(name: str) -> str:
    return "yours" if name == YOU else name


def _titles(game: Game, edition: Edition) -> dict[str, str]:
    """By id the name, by id and a star the name of several, where it has one."""
    titles = {}
    for entry in _entries(msgspec.to_builtins(game.book(edition))):
        titles[str(entry["id"])] = str(entry["name"])
        titles[f"{entry['id']}*"] = str(entry.get("plural", entry["name"]))
    return titles


def _counted(titles: Mapping[str, str], thing: str, count: int) -> str:
    """`2 scouts`, `1 prone scout`, `4 face down`."""
    if thing == "?":
        return f"{count} face down"
    name = thing.removesuffix("-prone")
    title = titles.get(name if count == 1 else f"{name}*", name)
    return f"{count} {'prone ' if name != thing else ''}{title}"
