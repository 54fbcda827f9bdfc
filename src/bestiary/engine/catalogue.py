"""What an edition prints, as a list to browse: every card with its text, and how many there are of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bestiary.engine.errors import MalformedError

Fact = str | int | list[int] | list[str]


@dataclass(frozen=True)
class Printed:
    """A card, or another thing that an edition prints. `facts` is what stands on it besides its text."""

    deck: str
    name: str
    text: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        return {"deck": self.deck, "name": self.name, **self.facts, "text": self.text}

    def values(self, key: str) -> list[str]:
        """What stands under a key, in small letters."""
        fact = self.data().get(key, [])
        return [str(each).casefold() for each in (fact if isinstance(fact, list) else [fact])]

    def words(self) -> str:
        """All that stands on it, in small letters."""
        return " ".join(word for key in self.data() for word in self.values(key))


@dataclass(frozen=True)
class Catalogue:
    """All that an edition prints. `counts` may also count what is no card."""

    cards: tuple[Printed, ...]
    counts: Mapping[str, int]

    def matching(self, filters: Iterable[str]) -> list[Printed]:
        """The cards that fit every filter: `key=value` (one of several values will do), or words on the card."""
        found = list(self.cards)
        for each in filters:
            key, equals, wanted = each.casefold().partition("=")
            if equals:
                self._check_key(key)
                found = [card for card in found if wanted.strip() in card.values(key)]
            else:
                found = [card for card in found if each.casefold() in card.words()]
        return found

    def _check_key(self, key: str) -> None:
        known = dict.fromkeys(key for card in self.cards for key in card.data() if key != "text")
        if key not in known:
            raise MalformedError(f"cards have no '{key}'; filter by {', '.join(known)}, or by any word on them")
