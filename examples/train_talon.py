"""Trains a network that plays Tooth & Talon for two, by self-play alone, and measures how far from perfect it is.

    pip install 'bestiary[train]'
    python examples/train_talon.py --out trained            some minutes on two cores
    bestiary play talon -p 2 --bots net:trained/talon.npz

A critic learns what every pair of choices is worth; the policy learns the mixture that gets most of it against the best
answer. docs/training.md explains it.
"""

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

import jax
import jax.numpy as jnp
import numpy as np
import optax
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bestiary import find_game
from bestiary.batch import Batch
from bestiary.bots.net import Net, Network
from bestiary.engine.decisions import uniform
from bestiary.engine.files import write
from bestiary.engine.rule import cores
from bestiary.games.talon.features import inputs_and_layers, outputs
from bestiary.lab.plot import write_curve

TALON = find_game("talon")
EDITION = TALON.edition()
SOLUTION = TALON.solve(EDITION, TALON.make_options(2))  # the yardstick: nothing of it is trained on
ANIMALS, ROUNDS = 5, 4
START = TALON.observation.start


@dataclass(frozen=True)
class Setting:
    updates: int  # a number of updates, not of minutes: the same seed gives the same network
    slots: int = 512  # games at once
    steps: int = 32  # decisions of each between two updates
    widths: tuple[int, ...] = (128, 128)  # of the inner layers
    rate: tuple[float, float] = (1e-3, 1e-4)  # of learning, first and last
    softness: tuple[float, float] = (0.05, 0.002)  # what a mixture may cost to be more even, first and last
    explore: float = 0.3  # how often a seat does anything, so that every position is seen
    trace: float = 0.8  # how much of a return is what was seen, and not what the critic says of the next position
    parts: int = 32  # steps of the optimiser in an update
    measures: int = 2  # how often exploitability is computed
    since: int = 0  # and from which round on


SETTINGS = {
    "test": Setting(80, measures=1, since=ROUNDS - 1),
    "cpu": Setting(1500),
    "gpu": Setting(40_000, slots=8192, widths=(512, 512), softness=(0.05, 0.0005), measures=20),
}

# --- What the network sees and says


INPUTS, FIXED, STEPS = inputs_and_layers(EDITION.box)
OUTPUTS = outputs()
SAYS = int(OUTPUTS.max()) + 1
ACTIONS = [np.flatnonzero(output == OUTPUTS) for output in range(SAYS)]
ONE, TWO = (np.array([each[min(seat, len(each) - 1)] for each in ACTIONS]) for seat in (0, 1))


def new_layers(key: Any, *widths: int) -> Any:
    keys = jax.random.split(key, len(widths))
    pairs = zip(keys, widths, widths[1:], strict=False)
    layers = [[jax.random.normal(k, (a, b)) * np.sqrt(2 / a), jnp.zeros(b)] for k, a, b in pairs]
    layers[-1][0] *= 0.01
    return layers


def run(layers: Any, x: Any) -> Any:
    for weights, biases in layers[:-1]:
        x = jax.nn.relu(x @ weights + biases)
    return x @ layers[-1][0] + layers[-1][1]


def encode(inputs: Any) -> Any:
    return run([*FIXED, (STEPS, 0.0)], inputs)


def log_policy(layers: Any, features: Any, legal: Any) -> Any:
    return jax.nn.log_softmax(jnp.where(legal, run(layers, features), -1e9))


# --- Self-play


class Rows(NamedTuple):
    """Decisions, with the same shape each: a row for every step, a column for every game."""

    inputs: Any
    legal: Any  # over the outputs
    taken: Any  # the output that was drawn
    chance: Any  # with which it was
    choosing: Any  # a card, at the same time as the other seat; else a deed
    seat: Any
    reward: Any  # of seat 0, after the decision
    done: Any


def self_play(setting: Setting, seed: int) -> Callable[[Any, Any], Rows]:
    """Begins many games in which the network has both seats; what it gives plays on in them."""
    batch, games, kept = Batch("talon", setting.slots, players=2), np.arange(setting.slots), list[Rows]()
    batch.reset(seed=seed)

    @jax.jit
    def draw(layers: Any, inputs: Any, legal: Any, key: Any) -> Any:
        policy = jnp.exp(log_policy(layers, encode(inputs), legal))
        policy += setting.explore * (legal / legal.sum(-1, keepdims=True) - policy)
        taken = jax.random.categorical(key, jnp.log(policy))
        return taken, policy[games, taken]

    def play(layers: Any, key: Any) -> Rows:
        """So many steps, and three more, which are the first ones of the next time."""
        for each in jax.random.split(key, setting.steps + 3 - len(kept)):
            now = batch.now
            inputs, choosing = now.observations[:, INPUTS], now.observations[:, START["steps"]] > 0
            seats, legal = now.seats.copy(), now.masks[:, ONE] | now.masks[:, TWO]
            taken, chance = map(np.asarray, draw(layers, inputs, legal, each))
            batch.step(np.where(now.masks[games, ONE[taken]], ONE[taken], TWO[taken]))
            kept.append(Rows(inputs, legal, taken, chance, choosing, seats, now.rewards[:, 0].copy(), now.done.copy()))
        rows = Rows(*(np.stack(part) for part in zip(*kept, strict=True)))
        del kept[:-3]
        return rows

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


def lessons(params: Any, rows: Rows, setting: Setting) -> Any:
    """What is learned from each decision: what the policy sees and may do; what the critic says of every deed and every
    pair of choices; which of its outputs speaks of what was done, and what came of it."""
    features, first = encode(rows.inputs), rows.choosing & (rows.seat == 0)
    policy = jnp.exp(log_policy(params["policy"], features, rows.legal))
    said = run(params["critic"], features)
    deeds, pairs = said[..., :SAYS], said[..., SAYS:].reshape(*said.shape[:-1], ANIMALS, ANIMALS)
    pairs = (pairs + 1 - beside(jnp.swapaxes(pairs, -1, -2), first)) / 2  # both seats see one matrix
    mix = policy[..., :ANIMALS]
    choice = jnp.einsum("...a,...ab,...b->...", mix, pairs, beside(mix, first))
    values = own(rows.seat, jnp.where(rows.choosing, choice, (policy * deeds).sum(-1)))
    ratio = at(policy, rows.taken) / rows.chance
    ratio = jnp.where(first, beside(ratio, first), 1.0) * ratio
    follow = setting.trace * jnp.minimum(1.0, ratio)  # Retrace: what should hardly be done is not followed

    def back(later: Any, row: Any) -> tuple[Any, Any]:
        """Of two choices at once the first one's result is the second one's."""
        (done, reward, is_first, *own_part), (result, value, keep) = row, later
        found = jnp.where(is_first, result, value + keep * (result - value))
        found = jnp.where(done, reward, found)
        return (found, *own_part), found

    last = (values[-1], values[-1], follow[-1])
    passed = jax.tree.map(lambda x: x[:-1], (rows.done, rows.reward, first, values, follow))
    results = jax.lax.scan(back, last, passed, reverse=True)[1]
    did = jnp.where(rows.choosing, SAYS + rows.taken * ANIMALS + beside(rows.taken, first), rows.taken)
    pairs = jnp.where(beside(rows.legal, first)[..., None, :ANIMALS], pairs, 9.0)
    both = ~rows.choosing | first | (jnp.arange(len(first)) > 0)[:, None]  # the rival's choice is here as well
    lesson = features, rows.legal, rows.choosing, deeds, pairs, did, own(rows.seat[:-1], results), both
    return jax.tree.map(lambda x: x[: setting.steps], lesson)


def loss(params: Any, lesson: Any, softness: Any) -> Any:
    """The policy gets more of its deeds, and of its choices against the rival's best answer. The critic comes nearer to
    what came of what was done."""
    features, legal, choosing, deeds, pairs, did, result, both = lesson
    log = log_policy(params["policy"], features, legal)
    policy = jnp.exp(log)
    answered = jnp.einsum("...a,...ab->...b", policy[..., :ANIMALS], pairs).min(-1)
    gets = jnp.where(choosing, answered, (policy * deeds).sum(-1))
    evenness = -(policy * jnp.where(legal, log, 0)).sum(-1)
    wrong = (at(run(params["critic"], features), did) - result) ** 2
    return ((wrong - gets - softness * evenness) * both).mean()


class Learner:
    """Parameters, the slow mean of the policy's (which is what plays in the end), and the optimiser."""

    def __init__(self, setting: Setting, seed: int) -> None:
        one, two = jax.random.split(jax.random.key(seed))
        inner = (len(STEPS), *setting.widths)
        params = {"policy": new_layers(one, *inner, SAYS), "critic": new_layers(two, *inner, SAYS + ANIMALS**2)}
        params["critic"][-1][1] += 0.5
        self.setting, self.optimiser = setting, optax.scale_by_adam()
        self.state = (params, params["policy"], self.optimiser.init(params))
        self.update = jax.jit(self._update)

    def _update(self, state: Any, rows: Rows, over: Any, memory: Any) -> Any:
        """`over` is the part of training that is behind, `memory` how much of the mean stays."""
        setting, parts = self.setting, self.setting.parts
        rate, softness = (first * (last / first) ** over for first, last in (setting.rate, setting.softness))
        lesson = lessons(state[0], rows, setting)
        lesson = jax.tree.map(lambda x: jnp.moveaxis(x.reshape(len(x), parts, -1, *x.shape[2:]), 1, 0), lesson)

        def learn(state: Any, part: Any) -> Any:
            params, mean, inner = state
            change, inner = self.optimiser.update(jax.grad(loss)(params, part, softness), inner)
            params = jax.tree.map(lambda p, c: p - rate * c, params, change)
            mean = jax.tree.map(lambda m, p: memory * m + (1 - memory) * p, mean, params["policy"])
            return (params, mean, inner), None

        return jax.lax.scan(learn, state, lesson)[0]

    def network(self) -> Network:
        """What plays: the mean policy, behind the fixed layers."""
        layers = [[np.asarray(w), np.asarray(b)] for w, b in self.state[1]]
        layers[0][0] = STEPS @ layers[0][0]
        return Network.of(TALON, EDITION, 2, "base", INPUTS, OUTPUTS, [*FIXED, *layers])


# --- Measuring and showing


def measure(policy: Any, setting: Setting, update: int, seconds: float, points: list[Any], folder: Path) -> str:
    """Computes how far a policy is from perfect, and writes the curve."""
    found = SOLUTION.exploitability(policy, threads=cores(), since=setting.since)
    points.append({"updates": update, "seconds": round(seconds, 1), "exploitability": found})
    write(folder / "curve.json", [json.dumps(points, indent=1), "\n"])
    across, values = ([each[name] for each in points] for name in ("seconds", "exploitability"))
    title = f"{TALON.title} for two: exploitability while training"
    write_curve(folder / "curve.svg", title, across, values, "s", (values[0] / 4, "¼ of the uniform player's"))
    return f"{seconds:6.0f} s {update:6d} updates: exploitability {found:.4f}"


def train(setting: Setting, seed: int, folder: Path, minutes: float | None = None) -> list[dict[str, float]]:
    """Trains, and returns the curve. With `minutes` it ends then, and the plan shrinks to fit."""
    folder.mkdir(parents=True, exist_ok=True)
    started, learner, play = time.perf_counter(), Learner(setting, seed), self_play(setting, seed)
    points, update, rows = list[dict[str, float]](), 0, None
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
            policy = learner.state[0]["policy"]
            if rows is not None:  # JAX learns from them beside the games that are played now
                learner.state = learner.update(learner.state, rows, over, update / (update + 4 / setting.parts))
            rows = play(policy, jax.random.fold_in(jax.random.key(seed + 1), update))
            update += 1
            bar.update(task, completed=over)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--setting", choices=SETTINGS, default="cpu", help="how large, how long")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu", help="where it learns; gpu has its own size")
    parser.add_argument("--minutes", type=float, help="end after so long, instead of the setting's number of updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for the network and the curve")
    asked = parser.parse_args()
    try:
        jax.config.update("jax_default_device", jax.devices(asked.device)[0])
    except RuntimeError:
        parser.error(f"JAX finds no {asked.device}; for a GPU install jax[cuda12]")
    name = "gpu" if asked.device == "gpu" and asked.setting == "cpu" else asked.setting
    points = train(SETTINGS[name], asked.seed, asked.out, asked.minutes)
    first, last = (points[end]["exploitability"] for end in (0, -1))
    print(f"exploitability {last:.4f}; the uniform player's is {first:.4f}")
    print(f"bestiary play talon -p 2 --bots net:{asked.out / 'talon.npz'}")


if __name__ == "__main__":
    main()
