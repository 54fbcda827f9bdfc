"""What lies where, asked for in the middle of a game of Tailed Beasts."""

from __future__ import annotations

import re
from functools import cache

import pytest

import bestiary
from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.cli import answers, lookup
from bestiary.engine.chance import quick_rng
from bestiary.engine.seat import look, shown
from bestiary.engine.table import Table

NAMES = ("You", "Ash")
ENOUGH = 600


@cache
def in_the_second_round() -> Table:
    """A turn of seat 0, with cards in the discard piles."""
    table, rng = bestiary.make("beasts", players=2, seed="oak"), quick_rng("x")
    player = bot_named(table.game, "greedy")
    for _ in range(ENOUGH):
        seat = table.waiting()[0]
        seen = look(table, seat)
        piles = "discard:0" in seen.public.places
        if seat == 0 and seen.public.round > 1 and piles and seen.private.question.kind == "turn":
            return table
        table.play(seat, player.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action)
    raise AssertionError("nobody discards")


def told(about: str) -> list[str]:
    table = in_the_second_round()
    decision = answers.Decision(shown(table).sight(0), look(table, 0), NAMES)
    return answers.explain(decision, decision.menu(), about)


@pytest.mark.parametrize("kind", ["discard", "held", "supply", "beasts"])
def test_a_list_tells_what_lies_there_and_nothing_else(kind: str) -> None:
    lines = told(kind)
    assert lines
    for line in lines:
        assert re.match(rf"{kind.capitalize()}( \((You|Ash)\))?: \d+ ", line), line


def test_units_in_a_field_are_counted_in_the_plural_and_said_to_be_whose() -> None:
    table = in_the_second_round()
    places = {place: units for place, units in look(table, 0).public.places.items() if re.match(r"field:\d+/", place)}
    place, unit = next((place, unit) for place, units in places.items() for unit in units if units[unit] > 1)
    count, seat = places[place][unit], int(place.rpartition("/")[2])
    owner = ("yours", "Ash")[seat]
    lines = " ".join(told(place.partition("/")[0]))
    assert re.search(rf"There: .*{count} (prone )?{unit.removesuffix('-prone')}s of {owner}", lines), lines


def test_the_help_names_every_list_that_there_is() -> None:
    table = in_the_second_round()
    kinds = lookup.kinds(table.game, table.edition, look(table, 0))
    assert {"units", "discard", "supply", "specialties", "hand", "held", "shop", "tokens"} <= set(kinds)
    for kind in kinds:
        assert not any("names no card" in line for line in told(kind)), kind
