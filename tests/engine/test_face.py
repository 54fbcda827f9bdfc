"""What `import bestiary` offers."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bestiary
from bestiary.engine import errors
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game, game_names

HEAVY = ("numpy", "numba", "llvmlite", "msgspec", "typer", "rich", "bestiary.engine.rule")
CHEAP = f"""
import sys
def heavy():
    return sorted(set(sys.modules) & set({HEAVY!r}))
import bestiary
assert not heavy(), heavy()
assert not [name for name in sys.modules if name.startswith("bestiary.")]
assert bestiary.__version__ and "make" in dir(bestiary)
assert "talon" in bestiary.games() and not heavy(), heavy()
assert issubclass(bestiary.IllegalError, bestiary.BestiaryError) and not heavy(), heavy()
try:
    bestiary.find_game("tallon")
except bestiary.MalformedError as error:
    print(error)
assert not heavy(), heavy()
"""


def test_importing_it_imports_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-c", CHEAP], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "no game is called 'tallon'; did you mean 'talon'?\n"


def test_its_docstring_is_true() -> None:
    assert doctest.testmod(bestiary).failed == 0


def test_everything_that_it_names_is_there() -> None:
    assert set(bestiary.__all__) == {*bestiary._PLACES, "games"}
    for name in bestiary.__all__:
        assert getattr(bestiary, name) is not None
    assert bestiary.FaultError is errors.FaultError
    assert bestiary.games() == game_names(), "also once the package of this name is imported"
    with pytest.raises(AttributeError, match="no attribute 'made'"):
        bestiary.made  # type: ignore[attr-defined]  # noqa: B018


def test_a_table_is_made_as_it_is_asked_for() -> None:
    table = bestiary.make("talon", players=3, variant="gamble", seed="oak", stack=60, edition="house")
    assert isinstance(table, bestiary.Table)
    settings = table.game.settings(table.options)
    assert (settings["seats"], settings["gamble"], settings["stack"]) == (3, 1, 60)
    again = bestiary.make(find_game("talon"), players=3, variant="gamble", seed="oak", stack=60)
    assert record_bytes(table.state) == record_bytes(again.state)


def test_without_a_seed_every_game_is_another_one() -> None:
    assert bestiary.make("talon").seed != bestiary.make("talon").seed
    given = bytes(range(32))
    assert bestiary.make("talon", seed=given).seed == given
    one, two = (bestiary.make("talon", seed=given, seat_seeds=seeds) for seeds in ((), ("mine",)))
    assert record_bytes(one.state) != record_bytes(two.state)


WRONG: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a misspelt game": ("tallon", {}, "did you mean 'talon'"),
    "no game": ("chess", {}, "no game is called 'chess'; there are beasts, claw"),
    "a number for a game": (7, {}, "given by its name"),
    "a number for a seed": ("talon", {"seed": 7}, "a seed is a text, or bytes"),
    "an empty seed": ("talon", {"seed": b""}, "at least one"),
    "too many players": ("talon", {"players": 11}, "2 to 10 players, not 11"),
    "too many players for a game of two": ("claw", {"players": 3}, "Tooth & Claw is for 2 players, not 3"),
    "players in words": ("talon", {"players": "three"}, "2 to 10 players, not three"),
    "a misspelt variant": ("talon", {"variant": "gambel"}, "did you mean 'gamble'"),
    "a number for a variant": ("talon", {"variant": 3}, "variant is a text"),
    "an unknown edition": ("talon", {"edition": "deluxe"}, "no edition 'deluxe'"),
    "a number for an edition": ("talon", {"edition": 1}, "edition is a text"),
    "a misspelt setting": ("talon", {"stak": 50}, "no option 'stak'; did you mean 'stack'"),
    "a setting out of range": ("talon", {"variant": "gamble", "stack": 10**9}, "stack must be"),
    "settings that do not go together": ("talon", {"teams": 2, "gamble": 1}, "do not go together"),
    "one text for all seats": ("talon", {"seat_seeds": "mine"}, "list of texts"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_told_in_one_line(case: str) -> None:
    game, given, said = WRONG[case]
    with pytest.raises(bestiary.MalformedError) as wrong:
        bestiary.make(game, **given)
    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("seat", [3, -1, 99, "0", None, True, 1.0])
def test_a_seat_that_does_not_exist_has_no_actions(seat: Any) -> None:
    table = bestiary.make("talon", players=3, seed="oak")
    with pytest.raises(bestiary.MalformedError, match="no seat"):
        table.legal(seat)


@pytest.mark.parametrize("seat", [3, -2, "0", True, 1.0])
def test_a_seat_that_does_not_exist_knows_nothing(seat: Any) -> None:
    table = bestiary.make("talon", players=3, seed="oak")
    with pytest.raises(bestiary.MalformedError, match="no seat"):
        table.knowledge(seat)
    assert int(table.knowledge(-1).seats) == 3, "a spectator does"


SLIPS: dict[str, tuple[Callable[[bestiary.Table], Any], str]] = {
    "looking from no seat": (lambda t: bestiary.look(t, 7), "there is no seat 7; seats are 0 to 2, a spectator is -1"),
    "looking from True": (lambda t: bestiary.look(t, True), "there is no seat True; seats are 0 to 2"),
    "looking from 1.0": (lambda t: bestiary.look(t, 1.0), "there is no seat 1.0; seats are 0 to 2"),
    "hearing at no seat": (lambda t: bestiary.since(t, 9, 0), "there is no seat 9"),
    "hearing from a text on": (lambda t: bestiary.since(t, 0, "x"), "events are counted from 0, not 'x'"),
    "hearing from before the first": (lambda t: bestiary.since(t, 0, -5), "there is no event -5"),
    "being told at no seat": (lambda t: t.told(t.events(), 9), "there is no seat 9"),
    "playing at True": (lambda t: t.play(True, 1), "there is no seat True; seats are 0 to 2"),
    "playing at no seat": (lambda t: t.play(3, 1), "there is no seat 3; seats are 0 to 2"),
    "playing True": (lambda t: t.play(1, True), "an action is a number, a text or an object, not True"),
    "asking about True": (lambda t: bestiary.refuse(t, 1, True), "an action is a number, a text or an object, not"),
    "taking back True": (lambda t: t.take_back(True), "is a number, not True"),
    "a decision that was not made": (lambda t: t.is_open(4), "there is no decision 4; 0 were made"),
    "a text as a table's seed": (
        lambda t: bestiary.Table(t.game, t.edition, t.options, "oak"), "seed is bytes; bestiary.make takes a text"
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_what_means_nothing_at_a_table_is_told_in_one_line_and_changes_nothing(slip: str) -> None:
    table = bestiary.make("talon", players=3, seed="oak")
    before = record_bytes(table.state)
    done, said = SLIPS[slip]
    with pytest.raises(bestiary.MalformedError) as wrong:
        done(table)
    assert said in str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert (record_bytes(table.state), table.plies) == (before, [])


def test_a_number_of_numpy_is_a_seat_and_an_action() -> None:
    table = bestiary.make("talon", players=3, seed="oak")
    table.play(np.int64(2), np.int32(1))
    assert (type(table.plies[0].seat), type(table.plies[0].action)) == (int, int)


def test_shares_of_the_victory_are_told_at_the_end() -> None:
    table = bestiary.make("talon", players=2, seed="oak")
    with pytest.raises(bestiary.ConflictError, match="the game is not over yet; shares of the victory"):
        table.payoffs()
    while waiting := table.waiting():
        table.play(waiting[0], table.legal(waiting[0])[0])
    assert sum(table.payoffs()) == 1
