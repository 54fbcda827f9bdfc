"""Steps a second on one core, side by side in one run: our environments beside the peers' own comparable ones.

    python bench/steps.py [--json] [--seconds 2] [--rounds 3]
    python bench/steps.py --device cuda --json      # a GPU's: rollouts, steps, and that its bytes are the processor's

PettingZoo's texas_hold'em needs rlcard (`pip install rlcard pygame-ce`); what is not installed is left out by name. All
play at random among the legal actions, by the same loop. A step is a decision of one seat, with its observation and its
mask. Figures are medians of rounds in which all take turns, in processor time."""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bestiary.adapters.batch import Batch
from bestiary.engine.registry import find_game, game_names

TABLES = 1024
Run = Callable[[float], float]


def one_by_one(env: Any) -> Run:
    """PettingZoo's loop."""
    luck = np.random.default_rng(1)
    env.reset(seed=1)

    def run(seconds: float) -> float:
        steps, chances = 0, luck.random(10_000)
        started = time.process_time()
        while time.process_time() - started < seconds:
            for _ in env.agent_iter(200):
                seen, _, over, late, _ = env.last()
                if over or late:
                    env.reset()
                    break
                legal = seen["action_mask"].view(np.bool_).nonzero()[0]
                env.step(int(legal[int(chances[steps % 10_000] * len(legal))]))
                steps += 1
        return steps / (time.process_time() - started)

    return run


def spiel_states(game: Any) -> Run:
    """OpenSpiel's loop: legal actions and an observation in every step."""
    import pyspiel

    luck, told = np.random.default_rng(1), game.get_type().provides_observation_tensor

    def observed(state: Any) -> None:
        state.observation_tensor() if told else state.information_state_tensor()

    def run(seconds: float) -> float:
        steps, chances = 0, luck.random(10_000)
        started = time.process_time()
        state = game.new_initial_state()
        while time.process_time() - started < seconds:
            legal = state.legal_actions()
            if state.current_player() != pyspiel.PlayerId.CHANCE:
                observed(state)
                steps += 1
            state.apply_action(legal[int(chances[steps % 10_000] * len(legal))])
            if state.is_terminal():
                state = game.new_initial_state()
        return steps / (time.process_time() - started)

    return run


def batch(game: str) -> Run:
    """Our batch on one thread. Only the steps are timed: who chooses is the learner's business."""
    env, luck = Batch(game, TABLES, threads=1), np.random.default_rng(1)
    env.reset(seed=1)

    def run(seconds: float) -> float:
        spent, steps = 0.0, 0
        while spent < seconds:
            chosen = (luck.random(TABLES) * env.slots[:, 1]).astype(np.int64)
            actions = env.moves[np.arange(TABLES), chosen]
            started = time.process_time()
            env.step(actions)
            spent += time.process_time() - started
            steps += TABLES
        return steps / spent

    return run


def vector(envs: Any) -> Run:
    """Gymnasium's vector loop; only the steps are timed."""
    seen, _ = envs.reset(seed=1)

    def run(seconds: float) -> float:
        nonlocal seen
        spent, steps = 0.0, 0
        while spent < seconds:
            mask = seen["action_mask"] if isinstance(seen, dict) else None
            actions = mask.argmax(axis=1) if mask is not None else envs.action_space.sample()
            started = time.process_time()
            seen, *_ = envs.step(actions)
            spent += time.process_time() - started
            steps += envs.num_envs
        return steps / spent

    return run


def runs(games: list[str]) -> dict[str, Run]:
    """All that is installed."""
    found: dict[str, Run] = {}
    for game in games:
        found[f"batch {game}"] = batch(game)
    try:
        import bestiary.pettingzoo as ours

        for game in games:
            found[f"pettingzoo {game}"] = one_by_one(getattr(ours, f"{game}_v0").env())
        from pettingzoo.classic import texas_holdem_v4

        found["pettingzoo texas_holdem (peer)"] = one_by_one(texas_holdem_v4.env())
    except ImportError as missing:
        print(f"left out: {missing}")
    try:
        import gymnasium
        import bestiary.gymnasium  # noqa: F401

        for game in games:
            found[f"gymnasium vector {game}"] = vector(
                gymnasium.make_vec(f"bestiary/{game}-v0", TABLES, bots="random", threads=1, copy=False)
            )
        found["gymnasium sync CartPole (peer)"] = vector(gymnasium.make_vec("CartPole-v1", 64, "sync"))
    except ImportError as missing:
        print(f"left out: {missing}")
    try:
        import pyspiel

        found["openspiel leduc_poker (peer)"] = spiel_states(pyspiel.load_game("leduc_poker"))
        found["openspiel hearts (peer)"] = spiel_states(pyspiel.load_game("hearts"))
    except ImportError as missing:
        print(f"left out: {missing}")
    return found


def print_gpu(chosen: argparse.Namespace) -> None:
    from gpu import measure

    rows = measure(chosen.games or game_names(), chosen.slots, chosen.seconds, chosen.in_flight)
    if chosen.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print("  ".join(f"{key} {value}" for key, value in row.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print figures for programs")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", nargs="+", help="on a processor all but the large ones, unless they are named")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--slots", type=int, help="tables at once on a GPU")
    parser.add_argument("--in-flight", type=int, help="games at once in the rollouts' kernel")
    chosen = parser.parse_args()
    if chosen.device == "cuda":
        print_gpu(chosen)
        return
    chosen.games = chosen.games or [name for name in game_names() if not find_game(name).large]
    all_runs = runs(chosen.games)
    for run in all_runs.values():
        run(0.1)  # compiles, fills caches
    rates: dict[str, list[float]] = {name: [] for name in all_runs}
    for _ in range(chosen.rounds):
        for name, run in all_runs.items():
            rates[name].append(run(chosen.seconds))
    median = {name: statistics.median(each) for name, each in rates.items()}
    peer = median.get("pettingzoo texas_holdem (peer)")
    ours = [name for name in median if name.startswith("pettingzoo") and "peer" not in name]
    times = {name: round(median[name] / peer, 1) for name in ours} if peer else {}
    if chosen.json:
        figures = {"steps_per_second": {n: round(r) for n, r in median.items()}, "times_texas_holdem": times}
        print(json.dumps(figures, indent=1))
        return
    for name, rate in median.items():
        beside = f"{times[name]:6.1f} times texas_holdem" if name in times else ""
        print(f"{name:34}{rate:14,.0f} {beside}")


if __name__ == "__main__":
    main()
