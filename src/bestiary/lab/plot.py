"""Plots as SVG files that need nothing else, readable on light and dark pages: an arena's ratings, a curve."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from bestiary.engine.files import write

WIDTH, ROW, LEFT, RIGHT, TOP = 640, 26, 150, 20, 54
STYLE = (
    "text{font:13px sans-serif;fill:#333}.even,.axis{stroke:#999;stroke-width:1}.even{stroke-dasharray:4 3}"
    ".curve{fill:none;stroke:#8b5a2b;stroke-width:2.5}.span{stroke:#8b5a2b;stroke-width:3}.dot{fill:#8b5a2b}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.span,.curve{stroke:#d9a066}.dot{fill:#d9a066}}"
)


def write_plot(file: Path, title: str, summary: dict[str, Any]) -> None:
    """The ratings of all bots with their intervals, the strongest on top."""
    write(file, [_svg(title, summary)])


def _svg(title: str, summary: dict[str, Any]) -> str:
    rows = sorted(summary["bots"], key=lambda row: -row["rating"])
    ends = [row["rating"] + sign * row["rating_interval"] for row in rows for sign in (-1, 1)]
    low, high = min(*ends, -50), max(*ends, 50)
    height = TOP + ROW * len(rows) + 34
    label = f"{title}, {summary['players']} players: Elo with 95 % intervals"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(label)}</title><style>{STYLE}</style>",
        f'<text x="{LEFT}" y="24">{escape(label)}</text>',
        *_rows(rows, low, high), *_axis(low, high, TOP + ROW * len(rows)), "</svg>\n",
    ]  # fmt: skip
    return "\n".join(parts)


def _at(rating: float, low: float, high: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * (rating - low) / (high - low), 1)


def _rows(rows: list[dict[str, Any]], low: float, high: float) -> Iterator[str]:
    for number, row in enumerate(rows):
        y = TOP + ROW * number
        left, x, right = (_at(row["rating"] + s * row["rating_interval"], low, high) for s in (-1, 0, 1))
        yield f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(row["name"])}</text>'
        yield f'<line class="span" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
        told = f"{row['rating']:+} ± {row['rating_interval']}"
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="5"><title>{told}</title></circle>'


def _axis(low: float, high: float, y: int) -> Iterator[str]:
    step = next(s for s in (25, 50, 100, 200, 500, 1000, 10_000) if (high - low) / s <= 8)
    yield f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
    for rating in range(-(-int(low) // step) * step, int(high) + 1, step):
        x, kind, top = _at(rating, low, high), *(("axis", y) if rating else ("even", TOP - 16))
        yield f'<line class="{kind}" x1="{x}" x2="{x}" y1="{top}" y2="{y + 5}"/>'
        yield f'<text x="{x}" y="{y + 20}" text-anchor="middle">{rating:+}</text>'


HEIGHT, DEEPEST, MARGIN = 320, 2, 60  # of a curve: powers of ten below 1, and the place for their labels


def write_curve(
    file: Path, title: str, across: Sequence[float], values: Sequence[float], unit: str, goal: tuple[float, str]
) -> None:
    """A figure that falls from 1, on a scale of powers of ten; the goal is a dashed line with its name."""
    most = max(across) or 1.0

    def x_of(place: float) -> float:
        return round(MARGIN + (WIDTH - MARGIN - RIGHT) * place / most, 1)

    def y_of(value: float) -> float:
        deep = -math.log10(max(value, 10.0**-DEEPEST)) / DEEPEST
        return round(TOP + (HEIGHT - TOP - 40) * deep, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<text x="{MARGIN}" y="24">{escape(title)}</text>',
    ]
    for power in range(DEEPEST + 1):
        y = y_of(10.0**-power)
        parts.append(f'<line class="axis" x1="{MARGIN}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{MARGIN - 8}" y="{y + 4}" text-anchor="end">{10.0**-power:g}</text>')
    parts.append(f'<line class="even" x1="{MARGIN}" x2="{WIDTH - RIGHT}" y1="{y_of(goal[0])}" y2="{y_of(goal[0])}"/>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{y_of(goal[0]) - 6}" text-anchor="end">{escape(goal[1])}</text>')
    line = " ".join(f"{x_of(x)},{y_of(y)}" for x, y in zip(across, values, strict=True))
    parts.append(f'<polyline class="curve" points="{line}"/>')
    for quarter in range(5):
        label = f"{most * quarter / 4:.0f} {unit}"
        parts.append(f'<text x="{x_of(most * quarter / 4)}" y="{HEIGHT - 14}" text-anchor="middle">{label}</text>')
    write(file, ["\n".join([*parts, "</svg>\n"])])
