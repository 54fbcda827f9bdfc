"""report: tables that add up, a page that opens by itself, words that fit the terminal."""

from __future__ import annotations

import html.parser
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import vl_convert

from bestiary.cli import report
from bestiary.engine.errors import MalformedError
from bestiary.lab import charts

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
    names = [f"{name}.{ending}" for name in ("seats", "length", "choices", "animals") for ending in ("parquet", "csv")]
    assert [Path(file).name for file in made["files"]] == [*names, "report.html"]
    assert {name: table(made, name).height for name in made["rows"]} == made["rows"]
    assert made["rows"]["animals"] == 2 * 5 * 5  # numbers of players, animals, measures
    assert {file.name for file in made["folder"].iterdir()} == {Path(file).name for file in made["files"]}


def test_csv_files_hold_what_the_parquet_files_hold(made: dict[str, Any]) -> None:
    for name in made["rows"]:
        stored = table(made, name)
        read = pl.read_csv(made["folder"] / f"{name}.csv", schema=stored.schema)
        assert read.equals(stored), name


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
    assert f"<title>Tooth &amp; Talon: {GAMES} games for each number of players</title>" in text
    assert "vegaEmbed" in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text


def test_a_report_in_words_fits_80_columns_and_depends_on_the_seed_alone(cli: Any) -> None:
    words = ("report", "prey", "--games", "12", "--players", "3", "--seed", "oak")
    first, again = (cli.run(*words, COLUMNS="80").stdout.splitlines() for _ in range(2))
    assert first[1:] == again[1:]  # the first line says how long it took
    assert all(len(line) <= 80 for line in first)
    headings = [line.partition(",")[0].partition(":")[0] for line in first if line and line[0].isupper()]
    assert headings[1:4] == ["Seats", "Choices", "Cards"]
    assert first[0].startswith("Predator & Prey, edition wild: 12 games in ")
    assert first[0].endswith(" s, seed oak")


def test_a_card_can_be_asked_for_and_without_a_folder_nothing_is_written(cli: Any) -> None:
    words = ("report", "prey", "--games", "12", "--players", "3", "--seed", "oak", "--card", "tiger")
    before = set(cli.folder.iterdir())
    lines = cli.run(*words).stdout.splitlines()
    assert set(cli.folder.iterdir()) - before == set()
    assert lines[2] == "Tiger (Fang): 12 as a predator, 1 as prey"
    assert [line.split("  ")[0] for line in lines[3:]] == ["measure", "dealt", "won with"]
    rows = json.loads(cli.run(*words, "--json").stdout)["cards"]["Tiger"]
    assert [(row["name"], row["measure"]) for row in rows] == [("Tiger", "dealt"), ("Tiger", "won with")]
    shown = lines[4].split()
    assert shown[:2] == ["dealt", f"{rows[0]['per_game']:.2f}"]


def test_bots_of_any_level_play_and_the_seed_gives_the_same_games_again(cli: Any) -> None:
    words = ("report", "talon", "--games", "3", "-p", "2", "--seed", "oak", "--bots", "easy,search:1", "--json")
    first, again = (json.loads(cli.run(*words).stdout) for _ in range(2))
    assert first == again
    assert [row["bot"] for row in first["seats"]] == ["easy", "search:1"]
    simulated = json.loads(cli.run("simulate", *words[1:]).stdout)
    assert [row["share"] for row in first["seats"]] == pytest.approx([s["share"] for s in simulated["seats"]], abs=1e-6)


def test_every_number_of_players_is_played_unless_some_are_named(cli: Any) -> None:
    words = ("report", "prey", "--games", "1", "--seed", "oak", "--json")
    assert {row["players"] for row in json.loads(cli.run(*words).stdout)["seats"]} == {3, 4}
    chosen = json.loads(cli.run(*words, "--set", "seats=3", "--out", "out").stdout)
    assert {row["players"] for row in chosen["seats"]} == {3}
    page = (cli.folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "<title>Predator &amp; Prey: 1 game with 3 players</title>" in page


@pytest.mark.parametrize(("words", "said"), [
    ("report talon --card rta --out out", "nothing among animals is called 'rta'; did you mean 'Rat'?"),
    ("report talon --bots search:20ms --out out", "thinks by the clock"),
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


# --- Plots


def labels(chart: dict[str, Any]) -> list[list[tuple[float, str]]]:
    """Of every axis across the plot its labels, each with its place, as they are drawn on a page of usual width."""
    svg = vl_convert.vegalite_to_svg(json.dumps({**chart, "width": 700}))
    found = []
    for group in re.findall(r'role-axis-label".*?</g>', svg, re.DOTALL):
        placed = re.findall(r'<text text-anchor="\w+" transform="translate\(([-\d.]+),[-\d.]+\)"[^>]*>([^<]*)<', group)
        if placed and len({x for x, _ in placed}) > 1:
            found.append([(float(x), text) for x, text in placed])
    return found


def seats(players: int, *shares: float) -> pl.DataFrame:
    rows = [
        {"players": players, "seat": seat, "games": 20_000, "share": s, "low": s - 0.004, "high": s + 0.004}
        for seat, s in enumerate(shares)
    ]
    return pl.DataFrame(rows)


def read_percent(label: str) -> float:
    return float(label.replace("−", "-").rstrip("%")) / 100


def check_axis(chart: dict[str, Any]) -> list[str]:
    (axis,) = labels(chart)
    texts = [text for _, text in axis]
    assert len(set(texts)) == len(texts) >= 3
    for (left, one), (right, other) in pairwise(axis):
        assert right - left > 6 * (len(one) + len(other)) / 2, texts
    return texts


def test_shares_that_are_close_together_have_ticks_of_their_own_and_no_room_without_data() -> None:
    texts = check_axis(charts.shares(seats(2, 0.502, 0.498), "seat", "about"))
    assert 0.48 < read_percent(texts[0]) < read_percent(texts[-1]) < 0.52


@pytest.mark.parametrize("size", [0.002, 0.02, 0.3])
def test_differences_of_any_size_have_ticks_that_differ_and_keep_apart(size: float) -> None:
    rows = [
        {"players": 2, "label": f"Card {i}", "group": "", "measure": "drawn", "difference": i * size / 9,
         "difference_low": i * size / 9 - size, "difference_high": i * size / 9 + size, "share_with": 0.5,
         "share_without": 0.5, "seats_with": 100, "seats_without": 100}
        for i in range(-9, 10)
    ]  # fmt: skip
    assert "0%" in check_axis(charts.differences(pl.DataFrame(rows), ["drawn"], "about"))


def test_rounds_are_whole_numbers() -> None:
    table = pl.DataFrame({"players": [3] * 3, "what": ["rounds"] * 3, "value": [2, 3, 4], "games": [5, 3, 1]})
    assert check_axis(charts.lengths(table, "about")) == ["2", "3", "4"]


def test_one_number_of_players_needs_no_legend() -> None:
    alone, both = seats(2, 0.5, 0.5), pl.concat([seats(2, 0.5, 0.5), seats(3, 0.3, 0.3, 0.4)])
    for table, legend in ((alone, False), (both, True)):
        drawn = vl_convert.vegalite_to_svg(json.dumps({**charts.shares(table, "seat", "about"), "width": 700}))
        assert ("role-legend" in drawn) == legend
