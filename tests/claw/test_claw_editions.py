"""Editions of Tooth & Claw: ours keeps the house rules, an owner's cards load, a broken file is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bestiary.games.claw.edition
from bestiary.engine import content
from bestiary.engine.content import Edition
from bestiary.engine.errors import MalformedError
from bestiary.games.claw import GAME as CLAW
from bestiary.games.claw.edition import assemble, strands
from bestiary.games.claw.lints import lint
from bestiary.testkit.fuzz import fuzz

HOUSE = Path(bestiary.games.claw.edition.__file__).with_name("house.toml")
ROWS = ("vanguard", "rearguard", "reinforcements")

Card = dict[str, Any]
Place = tuple[str, str]  # a formation's name and a key of it; "" is the formation itself


def load(text: str, file: str = "own.toml") -> Edition:
    return content.assemble(text, "own", file, assemble, shipped=False)


def linted(text: str) -> list[str]:
    return list(lint(content.parse(text, "own.toml")))


def formation(name: str, kind: str, number: int, *rows: str) -> Card:
    return {"name": name, "type": kind, "round": number, **dict(zip(ROWS, rows, strict=True))}


def owners_cards() -> list[Card]:
    """Eighteen plain formations, named like `Sword 2b`, that break no rule of the house."""
    cards = []
    for kind in ("sword", "shield", "bow"):
        for number in (1, 2, 3):
            name = f"{kind.title()} {number}"
            back = "# 2 #" if kind == "bow" else "# . #"
            rear = ". ? #" if kind == "bow" else ". ? ."
            cards.append(formation(f"{name}a", kind, number, "+1 . .", rear, back))
            cards.append(formation(f"{name}b", kind, number, ". . W", rear, back))
    return cards


def written(cards: list[Card], changes: dict[Place, Any] | None = None) -> str:
    """The file with these cards. A change to None leaves the key out."""
    lines = []
    for card in cards:
        lines.append("[[formations]]")
        own = {key: value for (name, key), value in (changes or {}).items() if name == card["name"]}
        for key, value in {**card, **own}.items():
            if value is not None:
                lines.append(f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"')
        lines.append("")
    return "\n".join(lines)


def line_of(text: str, place: Place) -> int:
    """Counted in the cards as `owners_cards` names them: a change of name does not move a line."""
    name, key = place
    lines = text.splitlines()
    headers = [number for number, line in enumerate(lines, 1) if line == "[[formations]]"]
    header = headers[[card["name"] for card in owners_cards()].index(name)]
    if not key:
        return header
    return next(number for number in range(header, len(lines)) if lines[number - 1].startswith(f"{key} ="))


def refusal(text: str) -> str:
    with pytest.raises(MalformedError) as refused:
        load(text)
    said = str(refused.value)
    assert "\n" not in said
    return said


def card_at(edition: Edition, name: str) -> int:
    return list(edition.words["formations"]).index(name)


# What loads.


def test_the_house_edition_keeps_the_rules_of_the_house() -> None:
    assert linted(HOUSE.read_text()) == []


def test_people_see_the_names_in_the_order_of_the_box() -> None:
    cards = owners_cards()
    words = load(written(cards[::-1])).words
    assert words["types"] == ("Sword", "Shield", "Bow")
    assert words["colours"] == ("Red", "Blue")
    assert words["formations"][:4] == ("Sword 1b", "Sword 1a", "Sword 2b", "Sword 2a")
    assert words["formations"][-2:] == ("Bow 3b", "Bow 3a")


def test_an_owners_edition_in_a_file_loads_as_it_was_typed_in(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    changes = {
        ("Bow 2a", "vanguard"): "+2W # .",
        ("Bow 2a", "rearguard"): "# . +1",
        ("Bow 2a", "reinforcements"): "# . 2?",
    }
    file.write_text('about = "As printed."\n\n' + written(owners_cards(), changes))
    edition = load(content.read_edition(file), str(file))
    bow = card_at(edition, "Bow 2a")
    assert bow == (2 * 3 + 1) * 2
    assert int(edition.box.blank[bow]) == 1 << 1 | 1 << 3 | 1 << 6
    assert int(edition.box.wild[bow]) == 1 << 0
    assert edition.box.bonus[bow].tolist() == [2, 0, 0, 0, 0, 1, 0, 0, 0]
    assert (int(edition.box.reveal[bow]), int(edition.box.pair[bow])) == (8, 8)
    assert int(edition.box.pair[card_at(edition, "Sword 2a")]) == 0


@pytest.mark.parametrize("word", ["".join(marks) for marks in permutations(("+1", "W", "?"))])
def test_the_effects_of_a_space_may_be_written_in_any_order(word: str) -> None:
    changes = {("Sword 1a", "vanguard"): f". {word} .", ("Sword 1a", "rearguard"): ". . ."}
    box = load(written(owners_cards(), changes)).box
    assert (int(box.bonus[0, 1]), int(box.wild[0]), int(box.reveal[0])) == (1, 1 << 1, 1)


BLANK_COLUMN = {
    ("Bow 1a", "vanguard"): "+1 . #",
    ("Bow 1a", "rearguard"): ". ? #",
    ("Bow 1a", "reinforcements"): ". 2 #",
}


def test_a_bow_may_have_a_whole_column_of_blanks() -> None:
    assert load(written(owners_cards(), BLANK_COLUMN)).box.blank[12] == 1 << 2 | 1 << 5 | 1 << 8


OPEN_BOWS: dict[Place, Any] = {
    ("Bow 1a", "reinforcements"): "# . .", ("Bow 1b", "reinforcements"): ". . #",
    ("Bow 1a", "rearguard"): ". ? #", ("Bow 1b", "rearguard"): "# ? .",
}  # fmt: skip
PAIR_OF_SWORD: dict[Place, Any] = {
    **OPEN_BOWS, ("Sword 1a", "rearguard"): "# ? .", ("Sword 1a", "reinforcements"): "# 2 #",
}  # fmt: skip


@pytest.mark.parametrize("changes", [OPEN_BOWS, PAIR_OF_SWORD], ids=["bows without 2 Cards", "2 Cards for a sword"])
def test_room_for_seven_cards_is_all_that_blanks_and_2_cards_must_leave(changes: dict[Place, Any]) -> None:
    """R14: such cards may have been printed, and all laws hold with them."""
    edition = load(written(owners_cards(), changes))
    bow, sword = card_at(edition, "Bow 1a"), card_at(edition, "Sword 1a")
    assert (int(edition.box.blank[bow]).bit_count(), int(edition.box.pair[bow])) == (2, 0)
    assert bool(edition.box.pair[sword]) == (changes is PAIR_OF_SWORD)
    told = fuzz(CLAW, edition, CLAW.make_options(), 4, "seven", 1, 8, lambda count: None)
    assert told["violations"] == 0
    assert told["decisions"] > 500


NOT_OURS: dict[str, tuple[dict[Place, Any], str, str]] = {
    "a column that is blank in Vanguard and Rearguard": (
        BLANK_COLUMN, "Bow 1a", "has column 3 blank in Vanguard and Rearguard",
    ),
    "a reveal space in Reinforcements": (
        {("Sword 2b", "rearguard"): ". . .", ("Sword 2b", "reinforcements"): "# ? #"},
        "Sword 2b",
        "has its reveal space in Reinforcements",
    ),
    "a bonus in Reinforcements": (
        {("Shield 3a", "reinforcements"): "# +1 #"},
        "Shield 3a",
        "has an effect in Reinforcements, where no card is played from",
    ),
    "a wild space in Reinforcements": (
        {("Bow 3b", "vanguard"): ". . .", ("Bow 3b", "reinforcements"): "# 2W #"},
        "Bow 3b",
        "has an effect in Reinforcements, where no card is played from",
    ),
    "no effect at all": ({("Sword 1b", "vanguard"): ". . ."}, "Sword 1b", "has neither a bonus nor a Wild"),
    "a bow without 2 Cards": (
        {("Bow 1b", "rearguard"): "# ? .", ("Bow 1b", "reinforcements"): ". . #"},
        "Bow 1b",
        "is a Bow without a 2 Cards space",
    ),
    "one card twice in a round": (
        {("Shield 1b", "vanguard"): "+1 . ."}, "Shield 1b", "is Shield 1a again, but for the order of columns",
    ),
    "one card twice with its columns exchanged": (
        {("Shield 1b", "vanguard"): ". . +1"}, "Shield 1b", "is Shield 1a again, but for the order of columns",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "card", "said"), NOT_OURS.values(), ids=NOT_OURS)
def test_what_an_owner_may_play_but_the_house_would_not_print(
    changes: dict[Place, Any], card: str, said: str
) -> None:  # fmt: skip
    assert linted(written(owners_cards())) == []
    text = written(owners_cards(), changes)
    load(text)
    number = [each["name"] for each in owners_cards()].index(card)
    assert linted(text) == [f"own.toml:{line_of(text, (card, ''))}: formations.{number} ({card}) {said}"]


# What is refused.

SWORD = "Sword 2a"
BOW = "Bow 2a"
REFUSED: dict[str, tuple[dict[Place, Any], Place, str]] = {
    "a type that there is not": ({(SWORD, "type"): "sward"}, (SWORD, "type"), "did you mean 'sword'?"),
    "a round that there is not": ({(SWORD, "round"): 4}, (SWORD, "round"), "must be one of 1, 2, 3"),
    "a round in quotes": ({(SWORD, "round"): "2"}, (SWORD, "round"), "must be one of 1, 2, 3"),
    "a row that is missing": ({(SWORD, "rearguard"): None}, (SWORD, ""), "lacks 'rearguard'"),
    "a row that is a number": ({(SWORD, "rearguard"): 7}, (SWORD, "rearguard"), "must be a text in quotes"),
    "a key that nobody knows": ({(SWORD, "vangard"): ". . ."}, (SWORD, "vangard"), "did you mean 'vanguard'?"),
    "a key that is misspelt": (
        {(SWORD, "vanguard"): None, (SWORD, "vangard"): ". . ."},
        (SWORD, "vangard"),
        "vangard is not known here; did you mean 'vanguard'?",
    ),
    "a row of two spaces": ({(SWORD, "vanguard"): "+1 ."}, (SWORD, "vanguard"), "has 2 spaces; write 3 words"),
    "a row of four spaces": ({(SWORD, "vanguard"): "+1 . . ."}, (SWORD, "vanguard"), "has 4 spaces; write 3 words"),
    "a word that means nothing": ({(SWORD, "vanguard"): "+3 . ."}, (SWORD, "vanguard"), "'+3': a space is . or #"),
    "a small letter": ({(SWORD, "vanguard"): "w . ."}, (SWORD, "vanguard"), "'w': a space is . or #"),
    "a plain space with an effect": ({(SWORD, "vanguard"): ".W . ."}, (SWORD, "vanguard"), "'.W': a space is . or #"),
    "an effect twice on a space": ({(SWORD, "vanguard"): "WW . ."}, (SWORD, "vanguard"), "each effect once"),
    "two bonuses on a space": ({(SWORD, "vanguard"): "+1+2 . ."}, (SWORD, "vanguard"), "and one bonus"),
    "a word of two meanings": ({(BOW, "reinforcements"): "# +12 #"}, (BOW, "reinforcements"), "write the 2 first"),
    "a bonus on a blank": (
        {(SWORD, "reinforcements"): "#+1 . #"}, (SWORD, "reinforcements"), "'#+1': nothing is printed on a blank",
    ),
    "the deck's card on a blank": (
        {(SWORD, "reinforcements"): "?# . #"}, (SWORD, "reinforcements"), "'?#': nothing is printed on a blank",
    ),
    "a sword with one blank": (
        {(SWORD, "reinforcements"): "# . ."}, (SWORD, ""),
        "has 1 blank and no spaces for 2 Cards, room for 8 cards: there must be 2 blanks, or 3 and a space for 2 Cards",
    ),
    "a sword with three blanks": (
        {(SWORD, "reinforcements"): "# # #"}, (SWORD, ""), "has 3 blanks and no spaces for 2 Cards, room for 6 cards",
    ),
    "a bow with two blanks": (
        {(BOW, "reinforcements"): "# 2 ."}, (BOW, ""), "has 2 blanks and 1 space for 2 Cards, room for 8 cards",
    ),
    "no reveal space": ({(SWORD, "rearguard"): ". . ."}, (SWORD, ""), "has no reveal spaces, written ?; there must be"),
    "two reveal spaces": ({(SWORD, "vanguard"): "+1? . ."}, (SWORD, ""), "has 2 reveal spaces, written ?"),
    "2 Cards for a sword": (
        {(SWORD, "reinforcements"): "# 2 #"}, (SWORD, ""), "has 2 blanks and 1 space for 2 Cards, room for 8 cards",
    ),
    "more blanks than the box has": (
        {(SWORD, "rearguard"): "# ? .", (SWORD, "reinforcements"): "# 2 #"},
        (BOW, ""),
        "(Bow 2a) takes 3 blanks, and Sword 2a in line 17 takes 3; two types of a round take at most 5 together",
    ),
    "2 Cards in the Rearguard": (
        {(BOW, "rearguard"): "2 ? #"}, (BOW, "rearguard"), "has a 2 Cards space; it must be in reinforcements",
    ),
    "a bow without 2 Cards": (
        {(BOW, "reinforcements"): "# . #"}, (BOW, ""), "has 3 blanks and no spaces for 2 Cards, room for 6 cards",
    ),
    "a bow with 2 Cards twice": (
        {(BOW, "rearguard"): "# ? #", (BOW, "reinforcements"): "2 2 #"}, (BOW, ""), "3 blanks and 2 spaces for 2 Cards",
    ),
    "a card that can never come out": (
        {(SWORD, "vanguard"): "+1 . #", (SWORD, "rearguard"): ". ? #", (SWORD, "reinforcements"): ". . ."},
        (SWORD, "reinforcements"),
        "holds a card in column 3 that can never come out",
    ),
    "2 Cards that can never come out": (
        {(BOW, "vanguard"): "# . .", (BOW, "rearguard"): "# ? .", (BOW, "reinforcements"): "2 . #"},
        (BOW, "reinforcements"),
        "holds a card in column 1 that can never come out",
    ),
    "more cubes than the box has": (
        {(SWORD, "vanguard"): "+2 +2 .", ("Shield 2b", "rearguard"): "+2 ? +2"},
        ("Shield 2b", ""),
        "(Shield 2b) takes 4 cubes, and Sword 2a in line 17 takes 4; two types of a round take at most 7 together",
    ),
    "more cubes than the box has, on a card that stands first": (
        {(SWORD, "vanguard"): "+2 +2 +2", ("Shield 2b", "rearguard"): ". +1? +1"},
        (SWORD, ""),
        "(Sword 2a) takes 6 cubes, and Shield 2b in line 73 takes 2",
    ),
    "more discs than the box has": (
        {("Sword 2b", "vanguard"): "W W ."},
        ("Sword 2b", ""),
        "(Sword 2b) takes 2 discs, and Shield 2b in line 73 takes 1; two types of a round take at most 2 together",
    ),
    "a third formation for a round": (
        {("Sword 1a", "round"): 2}, ("Sword 2b", ""), "is the third Sword of round 2; there must be 2",
    ),
    "a name twice": ({("Bow 1b", "name"): "sword 2A"}, ("Bow 1b", "name"), "and so is that of a Sword of round 2"),
    "an empty name": ({(SWORD, "name"): ""}, (SWORD, "name"), "must be a text in quotes"),
    "a name too long": ({(SWORD, "name"): "x" * 31}, (SWORD, "name"), "take 1 to 30 letters"),
    "a name with two blanks together": ({(SWORD, "name"): "Old  Oak"}, (SWORD, "name"), "with single blanks"),
    "a name that cannot be shown": ({(SWORD, "name"): "Old\\nOak"}, (SWORD, "name"), "cannot be shown"),
    "a name with a mark": ({(SWORD, "name"): "{1}"}, (SWORD, "name"), "has a { in it; leave it out"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "place", "said"), REFUSED.values(), ids=REFUSED)
def test_a_broken_file_is_refused_with_its_line_and_what_would_be_right(
    changes: dict[Place, Any], place: Place, said: str
) -> None:
    text = written(owners_cards(), changes)
    reason = refusal(text)
    assert reason.startswith(f"own.toml:{line_of(text, place)}: formations.")
    assert said in reason


def test_a_formation_too_few_is_told_at_the_one_that_is_alone() -> None:
    cards = [card for card in owners_cards() if card["name"] != "Bow 3b"]
    text = written(cards)
    assert refusal(text).startswith(f"own.toml:{line_of(text, ('Bow 3a', ''))}: ")
    assert "is the only Bow of round 3; there must be 2" in refusal(text)


def test_a_round_without_formations_is_told_at_the_last_of_the_file() -> None:
    cards = [card for card in owners_cards() if card["name"] not in ("Bow 3a", "Bow 3b")]
    text = written(cards)
    assert refusal(text).startswith(f"own.toml:{line_of(text, ('Bow 2b', ''))}: ")
    assert "without any Bow of round 3; there must be 2" in refusal(text)


@pytest.mark.parametrize("text", ["", "formations = []", "formations = 3", 'formations = ["x"]'])
def test_a_file_without_formations_is_refused(text: str) -> None:
    assert "formations" in refusal(text)


def test_as_many_markers_as_the_box_has_may_be_printed() -> None:
    changes = {
        ("Sword 2a", "vanguard"): "+2 +2 W",
        ("Sword 2b", "vanguard"): ". . .",
        ("Shield 2a", "vanguard"): "+2 . +1",
        ("Shield 2a", "rearguard"): ". W? .",
        ("Bow 2b", "vanguard"): "+2 +1 W",
    }
    load(written(owners_cards(), changes))


@given(st.lists(st.text("+12W?.#3w ", max_size=5), min_size=3, max_size=3))
@settings(deadline=None)
def test_whatever_is_typed_in_a_row_it_loads_or_is_refused_at_its_formation(words: list[str]) -> None:
    text = written(owners_cards(), {("Bow 2a", "vanguard"): " ".join(words)})
    reason = ""
    try:
        load(text)
    except MalformedError as refused:
        reason = str(refused)
    places = [("Bow 2a", key) for key in ("", *ROWS)]
    assert not reason or any(reason.startswith(f"own.toml:{line_of(text, place)}: ") for place in places)


# Nothing strands (R3).


def positions(blank: int, pair: int) -> Iterator[list[int]]:
    """Every position of a formation, as cards on its nine spaces, over all orders of play from the front."""
    full = tuple(0 if blank >> space & 1 else 2 if space == pair > 0 else 1 for space in range(9))
    seen, waiting = {full}, [full]
    while waiting:
        position = waiting.pop()
        yield list(position)
        for played in range(6):
            if position[played]:
                after = list(position)
                after[played] -= 1
                if (closed := settle(after, blank)) not in seen:
                    seen.add(closed)
                    waiting.append(closed)


def settle(cards: list[int], blank: int) -> tuple[int, ...]:
    """Card after card goes to an empty space before it, until none can."""
    moved = True
    while moved:
        moved = False
        for space in range(6):
            behind = [s for s in range(space + 3, 9, 3) if cards[s]]
            if not blank >> space & 1 and not cards[space] and behind:
                cards[behind[0]] -= 1
                cards[space] += 1
                moved = True
    return tuple(cards)


def gets_stuck(blank: int, pair: int) -> bool:
    return any(sum(cards) > 0 == sum(cards[:6]) for cards in positions(blank, pair))


@given(st.integers(0, 511), st.sampled_from([0, 6, 7, 8]))
@settings(deadline=None)
def test_a_column_strands_where_some_order_of_play_leaves_a_player_without_a_card_to_play(
    blank: int, pair: int
) -> None:
    if blank >> pair & 1:
        pair = 0
    assert (strands(blank, pair) is not None) == gets_stuck(blank, pair)


def test_a_column_strands_by_its_number() -> None:
    assert strands(0, 0) is None
    assert strands(1 << 1 | 1 << 4, 0) == 1
    assert strands(1 << 2 | 1 << 5 | 1 << 8, 6) is None


def test_in_the_house_edition_nobody_ever_lacks_a_card_to_play() -> None:
    box = load(HOUSE.read_text()).box
    for blank, pair in zip(box.blank, box.pair, strict=True):
        assert not gets_stuck(int(blank), int(pair))
        assert max(sum(cards) for cards in positions(int(blank), int(pair))) == 7
