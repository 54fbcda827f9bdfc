"""The games as environments of Gymnasium, by its own checks and by ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from adapters_helpers import cases, chosen

import gymnasium
from gymnasium.utils.env_checker import check_env

import bestiary.gymnasium
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import record_bytes


def made(game: str, **how: Any) -> Any:
    return gymnasium.make(f"bestiary/{game}-v0", **how)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("game", "variant", "players"), cases())
def test_a_table_passes_the_checks_of_gymnasium(game: str, variant: str, players: int) -> None:
    check_env(made(game, variant=variant, players=players, bots="random").unwrapped)


@pytest.mark.parametrize("seat", [0, 2])
def test_a_whole_game_against_bots_ends_with_a_share_of_the_victory(seat: int) -> None:
    def play() -> tuple[bytes, float]:
        env = made("talon", players=3, bots=["greedy", "random"], seat=seat)
        seen, info = env.reset(seed=4)
        for number in range(100):
            assert env.unwrapped.stage.waiting().count(seat) == 1, "only the learning seat is left to decide"
            assert (seen["action_mask"] == info["action_mask"]).all()
            assert (seen["action_mask"] == env.unwrapped.action_masks()).all()
            seen, reward, over, late, info = env.step(chosen(seen["action_mask"], number))
            assert not late
            if over:
                stage = env.unwrapped.stage
                assert stage.is_over
                assert reward == stage.payoffs()[seat]
                return record_bytes(stage.state), reward
            assert reward == 0
        raise AssertionError("no end")

    assert play() == play()


def test_an_illegal_action_ends_the_game_with_minus_1() -> None:
    env = made("prey", bots="random")
    seen, _ = env.reset(seed=1)
    before = record_bytes(env.unwrapped.stage.state)
    _, reward, over, late, _ = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, over, late) == (-1, True, False)
    assert record_bytes(env.unwrapped.stage.state) == before


def test_max_cycles_cuts_a_game_short() -> None:
    env = made("claw", bots="random", max_cycles=2)
    seen, _ = env.reset(seed=1)
    ends = []
    for number in range(2):
        seen, _, over, late, _ = env.step(chosen(seen["action_mask"], number))
        ends.append((over, late))
    assert ends == [(False, False), (False, True)]


def test_several_environments_run_as_one() -> None:
    envs = gymnasium.make_vec("bestiary/talon-v0", 2, "sync", bots="random")
    seen, _ = envs.reset(seed=1)
    for number in range(20):
        actions = np.array([chosen(mask, number) if mask.any() else 0 for mask in seen["action_mask"]])
        seen, *_ = envs.step(actions)
    assert envs.observation_space.contains(seen)


def test_wrong_words_are_told() -> None:
    with pytest.raises(MalformedError, match="no bot 'gredy'"):
        bestiary.gymnasium.Single("talon", bots="gredy")
    with pytest.raises(MalformedError, match="name 1 to 2 bots, not 3"):
        bestiary.gymnasium.Single("talon", players=3, bots=["greedy"] * 3)
    with pytest.raises(MalformedError, match="no seat 3"):
        bestiary.gymnasium.Single("talon", players=3, seat=3)
