"""Predator & Prey in words: why something is refused, and how events are told.

Seats stand in sentences as marks like {2} (see engine.seat_names); who sits there is known where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.game import Clause
from bestiary.engine.sight import Sight
from bestiary.engine.telling import Args, Tell, Telling, Way
from bestiary.games.prey.state import (
    ANOTHERS_CARD, ASIDE_CARD, CARD_NAMES, CARDS_KEPT, EVENTS, GAME_IS_OVER, GOALS_DIFFER, HAND_SIZE, MUST_FOLLOW,
    NOT_ASKED, NOT_IN_HAND, ONLY_TO_TRICK, PLAYED_CARD, POINTS_EARNED, RANKS, SUIT_FOLLOWED, SUIT_NAMES, TRICKS_COUNTED,
    VOIDS_TRUE, WON_CARD,
)  # fmt: skip

CLAUSES: Final[Mapping[int, Clause]] = {
    NOT_ASKED: Clause("Tricks", "You owe no decision now; it is somebody else's turn."),
    NOT_IN_HAND: Clause("Tricks", "You have no such card in your hand."),
    MUST_FOLLOW: Clause("Following", "You hold the suit that was led and must follow it."),
    GAME_IS_OVER: Clause("Game end", "The game is over."),
    ANOTHERS_CARD: Clause("Tricks", "You play cards of your own hand only."),
    PLAYED_CARD: Clause("Tricks", "That card has been played; the whole trick goes to its winner."),
    WON_CARD: Clause("Tricks", "Tricks that were won are only counted; their cards are not played again this round."),
    ASIDE_CARD: Clause("Three players, R4", "That hand was set aside; nobody plays it, and nobody sees it."),
    ONLY_TO_TRICK: Clause("Tricks", "A card of your hand can only be played to the trick."),
}

LAWS: Final[Mapping[int, str]] = {
    CARDS_KEPT: "all 48 cards are somewhere, each once",
    HAND_SIZE: "every hand has as many cards as there are tricks to come",
    TRICKS_COUNTED: "the tricks won are the tricks played",
    GOALS_DIFFER: "everybody has two different goals",
    VOIDS_TRUE: "nobody holds a suit that it has shown to lack",
    SUIT_FOLLOWED: "who did not follow holds nothing of the suit that was led",
    POINTS_EARNED: "nobody has more points than rounds were played",
}


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# --- Events


def _rolls_said(edition: Edition, e: Args) -> str:
    again = " Again." if e["first"] == e["second"] else ""
    return f"{{{e['seat']}:rolls/roll}} {e['first']} and {e['second']}.{again}"


def _deals_said(edition: Edition, e: Args) -> str:
    """Only what was dealt to oneself is worth a word."""
    return "" if e["card"] is None else f"{{{e['seat']}:gets/get}} {edition.words['titles'][e['card']]}."


def _over_said(edition: Edition, e: Args) -> str:
    return f"The game is over. Winning: {' and '.join(f'{{{s}}}' for s in list_bits(e['winners']))}."


PILES = tuple(Way("", f"won:{seat}", "deck", f"{{pile{seat}}}") for seat in range(4))

TELLING: Final = Telling(
    EVENTS,
    words={"card": CARD_NAMES, "suit": SUIT_NAMES},
    titles={
        "card": lambda edition, card: str(edition.words["titles"][card]),
        "suit": lambda edition, suit: str(edition.words["suits"][suit]),
        "round": lambda edition, number: str(number + 1),
        "trick": lambda edition, number: str(number + 1),
        "tricks": lambda edition, number: counted(number, "trick"),
        "points": lambda edition, number: counted(number, "point"),
    },
    rolls=Tell(_rolls_said),
    goals=Tell(""),
    round_begins=Tell("Round {round} begins.", opens=True),
    deals=Tell(_deals_said, Way("{card}", "deck", "hand:{seat}")),
    set_aside=Tell("", Way("{card}", "deck", "aside")),
    lead_is_drawn=Tell("The lowest dice are tied; {seat} drew the lead."),
    leads=Tell("{seat:leads/lead}."),
    trick_begins=Tell("Trick {trick} begins.", opens=True),
    plays=Tell("{seat:plays/play} {card}.", Way("{card}", "hand:{seat}", "trick:{seat}")),
    shows_void=Tell("{seat:has/have} no {suit}."),
    gathers=Tell("", Way("{card}", "trick:{seat}", "won:{winner}")),
    wins_trick=Tell("{seat:takes/take} the trick: {tricks} so far."),
    cards_turn=Tell("All cards are turned round: prey numbers count now."),
    meets_goal=Tell("{seat:meets/meet} a goal with {tricks}: {points}."),
    misses_goal=Tell("{seat:misses/miss} both goals with {tricks}."),
    round_ends=Tell("", *PILES, Way("", "aside", "deck", "{aside}")),
    opens_aside=Tell("{card} lay aside.", Way("{card}", "aside", "aside")),
    game_over=Tell(_over_said, opens=True),
)


# --- Why something is refused


def explain(sight: Sight, action: int, number: int) -> Clause:
    """The clause, told of the case at hand."""
    clause, now = CLAUSES[number], sight.now
    if number == MUST_FOLLOW:
        suit = sight.words("suits")[(now.trick[now.leader] - 1) // RANKS]
        return Clause(clause.section, f"{suit} was led, and you hold {suit}: you must follow.")
    if number == NOT_IN_HAND and action >= 0:
        return Clause(clause.section, f"You have no {sight.words('titles')[action]} in your hand.")
    return clause
