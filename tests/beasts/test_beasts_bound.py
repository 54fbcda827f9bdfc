"""The argument of the documentation for why every game ends, counted with the cards of the house edition."""

from __future__ import annotations

from card_helpers import HOUSE

from bestiary.engine import content
from bestiary.games.beasts.cards import decks
from bestiary.games.beasts.cards import language as words
from bestiary.games.beasts.cards.decks import Card
from bestiary.games.beasts.cards.grammar import Effect, Step
from bestiary.games.beasts.state import CLAN_CARDS, CLANS, DECK_CARDS, MAX_DECISIONS, PATHS

CONTENT = decks.load(content.parse(content.read_edition(HOUSE), "house"))
IN_A_WAR = 24  # cards of both sides
REPEATS = 9
EVENT_ANSWERS = 10  # of each player, to what an event gives or takes
EVENT_GIFTS = 9  # to each player, at most: each is a window [R77]


def answers(step: Step, seats: int) -> int:
    """The most decisions that an operation asks for: whom, then for each of its number what, where, and a token, a
    marker or a discard that follows; who may react where an ally, a beast or an action card changes hands, both who
    receive a beast in a swap [R73], and to every token."""
    operation = words.operation_of(step.op)
    number = abs(step.args[operation.per]) if operation.per >= 0 else 1
    most = 1 + 4 * number
    if operation.word in ("ALLY", "BSTEAL", "BSWAP", "ACTSTEAL", "ACTRET", "GAINC"):
        most += 2 * seats
    if operation.word in ("TOK", "TOKPASS"):
        most += number * seats
    return most + ((EVENT_ANSWERS + EVENT_GIFTS * seats) * seats if operation.word == "EVENT" else 0)


def effect_answers(effect: Effect, seats: int) -> int:
    most = sum(answers(step, seats) for step in effect.steps)
    return most * (REPEATS if any(step.op == words.OP_REP for step in effect.steps) else 1)


def in_play(seats: int) -> list[Card]:
    """The cards of the table with the most decisions: all but those of clans that nobody plays."""

    def deck(clan: int) -> list[Card]:
        return [card for card in CONTENT.cards.values() if card.id < CLAN_CARDS and card.id // DECK_CARDS == clan]

    def most(clan: int) -> int:
        return sum(effect_answers(effect, seats) for card in deck(clan) for effect in card.effects)

    clans = sorted(range(CLANS), key=most)[-seats:]
    return [card for card in CONTENT.cards.values() if card.id >= CLAN_CARDS or card.id // DECK_CARDS in clans]


def parts(seats: int) -> tuple[int, int, int]:
    """k, h and t of the documentation."""
    k = h = 0
    in_war = []
    for card in in_play(seats):
        held = [e for e in card.effects if words.timing_of(e.timing).in_hand]
        k += bool(held)
        h += sum(effect_answers(effect, seats) for effect in held)
        in_war.append(sum(effect_answers(e, seats) for e in card.effects if e not in held))
    return k, h, sum(sorted(in_war)[-IN_A_WAR:])


def bound(seats: int) -> int:
    n, (k, h, t) = seats, parts(seats)
    a_round = 13 * n * n + 914 * n + 10 * n + EVENT_GIFTS * n * n + 165 + n + (145 + k) * (1 + 2 * n)
    a_round += 16 * (51 + n) + 7 * 110 + 122 * 14
    a_round += 12 * n + h + 14 * (680 + 55 * n + 2 * t) + 40
    return 4 * a_round + 1 + 10 * n


def test_no_game_of_the_house_edition_takes_more_decisions_than_the_bound() -> None:
    assert PATHS < IN_A_WAR
    for seats in (2, 3, 4):
        assert bound(seats) <= MAX_DECISIONS
