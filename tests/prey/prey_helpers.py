"""Small helpers: sit at a table, lay out a position, play cards by short names."""

from __future__ import annotations

from typing import Any

from bestiary.engine.chance import server_seed
from bestiary.engine.frames import ask, become
from bestiary.engine.registry import find_game
from bestiary.engine.seat import SPECTATOR, look
from bestiary.engine.table import Table
from bestiary.engine.views import contents
from bestiary.games.prey.state import PLAY, RANKS, SUITS
from bestiary.games.prey.view import Private, Public, Suits

GAME = find_game("prey")


def sit(players: int = 4, seed: str = "den", edition: str = "mirror", **settings: Any) -> Table:
    return Table(GAME, GAME.edition(edition), GAME.make_options(players, settings=settings), server_seed(seed))


def card(text: str) -> int:
    """`b7`: suit b, the seventh card by predator number."""
    return "abcd".index(text[0]) * RANKS + int(text[1:]) - 1


def lay(table: Table, hands: list[str], leader: int = 0, trick: int = 0) -> None:
    """Gives each seat these cards (and nothing else) and lets `leader` lead; the rest counts as played."""
    state = table.state
    held = 0
    for suit in range(SUITS):
        state.aside[suit] = 0
        for seat in range(len(state.hand)):
            state.hand[seat, suit] = 0
    for seat, text in enumerate(hands):
        for word in text.split():
            state.hand[seat, card(word) // RANKS] |= 1 << (card(word) % RANKS)
            held |= 1 << card(word)
    for suit in range(SUITS):
        state.played[suit] = ~(held >> (suit * RANKS)) & ((1 << RANKS) - 1)
    state.trick_number = trick
    state.leader = leader
    become(state, PLAY)
    ask(state, 1 << leader)


def play(table: Table, *cards: str) -> None:
    for text in cards:
        table.play(table.waiting()[0], card(text))


def legal(table: Table) -> set[str]:
    seat = table.waiting()[0]
    return {f"{'abcd'[c // RANKS]}{c % RANKS + 1}" for c in table.legal(seat)}


def public(table: Table) -> Public:
    """What everybody sees."""
    return look(table, SPECTATOR).public


def listed(some: Suits | None) -> list[str]:
    """The cards of all suits."""
    assert some is not None
    return [*some.a, *some.b, *some.c, *some.d]


def private(table: Table, seat: int) -> Private:
    """What a seat sees beyond that."""
    return look(table, seat).private


def lying(table: Table, place: str, seat: int = SPECTATOR) -> dict[str, int]:
    """What lies at a place, as a seat knows it; "?" for what lies face down."""
    seen = look(table, seat)
    return contents(seen.public, seen.private).get(place, {})


def first_cards(table: Table, decisions: int = 10_000) -> None:
    """Everybody plays the first legal card, so many times or to the end."""
    for _ in range(decisions):
        if table.is_over:
            break
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])


def last_trick(goals: list[tuple[int, int]], won: list[int], points: list[int], **settings: Any) -> Table:
    """Before the last trick of a round, which seat 1 takes with its a1."""
    table = sit(**settings)
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.goal[:], table.state.won[:], table.state.points[:] = goals, won, points
    return table
