"""Law 2 across machines and modes: digests of every position of whole games, to compare compiled and plain runs."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine.chance import key_of, quick, quick_rng, server_seed
from bestiary.engine.content import Edition
from bestiary.engine.game import Game
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.table import Mover, start


def game_digest(game: Game, edition: Edition, options: Any, seed: str) -> str:
    """A digest of the bytes after every action of one game between random and greedy players."""
    state, _ = start(game, edition, options, key_of(server_seed(seed)))
    rng = quick_rng(seed)
    players = [bot_named(game, "random"), bot_named(game, "greedy")]
    mover = Mover(game)
    total = hashlib.sha256(record_bytes(state))
    while asked := game.seats_waiting(state):
        seat = asked[int(quick(rng, len(asked)))]
        choice = players[seat % 2].choose(Knowledge(game, edition, state, seat), seat, AT_ONCE, rng)
        mover.play(edition, state, seat, choice.action)
        total.update(record_bytes(state))
    return total.hexdigest()


def digests(name: str, games: int) -> list[str]:
    """Digests of games spread over all variants and player counts."""
    game = find_game(name)
    edition = game.edition()
    tables = [(v.name, n) for v in game.variants for n in v.players]
    result = []
    for number in range(games):
        variant, players = tables[number % len(tables)]
        result.append(game_digest(game, edition, game.make_options(players, variant), f"twin {number}"))
    return result


def digests_elsewhere(name: str, games: int, **environment: str) -> list[str]:
    """The same in another process with another environment."""
    code = f"import json; from bestiary.testkit.twins import digests; print(json.dumps(digests({name!r}, {games})))"
    env = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))
