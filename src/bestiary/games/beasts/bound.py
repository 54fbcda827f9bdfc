"""How long a game of Tailed Beasts can be: the argument of its page, counted with the cards of an edition. It is
generous on purpose; `MAX_DECISIONS` lies above it, by test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bestiary.games.beasts.cards.decks import Card, Content
from bestiary.games.beasts.cards.entries import P_WARD
from bestiary.games.beasts.cards.grammar import Effect, Step
from bestiary.games.beasts.cards.language import (
    OP_ACTRET, OP_ACTSTEAL, OP_ALLY, OP_BSTEAL, OP_BSWAP, OP_EVENT, OP_GAINC, OP_REP, OP_TOK, OP_TOKPASS, operation_of,
    timing_of,
)  # fmt: skip
from bestiary.games.beasts.state import CLANS, ROUNDS

IN_A_WAR: Final = 24  # cards of both sides
REPEATS: Final = 9
EVENT_ANSWERS: Final = 10  # of each player, to what an event gives or takes
EVENT_GIFTS: Final = 9  # to each player, at most: each is a window [R77]
CHANGING_HANDS: Final = (OP_ALLY, OP_BSTEAL, OP_BSWAP, OP_ACTSTEAL, OP_ACTRET, OP_GAINC)


@dataclass(frozen=True)
class Figures:
    """What the count needs to know of a table: its players, and what their cards and passive sides bring."""

    n: int  # players
    k: int  # cards with an effect from hand
    h: int  # decisions that all these effects can ask for
    t: int  # decisions that the effects of the cards of a war can ask for
    w: int  # tokens that a passive side gives in a setup phase


@dataclass(frozen=True)
class Share:
    """What takes decisions in a round, and how many at most: as it is printed, and as it is counted."""

    text: str
    formula: str
    count: Callable[[Figures], int]


SHARES: Final = (
    Share("places in the order", "n", lambda f: f.n),
    Share(
        "symbols and markers: 13 coin fields with a window, 12 springs of 10 points, 6 crowns, 10 markers a player; a "
        "recruit is a type, a field, a marker, and taking that marker back",
        "13n² + 914n", lambda f: 13 * f.n**2 + 914 * f.n,
    ),
    Share("tokens that passive sides give, each with a window (R77)", "wn²", lambda f: f.w * f.n**2),
    Share(
        "the event: answers, and a window for each of nine gifts to everybody (R77)",
        "10n + 9n²", lambda f: EVENT_ANSWERS * f.n + EVENT_GIFTS * f.n**2,
    ),
    Share("purchases: 145 cards, 20 lost to Paralyze, passes", "165 + n", lambda f: 165 + f.n),
    Share(
        "plays of 145 action cards and *k* battle cards: the choice, the window of the card, the window that opens "
        "again",
        "(145 + k)(1 + 2n)", lambda f: (145 + f.k) * (1 + 2 * f.n),
    ),
    Share(
        "sixteen Travels, Pathfinders and Night Ferries: focus, window, ten units with their fields, the end, the "
        "order of battlefields, markers",
        "16(51 + n)", lambda f: 16 * (51 + f.n),
    ),
    Share("seven Specialties, two Travels each at most", "7 · 110", lambda f: 7 * 110),
    Share("the other 122 action cards, 14 decisions each at most (Venom Jar)", "122 · 14", lambda f: 122 * 14),
    Share("passes, and markers of earlier rounds that are taken back", "11n", lambda f: 11 * f.n),
    Share("effects from hand", "h", lambda f: f.h),
    Share(
        "fourteen wars: 25 cards, 12 orders of effects, 55 windows, 20 losses, 20 retreats, a beast, 24 discards after "
        "a heal, 2 for a marker, 24 resources of 24",
        "14(680 + 55n + 2t)", lambda f: 14 * (680 + 55 * f.n + 2 * f.t),
    ),
    Share("twenty Poison tokens, each with a discard", "40", lambda f: 40),
)  # fmt: skip
SET_UP: Final = Share(
    "the set-up: a base, and for each player two fields, seven units and a Specialty", "1 + 10n", lambda f: 1 + 10 * f.n
)


def figures_of(content: Content, seats: int) -> Figures:
    """For the table with the most decisions."""
    k = h = 0
    in_war = []
    for card in _in_play(content, seats):
        held = [effect for effect in card.effects if timing_of(effect.timing).in_hand]
        k += bool(held)
        h += sum(_effect_answers(effect, seats) for effect in held)
        in_war.append(sum(_effect_answers(effect, seats) for effect in card.effects if effect not in held))
    wards = [side.values[0] for side in (s.passive for s in content.specialties) if side.entry.code == P_WARD]
    return Figures(seats, k, h, sum(sorted(in_war)[-IN_A_WAR:]), max(wards, default=0))


def round_bound(figures: Figures) -> int:
    return sum(share.count(figures) for share in SHARES)


def bound(figures: Figures) -> int:
    """The most decisions of a game."""
    return ROUNDS * round_bound(figures) + SET_UP.count(figures)


def formula() -> str:
    """The same, as it is printed."""
    return f"{ROUNDS} · ({' + '.join(share.formula for share in SHARES)}) + {SET_UP.formula}"


def _in_play(content: Content, seats: int) -> list[Card]:
    """All cards but those of clans that nobody plays: the clans with the most decisions do."""

    def most(clan: int) -> int:
        return sum(_effect_answers(effect, seats) for card in content.deck(clan) for effect in card.effects)

    idle = sorted(range(CLANS), key=most)[:-seats]
    return [card for card in content.cards.values() if card.group not in idle]


def _effect_answers(effect: Effect, seats: int) -> int:
    most = sum(_answers(step, seats) for step in effect.steps)
    return most * (REPEATS if any(step.op == OP_REP for step in effect.steps) else 1)


def _answers(step: Step, seats: int) -> int:
    """The most decisions that an operation asks for: whom, then for each of its number what, where, and a token, a
    marker or a discard that follows; who may react where an ally, a beast or an action card changes hands, both who
    receive a beast in a swap [R73], and to every token."""
    operation = operation_of(step.op)
    number = abs(step.args[operation.per]) if operation.per >= 0 else 1
    most = 1 + 4 * number
    if step.op in CHANGING_HANDS:
        most += 2 * seats
    if step.op in (OP_TOK, OP_TOKPASS):
        most += number * seats
    return most + ((EVENT_ANSWERS + EVENT_GIFTS * seats) * seats if step.op == OP_EVENT else 0)
