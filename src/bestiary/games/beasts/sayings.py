"""Tailed Beasts: actions in sentences. Other players are marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.engine.frames import step
from bestiary.engine.records import clone
from bestiary.engine.rule import flag
from bestiary.games.beasts import names
from bestiary.games.beasts.asking import defence
from bestiary.games.beasts.board import foreign_units, points_in, ready_in, slot_of, strength_of, worth
from bestiary.games.beasts.cards.language import R_A
from bestiary.games.beasts.cases import ORDINALS
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.conditions import first_row, works_from_hand
from bestiary.games.beasts.events import event_style
from bestiary.games.beasts.phases import hidden_price, price_of
from bestiary.games.beasts.specialties import LAST, hunted_strength
from bestiary.games.beasts.stack import (
    ASIDE_FIELD, ASIDE_START, AT, CHOICE_KIND, DOWN_STEPS, DROP_TRASHES, EFFECT_CARD, EFFECT_ROW, HUNT_BEAST,
    LOSING_MODE, MARK_FIELD, PLACING_UNIT, RETREAT_FIELD, RETREAT_MODE, SHED_TO, TARGET_CARD, TOKEN_KIND, TRAVEL_FERRY,
    TRAVEL_FOCUS, TRAVEL_LEAVING, TRAVEL_OTHER, UP_FREELY, UP_STEPS, WINDOW_ACTOR, WINDOW_MOMENT, top, under,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTIONS, ARRIVAL, ASIDE, BASE, BEAST_MOVE, BOAT, BUYING, BY_ACTION, BY_FROZEN, BY_HAND, BY_PILE,
    BY_SPEAKER, BY_THEFT, CHAINING, CHOICE, DRILLING, DROPPING, FIELDS, FIELDS_STEP, FREEZING, FROM_HIDDEN,
    GATHERING, GIVE_BEAST, HUNT, LOSE_DISCARD, LOSE_PRONE, LOSE_RAISE, LOSE_TRASH, LOSING, MARK, NOTES, PATHFINDER,
    RAISING, RECRUIT, RECRUIT_AT, RETREAT, SHEDDING, SKULLS, SPECIALTY, SPECIALTY_CARDS, SPEND_ALLY, STYLES, SUPPORT,
    SURVEY, TAKING, TARGET, TOKEN, TRAVELLING, TURNS, UNCHAIN, UNIT_TYPES, UP, WAR, WAR_STEP, WATER, WINDOW, W_TURN,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of
from bestiary.games.beasts.travel import find_reach, is_joined, leads_anywhere, moves_between
from bestiary.games.beasts.wars import next_retreating
from bestiary.games.beasts.windows import owned


def describe(edition: Edition, state: Any, seat: int, action: int) -> str:
    """An action as a sentence; other players are marks."""
    kind, index = split(action)
    return SAYING[kind](edition, state, seat, index)


@cache
def split(action: int) -> tuple[str, int]:
    """The kind of an action, and its number among them."""
    kind, _ = ACTIONS.split(action)
    return kind.name, action - ACTIONS.offset[kind.name]


PASSING: Final = {
    BUYING: "Pass: buy nothing more in this round",
    TURNS: "Pass: take no more actions in this round",
    WINDOW: "Play no reaction",
    MARK: "Place no marker",
    TARGET: "Choose nobody else",
}
STOPPING: Final = {
    RECRUIT: "Recruit no more",
    TRAVELLING: "End the travel: the units arrive",
    HUNT: "Give up the hunt",
    DRILLING: "Discard no more, and draw",
    ASIDE: "Move no more units",
    SURVEY: "Place no marker",
}


LOSING_VERBS: Final = {
    LOSE_DISCARD: "Discard",
    LOSE_TRASH: "Trash",
    LOSE_PRONE: "Lay down",
    LOSE_RAISE: "Raise",
}


def _pass(edition: Edition, state: Any, seat: int, index: int) -> str:
    return PASSING.get(int(step(state)), "Pass")


def _done(edition: Edition, state: Any, seat: int, index: int) -> str:
    return STOPPING.get(int(step(state)), "Done")


def _yes(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) != TOKEN:
        return _consent(edition, state, "Roll the die again", "Pay")
    ward = names.token_name(edition, 5)
    return f"Ward off the {names.token_name(edition, int(top(state, TOKEN_KIND)))} token with a {ward} token"


def _no(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) != TOKEN:
        return _consent(edition, state, "Keep the roll", "Decline to pay")
    return f"Accept the {names.token_name(edition, int(top(state, TOKEN_KIND)))} token"


def _consent(edition: Edition, state: Any, of_roll: str, of_price: str) -> str:
    """To an offer: a hunter's reroll, or the price of an effect."""
    if int(state.frame[int(state.depth) - 2]) == HUNT:
        return of_roll
    amount = int(edition.box.rows[int(under(state, EFFECT_CARD)), int(under(state, EFFECT_ROW)), R_A])
    return f"{of_price} {names.count(amount, 'coin')}"


def _field(edition: Edition, state: Any, seat: int, field: int) -> str:
    now, at = int(step(state)), int(top(state, AT))
    here = names.field_name(edition, field)
    if now in (BASE, FIELDS_STEP):
        return f"Begin at {here}{symbols_text(edition, field)}"
    if now == RECRUIT_AT:
        return f"Put the {names.unit_name(edition, int(top(state, PLACING_UNIT)))} in {here}"
    if now == TRAVELLING:
        if int(top(state, TRAVEL_LEAVING)) == 1:
            return f"Go to {here}{_goal(edition, state, seat, field)}"
        return f"Come from {here}: {_units_in(edition, state, seat, field)}"
    if now == ARRIVAL:
        return f"Fight for {here} next{_there(edition, state, seat, field)}"
    if now == UNCHAIN:
        return f"Fight with the units in {here}, strength {int(ready_in(state, seat, field))}"
    if now == RETREAT:
        start, mode = int(top(state, RETREAT_FIELD)), int(top(state, RETREAT_MODE))
        which = int(next_retreating(edition.box, state, seat, start, mode))
        return f"Retreat the {names.unit_name(edition, max(which, 0) // 2)} to {here}"
    if now == ASIDE:
        return f"Move units out of {here}" if at == 0 else f"Move them to {here}"
    if now == SURVEY:
        return f"Place a marker in {here}{symbols_text(edition, field)}"
    if now == RAISING:
        return f"Raise your units in {here}"
    if now == LOSING:
        return f"Choose a unit in {here}"
    if now == BEAST_MOVE:
        return f"Move it to {here}{symbols_text(edition, field)}"
    if now == CHOICE:
        return f"Remove the marker from {here}{symbols_text(edition, field)}"
    if now == GATHERING:
        return f"Collect what your marker in {here} pays{symbols_text(edition, field)}"
    if now == SUPPORT:
        return f"Support with the units in {here}, strength {int(ready_in(state, seat, field))}"
    return f"Choose {here}"


def symbols_text(edition: Edition, field: int) -> str:
    """` (coin, hot spring)` behind a field's name; empty where nothing is printed."""
    box = edition.box
    marks = ["water"] if int(box.kind[field]) == 1 else []
    marks += ["capital"] if int(box.capital[field]) else []
    marks += [names.name_of(edition, "base")] if int(box.hideout[field]) else []
    for symbol, number in (("coin", box.coin), ("hot spring", box.hot), ("crown", box.dom)):
        if int(number[field]):
            marks.append(symbol if int(number[field]) == 1 else names.count(int(number[field]), symbol))
    return f": {', '.join(marks)}" if marks else ""


def _there(edition: Edition, state: Any, seat: int, field: int) -> str:
    """Against whom: a beast, or another player's units."""
    beast, other = int(state.lair[field]) - 1, int(foreign_units(state, seat, field))
    if beast >= 0:
        now = int(hunted_strength(edition.box, state, seat, beast))
        changed = f", now {now}" if now != int(strength_of(beast)) else ""
        return f", against {names.beast_name(edition, beast)}{changed}"
    if other >= 0:
        prone = int(points_in(state, other, field)) - int(ready_in(state, other, field))
        strength = f"strength {defence(edition, state, other, field)}{f' and {prone} prone' if prone else ''}"
        return f", against {{{other}}}, {strength}"
    return ""


def _goal(edition: Edition, state: Any, seat: int, field: int) -> str:
    """What a travel finds in a field: whom it fights, or what the field shows."""
    against = _there(edition, state, seat, field)
    if against:
        return against
    marker = int(state.marker[field]) - 1
    if marker == seat or int(points_in(state, seat, field)) > 0:
        return f"{symbols_text(edition, field)} (yours)"
    return f"{symbols_text(edition, field)}{f' (marker of {{{marker}}})' if marker >= 0 else ''}"


def _units_in(edition: Edition, state: Any, seat: int, field: int) -> str:
    """`2 scouts, a prone captain`: one's own units in a field."""
    parts = []
    for what, units in (("", state.ready), ("prone ", state.prone)):
        for unit in range(UNIT_TYPES):
            sea = int(edition.box.kind[field]) == WATER
            number = int(units[seat, field, int(slot_of(unit))]) if sea == (unit == BOAT) else 0
            if number == 1:
                parts.append(with_article(f"{what}{names.unit_name(edition, unit)}"))
            elif number > 1:
                parts.append(f"{number} {what}{names.unit_name(edition, unit, number)}")
    return names.listed(parts)


def _needs_a_path(edition: Edition, state: Any, seat: int, field: int, leaving: bool) -> str:
    """Said of a travel that only a Pathfinder of one's own makes possible."""
    ferry = int(top(state, TRAVEL_FERRY)) == 1
    if ferry or int(step(state)) != TRAVELLING or int(owned(state, seat, PATHFINDER)) == 0:
        return ""
    look = clone(state)
    look.crossing = 0
    if leaving:
        found = bool(leads_anywhere(edition.box, look, seat, field, flag(False), flag(False)))
    else:
        find_reach(edition.box, look, seat, field, flag(False), flag(False))
        found = any(
            is_joined(edition.box, look, seat, field, start)
            and moves_between(edition.box, look, seat, start, field, flag(False))
            for start in range(FIELDS)
            if int(points_in(state, seat, start)) > 0
        )
    return "" if found else f", if you react with {names.action_name(edition, PATHFINDER)}"


def _into(edition: Edition, state: Any, seat: int, field: int) -> str:
    here = names.field_name(edition, field)
    needs = _needs_a_path(edition, state, seat, field, False)
    return f"Travel into {here}{_goal(edition, state, seat, field)}{needs}"


def _from(edition: Edition, state: Any, seat: int, field: int) -> str:
    units, needs = _units_in(edition, state, seat, field), _needs_a_path(edition, state, seat, field, True)
    return f"Travel from {names.field_name(edition, field)}: {units}{needs}"


def _unmark(edition: Edition, state: Any, seat: int, field: int) -> str:
    return f"Take back your marker from {names.field_name(edition, field)}"


def _recall(edition: Edition, state: Any, seat: int, field: int) -> str:
    goal = f" to {names.field_name(edition, int(top(state, MARK_FIELD)))}" if int(step(state)) == MARK else ""
    return f"Move your marker from {names.field_name(edition, field)}{goal}"


def _mark(edition: Edition, state: Any, seat: int, index: int) -> str:
    here = names.field_name(edition, int(top(state, MARK_FIELD))) if int(step(state)) == MARK else "this field"
    return f"Place a marker in {here}"


def _post(edition: Edition, state: Any, seat: int, index: int) -> str:
    field, unit = divmod(index, UNIT_TYPES)
    return f"Post {_priced(edition, unit)} in {names.field_name(edition, field)}"


def _priced(edition: Edition, unit: int) -> str:
    return f"{with_article(names.unit_name(edition, unit))} ({names.count(int(worth(unit)), 'point')})"


def _unit(edition: Edition, state: Any, seat: int, index: int) -> str:
    now, unit = int(step(state)), index // 2
    name = f"prone {names.unit_name(edition, unit)}" if index % 2 else names.unit_name(edition, unit)
    if now == RECRUIT:
        return f"Recruit {_priced(edition, unit)}"
    if now == SKULLS:
        return f"Lose {with_article(name)}"
    if now == LOSING:
        return f"{LOSING_VERBS[int(top(state, LOSING_MODE))]} {with_article(name)}"
    if now == TRAVELLING and int(top(state, TRAVEL_OTHER)) > 0:
        focus, other = int(top(state, TRAVEL_FOCUS)), int(top(state, TRAVEL_OTHER)) - 1
        start, goal = (focus, other) if int(top(state, TRAVEL_LEAVING)) == 1 else (other, focus)
        return f"Move {with_article(name)} from {names.way(edition, start, goal)}"
    if now == ASIDE and int(top(state, AT)) == 2:
        start, goal = int(top(state, ASIDE_START)), int(top(state, ASIDE_FIELD))
        return f"Move {with_article(name)} from {names.way(edition, start, goal)}"
    return f"Choose {with_article(name)}"


def _specialty(edition: Edition, state: Any, seat: int, index: int) -> str:
    card, side = divmod(index, 2)
    data = names.specialty_data(edition, card // SPECIALTY_CARDS, card % SPECIALTY_CARDS, side)
    text = f": {data['text']}" if data["text"] else ""
    cost = int(edition.box.action[card // SPECIALTY_CARDS, card % SPECIALTY_CARDS, LAST])
    price = f", {names.count(cost, 'coin')} each time" if side == 1 else ""
    return f"Take {data['name']}, {data['side']} side{price}{text}"


def _place(edition: Edition, state: Any, seat: int, place: int) -> str:
    return f"Take the {ORDINALS[place]} place in this round's order"


def _buy(edition: Edition, state: Any, seat: int, card: int) -> str:
    price = int(price_of(edition.box, state, seat, card))
    bought = f"Buy {names.action_name(edition, card)} for {names.count(price, 'coin')}"
    return f"{bought}: {_action_text(edition, state, seat, card)}"


def _action_text(edition: Edition, state: Any, seat: int, card: int) -> str:
    """What an action card does; of the Specialty, what it does for this player."""
    choice = int(state.specialty[seat]) - 1
    if card != SPECIALTY or choice < 0:
        return names.action_text(edition, card)
    return str(names.specialty_data(edition, int(state.clan[seat]), choice // 2, choice % 2)["text"])


def _hidden(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) == CHOICE:
        return "Steal a hidden card, unseen"
    return f"Buy a hidden card for {names.count(int(hidden_price(edition.box, state)), 'coin')}"


ACTION_VERBS: Final = {BY_ACTION: "Put back", BY_THEFT: "Steal", BY_FROZEN: "Thaw"}


CARD_CHOICES: Final = {BY_PILE: "Take {}", BY_HAND: "Swap {}", BY_SPEAKER: "{} has the first word"}


def _act(edition: Edition, state: Any, seat: int, index: int) -> str:
    card, origin = divmod(index, 2)
    name = f"{names.action_name(edition, card)}{' (hidden)' if origin == FROM_HIDDEN else ''}"
    now = int(step(state))
    if now == FREEZING:
        return f"Freeze {name}"
    if now == TAKING:
        return f"Take {names.action_name(edition, card)}"
    if now == WINDOW:
        return f"React with {name}: {names.action_text(edition, card)}"
    if now == CHOICE:
        return f"{ACTION_VERBS.get(int(top(state, CHOICE_KIND)), 'Choose')} {name}"
    return f"Play {name}: {_action_text(edition, state, seat, card)}"


def _card(edition: Edition, state: Any, seat: int, card: int) -> str:
    now = int(step(state))
    name = names.card_name(edition, card)
    if now == NOTES:
        return f"Take back {name}"
    if now == CHOICE:
        return CARD_CHOICES.get(int(top(state, CHOICE_KIND)), "Choose {}").format(name)
    if now in (TURNS, WINDOW):
        return f"Use {name}: {_from_hand(edition, state, seat, card)}"
    if now == DROPPING and int(top(state, DROP_TRASHES)) == 1:
        return f"Trash {name}"
    if now == WAR_STEP:
        return f"Fight with {name}: {names.styles_text(edition, card)}"
    if now == HUNT:
        return f"Fight with {name}: {names.styles_text(edition, card)}{_together(edition, state, seat, card)}"
    if now == SPEND_ALLY:
        return f"Give up {name} for an ally of a higher tier"
    return f"Discard {name}"


def _from_hand(edition: Edition, state: Any, seat: int, card: int) -> str:
    """Those effects of a card that discarding it has now; all of them where that is not clear."""
    window, actor = W_TURN, seat
    if int(step(state)) == WINDOW:
        window, actor = int(top(state, WINDOW_MOMENT)), int(top(state, WINDOW_ACTOR))
    works, texts = [], names.effect_texts(edition, card)
    for effect, text in enumerate(texts):
        row = int(first_row(edition.box, card, effect))
        if row >= 0 and works_from_hand(edition.box, state, seat, card, effect, row, window, actor):
            works.append(text)
    return " ".join(works or texts)


def hunting_sums(edition: Edition, state: Any, seat: int, card: int) -> tuple[list[int], int]:
    """What the sums against a beast come to with one more card, its effects left aside, and what they must exceed. The
    event of the round may change a style."""
    box = edition.box
    heads = int(box.heads[card]) + int(state.heads)
    values = [max(int(box.style[card, style]) + int(event_style(box, state, style)), 0) for style in range(STYLES)]
    sums = [int(state.sums[style]) + value + heads for style, value in enumerate(values)]
    return sums, int(hunted_strength(box, state, seat, int(top(state, HUNT_BEAST)))) + int(state.roll)


def _together(edition: Edition, state: Any, seat: int, card: int) -> str:
    sums, needed = hunting_sums(edition, state, seat, card)
    heads = int(edition.box.heads[card]) + int(state.heads)
    more = f" and {names.count(heads, 'head')}" if heads else ""
    enough = ", enough" if min(sums) > needed else ""
    return f"{more}, together {'/'.join(map(str, sums))}{enough}"


def _awaken(edition: Edition, state: Any, seat: int, card: int) -> str:
    top_card = names.awakening_of(card)
    awakened = f"{names.card_name(edition, card)}, awakened as {names.card_name(edition, top_card)}"
    return f"Fight with {awakened}: {names.styles_text(edition, top_card)}"


def track_change(edition: Edition, state: Any, seat: int, track: int, up: bool) -> tuple[int, int]:
    """What a seat's spot on a track is worth, and what the one is that it moves to."""
    worth = edition.box.value[track, int(state.seats)]
    return int(worth[int(spot_of(state, track, seat))]), int(worth[_next_spot(state, seat, track, up)])


def _next_spot(state: Any, seat: int, track: int, up: bool) -> int:
    """Where the move on this track ends (R72)."""
    steps = int(top(state, UP_STEPS if up else DOWN_STEPS))
    if up:
        return max(int(spot_of(state, track, seat)) - (1 if int(top(state, UP_FREELY)) == 1 else steps), 0)
    return min(int(spot_of(state, track, seat)) + steps, int(state.seats) - 1)


def _track(edition: Edition, state: Any, seat: int, track: int) -> str:
    if int(step(state)) == CHOICE:
        return f"Swap places on {names.track_name(edition, track)}"
    up = int(step(state)) == UP
    text = f"Move {'up' if up else 'down'} on {names.track_name(edition, track)}"
    here, goal = int(spot_of(state, track, seat)), _next_spot(state, seat, track, up)
    passed = range(here - 1, goal - 1, -1) if up else range(here + 1, goal + 1)
    if not passed:
        return text
    mine, then = track_change(edition, state, seat, track, up)
    values = f": {then} instead of {mine}" if then != mine else ""
    return f"{text}, past {names.listed([f'{{{int(state.track[track, spot])}}}' for spot in passed])}{values}"


def _token(edition: Edition, state: Any, seat: int, token: int) -> str:
    verb = "Pass on" if int(step(state)) == SHEDDING and int(top(state, SHED_TO)) > 0 else "Shed"
    return f"{verb} {with_article(names.token_name(edition, token))} token"


def _beast(edition: Edition, state: Any, seat: int, beast: int) -> str:
    name = names.beast_name(edition, beast)
    if int(state.chained[beast]) > 0:
        name += ", which is chained"
    at = int(state.beast_at[beast])
    if int(step(state)) == BEAST_MOVE and 0 <= at < FIELDS:
        return f"Move {name} from {names.field_name(edition, at)}"
    verb = {GIVE_BEAST: "Hand over", CHAINING: "Chain"}.get(int(step(state)), "Choose")
    return f"{verb} {name}"


def _unchain(edition: Edition, state: Any, seat: int, beast: int) -> str:
    return f"Fight to unchain {names.beast_name(edition, beast)}, with {names.action_name(edition, WAR)}"


def _player(edition: Edition, state: Any, seat: int, other: int) -> str:
    if other == seat:
        if int(step(state)) != SUPPORT:
            return "Choose yourself"
        return f"Support yourself: your clan {'attacks' if seat == int(state.attacker) else 'defends'}"
    if int(step(state)) == SUPPORT:
        return f"Support {{{other}}}, who {'attacks' if other == int(state.attacker) else 'defends'}"
    if int(step(state)) == TARGET:
        return f"Use {names.action_name(edition, int(top(state, TARGET_CARD)))} on {{{other}}}"
    return f"Choose {{{other}}}"


def _option(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) != CHOICE:
        return f"Choose option {index}"
    card, row = int(under(state, EFFECT_CARD)), int(under(state, EFFECT_ROW))
    return names.branch_text(edition, card, row, index)


SAYING: Final[Mapping[str, Callable[[Edition, Any, int, int], str]]] = {
    "pass": _pass, "done": _done, "yes": _yes, "no": _no, "field": _field, "into": _into, "from": _from,
    "unmark": _unmark, "recall": _recall, "mark": _mark, "post": _post, "unit": _unit, "specialty": _specialty,
    "place": _place, "buy": _buy, "hidden": _hidden, "act": _act, "card": _card, "awaken": _awaken, "track": _track,
    "token": _token, "beast": _beast, "unchain": _unchain, "player": _player, "option": _option,
}  # fmt: skip
