"""Tailed Beasts §6, CANCEL from hand: the cards of a war that a seat could cancel now, and what that would take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.games.beasts import names
from bestiary.games.beasts.cards.language import (
    F_MOMENT, F_PHASE, M_AFTER, M_BEAST, M_END, M_NONE, M_SCORE, OP_CANCEL, PART_EFFECT, PART_HEAL, PART_RES,
    PART_SKULL, PH_AFTER, PH_SCORING, R_A, R_OP, R_TIMING, TIMING_FACTS,
)  # fmt: skip
from bestiary.games.beasts.clauses import ALLOWED
from bestiary.games.beasts.conditions import effect_of, first_row, refuse_use, works_from_hand, worthy_opponents
from bestiary.games.beasts.stack import WINDOW_ACTOR, WINDOW_MOMENT, top
from bestiary.games.beasts.standing import fighting_card, is_cancelled, is_immune, seat_of
from bestiary.games.beasts.state import ROWS, W_SCORE

STILL_DUE: Final = (M_SCORE, M_AFTER, M_END)
"""Moments of effects that a card still has when scoring begins."""


def cancellable(edition: Edition, state: Any, seat: int) -> Mapping[int, set[int]]:
    """In a window of a war: each card that cards of a seat's hand could cancel, with the parts that it would lose."""
    found: dict[int, set[int]] = {}
    if int(state.war_field) < 0 or int(state.defender) < 0:
        return found
    box, window, actor = edition.box, int(top(state, WINDOW_MOMENT)), int(top(state, WINDOW_ACTOR))
    for card in (int(held) - 1 for held in state.hand[seat] if held):
        if not (box.rows[card, :, R_OP] == OP_CANCEL).any():
            continue
        if int(refuse_use(box, state, seat, card, window, actor)) != ALLOWED:
            continue
        for effect in range(len(names.effect_texts(edition, card))):
            row = int(first_row(box, card, effect))
            if row < 0 or not works_from_hand(box, state, seat, card, effect, row, window, actor):
                continue
            parts = _cancels(box, card, effect)
            against = int(worthy_opponents(box, state, seat, card, effect, int(state.battle)))
            for side in range(2):
                if parts and against >> int(seat_of(state, side)) & 1:
                    _strike(state, side, _is_wide(box, card, row), parts, found)
    return found


def _cancels(box: Any, card: int, effect: int) -> set[int]:
    """The parts that an effect cancels."""
    rows = [row for row in range(ROWS) if int(effect_of(box, card, row)) == effect]
    return {int(box.rows[card, row, R_A]) for row in rows if int(box.rows[card, row, R_OP]) == OP_CANCEL}


def _is_wide(box: Any, card: int, row: int) -> bool:
    """From hand, after the battles, every card of a player is meant."""
    return int(TIMING_FACTS[int(box.rows[card, row, R_TIMING]), F_PHASE]) in (PH_SCORING, PH_AFTER)


def _strike(state: Any, side: int, wide: bool, parts: set[int], found: dict[int, set[int]]) -> None:
    last = int(state.battle)
    for battle in range(0 if wide else last, last + 1):
        card = int(fighting_card(state, side, battle))
        if card >= 0 and not is_immune(state, side, battle):
            left = {part for part in parts if not is_cancelled(state, side, battle, part)}
            found.setdefault(card, set()).update(left)


def cancellable_text(edition: Edition, state: Any, seat: int) -> str:
    """What each of them would lose, a sentence or more a card; empty where there is none."""
    late = int(top(state, WINDOW_MOMENT)) == W_SCORE
    cards = cancellable(edition, state, seat)
    return " ".join(f"{names.card_name(edition, card)}: {_loses(edition, card, cards[card], late)}" for card in cards)


def _loses(edition: Edition, card: int, parts: set[int], late: bool) -> str:
    box, found = edition.box, []
    if PART_EFFECT in parts:
        for effect, text in enumerate(names.effect_texts(edition, card)):
            moment = _moment(box, card, effect)
            if moment in STILL_DUE or (not late and moment not in (M_NONE, M_BEAST)):
                found.append(text)
    scores = names.resource_text(edition, int(box.resource[card]), int(box.amount[card]))
    found += [f"Scores {scores}."] if PART_RES in parts and scores else []
    skulls = int(box.skull[card])
    found += [f"{names.count(skulls, 'skull')}."] if PART_SKULL in parts and skulls else []
    found += ["Heals."] if PART_HEAL in parts and int(box.heal[card]) else []
    return " ".join(found) or "nothing to cancel."


def _moment(box: Any, card: int, effect: int) -> int:
    """When an effect of a card in battle is looked at."""
    return int(TIMING_FACTS[int(box.rows[card, int(first_row(box, card, effect)), R_TIMING]), F_MOMENT])
