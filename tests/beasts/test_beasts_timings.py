"""Timings of the effect language (§6), of cards that are played and of cards in hand; and that every word of the
language has a test in which it is at work."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest
from beasts_helpers import Scene, copy
from effects_helpers import (
    COVERED, HALVES, HELD, coins, covers, fought, hold_all, order, over, points, second_war, step_on, values, war,
    war_met, zones,
)  # fmt: skip

from bestiary.games.beasts.cards.language import CONDITIONS, OPERATIONS, TIMINGS, WINDOWS
from bestiary.games.beasts.stack import WINDOW_MOMENT, top
from bestiary.games.beasts.state import DISCARD, HUNT, RETREAT, TURNS, WINDOW

# --- Timings of cards that are played


def fires(timing: str, seat: int) -> int:
    """How often an effect of a side's first card has fired after the first battle."""
    return fought(f"{timing} COIN 1", seat=seat).fired(20 * seat)


def test_immediately_is_between_reveal_and_comparison() -> None:
    assert order(fought("IM COIN 1"), 0) == ["battle_point", "fights_with", "fights_with", "effect", "battle_point"]


@covers("OI")
def test_once_per_war_immediately_fires_when_the_card_is_played() -> None:
    assert order(fought("OI COIN 1"), 0)[-3:] == ["fights_with", "effect", "battle_point"]


@covers("OL")
def test_if_losing_this_battle_fires_after_a_lost_battle_only() -> None:
    assert order(fought("OL COIN 1", seat=1), 20)[-2:] == ["battle_point", "effect"]
    assert fires("OL", 0) == 0


@covers("ID")
def test_if_defending_is_for_the_defender_only() -> None:
    assert fires("ID", 1) == 1
    assert fires("ID", 0) == 0


@covers("NF")
def test_if_not_the_first_battle_waits_for_the_second() -> None:
    assert fires("NF", 0) == 0
    scene = war_met("NF COIN 1")
    scene.clash(1, 21)
    scene.clash(0, 20)
    assert scene.fired(0) == 1


@covers("LP", "MP")
def test_least_and_most_points_are_compared_before_the_battle() -> None:
    assert [(fires("LP", seat), fires("MP", seat)) for seat in (0, 1)] == [(0, 1), (1, 0)]
    scene = war("LP COIN 1", "MP COIN 1")
    scene.set_out()
    scene.let_until(lambda: scene.at() != WINDOW)
    scene.state.points[:] = (1, 1)
    scene.clash(0, 20)
    assert scene.fired(0) == 0


@covers("LA", "MA")
def test_least_and_most_points_after_this_battle_are_compared_after_it() -> None:
    assert [(fires("LA", seat), fires("MA", seat)) for seat in (0, 1)] == [(0, 1), (1, 0)]
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
        "war_ends", *["effect"] * 5, "loses_traveller", "heals", "gives_beast", "takes_ally", "retreats", "effect",
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
    assert fires("VB", 0) == 0


# --- Timings of cards in hand

STORIES = ("war", "hunt won", "hunt lost")


@cache
def openings(half: int, story: str) -> tuple[dict[str, set[tuple[int, str]]], dict[tuple[str, int], Scene]]:
    """For every timing in whose hand and in which windows it can be used, and the position at its first time."""
    scene = hold_all(half, story)
    found: dict[str, set[tuple[int, str]]] = {word: set() for word in HALVES[half]}
    first: dict[tuple[str, int], Scene] = {}
    while not (scene.at() == TURNS and scene.asked() == [1]):
        window = "TURN" if scene.at() == TURNS else WINDOWS[int(top(scene.state, WINDOW_MOMENT))]
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
    "HB": (set(), each("PRIZE", 1, 2), set()),
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
    "HC": (each("BEAST", 0), each("PRIZE", 0), set()),
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
    scene.play("card 0")
    assert (coins(scene), scene.asked()) == ([6, 5], [0])
    scene.play("card 1")
    assert coins(scene) == [8, 5]
    scene.let()
    assert scene.asked() == [1]


# --- Completeness


def test_every_word_of_the_language_has_a_test() -> None:
    for others in ("test_beasts_operations", "test_beasts_operations_of_war", "test_beasts_conditions"):
        import_module(others)  # notes what it covers
    words = {entry.word for table in (TIMINGS, CONDITIONS, OPERATIONS) for entry in table}
    assert len(words) == 47 + 19 + 63
    assert words - COVERED == set()
    assert COVERED - words == set()
