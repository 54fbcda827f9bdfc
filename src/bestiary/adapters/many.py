"""Gymnasium's vector environment: one seat of every table learns, and bots play the others, all in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bestiary.adapters.batch import Batch, Step
from bestiary.adapters.stage import Seen, spaces_of
from bestiary.bots.roster import repeated
from bestiary.engine.errors import MalformedError
from bestiary.engine.table import seat_number
from bestiary.lab.steps import MODES

MODE_OF = dict(zip((AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED), MODES, strict=True))


class Many(VectorEnv[Seen, Any, Any]):
    """A game for Gymnasium, `num_envs` times. `bots` names `random` or `greedy` for each other seat in turn; a shorter
    list repeats. An illegal action ends a game with −1. Without `copy` the observations are the same arrays in every
    step."""

    def __init__(
        self, game: str, num_envs: int, players: int | None = None, variant: str | None = None,
        edition: str | Path | None = None, bots: str | Sequence[str] = "greedy", seat: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, threads: int | None = None, copy: bool = True,
        render_mode: None = None, **settings: Any,
    ) -> None:  # fmt: skip
        if render_mode is not None:
            raise MalformedError("many tables are not drawn; gymnasium.make gives one that is")
        mode = AutoresetMode(autoreset_mode)
        seats = Batch.seats_of(game, players, variant, settings)
        self.seat, self.copy = seat_number(seat, seats), copy
        names = repeated([bots] if isinstance(bots, str) else list(bots), seats - 1)
        others = [other for other in range(seats) if other != self.seat]
        self.batch = Batch(
            game, num_envs, players, variant, edition, bots=dict(zip(others, names, strict=True)), ends_illegal=True,
            autoreset=MODE_OF[mode], threads=threads, **settings,
        )  # fmt: skip
        self.num_envs, self.autoreset_mode = self.batch.count, mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.batch.game, self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.is_over = np.zeros(self.num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begins games in all tables, or in those that `options["reset_mask"]` chooses. Every table's games follow from
        the one seed and its number."""
        super().reset(seed=seed)
        chosen = (options or {}).get("reset_mask")
        now = self.batch.reset(seed, chosen)
        self.is_over[:] = now.done
        return self._seen(now), self._info(now, chosen)

    def step(self, actions: Any) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        if self.autoreset_mode == AutoresetMode.DISABLED and self.is_over.any():
            over = np.flatnonzero(self.is_over).tolist()
            raise MalformedError(f"the games of tables {over} are over; reset them with options['reset_mask']")
        now = self.batch.step(actions)
        self.is_over[:] = now.done
        info = self._info(now)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and now.done.any():
            info |= self._finals(now.done)
        rewards = now.rewards[:, self.seat].astype(np.float64)
        return self._seen(now), rewards, now.done.copy(), np.zeros(self.num_envs, np.bool_), info

    def _seen(self, now: Step) -> Seen:
        seen: Seen = {"observation": now.observations, "action_mask": now.masks.view(np.int8)}
        return {name: part.copy() for name, part in seen.items()} if self.copy else seen

    def _info(self, now: Step, chosen: Any = None) -> dict[str, Any]:
        """The masks once more, and of which tables there are news: after a reset of some, of those."""
        mask, told = now.masks.view(np.int8), np.ones(self.num_envs, np.bool_) if chosen is None else chosen.copy()
        return {"action_mask": mask.copy() if self.copy else mask, "_action_mask": told}

    def _finals(self, done: Any) -> dict[str, Any]:
        """What the seats saw last of games that are over, in the form of Gymnasium's own environments."""
        finals, nothing = np.full(self.num_envs, None), np.zeros(self.batch.actions, np.int8)
        for table in np.flatnonzero(done).tolist():
            finals[table] = {"observation": self.batch.finals[table].copy(), "action_mask": nothing.copy()}
        masks = np.zeros((self.num_envs, self.batch.actions), np.int8)
        return {
            "final_obs": finals, "_final_obs": done.copy(),
            "final_info": {"action_mask": masks, "_action_mask": done.copy()}, "_final_info": done.copy(),
        }  # fmt: skip

    def close_extras(self, **_: Any) -> None:
        self.batch.close()
