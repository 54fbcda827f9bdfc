"""The arena: the same deals for all, seats rotated, shares with honest intervals, nothing played twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.engine.errors import MalformedError
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.lab import arena as lab
from bestiary.lab.arena import Arena, check_bots, fit, interval, lone_shares, play_pairs, seatings, summary


def silent(count: int) -> None:
    pass


def arena_of(name: str = "talon", players: int = 2, games: int = 8, variant: str | None = None) -> Arena:
    game = find_game(name)
    return Arena(game, game.edition(), game.make_options(players, variant), "oak", games)


# --- Who sits where


def test_two_change_places_and_more_take_every_place_alone() -> None:
    assert seatings(2) == [(0, 1), (1, 0)]
    assert seatings(3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_a_team_sits_at_one_place() -> None:
    assert arena_of(players=4, variant="teams").places == 2
    assert arena_of(players=4).places == 4


def test_every_seating_gets_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = []
    real = Arena._dealt

    def note(self: Arena, deal: int) -> Any:
        state = real(self, deal)
        dealt.append((deal, record_bytes(state)))
        return state

    place = arena_of("prey", 3, 12)
    monkeypatch.setattr(Arena, "_dealt", note)
    rows = place.meet(("random", "greedy"), silent).shares
    assert rows.shape == (2, 6, 3)
    assert sorted(deal for deal, _ in dealt) == [0] * 6 + [1] * 6
    assert len(set(dealt)) == 2
    assert rows.sum(axis=2) == pytest.approx(np.ones((2, 6)))


def test_a_seat_that_always_wins_favours_nobody() -> None:
    rows = np.zeros((5, 2, 2))
    rows[:, :, 0] = 1.0  # whoever sits first wins
    assert [m.tolist() for m in lone_shares(rows)] == [[0.5] * 5, [0.5] * 5]


# --- What is kept


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    pair = ("random", "greedy")
    one, two = (arena_of(games=40).meet(pair, silent).shares for _ in range(2))
    assert (one == two).all()
    game = find_game("talon")
    other = Arena(game, game.edition(), game.make_options(2), "elm", 40)
    again = arena_of(games=40).meet(("greedy", "greedy"), silent)
    assert (other.meet(("greedy", "greedy"), silent).shares != again.shares).any()


def test_finished_pairs_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, pairs = arena_of(), [("random", "greedy"), ("greedy", "easy")]
    first = play_pairs(place, pairs[:1], tmp_path, silent)
    played = []
    real = Arena.meet

    def meet(self: Arena, bots: Any, *others: Any) -> Any:
        played.append(bots)
        return real(self, bots, *others)

    monkeypatch.setattr(Arena, "meet", meet)
    again = play_pairs(place, pairs, tmp_path, silent)
    assert played == pairs[1:]
    assert (again[pairs[0]].shares == first[pairs[0]].shares).all()
    assert (again[pairs[0]].thought == first[pairs[0]].thought).all()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": "elm"}, "seed is not the same"), ({"deals": 9}, "deals is not the same"), (None, "is damaged"),
        ({"sources": "older"}, "sources is not the same"), ({"shares": [[1.0]]}, "is damaged"), ([], "is damaged"),
    ],
)
def test_a_file_of_other_games_is_refused(tmp_path: Path, changed: Any, said: str) -> None:
    place, pair = arena_of(), ("random", "greedy")
    play_pairs(place, [pair], tmp_path, silent)
    file = tmp_path / "random-greedy.json"
    text = json.dumps({**json.loads(file.read_text()), **changed} if isinstance(changed, dict) else changed)
    file.write_text("nothing" if changed is None else text)
    with pytest.raises(MalformedError, match=said):
        play_pairs(place, [pair], tmp_path, silent)


# --- What it means


def test_an_interval_counts_deals_and_not_games() -> None:
    """In a deal that one seat always wins, two games tell nothing more than one."""
    even = np.array([0.5] * 50)
    swings = np.array([0.0, 1.0] * 25)
    assert interval(swings)[1] - interval(swings)[0] > 0.25
    low, high = interval(even)
    assert low < 0.5 < high
    low, high = interval(np.ones(50))
    assert 0.9 < low < 1.0
    assert high == 1.0


def test_ratings_are_those_of_bradley_and_terry_for_two() -> None:
    """Who wins three games of four is 191 points above."""
    found = fit(2, np.array([[0, 1]]), np.array([[1, 1]]), np.array([[3000.0, 1000.0]]))
    assert found[0] - found[1] == pytest.approx(400 * np.log10(3), abs=2)


def test_ratings_of_many_players_count_how_many_of_each_sat_there() -> None:
    """One who is three times as strong wins one game of two among three others; that is the same rating."""
    found = fit(2, np.array([[0, 1], [0, 1]]), np.array([[1, 3], [3, 1]]), np.array([[500.0, 500.0], [900.0, 100.0]]))
    assert found[0] - found[1] == pytest.approx(400 * np.log10(3), abs=5)


def test_the_better_bot_comes_out_on_top() -> None:
    place, bots = arena_of(games=40), ["random", "greedy"]
    found = summary(place, bots, play_pairs(place, lab.all_pairs(bots), None, silent))
    low, high = found["bots"]
    assert low["name"] == "random"
    assert high["share"] > 0.8
    assert high["interval"][0] > 0.5
    assert low["rating"] < 0 < high["rating"]
    assert low["share"] + high["share"] == pytest.approx(1)


def test_thinking_is_timed_over_decisions_that_have_a_choice() -> None:
    place = arena_of(games=8)
    thought = place.meet(("greedy", "search:50"), silent).thought
    assert (thought[:, 1] > 8).all()
    assert thought[1, 0] > thought[0, 0] > 0


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (["greedy"], "an arena needs two bots or more"),
        (["greedy", "greedy"], "'greedy' is named twice"),
        (["greedy", "oracle"], "has no bot 'oracle'"),
        (["greedy", "search:0"], "iterations must be from 1 to"),
    ],
)
def test_bots_that_cannot_meet(bots: list[str], said: str) -> None:
    with pytest.raises(MalformedError, match=said):
        list(check_bots(find_game("talon"), bots))
