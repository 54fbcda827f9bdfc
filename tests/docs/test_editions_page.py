"""The page on editions shows what is shipped, and what is really said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bestiary.engine import content
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game, game_names

PAGE = (Path(__file__).parent.parent.parent / "docs" / "editions.md").read_text(encoding="utf-8")
SAID = re.findall(r"^mine[\w./]*:\d+: .*$", PAGE, re.MULTILINE)
CHANGES = [
    ("talon", "copies = 2", "copies = 9"),
    ("claw", "vanguard =", "vangard ="),
    ("prey", '"Tiger" = [12, 1]', '"Tiger" = [12, 2]'),
    ("beasts", 'capital = "Hearthwood"', 'capital = "Nowhere"'),
    ("beasts", 'fx = ["SC DRAW 1", "HY DISC me 1; DRAW 2"]', 'fx = ["SC COIN 9"]'),
    ("claw", 'vanguard = ". +2 ?"', 'vanguard = ". . ?"'),
]
"""What was done to a shipped edition so that it is said, in the order of the page."""


def test_every_game_has_its_section_and_nothing_waits_to_be_built() -> None:
    assert {find_game(name).title for name in game_names()} <= set(re.findall(r"^## (.*)$", PAGE, re.MULTILINE))
    assert "generated" not in PAGE


def test_every_excerpt_stands_in_a_shipped_edition() -> None:
    games = [find_game(name) for name in game_names()]
    texts = [content.read_edition(place) for game in games for place in game.editions.values()]
    excerpts = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(excerpts) == 4
    for excerpt in excerpts:
        assert any(excerpt in text for text in texts), excerpt


@pytest.mark.parametrize(("told", "change"), list(zip(SAID, CHANGES, strict=True)))
def test_every_message_is_what_is_said(told: str, change: tuple[str, str, str]) -> None:
    name, old, new = change
    game = find_game(name)
    text = content.read_edition(game.editions[game.default_edition])
    assert old in text
    file, said = "mine" if name == "beasts" else "mine.toml", []
    text = text.replace(old, new, 1)
    try:
        content.assemble(text, "mine", file, game.assemble, shipped=False)
        assert game.lint is not None
        said = list(game.lint(content.parse(text, file)))
    except MalformedError as error:
        said = [str(error)]
    assert without_line(told) in map(without_line, said)


def without_line(told: str) -> str:
    """A comment more or less in a shipped file changes no page."""
    return re.sub(r":\d+: ", ": ", told, count=1)
