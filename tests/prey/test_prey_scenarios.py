"""Every scenario of the reference, and the rulings, as a player would see them."""

from __future__ import annotations

import pytest

from bestiary.engine.errors import IllegalError
from bestiary.games.prey.rules import first_leader, meets_goal
from prey_helpers import GAME, card, lay, legal, play, sit


def test_who_holds_the_led_suit_must_follow_it() -> None:
    table = sit()
    lay(table, ["a5 b1", "a2 b9", "b2 c3", "a9 d1"])
    play(table, "a5")
    assert legal(table) == {"a2"}
    with pytest.raises(IllegalError, match="you must follow"):
        table.play(1, card("b9"))


def test_who_lacks_the_led_suit_may_play_anything_and_never_wins() -> None:
    table = sit()
    lay(table, ["a1 b1", "b12 c12", "a2 b2", "d12 c1"])
    play(table, "a1")
    assert legal(table) == {"b12", "c12"}
    play(table, "b12", "a2", "d12")
    assert [int(w) for w in table.state.won] == [0, 0, 1, 0]
    assert table.waiting() == [2]


@pytest.mark.parametrize(("goals", "scoring"), [
    ((2, 6), {0, 2, 6}), ((1, 3), {1, 3}), ((5, 6), {0, 5, 6}), ((1, 2), {1, 2}), ((4, 5), {4, 5}),
])  # fmt: skip
def test_a_goal_is_met_by_its_number_and_six_also_by_nought(goals: tuple[int, int], scoring: set[int]) -> None:
    state = sit().state
    state.goal[0] = goals
    for won in range(13):
        state.won[0] = won
        assert bool(meets_goal(state, 0)) == (won in scoring)


@pytest.mark.parametrize(("trick", "winner"), [(4, 1), (5, 1), (6, 0), (11, 0)])
def test_the_sixth_trick_is_judged_by_predators_and_the_seventh_by_prey(trick: int, winner: int) -> None:
    table = sit()
    spare = ["b1", "b2", "b3", "b4"]
    hands = [f"a3 {spare[0]}", f"a9 {spare[1]}", f"a5 {spare[2]}", f"a8 {spare[3]}"]
    if trick == 11:
        hands = ["a3", "a9", "a5", "a8"]
    lay(table, hands, trick=trick)
    play(table, "a3", "a9", "a5", "a8")
    won = [e for e in table.plies[-1].events if e.name == "wins_trick"]
    assert won[0]["seat"] == winner


def test_tricks_add_up_to_twelve_and_cards_to_48_in_every_round() -> None:
    table = sit(3, edition="wild")
    rounds = 0
    while table.waiting() and rounds < 5:
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])
        assert GAME.audit(table.edition.box, table.state) == 0
        ended = [e for e in table.plies[-1].events if e.name in ("meets_goal", "misses_goal")]
        if ended:
            rounds += 1
            assert sum(e["tricks"] for e in ended) == 12
    assert rounds


def test_two_who_reach_two_points_in_the_same_round_share_the_victory() -> None:
    table = sit()
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    state = table.state
    state.points[:] = (1, 1, 0, 1)
    state.won[:] = (2, 5, 4, 0)
    state.goal[:] = ((3, 4), (5, 6), (1, 2), (1, 2))
    play(table, "a12", "a1", "a2", "a3")
    # prey numbers of the mirror: a1 is worth 12, so seat 1 takes the last trick
    assert [int(w) for w in state.won] == [2, 6, 4, 0]
    assert table.is_over
    assert table.payoffs() == [0, 1, 0, 0]
    table = sit()
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.points[:] = (1, 1, 0, 1)
    table.state.won[:] = (3, 5, 3, 0)
    table.state.goal[:] = ((3, 4), (5, 6), (1, 2), (1, 2))
    play(table, "a12", "a1", "a2", "a3")
    assert table.payoffs() == [0.5, 0.5, 0, 0]


def test_of_equal_totals_the_lowest_single_die_leads() -> None:
    state = sit(3).state
    state.goal[:3] = ((3, 4), (1, 6), (2, 6))
    first_leader(state, None)
    assert int(state.leader) == 1


def test_r8_a_full_tie_for_the_first_lead_is_drawn_among_the_tied_only() -> None:
    led = set()
    for number in range(40):
        state = sit(4, str(number)).state
        state.goal[:] = ((2, 5), (1, 6), (3, 5), (1, 6))
        first_leader(state, None)
        led.add(int(state.leader))
    assert led == {1, 3}


def test_round_two_is_led_by_the_winner_of_the_last_trick() -> None:
    table = sit()
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.goal[:] = ((1, 2), (1, 2), (1, 2), (1, 2))
    table.state.won[:] = (6, 5, 0, 0)
    play(table, "a12", "a1", "a2", "a3")
    assert int(table.state.round_number) == 1
    assert table.waiting() == [1]


def test_r2_dice_that_are_equal_are_rolled_again_both() -> None:
    rolled = [e for n in range(30) for e in sit(4, f"dice {n}").opening if e.name in ("rolls", "goals")]
    doubles = [i for i, e in enumerate(rolled) if e.name == "rolls" and e["first"] == e["second"]]
    assert doubles
    assert all(rolled[i + 1].name == "rolls" and rolled[i + 1]["seat"] == rolled[i]["seat"] for i in doubles)


def test_r4_r8_the_hand_set_aside_is_never_shown() -> None:
    table = sit(3)
    for seat in (-1, 0, 1, 2):
        told = GAME.events.seen_by(table.events(), seat)
        assert all(e["card"] < 0 for e in told if e.name == "set_aside")
        assert sum(e["card"] >= 0 for e in told if e.name == "deals") == (12 if seat >= 0 else 0)


def test_r5_with_a_round_limit_the_most_points_win_and_ties_share() -> None:
    table = sit(4, max_rounds=1)
    while table.waiting():
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[-1])
    assert int(table.state.round_number) == 1
    assert sum(table.payoffs()) == pytest.approx(1)


def test_r7_without_a_limit_a_hundred_rounds_end_the_game() -> None:
    table = sit()
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.round_number = 99
    table.state.goal[:] = ((1, 2), (1, 2), (1, 2), (1, 2))
    table.state.won[:] = (6, 5, 0, 0)
    play(table, "a12", "a1", "a2", "a3")
    assert table.is_over
    assert table.payoffs() == [0.25] * 4


def test_memory_hides_past_tricks_from_the_view_and_not_from_knowledge() -> None:
    shown, hidden = sit(4, "same"), sit(4, "same", memory=1)
    for table in (shown, hidden):
        for _ in range(9):
            seat = table.waiting()[0]
            table.play(seat, table.legal(seat)[0])
    assert len(shown.view(0)["played"]) == 9
    assert hidden.view(0)["played"] is None
    assert (shown.knowledge(0).played == hidden.knowledge(0).played).all()


def test_memory_hides_what_was_told_before_the_last_trick_ended_until_the_game_is_over() -> None:
    shown, hidden = sit(3, "same", max_rounds=1), sit(3, "same", memory=1, max_rounds=1)
    for number in range(1, 37):
        for table in (shown, hidden):
            seat = table.waiting()[0]
            table.play(seat, table.legal(seat)[0])
        assert shown.faded() == 0
        if number == 36:
            break
        told = [e.name for e in hidden.events()[hidden.faded() :] if e.name in ("plays", "wins_trick")]
        assert told == ["wins_trick"] * (number >= 3) + ["plays"] * (number % 3)
    assert hidden.is_over
    assert hidden.faded() == 0
    assert hidden.view(0)["seats"] == shown.view(0)["seats"]
    assert hidden.view(0)["played"] == shown.view(0)["played"]
