"""Tooth & Claw: who may know what. Cards face down, hands and decks are their owners'."""

from __future__ import annotations

from typing import Final

from bestiary.engine.bits import count_bits, nth_bit
from bestiary.engine.chance import blank_chance, fresh_chance, quick
from bestiary.engine.frames import ask, step, waiting
from bestiary.engine.game import Feature, Parts
from bestiary.engine.rule import Floats, Longs, rule
from bestiary.games.claw.board import first_formation, formation_of, hand_size, lift_card, unseen_cards
from bestiary.games.claw.combat import offence_of
from bestiary.games.claw.rules import sort_pair
from bestiary.games.claw.state import (
    ADVANCE, BACK, BACKS, BATTLE, BATTLES, CARDS, CHOICES, COLOURS, DEFENCE, FORMATION, FRONT, PLACES,
    ROUNDS, SEATS, SECOND, SPACES, TYPE, TYPES, Box, State,
)  # fmt: skip


@rule
def hide(state: State, seat: int) -> None:
    """Blanks randomness, the other's deck, hand and cards face down, and a formation choice not yet revealed."""
    blank_chance(state.chance)
    for other in range(SEATS):
        if other == seat:
            continue
        state.deck[other] = 0
        state.hand[other] = 0
        for place in range(PLACES):
            if (int(state.shown[other]) >> place) & 1 == 0:
                state.place[other * PLACES + place] = 0
        if step(state) == FORMATION:
            state.formation[other * ROUNDS + int(state.round_number)] = 0


# --- One possible truth


@rule
def determinize(box: Box, state: State, seat: int, rng: Longs) -> None:
    """Uniform over all ways in which another's unseen cards can lie: face down, in hand (a kept card among them), and
    in the deck. Nothing that the seat has seen says where any of them lies, so they are simply dealt."""
    for owner in range(SEATS):
        if owner == seat:
            continue
        if step(state) == FORMATION and (waiting(state) >> owner) & 1 == 0:
            choice = first_formation(state, owner) + quick(rng, CHOICES)
            state.formation[owner * ROUNDS + int(state.round_number)] = choice + 1
        unseen = unseen_cards(state, owner)
        covered = int(state.lying[owner]) & ~int(state.shown[owner])
        for place in range(PLACES):
            if (covered >> place) & 1 == 1:
                card = nth_bit(unseen, quick(rng, count_bits(unseen)))
                unseen &= ~(1 << card)
                state.place[owner * PLACES + place] = card + 1
        if (covered >> SECOND) & 1 == 1:
            sort_pair(box, state, owner)
        for _ in range(hand_size(state, owner)):
            card = nth_bit(unseen, quick(rng, count_bits(unseen)))
            unseen &= ~(1 << card)
            state.hand[owner] = int(state.hand[owner]) | 1 << card
        state.deck[owner] = unseen
    fresh_chance(state.chance, rng)


@rule
def reopen(state: State, seat: int) -> None:
    """Takes back what the other has decided in this step while the seat still owes its own: the choice of a formation,
    or the cards face down, which are in hand again."""
    now, rival = step(state), 1 - seat
    if now == FORMATION:
        state.formation[rival * ROUNDS + int(state.round_number)] = 0
        ask(state, 3)
    elif now in (FRONT, BACKS):
        for place in range(PLACES):
            if (int(state.lying[rival]) & ~int(state.shown[rival])) >> place & 1 == 1:
                state.hand[rival] = int(state.hand[rival]) | 1 << lift_card(state, rival, place)
                ask(state, 3)


# --- Features for learning

OBSERVATION: Final = Parts(
    clock=Feature(4, "round / 3, battle / 7, second game of a match, am I asked"),
    step=Feature(7, "type, formation, front, back, offence, defence, which card of a pair, one-hot"),
    offence=Feature(1, "is this battle mine to lead"),
    first=Feature(1, "have I begun this game"),
    hand=Feature(CARDS, "cards in my hand"),
    deck=Feature(CARDS, "cards in my deck"),
    used=Feature(SEATS * CARDS, "cards used; from here on mine first, then the other's"),
    types=Feature(SEATS * TYPES, "the type, one-hot"),
    chosen=Feature(SEATS * CHOICES, "the formation of this round, one-hot"),
    offered=Feature(SEATS * CHOICES * SPACES * 5, "this round's cards: blank, bonus / 2, wild, reveal, 2 Cards"),
    cards=Feature(SEATS * PLACES * CARDS, "cards that I can see, by place"),
    covered=Feature(SEATS * PLACES, "places with a card face down"),
    lead=Feature(BACK + COLOURS, "the offence card's space and colour"),
    points=Feature(SEATS * ROUNDS, "points of each round / 14; a battle has 6 at most", high=6 * BATTLES / 14),
    total=Feature(SEATS, "points of finished games / 42; all cards of both have 76", high=76 / 42),
)
_AT: Final = OBSERVATION.start
_CLOCK, _STEP, _OFFENCE, _FIRST, _HAND = _AT["clock"], _AT["step"], _AT["offence"], _AT["first"], _AT["hand"]
_DECK, _USED, _TYPES, _CHOSEN, _OFFERED = _AT["deck"], _AT["used"], _AT["types"], _AT["chosen"], _AT["offered"]
_CARDS, _COVERED, _LEAD, _POINTS, _TOTAL = _AT["cards"], _AT["covered"], _AT["lead"], _AT["points"], _AT["total"]


@rule
def observe(box: Box, state: State, seat: int, out: Floats) -> None:
    """Features of what the seat knows; a spectator watches from seat 0, without its secrets."""
    for i in range(len(out)):
        out[i] = 0.0
    me = max(seat, 0)
    now = step(state)
    out[_CLOCK] = int(state.round_number) / ROUNDS
    out[_CLOCK + 1] = int(state.battle) / BATTLES
    out[_CLOCK + 2] = int(state.game_number)
    out[_CLOCK + 3] = (waiting(state) >> me) & 1 if seat >= 0 else 0
    out[_FIRST] = 1.0 if int(state.first) == me else 0.0
    observe_step(state, me, now, out)
    for card in range(CARDS):
        if seat >= 0:
            out[_HAND + card] = (int(state.hand[seat]) >> card) & 1
            out[_DECK + card] = (int(state.deck[seat]) >> card) & 1
    for turn in range(SEATS):
        owner = (me + turn) % SEATS
        for card in range(CARDS):
            out[_USED + turn * CARDS + card] = (int(state.used[owner]) >> card) & 1
        for number in range(ROUNDS):
            out[_POINTS + turn * ROUNDS + number] = int(state.points[owner, number]) / 14
        out[_TOTAL + turn] = int(state.total[owner]) / 42
        if int(state.kind[owner]) > 0:
            out[_TYPES + turn * TYPES + int(state.kind[owner]) - 1] = 1.0
            observe_formations(box, state, owner, turn, out)
            if formation_of(state, owner) >= 0 and (now != FORMATION or owner == seat):
                out[_CHOSEN + turn * CHOICES + formation_of(state, owner) % CHOICES] = 1.0
        for place in range(PLACES):
            if (int(state.lying[owner]) >> place) & 1 == 0:
                continue
            shown = (int(state.shown[owner]) >> place) & 1
            out[_COVERED + turn * PLACES + place] = 1 - shown
            if shown == 1 or owner == seat:
                card = int(state.place[owner * PLACES + place]) - 1
                out[_CARDS + (turn * PLACES + place) * CARDS + card] = 1.0


@rule
def observe_step(state: State, me: int, now: int, out: Floats) -> None:
    if now == TYPE:
        out[_STEP] = 1.0
    elif now == FORMATION:
        out[_STEP + 1] = 1.0
    elif now == FRONT:
        out[_STEP + 2] = 1.0
    elif now == BACKS:
        out[_STEP + 3] = 1.0
    elif now == BATTLE:
        out[_STEP + 4] = 1.0
    elif now == DEFENCE:
        out[_STEP + 5] = 1.0
        out[_LEAD + int(state.lead_space) - 1] = 1.0
        out[_LEAD + BACK + int(state.lead_colour)] = 1.0
    elif now == ADVANCE:
        out[_STEP + 6] = 1.0
    out[_OFFENCE] = 1.0 if now >= BATTLE and offence_of(state) == me else 0.0


@rule
def observe_formations(box: Box, state: State, owner: int, turn: int, out: Floats) -> None:
    """The two formation cards of this round, as printed."""
    for choice in range(CHOICES):
        formation = first_formation(state, owner) + choice
        for space in range(SPACES):
            at = _OFFERED + ((turn * CHOICES + choice) * SPACES + space) * 5
            out[at] = (int(box.blank[formation]) >> space) & 1
            out[at + 1] = int(box.bonus[formation, space]) / 2
            out[at + 2] = (int(box.wild[formation]) >> space) & 1
            out[at + 3] = 1.0 if int(box.reveal[formation]) == space else 0.0
            out[at + 4] = 1.0 if int(box.pair[formation]) == space and space >= BACK else 0.0
