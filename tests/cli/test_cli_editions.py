"""What designers use: edition prints a shipped one to start from, lint checks one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.registry import find_game

SHIPPED = [("talon", None), ("claw", "house"), ("prey", None), ("prey", "mirror")]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_shipped_edition_is_printed_as_it_is(cli: Any, game: str, name: str | None) -> None:
    done = cli.run("edition", game, *([name] if name else []))
    assert done.stdout == find_game(game).edition(name).text


def test_a_copy_can_be_linted_and_is_never_replaced_unasked(cli: Any) -> None:
    said = cli.run("edition", "claw", "--out", "own.toml").stdout
    assert said == "own.toml is a copy of house. Change it, then try: bestiary lint claw own.toml\n"
    copy = cli.folder / "own.toml"
    assert copy.read_text() == find_game("claw").edition().text
    assert cli.run("lint", "claw", "own.toml").stdout == "own.toml: no findings.\n"
    copy.write_text("mine")
    there = "own.toml is there already; take another name, or --force to replace it\n"
    assert cli.refused("edition", "claw", "--out", "own.toml").endswith(there)
    assert copy.read_text() == "mine"
    assert cli.run("edition", "claw", "--out", "own.toml", "--force").returncode == 0
    assert copy.read_text() == find_game("claw").edition().text


def test_an_edition_of_many_files_is_a_folder_and_lint_names_file_and_line_of_a_card_too_strong(cli: Any) -> None:
    cli.run("edition", "beasts", "--out", "own")
    shipped = find_game("beasts").editions["house"]
    assert [f.name for f in sorted((cli.folder / "own").iterdir())] == [f.name for f in sorted(shipped.glob("*.toml"))]
    assert "own/actions.toml is there already" in cli.refused("edition", "beasts", "--out", "own")
    clans = cli.folder / "own" / "clans.toml"
    lines = clans.read_text().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("fx = "))
    lines[at] = 'fx = ["SC COIN 9"]'
    clans.write_text("\n".join(lines) + "\n")
    header = 1 + max(number for number, line in enumerate(lines[:at]) if line == "[[cards]]")
    done = cli.run("lint", "beasts", "own", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)["findings"]
    assert f"own/clans.toml:{header}: Kindling Page costs 19.10; tier 1 allows 12 ± 1" in found


def test_what_lint_finds_is_told_in_a_line_each_with_exit_code_1(cli: Any) -> None:
    text = find_game("talon").edition().text.replace('what = "hawk"', 'what = "snake"')
    (cli.folder / "own.toml").write_text(text)
    done = cli.run("lint", "talon", "own.toml")
    line = text[: text.index("[animals.hawk]")].count("\n") + 1
    told = f"own.toml:{line}: animals.hawk is safe from every animal; let a deed of another hit it"
    assert (done.returncode, done.stdout) == (1, f"{told}\nown.toml: 1 finding.\n")


@pytest.mark.parametrize(("words", "said"), [
    ("edition tallon", "did you mean 'talon'?"),
    ("edition prey mirrow", "Predator & Prey has no edition 'mirrow'; did you mean 'mirror'?"),
    ("edition claw --out own", "an edition of Tooth & Claw is one file; name it like own.toml"),
    ("edition claw --out nowhere/own.toml", "there is no folder nowhere"),
    ("edition beasts --out a-file", "an edition of Tailed Beasts is a folder of files, and this is a file"),
    ("lint claw", "Missing argument 'FILE'"),
    ("lint claw huse", "Tooth & Claw has no edition 'huse'"),
    ("lint claw none.toml", "cannot read the edition none.toml"),
    ("lint claw broken.toml", "broken.toml:1: the file lacks 'formations'"),
])  # fmt: skip
def test_wrong_words_get_one_line(cli: Any, words: str, said: str) -> None:
    (cli.folder / "a-file").write_text("")
    (cli.folder / "broken.toml").write_text("")
    assert said in cli.refused(*words.split())
    assert {file.name for file in Path(cli.folder).iterdir() if file.suffix == ".toml"} == {"broken.toml"}
