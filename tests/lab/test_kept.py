"""Whoever stops long work goes on with it later: what is finished is kept, and is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.engine.registry import find_game
from bestiary.lab import workers as crew
from bestiary.lab.arena import Arena, play_pairs
from bestiary.lab.plan import Plan
from bestiary.lab.simulate import simulate
from bestiary.lab.telemetry import count_games
from bestiary.testkit.fuzz import SLICE, walk_games

GAME = find_game("talon")
EDITION, OPTIONS = GAME.edition(), GAME.make_options(2)
GAMES = 8
BOTS = ["search:2", "greedy"]  # who think have a slice for every game


class Interrupted:
    """Workers who are stopped after some slices, and who note what they are asked."""

    def __init__(self, after: int = 1000) -> None:
        self.after, self.asked = after, list[crew.Slice]()

    def results(self, task: crew.Task, wanted: Iterable[crew.Slice]) -> Iterator[crew.Result]:
        for part in wanted:
            if len(self.asked) == self.after:
                raise KeyboardInterrupt
            self.asked.append(part)
            yield task(*part)


def silent(count: int) -> None:
    """Nobody watches."""


def by_simulate(staff: crew.Workers, folder: Path | None) -> Any:
    return simulate(GAME, EDITION, OPTIONS, BOTS, GAMES, "oak", silent, staff, folder).summary()


def by_report(staff: crew.Workers, folder: Path | None) -> Any:
    plan = Plan(GAME, EDITION)
    return count_games(GAME, EDITION, OPTIONS, plan, BOTS, GAMES, "oak", silent, staff, folder).tally.tolist()


def by_arena(staff: crew.Workers, folder: Path | None) -> Any:
    arena = Arena(GAME, EDITION, OPTIONS, "oak", GAMES, staff)
    return play_pairs(arena, [("search:2", "greedy")], folder, silent)["search:2", "greedy"].shares.tolist()


def by_fuzz(staff: crew.Workers, folder: Path | None) -> Any:
    tally, decisions, _ = walk_games(GAME, EDITION, OPTIONS, 3 * SLICE, "oak", silent, staff, folder)
    return tally.tolist(), decisions


@pytest.mark.parametrize("work", [by_simulate, by_report, by_arena, by_fuzz])
def test_what_was_done_before_ctrl_c_is_not_done_again(
    work: Callable[[crew.Workers, Path | None], Any], tmp_path: Path
) -> None:
    before, after = Interrupted(after=2), Interrupted()
    with pytest.raises(KeyboardInterrupt):
        work(before, tmp_path)
    told = work(after, tmp_path)
    assert len(before.asked) == 2
    assert after.asked
    assert not set(before.asked) & set(after.asked)
    assert told == work(Interrupted(), None)


def test_a_finished_pair_lies_in_one_file_and_its_single_games_are_gone(tmp_path: Path) -> None:
    by_arena(Interrupted(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["search_2-greedy.json"]


def test_another_question_finds_nothing_of_the_first(tmp_path: Path) -> None:
    by_simulate(Interrupted(), tmp_path)
    other = Interrupted()
    simulate(GAME, EDITION, OPTIONS, BOTS, GAMES, "elm", silent, other, tmp_path)
    assert len(other.asked) == GAMES


def test_a_damaged_slice_is_done_again(tmp_path: Path) -> None:
    told = by_simulate(Interrupted(), tmp_path)
    damaged = next(tmp_path.rglob("0-1.npz"))
    damaged.write_bytes(damaged.read_bytes()[:40])
    again = Interrupted()
    assert by_simulate(again, tmp_path) == told
    assert again.asked == [(0, 1)]


def test_a_kept_slice_is_what_was_stored(tmp_path: Path) -> None:
    keep = crew.Keep(tmp_path, "x")
    keep.store((0, 2), {"sums": np.arange(4), "said": np.array(["a", "b"], np.str_)})
    found = keep.load((0, 2))
    assert found is not None
    assert (found["sums"].tolist(), found["said"].tolist()) == ([0, 1, 2, 3], ["a", "b"])
    assert keep.load((2, 2)) is None
