"""Rulings R64 to R77, which an audit of the rulebook against the built game has added; each really played. What
may be done stands in test_beasts_action_rulings.py."""

from __future__ import annotations


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
    BOOST_STRENGTH, CHUNIN, CLANS, DOWN, HUNT, KAGE, LOSING, PAYDAY, RARE_AT, RECRUIT, RETREAT, ROUNDS, SKULLS,
    SPECIALTY_CARDS, STRENGTH, TURNS, UP, WAR_STEP, WITH_PLAYER, W_SCORE,
)  # fmt: skip

# --- R71: recruiting without a unit of that kind


def test_r71_who_has_no_scout_recruits_one_only_over_a_coast_of_its_water() -> None:
    scene = turns(0, 1)
    coast = next(f for f in range(61) if scene.box.kind[f] == 0 and any(scene.box.border[f] == 3))
    water = next(int(w) for i, w in enumerate(scene.box.near[coast]) if scene.box.border[coast, i] == 3)
    scene.units(0, water, "b")
    scene.marks(0, HOME)  # a land of its own, whose land neighbours are not opposite
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


# --- R69: the next war


def test_r69_what_waits_for_the_next_war_says_that_it_is_one_between_players() -> None:
    words = read_words(parse(read_edition(HOUSE), "house").section("words"))
    assert "your next war against a player" in sentence(parse_effects(["NW BP 1"])[0], words)
    for word, values in (("strength", (4, 0)), ("march", (2,)), ("raise", (3,)), ("skull", (3,)), ("style", (0, 3))):
        (kind,) = [each for each in SPECIALTY_ACTIONS if each.word == word]
        assert "your next war against a player" in entry_text(kind, values, words), word
