"""How much of a war game Tailed Beasts is between equal players, and how even.

Counts wars between players, beasts handed over in them and what they decide, Awakenings, Legendary allies, what the
shop sells and runs out of, and what each clan and seat wins, with 95 % intervals:
`bench/beasts_war.py FOLDER --players 2,3,4 --bots expert --games 200 --json FILE`.

Clans are dealt by a plan: in every seven games each clan sits once at every seat, and over the whole plan it meets all
others equally often. Every game is a line of a file in the folder, so that a run that was stopped goes on where it was,
and a longer one takes over the games of a shorter one. The file is named by the cards, the rules and the bots."""

from __future__ import annotations

import argparse
import functools
import hashlib
import itertools
import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bestiary.bots.levels import levels_of
from bestiary.bots.tree import grow_of
from bestiary.engine.chance import batch_seeds
from bestiary.engine.content import Edition
from bestiary.engine.footprint import footprint
from bestiary.engine.frames import step
from bestiary.engine.records import clone
from bestiary.engine.registry import find_game
from bestiary.games.beasts.ranking import wins
from bestiary.games.beasts.state import (
    ACTION_NAMES, AKATSUKI, BEAST_AT, BUYING, BUY_AT, CLANS, GIVE_BEAST, RARE_AT, ROUNDS, SEATS, SHOP, TIER_CARDS,
    TURNS, WAR_STEP, WITH_PLAYER,
)  # fmt: skip
from bestiary.lab.company import Company
from bestiary.lab.simulate import wilson
from bestiary.lab.slices import run_slices

GAME = find_game("beasts")
LEGENDARY_AT = RARE_AT + 2 * TIER_CARDS


@dataclass
class Seen:
    """What a game has shown."""

    game: int
    clans: list[int]
    winner: int = 0
    first: int = -1  # the seat that had the first turn of the game
    wars: int = 0
    handed: dict[int, int] = field(default_factory=dict)  # beasts handed over in wars, and who had each first
    decided: bool = False  # would another player have won without them?
    awakened: bool = False
    legendary: bool = False
    beasts: list[int] = field(default_factory=list)  # that each seat owns in the end
    bought: list[int] = field(default_factory=lambda: [0] * SHOP)
    emptied: list[list[bool]] = field(default_factory=lambda: [[False] * SHOP for _ in range(ROUNDS)])
    seconds: float = 0.0  # of processor time


class Watch:
    """Looks at a position before and after every decision."""

    def __init__(self, game: int, state: Any) -> None:
        clans = [int(state.clan[seat]) for seat in range(int(state.seats))]
        self.state, self.seen, self.battlefield = state, Seen(game, clans), -1

    def before(self, seat: int, action: int) -> None:
        state, now = self.state, step(self.state)
        self.buys = now == BUYING
        self.held = state.held[seat].copy()
        if now == TURNS and self.seen.first < 0:
            self.seen.first = seat
        if now == GIVE_BEAST and int(state.frame[int(state.depth) - 2]) == WAR_STEP:
            self.seen.handed.setdefault(action - BEAST_AT, seat)

    def after(self, seat: int, action: int) -> None:
        state, seen = self.state, self.seen
        if self.buys:
            if BUY_AT <= action < BUY_AT + SHOP and int(state.held[seat].sum()) > int(self.held.sum()):
                seen.bought[action - BUY_AT] += 1
            if step(state) != BUYING:
                seen.emptied[int(state.round_number)] = (state.stock == 0).tolist()
        fought = int(state.war_field) if int(state.defender) >= 0 and int(state.points.sum()) > 0 else -1
        if fought != self.battlefield and fought >= 0:
            seen.wars += 1
        self.battlefield = fought
        seen.awakened |= bool(state.awakened.any())
        seen.legendary |= bool((state.hand > LEGENDARY_AT).any())

    def end(self) -> Seen:
        state, seen = self.state, self.seen
        seats = range(int(state.seats))
        seen.winner = next(seat for seat in seats if wins(state, seat))
        owners = {beast: int(at) - WITH_PLAYER for beast, at in enumerate(state.beast_at)}
        owned = {beast: owner for beast, owner in owners.items() if 0 <= owner < SEATS}
        seen.beasts = [sum(owner == seat for owner in owned.values()) for seat in seats]
        without = clone(state)
        for beast, owner in seen.handed.items():
            if beast in owned:
                without.beast_at[beast] = WITH_PLAYER + owner
        seen.decided = next(seat for seat in seats if wins(without, seat)) != seen.winner
        return seen


@functools.cache
def plan(players: int) -> list[tuple[int, ...]]:
    """The clans of the games, in a circle: seven games turn one choice of steps from clan to clan round all clans."""
    steps = list(itertools.permutations(range(1, CLANS), players - 1))
    random.Random(f"clans of {players}").shuffle(steps)
    return [tuple((first + step) % CLANS for step in (0, *apart)) for apart in steps for first in range(CLANS)]


def play(number: int, seed: str, bot: str, players: int, company: Company, over: Any) -> Seen:
    """One game between equal bots."""
    started, clans = time.thread_time(), plan(players)[number % len(plan(players))]
    options = GAME.make_options(players, settings={f"clan_{seat}": clan + 1 for seat, clan in enumerate(clans)})
    _, keys, rngs = batch_seeds(seed, number, 1)
    state: Any = GAME.state.new()
    GAME.setup(company.edition.box, state, options, keys[0], None)
    watch = Watch(number, state)
    while (waiting := GAME.seats_waiting(state)) and not over.is_set():
        seat = waiting[0]
        action = company.choose(bot, state, seat, rngs[0]).action
        watch.before(seat, action)
        GAME.apply(company.edition.box, state, seat, action, None)
        watch.after(seat, action)
    watch.seen.seconds = round(time.thread_time() - started, 3)
    return watch.end() if not waiting else watch.seen


def share(hits: int, games: int) -> dict[str, Any]:
    rate = hits / games if games else 0.0
    return {"share": round(rate, 4), "interval": wilson(rate, games) if games else [0.0, 1.0], "games": games}


def mean(values: list[int]) -> dict[str, Any]:
    rows = np.array(values, float)
    half = 1.96 * float(rows.std(ddof=1)) / len(rows) ** 0.5 if len(rows) > 1 else 0.0
    return {"mean": round(float(rows.mean()), 3), "half": round(half, 3)}


def summary(rows: list[Seen], players: int) -> dict[str, Any]:
    games, names = len(rows), GAME.edition().words["clans"]
    dusk = [row for row in rows if AKATSUKI in row.clans]
    shop = {}
    for card in range(SHOP):
        empty = np.array([[shelf[card] for shelf in row.emptied] for row in rows])
        shop[ACTION_NAMES[card]] = {
            "bought_in": share(sum(row.bought[card] > 0 for row in rows), games),
            "a_game": round(float(np.mean([row.bought[card] for row in rows])), 3),
            "rounds_emptied": round(float(empty.mean()), 4),
            "games_emptied_every_round": round(float(empty.all(axis=1).mean()), 4),
        }
    return {
        "players": players, "games": games, "hours": round(sum(row.seconds for row in rows) / 3600, 2),
        "wars": mean([row.wars for row in rows]),
        "beasts_handed_over": mean([len(row.handed) for row in rows]),
        "beasts_owned": mean([sum(row.beasts) for row in rows]),
        "awakening_with_dusk_covenant": share(sum(row.awakened for row in dusk), len(dusk)),
        "legendary_ally": share(sum(row.legendary for row in rows), games),
        "decided_by_hand_over": share(sum(row.decided for row in rows), games),
        "shop": shop,
        "clans": {
            names[clan]: share(sum(row.clans[row.winner] == clan for row in held), len(held))
            for clan in range(CLANS)
            for held in [[row for row in rows if clan in row.clans]]
        },
        "seats": [share(sum(row.winner == seat for row in rows), games) for seat in range(players)],
        "first_to_act": share(sum(row.winner == row.first for row in rows), games),
    }  # fmt: skip


def told(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    return f"{100 * part['share']:.1f} % ({100 * low:.1f} – {100 * high:.1f})"


def show(found: dict[str, Any], console: Console) -> None:
    console.print(f"{found['players']} players, {found['bots']}, {found['games']} games, {found['hours']} h of a core")
    for name in ("wars", "beasts_handed_over", "beasts_owned"):
        console.print(f"  {name.replace('_', ' ')} a game: {found[name]['mean']} ± {found[name]['half']}")
    for name in ("awakening_with_dusk_covenant", "legendary_ally", "decided_by_hand_over"):
        console.print(f"  {name.replace('_', ' ')}: {told(found[name])} of {found[name]['games']}")
    table = Table("shop", "bought in", "a game", "rounds emptied", "every round", box=None)
    for name, row in found["shop"].items():
        table.add_row(name, told(row["bought_in"]), str(row["a_game"]), f"{row['rounds_emptied']:.1%}",
                      f"{row['games_emptied_every_round']:.1%}")  # fmt: skip
    console.print(table)
    for name, part in found["clans"].items():
        console.print(f"  {name}: {told(part)} of {part['games']}")
    for seat, part in enumerate(found["seats"]):
        console.print(f"  seat {seat + 1}: {told(part)}")
    console.print(f"  who acts first in the first round: {told(found['first_to_act'])}")


def digest(edition: Edition, bot: str, players: int) -> str:
    """Names all that a game of so many of these bots hangs on; the board has numbers of its own for each."""
    box, rules = clone(edition.box), footprint(grow_of(GAME)) + footprint(GAME.setup)
    others = [seats for seats in range(2, SEATS + 1) if seats != players]
    box.order[[seats - 2 for seats in others]] = 0
    box.value[:, others] = 0
    parts = (box.tobytes().hex(), rules, str(levels_of(GAME).get(bot)))
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:10]


def kept(file: Path) -> Iterator[Seen]:
    """The games of a file; a last line that was not written to its end does not count."""
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        yield Seen(**{**row, "handed": {int(beast): owner for beast, owner in row["handed"].items()}})


def measure(edition: Edition, players: int, given: argparse.Namespace, bar: Progress) -> dict[str, Any]:
    bot, games = given.bots, given.games
    company, over = Company(GAME, edition, GAME.make_options(players)), threading.Event()
    given.folder.mkdir(parents=True, exist_ok=True)
    file = given.folder / f"{bot}-{players}-{given.seed}-{digest(edition, bot, players)}.jsonl"
    rows = {row.game: row for row in kept(file)}
    left = [number for number in range(games) if number not in rows]
    task = bar.add_task(f"{players} players, {bot}", total=games, completed=games - len(left))

    def work(first: int, count: int) -> list[Seen]:
        return [play(n, f"{given.seed} {players}", bot, players, company, over) for n in left[first : first + count]]

    with file.open("a") as lines:
        for count, done in run_slices(len(left), 1, work, given.threads, over):
            for row in done:
                rows[row.game] = row
                lines.write(json.dumps(asdict(row)) + "\n")
            lines.flush()
            bar.advance(task, count)
    found = summary([rows[number] for number in range(games)], players)
    return {"bots": bot, "seed": given.seed, "of": digest(edition, bot, players), **found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the games are kept")
    parser.add_argument("--players", default="2,3,4", help="numbers of players")
    parser.add_argument("--bots", default="expert", help="a bot for all seats")
    parser.add_argument("--games", type=int, default=200, help="for each number of players; best a multiple of 7")
    parser.add_argument("--edition", help="another than the house's: a folder")
    parser.add_argument("--seed", default="war")
    parser.add_argument("--threads", type=int, default=1, help="games at once")
    parser.add_argument("--json", type=Path, help="where the figures go")
    given = parser.parse_args()
    console, results = Console(width=110), []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        for players in map(int, given.players.split(",")):
            results.append(measure(GAME.edition(given.edition), players, given, bar))
            show(results[-1], console)
            if given.json:
                given.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
