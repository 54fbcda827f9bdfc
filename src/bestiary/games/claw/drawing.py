"""Tooth & Claw for people: a view as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bestiary.games.claw.state import BACK, CARDS, COLUMNS, ROUNDS, SPACES
from bestiary.games.claw.words import ROWS, printed

WIDTH: Final = 80
LABEL: Final = 18
CELL: Final = 18
SMALL: Final = 13  # a formation card among six
LEGEND: Final = (
    "  # blank   +1 +2 stronger   W Wild   ? the deck's top card   2 two cards",
    "  The upper row is the Vanguard, then Rearguard and Reinforcements.",
)


def draw(data: dict[str, Any], names: Sequence[str]) -> str:
    """A view as plain text, at most 80 columns wide: the opponent above, turned towards us."""
    names = [name[:16] for name in names]
    bottom = max(data["me"], 0)
    above, below = data["seats"][1 - bottom], data["seats"][bottom]
    lines = [_headline(data, names)]
    if data["step"] == "type":
        lines += ["", *_type_lines(data, names)]
    elif data["step"] != "over":
        show = _choice_lines if data["step"] == "formation" else _board_lines
        lines += ["", *show(data, above, below, names), "", *_card_lines(data, above, below, names)]
    if data["battle"] or data["step"] == "over" or data["round"] + data["game"] > 2:
        lines += ["", *_score_lines(data, [below, above], names)]
    if data["hint"]:
        lines += ["", f"  {data['hint']}"]
    return "\n".join(line.rstrip() for line in lines)


def _headline(data: Mapping[str, Any], names: Sequence[str]) -> str:
    game = f"Game {data['game']} of {data['games']}. " if data["games"] > 1 else ""
    if data["step"] == "over":
        return f"The game is over. Winning: {' and '.join(names[s] for s in data['winners'])}."
    if data["step"] == "type":
        return f"{game}The players choose their types. First player: {names[data['first']]}."
    battle = f", battle {data['battle']} of {data['battles']}" if data["battle"] else ""
    return f"{game}Round {data['round']} of {data['rounds']}{battle}. First player: {names[data['first']]}."


def _type_lines(data: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    lines = ["  " + "".join(f"{f'Round {number + 1}':<{2 * SMALL}}" for number in range(ROUNDS))]
    for kind in data["types"]:
        taken = "" if kind["taken"] is None else f", taken by {names[kind['taken']]}"
        lines += [f"  {kind['type'].upper()}{taken}", *_layout_lines(kind["formations"], SMALL), ""]
    return [*lines, *LEGEND]


def _choice_lines(
    data: Mapping[str, Any], above: Mapping[str, Any], below: Mapping[str, Any], names: Sequence[str]
) -> list[str]:
    heads = []
    for seat in (below, above):
        mark = ">" if seat["asked"] else " "
        chosen = f": {seat['formation'] or 'chosen'}" if seat["chosen"] else ""
        heads.append(f"{mark} {names[seat['seat']]}, {seat['type']}{chosen}"[:37])
    return [
        f"{heads[0]:<40}{heads[1]}".rstrip(),
        *_layout_lines([*below["choices"], *above["choices"]], 20),
        "",
        *LEGEND,
    ]


def _layout_lines(formations: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    """Formation cards side by side, as printed."""
    cell = min((width - 1) // COLUMNS, 5)
    lines = ["  " + "".join(f"{f['name'][: width - 1]:<{width}}" for f in formations)]
    for row in range(0, SPACES, COLUMNS):
        cards = ["".join(f"{printed(s):<{cell}}" for s in f["spaces"][row : row + COLUMNS]) for f in formations]
        lines.append("  " + "".join(f"{card:<{width}}" for card in cards))
    return [line.rstrip() for line in lines]


def _board_lines(
    data: Mapping[str, Any], above: Mapping[str, Any], below: Mapping[str, Any], names: Sequence[str]
) -> list[str]:
    placing = data["step"] in ("front", "back")
    back, rear, front = (_row_line(above, row, placing) for row in (BACK, COLUMNS, 0))
    numbers = " " * (LABEL + 2) + "".join(f"{column:<{CELL}}" for column in range(1, COLUMNS + 1))
    led = data["led"]
    between = ""
    if led:
        played_as = "" if led["colour"] == led["card"]["colour"] else f" as {led['colour']}"
        between = f" {names[led['seat']]}: {led['card']['name']}{played_as}, strength {led['strength']} "
    return [
        _seat_line(above, names),
        numbers,
        *(back, rear, front),
        "  " + between.center(WIDTH - 6, "-"),
        *(_row_line(below, row, placing) for row in (0, COLUMNS, BACK)),
        numbers,
        _seat_line(below, names),
    ]


def _seat_line(seat: Mapping[str, Any], names: Sequence[str]) -> str:
    mark = ">" if seat["asked"] else " "
    role = f", {seat['role']}" if seat["role"] else ""
    left = f"{mark} {names[seat['seat']]}{role}: {seat['type']}, {seat['formation'][:14]}"
    piles = f"hand {seat['hand_count']}, deck {seat['deck_count']}, taken {seat['taken_count']}"
    return f"{left:<{WIDTH - 27}}{piles:>23}"


def _row_line(seat: Mapping[str, Any], row: int, placing: bool) -> str:
    spaces = seat["spaces"][row : row + COLUMNS]
    cells = "".join(f"{_cell(space, placing):<{CELL}}" for space in spaces)
    return f"  {ROWS[row // COLUMNS]:<{LABEL}}{cells}".rstrip()


def _cell(space: Mapping[str, Any], placing: bool) -> str:
    """`R12+2`, `B5 W`, `####`, `[??]`, `[B6]` for an own card face down, `>R9<` for the card in battle."""
    if space["blank"]:
        return "####"
    text = "".join(_short(card) for card in space["cards"]) or "."
    if space["in_battle"]:
        text = f">{text}<"
    text += f"+{space['bonus']}" if space["bonus"] else ""
    text += " W" if space["wild"] else ""
    text += " x2" if space["two"] and placing else ""
    return text + (" <--" if space["next"] else "")


def _short(lying: Mapping[str, Any]) -> str:
    card = lying["card"]
    text = f"{card['colour'][0]}{card['rank']}" if card else "??"
    return text if lying["up"] else f"[{text}]"


def _card_lines(
    data: Mapping[str, Any], above: Mapping[str, Any], below: Mapping[str, Any], names: Sequence[str]
) -> list[str]:
    """What a player holds, and what lies beside the formations."""
    rows = []
    if below["hand"] is not None:
        rows.append(("Your hand", _listed(below["hand"])))
    if data["phase"] == "combat":
        for seat in (below, above):
            if seat["taken"] is not None:
                rows.append((f"{names[seat['seat']][:12]} took", _listed(seat["taken"])))
    for seat in (below, above):
        if seat["unseen"] is not None and len(seat["unseen"]) < CARDS:
            whose = "Not yet seen" if data["me"] >= 0 else f"{names[seat['seat']][:10]} hides"
            rows.append((whose, _listed(seat["unseen"])))
    return [f"  {label:<{LABEL}}{text}" for label, text in rows]


def _listed(cards: Sequence[Mapping[str, Any]]) -> str:
    """`Red 3 8, Blue 12`; `nothing` for none."""
    colours: dict[str, list[int]] = {}
    for card in cards:
        colours.setdefault(card["colour"], []).append(card["rank"])
    parts = [f"{colour} {' '.join(map(str, sorted(ranks)))}" for colour, ranks in colours.items()]
    return ", ".join(parts) or "nothing"


def _score_lines(data: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Achievements by round; those of a round that must be remembered are a question mark."""
    before = data["game"] > 1
    heads = [*(["game 1"] if before else []), *(f"round {n + 1}" for n in range(ROUNDS)), "total"]
    lines = ["  " + " " * LABEL + "".join(f"{head:>10}" for head in heads)]
    for seat in seats:
        rounds = [_points(data, number, points) for number, points in enumerate(seat["points"])]
        row = [*([str(seat["total"])] if before else []), *rounds, str(seat["total"] + seat["score"])]
        lines.append(f"  {names[seat['seat']]:<{LABEL}}" + "".join(f"{text:>10}" for text in row))
    return lines


def _points(data: Mapping[str, Any], number: int, points: int | None) -> str:
    if points is not None:
        return str(points)
    return "?" if number < data["round"] else "-"
