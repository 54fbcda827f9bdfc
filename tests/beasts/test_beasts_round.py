"""Scenarios of the round: S07–S15, S62, S65, S70, S72–S74, and the rulings beside them."""

from __future__ import annotations

from beasts_helpers import turns

from bestiary.games.beasts.board import captured, captured_strength
from bestiary.games.beasts.hands import put_card
from bestiary.games.beasts.ranking import wins
from bestiary.games.beasts.state import (
    BUYING, HARVEST, INCOME, MUSTER, ODD_JOBS, OUT, PATH_AT, PATHS, POISONING, ROUND, ROUNDS, SEATING, SHOP_COPIES,
    TRAVEL, TURNS, UP,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of


def test_s07_seats_of_the_set_order_are_chosen_in_live_order() -> None:
    scene = turns(0, 1, 2)
    scene.jump(ROUND)
    assert scene.at() == SEATING
    assert (scene.asked(), scene.legal()) == ([1], ["place 0", "place 1", "place 2"])
    scene.play("place 1")
    assert (scene.asked(), scene.legal()) == ([2], ["place 0", "place 2"])
    scene.play("place 2")
    assert (scene.asked(), scene.legal()) == ([0], ["place 0"])
    scene.play("place 0")
    assert [int(s) for s in scene.state.order[:3]] == [0, 1, 2]


def test_s08_the_last_of_the_set_order_buys_first_and_the_first_acts_first() -> None:
    scene = turns(0, 1, 2)
    scene.jump(BUYING, 2)
    assert scene.asked() == [2]
    scene.play("pass")
    assert scene.asked() == [1]
    scene.play("pass")
    scene.play("pass")
    assert scene.at() == TURNS
    assert scene.asked() == [0]


def test_r17_buying_goes_round_until_all_have_passed_and_a_pass_is_final() -> None:
    scene = turns(0, 1)
    scene.jump(BUYING, 1)
    scene.play("buy travel")
    assert scene.asked() == [0]
    scene.play("pass")
    scene.play("buy travel")
    assert scene.asked() == [1]
    scene.play("pass")
    assert scene.at() == TURNS


def test_s09_the_two_poorest_tied_get_4_4_2_1() -> None:
    scene = turns(0, 1, 2, 3)
    scene.state.coins[:] = (2, 2, 5, 6)
    scene.jump(INCOME)
    assert [int(c) for c in scene.state.coins] == [6, 6, 7, 7]


def test_r18_two_players_get_4_and_3_or_4_and_4() -> None:
    scene = turns(0, 1)
    scene.state.coins[:2] = (3, 1)
    scene.jump(INCOME)
    assert [int(c) for c in scene.state.coins[:2]] == [6, 5]
    scene = turns(0, 1)
    scene.jump(INCOME)
    assert [int(c) for c in scene.state.coins[:2]] == [9, 9]


def test_s10_illusions_are_paid_as_far_as_there_are_coins_and_income_follows() -> None:
    scene = turns(0, 1)
    scene.state.coins[:2] = (2, 9)
    scene.tokens(0, "illusion", 3)
    scene.jump(INCOME)
    assert scene.tokens(0, "illusion") == 0
    assert [int(c) for c in scene.state.coins[:2]] == [4, 12]


def test_s11_a_card_that_is_sold_out_cannot_be_bought_but_a_hidden_one_can() -> None:
    scene = turns(0, 1)
    scene.hold(0, "travel", "travel", "travel", "travel", "travel")
    scene.jump(BUYING, 1)
    assert "buy travel" not in scene.legal()
    assert "buy muster" in scene.legal()
    assert "hidden" in scene.legal()


def test_r56_an_empty_hidden_deck_sells_nothing() -> None:
    scene = turns(0, 1)
    scene.state.hidden_discard[:] = scene.state.hidden_deck
    scene.state.hidden_deck[:] = 0
    scene.state.hidden_left = 0
    scene.jump(BUYING, 1)
    assert "hidden" not in scene.legal()


def test_s12_a_paralyzed_buyer_pays_and_gets_no_card() -> None:
    scene = turns(0, 1)
    scene.tokens(1, "paralyze", 1)
    scene.jump(BUYING, 1)
    scene.play("buy muster")
    assert int(scene.state.coins[1]) == 3
    assert int(scene.state.stock[MUSTER]) == SHOP_COPIES
    assert int(scene.state.held[1, MUSTER]) == 0
    assert scene.tokens(1, "paralyze") == 0


def test_s14_an_unplayed_card_is_still_playable_in_the_next_round() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.hold(0, "travel")
    scene.play("pass", "pass")
    assert scene.at() == SEATING
    assert int(scene.state.round_number) == 1
    scene.play("place 1", "place 0")
    scene.play("pass", "pass")
    assert scene.at() == TURNS
    assert int(scene.state.held[0, TRAVEL]) == 1
    assert "act travel held" in scene.legal()


def test_s15_a_played_hidden_card_comes_back_into_the_hidden_deck_in_the_next_round() -> None:
    scene = turns(0, 1)
    scene.hide(0, "odd-jobs")
    scene.play("act odd-jobs secret")
    assert int(scene.state.coins[0]) == 7
    assert int(scene.state.hidden_discard[ODD_JOBS]) == 1
    scene.play("pass", "pass")
    assert int(scene.state.hidden_discard[ODD_JOBS]) == 0
    assert int(scene.state.hidden_deck[ODD_JOBS]) == 2
    assert all(int(n) == SHOP_COPIES for n in scene.state.stock)


def test_r23_a_passive_owner_cannot_buy_a_specialty_and_turns_a_hidden_one_into_a_coin() -> None:
    scene = turns(0, 1)
    scene.state.specialty[:2] = (5, 2)  # passive, action
    scene.jump(BUYING, 1)
    assert "buy specialty" in scene.legal()
    scene.play("pass")
    assert "buy specialty" not in scene.legal()
    scene.hide(0, "specialty")
    scene.play("pass")
    scene.play("act specialty secret")
    assert int(scene.state.coins[0]) == 6


def test_s28_sp5_gives_a_marker_and_pays_what_the_markers_stand_on() -> None:
    scene = turns(0, 1)
    scene.marks(0, 16)
    scene.jump(HARVEST)
    assert [int(u) for u in scene.state.usable[:2]] == [1, 1]
    assert int(scene.state.coins[0]) == 5 + 2 + 3  # Payday 2, then the richer one's income


def test_sp5_a_marker_on_a_hot_spring_recruits_in_the_set_up_phase() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.marks(0, 7)
    scene.jump(HARVEST)
    scene.play("unit captain ready", "field 7")
    assert scene.at() == BUYING  # recruitment 2 is used up
    assert scene.at_field(0, 7) == "j"


def test_sp5_a_marker_that_is_placed_in_the_harvest_does_not_pay_in_it() -> None:
    scene = turns(0, 1)
    scene.units(0, 63, "b")
    scene.marks(0, 7)
    scene.jump(HARVEST)
    scene.play("unit scout ready", "field 3", "track strength", "mark", "done")
    assert scene.at() == BUYING
    assert int(scene.state.marker[3]) == 1


def test_s62_poison_offers_only_tracks_with_a_spot_below_and_lapses_without_one() -> None:
    scene = turns(0, 1)
    for track in ("hand", "tiebreaker", "recruitment", "strength"):
        scene.track(track, 1, 0)
    scene.track("payday", 0, 1)
    scene.track("starting", 0, 1)
    scene.tokens(0, "poison", 2)
    scene.jump(POISONING)
    assert scene.legal() == ["track payday"]
    scene.play("track payday")
    assert scene.tokens(0, "poison") == 0
    assert scene.at() == SEATING


def test_r19_poison_goes_round_in_set_order_a_token_each() -> None:
    scene = turns(0, 1)
    scene.tokens(0, "poison", 2)
    scene.tokens(1, "poison", 1)
    scene.jump(POISONING)
    for seat in (0, 1, 0):
        assert scene.asked() == [seat]
        scene.play(scene.legal()[0])
    assert scene.at() == SEATING


def test_s65_who_drops_on_the_hand_limit_track_discards_at_once() -> None:
    scene = turns(0, 1)
    scene.give(0, 0, 1, 2, 3, 4, 5)
    scene.begin(UP, 1, 1)
    scene.play("track hand")
    assert scene.asked() == [0]
    assert scene.legal() == [f"card {card}" for card in range(6)]
    scene.play("card 5")
    assert scene.hand(0) == [0, 1, 2, 3, 4]
    assert scene.at() == TURNS


def test_r54_an_up_of_the_leader_is_not_offered() -> None:
    scene = turns(0, 1)
    scene.begin(UP, 0, 1)
    assert scene.legal() == [f"track {name}" for name in ("starting", "recruitment", "strength")]
    scene.play("track strength")
    assert spot_of(scene.state, 4, 0) == 0


def test_s70_with_the_sixth_path_the_card_that_calls_them_leaves_the_game() -> None:
    scene = turns(6, 0)
    scene.says(120, "HA GAINC path")
    for path in range(PATH_AT, PATH_AT + PATHS - 2):
        put_card(scene.state, path, OUT)
    fifth, sixth = PATH_AT + PATHS - 2, PATH_AT + PATHS - 1
    scene.give(0, 120, fifth, sixth)
    scene.box.style[fifth] = scene.box.style[sixth] = 9
    scene.meet()
    scene.clash(fifth, scene.hand(1)[0])
    scene.clash(sixth, scene.hand(1)[0])
    assert [int(scene.state.zone[card]) for card in (fifth, sixth, 120)] == [OUT, OUT, OUT]
    assert 120 not in scene.hand(0)


def test_s70_after_the_fifth_path_it_stays() -> None:
    scene = turns(6, 0)
    scene.says(120, "HA GAINC path")
    for path in range(PATH_AT, PATH_AT + PATHS - 2):
        put_card(scene.state, path, OUT)
    fifth = PATH_AT + PATHS - 2
    scene.give(0, 120, 121, fifth)
    scene.meet()
    scene.clash(fifth, scene.hand(1)[0])
    while int(scene.state.zone[fifth]) != OUT:
        scene.clash(scene.hand(0)[-1], scene.hand(1)[0])
    assert 120 in scene.hand(0)


def test_s72_equal_beasts_are_decided_by_their_strength() -> None:
    scene = turns(0, 1)
    scene.owned(0, 10)
    scene.owned(1, 9, 8)
    scene.state.round_number = ROUNDS - 1
    scene.play("pass", "pass")
    assert scene.asked() == []
    assert [int(captured(scene.state, seat)) for seat in range(2)] == [2, 2]
    assert [int(captured_strength(scene.state, seat)) for seat in range(2)] == [10, 17]
    assert [bool(wins(scene.state, seat)) for seat in range(2)] == [False, True]


def test_s73_then_the_lower_position_sum_wins_then_the_tiebreaker() -> None:
    scene = turns(0, 1)
    scene.owned(0, 5)
    scene.owned(1, 5)
    assert bool(wins(scene.state, 0))  # equal sums, ahead on the tiebreaker
    assert not bool(wins(scene.state, 1))
    scene.track("payday", 1, 0)
    assert bool(wins(scene.state, 1))
    assert not bool(wins(scene.state, 0))


def test_s74_a_card_whose_action_was_used_this_round_cannot_be_used_again_until_the_next() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA COIN 1")
    assert "card 0" in scene.legal()
    scene.play("card 0", "pass")
    scene.give(0, 0, 1, 2, 3)
    assert scene.asked() == [0]
    assert scene.legal() == ["pass"]
    scene.jump(ROUND)
    while scene.at() == SEATING:
        scene.play(f"place {scene.asked()[0]}")
    scene.play("pass", "pass")
    assert "card 0" in scene.legal()


def test_r55_chained_beasts_do_not_count() -> None:
    scene = turns(0, 1)
    scene.owned(0, 9, chained=True)
    scene.owned(1, 1)
    assert bool(wins(scene.state, 1))
