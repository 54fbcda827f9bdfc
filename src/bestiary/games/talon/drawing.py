"""Tooth & Talon: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from bestiary.engine.content import Edition
from bestiary.engine.room import WHOLE, Part, Room, called, clipped, fitted, padded, wrapped
from bestiary.engine.views import Contents, Look, contents
from bestiary.games.talon.state import ANIMALS
from bestiary.games.talon.view import Private, Public, plural

NOTES = {"out": "left the game", "folded": "folded", "all in": "all in", "chosen": "has chosen"}


SHORT = {"out": "left", "folded": "folded", "all in": "all in", "chosen": "chosen"}
COINS, BETS, ACTIVE, HAND = 6, 13, 8, 25  # columns of the compact form


def draw(look: Look, edition: Edition, names: Sequence[str], room: Room = WHOLE) -> str:
    """A view as plain text that fits the room: a paragraph for each seat, or a line where that is too long."""
    table: Public = look.public
    names = [called(name) for name in names]
    top = [_headline(table, names), f"Pile: {listed(table.places.get('pile', {}))}"]
    if table.gamble:
        top.append(_pot_line(table))
    seats = range(len(table.seats))
    whole = ["", *(line for seat in seats for line in _seat_lines(look, seat, names))]
    long, short = _team_lines(table, room)
    head = Part([top + long, [top[0], "   ".join(top[1:]), *short]], [2])
    parts = [head, Part([whole, _grid_lines(look, names, room)], [1])]
    return "\n".join(clipped(line, room.columns) for line in fitted(parts, room))


def _headline(table: Public, names: Sequence[str]) -> str:
    if table.step == "over":
        return f"The game is over after {table.round} rounds."
    where = f"Round {table.round} of {table.rounds}, turn {table.turn} of {table.turns}"
    return f"{where}. Leader: {names[table.leader]}."


def _pot_line(table: Public) -> str:
    gamble = table.gamble
    assert gamble is not None
    lying = sum(table.places.get(place, {}).get("coin", 0) for place in table.places if _is_pot(place))
    pots = " + ".join(str(pot.coins) for pot in gamble.pots) or str(lying)
    return f"Pot: {pots}   ante {gamble.ante}   highest bet {gamble.high}"


def _team_lines(table: Public, room: Room) -> tuple[list[str], list[str]]:
    """The coins of every team together, and the same in few words."""
    if not table.teams:
        return [], []
    coins = [team.coins for team in table.teams]
    words = ", ".join(f"team {number} {count}" for number, count in enumerate(coins, 1))
    return wrapped(f"Coins: {words}", room.columns), [
        "Coins: " + ", ".join(f"t{number} {count}" for number, count in enumerate(coins, 1))
    ]


def _is_pot(place: str) -> bool:
    return place == "pot" or place.startswith("bet:")


def _grid_lines(look: Look, names: Sequence[str], room: Room) -> list[str]:
    """A line for each seat: coins, active card, collection, hand."""
    table: Public = look.public
    teams = ["" if player.team is None else f" t{player.team + 1}" for player in table.seats]
    titles = [names[seat] + team for seat, team in enumerate(teams)]
    name, coin = max(map(cell_len, titles)) + 3, BETS if table.gamble else COINS
    rest = room.columns - name - coin - ACTIVE - HAND
    heads = ("  seat", name), ("coins", coin), ("active", ACTIVE), ("collection", rest), ("hand", HAND)
    lines = ["".join(padded(text, wide) for text, wide in heads).rstrip()]
    places = contents(table, look.private)
    for seat, player in enumerate(table.seats):
        bet = places.get(f"bet:{seat}", {}).get("coin", 0)
        active = next((a.capitalize() for a in table.places.get(f"active:{seat}", {}) if a in ANIMALS), "")
        collection = places.get(f"collection:{seat}", {})
        cells = (
            padded(f"{'>' if seat in table.asked else ' '} {titles[seat]}", name),
            padded(f"{player.coins}, bet {bet}" if bet else str(player.coins), coin),
            padded(active or SHORT.get(player.status, ""), ACTIVE),
            padded(f"{player.worth}: {in_short(collection)}" if collection else "", rest - 1) + " ",
            _held(look, seat),
        )
        lines.append("".join(cells).rstrip())
    mine: Private | None = look.private
    return lines + ([f"  {_unseen(mine)}"] if mine and mine.took else [])


def _held(look: Look, seat: int) -> str:
    """A seat's hand in few words, with what it has chosen where that is known."""
    table: Public = look.public
    hand = contents(table, look.private).get(f"hand:{seat}", {})
    mine: Private | None = look.private if look.private and look.private.seat == seat else None
    if mine:
        chosen = f"({mine.chosen.capitalize()}) " if mine.chosen else ""
        return chosen + (in_short(hand))
    if could := table.seats[seat].could:
        return in_short(could)
    return f"{hand['?']} hidden" if "?" in hand and table.step != "over" else ""


def _unseen(mine: Private) -> str:
    return f"taken unseen: {str(mine.took).capitalize()}; missing: {listed(mine.missing)}"


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
    lines = [f"{mark} {padded(names[seat] + team, 24)} {player.coins:>4} coins   {', '.join(notes)}".rstrip()]
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
            lines.append(f"    {_unseen(mine)}")
    elif player.could:
        chosen = "hand and choice" if f"active:{seat}" in places and not active else "hand"
        lines.append(f"    {chosen} {listed(player.could)}")
    elif hand and table.step != "over":
        lines.append(f"    hand of {hand['?']} hidden cards")
    return lines


def in_short(some: Contents) -> str:
    """`2 Rat Fox`, in the animals' order."""
    return " ".join(f"{some[a]} {a.capitalize()}" if some[a] > 1 else a.capitalize() for a in ANIMALS if some.get(a))


def listed(some: Contents) -> str:
    """`2 Rats, Fox`, in the animals' order; `nothing` for none."""
    parts = []
    for animal in ANIMALS:
        count = some.get(animal, 0)
        if count:
            parts.append(animal.capitalize() if count == 1 else f"{count} {plural(animal)}")
    return ", ".join(parts) or "nothing"
