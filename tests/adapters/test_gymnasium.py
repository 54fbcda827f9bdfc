"""The games as environments of Gymnasium, by its own checks and by ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from adapters_helpers import ask_again, blocks, cases, chosen

from other_truths import other_truth

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import bestiary.gymnasium
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import put, record_bytes
from bestiary.engine.registry import game_names


def made(game: str, **how: Any) -> Any:
    return gymnasium.make(f"bestiary/{game}-v0", **how)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("game", "variant", "players"), cases())
def test_a_table_passes_the_checks_of_gymnasium(game: str, variant: str, players: int) -> None:
    check_env(made(game, variant=variant, players=players, bots="random").unwrapped)


@pytest.mark.parametrize("game", game_names())
def test_the_learning_seat_sees_nothing_that_it_may_not_know(game: str) -> None:
    """At one table and at many: another truth behind what the seat knows changes no byte of what it is given."""
    one, many = made(game, bots="random").unwrapped, bestiary.gymnasium.Many(game, 1, bots="random", copy=False)
    seen, _ = one.reset(seed=1)
    rows, _ = many.reset(seed=1)
    rng, differed = quick_rng("gymnasium"), False
    for number in range(8):
        truth, truth_of_many = one.stage.state.copy(), many.batch.state(0)
        other, other_of_many = (
            other_truth(one.stage.game, each, 0, rng) for each in (one.stage.state, truth_of_many)
        )
        differed = differed or record_bytes(other) != record_bytes(one.stage.state)
        before = [{key: part.tobytes() for key, part in each.items()} for each in (seen, rows)]
        put(one.stage.state, other)
        ask_again(many.batch, other_of_many)
        after = [{key: part.tobytes() for key, part in each.items()} for each in (one.stage.observe(0), rows)]
        assert after == before
        put(one.stage.state, truth)
        ask_again(many.batch, truth_of_many)
        seen, _, over, _, _ = one.step(chosen(seen["action_mask"], number))
        rows, *_ = many.step(np.array([chosen(rows["action_mask"][0], number)]))
        if over:
            break
    assert differed


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


@pytest.mark.parametrize("way", ["sync", "vector_entry_point"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_environments_run_as_one_in_every_mode(way: str, mode: AutoresetMode) -> None:
    """Gymnasium's own way to run several, and ours in compiled code, keep to the same rules."""
    how: Any = {"vector_kwargs": {"autoreset_mode": mode}} if way == "sync" else {"autoreset_mode": mode}
    envs = RecordEpisodeStatistics(gymnasium.make_vec("bestiary/talon-v0", 3, way, players=2, bots="random", **how))
    assert envs.metadata["autoreset_mode"] is mode
    seen, info = envs.reset(seed=1)
    over, ends = np.zeros(3, bool), 0
    for number in range(80):
        assert envs.observation_space.contains(seen)
        told = info["_action_mask"]
        assert (seen["action_mask"] == info["action_mask"])[told].all()
        assert set(map(type, info)) == {str}
        may = seen["action_mask"].any(axis=1)
        assert may.tolist() == (~over if mode is not AutoresetMode.SAME_STEP else np.ones(3, bool)).tolist()
        if mode is AutoresetMode.DISABLED and over.any():
            seen, info = envs.reset(options={"reset_mask": over})
            over = np.zeros(3, bool)
            continue
        was_over = over & (mode is AutoresetMode.NEXT_STEP)
        actions = np.array([chosen(mask, number) if mask.any() else 0 for mask in seen["action_mask"]])
        seen, rewards, over, late, info = envs.step(actions)
        assert (rewards.dtype, rewards.shape, over.dtype, late.any()) == (np.float64, (3,), np.bool_, False)
        assert not rewards[~over].any()
        assert not over[was_over].any(), "one step begins the next game"
        ends += int(over.sum())
        if mode is AutoresetMode.SAME_STEP and over.any():
            assert info["_final_obs"].tolist() == over.tolist()
            last = info["final_obs"][int(np.flatnonzero(over)[0])]
            assert envs.single_observation_space.contains(last)
            assert not last["action_mask"].any()
            assert info["final_info"]["action_mask"].shape == seen["action_mask"].shape
    assert ends >= 3
    assert "episode" in info or not over.any()
    envs.close()


def test_many_tables_go_the_same_way_with_the_same_seed_and_an_illegal_action_ends_one() -> None:
    def followed(seed: int, threads: int) -> bytes:
        envs = gymnasium.make_vec("bestiary/prey-v0", 4, bots="greedy", threads=threads)
        seen, _ = envs.reset(seed=seed)
        for number in range(20):
            seen, *_ = envs.step(np.array([chosen(mask, number) for mask in seen["action_mask"]]))
        return bytes(seen["observation"].tobytes())

    assert followed(1, 1) == followed(1, 2) != followed(2, 1)
    envs = gymnasium.make_vec("bestiary/prey-v0", 2, autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = envs.reset(seed=1)
    wrong = [chosen(1 - seen["action_mask"][0], 1), chosen(seen["action_mask"][1], 1)]
    _, rewards, over, _, _ = envs.step(np.array(wrong))
    assert (rewards.tolist(), over.tolist()) == ([-1, 0], [True, False])
    with pytest.raises(MalformedError, match=r"the games of tables \[0\] are over; reset them with options"):
        envs.step(np.array(wrong))


def test_a_vector_keeps_what_it_gave_unless_it_is_told_not_to() -> None:
    for copy in (True, False):
        envs = bestiary.gymnasium.Many("talon", 2, bots="random", copy=copy)
        first, _ = envs.reset(seed=1)
        before = first["observation"].copy()
        envs.step(np.array([chosen(mask, 1) for mask in first["action_mask"]]))
        assert (first["observation"] == before).all() == copy


def test_wrong_words_are_told() -> None:
    with pytest.raises(MalformedError, match="no bot 'gredy'"):
        bestiary.gymnasium.Single("talon", bots="gredy")
    with pytest.raises(MalformedError, match="name 1 to 2 bots, not 3"):
        bestiary.gymnasium.Single("talon", players=3, bots=["greedy"] * 3)
    with pytest.raises(MalformedError, match="in a batch random and greedy play, not 'hard'"):
        bestiary.gymnasium.Many("talon", 2, bots="hard")
    with pytest.raises(MalformedError, match="many tables are not drawn"):
        gymnasium.make_vec("bestiary/talon-v0", 2, render_mode="ansi")
    with pytest.raises(MalformedError, match="no seat 3"):
        bestiary.gymnasium.Single("talon", players=3, seat=3)


def test_the_lines_of_the_page_run_as_they_stand() -> None:
    known: dict[str, Any] = {}
    single, many = blocks("gymnasium")
    exec(single, known)
    assert 0 <= known["reward"] <= 1
    exec(many, known)
    assert known["rewards"].shape == (8,)
