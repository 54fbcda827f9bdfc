"""Tailed Beasts: what a seat is asked, as data. The sentences are those of `asking`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Question
from bestiary.games.beasts.asking import ALWAYS_ASKED, STEPS, prompt
from bestiary.games.beasts.cancelling import cancellable
from bestiary.games.beasts.stack import (
    ASIDE_MOVED, ASIDE_POINTS, AT, CHOICE_KIND, DRILL_COUNT, DROP_COUNT, GATHER_COUNT, LOSING_COUNT, LOSING_FIELD,
    LOSS_COUNT, NOTES_COUNT, RECRUIT_POINTS, ROAM_BEAST, SHED_COUNT, TAKE_COUNT, TOKEN_MORE, TRAVEL_MOVED, TRAVEL_OTHER,
    UP_STEPS, WINDOW_ABOUT, WINDOW_MOMENT,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTION_NAMES, ASIDE, BASE, BEAST_MOVE, BY_ACTION, BY_BEAST, BY_CHAINED, BY_FROZEN, BY_HAND, BY_MARKER, BY_OPTION,
    BY_PILE, BY_PLAYER, BY_SPEAKER, BY_THEFT, BY_TRACK, BY_YES, CHOICE, DRILLING, DROPPING, FIELDS_STEP, GATHERING,
    GIVE_BEAST, HUNT, LOSING, NOTES, RECRUIT, SHEDDING, SKULLS, SPECIALTIES, START_FIELDS, START_POINTS, SUPPORT,
    TAKING, TOKEN, TOKEN_NAMES, TRAVELLING, UP, WAR_STEP, WINDOW, W_CARD, W_TOKEN,
)  # fmt: skip
from bestiary.games.beasts.things import CARD_THINGS, source_name
from bestiary.games.beasts.tracing import source_of

CHOICES: Final[Mapping[int, str]] = {
    BY_PLAYER: "choose-player", BY_OPTION: "choose-option", BY_YES: "choose-yes", BY_TRACK: "choose-track",
    BY_HAND: "choose-hand", BY_PILE: "choose-pile", BY_ACTION: "choose-action", BY_THEFT: "choose-theft",
    BY_FROZEN: "choose-frozen", BY_BEAST: "choose-beast", BY_CHAINED: "choose-chained", BY_MARKER: "choose-marker",
    BY_SPEAKER: "choose-speaker",
}  # fmt: skip
"""Kinds of a choice that an effect asks for."""
LEFT: Final[Mapping[int, int]] = {
    RECRUIT: RECRUIT_POINTS, UP: UP_STEPS, SKULLS: LOSS_COUNT, LOSING: LOSING_COUNT, DROPPING: DROP_COUNT,
    SHEDDING: SHED_COUNT, ASIDE: ASIDE_POINTS, GATHERING: GATHER_COUNT, NOTES: NOTES_COUNT, TAKING: TAKE_COUNT,
}  # fmt: skip
"""Where a step notes how much of a series is left."""
DONE: Final[Mapping[int, int]] = {TRAVELLING: TRAVEL_MOVED, DRILLING: DRILL_COUNT, ASIDE: ASIDE_MOVED}
SECRET: Final = (SPECIALTIES, WAR_STEP, WINDOW)
FINAL_ANSWERS: Final = (BASE, SPECIALTIES, GIVE_BEAST, HUNT)  # cannot be taken back, and cost much
SERIES: Final = (SKULLS, LOSING, ASIDE, TRAVELLING, DRILLING, DROPPING, SHEDDING)


def kind_of(sight: Sight) -> str:
    """One word for each kind of decision; `over` at the end."""
    now = sight.now
    if not now.depth:
        return "over"
    at, arg = now.frame[now.depth - 1], now.arg[now.depth - 1]
    if at == CHOICE:
        return "reroll" if now.frame[now.depth - 2] == HUNT else CHOICES[arg[CHOICE_KIND]]
    if at == FIELDS_STEP:
        return "post" if all(min(row) >= 0 for row in _choosing(sight)) else "start"
    if at == TRAVELLING:
        return "travel" if arg[AT] == 0 else "travel-unit" if arg[TRAVEL_OTHER] else "travel-way"
    if at == ASIDE:
        return ("aside", "aside-way", "aside-unit")[min(arg[AT], 2)]
    if at == SUPPORT:
        return "support" if arg[AT] == 0 else "support-field"
    if at == LOSING:
        return "units" if arg[LOSING_FIELD] == 0 else "units-unit"
    if at == BEAST_MOVE:
        return "roam" if arg[ROAM_BEAST] == 0 else "roam-way"
    return STEPS[at][0] if at in STEPS else "running"


def _choosing(sight: Sight) -> list[list[int]]:
    """The first fields of those who are choosing theirs."""
    return [sight.now.start[seat] for seat in sight.asked]


def question(sight: Sight) -> Question:
    """What the seat is asked now."""
    now = sight.now
    at, arg = now.frame[now.depth - 1], now.arg[now.depth - 1]
    title, *detail = re.split(r"(?<=[.?]) ", prompt(sight.edition, sight.state, sight.seat), maxsplit=1)
    return Question(
        kind=kind_of(sight),
        title=title,
        detail="".join(detail),
        source=_source(sight, at, arg),
        secret=at in SECRET,
        quiet=len(sight.moves) == 1 and at not in ALWAYS_ASKED,
        confirm="always" if at in FINAL_ANSWERS else "none" if at in SERIES else "wish",
        done=_done(sight, at, arg),
        left=_left(sight, at, arg),
    )


def _source(sight: Sight, at: int, arg: list[int]) -> str:
    """What asks: a card, an event, a field; in a window what has been announced or could be cancelled."""
    if at == WINDOW and arg[WINDOW_MOMENT] in (W_CARD, W_TOKEN):
        return (ACTION_NAMES if arg[WINDOW_MOMENT] == W_CARD else TOKEN_NAMES)[arg[WINDOW_ABOUT]]
    if at == WINDOW and (cards := cancellable(sight.edition, sight.state, sight.seat)):
        return CARD_THINGS[next(iter(cards))]
    return source_name(int(source_of(sight.state)))


def _posted(now: Plain, seat: int) -> int:
    """Points of units posted before the first round."""
    return sum(max(unit, 1) * count for place in now.posted[seat] for unit, count in enumerate(place))


def _done(sight: Sight, at: int, arg: list[int]) -> int:
    """Steps of a series; in a Travel the field that was chosen is one."""
    if at == FIELDS_STEP:
        return _posted(sight.now, sight.seat)
    chosen = at == TRAVELLING and arg[TRAVEL_OTHER] > 0
    return arg[DONE[at]] + chosen if at in DONE else 0


def _left(sight: Sight, at: int, arg: list[int]) -> int:
    if at == FIELDS_STEP:
        start = sight.now.start[sight.seat]
        chosen = sum(place >= 0 for place in start)
        return START_FIELDS - chosen if chosen < START_FIELDS else START_POINTS - _posted(sight.now, sight.seat)
    if at == TOKEN:
        return arg[TOKEN_MORE] + 1
    return arg[LEFT[at]] if at in LEFT else 0
