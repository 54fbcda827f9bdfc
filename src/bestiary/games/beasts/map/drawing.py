"""The map as a picture: one SVG file that needs nothing else, light or dark as its reader likes it.

Inks are those of the design tokens. They stand here as plain colours, because not every viewer knows CSS variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Final
from xml.sax.saxutils import escape

from bestiary.games.beasts.map.atlas import LETTERS, Atlas, borders_around
from bestiary.games.beasts.state import COAST, FIELDS, KAMUI, LAND, MOUNTAIN, OPEN, RIVER, SEA, WATER

SIZE: Final = 50.0  # from the middle of a field to its corners
MARGIN: Final = 26.0
KEY_HEIGHT: Final = 72.0
POOL: Final = 46.0  # radius of the field beyond the map
LONG_LINE: Final = 9  # letters; longer ones are set smaller
KEY_COLUMNS: Final = 5
PEAKS: Final = (0.2, 0.5, 0.8)  # along a border

Point = tuple[float, float]

LIGHT: Final = {
    ".paper": "fill:#ece2cb", ".land": "fill:#e9dcb8", ".water": "fill:#a9c4c6", ".pool": "fill:#26302f;stroke:#c7a860",
    ".ink": "fill:#2b2118", ".faint": "fill:#57483a", ".wet": "fill:#284a55", ".deep": "fill:#f2e9d4",
    ".open": "stroke:#9a8054", ".wave": "stroke:#6f979e", ".coast": "stroke:#5a4a30", ".river": "stroke:#2b6a8a",
    ".ridge": "stroke:#5b4730", ".peak": "fill:#dfd0a6;stroke:#5b4730", ".coin": "fill:#c7952c;stroke:#5d4208",
    ".hot": "stroke:#992b1b", ".crown": "fill:#80560b", ".paw": "fill:#57483a", ".cave": "fill:#5b4730",
    ".buoy": "stroke:#284a55",
}  # fmt: skip
DARK: Final = {
    ".paper": "fill:#0d1312", ".land": "fill:#4c4a38", ".water": "fill:#17303a", ".pool": "fill:#1a2422;stroke:#b8984f",
    ".ink": "fill:#f1e8d5", ".faint": "fill:#d9cba4", ".wet": "fill:#a9cdd6", ".deep": "fill:#f2e9d4",
    ".open": "stroke:#8d8a6c", ".wave": "stroke:#2f5563", ".coast": "stroke:#0c1211", ".river": "stroke:#62aed4",
    ".ridge": "stroke:#cdbb8f", ".peak": "fill:#434231;stroke:#cdbb8f", ".coin": "fill:#d9a845;stroke:#231803",
    ".hot": "stroke:#ff9077", ".crown": "fill:#e6bb62", ".paw": "fill:#d9cba4", ".cave": "fill:#cdbb8f",
    ".buoy": "stroke:#a9cdd6",
}  # fmt: skip
SHAPES: Final = (
    'text{font-family:"Alegreya","Iowan Old Style","Palatino Linotype",Palatino,serif;text-anchor:middle}'
    ".name{font-size:11.5px;font-weight:600}.number{font-size:10px}.nation{font-size:8.5px;"
    "letter-spacing:.08em}.capital{font-size:12px;font-weight:800}.long{font-size:9.8px}.capital.long{font-size:11px}.letter{font-size:13px;font-weight:700}"
    ".key{font-size:13px;text-anchor:start}"
    ".open,.wave,.coast,.river,.ridge,.hot,.buoy{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".open{stroke-width:1;stroke-dasharray:1.5 4}.wave{stroke-width:1;stroke-dasharray:4 5}.coast{stroke-width:3}"
    ".river{stroke-width:5.5}.ridge{stroke-width:5.5}.peak{stroke-width:1.6;stroke-linejoin:round}"
    ".pool{stroke-width:2}.coin{stroke-width:1}.hot{stroke-width:2}.buoy{stroke-width:1.4}.tint{fill-opacity:.18}"
    ".hit{fill:none;pointer-events:all}"
)
CLANS: Final = ("#bc4419", "#ebbd42", "#2370bd", "#bdb5a4", "#5d2a78", "#0f5f45")

# Signs, drawn around (0, 0)
COIN: Final = '<circle class="coin" r="6.5"/><path class="ink" d="M-1-3.5h2v7h-2z"/>'
HOT: Final = '<path class="hot" d="M-5 5c-3-4 3-6 0-10M0 5c-3-4 3-6 0-10M5 5c-3-4 3-6 0-10"/>'
CROWN: Final = '<path class="crown" d="M-8 5.5-9-4l5 4.5L0-6l4 6.5L9-4 8 5.5z"/>'
PAW: Final = (
    '<g class="paw"><ellipse cy="3" rx="5" ry="4"/><circle cx="-6" cy="-2" r="2.2"/><circle cx="-2" cy="-5" r="2.2"/>'
    '<circle cx="2" cy="-5" r="2.2"/><circle cx="6" cy="-2" r="2.2"/></g>'
)
CASTLE: Final = '<path class="ink" d="M-9 8V-7h4v3h3v-3h4v3h3v-3h4V8H3V3a3 3 0 0 0-6 0v5z"/>'
CAVE: Final = '<path class="cave" d="M-10 7C-10-4-5-8 0-8S10-4 10 7H5C5 1 3-2 0-2S-5 1-5 7z"/>'
MOUNTAINS: Final = '<path class="ridge" d="M-13 4H13"/><path class="peak" d="M-13 6l6-12 6 12zM1 6 7-6l6 12z"/>'
STREAM: Final = '<path class="river" d="M-13 0q6.5-9 13 0t13 0"/>'
BUOY: Final = '<circle class="buoy" r="10"/><text class="letter wet" y="4.5">{}</text>'
KEY: Final = (
    (CASTLE, "capital"), (CAVE, "lair"), (PAW, "spawner"), (MOUNTAINS, "mountains"), (STREAM, "river"),
    (COIN, "coin"), (HOT, "hot spring"), (CROWN, "crown"), (BUOY.format("A"), "neighbours by letter"),
)  # fmt: skip


def svg(atlas: Atlas, title: str) -> str:
    """The whole picture. Every field is named for those who cannot see it."""
    middles = [_middle(atlas, field) for field in range(FIELDS)]
    left, right = min(x for x, _ in middles) - SIZE - MARGIN, max(x for x, _ in middles) + SIZE + MARGIN
    top, bottom = min(y for _, y in middles) - SIZE - MARGIN, max(y for _, y in middles) + SIZE + MARGIN
    view = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top + KEY_HEIGHT:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="group" aria-labelledby="title desc">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(_description(atlas))}</desc>',
        f"<style>{_style()}</style>",
        f'<rect class="paper" x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" '
        f'height="{bottom - top + KEY_HEIGHT:.0f}"/>',
        '<g aria-hidden="true">',
        *_grounds(atlas),
        *_lines(atlas),
        "</g>",
        *(_field(atlas, field) for field in range(FIELDS)),
        '<g aria-hidden="true">',
        *_key(left + MARGIN, bottom + 10, right - left - 2 * MARGIN),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _style() -> str:
    light, dark = ("".join(f"{name}{{{rule}}}" for name, rule in inks.items()) for inks in (LIGHT, DARK))
    return f"{SHAPES}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _description(atlas: Atlas) -> str:
    lands = sum(int(atlas.kind[field]) == LAND for field in range(KAMUI))
    nations, apart = ", ".join(atlas.nations), atlas.names[KAMUI]
    return f"{lands} lands and {KAMUI - lands} waters. The nations are {nations}. {apart} lies apart."


def _middle(atlas: Atlas, field: int) -> Point:
    q, r = atlas.places[field]
    return sqrt(3) * SIZE * (q + r / 2), 1.5 * SIZE * r


def _corners(atlas: Atlas, field: int) -> list[Point]:
    """The corners of a field: side s of `SIDES` runs from corner s to corner s + 1."""
    x, y = _middle(atlas, field)
    turns = [(2 * corner - 1) * pi / 6 for corner in range(7)]
    return [(x + SIZE * cos(turn), y + SIZE * sin(turn)) for turn in turns]


def _grounds(atlas: Atlas) -> Iterator[str]:
    for field in range(KAMUI):
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in _corners(atlas, field)[:6])
        yield f'<polygon class="{"water" if atlas.kind[field] == WATER else "land"}" points="{shape}"/>'
        if atlas.kind[field] == LAND and atlas.sector[field] >= 0:
            yield f'<polygon class="tint" fill="{CLANS[int(atlas.sector[field])]}" points="{shape}"/>'
    x, y = _middle(atlas, KAMUI)
    yield f'<circle class="pool" cx="{x:.1f}" cy="{y:.1f}" r="{POOL:.0f}"/>'


def _lines(atlas: Atlas) -> Iterator[str]:
    """The borders, those that stop nobody first."""
    found: dict[int, list[tuple[Point, Point]]] = {border: [] for border in (SEA, OPEN, COAST, RIVER, MOUNTAIN)}
    drawn: set[tuple[Point, Point]] = set()
    for field in range(KAMUI):
        corners = [(round(x, 1), round(y, 1)) for x, y in _corners(atlas, field)]
        for side, border in enumerate(borders_around(atlas, field)):
            first, second = sorted(corners[side : side + 2])
            if (first, second) not in drawn:
                drawn.add((first, second))
                found[border].append((first, second))
    for border, name in ((SEA, "wave"), (OPEN, "open"), (COAST, "coast")):
        yield f'<path class="{name}" d="{"".join(_line(*ends) for ends in found[border])}"/>'
    yield f'<path class="river" d="{"".join(_wave(*ends) for ends in found[RIVER])}"/>'
    yield f'<path class="ridge" d="{"".join(_line(*ends) for ends in found[MOUNTAIN])}"/>'
    yield f'<path class="peak" d="{"".join(_peaks(*ends) for ends in found[MOUNTAIN])}"/>'


def _line(first: Point, second: Point) -> str:
    return f"M{first[0]} {first[1]}L{second[0]} {second[1]}"


def _wave(first: Point, second: Point) -> str:
    (ax, ay), (bx, by) = first, second
    aside = (by - ay) / 7, (ax - bx) / 7
    bend = f"{ax + (bx - ax) / 4 + aside[0]:.1f} {ay + (by - ay) / 4 + aside[1]:.1f}"
    return f"M{ax} {ay}Q{bend} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}T{bx} {by}"


def _peaks(first: Point, second: Point) -> str:
    places = [(first[0] + (second[0] - first[0]) * t, first[1] + (second[1] - first[1]) * t) for t in PEAKS]
    return "".join(f"M{x - 6:.1f} {y + 5:.1f}l6-12 6 12z" for x, y in sorted(places, key=lambda place: place[1]))


def _field(atlas: Atlas, field: int) -> str:
    """Number, signs and name of a field, and a sentence for who listens or points at it."""
    x, y = _middle(atlas, field)
    ink = "deep" if field == KAMUI else "wet" if atlas.kind[field] == WATER else "ink"
    parts = [f'<g role="img" id="field-{field}" transform="translate({x:.1f} {y:.1f})">']
    parts.append(f"<title>{escape(sentence(atlas, field))}</title>")
    parts.append(f'<circle class="hit" r="{SIZE * 0.85:.1f}"/>')
    parts.append(f'<text class="number {"faint" if ink == "ink" else ink}" y="-29">{field}</text>')
    signs = _signs(atlas, field)
    for place, sign in enumerate(signs):
        parts.append(f'<g transform="translate({20 * (place - (len(signs) - 1) / 2):g} -12)">{sign}</g>')
    lines, style = _name_lines(atlas.names[field]), f"capital {ink}" if atlas.capital[field] else f"name {ink}"
    if max(map(len, lines)) > LONG_LINE:
        style += " long"
    texts = [(style, line) for line in lines]
    if atlas.capital[field]:
        texts.append(("nation faint", atlas.nations[int(atlas.sector[field])].upper()))
    for number, (style, line) in enumerate(texts):
        parts.append(f'<text class="{style}" y="{11 + 11.5 * number:g}">{escape(line)}</text>')
    return "".join([*parts, "</g>"])


def _signs(atlas: Atlas, field: int) -> list[str]:
    if atlas.letter[field]:
        letter = LETTERS[int(atlas.letter[field])]
        return [BUOY.format(letter)]
    signs = {CASTLE: bool(atlas.capital[field]), CAVE: atlas.base[field], PAW: atlas.spawner[field],
             COIN: atlas.coin[field], HOT: atlas.hot[field], CROWN: atlas.dom[field]}  # fmt: skip
    return [sign for sign, number in signs.items() for _ in range(int(number))]


def _name_lines(name: str) -> list[str]:
    """A name in one line or two, broken where they become most even."""
    words = name.split()
    breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(breaks, key=lambda lines: max(map(len, lines)))) if breaks else [name]


def sentence(atlas: Atlas, field: int) -> str:
    """A field in words."""
    if field == KAMUI:
        return f"{field}, {atlas.names[field]}: beyond the map"
    kind = "water" if atlas.kind[field] == WATER else "land"
    marks = [word for word, number in (
        ("capital", atlas.capital), ("lair", atlas.base), ("spawner", atlas.spawner), ("coin", atlas.coin),
        ("hot spring", atlas.hot), ("crown", atlas.dom),
    ) if number[field]]  # fmt: skip
    marks = ["two coins" if mark == "coin" and atlas.coin[field] > 1 else mark for mark in marks]
    if atlas.letter[field]:
        marks.append(f"letter {LETTERS[int(atlas.letter[field])]}")
    others: dict[str, list[str]] = {"mountains": [], "river": []}
    for other, border in atlas.neighbours(field):
        if border in (MOUNTAIN, RIVER):
            others["mountains" if border == MOUNTAIN else "river"].append(atlas.names[other])
    marks += [f"{what} towards {' and '.join(names)}" for what, names in others.items() if names]
    return "; ".join([f"{field}, {atlas.names[field]}: {kind}, {atlas.region(field)}", *marks])


def _key(left: float, top: float, width: float) -> Iterator[str]:
    for place, (sign, word) in enumerate(KEY):
        x, y = left + 14 + width / KEY_COLUMNS * (place % KEY_COLUMNS), top + 30 * (place // KEY_COLUMNS)
        label = f'<text class="key ink" x="22" y="4.5">{word}</text>'
        yield f'<g transform="translate({x:.1f} {y:.1f})">{sign}{label}</g>'
