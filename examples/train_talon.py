"""Trains a network that plays Tooth & Talon for two, by self-play alone, and measures how far from perfect it is.

    pip install 'bestiary[train]'
    python examples/train_talon.py --out trained            five minutes on two cores
    bestiary play talon -p 2 --bots net:trained/talon.npz

A critic learns what every pair of choices is worth; regret matching solves the small game that it sees, and the policy
learns the mixtures. docs/training.md explains it.
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
from bestiary.engine.files import replacing, write
from bestiary.engine.rule import cores
from bestiary.games.talon.secrets import all_worth
from bestiary.lab.plot import write_curve

TALON = find_game("talon")
EDITION, OPTIONS = TALON.edition(), TALON.make_options(2)
SOLUTION = TALON.solve(EDITION, OPTIONS)  # the yardstick: nothing of it is trained on
ANIMALS = 5


@dataclass(frozen=True)
class Setting:
    updates: int  # a number of updates, not of minutes: the same seed gives the same network
    slots: int = 1024  # games at once
    steps: int = 32  # decisions of each between two updates
    width: int = 128  # of the two inner layers
    rate: tuple[float, float] = (1e-3, 1.5e-3)  # of learning, policy and critic; both fall to a tenth
    regrets: int = 32  # rounds of regret matching at a choice
    explore: float = 0.2  # how often a seat does anything, so that every position is seen
    softness: tuple[float, float] = (0.05, 0.005)  # what a difference between deeds may be overlooked, first and last
    trace: float = 0.8  # how much of a return is what was seen, and not what the critic says of the next position
    parts: int = 32  # steps of the optimiser in an update
    measures: int = 10  # how often exploitability is computed


SETTINGS = {
    "test": Setting(60, slots=512, width=64, measures=1),
    "cpu": Setting(2200, slots=512, width=64, measures=6),
    "gpu": Setting(40_000, slots=8192, width=512, rate=(2e-4, 5e-4), softness=(0.05, 0.0005), measures=20),
}

# --- What the network sees and says


def seen_numbers() -> tuple[Any, Any]:
    """The numbers of an observation that matter, and the matrix that makes features of them. Of the coins it takes the
    difference; the latest round's, and whether the other seat has chosen already, it does not see."""
    start, columns = TALON.observation.start, []
    for part, offsets, scale in (
        ("clock", [0], 50 / 3), ("clock", [4], 10), ("clock", [6, 7, 8], 1), ("steps", [0, 2], 1),
        ("hand", range(5), 1), ("hands", range(5, 10), 1), ("pile", range(5), 0.5),
        ("collections", range(10), 0.5), ("actives", range(10), 1), ("coins", range(2), all_worth(EDITION.box, 2) / 8),
    ):  # fmt: skip
        columns += [(start[part] + offset, scale) for offset in offsets]
    matrix = np.diag([scale for _, scale in columns])
    matrix[-1, -2] = -matrix[-1, -1]  # the difference of the coins, in eighths
    worth, ahead = EDITION.box.worth / 4, np.zeros(len(columns))  # and how it would be if the round ended now
    ahead[-22:] = [*worth, *-worth, *worth, *-worth, 2 * matrix[-2, -2], 2 * matrix[-1, -2]]
    matrix[:, -1] = ahead
    return np.array([at for at, _ in columns]), matrix.astype(np.float32)


def said_numbers() -> Any:
    """For every action the output that speaks for it, −1 for none. What is done to a rival is one output, whichever
    seat the rival has."""
    outputs, known = np.full(TALON.actions.size, -1), {}
    for action in range(TALON.actions.offset["check"]):
        text = TALON.actions.text(action)
        if not any(text.endswith(f":{seat}") for seat in range(2, 10)):
            outputs[action] = known.setdefault(text.partition(":")[0], len(known))
    return outputs


INPUTS, FEATURES = seen_numbers()
OUTPUTS = said_numbers()
SAYS = int(OUTPUTS.max()) + 1
ACTIONS = [np.flatnonzero(output == OUTPUTS) for output in range(SAYS)]
ONE, TWO = (np.array([each[min(seat, len(each) - 1)] for each in ACTIONS]) for seat in (0, 1))
CHOOSING = TALON.observation.start["steps"]
LAST = 3  # the number of the last round
UNIFORM = {"updates": 0, "seconds": 0.0, "exploitability": SOLUTION.exploitability(uniform, threads=cores()),
           "last_round": SOLUTION.exploitability(uniform, since=LAST)}  # fmt: skip


class Rows(NamedTuple):
    """Decisions, with the same shape each: a row for every step, a column for every game."""

    features: Any
    legal: Any  # over the outputs
    taken: Any  # the output that was drawn
    choosing: Any  # a card, at the same time as the other seat; else a deed
    seat: Any
    reward: Any  # of seat 0, after the decision
    done: Any


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


def log_policy(layers: Any, rows: Rows) -> Any:
    return jax.nn.log_softmax(jnp.where(rows.legal, run(layers, rows.features), -1e9))


# --- Self-play


def self_play(setting: Setting, seed: int) -> Callable[[Any, Any], Rows]:
    """Begins many games in which the network has both seats; what it gives plays on in them."""
    batch = Batch("talon", setting.slots, players=2)
    batch.reset(seed=seed)
    kept: list[Rows] = []

    @jax.jit
    def draw(layers: Any, features: Any, legal: Any, key: Any) -> Any:
        one, two = jax.random.split(key)
        logits = run(layers, features) * (jax.random.uniform(one, (setting.slots, 1)) > setting.explore)
        return jax.random.categorical(two, jnp.where(legal, logits, -1e9))

    def play(layers: Any, key: Any) -> Rows:
        """So many steps, and three more, which are the first ones of the next time."""
        for each in jax.random.split(key, setting.steps + 3 - len(kept)):
            now = batch.now
            features, choosing = now.observations[:, INPUTS] @ FEATURES, now.observations[:, CHOOSING] > 0
            seats, legal = now.seats.copy(), now.masks[:, ONE] | now.masks[:, TWO]
            taken = np.asarray(draw(layers, features, legal, each))
            batch.step(np.where(now.masks[np.arange(len(taken)), ONE[taken]], ONE[taken], TWO[taken]))
            kept.append(Rows(features, legal, taken, choosing, seats, now.rewards[:, 0].copy(), now.done.copy()))
        rows = Rows(*(np.stack(part) for part in zip(*kept, strict=True)))
        del kept[:-3]
        return rows

    return play


# --- Learning


def split(said: Any) -> tuple[Any, Any]:
    """What the critic says: the worth of each deed, and of each pair of choices, the own one counting first."""
    return said[..., :SAYS], said[..., SAYS:].reshape(*said.shape[:-1], ANIMALS, ANIMALS)


def own(seat: Any, share: Any) -> Any:
    """Turns seat 0's share of the victory into another seat's, or back."""
    return jnp.where(seat == 0, share, 1 - share)


def beside(x: Any, first: Any) -> Any:
    """The same of the seat that chose at the same time: the next row's for the first chooser, else the one before."""
    after, before = jnp.concatenate([x[1:], x[-1:]]), jnp.concatenate([x[:1], x[:-1]])
    return jnp.where(first.reshape(first.shape + (1,) * (x.ndim - 2)), after, before)


def solve_pairs(pairs: Any, mine: Any, yours: Any, rounds: int) -> tuple[Any, Any]:
    """Both seats' mixtures in the matrix games that the critic sees, by regret matching; `mine` and `yours` are what
    is legal. The mean of all rounds, the later ones counting more."""
    even = jax.tree.map(lambda legal: legal / legal.sum(-1, keepdims=True), (mine, yours))

    def better(regret: Any, gain: Any, mix: Any, legal: Any, without: Any) -> tuple[Any, Any]:
        regret = jnp.maximum(regret + jnp.where(legal, gain - (gain * mix).sum(-1, keepdims=True), 0), 0)
        total = regret.sum(-1, keepdims=True)
        return regret, jnp.where(total > 1e-9, regret / jnp.maximum(total, 1e-9), without)

    def play(n: Any, state: Any) -> Any:
        one, two, x, y, means = state
        one, x = better(one, jnp.einsum("...ab,...b->...a", pairs, y), x, mine, even[0])
        two, y = better(two, -jnp.einsum("...ab,...a->...b", pairs, x), y, yours, even[1])
        return one, two, x, y, (means[0] + n * x, means[1] + n * y)

    zeros = jax.tree.map(jnp.zeros_like, even)
    means = jax.lax.fori_loop(1, rounds + 1, play, (*zeros, *even, zeros))[-1]
    return jax.tree.map(lambda m: m / m.sum(-1, keepdims=True), means)


def lesson(params: Any, rows: Rows, setting: Setting, softness: Any) -> tuple[Rows, Any]:
    """For every decision how the critic would have it played, and what came of what was done."""
    policy, first = jnp.exp(log_policy(params["policy"], rows)), rows.choosing & (rows.seat == 0)
    deeds, pairs = split(run(params["critic"], rows.features))
    pairs = (pairs + 1 - beside(jnp.swapaxes(pairs, -1, -2), first)) / 2  # both seats see one matrix
    mine = rows.legal[..., :ANIMALS] | ~rows.choosing[..., None]
    mixtures = solve_pairs(pairs, mine, beside(mine, first), setting.regrets)
    deed = jax.nn.softmax(jnp.where(rows.legal, deeds / softness, -1e9))
    chosen = jnp.pad(mixtures[0], [(0, 0), (0, 0), (0, SAYS - ANIMALS)])
    target = jnp.where(rows.choosing[..., None], chosen, deed)
    choice = jnp.einsum("...a,...ab,...b->...", mixtures[0], pairs, mixtures[1])
    values = own(rows.seat, jnp.where(rows.choosing, choice, (deed * deeds).sum(-1)))
    chance, aim = (jnp.take_along_axis(x, rows.taken[..., None], -1)[..., 0] for x in (policy, target))
    ratio = aim / ((1 - setting.explore) * chance + setting.explore / rows.legal.sum(-1))
    ratio = jnp.where(first, beside(ratio, first), 1.0) * ratio
    follow = setting.trace * jnp.minimum(1.0, ratio)  # Retrace: what should hardly be done is not followed

    def back(later: Any, row: Any) -> tuple[Any, Any]:
        """Of two choices at once the first one's result is the second one's."""
        after, is_first, (result, value, keep) = row[:2], row[2], later
        found = jnp.where(is_first, result, value + keep * (result - value))
        found = jnp.where(after[0], after[1], found)
        return (found, *row[3:]), found

    last = (values[-1], values[-1], follow[-1])
    passed = jax.tree.map(lambda x: x[:-1], (rows.done, rows.reward, first, values, follow))
    results = jax.lax.scan(back, last, passed, reverse=True)[1]
    paired = ~rows.choosing | first | (jnp.arange(len(policy)) > 0)[:, None]
    taught = target, beside(rows.taken, first), paired, own(rows.seat[:-1], results)
    return jax.tree.map(lambda x: x[: setting.steps], (rows, taught))


def loss(params: Any, rows: Rows, taught: Any) -> Any:
    """The policy comes nearer to its target; the critic to what came of what was done."""
    target, rival, paired, results = taught
    policy = -(target * log_policy(params["policy"], rows)).sum(-1)
    deeds, pairs = split(run(params["critic"], rows.features))
    deed = jnp.take_along_axis(deeds, rows.taken[..., None], -1)[..., 0]
    line = jnp.minimum(rows.taken, ANIMALS - 1) * ANIMALS + jnp.minimum(rival, ANIMALS - 1)
    pair = jnp.take_along_axis(pairs.reshape(*line.shape, -1), line[..., None], -1)[..., 0]
    critic = (jnp.where(rows.choosing, pair, deed) - results) ** 2
    return ((policy + critic) * paired).mean()


class Learner:
    """Parameters, their slow mean (which is what plays in the end), and the optimiser."""

    def __init__(self, setting: Setting, seed: int) -> None:
        one, two = jax.random.split(jax.random.key(seed))
        inner = (FEATURES.shape[1], setting.width, setting.width)
        params = {"policy": new_layers(one, *inner, SAYS), "critic": new_layers(two, *inner, SAYS + ANIMALS**2)}
        params["critic"][-1][1] += 0.5
        steps = setting.updates * setting.parts
        rates = [optax.linear_schedule(rate, rate / 10, steps) for rate in setting.rate]
        names = {"policy": optax.adam(rates[0]), "critic": optax.adam(rates[1])}
        self.optimiser = optax.multi_transform(names, {name: name for name in names})
        self.state = (params, params["policy"], self.optimiser.init(params))
        self.setting = setting
        self.update = jax.jit(self._update)

    def _update(self, state: Any, rows: Rows, softness: Any, memory: Any) -> Any:
        params, mean, inner = state
        rows, taught = lesson(params, rows, self.setting, softness)
        parts = jax.tree.map(
            lambda x: jnp.moveaxis(x.reshape(x.shape[0], self.setting.parts, -1, *x.shape[2:]), 1, 0), (rows, taught)
        )

        def learn(state: Any, part: Any) -> Any:
            params, mean, inner = state
            slope = jax.grad(loss)(params, *part)
            change, inner = self.optimiser.update(slope, inner)
            params = optax.apply_updates(params, change)
            mean = jax.tree.map(lambda m, p: memory * m + (1 - memory) * p, mean, params["policy"])
            return (params, mean, inner), None

        return jax.lax.scan(learn, (params, mean, inner), parts)[0]

    def network(self) -> Network:
        """What plays: the mean policy, reading observations as they are."""
        layers = [[np.asarray(w), np.asarray(b)] for w, b in self.state[1]]
        layers[0][0] = FEATURES @ layers[0][0]
        return Network.of(TALON, EDITION, 2, "base", INPUTS, OUTPUTS, layers)


# --- Measuring, keeping, showing


def measure(learner: Learner, update: int, seconds: float, points: list[dict[str, float]], folder: Path) -> None:
    """Writes the network, and how far it is from perfect when it is read back as the bot reads it; then the curve, and
    everything to go on from."""
    learner.network().save(folder / "talon.npz")
    policy = Net(TALON, folder / "talon.npz").policy
    whole, last = (SOLUTION.exploitability(policy, threads=cores(), since=since) for since in (0, LAST))
    points.append({"updates": update, "seconds": round(seconds, 1), "exploitability": whole, "last_round": last})
    leaves = jax.tree.leaves(learner.state)
    with replacing(folder / "checkpoint.npz") as aside, aside.open("wb") as out:
        np.savez(out, update=np.array(update), **{f"leaf{n}": np.asarray(leaf) for n, leaf in enumerate(leaves)})
    write(folder / "curve.json", [json.dumps(points, indent=1), "\n"])
    across, values = ([point[name] for point in points] for name in ("seconds", "exploitability"))
    goal = points[0]["exploitability"] / 4, "¼ of the uniform player's"
    title = f"{TALON.title} for two: exploitability while training"
    write_curve(folder / "curve.svg", title, across, values, "s", goal)


def go_on(learner: Learner, folder: Path) -> tuple[int, list[dict[str, float]]]:
    """Takes up what an earlier run has kept."""
    with np.load(folder / "checkpoint.npz") as kept:
        leaves = [jnp.asarray(kept[f"leaf{n}"]) for n in range(len(kept.files) - 1)]
        learner.state = jax.tree.unflatten(jax.tree.structure(learner.state), leaves)
        return int(kept["update"]), json.loads((folder / "curve.json").read_text())


def train(setting: Setting, seed: int, folder: Path, minutes: float | None = None, resume: bool = False) -> list[Any]:
    """Trains, and returns the curve. With `minutes` it ends then, and the plan shrinks to fit."""
    folder.mkdir(parents=True, exist_ok=True)
    learner, play = Learner(setting, seed), self_play(setting, seed)
    update, points = go_on(learner, folder) if resume else (0, [dict(UNIFORM)])
    started, measured = time.perf_counter() - points[-1]["seconds"], 0.0
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()) as bar:
        task = bar.add_task("training", total=1.0)
        while True:
            seconds = time.perf_counter() - started
            done = max(update / setting.updates, seconds / (60 * minutes) if minutes else 0.0)
            if done >= min(1.0, measured + 1 / setting.measures):
                measured = done
                measure(learner, update, seconds, points, folder)
                told = f"exploitability {points[-1]['exploitability']:.4f}, last round {points[-1]['last_round']:.4f}"
                bar.print(f"{seconds:6.0f} s {update:6d} updates: {told}")
            if done >= 1:
                return points
            softness = setting.softness[0] * (setting.softness[1] / setting.softness[0]) ** done
            rows = play(learner.state[0]["policy"], jax.random.fold_in(jax.random.key(seed + 1), update))
            learner.state = learner.update(learner.state, rows, softness, update / (update + 4 / setting.parts))
            update += 1
            bar.update(task, completed=done)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--setting", choices=SETTINGS, default="cpu", help="how large, how long")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu", help="where it learns; gpu has its own size")
    parser.add_argument("--minutes", type=float, help="end after so long, instead of the setting's number of updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for network, curve and checkpoint")
    parser.add_argument("--resume", action="store_true", help="go on with the checkpoint in that folder")
    asked = parser.parse_args()
    try:
        jax.config.update("jax_default_device", jax.devices(asked.device)[0])
    except RuntimeError:
        parser.error(f"JAX finds no {asked.device}; for a GPU install jax[cuda12]")
    if asked.resume and not (asked.out / "checkpoint.npz").exists():
        parser.error(f"there is no checkpoint in {asked.out}")
    name = "gpu" if asked.device == "gpu" and asked.setting == "cpu" else asked.setting
    last = train(SETTINGS[name], asked.seed, asked.out, asked.minutes, asked.resume)[-1]["exploitability"]
    print(f"exploitability {last:.4f}; the uniform player's is {UNIFORM['exploitability']:.4f}")
    print(f"bestiary play talon -p 2 --bots net:{asked.out / 'talon.npz'}")


if __name__ == "__main__":
    main()
