"""How strong the greedy player of Tailed Beasts is with two players: against random, and against itself without some of
its rules of thumb. Seats are averaged."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from bestiary.bots.instincts import pick_greedy, pick_of
from bestiary.engine.chance import batch_seeds
from bestiary.engine.registry import find_game
from bestiary.engine.rule import rule, specialise
from bestiary.games.beasts.instinct import instinct, weigh
from bestiary.games.beasts.state import BUYING, TRAVELLING, Box, State
from bestiary.lab.playout import play_batch, play_out
from bestiary.lab.simulate import wilson

GAME = find_game("beasts")
SEATS = 2


@rule
def travel_at_will(box: Box, state: State, seat: int, now: int, action: int) -> int:
    return 1 if now == TRAVELLING else weigh(box, state, seat, now, action)


@rule
def shop_at_will(box: Box, state: State, seat: int, now: int, action: int) -> int:
    return 1 if now == BUYING else weigh(box, state, seat, now, action)


def greedy_with(weights: Any, label: str) -> Any:
    """The greedy player with other weights."""
    lacking = specialise(instinct, label, weigh=weights)
    return specialise(pick_greedy, label, Box=GAME.box, State=GAME.state, instinct=lacking)


def share(other: Any, label: str, games: int) -> float:
    """What greedy wins against another player."""
    names: dict[str, Any] = {"Box": GAME.box, "State": GAME.state}
    rules = {name: getattr(GAME, name) for name in ("waiting", "legal", "apply")}
    inner = specialise(play_out, label, **names, **rules, pick_a=other, pick_b=pick_of(GAME, "greedy"))
    more = {name: getattr(GAME, name) for name in ("setup", "payoff", "scores")}
    width = GAME.players.stop - 1
    batch = specialise(play_batch, label, **names, Options=GAME.options, **more, play_out=inner, MAX_SEATS=width)
    _, keys, rngs = batch_seeds("greedy", 0, games)
    seats = np.array([1 << (game % SEATS) for game in range(games)], np.int64)
    shares, points = np.zeros(games * width), np.zeros(games * width)
    moves, weights = np.zeros(GAME.max_moves, np.int32), np.zeros(GAME.max_moves, np.int32)
    options = GAME.make_options(SEATS)
    batch(GAME.edition().box, GAME.state.array(2), options, keys, seats, shares, points, moves, weights, rngs,
          np.zeros(4, np.int64))  # fmt: skip
    return float(np.mean([shares[game * width + game % SEATS] for game in range(games)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    games = parser.parse_args().games
    print(f"Greedy over {games:,} games with {SEATS} players, seats averaged:")
    players = {
        "random": pick_of(GAME, "random"),
        "itself travelling at will": greedy_with(travel_at_will, "travel at will"),
        "itself buying at will": greedy_with(shop_at_will, "shop at will"),
    }
    for name, player in players.items():
        won = share(player, name.replace(" ", "-"), games)
        low, high = wilson(won, games)
        print(f"  against {name}: {won:.1%} ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()
