"""Editions of Predator & Prey: ours keep the house rules, an owner's deck loads, a broken file is refused."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine import content
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.table import Table
from bestiary.games.prey.lints import lint
from prey_helpers import GAME

WILD = GAME.editions["wild"].read_text()


def linted(text: str) -> list[str]:
    return list(lint(content.parse(text, "own.toml")))


@pytest.mark.parametrize("name", ["wild", "mirror"])
def test_shipped_editions_keep_the_house_rules(name: str) -> None:
    edition = GAME.edition(name)
    assert linted(edition.text) == []
    assert len(set(edition.words["cards"])) == 48


def test_in_the_mirror_every_end_is_thirteen_less_the_other() -> None:
    box = GAME.edition("mirror").box
    assert (box.predator + box.prey == 13).all()


def test_the_figures_that_wild_states_of_its_suits_are_true() -> None:
    box = GAME.edition("wild").box
    stated = re.findall(r"^#   (\w+) +([+-]\d\.\d\d) +(\d+) +\d+ +(\d+)$", WILD, re.MULTILINE)
    assert [row[0].capitalize() for row in stated] == list(GAME.edition("wild").words["suits"])
    for suit, (_, correlation, dominations, most) in enumerate(stated):
        cards = [(int(box.predator[c]), int(box.prey[c])) for c in range(12 * suit, 12 * suit + 12)]
        assert 1 - 6 * sum((a - b) ** 2 for a, b in cards) / (12 * 143) == pytest.approx(float(correlation), abs=0.005)
        below = [sum(a < card[0] and b < card[1] for a, b in cards) for card in cards]
        assert sum(below) == int(dominations)
        assert max(below) == int(most)


def test_r1_an_owners_deck_with_other_numbers_loads_but_is_no_house_edition(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(WILD.replace('"Weasel" = [1, 12]', '"Weasel" = [0, 99]'))
    edition = GAME.edition(str(file))
    assert (int(edition.box.predator[0]), int(edition.box.prey[0])) == (0, 99)
    line = WILD[: WILD.index("[suits.fang]")].count("\n") + 1
    assert linted(edition.text) == [
        f"own.toml:{line}: suits.fang has the {end} numbers {numbers}; ours are 1 to 12, each once"
        for end, numbers in (
            ("predator", "0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
            ("prey", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 99"),
        )
    ]


def test_a_card_that_is_above_its_suit_at_both_ends_is_told_with_its_line() -> None:
    text = re.sub(r"= \[(\d+), (\d+)\]", r"= [\1, \1]", WILD)
    findings = linted(text)
    assert len(findings) == 4 * 3
    name, line = next((name, n) for n, name in enumerate(text.splitlines(), 1) if "[12, 12]" in name)
    told = f"own.toml:{line}: suits.fang.{name.split(chr(34))[1]} is above 11 cards of its suit at both ends"
    assert any(finding.startswith(told) for finding in findings)


def test_greedy_plays_and_sees_a_deck_of_higher_numbers_like_ours() -> None:
    higher = re.sub(r"= \[(\d+), (\d+)\]", lambda m: f"= [{8 * int(m[1])}, {8 * int(m[2])}]", WILD)
    decks = [GAME.edition("wild"), GAME.edition_from_text(higher, "higher")]
    assert [int(d.box.highest) for d in decks] == [12, 96]
    tables = [Table(GAME, deck, GAME.make_options(3), server_seed("deck")) for deck in decks]
    player, seen = bot_named(GAME, "greedy"), np.zeros((2, GAME.observation.length), np.float32)
    while waiting := tables[0].waiting():
        seat = waiting[0]
        for table, out in zip(tables, seen, strict=True):
            GAME.observe(table.edition.box, table.state, seat, out)
            rng = quick_rng(str(len(table.plies)))
            table.play(seat, player.choose(Knowledge.at(table, seat), seat, AT_ONCE, rng).action)
        assert tables[0].plies[-1].action == tables[1].plies[-1].action
        assert (seen[0] == seen[1]).all()


BROKEN = {
    "a number too high": ('"Weasel" = [1, 12]', '"Weasel" = [1, 100]', "0 to 99"),
    "a number that is none": ('"Weasel" = [1, 12]', '"Weasel" = [1, "x"]', "Weasel"),
    "one number": ('"Weasel" = [1, 12]', '"Weasel" = [1]', "two numbers"),
    "a predator number twice": ('"Weasel" = [1, 12]', '"Weasel" = [2, 12]', "predator number 2"),
    "a prey number twice": ('"Weasel" = [1, 12]', '"Weasel" = [1, 9]', "prey number 9"),
    "a card too few": ('"Mongoose" = [2, 9]\n', "", "11 of 12 cards"),
    "a card too many": ('"Mongoose" = [2, 9]\n', '"Mongoose" = [2, 9]\n"Puma" = [20, 20]\n', "a suit has 12"),
    "a name twice": ('"Mongoose" = [2, 9]', '"Weasel" = [2, 9]', ""),
    "a suit too few": ("[suits.herd]", "[suits.wing2]\n[other]", ""),
    "an unknown key": ("about =", 'abuot = "x"\nabout =', "abuot"),
}


@pytest.mark.parametrize(("before", "after", "said"), BROKEN.values(), ids=BROKEN)
def test_r1_a_broken_file_is_refused_with_its_line_and_the_reason(
    tmp_path: Path, before: str, after: str, said: str
) -> None:
    assert before in WILD
    file = tmp_path / "own.toml"
    file.write_text(WILD.replace(before, after, 1))
    with pytest.raises(MalformedError) as refusal:
        GAME.edition(str(file))
    text = str(refusal.value)
    assert said in text
    assert f"{file}:" in text
    assert "\n" not in text
