"""The one exit: what a seat sees, hears and is refused, whatever the game."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bestiary.engine.chance import server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.plain import Plain
from bestiary.engine.registry import find_game
from bestiary.engine.seat import frame, frames, look, news, refuse, since
from bestiary.engine.table import Table
from bestiary.engine.telling import Tell, Telling, Way
from bestiary.engine.trace import Event, EventTable
from bestiary.engine.views import Act, Move, Question, changes, patched

TALON = find_game("talon")
CLAW = find_game("claw")


def sit(game: Any = TALON, players: int = 3, variant: str | None = None, **settings: Any) -> Table:
    return Table(game, game.edition(), game.make_options(players, variant, settings), server_seed("the exit"))


# --- Looking


def test_a_look_holds_view_question_and_actions() -> None:
    table = sit(leader=0)
    seen = look(table, 1)
    assert (seen.public.step, seen.public.asked) == ("choose", [0, 1, 2])
    assert seen.private.seat == 1
    assert seen.private.question.secret
    assert [act.label for act in seen.actions] == ["Rat", "Snake", "Hawk", "Fox", "Net"]
    assert seen.actions[0].things == ["rat@hand:1"]
    assert seen.number == len(table.log)


def test_a_spectator_has_the_public_part_alone() -> None:
    seen = look(sit(), -1)
    assert seen.private is None
    assert seen.actions == []


def test_a_seat_that_owes_nothing_has_no_question_and_no_actions() -> None:
    table = sit()
    table.play(1, "choose fox")
    seen = look(table, 1)
    assert seen.private.question is None
    assert seen.actions == []
    assert seen.private.knows["active:1"] == {"fox": 1}


@pytest.mark.parametrize("seat", [-2, 3, 99])
def test_a_seat_that_is_not_there_is_malformed(seat: int) -> None:
    table = sit()
    for ask in (lambda: look(table, seat), lambda: since(table, seat, 0), lambda: refuse(table, seat, "pass")):
        with pytest.raises(MalformedError, match="seats are 0 to 2, a spectator is -1"):
            ask()


def test_a_position_that_was_changed_by_hand_is_looked_at_anew() -> None:
    table = sit(leader=0)
    before = look(table, -1).public
    table.state.coins[2] = 7
    assert look(table, -1).public.seats[2].coins == 7
    assert before.seats[2].coins == 0


def test_a_range_of_amounts_is_one_action_with_presets() -> None:
    table = sit(variant="gamble", leader=0)
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    seen = look(table, 0)
    (bet,) = [act for act in seen.actions if act.amount]
    assert (bet.amount.least, bet.amount.most) == (2, 97)
    assert [preset.value for preset in bet.amount.presets] == [2, 3, 6]
    table.play(0, bet.id + 10 - bet.amount.least)
    assert look(table, -1).public.gamble.high == 10


# --- What leaves as bytes


def test_a_frame_is_the_look_as_json() -> None:
    table = sit()
    for seat in (-1, 0):
        assert json.loads(frame(table, seat)) == msgspec.to_builtins(look(table, seat))


def test_frames_tell_everybody_what_happened_and_what_is_seen_now() -> None:
    table = sit()
    number = len(table.log)
    table.play(0, "choose fox")
    watchers = [json.loads(text) for text in frames(table, number)]
    assert len(watchers) == 4
    assert [w["events"][0]["facts"]["animal"] for w in watchers] == [None, "fox", None, None]
    assert len({json.dumps(w["public"]) for w in watchers}) == 1


def test_news_are_patches_that_lead_to_the_next_look() -> None:
    table = sit()
    before = look(table, 1)
    table.play(1, "choose fox")
    told = news(table, 1, before)
    assert told.public["seats|1|status"] == "chosen"
    assert told.public["places|active:1"] == {"?": 1}
    assert told.private["chosen"] == "fox"
    assert [event.kind for event in told.events] == ["chooses"]
    assert patched(msgspec.to_builtins(before.public), msgspec.to_builtins(told.public)) == msgspec.to_builtins(
        look(table, 1).public
    )


def test_changes_name_what_went_and_what_came() -> None:
    old = Question(kind="a", title="b", detail="c")
    assert changes(old, Question(kind="a", title="b", detail="d")) == {"detail": "d"}
    assert changes(old, old) == {}


# --- Hearing


def test_everybody_hears_a_secret_as_far_as_it_may_know_it() -> None:
    table = sit()
    number = len(table.log)
    table.play(0, "choose fox")
    mine, theirs = since(table, 0, number)[0], since(table, 1, number)[0]
    assert (mine.facts["animal"], theirs.facts["animal"]) == ("fox", None)
    assert mine.path == [Move(thing="fox", start="hand:0", goal="active:0")]
    assert theirs.path == [Move(thing=None, start="hand:0", goal="active:0")]
    assert since(table, -1, number) == since(table, 1, number)


def test_events_that_have_faded_are_not_told_again() -> None:
    table = sit(CLAW, 2, "memory", first=0)
    while not table.faded():
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])
    told = since(table, 0, 0)
    assert told[0].number == table.faded() > 0
    assert len(told) == len(table.log) - table.faded()


# --- Being refused


def test_a_refusal_names_clause_section_and_ruling() -> None:
    table = sit(variant="gamble", leader=0)
    for seat in range(3):
        table.play(seat, table.legal(seat)[0])
    reason = refuse(table, 0, "call")
    assert (reason.section, reason.ruling) == ("Betting", "R8")
    assert reason.clause in TALON.clauses
    assert refuse(table, 0, "check") is None
    assert refuse(table, 0, {"do": "check"}) is None
    assert refuse(table, 1, "check").clause == TALON.not_asked


# --- Telling events

TABLE = EventTable(gives="seat other card!seat+other count", rains="")
WORDS = {"card": ("ace", "king")}


def telling(**kinds: Tell) -> Telling:
    usual = {"gives": Tell("{seat:gives/give} {card} to {other}."), "rains": Tell("It rains.", opens=True)}
    return Telling(TABLE, WORDS, **{**usual, **kinds})


def test_an_event_is_told_by_its_template() -> None:
    event = Event("gives", {"seat": 0, "other": 2, "card": 1, "count": 1})
    way = Way("{card}", "hand:{seat}", "hand:{other}", "{count}")
    told = telling(gives=Tell("{seat:gives/give} {card} to {other}.", way)).told(TALON.edition(), 7, event)
    assert told.sentence == "{0:gives/give} 1 to {2}."
    assert told.facts == {"seat": 0, "other": 2, "card": "king", "count": 1}
    assert told.path == [Move(thing="king", start="hand:0", goal="hand:2")]
    assert told.number == 7


def test_nothing_moves_where_the_count_is_zero() -> None:
    event = Event("gives", {"seat": 0, "other": 2, "card": 1, "count": 0})
    way = Way("{card}", "hand:{seat}", "hand:{other}", "{count}")
    assert telling(gives=Tell("", way)).told(TALON.edition(), 0, event).path == []


def test_two_seats_may_share_a_secret() -> None:
    event = Event("gives", {"seat": 0, "other": 2, "card": 1, "count": 1})
    assert [TABLE.blank(event, seat)["card"] for seat in (-1, 0, 1, 2)] == [None, 1, None, 1]
    assert TABLE.insiders(event) == {0, 2}


def test_every_kind_of_event_must_be_told() -> None:
    with pytest.raises(TypeError, match="rains"):
        Telling(TABLE, WORDS, gives=Tell(""))
    with pytest.raises(TypeError, match="snows"):
        telling(snows=Tell(""))
    with pytest.raises(TypeError, match="there is no argument who"):
        telling(rains=Tell("{who} is wet."))


# --- Plain values


def test_plain_values_are_those_of_the_record() -> None:
    table = sit(variant="gamble")
    plain = Plain.of(TALON.state, table.state)
    assert plain.seats == 3
    assert plain.coins == table.state.coins.tolist()
    assert plain.hand == table.state.hand.tolist()
    assert plain.chance.key == table.state.chance.key.tolist()
    with pytest.raises(AttributeError, match="State has no field 'moon'"):
        assert plain.moon


def test_acts_are_of_their_type() -> None:
    act = look(sit(), 0).actions[0]
    assert msgspec.json.decode(msgspec.json.encode(act), type=Act) == act
