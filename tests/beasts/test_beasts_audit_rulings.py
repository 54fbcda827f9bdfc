"""Rulings R64–R77, which an audit of the rulebook against the built game has added; each really played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from beasts_helpers import Scene, turns
from effects_helpers import HOME, coins, hunt, over, spots, war

from card_helpers import HOUSE

from bestiary.engine.content import parse, read_edition
from bestiary.engine.registry import find_game
from bestiary.games.beasts.cards.grammar import parse as parse_effects
from bestiary.games.beasts.cards.sentences import entry_text, read_words, sentence
from bestiary.games.beasts.cards.entries import SPECIALTY_ACTIONS, WHENS, WHEN_TEXTS
from bestiary.games.beasts.specialties import is_time
from bestiary.games.beasts.stack import WINDOW_MOMENT, top
from bestiary.games.beasts.state import (
    ACTION_NAMES, BEASTS, BOOST_STRENGTH, BUYING, CHAIN, CHUNIN, CLANS, DOWN, FATE, HARVEST, HUNT, IN_BOX, KAGE, LAND,
    LOSING, PAYDAY, RARE_AT, RECRUIT, RETREAT, ROUNDS, SHOP, SKULLS, SPECIALTY_CARDS, STACK, STRENGTH, SUBSTITUTION,
    TOKEN, TOKEN_NAMES, TRACKS, TURNS, UP, WAR, WAR_STEP, WINDOW, WITH_PLAYER, W_SCORE, W_TOKEN,
)  # fmt: skip

# --- R71: recruiting without a unit of that kind


def test_r71_who_has_no_scout_recruits_one_only_over_a_coast_of_its_water() -> None:
    scene = turns(0, 1)
    coast = next(f for f in range(61) if scene.box.kind[f] == 0 and any(scene.box.border[f] == 3))
    water = next(int(w) for i, w in enumerate(scene.box.near[coast]) if scene.box.border[coast, i] == 3)
    scene.units(0, water, "b")
    scene.state.marker[HOME] = 1  # a land of its own, whose land neighbours are not opposite
    scene.begin(RECRUIT, 0, 1, CHUNIN)
    scene.play("unit scout ready")
    shores = {int(f) for i, f in enumerate(scene.box.near[water]) if scene.box.border[water, i] == 3}
    assert set(scene.fields("field")) == shores | {HOME}


def test_r71_a_first_boat_goes_to_water_beside_land_and_not_beside_water() -> None:
    scene = turns(0, 1)
    coast = next(f for f in range(61) if scene.box.kind[f] == 0 and any(scene.box.border[f] == 3))
    scene.units(0, coast, "c")
    scene.begin(RECRUIT, 0, 1, 0)
    scene.play("unit boat ready")
    assert set(scene.fields("field")) == {
        int(w) for i, w in enumerate(scene.box.near[coast]) if scene.box.border[coast, i] == 3
    }


# --- R72: several places on one track


def test_r72_two_places_on_a_track_of_your_choice_are_places_of_one_track() -> None:
    scene = turns(0, 1, 2)
    scene.says(0, "HA UP any 2")
    scene.track("payday", 1, 2, 0)
    scene.play("card 0", "track payday")
    assert spots(scene, PAYDAY) == [0, 1, 2]
    assert scene.at() == TURNS


def test_r72_places_beyond_the_first_are_lost() -> None:
    scene = turns(0, 1, 2)
    scene.track("payday", 1, 0, 2)
    scene.track("strength", 1, 0, 2)
    scene.begin(UP, 0, 2)
    scene.play("track payday")
    assert (spots(scene, PAYDAY), spots(scene, STRENGTH)) == ([0, 1, 2], [1, 0, 2])
    assert scene.at() == TURNS


def test_r72_two_places_down_are_places_of_one_track() -> None:
    scene = turns(0, 1, 2)
    scene.track("payday", 0, 1, 2)
    scene.begin(DOWN, 0, 2)
    scene.play("track payday")
    assert spots(scene, PAYDAY) == [1, 2, 0]
    assert scene.at() == TURNS


def test_r72_palace_coup_may_use_two_tracks() -> None:
    scene = turns(0, 1, 2)
    scene.track("payday", 1, 0, 2)
    scene.track("strength", 1, 0, 2)
    scene.hide(0, "palace-coup")
    scene.play("act palace-coup secret", "track payday", "track strength")
    assert (spots(scene, PAYDAY), spots(scene, STRENGTH)) == ([0, 1, 2], [0, 1, 2])


# --- R64: losses in a war


def test_r64_a_defender_gives_up_a_unit_of_the_battlefield_and_no_other() -> None:
    scene = war("IM UDISC opp 1")
    scene.units(1, 30, "k")
    scene.meet(theirs="2c")
    scene.clash(0, 20)
    assert (scene.at(), scene.legal(1)) == (LOSING, ["unit scout ready"])
    scene.play("unit scout ready")
    assert (scene.at_field(1, 19), scene.at_field(1, 30)) == ("c", "k")


def test_r64_attackers_under_way_are_discarded_trashed_and_laid_prone() -> None:
    for word, left, supply, trashed in (("UDISC", "k", 3, 0), ("UTRASH", "k", 2, 1), ("UPRONE", "k | k", 2, 0)):
        scene = war(f"IM {word} opp 1", seat=1)
        scene.meet()
        scene.clash(0, 20)
        assert (scene.asked(), scene.legal(0)) == ([0], ["unit elder ready"])
        scene.play("unit elder ready")
        over(scene)
        assert scene.at_field(0, 19) == left
        assert (int(scene.state.supply[0, KAGE]), int(scene.state.trashed[0, KAGE])) == (supply, trashed)


def test_r64_an_attacker_under_way_who_was_laid_prone_rises_again() -> None:
    scene = war("IM URAISE 1")
    scene.says(20, "IM UPRONE opp 1")
    scene.track("tiebreaker", 1, 0)
    scene.meet()
    scene.clash(0, 20)
    scene.play("card 20", "unit elder ready", "field 19", "unit elder prone")
    assert int(scene.state.trashed[0, KAGE]) == 0
    assert scene.events[-1].name == "battle_begins"
    assert [int(prone) for prone in scene.state.way_prone[:2]] == [0, 0]


def test_r64_units_laid_prone_in_the_war_can_be_discarded_in_it() -> None:
    scene = war("IM UPRONE opp 1; UDISC opp 1")
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.play("unit scout ready", "unit scout prone")
    assert scene.at_field(1, 19) == ""


def test_r64_with_no_unit_in_the_war_nothing_happens() -> None:
    scene = war("IM UDISC opp 3")
    scene.units(1, 30, "k")
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.play("unit scout ready")
    assert (scene.at(), scene.at_field(1, 30)) == (WAR_STEP, "k")


def test_r64_after_the_war_units_that_took_part_are_lost_where_they_stand_now() -> None:
    scene = war("AW UDISC opp 1")
    scene.units(1, 30, "k")
    scene.meet(theirs="c")
    over(scene, (0, 20), (1, 21))
    assert (scene.at(), scene.legal(1)) == (LOSING, ["field 9"])
    scene.play("field 9", "unit scout prone")
    assert (scene.at_field(1, 9), scene.at_field(1, 30)) == ("", "k")


def test_r64_after_the_war_a_beaten_attacker_loses_one_of_those_who_came_home() -> None:
    scene = war("AW UTRASH opp 1", seat=1)
    scene.says(0, "IM LOSE me")
    scene.units(0, 6, "c")
    scene.meet()
    over(scene, (0, 20))
    assert (scene.asked(), scene.legal(0)) == ([0], ["field 6"])
    scene.play("field 6")
    assert scene.legal(0) == ["unit elder prone"]  # the scout stayed at home


def test_r64_who_is_not_in_the_war_loses_units_anywhere() -> None:
    scene = war("IM UDISC third 1", clans=(0, 1, 2))
    scene.units(2, 30, "k")
    scene.meet()
    scene.clash(0, 20)
    scene.play("player 2", "field 30", "unit elder ready")
    assert scene.at_field(2, 30) == ""


def test_r64_a_hunter_loses_units_on_their_way_to_the_beast() -> None:
    scene = hunt("VB UDISC me 1")
    scene.strike(0)
    assert scene.legal(0) == ["unit elder ready"]
    scene.play("unit elder ready")
    assert int(scene.state.supply[0, KAGE]) == 3


def won_back(*effects: str) -> Scene:
    """Seat 0 fights in 6 for a chained beast with two elders, beside a scout that lies there: up to its first card."""
    scene = turns(0, 1)
    scene.says(0, *effects)
    scene.owned(0, 1, chained=True)
    scene.units(0, 6, "2k")
    scene.units(0, 6, "c", prone=True)
    scene.hold(0, "war")
    scene.play("unchain 1a", "field 6")
    return scene


def test_r64_a_unit_that_lay_there_before_an_unchaining_hunt_is_not_in_it() -> None:
    for word in ("UDISC", "UTRASH"):
        scene = won_back(f"VB {word} me 3")
        scene.strike(0)
        assert scene.legal(0) == ["unit elder ready"]
        scene.play("unit elder ready", "unit elder ready")
        assert scene.at() == HUNT  # nobody who is in the hunt is left
        assert scene.at_field(0, 6) == "| c"


def test_r64_units_laid_prone_in_an_unchaining_hunt_can_be_discarded_in_it() -> None:
    scene = won_back("VB UPRONE me 1; UDISC me 1")
    scene.units(0, 6, "k", prone=True)
    scene.strike(0)
    scene.play("unit elder ready")
    assert scene.legal(0) == ["unit elder ready", "unit elder prone"]
    scene.play("unit elder prone")
    assert scene.at_field(0, 6) == "k | c k"


def test_r64_a_unit_that_rises_for_an_unchaining_hunt_is_in_it() -> None:
    scene = won_back("HG URAISE 1")
    scene.says(1, "VB UPRONE me 3; UDISC me 9")
    scene.use(0, 0)
    scene.play("field 6", "unit scout prone")
    scene.strike(1)
    scene.play("unit scout ready", "unit elder ready", "unit elder ready")
    assert scene.legal(0) == ["unit scout prone", "unit elder prone"]


# --- R65: skulls


def test_r65_newcomers_of_the_same_type_are_spared_like_others() -> None:
    scene = war("SC RECU chunin 2", seat=1)
    scene.prints(0, skull=3)
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.clash(1, 21)
    scene.play("unit scout ready", "field 19", "unit scout ready", "field 19")
    assert (scene.at(), scene.legal(1)) == (SKULLS, ["unit scout ready"])
    scene.play("unit scout ready")
    assert (scene.at(), scene.at_field(1, 19)) == (RETREAT, "2c")


def test_r65_units_that_arrived_during_scoring_are_not_hit_by_skulls() -> None:
    scene = war("SC RECU jounin 1", seat=1)
    scene.prints(0, skull=3)
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.clash(1, 21)
    scene.play("unit captain ready", "field 19")
    assert (scene.at(), scene.legal(1)) == (SKULLS, ["unit scout ready"])
    scene.play("unit scout ready")
    assert scene.at() == RETREAT  # the captain is left


def test_r65_a_unit_of_the_battles_is_hit_lying_too() -> None:
    scene = war("IM UPRONE opp 1")
    scene.prints(0, skull=1)
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.play("unit scout ready")
    scene.clash(1, 21)
    assert (scene.at(), scene.legal(1)) == (SKULLS, ["unit scout prone"])


# --- R66: escape from scoring


def test_r66_an_escape_in_the_scoring_window_ends_the_war_before_it_is_scored() -> None:
    scene = war("AW COIN 1", "IL COIN 7", seat=1)
    scene.says(23, "HP ESCAPE")
    scene.prints(0, res="coin", amount=5, skull=2)
    scene.owned(1, 4)
    scene.meet(theirs="c")
    scene.clash(0, 20)
    scene.show(1, 21)
    scene.let_until(lambda: int(top(scene.state, WINDOW_MOMENT)) == W_SCORE)
    scene.use(1, 23)
    assert (scene.at(), scene.asked()) == (RETREAT, [1])
    scene.play("field 9")
    assert scene.at_field(1, 9) == "c"  # ready, and no skull has hit it
    assert scene.at_field(0, 19) == "2k"
    assert coins(scene) == [5, 6]  # nothing was scored; after the war came, if losing it did not
    assert int(scene.state.beast_at[3]) == WITH_PLAYER + 1
    assert "takes_ally" not in [event.name for event in scene.events]


def test_r66_an_attacker_who_escapes_from_scoring_goes_home_ready() -> None:
    scene = war()
    scene.says(3, "HP ESCAPE")
    scene.says(20, "IM WIN")
    scene.says(21, "AW COIN 2")
    scene.track("tiebreaker", 1, 0)
    scene.meet(mine="k", theirs="2k")
    scene.show(0, 20)
    scene.let_until(lambda: int(top(scene.state, WINDOW_MOMENT)) == W_SCORE)
    scene.use(0, 3)
    assert (scene.at_field(0, 6), scene.at_field(1, 19)) == ("k", "2k")
    assert int(scene.state.war_field) == -1


# --- R67: prone units only


def test_r67_a_boost_for_the_next_war_outlives_a_field_of_prone_units() -> None:
    scene = turns(0, 1)
    scene.state.boost[0, BOOST_STRENGTH] = 4
    scene.units(0, 6, "k")
    scene.units(1, 19, "c", prone=True)
    scene.hold(0, "travel", "war")
    scene.march(6, 19, "k")
    scene.play("field 9")
    assert scene.at_field(0, 19) == "k"
    assert int(scene.state.boost[0, BOOST_STRENGTH]) == 4


# --- R75: no retreat into the attackers' origin


def test_r75_defenders_do_not_retreat_to_the_origin_of_attackers_who_have_died() -> None:
    scene = war("IM UDISC opp 1", seat=1)
    scene.meet(mine="k", theirs="c")
    scene.clash(0, 20)
    scene.play("unit elder ready")
    scene.fight()
    assert scene.at() == RETREAT
    assert 6 not in scene.fields("field")


def test_r75_prone_defenders_do_not_retreat_to_where_the_attackers_came_from() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "k")
    scene.units(1, 19, "c", prone=True)
    scene.hold(0, "travel", "war")
    scene.march(6, 19, "k")
    assert scene.at() == RETREAT
    assert 9 in scene.fields("field")
    assert 6 not in scene.fields("field")


def test_r75_defenders_do_not_escape_to_the_origin_of_attackers_who_have_died() -> None:
    scene = war("IM UDISC opp 1", seat=1)
    scene.hold(1, "smoke-screen")
    scene.meet(mine="k", theirs="c")
    scene.clash(0, 20)
    scene.play("unit elder ready")
    scene.let_until(lambda: "act smoke-screen held" in scene.legal(1))
    scene.play("act smoke-screen held", seat=1)
    scene.let()
    assert (scene.at(), scene.asked()) == (RETREAT, [1])
    assert 9 in scene.fields("field")
    assert 6 not in scene.fields("field")


# --- R68: what a hunt needs at its entry


def test_r68_a_card_that_weakens_the_beast_keeps_the_target_at_the_end_of_the_travel() -> None:
    for effects, stays in (((), False), (("HG BSTR -4",), True), (("HG[RNDC>=3] BSTR -4",), False)):
        scene = war(*effects)
        scene.chase(strength=8, mine="2k")  # 6 + 1 on the track against 8
        assert (int(scene.state.war_field) == 19) == stays
        if stays:
            scene.use(0, 0)
            scene.let()
            assert scene.at() == HUNT
        else:
            assert scene.at_field(0, 6) == "2k"
            assert int(scene.state.held[0, WAR]) == 1  # the War is not played


def test_r68_the_entry_compares_with_the_strength_that_the_event_has_changed() -> None:
    for event, stays in (("rage 2 1", False), ("slumber 3 9", True)):
        scene = war()
        scene.lasts(event)
        scene.chase(strength=7, mine="2k")
        assert (int(scene.state.war_field) == 19) == stays


def is_met(*effects: str, strength: int, lay: Callable[[Scene], object] = lambda scene: None) -> bool:
    """Seat 0, last of three on Unit Strength, goes to a beast with two elders, and holds a card of each effect: is War
    played at the end of the Travel?"""
    scene = turns(0, 1, 2)
    scene.track("strength", 1, 2, 0)
    for card, effect in enumerate(effects):
        scene.says(card, effect)
    lay(scene)
    scene.chase(strength=strength, mine="2k")
    assert (int(scene.state.war_field) == 19) == (int(scene.state.held[0, WAR]) == 0)
    return int(scene.state.war_field) == 19


def purse(coins: int) -> Callable[[Scene], object]:
    return lambda scene: scene.state.coins.__setitem__(0, coins)


def test_r68_what_must_be_paid_for_keeps_the_target_only_if_the_purse_can_pay() -> None:
    assert not is_met("HG PAY 1; BSTR -5", strength=9, lay=purse(0))
    assert is_met("HG PAY 1; BSTR -5", strength=9, lay=purse(1))
    assert is_met("HG BSTR -4; PAY 1; BSTR -5", strength=9, lay=purse(0))  # what comes before the price is free


def test_r68_a_coin_is_counted_once_and_buys_what_helps_most() -> None:
    prices = ("HG PAY 1; BSTR -1", "HG PAY 1; BSTR -2", "HG PAY 2; BSTR -2")
    assert is_met(*prices, strength=8, lay=purse(2))  # 6 and 3
    assert not is_met(*prices, strength=9, lay=purse(2))
    assert is_met(*prices, strength=10, lay=purse(4))
    assert not is_met(*prices[:2], strength=8, lay=purse(1))


def test_r68_coins_that_cards_bring_pay_for_others() -> None:
    assert is_met("HG PAY 2; BSTR -4", "HR COIN 2", strength=9, lay=purse(0))
    assert is_met("HG PAY 2; BSTR -4", "HG COINSTEAL 2", strength=9, lay=purse(0))
    assert not is_met("HG PAY 2; BSTR -4; COIN 2", strength=9, lay=purse(0))


def test_r68_a_rival_who_goes_down_on_the_track_lifts_the_hunter() -> None:
    for words in ("HR DOWN any strength 1", "HG DOWN opp strength 1", "HG UP strength 1", "HG DSWAP strength"):
        assert is_met(words, strength=6), words  # 6 and 1 for the second place
        assert not is_met(words, strength=8), words
    assert is_met("HG DSWAP strength", strength=7)
    assert not is_met("HR DOWN any payday 1", strength=6)
    assert not is_met("HR DOWN me strength 1", strength=6)


def test_r68_a_first_step_that_counts_double_counts_so_before_a_hunt() -> None:
    assert not is_met("HG UP strength 1", strength=7)
    assert is_met("HG UP strength 1", strength=7, lay=lambda scene: scene.special(0, "firstup strength"))
    assert not is_met("HG UP payday 1", strength=6, lay=lambda scene: scene.special(0, "firstup any"))


def test_r68_what_is_repeated_counts_as_often_and_what_is_put_off_not_at_all() -> None:
    assert is_met("HG REP beast; BSTR -2", strength=9, lay=lambda scene: scene.owned(0, 1, 2))
    assert not is_met("HG REP beast; BSTR -2", strength=9)
    assert not is_met("HR SCHED NW; UP strength 1", strength=6)


def frees(
    effect: str, beast: int, mine: str = "c", lying: str = "", lay: Callable[[Scene], object] = lambda scene: None
) -> bool:
    """May seat 0 fight in 6 for a chained beast, with these units ready and lying there and a card of this effect?"""
    scene = turns(0, 1)
    scene.track("strength", 1, 0)
    scene.says(0, effect)
    scene.owned(0, beast, chained=True)
    scene.units(0, 6, mine)
    scene.units(0, 6, lying, prone=True)
    scene.hold(0, "war")
    lay(scene)
    return f"unchain {beast}a" in scene.legal(0)


def test_r68_units_that_rise_where_a_chained_beast_is_fought_for_count() -> None:
    for word in ("HG", "HR", "HT"):
        assert frees(f"{word} URAISE 2", 6, lying="2k")
        assert not frees(f"{word} URAISE 2", 7, lying="2k")
        assert not frees(f"{word} URAISE 1", 6, lying="2k")


def test_r68_recruits_where_a_chained_beast_is_fought_for_count() -> None:
    assert frees("HG REC 3", 3)
    assert not frees("HG REC 3", 4)
    assert frees("HG RECU jounin 1", 2)
    assert not frees("HG RECU jounin 1", 3)
    assert not frees("HG REC 3", 10, mine="3k")  # there is room for one point only


def test_r68_recruits_count_as_far_as_the_supply_goes() -> None:
    def scarce(scene: Scene) -> None:
        scene.state.supply[0, CHUNIN:KAGE] = (1, 0)

    assert frees("HG REC 2", 1, lay=scarce)
    assert not frees("HG REC 2", 2, lay=scarce)


def test_r68_units_elsewhere_do_not_help_where_a_beast_roams() -> None:
    def lies(scene: Scene) -> None:
        scene.units(0, HOME, "k", prone=True)

    assert not is_met("HG URAISE 9", strength=6, lay=lies)
    assert not is_met("HG REC 9", strength=6)


def test_r68_a_chained_beast_is_met_with_the_units_that_have_risen() -> None:
    scene = turns(0, 1)
    scene.says(0, "HG URAISE 2")
    scene.owned(0, 6, chained=True)
    scene.units(0, 6, "c")
    scene.units(0, 6, "2k", prone=True)
    scene.hold(0, "war")
    scene.play("unchain 6a", "field 6")
    scene.use(0, 0)
    scene.play("field 6", "unit elder prone", "field 6", "unit elder prone")
    scene.let()
    assert scene.at() == HUNT


# --- R70: no clan cards during a hunt


def test_r70_a_draw_against_a_beast_waits_for_the_end_of_the_hunt() -> None:
    scene = hunt("VB DRAW 2; HEAD 1", strength=3)
    scene.strike(0)
    assert scene.hand(0) == [1, 2, 3]
    assert int(scene.state.sums[0]) == 5  # what else the card does comes at once
    scene.play("done")
    scene.let()
    assert len([card for card in scene.hand(0) if card < RARE_AT]) == 5


def test_r70_recalled_gained_and_stolen_cards_wait_too() -> None:
    for words, answer in (("RECALL 1", "card 10"), ("GAINC 117", ""), ("STEALC discard", "card 30")):
        scene = hunt(f"VB {words}")
        scene.lay_discard(0, 10)
        scene.lay_discard(1, 30)
        scene.strike(0)
        assert (scene.at(), scene.hand(0)) == (HUNT, [1, 2, 3])
        scene.play("done")
        scene.let()
        if answer:
            scene.play(answer)
        assert {10, 117, 30} & set(scene.hand(0))


def test_r70_a_draw_at_the_start_of_a_hunt_comes_before_the_hand_is_filled_up() -> None:
    scene = hunt("HG DRAW 1")
    scene.use(0, 0)
    scene.let()
    for card in (1, 2, 3):
        scene.strike(card)
    scene.let()
    names = [event.name for event in scene.events]
    assert names.index("waits") < names.index("hunt_fails") < names.index("draws")
    assert len([card for card in scene.hand(0) if card < RARE_AT]) == 1  # the one that waited: no refill is needed


# --- R73: every way to receive a beast


def test_r73_both_who_swap_beasts_have_a_window_for_what_they_receive() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA BSWAP")
    scene.says(1, "HC COIN 1")
    scene.says(21, "HC COIN 2")
    scene.owned(0, 3)
    scene.owned(1, 5)
    scene.play("card 0")
    scene.play("beast 3a", "beast 5a")
    scene.use(0, 1)
    scene.use(1, 21)
    assert coins(scene) == [6, 7]


def test_r73_an_unchaining_war_that_is_won_opens_the_window_for_its_owner_and_the_others() -> None:
    scene = turns(0, 1)
    scene.says(3, "HC COIN 1")
    scene.says(21, "HB COIN 2")
    scene.box.style[:3] = 20
    scene.owned(0, 1, chained=True)
    scene.units(0, 6, "2k")
    scene.hold(0, "war")
    scene.play("unchain 1a", "field 6")
    scene.let()
    scene.play("card 0")
    scene.use(0, 3)
    scene.use(1, 21)
    assert int(scene.state.chained[0]) == 0
    assert coins(scene) == [6, 7]


def test_r73_a_beast_that_is_swapped_was_not_won_against() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA BSWAP")
    scene.says(21, "HB COIN 2")
    scene.owned(0, 3)
    scene.owned(1, 5)
    scene.play("card 0", "beast 3a", "beast 5a")
    assert scene.at() == TURNS  # nobody could use anything


# --- R76: passives in every round


def test_r76_no_passive_of_the_house_edition_depends_on_the_round() -> None:
    for when, text in zip(WHENS, WHEN_TEXTS, strict=True):
        assert "round" not in text, when
    box = find_game("beasts").edition("house").box
    scene = turns(0, 1)
    for clan in range(CLANS):
        for slot in range(SPECIALTY_CARDS):
            works_in = []
            for number in range(ROUNDS):
                scene.state.round_number = number
                works_in.append(is_time(box, scene.state, 0, int(box.passive[clan, slot, 3])))
            assert len(set(works_in)) == 1, (clan, slot)


# --- R74: actions that could change nothing


def offered(scene: Scene, name: str) -> bool:
    """Is this action card, held openly or hidden, among the legal actions of seat 0?"""
    return any(text in scene.legal(0) for text in (f"act {name} held", f"act {name} secret"))


def leads_all(scene: Scene) -> None:
    for track in range(TRACKS):
        scene.state.track[track, :2] = (0, 1)


def out_of_supply(scene: Scene) -> None:
    scene.state.trashed[0] = scene.state.supply[0]
    scene.state.supply[0] = 0


def out_of_cards(scene: Scene) -> None:
    scene.strip(0)
    scene.give(0)
    scene.strip(0)


def out_of_tokens(scene: Scene) -> None:
    scene.state.token[1] = 20
    scene.state.token[1, CHAIN] = 0
    for beast in range(BEASTS):
        scene.state.beast_at[beast], scene.state.chained[beast] = WITH_PLAYER + 1, beast > 0


def out_of_markers(scene: Scene) -> None:
    scene.state.usable[0] = 0
    scene.marks(0, *[f for f in range(60) if scene.box.kind[f] == 0][:10])


USELESS = {
    "petition at the top of all tracks": ("petition", leads_all),
    "palace-coup at the top of all tracks": ("palace-coup", leads_all),
    "muster without supply": ("muster", out_of_supply),
    "militia without supply": ("militia", out_of_supply),
    "odd-jobs with a full purse": ("odd-jobs", lambda scene: scene.state.coins.__setitem__(0, 99)),
    "drill without any card": ("drill", out_of_cards),
    "old-notes without any card": ("old-notes", out_of_cards),
    "surveyor with ten markers in use": ("surveyor", out_of_markers),
    "hire when all allies are in hands": (
        "hire", lambda scene: scene.state.hand_backs.__setitem__((1, 9), int(scene.box.allies[1])),
    ),
    "nerve-dart without tokens": ("nerve-dart", out_of_tokens),
    "cold-snap without tokens": ("cold-snap", out_of_tokens),
    "venom-jar without tokens": ("venom-jar", out_of_tokens),
    "venom-jar under a shelter": ("venom-jar", lambda scene: scene.lasts("shelter tokens")),
    "binding-seal under a shelter": ("binding-seal", lambda scene: scene.lasts("shelter tokens")),
    "decoy-scroll without tokens": ("decoy-scroll", out_of_tokens),
    "spyglass with a full purse and nothing to see": (
        "spyglass", lambda scene: (scene.state.coins.__setitem__(0, 99), scene.give(1)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", USELESS, ids=lambda case: case.replace(" ", "_"))
def test_r74_an_action_card_that_could_change_nothing_is_not_offered(case: str) -> None:
    name, lay = USELESS[case]
    scene = turns(0, 1)
    scene.units(0, HOME, "c")
    scene.units(1, 30, "c")
    scene.owned(1, 4)
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    (scene.hold if ACTION_NAMES.index(name) < SHOP else scene.hide)(0, name)
    assert offered(scene, name)
    lay(scene)
    assert not offered(scene, name)


def test_r74_an_upgrade_for_which_no_higher_ally_is_left_is_not_offered() -> None:
    scene = turns(0, 1)
    scene.hold(0, "upgrade")
    scene.give(0, RARE_AT)
    assert offered(scene, "upgrade")
    scene.state.hand_backs[1, 9] = scene.box.allies[1]  # all epic ones are in another hand
    assert not offered(scene, "upgrade")


def test_r74_a_travel_that_leads_only_to_beasts_that_are_too_strong_is_not_offered() -> None:
    for strongest, mine, effects, leads in (
        (False, "k", (), True), (True, "k", (), False), (True, "k", ("HG BSTR -8",), True), (True, "4k", (), True),
    ):  # fmt: skip
        scene = turns(0, 1)
        scene.says(0, *effects)
        scene.give(0, 0)
        scene.state.track[STRENGTH, :2] = (1, 0)
        scene.units(0, HOME, mine)
        beasts = [9, 10, 19, 20] if strongest else [1, 2, 11, 12]
        lands = [int(near) for near in scene.box.near[HOME] if near >= 0 and scene.box.kind[near] == LAND]
        for beast, land in zip(beasts, lands, strict=False):
            scene.beast(beast, land)
        assert len(lands) <= len(beasts)
        scene.hold(0, "travel", "war")
        assert offered(scene, "travel") == leads


DEEDS = {
    "use up any 2": leads_all,
    "use recruit 4 once": out_of_supply,
    "use coins 4 once": lambda scene: scene.state.coins.__setitem__(0, 99),
    "use draw 3 clan": out_of_cards,
    "use hex poison 2": out_of_tokens,
    "income 1": lambda scene: scene.state.coins.__setitem__(0, 99),  # R23: it would be a coin
}


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.replace(" ", "_"))
def test_r74_a_specialty_that_could_change_nothing_is_not_offered(deed: str) -> None:
    scene = turns(0, 1)
    scene.units(0, HOME, "c")
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    scene.special(0, deed)
    scene.hold(0, "specialty")
    assert offered(scene, "specialty")
    DEEDS[deed](scene)
    assert not offered(scene, "specialty")


IN_HAND = {
    "HA COIN 2": lambda scene: scene.state.coins.__setitem__(0, 99),
    "HA UP any 1": leads_all,
    "HA REC 2": out_of_supply,
    "HA RECU kage 1": out_of_supply,
    "HA TOK opp poison 1": out_of_tokens,
    "HA UNCOIN opp 2": lambda scene: scene.state.coins.__setitem__(1, 0),
    "HA COINSTEAL 2": lambda scene: scene.state.coins.__setitem__(1, 0),
    "HA PAY 2; DRAW 1": lambda scene: scene.state.coins.__setitem__(0, 1),
    "HA DISC opp 1": lambda scene: scene.give(1),
    "HA REVEAL opp 1": lambda scene: scene.give(1),
    "HA STEALC hand": lambda scene: scene.give(1),
    "HA ACTRET": lambda scene: scene.state.held.__setitem__((1, 0), 0),
    "HA MARKX opp": lambda scene: scene.state.marker.__setitem__(41, 0),
    "HA MARK 1": out_of_markers,
    "HA URAISE 1": lambda scene: scene.state.prone.__setitem__((0, HOME), 0),
    "HA UPRONE opp 1": lambda scene: scene.state.ready.__setitem__((1, 30), 0),
    "HA DOWN opp payday 1": leads_all,
    "HA BSTEAL": lambda scene: scene.state.beast_at.__setitem__(3, IN_BOX),
    "HA BMOVE": lambda scene: (scene.state.lair.__setitem__(45, 0), scene.state.beast_at.__setitem__(6, IN_BOX)),
    "HA BSPAWN": lambda scene: setattr(scene.state, "spawns", 0),
    "HA UNCHAIN": lambda scene: scene.state.chained.__setitem__(7, 0),
    "HA TOKDROP 1": lambda scene: scene.tokens(0, "illusion", 0),
    "HA HID 1": lambda scene: setattr(scene.state, "hidden_left", 0),
    "HA RECALL 1": lambda scene: scene.strip(0),
    "HA ALLY 5": lambda scene: scene.state.hand_backs.__setitem__((1, 10), int(scene.box.allies[2])),
    "HA TOK opp chain 1": lambda scene: scene.state.beast_at.__setitem__(3, IN_BOX),
    "HA MARKPUT": lambda scene: scene.state.usable.__setitem__(0, 0),
    "HA TRASHC me": lambda scene: scene.give(0, 0),
    "HA SWAPC hand": lambda scene: scene.give(0, 0),
    "HA REP beast; COIN 1": lambda scene: scene.state.beast_at.__setitem__(7, IN_BOX),
}


def test_r74_a_choice_with_a_price_that_cannot_be_paid_is_offered_for_its_other_branch() -> None:
    scene = turns(0, 1)
    scene.says(0, "HA OPT me PAY 2; DRAW 1 / UP any 1")
    scene.track("payday", 1, 0)
    scene.state.coins[0] = 0
    assert scene.can_use(0, 0)
    leads_all(scene)
    assert not scene.can_use(0, 0)


@pytest.mark.parametrize("effect", IN_HAND, ids=lambda effect: effect.replace(" ", "_"))
def test_r74_a_card_used_as_an_action_that_could_change_nothing_is_not_offered(effect: str) -> None:
    scene = turns(0, 1)
    scene.says(0, effect)
    scene.units(0, HOME, "c", prone=True)
    scene.units(1, 30, "c")
    scene.marks(1, 41)
    scene.beast(7, 45)
    scene.owned(1, 4)
    scene.owned(0, 8, chained=True)
    scene.hold(1, "travel")
    scene.tokens(0, "illusion", 1)
    scene.lay_discard(0, 10)
    for track in range(TRACKS):
        scene.state.track[track, :2] = (1, 0)
    scene.state.usable[0] = 1
    assert scene.can_use(0, 0)
    IN_HAND[effect](scene)
    assert not scene.can_use(0, 0)


# --- R77: at any time


def test_r77_a_card_for_any_time_is_used_when_an_event_brings_a_token() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.event("plague poison 1")
    scene.jump(FATE)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    assert scene.legal(1) == ["pass", "card 21"]
    scene.play("card 21")
    assert coins(scene)[1] == 7
    scene.let()
    assert [scene.tokens(seat, "poison") for seat in range(2)] == [1, 1]


def test_r77_a_substitution_too_opens_the_moment_one_token_at_a_time() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.says(22, "HT COIN 3")
    scene.hide(0, "decoy-scroll")
    scene.hold(0, "purify")
    scene.play("act decoy-scroll secret")
    for card, held in ((21, 0), (22, 1)):
        scene.let_until(lambda: top(scene.state, WINDOW_MOMENT) == W_TOKEN)
        assert scene.asked() == [1]  # no Purify wards off what helps
        assert scene.tokens(0, "substitution") == held
        scene.play(f"card {card}")
        scene.play("pass")
    assert scene.tokens(0, "substitution") == 2
    assert coins(scene)[1] == 10


def test_r77_a_substitution_of_a_passive_opens_it_in_the_setup_phase() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT EVENT; COIN 2")
    scene.event("hand +1 all")
    scene.special(0, "ward 2")
    scene.marks(0, next(f for f in range(60) if scene.box.coin[f]))
    scene.jump(HARVEST)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])
    scene.play("card 21")
    assert int(scene.state.event) == 0  # there is none to replace before that of the round
    assert coins(scene)[1] == 7
    scene.let_until(lambda: False)
    assert scene.at() == BUYING
    assert scene.tokens(0, "substitution") == 2
    assert int(scene.state.event) == 1
    assert [event.name for event in scene.events].count("event") == 1


def test_r77_the_last_token_goes_to_who_takes_it_in_the_moment_before_it_arrives() -> None:
    for token, word in (("substitution", "subst"), ("illusion", "illusion")):
        scene = turns(0, 1)
        scene.says(21, f"HT TOK me {word} 1")
        scene.tokens(0, token, 19)
        scene.begin(TOKEN, 0, TOKEN_NAMES.index(token))
        scene.play("card 21")
        scene.let()
        assert [scene.tokens(seat, token) for seat in range(2)] == [19, 1]


def test_r77_token_upon_token_ends_before_the_stack_is_full() -> None:
    scene = turns(0, 1)
    for card in (0, 1, 2, 3, 20, 21, 22, 23):
        scene.says(card, "HT TOK me subst 2")
    scene.begin(TOKEN, 0, SUBSTITUTION)
    deepest = 0
    while scene.at() == WINDOW:
        seat = scene.asked()[-1]
        scene.play(scene.legal(seat)[-1], seat=seat)
        deepest = max(deepest, int(scene.state.depth))
    assert deepest < STACK
    assert scene.at() == TURNS
    uses = [event.name for event in scene.events].count("uses")
    assert sum(scene.tokens(seat, "substitution") for seat in range(2)) == 1 + 2 * uses


def test_r77_outside_the_action_phase_action_cards_and_other_timings_wait() -> None:
    scene = turns(0, 1)
    scene.says(21, "HC COIN 2", "HV COIN 2")
    scene.hold(1, "purify", "upgrade")
    scene.event("plague poison 1")
    scene.jump(FATE)
    assert scene.at() == BUYING  # nobody was asked


def test_r77_an_ally_that_an_event_brings_opens_the_window_too() -> None:
    scene = turns(0, 1)
    scene.says(21, "HT COIN 2")
    scene.event("allies recruit 3")
    scene.jump(FATE)
    assert (scene.at(), scene.asked()) == (WINDOW, [1])


def test_r77_the_first_in_the_order_of_the_round_comes_first_before_the_actions() -> None:
    scene = turns(0, 1)
    scene.says(1, "HT COIN 2")
    scene.says(21, "HT COIN 2")
    scene.state.order[:2] = (1, 0)
    scene.event("plague poison 1")
    scene.jump(FATE)
    scene.play("card 1", seat=0)
    scene.play("card 21", seat=1)
    assert [event["seat"] for event in scene.events if event.name == "uses"] == [1]


def test_r77_an_event_replaced_while_it_gives_tokens_gives_no_more() -> None:
    scene = turns(0, 1)
    scene.says(1, "HT EVENT")
    scene.event("plague poison 1")
    scene.event("hand +1 all")
    scene.state.drawn[1] = 1
    scene.jump(FATE)
    scene.state.drawn[1] = 0
    scene.play("card 1", seat=0)
    scene.let()
    assert int(scene.state.event) == 2
    assert scene.at() == BUYING
    assert scene.tokens(1, "poison") == 0


# --- R69: the next war


def test_r69_what_waits_for_the_next_war_says_that_it_is_one_between_players() -> None:
    words = read_words(parse(read_edition(HOUSE), "house").section("words"))
    assert "your next war against a player" in sentence(parse_effects(["NW BP 1"])[0], words)
    for word, values in (("strength", (4, 0)), ("march", (2,)), ("raise", (3,)), ("skull", (3,)), ("style", (0, 3))):
        (kind,) = [each for each in SPECIALTY_ACTIONS if each.word == word]
        assert "your next war against a player" in entry_text(kind, values, words), word
