"""Tailed Beasts §6 (operations): what a row of an effect does. A new operation is a line of `cards.language` and a
branch here.

The present step is the EFFECT (see `effects`). Every operation says how it came out: DONE_WITH, or ASKS for a choice
after which it is looked at again, or ENDS_EFFECT. Everything is clamped to what is legal.
"""

from __future__ import annotations

from bestiary.engine.chance import draw
from bestiary.engine.frames import ask
from bestiary.engine.rule import Trace, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.board import owns_beast, worth
from bestiary.games.beasts.cards.language import (
    M_BEAST, OP_ACTSTEAL, OP_ALLY, OP_BMOVE, OP_BSPAWN, OP_BSTEAL, OP_BSTR, OP_BSWAP, OP_COIN, OP_COINSTEAL, OP_COPY,
    OP_DISC, OP_DOWN, OP_DRAW, OP_DSWAP, OP_EVENT, OP_GAINC, OP_HID, OP_IMMUNE, OP_MARK, OP_MARKPUT, OP_MARKX, OP_PAY,
    OP_REC, OP_RECALL, OP_RECU, OP_REROLL, OP_REVEAL, OP_STEALC, OP_SUPPORT, OP_SWAPC, OP_TOK, OP_TOKDROP, OP_TOKPASS,
    OP_TRASHC, OP_UDISC, OP_UMOVE, OP_UNCHAIN, OP_UNCOIN, OP_UP, OP_UPRONE, OP_URAISE, OP_UTRASH, PATH_CARD, TRACK_ANY,
    ZONE_DECK, ZONE_DISCARD, ZONE_HAND,
)  # fmt: skip
from bestiary.games.beasts.choices import choose
from bestiary.games.beasts.combat import IS_ALONE, alter_hunt, change_battle, change_war
from bestiary.games.beasts.control import lift_marker
from bestiary.games.beasts.fate import spawn_beast
from bestiary.games.beasts.fieldwork import can_step_aside
from bestiary.games.beasts.fighters import where_lost
from bestiary.games.beasts.hands import (
    add_to_hand, count_in_zone, deck_size, discard_card, hand_size, is_clan_card, lift_from_deck, nth_in_zone, pass_on,
    pile_size, put_in_deck, see_card, slot_in_hand, take_card, take_openly, top_card,
)  # fmt: skip
from bestiary.games.beasts.hidden import show_hidden, steal_hidden
from bestiary.games.beasts.specialties import climb
from bestiary.games.beasts.stack import (
    AT, EFFECT_CARD, EFFECT_FLAGS, EFFECT_OFFERED, EFFECT_OPPONENT, EFFECT_OWNER, EFFECT_ROW, LOSING_WHERE, nest,
    set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import put_off
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, ALLY, ASIDE, BEASTS, BEAST_MOVE, BOXED, BUY_HIDDEN, BY_ACTION, BY_BEAST, BY_CHAINED, BY_HAND,
    BY_MARKER, BY_PILE, BY_THEFT, BY_TRACK, BY_YES, DISCARD, DOWN, DROPPING, E_DIE_ROLLED, E_GAINS_CARD, E_GIVES_BEAST,
    E_HANDS_OVER, E_RETURNS_ACTION, E_STEALS, E_STEALS_ACTION, E_STEALS_FROM_DECK, E_SWAPS_SPOTS, E_UNCHAINS, E_WAITS,
    FROM_HIDDEN, GIVE_BEAST, HAPPENING, HARVEST, LOSE_DISCARD, LOSE_PRONE, LOSE_RAISE, LOSE_TRASH, LOSING, NOTES, PATHS,
    PATH_AT, RECRUIT, SHEDDING, SHOP, SUPPLY, SURVEY, TOKEN, TRACKS, UP, WINDOW, WITH_PLAYER, W_BEAST, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import (
    add_marker, draw_cards, is_paralyzed, pass_coins, pay_coins, placed_markers, take_hidden,
)  # fmt: skip
from bestiary.games.beasts.tracing import pile_of
from bestiary.games.beasts.tracks import can_sink, go_down, spot_of

DONE_WITH, ASKS, ENDS_EFFECT = range(3)
FIRST, CHOSEN = 4, 5  # where the effect stands: before the operation, after its first choice; a second one is beyond


@rule
def operate(box: Box, state: State, op: int, a: int, b: int, c: int, who: int, trace: Trace) -> int:
    """Carries out an operation with its arguments; `who` is whom it names, its owner where it names nobody."""
    if op <= OP_PAY:
        return op_coins(state, op, a, b, who, trace)
    if op <= OP_TOKPASS:
        return op_tokens(state, op, a, b, c, who)
    if op <= OP_ACTSTEAL:
        return op_cards(box, state, op, a, b, who, trace)
    if op <= OP_UMOVE:
        return op_units(box, state, op, a, b, who)
    if op <= OP_DSWAP:
        return op_tracks(box, state, op, a, b, c, who, trace)
    if op <= OP_IMMUNE:
        change_battle(box, state, op, a, b, c, who, trace)
        return DONE_WITH
    if op <= OP_SUPPORT:
        change_war(box, state, op, a, who, trace)
        return DONE_WITH
    if op <= OP_UNCHAIN:
        return op_beasts(box, state, op, a, trace)
    return op_fields(box, state, op, a, who, trace)


# --- Economy, tokens


@rule
def op_coins(state: State, op: int, a: int, b: int, who: int, trace: Trace) -> int:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    if op == OP_COIN:
        pay_coins(state, owner, a, trace)
    elif op == OP_UNCOIN:
        pay_coins(state, who, -b, trace)
    elif op == OP_COINSTEAL:
        pass_coins(state, other, owner, min(a, int(state.coins[other])), trace)
    elif int(state.coins[owner]) < a:
        return ENDS_EFFECT
    elif top(state, AT) == FIRST:
        choose(state, owner, BY_YES, 0)
        return ASKS
    elif int(state.result) == 0:
        return ENDS_EFFECT
    else:
        pay_coins(state, owner, -a, trace)
    return DONE_WITH


@rule
def op_tokens(state: State, op: int, a: int, b: int, c: int, who: int) -> int:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    if op == OP_TOK:
        nest(state, TOKEN, who, b, c - 1, 0)
    elif op == OP_TOKDROP:
        nest(state, SHEDDING, owner, a, 1, 0)
    else:
        nest(state, SHEDDING, owner, a, 0, other + 1)
    return DONE_WITH


# --- Cards


@rule
def op_cards(box: Box, state: State, op: int, a: int, b: int, who: int, trace: Trace) -> int:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    if waits_for_hunt(state, op):
        put_off(state, top(state, EFFECT_CARD), top(state, EFFECT_ROW), owner, M_BEAST, other + 1)
        emit(trace, E_WAITS, owner, top(state, EFFECT_CARD), 0, 0)
    elif op == OP_DRAW:
        draw_cards(state, owner, a, trace)
    elif op == OP_ALLY:
        nest(state, ALLY, owner, a - 3, 0, 0)
    elif op == OP_HID:
        for _ in range(a):
            take_hidden(state, owner, trace)
    elif op == OP_RECALL:
        nest(state, NOTES, owner, a, 0, 0)
    elif op == OP_DISC:
        nest(state, DROPPING, who, b, 0, 0)
    elif op == OP_TRASHC:
        nest(state, DROPPING, who, 1, 1, 0)
    elif op == OP_GAINC:
        gain_card(box, state, owner, a, trace)
    elif op == OP_REVEAL:
        look_at(state, owner, who, b, trace)
    elif op == OP_COPY:
        change_battle(box, state, op, a, b, 0, who, trace)
    elif op == OP_STEALC:
        return steal_card(state, owner, other, a, trace)
    elif op == OP_SWAPC:
        return swap_card(state, owner, other, a, trace)
    else:
        return take_action_card(state, op == OP_ACTSTEAL, owner, other, trace)
    return DONE_WITH


@rule
def waits_for_hunt(state: State, op: int) -> bool:
    """R70: during a hunt nobody receives Clan Cards; what would bring them is put off to its end."""
    hunts = int(state.war_field) >= 0 and int(state.defender) < 0
    brings = op == OP_DRAW or op == OP_RECALL or op == OP_GAINC or op == OP_STEALC
    return hunts and brings and top(state, EFFECT_FLAGS) & IS_ALONE == 0


@rule
def gain_card(box: Box, state: State, seat: int, card: int, trace: Trace) -> None:
    """R50: a printed clan card of a clan that nobody plays, once; R52: any path that was not played yet."""
    if card == PATH_CARD:
        left = count_in_zone(state, SUPPLY, PATH_AT, PATH_AT + PATHS)
        if left == 0:
            return
        card = nth_in_zone(state, SUPPLY, PATH_AT, PATH_AT + PATHS, draw(state.chance, left))
    elif int(state.zone[card]) != BOXED or int(box.exists[card]) == 0:
        return
    if not is_paralyzed(state, seat, trace):
        lay = pile_of(card, int(state.zone[card]))
        take_openly(state, seat, card)
        emit(trace, E_GAINS_CARD, seat, card, lay, 0)


@rule
def look_at(state: State, seat: int, other: int, count: int, trace: Trace) -> None:
    """Random cards of a hand, each once."""
    size = hand_size(state, other)
    unseen = (1 << size) - 1
    for left in range(size, max(size - count, 0), -1):
        index = draw(state.chance, left)
        for slot in range(size):
            if (unseen >> slot) & 1 == 1:
                if index == 0:
                    card = int(state.hand[other, slot]) - 1
                    unseen &= ~(1 << slot)
                    see_card(state, seat, other, card, trace)
                    break
                index -= 1


@rule
def steal_card(state: State, seat: int, other: int, zone: int, trace: Trace) -> int:
    """Out of what is hidden any card, out of what is open one that the thief chooses."""
    if zone == ZONE_DISCARD:
        if top(state, AT) == FIRST:
            if pile_size(state, other) == 0:
                return DONE_WITH
            choose(state, seat, BY_PILE, other)
            return ASKS
        if not is_paralyzed(state, seat, trace):
            card = int(state.result)
            take_openly(state, seat, card)
            emit(trace, E_GAINS_CARD, seat, card, DISCARD + other, 0)
        return DONE_WITH
    if zone == ZONE_HAND and hand_size(state, other) > 0 and not is_paralyzed(state, seat, trace):
        card = pass_on(state, other, seat, draw(state.chance, hand_size(state, other)))
        emit(trace, E_STEALS, seat, other, card, 0)
    elif zone == ZONE_DECK:
        card = top_card(state, other, trace)
        if card >= 0 and not is_paralyzed(state, seat, trace):
            lift_from_deck(state, other, card)
            add_to_hand(state, seat, card)
            emit(trace, E_STEALS_FROM_DECK, seat, other, card, 0)
    return DONE_WITH


@rule
def swap_card(state: State, seat: int, other: int, zone: int, trace: Trace) -> int:
    """A card of one's hand against another's; R48: void if either of them is paralyzed."""
    at = top(state, AT)
    if at == FIRST:
        there = hand_size(state, other) if zone == ZONE_HAND else pile_size(state, other)
        if zone == ZONE_DECK:
            there += deck_size(state, other)
        if hand_size(state, seat) == 0 or there == 0:
            return DONE_WITH
        choose(state, seat, BY_HAND, 0)
        return ASKS
    if at == CHOSEN:
        set_top(state, EFFECT_OFFERED, int(state.result) + 1)
        if zone == ZONE_DISCARD:
            choose(state, seat, BY_PILE, other)
            return ASKS
    mine = top(state, EFFECT_OFFERED) - 1
    set_top(state, EFFECT_OFFERED, 0)
    if is_paralyzed(state, seat, trace) or (zone == ZONE_HAND and is_paralyzed(state, other, trace)):
        return DONE_WITH
    if zone == ZONE_HAND:
        theirs = int(state.hand[other, draw(state.chance, hand_size(state, other))]) - 1
        pass_on(state, seat, other, slot_in_hand(state, seat, mine))
        pass_on(state, other, seat, slot_in_hand(state, other, theirs))
        emit(trace, E_STEALS, seat, other, theirs, 0)
        emit(trace, E_STEALS, other, seat, mine, 0)
        return DONE_WITH
    theirs = top_card(state, other, trace) if zone == ZONE_DECK else int(state.result)
    take_card(state, seat, mine)
    if zone == ZONE_DECK:
        lift_from_deck(state, other, theirs)
        add_to_hand(state, seat, theirs)
        emit(trace, E_STEALS_FROM_DECK, seat, other, theirs, 0)
    else:
        take_openly(state, seat, theirs)
        emit(trace, E_GAINS_CARD, seat, theirs, DISCARD + other, 0)
    if zone == ZONE_DECK and is_clan_card(mine):
        put_in_deck(state, other, mine)
        emit(trace, E_HANDS_OVER, seat, other, mine, 0)
    else:
        discard_card(state, other, mine, trace)
    return DONE_WITH


@rule
def take_action_card(state: State, steal: bool, seat: int, other: int, trace: Trace) -> int:
    """ACTSTEAL: an open action card of one's choice, or any hidden one. ACTRET: one of the opponent's choice goes
    back."""
    held = int(state.secret_count[other])
    for card in range(SHOP):
        held += int(state.held[other, card])
    if held == 0:
        return DONE_WITH
    if top(state, AT) == FIRST:
        choose(state, seat if steal else other, BY_THEFT if steal else BY_ACTION, other)
        return ASKS
    if steal and is_paralyzed(state, seat, trace):
        return DONE_WITH
    chosen = int(state.result)
    card, origin = (chosen - ACT_AT) // 2, (chosen - ACT_AT) % 2
    if chosen == BUY_HIDDEN:
        card, origin = any_hidden(state, other), FROM_HIDDEN
    if origin == FROM_HIDDEN and steal:
        steal_hidden(state, seat, other, card, trace)
        return DONE_WITH
    emit(trace, E_STEALS_ACTION if steal else E_RETURNS_ACTION, seat if steal else other, card,
         other if steal else origin, 0)  # fmt: skip
    if origin == FROM_HIDDEN:
        return_hidden(state, other, card)
        return DONE_WITH
    state.held[other, card] = int(state.held[other, card]) - 1
    state.frozen[other, card] = min(int(state.frozen[other, card]), int(state.held[other, card]))
    if steal:
        state.held[seat, card] = int(state.held[seat, card]) + 1
    else:
        state.stock[card] = int(state.stock[card]) + 1
    return DONE_WITH


@rule
def any_hidden(state: State, seat: int) -> int:
    index = draw(state.chance, int(state.secret_count[seat]))
    for card in range(ACTION_TYPES):
        if index < int(state.secret[seat, card]):
            return card
        index -= int(state.secret[seat, card])
    return 0


@rule
def return_hidden(state: State, seat: int, card: int) -> None:
    """A hidden card goes openly to the discard pile; the last copy takes its frost along."""
    show_hidden(state, seat, card)
    state.hidden_discard[card] = int(state.hidden_discard[card]) + 1
    state.secret[seat, card] = int(state.secret[seat, card]) - 1
    state.secret_count[seat] = int(state.secret_count[seat]) - 1
    if int(state.secret_frozen[seat, card]) > int(state.secret[seat, card]):
        state.secret_frozen[seat, card] = int(state.secret_frozen[seat, card]) - 1
        state.secret_cold[seat] = int(state.secret_cold[seat]) - 1


# --- Units, tracks


@rule
def op_units(box: Box, state: State, op: int, a: int, b: int, who: int) -> int:
    owner = top(state, EFFECT_OWNER)
    if op == OP_REC:
        nest(state, RECRUIT, owner, a, -1, 0)
    elif op == OP_RECU:
        nest(state, RECRUIT, owner, b * worth(a), a, 0)
    elif op == OP_UDISC or op == OP_UTRASH or op == OP_UPRONE:
        mode = LOSE_DISCARD if op == OP_UDISC else (LOSE_TRASH if op == OP_UTRASH else LOSE_PRONE)
        nest(state, LOSING, who, b, mode, 0)
        set_top(state, LOSING_WHERE, where_lost(state, who))
    elif op == OP_URAISE:
        nest(state, LOSING, owner, a, LOSE_RAISE, 0)
    elif can_step_aside(box, state, owner, a):
        nest(state, ASIDE, owner, a, -1, -1)
    return DONE_WITH


@rule
def op_tracks(box: Box, state: State, op: int, a: int, b: int, c: int, who: int, trace: Trace) -> int:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    if op == OP_UP:
        if a == TRACK_ANY:
            nest(state, UP, owner, b, 0, 0)
        else:
            for _ in range(b):
                climb(box, state, owner, a, trace)
        return DONE_WITH
    if op == OP_DOWN:
        if b != TRACK_ANY:
            for _ in range(c):
                go_down(state, who, b, trace)
        elif can_sink(state, who):
            nest(state, DOWN, who, c, 0, 0)
        return DONE_WITH
    if a == TRACK_ANY and top(state, AT) == FIRST:
        choose(state, owner, BY_TRACK, (1 << TRACKS) - 1)
        return ASKS
    track = int(state.result) if a == TRACK_ANY else a
    mine, theirs = spot_of(state, track, owner), spot_of(state, track, other)
    state.track[track, mine] = other
    state.track[track, theirs] = owner
    emit(trace, E_SWAPS_SPOTS, owner, other, track, 0)
    return DONE_WITH


# --- Beasts, fields


@rule
def has_beast(state: State, seat: int, chained: bool) -> bool:
    """Any beast, or one in chains."""
    for beast in range(BEASTS):
        if owns_beast(state, seat, beast) and (not chained or int(state.chained[beast]) > 0):
            return True
    return False


@rule
def op_beasts(box: Box, state: State, op: int, a: int, trace: Trace) -> int:
    owner, other = top(state, EFFECT_OWNER), top(state, EFFECT_OPPONENT) - 1
    at = top(state, AT)
    if op == OP_BSTR or op == OP_REROLL:
        alter_hunt(box, state, op, a)
    elif op == OP_BMOVE:
        nest(state, BEAST_MOVE, owner, 0, 0, 0)
    elif op == OP_BSPAWN:
        spawn_beast(box, state, trace)
    elif op == OP_BSTEAL:
        if has_beast(state, other, False):
            nest(state, GIVE_BEAST, other, owner, 0, 0)
            ask(state, 1 << other)
    elif op == OP_BSWAP:
        return swap_beasts(state, owner, other, trace)
    elif not has_beast(state, owner, True):
        return DONE_WITH
    elif at == FIRST:
        choose(state, owner, BY_CHAINED, owner)
        return ASKS
    else:
        state.chained[int(state.result)] = 0
        emit(trace, E_UNCHAINS, owner, int(state.result), 0, 0)
    return DONE_WITH


@rule
def swap_beasts(state: State, owner: int, other: int, trace: Trace) -> int:
    at = top(state, AT)
    if at == FIRST:
        if not has_beast(state, owner, False) or not has_beast(state, other, False):
            return DONE_WITH
        choose(state, owner, BY_BEAST, owner)
        return ASKS
    if at == CHOSEN:
        set_top(state, EFFECT_OFFERED, int(state.result) + 1)
        choose(state, other, BY_BEAST, other)
        return ASKS
    mine, theirs = top(state, EFFECT_OFFERED) - 1, int(state.result)
    set_top(state, EFFECT_OFFERED, 0)
    state.beast_at[mine] = WITH_PLAYER + other
    state.beast_at[theirs] = WITH_PLAYER + owner
    emit(trace, E_GIVES_BEAST, owner, mine, other, 0)
    emit(trace, E_GIVES_BEAST, other, theirs, owner, 0)
    nest(state, WINDOW, W_BEAST, other, 0, 0)
    nest(state, WINDOW, W_BEAST, owner, 0, 0)
    return DONE_WITH


@rule
def op_fields(box: Box, state: State, op: int, a: int, who: int, trace: Trace) -> int:
    owner = top(state, EFFECT_OWNER)
    if op == OP_MARK:
        for _ in range(a):
            add_marker(state, owner, trace)
    elif op == OP_MARKPUT:
        nest(state, SURVEY, owner, 0, 0, 0)
    elif op == OP_MARKX:
        if top(state, AT) == FIRST:
            if placed_markers(state, who) == 0:
                return DONE_WITH
            choose(state, owner, BY_MARKER, who)
            return ASKS
        lift_marker(state, int(state.result), trace)
    elif op == OP_EVENT:
        if int(state.frame[0]) != HARVEST:  # SP5: the event of the round has not come yet
            nest(state, HAPPENING, 0, 0, 0, 0)
    else:
        roll = 1 + draw(state.chance, a)
        if int(state.war_field) >= 0 and int(state.defender) >= 0:  # the roll of a hunt is the beast's
            state.roll = roll
        emit(trace, E_DIE_ROLLED, owner, roll, 0, 0)
    return DONE_WITH
