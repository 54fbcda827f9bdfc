"""A table as programs see it that learn: an observation and a mask for each seat, shares of the victory at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bestiary.engine.errors import MalformedError
from bestiary.engine.records import raw
from bestiary.engine.registry import find_game
from bestiary.engine.seat import SPECTATOR, look
from bestiary.engine.table import Table

ILLEGAL: Final = -1.0
"""The reward of a seat whose illegal action ends the game."""
MODES: Final = ("human", "ansi")
"""How an environment can be drawn: printed, or given as text."""

Mask = npt.NDArray[np.int8]
Seen = dict[str, npt.NDArray[Any]]


class Stage:
    """The table of an environment. With `waits`, the last action is to wait, for seats that owe no decision."""

    table: Table

    def __init__(
        self, game: str, players: int | None, variant: str | None, edition: str | Path | None, mode: str | None,
        settings: dict[str, Any], waits: bool = False,
    ) -> None:  # fmt: skip
        if mode is not None and mode not in MODES:
            raise MalformedError(f"render_mode is {' or '.join(MODES)}, not '{mode}'")
        self.game, self.mode, self.waits = find_game(game), mode, waits
        self.options = self.game.make_options(players, variant, settings)
        self.edition = self.game.edition(None if edition is None else str(edition))
        self.seats = int(self.options.seats)
        self.names = [f"player_{seat}" for seat in range(self.seats)]
        self.actions = self.game.actions.size + waits
        self.moves = np.empty(self.game.max_moves, np.int32)

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """Of a seat: what it observes, and what it can do."""
        parts = self.game.observation
        seen = spaces.Box(parts.low, parts.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask}), spaces.Discrete(self.actions)

    def begin(self, luck: np.random.Generator) -> None:
        """A new game."""
        self.table = Table(self.game, self.edition, self.options, luck.bytes(32), keeps_past=False)

    def mask(self, seat: int) -> Mask:
        """1 for every action that a seat may take now."""
        mask = np.zeros(self.actions, np.int8)
        count = self.game.door.listed(raw(self.edition.box), raw(self.table.state), seat, self.moves)
        mask[self.moves[:count]] = 1
        if self.waits and count == 0:
            mask[-1] = 1
        return mask

    def observe(self, seat: int) -> Seen:
        """What a seat knows, and what it may do."""
        seen = np.empty(self.game.observation.length, np.float32)
        self.game.observe(self.edition.box, self.table.state, seat, seen)
        return {"observation": seen, "action_mask": self.mask(seat)}

    def show(self, seat: int = SPECTATOR) -> str | None:
        """Draws the table as a seat sees it, in the way that was chosen."""
        if self.mode is None:
            return None
        text = self.game.draw(look(self.table, seat), self.edition, self.names)
        if self.mode == "ansi":
            return text
        print(text)
        return None
