"""Predator & Prey: what lies on the table (State), what is printed (Box), what a table may set (Options)."""

from __future__ import annotations

from typing import Final

from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.chance import Chance
from bestiary.engine.options import number
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.rule import rule
from bestiary.engine.trace import EventTable

SUITS: Final = 4
RANKS: Final = 12
CARDS: Final = SUITS * RANKS
SEATS: Final = 4
HAND: Final = 12
TRICKS: Final = 12
TURN_ROUND: Final = 6  # tricks before the cards are turned round
DICE: Final = 2
FACES: Final = 6
GOAL_POINTS: Final = 2
MAX_ROUNDS: Final = 100

# Steps of the game, the only frame of the decision stack.
ROUND, PLAY, TRICK, SCORE = range(1, 5)

SUIT_NAMES: Final = ("a", "b", "c", "d")
CARD_NAMES: Final = tuple(f"{suit}-{rank}" for suit in SUIT_NAMES for rank in range(1, RANKS + 1))
ACTIONS: Final = ActionSpace(Kind("play", card=CARD_NAMES))

EVENTS: Final = EventTable(
    rolls="seat first* second*",
    goals="seat low high",
    round_begins="round",
    deals="seat card!seat",
    set_aside="card!",
    lead_is_drawn="seat",
    leads="seat",
    trick_begins="trick leader",
    plays="seat card",
    shows_void="seat suit",
    gathers="seat card winner",
    wins_trick="seat tricks",
    cards_turn="trick",
    meets_goal="seat tricks points",
    misses_goal="seat tricks",
    round_ends="round pile0 pile1 pile2 pile3 aside",
    opens_aside="card",
    game_over="winners",
)
(
    ROLLS, GOALS, ROUND_BEGINS, DEALS, SET_ASIDE, LEAD_IS_DRAWN, LEADS, TRICK_BEGINS, PLAYS, SHOWS_VOID, GATHERS,
    WINS_TRICK, CARDS_TURN, MEETS_GOAL, MISSES_GOAL, ROUND_ENDS, OPENS_ASIDE, GAME_OVER,
) = EVENTS.codes()  # fmt: skip
MAX_MOVES: Final = HAND
MAX_EVENTS: Final = 160

# Clauses: why something is refused. words.py says each in a sentence.
(
    NOT_ASKED, NOT_IN_HAND, MUST_FOLLOW, GAME_IS_OVER, ANOTHERS_CARD, PLAYED_CARD, WON_CARD, ASIDE_CARD, ONLY_TO_TRICK,
) = range(1, 10)  # fmt: skip

# Laws of nature that `audit` checks.
CARDS_KEPT, HAND_SIZE, TRICKS_COUNTED, GOALS_DIFFER, VOIDS_TRUE, SUIT_FOLLOWED, POINTS_EARNED = range(1, 8)

# What is sure of a card before it is played.
OPEN, CANNOT_WIN, AHEAD, WINS = range(4)


@rule
def sees_aside(state: State, seat: int, suit: int) -> bool:
    """R4: a hand that was set aside is opened when the game is over."""
    return int(state.depth) == 0


class Box(Record):
    """What an edition prints: both ends of every card. A card is suit · 12 + place, by rising predator number."""

    predator: Cells = cells("i1", CARDS, known=PUBLIC)
    prey: Cells = cells("i1", CARDS, known=PUBLIC)
    prey_place: Cells = cells("i1", CARDS, known=PUBLIC)  # by rising prey number, 1 to 12 in every suit
    highest: int = cell("i1", known=PUBLIC)  # of all numbers


class State(Record):
    """A position. Sets of cards are bit masks by suit; cards in single cells count from 1, 0 is none."""

    chance: Chance = part(Chance, known=NOBODY)
    hand: Cells = cells("i2", SEATS, SUITS, known=OWN)
    aside: Cells = cells("i2", SUITS, known=sees_aside)  # three players: the fourth hand
    played: Cells = cells("i2", SUITS, known=PUBLIC)  # this round, the present trick included
    asked: Cells = cells("i2", 1, known=PUBLIC)  # decision stack: who owes an answer
    fault: int = cell("i2", known=PUBLIC)
    goal: Cells = cells("i1", SEATS, DICE, known=PUBLIC)  # the two goal numbers, lower first
    trick: Cells = cells("i1", SEATS, known=PUBLIC)  # cards of the present trick
    won: Cells = cells("i1", SEATS, known=PUBLIC)  # tricks this round
    points: Cells = cells("i1", SEATS, known=PUBLIC)
    void: Cells = cells("i1", SEATS, known=PUBLIC)  # mask of suits that a seat has shown to lack
    frame: Cells = cells("i1", 1, known=PUBLIC)  # decision stack: the step
    depth: int = cell("i1", known=PUBLIC)  # decision stack: 0 = game over
    seats: int = cell("i1", known=PUBLIC)
    round_number: int = cell("i1", known=PUBLIC)  # from 0
    rounds: int = cell("i1", known=PUBLIC)  # how many there will be at most
    leader: int = cell("i1", known=PUBLIC)  # of the present trick
    trick_number: int = cell("i1", known=PUBLIC)  # from 0
    memory: int = cell("i1", known=PUBLIC)  # the table hides past tricks from people


class Options(Record):
    """What a table may set."""

    seats: int = number("i2", 4, 3, SEATS, "players at the table")
    max_rounds: int = number("i2", 0, 0, MAX_ROUNDS, "after so many rounds the most points win; 0 = no limit but 100")
    memory: int = number("i2", 0, 0, 1, "1 hides past tricks from people, as at a real table")
