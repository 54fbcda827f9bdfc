"""Trains a network that plays Tooth & Talon for two, by self-play alone, and measures how far from perfect it is.
`python examples/train_talon.py --out trained`, then `bestiary play talon -p 2 --bots net:trained/talon.npz`. Its critic
learns what pairs of choices are worth, its policy what gets most against the best answer: docs/training.md."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # JAX and compiled rules have the cores already
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the games need memory of a GPU, too
# One of two devices plays, the other learns. A GPU's own matrix kernels are up to 27 times as fast as Triton's.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=2 --xla_gpu_enable_triton_gemm=false")

import jax
import jax.numpy as jnp
import numpy as np
import optax
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bestiary import find_game
from bestiary.batch import Batch, CudaBatch, Step
from bestiary.bots.net import Net, Network
from bestiary.engine.decisions import uniform
from bestiary.engine.files import write
from bestiary.engine.rule import cores
from bestiary.games.talon.features import inputs_and_layers, outputs
from bestiary.lab.plot import write_curve

TALON = find_game("talon")
EDITION = TALON.edition()
SOLUTION = TALON.solve(EDITION, TALON.make_options(2))  # the yardstick: nothing of it is trained on
ANIMALS, ROUNDS, CHOOSING = 5, 4, TALON.observation.start["steps"]


@dataclass(frozen=True)
class Setting:
    updates: int  # a number of updates, not of minutes: the same seed gives the same network
    slots: int = 512  # games at once
    steps: int = 32  # decisions of each between two updates
    widths: tuple[int, ...] = (256, 192, 192)  # of the inner layers
    rate: tuple[float, float] = (1e-3, 1e-4)  # of learning, first and last
    softness: tuple[float, float] = (0.05, 0.001)  # what a mixture may cost to be more even, first and last
    explore: float = 0.3  # how often a seat does anything, so that every position is seen
    trace: tuple[float, float] = (0.8, 0.3)  # how much of a return is seen, and not said of the next position
    learned: float = 0.5  # the part of the decisions that is learned from: those where most is missing
    parts: int = 16  # steps of the optimiser in an update
    measures: int = 2  # how often exploitability is computed
    since: int = 0  # and from which round on


SETTINGS = {
    "test": Setting(250, measures=1, since=ROUNDS - 1),
    "cpu": Setting(4300, measures=1),
    "gpu": Setting(20_000, 32768, 8, (1024, 1024, 1024), (1e-3, 2e-5), (0.05, 3e-4), parts=64, measures=4),
}

# --- What the network sees and says

INPUTS, FIXED, STEPS = inputs_and_layers(EDITION.box)
OUTPUTS = outputs()
SAYS = int(OUTPUTS.max()) + 1
ACTIONS = [np.flatnonzero(output == OUTPUTS) for output in range(SAYS)]
ONE, TWO = (jnp.array([each[min(seat, len(each) - 1)] for each in ACTIONS]) for seat in (0, 1))


def new_layers(key: Any, *widths: int) -> Any:
    pairs = zip(jax.random.split(key, len(widths)), widths, widths[1:], strict=False)
    layers = [[jax.random.normal(k, (a, b)) * np.sqrt(2 / a), jnp.zeros(b)] for k, a, b in pairs]
    layers[-1][0] *= 0.01
    return layers


def run(layers: Any, x: Any) -> Any:
    for weights, biases in layers[:-1]:
        x = jax.nn.relu(x @ weights + biases)
    return x @ layers[-1][0] + layers[-1][1]


def log_policy(said: Any, legal: Any) -> Any:
    """The first outputs are the policy's; then come the critic's, for deeds and for pairs of choices."""
    return jax.nn.log_softmax(jnp.where(legal, said[..., :SAYS], -1e9))


# --- Self-play


class Rows(NamedTuple):
    """Decisions, with the same shape each: a row for every step, a column for every game."""

    features: Any
    policy: Any  # as it was when the decision was made
    critic: Any  # likewise
    legal: Any  # over the outputs
    taken: Any  # the output that was drawn
    chance: Any  # with which it was
    choosing: Any  # a card, at the same time as the other seat; else a deed
    seat: Any
    reward: Any  # of seat 0, after the decision
    done: Any


def self_play(setting: Setting, seed: int, device: str) -> Callable[[Any, Any], Rows]:
    """Begins many games in which the network has both seats; what it gives plays on in them."""
    on_cpu, on_gpu = (Batch, jax.dlpack.from_dlpack, np.asarray), (CudaBatch, jnp.asarray, jax.block_until_ready)
    kind, take, give = on_gpu if device == "gpu" else on_cpu
    batch, games, kept = kind("talon", setting.slots, players=2), np.arange(setting.slots), list[Any]()
    now = Step(*map(take, batch.reset(seed=seed)))  # without a copy: each step shows in it

    @jax.jit
    def draw(layers: Any, now: Step, key: Any) -> tuple[Any, tuple[Any, ...]]:
        legal, choosing = (now.masks[:, ONE] | now.masks[:, TWO]) > 0, now.observations[:, CHOOSING] > 0
        said = run(layers, features := run([*FIXED, (STEPS, 0.0)], now.observations[:, INPUTS]))
        policy = jnp.exp(log_policy(said, legal))
        drawn = policy + setting.explore * (legal / legal.sum(-1, keepdims=True) - policy)
        upto = drawn.cumsum(-1)  # the highest draws stay below its end, however it is rounded
        taken = (upto <= upto[:, -1:] * jax.random.uniform(key, (setting.slots, 1), maxval=0.99999)).sum(-1)
        own = features, policy, said[:, SAYS:], legal, taken, drawn[games, taken], choosing, now.seats + 0
        own += now.rewards[:, 0] + 0, now.done > 0  # of the decision before
        return jnp.where(now.masks[games, ONE[taken]] > 0, ONE[taken], TWO[taken]), own

    stack = jax.jit(lambda rows: jax.tree.map(lambda *parts: jnp.stack(parts), *rows))

    def play(layers: Any, key: Any) -> Rows:
        """So many steps, three more, which are the first ones of the next time, and what came of the last one."""
        for each in jax.random.split(key, setting.steps + 4 - len(kept)):
            action, row = draw(layers, now, each)
            batch.step(give(action))  # the arrays are read by then
            batch.wait()  # and written
            kept.append(row)
        *own, rewards, done = stack(kept)
        kept[:] = kept[-4:]
        return Rows(*(part[:-1] for part in own), rewards[1:], done[1:])

    return play


# --- Learning


def beside(x: Any, first: Any) -> Any:
    """The same of the seat that chose at the same time: the next row's for the first chooser, else the one before."""
    after, before = jnp.concatenate([x[1:], x[-1:]]), jnp.concatenate([x[:1], x[:-1]])
    return jnp.where(first.reshape(first.shape + (1,) * (x.ndim - 2)), after, before)


def own(seat: Any, share: Any) -> Any:
    """Turns seat 0's share of the victory into another seat's, or back."""
    return jnp.where(seat == 0, share, 1 - share)


def at(x: Any, index: Any) -> Any:
    return jnp.take_along_axis(x, index[..., None], -1)[..., 0]


def lessons(rows: Rows, steps: int, trace: Any) -> Any:
    """What is learned from each decision: what was seen, what the critic says, what came of it, what is missing."""
    first, policy, mix = rows.choosing & (rows.seat == 0), rows.policy, rows.policy[..., :ANIMALS]
    deeds, pairs = rows.critic[..., :SAYS], rows.critic[..., SAYS:].reshape(*first.shape, ANIMALS, ANIMALS)
    pairs = (pairs + 1 - beside(jnp.swapaxes(pairs, -1, -2), first)) / 2  # both seats see one matrix
    against = jnp.einsum("...ab,...b->...a", pairs, beside(mix, first))  # what each choice gets of the rival's mixture
    worth = jnp.concatenate([against, deeds[..., ANIMALS:]], -1)  # of everything that may be done
    values = (policy * worth).sum(-1)
    shares, ratio = own(rows.seat, values), at(policy, rows.taken) / rows.chance
    ratio *= jnp.where(first, beside(ratio, first), 1.0)
    follow = trace * jnp.minimum(1.0, ratio)  # Retrace: what should hardly be done is not followed

    def back(later: Any, row: Any) -> tuple[Any, Any]:
        """Of two choices at once the first one's result is the second one's."""
        (done, reward, is_first, *own_part), (result, value, keep) = row, later
        found = jnp.where(is_first, result, value + keep * (result - value))
        found = jnp.where(done, reward, found)
        return (found, *own_part), found

    passed = jax.tree.map(lambda x: x[:-1], (rows.done, rows.reward, first, shares, follow))
    results = jax.lax.scan(back, (shares[-1], shares[-1], follow[-1]), passed, reverse=True)[1]
    results = own(rows.seat, jnp.concatenate([results, shares[-1:]]))
    did = jnp.where(rows.choosing, SAYS + rows.taken * ANIMALS + beside(rows.taken, first), rows.taken)
    pairs = jnp.where(beside(rows.legal, first)[..., None, :ANIMALS], pairs, 9.0)
    least = jnp.where(rows.choosing, jnp.einsum("...a,...ab->...b", mix, pairs).min(-1), values)
    gap = jnp.where(rows.legal, worth, -9.0).max(-1) - least  # what best answers would gain
    missing = (gap + jnp.abs(at(rows.critic, did) - results) / 2) * jnp.where(rows.choosing, 2, 1)
    missing *= jnp.where(rows.features[..., ROUNDS - 1] > 0, 2, 1)  # choices and the last round are harder
    both = ~rows.choosing | first | (jnp.arange(len(first)) > 0)[:, None]  # the rival's choice is here as well
    lesson = rows.features, rows.legal, rows.choosing, deeds, pairs, SAYS + did, results, (missing + 0.04) * both
    return jax.tree.map(lambda x: x[:steps].reshape(-1, *x.shape[2:]), lesson)


def loss(params: Any, lesson: Any, softness: Any) -> Any:
    """The policy gets more of its deeds, and of its choices against the rival's best answer, a soft one. The critic
    comes nearer to what came of what was done."""
    features, legal, choosing, deeds, pairs, did, result = lesson
    log = log_policy(said := run(params, features), legal)
    policy = jnp.exp(log)
    answers = jnp.einsum("...a,...ab->...b", policy[..., :ANIMALS], pairs)
    gets = jnp.where(choosing, -softness * jax.nn.logsumexp(-answers / softness, -1), (policy * deeds).sum(-1))
    gets -= softness * (policy * jnp.where(legal, log, 0)).sum(-1)  # a little for being even
    return (2 * (at(said, did) - result) ** 2 - gets).mean()


class Learner:
    """Parameters, their slow mean (whose policy is what plays in the end), and the optimiser."""

    def __init__(self, setting: Setting, seed: int) -> None:
        params = new_layers(jax.random.key(seed), len(STEPS), *setting.widths, 2 * SAYS + ANIMALS**2)
        params[-1][1] += 0.5
        self.setting, self.optimiser = setting, optax.scale_by_adam()
        self.state = (params, params, self.optimiser.init(params))
        self.update = jax.jit(self._update)

    def _update(self, state: Any, rows: Rows, over: Any, memory: Any, key: Any) -> Any:
        """`over` is the part of training that is behind, `memory` how much of the mean stays."""
        setting = self.setting
        rate, softness = (first * (last / first) ** over for first, last in (setting.rate, setting.softness))
        *lesson, missing = lessons(rows, setting.steps, setting.trace[0] * (1 - over) + setting.trace[1] * over)
        lots = jax.random.exponential(key, missing.shape) / (missing + 1e-9)  # the lowest are drawn
        chosen = jnp.argsort(lots)[: int(setting.learned * len(lots))].reshape(-1, setting.parts).T

        def learn(state: Any, part: Any) -> Any:
            params, mean, inner = state
            change, inner = self.optimiser.update(jax.grad(loss)(params, part, softness), inner)
            params = jax.tree.map(lambda p, c: p - rate * c, params, change)
            mean = jax.tree.map(lambda m, p: memory * m + (1 - memory) * p, mean, params)
            return (params, mean, inner), None

        return jax.lax.scan(learn, state, jax.tree.map(lambda x: x[chosen], lesson))[0]

    def network(self) -> Network:
        """What plays: the mean policy, behind the fixed layers."""
        layers = [[np.asarray(w), np.asarray(b)] for w, b in self.state[1]]
        layers[0][0] = STEPS @ layers[0][0]
        layers[-1] = [each[..., :SAYS] for each in layers[-1]]
        return Network.of(TALON, EDITION, 2, "base", INPUTS, OUTPUTS, [*FIXED, *layers])


# --- Measuring and showing


def measure(policy: Any, setting: Setting, update: int, seconds: float, points: list[Any], folder: Path) -> str:
    """Computes how far a policy is from perfect, and writes the curve."""
    found = SOLUTION.exploitability(policy, threads=cores(), since=setting.since)
    points.append({"updates": update, "seconds": round(seconds, 1), "exploitability": found})
    write(folder / "curve.json", [json.dumps(points, indent=1), "\n"])
    across, values = ([each[name] for each in points] for name in ("seconds", "exploitability"))
    title, goal = f"{TALON.title} for two: exploitability while training", (values[0] / 4, "¼ of the uniform player's")
    write_curve(folder / "curve.svg", title, across, values, "s", goal)
    return f"{seconds:6.0f} s {update:6d} updates: exploitability {found:.4f}"


def train(setting: Setting, seed: int, folder: Path, minutes: float | None, device: str) -> list[dict[str, float]]:
    """Trains, and returns the curve. With `minutes` it ends then, and the plan shrinks to fit."""
    folder.mkdir(parents=True, exist_ok=True)
    started, learner, play = time.perf_counter(), Learner(setting, seed), self_play(setting, seed, device)
    points, update, rows = list[dict[str, float]](), 0, None
    plays, learns = jax.devices(device)[0], jax.devices(device)[-1]
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task("training", total=1.0)
        bar.print(measure(uniform, setting, 0, 0.0, points, folder))
        while True:
            seconds = time.perf_counter() - started
            over = max(update / setting.updates, seconds / (60 * minutes) if minutes else 0.0)
            if over >= min(1.0, len(points) / setting.measures):
                learner.network().save(folder / "talon.npz")  # and read back, as the bot reads it
                bar.print(measure(Net(TALON, folder / "talon.npz").policy, setting, update, seconds, points, folder))
            if over >= 1:
                return points
            params, key = jax.device_put(learner.state[0], plays), jax.random.fold_in(jax.random.key(seed + 1), update)
            if rows is not None:  # the other device learns from them beside the games that are played now
                learner.state = learner.update(learner.state, rows, over, update / (update + 4 / setting.parts), key)
            rows = jax.device_put(play(params, key), learns)
            update += 1
            bar.update(task, completed=over)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--setting", choices=SETTINGS, help="how large, how long; the device's own without it")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu", help="where it plays and learns")
    parser.add_argument("--minutes", type=float, help="end after so long, instead of the setting's number of updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for the network and the curve")
    asked = parser.parse_args()
    try:
        jax.config.update("jax_default_device", jax.devices(asked.device)[0])  # where keys are drawn
    except RuntimeError:
        parser.error(f"JAX finds no {asked.device}; for a GPU install jax[cuda12]")
    first, *_, last = train(SETTINGS[asked.setting or asked.device], asked.seed, asked.out, asked.minutes, asked.device)
    print(f"exploitability {last['exploitability']:.4f}; the uniform player's is {first['exploitability']:.4f}\n"
          f"bestiary play talon -p 2 --bots net:{asked.out / 'talon.npz'}")  # fmt: skip


if __name__ == "__main__":
    main()
