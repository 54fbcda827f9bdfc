"""Tooth & Talon: choose an animal in secret, then rob and chase each other."""

from __future__ import annotations

from typing import Any

from bestiary.engine.game import Game
from bestiary.engine.options import Forbidden, Variant, settings_of
from bestiary.games.talon.state import SEATS, TURNS, Options


def _uneven(o: Any) -> bool:
    """R18: sizes differ by at most one, and at least one team has two players."""
    if not o["teams"]:
        return False
    teams = o["team_list"] or [seat % o["teams"] for seat in range(o["seats"])]
    sizes = [teams[: o["seats"]].count(t) for t in range(o["teams"])]
    return max(sizes) - min(sizes) > 1 or max(sizes) < 2


def _most_decisions(o: Any) -> int:
    """Each turn has a choice and an action for everybody. The gamble adds a betting round, in which every raise
    puts in at least one more coin of those on the table, and is followed by at most one answer from each other seat."""
    seats = int(o["seats"])
    if not o["gamble"]:
        rounds = 2 * seats if seats <= 3 else seats
        return rounds * TURNS * 2 * seats
    return int(o["max_rounds"]) * TURNS * seats * (2 + 1 + seats * int(o["stack"]))


ALL_COUNTS = range(2, SEATS + 1)
OF_THE_GAMBLE = {name: settings_of(Options)[name].default for name in ("stack", "ante", "raise_every", "max_rounds")}

GAME = Game(
    __name__,
    title="Tooth & Talon",
    summary="Choose an animal in secret, then rob and chase each other. 2 to 10 players.",
    version=1,
    players=ALL_COUNTS,
    max_decisions=_most_decisions,
    variants=(
        Variant("base", "everybody alone; 6 to 10 players are the 'more players' variant", {}, ALL_COUNTS),
        Variant("teams", "two teams, seats alternate, coins are pooled", {"teams": 2}, range(3, SEATS + 1)),
        Variant("no-peek", "active cards are drawn at random", {"no_peek": 1}, ALL_COUNTS),
        Variant("teams-no-peek", "two teams, active cards drawn at random", {"teams": 2, "no_peek": 1},
                range(3, SEATS + 1)),
        Variant("gamble", "antes, bets, folds and side pots; the last one with coins wins", {"gamble": 1}, ALL_COUNTS),
    ),
    default_players=4,
    forbidden=(
        Forbidden(lambda o: not o["gamble"] and any(o[name] != known for name, known in OF_THE_GAMBLE.items()),
                  f"{', '.join(OF_THE_GAMBLE)} belong to the gamble: set gamble=yes too, or leave them out"),
        Forbidden(lambda o: bool(o["teams"] and o["gamble"]),
                  "teams and the gamble do not go together: a pot has one owner; set teams=0 or gamble=no"),
        Forbidden(lambda o: bool(o["no_peek"] and o["gamble"]),
                  "no peek and the gamble do not go together: betting needs a chosen card; set one of them to no"),
        Forbidden(lambda o: o["leader"] >= o["seats"],
                  "the first leader must be one of the seats: 0 to players - 1, or -1 to draw it"),
        Forbidden(lambda o: bool(o["gamble"]) and o["ante"] * 5 > o["stack"],
                  "the ante may be at most a fifth of the stack"),
        Forbidden(lambda o: bool(o["team_list"]) and not o["teams"],
                  "a team list needs the number of teams: set teams=2 or more"),
        Forbidden(lambda o: bool(o["team_list"]) and len(o["team_list"]) != o["seats"],
                  "a team list names the team of every seat, no more and no fewer"),
        Forbidden(lambda o: any(t >= o["teams"] for t in o["team_list"]) and bool(o["teams"]),
                  "a team list holds numbers from 0 to teams - 1"),
        Forbidden(lambda o: o["teams"] == 1, "one team alone has nobody to play against: set teams=2 or more, or 0"),
        Forbidden(_uneven, "teams must be as equal as possible: sizes differ by at most 1, one has at least 2 players"),
    ),
)  # fmt: skip
