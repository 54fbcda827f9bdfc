"""Why clans of Tailed Beasts are uneven: how much is the clan, and how much where it stands on the tracks at the start.

    python bench/beasts_war.py FOLDER --players 4 --bots hard --games 840
    python bench/beasts_tracks.py FOLDER --players 4

Reads the games that `beasts_war.py` has kept of today's cards. A clan wins in proportion to e to the sum of its own
strength and of what its places are worth, a conditional logit; who else sits at the table changes the places of a clan,
so that both can be told apart. Then it reckons the share of every clan over all tables, as it is and with two clans
changed for each other on a pair of tracks. Weights are drawn towards 0, for games are few."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import Any

import numpy as np
from beasts_war import GAME, digest, kept
from scipy.optimize import minimize

from bestiary.games.beasts.state import CLANS, STARTING, TIEBREAKER, TRACK_NAMES, TRACKS

PAIRS = ((0, 1), (2, 3), (4, 5))  # tracks that are each other's reverse: an exchange on both keeps all starts equal
DOUBT = (2.5, 40.0)  # how strongly the weights of clans and of tracks are drawn towards 0


def places(box: Any, order: Any, clans: tuple[int, ...]) -> Any:
    """What each clan of a table has on every track: its value, or the place itself where it has none."""
    rows = np.zeros((len(clans), TRACKS))
    for track in range(TRACKS):
        ahead = sorted(clans, key=list(order[track]).index)
        for row, clan in enumerate(clans):
            spot = ahead.index(clan)
            rows[row, track] = -spot if track in (STARTING, TIEBREAKER) else box.value[track, len(clans), spot]
    return rows


def fit(tables: Any, seen: Any, winners: Any) -> tuple[Any, Any]:
    """Weights of the clans and of the tracks, and their standard errors."""
    games = np.arange(len(winners))

    def cost(weights: Any) -> tuple[float, Any]:
        worth = weights[:CLANS][tables] + seen @ weights[CLANS:]
        chances = np.exp(worth - worth.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        doubt = np.repeat(DOUBT, (CLANS, TRACKS))
        missing = -chances
        missing[games, winners] += 1
        slope = np.concatenate(
            [np.bincount(tables.ravel(), missing.ravel(), CLANS), np.einsum("gs,gst", missing, seen)]
        )
        return float((doubt * weights**2).sum() - np.log(chances[games, winners]).sum()), 2 * doubt * weights - slope

    found = minimize(cost, np.zeros(CLANS + TRACKS), jac=True, method="BFGS")
    return found.x, np.sqrt(np.diag(found.hess_inv))


def shares(box: Any, order: Any, players: int, weights: Any) -> Any:
    """The share of every clan over all tables, less an even one, in points."""
    won, sat = np.zeros(CLANS), np.zeros(CLANS)
    for clans in itertools.combinations(range(CLANS), players):
        worth = weights[list(clans)] + places(box, order, clans) @ weights[CLANS:]
        chances = np.exp(worth - worth.max())
        won[list(clans)] += chances / chances.sum()
        sat[list(clans)] += 1
    return 100 * (won / sat - 1 / players)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where beasts_war.py keeps its games")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="hard")
    given = parser.parse_args()
    edition = GAME.edition()
    box, names = edition.box, edition.words["clans"]
    files = given.folder.glob(f"{given.bots}-{given.players}-*-{digest(edition, given.bots, given.players)}.jsonl")
    games = [game for file in files for game in kept(file)]
    if not games:
        parser.error(f"{given.folder} has no games of {given.players} {given.bots} players with today's cards")
    order = box.order[given.players - 2].tolist()
    seen = np.stack([places(box, order, tuple(game.clans)) for game in games])
    weights, errors = fit(np.array([game.clans for game in games]), seen, np.array([game.winner for game in games]))
    print(f"{len(games):,} games of {given.players} {given.bots} players. Weights, ± twice the standard error:")
    for name, weight, error in zip([*names, *TRACK_NAMES], weights, errors, strict=True):
        print(f"  {name:14} {weight:+.2f} ± {2 * error:.2f}")
    rows = {"as it is": shares(box, order, given.players, weights)}
    for pair, (one, other) in itertools.product(PAIRS, itertools.combinations(range(CLANS), 2)):
        turned = {one: other, other: one}
        changed = [[turned.get(c, c) for c in row] if track in pair else row for track, row in enumerate(order)]
        told = f"{names[one]} and {names[other]} exchanged on {' and '.join(TRACK_NAMES[track] for track in pair)}"
        rows[told] = shares(box, changed, given.players, weights)
    print("Points from an even share, by the fit; the exchanges that bring all nearest to it:")
    best = sorted(rows, key=lambda told: float(np.abs(rows[told]).max()))[:5]
    for told in dict.fromkeys(["as it is", *best]):
        print(f"  {told}: " + ", ".join(f"{name} {point:+.1f}" for name, point in zip(names, rows[told], strict=True)))


if __name__ == "__main__":
    main()
