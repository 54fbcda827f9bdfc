"""How strong a bot is: shares of the victory against greedy bots at all other seats, as rows of a table.

Every deal is played with the bot at each seat in turn. `bench/strength.py beasts --players 2 --bot expert --games 100`.
Last in the row stands how long it thinks, in milliseconds of processor time: the mean over its decisions that have more
than one legal action.
"""

from __future__ import annotations

import argparse
import threading
import time
from typing import Any

import numpy as np

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.roster import Player, player_named
from bestiary.engine.chance import key_of, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.registry import find_game
from bestiary.lab.slices import cores, run_slices

Seen = tuple[float, int, float]
"""The share that the bot took, its decisions, and the seconds that it thought."""


class Trial:
    """A bot among greedy ones; every thread has bots of its own."""

    def __init__(self, game: Game, players: int | None, variant: str | None, bot: str) -> None:
        self.game, self.bot, self.own = game, bot, threading.local()
        self.edition: Edition = game.edition()
        self.options = game.make_options(players, variant)
        self.seats = int(self.options.seats)
        self._player(bot)

    def _player(self, name: str) -> Player:
        known: dict[str, Player] = self.own.__dict__.setdefault("players", {})
        if name not in known:
            known[name] = player_named(self.game, name)
            known[name].prepare(self.edition, self.options)
        return known[name]

    def dealt(self, deal: int) -> Any:
        state = self.game.state.new()
        self.game.setup(self.edition.box, state, self.options, key_of(server_seed(f"strength {deal}")), None)
        return state

    def play(self, deal: int, hero: int) -> Seen:
        """One game; in a team the bot thinks for all members."""
        game, state, rng = self.game, self.dealt(deal), quick_rng(f"{deal} {hero}")
        bot, others = self._player(self.bot), self._player("greedy")
        decisions, spent = 0, 0.0
        while waiting := game.seats_waiting(state):
            seat = waiting[0]
            mine = game.side(state, seat) == game.side(state, hero)
            knowledge, began = Knowledge(game, self.edition, state, seat), time.thread_time()
            choice = (bot if mine else others).choose(knowledge, seat, rng)
            if mine and len(choice.evaluation) > 1:
                decisions += 1
                spent += time.thread_time() - began
            game.apply(self.edition.box, state, seat, choice.action, None)
        return game.payoffs(self.edition, state)[hero], decisions, spent

    def run(self, games: int) -> list[Seen]:
        """All games, on all cores."""

        def work(first: int, count: int) -> list[Seen]:
            return [self.play(deal, hero) for deal in range(first, first + count) for hero in range(self.seats)]

        return [seen for _, some in run_slices(games // self.seats, 1, work, cores()) for seen in some]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--variant")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--bot", default="search:500")
    given = parser.parse_args()
    game = find_game(given.game)
    trial = Trial(game, given.players, given.variant, given.bot)
    state = trial.dealt(0)
    sides = len({game.side(state, seat) for seat in range(trial.seats)})
    found = np.array(trial.run(given.games))
    share, decisions, spent = found.T
    error = 1.96 * float(share.std()) / len(share) ** 0.5
    told = ", ".join([game.title, f"{trial.seats} players", *([given.variant] if given.variant else [])])
    thinks = 1000 * spent.sum() / decisions.sum()
    print(f"| {told} | {len(found)} | {share.mean():.3f} ± {error:.3f} | {1 / sides:.3f} | {thinks:.1f} |", flush=True)


if __name__ == "__main__":
    main()
