"""Scenarios of tokens, allies and hands: S16, S58–S61, S63, S77, R48, R57, R60."""

from __future__ import annotations

from beasts_helpers import turns

from bestiary.games.beasts.cards.entries import WHEN_FREE
from bestiary.games.beasts.hands import hand_limit
from bestiary.games.beasts.state import (
    ALLY, CHAIN, COUNTERSEAL, DISCARDING, FREEZE, LEGENDARY, MUSTER, PARALYZE, POISON, RARE, RARE_AT, ROUND,
    SHOP_COPIES, TIER_CARDS, TOKEN, TOKEN_SUPPLY, TURNS, VANGUARD, WINDOW,
)  # fmt: skip
from bestiary.games.beasts.supply import draw_cards
from bestiary.games.beasts.tokens import tokens_left


def test_s16_a_passed_player_may_cancel_with_a_counterseal() -> None:
    scene = turns(0, 1, 2)
    scene.units(0, 4, "c")
    scene.hold(0, "muster")
    scene.hold(1, "counterseal")
    scene.state.passed = 0b010
    scene.play("act muster held")
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    scene.play("act counterseal held")
    assert scene.at() == TURNS
    assert scene.asked() == [2]
    assert int(scene.state.stock[MUSTER]) == int(scene.state.stock[COUNTERSEAL]) == SHOP_COPIES
    assert int(scene.state.supply[0, 1]) == 9


def test_r60_who_holds_a_hidden_card_is_asked_and_may_only_pass() -> None:
    scene = turns(0, 1, 2)
    scene.units(0, 4, "c")
    scene.hold(0, "muster")
    scene.hide(1, "odd-jobs")
    scene.hide(2, "counterseal")
    scene.play("act muster held")
    assert scene.asked() == [1, 2]
    assert scene.legal(1) == ["pass"]
    assert scene.legal(2) == ["pass", "act counterseal secret"]
    scene.play("act counterseal secret", seat=2)
    assert scene.asked() == [1]
    assert int(scene.state.secret_count[2]) == 1  # an intent shows nothing yet
    scene.play("pass", seat=1)
    assert scene.at() == TURNS
    assert int(scene.state.secret_count[2]) == 0


def test_r22_of_two_reactions_the_first_in_set_order_after_the_turn_player_is_played() -> None:
    scene = turns(0, 1, 2)
    scene.units(0, 4, "c")
    scene.hold(0, "muster")
    scene.hold(1, "counterseal")
    scene.hold(2, "counterseal")
    scene.play("act muster held")
    scene.play("act counterseal held", seat=2)
    scene.play("act counterseal held", seat=1)
    scene.let()
    assert int(scene.state.held[1, COUNTERSEAL]) == 0
    assert int(scene.state.held[2, COUNTERSEAL]) == 1


def test_s58_two_upgrades_make_a_pending_ally_legendary_before_it_is_seen() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA ALLY 3")
    scene.hold(0, "upgrade", "upgrade")
    scene.play("card 0")
    assert scene.legal() == ["pass", "act upgrade held"]
    scene.play("act upgrade held")
    assert scene.hand(0) == [1, 2, 3]
    scene.play("act upgrade held")
    ally = scene.hand(0)[-1]
    assert ally >= RARE_AT + LEGENDARY * TIER_CARDS


def test_s58_with_one_upgrade_a_pending_rare_ally_is_epic() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA ALLY 3")
    scene.hold(0, "upgrade")
    scene.play("card 0", "act upgrade held")
    assert RARE_AT + TIER_CARDS <= scene.hand(0)[-1] < RARE_AT + LEGENDARY * TIER_CARDS


def test_upgrade_as_an_action_turns_an_ally_into_one_of_the_next_tier() -> None:
    scene = turns(0, 1)
    scene.hold(0, "upgrade")
    scene.give(0, 0, 1, RARE_AT)
    scene.play("act upgrade held", "card 166")
    assert RARE_AT + TIER_CARDS <= scene.hand(0)[-1] < RARE_AT + 2 * TIER_CARDS
    assert len(scene.hand(0)) == 3


def test_s59_a_substitution_blocks_one_of_two_tokens() -> None:
    scene = turns(0, 1)
    scene.tokens(0, "substitution", 1)
    scene.begin(TOKEN, 0, POISON)
    assert scene.legal() == ["yes", "no"]
    scene.play("yes")
    assert (scene.tokens(0, "substitution"), scene.tokens(0, "poison")) == (0, 0)
    scene.begin(TOKEN, 0, POISON)
    assert scene.at() == TURNS
    assert scene.tokens(0, "poison") == 1


def test_r6_a_token_that_is_out_of_supply_is_not_given() -> None:
    scene = turns(0, 1)
    scene.tokens(1, "poison", TOKEN_SUPPLY)
    scene.begin(TOKEN, 0, POISON)
    assert scene.tokens(0, "poison") == 0


def test_purify_prevents_an_incoming_token() -> None:
    scene = turns(0, 1)
    scene.hold(0, "purify")
    scene.begin(TOKEN, 0, PARALYZE)
    scene.play("act purify held")
    assert scene.tokens(0, "paralyze") == 0


def test_s61_a_freeze_makes_one_card_of_the_owners_choice_unplayable_until_the_next_round() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.hold(0, "travel", "muster")
    scene.begin(TOKEN, 0, FREEZE)
    assert scene.legal() == ["act travel held", "act muster held"]
    scene.play("act muster held")
    assert scene.tokens(0, "freeze") == 1
    assert "act muster held" not in scene.legal()
    assert "act travel held" in scene.legal()
    scene.jump(ROUND)
    assert scene.tokens(0, "freeze") == 0
    scene.play("place 1", "place 0")
    scene.play("pass", "pass")
    assert "act muster held" in scene.legal()


def test_who_loses_a_passive_to_a_freeze_discards_before_a_card_freezes() -> None:
    scene = turns(0, 1)
    scene.special(0, "hand 2", WHEN_FREE)
    scene.hold(0, "travel", "muster")
    draw_cards(scene.state, 0, hand_limit(scene.box, scene.state, 0) - len(scene.hand(0)), None)
    scene.begin(TOKEN, 0, FREEZE)
    for _ in range(2):
        assert scene.at() == DISCARDING
        scene.play(scene.legal()[0])
    assert scene.legal() == ["act travel held", "act muster held"]


def test_r49_a_freeze_without_action_cards_stays_without_effect() -> None:
    scene = turns(0, 1)
    scene.begin(TOKEN, 0, FREEZE)
    assert scene.at() == TURNS
    assert scene.tokens(0, "freeze") == 1


def test_s63_a_chain_without_a_beast_goes_back() -> None:
    scene = turns(0, 1)
    scene.begin(TOKEN, 0, CHAIN)
    assert scene.at() == TURNS
    assert tokens_left(scene.state, CHAIN) == TOKEN_SUPPLY


def test_a_chain_binds_a_beast_of_the_receivers_choice() -> None:
    scene = turns(0, 1)
    scene.owned(0, 3, 7)
    scene.begin(TOKEN, 0, CHAIN)
    assert scene.legal() == ["beast 3a", "beast 7a"]
    scene.play("beast 3a")
    assert int(scene.state.chained[2]) == 1
    assert tokens_left(scene.state, CHAIN) == TOKEN_SUPPLY - 1


def test_r48_paralysis_loses_a_pending_ally() -> None:
    scene = turns(0, 1)
    scene.tokens(0, "paralyze", 1)
    scene.begin(ALLY, 0, RARE)
    assert scene.hand(0) == [0, 1, 2, 3]
    assert scene.tokens(0, "paralyze") == 0


def test_r48_a_refill_goes_on_until_one_clan_card_has_arrived() -> None:
    scene = turns(0, 1)
    scene.tokens(0, "paralyze", 8)  # two more than the limit
    scene.give(0)
    scene.state.asked[0] = 0
    scene.run()
    assert len(scene.hand(0)) == 1
    assert scene.tokens(0, "paralyze") == 0


def test_s77_a_hand_of_three_allies_with_limit_four_draws_exactly_one_clan_card() -> None:
    scene = turns(1, 0, 2)
    allies = [RARE_AT, RARE_AT + 1, RARE_AT + 2]
    scene.give(0, 20, *allies)
    scene.attack("k", "c")
    scene.play("card 20", seat=0)
    scene.play("card 0", seat=1)
    hand = scene.hand(0)
    assert len(hand) == 4
    assert hand[1:] == allies
    assert hand[0] < RARE_AT


def test_allies_that_fill_the_hand_make_room_for_a_clan_card() -> None:
    scene = turns(1, 0, 2)
    scene.give(0, *(RARE_AT + i for i in range(4)))
    scene.state.asked[0] = 0
    scene.run()
    assert scene.asked() == [0]
    assert scene.legal() == [f"card {RARE_AT + i}" for i in range(4)]  # the only Clan Card stays


def test_vanguard_is_no_action_of_a_turn() -> None:
    scene = turns(0, 1)
    scene.hold(0, "vanguard", "war")
    assert scene.legal() == ["pass"]
    assert int(scene.state.held[0, VANGUARD]) == 1
