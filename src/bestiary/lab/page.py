"""The page of a report: every plot with a heading, a sentence and the same figures as a table; it opens by itself."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Final

import polars as pl
import vl_convert

from bestiary.engine import files
from bestiary.engine.game import Game
from bestiary.lab import charts
from bestiary.lab.plan import Plan
from bestiary.lab.report import LEAST, PLAIN

MOST_USED: Final = 30
ENDS: Final = 12  # so many things with which seats win most, and as many with which they win least
READING: Final = (
    "Every share of wins has a 95 % interval (Wilson); a victory that k sides share counts 1/k for each. What goes "
    "with winning need not be its cause: a player who is ahead does more of everything. All figures are in the files "
    "beside this page, as Parquet and as CSV."
)
DIFFERENCES: Final = (
    "The share of wins of seats that had it, less the share of seats that had not. In colour where the interval does "
    "not hold 0; of things that do not matter, one in twenty is, too."
)


@dataclass(frozen=True)
class Figure:
    """A plot, what it shows, and the same as a table."""

    section: str
    sentence: str
    chart: charts.Spec
    table: pl.DataFrame


def write(file: Path, game: Game, plan: Plan, tables: Mapping[str, pl.DataFrame], facts: Mapping[str, Any]) -> Path:
    files.write(file, [page(game, plan, tables, facts)])
    return file


def page(game: Game, plan: Plan, tables: Mapping[str, pl.DataFrame], facts: Mapping[str, Any]) -> str:
    figures = list(_figures(plan, tables))
    sections = dict.fromkeys(figure.section for figure in figures)
    shown = "".join(
        f'<section aria-labelledby="{_slug(name)}"><h2 id="{_slug(name)}">{_safe(name)}</h2>'
        + "".join(_figure(number, figure) for number, figure in enumerate(figures) if figure.section == name)
        + "</section>"
        for name in sections
    )
    data = json.dumps({f"chart-{number}": figure.chart for number, figure in enumerate(figures)})
    template = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=_safe(f"{game.title}: {_games(facts['games'], tables['seats'])}"),
        facts="".join(f"<dt>{_safe(key)}</dt><dd>{_safe(_listed(value))}</dd>" for key, value in facts.items()),
        reading=_safe(READING),
        contents="".join(f'<li><a href="#{_slug(name)}">{_safe(name)}</a></li>' for name in sections),
        sections=shown,
        charts=data.replace("<", "\\u003c"),
        library=_library().replace("</script", "<\\/script"),
    )


def _games(games: int, seats: pl.DataFrame) -> str:
    """How many of which."""
    players = seats["players"].unique().to_list()
    each = "for each number of players" if len(players) > 1 else f"with {players[0]} players"
    return f"{games:,} {'game' if games == 1 else 'games'} {each}"


def _library() -> str:
    """Vega, Vega-Lite and Vega-Embed in one piece."""
    bundle: str = vl_convert.javascript_bundle()  # type: ignore[call-arg]
    return bundle


def _listed(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else f"{value:,}" if isinstance(value, int) else str(value)


def _safe(text: str) -> str:
    return html.escape(text)


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


def _figure(number: int, figure: Figure) -> str:
    about = _safe(figure.sentence)
    return (
        f'<figure><div class="chart" id="chart-{number}" role="img" aria-label="{about}"></div>'
        f"<figcaption>{about}</figcaption></figure>"
        f'<details><summary>As a table</summary><div class="wide">{_table(figure.table)}</div></details>'
    )


def _table(table: pl.DataFrame) -> str:
    marks = [' class="words"' if kind == pl.String else "" for kind in table.dtypes]
    names = [_safe(column.replace("_", " ")) for column in table.columns]
    head = "".join(f"<th{mark} scope=col>{name}</th>" for mark, name in zip(marks, names, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{mark}>{_cell(value)}</td>" for mark, value in zip(marks, row, strict=True)) + "</tr>"
        for row in table.iter_rows()
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else _safe(str(value))


# --- What is shown


def _figures(plan: Plan, tables: Mapping[str, pl.DataFrame]) -> Iterator[Figure]:
    seats = tables["seats"]
    said = "The share of wins at each seat, with its interval; the grey tick is an even share."
    yield Figure("Seats", said, charts.shares(seats, "seat", said), seats)
    if "sides" in tables:
        yield from _sides(plan.measures.trait, tables["sides"])
    yield from _lengths(tables["length"])
    yield _choices(tables["choices"])
    for name in tables:
        if name not in PLAIN:
            yield from _measured(plan, name, tables[name])


def _choices(table: pl.DataFrame) -> Figure:
    """Where no decision leaves a choice between kinds, only how often each kind comes is worth a plot."""
    figure, said = "share", "How often each kind of action was chosen where it could be."
    if (table["offered"] == table["chosen"]).all():
        figure, said = "per_game", "How often in a game each kind of action was chosen. No decision offers two kinds."
    said += " Decisions that leave no choice do not count."
    return Figure("Choices", said, charts.choices(table, figure, said), table)


def _sides(trait: str, table: pl.DataFrame) -> Iterator[Figure]:
    whole = table.filter(pl.col("seat").is_null()).drop("seat")
    section = f"{trait.capitalize()}s"
    said = f"The share of wins of each {trait}, at whatever seat; the grey tick is an even share."
    yield Figure(section, said, charts.shares(whole.sort(trait), trait, said), whole)
    by_seat = table.filter(pl.col("seat").is_not_null(), pl.col("games") > 0)
    said = f"Each {trait} at each seat: how far its share of wins is above or below an even one."
    yield Figure(section, said, charts.grid(by_seat, trait, said), by_seat)


def _lengths(table: pl.DataFrame) -> Iterator[Figure]:
    for what in ("decisions", "rounds"):
        own = table.filter(pl.col("what") == what)
        if own.group_by("players").agg(pl.col("value").n_unique())["value"].max() != 1:
            mean = (pl.col("value") * pl.col("games")).sum() / pl.col("games").sum()
            lines = own.group_by("players", maintain_order=True).agg(
                least=pl.col("value").min(), mean=mean, most=pl.col("value").max()
            )
            means = "; ".join(f"{row['mean']:.1f} with {row['players']} players" for row in lines.to_dicts())
            said = f"How many {what} a game has: on average {means}."
            yield Figure("Length", said, charts.lengths(own, said), lines)


def _measured(plan: Plan, name: str, table: pl.DataFrame) -> Iterator[Figure]:
    measures = [m.name for m in plan.measures.measures if m.table == name]
    table = _labelled(table)
    number = table["number"].n_unique()
    ranked = table.with_columns(total=pl.col("count").sum().over("players", "number"))
    places = pl.struct("total", "number").rank("dense", descending=True).over("players")
    used = ranked.with_columns(place=places).filter(pl.col("place") <= MOST_USED, pl.col("total") > 0)
    said = f"How often in a game: {', '.join(measures)}. {_never(table, measures, number)}"
    if number > MOST_USED:
        said = f"The {MOST_USED} most frequent of {number}. {said}"
    if used.height:
        wide = used.pivot("measure", index=["players", "label", "group", "text"], values="per_game")
        yield Figure(name.capitalize(), said, charts.uses(used, measures, said), wide)
    weighed = table.filter(pl.col("seats_with") >= LEAST, pl.col("seats_without") >= LEAST)
    rank = pl.col("difference").rank("ordinal").over("players", "measure")
    ends = weighed.filter((rank <= ENDS) | (rank > pl.len().over("players", "measure") - ENDS))
    if ends.height:
        said = DIFFERENCES + (f" Shown are the {ENDS} highest and lowest." if weighed.height > ends.height else "")
        columns = ["players", "measure", "label", "seats_with", "share_with", "seats_without", "share_without",
                   "difference", "difference_low", "difference_high"]  # fmt: skip
        present = [m for m in measures if m in ends["measure"].unique()]
        rows = ends.sort("players", "measure", "difference", descending=[True, False, True])
        yield Figure(name.capitalize(), said, charts.differences(rows, present, said), rows.select(columns))


def _labelled(table: pl.DataFrame) -> pl.DataFrame:
    """With a label that no other subject has."""
    twins = pl.col("number").n_unique().over("name") > 1
    other = pl.when(pl.col("group") == "").then(pl.format("{} ({})", "name", "number")).otherwise(
        pl.format("{} ({} {})", "name", "group", "number"))  # fmt: skip
    return table.with_columns(label=pl.when(twins).then(other).otherwise(pl.col("name")))


def _never(table: pl.DataFrame, measures: list[str], number: int) -> str:
    """How many subjects each measure never counted, in a sentence."""
    sums = table.group_by("measure", "number").agg(pl.col("count").sum()).filter(pl.col("count") == 0)
    counts = dict(sums.group_by("measure").len().iter_rows())
    parts = [f"{counts[m]} {'was' if counts[m] == 1 else 'were'} never {m}" for m in measures if m in counts]
    return f"Of {number}, {', '.join(parts)}." if parts else ""
