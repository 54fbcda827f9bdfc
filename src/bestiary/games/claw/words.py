"""Tooth & Claw in words: why something is refused, and how events are told.

Seats stand in sentences as marks like {2} (see engine.language); who sits there is known where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.game import Clause
from bestiary.engine.sight import Sight
from bestiary.engine.telling import Args, Tell, Telling, Way
from bestiary.engine.views import Move
from bestiary.games.claw.names import CARD_TITLES, COLOUR_TITLES, ROWS, SPACE_TITLES, TYPE_TITLES, cards_in
from bestiary.games.claw.sides import binding, card_at, facts_of, step_of
from bestiary.games.claw.state import (
    ADVANCE, ADVANCE_AT, ANOTHERS_CARD, ANOTHER_COLOUR, BACK, BACKS, BATTLE, BLANK_SPACE, CARDS, CARDS_KEPT,
    CARDS_TAKEN, CARD_NAMES, CLOSED_UP, COLOURS, COLOUR_NAMES, COLUMNS, DEFENCE, EMPTY_SPACE, EVENTS, FORMATION,
    FORMATION_NAMES, FRONT, GAME_IS_OVER, HAND_SIZE, INTO_BATTLE, MUST_BE_LED_COLOUR, MUST_FOLLOW, NOT_ASKED,
    NOT_FROM_THERE, NOT_IN_HAND, NOT_IN_PAIR, NOT_THERE, NOT_WILD, OTHER_COLUMN, PILE_NAMES, PLACE_AT, PLAY_AT,
    POINTS_TRUE, RANKS, REARGUARD_FIRST, REASONS, SECOND, SPACE_NAMES, TYPE, TYPES_DIFFER, TYPE_NAMES, TYPE_TAKEN,
    VANGUARD_FIRST, WRONG_SPACE, WRONG_STEP,
)  # fmt: skip
from bestiary.games.claw.view import reason_said

CLAUSES: Final[Mapping[int, Clause]] = {
    NOT_ASKED: Clause("Rounds", "You owe no decision now; your opponent does."),
    GAME_IS_OVER: Clause("Game end", "The game is over."),
    WRONG_STEP: Clause("Rounds", "That belongs to another step."),
    TYPE_TAKEN: Clause("Setup", "Your opponent has that type; the two types differ."),
    NOT_IN_HAND: Clause("Formation", "You have no such card in your hand."),
    EMPTY_SPACE: Clause("Combat", "No card stands there."),
    BLANK_SPACE: Clause("Formation", "That space is blank: no card ever stands there."),
    VANGUARD_FIRST: Clause("Offence", "You attack from the Vanguard while a card stands there."),
    REARGUARD_FIRST: Clause("Defence", "You defend from the Rearguard while a card stands there."),
    NOT_WILD: Clause("Special effects", "Only a card on a Wild space can be played as the other colour."),
    MUST_FOLLOW: Clause("Defence", "A card of the led colour stands in that row: you must follow."),
    MUST_BE_LED_COLOUR: Clause(
        "Defence", "A card of the led colour stands in that row: a card on Wild can only be played as that colour, too."
    ),
    NOT_IN_PAIR: Clause("Closing up", "Only one of the two cards on the 2 Cards space can advance."),
    NOT_FROM_THERE: Clause("Combat", "Only Vanguard and Rearguard fight: never Reinforcements, never the hand."),
    ANOTHERS_CARD: Clause("Combat", "You play cards of your own only."),
    NOT_THERE: Clause("Formation", "That card does not lie there."),
    WRONG_SPACE: Clause("Formation, R12", "Cards are placed in a fixed order, row by row and from left to right."),
    OTHER_COLUMN: Clause("Closing up", "A card advances within its column, onto the space that was left."),
    INTO_BATTLE: Clause("Combat", "A card that you play goes into the battle, not onto a space."),
}

LAWS: Final[Mapping[int, str]] = {
    CARDS_KEPT: "all 22 cards of each player are somewhere, each once",
    HAND_SIZE: "every hand has as many cards as the step says",
    CARDS_TAKEN: "each battle takes one card of each player, and somebody has it",
    POINTS_TRUE: "the points of a round are the achievements of the cards taken in it",
    CLOSED_UP: "no card stands behind an empty space, and none on a blank",
    TYPES_DIFFER: "the players have different types",
}

# --- Events


def _card(card: int | None) -> str:
    return "a card" if card is None else CARD_TITLES[card]


def _achievements(number: int) -> str:
    return f"{number} achievement" if number == 1 else f"{number} achievements"


def _begins_said(edition: Edition, e: Args) -> str:
    game = "The second game begins. " if e["game"] else ""
    return f"{game}{{{e['first']}:is/are}} the first player."


def _draw_said(edition: Edition, e: Args) -> str:
    """A draw goes without saying for all but the player who draws."""
    return "" if e["card"] is None else f"{{{e['seat']}:draws/draw}} {_card(e['card'])}."


def _choice_said(edition: Edition, e: Args) -> str:
    if e["formation"] is None:
        return f"{{{e['seat']}:has/have}} chosen a formation."
    return f"{{{e['seat']}:chooses/choose}} {edition.words['formations'][e['formation']]}."


def _placed_said(edition: Edition, e: Args) -> str:
    covered = " face down" if e["card"] is None else ""
    return f"{{{e['seat']}:places/place}} {_card(e['card'])}{covered} on {SPACE_TITLES[e['space']]}."


def _play_said(verb: str, e: Args) -> str:
    played_as = "" if e["card"] // RANKS == e["colour"] else f" as {COLOUR_TITLES[e['colour']]}"
    return f"{{{e['seat']}:{verb}s/{verb}}} with {_card(e['card'])} from {SPACE_TITLES[e['space']]}{played_as}."


def _reason_told(edition: Edition, e: Args) -> str:
    if e["reason"] == ANOTHER_COLOUR:
        return "Another colour loses."
    return f"{reason_said(e['reason'], e['strength'], e['against'])}."


def _advance_said(edition: Edition, e: Args) -> str:
    past = " past the blank" if e["start"] >= BACK and e["space"] < COLUMNS else ""
    up = " face up" if e["start"] >= BACK else ""
    return f"{{{e['seat']}'s}} {_card(e['card'])} advances{up}{past} to {SPACE_TITLES[e['space']]}."


def _over_said(edition: Edition, e: Args) -> str:
    return f"The game is over. Winning: {' and '.join(f'{{{s}}}' for s in list_bits(e['winners']))}."


def _gathering(facts: Args) -> Iterator[Move]:
    """For a second game: what fought, the card kept in hand, and what people have to remember, from out of sight."""
    seat, fought = facts["seat"], facts["cards"].split()
    deck = f"deck:{seat}"
    for card in fought:
        yield Move(thing=card, start=f"used:{seat}", goal=deck)
    yield Move(thing=facts["card"], start=f"hand:{seat}", goal=deck)
    if not fought:
        yield Move(thing=None, start="out", goal=deck, count=CARDS - 1)


def _clearing(facts: Args) -> Iterator[Move]:
    for card in facts["cards"].split():
        yield Move(thing=card, start=facts["pile"], goal=f"used:{facts['owner']}")


ON_SPACE: Final = "space:{seat}.{space}"

TELLING: Final = Telling(
    EVENTS,
    words={
        "card": CARD_NAMES,
        "cards": lambda mask: " ".join(cards_in(mask)),
        "colour": COLOUR_NAMES,
        "formation": FORMATION_NAMES,
        "pile": PILE_NAMES,
        "reason": REASONS,
        "space": SPACE_NAMES,
        "start": SPACE_NAMES,
        "type": TYPE_NAMES,
    },
    titles={
        "battle": lambda edition, number: str(number + 1),
        "card": lambda edition, card: _card(card),
        "formation": lambda edition, formation: str(edition.words["formations"][formation]),
        "points": lambda edition, points: _achievements(points),
        "round": lambda edition, number: str(number + 1),
        "space": lambda edition, space: SPACE_TITLES[space],
        "type": lambda edition, kind: TYPE_TITLES[kind],
    },
    seats=("seat", "owner", "first", "offence"),
    game_begins=Tell(_begins_said, opens=True),
    gets_deck=Tell("", Way("", "out", "deck:{seat}", "{count}")),
    gathers=Tell("", path=_gathering),
    takes_type=Tell("{seat:chooses/choose} {type}."),
    round_begins=Tell("Round {round} begins. {first:has/have} the First Player card.", opens=True),
    draws=Tell(_draw_said, Way("{card}", "deck:{seat}", "hand:{seat}")),
    chooses=Tell(_choice_said),
    forms=Tell("{seat:forms/form} {formation}."),
    turns_up=Tell("{seat:turns/turn} up {card} from the deck on {space}.", Way("{card}", "deck:{seat}", ON_SPACE)),
    places=Tell(_placed_said, Way("{card}", "hand:{seat}", ON_SPACE)),
    opens=Tell("{seat:reveals/reveal} {card} on {space}.", Way("{card}", ON_SPACE, ON_SPACE)),
    battle_begins=Tell("Battle {battle} begins.", opens=True),
    attacks=Tell(lambda edition, e: _play_said("attack", e), Way("{card}", ON_SPACE, "lane:{seat}")),
    defends=Tell(lambda edition, e: _play_said("defend", e), Way("{card}", ON_SPACE, "lane:{seat}")),
    decides=Tell(_reason_told),
    takes=Tell("", Way("{card}", "lane:{owner}", "{pile}")),
    wins_battle=Tell("{seat:takes/take} both cards: {points}."),
    ties_battle=Tell("A tie: each takes its own card."),
    advances=Tell(_advance_said, Way("{card}", "space:{seat}.{start}", ON_SPACE)),
    scores_round=Tell("{seat:scores/score} {points} in this round, {total} so far."),
    clears=Tell("", path=_clearing),
    clears_unseen=Tell("", Way("", "{pile}", "out", "{count}")),
    ends_game=Tell("{seat:ends/end} the game with {points}."),
    game_over=Tell(_over_said, opens=True),
)


# --- Why something is refused

NOW: Final = {
    TYPE: "Now you choose a type of formation cards.",
    FORMATION: "Now you choose one of the two formation cards of this round.",
    BATTLE: "Now you attack with a card that stands in your formation.",
    DEFENCE: "Now you defend with a card that stands in your formation.",
    ADVANCE: "Now you choose which of the two cards advances.",
}


def explain(sight: Sight, action: int, number: int) -> Clause:
    """The clause, told of the case at hand."""
    clause = CLAUSES[number]
    sentence = _sentence(sight, action, number)
    return Clause(clause.section, sentence) if sentence else clause


def _sentence(sight: Sight, action: int, number: int) -> str:
    """What is said of the case at hand; empty where the clause itself says it."""
    now, seat = sight.now, sight.seat
    if number in (WRONG_STEP, WRONG_SPACE, OTHER_COLUMN):
        return _what_now(sight, number)
    if number == TYPE_TAKEN:
        return f"Your opponent has {TYPE_TITLES[action]}; take another type."
    if number == NOT_IN_HAND:
        return f"You have no {CARD_TITLES[action - PLACE_AT]} in your hand."
    if number == NOT_IN_PAIR:
        pair = facts_of(sight).sides[seat].pair
        cards = sorted(card_at(now, seat, place) for place in (pair, SECOND))
        return f"Only {' or '.join(CARD_TITLES[card] for card in cards)} can advance now."
    if PLAY_AT <= action < ADVANCE_AT:
        return _play_refusal(sight, *divmod(action - PLAY_AT, COLOURS), number)
    return ""


def _what_now(sight: Sight, number: int) -> str:
    stage, side = step_of(sight.now), facts_of(sight).sides[sight.seat]
    if number == OTHER_COLUMN:
        return f"The card advances to {side.where(sight.now.target - 1)}, not anywhere else."
    if stage not in (FRONT, BACKS):
        return NOW[stage]
    on = side.where(side.next)
    return f"Now you place a card on {on}." if number == WRONG_STEP else f"Cards are placed in order: {on} is next."


def _play_refusal(sight: Sight, space: int, colour: int, number: int) -> str:
    now, seat = sight.now, sight.seat
    if number == BLANK_SPACE:
        return f"{SPACE_TITLES[space]} is blank: no card ever stands there."
    if number == EMPTY_SPACE:
        return f"No card stands on {SPACE_TITLES[space]}."
    if number == NOT_WILD:
        card = CARD_TITLES[card_at(now, seat, space)]
        return f"{card} cannot be played as {COLOUR_TITLES[colour]}: {SPACE_TITLES[space]} is not Wild."
    if number not in (MUST_FOLLOW, MUST_BE_LED_COLOUR):
        return ""
    side, led = facts_of(sight).sides[seat], COLOUR_TITLES[now.lead_colour]
    cards = [CARD_TITLES[card_at(now, seat, s)] for s in binding(now, seat, side)]
    stand = f"{' and '.join(cards)} {'stands' if len(cards) == 1 else 'stand'}"
    bound = f"{led} was led, and {stand} in your {ROWS[side.row // COLUMNS]}"
    if number == MUST_FOLLOW:
        return f"{bound}: you must follow."
    return f"{bound}: {CARD_TITLES[card_at(now, seat, space)]} on Wild can only be played as {led}, too."
