"""What `report` is told of Tailed Beasts besides its events: rows of effects that fire and change something. And cards
that score."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from beasts_helpers import Scene, deal, turns

from bestiary.engine.registry import find_game
from bestiary.engine.rule import rewire
from bestiary.engine.trace import Event, new_trace
from bestiary.games.beasts import rules
from bestiary.games.beasts.measures import BOOKKEEPING, MEASURES, WATCHED, WEIGHTS
from bestiary.games.beasts.state import EVENTS, MAX_EVENTS, MAX_MOVES, ROWS, State

OWN = len(EVENTS.kinds)


def told(trace: Any) -> list[Event]:
    """The events of WATCHED in a trace."""
    rows = trace[1 : int(trace[0, 0]) + 1]
    rows = rows[rows[:, 0] > OWN]
    own = new_trace(len(rows))
    own[0, 0], own[1:] = len(rows), rows
    own[1:, 0] -= OWN
    return WATCHED.read(own)


class Watcher:
    """Stands in for `apply` in scenes, and keeps what they would not understand."""

    def __init__(self) -> None:
        assert MEASURES.watch is not None
        self.rule = rewire(rules.apply, "watched", MEASURES.watch.instead)
        self.told: list[Event] = []

    def __call__(self, box: Any, state: Any, seat: int, action: int, trace: Any) -> None:
        whole = new_trace(4 * MAX_EVENTS)
        self.rule(box, state, seat, action, whole)
        self.told += told(whole)
        known = whole[1 : int(whole[0, 0]) + 1]
        known = known[known[:, 0] <= OWN]
        trace[0, 0] = len(known)
        trace[1 : len(known) + 1] = known

    def rows(self, card: int) -> list[tuple[int, bool]]:
        """The rows of a card that have fired, each with whether it changed the position, as telemetry takes them."""
        open_rows: dict[int, Event] = {}
        found = []
        for event in self.told:
            if event.name == "row_begins":
                open_rows[event["level"]] = event
            elif event.name == "row_ends" and (begun := open_rows.pop(event["level"], None)):
                found.append((begun["row"], begun["mark"] != event["mark"]))
        return [(row % ROWS, changed) for row, changed in found if row // ROWS == card]


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    found = Watcher()
    monkeypatch.setattr(rules, "apply", found)
    return found


def fought(*effects: str, poor: bool = False) -> Scene:
    """Seat 0 has fought the first battle of a war with card 0, which has these effects."""
    scene = turns(0, 1)
    scene.says(0, *effects)
    if poor:
        scene.state.coins[1] = 0
    scene.meet()
    scene.clash(0, 20)
    return scene


def test_a_row_that_brings_coins_has_changed_the_position(watcher: Watcher) -> None:
    fought("IM COIN 2")
    assert watcher.rows(0) == [(0, True)]


def test_a_row_that_finds_nothing_to_take_has_fired_and_changed_nothing(watcher: Watcher) -> None:
    fought("IM UNCOIN opp 2; COIN 1", poor=True)
    assert watcher.rows(0) == [(0, False), (1, True)]


def test_a_condition_that_fails_lets_no_row_fire(watcher: Watcher) -> None:
    fought("IM[BNO =2] COIN 2")
    assert watcher.rows(0) == []


@pytest.mark.parametrize(("answer", "rows"), [("yes", [(0, True), (1, True)]), ("no", [(0, False)])])
def test_what_a_choice_leads_to_belongs_to_the_row(watcher: Watcher, answer: str, rows: list[Any]) -> None:
    fought("IM PAY 1; COIN 3").play(answer)
    assert watcher.rows(0) == rows


def test_a_choice_of_branches_is_no_row_of_its_own(watcher: Watcher) -> None:
    fought("IM OPT me COIN 1 / COIN 2").play("option 1")
    assert watcher.rows(0) == [(2, True)]


def test_steps_nested_in_a_row_are_over_when_it_ends(watcher: Watcher) -> None:
    scene = fought("IM TOK opp poison 1; COIN 1")
    assert scene.state.token[1].sum() == 1
    assert watcher.rows(0) == [(0, True), (1, True)]


def test_what_an_immune_card_stops_has_changed_nothing(watcher: Watcher) -> None:
    scene = turns(0, 1)
    scene.says(20, "IM IMMUNE")
    scene.says(0, "IM VAL opp T -3")
    scene.meet()
    scene.clash(0, 20)
    scene.play("card 20")  # the one ahead lets the other card speak first
    assert (watcher.rows(20), watcher.rows(0)) == ([(0, True)], [(0, False)])


def test_cards_score_once_when_their_war_is_over() -> None:
    scene = fought("SC COIN 1")
    assert not [event for event in scene.events if event.name == "scores_card"]
    scene.fight()
    scored = [(event["seat"], event["card"]) for event in scene.events if event.name == "scores_card"]
    played = [(event["seat"], event["card"]) for event in scene.events if event.name == "fights_with"]
    assert sorted(scored) == sorted(played)
    assert (0, 0) in scored


def test_the_mark_of_a_position_leaves_out_its_bookkeeping_and_nothing_else() -> None:
    for field in State.fields:
        start = State.dtype.fields[field.name][1]
        weights = WEIGHTS[start : start + State.dtype[field.name].itemsize]
        assert (weights == 0).all() if field.name in BOOKKEEPING else (weights % 2 == 1).all(), field.name


def test_watching_changes_no_position() -> None:
    watcher, rng, moves = Watcher(), random.Random(3), np.zeros(MAX_MOVES, np.int32)
    box = find_game("beasts").edition().box
    plain, watched = (deal(2, seed=3, box=box) for _ in range(2))
    while seats := plain.asked():
        count = int(rules.legal(box, plain.state, seats[0], moves))
        action = int(moves[rng.randrange(count)])
        rules.apply(box, plain.state, seats[0], action, None)
        watcher(box, watched.state, seats[0], action, new_trace(MAX_EVENTS))
        assert plain.state.tobytes() == watched.state.tobytes()
    assert {"row_begins", "row_ends"} <= {event.name for event in watcher.told}
