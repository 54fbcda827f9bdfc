"""Events: S13, R20, R56, every family; beasts that come or wander (R11, R63)."""

from __future__ import annotations

import pytest
from beasts_helpers import Scene, turns

from bestiary.games.beasts.board import borders_on, captured
from bestiary.games.beasts.cards.entries import SHELTERS
from bestiary.games.beasts.events import (
    coin_pay, crossing_points, event_skulls, event_strength, event_style, forbids_war, shelters,
)  # fmt: skip
from bestiary.games.beasts.fate import draw_event, spawn_beast
from bestiary.games.beasts.hands import hand_limit
from bestiary.games.beasts.phases import price_of
from bestiary.games.beasts.specialties import boat_range, spring_points
from bestiary.games.beasts.state import (
    BEASTS, BUYING, CONTROL, DISCARDING, FATE, FIELDS, GIVE_BEAST, HARVEST, IN_BOX, MOUNTAIN, OPEN, PAYDAY, RARE_AT,
    POISONING, RIVER, ROUNDS, SEATING, SHOP, SKULLS, SPECIALTY, TIER_CARDS, TOKEN, TURNS, WAR, WAR_STEP,
)  # fmt: skip


def coins(scene: Scene) -> list[int]:
    return [int(n) for n in scene.state.coins[: int(scene.state.seats)]]


def marching(*clans: int) -> Scene:
    """Seat 0 may travel, and holds a War."""
    scene = turns(*clans)
    scene.hold(0, "travel", "war")
    return scene


# --- Drawing


def drawn(scene: Scene, green: bool, red: bool, round_number: int) -> set[int]:
    """Which of two events, the first of them with icons, is drawn in a round."""
    scene.event("windfall once 1", green, red)
    scene.event("windfall once 2")
    scene.state.round_number = round_number
    found = set()
    for _ in range(30):
        scene.state.drawn[:] = 0
        draw_event(scene.box, scene.state, None)
        found.add(int(scene.state.event) - 1)
    return found


def test_s13_a_green_event_is_shuffled_back_in_the_first_round_and_another_one_drawn() -> None:
    assert drawn(turns(0, 1), True, False, 0) == {1}
    assert drawn(turns(0, 1), True, False, 1) == {0, 1}


def test_s13_a_red_event_is_shuffled_back_in_the_last_round_and_another_one_drawn() -> None:
    assert drawn(turns(0, 1), False, True, ROUNDS - 1) == {1}
    assert drawn(turns(0, 1), False, True, ROUNDS - 2) == {0, 1}


def test_r56_an_event_comes_back_only_when_all_others_that_fit_have_come() -> None:
    scene = turns(0, 1)
    for number in range(1, 4):
        scene.event(f"windfall once {number}")
    seen = []
    for _ in range(6):
        draw_event(scene.box, scene.state, None)
        seen.append(int(scene.state.event))
    assert sorted(seen[:3]) == sorted(seen[3:]) == [1, 2, 3]


def test_sp6_an_event_is_drawn_after_the_harvest_and_before_the_income() -> None:
    scene = turns(0, 1)
    scene.event("windfall once 2")
    scene.state.coins[:2] = (2, 5)
    scene.jump(HARVEST)
    assert scene.at() == BUYING
    assert coins(scene) == [2 + 2 + 4, 5 + 2 + 3]
    assert int(scene.state.event) == 1


def test_r20_an_event_ends_when_the_next_round_begins() -> None:
    scene = turns(0, 1)
    scene.lasts("hand +1 all")
    scene.jump(POISONING)
    assert scene.at() == SEATING
    assert int(scene.state.event) == 0


def test_law_20_a_round_without_its_event_is_found() -> None:
    scene = turns(0, 1)
    scene.event("windfall once 2", green=True)
    scene.check()  # it does not fit the first round
    scene.event("windfall once 1")
    with pytest.raises(AssertionError, match="law 16"):
        scene.check()


# --- The shop


def test_discount_makes_cards_of_the_shop_cheaper_but_not_hidden_ones() -> None:
    scene = turns(0, 1)
    scene.lasts("discount all 1")
    scene.state.coins[1] = 1
    scene.jump(BUYING, 1)
    assert {"buy travel", "buy muster", "hidden"} <= set(scene.legal())
    scene.play("buy muster")
    assert coins(scene)[1] == 0


def test_no_discount_gives_anything_away() -> None:
    for goods in ("all", "action", "reaction", "hidden", "specialty"):
        scene = turns(0, 1)
        scene.lasts(f"discount {goods} 9")
        scene.special(1, "use coins 4 once", cost=3)
        assert min(price_of(scene.box, scene.state, 1, card) for card in range(SHOP)) == 1
        scene.state.coins[1] = 0
        scene.jump(BUYING, 1)
        assert scene.legal() == ["pass"]
        scene.state.coins[1] = 1
        assert {"buy travel", "hidden"} <= set(scene.legal())


def test_rise_makes_one_type_dearer_and_what_is_both_with_it() -> None:
    scene = turns(0, 1)
    scene.lasts("rise action 4")
    scene.jump(BUYING, 1)
    assert {"buy travel", "buy war"} <= set(scene.legal())  # 5 and 2
    assert not {"buy muster", "buy upgrade"} & set(scene.legal())
    scene = turns(0, 1)
    scene.lasts("rise reaction 4")
    scene.jump(BUYING, 1)
    assert {"buy muster", "buy vanguard"} <= set(scene.legal())
    assert not {"buy war", "buy upgrade"} & set(scene.legal())


def test_a_change_of_price_for_specialties_leaves_the_other_cards_alone() -> None:
    for text, change in (("discount specialty 2", -2), ("rise specialty 2", 2)):
        scene = turns(0, 1)
        scene.special(0, "use coins 4 once", cost=3)
        before = [price_of(scene.box, scene.state, 0, card) for card in range(SHOP)]
        scene.lasts(text)
        after = [price_of(scene.box, scene.state, 0, card) for card in range(SHOP)]
        assert [new - old for new, old in zip(after, before, strict=True)] == [0] * SPECIALTY + [change]


# --- At once


def test_windfall_gives_coins_to_everybody() -> None:
    scene = turns(0, 1, 2)
    scene.happens("windfall once 3")
    assert coins(scene) == [8, 8, 8]
    assert scene.at() == TURNS


def test_windfall_is_paid_for_what_a_player_has() -> None:
    scene = turns(0, 1, 2)
    scene.marks(0, 16, 11, 7)
    scene.owned(1, 3, 10)
    scene.owned(1, 4, chained=True)
    scene.units(2, 63, "2b")
    scene.units(2, 64, "b", prone=True)
    scene.give(1, 20, RARE_AT, RARE_AT + TIER_CARDS)
    for text, gained in (
        ("windfall marker 1", [3, 0, 0]), ("windfall beast 2", [0, 6, 0]), ("windfall boat 1", [0, 0, 3]),
        ("windfall ally 2", [0, 4, 0]),
    ):  # fmt: skip
        scene.state.coins[:3] = 5
        scene.happens(text)
        assert coins(scene) == [5 + more for more in gained]


def test_tribute_goes_to_the_last_from_every_other_player_as_far_as_they_can_pay() -> None:
    scene = turns(0, 1, 2)
    scene.owned(0, 3)
    scene.owned(1, 5)
    scene.state.coins[:3] = (5, 1, 0)
    scene.happens("tribute beasts 2")
    assert coins(scene) == [3, 0, 3]
    scene = turns(0, 1, 2)
    scene.state.coins[:3] = (1, 5, 6)
    scene.happens("tribute coins 1")
    assert coins(scene) == [3, 4, 5]


def test_tribute_goes_to_all_who_are_tied_for_the_last_place() -> None:
    scene = turns(0, 1, 2)
    scene.units(1, 6, "k")
    scene.happens("tribute units 2")
    assert coins(scene) == [7, 1, 7]


def test_plague_gives_a_token_to_everybody_and_each_can_ward_it_off() -> None:
    scene = turns(0, 1, 2)
    scene.tokens(1, "substitution", 1)
    scene.happens("plague poison 2")
    assert (scene.at(), scene.asked()) == (TOKEN, [1])
    scene.play("yes")
    assert [scene.tokens(seat, "poison") for seat in range(3)] == [2, 1, 2]


def test_allies_are_recalled_up_to_a_tier() -> None:
    scene = turns(0, 1)
    scene.give(0, 0, RARE_AT, RARE_AT + TIER_CARDS, RARE_AT + 2 * TIER_CARDS)
    scene.happens("allies recall 4")
    assert scene.hand(0) == [0, RARE_AT + 2 * TIER_CARDS]


def test_allies_come_to_everybody() -> None:
    scene = turns(0, 1)
    scene.happens("allies recruit 4")
    for seat in range(2):
        assert len([card for card in scene.hand(seat) if (card - RARE_AT) // TIER_CARDS == 1]) == 1


def test_politics_turns_a_track_over() -> None:
    scene = turns(0, 1, 2)
    before = [int(seat) for seat in scene.state.track[PAYDAY, :3]]
    scene.happens("politics payday")
    assert [int(seat) for seat in scene.state.track[PAYDAY, :3]] == before[::-1]


def test_politics_on_the_hand_limit_makes_who_falls_discard_at_once() -> None:
    scene = turns(0, 1)
    scene.give(0, *range(6))
    scene.happens("politics hand")
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])


# --- Beasts that come and wander


def on_map(scene: Scene) -> list[int]:
    return [int(at) for at in scene.state.beast_at if int(at) < FIELDS]


def test_stray_beasts_come_onto_the_map() -> None:
    scene = turns(0, 1)
    scene.happens("stray spawn 2")
    fields = on_map(scene)
    assert len(fields) == len(set(fields)) == 2
    assert all(int(scene.box.spawner[field]) for field in fields)


def test_r11_a_beast_comes_where_neither_beast_nor_unit_is_and_a_lone_marker_goes_home() -> None:
    scene = turns(0, 1)
    scene.state.spawns = (1 << 18) - 1
    spawners = [field for field in range(FIELDS) if int(scene.box.spawner[field])]
    for strength, field in enumerate(spawners[:10], 1):
        scene.beast(strength, field)
    for field in spawners[10:17]:
        scene.units(1, field, "c")
    scene.marks(0, spawners[17])
    spawn_beast(scene.box, scene.state, None)
    assert int(scene.state.lair[spawners[17]]) > 0
    assert int(scene.state.marker[spawners[17]]) == 0
    assert int(scene.state.usable[0]) == 1
    scene.check()


def test_r11_no_beast_comes_where_hunters_are_under_way_to_or_from() -> None:
    scene = turns(0, 1)
    scene.chase(start=22, field=24)
    assert scene.at_field(0, 22) == ""
    for beast in range(BEASTS):  # The hunted one has gone, as an effect may have it.
        scene.state.beast_at[beast] = IN_BOX
    scene.state.lair[24] = 0
    spawners = [field for field in range(FIELDS) if int(scene.box.spawner[field])]
    scene.state.spawns = 1 << spawners.index(22) | 1 << spawners.index(24)
    spawn_beast(scene.box, scene.state, None)
    assert on_map(scene) == []
    scene.state.spawns = 1 << spawners.index(22) | 1 << spawners.index(24) | 1 << spawners.index(40)
    spawn_beast(scene.box, scene.state, None)
    assert on_map(scene) == [40]


def test_r11_nothing_comes_from_an_empty_spawner_deck_or_an_empty_box() -> None:
    scene = turns(0, 1)
    scene.state.spawns = 0
    scene.happens("stray spawn 1")
    assert on_map(scene) == []
    scene = turns(0, 1)
    scene.state.beast_at[:] = 120
    before = int(scene.state.spawns)
    scene.happens("stray spawn 1")
    assert on_map(scene) == []
    assert int(scene.state.spawns) == before


def test_r63_a_stray_beast_wanders_to_a_free_land_beside_it_but_never_to_a_capital_or_base() -> None:
    for seed in range(8):
        scene = turns(0, 1, seed=seed)
        scene.beast(3, 6)
        scene.units(1, 19, "c")
        scene.happens("stray move 1")
        (field,) = on_map(scene)
        assert borders_on(scene.box, 6, field) == OPEN
        assert not int(scene.box.capital[field])
        assert not int(scene.box.hideout[field])
        assert field != 19


def test_a_stray_beast_stays_where_it_has_no_way() -> None:
    scene = turns(0, 1)
    scene.state.beast_at[:] = 120
    scene.beast(3, 6)
    for near in scene.box.near[6]:
        if near >= 0 and int(scene.box.kind[near]) == 0:
            scene.marks(1, int(near))
    scene.happens("stray move 9")
    assert on_map(scene) == [6]
    assert sum(int(at) == IN_BOX for at in scene.state.beast_at) == 0
    assert len(scene.state.beast_at) == BEASTS


# --- Travel


def test_storm_slows_boats_and_closes_the_edges_of_the_map() -> None:
    scene = marching(0, 1)
    scene.units(0, 66, "b")
    scene.play("act travel held")
    open_sea = set(scene.fields("into"))
    scene = marching(0, 1)
    scene.lasts("storm 1 open")
    scene.units(0, 66, "b")
    scene.play("act travel held")
    one_step = set(scene.fields("into"))
    assert 81 in one_step < open_sea
    scene = marching(0, 1)
    scene.lasts("storm 1 closed")
    scene.units(0, 66, "b")
    scene.play("act travel held")
    assert set(scene.fields("into")) == one_step - {81}


def test_storm_breaks_a_bridge_over_the_edge_of_the_map() -> None:
    scene = marching(0, 1)
    scene.units(0, 66, "b")
    scene.units(0, 81, "b")
    coast = next(int(f) for f in scene.box.near[66] if f >= 0 and not int(scene.box.kind[f]))
    far = {int(f) for f in scene.box.near[81] if f >= 0 and not int(scene.box.kind[f])}
    scene.units(0, coast, "c")
    scene.play("act travel held")
    assert far <= set(scene.fields("into"))
    scene.lasts("storm 2 closed")
    assert not far & set(scene.fields("into"))


def test_a_fair_wind_lets_boats_go_further_and_slows_nobody() -> None:
    for text, steps in (("storm 1 open", 1), ("storm 2 closed", 2), ("storm 3 open", 3), ("storm 5 closed", 5)):
        scene = turns(0, 1)
        scene.lasts(text)
        assert int(boat_range(scene.box, scene.state, 0)) == steps
        scene.special(0, "sail 4")
        assert int(boat_range(scene.box, scene.state, 0)) == (steps if steps in (1, 5) else 4)


def test_an_event_for_the_last_is_for_all_who_are_tied_and_for_nobody_else() -> None:
    for word, spoil in (
        ("beasts", lambda scene: scene.owned(0, 3)), ("coins", lambda scene: scene.state.coins.__setitem__(0, 6)),
        ("units", lambda scene: scene.units(0, 4, "c")),
    ):  # fmt: skip
        for family, border in (("passes", MOUNTAIN), ("fords", RIVER)):
            scene = turns(0, 1, 2)
            scene.lasts(f"{family} 4 {word}")
            assert [int(crossing_points(scene.box, scene.state, seat, border)) for seat in range(3)] == [4, 4, 4]
            assert not crossing_points(scene.box, scene.state, 0, MOUNTAIN + RIVER - border)
            spoil(scene)
            assert [int(crossing_points(scene.box, scene.state, seat, border)) for seat in range(3)] == [0, 4, 4]
        scene = turns(0, 1, 2)
        before = [int(n) for seat in range(3) for n in gives(scene, seat)]
        scene.lasts(f"pay +2 {word}")
        spoil(scene)
        assert [int(coin_pay(scene.box, scene.state, seat, 16)) for seat in range(3)] == [
            before[0], before[3] + 2, before[6] + 2,
        ]  # fmt: skip
        scene.lasts(f"levy +2 {word}")
        assert [int(spring_points(scene.box, scene.state, seat, 7)) for seat in range(3)] == [
            before[1], before[4] + 2, before[7] + 2,
        ]  # fmt: skip
        scene.lasts(f"hand +2 {word}")
        assert [int(hand_limit(scene.box, scene.state, seat)) for seat in range(3)] == [
            before[2], before[5] + 2, before[8] + 2,
        ]  # fmt: skip


def gives(scene: Scene, seat: int) -> tuple[int, int, int]:
    """What a coin field and a hot spring give to a seat, and its hand limit."""
    box, state = scene.box, scene.state
    return coin_pay(box, state, seat, 16), spring_points(box, state, seat, 7), hand_limit(box, state, seat)


def test_who_is_last_no_more_discards_what_it_held_for_it() -> None:
    scene = turns(0, 1)
    scene.lasts("hand +2 beasts")
    scene.give(0, *range(8))
    scene.check()
    scene.owned(0, 3)
    scene.jump(TURNS)
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])


def test_passes_let_units_of_so_many_points_over_mountains_in_a_travel() -> None:
    scene = marching(0, 1)
    scene.lasts("passes 2 all")
    scene.units(0, 14, "3c k")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {2, 4, 12}  # 16 lies behind a river
    scene.play("from 14", "field 2")
    assert "unit elder ready" not in scene.legal()
    scene.play("unit scout ready", "unit scout ready")
    assert "unit scout ready" not in scene.legal()
    scene.play("field 12", "unit elder ready", "done")
    assert (scene.at_field(0, 2), scene.at_field(0, 14)) == ("2c", "c")


def test_fords_let_units_over_rivers() -> None:
    scene = marching(0, 1)
    scene.lasts("fords 3 all")
    scene.units(0, 14, "k")
    scene.play("act travel held")
    assert set(scene.fields("into")) == {4, 12, 16}
    scene.play("into 16", "field 14", "unit elder ready")
    assert scene.at_field(0, 16) == "k"


def test_truce_keeps_players_apart_but_not_from_beasts() -> None:
    for text, barred in (
        ("truce all", {13, 19}), ("truce capital", {13}), ("truce coin", set()), ("truce hot", set()),
        ("truce weak", set()),
    ):  # fmt: skip
        scene = marching(0, 1)
        scene.lasts(text)
        scene.units(1, 13, "c")
        scene.units(1, 19, "c")
        scene.beast(1, 9)
        for field in (13, 19, 9):
            near = next(int(f) for i, f in enumerate(scene.box.near[field]) if int(scene.box.border[field, i]) == OPEN)
            scene.units(0, near, "k")
        scene.play("act travel held")
        assert {13, 19, 9} - set(scene.fields("into")) == barred
        assert {field for field in (13, 19) if forbids_war(scene.box, scene.state, 0, field)} == barred


def test_truce_is_for_fields_with_a_symbol_or_for_who_has_fewer_beasts() -> None:
    scene = turns(0, 1)
    for field in (16, 7, 19):  # a coin, a hot spring, neither
        scene.units(1, field, "c")
    for text, barred in (("truce coin", [16]), ("truce hot", [7]), ("truce weak", [])):
        scene.lasts(text)
        assert [field for field in (7, 16, 19) if forbids_war(scene.box, scene.state, 0, field)] == barred
    scene.owned(0, 3)
    assert all(forbids_war(scene.box, scene.state, 0, field) for field in (7, 16, 19))
    scene.units(0, 4, "c")
    assert not forbids_war(scene.box, scene.state, 1, 4)
    assert not forbids_war(scene.box, scene.state, 0, 6)  # nobody is there


# --- What fields pay


def test_levy_changes_what_a_hot_spring_gives() -> None:
    for text, most in (("levy +1 all", "unit elder ready"), ("levy -1 all", "unit scout ready")):
        scene = turns(0, 1)
        scene.lasts(text)
        scene.units(0, 7, "c")
        scene.begin(CONTROL, 0, 7, 1)
        assert scene.legal()[-1] == most  # 2 without it
    scene = turns(0, 1)
    scene.lasts("levy -3 all")
    scene.units(0, 7, "c")
    scene.begin(CONTROL, 0, 7, 1)
    assert scene.at() != CONTROL
    assert scene.at_field(0, 7) == "c"


def test_pay_changes_what_a_coin_symbol_gives() -> None:
    for text, gained in (("pay +2 all", 4), ("pay -1 all", 1), ("pay -5 all", 0)):
        scene = turns(0, 1)
        scene.lasts(text)
        scene.begin(CONTROL, 0, 16, 1)
        assert coins(scene)[0] == 5 + gained


# --- Wars, hunts, hands


def test_rage_and_slumber_change_the_strength_of_some_beasts() -> None:
    scene = turns(0, 1)
    scene.lasts("rage 2 4")
    assert [int(event_strength(scene.box, scene.state, beast)) for beast in (2, 3, 9)] == [0, 2, 2]
    scene.lasts("slumber 3 4")
    assert [int(event_strength(scene.box, scene.state, beast)) for beast in (2, 3, 4)] == [-3, -3, 0]


def test_units_turn_back_from_a_beast_that_rage_makes_too_strong_and_stay_before_one_that_slumbers() -> None:
    for text, strength, wars in (("rage 2 4", 4, 1), ("slumber 2 7", 6, 0)):
        scene = marching(0, 1)
        scene.lasts(text)
        scene.beast(strength, 6)
        scene.units(0, 4, "k j")
        scene.march(4, 6, "k j")
        assert int(scene.state.held[0, WAR]) == wars


def test_blood_adds_skulls_for_the_winner_the_loser_or_both() -> None:
    for text, expected in (("blood winner 2", (2, 0)), ("blood loser 1", (0, 1)), ("blood both 3", (3, 3))):
        scene = turns(0, 1)
        scene.lasts(text)
        assert tuple(int(event_skulls(scene.box, scene.state, winner)) for winner in (True, False)) == expected
    assert int(event_skulls(scene.box, turns(0, 1).state, True)) == 0


def test_season_changes_one_style_of_every_card() -> None:
    scene = turns(0, 1)
    scene.lasts("season N -2")
    assert [int(event_style(scene.box, scene.state, style)) for style in range(3)] == [0, -2, 0]


def test_shelter_is_for_one_thing_at_a_time() -> None:
    scene = turns(0, 1)
    assert not any(shelters(scene.box, scene.state, what) for what in range(len(SHELTERS)))
    for number, word in enumerate(SHELTERS):
        scene.lasts(f"shelter {word}")
        assert [bool(shelters(scene.box, scene.state, what)) for what in range(len(SHELTERS))] == [
            what == number for what in range(len(SHELTERS))
        ]


def lost_war(text: str) -> Scene:
    """Seat 1, who has two beasts, loses a war in which both cards have a skull, up to its first decision after it."""
    scene = turns(0, 1)
    if text:
        scene.lasts(text)
    for card in (0, 1, 2, 3):
        scene.prints(card, (9, 9, 9), skull=1)
        scene.prints(20 + card, (1, 1, 1), skull=1)
    scene.owned(1, 3, 4)
    scene.meet("k", "2c")
    while scene.at() == WAR_STEP:
        scene.battle()
        scene.let()
    return scene


def test_shelter_from_skulls_spares_both_sides() -> None:
    assert lost_war("").at() == SKULLS
    scene = lost_war("shelter skulls")
    assert scene.at() == GIVE_BEAST
    assert scene.state.ready[1, 19].sum() + scene.state.prone[1, 19].sum() == 2


def test_shelter_of_cards_takes_them_back_as_if_healed_but_not_heals_and_blocks() -> None:
    for text, left in (("shelter skulls", 2), ("shelter cards", 4)):
        scene = turns(0, 1)
        scene.lasts(text)
        for card in (0, 1, 2, 3):
            scene.prints(card, (9, 9, 9))
        scene.meet("k", "2c")
        scene.battle(2)
        scene.let()
        assert len(scene.hand(0)) == left
    scene = turns(0, 1)
    scene.lasts("shelter cards")
    scene.prints(0, (9, 9, 9), heal=1)
    scene.prints(1, (9, 9, 9), block=1)
    scene.meet("k", "2c")
    scene.battle(2)
    scene.let()
    assert scene.hand(0) == [2, 3]
    assert scene.hand(1)[:4] == [20, 21, 22, 23]  # and an ally


def test_shelter_of_beasts_leaves_the_loser_its_own() -> None:
    scene = lost_war("shelter beasts")
    while scene.at() == SKULLS:
        scene.play(scene.legal()[0])
    scene.let()
    assert scene.at() != GIVE_BEAST
    assert int(captured(scene.state, 1)) == 2


def test_hand_changes_every_limit_and_what_is_too_much_is_discarded_at_once() -> None:
    scene = turns(0, 1)
    before = [int(hand_limit(scene.box, scene.state, seat)) for seat in range(2)]
    scene.happens("hand +2 all")
    assert [int(hand_limit(scene.box, scene.state, seat)) for seat in range(2)] == [n + 2 for n in before]
    scene.happens("hand -3 all")
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])  # six less three, four in hand
    scene.play("card 0")
    assert scene.asked() == [1]


def test_a_higher_hand_limit_ends_with_its_round() -> None:
    scene = turns(0, 1)
    scene.lasts("hand +1 all")
    scene.give(0, *range(7))
    scene.jump(POISONING)
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])


def test_an_event_is_over_when_hands_are_cut_down_to_the_limits_of_a_new_round() -> None:
    scene = turns(0, 1)
    scene.lasts("hand +2 all")
    scene.give(0, *range(8))
    scene.jump(POISONING)
    assert (scene.at(), scene.asked()) == (DISCARDING, [0])
    assert int(scene.state.event) == 0
    scene.check()


def test_the_phase_of_the_event_is_a_step_of_the_round() -> None:
    scene = turns(0, 1)
    scene.event("plague poison 1")
    scene.tokens(1, "substitution", 1)
    scene.jump(FATE)
    assert (scene.at(), int(scene.state.frame[0])) == (TOKEN, FATE)
    scene.play("no")
    assert scene.at() == BUYING
