"""Tailed Beasts: the book, all that an edition prints, by the names that views use. A page fetches it once."""

from __future__ import annotations

from typing import Final

from msgspec import field

from bestiary.engine.content import Edition
from bestiary.engine.views import Shape
from bestiary.games.beasts import names
from bestiary.games.beasts.asking import STEPS
from bestiary.games.beasts.board import strength_of, unit_count, worth
from bestiary.games.beasts.cards.decks import GROUP_ALLY, GROUP_AWAKENING, GROUP_PATH, Card, Content
from bestiary.games.beasts.cards.entries import ACTION_KINDS, SLOTS
from bestiary.games.beasts.cards.language import TIMINGS, WINDOWS
from bestiary.games.beasts.map.chart import BORDERS
from bestiary.games.beasts.state import (
    ACTION_NAMES, AKATSUKI, BEASTS, CLANS, SEATS, SHOP, SPECIALTY_CARDS, STARTING, STYLES,
    TIEBREAKER, TOKEN_NAMES, TOKEN_SUPPLY, TRACK_NAMES, UNIT_NAMES, UNIT_TYPES,
)  # fmt: skip
from bestiary.games.beasts.things import BEAST_THINGS, CARD_THINGS, EVENT_THINGS, FIELD_THINGS, SIDES, TIERS
from bestiary.games.beasts.map import atlas as maps
from bestiary.games.beasts.map.chart import data as map_data

CLAN_SHAPES: Final = ("leaf", "triangle", "drop", "square", "lozenge", "hexagon", "moon")
"""Art keys of the clans, by their numbers: a page knows them whatever an edition calls its clans."""
RESOURCE_THINGS: Final = ("", "coin", *TOKEN_NAMES, *UNIT_NAMES, *TIERS)
"""What a card gives when it scores, by the number that the box has for it."""
TOKEN_ICONS: Final = ("mask", "bolt", "snowflake", "drop", "chain", "scroll")


class Effect(Shape, kw_only=True):
    """One effect of a battle card."""

    timing: str
    text: str
    branches: list[str] = field(default_factory=list)  # what can be chosen, where it offers a choice


class BattleCard(Shape, kw_only=True):
    """A battle card."""

    id: str
    name: str
    back: str  # clan:3, husk, rare, epic, legendary; an Awakening has none
    tier: int
    styles: list[int]
    art: str
    text: str = ""
    effects: list[Effect] = field(default_factory=list)
    heads: int = 0
    heal: int = 0
    block: int = 0
    skull: int = 0
    sand: int = 0
    scores: str = ""  # what it gives when it scores: coin, a token, a unit, a tier of allies
    amount: int = 0
    role: str = ""
    theme: str = ""
    natures: list[str] = field(default_factory=list)
    awakens: str = ""  # the card that this Awakening lies on
    awakening: str = ""  # the Awakening of this card
    calls: bool = False  # brings husks


class ActionCard(Shape, kw_only=True):
    """An action card; it costs coins in the shop, and has stars if it is a hidden one."""

    id: str
    name: str
    text: str
    cost: int
    kind: str  # action, reaction, both, specialty
    moments: list[str]
    hidden: bool
    icon: str


class Side(Shape, kw_only=True):
    """A side of a specialty card."""

    id: str
    side: str
    text: str


class Specialty(Shape, kw_only=True):
    """A specialty card of a clan."""

    id: str
    clan: int
    name: str
    slot: str
    cost: int  # of the Specialty card that uses the action side
    sides: list[Side]


class EventCard(Shape, kw_only=True):
    """An event: green ones do not come in the first round, red ones not in the last."""

    id: str
    name: str
    text: str
    family: str
    green: bool = False
    red: bool = False


class Beast(Shape, kw_only=True):
    """A beast."""

    id: str
    name: str
    strength: int


class Unit(Shape, kw_only=True):
    """A type of unit."""

    id: str
    name: str
    plural: str
    worth: int  # points and strength
    count: int  # of every player
    sails: bool = False


class Token(Shape, kw_only=True):
    """A kind of token."""

    id: str
    name: str
    count: int
    icon: str


class Track(Shape, kw_only=True):
    """A dominance track."""

    id: str
    name: str
    orders: dict[str, list[int]]  # number of players → clans as they begin, best first
    values: dict[str, list[int]] = field(default_factory=dict)  # number of players → value of each spot, best first


class Clan(Shape, kw_only=True):
    """A clan."""

    id: int
    name: str
    ink: str
    shape: str
    about: str = ""
    capital: str = ""  # its field; one clan has none
    themes: dict[str, int] = field(default_factory=dict)


class Border(Shape, kw_only=True):
    """A neighbour, and what lies between."""

    field: str
    kind: str


class Field(Shape, kw_only=True):
    """A field of the map: a hexagon at (q, r)."""

    id: str
    name: str
    kind: str  # land, water, beyond
    at: list[int]
    region: str
    near: list[Border]
    sides: list[str]  # what to draw on each side: east, then clockwise
    nation: int | None = None
    letter: str | None = None  # equal letters join waters over the edge
    capital: int | None = None  # of a clan
    lair: bool = False
    spawner: bool = False
    coin: int = 0
    hot: int = 0
    crown: int = 0


class Book(Shape, kw_only=True):
    """All that an edition prints."""

    cards: list[BattleCard]
    actions: list[ActionCard]
    specialties: list[Specialty]
    events: list[EventCard]
    beasts: list[Beast]
    units: list[Unit]
    tokens: list[Token]
    tracks: list[Track]
    clans: list[Clan]
    styles: list[str]
    tiers: list[str]  # of clan cards
    ally_tiers: list[str]
    nations: list[str]
    fields: list[Field]
    words: dict[str, str]  # what this world calls a lair, an Awakening, a husk, the field beyond the map
    steps: dict[str, str]  # kinds of decision, in a sentence


def book(edition: Edition) -> Book:
    """All that an edition prints."""
    content: Content = edition.words["content"]
    return Book(
        cards=[_card(edition, content, card) for card in content.cards.values()],
        actions=[_action(content, number) for number in range(len(content.actions))],
        specialties=_specialties(content),
        events=[
            EventCard(
                id=EVENT_THINGS[number], name=event.name, text=content.event_text(event),
                family=event.rule.entry.word, green=event.green, red=event.red,
            )
            for number, event in enumerate(content.events)
        ],
        beasts=[
            Beast(id=BEAST_THINGS[b], name=names.word(edition, "beasts", b, "Beast"), strength=int(strength_of(b)))
            for b in range(BEASTS)
        ],
        units=[_unit(edition, unit) for unit in range(UNIT_TYPES)],
        tokens=[
            Token(id=name, name=names.token_name(edition, token), count=TOKEN_SUPPLY, icon=TOKEN_ICONS[token])
            for token, name in enumerate(TOKEN_NAMES)
        ],
        tracks=[_track(edition, track) for track in range(len(TRACK_NAMES))],
        clans=[_clan(edition, content, clan) for clan in range(CLANS)],
        styles=[names.style_name(edition, style) for style in range(STYLES)],
        tiers=[names.tier_name(edition, tier) for tier in range(1, 6)],
        ally_tiers=[names.ally_tier(edition, tier) for tier in range(len(TIERS))],
        nations=list(names.atlas_of(edition).nations),
        fields=_fields(edition),
        words={key: names.name_of(edition, key) for key in names.PLAIN_NAMES},
        steps={key: sentence for key, _, sentence in STEPS.values()},
    )  # fmt: skip


def _back(card: Card) -> str:
    if card.group < CLANS:
        return f"clan:{card.group}"
    return {GROUP_AWAKENING: "", GROUP_PATH: "husk"}.get(card.group, TIERS[max(card.group - GROUP_ALLY, 0)])


def _card(edition: Edition, content: Content, card: Card) -> BattleCard:
    heal, block, skull, sand = card.icons
    akatsuki = card.group == AKATSUKI
    awakening = card.group == GROUP_AWAKENING
    return BattleCard(
        id=CARD_THINGS[card.id],
        name=card.name,
        back=_back(card),
        tier=card.tier,
        styles=list(card.styles),
        art=f"{_back(card) or 'awakening'}.{card.id}",
        text=names.card_text(edition, card.id),
        effects=_effects(content, card),
        heads=card.heads,
        heal=heal,
        block=block,
        skull=skull,
        sand=sand,
        scores=RESOURCE_THINGS[card.resource] if card.amount else "",
        amount=card.amount if card.resource else 0,
        role=card.role,
        theme=card.theme,
        natures=[content.words.natures[nature] for nature in card.natures],
        awakens=CARD_THINGS[names.awakened_by(card.id)] if awakening else "",
        awakening=CARD_THINGS[names.awakening_of(card.id)] if akatsuki else "",
        calls=int(edition.box.caller) == card.id + 1,
    )


def _effects(content: Content, card: Card) -> list[Effect]:
    texts, branches = content.effect_texts(card.id), content.branch_texts(card.id)
    effects, row = [], 0
    for number, effect in enumerate(card.effects):
        rows = range(row, row + len(effect.steps))
        offered = next((branches[at] for at in rows if at in branches), ())
        timing = next(each.word for each in TIMINGS if each.code == effect.timing)
        effects.append(Effect(timing=timing, text=texts[number], branches=list(offered)))
        row += len(effect.steps)
    return effects


def _action(content: Content, number: int) -> ActionCard:
    action = content.actions[number]
    moments = [word.lower() for bit, word in enumerate(WINDOWS) if action.card.windows >> bit & 1]
    return ActionCard(
        id=ACTION_NAMES[number], name=action.name, text=action.text, cost=action.cost,
        kind=ACTION_KINDS[action.card.kind], moments=moments, hidden=number >= SHOP, icon=ACTION_NAMES[number],
    )  # fmt: skip


def _specialties(content: Content) -> list[Specialty]:
    found = []
    for special in content.specialties:
        number = special.clan * SPECIALTY_CARDS + special.slot
        sides = [
            Side(id=f"specialty:{number}/{side}", side=side, text=text)
            for side, text in zip(SIDES, content.specialty_texts(special), strict=True)
        ]
        slot = SLOTS[special.slot]
        card = Specialty(
            id=f"specialty:{number}", clan=special.clan, name=special.name, slot=slot, cost=special.cost, sides=sides
        )
        found.append(card)
    return found


def _unit(edition: Edition, unit: int) -> Unit:
    return Unit(
        id=UNIT_NAMES[unit], name=names.unit_name(edition, unit), plural=names.unit_name(edition, unit, 2),
        worth=int(worth(unit)), count=int(unit_count(unit)), sails=unit == 0,
    )  # fmt: skip


def _track(edition: Edition, track: int) -> Track:
    box = edition.box
    valued = track not in (STARTING, TIEBREAKER)
    counts = range(2, SEATS + 1)
    values = {str(seats): box.value[track, seats, :seats].tolist() for seats in counts} if valued else {}
    orders = {str(seats): box.order[seats - 2, track].tolist() for seats in counts}
    return Track(id=TRACK_NAMES[track], name=names.track_title(edition, track), orders=orders, values=values)


def _clan(edition: Edition, content: Content, clan: int) -> Clan:
    printed = content.clans[clan]
    capitals = names.atlas_of(edition).capital.tolist()
    return Clan(
        id=clan, name=printed.name, ink=f"clan-{clan}", shape=CLAN_SHAPES[clan], about=printed.about,
        capital=FIELD_THINGS[capitals.index(clan + 1)] if clan + 1 in capitals else "", themes=dict(printed.themes),
    )  # fmt: skip


def _fields(edition: Edition) -> list[Field]:
    atlas = names.atlas_of(edition)
    found = []
    for data in map_data(atlas)["fields"]:
        at = data.pop("id")
        near = [Border(field=FIELD_THINGS[other], kind=BORDERS[border]) for other, border in atlas.neighbours(at)]
        sides = [BORDERS[border] for border in maps.borders_around(atlas, at)]
        found.append(Field(id=FIELD_THINGS[at], region=atlas.region(at), near=near, sides=sides, **data))
    return found
