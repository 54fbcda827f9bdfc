"""How strong search is: shares of the victory against greedy bots at all other seats, as rows of a table.

Every deal is played with search at each seat in turn. `bench/strength.py talon --players 4 --games 300`.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import Budget
from bestiary.bots.roster import bot_named
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table


def shares(game: Game, players: int | None, variant: str | None, games: int, budget: Budget) -> list[float]:
    """The share of each game's searching seat; in a team it searches for all members."""
    edition, options = game.edition(), game.make_options(players, variant)
    bots = {True: bot_named(game, "search"), False: bot_named(game, "greedy")}
    seats = int(options.seats)
    found = []
    for deal, hero in itertools.product(range(games // seats), range(seats)):
        table, rng = Table(game, edition, options, server_seed(f"strength {deal}")), quick_rng(f"{deal} {hero}")
        while waiting := table.waiting():
            seat = waiting[0]
            bot = bots[game.side(table.state, seat) == game.side(table.state, hero)]
            table.play(seat, bot.choose(Knowledge.at(table, seat), seat, budget, rng).action)
        found.append(table.payoffs()[hero])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--variant")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--iterations", type=int, default=500)
    given = parser.parse_args()
    game = find_game(given.game)
    found = np.array(shares(game, given.players, given.variant, given.games, Budget(iterations=given.iterations)))
    options = game.make_options(given.players, given.variant)
    state = Table(game, game.edition(), options, bytes(32)).state
    sides = len({game.side(state, seat) for seat in range(int(options.seats))})
    error = 1.96 * float(found.std()) / len(found) ** 0.5
    told = ", ".join([game.title, f"{int(options.seats)} players", *([given.variant] if given.variant else [])])
    print(f"| {told} | {len(found)} | {found.mean():.3f} ± {error:.3f} | {1 / sides:.3f} |", flush=True)


if __name__ == "__main__":
    main()
