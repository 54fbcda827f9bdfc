"""The page of a comparison: one file that loads nothing, for a phone as for a screen, light or dark."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template
from typing import Any, Final

Row = dict[str, Any]
MEASURED: Final = 60  # things of a table that the page lists; the JSON file has all
READING: Final = (
    "Both editions were played on the same deals, with the same luck for the players. An interval holds with "
    "95 % at any time, however often somebody has looked before. Among many cards it is widened so that of those whose "
    "interval leaves out 0, at most 5 % do so by chance (e-BH)."
)
CONTRIBUTES: Final = (
    "What a card contributes is the change of its owner's share when {blank} takes its place, in the same deals. "
    "Wins when {measure} are the share of those who had it: who does well has more cards, so that share says what goes "
    "with winning, and not what causes it."
)


def page(summaries: Sequence[Row]) -> str:
    """Comparisons of the same two editions, one for each level of play."""
    first = summaries[0]
    sections = [("What differs", _differs(first)), ("What it did", _verdict(summaries))]
    if len(summaries) > 1:
        sections.append(("By level of play", _levels(summaries)))
    for one in summaries:
        at = f", {_who(one)}" if len(summaries) > 1 else ""
        sections.append((f"Win shares{at}", _shares(one)))
        sections.append((f"Cards{at}", _cards(one)))
    template = (Path(__file__).parent / "compared.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=_safe(f"{first['title']}: {first['b']['name']} beside {first['a']['name']}"),
        facts="".join(f"<dt>{_safe(key)}</dt><dd>{_safe(value)}</dd>" for key, value in _facts(summaries)),
        contents="".join(f'<li><a href="#s{at}">{_safe(name)}</a></li>' for at, (name, _) in enumerate(sections)),
        sections="".join(
            f'<section aria-labelledby="s{at}"><h2 id="s{at}">{_safe(name)}</h2>{body}</section>'
            for at, (name, body) in enumerate(sections)
        ),
    )


def _safe(text: Any) -> str:
    return html.escape(str(text))


def _who(one: Row) -> str:
    return ", ".join(dict.fromkeys(one["bots"]))


def _facts(summaries: Sequence[Row]) -> Iterable[tuple[str, str]]:
    first = summaries[0]
    yield "A", f"{first['a']['name']} ({first['a']['digest']})"
    yield "B", f"{first['b']['name']} ({first['b']['digest']})"
    yield "players", str(first["players"])
    for one in summaries:
        yield f"bots {_who(one)}", f"{one['games']:,} games of each edition on {one['deals']:,} deals"
    yield "seed", first["seed"]


# --- In words


def _differs(one: Row) -> str:
    if not one["differences"]:
        return "<p>The files say the same.</p>"
    return "<ul>" + "".join(f"<li>{_safe(row['words'])}</li>" for row in one["differences"]) + "</ul>"


def _verdict(summaries: Sequence[Row]) -> str:
    return f'<p class="note">{_safe(READING)}</p>' + "".join(_verdict_of(one, len(summaries) > 1) for one in summaries)


def _verdict_of(one: Row, several: bool) -> str:
    lines = [f"<li>{_safe(line)}</li>" for line in sentences(one)]
    head = f"<h3>{_safe(_who(one))}</h3>" if several else ""
    return f"{head}<ul>{''.join(lines)}</ul>"


def sentences(one: Row) -> list[str]:
    """What a comparison found, in words: shares that moved, cards whose contribution did, how sure that is."""
    shares = [*one["seats"], *one["seated"], *one["sides"]]
    told = [f"{row['name']} takes {_points(row)} of the wins: {_percent(row['b'])} instead of {_percent(row['a'])}"
            for row in shares if row["found"]]  # fmt: skip
    for card in sorted(one["cards"], key=lambda row: -abs(_contributed(row) or 0)):
        if card["found"]:
            part = card["contribution"]
            told.append(
                f"{card['name']} contributes {_points(part['difference'], 'value')}: "
                f"{_percent(part['b']['value'])} instead of {_percent(part['a']['value'])}"
            )
    if not told:
        told.append("no share of wins and no card's contribution is known to differ; shares are known to within "
                    f"± {one['half']:.2f} points")  # fmt: skip
    if not one["reached"]:
        told.append(f"the wanted {one['until']:g} points were not reached: the widest interval is ± {one['half']:.2f}")
    return told


def _contributed(card: Row) -> float | None:
    part = card["contribution"]
    return part["difference"]["value"] if part else None


def _points(row: Row, key: str = "difference") -> str:
    value = row[key]
    return f"{100 * value:+.2f} points ({100 * row['low']:+.2f} to {100 * row['high']:+.2f})"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.2f} %"


# --- Tables and plots


def _shares(one: Row) -> str:
    parts = [("Seats", one["seats"]), ("Bots", one["seated"]), (one["trait"].capitalize() + "s", one["sides"])]
    body = "".join(f"<h3>{_safe(name)}</h3>{_table(rows, 100, ' %')}" for name, rows in parts if rows)
    return body + f"<h3>Length</h3>{_table(one['length'], 1, '')}"


def _table(rows: Sequence[Row], factor: float, unit: str, name: str = "") -> str:
    """A line for each figure: both values, the difference, its interval, and a plot of it."""
    widest = max((abs(row[end]) for row in rows for end in ("low", "high") if row[end] is not None), default=0) or 1
    head = "".join(f"<th scope=col>{cell}</th>" for cell in (name, "A", "B", "B − A", "from", "to", ""))
    lines = "".join(
        f"<tr><td>{_safe(row['name'])}</td><td>{_shown(row['a'], factor)}{unit}</td>"
        f"<td>{_shown(row['b'], factor)}{unit}</td>"
        f"<td>{_signed(row['difference'], factor)}</td><td>{_signed(row['low'], factor)}</td>"
        f'<td>{_signed(row["high"], factor)}</td><td class="plot">{_plot(row, "difference", widest)}</td></tr>'
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def _shown(value: float | None, factor: float) -> str:
    return "–" if value is None else f"{factor * value:.2f}"


def _signed(value: float | None, factor: float) -> str:
    return "–" if value is None else f"{factor * value:+.2f}"


def _plot(row: Row, key: str, widest: float) -> str:
    """An interval around its middle, on a line whose middle is 0."""
    if row[key] is None:
        return ""
    low, middle, high = (100 + 96 * max(-1.0, min(1.0, row[end] / widest)) for end in ("low", key, "high"))
    kind = "open" if row["low"] <= 0 <= row["high"] else "up" if row[key] > 0 else "down"
    said = f"{100 * row[key]:+.2f}, from {100 * row['low']:+.2f} to {100 * row['high']:+.2f}"
    return (
        f'<svg class="{kind}" viewBox="0 0 200 20" preserveAspectRatio="none" role="img" aria-label="{said}">'
        f'<line class="zero" x1="100" y1="0" x2="100" y2="20"/>'
        f'<line class="band" x1="{low:.1f}" y1="10" x2="{high:.1f}" y2="10"/>'
        f'<rect class="dot" x="{middle - 2:.1f}" y="3" width="4" height="14"/></svg>'
    )


def _cards(one: Row) -> str:
    tables = dict.fromkeys(row["table"] for row in one["cards"])
    return "".join(_things(one, table, [row for row in one["cards"] if row["table"] == table]) for table in tables)


def _things(one: Row, table: str, cards: list[Row]) -> str:
    """One table of things: with their contributions where they have such, then how often and with what success."""
    measures = list(cards[0]["measures"])
    body = f"<h3>{_safe(table.capitalize())}</h3>"
    if table in one["blanks"]:
        said = CONTRIBUTES.format(blank=one["blanks"][table], measure=measures[0])
        body += f'<p class="note">{_safe(said)}</p>{_contributions(cards, measures[0])}'
    for measure in measures:
        kept = [card for card in cards if card["measures"][measure]["use"]["games_a"]]
        first = sorted(kept, key=lambda card: _rank(card, measure))[:MEASURED]
        uses = [{**card["measures"][measure]["use"], "name": card["name"]} for card in first]
        wins = [{**card["measures"][measure]["wins"], "name": card["name"]} for card in first
                if card["measures"][measure]["wins"]]  # fmt: skip
        body += f"<details><summary>{_safe(measure)}: times a game</summary>{_table(uses, 1, '')}</details>"
        if wins:
            body += f"<details><summary>{_safe(measure)}: share of wins</summary>{_table(wins, 100, ' %')}</details>"
    return body


def _rank(card: Row, measure: str) -> tuple[bool, float]:
    use = card["measures"][measure]["use"]
    return not card["changed"], -abs(use["difference"] or 0)


def _contributions(cards: list[Row], measure: str) -> str:
    known = [card for card in cards if card["contribution"] and card["contribution"]["b"]["value"] is not None]
    known.sort(key=lambda card: -card["contribution"]["b"]["value"])
    if not known:
        return '<p class="note">Contributions were not asked for, or no such card was seen.</p>'
    rows = [{"name": f"{'• ' if card['changed'] else ''}{card['name']}", "part": card["contribution"],
             "naive": card["measures"][measure]["wins"]} for card in known]  # fmt: skip
    ends = [abs(row["part"]["difference"][end] or 0) for row in rows for end in ("low", "high")]
    widest = max(ends, default=0) or 1
    names = ("", "A", "B", "B − A", "from", "to", "", f"wins when {measure}: A", "B")
    head = "".join(f"<th scope=col>{_safe(name)}</th>" for name in names)
    lines = "".join(
        f"<tr><td>{_safe(row['name'])}</td><td>{_signed(row['part']['a']['value'], 100)}</td>"
        f"<td>{_signed(row['part']['b']['value'], 100)}</td><td>{_signed(row['part']['difference']['value'], 100)}</td>"
        f"<td>{_signed(row['part']['difference']['low'], 100)}</td>"
        f"<td>{_signed(row['part']['difference']['high'], 100)}</td>"
        f'<td class="plot">{_plot(row["part"]["difference"], "value", widest)}</td>'
        f"<td>{_shown(row['naive'] and row['naive']['a'], 100)} %</td>"
        f"<td>{_shown(row['naive'] and row['naive']['b'], 100)} %</td></tr>"
        for row in rows
    )
    return (
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
        '<p class="note">In points of the share of wins. • marks what the editions print differently.</p>'
    )


def _levels(summaries: Sequence[Row]) -> str:
    """The same figures at every level, side by side."""
    body = '<p class="note">A card that is weak among beginners may rule among experts.</p>'
    blocks = [(name, [list(one[name]) for one in summaries], "difference", 100.0)
              for name in ("seats", "sides") if summaries[0][name]]  # fmt: skip
    contributed = [
        [{**card["contribution"]["b"], "name": card["name"], "found": card["found"]} for card in one["cards"]
         if card["contribution"] and card["contribution"]["b"]["value"] is not None] for one in summaries
    ]  # fmt: skip
    if all(contributed):
        blocks.append(("contribution with B", contributed, "value", 100.0))
    for name, columns, key, factor in blocks:
        head = "<th></th>" + "".join(f"<th scope=col>{_safe(_who(one))}</th>" for one in summaries)
        lookup = [{row["name"]: row for row in rows} for rows in columns]
        lines = "".join(
            f"<tr><td>{_safe(thing)}</td>" + "".join(_cell(rows.get(thing), key, factor) for rows in lookup) + "</tr>"
            for thing in lookup[0]
        )
        said = f"{name}: B − A, in points" if key == "difference" else f"{name}, in points"
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
        body += f'<h3>{_safe(said.capitalize())}</h3><div class="wide">{table}</div>'
    return body


def _cell(row: Row | None, key: str, factor: float) -> str:
    if row is None or row[key] is None:
        return "<td>–</td>"
    half = (row["high"] - row["low"]) / 2
    return f"<td>{factor * row[key]:+.2f} ± {factor * half:.2f}</td>"
