"""Tailed Beasts: everything that an edition prints, as a list to browse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bestiary.engine.catalogue import Catalogue, Fact, Printed
from bestiary.engine.content import Edition
from bestiary.games.beasts import names
from bestiary.games.beasts.cards import grammar
from bestiary.games.beasts.cards.decks import ALLY_DECKS, GROUP_ALLY, GROUP_AWAKENING, GROUP_PATH, Card, Content
from bestiary.games.beasts.cards.entries import SLOTS
from bestiary.games.beasts.state import AKATSUKI, CLANS, KAMUI, SHOP, WATER

ALLIES: Final = tuple(f"allies_{deck}" for deck in ALLY_DECKS)
DECKS: Final = (
    "clan_cards", "awakenings", "paths", "specialties", *ALLIES, "events", "shop_actions", "hidden_actions", "beasts",
)  # fmt: skip


def catalogue(edition: Edition) -> Catalogue:
    content: Content = edition.words["content"]
    cards = tuple(sorted(_printed(edition, content), key=lambda card: DECKS.index(card.deck)))
    kinds, spawners = edition.box.kind[:KAMUI], edition.box.spawner
    return Catalogue(cards, {
        **{deck: sum(card.deck == deck for card in cards) for deck in DECKS},
        "spawners": int((spawners > 0).sum()),
        "land_fields": int((kinds != WATER).sum()),
        "water_fields": int((kinds == WATER).sum()),
    })  # fmt: skip


def _printed(edition: Edition, content: Content) -> Iterator[Printed]:
    for card in content.cards.values():
        yield _battle_card(edition, content, card)
    for special in content.specialties:
        passive, deed = content.specialty_texts(special)
        facts: dict[str, Fact] = {
            "clan": content.clans[special.clan].name,
            "slot": SLOTS[special.slot],
            "cost": special.cost,
            "passive": passive,
            "action": deed,
            "why": special.why,
        }
        yield Printed("specialties", special.name, f"Passive: {passive} Action: {deed}", facts)
    for event in content.events:
        icon = " ".join(word for word in ("green", "red") if getattr(event, word)) or "none"
        facts = {"family": event.rule.entry.word, "icon": icon, "why": event.why}
        yield Printed("events", event.name, content.event_text(event), facts)
    for number, action in enumerate(content.actions):
        deck, cost = ("shop_actions", "cost") if number < SHOP else ("hidden_actions", "stars")
        yield Printed(deck, action.name, action.text, {cost: action.cost})
    for beast in range(len(content.beasts)):
        data = names.beast_data(edition, beast)
        yield Printed("beasts", data["name"], "", {"strength": data["strength"]})


def _battle_card(edition: Edition, content: Content, card: Card) -> Printed:
    data = names.card_data(edition, card.id)
    facts: dict[str, Fact] = {"id": card.id, "tier": card.tier, "styles": list(card.styles)}
    if card.group < CLANS:
        facts |= {"clan": content.clans[card.group].name, "theme": card.theme}
    facts |= {"focus": content.words.foci[card.focus]}
    facts |= {"shape": card.shape} if card.shape else {}
    facts |= {key: data[key] for key in ("heads", "heal", "block", "skull", "sand", "scores") if data[key]}
    facts |= {"awakens": _name(content, names.awakened_by(card.id))} if names.is_awakening(card.id) else {}
    facts |= {"awakening": _name(content, names.awakening_of(card.id))} if card.group == AKATSUKI else {}
    facts |= {"role": card.role, "natures": [content.words.natures[nature] for nature in card.natures]}
    facts |= {"fx": grammar.write(card.effects), "why": card.why}
    return Printed(_deck(card.group), card.name, data["text"], facts)


def _name(content: Content, card: int) -> str:
    return content.cards[card].name


def _deck(group: int) -> str:
    if group < CLANS:
        return "clan_cards"
    return {GROUP_AWAKENING: "awakenings", GROUP_PATH: "paths"}.get(group) or ALLIES[group - GROUP_ALLY]
