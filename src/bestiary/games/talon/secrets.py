"""Tooth & Talon: who may know what. Without the gamble only a choice is secret; with it the hands are, too."""

from __future__ import annotations

from typing import Final

import numpy as np

from bestiary.engine.chance import blank_chance, fresh_chance, quick, quick_word
from bestiary.engine.frames import ask, step, waiting
from bestiary.engine.game import Feature, Parts
from bestiary.engine.rule import Floats, Longs, rule
from bestiary.games.talon.gamble import is_gone, is_in, next_in_game
from bestiary.games.talon.rules import has_chosen, return_cards
from bestiary.games.talon.state import BET, CHOOSE, KINDS, MAX_KIND, MAX_ROUNDS, MAX_SET, SEATS, TURNS, Box, State


@rule
def hide(state: State, seat: int) -> None:
    """Blanks what the seat cannot know: randomness, others' choices; in the gamble hands and exchanged cards."""
    blank_chance(state.chance)
    for other in range(SEATS):
        state.removed[other] = 0
        if other == seat:
            continue
        state.choice[other] = 0
        state.taken[other] = 0
        if int(state.gamble) == 1:
            for animal in range(KINDS):
                state.hand[other, animal] = 0


@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Fills a hidden position: exchanges by exact counting, then hidden choices uniform over the hands."""
    if int(state.gamble) == 1:
        if int(state.depth) > 0:
            imagine_exchange(box, state, seat, rng)
        else:
            return_cards(box, state, None)
    for other in range(int(state.seats)):
        if other != seat and has_chosen(state, other):
            imagine_choice(state, other, rng)
    fresh_chance(state.chance, rng)


@rule
def reopen(state: State, seat: int) -> None:
    """Takes back the choices that others have made in this turn: they choose at the same time as the seat."""
    if step(state) != CHOOSE:
        return
    asked = waiting(state)
    for rival in range(int(state.seats)):
        if rival != seat and is_in(state, rival):
            state.choice[rival] = 0
            asked |= 1 << rival
    ask(state, asked)


@rule
def imagine_choice(state: State, seat: int, rng: Longs) -> None:
    options = 0
    for animal in range(KINDS):
        if int(state.hand[seat, animal]) > 0:
            options += 1
    index = quick(rng, options)
    for animal in range(KINDS):
        if int(state.hand[seat, animal]) > 0:
            if index == 0:
                state.choice[seat] = animal + 1
            index -= 1


@rule
def fits(box: Box, state: State, owner: int, got: int, lost: int, removed: int) -> bool:
    """Could this owner have shown what it has shown, if it had got and lost these cards?"""
    for animal in range(KINDS):
        held = int(box.copies[animal])
        held += 1 if animal == got else 0
        held -= 1 if animal == lost else 0
        held -= 1 if animal == removed else 0
        if held < int(state.played[owner, animal]):
            return False
    return True


@rule
def ways(box: Box, lost: int, removed: int) -> int:
    """How many pairs of cards of a full set are of these two animals, in this order."""
    return int(box.copies[lost]) * (int(box.copies[removed]) - (1 if lost == removed else 0))


@rule
def own_missing(box: Box, state: State, seat: int, animal: int) -> int:
    """How many of its own set's cards of a kind a seat misses: it sees its hand and knows what it took."""
    own = int(state.hand[seat, animal]) + int(state.played[seat, animal])
    own -= 1 if int(state.taken[seat]) == animal + 1 else 0
    return int(box.copies[animal]) - own


@rule
def own_ways(box: Box, state: State, seat: int, lost: int, removed: int) -> int:
    """The same for a seat that knows which two cards it misses: either may be the one that was taken."""
    first = own_missing(box, state, seat, lost)
    second = own_missing(box, state, seat, removed) - (1 if lost == removed else 0)
    return 1 if first > 0 and second > 0 else 0


@rule
def imagine_exchange(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Draws who lost which cards, uniformly over all exchanges of cards that fit what has been seen.

    The seats form a ring in which each one's hand depends on what it lost and on what its right neighbour lost.
    Going round it once backwards counts the continuations for each card handed on; going forwards draws them.
    """
    knows = seat >= 0 and not is_gone(state, seat)
    first = seat if knows else next_in_game(state, int(state.seats) - 1)
    ring = np.empty(SEATS, np.int64)
    length = 0
    at = first
    while length == 0 or at != first:
        ring[length] = at
        length += 1
        at = next_in_game(state, at)
    # counts[closing, i, got]: ways to complete seats i, i+1, … of the ring when seat i got this animal, and the
    # last one hands on `closing` to the first.
    counts = np.zeros((KINDS, SEATS + 1, KINDS), np.int64)
    total = 0
    for closing in range(KINDS):
        if knows and int(state.taken[seat]) != closing + 1:
            continue
        counts[closing, length, closing] = 1
        for i in range(length - 1, -1, -1):
            for got in range(KINDS):
                if i == 0 and got != closing:
                    continue
                for lost in range(KINDS):
                    after = int(counts[closing, i + 1, lost])
                    if after > 0:
                        counts[closing, i, got] += after * removals(box, state, seat, int(ring[i]), got, lost, -1)
        total += int(counts[closing, 0, closing])
    target = big_quick(rng, total)
    closing = 0
    while target >= int(counts[closing, 0, closing]):
        target -= int(counts[closing, 0, closing])
        closing += 1
    got = closing
    for i in range(length):
        owner = int(ring[i])
        lost, removed = 0, 0
        while True:
            weight = int(counts[closing, i + 1, lost])
            if weight > 0:
                weight *= removals(box, state, seat, owner, got, lost, removed)
            if target < weight:
                break
            target -= weight
            removed += 1
            if removed == KINDS:
                lost, removed = lost + 1, 0
        target //= max(1, removals(box, state, seat, owner, got, lost, removed))
        state.taken[owner] = got + 1
        state.removed[owner] = removed + 1
        if owner != seat:
            for animal in range(KINDS):
                held = int(box.copies[animal]) - int(state.played[owner, animal])
                held += 1 if animal == got else 0
                held -= 1 if animal == lost else 0
                held -= 1 if animal == removed else 0
                state.hand[owner, animal] = held
        got = lost


@rule
def removals(box: Box, state: State, seat: int, owner: int, got: int, lost: int, removed: int) -> int:
    """Ways in which an owner lost `lost` and had `removed` removed; −1 sums over what was removed."""
    total = 0
    for animal in range(KINDS):
        if removed < 0 or animal == removed:
            if owner == seat:
                total += own_ways(box, state, seat, lost, animal)
            elif fits(box, state, owner, got, lost, animal):
                total += ways(box, lost, animal)
    return total


@rule
def big_quick(rng: Longs, n: int) -> int:
    """Uniform over 0 … n−1 for n up to 2⁶²."""
    span = 1 << 62
    while True:
        value = (quick_word(rng) << 30) | (quick_word(rng) >> 2)
        if value < span - span % n:
            return value % n


OBSERVATION: Final = Parts(
    rules=Feature(4, "no peek, gamble, number of teams / 10, seats / 10"),
    clock=Feature(6 + TURNS, "round / 50, rounds / 50, rounds to the next ante / 50, am I asked, places to leader and "
                  "opener / 10, turn, one-hot", high=MAX_ROUNDS / 50),
    steps=Feature(3, "choosing, betting, acting, one-hot"),
    hand=Feature(KINDS, "cards in my hand", high=MAX_SET),
    taken=Feature(KINDS, "gamble: the card taken from the right neighbour, one-hot"),
    pile=Feature(KINDS, "cards in the pile", high=MAX_KIND),
    choice=Feature(KINDS, "my own choice, one-hot"),
    pot=Feature(4, "pot, highest bet, least raise, ante; in stacks", high=2 * SEATS),
    present=Feature(SEATS, "who plays; this and the rest by place to the left of me, myself first"),
    asked=Feature(SEATS, "who owes a decision"),
    teams=Feature(SEATS, "whose side: 0 mine, then counted in the order of the table's teams / 10"),
    in_round=Feature(SEATS, "who is still in the round"),
    chosen=Feature(SEATS, "who has chosen"),
    coins=Feature(SEATS, "coins; in stacks, without the gamble / what all cards together are worth", high=SEATS),
    latest=Feature(SEATS, "coins won in the latest round, likewise", high=SEATS),
    paid=Feature(SEATS, "gamble: coins in the pot, in stacks", high=SEATS),
    bet=Feature(SEATS, "gamble: coins bet in this betting round, in stacks", high=SEATS),
    collections=Feature(SEATS * KINDS, "cards collected", high=MAX_KIND),
    actives=Feature(SEATS * KINDS, "the active card, one-hot"),
    played=Feature(SEATS * KINDS, "cards revealed in this round", high=TURNS),
    hands=Feature(SEATS * KINDS, "others' hands where they are open", high=MAX_SET),
)  # fmt: skip

_AT: Final = OBSERVATION.start
_RULES, _CLOCK, _STEPS, _HAND, _TAKEN = _AT["rules"], _AT["clock"], _AT["steps"], _AT["hand"], _AT["taken"]
_PILE, _CHOICE, _POT, _PRESENT, _ASKED = _AT["pile"], _AT["choice"], _AT["pot"], _AT["present"], _AT["asked"]
_TEAMS = _AT["teams"]
_IN_ROUND, _CHOSEN, _COINS, _LATEST = _AT["in_round"], _AT["chosen"], _AT["coins"], _AT["latest"]
_PAID, _BET, _COLLECTIONS, _ACTIVES = _AT["paid"], _AT["bet"], _AT["collections"], _AT["actives"]
_PLAYED, _HANDS = _AT["played"], _AT["hands"]


@rule
def all_worth(box: Box, seats: int) -> int:
    """What one collection of all cards of a table would be worth: nobody wins more in a round."""
    total = 1  # at least, since coins are divided by it
    for animal in range(KINDS):
        n = int(box.copies[animal]) * seats + int(box.white[animal])
        total += n * int(box.worth[animal]) + n * (n - 1) // 2 * int(box.growth[animal])
    return total


@rule
def observe(box: Box, state: State, seat: int, out: Floats) -> None:
    """Features of what the seat knows, turned so that it sits first; a spectator watches from seat 0."""
    for i in range(len(out)):
        out[i] = 0.0
    seats = int(state.seats)
    me = max(seat, 0)
    gamble = int(state.gamble)
    scale = int(state.all_coins) / seats if gamble == 1 else 1.0 * all_worth(box, seats)
    out[_RULES] = int(state.no_peek)
    out[_RULES + 1] = gamble
    out[_RULES + 2] = int(state.teams) / 10.0
    out[_RULES + 3] = seats / 10.0
    out[_CLOCK] = int(state.round_number) / 50.0
    out[_CLOCK + 1] = int(state.rounds) / 50.0
    if int(state.raise_every) > 0:
        out[_CLOCK + 2] = (int(state.raise_every) - int(state.round_number) % int(state.raise_every)) / 50.0
    out[_CLOCK + 3] = (waiting(state) >> me) & 1 if seat >= 0 else 0
    out[_CLOCK + 4] = (int(state.leader) - me) % seats / 10.0
    out[_CLOCK + 5] = (int(state.opener) - me) % seats / 10.0
    if int(state.turn) < TURNS:
        out[_CLOCK + 6 + int(state.turn)] = 1.0
    now = step(state)
    out[_STEPS] = 1.0 if now == CHOOSE else 0.0
    out[_STEPS + 1] = 1.0 if now == BET else 0.0
    out[_STEPS + 2] = 1.0 if now > BET else 0.0
    if seat >= 0:
        if int(state.taken[seat]) > 0:
            out[_TAKEN + int(state.taken[seat]) - 1] = 1.0
        if int(state.choice[seat]) > 0:
            out[_CHOICE + int(state.choice[seat]) - 1] = 1.0
    pot = int(state.carry)
    for other in range(seats):
        pot += int(state.paid[other])
    out[_POT] = pot / scale
    out[_POT + 1] = int(state.high) / scale
    out[_POT + 2] = int(state.least_raise) / scale
    out[_POT + 3] = int(state.ante) / scale
    for animal in range(KINDS):
        out[_PILE + animal] = int(state.pile[animal])
        if seat >= 0:
            out[_HAND + animal] = int(state.hand[seat, animal])
    for place in range(seats):
        other = (me + place) % seats
        out[_PRESENT + place] = 0.0 if is_gone(state, other) else 1.0
        out[_ASKED + place] = (waiting(state) >> other) & 1
        out[_TEAMS + place] = (int(state.team[other]) - int(state.team[me])) % SEATS / 10.0
        out[_IN_ROUND + place] = 1.0 if is_in(state, other) else 0.0
        out[_CHOSEN + place] = 1.0 if has_chosen(state, other) else 0.0
        out[_COINS + place] = int(state.coins[other]) / scale
        out[_LATEST + place] = int(state.latest[other]) / scale
        out[_PAID + place] = int(state.paid[other]) / scale
        out[_BET + place] = int(state.bet[other]) / scale
        if int(state.active[other]) > 0:
            out[_ACTIVES + place * KINDS + int(state.active[other]) - 1] = 1.0
        for animal in range(KINDS):
            out[_COLLECTIONS + place * KINDS + animal] = int(state.collection[other, animal])
            out[_PLAYED + place * KINDS + animal] = int(state.played[other, animal])
            if gamble == 0 and other != seat:
                out[_HANDS + place * KINDS + animal] = int(state.hand[other, animal])
