"""Predator & Prey: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from bestiary.engine.content import Edition
from bestiary.engine.room import LONGEST_NAME, WHOLE, Part, Room, called, clipped, fitted, padded
from bestiary.engine.views import Look, contents
from bestiary.games.prey.state import CARD_NAMES, FACES, RANKS, SUIT_NAMES
from bestiary.games.prey.view import Public
from bestiary.games.prey.words import counted


ASIDE = "The hand that was set aside:"
HALF = 40  # columns of a suit of the hand, where two stand beside each other


def draw(look: Look, edition: Edition, names: Sequence[str], room: Room = WHOLE) -> str:
    """A view as plain text that fits the room: a paragraph for each seat, or a line where that is too long."""
    table: Public = look.public
    names = [called(name) for name in names]
    seats = range(len(table.seats))
    whole = ["", *(line for seat in seats for line in _seat_lines(look, edition, seat, names))]
    aside = table.over.places.get("aside", {}) if table.over else {}
    left, heads = hand_lines(edition, aside), _headlines(table, edition, names)
    parts = [
        Part([heads, [" ".join(heads)]], [3]),
        Part([whole, _short_lines(look, edition, names)], [2]),
        Part([["", f"  {ASIDE}", *left], [f"  {ASIDE}", *_side_by_side(left)]] if left else [[]], [1]),
    ]
    return "\n".join(clipped(line, room.columns) for line in fitted(parts, room))


def _headlines(table: Public, edition: Edition, names: Sequence[str]) -> list[str]:
    if table.step == "over":
        return [f"The game is over after {counted(table.round, 'round')}."]
    lead = f", {suit_name(edition, table.lead)} led" if table.lead else ""
    return [
        f"Round {table.round}, trick {table.trick} of {table.tricks}: {table.end} numbers count.",
        f"Leader: {names[table.leader]}{lead}.",
    ]


def _head(look: Look, seat: int, names: Sequence[str], wide: int) -> str:
    player = look.public.seats[seat]
    mark = ">" if seat in look.public.asked else " "
    goals = " or ".join(str(goal) for goal in player.goals) + (" or 0" if FACES in player.goals else "")
    return f"{mark} {padded(names[seat], wide)} points {player.points}   tricks {player.won:>2}   wants {goals}"


def _played(look: Look, edition: Edition, seat: int) -> str:
    """The card that a seat has played to this trick."""
    for lying in look.public.cards:
        if lying.seat == seat:
            best = "   (winning)" if "winning" in lying.tags else ""
            return f"plays {edition.words['titles'][CARD_NAMES.index(lying.card)]}{best}"
    return ""


def _hand(look: Look, edition: Edition, seat: int) -> list[str]:
    hand = contents(look.public, look.private).get(f"hand:{seat}", {})
    return [] if "?" in hand else hand_lines(edition, hand)


def _voids(look: Look, edition: Edition, seat: int) -> str:
    voids = look.public.seats[seat].voids
    return f"has no {', '.join(suit_name(edition, suit) for suit in voids)}" if voids else ""


def _seat_lines(look: Look, edition: Edition, seat: int, names: Sequence[str]) -> list[str]:
    played, voids = (say(look, edition, seat) for say in (_played, _voids))
    said = [[f"    {text}"] if text else [] for text in (played, voids)]
    return [_head(look, seat, names, LONGEST_NAME + 1), *said[0], *_hand(look, edition, seat), *said[1]]


def _short_lines(look: Look, edition: Edition, names: Sequence[str]) -> list[str]:
    """The seats one below the other, then what they play, then the hand, two suits in a line."""
    seats = range(len(look.public.seats))
    wide = max(cell_len(names[seat]) for seat in seats)
    lines = []
    for seat in seats:
        voids = _voids(look, edition, seat).removeprefix("has ")
        lines.append(_head(look, seat, names, wide) + (f"   {voids}" if voids else ""))
    for seat in seats:
        if played := _played(look, edition, seat).removeprefix("plays "):
            lines.append(f"  {padded(names[seat], wide)} {played}")
    for seat in seats:
        lines += _side_by_side(_hand(look, edition, seat))
    return lines


def _side_by_side(suits: Sequence[str]) -> list[str]:
    """Two in a line, where they are short enough."""
    if any(len(suit) > HALF for suit in suits):
        return [suit[2:] for suit in suits]
    pairs = [suits[at : at + 2] for at in range(0, len(suits), 2)]
    return ["".join(padded(suit[2:], HALF) for suit in pair).rstrip() for pair in pairs]


def suit_name(edition: Edition, suit: str) -> str:
    return str(edition.words["suits"][SUIT_NAMES.index(suit)])


def hand_lines(edition: Edition, cards: Iterable[str]) -> list[str]:
    """A line a suit: predator/prey of each card."""
    suits: dict[str, list[str]] = {}
    for card in sorted(CARD_NAMES.index(name) for name in cards):
        numbers = f"{edition.words['predator'][card]}/{edition.words['prey'][card]}"
        suits.setdefault(edition.words["suits"][card // RANKS], []).append(numbers)
    return [f"    {suit:<10} {'  '.join(numbers)}" for suit, numbers in suits.items()]
