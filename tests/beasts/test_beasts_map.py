"""The map of Tailed Beasts: the house's is the one that was drafted, a wrong one is refused, and both can be drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import bestiary.games.beasts
from bestiary.engine.content import parse
from bestiary.engine.errors import MalformedError
from bestiary.games.beasts.map import atlas as maps
from bestiary.games.beasts.map import chart, drawing
from bestiary.games.beasts.map.atlas import Atlas
from bestiary.games.beasts.state import COAST, KAMUI, MOUNTAIN, OPEN, RIVER, SEA, WATER

MAP = Path(bestiary.games.beasts.__file__).with_name("edition") / "house" / "map.toml"
TEXT = MAP.read_text(encoding="utf-8")


def load(text: str = TEXT) -> Atlas:
    file = parse(text, "own/map.toml")
    return maps.read(file)


@pytest.fixture(scope="module")
def house() -> Atlas:
    return load()


# --- The house's map

CAPITALS = [2, 13, 23, 33, 42, 52]
BASES = [4, 15, 25, 35, 44, 54]
SPAWNERS = [3, 5, 9, 12, 14, 20, 22, 24, 30, 32, 34, 40, 43, 45, 49, 53, 55, 59]
COINS = [1, 8, 11, 16, 21, 26, 31, 36, 41, 48, 51, 58]
HOT = [7, 9, 17, 20, 27, 30, 37, 40, 47, 49, 57, 59]
CROWNS = [3, 12, 22, 32, 43, 53]
LETTERS = {"A": [66, 81], "B": [71, 86], "C": [76, 91], "D": [65, 77, 85], "E": [72, 82, 90]}
MOUNTAINS = [(1, 11), (1, 51), (2, 14), (5, 52), (11, 21), (13, 24), (21, 31), (23, 34), (31, 41), (33, 45), (41, 51),
             (42, 55)]  # fmt: skip
RIVERS = [(1, 12), (3, 51), (5, 8), (11, 22), (14, 16), (21, 32), (24, 26), (31, 43), (34, 36), (41, 53), (45, 48),
          (55, 58)]  # fmt: skip
SECTORS = [[1, 2, 3, 4, 6, 7, 9, 14, 16, 19, 63, 64, 65, 66, 67],
           [11, 12, 13, 15, 17, 18, 20, 24, 26, 29, 68, 69, 70, 71, 72],
           [21, 22, 23, 25, 27, 28, 30, 34, 36, 39, 73, 74, 75, 76, 77],
           [31, 32, 33, 35, 37, 38, 40, 45, 48, 50, 78, 79, 80, 81, 82],
           [41, 42, 43, 44, 46, 47, 49, 55, 58, 60, 83, 84, 85, 86, 87],
           [5, 8, 10, 51, 52, 53, 54, 56, 57, 59, 88, 89, 90, 91, 92]]  # fmt: skip


def where(marks: Any) -> list[int]:
    return np.flatnonzero(marks).tolist()


def test_the_house_map_is_the_drafted_one(house: Atlas) -> None:
    assert where(house.kind) == list(range(61, 93))
    assert house.capitals() == CAPITALS
    assert [int(house.capital[field]) for field in CAPITALS] == [1, 2, 3, 4, 5, 6]
    assert house.bases() == BASES
    assert where(house.spawner) == SPAWNERS
    assert where(house.coin == 2) == [0]
    assert where(house.coin == 1) == COINS
    assert where(house.hot) == HOT
    assert where(house.dom) == CROWNS
    assert {name: where(house.letter == maps.LETTERS.index(name)) for name in LETTERS} == LETTERS
    assert [where(house.sector == nation) for nation in range(6)] == SECTORS
    assert where(house.sector < 0) == [0, 61, 62, 93]


def test_the_house_map_turns_into_itself_by_a_sixth_of_a_circle(house: Atlas) -> None:
    at = {place: field for field, place in enumerate(house.places)}
    assert len(at) == 94
    assert (house.places[0], house.places[4], house.places[61], house.places[62]) == ((0, 0), (-3, 0), (-6, 3), (6, -3))
    for field in range(61):
        q, r = house.places[field]
        turned = at[-r, q + r]
        for marks in (house.kind, house.base, house.spawner, house.coin, house.hot, house.dom, house.capital > 0):
            assert marks[field] == marks[turned]


def test_the_house_map_has_the_drafted_borders(house: Atlas) -> None:
    lettered = {(a, b) for fields in LETTERS.values() for a in fields for b in fields if a < b}
    by_side = [(a, b, border) for a, b, border in maps.borders(house) if (a, b) not in lettered]
    counts = Counter(border for _, _, border in by_side)
    assert counts[OPEN] + counts[SEA] == 136
    assert (counts[OPEN], counts[SEA]) == (102, 34)
    assert (counts[MOUNTAIN], counts[RIVER], counts[COAST]) == (12, 12, 84)
    assert len(lettered) == 9
    assert {border for a, b, border in maps.borders(house) if (a, b) in lettered} == {SEA}
    assert [(a, b) for a, b, border in by_side if border == MOUNTAIN] == MOUNTAINS
    assert [(a, b) for a, b, border in by_side if border == RIVER] == RIVERS
    assert sum(maps.is_coastal(house, field) for field in range(61)) == 54


def test_neighbours_stand_in_rising_order_and_know_each_other(house: Atlas) -> None:
    for field in range(94):
        others = [other for other, _ in house.neighbours(field)]
        assert others == sorted(set(others))
        assert house.near[field, len(others) :].tolist() == [-1] * (8 - len(others))
        for other, border in house.neighbours(field):
            assert (field, border) in list(house.neighbours(other))
            assert (border == COAST) == (house.kind[field] != house.kind[other])


def test_the_field_beyond_is_land_without_neighbours(house: Atlas) -> None:
    assert house.kind[KAMUI] != WATER
    assert (house.near[KAMUI] == -1).all()
    words = parse(MAP.with_name("words.toml").read_text(encoding="utf-8"), "words.toml")
    assert house.names[KAMUI] == words.section("names").string("kamui") == "Hollow Dimension"


@pytest.mark.parametrize("capital", CAPITALS)
def test_every_capital_has_the_same_way_to_everything(house: Atlas, capital: int) -> None:
    view = maps.outlook(house, capital)
    assert view.ways["spawners"] == (1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 7, 7, 7)
    assert view.ways["coins"] == (1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 6, 6, 6)
    assert view.ways["hot springs"] == (2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7)
    assert view.ways["crowns"] == (1, 1, 3, 3, 4, 4)
    assert view.ways["capitals"] == (2, 2, 4, 4, 4)
    assert maps.walk(house, capital)[0] == 2
    assert view.landings == (5, 7, 7, 8, 8)
    assert round(maps.mean(view.ways[maps.BY_SEA]), 2) in (4.91, 5.09)


@pytest.mark.parametrize("base", BASES)
def test_lairs_lie_a_step_behind_the_capitals_on_the_same_coast(house: Atlas, base: int) -> None:
    view = maps.outlook(house, base)
    assert view.ways["spawners"][:6] == (1, 2, 2, 2, 3, 4)
    assert view.ways["capitals"][0] == 1
    assert view.landings[0] == 0


def test_a_map_cannot_be_changed(house: Atlas) -> None:
    with pytest.raises(ValueError, match="read-only"):
        house.near[0, 0] = 5


def test_every_field_has_a_name_of_its_own_that_fits(house: Atlas) -> None:
    assert len({name.casefold() for name in house.names}) == 94
    assert max(map(len, house.names)) <= 18
    assert [house.names[field] for field in CAPITALS] == [
        "Hearthwood", "Saltspire", "Pale Harbour", "Underkeep", "High Anvil", "Hollow Stage",
    ]  # fmt: skip


def test_fields_belong_to_nations_the_middle_and_the_open_sea(house: Atlas) -> None:
    assert [house.region(field) for field in (4, 66, 0, 61)] == ["Hearthmarch", "Hearthmarch", "Heartland", "Open Sea"]


# --- What is refused


def field(number: int, change: Callable[[str], str]) -> Callable[[str], str]:
    """The map with another line for this field."""
    return lambda text: re.sub(rf"^{number} *= \{{.*$", lambda line: change(line.group()), text, flags=re.MULTILINE)


def put(number: int, before: str, after: str) -> Callable[[str], str]:
    return field(number, lambda line: line.replace(before, after, 1))


def add(number: int, mark: str) -> Callable[[str], str]:
    return field(number, lambda line: line.replace(" }", f", {mark} }}"))


def drop(number: int, mark: str) -> Callable[[str], str]:
    return field(number, lambda line: line.replace(f", {mark}", ""))


def swap(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


def all_of(*changes: Callable[[str], str]) -> Callable[[str], str]:
    def change(text: str) -> str:
        for each in changes:
            text = each(text)
        return text

    return change


def line(before: str, after: str) -> Callable[[str], str]:
    """The map with another line of mountains or rivers."""
    return lambda text: swap(text, f"\n{before}\n", f"\n{after}\n")


REFUSED: dict[str, tuple[Callable[[str], str], str, str]] = {
    "a field is missing": (field(17, lambda line: ""), "[fields]", "lacks '17'"),
    "a field is numbered beyond the last": (field(17, lambda line: line.replace("17", "94")), "94 =", "0 to 93"),
    "a field has no number": (field(17, lambda line: line.replace("17", "x")), "x =", "numbered from 0 to 93"),
    "a field has no name": (put(15, 'name = "Scorpion Caves", ', ""), "15", "lacks 'name'"),
    "a name is too long": (put(15, "Scorpion Caves", "Caves of the Scorpion"), "15", "take 1 to 18 letters"),
    "a name has a mark": (put(15, "Scorpion Caves", "{1}"), "15", "leave it out"),
    "a name stands twice": (put(15, "Scorpion Caves", "copper glade"), "15", "and so is field 1"),
    "two nations are called the same": (lambda t: swap(t, '"Reedlands"', '"hearthmarch"'), "5 = ", "like nation 0"),
    "a nation is missing": (lambda t: swap(t, '5 = "Reedlands"\n', ""), "[nations]", "lacks '5'"),
    "a nation too many": (lambda t: swap(t, "\n[fields]", '6 = "Dusk"\n\n[fields]'), "6 = ", "not known here"),
    "a field lies in an unknown nation": (put(17, "nation = 1", "nation = 6"), "17", "from -1 to 5"),
    "a kind is unknown": (put(17, '"land"', '"swamp"'), "17", "must be one of land, water, beyond"),
    "a key is misspelt": (put(15, "lair", "liar"), "15", "did you mean 'lair'?"),
    "two fields lie at one place": (put(17, "[-1, -3]", "[0, -3]"), "17", "is the place of field 15"),
    "a field lies too far away": (put(61, "[-6, 3]", "[-6, -1]"), "61", "farther east or west"),
    "a land too many": (put(61, '"water"', '"land"'), "[fields]", "62 lands and 31 waters; there must be 61 and 32"),
    "another field lies beyond": (put(61, '"water"', '"beyond"'), "61", "must be beyond for field 93"),
    "the last field lies on the map": (put(93, '"beyond"', '"land"'), "93", "must be beyond for field 93"),
    "the field beyond touches another": (put(93, "[2, 5]", "[1, 5]"), "93", "leave room"),
    "the field beyond has a lair": (add(93, "lair = true"), "93", "nothing but a name and a place"),
    "the field beyond belongs to a nation": (add(93, "nation = 0"), "93", "nothing but a name and a place"),
    "the field beyond has a coin": (add(93, "coin = 1"), "93", "symbols lie on land"),
    "a mountain joins fields that do not touch": (line("2  = [14]", "2  = [13]"), "2  = [13]",
                                                  "does not touch"),
    "a mountain rises from the water": (line("2  = [14]", "4  = [63]"), "4  = [63]", "between two lands"),
    "a river runs at sea": (line("5  = [8]", "63 = [64]"), "63 = [64]", "between two lands"),
    "a border stands twice": (line("5  = [52]", "5  = [52]\n52 = [5]"), "52 = [5]", "a second time"),
    "a border is mountain and river": (line("1  = [12]", "1  = [11, 12]"), "1  = [11, 12]", "a second time"),
    "a mountain begins nowhere": (line("2  = [14]", "x  = [14]"), "x  = [14]", "is no field"),
    "a mountain ends nowhere": (line("2  = [14]", "2  = [94]"), "2  = [94]", "from 0 to 93"),
    "a letter is unknown": (put(66, '"A"', '"F"'), "66", "must be one of A, B, C, D, E"),
    "a letter lies on land": (add(19, 'letter = "A"'), "19", "waters at the edge"),
    "a letter lies amid the map": (add(63, 'letter = "A"'), "63", "waters at the edge"),
    "a letter stands once": (put(66, '"A"', '"B"'), "81", "only water with the letter A"),
    "a letter stands nowhere": (
        all_of(put(66, '"A"', '"B"'), put(81, '"A"', '"B"')), "[fields]", "no water with the letter A"),
    "a land can be left by one way only": (
        line("5  = [52]", "5  = [52]\n9  = [6]"), "9  = {", "open borders to 1 other land"),
    "the land falls in two": (
        all_of(line("2  = [14]", "2  = [4, 14]"), line("14 = [16]", "14 = [12]")), "4 ", "reached over open borders"),
    "a water cannot be reached by sea": (
        all_of(put(16, '"land"', '"water"'), drop(16, "coin = 1"), line("14 = [16]", "18 = [26]"),
               put(64, '"water"', '"land"')), "63", "cannot be reached by sea"),
    "a field has too many neighbours": (
        lambda t: re.sub(r'letter = "."', 'letter = "A"', t), "65", "there is room for 8"),
    "a nation has no capital": (drop(13, "capital = true"), "[fields]", "no capital in Saltreach"),
    "a nation has two capitals": (add(18, "capital = true"), "18", "second capital of Saltreach, which has field 13"),
    "a capital belongs to nobody": (add(0, "capital = true"), "0 ", "in the nation of its clan"),
    "too few lairs": (
        all_of(*(drop(number, "lair = true") for number in BASES[2:])), "[fields]", "2 lairs; there must be 3 or more"),
    "a lair is a capital": (add(13, "lair = true"), "13", "is capital and lair"),
    "a spawner is a capital": (
        all_of(add(13, "spawner = true"), drop(24, "spawner = true")), "13", "is capital and spawner"),
    "a spawner is a lair": (all_of(add(15, "spawner = true"), drop(24, "spawner = true")), "15", "lair and spawner"),
    "a spawner too few": (drop(24, "spawner = true"), "[fields]", "has 17 spawners; there must be 18"),
    "a spawner too many": (add(18, "spawner = true"), "[fields]", "has 19 spawners; there must be 18"),
    "a spawner at sea": (
        all_of(add(68, "spawner = true"), drop(24, "spawner = true")), "68", "is a spawner on water"),
    "a capital at sea": (all_of(add(68, "capital = true"), drop(13, "capital = true")), "68", "is a capital on water"),
    "a capital without a coast": (
        all_of(add(11, "capital = true"), drop(13, "capital = true")), "11", "a capital without a coast"),
    "a lair without a coast": (add(1, "lair = true"), "1 ", "a lair without a coast"),
    "a coin at sea": (add(68, "coin = 1"), "68", "symbols lie on land"),
    "a hot spring at sea": (add(68, "hot = 1"), "68", "symbols lie on land"),
    "a crown at sea": (add(68, "crown = 1"), "68", "symbols lie on land"),
    "three coins": (put(0, "coin = 2", "coin = 3"), "0 ", "from 0 to 2"),
    "two hot springs in a field": (put(7, "hot = 1", "hot = 2"), "7 ", "from 0 to 1"),
    "a clan has a shorter way to spawners": (
        all_of(add(18, "spawner = true"), drop(40, "spawner = true")), "33", "mean way of 4.17 steps to spawners"),
    "a clan has a shorter way to coins": (add(18, "coin = 2"), "33", "steps to coins"),
    "a clan has a shorter way to hot springs": (add(18, "hot = 1"), "33", "steps to hot springs"),
    "a clan has a shorter way to crowns": (add(18, "crown = 1"), "33", "steps to crowns"),
    "a clan has a shorter way to the others": (
        all_of(drop(13, "capital = true"), add(18, "capital = true")), "", "capitals may differ by 0.25"),
    "a clan has a shorter way by sea": (put(65, '"D"', '"E"'), "", "steps to waters"),
    "a clan has a spring next door": (
        all_of(drop(7, "hot = 1"), add(1, "hot = 1")), "13",
        "nearest hot springs at 2 3 3 steps, and field 2 at 1 3 4"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_map_is_refused_where(case: str) -> None:
    change, begins, reason = REFUSED[case]
    text = change(TEXT)
    assert text != TEXT
    with pytest.raises(MalformedError) as refused:
        load(text)
    said = str(refused.value)
    found = re.match(r"own/map\.toml:(\d+): ", said)
    assert found
    assert "\n" not in said
    assert reason in said
    assert text.splitlines()[int(found.group(1)) - 1].startswith(begins)


# --- Drawings


def test_the_drawing_fits_a_terminal_and_shows_every_field(house: Atlas) -> None:
    drawn = chart.draw(house)
    assert max(map(len, drawn.splitlines())) <= 67
    assert len(drawn.splitlines()) == 34
    assert sorted(map(int, re.findall(r"\d+", drawn))) == list(range(94))
    assert drawn.isascii()


def test_the_widest_map_fits_80_columns(house: Atlas) -> None:
    places = [*house.places]
    places[9], places[40] = (-6, 0), (6, 0)
    drawn = chart.draw(replace(house, places=tuple(places)))
    assert max(map(len, drawn.splitlines())) == 79


def test_fields_in_the_drawing_have_their_neighbours_beside_them(house: Atlas) -> None:
    lines = chart.draw(house).splitlines()
    row = next(number for number, text in enumerate(lines) if "| 9   :" in text)
    assert lines[row] == "| 9   : 6   : 4 L : 2 C : 1   : 0   :31   :33 C :35 L :38   :40   |"
    assert lines[row + 1] == "| sh  :     :     :     : $   : $$  : $   :     :     :     : sh  |"
    assert lines[row + 3].strip() == "65   | 7   |63   | 3   ~51   ^41   :43   :45   ~48   :50   |"
    assert lines[row - 1] == "+--+...........+..+^^+..+~~+^^+..+..+^^+.....+--+--+.....+--+--+--+"


def test_a_caller_says_what_stands_in_a_field(house: Atlas) -> None:
    drawn = chart.draw(house, {4: ("B7", "Ada 2"), 0: ("too long for it", "", "no third line")})
    assert ": B7  :" not in drawn
    assert ":B7   :" in drawn
    assert ":Ada 2:" in drawn
    assert ":too l:" in drawn
    assert "third" not in drawn


def test_names_and_figures_fit_a_terminal(house: Atlas) -> None:
    text = chart.Chart(house, "A map").text()
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"{number} {name}" in " ".join(text.split()) for number, name in enumerate(house.names))
    assert "waters, mean           4.91    5.09    5.09    4.91    5.09    5.09    0.19" in text
    assert "  nearest             1 2 2" in text


def test_programs_get_the_same_map(house: Atlas) -> None:
    data = chart.data(house)
    assert [each["id"] for each in data["fields"]] == list(range(94))
    assert data["fields"][66] == {
        "id": 66, "name": "Ember Gulf", "kind": "water", "at": [-5, 2], "nation": 0, "letter": "A", "capital": None,
        "lair": False, "spawner": False, "coin": 0, "hot": 0, "crown": 0,
    }  # fmt: skip
    assert data["fields"][13]["capital"] == 1
    assert data["fields"][93]["kind"] == "beyond"
    assert [66, 81, "sea"] in data["borders"]
    assert len(data["borders"]) == 244 + 9
    assert data["fairness"]["capitals"][0]["steps"]["crowns"] == [1, 1, 3, 3, 4, 4]
    assert len(data["fairness"]["lairs"]) == 6


SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_well_formed_and_names_every_field(house: Atlas) -> None:
    root = ElementTree.fromstring(drawing.svg(house, "Fangs & <Tails>"))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Fangs & <Tails>"
    assert "61 lands and 32 waters" in str(root.findtext(f"{SVG}desc"))
    groups = {each.get("id"): each for each in root.iter(f"{SVG}g") if each.get("id")}
    assert len(groups) == 94
    for number, name in enumerate(house.names):
        group = groups[f"field-{number}"]
        assert str(group.findtext(f"{SVG}title")).startswith(f"{number}, {name}: ")
        shown = [str(text.text) for text in group.findall(f"{SVG}text")]
        assert shown[0] == str(number)
        assert " ".join(shown[1:]).startswith(name)


def test_the_picture_follows_light_and_dark_and_needs_no_other_file(house: Atlas) -> None:
    picture = drawing.svg(house, "A map")
    assert "prefers-color-scheme:dark" in picture
    assert set(drawing.LIGHT) == set(drawing.DARK)
    assert "url(" not in picture
    assert "href" not in picture


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "0, Moor of Nine: land, Heartland; two coins"),
        (1, "1, Copper Glade: land, Hearthmarch; coin; mountains towards Glasswind Market and Flutemaker Ford; "
            "river towards Sunken Obelisk"),
        (2, "2, Hearthwood: land, Hearthmarch; capital; mountains towards Foxfire Hollow"),
        (15, "15, Scorpion Caves: land, Saltreach; lair"),
        (66, "66, Ember Gulf: water, Hearthmarch; letter A"),
        (93, "93, Hollow Dimension: beyond the map"),
    ],
)  # fmt: skip
def test_who_cannot_see_the_picture_hears_what_is_printed_there(house: Atlas, number: int, said: str) -> None:
    assert drawing.sentence(house, number) == said


def test_names_are_written_in_lines_of_even_length() -> None:
    assert drawing._name_lines("Moor of Nine") == ["Moor", "of Nine"]
    assert drawing._name_lines("Saltspire") == ["Saltspire"]


def test_the_map_speaks_our_own_words(house: Atlas) -> None:
    shown = chart.Chart(house, "A map").text() + drawing.svg(house, "A map") + TEXT
    words = ("kamui", "akatsuki", "konoha", "naruto", "jutsu", "shinobi", "chunin", "jounin", "kage", "hidden leaf")
    assert [word for word in words if word in shown.casefold()] == []
