"""A Ray cluster plays the same games, and its nodes take over what the rules were compiled to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bestiary.engine import cache
from bestiary.engine.registry import find_game
from bestiary.lab import cluster
from bestiary.lab.cluster import Cluster
from bestiary.lab.simulate import simulate
from bestiary.lab.workers import Threads, Workers

GAME = find_game("talon")


@pytest.mark.skipif("ray" in os.environ.get("WITHOUT", "").split(","), reason="WITHOUT=ray")
def test_a_cluster_of_one_worker_plays_the_games_of_one_thread() -> None:
    def played(workers: Workers) -> object:
        bots = ["search:2", "greedy"]
        return simulate(GAME, GAME.edition(), GAME.make_options(2), bots, 8, "oak", lambda _: None, workers).summary()

    assert played(Cluster(cluster.LOCAL, 1)) == played(Threads(1))


def test_a_node_takes_over_the_files_of_its_versions_that_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "versions"
    here.mkdir()
    (here / "known").write_bytes(b"ours")
    monkeypatch.setattr(cache, "use", lambda: here)
    cluster.take_over({"versions/known": b"theirs", "versions/new": b"theirs", "others/new": b"of another processor"})
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == {
        "known": b"ours", "new": b"theirs",
    }  # fmt: skip
