"""Tooth & Claw: the rules, in the order of the rulebook."""

from __future__ import annotations

from bestiary.engine.bits import count_bits, first_bit, nth_bit
from bestiary.engine.chance import draw, seed_chance
from bestiary.engine.frames import answer, ask, become, begin, end, step, waiting
from bestiary.engine.rule import Ints, Shares, Trace, Words, rule
from bestiary.engine.trace import emit
from bestiary.games.claw.state import (
    ADVANCE, ADVANCES, ADVANCE_AT, ALL_CARDS, ATTACKS, BACK, BACKS, BATTLE, BATTLES, BLANK_SPACE, CARDS, CARDS_KEPT,
    CARDS_TAKEN, CHOICES, CLOSE, CLOSED_UP, COLOURS, COLUMNS, DECK_EMPTY, DEFENCE, DEFENDS, DRAWS, EMPTY_SPACE,
    ENDS_GAME, FORMATION, FORMS, FORM_AT, FRONT, GAME_BEGINS, GAME_IS_OVER, GAME_OVER, HAND, HAND_SIZE,
    MUST_BE_LED_COLOUR, MUST_FOLLOW, NOT_ASKED, NOT_IN_HAND, NOT_IN_PAIR, NOT_WILD, NO_CARD, OPEN, OPENS, PLACES,
    PLACES_CARD, PLACE_AT, PLAY_AT, POINTS_TRUE, RANKS, REAR, REARGUARD_FIRST, ROUND, ROUNDS, ROUND_BEGINS, SCORE,
    SCORES_ROUND, SEATS, SECOND, SHOW, SPACES, TAKES_TYPE, TIES_BATTLE, TURNS_UP, TYPE, TYPES, TYPES_DIFFER, TYPE_TAKEN,
    VANGUARD_FIRST, WINS_BATTLE, WRONG_STEP, Box, Options, State,
)  # fmt: skip

# --- Cards


@rule
def rank_of(card: int) -> int:
    """0 to 9, and 12."""
    place = card % RANKS
    return place + 2 if place == RANKS - 1 else place


@rule
def worth_of(card: int) -> int:
    """Achievements: 0 for rank 0, 1 for 1–4, 2 for 5–7, 3 for 8, 9 and 12."""
    place = card % RANKS
    return (1 if place > 0 else 0) + (1 if place > 4 else 0) + (1 if place > 7 else 0)


# --- Setup (4): the first player, then types; the second player chooses first


@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    """The table, up to its first decision. R15: the first player is drawn unless the table names one."""
    seed_chance(state.chance, key)
    state.seats = SEATS
    state.games = options.games
    state.memory = options.memory
    state.first = int(options.first) - 1 if int(options.first) > 0 else draw(state.chance, SEATS)
    begin(state, TYPE)
    begin_game(state, trace)


@rule
def begin_game(state: State, trace: Trace) -> None:
    """R8: a whole game of its own, with new types and shuffles."""
    emit(trace, GAME_BEGINS, int(state.game_number), int(state.first), 0, 0)
    state.round_number = 0
    for seat in range(SEATS):
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
            next_battle(state)
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
def first_of_round(state: State) -> int:
    """Who has the First Player card: it changes hands after each round."""
    return (int(state.first) + int(state.round_number)) % SEATS


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
    card = nth_bit(deck, draw(state.chance, count_bits(deck)))
    state.deck[seat] = deck & ~(1 << card)
    return card


@rule
def first_formation(state: State, seat: int) -> int:
    """The first of this round's two formation cards."""
    return ((int(state.kind[seat]) - 1) * ROUNDS + int(state.round_number)) * CHOICES


@rule
def choose_formation(state: State, seat: int, choice: int) -> None:
    state.formation[seat * ROUNDS + int(state.round_number)] = first_formation(state, seat) + choice + 1
    answer(state, seat)
    if waiting(state) == 0:
        become(state, SHOW)


@rule
def formation_of(state: State, seat: int) -> int:
    """The formation card of this round."""
    return int(state.formation[seat * ROUNDS + int(state.round_number)]) - 1


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


@rule
def lay_card(state: State, seat: int, space: int, card: int) -> None:
    state.place[seat * PLACES + space] = card + 1
    state.lying[seat] = int(state.lying[seat]) | 1 << space


@rule
def lift_card(state: State, seat: int, space: int) -> int:
    card = int(state.place[seat * PLACES + space]) - 1
    state.place[seat * PLACES + space] = 0
    state.lying[seat] = int(state.lying[seat]) & ~(1 << space)
    state.shown[seat] = int(state.shown[seat]) & ~(1 << space)
    return card


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
    emit(trace, PLACES_CARD, seat, space, card, 0)
    if space == SECOND:
        sort_pair(box, state, seat)
    if next_space(box, state, seat, back) < 0:
        answer(state, seat)
        if waiting(state) == 0:
            if back:
                begin_battle(state)
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
    """6-3: Vanguard and Rearguard are revealed when both are full. 6-4: who has spaces behind them fills those next."""
    owing = 0
    for seat in range(SEATS):
        covered = int(state.lying[seat]) & ~int(state.shown[seat])
        for space in range(BACK):
            if (covered >> space) & 1 == 1:
                emit(trace, OPENS, seat, space, int(state.place[seat * PLACES + space]) - 1, 0)
        state.shown[seat] = state.lying[seat]
        owing |= 1 << seat if next_space(box, state, seat, True) >= 0 else 0
    if owing == 0:
        begin_battle(state)
        return
    become(state, BACKS)
    ask(state, owing)


ROW = (1 << COLUMNS) - 1  # the spaces of a row as a set

# --- Combat (7): seven battles, the First Player card's owner is offence in the first, then roles alternate


@rule
def offence_of(state: State) -> int:
    return (first_of_round(state) + int(state.battle)) % SEATS


@rule
def begin_battle(state: State) -> None:
    if int(state.battle) == BATTLES:
        become(state, SCORE)
        return
    become(state, BATTLE)
    ask_to_play(state, offence_of(state))


@rule
def next_battle(state: State) -> None:
    state.battle = int(state.battle) + 1
    begin_battle(state)


@rule
def ask_to_play(state: State, seat: int) -> None:
    """R3: no edition leaves a player without a card to play."""
    if row_to_play(state, seat, step(state) == DEFENCE) < 0:
        state.fault = NO_CARD
        end(state)
        return
    ask(state, 1 << seat)


@rule
def row_to_play(state: State, seat: int, defends: bool) -> int:
    """7-1: offence plays from the Vanguard, 7-2: defence from the Rearguard; who has no card there, from the other.

    The row's first space; −1 where both are empty."""
    lying = int(state.lying[seat])
    row = REAR if defends else 0
    if (lying >> row) & ROW != 0:
        return row
    return REAR - row if (lying >> (REAR - row)) & ROW != 0 else -1


@rule
def colour_at(state: State, seat: int, space: int) -> int:
    """The printed colour of the card there."""
    return (int(state.place[seat * PLACES + space]) - 1) // RANKS


@rule
def can_be(box: Box, state: State, seat: int, space: int, colour: int) -> bool:
    """11: may the card there be played as this colour? On a Wild space as either."""
    own = 1 if colour_at(state, seat, space) == colour else 0
    return (int(box.wild[formation_of(state, seat)]) >> space | own) & 1 == 1


@rule
def must_follow(box: Box, state: State, seat: int, row: int, colour: int) -> bool:
    """7-2, R1: does a card of the led colour in this row bind the defence? A wild one does not."""
    tame = int(state.lying[seat]) & ~int(box.wild[formation_of(state, seat)])
    bound = 0
    for space in range(row, row + COLUMNS):
        bound |= (tame >> space) & (1 if colour_at(state, seat, space) == colour else 0)
    return bound & 1 == 1


@rule
def play_refusal(box: Box, state: State, seat: int, space: int, colour: int) -> int:
    """7-1, 7-2 with R1, R2, R10: which card may be played, as which colour."""
    if (int(box.blank[formation_of(state, seat)]) >> space) & 1 == 1:
        return BLANK_SPACE
    if (int(state.lying[seat]) >> space) & 1 == 0:
        return EMPTY_SPACE
    defends = step(state) == DEFENCE
    row = row_to_play(state, seat, defends)
    if space // COLUMNS * COLUMNS != row:
        return VANGUARD_FIRST if row == 0 else REARGUARD_FIRST
    if not can_be(box, state, seat, space, colour):
        return NOT_WILD
    led = int(state.lead_colour)
    if defends and colour != led and must_follow(box, state, seat, row, led):
        return MUST_BE_LED_COLOUR if can_be(box, state, seat, space, led) else MUST_FOLLOW
    return 0


@rule
def legal_plays(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The plays that `play_refusal` lets through, found without asking it twelve times."""
    defends = step(state) == DEFENCE
    row = row_to_play(state, seat, defends)
    led = int(state.lead_colour)
    free = 0 if defends and must_follow(box, state, seat, row, led) else 1
    lying = int(state.lying[seat])
    count = 0
    for space in range(row, row + COLUMNS):
        for colour in range(COLOURS):
            moves[count] = PLAY_AT + space * COLOURS + colour
            fits = 1 if can_be(box, state, seat, space, colour) else 0
            count += (lying >> space) & fits & (free | (1 if colour == led else 0))
    return count


@rule
def attack(state: State, seat: int, space: int, colour: int, trace: Trace) -> None:
    state.lead_space = space + 1
    state.lead_colour = colour
    emit(trace, ATTACKS, seat, space, int(state.place[seat * PLACES + space]) - 1, colour)
    answer(state, seat)
    become(state, DEFENCE)
    ask_to_play(state, 1 - seat)


@rule
def strength(box: Box, state: State, seat: int, space: int) -> int:
    """11: the effect belongs to the space, for whichever card stands on it."""
    card = int(state.place[seat * PLACES + space]) - 1
    return rank_of(card) + int(box.bonus[formation_of(state, seat), space])


@rule
def battle_result(
    box: Box, state: State, offence: int, start: int, colour: int, space: int, answer_colour: int
) -> int:  # fmt: skip
    """7-3: 1 when the offence wins, −1 when the defence does, 0 for a tie."""
    rank = rank_of(int(state.place[offence * PLACES + start]) - 1)
    other = rank_of(int(state.place[(1 - offence) * PLACES + space]) - 1)
    if rank == 0 and other == 12:
        return 1
    if rank == 12 and other == 0:
        return -1
    if colour != answer_colour:
        return 1
    ahead = strength(box, state, offence, start) - strength(box, state, 1 - offence, space)
    return 1 if ahead > 0 else (-1 if ahead < 0 else 0)


@rule
def defend(box: Box, state: State, seat: int, space: int, colour: int, trace: Trace) -> None:
    """The battle is decided; the winner takes both cards, a tie gives each its own."""
    offence, start = 1 - seat, int(state.lead_space) - 1
    mine, theirs = int(state.place[seat * PLACES + space]) - 1, int(state.place[offence * PLACES + start]) - 1
    emit(trace, DEFENDS, seat, space, mine, colour)
    result = battle_result(box, state, offence, start, int(state.lead_colour), space, colour)
    if result == 0:
        emit(trace, TIES_BATTLE, int(state.battle), 0, 0, 0)
        take_card(state, seat, seat, mine)
        take_card(state, offence, offence, theirs)
    else:
        winner = offence if result > 0 else seat
        take_card(state, winner, seat, mine)
        take_card(state, winner, offence, theirs)
        emit(trace, WINS_BATTLE, winner, worth_of(mine) + worth_of(theirs), 0, 0)
    answer(state, seat)
    state.lead_space = 0
    state.lead_colour = 0
    become(state, CLOSE)
    lift_card(state, offence, start)
    lift_card(state, seat, space)
    close_up(box, state, offence, start, trace)
    close_up(box, state, seat, space, trace)


@rule
def take_card(state: State, seat: int, owner: int, card: int) -> None:
    """8: achievements count for the round, whatever the bonus was."""
    number = int(state.round_number)
    state.taken[seat, owner] = int(state.taken[seat, owner]) | 1 << card
    state.used[owner] = int(state.used[owner]) | 1 << card
    state.points[seat, number] = int(state.points[seat, number]) + worth_of(card)


# --- Closing up (7-4): cards advance towards the Vanguard; blanks never move and are jumped


@rule
def close_up(box: Box, state: State, seat: int, space: int, trace: Trace) -> None:
    """Fills the space that a card has left from behind. R11: the owner of a pair chooses right after the battle."""
    formation = formation_of(state, seat)
    if space < REAR and (int(box.blank[formation]) >> (space + REAR)) & 1 == 0:
        if (int(state.lying[seat]) >> (space + REAR)) & 1 == 0:
            return
        advance(state, seat, space + REAR, space, trace)
        space += REAR
    behind = BACK + space % COLUMNS
    if (int(state.lying[seat]) >> behind) & 1 == 0:
        return
    if behind == int(box.pair[formation]) and (int(state.lying[seat]) >> SECOND) & 1 == 1:
        state.target = space + 1
        become(state, ADVANCE)
        ask(state, 1 << seat)
        return
    advance(state, seat, behind, space, trace)


@rule
def advance(state: State, seat: int, start: int, space: int, trace: Trace) -> None:
    """A Reinforcement is turned up when it advances."""
    card = lift_card(state, seat, start)
    lay_card(state, seat, space, card)
    state.shown[seat] = int(state.shown[seat]) | 1 << space
    emit(trace, ADVANCES, seat, start, space, card)


@rule
def advance_of_pair(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """R4: the other card stays there and can advance later."""
    space = int(box.pair[formation_of(state, seat)])
    first = int(state.place[seat * PLACES + space]) == card + 1
    advance(state, seat, space if first else SECOND, int(state.target) - 1, trace)
    if first:
        lay_card(state, seat, space, lift_card(state, seat, SECOND))
    state.target = 0
    answer(state, seat)
    become(state, CLOSE)


@rule
def fight(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """An action of combat, up to the end of its step."""
    now = step(state)
    if now == BATTLE:
        attack(state, seat, (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS, trace)
    elif now == DEFENCE:
        defend(box, state, seat, (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS, trace)
    else:
        advance_of_pair(box, state, seat, action - ADVANCE_AT, trace)


# --- Scoring (8), the next round (9), the end (10)


@rule
def score_round(state: State, trace: Trace) -> None:
    """Cards of this round are out of the game; the First Player card changes hands; one card stays in hand."""
    number = int(state.round_number)
    for seat in range(SEATS):
        emit(trace, SCORES_ROUND, seat, int(state.points[seat, number]), game_points(state, seat), 0)
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
def game_points(state: State, seat: int) -> int:
    """Of this game so far."""
    total = 0
    for number in range(ROUNDS):
        total += int(state.points[seat, number])
    return total


@rule
def lead(state: State) -> int:
    """Who is ahead, seat 0 above nought, seat 1 below: a game's tie is the second player's, a match's is shared."""
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


@rule
def pair_cards(box: Box, state: State, seat: int) -> int:
    """The two cards of a "2 Cards" space, as a set."""
    base = seat * PLACES
    one, other = int(state.place[base + int(box.pair[formation_of(state, seat)])]), int(state.place[base + SECOND])
    return 1 << (one - 1) | 1 << (other - 1)


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The legal actions in rising order; returns how many."""
    if seat < 0 or (waiting(state) >> seat) & 1 == 0:
        return 0
    now = step(state)
    count = 0
    if now in (BATTLE, DEFENCE):
        count = legal_plays(box, state, seat, moves)
    elif now == TYPE:
        for kind in range(TYPES):
            if int(state.kind[1 - seat]) != kind + 1:
                moves[count] = kind
                count += 1
    elif now == FORMATION:
        for choice in range(CHOICES):
            moves[choice] = FORM_AT + choice
        count = CHOICES
    else:
        cards = pair_cards(box, state, seat) if now == ADVANCE else int(state.hand[seat])
        action = ADVANCE_AT if now == ADVANCE else PLACE_AT
        while cards != 0:
            moves[count] = action + first_bit(cards)
            count += 1
            cards &= cards - 1
    return count


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action and runs on to the next decision."""
    now = step(state)
    if now >= BATTLE:
        fight(box, state, seat, action, trace)
    elif now in (FRONT, BACKS):
        place_card(box, state, seat, action - PLACE_AT, trace)
    elif now == FORMATION:
        choose_formation(state, seat, action - FORM_AT)
    else:
        take_type(state, seat, action, trace)
    run_on(box, state, trace)


@rule
def audit(box: Box, state: State) -> int:
    """0, or the number of the law of nature that the position breaks."""
    if int(state.kind[0]) == int(state.kind[1]) and int(state.kind[0]) > 0:
        return TYPES_DIFFER
    placing = int(state.depth) > 0 and step(state) in (FRONT, BACKS)
    for seat in range(SEATS):
        total = int(state.deck[seat]) + int(state.hand[seat]) + int(state.used[seat])
        seen = int(state.deck[seat]) | int(state.hand[seat]) | int(state.used[seat])
        for place in range(PLACES):
            card = int(state.place[seat * PLACES + place]) - 1
            if (card >= 0) != ((int(state.lying[seat]) >> place) & 1 == 1):
                return CARDS_KEPT
            if card >= 0:
                total += 1 << card
                seen |= 1 << card
        if total != ALL_CARDS or seen != ALL_CARDS:
            return CARDS_KEPT
        if int(state.shown[seat]) & ~int(state.lying[seat]) != 0:
            return CARDS_KEPT
        if count_bits(int(state.hand[seat])) != hand_size(state, seat):
            return HAND_SIZE
        points = 0
        for owner in range(SEATS):
            for card in range(CARDS):
                if (int(state.taken[seat, owner]) >> card) & 1 == 1:
                    points += worth_of(card)
        if int(state.depth) > 0 and points != int(state.points[seat, int(state.round_number)]):
            return POINTS_TRUE
        if not placing and int(state.depth) > 0 and step(state) != ADVANCE and not is_closed_up(box, state, seat):
            return CLOSED_UP
    return 0 if tricks_true(state) else CARDS_TAKEN


@rule
def deck_size(state: State) -> int:
    """A fact that all know: 22, 14 and 7 cards at the start of the rounds."""
    now = step(state)
    if now < 0:
        return 0
    if now == TYPE:
        return CARDS
    return CARDS - HAND - HAND * int(state.round_number) - (0 if now == FORMATION else 1)


@rule
def hand_size(state: State, seat: int) -> int:
    return CARDS - deck_size(state) - count_bits(int(state.used[seat])) - count_bits(int(state.lying[seat]))


@rule
def tricks_true(state: State) -> bool:
    """Each owner has lost a card to somebody in every battle of this round; all cards of earlier rounds are used."""
    if int(state.depth) == 0:
        return count_bits(int(state.used[0])) == count_bits(int(state.used[1])) == ROUNDS * BATTLES
    fought = int(state.battle) + (1 if step(state) == ADVANCE else 0)
    for owner in range(SEATS):
        taken = int(state.taken[0, owner]) | int(state.taken[1, owner])
        if int(state.taken[0, owner]) & int(state.taken[1, owner]) != 0 or count_bits(taken) != fought:
            return False
        if taken & ~int(state.used[owner]) != 0:
            return False
        if count_bits(int(state.used[owner])) != BATTLES * int(state.round_number) + fought:
            return False
    return True


@rule
def is_closed_up(box: Box, state: State, seat: int) -> bool:
    """No card stands behind an empty space."""
    if int(state.lying[seat]) == 0:
        return True
    formation = formation_of(state, seat)
    lying, blank = int(state.lying[seat]), int(box.blank[formation])
    for column in range(COLUMNS):
        gap = False
        for space in range(column, SPACES, COLUMNS):
            if (blank >> space) & 1 == 1:
                if (lying >> space) & 1 == 1:
                    return False
            elif (lying >> space) & 1 == 0:
                gap = True
            elif gap:
                return False
    return True
