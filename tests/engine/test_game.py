"""Where the engine finds the parts of a game."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bestiary.engine import inlining
from bestiary.engine.game import OPTIONAL, PLACES, Game, find_part
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rule import plain

TALON = find_game("talon")
OWN: dict[str, Any] = {
    name: getattr(TALON, name)
    for name in ("title", "summary", "version", "players", "max_decisions", "variants", "default_players")
}
STUB = """
from bestiary.games.talon.{file} import *
from bestiary.games.talon import {file} as _whole
globals().update(vars(_whole) | {{"__name__": __name__, "__file__": __file__}})
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game outside of ours: a package with the files that a game must have."""
    folder = tmp_path / "kestrel"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    for file in {place.partition(".")[0] for place in PLACES.values()}:
        (folder / f"{file}.py").write_text(STUB.format(file=file))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder  # type: ignore[misc]
    for name in [name for name in sys.modules if name.partition(".")[0] == "kestrel"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", game_names())
def test_functions_take_what_the_contract_says(name: str) -> None:
    """`compiled (box, state, seat)` beside a function of the contract names its arguments."""
    game, looked = find_game(name), 0
    for part, said in re.findall(r"^    (\w+): .*# compiled \(([\w, ]*)\)", inspect.getsource(Game), re.MULTILINE):
        function = getattr(game, part)
        if function is not None:
            assert list(inspect.signature(plain(function)).parameters) == said.split(", "), part
            looked += 1
    assert looked >= 13


def test_a_game_is_named_like_its_folder_and_reads_there(package: Path) -> None:
    game = Game("kestrel", **OWN)
    assert (game.name, game.folder) == ("kestrel", package)
    assert game.setup is TALON.setup
    assert game.state is TALON.state


def test_what_a_game_may_leave_out_may_be_missing(package: Path) -> None:
    game = Game("kestrel", **OWN)
    assert (game.catalogue, game.measures, game.solve, game.judge, game.judge_memory) == (None, None, None, None, 0)
    assert game.reopen is TALON.reopen, "secrets.py has it"
    (package / "secrets.py").write_text((package / "secrets.py").read_text() + "del reopen\n")
    sys.modules.pop("kestrel.secrets")
    assert Game("kestrel", **OWN).reopen is None


def test_a_missing_function_is_named_with_its_file(package: Path) -> None:
    (package / "rules.py").write_text((package / "rules.py").read_text() + "del refusal\n")
    with pytest.raises(TypeError, match=r"kestrel/rules\.py: refusal is missing"):
        Game("kestrel", **OWN)


def test_a_missing_file_is_named_with_what_belongs_there(package: Path) -> None:
    (package / "instinct.py").unlink()
    with pytest.raises(TypeError, match=r"kestrel: there is no instinct\.py, and instinct belongs there"):
        Game("kestrel", **OWN)


def test_a_file_for_one_thing_must_hold_it(package: Path) -> None:
    (package / "measures.py").write_text("MEASURE = None\n")
    with pytest.raises(TypeError, match=r"kestrel/measures\.py: MEASURES is missing"):
        Game("kestrel", **OWN)


def test_a_file_that_fails_is_not_taken_for_a_missing_one(package: Path) -> None:
    (package / "catalogue.py").write_text("import nothing_of_this_name\n")
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        Game("kestrel", **OWN)


def test_a_game_can_be_one_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("wren")
    module.__file__ = __file__
    for part, place in PLACES.items():
        setattr(module, place.partition(".")[2], getattr(TALON, part))
    monkeypatch.setitem(sys.modules, "wren", module)
    game = Game("wren", **OWN)
    assert (game.name, game.apply, game.reopen) == ("wren", TALON.apply, None)
    del module.hide  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="hide is missing"):
        Game("wren", **OWN)


def test_what_is_given_by_hand_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("wren")
    module.__file__ = __file__
    monkeypatch.setitem(sys.modules, "wren", module)
    by_hand = {part: getattr(TALON, part) for part in (*PLACES, *OPTIONAL)}
    game = Game("wren", name="jenny", folder=TALON.folder, **OWN, **by_hand)
    assert (game.name, game.solve, game.editions) == ("jenny", TALON.solve, TALON.editions)


@pytest.mark.parametrize("pieces", [("advance",), ("decide", "task")])
def test_pieces_of_apply_come_together(package: Path, pieces: tuple[str, ...]) -> None:
    given = dict.fromkeys(pieces, TALON.apply)
    with pytest.raises(TypeError, match="decide, advance and task are the pieces of apply: all of them, or none"):
        Game("kestrel", **OWN, **given)


def test_every_place_is_a_field_of_the_contract() -> None:
    assert {*PLACES, *OPTIONAL} <= set(Game.__dataclass_fields__)
    for name in game_names():
        home = sys.modules[find_game(name).module]
        assert find_part(home, "name") == name


def test_a_large_game_inlines_only_its_smallest_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inlining, "large_games", set())
    short, long = plain(TALON.side), plain(TALON.refusal)
    assert len(short.__code__.co_code) < inlining.INLINE_BELOW_IN_LARGE < len(long.__code__.co_code)
    assert inlining.is_inlined(short)
    assert inlining.is_inlined(long)
    monkeypatch.setattr("bestiary.engine.game.large_games", inlining.large_games)
    replace(TALON, large=True)
    assert inlining.is_inlined(short)
    assert not inlining.is_inlined(long)
