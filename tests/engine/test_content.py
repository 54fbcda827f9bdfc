"""Content files: where something is wrong, and what would be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.content import Section, assemble, line_numbers, parse, read_edition
from bestiary.engine.errors import MalformedError

MENU = """# a menu
title = "Supper"

[kitchen]
cooks = 2
hours = [18, 21]

[kitchen."back room"]
cooks = 1

[[course]]
name = "soup"
kind = "hot"

[[course]]
name = "ice"
kind = "cold"
free = true
"""


def menu(text: str = MENU) -> Section:
    return parse(text, "menu.toml")


def said(action: Any) -> str:
    with pytest.raises(MalformedError) as caught:
        action()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_values_are_read_with_their_type() -> None:
    file = menu()
    kitchen = file.section("kitchen")
    assert file.string("title") == "Supper"
    assert kitchen.integer("cooks", 1, 9) == 2
    assert kitchen.integers("hours", 0, 24, range(1, 4)) == [18, 21]
    assert [c.string("name") for c in file.sections("course")] == ["soup", "ice"]
    assert [c.choice("kind", ("cold", "hot")) for c in file.sections("course")] == [1, 0]
    assert [c.choice("free", (False, True), False) for c in file.sections("course")] == [0, 1]
    assert kitchen.integer("stoves", 0, 9, 4) == 4


def test_every_table_and_key_has_its_line() -> None:
    lines = line_numbers(MENU)
    assert lines["title",] == 2
    assert lines["kitchen",] == 4
    assert lines["kitchen", "hours"] == 6
    assert lines["kitchen", "back room", "cooks"] == 9
    assert lines["course", "0"] == 11
    assert lines["course", "1", "kind"] == 17


@pytest.mark.parametrize(
    ("ask", "line", "words"),
    [
        (lambda f: f.section("kitchen").integer("cooks", 3, 9), 5, "kitchen.cooks must be a whole number from 3 to 9"),
        (lambda f: f.section("kitchen").string("cooks"), 5, "must be a text"),
        (lambda f: f.section("kitchen").integers("hours", 0, 20, range(1, 4)), 6, "holds 21"),
        (lambda f: f.section("kitchen").integers("hours", 0, 24, range(3, 5)), 6, "list of 3 to 4"),
        (lambda f: f.section("kitchen").integers("cooks", 0, 24, range(3, 5)), 5, "list of 3 to 4"),
        (lambda f: f.section("kitchen").integer("stoves", 0, 9), 4, "lacks 'stoves'"),
        (lambda f: f.section("cellar"), 1, "lacks 'cellar'"),
        (lambda f: f.section("title"), 2, "must be a table"),
        (lambda f: list(f.sections("kitchen")), 4, "must be a list: write [[kitchen]]"),
        (lambda f: list(f.sections("course"))[1].choice("kind", ("hot", "warm")), 17, "one of hot, warm, not 'cold'"),
        (lambda f: list(f.sections("course"))[1].choice("kind", ("colt", "hot")), 17, "did you mean 'colt'"),
        (lambda f: next(f.sections("course")).integer("name", 0, 1), 12, "not 'soup'"),
        (lambda f: list(f.sections("course"))[1].integer("free", 0, 1), 18, "not True"),
        (lambda f: f.close(), 2, "title is not known here"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_reason(ask: Any, line: int, words: str) -> None:
    message = said(lambda: ask(menu()))
    assert message.startswith(f"menu.toml:{line}: ")
    assert words in message


def test_an_unknown_key_gets_a_suggestion() -> None:
    section = menu(MENU.replace("cooks = 2", "coks = 2")).section("kitchen")
    section.integer("cooks", 0, 9, 1)
    message = said(section.close)
    assert message.startswith("menu.toml:5: kitchen.coks is not known here")
    assert "did you mean 'cooks'" in message


def test_an_unknown_key_far_from_all_others_gets_the_list() -> None:
    section = menu().section("kitchen")
    section.integer("cooks", 0, 9)
    section.integer("zebra", 0, 9, 1)
    section.section("back room")
    assert "known are back room, cooks, zebra" in said(section.close)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = = 2\n", 2),
        ("a = 1\na = 2\n", 2),
        ('a = "open\n', 1),
        ("[a\n", 1),
    ],
)
def test_broken_toml_is_said_with_its_line(text: str, line: int) -> None:
    message = said(lambda: menu(text))
    assert message.startswith(f"menu.toml:{line}: not valid TOML")


@pytest.mark.parametrize("text", ["a = 1\nb = [1,\n", "a = 1\n\nb = {", "a = 1\nb = " + "9" * 5000 + "\n"])
def test_a_file_that_breaks_off_or_holds_a_monstrous_number_is_refused_with_a_line(text: str) -> None:
    assert re.match(r"menu\.toml:\d+: ", said(lambda: menu(text)))


def test_a_file_that_nests_too_deeply_is_refused() -> None:
    assert "menu.toml" in said(lambda: menu("a = " + "[" * 100_000))


def test_whole_files_are_checked_for_unknown_keys() -> None:
    def build(section: Section) -> tuple[Any, dict[str, Any]]:
        return section.string("title"), {}

    assert "kitchen is not known here" in said(lambda: assemble(MENU, "menu", "menu.toml", build, True))
    edition = assemble('title = "x"\n', "menu", "menu.toml", build, True)
    assert edition.box == "x"
    assert edition.shipped


def test_the_digest_names_the_text() -> None:
    def build(section: Section) -> tuple[Any, dict[str, Any]]:
        return section.string("title"), {}

    one = assemble('title = "x"\n', "menu", "menu.toml", build, True)
    two = assemble('title = "y"\n', "menu", "menu.toml", build, True)
    again = assemble('title = "x"\n', "other", "other.toml", build, False)
    assert one.digest == again.digest != two.digest


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "cannot read the edition" in said(lambda: read_edition(tmp_path / "none.toml"))
    assert "cannot read the edition" in said(lambda: read_edition(tmp_path))
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in said(lambda: read_edition(binary))
