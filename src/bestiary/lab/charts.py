"""The plots of a report. Needs Altair. Every chart is as wide as its place on the page."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

alt.data_transformers.disable_max_rows()

Spec = dict[str, Any]
BAR, LINE, ROW = 9, 14, 18  # points of height: of a bar, of a line of text, of a row with room around it
TICKS = 8  # on a horizontal axis, about
PERCENT, SIGNED = "~%", "+~%"  # as many decimals as the ticks need, so that no two have the same label
NO_SIGN = "datum.value == 0 ? '0%' : datum.label"  # of nothing


def _across(label: str, **more: Any) -> Any:
    """A horizontal axis whose labels neither repeat nor touch."""
    return alt.Axis(format=label, tickCount=TICKS, labelOverlap=True, **more)


def _by_players(table: pl.DataFrame) -> Any:
    """Colours for the numbers of players, with a legend if there are several."""
    legend = alt.Legend(title="players") if table["players"].n_unique() > 1 else None
    return alt.Color("players:N", scale=alt.Scale(scheme="tableau10"), legend=legend)


def _sized(chart: Any, rows: int, about: str) -> Spec:
    spec: Spec = chart.properties(width="container", height=max(60, rows), description=about).to_dict()
    return spec


def _select(field: str, options: list[Any]) -> tuple[list[Any], str]:
    """A menu that chooses one value of a field, unless there is only one, and the filter that obeys it."""
    if len(options) == 1:
        return [], "true"
    bind = alt.binding_select(options=options, name=f"{field} ")
    menu = alt.param(name=f"chosen_{field}", value=options[-1], bind=bind)
    return [menu], f"datum.{field} == chosen_{field}"


def shares(table: pl.DataFrame, subject: str, about: str) -> Spec:
    """A dot and its interval for each subject and number of players; a tick where an even share would be."""
    rows = table.with_columns(pl.col(subject).cast(pl.String), even=1 / pl.col("players"))
    order = rows.group_by(subject, maintain_order=True).first()[subject].to_list()
    base = alt.Chart(rows).encode(
        y=alt.Y(f"{subject}:N", sort=order, title=subject),
        yOffset=alt.YOffset("players:N"),
        color=_by_players(rows),
        tooltip=[
            "players", subject, alt.Tooltip("share", format=".1%"), alt.Tooltip("low", format=".1%"),
            alt.Tooltip("high", format=".1%"), alt.Tooltip("games", format=","),
        ],
    )  # fmt: skip
    span = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", scale=alt.Scale(zero=False), axis=_across(PERCENT), title="share of wins"), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=45, opacity=1).encode(x="share:Q")
    even = base.mark_tick(thickness=1, size=BAR).encode(x="even:Q", color=alt.value("gray"))
    return _sized(alt.layer(even, span, dots), LINE * rows.height, about)


def grid(table: pl.DataFrame, side: str, about: str) -> Spec:
    """Sides by seats: how far above or below an even share."""
    several = table["players"].n_unique() > 1
    place = pl.format("{} players, seat {}", "players", "seat") if several else pl.format("seat {}", "seat")
    rows = table.with_columns(place=place, above=pl.col("share") * pl.col("players") - 1)
    chart = alt.Chart(rows).mark_rect().encode(
        x=alt.X("place:N", sort=None, title=None, axis=alt.Axis(labelAngle=-45 if several else 0)),
        y=alt.Y(f"{side}:N", title=side),
        color=alt.Color("above:Q", title="above even", legend=alt.Legend(format=SIGNED, labelExpr=NO_SIGN),
                        scale=alt.Scale(scheme="purpleorange", domainMid=0)),
        tooltip=["players", "seat", side, alt.Tooltip("share", format=".1%"), alt.Tooltip("games", format=",")],
    )  # fmt: skip
    return _sized(chart, 24 * rows[side].n_unique(), about)


def lengths(table: pl.DataFrame, about: str) -> Spec:
    """How many games were so long, in steps."""
    rows = pl.concat([_steps(own, 40) for own in table.partition_by("players")])
    chart = alt.Chart(rows).mark_line(interpolate="step-after").encode(
        x=alt.X("from:Q", title=table["what"][0], scale=alt.Scale(zero=False, nice=False),
                axis=_across(",d", tickMinStep=1)),
        y=alt.Y("part:Q", title="share of games", axis=alt.Axis(format=PERCENT)),
        color=_by_players(rows),
        tooltip=["players", "value", alt.Tooltip("part", format=".1%")],
    )  # fmt: skip
    return _sized(chart, 220, about)


def _steps(table: pl.DataFrame, most: int) -> pl.DataFrame:
    """Values joined into at most so many steps; a last step of 0 closes the line."""
    values = table["value"].to_list()
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // most))
    step = (pl.col("value") - low) // width * width + low
    parts = table.group_by("players", step.alias("value")).agg(part=pl.col("games").sum() / table["games"].sum())
    every = pl.DataFrame({"players": table["players"][0], "value": range(low, high + 2 * width, width)})
    joined = every.join(parts, on=["players", "value"], how="left").sort("value")
    middle = {"from": pl.col("value") - 0.5}  # a step of one value lies around it
    return joined.with_columns(pl.col("part").fill_null(0.0), **middle)


def choices(table: pl.DataFrame, figure: str, about: str) -> Spec:
    """A bar for each kind of action: its `share` where it was offered, or how often `per_game`."""
    rows = table.filter(pl.col("offered") > 0)
    title, label = CHOICE_AXES[figure]
    chart = alt.Chart(rows).mark_bar().encode(
        y=alt.Y("choice:N", sort=rows["choice"].unique(maintain_order=True).to_list(), title=None),
        yOffset=alt.YOffset("players:N"),
        x=alt.X(f"{figure}:Q", title=title, axis=_across(label)),
        color=_by_players(rows),
        tooltip=["players", "choice", alt.Tooltip("offered", format=","), alt.Tooltip("chosen", format=","),
                 alt.Tooltip("per_game", format=".2f"), alt.Tooltip("share", format=".1%")],
    )  # fmt: skip
    return _sized(chart, max(LINE, BAR * rows["players"].n_unique()) * rows["choice"].n_unique(), about)


CHOICE_AXES = {"share": ("chosen where it was offered", PERCENT), "per_game": ("times a game", "~g")}


def uses(table: pl.DataFrame, measures: list[str], about: str) -> Spec:
    """How often each thing happened in a game, a bar for each measure."""
    menus, chosen = _select("players", sorted(table["players"].unique().to_list()))
    chart = alt.Chart(table).mark_bar().add_params(*menus).transform_filter(chosen).encode(
        y=alt.Y("label:N", sort=alt.EncodingSortField("total", op="max", order="descending"), title=None),
        yOffset=alt.YOffset("measure:N", sort=measures),
        x=alt.X("per_game:Q", title="times a game", axis=_across("~g")),
        color=alt.Color("measure:N", sort=measures, scale=alt.Scale(scheme="tableau10"),
                        legend=alt.Legend(title=None) if len(measures) > 1 else None),
        tooltip=["label", "group", "measure", alt.Tooltip("count", format=","), alt.Tooltip("per_game", format=".3f")],
    )  # fmt: skip
    most = max(table.group_by("players").agg(pl.col("label").n_unique())["label"].to_list())
    return _sized(chart, max(LINE, BAR * len(measures)) * most, about)


def differences(table: pl.DataFrame, measures: list[str], about: str) -> Spec:
    """Win share with a thing less the share without it, and the interval of that."""
    players, count = _select("players", sorted(table["players"].unique().to_list()))
    measure, kind = _select("measure", measures[::-1])
    colour = alt.value("#d9822b")
    base = alt.Chart(table).transform_filter(count).transform_filter(kind).encode(
        y=alt.Y("label:N", sort=alt.EncodingSortField("difference", op="max", order="descending"), title=None),
        color=alt.condition("datum.difference_low > 0 || datum.difference_high < 0", colour, alt.value("gray")),
        tooltip=["label", "group", "measure", alt.Tooltip("share_with", format=".1%"),
                 alt.Tooltip("share_without", format=".1%"), alt.Tooltip("seats_with", format=","),
                 alt.Tooltip("seats_without", format=",")],
    )  # fmt: skip
    title = "share of wins with it, less the share without"
    span = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("difference_low:Q", title=title, axis=_across(SIGNED, labelExpr=NO_SIGN)), x2="difference_high:Q"
    )
    dots = base.mark_point(filled=True, size=45, opacity=1).encode(x="difference:Q")
    zero = alt.Chart().mark_rule(strokeDash=[3, 3]).encode(x=alt.datum(0))
    most = max(table.group_by("players", "measure").len()["len"].to_list())
    return _sized(alt.layer(zero, span, dots).add_params(*players, *measure), ROW * most, about)
