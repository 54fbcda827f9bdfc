"""What leaves of Predator & Prey: one name for every card, what is sure of it, and a path for every movement."""

from __future__ import annotations

import pytest

from bestiary.engine.seat import look, since
from bestiary.engine.views import Move
from bestiary.games.prey.state import CARD_NAMES, RANKS
from prey_helpers import GAME, card, first_cards, last_trick, lay, listed, lying, play, private, public, sit

NO_GOALS = [(1, 2)] * 4


def paths(table, kind: str, seat: int = -1, number: int = 0) -> list[Move]:
    return [move for told in since(table, seat, number) if told.kind == kind for move in told.path]


# --- The public part


def test_the_trick_shows_which_card_was_led_which_is_winning_and_which_is_off_suit() -> None:
    table = sit()
    lay(table, ["a5 b1", "a9 b9", "b12 c3", "a7 d1"])
    play(table, "a5", "a9", "b12")
    seen = public(table)
    assert [(each.seat, each.card, each.number, each.tags) for each in seen.cards] == [
        (0, "a-5", 5, ["led"]), (1, "a-9", 9, ["winning"]), (2, "b-12", 12, ["off suit"]),
    ]  # fmt: skip
    assert (seen.lead, seen.winning, seen.end, seen.order) == ("a", 1, "predator", [0, 1, 2, 3])
    assert lying(table, "trick:1") == {"a-9": 1}


def test_after_the_turn_the_prey_number_is_the_one_that_counts() -> None:
    table = sit()
    lay(table, ["a5", "a9", "b12", "a7"], trick=11)
    play(table, "a5", "a9")
    seen = public(table)
    assert [(each.number, each.tags) for each in seen.cards] == [(8, ["led", "winning"]), (4, [])]
    assert seen.end == "prey"


@pytest.mark.parametrize(("goals", "won", "trick", "outlook"), [
    ((2, 6), 0, 0, [(2, 2, 2), (6, 6, 6), (6, 0, 0)]),
    ((2, 6), 2, 7, [(2, 2, 0), (6, 6, 4), (6, 0, None)]),
    ((2, 6), 2, 9, [(2, 2, 0), (6, 6, None), (6, 0, None)]),
    ((1, 3), 2, 5, [(1, 1, None), (3, 3, 1)]),
])  # fmt: skip
def test_the_outlook_says_how_many_more_tricks_each_way_to_meet_a_goal_needs(
    goals: tuple[int, int], won: int, trick: int, outlook: list[tuple[int, int, int | None]]
) -> None:
    table = sit()
    table.state.goal[1], table.state.won[1], table.state.trick_number = goals, won, trick
    assert [(aim.goal, aim.tricks, aim.more) for aim in public(table).seats[1].outlook] == outlook


def test_a_limit_of_rounds_is_told_where_the_table_set_one() -> None:
    assert public(sit()).rounds is None
    assert public(sit(max_rounds=3)).rounds == 3


def test_a_trick_that_was_won_is_a_closed_pile() -> None:
    table = sit(3)
    first_cards(table, 6)
    piles = [lying(table, f"won:{seat}").get("?", 0) for seat in range(3)]
    assert piles == [3 * seat.won for seat in public(table).seats]
    assert sum(piles) == 6
    assert len(listed(public(table).played)) == 6


# --- The private part


def test_unseen_are_the_cards_that_were_neither_played_nor_dealt_to_me() -> None:
    table = sit()
    first_cards(table, 5)
    seen = private(table, 2)
    mine = set(seen.knows["hand:2"])
    unseen = listed(seen.unseen)
    assert set(unseen) == set(CARD_NAMES) - mine - set(listed(public(table).played))
    assert [name[0] for name in seen.unseen.c] == ["c"] * len(seen.unseen.c)


@pytest.mark.parametrize(("cards", "kind", "title", "detail"), [
    ([], "lead", "You lead: play any card.", ""),
    (["a5"], "follow", "Follow Forest.", "The higher predator number wins. 2 of your cards can follow."),
    (["a5", "a9"], "free", "You have no Forest: play any card.", "It cannot win."),
])  # fmt: skip
def test_a_question_says_what_is_to_be_done(cards: list[str], kind: str, title: str, detail: str) -> None:
    table = sit()
    lay(table, ["a5 b1", "a9 a2", "b12 c3", "a7 d1"])
    play(table, *cards)
    seat = len(cards)
    asked = private(table, seat).question
    assert (asked.kind, asked.title, asked.detail, asked.quiet) == (kind, title, detail, False)
    assert asked.source == ("a-5@trick:0" if cards else "")
    assert [private(table, other).question for other in range(4) if other != seat] == [None] * 3


def test_the_last_card_may_be_played_unasked_and_no_earlier_one() -> None:
    table = sit()
    lay(table, ["a5 b1", "a9 b2", "b12 c3", "a7 d1"], trick=10)
    play(table, "a5")
    assert len(table.legal(1)) == 1
    assert not private(table, 1).question.quiet
    play(table, "a9", "b12", "a7", "b1")
    assert private(table, table.waiting()[0]).question.quiet


# --- Actions


def outcomes(table) -> dict[str, str]:
    seat = table.waiting()[0]
    return {act.things[0]: act.outcome for act in look(table, seat).actions}


def test_an_action_names_its_card_where_it_lies_and_what_is_sure_of_it() -> None:
    table = sit()
    lay(table, ["a5 b1", "a9 a2", "b12 c3", "a7 a12"])
    assert outcomes(table) == {"a-5@hand:0": "", "b-1@hand:0": ""}
    play(table, "a5")
    assert outcomes(table) == {"a-2@hand:1": "cannot win the trick", "a-9@hand:1": "ahead as the trick stands"}
    play(table, "a9")
    assert outcomes(table) == {"b-12@hand:2": "cannot win the trick", "c-3@hand:2": "cannot win the trick"}
    play(table, "b12")
    assert outcomes(table) == {"a-7@hand:3": "cannot win the trick", "a-12@hand:3": "wins the trick"}
    first = look(table, 3).actions[0]
    assert (first.id, first.label, first.sentence, first.role) == (
        card("a7"), "Tawny Owl", "Play Tawny Owl (Forest 7/6)", "legal",
    )  # fmt: skip


# --- Events


def test_a_card_goes_from_the_hand_to_the_trick_and_with_it_to_the_winner() -> None:
    table = sit()
    lay(table, ["a5 b1", "a9 b9", "b12 c3", "a7 d1"])
    number = len(table.log)
    play(table, "a5", "a9", "b12", "a7")
    cards = ["a-5", "a-9", "b-12", "a-7"]
    assert paths(table, "plays", number=number) == [
        Move(thing=name, start=f"hand:{seat}", goal=f"trick:{seat}") for seat, name in enumerate(cards)
    ]
    assert paths(table, "gathers", number=number) == [
        Move(thing=name, start=f"trick:{seat}", goal="won:1") for seat, name in enumerate(cards)
    ]
    assert [told.kind for told in since(table, -1, number) if told.opens] == ["trick_begins"]


def test_a_void_is_told_once_when_it_is_shown() -> None:
    table = sit()
    lay(table, ["a5 a1", "a9 a2", "b12 c3", "a7 d1"])
    number = len(table.log)
    play(table, "a5", "a9", "b12", "a7", "a2", "c3")
    told = [(each.facts, each.sentence) for each in since(table, -1, number) if each.kind == "shows_void"]
    assert told == [({"seat": 2, "suit": "a"}, "{2:has/have} no Forest.")]
    assert public(table).seats[2].voids == ["a"]


def test_dealt_cards_come_from_the_deck_and_only_their_owner_reads_them() -> None:
    table = sit(3)
    mine = [move.thing for move in paths(table, "deals", 1) if move.goal == "hand:1"]
    assert mine == list(private(table, 1).knows["hand:1"])
    others = [move.thing for move in paths(table, "deals", 1) if move.goal != "hand:1"]
    assert others == [None] * 24
    assert paths(table, "set_aside", 1) == [Move(thing=None, start="deck", goal="aside")] * 12


def test_when_a_round_ends_all_cards_go_back_to_the_deck() -> None:
    table = sit(3)
    while int(table.state.round_number) == 0:
        before = [lying(table, f"won:{seat}").get("?", 0) for seat in range(3)]
        first_cards(table, 1)
    moves = paths(table, "round_ends")
    assert sum(before) == 33
    assert {move.goal for move in moves} == {"deck"}
    assert sum(move.count for move in moves) == 48
    assert moves[-1] == Move(thing=None, start="aside", goal="deck", count=12)


# --- The end


@pytest.mark.parametrize("memory", [0, 1])
def test_r4_when_the_game_is_over_the_hand_set_aside_is_opened_to_all(memory: int) -> None:
    table = sit(3, max_rounds=1, memory=memory)
    first_cards(table, 35)
    assert lying(table, "aside") == {"?": 12}
    assert not paths(table, "opens_aside")
    first_cards(table)
    aside = [CARD_NAMES[s * RANKS + r] for s, mask in enumerate(table.state.aside) for r in range(12) if mask >> r & 1]
    assert len(aside) == 12
    for seat in (-1, 0, 1, 2):
        assert lying(table, "aside", seat) == dict.fromkeys(aside, 1)
        assert look(table, seat).public.over.places == {"aside": dict.fromkeys(aside, 1)}
        assert paths(table, "opens_aside", seat) == [Move(thing=name, start="aside", goal="aside") for name in aside]
        assert (table.knowledge(seat).aside == table.state.aside).all()
    text = GAME.draw(look(table, -1), table.edition, ["Ann", "Bo", "Cy"])
    assert "The hand that was set aside:" in text


def test_the_end_of_a_game_of_four_opens_nothing() -> None:
    table = last_trick(NO_GOALS, [6, 5, 0, 0], [0, 0, 0, 0], max_rounds=1)
    play(table, "a12", "a1", "a2", "a3")
    assert public(table).over.places == {}
    assert not paths(table, "opens_aside")


@pytest.mark.parametrize(("goals", "points", "ranking", "decided_by"), [
    ([(1, 2), (5, 6), (1, 2), (1, 2)], [0, 1, 0, 1], [([1], 1, 2, 1.0), ([3], 2, 1, 0.0), ([0], 3, 0, 0.0)], "points"),
    ([(5, 6), (5, 6), (1, 2), (1, 2)], [1, 1, 0, 0], [([0], 1, 2, 0.5), ([1], 1, 2, 0.5), ([2], 3, 0, 0.0)], "nothing"),
])  # fmt: skip
def test_the_ranking_says_who_won_and_what_decided(goals, points, ranking, decided_by) -> None:
    table = last_trick(goals, [6, 5, 0, 0], points)
    play(table, "a12", "a1", "a2", "a3")
    over = public(table).over
    assert public(table).step == "over"
    assert [(r.seats, r.place, r.figures["points"], r.share) for r in over.ranking][:3] == ranking
    assert over.decided_by == decided_by
    assert [sum(r.share for r in over.ranking if seat in r.seats) for seat in range(4)] == table.payoffs()


# --- The book


@pytest.mark.parametrize("name", ["wild", "mirror"])
def test_the_book_gives_every_suit_its_ink_and_shape_by_its_letter(name: str) -> None:
    edition = GAME.edition(name)
    book = GAME.book(edition)
    assert [(suit.id, suit.ink, suit.shape) for suit in book.suits] == [
        ("a", "red", "shield"), ("b", "blue", "circle"), ("c", "green", "lozenge"), ("d", "gold", "hexagon"),
    ]  # fmt: skip
    assert [suit.name for suit in book.suits] == list(edition.words["suits"])
    assert [each.id for each in book.cards] == list(CARD_NAMES)
    assert [(each.predator, each.prey) for each in book.cards] == [
        (int(a), int(b)) for a, b in zip(edition.box.predator, edition.box.prey, strict=True)
    ]
    assert len({each.icon for each in book.cards}) == 48
    assert book.about
