"""Tailed Beasts §8, PvP (W1–W8), R27–R45: wars between players."""

from __future__ import annotations

from bestiary.engine.frames import answer, ask
from bestiary.engine.rule import Ints, Trace, rule
from bestiary.engine.trace import emit, emit_long
from bestiary.games.beasts.board import (
    came_from, clear_way, is_akatsuki, is_origin, points_in, put_unit, ready_in, refuse_place_for, send_home, take_unit,
    under_way, unit_at, worth,
)  # fmt: skip
from bestiary.games.beasts.cards.entries import SHELTER_BEASTS, SHELTER_CARDS, SHELTER_SKULLS
from bestiary.games.beasts.cards.language import (
    M_AFTER, M_BEFORE, M_BETWEEN, M_END, M_LAST, M_OUTCOME, M_REVEAL, M_SCORE, PART_BP, PART_RES, RES_ALLY, RES_COIN,
    RES_TOKEN, RES_UNIT,
)  # fmt: skip
from bestiary.games.beasts.clauses import (
    ALLOWED, AWAKENING_GONE, CAME_FROM_THERE, CANNOT_AWAKEN, NOT_A_COVENANT_CARD, NOT_BEHIND, NOT_IN_HAND,
    NOT_IN_THE_WAR, NOT_NEXT, NO_SUCH_UNIT, OTHER_STEP, number_in,
)  # fmt: skip
from bestiary.games.beasts.combat import give_points, set_values
from bestiary.games.beasts.control import drop_marker
from bestiary.games.beasts.effects import EVERY_BATTLE, begin_moment
from bestiary.games.beasts.events import event_skulls, is_cut_off, shelters
from bestiary.games.beasts.fighters import fighters, move_fighter, note_fighters, stands_at, traveller
from bestiary.games.beasts.hands import (
    can_draw, hand_size, is_path, put_card, refuse_hand_card, slot_in_hand, spend_card, take_card, take_openly,
    trash_card,
)  # fmt: skip
from bestiary.games.beasts.hunts import is_steadfast
from bestiary.games.beasts.operations import has_beast
from bestiary.games.beasts.specialties import after_win, spend_boosts, war_skulls, war_strength
from bestiary.games.beasts.stack import (
    AT, GIVE_TO, LOSS_COUNT, LOSS_FIELD, LOSS_SEAT, RETREAT_FIELD, RETREAT_MODE, RETREAT_SEAT, WAR_ATTACKER,
    WAR_DEFENDER, WAR_FIELD, WAR_LAST_STAND, WAR_SCORED, leave, nest, set_top, top,
)  # fmt: skip
from bestiary.games.beasts.standing import (
    close_war, count_heals, count_sands, count_skulls, fighting_card, is_barred, is_cancelled, open_war, seat_of,
    wake_later,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ALLY, AWAKENING_AT, AWAKEN_AT, BEAST_AT, CARDS, CARD_AT, CONTROL, DECK_CARDS, EVICTED, E_BATTLE_BEGINS,
    E_FIGHTS_WITH, E_GIVES_BEAST, E_HEALS, E_LOSES_TRAVELLER, E_LOSES_UNIT, E_RETREATS, E_SCORES_CARD, E_SKULLS_COUNTED,
    E_STYLE_COMPARED, E_TURNS_ASIDE, E_UNITS_COMPARED, E_WAR, E_WAR_ENDS, FALLEN, FIELDS, FIELD_AT, GIVE_BEAST, HAND,
    IN_PLAY, MAX_BATTLES, NEAR, OPEN, RARE, RECRUIT, RETREAT, ROUTED, SEA, SKULLS, SLOTS, STRANDED, STYLES,
    SUBSTITUTION, SUPPLY, TOKEN, TRANSIT, UNIT_AT, UNIT_TYPES, WINDOW, WINNING_POINTS, WITH_PLAYER, W_BEAST, W_BSTART,
    W_HEAL, W_RESULT, W_RETREAT, W_REVEAL, W_SCORE, W_UNIT, W_WARSTART, Box, State,
)  # fmt: skip
from bestiary.games.beasts.supply import change_coins
from bestiary.games.beasts.tracing import FROM_CARD, PILE_AWAKENINGS
from bestiary.games.beasts.tracks import is_ahead, strength_bonus
from bestiary.games.beasts.travel import settle_in, turn_back

CLAN_OF_AKATSUKI = 120  # their first clan card

# Where a war stands (§8); W_ are windows.
(
    AT_OPENS, AT_MEETS, AT_COMPARES, AT_POINT, AT_BATTLE, AT_SELECT, AT_SHOW, AT_ACT, AT_FIGHT, AT_AFTERMATH, AT_NEXT,
    AT_OVER, AT_BEFORE, AT_SCORING, AT_STANDING, AT_CARDS, AT_OUTCOME, AT_AFTER, AT_LOSS, AT_OWN_LOSS, AT_MEDICS,
    AT_HEALING, AT_TRIBUTE, AT_CONSOLES, AT_RETREATS, AT_SETTLES, AT_ENDS, AT_REWARD, AT_CLOSES, AT_QUITS, AT_OCCUPIES,
) = range(31)  # fmt: skip


@rule
def run_war(box: Box, state: State, trace: Trace) -> None:
    at, field = top(state, AT), top(state, WAR_FIELD)
    attacker, defender = top(state, WAR_ATTACKER), top(state, WAR_DEFENDER)
    set_top(state, AT, at + 1)
    if at == AT_OPENS:
        open_war(state, field, attacker, defender)
        emit(trace, E_WAR, attacker, defender, field, 0)
        nest(state, RETREAT, defender, field, FALLEN, attacker)
    elif at == AT_MEETS:
        if points_in(state, defender, field) == 0:  # R27: nobody to fight; R67: no war
            set_top(state, AT, AT_QUITS)
            take_field(state, attacker, field, trace)
            return
        wake_later(state, attacker)
        wake_later(state, defender)
        nest(state, WINDOW, W_WARSTART, attacker, 0, 0)
    elif at < AT_OUTCOME and int(state.fled) > 0:
        flee(box, state, at, field, trace)
    elif AT_BATTLE <= at < AT_OVER and int(state.verdict) > 0:  # R42: no more battles
        set_top(state, AT, AT_OVER)
    elif at < AT_OVER:
        fight(box, state, at, attacker, defender, field, trace)
    elif at < AT_OUTCOME:
        score(box, state, at, trace)
    else:
        finish_war(box, state, at, trace)


@rule
def fight(box: Box, state: State, at: int, attacker: int, defender: int, field: int, trace: Trace) -> None:
    """W2–W4: units, then battle after battle."""
    battle = int(state.battle)
    if at == AT_COMPARES:
        nest(state, WINDOW, W_UNIT, attacker, 0, 0)
    elif at == AT_POINT:
        note_fighters(box, state)
        compare_units(box, state, attacker, defender, trace)
    elif at == AT_BATTLE:
        emit(trace, E_BATTLE_BEGINS, attacker, defender, battle, 0)
        nest(state, WINDOW, W_BSTART, attacker, 0, 0)
    elif at == AT_SELECT:
        ask_for_cards(state, attacker, defender)
    elif at == AT_SHOW:
        reveal_cards(state, trace)
        set_values(box, state)
        nest(state, WINDOW, W_REVEAL, attacker, 0, 0)
    elif at == AT_ACT:
        begin_moment(state, M_REVEAL, battle, -1, False)
    elif at == AT_FIGHT:
        compare_cards(state, trace)
        begin_moment(state, M_OUTCOME, battle, -1, False)
    elif at == AT_AFTERMATH:
        if is_decided(state):
            set_top(state, AT, AT_OVER)
        else:
            begin_moment(state, M_BETWEEN, battle, -1, False)
    else:
        state.battle = battle + 1
        state.shown = 0
        set_top(state, AT, AT_BATTLE)


@rule
def score(box: Box, state: State, at: int, trace: Trace) -> None:
    """W5, W6: the result stands; what fires before scoring, then what scores."""
    if at == AT_OVER:
        if int(state.verdict) == 0:
            state.verdict = 1 + winning_side(state)
        state.shown = 0
        emit(trace, E_WAR_ENDS, seat_of(state, int(state.verdict) - 1), 0, 0, 0)
        begin_moment(state, M_LAST, EVERY_BATTLE, -1, False)
    elif at == AT_BEFORE:
        begin_moment(state, M_BEFORE, EVERY_BATTLE, -1, False)
    elif at == AT_SCORING:
        nest(state, WINDOW, W_SCORE, int(state.attacker), 0, 0)
    elif at == AT_STANDING:
        begin_moment(state, M_SCORE, EVERY_BATTLE, -1, True)
    else:
        set_top(state, AT, AT_CARDS)
        score_next(box, state, trace)


@rule
def unit_strength(box: Box, state: State, side: int) -> int:
    """W3: what the units of a side count in the present war, with track, buffs and support."""
    seat, field = seat_of(state, side), int(state.war_field)
    units = under_way(state, field) if side == 0 else ready_in(state, seat, field)
    return units + strength_bonus(box, state, seat) + int(state.might[side]) + war_strength(box, state, seat, side == 0)


@rule
def compare_units(box: Box, state: State, attacker: int, defender: int, trace: Trace) -> None:
    """W3: ready strength, track, buffs and support; a tie by the tiebreaker; Last Stand takes it regardless."""
    mine, theirs = unit_strength(box, state, 0), unit_strength(box, state, 1)
    wins = mine > theirs or (mine == theirs and is_ahead(state, attacker, defender))
    side = 0 if wins and top(state, WAR_LAST_STAND) == 0 else 1
    emit_long(trace, E_UNITS_COMPARED, attacker, defender, mine, theirs, seat_of(state, side), 0, 0)
    give_points(state, side, 1, trace)


# --- Battles (W4)


@rule
def ask_for_cards(state: State, attacker: int, defender: int) -> None:
    """D15, both at once and hidden. R38: with nothing to play the battle is forfeited."""
    mask = (1 << attacker if hand_size(state, attacker) > 0 else 0) | (
        1 << defender if hand_size(state, defender) > 0 else 0)  # fmt: skip
    if mask != 0:
        ask(state, mask)


@rule
def refuse_awakening(state: State, seat: int, card: int) -> int:
    """R51: on an own clan card, while the Akatsuki have fewer battle points."""
    if not is_akatsuki(state, seat):
        return CANNOT_AWAKEN
    if slot_in_hand(state, seat, card) < 0:
        return NOT_IN_HAND
    side = 0 if seat == int(state.attacker) else 1
    if int(state.points[side]) >= int(state.points[1 - side]):
        return NOT_BEHIND
    number = card - CLAN_OF_AKATSUKI
    if number < 0 or number >= DECK_CARDS:
        return NOT_A_COVENANT_CARD
    return ALLOWED if int(state.zone[AWAKENING_AT + number]) == SUPPLY else AWAKENING_GONE


@rule
def refuse_battle_card(state: State, seat: int, action: int) -> int:
    card, awoken = number_in(action, CARD_AT, CARDS), number_in(action, AWAKEN_AT, CARDS)
    if card >= 0:
        return refuse_hand_card(state, seat, card, False)
    return refuse_awakening(state, seat, awoken) if awoken >= 0 else OTHER_STEP


@rule
def list_battle_cards(state: State, seat: int, moves: Ints) -> int:
    count = 0
    for slot in range(hand_size(state, seat)):
        moves[count] = CARD_AT + int(state.hand[seat, slot]) - 1
        count += 1
    for slot in range(hand_size(state, seat)):
        card = int(state.hand[seat, slot]) - 1
        if refuse_awakening(state, seat, card) == ALLOWED:
            moves[count] = AWAKEN_AT + card
            count += 1
    return count


@rule
def answer_battle(state: State, seat: int, action: int) -> None:
    state.intent[seat] = action + 1
    answer(state, seat)


@rule
def reveal_cards(state: State, trace: Trace) -> None:
    for side in range(2):
        seat = seat_of(state, side)
        action = int(state.intent[seat]) - 1
        state.intent[seat] = 0
        if action < 0:
            continue
        card = take_card(state, seat, action - (AWAKEN_AT if action >= AWAKEN_AT else CARD_AT))
        put_card(state, card, IN_PLAY + seat)
        state.played[side, int(state.battle)] = card + 1
        emit(trace, E_FIGHTS_WITH, seat, card, int(state.battle), HAND + seat)
        if action >= AWAKEN_AT:
            awakening = AWAKENING_AT + card - CLAN_OF_AKATSUKI
            put_card(state, awakening, IN_PLAY + seat)
            state.awakened[side, int(state.battle)] = awakening + 1
            emit(trace, E_FIGHTS_WITH, seat, awakening, int(state.battle), PILE_AWAKENINGS)


@rule
def compare_cards(state: State, trace: Trace) -> None:
    """W4e: two styles of three win; a tied style goes to who is ahead on the tiebreaker (R37)."""
    battle = int(state.battle)
    mine, theirs = fighting_card(state, 0, battle), fighting_card(state, 1, battle)
    if mine < 0 and theirs < 0:
        return
    won = 0
    for style in range(STYLES):
        gap = int(state.values[0, style]) - int(state.values[1, style])
        mine_wins = gap > 0 or (gap == 0 and is_ahead(state, int(state.attacker), int(state.defender)))
        won += 1 if mine_wins else 0
        if mine >= 0 and theirs >= 0:
            emit_long(
                trace, E_STYLE_COMPARED, int(state.attacker), int(state.defender), battle, style,
                int(state.values[0, style]), int(state.values[1, style]), seat_of(state, 0 if mine_wins else 1),
            )  # fmt: skip
    side = 0 if won >= 2 else 1
    if mine < 0 or theirs < 0:  # R38
        side = 0 if theirs < 0 else 1
    state.won[battle] = side + 1
    if not is_cancelled(state, side, battle, PART_BP):
        give_points(state, side, 1, trace)


@rule
def is_decided(state: State) -> bool:
    """R39: somebody has three points and more than the other; or twelve battles; or nobody has a card left."""
    mine, theirs = int(state.points[0]), int(state.points[1])
    if max(mine, theirs) >= WINNING_POINTS and mine != theirs:
        return True
    if int(state.battle) + 1 == MAX_BATTLES:
        return True
    for side in range(2):
        seat = seat_of(state, side)
        if hand_size(state, seat) > 0 or can_draw(state, seat):
            return False
    return True


@rule
def winning_side(state: State) -> int:
    mine, theirs = int(state.points[0]), int(state.points[1])
    if mine == theirs:
        return 0 if is_ahead(state, int(state.attacker), int(state.defender)) else 1
    return 0 if mine > theirs else 1


@rule
def flee(box: Box, state: State, at: int, field: int, trace: Trace) -> None:
    """R31: the one who flees retreats without falling prone; no result; the attacker occupies what was left. R66: after
    the battles it ends the scoring, and nothing but AW follows."""
    attacker, defender = top(state, WAR_ATTACKER), top(state, WAR_DEFENDER)
    late = at >= AT_OVER
    for side in range(2):
        for battle in range(int(state.battle) + 1):
            put_away(box, state, side, battle, False, trace)
    side = int(state.fled) - 1
    state.fled = 0
    if late:
        state.verdict = 0
        state.cleared = 1
    if side == 0:
        set_top(state, AT, AT_ENDS if late else AT_CLOSES)
        turn_back(state, attacker, field, False, trace)
        return
    state.steadfast = int(state.steadfast) | 1 << defender
    set_top(state, AT, AT_OCCUPIES)
    nest(state, RETREAT, defender, field, ROUTED, attacker)


# --- Scoring (W6)


@rule
def score_next(box: Box, state: State, trace: Trace) -> None:
    """Battle after battle the war's winner scores first (R40): a card's effects, then what is printed as its
    resource. One number counts both."""
    number = top(state, WAR_SCORED)
    battle, second = number // 4, number // 2 % 2
    if battle > int(state.battle):
        set_top(state, AT, AT_OUTCOME)
        return
    set_top(state, WAR_SCORED, number + 1)
    side = int(state.verdict) - 1 if second == 0 else 2 - int(state.verdict)
    card = fighting_card(state, side, battle)
    if card < 0:
        return
    if number % 2 == 0:
        begin_moment(state, M_SCORE, battle, side, False)
    elif not is_cancelled(state, side, battle, PART_RES):
        give_resource(box, state, seat_of(state, side), seat_of(state, 1 - side), card, trace)


@rule
def give_resource(box: Box, state: State, seat: int, other: int, card: int, trace: Trace) -> None:
    """R9: tokens go to the opponent, Substitution to the scorer."""
    kind, amount = int(box.resource[card]), int(box.amount[card])
    emit(trace, E_SCORES_CARD, seat, card, 0, 0)
    if amount == 0:
        return
    if kind == RES_COIN:
        change_coins(state, seat, amount, FROM_CARD + card, trace)
    elif RES_TOKEN <= kind < RES_UNIT:
        token = kind - RES_TOKEN
        nest(state, TOKEN, seat if token == SUBSTITUTION else other, token, amount - 1, 0)
    elif RES_UNIT <= kind < RES_ALLY:
        nest(state, RECRUIT, seat, amount * worth(kind - RES_UNIT), kind - RES_UNIT, 0)
    elif kind >= RES_ALLY:
        for _ in range(amount):
            nest(state, ALLY, seat, kind - RES_ALLY, 0, 0)


# --- After scoring (W7, W8)


@rule
def finish_war(box: Box, state: State, at: int, trace: Trace) -> None:
    attacker, defender = top(state, WAR_ATTACKER), top(state, WAR_DEFENDER)
    field, side = top(state, WAR_FIELD), int(state.verdict) - 1
    if at == AT_OUTCOME:
        nest(state, WINDOW, W_RESULT, attacker, 0, 0)
    elif at == AT_AFTER:
        begin_moment(state, M_AFTER, EVERY_BATTLE, -1, False)
    elif at == AT_LOSS or at == AT_OWN_LOSS:
        losing = AT_OWN_LOSS - at  # the defender's losses first, then the attacker's
        skulls, sands = skulls_of(box, state, 1 - losing), count_sands(box, state, losing)
        loss = skulls - sands
        if skulls > 0:
            emit(trace, E_SKULLS_COUNTED, seat_of(state, losing), skulls, sands, 0)
        if loss > 0:
            nest(state, SKULLS, seat_of(state, losing), loss, field, 0)
    elif at == AT_MEDICS:
        nest(state, WINDOW, W_HEAL, attacker, 0, 0)
    elif at == AT_HEALING:
        heal_or_discard(box, state, trace)
    elif at == AT_TRIBUTE:
        if side == 0 and has_beast(state, defender, False) and not shelters(box, state, SHELTER_BEASTS):
            nest(state, GIVE_BEAST, defender, attacker, 0, 0)
            ask(state, 1 << defender)
    elif at == AT_CONSOLES:
        nest(state, ALLY, seat_of(state, 1 - side), RARE, 0, 0)
    elif at == AT_RETREATS:
        if side == 0:
            nest(state, RETREAT, defender, field, ROUTED, attacker)
        else:
            nest(state, WINDOW, W_RETREAT, attacker, 0, 0)
    elif at == AT_SETTLES:
        if side == 0:
            take_field(state, attacker, field, trace)
        else:
            turn_back(state, attacker, field, not is_steadfast(box, state, attacker), trace)
    elif at == AT_ENDS:
        state.cleared = 1
        begin_moment(state, M_END, EVERY_BATTLE, -1, False)
    elif at == AT_REWARD:
        if side >= 0:
            after_win(box, state, seat_of(state, side), seat_of(state, 1 - side), side == 0, trace)
    elif at == AT_OCCUPIES:
        set_top(state, AT, AT_ENDS if int(state.cleared) == 1 else AT_CLOSES)
        take_field(state, attacker, field, trace)
    else:
        if at == AT_CLOSES:
            spend_boosts(state, attacker, False)
            spend_boosts(state, defender, False)
        close_war(state)
        leave(state, 0)


@rule
def skulls_of(box: Box, state: State, side: int) -> int:
    """Those on cards and of effects, of a specialty, of the event; none where it shelters from them."""
    if shelters(box, state, SHELTER_SKULLS):
        return 0
    seat = seat_of(state, side)
    total = count_skulls(box, state, side) + war_skulls(box, state, seat, side == 0)
    return total + event_skulls(box, state, int(state.verdict) == side + 1)


@rule
def take_field(state: State, attacker: int, field: int, trace: Trace) -> None:
    """The attacker's units stand there now; R33: with none left the field is nobody's."""
    left = under_way(state, field) > 0
    drop_marker(state, field, attacker, trace)
    settle_in(state, attacker, field, trace)
    if left:
        nest(state, CONTROL, attacker, field, 0, 0)


@rule
def heal_or_discard(box: Box, state: State, trace: Trace) -> None:
    """With a Heal, or the event, every card of that side that has neither Heal nor Block returns; awakenings leave the
    game."""
    for side in range(2):
        healed = count_heals(box, state, side) > 0 or shelters(box, state, SHELTER_CARDS)
        for battle in range(int(state.battle) + 1):
            put_away(box, state, side, battle, healed, trace)


@rule
def put_away(box: Box, state: State, side: int, battle: int, healed: bool, trace: Trace) -> None:
    """A card that was played: back to hand, discarded, or out of the game. What was played stays on record."""
    seat = seat_of(state, side)
    card, awakening = int(state.played[side, battle]) - 1, int(state.awakened[side, battle]) - 1
    if card < 0 or int(state.zone[card]) != IN_PLAY + seat:
        return
    if awakening >= 0:
        trash_card(state, seat, awakening, trace)
    elif healed and int(box.heal[card]) == 0 and not is_barred(box, state, side, battle, card) and not is_path(card):
        take_openly(state, seat, card)
        emit(trace, E_HEALS, seat, card, 0, 0)
        return
    spend_card(box, state, seat, card, trace)


# --- D21: losses


@rule
def run_skulls(box: Box, state: State) -> None:
    seat = top(state, LOSS_SEAT)
    if top(state, LOSS_COUNT) > 0:
        for number in range(2 * UNIT_TYPES):
            if refuse_loss(box, state, seat, UNIT_AT + number) == ALLOWED:
                ask(state, 1 << seat)
                return
    leave(state, 0)


@rule
def refuse_loss(box: Box, state: State, seat: int, action: int) -> int:
    """D21: a unit of one's own on the battlefield or under way; R65: of those that were in the battles."""
    number, field = number_in(action, UNIT_AT, 2 * UNIT_TYPES), top(state, LOSS_FIELD)
    if number < 0:
        return OTHER_STEP
    if not stands_at(box, state, seat, field, number // 2, number % 2 == 1):
        return NO_SUCH_UNIT
    return ALLOWED if fighters(state, seat, number // 2, field) > 0 else NOT_IN_THE_WAR


@rule
def list_losses(box: Box, state: State, seat: int, moves: Ints) -> int:
    count = 0
    for number in range(2 * UNIT_TYPES):
        if refuse_loss(box, state, seat, UNIT_AT + number) == ALLOWED:
            moves[count] = UNIT_AT + number
            count += 1
    return count


@rule
def answer_loss(state: State, seat: int, action: int, trace: Trace) -> None:
    number, field = action - UNIT_AT, top(state, LOSS_FIELD)
    unit, prone = number // 2, number % 2 == 1
    answer(state, seat)
    set_top(state, LOSS_COUNT, top(state, LOSS_COUNT) - 1)
    send_home(state, seat, unit)
    move_fighter(state, seat, unit, field, -1)
    way = traveller(state, seat, field, unit, prone)
    if way >= 0:
        emit(trace, E_LOSES_TRAVELLER, seat, number, int(state.way_from[way]), field)
        clear_way(state, way)
    else:
        take_unit(state, seat, field, unit, prone)
        emit(trace, E_LOSES_UNIT, seat, number, field, 0)


# --- D24: retreat


@rule
def next_retreating(box: Box, state: State, seat: int, field: int, mode: int) -> int:
    """The next unit that must go: type · 2 + prone; −1 for none."""
    if mode >= STRANDED:
        i = next_stranded(state, field)
        return (int(state.way_unit[i]) - 1) * 2 + int(state.way_prone[i]) if i >= 0 else -1
    for slot in range(SLOTS):
        if int(state.prone[seat, field, slot]) > 0:
            return unit_at(box, field, slot) * 2 + 1
        if mode != FALLEN and int(state.ready[seat, field, slot]) > 0:
            return unit_at(box, field, slot) * 2
    return -1


@rule
def next_stranded(state: State, field: int) -> int:
    """The place in the Travel of the next unit that was under way to a field; −1 for none."""
    for i in range(TRANSIT):
        if int(state.way_unit[i]) > 0 and int(state.way_to[i]) == field:
            return i
    return -1


@rule
def lift_retreating(state: State, seat: int, field: int, mode: int, which: int) -> None:
    if mode >= STRANDED:
        clear_way(state, next_stranded(state, field))
    else:
        take_unit(state, seat, field, which // 2, which % 2 == 1)


@rule
def refuse_retreat(box: Box, state: State, seat: int, start: int, field: int, unit: int, mode: int) -> int:
    """R30: a direct neighbour that is available, and no origin of the unresolved Travel; for defenders also when the
    units from there are gone (R75)."""
    passable = False
    for i in range(NEAR):
        if int(box.near[start, i]) == field:
            passable = int(box.border[start, i]) in (OPEN, SEA) and not is_cut_off(box, state, start, field)
    if not passable:
        return NOT_NEXT
    clause = refuse_place_for(box, state, seat, field, unit)
    if clause != ALLOWED:
        return clause
    defends = mode == ROUTED or mode == FALLEN
    barred = came_from(state, field) if defends else is_origin(state, field)
    return CAME_FROM_THERE if barred else ALLOWED


@rule
def refuse_retreating(box: Box, state: State, seat: int, action: int) -> int:
    field, start = number_in(action, FIELD_AT, FIELDS), top(state, RETREAT_FIELD)
    if field < 0:
        return OTHER_STEP
    which = next_retreating(box, state, seat, start, top(state, RETREAT_MODE))
    return refuse_retreat(box, state, seat, start, field, which // 2, top(state, RETREAT_MODE))


@rule
def run_retreat(box: Box, state: State, trace: Trace) -> None:
    seat, field, mode = top(state, RETREAT_SEAT), top(state, RETREAT_FIELD), top(state, RETREAT_MODE)
    if top(state, AT) == 0:
        set_top(state, AT, 1)
        if mode == ROUTED and next_retreating(box, state, seat, field, mode) >= 0:
            nest(state, WINDOW, W_RETREAT, seat, 0, 0)
        return
    which = next_retreating(box, state, seat, field, mode)
    if which < 0:
        leave(state, 0)
        return
    for near in range(FIELDS):
        if refuse_retreat(box, state, seat, field, near, which // 2, mode) == ALLOWED:
            ask(state, 1 << seat)
            return
    if mode >= STRANDED:
        start = int(state.way_from[next_stranded(state, field)])
        emit(trace, E_LOSES_TRAVELLER, seat, which, start, field)
    else:
        emit(trace, E_LOSES_UNIT, seat, which, field, 0)
    lift_retreating(state, seat, field, mode, which)
    move_fighter(state, seat, which // 2, field, -1)
    send_home(state, seat, which // 2)


@rule
def list_retreats(box: Box, state: State, seat: int, moves: Ints) -> int:
    field, mode = top(state, RETREAT_FIELD), top(state, RETREAT_MODE)
    which = next_retreating(box, state, seat, field, mode)
    count = 0
    for near in range(FIELDS):
        if refuse_retreat(box, state, seat, field, near, which // 2, mode) == ALLOWED:
            moves[count] = FIELD_AT + near
            count += 1
    return count


@rule
def answer_retreat(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    field, mode, target = top(state, RETREAT_FIELD), top(state, RETREAT_MODE), action - FIELD_AT
    which = next_retreating(box, state, seat, field, mode)
    answer(state, seat)
    stands = mode == EVICTED or mode == STRANDED or (mode == ROUTED and is_steadfast(box, state, seat))
    falls = 1 if which % 2 == 0 and not stands else 0
    if mode >= STRANDED:
        start = int(state.way_from[next_stranded(state, field)])
        emit_long(trace, E_TURNS_ASIDE, seat, which, start, field, target, falls, 0)
    else:
        emit_long(trace, E_RETREATS, seat, which, field, target, falls, 0, 0)
    lift_retreating(state, seat, field, mode, which)
    move_fighter(state, seat, which // 2, field, target)
    put_unit(state, seat, target, which // 2, which % 2 == 1 or not stands)


@rule
def answer_give(state: State, seat: int, action: int, trace: Trace) -> None:
    """D22: R45, a chained one may be given, and stays chained."""
    answer(state, seat)
    beast, other = action - BEAST_AT, top(state, GIVE_TO)
    state.beast_at[beast] = WITH_PLAYER + other
    emit(trace, E_GIVES_BEAST, seat, beast, other, 0)
    leave(state, 0)
    nest(state, WINDOW, W_BEAST, other, 0, 0)
