"""Tailed Beasts: what is refused now. Every step asks the predicates that make its list of legal actions; an action of
a kind that the step does not know belongs to another one."""

from __future__ import annotations

from bestiary.engine.frames import step
from bestiary.engine.rule import rule
from bestiary.games.beasts.board import is_target
from bestiary.games.beasts.choices import refuse_beast_move, refuse_choice, refuse_losing, refuse_pile_card
from bestiary.games.beasts.clauses import ALLOWED, NONE_PRONE, NOT_FOUGHT_FOR, OTHER_STEP, number_in
from bestiary.games.beasts.control import refuse_gathering, refuse_mark, refuse_recruit_at, refuse_recruiting
from bestiary.games.beasts.deeds import refuse_taking
from bestiary.games.beasts.fieldwork import has_prone, refuse_aside, refuse_supporting, refuse_survey
from bestiary.games.beasts.hands import refuse_hand_card
from bestiary.games.beasts.phases import refuse_buy, refuse_place
from bestiary.games.beasts.setup import refuse_first_fields, refuse_specialty
from bestiary.games.beasts.shop import refuse_lesser_ally, refuse_targeting, refuse_turn, refuse_unchaining_from
from bestiary.games.beasts.stack import AT, PLACING_UNIT, SHED_THAWS, UNCHAIN_BEAST, top
from bestiary.games.beasts.state import (
    ACTION_TYPES, ACT_AT, ARRIVAL, ASIDE, BASE, BEASTS, BEAST_AT, BEAST_MOVE, BUYING, CARDS, CARD_AT, CHAINING, CHOICE,
    CONTROL, DISCARDING, DONE, DOWN, DRILLING, DROPPING, FIELDS, FIELDS_STEP, FIELD_AT, FREEZING, GATHERING, GIVE_BEAST,
    HUNT, LOSING, MARK, NO, NOTES, RAISING, RECRUIT, RECRUIT_AT, RETREAT, SEATING, SHEDDING, SKULLS, SPECIALTIES,
    SPEND_ALLY, SUPPORT, SURVEY, TAKING, TARGET, TOKEN, TOKENS, TOKEN_AT, TRACKS, TRACK_AT, TRAVELLING, UNCHAIN, UP,
    WAR_STEP, WINDOW, YES, Box, State,
)  # fmt: skip
from bestiary.games.beasts.tokens import refuse_beast, refuse_shedding
from bestiary.games.beasts.tracks import refuse_down, refuse_up
from bestiary.games.beasts.travel import refuse_focus, refuse_step
from bestiary.games.beasts.wars import refuse_battle_card, refuse_loss, refuse_retreating
from bestiary.games.beasts.windows import refuse_copy, refuse_reaction


@rule
def refuse_now(box: Box, state: State, seat: int, action: int) -> int:
    """0, or why a seat that is asked may not do this."""
    now = step(state)
    if now < CONTROL:
        return refuse_in_phase(box, state, seat, now, action)
    if now == WINDOW:
        return refuse_reaction(box, state, seat, action)
    if now == TRAVELLING:
        return refuse_focus(box, state, seat, action) if top(state, AT) == 0 else refuse_step(box, state, seat, action)
    if now == RECRUIT:
        return refuse_recruiting(box, state, seat, action)
    if now == MARK:
        return refuse_mark(state, seat, action)
    if now == WAR_STEP:
        return refuse_battle_card(state, seat, action)
    if now == RETREAT:
        return refuse_retreating(box, state, seat, action)
    if now == SKULLS:
        return refuse_loss(box, state, seat, action)
    if now == TARGET:
        return refuse_targeting(box, state, seat, action)
    if now == TAKING:
        return refuse_taking(state, action)
    if now == CHOICE:
        return refuse_choice(state, seat, action)
    if now == LOSING:
        return refuse_losing(box, state, seat, action)
    if now == BEAST_MOVE:
        return refuse_beast_move(box, state, action)
    if now == ASIDE:
        return refuse_aside(box, state, seat, action)
    if now == SUPPORT:
        return refuse_supporting(box, state, seat, action)
    if now == TOKEN:
        return ALLOWED if action == YES or action == NO else OTHER_STEP
    return refuse_one_thing(box, state, seat, now, action)


@rule
def refuse_in_phase(box: Box, state: State, seat: int, now: int, action: int) -> int:
    if now == BASE or now == FIELDS_STEP:
        return refuse_first_fields(box, state, seat, action)
    if now == SPECIALTIES:
        return refuse_specialty(box, state, seat, action)
    if now == SEATING:
        return refuse_place(state, action)
    if now == BUYING:
        return refuse_buy(box, state, seat, action)
    return refuse_turn(box, state, seat, action)


@rule
def refuse_one_thing(box: Box, state: State, seat: int, now: int, action: int) -> int:
    """Steps that ask for one kind of thing, and perhaps let one stop."""
    if action == DONE and (now == HUNT or now == DRILLING or now == SURVEY):
        return ALLOWED
    card, field = number_in(action, CARD_AT, CARDS), number_in(action, FIELD_AT, FIELDS)
    if card >= 0:
        return refuse_card(state, seat, now, card)
    if field >= 0:
        return refuse_field(box, state, seat, now, field)
    beast, track = number_in(action, BEAST_AT, BEASTS), number_in(action, TRACK_AT, TRACKS)
    if beast >= 0 and (now == GIVE_BEAST or now == CHAINING):
        return refuse_beast(state, seat, beast, now == GIVE_BEAST)
    if track >= 0 and now == UP:
        return refuse_up(state, seat, track)
    if track >= 0 and now == DOWN:
        return refuse_down(state, seat, track)
    token, act = number_in(action, TOKEN_AT, TOKENS), number_in(action, ACT_AT, 2 * ACTION_TYPES)
    if token >= 0 and now == SHEDDING:
        return refuse_shedding(state, seat, token, top(state, SHED_THAWS) == 1)
    if act >= 0 and now == FREEZING:
        return refuse_copy(state, seat, act // 2, act % 2)
    return OTHER_STEP


@rule
def refuse_card(state: State, seat: int, now: int, card: int) -> int:
    if now == HUNT or now == DRILLING or now == DROPPING or now == DISCARDING:
        return refuse_hand_card(state, seat, card, now == DISCARDING)
    if now == SPEND_ALLY:
        return refuse_lesser_ally(state, seat, card)
    return refuse_pile_card(state, seat, card) if now == NOTES else OTHER_STEP


@rule
def refuse_field(box: Box, state: State, seat: int, now: int, field: int) -> int:
    if now == RECRUIT_AT:
        return refuse_recruit_at(box, state, seat, top(state, PLACING_UNIT), field)
    if now == UNCHAIN:
        return refuse_unchaining_from(box, state, seat, top(state, UNCHAIN_BEAST), field)
    if now == GATHERING:
        return refuse_gathering(box, state, seat, field)
    if now == SURVEY:
        return refuse_survey(box, state, seat, field)
    if now == RAISING:
        return ALLOWED if has_prone(state, seat, field) else NONE_PRONE
    if now == ARRIVAL:
        return ALLOWED if is_target(state, field) else NOT_FOUGHT_FOR
    return OTHER_STEP
