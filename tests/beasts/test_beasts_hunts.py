"""Scenarios of wars against beasts: S34–S39, S64."""

from __future__ import annotations

from beasts_helpers import Scene, turns

from bestiary.games.beasts.board import captured
from bestiary.games.beasts.state import (
    HUNT, RARE_AT, SHOP_COPIES, TIER_CARDS, TURNS, VANGUARD, WAR, WINDOW, WITH_PLAYER,
)  # fmt: skip


def hunting(strength: int, units: str, *cards: str) -> Scene:
    """Seat 0 of clan 1 (strength +1) travels from its capital 15 against a beast in field 24."""
    scene = turns(1, 0)
    scene.units(0, 15, units)
    scene.beast(strength, 24)
    scene.hold(0, "travel", "war", *cards)
    scene.march(15, 24, units)
    return scene


def rare_allies(scene: Scene, seat: int) -> int:
    return sum(RARE_AT <= card < RARE_AT + TIER_CARDS for card in scene.hand(seat))


def test_s34_a_beast_that_cannot_be_met_is_dropped_and_the_war_card_kept() -> None:
    scene = hunting(6, "k j")
    assert scene.at() == TURNS
    assert scene.at_field(0, 15) == "j k"
    assert int(scene.state.held[0, WAR]) == 1


def test_s34_with_a_vanguard_in_hand_it_stands() -> None:
    scene = hunting(6, "k j", "vanguard")
    assert scene.at() == WINDOW
    scene.play("act vanguard held")
    assert scene.at() == HUNT
    assert int(scene.state.stock[VANGUARD]) == SHOP_COPIES


def test_r35_units_that_are_still_too_weak_after_the_window_go_back_ready_and_the_war_is_spent() -> None:
    scene = hunting(6, "k j", "vanguard")
    scene.play("pass")
    assert scene.at() == TURNS
    assert scene.at_field(0, 15) == "j k"
    assert int(scene.state.stock[WAR]) == SHOP_COPIES


def test_s35_all_three_sums_must_exceed_strength_and_roll() -> None:
    scene = hunting(4, "2k")
    scene.state.roll = 6
    scene.prints(20, (6, 6, 5))
    scene.prints(21, (5, 5, 5))
    scene.prints(22, (0, 0, 1))
    scene.play("card 20", "card 21")
    assert [int(n) for n in scene.state.sums] == [11, 11, 10]
    assert scene.at() == HUNT
    scene.play("card 22")
    assert int(scene.state.beast_at[3]) == WITH_PLAYER
    assert scene.at_field(0, 24) == "2k"
    assert captured(scene.state, 0) == 1


def test_s36_heads_add_to_all_three_sums() -> None:
    scene = hunting(4, "2k")
    scene.prints(20, (1, 2, 3), heads=2)
    scene.play("card 20")
    assert [int(n) for n in scene.state.sums] == [3, 4, 5]


def test_s37_a_lost_hunt_brings_a_rare_ally_and_prone_units_and_no_healing() -> None:
    scene = hunting(9, "3k c")
    scene.prints(20, (1, 1, 1), heal=1)
    scene.prints(21, (1, 1, 1))
    scene.play("card 20", "card 21", "done")
    assert rare_allies(scene, 0) == 1
    assert 20 not in scene.hand(0)
    assert 21 not in scene.hand(0)
    assert scene.at_field(0, 15) == "| c 3k"
    assert int(scene.state.lair[24]) == 9
    assert scene.asked() == [1]


def test_iron_discipline_keeps_a_beaten_hunter_on_its_feet() -> None:
    scene = turns(1, 0)
    scene.units(0, 15, "2k")
    scene.beast(3, 24)
    scene.hold(0, "travel", "war")
    scene.hide(0, "iron-discipline")
    scene.play("act travel held")
    scene.let()
    scene.play("into 24")
    scene.let()
    scene.play("field 15", "unit elder ready", "unit elder ready")
    scene.let()
    scene.play("done")
    scene.let_then(0, "act iron-discipline secret")
    assert scene.at_field(0, 15) == "2k"


def test_s38_the_last_clan_card_is_played_and_nothing_is_drawn_until_the_hunt_is_over() -> None:
    scene = hunting(9, "3k c")
    ally = RARE_AT + TIER_CARDS
    scene.give(0, 20, ally)
    scene.play("card 20")
    assert scene.hand(0) == [ally]
    scene.play("done")
    hand = scene.hand(0)
    assert rare_allies(scene, 0) == 1
    assert len(hand) == 5  # the limit: three Clan Cards beside the two allies
    assert sum(card < RARE_AT for card in hand) == 3


def test_s39_effects_that_are_not_for_hunts_do_not_fire_in_one() -> None:
    scene = turns(1, 0)
    scene.says(20, "IM COIN 3", "SC COIN 3", "VB COIN 1", "AW COIN 3")
    scene.chase(9, "3k c")
    scene.strike(20)
    assert int(scene.state.coins[0]) == 6
    scene.play("done")
    assert int(scene.state.coins[0]) == 6
    assert scene.fired(20) == 1


def test_r36_an_empty_hand_loses_the_hunt() -> None:
    scene = hunting(9, "3k c")
    scene.give(0, 20)
    scene.play("card 20")
    assert scene.at() == TURNS
    assert scene.at_field(0, 15) == "| c 3k"


def unchaining() -> Scene:
    scene = turns(1, 0)
    scene.owned(0, 5, chained=True)
    scene.units(0, 15, "2k")
    scene.units(0, 18, "c")
    scene.hold(0, "war")
    return scene


def test_s64_a_lost_war_for_a_chained_beast_leaves_it_chained_and_the_units_prone_in_place() -> None:
    scene = unchaining()
    assert scene.legal() == ["pass", "unchain 5a"]
    scene.play("unchain 5a")
    assert scene.fields("field") == [15]
    scene.play("field 15", "done")
    assert scene.at_field(0, 15) == "| 2k"
    assert rare_allies(scene, 0) == 1
    assert int(scene.state.chained[4]) == 1
    assert int(scene.state.stock[WAR]) == SHOP_COPIES


def test_r46_a_won_one_sets_it_free() -> None:
    scene = unchaining()
    scene.play("unchain 5a", "field 15")
    scene.state.roll = 1
    scene.box.style[20:40] = 7
    scene.play("card 20")
    assert int(scene.state.chained[4]) == 0
    assert captured(scene.state, 0) == 1
    assert scene.at_field(0, 15) == "2k"


def test_a_loaded_die_is_rolled_again() -> None:
    scene = turns(1, 0)
    scene.units(0, 15, "2k")
    scene.beast(3, 24)
    scene.hold(0, "travel", "war")
    scene.hide(0, "loaded-die")
    scene.play("act travel held")
    scene.let()
    scene.play("into 24")
    scene.let()
    scene.play("field 15", "unit elder ready", "unit elder ready")
    while int(scene.state.roll) == 0:
        scene.play("pass")
    scene.state.roll = 99
    scene.play("act loaded-die secret")
    scene.let()
    assert 1 <= int(scene.state.roll) <= 12
    assert scene.at() == HUNT
