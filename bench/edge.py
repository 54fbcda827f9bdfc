"""What one decision costs at the edge: the move, and all that leaves for every seat and a spectator.

    python bench/edge.py            # a table, and docs/edge.md
    python bench/edge.py --json     # a list of objects, and nothing written

Processor time of `table.play` and of every byte that leaves after it: events, views, questions, legal actions with
their sentences and things, as JSON; means over whole games between greedy players. The bots' thinking is not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import seat as exits
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.registry import find_game
from bestiary.engine.table import Table
from bestiary.engine.views import changes

PAGE = Path(__file__).parents[1] / "docs" / "edge.md"
ROWS = (("talon", 4, "base"), ("claw", 2, "base"), ("prey", 4, "base"), ("beasts", 4, "base"))
MORE = (
    ("talon", 10, "base"), ("talon", 4, "gamble"), ("talon", 10, "gamble"), ("prey", 3, "base"), ("beasts", 2, "base"),
)  # fmt: skip
LIMITS = {"talon": (500, 2000), "claw": (500, 4000), "prey": (500, 3000), "beasts": (3000, 10000)}
BEFORE = {
    "talon": (23, 35, 105, 2600, 1300), "claw": (25, 2300, 126, 6100, 8600), "prey": (19, 34, 88, 2200, 3100),
    "beasts": (89, 700, 276, 171_000, 21_700),
}  # fmt: skip
"""Version 0.1.0 in µs: legal, describe all, play, views of all seats and a spectator; then the bytes of one view."""
DECISIONS = 400  # measured for each row, at least
HEAD = """# The edge

What one decision costs where the rules meet people: the move, and all that leaves for every seat and a spectator
(events, views, questions, legal actions with their sentences and things, as JSON bytes). Processor time, compiled,
means over whole games between greedy players, without the bots' thinking. `python bench/edge.py` writes this page.

| game | players | variant | µs a decision | of it `play` | view | largest | what changes | sent to all |
|---|---:|---|---:|---:|---:|---:|---:|---:|"""
EARLIER = """
A view is the public part and the largest private part, without the list of actions, in bytes. *What changes* is the
patch from one view to the next (`engine.views.changes`), the median over all decisions.

Version 0.1.0 on the same kind of machine, in µs of processor time:

| game | legal | describe all | play | views of all seats and a spectator | size of one view |
|---|---:|---:|---:|---:|---:|"""


@dataclass
class Figures:
    """Sums over all decisions of a row."""

    decisions: int = 0
    seconds: float = 0.0
    playing: float = 0.0
    view: int = 0
    sent: int = 0
    largest: int = 0
    changed: list[int] = field(default_factory=list)


def measure(name: str, players: int, variant: str) -> dict[str, Any]:
    game = find_game(name)
    edition, options = game.edition(), game.make_options(players, variant)
    player, rng = bot_named(game, "greedy"), quick_rng("edge")
    figures, number = Figures(), 0
    play_game(Table(game, edition, options, server_seed("edge/warm")), player, rng, Figures())
    while figures.decisions < DECISIONS:
        play_game(Table(game, edition, options, server_seed(f"edge/{number}")), player, rng, figures)
        number += 1
    count = figures.decisions
    return {
        "game": name, "players": players, "variant": variant, "decisions": count, "games": number,
        "us_per_decision": round(figures.seconds / count * 1e6, 1),
        "us_playing": round(figures.playing / count * 1e6, 1),
        "view_bytes": round(figures.view / count), "largest_view_bytes": figures.largest,
        "changed_bytes": round(statistics.median(figures.changed)), "sent_bytes": round(figures.sent / count),
    }  # fmt: skip


def play_game(table: Table, player: Any, rng: Any, figures: Figures) -> None:
    """One game between greedy players."""
    seats = range(exits.SPECTATOR, int(table.state.seats))
    before = [exits.look(table, seat) for seat in seats]
    while waiting := table.waiting():
        seat = waiting[0]
        action = player.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action
        number = len(table.log)
        start = time.process_time()
        table.play(seat, action)
        played = time.process_time()
        frames = exits.frames(table, number)
        end = time.process_time()
        looks = [exits.look(table, seat) for seat in seats]
        public = len(msgspec.json.encode(looks[0].public))
        private = max(len(msgspec.json.encode(look.private)) for look in looks[1:])
        pairs = zip(before[1:], looks[1:], strict=True)
        patches = [msgspec.json.encode(changes(old.private, new.private)) for old, new in pairs]
        figures.decisions += 1
        figures.seconds += end - start
        figures.playing += played - start
        figures.view += public + private
        figures.largest = max(figures.largest, public + private)
        changed = len(msgspec.json.encode(changes(before[0].public, looks[0].public))) + max(map(len, patches))
        figures.changed.append(changed)
        figures.sent += sum(map(len, frames))
        before = looks


def page(rows: list[dict[str, Any]]) -> str:
    """The documentation page."""
    lines = [HEAD]
    lines += [
        f"| {find_game(r['game']).title} | {r['players']} | {r['variant']} | {r['us_per_decision']:.0f} | "
        f"{r['us_playing']:.0f} | {r['view_bytes']:,} | {r['largest_view_bytes']:,} | {r['changed_bytes']:,} | "
        f"{r['sent_bytes']:,} |"
        for r in rows
    ]
    lines.append(EARLIER)
    for name, figures in BEFORE.items():
        lines.append(f"| {find_game(name).title} | " + " | ".join(f"{n:,}" for n in figures) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print a list of objects and write nothing")
    parser.add_argument("--games", default="", help="only these games, separated by commas")
    arguments = parser.parse_args()
    wanted = set(arguments.games.split(",")) if arguments.games else set(LIMITS)
    rows = [measure(*row) for row in ROWS if row[0] in wanted]
    if arguments.json:
        print(json.dumps(rows))
        return
    if not arguments.games:
        rows += [measure(*row) for row in MORE]
        PAGE.write_text(page(rows))
    for row in rows:
        most_us, most_bytes = LIMITS[row["game"]]
        limited = (row["game"], row["players"], row["variant"]) in ROWS
        fits = not limited or (row["us_per_decision"] <= most_us and row["view_bytes"] <= most_bytes)
        print(f"{row['game']:<8}{row['players']:>3} {row['variant']:<8}{row['us_per_decision']:>9.1f} us"
              f"  play {row['us_playing']:>6.1f}  view {row['view_bytes']:>6,} changed {row['changed_bytes']:>6,}"
              f"  {'' if fits else 'TOO MUCH'}")  # fmt: skip


if __name__ == "__main__":
    main()
