"""Effects of cards (§6), really played: every operation, every condition and every timing of the language, and rulings
on them. Seat 0 attacks seat 1 in field 19 from field 6. Unless said otherwise its two Elders beat a Scout in unit
strength, cards fight with 4/4/4, and seat 0, ahead on the tiebreaker, wins every battle: 2–0, then 3–0."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from beasts_helpers import Scene, copy, turns

from bestiary.games.beasts.cards.language import CONDITIONS, OPERATIONS, TIMINGS, WINDOWS
from bestiary.games.beasts.secrets import determinize, hide
from bestiary.games.beasts.stack import A, top
from bestiary.games.beasts.state import (
    ALLY_DISCARD, AWAKENING_AT, CHOICE, DISCARD, DROPPING, GIVE_BEAST, HAND, HUNT, IN_BOX, LOSING, OUT, PATHS, PATH_AT,
    RARE_AT, RECRUIT, RETREAT, ROUND, SEATING, SHOP_COPIES, SKULLS, SUPPLY, SUPPORT, TIER_CARDS, TURNS, WAR_STEP,
    WINDOW, WITH_PLAYER,
)  # fmt: skip

COVERED: set[str] = set()
HOME = 57  # a land field of seat 0 far from the war, without symbols


def covers(*words: str) -> Callable[[Any], Any]:
    """Notes which words of the language a test is about."""
    COVERED.update(words)
    return lambda test: test


def war(*effects: str, seat: int = 0, clans: tuple[int, ...] = (0, 1)) -> Scene:
    """A war whose first card of one side has these effects, before anybody has set out."""
    scene = turns(*clans)
    scene.says(20 * clans[seat], *effects)
    scene.units(0, HOME, "c")
    return scene


def fought(*effects: str, seat: int = 0, lay: Callable[[Scene], object] = lambda scene: None) -> Scene:
    """The first battle of such a war has been fought, up to the next decision."""
    scene = war(*effects, seat=seat)
    lay(scene)
    scene.meet()
    scene.clash(0, 20)
    return scene


def war_met(*effects: str, seat: int = 0) -> Scene:
    """Such a war up to the first choice of cards."""
    scene = war(*effects, seat=seat)
    scene.meet()
    return scene


def over(scene: Scene, *cards: tuple[int, int]) -> Scene:
    """The war is fought to its end: these cards, then the first ones of the hands; the loser retreats to 9."""
    for mine, theirs in cards:
        scene.clash(mine, theirs)
    scene.fight()
    while scene.at() == RETREAT:
        scene.play("field 9")
    return scene


def coins(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.coins[: int(scene.state.seats)]]


def points(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.points]


def values(scene: Scene, seat: int) -> list[int]:
    """What a side's card of the last battle has fought with."""
    return [int(n) for n in scene.state.values[seat]]


def spots(scene: Scene, track: int) -> list[int]:
    return [int(n) for n in scene.state.track[track, : int(scene.state.seats)]]


def zones(scene: Scene, *cards: int) -> list[int]:
    return [int(scene.state.zone[card]) for card in cards]


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
    scene = war("IM COPY effect")
    scene.says(20, "IM COIN 2")
    scene.meet()
    scene.clash(0, 20)
    scene.play("option 1")
    assert coins(scene) == [7, 7]


def test_copied_values_replace_ones_own() -> None:
    scene = war("IM COPY values", seat=1)
    scene.prints(0, (9, 2, 7))
    scene.meet()
    scene.clash(0, 20)
    assert values(scene, 1) == [9, 2, 7]


def test_a_copy_of_a_copy_is_void() -> None:
    scene = war("IM COPY effect")
    scene.says(20, "IM COPY effect", "IM COIN 1")
    scene.meet()
    scene.clash(0, 20)
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
    scene = war("IM UP payday 1")
    scene.track("payday", 1, 0)
    scene.meet()
    scene.clash(0, 20)
    assert spots(scene, 5) == [0, 1]


def test_up_any_lets_its_owner_choose_the_track() -> None:
    scene = war("IM UP any 1")
    scene.track("hand", 1, 0)
    scene.meet()
    scene.clash(0, 20)
    scene.play("track hand")
    assert spots(scene, 1) == [0, 1]


@covers("DOWN")
def test_down_sends_the_opponent_down() -> None:
    scene = war("IM DOWN opp payday 1")
    scene.track("payday", 1, 0)
    scene.meet()
    scene.clash(0, 20)
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
    scene = war("IM CANCEL effect")
    scene.says(20, "IM COIN 3", "SC COIN 3")
    scene.meet()
    scene.clash(0, 20)
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


def hunt(*effects: str, strength: int = 3, lay: Callable[[Scene], object] = lambda scene: None) -> Scene:
    """Seat 0 hunts a beast in 19 and holds a card with these effects: up to its first window, or the first card."""
    scene = war(*effects)
    lay(scene)
    scene.chase(strength)
    return scene


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


def second_war(scene: Scene, new_round: bool = False) -> Scene:
    """Seat 0 attacks seat 1 again where it has retreated to, in this round or the next: up to the choice of cards."""
    if new_round:
        scene.jump(ROUND)
        while scene.at() == SEATING:
            scene.play(f"seat {scene.asked()[0] + 1}")
        scene.play("pass", "pass")
    elif scene.asked() == [1]:
        scene.play("pass")
    scene.state.ready[1, 9] += scene.state.prone[1, 9]
    scene.state.prone[1, 9] = 0
    scene.hold(0, "travel", "war")
    scene.travel(19, 9, "2k")
    scene.let()
    return scene


# --- Conditions


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
    scene.play("card 1")
    assert scene.legal() == ["player 3", "player 4"]
    scene.play("player 3")
    assert coins(scene) == [4, 3, 3, 5]


# --- Timings of cards that are played


def order(scene: Scene, card: int) -> list[str]:
    """What happened in a war, in order, with the effects of a card between."""
    names = ("fights_with", "battle_point", "war_ends", "loses_unit", "heals", "gives_beast", "takes_ally", "retreats")
    return [
        event.name
        for event in scene.events
        if event.name in names or (event.name == "effect" and event["card"] == card)
    ]


def test_immediately_is_between_reveal_and_comparison() -> None:
    assert order(fought("IM COIN 1"), 0) == ["battle_point", "fights_with", "fights_with", "effect", "battle_point"]


@covers("OI")
def test_once_per_war_immediately_fires_when_the_card_is_played() -> None:
    assert order(fought("OI COIN 1"), 0)[-3:] == ["fights_with", "effect", "battle_point"]


@covers("OL")
def test_if_losing_this_battle_fires_after_a_lost_battle_only() -> None:
    assert order(fought("OL COIN 1", seat=1), 20)[-2:] == ["battle_point", "effect"]
    assert fought("OL COIN 1").fired(0) == 0


@covers("ID")
def test_if_defending_is_for_the_defender_only() -> None:
    assert fought("ID COIN 1", seat=1).fired(20) == 1
    assert fought("ID COIN 1").fired(0) == 0


@covers("NF")
def test_if_not_the_first_battle_waits_for_the_second() -> None:
    assert fought("NF COIN 1").fired(0) == 0
    scene = war_met("NF COIN 1")
    scene.clash(1, 21)
    scene.clash(0, 20)
    assert scene.fired(0) == 1


@covers("LP", "MP")
def test_least_and_most_points_are_compared_before_the_battle() -> None:
    for timing, seat, times in (("LP", 0, 0), ("LP", 1, 1), ("MP", 0, 1), ("MP", 1, 0)):
        scene = fought(f"{timing} COIN 1", seat=seat)
        assert scene.fired(20 * seat) == times
    scene = war("LP COIN 1", "MP COIN 1")
    scene.set_out()
    scene.let_until(lambda: scene.at() != WINDOW)
    scene.state.points[:] = (1, 1)
    scene.clash(0, 20)
    assert scene.fired(0) == 0


@covers("LA", "MA")
def test_least_and_most_points_after_this_battle_are_compared_after_it() -> None:
    for timing, seat, times in (("LA", 0, 0), ("LA", 1, 1), ("MA", 0, 1), ("MA", 1, 0)):
        scene = fought(f"{timing} COIN 1", seat=seat)
        assert scene.fired(20 * seat) == times
    assert order(fought("MA COIN 1"), 0)[-2:] == ["battle_point", "effect"]
    scene = war("MA COIN 1")
    scene.meet("c", "2k")
    scene.clash(0, 20)
    assert points(scene) == [1, 1]
    assert scene.fired(0) == 0


@covers("LB", "BS", "DS", "SC", "AS")
def test_what_follows_the_battles_comes_in_order() -> None:
    scene = war("AW COIN 6", "AS COIN 5", "SC COIN 4", "DS COIN 3", "BS COIN 2", "LB COIN 1")
    scene.prints(20, skull=1)
    scene.prints(1, heal=1)
    scene.owned(1, 2)
    scene.meet()
    scene.clash(0, 20)
    assert coins(scene) == [5, 5]
    scene.clash(1, 21)
    scene.play("unit elder ready", "beast 2a", "field 9")
    assert [event["amount"] for event in scene.events if event.name == "coins"] == [1, 2, 3, 4, 5, 6]
    end = order(scene, 0)
    assert end[end.index("war_ends") :] == [
        "war_ends", *["effect"] * 5, "loses_unit", "heals", "gives_beast", "takes_ally", "retreats", "effect",
    ]  # fmt: skip


def test_all_through_scoring_works_on_cards_that_score_before() -> None:
    scene = war("DS CANCEL res", seat=1)
    for card in (0, 1):
        scene.prints(card, res="coin", amount=2)
    scene.meet()
    assert coins(over(scene, (1, 21), (0, 20))) == [5, 5]


@covers("IW", "IL")
def test_if_winning_and_if_losing_the_war_go_by_the_result() -> None:
    for timing, seat, times in (("IW", 0, 1), ("IW", 1, 0), ("IL", 0, 0), ("IL", 1, 1)):
        scene = over(war_met(f"{timing} COIN 1", seat=seat), (0, 20))
        assert scene.fired(20 * seat) == times
        if times:
            assert order(scene, 20 * seat)[-1] == "effect"


@covers("BN")
def test_before_the_next_battle_needs_a_next_battle() -> None:
    scene = fought("BN COIN 1")
    assert order(scene, 0)[-2:] == ["battle_point", "effect"]
    scene = war_met("BN COIN 1")
    over(scene, (1, 21), (0, 20))
    assert scene.fired(0) == 0


def test_a_value_changed_before_the_next_battle_is_for_that_battle() -> None:
    scene = war_met("BN VAL me T +2")
    scene.clash(0, 20)
    scene.clash(1, 21)
    assert values(scene, 0) == [6, 4, 4]


DURATIONS = {
    "IM": (6, 4, 4), "NB": (4, 6, 4), "TN": (6, 6, 4), "TF": (6, 6, 6), "FB": (4, 6, 6), "RW": (4, 6, 6),
    "TW": (6, 6, 6), "RR": (6, 6, 6), "RG": (6, 6, 6), "NW": (4, 4, 4),
}  # fmt: skip
AGAIN = {"RR": ((6, 6), (4, 4)), "RG": ((6, 6), (6, 6)), "NW": ((6, 4), (6, 4))}


@pytest.mark.parametrize("timing", DURATIONS)
@covers("NB", "TN", "TF", "FB", "RW", "TW", "RR", "RG", "NW")
def test_a_duration_covers_its_battles_and_no_others(timing: str) -> None:
    """A card of the first battle; three battles, then two of a war of this round, or of the next round."""
    for new_round in (False, True):
        scene = war(f"{timing} VAL me T +2")
        scene.give(0, 0, 1, 2, 3, 4, 5)
        scene.meet("2k", "3k")
        seen = []
        for mine, theirs in ((0, 20), (1, 21), (2, 22)):
            scene.clash(mine, theirs)
            seen.append(values(scene, 0)[0])
        assert tuple(seen) == DURATIONS[timing]
        while scene.at() == RETREAT:
            scene.play("field 9")
        second_war(scene, new_round)
        seen = []
        for _ in range(2):
            scene.clash(scene.hand(0)[0], scene.hand(1)[0])
            seen.append(values(scene, 0)[0])
        assert tuple(seen) == AGAIN.get(timing, ((4, 4), (4, 4)))[new_round]


def test_what_lasts_for_the_rest_of_the_war_reaches_beyond_scoring() -> None:
    scene = war("RW HBLOCK")
    scene.says(1, "IM HEAL")
    scene.meet()
    over(scene, (0, 20), (1, 21))
    assert scene.hand(0) == [0, 2, 3]  # the first card was played before it began


def test_lasting_unit_strength_counts_in_the_wars_that_follow() -> None:
    for effects, result in (((), [0, 1]), (("RG US 2",), [1, 0])):
        scene = war_met(*effects)
        over(scene, (0, 20), (1, 21))
        scene.units(1, 9, "k j")  # 6 + 1 with the Scout and the track, against 6
        assert points(second_war(scene)) == result


def test_lasting_heads_and_weaker_beasts_count_in_the_hunts_that_follow() -> None:
    for change, meets in ((-2, False), (-3, True)):  # a beast of 8 against unit strength 6
        scene = war_met(f"RR HEAD 2; BSTR {change}")
        over(scene, (0, 20), (1, 21))
        scene.play("pass")
        scene.hold(0, "travel", "war")
        scene.beast(8, 16)
        scene.travel(19, 16, "2k")
        assert (scene.at() == HUNT) == meets
        if meets:
            scene.strike(2)
            assert [int(n) for n in scene.state.sums] == [6, 6, 6]


def test_against_a_beast_is_not_for_wars_between_players() -> None:
    assert fought("VB COIN 1").fired(0) == 0


# --- Timings of cards in hand

HELD = [timing.word for timing in TIMINGS if timing.in_hand]
HALVES = (HELD[:9], HELD[9:])
STORIES = ("war", "hunt won", "hunt lost")


def hold_all(half: int, story: str) -> Scene:
    """Three players, each with a card of every timing of one half; the war or the hunt has not begun."""
    scene = turns(0, 1, 2)
    scene.lasts("hand +9 all")
    for seat in range(3):
        for at, word in enumerate(HALVES[half]):
            scene.says(20 * seat + 5 + at, f"{word} COIN 1")
        scene.give(seat, *(20 * seat + at for at in (0, 1, 2, *range(5, 5 + len(HALVES[half])))))
    scene.box.style[:3] = 9
    scene.units(0, 6, "2k")
    scene.hold(0, "travel", "war")
    if story == "war":
        scene.units(1, 19, "c")
        scene.owned(1, 2)
    else:
        scene.beast(1, 19)
    return scene


def step_on(scene: Scene, story: str) -> None:
    """Nobody uses a card from hand."""
    wishes = ["act travel shop", "into 19", "field 6", "unit elder ready", "done" if story == "hunt lost" else "card 1"]
    for seat in scene.asked():
        legal = scene.legal(seat)
        chosen = ["pass"] if scene.at() == WINDOW else [wish for wish in wishes if wish in legal] or legal
        scene.play(chosen[0], seat=seat)


@cache
def openings(half: int, story: str) -> tuple[dict[str, set[tuple[int, str]]], dict[tuple[str, int], Scene]]:
    """For every timing in whose hand and in which windows it can be used, and the position at its first time."""
    scene = hold_all(half, story)
    found: dict[str, set[tuple[int, str]]] = {word: set() for word in HALVES[half]}
    first: dict[tuple[str, int], Scene] = {}
    while not (scene.at() == TURNS and scene.asked() == [1]):
        window = "TURN" if scene.at() == TURNS else WINDOWS[int(top(scene.state, A))]
        for seat in scene.asked():
            for at, word in enumerate(HALVES[half]):
                if scene.at() in (WINDOW, TURNS):
                    found["asked"] = found.get("asked", set()) | {(seat, window)}
                    if scene.can_use(seat, 20 * seat + 5 + at):
                        found[word].add((seat, window))
                        first.setdefault((word, seat), copy(scene))
        step_on(scene, story)
    return found, first


def each(window: str, *seats: int) -> set[tuple[int, str]]:
    return {(seat, window) for seat in seats}


WHEN: dict[str, tuple[set[tuple[int, str]], set[tuple[int, str]], set[tuple[int, str]]]] = {
    "HA": (each("TURN", 0),) * 3,
    "HB": (set(), each("BEAST", 1, 2), set()),
    "HD": (each("REVEAL", 0, 1, 2), set(), set()),
    "HY": (each("REVEAL", 0, 1), set(), set()),
    "HS": (each("SCORE", 0, 1, 2), set(), set()),
    "HO": (each("SCORE", 0, 1), set(), set()),
    "HL": (each("RESULT", 1), set(), each("RESULT", 0)),
    "HW": (each("RESULT", 0), each("RESULT", 0), set()),
    "HP": (each("BSTART", 1) | each("REVEAL", 1) | each("SCORE", 1), set(), set()),
    "HR": (each("WARSTART", 0, 1, 2),) * 3,
    "HE": (each("BSTART", 0, 1), set(), set()),
    "HG": (set(), each("WARSTART", 0), each("WARSTART", 0)),
    "HK": (each("WARSTART", 0), set(), set()),
    "HN": (each("WARSTART", 1), set(), set()),
    "HV": (each("TRAVEL", 0),) * 3,
    "HC": (each("BEAST", 0), each("BEAST", 0), set()),
}


@pytest.mark.parametrize("word", HELD)
@covers("HA", "HB", "HT", "HD", "HY", "HS", "HO", "HL", "HW", "HP", "HE", "HV", "HC")
def test_a_card_is_used_from_hand_in_its_windows_and_in_no_others(word: str) -> None:
    half = int(word in HALVES[1])
    for number, story in enumerate(STORIES):
        found, first = openings(half, story)
        expected = found["asked"] if word == "HT" else WHEN[word][number]
        assert found[word] == expected, story
        for (other, seat), scene in first.items():
            if other == word:
                scene = copy(scene)
                card = 20 * seat + 5 + HALVES[half].index(word)
                before = coins(scene)[seat]
                scene.use(seat, card)
                assert coins(scene)[seat] == before + 1
                assert zones(scene, card) == [DISCARD + seat]


def test_at_any_time_does_not_replace_the_turns_action() -> None:
    scene = war("HT COIN 1")
    scene.says(1, "HA COIN 2")
    scene.play("card 1")
    assert (coins(scene), scene.asked()) == ([6, 5], [0])
    scene.play("card 1")
    assert coins(scene) == [8, 5]
    scene.let()
    assert scene.asked() == [1]


# --- Rulings


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
    scene.play("act travel shop", "from 6", "field 19", "unit elder ready", "unit elder ready")
    scene.play("field 16", "unit elder ready", "field 19")
    scene.clash(0, 20)
    scene.clash(1, 21)
    scene.play("field 9")
    assert coins(scene) == [8, 5]
    assert (scene.at(), int(scene.state.war_field)) == (WAR_STEP, 16)


def test_r42_a_war_that_an_effect_decides_is_scored() -> None:
    scene = war("IM LOSE me", "SC COIN 1")
    scene.prints(20, res="coin", amount=2)
    scene.meet()
    scene.clash(0, 20)
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
    scene = war("IM HEAL")
    scene.give(0, 0, 1, 2, 3, 4, RARE_AT)
    scene.meet()
    scene.clash(0, 20)
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
    scene = war("IM GAINC 117")
    scene.says(1, "IM GAINC 117")
    scene.meet()
    scene.clash(0, 20)
    assert zones(scene, 117) == [HAND]
    scene.clash(1, 21)
    assert scene.hand(0).count(117) == 1


def test_r51_an_awakening_has_its_own_effects_and_is_not_for_hunts() -> None:
    scene = turns(6, 0)
    scene.says(AWAKENING_AT, "IM COIN 4")
    scene.says(120, "IM COIN 1")
    scene.meet("c", "3k")
    scene.play("awaken 1", seat=0)
    scene.play("card 1", seat=1)
    assert coins(scene) == [9, 5]
    scene = turns(6, 0)
    scene.chase()
    assert not [text for text in scene.legal(0) if text.startswith("awaken")]


def test_r52_the_card_that_calls_a_path_is_discarded_and_a_random_path_comes() -> None:
    scene = turns(6, 0)
    scene.says(120, "HA GAINC path")
    scene.play("card 1")
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
    scene.play("act upgrade shop", "act upgrade shop")
    assert [(card - RARE_AT) // TIER_CARDS for card in scene.hand(0) if card >= RARE_AT] == [2]


def test_r58_a_card_works_from_hand_once_a_round_whatever_its_effects() -> None:
    scene = war("HT COIN 1")
    scene.play("card 1")
    scene.lay_discard(0, 4)
    scene.give(0, 0, 1, 2, 3)
    assert not scene.can_use(0, 0)
    scene.hold(0, "travel")
    scene.play("act travel shop")
    assert not scene.can_use(0, 0)


def test_r60_who_is_asked_does_not_depend_on_the_cards_in_a_hand() -> None:
    asked = []
    for hand in ((20, 21, 22, 23), (24, 25, 26, 27)):
        scene = war("HN COIN 1", seat=1)
        scene.give(1, *hand)
        scene.set_out()
        seen = []
        while scene.at() == WINDOW:
            seen.append((int(top(scene.state, A)), scene.asked(), scene.legal(1) == ["pass"]))
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


# --- Completeness


def test_every_word_of_the_language_has_a_test_here() -> None:
    words = {entry.word for table in (TIMINGS, CONDITIONS, OPERATIONS) for entry in table}
    assert len(words) == 47 + 19 + 63
    assert words - COVERED == set()
    assert COVERED - words == set()
