"""Scenarios of movement, control and recruiting: S17–S33, S66, S67, S75, S76, and the rulings beside them."""

from __future__ import annotations

import pytest
from beasts_helpers import Scene, turns

from bestiary.games.beasts.board import controller
from bestiary.games.beasts.state import (
    KAMUI, MARK, PATHFINDER, RECRUIT, REINFORCE, RETREAT, SHOP_COPIES, TURNS, WAR, WAR_STEP,
)  # fmt: skip


def travelling(*clans: int) -> Scene:
    """Seat 0 holds a Travel."""
    scene = turns(*clans)
    scene.hold(0, "travel")
    return scene


def test_s17_without_a_war_card_fields_with_foreign_units_or_beasts_are_closed() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "2c")
    scene.units(1, 2, "c")
    scene.beast(3, 14)
    scene.play("act travel held")
    assert set(scene.fields("into")) == {6, 7, 16}
    scene.play("from 4")
    assert set(scene.fields("field")) == {6, 7, 16}


def test_s18_a_foreign_marker_alone_is_no_reason_for_war_and_goes_home() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "c")
    scene.marks(1, 16)
    scene.march(4, 16, "c")
    assert scene.at() == TURNS
    assert scene.at_field(0, 16) == "c"
    assert int(scene.state.marker[16]) == 0
    assert int(scene.state.usable[1]) == 1
    assert int(scene.state.coins[0]) == 7


def test_s19_boats_go_two_fields_and_no_further() -> None:
    scene = travelling(0, 1)
    scene.units(0, 63, "b")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {64, 66, 67}


def test_s20_foreign_boats_in_the_middle_bar_the_way() -> None:
    scene = travelling(0, 1)
    scene.units(0, 63, "b")
    scene.units(1, 64, "b")
    assert "act travel held" not in scene.legal()


def test_s21_own_boats_in_linked_waters_are_a_bridge_to_the_far_coast() -> None:
    scene = travelling(0, 1)
    scene.units(0, 63, "b")
    scene.units(0, 64, "b")
    scene.units(0, 2, "c")
    scene.march(2, 8, "c")
    assert scene.at_field(0, 8) == "c"


def test_s22_a_prone_boat_is_no_bridge() -> None:
    scene = travelling(0, 1)
    scene.units(0, 63, "b")
    scene.units(0, 64, "b", prone=True)
    scene.units(0, 2, "c")
    scene.play("act travel held")
    assert 8 not in scene.fields("into")
    assert 5 in scene.fields("into")  # over the ready boat alone


def test_s23_mountains_and_rivers_are_closed_except_to_a_pathfinder() -> None:
    scene = travelling(0, 1)
    scene.units(0, 14, "c")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {4, 12}
    scene = travelling(0, 1)
    scene.units(0, 14, "c")
    scene.hold(0, "pathfinder")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {2, 4, 12, 16}
    scene.play("into 2", "act pathfinder held", "field 14", "unit scout ready")
    assert scene.at_field(0, 2) == "c"
    assert int(scene.state.crossing) == 0


def test_a_pathfinder_is_also_a_travel_of_its_own() -> None:
    scene = turns(0, 1)
    scene.units(0, 14, "c")
    scene.hold(0, "pathfinder")
    scene.play("act pathfinder held")
    assert set(scene.fields("into")) == {4, 12}  # it cannot open the mountains for itself
    scene.play("into 4", "field 14", "unit scout ready")
    assert scene.at_field(0, 4) == "c"
    assert int(scene.state.held[0, PATHFINDER]) == 0


def test_a_travel_over_a_mountain_comes_to_nothing_if_the_pathfinder_stays_in_hand() -> None:
    scene = travelling(0, 1)
    scene.units(0, 14, "c")
    scene.hold(0, "pathfinder")
    scene.play("act travel held", "into 2", "pass")
    assert scene.asked() == [1]
    assert scene.at_field(0, 14) == "c"


def test_s24_a_field_takes_ten_points_of_a_player() -> None:
    scene = travelling(0, 1)
    scene.units(0, 6, "3k")
    scene.units(0, 4, "c j")
    scene.play("act travel held", "into 6", "field 4")
    assert "unit scout ready" in scene.legal()
    assert "unit captain ready" not in scene.legal()


def test_s25_waters_of_one_letter_are_one_step_apart() -> None:
    scene = travelling(0, 1)
    scene.units(0, 66, "b")
    scene.play("act travel held")
    assert {81, 82, 80, 79, 62} <= set(scene.fields("into"))


def weak_against_strong(scene: Scene) -> None:
    """Seat 0 loses every battle."""
    scene.box.style[: 20 * 7] = 1
    clan = int(scene.state.clan[1])
    scene.box.style[20 * clan : 20 * clan + 20] = 9


def test_s26_the_attacker_orders_its_wars_and_each_loser_returns_to_its_origin() -> None:
    scene = travelling(0, 1)
    weak_against_strong(scene)
    scene.units(0, 4, "3k c")
    scene.units(1, 2, "c")
    scene.units(1, 16, "c")
    scene.hold(0, "war", "war")
    scene.play("act travel held", "from 4", "field 2", "unit elder ready", "field 16", "unit elder ready", "done")
    assert scene.legal() == ["field 2", "field 16"]
    scene.play("field 16")
    assert int(scene.state.war_field) == 16
    scene.battle(3)
    assert int(scene.state.war_field) == 2
    scene.fight()
    assert scene.at_field(0, 4) == "c k | 2k"
    assert int(scene.state.stock[WAR]) == SHOP_COPIES
    assert scene.asked() == [1]


def test_s27_a_defender_that_could_only_go_to_the_attackers_origin_is_discarded() -> None:
    scene = turns(0, 1)
    scene.box.style[:20] = 9
    scene.beast(1, 19)
    scene.attack("k", "c", 6, 9)
    scene.battle(2)
    assert int(scene.state.supply[1, 1]) == 10
    assert scene.at_field(0, 9) == "k"
    assert scene.at_field(1, 6) == ""


def test_r30_an_attacker_whose_origin_is_taken_chooses_another_field() -> None:
    scene = turns(0, 1)
    weak_against_strong(scene)
    scene.attack("k", "c")
    scene.units(1, 6, "c")  # the defender recruited there meanwhile
    scene.battle(3)
    assert (scene.at(), scene.asked()) == (RETREAT, [0])
    assert scene.fields("field") == [9, 16]
    scene.play("field 16")
    assert scene.at_field(0, 16) == "| k"
    assert scene.at() == TURNS


def test_s28_a_marker_keeps_a_field_that_the_units_left() -> None:
    scene = travelling(0, 1)
    scene.units(0, 16, "c")
    scene.marks(0, 16)
    scene.march(16, 4, "c")
    assert controller(scene.state, 16) == 0
    assert int(scene.state.coins[0]) == 5


def test_a_field_left_without_a_marker_is_nobodys() -> None:
    scene = travelling(0, 1)
    scene.units(0, 16, "c")
    scene.march(16, 4, "c")
    assert controller(scene.state, 16) == -1


def test_s29_a_double_coin_field_pays_payday_twice() -> None:
    scene = travelling(3, 0, 1)
    scene.units(0, 1, "c")
    scene.march(1, 0, "c")
    assert int(scene.state.coins[0]) == 11


def test_bribe_and_double_pay_change_what_a_coin_field_pays() -> None:
    scene = travelling(3, 0, 1)
    scene.units(0, 1, "c")
    scene.hide(0, "double-pay")
    scene.hide(1, "bribe")
    scene.march_quietly(1, 0, "c")
    assert scene.asked() == [0, 1]
    scene.play("act bribe secret", seat=1)
    scene.play("act double-pay secret", seat=0)
    scene.let_then(1, "act bribe secret")
    assert int(scene.state.coins[0]) == 5 + 12 - 1
    assert int(scene.state.coins[1]) == 6


def test_s30_entering_a_field_that_one_has_marked_pays_nothing() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "c")
    scene.marks(0, 16)
    scene.march(4, 16, "c")
    assert scene.at() == TURNS
    assert int(scene.state.coins[0]) == 5


def test_s31_with_all_markers_placed_one_may_be_recalled_and_placed() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "c")
    scene.marks(0, 1, 3)
    scene.march(4, 16, "c")
    assert scene.at() == MARK
    assert scene.legal() == ["pass", "recall 1", "recall 3"]
    scene.play("recall 3")
    assert [f for f in range(94) if int(scene.state.marker[f])] == [1, 16]
    assert int(scene.state.usable[0]) == 0


def test_r25_a_marker_can_be_taken_back_freely_on_ones_own_turn() -> None:
    scene = turns(0, 1)
    scene.marks(0, 16)
    scene.play("unmark 16")
    assert scene.asked() == [0]
    assert int(scene.state.usable[0]) == 1


def test_s32_without_units_one_recruits_at_the_capital_and_a_foe_without_retreat_goes_to_its_supply() -> None:
    scene = turns(0, 1)
    for strength, field in enumerate((1, 3, 4, 12), 1):
        scene.beast(strength, field)
    scene.units(1, 2, "c")
    scene.marks(0, 16)
    scene.begin(RECRUIT, 0, 3, -1)
    scene.play("unit scout ready")
    assert scene.fields("field") == [2]
    scene.play("field 2")
    assert int(scene.state.supply[1, 1]) == 10
    assert scene.at_field(0, 2) == "c"


def test_r32_evicted_units_retreat_without_falling_prone() -> None:
    scene = turns(0, 1)
    scene.units(1, 2, "c j")
    scene.marks(1, 2)
    scene.begin(RECRUIT, 0, 1, -1)
    scene.play("unit scout ready", "field 2")
    assert (scene.at(), scene.asked()) == (RETREAT, [1])
    scene.play("field 4", "field 12")
    assert scene.at_field(1, 4) == "c"
    assert scene.at_field(1, 12) == "j"
    assert scene.at_field(0, 2) == "c"
    assert int(scene.state.usable[1]) == 1


def test_r32_the_akatsuki_begin_again_at_any_base_and_boats_beside_it() -> None:
    scene = turns(6, 0)
    scene.begin(RECRUIT, 0, 2, -1)
    scene.play("unit boat ready")
    waters = set(scene.fields("field"))
    assert waters == {63, 68, 73, 78, 83, 88}  # one beside each base
    scene.play("field 63")
    scene.play("done")
    scene = turns(6, 0)
    scene.begin(RECRUIT, 0, 1, -1)
    scene.play("unit scout ready")
    assert scene.fields("field") == [4, 15, 25, 35, 44, 54]


def test_s33_without_boats_a_boat_may_enter_uncontrolled_water_beside_a_controlled_field() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.begin(RECRUIT, 0, 1, -1)
    scene.play("unit boat ready")
    assert scene.fields("field") == [63]
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.units(1, 63, "b")
    scene.begin(RECRUIT, 0, 1, -1)
    assert "unit boat ready" not in scene.legal()


def test_militia_recruits_chunin_or_boats_of_one_type() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.units(0, 63, "b")
    scene.hide(0, "militia")
    scene.play("act militia secret")
    assert scene.legal() == ["done", "unit boat ready", "unit scout ready"]
    scene.play("unit scout ready", "field 4")
    assert scene.legal() == ["done", "unit scout ready"]


def test_s66_all_shinobi_reach_the_hollow_dimension_but_no_boats_and_ten_points_fit() -> None:
    scene = travelling(6, 0)
    scene.units(0, 17, "k")
    scene.units(0, 9, "c")
    scene.units(0, 63, "b")
    scene.units(0, KAMUI, "3k")
    scene.play("act travel held", f"into {KAMUI}")
    assert scene.fields("field") == [9]  # the kage no longer fits
    scene.play("field 9", "unit scout ready")
    assert scene.at_field(0, KAMUI) == "c 3k"


def test_s66_only_the_akatsuki_enter_it() -> None:
    scene = travelling(0, 6)
    scene.units(0, 7, "c")
    scene.play("act travel held")
    assert KAMUI not in scene.fields("into")


def test_s67_from_the_hollow_dimension_to_a_held_base_is_war_and_a_loser_returns_prone() -> None:
    scene = travelling(6, 0)
    weak_against_strong(scene)
    scene.units(0, KAMUI, "j")
    scene.units(1, 4, "c")
    scene.play("act travel held", f"from {KAMUI}")
    assert scene.fields("field") == [15, 25, 35, 44, 54]
    scene = travelling(6, 0)
    weak_against_strong(scene)
    scene.units(0, KAMUI, "j")
    scene.units(1, 4, "c")
    scene.hold(0, "war")
    scene.march(KAMUI, 4, "j")
    assert scene.at() == WAR_STEP
    scene.fight()
    assert scene.at_field(0, KAMUI) == "| j"


def test_r26_prone_units_travel_but_never_into_a_battlefield() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "c", prone=True)
    scene.units(1, 2, "c")
    scene.hold(0, "war")
    scene.play("act travel held", "from 4")
    assert 2 not in scene.fields("field")
    scene.play("field 6", "unit scout prone")
    assert scene.at_field(0, 6) == "| c"


def test_s75_a_coin_field_pays_once_a_round() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.hold(0, "travel", "travel", "travel")
    scene.march(4, 16, "c")
    scene.play("pass")
    scene.march(16, 4, "c")
    scene.march(4, 16, "c")
    assert int(scene.state.coins[0]) == 7


def test_s76_a_free_field_pays_before_the_war_begins() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "c k")
    scene.units(1, 2, "c")
    scene.hold(0, "war")
    scene.play("act travel held", "from 4", "field 2", "unit elder ready", "field 16", "unit scout ready")
    assert scene.at() == WAR_STEP
    assert scene.at_field(0, 16) == "c"
    assert int(scene.state.coins[0]) == 7


def test_a_reinforce_opens_a_war_with_a_player_and_none_with_a_beast() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "2k")
    scene.units(1, 2, "c")
    scene.beast(3, 14)
    scene.hold(0, "reinforce")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {2, 6, 7, 16}
    scene.play("into 2", "field 4", "unit elder ready", "done")
    assert (scene.at(), int(scene.state.stock[REINFORCE])) == (WAR_STEP, SHOP_COPIES)


def test_a_war_and_a_reinforce_pay_for_a_player_and_a_beast_in_one_travel() -> None:
    scene = travelling(0, 1)
    scene.units(0, 4, "3k")
    scene.units(1, 2, "c")
    scene.units(1, 16, "c")
    scene.beast(1, 14)
    scene.hold(0, "war", "reinforce")
    scene.play("act travel held", "from 4", "field 2", "unit elder ready")
    assert set(scene.fields("field")) >= {14, 16}
    scene.play("field 16", "unit elder ready")
    assert 14 not in scene.fields("field")


def test_against_a_player_the_reinforce_goes_first_and_the_war_stays() -> None:
    scene = travelling(0, 1)
    scene.units(0, 6, "k")
    scene.units(1, 19, "c")
    scene.hold(0, "war", "reinforce")
    scene.march(6, 19, "k")
    assert (int(scene.state.held[0, WAR]), int(scene.state.held[0, REINFORCE])) == (1, 0)


def test_a_cancelled_war_leaves_its_units_at_their_origin() -> None:
    scene = turns(0, 1)
    scene.hold(1, "counterseal")
    scene.units(0, 6, "k")
    scene.units(1, 19, "c")
    scene.hold(0, "travel", "war")
    scene.play("act travel held")
    scene.let()
    scene.play("into 19", "field 6", "unit elder ready")
    scene.play("act counterseal held", seat=1)
    assert scene.at_field(0, 6) == "k"
    assert int(scene.state.stock[WAR]) == SHOP_COPIES
    assert scene.at() == TURNS


def test_a_war_card_that_froze_in_the_first_war_leaves_the_second_unfought() -> None:
    scene = travelling(0, 1)
    weak_against_strong(scene)
    scene.prints(20, res="freeze")
    scene.units(0, 4, "3k c")
    scene.units(1, 2, "c")
    scene.units(1, 16, "c")
    scene.hold(0, "war", "war")
    scene.play("act travel held", "from 4", "field 2", "unit elder ready", "field 16", "unit elder ready", "done")
    scene.play("field 2")
    scene.battle(3)
    scene.play("act war held")
    assert scene.at() == TURNS
    assert scene.at_field(0, 4) == "c 2k | k"


@pytest.mark.parametrize(("start", "open_lands"), [(5, {2, 3, 4, 7, 8}), (63, set())])
def test_a_night_ferry_takes_shinobi_from_a_coastal_land_and_no_boats(start: int, open_lands: set[int]) -> None:
    scene = turns(0, 1)
    scene.hide(0, "night-ferry")
    scene.units(0, start, "c" if open_lands else "b")
    if not open_lands:
        assert "act night-ferry secret" not in scene.legal()
        return
    scene.play("act night-ferry secret", f"from {start}")
    assert set(scene.fields("field")) == open_lands


def test_r53_nobody_recruits_into_the_hollow_dimension_or_retreats_there() -> None:
    scene = turns(0, 6)
    scene.box.style[:20] = 9
    scene.units(1, KAMUI, "c")
    scene.attack("k", "c", 6, 7)
    scene.battle(2)
    assert (scene.at(), scene.asked()) == (RETREAT, [1])
    assert scene.fields("field") == [4]
    scene = turns(6, 0)
    scene.units(0, KAMUI, "c")
    scene.begin(RECRUIT, 0, 1, -1)
    assert scene.at() == TURNS  # it controls no field of the map


def test_side_path_moves_two_points_to_one_free_neighbour() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "2c j k")
    scene.units(1, 2, "c")
    scene.marks(1, 6)
    scene.hide(0, "side-path")
    scene.play("act side-path secret", "field 4")
    assert scene.fields("field") == [7, 14, 16]
    scene.play("field 16")
    assert scene.legal() == ["unit scout ready", "unit captain ready"]
    scene.play("unit scout ready", "unit scout ready")
    assert scene.at_field(0, 16) == "2c"
    assert int(scene.state.coins[0]) == 7


def test_surveyor_gives_a_marker_and_places_one_under_own_units() -> None:
    scene = turns(0, 1)
    scene.units(0, 4, "c")
    scene.units(0, 63, "b")
    scene.hide(0, "surveyor")
    scene.play("act surveyor secret")
    assert scene.legal() == ["done", "field 4"]
    scene.play("field 4")
    assert int(scene.state.marker[4]) == 1
    assert int(scene.state.usable[0]) == 0
