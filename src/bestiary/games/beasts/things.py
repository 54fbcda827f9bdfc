"""Tailed Beasts: what things and places are called in views, actions, events and the book.

| things | names | lie at |
|---|---|---|
| units of a seat | `captain`, lying `captain-prone` | `field:35/1`, under way `way:35-33/1`, `supply:1` |
| markers, coins | `marker`, `coin` | `markers:1`, `field:35/1`; `coins:1` |
| tokens | `poison`; `chain` | `supply`, `tokens:1`; `beast:10a` |
| beasts | `10a` | `box`, `field:35`, `beasts:1` |
| battle cards | `card:137` | `hand:1`, `deck:1`, `discard:1`, `play:1`, `awakenings`, `husks` |
| allies | `card:170` | besides `allies:rare`, `allies-discard:rare` |
| action cards | `travel` | `shop`, `held:1`, `secret:1`, `hidden-deck`, `hidden-discard` |

Besides these there are `seat:1`, `clan:3`, `track:payday`, `place:0` in the order of a round, `event:38`,
`specialty:37/passive`, `option:0` of an effect. What has left the game is `out`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from bestiary.games.beasts.state import (
    ACTION_NAMES, BEASTS, CARDS, CLANS, DECK, DISCARD, EVENT_CARDS, FIELDS, HAND, IN_PLAY, SEATS, SPECIALTY_CARDS,
    TOKEN_NAMES, UNIT_NAMES,
)  # fmt: skip
from bestiary.games.beasts.tracing import (
    FROM_ACTION, FROM_CARD, FROM_EVENT, FROM_FIELD, FROM_HIDDEN_DECK, FROM_INCOME, FROM_SPECIALTY, FROM_START,
    FROM_TOKEN, PILE_ALLIES, PILE_AWAKENINGS, PILE_HUSKS, PILE_SPENT_ALLIES,
)  # fmt: skip

UNIT_THINGS: Final = tuple(f"{unit}{state}" for unit in UNIT_NAMES for state in ("", "-prone"))
FIELD_THINGS: Final = tuple(f"field:{field}" for field in range(FIELDS))
CARD_THINGS: Final = tuple(f"card:{card}" for card in range(CARDS))
BEAST_THINGS: Final = tuple(f"{beast % 10 + 1}{'ab'[beast // 10]}" for beast in range(BEASTS))
EVENT_THINGS: Final = tuple(f"event:{event}" for event in range(EVENT_CARDS))
TIERS: Final = ("rare", "epic", "legendary")
SIDES: Final = ("passive", "action")
PHASES: Final = ("harvest", "event", "income", "shop", "actions", "poison")
ORIGINS: Final = ("held", "secret")


def specialty_thing(number: int) -> str:
    """A specialty card, numbered among those of all clans."""
    return f"specialty:{number}"


@cache
def pile_name(pile: int) -> str:
    """The place of a battle card, by the number that events have for it."""
    for first, word in ((IN_PLAY, "play"), (DISCARD, "discard"), (DECK, "deck"), (HAND, "hand")):
        if first <= pile < first + SEATS:
            return f"{word}:{pile - first}"
    for first, word in ((PILE_ALLIES, "allies"), (PILE_SPENT_ALLIES, "allies-discard")):
        if first <= pile < first + len(TIERS):
            return f"{word}:{TIERS[pile - first]}"
    return {PILE_AWAKENINGS: "awakenings", PILE_HUSKS: "husks"}.get(pile, "out")


SOURCES: Final = (
    (FROM_SPECIALTY, tuple(specialty_thing(number) for number in range(CLANS * SPECIALTY_CARDS))),
    (FROM_TOKEN, TOKEN_NAMES), (FROM_EVENT, EVENT_THINGS), (FROM_ACTION, ACTION_NAMES), (FROM_CARD, CARD_THINGS),
    (FROM_FIELD, FIELD_THINGS),
)  # fmt: skip
OWN_SOURCES: Final = {FROM_START: "start", FROM_INCOME: "income", FROM_HIDDEN_DECK: "hidden-deck"}


@cache
def source_name(source: int) -> str:
    """What something came from; empty where nothing is to be named."""
    for first, things in SOURCES:
        if first <= source < first + len(things):
            return things[source - first]
    return OWN_SOURCES.get(source, "")
