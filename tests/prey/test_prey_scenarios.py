"""Every scenario of the reference, and the rulings, as a player would see them."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy.stats import chisquare

from bestiary.engine.errors import IllegalError, MalformedError
from bestiary.engine.replay import lines_of
from bestiary.engine.seat import frames, look, news, since
from bestiary.engine.table import Table
from bestiary.engine.trace import UNKNOWN
from bestiary.games.prey.rules import first_leader, meets_goal
from bestiary.games.prey.state import CARD_NAMES, RANKS
from prey_helpers import GAME, card, first_cards, lay, legal, listed, lying, play, private, public, sit


@pytest.mark.parametrize("players", [2, 5])
def test_three_or_four_play(players: int) -> None:
    with pytest.raises(MalformedError, match="for 3 to 4 players"):
        sit(players)


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_is_dealt_twelve_cards_and_all_see_goals_tricks_and_points(players: int) -> None:
    table = sit(players)
    for seat in range(-1, players):
        seats = look(table, seat).public.seats
        hands = [lying(table, f"hand:{other}", seat) for other in range(players)]
        assert [sum(hand.values()) for hand in hands] == [12] * players
        assert [other for other, hand in enumerate(hands) if "?" not in hand] == [seat] * (seat >= 0)
        assert all(1 <= s.goals[0] < s.goals[1] <= 6 for s in seats)
        assert [(s.won, s.points) for s in seats] == [(0, 0)] * players


def test_the_leader_may_play_any_card() -> None:
    table = sit()
    lay(table, ["a5 b1 d7", "a2 b9 b3", "b2 c3 c4", "a9 d1 d2"])
    assert legal(table) == {"a5", "b1", "d7"}


def test_play_goes_round_to_the_left_and_the_winner_leads_the_next_trick() -> None:
    table = sit()
    lay(table, ["a5 b1", "a2 b9", "a8 c3", "a9 d1"], leader=2)
    asked = []
    for text in ("a8", "a9", "a5", "a2"):
        asked += table.waiting()
        play(table, text)
    assert asked == [2, 3, 0, 1]
    assert table.waiting() == [3]
    assert [int(w) for w in table.state.won] == [0, 0, 0, 1]


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


@pytest.mark.parametrize("players", [3, 4])
def test_tricks_add_up_to_twelve_and_cards_to_48_in_every_round(players: int) -> None:
    table = sit(players, edition="wild")
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


def test_a_round_gives_one_point_at_most_and_one_point_does_not_win() -> None:
    table = sit()
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.won[:] = (0, 5, 6, 0)
    table.state.goal[:] = ((2, 6), (5, 6), (2, 6), (1, 2))
    play(table, "a12", "a1", "a2", "a3")  # seat 1 takes the last trick
    assert [int(p) for p in table.state.points] == [1, 1, 1, 0]
    assert not table.is_over
    assert int(table.state.round_number) == 1


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


def test_the_lowest_total_leads_the_first_round() -> None:
    state = sit(3).state
    state.goal[:3] = ((1, 6), (2, 4), (3, 4))
    first_leader(state, None)
    assert int(state.leader) == 1


def test_of_equal_totals_the_lowest_single_die_leads() -> None:
    state = sit(3).state
    state.goal[:3] = ((3, 4), (1, 6), (2, 6))
    first_leader(state, None)
    assert int(state.leader) == 1


def test_r6_a_drawn_lead_hangs_on_the_seed_alone_and_is_told() -> None:
    drawn = [table for n in range(60) for table in [sit(4, f"tie {n}")] if has_drawn_lead(table)]
    assert drawn
    for number, table in enumerate(drawn):
        goals = [tuple(map(int, g)) for g in table.state.goal]
        best = min((sum(g), g[0]) for g in goals)
        assert [(sum(g), g[0]) for g in goals].count(best) > 1, number
        assert "drew the lead" in " ".join(table.told(list(table.opening), -1))
    again = [table for n in range(60) for table in [sit(4, f"tie {n}")] if has_drawn_lead(table)]
    assert [int(t.state.leader) for t in again] == [int(t.state.leader) for t in drawn]


def has_drawn_lead(table: Table) -> bool:
    return any(e.name == "lead_is_drawn" for e in table.opening)


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


def test_r2_goals_are_rolled_and_nobody_is_asked_about_them() -> None:
    table = sit()
    assert {GAME.actions.data(a)["do"] for a in range(GAME.actions.size)} == {"play"}
    assert [e.name for e in table.opening].count("goals") == 4


def test_r2_every_pair_of_different_dice_is_equally_likely() -> None:
    goals = Counter(tuple(map(int, g)) for n in range(150) for g in sit(4, f"pair {n}").state.goal)
    assert sorted(goals) == [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
    assert chisquare(list(goals.values())).pvalue > 1e-3


def test_r2_dice_that_are_equal_are_rolled_again_both() -> None:
    rolled = [e for n in range(30) for e in sit(4, f"dice {n}").opening if e.name in ("rolls", "goals")]
    doubles = [i for i, e in enumerate(rolled) if e.name == "rolls" and e["first"] == e["second"]]
    assert doubles
    assert all(rolled[i + 1].name == "rolls" and rolled[i + 1]["seat"] == rolled[i]["seat"] for i in doubles)


def play_rounds(table: Table, rounds: int) -> None:
    """First legal cards, up to the beginning of a later round or the end."""
    while table.waiting() and int(table.state.round_number) < rounds:
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])


def test_r8_the_dice_come_before_the_deal_in_every_round() -> None:
    table = sit(3)
    play_rounds(table, 2)
    names = [e.name for e in table.events() if e.name in ("round_begins", "goals", "deals", "set_aside", "leads")]
    a_round = ["round_begins", *["goals"] * 3, *["deals"] * 36, *["set_aside"] * 12, "leads"]
    assert names == a_round * 3


def test_r4_r8_the_hands_set_aside_are_never_shown_while_the_game_lasts() -> None:
    table = sit(3)
    play_rounds(table, 2)
    assert not table.is_over
    for seat in (-1, 0, 1, 2):
        told = GAME.events.seen_by(table.events(), seat)
        assert [e["card"] for e in told if e.name == "set_aside"] == [UNKNOWN] * 36
        assert sum(e["card"] is not UNKNOWN for e in told if e.name == "deals") == (36 if seat >= 0 else 0)
        assert not table.knowledge(seat).aside.any()
        assert lying(table, "aside", seat) == {"?": 12}  # that it is there, and no more
    assert "events" not in lines_of(table)[-1]


def test_r4_once_the_game_is_over_the_replay_tells_what_was_set_aside() -> None:
    table = sit(3, max_rounds=1)
    play_rounds(table, 1)
    told = [event for event in lines_of(table)[-1]["events"] if event[0] == "set_aside"]
    assert sum(1 << card for _, card in told) == sum(int(m) << (RANKS * s) for s, m in enumerate(table.state.aside))


def test_four_players_set_nothing_aside() -> None:
    table = sit(4)
    assert not any(e.name == "set_aside" for e in table.opening)
    assert lying(table, "aside", 0) == {}


@pytest.mark.parametrize(("points", "shares"), [
    ((1, 0, 0, 0), [1, 0, 0, 0]), ((1, 0, 0, 1), [0.5, 0, 0, 0.5]), ((0, 0, 0, 0), [0.25] * 4),
])  # fmt: skip
def test_r5_after_the_last_round_the_most_points_win_and_ties_share(
    points: tuple[int, ...], shares: list[float]
) -> None:
    table = sit(max_rounds=3)
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.round_number = 2
    table.state.points[:] = points
    table.state.goal[:] = ((1, 2), (1, 2), (1, 2), (1, 2))
    table.state.won[:] = (6, 5, 0, 0)
    play(table, "a12", "a1", "a2", "a3")
    assert table.is_over
    assert table.payoffs() == shares


def test_r5_two_points_end_a_game_before_its_limit() -> None:
    table = sit(max_rounds=3)
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.round_number = 1
    table.state.points[:] = (1, 0, 0, 0)
    table.state.goal[:] = ((3, 4), (1, 2), (1, 2), (1, 2))
    table.state.won[:] = (3, 5, 3, 0)
    play(table, "a12", "a1", "a2", "a3")
    assert table.is_over
    assert table.payoffs() == [1, 0, 0, 0]


def test_r7_without_a_limit_a_hundred_rounds_end_the_game() -> None:
    table = sit()
    assert public(table).rounds is None
    lay(table, ["a12", "a1", "a2", "a3"], trick=11)
    table.state.round_number = 99
    table.state.goal[:] = ((1, 2), (1, 2), (1, 2), (1, 2))
    table.state.won[:] = (6, 5, 0, 0)
    play(table, "a12", "a1", "a2", "a3")
    assert table.is_over
    assert table.payoffs() == [0.25] * 4


def test_r3_cards_of_past_tricks_are_known_to_all() -> None:
    table = sit(4, "same")
    first_cards(table, 9)
    played = [CARD_NAMES[card] for card in sorted(ply.action for ply in table.plies)]
    for seat in (-1, 0, 1, 2, 3):
        assert listed(look(table, seat).public.played) == played


def test_r3_memory_hides_past_tricks_from_the_view_and_not_from_knowledge() -> None:
    shown, hidden = sit(4, "same"), sit(4, "same", memory=1)
    for table in (shown, hidden):
        first_cards(table, 9)
    assert len(listed(public(shown).played)) == 9
    assert public(hidden).played is None
    assert [s.voids for s in public(hidden).seats] == [None] * 4
    assert len(listed(private(shown, 0).unseen)) == 48 - 9 - len(lying(shown, "hand:0", 0))
    assert private(hidden, 0).unseen is None
    assert (shown.knowledge(0).played == hidden.knowledge(0).played).all()


def test_r3_memory_hides_what_was_told_before_the_last_trick_ended_until_the_game_is_over() -> None:
    shown, hidden = sit(3, "same", max_rounds=1), sit(3, "same", memory=1, max_rounds=1)
    for number in range(1, 37):
        for table in (shown, hidden):
            seat = table.waiting()[0]
            table.play(seat, table.legal(seat)[0])
        assert shown.faded() == 0
        if number == 36:
            break
        told = [t.kind for t in since(hidden, 0, 0) if t.kind in ("plays", "gathers", "wins_trick")]
        assert told == ["wins_trick"] * (number >= 3) + ["plays"] * (number % 3)
    assert hidden.is_over
    assert hidden.faded() == 0
    assert public(hidden) == public(shown)


def test_r3_the_card_that_ends_a_trick_is_told_once_and_then_fades() -> None:
    table = sit(3, "same", memory=1)
    first_cards(table, 2)
    before = look(table, 0)
    first_cards(table, 1)
    last = CARD_NAMES[table.plies[-1].action]
    assert last in [t.facts.get("card") for t in news(table, 0, before).events]
    assert all(f'"card":"{last}"'.encode() in sent for sent in frames(table, before.number))
    assert last not in [t.facts.get("card") for t in since(table, 0, before.number)]
