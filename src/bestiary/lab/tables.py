"""What the tasks about one table share: how they are sent to another process, and who plays in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Event
from typing import Any

from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.lab.company import Company


@dataclass
class TableTask:
    """Work on games of one table. Pickled, the game goes by its name and the edition by its text."""

    game: Game
    edition: Edition
    options: Any
    bots: Sequence[str]
    seed: str
    over: Event = field(default_factory=Event)

    def __reduce__(self) -> Any:
        settled = self.game.settings(self.options).items()
        settings = tuple(sorted((key, tuple(v) if isinstance(v, list) else v) for key, v in settled))
        edition = (self.edition.name, "" if self.edition.shipped else self.edition.text)
        return rebuilt, (type(self), self.game, edition, settings, tuple(self.bots), self.seed)

    @cached_property
    def company(self) -> Company:
        return Company(self.game, self.edition, self.options)


@lru_cache(16)
def rebuilt(
    kind: type[TableTask], game: Game, edition: tuple[str, str], settings: Any, bots: tuple[str, ...], seed: str
) -> TableTask:
    """A task in another process, made once for all its slices."""
    name, text = edition
    content = game.edition_from_text(text, name) if text else game.shipped_edition(name)
    options = game.make_options(settings={key: list(v) if isinstance(v, tuple) else v for key, v in settings})
    return kind(game, content, options, bots, seed)
