"""Tailed Beasts for people: the table as a seat sees it, as plain data and drawn as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Edition
from bestiary.engine.frames import step, waiting
from bestiary.games.beasts import names
from bestiary.games.beasts.map import chart
from bestiary.games.beasts.asking import ALWAYS_ASKED, innermost, prompt, step_name, strengths
from bestiary.games.beasts.board import captured, captured_strength, controller, points_in, ready_in, strength_of
from bestiary.games.beasts.hands import deck_size, hand_limit, hand_size
from bestiary.games.beasts.phases import hidden_price, price_of
from bestiary.games.beasts.ranking import wins
from bestiary.games.beasts.specialties import hunted_strength
from bestiary.games.beasts.stack import HUNT_BEAST, TRAVEL_FOCUS, TRAVEL_LEAVING
from bestiary.games.beasts.state import (
    AKATSUKI, BEASTS, BOAT, BOOST_SKULLS, BOOST_STRENGTH, BOOST_STYLE, BOOST_TAMING, BUYING, CARDS, CHAIN, DISCARD,
    FIELDS, GROUPS, HAND, HUNT, IN_BOX, INCOME, KAMUI, NOWHERE, PATH_AT, POISONING, RARE_AT, ROUND, ROUNDS, SHOP,
    SPECIALTIES, SPECIALTY, STYLES, SUPPLY, TIER_CARDS, TOKENS, TRACK_NAMES, TRACKS, TRANSIT, TRAVELLING, TURNS,
    UNIT_TYPES, WATER, WITH_PLAYER, sees_card,
)  # fmt: skip
from bestiary.games.beasts.supply import placed_markers
from bestiary.games.beasts.tokens import tokens_left
from bestiary.games.beasts.tracks import position_sum, spot_of, track_value
from bestiary.games.beasts.windows import turn_seat

Data = dict[str, Any]
WIDTH: Final = 80
VALUED: Final = tuple(track for track in range(TRACKS) if TRACK_NAMES[track] not in ("starting", "tiebreaker"))

# --- What a seat sees


def view(edition: Edition, state: Any, seat: int) -> Data:
    """The table as a seat sees it, as plain data."""
    now = int(step(state))
    seats = range(int(state.seats))
    zones = known_zones(state, seat)
    data: Data = {
        "me": seat,
        "step": step_name(now),
        "phase": _phase(state, now),
        "round": min(int(state.round_number) + 1, ROUNDS),
        "rounds": ROUNDS,
        "prompt": prompt(edition, state, seat),
        "quiet": now >= 0 and now not in ALWAYS_ASKED,
        "turn": int(turn_seat(state)) if now >= 0 and int(turn_seat(state)) >= 0 else None,
        "order": [int(s) for s in state.order[: len(seats)] if int(s) >= 0],
        "seats": [_seat_data(edition, state, seat, other, zones) for other in seats],
        "tracks": [_track_data(edition, state, track) for track in range(TRACKS)],
        "fields": list(_field_data(edition, state)),
        "beasts": [_beast_data(edition, state, beast) for beast in range(BEASTS)],
        "travel": _travel_data(edition, state),
        "war": _war_data(edition, state),
        "event": names.event_data(edition, int(state.event) - 1) if int(state.event) > 0 else None,
        "shop": [_shop_data(edition, state, seat, card) for card in range(SHOP)],
        "hidden": {
            "left": int(state.hidden_left),
            "cost": int(hidden_price(edition.box, state)),
            "discard": _action_list(edition, state.hidden_discard),
        },
        "tokens": [
            {"token": token, "name": names.token_name(edition, token), "left": int(tokens_left(state, token))}
            for token in range(TOKENS)
        ],
        "styles": [names.style_name(edition, style) for style in range(STYLES)],
        "allies": [_ally_data(edition, state, tier) for tier in range(3)],
        "map": chart.draw(names.atlas_of(edition), labels(edition, state)).split("\n"),
    }
    if now < 0:
        data["winners"] = [s for s in seats if wins(state, s)]
    return data


def _phase(state: Any, now: int) -> str:
    """The part of the game: start, then setup, shop, actions and poison of every round."""
    if now < 0:
        return "over"
    first = int(state.frame[0])
    if first < ROUND:
        return "start"
    if first < INCOME:
        return "setup"
    return {INCOME: "shop", BUYING: "shop", TURNS: "actions", POISONING: "poison"}.get(first, "actions")


def known_zones(state: Any, seat: int) -> list[int]:
    """Where each battle card lies, as far as a seat may know it."""
    zones = [int(state.zone[card]) if sees_card(state, seat, card) else NOWHERE for card in range(CARDS)]
    for card in range(CARDS if seat >= 0 else 0):
        if int(state.spied[seat][card]) > 0:
            zones[card] = HAND + int(state.spied[seat][card]) - 1
    return zones


def _seat_data(edition: Edition, state: Any, seat: int, other: int, zones: Sequence[int]) -> Data:
    mine = other == seat
    clan = int(state.clan[other])
    places = [int(s) for s in state.order[: int(state.seats)]]
    hand = [int(card) - 1 for card in state.hand[other][: int(hand_size(state, other))]] if mine else None
    secret = np.asarray(state.secret[other]) if mine else None
    frozen = np.asarray(state.secret_frozen[other]) if mine else None
    owned = [b for b in range(BEASTS) if int(state.beast_at[b]) == WITH_PLAYER + other]
    return {
        "seat": other,
        "clan": clan,
        "clan_name": names.clan_name(edition, clan),
        "asked": bool(int(waiting(state)) >> other & 1),
        "passed": bool(int(state.passed) >> other & 1),
        "place": places.index(other) + 1 if other in places else None,
        "coins": int(state.coins[other]),
        "tokens": [
            {"token": token, "name": names.token_name(edition, token), "count": int(state.token[other, token])}
            for token in range(TOKENS)
            if token != CHAIN and int(state.token[other, token]) > 0
        ],
        "tracks": [_spot_data(edition, state, other, track) for track in range(TRACKS)],
        "hand": None if hand is None else [names.card_data(edition, card) for card in hand],
        "hand_count": int(hand_size(state, other)),
        "hand_limit": int(hand_limit(edition.box, state, other)),
        "backs": [
            {"back": names.back_name(edition, group), "count": int(state.hand_backs[other, group])}
            for group in range(GROUPS)
            if int(state.hand_backs[other, group]) > 0
        ],
        "spied": [] if mine or seat < 0 else _cards_in(edition, zones, HAND + other),
        "deck_count": int(deck_size(state, other)),
        "discard": _cards_in(edition, zones, DISCARD + other),
        "awakenings": _cards_in(edition, zones[:PATH_AT], SUPPLY) if clan == AKATSUKI else [],
        "actions": _action_list(edition, state.held[other], state.frozen[other]),
        "secret": None if secret is None else _action_list(edition, secret, frozen),
        "glimpsed": [] if mine or seat < 0 else _action_list(edition, state.glimpsed[seat][other]),
        "secret_count": int(state.secret_count[other]),
        "secret_frozen": int(state.secret_cold[other]),
        "specialty": _specialty(edition, state, seat, other),
        "boosts": _boosts(edition, state, other),
        "markers": int(state.usable[other]),
        "markers_placed": int(placed_markers(state, other)),
        "supply": [int(n) for n in state.supply[other]],
        "trashed": [int(n) for n in state.trashed[other]],
        "beasts": [{**names.beast_data(edition, b), "chained": bool(state.chained[b])} for b in owned],
        "score": int(captured(state, other)),
        "strength": int(captured_strength(state, other)),
        "positions": int(position_sum(state, other)),
    }


def _spot_data(edition: Edition, state: Any, seat: int, track: int) -> Data:
    return {
        "track": TRACK_NAMES[track],
        "name": names.track_title(edition, track),
        "spot": int(spot_of(state, track, seat)) + 1,
        "value": int(track_value(edition.box, state, track, seat)) if track in VALUED else None,
    }


def _track_data(edition: Edition, state: Any, track: int) -> Data:
    seats = int(state.seats)
    return {
        "track": TRACK_NAMES[track],
        "name": names.track_title(edition, track),
        "spots": [
            {
                "seat": int(state.track[track, spot]),
                "value": int(edition.box.value[track, seats, spot]) if track in VALUED else None,
            }
            for spot in range(seats)
        ],
    }


def _specialty(edition: Edition, state: Any, seat: int, other: int) -> Data | None:
    """A choice is its owner's until all have chosen."""
    if other != seat and int(state.frame[0]) == SPECIALTIES:
        return None
    choice = int(state.specialty[other]) - 1
    return None if choice < 0 else names.specialty_data(edition, int(state.clan[other]), choice // 2, choice % 2)


def _boosts(edition: Edition, state: Any, seat: int) -> list[str]:
    """What a specialty adds to the next war or hunt of the round."""
    named = {
        BOOST_STRENGTH: "strength +{}",
        BOOST_SKULLS: "skulls +{}",
        BOOST_TAMING: "beast -{}",
        **{BOOST_STYLE + style: f"{names.style_name(edition, style)} +{{}}" for style in range(STYLES)},
    }
    return [text.format(int(state.boost[seat, at])) for at, text in named.items() if int(state.boost[seat, at]) > 0]


def _cards_in(edition: Edition, zones: Sequence[int], zone: int) -> list[Data]:
    return [names.card_data(edition, card) for card, place in enumerate(zones) if place == zone]


def _action_list(edition: Edition, counts: Any, frozen: Any = None) -> list[Data]:
    """Action cards with how many there are, and how many of them are frozen."""
    return [
        {**names.action_data(edition, card), "count": int(n), "frozen": int(frozen[card]) if frozen is not None else 0}
        for card, n in enumerate(counts)
        if int(n) > 0
    ]


def _shop_data(edition: Edition, state: Any, seat: int, card: int) -> Data:
    """A card of the shop, at the price of the round. What a specialty costs depends on who asks."""
    data = {**names.action_data(edition, card), "stock": int(state.stock[card])}
    if card != SPECIALTY or (seat >= 0 and int(state.specialty[seat]) > 0):
        data["cost"] = int(price_of(edition.box, state, seat, card))
    return data


def _ally_data(edition: Edition, state: Any, tier: int) -> Data:
    """How many allies of a tier are in nobody's hand: in their deck, discarded or in a war."""
    held = sum(int(state.hand_backs[s, GROUPS - 3 + tier]) for s in range(int(state.seats)))
    first = RARE_AT + tier * TIER_CARDS
    exists = sum(int(n) for n in edition.box.exists[first : first + TIER_CARDS])
    return {"tier": tier, "name": names.ally_name(edition, tier), "left": exists - held}


def _unit_list(edition: Edition, field: int, slots: Any) -> list[int]:
    """How many of each type, from what stands in the slots of a field."""
    counts = [0] * UNIT_TYPES
    if int(edition.box.kind[field]) == WATER:
        counts[BOAT] = int(slots[0])
    else:
        counts[1:] = [int(n) for n in slots]
    return counts


def _field_data(edition: Edition, state: Any) -> Iterator[Data]:
    """Every field where something stands."""
    ready, prone = np.asarray(state.ready), np.asarray(state.prone)
    for field in range(FIELDS):
        stands = [s for s in range(int(state.seats)) if ready[s, field].any() or prone[s, field].any()]
        marker, beast = int(state.marker[field]) - 1, int(state.lair[field]) - 1
        if not stands and marker < 0 and beast < 0:
            continue
        owner = int(controller(state, field))
        yield {
            "field": field,
            "name": names.atlas_of(edition).names[field],
            "owner": owner if owner >= 0 else None,
            "marker": marker if marker >= 0 else None,
            "beast": names.beast_data(edition, beast) if beast >= 0 else None,
            "units": [
                {
                    "seat": s,
                    "ready": _unit_list(edition, field, ready[s, field]),
                    "prone": _unit_list(edition, field, prone[s, field]),
                    "points": int(points_in(state, s, field)),
                    "strength": int(ready_in(state, s, field)),
                }
                for s in stands
            ],
        }


def _beast_data(edition: Edition, state: Any, beast: int) -> Data:
    at = int(state.beast_at[beast])
    owner = at - WITH_PLAYER if WITH_PLAYER <= at < WITH_PLAYER + int(state.seats) else None
    where = "map" if at < FIELDS else ("box" if at == IN_BOX else ("player" if owner is not None else "out"))
    return {
        **names.beast_data(edition, beast),
        "where": where,
        "field": at if at < FIELDS else None,
        "seat": owner,
        "chained": bool(state.chained[beast]),
    }


def _travel_data(edition: Edition, state: Any) -> Data | None:
    """Units under way, and the field that the travel is about."""
    units = [
        {
            **names.unit_data(edition, int(state.way_unit[i]) - 1),
            "from": int(state.way_from[i]),
            "to": int(state.way_to[i]),
            "prone": bool(state.way_prone[i]),
        }
        for i in range(TRANSIT)
        if int(state.way_unit[i]) > 0
    ]
    at = innermost(state, TRAVELLING)
    if at < 0 and not units:
        return None
    focus = int(state.arg[at, TRAVEL_FOCUS]) if at >= 0 else -1
    return {
        "seat": int(turn_seat(state)),
        "focus": focus if focus >= 0 else None,
        "leaving": at >= 0 and focus >= 0 and int(state.arg[at, TRAVEL_LEAVING]) == 1,
        "units": units,
    }


def _war_data(edition: Edition, state: Any) -> Data | None:
    """The war or the hunt under way."""
    field = int(state.war_field)
    if field < 0:
        return None
    hunted = int(state.defender) < 0
    attacker, defender = int(state.attacker), int(state.defender)
    at = innermost(state, HUNT)
    beast = int(state.arg[at, HUNT_BEAST]) if hunted and at >= 0 else -1
    data: Data = {
        "field": field,
        "name": names.atlas_of(edition).names[field],
        "attacker": attacker,
        "defender": None if hunted else defender,
        "beast": names.beast_data(edition, beast) if beast >= 0 else None,
        "strength": strengths(edition, state),
        "points": [int(n) for n in state.points],
        "battle": int(state.battle) + 1,
        "battles": [],
        "roll": int(state.roll) or None,
        "needed": None,
        "sums": None,
        "styles": [names.style_name(edition, style) for style in range(STYLES)],
    }
    if hunted:
        if beast >= 0:
            data["needed"] = int(hunted_strength(edition.box, state, attacker, beast)) + int(state.roll)
        data["sums"] = [int(n) for n in state.sums]
        return data
    for battle in range(int(state.battle) + 1):
        cards = [_fought(edition, state, side, battle) for side in range(2)]
        if any(cards):
            won = int(state.won[battle]) - 1
            data["battles"].append({"battle": battle + 1, "cards": cards, "winner": won if won >= 0 else None})
    return data


def _fought(edition: Edition, state: Any, side: int, battle: int) -> Data | None:
    card, top = int(state.played[side, battle]) - 1, int(state.awakened[side, battle]) - 1
    if card < 0:
        return None
    open_now = battle == int(state.battle) and int(state.shown) > 0
    return {
        **names.card_data(edition, card),
        "awakening": names.card_data(edition, top) if top >= 0 else None,
        "values": [int(n) for n in state.values[side]] if open_now else None,
    }


# --- The map's labels: two lines of five letters in a field


def labels(edition: Edition, state: Any) -> dict[int, tuple[str, str]]:
    """`15Cm2` is field 15, a capital, with a marker of player 2; below it `1:7-` are units of player 1 worth seven
    points, some of them prone, `B10` a beast, or what is printed there."""
    atlas = names.atlas_of(edition)
    shown: dict[int, tuple[str, str]] = {}
    in_use = any(int(clan) == AKATSUKI for clan in state.clan[: int(state.seats)])
    for field, label in chart.printed(atlas).items():
        site = label[0][3:]
        marker, beast, owner = int(state.marker[field]), int(state.lair[field]) - 1, int(controller(state, field))
        first = f"{field:>2}{site}{f'm{marker}' if marker else ''}"
        second = label[1]
        if beast >= 0:
            second = f"B{int(strength_of(beast))}"
        elif owner >= 0 and int(points_in(state, owner, field)) > 0:
            points, ready = int(points_in(state, owner, field)), int(ready_in(state, owner, field))
            second = f"{owner + 1}:{points}{'-' if ready < points else ''}"
        shown[field] = (first, second)
        if field == KAMUI and not in_use:
            shown[field] = ("", "")
    return shown


# --- The table as text

LEGEND: Final = (
    "1:7 units of player 1 worth 7 (- some prone), m1 its marker, B5 a beast of",
    "strength 5; C capital, L lair, s spawner, $ coin, h hot spring, * crown;",
    ": open border, ^ peaks, ~ river; equal letters (A) join waters over the edge.",
)


def draw(data: Data, people: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide: the map, the players, the tracks, the war, the hand."""
    people = [name[:16] for name in people]
    event = _wrapped(f"{data['event']['name']}: {data['event']['text']}", "Event: ") if data["event"] else []
    lines = [_headline(data, people), *event, "", *data["map"], "", *LEGEND, ""]
    for seat in data["seats"]:
        lines += _seat_lines(data, seat, people)
    lines += ["", *_track_lines(data, people)]
    if data["travel"] and data["travel"]["units"]:
        lines += ["", *_travel_lines(data["travel"])]
    if data["war"]:
        lines += ["", *_war_lines(data["war"], people)]
    if data["phase"] == "shop":
        lines += ["", *_shop_lines(data)]
    if data["me"] >= 0:
        lines += ["", *_hand_lines(data["seats"][data["me"]], data["styles"])]
    return "\n".join(line[:WIDTH].rstrip() for line in lines)


def plain(text: str) -> str:
    """Words of an edition in letters that every terminal has."""
    for sign, other in (("−", "-"), ("–", "-"), ("—", "-"), ("×", "x"), ("’", "'"), ("≥", ">="), ("≤", "<=")):
        text = text.replace(sign, other)
    return text.encode("ascii", "replace").decode()


def _wrapped(text: str, label: str, indent: int = 2) -> list[str]:
    """A paragraph behind a label; its later lines are indented."""
    return textwrap.wrap(plain(label + text), WIDTH - 1, subsequent_indent=" " * indent, break_on_hyphens=False)


PHASES: Final = {
    "start": "before the first round", "setup": "setting up the round", "shop": "shop", "actions": "actions",
    "poison": "poison", "over": "over",
}  # fmt: skip


def _headline(data: Data, people: Sequence[str]) -> str:
    if data["phase"] == "over":
        winners = ", ".join(people[seat] for seat in data["winners"])
        return f"The game is over. Winning: {winners}."
    if data["phase"] == "start":
        return "Before the first round."
    turn = ""
    if data["turn"] is not None:
        turn = f" of {people[data['turn']]}".replace(" of You", ", your turn")
    order = ", ".join(people[seat] for seat in data["order"])
    line = f"Round {data['round']} of {data['rounds']}: {PHASES[data['phase']]}{turn}."
    return f"{line} Order: {order}." if order else line


def _counted(cards: Sequence[Data]) -> str:
    """`Travel, 2 War (1 frozen)`."""
    parts = []
    for card in cards:
        number = f"{card['count']} " if card["count"] > 1 else ""
        cold = "" if not card["frozen"] else (" (frozen)" if card["count"] == 1 else f" ({card['frozen']} frozen)")
        parts.append(f"{number}{card['name']}{cold}")
    return ", ".join(parts)


def _seat_lines(data: Data, seat: Data, people: Sequence[str]) -> list[str]:
    mark = ">" if seat["asked"] else " "
    passed = ", passed" if seat["passed"] else ""
    left = f"{mark} {seat['seat'] + 1} {people[seat['seat']]}, {plain(seat['clan_name'])}{passed}"
    hidden = f", {seat['secret_count']} hidden" if seat["secret_count"] else ""
    right = f"coins {seat['coins']}, cards {seat['hand_count']}/{seat['hand_limit']}{hidden}, score {seat['score']}"
    lines = [f"{left:<{WIDTH - len(right) - 2}} {right}"]
    parts = []
    if seat["specialty"]:
        mine = f": {seat['specialty']['text'].rstrip('.')}" if seat["seat"] == data["me"] else ""
        parts.append(f"{seat['specialty']['name']} ({seat['specialty']['side']}){mine}")
    if seat["actions"]:
        parts.append(f"open {_counted(seat['actions'])}")
    if seat["tokens"]:
        parts.append(", ".join(f"{token['count']} {token['name']}" for token in seat["tokens"]))
    if seat["beasts"]:
        beasts = (
            f"{beast['name']} {beast['strength']}{' chained' if beast['chained'] else ''}" for beast in seat["beasts"]
        )
        parts.append(f"beasts {', '.join(beasts)}")
    if any(back["back"] != seat["clan_name"] for back in seat["backs"]) and seat["seat"] != data["me"]:
        backs = (f"{back['count']} {back['back']}" for back in seat["backs"])
        parts.append(f"holds {', '.join(backs)}")
    if seat["markers"] + seat["markers_placed"]:
        parts.append(f"markers {seat['markers']} in hand, {seat['markers_placed']} placed")
    if seat["boosts"]:
        parts.append(f"next war {', '.join(seat['boosts'])}")
    if seat["spied"]:
        parts.append(f"you know {', '.join(card['name'] for card in seat['spied'])}")
    if seat["glimpsed"]:
        parts.append(f"you know of the hidden cards {_counted(seat['glimpsed'])}")
    if parts:
        lines += _wrapped(f"{'; '.join(parts)}.", "    ", 6)
    return lines


def _track_lines(data: Data, people: Sequence[str]) -> list[str]:
    lines = []
    for track in data["tracks"]:
        spots = (
            f"{people[spot['seat']][:11]}{'' if spot['value'] is None else ' ' + str(spot['value'])}"
            for spot in track["spots"]
        )
        lines.append(f"  {plain(track['name'])[:15]:<16}" + "".join(f"{text:<15}" for text in spots))
    return lines


def _travel_lines(travel: Data) -> list[str]:
    """Units that have left and not yet arrived, by their ways."""
    ways: dict[tuple[int, int], list[str]] = {}
    for unit in travel["units"]:
        ways.setdefault((unit["from"], unit["to"]), []).append(f"{'prone ' if unit['prone'] else ''}{unit['name']}")
    parts = [f"{', '.join(units)} from {start} to {goal}" for (start, goal), units in ways.items()]
    return _wrapped(f"{'; '.join(parts)}.", "Under way: ")


def _war_lines(war: Data, people: Sequence[str]) -> list[str]:
    here = f"{plain(war['name'])} ({war['field']})"
    if war["defender"] is None:
        beast = war["beast"]
        verb = "hunt" if people[war["attacker"]] == "You" else "hunts"
        lines = [f"{people[war['attacker']]} {verb} {plain(beast['name'])} ({beast['strength']}) at {here}."]
        if not war["roll"]:
            lines.append(f"  Unit strength {war['strength'][0]}, more than {war['strength'][-1]} is needed.")
        sums = ", ".join(f"{plain(name)} {n}" for name, n in zip(war["styles"], war["sums"], strict=True))
        if war["roll"]:
            lines.append(f"  Rolled {war['roll']}: every style must exceed {war['needed']}. So far {sums}.")
        return lines
    sides = [people[war["attacker"]], people[war["defender"]]]
    strength, points = (f"{war[key][0]} to {war[key][1]}" for key in ("strength", "points"))
    verb = "attack" if sides[0] == "You" else "attacks"
    lines = [f"{sides[0]} {verb} {sides[1].replace('You', 'you')} at {here}."]
    lines.append(f"  Unit strength {strength}, battle points {points}. Styles are {'/'.join(war['styles'])}.")
    for battle in war["battles"]:
        cards = [_fought_text(card) for card in battle["cards"]]
        won = "" if battle["winner"] is None else f"; won by {sides[battle['winner']].replace('You', 'you')}"
        lines += _wrapped(f"{cards[0]} against {cards[1]}{won}", f"  Battle {battle['battle']}: ", 4)
    return lines


def _fought_text(card: Data | None) -> str:
    if card is None:
        return "no card"
    shown: Mapping[str, Any] = card["awakening"] or card
    styles = "/".join(map(str, shown["styles"]))
    now = "/".join(map(str, card["values"])) if card["values"] else styles
    return f"{plain(shown['name'])} {styles}{f', now {now}' if now != styles else ''}"


def _shop_lines(data: Data) -> list[str]:
    goods = [f"{card['name']} {card['cost']} (x{card['stock']})" for card in data["shop"] if card["stock"]]
    return _wrapped(f"{', '.join(goods)}; hidden {data['hidden']['cost']} (x{data['hidden']['left']}).", "Shop: ")


def _hand_lines(seat: Data, styles_of: Sequence[str]) -> list[str]:
    lines = []
    for slot, card in enumerate(seat["hand"] or (), 1):
        icons = [f"{key} {card[key]}" for key in ("heads", "skull", "sand") if card[key]]
        icons += [text for key, text in (("heal", "heal"), ("block", "heal block")) if card[key]]
        icons += [f"scores {card['scores']}"] if card["scores"] else []
        styles = "/".join(map(str, card["styles"]))
        lines.append(plain(f"  {slot:>2} {card['name']:<28} {styles:<8} {card['tier_name']:<9} {', '.join(icons)}"))
        lines += _wrapped(card["text"], " " * 5, 5) if card["text"] else []
    if seat["secret"]:
        lines += _wrapped(f"{_counted(seat['secret'])}.", "Your hidden cards: ")
    return [plain(f"Your hand, with {'/'.join(styles_of)}:"), *lines] if lines else ["Your hand is empty."]
