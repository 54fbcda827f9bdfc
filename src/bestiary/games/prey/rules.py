"""Predator & Prey: the rules, in the order of the rulebook."""

from __future__ import annotations

from bestiary.engine.bits import count_bits, nth_bit, write_set
from bestiary.engine.chance import draw, seed_chance
from bestiary.engine.frames import ask, become, begin, end, step, waiting
from bestiary.engine.rule import Ints, Longs, Shares, Trace, Words, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.prey.state import (
    AHEAD, CANNOT_WIN, CARDS, CARDS_KEPT, CARDS_TURN, DEALS, FACES, GAME_IS_OVER, GAME_OVER, GATHERS, GOAL_POINTS,
    GOALS, GOALS_DIFFER, HAND, HAND_SIZE, LEAD_IS_DRAWN, LEADS, MAX_ROUNDS, MEETS_GOAL, MISSES_GOAL, MUST_FOLLOW,
    NOT_ASKED, NOT_IN_HAND, OPEN, OPENS_ASIDE, PLAY, PLAYS, POINTS_EARNED, RANKS, ROLLS, ROUND, ROUND_BEGINS,
    ROUND_ENDS, SCORE, SEATS, SET_ASIDE, SHOWS_VOID, SUIT_FOLLOWED, SUITS, TRICK, TRICK_BEGINS, TRICKS, TRICKS_COUNTED,
    TURN_ROUND, VOIDS_TRUE, WINS, WINS_TRICK, Box, Options, State,
)  # fmt: skip

FULL_SUIT = (1 << RANKS) - 1

# --- Setup


@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """The table; the game then runs to its first decision."""
    seed_chance(state.chance, key)
    state.seats = options.seats
    state.memory = options.memory
    state.rounds = options.max_rounds if int(options.max_rounds) > 0 else MAX_ROUNDS
    begin(state, ROUND)
    run_on(box, state, trace)


@rule
def run_on(box: Box, state: State, trace: Trace) -> None:
    """Plays every step that asks nobody, up to the next decision or the end."""
    while int(state.depth) > 0 and waiting(state) == 0:
        now = step(state)
        if now == TRICK:
            end_trick(box, state, trace)
        elif now == SCORE:
            score_round(state, trace)
        else:
            begin_round(state, trace)


# --- A round: dice, then the deal (R8)


@rule
def begin_round(state: State, trace: Trace) -> None:
    emit(trace, ROUND_BEGINS, int(state.round_number), 0, 0, 0)
    for seat in range(int(state.seats)):
        roll_goals(state, seat, trace)
        state.won[seat] = 0
        state.void[seat] = 0
    deal(state, trace)
    if int(state.round_number) == 0:
        first_leader(state, trace)
    state.trick_number = 0
    emit(trace, LEADS, int(state.leader), 0, 0, 0)
    lead_trick(state, trace)


@rule
def roll_goals(state: State, seat: int, trace: Trace) -> None:
    """Both dice again until they differ (R2)."""
    first = 1 + draw(state.chance, FACES)
    second = 1 + draw(state.chance, FACES)
    emit(trace, ROLLS, seat, first, second, 0)
    while first == second:
        first = 1 + draw(state.chance, FACES)
        second = 1 + draw(state.chance, FACES)
        emit(trace, ROLLS, seat, first, second, 0)
    state.goal[seat, 0] = min(first, second)
    state.goal[seat, 1] = max(first, second)
    emit(trace, GOALS, seat, min(first, second), max(first, second), 0)


@rule
def deal(state: State, trace: Trace) -> None:
    """12 cards to each; with three players a fourth hand is set aside unseen (R4, R8).

    Card after card goes to a place drawn from all the room that is left: every deal is equally likely."""
    first, second, third = HAND, HAND, HAND
    left = CARDS
    for suit in range(SUITS):
        state.played[suit] = 0
        for seat in range(SEATS):
            state.hand[seat, suit] = 0
        for rank in range(RANKS):
            index = draw(state.chance, left)
            left -= 1
            place = (index >= first) + (index >= first + second) + (index >= first + second + third)
            first -= place == 0
            second -= place == 1
            third -= place == 2
            state.hand[place, suit] = int(state.hand[place, suit]) | 1 << rank
    if int(state.seats) < SEATS:
        for suit in range(SUITS):
            state.aside[suit] = state.hand[SEATS - 1, suit]
            state.hand[SEATS - 1, suit] = 0
    tell_deal(state, trace)


@rule
def tell_deal(state: State, trace: Trace) -> None:
    """Seat after seat: the order of the cards would tell where they went."""
    if trace is None:
        return
    for seat in range(int(state.seats)):
        for card in range(CARDS):
            if (int(state.hand[seat, card // RANKS]) >> (card % RANKS)) & 1 == 1:
                emit(trace, DEALS, seat, card, 0, 0)
    for card in range(CARDS):
        if (int(state.aside[card // RANKS]) >> (card % RANKS)) & 1 == 1:
            emit(trace, SET_ASIDE, card, 0, 0, 0)


@rule
def first_leader(state: State, trace: Trace) -> None:
    """The lowest total leads; tied, the lowest single die; still tied, a draw among the tied (R6, R8)."""
    best, tied = 99, 0
    for seat in range(int(state.seats)):
        low, high = int(state.goal[seat, 0]), int(state.goal[seat, 1])
        rank = (low + high) * 8 + low
        if rank < best:
            best, tied = rank, 0
        if rank == best:
            tied |= 1 << seat
    count = count_bits(tied)
    state.leader = nth_bit(tied, draw(state.chance, count) if count > 1 else 0)
    if count > 1:
        emit(trace, LEAD_IS_DRAWN, int(state.leader), 0, 0, 0)


# --- Tricks


@rule
def trick_place(state: State) -> int:
    """How many cards lie in the present trick."""
    count = 0
    for seat in range(int(state.seats)):
        count += 1 if int(state.trick[seat]) > 0 else 0
    return count


@rule
def lead_trick(state: State, trace: Trace) -> None:
    """The leader plays first, then the others clockwise."""
    emit(trace, TRICK_BEGINS, int(state.trick_number), int(state.leader), 0, 0)
    become(state, PLAY)
    ask(state, 1 << int(state.leader))


@rule
def lead_suit(state: State) -> int:
    """The suit to follow; −1 for the leader."""
    return (int(state.trick[int(state.leader)]) - 1) // RANKS if int(state.trick[int(state.leader)]) > 0 else -1


@rule
def card_refusal(state: State, seat: int, card: int) -> int:
    """Follow the lead suit if able, else play any card."""
    suit = card // RANKS
    if (int(state.hand[seat, suit]) >> (card % RANKS)) & 1 == 0:
        return NOT_IN_HAND
    lead = lead_suit(state)
    if lead >= 0 and suit != lead and int(state.hand[seat, lead]) != 0:
        return MUST_FOLLOW
    return 0


@rule
def playable(state: State, seat: int) -> int:
    """The cards that a seat may play, as a set: those of the lead suit if it has any, else all."""
    lead = lead_suit(state)
    cards = int(state.hand[seat, lead]) << lead * RANKS if lead >= 0 else 0
    if cards == 0:
        for suit in range(SUITS):
            cards |= int(state.hand[seat, suit]) << suit * RANKS
    return cards


@rule
def play_card(state: State, seat: int, card: int, trace: Trace) -> None:
    """A card that does not follow shows that its owner lacks the suit."""
    suit = card // RANKS
    lead = lead_suit(state)
    shown = int(state.void[seat])
    if lead >= 0 and suit != lead:
        state.void[seat] = int(state.void[seat]) | (1 << lead)
    state.hand[seat, suit] = int(state.hand[seat, suit]) & ~(1 << (card % RANKS))
    state.played[suit] = int(state.played[suit]) | (1 << (card % RANKS))
    state.trick[seat] = card + 1
    emit(trace, PLAYS, seat, card, 0, 0)
    tell_void(state, seat, lead, shown, trace)
    next_seat = seat + 1 if seat + 1 < int(state.seats) else 0
    if next_seat == int(state.leader):
        become(state, TRICK)
    else:
        ask(state, 1 << next_seat)


@rule
def number_now(box: Box, state: State, card: int) -> int:
    """The end that counts: predators in the first six tricks, prey in the last six."""
    return int(box.predator[card]) if int(state.trick_number) < TURN_ROUND else int(box.prey[card])


@rule
def trick_winner(box: Box, state: State) -> int:
    """The highest number of the lead suit."""
    lead = lead_suit(state)
    best = -1
    for seat in range(SEATS):
        card = max(int(state.trick[seat]) - 1, 0)
        follows = int(state.trick[seat]) > 0 and card // RANKS == lead
        best = max(best, number_now(box, state, card) * SEATS + seat if follows else -1)
    return best % SEATS


@rule
def end_trick(box: Box, state: State, trace: Trace) -> None:
    winner = trick_winner(box, state)
    state.won[winner] = int(state.won[winner]) + 1
    tell_trick(state, winner, trace)
    emit(trace, WINS_TRICK, winner, int(state.won[winner]), 0, 0)
    for seat in range(SEATS):
        state.trick[seat] = 0
    state.leader = winner
    state.trick_number = int(state.trick_number) + 1
    if int(state.trick_number) == TURN_ROUND:
        emit(trace, CARDS_TURN, TURN_ROUND, 0, 0, 0)
    if int(state.trick_number) == TRICKS:
        become(state, SCORE)
    else:
        lead_trick(state, trace)


# --- Scoring and the end


@rule
def meets_goal(state: State, seat: int) -> bool:
    """A goal of 6 is met by 6 tricks or by none."""
    won = int(state.won[seat])
    low, high = int(state.goal[seat, 0]), int(state.goal[seat, 1])
    return won in (low, high) or (won == 0 and high == FACES)


@rule
def score_round(state: State, trace: Trace) -> None:
    """A round gives a seat one point at most. Two points win, shared by all seats that reach them in this round.
    R5, R7: else the game ends with the last round."""
    done = False
    for seat in range(int(state.seats)):
        if meets_goal(state, seat):
            state.points[seat] = int(state.points[seat]) + 1
            emit(trace, MEETS_GOAL, seat, int(state.won[seat]), int(state.points[seat]), 0)
        else:
            emit(trace, MISSES_GOAL, seat, int(state.won[seat]), 0, 0)
        done = done or int(state.points[seat]) >= GOAL_POINTS
    state.round_number = int(state.round_number) + 1
    if done or int(state.round_number) == int(state.rounds):
        end(state)
        tell_end(state, trace)
        return
    tell_return(state, trace)
    become(state, ROUND)


@rule
def tell_void(state: State, seat: int, lead: int, shown: int, trace: Trace) -> None:
    """A seat that does not follow shows that it lacks the suit; told where it had not shown that before."""
    if trace is not None and int(state.void[seat]) != shown:
        emit(trace, SHOWS_VOID, seat, lead, 0, 0)


@rule
def tell_trick(state: State, winner: int, trace: Trace) -> None:
    """The cards of a trick go to its winner."""
    if trace is not None:
        for seat in range(int(state.seats)):
            emit(trace, GATHERS, seat, int(state.trick[seat]) - 1, winner, 0)


@rule
def tell_return(state: State, trace: Trace) -> None:
    """The tricks won and the hand set aside go back to the deck."""
    if trace is None:
        return
    size = int(state.seats)
    emit_long(
        trace, ROUND_ENDS, int(state.round_number) - 1, int(state.won[0]) * size, int(state.won[1]) * size,
        int(state.won[2]) * size, int(state.won[3]) * size, HAND if size < SEATS else 0, 0,
    )  # fmt: skip


@rule
def tell_end(state: State, trace: Trace) -> None:
    """R4: the hand set aside is opened."""
    if trace is None:
        return
    for card in range(CARDS):
        if (int(state.aside[card // RANKS]) >> (card % RANKS)) & 1 == 1:
            emit(trace, OPENS_ASIDE, card, 0, 0, 0)
    winners = 0
    for seat in range(int(state.seats)):
        winners |= (1 << seat) if wins(state, seat) else 0
    emit(trace, GAME_OVER, winners, 0, 0, 0)


@rule
def wins(state: State, seat: int) -> bool:
    for other in range(int(state.seats)):
        if int(state.points[other]) > int(state.points[seat]):
            return False
    return True


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    """The most points win; ties share."""
    sharing = 0
    for seat in range(int(state.seats)):
        sharing += 1 if wins(state, seat) else 0
    for seat in range(int(state.seats)):
        out[seat] = 1.0 / sharing if wins(state, seat) else 0.0


@rule
def scores(box: Box, state: State, out: Shares) -> None:
    for seat in range(int(state.seats)):
        out[seat] = int(state.points[seat])


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
    return card_refusal(state, seat, action)


@rule
def legal_set(box: Box, state: State, seat: int) -> int:
    """The legal actions as a set: an action is a card."""
    if seat < 0 or (waiting(state) >> seat) & 1 == 0:
        return 0
    return playable(state, seat)


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The legal actions in rising order; returns how many."""
    return write_set(legal_set(box, state, seat), moves)


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action and runs on to the next decision."""
    play_card(state, seat, action, trace)
    run_on(box, state, trace)


# --- What a view tells

TABLE_FACTS = 9 + 2 * SUITS  # numbers of the table
SEAT_FACTS = 11  # and of each seat
PROSPECTS_AT = TABLE_FACTS + SEATS * SEAT_FACTS
FACT_COUNT = PROSPECTS_AT + CARDS


@rule
def hand_size(state: State, seat: int) -> int:
    """How many cards a seat holds."""
    return HAND - int(state.trick_number) - (1 if int(state.trick[seat]) > 0 else 0)


@rule
def tricks_more(state: State, seat: int, wanted: int) -> int:
    """How many more tricks make it exactly so many; −1 where that is out of reach."""
    more = wanted - int(state.won[seat])
    return more if 0 <= more <= TRICKS - int(state.trick_number) else -1


@rule
def facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """What a view tells a seat: seats, whether the game goes on, whether past tricks are hidden, round, rounds, tricks
    played, leader, the card that was led and who wins the trick as it stands (−1 before the lead); cards played and
    cards in this seat's hand, by suit. Then for all SEAT_FACTS numbers of every seat, and for a seat what is sure of
    the cards in its hand."""
    led = int(state.trick[int(state.leader)]) - 1
    out[0] = state.seats
    out[1] = state.depth
    out[2] = state.memory
    out[3] = state.round_number
    out[4] = state.rounds
    out[5] = state.trick_number
    out[6] = state.leader
    out[7] = led
    out[8] = trick_winner(box, state) if led >= 0 else -1
    for suit in range(SUITS):
        out[9 + suit] = state.played[suit]
        out[9 + SUITS + suit] = state.hand[seat, suit] if seat >= 0 else 0
    if seat >= 0:
        prospects(box, state, seat, out)
        return
    for other in range(int(state.seats)):
        seat_facts(box, state, other, TABLE_FACTS + other * SEAT_FACTS, out)


@rule
def seat_facts(box: Box, state: State, seat: int, at: int, out: Longs) -> None:
    """Cards in hand, the card in the trick and the number that counts on it (−1 without one), tricks won, points, suits
    shown to be lacking; both goals, and how many more tricks each way to meet one needs, −1 where it is out of reach:
    the lower die, the higher one, and no trick at all."""
    card = int(state.trick[seat]) - 1
    out[at] = hand_size(state, seat)
    out[at + 1] = card
    out[at + 2] = number_now(box, state, card) if card >= 0 else -1
    out[at + 3] = state.won[seat]
    out[at + 4] = state.points[seat]
    out[at + 5] = state.void[seat]
    out[at + 6] = state.goal[seat, 0]
    out[at + 7] = state.goal[seat, 1]
    out[at + 8] = tricks_more(state, seat, int(state.goal[seat, 0]))
    out[at + 9] = tricks_more(state, seat, int(state.goal[seat, 1]))
    out[at + 10] = tricks_more(state, seat, 0) if int(state.goal[seat, 1]) == FACES else -1


@rule
def prospects(box: Box, state: State, seat: int, out: Longs) -> None:
    """What is sure of each card of a hand if it is played now: it cannot win the trick, it is ahead as the trick
    stands, or it wins. Before the lead everything is open."""
    lead = lead_suit(state)
    best, last = -1, trick_place(state) == int(state.seats) - 1
    if lead >= 0:
        best = number_now(box, state, int(state.trick[trick_winner(box, state)]) - 1)
    for card in range(CARDS):
        out[PROSPECTS_AT + card] = OPEN
        if lead < 0 or (int(state.hand[seat, card // RANKS]) >> (card % RANKS)) & 1 == 0:
            continue
        if card // RANKS != lead or number_now(box, state, card) < best:
            out[PROSPECTS_AT + card] = CANNOT_WIN
        else:
            out[PROSPECTS_AT + card] = WINS if last else AHEAD


@rule
def audit(box: Box, state: State) -> int:
    """0, or the number of the law of nature that the position breaks."""
    seats = int(state.seats)
    for suit in range(SUITS):
        seen = int(state.played[suit]) | int(state.aside[suit])
        total = count_bits(int(state.played[suit])) + count_bits(int(state.aside[suit]))
        for seat in range(seats):
            seen |= int(state.hand[seat, suit])
            total += count_bits(int(state.hand[seat, suit]))
        if seen != FULL_SUIT or total != RANKS:
            return CARDS_KEPT
    tricks = 0
    for seat in range(seats):
        cards = 0
        for suit in range(SUITS):
            cards += count_bits(int(state.hand[seat, suit]))
            if (int(state.void[seat]) >> suit) & 1 == 1 and int(state.hand[seat, suit]) != 0:
                return VOIDS_TRUE
        if cards != HAND - int(state.trick_number) - (1 if int(state.trick[seat]) > 0 else 0):
            return HAND_SIZE
        card, led = int(state.trick[seat]) - 1, int(state.trick[int(state.leader)]) - 1
        if card >= 0 and card // RANKS != led // RANKS and int(state.hand[seat, led // RANKS]) != 0:
            return SUIT_FOLLOWED
        if int(state.points[seat]) > int(state.round_number):
            return POINTS_EARNED
        tricks += int(state.won[seat])
        if int(state.goal[seat, 0]) >= int(state.goal[seat, 1]):
            return GOALS_DIFFER
    return 0 if tricks == int(state.trick_number) else TRICKS_COUNTED
