"""compare and tune: a page and a JSON file, going on after a stop, and wrong input in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bestiary.engine.registry import find_game

WORDS = ("compare", "claw", "--a", "house", "--b", "mine.toml", "--games", "6", "--contribution", "2", "--seed", "oak")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an edition in which a Spearhead has one cube more."""
    folder = tmp_path_factory.mktemp("compare")
    text = find_game("claw").edition().text
    (folder / "mine.toml").write_text(text.replace('vanguard = ". +2 ?"', 'vanguard = "+1 +2 ?"'), encoding="utf-8")
    (folder / "same.toml").write_text(text + "# a comment\n", encoding="utf-8")
    (folder / "broken.toml").write_text(text.replace('type = "sword"', 'type = "spoon"', 1), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def call(place: Path, environment: Any, forks: Any) -> Any:
    return lambda *words: forks.call(list(words), "", environment(place), place)


def test_compare_writes_a_page_and_a_file_and_goes_on_where_it_was(place: Path, call: Any) -> None:
    done = call(*WORDS, "--out", "out")
    assert done.returncode == 0, done.stderr
    assert 'Spearhead: vanguard is "+1 +2 ?" instead of ". +2 ?"' in done.stdout
    assert "The page is out/compare.html" in done.stdout
    (told,) = json.loads((place / "out" / "compare.json").read_text())["comparisons"]
    assert (told["games"], told["deals"], told["seed"]) == (6, 6, "oak")
    assert [row["name"] for row in told["sides"]] == ["Sword", "Shield", "Bow"]
    assert "prefers-color-scheme" in (place / "out" / "compare.html").read_text()
    assert "--force" in call(*WORDS, "--out", "out").stderr
    kept = sorted((place / "out" / "slices").rglob("*.npz"))
    again = call(*WORDS, "--out", "out", "--force", "--json")
    assert json.loads(again.stdout)["comparisons"] == [told]
    assert sorted((place / "out" / "slices").rglob("*.npz")) == kept


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--a", "house", "--b", "house"), "print the same"),
        (("--a", "house", "--b", "same.toml"), "print the same"),
        (("--a", "house", "--b", "broken.toml"), "must be one of sword, shield, bow"),
        (("--a", "house", "--b", "nowhere.toml"), "nowhere.toml"),
        (("--a", "house", "--b", "mine.toml", "--until", "0"), "--until is above 0"),
        (("--a", "house", "--b", "mine.toml", "--until", "1", "--games", "5"), "contradict each other"),
        (("--a", "house", "--b", "mine.toml", "--games", "0"), "at least 1"),
        (("--a", "house", "--b", "mine.toml", "--players", "3"), "players"),
        (("--a", "house", "--b", "mine.toml", "--bots", "search:20ms", "--games", "1"), "thinks by the clock"),
        (("--a", "house", "--b", "mine.toml", "--workers", "0", "--games", "1"), "--workers must be at least 1"),
        (("--a", "house", "--b", "mine.toml", "--games", "1", "--out", "mine.toml"), "needs a folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_in_one_line(call: Any, words: tuple[str, ...], said: str) -> None:
    done = call("compare", "claw", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


FREE = ("--free", "formations.Spearhead.vanguard.2=0..2")


def test_tune_writes_an_edition_that_can_be_played(place: Path, call: Any) -> None:
    """With so much leave that whatever it tries first is good."""
    words = ("--within", "49", "--games", "2", "--proof", "2", "--rounds", "1", "--seed", "oak", "--out", "tuned")
    done = call("tune", "claw", *FREE, "--target", "seats", *words)
    assert done.returncode == 0, done.stderr
    told = json.loads((place / "tuned" / "tune.json").read_text())
    assert told["found"]
    assert 0 <= told["numbers"]["formations.Spearhead.vanguard.2"] <= 2
    text = (place / "tuned" / "edition.toml").read_text()
    assert text.startswith("# Tooth & Claw, house")
    assert call("lint", "claw", "tuned/edition.toml").returncode in (0, 1)
    assert (place / "tuned" / "compare.html").exists()


def test_where_nothing_holds_tune_says_so(call: Any) -> None:
    words = ("--within", "0.01", "--games", "3", "--proof", "3", "--rounds", "1", "--seed", "oak", "--out", "none")
    done = call("tune", "claw", *FREE, "--target", "seat 0=99", *words)
    assert done.returncode == 1
    assert "Nothing held within ± 0.01 points" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--free", "formations.Spearhed.vanguard.2=0..2", "--target", "sides"), "did you mean"),
        ((*FREE, "--target", "swords"), "did you mean 'Sword'"),
        ((*FREE, "--target", "sides", "--within", "0"), "--within is above 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_tuned_is_refused_in_one_line(call: Any, words: tuple[str, ...], said: str) -> None:
    done = call("tune", "claw", *words, "--out", "x")
    assert done.returncode == 2
    assert said in done.stderr
