"""Counts the figures that the page shows beside a card, and writes them beside the game's rules.

`python bench/figures.py [GAME …] [--games 20000]`: the house edition, greedy players, as many as the game is mostly
played with."""

from __future__ import annotations

import argparse

from msgspec import json

from bestiary.cli.measure import progress_bar
from bestiary.engine.registry import find_game
from bestiary.lab.figures import FILE, Counts, rows_of
from bestiary.lab.plan import Plan
from bestiary.lab.report import make_tables
from bestiary.lab.telemetry import count_games

PLAYERS = {"talon": 4, "claw": 2, "prey": 4, "beasts": 4}
BOTS = "greedy"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the figures that the page shows beside a card.")
    parser.add_argument("names", nargs="*", metavar="GAME", choices=[[], *PLAYERS], default=list(PLAYERS))
    parser.add_argument("--games", type=int, default=20_000)
    arguments = parser.parse_args()
    for name in arguments.names:
        game = find_game(name)
        edition, options = game.edition(), game.make_options(PLAYERS[name])
        plan = Plan(game, edition)
        with progress_bar(name, arguments.games) as progress:
            run = count_games(game, edition, options, plan, [BOTS], arguments.games, "figures", progress)
        tables = make_tables(game, plan, [run])
        counted = Counts(
            edition.digest, PLAYERS[name], arguments.games, BOTS,
            {table: rows_of(tables[table]) for table in plan.tables if table in tables},
        )  # fmt: skip
        file = game.folder / FILE
        file.write_bytes(json.format(json.encode(counted), indent=0) + b"\n")
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
