"""PettingZoo's AEC environment: one seat after another is asked. Seats that choose at once are asked in turn; none
learns what another one has chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from bestiary.adapters.stage import MODES, Seen, Stage
from bestiary.engine.errors import MalformedError
from bestiary.engine.seat import SPECTATOR


class Turns(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for PettingZoo. An illegal action is refused with the rule that forbids it."""

    def __init__(
        self, game: str, players: int | None = None, variant: str | None = None, edition: str | Path | None = None,
        max_cycles: int | None = None, render_mode: str | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.stage = Stage(game, players, variant, edition, render_mode, settings)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "is_parallelizable": False}
        self.possible_agents = list(self.stage.names)
        self.seat_of = {name: seat for seat, name in enumerate(self.stage.names)}
        self.space_of = {name: self.stage.spaces() for name in self.stage.names}
        self.luck = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.space_of[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.space_of[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The same seed starts the same one; without a seed the next one follows from the last seed."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.stage.begin(self.luck)
        self.cycles, self.turn = 0, -1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def observe(self, agent: str) -> Seen:
        return self.stage.observe(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent, table = self.agent_selection, self.stage.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MalformedError(f"{agent} owes a decision; None is for those whose game is over")
        table.play(self.seat_of[agent], action)
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if table.is_over:
            self.rewards = dict(zip(self.agents, table.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()

    def _ask(self) -> None:
        """Turns to the next seat that owes a decision, to the left of the last one."""
        self.infos = {name: {"action_mask": self.stage.mask(self.seat_of[name])} for name in self.agents}
        asked = self.stage.table.waiting()
        self.turn = min(asked, key=lambda seat: (seat - self.turn - 1) % self.stage.seats, default=0)
        self.agent_selection = self.possible_agents[self.turn]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the seat sees it that is asked; at the end as everybody does."""
        over = self.stage.table.is_over
        return self.stage.show(SPECTATOR if over else self.seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is open."""
