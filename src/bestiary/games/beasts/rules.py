"""Tailed Beasts: the contract. What is legal, what it does, who wins; the chapters are in the files beside this one."""

from __future__ import annotations

import numpy as np

from bestiary.engine.frames import answer, ask, step, waiting
from bestiary.engine.rule import Ints, Shares, Trace, Words, rule
from bestiary.engine.trace import emit
from bestiary.games.beasts.audit import check
from bestiary.games.beasts.board import captured
from bestiary.games.beasts.choices import (
    answer_beast_move, answer_choice, answer_dropping, answer_losing, list_beast_move, list_choice, list_losing,
    list_pile, run_beast_move, run_dropping, run_losing,
)  # fmt: skip
from bestiary.games.beasts.clauses import GAME_IS_OVER, NOT_ASKED
from bestiary.games.beasts.control import (
    answer_down, answer_mark, answer_recruit, answer_recruit_field, answer_up, gather, list_gathering, list_marks,
    list_recruit_fields, list_recruits, list_tracks, run_control, run_down, run_gathering, run_recruit, run_recruit_at,
    run_up,
)  # fmt: skip
from bestiary.games.beasts.deeds import answer_taking, list_taking, run_taking
from bestiary.games.beasts.effects import run_card, run_effect, run_moment
from bestiary.games.beasts.facts import FACT_COUNT as FACT_COUNT
from bestiary.games.beasts.facts import facts as facts
from bestiary.games.beasts.fate import run_fate, run_happening
from bestiary.games.beasts.fieldwork import (
    answer_aside, answer_raising, answer_support, answer_survey, list_aside, list_raising, list_support, list_survey,
    run_aside, run_raising, run_support, run_survey,
)  # fmt: skip
from bestiary.games.beasts.hands import (
    are_in_order, can_draw, clan_cards, discard_card, hand_limit, hand_size, is_over_limit, take_card,
)  # fmt: skip
from bestiary.games.beasts.hunts import answer_hunt, answer_unchain, list_unchain, run_hunt, run_unchain
from bestiary.games.beasts.phases import (
    answer_buy, answer_seat, list_buys, list_seats, run_buying, run_harvest, run_income, run_poison, run_round,
    run_seating,
)  # fmt: skip
from bestiary.games.beasts.ranking import wins
from bestiary.games.beasts.refusals import refuse_now
from bestiary.games.beasts.setup import (
    answer_specialty, answer_start, lay_out, list_specialties, list_start, run_base, run_fields,
)  # fmt: skip
from bestiary.games.beasts.shop import (
    answer_drill, answer_notes, answer_spend_ally, answer_target, answer_turn, list_hand, list_lesser_allies,
    list_targets, list_turn, run_drill, run_notes, run_play, run_spend_ally, run_target, run_turns,
)  # fmt: skip
from bestiary.games.beasts.stack import AT, DISCARDING_SEAT, leave, nest, top
from bestiary.games.beasts.standing import is_used
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, ALLY, ARRIVAL, ASIDE, BASE, BEAST_MOVE, BUYING, CARDS, CARDS_FRESH, CARD_AT, CHAINING, CHOICE,
    CONTROL, DISCARDING, DOWN, DRILLING, DROPPING, EFFECT, E_GAME_OVER, FATE, FIELDS_STEP, FIELD_AT, FREEZING,
    FROM_HIDDEN, GATHERING, GIVE_BEAST, HAPPENING, HARVEST, HUNT, INCOME, LOSING, MARK, MAX_MOVES, MOMENT, NOTES,
    PLAY_ACTION, PLAY_CARD, RAISING, RECRUIT, RECRUIT_AT, RETREAT, ROUND, SEATING, SHEDDING, SKULLS, SPECIALTIES,
    SPEND_ALLY, STACK, SUPPORT, SURVEY, TAKING, TARGET, TOKEN, TRAVELLING, TURNS, UNCHAIN, UP, WAR_STEP, WINDOW, Box,
    Options, State,
)  # fmt: skip
from bestiary.games.beasts.supply import draw_cards
from bestiary.games.beasts.tokens import (
    answer_chain, answer_freeze, answer_shedding, answer_substitute, list_freezable, list_own_beasts, list_shedding,
    list_yes_no, run_ally, run_freezing, run_shedding, run_token,
)  # fmt: skip
from bestiary.games.beasts.travel import (
    answer_battlefield, answer_focus, answer_step, list_battlefields, list_focus, list_steps, run_arrival, run_travel,
)  # fmt: skip
from bestiary.games.beasts.wars import (
    answer_battle, answer_give, answer_loss, answer_retreat, list_battle_cards, list_losses, list_retreats, run_retreat,
    run_skulls, run_war,
)  # fmt: skip
from bestiary.games.beasts.windows import answer_window, list_reactions, run_window


@rule
def setup(box: Box, state: State, options: Options, key: Words, trace: Trace) -> None:
    lay_out(box, state, options, key, trace)
    while waiting(state) == 0:  # the first question is one of the set-up, so nothing but the set-up is linked in here
        run_setup(box, state)


# --- Running on


@rule
def run_on(box: Box, state: State, trace: Trace) -> None:
    """Every step that asks nobody, up to the next decision or the end."""
    while int(state.depth) > 0 and waiting(state) == 0:
        advance(box, state, trace)
    if int(state.depth) == 0 and trace is not None:
        winners = 0
        for seat in range(int(state.seats)):
            winners |= 1 << seat if wins(state, seat) else 0
        emit(trace, E_GAME_OVER, winners, 0, 0, 0)


@rule
def advance(box: Box, state: State, trace: Trace) -> None:
    """One step that asks nobody."""
    if int(state.frame[0]) < ROUND or are_in_order(box, state) or not mend_hands(box, state, trace):
        run_step(box, state, trace)


@rule
def task(state: State) -> int:
    """What is to be done next: the step, and how far it has come."""
    return step(state) * STACK + min(max(top(state, AT), 0), STACK - 1)


@rule
def mend_hands(box: Box, state: State, trace: Trace) -> bool:
    """§8, Hand: who has no Clan Card draws up to the limit, but not while it hunts; excess is discarded at once."""
    for seat in range(int(state.seats)):
        if clan_cards(state, seat) == 0 and not is_hunting(state, seat) and can_draw(state, seat):
            refill(box, state, seat, trace)
        if is_over_limit(box, state, seat) and step(state) != DISCARDING:
            nest(state, DISCARDING, seat, 0, 0, 0)
            return True
    return False


@rule
def is_hunting(state: State, seat: int) -> bool:
    return int(state.war_field) >= 0 and int(state.defender) < 0 and int(state.attacker) == seat


@rule
def refill(box: Box, state: State, seat: int, trace: Trace) -> None:
    """Up to the limit; R48: it goes on until one Clan Card has arrived."""
    draw_cards(state, seat, max(1, hand_limit(box, state, seat) - hand_size(state, seat)), trace)
    while clan_cards(state, seat) == 0:
        draw_cards(state, seat, 1, trace)


@rule
def run_discarding(box: Box, state: State) -> None:
    seat = top(state, DISCARDING_SEAT)
    if is_over_limit(box, state, seat):
        ask(state, 1 << seat)
    else:
        leave(state, int(state.result))


@rule
def run_step(box: Box, state: State, trace: Trace) -> None:
    now = step(state)
    if now < CONTROL:
        run_phase(box, state, now, trace)
    elif now == WINDOW:
        run_window(box, state, trace)
    elif now == PLAY_ACTION:
        run_play(box, state, trace)
    elif now == CONTROL:
        run_control(box, state, trace)
    elif now == RECRUIT:
        run_recruit(box, state)
    elif now == RECRUIT_AT:
        run_recruit_at(state, trace)
    elif now == UP:
        run_up(state)
    elif now == DOWN:
        run_down(state)
    elif now == TRAVELLING:
        run_travel(box, state, trace)
    elif now == ARRIVAL:
        run_arrival(box, state, trace)
    elif now == WAR_STEP:
        run_war(box, state, trace)
    elif now == HUNT:
        run_hunt(box, state, trace)
    elif now == UNCHAIN:
        run_unchain(state)
    elif now == RETREAT:
        run_retreat(box, state, trace)
    elif now == SKULLS:
        run_skulls(box, state)
    elif now == TOKEN:
        run_token(box, state, trace)
    elif now == FREEZING:
        run_freezing(state)
    elif now == ALLY:
        run_ally(box, state, trace)
    elif now == DISCARDING:
        run_discarding(box, state)
    elif now == DRILLING:
        run_drill(state, trace)
    elif now == SHEDDING:
        run_shedding(state, trace)
    elif now == TARGET:
        run_target(box, state)
    elif now == HAPPENING:
        run_happening(box, state, trace)
    elif now == GATHERING:
        run_gathering(box, state)
    elif now == TAKING:
        run_taking(state)
    elif now == NOTES:
        run_notes(state, trace)
    elif now == SURVEY:
        run_survey(box, state)
    elif now == ASIDE:
        run_aside(box, state, trace)
    elif now == SPEND_ALLY:
        run_spend_ally(state)
    elif now == RAISING:
        run_raising(state)
    elif now == SUPPORT:
        run_support(box, state)
    elif now == EFFECT:
        run_effect(box, state, trace)
    elif now == MOMENT:
        run_moment(box, state, trace)
    elif now == PLAY_CARD:
        run_card(box, state, trace)
    elif now == LOSING:
        run_losing(box, state)
    elif now == DROPPING:
        run_dropping(state)
    elif now == BEAST_MOVE:
        run_beast_move(box, state)
    else:
        leave(state, 0)


@rule
def run_setup(box: Box, state: State) -> None:
    if step(state) == BASE:
        run_base(box, state)
    else:
        run_fields(box, state)


@rule
def run_phase(box: Box, state: State, now: int, trace: Trace) -> None:
    if now < SPECIALTIES:
        run_setup(box, state)
    elif now == ROUND:
        run_round(box, state, trace)
    elif now == SEATING:
        run_seating(state)
    elif now == HARVEST:
        run_harvest(box, state, trace)
    elif now == FATE:
        run_fate(state)
    elif now == INCOME:
        run_income(box, state, trace)
    elif now == BUYING:
        run_buying(state, trace)
    elif now == TURNS:
        run_turns(box, state, trace)
    else:
        run_poison(box, state, trace)


# --- What is legal


@rule
def legal(box: Box, state: State, seat: int, moves: Ints) -> int:
    """The legal actions in rising order; returns how many."""
    if seat < 0 or (waiting(state) >> seat) & 1 == 0:
        return 0
    now = step(state)
    if now < CONTROL:
        count = list_phase(box, state, seat, now, moves)
    elif now == WINDOW:
        count = list_reactions(box, state, seat, moves)
    elif now == MARK:
        count = list_marks(state, seat, moves)
    elif now == RECRUIT:
        count = list_recruits(box, state, seat, moves)
    elif now == RECRUIT_AT:
        count = list_recruit_fields(box, state, seat, moves)
    elif now in (UP, DOWN):
        count = list_tracks(state, seat, now == DOWN, moves)
    elif now == TRAVELLING:
        count = list_focus(box, state, seat, moves) if top(state, AT) == 0 else list_steps(box, state, seat, moves)
    elif now == ARRIVAL:
        count = list_battlefields(state, moves)
    elif now == WAR_STEP:
        count = list_battle_cards(state, seat, moves)
    elif now == HUNT:
        count = list_hand(state, seat, True, False, moves)
    elif now == UNCHAIN:
        count = list_unchain(box, state, seat, moves)
    elif now == RETREAT:
        count = list_retreats(box, state, seat, moves)
    elif now == SKULLS:
        count = list_losses(box, state, seat, moves)
    elif now == TOKEN:
        count = list_yes_no(moves)
    else:
        count = list_small(box, state, seat, now, moves)
    return count


@rule
def list_small(box: Box, state: State, seat: int, now: int, moves: Ints) -> int:
    if now == GIVE_BEAST or now == CHAINING:
        return list_own_beasts(state, seat, now == GIVE_BEAST, moves)
    if now == FREEZING:
        return list_freezable(state, seat, moves)
    if now == DISCARDING:
        return list_hand(state, seat, False, True, moves)
    if now == DRILLING:
        return list_hand(state, seat, True, False, moves)
    if now == DROPPING:
        return list_hand(state, seat, False, False, moves)
    if now == CHOICE:
        return list_choice(state, seat, moves)
    if now == LOSING:
        return list_losing(box, state, seat, moves)
    if now == BEAST_MOVE:
        return list_beast_move(box, state, moves)
    if now == SHEDDING:
        return list_shedding(state, seat, moves)
    if now == TARGET:
        return list_targets(box, state, seat, moves)
    if now == GATHERING:
        return list_gathering(box, state, seat, moves)
    if now == TAKING:
        return list_taking(state, moves)
    if now == NOTES:
        return list_pile(state, seat, moves)
    if now == SPEND_ALLY:
        return list_lesser_allies(state, seat, moves)
    if now == SURVEY:
        return list_survey(box, state, seat, moves)
    if now == ASIDE:
        return list_aside(box, state, seat, moves)
    if now == RAISING:
        return list_raising(state, seat, moves)
    return list_support(box, state, seat, moves)


@rule
def list_phase(box: Box, state: State, seat: int, now: int, moves: Ints) -> int:
    if now in (BASE, FIELDS_STEP):
        return list_start(box, state, seat, moves)
    if now == SPECIALTIES:
        return list_specialties(box, state, seat, moves)
    if now == SEATING:
        return list_seats(state, moves)
    if now == BUYING:
        return list_buys(box, state, seat, moves)
    return list_turn(box, state, seat, moves)


@rule
def refusal(box: Box, state: State, seat: int, action: int) -> int:
    """0 for a legal action, else the clause that forbids it."""
    if int(state.depth) == 0:
        return GAME_IS_OVER
    if (waiting(state) >> seat) & 1 == 0:
        return NOT_ASKED
    return refuse_now(box, state, seat, action)


# --- What it does


@rule
def apply(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action and runs on to the next decision."""
    decide(box, state, seat, action, trace)
    run_on(box, state, trace)


@rule
def decide(box: Box, state: State, seat: int, action: int, trace: Trace) -> None:
    """Plays a legal action, and nothing that follows from it."""
    now = step(state)
    if now < CONTROL:
        answer_phase(box, state, seat, now, action, trace)
    elif now == WINDOW:
        answer_window(state, seat, action)
    elif now == MARK:
        answer_mark(state, seat, action, trace)
    elif now == RECRUIT:
        answer_recruit(state, seat, action)
    elif now == RECRUIT_AT:
        answer_recruit_field(state, seat, action)
    elif now == UP:
        answer_up(box, state, seat, action, trace)
    elif now == DOWN:
        answer_down(state, seat, action, trace)
    elif now == TRAVELLING:
        if top(state, AT) == 0:
            answer_focus(state, seat, action)
        else:
            answer_step(box, state, seat, action, trace)
    elif now == ARRIVAL:
        answer_battlefield(state, seat, action, trace)
    elif now == WAR_STEP:
        answer_battle(state, seat, action)
    elif now == HUNT:
        answer_hunt(box, state, seat, action, trace)
    elif now == UNCHAIN:
        answer_unchain(state, seat, action)
    elif now == RETREAT:
        answer_retreat(box, state, seat, action, trace)
    elif now == SKULLS:
        answer_loss(state, seat, action, trace)
    elif now == TOKEN:
        answer_substitute(state, seat, action, trace)
    else:
        answer_small(box, state, seat, now, action, trace)


@rule
def answer_small(box: Box, state: State, seat: int, now: int, action: int, trace: Trace) -> None:
    if now == GIVE_BEAST:
        answer_give(state, seat, action, trace)
    elif now == CHAINING:
        answer_chain(state, seat, action, trace)
    elif now == FREEZING:
        answer_freeze(state, seat, action, trace)
    elif now == DISCARDING:
        answer(state, seat)
        discard_card(state, seat, take_card(state, seat, action - CARD_AT), trace)
    elif now == DRILLING:
        answer_drill(state, seat, action, trace)
    elif now == DROPPING:
        answer_dropping(state, seat, action, trace)
    elif now == CHOICE:
        answer_choice(state, seat, action)
    elif now == LOSING:
        answer_losing(state, seat, action, trace)
    elif now == BEAST_MOVE:
        answer_beast_move(state, seat, action, trace)
    elif now == SHEDDING:
        answer_shedding(state, seat, action, trace)
    elif now == TARGET:
        answer_target(box, state, seat, action, trace)
    elif now == GATHERING:
        gather(state, seat, action - FIELD_AT)
    elif now == TAKING:
        answer_taking(state, seat, action, trace)
    elif now == NOTES:
        answer_notes(state, seat, action, trace)
    elif now == SPEND_ALLY:
        answer_spend_ally(state, seat, action, trace)
    elif now == SURVEY:
        answer_survey(state, seat, action, trace)
    elif now == ASIDE:
        answer_aside(box, state, seat, action, trace)
    elif now == RAISING:
        answer_raising(box, state, seat, action, trace)
    elif now == SUPPORT:
        answer_support(state, seat, action)


@rule
def answer_phase(box: Box, state: State, seat: int, now: int, action: int, trace: Trace) -> None:
    if now in (BASE, FIELDS_STEP):
        answer_start(box, state, seat, action, trace)
    elif now == SPECIALTIES:
        answer_specialty(box, state, seat, action, trace)
    elif now == SEATING:
        answer_seat(state, seat, action, trace)
    elif now == BUYING:
        answer_buy(box, state, seat, action, trace)
    else:
        answer_turn(box, state, seat, action, trace)


# --- The end


@rule
def payoff(box: Box, state: State, out: Shares) -> None:
    """R55: one winner."""
    for seat in range(int(state.seats)):
        out[seat] = 1.0 if wins(state, seat) else 0.0


@rule
def scores(box: Box, state: State, out: Shares) -> None:
    for seat in range(int(state.seats)):
        out[seat] = captured(state, seat)


@rule
def side(state: State, seat: int) -> int:
    return seat


@rule
def audit(box: Box, state: State) -> int:
    """0, or the number of the law that the position breaks (§13)."""
    found = check(box, state)
    if found == 0 and step(state) in (TURNS, WINDOW):
        for seat in range(int(state.seats)):
            if (waiting(state) >> seat) & 1 == 1 and not offers_fresh(box, state, seat):
                return CARDS_FRESH
    return found


@rule
def offers_fresh(box: Box, state: State, seat: int) -> bool:
    """13: no frozen action card is offered, and no card that was used from hand this round."""
    moves = np.zeros(MAX_MOVES, np.int32)
    for i in range(legal(box, state, seat, moves)):
        action = int(moves[i])
        if ACT_AT <= action < ACT_AT + 2 * ACTION_TYPES:
            card, origin = (action - ACT_AT) // 2, (action - ACT_AT) % 2
            held = int(state.secret[seat, card]) if origin == FROM_HIDDEN else int(state.held[seat, card])
            cold = int(state.secret_frozen[seat, card]) if origin == FROM_HIDDEN else int(state.frozen[seat, card])
            if cold >= held:
                return False
        elif CARD_AT <= action < CARD_AT + CARDS and is_used(state, action - CARD_AT):
            return False
    return True
