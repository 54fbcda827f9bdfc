"""Predator & Prey: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bestiary.engine.content import Edition
from bestiary.engine.views import Look, contents
from bestiary.games.prey.state import CARD_NAMES, FACES, RANKS, SUIT_NAMES
from bestiary.games.prey.view import Public
from bestiary.games.prey.words import counted


def draw(look: Look, edition: Edition, names: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide."""
    table: Public = look.public
    if table.step == "over":
        lines = [f"The game is over after {counted(table.round, 'round')}."]
    else:
        lines = [f"Round {table.round}, trick {table.trick} of {table.tricks}: {table.end} numbers count."]
        lead = f", {suit_name(edition, table.lead)} led" if table.lead else ""
        lines.append(f"Leader: {names[table.leader]}{lead}.")
    lines.append("")
    for seat in range(len(table.seats)):
        lines += _seat_lines(look, edition, seat, names)
    if table.over and (aside := table.over.places.get("aside")):
        lines += ["", "  The hand that was set aside:", *hand_lines(edition, aside)]
    return "\n".join(lines)


def _seat_lines(look: Look, edition: Edition, seat: int, names: Sequence[str]) -> list[str]:
    table: Public = look.public
    player = table.seats[seat]
    mark = ">" if seat in table.asked else " "
    goals = " or ".join(str(goal) for goal in player.goals) + (" or 0" if FACES in player.goals else "")
    head = f"{mark} {names[seat][:16]:<17} points {player.points}   tricks {player.won:>2}"
    lines = [f"{head}   wants {goals}"]
    for lying in table.cards:
        if lying.seat == seat:
            best = "   (winning)" if "winning" in lying.tags else ""
            lines.append(f"    plays {edition.words['titles'][CARD_NAMES.index(lying.card)]}{best}")
    hand = contents(table, look.private).get(f"hand:{seat}", {})
    if "?" not in hand:
        lines += hand_lines(edition, hand)
    if player.voids:
        lines.append(f"    has no {', '.join(suit_name(edition, suit) for suit in player.voids)}")
    return lines


def suit_name(edition: Edition, suit: str) -> str:
    return str(edition.words["suits"][SUIT_NAMES.index(suit)])


def hand_lines(edition: Edition, cards: Iterable[str]) -> list[str]:
    """A line a suit: predator/prey of each card."""
    suits: dict[str, list[str]] = {}
    for card in sorted(CARD_NAMES.index(name) for name in cards):
        numbers = f"{edition.words['predator'][card]}/{edition.words['prey'][card]}"
        suits.setdefault(edition.words["suits"][card // RANKS], []).append(numbers)
    return [f"    {suit:<10} {'  '.join(numbers)}" for suit, numbers in suits.items()]
