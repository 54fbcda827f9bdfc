"""Tooth & Talon: rules of thumb. A weight for every legal action, from what the seat knows.

- Acting: prefer what changes the most coins in your favour; a card gained counts double (you gain, a rival does
  not); hitting a card that has yet to act, and could hurt, is worth a little more; never pass up a gain.
- Choosing: prefer cards whose deeds have targets now (collections and pile are open), and Rats while many lie
  around; keep some doubt, since a sure choice is easily punished.
- Betting: the better the collection beside the rivals', the dearer; fold weak ones against high bets.
"""

from __future__ import annotations

from bestiary.engine.frames import step
from bestiary.engine.rule import Ints, rule
from bestiary.games.talon.gamble import is_in, worth
from bestiary.games.talon.deeds import victim_refusal
from bestiary.games.talon.state import (
    ALL_IN, BET, CALL, CHECK, CHOOSE, COLLECTION, DEED, EVERYWHERE, FIRST_SEAT, FOLD, KINDS, PASS, PILE_ALL, PILE_ONE,
    PLACES, RAISE, RIVAL_ALL, RIVAL_ONE, TAKE, WHOLE_PILE, ZONES, Box, State,
)  # fmt: skip


@rule
def instinct(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Writes a weight for each of the `count` legal actions in `moves`."""
    now = step(state)
    if now == CHOOSE:
        for i in range(count):
            weights[i] = choice_weight(box, state, seat, int(moves[i]))
    elif now == BET:
        bet_weights(box, state, seat, moves, count, weights)
    else:
        for i in range(count):
            weights[i] = deed_weight(box, state, seat, int(moves[i]))


@rule
def value_of(box: Box, animal: int, held: int, change: int) -> int:
    """How many coins a collection gains or loses when its cards of a kind change in number."""
    before = held * int(box.worth[animal]) + held * (held - 1) // 2 * int(box.growth[animal])
    held += change
    return held * int(box.worth[animal]) + held * (held - 1) // 2 * int(box.growth[animal]) - before


@rule
def deed_weight(box: Box, state: State, seat: int, action: int) -> int:
    """Cube of the swing in coins, so that clearly better deeds are nearly always taken."""
    if action == PASS:
        return 1
    deed = action - DEED
    place, prey = deed % PLACES, deed // PLACES % KINDS
    takes = deed // PLACES // KINDS == TAKE
    held = int(state.collection[seat, prey])
    swing = 1
    count = 1
    if place < FIRST_SEAT:
        if place == WHOLE_PILE:
            count = int(state.pile[prey])
    else:
        victim = (place - FIRST_SEAT) // ZONES
        zone = (place - FIRST_SEAT) % ZONES
        lying = int(state.collection[victim, prey])
        acting = 1 if int(state.active[victim]) == prey + 1 else 0
        if zone == EVERYWHERE:
            count = lying + acting
        swing += -value_of(box, prey, lying + acting, -count)
        if zone != COLLECTION and acting == 1 and acts_later(state, seat, victim):
            swing += 2
    if takes:
        swing += 2 * value_of(box, prey, held, count)
    swing = min(swing, 400)  # weights of a whole list must add up to less than 2³¹, in any edition
    return 1 + swing * swing * swing


@rule
def acts_later(state: State, seat: int, other: int) -> bool:
    """Does the other seat's turn come after this one's?"""
    seats, leader = int(state.seats), int(state.leader)
    return (other - leader) % seats > (seat - leader) % seats


@rule
def choice_weight(box: Box, state: State, seat: int, animal: int) -> int:
    """The card's own worth, and the best target that its deeds have on the table now."""
    best = 0
    for slot in range(int(box.deed_count[animal])):
        verb = int(box.deeds[animal, slot, 0])
        prey = int(box.deeds[animal, slot, 1])
        reach = int(box.deeds[animal, slot, 2])
        lying = int(state.pile[prey])
        if lying > 0 and reach & (PILE_ONE | PILE_ALL) != 0:
            mine = int(state.collection[seat, prey]) + (1 if prey == animal else 0)
            best = max(best, 2 * value_of(box, prey, mine, lying if reach & PILE_ALL != 0 else 1))
        if reach & (RIVAL_ONE | RIVAL_ALL) != 0:
            for victim in range(int(state.seats)):
                lying = int(state.collection[victim, prey])
                if lying > 0 and victim_refusal(state, seat, victim) == 0:
                    gone = lying if reach & RIVAL_ALL != 0 else 1
                    swing = -value_of(box, prey, lying, -gone)
                    if verb == TAKE:
                        swing += 2 * value_of(box, prey, int(state.collection[seat, prey]), gone)
                    best = max(best, swing)
    gain = 2 + value_of(box, animal, int(state.collection[seat, animal]), 1) + best
    return min(gain, 10_000) * min(gain, 10_000)


@rule
def bet_weights(box: Box, state: State, seat: int, moves: Ints, count: int, weights: Ints) -> None:
    """Strength is the own collection beside the best rival's; prices are measured against the pot."""
    mine = worth(box, state, seat)
    best = 0
    pot = int(state.carry)
    for other in range(int(state.seats)):
        pot += int(state.paid[other])
        if other != seat and is_in(state, other):
            best = max(best, worth(box, state, other))
    lead = mine - best
    owed = int(state.high) - int(state.bet[seat])
    for i in range(count):
        action = int(moves[i])
        if action == CHECK:
            weight = 60
        elif action == CALL:
            weight = max(2, 40 + 8 * lead - 40 * owed // max(1, pot))
        elif action == FOLD:
            weight = 0 if owed == 0 else max(1, 20 * owed // max(1, pot) - 6 * lead)
        elif action == ALL_IN:
            weight = max(1, 3 * lead - 10) if int(state.coins[seat]) > owed else max(2, 20 + 4 * lead)
        else:
            over = action - RAISE + 1 - int(state.high)
            weight = 0 if over * 2 > pot + 2 else max(0, 4 + 3 * lead) // (1 + over // 4)
        weights[i] = weight

