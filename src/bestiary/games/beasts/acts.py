"""Tailed Beasts: a legal action with the things that it concerns, and what pointing at a thing can mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.plain import Plain
from bestiary.engine.sight import Sight
from bestiary.engine.views import Act
from bestiary.games.beasts import names
from bestiary.games.beasts.clauses import FACE_DOWN, GAME_IS_OVER, NOT_ASKED, ONLY_COUNTED, OTHER_STEP
from bestiary.games.beasts.phases import price_of
from bestiary.games.beasts.rules import refusal
from bestiary.games.beasts.sayings import describe, hunting_sums, split, track_change
from bestiary.games.beasts.stack import (
    ASIDE_START, CHOICE_KIND, CHOICE_OF, LOSING_FIELD, LOSS_FIELD, MARK_FIELD, PLACING_UNIT, TAKE_FROM, TRAVEL_FOCUS,
    TRAVEL_LEAVING, TRAVEL_OTHER,
)  # fmt: skip
from bestiary.games.beasts.state import (
    ACTIONS, ACTION_NAMES, AKATSUKI, ARRIVAL, ASIDE, AWAKENING_AT, BUYING, BY_MARKER, BY_PILE, BY_SPEAKER, BY_THEFT,
    CARDS, CHAINING, CHOICE, CLANS, DECK_CARDS, FIELDS, FIELD_AT, GATHERING, GIVE_BEAST, HUNT, LOSING, MARK, NOTES,
    RECRUIT, RECRUIT_AT, SHOP, SKULLS, SPECIALTY_CARDS, TAKING, TOKEN_NAMES, TRACK_NAMES, TRANSIT, TRAVELLING,
    UNIT_NAMES, UNIT_TYPES, UP,
)  # fmt: skip
from bestiary.games.beasts.things import (
    BEAST_THINGS, CARD_THINGS, FIELD_THINGS, ORIGINS, SIDES, TIERS, UNIT_THINGS, specialty_thing,
)  # fmt: skip

AT: Final = ACTIONS.offset
Finder = Callable[[Sight, int], list[str]]


def _step(now: Plain) -> tuple[int, list[int]]:
    """The present step, and its numbers."""
    return (now.frame[now.depth - 1], now.arg[now.depth - 1]) if now.depth else (-1, [])


# --- What an action concerns


def _of_field(sight: Sight, at: int) -> list[str]:
    """A field; a marker there where markers are chosen."""
    step, arg = _step(sight.now)
    if step == GATHERING or (step == CHOICE and arg[CHOICE_KIND] == BY_MARKER):
        return [FIELD_THINGS[at], f"marker@field:{at}/{sight.now.marker[at] - 1}"]
    return [FIELD_THINGS[at]]


def _of_marker(sight: Sight, at: int) -> list[str]:
    return [f"marker@field:{at}/{sight.seat}"]


def _of_unit(sight: Sight, index: int) -> list[str]:
    """A unit where it stands: in the supply, in a field, or under way."""
    now, seat, unit = sight.now, sight.seat, UNIT_THINGS[index]
    step, arg = _step(now)
    if step == RECRUIT:
        return [f"{UNIT_NAMES[index // 2]}@supply:{seat}"]
    field = _unit_field(step, arg)
    ways = _under_way(now, index, field, seat) if step in (SKULLS, LOSING) and seat == now.attacker else []
    return ways or [f"{unit}@field:{field}/{seat}"]


def _unit_field(step: int, arg: list[int]) -> int:
    """Where the units stand that are chosen from."""
    if step == SKULLS:
        return arg[LOSS_FIELD]
    if step == LOSING:
        return arg[LOSING_FIELD] - 1
    if step == ASIDE:
        return arg[ASIDE_START]
    return arg[TRAVEL_FOCUS] if arg[TRAVEL_LEAVING] == 1 else arg[TRAVEL_OTHER] - 1


def _under_way(now: Plain, index: int, field: int, seat: int) -> list[str]:
    found = {
        f"{UNIT_THINGS[index]}@way:{now.way_from[i]}-{field}/{seat}": None
        for i in range(TRANSIT)
        if now.way_unit[i] == index // 2 + 1 and now.way_prone[i] == index % 2 and now.way_to[i] == field
    }
    return list(found)


def _of_hidden(sight: Sight, index: int) -> list[str]:
    """The hidden deck, or any hidden card of the player that is robbed."""
    step, arg = _step(sight.now)
    if step != CHOICE:
        return ["?@hidden-deck"]
    other = arg[CHOICE_OF]
    seen = sight.now.glimpsed[sight.seat][other]
    known = [f"{ACTION_NAMES[card]}@secret:{other}" for card, count in enumerate(seen) if count]
    return known if sum(seen) == sight.now.secret_count[other] else ["?@secret:" + str(other), *known]


def _of_act(sight: Sight, index: int) -> list[str]:
    """An action card where it lies: with its owner."""
    card, origin = divmod(index, 2)
    step, arg = _step(sight.now)
    owner = sight.seat
    if step == TAKING:
        owner = arg[TAKE_FROM]
    elif step == CHOICE and arg[CHOICE_KIND] == BY_THEFT:
        owner = arg[CHOICE_OF]
    return [f"{ACTION_NAMES[card]}@{ORIGINS[origin]}:{owner}"]


def _of_card(sight: Sight, card: int) -> list[str]:
    """A battle card in the hand, in a discard pile, or in the battle."""
    step, arg = _step(sight.now)
    if step == NOTES:
        return [f"{CARD_THINGS[card]}@discard:{sight.seat}"]
    if step == CHOICE and arg[CHOICE_KIND] == BY_PILE:
        return [f"{CARD_THINGS[card]}@discard:{arg[CHOICE_OF]}"]
    if step == CHOICE and arg[CHOICE_KIND] == BY_SPEAKER:
        mine = any(card + 1 in cards[0] for cards in (sight.now.played, sight.now.awakened))
        return [f"{CARD_THINGS[card]}@play:{sight.now.attacker if mine else sight.now.defender}"]
    return [f"{CARD_THINGS[card]}@hand:{sight.seat}"]


def _of_awakening(sight: Sight, card: int) -> list[str]:
    return [f"{CARD_THINGS[card]}@hand:{sight.seat}", f"{CARD_THINGS[AWAKENING_AT + card % DECK_CARDS]}@awakenings"]


def _of_beast(sight: Sight, beast: int) -> list[str]:
    at = sight.now.beast_at[beast]
    place = FIELD_THINGS[at] if at < FIELDS else f"beasts:{sight.seat}"
    return [f"{BEAST_THINGS[beast]}@{place}"]


def _of_specialty(sight: Sight, index: int) -> list[str]:
    return [f"{specialty_thing(index // 2)}/{SIDES[index % 2]}"]


def _of_mark(sight: Sight, index: int) -> list[str]:
    return [FIELD_THINGS[_step(sight.now)[1][MARK_FIELD]]]


CONCERNS: Final[Mapping[str, Finder]] = {
    "field": _of_field, "into": lambda sight, at: [FIELD_THINGS[at]], "from": lambda sight, at: [FIELD_THINGS[at]],
    "unmark": _of_marker, "recall": _of_marker, "mark": _of_mark,
    "post": lambda sight, index: [FIELD_THINGS[index // UNIT_TYPES]],
    "unit": _of_unit, "specialty": _of_specialty, "place": lambda sight, place: [f"place:{place}"],
    "buy": lambda sight, card: [f"{ACTION_NAMES[card]}@shop"], "hidden": _of_hidden, "act": _of_act, "card": _of_card,
    "awaken": _of_awakening, "track": lambda sight, track: [f"track:{TRACK_NAMES[track]}"],
    "token": lambda sight, token: [f"{TOKEN_NAMES[token]}@tokens:{sight.seat}"], "beast": _of_beast,
    "unchain": _of_beast, "player": lambda sight, seat: [f"seat:{seat}"],
}  # fmt: skip
"""What may be clicked for an action; kinds that are not here are buttons."""


def _tool(sight: Sight, kind: str, index: int) -> str:
    """The thing that an action is done with."""
    step, arg = _step(sight.now)
    if kind == "post":
        return f"{UNIT_NAMES[index % UNIT_TYPES]}@supply:{sight.seat}"
    if step == RECRUIT_AT:
        return f"{UNIT_NAMES[arg[PLACING_UNIT]]}@supply:{sight.seat}"
    return f"marker@markers:{sight.seat}" if kind == "mark" else ""


# --- Labels and outcomes

LABELS: Final[Mapping[str, Callable[[Edition, int], str]]] = {
    "pass": lambda d, i: "Pass",
    "done": lambda d, i: "Done",
    "yes": lambda d, i: "Yes",
    "no": lambda d, i: "No",
    "field": lambda d, at: names.atlas_of(d).names[at],
    "into": lambda d, at: "Into",
    "from": lambda d, at: "From",
    "unmark": lambda d, at: "Take back",
    "recall": lambda d, at: "Move marker",
    "mark": lambda d, i: "Place marker",
    "post": lambda d, i: names.unit_name(d, i % UNIT_TYPES).capitalize(),
    "unit": lambda d, i: names.unit_name(d, i // 2).capitalize(),
    "specialty": lambda d, i: f"{SIDES[i % 2].capitalize()} side",
    "place": lambda d, place: f"Place {place + 1}",
    "buy": names.action_name,
    "hidden": lambda d, i: "Hidden card",
    "act": lambda d, i: names.action_name(d, i // 2),
    "card": names.card_name,
    "awaken": lambda d, card: f"Awaken {names.card_name(d, card)}",
    "track": names.track_title,
    "token": names.token_name,
    "beast": lambda d, beast: names.word(d, "beasts", beast, "Beast"),
    "unchain": lambda d, beast: "Unchain",
    "player": lambda d, seat: f"{{{seat}}}",
    "option": lambda d, number: f"Option {number + 1}",
}
STOPS: Final = {RECRUIT: "Stop", TRAVELLING: "Arrive", HUNT: "Give up"}
AGAINST: Final = frozenset({ARRIVAL, LOSING, SKULLS, GIVE_BEAST, CHAINING})
"""Steps in which something of a player is taken, or hit."""


def act(sight: Sight, action: int) -> Act:
    """A legal action with the things that it concerns."""
    kind, index = split(action)
    step, _ = _step(sight.now)
    things = CONCERNS[kind](sight, index) if kind in CONCERNS else []
    return Act(
        id=action,
        label=STOPS.get(step, "Done") if kind == "done" else LABELS[kind](sight.edition, index),
        sentence=describe(sight.edition, sight.state, sight.seat, action),
        things=things,
        tool=_tool(sight, kind, index),
        role="button" if not things else "target" if step in AGAINST or kind in ("player", "into") else "legal",
        outcome=_outcome(sight, kind, index, step),
    )


def _outcome(sight: Sight, kind: str, index: int, step: int) -> str:
    """What will surely happen, in a few words."""
    if kind == "buy" and step == BUYING:
        price = int(price_of(sight.edition.box, sight.state, sight.seat, index))
        return f"leaves {names.count(sight.now.coins[sight.seat] - price, 'coin')}"
    if kind == "card" and step == HUNT:
        sums, needed = hunting_sums(sight.edition, sight.state, sight.seat, index)
        return f"{'/'.join(map(str, sums))}{', enough' if min(sums) > needed else ''}"
    if kind == "track" and step != CHOICE:
        mine, then = track_change(sight.edition, sight.state, sight.seat, index, step == UP)
        return f"{then} instead of {mine}" if then != mine else ""
    return ""


# --- What pointing at a thing can mean

Reading = Callable[[Sight, str], list[int] | None]
FIELD_PLACE: Final = re.compile(r"field:(\d+)/(\d)")
WAY_PLACE: Final = re.compile(r"way:(\d+)-(\d+)/(\d)")
SEATED: Final = ("hand", "deck", "discard", "play", "held", "secret", "tokens", "coins", "markers", "supply", "beasts")
SHARED: Final = (
    "shop", "hidden-deck", "hidden-discard", "supply", "box", "awakenings", "husks",
    *(f"allies:{tier}" for tier in TIERS), *(f"allies-discard:{tier}" for tier in TIERS),
    *(f"beast:{beast}" for beast in BEAST_THINGS),
)  # fmt: skip


def meant(sight: Sight, thing: str, onto: str) -> list[int] | int:
    """The actions that pointing at a thing can mean, or the clause for what nothing can be done with. What is legal
    comes first, else what is refused for the reason nearest to the question."""
    found = _readings(sight, thing)
    if onto:
        there = set(_readings(sight, onto))
        found = [action for action in found if action in there] or [*there] or found
    if not found:
        if not sight.moves:
            return NOT_ASKED if sight.now.depth else GAME_IS_OVER
        return FACE_DOWN if thing.startswith("?") else ONLY_COUNTED
    legal = [action for action in found if action in sight.moves]
    if legal or not sight.moves:
        return legal + [action for action in found if action not in legal]
    return sorted(found, key=lambda action: _is_far(sight, action))


def _is_far(sight: Sight, action: int) -> bool:
    """Another step would be the moment for it: whatever else is in the way says more."""
    return int(refusal(sight.edition.box, sight.state, sight.seat, action)) == OTHER_STEP


def _readings(sight: Sight, thing: str) -> list[int]:
    """All actions that could touch a thing or a place."""
    name, at, place = thing.rpartition("@")
    found = _at_place(sight, name, place) if at else _of_place(sight, place)
    if found is None:
        raise MalformedError(f"'{thing}' is no thing of this table; for example, field:35 and travel@shop are")
    return found


def _number(text: str, count: int) -> int | None:
    return int(text) if text.isdecimal() and int(text) < count else None


def _of_place(sight: Sight, place: str) -> list[int] | None:
    """Places that are clicked themselves."""
    kind, _, key = place.partition(":")
    if kind == "field" and (number := _number(key, FIELDS)) is not None:
        return _in_field(sight, number)
    if kind == "seat" and (number := _number(key, sight.now.seats)) is not None:
        return [AT["player"] + number]
    if kind == "place" and (number := _number(key, sight.now.seats)) is not None:
        return [AT["place"] + number]
    if kind == "track" and key in TRACK_NAMES:
        return [AT["track"] + TRACK_NAMES.index(key)]
    if kind == "specialty":
        card, _, side = key.partition("/")
        number = _number(card, CLANS * SPECIALTY_CARDS)
        if number is not None and side in SIDES:
            return [AT["specialty"] + 2 * number + SIDES.index(side)]
    return None


def _in_field(sight: Sight, at: int) -> list[int]:
    step, arg = _step(sight.now)
    here = [AT[kind] + at for kind in ("field", "into", "from", "recall", "unmark")]
    if step == MARK and arg[MARK_FIELD] == at:
        here.insert(0, AT["mark"])
    return [*here, *(AT["post"] + at * UNIT_TYPES + unit for unit in range(UNIT_TYPES))]


def _at_place(sight: Sight, name: str, place: str) -> list[int] | None:
    """Things at a place."""
    zone, _, owner = place.partition(":")
    if match := FIELD_PLACE.fullmatch(place):
        at, seat = int(match[1]), int(match[2])
        return _standing(sight, name, at, seat) if at < FIELDS and seat < sight.now.seats else None
    if match := WAY_PLACE.fullmatch(place):
        return [AT["unit"] + UNIT_THINGS.index(name)] if name in UNIT_THINGS else None
    if zone == "field" and (field := _number(owner, FIELDS)) is not None:
        beast = [AT["beast"] + BEAST_THINGS.index(name)] if name in BEAST_THINGS else None
        return None if beast is None else [*beast, *_in_field(sight, field)]
    seated = zone in SEATED and _number(owner, sight.now.seats) is not None
    if not seated and place not in SHARED:
        return None
    if name == "?":
        return [AT["hidden"]] if zone in ("hidden-deck", "secret") else []
    return _lying(sight, name, zone, int(owner) if seated else -1)


def _standing(sight: Sight, name: str, at: int, seat: int) -> list[int] | None:
    """A unit or a marker in a field."""
    if name == "marker":
        mine = [AT["unmark"] + at, AT["recall"] + at] if seat == sight.seat else []
        return [*mine, FIELD_AT + at]
    if name not in UNIT_THINGS:
        return None
    return [AT["unit"] + UNIT_THINGS.index(name), AT["from"] + at, AT["into"] + at, FIELD_AT + at]


def _lying(sight: Sight, name: str, zone: str, owner: int) -> list[int] | None:
    """Cards, tokens, beasts and the rest, by their names."""
    if name in ACTION_NAMES:
        return _action_card(name, zone)
    if name in UNIT_NAMES and zone == "supply":
        unit = UNIT_NAMES.index(name)
        posts = [AT["post"] + at * UNIT_TYPES + unit for at in sight.now.start[owner] if at >= 0]
        return [AT["unit"] + 2 * unit, *posts]
    if name in TOKEN_NAMES:
        return [AT["token"] + TOKEN_NAMES.index(name)] if zone == "tokens" else []
    if name in BEAST_THINGS:
        beast = BEAST_THINGS.index(name)
        return [AT["beast"] + beast, AT["unchain"] + beast]
    if name.startswith("card:") and (card := _number(name[5:], CARDS)) is not None:
        return _battle_card(card, zone)
    return [AT["mark"]] if name == "marker" else [] if name == "coin" else None


def _action_card(name: str, zone: str) -> list[int]:
    card = ACTION_NAMES.index(name)
    if zone == "shop":
        return [AT["buy"] + card] if card < SHOP else []
    if zone not in ORIGINS:
        return [AT["hidden"]]
    mine = AT["act"] + 2 * card + ORIGINS.index(zone)
    return [mine, AT["hidden"]] if zone == "secret" else [mine]


def _battle_card(card: int, zone: str) -> list[int]:
    if zone == "awakenings":
        return [AT["awaken"] + AKATSUKI * DECK_CARDS + card - AWAKENING_AT]
    return [AT["card"] + card, AT["awaken"] + card] if zone == "hand" else [AT["card"] + card]
