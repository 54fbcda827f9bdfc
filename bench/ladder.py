"""The ladder of levels: random < easy < normal < hard < expert by neighbouring pairs, for every game, and in
Tooth & Talon for two all of them against perfect play, which is as far as anybody could come. In Tooth & Claw `expert`
also gets a second a move, about as much as it has at a table of people. Writes docs/ladder.md.

Every pair's games are kept in the folder, so that a run which was stopped goes on where it was:
`bench/ladder.py FOLDER --games 400`. About 50 minutes on two cores, 30 of them for the games by the clock, during which
the machine should do nothing else; Tailed Beasts takes an hour more.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Any

from pages import sections

from bestiary import __version__
from bestiary.bots.levels import NAMES, levels_of
from bestiary.bots.roster import player_named
from bestiary.engine.registry import find_game
from bestiary.lab.arena import Arena, Meeting, Pair, play_pairs, summary

PAGE = Path(__file__).parent.parent / "docs" / "ladder.md"
TABLES = (("talon", 2), ("talon", 3), ("talon", 4), ("claw", 2), ("prey", 3), ("prey", 4), ("beasts", 2), ("beasts", 4))
RUNGS = ("random", *NAMES)
SEED = "ladder"
SOLVED = ("talon", 2)
PERFECT = "perfect"
BY_THE_CLOCK = ("claw", 2)
CLOCKED_PAIR = ("hard", "expert:1000ms")
CLOCKED_GAMES = 100
CLOCKED = f"{find_game(BY_THE_CLOCK[0]).title}, a second a move"
LEVELS = "What the levels are"


def pairs_of(table: tuple[str, int]) -> list[Pair]:
    """Neighbouring rungs, and all against perfect play where it is known."""
    perfect = [(rung, PERFECT) for rung in RUNGS] if table == SOLVED else []
    return [*itertools.pairwise(RUNGS), *perfect]


def climb(name: str, players: int, pairs: list[Pair], games: int, folder: Path) -> dict[str, Any]:
    """Games of pairs at a table."""
    game = find_game(name)
    arena = Arena(game, game.edition(), game.make_options(players), SEED, games)
    rungs = list(dict.fromkeys(itertools.chain(*pairs)))
    for rung in rungs:
        player_named(game, rung).prepare(arena.edition, arena.options)
    here = folder / f"{name}-{players}"
    here.mkdir(parents=True, exist_ok=True)
    results: dict[Pair, Meeting] = {}
    for pair in pairs:
        started = time.perf_counter()
        results |= play_pairs(arena, [pair], here, lambda count: None)
        row = summary(arena, pair, {pair: results[pair]})["pairs"][0]
        told = ", ".join(f"{b['name']} {b['share']:.3f} {b['interval']} {b['ms']} ms" for b in row["bots"])
        print(f"{name} {players}: {told} ({time.perf_counter() - started:.0f} s)", flush=True)
    return summary(arena, rungs, results)


def title_of(name: str, players: int) -> str:
    return f"{find_game(name).title}, {players} players"


def section(name: str, players: int, found: dict[str, Any]) -> list[str]:
    """A table of the page."""
    ceilings = {p["bots"][0]["name"]: p["bots"][1] for p in found["pairs"] if p["bots"][1]["name"] == PERFECT}
    headings = ["weaker", "stronger", "games", "share of the stronger"]
    headings += ["share of perfect play"] if ceilings else []
    headings += ["share of one weaker"] if found["even"] != 0.5 else []
    lines = [
        title_of(name, players), "",
        f"An equal one would take {100 * found['even']:.0f} %.", "",
        f"| {' | '.join(headings)} | thinks, ms |", "|---|---|" + "---:|" * (len(headings) - 1),
    ]  # fmt: skip
    for pair in found["pairs"]:
        weaker, stronger = pair["bots"]
        if stronger["name"] == PERFECT and weaker["name"] != RUNGS[-1]:
            continue
        told = [weaker["name"], stronger["name"], str(pair["games"]), percent(stronger)]
        told += [percent(ceilings[weaker["name"]])] if ceilings else []
        told += [percent(weaker)] if found["even"] != 0.5 else []
        lines.append(f"| {' | '.join(told)} | {stronger['ms']:.2g} |")
    ratings = ", ".join(f"{bot['name']} {bot['rating']:+}" for bot in found["bots"])
    return [*lines, "", f"Elo from these pairs, version {__version__}: {ratings}.", ""]


def section_by_the_clock(found: dict[str, Any]) -> list[str]:
    """What a second a move is worth."""
    pair = found["pairs"][0]
    weaker, stronger = pair["bots"]
    return [
        CLOCKED, "",
        f"`{stronger['name']}` over `{weaker['name']}` in {pair['games']} games: {percent(stronger)}, with",
        f"{stronger['ms']:,.0f} ms of processor time a decision. How many iterations fit into a second depends on the",
        "machine, and so does this share.", "",
    ]  # fmt: skip


def percent(row: dict[str, Any]) -> str:
    low, high = (100 * end for end in row["interval"])
    return f"{100 * row['share']:.1f} % ({low:.1f} – {high:.1f})"


def levels_told(name: str) -> list[str]:
    """What the levels of a game are."""
    lines = []
    for level, how in levels_of(find_game(name)).items():
        settings = ", ".join(f"{key} {value}" for key, value in how.settings.items())
        iterations = f"{how.iterations:,} iterations" if how.iterations else ""
        lines.append(f"| {level} | {how.bot} | {', '.join(filter(None, (iterations, settings)))} |")
    return lines


def page(found: dict[str, str]) -> str:
    """The page with these sections, those of before included."""
    titles = [title_of(*table) for table in TABLES]
    head = [
        "# The ladder of levels", "",
        "Neighbouring levels against each other, made by `bench/ladder.py`. Every deal is",
        "played with the seats rotated. With more than two players one of the stronger sits among the weaker at every",
        "place in turn, and one of the weaker among the stronger; with two one share is the rest of the other. In",
        "brackets are 95 % intervals. Thinking is counted in iterations, so anybody gets the same shares; beside it",
        "stand the milliseconds of processor time that the stronger took for a decision.", "",
    ]  # fmt: skip
    levels = [LEVELS, ""]
    for name in dict.fromkeys(name for name, _ in TABLES):
        levels += [f"{find_game(name).title}:", "", "| level | bot | how |", "|---|---|---|", *levels_told(name), ""]
    told = found | {LEVELS: "\n".join(levels)}
    return "\n## ".join(["\n".join(head), *(told[each] for each in (*titles, CLOCKED, LEVELS) if each in told)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=400, help="of a pair")
    parser.add_argument("--tables", help="as in talon-2,claw-2; all unless given. The other sections stay as they are")
    given = parser.parse_args()
    found = sections(PAGE)
    for name, players in TABLES:
        if not given.tables or f"{name}-{players}" in given.tables.split(","):
            rungs = climb(name, players, pairs_of((name, players)), given.games, given.folder)
            found[title_of(name, players)] = "\n".join(section(name, players, rungs))
    if not given.tables:
        clocked = climb(*BY_THE_CLOCK, [CLOCKED_PAIR], CLOCKED_GAMES, given.folder / "by-the-clock")
        found[CLOCKED] = "\n".join(section_by_the_clock(clocked))
    PAGE.write_text(page(found))


if __name__ == "__main__":
    main()
