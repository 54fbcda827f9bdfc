"""Tooth & Claw: what lies on the table (State), what is printed (Box), what a table may set (Options)."""

from __future__ import annotations

from typing import Final

from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.chance import Chance
from bestiary.engine.options import number
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.rule import rule
from bestiary.engine.trace import EventTable

SEATS: Final = 2
COLOURS: Final = 2  # red, blue
BLUE: Final = 1
RANKS: Final = 11  # 0 to 9, and 12
CARDS: Final = COLOURS * RANKS  # each player's; a card is colour · 11 + place by rank
ALL_CARDS: Final = (1 << CARDS) - 1
ROUNDS: Final = 3
BATTLES: Final = 7
HAND: Final = 7
TYPES: Final = 3  # sword, shield, bow
BOW: Final = 2
CHOICES: Final = 2  # formation cards of a type for each round
FORMATIONS: Final = TYPES * ROUNDS * CHOICES  # a formation is (type · 3 + round) · 2 + choice
COLUMNS: Final = 3
# Spaces, row by row from the front: Vanguard 0–2, Rearguard 3–5, Reinforcements 6–8.
REAR: Final = 3
BACK: Final = 6
SPACES: Final = 9
SECOND: Final = 9  # where the other card of a "2 Cards" space lies
PLACES: Final = 10
CUBES: Final = 7
DISCS: Final = 2
MAX_GAMES: Final = 2

# Steps of the game, the only frame of the decision stack.
TYPE, ROUND, FORMATION, SHOW, FRONT, OPEN, BACKS, BATTLE, DEFENCE, ADVANCE, CLOSE, SCORE = range(1, 13)

COLOUR_NAMES: Final = ("red", "blue")
RANK_NAMES: Final = (*"0123456789", "12")
CARD_NAMES: Final = tuple(f"{colour}-{rank}" for colour in COLOUR_NAMES for rank in RANK_NAMES)
SPACE_NAMES: Final = tuple(f"{row}{column}" for row in "vrb" for column in (1, 2, 3))
TYPE_NAMES: Final = ("sword", "shield", "bow")
FORMATION_NAMES: Final = tuple(f"{kind}-{round_}{card}" for kind in TYPE_NAMES for round_ in (1, 2, 3) for card in "ab")

ACTIONS: Final = ActionSpace(
    Kind("type", type=TYPE_NAMES),
    Kind("form", choice=("first", "second")),
    Kind("place", card=CARD_NAMES),
    Kind("play", space=SPACE_NAMES[:BACK], colour=COLOUR_NAMES),
    Kind("advance", card=CARD_NAMES),
)
FORM_AT: Final = TYPES
PLACE_AT: Final = FORM_AT + CHOICES
PLAY_AT: Final = PLACE_AT + CARDS
ADVANCE_AT: Final = PLAY_AT + BACK * COLOURS

EVENTS: Final = EventTable(
    game_begins="game first",
    gets_deck="seat count",
    gathers="seat cards card!seat",
    takes_type="seat type",
    round_begins="round first",
    draws="seat card!seat",
    chooses="seat formation!seat",
    forms="seat formation",
    turns_up="seat space card",
    places="seat space card!seat",
    opens="seat space card",
    battle_begins="battle offence",
    attacks="seat space card colour strength",
    defends="seat space card colour strength",
    decides="seat reason strength against",
    takes="owner card pile",
    wins_battle="seat points",
    ties_battle="battle",
    advances="seat start space card",
    scores_round="seat points total",
    clears="pile owner cards",
    clears_unseen="pile count",
    ends_game="seat points",
    game_over="winners",
)
(
    GAME_BEGINS, GETS_DECK, GATHERS, TAKES_TYPE, ROUND_BEGINS, DRAWS, CHOOSES, FORMS, TURNS_UP, PLACES_CARD, OPENS,
    BATTLE_BEGINS, ATTACKS, DEFENDS, DECIDES, TAKES, WINS_BATTLE, TIES_BATTLE, ADVANCES, SCORES_ROUND, CLEARS,
    CLEARS_UNSEEN, ENDS_GAME, GAME_OVER,
) = EVENTS.codes()  # fmt: skip

# Why a battle ends as it does (7-3).
REASONS: Final = ("0 beats 12", "another colour", "stronger", "equal")
ZERO_BEATS_TWELVE, ANOTHER_COLOUR, STRONGER, EQUAL = range(4)

# Where taken cards lie: by taker and owner, or, where people must remember them, by taker alone.
PILE_NAMES: Final = ("taken:0/0", "taken:0/1", "taken:1/0", "taken:1/1", "taken:0", "taken:1")
UNSEEN_PILES: Final = SEATS * SEATS
MAX_MOVES: Final = HAND
MAX_EVENTS: Final = 48

# Clauses: why something is refused. words.py says each in a sentence.
(
    NOT_ASKED, GAME_IS_OVER, WRONG_STEP, TYPE_TAKEN, NOT_IN_HAND, EMPTY_SPACE, BLANK_SPACE, VANGUARD_FIRST,
    REARGUARD_FIRST, NOT_WILD, MUST_FOLLOW, MUST_BE_LED_COLOUR, NOT_IN_PAIR, NOT_FROM_THERE, ANOTHERS_CARD, NOT_THERE,
    WRONG_SPACE, OTHER_COLUMN, INTO_BATTLE,
) = range(1, 20)  # fmt: skip

# Laws of nature that `audit` checks.
CARDS_KEPT, HAND_SIZE, CARDS_TAKEN, POINTS_TRUE, CLOSED_UP, TYPES_DIFFER = range(1, 7)

# Faults: what must never happen, and ends the game.
NO_CARD, DECK_EMPTY = 2, 3


@rule
def sees_formation(state: State, seat: int, row: int) -> bool:
    """A choice of this round is its owner's until both have chosen. Row: seat · 3 + round."""
    return row // ROUNDS == seat or int(state.frame[0]) != FORMATION or row % ROUNDS != int(state.round_number)


@rule
def sees_place(state: State, seat: int, row: int) -> bool:
    """A card face down is its owner's. Row: seat · 10 + place."""
    return row // PLACES == seat or (int(state.shown[row // PLACES]) >> (row % PLACES)) & 1 == 1


class Box(Record):
    """What an edition prints: the 18 formation cards. Sets of spaces are bit masks."""

    blank: Cells = cells("i2", FORMATIONS, known=PUBLIC)
    wild: Cells = cells("i2", FORMATIONS, known=PUBLIC)
    bonus: Cells = cells("i1", FORMATIONS, SPACES, known=PUBLIC)  # cubes on a space
    reveal: Cells = cells("i1", FORMATIONS, known=PUBLIC)  # the space for the deck's top card
    pair: Cells = cells("i1", FORMATIONS, known=PUBLIC)  # the "2 Cards" space; 0 is none


class State(Record):
    """A position. Sets of cards are bit masks; cards, types and formations in single cells count from 1, 0 is none."""

    chance: Chance = part(Chance, known=NOBODY)
    deck: Cells = cells("i4", SEATS, known=OWN)  # its order is drawn card by card
    hand: Cells = cells("i4", SEATS, known=OWN)
    used: Cells = cells("i4", SEATS, known=PUBLIC)  # cards of this owner that have fought, all rounds
    taken: Cells = cells("i4", SEATS, SEATS, known=PUBLIC)  # this round: by whom, whose
    fault: int = cell("i4", known=PUBLIC)
    total: Cells = cells("i2", SEATS, known=PUBLIC)  # finished games of the match
    lying: Cells = cells("i2", SEATS, known=PUBLIC)  # mask of places that hold a card
    shown: Cells = cells("i2", SEATS, known=PUBLIC)  # mask of places whose card lies face up
    asked: Cells = cells("i2", 1, known=PUBLIC)  # decision stack: who owes an answer
    place: Cells = cells("i1", SEATS * PLACES, known=sees_place)
    formation: Cells = cells("i1", SEATS * ROUNDS, known=sees_formation)
    kind: Cells = cells("i1", SEATS, known=PUBLIC)  # type of formation cards
    points: Cells = cells("i1", SEATS, ROUNDS, known=PUBLIC)
    frame: Cells = cells("i1", 1, known=PUBLIC)  # decision stack: the step
    depth: int = cell("i1", known=PUBLIC)  # decision stack: 0 = game over
    seats: int = cell("i1", known=PUBLIC)
    first: int = cell("i1", known=PUBLIC)  # who began this game as first player
    round_number: int = cell("i1", known=PUBLIC)  # from 0
    battle: int = cell("i1", known=PUBLIC)  # from 0
    lead_space: int = cell("i1", known=PUBLIC)  # where the offence card stands; counts from 1
    lead_colour: int = cell("i1", known=PUBLIC)
    target: int = cell("i1", known=PUBLIC)  # the space that a card of a pair will advance to; counts from 1
    game_number: int = cell("i1", known=PUBLIC)  # from 0
    games: int = cell("i1", known=PUBLIC)  # of the match
    memory: int = cell("i1", known=PUBLIC)  # the table hides taken cards and the log from people


class Options(Record):
    """What a table may set."""

    seats: int = number("i2", 2, 2, SEATS, "players at the table")
    first: int = number("i2", -1, -1, SEATS - 1, "the first player's seat; -1 draws it")
    games: int = number("i2", 1, 1, MAX_GAMES, "2 is a match of two games, the first player swapped, totals compared")
    memory: int = number("i2", 0, 0, 1, "1 hides taken cards and past battles from people, as at a real table")
