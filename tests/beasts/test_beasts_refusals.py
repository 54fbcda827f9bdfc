"""Why something is refused: every clause is reached by a test that is named by a sentence, and says what is missing."""

from __future__ import annotations

import functools
import os
import random
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from beasts_helpers import Scene, deal, enrich, lively_box, turns
from effects_helpers import fought
from test_beasts_words import check_text

from bestiary.engine.content import Edition
from bestiary.engine.frames import ask, waiting
from bestiary.engine.seat_names import with_names
from bestiary.engine.registry import find_game
from bestiary.engine.seat import clause_for
from bestiary.engine.sight import sight
from bestiary.games.beasts import clauses as c
from bestiary.games.beasts import rules, words
from bestiary.games.beasts.cases import DEEDS, MOMENTS
from bestiary.games.beasts.control import lift_marker
from bestiary.games.beasts.hands import put_card
from bestiary.games.beasts.stack import nest
from bestiary.games.beasts.windows import REACTION_WINDOWS
from bestiary.games.beasts.state import (
    ACTIONS, ASIDE, BEAST_MOVE, BUYING, CHAINING, DISCARDING, DOWN, FATE, GATHERING, GIVE_BEAST, KAMUI, LOSE_PRONE,
    LOSE_RAISE, LOSING, MAX_MOVES, NOTES, OUT, RARE_AT, RECRUIT, RECRUIT_AT, RETREAT, ROUND, SEATING, SEATS, SHEDDING,
    SPECIALTIES, SPEND_ALLY, SUBSTITUTION, SURVEY, TAKING, TARGET, TIER_CARDS, TOKEN, TRACKS, UP,
)  # fmt: skip

GAME = find_game("beasts")
HOUSE = GAME.edition()
PEOPLE = ["Ada", "Bram", "Cleo", "Dora"]
REACHED: dict[int, list[str]] = {}
GENERIC = re.compile(r"cannot be chosen|not to be decided|not allowed|is illegal|not legal|not possible|not now", re.I)
Lay = Callable[[], Scene]


def edition_of(scene: Scene) -> Edition:
    """The house edition's words on the cards of a scene."""
    return replace(HOUSE, box=scene.box)


def refuses(clause: int, action: str, says: str, seat: int | None = None) -> Callable[[Lay], Callable[[], None]]:
    """A test that lays a scene: there this clause refuses the action, and its sentence says this."""

    def mark(lay: Lay) -> Callable[[], None]:
        REACHED.setdefault(clause, []).append(lay.__name__)

        @functools.wraps(lay)
        def test() -> None:
            scene = lay()
            mover = scene.asked()[0] if seat is None else seat
            before = scene.state.tobytes()
            assert int(rules.refusal(scene.box, scene.state, mover, ACTIONS.parse(action))) == clause
            told = clause_for(sight(GAME, edition_of(scene), scene.state, mover), action)
            assert told is not None
            assert scene.state.tobytes() == before
            sentence = with_names(told.sentence, PEOPLE, mover)
            assert says in sentence, sentence
            assert sentence.endswith(".")
            check_text(sentence)

        del test.__wrapped__  # type: ignore[attr-defined]  # pytest takes the scene for a return value otherwise
        return test

    return mark


# --- Whoever asks, whatever for


@refuses(c.NOT_ASKED, "pass", "You owe no decision now", seat=1)
def test_who_is_not_asked_owes_no_decision() -> Scene:
    return turns(0, 1)


@refuses(c.GAME_IS_OVER, "pass", "The game is over.", seat=0)
def test_nothing_can_be_done_when_the_game_is_over() -> Scene:
    scene = turns(0, 1)
    scene.state.depth = 0
    return scene


@refuses(c.OTHER_STEP, "buy travel", "Your turn: take one action, or pass for the rest of the round. This is not")
def test_an_answer_to_another_question_is_told_what_is_to_be_decided_now() -> Scene:
    return turns(0, 1)


@refuses(c.NO_SUCH_SEAT, "player 3", "There are 2 players at this table")
def test_a_seat_that_nobody_has_cannot_be_named() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "spyglass")
    scene.play("act spyglass secret")
    return scene


# --- Set-up, the order of a round, the shop


def first_fields(*clans: int) -> Scene:
    return deal(len(clans), clans)


@refuses(c.NOT_A_BASE, "field 2", "is no Lair")
def test_the_clan_without_a_capital_begins_in_a_lair() -> Scene:
    return first_fields(6, 0)


@refuses(c.FIELD_CLAIMED, "field 13", "you begin there")
def test_a_field_where_somebody_begins_is_taken() -> Scene:
    return first_fields(0, 1)


@refuses(c.NOT_BESIDE_FIRST, "field 6", "does not border on")
def test_the_second_field_lies_beside_the_first() -> Scene:
    return first_fields(0, 1)


@refuses(c.NOT_BESIDE_FIELDS, "field 6", "borders on none of your fields")
def test_the_third_field_lies_beside_one_of_the_others() -> Scene:
    scene = first_fields(0, 1)
    scene.play("field 15")
    return scene


@refuses(c.NEEDS_WATER, "field 18", "One of your three fields must be water")
def test_one_of_the_first_fields_is_water() -> Scene:
    scene = first_fields(0, 1)
    scene.play("field 15")
    return scene


def posting() -> Scene:
    scene = first_fields(0, 1)
    scene.play("field 15", "field 68")
    return scene


@refuses(c.NOT_A_START_FIELD, "post 6 elder", "which are")
def test_units_are_posted_in_the_first_fields_only() -> Scene:
    return posting()


@refuses(c.POINTS_NEEDED, "post 13 elder", "An elder costs 3 points. You have 4 points; 2 must stay for fields")
def test_every_first_field_keeps_a_point_for_a_unit() -> Scene:
    scene = posting()
    scene.play("post 13 elder")
    return scene


@refuses(c.OTHER_CLAN, "specialty 10 passive", "is a specialty of Dunewatch; you lead Emberleaf.", seat=0)
def test_a_specialty_of_another_clan_cannot_be_taken() -> Scene:
    scene = turns(0, 1)
    scene.state.frame[0], scene.state.asked[0] = SPECIALTIES, 3
    return scene


@refuses(c.NO_SPECIALTY, "specialty 9 action", "has no specialty 9 for Emberleaf", seat=0)
def test_a_specialty_that_the_edition_does_not_have_cannot_be_taken() -> Scene:
    scene = turns(0, 1)
    scene.state.frame[0], scene.state.asked[0] = SPECIALTIES, 3
    return scene


@refuses(c.IDLE_SPECIALTY, "specialty 5 passive", "Shared Benches could do nothing with 2 players", seat=0)
def test_a_specialty_that_cannot_matter_with_two_players_cannot_be_taken() -> Scene:
    scene = turns(0, 1)
    scene.state.frame[0], scene.state.asked[0] = SPECIALTIES, 3
    scene.box.passive[0, 5] = HOUSE.box.passive[0, 5]
    return scene


@refuses(c.PLACE_TAKEN, "place 0", "has taken the first place.")
def test_a_place_in_the_order_is_taken_once() -> Scene:
    scene = turns(0, 1)
    scene.jump(ROUND)
    assert scene.at() == SEATING
    scene.play("place 0")
    return scene


def shopping(coins: int = 5) -> Scene:
    scene = turns(0, 1)
    scene.state.coins[:2] = coins
    scene.jump(BUYING, 0)
    return scene


@refuses(c.SOLD_OUT, "buy hire", "No Hire is left in the shop.")
def test_a_card_that_is_sold_out_cannot_be_bought() -> Scene:
    scene = shopping()
    scene.state.held[1, 4], scene.state.stock[4] = 5, 0
    return scene


@refuses(c.TOO_DEAR, "buy hire", "Hire costs 3 coins; you have 2.")
def test_a_card_that_costs_more_than_one_has_cannot_be_bought() -> Scene:
    return shopping(2)


@refuses(c.TOO_DEAR, "hidden", "A hidden card costs 1 coin; you have 0.")
def test_a_hidden_card_costs_a_coin() -> Scene:
    return shopping(0)


@refuses(c.PASSIVE_SIDE, "buy specialty", "passive side")
def test_who_uses_the_passive_side_cannot_buy_a_specialty() -> Scene:
    return shopping()


@refuses(c.NO_HIDDEN_LEFT, "hidden", "The deck of hidden cards is empty.")
def test_an_empty_deck_sells_no_hidden_cards() -> Scene:
    scene = shopping()
    for card in range(35):
        scene.state.hidden_discard[card], scene.state.hidden_deck[card] = scene.state.hidden_deck[card], 0
    scene.state.hidden_left = 0
    return scene


# --- Action cards


@refuses(c.NOT_HELD, "act muster held", "You have no open Muster.")
def test_an_action_card_that_one_does_not_have_cannot_be_played() -> Scene:
    return turns(0, 1)


@refuses(c.FROZEN, "act muster held", "Your open Muster is frozen until the next round.")
def test_a_frozen_action_card_cannot_be_played() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "muster")
    scene.state.frozen[0, 1] = 1
    return scene


@refuses(
    c.ONLY_REACTION, "act vanguard held", "it is played before strength is compared in a war or hunt that you begin."
)
def test_a_reaction_is_no_action() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "vanguard")
    return scene


@refuses(c.ONLY_IN_TRAVEL, "act war held", "when units arrive")
def test_a_war_card_is_played_when_units_arrive() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "war")
    return scene


@refuses(c.NOWHERE_TO_GO, "act travel held", "you have 0 points of units on the map.")
def test_without_units_nobody_travels() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "travel")
    return scene


@refuses(c.NO_LESSER_ALLY, "act upgrade held", "You hold no ally")
def test_an_upgrade_takes_an_ally_to_give_up() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "upgrade")
    return scene


@refuses(c.NOTHING_TO_SHED, "act purify held", "You have no Illusion, Paralyze or Poison token to shed.")
def test_without_a_token_there_is_nothing_to_purify() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "purify")
    return scene


@refuses(c.NO_STEP_ASIDE, "act side-path secret", "No unit of yours has a free neighbouring field")
def test_a_side_path_takes_a_unit_with_somewhere_to_go() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "side-path")
    return scene


@refuses(c.NOBODY_PRONE, "act stretchers secret", "None of your units is prone.")
def test_stretchers_need_a_prone_unit() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "stretchers")
    return scene


@refuses(c.ALL_TRACKS_LED, "act petition held", "You lead all six tracks already.")
def test_a_petition_needs_a_track_to_climb() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "petition")
    for track in range(TRACKS):
        scene.state.track[track, :2] = (0, 1)
    return scene


@refuses(c.PURSE_FULL, "act odd-jobs secret", "You have 99 coins, the most that anybody can have.")
def test_odd_jobs_need_room_for_coins() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "odd-jobs")
    scene.state.coins[0] = 99
    return scene


@refuses(c.SHELTERED, "act cold-snap secret", "keeps all tokens away in this round.")
def test_nobody_receives_tokens_under_a_shelter() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "cold-snap")
    scene.lasts("shelter tokens")
    return scene


@refuses(c.NO_TOKEN_LEFT, "act venom-jar secret", "No Poison token is left in the supply.")
def test_a_venom_jar_needs_a_token_of_the_supply() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "venom-jar")
    scene.tokens(1, "poison", 20)
    return scene


@refuses(c.NO_TOKEN_LEFT, "act specialty held", "No Freeze token is left in the supply.")
def test_a_specialty_that_gives_tokens_needs_some_in_the_supply() -> Scene:
    scene = turns(0, 1)
    scene.special(0, "use hex freeze 2")
    scene.hold(0, "specialty")
    scene.tokens(1, "freeze", 20)
    return scene


@refuses(c.NOTHING_TO_DRAW, "act old-notes secret", "Your deck and your discard pile are empty.")
def test_old_notes_need_a_card_to_take() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "old-notes")
    scene.strip(0)
    return scene


@refuses(c.NO_ALLY_LEFT, "act hire held", "No ally is left that could come to you.")
def test_who_hires_needs_an_ally_in_the_deck() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "hire")
    scene.state.hand_backs[1, 9] = scene.box.allies[1]
    return scene


@refuses(c.NOBODY_TO_RECRUIT, "act muster held", "No unit of your supply that it pays for has a field to go to.")
def test_a_muster_needs_units_in_the_supply() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.hold(0, "muster")
    scene.state.supply[0] = 0
    return scene


@refuses(c.MARKERS_IN_USE, "act surveyor secret", "All ten markers of yours are in use, and you can place none.")
def test_a_surveyor_needs_a_marker_to_gain_or_to_place() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "surveyor")
    scene.marks(0, *[field for field in range(60) if scene.box.kind[field] == 0][:10])
    return scene


@refuses(c.NOT_IN_ACTIONS, "act purify held", "Purify is played in the action phase only.")
def test_no_action_card_is_played_before_the_actions_begin() -> Scene:
    scene = turns(0, 1)
    scene.says(1, "HT COIN 2")
    scene.hold(0, "purify")
    scene.event("plague poison 1")
    scene.jump(FATE)
    return scene


@refuses(c.NOTHING_TO_DO, "card 0", "could change nothing now: ")
def test_a_card_used_as_an_action_must_be_able_to_change_something() -> Scene:
    scene = turns(0, 1)
    scene.says(0, "HA COIN 2")
    scene.state.coins[0] = 99
    return scene


@refuses(c.NOBODY_AHEAD, "act binding-seal secret", "Nobody has captured more beasts than you, who have 1.")
def test_a_binding_seal_is_for_those_with_more_beasts() -> Scene:
    scene = turns(0, 1)
    scene.hide(0, "binding-seal")
    scene.owned(0, 3)
    return scene


def owner(text: str) -> Scene:
    """Seat 0 has a Specialty card and a specialty with this action side."""
    scene = turns(0, 1)
    scene.hold(0, "specialty")
    scene.special(0, text)
    return scene


@refuses(c.NOTHING_COUNTED, "act specialty held", "counts your markers on the map, and you have none.")
def test_a_specialty_that_counts_what_one_does_not_have_does_nothing() -> Scene:
    return owner("use coins 2 marker")


@refuses(c.TRACK_LED, "act specialty held", "You lead the")
def test_a_specialty_cannot_lift_who_leads_the_track() -> Scene:
    scene = owner("use up payday 1")
    scene.track("payday", 0, 1)
    return scene


@refuses(c.NO_PAYING_MARKER, "act specialty held", "None of your markers lies on a field with symbols.")
def test_a_harvest_takes_a_marker_on_symbols() -> Scene:
    return owner("use harvest 1")


@refuses(c.NOBODY_WITH_SECRETS, "act specialty held", "No other player has a hidden card.")
def test_a_peek_takes_somebody_with_hidden_cards() -> Scene:
    return owner("use peek 1")


# --- Reactions


def announced(*held: str, third: bool = False) -> Scene:
    """Seat 1 may react to the Muster of seat 0, and holds these cards."""
    scene = turns(0, 1, 2) if third else turns(0, 1)
    scene.hold(0, "muster", "counterseal")
    scene.hold(1, "counterseal", *held)
    scene.play("act muster held")
    return scene


def about_to_be_paid(holder: int) -> Scene:
    """Seat 0 is about to receive coins for field 16; this seat has cards for that moment."""
    scene = turns(0, 1)
    scene.hide(holder, "bribe", "double-pay")
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    scene.play("act travel held")
    scene.let()
    scene.play("into 16")
    scene.let()
    scene.play("field 6", "unit scout ready")
    return scene


@refuses(c.OTHER_MOMENT, "act vanguard held", "Vanguard is played before strength is compared", seat=1)
def test_a_reaction_has_its_moment() -> Scene:
    return announced("vanguard")


@refuses(c.OWN_DEED, "act bribe secret", "this is your own doing", seat=0)
def test_nobody_bribes_away_coins_of_ones_own() -> Scene:
    return about_to_be_paid(0)


@refuses(c.OTHERS_DEED, "act double-pay secret", "this is Ada's", seat=1)
def test_nobody_doubles_the_pay_of_others() -> Scene:
    return about_to_be_paid(1)


@refuses(c.NOT_WARDED_OFF, "act purify held", "Substitution cannot be warded off", seat=0)
def test_nobody_wards_off_a_token_that_helps() -> Scene:
    scene = turns(0, 1)
    scene.says(0, "HT COIN 2")
    scene.hold(0, "purify")
    scene.begin(TOKEN, 0, SUBSTITUTION)
    return scene


@refuses(c.NOT_FIGHTING, "act smoke-screen held", "is for those who fight at", seat=2)
def test_nobody_flees_from_the_war_of_others() -> Scene:
    scene = turns(0, 1, 2)
    scene.hold(1, "smoke-screen")
    scene.hold(2, "smoke-screen")
    scene.says(41, "HT COIN 2")
    scene.set_out()
    scene.let_until(lambda: "act smoke-screen held" in scene.legal(1))
    return scene


@refuses(c.NOT_ATTACKING, "act vanguard held", "is for whoever attacks", seat=1)
def test_a_vanguard_is_for_whoever_attacks() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "vanguard")
    scene.hold(1, "vanguard")
    scene.hide(1, "caltrops")
    scene.set_out()
    scene.let_until(lambda: "act vanguard held" in scene.legal(0))
    return scene


@refuses(c.NOT_DEFENDING, "act caltrops secret", "is for the defender, who is", seat=0)
def test_caltrops_are_for_the_defender() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "vanguard")
    scene.hide(0, "caltrops")
    scene.set_out()
    scene.let_until(lambda: "act vanguard held" in scene.legal(0))
    return scene


@refuses(c.NO_DEFENDER, "act reinforce held", "this is a hunt", seat=0)
def test_nobody_reinforces_a_hunt() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "vanguard", "reinforce")
    scene.chase()
    scene.let_until(lambda: "act vanguard held" in scene.legal(0))
    return scene


@refuses(c.NO_NEIGHBOURS, "act reinforce held", "You have no ready units in a field beside", seat=0)
def test_reinforcement_takes_ready_units_beside_the_battlefield() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "vanguard", "reinforce", "reinforce")
    scene.attack("2k", "c")
    return scene


# --- Battle cards


@refuses(c.NOT_IN_HAND, "card 10", "is not in your hand.")
def test_a_card_that_is_not_in_hand_cannot_be_used() -> Scene:
    return turns(0, 1)


@refuses(c.USED_CARD, "card 0", "was used from hand in this round.")
def test_a_card_is_used_from_hand_once_a_round() -> Scene:
    scene = turns(0, 1)
    scene.says(0, "HA COIN 1")
    scene.play("card 0", "pass")
    scene.give(0, 0, 1, 2, 3)
    return scene


@refuses(c.NO_USE_FROM_HAND, "card 0", "has no effect from hand: it fights.")
def test_a_card_that_only_fights_is_not_used_from_hand() -> Scene:
    return turns(0, 1)


@refuses(c.NOT_ITS_TIME, "card 0", "has its effect from hand at another time:")
def test_a_card_for_the_turns_of_others_waits_for_them() -> Scene:
    scene = turns(0, 1)
    scene.says(0, "HN SUPPORT")
    return scene


@refuses(c.CONDITION_FAILS, "card 0", "asks for is not so:")
def test_a_card_whose_condition_fails_is_not_used() -> Scene:
    scene = turns(0, 1)
    scene.says(0, "HA[RNDC>=3] COIN 1")
    return scene


@refuses(c.LAST_CLAN_CARD, "card 20", "is your only clan card, which you keep.")
def test_the_last_clan_card_is_not_discarded() -> Scene:
    scene = turns(1, 0)
    scene.give(0, 20, *(RARE_AT + i for i in range(5)))
    scene.state.asked[0] = 0
    scene.run()
    assert scene.at() == DISCARDING
    return scene


def spending() -> Scene:
    scene = turns(0, 1)
    scene.give(0, 0, 1, RARE_AT, RARE_AT + 2 * TIER_CARDS)
    scene.begin(SPEND_ALLY, 0, 1)
    return scene


@refuses(c.NO_ALLY, "card 0", "is a clan card; an ally is given up.")
def test_a_clan_card_cannot_be_given_up_for_an_ally() -> Scene:
    return spending()


@refuses(c.HIGHEST_TIER, f"card {RARE_AT + 2 * TIER_CARDS}", "is of the highest tier already.")
def test_a_legendary_ally_cannot_be_exchanged_for_a_higher_one() -> Scene:
    return spending()


@refuses(c.NOT_IN_PILE, "card 5", "is not among the clan cards in your discard pile.")
def test_only_what_was_discarded_comes_back() -> Scene:
    scene = turns(0, 1)
    scene.lay_discard(0, 7)
    scene.begin(NOTES, 0, 1, 0)
    return scene


def awakening(*clans: int, points: tuple[int, int] = (0, 1)) -> Scene:
    """The first battle of a war, at this score."""
    scene = turns(*clans)
    scene.attack("c", "3k")
    scene.state.points[:] = points
    return scene


@refuses(c.CANNOT_AWAKEN, "awaken 0", "Only Dusk Covenant awakens cards; you lead Emberleaf.", seat=0)
def test_only_one_clan_awakens_cards() -> Scene:
    return awakening(0, 1)


@refuses(c.NOT_BEHIND, "awaken 120", "it is 1 to 1.", seat=0)
def test_who_is_not_behind_awakens_nothing() -> Scene:
    return awakening(6, 0, points=(1, 1))


@refuses(c.NOT_A_COVENANT_CARD, f"awaken {RARE_AT}", "is no clan card of Dusk Covenant", seat=0)
def test_an_ally_does_not_awaken() -> Scene:
    scene = turns(6, 0)
    scene.give(0, 120, RARE_AT)
    scene.attack("c", "3k")
    return scene


@refuses(c.AWAKENING_GONE, "awaken 120", "has been played.", seat=0)
def test_a_card_awakens_once() -> Scene:
    scene = awakening(6, 0)
    put_card(scene.state, 140, OUT)
    return scene


@refuses(c.NOT_IN_BATTLE, "card 1", "does not fight in this battle:", seat=0)
def test_the_first_word_goes_to_a_card_of_the_battle() -> Scene:
    scene = turns(0, 1)
    scene.track("tiebreaker", 0, 1)
    scene.says(0, "IM COIN 1")
    scene.says(20, "IM COIN 1")
    scene.attack("2k", "c")
    scene.battle()
    return scene


# --- Markers, fields and units


@refuses(c.NO_MARKER_THERE, "unmark 6", "Your marker is not in")
def test_a_marker_that_is_not_there_cannot_be_taken_back() -> Scene:
    return turns(0, 1)


@refuses(c.NO_MARKER_IN_HAND, "mark", "You have no marker in hand.")
def test_without_a_marker_in_hand_one_can_only_be_moved() -> Scene:
    scene = turns(0, 1)
    scene.marks(0, 9)
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    scene.march(6, 19, "c")
    return scene


def surveying() -> Scene:
    scene = turns(0, 1)
    scene.state.usable[0] = 1
    scene.units(0, 6, "c")
    scene.units(0, 9, "c")
    scene.units(0, 63, "b")
    scene.marks(0, 9)
    scene.begin(SURVEY, 0)
    return scene


@refuses(c.MARKED_ALREADY, "field 9", "lies a marker already.")
def test_a_field_has_one_marker() -> Scene:
    return surveying()


@refuses(c.MARKERS_ON_LAND, "field 63", "Markers lie on land")
def test_no_marker_lies_on_water() -> Scene:
    return surveying()


@refuses(c.WRONG_KIND_OF_FIELD, "post 68 elder", "is water: boats keep to water, other units to land.")
def test_an_elder_is_not_posted_on_water() -> Scene:
    return posting()


@refuses(c.HOLLOW_CLOSED, f"field {KAMUI}", "can only be travelled into and out of.")
def test_nobody_recruits_beyond_the_map() -> Scene:
    scene = turns(6, 0)
    scene.units(0, 6, "c")
    scene.begin(RECRUIT, 0, 3, -1)
    scene.play("unit scout ready")
    assert scene.at() == RECRUIT_AT
    return scene


def retreating() -> Scene:
    """An elder of seat 0 must leave field 19, whose neighbours are 6, 9 and 16."""
    scene = turns(0, 1)
    scene.units(0, 19, "k")
    scene.units(1, 9, "c")
    scene.marks(1, 16)
    scene.begin(RETREAT, 0, 19, 1, 1)
    return scene


@refuses(c.BEAST_THERE, "field 16", "is Tide")
def test_nobody_retreats_to_a_beast() -> Scene:
    scene = retreating()
    lift_marker(scene.state, 16, None)
    scene.beast(6, 16)
    return scene


@refuses(c.FOREIGN_UNITS, "field 9", "are units of Bram.")
def test_nobody_retreats_to_units_of_others() -> Scene:
    return retreating()


@refuses(c.FOREIGN_MARKER, "field 16", "lies a marker of Bram.")
def test_nobody_retreats_to_a_marker_of_others() -> Scene:
    return retreating()


@refuses(c.NOT_NEXT, "field 0", "is no neighbour of")
def test_units_retreat_to_a_neighbour() -> Scene:
    return retreating()


@refuses(c.FIELD_FULL, "field 19", "holds 10 points of yours at most, and has room for 1 point.")
def test_a_field_holds_ten_points() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 19, "3k")
    scene.units(0, 9, "j")
    scene.begin(RECRUIT, 0, 3, 2)
    scene.play("unit captain ready")
    return scene


def marching() -> Scene:
    """Seat 0 travels into field 19; units of its own are in 6 and 16."""
    scene = turns(0, 1)
    scene.units(0, 6, "2c")
    scene.units(0, 6, "j", prone=True)
    scene.units(0, 16, "c")
    scene.units(0, 0, "c")
    scene.hold(0, "travel")
    scene.play("act travel held", "into 19")
    return scene


@refuses(c.NO_SUCH_UNIT, "unit elder ready", "You have no ready elder in")
def test_a_unit_that_is_not_there_cannot_go() -> Scene:
    scene = marching()
    scene.play("field 6")
    return scene


@refuses(c.NO_UNITS_THERE, "from 9", "You have no units in")
def test_units_leave_a_field_where_they_are() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    scene.play("act travel held")
    return scene


@refuses(c.NO_READY_UNITS, "field 9", "You have no ready units in")
def test_units_that_fall_must_stand() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.units(0, 9, "c", prone=True)
    scene.begin(LOSING, 0, 1, LOSE_PRONE)
    return scene


@refuses(c.NONE_PRONE, "field 6", "is prone.")
def test_units_that_rise_must_lie() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.units(0, 9, "c", prone=True)
    scene.begin(LOSING, 0, 1, LOSE_RAISE)
    return scene


@refuses(c.LIES_ALREADY, "unit scout prone", "A prone scout cannot fall prone again.")
def test_a_prone_unit_does_not_fall_again() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.units(0, 6, "c", prone=True)
    scene.begin(LOSING, 0, 1, LOSE_PRONE)
    scene.play("field 6")
    return scene


@refuses(c.STANDS_ALREADY, "unit scout ready", "A ready scout need not rise.")
def test_a_ready_unit_does_not_rise() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.units(0, 6, "c", prone=True)
    scene.begin(LOSING, 0, 1, LOSE_RAISE)
    scene.play("field 6")
    return scene


@refuses(c.NOT_IN_THE_WAR, "unit captain ready", "Only units that were in this war are lost")
def test_a_unit_that_came_during_scoring_is_not_lost_to_skulls() -> Scene:
    scene = turns(0, 1)
    scene.says(20, "SC RECU jounin 1")
    scene.prints(0, skull=2)
    scene.meet()
    scene.clash(0, 20)
    scene.clash(1, 21)
    scene.play("unit captain ready", "field 19")
    return scene


# --- Recruiting


@refuses(c.ONLY_READY_ONES, "unit scout prone", "Recruits come ready; you chose a prone scout.")
def test_nobody_recruits_a_prone_unit() -> Scene:
    return recruiting()


def recruiting(points: int = 3, only: int = -1) -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.begin(RECRUIT, 0, points, only)
    return scene


@refuses(c.NO_SUPPLY, "unit elder ready", "No elder is left in your supply.")
def test_an_empty_supply_gives_no_recruits() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "3k")
    scene.units(0, 9, "k c")
    scene.begin(RECRUIT, 0, 3, -1)
    return scene


@refuses(c.ONLY_ONE_TYPE, "unit elder ready", "You may recruit captains here, no elder.")
def test_a_card_that_brings_captains_brings_no_elders() -> Scene:
    return recruiting(6, 2)


@refuses(c.TOO_FEW_POINTS, "unit elder ready", "An elder costs 3 points; you have 2 points left.")
def test_an_elder_costs_three_points() -> Scene:
    return recruiting(2)


@refuses(c.NO_FIELD_FOR_IT, "unit boat ready", "No field of yours can take a boat.")
def test_a_boat_needs_water_beside_ones_fields() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 0, "c")
    scene.begin(RECRUIT, 0, 3, -1)
    return scene


@refuses(c.AT_HOME_ONLY, "field 6", "you begin again at")
def test_who_has_lost_all_units_begins_again_at_the_capital() -> Scene:
    scene = turns(0, 1)
    scene.begin(RECRUIT, 0, 3, -1)
    scene.play("unit scout ready")
    return scene


@refuses(c.BESIDE_HOME_ONLY, "field 72", "your boats begin beside")
def test_who_has_lost_all_units_launches_boats_beside_the_capital() -> Scene:
    scene = turns(0, 1)
    scene.begin(RECRUIT, 0, 3, -1)
    scene.play("unit boat ready")
    return scene


@refuses(c.FOREIGN_FIELD, "field 9", "Bram controls")
def test_nobody_recruits_where_others_rule() -> Scene:
    scene = recruiting()
    scene.units(1, 9, "c")
    scene.play("unit scout ready")
    return scene


@refuses(c.NOT_YOUR_FIELD, "field 9", "You do not control")
def test_recruits_go_to_controlled_fields() -> Scene:
    scene = recruiting()
    scene.play("unit scout ready")
    return scene


@refuses(c.NOT_BESIDE_YOURS, "field 72", "is not beside a field that you control.")
def test_a_first_boat_is_launched_beside_ones_fields() -> Scene:
    scene = recruiting()
    scene.play("unit boat ready")
    return scene


# --- Travel, wars, hunts


def ferrying() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.units(0, 0, "c")
    scene.hide(0, "night-ferry")
    scene.play("act night-ferry secret")
    return scene


@refuses(c.FERRY_LEAVES, "into 9", "A ferry leaves one field")
def test_a_ferry_is_chosen_by_the_field_that_it_leaves() -> Scene:
    return ferrying()


@refuses(c.NOT_COASTAL, "from 0", "is no land at a coast")
def test_no_ferry_leaves_a_field_without_a_coast() -> Scene:
    return ferrying()


@refuses(c.NOTHING_LEAVES, "from 9", "None of your units can leave")
def test_a_field_that_is_shut_in_cannot_be_left() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 9, "c")
    scene.units(0, 0, "c")
    scene.beast(5, 6)
    scene.beast(6, 19)
    scene.hold(0, "travel")
    scene.play("act travel held")
    return scene


@refuses(c.NOTHING_ARRIVES, "into 40", "No unit of yours reaches")
def test_a_field_that_nobody_reaches_is_no_goal() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c")
    scene.hold(0, "travel")
    scene.play("act travel held")
    return scene


@refuses(c.OUT_OF_REACH, "field 0", "is out of reach of")
def test_units_come_from_fields_in_reach() -> Scene:
    return marching()


@refuses(c.CROSSING_FULL, "unit scout ready", "no more units may cross the border")
def test_an_event_lets_only_so_many_units_cross() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 16, "2c")
    scene.units(0, 4, "c")
    scene.hold(0, "travel")
    scene.lasts("fords 1 all")
    scene.play("act travel held", "into 14", "field 16", "unit scout ready")
    return scene


@refuses(c.PRONE_CANNOT_FIGHT, "unit captain prone", "is contested, and prone units do not fight.")
def test_prone_units_do_not_go_to_war() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "2c")
    scene.units(0, 6, "j", prone=True)
    scene.units(1, 19, "c")
    scene.hold(0, "travel", "war")
    scene.play("act travel held", "into 19", "field 6")
    return scene


@refuses(c.FERRY_CANNOT_FIGHT, "field 9", "a ferry carries nobody into a war.")
def test_a_ferry_carries_nobody_into_a_war() -> Scene:
    scene = ferrying()
    scene.units(1, 9, "c")
    scene.play("from 6")
    return scene


@refuses(c.TRUCE_HOLDS, "into 19", "keeps you from attacking Bram in")
def test_a_truce_keeps_the_peace() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "2k")
    scene.units(1, 19, "c")
    scene.hold(0, "travel", "war")
    scene.lasts("truce all")
    scene.play("act travel held")
    return scene


@refuses(c.NO_WAR_CARD, "into 19", "A fight takes a War for each battlefield")
def test_a_fight_takes_a_war_card() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "2k")
    scene.units(1, 19, "c")
    scene.hold(0, "travel")
    scene.play("act travel held")
    return scene


@refuses(c.UNIT_FIRST, "field 16", "First move a unit between")
def test_a_field_that_was_chosen_sends_a_unit() -> Scene:
    scene = marching()
    scene.play("field 6")
    return scene


@refuses(c.FIELD_FIRST, "unit scout ready", "First choose the field that units come from.")
def test_units_are_chosen_after_their_field() -> Scene:
    return marching()


@refuses(c.SAME_FIELD, "field 6", "You are choosing units for")
def test_a_field_is_not_chosen_twice() -> Scene:
    scene = marching()
    scene.play("field 6")
    return scene


@refuses(c.MOVE_FIRST, "done", "At least one unit must move")
def test_a_travel_moves_a_unit() -> Scene:
    return marching()


@refuses(c.NOT_FOUGHT_FOR, "field 0", "No units of yours are on their way to")
def test_the_next_battlefield_is_one_that_units_go_to() -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "2k")
    scene.units(1, 19, "c")
    scene.units(1, 9, "c")
    scene.hold(0, "travel", "war", "war")
    scene.play("act travel held", "from 6", "field 19", "unit elder ready", "field 9", "unit elder ready")
    return scene


def stepping_aside(points: int = 2) -> Scene:
    scene = turns(0, 1)
    scene.units(0, 6, "c k")
    scene.begin(ASIDE, 0, points, -1, -1)
    return scene


@refuses(c.AT_WAR, "field 19", "is fought for: nobody leaves or enters.")
def test_nobody_steps_aside_to_a_battlefield() -> Scene:
    scene = stepping_aside()
    scene.play("field 6")
    scene.state.war_field, scene.state.attacker, scene.state.defender = 19, 0, 1
    return scene


@refuses(c.UNITS_ARRIVE, "field 19", "Units are about to arrive in")
def test_nobody_steps_aside_to_where_units_arrive() -> Scene:
    scene = stepping_aside()
    scene.play("field 6")
    scene.state.way_unit[0], scene.state.way_to[0], scene.state.way_from[0] = 2, 19, 9
    return scene


@refuses(c.CAME_FROM_THERE, "field 6", "Units of this travel came from")
def test_nobody_retreats_to_where_the_attackers_came_from() -> Scene:
    scene = retreating()
    scene.state.way_unit[0], scene.state.way_to[0], scene.state.way_from[0] = 2, 19, 6
    return scene


@refuses(c.TOO_MANY_POINTS, "unit elder ready", "An elder is worth 3 points; 2 points may still move.")
def test_a_side_path_is_for_two_points() -> Scene:
    scene = stepping_aside()
    scene.play("field 6", "field 19")
    return scene


@refuses(c.TOO_WEAK, "unchain 9a", "calls for more than 9, and your strongest field comes to")
def test_a_chained_beast_calls_for_strength() -> Scene:
    scene = turns(0, 1)
    scene.owned(0, 9, chained=True)
    scene.units(0, 6, "c")
    scene.hold(0, "war")
    return scene


def reinforcing() -> Scene:
    """Seat 2 supports a side of the war at field 19 from field 9."""
    scene = turns(0, 1, 2)
    scene.units(2, 9, "k")
    scene.units(2, 0, "k")
    scene.hold(2, "reinforce")
    scene.attack("2j", "c")
    scene.play("act reinforce held")
    return scene


@refuses(c.NOT_A_SIDE, "player 2", "do not fight: Ada and Bram do.")
def test_support_goes_to_one_of_the_two_sides() -> Scene:
    return reinforcing()


@refuses(c.BATTLEFIELD, "field 19", "is the battlefield")
def test_support_comes_from_beside_the_battlefield() -> Scene:
    scene = reinforcing()
    scene.play("player 1")
    return scene


@refuses(c.NOT_BESIDE_WAR, "field 0", "does not border on")
def test_support_comes_from_a_field_that_borders_on_the_war() -> Scene:
    scene = reinforcing()
    scene.play("player 1")
    return scene


# --- Beasts, tokens, tracks


@refuses(c.NOT_YOUR_BEAST, "beast 4a", "is not yours: it is with Bram.")
def test_nobody_hands_over_a_beast_of_others() -> Scene:
    scene = turns(0, 1)
    scene.owned(0, 3)
    scene.owned(1, 4)
    nest(scene.state, GIVE_BEAST, 0, 1, 0, 0)
    ask(scene.state, 1)
    return scene


@refuses(c.NOT_CHAINED, "unchain 3a", "is not chained.")
def test_a_free_beast_need_not_be_unchained() -> Scene:
    scene = turns(0, 1)
    scene.owned(0, 3)
    scene.hold(0, "war")
    return scene


@refuses(c.CHAINED_ALREADY, "beast 3a", "is chained already.")
def test_a_beast_is_chained_once() -> Scene:
    scene = turns(0, 1)
    scene.owned(0, 3, chained=True)
    scene.owned(0, 4)
    nest(scene.state, CHAINING, 0, 0, 0, 0)
    ask(scene.state, 1)
    return scene


def roaming() -> Scene:
    """Beasts are in fields 6 and 9; seat 0 moves one."""
    scene = turns(0, 1)
    scene.beast(3, 6)
    scene.beast(4, 9)
    scene.marks(1, 16)
    scene.begin(BEAST_MOVE, 0)
    return scene


@refuses(c.NOT_ON_MAP, "beast 8a", "is not on the map: it is in the box.")
def test_a_beast_that_moves_is_on_the_map() -> Scene:
    return roaming()


@refuses(c.BEAST_AT_WAR, "beast 4a", "is being fought for.")
def test_a_beast_that_is_fought_for_stays() -> Scene:
    scene = roaming()
    scene.state.war_field, scene.state.defender = 9, -1
    return scene


@refuses(c.BEAST_STUCK, "beast 4a", "has no free land beside it to move to.")
def test_a_beast_that_is_shut_in_stays() -> Scene:
    scene = roaming()
    scene.marks(1, 19)
    return scene


@refuses(c.NO_OPEN_BORDER, "field 0", "No open border leads to")
def test_a_beast_goes_over_an_open_border() -> Scene:
    scene = roaming()
    scene.play("beast 3a")
    return scene


@refuses(c.NO_BEASTS_HERE, "field 4", "Beasts do not enter capitals and Lairs")
def test_a_beast_enters_no_capital() -> Scene:
    scene = roaming()
    scene.play("beast 3a")
    return scene


@refuses(c.FIELD_TAKEN, "field 16", "Somebody controls")
def test_a_beast_does_not_go_where_somebody_rules() -> Scene:
    scene = roaming()
    scene.play("beast 3a")
    return scene


def shedding() -> Scene:
    scene = turns(0, 1)
    scene.tokens(0, "poison", 1)
    scene.begin(SHEDDING, 0, 1, 0)
    return scene


@refuses(c.NOT_SHEDDABLE, "token substitution", "tokens cannot be shed; Illusion, Paralyze and Poison tokens can.")
def test_a_substitution_token_is_not_shed() -> Scene:
    return shedding()


@refuses(c.NO_SUCH_TOKEN, "token illusion", "You have no Illusion token.")
def test_a_token_that_one_does_not_have_is_not_shed() -> Scene:
    return shedding()


@refuses(c.TRACK_TOP, "track payday", "You lead the Payday track already.")
def test_who_leads_a_track_cannot_move_up_on_it() -> Scene:
    scene = turns(0, 1)
    for name in ("payday", "strength"):
        scene.track(name, *((0, 1) if name == "payday" else (1, 0)))
    scene.begin(UP, 0, 1)
    return scene


@refuses(c.TRACK_BOTTOM, "track payday", "You are last on the Payday track already.")
def test_who_is_last_on_a_track_cannot_move_down_on_it() -> Scene:
    scene = turns(0, 1)
    scene.track("payday", 1, 0)
    scene.track("strength", 0, 1)
    scene.begin(DOWN, 0, 1)
    return scene


@refuses(c.STARTING_STAYS, "track starting", "Nobody moves down on")
def test_nobody_moves_down_on_the_track_of_the_order() -> Scene:
    scene = turns(0, 1)
    scene.track("strength", 0, 1)
    scene.begin(DOWN, 0, 1)
    return scene


# --- Choices of effects and specialties


def targeting(*names: str, seats: int = 3) -> Scene:
    scene = turns(*range(seats))
    scene.hide(0, *names)
    scene.play(f"act {names[0]} secret")
    return scene


@refuses(c.YOURSELF, "player 0", "Venom Jar is used on another player, not on yourself.")
def test_nobody_can_poison_oneself() -> Scene:
    return targeting("venom-jar")


@refuses(c.CHOSEN_ALREADY, "player 1", "You have chosen Bram already.")
def test_a_player_is_chosen_once() -> Scene:
    scene = targeting("venom-jar")
    scene.play("player 1")
    assert scene.at() == TARGET
    return scene


@refuses(c.CHOOSE_ONE, "pass", "Choose at least one player for Venom Jar.")
def test_a_card_for_others_is_used_on_one_of_them() -> Scene:
    return targeting("venom-jar")


@refuses(c.NOT_MORE_BEASTS, "player 2", "has captured 0, no more than you, who have 0.")
def test_a_binding_seal_is_not_for_those_with_as_few_beasts() -> Scene:
    scene = turns(0, 1, 2)
    scene.owned(1, 3)
    scene.hide(0, "binding-seal")
    scene.play("act binding-seal secret")
    return scene


@refuses(c.NO_SECRETS, "player 2", "has no hidden card.")
def test_a_peek_is_for_those_with_hidden_cards() -> Scene:
    scene = turns(0, 1, 2)
    scene.hide(1, "bribe")
    scene.hold(0, "specialty")
    scene.special(0, "use peek 1")
    scene.play("act specialty held")
    scene.let()
    return scene


@refuses(c.NOT_MEANT, "player 2", "here; it can mean", seat=0)
def test_an_effect_of_a_war_means_those_who_fight() -> Scene:
    scene = turns(0, 1, 2)
    scene.says(0, "IM VAL any T -1")
    scene.attack("2k", "c")
    scene.battle()
    return scene


@refuses(c.NO_BRANCH, "option 3", "has 2 branches to choose from", seat=0)
def test_an_effect_has_so_many_branches() -> Scene:
    return fought("IM OPT me COIN 1 / COIN 2")


@refuses(c.NOT_FROZEN, "act travel held", "None of your open Travel cards is frozen.")
def test_only_a_frozen_card_thaws() -> Scene:
    scene = turns(0, 1)
    scene.hold(0, "muster", "travel")
    scene.state.frozen[0, 1] = 1
    scene.tokens(0, "freeze", 1)
    scene.begin(SHEDDING, 0, 1, 1)
    scene.play("token freeze")
    return scene


def stealing() -> Scene:
    def lay(scene: Scene) -> None:
        scene.hold(1, "muster")
        scene.hide(1, "bribe")

    return fought("IM ACTSTEAL", lay=lay)


@refuses(c.STOLEN_UNSEEN, "act bribe secret", "Hidden cards are stolen unseen: you cannot name Bribe.", seat=0)
def test_a_thief_does_not_name_hidden_cards() -> Scene:
    return stealing()


@refuses(c.OWNER_HAS_NONE, "act hire held", "Bram has no open Hire.", seat=0)
def test_a_thief_takes_what_is_there() -> Scene:
    return stealing()


@refuses(c.NOT_SEEN, "act bribe secret", "You have seen no hidden Bribe of Bram")
def test_only_hidden_cards_that_were_seen_are_taken() -> Scene:
    scene = turns(0, 1)
    scene.hide(1, "bribe", "spyglass")
    scene.state.glimpsed[0, 1, 16] = 1
    scene.begin(TAKING, 0, 1, 1)
    return scene


def gathering() -> Scene:
    scene = turns(0, 1)
    scene.marks(0, 3, 9, 16, 19)
    scene.begin(GATHERING, 0, 2)
    return scene


@refuses(c.PAYS_NOTHING, "field 19", "shows no symbol that pays.")
def test_a_marker_without_symbols_pays_nothing() -> Scene:
    return gathering()


@refuses(c.PAID_ALREADY, "field 16", "has paid already.")
def test_a_marker_pays_once_more_only_once() -> Scene:
    scene = gathering()
    scene.play("field 16")
    return scene


# --- Things that no action points at


def points_at(clause: int, thing: str, says: str) -> Callable[[Lay], Callable[[], None]]:
    """A test that lays a scene: there this clause answers who points at the thing."""

    def mark(lay: Lay) -> Callable[[], None]:
        REACHED.setdefault(clause, []).append(lay.__name__)

        @functools.wraps(lay)
        def test() -> None:
            scene = lay()
            told = clause_for(sight(GAME, edition_of(scene), scene.state, scene.asked()[0]), {"thing": thing})
            assert told is not None
            assert told.number == clause
            assert says in told.sentence

        del test.__wrapped__  # type: ignore[attr-defined]
        return test

    return mark


@points_at(c.FACE_DOWN, "?@hand:1", "lies face down")
def test_a_card_in_anothers_hand_is_its_owners_business() -> Scene:
    return turns(0, 1)


@points_at(c.ONLY_COUNTED, "coin@coins:0", "moved by the rules alone")
def test_coins_move_by_the_rules_alone() -> Scene:
    return turns(0, 1)


# --- Pointing at things


def test_pointing_at_a_field_gives_the_reason_that_is_nearest_to_the_question() -> None:
    scene = turns(0, 1)
    scene.units(0, 6, "2k")
    scene.units(1, 19, "c")
    scene.hold(0, "travel")
    scene.play("act travel held")
    mine, theirs = (sight(GAME, edition_of(scene), scene.state, seat) for seat in range(2))
    told = clause_for(mine, "field:19")
    assert told is not None
    assert told.sentence.startswith("A fight takes a War")
    assert clause_for(mine, "field:9") is None
    assert clause_for(theirs, "field:9") == words.CLAUSES[c.NOT_ASKED]


# --- All of them


def test_every_reaction_says_when_it_is_played() -> None:
    assert set(MOMENTS) == set(REACTION_WINDOWS)


def test_every_kind_of_action_says_what_it_would_be() -> None:
    assert set(DEEDS) == {kind.name for kind in ACTIONS.kinds}


def test_every_clause_is_reached_by_a_test_that_is_named_by_a_sentence() -> None:
    assert set(REACHED) == set(range(1, c.ONLY_COUNTED + 1))
    assert set(words.CLAUSES) == set(REACHED)
    for tests in REACHED.values():
        assert all(len(name.split("_")) > 4 for name in tests)


def test_whatever_is_refused_in_a_random_game_says_what_is_in_the_way() -> None:
    """BEASTS_REFUSALS sets how many refusals are looked at: 10,000 in the long run."""
    wanted, seen, seed = int(os.environ.get("BEASTS_REFUSALS", "1500")), 0, 0
    kinds: set[int] = set()
    while seen < wanted:
        seed += 1
        luck = random.Random(seed)
        seats = luck.choice((2, 3, SEATS))
        scene = deal(seats, (6,) if seed % 2 else (), seed, box=lively_box(seed) if seed % 3 else HOUSE.box)
        enrich(scene, luck, seats)
        while int(waiting(scene.state)) != 0 and seen < min(wanted, 500 * seed):
            seen += look_around(scene, luck, kinds)
            seat = luck.choice(scene.asked())
            moves = legal_moves(scene, seat)
            rules.apply(scene.box, scene.state, seat, luck.choice(moves[1:] or moves), None)
    assert len(kinds) > 30


def legal_moves(scene: Scene, seat: int) -> list[int]:
    moves = np.zeros(MAX_MOVES, np.int32)
    return [int(move) for move in moves[: int(rules.legal(scene.box, scene.state, seat, moves))]]


def look_around(scene: Scene, luck: random.Random, kinds: set[int]) -> int:
    """Some actions of everybody who is asked: what is not legal is refused with a sentence of its own."""
    refused, edition = 0, edition_of(scene)
    for seat in scene.asked():
        legal = set(legal_moves(scene, seat))
        near = [kind for kind in ACTIONS.kinds if any(ACTIONS.split(move)[0] is kind for move in legal)]
        some = [ACTIONS.offset[kind.name] + luck.randrange(kind.count) for kind in luck.choices(near, k=6)]
        for action in [*some, luck.randrange(ACTIONS.size), *luck.sample(sorted(legal), 1)]:
            number = int(rules.refusal(scene.box, scene.state, seat, action))
            assert (number == 0) == (action in legal), ACTIONS.text(action)
            if number:
                told = clause_for(sight(GAME, edition, scene.state, seat), action)
                assert told is not None
                assert not GENERIC.search(told.sentence), told.sentence
                said = with_names(told.sentence, PEOPLE, seat)
                assert re.search(r"[\w)]\.$", said), said
                assert "{" not in said
                refused += 1
                kinds.add(number)
    return refused
