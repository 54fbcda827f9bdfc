"""Tooth & Talon: the rules, in the order of the rulebook. Card actions and the gamble have files of their own."""

from __future__ import annotations

from typing import Final

from bestiary.engine.chance import draw, seed_chance
from bestiary.engine.frames import answer, ask, become, begin, end, step, waiting
from bestiary.engine.rule import Ints, Longs, Shares, Trace, Words, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.talon.gamble import (
    apply_bet, award_pots, begin_betting, bet_refusal, draw_card, exchange, is_gone, is_in, next_bettor, next_in_game,
    next_in_round, pay_antes, worth,
)  # fmt: skip
from bestiary.games.talon.deeds import deed_refusal, do_deed, has_deed, legal_deeds
from bestiary.games.talon.state import (
    ACT, ALL_IN, BET, BETS_PAID, CALL, CARDS_KEPT, CHECK, CHOICE_HELD, CHOOSE, CHOOSES, COINS_KEPT, COLLECT, COLLECTS,
    DEED, DISCARD, DRAWS, FACE_DOWN, FOLD, FOX, GAME_IS_OVER, GAME_OVER, GATHERS, HAND_SIZE, HAS_NO_CARD, HAS_NO_TARGET,
    HAWK, IN_HAND, KINDS, LEADS_FIRST, NET, NOT_ASKED, NOT_IN_HAND, NOW_ACT, NOW_BET, NOW_CHOOSE, NO_NEGATIVE, PASS,
    PASSES, PLACES, RAISE, RAT, REVEAL, REVEALS, ROUND, ROUND_BEGINS, SCORE, SCORES, SEATS, SNAKE, SWEEPS, TAKE,
    TAKEN_OUT, TAKES_SET, TURNS, TURN_BEGINS, Box, Options, State,
)  # fmt: skip

TABLE_FACTS: Final = 6 + KINDS  # numbers that a view tells of the table
SEAT_FACTS: Final = 10 + 2 * KINDS  # and of a seat
OWN_FACTS: Final = 4 + KINDS + SEATS  # and to a seat
FACT_COUNT: Final = TABLE_FACTS + SEATS * SEAT_FACTS

# --- Setup


@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """Setup: sets, pile, first leader (R15), teams (R18); then the game runs to its first decision."""
    seats = int(options.seats)
    seed_chance(state.chance, key)
    state.seats = seats
    state.teams = options.teams
    state.no_peek = options.no_peek
    state.gamble = options.gamble
    state.rounds = 2 * seats if seats <= 3 else seats
    for seat in range(seats):
        state.team[seat] = seat
        if int(state.teams) > 0:
            listed = int(options.team_list[seat])
            state.team[seat] = listed if listed >= 0 else team_of(seat, seats, int(state.teams))
    if int(state.gamble) == 1:
        state.rounds = options.max_rounds
        state.first_ante = options.ante
        state.raise_every = options.raise_every
        state.all_coins = seats * int(options.stack)
        for seat in range(seats):
            state.coins[seat] = options.stack
    leader = int(options.leader)
    if leader < 0:
        leader = draw(state.chance, seats)
    state.opener = leader
    emit(trace, LEADS_FIRST, leader, 0, 0, 0)
    return_cards(box, state, trace)
    begin(state, ROUND)
    run_on(box, state, trace)


@rule
def team_of(seat: int, seats: int, teams: int) -> int:
    """R18: seats alternate. Where the last seat would be of the first one's team, and need not, it changes places with
    its neighbour."""
    if teams > 2 and seats % teams == 1 and seat >= seats - 2:
        seat = 2 * seats - 3 - seat
    return seat % teams


@rule
def return_cards(box: Box, state: State, trace: Trace) -> None:
    """Every card goes back to where it started the game: all to the pile, and from there every player takes a set."""
    if trace is not None:
        for seat in range(int(state.seats)):
            tell_return(state, seat, trace)
    for animal in range(KINDS):
        state.pile[animal] = box.white[animal]
    for seat in range(int(state.seats)):
        for animal in range(KINDS):
            state.hand[seat, animal] = 0 if is_gone(state, seat) else box.copies[animal]
            state.collection[seat, animal] = 0
            state.played[seat, animal] = 0
        state.active[seat] = 0
        state.choice[seat] = 0
        state.taken[seat] = 0
        state.removed[seat] = 0
        if not is_gone(state, seat):
            set_of = box.copies
            emit_long(trace, TAKES_SET, seat, set_of[RAT], set_of[SNAKE], set_of[HAWK], set_of[FOX], set_of[NET], 0)


@rule
def tell_return(state: State, seat: int, trace: Trace) -> None:
    """Tells which cards of a player go to the pile. Those that nobody has seen are not named."""
    lies = state.collection[seat]
    held, lying = 0, 0
    for animal in range(KINDS):
        held += int(state.hand[seat, animal])
        lying += int(lies[animal])
    if lying > 0:
        emit_long(trace, GATHERS, seat, lies[RAT], lies[SNAKE], lies[HAWK], lies[FOX], lies[NET], 0)
    if int(state.choice[seat]) > 0:
        held -= 1
        emit(trace, SWEEPS, seat, FACE_DOWN, 1, 0)
    if held > 0:
        emit(trace, SWEEPS, seat, IN_HAND, held, 0)
    if int(state.removed[seat]) > 0:
        emit(trace, SWEEPS, seat, TAKEN_OUT, 1, 0)


@rule
def run_on(box: Box, state: State, trace: Trace) -> None:
    """Plays every step that asks nobody, up to the next decision or the end."""
    while int(state.depth) > 0 and waiting(state) == 0:
        now = step(state)
        if now == CHOOSE:
            begin_turn(box, state, trace)
        elif now == BET:
            next_bettor(state, trace)
        elif now == REVEAL:
            reveal(state, trace)
        elif now == ACT:
            next_actor(box, state, trace)
        elif now == COLLECT:
            collect(state, trace)
        elif now == SCORE:
            score_round(box, state, trace)
        else:
            begin_round(box, state, trace)


# --- Gameplay: rounds and turns


@rule
def begin_round(box: Box, state: State, trace: Trace) -> None:
    """A round: three turns under one leader; in the gamble first the antes and the exchange."""
    if int(state.gamble) == 1:
        if not pay_antes(state, trace):
            finish(box, state, trace)
            return
        if is_gone(state, int(state.opener)):
            state.opener = next_in_game(state, int(state.opener))
    state.leader = state.opener
    state.turn = 0
    emit(trace, ROUND_BEGINS, int(state.round_number), int(state.leader), 0, 0)
    if int(state.gamble) == 1:
        exchange(box, state, trace)
    become(state, CHOOSE)


@rule
def begin_turn(box: Box, state: State, trace: Trace) -> None:
    """Taking a turn, 1: all choose in secret, in any order (R6); with no peek the cards are drawn (R16)."""
    emit(trace, TURN_BEGINS, int(state.turn), int(state.leader), 0, 0)
    everybody = 0
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            everybody |= 1 << seat
    if int(state.no_peek) == 0:
        ask(state, everybody)
        return
    for seat in range(int(state.seats)):
        animal = draw_card(state, seat, int(box.set_size) - int(state.turn))
        state.choice[seat] = animal + 1
        emit(trace, DRAWS, seat, animal, 0, 0)
    become(state, REVEAL)


@rule
def choose(state: State, seat: int, animal: int, trace: Trace) -> None:
    """The card stays in hand, marked, until all are revealed."""
    state.choice[seat] = animal + 1
    emit(trace, CHOOSES, seat, animal, 0, 0)
    if answer(state, seat) == 0:
        if int(state.gamble) == 1:
            begin_betting(state)
        else:
            become(state, REVEAL)


@rule
def reveal(state: State, trace: Trace) -> None:
    """Taking a turn, 2: the chosen cards become the active ones. Folded players' stay hidden (R26)."""
    for seat in range(int(state.seats)):
        if is_in(state, seat):
            animal = int(state.choice[seat]) - 1
            state.choice[seat] = 0
            state.hand[seat, animal] -= 1
            state.played[seat, animal] += 1
            state.active[seat] = animal + 1
            emit(trace, REVEALS, seat, animal, 0, 0)
    state.cursor = 0
    become(state, ACT)


@rule
def next_actor(box: Box, state: State, trace: Trace) -> None:
    """Taking a turn, 3: from the leader leftwards; a player who can only pass passes without being asked (R14)."""
    seats = int(state.seats)
    for place in range(int(state.cursor), seats):
        seat = int(state.leader) + place
        if seat >= seats:
            seat -= seats
        if not is_in(state, seat):
            continue
        active = int(state.active[seat])
        if active == 0:
            emit(trace, HAS_NO_CARD, seat, 0, 0, 0)
        elif has_deed(box, state, seat):
            state.cursor = place
            ask(state, 1 << seat)
            return
        else:
            emit(trace, HAS_NO_TARGET, seat, active - 1, 0, 0)
    state.cursor = 0
    become(state, COLLECT)


@rule
def collect(state: State, trace: Trace) -> None:
    """Taking a turn, 4: the remaining active cards move to their owners' collections."""
    for seat in range(int(state.seats)):
        active = int(state.active[seat])
        if active > 0:
            state.active[seat] = 0
            state.collection[seat, active - 1] += 1
            emit(trace, COLLECTS, seat, active - 1, 0, 0)
    state.turn = int(state.turn) + 1
    if int(state.turn) == TURNS:
        become(state, SCORE)
        return
    if int(state.gamble) == 1:
        state.leader = next_in_round(state, int(state.leader))  # R23
    become(state, CHOOSE)


@rule
def score_round(box: Box, state: State, trace: Trace) -> None:
    """Finishing the round: coins, cards back, the lead passes left."""
    for seat in range(int(state.seats)):
        state.latest[seat] = 0
    if int(state.gamble) == 1:
        award_pots(box, state, trace)
        state.folded = 0
    else:
        for seat in range(int(state.seats)):
            coins = worth(box, state, seat)
            state.latest[seat] = coins
            state.coins[seat] = int(state.coins[seat]) + coins
            emit(trace, SCORES, seat, coins, 0, 0)
    return_cards(box, state, trace)
    state.turn = 0
    state.round_number = int(state.round_number) + 1
    if int(state.round_number) == int(state.rounds):
        finish(box, state, trace)
        return
    state.opener = next_in_game(state, int(state.opener))
    become(state, ROUND)


# --- The contract: what is legal, what it does


@rule
def refusal(box: Box, state: State, seat: int, action: int) -> int:
    """0 for a legal action, else the clause that forbids it."""
    if int(state.depth) == 0:
        return GAME_IS_OVER
    if (waiting(state) >> seat) & 1 == 0:
        return NOT_ASKED
    now = step(state)
    if now == CHOOSE:
        if action >= DEED:
            return NOW_CHOOSE
        return 0 if int(state.hand[seat, action]) > 0 else NOT_IN_HAND
    if now == BET:
        return NOW_BET if action <= PASS else bet_refusal(state, seat, action)
    if action == PASS:
        return 0
    if action < DEED or action > PASS:
        return NOW_ACT
    deed = action - DEED
    return deed_refusal(box, state, seat, deed // PLACES // KINDS, deed // PLACES % KINDS, deed % PLACES)


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The legal actions in rising order; returns how many."""
    if seat < 0 or (waiting(state) >> seat) & 1 == 0:
        return 0
    count = 0
    now = step(state)
    if now == CHOOSE:
        for animal in range(KINDS):
            moves[count] = animal  # without a branch: which animals are left cannot be predicted
            count += 1 if int(state.hand[seat, animal]) > 0 else 0
        return count
    if now == BET:
        for action in (CHECK, CALL, FOLD, ALL_IN):
            if bet_refusal(state, seat, action) == 0:
                moves[count] = action
                count += 1
        least = int(state.high) + int(state.least_raise)
        for to in range(least, int(state.bet[seat]) + int(state.coins[seat])):
            moves[count] = RAISE + to - 1
            count += 1
        return count
    count = legal_deeds(box, state, seat, moves)
    moves[count] = PASS
    return count + 1


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action and runs on to the next decision."""
    if action < DEED:
        choose(state, seat, action, trace)
    elif action > PASS:
        apply_bet(state, seat, action, trace)
    else:
        answer(state, seat)
        state.cursor = int(state.cursor) + 1
        if action == PASS:
            emit(trace, PASSES, seat, 0, 0, 0)
        else:
            deed = action - DEED
            prey = deed // PLACES
            verb = DISCARD
            if prey >= KINDS:
                prey -= KINDS
                verb = TAKE
            do_deed(state, seat, verb, prey, deed % PLACES, trace)
    run_on(box, state, trace)


# --- Game end


@rule
def finish(box: Box, state: State, trace: Trace) -> None:
    end(state)
    if trace is not None:
        winners = 0
        for seat in range(int(state.seats)):
            if wins(state, seat):
                winners |= 1 << seat
        emit(trace, GAME_OVER, winners, 0, 0, 0)


@rule
def side(state: State, seat: int) -> int:
    """Who plays with whom: equal numbers play together."""
    return int(state.team[seat])


@rule
def standing(state: State, team: int) -> int:
    """Total, then the latest round (R17), of a side as one number; in the gamble the stack, −1 for a seat that left."""
    total, latest = 0, 0
    for seat in range(int(state.seats)):
        if int(state.team[seat]) == team:
            if is_gone(state, seat):
                return -1
            total += int(state.coins[seat])
            latest += int(state.latest[seat])
    return total if int(state.gamble) == 1 else total * 65536 + latest


@rule
def wins(state: State, seat: int) -> bool:
    mine = standing(state, side(state, seat))
    for other in range(int(state.seats)):
        if standing(state, side(state, other)) > mine:
            return False
    return True


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    """R5, R30: 1 for the winning side, shared equally between sides that are still tied."""
    sharing = 0
    for seat in range(int(state.seats)):
        out[seat] = 0.0
        first_of_side = True
        for other in range(seat):
            if side(state, other) == side(state, seat):
                first_of_side = False
        if first_of_side and wins(state, seat):
            sharing += 1
    for seat in range(int(state.seats)):
        if wins(state, seat):
            out[seat] = 1.0 / sharing


@rule
def scores(box: Box, state: State, out: Shares) -> None:
    """Coins; a team's are pooled."""
    for seat in range(int(state.seats)):
        out[seat] = 0.0
        for other in range(int(state.seats)):
            if side(state, other) == side(state, seat):
                out[seat] += int(state.coins[other])


@rule
def has_chosen(state: State, seat: int) -> bool:
    """Public: has this seat put a card face down that is not revealed yet? R26: a folded one never is."""
    if is_gone(state, seat):
        return False
    if not is_in(state, seat):
        return True
    now = step(state)
    return now == BET or (now == CHOOSE and (waiting(state) >> seat) & 1 == 0)


@rule
def facts(box: Box, state: State, seat: int, out: Longs) -> None:
    """What the public part shows, to a spectator: step, leader, round, rounds, turn, whether there is more (teams, the
    gamble, an end), and the pile; then SEAT_FACTS numbers of every seat. To a seat `own_facts`."""
    if seat >= 0:
        own_facts(state, seat, out)
        return
    out[0] = step(state)
    out[1] = state.leader
    out[2] = int(state.round_number) + (0 if step(state) < 0 else 1)
    out[3] = state.rounds
    out[4] = int(state.turn) + 1
    out[5] = 1 if int(state.teams) > 0 or int(state.gamble) > 0 or step(state) < 0 else 0
    for animal in range(KINDS):
        out[6 + animal] = state.pile[animal]
    for other in range(int(state.seats)):
        seat_facts(box, state, other, TABLE_FACTS + other * SEAT_FACTS, out)


@rule
def seat_facts(box: Box, state: State, seat: int, at: int, out: Longs) -> None:
    """Coins, those of the latest round, the collection's worth, team from 1 (0 without teams), status, cards in the
    hand, what lies before the seat (an animal from 1, or KINDS + 1 face down); in the gamble a card that was removed,
    coins bet, coins in the stack; hand and choice together, as far as all can count them, and the collection. Of a seat
    that has left only the coins."""
    here = 0 if is_gone(state, seat) else 1
    gamble = int(state.gamble)
    chosen = has_chosen(state, seat)
    held = int(box.set_size) - (gamble if int(state.depth) > 0 else 0) - (1 if chosen else 0)
    for animal in range(KINDS):
        held -= int(state.played[seat, animal])
        out[at + 10 + animal] = here * (1 - gamble) * int(state.hand[seat, animal])
        out[at + 10 + KINDS + animal] = here * int(state.collection[seat, animal])
    out[at] = state.coins[seat]
    out[at + 1] = state.latest[seat]
    out[at + 2] = worth(box, state, seat)
    out[at + 3] = int(state.team[seat]) + 1 if int(state.teams) > 0 else 0
    out[at + 4] = status(state, seat)
    out[at + 5] = here * held
    face_down = KINDS + 1 if chosen and step(state) >= 0 else 0
    out[at + 6] = here * (int(state.active[seat]) if int(state.active[seat]) > 0 else face_down)
    out[at + 7] = here * gamble if step(state) >= 0 else 0
    out[at + 8] = here * gamble * int(state.bet[seat])
    out[at + 9] = int(state.coins[seat]) if gamble == 1 or here == 0 else 0


@rule
def status(state: State, seat: int) -> int:
    """Where a seat stands in this step: one of `view.STATUS`."""
    now = step(state)
    is_asked = (waiting(state) >> seat) & 1 == 1
    if is_gone(state, seat):
        return 0
    if not is_in(state, seat):
        return 1
    if now < 0:
        return 2
    if now == CHOOSE:
        return 4 if has_chosen(state, seat) else 3
    if now == BET:
        return 5 if int(state.coins[seat]) == 0 else (6 if is_asked else 4)
    if is_asked:
        return 7
    if int(state.active[seat]) == 0:
        return 8
    return 9 if (seat - int(state.leader)) % int(state.seats) < int(state.cursor) else 10


@rule
def own_facts(state: State, seat: int, out: Longs) -> None:
    """What a seat's private part shows and its actions hang on: choice, whether it is still there, hand without the
    choice; step, active card; and while it acts what lies before every seat: the active card, and a bit for each animal
    of the collection."""
    choice = int(state.choice[seat])
    out[0] = choice
    here = 0 if is_gone(state, seat) else 1
    out[1] = here
    for animal in range(KINDS):
        out[2 + animal] = here * (int(state.hand[seat, animal]) - (1 if choice == animal + 1 else 0))
    out[2 + KINDS] = step(state)
    out[3 + KINDS] = state.active[seat]
    if step(state) == ACT and (waiting(state) >> seat) & 1 == 1:
        for other in range(int(state.seats)):
            found = int(state.active[other]) << KINDS
            for animal in range(KINDS):
                found |= (1 if int(state.collection[other, animal]) > 0 else 0) << animal
            out[4 + KINDS + other] = found


@rule
def audit(box: Box, state: State) -> int:
    """0, or the number of the law of nature that the position breaks."""
    seats = int(state.seats)
    present = 0
    for seat in range(seats):
        present += 0 if is_gone(state, seat) else 1
    for animal in range(KINDS):
        cards = int(state.pile[animal])
        if cards < 0:
            return NO_NEGATIVE
        for seat in range(seats):
            held, lying = int(state.hand[seat, animal]), int(state.collection[seat, animal])
            if held < 0 or lying < 0 or int(state.played[seat, animal]) < 0:
                return NO_NEGATIVE
            cards += held + lying
            cards += 1 if int(state.active[seat]) == animal + 1 else 0
            cards += 1 if int(state.removed[seat]) == animal + 1 else 0
        if cards != present * int(box.copies[animal]) + int(box.white[animal]):
            return CARDS_KEPT
    coins = int(state.carry)
    for seat in range(seats):
        if int(state.coins[seat]) < 0 or int(state.paid[seat]) < 0:
            return NO_NEGATIVE
        if int(state.bet[seat]) > int(state.paid[seat]) or int(state.bet[seat]) > max(0, int(state.high)):
            return BETS_PAID
        coins += int(state.coins[seat]) + int(state.paid[seat])
    if int(state.gamble) == 1 and coins != int(state.all_coins):
        return COINS_KEPT
    if int(state.depth) > 0:
        now = step(state)
        for seat in range(seats):
            if not is_in(state, seat):
                continue
            cards = 0
            for animal in range(KINDS):
                cards += int(state.hand[seat, animal])
            shown = 1 if now == ACT else 0
            if cards != int(box.set_size) - int(state.gamble) - int(state.turn) - shown:
                return HAND_SIZE
            choice = int(state.choice[seat])
            if choice > 0 and int(state.hand[seat, choice - 1]) == 0:
                return CHOICE_HELD
    return 0
