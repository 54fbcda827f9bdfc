"""Tailed Beasts: nested steps. A step is a frame of the decision stack with twelve numbers of its own: number 0 says
how far it has come, the others what it was begun with and what it has noted since. A step that needs another one begins
it and goes on when it has ended; what the other came to lies in `state.result`."""

from __future__ import annotations

from bestiary.engine.frames import become, begin, end
from bestiary.engine.rule import rule
from bestiary.games.beasts.state import ARGS, State

AT = 0
"""How far a step has come; its rules say what each value means."""

# What each step notes, in the order of its numbers. Seats count from 0. "+ 1" means that 0 stands for none.

# The main flow
START_PLACE = 1  # FIELDS_STEP: the place in Live order of who chooses
SEATING_PLACE = 1  # SEATING: the place in Live order of who chooses
HARVEST_PLACE, HARVEST_STAGE = 1, 2  # HARVEST: the place in Set order; 1: its markers are counted, 2: they have paid
BUYING_PLACE = 1  # BUYING: the place in Set order
TURN_PLACE, TURN_SPENT = 1, 2  # TURNS: the place in Set order; 1 once its action is done
POISON_PLACE = 1  # POISONING: the place in Set order

# Fields, recruiting, tracks
CONTROL_SEAT, CONTROL_FIELD, CONTROL_HARVEST, CONTROL_COINS = range(1, 5)
"""CONTROL: who gains a field; 1 for what a marker pays in SP5; the coins that are about to be paid."""
MARK_FIELD = CONTROL_FIELD
"""MARK: CONTROL goes over into it and leaves its numbers."""
RECRUIT_SEAT, RECRUIT_POINTS, RECRUIT_ONLY = range(1, 4)
"""RECRUIT: points left; the only type, −1 for any, −2 for boats or chunin."""
PLACING_SEAT, PLACING_UNIT, PLACING_FIELD = range(1, 4)  # RECRUIT_AT
UP_SEAT, UP_STEPS, UP_FREELY = range(1, 4)
DOWN_SEAT, DOWN_STEPS = 1, 2
"""UP, DOWN: how many places; 1 where each may be of another track (R72)."""
GATHER_SEAT, GATHER_COUNT = 1, 2  # GATHERING: how many markers more

# Action cards and windows
ACTION_SEAT, ACTION_CARD, ACTION_ORIGIN, ACTION_ROLE, ACTION_CANCELLED = range(1, 6)
"""PLAY_ACTION: the role is 0 for an action, 1 for a reaction, 2 for a War; 1 when it was cancelled."""
WINDOW_MOMENT, WINDOW_ACTOR, WINDOW_ABOUT = range(1, 4)
WINDOW_ASKED = 5
"""WINDOW: which window; whose card, travel, war … it is; the card, field or token that it is about; the mask of all who
were asked, who stay on show until all have answered."""
TARGET_SEAT, TARGET_CARD, TARGET_CHOSEN, TARGET_COUNT = range(1, 5)
"""TARGET: the card that is used on others; the mask of those chosen; how many they are."""
DRILL_SEAT, DRILL_COUNT = 1, 2  # DRILLING: how many cards were discarded
SPEND_SEAT, SPEND_HIGHER = 1, 2  # SPEND_ALLY: how many tiers higher the next ally is
NOTES_SEAT, NOTES_COUNT, NOTES_DRAW = range(1, 4)
"""NOTES: how many clan cards come back from the discard pile; how many are drawn then."""
ASIDE_SEAT, ASIDE_POINTS, ASIDE_START, ASIDE_FIELD, ASIDE_MOVED, ASIDE_GAINS = range(1, 7)
"""ASIDE: points left, from where, to where; 1 once a unit has moved; 1 when control is gained."""
RAISING_SEAT = SURVEY_SEAT = DISCARDING_SEAT = FREEZING_SEAT = 1
SUPPORT_SEAT, SUPPORT_SIDE = 1, 2
TAKE_SEAT, TAKE_FROM, TAKE_COUNT = range(1, 4)  # TAKING: who takes hidden cards, from whom, how many more

# Travel, wars, hunts
(
    TRAVEL_SEAT, TRAVEL_FERRY, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_OTHER, TRAVEL_MOVED, TRAVEL_MORE, TRAVEL_SET_OUT,
) = range(1, 9)  # fmt: skip
"""TRAVELLING: 1 for a ferry; the field that it is about, 1 for FROM it; the field at hand + 1; units moved; Travels
that follow; 1 once a unit has moved between the focus and the field at hand."""
ARRIVAL_SEAT, ARRIVAL_FIELD, ARRIVAL_MORE = TRAVEL_SEAT, TRAVEL_FOCUS, TRAVEL_MORE
"""ARRIVAL: TRAVELLING goes over into it and leaves its numbers; the field becomes the battlefield."""
WAR_ATTACKER, WAR_FIELD, WAR_DEFENDER, WAR_SCORED, WAR_LAST_STAND = range(1, 6)
"""WAR_STEP: what is scored next; 1 for a Last Stand."""
HUNT_SEAT, HUNT_BEAST, HUNT_FIELD, HUNT_UNCHAINS, HUNT_CARD, HUNT_EFFECT, _, HUNT_OFFERED = range(1, 9)
"""HUNT: 1 for a beast that is won back from its chain; the card played + 1 and its next effect; 1 when a reroll is
offered."""
UNCHAIN_SEAT, UNCHAIN_BEAST, UNCHAIN_FIELD = range(1, 4)
LOSS_SEAT, LOSS_COUNT, LOSS_FIELD = range(1, 4)  # SKULLS
RETREAT_SEAT, RETREAT_FIELD, RETREAT_MODE = range(1, 4)  # from where, and how
GIVE_TO = 2  # GIVE_BEAST

# Tokens and allies
TOKEN_SEAT, TOKEN_KIND, TOKEN_MORE, _, TOKEN_WARDED = range(1, 6)
"""TOKEN: who receives which; how many more follow; 1 when it was warded off."""
SHED_SEAT, SHED_COUNT, SHED_THAWS, SHED_TO = range(1, 5)
"""SHEDDING: how many more; 1 where Freeze may be shed; who receives them + 1."""
ALLY_SEAT, ALLY_TIER = 1, 2

# Cards and their effects
USE_SEAT, USE_CARD, USE_WINDOW, USE_ACTOR, USE_EFFECT = range(1, 6)
"""PLAY_CARD: the window, and whose turn or war it is about; the next effect."""
MOMENT_KIND, MOMENT_NEXT, MOMENT_BATTLE, MOMENT_SIDE, MOMENT_FIRST, MOMENT_SCORING = range(1, 7)
"""MOMENT: what is looked at next; the battle; the only side + 1; which side is first; 1 for what works all through
scoring."""
(
    EFFECT_OWNER, EFFECT_CARD, EFFECT_ROW, EFFECT_OPPONENT, EFFECT_NUMBER, EFFECT_BRANCH, EFFECT_REPEATS, EFFECT_AGAIN,
    EFFECT_BATTLE, EFFECT_FLAGS, EFFECT_WHOM,
) = range(1, ARGS)  # fmt: skip
"""EFFECT: the opponent + 1; which effect of the card; the branch chosen; repeats left, and the row where they begin;
whom the row names + 1."""
EFFECT_OFFERED = EFFECT_WHOM
"""Of a swap: one's own card or beast + 1, once it is chosen."""
CHOICE_SEAT, CHOICE_KIND, CHOICE_OF = range(1, 4)  # CHOICE: what is chosen from, of which
LOSING_SEAT, LOSING_COUNT, LOSING_MODE, LOSING_FIELD, LOSING_WHERE = range(1, 6)
"""LOSING: whose units, who also chooses; how many more; what becomes of them; the field + 1; which units (R64)."""
DROP_SEAT, DROP_COUNT, DROP_TRASHES = range(1, 4)
"""DROPPING: whose hand, who also chooses; how many more; 1 to trash them."""
ROAM_SEAT, ROAM_BEAST = 1, 2  # BEAST_MOVE: who chooses; the beast + 1
HAPPENING_GIVEN, HAPPENING_EVENT = 1, 2  # how much of what everybody receives has been given; by which event


@rule
def top(state: State, number: int) -> int:
    """A number of the present step."""
    return int(state.arg[int(state.depth) - 1, number])


@rule
def set_top(state: State, number: int, value: int) -> None:
    state.arg[int(state.depth) - 1, number] = value


@rule
def under(state: State, number: int) -> int:
    """A number of the step that the present one is nested in."""
    return int(state.arg[int(state.depth) - 2, number])


@rule
def nest(state: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Begins a step inside the present one, with its first four numbers."""
    begin(state, kind)
    if int(state.depth) == 0:
        return
    at = int(state.depth) - 1
    state.arg[at, AT] = 0
    state.arg[at, 1] = a
    state.arg[at, 2] = b
    state.arg[at, 3] = c
    state.arg[at, 4] = d
    for number in range(5, ARGS):
        state.arg[at, number] = 0
    state.result = 0


@rule
def go_on(state: State, kind: int) -> None:
    """The present step goes over into the next one of the same level, at its beginning."""
    become(state, kind)
    at = int(state.depth) - 1
    for number in range(ARGS):
        state.arg[at, number] = 0


@rule
def leave(state: State, result: int) -> None:
    """Ends the present step, and leaves no trace of it."""
    at = int(state.depth) - 1
    for number in range(ARGS):
        state.arg[at, number] = 0
    end(state)
    state.result = result
