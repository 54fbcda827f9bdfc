"""report: tables that add up, a page that opens by itself, words that fit the terminal."""

from __future__ import annotations

import html.parser
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bestiary.cli import report
from bestiary.engine.errors import MalformedError

GAMES = 8
WORDS = ("report", "talon", "--games", str(GAMES), "--players", "2,4", "--bots", "greedy,random", "--seed", "oak")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, environment: Any, forks: Any) -> dict[str, Any]:
    """The summary of a report, and the folder that it wrote."""
    folder = tmp_path_factory.mktemp("report")
    done = forks.call([*WORDS, "--out", "out/deep", "--json"], "", environment(folder), folder)
    done.check_returncode()
    return {"folder": folder / "out" / "deep", **json.loads(done.stdout)}


def table(made: dict[str, Any], name: str) -> pl.DataFrame:
    return pl.read_parquet(made["folder"] / f"{name}.parquet")


def test_every_file_that_is_named_is_there_and_holds_its_rows(made: dict[str, Any]) -> None:
    assert [Path(file).name for file in made["files"]] == [
        "seats.parquet", "length.parquet", "choices.parquet", "animals.parquet", "report.html",
    ]  # fmt: skip
    assert {name: table(made, name).height for name in made["rows"]} == made["rows"]
    assert made["rows"]["animals"] == 2 * 5 * 5  # numbers of players, animals, measures
    assert {file.name for file in made["folder"].iterdir()} == {Path(file).name for file in made["files"]}


def test_shares_of_seats_are_those_of_simulate_with_the_same_seed(made: dict[str, Any], cli: Any) -> None:
    words = ("--players", "4", "--games", str(GAMES), "--bots", "greedy,random", "--seed", "oak", "--json")
    simulated = json.loads(cli.run("simulate", "talon", *words).stdout)
    seats = [row for row in made["seats"] if row["players"] == 4]
    for row, seat in zip(seats, simulated["seats"], strict=True):
        assert row["bot"] == seat["bot"]
        assert row["share"] == pytest.approx(seat["share"], abs=1e-6)
        assert [row["low"], row["high"]] == seat["interval"]
    (decisions,) = (row for row in made["length"] if (row["players"], row["what"]) == (4, "decisions"))
    assert decisions["mean"] == pytest.approx(simulated["decisions_per_game"], abs=0.01)


def test_tables_add_up(made: dict[str, Any]) -> None:
    for players in (2, 4):
        own = pl.col("players") == players
        assert table(made, "seats").filter(own)["share"].sum() == pytest.approx(1)
        for what in ("decisions", "forced", "rounds"):
            assert table(made, "length").filter(own, pl.col("what") == what)["games"].sum() == GAMES
        lengths = table(made, "length").filter(own, pl.col("what") == "decisions")
        assert table(made, "choices").filter(own)["chosen"].sum() == (lengths["value"] * lengths["games"]).sum()
        animals = table(made, "animals").filter(own)
        assert (animals["seats_with"] + animals["seats_without"] == players * GAMES).all()
        filled = animals.with_columns(pl.col("share_with", "share_without").fill_null(0))
        won = filled["share_with"] * filled["seats_with"] + filled["share_without"] * filled["seats_without"]
        assert won.to_list() == pytest.approx([GAMES] * animals.height)
        assert (animals["rate"].filter(animals["measure"] == "revealed") == 1).all()


def test_intervals_hold_their_shares(made: dict[str, Any]) -> None:
    animals = table(made, "animals")
    for low, share, high in (("low_with", "share_with", "high_with"), ("low_without", "share_without", "high_without"),
                             ("difference_low", "difference", "difference_high")):  # fmt: skip
        known = animals.filter(pl.col(share).is_not_null())
        assert known.height
        assert (known[low] <= known[share]).all()
        assert (known[share] <= known[high]).all()


class Page(html.parser.HTMLParser):
    """What a page holds, by tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.found if name == tag]


def test_the_page_holds_every_chart_with_a_sentence_and_a_table_and_loads_nothing(made: dict[str, Any]) -> None:
    text = (made["folder"] / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    charts = json.loads(re.search(r'id="charts">(.*?)</script>', text, re.DOTALL)[1])
    places = {attrs["id"]: attrs for attrs in page.all("div") if attrs.get("class") == "chart"}
    assert places.keys() == charts.keys()
    assert len(charts) == len(page.all("figcaption")) == len(page.all("table")) >= 4
    for name, chart in charts.items():
        assert chart["width"] == "container"
        assert places[name]["aria-label"] == chart["description"]
        assert any(rows for rows in chart["datasets"].values())
    assert [attrs.get("id") for attrs in page.all("h2")] == ["seats", "length", "choices", "animals"]
    assert not [attrs for attrs in page.all("script") if "src" in attrs]
    assert not [tag for tag, _ in page.found if tag in ("link", "img", "iframe")]
    assert "default-src 'none'" in text
    assert "vegaEmbed" in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text


def test_a_report_in_words_fits_80_columns_and_depends_on_the_seed_alone(cli: Any) -> None:
    words = ("report", "prey", "--games", "12", "--players", "3", "--seed", "oak", "--out", "out", "--force")
    first, again = (cli.run(*words, COLUMNS="80").stdout.splitlines() for _ in range(2))
    assert first[1:] == again[1:]  # the first line says how long it took
    assert all(len(line) <= 80 for line in first)
    headings = [line.partition(",")[0].partition(":")[0] for line in first if line and line[0].isupper()]
    assert headings[1:4] == ["Seats", "Choices", "Cards"]


def test_every_number_of_players_is_played_unless_some_are_named(cli: Any) -> None:
    words = ("report", "prey", "--games", "1", "--seed", "oak", "--out", "out", "--json")
    assert {row["players"] for row in json.loads(cli.run(*words).stdout)["seats"]} == {3, 4}
    chosen = json.loads(cli.run(*words, "--force", "--set", "seats=3").stdout)
    assert {row["players"] for row in chosen["seats"]} == {3}


@pytest.mark.parametrize(("words", "said"), [
    ("report talon", "Missing option '--out'"),
    ("report tallon --out out", "did you mean 'talon'?"),
    ("report talon --out a-file", "--out needs a folder, and a-file is a file"),
    ("report talon --out out --games 0", "--games must be at least 1"),
    ("report talon --out out --players many", "--players takes numbers such as 2,4, or all, not 'many'"),
    ("report talon --out out --players 2,11", "for 2 to 10 players, not 11"),
    ("report talon --out out --players 2,,3", "--players takes numbers such as 2,4, or all, not ''"),
    ("report talon --out out --variant gambel", "did you mean 'gamble'?"),
    ("report talon --out out --bots clever", "Tooth & Talon has no bot 'clever'"),
    ("report talon --out out --players 3 --set seats=2", "contradict each other"),
])  # fmt: skip
def test_wrong_words_get_one_line_and_leave_no_folder(cli: Any, words: str, said: str) -> None:
    (cli.folder / "a-file").write_text("")
    assert said in cli.refused(*words.split())
    assert not (cli.folder / "out").exists()


def test_a_missing_library_is_named_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "NEEDED", {"no_such_module": "polars", "json": "altair"})
    with pytest.raises(MalformedError, match=r"^report needs polars: pip install 'bestiary\[lab\]'"):
        report.require_libraries()
