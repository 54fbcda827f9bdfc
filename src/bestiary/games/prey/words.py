"""Predator & Prey for people: what a seat sees, its actions and events in sentences, and why something is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.frames import step, waiting
from bestiary.engine.game import Clause
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.prey.rules import lead_suit, refusal, trick_winner, wins
from bestiary.games.prey.secrets import hidden_size
from bestiary.games.prey.state import (
    ACTIONS, ANOTHERS_CARD, CARDS_KEPT, GAME_IS_OVER, GOALS_DIFFER, HAND_SIZE, MUST_FOLLOW, NOT_ASKED,
    NOT_IN_HAND, POINTS_EARNED, RANKS, SUIT_FOLLOWED, SUITS, TRICKS, TRICKS_COUNTED, TURN_ROUND, VOIDS_TRUE,
)  # fmt: skip

CLAUSES: Final[Mapping[int, Clause]] = {
    NOT_ASKED: Clause("Tricks", "You owe no decision now; it is somebody else's turn."),
    NOT_IN_HAND: Clause("Tricks", "You have no such card in your hand."),
    MUST_FOLLOW: Clause("Following", "You hold the suit that was led and must follow it."),
    GAME_IS_OVER: Clause("Game end", "The game is over."),
    ANOTHERS_CARD: Clause("Tricks", "You play cards of your own hand only."),
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


def card_data(edition: Edition, card: int) -> dict[str, Any]:
    """A card as plain data."""
    return {
        "card": card,
        "name": edition.words["cards"][card],
        "suit": edition.words["suits"][card // RANKS],
        "predator": int(edition.box.predator[card]),
        "prey": int(edition.box.prey[card]),
    }


def cards_of(edition: Edition, masks: Any) -> list[dict[str, Any]]:
    return [card_data(edition, s * RANKS + r) for s in range(SUITS) for r in list_bits(int(masks[s]))]


# --- What a seat sees


def view(edition: Edition, state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat sees it, as plain data."""
    over = int(step(state)) < 0
    hidden = bool(state.memory) and not over
    lead = int(lead_suit(state))
    data: dict[str, Any] = {
        "me": seat,
        "step": "over" if over else "play",
        "round": int(state.round_number) + (0 if over else 1),
        "rounds": int(state.rounds),
        "trick": int(state.trick_number) + 1,
        "tricks": TRICKS,
        "end": "predator" if int(state.trick_number) < TURN_ROUND else "prey",
        "leader": int(state.leader),
        "lead_suit": edition.words["suits"][lead] if lead >= 0 else None,
        "winning": int(trick_winner(edition.box, state)) if lead >= 0 else None,
        "seats": [_seat_view(edition, state, seat, other, hidden) for other in range(int(state.seats))],
        "played": None if hidden else cards_of(edition, state.played),
        "aside": int(state.seats) == 3,
        "prompt": _prompt(edition, state, seat, over),
    }
    if over:
        data["winners"] = [s for s in range(int(state.seats)) if wins(state, s)]
    return data


def _seat_view(edition: Edition, state: Any, seat: int, other: int, hidden: bool) -> dict[str, Any]:
    card = int(state.trick[other]) - 1
    voids = [edition.words["suits"][s] for s in list_bits(int(state.void[other]))]
    return {
        "seat": other,
        "goals": [int(g) for g in state.goal[other]],
        "won": int(state.won[other]),
        "points": int(state.points[other]),
        "leads": other == int(state.leader),
        "asked": bool(int(waiting(state)) >> other & 1),
        "card": card_data(edition, card) if card >= 0 else None,
        "hand": cards_of(edition, state.hand[other]) if other == seat else None,
        "hand_count": int(hidden_size(state, -1, other)),
        "voids": None if hidden else voids,
    }


def _prompt(edition: Edition, state: Any, seat: int, over: bool) -> str:
    if over:
        return "The game is over."
    if seat < 0 or not int(waiting(state)) >> seat & 1:
        return "Waiting for the others."
    lead = int(lead_suit(state))
    if lead < 0:
        return "You lead: play any card."
    if int(state.hand[seat][lead]):
        return f"Follow {edition.words['suits'][lead]}."
    return f"You have no {edition.words['suits'][lead]}: play any card."


def draw(data: dict[str, Any], names: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide."""
    if data["step"] == "over":
        lines = [f"The game is over after {_count(data['round'], 'round')}."]
    else:
        lines = [f"Round {data['round']}, trick {data['trick']} of {data['tricks']}: {data['end']} numbers count."]
        lead = f", {data['lead_suit']} led" if data["lead_suit"] else ""
        lines.append(f"Leader: {names[data['leader']]}{lead}.")
    lines.append("")
    for seat in data["seats"]:
        mark = ">" if seat["asked"] else " "
        goals = " or ".join(str(g) for g in seat["goals"]) + (" or 0" if 6 in seat["goals"] else "")
        head = f"{mark} {names[seat['seat']][:16]:<17} points {seat['points']}   tricks {seat['won']:>2}"
        lines.append(f"{head}   wants {goals}")
        if seat["card"]:
            best = "   (winning)" if data["winning"] == seat["seat"] else ""
            lines.append(f"    plays {_card(seat['card'])}{best}")
        if seat["hand"]:
            lines += _hand_lines(seat["hand"])
        if seat["voids"]:
            lines.append(f"    has no {', '.join(seat['voids'])}")
    return "\n".join(lines)


def _card(card: Mapping[str, Any]) -> str:
    return f"{card['name']} ({card['suit']} {card['predator']}/{card['prey']})"


def _hand_lines(hand: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line a suit: predator/prey of each card."""
    suits: dict[str, list[str]] = {}
    for card in hand:
        suits.setdefault(card["suit"], []).append(f"{card['predator']}/{card['prey']}")
    return [f"    {suit:<10} {'  '.join(numbers)}" for suit, numbers in suits.items()]


# --- Actions and events in sentences


def describe(edition: Edition, state: Any, seat: int, action: int) -> str:
    """An action as a sentence."""
    return f"Play {_card(card_data(edition, action))}"


def narrate(edition: Edition, event: Event) -> str:
    """An event as a sentence, as far as it is known; empty for what goes without saying."""
    e = event.args
    who = e.get("seat", 0)
    match event.name:
        case "rolls":
            again = " Again." if e["first"] == e["second"] else ""
            return f"{{{who}:rolls/roll}} {e['first']} and {e['second']}.{again}"
        case "round_begins":
            return f"Round {e['round'] + 1} begins."
        case "deals":
            return "" if e["card"] == UNKNOWN else f"{{{who}:gets/get}} {_card(card_data(edition, e['card']))}."
        case "lead_is_drawn":
            return f"The lowest dice are tied; {{{who}}} drew the lead."
        case "leads":
            return f"{{{who}:leads/lead}}."
        case "plays":
            return f"{{{who}:plays/play}} {_card(card_data(edition, e['card']))}."
        case "wins_trick":
            return f"{{{who}:takes/take}} the trick: {_count(e['tricks'], 'trick')} so far."
        case "cards_turn":
            return "All cards are turned round: prey numbers count now."
        case "meets_goal":
            points = _count(e["points"], "point")
            return f"{{{who}:meets/meet}} a goal with {_count(e['tricks'], 'trick')}: {points}."
        case "misses_goal":
            return f"{{{who}:misses/miss}} both goals with {_count(e['tricks'], 'trick')}."
        case "game_over":
            return f"The game is over. Winning: {' and '.join(f'{{{s}}}' for s in list_bits(e['winners']))}."
        case _:
            return ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# --- Why something is refused


def why_not(edition: Edition, state: Any, seat: int, intent: Any) -> Clause | None:
    """The clause that forbids an action or an intent; None where it is legal.

    An intent is what a person points at: `{"card": 17, "seat": 2}`, a card in somebody else's hand."""
    if isinstance(intent, Mapping) and "seat" in intent and "do" not in intent:
        return CLAUSES[ANOTHERS_CARD]
    intent = ACTIONS.number(intent)
    if not 0 <= seat < int(state.seats):
        return CLAUSES[NOT_ASKED]
    number = int(refusal(edition.box, state, seat, intent))
    if number == 0:
        return None
    clause = CLAUSES[number]
    if number == MUST_FOLLOW:
        suit = edition.words["suits"][int(lead_suit(state))]
        return Clause(clause.section, f"{suit} was led, and you hold {suit}: you must follow.")
    if number == NOT_IN_HAND:
        return Clause(clause.section, f"You have no {_card(card_data(edition, intent))} in your hand.")
    return clause
