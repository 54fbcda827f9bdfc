"""Tooth & Claw: rules of thumb. A weight for every legal action, from what the seat knows.

- A battle is looked at one answer deep: the offence takes the best play against the defence's best answer, the defence
  the best answer. What counts is the achievements that change hands, less what a strong card would be worth later.
- A card goes where it does better than elsewhere: high ones to the Vanguard, above all to its bonuses; high ones to a
  Wild; low ones behind. The worst one is kept. The figures of `fit` are the effects that a linear
  regression finds in 300,000 games of random layouts, in eighths of an achievement.
- Of two formations the one whose spaces fit the hand better.
- Types are all alike.
"""

from __future__ import annotations

from typing import Final

from bestiary.engine.bits import first_bit
from bestiary.engine.frames import step
from bestiary.engine.rule import Ints, rule
from bestiary.games.claw.board import first_formation, formation_of, rank_of, worth_of
from bestiary.games.claw.combat import battle_result, can_be, must_follow, row_to_play
from bestiary.games.claw.rules import next_space
from bestiary.games.claw.state import (
    ADVANCE, ADVANCE_AT, BACK, BACKS, BATTLE, COLOURS, COLUMNS, DEFENCE, FORMATION, FORM_AT, FRONT, PLACES, PLACE_AT,
    PLAY_AT, RANKS, REAR, SPACES, Box, State,
)  # fmt: skip

# --- Battles

GAIN: Final = 8  # for each achievement that a battle wins or loses
SPEND: Final = 3  # for each step of rank that is used up
SHARP: Final = 2  # points of value that halve a weight


@rule
def card_at(state: State, seat: int, space: int) -> int:
    return int(state.place[seat * PLACES + space]) - 1


@rule
def stake(state: State, seat: int, space: int, other_space: int) -> int:
    """Achievements of the two cards of a battle."""
    return worth_of(card_at(state, seat, space)) + worth_of(card_at(state, 1 - seat, other_space))


@rule
def worst_answer(box: Box, state: State, seat: int, space: int, colour: int) -> int:
    """What an attack brings if the defence answers as well as it can: achievements won, or lost below nought."""
    other = 1 - seat
    row = row_to_play(state, other, True)
    bound = must_follow(box, state, other, row, colour)
    worst = 99
    for there in range(row, row + COLUMNS):
        for answer in range(COLOURS):
            if (int(state.lying[other]) >> there) & 1 == 0 or (bound and answer != colour):
                continue
            if can_be(box, state, other, there, answer):
                result = battle_result(box, state, seat, space, colour, there, answer)
                worst = min(worst, result * stake(state, seat, space, there))
    return worst


@rule
def play_value(box: Box, state: State, seat: int, action: int) -> int:
    space, colour = (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS
    if step(state) == BATTLE:
        gain = worst_answer(box, state, seat, space, colour)
    else:
        start = int(state.lead_space) - 1
        result = battle_result(box, state, 1 - seat, start, int(state.lead_colour), space, colour)
        gain = -result * stake(state, seat, space, start)
    return GAIN * gain - SPEND * rank_of(card_at(state, seat, space))


# --- Formations

MIDDLE: Final = 5  # a card as good as any that the deck may turn up

@rule
def fit(box: Box, formation: int, space: int, card: int) -> int:
    """What a card is worth on a space, against keeping it."""
    high = card % RANKS
    value = max(high - 10, 4 * high - 26) if high > 0 else -2
    if space >= BACK:
        return value
    bonus, wild = int(box.bonus[formation, space]), (int(box.wild[formation]) >> space) & 1
    if space < REAR:
        value += 7 if high > 7 else (1 if high > 4 else -3)
        return value + bonus * (2 + min(high, 8) // 2) + 15 * wild
    value += 2 if high < 5 else -1
    return value + bonus * (1 + min(high, 7) // 2) + wild * (9 + high * high // 4)


@rule
def place_value(box: Box, state: State, seat: int, card: int, now: int) -> int:
    """How much better a card does on the next space than on the average of those still open, or kept."""
    formation = formation_of(state, seat)
    space = next_space(box, state, seat, now == BACKS)
    closed = int(state.lying[seat]) | int(box.blank[formation])
    total, count = 0, 1
    for other in range(BACK if now == BACKS else 0, SPACES):
        if (closed >> other) & 1 == 0:
            total += fit(box, formation, other, card)
            count += 1
    return fit(box, formation, space, card) - total // count


@rule
def formation_value(box: Box, state: State, seat: int, formation: int) -> int:
    """What the hand does in a formation: each space in turn takes the card that fits it best."""
    hand = int(state.hand[seat])
    total = gain(box, formation, int(box.reveal[formation]), MIDDLE)
    for space in range(SPACES):
        if (int(box.blank[formation]) >> space) & 1 == 1 or space == int(box.reveal[formation]):
            continue
        best, chosen = -999, 0
        cards = hand
        while cards != 0:
            card = first_bit(cards)
            cards &= cards - 1
            value = gain(box, formation, space, card)
            if value > best:
                best, chosen = value, card
        hand &= ~(1 << chosen)
        total += best
    return total


@rule
def gain(box: Box, formation: int, space: int, card: int) -> int:
    """What a card is worth on a space, against the row at the back."""
    return fit(box, formation, space, card) - fit(box, formation, BACK, card)


@rule
def advance_value(box: Box, state: State, seat: int, card: int) -> int:
    return fit(box, formation_of(state, seat), int(state.target) - 1, card)


# --- All of them


@rule
def value_of(box: Box, state: State, seat: int, action: int) -> int:
    now = step(state)
    if now in (BATTLE, DEFENCE):
        return play_value(box, state, seat, action)
    if now in (FRONT, BACKS):
        return place_value(box, state, seat, action - PLACE_AT, now)
    if now == ADVANCE:
        return advance_value(box, state, seat, action - ADVANCE_AT)
    if now == FORMATION:
        return formation_value(box, state, seat, first_formation(state, seat) + action - FORM_AT)
    return 0


@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Writes a weight for each of the `count` legal actions in `moves`: every SHARP points below the best halve it."""
    best = -(1 << 30)
    for i in range(count):
        weights[i] = value_of(box, state, seat, int(moves[i]))
        best = max(best, int(weights[i]))
    for i in range(count):
        weights[i] = 1 << max(0, 16 - (best - int(weights[i])) // SHARP)
