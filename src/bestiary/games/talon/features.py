"""Tooth & Talon for two: what a network that learns the game should see and say, made of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.games.talon.secrets import OBSERVATION, all_worth
from bestiary.games.talon.state import ACTIONS, KINDS, SEATS, Box

ROUNDS = 4
Read = dict[tuple[str, int], int]
"""Numbers of an observation by part and offset, with a weight each."""


def inputs_and_layers(box: Box) -> tuple[Any, list[tuple[Any, Any]], Any]:
    """The numbers of an observation that matter, two fixed layers before the learned ones, and a matrix between them.

    Of every kind of card they say whether there is one, whether there are two and so on; and the same, in every round,
    of the coins by which the seat would be ahead if it ended now. That a coin decides the game is hard to learn from
    numbers in a straight line. Of the coins only the difference is there: nothing depends on the rest."""
    units = list_units(box)
    first = np.zeros((OBSERVATION.length, len(units)))
    for unit, (read, *_) in enumerate(units):
        for (part, offset), weight in read.items():
            first[OBSERVATION.start[part] + offset, unit] = weight
    inputs, ahead = np.flatnonzero(first.any(1)), np.array([worth for *_, worth, _ in units])
    rows = [(row, 0.0, unit[-1]) for row, unit in zip(np.eye(len(units))[:-2], units, strict=False)]
    bends, far = np.pad(np.eye(ROUNDS), [(0, 2), (0, len(units) - ROUNDS)]), 10.0 * all_worth(box, 2)
    for number in range(ROUNDS):
        now = bends[number] - 2 * bends[number + 1] + bends[number + 2]  # 1 in this round, else 0
        reach, wide = (16, 1) if number == ROUNDS - 1 else (24, 4)
        rows += [((ahead + far * now) / wide, (n + far) / wide, n < reach) for n in range(-reach, reach + 1, wide)]
    weights = first[inputs], np.stack([row for row, *_ in rows], 1)
    biases = np.array([-n for _, n, *_ in units]), np.array([-less for _, less, _ in rows])
    layers = [(w.astype(np.float32), b.astype(np.float32)) for w, b in zip(weights, biases, strict=True)]
    steps = np.eye(len(rows)) - np.eye(len(rows), k=-1) * [follows for *_, follows in rows]  # from 0 to 1, each
    return inputs, layers, steps.astype(np.float32)


def list_units(box: Box) -> list[tuple[Read, int, int, bool]]:
    """The first layer: max(0, x − n) for n = 0, 1, … of every number x. What x reads, n, what one more is worth in
    coins (less than 0 if it is the rival's), and whether another n follows."""
    counts: list[tuple[Read, int, int, int, int]] = [({("clock", 0): 50}, -1, ROUNDS - 1, 0, 0)]
    plain = [*(("clock", n) for n in (6, 7, 8)), ("steps", 0), *(("actives", n) for n in range(2 * KINDS))]
    counts += [({("clock", 4): SEATS}, 0, 1, 0, 0), *(({each: 1}, 0, 1, 0, 0) for each in plain)]
    for animal in range(KINDS):
        own, every = int(box.copies[animal]), 2 * int(box.copies[animal]) + int(box.white[animal])
        for part, offset, most in (("hand", 0, own), ("hands", KINDS, own), ("pile", 0, every)):
            counts.append(({(part, offset + animal): 1}, 0, most, 0, 0))
        for offset, sign in ((animal, 1), (KINDS + animal, -1)):
            read = {("collections", offset): 1, ("actives", offset): 1}
            counts.append((read, 0, every, sign * int(box.worth[animal]), sign * int(box.growth[animal])))
    coins = all_worth(box, 2)
    counts += [({("coins", 0): sign * coins, ("coins", 1): -sign * coins}, 0, 1, sign, 0) for sign in (1, -1)]
    return [(read, n, more if n else one, n + 1 < to) for read, low, to, one, more in counts for n in range(low, to)]


def outputs() -> Any:
    """For every action the output that speaks for it, −1 for none. What is done to a rival is one output, whichever
    seat the rival has. The choices come first."""
    found, known = np.full(ACTIONS.size, -1), dict[str, int]()
    for action in range(ACTIONS.offset["check"]):
        text = ACTIONS.text(action)
        if not any(text.endswith(f":{seat}") for seat in range(2, SEATS)):
            found[action] = known.setdefault(text.partition(":")[0], len(known))
    return found
