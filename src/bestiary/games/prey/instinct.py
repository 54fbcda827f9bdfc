"""Predator & Prey: rules of thumb. A weight for every legal action, from what the seat knows.

- Decide whether a trick is wanted: the nearest goal that can still be reached says how many more are needed of those
  that are left; a six that can still be nought is the other way to look at it.
- Wanted: win as cheaply as possible when playing last, else play high; if it cannot be won, throw away low cards.
- Not wanted: play the highest card that still loses; if every card wins, a low one.
- A card's other end matters before the turn: a seat that needs tricks later keeps cards that will be high then.
- A card's place in its suit, 1 to 12, tells how high it is: an edition may print other numbers.
"""

from __future__ import annotations

from bestiary.engine.rule import Ints, rule
from bestiary.games.prey.rules import lead_suit, trick_place, trick_winner
from bestiary.games.prey.state import DICE, FACES, RANKS, TRICKS, TURN_ROUND, Box, State


@rule
def tricks_needed(state: State, seat: int) -> int:
    """How many more tricks the nearest goal needs; −1 when all goals are passed, and winning does no more harm."""
    won = int(state.won[seat])
    left = TRICKS - int(state.trick_number)
    needed = -1
    for die in range(DICE):
        more = int(state.goal[seat, die]) - won
        if 0 <= more <= left and (needed < 0 or more < needed):
            needed = more
    if won == 0 and int(state.goal[seat, 1]) == FACES and needed != 0:
        low_goal = int(state.goal[seat, 0])
        if low_goal > 2 or needed < 0 or left <= 6:  # staying at nought is nearer than the lower goal
            needed = 0
    return needed


@rule
def height(box: Box, state: State, card: int) -> int:
    """A card's place in its suit by the end that counts now."""
    return card % RANKS + 1 if int(state.trick_number) < TURN_ROUND else int(box.prey_place[card])


@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Writes a weight for each of the `count` legal actions in `moves`."""
    needed = tricks_needed(state, seat)
    left = TRICKS - int(state.trick_number)
    place = trick_place(state)
    lead = lead_suit(state)
    last = place == int(state.seats) - 1
    to_beat = -1
    if place > 0:
        to_beat = height(box, state, int(state.trick[trick_winner(box, state)]) - 1)
    # 0 … 12: how much this seat wants the trick
    hunger = 6 if needed < 0 else (12 * needed + left // 2) // left
    for i in range(count):
        card = int(moves[i])
        now = height(box, state, card)
        takes = place == 0 or (card // RANKS == lead and now > to_beat)
        if needed == 0:
            good = 13 - now if takes else 13 + now
        elif takes:
            good = hunger + (13 - now if last else now)
        else:
            good = 12 - hunger + 13 - now
        if needed > 0 and int(state.trick_number) < TURN_ROUND:
            good += (13 - int(box.prey_place[card])) // 3
        good = max(good, 1)
        weights[i] = good * good * good
