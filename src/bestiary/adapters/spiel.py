"""The games in OpenSpiel. A game begins with a chance node: the number of the deal, which fixes all luck. Seats that
owe a decision together are asked in a simultaneous node, where the others can only wait, which is the last action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from bestiary.engine.chance import key_of, quick_rng, server_seed
from bestiary.engine.game import Game
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.table import Mover, start

DEALS: Final = 1 << 20
"""As many deals can be drawn."""


def name_of(game: Game) -> str:
    return f"bestiary_{game.name}"


def type_of(game: Game) -> Any:
    """What OpenSpiel is told of a game before it is made."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game), long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if game.reopen else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC, information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM, reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1, min_num_players=game.players.start,
        provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={
            "players": game.default_players, "variant": game.variants[0].name, "edition": game.default_edition,
            "seed": -1,
        },
    )  # fmt: skip


class Deals(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options: `bestiary_talon(players=3,variant=gamble)`. With a seed, the same deals are drawn in the
    same order."""

    game: Game  # of the class that `register` makes

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, kind, params = self.game, type_of(self.game), params or {}
        chosen = {**kind.parameter_specification, **params}
        self.options = game.make_options(chosen["players"], chosen["variant"])
        self.edition = game.edition(chosen["edition"])
        self.mover, self.wait = Mover(game), game.actions.size
        self.luck = np.random.default_rng(None if chosen["seed"] < 0 else chosen["seed"])
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size + 1, max_chance_outcomes=DEALS,
            num_players=int(self.options.seats), min_utility=0.0, max_utility=1.0,
            max_game_length=game.max_decisions(game.settings(self.options)),
        )  # fmt: skip
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> Position:
        return Position(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


class Position(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, kept as its bytes, which OpenSpiel can copy and write; before the deal there are none."""

    def __init__(self, deals: Deals) -> None:
        super().__init__(deals)
        self.deal = int(deals.luck.integers(DEALS))
        self.now = b""

    def record(self) -> Any:
        """The position as the rules take it, a fresh copy every time."""
        return self.get_game().game.state.from_bytes(self.now)

    def current_player(self) -> int:
        if not self.now:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self._asked()
        if len(asked) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def _asked(self) -> list[int]:
        return self.get_game().game.seats_waiting(self.record())  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        deals = self.get_game()
        asked = self._asked()
        if player in asked:
            return deals.game.legal_actions(deals.edition, self.record(), player)  # type: ignore[no-any-return]
        return [deals.wait] if len(asked) > 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.deal, 1.0)]

    def _apply_action(self, action: int) -> None:
        deals = self.get_game()
        if self.now:
            self._play({self._asked()[0]: action})
            return
        key = key_of(server_seed(f"deal {action}"))
        position, _ = start(deals.game, deals.edition, deals.options, key)
        self.deal, self.now = action, record_bytes(position)

    def _apply_actions(self, actions: list[int]) -> None:
        self._play({seat: actions[seat] for seat in self._asked()})

    def _play(self, actions: Mapping[int, int]) -> None:
        deals, position = self.get_game(), self.record()
        for seat, action in actions.items():
            deals.mover.play(deals.edition, position, seat, action)
        self.now = record_bytes(position)

    def _action_to_string(self, player: int, action: int) -> str:
        deals = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return "wait" if action == deals.wait else str(deals.game.actions.text(action))

    def is_terminal(self) -> bool:
        return bool(self.now) and not self._asked()

    def returns(self) -> list[float]:
        """Shares of the victory."""
        deals = self.get_game()
        if not self.is_terminal():
            return [0.0] * int(deals.options.seats)
        return deals.game.payoffs(deals.edition, self.record())  # type: ignore[no-any-return]

    def known(self, player: int) -> bytes:
        """The position with everything blanked that a seat cannot know."""
        if not self.now:
            return b""
        hidden = self.record()
        self.get_game().game.hide(hidden, player)
        return record_bytes(hidden)

    def resample_from_infostate(self, player: int, sampler: Any) -> Position:
        """Another truth that this seat cannot tell from this one."""
        deals, other, position = self.get_game(), self.clone(), self.record()
        deals.game.hide(position, player)
        deals.game.determinize(deals.edition.box, position, player, quick_rng(str(sampler())))
        other.now = record_bytes(position)
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"deal {self.deal}: {self.history_str()}" if self.now else "before the deal"


class Observer:
    """What a seat knows: as numbers with named parts, and exactly, as the bytes of its hidden position."""

    def __init__(self, deals: Deals, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, so none can be {params}")
        parts = deals.game.observation
        self.deals, self.kind = deals, kind
        self.tensor = np.zeros(parts.length, np.float32)
        self.dict = parts.split(self.tensor)

    def set_from(self, state: Position, player: int) -> None:
        self.tensor.fill(0)
        if state.now:
            self.deals.game.observe(self.deals.edition.box, state.record(), player, self.tensor)

    def string_from(self, state: Position, player: int) -> str:
        return state.known(player).hex()


def register(name: str) -> None:
    """Makes a game known to `pyspiel.load_game`."""
    game = find_game(name)
    pyspiel.register_game(type_of(game), type(f"{name.title()}Deals", (Deals,), {"game": game}))
