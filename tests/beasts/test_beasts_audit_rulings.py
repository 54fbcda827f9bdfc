"""Rulings R64–R77, which an audit of the rulebook against the built game has added; each really played."""

from __future__ import annotations

from beasts_helpers import turns
from effects_helpers import HOME, spots

from bestiary.games.beasts.state import CHUNIN, DOWN, PAYDAY, RECRUIT, STRENGTH, TURNS, UP

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
