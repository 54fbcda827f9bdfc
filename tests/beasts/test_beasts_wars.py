"""Scenarios of wars between players: S40–S57, S60, S68, S69, S71. Clan 0 is ahead of clan 1 on the tiebreaker; clan 1
has unit strength +1. The battlefield is 19 (no symbols, borders 6, 9 and 16), the attackers come from 6."""

from __future__ import annotations

from beasts_helpers import Scene, turns

from bestiary.games.beasts.board import captured, controller
from bestiary.games.beasts.state import (
    AWAKENING_AT, DISCARD, DISCARDING, GIVE_BEAST, OUT, RARE_AT, RETREAT, SHOP_COPIES, SKULLS, TURNS, WAR, WAR_STEP,
    WINDOW, WITH_PLAYER,
)  # fmt: skip


def points(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.points]


def allies(scene: Scene, seat: int) -> int:
    return sum(card >= RARE_AT for card in scene.hand(seat))


def strong(scene: Scene, seat: int, value: int = 9) -> None:
    """A seat wins every battle."""
    clan = int(scene.state.clan[seat])
    scene.box.style[20 * clan : 20 * clan + 20] = value


def test_s40_equal_unit_strength_goes_to_who_is_ahead_on_the_tiebreaker() -> None:
    scene = turns(0, 1)
    scene.attack("2j", "k")
    assert points(scene) == [1, 0]
    scene = turns(0, 1)
    scene.track("tiebreaker", 1, 0)
    scene.attack("2j", "k")
    assert points(scene) == [0, 1]


def test_s41_a_tied_style_goes_to_who_is_ahead_and_decides_the_battle() -> None:
    for order, won in (((0, 1), [2, 0]), ((1, 0), [1, 1])):
        scene = turns(0, 1)
        scene.track("tiebreaker", *order)
        scene.prints(0, (5, 5, 5))
        scene.prints(20, (5, 4, 6))
        scene.attack("2k", "c")
        scene.battle()
        assert points(scene) == won


def test_s42_at_three_all_the_battles_go_on_until_somebody_leads() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.attack("k", "c")
    scene.state.points[:] = (2, 3)
    scene.battle()
    assert points(scene) == [3, 3]
    assert scene.at() == WAR_STEP
    scene.battle()
    assert scene.at() == RETREAT


def test_r39_after_twelve_battles_the_higher_score_wins() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.attack("k", "c")
    scene.state.battle = 11
    scene.state.points[:] = (0, 0)
    scene.battle()
    assert scene.at() != WAR_STEP


def test_s43_who_reveals_its_last_clan_card_draws_to_the_limit_before_the_cards_are_compared() -> None:
    scene = turns(0, 1)
    scene.give(0, 7)
    scene.attack("k", "c")
    scene.battle()
    assert len(scene.hand(0)) == 6
    assert 7 not in scene.hand(0)


def test_s44_without_any_card_a_battle_is_forfeited() -> None:
    scene = turns(0, 1)
    scene.give(1)
    scene.strip(1)
    scene.attack("c", "3k")
    assert points(scene) == [0, 1]
    assert scene.asked() == [0]
    scene.play("card 0")
    assert points(scene) == [1, 1]


def test_r38_with_both_hands_empty_the_higher_score_wins() -> None:
    scene = turns(0, 1)
    for seat in (0, 1):
        scene.give(seat)
        scene.strip(seat)
    scene.attack("k", "c")
    assert scene.at() == RETREAT
    assert scene.asked() == [1]


def test_s45_of_two_cards_that_speak_immediately_the_one_ahead_on_the_tiebreaker_orders() -> None:
    for order, chooser in (((0, 1), 0), ((1, 0), 1)):
        for card, left in ((0, 0), (20, 1)):
            scene = turns(0, 1)
            scene.track("tiebreaker", *order)
            scene.says(0, "IM VSET me T 9; VSET opp T 0")
            scene.says(20, "IM VSET me T 9; VSET opp T 0")
            scene.attack("2k", "c")
            scene.battle()
            assert scene.asked() == [chooser]
            assert scene.legal() == ["card 0", "card 20"]
            scene.play(f"card {card}")
            first = [event["seat"] for event in scene.events if event.name == "effect"]
            assert first == [left, 1 - left]
            assert [int(n) for n in scene.state.values[:, 0]] == ([0, 9] if left == 0 else [9, 0])


def test_s46_a_next_battle_effect_of_the_deciding_battle_is_lost() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.says(1, "NB COIN 3", "NB BP 1")
    scene.attack("2k", "c")
    scene.battle(2)
    assert scene.at() == RETREAT
    scene.play("field 9")
    assert int(scene.state.coins[0]) == 5
    assert not scene.state.later_card.any()


def test_s47_skulls_beyond_the_sands_take_units_as_far_as_there_are_any() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(0, skull=3)
    scene.prints(20, sand=1)
    scene.attack("2k", "c")
    scene.battle(2)
    assert (scene.at(), scene.asked()) == (SKULLS, [1])
    assert scene.legal() == ["unit scout ready"]
    scene.play("unit scout ready")
    assert int(scene.state.supply[1, 1]) == 10
    assert scene.at() == TURNS
    assert scene.at_field(0, 19) == "2k"


def test_skulls_are_stopped_by_as_many_sands() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(0, skull=2)
    scene.prints(20, sand=2)
    scene.attack("2k", "c")
    scene.battle(2)
    assert scene.at() == RETREAT


def four_battles(scene: Scene) -> None:
    """The attacker wins 3–2 with its cards 0 (Heal), 1 (Block), 2 and 3 against 5/5/5."""
    scene.box.style[20:40] = 5
    for card, value in ((0, 9), (1, 1), (2, 1), (3, 9)):
        scene.prints(card, (value, value, value))
    scene.prints(0, heal=1)
    scene.prints(1, block=1)
    scene.attack("2k", "c")
    scene.battle(4)


def test_s48_a_heal_returns_plain_cards_and_discards_heals_and_blocks() -> None:
    scene = turns(0, 1)
    scene.give(0, 0, 1, 2, 3, 4)
    four_battles(scene)
    assert scene.hand(0) == [2, 3, 4]
    assert [int(scene.state.zone[card]) for card in (0, 1)] == [DISCARD, DISCARD]
    assert [int(scene.state.zone[card]) for card in (20, 21)] == [DISCARD + 1] * 2


def test_s49_healed_cards_beyond_the_limit_are_discarded_at_once() -> None:
    scene = turns(0, 1)
    four_battles(scene)  # the fourth card was the last: six were drawn, two returned
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])
    assert len(scene.hand(0)) == 8
    scene.play("card 2", "card 3")
    assert len(scene.hand(0)) == 6
    assert (scene.at(), scene.asked()) == (DISCARDING, [1])  # the loser's Rare Ally is one card too many as well


def test_s49_the_only_clan_card_is_kept() -> None:
    scene = turns(1, 0)
    scene.give(0, 20, *(RARE_AT + i for i in range(5)))
    scene.state.asked[0] = 0
    scene.run()
    assert scene.legal() == [f"card {RARE_AT + i}" for i in range(5)]


def test_r44_a_heal_returns_allies_too() -> None:
    scene = turns(0, 1)
    scene.give(0, 0, 1, 2, RARE_AT)
    strong(scene, 0)
    scene.prints(0, heal=1)
    scene.prints(RARE_AT, (9, 9, 9))
    scene.attack("2k", "c")
    scene.battle()
    scene.play("card 166", seat=0)
    scene.play("card 21", seat=1)
    assert scene.hand(0) == [1, 2, RARE_AT]


def test_field_medic_counts_as_a_heal() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.hold(0, "field-medic")
    scene.attack("2k", "c")
    scene.battle(2)
    assert (scene.at(), scene.asked()) == (WINDOW, [0])
    scene.play("act field-medic held")
    assert scene.hand(0) == [0, 1, 2, 3]


def test_a_field_medic_raises_prone_units_on_ones_turn() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "c k", prone=True)
    scene.hold(0, "field-medic")
    scene.play("act field-medic held", "field 6")
    assert scene.at_field(0, 6) == "c k"


def test_s50_a_beaten_defender_hands_over_a_beast_of_its_choice() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.owned(1, 2, 9)
    scene.attack("2k", "c")
    scene.battle(2)
    assert (scene.at(), scene.asked()) == (GIVE_BEAST, [1])
    assert scene.legal() == ["beast 2a", "beast 9a"]
    scene.play("beast 2a")
    assert int(scene.state.beast_at[1]) == WITH_PLAYER
    assert int(scene.state.beast_at[8]) == WITH_PLAYER + 1


def test_s50_a_victorious_defender_gets_none() -> None:
    scene = turns(0, 1)
    strong(scene, 1)
    scene.owned(0, 2)
    scene.attack("c", "2k")
    scene.battle(2)
    assert scene.at() == TURNS
    assert int(scene.state.beast_at[1]) == WITH_PLAYER
    assert scene.at_field(0, 6) == "| c"
    assert allies(scene, 0) == 1


def test_s51_a_chained_beast_is_handed_over_with_its_chain() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.owned(1, 9, chained=True)
    scene.attack("2k", "c")
    scene.battle(2)
    scene.play("beast 9a")
    assert int(scene.state.beast_at[8]) == WITH_PLAYER
    assert int(scene.state.chained[8]) == 1
    assert captured(scene.state, 0) == 0


def test_s52_prone_defenders_retreat_first_and_add_no_strength() -> None:
    scene = turns(0, 1)
    scene.attack("2j", "j", prone="2k")
    assert (scene.at(), scene.asked()) == (RETREAT, [1])
    assert scene.fields("field") == [9, 16]
    scene.play("field 9", "field 9")
    assert scene.at_field(1, 9) == "| 2k"
    assert points(scene) == [1, 0]  # 4 against 2 + 1


def test_s53_prone_units_alone_are_driven_out_without_a_battle() -> None:
    scene = turns(0, 1)
    scene.owned(1, 2)
    scene.attack("c", "", prone="k")
    scene.play("field 16")
    assert scene.at() == TURNS
    assert scene.at_field(0, 19) == "c"
    assert scene.at_field(1, 16) == "| k"
    assert int(scene.state.stock[WAR]) == SHOP_COPIES
    assert int(scene.state.beast_at[1]) == WITH_PLAYER + 1
    assert allies(scene, 1) == 0


def test_s54_a_defender_that_escapes_retreats_ready_and_the_war_has_no_result() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(0, res="coin", amount=3)
    scene.owned(1, 2)
    scene.hold(1, "smoke-screen")
    scene.attack("2k", "c")
    scene.battle()
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    scene.play("act smoke-screen held")
    scene.play("field 9")
    assert scene.at_field(1, 9) == "c"
    assert scene.at_field(0, 19) == "2k"
    assert allies(scene, 1) == 0
    assert int(scene.state.coins[0]) == 5
    assert int(scene.state.beast_at[1]) == WITH_PLAYER + 1
    assert [int(scene.state.zone[card]) for card in (0, 20)] == [DISCARD, DISCARD + 1]
    assert scene.at() == TURNS


def test_r31_an_attacker_that_escapes_goes_back_ready() -> None:
    scene = turns(0, 1)
    scene.hold(0, "smoke-screen")
    scene.attack("2k", "c")
    scene.play("act smoke-screen held")
    assert scene.at_field(0, 6) == "2k"
    assert scene.at_field(1, 19) == "c"
    assert scene.at() == TURNS


def test_s55_a_war_won_by_an_effect_in_the_first_battle_is_scored_by_both() -> None:
    scene = turns(0, 1)
    scene.says(20, "IM WIN")
    scene.prints(20, res="coin", amount=2)
    scene.prints(0, res="coin", amount=1)
    scene.attack("2k", "c")
    scene.battle()
    assert [int(c) for c in scene.state.coins[:2]] == [6, 7]
    assert scene.at_field(0, 6) == "| 2k"
    assert allies(scene, 0) == 1


def test_s56_a_winner_without_units_leaves_the_field_uncontrolled_but_takes_the_beast() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(20, skull=2)
    scene.owned(1, 2)
    scene.marks(1, 19)
    scene.attack("k", "c")
    scene.battle(2)
    assert (scene.at(), scene.asked()) == (SKULLS, [0])
    scene.play("unit elder ready", "beast 2a", "field 9")
    assert controller(scene.state, 19) == -1
    assert int(scene.state.usable[1]) == 1
    assert int(scene.state.beast_at[1]) == WITH_PLAYER
    assert scene.at_field(1, 9) == "| c"


def test_s57_a_third_players_reinforcement_changes_only_the_comparison_of_units() -> None:
    scene = turns(0, 1, 2)
    scene.units(2, 9, "k")
    scene.hold(2, "reinforce")
    scene.attack("2j", "c")
    assert (scene.at(), scene.asked()) == (WINDOW, [2])
    scene.play("act reinforce held", "player 1", "field 9")
    assert points(scene) == [0, 1]  # 4 + 0 against 1 + 2 + 3
    assert scene.at_field(2, 9) == "k"
    scene.battle()
    assert points(scene) == [1, 1]


def test_caltrops_and_last_stand_help_the_defender() -> None:
    for card in ("caltrops", "last-stand"):
        scene = turns(0, 1)
        scene.hide(1, card)
        scene.units(0, 6, "2j")
        scene.units(1, 19, "c")
        scene.hold(0, "travel", "war")
        scene.play("act travel held")
        scene.let()
        scene.play("into 19", "field 6", "unit captain ready", "unit captain ready")
        scene.let_then(1, f"act {card} secret")
        assert points(scene) == [0, 1]


def test_iron_discipline_lets_a_beaten_defender_retreat_ready() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.hide(1, "iron-discipline")
    scene.units(0, 6, "2k")
    scene.units(1, 19, "c")
    scene.hold(0, "travel", "war")
    scene.play("act travel held")
    scene.let()
    scene.play("into 19", "field 6", "unit elder ready", "unit elder ready")
    scene.battle(2)
    scene.let_then(1, "act iron-discipline secret")
    scene.play("field 9")
    assert scene.at_field(1, 9) == "c"


def test_s60_a_printed_substitution_is_the_scorers_and_other_tokens_the_opponents() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(0, res="substitution")
    scene.prints(20, res="poison", amount=2)
    scene.attack("2k", "c")
    scene.battle(2)
    assert scene.tokens(0, "substitution") == 1
    assert scene.tokens(1, "substitution") == 0
    assert scene.legal(0) == ["yes", "no"]  # S59: the winner scored first, so one poison can be blocked
    scene.play("yes")
    assert scene.tokens(0, "poison") == 1


def test_resources_of_both_sides_are_paid() -> None:
    scene = turns(0, 1)
    strong(scene, 0)
    scene.prints(0, res="coin", amount=2)
    scene.prints(21, res="coin", amount=1)
    scene.attack("2k", "c")
    scene.battle(2)
    assert [int(c) for c in scene.state.coins[:2]] == [7, 6]


def test_s68_the_akatsuki_may_awaken_a_card_only_while_they_have_fewer_points() -> None:
    scene = turns(6, 0)
    strong(scene, 0)
    scene.attack("c", "3k")
    assert points(scene) == [0, 1]
    offered = [text for text in scene.legal(0) if text.startswith("awaken")]
    assert offered == [f"awaken {card}" for card in range(120, 124)]
    assert not [text for text in scene.legal(1) if text.startswith("awaken")]
    scene.battle()
    assert points(scene) == [1, 1]
    assert not [text for text in scene.legal(0) if text.startswith("awaken")]


def test_s69_an_awakening_leaves_the_game_and_its_card_is_discarded_in_spite_of_a_heal() -> None:
    scene = turns(6, 0)
    strong(scene, 0)
    scene.prints(AWAKENING_AT, (10, 10, 10))
    scene.prints(121, heal=1)
    scene.attack("c", "3k")
    scene.play("awaken 120", seat=0)
    scene.play("card 0", seat=1)
    scene.battle(2)
    assert int(scene.state.zone[AWAKENING_AT]) == OUT
    assert int(scene.state.zone[120]) == DISCARD
    assert int(scene.state.zone[121]) == DISCARD
    assert 122 in scene.hand(0)


def test_s71_who_stole_a_card_of_the_akatsuki_cannot_awaken_it() -> None:
    scene = turns(0, 6)
    scene.give(0, 0, 1, 125)
    scene.attack("c", "3k")
    assert points(scene) == [0, 1]
    assert scene.legal(0) == ["card 0", "card 1", "card 125"]
