"""The laws of what people see, each proved by a planted wrong that it must notice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from msgspec import structs

from bestiary.engine.content import Edition
from bestiary.engine.game import Clause, Game
from bestiary.engine.registry import find_game
from bestiary.engine.room import Room
from bestiary.engine.rule import rule
from bestiary.engine.sight import Sight
from bestiary.engine.telling import Tell, Telling, Way
from bestiary.engine.views import Act, Look, Move
from bestiary.games.talon import words
from bestiary.testkit.paths import astray
from bestiary.testkit.people import People

TALON = find_game("talon")


@rule
def hide_nothing(state: Any, seat: int) -> None:
    """A `hide` that forgets everything."""


def broken(game: Game, variant: str = "base", games: int = 3) -> set[str]:
    """The laws that a game of three breaks."""
    people = People(game, game.edition(), game.make_options(3, variant), "planted")
    for number in range(games):
        people.play_game(number, 2)
    return {law for law, (_, wrong, _, _) in people.tally.items() if wrong}


def told(**kinds: Tell) -> Telling:
    """Talon's events, some of them told otherwise."""
    return Telling(TALON.events, words.TELLING.words, words.TELLING.titles, **{**words.TELLING.kinds, **kinds})


def loose_tongue(sight: Sight, action: int, number: int) -> Clause:
    """A refusal that tells what others have chosen."""
    return Clause("Choosing", f"Not while the others hold {sight.now.choice}.")


def loose_question(sight: Sight) -> Any:
    view = TALON.private(sight)
    if not view.question:
        return view
    return structs.replace(view, question=structs.replace(view.question, detail=f"{sight.now.choice}"))


def wrong_thing(sight: Sight, action: int) -> Act:
    act = TALON.act(sight, action)
    return act if not act.things else Act(**{**fields_of(act), "things": ["net@removed:0"]})


def fields_of(act: Act) -> dict[str, Any]:
    return {name: getattr(act, name) for name in act.__struct_fields__}


def mistyped(sight: Sight) -> Any:
    view = TALON.public(sight)
    view.round = "one"
    return view


def test_talon_breaks_no_law() -> None:
    assert broken(TALON) == set()
    assert broken(TALON, "gamble", 1) == set()


def test_a_refusal_that_tells_a_secret_is_noticed() -> None:
    assert "refusal secrecy" in broken(replace(TALON, hide=hide_nothing, explain=loose_tongue))


def loose_talk(sight: Sight, thing: str) -> list[str]:
    """Words about a thing that tell what others have chosen."""
    return [f"{thing}: {sight.now.choice}"]


def test_words_about_a_thing_that_tell_a_secret_are_noticed() -> None:
    assert "about secrecy" in broken(replace(TALON, hide=hide_nothing, about=loose_talk))


def test_a_question_that_tells_a_secret_is_noticed() -> None:
    assert "view secrecy" in broken(replace(TALON, hide=hide_nothing, private=loose_question))


def test_a_wrong_path_is_noticed() -> None:
    astray_card = Tell("", Way("{animal}", "hand:{seat}", "collection:{seat}"))
    assert broken(replace(TALON, telling=told(chooses=astray_card))) == {"paths"}


def test_a_movement_without_an_event_is_noticed() -> None:
    assert broken(replace(TALON, telling=told(collects=Tell("")))) == {"paths"}


def test_an_action_that_lights_the_wrong_thing_is_noticed() -> None:
    assert "things" in broken(replace(TALON, act=wrong_thing))


def test_a_view_of_the_wrong_type_is_noticed() -> None:
    assert "view typed" in broken(replace(TALON, public=mistyped))


def too_wide(look: Look, edition: Edition, names: Sequence[str], room: Room) -> str:
    """A drawing that counts letters, not columns."""
    return "\n".join(f"{name[:16]:<16}{'.' * (room.columns - 16)}" for name in names)


def too_high(look: Look, edition: Edition, names: Sequence[str], room: Room) -> str:
    return "\n".join(["."] * ((room.lines or 0) + 1))


@pytest.mark.parametrize("draw", [too_wide, too_high])
def test_a_drawing_that_does_not_fit_its_room_is_noticed(draw: Any) -> None:
    assert broken(replace(TALON, draw=draw)) == {"view drawn"}


HAND = {"hand:0": {"rat": 2, "fox": 1}}


@pytest.mark.parametrize(
    ("moves", "after"),
    [
        ([("rat", "hand:0", "pile", 1)], {"hand:0": {"rat": 1, "fox": 1}, "pile": {"rat": 1}}),
        ([(None, "hand:0", "pile", 1)], {"hand:0": {"?": 2}, "pile": {"?": 1}}),
        ([(None, "hand:0", "pile", 1)], {"hand:0": {"rat": 2}, "pile": {"fox": 1}}),
        ([("fox", "hand:0", "out", 1), ("net", "out", "hand:0", 1)], {"hand:0": {"rat": 2, "net": 1}}),
        ([("fox", "hand:0", "hand:0", 1)], HAND),
        ([], {"hand:0": {"?": 3}}),
    ],
)
def test_movements_that_lead_there(moves: list[Any], after: Any) -> None:
    assert astray(HAND, [Move(thing=t, start=s, goal=g, count=n) for t, s, g, n in moves], after) == []


@pytest.mark.parametrize(
    ("moves", "after", "wrong"),
    [
        ([], {"hand:0": {"rat": 2}}, ["hand:0"]),
        ([], {**HAND, "pile": {"net": 1}}, ["pile"]),
        ([("rat", "hand:0", "pile", 1)], {"hand:0": {"rat": 2}, "pile": {"rat": 1}}, ["hand:0"]),
        ([("rat", "hand:0", "pile", 1)], {"hand:0": {"rat": 1, "fox": 1}, "pile": {"fox": 1}}, ["pile"]),
        ([("rat", "hand:0", "pile", 2)], {"hand:0": {"rat": 1, "fox": 1}, "pile": {"rat": 1}}, ["hand:0", "pile"]),
        ([("net", "hand:0", "pile", 1)], {"hand:0": {"rat": 2}, "pile": {"rat": 1}}, ["pile"]),
    ],
)
def test_movements_that_lead_astray(moves: list[Any], after: Any, wrong: list[str]) -> None:
    assert astray(HAND, [Move(thing=t, start=s, goal=g, count=n) for t, s, g, n in moves], after) == wrong
