"""Tooth & Claw: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bestiary.engine.content import Edition
from bestiary.engine.room import WHOLE, Part, Room, beside, called, clipped, fitted, padded, wrapped
from bestiary.engine.views import Contents, Look, contents
from bestiary.games.claw.names import CARD_TITLES, ROWS, SPACE_PLACES, Space, spaces_of
from bestiary.games.claw.state import (
    CARDS, CARD_NAMES, CHOICES, COLUMNS, FORMATION_NAMES, ROUNDS, SEATS, SPACES, TYPE_NAMES,
)  # fmt: skip
from bestiary.games.claw.view import Private, Public, Seat

WIDTH: Final = 80
LABEL: Final = 18
CELL: Final = 18
SMALL: Final = 13  # a formation card among six
SIDE: Final = 6  # a type's name beside its cards
PANEL: Final = 40  # beside the two sides, for the cards and the score
NUMBERS: Final = " " * (LABEL + 2) + "".join(f"{column:<{CELL}}" for column in range(1, COLUMNS + 1))
LEGEND: Final = (
    "  # blank   +1 +2 stronger   W Wild   ? the deck's top card   2 two cards",
    "  The upper row is the Vanguard, then Rearguard and Reinforcements.",
)


def draw(look: Look, edition: Edition, names: Sequence[str], room: Room = WHOLE) -> str:
    """A view as plain text that fits the room: the opponent above, turned towards us."""
    return "\n".join(clipped(line.rstrip(), room.columns) for line in Drawing(look, edition, names).lines(room))


class Drawing:
    """A view that is being drawn."""

    def __init__(self, look: Look, edition: Edition, names: Sequence[str]) -> None:
        self.table: Public = look.public
        self.mine: Private | None = look.private
        self.edition = edition
        self.names = [called(name) for name in names]
        self.places = contents(look.public, look.private)
        self.below = self.mine.seat if self.mine else 0
        self.both = (self.below, 1 - self.below)

    def lines(self, room: Room) -> list[str]:
        table, head = self.table, Part([[self._headline()]])
        legend = Part([["", *LEGEND], LEGEND, []], [1, 1])
        if table.step == "type":
            return fitted([head, Part([["", *self._type_lines()], self._few_type_lines()], [2]), legend], room)
        if table.step == "over":
            return fitted([head, Part([["", *self._score_lines()]])], room)
        if table.step == "formation":
            return fitted([head, Part([["", *self._choice_lines()]]), legend, self._rest()], room)
        if room.columns >= WIDTH + PANEL:
            wide = [self._wide_lines(room.columns, gap) for gap in ([""], [])]
            return fitted([head, Part([["", *wide[0]], wide[1]], [1])], room)
        return fitted([head, Part([["", *self._board_lines()], self._few_board_lines()], [2]), self._rest()], room)

    def _rest(self) -> Part:
        """Cards and score: with room between them, below each other, the score among the cards."""
        cards, few = self._card_lines(), self._card_lines(totals=True)
        if not self._has_score():
            return Part([["", *cards], cards], [3])
        forms = [["", *cards, "", *self._score_lines()], ["", *cards, self._score_line()], [*cards, self._score_line()]]
        return Part([*forms, few] if few != cards else forms, [1, 3, 4])

    def _has_score(self) -> bool:
        return bool(self.table.battle or self.table.step == "over" or self.table.round + self.table.game > SEATS)

    def _wide_lines(self, columns: int, gap: list[str]) -> list[str]:
        """The two sides, and beside them the cards and the score."""
        panel = [" ".join(self._score_line().split()), *gap] if self._has_score() else []
        for label, text in self._card_rows():
            panel += [*wrapped(text, columns - WIDTH, f"{label}: ", "  "), *gap]
        return beside(self._board_lines(), ["", *panel], WIDTH)

    def _headline(self) -> str:
        table = self.table
        game = f"Game {table.game} of {table.games}. " if table.games > 1 else ""
        first = self.names[table.first]
        if table.over:
            winners = sorted(s for rank in table.over.ranking if rank.place == 1 for s in rank.seats)
            return f"The game is over. Winning: {' and '.join(self.names[s] for s in winners)}."
        if table.step == "type":
            return f"{game}The players choose their types. First player: {first}."
        battle = f", battle {table.battle} of {table.battles}" if table.battle else ""
        return f"{game}Round {table.round} of {table.rounds}{battle}. First player: {first}."

    # --- Formation cards as printed

    def _type_lines(self) -> list[str]:
        lines = ["  " + "".join(f"{f'Round {number + 1}':<{2 * SMALL}}" for number in range(ROUNDS))]
        for kind, name in enumerate(TYPE_NAMES):
            taker = next((seat for seat, player in enumerate(self.table.seats) if player.type == name), None)
            taken = "" if taker is None else f", taken by {self.names[taker]}"
            cards = range(kind * ROUNDS * CHOICES, (kind + 1) * ROUNDS * CHOICES)
            lines += [f"  {name.upper()}{taken}", *self._layout_lines(cards, SMALL), ""]
        return lines[:-1]

    def _few_type_lines(self) -> list[str]:
        """The same with the types' names at the side."""
        lines = [" " * (SIDE + 2) + "".join(padded(f"Round {number + 1}", 2 * (SMALL - 1)) for number in range(ROUNDS))]
        for kind, name in enumerate(TYPE_NAMES):
            taker = next((seat for seat, player in enumerate(self.table.seats) if player.type == name), None)
            heads = [name.upper(), *([] if taker is None else ["taken", "by", self.names[taker]])]
            cards = range(kind * ROUNDS * CHOICES, (kind + 1) * ROUNDS * CHOICES)
            lines += beside(heads, self._layout_lines(cards, SMALL - 1), SIDE)
        return lines

    def _choice_lines(self) -> list[str]:
        heads: list[str] = []
        offered: list[int] = []
        for seat in self.both:
            player = self.table.seats[seat]
            mark, chosen = (">", "") if seat in self.table.asked else (" ", ": chosen")
            if self.mine and self.mine.seat == seat and self.mine.chosen:
                chosen = f": {self._formation_title(self.mine.chosen)}"
            heads.append(clipped(f"{mark} {self.names[seat]}, {_type_title(player)}{chosen}", 37))
            first = (TYPE_NAMES.index(str(player.type)) * ROUNDS + self.table.round - 1) * CHOICES
            offered += range(first, first + CHOICES)
        return [f"{padded(heads[0], 40)}{heads[1]}".rstrip(), *self._layout_lines(offered, 20)]

    def _layout_lines(self, formations: Iterable[int], width: int) -> list[str]:
        """Formation cards side by side."""
        cell = min(width // COLUMNS, 5)
        titles = [self.edition.words["formations"][f] for f in formations]
        printed = [spaces_of(self.edition.box, f) for f in formations]
        lines = ["  " + "".join(f"{title[: width - 1]:<{width}}" for title in titles)]
        for row in range(0, SPACES, COLUMNS):
            cards = ["".join(f"{space.mark:<{cell}}" for space in some[row : row + COLUMNS]) for some in printed]
            lines.append("  " + "".join(f"{card:<{width}}" for card in cards))
        return [line.rstrip() for line in lines]

    def _formation_title(self, name: str) -> str:
        return str(self.edition.words["formations"][FORMATION_NAMES.index(name)])

    # --- The two sides

    def _board_lines(self) -> list[str]:
        few, middle = self._few_board_lines(), "  " + self._led().center(WIDTH - 6, "-")
        return [few[0], NUMBERS, *few[1:4], middle, *few[5:8], NUMBERS, few[8]]

    def _few_board_lines(self) -> list[str]:
        """The same with the columns' numbers between the sides."""
        led, label = self.table.led, ""
        if led:
            played_as = "" if led.card.startswith(led.colour) else f" as {led.colour[0].upper()}"
            label = f"led {_short(led.card)}{played_as}: {led.strength} "
        middle = f"  {label:-<{LABEL}}" + "".join(f"{column:-<{CELL}}" for column in range(1, COLUMNS + 1))
        above, below = self._row_lines(1 - self.below), self._row_lines(self.below)
        return [self._seat_line(1 - self.below), *reversed(above), middle, *below, self._seat_line(self.below)]

    def _led(self) -> str:
        """The card that the offence has played."""
        led = self.table.led
        if not led:
            return ""
        played_as = "" if led.card.startswith(led.colour) else f" as {led.colour.capitalize()}"
        card = CARD_TITLES[CARD_NAMES.index(led.card)]
        return f" {self.names[led.seat]}: {card}{played_as}, strength {led.strength} "

    def _seat_line(self, seat: int) -> str:
        player = self.table.seats[seat]
        mark = ">" if seat in self.table.asked else " "
        role = f", {player.role}" if player.role else ""
        formation = self._formation_title(str(player.formation))
        left = f"{mark} {self.names[seat]}{role}: {_type_title(player)}, {clipped(formation, 14)}"
        taken = sum(sum(self._taken(seat, owner).values()) for owner in ("", "/0", "/1"))
        piles = f"hand {self._count(f'hand:{seat}')}, deck {self._count(f'deck:{seat}')}, taken {taken}"
        return f"{padded(left, WIDTH - 27)}{piles:>23}"

    def _taken(self, seat: int, owner: str) -> Contents:
        return self.places.get(f"taken:{seat}{owner}", {})

    def _count(self, place: str) -> int:
        return sum(self.places.get(place, {}).values())

    def _row_lines(self, seat: int) -> list[str]:
        """The three rows of a side, Vanguard first."""
        formation = FORMATION_NAMES.index(str(self.table.seats[seat].formation))
        cells = [self._cell(seat, at, space) for at, space in enumerate(spaces_of(self.edition.box, formation))]
        rows = ["".join(f"{cell:<{CELL}}" for cell in cells[row : row + COLUMNS]) for row in range(0, SPACES, COLUMNS)]
        return [f"  {title:<{LABEL}}{row}".rstrip() for title, row in zip(ROWS, rows, strict=True)]

    def _cell(self, seat: int, at: int, space: Space) -> str:
        """`R12+2`, `B5 W`, `####`, `[??]`, `[B6]` for an own card face down, `>R9<` for the card in battle."""
        if space.blank:
            return "####"
        table, place = self.table, SPACE_PLACES[seat][at]
        text = self._lying(place) or "."
        if table.led and table.led.place == place:
            text = f">{_short(table.led.card)}<"
        text += f"+{space.bonus}" if space.bonus else ""
        text += " W" if space.wild else ""
        text += " x2" if space.two and table.step in ("front", "back") else ""
        filled = table.advance.goal if table.advance else self.mine.next if self.mine else ""
        return text + (" <--" if filled == place else "")

    def _lying(self, place: str) -> str:
        """The cards there, those face up first; of two face down the higher one."""
        open_cards = [card for card in self.table.places.get(place, {}) if card != "?"]
        known = self.places.get(place, {})
        covered = [card for card in sorted(known, key=_number, reverse=True) if card not in open_cards]
        hidden = [f"[{_short(card)}]" for card in covered for _ in range(known[card])]
        return "".join([*map(_short, open_cards), *hidden])

    # --- Cards beside the formations, and the score

    def _card_lines(self, totals: bool = False) -> list[str]:
        """What a player holds, and what lies beside the formations."""
        return [f"  {padded(label, LABEL)}{text}" for label, text in self._card_rows(totals)]

    def _card_rows(self, totals: bool = False) -> list[tuple[str, str]]:
        rows = []
        if self.mine:
            rows.append(("Your hand", _listed(self.places.get(f"hand:{self.mine.seat}", {}))))
        if self.table.phase == "combat" and not self.table.memory:
            for seat in self.both:
                taken = [card for owner in ("/0", "/1") for card in self._taken(seat, owner)]
                score = f" ({self._total(seat)})" if totals else ""
                rows.append((f"{clipped(self.names[seat], 12 - len(score))} took{score}", _listed(taken)))
        for seat in self.both:
            unseen = self.table.seats[seat].unseen
            if unseen is not None and len(unseen) < CARDS and not (self.mine and self.mine.seat == seat):
                whose = "Not yet seen" if self.mine else f"{clipped(self.names[seat], 10)} hides"
                rows.append((whose, _listed(unseen)))
        return rows

    def _score_line(self) -> str:
        totals = (f"{self.names[seat]} {self._total(seat)}" for seat in self.both)
        return f"  {'Achievements':<{LABEL}}{', '.join(totals)}"

    def _total(self, seat: int) -> int:
        player = self.table.seats[seat]
        return player.total + player.score

    def _score_lines(self) -> list[str]:
        """Achievements by round; those of a round that must be remembered are a question mark."""
        before = self.table.game > 1
        heads = [*(["game 1"] if before else []), *(f"round {n + 1}" for n in range(ROUNDS)), "total"]
        lines = ["  " + " " * LABEL + "".join(f"{head:>10}" for head in heads)]
        for seat in self.both:
            player = self.table.seats[seat]
            rounds = [self._points(number, points) for number, points in enumerate(player.points)]
            row = [*([str(player.total)] if before else []), *rounds, str(self._total(seat))]
            lines.append(f"  {padded(self.names[seat], LABEL)}" + "".join(f"{text:>10}" for text in row))
        return lines

    def _points(self, number: int, points: int | None) -> str:
        if points is not None:
            return str(points)
        return "?" if number < self.table.round else "-"


def _type_title(player: Seat) -> str:
    return str(player.type).capitalize()


def _number(card: str) -> int:
    return CARD_NAMES.index(card) if card in CARD_NAMES else -1


def _short(card: str) -> str:
    """`R12`."""
    return "??" if card == "?" else f"{card[0].upper()}{card.partition('-')[2]}"


def _listed(cards: Iterable[str]) -> str:
    """`Red 3 8, Blue 12`; `nothing` for none."""
    colours: dict[str, list[int]] = {}
    for card in cards:
        colour, _, rank = card.partition("-")
        colours.setdefault(colour.capitalize(), []).append(int(rank))
    return ", ".join(f"{colour} {' '.join(map(str, sorted(ranks)))}" for colour, ranks in colours.items()) or "nothing"
