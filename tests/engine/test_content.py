"""Content files: where something is wrong, and what would be right."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.content import (
    Edition, Section, assemble, edition_name, find_editions, line_numbers, name_problem, parse, read_edition,
)  # fmt: skip
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game

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
        (lambda f: list(f.sections("course"))[1].choice("kind", ("Hot", "Cold")), 17, "; did you mean 'Cold'?"),
        (lambda f: list(f.sections("course"))[1].choice("free", ("true", "no")), 18, "not True; write it in quotes"),
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


@pytest.mark.parametrize(("word", "words"), [("true", (False, True)), ("2", (1, 2, 3))])
def test_a_value_in_quotes_that_needs_none_is_told_to_lose_them(word: str, words: tuple[Any, ...]) -> None:
    section = menu(MENU.replace("cooks = 2", f'cooks = "{word}"')).section("kitchen")
    assert said(lambda: section.choice("cooks", words)).endswith(f", not '{word}'; write it without quotes")


def test_a_text_where_a_switch_belongs_is_told_to_lose_its_quotes() -> None:
    section = menu(MENU.replace("cooks = 2", 'cooks = "True"')).section("kitchen")
    said_so = said(lambda: section.choice("cooks", (False, True)))
    assert said_so.endswith("must be one of false, true, not 'True'; write one of them without quotes")


def test_a_missing_key_that_another_was_meant_for_is_told_at_that_line() -> None:
    section = menu(MENU.replace("cooks = 2", "coooks = 2")).section("kitchen")
    reason = "menu.toml:5: kitchen.coooks is not known here; did you mean 'cooks'?"
    assert said(lambda: section.integer("cooks", 0, 9)) == reason


def test_a_missing_key_is_missing_though_a_known_one_is_like_it() -> None:
    section = menu(MENU.replace("cooks = 2", "cooks = 2\ncook = 1")).section("kitchen")
    section.integer("cook", 0, 9)
    section.integer("cooks", 0, 9)
    assert said(lambda: section.integer("coks", 0, 9)).endswith("lacks 'coks'")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "menu.toml"
    file.write_text("\ufeff" + MENU.lstrip("\n"), encoding="utf-8")
    assert menu(read_edition(file)).data == menu().data


def test_an_unknown_key_far_from_all_others_gets_the_list() -> None:
    section = menu().section("kitchen")
    section.integer("cooks", 0, 9)
    section.integer("zebra", 0, 9, 1)
    section.section("back room")
    assert "there are back room, cooks, zebra" in said(section.close)


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


def test_an_edition_is_called_by_what_can_be_shown_of_its_file() -> None:
    assert edition_name(Path("own/my edition.toml")) == "my edition"
    assert edition_name(Path("own/\x1b[2Jmine\udcff.toml")) == "[2Jmine"
    assert edition_name(Path("\x07.toml")) == "unnamed"


def test_what_is_no_regular_file_or_too_long_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert "a pipe or a device" in said(lambda: read_edition(tmp_path / "pipe.toml"))
    assert "a pipe or a device" in said(lambda: read_edition(tmp_path))
    long = tmp_path / "long"
    long.mkdir()
    for number in range(3):
        (long / f"part{number}.toml").write_text("# " + "x" * 400_000 + "\n")
    assert "more than 1,000,000 bytes" in said(lambda: read_edition(long))
    assert "at most 1,000,000 bytes" in said(lambda: parse("#" * 1_000_001, "menu.toml"))


DEEP = ".".join(["a"] * 40_000)


@pytest.mark.parametrize("text", [
    f"{DEEP} = 1", f"[{DEEP}]", f"  [[ {DEEP} ]]", ".".join(["'a b'", '"\\"."'] * 20_000) + " = 1",
    " . ".join(["a"] * 40_000) + " = 1",
])  # fmt: skip
def test_a_key_of_very_many_parts_is_refused_at_once(text: str) -> None:
    """TOML's reader would take a minute for each."""
    assert "menu.toml:3: a key has at most 16 parts" in said(lambda: parse(f"x = 1\ny.z = 2\n{text}\n", "menu.toml"))


def test_dots_elsewhere_are_no_parts_of_a_key() -> None:
    dots = "a." * 100
    text = f'x = "{dots}"\ny = {"9" * 20}.{"9" * 20}\n# {dots}\n{".".join("abcdefghijklmnop")} = 1\n'
    assert set(parse(text, "menu.toml").data) == {"x", "y", "a"}


def test_lines_that_look_like_headers_take_no_time() -> None:
    text = 'x = """\n[' + " " * 100_000 + '\n"""\n'
    assert parse(text, "menu.toml").data["x"].startswith("[ ")


def test_lists_in_lists_without_end_are_refused() -> None:
    for text in ("a = " + "[" * 100_000, "a = " + "{b = " * 100_000):
        assert "menu.toml: not valid TOML: lists or tables lie too deep" in said(lambda t=text: parse(t, "menu.toml"))


def test_a_text_that_commands_a_terminal_is_refused() -> None:
    section = parse('title = "x\\u001b[2J"\nabout = "one\\ntwo"\n', "menu.toml")
    assert "menu.toml:1: title is 'x\\x1b[2J', which cannot be shown" in said(lambda: section.string("title"))
    assert section.string("about") == "one\ntwo"


MONSTROUS = "0x" + "f" * 5000


@pytest.mark.parametrize(
    "ask",
    [
        lambda s: s.integer("number", 1, 3),
        lambda s: s.integers("numbers", 1, 3, range(1, 3)),
        lambda s: s.string("number"),
        lambda s: s.choice("number", (1, 2, 3)),
        lambda s: s.choice("numbers", ("one", "two")),
    ],
)
def test_a_number_too_long_to_print_is_refused_like_any_other(ask: Any) -> None:
    section = menu(f"# numbers\nnumber = {MONSTROUS}\nnumbers = [{MONSTROUS}]\n")
    message = said(lambda: ask(section))
    assert re.match(r"menu\.toml:[23]: ", message)
    assert len(message) < 200


def test_a_key_that_cannot_be_shown_is_quoted() -> None:
    assert "'\\x1b[2J' is not known here" in said(menu('"\\u001b[2J" = 1\n').close)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Old Oak", ""),
        ("Älteste Eiche", ""),
        ("", "take 1 to 14 letters"),
        ("Oak ", "single blanks"),
        ("Old  Oak", "single blanks"),
        ("The Oldest Oak!", "take 1 to 14 letters"),
        ("Old\nOak", "cannot be shown"),
        ("{1}", "has a { in it; leave it out"),
        ("[Oak]", "has a [ in it; leave it out"),
    ],
)
def test_a_name_stands_in_one_line_and_has_no_marks(name: str, reason: str) -> None:
    assert reason in name_problem(name, 14)
    assert bool(reason) == bool(name_problem(name, 14))


# --- Editions of many files

DECKS = {"dishes.toml": "# dishes\nsoup = 3\nice = 4\n", "staff.toml": '[kitchen]\ncook = "Ann"\n'}


def folder(place: Path, files: dict[str, str]) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (place / name).write_text(text)
    return place


def build_menu(root: Section) -> tuple[Any, dict[str, Any]]:
    kitchen = root.section("staff").section("kitchen")
    cook = kitchen.string("cook")
    kitchen.close()
    return root.section("dishes").integer("soup", 0, 9) + root.section("dishes").integer("ice", 0, 9), {"cook": cook}


def load_menu(place: Path) -> Edition:
    return assemble(read_edition(place), "house", str(place), build_menu, True)


def test_each_file_of_a_folder_is_a_section_under_its_name(tmp_path: Path) -> None:
    edition = load_menu(folder(tmp_path, DECKS))
    assert edition.box == 7
    assert edition.words == {"cook": "Ann"}


def test_the_text_of_a_folder_is_that_of_its_files_sorted_by_name(tmp_path: Path) -> None:
    one = folder(tmp_path / "one", DECKS)
    two = folder(tmp_path / "two", dict(reversed(DECKS.items())))
    (two / ".#dishes.toml").write_text("an editor's lock")
    (two / "readme.txt").write_text("no content")
    assert read_edition(one) == read_edition(two)
    assert read_edition(one) == f"=== dishes.toml\n{DECKS['dishes.toml']}=== staff.toml\n{DECKS['staff.toml']}"
    assert load_menu(one).digest == load_menu(two).digest
    (two / "staff.toml").write_text('[kitchen]\ncook = "Bo"\n')
    assert load_menu(one).digest != load_menu(two).digest


def test_the_text_of_a_folder_can_be_read_back(tmp_path: Path) -> None:
    edition = load_menu(folder(tmp_path, {**DECKS, "staff.toml": DECKS["staff.toml"].strip()}))
    again = assemble(edition.text, "house", "house (in the replay)", build_menu, False)
    assert (again.box, again.words, again.digest) == (edition.box, edition.words, edition.digest)


@pytest.mark.parametrize(
    ("change", "begins", "words"),
    [
        ({"dishes.toml": "soup = 3\n\nice = 10\n"}, "dishes.toml:3: ice ", "from 0 to 9, not 10"),
        ({"staff.toml": "\n[kitchen]\ncok = 1\n"}, "staff.toml:3: kitchen.cok ", "did you mean 'cook'?"),
        ({"staff.toml": "\n[kitchen]\nmaid = 1\n"}, "staff.toml:2: kitchen ", "lacks 'cook'"),
        ({"staff.toml": '[kitchen]\ncook = "Ann"\n[cellar]\n'}, "staff.toml:3: cellar ", "is not known here"),
        ({"staff.toml": "[kitchen]\ncook =\n"}, "staff.toml:2: ", "not valid TOML"),
        ({"stuff.toml": "a = 1\n"}, "stuff.toml:1: the file ", "is not known here; did you mean 'staff'?"),
        ({"staff.toml": '[kitchen]\ncook = """\n=== a.toml\n"""\n'}, "staff.toml:", "not valid TOML"),
        ({"my staff.toml": ""}, "my staff.toml: ", "name the file with letters"),
    ],
)
def test_what_is_wrong_in_a_folder_is_said_with_the_file_and_its_line(
    tmp_path: Path, change: dict[str, str], begins: str, words: str
) -> None:
    message = said(lambda: load_menu(folder(tmp_path, {**DECKS, **change})))
    assert message.startswith(f"{tmp_path}/{begins}")
    assert words in message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert said(lambda: load_menu(folder(tmp_path, {"dishes.toml": "soup = 1\nice = 1\n"}))) == (
        f"{tmp_path}: the folder lacks staff.toml"
    )


def test_files_that_stand_twice_in_a_text_are_refused(tmp_path: Path) -> None:
    text = read_edition(folder(tmp_path, DECKS))
    assert "sorted by name" in said(lambda: parse(text + "=== dishes.toml\nsoup = 9\n", "house"))


def test_a_folder_without_content_is_no_edition(tmp_path: Path) -> None:
    assert "holds no .toml file" in said(lambda: read_edition(tmp_path))


def test_shipped_editions_are_files_and_folders(tmp_path: Path) -> None:
    folder(tmp_path, {"plain.toml": "", "__init__.py": ""})
    folder(tmp_path / "house", DECKS)
    folder(tmp_path / "__pycache__", {"__init__.pyc": ""})
    assert find_editions(tmp_path) == {"house": tmp_path / "house", "plain": tmp_path / "plain.toml"}


def test_a_game_takes_a_folder_by_its_path(tmp_path: Path) -> None:
    talon = find_game("talon")
    own = folder(tmp_path / "own", {"animals.toml": "[rat]\ncopies = 7\n"})
    assert said(lambda: talon.edition(str(own))).startswith(f"{own}/animals.toml:2: rat.copies must be")
    text = read_edition(own)
    assert said(lambda: talon.edition_from_text(text, "own")).startswith("own (in the replay)/animals.toml:2: ")
    assert "or a folder of them" in said(lambda: talon.edition(str(tmp_path / "none")))
