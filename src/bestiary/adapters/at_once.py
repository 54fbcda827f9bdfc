"""PettingZoo's parallel environment: all seats act in every step. A seat that owes no decision waits, which is the last
action; those that owe one decide at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from bestiary.adapters.stage import ILLEGAL, MODES, Seen, Stage
from bestiary.engine.errors import MalformedError

Stepped = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class AtOnce(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for PettingZoo. An illegal action ends it: −1 for whoever took one, 0 for the others."""

    def __init__(
        self, game: str, players: int | None = None, variant: str | None = None, edition: str | Path | None = None,
        max_cycles: int | None = None, render_mode: str | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.stage = Stage(game, players, variant, edition, render_mode, settings, waits=True)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "render_fps": 1}
        self.possible_agents = list(self.stage.names)
        self.agents: list[str] = []
        self.space_of = {name: self.stage.spaces() for name in self.stage.names}
        self.luck = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.space_of[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.space_of[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Starts a game. The same seed starts the same one; without a seed the next one follows from the last seed."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.stage.begin(self.luck)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        return self._look()

    def step(self, actions: dict[str, int]) -> Stepped:
        stage = self.stage
        if not self.agents:
            raise MalformedError("the game is over; reset() starts another one")
        wrong = [n for seat, n in enumerate(self.agents) if not self._may(seat, self._action(actions, seat))]
        if not wrong:
            for seat in stage.waiting():
                stage.play(seat, self._action(actions, seat))
        self.cycles += 1
        over = bool(wrong) or stage.is_over
        late = bool(wrong) or (not over and self.max_cycles is not None and self.cycles >= self.max_cycles)
        shares = stage.payoffs() if stage.is_over else [ILLEGAL if name in wrong else 0.0 for name in stage.names]
        names = self.agents
        if over or late:
            self.agents = []
        seen, infos = self._look()
        rewards = dict(zip(names, shares, strict=True))
        return seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, late), infos

    def _action(self, actions: dict[str, int], seat: int) -> int:
        """What a seat does; whoever is not named waits."""
        return int(actions.get(self.possible_agents[seat], self.stage.actions - 1))

    def _may(self, seat: int, action: int) -> bool:
        return 0 <= action < self.stage.actions and self.stage.mask(seat)[action] == 1

    def _look(self) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        seen = {name: self.stage.observe(seat) for seat, name in enumerate(self.stage.names)}
        if self.render_mode == "human":
            self.render()
        return seen, {name: {"action_mask": each["action_mask"]} for name, each in seen.items()}

    def render(self) -> Any:
        """The table as everybody sees it."""
        return self.stage.show()

    def close(self) -> None:
        """Nothing is open."""
