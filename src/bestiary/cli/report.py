"""The command that counts what happens in many games: report."""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from bestiary.cli.common import (
    AsJson, BotNames, EditionName, Force, GameName, SeedText, Settings, VariantName, check_free, console, find,
    in_words, print_json, split_list, start_options,
)  # fmt: skip
from bestiary.cli.measure import (
    ClusterAt, HowMany, KeepIn, WorkerCount, counted, going_on, progress_bar, ready_bots, usual_games, workers_named,
)  # fmt: skip
from bestiary.engine.errors import MalformedError, one_line

if TYPE_CHECKING:
    import polars as pl

    from bestiary.engine.content import Edition
    from bestiary.engine.game import Game
    from bestiary.lab.plan import Plan
    from bestiary.lab.played import Played

NEEDED = {"polars": "polars", "altair": "altair", "vl_convert": "vl-convert-python"}
SHOWN = 4  # rows from the top of a table, and as many from its end
WIDE = 8  # columns that stand close together
MANY, SHORT = 7, 8  # from so many columns on, a heading longer than so many letters takes two lines


def register(app: typer.Typer) -> None:
    app.command()(report)


def report(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Where tables and page go. Without it they are only printed."),
    ] = None,
    games: HowMany = None,
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N,…", help="Numbers of players, as in 2,4; all is every one.")
    ] = "all",
    bots: BotNames = "greedy",
    card: Annotated[
        list[str] | None,
        typer.Option("--card", metavar="NAME", help="Print all about this card, track or the like; may be repeated."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL", help="Set people beside bots: games of a server's tables."),
    ] = None,
    variant: VariantName = None,
    settings: Settings = None,
    edition: EditionName = None,
    seed: SeedText = None,
    cluster: ClusterAt = None,
    workers: WorkerCount = None,
    keep: KeepIn = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Count what happens in many games between bots, on all cores.

    For every card, action, track or whatever the game has: how often it was drawn, played, scored and so on, and the
    share of wins with and without it. For every seat, side and number of players the share of wins; how long games
    are; which choices are made. Shares come with 95 % intervals.

    FOLDER gets a Parquet and a CSV file for each table, and report.html with the plots, which needs nothing else to
    open. --games counts for each number of players. The games are those that 'bestiary simulate' plays with the same
    seed.

    --database names the database of a table server, as 'bestiary serve' takes it. Finished games of people whose
    tables allow it are counted, too, and what people do stands beside what the bots do.
    """
    counted("--games", 1 if games is None else games)
    require_libraries()
    staff = workers_named(cluster, workers)
    if out is not None and out.exists() and not out.is_dir():
        raise MalformedError(f"--out needs a folder, and {out} is a file")
    if out is not None:
        for file in [out / "report.html", *sorted(out.glob("*.parquet")), *sorted(out.glob("*.csv"))]:
            check_free(file, force)
    found = find(game)
    if found.measures is None:
        raise MalformedError(f"{found.title} does not say what to count in it")
    names = split_list(bots)
    content, starts = all_starts(found, players, variant, settings, edition, names)
    from bestiary.bots.roster import player_named
    from bestiary.lab import page
    from bestiary.lab import report as lab
    from bestiary.lab.company import compiled_bots
    from bestiary.lab.plan import Plan
    from bestiary.lab.telemetry import count_games

    plan = Plan(found, content)
    cards = [lab.find_name(plan, name) for name in dict.fromkeys(card or [])]
    games_of_people = read_people(database, found, content, starts) if database is not None else None
    seed, folder = going_on(keep, seed)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    entered = [player_named(found, name) for name in dict.fromkeys(names)]
    games = usual_games(games, entered)
    alone = compiled_bots(found, names) is not None
    ready_bots(found, entered, content, starts, *(("report",) if alone else ("report", "table")))
    began = time.perf_counter()
    with progress_bar("games", len(starts) * games) as progress:
        runs = [
            count_games(found, content, start, plan, names, games, seed, progress, staff, folder) for start in starts
        ]
    seconds = time.perf_counter() - began
    tables = lab.make_tables(found, plan, runs)
    if games_of_people:
        from bestiary.lab import played as real

        with progress_bar("games of people", len(games_of_people)) as progress:
            people = real.gather(found, content, plan, games_of_people, progress)
        tables["people"] = real.beside(plan, people, tables)
    settled = " ".join(in_words(found, found.settings(starts[0]))) or found.variants[0].name
    played = {"game": found.name, "edition": content.name, "variant": settled}
    facts = {**played, "bots": names, "games": games, "seed": seed}
    files = []
    if out is not None:
        files = [*lab.write_tables(tables, out), page.write(out / "report.html", found, plan, tables, facts)]
    if as_json:
        print_json(summary(facts, tables, files, {name: lab.about(tables, name) for name in cards}))
        return
    total = len(starts) * games
    print(f"{found.title}, edition {content.name}: {total:,} games in {seconds:.1f} s, seed {seed}")
    if cards:
        for name in cards:
            print_card(lab.about(tables, name))
    else:
        print_tables(plan, tables)
    if "people" in tables:
        print_people(tables["people"], len(games_of_people or []), cards)
    if out is not None:
        print(f"\n{len(tables)} tables, each as Parquet and as CSV, and the page {one_line(str(files[-1]))}")


def read_people(url: str, game: Game, edition: Edition, starts: list[Any]) -> list[Played]:
    """Games of people with the numbers of players that are counted."""
    if importlib.util.find_spec("litestar") is None:
        raise MalformedError("--database reads what a table server keeps: pip install 'bestiary[server]' brings it")
    from bestiary.server import counted as server

    found = server.read(url, game, edition)
    sizes = {int(start.seats) for start in starts}
    games = [each for each in found.games if len(each.people) in sizes]
    print(
        f"{len(games)} games of people; not counted: {found.private} whose tables do not allow it, {found.other} of "
        f"other editions or older rules, {len(found.games) - len(games)} with another number of players",
        file=sys.stderr,
    )
    return games


def print_people(table: pl.DataFrame, games: int, cards: list[str]) -> None:
    """What people do beside what bots do: times a game for each who could, and wins of those who did."""
    import polars as pl

    own = table.filter(pl.col("name").is_in(cards)) if cards else table
    seen = own.drop_nulls(["people_per_seat", "bots_per_seat"])
    seen = seen.filter((pl.col("people_per_seat") > 0) | (pl.col("bots_per_seat") > 0))
    ratio = (pl.col("people_per_seat") - pl.col("bots_per_seat")).abs()
    columns = {"people_per_seat": "people", "bots_per_seat": "bots", "people_share_with": "people win %",
               "bots_share_with": "bots win %"}  # fmt: skip
    shown = seen.sort(ratio, descending=True).head(3 * SHOWN).rename(columns)
    title = f"People beside bots: times a game at a seat that could, and wins ({games} games of people)"
    _print(title, ["players", "name", "measure", *columns.values()], shown, whole=True)


def require_libraries() -> None:
    missing = [name for module, name in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise MalformedError(f"report needs {', '.join(missing)}: pip install 'bestiary[lab]' brings all of them")


def all_starts(
    game: Game, players: str, variant: str | None, settings: list[str] | None, edition: str | None, bots: list[str]
) -> tuple[Edition, list[Any]]:
    """The edition, and checked options for every number of players that was asked for."""
    from bestiary.lab.company import seat_bots

    counts: list[int | None] = [None]
    if players != "all":
        counts = list(dict.fromkeys(_number(word) for word in players.split(",")))
    elif not any(text.replace(" ", "").startswith("seats=") for text in settings or []):
        known = [v for v in game.variants if v.name == variant] or game.variants[:1]
        counts = list(known[0].players)
    starts = []
    for count in counts:
        content, options = start_options(game, count, variant, settings, edition)
        seat_bots(game, bots, int(options.seats))
        starts.append(options)
    return content, starts


def _number(word: str) -> int:
    if not word.strip().isdecimal():
        raise MalformedError(f"--players takes numbers such as 2,4, or all, not '{word.strip()}'")
    return int(word)


# --- In words


def summary(
    facts: dict[str, Any], tables: dict[str, pl.DataFrame], files: list[Path], cards: dict[str, pl.DataFrame]
) -> dict[str, Any]:
    """What was played, win shares of seats and sides, lengths, the cards that were asked for; where the rest is."""
    import polars as pl

    weighted = (pl.col("value") * pl.col("games")).sum() / pl.col("games").sum()
    lengths = tables["length"].group_by("players", "what", maintain_order=True)
    length = lengths.agg(mean=weighted, most=pl.col("value").max())
    sides = tables["sides"].filter(pl.col("seat").is_null()).drop("seat").to_dicts() if "sides" in tables else []
    return {
        **facts,
        "seats": tables["seats"].to_dicts(),
        "sides": sides,
        "length": length.to_dicts(),
        "people": tables["people"].to_dicts() if "people" in tables else [],
        "cards": {name: table.to_dicts() for name, table in cards.items()},
        "rows": {name: table.height for name, table in tables.items()},
        "files": [str(file) for file in files],
    }


def print_tables(plan: Plan, tables: dict[str, pl.DataFrame]) -> None:
    """Seats and sides of every number of players; of the rest the top and the end, for the most players."""
    import polars as pl

    shares = ["share", "low", "high"]
    _print("Seats", ["players", "seat", "bot", *shares, "score_mean"], tables["seats"], whole=True)
    if "sides" in tables:
        trait = plan.measures.trait
        sides = tables["sides"].filter(pl.col("seat").is_null()).sort("players", "share", descending=[False, True])
        _print(f"Win share by {trait}", ["players", trait, "games", *shares], sides, whole=True)
    chosen = _most(tables["choices"]).filter(pl.col("offered") > 0).rename({"share": "chosen %"})
    chosen = chosen.sort("per_game", descending=True)
    _print("Choices", ["players", "choice", "offered", "per_game", "chosen %", *shares[1:]], chosen)
    for name in dict.fromkeys(measure.table for measure in plan.measures.measures):
        _print_measured(name, [m.name for m in plan.measures.measures if m.table == name], _most(tables[name]))


def _most(table: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return table.filter(pl.col("players") == pl.col("players").max())


def _print_measured(name: str, measures: list[str], table: pl.DataFrame) -> None:
    """How often each thing happened in a game, and what the first measure that some seats lack says about winning."""
    import polars as pl

    from bestiary.lab.report import LEAST

    wide = table.pivot("measure", index=["number", "name"], values="per_game")
    shares = ["share_with", "share_without", "difference_low", "difference_high"]
    weighed = (pl.col("seats_with") >= LEAST) & (pl.col("seats_without") >= LEAST)
    known = table.filter(weighed)
    first = next((m for m in measures if m in known["measure"]), None)
    never = dict(table.filter(pl.col("count") == 0).group_by("measure").len().iter_rows())
    notes = [f"{wide.height} in all", *(f"{never[m]} never {m}" for m in measures if m in never)]
    title = f"{name.capitalize()}, {table['players'][0]} players: times a game"
    if first:
        title += f", and wins if {first} or not"
        known = known.filter(pl.col("measure") == first).select("number", "difference", *shares)
        wide = wide.join(known, on="number").sort("difference", descending=True)
    else:
        wide = wide.sort(measures[0], descending=True)
    _print(f"{title} ({', '.join(notes)})", ["name", *measures, *(shares if first else [])], wide)


def print_card(table: pl.DataFrame) -> None:
    """All that was counted of a card: a line for each measure and number of players."""
    import polars as pl

    for name, group, text in table.select("name", "group", "text").unique(maintain_order=True).rows():
        own = table.filter(pl.col("name") == name)
        title = f"{name} ({group})" if group else name
        players = ["players"] if own["players"].n_unique() > 1 else []
        shares = ["share_with", "share_without", "difference_low", "difference_high"]
        _print(f"{title}: {text}" if text else title, ["measure", *players, "per_game", *shares], own, whole=True)


HEADINGS = {"share": "wins %", "low": "95 %", "share_with": "with %", "share_without": "without %",
            "difference_low": "difference", "score_mean": "score", "per_game": "a game"}  # fmt: skip
ENDS = {"low": "high", "difference_low": "difference_high"}
PERCENT = {"chosen %", "people win %", "bots win %", "share", "share_with", "share_without"}


def _print(title: str, columns: list[str], table: pl.DataFrame, whole: bool = False) -> None:
    """A table, or its first and last rows where it is long, unless the whole is wanted."""
    import polars as pl
    from rich.table import Table

    columns = [column for column in columns if column not in ENDS.values()]
    console().print(f"\n{title}", style="bold")
    shown = Table(box=None, padding=(0, 2 if len(columns) < WIDE else 1, 0, 0))
    for column in columns:
        justify: Literal["left", "right"] = "left" if table.schema[column] == pl.String else "right"
        heading = HEADINGS.get(column, column)
        lines = "\n" if len(columns) >= MANY and len(heading) > SHORT else " "
        shown.add_column(heading.replace(" ", lines), justify=justify, no_wrap=True)
    rows = table.to_dicts()
    for number, row in enumerate(rows):
        if not whole and len(rows) > 3 * SHOWN and SHOWN <= number < len(rows) - SHOWN:
            if number == SHOWN:
                shown.add_row("…")
            continue
        shown.add_row(*(_cell(row, column) for column in columns))
    console().print(shown)


def _cell(row: dict[str, Any], column: str) -> str:
    value = row[column]
    if value is None:
        return "–"
    if column in ENDS:
        return f"{100 * value:.1f} to {100 * row[ENDS[column]]:.1f}"
    if column in PERCENT:
        return f"{100 * value:.1f}"
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else value
