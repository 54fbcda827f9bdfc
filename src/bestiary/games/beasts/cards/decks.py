"""Reads what an edition prints on cards: clans, battle cards, specialties, actions, events, beasts.

Each file of the edition is one deck. A battle card's number is its instance: 0–139 clan cards, 140–159 awakenings (one
for each akatsuki card), 160–165 paths, then 100 places each for rare, epic and legendary allies. An edition may have
fewer allies, specialties and events than there is room for; clans, akatsuki cards and actions must be complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.content import Section, told
from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import did_you_mean
from bestiary.games.beasts.cards import grammar, sentences
from bestiary.games.beasts.cards.grammar import Effect
from bestiary.games.beasts.cards.entries import (
    EVENT_FAMILIES, HIDDEN_CARDS, PASSIVES, SHOP_CARDS, SLOTS, SPECIALTY_ACTIONS, WHEN_ALWAYS, WHEN_TEXTS, WHENS,
    ActionCard, Entry,
)  # fmt: skip
from bestiary.games.beasts.cards.language import (
    FOCI, ICONS, NATURES, OP_OPT, RARE_TIER, RESOURCES, SHAPES, STYLES, TIERS,
)  # fmt: skip
from bestiary.games.beasts.cards.sentences import Words
from bestiary.games.beasts.state import (
    AKATSUKI, AWAKENING_AT, BEASTS, CARDS, CLAN_CARDS, CLANS, DECK_CARDS, PATH_AT, PATHS, RARE_AT, ROW, ROWS,
    TIER_CARDS,
)  # fmt: skip

LONGEST_NAME: Final = 28
LONGEST_LINE: Final = 200
MOST_EVENTS: Final = 100
MOST_OF_A_RESOURCE: Final = 4
MOST_OF_AN_ICON: Final = 4
ALLY_DECKS: Final = ("rare", "epic", "legendary")
EVENT_ICONS: Final = ("none", "green", "red", "both")
ICON: Final = re.compile(r"([a-z]+)(\d?)")

GROUP_AWAKENING: Final = CLANS
GROUP_PATH: Final = CLANS + 1
GROUP_ALLY: Final = CLANS + 2  # + 0–2 for the tier
GROUPS: Final = (*(f"clan {clan}" for clan in range(CLANS)), "awakening", "path", *ALLY_DECKS)

THEMES: Final = (
    "allies", "cycling", "heal", "poison", "skull", "sand", "boats", "recruiting", "freeze", "coins", "markers",
    "dominance", "values", "heads", "illusion", "paralyze", "steal", "hidden", "chain", "trailing", "trash",
)  # fmt: skip
"""What the cards of a clan can be about (§7)."""
OTHER_THEMES: Final = ("cross", "plain")  # another clan's business; no effect at all

Bytes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Card:
    """A battle card."""

    id: int
    name: str
    role: str
    tier: int
    styles: tuple[int, ...]
    heads: int
    focus: int
    resource: int
    amount: int
    icons: tuple[int, ...]  # how many of each: heal, block, skull, sand
    natures: tuple[int, ...]
    effects: tuple[Effect, ...]
    why: str
    theme: str = ""  # of a clan's card
    shape: str = ""  # of an ally
    place: str = ""  # file and line

    @property
    def group(self) -> int:
        return group_of(self.id)


@dataclass(frozen=True)
class Clan:
    """A clan: what it is called, what its cards are about."""

    name: str
    capital: str
    signature: int  # style, −1 for none
    themes: Mapping[str, int]  # theme → cards
    about: str
    place: str = ""


@dataclass(frozen=True)
class Side:
    """One side of a specialty, or the rule of an event: a word of a small vocabulary, and its arguments."""

    entry: Entry
    values: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Code and two arguments, as the rules read them."""
        a, b = (*self.values, 0, 0)[:2]
        return self.entry.code, a, b


@dataclass(frozen=True)
class Specialty:
    """A specialty card with its two sides."""

    clan: int
    slot: int
    name: str
    passive: Side
    when: int
    action: Side
    cost: int
    why: str
    place: str = ""


@dataclass(frozen=True)
class Action:
    """An Action card of the shop (with its cost in coins) or a hidden one (with its stars)."""

    card: ActionCard
    name: str
    cost: int
    text: str
    place: str = ""


@dataclass(frozen=True)
class Event:
    """An event card. Green ones wait for round 2, red ones do not come in round 4."""

    name: str
    rule: Side
    green: bool
    red: bool
    why: str
    place: str = ""


@dataclass(frozen=True)
class Content:
    """Everything that an edition prints on cards."""

    clans: tuple[Clan, ...]
    cards: Mapping[int, Card]
    specialties: tuple[Specialty, ...]
    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    beasts: tuple[str, ...]  # two sets of strengths 1–10
    words: Words

    def deck(self, group: int) -> list[Card]:
        return [card for card in self.cards.values() if card.group == group]

    def text(self, card: int) -> str:
        """What is printed on a battle card; an awakening names the card that it awakens."""
        text = sentences.text_of(grammar.rows_of(self.cards[card].effects), self.words)
        if self.cards[card].group != GROUP_AWAKENING:
            return text
        awakened = self.cards[AKATSUKI * DECK_CARDS + card - AWAKENING_AT].name
        return f"{self.words.names['awakening']} of {awakened}.\n{text}".rstrip()

    def effect_texts(self, card: int) -> tuple[str, ...]:
        """The sentence of each effect."""
        return tuple(sentences.sentence(effect, self.words) for effect in self.cards[card].effects)

    def branch_texts(self, card: int) -> dict[int, tuple[str, ...]]:
        """For every row that offers a choice: what can be chosen."""
        found, row = {}, 0
        for effect in self.cards[card].effects:
            for step in effect.steps:
                if step.op == OP_OPT:
                    found[row] = sentences.branch_sentences(effect, self.words)
                row += 1
        return found

    def specialty_texts(self, specialty: Specialty) -> tuple[str, str]:
        """What is printed on both sides of a specialty."""
        passive = sentences.entry_text(specialty.passive.entry, specialty.passive.values, self.words)
        if specialty.when != WHEN_ALWAYS:
            when = sentences.entry_text(Entry(0, "", (), WHEN_TEXTS[specialty.when]), (), self.words)
            passive = f"{when[:-1]}: {passive[0].lower()}{passive[1:]}"
        return passive, sentences.entry_text(specialty.action.entry, specialty.action.values, self.words)

    def event_text(self, event: Event) -> str:
        return sentences.entry_text(event.rule.entry, event.rule.values, self.words)


@dataclass(frozen=True)
class Tables:
    """The numbers of an edition's cards, at full capacity, as the box takes them."""

    exists: Bytes  # of a battle card: 1 where the edition has it
    style: Bytes  # (card, style)
    heads: Bytes
    tier: Bytes
    group: Bytes  # clan, GROUP_AWAKENING, GROUP_PATH, GROUP_ALLY + tier
    focus: Bytes
    heal: Bytes
    block: Bytes
    skull: Bytes
    sand: Bytes
    resource: Bytes  # RES_…
    amount: Bytes
    rows: npt.NDArray[np.int16]  # (card, row, number)
    allies: Bytes  # cards of each tier; they have the first places
    price: Bytes  # of shop cards; stars of hidden ones
    passive: Bytes  # (clan, slot): kind, a, b, when; kind 0 where the edition has none
    action: Bytes  # (clan, slot): kind, a, b, cost
    event: Bytes  # (event): family, a, b, green, red
    events: int
    signature: Bytes  # style of each clan, −1 for none


def group_of(card: int) -> int:
    """Whose card it is: a clan's, an awakening, a path, or an ally of a tier."""
    if card < CLAN_CARDS:
        return card // DECK_CARDS
    if card < PATH_AT:
        return GROUP_AWAKENING
    return GROUP_PATH if card < RARE_AT else GROUP_ALLY + (card - RARE_AT) // TIER_CARDS


# --- Reading


def load(root: Section) -> Content:
    """The decks of an edition's folder."""
    words = sentences.read_words(root.section("words"))
    file = root.section("clans")
    clans = _clans(file)
    cards: dict[int, Card] = {}
    names: dict[str, str] = {}
    _deck(file, "cards", range(CLAN_CARDS), cards, names, clan_cards=True)
    akatsuki = root.section("akatsuki")
    _deck(akatsuki, "awakenings", range(AWAKENING_AT, PATH_AT), cards, names)
    _deck(akatsuki, "paths", range(PATH_AT, PATH_AT + PATHS), cards, names)
    for tier, deck in enumerate(ALLY_DECKS):
        first = RARE_AT + tier * TIER_CARDS
        ids = range(first, first + TIER_CARDS)
        _deck(root.section(deck), "cards", ids, cards, names, tier=RARE_TIER + tier)
    words = replace(words, cards={card.id: f"{card.name} ({clans[card.group].name})" for card in _clan_cards(cards)})
    return Content(
        clans=clans,
        cards=dict(sorted(cards.items())),
        specialties=_specialties(root.section("specialties"), clans),
        actions=_actions(root.section("actions"), words),
        events=_events(root.section("events")),
        beasts=_beasts(root.section("beasts")),
        words=words,
    )


def _clan_cards(cards: Mapping[int, Card]) -> Iterator[Card]:
    return (card for card in cards.values() if card.id < CLAN_CARDS)


def _clans(file: Section) -> tuple[Clan, ...]:
    file.string("about", "nothing said")
    clans = []
    for section in file.sections("clans"):
        table = section.section("themes")
        unknown = [key for key in table.data if key not in THEMES]
        if unknown:
            raise table.wrong(f"has '{unknown[0]}', which is no theme{did_you_mean(unknown[0], THEMES)}")
        clans.append(
            Clan(
                name=section.name("name", LONGEST_NAME),
                capital=section.name("capital", LONGEST_NAME),
                signature=section.choice("signature", ("none", *STYLES)) - 1,
                themes={theme: table.integer(theme, 1, DECK_CARDS) for theme in table.data},
                about=_line(section, "about"),
                place=place_of(section),
            )
        )
        section.close()
    if len(clans) != CLANS:
        raise file.wrong(f"has {len(clans)} clans; there must be {CLANS}, the akatsuki last", "clans")
    return tuple(clans)


def _deck(
    file: Section,
    key: str,
    ids: range,
    cards: dict[int, Card],
    names: dict[str, str],
    clan_cards: bool = False,
    tier: int = 0,
) -> None:
    """Reads the cards of one list. A deck of allies, of a tier, need not be whole: it has the first of its numbers."""
    file.string("about", "nothing said")
    count = 0
    for section in file.sections(key):
        card = _card(section, ids, clan_cards, tier)
        if card.id in cards:
            raise section.wrong(f"is {card.id}, as is {cards[card.id].name}; each number stands once", "id")
        if (other := names.setdefault(card.name.casefold(), card.place)) != card.place:
            raise section.wrong(f"is {card.name}, and so is that of the card in {other}; each name stands once", "name")
        section.close()
        cards[card.id] = card
        count += 1
    expected = ids[:count] if tier else ids
    missing = [number for number in expected if number not in cards]
    if missing:
        raise file.wrong(f"lacks the card with id {missing[0]}; its numbers go from {ids[0]} to {expected[-1]}", key)


def _card(section: Section, ids: range, clan_card: bool, tier: int) -> Card:
    resource, amount = _resource(section)
    return Card(
        id=section.integer("id", ids[0], ids[-1]),
        name=section.name("name", LONGEST_NAME),
        role=section.name("role", LONGEST_NAME),
        tier=tier or section.integer("tier", 1, len(TIERS)),
        styles=tuple(section.integers("styles", 0, 10, range(3, 4))),
        heads=section.integer("heads", 0, 3, 0),
        focus=section.choice("focus", FOCI),
        resource=resource,
        amount=amount,
        icons=_icons(section),
        natures=_natures(section),
        effects=_effects(section),
        why=_line(section, "why"),
        theme=(THEMES + OTHER_THEMES)[section.choice("theme", THEMES + OTHER_THEMES)] if clan_card else "",
        shape=SHAPES[section.choice("shape", SHAPES)] if tier else "",
        place=place_of(section),
    )


def _effects(section: Section) -> tuple[Effect, ...]:
    lines = section.texts("fx")
    try:
        return grammar.parse(lines)
    except MalformedError as error:
        raise section.wrong(str(error), "fx") from None


def _resource(section: Section) -> tuple[int, int]:
    """`coin2` → what a player receives when the card scores."""
    if "res" not in section.data:
        return 0, 0
    word, number = _counted(section, "res", RESOURCES[1:], MOST_OF_A_RESOURCE)
    return RESOURCES.index(word), number


def _icons(section: Section) -> tuple[int, ...]:
    """`heal skull2` → how many of each."""
    icons = [0] * len(ICONS)
    if "icons" in section.data:
        for text in section.string("icons").split():
            word, number = _counted(section, "icons", ICONS, MOST_OF_AN_ICON, text)
            icons[ICONS.index(word)] += number
    if icons[0] + icons[1] > 1:
        raise section.wrong("has more than one heal or block; a card carries one of them", "icons")
    return tuple(icons)


def _counted(section: Section, key: str, words: tuple[str, ...], most: int, text: str = "") -> tuple[str, int]:
    text = text or section.string(key)
    found = ICON.fullmatch(text)
    word, number = (found.group(1), int(found.group(2) or 1)) if found else (text, 1)
    if word not in words:
        hint = did_you_mean(word, words)
        raise section.wrong(f"has {told(text)}; write one of {', '.join(words)} with a number{hint}", key)
    if not 1 <= number <= most:
        raise section.wrong(f"has {told(text)}; the number goes from 1 to {most}", key)
    return word, number


def _natures(section: Section) -> tuple[int, ...]:
    natures = section.string("natures").split()
    for nature in natures:
        if nature not in NATURES:
            hint = did_you_mean(nature, NATURES)
            raise section.wrong(f"has {told(nature)}; natures are {', '.join(NATURES)}{hint}", "natures")
    return tuple(NATURES.index(nature) for nature in natures)


def _specialties(file: Section, clans: tuple[Clan, ...]) -> tuple[Specialty, ...]:
    file.string("about", "nothing said")
    found: dict[tuple[int, int], Specialty] = {}
    for section in file.sections("specialties"):
        specialty = Specialty(
            clan=section.choice("clan", tuple(clan.name for clan in clans)),
            slot=section.choice("slot", SLOTS),
            name=section.name("name", LONGEST_NAME),
            passive=_side(section, "passive", PASSIVES, "passive"),
            when=section.choice("when", WHENS, WHENS[WHEN_ALWAYS]),
            action=_side(section, "action", SPECIALTY_ACTIONS, "action"),
            cost=section.integer("cost", 1, 3),
            why=_line(section, "why"),
            place=place_of(section),
        )
        section.close()
        place = (specialty.clan, specialty.slot)
        if place in found:
            whose = f"{clans[specialty.clan].name}'s {SLOTS[specialty.slot]}"
            raise section.wrong(f"is the second for {whose}, after {found[place].name}")
        found[place] = specialty
    for number, clan in enumerate(clans):
        if not any(place[0] == number for place in found):
            raise file.wrong(f"has none for {clan.name}; every clan chooses one", "specialties")
    return tuple(found[place] for place in sorted(found))


def _side(section: Section, key: str, table: tuple[Entry, ...], kind: str) -> Side:
    try:
        entry, values = grammar.parse_entry(section.string(key), table, kind)
    except MalformedError as error:
        raise section.wrong(str(error), key) from None
    return Side(entry, values)


def _actions(file: Section, words: Words) -> tuple[Action, ...]:
    file.string("about", "nothing said")
    found: dict[int, Action] = {}
    for key, cards, most in (("shop", SHOP_CARDS, 9), ("hidden", HIDDEN_CARDS, 3)):
        table = file.section(key)
        for card in cards:
            section = table.section(card.word)
            cost = section.integer("stars" if key == "hidden" else "cost", 0, most)
            name = section.name("name", LONGEST_NAME)
            found[card.code] = Action(card, name, cost, _filled(section, "text", words), place_of(section))
            section.close()
        table.close()
    return tuple(found[code] for code in sorted(found))


def _events(file: Section) -> tuple[Event, ...]:
    file.string("about", "nothing said")
    events: list[Event] = []
    for section in file.sections("events"):
        icon = section.choice("icon", EVENT_ICONS, EVENT_ICONS[0])
        event = Event(
            name=section.name("name", LONGEST_NAME),
            rule=_side(section, "rule", EVENT_FAMILIES, "family of events"),
            green=EVENT_ICONS[icon] in ("green", "both"),
            red=EVENT_ICONS[icon] in ("red", "both"),
            why=_line(section, "why"),
            place=place_of(section),
        )
        section.close()
        for other in events:
            if other.name.casefold() == event.name.casefold():
                raise section.wrong(f"is {event.name}, as is that in {other.place}; each name stands once", "name")
            if other.rule == event.rule:
                raise section.wrong(f"says the same as {other.name} in {other.place}", "rule")
        events.append(event)
    if not 1 <= len(events) <= MOST_EVENTS:
        raise file.wrong(f"has {len(events)} events; there must be 1 to {MOST_EVENTS}", "events")
    if all(event.green for event in events) or all(event.red for event in events):
        raise file.wrong("has events of one icon only, and so none for the first or the last round", "events")
    return tuple(events)


def _beasts(file: Section) -> tuple[str, ...]:
    """Names of both sets, the first from strength 1 to 10, then the second."""
    file.string("about", "nothing said")
    names: list[str] = []
    for key in ("first", "second"):
        section = file.section(key)
        names += (section.name(str(strength), LONGEST_NAME) for strength in range(1, BEASTS // 2 + 1))
        section.close()
    return tuple(names)


def _line(section: Section, key: str) -> str:
    """A text of one line."""
    text = section.string(key)
    if not text.isprintable() or len(text) > LONGEST_LINE:
        raise section.wrong(f"must be one line of at most {LONGEST_LINE} letters", key)
    return text


def _filled(section: Section, key: str, words: Words) -> str:
    """A text of one line, with words of the list in its fields."""
    try:
        text = sentences.filled(_line(section, key), words)
    except KeyError as error:
        raise section.wrong(f"has {error.args[0]}; a field is one like {{noun:coin}}, from words.toml", key) from None
    if "{" in text or "}" in text:
        raise section.wrong("has a brace without its other half", key)
    return text


def place_of(section: Section) -> str:
    """File and line where a section begins."""
    return f"{section.file}:{section.lines.get(section.path, 1)}"


# --- As numbers


def tables_of(content: Content) -> Tables:
    """What the box takes of an edition."""
    tables = Tables(
        exists=_bytes(CARDS), style=_bytes(CARDS, len(STYLES)), heads=_bytes(CARDS), tier=_bytes(CARDS),
        group=np.array([group_of(card) for card in range(CARDS)], np.int8), focus=_bytes(CARDS), heal=_bytes(CARDS),
        block=_bytes(CARDS), skull=_bytes(CARDS), sand=_bytes(CARDS), resource=_bytes(CARDS), amount=_bytes(CARDS),
        rows=np.zeros((CARDS, ROWS, ROW), np.int16), allies=_bytes(len(ALLY_DECKS)),
        price=np.array([action.cost for action in content.actions], np.int8),
        passive=_bytes(CLANS, len(SLOTS), 4), action=_bytes(CLANS, len(SLOTS), 4), event=_bytes(MOST_EVENTS, 5),
        events=len(content.events), signature=np.array([clan.signature for clan in content.clans], np.int8),
    )  # fmt: skip
    for card in content.cards.values():
        _print_card(tables, card)
    for tier in range(len(ALLY_DECKS)):
        tables.allies[tier] = len(content.deck(GROUP_ALLY + tier))
    for special in content.specialties:
        tables.passive[special.clan, special.slot] = (*special.passive.numbers, special.when)
        tables.action[special.clan, special.slot] = (*special.action.numbers, special.cost)
    for number, event in enumerate(content.events):
        tables.event[number] = (*event.rule.numbers, event.green, event.red)
    return tables


def _print_card(tables: Tables, card: Card) -> None:
    at = card.id
    tables.exists[at] = 1
    tables.style[at] = card.styles
    tables.heads[at], tables.tier[at], tables.focus[at] = card.heads, card.tier, card.focus
    tables.heal[at], tables.block[at], tables.skull[at], tables.sand[at] = card.icons
    tables.resource[at], tables.amount[at] = card.resource, card.amount
    tables.rows[at] = grammar.rows_of(card.effects)


def _bytes(*shape: int) -> Bytes:
    return np.zeros(shape, np.int8)


def counts(content: Content) -> list[tuple[str, int, int]]:
    """What the edition has of each kind, and how many there is room for."""
    return [
        *((f"{deck} allies", len(content.deck(GROUP_ALLY + tier)), TIER_CARDS) for tier, deck in enumerate(ALLY_DECKS)),
        ("specialties", len(content.specialties), CLANS * len(SLOTS)),
        ("events", len(content.events), MOST_EVENTS),
    ]


def missing(content: Content) -> list[str]:
    """What the edition has less of than there is room for, in words."""
    return [f"{name}: {count} of {room}" for name, count, room in counts(content) if count < room]


def awakening_of(card: int) -> int:
    """The awakening of an akatsuki card."""
    return card - AKATSUKI * DECK_CARDS + AWAKENING_AT
