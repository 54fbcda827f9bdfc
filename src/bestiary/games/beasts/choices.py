"""Tailed Beasts D17–D20: the small choices that effects ask for. What was chosen lies in `state.result`."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import clear_way, next_in, owns_beast, points_in, put_unit, send_home, take_unit
from bestiary.games.beasts.clauses import (
    ALLOWED, BEAST_AT_WAR, BEAST_STUCK, LIES_ALREADY, NONE_PRONE, NOT_CHAINED, NOT_FROZEN, NOT_IN_BATTLE, NOT_IN_PILE,
    NOT_IN_THE_WAR, NOT_MEANT, NOT_ON_MAP, NOT_YOUR_BEAST, NO_BRANCH, NO_OPEN_BORDER, NO_READY_UNITS, NO_SECRETS,
    NO_SUCH_SEAT, NO_SUCH_UNIT, NO_UNITS_THERE, OTHER_STEP, OWNER_HAS_NONE, STANDS_ALREADY, STOLEN_UNSEEN, number_in,
)  # fmt: skip
from bestiary.games.beasts.control import refuse_marker
from bestiary.games.beasts.fate import move_beast, refuse_wandering, ways_of
from bestiary.games.beasts.fighters import LOST_AFTER, LOST_IN_WAR, lose_fighter, may_lose, stands_at, traveller
from bestiary.games.beasts.hands import discard_card, hand_size, in_pile, refuse_hand_card, take_card, trash_card
from bestiary.games.beasts.stack import (
    AT, CHOICE_KIND, CHOICE_OF, DROP_COUNT, DROP_SEAT, DROP_TRASHES, LOSING_COUNT, LOSING_FIELD, LOSING_MODE,
    LOSING_SEAT, LOSING_WHERE, ROAM_BEAST, ROAM_SEAT, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import fighting_card
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, BEASTS, BEAST_AT, BUY_HIDDEN, BY_ACTION, BY_BEAST, BY_CHAINED, BY_FROZEN, BY_HAND, BY_MARKER,
    BY_OPTION, BY_PILE, BY_PLAYER, BY_SPEAKER, BY_THEFT, BY_TRACK, BY_YES, CARDS, CARD_AT, CHOICE, E_LIES_DOWN,
    E_LOSES_TRAVELLER, E_LOSES_UNIT, E_RISES, E_TRASHES_TRAVELLER, E_TRASHES_UNIT, E_TRAVELLER_FALLS, E_TRAVELLER_RISES,
    FIELDS, FIELD_AT, FROM_HIDDEN, FROM_SHOP, LOSE_DISCARD, LOSE_PRONE, LOSE_RAISE, MARKERS_OF, NEAR, NO, OPTIONS,
    OPTION_AT, PLAYER_AT, RARE_AT, SEATS, SHOP, TRACKS, TRACK_AT, UNIT_AT, UNIT_TYPES, YES, Box, State,
)  # fmt: skip

# --- One of several things


@rule
def choose(state: State, seat: int, kind: int, of: int) -> None:
    """Asks a seat. `of` is a mask of players or tracks, a number of options, or whose things are chosen."""
    nest(state, CHOICE, seat, kind, of, 0)
    ask(state, 1 << seat)


@rule
def list_choice(state: State, seat: int, moves: Ints) -> int:
    kind, of = top(state, CHOICE_KIND), top(state, CHOICE_OF)
    if kind == BY_PLAYER:
        return list_mask(PLAYER_AT, int(state.seats), of, moves)
    if kind == BY_TRACK:
        return list_mask(TRACK_AT, TRACKS, of, moves)
    if kind == BY_OPTION:
        return list_mask(OPTION_AT, of, (1 << of) - 1, moves)
    if kind == BY_HAND:
        return list_hand_cards(state, seat, moves)
    if kind == BY_SPEAKER:
        return list_speakers(state, moves)
    if kind == BY_FROZEN:
        return list_frozen(state, seat, moves)
    if kind == BY_ACTION or kind == BY_THEFT:
        return list_action_cards(state, of, kind == BY_THEFT, moves)
    if kind == BY_YES:
        moves[0], moves[1] = YES, NO
        return 2
    return list_open_things(state, kind, of, moves)


@rule
def list_mask(first: int, size: int, mask: int, moves: Ints) -> int:
    count = 0
    for i in range(size):
        if (mask >> i) & 1 == 1:
            moves[count] = first + i
            count += 1
    return count


@rule
def list_action_cards(state: State, owner: int, unseen: bool, moves: Ints) -> int:
    """Action cards of a player; of the hidden ones a thief only sees that they are there."""
    count = 0
    if unseen and int(state.secret_count[owner]) > 0:
        moves[0] = BUY_HIDDEN
        count = 1
    for card in range(ACTION_TYPES):
        for origin in range(2):
            if refuse_action_card(state, owner, unseen, card, origin) == ALLOWED:
                moves[count] = ACT_AT + card * 2 + origin
                count += 1
    return count


@rule
def refuse_action_card(state: State, owner: int, unseen: bool, card: int, origin: int) -> int:
    """An action card of a player; a thief takes the hidden ones unseen."""
    if origin == FROM_SHOP:
        held = int(state.held[owner, card]) if card < SHOP else 0
        return ALLOWED if held > 0 else OWNER_HAS_NONE
    if unseen:
        return STOLEN_UNSEEN
    return ALLOWED if int(state.secret[owner, card]) > 0 else OWNER_HAS_NONE


@rule
def list_frozen(state: State, seat: int, moves: Ints) -> int:
    count = 0
    for card in range(ACTION_TYPES):
        for origin in range(2):
            if refuse_thaw(state, seat, card, origin) == ALLOWED:
                moves[count] = ACT_AT + card * 2 + origin
                count += 1
    return count


@rule
def refuse_thaw(state: State, seat: int, card: int, origin: int) -> int:
    if origin == FROM_HIDDEN:
        return ALLOWED if int(state.secret_frozen[seat, card]) > 0 else NOT_FROZEN
    return ALLOWED if card < SHOP and int(state.frozen[seat, card]) > 0 else NOT_FROZEN


@rule
def refuse_pile_card(state: State, owner: int, card: int) -> int:
    return ALLOWED if card < RARE_AT and in_pile(state, owner, card) else NOT_IN_PILE


@rule
def list_pile(state: State, owner: int, moves: Ints) -> int:
    """The clan cards of a discard pile."""
    count = 0
    for card in range(RARE_AT):
        if refuse_pile_card(state, owner, card) == ALLOWED:
            moves[count] = CARD_AT + card
            count += 1
    return count


@rule
def list_hand_cards(state: State, seat: int, moves: Ints) -> int:
    size = hand_size(state, seat)
    for slot in range(size):
        moves[slot] = CARD_AT + int(state.hand[seat, slot]) - 1
    return size


@rule
def list_speakers(state: State, moves: Ints) -> int:
    """D17: the two cards of the battle."""
    mine, theirs = fighting_card(state, 0, int(state.battle)), fighting_card(state, 1, int(state.battle))
    moves[0], moves[1] = CARD_AT + min(mine, theirs), CARD_AT + max(mine, theirs)
    return 2


@rule
def list_open_things(state: State, kind: int, of: int, moves: Ints) -> int:
    """Clan cards of a discard pile, markers of a player, beasts of one, or the chained ones of them."""
    count = 0
    if kind == BY_PILE:
        return list_pile(state, of, moves)
    if kind == BY_MARKER:
        field = next_in(state, MARKERS_OF + of, 0)
        while field < FIELDS:
            moves[count] = FIELD_AT + field
            count += 1
            field = next_in(state, MARKERS_OF + of, field + 1)
    else:
        for beast in range(BEASTS):
            if refuse_chosen_beast(state, of, beast, kind == BY_CHAINED) == ALLOWED:
                moves[count] = BEAST_AT + beast
                count += 1
    return count


@rule
def refuse_chosen_beast(state: State, owner: int, beast: int, chained: bool) -> int:
    if not owns_beast(state, owner, beast):
        return NOT_YOUR_BEAST
    return NOT_CHAINED if chained and int(state.chained[beast]) == 0 else ALLOWED


@rule
def refuse_choice(state: State, seat: int, action: int) -> int:
    kind, of = top(state, CHOICE_KIND), top(state, CHOICE_OF)
    card, act = number_in(action, CARD_AT, CARDS), number_in(action, ACT_AT, 2 * ACTION_TYPES)
    if kind == BY_HAND and card >= 0:
        return refuse_hand_card(state, seat, card, False)
    if kind == BY_PILE and card >= 0:
        return refuse_pile_card(state, of, card)
    if kind == BY_SPEAKER and card >= 0:
        mine, theirs = fighting_card(state, 0, int(state.battle)), fighting_card(state, 1, int(state.battle))
        return ALLOWED if card == mine or card == theirs else NOT_IN_BATTLE
    if kind == BY_FROZEN and act >= 0:
        return refuse_thaw(state, seat, act // 2, act % 2)
    if (kind == BY_ACTION or kind == BY_THEFT) and act >= 0:
        return refuse_action_card(state, of, kind == BY_THEFT, act // 2, act % 2)
    if kind == BY_THEFT and action == BUY_HIDDEN:
        return ALLOWED if int(state.secret_count[of]) > 0 else NO_SECRETS
    if kind == BY_YES:
        return ALLOWED if action == YES or action == NO else OTHER_STEP
    return refuse_open_choice(state, kind, of, action)


@rule
def refuse_open_choice(state: State, kind: int, of: int, action: int) -> int:
    """Players, tracks, branches, markers and beasts."""
    other, branch = number_in(action, PLAYER_AT, SEATS), number_in(action, OPTION_AT, OPTIONS)
    beast, field = number_in(action, BEAST_AT, BEASTS), number_in(action, FIELD_AT, FIELDS)
    if kind == BY_PLAYER and other >= 0:
        if other >= int(state.seats):
            return NO_SUCH_SEAT
        return ALLOWED if (of >> other) & 1 == 1 else NOT_MEANT
    if kind == BY_TRACK and number_in(action, TRACK_AT, TRACKS) >= 0:
        return ALLOWED
    if kind == BY_OPTION and branch >= 0:
        return ALLOWED if branch < of else NO_BRANCH
    if kind == BY_MARKER and field >= 0:
        return refuse_marker(state, of, field)
    if (kind == BY_BEAST or kind == BY_CHAINED) and beast >= 0:
        return refuse_chosen_beast(state, of, beast, kind == BY_CHAINED)
    return OTHER_STEP


@rule
def answer_choice(state: State, seat: int, action: int) -> None:
    """The number of what was chosen among its kind; for an action card the action itself."""
    kind = top(state, CHOICE_KIND)
    answer(state, seat)
    if kind == BY_PLAYER:
        action -= PLAYER_AT
    elif kind == BY_TRACK:
        action -= TRACK_AT
    elif kind == BY_OPTION:
        action -= OPTION_AT
    elif kind == BY_HAND or kind == BY_PILE or kind == BY_SPEAKER:
        action -= CARD_AT
    elif kind == BY_MARKER:
        action -= FIELD_AT
    elif kind == BY_BEAST or kind == BY_CHAINED:
        action -= BEAST_AT
    elif kind == BY_YES:
        action = 1 if action == YES else 0
    leave(state, action)


# --- Units: discarded, trashed, laid down or raised, one after the other


@rule
def refuse_losing_unit(box: Box, state: State, seat: int, field: int, unit: int, prone: bool) -> int:
    """What rises must lie, what falls must stand; R64: in a war it is of those in it."""
    mode = top(state, LOSING_MODE)
    if mode == LOSE_RAISE and not prone:
        return STANDS_ALREADY
    if mode == LOSE_PRONE and prone:
        return LIES_ALREADY
    where = top(state, LOSING_WHERE)
    if may_lose(box, state, seat, field, unit, prone, where):
        return ALLOWED
    return NOT_IN_THE_WAR if where == LOST_IN_WAR and stands_at(box, state, seat, field, unit, prone) else NO_SUCH_UNIT


@rule
def refuse_losing_field(box: Box, state: State, seat: int, field: int) -> int:
    for number in range(2 * UNIT_TYPES):
        if refuse_losing_unit(box, state, seat, field, number // 2, number % 2 == 1) == ALLOWED:
            return ALLOWED
    mode = top(state, LOSING_MODE)
    if top(state, LOSING_WHERE) == LOST_AFTER and points_in(state, seat, field) > 0:
        return NOT_IN_THE_WAR
    if mode == LOSE_RAISE:
        return NONE_PRONE
    return NO_READY_UNITS if mode == LOSE_PRONE else NO_UNITS_THERE


@rule
def refuse_losing(box: Box, state: State, seat: int, action: int) -> int:
    """A field, then a unit there."""
    at = top(state, LOSING_FIELD) - 1
    field, number = number_in(action, FIELD_AT, FIELDS), number_in(action, UNIT_AT, 2 * UNIT_TYPES)
    if at < 0:
        return refuse_losing_field(box, state, seat, field) if field >= 0 else OTHER_STEP
    return refuse_losing_unit(box, state, seat, at, number // 2, number % 2 == 1) if number >= 0 else OTHER_STEP


@rule
def run_losing(box: Box, state: State) -> None:
    """In a war only the battlefield can be meant, so that it is not asked for."""
    seat = top(state, LOSING_SEAT)
    if top(state, LOSING_COUNT) > 0:
        for field in range(FIELDS):
            if refuse_losing_field(box, state, seat, field) == ALLOWED:
                if top(state, LOSING_WHERE) == LOST_IN_WAR:
                    set_top(state, LOSING_FIELD, field + 1)
                ask(state, 1 << seat)
                return
    leave(state, 0)


@rule
def list_losing(box: Box, state: State, seat: int, moves: Ints) -> int:
    """A field, then a unit there."""
    field = top(state, LOSING_FIELD) - 1
    count = 0
    if field < 0:
        for other in range(FIELDS):
            if refuse_losing_field(box, state, seat, other) == ALLOWED:
                moves[count] = FIELD_AT + other
                count += 1
        return count
    for number in range(2 * UNIT_TYPES):
        if refuse_losing_unit(box, state, seat, field, number // 2, number % 2 == 1) == ALLOWED:
            moves[count] = UNIT_AT + number
            count += 1
    return count


@rule
def answer_losing(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    if top(state, LOSING_FIELD) == 0:
        set_top(state, LOSING_FIELD, action - FIELD_AT + 1)
        return
    field, mode = top(state, LOSING_FIELD) - 1, top(state, LOSING_MODE)
    unit, prone = (action - UNIT_AT) // 2, (action - UNIT_AT) % 2 == 1
    set_top(state, LOSING_FIELD, 0)
    set_top(state, LOSING_COUNT, top(state, LOSING_COUNT) - 1)
    way = traveller(state, seat, field, unit, prone)
    if way >= 0:
        lose_traveller(state, seat, way, mode, trace)
        return
    take_unit(state, seat, field, unit, prone)
    if mode == LOSE_PRONE or mode == LOSE_RAISE:
        put_unit(state, seat, field, unit, mode == LOSE_PRONE)
        emit(trace, E_LIES_DOWN if mode == LOSE_PRONE else E_RISES, seat, 2 * unit, field, 0)
        return
    which = 2 * unit + (1 if prone else 0)
    if mode == LOSE_DISCARD:
        send_home(state, seat, unit)
        emit(trace, E_LOSES_UNIT, seat, which, field, 0)
    else:
        state.trashed[seat, unit] = int(state.trashed[seat, unit]) + 1
        emit(trace, E_TRASHES_UNIT, seat, which, field, 0)
    lose_fighter(state, seat, unit, field)


@rule
def lose_traveller(state: State, seat: int, way: int, mode: int, trace: Trace) -> None:
    """The same for a unit under way."""
    unit, field, start = int(state.way_unit[way]) - 1, int(state.way_to[way]), int(state.way_from[way])
    which = 2 * unit + int(state.way_prone[way])
    if mode == LOSE_PRONE or mode == LOSE_RAISE:
        falls = mode == LOSE_PRONE
        state.way_prone[way] = 1 if falls else 0
        emit(trace, E_TRAVELLER_FALLS if falls else E_TRAVELLER_RISES, seat, 2 * unit, start, field)
        return
    if mode == LOSE_DISCARD:
        send_home(state, seat, unit)
        emit(trace, E_LOSES_TRAVELLER, seat, which, start, field)
    else:
        state.trashed[seat, unit] = int(state.trashed[seat, unit]) + 1
        emit(trace, E_TRASHES_TRAVELLER, seat, which, start, field)
    clear_way(state, way)
    lose_fighter(state, seat, unit, field)


# --- Cards of a hand: discarded or trashed, one after the other


@rule
def run_dropping(state: State) -> None:
    if top(state, DROP_COUNT) > 0 and hand_size(state, top(state, DROP_SEAT)) > 0:
        ask(state, 1 << top(state, DROP_SEAT))
    else:
        leave(state, 0)


@rule
def answer_dropping(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    set_top(state, DROP_COUNT, top(state, DROP_COUNT) - 1)
    card = take_card(state, seat, action - CARD_AT)
    if top(state, DROP_TRASHES) == 1:
        trash_card(state, seat, card, trace)
    else:
        discard_card(state, seat, card, trace)


# --- A beast of the map moves (R63)


@rule
def refuse_roaming(box: Box, state: State, beast: int) -> int:
    """Not the one that is being fought for."""
    at = int(state.beast_at[beast])
    if at >= FIELDS:
        return NOT_ON_MAP
    if at == int(state.war_field):
        return BEAST_AT_WAR
    return ALLOWED if ways_of(box, state, beast) != 0 else BEAST_STUCK


@rule
def refuse_roaming_to(box: Box, state: State, beast: int, field: int) -> int:
    """R63: to a neighbour that it can wander to."""
    start = int(state.beast_at[beast])
    reason = NO_OPEN_BORDER
    for i in range(NEAR):
        if int(box.near[start, i]) == field:
            reason = refuse_wandering(box, state, start, i)
    return reason


@rule
def refuse_beast_move(box: Box, state: State, action: int) -> int:
    other, field = number_in(action, BEAST_AT, BEASTS), number_in(action, FIELD_AT, FIELDS)
    beast = top(state, ROAM_BEAST) - 1
    if beast < 0:
        return refuse_roaming(box, state, other) if other >= 0 else OTHER_STEP
    return refuse_roaming_to(box, state, beast, field) if field >= 0 else OTHER_STEP


@rule
def run_beast_move(box: Box, state: State) -> None:
    for beast in range(BEASTS):
        if top(state, AT) == 0 and refuse_roaming(box, state, beast) == ALLOWED:
            ask(state, 1 << top(state, ROAM_SEAT))
            return
    leave(state, 0)


@rule
def list_beast_move(box: Box, state: State, moves: Ints) -> int:
    beast = top(state, ROAM_BEAST) - 1
    count = 0
    if beast < 0:
        for other in range(BEASTS):
            if refuse_roaming(box, state, other) == ALLOWED:
                moves[count] = BEAST_AT + other
                count += 1
        return count
    for field in range(FIELDS):
        if refuse_roaming_to(box, state, beast, field) == ALLOWED:
            moves[count] = FIELD_AT + field
            count += 1
    return count


@rule
def answer_beast_move(state: State, seat: int, action: int, trace: Trace) -> None:
    if top(state, ROAM_BEAST) == 0:
        set_top(state, ROAM_BEAST, action - BEAST_AT + 1)
        return
    answer(state, seat)
    set_top(state, AT, 1)
    move_beast(state, top(state, ROAM_BEAST) - 1, action - FIELD_AT, trace)
