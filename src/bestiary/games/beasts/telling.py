"""Tailed Beasts: how every event is told, with its sentence and its path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bestiary.engine.bits import list_bits
from bestiary.engine.content import Edition
from bestiary.engine.telling import Args, Tell, Telling, Way
from bestiary.engine.views import Move
from bestiary.games.beasts import names
from bestiary.games.beasts.cards.sentences import with_article
from bestiary.games.beasts.state import (
    ACTION_NAMES, EVENTS, FROM_HIDDEN, PARALYZE, ROUNDS, SPECIALTY_CARDS, TOKEN_NAMES, TRACK_NAMES, UNIT_NAMES,
)  # fmt: skip
from bestiary.games.beasts.things import (
    BEAST_THINGS, CARD_THINGS, EVENT_THINGS, FIELD_THINGS, ORIGINS, PHASES, SIDES, TIERS, UNIT_THINGS, pile_name,
    source_name, specialty_thing,
)  # fmt: skip
from bestiary.games.beasts.tracing import (
    FROM_ACTION, FROM_CARD, FROM_EVENT, FROM_FIELD, FROM_HIDDEN_DECK, FROM_INCOME, FROM_SPECIALTY, FROM_START,
    FROM_TOKEN,
)  # fmt: skip

Facts = Mapping[str, Any]

# --- Sentences


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _unit(edition: Edition, unit: int) -> str:
    return names.unit_name(edition, unit // 2)


def _card(edition: Edition, card: int | None) -> str:
    return "a card" if card is None else names.card_name(edition, card)


def _action(edition: Edition, action: int | None) -> str:
    return "a hidden card" if action is None else names.action_name(edition, action)


def _source(edition: Edition, source: int, gains: bool) -> str:
    """Behind a number of coins: why."""
    if source in (FROM_START, FROM_INCOME, FROM_HIDDEN_DECK):
        return {FROM_START: " to begin with", FROM_INCOME: " of income"}.get(source, " for a hidden card")
    if source >= FROM_SPECIALTY:
        clan, slot = divmod(source - FROM_SPECIALTY, SPECIALTY_CARDS)
        return f" by {names.specialty_data(edition, clan, slot, 0)['name']}"
    if source >= FROM_TOKEN:
        return f" for {with_article(names.token_name(edition, source - FROM_TOKEN))} token"
    if source >= FROM_EVENT:
        return f" by {names.event_name(edition, source - FROM_EVENT)}"
    if source >= FROM_ACTION:
        return f" {'by' if gains else 'for'} {names.action_name(edition, source - FROM_ACTION)}"
    if source >= FROM_CARD:
        return f" by {names.card_name(edition, source - FROM_CARD)}"
    return f" for {names.field_name(edition, source - FROM_FIELD)}" if source >= FROM_FIELD else ""


def _coins(edition: Edition, e: Args) -> str:
    gains = e["amount"] > 0
    does = "receives/receive" if gains else "pays/pay"
    why = _source(edition, e["source"], gains)
    return f"{{{e['seat']}:{does}}} {names.count(abs(e['amount']), 'coin')}{why}."


def _coins_passed(edition: Edition, e: Args) -> str:
    why = _source(edition, e["source"], True)
    return f"{{{e['seat']}:takes/take}} {names.count(e['amount'], 'coin')} from {{{e['other']}}}{why}."


def _specialty(edition: Edition, e: Args) -> str:
    clan, slot = divmod(e["specialty"], SPECIALTY_CARDS)
    data = names.specialty_data(edition, clan, slot, e["side"])
    return f"{{{e['seat']}:takes/take}} {data['name']}, {data['side']} side."


def _played(edition: Edition, e: Args) -> str:
    hidden = ", a hidden card" if e["origin"] == FROM_HIDDEN else ""
    return f"{{{e['seat']}:plays/play}} {names.action_name(edition, e['action'])}{hidden}."


def _hidden(edition: Edition, e: Args) -> str:
    named = "" if e["action"] is None else f": {names.action_name(edition, e['action'])}"
    return f"{{{e['seat']}:takes/take}} a hidden card{named}."


def _frozen(edition: Edition, e: Args) -> str:
    """Which of the hidden cards is frozen only its owner knows."""
    card = "a hidden card" if e["action"] is None else names.action_name(edition, e["action"])
    return f"{{{e['seat']}:freezes/freeze}} {card}."


def _thawed(edition: Edition, e: Args) -> str:
    card = "hidden card" if e["action"] is None else names.action_name(edition, e["action"])
    return f"{{{e['seat']}'s}} {card} thaws."


def _event(edition: Edition, e: Args) -> str:
    data = names.event_data(edition, e["event"])
    return f"Event: {data['name']}: {data['text']}" if data["text"] else f"Event: {data['name']}."


def _ally(edition: Edition, e: Args) -> str:
    card = "" if e["card"] is None else f": {names.card_name(edition, e['card'])}"
    return f"{{{e['seat']}:receives/receive}} {with_article(names.ally_name(edition, e['tier']))}{card}."


def _allies_home(edition: Edition, e: Args) -> str:
    allies = f"{names.ally_name(edition, e['tier']).removesuffix('ally')}allies"
    return f"The discarded {allies} are shuffled into their deck."


def _lost_point(edition: Edition, e: Args) -> str:
    who, points = e["seat"], names.count(e["points"], "battle point")
    return f"{{{who}:loses/lose}} a battle point and {{{who}:has/have}} {points}."


def _compared(edition: Edition, e: Args) -> str:
    both = f"{{{e['attacker']}:has/have}} {e['ours']}, {{{e['defender']}:has/have}} {e['theirs']}"
    return f"Unit strength: {both}."


def _style(edition: Edition, e: Args) -> str:
    name = names.style_name(edition, e["style"])
    return f"{name}: {e['ours']} to {e['theirs']}, for {{{e['winner']}}}."


def _sums(edition: Edition, e: Args) -> str:
    sums = [f"{names.style_name(edition, style)} {e[key]}" for style, key in enumerate(("first", "second", "third"))]
    verdict = "enough" if min(e["first"], e["second"], e["third"]) > e["needed"] else f"each must exceed {e['needed']}"
    return f"So far {names.listed(sums)}: {verdict}."


def _skulls(edition: Edition, e: Args) -> str:
    loss = max(e["skulls"] - e["sands"], 0)
    icons = f"{names.count(e['skulls'], 'skull')} against {names.count(e['sands'], 'sand')}"
    return f"{icons}: {{{e['seat']}:loses/lose}} {names.count(loss, 'unit')}."


def _effect(edition: Edition, e: Args) -> str:
    text = names.effect_text(edition, e["card"], e["number"])
    return f"{{{e['seat']}'s}} {names.card_name(edition, e['card'])}: {text}"


def _end(edition: Edition, e: Args) -> str:
    winners = [f"{{{seat}}}" for seat in list_bits(e["winners"])]
    return f"The game is over. Winning: {names.listed(winners)}."


PHASE_WORDS: Final = ("Harvest.", "The event of the round.", "Income.", "The shop opens.", "The actions.", "Poison.")

# --- Paths


def _way(f: Facts) -> str:
    """The way of a unit from one field to another."""
    return f"way:{f['start'][6:]}-{f['field'][6:]}/{f['seat']}"


def _moved(thing: str, start: str, goal: str, becomes: str) -> Iterator[Move]:
    """A unit goes somewhere and, once there, falls prone or rises."""
    yield Move(thing=thing, start=start, goal=goal)
    if becomes != thing:
        yield from _turned(thing, becomes, goal, 1)


def _turned(thing: str, becomes: str, place: str, count: int) -> Iterator[Move]:
    """The same units lie, or stand."""
    yield Move(thing=thing, start=place, goal="out", count=count)
    yield Move(thing=becomes, start="out", goal=place, count=count)


def _stands(unit: str) -> str:
    return unit.removesuffix("-prone")


def _fallen(f: Facts) -> str:
    return f"{f['unit']}-prone" if f["falls"] else f["unit"]


def _sets_out(f: Facts) -> Iterator[Move]:
    yield Move(thing=f["unit"], start=f"{f['start']}/{f['seat']}", goal=_way(f))


def _arrives(f: Facts) -> Iterator[Move]:
    yield Move(thing=f["unit"], start=_way(f), goal=f"{f['field']}/{f['seat']}")


def _turns_back(f: Facts) -> Iterator[Move]:
    yield from _moved(f["unit"], _way(f), f"{f['start']}/{f['seat']}", _fallen(f))


def _turns_aside(f: Facts) -> Iterator[Move]:
    yield from _moved(f["unit"], _way(f), f"{f['goal']}/{f['seat']}", _fallen(f))


def _retreats(f: Facts) -> Iterator[Move]:
    yield from _moved(f["unit"], f"{f['start']}/{f['seat']}", f"{f['field']}/{f['seat']}", _fallen(f))


def _goes_home(f: Facts) -> Iterator[Move]:
    yield from _moved(f["unit"], f"{f['field']}/{f['seat']}", f"supply:{f['seat']}", _stands(f["unit"]))


def _traveller_goes_home(f: Facts) -> Iterator[Move]:
    yield from _moved(f["unit"], _way(f), f"supply:{f['seat']}", _stands(f["unit"]))


def _traveller_trashed(f: Facts) -> Iterator[Move]:
    yield Move(thing=f["unit"], start=_way(f), goal="out")


def _traveller_falls(f: Facts) -> Iterator[Move]:
    yield from _turned(f["unit"], f"{f['unit']}-prone", _way(f), 1)


def _traveller_rises(f: Facts) -> Iterator[Move]:
    yield from _turned(f"{f['unit']}-prone", f["unit"], _way(f), 1)


def _all_fall(f: Facts) -> Iterator[Move]:
    for unit in UNIT_NAMES:
        if f[f"{unit}s"]:
            yield from _turned(unit, f"{unit}-prone", f"{f['field']}/{f['seat']}", f[f"{unit}s"])


def _all_rise(f: Facts) -> Iterator[Move]:
    for unit in UNIT_NAMES:
        if f[f"{unit}s"]:
            yield from _turned(f"{unit}-prone", unit, f"{f['field']}/{f['seat']}", f[f"{unit}s"])


def _one_falls(f: Facts) -> Iterator[Move]:
    yield from _turned(f["unit"], f"{f['unit']}-prone", f"{f['field']}/{f['seat']}", 1)


def _one_rises(f: Facts) -> Iterator[Move]:
    yield from _turned(f"{f['unit']}-prone", f["unit"], f"{f['field']}/{f['seat']}", 1)


def _pays(f: Facts) -> Iterator[Move]:
    mine = f"coins:{f['seat']}"
    start, goal = ("out", mine) if f["amount"] > 0 else (mine, "out")
    yield Move(thing="coin", start=start, goal=goal, count=abs(f["amount"]))


def _spent(f: Facts) -> Iterator[Move]:
    """An action card goes back to where it came from."""
    goal = "hidden-discard" if f["origin"] == "secret" else "shop"
    yield Move(thing=f["action"], start=f"{f['origin']}:{f['seat']}", goal=goal)


TELLING: Final = Telling(
    EVENTS,
    words={
        "field": FIELD_THINGS, "start": FIELD_THINGS, "goal": FIELD_THINGS, "unit": UNIT_THINGS, "card": CARD_THINGS,
        "action": ACTION_NAMES, "origin": ORIGINS, "track": TRACK_NAMES, "token": TOKEN_NAMES, "beast": BEAST_THINGS,
        "event": EVENT_THINGS, "pile": pile_name, "onto": pile_name, "source": source_name, "phase": PHASES,
        "tier": TIERS, "side": SIDES, "specialty": specialty_thing,
    },
    titles={
        "clan": names.clan_name,
        "field": names.field_name,
        "goal": names.field_name,
        "unit": lambda edition, unit: with_article(_unit(edition, unit)),
        "card": _card,
        "action": _action,
        "track": names.track_name,
        "token": lambda edition, token: with_article(names.token_name(edition, token)),
        "beast": names.beast_name,
        "round": lambda edition, number: f"{number + 1} of {ROUNDS}",
        "place": lambda edition, place: str(place + 1),
        "battle": lambda edition, battle: str(battle + 1),
        "points": lambda edition, points: names.count(points, "battle point"),
    },
    takes_clan=Tell("{seat:leads/lead} {clan}."),
    beast_appears=Tell(
        lambda d, e: f"{_capital(names.beast_name(d, e['beast']))} appears at {names.field_name(d, e['field'])}.",
        Way("{beast}", "box", "{field}"),
    ),
    beast_moves=Tell(
        lambda d, e: f"{_capital(names.beast_name(d, e['beast']))} goes from {names.way(d, e['start'], e['field'])}.",
        Way("{beast}", "{start}", "{field}"),
    ),
    starts_at=Tell("{seat:begins/begin} at {field}."),
    posts=Tell("{seat:posts/post} {unit} in {field}.", Way("{unit}", "supply:{seat}", "{field}/{seat}")),
    takes_specialty=Tell(_specialty),
    round_begins=Tell("Round {round} begins.", opens=True),
    phase_begins=Tell(lambda d, e: PHASE_WORDS[e["phase"]], opens=True),
    turn_begins=Tell("It is {seat's} turn.", opens=True),
    takes_seat=Tell("{seat:takes/take} place {place} in the order."),
    event=Tell(_event),
    coins=Tell(_coins, path=_pays),
    takes_coins=Tell(_coins_passed, Way("coin", "coins:{other}", "coins:{seat}", "{amount}")),
    draws=Tell("{seat:draws/draw} {card}.", Way("{card}", "deck:{seat}", "hand:{seat}")),
    reshuffles=Tell("{seat:shuffles/shuffle} the discard pile into the deck."),
    returns_to_deck=Tell("", Way("{card}", "discard:{seat}", "deck:{seat}")),
    allies_reshuffled=Tell(_allies_home),
    returns_to_allies=Tell("", Way("{card}", "allies-discard:{tier}", "allies:{tier}")),
    takes_ally=Tell(_ally, Way("{card}", "allies:{tier}", "hand:{seat}")),
    takes_hidden=Tell(_hidden, Way("{action}", "hidden-deck", "secret:{seat}")),
    hidden_returns=Tell("", Way("{action}", "hidden-discard", "hidden-deck", "{count}")),
    spies=Tell("{seat:looks/look} at {other's} hidden cards."),
    glimpses=Tell("", Way("{action}", "secret:{other}", "secret:{other}")),
    steals_hidden=Tell("{seat:takes/take} {action} from {other}.", Way("{action}", "secret:{other}", "secret:{seat}")),
    buys=Tell("{seat:buys/buy} {action}.", Way("{action}", "shop", "held:{seat}")),
    loses_to_paralysis=Tell(lambda d, e: f"{{{e['seat']}:gets/get}} no card: {names.token_name(d, PARALYZE)}."),
    plays=Tell(_played, path=_spent),
    cancelled=Tell("{seat's} {action} is cancelled."),
    gains_control=Tell("{seat:controls/control} {field} now."),
    marks=Tell("{seat:places/place} a marker in {field}.", Way("marker", "markers:{seat}", "{field}/{seat}")),
    unmarks=Tell("{seat:takes/take} back a marker from {field}.", Way("marker", "{field}/{seat}", "markers:{seat}")),
    gains_marker=Tell("{seat:gains/gain} a marker.", Way("marker", "out", "markers:{seat}")),
    recruits=Tell("{seat:recruits/recruit} {unit} in {field}.", Way("{unit}", "supply:{seat}", "{field}/{seat}")),
    moves=Tell(
        lambda d, e: (
            f"{{{e['seat']}:sends/send}} {with_article(_unit(d, e['unit']))} from "
            f"{names.way(d, e['start'], e['field'])}."
        ),
        path=_sets_out,
    ),
    steps_aside=Tell(
        lambda d, e: (
            f"{{{e['seat']}:sends/send}} {with_article(_unit(d, e['unit']))} from "
            f"{names.way(d, e['start'], e['field'])}."
        ),
        Way("{unit}", "{start}/{seat}", "{field}/{seat}"),
    ),
    arrives=Tell("", path=_arrives),
    turns_back=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} goes back to {names.field_name(d, e['start'])}.",
        path=_turns_back,
    ),
    turns_aside=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} retreats to {names.field_name(d, e['goal'])}.",
        path=_turns_aside,
    ),
    retreats=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} retreats to {names.field_name(d, e['field'])}.",
        path=_retreats,
    ),
    loses_unit=Tell("{seat:loses/lose} {unit}.", path=_goes_home),
    loses_traveller=Tell("{seat:loses/lose} {unit}.", path=_traveller_goes_home),
    trashes_unit=Tell("{seat:trashes/trash} {unit}.", Way("{unit}", "{field}/{seat}", "out")),
    trashes_traveller=Tell("{seat:trashes/trash} {unit}.", path=_traveller_trashed),
    falls_prone=Tell("{seat's} units in {field} fall prone.", path=_all_fall),
    units_rise=Tell("{seat's} units in {field} rise.", path=_all_rise),
    lies_down=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} in {names.field_name(d, e['field'])} falls prone.",
        path=_one_falls,
    ),
    traveller_falls=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} on its way falls prone.", path=_traveller_falls
    ),
    rises=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} in {names.field_name(d, e['field'])} rises.",
        path=_one_rises,
    ),
    traveller_rises=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {_unit(d, e['unit'])} on its way rises.", path=_traveller_rises
    ),
    goes_up=Tell("{seat:moves/move} up on {track}."),
    goes_down=Tell("{seat:moves/move} down on {track}."),
    turns_over=Tell("The order on {track} is reversed."),
    swaps_spots=Tell("{seat:swaps/swap} places with {other} on {track}."),
    token=Tell("{seat:receives/receive} {token} token.", Way("{token}", "supply", "tokens:{seat}")),
    token_gone=Tell("{seat:loses/lose} {token} token.", Way("{token}", "tokens:{seat}", "supply")),
    freezes=Tell(_frozen),
    freezes_hidden=Tell(_frozen),
    thaws=Tell(_thawed),
    thaws_hidden=Tell(_thawed),
    war=Tell("War: {attacker:attacks/attack} {defender} at {field}.", opens=True),
    units_compared=Tell(_compared),
    battle_begins=Tell("Battle {battle}.", opens=True),
    fights_with=Tell(
        lambda d, e: (
            f"{{{e['seat']}:fights/fight}} with {names.card_name(d, e['card'])}: {names.styles_text(d, e['card'])}"
            f"{names.heads_text(d, e['card'])}."
        ),
        Way("{card}", "{pile}", "play:{seat}"),
    ),
    style_compared=Tell(_style),
    battle_point=Tell("{seat:has/have} {points}."),
    loses_point=Tell(_lost_point),
    escapes=Tell("{seat:escapes/escape} from the war."),
    war_ends=Tell("{winner:wins/win} the war."),
    scores_card=Tell("{seat:scores/score} {card}."),
    skulls_counted=Tell(_skulls),
    hunt=Tell("{seat:hunts/hunt} {beast} at {field}.", opens=True),
    adds_up=Tell(_sums),
    rolls=Tell("The beast's die shows {roll}."),
    die_rolled=Tell("The die shows {roll}."),
    captures=Tell("{seat:captures/capture} {beast}.", Way("{beast}", "{field}", "beasts:{seat}")),
    hunt_fails=Tell("{seat:fails/fail} to capture {beast}."),
    calls_off=Tell("{seat:calls/call} off the hunt of {beast}."),
    gives_beast=Tell("{seat:hands/hand} {beast} over to {other}.", Way("{beast}", "beasts:{seat}", "beasts:{other}")),
    chains=Tell(
        lambda d, e: f"{{{e['seat']}'s}} {names.beast_name(d, e['beast']).removeprefix('the ')} is chained.",
        Way("chain", "supply", "beast:{beast}"),
    ),
    unchains=Tell("{seat:frees/free} {beast} from its chain.", Way("chain", "beast:{beast}", "supply")),
    discards=Tell("{seat:discards/discard} {card}.", Way("{card}", "{pile}", "{onto}")),
    trashes=Tell("{seat:trashes/trash} {card}.", Way("{card}", "{pile}", "out")),
    heals=Tell("{seat:takes/take} {card} back into the hand.", Way("{card}", "play:{seat}", "hand:{seat}")),
    uses=Tell("{seat:uses/use} {card} from hand."),
    effect=Tell(_effect),
    waits=Tell("{card} waits until the hunt is over."),
    takes_back=Tell("{seat:takes/take} {card} from the discard pile.", Way("{card}", "discard:{seat}", "hand:{seat}")),
    gains_card=Tell("{seat:receives/receive} {card}.", Way("{card}", "{pile}", "hand:{seat}")),
    steals=Tell("{seat:takes/take} {card} from {other}.", Way("{card}", "hand:{other}", "hand:{seat}")),
    steals_from_deck=Tell(
        "{seat:takes/take} {card} from {other's} deck.", Way("{card}", "deck:{other}", "hand:{seat}")
    ),
    hands_over=Tell("{seat:puts/put} {card} into {other's} deck.", Way("{card}", "hand:{seat}", "deck:{other}")),
    looks=Tell("{seat:looks/look} at {card} of {other}.", Way("{card}", "hand:{other}", "hand:{other}")),
    returns_action=Tell("{seat:puts/put} back {action}.", path=_spent),
    steals_action=Tell("{seat:steals/steal} {action} from {other}.", Way("{action}", "held:{other}", "held:{seat}")),
    passes=Tell("{seat:passes/pass}."),
    scores=Tell(
        lambda d, e: (
            f"{{{e['seat']}:has/have}} {names.count(e['beasts'], 'point')} for beasts, total strength {e['strength']}."
        )
    ),
    game_over=Tell(_end, opens=True),
)  # fmt: skip
