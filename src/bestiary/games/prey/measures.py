"""Predator & Prey: what `report` counts."""

from __future__ import annotations

from bestiary.engine.content import Edition
from bestiary.engine.measures import Measure, Measures, Subject
from bestiary.games.prey.state import CARDS, RANKS, TRICKS


def _subjects(edition: Edition) -> dict[str, list[Subject]]:
    return {
        "cards": [_card(edition, card) for card in range(CARDS)],
        "goals": [Subject(str(number)) for number in range(TRICKS + 1)],
    }


def _card(edition: Edition, card: int) -> Subject:
    words = edition.words
    text = f"{words['predator'][card]} as a predator, {words['prey'][card]} as prey"
    return Subject(words["cards"][card], words["suits"][card // RANKS], text)


MEASURES = Measures(
    (
        Measure("cards", "dealt", "deals.card"),
        Measure("cards", "won with", "wins_trick", of="plays.card"),
        Measure("goals", "set", "goals.low goals.high"),
        Measure("goals", "met", "meets_goal.tricks"),
        Measure("goals", "missed", "misses_goal.tricks"),
    ),
    _subjects,
)
