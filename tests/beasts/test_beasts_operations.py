"""Operations of the effect language (§6), every one of them really carried out."""

from __future__ import annotations

import pytest
from effects_helpers import (
    HOME, coins, covers, fought, hunt, over, points, second_war, spots, values, war, war_met, zones,
)  # fmt: skip

from bestiary.games.beasts.state import (
    CHOICE, DISCARD, DROPPING, GIVE_BEAST, HUNT, IN_BOX, LOSING, OUT, RARE_AT, RECRUIT, SHOP_COPIES, SKULLS, SUPPORT,
    TIER_CARDS, WAR_STEP, WITH_PLAYER,
)  # fmt: skip

# --- Economy


@covers("COIN", "IM")
def test_coin_brings_coins() -> None:
    assert coins(fought("IM COIN 2")) == [7, 5]


@covers("UNCOIN")
def test_uncoin_costs_whom_it_names() -> None:
    assert coins(fought("IM UNCOIN opp 2")) == [5, 3]
    assert coins(fought("IM UNCOIN me 9")) == [0, 5]


@covers("COINSTEAL")
def test_coinsteal_takes_no_more_than_there_is() -> None:
    assert coins(fought("IM COINSTEAL 2")) == [7, 3]
    assert coins(fought("IM COINSTEAL 9")) == [10, 0]


@covers("PAY")
def test_who_pays_gets_the_rest_of_the_effect_and_who_declines_does_not() -> None:
    for answer, left in (("yes", [7, 5]), ("no", [5, 5])):
        scene = fought("IM PAY 1; COIN 3")
        assert scene.legal(0) == ["yes", "no"]
        scene.play(answer)
        assert coins(scene) == left
        assert scene.at() == WAR_STEP


def test_who_cannot_pay_is_not_asked() -> None:
    scene = fought("IM PAY 6; COIN 3")
    assert coins(scene) == [5, 5]
    assert scene.at() == WAR_STEP


# --- Tokens


@covers("TOK")
def test_tok_gives_tokens() -> None:
    scene = fought("IM TOK opp poison 2; TOK me subst 1")
    assert (scene.tokens(1, "poison"), scene.tokens(0, "substitution")) == (2, 1)


def test_tok_third_reaches_a_player_outside_the_war() -> None:
    scene = war("IM TOK third illusion 1", clans=(0, 1, 2, 3))
    scene.meet()
    scene.clash(0, 20)
    assert scene.legal(0) == ["player 3", "player 4"]
    scene.play("player 4")
    assert [scene.tokens(seat, "illusion") for seat in range(4)] == [0, 0, 0, 1]


@covers("TOKDROP")
def test_tokdrop_sheds_a_token_of_ones_choice_and_thaws_a_card_with_a_freeze() -> None:
    scene = war("IM TOKDROP 2")
    scene.hold(0, "muster")
    for token in ("illusion", "freeze"):
        scene.tokens(0, token, 1)
    scene.state.frozen[0, 1] = 1
    scene.meet()
    scene.clash(0, 20)
    scene.play("token illusion", "token freeze", "act muster shop")
    assert (scene.tokens(0, "illusion"), scene.tokens(0, "freeze"), int(scene.state.frozen[0, 1])) == (0, 0, 0)


@covers("TOKPASS")
def test_tokpass_hands_a_token_on_unless_a_substitution_stops_it() -> None:
    for answer, poison in (("no", 1), ("yes", 0)):
        scene = war("IM TOKPASS 1")
        scene.tokens(0, "poison", 1)
        scene.tokens(1, "substitution", 1)
        scene.meet()
        scene.clash(0, 20)
        scene.play("token poison", answer)
        assert (scene.tokens(0, "poison"), scene.tokens(1, "poison")) == (0, poison)


# --- Cards


@covers("DRAW")
def test_draw_brings_clan_cards() -> None:
    assert len(fought("IM DRAW 2").hand(0)) == 5


@covers("ALLY")
def test_ally_brings_one_of_its_tier() -> None:
    hand = fought("IM ALLY 4").hand(0)
    assert [(card - RARE_AT) // TIER_CARDS for card in hand if card >= RARE_AT] == [1]


@covers("HID")
def test_hid_draws_hidden_cards() -> None:
    assert int(fought("IM HID 2").state.secret_count[0]) == 2


@covers("RECALL")
def test_recall_takes_a_chosen_card_back_from_the_discard_pile() -> None:
    scene = fought("IM RECALL 1", lay=lambda scene: scene.lay_discard(0, 7, 9))
    scene.play("card 2")
    assert 9 in scene.hand(0)
    assert zones(scene, 7) == [DISCARD]


@covers("DISC")
def test_disc_lets_the_opponent_choose_what_it_discards() -> None:
    scene = fought("IM DISC opp 1")
    assert (scene.at(), scene.asked()) == (DROPPING, [1])
    scene.play("card 2", seat=1)
    assert scene.hand(1) == [21, 23]
    assert zones(scene, 22) == [DISCARD + 1]


@covers("TRASHC")
def test_trashc_takes_a_card_out_of_the_game() -> None:
    scene = fought("IM TRASHC opp")
    scene.play("card 1", seat=1)
    assert zones(scene, 21) == [OUT]


@covers("STEALC")
def test_stealc_takes_a_random_card_of_a_hand_or_a_deck() -> None:
    scene = fought("IM STEALC hand")
    assert len(scene.hand(1)) == 2
    assert sum(20 < card < 24 for card in scene.hand(0)) == 1
    scene = fought("IM STEALC deck")
    assert len(scene.hand(1)) == 3
    assert sum(24 <= card < 40 for card in scene.hand(0)) == 1


def test_stealc_takes_a_chosen_card_of_a_discard_pile() -> None:
    scene = fought("IM STEALC discard", lay=lambda scene: scene.lay_discard(1, 30, 31))
    scene.play("card 2")
    assert 31 in scene.hand(0)
    assert zones(scene, 30) == [DISCARD + 1]


@covers("SWAPC")
def test_swapc_exchanges_a_card_of_ones_hand() -> None:
    scene = fought("IM SWAPC hand")
    scene.play("card 1")
    assert 1 in scene.hand(1)
    assert sum(20 < card < 24 for card in scene.hand(0)) == 1
    scene = fought("IM SWAPC deck")
    scene.play("card 1")
    assert sum(24 <= card < 40 for card in scene.hand(0)) == 1
    assert int(scene.state.deck_backs[1, 0]) == 1
    scene = fought("IM SWAPC discard", lay=lambda scene: scene.lay_discard(1, 30, 31))
    scene.play("card 1", "card 1")
    assert 30 in scene.hand(0)
    assert zones(scene, 1) == [DISCARD + 1]


@covers("GAINC")
def test_gainc_brings_a_card_of_a_clan_that_nobody_plays_and_no_other() -> None:
    assert 117 in fought("IM GAINC 117").hand(0)
    scene = fought("IM GAINC 25")
    assert 25 not in scene.hand(0)
    assert len(scene.hand(0)) == 3


@covers("REVEAL")
def test_reveal_shows_cards_of_a_hand_to_one_player_only() -> None:
    scene = fought("IM REVEAL opp 2")
    seen = [card for card in range(20, 40) if int(scene.state.spied[0, card]) == 2]
    assert len(seen) == 2
    assert set(seen) < set(scene.hand(1))


@covers("COPY")
def test_copy_gains_the_effects_of_the_opposing_card() -> None:
    scene = fought("IM COPY effect", lay=lambda scene: scene.says(20, "IM COIN 2"))
    scene.play("option 1")
    assert coins(scene) == [7, 7]


def test_copied_values_replace_ones_own() -> None:
    scene = fought("IM COPY values", seat=1, lay=lambda scene: scene.prints(0, (9, 2, 7)))
    assert values(scene, 1) == [9, 2, 7]


def test_a_copy_of_a_copy_is_void() -> None:
    scene = fought("IM COPY effect", lay=lambda scene: scene.says(20, "IM COPY effect", "IM COIN 1"))
    scene.play("option 1")
    assert coins(scene) == [6, 6]
    assert scene.at() == WAR_STEP


@covers("ACTRET")
def test_actret_sends_an_action_card_of_the_opponents_choice_back() -> None:
    scene = fought("IM ACTRET", lay=lambda scene: scene.hold(1, "muster", "hire"))
    assert scene.asked() == [1]
    scene.play("act muster shop")
    assert (int(scene.state.held[1, 1]), int(scene.state.stock[1])) == (0, SHOP_COPIES)


@covers("ACTSTEAL")
def test_actsteal_takes_an_open_card_of_ones_choice_or_any_hidden_one() -> None:
    scene = war("IM ACTSTEAL")
    scene.hold(1, "muster")
    scene.hide(1, "militia")
    scene.meet()
    scene.clash(0, 20)
    assert scene.legal(0) == ["hidden", "act muster shop"]
    scene.play("act muster shop")
    assert int(scene.state.held[0, 1]) == 1


# --- Units


@covers("REC")
def test_rec_recruits_for_points() -> None:
    scene = fought("IM REC 2")
    assert scene.at() == RECRUIT
    scene.play("unit captain ready", f"field {HOME}")
    assert scene.at_field(0, HOME) == "c j"


@covers("RECU")
def test_recu_recruits_one_type() -> None:
    scene = fought("IM RECU kage 1")
    assert [text for text in scene.legal(0) if text.startswith("unit")] == ["unit elder ready"]
    scene.play("unit elder ready", f"field {HOME}")
    assert scene.at_field(0, HOME) == "c k"


@pytest.mark.parametrize(
    ("operation", "left", "home"),
    [
        pytest.param("UDISC", "k", 10, id="UDISC"),
        pytest.param("UTRASH", "k", 9, id="UTRASH"),
        pytest.param("UPRONE", "k | c", 9, id="UPRONE"),
    ],
)
@covers("UDISC", "UTRASH", "UPRONE")
def test_units_are_discarded_trashed_or_laid_prone_by_choice_of_their_owner(
    operation: str, left: str, home: int
) -> None:  # fmt: skip
    scene = fought(f"IM {operation} opp 1", lay=lambda scene: scene.units(1, 30, "c k"))
    assert (scene.at(), scene.asked()) == (LOSING, [1])
    scene.play("field 30", "unit scout ready", seat=1)
    assert scene.at_field(1, 30) == left
    assert int(scene.state.supply[1, 1]) == home - 1  # one stands in the war


@covers("URAISE")
def test_uraise_sets_prone_units_up() -> None:
    scene = fought("IM URAISE 2", lay=lambda scene: scene.units(0, 30, "2c k", prone=True))
    scene.play("field 30", "unit elder prone", "field 30", "unit scout prone")
    assert scene.at_field(0, 30) == "c k | c"


@covers("UMOVE", "AW")
def test_umove_leads_units_one_step() -> None:
    scene = over(war_met("AW UMOVE 1"))
    scene.play(f"field {HOME}")
    target = scene.fields("field")[0]
    scene.play(f"field {target}", "unit scout ready")
    assert scene.at_field(0, target) == "c"
    assert scene.at_field(0, HOME) == ""


# --- Dominance


@covers("UP")
def test_up_climbs_a_track() -> None:
    scene = fought("IM UP payday 1", lay=lambda scene: scene.track("payday", 1, 0))
    assert spots(scene, 5) == [0, 1]


def test_up_any_lets_its_owner_choose_the_track() -> None:
    scene = fought("IM UP any 1", lay=lambda scene: scene.track("hand", 1, 0))
    scene.play("track hand")
    assert spots(scene, 1) == [0, 1]


@covers("DOWN")
def test_down_sends_the_opponent_down() -> None:
    scene = fought("IM DOWN opp payday 1", lay=lambda scene: scene.track("payday", 1, 0))
    assert spots(scene, 5) == [0, 1]


def test_down_any_is_the_opponents_choice_and_never_the_starting_track() -> None:
    scene = war("IM DOWN opp any 1")
    for track in ("starting", "hand", "payday"):
        scene.track(track, 1, 0)
    scene.meet()
    scene.clash(0, 20)
    assert scene.asked() == [1]
    assert {"track hand", "track payday"} <= set(scene.legal(1))
    assert "track starting" not in scene.legal(1)
    scene.play("track hand")
    assert spots(scene, 1) == [0, 1]


@covers("DSWAP")
def test_dswap_exchanges_places_with_the_opponent() -> None:
    scene = war("IM DSWAP payday", clans=(0, 1, 2))
    scene.track("payday", 1, 2, 0)
    scene.meet()
    scene.clash(0, 20)
    assert spots(scene, 5) == [0, 2, 1]


# --- Combat


@covers("VAL")
def test_val_changes_styles_within_their_bounds() -> None:
    scene = fought("IM VAL me TG +3; VAL opp N -9")
    assert values(scene, 0) == [7, 4, 7]
    assert values(scene, 1) == [4, 0, 4]


def test_val_any_is_for_either_side() -> None:
    scene = fought("IM VAL any N -2")
    assert scene.legal(0) == ["player 1", "player 2"]
    scene.play("player 2")
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
    scene.play("option 1")
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
    scene.play("option 2")  # the one ahead lets the other card speak first
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
    scene.play("option 2", "field 9")
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
        (roll,) = [event["roll"] for event in scene.events if event.name == "rolls"]
        assert 1 <= roll <= 6
        assert coins(scene) == [brought, 5]


def test_a_roll_outside_a_war_leaves_nothing_behind() -> None:
    scene = war("HA ROLL 6; COIN 1")
    scene.play("card 1")
    assert coins(scene) == [6, 5]


def test_a_roll_in_a_hunt_does_not_replace_the_beasts() -> None:
    scene = hunt("VB ROLL 4")
    scene.state.roll = 12
    scene.strike(0)
    assert int(scene.state.roll) == 12


@covers("OPT", "SX")
def test_a_choice_is_made_by_its_owner() -> None:
    for option, left in (("option 1", [8, 5]), ("option 2", [5, 3])):
        scene = over(war_met("SX OPT me COIN 3 / UNCOIN opp 2"))
        assert scene.legal(0) == ["option 1", "option 2"]
        scene.play(option)
        assert coins(scene) == left


@covers("OC")
def test_a_choice_is_given_to_the_opponent_immediately() -> None:
    scene = fought("OC OPT opp UNCOIN opp 2 / DISC opp 1")
    assert (scene.at(), scene.asked()) == (CHOICE, [1])
    scene.play("option 1")
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
