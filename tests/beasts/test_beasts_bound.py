"""The argument of the documentation for why every game ends, counted with the cards of the house edition."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from card_helpers import HOUSE

from bestiary.engine import content
from bestiary.games.beasts import bound as counts
from bestiary.games.beasts.bound import SET_UP, SHARES, Figures, Share, bound, figures_of, round_bound
from bestiary.games.beasts.cards import decks
from bestiary.games.beasts.state import MAX_DECISIONS, PATHS

CONTENT = decks.load(content.parse(content.read_edition(HOUSE), "house"))


def test_no_game_of_the_house_edition_takes_more_decisions_than_the_bound() -> None:
    assert PATHS < counts.IN_A_WAR
    for seats in (2, 3, 4):
        assert bound(figures_of(CONTENT, seats)) <= MAX_DECISIONS


def asked(formula: str, figures: Figures) -> int:
    """What a printed formula comes to."""
    terms = formula.replace("²", "**2").replace("·", "*")
    return int(eval(re.sub(r"(?<=[0-9a-z)])(?=[a-z(])", "*", terms), {}, vars(figures)))


@pytest.mark.parametrize("share", [*SHARES, SET_UP], ids=lambda share: share.formula)
def test_a_share_is_counted_as_it_is_printed(share: Share) -> None:
    figures = Figures(n=3, k=5, h=7, t=11, w=2)
    assert asked(share.formula, figures) == share.count(figures)


def test_the_whole_formula_of_the_page_is_what_is_counted() -> None:
    figures = figures_of(CONTENT, 4)
    assert asked(counts.formula(), figures) == bound(figures) == 4 * round_bound(figures) + 41


def test_the_page_does_not_type_what_is_counted() -> None:
    page = (Path(__file__).parents[2] / "docs/games/beasts.md").read_text(encoding="utf-8")
    section = page.partition("## How long a game can be\n")[2].partition("\n## ")[0]
    assert "<!-- generated: longest -->" in section
    assert re.findall(r"\d,\d{3}|= \d+", section) == []
