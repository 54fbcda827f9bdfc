"""What the tasks about one table share: how they are sent to another process, who plays in them, and under what name
their results are kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Event
from typing import Any

from bestiary.bots.levels import levels_of
from bestiary.bots.net import PREFIX
from bestiary.engine import cache
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.rule import JIT
from bestiary.lab.company import Company
from bestiary.lab.workers import Keep


def digest_of(game: Game, bots: Sequence[str], *known: Any) -> str:
    """Of all that the results of games depend on, the rules, the strength of the bots and networks included."""
    levels = {name: vars(level) for name, level in levels_of(game).items()}
    nets = [Path(bot.removeprefix(PREFIX)).read_bytes() for bot in bots if bot.startswith(PREFIX)]
    read = [hashlib.sha256(net).hexdigest() for net in nets]
    asked = [game.name, list(bots), read, cache.sources(), JIT, levels, *known]
    return hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()[:24]


@dataclass
class TableTask:
    """Work on games of one table. Pickled, the game goes by its name and the edition by its text."""

    game: Game
    edition: Edition
    options: Any
    bots: Sequence[str]
    seed: str
    over: Event = field(default_factory=Event)

    @property
    def settings(self) -> tuple[tuple[str, Any], ...]:
        settled = self.game.settings(self.options).items()
        return tuple(sorted((key, tuple(v) if isinstance(v, list) else v) for key, v in settled))

    def kept(self, folder: Path | None, size: int) -> Keep | None:
        """Where the slices of this task are kept; nowhere without a folder."""
        if folder is None:
            return None
        asked = (type(self).__name__, self.settings, self.edition.digest, self.seed, size)
        return Keep(folder, digest_of(self.game, self.bots, *asked))

    def __reduce__(self) -> Any:
        edition = (self.edition.name, "" if self.edition.shipped else self.edition.text)
        return rebuilt, (type(self), self.game, edition, self.settings, tuple(self.bots), self.seed)

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
