"""Tooth & Talon: what lies on the table (State), what is printed (Box), what a table may set (Options)."""

from __future__ import annotations

from typing import Any, Final

from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.chance import Chance
from bestiary.engine.options import listing, number, switch
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.rule import rule
from bestiary.engine.trace import EventTable

ANIMALS: Final = ("rat", "snake", "hawk", "fox", "net")
RAT, SNAKE, HAWK, FOX, NET = range(5)
KINDS: Final = len(ANIMALS)
SEATS: Final = 10
TURNS: Final = 3
DEEDS: Final = 6  # different (verb, prey) pairs that one animal may have
MAX_COINS: Final = 2000  # on a gamble's table
MAX_SET: Final = 9  # cards in a player's set: (9 · 8)¹⁰ exchanges can still be counted in 62 bits
MAX_COPIES, MAX_WHITE = 6, 12  # cards of a kind in a player's set, and in the pile at the start
MAX_KIND: Final = MAX_COPIES * SEATS + MAX_WHITE
MAX_WORTH: Final = 3000  # of all cards of a box together: ten rounds of it fit into 16 bits

# Steps of the game, the only frame of the decision stack.
ROUND, CHOOSE, BET, REVEAL, ACT, COLLECT, SCORE = range(1, 8)

# How far a deed reaches; a box may combine them.
PILE_ONE, PILE_ALL, RIVAL_ONE, RIVAL_ALL = 1, 2, 4, 8

# Where a deed's prey lies: the pile (one, or all), or a zone of a seat.
COLLECTION, ACTIVE, EVERYWHERE = range(3)
PILE: Final = 0
WHOLE_PILE: Final = 1
FIRST_SEAT: Final = 2
ZONES: Final = 3
PLACES: Final = FIRST_SEAT + SEATS * ZONES
SWEPT: Final = ("hand", "active", "removed")  # where cards lie face down when a round ends
IN_HAND, FACE_DOWN, TAKEN_OUT = range(3)
PLACE_NAMES: Final = (
    "pile",
    "pile-all",
    *(f"{zone}:{seat}" for seat in range(SEATS) for zone in ("collection", "active", "all")),
)

ACTIONS: Final = ActionSpace(
    Kind("choose", animal=ANIMALS),
    Kind("discard", animal=ANIMALS, place=PLACE_NAMES),
    Kind("take", animal=ANIMALS, place=PLACE_NAMES),
    Kind("pass"),
    Kind("check"),
    Kind("call"),
    Kind("fold"),
    Kind("all_in"),
    Kind("raise", to=range(1, MAX_COINS + 1)),
    amounts=("raise",),
)
DEED: Final = ACTIONS.offset["discard"]  # deeds of both verbs are one range
PASS: Final = ACTIONS.offset["pass"]
CHECK: Final = ACTIONS.offset["check"]
CALL: Final = ACTIONS.offset["call"]
FOLD: Final = ACTIONS.offset["fold"]
ALL_IN: Final = ACTIONS.offset["all_in"]
RAISE: Final = ACTIONS.offset["raise"]  # "raise to n" is RAISE + n − 1
DISCARD, TAKE = 0, 1

MAX_MOVES: Final = MAX_COINS + 4
MAX_EVENTS: Final = 160
MAX_ROUNDS: Final = 500

EVENTS: Final = EventTable(
    leads_first="seat",
    round_begins="round leader",
    turn_begins="turn leader",
    pays_ante="seat coins",
    leaves="seat coins cards",
    nobody_pays="coins",
    takes_unseen="seat owner animal!seat",
    removed="seat owner animal!",
    draws="seat animal",
    chooses="seat animal!seat",
    checks="seat",
    calls="seat coins",
    raises="seat to coins",
    goes_all_in="seat to coins",
    folds="seat",
    gets_back="seat coins",
    puts_in="seat coins",
    reveals="seat animal",
    takes="seat animal place count tool",
    discards="seat animal place count tool",
    passes="seat",
    has_no_card="seat",
    has_no_target="seat animal",
    collects="seat animal",
    scores="seat coins",
    wins_pot="seat coins worth pot",
    pot_remains="coins",
    gathers="seat rat snake hawk fox net",
    sweeps="seat zone cards",
    takes_set="seat rat snake hawk fox net",
    game_over="winners",
)
(
    LEADS_FIRST, ROUND_BEGINS, TURN_BEGINS, PAYS_ANTE, LEAVES, NOBODY_PAYS, TAKES_UNSEEN, REMOVED, DRAWS, CHOOSES,
    CHECKS, CALLS, RAISES, GOES_ALL_IN, FOLDS, GETS_BACK, PUTS_IN, REVEALS, TAKES, DISCARDS, PASSES, HAS_NO_CARD,
    HAS_NO_TARGET, COLLECTS, SCORES, WINS_POT, POT_REMAINS, GATHERS, SWEEPS, TAKES_SET, GAME_OVER,
) = EVENTS.codes()  # fmt: skip

# Clauses: why something is refused. words.py says each in a sentence.
(
    NOT_ASKED, NOW_CHOOSE, NOW_ACT, NOW_BET, NOT_IN_HAND, NO_SUCH_DEED, OWN_CARD, TEAM_MATE, SET_ASIDE, NOBODY_THERE,
    NOT_THERE, NOT_IN_PILE, MUST_ANSWER_BET, NOTHING_TO_CALL, CALL_TAKES_ALL, RAISE_TOO_SMALL, RAISE_TAKES_ALL,
    HAND_CARD, REMOVED_CARD, GAME_IS_OVER,
) = range(1, 21)  # fmt: skip

# Laws of nature that `audit` checks.
CARDS_KEPT, COINS_KEPT, NO_NEGATIVE, HAND_SIZE, CHOICE_HELD, BETS_PAID = range(1, 7)


@rule
def sees_hand(state: Any, seat: int, owner: int) -> bool:
    """Without the gamble everybody can count what is left in every hand; with it only the owner knows."""
    return int(state.gamble) == 0 or owner == seat


class Box(Record):
    """What an edition prints."""

    worth: Cells = cells("i2", KINDS, known=PUBLIC)  # coins for the first card of a kind
    growth: Cells = cells("i2", KINDS, known=PUBLIC)  # how much more each further one is worth
    deeds: Cells = cells("i1", KINDS, DEEDS, 3, known=PUBLIC)  # verb, prey, reach; sorted
    deed_count: Cells = cells("i1", KINDS, known=PUBLIC)
    copies: Cells = cells("i1", KINDS, known=PUBLIC)  # in every player's set
    white: Cells = cells("i1", KINDS, known=PUBLIC)  # in the pile at the start
    set_size: int = cell("i1", known=PUBLIC)


class State(Record):
    """A position. Animals in single cells count from 1; 0 is none."""

    chance: Chance = part(Chance, known=NOBODY)
    coins: Cells = cells("i2", SEATS, known=PUBLIC)  # won so far; in the gamble the stack
    latest: Cells = cells("i2", SEATS, known=PUBLIC)  # coins won in the latest round
    paid: Cells = cells("i2", SEATS, known=PUBLIC)  # put into the pot this round, ante included
    bet: Cells = cells("i2", SEATS, known=PUBLIC)  # put in during this betting round
    asked: Cells = cells("i2", 1, known=PUBLIC)  # decision stack: who owes an answer
    high: int = cell("i2", known=PUBLIC)  # highest bet of this betting round
    least_raise: int = cell("i2", known=PUBLIC)
    spoke: int = cell("i2", known=PUBLIC)  # mask: has answered the highest bet
    folded: int = cell("i2", known=PUBLIC)  # mask: out of this round
    gone: int = cell("i2", known=PUBLIC)  # mask: left the game
    carry: int = cell("i2", known=PUBLIC)  # left in the pot by earlier rounds
    ante: int = cell("i2", known=PUBLIC)  # of this round
    first_ante: int = cell("i2", known=PUBLIC)
    all_coins: int = cell("i2", known=PUBLIC)  # on a gamble's table
    round_number: int = cell("i2", known=PUBLIC)  # from 0
    rounds: int = cell("i2", known=PUBLIC)  # how many there will be at most
    raise_every: int = cell("i2", known=PUBLIC)  # rounds until the ante doubles; 0 = never
    cursor: int = cell("i2", known=PUBLIC)  # acting: places from the leader; betting: next seat
    fault: int = cell("i2", known=PUBLIC)
    hand: Cells = cells("i1", SEATS, KINDS, known=sees_hand)  # a chosen card stays here until revealed
    collection: Cells = cells("i1", SEATS, KINDS, known=PUBLIC)
    played: Cells = cells("i1", SEATS, KINDS, known=PUBLIC)  # revealed this round
    pile: Cells = cells("i1", KINDS, known=PUBLIC)
    active: Cells = cells("i1", SEATS, known=PUBLIC)
    choice: Cells = cells("i1", SEATS, known=OWN)  # chosen, not revealed
    taken: Cells = cells("i1", SEATS, known=OWN)  # gamble: taken unseen from the right neighbour
    removed: Cells = cells("i1", SEATS, known=NOBODY)  # gamble: out of this seat's hand for the round
    team: Cells = cells("i1", SEATS, known=PUBLIC)
    frame: Cells = cells("i1", 1, known=PUBLIC)  # decision stack: the step
    depth: int = cell("i1", known=PUBLIC)  # decision stack: 0 = game over
    seats: int = cell("i1", known=PUBLIC)
    teams: int = cell("i1", known=PUBLIC)  # 0 = everybody alone
    no_peek: int = cell("i1", known=PUBLIC)
    gamble: int = cell("i1", known=PUBLIC)
    leader: int = cell("i1", known=PUBLIC)
    opener: int = cell("i1", known=PUBLIC)  # who led the round's first turn
    turn: int = cell("i1", known=PUBLIC)  # from 0


class Options(Record):
    """What a table may set."""

    seats: int = number("i2", 4, 2, SEATS, "players at the table")
    stack: int = number("i2", 100, 10, 200, "gamble: coins everybody starts with")
    ante: int = number("i2", 2, 1, 40, "gamble: coins paid before each round, at most a fifth of the stack")
    raise_every: int = number("i2", 4, 0, MAX_ROUNDS, "gamble: rounds until the ante doubles; 0 keeps it fixed")
    max_rounds: int = number("i2", 50, 1, MAX_ROUNDS, "gamble: after so many rounds the largest stack wins")
    leader: int = number("i2", -1, -1, SEATS - 1, "seat that leads first; -1 draws it")
    teams: int = number("i2", 0, 0, SEATS - 1, "number of teams; 0 = everybody plays alone")
    team_list: Cells = listing("i1", SEATS, 0, SEATS - 2, "team of each seat; empty = seats alternate")
    no_peek: int = switch("active cards are drawn at random from the own hand")
    gamble: int = switch("play for the pot, with antes, bets and folds")
