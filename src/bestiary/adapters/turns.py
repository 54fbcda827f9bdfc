"""PettingZoo's AEC environment: one seat after another is asked. Seats that choose at once are asked in turn; none
learns what another one has chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from bestiary.adapters.stage import ILLEGAL, MODES, OVER, REFUSED, Seen, Stage
from bestiary.engine.actions import is_whole
from bestiary.engine.errors import MalformedError
from bestiary.engine.seat import SPECTATOR

Told = tuple[Seen | None, float, bool, bool, dict[str, Any]]


class Turns(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for PettingZoo. An illegal action is refused with the rule that forbids it; with `ends_illegal` it ends
    the game as PettingZoo's TerminateIllegalWrapper does: −1 for whoever took it, 0 for the others."""

    def __init__(
        self, game: str, players: int | None = None, variant: str | None = None, edition: str | Path | None = None,
        max_cycles: int | None = None, render_mode: str | None = None, ends_illegal: bool = False, **settings: Any,
    ) -> None:  # fmt: skip
        super().__init__()
        self.stage = Stage(game, players, variant, edition, render_mode, settings)
        self.max_cycles, self.render_mode, self.ends_illegal = max_cycles, render_mode, ends_illegal
        self.metadata = {"name": f"{game}_v0", "render_modes": list(MODES), "render_fps": 1, "is_parallelizable": False}
        self.possible_agents = list(self.stage.names)
        self.seat_of = {name: seat for seat, name in enumerate(self.stage.names)}
        self.space_of = {name: self.stage.spaces() for name in self.stage.names}
        self.luck = np.random.default_rng()

    def __getattr__(self, name: str) -> Any:
        """Says what is missing where somebody forgets to reset."""
        raise AttributeError(f"{name} cannot be used before reset()" if name in BEGUN else f"there is no {name}")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.space_of[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.space_of[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The same seed starts the same one; without a seed the next one follows from the last seed."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.stage.begin(self.luck)
        self.cycles, self.has_ended = 0, False
        self._infos: dict[str, dict[str, Any]] | None = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.seat = self.stage.waiting()[0]
        self.agent_selection, self.seen = self.possible_agents[self.seat], self.stage.observe(self.seat)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        return self.stage.observe(self.seat_of[agent])

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """Of every agent: what it may do. Made when somebody asks for it, since `last` tells the one that is asked."""
        if self._infos is None:
            masks = {name: self.stage.mask(self.seat_of[name]) for name in self.agents}
            if not self.has_ended:
                masks[self.agent_selection] = self.seen["action_mask"]
            self._infos = {name: {"action_mask": mask} for name, mask in masks.items()}
        return self._infos

    def last(self, observe: bool = True) -> Told:
        """What the agent that is asked knows, and how it stands."""
        agent = self.agent_selection
        seen = self.observe(agent) if self.has_ended and observe else self.seen
        info = self.infos[agent] if self.has_ended else {"action_mask": seen["action_mask"]}
        return (
            seen if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
            self.truncations[agent], info,
        )  # fmt: skip

    def step(self, action: int | None) -> None:
        if self.has_ended:
            if self.agents:
                self._was_dead_step(action)
            else:
                EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is None or not is_whole(action):
            raise MalformedError(f"{self.agent_selection} owes a decision, the number of an action, not {action!r}")
        asked, self.seen = self._play(action)
        self._infos = None
        self.cycles += 1
        if asked == REFUSED:
            EnvLogger.warn_on_illegal_move()
            self._end({self.agent_selection: ILLEGAL}, terminated=True, truncated=True)
            self._deads_step_first()
            return
        if asked == OVER:
            self.seat = 0
            self._end(dict(zip(self.agents, self.stage.payoffs(), strict=True)), terminated=True)
        else:
            self.seat = asked
            if self.cycles == self.max_cycles:
                self._end({}, truncated=True)
        self.agent_selection = self.possible_agents[self.seat]
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> tuple[int, Seen]:
        """Plays an action, unless it is illegal."""
        if not self.ends_illegal:
            action = self.stage.game.actions.number(action)
        asked, seen = self.stage.play(self.seat, int(action))
        if asked != REFUSED:
            return asked, seen
        if not self.ends_illegal:
            raise self.stage.refusal(self.seat, action)
        return asked, self.seen

    def _end(self, paid: dict[str, float], terminated: bool = False, truncated: bool = False) -> None:
        self.has_ended = True
        self.rewards.update(paid)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)

    def render(self) -> Any:
        """The table as the seat sees it that is asked; at the end as everybody does."""
        return self.stage.show(SPECTATOR if self.stage.is_over else self.seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is open."""


BEGUN = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "seen", "has_ended", "cycles"}
"""What there is of a game that has begun."""
