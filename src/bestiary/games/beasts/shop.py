"""Tailed Beasts §5: a turn's action, and what the action cards do."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.approach import could_meet
from bestiary.games.beasts.board import captured, next_in, owns_beast, ready_in
from bestiary.games.beasts.cards.language import R_TIMING, TRACK_ANY, T_HA
from bestiary.games.beasts.clauses import (
    ALLOWED, CHOOSE_ONE, CHOSEN_ALREADY, HIGHEST_TIER, HOLLOW_CLOSED, NOBODY_AHEAD, NOBODY_PRONE, NOTHING_TO_DO,
    NOTHING_TO_SHED, NOT_CHAINED, NOT_IN_HAND, NOT_MORE_BEASTS, NOT_YOUR_BEAST, NOWHERE_TO_GO, NO_ALLY,
    NO_READY_UNITS, NO_STEP_ASIDE, NO_SUCH_SEAT, NO_WAR_CARD, ONLY_IN_TRAVEL, ONLY_REACTION, OTHER_STEP, TOO_WEAK,
    YOURSELF, number_in,
)  # fmt: skip
from bestiary.games.beasts.conditions import effect_of, refuse_use, uses_now, works_from_hand
from bestiary.games.beasts.control import EITHER, lift_marker, refuse_marker
from bestiary.games.beasts.deeds import has_lesser_ally, most_chosen, refuse_deed, refuse_victim, use_on, use_specialty
from bestiary.games.beasts.events import coin_pay
from bestiary.games.beasts.fieldwork import can_step_aside, next_prone
from bestiary.games.beasts.futile import (
    achieves, refuse_ally, refuse_climb, refuse_coins, refuse_draw, refuse_gift, refuse_higher_ally, refuse_look,
    refuse_new_markers, refuse_recruits,
)  # fmt: skip
from bestiary.games.beasts.hands import (
    discard_card, hand_size, pile_size, refuse_hand_card, see_card, slot_in_hand, take_card, take_openly,
)  # fmt: skip
from bestiary.games.beasts.hidden import look_at_hidden
from bestiary.games.beasts.phases import next_place
from bestiary.games.beasts.stack import (
    ACTION_CANCELLED, ACTION_CARD, ACTION_ORIGIN, ACTION_ROLE, ACTION_SEAT, ALLY_TIER, AT, CONTROL_COINS, CONTROL_FIELD,
    DRILL_COUNT, DRILL_SEAT, NOTES_COUNT, NOTES_DRAW, NOTES_SEAT, SPEND_HIGHER, SPEND_SEAT, TARGET_CARD, TARGET_CHOSEN,
    TARGET_COUNT, TARGET_SEAT, TOKEN_WARDED, TURN_PLACE, TURN_SPENT, WAR_LAST_STAND, go_on, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, ALLY, ASIDE, BEASTS, BINDING_SEAL, BRIBE, CALTROPS, CARDS, CARD_AT, CHAIN, COLD_SNAP,
    COUNTERSEAL, DECOY_SCROLL, DONE, DOUBLE_PAY, DRILL, DRILLING, EPIC, E_CANCELLED, E_ESCAPES, E_PASSES, E_TAKES_BACK,
    E_TURN_BEGINS, FIELDS, FIELD_MEDIC, FREEZE, FROM_HIDDEN, FROM_SHOP, HIRE, ILLUSION, IRON_DISCIPLINE, KAMUI,
    LAST_STAND, LEGENDARY, LOADED_DIE, MARKERS_OF, MILITIA, MUSTER, NERVE_DART, NIGHT_FERRY, NOTES, ODD_JOBS, OLD_NOTES,
    PALACE_COUP, PARALYZE, PASS, PATHFINDER, PETITION, PLAYER_AT, PLAY_ACTION, PLAY_CARD, POISON, POISONING, PURIFY,
    RAISING, RARE_AT, RECRUIT, REINFORCE, ROWS, SEATS, SHEDDING, SIDE_PATH, SMOKE_SCREEN, SPECIALTY, SPEND_ALLY,
    SPYGLASS, STRETCHERS, SUBSTITUTION, SUPPORT, SURVEY, SURVEYOR, TARGET, TIER_CARDS, TOKEN, TRAVEL, TRAVELLING,
    UNCHAIN, UNCHAIN_AT_, UNITS_OF, UNMARK_AT, UP, UPGRADE, VANGUARD, VENOM_JAR, WAR, WINDOW, W_CARD, W_TURN, Box,
    State,
)  # fmt: skip
from bestiary.games.beasts.supply import add_marker, draw_cards, is_paralyzed, pay_coins
from bestiary.games.beasts.tracing import PHASE_POISON, tell_phase
from bestiary.games.beasts.travel import can_travel
from bestiary.games.beasts.windows import VANGUARD_BUFF, owned, playable, refuse_copy, spend

MUSTERED = 3  # points that Muster recruits for


# --- D07: the turn


@rule
def run_turns(box: Box, state: State, trace: Trace) -> None:
    """Passed players keep reacting (R21)."""
    place = top(state, TURN_PLACE)
    spent = top(state, TURN_SPENT) == 1
    if spent:
        set_top(state, TURN_SPENT, 0)
        place = next_place(state, place, 1)
        set_top(state, TURN_PLACE, max(place, 0))
    if place < 0 or (int(state.passed) >> int(state.order[place])) & 1 == 1:
        state.passed = 0
        tell_phase(PHASE_POISON, trace)
        go_on(state, POISONING)
        return
    if spent:
        emit(trace, E_TURN_BEGINS, int(state.order[place]), 0, 0, 0)
    ask(state, 1 << int(state.order[place]))


@rule
def refuse_act(box: Box, state: State, seat: int, card: int) -> int:
    """R74: is there anything that this card would do as an action?"""
    if card in (TRAVEL, NIGHT_FERRY, PATHFINDER):
        left = owned(state, seat, PATHFINDER) - (1 if card == PATHFINDER else 0)
        return ALLOWED if can_travel(box, state, seat, card == NIGHT_FERRY, left) else NOWHERE_TO_GO
    if card == MUSTER or card == MILITIA:
        return refuse_recruits(box, state, seat, MUSTERED if card == MUSTER else 2, -1 if card == MUSTER else EITHER)
    if card == PETITION or card == PALACE_COUP:
        return refuse_climb(state, seat, TRACK_ANY)
    if card == DRILL:
        return ALLOWED if hand_size(state, seat) > 0 else refuse_draw(state, seat)
    if card == HIRE:
        return refuse_ally(box, state, seat, EPIC, 0)
    if card == SPYGLASS:
        return refuse_look(state, seat)
    if card == ODD_JOBS:
        return refuse_coins(state, seat)
    if card == SURVEYOR:
        return refuse_new_markers(box, state, seat)
    if card == OLD_NOTES:
        return refuse_draw(state, seat)
    if card in (NERVE_DART, COLD_SNAP, VENOM_JAR, DECOY_SCROLL, BINDING_SEAL):
        return refuse_token_card(box, state, seat, card)
    if card == UPGRADE:
        return refuse_higher_ally(box, state, seat, 1, 1)
    if card == PURIFY:
        shed = int(state.token[seat, ILLUSION]) + int(state.token[seat, PARALYZE]) + int(state.token[seat, POISON])
        return ALLOWED if shed > 0 else NOTHING_TO_SHED
    if card == SPECIALTY:
        return refuse_deed(box, state, seat)
    if card == SIDE_PATH:
        return ALLOWED if can_step_aside(box, state, seat, 2) else NO_STEP_ASIDE
    if card == STRETCHERS or card == FIELD_MEDIC:
        return ALLOWED if next_prone(state, seat, 0) < FIELDS else NOBODY_PRONE
    return ONLY_IN_TRAVEL if card == WAR else ONLY_REACTION


@rule
def refuse_token_card(box: Box, state: State, seat: int, card: int) -> int:
    """Cards that bring tokens: some must be left, and nobody sheltered."""
    if card == BINDING_SEAL:
        ahead = False
        for other in range(int(state.seats)):
            ahead = ahead or captured(state, other) > captured(state, seat)
        if not ahead:
            return NOBODY_AHEAD
    if card == NERVE_DART and refuse_gift(box, state, ILLUSION) == ALLOWED:
        return ALLOWED
    return refuse_gift(box, state, token_of(card))


@rule
def token_of(card: int) -> int:
    """What a card brings, or brings last."""
    if card == NERVE_DART:
        return PARALYZE
    if card == COLD_SNAP:
        return FREEZE
    if card == VENOM_JAR:
        return POISON
    return SUBSTITUTION if card == DECOY_SCROLL else CHAIN


@rule
def refuse_hand_action(box: Box, state: State, seat: int, card: int) -> int:
    """A card of the hand for one's turn; R74: one that replaces the action must be able to change something."""
    clause = refuse_use(box, state, seat, card, W_TURN, seat)
    if clause != ALLOWED:
        return clause
    acts, working, effect = False, 0, -1
    for row in range(ROWS):
        before, effect = effect, effect_of(box, card, row)
        if effect < 0:
            break
        if effect != before and works_from_hand(box, state, seat, card, effect, row, W_TURN, seat):
            working |= 1 << effect
            acts = acts or int(box.rows[card, row, R_TIMING]) == T_HA
    if not acts:
        return ALLOWED
    for effect in range(ROWS):
        if (working >> effect) & 1 == 1 and achieves(box, state, seat, card, effect):
            return ALLOWED
    return NOTHING_TO_DO


@rule
def list_turn(box: Box, state: State, seat: int, moves: Ints) -> int:
    moves[0] = PASS
    count = 1
    field = next_in(state, MARKERS_OF + seat, 0)
    while field < FIELDS:
        moves[count] = UNMARK_AT + field
        count += 1
        field = next_in(state, MARKERS_OF + seat, field + 1)
    for card in range(ACTION_TYPES):
        bought, secret = playable(state, seat, card, FROM_SHOP), playable(state, seat, card, FROM_HIDDEN)
        if bought + secret > 0 and refuse_act(box, state, seat, card) == ALLOWED:
            if bought > 0:
                moves[count] = ACT_AT + card * 2 + FROM_SHOP
                count += 1
            if secret > 0:
                moves[count] = ACT_AT + card * 2 + FROM_HIDDEN
                count += 1
    count = list_turn_cards(box, state, seat, moves, count)
    if owned(state, seat, WAR) > 0:
        for beast in range(BEASTS):
            if refuse_unchaining(box, state, seat, beast) == ALLOWED:
                moves[count] = UNCHAIN_AT_ + beast
                count += 1
    return count


@rule
def list_turn_cards(box: Box, state: State, seat: int, moves: Ints, count: int) -> int:
    """In-Hand cards for one's own turn."""
    now = uses_now(box, state, seat, W_TURN, seat)
    for slot in range(hand_size(state, seat)):
        card = int(state.hand[seat, slot]) - 1
        if int(box.uses[card]) & now != 0 and refuse_hand_action(box, state, seat, card) == ALLOWED:
            moves[count] = CARD_AT + card
            count += 1
    return count


@rule
def refuse_unchaining(box: Box, state: State, seat: int, beast: int) -> int:
    """R46: a War card, a chained beast of one's own, and a field whose ready units are strong enough."""
    if not owns_beast(state, seat, beast):
        return NOT_YOUR_BEAST
    if int(state.chained[beast]) == 0:
        return NOT_CHAINED
    if owned(state, seat, WAR) == 0:
        return NO_WAR_CARD
    field = next_in(state, UNITS_OF + seat, 0)
    while field < FIELDS:
        if refuse_unchaining_from(box, state, seat, beast, field) == ALLOWED:
            return ALLOWED
        field = next_in(state, UNITS_OF + seat, field + 1)
    return TOO_WEAK


@rule
def refuse_unchaining_from(box: Box, state: State, seat: int, beast: int, field: int) -> int:
    might = ready_in(state, seat, field)
    if might == 0:
        return NO_READY_UNITS
    if field == KAMUI:
        return HOLLOW_CLOSED
    return ALLOWED if could_meet(box, state, seat, beast, field, might) else TOO_WEAK


@rule
def refuse_turn(box: Box, state: State, seat: int, action: int) -> int:
    """D07: a pass, markers to take back, an action card, a card of the hand, a beast to unchain."""
    act, card = number_in(action, ACT_AT, 2 * ACTION_TYPES), number_in(action, CARD_AT, CARDS)
    field, beast = number_in(action, UNMARK_AT, FIELDS), number_in(action, UNCHAIN_AT_, BEASTS)
    if act >= 0:
        clause = refuse_copy(state, seat, act // 2, act % 2)
        return clause if clause != ALLOWED else refuse_act(box, state, seat, act // 2)
    if card >= 0:
        return refuse_hand_action(box, state, seat, card)
    if field >= 0:
        return refuse_marker(state, seat, field)
    if beast >= 0:
        return refuse_unchaining(box, state, seat, beast)
    return ALLOWED if action == PASS else OTHER_STEP


@rule
def answer_turn(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    if action == PASS:
        state.passed = int(state.passed) | 1 << seat
        emit(trace, E_PASSES, seat, 0, 0, 0)
        set_top(state, TURN_SPENT, 1)
        return
    if UNMARK_AT <= action < UNMARK_AT + FIELDS:
        lift_marker(state, action - UNMARK_AT, trace)
        return
    if CARD_AT <= action < CARD_AT + CARDS:
        card = action - CARD_AT
        set_top(state, TURN_SPENT, 1 if is_action(box, state, seat, card) else 0)
        nest(state, PLAY_CARD, seat, card, W_TURN, seat)
        return
    set_top(state, TURN_SPENT, 1)
    if UNCHAIN_AT_ <= action < UNCHAIN_AT_ + BEASTS:
        nest(state, UNCHAIN, seat, action - UNCHAIN_AT_, 0, 0)
        return
    nest(state, PLAY_ACTION, seat, (action - ACT_AT) // 2, (action - ACT_AT) % 2, 0)


@rule
def is_action(box: Box, state: State, seat: int, card: int) -> bool:
    """Does a card of the hand replace the turn's action? What works at any time does not."""
    for row in range(ROWS):
        effect = effect_of(box, card, row)
        acts = effect >= 0 and int(box.rows[card, row, R_TIMING]) == T_HA
        if acts and works_from_hand(box, state, seat, card, effect, row, W_TURN, seat):
            return True
    return False


# --- An action card is played


@rule
def run_play(box: Box, state: State, trace: Trace) -> None:
    """It is announced and may be cancelled; then it does what it does."""
    at, seat, card = top(state, AT), top(state, ACTION_SEAT), top(state, ACTION_CARD)
    if at == 0:
        set_top(state, AT, 1)
        spend(state, seat, card, top(state, ACTION_ORIGIN), trace)
        if card != COUNTERSEAL:
            nest(state, WINDOW, W_CARD, seat, card, 0)
    elif at == 1 and top(state, ACTION_CANCELLED) == 0:
        set_top(state, AT, 2)
        if top(state, ACTION_ROLE) == 1:
            react(box, state, seat, card, trace)
        elif top(state, ACTION_ROLE) == 0:
            act(box, state, seat, card, trace)
    else:
        if top(state, ACTION_CANCELLED) > 0:
            emit(trace, E_CANCELLED, seat, card, 0, 0)
        leave(state, top(state, ACTION_CANCELLED))


@rule
def react(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """What a reaction does to the step whose window it was played in, three frames down."""
    at = int(state.depth) - 3
    side = 0 if seat == int(state.attacker) else 1
    if card == COUNTERSEAL:
        state.arg[at, ACTION_CANCELLED] = 1
    elif card == PATHFINDER:
        state.crossing = 1
    elif card == VANGUARD:
        state.might[0] = int(state.might[0]) + VANGUARD_BUFF
    elif card == CALTROPS:
        state.might[0] = int(state.might[0]) - 3
    elif card == REINFORCE:
        nest(state, SUPPORT, seat, 0, 0, 0)
    elif card == SMOKE_SCREEN:
        state.fled = side + 1
        emit(trace, E_ESCAPES, seat, 0, 0, 0)
    elif card == FIELD_MEDIC:
        state.medics[side] = int(state.medics[side]) + 1
    elif card == UPGRADE:
        state.arg[at, ALLY_TIER] = min(int(state.arg[at, ALLY_TIER]) + 1, LEGENDARY)
    elif card == PURIFY:
        state.arg[at, TOKEN_WARDED] = 1
    elif card == LAST_STAND:
        state.arg[at, WAR_LAST_STAND] = 1
    elif card == BRIBE:
        if int(state.arg[at, CONTROL_COINS]) > 0:
            state.arg[at, CONTROL_COINS] = int(state.arg[at, CONTROL_COINS]) - 1
            pay_coins(state, seat, 1, trace)
    elif card == DOUBLE_PAY:
        again = coin_pay(box, state, seat, int(state.arg[at, CONTROL_FIELD]))
        state.arg[at, CONTROL_COINS] = int(state.arg[at, CONTROL_COINS]) + again
    elif card == LOADED_DIE:
        state.reroll = 1
    elif card == IRON_DISCIPLINE:
        state.steadfast = int(state.steadfast) | 1 << seat


@rule
def act(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """What an action does; most of it is a step of its own."""
    if card in (TRAVEL, NIGHT_FERRY, PATHFINDER):
        nest(state, TRAVELLING, seat, 1 if card == NIGHT_FERRY else 0, -1, 0)
    elif card == MUSTER:
        nest(state, RECRUIT, seat, MUSTERED, -1, 0)
    elif card == MILITIA:
        nest(state, RECRUIT, seat, 2, EITHER, 0)
    elif card == PETITION:
        nest(state, UP, seat, 1, 0, 0)
    elif card == PALACE_COUP:
        nest(state, UP, seat, 2, 1, 0)
    elif card == DRILL:
        nest(state, DRILLING, seat, 0, 0, 0)
    elif card == HIRE:
        nest(state, ALLY, seat, EPIC, 0, 0)
    elif card == UPGRADE:
        nest(state, SPEND_ALLY, seat, 1, 0, 0)
    elif card == PURIFY:
        nest(state, SHEDDING, seat, 2, 0, 0)
    elif card == SPECIALTY:
        use_specialty(box, state, seat, trace)
    elif card == ODD_JOBS:
        pay_coins(state, seat, 2, trace)
    elif card == SIDE_PATH:
        nest(state, ASIDE, seat, 2, -1, -1)
    elif card == STRETCHERS or card == FIELD_MEDIC:
        nest(state, RAISING, seat, 0, 0, 0)
    elif card == DECOY_SCROLL:
        nest(state, TOKEN, seat, SUBSTITUTION, 1, 0)
    elif card == SURVEYOR:
        add_marker(state, seat, trace)
        nest(state, SURVEY, seat, 0, 0, 0)
    elif card == OLD_NOTES:
        nest(state, NOTES, seat, 1, 1, 0)
    else:
        nest(state, TARGET, seat, card, 0, 0)


# --- Targets among the players


@rule
def refuse_target(box: Box, state: State, seat: int, other: int, card: int, chosen: int) -> int:
    if other >= int(state.seats):
        return NO_SUCH_SEAT
    if other == seat:
        return YOURSELF
    if (chosen >> other) & 1 == 1:
        return CHOSEN_ALREADY
    if card == SPECIALTY:
        return refuse_victim(box, state, seat, other)
    if card == BINDING_SEAL and captured(state, other) <= captured(state, seat):
        return NOT_MORE_BEASTS
    return ALLOWED


@rule
def refuse_targeting(box: Box, state: State, seat: int, action: int) -> int:
    other = number_in(action, PLAYER_AT, SEATS)
    if other >= 0:
        return refuse_target(box, state, seat, other, top(state, TARGET_CARD), top(state, TARGET_CHOSEN))
    if action != PASS:
        return OTHER_STEP
    return ALLOWED if top(state, TARGET_CHOSEN) != 0 else CHOOSE_ONE


@rule
def run_target(box: Box, state: State) -> None:
    seat, card = top(state, TARGET_SEAT), top(state, TARGET_CARD)
    most = most_chosen(box, state, seat) if card == SPECIALTY else (2 if card == VENOM_JAR else 1)
    if top(state, TARGET_COUNT) < most:
        for other in range(int(state.seats)):
            if refuse_target(box, state, seat, other, card, top(state, TARGET_CHOSEN)) == ALLOWED:
                ask(state, 1 << seat)
                return
    leave(state, 0)


@rule
def list_targets(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    if top(state, TARGET_CHOSEN) != 0:
        moves[0] = PASS
        count = 1
    for other in range(int(state.seats)):
        if refuse_target(box, state, seat, other, top(state, TARGET_CARD), top(state, TARGET_CHOSEN)) == ALLOWED:
            moves[count] = PLAYER_AT + other
            count += 1
    return count


@rule
def answer_target(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    card = top(state, TARGET_CARD)
    set_top(state, TARGET_COUNT, top(state, TARGET_COUNT) + 1)
    if action == PASS:
        leave(state, 0)
        return
    other = action - PLAYER_AT
    set_top(state, TARGET_CHOSEN, top(state, TARGET_CHOSEN) | 1 << other)
    if card == SPYGLASS:
        for slot in range(hand_size(state, other)):
            see_card(state, seat, other, int(state.hand[other, slot]) - 1, trace)
        look_at_hidden(state, seat, other, trace)
        pay_coins(state, seat, 1, trace)
    elif card == NERVE_DART:
        nest(state, TOKEN, other, ILLUSION, 0, 0)
        nest(state, TOKEN, other, PARALYZE, 0, 0)
    elif card == COLD_SNAP:
        nest(state, TOKEN, other, FREEZE, 0, 0)
    elif card == VENOM_JAR:
        nest(state, TOKEN, other, POISON, 0, 0)
    elif card == SPECIALTY:
        use_on(box, state, seat, other, trace)
    else:
        nest(state, TOKEN, other, CHAIN, 0, 0)


# --- Cards: Drill, Upgrade, Old Notes


@rule
def run_drill(state: State, trace: Trace) -> None:
    """At most two; then as many and one more are drawn."""
    seat = top(state, DRILL_SEAT)
    if top(state, AT) == 0:
        if top(state, DRILL_COUNT) < 2 and hand_size(state, seat) > 0:
            ask(state, 1 << seat)
            return
        set_top(state, AT, 1)
        return
    count = top(state, DRILL_COUNT) + 1
    leave(state, 0)
    draw_cards(state, seat, count, trace)


@rule
def list_hand(state: State, seat: int, stop: bool, keep_clan: bool, moves: Ints) -> int:
    """Cards of one's hand; DONE where it is free to stop."""
    count = 0
    if stop:
        moves[0] = DONE
        count = 1
    for slot in range(hand_size(state, seat)):
        card = int(state.hand[seat, slot]) - 1
        if refuse_hand_card(state, seat, card, keep_clan) == ALLOWED:
            moves[count] = CARD_AT + card
            count += 1
    return count


@rule
def answer_drill(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    if action == DONE:
        set_top(state, AT, 1)
        return
    set_top(state, DRILL_COUNT, top(state, DRILL_COUNT) + 1)
    discard_card(state, seat, take_card(state, seat, action - CARD_AT), trace)


@rule
def run_spend_ally(state: State) -> None:
    """The last ally may have been used since the card was announced."""
    if top(state, AT) == 0 and has_lesser_ally(state, top(state, SPEND_SEAT)):
        set_top(state, AT, 1)
        ask(state, 1 << top(state, SPEND_SEAT))
    else:
        leave(state, 0)


@rule
def refuse_lesser_ally(state: State, seat: int, card: int) -> int:
    """R57: Legendary is the highest tier."""
    if slot_in_hand(state, seat, card) < 0:
        return NOT_IN_HAND
    if card < RARE_AT:
        return NO_ALLY
    return ALLOWED if card < RARE_AT + 2 * TIER_CARDS else HIGHEST_TIER


@rule
def list_lesser_allies(state: State, seat: int, moves: Ints) -> int:
    count = 0
    for slot in range(hand_size(state, seat)):
        card = int(state.hand[seat, slot]) - 1
        if refuse_lesser_ally(state, seat, card) == ALLOWED:
            moves[count] = CARD_AT + card
            count += 1
    return count


@rule
def answer_spend_ally(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    card, higher = take_card(state, seat, action - CARD_AT), top(state, SPEND_HIGHER)
    discard_card(state, seat, card, trace)
    leave(state, 0)
    nest(state, ALLY, seat, (card - RARE_AT) // TIER_CARDS + higher, 0, 0)


@rule
def run_notes(state: State, trace: Trace) -> None:
    """Clan cards come back from one's discard pile, others are drawn."""
    seat = top(state, NOTES_SEAT)
    if top(state, NOTES_COUNT) > 0 and pile_size(state, seat) > 0:
        ask(state, 1 << seat)
        return
    cards = top(state, NOTES_DRAW)
    leave(state, 0)
    draw_cards(state, seat, cards, trace)


@rule
def answer_notes(state: State, seat: int, action: int, trace: Trace) -> None:
    answer(state, seat)
    set_top(state, NOTES_COUNT, top(state, NOTES_COUNT) - 1)
    card = action - CARD_AT
    if not is_paralyzed(state, seat, trace):
        take_openly(state, seat, card)
        emit(trace, E_TAKES_BACK, seat, card, 0, 0)
