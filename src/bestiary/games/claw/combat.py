"""Tooth & Claw §7: seven battles a round, and the cards that close up after each of them."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask, become, end, step
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.claw.board import first_of_round, formation_of, lay_card, lift_card, rank_of, worth_of
from bestiary.games.claw.state import (
    ADVANCE, ADVANCES, ADVANCE_AT, ANOTHER_COLOUR, ATTACKS, BACK, BATTLE, BATTLES, BATTLE_BEGINS, BLANK_SPACE, BLUE,
    CLOSE, COLOURS, COLUMNS, DECIDES, DEFENCE, DEFENDS, EMPTY_SPACE, EQUAL, MUST_BE_LED_COLOUR, MUST_FOLLOW, NOT_WILD,
    NO_CARD, PLACES, PLAY_AT, RANKS, REAR, REARGUARD_FIRST, SCORE, SEATS, SECOND, STRONGER, TAKES, TIES_BATTLE,
    UNSEEN_PILES, VANGUARD_FIRST, WINS_BATTLE, ZERO_BEATS_TWELVE, Box, State,
)  # fmt: skip

ROW = (1 << COLUMNS) - 1  # the spaces of a row as a set

# --- Battles: the First Player card's owner is offence in the first, then roles alternate


@rule
def offence_of(state: State) -> int:
    return (first_of_round(state) + int(state.battle)) % SEATS


@rule
def begin_battle(state: State, trace: Trace) -> None:
    if int(state.battle) == BATTLES:
        become(state, SCORE)
        return
    emit(trace, BATTLE_BEGINS, int(state.battle), offence_of(state), 0, 0)
    become(state, BATTLE)
    ask_to_play(state, offence_of(state))


@rule
def next_battle(state: State, trace: Trace) -> None:
    state.battle = int(state.battle) + 1
    begin_battle(state, trace)


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
    """7-1: offence plays from the Vanguard, 7-2: defence from the Rearguard. A player without a card there plays from
    the other row.

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
def blue_spaces(state: State, seat: int, row: int) -> int:
    """The spaces of a row that hold a blue card, as a set."""
    blue = 0
    for space in range(row, row + COLUMNS):
        blue |= (1 if int(state.place[seat * PLACES + space]) > RANKS else 0) << space
    return blue


@rule
def legal_plays(box: Box, state: State, seat: int) -> int:
    """The plays that `play_refusal` lets through, as a set: two bits for each space, as red and as blue."""
    defends = step(state) == DEFENCE
    row = row_to_play(state, seat, defends)
    lying = int(state.lying[seat]) & ROW << row
    wild = int(box.wild[formation_of(state, seat)]) & lying
    blue = blue_spaces(state, seat, row)
    red = lying & ~blue
    as_red, as_blue = red | wild, blue | wild
    if defends:
        led_blue = int(state.lead_colour) == BLUE
        if led_blue and blue & ~wild != 0:
            as_red = 0
        if not led_blue and red & ~wild != 0:
            as_blue = 0
    plays = 0
    for space in range(row, row + COLUMNS):
        plays |= ((as_red >> space) & 1) << space * COLOURS
        plays |= ((as_blue >> space) & 1) << space * COLOURS + BLUE
    return plays


@rule
def attack(box: Box, state: State, seat: int, space: int, colour: int, trace: Trace) -> None:
    state.lead_space = space + 1
    state.lead_colour = colour
    tell_play(box, state, ATTACKS, seat, space, colour, trace)
    answer(state, seat)
    become(state, DEFENCE)
    ask_to_play(state, 1 - seat)


@rule
def tell_play(box: Box, state: State, kind: int, seat: int, space: int, colour: int, trace: Trace) -> None:
    if trace is not None:
        card = int(state.place[seat * PLACES + space]) - 1
        emit_long(trace, kind, seat, space, card, colour, strength(box, state, seat, space), 0, 0)


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
def reason_of(
    box: Box, state: State, offence: int, start: int, colour: int, space: int, answer_colour: int
) -> int:  # fmt: skip
    """Which line of 7-3 decides the battle."""
    rank = rank_of(int(state.place[offence * PLACES + start]) - 1)
    other = rank_of(int(state.place[(1 - offence) * PLACES + space]) - 1)
    if (rank == 0 and other == 12) or (rank == 12 and other == 0):
        return ZERO_BEATS_TWELVE
    if colour != answer_colour:
        return ANOTHER_COLOUR
    same = strength(box, state, offence, start) == strength(box, state, 1 - offence, space)
    return EQUAL if same else STRONGER


@rule
def tell_result(box: Box, state: State, seat: int, space: int, colour: int, result: int, trace: Trace) -> None:
    """Why the winner wins; of a tie it is told of the defence."""
    if trace is not None:
        offence, start = 1 - seat, int(state.lead_space) - 1
        reason = reason_of(box, state, offence, start, int(state.lead_colour), space, colour)
        mine, theirs = strength(box, state, seat, space), strength(box, state, offence, start)
        if result > 0:
            emit(trace, DECIDES, offence, reason, theirs, mine)
        else:
            emit(trace, DECIDES, seat, reason, mine, theirs)


@rule
def defend(box: Box, state: State, seat: int, space: int, colour: int, trace: Trace) -> None:
    """The battle is decided; the winner takes both cards, a tie gives each its own."""
    offence, start = 1 - seat, int(state.lead_space) - 1
    mine, theirs = int(state.place[seat * PLACES + space]) - 1, int(state.place[offence * PLACES + start]) - 1
    tell_play(box, state, DEFENDS, seat, space, colour, trace)
    result = battle_result(box, state, offence, start, int(state.lead_colour), space, colour)
    tell_result(box, state, seat, space, colour, result, trace)
    if result == 0:
        take_card(state, seat, seat, mine, trace)
        take_card(state, offence, offence, theirs, trace)
        emit(trace, TIES_BATTLE, int(state.battle), 0, 0, 0)
    else:
        winner = offence if result > 0 else seat
        take_card(state, winner, seat, mine, trace)
        take_card(state, winner, offence, theirs, trace)
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
def pile_of(state: State, seat: int, owner: int) -> int:
    """Where cards of an owner lie that this seat has taken, as people see it (R5)."""
    return UNSEEN_PILES + seat if int(state.memory) == 1 else seat * SEATS + owner


@rule
def take_card(state: State, seat: int, owner: int, card: int, trace: Trace) -> None:
    """8: achievements count for the round, whatever the bonus was."""
    number = int(state.round_number)
    emit(trace, TAKES, owner, card, pile_of(state, seat, owner), 0)
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
    """A Reinforcement is turned up when it advances. Both cards of a pair come from the same space: which of the two
    places of the record held it would tell the other card's colour or rank."""
    card = lift_card(state, seat, start)
    left = BACK + space % COLUMNS if start == SECOND else start
    lay_card(state, seat, space, card)
    state.shown[seat] = int(state.shown[seat]) | 1 << space
    emit(trace, ADVANCES, seat, left, space, card)


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
        attack(box, state, seat, (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS, trace)
    elif now == DEFENCE:
        defend(box, state, seat, (action - PLAY_AT) // COLOURS, (action - PLAY_AT) % COLOURS, trace)
    else:
        advance_of_pair(box, state, seat, action - ADVANCE_AT, trace)
