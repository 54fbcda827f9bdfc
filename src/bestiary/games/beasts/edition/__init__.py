"""Reads an edition of Tailed Beasts: a folder with the map, the board, and a file for each deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from bestiary.engine.content import Section
from bestiary.games.beasts import names
from bestiary.games.beasts.cards import decks
from bestiary.games.beasts.cards.language import OP_GAINC, PATH_CARD, R_A, R_OP, R_TIMING, T_HA
from bestiary.games.beasts.hands import group_of
from bestiary.games.beasts.map import atlas
from bestiary.games.beasts.state import CLANS, SEATS, STARTING, TIEBREAKER, TRACK_NAMES, Box

SPOTS: Final = {2: "two", 3: "three", 4: "four"}
HIGHEST: Final = 9


def assemble(root: Section) -> tuple[Any, Mapping[str, Any]]:
    """The box of a checked folder, and what its things are called."""
    chart = atlas.read(root.section("map"))
    content = decks.load(root)
    check_capitals(root.section("clans"), content, chart)
    box: Any = Box.new()
    for field in ("kind", "letter", "capital", "spawner", "coin", "hot", "dom", "near", "border"):
        box[field] = getattr(chart, field)
    box.hideout = chart.base
    tables = decks.tables_of(content)
    for field in (
        "exists", "style", "heads", "tier", "heal", "block", "skull", "sand", "resource", "amount", "rows", "price",
        "allies", "passive", "action", "event",
    ):  # fmt: skip
        box[field] = getattr(tables, field)
    print_hands(box)
    read_board(root.section("board"), box)
    return box, names.word_lists(content, chart)


def check_capitals(clans: Section, content: decks.Content, chart: atlas.Atlas) -> None:
    """A clan's capital is the field that the map says."""
    for number, field in enumerate(chart.capitals()):
        clan, name = content.clans[number], chart.names[field]
        if clan.capital != name:
            reason = f"is {clan.capital}; on the map {clan.name} has its capital in {name}"
            raise clans.wrong(reason, "clans", str(number), "capital")


def print_hands(box: Any) -> None:
    """What cards of each back can do from a hand, and which card brings paths [R52]."""
    for card in np.flatnonzero(box.exists):
        for row in box.rows[card]:
            timing = int(row[R_TIMING])
            if timing >= T_HA:
                box.uses[card] |= 1 << (timing - T_HA)
            if timing == T_HA and int(row[R_OP]) == OP_GAINC and int(row[R_A]) == PATH_CARD:
                box.caller = int(card) + 1
        box.timings[group_of(int(card))] |= box.uses[card]


def read_board(file: Section, box: Any) -> None:
    """The dominance board: initial order and value of the spots, by number of players [R5]."""
    for track, name in enumerate(TRACK_NAMES):
        section = file.section(name)
        for seats, spots in SPOTS.items():
            key = f"order_of_{spots}"
            order = section.integers(key, 1, CLANS, range(CLANS, CLANS + 1))
            if sorted(order) != list(range(1, CLANS + 1)):
                raise section.wrong(f"must name each of the {CLANS} clans once", key)
            box.order[seats - 2, track] = [clan - 1 for clan in order]
        if track not in (STARTING, TIEBREAKER):
            for seats in range(2, SEATS + 1):
                values = section.integers(SPOTS[seats], 0, HIGHEST, range(seats, seats + 1))
                if values != sorted(values, reverse=True):
                    raise section.wrong("must fall from the best spot to the last", SPOTS[seats])
                box.value[track, seats, :seats] = values
        section.close()
    file.close()
