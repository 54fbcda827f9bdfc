"""Operations of the effect language (§6) on battles, wars, beasts and the map. Every one of them is really carried
out."""

from __future__ import annotations

from effects_helpers import HOME, coins, covers, fought, hunt, over, points, second_war, values, war, war_met

from bestiary.games.beasts.state import (
    CHOICE, GIVE_BEAST, HUNT, IN_BOX, RARE_AT, SKULLS, SUPPORT, WAR_STEP, WITH_PLAYER,
)  # fmt: skip

# --- Combat


@covers("VAL")
def test_val_changes_styles_within_their_bounds() -> None:
    scene = fought("IM VAL me TG +3; VAL opp N -9")
    assert values(scene, 0) == [7, 4, 7]
    assert values(scene, 1) == [4, 0, 4]


def test_val_any_is_for_either_side() -> None:
    scene = fought("IM VAL any N -2")
    assert scene.legal(0) == ["player 0", "player 1"]
    scene.play("player 1")
    assert values(scene, 1) == [4, 2, 4]


@covers("VSET")
def test_vset_replaces_a_value() -> None:
    assert values(fought("IM VSET opp T 0"), 1) == [0, 4, 4]


@covers("VSWAP")
def test_vswap_exchanges_two_styles_of_a_card() -> None:
    scene = fought("IM VSWAP opp T G", lay=lambda scene: scene.prints(20, (9, 4, 1)))
    assert values(scene, 1) == [1, 4, 9]


@covers("VXCH")
def test_vxch_exchanges_a_style_between_the_cards() -> None:
    scene = fought("IM VXCH N", lay=lambda scene: scene.prints(20, (4, 9, 4)))
    assert (values(scene, 0), values(scene, 1)) == ([4, 9, 4], [4, 4, 4])


@covers("HEAD")
def test_head_adds_to_all_three_sums_of_a_hunt() -> None:
    scene = hunt("VB HEAD 2")
    scene.strike(0)
    assert [int(n) for n in scene.state.sums] == [6, 6, 6]


def test_a_head_at_the_start_of_a_hunt_is_the_first_cards() -> None:
    scene = hunt("HG HEAD 3")
    scene.use(0, 0)
    scene.strike(1)
    scene.strike(2)
    assert [int(n) for n in scene.state.sums] == [11, 11, 11]


@covers("CANCEL")
def test_cancel_effect_silences_the_opposing_card() -> None:
    scene = fought("IM CANCEL effect", lay=lambda scene: scene.says(20, "IM COIN 3", "SC COIN 3"))
    scene.play("card 0")
    over(scene)
    assert coins(scene) == [5, 5]


def test_cancel_res_stops_what_the_card_would_bring() -> None:
    scene = war("IM CANCEL res")
    scene.prints(20, res="coin", amount=3)
    scene.prints(21, res="coin", amount=1)
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert coins(scene) == [5, 6]


def test_cancel_skull_and_cancel_heal_take_the_icons_away() -> None:
    for cancels in (False, True):
        scene = war(*(["IM CANCEL skull; CANCEL heal"] if cancels else []))
        scene.prints(20, skull=1, heal=1)
        scene.meet()
        scene.clash(0, 20)
        scene.clash(1, 21)
        assert (scene.at() == SKULLS) == (not cancels)
        if scene.at() == SKULLS:
            scene.play("unit elder ready")
        scene.play("field 9")
        assert (21 in scene.hand(1)) == (not cancels)


def test_cancel_bp_takes_back_the_point_of_this_battle() -> None:
    scene = fought("OL CANCEL bp", seat=1)
    assert points(scene) == [1, 0]


def test_cancel_bp_before_the_comparison_leaves_the_winner_without_it() -> None:
    assert points(fought(seat=1)) == [2, 0]
    assert points(fought("IM CANCEL bp", seat=1)) == [1, 0]


@covers("IMMUNE")
def test_an_immune_card_is_not_changed_by_the_opponent() -> None:
    scene = war("IM IMMUNE", seat=1)
    scene.says(0, "IM VAL opp T -3; VSET opp N 0; VXCH G; CANCEL res")
    scene.prints(20, (4, 4, 9), res="coin")
    scene.meet()
    scene.clash(0, 20)
    scene.play("card 20")  # the one ahead lets the other card speak first
    assert (values(scene, 0), values(scene, 1)) == ([4, 4, 4], [4, 4, 9])
    over(scene)
    assert coins(scene) == [5, 6]


# --- War


@covers("BP")
def test_bp_gives_battle_points() -> None:
    assert points(fought("IM BP 2", seat=1)) == [2, 2]


@covers("BPSTEAL")
def test_bpsteal_takes_a_battle_point() -> None:
    assert points(fought("IM BPSTEAL", seat=1)) == [1, 1]


@covers("WIN")
def test_win_ends_the_war_at_once_for_its_owner() -> None:
    scene = fought("IM WIN", seat=1)
    assert scene.at_field(0, 6) == "| 2k"
    assert scene.at_field(1, 19) == "c"


@covers("LOSE")
def test_lose_ends_the_war_against_whom_it_names() -> None:
    for who, seat in (("me", 0), ("opp", 1)):
        scene = fought(f"IM LOSE {who}", seat=seat)
        assert scene.at_field(0, 6) == "| 2k"


@covers("ESCAPE")
def test_escape_leaves_the_war_without_a_result() -> None:
    scene = fought("IM ESCAPE")
    assert scene.at_field(0, 6) == "2k"
    assert scene.at_field(1, 19) == "c"
    assert [sum(card >= RARE_AT for card in scene.hand(seat)) for seat in (0, 1)] == [0, 0]


@covers("SKULL")
def test_skull_costs_the_opponent_units() -> None:
    scene = war("IM SKULL 1")
    scene.meet("3k", "2c")
    over(scene, (0, 20), (1, 21))
    assert (scene.at(), scene.asked()) == (SKULLS, [1])


@covers("SAND")
def test_sand_stops_skulls() -> None:
    scene = war("IM SAND 2", seat=1)
    scene.prints(0, skull=2)
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert scene.at_field(1, 9) == "| c"


@covers("HEAL")
def test_heal_returns_the_cards_that_were_played() -> None:
    scene = war("IM HEAL")
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert scene.hand(0) == [0, 1, 2, 3]


@covers("HBLOCK")
def test_hblock_keeps_its_card_from_being_healed() -> None:
    scene = war("IM HBLOCK")
    scene.says(1, "IM HEAL")
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert scene.hand(0) == [1, 2, 3]


@covers("US", "HK")
def test_us_raises_unit_strength() -> None:
    for uses, result in ((False, [0, 1]), (True, [1, 0])):
        scene = war("HK US 4")
        scene.set_out("c", "k")
        if uses:
            scene.use(0, 0)
        scene.let()
        assert points(scene) == result


@covers("SUPPORT", "HN")
def test_support_brings_the_ready_units_of_a_neighbouring_field() -> None:
    scene = war("HN SUPPORT", seat=1)
    scene.units(1, 9, "k 2j")
    scene.set_out()
    scene.use(1, 20)
    assert scene.at() == SUPPORT
    scene.play("player 1", "field 9")
    scene.let()
    assert points(scene) == [0, 1]  # 6 + 0 against 1 + 1 + 7


# --- Beasts


@covers("BSTR", "VB")
def test_bstr_weakens_the_beast_of_the_hunt() -> None:
    for effects, taken in (((), False), (("VB BSTR -3",), True)):
        scene = hunt(*effects)
        scene.state.roll = 5
        scene.box.style[0] = 6
        scene.strike(0)
        assert (int(scene.state.beast_at[2]) == WITH_PLAYER) == taken


@covers("REROLL", "HG")
def test_reroll_offers_another_roll_once() -> None:
    scene = hunt("HG REROLL")
    scene.use(0, 0)
    scene.let()
    first = [event["roll"] for event in scene.events if event.name == "rolls"]
    scene.play("yes")
    scene.let()
    assert scene.at() == HUNT
    assert len([event for event in scene.events if event.name == "rolls"]) == len(first) + 1


@covers("BSTEAL")
def test_bsteal_takes_a_beast_of_the_opponents_choice() -> None:
    scene = fought("IM BSTEAL", lay=lambda scene: scene.owned(1, 2, 9))
    assert (scene.at(), scene.asked()) == (GIVE_BEAST, [1])
    scene.play("beast 2a")
    assert int(scene.state.beast_at[1]) == WITH_PLAYER


@covers("BSWAP")
def test_bswap_exchanges_beasts_each_of_its_owners_choice() -> None:
    scene = war("IM BSWAP")
    scene.owned(0, 1, 4)
    scene.owned(1, 2, 9)
    scene.meet()
    scene.clash(0, 20)
    scene.play("beast 1a", seat=0)
    scene.play("beast 9a", seat=1)
    assert [int(scene.state.beast_at[beast]) for beast in (0, 8)] == [WITH_PLAYER + 1, WITH_PLAYER]


@covers("BMOVE")
def test_bmove_leads_a_beast_to_a_free_field() -> None:
    scene = fought("IM BMOVE", lay=lambda scene: scene.beast(5, 30))
    scene.play("beast 5a")
    target = scene.fields("field")[0]
    scene.play(f"field {target}")
    assert int(scene.state.beast_at[4]) == target
    assert int(scene.state.lair[30]) == 0


@covers("BSPAWN")
def test_bspawn_brings_a_beast_onto_the_map() -> None:
    scene = fought("IM BSPAWN")
    assert sum(int(at) < IN_BOX for at in scene.state.beast_at) == 1


@covers("UNCHAIN")
def test_unchain_frees_a_beast() -> None:
    scene = fought("IM UNCHAIN", lay=lambda scene: scene.owned(0, 5, chained=True))
    scene.play("beast 5a")
    assert int(scene.state.chained[4]) == 0


# --- Fields and the rest


@covers("MARK")
def test_mark_brings_usable_markers() -> None:
    assert int(fought("IM MARK 2").state.usable[0]) == 2


@covers("MARKPUT")
def test_markput_places_a_marker_where_units_stand() -> None:
    scene = fought("IM MARKPUT", lay=lambda scene: scene.state.usable.__setitem__(0, 1))
    scene.play(f"field {HOME}")
    assert int(scene.state.marker[HOME]) == 1
    assert int(scene.state.usable[0]) == 0


@covers("MARKX")
def test_markx_sends_a_marker_of_ones_choice_home() -> None:
    scene = fought("IM MARKX opp", lay=lambda scene: scene.marks(1, 30, 31))
    scene.play("field 31")
    assert [int(scene.state.marker[field]) for field in (30, 31)] == [2, 0]
    assert int(scene.state.usable[1]) == 1


@covers("EVENT")
def test_event_replaces_the_event() -> None:
    scene = war("IM EVENT")
    scene.lasts("hand +1 all")
    scene.event("windfall once 3")
    scene.meet()
    scene.clash(0, 20)
    assert int(scene.state.event) == 2
    assert coins(scene) == [8, 8]


@covers("ROLL", "ROLLC")
def test_a_roll_decides_whether_what_depends_on_it_happens() -> None:
    for limit, brought in (("<=6", 6), (">6", 5)):
        scene = fought("OI ROLL 6", f"IM[ROLLC{limit}] COIN 1")
        (roll,) = [event["roll"] for event in scene.events if event.name == "die_rolled"]
        assert 1 <= roll <= 6
        assert coins(scene) == [brought, 5]


def test_a_roll_outside_a_war_leaves_nothing_behind() -> None:
    scene = war("HA ROLL 6; COIN 1")
    scene.play("card 0")
    assert coins(scene) == [6, 5]


def test_a_roll_in_a_hunt_does_not_replace_the_beasts() -> None:
    scene = hunt("VB ROLL 4")
    scene.state.roll = 12
    scene.strike(0)
    assert int(scene.state.roll) == 12


@covers("OPT", "SX")
def test_a_choice_is_made_by_its_owner() -> None:
    for option, left in (("option 0", [8, 5]), ("option 1", [5, 3])):
        scene = over(war_met("SX OPT me COIN 3 / UNCOIN opp 2"))
        assert scene.legal(0) == ["option 0", "option 1"]
        scene.play(option)
        assert coins(scene) == left


@covers("OC")
def test_a_choice_is_given_to_the_opponent_immediately() -> None:
    scene = fought("OC OPT opp UNCOIN opp 2 / DISC opp 1")
    assert (scene.at(), scene.asked()) == (CHOICE, [1])
    scene.play("option 0")
    assert coins(scene) == [5, 3]
    assert scene.at() == WAR_STEP


@covers("REP")
def test_rep_repeats_for_each_thing_counted() -> None:
    scene = war("IM REP token; COIN 1")
    scene.tokens(0, "illusion", 2)
    scene.tokens(0, "poison", 1)
    scene.meet()
    scene.clash(0, 20)
    assert coins(scene) == [8, 5]
    assert coins(fought("IM REP beast; COIN 2", lay=lambda scene: scene.owned(0, 3, 4))) == [9, 5]
    scene = war("DS REP heal; COIN 1")
    scene.prints(1, heal=1)
    scene.meet()
    assert coins(over(scene, (0, 20), (1, 21))) == [6, 5]


def test_rep_of_nothing_does_nothing() -> None:
    assert coins(fought("IM REP token; COIN 1")) == [5, 5]


@covers("SCHED")
def test_sched_puts_the_rest_of_an_effect_off() -> None:
    scene = fought("IM SCHED AW; COIN 2")
    assert coins(scene) == [5, 5]
    assert coins(over(scene)) == [7, 5]
    scene = fought("IM COIN 1; SCHED NB; VAL me T +2")
    assert (coins(scene), values(scene, 0)) == ([6, 5], [4, 4, 4])
    scene = war("IM SCHED NB; VAL me T +2", seat=1)
    scene.meet("c", "2k")
    scene.clash(0, 20)
    scene.clash(1, 21)
    assert values(scene, 1) == [6, 4, 4]


def test_what_is_put_off_to_before_the_next_battle_changes_that_battle() -> None:
    scene = war_met("IM SCHED BN; VAL me T +2")
    scene.clash(0, 20)
    scene.show(1, 21)
    assert values(scene, 0) == [6, 4, 4]


def test_what_is_put_off_from_between_battles_works_in_the_first_battle_of_the_next_war() -> None:
    scene = war_met("BN SCHED NW; VAL me T +2")
    over(scene, (0, 20), (1, 21))
    second_war(scene)
    scene.show(2, scene.hand(1)[0])
    assert values(scene, 0) == [6, 4, 4]


def test_what_is_put_off_to_before_scoring_speaks_of_the_card_that_was_opposed() -> None:
    scene = war("IM SCHED BS; CANCEL res")
    scene.prints(20, res="coin", amount=3)
    scene.prints(21, res="coin", amount=1)
    scene.meet()
    assert coins(over(scene, (0, 20), (1, 21))) == [5, 6]
