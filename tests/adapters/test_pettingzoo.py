"""The games as environments of PettingZoo, by its own tests and by ours."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from adapters_helpers import blocks, cases, chosen, python

from other_truths import other_truth
from pettingzoo.test import (
    api_test, parallel_api_test, parallel_seed_test, performance_benchmark, render_test, seed_test,
)  # fmt: skip
from pettingzoo.test import test_save_obs as save_obs_test
from pettingzoo.utils import wrappers

import bestiary.pettingzoo
from bestiary.engine.chance import quick_rng
from bestiary.engine.errors import IllegalError, MalformedError
from bestiary.engine.records import put, record_bytes
from bestiary.engine.registry import game_names
from bestiary.engine.table import position_hash
from bestiary.pettingzoo import claw_v0, prey_v0, talon_v0

PLAYED = {"talon": 40, "claw": 150, "prey": 40, "beasts": 60}
"""Decisions that a test goes on for: whole games where they are short."""

every_table = pytest.mark.parametrize(("game", "variant", "players"), cases())
every_game = pytest.mark.parametrize("game", game_names())
usual = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)
"""PettingZoo says this of every dictionary but those of its own games, which hold the same."""


def entry(game: str) -> Any:
    return getattr(bestiary.pettingzoo, f"{game}_v0")


@usual
@pytest.mark.filterwarnings("error")
@every_table
def test_a_table_passes_the_tests_of_pettingzoo(game: str, variant: str, players: int) -> None:
    def env(**how: Any) -> Any:
        return entry(game).env(variant=variant, players=players, **how)

    def parallel_env() -> Any:
        return entry(game).parallel_env(variant=variant, players=players)

    api_test(env(), num_cycles=6)
    parallel_api_test(parallel_env(), num_cycles=12)
    seed_test(env, num_cycles=6)
    parallel_seed_test(parallel_env, num_cycles=6)
    render_test(env)
    save_obs_test(env())


@usual
@pytest.mark.prove
@every_table
def test_a_table_runs_through_the_benchmark_of_pettingzoo(
    game: str, variant: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    env = entry(game).env(variant=variant, players=players)
    api_test(env, num_cycles=6)  # what has not been compiled yet is now
    performance_benchmark(env)
    assert float(re.findall(r"(.+) turns per second", capsys.readouterr().out)[0]) > 10


@every_game
def test_one_seed_gives_the_same_bytes_and_another_one_does_not(game: str) -> None:
    def digest(seed: int) -> str:
        env, total = entry(game).raw_env(), hashlib.sha256()
        env.reset(seed=seed)
        for number in range(PLAYED[game]):
            seen, reward, over, _, info = env.last()
            if over:
                break
            assert seen["action_mask"].tobytes() == info["action_mask"].tobytes()
            total.update(seen["observation"].tobytes() + seen["action_mask"].tobytes() + bytes(str(reward), "ascii"))
            env.step(chosen(seen["action_mask"], number))
        total.update(record_bytes(env.stage.state))
        return total.hexdigest()

    assert digest(5) == digest(5) != digest(6)


@every_game
def test_seats_that_decide_at_once_reach_the_same_position_as_one_after_another(game: str) -> None:
    turns, at_once = entry(game).raw_env(max_cycles=PLAYED[game]), entry(game).parallel_env()
    turns.reset(seed=3)
    seen, _ = at_once.reset(seed=3)
    made: Counter[str] = Counter()  # decisions of each seat, so that both environments choose the same
    while at_once.agents and turns.cycles < PLAYED[game]:
        actions = {name: chosen(each["action_mask"], made[name]) for name, each in seen.items()}
        waiting = {name for name, action in actions.items() if action == at_once.stage.game.actions.size}
        assert all(seen[name]["action_mask"].sum() == 1 for name in waiting), "who owes nothing can only wait"
        for _ in range(len(actions) - len(waiting)):
            name = turns.agent_selection
            assert name not in waiting
            turns.step(actions[name])
            made[name] += 1
        seen, rewards, *_ = at_once.step(actions)
        assert record_bytes(turns.stage.state) == record_bytes(at_once.stage.state)
        assert rewards == turns.rewards


@every_table
def test_a_seat_learns_nothing_that_it_may_not_know(game: str, variant: str, players: int) -> None:
    env = entry(game).raw_env(variant=variant, players=players)
    waits = entry(game).parallel_env(variant=variant, players=players)
    env.reset(seed=1)
    rng, differed = quick_rng("adapters"), False
    for number in range(min(PLAYED[game], 30)):
        if env.stage.is_over:
            break
        truth = env.stage.state.copy()
        put(waits.stage.state, truth)
        for seat, name in enumerate(env.possible_agents):
            before = [env.observe(name), waits.stage.observe(seat)]
            other = other_truth(env.stage.game, truth, seat, rng)
            differed = differed or record_bytes(other) != record_bytes(truth)
            put(env.stage.state, other)
            put(waits.stage.state, other)
            for one, two in zip(before, [env.observe(name), waits.stage.observe(seat)], strict=True):
                assert {key: part.tobytes() for key, part in one.items()} == {k: p.tobytes() for k, p in two.items()}
            put(env.stage.state, truth)
            put(waits.stage.state, truth)
        env.step(chosen(env.infos[env.agent_selection]["action_mask"], number))
    assert differed


def test_the_end_pays_shares_of_the_victory() -> None:
    env = talon_v0.env(players=3)
    env.reset(seed=2)
    paid: Counter[str] = Counter()
    for number, name in enumerate(env.agent_iter()):
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        paid[name] += reward
        env.step(None if terminated else chosen(seen["action_mask"], number))
    assert not env.agents
    assert sum(paid.values()) == pytest.approx(1)


def test_max_cycles_ends_a_game_without_a_winner() -> None:
    env = prey_v0.env(max_cycles=3)
    env.reset(seed=2)
    for number in range(3):
        assert not any(env.truncations.values())
        env.step(chosen(env.last()[0]["action_mask"], number))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    at_once = prey_v0.parallel_env(max_cycles=2)
    seen, _ = at_once.reset(seed=2)
    for ended in (False, True):
        seen, rewards, over, late, _ = at_once.step({n: chosen(each["action_mask"], 1) for n, each in seen.items()})
        assert set(late.values()) == {ended}
        assert not any(over.values())
        assert not any(rewards.values())
    assert not at_once.agents


def test_an_illegal_action_ends_the_game_for_all_and_costs_its_seat_1() -> None:
    env = talon_v0.env(players=3)
    env.reset(seed=2)
    sinner = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards == {name: -1 if name == sinner else 0 for name in env.possible_agents}
    assert all(env.terminations.values())
    at_once = talon_v0.parallel_env(players=3)
    seen, _ = at_once.reset(seed=2)
    actions = {name: chosen(each["action_mask"], 1) for name, each in seen.items()}
    before = record_bytes(at_once.stage.state)
    _, rewards, over, _, _ = at_once.step(actions | {"player_1": 9})
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(over.values())
    assert record_bytes(at_once.stage.state) == before, "nothing was played"
    with pytest.raises(MalformedError, match=r"reset\(\) starts another"):
        at_once.step(actions)


@pytest.mark.parametrize("illegal", [2, 2000])
def test_an_illegal_action_does_what_the_wrapper_of_pettingzoo_does(illegal: int) -> None:
    def ends(env: Any) -> list[Any]:
        env.reset(seed=2)
        env.step(chosen(env.last()[0]["action_mask"], 1))
        found = []
        for number, agent in enumerate(env.agent_iter()):
            seen, reward, over, late, _ = env.last()
            found.append((agent, seen["observation"].tobytes(), reward, over, late, dict(env.rewards)))
            action = chosen(seen["action_mask"], number) if number < 1 else illegal
            env.step(None if over or late else action)
        return found

    ours, theirs = talon_v0.env(players=2), wrappers.TerminateIllegalWrapper(talon_v0.raw_env(players=2), -1)
    assert ends(ours) == ends(theirs)
    assert not ours.agents
    ours.reset()
    with pytest.raises(MalformedError, match="owes a decision, the number of an action, not 'rat'"):
        ours.step("rat")


def test_what_needs_a_game_says_that_reset_comes_first() -> None:
    env = talon_v0.env()
    for use in (env.agent_iter, env.last, lambda: env.step(1), lambda: env.rewards):
        with pytest.raises(AttributeError, match=r"cannot be used before reset\(\)"):
            list(use() or [])


def test_a_picture_shows_the_drawing_and_is_always_of_one_size() -> None:
    env = prey_v0.env(render_mode="rgb_array")
    sizes, seen = set(), set()
    for seed in (1, 2):
        env.reset(seed=seed)
        picture = env.render()
        sizes.add(picture.shape)
        seen.add(picture.tobytes())
        assert len(np.unique(picture)) > 2, "something is written"
    assert sizes == {(660, 960, 3)}
    assert len(seen) == 2


def test_an_environment_without_wrappers_names_the_rule_that_forbids_an_action() -> None:
    env = talon_v0.raw_env(players=3)
    env.reset(seed=2)
    with pytest.raises(IllegalError, match=r"\("):
        env.step(env.stage.game.actions.number("pass"))
    with pytest.raises(MalformedError, match="owes a decision"):
        env.step(None)


def test_drawings_are_those_of_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = claw_v0.env(render_mode="ansi")
    env.reset(seed=1)
    stage = env.unwrapped.stage
    table = bestiary.Table.restore(
        stage.game, stage.edition, stage.options, b"any", position=record_bytes(stage.state), opening=(), plies=(),
        opening_hash=position_hash(stage.state),
    )  # fmt: skip
    names = ["player_0", "player_1"]
    assert env.render() == table.game.draw(bestiary.look(table, 0), table.edition, names)
    assert capsys.readouterr().out == ""
    human = claw_v0.env(render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == f"{env.render()}\n"
    spectator = claw_v0.parallel_env(render_mode="ansi")
    spectator.reset(seed=1)
    assert spectator.render() == table.game.draw(bestiary.look(table, -1), table.edition, names)


def test_wrong_words_are_told() -> None:
    with pytest.raises(AttributeError, match="no environment 'tallon_v0'; it has beasts_v0, claw_v0"):
        entry("tallon")
    with pytest.raises(MalformedError, match="variant"):
        talon_v0.env(variant="poker")
    with pytest.raises(MalformedError, match="render_mode is human, ansi or rgb_array, not 'pygame'"):
        talon_v0.env(render_mode="pygame")


def test_the_package_itself_imports_no_library_of_the_adapters() -> None:
    code = "import sys, bestiary, bestiary.cli; bestiary.make('talon'); "
    told = python(f"{code} print({{'pettingzoo', 'gymnasium', 'pyspiel', 'jax', 'ray'}} & {{*sys.modules}})").stdout
    assert told == "set()\n"


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_a_missing_library_is_named_with_the_way_to_get_it(library: str) -> None:
    said = python(f"import sys; sys.modules['{library}'] = None; import bestiary.{library}").stderr
    assert f"is not installed: pip install 'bestiary[{library}]'" in said


def test_the_lines_of_the_pages_run_as_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, Any] = {}
    exec(blocks("pettingzoo")[0], known)
    assert "player_2" in capsys.readouterr().out
    exec(blocks("adapters")[0], known)
    assert f"# {known['parts'].features['pile']}\n" in blocks("adapters")[0]
