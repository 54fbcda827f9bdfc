"""Editions: other numbers and other deeds beside the house's, and what is said of broken files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from talon_helpers import HOUSE, TALON, cards_at, choose, coins, legal_texts, pile, play, quiet_round, sit

from bestiary.engine.content import parse
from bestiary.engine.seat import refuse
from bestiary.engine.errors import MalformedError
from bestiary.engine.records import record_bytes
from bestiary.games.talon.lints import lint

TEXT = HOUSE.text
LINES = TEXT.splitlines()
RAT, NET = "[animals.rat]", "[animals.net]"
DEED = '{ do = "take", what = "hawk" }'


def replaced(old: str, new: str, after: str = "") -> str:
    """The house edition with one text changed, the first after a certain place."""
    at = TEXT.index(after)
    assert old in TEXT[at:]
    return TEXT[:at] + TEXT[at:].replace(old, new, 1)


def line_of(part: str, after: str = "") -> int:
    at = TEXT.index(part, TEXT.index(after))
    return TEXT[:at].count("\n") + 1


def own(text: str) -> object:
    return TALON.edition_from_text(text, "own")


def test_the_house_edition_is_what_the_rulebook_prints() -> None:
    box = HOUSE.box
    assert [int(c) for c in box.copies] == [2, 1, 1, 1, 1]
    assert [int(c) for c in box.white] == [2, 0, 0, 0, 2]
    assert [int(c) for c in box.worth] == [1, 3, 4, 2, 2]
    assert [int(c) for c in box.growth] == [1, 0, 0, 0, 0]
    assert int(box.set_size) == 6
    assert HOUSE.shipped


def linted(text: str) -> list[str]:
    own(text)
    return list(lint(parse(text, "own.toml")))


def test_the_house_edition_keeps_the_rules_of_the_house() -> None:
    assert linted(TEXT) == []


def test_an_animal_that_nothing_hits_is_told_with_its_line() -> None:
    safe = f"own.toml:{line_of('[animals.hawk]')}: animals.hawk is safe from every animal; let a deed of another hit it"
    assert linted(replaced(DEED, DEED.replace("hawk", "snake"))) == [safe]


def test_an_animal_that_can_do_nothing_is_told_with_its_line() -> None:
    idle = f"own.toml:{line_of('deeds', NET)}: animals.net.deeds has no deed, so that an active one can only pass"
    assert idle in linted(replaced(f"{DEED},", "", NET))


def test_a_deed_against_an_animal_without_cards_is_told_with_its_line() -> None:
    text = replaced("copies = 1", "copies = 0", "[animals.hawk]").replace("copies = 2", "copies = 3")
    line = line_of("deeds", NET)
    assert linted(text) == [f"own.toml:{line}: animals.net.deeds hits the hawk, of which there are no cards"]


def test_a_fox_worth_five_beside_the_house_edition_changes_the_coins_only_at_its_own_table() -> None:
    dear = own(replaced("worth = 2", "worth = 5", "[animals.fox]"))
    house, other, again = sit(2), sit(2, edition=dear), sit(2)
    for table in (house, other, again):
        quiet_round(table, "fox snake net", "hawk rat net")
    assert coins(house) == coins(again) == [7, 7]
    assert coins(other) == [10, 7]


def test_the_same_seed_and_actions_end_differently_under_another_edition() -> None:
    dear = own(replaced("worth = 2", "worth = 5", "[animals.fox]"))
    house, other = sit(3, seed="same"), sit(3, seed="same", edition=dear)
    while not house.is_over:
        for table in (house, other):
            quiet_round(table, "fox snake rat", "hawk snake net", "rat net hawk")
    assert other.is_over
    assert house.payoffs() == [0.0, 1.0, 0.0]
    assert other.payoffs() == [0.5, 0.5, 0.0]
    assert record_bytes(house.state) != record_bytes(other.state)


def test_other_deeds_are_offered_only_at_their_own_table() -> None:
    wild = own(replaced(DEED, '{ do = "discard", what = "rat", all = true }', NET))
    house, other = sit(2), sit(2, edition=wild)
    for table in (other, house):
        choose(table, "net", "hawk")
    assert legal_texts(house, 0) == ["take hawk active:1", "pass"]
    assert other.waiting() == [1]
    choose_next = sit(2, edition=wild)
    choose(choose_next, "net", "rat")
    assert legal_texts(choose_next, 0) == ["discard rat all:1", "pass"]
    play(choose_next, "0 discard rat all:1")
    assert pile(choose_next).count("rat") == 3


def test_refusals_name_the_animals_of_the_edition_at_hand() -> None:
    wild = own(replaced(DEED, '{ do = "take", what = "fox" }', NET))
    table = sit(2, edition=wild)
    choose(table, "rat", "fox")
    reason = refuse(table, 0, "take fox active:1")
    assert reason is not None
    assert "Only a Net can" in reason.sentence
    house = sit(2)
    choose(house, "rat", "fox")
    assert "No animal can" in refuse(house, 0, "take fox active:1").sentence


def test_more_cards_and_another_pile_are_dealt() -> None:
    large = own(replaced("copies = 2\nwhite = 2", "copies = 4\nwhite = 5", "[animals.rat]"))
    table = sit(2, edition=large)
    assert pile(table) == ["rat"] * 5 + ["net"] * 2
    assert [len(cards_at(table, f"hand:{s}", 0)) for s in range(2)] == [8, 8]
    assert int(TALON.audit(large.box, table.state)) == 0


def test_reaches_of_the_same_deed_add_up() -> None:
    both = own(replaced('{ do = "take", what = "rat", from = "pile", all = true },',
                        '{ do = "take", what = "rat", from = "pile", all = true },\n'
                        '    { do = "take", what = "rat", from = "either" },', "[animals.rat]"))  # fmt: skip
    table = sit(2, edition=both)
    choose(table, "rat", "rat")
    assert legal_texts(table, 0) == ["take rat pile", "take rat pile-all", "take rat active:1", "pass"]


def test_an_edition_can_be_read_from_any_file(tmp_path: Path) -> None:
    file = tmp_path / "dear.toml"
    file.write_text(replaced("worth = 2", "worth = 5", "[animals.fox]"))
    edition = TALON.edition(str(file))
    assert edition.name == "dear"
    assert not edition.shipped
    assert int(edition.box.worth[3]) == 5
    assert edition.digest != HOUSE.digest


def test_an_unknown_edition_is_refused_with_the_shipped_ones() -> None:
    with pytest.raises(MalformedError, match="house"):
        TALON.edition("gold")


def appended(line: str) -> str:
    return TEXT + line + "\n"


def many_deeds() -> str:
    deeds = [f'{{ do = "{do}", what = "{what}" }}' for do in ("take", "discard")
             for what in ("rat", "snake", "hawk", "fox", "net")]  # fmt: skip
    return replaced(DEED, ", ".join(deeds[:7]), NET)


BROKEN: dict[str, tuple[Callable[[], str], int | None, str]] = {
    "not TOML": (lambda: replaced("worth = 1", "worth = = 1"), line_of("worth = 1"), "not valid TOML"),
    "a doubled key": (lambda: replaced("worth = 1", "worth = 1\nworth = 2"), None, "not valid TOML"),
    "a text that is never closed": (lambda: replaced('"fox" }', '"fox }'), None, "not valid TOML"),
    "a list that is never closed": (lambda: TEXT.rstrip()[:-1], None, "not valid TOML"),
    "an empty file": (lambda: "", 1, "lacks 'animals'"),
    "animals that are no table": (lambda: "animals = 3\n", 1, "must be a table"),
    "a missing animal": (lambda: TEXT[: TEXT.index(NET)], 1, "lacks 'net'"),
    "an unknown animal": (lambda: appended("[animals.cow]\nworth = 1"), len(LINES) + 1, "animals.cow is not known"),
    "a misspelt animal": (lambda: appended("[animals.snakes]\nworth = 1"), len(LINES) + 1, "did you mean 'snake'"),
    "an unknown key": (lambda: replaced("worth = 1", "wort = 1\nworth = 1"), line_of("worth = 1"), "mean 'worth'"),
    "an unknown key at the top": (lambda: "colour = 3\n" + TEXT, 1, "colour is not known here"),
    "a missing worth": (lambda: replaced("worth = 1\n", ""), line_of(RAT), "lacks 'worth'"),
    "missing copies": (lambda: replaced("copies = 2\n", ""), line_of(RAT), "lacks 'copies'"),
    "missing deeds": (lambda: replaced("deeds = [\n    " + DEED + ",\n]", "", NET), line_of(NET), "lacks 'deeds'"),
    "a worth too high": (lambda: replaced("worth = 1", "worth = 21"), line_of("worth = 1"), "from 0 to 20, not 21"),
    "a worth below zero": (lambda: replaced("worth = 1", "worth = -1"), line_of("worth = 1"), "from 0 to 20, not -1"),
    "a worth with a fraction": (lambda: replaced("worth = 1", "worth = 1.5"), line_of("worth = 1"), "whole number"),
    "a worth in words": (lambda: replaced("worth = 1", 'worth = "one"'), line_of("worth = 1"), "whole number"),
    "a worth that is a switch": (lambda: replaced("worth = 1", "worth = true"), line_of("worth = 1"), "whole number"),
    "too many copies": (lambda: replaced("copies = 2", "copies = 7"), line_of("copies = 2"), "from 0 to 6"),
    "too many white cards": (lambda: replaced("white = 2", "white = 13"), line_of("white = 2"), "from 0 to 12"),
    "too much growth": (lambda: replaced("growth = 1", "growth = 6"), line_of("growth = 1"), "from 0 to 5"),
    "a monstrous number": (lambda: replaced("worth = 1", "worth = " + "9" * 5000), None, ""),
    "a set that is too small": (
        lambda: re.sub(r"copies = \d", "copies = 0", TEXT).replace("copies = 0", "copies = 3", 1), None, "cards"),
    "a set that is too large": (lambda: re.sub(r"copies = \d", "copies = 3", TEXT), None, "cards"),
    "deeds that are no list": (lambda: replaced("deeds = [\n    " + DEED + ",\n]", "deeds = 3", NET),
                               line_of("deeds", NET), "must be a list"),
    "a deed that is no table": (lambda: replaced(DEED, '"take hawk"', NET), line_of("deeds", NET), "must be a table"),
    "a deed without a verb": (lambda: replaced(DEED, '{ what = "hawk" }', NET), line_of("deeds", NET), "lacks 'do'"),
    "a deed without prey": (lambda: replaced(DEED, '{ do = "take" }', NET), line_of("deeds", NET), "lacks 'what'"),
    "an unknown verb": (lambda: replaced(DEED, '{ do = "tak", what = "hawk" }', NET), line_of("deeds", NET),
                        "did you mean 'take'"),
    "an unknown prey": (lambda: replaced(DEED, '{ do = "take", what = "cow" }', NET), line_of("deeds", NET), "one of"),
    "an unknown source": (lambda: replaced(DEED, '{ do = "take", what = "hawk", from = "moon" }', NET),
                          line_of("deeds", NET), "one of rival, pile, either"),
    "an unknown key of a deed": (lambda: replaced(DEED, '{ do = "take", what = "hawk", form = "pile" }', NET),
                                 line_of("deeds", NET), "did you mean 'from'"),
    "all that is no switch": (lambda: replaced(DEED, '{ do = "take", what = "hawk", all = 1 }', NET),
                              line_of("deeds", NET), "true"),
    "a verb that is a list": (lambda: replaced(DEED, '{ do = ["take"], what = "hawk" }', NET), line_of("deeds", NET),
                              "one of discard, take"),
    "a discard from the pile": (lambda: replaced(DEED, '{ do = "discard", what = "hawk", from = "pile" }', NET),
                                line_of("deeds", NET), "pile"),
    "the same deed twice": (lambda: replaced(DEED, DEED + ", " + DEED, NET), line_of("deeds", NET), "again"),
    "too many deeds": (many_deeds, line_of("deeds", NET), "room for 6"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_edition_is_refused_in_one_line_with_file_line_and_reason(tmp_path: Path, kind: str) -> None:
    build, line, reason = BROKEN[kind]
    file = tmp_path / "broken.toml"
    file.write_text(build())
    with pytest.raises(MalformedError) as caught:
        TALON.edition(str(file))
    said = str(caught.value)
    assert "\n" not in said
    where = re.match(re.escape(str(file)) + r":(\d+): ", said)
    assert where, said
    assert reason in said
    if line is not None:
        assert int(where.group(1)) == line


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MalformedError, match="cannot read the edition"):
        TALON.edition(str(tmp_path / "none.toml"))
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MalformedError, match="UTF-8"):
        TALON.edition(str(binary))


def test_every_shipped_edition_can_be_read_and_dealt() -> None:
    assert "house" in TALON.editions
    for name in TALON.editions:
        edition = TALON.edition(name)
        table = sit(4, edition=edition)
        assert int(TALON.audit(edition.box, table.state)) == 0
