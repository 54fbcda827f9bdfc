"""Tailed Beasts: the names of things, as the edition's word list has them (R59). Nothing else reads that list.

`word_lists` makes `edition.words`. Of its keys `atlas`, `clans`, `units`, `tokens`, `tracks`, `styles`, `actions` and
`cards` must be there; for the others something plain stands in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bestiary.engine.content import Edition
from bestiary.games.beasts.board import strength_of
from bestiary.games.beasts.cards.decks import Content
from bestiary.games.beasts.map.atlas import Atlas
from bestiary.games.beasts.state import (
    ACTION_NAMES, AKATSUKI, AWAKENING_AT, CARDS, CLANS, DECK_CARDS, GROUPS, RARE_AT, SPECIALTY_CARDS, TIER_CARDS,
)  # fmt: skip

PLAIN: Final = {
    "tiers": ("Common", "Seasoned", "Proven", "Storied", "Peerless"),
    "allies": ("Rare", "Epic", "Legendary"),
}
"""What stands for lists that an edition need not have."""
PLAIN_NAMES: Final = {
    "base": "Lair",
    "kamui": "Hollow Dimension",
    "awakening": "Awakening",
    "path": "Husk",
}


def word_lists(content: Content, atlas: Atlas) -> dict[str, Any]:
    """The words of an edition, from what it prints: what `edition.words` holds."""
    words = content.words
    return {
        "atlas": atlas,
        "content": content,
        "clans": tuple(clan.name for clan in content.clans),
        "units": words.units,
        "tokens": words.tokens,
        "tracks": words.tracks,
        "styles": words.styles,
        "tiers": words.tiers,
        "allies": words.allies,
        "names": {**words.names, "path": words.nouns["path"][0]},
        "cards": {card: printed.name for card, printed in content.cards.items()},
        "texts": {card: content.text(card) for card in content.cards},
        "effects": {card: content.effect_texts(card) for card in content.cards},
        "branches": {card: content.branch_texts(card) for card in content.cards},
        "actions": tuple(action.name for action in content.actions),
        "action_texts": tuple(action.text for action in content.actions),
        "specialties": {(s.clan, s.slot): (s.name, *content.specialty_texts(s)) for s in content.specialties},
        "events": tuple(event.name for event in content.events),
        "event_texts": tuple(content.event_text(event) for event in content.events),
        "beasts": content.beasts,
    }


def word(edition: Edition, key: str, index: Any, otherwise: str) -> str:
    """One word of a list; the other one where the edition has no such list or place."""
    words = edition.words.get(key, PLAIN.get(key, ()))
    if isinstance(words, Mapping):
        return str(words.get(index, otherwise))
    return str(words[index]) if isinstance(index, int) and 0 <= index < len(words) else otherwise


def name_of(edition: Edition, key: str) -> str:
    """A name of the world: base, kamui, awakening, path."""
    return word(edition, "names", key, PLAIN_NAMES[key])


# --- Numbers of things


def count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: list[str], joint: str = "and") -> str:
    """`a, b and c`; `nothing` for none."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


# --- Things


def atlas_of(edition: Edition) -> Atlas:
    atlas: Atlas = edition.words["atlas"]
    return atlas


def field_name(edition: Edition, field: int) -> str:
    """A field with its number, by which it is found on the map."""
    return f"{atlas_of(edition).names[field]} ({field})"


def way(edition: Edition, start: int, goal: int) -> str:
    """`Underkeep (35) to Steaming Quarry (33)`."""
    return f"{field_name(edition, start)} to {field_name(edition, goal)}"


def clan_name(edition: Edition, clan: int) -> str:
    return word(edition, "clans", clan, f"clan {clan + 1}")


def unit_name(edition: Edition, unit: int, number: int = 1) -> str:
    """`scout`, or `scouts` for more than one."""
    words: Any = edition.words["units"][unit]
    if isinstance(words, str):
        words = tuple(words.split("/"))
    return str(words[0] if number == 1 else words[-1])


def token_name(edition: Edition, token: int) -> str:
    return word(edition, "tokens", token, f"token {token + 1}")


def track_name(edition: Edition, track: int) -> str:
    """`the Payday track`."""
    return word(edition, "tracks", track, f"track {track + 1}")


def track_title(edition: Edition, track: int) -> str:
    """`Payday`."""
    return track_name(edition, track).removeprefix("the ").removesuffix(" track")


def style_name(edition: Edition, style: int) -> str:
    return word(edition, "styles", style, f"style {style + 1}")


def tier_name(edition: Edition, tier: int) -> str:
    """Of a clan card, from 1."""
    return word(edition, "tiers", tier - 1, f"tier {tier}")


def ally_name(edition: Edition, tier: int) -> str:
    """`Rare ally`, counted from 0."""
    return f"{ally_tier(edition, tier)} ally"


def ally_tier(edition: Edition, tier: int) -> str:
    """`Rare`, counted from 0."""
    return word(edition, "allies", tier, "known")


def action_name(edition: Edition, card: int) -> str:
    return word(edition, "actions", card, ACTION_NAMES[card].replace("-", " ").title())


def action_text(edition: Edition, card: int) -> str:
    return word(edition, "action_texts", card, "")


def beast_name(edition: Edition, beast: int) -> str:
    """A beast with its strength."""
    return f"{word(edition, 'beasts', beast, 'the beast')} ({int(strength_of(beast))})"


def beast_data(edition: Edition, beast: int) -> dict[str, Any]:
    return {"beast": beast, "name": word(edition, "beasts", beast, "Beast"), "strength": int(strength_of(beast))}


def event_name(edition: Edition, event: int) -> str:
    return word(edition, "events", event, f"event {event + 1}")


def event_data(edition: Edition, event: int) -> dict[str, Any]:
    return {
        "event": event,
        "name": event_name(edition, event),
        "text": word(edition, "event_texts", event, ""),
    }


# --- Battle cards


def card_name(edition: Edition, card: int) -> str:
    if not 0 <= card < CARDS:
        return "a card"
    return word(edition, "cards", card, f"card {card}")


def card_text(edition: Edition, card: int) -> str:
    return word(edition, "texts", card, "")


def effect_texts(edition: Edition, card: int) -> tuple[str, ...]:
    """The effects of a card, each as a sentence in one line."""
    return tuple(edition.words.get("effects", {}).get(card, ()))


def effect_text(edition: Edition, card: int, number: int) -> str:
    """One of a card's effects, as a sentence."""
    texts = effect_texts(edition, card)
    return texts[number] if number < len(texts) else "its effect."


def branch_text(edition: Edition, card: int, row: int, branch: int) -> str:
    """What can be chosen where a row of a card offers a choice."""
    texts = edition.words.get("branches", {}).get(card, {}).get(row, ())
    return str(texts[branch]) if branch < len(texts) else f"Choose option {branch}"


def styles_text(edition: Edition, card: int) -> str:
    return "/".join(str(int(n)) for n in edition.box.style[card])


def heads_text(edition: Edition, card: int) -> str:
    """`, 2 heads` behind the styles; empty for none."""
    heads = int(edition.box.heads[card])
    return f", {count(heads, 'head')}" if heads else ""


def back_name(edition: Edition, group: int) -> str:
    """What the back of a card shows: its clan, a path, or an ally's tier."""
    if group < CLANS:
        return clan_name(edition, group)
    return name_of(edition, "path") if group == CLANS else ally_name(edition, group - CLANS - 1)


def back_of(card: int) -> int:
    """The group of its back; awakenings lie open and have none."""
    if card < AWAKENING_AT:
        return card // DECK_CARDS
    return CLANS if card < RARE_AT else min(CLANS + 1 + (card - RARE_AT) // TIER_CARDS, GROUPS - 1)


def card_data(edition: Edition, card: int) -> dict[str, Any]:
    """A battle card as plain data."""
    box = edition.box
    kind, amount = int(box.resource[card]), int(box.amount[card])
    return {
        "card": card,
        "name": card_name(edition, card),
        "text": card_text(edition, card),
        "back": name_of(edition, "awakening") if is_awakening(card) else back_name(edition, back_of(card)),
        "tier": int(box.tier[card]),
        "tier_name": _tier_of(edition, card),
        "styles": [int(n) for n in box.style[card]],
        "heads": int(box.heads[card]),
        "heal": int(box.heal[card]),
        "block": int(box.block[card]),
        "skull": int(box.skull[card]),
        "sand": int(box.sand[card]),
        "scores": resource_text(edition, kind, amount),
    }


def _tier_of(edition: Edition, card: int) -> str:
    """What the tier of a card is called: allies have names of their own for it."""
    if card >= RARE_AT:
        return ally_tier(edition, (card - RARE_AT) // TIER_CARDS)
    return tier_name(edition, int(edition.box.tier[card]))


def awakening_of(card: int) -> int:
    """The awakening of an akatsuki card; −1 for another card."""
    return AWAKENING_AT + card % DECK_CARDS if card // DECK_CARDS == AKATSUKI else -1


def awakened_by(card: int) -> int:
    """The card that an awakening lies on; −1 for another card."""
    return AKATSUKI * DECK_CARDS + card - AWAKENING_AT if is_awakening(card) else -1


def is_awakening(card: int) -> bool:
    return AWAKENING_AT <= card < AWAKENING_AT + DECK_CARDS


def resource_text(edition: Edition, kind: int, amount: int) -> str:
    """What a card gives when it scores; empty for nothing."""
    if kind == 0 or amount == 0:
        return ""
    if kind == 1:
        return count(amount, "coin")
    if kind < 8:
        return f"{amount} {token_name(edition, kind - 2)}"
    if kind < 12:
        return f"{amount} {unit_name(edition, kind - 8, amount)}"
    one = ally_name(edition, kind - 12)
    return count(amount, one, f"{one.removesuffix('ally')}allies")


# --- Specialties


def specialty_data(edition: Edition, clan: int, slot: int, side: int) -> dict[str, Any]:
    """A chosen side of a specialty card."""
    known = edition.words.get("specialties", {})
    printed = known.get((clan, slot), ()) if isinstance(known, Mapping) else ()
    name, *texts = printed or (f"specialty {clan * SPECIALTY_CARDS + slot}",)
    return {
        "number": clan * SPECIALTY_CARDS + slot,
        "name": str(name),
        "side": ("passive", "action")[side],
        "text": str(texts[side]) if side < len(texts) else "",
    }
