"""What players of Tooth & Claw read: the table, the moves, the log, and what of it is hidden from whom."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from claw_helpers import CLAW, EXAMPLES, choose, lay, play, run, sit, to_round, wander

from bestiary.engine.seat_names import with_names
from bestiary.engine.records import clone
from bestiary.engine.table import Table
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.claw import state as s
from bestiary.games.claw.words import CLAUSES, LAWS

NAMES = ["Ada", "Bram"]
VARIANTS = [v.name for v in CLAW.variants]
RULES = (CLAW.folder / "rules.md").read_text(encoding="utf-8")


def in_defence(**settings: Any) -> Table:
    """Ada, a Bow, must answer Blue 4: the picture that the page was designed with."""
    table = sit(edition=EXAMPLES, **settings)
    mine = "R7 # B9+2 / R5W R2+1 # / B6&R0 # ."
    lay(table, mine, "R8+1 R12+2 B4 / B1 # . / R3 B7 #", offence=1, number=2, hands=("B3", "B0"))
    play(table, "B4")
    return table


def spaces(table: Table, seat: int, owner: int) -> dict[str, Any]:
    return {space["space"]: space for space in table.view(seat)["seats"][owner]["spaces"]}


def told(table: Table, events: list[Event], seat: int = 0) -> list[str]:
    return [with_names(line, NAMES, seat) for line in table.told(events, seat)]


# --- The text of the rules


def test_every_refusal_names_a_heading_of_the_rules() -> None:
    headings = set(re.findall(r"^## (.+)$", RULES, re.MULTILINE))
    assert {clause.section for clause in CLAUSES.values()} <= headings


def test_all_fifteen_rulings_stand_in_the_rules_in_order() -> None:
    assert re.findall(r"^- \*\*(R\d+)\*\* ", RULES, re.MULTILINE) == [f"R{n}" for n in range(1, 16)]


def test_every_clause_and_every_law_has_its_words() -> None:
    assert set(CLAUSES) == set(range(s.NOT_ASKED, s.ANOTHERS_CARD + 1))
    assert set(LAWS) == set(range(s.CARDS_KEPT, s.TYPES_DIFFER + 1))


# --- What lies on the table


def test_a_player_sees_both_formations_with_their_effects() -> None:
    table = in_defence()
    mine, theirs = spaces(table, 0, 0), spaces(table, 0, 1)
    assert list(mine) == list(s.SPACE_NAMES)
    assert [name for name, space in mine.items() if space["blank"]] == ["v2", "r3", "b2"]
    assert [name for name, space in mine.items() if space["wild"]] == ["r1"]
    assert {name: space["bonus"] for name, space in theirs.items() if space["bonus"]} == {"v1": 1, "v2": 2}
    assert [name for name, space in mine.items() if space["two"]] == ["b1"]
    assert (mine["v3"]["cards"][0]["card"]["name"], mine["v3"]["strength"]) == ("Blue 9", 11)
    assert (theirs["v2"]["cards"][0]["card"]["worth"], theirs["v2"]["strength"]) == (3, 14)
    assert [name for name, space in theirs.items() if space["in_battle"]] == ["v3"]
    assert (mine["b3"]["cards"], theirs["r3"]["cards"]) == ([], [])


def test_a_player_sees_roles_piles_and_the_card_in_play() -> None:
    data = in_defence().view(0)
    assert (data["step"], data["phase"], data["round"], data["battle"]) == ("defence", "combat", 2, 2)
    assert (data["led"]["card"]["name"], data["led"]["colour"], data["led"]["strength"]) == ("Blue 4", "Blue", 4)
    mine, theirs = data["seats"]
    assert (mine["role"], theirs["role"], mine["asked"], theirs["asked"]) == ("defence", "offence", True, False)
    assert (mine["type"], theirs["type"]) == ("Bow", "Sword")
    assert [card["name"] for card in mine["hand"]] == ["Blue 3"]
    assert (mine["hand_count"], mine["deck_count"], theirs["hand_count"], theirs["deck_count"]) == (1, 7, 1, 7)
    assert [(card["name"], card["owner"]) for card in mine["taken"]] == [("Red 1", 0)]
    assert mine["points"] == [0, 1, None]
    assert data["prompt"] == "Answer Blue 4, strength 4, from your Rearguard: any card will do."
    assert data["hint"] == "Red 5 stands on Wild: say which colour it plays as."


def test_whoever_defends_is_told_how_each_answer_would_end() -> None:
    table = in_defence()
    answers = [(a["action"], a["result"], a["reason"]) for a in table.view(0)["answers"]]
    assert answers == [
        ("play r1 red", "lose", "another colour"),
        ("play r1 blue", "win", "5 beats 4"),
        ("play r2 red", "lose", "another colour"),
    ]
    assert table.view(1)["answers"] == table.view(-1)["answers"] == []
    assert [CLAW.actions.parse(text) for text, _, _ in answers] == table.legal(0)


@pytest.mark.parametrize(
    ("lead", "reply", "result", "reason"),
    [
        ("B12+2", "R0", "win", "0 beats 12"),
        ("R0", "B12", "lose", "0 beats 12"),
        ("B8+2", "B9+1", "tie", "10 equals 10"),
        ("B8", "B7", "lose", "8 beats 7"),
    ],
)
def test_the_end_of_a_battle_is_foretold_as_it_comes(lead: str, reply: str, result: str, reason: str) -> None:
    table = sit()
    lay(table, f"{lead} R5 # / # . . / . . .", f"R6 # . / {reply} . . / . . #")
    play(table, lead.partition("+")[0])
    answers = table.view(1)["answers"]
    assert [(a["result"], a["reason"]) for a in answers] == [(result, reason)]
    events = play(table, reply.partition("+")[0])
    winner = {"win": [1], "lose": [0], "tie": []}[result]
    assert [e["seat"] for e in events if e.name == "wins_battle"] == winner


# --- Who sees what


def test_cards_face_down_and_the_hand_are_seen_by_their_owner_only() -> None:
    table = in_defence()
    own = spaces(table, 0, 0)["b1"]["cards"]
    assert [(lying["card"]["name"], lying["up"]) for lying in own] == [("Blue 6", False), ("Red 0", False)]
    for seat in (1, -1):
        assert spaces(table, seat, 0)["b1"]["cards"] == [{"card": None, "up": False}] * 2
        assert table.view(seat)["seats"][0]["hand"] is None
        assert table.view(seat)["seats"][0]["deck"] is None
        assert table.view(seat)["seats"][0]["hand_count"] == 1
    assert "[B6][R0]" in CLAW.draw(table.view(0), NAMES)
    assert "[??][??]" in CLAW.draw(table.view(1), NAMES)
    assert "B6" not in CLAW.draw(table.view(-1), NAMES)


def test_a_placed_card_is_secret_until_both_fronts_are_full() -> None:
    table = to_round(sit(), 1, s.FRONT)
    table.play(0, table.legal(0)[0])
    space = next(n for n, data in spaces(table, 0, 0).items() if data["cards"] and not data["cards"][0]["up"])
    assert spaces(table, 0, 0)[space]["cards"][0]["card"] is not None
    assert spaces(table, 1, 0)[space]["cards"] == [{"card": None, "up": False}]
    for _ in wander(table, until=s.BACKS):
        pass
    assert spaces(table, 1, 0)[space]["cards"][0]["card"] is not None


def test_a_formation_is_secret_until_both_have_chosen() -> None:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", "bow")
    play(table, "form second", seat=0)
    assert table.view(0)["seats"][0]["formation"] == "Thin Rear"
    for seat in (1, -1):
        chosen = table.view(seat)["seats"][0]
        assert (chosen["chosen"], chosen["formation"], chosen["spaces"]) == (True, None, None)
        assert [card["name"] for card in chosen["choices"]] == ["Strong Point", "Thin Rear"]
    play(table, "form first", seat=1)
    assert table.view(1)["seats"][0]["formation"] == "Thin Rear"


def test_a_view_reads_nothing_that_its_seat_cannot_know() -> None:
    table = sit("secrets")
    for number, _ in enumerate(wander(table)):
        if number % 4 == 0:
            for seat in (-1, 0, 1):
                spoilt = clone(table.state)
                for other in {0, 1} - {seat}:
                    spoilt.deck[other] = spoilt.hand[other] = 0
                    for place in range(s.PLACES):
                        if not int(spoilt.shown[other]) >> place & 1:
                            spoilt.place[other * s.PLACES + place] = 99
                    if table.view(seat)["step"] == "formation":
                        spoilt.formation[other * s.ROUNDS + int(spoilt.round_number)] = 99
                assert CLAW.view(table.edition, spoilt, seat) == CLAW.view(table.edition, table.state, seat)


def test_what_is_still_unseen_is_what_can_lie_in_deck_hand_and_face_down() -> None:
    for table in (in_defence(), to_round(sit(), 2, s.BACKS), to_round(sit("edge", edition=EXAMPLES), 2, s.BACKS)):
        theirs = table.view(0)["seats"][1]
        covered = [c for space in theirs["spaces"] for c in space["cards"] if not c["up"]]
        assert len(theirs["unseen"]) == theirs["hand_count"] + theirs["deck_count"] + len(covered)


# --- The memory option


def test_with_the_memory_option_the_present_round_must_be_remembered() -> None:
    table = in_defence(memory=1)
    for seat in (-1, 0, 1):
        data = table.view(seat)
        for player in data["seats"]:
            assert (player["taken"], player["used"], player["unseen"], player["deck"]) == (None, None, None, None)
            assert (player["points"], player["taken_count"]) == ([0, None, None], 1)
        drawn = CLAW.draw(data, NAMES)
        assert "took" not in drawn
        assert re.search(r"^  Ada +0 +\? +- +0$", drawn, re.MULTILINE)


def test_with_the_memory_option_formations_hand_and_finished_rounds_stay_in_view() -> None:
    open_table, table = in_defence(), in_defence(memory=1)
    assert table.view(0)["seats"][0]["spaces"] == open_table.view(0)["seats"][0]["spaces"]
    assert table.view(0)["seats"][0]["hand"] == open_table.view(0)["seats"][0]["hand"]
    table = to_round(sit(memory=1), 3, s.BATTLE)
    points = [[int(p) for p in table.state.points[seat, :2]] for seat in (0, 1)]
    assert [player["points"] for player in table.view(0)["seats"]] == [[*p, None] for p in points]
    assert [player["score"] for player in table.view(0)["seats"]] == [sum(p) for p in points]


def test_when_the_game_is_over_nothing_need_be_remembered_any_more() -> None:
    table = run(sit(memory=1))
    data = table.view(-1)
    assert all(None not in player["points"] for player in data["seats"])
    assert CLAW.draw(data, NAMES).startswith("The game is over. Winning: ")


# --- The drawn table


def test_the_table_is_drawn_with_the_opponent_above() -> None:
    assert CLAW.draw(in_defence().view(0), NAMES).splitlines() == [
        "Round 2 of 3, battle 2 of 7. First player: Ada.",
        "",
        "  Bram, offence: Sword, Everything                   hand 1, deck 7, taken 1",
        "                    1                 2                 3",
        "  Reinforcements    [??]              [??]              ####",
        "  Rearguard         B1                ####              .",
        "  Vanguard          R8+1              R12+2             >B4<",
        "  ------------------------ Bram: Blue 4, strength 4 ------------------------",
        "  Vanguard          R7                ####              B9+2",
        "  Rearguard         R5 W              R2+1              ####",
        "  Reinforcements    [B6][R0]          ####              .",
        "                    1                 2                 3",
        "> Ada, defence: Bow, Seen Pair                       hand 1, deck 7, taken 1",
        "",
        "  Your hand         Blue 3",
        "  Ada took          Red 1",
        "  Bram took         Red 0",
        "  Not yet seen      Red 1 2 3 4 5 6 7 9, Blue 0 7",
        "",
        "                       round 1   round 2   round 3     total",
        "  Ada                        0         1         -         1",
        "  Bram                       0         0         -         0",
        "",
        "  Red 5 stands on Wild: say which colour it plays as.",
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_drawn_table_is_ascii_within_80_columns_and_names_everybody(variant: str) -> None:
    names = ["Bartholomew the Great", "Wilhelmina the Greater"]
    for edition in (None, EXAMPLES):
        table = sit("wide", variant, edition)
        for _ in wander(table):
            for seat in (-1, 0, 1):
                text = CLAW.draw(json.loads(json.dumps(table.view(seat))), names)
                assert text.isascii()
                assert max(len(line) for line in text.splitlines()) <= 80
                assert names[table.view(seat)["first"]][:16] in text
                assert not any(line.endswith(" ") for line in text.splitlines())
    assert all(name[:16] in CLAW.draw(table.view(-1), names) for name in names)


def test_whoever_chooses_a_type_sees_all_eighteen_formations() -> None:
    drawn = CLAW.draw(sit().view(1), NAMES)
    for name in EXAMPLES.words["types"]:
        assert name.upper() in drawn
    for name in sit().edition.words["formations"]:
        assert name in drawn


def test_the_next_space_to_fill_is_pointed_out() -> None:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", "bow")
    play(table, "form first", "form first")
    assert re.search(r"Vanguard +\.\+2 <-- +\. +\.\n", CLAW.draw(table.view(0), NAMES))
    table.play(0, table.legal(0)[0])
    assert re.search(r"Vanguard +\[[RB]\d+\]\+2 +\. <-- +\.\n", CLAW.draw(table.view(0), NAMES))


# --- Moves in words


def sentences(table: Table, seat: int) -> list[str]:
    return [CLAW.describe(table.edition, table.knowledge(seat), seat, a) for a in table.legal(seat)]


def test_moves_read_as_they_are_said_at_a_table() -> None:
    table = sit(edition=EXAMPLES)
    assert sentences(table, 1) == ["Choose Sword", "Choose Shield", "Choose Bow"]
    choose(table, "sword", "bow")
    assert sentences(table, 0) == [
        "Form Strong Point: +2 . . / # ? . / . . #",
        "Form Thin Rear: . . ? / # # . / . . .",
    ]
    play(table, "form first", "form first")
    assert all(re.fullmatch(r"Place (Red|Blue) \d+ on Vanguard 1 \(\+2\)", line) for line in sentences(table, 0))
    table.play(0, table.legal(0)[0])
    assert all(re.fullmatch(r"Place (Red|Blue) \d+ on Vanguard 2", line) for line in sentences(table, 0))
    for _ in wander(table, until=s.BACKS):
        pass
    pair = [r"Reinforcements 1 \(2 Cards\)", r"Reinforcements 1 \(the other card\)"]
    for where in pair:
        assert all(re.fullmatch(rf"Place (Red|Blue) \d+ on {where}", line) for line in sentences(table, 1))
        table.play(1, table.legal(1)[0])


def test_a_colour_is_said_where_the_space_is_wild() -> None:
    table = sit()
    lay(table, "R9W B4 # / # . . / . . .", "B1 # . / B2 . . / . . #")
    assert sentences(table, 0) == [
        "Attack with Red 9 from Vanguard 1 as Red",
        "Attack with Red 9 from Vanguard 1 as Blue",
        "Attack with Blue 4 from Vanguard 2",
    ]
    assert table.view(0)["hint"] == "Red 9 stands on Wild: say which colour it plays as."
    play(table, "R9 as blue")
    assert sentences(table, 1) == ["Defend with Blue 2 from Rearguard 1"]
    assert table.view(1)["prompt"] == "Answer Red 9 as Blue, strength 9, from your Rearguard: follow Blue."


def test_the_two_cards_of_a_pair_are_named() -> None:
    table = in_defence()
    play(table, "R5 as blue")
    assert table.view(0)["prompt"] == "Choose the card that advances to Rearguard 1 (Wild)."
    assert table.view(0)["advance"] == {"seat": 0, "from": "b1", "to": "r1"}
    assert sentences(table, 0) == ["Advance Red 0", "Advance Blue 6"]
    assert table.view(1)["prompt"] == "Waiting for your opponent."
    assert table.view(-1)["prompt"] == "Waiting for the players."


@pytest.mark.parametrize("variant", VARIANTS)
def test_different_moves_read_differently(variant: str) -> None:
    table = sit("moves", variant)
    for _ in wander(table):
        for seat in table.waiting():
            said = sentences(table, seat)
            assert all(said)
            assert len(set(said)) == len(said)


# --- The log


def test_a_battle_reads_as_it_was_fought() -> None:
    table = in_defence()
    events = [*table.plies[-1].events, *play(table, "R5 as blue", "R0")]
    assert told(table, events) == [
        "Bram attacks with Blue 4 from Vanguard 3.",
        "You defend with Red 5 from Rearguard 1 as Blue.",
        "You take both cards: 3 achievements.",
        "Your Red 0 advances face up to Rearguard 1.",
    ]


def test_a_reinforcement_goes_past_a_blank_and_a_tie_gives_each_its_own() -> None:
    table = sit()
    lay(table, "B8+2 # . / # . . / B12 . .", "R1 # . / B9+1 . . / . . #")
    assert told(table, play(table, "B8", "B9"), 1) == [
        "Ada attacks with Blue 8 from Vanguard 1.",
        "You defend with Blue 9 from Rearguard 1.",
        "A tie: each takes its own card.",
        "Ada's Blue 12 advances face up past the blank to Vanguard 1.",
    ]


def test_each_player_reads_its_own_draws_and_places_and_hears_of_the_others() -> None:
    table = sit(edition=EXAMPLES)
    play(table, "type bow", "type sword")
    drawn = told(table, list(table.plies[-1].events))
    assert [line for line in drawn if line.startswith("You draw ")] == drawn[2:]
    assert (drawn[:2], len(drawn)) == (
        ["You choose Sword.", "Round 1 begins. You have the First Player card."], 2 + s.HAND,
    )  # fmt: skip
    play(table, "form first", "form first")
    (placed,) = table.play(0, table.legal(0)[0])
    assert re.fullmatch(r"You place (Red|Blue) \d+ on Vanguard 1\.", told(table, [placed], 0)[0])
    for seat in (1, -1):
        assert told(table, [placed], seat) == ["Ada places a card face down on Vanguard 1."]


def test_the_second_game_of_a_match_is_announced() -> None:
    table = sit(variant="match")
    for _ in wander(table):
        if int(table.state.game_number):
            break
    last = told(table, list(table.plies[-1].events))
    assert last[-1] == "The second game begins. Bram is the first player."
    assert any(re.fullmatch(r"You end the game with \d+ achievements\.", line) for line in last)


KNOWN = {
    "game_begins": ({"game": 0, "first": 1}, "Bram is the first player."),
    "takes_type": ({"seat": 0, "type": 2}, "You choose Bow."),
    "round_begins": ({"round": 1, "first": 0}, "Round 2 begins. You have the First Player card."),
    "draws": ({"seat": 0, "card": 9}, "You draw Red 9."),
    "forms": ({"seat": 1, "formation": 0}, "Bram forms Strong Point."),
    "turns_up": ({"seat": 1, "space": 3, "card": 21}, "Bram turns up Blue 12 from the deck on Rearguard 1."),
    "places": ({"seat": 0, "space": 9, "card": 0}, "You place Red 0 on the 2 Cards space."),
    "opens": ({"seat": 1, "space": 1, "card": 11}, "Bram reveals Blue 0 on Vanguard 2."),
    "attacks": ({"seat": 0, "space": 1, "card": 9, "colour": 1}, "You attack with Red 9 from Vanguard 2 as Blue."),
    "defends": ({"seat": 1, "space": 5, "card": 9, "colour": 0}, "Bram defends with Red 9 from Rearguard 3."),
    "wins_battle": ({"seat": 0, "points": 1}, "You take both cards: 1 achievement."),
    "ties_battle": ({"battle": 3}, "A tie: each takes its own card."),
    "advances": ({"seat": 1, "start": 3, "space": 0, "card": 4}, "Bram's Red 4 advances to Vanguard 1."),
    "scores_round": (
        {"seat": 0, "points": 12, "total": 20}, "You score 12 achievements in this round, 20 so far."
    ),
    "ends_game": ({"seat": 1, "points": 30}, "Bram ends the game with 30 achievements."),
    "game_over": ({"winners": 3}, "The game is over. Winning: you and Bram."),
}  # fmt: skip


@pytest.mark.parametrize("kind", [kind.name for kind in s.EVENTS.kinds])
def test_every_event_is_told_in_a_sentence(kind: str) -> None:
    args, sentence = KNOWN[kind]
    table = sit(edition=EXAMPLES)
    assert tuple(args) == s.EVENTS.by_name[kind].args
    assert told(table, [Event(kind, args)]) == [sentence]


def test_no_sentence_shows_a_mark_or_an_unknown_number() -> None:
    table = sit("marks", edition=EXAMPLES)
    for _ in wander(table):
        pass
    assert table.events()
    for seat in (-1, 0, 1):
        for line in told(table, table.events(), seat):
            assert "{" not in line
            assert str(UNKNOWN) not in line
            assert line.endswith(".")
