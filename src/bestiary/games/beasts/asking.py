"""Tailed Beasts: what is to be decided, in a sentence, for every step that asks; and where the rules say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.engine.rule import flag
from bestiary.games.beasts import names
from bestiary.games.beasts.board import foreign_units, ready_in, under_way, worth
from bestiary.games.beasts.cancelling import cancellable_text
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.facts import FACT_COUNT, STRENGTH_AT, facts
from bestiary.games.beasts.fighters import LOST_IN_WAR
from bestiary.games.beasts.hands import hand_limit, hand_size
from bestiary.games.beasts.specialties import hunted_strength, war_strength
from bestiary.games.beasts.stack import (
    ASIDE_FIELD, ASIDE_POINTS, ASIDE_START, AT, CHOICE_KIND, CONTROL_COINS, DOWN_STEPS, DRILL_COUNT, DROP_COUNT,
    DROP_TRASHES, EFFECT_CARD, GATHER_COUNT, GIVE_TO, HUNT_BEAST, LOSING_COUNT, LOSING_FIELD, LOSING_MODE, LOSING_WHERE,
    LOSS_COUNT, MARK_FIELD, PLACING_UNIT, RECRUIT_POINTS, RETREAT_FIELD, RETREAT_MODE, ROAM_BEAST, SHED_COUNT, SHED_TO,
    TAKE_FROM, TARGET_CARD, TARGET_CHOSEN, TOKEN_KIND, TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_MOVED, TRAVEL_OTHER,
    UNCHAIN_BEAST, UP_FREELY, UP_STEPS, WINDOW_ABOUT, WINDOW_ACTOR, WINDOW_MOMENT, top, under,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ARRIVAL, ASIDE, BASE, BEAST_MOVE, BUYING, BY_ACTION, BY_BEAST, BY_CHAINED, BY_HAND, BY_MARKER, BY_OPTION, BY_PILE,
    BY_PLAYER, BY_SPEAKER, BY_THEFT, BY_TRACK, BY_YES, CHAINING, CHOICE, DISCARDING, DOWN, DRILLING, DROPPING,
    FIELDS_STEP, FREEZING, GATHERING, GIVE_BEAST, HUNT, LOSING, MARK, MOMENT, NOTES, RAISING, RECRUIT, RECRUIT_AT,
    RETREAT, SEATING, SHEDDING, SKULLS, SPECIALTIES, SPEND_ALLY, START_FIELDS, START_POINTS, SUBSTITUTION, SUPPORT,
    SURVEY, TAKING, TARGET, TOKEN, TRAVELLING, TURNS, UNCHAIN, UNIT_TYPES, UP, WAR_STEP, WINDOW, W_ALLY, W_BEAST,
    W_BSTART, W_CARD, W_CONTROL, W_HEAL, W_PRIZE, W_RESULT, W_RETREAT, W_REVEAL, W_ROLL, W_SCORE, W_TOKEN, W_TRAVEL,
    W_UNIT, W_WARSTART,
)  # fmt: skip
from bestiary.games.beasts.tracks import strength_bonus
from bestiary.games.beasts.wars import next_retreating

# --- Every step that asks: its key for programs, the heading of the rules, and what is decided there

STEPS: Final[Mapping[int, tuple[str, str, str]]] = {
    BASE: ("base", "Set-up", "Choose the field where your clan makes its home."),
    FIELDS_STEP: ("start", "Set-up", "Choose your first fields, then post units worth seven points in them."),
    SPECIALTIES: ("specialty", "Set-up", "Choose a specialty and one of its sides, in secret."),
    SEATING: ("seat", "Rounds", "Choose your place in the order of this round."),
    BUYING: ("buy", "Shop", "Buy one card, or pass for the rest of this shop."),
    TURNS: ("turn", "Turns", "Take one action, or pass for the rest of this round."),
    MARK: ("mark", "Control", "Place a marker in the field that you have just taken, or leave it."),
    RECRUIT: ("recruit", "Recruiting", "Recruit a unit that your points pay for, or stop."),
    RECRUIT_AT: ("recruit-at", "Recruiting", "Choose the field that the recruit goes to."),
    UP: ("up", "Tracks", "Choose a track to move up on."),
    DOWN: ("down", "Tracks", "Choose a track to move down on."),
    WINDOW: ("react", "Reactions", "Play a reaction that fits this moment, or pass."),
    TRAVELLING: ("travel", "Travel", "Choose where units travel, then which of them go."),
    ARRIVAL: ("battlefield", "Travel", "Choose the field that is fought for next."),
    WAR_STEP: ("battle", "War", "Choose the card that you fight this battle with, in secret."),
    HUNT: ("hunt", "Hunts", "Play a card against the beast, or give up the hunt."),
    SKULLS: ("loss", "War", "Choose the unit that you lose."),
    RETREAT: ("retreat", "War", "Choose the field that your unit retreats to."),
    GIVE_BEAST: ("give", "War", "Choose the beast that you hand over."),
    TOKEN: ("ward", "Tokens", "Say whether you ward off the token."),
    FREEZING: ("freeze", "Tokens", "Choose the action card that freezes."),
    CHAINING: ("chain", "Tokens", "Choose the beast that is chained."),
    DISCARDING: ("discard", "Hand", "Discard down to your hand limit; your last clan card stays."),
    UNCHAIN: ("unchain", "Hunts", "Choose the field whose units fight for the chained beast."),
    DRILLING: ("drill", "Action cards", "Discard up to two cards, then draw."),
    SHEDDING: ("shed", "Action cards", "Choose a token to shed."),
    ASIDE: ("aside", "Action cards", "Move up to two points of units from one field to one neighbour."),
    SUPPORT: ("support", "Action cards", "Choose the side that you support, then the field that supports it."),
    RAISING: ("raise", "Action cards", "Choose the field where your prone units rise."),
    TARGET: ("target", "Action cards", "Choose another player."),
    SURVEY: ("survey", "Action cards", "Choose a field of yours for the marker, or place none."),
    NOTES: ("notes", "Action cards", "Choose a card of your discard pile to take back."),
    CHOICE: ("choose", "Card effects", "Choose what the card's effect lets you choose."),
    LOSING: ("units", "Card effects", "Choose a field with units of yours, then one of them."),
    DROPPING: ("drop", "Card effects", "Choose a card of your hand that you lose."),
    BEAST_MOVE: ("roam", "Card effects", "Choose a beast of the map, then the field that it moves to."),
    SPEND_ALLY: ("spend", "Action cards", "Choose the ally that you give up for one of a higher tier."),
    GATHERING: ("gather", "Specialties", "Choose a marker of yours that pays once more."),
    TAKING: ("take", "Specialties", "Choose a hidden card of the other player to take."),
}
WINDOWS: Final[Mapping[int, str]] = {
    W_UNIT: "before strength is compared",
    W_BSTART: "before battle",
    W_HEAL: "before cards heal",
    W_ROLL: "to this roll",
    W_WARSTART: "at the start of the war",
    W_REVEAL: "to the cards of battle",
    W_SCORE: "before the war is scored",
    W_RESULT: "to the end of the war",
}
ALWAYS_ASKED: Final = (BASE, SPECIALTIES, BUYING, TURNS, WAR_STEP, HUNT)
"""Steps that a person is asked in even where only one answer is legal: it ends something, or is a card of the hand."""


# --- The question of this moment


def prompt(edition: Edition, state: Any, seat: int) -> str:
    """What a seat that is asked has to decide, told of the case at hand; players are marks."""
    now = int(step(state))
    say = ASKING.get(now)
    return say(edition, state, seat) if say else STEPS[now][2]


def mark_of(seat: int, verbs: str = "") -> str:
    """A player as a mark, with what it does: `{2:plays/play}`."""
    return f"{{{seat}:{verbs}}}" if verbs else f"{{{seat}}}"


def _base(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose the {names.name_of(edition, 'base')} where you begin."


def _start(edition: Edition, state: Any, seat: int) -> str:
    chosen = [int(f) for f in state.start[seat] if int(f) >= 0]
    if len(chosen) < START_FIELDS:
        fields = names.listed([names.field_name(edition, f) for f in chosen])
        return f"You begin at {fields}. Choose your {('first', 'second', 'third')[len(chosen)]} field."
    spent = sum(int(worth(u)) * int(state.posted[seat, i, u]) for i in range(START_FIELDS) for u in range(UNIT_TYPES))
    return f"Post a unit; {names.count(START_POINTS - spent, 'point')} left."


def _seat(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose your place in the order of round {int(state.round_number) + 1}."


def _buy(edition: Edition, state: Any, seat: int) -> str:
    return f"Buy a card: you have {names.count(int(state.coins[seat]), 'coin')}. Who passes buys no more this round."


def _turn(edition: Edition, state: Any, seat: int) -> str:
    marks = any(int(n) == seat + 1 for n in state.marker)
    back = " Taking back markers is free." if marks else ""
    return f"Your turn: take one action, or pass for the rest of the round.{back}"


def _mark(edition: Edition, state: Any, seat: int) -> str:
    field = names.field_name(edition, int(top(state, MARK_FIELD)))
    if int(state.usable[seat]) == 0:
        return f"You took {field} and have no marker in hand: move one there, or leave it."
    return f"You took {field}: place a marker there?"


def _recruit(edition: Edition, state: Any, seat: int) -> str:
    return f"Recruit a unit: {names.count(int(top(state, RECRUIT_POINTS)), 'point')} left. What you leave is lost."


def _recruit_at(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose where the new {names.unit_name(edition, int(top(state, PLACING_UNIT)))} goes."


def _up(edition: Edition, state: Any, seat: int) -> str:
    more = int(top(state, UP_STEPS))
    if more > 1 and int(top(state, UP_FREELY)) == 1:
        return f"Move up on a track; {more} times in all."
    return f"Move up {names.count(more, 'place')} on a track of your choice."


def _down(edition: Edition, state: Any, seat: int) -> str:
    return f"Move down {names.count(int(top(state, DOWN_STEPS)), 'place')} on a track of your choice."


def _window(edition: Edition, state: Any, seat: int) -> str:
    """What has just been announced, and by whom; in a war also what one's hand could cancel."""
    window, actor, about = (int(top(state, number)) for number in (WINDOW_MOMENT, WINDOW_ACTOR, WINDOW_ABOUT))
    if window == W_CARD:
        card, text = names.action_name(edition, about), names.action_text(edition, about)
        return f"{mark_of(actor, 'plays/play')} {card}. {text} React?" if text else (
            f"{mark_of(actor, 'plays/play')} {card}: react?")  # fmt: skip
    if window == W_TRAVEL:
        way = f"{'from' if int(under(state, TRAVEL_LEAVING)) == 1 else 'into'} {names.field_name(edition, about)}"
        return f"{mark_of(actor, 'travels/travel')} {way}: react before units set out?"
    if window == W_ALLY:
        return f"{mark_of(actor, 'is/are')} about to receive an ally: react before it is drawn?"
    if window == W_TOKEN:
        token = with_article(names.token_name(edition, about))
        return f"{mark_of(actor, 'is/are')} about to receive {token} token: react?"
    if window == W_CONTROL:
        coins, field = names.count(int(under(state, CONTROL_COINS)), "coin"), names.field_name(edition, about)
        return f"{mark_of(actor, 'is/are')} about to receive {coins} for {field}: react?"
    if window in (W_BEAST, W_PRIZE):
        return f"{mark_of(actor, 'has/have')} received a beast: react?"
    if window == W_RETREAT:
        return f"{{{actor}'s}} units are about to retreat: react?"
    text = cancellable_text(edition, state, seat)
    return f"React {WINDOWS.get(window, 'now')}{_at_war(edition, state, window)}?{f' {text}' if text else ''}"


def _at_war(edition: Edition, state: Any, window: int) -> str:
    """Where the war is, and how it stands."""
    if int(state.war_field) < 0:
        return ""
    here = f" at {names.field_name(edition, int(state.war_field))}"
    if window == W_ROLL:
        return f" {int(state.roll)}{here}"
    if window == W_UNIT:
        return f"{here}, {' to '.join(str(n) for n in strengths(edition, state))}"
    if window in (W_BSTART, W_REVEAL) and int(state.defender) >= 0:
        return f" {int(state.battle) + 1}{here}, battle points {int(state.points[0])} to {int(state.points[1])}"
    return here


def strengths(edition: Edition, state: Any) -> list[int]:
    """Unit strength in the war under way: of the attacker, and of the defender or the beast."""
    numbers = np.zeros(FACT_COUNT, np.int64)
    facts(edition.box, state, -1, numbers)
    both: list[int] = numbers[STRENGTH_AT : STRENGTH_AT + 2].tolist()
    return both


def _travel(edition: Edition, state: Any, seat: int) -> str:
    if int(top(state, AT)) == 0:
        return "Travel into one field, or from one field?"
    focus, other = int(top(state, TRAVEL_FOCUS)), int(top(state, TRAVEL_OTHER)) - 1
    leaving = int(top(state, TRAVEL_LEAVING)) == 1
    way = f"{'from' if leaving else 'into'} {names.field_name(edition, focus)}"
    end = ", or end the travel" if int(top(state, TRAVEL_MOVED)) > 0 else ""
    goal = other if leaving else focus
    so_far = _marching(edition, state, seat, goal) if goal >= 0 else ""
    if other < 0:
        return f"Travel {way}: choose the field {'to go to' if leaving else 'that units come from'}{end}.{so_far}"
    here = names.field_name(edition, other)
    return f"Travel {way}: choose units {'for' if leaving else 'from'} {here}, or another field{end}.{so_far}"


def meeting(edition: Edition, state: Any, seat: int, field: int) -> list[int]:
    """How strong a seat's units on their way to a field are, and what they must exceed there or who meets them; empty
    where nobody does."""
    beast, other = int(state.lair[field]) - 1, int(foreign_units(state, seat, field))
    if beast < 0 and other < 0:
        return []
    box = edition.box
    mine = int(under_way(state, field)) + int(strength_bonus(box, state, seat))
    if beast >= 0:
        return [mine, int(hunted_strength(box, state, seat, beast))]
    return [mine + int(war_strength(box, state, seat, flag(True))), defence(edition, state, other, field)]


def _marching(edition: Edition, state: Any, seat: int, field: int) -> str:
    """How strong the units on their way are, and how strong they must be."""
    both, beast = meeting(edition, state, seat, field), int(state.lair[field]) - 1
    if not both:
        return ""
    if beast >= 0:
        calls = f"{names.beast_name(edition, beast)} calls for more than {both[1]}"
        return f" Your strength there is {both[0]}; {calls}."
    other = mark_of(int(foreign_units(state, seat, field)))
    return f" Your strength there is {both[0]}, {other} has {both[1]}."


def defence(edition: Edition, state: Any, seat: int, field: int) -> int:
    """How strong a seat would defend a field: ready units, track and specialty."""
    box = edition.box
    units = int(ready_in(state, seat, field)) + int(strength_bonus(box, state, seat))
    return units + int(war_strength(box, state, seat, flag(False)))


def _battlefield(edition: Edition, state: Any, seat: int) -> str:
    return "Choose the field that you fight for next."


def _battle(edition: Edition, state: Any, seat: int) -> str:
    side = 0 if seat == int(state.attacker) else 1
    other = int(state.defender if side == 0 else state.attacker)
    points = f"{int(state.points[side])} to {int(state.points[1 - side])}"
    number = int(state.battle) + 1
    return f"Battle {number} against {mark_of(other)}, {points}: choose your card, in secret."


def _hunt(edition: Edition, state: Any, seat: int) -> str:
    beast = int(top(state, HUNT_BEAST))
    needed = int(hunted_strength(edition.box, state, seat, beast)) + int(state.roll)
    sums = "/".join(str(int(n)) for n in state.sums)
    return (
        f"{names.beast_name(edition, beast)} rolled {int(state.roll)}: exceed {needed} in every style. So far {sums}."
    )


def _loss(edition: Edition, state: Any, seat: int) -> str:
    return f"You lose {names.count(int(top(state, LOSS_COUNT)), 'unit')} here: choose one."


def _retreat(edition: Edition, state: Any, seat: int) -> str:
    field = int(top(state, RETREAT_FIELD))
    which = int(next_retreating(edition.box, state, seat, field, int(top(state, RETREAT_MODE))))
    unit = names.unit_name(edition, which // 2) if which >= 0 else "unit"
    prone = "prone " if which % 2 else ""
    return f"Your {prone}{unit} must leave {names.field_name(edition, field)}: choose where it retreats to."


def _give(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose the beast that {mark_of(int(top(state, GIVE_TO)))} takes from you."


def _ward(edition: Edition, state: Any, seat: int) -> str:
    wards = names.count(int(state.token[seat, SUBSTITUTION]), f"{names.token_name(edition, SUBSTITUTION)} token")
    return f"{_token(edition, state)} token comes to you, who have {wards}: ward it off?"


def _token(edition: Edition, state: Any) -> str:
    text = with_article(names.token_name(edition, int(top(state, TOKEN_KIND))))
    return text[0].upper() + text[1:]


def _discard(edition: Edition, state: Any, seat: int) -> str:
    limit = int(hand_limit(edition.box, state, seat))
    return f"You hold {int(hand_size(state, seat))} cards and may keep {limit}: discard one."


def _unchain(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose the field whose units fight for {names.beast_name(edition, int(top(state, UNCHAIN_BEAST)))}."


def _drill(edition: Edition, state: Any, seat: int) -> str:
    which = "a" if int(top(state, DRILL_COUNT)) == 0 else "another"
    return f"Discard {which} card, or stop: you draw one more than you discard."


def _shed(edition: Edition, state: Any, seat: int) -> str:
    if int(top(state, SHED_TO)) > 0:
        return f"Choose a token that passes to {mark_of(int(top(state, SHED_TO)) - 1)}."
    return f"Choose a token to shed; {int(top(state, SHED_COUNT))} in all."


def _aside(edition: Edition, state: Any, seat: int) -> str:
    at, points = int(top(state, AT)), names.count(int(top(state, ASIDE_POINTS)), "point")
    if at == 0:
        return "Choose the field that units leave."
    start = names.field_name(edition, int(top(state, ASIDE_START)))
    if at == 1:
        return f"Choose the neighbour of {start} that they go to."
    return f"Choose a unit that goes to {names.field_name(edition, int(top(state, ASIDE_FIELD)))}: {points} left."


def _support(edition: Edition, state: Any, seat: int) -> str:
    if int(top(state, AT)) == 0:
        return f"Choose the side that you support at {names.field_name(edition, int(state.war_field))}."
    return "Choose the field whose ready units support it."


def _target(edition: Edition, state: Any, seat: int) -> str:
    card = names.action_name(edition, int(top(state, TARGET_CARD)))
    return f"{card}: choose {'a player' if int(top(state, TARGET_CHOSEN)) == 0 else 'another player, or nobody'}."


def _gather(edition: Edition, state: Any, seat: int) -> str:
    markers = names.count(int(top(state, GATHER_COUNT)), "marker")
    return f"Choose a marker of yours that pays once more; {markers} in all."


def _take(edition: Edition, state: Any, seat: int) -> str:
    return f"Choose a hidden card of {mark_of(int(top(state, TAKE_FROM)))} to take."


def _choose(edition: Edition, state: Any, seat: int) -> str:
    """The case at hand lies in the step below: an effect, a hunt, the order of two cards, or tokens."""
    below = int(state.frame[int(state.depth) - 2])
    if below == HUNT:
        return f"The die shows {int(state.roll)}: roll it again?"
    if below == MOMENT:
        return "Both cards have effects: choose which comes first."
    if below == SHEDDING:
        return "Choose the action card that thaws."
    card = names.card_name(edition, int(under(state, EFFECT_CARD)))
    kind = int(top(state, CHOICE_KIND))
    return f"{card}: {CHOOSING.get(kind, 'choose')}{'?' if kind == BY_YES else '.'}"


def _units(edition: Edition, state: Any, seat: int) -> str:
    one = int(top(state, LOSING_COUNT)) == 1
    what = (LOSING_WORDS_FOR_ONE if one else LOSING_WORDS)[int(top(state, LOSING_MODE))]
    number = names.count(int(top(state, LOSING_COUNT)), "unit")
    if int(top(state, LOSING_WHERE)) == LOST_IN_WAR:
        return f"{number} of yours in this war {what}: choose one."
    if int(top(state, LOSING_FIELD)) == 0:
        return f"{number} of yours {what}: choose a field."
    verb = LOSING_WORDS_FOR_ONE[int(top(state, LOSING_MODE))]
    return f"Choose a unit in {names.field_name(edition, int(top(state, LOSING_FIELD)) - 1)} that {verb}."


def _drop(edition: Edition, state: Any, seat: int) -> str:
    verb = "trash" if int(top(state, DROP_TRASHES)) == 1 else "discard"
    return f"Choose a card to {verb}; {int(top(state, DROP_COUNT))} in all."


def _roam(edition: Edition, state: Any, seat: int) -> str:
    if int(top(state, ROAM_BEAST)) == 0:
        return "Choose a beast that moves."
    return f"Choose where {names.beast_name(edition, int(top(state, ROAM_BEAST)) - 1)} moves to."


CHOOSING: Final = {
    BY_PLAYER: "choose a player",
    BY_OPTION: "choose one",
    BY_YES: "do you pay",
    BY_TRACK: "choose a track",
    BY_HAND: "choose a card of your hand",
    BY_SPEAKER: "choose the card that has the first word",
    BY_PILE: "choose a card of the discard pile",
    BY_ACTION: "choose an action card that you put back",
    BY_THEFT: "choose the action card that you steal",
    BY_BEAST: "choose a beast that you hand over",
    BY_CHAINED: "choose the beast that you unchain",
    BY_MARKER: "choose the marker that is removed",
}
LOSING_WORDS: Final = ("are discarded", "leave the game", "fall prone", "rise")
LOSING_WORDS_FOR_ONE: Final = ("is discarded", "leaves the game", "falls prone", "rises")

ASKING: Final[Mapping[int, Any]] = {
    BASE: _base, FIELDS_STEP: _start, SEATING: _seat, BUYING: _buy, TURNS: _turn, MARK: _mark, RECRUIT: _recruit,
    RECRUIT_AT: _recruit_at, UP: _up, DOWN: _down, WINDOW: _window, TRAVELLING: _travel, ARRIVAL: _battlefield,
    WAR_STEP: _battle, HUNT: _hunt, SKULLS: _loss, RETREAT: _retreat, GIVE_BEAST: _give, TOKEN: _ward,
    DISCARDING: _discard, UNCHAIN: _unchain, DRILLING: _drill, SHEDDING: _shed, ASIDE: _aside, SUPPORT: _support,
    TARGET: _target, CHOICE: _choose, LOSING: _units, DROPPING: _drop, BEAST_MOVE: _roam,
    GATHERING: _gather, TAKING: _take,
}  # fmt: skip
