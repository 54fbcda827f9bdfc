"""Tailed Beasts: a view as text for a terminal. All words come from the edition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size

from bestiary.engine.content import Edition
from bestiary.engine.room import (
    LEAST_COLUMNS, LEAST_LINES, WHOLE, Part, Room, beside, called, clipped, fitted, padded, wrapped,
)  # fmt: skip
from bestiary.engine.views import Contents, Look, Places, contents
from bestiary.games.beasts import names
from bestiary.games.beasts.charted import LEGEND, chart, fields_at_hand, map_lines, part_of_map, worth
from bestiary.games.beasts.state import (
    ACTION_NAMES, KAMUI, SPECIALTY, SPECIALTY_CARDS, TOKEN_NAMES, TRACK_NAMES, UNIT_NAMES,
)  # fmt: skip
from bestiary.games.beasts.things import BEAST_THINGS, CARD_THINGS, SIDES, TIERS
from bestiary.games.beasts.view import Fought, Private, Public, War

__all__ = ["chart", "draw"]

EMPTY_PILES: Final = {
    "discard": "All discard piles are empty.",
    "hidden discard": "The discard pile of hidden cards is empty.",
    "allies discard": "The discard piles of allies are empty.",
}

VALUED: Final = ("hand", "recruitment", "strength", "payday")
SHORT_TRACKS: Final = ("start", "hand", "tie", "recruit", "strength", "pay")
GAP: Final = 3  # columns beside the map
PANEL: Final = 44  # columns that the rest needs beside the map
ROWS: Final = (10, 9, 8, 7, 6, 5, 4, 3)  # of fields: parts of the map
LOW: Final = 26  # lines; below it the map is left out
PHASES: Final = {
    "setup": "setting up the round", "harvest": "harvest", "event": "the event", "income": "income", "shop": "shop",
    "actions": "actions", "poison": "poison",
}  # fmt: skip


def draw(look: Look, edition: Edition, people: Sequence[str], room: Room = WHOLE) -> str:
    """A view as plain text that fits the room. Where lines are few, what the decision needs: players and tracks in a
    grid, the fields at hand, the war, the hand. Where columns are many, the map beside the rest."""
    drawing = Drawing(look, edition, [called(name) for name in people])
    lines = drawing.wide(room) if room.columns >= drawing.map_columns + PANEL else drawing.tall(room)
    return "\n".join(clipped(line.rstrip(), room.columns) for line in lines)


class Drawing:
    """A view that is being drawn."""

    def __init__(self, look: Look, edition: Edition, people: Sequence[str]) -> None:
        self.look, self.edition, self.people = look, edition, people
        self.table: Public = look.public
        self.places = contents(look.public, look.private)
        self.whole_map = map_lines(look, edition)
        self.map_columns = max(map(len, self.whole_map)) + GAP

    def tall(self, room: Room) -> list[str]:
        """Everything below each other; on a low screen without the map."""
        columns, low = room.columns, room.lines is not None and room.lines < LOW
        return fitted([
            Part([[_headline(self.table, self.people)]]),
            self.event(columns),
            Part([[]]) if low else self.map(room),
            self.seats(columns),
            self.standing(columns) if low else Part([[]]),
            *self.others(columns),
        ], room)  # fmt: skip

    def wide(self, room: Room) -> list[str]:
        """The map, or the part of it around the decision, at the left; the rest at the right."""
        columns = room.columns - self.map_columns
        top = [_headline(self.table, self.people), *self.event(room.columns).forms[0], ""]
        high = None if room.lines is None else max(room.lines - len(top), LEAST_LINES - 4)
        left = fitted([self.map(room, gap=[])], Room(self.map_columns, high))
        right = fitted([self.narrow_seats(columns), *self.others(columns)], Room(columns, high))
        return [*top, *beside(left, right, self.map_columns)]

    # --- Parts, each in several forms

    def event(self, columns: int) -> Part:
        if not self.table.event:
            return Part([[]])
        text = plain(f"Event: {_event(self.edition, self.table.event)}")
        return Part([wrapped(text, columns, "", "  "), [clipped(text, columns)], []], [25, 45])

    def map(self, room: Room, gap: Sequence[str] = ("",)) -> Part:
        whole = self.whole_map
        crops = [part_of_map(self.look, self.edition, whole, rows) for rows in ROWS] if room.lines else []
        forms = [[*whole, "", *LEGEND], whole, *crops]
        return Part([[*gap, *form] for form in forms], [5, *(30 for _ in crops)])

    def seats(self, columns: int) -> Part:
        """Paragraphs and the tracks; a grid of both with a line of each seat's cards; with one's own; the grid."""
        seats = range(len(self.table.seats))
        paragraphs = [line for seat in seats for line in self._seat_lines(seat, columns)]
        grid, notes = self.grid(columns), [self._note(seat, columns) for seat in seats]
        own = [notes[self.look.private.seat]] if self.look.private else []
        whole = ["", *paragraphs, "", *self.tracks(columns)]
        return Part([whole, [*grid, *filter(None, notes)], [*grid, *filter(None, own)], grid], [10, 40, 70])

    def narrow_seats(self, columns: int) -> Part:
        """The same without a grid."""
        seats = range(len(self.table.seats))
        paragraphs = [line for seat in seats for line in self._seat_lines(seat, columns)]
        lines, tracks = [self._seat_line(seat, columns) for seat in seats], self.tracks(columns)
        notes = [[line, *filter(None, [self._note(seat, columns, "    ")])] for seat, line in enumerate(lines)]
        few = [line for some in notes for line in some]
        forms = [[*paragraphs, "", *tracks], [*few, "", *tracks], [*few, *tracks], [*lines, *tracks], lines]
        return Part(forms, [10, 40, 41, 70])

    def others(self, columns: int) -> list[Part]:
        """Units under way, the war, the shop, one's hand."""
        parts = []
        if lines := _way_lines(self.edition, self.places, columns):
            parts.append(Part([["", *lines], lines[:1]], [50]))
        if self.table.war:
            lines = _war_lines(self.edition, self.table.war, self.people, columns)
            few = [clipped(line, columns) for line in lines]
            parts.append(Part([["", *lines], few, [*few[:2], *few[2:][-1:]]], [52, 80]))
        if self.table.phase == "shop":
            lines = _shop_lines(self.look, self.edition, self.places, columns)
            parts.append(Part([["", *lines], lines, []], [14, 16]))
        if self.look.private:
            seen = self.look, self.edition, self.places, columns
            whole, lines, few = _hand_lines(*seen, texts=True), _hand_lines(*seen, texts=False), _few_hand_lines(*seen)
            brief = [few[0], *(clipped(f"{line} ..", columns) for line in few[1:2])] if few[2:] else few
            forms = [["", *whole], ["", *lines], lines, few, brief]
            parts.append(Part(forms, [60 if self.table.war else 20, 57, 58, 90]))
        return parts

    def grid(self, columns: int) -> list[str]:
        """A line for each seat: what it has, and its place and worth on each track."""
        table = self.table
        heads = ["coins", "cards", "score", *SHORT_TRACKS]
        wide = [len(head) + 1 for head in heads]
        name = columns - sum(wide)
        lines = [" " * name + "".join(f"{head:>{w}}" for head, w in zip(heads, wide, strict=True))]
        for seat, player in enumerate(table.seats):
            cells = [str(_size(table.places.get(f"coins:{seat}", {}))), f"{self._cards(seat)}/{player.limit}"]
            cells += [str(player.score), *(self._spot(number, seat) for number in range(len(TRACK_NAMES)))]
            row = "".join(f"{cell:>{w}}" for cell, w in zip(cells, wide, strict=True))
            lines.append(padded(self._title(seat), name) + row)
        return lines

    def _spot(self, track: int, seat: int) -> str:
        """What a track is worth to a seat, or its place there."""
        table = self.table
        spot = table.tracks[TRACK_NAMES[track]].index(seat)
        if TRACK_NAMES[track] in VALUED:
            return str(self.edition.box.value[track, len(table.seats)].tolist()[spot])
        return ("1st", "2nd", "3rd", "4th")[spot]

    def _cards(self, seat: int) -> int:
        return _size(self.table.places.get(f"hand:{seat}", {}))

    def _title(self, seat: int) -> str:
        player = self.table.seats[seat]
        mark = ">" if seat in self.table.asked else " "
        passed = ", passed" if player.passed else ""
        return f"{mark} {seat} {self.people[seat]}, {plain(names.clan_name(self.edition, player.clan))}{passed}"

    def _note(self, seat: int, columns: int, indent: str = "  ") -> str:
        """A seat's open cards, tokens and beasts in one line."""
        parts = _seat_parts(self.look, self.edition, self.places, seat, short=True)
        return clipped(f"{indent}{self.people[seat]}: {plain('; '.join(parts))}", columns) if parts else ""

    def _seat_line(self, seat: int, columns: int) -> str:
        table, player = self.table, self.table.seats[seat]
        hidden = _size(table.places.get(f"secret:{seat}", {}))
        coins = _size(table.places.get(f"coins:{seat}", {}))
        right = f"coins {coins}, cards {self._cards(seat)}/{player.limit}"
        right += f"{f', {hidden} hidden' if hidden else ''}, score {player.score}"
        return f"{padded(self._title(seat), columns - len(right) - 2)} {right}"

    def _seat_lines(self, seat: int, columns: int) -> list[str]:
        parts = _seat_parts(self.look, self.edition, self.places, seat)
        text = plain(f"{'; '.join(parts)}.")
        return [self._seat_line(seat, columns), *(wrapped(text, columns - 1, " " * 4, " " * 6) if parts else [])]

    def tracks(self, columns: int) -> list[str]:
        return _track_lines(self.edition, self.table, self.people, columns)

    def standing(self, columns: int) -> Part:
        """What stands in the fields at hand; where all units stand. Numbers are points."""
        here = []
        for field in fields_at_hand(self.look):
            points = [worth(self.places, field, seat) for seat in range(len(self.table.seats))]
            stands = [f"{self.people[seat]} {number}" for seat, number in enumerate(points) if number]
            stands += [_beast(self.edition, self.places, beast) for beast in self.places.get(f"field:{field}", {})]
            if stands:
                here.append(f"{plain(names.field_name(self.edition, field))}: {', '.join(stands)}")
        units = []
        for seat in range(len(self.table.seats)):
            fields = [f"{field}:{n}" for field in range(KAMUI + 1) if (n := worth(self.places, field, seat))]
            units += [f"{self.people[seat]} {' '.join(fields)}"] if fields else []
        told = [("At hand: ", here), ("Units, field:points: ", units)]
        lines = [wrapped("; ".join(some) + ".", columns, label, "  ") for label, some in told if some]
        first = [clipped(some[0] + (" .." if some[1:] else ""), columns) for some in lines]
        return Part([[line for some in lines for line in some], first, first[:1], []], [35, 55, 65])


def spots(look: Look, edition: Edition, name: str) -> list[str]:
    """Everybody's specialty, as far as it is open: `specialties`; that a pile is empty: `discard`."""
    pile = re.sub(r"( piles?|s)$", "", name.lower().replace("-", " "))
    if pile in EMPTY_PILES:
        places = contents(look.public, look.private)
        return [] if any(place.partition(":")[0].replace("-", " ") == pile for place in places) else [EMPTY_PILES[pile]]
    if name.lower() not in ("specialty", "specialties"):
        return []
    told = []
    for seat, player in enumerate(look.public.seats):
        if player.specialty and player.side:
            clan, slot = divmod(int(player.specialty[10:]), SPECIALTY_CARDS)
            data = names.specialty_data(edition, clan, slot, SIDES.index(player.side))
            told.append(f"{{{seat}:has/have}} {data['name']} ({player.side}): {plain(data['text'])}")
    return told or ["Nobody's specialty is open yet."]


def plain(text: str) -> str:
    """Words of an edition in letters that every terminal has."""
    for sign, other in (("−", "-"), ("–", "-"), ("—", "-"), ("×", "x"), ("’", "'"), ("≥", ">="), ("≤", "<=")):
        text = text.replace(sign, other)
    return text.encode("ascii", "replace").decode()


def _event(edition: Edition, event: str) -> str:
    data = names.event_data(edition, int(event[6:]))
    return f"{data['name']}: {data['text']}"


# --- The table


def _headline(table: Public, people: Sequence[str]) -> str:
    if table.over:
        winners = ", ".join(people[seat] for rank in table.over.ranking if rank.place == 1 for seat in rank.seats)
        return f"The game is over. Winning: {winners}, by {table.over.decided_by}."
    if table.phase == "start":
        return "Before the first round."
    turn = f" of {people[table.turn]}".replace(" of You", ", your turn") if table.turn is not None else ""
    order = ", ".join(people[seat] for seat in table.order if seat is not None)
    line = f"Round {table.round} of {table.rounds}: {PHASES[table.phase]}{turn}."
    return f"{line} Order: {order}." if order else line


def _counted(edition: Edition, cards: Contents, frozen: Contents) -> str:
    """`Travel, 2 War (1 frozen)`."""
    parts = []
    for card, count in cards.items():
        if card != "?":
            cold = frozen.get(card, 0)
            note = "" if not cold else " (frozen)" if count == 1 else f" ({cold} frozen)"
            name = names.action_name(edition, ACTION_NAMES.index(card))
            parts.append(f"{f'{count} ' if count > 1 else ''}{name}{note}")
    return ", ".join(parts)


def _size(lies: Contents) -> int:
    return sum(lies.values())


def _seat_parts(look: Look, edition: Edition, places: Places, seat: int, short: bool = False) -> list[str]:
    """What there is to say of a player, in a paragraph, or in short what is open."""
    table: Public = look.public
    player, mine = table.seats[seat], bool(look.private and look.private.seat == seat)
    parts = []
    if player.specialty and player.side and not short:
        clan, slot = divmod(int(player.specialty[10:]), SPECIALTY_CARDS)
        data = names.specialty_data(edition, clan, slot, SIDES.index(player.side))
        parts.append(f"{data['name']} ({player.side}){': ' + data['text'].rstrip('.') if mine else ''}")
    if held := places.get(f"held:{seat}"):
        parts.append(f"open {_counted(edition, held, player.frozen)}")
    if tokens := places.get(f"tokens:{seat}"):
        parts.append(", ".join(f"{n} {names.token_name(edition, TOKEN_NAMES.index(t))}" for t, n in tokens.items()))
    if beasts := places.get(f"beasts:{seat}"):
        parts.append(f"beasts {', '.join(_beast(edition, places, beast) for beast in beasts)}")
    if short:
        return parts
    if not mine and any(back != f"clan:{player.clan}" for back in player.backs):
        parts.append(f"holds {', '.join(f'{n} {_back(edition, back)}' for back, n in player.backs.items())}")
    in_hand = _size(places.get(f"markers:{seat}", {}))
    placed = sum("marker" in lies for place, lies in places.items() if place.startswith("field:") and
                 place.endswith(f"/{seat}"))  # fmt: skip
    if in_hand + placed:
        parts.append(f"markers {in_hand} in hand, {placed} placed")
    if boosts := _boosts(edition, player.boosts):
        parts.append(f"next war {', '.join(boosts)}")
    if look.private and not mine:
        parts += _spied(edition, places, seat)
    return parts


def _spied(edition: Edition, places: Places, seat: int) -> list[str]:
    """What one knows of another's cards."""
    cards = [names.card_name(edition, int(card[5:])) for card in places.get(f"hand:{seat}", {}) if card != "?"]
    hidden = _counted(edition, places.get(f"secret:{seat}", {}), {})
    known = [f"you know {', '.join(cards)}"] if cards else []
    return known + ([f"you know of the hidden cards {hidden}"] if hidden else [])


def _beast(edition: Edition, places: Places, beast: str) -> str:
    name = names.word(edition, "beasts", BEAST_THINGS.index(beast), "Beast")
    return f"{name} {beast[:-1]}{' chained' if f'beast:{beast}' in places else ''}"


def _back(edition: Edition, back: str) -> str:
    if back.startswith("clan:"):
        return names.clan_name(edition, int(back[5:]))
    return names.name_of(edition, "path") if back == "husk" else names.ally_name(edition, TIERS.index(back))


def _boosts(edition: Edition, boosts: Contents) -> list[str]:
    """What a specialty adds to the next war or hunt of the round."""
    words = {"strength": "strength +{}", "skulls": "skulls +{}", "beast": "beast -{}"}
    words |= {f"style:{style}": f"{names.style_name(edition, style)} +{{}}" for style in range(3)}
    return [words[boost].format(number) for boost, number in boosts.items() if boost in words]


def _track_lines(edition: Edition, table: Public, people: Sequence[str], columns: int) -> list[str]:
    """Who stands where on each track."""
    lines, short = [], columns < LEAST_COLUMNS
    for number, track in enumerate(TRACK_NAMES):
        values = edition.box.value[number, len(table.seats)].tolist()
        title = SHORT_TRACKS[number] if short else clipped(plain(names.track_title(edition, number)), 15)
        line = f"  {title:<{9 if short else 16}}"
        for spot, seat in enumerate(table.tracks[track]):
            worth = f" {values[spot]}" if track in VALUED else ""
            name = set_cell_size(people[seat], min(cell_len(people[seat]), 6 if short else 11))
            line += padded(name + worth, 9 if short else 15)
        lines.append(line.rstrip())
    return lines


def _way_lines(edition: Edition, places: Places, columns: int) -> list[str]:
    """Units that have left and not yet arrived, by their ways."""
    parts = []
    for place, units in places.items():
        if place.startswith("way:"):
            start, goal = place[4:].partition("/")[0].split("-")
            some = [_unit(edition, unit) for unit, count in units.items() for _ in range(count)]
            parts.append(f"{', '.join(some)} from {start} to {goal}")
    return wrapped(plain(f"{'; '.join(parts)}."), columns - 1, "Under way: ", "  ") if parts else []


def _unit(edition: Edition, unit: str) -> str:
    name = names.unit_name(edition, UNIT_NAMES.index(unit.removesuffix("-prone")))
    return f"prone {name}" if unit.endswith("-prone") else name


def _war_lines(edition: Edition, war: War, people: Sequence[str], columns: int) -> list[str]:
    here = plain(names.field_name(edition, war.field))
    styles = [names.style_name(edition, style) for style in range(3)]
    if war.defender is None:
        beast = plain(names.beast_name(edition, BEAST_THINGS.index(war.beast or "1a")))
        verb = "hunt" if people[war.attacker] == "You" else "hunts"
        lines = [f"{people[war.attacker]} {verb} {beast} at {here}."]
        if war.roll is None:
            return [*lines, f"  Unit strength {war.strength[0]}, more than {war.strength[1]} is needed."]
        sums = ", ".join(f"{plain(name)} {number}" for name, number in zip(styles, war.sums, strict=True))
        rolled = f"Rolled {war.roll}: every style must exceed {war.needed}. So far {sums}."
        return [*lines, *wrapped(rolled, columns, "  ", "    ")]
    sides = [people[war.attacker], people[war.defender]]
    verb = "attack" if sides[0] == "You" else "attacks"
    strength, points = (f"{both[0]} to {both[1]}" for both in (war.strength, war.points))
    lines = [f"{sides[0]} {verb} {sides[1].replace('You', 'you')} at {here}."]
    text = f"Unit strength {strength}, battle points {points}. Styles are {plain('/'.join(styles))}."
    lines += wrapped(text, columns, "  ", "    ")
    for number, battle in enumerate(war.battles, 1):
        cards = [_fought(edition, card) for card in battle.cards]
        won = "" if battle.winner is None else f"; won by {people[battle.winner].replace('You', 'you')}"
        lines += wrapped(f"{cards[0]} against {cards[1]}{won}", columns - 1, f"  Battle {number}: ", " " * 4)
    return lines


def _fought(edition: Edition, fought: Fought | None) -> str:
    if fought is None:
        return "no card"
    card = int((fought.awakening or fought.card)[5:])
    printed = names.styles_text(edition, card)
    now = "/".join(map(str, fought.values)) if fought.values else printed
    awakened = f" on {plain(names.card_name(edition, int(fought.card[5:])))}" if fought.awakening else ""
    return f"{plain(names.card_name(edition, card))}{awakened} {printed}{f', now {now}' if now != printed else ''}"


def _shop_lines(look: Look, edition: Edition, places: Places, columns: int) -> list[str]:
    table: Public = look.public
    mine: Private | None = look.private
    own = mine.specialty_price if mine else None
    prices = {**table.prices, ACTION_NAMES[SPECIALTY]: int(edition.box.price[SPECIALTY]) if own is None else own}
    stock = places.get("shop", {})
    goods = [
        f"{names.action_name(edition, ACTION_NAMES.index(card))} {prices[card]} (x{n})" for card, n in stock.items()
    ]
    left = _size(places.get("hidden-deck", {}))
    text = plain(f"{', '.join(goods)}; hidden {table.hidden_price} (x{left}).")
    return wrapped(text, columns - 1, "Shop: ", "  ")


def _awakening_lines(edition: Edition, card: int, places: Places, columns: int) -> list[str]:
    """What a card can be awakened as, while its awakening lies in the open supply."""
    awakening = names.awakening_of(card)
    if awakening < 0 or CARD_THINGS[awakening] not in places.get("awakenings", {}):
        return []
    data = names.card_data(edition, awakening)
    styles, texts = "/".join(map(str, data["styles"])), " ".join(names.effect_texts(edition, awakening))
    text = plain(f"{data['back']}: {data['name']} {styles}. {texts}".rstrip())
    return wrapped(text, columns - 1, " " * 5, " " * 5)


def _hand_lines(look: Look, edition: Edition, places: Places, columns: int, texts: bool) -> list[str]:
    """A line for each card of one's hand, and below it its text."""
    mine: Private = look.private
    lines, wide = [], 28 if columns >= LEAST_COLUMNS else 22
    for thing in places.get(f"hand:{mine.seat}", {}):
        card = names.card_data(edition, int(thing[5:]))
        icons = [f"{key} {card[key]}" for key in ("heads", "skull", "sand") if card[key]]
        icons += [text for key, text in (("heal", "heal"), ("block", "heal block")) if card[key]]
        icons += [f"scores {card['scores']}"] if card["scores"] else []
        icons += ["chosen"] if thing == mine.chosen else []
        styles = "/".join(map(str, card["styles"]))
        name = padded(plain(card["name"]), wide)
        tier = f"{card['tier_name']:<9} " if columns >= LEAST_COLUMNS else ""
        line = plain(f" {card['card']:>3} {name} {styles:<8} {tier}{', '.join(icons)}")
        lines.append(clipped(line, columns))
        if texts:
            for line in card["text"].splitlines():
                lines += wrapped(plain(line), columns - 1, " " * 5, " " * (7 if line.startswith("- ") else 5))
            lines += _awakening_lines(edition, card["card"], places, columns)
    styles = "/".join(names.style_name(edition, style) for style in range(3))
    lines += _hidden_lines(look, edition, places, columns)
    return [plain(f"Your hand, with {styles}:"), *lines] if lines else ["Your hand is empty."]


def _few_hand_lines(look: Look, edition: Edition, places: Places, columns: int) -> list[str]:
    """All cards of one's hand in a paragraph."""
    mine: Private = look.private
    cards = []
    for thing in places.get(f"hand:{mine.seat}", {}):
        card = names.card_data(edition, int(thing[5:]))
        chosen = " (chosen)" if thing == mine.chosen else ""
        cards.append(plain(f"{card['name']} {'/'.join(map(str, card['styles']))}{chosen}"))
    lines = wrapped(", ".join(cards) + ".", columns - 1, "Your hand: ", "  ") if cards else ["Your hand is empty."]
    return lines + [clipped(line, columns) for line in _hidden_lines(look, edition, places, columns)[:1]]


def _hidden_lines(look: Look, edition: Edition, places: Places, columns: int) -> list[str]:
    mine: Private = look.private
    hidden = places.get(f"secret:{mine.seat}", {})
    text = plain(f"{_counted(edition, hidden, mine.frozen)}.")
    return wrapped(text, columns - 1, "Your hidden cards: ", "  ") if hidden else []
