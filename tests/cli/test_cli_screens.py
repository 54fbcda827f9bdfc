"""The whole of what a person sees at a decision fits the terminal."""

from __future__ import annotations

import re

import pexpect
import pytest
from rich.cells import cell_len
from screens import GAMES, SIZES, Game, Seen, called, decisions, file_of, moments

from bestiary.cli.page import menu, page
from bestiary.engine.registry import find_game
from bestiary.engine.room import Part, Room, clipped, fitted, padded, wrapped

WIDE = tuple(f"黒い森の長い名前の狐{letter}" for letter in "ABCDEFGHIJ")


@pytest.mark.parametrize("game", GAMES, ids=[f"{g.name}-{g.variant}-{g.players}" for g in GAMES])
def test_golden_screens_look_the_same_today(game: Game) -> None:
    for size, lines in moments(game).items():
        assert [line.rstrip() for line in lines] == file_of(game, size).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES, ids=[f"{g.name}-{g.variant}-{g.players}" for g in GAMES])
@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
def test_golden_screens_are_within_the_size_and_hold_table_and_question(game: Game, size: Room) -> None:
    screens = file_of(game, size).read_text(encoding="utf-8").split("== ")[1:]
    assert len(screens) >= 3
    for screen in screens:
        name, *lines = screen.splitlines()
        assert len(lines) <= (size.lines or 0), name
        assert max(map(cell_len, lines)) <= size.columns, name
        if name != "end":
            assert lines[-1] == "Your move (? for help):"
            assert any(HEADLINE.match(line) for line in lines), name


HEADLINE = re.compile(r"Round \d+( of|, trick) |Game \d|Before the first round|The players choose their types")


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
@pytest.mark.parametrize("name", ["talon", "claw", "prey"])
def test_nothing_below_the_news_scrolls_away_at_any_decision(name: str, size: Room) -> None:
    game = find_game(name)
    for variant in game.variants:
        players = variant.players.stop - 1
        for table, seat in decisions(Game(name, players, variant.name, (), 60)):
            if seat < 0 or len(table.plies) % 5:
                continue
            for names in (called(players, seat), WIDE[:players]):
                seen = Seen(table, seat, names, size)
                lines = seen.decision()
                assert max(map(cell_len, lines)) <= size.columns
                top = max(at for at, line in enumerate(lines) if HEADLINE.match(line))
                assert len(lines) - top <= (size.lines or 0)


# --- Menus


def table_of(lines: int):
    """A table that is this high, or half as high where there is no room for it."""
    return lambda room: "\n".join(["table"] * (lines if room.lines is None or lines <= room.lines else lines // 2))


def shown(answers: list[str], first: int = 0, size: Room = SIZES[0]):
    return page(table_of(20), "What now?", list(enumerate(answers, 1)), size, 0, first)


def test_a_short_menu_stands_below_the_largest_table_that_fits() -> None:
    found = shown(["Yes", "No"])
    assert (len(found.table), [line.plain for line in found.menu]) == (10, [" 1  Yes", " 2  No"])
    assert len(shown(["Yes", "No"], size=Room(80, 40)).table) == 20


def test_a_long_menu_stands_in_columns_numbered_downwards() -> None:
    lines = [line.plain for line in shown([f"Take {number}" for number in range(1, 31)]).menu]
    assert lines[0].startswith("  1  Take 1 ")
    assert lines[1].startswith("  2  Take 2 ")
    assert len(lines) <= 10
    assert sum(line.count("Take") for line in lines) == 30


def test_a_menu_with_explanations_is_told_in_short_before_it_is_cut() -> None:
    found = shown([f"Buy {number}: {'very good ' * 9}" for number in range(1, 21)])
    assert sum(line.plain.count("Buy") for line in found.menu) == 20
    assert found.menu[-1].plain == " ? and a number says more of a move."
    same = shown([f"Buy: {'very good ' * 9}{number}" for number in range(1, 21)])
    assert same.menu[-1].plain == " Moves 1 to 4 of 20; Enter shows more."


def test_a_menu_longer_than_the_screen_is_paged_and_never_moves_the_table() -> None:
    answers = [f"{'word ' * 20}{number}" for number in range(40)]
    first, pages, seen = 0, 0, ""
    while pages == 0 or first:
        found = shown(answers, first)
        assert len(found.table) + len(found.question) + len(found.menu) + 3 <= 24
        seen += "\n".join(line.plain for line in found.menu)
        first, pages = found.next, pages + 1
    assert pages > 3
    assert all(f" word {number}\n" in seen for number in range(40))
    assert found.menu[-1].plain.endswith("of 40; Enter shows the first again.")


def test_a_pipe_gets_everything() -> None:
    answers = [f"{'word ' * 20}{number}" for number in range(40)]
    found = shown(answers, size=Room(80, None))
    assert (len(found.table), found.next) == (20, 0)
    assert len(found.menu) == 80


def test_numbers_and_texts_of_a_menu_stay_apart() -> None:
    lines, _ = menu(list(enumerate(["黒い森" * 20, "b"], 1)), 80, None, 0)
    assert [line.plain[:4] for line in lines] == [" 1  ", " 2  "]
    assert max(cell_len(line.plain) for line in lines) <= 80


# --- Room


def test_what_is_worth_least_gives_way_first() -> None:
    parts = [Part([["a"] * 5, ["a"]], [2]), Part([["b"] * 5, ["b"] * 3, []], [1, 3]), Part([["c"]])]
    drawn = {lines: "".join(fitted(parts, Room(80, lines))) for lines in (11, 10, 8, 4, 1)}
    assert drawn == {11: "aaaaabbbbbc", 10: "aaaaabbbc", 8: "abbbc", 4: "ac", 1: "ac"}
    assert "".join(fitted(parts, Room(80))) == "aaaaabbbbbc"


def test_wide_letters_count_twice() -> None:
    assert clipped("黒い森の狐", 8) == "黒い森.."
    assert padded("黒い", 6) == "黒い  "
    assert wrapped("黒い 森の 狐", 6, "- ", "  ") == ["- 黒い", "  森の", "  狐"]


# --- At a terminal


def test_a_small_terminal_is_told_once_what_the_table_needs(cli) -> None:
    child = cli.terminal("play", "talon", "-p", "2", "--seed", "small", size=(20, 60))
    child.expect(r"This terminal has 60 columns and 20 lines; the table needs 80 and 24\.")
    child.expect("help\\): ")
    child.sendline("1")
    child.expect("help\\): ")
    assert "This terminal" not in child.before


def test_long_texts_come_a_screenful_at_a_time(cli) -> None:
    child = cli.terminal("play", "talon", "-p", "2", "--seed", "long")
    child.expect("help\\): ")
    child.sendline("rules")
    child.expect("Enter shows more, q ends. ")
    assert "Tooth & Talon" in child.before
    assert child.before.count("\n") <= 24 + 4
    child.sendline()
    child.expect("Enter shows more, q ends. ")
    child.sendline("q")
    child.expect("help\\): ")
    child.sendline("rules")
    child.expect("Enter shows more, q ends. ")
    child.sendintr()
    child.expect("The game is saved in ")
    child.expect(pexpect.EOF)
