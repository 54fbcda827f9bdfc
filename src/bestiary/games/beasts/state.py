"""Tailed Beasts: what lies on the table (State), what is printed (Box), what a table may set (Options).

Identifiers use the rulebook's words; every text for people goes through the edition's word list (R59).
"""

from __future__ import annotations

from typing import Final

from bestiary.engine.actions import ActionSpace, Kind
from bestiary.engine.chance import Chance
from bestiary.engine.options import number
from bestiary.engine.records import NOBODY, OWN, PUBLIC, Cells, Record, cell, cells, part
from bestiary.engine.rule import rule
from bestiary.engine.trace import EventTable

# --- Counts of the rulebook

SEATS: Final = 4
CLANS: Final = 7
AKATSUKI: Final = 6  # the clan without a capital
ROUNDS: Final = 4
FIELDS: Final = 94
KAMUI: Final = 93
NEAR: Final = 8  # neighbours of a field, at most
FIELD_POINTS: Final = 10  # units of one player in a field
START_POINTS: Final = 7
START_FIELDS: Final = 3
MARKERS: Final = 10
MOST_COINS: Final = 99
START_COINS: Final = 5
START_HAND: Final = 4
MAX_HAND: Final = 24
MAX_BATTLES: Final = 12
WINNING_POINTS: Final = 3  # battle points that end a war
SPAWNERS: Final = 18
SPECIALTY_CARDS: Final = 10  # of a clan, each with a passive and an action side
EVENT_CARDS: Final = 100

# Units. Shinobi stand on land in slots 0–2, boats on water in slot 0.
BOAT, CHUNIN, JOUNIN, KAGE = range(4)
UNIT_TYPES: Final = 4
SLOTS: Final = 3

# Borders
OPEN, MOUNTAIN, RIVER, COAST, SEA = range(5)
LAND, WATER = 0, 1

# Dominance tracks (§9), best spot first
STARTING, HAND_LIMIT, TIEBREAKER, RECRUITMENT, STRENGTH, PAYDAY = range(6)
TRACKS: Final = 6

# Effect tokens (§10)
ILLUSION, PARALYZE, FREEZE, POISON, CHAIN, SUBSTITUTION = range(6)
TOKENS: Final = 6
TOKEN_SUPPLY: Final = 20

# Battle cards: clan 20 · clan + i, awakenings, paths, allies of three tiers
CLAN_CARDS: Final = 140
DECK_CARDS: Final = 20
AWAKENING_AT: Final = 140
PATH_AT: Final = 160
PATHS: Final = 6
RARE_AT: Final = 166
TIER_CARDS: Final = 100
CARDS: Final = 466
STYLES: Final = 3
OPTIONS: Final = 4  # branches of an effect
ROWS: Final = 8  # of effects on a card
ROW: Final = 9  # numbers in a row
RARE, EPIC, LEGENDARY = range(3)

# Zones of a battle card
(
    NOWHERE, HAND, DECK, DISCARD, IN_PLAY, ALLY_DECK, ALLY_DISCARD, SUPPLY, OUT, BOXED,
) = 0, 1, 5, 9, 13, 17, 18, 19, 20, 21  # fmt: skip
"""HAND, DECK, DISCARD and IN_PLAY count on by seat: HAND + 2 is the hand of seat 2."""

# Action cards: 15 of the shop, 20 hidden ones
SHOP: Final = 15
HIDDEN: Final = 20
ACTION_TYPES: Final = SHOP + HIDDEN
SHOP_COPIES: Final = 5
HIDDEN_COPIES: Final = 2
(
    TRAVEL, MUSTER, PETITION, DRILL, HIRE, WAR, VANGUARD, REINFORCE, SMOKE_SCREEN, COUNTERSEAL, PATHFINDER, FIELD_MEDIC,
    UPGRADE, PURIFY, SPECIALTY,
) = range(SHOP)  # fmt: skip
(
    ODD_JOBS, SPYGLASS, SIDE_PATH, MILITIA, STRETCHERS, CALTROPS, BRIBE, LOADED_DIE, DOUBLE_PAY, NIGHT_FERRY,
    NERVE_DART, COLD_SNAP, VENOM_JAR, DECOY_SCROLL, SURVEYOR, OLD_NOTES, LAST_STAND, BINDING_SEAL, PALACE_COUP,
    IRON_DISCIPLINE,
) = range(SHOP, ACTION_TYPES)  # fmt: skip
FROM_SHOP, FROM_HIDDEN = range(2)

# Beasts: two of each strength 1–10
BEASTS: Final = 20
IN_BOX, WITH_PLAYER, OUT_OF_GAME = 100, 110, 120  # beyond the fields; WITH_PLAYER counts on by seat

# --- Steps of the decision stack. The first frame is the round; the others are nested in it.

(
    BASE, FIELDS_STEP, SPECIALTIES, ROUND, SEATING, HARVEST, FATE, INCOME, BUYING, TURNS, POISONING,
) = range(1, 12)  # fmt: skip
"""The main flow: where the base stands, the two other fields, units, specialties; then four rounds."""

(
    CONTROL, MARK, RECRUIT, RECRUIT_AT, UP, DOWN, PLAY_ACTION, WINDOW, TRAVELLING, ARRIVAL, WAR_STEP, HUNT, BATTLES,
    SKULLS, RETREAT, GIVE_BEAST, TOKEN, FREEZING, CHAINING, ALLY, DISCARDING, UNCHAIN, DRILLING, SHEDDING, ASIDE,
    SUPPORT, RAISING, TARGET, SURVEY, NOTES, SPEND_ALLY, HAPPENING, GATHERING, TAKING, PLAY_CARD, MOMENT,
    EFFECT, CHOICE, LOSING, BEAST_MOVE, DROPPING,
) = range(20, 61)  # fmt: skip
"""What can be nested: each is a small process with its own numbers in `arg`."""
ROUTED, EVICTED, FALLEN, STRANDED, STRANDED_PRONE = range(5)
"""How units retreat: losers; those driven out of a capital; prone defenders; attackers whose origin has no place."""
STACK: Final = 32
ARGS: Final = 12

# What a CHOICE is made from (D17–D20): a kind of action each.
(
    BY_PLAYER, BY_OPTION, BY_YES, BY_TRACK, BY_HAND, BY_PILE, BY_ACTION, BY_THEFT, BY_FROZEN, BY_BEAST, BY_CHAINED,
    BY_MARKER, BY_SPEAKER,
) = range(13)  # fmt: skip
LOSE_DISCARD, LOSE_TRASH, LOSE_PRONE, LOSE_RAISE = range(4)
"""What becomes of the units that a LOSING step chooses."""

# Windows (§2): when reactions may be played
(
    W_TRAVEL, W_CARD, W_WARSTART, W_UNIT, W_BSTART, W_REVEAL, W_SCORE, W_HEAL, W_RETREAT, W_ALLY, W_TOKEN, W_CONTROL,
    W_BEAST, W_ROLL, W_TURN, W_RESULT, W_PRIZE,
) = range(17)  # fmt: skip
"""W_PRIZE: a beast was won in a hunt; W_BEAST: it comes from another player (R73)."""
WINDOWS: Final = 17

# --- Actions

UNIT_NAMES: Final = ("boat", "scout", "captain", "elder")  # as actions are typed; the rulebook's words stay in code
TRACK_NAMES: Final = ("starting", "hand", "tiebreaker", "recruitment", "strength", "payday")
TOKEN_NAMES: Final = ("illusion", "paralyze", "freeze", "poison", "chain", "substitution")
ACTION_NAMES: Final = (
    "travel", "muster", "petition", "drill", "hire", "war", "vanguard", "reinforce", "smoke-screen", "counterseal",
    "pathfinder", "field-medic", "upgrade", "purify", "specialty", "odd-jobs", "spyglass", "side-path", "militia",
    "stretchers", "caltrops", "bribe", "loaded-die", "double-pay", "night-ferry", "nerve-dart", "cold-snap",
    "venom-jar", "decoy-scroll", "surveyor", "old-notes", "last-stand", "binding-seal", "palace-coup",
    "iron-discipline",
)  # fmt: skip
ORIGINS: Final = ("held", "secret")  # bought openly, or hidden from the others
_BEAST: Final = tuple(f"{strength}{twin}" for twin in "ab" for strength in range(1, 11))

ACTIONS: Final = ActionSpace(
    Kind("pass"),
    Kind("done"),
    Kind("yes"),
    Kind("no"),
    Kind("field", field=range(FIELDS)),
    Kind("into", field=range(FIELDS)),
    Kind("from", field=range(FIELDS)),
    Kind("unmark", field=range(FIELDS)),
    Kind("recall", field=range(FIELDS)),
    Kind("mark"),
    Kind("post", field=range(FIELDS), unit=UNIT_NAMES),
    Kind("unit", unit=UNIT_NAMES, state=("ready", "prone")),
    Kind("specialty", card=range(CLANS * SPECIALTY_CARDS), side=("passive", "action")),
    Kind("place", place=range(SEATS)),
    Kind("buy", card=ACTION_NAMES[:SHOP]),
    Kind("hidden"),
    Kind("act", card=ACTION_NAMES, origin=ORIGINS),
    Kind("card", card=range(CARDS)),
    Kind("awaken", card=range(CARDS)),
    Kind("track", track=TRACK_NAMES),
    Kind("token", token=TOKEN_NAMES),
    Kind("beast", beast=_BEAST),
    Kind("unchain", beast=_BEAST),
    Kind("player", seat=range(SEATS)),
    Kind("option", number=range(OPTIONS)),
)
_AT: Final = ACTIONS.offset
PASS: Final = _AT["pass"]
DONE: Final = _AT["done"]
YES: Final = _AT["yes"]
NO: Final = _AT["no"]
FIELD_AT: Final = _AT["field"]
INTO_AT: Final = _AT["into"]
FROM_AT: Final = _AT["from"]
UNMARK_AT: Final = _AT["unmark"]
RECALL_AT: Final = _AT["recall"]
MARK_HERE: Final = _AT["mark"]
POST_AT: Final = _AT["post"]
UNIT_AT: Final = _AT["unit"]
SPECIALTY_AT: Final = _AT["specialty"]
PLACE_AT: Final = _AT["place"]
BUY_AT: Final = _AT["buy"]
BUY_HIDDEN: Final = _AT["hidden"]
ACT_AT: Final = _AT["act"]
CARD_AT: Final = _AT["card"]
AWAKEN_AT: Final = _AT["awaken"]
TRACK_AT: Final = _AT["track"]
TOKEN_AT: Final = _AT["token"]
BEAST_AT: Final = _AT["beast"]
UNCHAIN_AT_: Final = _AT["unchain"]
PLAYER_AT: Final = _AT["player"]
OPTION_AT: Final = _AT["option"]
MAX_MOVES: Final = 200  # a Travel goes into or from 94 fields; a discard pile has 146 cards at most

EVENTS: Final = EventTable(
    takes_clan="seat clan",
    beast_appears="beast field",
    beast_moves="beast start field",
    starts_at="seat field",
    posts="seat field unit",
    takes_specialty="seat specialty side",
    round_begins="round",
    phase_begins="phase",
    turn_begins="seat",
    takes_seat="seat place",
    event="event",
    coins="seat amount source",
    takes_coins="seat other amount source",
    draws="seat card!seat",
    reshuffles="seat",
    returns_to_deck="seat card",
    allies_reshuffled="tier",
    returns_to_allies="tier card",
    takes_ally="seat tier card!seat",
    takes_hidden="seat action!seat",
    hidden_returns="action count",
    spies="seat other",
    glimpses="seat other action!seat",
    steals_hidden="seat other action!seat+other",
    buys="seat action",
    loses_to_paralysis="seat",
    plays="seat action origin",
    cancelled="seat action",
    gains_control="seat field",
    marks="seat field",
    unmarks="seat field",
    gains_marker="seat",
    recruits="seat unit field",
    moves="seat unit start field",
    steps_aside="seat unit start field",
    arrives="seat unit start field",
    turns_back="seat unit start field falls",
    turns_aside="seat unit start field goal falls",
    retreats="seat unit start field falls",
    loses_unit="seat unit field",
    loses_traveller="seat unit start field",
    trashes_unit="seat unit field",
    trashes_traveller="seat unit start field",
    falls_prone="seat field boats scouts captains elders",
    units_rise="seat field boats scouts captains elders",
    lies_down="seat unit field",
    traveller_falls="seat unit start field",
    rises="seat unit field",
    traveller_rises="seat unit start field",
    goes_up="seat track",
    goes_down="seat track",
    turns_over="track",
    swaps_spots="seat other track",
    token="seat token source",
    token_gone="seat token",
    freezes="seat action",
    freezes_hidden="seat action!seat",
    thaws="seat action",
    thaws_hidden="seat action!seat",
    war="attacker defender field",
    units_compared="attacker defender ours theirs winner",
    battle_begins="attacker defender battle",
    fights_with="seat card battle pile",
    style_compared="attacker defender battle style ours theirs winner",
    battle_point="seat points",
    loses_point="seat points",
    escapes="seat",
    war_ends="winner",
    scores_card="seat card",
    skulls_counted="seat skulls sands",
    hunt="seat beast field",
    adds_up="seat first second third needed",
    rolls="seat roll",
    die_rolled="seat roll",
    captures="seat beast field",
    hunt_fails="seat beast",
    calls_off="seat beast",
    gives_beast="seat beast other",
    chains="seat beast",
    unchains="seat beast",
    discards="seat card pile onto",
    trashes="seat card pile",
    heals="seat card",
    uses="seat card",
    effect="seat card number",
    waits="seat card",
    takes_back="seat card",
    gains_card="seat card pile",
    steals="seat other card!seat+other",
    steals_from_deck="seat other card!seat",
    hands_over="seat other card!seat",
    looks="seat other card!seat",
    returns_action="seat action origin",
    steals_action="seat action other",
    passes="seat",
    scores="seat beasts strength places spot",
    game_over="winners",
)
"""A unit is its type · 2, and 1 more where it is prone. Seats, cards and fields count from 0; what a card's pile, a
source and a phase are is said in `tracing`."""
(
    E_TAKES_CLAN, E_BEAST_APPEARS, E_BEAST_MOVES, E_STARTS_AT, E_POSTS, E_TAKES_SPECIALTY, E_ROUND_BEGINS,
    E_PHASE_BEGINS, E_TURN_BEGINS, E_TAKES_SEAT, E_EVENT, E_COINS, E_TAKES_COINS, E_DRAWS, E_RESHUFFLES,
    E_RETURNS_TO_DECK, E_ALLIES_RESHUFFLED, E_RETURNS_TO_ALLIES, E_TAKES_ALLY, E_TAKES_HIDDEN, E_HIDDEN_RETURNS,
    E_SPIES, E_GLIMPSES, E_STEALS_HIDDEN, E_BUYS, E_LOSES_TO_PARALYSIS, E_PLAYS, E_CANCELLED, E_GAINS_CONTROL,
    E_MARKS, E_UNMARKS, E_GAINS_MARKER, E_RECRUITS, E_MOVES, E_STEPS_ASIDE, E_ARRIVES, E_TURNS_BACK, E_TURNS_ASIDE,
    E_RETREATS, E_LOSES_UNIT, E_LOSES_TRAVELLER, E_TRASHES_UNIT, E_TRASHES_TRAVELLER, E_FALLS_PRONE, E_UNITS_RISE,
    E_LIES_DOWN, E_TRAVELLER_FALLS, E_RISES, E_TRAVELLER_RISES,
    E_GOES_UP, E_GOES_DOWN, E_TURNS_OVER, E_SWAPS_SPOTS, E_TOKEN, E_TOKEN_GONE, E_FREEZES, E_FREEZES_HIDDEN, E_THAWS,
    E_THAWS_HIDDEN, E_WAR, E_UNITS_COMPARED, E_BATTLE_BEGINS, E_FIGHTS_WITH, E_STYLE_COMPARED, E_BATTLE_POINT,
    E_LOSES_POINT, E_ESCAPES, E_WAR_ENDS, E_SCORES_CARD, E_SKULLS_COUNTED, E_HUNT, E_ADDS_UP, E_ROLLS, E_DIE_ROLLED,
    E_CAPTURES, E_HUNT_FAILS, E_CALLS_OFF, E_GIVES_BEAST, E_CHAINS, E_UNCHAINS, E_DISCARDS, E_TRASHES, E_HEALS, E_USES,
    E_EFFECT, E_WAITS, E_TAKES_BACK, E_GAINS_CARD, E_STEALS, E_STEALS_FROM_DECK, E_HANDS_OVER, E_LOOKS,
    E_RETURNS_ACTION, E_STEALS_ACTION, E_PASSES, E_SCORES, E_GAME_OVER,
) = EVENTS.codes()  # fmt: skip
MAX_EVENTS: Final = 500
MAX_DECISIONS: Final = 500_000  # argued in the documentation

# Laws of nature that `audit` checks.
(
    CARDS_PLACED, HANDS_TRUE, ACTIONS_KEPT, UNITS_KEPT, FIELD_LIMIT, UNIT_DOMAIN, BEASTS_PLACED, TOKENS_KEPT,
    MARKERS_KEPT, TRACKS_WHOLE, COINS_BOUND, HAND_BOUND, WAR_CLOSED, STACK_BOUND, ROUND_BOUND, EVENT_FITS, CLEAN_PHASE,
    CARDS_FRESH,
) = range(1, 19)  # fmt: skip

# Modifiers for the rest of a round or of the game: by seat, duration and kind. Styles of one's own cards (0–2) and of
# those opposed to them (3–5), then what is added to every war.
L_MINE, L_THEIRS, L_SKULL, L_SAND, L_HEAL, L_BLOCK, L_HEAD, L_BEAST, L_STRENGTH = 0, 3, 6, 7, 8, 9, 10, 11, 12
MODIFIERS: Final = 13
FOR_ROUND, FOR_GAME = range(2)
LATER: Final = 32  # effects put off, at most
NEXT_WAR: Final = -1  # the battle of an effect that waits for its owner's next war
MOST_VALUE: Final = 20  # of a style in a battle
USED_WORDS: Final = 16  # thirty cards to a word

TRANSIT: Final = 10  # units on their way in one Travel, at most
UNITS_OF: Final = 0  # areas: where units of each seat stand or lie,
MARKERS_OF: Final = SEATS  # where markers of each seat lie,
REACH: Final = 2 * SEATS  # and where a Travel can come from or go; in SP5 markers yet to pay
AREAS: Final = 2 * SEATS + 1
GROUPS: Final = 11  # backs of battle cards: seven clans, paths, three tiers of allies

# What the action side of a specialty adds to the next war of the round; BOOST_STYLE counts on by style.
BOOST_STRENGTH, BOOST_SKULLS, BOOST_TAMING, BOOST_SAIL, BOOST_STYLE = range(5)
BOOSTS: Final = BOOST_STYLE + STYLES


# --- Who may know what


@rule
def sees_card(state: State, seat: int, row: int) -> bool:
    """Where a card lies is public if it lies open. Of the others their owner knows the hand, and the rest follows."""
    return int(state.opened[row]) == 1


@rule
def sees_specialty(state: State, seat: int, row: int) -> bool:
    """A choice is its owner's until all have chosen (R15)."""
    return row == seat or int(state.frame[0]) != SPECIALTIES


class Box(Record):
    """What an edition prints: the map, the cards, the board."""

    timings: Cells = cells("i4", GROUPS, known=PUBLIC)  # what cards of a back can do from a hand, a bit for each timing
    uses: Cells = cells("i4", CARDS, known=PUBLIC)  # and what each card can do
    caller: int = cell("i4", known=PUBLIC)  # the card that brings paths, from 1 [R52]
    rows: Cells = cells("i2", CARDS, ROWS, ROW, known=PUBLIC)
    kind: Cells = cells("i1", FIELDS, known=PUBLIC)
    letter: Cells = cells("i1", FIELDS, known=PUBLIC)
    capital: Cells = cells("i1", FIELDS, known=PUBLIC)  # clan + 1
    hideout: Cells = cells("i1", FIELDS, known=PUBLIC)
    spawner: Cells = cells("i1", FIELDS, known=PUBLIC)
    coin: Cells = cells("i1", FIELDS, known=PUBLIC)
    hot: Cells = cells("i1", FIELDS, known=PUBLIC)
    dom: Cells = cells("i1", FIELDS, known=PUBLIC)
    near: Cells = cells("i1", FIELDS, NEAR, known=PUBLIC)  # neighbours, −1 where there are no more
    border: Cells = cells("i1", FIELDS, NEAR, known=PUBLIC)
    exists: Cells = cells("i1", CARDS, known=PUBLIC)  # an edition may have fewer allies than there is room for
    style: Cells = cells("i1", CARDS, STYLES, known=PUBLIC)
    heads: Cells = cells("i1", CARDS, known=PUBLIC)
    tier: Cells = cells("i1", CARDS, known=PUBLIC)
    heal: Cells = cells("i1", CARDS, known=PUBLIC)
    block: Cells = cells("i1", CARDS, known=PUBLIC)
    skull: Cells = cells("i1", CARDS, known=PUBLIC)
    sand: Cells = cells("i1", CARDS, known=PUBLIC)
    resource: Cells = cells("i1", CARDS, known=PUBLIC)  # 0 none; 1 coins, 2–7 tokens, 8–11 units, 12–14 allies
    amount: Cells = cells("i1", CARDS, known=PUBLIC)
    price: Cells = cells("i1", ACTION_TYPES, known=PUBLIC)  # of shop cards; stars of hidden ones
    order: Cells = cells("i1", SEATS - 1, TRACKS, CLANS, known=PUBLIC)  # by number of players from 2: who begins where
    value: Cells = cells("i1", TRACKS, SEATS + 1, SEATS, known=PUBLIC)  # by number of players and spot
    allies: Cells = cells("i1", 3, known=PUBLIC)  # cards of each tier
    passive: Cells = cells("i1", CLANS, SPECIALTY_CARDS, 4, known=PUBLIC)  # kind, two numbers, when; kind 0 is none
    action: Cells = cells("i1", CLANS, SPECIALTY_CARDS, 4, known=PUBLIC)  # kind, two numbers, cost
    event: Cells = cells("i1", EVENT_CARDS, 5, known=PUBLIC)  # family, two numbers, green, red; family 0 is none


class State(Record):
    """A position. Seats, cards and fields in single cells count from 1 where 0 is none, unless said otherwise."""

    chance: Chance = part(Chance, known=NOBODY)
    paid: Cells = cells("i4", SEATS, 4, known=PUBLIC)  # fields whose symbols a seat has got this round, 30 to a word
    areas: Cells = cells("i4", AREAS, 4, known=PUBLIC)  # sets of fields, 30 to a word: see AREAS
    origins: Cells = cells("i4", 4, known=PUBLIC)  # fields that units of the present Travel came from [R75]
    used: Cells = cells("i4", USED_WORDS, known=PUBLIC)  # cards whose In-Hand effect was used this round [R58]
    spawns: int = cell("i4", known=PUBLIC)  # spawner cards left, a bit each
    hand: Cells = cells("i2", SEATS, MAX_HAND, known=OWN)  # cards in rising order
    intent: Cells = cells("i2", SEATS, known=OWN)  # a secret choice: reaction, battle card
    played: Cells = cells("i2", 2, MAX_BATTLES, known=PUBLIC)  # of the war: attacker's, defender's
    awakened: Cells = cells("i2", 2, MAX_BATTLES, known=PUBLIC)
    copied: Cells = cells("i2", 2, MAX_BATTLES, known=PUBLIC)  # the card whose effects this one has as well
    immune: Cells = cells("i2", 2, known=PUBLIC)  # battles in which opposing effects do nothing to a side's card
    barred: Cells = cells("i2", 2, known=PUBLIC)  # battles whose cards carry a Heal Block by an effect
    later_card: Cells = cells("i2", LATER, known=PUBLIC)  # effects put off: of which card, from which row, whose, when
    arg: Cells = cells("i2", STACK, ARGS, known=PUBLIC)  # numbers of each step
    asked: Cells = cells("i2", STACK, known=PUBLIC)
    result: int = cell("i2", known=PUBLIC)  # what the last nested step came to
    fault: int = cell("i2", known=PUBLIC)
    ready: Cells = cells("i1", SEATS, FIELDS, SLOTS, known=PUBLIC)
    prone: Cells = cells("i1", SEATS, FIELDS, SLOTS, known=PUBLIC)
    opened: Cells = cells("i1", CARDS, known=PUBLIC)  # 1 where a card lies open
    zone: Cells = cells("i1", CARDS, known=sees_card)
    spied: Cells = cells("i1", SEATS, CARDS, known=OWN)  # the seat in whose hand this one has seen a card, from 1
    marker: Cells = cells("i1", FIELDS, known=PUBLIC)
    lair: Cells = cells("i1", FIELDS, known=PUBLIC)  # the beast in a field
    beast_at: Cells = cells("i1", BEASTS, known=PUBLIC)  # field, IN_BOX, WITH_PLAYER + seat or OUT_OF_GAME
    chained: Cells = cells("i1", BEASTS, known=PUBLIC)
    hand_backs: Cells = cells("i1", SEATS, GROUPS, known=PUBLIC)  # how many cards of each back
    hand_count: Cells = cells("i1", SEATS, known=PUBLIC)  # how many in all, and how many Clan Cards among them
    hand_clans: Cells = cells("i1", SEATS, known=PUBLIC)
    deck_backs: Cells = cells("i1", SEATS, GROUPS, known=PUBLIC)
    stock: Cells = cells("i1", SHOP, known=PUBLIC)
    held: Cells = cells("i1", SEATS, SHOP, known=PUBLIC)  # bought openly
    frozen: Cells = cells("i1", SEATS, SHOP, known=PUBLIC)
    secret: Cells = cells("i1", SEATS, ACTION_TYPES, known=OWN)  # hidden cards
    secret_frozen: Cells = cells("i1", SEATS, ACTION_TYPES, known=OWN)
    glimpsed: Cells = cells("i1", SEATS, SEATS, ACTION_TYPES, known=OWN)  # copies that a seat knows to be another's
    secret_count: Cells = cells("i1", SEATS, known=PUBLIC)
    secret_cold: Cells = cells("i1", SEATS, known=PUBLIC)  # how many of them are frozen
    hidden_deck: Cells = cells("i1", ACTION_TYPES, known=NOBODY)
    hidden_left: int = cell("i1", known=PUBLIC)
    hidden_discard: Cells = cells("i1", ACTION_TYPES, known=PUBLIC)
    coins: Cells = cells("i1", SEATS, known=PUBLIC)
    token: Cells = cells("i1", SEATS, TOKENS, known=PUBLIC)
    track: Cells = cells("i1", TRACKS, SEATS, known=PUBLIC)  # the seat on each spot, from 0
    order: Cells = cells("i1", SEATS, known=PUBLIC)  # Set order: the seat in each place
    clan: Cells = cells("i1", SEATS, known=PUBLIC)
    specialty: Cells = cells("i1", SEATS, known=sees_specialty)  # card · 2 + side + 1
    supply: Cells = cells("i1", SEATS, UNIT_TYPES, known=PUBLIC)
    trashed: Cells = cells("i1", SEATS, UNIT_TYPES, known=PUBLIC)
    usable: Cells = cells("i1", SEATS, known=PUBLIC)  # markers in hand
    boost: Cells = cells("i1", SEATS, BOOSTS, known=PUBLIC)  # from specialties, for a war or Travel of this round
    drawn: Cells = cells("i1", EVENT_CARDS, known=PUBLIC)  # 1 for events that are not in their deck
    start: Cells = cells("i1", SEATS, START_FIELDS, known=PUBLIC)  # fields of the set-up
    posted: Cells = cells("i1", SEATS, START_FIELDS, UNIT_TYPES, known=PUBLIC)
    way_from: Cells = cells("i1", TRANSIT, known=PUBLIC)  # units under way: from where, where to, which, prone
    way_to: Cells = cells("i1", TRANSIT, known=PUBLIC)
    way_unit: Cells = cells("i1", TRANSIT, known=PUBLIC)  # type + 1; 0 = free
    way_prone: Cells = cells("i1", TRANSIT, known=PUBLIC)
    fought_unit: Cells = cells("i1", 2, TRANSIT, known=PUBLIC)  # units in the battles of a war, type + 1; 0 = none
    fought_at: Cells = cells("i1", 2, TRANSIT, known=PUBLIC)  # where each of them stands now
    points: Cells = cells("i1", 2, known=PUBLIC)  # battle points: attacker, defender
    might: Cells = cells("i1", 2, known=PUBLIC)  # bonus to unit strength in this war
    medics: Cells = cells("i1", 2, known=PUBLIC)  # Field Medics
    values: Cells = cells("i1", 2, STYLES, known=PUBLIC)  # of the cards of this battle, with all that changes them
    added: Cells = cells("i1", 2, 2, MAX_BATTLES, STYLES, known=PUBLIC)  # to a side's values, by itself or the other
    fixed: Cells = cells("i1", 2, MAX_BATTLES, STYLES, known=PUBLIC)  # values that replace the printed ones, from 1
    cancelled: Cells = cells("i1", 2, MAX_BATTLES, known=PUBLIC)  # what of a card is cancelled, a bit for each part
    skulls: Cells = cells("i1", 2, known=PUBLIC)  # added by effects
    sands: Cells = cells("i1", 2, known=PUBLIC)
    won: Cells = cells("i1", MAX_BATTLES, known=PUBLIC)  # 1 + the side that won a battle
    lasting: Cells = cells("i1", SEATS, 2, MODIFIERS, known=PUBLIC)
    later_row: Cells = cells("i1", LATER, known=PUBLIC)
    later_seat: Cells = cells("i1", LATER, known=PUBLIC)
    later_moment: Cells = cells("i1", LATER, known=PUBLIC)
    later_battle: Cells = cells("i1", LATER, known=PUBLIC)
    sums: Cells = cells("i1", STYLES, known=PUBLIC)  # styles against a beast so far
    frame: Cells = cells("i1", STACK, known=PUBLIC)
    depth: int = cell("i1", known=PUBLIC)
    seats: int = cell("i1", known=PUBLIC)
    round_number: int = cell("i1", known=PUBLIC)  # from 0
    passed: int = cell("i1", known=PUBLIC)  # mask of seats
    war_field: int = cell("i1", known=PUBLIC)  # −1 is none
    attacker: int = cell("i1", known=PUBLIC)
    defender: int = cell("i1", known=PUBLIC)
    battle: int = cell("i1", known=PUBLIC)
    roll: int = cell("i1", known=PUBLIC)
    reroll: int = cell("i1", known=PUBLIC)
    crossing: int = cell("i1", known=PUBLIC)  # this Travel crosses mountains and rivers
    steadfast: int = cell("i1", known=PUBLIC)  # mask of seats whose retreating units stay ready
    fled: int = cell("i1", known=PUBLIC)  # 1 + side that has escaped
    verdict: int = cell("i1", known=PUBLIC)  # 1 + the side that wins the war
    shown: int = cell("i1", known=PUBLIC)  # 1 while this battle's cards lie open
    tamed: int = cell("i1", known=PUBLIC)  # what the hunted beast has lost by effects
    rerolls: int = cell("i1", known=PUBLIC)  # how often the hunter may have the die rolled again
    heads: int = cell("i1", known=PUBLIC)  # for the hunter's next card
    stronger: int = cell("i1", known=PUBLIC)  # option: the remaining beasts are the strongest
    event: int = cell("i1", known=PUBLIC)  # the event of the round + 1
    climbed: int = cell("i1", known=PUBLIC)  # mask of seats whose first step up in this round has counted double
    hosted: int = cell("i1", known=PUBLIC)  # mask of seats whose first ally of this round has come
    cleared: int = cell("i1", known=PUBLIC)  # 1 once a war is cleared away, or fled from after its battles


class Options(Record):
    """What a table may set."""

    seats: int = number("i2", 4, 2, SEATS, "players at the table")
    stronger: int = number("i2", 0, 0, 1, "1 takes the strongest beasts left in the box, 0 draws them (R62)")
    clan_0: int = number("i2", 0, 0, CLANS, "the clan of seat 0, 0 draws it")
    clan_1: int = number("i2", 0, 0, CLANS, "the clan of seat 1, 0 draws it")
    clan_2: int = number("i2", 0, 0, CLANS, "the clan of seat 2, 0 draws it")
    clan_3: int = number("i2", 0, 0, CLANS, "the clan of seat 3, 0 draws it")
