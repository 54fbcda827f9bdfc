"""Tooth & Claw: the rules, in the order of the rulebook; battles (§7) are in `combat`."""

from __future__ import annotations

from typing import Final

from bestiary.engine.bits import count_bits, count_set, first_bit, nth_of_set, write_set
from bestiary.engine.chance import draw, seed_chance
from bestiary.engine.frames import answer, ask, become, begin, end, step, waiting
from bestiary.engine.rule import Ints, Longs, Shares, Trace, Words, rule
from bestiary.engine.trace import emit
from bestiary.games.claw.audit import check
from bestiary.games.claw.board import (
    deck_size, first_formation, first_of_round, formation_of, hand_size, lay_card, pair_cards, unseen_cards,
)  # fmt: skip
from bestiary.games.claw.combat import (
    battle_result, begin_battle, fight, legal_plays, next_battle, offence_of, pile_of, play_refusal, reason_of,
    row_to_play,
)  # fmt: skip
from bestiary.games.claw.state import (
    ADVANCE, ADVANCE_AT, ALL_CARDS, BACK, BACKS, BATTLE, CARDS, CHOICES, CHOOSES, CLEARS, CLEARS_UNSEEN, CLOSE, COLOURS,
    DECK_EMPTY, DEFENCE, DRAWS, ENDS_GAME, FORMATION, FORMS, FORM_AT, FRONT, GAME_BEGINS, GAME_IS_OVER, GAME_OVER,
    GATHERS, GETS_DECK, HAND, NOT_ASKED, NOT_IN_HAND, NOT_IN_PAIR, OPEN, OPENS, PLACES, PLACES_CARD, PLACE_AT, PLAY_AT,
    REASONS, ROUND, ROUNDS, ROUND_BEGINS, SCORES_ROUND, SEATS, SECOND, SHOW, SPACES, TAKES_TYPE, TURNS_UP, TYPE, TYPES,
    TYPE_TAKEN, WRONG_STEP, Box, Options, State,
)  # fmt: skip

# What `facts` writes: of the table, of each side with its nine bonuses, of every answer to an attack.
COMMON_FACTS: Final = 4
SIDE_FACTS: Final = 9 + SPACES
ANSWERS_AT: Final = COMMON_FACTS + SEATS * SIDE_FACTS
FACT_COUNT: Final = ANSWERS_AT + BACK * COLOURS

# --- Setup (4): the first player, then types; the second player chooses first


@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """The table, up to its first decision. R15: the first player is drawn unless the table names one."""
    seed_chance(state.chance, key)
    state.seats = SEATS
    state.games = options.games
    state.memory = options.memory
    state.first = int(options.first) if int(options.first) >= 0 else draw(state.chance, SEATS)
    begin(state, TYPE)
    begin_game(state, trace)


@rule
def begin_game(state: State, trace: Trace) -> None:
    """R8: a whole game of its own, with new types and shuffles."""
    emit(trace, GAME_BEGINS, int(state.game_number), int(state.first), 0, 0)
    state.round_number = 0
    for seat in range(SEATS):
        tell_deck(state, seat, trace)
        state.deck[seat] = ALL_CARDS
        state.hand[seat] = 0
        state.used[seat] = 0
        state.kind[seat] = 0
        for number in range(ROUNDS):
            state.points[seat, number] = 0
            state.formation[seat * ROUNDS + number] = 0
    become(state, TYPE)
    ask(state, 1 << (1 - int(state.first)))


@rule
def tell_deck(state: State, seat: int, trace: Trace) -> None:
    """A player's cards come out of the box; for a second game they are gathered: those that fought, and the one kept in
    hand. R5: where people must remember, what fought is not named."""
    if trace is not None:
        if int(state.game_number) == 0:
            emit(trace, GETS_DECK, seat, CARDS, 0, 0)
        else:
            fought = 0 if int(state.memory) == 1 else int(state.used[seat])
            emit(trace, GATHERS, seat, fought, first_bit(int(state.hand[seat])), 0)


@rule
def take_type(state: State, seat: int, kind: int, trace: Trace) -> None:
    state.kind[seat] = kind + 1
    emit(trace, TAKES_TYPE, seat, kind, 0, 0)
    answer(state, seat)
    if seat == int(state.first):
        become(state, ROUND)
    else:
        ask(state, 1 << (1 - seat))


@rule
def run_on(box: Box, state: State, trace: Trace) -> None:
    """Plays every step that asks nobody, up to the next decision or the end."""
    while int(state.depth) > 0 and waiting(state) == 0:
        now = step(state)
        if now == CLOSE:
            next_battle(state, trace)
        elif now == ROUND:
            begin_round(state, trace)
        elif now == SHOW:
            show_formations(box, state, trace)
        elif now == OPEN:
            open_fronts(box, state, trace)
        else:
            score_round(state, trace)


# --- Formation (6)


@rule
def begin_round(state: State, trace: Trace) -> None:
    """6-1: both draw up to seven cards, then choose one of this round's two formation cards in secret."""
    emit(trace, ROUND_BEGINS, int(state.round_number), first_of_round(state), 0, 0)
    for seat in range(SEATS):
        for _ in range(HAND - count_bits(int(state.hand[seat]))):
            card = draw_card(state, seat)
            state.hand[seat] = int(state.hand[seat]) | 1 << card
            emit(trace, DRAWS, seat, card, 0, 0)
    become(state, FORMATION)
    ask(state, 3)


@rule
def draw_card(state: State, seat: int) -> int:
    """The top card of a deck: any of those that are in it. R7: there is one whenever the rules ask for it."""
    deck = int(state.deck[seat])
    if deck == 0:
        state.fault = DECK_EMPTY
        state.depth = 0
        return 0
    card = nth_of_set(deck, draw(state.chance, count_set(deck)))
    state.deck[seat] = deck & ~(1 << card)
    return card


@rule
def choose_formation(state: State, seat: int, choice: int, trace: Trace) -> None:
    state.formation[seat * ROUNDS + int(state.round_number)] = first_formation(state, seat) + choice + 1
    emit(trace, CHOOSES, seat, first_formation(state, seat) + choice, 0, 0)
    answer(state, seat)
    if waiting(state) == 0:
        become(state, SHOW)


@rule
def show_formations(box: Box, state: State, trace: Trace) -> None:
    """Both formation cards are revealed; each deck's top card goes face up onto its space."""
    for seat in range(SEATS):
        formation = formation_of(state, seat)
        emit(trace, FORMS, seat, formation, 0, 0)
        space = int(box.reveal[formation])
        card = draw_card(state, seat)
        lay_card(state, seat, space, card)
        state.shown[seat] = 1 << space
        emit(trace, TURNS_UP, seat, space, card, 0)
    become(state, FRONT)
    ask(state, 3)


FRONT_ROWS = (1 << BACK) - 1
BACK_ROW = ((1 << SPACES) - 1) & ~FRONT_ROWS


@rule
def next_space(box: Box, state: State, seat: int, back: bool) -> int:
    """R12: the place to fill next, row by row from the front and left to right; −1 when the rows are full.

    6-2: first Vanguard and Rearguard; 6-4: then Reinforcements, where a "2 Cards" space takes two."""
    formation = formation_of(state, seat)
    lying, pair = int(state.lying[seat]), int(box.pair[formation])
    empty = ~(lying | int(box.blank[formation])) & (BACK_ROW if back else FRONT_ROWS)
    space = first_bit(empty)
    if back and 0 < pair < space and (lying >> SECOND) & 1 == 0:
        return SECOND
    return space if empty != 0 else -1


@rule
def place_card(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """A card from hand, face down, onto the next space; final. Both players place at the same time (R6)."""
    back = step(state) == BACKS
    space = next_space(box, state, seat, back)
    state.hand[seat] = int(state.hand[seat]) & ~(1 << card)
    lay_card(state, seat, space, card)
    emit(trace, PLACES_CARD, seat, int(box.pair[formation_of(state, seat)]) if space == SECOND else space, card, 0)
    if space == SECOND:
        sort_pair(box, state, seat)
    if next_space(box, state, seat, back) < 0:
        answer(state, seat)
        if waiting(state) == 0:
            if back:
                begin_battle(state, trace)
            else:
                become(state, OPEN)


@rule
def sort_pair(box: Box, state: State, seat: int) -> None:
    """The two cards of a space lie in no order: the higher one is kept first, unless the first lies face up."""
    space = int(box.pair[formation_of(state, seat)])
    at, other = seat * PLACES + space, seat * PLACES + SECOND
    card = int(state.place[at])
    if (int(state.shown[seat]) >> space) & 1 == 0 and card < int(state.place[other]):
        state.place[at] = state.place[other]
        state.place[other] = card


@rule
def open_fronts(box: Box, state: State, trace: Trace) -> None:
    """6-3: Vanguard and Rearguard are revealed when both are full. 6-4: spaces behind them are filled next."""
    owing = 0
    for seat in range(SEATS):
        covered = int(state.lying[seat]) & ~int(state.shown[seat])
        for space in range(BACK):
            if (covered >> space) & 1 == 1:
                emit(trace, OPENS, seat, space, int(state.place[seat * PLACES + space]) - 1, 0)
        state.shown[seat] = state.lying[seat]
        owing |= 1 << seat if next_space(box, state, seat, True) >= 0 else 0
    if owing == 0:
        begin_battle(state, trace)
        return
    become(state, BACKS)
    ask(state, owing)


# --- Scoring (8), the next round (9), the end (10)


@rule
def score_round(state: State, trace: Trace) -> None:
    """Cards of this round are out of the game; the First Player card changes hands; one card stays in hand."""
    number = int(state.round_number)
    for seat in range(SEATS):
        emit(trace, SCORES_ROUND, seat, int(state.points[seat, number]), game_points(state, seat), 0)
        tell_clearing(state, seat, trace)
        for owner in range(SEATS):
            state.taken[seat, owner] = 0
        state.shown[seat] = 0
    state.battle = 0
    if number + 1 < ROUNDS:
        state.round_number = number + 1
        become(state, ROUND)
        return
    for seat in range(SEATS):
        emit(trace, ENDS_GAME, seat, game_points(state, seat), 0, 0)
    if int(state.game_number) + 1 < int(state.games):
        for seat in range(SEATS):
            state.total[seat] = int(state.total[seat]) + game_points(state, seat)
        state.game_number = int(state.game_number) + 1
        state.first = 1 - int(state.first)
        begin_game(state, trace)
        return
    end(state)
    if trace is not None:
        emit(trace, GAME_OVER, (1 if lead(state) >= 0 else 0) | (2 if lead(state) <= 0 else 0), 0, 0, 0)


@rule
def tell_clearing(state: State, seat: int, trace: Trace) -> None:
    """Tells which cards that a seat has taken are out of the game now."""
    if trace is not None:
        count = 0
        for owner in range(SEATS):
            cards = int(state.taken[seat, owner])
            count += count_bits(cards)
            if cards > 0 and int(state.memory) == 0:
                emit(trace, CLEARS, pile_of(state, seat, owner), owner, cards, 0)
        if count > 0 and int(state.memory) == 1:
            emit(trace, CLEARS_UNSEEN, pile_of(state, seat, seat), count, 0, 0)


@rule
def game_points(state: State, seat: int) -> int:
    """A seat's points in this game so far."""
    total = 0
    for number in range(ROUNDS):
        total += int(state.points[seat, number])
    return total


@rule
def lead(state: State) -> int:
    """Above 0 if seat 0 is ahead, below 0 if seat 1 is. A game's tie is the second player's, a match's is shared."""
    ahead = int(state.total[0]) + game_points(state, 0) - int(state.total[1]) - game_points(state, 1)
    if ahead == 0 and int(state.games) == 1:
        return -1 if int(state.first) == 0 else 1
    return ahead


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    ahead = lead(state)
    out[0] = 0.5 if ahead == 0 else (1.0 if ahead > 0 else 0.0)
    out[1] = 1.0 - out[0]


@rule
def scores(box: Box, state: State, out: Shares) -> None:
    for seat in range(SEATS):
        out[seat] = int(state.total[seat]) + game_points(state, seat)


@rule
def side(state: State, seat: int) -> int:
    return seat


# --- The contract: what is legal, what it does


@rule
def refusal(box: Box, state: State, seat: int, action: int) -> int:
    """0 for a legal action, else the clause that forbids it."""
    if int(state.depth) == 0:
        return GAME_IS_OVER
    if (waiting(state) >> seat) & 1 == 0:
        return NOT_ASKED
    now = step(state)
    if action < FORM_AT:
        if now != TYPE:
            return WRONG_STEP
        return TYPE_TAKEN if int(state.kind[1 - seat]) == action + 1 else 0
    if action < PLACE_AT:
        return 0 if now == FORMATION else WRONG_STEP
    if action < PLAY_AT:
        if now not in (FRONT, BACKS):
            return WRONG_STEP
        return 0 if (int(state.hand[seat]) >> (action - PLACE_AT)) & 1 == 1 else NOT_IN_HAND
    if action < ADVANCE_AT:
        if now not in (BATTLE, DEFENCE):
            return WRONG_STEP
        return play_refusal(box, state, seat, (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS)
    if now != ADVANCE:
        return WRONG_STEP
    return 0 if (pair_cards(box, state, seat) >> (action - ADVANCE_AT)) & 1 == 1 else NOT_IN_PAIR


ALL_TYPES = (1 << TYPES) - 1
BOTH_CHOICES = (1 << CHOICES) - 1


@rule
def legal_set(box: Box, state: State, seat: int) -> int:
    """The legal actions as a set."""
    if seat < 0 or (waiting(state) >> seat) & 1 == 0:
        return 0
    now = step(state)
    if now in (BATTLE, DEFENCE):
        return legal_plays(box, state, seat) << PLAY_AT
    if now == TYPE:
        return ALL_TYPES & ~(1 << int(state.kind[1 - seat]) >> 1)
    if now == FORMATION:
        return BOTH_CHOICES << FORM_AT
    if now == ADVANCE:
        return pair_cards(box, state, seat) << ADVANCE_AT
    return int(state.hand[seat]) << PLACE_AT


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The legal actions in rising order; returns how many."""
    return write_set(legal_set(box, state, seat), moves)


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action and runs on to the next decision."""
    now = step(state)
    if now >= BATTLE:
        fight(box, state, seat, action, trace)
    elif now in (FRONT, BACKS):
        place_card(box, state, seat, action - PLACE_AT, trace)
    elif now == FORMATION:
        choose_formation(state, seat, action - FORM_AT, trace)
    else:
        take_type(state, seat, action, trace)
    run_on(box, state, trace)


@rule
def audit(box: Box, state: State) -> int:
    """0, or the number of the law of nature that the position breaks."""
    return check(box, state)


# --- What a view tells


@rule
def facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """The numbers that people are shown, from what a seat knows: cards in each deck, who has the First Player card, who
    attacks, who is ahead; then of each side and of the answers that the defence has. `out` is zeroed."""
    now = step(state)
    out[0] = deck_size(state)
    out[1] = first_of_round(state)
    out[2] = offence_of(state)
    out[3] = lead(state)
    for other in range(SEATS):
        side_facts(box, state, other, now, COMMON_FACTS + other * SIDE_FACTS, out)
    if now == DEFENCE:
        answer_facts(box, state, 1 - offence_of(state), out)


@rule
def side_facts(box: Box, state: State, seat: int, now: int, at: int, out: Longs) -> None:
    """Cards in hand, cards that nobody else has seen, formation, place to fill next, row to play from; then what is
    printed: blanks, Wild spaces, 2 Cards space, reveal space, bonuses. −1 is none."""
    formation = formation_of(state, seat)
    out[at] = hand_size(state, seat)
    out[at + 1] = unseen_cards(state, seat)
    out[at + 2] = formation
    out[at + 3] = next_space(box, state, seat, now == BACKS) if now == FRONT or now == BACKS else -1
    out[at + 4] = row_to_play(state, seat, seat != offence_of(state)) if now >= BATTLE else -1
    if formation >= 0:
        out[at + 5] = box.blank[formation]
        out[at + 6] = box.wild[formation]
        out[at + 7] = box.pair[formation]
        out[at + 8] = box.reveal[formation]
        for space in range(SPACES):
            out[at + 9 + space] = box.bonus[formation, space]


@rule
def answer_facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """How the battle would end with each card of the front rows, played as either colour: 1 + the reason, and as many
    more as there are reasons for a tie, twice as many for a win."""
    offence, start, led = 1 - seat, int(state.lead_space) - 1, int(state.lead_colour)
    for space in range(BACK):
        if (int(state.lying[seat]) >> space) & 1 == 1:
            for colour in range(COLOURS):
                result = battle_result(box, state, offence, start, led, space, colour)
                reason = reason_of(box, state, offence, start, led, space, colour)
                out[ANSWERS_AT + space * COLOURS + colour] = 1 + reason + len(REASONS) * (1 - result)
