"""Gymnasium's environment: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium

from bestiary.adapters.stage import ILLEGAL, MODES, REFUSED, Mask, Seen, Stage
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.roster import player_named, repeated
from bestiary.engine.chance import quick_rng
from bestiary.engine.table import seat_number


class Single(gymnasium.Env[Seen, int]):
    """A game for Gymnasium. `bots` names one for each other seat in turn, as on the command line: `greedy`,
    `search:500`; a shorter list repeats. An illegal action ends the game with −1."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  (Gymnasium's own way)

    def __init__(
        self, game: str, players: int | None = None, variant: str | None = None, edition: str | Path | None = None,
        bots: str | Sequence[str] = "greedy", seat: int = 0, max_cycles: int | None = None,
        render_mode: str | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.stage = stage = Stage(game, players, variant, edition, render_mode, settings)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.seat = seat_number(seat, stage.seats)
        names = repeated([bots] if isinstance(bots, str) else list(bots), stage.seats - 1)
        players_at = {name: player_named(stage.game, name) for name in names}
        for player in players_at.values():
            player.prepare(stage.edition, stage.options)
        others = [other for other in range(stage.seats) if other != self.seat]
        self.bots = {other: players_at[name] for other, name in zip(others, names, strict=True)}
        seen, self.action_space = stage.spaces()  # type: ignore[assignment]  # Discrete gives NumPy's integers
        self.observation_space = seen  # type: ignore[assignment]  # a dictionary of arrays

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Starts a game and plays on to the first decision of the learning seat."""
        super().reset(seed=seed)
        self.cycles = 0
        while True:
            self.stage.begin(self.np_random)
            self.luck = quick_rng(self.np_random.bytes(32).hex())
            if self._play_on():
                return self._seen()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        self.cycles += 1
        if self.stage.play(self.seat, int(action))[0] == REFUSED:
            return self._result(ILLEGAL, terminated=True)
        if not self._play_on():
            return self._result(self.stage.payoffs()[self.seat], terminated=True)
        return self._result(0.0, truncated=self.max_cycles is not None and self.cycles >= self.max_cycles)

    def _result(
        self, reward: float, terminated: bool = False, truncated: bool = False
    ) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        seen, info = self._seen()
        return seen, reward, terminated, truncated, info

    def _play_on(self) -> bool:
        """Lets the bots play until the learning seat owes a decision; false once the game is over."""
        stage = self.stage
        while (asked := stage.waiting()) and self.seat not in asked:
            other = asked[0]
            knowledge = Knowledge(stage.game, stage.edition, stage.state, other)
            stage.play(other, self.bots[other].choose(knowledge, other, self.luck).action)
        return bool(asked)

    def _seen(self) -> tuple[Seen, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        seen = self.stage.observe(self.seat)
        return seen, {"action_mask": seen["action_mask"]}

    def action_masks(self) -> Mask:
        """What the learning seat may do, under the name that MaskablePPO asks for."""
        return self.stage.mask(self.seat)

    def render(self) -> Any:
        """The table as the learning seat sees it."""
        return self.stage.show(self.seat)
