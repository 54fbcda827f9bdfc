"""Changing a value of an edition leaves everything else as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game, game_names
from bestiary.engine.rewriting import with_value

MENU = """# a menu
title = "Supper"  # at eight

[kitchen]
cooks = 2 # both # tired
hours = [
    18,  # open
    21,
]
"back room" = { cooks = 1 }

[[course]]
name = "soup"

[[course]]
name = "ice"
"""


def text_of(name: str) -> str:
    game = find_game(name)
    return content.read_edition(game.editions[game.default_edition])


def test_one_line_changes_and_its_comment_stays() -> None:
    assert with_value(MENU, ["title"], "Tea") == MENU.replace('"Supper"', '"Tea"')
    assert with_value(MENU, ["kitchen", "cooks"], 3) == MENU.replace("cooks = 2", "cooks = 3")
    assert with_value(MENU, ["course", "1", "name"], 'a "b"') == MENU.replace('"ice"', '"a \\"b\\""')


def test_a_value_of_several_lines_is_written_anew_in_one() -> None:
    changed = with_value(MENU, ["kitchen", "hours", "0"], 17)
    assert "hours = [17, 21]\n" in changed
    assert "cooks = 2 # both # tired" in changed


def test_an_inline_table_is_changed_in_place() -> None:
    assert '"back room" = { cooks = 4 }' in with_value(MENU, ["kitchen", "back room", "cooks"], 4)


def test_a_key_that_was_missing_stands_at_the_end_of_its_table() -> None:
    assert '[[course]]\nname = "soup"\nhot = true\n' in with_value(MENU, ["course", "0", "hot"], True)


@pytest.mark.parametrize("path", [["nothing", "here"], ["course", "7", "name"], ["title", "x"], []])
def test_what_is_not_there_cannot_be_changed(path: list[str]) -> None:
    with pytest.raises(MalformedError, match="there is no"):
        with_value(MENU, path or ["course", "x"], 1)


@pytest.mark.parametrize("name", game_names())
def test_every_value_that_a_loader_asks_for_can_be_written_back(name: str) -> None:
    game, text, fields = find_game(name), text_of(name), list[content.Field]()
    edition = content.assemble(text, "mine", "mine.toml", game.assemble, False, fields)
    assert len(fields) > 10
    for field in fields[:: max(1, len(fields) // 40)]:
        again = with_value(text, field.path, field.value)
        assert content.assemble(again, "mine", "mine.toml", game.assemble, False).box.tobytes() == edition.box.tobytes()


def test_an_error_names_the_value_that_is_wrong() -> None:
    game, text = find_game("talon"), text_of("talon")
    with pytest.raises(content.ContentError) as wrong:
        content.assemble(with_value(text, ["animals", "rat", "copies"], 9), "m", "m.toml", game.assemble, False)
    assert wrong.value.path == ("animals", "rat", "copies")
    assert wrong.value.reason == "must be a whole number from 0 to 6, not 9"
    wild = with_value(text_of("beasts"), ["clans", "cards", "3", "styles"], [1, 2, 99])
    with pytest.raises(content.ContentError) as wrong:
        content.assemble(wild, "m", "m.toml", find_game("beasts").assemble, False)
    assert wrong.value.path == ("clans", "cards", "3", "styles")


@given(st.text(), st.integers())
def test_any_text_or_number_is_written_so_that_it_is_read_again(text: str, number: int) -> None:
    for value in (text, number):
        try:
            changed = with_value(MENU, ["kitchen", "cooks"], value)
        except MalformedError:
            assert isinstance(value, str)  # some letters cannot stand in TOML
            continue
        assert content.parse(changed, "menu.toml").data["kitchen"]["cooks"] == value
