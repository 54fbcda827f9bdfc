"""Tailed Beasts for people: what has happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.beasts import names
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.state import FROM_HIDDEN, ROUNDS, SPECIALTY_CARDS

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
    "beast_moves": lambda d, e: f"{_capital(_the_beast(d, e))} goes from {names.way(d, e['start'], e['field'])}.",
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
    "moves": lambda d, e: f"{_who(e, 'sends/send')} {_a_unit(d, e)} from {names.way(d, e['start'], e['field'])}.",
    "goes_up": lambda d, e: f"{_who(e, 'moves/move')} up on {names.track_name(d, e['track'])}.",
    "goes_down": lambda d, e: f"{_who(e, 'moves/move')} down on {names.track_name(d, e['track'])}.",
    "turns_over": lambda d, e: f"The order on {names.track_name(d, e['track'])} is reversed.",
    "token": lambda d, e: f"{_who(e, 'receives/receive')} {with_article(names.token_name(d, e['token']))} token.",
    "token_gone": lambda d, e: f"{_who(e, 'loses/lose')} {with_article(names.token_name(d, e['token']))} token.",
    "freezes": _tells_freeze,
    "war": lambda d, e: f"War: {{{e['attacker']}:attacks/attack}} {{{e['defender']}}} at {_at(d, e)}.",
    "hunt": lambda d, e: f"{_who(e, 'hunts/hunt')} {_the_beast(d, e)} at {_at(d, e)}.",
    "rolls": lambda d, e: f"The beast's die shows {e['roll']}.",
    "fights_with": lambda d, e: f"{_who(e, 'fights/fight')} with {_a_card(d, e)}: {names.styles_text(d, e['card'])}.",
    "battle_point": lambda d, e: f"{_who(e, 'has/have')} {names.count(e['points'], 'battle point')}.",
    "war_ends": lambda d, e: f"{{{e['winner']}:wins/win}} the war.",
    "captures": lambda d, e: f"{_who(e, 'captures/capture')} {_the_beast(d, e)}.",
    "hunt_fails": lambda d, e: f"{_who(e, 'fails/fail')} to capture {_the_beast(d, e)}.",
    "gives_beast": lambda d, e: f"{_who(e, 'hands/hand')} {_the_beast(d, e)} over to {{{e['other']}}}.",
    "chains": lambda d, e: f"{{{e['seat']}'s}} {_the_beast(d, e).removeprefix('the ')} is chained.",
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
    "passes": lambda d, e: f"{_who(e, 'passes/pass')}.",
    "calls_off": lambda d, e: f"{_who(e, 'calls/call')} off the hunt of {_the_beast(d, e)}.",
    "turns_back": lambda d, e: f"{{{e['seat']}'s}} {names.unit_name(d, e['unit'])} goes back to {_at(d, e)}.",
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
