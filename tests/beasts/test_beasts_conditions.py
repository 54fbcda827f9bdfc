"""Conditions of the effect language (§6), every one of them met and not met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from beasts_helpers import Scene
from effects_helpers import coins, covers, fought, hunt, over, war

from bestiary.games.beasts.state import RARE_AT, WINDOW


def nothing(scene: Scene) -> None:
    pass


def rank(mine: int, theirs: int) -> Callable[[Scene], None]:
    def lay(scene: Scene) -> None:
        scene.box.tier[0], scene.box.tier[20] = mine, theirs

    return lay


def rich(mine: int, theirs: int) -> Callable[[Scene], None]:
    return lambda scene: scene.state.coins.__setitem__(slice(0, 2), (mine, theirs))


def ally(scene: Scene) -> None:
    scene.give(1, 20, RARE_AT)


def in_round(number: int) -> Callable[[Scene], None]:
    return lambda scene: setattr(scene.state, "round_number", number - 1)


Lay = Callable[[Scene], Any]
TESTED: list[tuple[str, int, Lay, Lay]] = [
    ("COINC<", 0, rich(3, 4), rich(4, 4)),
    ("COINC>=", 1, rich(3, 3), rich(4, 3)),
    ("TOKC me illusion 2", 0, lambda s: s.tokens(0, "illusion", 2), lambda s: s.tokens(0, "illusion", 1)),
    ("TOKC opp poison 1", 0, lambda s: s.tokens(1, "poison", 1), lambda s: s.tokens(0, "poison", 1)),
    ("TRKC payday", 0, lambda s: s.track("payday", 0, 1), lambda s: s.track("payday", 1, 0)),
    ("TIERC<", 0, rank(2, 3), rank(3, 3)),
    ("TIERC=", 1, rank(3, 3), rank(4, 3)),
    ("STYC N<", 0, lambda s: s.prints(20, (4, 5, 4)), nothing),
    ("STYC G>", 1, lambda s: s.prints(20, (4, 4, 5)), lambda s: s.prints(20, (9, 9, 4))),
    ("BEASTC>", 0, lambda s: s.owned(0, 4), lambda s: s.owned(0, 4, chained=True)),
    ("BEASTC<", 1, lambda s: s.owned(0, 4), nothing),
    ("SYMC coin", 0, lambda s: s.box.coin.__setitem__(19, 1), lambda s: s.box.hot.__setitem__(19, 1)),
    ("SYMC hot", 0, lambda s: s.box.hot.__setitem__(19, 1), lambda s: s.box.dom.__setitem__(19, 1)),
    ("SYMC dom", 1, lambda s: s.box.dom.__setitem__(19, 1), nothing),
    ("SYMC capital", 1, lambda s: s.box.capital.__setitem__(19, 5), nothing),
    ("ALLYC", 0, ally, nothing),
    ("RNDC<4", 0, in_round(3), in_round(4)),
    ("RNDC=2", 1, in_round(2), in_round(1)),
    ("UNITC<", 1, nothing, lambda s: s.units(1, 19, "3k")),
    ("UNITC>=", 0, nothing, lambda s: s.units(1, 19, "3k")),
]


@pytest.mark.parametrize(("condition", "seat", "fits", "fails"), TESTED, ids=[case[0] for case in TESTED])
@covers("COINC", "TOKC", "TRKC", "TIERC", "STYC", "BEASTC", "SYMC", "ALLYC", "RNDC", "UNITC")
def test_an_effect_works_only_where_its_condition_holds(condition: str, seat: int, fits: Lay, fails: Lay) -> None:
    for lay, times in ((fits, 1), (fails, 0)):
        scene = war(f"IM[{condition}] COIN 1", seat=seat)
        lay(scene)
        before = coins(scene)[seat]
        scene.meet()
        scene.clash(0, RARE_AT if RARE_AT in scene.hand(1) else 20)
        assert scene.fired(20 * seat) == times
        assert coins(scene)[seat] == before + times


@covers("ALW")
def test_an_effect_without_a_condition_always_works() -> None:
    assert coins(fought("IM[ALW] COIN 1")) == coins(fought("IM COIN 1")) == [6, 5]


@covers("ATK", "DEF")
def test_some_effects_are_for_attackers_and_some_for_defenders() -> None:
    for seat, condition, times in ((0, "ATK", 1), (0, "DEF", 0), (1, "ATK", 0), (1, "DEF", 1)):
        assert fought(f"IM[{condition}] COIN 1", seat=seat).fired(20 * seat) == times


@covers("BNO")
def test_the_number_of_the_battle_counts() -> None:
    for condition, first, second in ((">=2", 0, 1), ("=1", 1, 0), ("<2", 1, 0), (">1", 0, 1), ("<=2", 1, 1)):
        scene = war(f"IM[BNO{condition}] COIN 1")
        scene.says(1, f"IM[BNO{condition}] COIN 1")
        scene.meet()
        scene.clash(0, 20)
        scene.clash(1, 21)
        assert (scene.fired(0), scene.fired(1)) == (first, second)


@covers("WONB", "LOSTB")
def test_what_became_of_the_cards_own_battle_counts() -> None:
    scene = war("SC[WONB] COIN 1", "SC[LOSTB] COIN 3")
    scene.says(20, "SC[WONB] COIN 1", "SC[LOSTB] COIN 3")
    scene.meet()
    assert coins(over(scene, (0, 20), (1, 21))) == [6, 8]


def test_a_card_that_lost_its_battle_has_lost_it_even_if_the_war_is_won() -> None:
    scene = war("SC[LOSTB] COIN 3")
    scene.prints(0, (0, 0, 0))
    scene.meet()
    assert coins(over(scene, (0, 20), (1, 21), (2, 22))) == [8, 5]


@covers("BPC")
def test_battle_points_are_compared() -> None:
    for seat, condition, times in ((0, ">", 1), (0, "<", 0), (1, "<", 1), (1, "=", 0)):
        assert fought(f"IM[BPC{condition}] COIN 1", seat=seat).fired(20 * seat) == times


def test_the_roll_of_a_hunt_is_the_beasts() -> None:
    for roll, times in ((7, 1), (6, 0)):
        scene = hunt("VB[ROLLC>=7] COIN 1")
        scene.state.roll = roll
        scene.strike(0)
        assert coins(scene) == [5 + times, 5]


@covers("VSBC", "HR")
def test_some_effects_need_a_war_against_a_beast() -> None:
    scene = hunt("HR[VSBC] COIN 1")
    scene.use(0, 0)
    assert coins(scene) == [6, 5]
    scene = war("HR[VSBC] COIN 1")
    scene.set_out()
    while scene.at() == WINDOW:
        assert not scene.can_use(0, 0)
        scene.play("pass", seat=scene.asked()[0])


def test_where_an_opponent_is_chosen_the_condition_holds_against_it() -> None:
    scene = war("HA[COINC<] COINSTEAL 1", clans=(0, 1, 2, 3))
    scene.state.coins[:] = (3, 3, 4, 5)
    scene.play("card 0")
    assert scene.legal() == ["player 2", "player 3"]
    scene.play("player 2")
    assert coins(scene) == [4, 3, 3, 5]
