"""Specialties of the clans: every Passive, every condition, every action side; and what is known of hidden cards."""

from __future__ import annotations

import pytest
from beasts_helpers import Scene, copy, turns

from bestiary.engine.chance import quick_rng
from bestiary.games.beasts.cards.entries import (
    P_HAND, WHEN_AHEAD, WHEN_ALWAYS, WHEN_BEHIND, WHEN_FREE, WHEN_HOME, WHEN_POOREST, WHEN_SMALL,
)  # fmt: skip
from bestiary.games.beasts.hands import hand_limit
from bestiary.games.beasts.phases import price_of
from bestiary.games.beasts.secrets import determinize, hide
from bestiary.games.beasts.specialties import (
    after_win, boat_range, hunt_heads, hunt_taming, hunted_strength, passive_of, spend_boosts, war_skulls, war_strength,
    war_style,
)  # fmt: skip
from bestiary.games.beasts.stack import RECRUIT_POINTS, top
from bestiary.games.beasts.state import (
    ACTION_NAMES, ALLY, BOOST_STRENGTH, BOOST_TAMING, BUYING, CHAINING, CONTROL, FREEZE, GATHERING, HARVEST, INCOME,
    LEGENDARY, ODD_JOBS, RARE_AT, RECRUIT, ROUND, SPECIALTIES, SPECIALTY, TAKING, TARGET, TIER_CARDS, TRACK_NAMES,
    TRAVELLING, TURNS, UP,
)  # fmt: skip
from bestiary.games.beasts.tracks import spot_of


def coins(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.coins[: int(scene.state.seats)]]


def owner(text: str, *clans: int) -> Scene:
    """Seat 0 has a specialty; to use an action side it holds the card."""
    scene = turns(*(clans or (0, 1)))
    scene.special(0, text)
    scene.hold(0, "specialty")
    return scene


# --- Choosing and paying


def test_a_clan_chooses_among_the_specialties_that_the_edition_has_for_it() -> None:
    scene = turns(0, 1)
    scene.box.passive[0, :] = 0
    scene.box.passive[0, 6] = (P_HAND, 1, 0, 0)
    scene.state.frame[0], scene.state.asked[0] = SPECIALTIES, 3
    assert scene.legal(0) == ["specialty 6 passive", "specialty 6 action"]
    assert scene.legal(1)[0] == "specialty 10 passive"  # clan 1, the first of ten
    assert len(scene.legal(1)) == 6


def test_r15_a_passive_does_not_work_before_all_have_chosen_so_that_nobody_can_see_it() -> None:
    scene = turns(0, 1)
    before = int(hand_limit(scene.box, scene.state, 0))
    scene.special(0, "hand 2")
    assert int(hand_limit(scene.box, scene.state, 0)) == before + 2
    scene.state.frame[0] = SPECIALTIES
    assert int(hand_limit(scene.box, scene.state, 0)) == before


def test_a_specialty_costs_what_its_card_says_and_what_the_event_makes_of_it() -> None:
    scene = owner("use coins 4 once")
    scene.special(0, "use coins 4 once", cost=3)
    assert price_of(scene.box, scene.state, 0, SPECIALTY) == 3
    scene.lasts("discount all 2")
    assert price_of(scene.box, scene.state, 0, SPECIALTY) == 1
    scene.lasts("discount action 2")
    assert price_of(scene.box, scene.state, 0, SPECIALTY) == 3


# --- When a Passive works


WHENS = {
    "always": (WHEN_ALWAYS, lambda scene: None, None),
    "while nobody has fewer coins": (
        WHEN_POOREST, lambda scene: None, lambda scene: scene.state.coins.__setitem__(1, 4),
    ),
    "while nobody has fewer beasts": (WHEN_BEHIND, lambda scene: scene.owned(1, 3), lambda scene: scene.owned(0, 4, 5)),
    "while nobody has more beasts": (WHEN_AHEAD, lambda scene: scene.owned(0, 3), lambda scene: scene.owned(1, 4, 5)),
    "while it holds no token but substitution": (
        WHEN_FREE, lambda scene: scene.tokens(0, "substitution", 2), lambda scene: scene.tokens(0, "poison", 1),
    ),
    "while nobody has fewer units": (
        WHEN_SMALL, lambda scene: scene.units(1, 30, "2c"), lambda scene: scene.units(0, 57, "k"),
    ),
    "while it controls its capital": (
        WHEN_HOME, lambda scene: scene.marks(0, 2), lambda scene: scene.state.marker.__setitem__(2, 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WHENS, ids=lambda case: case.replace(" ", "_"))
def test_a_passive_works(case: str) -> None:
    when, begins, ends = WHENS[case]
    scene = turns(0, 1)
    scene.special(0, "hand 2", when)
    begins(scene)
    assert int(passive_of(scene.box, scene.state, 0, P_HAND)) == 2
    if ends:
        ends(scene)
        assert int(passive_of(scene.box, scene.state, 0, P_HAND)) == 0


def test_the_akatsuki_are_at_home_in_any_base() -> None:
    scene = turns(6, 1)
    scene.special(0, "hand 1", WHEN_HOME)
    assert int(passive_of(scene.box, scene.state, 0, P_HAND)) == 0
    scene.units(0, 25, "c")
    assert int(passive_of(scene.box, scene.state, 0, P_HAND)) == 1


# --- Passives


def test_income_pays_more_in_the_shop_phase() -> None:
    scene = turns(0, 1)
    scene.special(1, "income 2", WHEN_POOREST)
    scene.state.coins[:2] = (5, 3)
    scene.jump(INCOME)
    assert coins(scene) == [5 + 3, 3 + 4 + 2]


def test_spring_gives_more_points_at_every_hot_spring() -> None:
    scene = turns(0, 1)
    scene.special(0, "spring 1")
    scene.units(0, 7, "c")
    scene.begin(CONTROL, 0, 7, 1)
    assert "unit elder ready" in scene.legal()  # 2 + 1


def test_cross_opens_one_border_of_its_kind_in_each_travel_to_all_units() -> None:
    scene = owner("cross any")
    scene.hold(0, "travel")
    scene.units(0, 14, "2c k")
    scene.play("act travel held", "from 14")
    assert {2, 16} <= set(scene.fields("field"))  # a mountain, a river
    scene.play("field 2", "unit scout ready", "unit elder ready")
    assert 16 not in scene.fields("field")
    assert "unit scout ready" in scene.legal()


@pytest.mark.parametrize(("border", "open_"), [("mountain", {2}), ("river", {16})])
def test_cross_opens_only_its_kind_of_border(border: str, open_: set[int]) -> None:
    scene = owner(f"cross {border}")
    scene.hold(0, "travel")
    scene.units(0, 14, "c")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {4, 12} | open_


def test_attack_and_defend_add_to_unit_strength_on_their_side() -> None:
    scene = owner("attack 2")
    assert [int(war_strength(scene.box, scene.state, 0, attacks)) for attacks in (True, False)] == [2, 0]
    scene.special(0, "defend 1")
    assert [int(war_strength(scene.box, scene.state, 0, attacks)) for attacks in (True, False)] == [0, 1]


def test_firstup_doubles_the_first_step_of_the_round() -> None:
    scene = turns(0, 1, 2, 3)
    scene.special(0, "firstup any")
    scene.track("starting", 1, 2, 3, 0)
    scene.begin(UP, 0, 2, 1)
    scene.play("track starting")
    assert spot_of(scene.state, TRACK_NAMES.index("starting"), 0) == 1
    scene.play("track starting")
    assert spot_of(scene.state, TRACK_NAMES.index("starting"), 0) == 0
    scene.jump(ROUND)
    assert int(scene.state.climbed) == 0


def test_firstup_of_one_track_waits_for_a_step_on_it() -> None:
    scene = turns(0, 1, 2, 3)
    scene.special(0, "firstup strength")
    scene.track("starting", 1, 2, 3, 0)
    scene.track("strength", 1, 2, 3, 0)
    scene.begin(UP, 0, 2, 1)
    scene.play("track starting", "track strength")
    assert [int(spot_of(scene.state, TRACK_NAMES.index(name), 0)) for name in ("starting", "strength")] == [2, 1]


def test_hand_raises_the_limit_and_what_is_lost_with_it_is_discarded() -> None:
    scene = turns(0, 1)
    before = int(hand_limit(scene.box, scene.state, 0))
    scene.special(0, "hand 2", WHEN_BEHIND)
    assert int(hand_limit(scene.box, scene.state, 0)) == before + 2


def test_ward_gives_substitutions_in_each_setup_phase() -> None:
    scene = turns(0, 1)
    scene.special(1, "ward 2")
    scene.jump(HARVEST)
    assert [scene.tokens(seat, "substitution") for seat in range(2)] == [0, 2]


def test_hunter_gives_heads_to_the_first_card() -> None:
    scene = owner("hunter 2")
    assert [int(hunt_heads(scene.box, scene.state, seat)) for seat in range(2)] == [2, 0]


def test_allyup_raises_the_first_ally_of_a_round() -> None:
    scene = owner("allyup")
    scene.begin(ALLY, 0, 0)
    scene.begin(ALLY, 0, 0)
    tiers = sorted((card - RARE_AT) // TIER_CARDS for card in scene.hand(0) if card >= RARE_AT)
    assert tiers == [0, 1]


def test_allyup_leaves_a_legendary_ally_what_it_is() -> None:
    scene = owner("allyup")
    scene.begin(ALLY, 0, LEGENDARY)
    assert scene.hand(0)[-1] >= RARE_AT + LEGENDARY * TIER_CARDS


def test_skull_works_only_for_an_attacker() -> None:
    scene = owner("skull 1")
    assert [int(war_skulls(scene.box, scene.state, 0, attacks)) for attacks in (True, False)] == [1, 0]


def test_sail_lets_boats_go_further_and_a_storm_slows_them_all_the_same() -> None:
    scene = owner("sail 3")
    scene.hold(0, "travel")
    scene.units(0, 63, "b")
    scene.play("act travel held")
    assert {64, 66, 67} < set(scene.fields("into"))
    scene.lasts("storm 1 open")
    assert set(scene.fields("into")) == {64}


def test_double_lets_a_marker_of_ones_choice_pay_twice() -> None:
    scene = turns(0, 1)
    scene.special(0, "double 1")
    scene.marks(0, 16, 11, 6)  # two coin fields, a field that pays nothing
    scene.jump(HARVEST)
    assert (scene.at(), scene.legal()) == (GATHERING, ["field 11", "field 16"])
    assert coins(scene)[0] == 5 + 2 + 2
    scene.play("field 16")
    assert scene.at() == BUYING
    assert coins(scene)[0] == 5 + 2 + 2 + 2 + 3


def test_double_does_not_ask_where_there_is_no_choice() -> None:
    scene = turns(0, 1)
    scene.special(0, "double 2")
    scene.marks(0, 16)
    scene.jump(HARVEST)
    assert scene.at() == BUYING
    assert coins(scene)[0] == 5 + 2 + 2 + 3


def test_style_counts_for_one_style() -> None:
    scene = owner("style N 2")
    assert [int(war_style(scene.box, scene.state, 0, style)) for style in range(3)] == [0, 2, 0]


def test_peek_shows_the_loser_s_hidden_cards_and_takes_some() -> None:
    scene = owner("peek 1")
    scene.hide(1, "odd-jobs", "militia")
    scene.state.asked[0] = 0
    after_win(scene.box, scene.state, 0, 1, False, None)
    scene.run()
    assert (scene.at(), scene.asked()) == (TAKING, [0])
    assert scene.legal() == ["act odd-jobs secret", "act militia secret"]
    scene.play("act odd-jobs secret")
    assert int(scene.state.secret[0, ODD_JOBS]) == 1
    assert [int(n) for n in scene.state.secret_count[:2]] == [1, 1]


def test_chain_binds_a_beast_of_who_loses_to_an_attack() -> None:
    scene = owner("chain 1")
    scene.owned(1, 3, 4)
    scene.state.asked[0] = 0
    after_win(scene.box, scene.state, 0, 1, False, None)
    assert int(scene.state.depth) == 1
    after_win(scene.box, scene.state, 0, 1, True, None)
    scene.run()
    assert (scene.at(), scene.asked()) == (CHAINING, [1])


# --- Action sides


def test_coins() -> None:
    scene = owner("use coins 4 once")
    scene.play("act specialty held")
    assert coins(scene)[0] == 9


def test_coins_recruits_strength_and_taming_may_count_what_the_owner_has() -> None:
    for text in ("use coins 2", "use recruit 2", "use strength 2", "use tame 2"):
        for tally, count, lay in (
            ("marker", 2, lambda scene: scene.marks(0, 4, 7)),
            ("beast", 3, lambda scene: scene.owned(0, 1, 10)),
            ("boat", 2, lambda scene: scene.units(0, 63, "2b")),
            ("ally", 1, lambda scene: scene.give(0, 0, RARE_AT)),
        ):
            scene = owner(f"{text} {tally}")
            assert "act specialty held" not in scene.legal()
            lay(scene)
            scene.play("act specialty held")
            if scene.at() == RECRUIT:
                amount = int(top(scene.state, RECRUIT_POINTS))
            else:
                boosts = scene.state.boost[0, BOOST_STRENGTH], scene.state.boost[0, BOOST_TAMING]
                amount = max(coins(scene)[0] - 5, *(int(boost) for boost in boosts))
            assert amount == 2 * count


def test_recruit() -> None:
    scene = owner("use recruit 4 once")
    scene.units(0, 4, "c")
    scene.play("act specialty held")
    assert scene.at() == RECRUIT
    scene.play("unit elder ready", "field 4", "unit scout ready", "field 4")
    assert scene.at_field(0, 4) == "2c k"


def test_travel_is_made_as_often_as_the_card_says() -> None:
    scene = owner("use travel 2")
    assert "act specialty held" not in scene.legal()
    scene.units(0, 4, "c")
    scene.play("act specialty held", "into 6", "field 4", "unit scout ready")
    assert (scene.at(), scene.asked()) == (TRAVELLING, [0])
    scene.play("into 4", "field 6", "unit scout ready")
    assert scene.at() == TURNS
    assert scene.at_field(0, 4) == "c"


def test_strength_counts_in_the_next_war_of_the_round_and_no_longer() -> None:
    scene = owner("use strength 4 once")
    scene.play("act specialty held")
    assert [int(war_strength(scene.box, scene.state, 0, attacks)) for attacks in (True, False)] == [4, 4]
    spend_boosts(scene.state, 0, True)
    assert int(war_strength(scene.box, scene.state, 0, True)) == 4
    spend_boosts(scene.state, 0, False)
    assert int(war_strength(scene.box, scene.state, 0, True)) == 0
    scene = owner("use strength 4 once")
    scene.play("act specialty held")
    scene.jump(ROUND)
    assert not scene.state.boost.any()


def test_raise() -> None:
    scene = owner("use raise 2")
    scene.units(0, 4, "c", prone=True)
    scene.units(0, 63, "b", prone=True)
    scene.play("act specialty held")
    assert (scene.at_field(0, 4), scene.at_field(0, 63)) == ("c", "b")
    assert int(war_strength(scene.box, scene.state, 0, False)) == 2


def test_march_is_a_travel_with_strength_for_a_war() -> None:
    scene = owner("use march 3")
    assert "act specialty held" not in scene.legal()
    scene.units(0, 4, "c")
    scene.play("act specialty held", "into 6", "field 4", "unit scout ready")
    assert scene.at_field(0, 6) == "c"
    assert int(war_strength(scene.box, scene.state, 0, True)) == 3
    assert scene.asked() == [1]


def test_boosts_add_up_as_far_as_there_is_room() -> None:
    scene = owner("use strength 9 boat")
    scene.units(0, 63, "10b")
    for _ in range(2):
        scene.state.asked[0] = 1
        scene.state.arg[0] = 0
        scene.state.held[0, SPECIALTY], scene.state.stock[SPECIALTY] = 1, 4
        scene.play("act specialty held")
    assert int(war_strength(scene.box, scene.state, 0, True)) == 99


def test_up_on_a_track_or_on_any() -> None:
    scene = owner("use up payday 2", 0, 1, 2, 3)
    scene.track("payday", 0, 1, 2, 3)
    assert "act specialty held" not in scene.legal()
    scene.track("payday", 3, 2, 1, 0)
    scene.play("act specialty held")
    assert [int(seat) for seat in scene.state.track[TRACK_NAMES.index("payday")]] == [3, 0, 2, 1]
    scene = owner("use up any 2", 0, 1, 2, 3)
    scene.track("starting", 3, 2, 1, 0)
    scene.play("act specialty held", "track starting")
    assert [int(seat) for seat in scene.state.track[0]] == [3, 0, 2, 1]
    assert scene.asked() == [1]


def test_draw() -> None:
    scene = owner("use draw 2 clan")
    scene.play("act specialty held")
    assert len(scene.hand(0)) == 6


def test_draw_takes_hidden_cards_as_long_as_there_are_any() -> None:
    scene = owner("use draw 3 hidden")
    scene.play("act specialty held")
    assert int(scene.state.secret_count[0]) == 3
    scene = owner("use draw 3 hidden")
    scene.state.hidden_discard[:] += scene.state.hidden_deck
    scene.state.hidden_deck[:] = scene.state.hidden_left = 0
    assert "act specialty held" not in scene.legal()


def test_hex_gives_a_token_to_so_many_players_at_most() -> None:
    scene = owner("use hex poison 2", 0, 1, 2, 3)
    scene.play("act specialty held")
    assert (scene.at(), scene.legal()) == (TARGET, ["player 1", "player 2", "player 3"])
    scene.play("player 2")
    assert scene.legal() == ["pass", "player 1", "player 3"]
    scene.play("player 1")
    assert [scene.tokens(seat, "poison") for seat in range(4)] == [0, 1, 1, 0]
    assert scene.asked() == [1]


def test_tame_weakens_the_beast_of_the_next_hunt() -> None:
    scene = owner("use tame 4 once")
    scene.play("act specialty held")
    assert int(hunt_taming(scene.box, scene.state, 0)) == 4
    assert [int(hunted_strength(scene.box, scene.state, 0, beast)) for beast in (1, 8)] == [0, 5]
    spend_boosts(scene.state, 0, False)
    assert int(hunt_taming(scene.box, scene.state, 0)) == 4
    spend_boosts(scene.state, 0, True)
    assert int(hunt_taming(scene.box, scene.state, 0)) == 0


def test_ally_gives_one_up_for_a_higher_one() -> None:
    scene = owner("use ally 2")
    assert "act specialty held" not in scene.legal()
    scene.give(0, 0, 1, RARE_AT, RARE_AT + 2 * TIER_CARDS)
    scene.play("act specialty held")
    assert scene.legal() == [f"card {RARE_AT}"]
    scene.play(f"card {RARE_AT}")
    assert [(card - RARE_AT) // TIER_CARDS for card in scene.hand(0) if card >= RARE_AT] == [2, 2]


def test_skull_is_added_in_the_next_war_on_either_side() -> None:
    scene = owner("use skull 3")
    scene.play("act specialty held")
    assert [int(war_skulls(scene.box, scene.state, 0, attacks)) for attacks in (True, False)] == [3, 3]


def test_sail_is_a_travel_in_which_boats_go_further() -> None:
    scene = owner("use sail 5")
    assert "act specialty held" not in scene.legal()
    scene.units(0, 63, "b")
    scene.play("act specialty held")
    assert len(scene.fields("into")) > 5
    scene.play("into 64", "field 63", "unit boat ready")
    assert int(boat_range(scene.box, scene.state, 0)) == 2
    scene.check()


def test_harvest_collects_what_markers_pay() -> None:
    scene = owner("use harvest 2")
    assert "act specialty held" not in scene.legal()
    scene.marks(0, 16, 11, 1)
    scene.play("act specialty held", "field 11")
    assert scene.legal() == ["field 1", "field 16"]
    scene.play("field 1")
    assert coins(scene)[0] == 5 + 2 + 2
    assert scene.at() == TURNS


def test_style_is_better_in_the_next_war() -> None:
    scene = owner("use style T 3")
    scene.play("act specialty held")
    assert [int(war_style(scene.box, scene.state, 0, style)) for style in range(3)] == [3, 0, 0]
    spend_boosts(scene.state, 0, False)
    assert int(war_style(scene.box, scene.state, 0, 0)) == 0


def test_peek_looks_at_the_hidden_cards_of_another_and_takes_one() -> None:
    scene = owner("use peek 1", 0, 1, 2)
    assert "act specialty held" not in scene.legal()
    scene.hide(2, "bribe")
    scene.play("act specialty held")
    scene.let()
    scene.play("player 2", "act bribe secret")
    assert int(scene.state.secret[0, ACTION_NAMES.index("bribe")]) == 1
    assert int(scene.state.secret_count[2]) == 0


def test_r48_who_is_paralyzed_takes_nothing() -> None:
    scene = owner("use peek 1")
    scene.hide(1, "militia")
    scene.tokens(0, "paralyze", 1)
    scene.play("act specialty held")
    scene.let()
    scene.play("player 1", "act militia secret")
    assert [int(n) for n in scene.state.secret_count[:2]] == [0, 1]
    assert scene.tokens(0, "paralyze") == 0


def test_chain_goes_to_a_player_with_more_beasts() -> None:
    scene = owner("use chain 1", 0, 1, 2)
    assert "act specialty held" not in scene.legal()
    scene.owned(2, 5)
    scene.play("act specialty held")
    assert scene.legal() == ["player 2"]
    scene.play("player 2")
    assert (scene.at(), scene.asked()) == (CHAINING, [2])


# --- What is known of hidden cards


def seen(scene: Scene, viewer: int, other: int) -> list[str]:
    counts = scene.state.glimpsed[viewer, other]
    return [name for name, count in zip(ACTION_NAMES, counts, strict=True) for _ in range(int(count))]


def spying() -> Scene:
    """Seat 0 has seen the hidden cards of seat 1."""
    scene = turns(0, 1, 2)
    scene.hide(1, "odd-jobs", "militia", "militia")
    scene.hide(0, "spyglass")
    scene.play("act spyglass secret")
    scene.let()
    scene.play("player 1")
    return scene


def test_a_spyglass_shows_hidden_cards_too() -> None:
    scene = spying()
    assert seen(scene, 0, 1) == ["odd-jobs", "militia", "militia"]
    assert seen(scene, 2, 1) == []


def test_a_hidden_card_that_is_played_is_known_no_more() -> None:
    scene = spying()
    scene.units(1, 15, "c")
    scene.play("act militia secret")
    scene.let()
    assert seen(scene, 0, 1) == ["odd-jobs", "militia"]


def test_one_possible_truth_leaves_known_cards_where_they_are() -> None:
    scene = spying()
    scene.hide(1, "bribe")
    for seed in range(10):
        guess = copy(scene)
        hide(guess.state, 0)
        determinize(guess.box, guess.state, 0, quick_rng(seed))
        guess.check()
        assert int(guess.state.secret[1, ODD_JOBS]) >= 1
        assert int(guess.state.secret[1, ACTION_NAMES.index("militia")]) == 2
        assert seen(guess, 0, 1) == seen(scene, 0, 1)


def test_both_know_what_was_taken_and_the_others_only_that_it_might_be_any() -> None:
    scene = spying()
    scene.special(2, "use peek 1")
    scene.hold(2, "specialty")
    scene.play("pass")
    scene.play("act specialty held")
    scene.let()
    scene.play("player 1", "act militia secret")
    assert seen(scene, 0, 1) == ["militia"]  # one of the two is still there
    assert seen(scene, 2, 1) == ["odd-jobs", "militia"]
    assert seen(scene, 1, 2) == ["militia"]
    assert seen(scene, 0, 2) == []


def test_a_frozen_card_that_is_taken_thaws() -> None:
    scene = owner("use peek 1")
    scene.hide(1, "militia")
    militia = ACTION_NAMES.index("militia")
    scene.state.token[1, FREEZE] = scene.state.secret_frozen[1, militia] = scene.state.secret_cold[1] = 1
    scene.play("act specialty held")
    scene.let()
    scene.play("player 1", "act militia secret")
    assert not scene.state.secret_frozen.any()
    assert int(scene.state.secret_cold[1]) == 0
