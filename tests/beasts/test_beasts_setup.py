"""Scenarios S01–S06: set-up."""

from __future__ import annotations

import itertools

from beasts_helpers import Scene, deal, plain_box

from bestiary.engine.registry import find_game
from bestiary.games.beasts.board import points_in
from bestiary.games.beasts.setup import finds_start, run_fields
from bestiary.games.beasts.state import BASE, CLANS, FIELDS_STEP, IN_BOX, SPECIALTIES, TIEBREAKER, WATER
from bestiary.games.beasts.tracks import position_sum

CAPITALS = {0: 2, 1: 13, 2: 23, 3: 33, 4: 42, 5: 52}
NEAR_15 = {13, 17, 18, 24, 26, 68}


def lairs(scene: Scene) -> dict[int, int]:
    """Field and strength of every beast on the map."""
    return {int(at): beast % 10 + 1 for beast, at in enumerate(scene.state.beast_at) if int(at) < IN_BOX}


def spawner_cards(scene: Scene) -> int:
    return int(scene.state.spawns).bit_count()


def post(scene: Scene) -> None:
    """The first legal choice until the specialties are chosen."""
    while scene.at() in (BASE, FIELDS_STEP):
        scene.play(scene.legal()[0])


def test_s01_two_players_without_akatsuki_meet_the_beasts_1_to_9_four_of_them_in_capitals() -> None:
    scene = deal(2, (0, 1))
    beasts = lairs(scene)
    assert sorted(beasts.values()) == list(range(1, 10))
    assert {CAPITALS[clan] for clan in (2, 3, 4, 5)} <= set(beasts)
    spawned = set(beasts) - {CAPITALS[clan] for clan in (2, 3, 4, 5)}
    assert len(spawned) == 5
    assert all(int(scene.box.spawner[field]) for field in spawned)
    assert spawner_cards(scene) == 13


def test_r5_clans_stand_as_the_board_says_for_the_number_of_players() -> None:
    box = plain_box()
    for seats in (2, 3, 4):
        first = list(box.order[seats - 2, TIEBREAKER])
        box.order[seats - 2, TIEBREAKER] = [seats - 1, *(clan for clan in first if clan != seats - 1)]
    for seats in (2, 3, 4):
        scene = deal(seats, range(seats), box=box)
        assert int(scene.state.track[TIEBREAKER, 0]) == seats - 1


def test_s02_four_players_with_akatsuki_meet_17_beasts_three_in_capitals_and_fourteen_spawned() -> None:
    scene = deal(4, (6, 0, 1, 2))
    beasts = lairs(scene)
    assert len(beasts) == 17
    assert set(range(1, 10)) <= set(beasts.values())
    assert {field for field in beasts if int(scene.box.capital[field])} == {CAPITALS[clan] for clan in (3, 4, 5)}
    assert sum(int(scene.box.spawner[field]) for field in beasts) == 14
    assert spawner_cards(scene) == 4


def test_r62_stronger_beasts_are_the_strongest_left_in_the_box() -> None:
    strengths = sorted(lairs(deal(3, (0, 1, 2), stronger=1)).values())
    assert strengths == sorted([*range(1, 10), 10, 10, 9, 8])


def test_s03_with_six_points_spent_and_no_boat_only_a_boat_on_water_is_left() -> None:
    scene = deal(2, (0, 1))
    assert scene.asked() == [1]  # clan 1 is ahead on the Starting Player track
    scene.play("field 15")
    assert all(int(scene.box.kind[field]) == WATER for field in scene.fields("field"))
    scene.play("field 68", "post 13 elder", "post 15 elder")
    assert scene.legal() == ["post 68 boat"]
    scene.play("post 68 boat")
    assert scene.asked() == [0]
    assert scene.at_field(1, 13) == scene.at_field(1, 15) == "k"
    assert scene.at_field(1, 68) == "b"


def test_s04_the_akatsuki_choose_their_base_first_and_both_other_fields_beside_it() -> None:
    scene = deal(2, (0, 6))
    assert scene.asked() == [1]
    assert scene.fields("field") == [field for field in range(94) if int(scene.box.hideout[field])]
    scene.play("field 15")
    free = NEAR_15 - set(lairs(scene))
    assert 13 not in free  # a beast is in the capital
    assert set(scene.fields("field")) == free
    scene.play("field 68")
    assert set(scene.fields("field")) == free - {68}


def test_s05_a_coin_field_of_the_set_up_pays_nothing_and_gets_no_marker() -> None:
    scene = deal(2, (0, 3))
    fields_of = {0: (1, 63), 1: (31, 78)}
    while scene.at() == FIELDS_STEP:
        seat = scene.asked()[0]
        land, water = fields_of[seat]
        home = int(scene.state.start[seat, 0])
        scene.play(f"field {land}", f"field {water}", f"post {home} elder", f"post {land} elder", f"post {water} boat")
    assert int(scene.box.coin[1]) == 1
    assert scene.at_field(0, 1) == "k"
    assert not scene.state.coins.any()
    assert not scene.state.marker.any()
    assert not scene.state.usable.any()


def test_s06_any_three_clans_have_position_sums_of_twelve() -> None:
    for clans in itertools.combinations(range(CLANS), 3):
        scene = deal(3, clans)
        assert [position_sum(scene.state, seat) for seat in range(3)] == [12, 12, 12]


def test_r14_a_second_field_that_would_leave_no_water_is_not_offered() -> None:
    scene = deal(2, (0, 3))
    scene.state.lair[:] = 0
    for beast in range(20):
        scene.state.beast_at[beast] = IN_BOX
    while scene.asked() != [0]:
        scene.play(scene.legal()[0])
    assert 4 in scene.fields("field")
    scene.state.start[1, 2] = 63  # the only water of the capital and of field 4
    assert set(scene.fields("field")) == {12}


def test_r14_who_finds_no_free_field_posts_its_units_in_those_that_it_has() -> None:
    scene = deal(2, (0, 3))
    while scene.asked() != [1]:
        scene.play(scene.legal()[0])
    home = int(scene.state.start[1, 0])
    lair = scene.state.lair.copy()
    scene.state.lair[:] = 1  # no field is free
    assert not finds_start(scene.box, scene.state, 1)
    run_fields(scene.box, scene.state)
    assert [int(field) for field in scene.state.start[1]] == [home, home, home]
    scene.state.lair[:] = lair
    while scene.asked() == [1] and scene.at() == FIELDS_STEP:
        scene.play(scene.legal()[0])
    assert scene.at() == SPECIALTIES or scene.asked() == [0]
    assert points_in(scene.state, 1, home) == 7


def test_a_passive_that_cannot_matter_with_two_players_is_dealt_to_three_and_four_only() -> None:
    """A double step needs a third spot: the seven specialties of politics."""
    for seats in (2, 3, 4):
        scene = deal(seats, range(seats), box=find_game("beasts").edition().box)
        post(scene)
        for seat in range(seats):
            offered = set(scene.legal(seat))
            assert f"specialty {10 * seat + 5} action" in offered
            assert (f"specialty {10 * seat + 5} passive" in offered) == (seats > 2)
            assert len(offered) == (20 if seats > 2 else 19)


def test_r15_specialties_are_chosen_by_all_at_once_and_then_everybody_has_four_cards_and_five_coins() -> None:
    scene = deal(3, (0, 1, 2))
    post(scene)
    assert scene.at() == SPECIALTIES
    assert scene.asked() == [0, 1, 2]
    for seat in (2, 0, 1):
        scene.play(f"specialty {10 * seat + 2} passive", seat=seat)
    assert [len(scene.hand(seat)) for seat in range(3)] == [4, 4, 4]
    assert [int(c) for c in scene.state.coins[:3]] == [5, 5, 5]
