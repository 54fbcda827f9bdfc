"""Tailed Beasts for people: actions and events in sentences, and why something is refused. What a seat sees is in
`table`, what it is asked in `asking`, and the names of things in `names`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.frames import step
from bestiary.engine.game import Clause
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.beasts import names
from bestiary.games.beasts.cards.language import R_A
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.asking import CLAUSES, is_asked, prompt
from bestiary.games.beasts.board import foreign_units, points_in, ready_in, worth
from bestiary.games.beasts.hands import hand_size, nth_in_pile
from bestiary.games.beasts.phases import hidden_price, price_of
from bestiary.games.beasts.rules import legal, refusal
from bestiary.games.beasts.stack import AT, B, C, D, E, top, under
from bestiary.games.beasts.state import (
    ACT_AT, ACTION_NAMES, ACTIONS, ACTIONS_KEPT, ARRIVAL, ASIDE, BASE, BEAST_MOVE, BEASTS, BEASTS_PLACED, BUY_AT,
    BUYING, BY_ACTION, BY_FROZEN, BY_PILE, BY_THEFT, CARDS_FRESH, CARDS_PLACED, CHAINING, CHOICE, CLEAN_PHASE,
    COINS_BOUND, DRILLING, DROPPING, EVENT_FITS, FIELD_LIMIT, FIELDS, FIELDS_STEP, FREEZING, FROM_HIDDEN, GAME_IS_OVER,
    GATHERING, GIVE_BEAST, HAND_BOUND, HANDS_TRUE, HUNT, LOSE_DISCARD, LOSE_PRONE, LOSE_RAISE, LOSE_TRASH, LOSING, MARK,
    MARKERS_KEPT, MAX_HAND, MAX_MOVES, MOMENT, NOT_ASKED, NOTES, RAISING, RECRUIT, RECRUIT_AT, RETREAT, ROUND_BOUND,
    ROUNDS, SEATS, SHEDDING, SHOP, SKULLS, SPECIALTY, SPECIALTY_CARDS, SPEND_ALLY, STACK_BOUND, SUPPORT, SURVEY, TAKING,
    TARGET, TOKEN, TOKENS_KEPT, TRACKS_WHOLE, TRAVELLING, TURNS, UNCHAIN, UNIT_DOMAIN, UNIT_TYPES, UNITS_KEPT, UP, WAR,
    WAR_CLOSED, WAR_STEP, WINDOW,
)  # fmt: skip
from bestiary.games.beasts.table import draw, view
from bestiary.games.beasts.tracks import spot_of, track_value
from bestiary.games.beasts.wars import next_retreating
from bestiary.games.beasts.windows import playable

__all__ = ["CLAUSES", "LAWS", "describe", "draw", "narrate", "prompt", "view", "why_not"]

LAWS: Final[Mapping[int, str]] = {
    CARDS_PLACED: "every battle card lies in one place, and the counts of card backs are true",
    HANDS_TRUE: "every hand lists the cards that lie in it, in rising order",
    ACTIONS_KEPT: "there are as many copies of every action card as at the beginning",
    UNITS_KEPT: "every player's units are all on the map, in supply, under way or out of the game",
    FIELD_LIMIT: "a field holds units of one player, worth ten points at most",
    UNIT_DOMAIN: "boats are on water, other units on land, and only one clan goes beyond the map",
    BEASTS_PLACED: "every beast is in one place, none shares a field, and only owned ones are chained",
    TOKENS_KEPT: "there are never more tokens of a kind than in the box",
    MARKERS_KEPT: "every player has ten markers at most, and they lie on land",
    TRACKS_WHOLE: "every player stands once on every track",
    COINS_BOUND: "nobody has fewer than no coins or more than 99",
    HAND_BOUND: "nobody holds more than the limit, or no clan card while one can be drawn",
    WAR_CLOSED: "nothing is left of a war when it is over",
    STACK_BOUND: "the steps under way fit into their room",
    ROUND_BOUND: "there are four rounds",
    CARDS_FRESH: "no frozen card is offered, and none that was used from hand in this round",
    EVENT_FITS: "from the set-up of a round on one event is in force, and it fits the round",
    CLEAN_PHASE: "what lasts a round is gone when the next one begins, and illusions before the shop opens",
}

# --- Actions in sentences


def describe(edition: Edition, state: Any, seat: int, action: int) -> str:
    """An action as a sentence; other players are marks."""
    kind, index = split(action)
    return SAYING[kind](edition, state, seat, index)


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
    return f"Ward off the {names.token_name(edition, int(top(state, B)))} token with a {ward} token"


def _no(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) != TOKEN:
        return _consent(edition, state, "Keep the roll", "Decline to pay")
    return f"Accept the {names.token_name(edition, int(top(state, B)))} token"


def _consent(edition: Edition, state: Any, of_roll: str, of_price: str) -> str:
    """To an offer: a hunter's reroll, or the price of an effect."""
    if int(state.frame[int(state.depth) - 2]) == HUNT:
        return of_roll
    amount = int(edition.box.rows[int(under(state, B)), int(under(state, C)), R_A])
    return f"{of_price} {names.count(amount, 'coin')}"


def _field(edition: Edition, state: Any, seat: int, field: int) -> str:
    now, at = int(step(state)), int(top(state, AT))
    here = names.field_name(edition, field)
    if now in (BASE, FIELDS_STEP):
        return f"Begin at {here}{symbols_text(edition, field)}"
    if now == RECRUIT_AT:
        return f"Put the {names.unit_name(edition, int(top(state, B)))} in {here}"
    if now == TRAVELLING:
        return f"Go to {here}{_there(edition, state, seat, field)}" if int(top(state, D)) == 1 else f"Come from {here}"
    if now == ARRIVAL:
        return f"Fight for {here} next{_there(edition, state, seat, field)}"
    if now == UNCHAIN:
        return f"Fight with the units in {here}, strength {int(ready_in(state, seat, field))}"
    if now == RETREAT:
        which = int(next_retreating(edition.box, state, seat, int(top(state, B)), int(top(state, C))))
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
        return f", against {names.beast_name(edition, beast)}"
    if other >= 0:
        prone = int(points_in(state, other, field)) - int(ready_in(state, other, field))
        strength = f"strength {int(ready_in(state, other, field))}{f' and {prone} prone' if prone else ''}"
        return f", against {{{other}}}, {strength}"
    return ""


def _into(edition: Edition, state: Any, seat: int, field: int) -> str:
    return f"Travel into {names.field_name(edition, field)}{_there(edition, state, seat, field)}"


def _from(edition: Edition, state: Any, seat: int, field: int) -> str:
    return f"Travel from {names.field_name(edition, field)}"


def _unmark(edition: Edition, state: Any, seat: int, field: int) -> str:
    return f"Take back your marker from {names.field_name(edition, field)}"


def _recall(edition: Edition, state: Any, seat: int, field: int) -> str:
    goal = f" to {names.field_name(edition, int(top(state, B)))}" if int(step(state)) == MARK else ""
    return f"Move your marker from {names.field_name(edition, field)}{goal}"


def _mark(edition: Edition, state: Any, seat: int, index: int) -> str:
    here = names.field_name(edition, int(top(state, B))) if int(step(state)) == MARK else "this field"
    return f"Place a marker in {here}"


def _post(edition: Edition, state: Any, seat: int, index: int) -> str:
    place, unit = divmod(index, UNIT_TYPES)
    field = int(state.start[seat, place])
    here = names.field_name(edition, field) if 0 <= field < FIELDS else f"field {place + 1}"
    return f"Post {_priced(edition, unit)} in {here}"


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
        return f"{LOSING_VERBS[int(top(state, C))]} {with_article(name)}"
    if now == TRAVELLING and int(top(state, E)) > 0:
        focus, other = int(top(state, C)), int(top(state, E)) - 1
        start, goal = (focus, other) if int(top(state, D)) == 1 else (other, focus)
        return f"Move {with_article(name)} from {_way(edition, start, goal)}"
    if now == ASIDE and int(top(state, AT)) == 2:
        return f"Move {with_article(name)} from {_way(edition, int(top(state, C)), int(top(state, D)))}"
    return f"Choose {with_article(name)}"


def _way(edition: Edition, start: int, goal: int) -> str:
    return f"{names.field_name(edition, start)} to {names.field_name(edition, goal)}"


def _specialty(edition: Edition, state: Any, seat: int, index: int) -> str:
    data = names.specialty_data(edition, int(state.clan[seat]), index // 2, index % 2)
    text = f": {data['text']}" if data["text"] else ""
    return f"Take {data['name']}, {data['side']} side{text}"


def _seat(edition: Edition, state: Any, seat: int, index: int) -> str:
    return f"Take place {index + 1} in this round's order"


def _buy(edition: Edition, state: Any, seat: int, card: int) -> str:
    price = int(price_of(edition.box, state, seat, card))
    return f"Buy {names.action_name(edition, card)} for {names.count(price, 'coin')}"


def _hidden(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) == CHOICE:
        return "Steal a hidden card, unseen"
    return f"Buy a hidden card for {names.count(int(hidden_price(edition.box, state)), 'coin')}"


ACTION_VERBS: Final = {BY_ACTION: "Put back", BY_THEFT: "Steal", BY_FROZEN: "Thaw"}


def _act(edition: Edition, state: Any, seat: int, index: int) -> str:
    card, origin = divmod(index, 2)
    name = f"{names.action_name(edition, card)}{' (hidden)' if origin == FROM_HIDDEN else ''}"
    now = int(step(state))
    if now == FREEZING:
        return f"Freeze {name}"
    if now == TAKING:
        return f"Take {names.action_name(edition, card)}"
    if now == WINDOW:
        return f"React with {name}"
    if now == CHOICE:
        return f"{ACTION_VERBS.get(int(top(state, B)), 'Choose')} {name}"
    text = names.action_text(edition, card)
    return f"Play {name}{f': {text}' if text else ''}"


def _card(edition: Edition, state: Any, seat: int, slot: int) -> str:
    now = int(step(state))
    if now == NOTES:
        card = int(nth_in_pile(state, seat, slot))
        return f"Take back {names.card_name(edition, card)}"
    if now == CHOICE and int(top(state, B)) == BY_PILE:
        card = int(nth_in_pile(state, int(top(state, C)), slot))
        return f"Take {names.card_name(edition, card)}"
    card = int(state.hand[seat, slot]) - 1
    name = names.card_name(edition, card)
    if now == CHOICE:
        return f"Swap {name}"
    if now in (TURNS, WINDOW):
        return f"Use {name} from hand: {names.card_text(edition, card)}"
    if now == DROPPING and int(top(state, C)) == 1:
        return f"Trash {name}"
    if now in (WAR_STEP, HUNT) and card >= 0:
        heads = int(edition.box.heads[card]) if now == HUNT else 0
        more = f" and {names.count(heads, 'head')}" if heads else ""
        return f"Fight with {name}: {names.styles_text(edition, card)}{more}"
    if now == SPEND_ALLY:
        return f"Give up {name} for an ally of a higher tier"
    return f"Discard {name}"


def _awaken(edition: Edition, state: Any, seat: int, slot: int) -> str:
    name = names.card_name(edition, int(state.hand[seat, slot]) - 1)
    return f"Fight with {name} and its {names.name_of(edition, 'awakening')}"


def _track(edition: Edition, state: Any, seat: int, track: int) -> str:
    if int(step(state)) == CHOICE:
        return f"Swap places on {names.track_name(edition, track)}"
    up, spot = int(step(state)) == UP, int(spot_of(state, track, seat))
    text = f"Move {'up' if up else 'down'} on {names.track_name(edition, track)}"
    other = spot - 1 if up else spot + 1
    if not 0 <= other < int(state.seats):
        return text
    mine = int(track_value(edition.box, state, track, seat))
    then = int(edition.box.value[track, int(state.seats), other])
    values = f": {then} instead of {mine}" if then != mine else ""
    return f"{text}, past {{{int(state.track[track, other])}}}{values}"


def _token(edition: Edition, state: Any, seat: int, token: int) -> str:
    verb = "Pass on" if int(step(state)) == SHEDDING and int(top(state, D)) > 0 else "Shed"
    return f"{verb} {with_article(names.token_name(edition, token))} token"


def _beast(edition: Edition, state: Any, seat: int, beast: int) -> str:
    name = names.beast_name(edition, beast)
    if int(state.chained[beast]) > 0:
        name += ", which is chained"
    verb = {GIVE_BEAST: "Hand over", CHAINING: "Chain"}.get(int(step(state)), "Choose")
    return f"{verb} {name}"


def _unchain(edition: Edition, state: Any, seat: int, beast: int) -> str:
    return f"Fight to unchain {names.beast_name(edition, beast)}, with {names.action_name(edition, WAR)}"


def _player(edition: Edition, state: Any, seat: int, other: int) -> str:
    if other == seat:
        return "Choose yourself"
    if int(step(state)) == TARGET:
        return f"Use {names.action_name(edition, int(top(state, B)))} on {{{other}}}"
    return f"Choose {{{other}}}"


def _option(edition: Edition, state: Any, seat: int, index: int) -> str:
    if int(step(state)) == SUPPORT and index < 2:
        side, role = ((state.attacker, "attacks"), (state.defender, "defends"))[index]
        if int(side) == seat:
            return f"Support yourself: your clan {role}"
        return f"Support {{{int(side)}}}, who {role}"
    if int(step(state)) != CHOICE:
        return f"Choose option {index + 1}"
    if int(state.frame[int(state.depth) - 2]) == MOMENT:
        return "Your card has the first word" if index == 0 else "The opposing card has the first word"
    card, row = int(under(state, B)), int(under(state, C))
    return names.branch_text(edition, card, row, index)


SAYING: Final[Mapping[str, Callable[[Edition, Any, int, int], str]]] = {
    "pass": _pass, "done": _done, "yes": _yes, "no": _no, "field": _field, "into": _into, "from": _from,
    "unmark": _unmark, "recall": _recall, "mark": _mark, "post": _post, "unit": _unit, "specialty": _specialty,
    "seat": _seat, "buy": _buy, "hidden": _hidden, "act": _act, "card": _card, "awaken": _awaken, "track": _track,
    "token": _token, "beast": _beast, "unchain": _unchain, "player": _player, "option": _option,
}  # fmt: skip


# --- Events in sentences


def narrate(edition: Edition, event: Event) -> str:
    """An event as a sentence, as far as it is known; empty for what goes without saying."""
    teller = TELLING.get(event.name)
    return teller(edition, event.args) if teller else ""


Told = Callable[[Edition, Mapping[str, int]], str]


def _who(e: Mapping[str, int], verbs: str) -> str:
    """Who, and what it does."""
    return f"{{{e['seat']}:{verbs}}}"


def _at(edition: Edition, e: Mapping[str, int]) -> str:
    return names.field_name(edition, e["field"])


def _a_unit(edition: Edition, e: Mapping[str, int]) -> str:
    return with_article(names.unit_name(edition, e["unit"]))


def _a_card(edition: Edition, e: Mapping[str, int], otherwise: str = "a card") -> str:
    return otherwise if e["card"] == UNKNOWN else names.card_name(edition, e["card"])


def _the_beast(edition: Edition, e: Mapping[str, int]) -> str:
    return names.beast_name(edition, e["beast"])


def _tells_coins(edition: Edition, e: Mapping[str, int]) -> str:
    verbs = "receives/receive" if e["amount"] > 0 else "pays/pay"
    return f"{_who(e, verbs)} {names.count(abs(e['amount']), 'coin')}."


def _tells_specialty(edition: Edition, e: Mapping[str, int]) -> str:
    """The card is numbered among those of all clans."""
    data = names.specialty_data(edition, *divmod(e["card"], SPECIALTY_CARDS), e["side"])
    return f"{_who(e, 'takes/take')} {data['name']}, {data['side']} side."


def _tells_freeze(edition: Edition, e: Mapping[str, int]) -> str:
    """Which of the hidden cards is frozen only its owner knows; whose origin is unknown may be one of them."""
    if UNKNOWN in (e["card"], e["origin"]):
        return f"{_who(e, 'freezes/freeze')} an action card."
    return f"{_who(e, 'freezes/freeze')} {names.action_name(edition, e['card'])}."


def _tells_play(edition: Edition, e: Mapping[str, int]) -> str:
    hidden = ", a hidden card" if e["origin"] == FROM_HIDDEN else ""
    return f"{_who(e, 'plays/play')} {names.action_name(edition, e['card'])}{hidden}."


def _tells_hidden(edition: Edition, e: Mapping[str, int]) -> str:
    if e["card"] == UNKNOWN:
        return f"{_who(e, 'takes/take')} a hidden card."
    return f"{_who(e, 'takes/take')} a hidden card: {names.action_name(edition, e['card'])}."


def _tells_theft(edition: Edition, e: Mapping[str, int]) -> str:
    card = "a hidden card" if e["card"] == UNKNOWN else names.action_name(edition, e["card"])
    return f"{_who(e, 'takes/take')} {card} from {{{e['other']}}}."


def _tells_event(edition: Edition, e: Mapping[str, int]) -> str:
    data = names.event_data(edition, e["event"])
    return f"Event: {data['name']}: {data['text']}" if data["text"] else f"Event: {data['name']}."


def _tells_ally(edition: Edition, e: Mapping[str, int]) -> str:
    card = "" if e["card"] == UNKNOWN else f": {names.card_name(edition, e['card'])}"
    return f"{_who(e, 'receives/receive')} {with_article(names.ally_name(edition, e['tier']))}{card}."


def _tells_end(edition: Edition, e: Mapping[str, int]) -> str:
    winners = [f"{{{seat}}}" for seat in list_bits(e["winners"])]
    return f"The game is over. Winning: {names.listed(winners)}."


TELLING: Final[Mapping[str, Told]] = {
    "takes_clan": lambda d, e: f"{_who(e, 'leads/lead')} {names.clan_name(d, e['clan'])}.",
    "beast_appears": lambda d, e: f"{_capital(_the_beast(d, e))} appears at {_at(d, e)}.",
    "beast_moves": lambda d, e: f"{_capital(_the_beast(d, e))} goes from {_way(d, e['start'], e['field'])}.",
    "starts_at": lambda d, e: f"{_who(e, 'begins/begin')} at {_at(d, e)}.",
    "posts": lambda d, e: f"{_who(e, 'posts/post')} {_a_unit(d, e)} in {_at(d, e)}.",
    "takes_specialty": _tells_specialty,
    "round_begins": lambda d, e: f"Round {e['round'] + 1} of {ROUNDS} begins.",
    "takes_seat": lambda d, e: f"{_who(e, 'takes/take')} place {e['place'] + 1} in the order.",
    "event": _tells_event,
    "coins": _tells_coins,
    "draws": lambda d, e: f"{_who(e, 'draws/draw')} {_a_card(d, e)}.",
    "takes_ally": _tells_ally,
    "takes_hidden": _tells_hidden,
    "spies": lambda d, e: f"{_who(e, 'looks/look')} at {{{e['other']}'s}} hidden cards.",
    "steals_hidden": _tells_theft,
    "buys": lambda d, e: f"{_who(e, 'buys/buy')} {names.action_name(d, e['card'])}.",
    "loses_to_paralysis": lambda d, e: f"{_who(e, 'gets/get')} no card: {names.token_name(d, 1)}.",
    "plays": _tells_play,
    "cancelled": lambda d, e: f"{{{e['seat']}'s}} {names.action_name(d, e['card'])} is cancelled.",
    "gains_control": lambda d, e: f"{_who(e, 'controls/control')} {_at(d, e)} now.",
    "marks": lambda d, e: f"{_who(e, 'places/place')} a marker in {_at(d, e)}.",
    "unmarks": lambda d, e: f"{_who(e, 'takes/take')} back a marker from {_at(d, e)}.",
    "recruits": lambda d, e: f"{_who(e, 'recruits/recruit')} {_a_unit(d, e)} in {_at(d, e)}.",
    "moves": lambda d, e: f"{_who(e, 'sends/send')} {_a_unit(d, e)} from {_way(d, e['start'], e['field'])}.",
    "goes_up": lambda d, e: f"{_who(e, 'moves/move')} up on {names.track_name(d, e['track'])}.",
    "goes_down": lambda d, e: f"{_who(e, 'moves/move')} down on {names.track_name(d, e['track'])}.",
    "turns_over": lambda d, e: f"The order on {names.track_name(d, e['track'])} is reversed.",
    "token": lambda d, e: f"{_who(e, 'receives/receive')} {with_article(names.token_name(d, e['token']))} token.",
    "token_gone": lambda d, e: f"{_who(e, 'loses/lose')} {with_article(names.token_name(d, e['token']))} token.",
    "freezes": _tells_freeze,
    "war": lambda d, e: f"War: {{{e['attacker']}:attacks/attack}} {{{e['defender']}}} at {_at(d, e)}.",
    "hunt": lambda d, e: f"{_who(e, 'hunts/hunt')} {_the_beast(d, e)} at {_at(d, e)}.",
    "rolls": lambda d, e: f"The die of {{{e['seat']}}} shows {e['roll']}.",
    "fights_with": lambda d, e: f"{_who(e, 'fights/fight')} with {_a_card(d, e)}: {names.styles_text(d, e['card'])}.",
    "battle_point": lambda d, e: f"{_who(e, 'has/have')} {names.count(e['points'], 'battle point')}.",
    "war_ends": lambda d, e: f"{{{e['winner']}:wins/win}} the war.",
    "captures": lambda d, e: f"{_who(e, 'captures/capture')} {_the_beast(d, e)}.",
    "hunt_fails": lambda d, e: f"{_who(e, 'fails/fail')} to capture {_the_beast(d, e)}.",
    "gives_beast": lambda d, e: f"{_who(e, 'hands/hand')} {_the_beast(d, e)} over to {{{e['other']}}}.",
    "chains": lambda d, e: f"{{{e['seat']}'s}} {_bare(_the_beast(d, e))} is chained.",
    "unchains": lambda d, e: f"{_who(e, 'frees/free')} {_the_beast(d, e)} from its chain.",
    "loses_unit": lambda d, e: f"{_who(e, 'loses/lose')} {_a_unit(d, e)}.",
    "retreats": lambda d, e: f"{{{e['seat']}'s}} {names.unit_name(d, e['unit'])} retreats to {_at(d, e)}.",
    "falls_prone": lambda d, e: f"{{{e['seat']}'s}} units in {_at(d, e)} fall prone.",
    "discards": lambda d, e: f"{_who(e, 'discards/discard')} {_a_card(d, e)}.",
    "heals": lambda d, e: f"{_who(e, 'takes/take')} {_a_card(d, e)} back into the hand.",
    "uses": lambda d, e: f"{_who(e, 'uses/use')} {_a_card(d, e)} from hand.",
    "effect": lambda d, e: f"{{{e['seat']}'s}} {_a_card(d, e)}: {names.effect_text(d, e['card'], e['number'])}",
    "loses_point": lambda d, e: (
        f"{_who(e, 'loses/lose')} a battle point and {_who(e, 'has/have')} {names.count(e['points'], 'battle point')}."
    ),
    "escapes": lambda d, e: f"{_who(e, 'escapes/escape')} from the war.",
    "takes_back": lambda d, e: f"{_who(e, 'takes/take')} {_a_card(d, e)} from the discard pile.",
    "gains_card": lambda d, e: f"{_who(e, 'receives/receive')} {_a_card(d, e)}.",
    "trashes": lambda d, e: f"{_a_card(d, e)} leaves the game.",
    "steals": lambda d, e: f"{_who(e, 'takes/take')} {_a_card(d, e)} from {{{e['other']}}}.",
    "hands_over": lambda d, e: f"{_who(e, 'loses/lose')} {_a_card(d, e)}.",
    "looks": lambda d, e: f"{_who(e, 'looks/look')} at {_a_card(d, e)} of {{{e['other']}}}.",
    "returns_action": lambda d, e: f"{_who(e, 'puts/put')} back {names.action_name(d, e['card'])}.",
    "steals_action": lambda d, e: (
        f"{_who(e, 'steals/steal')} {names.action_name(d, e['card'])} from {{{e['other']}}}."
    ),
    "swaps_spots": lambda d, e: (
        f"{_who(e, 'swaps/swap')} places with {{{e['other']}}} on {names.track_name(d, e['track'])}."
    ),
    "lies_down": lambda d, e: f"{{{e['seat']}'s}} {names.unit_name(d, e['unit'])} in {_at(d, e)} falls prone.",
    "rises": lambda d, e: f"{{{e['seat']}'s}} {names.unit_name(d, e['unit'])} in {_at(d, e)} rises.",
    "gains_marker": lambda d, e: f"{_who(e, 'gains/gain')} a marker.",
    "scores": lambda d, e: (
        f"{_who(e, 'has/have')} {names.count(e['beasts'], 'point')} for beasts, total strength {e['strength']}."
    ),
    "game_over": _tells_end,
}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bare(text: str) -> str:
    return text.removeprefix("the ")


# --- Why something is refused


def why_not(edition: Edition, state: Any, seat: int, intent: Any) -> Clause | None:
    """The clause that forbids an action or an intent; None where it is legal.

    An intent is what a person points at: `{"field": 12}`, `{"card": "travel"}` for an action card, `{"hand": 0}` for a
    card in hand, `{"beast": 3}`, `{"track": 5}` or `{"player": 1}`."""
    if isinstance(intent, Mapping) and "do" not in intent:
        return _pointing(edition, state, seat, intent)
    return _clause(edition, state, seat, ACTIONS.number(intent))


def _clause(edition: Edition, state: Any, seat: int, action: int) -> Clause | None:
    if not 0 <= seat < int(state.seats):
        return CLAUSES[NOT_ASKED]
    number = int(refusal(edition.box, state, seat, action))
    if number == 0:
        return None
    clause = CLAUSES[number]
    if number in (NOT_ASKED, GAME_IS_OVER):
        return clause
    reason = _reason(edition, state, seat, *split(action))
    return Clause(clause.section, f"{reason} {prompt(edition, state, seat)}".strip(), clause.for_all)


def _reason(edition: Edition, state: Any, seat: int, kind: str, index: int) -> str:
    """What is wrong with an action that belongs to this step; empty where it belongs to another one."""
    now = int(step(state))
    if kind == "buy" and now == BUYING:
        return _no_sale(edition, state, seat, index)
    if kind == "act" and now in (TURNS, WINDOW, FREEZING):
        return _not_playable(edition, state, seat, now, *divmod(index, 2))
    if kind in ("card", "awaken") and index >= int(hand_size(state, seat)) and now != NOTES:
        return f"You hold {names.count(int(hand_size(state, seat)), 'card')}."
    if kind in ("field", "into", "from"):
        return f"{names.field_name(edition, index)} cannot be chosen here."
    return ""


def _no_sale(edition: Edition, state: Any, seat: int, card: int) -> str:
    name, price = names.action_name(edition, card), int(price_of(edition.box, state, seat, card))
    if int(state.stock[card]) == 0:
        return f"{name} is sold out."
    if price > int(state.coins[seat]):
        return f"{name} costs {names.count(price, 'coin')}."
    if card == SPECIALTY:
        return f"Your specialty shows its passive side: {name} is of no use to you."
    return ""


def _not_playable(edition: Edition, state: Any, seat: int, now: int, card: int, origin: int) -> str:
    name = names.action_name(edition, card)
    hidden = origin == FROM_HIDDEN
    held = int(state.secret[seat, card]) if hidden else (int(state.held[seat, card]) if card < SHOP else 0)
    if held == 0:
        return f"You hold no {name}{' among your hidden cards' if hidden else ' from the shop'}."
    if int(playable(state, seat, card, origin)) == 0:
        return f"Your {name} is frozen until the next round."
    if now == WINDOW:
        return f"{name} is no reaction to this."
    return f"{name} would do nothing now."


def _pointing(edition: Edition, state: Any, seat: int, intent: Mapping[str, Any]) -> Clause | None:
    """Pointing is allowed where any legal action means that."""
    meant = _meant(intent)
    if not is_asked(state, seat) or int(step(state)) < 0:
        return CLAUSES[GAME_IS_OVER if int(step(state)) < 0 else NOT_ASKED]
    moves = np.zeros(MAX_MOVES, np.int32)
    can = {int(move) for move in moves[: int(legal(edition.box, state, seat, moves))]}
    if can & set(meant):
        return None
    return _clause(edition, state, seat, meant[0])


def _meant(intent: Mapping[str, Any]) -> list[int]:
    """The actions that pointing there can mean."""
    kinds = {
        "field": ("field", "into", "from", "unmark", "recall"),
        "hand": ("card", "awaken"),
        "beast": ("beast", "unchain"),
        "track": ("track",),
        "player": ("player",),
        "token": ("token",),
    }
    sizes = {"field": FIELDS, "hand": MAX_HAND, "beast": BEASTS, "track": 6, "player": SEATS, "token": 6}
    for key, value in intent.items():
        if key == "card" and value in ACTION_NAMES:
            card = ACTION_NAMES.index(value)
            bought = [BUY_AT + card] if card < SHOP else []
            return [ACT_AT + 2 * card, ACT_AT + 2 * card + 1, *bought]
        if key in kinds and isinstance(value, int) and 0 <= value < sizes[key]:
            return [ACTIONS.offset[kind] + value for kind in kinds[key]]
    raise MalformedError(f"{dict(intent)!r} points at nothing; for example, {{'field': 12}} does")
