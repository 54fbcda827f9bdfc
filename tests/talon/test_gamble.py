"""The gamble as its players see it: antes, exchange and betting. Rulings R8 to R12 and R19 to R22."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from talon_helpers import (
    ANIMALS,
    TALON,
    active,
    assert_distribution,
    assert_sound,
    cards_at,
    check_all,
    choose,
    coins,
    collection,
    even_hands,
    finish_round,
    gamble,
    is_betting,
    lay,
    legal_texts,
    named,
    pass_all,
    play,
    pot,
    pots,
    private,
    public,
    quiet_round,
    quiet_turn,
    raises,
    samples,
    sit,
    step,
)

from bestiary.engine.errors import IllegalError
from bestiary.engine.records import record_bytes
from bestiary.engine.seat import look
from bestiary.engine.table import Table
from bestiary.engine.trace import UNKNOWN

HIGH = "hawk snake fox"  # worth 9
LOW = "fox net rat"  # worth 5
FULL_SET = ["rat", "rat", "snake", "hawk", "fox", "net"]


# --- Ante and exchange


def test_everybody_pays_the_ante_into_the_pot_before_the_round() -> None:
    table = sit(3, "gamble", stack=50, ante=4)
    assert coins(table) == [46, 46, 46]
    assert pot(table) == 12
    assert named(list(table.opening), "pays_ante") == [(0, 4), (1, 4), (2, 4)]


def test_r29_a_gamble_starts_with_stacks_of_100_an_ante_of_2_and_at_most_50_rounds() -> None:
    table = sit(4, "gamble")
    assert coins(table) == [98] * 4
    assert public(table).gamble.ante == 2
    assert public(table).rounds == 50


def test_everybody_starts_a_round_with_four_own_cards_and_one_of_the_right_neighbour() -> None:
    for number in range(20):
        table = sit(4, "gamble", seed=f"exchange {number}")
        took = {seat: (owner, animal) for seat, owner, animal in named(list(table.opening), "takes_unseen")}
        removed = {owner: animal for _, owner, animal in named(list(table.opening), "removed")}
        for seat in range(4):
            owner, animal = took[seat]
            assert owner == (seat - 1) % 4
            own = Counter(FULL_SET)
            own[ANIMALS[removed[seat]]] -= 1
            own[ANIMALS[took[(seat + 1) % 4][1]]] -= 1
            own[ANIMALS[animal]] += 1
            assert Counter(cards_at(table, f"hand:{seat}", seat)) == +own
            assert private(table, seat).took_from == owner
            assert private(table, seat).lost_to == (seat + 1) % 4
            assert min(own.values()) >= 0
            assert private(table, seat).took == ANIMALS[animal]
        assert_sound(table)


def test_r16_the_exchange_takes_and_removes_card_by_card() -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(samples(1500)):
        opening = list(sit(3, "gamble", seed=f"pairs {number}").opening)
        lost = {owner: animal for _, owner, animal in named(opening, "takes_unseen")}
        gone = {owner: animal for _, owner, animal in named(opening, "removed")}
        seen.update((ANIMALS[lost[s]], ANIMALS[gone[s]]) for s in range(3))
    assert_distribution(seen, {p: n / 30 for p, n in Counter(itertools.permutations(FULL_SET, 2)).items()})


def test_the_owner_knows_what_is_missing_but_not_which_card_was_taken() -> None:
    one, two = sit(3, "gamble"), sit(3, "gamble")
    for table in (one, two):
        even_hands(table)
        lay(table, 0, hand="rat rat rat hawk fox")  # misses the Snake and the Net, took a Rat
    one.state.removed[0], one.state.taken[1] = 2, 5
    two.state.removed[0], two.state.taken[1] = 5, 2
    assert look(one, 0) == look(two, 0)
    assert record_bytes(one.knowledge(0)) == record_bytes(two.knowledge(0))
    assert private(one, 0).missing == {"snake": 1, "net": 1}
    assert private(one, 0).took == "rat"


def test_nobody_is_told_a_removed_card_and_only_the_taker_the_one_it_took() -> None:
    table = sit(3, "gamble")
    for seat in (-1, 0, 1, 2):
        for event in TALON.events.seen_by(table.opening, seat):
            if event.name == "removed":
                assert event["animal"] == UNKNOWN
            if event.name == "takes_unseen":
                assert (event["animal"] == UNKNOWN) == (event["seat"] != seat)


def test_hands_of_others_are_hidden_in_the_gamble() -> None:
    table = sit(3, "gamble")
    for seat in (-1, 0, 1, 2):
        for other in range(3):
            hand = cards_at(table, f"hand:{other}", seat)
            assert (set(hand) == {"?"}) == (other != seat)
            assert len(hand) == 5


# --- Betting


def test_betting_comes_after_the_choice_and_before_the_reveal_from_the_leader() -> None:
    table = gamble(100, 100, 100, leader=1)
    events = choose(table, "rat", "fox", "net")
    assert named(events, "reveals") == []
    assert step(table) == "bet"
    assert table.waiting() == [1]
    play(table, "1 check")
    assert table.waiting() == [2]
    play(table, "2 check")
    assert table.waiting() == [0]
    events = play(table, "0 check")
    assert named(events, "reveals") == [(0, 0), (1, 3), (2, 4)]


def test_r8_the_least_bet_is_the_ante() -> None:
    table = gamble(100, 100, ante=7)
    choose(table, "rat", "rat")
    assert min(raises(table, 0)) == 7
    with pytest.raises(IllegalError, match="7"):
        play(table, "0 raise 6")
    play(table, "0 raise 7")
    assert coins(table) == [86, 93]


def test_r8_the_least_raise_is_the_last_raise() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 10")
    assert min(raises(table, 1)) == 20
    play(table, "1 raise 35")
    assert min(raises(table, 2)) == 60
    play(table, "2 raise 60")
    assert min(raises(table, 0)) == 85


def test_r8_there_is_no_limit_but_the_stack() -> None:
    table = gamble(100, 100)
    choose(table, "rat", "rat")
    assert raises(table, 0) == list(range(2, 98))
    assert "all_in" in legal_texts(table, 0)


def test_r8_raises_have_no_cap() -> None:
    table = gamble(100, 100, ante=1)
    choose(table, "rat", "rat")
    for to in range(1, 99):
        play(table, f"{(to + 1) % 2} raise {to}")
    assert coins(table) == [2, 1]
    assert is_betting(table)


def test_every_player_still_in_must_match_or_fold() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 check", "1 raise 10")
    assert table.waiting() == [2]
    assert {"call", "fold", "all_in"} <= set(legal_texts(table, 2))
    assert "check" not in legal_texts(table, 2)
    play(table, "2 call")
    assert table.waiting() == [0]
    events = play(table, "0 call")
    assert len(named(events, "reveals")) == 3
    assert pot(table) == 36


def test_who_raised_is_not_asked_again_when_all_others_call() -> None:
    table = gamble(100, 100)
    choose(table, "rat", "rat")
    play(table, "0 raise 10", "1 call")
    assert not is_betting(table)


def test_each_turn_has_a_betting_round_of_its_own() -> None:
    table = gamble(100, 100)
    for turn in range(3):
        choose(table, HIGH.split()[turn], LOW.split()[turn])
        leader = public(table).leader
        assert min(raises(table, leader)) == 2
        play(table, f"{leader} raise 10", f"{1 - leader} call")
        if turn < 2:
            assert pot(table) == 4 + 20 * (turn + 1)
        pass_all(table)
    assert coins(table) == [130, 66]  # the next antes are paid


def test_r9_a_folded_players_cards_are_untouchable() -> None:
    table = gamble(100, 100, 100, 100)
    quiet_turn(table, "fox", "hawk", "rat", "rat")
    choose(table, "net", "fox", "net", "snake")
    assert public(table).leader == 1
    play(table, "1 fold", "2 check", "3 check", "0 check")
    assert collection(table, 1) == ["hawk"]
    assert table.waiting() == [3]  # the Nets of seats 2 and 0 see no Hawk but the one set aside
    with pytest.raises(IllegalError, match="folded"):
        play(table, "3 discard fox collection:1")
    assert active(table, 1) == "?"


def test_r9_a_folded_players_cards_count_and_return_after_the_round() -> None:
    table = gamble(100, 100, 100)
    quiet_turn(table, "fox", "hawk", "rat")
    choose(table, "net", "fox", "snake")
    play(table, "1 fold")
    assert_sound(table)
    check_all(table)
    pass_all(table)
    quiet_turn(table, "hawk", None, "hawk")
    assert int(table.state.round_number) == 1
    assert_sound(table)


def test_r10_if_all_but_one_fold_the_last_one_takes_the_pot_at_once() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    events = play(table, "0 raise 10", "1 fold", "2 fold")
    assert [seat for seat, *_ in named(events, "wins_pot")] == [0]
    assert public(table).round == 2
    assert coins(table) == [102, 96, 96]
    assert public(table).leader == 1


def test_scenario_7_folding_to_one_player_reveals_nothing() -> None:
    table = gamble(100, 100, 100)
    events = choose(table, "rat", "fox", "hawk")
    events += play(table, "0 fold", "1 fold")
    assert named(events, "reveals") == []
    for seat in (-1, 0, 1):
        seen = TALON.events.seen_by(events, seat)
        assert {e["animal"] for e in seen if e.name == "chooses" and e["seat"] != seat} == {UNKNOWN}


def test_r11_an_all_in_player_plays_cards_but_bets_no_more() -> None:
    table = gamble(12, 100, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in", "1 call", "2 call")
    assert table.waiting() == [0]
    assert step(table) == "act"
    pass_all(table)
    assert 0 in table.waiting()
    choose(table, "hawk", "fox", "fox")
    assert table.waiting() == [1]
    play(table, "1 check")
    assert table.waiting() == [2]
    play(table, "2 check")
    assert step(table) == "act"
    assert active(table, 0) == "hawk"


def test_r12_the_collections_value_pays_no_coins_in_the_gamble() -> None:
    table = gamble(100, 100)
    events = quiet_round(table, HIGH, LOW)
    assert named(events, "scores") == []
    assert sum(coins(table)) + pot(table) == 200
    assert coins(table) == [100, 96]


def test_the_lead_passes_left_every_turn_and_the_next_round_starts_left_of_the_first_leader() -> None:
    table = gamble(100, 100, 100, 100, leader=2)
    leaders = []
    for turn in range(3):
        leaders.append(public(table).leader)
        quiet_turn(table, *[LOW.split()[turn]] * 4)
    assert leaders == [2, 3, 0]
    assert public(table).leader == 3


def test_the_highest_collection_takes_the_pot() -> None:
    table = gamble(100, 100, 100)
    choose(table, "fox", "hawk", "rat")
    play(table, "0 raise 20", "1 call", "2 call")
    pass_all(table)
    events = finish_round(table, LOW, "hawk snake fox", "rat net fox")
    assert named(events, "wins_pot") == [(1, 66, 9, 0)]
    assert coins(table) == [76, 142, 76]


# --- R19 to R22


def test_r19_the_ante_counts_as_a_contribution() -> None:
    table = gamble(5, 100, 100, ante=2)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in", "1 raise 13", "2 call")
    assert pots(table) == [(15, [0, 1, 2]), (20, [1, 2])]


def test_r20_over_a_bet_of_5_the_least_raise_is_to_10() -> None:
    table = gamble(100, 100)
    choose(table, "rat", "rat")
    play(table, "0 raise 5")
    assert min(raises(table, 1)) == 10
    with pytest.raises(IllegalError, match="10"):
        play(table, "1 raise 9")


def short_all_in() -> Table:
    """Seat 0 bets 10, seat 1 has only 13 and goes all in."""
    table = gamble(102, 15, 102, 102)
    choose(table, "rat", "rat", "rat", "rat")
    play(table, "0 raise 10", "1 all_in")
    return table


def test_r20_a_short_all_in_must_be_called_as_it_is() -> None:
    table = short_all_in()
    assert private(table, 2).to_call == 13
    play(table, "2 call")
    assert coins(table)[2] == 87


def test_r20_a_short_all_in_does_not_change_the_least_raise() -> None:
    table = short_all_in()
    assert min(raises(table, 2)) == 23


def test_r20_a_short_all_in_reopens_the_betting() -> None:
    table = short_all_in()
    play(table, "2 call", "3 call")
    assert table.waiting() == [0]
    assert min(raises(table, 0)) == 23
    play(table, "0 raise 23")
    assert table.waiting() == [2]


def test_r20_an_opening_all_in_below_the_ante_leaves_the_least_raise_at_the_ante() -> None:
    table = gamble(13, 100, 100, ante=10, stack=100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in")
    assert private(table, 1).to_call == 3
    assert min(raises(table, 1)) == 13


def test_r20_an_all_in_that_is_a_full_raise_sets_the_least_raise() -> None:
    table = gamble(102, 52, 102)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 10", "1 all_in")
    assert min(raises(table, 2)) == 90


def test_r20_an_all_in_below_the_bet_changes_nothing_for_the_others() -> None:
    table = gamble(102, 8, 102)
    choose(table, "rat", "rat", "rat")
    play(table, "0 raise 10", "1 all_in")
    assert private(table, 2).to_call == 10
    assert min(raises(table, 2)) == 20
    play(table, "2 call")
    assert not is_betting(table)


def test_r21_folding_is_always_allowed() -> None:
    table = gamble(100, 100, 100)
    choose(table, "rat", "rat", "rat")
    assert "fold" in legal_texts(table, 0)
    play(table, "0 check")
    assert "fold" in legal_texts(table, 1)
    play(table, "1 raise 20")
    assert "fold" in legal_texts(table, 2)


def test_r21_what_empties_the_stack_is_only_all_in() -> None:
    table = gamble(100, 22, 100)
    choose(table, "rat", "rat", "rat")
    assert max(raises(table, 0)) == 97
    assert "raise 98" not in legal_texts(table, 0)
    play(table, "0 raise 20")
    assert set(legal_texts(table, 1)) == {"fold", "all_in"}
    with pytest.raises(IllegalError, match="all in"):
        play(table, "1 call")
    events = play(table, "1 all_in")
    assert named(events, "goes_all_in") == [(1, 20, 20)]
    assert coins(table)[1] == 0


def test_r22_when_nobody_can_call_any_more_nobody_is_asked() -> None:
    table = gamble(12, 12, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in", "1 all_in", "2 call")
    pass_all(table)
    events = choose(table, "fox", "fox", "fox")
    assert named(events, "checks") == []
    assert len(named(events, "reveals")) == 3


def test_r22_who_owes_something_is_asked_though_all_others_are_all_in() -> None:
    table = gamble(12, 12, 100)
    choose(table, "rat", "rat", "rat")
    play(table, "0 all_in", "1 all_in")
    assert table.waiting() == [2]


def test_r22_the_uncalled_excess_returns_right_after_the_betting() -> None:
    table = gamble(100, 32)
    choose(table, "fox", "fox")
    play(table, "0 all_in")
    events = play(table, "1 all_in")
    assert named(events, "gets_back") == [(0, 68)]
    assert coins(table) == [68, 0]
    assert pots(table) == [(64, [0, 1])]
    names = [e.name for e in events]
    assert names.index("gets_back") < names.index("reveals")


def test_r22_a_plain_raise_that_nobody_can_match_returns_too() -> None:
    table = gamble(100, 32)
    choose(table, "fox", "fox")
    events = play(table, "0 raise 50", "1 all_in")
    assert named(events, "gets_back") == [(0, 20)]
    assert coins(table) == [68, 0]


def test_r22_nothing_returns_when_somebody_matched() -> None:
    table = gamble(100, 100, 32)
    choose(table, "fox", "fox", "fox")
    events = play(table, "0 raise 50", "1 call", "2 all_in")
    assert named(events, "gets_back") == []
    assert pots(table) == [(96, [0, 1, 2]), (40, [0, 1])]
