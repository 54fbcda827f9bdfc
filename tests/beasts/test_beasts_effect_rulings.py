"""Rulings on effects of cards (§6), really played."""

from __future__ import annotations

import numpy as np
import pytest
from beasts_helpers import copy, turns
from effects_helpers import coins, fought, hold_all, order, over, second_war, step_on, values, war, war_met, zones

from bestiary.games.beasts.secrets import determinize, hide
from bestiary.games.beasts.stack import WINDOW_MOMENT, top
from bestiary.games.beasts.state import (
    ALLY_DISCARD, AWAKENING_AT, CHOICE, DISCARD, HAND, PATHS, PATH_AT, RARE_AT, RETREAT, SUPPLY, TIER_CARDS, WAR_STEP,
    WINDOW,
)  # fmt: skip


def test_r27_a_field_taken_without_a_war_does_not_use_up_what_waits_for_the_next_war() -> None:
    scene = war_met("NW VAL me T +2")
    over(scene, (0, 20), (1, 21))
    scene.play("pass")
    scene.hold(0, "travel", "war")
    scene.travel(19, 9, "2k")  # only prone units: they are driven out
    scene.play(f"field {scene.fields('field')[-1]}")
    scene.play("done")  # nobody is recruited at the hot spring
    assert scene.asked() == [0]  # the other one has passed
    (field,) = [field for field in range(61) if scene.at_field(1, field)]
    scene.state.ready[1, field] += scene.state.prone[1, field]
    scene.state.prone[1, field] = 0
    scene.hold(0, "travel", "war")
    scene.travel(9, field, "2k")
    scene.let()
    scene.clash(scene.hand(0)[0], scene.hand(1)[0])
    assert values(scene, 0) == [6, 4, 4]


def test_r41_after_the_war_comes_after_its_cleanup_and_before_the_next_war_of_the_travel() -> None:
    scene = war("AW COIN 3")
    scene.units(0, 6, "3k")
    scene.units(1, 19, "c")
    scene.units(1, 16, "c")
    scene.hold(0, "travel", "war", "war")
    scene.play("act travel held", "from 6", "field 19", "unit elder ready", "unit elder ready")
    scene.play("field 16", "unit elder ready", "field 19")
    scene.clash(0, 20)
    scene.clash(1, 21)
    scene.play("field 9")
    assert coins(scene) == [8, 5]
    assert (scene.at(), int(scene.state.war_field)) == (WAR_STEP, 16)


def test_r42_a_war_that_an_effect_decides_is_scored() -> None:
    scene = fought("IM LOSE me", "SC COIN 1", lay=lambda scene: scene.prints(20, res="coin", amount=2))
    assert coins(scene) == [6, 7]
    assert scene.at_field(0, 6) == "| 2k"


def test_r43_last_battle_effects_fire_once_the_deciding_battle_is_resolved() -> None:
    scene = war_met("LB COIN 1")
    scene.clash(0, 20)
    assert scene.fired(0) == 0
    scene.clash(1, 21)
    assert scene.fired(0) == 1
    end = order(scene, 0)
    assert end[end.index("war_ends") - 1 : end.index("war_ends") + 2] == ["battle_point", "war_ends", "effect"]


def test_r44_a_heal_by_an_effect_returns_allies_and_then_the_hand_limit_applies() -> None:
    scene = fought("IM HEAL", lay=lambda scene: scene.give(0, 0, 1, 2, 3, 4, RARE_AT))
    scene.clash(RARE_AT, 21)
    assert scene.hand(0) == [0, 1, 2, 3, 4, RARE_AT]


@pytest.mark.parametrize(
    "operation", ["DRAW 1", "ALLY 3", "HID 1", "STEALC hand", "STEALC deck", "GAINC 117", "SWAPC hand", "ACTSTEAL"]
)
def test_r48_who_is_paralyzed_does_not_receive_the_card_and_loses_the_token(operation: str) -> None:
    scene = war(f"IM {operation}")
    scene.tokens(0, "paralyze", 1)
    scene.hold(1, "muster")
    scene.meet()
    scene.clash(0, 20)
    if scene.at() == CHOICE:
        scene.play(scene.legal(0)[0])
    assert scene.hand(0) == [1, 2, 3]
    assert scene.hand(1) == [21, 22, 23]
    assert (int(scene.state.secret_count[0]), int(scene.state.held[0, 1])) == (0, 0)
    assert scene.tokens(0, "paralyze") == 0


def test_r48_a_swap_is_void_if_the_other_one_is_paralyzed() -> None:
    scene = fought("IM SWAPC hand", lay=lambda scene: scene.tokens(1, "paralyze", 1))
    scene.play("card 1")
    assert (scene.hand(0), scene.hand(1), scene.tokens(1, "paralyze")) == ([1, 2, 3], [21, 22, 23], 0)


def test_r48_a_heal_is_not_stopped() -> None:
    scene = war("IM HEAL")
    scene.tokens(0, "paralyze", 1)
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert (scene.hand(0), scene.tokens(0, "paralyze")) == ([0, 1, 2, 3], 1)


def test_r50_a_stolen_card_goes_to_the_pile_of_its_new_holder_and_an_ally_to_its_own() -> None:
    scene = war("IM STEALC hand")
    scene.give(0, 0, 1, RARE_AT)
    scene.give(1, 20, 21)
    scene.meet()
    scene.clash(0, 20)
    assert 21 in scene.hand(0)
    scene.clash(21, scene.hand(1)[0])
    while scene.at() == RETREAT:
        scene.play("field 9")
    assert zones(scene, 21) == [DISCARD]
    scene = war()
    scene.give(0, 0, RARE_AT)
    scene.meet()
    over(scene, (0, 20), (RARE_AT, 21))
    assert zones(scene, RARE_AT) == [ALLY_DISCARD]


def test_r50_a_printed_card_comes_once_and_only_of_a_clan_that_nobody_plays() -> None:
    scene = fought("IM GAINC 117", lay=lambda scene: scene.says(1, "IM GAINC 117"))
    assert zones(scene, 117) == [HAND]
    scene.clash(1, 21)
    assert scene.hand(0).count(117) == 1


def test_r51_an_awakening_has_its_own_effects_and_is_not_for_hunts() -> None:
    scene = turns(6, 0)
    scene.says(AWAKENING_AT, "IM COIN 4")
    scene.says(120, "IM COIN 1")
    scene.meet("c", "3k")
    scene.play("awaken 120", seat=0)
    scene.play("card 0", seat=1)
    assert coins(scene) == [9, 5]
    scene = turns(6, 0)
    scene.chase()
    assert not [text for text in scene.legal(0) if text.startswith("awaken")]


def test_r52_the_card_that_calls_a_path_is_discarded_and_a_random_path_comes() -> None:
    scene = turns(6, 0)
    scene.says(120, "HA GAINC path")
    scene.play("card 120")
    paths = [card for card in scene.hand(0) if card >= PATH_AT]
    assert len(paths) == 1
    assert zones(scene, 120) == [DISCARD]
    assert sum(zone == SUPPLY for zone in zones(scene, *range(PATH_AT, PATH_AT + PATHS))) == PATHS - 1


def test_r57_an_ally_that_an_effect_brings_can_be_upgraded_before_it_is_seen() -> None:
    scene = war("IM ALLY 3")
    scene.hold(0, "upgrade", "upgrade")
    scene.meet()
    scene.show(0, 20)
    assert scene.at() == WINDOW
    scene.play("act upgrade held", "act upgrade held")
    assert [(card - RARE_AT) // TIER_CARDS for card in scene.hand(0) if card >= RARE_AT] == [2]


def test_r58_a_card_works_from_hand_once_a_round_whatever_its_effects() -> None:
    scene = war("HT COIN 1")
    scene.play("card 0")
    scene.lay_discard(0, 4)
    scene.give(0, 0, 1, 2, 3)
    assert not scene.can_use(0, 0)
    scene.hold(0, "travel")
    scene.play("act travel held")
    assert not scene.can_use(0, 0)


def test_r60_who_is_asked_does_not_depend_on_the_cards_in_a_hand() -> None:
    asked = []
    for hand in ((20, 21, 22, 23), (24, 25, 26, 27)):
        scene = war("HN COIN 1", seat=1)
        scene.give(1, *hand)
        scene.set_out()
        seen = []
        while scene.at() == WINDOW:
            seen.append((int(top(scene.state, WINDOW_MOMENT)), scene.asked(), scene.legal(1) == ["pass"]))
            for seat in scene.asked():
                scene.play("pass", seat=seat)
        asked.append(seen)
    assert [window[:2] for window in asked[0]] == [window[:2] for window in asked[1]]
    assert [window[2] for window in asked[0]] != [window[2] for window in asked[1]]


def test_r60_another_deal_of_what_a_seat_cannot_see_asks_the_same_seats() -> None:
    scene = hold_all(1, "war")
    while not int(scene.state.points.any()):
        step_on(scene, "war")
    other = copy(scene)
    rng = np.array([1, 2, 3, 4], np.int64)
    hide(other.state, 0)
    determinize(other.box, other.state, 0, rng)
    other.check()
    for _ in range(12):
        assert other.asked() == scene.asked()
        if scene.at() != WINDOW:
            break
        for seat in scene.asked():
            scene.play("pass", seat=seat)
            other.play("pass", seat=seat)


def test_r63_a_hunt_neither_fires_nor_uses_up_what_waits_for_the_next_war() -> None:
    scene = war_met("NW VAL me T +2")
    over(scene, (0, 20), (1, 21))
    scene.play("pass")
    scene.hold(0, "travel", "war")
    scene.beast(1, 16)
    scene.travel(19, 16, "2k")
    scene.strike(2)
    assert [int(n) for n in scene.state.sums] == [4, 4, 4]
    scene.play("done")
    scene.state.ready[0, 19] += scene.state.prone[0, 19]
    scene.state.prone[0, 19] = 0
    second_war(scene)
    scene.clash(scene.hand(0)[0], scene.hand(1)[0])
    assert values(scene, 0) == [6, 4, 4]


def test_r63_a_beast_is_never_moved_into_a_capital_or_a_base() -> None:
    scene = war("IM BMOVE")
    scene.beast(5, 24)  # beside the capital 15
    scene.meet()
    scene.clash(0, 20)
    scene.play("beast 5a")
    fields = scene.fields("field")
    assert fields
    assert all(int(scene.box.capital[field]) == 0 and int(scene.box.hideout[field]) == 0 for field in fields)
