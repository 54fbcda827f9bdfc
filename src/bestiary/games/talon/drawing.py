"""Tooth & Talon: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from bestiary.engine.content import Edition
from bestiary.engine.views import Contents, Look, contents
from bestiary.games.talon.state import ANIMALS
from bestiary.games.talon.view import Private, Public, plural

NOTES = {"out": "left the game", "folded": "folded", "all in": "all in", "chosen": "has chosen"}


def draw(look: Look, edition: Edition, names: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide."""
    table: Public = look.public
    lines = []
    if table.step == "over":
        lines.append(f"The game is over after {table.round} rounds.")
    else:
        where = f"Round {table.round} of {table.rounds}, turn {table.turn} of {table.turns}"
        lines.append(f"{where}. Leader: {names[table.leader]}.")
    lines.append(f"Pile: {listed(table.places.get('pile', {}))}")
    if table.gamble:
        gamble = table.gamble
        lying = sum(table.places.get(place, {}).get("coin", 0) for place in table.places if _is_pot(place))
        pots = " + ".join(str(pot.coins) for pot in gamble.pots) or str(lying)
        lines.append(f"Pot: {pots}   ante {gamble.ante}   highest bet {gamble.high}")
    lines.append("")
    for seat in range(len(table.seats)):
        lines += _seat_lines(look, seat, names)
    return "\n".join(lines)


def _is_pot(place: str) -> bool:
    return place == "pot" or place.startswith("bet:")


def _seat_lines(look: Look, seat: int, names: Sequence[str]) -> list[str]:
    table: Public = look.public
    mine: Private | None = look.private if look.private and look.private.seat == seat else None
    player, places = table.seats[seat], contents(table, look.private)
    team = f" (team {player.team + 1})" if player.team is not None else ""
    asked = seat in table.asked
    notes = ["to decide"] if asked else [NOTES[player.status]] if player.status in NOTES else []
    if bet := places.get(f"bet:{seat}"):
        notes.append(f"bet {bet['coin']}")
    mark = ">" if asked else " "
    lines = [f"{mark} {names[seat][:16] + team:<24} {player.coins:>4} coins   {', '.join(notes)}".rstrip()]
    active = next((a for a in table.places.get(f"active:{seat}", {}) if a in ANIMALS), "")
    collection = places.get(f"collection:{seat}", {})
    shown = f"active {active.capitalize()}" if active else "no active card"
    if collection or active:
        lines.append(f"    {shown:<16} collection {listed(collection)} = {player.worth}")
    hand = places.get(f"hand:{seat}", {})
    if mine:
        chosen = f"   chosen: {mine.chosen.capitalize()}" if mine.chosen else ""
        if hand or chosen:
            lines.append(f"    hand {listed(hand)}{chosen}")
        if mine.took:
            lines.append(f"    taken unseen: {mine.took.capitalize()}; missing: {listed(mine.missing)}")
    elif player.could:
        chosen = "hand and choice" if f"active:{seat}" in places and not active else "hand"
        lines.append(f"    {chosen} {listed(player.could)}")
    elif hand and table.step != "over":
        lines.append(f"    hand of {hand['?']} hidden cards")
    return lines


def listed(some: Contents) -> str:
    """`2 Rats, Fox`, in the animals' order; `nothing` for none."""
    parts = []
    for animal in ANIMALS:
        count = some.get(animal, 0)
        if count:
            parts.append(animal.capitalize() if count == 1 else f"{count} {plural(animal)}")
    return ", ".join(parts) or "nothing"
