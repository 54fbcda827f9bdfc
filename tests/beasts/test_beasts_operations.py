"""Operations of the effect language (§6) on what players have: coins, tokens, cards, units, tracks. Every one of them
is really carried out."""

from __future__ import annotations

import pytest
from beasts_helpers import Scene
from effects_helpers import HOME, coins, covers, fought, over, spots, values, war, war_met, zones

from bestiary.games.beasts.hands import put_card
from bestiary.games.beasts.state import (
    DISCARD, DROPPING, LOSING, OUT, RARE_AT, RECRUIT, SHOP_COPIES, TIER_CARDS, WAR_STEP,
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
    assert scene.legal(0) == ["player 2", "player 3"]
    scene.play("player 3")
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
    scene.play("token illusion", "token freeze", "act muster held")
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
    scene.play("card 9")
    assert 9 in scene.hand(0)
    assert zones(scene, 7) == [DISCARD]


@covers("DISC")
def test_disc_lets_the_opponent_choose_what_it_discards() -> None:
    scene = fought("IM DISC opp 1")
    assert (scene.at(), scene.asked()) == (DROPPING, [1])
    scene.play("card 22", seat=1)
    assert scene.hand(1) == [21, 23]
    assert zones(scene, 22) == [DISCARD + 1]


@covers("TRASHC")
def test_trashc_takes_a_card_out_of_the_game() -> None:
    scene = fought("IM TRASHC opp")
    scene.play("card 21", seat=1)
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
    scene.play("card 31")
    assert 31 in scene.hand(0)
    assert zones(scene, 30) == [DISCARD + 1]


def test_every_card_of_a_large_discard_pile_can_be_chosen() -> None:
    def pile_up(scene: Scene) -> None:
        scene.lay_discard(1, *range(24, 40))
        for card in range(60, 80):  # of a clan that nobody plays
            put_card(scene.state, card, DISCARD + 1)

    scene = fought("IM STEALC discard", lay=pile_up)
    assert scene.legal(0) == [f"card {card}" for card in (*range(24, 40), *range(60, 80))]
    scene.play("card 79")
    assert 79 in scene.hand(0)


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
    scene.play("card 1", "card 30")
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
    scene.play("card 0")
    assert coins(scene) == [7, 7]


def test_copied_values_replace_ones_own() -> None:
    scene = fought("IM COPY values", seat=1, lay=lambda scene: scene.prints(0, (9, 2, 7)))
    assert values(scene, 1) == [9, 2, 7]


def test_a_copy_of_a_copy_is_void() -> None:
    scene = fought("IM COPY effect", lay=lambda scene: scene.says(20, "IM COPY effect", "IM COIN 1"))
    scene.play("card 0")
    assert coins(scene) == [6, 6]
    assert scene.at() == WAR_STEP


@covers("ACTRET")
def test_actret_sends_an_action_card_of_the_opponents_choice_back() -> None:
    scene = fought("IM ACTRET", lay=lambda scene: scene.hold(1, "muster", "hire"))
    assert scene.asked() == [1]
    scene.play("act muster held")
    assert (int(scene.state.held[1, 1]), int(scene.state.stock[1])) == (0, SHOP_COPIES)


@covers("ACTSTEAL")
def test_actsteal_takes_an_open_card_of_ones_choice_or_any_hidden_one() -> None:
    scene = war("IM ACTSTEAL")
    scene.hold(1, "muster")
    scene.hide(1, "militia")
    scene.meet()
    scene.clash(0, 20)
    assert scene.legal(0) == ["hidden", "act muster held"]
    scene.play("act muster held")
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
    scene = fought(f"IM {operation} opp 1", lay=lambda scene: scene.units(1, 19, "k"))
    assert (scene.at(), scene.asked()) == (LOSING, [1])
    scene.play("unit scout ready", seat=1)
    assert scene.at_field(1, 19) == left
    assert int(scene.state.supply[1, 1]) == home


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
