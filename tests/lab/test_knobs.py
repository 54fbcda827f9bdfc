"""What two editions differ in is said in words; numbers are turned in the text itself, with comments kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.engine.registry import find_game
from bestiary.lab.differences import differences
from bestiary.lab.knobs import find
from bestiary.lab.tune import targets

GOLDEN = Path(__file__).parent.parent / "golden" / "differences.txt"


def edition(game: str, *changes: tuple[str, str]) -> Edition:
    """The default edition with some words changed, each at its first place."""
    found = find_game(game)
    text = found.edition().text
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return found.edition_from_text(text, "mine")


CHANGES = {
    "claw": [('vanguard = ". +2 ?"', 'vanguard = "+1 +2 ?"'), ('name = "Charge"', 'name = "Onslaught"')],
    "talon": [("worth = 4", "worth = 6")],
    "prey": [('"Weasel" = [1, 12]', '"Weasel" = [1, 13]')],
    "beasts": [
        ('role = "apprentice"\ntier = 1\nstyles = [3, 4, 4]\nfocus = "CARD"\ntheme = "cycling"',
         'role = "apprentice"\ntier = 1\nstyles = [6, 7, 7]\nfocus = "CARD"\ntheme = "cycling"'),
        ('fx = ["SC DRAW 1", "HY DISC me 1; DRAW 2"]', 'fx = ["SC DRAW 2"]'),
    ],
}


def test_differences_are_told_in_the_words_of_the_golden_file() -> None:
    told = []
    for name, changes in CHANGES.items():
        rows = differences(find_game(name).edition(), edition(name, *changes))
        told += [name, *(f"  {row['words']}" for row in rows), ""]
    assert "\n".join(told) == GOLDEN.read_text(encoding="utf-8")


def test_comments_and_notes_are_no_difference() -> None:
    same = edition("claw", ("# everything through one gap", "# a gap"), ('about = "Swords', 'about = "Our swords'))
    assert differences(find_game("claw").edition(), same) == []


@pytest.mark.parametrize(
    ("game", "path", "now", "then", "line"),
    [
        ("claw", "formations.Spearhead.vanguard.2=0..2", 2, 1, 'vanguard = ". +1 ?"'),
        ("claw", "formations.Spearhead.vanguard.1=0..2", 0, 1, 'vanguard = "+1 +2 ?"'),
        ("claw", "formations.Charge.vanguard.1=0..2", 2, 0, 'vanguard = "? . +1"'),
        ("claw", "formations.High Ground.rearguard.3=0..2", 1, 2, 'rearguard = ". +1 +2W?"'),
        ("claw", "formations.hideout.reinforcements.1=0..2", 0, 1, 'reinforcements = "2+1 # #"'),
        ("talon", "animals.hawk.worth=1..9", 4, 7, "worth = 7"),
        ("beasts", "clans.cards.Kindling Page.styles.1=1..9", 3, 5, "styles = [5, 4, 4]"),
    ],
)  # fmt: skip
def test_a_number_is_turned_where_it_stands(game: str, path: str, now: int, then: int, line: str) -> None:
    content = find_game(game).edition()
    knob = find(content, path)
    assert knob.read(content.text) == now
    text = knob.write(content.text, then)
    assert text.split("\n")[knob.line].startswith(line)
    assert knob.read(text) == then
    assert knob.write(text, now) == content.text
    rows = differences(content, find_game(game).edition_from_text(text, "mine"))
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("formations.Spearhed.vanguard.2=0..2", "did you mean"),
        ("formations.Spearhead.vanguard=0..2", "which of its 3 places"),
        ("formations.Spearhead.vanguard.4=0..2", "which of its 3 places"),
        ("formations.Spearhead.rearguard.1=0..2", "none can stand there"),
        ("formations.Spearhead.vanguard.2=0..1", "it is 2 now"),
        ("formations.Spearhead.vanguard.2=2..2", "leave nothing to choose"),
        ("formations.Spearhead.type=0..2", "which of its 1 places"),
        ("formations.Spearhead.vanguard.2", "a path and its bounds"),
    ],
)  # fmt: skip
def test_what_cannot_be_turned_is_refused(text: str, said: str) -> None:
    with pytest.raises(MalformedError, match=said):
        find(find_game("claw").edition(), text)


def test_targets_name_sides_seats_or_one_of_them() -> None:
    game = find_game("claw")
    named = targets(game, game.edition(), 2, ["types", "bow=48", "seat 1=52"])
    assert {target.name: target.share for target in named} == {"Sword": 0.5, "Shield": 0.5, "Bow": 0.48, "seat 1": 0.52}
    for wrong, said in (("swords", "did you mean 'Sword'"), ("sides=0", "between 0 and 100"), ("sides=x", "between 0")):
        with pytest.raises(MalformedError, match=said):
            targets(game, game.edition(), 2, [wrong])
