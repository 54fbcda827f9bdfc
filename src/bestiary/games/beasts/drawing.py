"""Tailed Beasts: a view as text for a terminal. All words come from the edition."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from bestiary.engine.content import Edition
from bestiary.engine.views import Contents, Look, Places, contents
from bestiary.games.beasts import names
from bestiary.games.beasts.map import chart
from bestiary.games.beasts.state import (
    ACTION_NAMES, AKATSUKI, KAMUI, SPECIALTY, SPECIALTY_CARDS, TOKEN_NAMES, TRACK_NAMES, UNIT_NAMES,
)  # fmt: skip
from bestiary.games.beasts.things import BEAST_THINGS, CARD_THINGS, SIDES, TIERS
from bestiary.games.beasts.view import Fought, Private, Public, War

WIDTH: Final = 80
WORTH: Final = dict(zip(UNIT_NAMES, (1, 1, 2, 3), strict=True))
VALUED: Final = ("hand", "recruitment", "strength", "payday")
LEGEND: Final = (
    "0:7 units of seat 0 worth 7 (- some prone), m0 its marker, B5 a beast of",
    "strength 5; C capital, L lair, s spawner, $ coin, h hot spring, * crown;",
    ": open border, ^ peaks, ~ river; equal letters (A) join waters over the edge.",
)
PHASES: Final = {
    "setup": "setting up the round", "harvest": "harvest", "event": "the event", "income": "income", "shop": "shop",
    "actions": "actions", "poison": "poison",
}  # fmt: skip


def draw(look: Look, edition: Edition, people: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide: the map, the players, the tracks, the war, the hand."""
    table: Public = look.public
    places = contents(table, look.private)
    people = [name[:16] for name in people]
    event = _wrapped(_event(edition, table.event), "Event: ") if table.event else []
    drawn = chart.draw(names.atlas_of(edition), labels(edition, table, places)).split("\n")
    lines = [_headline(table, people), *event, "", *drawn, "", *LEGEND, ""]
    for seat in range(len(table.seats)):
        lines += _seat_lines(look, edition, places, seat, people)
    lines += ["", *_track_lines(edition, table, people)]
    if under_way := _way_lines(edition, places):
        lines += ["", *under_way]
    if table.war:
        lines += ["", *_war_lines(edition, table.war, people)]
    if table.phase == "shop":
        lines += ["", *_shop_lines(look, edition, places)]
    if look.private:
        lines += ["", *_hand_lines(look, edition, places)]
    return "\n".join(line[:WIDTH].rstrip() for line in lines)


def plain(text: str) -> str:
    """Words of an edition in letters that every terminal has."""
    for sign, other in (("−", "-"), ("–", "-"), ("—", "-"), ("×", "x"), ("’", "'"), ("≥", ">="), ("≤", "<=")):
        text = text.replace(sign, other)
    return text.encode("ascii", "replace").decode()


def _wrapped(text: str, label: str, indent: int = 2) -> list[str]:
    """A paragraph behind a label; its later lines are indented."""
    return textwrap.wrap(plain(label + text), WIDTH - 1, subsequent_indent=" " * indent, break_on_hyphens=False)


def _event(edition: Edition, event: str) -> str:
    data = names.event_data(edition, int(event[6:]))
    return f"{data['name']}: {data['text']}"


# --- The map: two lines of five letters in a field


def labels(edition: Edition, table: Public, places: Places) -> dict[int, tuple[str, str]]:
    """`15Cm2` is field 15, a capital, with a marker of seat 2; below it `1:7-` are units of seat 1 worth seven points,
    some of them prone, `B10` a beast, or what is printed there."""
    shown: dict[int, tuple[str, str]] = {}
    in_use = any(seat.clan == AKATSUKI for seat in table.seats)
    for field, (printed, symbols) in chart.printed(names.atlas_of(edition)).items():
        first, second = f"{field:>2}{printed[3:]}", symbols
        for seat in range(len(table.seats)):
            here = places.get(f"field:{field}/{seat}", {})
            first += f"m{seat}" if "marker" in here else ""
            points = sum(WORTH[unit.removesuffix("-prone")] * n for unit, n in here.items() if unit != "marker")
            if points:
                lies = any(unit.endswith("-prone") for unit in here)
                second = f"{seat}:{points}{'-' if lies else ''}"
        for beast in places.get(f"field:{field}", {}):
            second = f"B{beast[:-1]}"
        shown[field] = (first, second) if field != KAMUI or in_use else ("", "")
    return shown


# --- The table


def _headline(table: Public, people: Sequence[str]) -> str:
    if table.over:
        winners = ", ".join(people[seat] for rank in table.over.ranking if rank.place == 1 for seat in rank.seats)
        return f"The game is over. Winning: {winners}, by {table.over.decided_by}."
    if table.phase == "start":
        return "Before the first round."
    turn = f" of {people[table.turn]}".replace(" of You", ", your turn") if table.turn is not None else ""
    order = ", ".join(people[seat] for seat in table.order if seat is not None)
    line = f"Round {table.round} of {table.rounds}: {PHASES[table.phase]}{turn}."
    return f"{line} Order: {order}." if order else line


def _counted(edition: Edition, cards: Contents, frozen: Contents) -> str:
    """`Travel, 2 War (1 frozen)`."""
    parts = []
    for card, count in cards.items():
        if card != "?":
            cold = frozen.get(card, 0)
            note = "" if not cold else " (frozen)" if count == 1 else f" ({cold} frozen)"
            name = names.action_name(edition, ACTION_NAMES.index(card))
            parts.append(f"{f'{count} ' if count > 1 else ''}{name}{note}")
    return ", ".join(parts)


def _size(lies: Contents) -> int:
    return sum(lies.values())


def _seat_lines(look: Look, edition: Edition, places: Places, seat: int, people: Sequence[str]) -> list[str]:
    table: Public = look.public
    player = table.seats[seat]
    mark = ">" if seat in table.asked else " "
    passed = ", passed" if player.passed else ""
    left = f"{mark} {seat} {people[seat]}, {plain(names.clan_name(edition, player.clan))}{passed}"
    hidden = _size(table.places.get(f"secret:{seat}", {}))
    cards = _size(table.places.get(f"hand:{seat}", {}))
    coins = _size(table.places.get(f"coins:{seat}", {}))
    right = (
        f"coins {coins}, cards {cards}/{player.limit}{f', {hidden} hidden' if hidden else ''}, score {player.score}"
    )
    parts = _seat_parts(look, edition, places, seat)
    lines = [f"{left:<{WIDTH - len(right) - 2}} {right}"]
    return lines + (_wrapped(f"{'; '.join(parts)}.", "    ", 6) if parts else [])


def _seat_parts(look: Look, edition: Edition, places: Places, seat: int) -> list[str]:
    """What there is to say of a player, in a paragraph."""
    table: Public = look.public
    player, mine = table.seats[seat], bool(look.private and look.private.seat == seat)
    parts = []
    if player.specialty and player.side:
        clan, slot = divmod(int(player.specialty[10:]), SPECIALTY_CARDS)
        data = names.specialty_data(edition, clan, slot, SIDES.index(player.side))
        parts.append(f"{data['name']} ({player.side}){': ' + data['text'].rstrip('.') if mine else ''}")
    if held := places.get(f"held:{seat}"):
        parts.append(f"open {_counted(edition, held, player.frozen)}")
    if tokens := places.get(f"tokens:{seat}"):
        parts.append(", ".join(f"{n} {names.token_name(edition, TOKEN_NAMES.index(t))}" for t, n in tokens.items()))
    if beasts := places.get(f"beasts:{seat}"):
        parts.append(f"beasts {', '.join(_beast(edition, places, beast) for beast in beasts)}")
    if not mine and any(back != f"clan:{player.clan}" for back in player.backs):
        parts.append(f"holds {', '.join(f'{n} {_back(edition, back)}' for back, n in player.backs.items())}")
    in_hand = _size(places.get(f"markers:{seat}", {}))
    placed = sum("marker" in lies for place, lies in places.items() if place.startswith("field:") and
                 place.endswith(f"/{seat}"))  # fmt: skip
    if in_hand + placed:
        parts.append(f"markers {in_hand} in hand, {placed} placed")
    if boosts := _boosts(edition, player.boosts):
        parts.append(f"next war {', '.join(boosts)}")
    if look.private and not mine:
        parts += _spied(edition, places, seat)
    return parts


def _spied(edition: Edition, places: Places, seat: int) -> list[str]:
    """What one knows of another's cards."""
    cards = [names.card_name(edition, int(card[5:])) for card in places.get(f"hand:{seat}", {}) if card != "?"]
    hidden = _counted(edition, places.get(f"secret:{seat}", {}), {})
    known = [f"you know {', '.join(cards)}"] if cards else []
    return known + ([f"you know of the hidden cards {hidden}"] if hidden else [])


def _beast(edition: Edition, places: Places, beast: str) -> str:
    name = names.word(edition, "beasts", BEAST_THINGS.index(beast), "Beast")
    return f"{name} {beast[:-1]}{' chained' if f'beast:{beast}' in places else ''}"


def _back(edition: Edition, back: str) -> str:
    if back.startswith("clan:"):
        return names.clan_name(edition, int(back[5:]))
    return names.name_of(edition, "path") if back == "husk" else names.ally_name(edition, TIERS.index(back))


def _boosts(edition: Edition, boosts: Contents) -> list[str]:
    """What a specialty adds to the next war or hunt of the round."""
    words = {"strength": "strength +{}", "skulls": "skulls +{}", "beast": "beast -{}"}
    words |= {f"style:{style}": f"{names.style_name(edition, style)} +{{}}" for style in range(3)}
    return [words[boost].format(number) for boost, number in boosts.items() if boost in words]


def _track_lines(edition: Edition, table: Public, people: Sequence[str]) -> list[str]:
    lines = []
    for number, track in enumerate(TRACK_NAMES):
        values = edition.box.value[number, len(table.seats)].tolist()
        spots = (
            f"{people[seat][:11]}{f' {values[spot]}' if track in VALUED else ''}"
            for spot, seat in enumerate(table.tracks[track])
        )
        title = plain(names.track_title(edition, number))[:15]
        lines.append(f"  {title:<16}" + "".join(f"{text:<15}" for text in spots))
    return lines


def _way_lines(edition: Edition, places: Places) -> list[str]:
    """Units that have left and not yet arrived, by their ways."""
    parts = []
    for place, units in places.items():
        if place.startswith("way:"):
            start, goal = place[4:].partition("/")[0].split("-")
            some = [_unit(edition, unit) for unit, count in units.items() for _ in range(count)]
            parts.append(f"{', '.join(some)} from {start} to {goal}")
    return _wrapped(f"{'; '.join(parts)}.", "Under way: ") if parts else []


def _unit(edition: Edition, unit: str) -> str:
    name = names.unit_name(edition, UNIT_NAMES.index(unit.removesuffix("-prone")))
    return f"prone {name}" if unit.endswith("-prone") else name


def _war_lines(edition: Edition, war: War, people: Sequence[str]) -> list[str]:
    here = plain(names.field_name(edition, war.field))
    styles = [names.style_name(edition, style) for style in range(3)]
    if war.defender is None:
        beast = plain(names.beast_name(edition, BEAST_THINGS.index(war.beast or "1a")))
        verb = "hunt" if people[war.attacker] == "You" else "hunts"
        lines = [f"{people[war.attacker]} {verb} {beast} at {here}."]
        if war.roll is None:
            return [*lines, f"  Unit strength {war.strength[0]}, more than {war.strength[1]} is needed."]
        sums = ", ".join(f"{plain(name)} {number}" for name, number in zip(styles, war.sums, strict=True))
        return [*lines, f"  Rolled {war.roll}: every style must exceed {war.needed}. So far {sums}."]
    sides = [people[war.attacker], people[war.defender]]
    verb = "attack" if sides[0] == "You" else "attacks"
    strength, points = (f"{both[0]} to {both[1]}" for both in (war.strength, war.points))
    lines = [f"{sides[0]} {verb} {sides[1].replace('You', 'you')} at {here}."]
    lines.append(f"  Unit strength {strength}, battle points {points}. Styles are {'/'.join(styles)}.")
    for number, battle in enumerate(war.battles, 1):
        cards = [_fought(edition, card) for card in battle.cards]
        won = "" if battle.winner is None else f"; won by {people[battle.winner].replace('You', 'you')}"
        lines += _wrapped(f"{cards[0]} against {cards[1]}{won}", f"  Battle {number}: ", 4)
    return lines


def _fought(edition: Edition, fought: Fought | None) -> str:
    if fought is None:
        return "no card"
    card = int((fought.awakening or fought.card)[5:])
    printed = names.styles_text(edition, card)
    now = "/".join(map(str, fought.values)) if fought.values else printed
    awakened = f" on {plain(names.card_name(edition, int(fought.card[5:])))}" if fought.awakening else ""
    return f"{plain(names.card_name(edition, card))}{awakened} {printed}{f', now {now}' if now != printed else ''}"


def _shop_lines(look: Look, edition: Edition, places: Places) -> list[str]:
    table: Public = look.public
    mine: Private | None = look.private
    own = mine.specialty_price if mine else None
    prices = {**table.prices, ACTION_NAMES[SPECIALTY]: int(edition.box.price[SPECIALTY]) if own is None else own}
    stock = places.get("shop", {})
    goods = [
        f"{names.action_name(edition, ACTION_NAMES.index(card))} {prices[card]} (x{n})" for card, n in stock.items()
    ]
    left = _size(places.get("hidden-deck", {}))
    return _wrapped(f"{', '.join(goods)}; hidden {table.hidden_price} (x{left}).", "Shop: ")


def _awakening_lines(edition: Edition, card: int, places: Places) -> list[str]:
    """What a card can be awakened as, while its awakening lies in the open supply."""
    awakening = names.awakening_of(card)
    if awakening < 0 or CARD_THINGS[awakening] not in places.get("awakenings", {}):
        return []
    data = names.card_data(edition, awakening)
    styles, texts = "/".join(map(str, data["styles"])), " ".join(names.effect_texts(edition, awakening))
    return _wrapped(f"{data['back']}: {data['name']} {styles}. {texts}".rstrip(), " " * 5, 5)


def _hand_lines(look: Look, edition: Edition, places: Places) -> list[str]:
    mine: Private = look.private
    lines = []
    for thing in places.get(f"hand:{mine.seat}", {}):
        card = names.card_data(edition, int(thing[5:]))
        icons = [f"{key} {card[key]}" for key in ("heads", "skull", "sand") if card[key]]
        icons += [text for key, text in (("heal", "heal"), ("block", "heal block")) if card[key]]
        icons += [f"scores {card['scores']}"] if card["scores"] else []
        icons += ["chosen"] if thing == mine.chosen else []
        styles = "/".join(map(str, card["styles"]))
        lines.append(
            plain(f" {card['card']:>3} {card['name']:<28} {styles:<8} {card['tier_name']:<9} {', '.join(icons)}")
        )
        for line in card["text"].splitlines():
            lines += _wrapped(line, " " * 5, 7 if line.startswith("- ") else 5)
        lines += _awakening_lines(edition, card["card"], places)
    if hidden := places.get(f"secret:{mine.seat}"):
        lines += _wrapped(f"{_counted(edition, hidden, mine.frozen)}.", "Your hidden cards: ")
    styles = "/".join(names.style_name(edition, style) for style in range(3))
    return [plain(f"Your hand, with {styles}:"), *lines] if lines else ["Your hand is empty."]
