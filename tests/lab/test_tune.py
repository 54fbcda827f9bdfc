"""Numbers are found although luck blurs every figure, and although the scouts see something else than the players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bestiary.engine.registry import find_game
from bestiary.lab.deals import Setting
from bestiary.lab.knobs import find
from bestiary.lab.pairs import UNIT
from bestiary.lab.surface import Surface, beliefs
from bestiary.lab.tune import Point, Tried, Tuning, targets
from bestiary.lab.workers import Threads

GAME = find_game("claw")
EDITION = GAME.edition()
PLACES = "Hideout.vanguard.1 Crossfire.vanguard.3 Ambush.vanguard.3 Charge.vanguard.3 Palisade.rearguard.2"
KNOBS = [find(EDITION, f"formations.{place}=0..2") for place in PLACES.split()]
OWNERS = (2, 2, 2, 0, 1)  # Bow has three of these cards, Sword and Shield one each


class Drawn(Tuning):
    """A tuning whose games are drawn: a cube is worth two points to its type, and to hard players three. Among hard
    players Bow is six points ahead besides."""

    def __init__(self, *bots: str, within: float = 1.0) -> None:
        sides, table = targets(GAME, EDITION, 2, ["sides"]), GAME.make_options()
        super().__init__(
            GAME, table, EDITION, KNOBS, sides, bots, ["greedy"], "oak", 400, 4000, within, None, Threads(1)
        )
        self.luck = np.random.default_rng(1)

    def truth(self, point: Point, bot: str) -> Any:
        worth, ahead = (0.03, (0.0, 0.0, 0.06)) if bot == "hard" else (0.02, (0.0, 0.0, 0.0))
        strength = np.array(ahead)
        for owner, cubes in zip(OWNERS, point, strict=True):
            strength[owner] += worth * (cubes - 1)
        return 0.5 + strength - strength.mean()

    def play(self, setting: Setting, point: Point, games: int) -> Tried:
        there = np.array([games, games, *self.luck.binomial(games, 2 / 3, 3)])
        shares = np.array([0.5, 0.5, *self.truth(point, setting.bots[0])])
        return Tried(np.stack([there, self.luck.binomial(there, shares) * UNIT], axis=1), games)


@pytest.mark.parametrize("bot", ["greedy", "hard"])
def test_what_is_found_holds_in_truth_and_scouts_are_corrected_by_the_players(bot: str) -> None:
    tuning = Drawn(bot)
    found = tuning.run(60)
    assert found is not None
    assert np.abs(tuning.truth(found, bot) - 0.5).max() <= 0.015
    assert (np.abs(tuning.tried[found].shares()[tuning.rows] - 0.5) <= 0.01).all()
    assert (1.5 * tuning.tried[found].errors()[tuning.rows] <= 0.01).all()
    assert tuning.played < (200_000 if bot == "greedy" else 40_000)


def test_where_no_numbers_can_hold_nothing_is_proposed() -> None:
    tuning = Drawn("hard", within=0.01)
    assert tuning.run(3) is None
    assert tuning.nearest() in tuning.tried


def test_the_same_seed_asks_the_same_candidates() -> None:
    first, again = Drawn("hard"), Drawn("hard")
    assert first.run(8) == again.run(8)
    assert list(first.tried) == list(again.tried)


def test_a_surface_knows_more_than_any_single_figure_that_it_goes_through() -> None:
    luck = np.random.default_rng(2)
    points = luck.uniform(-1, 1, (60, 3))

    def truth(at: Any) -> Any:
        return np.stack([0.1 + at @ [0.05, -0.02, 0.01], at[:, 0] ** 2 / 50], axis=1)

    error = 0.02
    measured = truth(points) + luck.normal(0, error, (60, 2))
    surface = Surface(beliefs(0.3, 0.1), points, measured, np.full((60, 2), error**2))
    wanted = luck.uniform(-1, 1, (200, 3))
    found, variance = surface.at(wanted)
    missed = np.abs(found - truth(wanted))
    assert missed.mean() < error / 2
    assert (missed < 3.5 * np.sqrt(variance)).mean() > 0.97
    assert (surface.at(np.ones((1, 3)) * 3)[1] > variance.max()).all()  # far away from all figures it is less sure
