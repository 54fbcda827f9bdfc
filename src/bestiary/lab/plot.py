"""The plot of an arena: an SVG file that needs nothing else, readable on light and dark pages."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from bestiary.engine.files import write

WIDTH, ROW, LEFT, RIGHT, TOP = 640, 26, 150, 20, 54
STYLE = (
    "text{font:13px sans-serif;fill:#333}.even,.axis{stroke:#999;stroke-width:1}.even{stroke-dasharray:4 3}"
    ".span{stroke:#8b5a2b;stroke-width:3}.dot{fill:#8b5a2b}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.span{stroke:#d9a066}.dot{fill:#d9a066}}"
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
