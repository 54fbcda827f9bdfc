"""What players of Tooth & Claw read: the table, the moves, the log, and what of it is hidden from whom."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from claw_helpers import (
    CLAW, EXAMPLES, HOUSE, acts, choose, drawn, lay, lies, play, player, private, public, run, sit, to_round, wander,
)  # fmt: skip

from bestiary.engine.seat_names import with_names
from bestiary.engine.content import Edition
from bestiary.engine.records import clone
from bestiary.engine.seat import list_actions, look, since
from bestiary.engine.sight import sight
from bestiary.engine.table import Table
from bestiary.engine.trace import UNKNOWN, Event
from bestiary.games.claw import state as s
from bestiary.games.claw.view import Book, Led, Space, book
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


def printed(table: Table, owner: int) -> dict[str, Space]:
    """The spaces of a player's formation: the view names it, the book has its spaces."""
    formations = {formation.id: formation for formation in book(table.edition).formations}
    return {space.id: space for space in formations[str(player(table, owner).formation)].spaces}


def told(table: Table, events: list[Event], seat: int = 0) -> list[str]:
    return [with_names(line, NAMES, seat) for line in table.told(events, seat)]


# --- The text of the rules


def test_every_refusal_names_a_heading_of_the_rules() -> None:
    headings = set(re.findall(r"^## (.+)$", RULES, re.MULTILINE))
    assert {clause.heading for clause in CLAUSES.values()} <= headings
    rulings = set(re.findall(r"^- \*\*(R\d+)\*\* ", RULES, re.MULTILINE))
    assert {clause.ruling for clause in CLAUSES.values()} - {""} <= rulings


def test_all_fifteen_rulings_stand_in_the_rules_in_order() -> None:
    assert re.findall(r"^- \*\*(R\d+)\*\* ", RULES, re.MULTILINE) == [f"R{n}" for n in range(1, 16)]


def test_every_clause_and_every_law_has_its_words() -> None:
    assert set(CLAUSES) == set(range(s.NOT_ASKED, s.INTO_BATTLE + 1))
    assert set(LAWS) == set(range(s.CARDS_KEPT, s.TYPES_DIFFER + 1))


# --- What lies on the table


def test_a_player_sees_both_formations_with_their_effects() -> None:
    table = in_defence()
    mine, theirs = printed(table, 0), printed(table, 1)
    assert list(mine) == list(s.SPACE_NAMES)
    assert [name for name, space in mine.items() if space.blank] == ["v2", "r3", "b2"]
    assert [name for name, space in mine.items() if space.wild] == ["r1"]
    assert {name: space.bonus for name, space in theirs.items() if space.bonus} == {"v1": 1, "v2": 2}
    assert [name for name, space in mine.items() if space.two] == ["b1"]
    strengths = public(table).strengths
    assert (lies(table, "space:0.v3"), strengths["space:0.v3"]) == (["blue-9"], 11)
    assert (lies(table, "space:1.v2"), strengths["space:1.v2"]) == (["red-12"], 14)
    assert (lies(table, "space:0.b3"), lies(table, "space:1.r3")) == ([], [])
    assert not any(place.startswith("space:0.b") for place in strengths)  # nobody fights from there


def test_the_led_card_lies_in_the_lane_and_nowhere_else() -> None:
    table = in_defence()
    led = public(table).led
    assert led == Led(seat=1, card="blue-4", place="space:1.v3", colour="blue", strength=4)
    assert lies(table, "lane:1") == ["blue-4"]
    assert lies(table, "space:1.v3") == []
    assert public(table).strengths["lane:1"] == 4
    assert "space:1.v3" not in public(table).strengths


def test_a_player_sees_roles_piles_and_the_card_in_play() -> None:
    table = in_defence()
    data = public(table)
    assert (data.step, data.phase, data.round, data.battle) == ("defence", "combat", 2, 2)
    assert (data.asked, data.offence, data.first) == ([0], 1, 0)
    mine, theirs = data.seats
    assert (mine.role, theirs.role) == ("defence", "offence")
    assert (mine.type, theirs.type) == ("bow", "sword")
    assert lies(table, "hand:0", 0) == ["blue-3"]
    for seat in (0, 1):
        assert lies(table, f"hand:{seat}") == ["?"]
        assert lies(table, f"deck:{seat}") == ["?"] * 7
    assert (lies(table, "taken:0/0"), lies(table, "taken:0/1")) == (["red-1"], [])
    assert mine.points == [0, 1, None]
    question = private(table, 0).question
    assert question is not None
    assert question.title == "Answer Blue 4, strength 4, from your Rearguard: any card will do."
    assert question.detail == "Red 5 stands on Wild: say which colour it plays as."
    assert question.source == "blue-4@lane:1"
    assert private(table, 1).question is None


def test_every_card_lies_somewhere_all_the_time() -> None:
    table = sit("all there", "match", EXAMPLES)
    for _ in wander(table):
        for owner in (0, 1):
            theirs = [
                thing
                for place, lying in look(table, owner).public.places.items()
                if place.endswith((f":{owner}", f"/{owner}")) or place.startswith(f"space:{owner}.")
                for thing, count in lying.items()
                for _ in range(count)
            ]
            assert len(theirs) == s.CARDS


def test_whoever_defends_is_told_how_each_answer_would_end() -> None:
    table = in_defence()
    answers = [(CLAW.actions.text(act.id), act.outcome) for act in acts(table, 0)]
    assert answers == [
        ("play r1 red", "another colour: you lose"),
        ("play r1 blue", "5 beats 4: you win"),
        ("play r2 red", "another colour: you lose"),
    ]
    assert acts(table, 1) == acts(table, -1) == []
    assert [act.id for act in acts(table, 0)] == table.legal(0)


def test_whoever_must_follow_is_told_which_cards_bind() -> None:
    table = sit()
    lay(table, "R9 B4 R7 / # . . / . . #", "B1 # . / B2 R5 . / . . #")
    play(table, "R9")
    assert private(table, 1).binding == ["red-5@space:1.r2"]
    assert private(in_defence(), 0).binding == []


@pytest.mark.parametrize(
    ("lead", "reply", "result", "reason"),
    [
        ("B12+2", "R0", "you win", "0 beats 12"),
        ("R0", "B12", "you lose", "0 beats 12"),
        ("B8+2", "B9+1", "a tie", "10 equals 10"),
        ("B8", "B7", "you lose", "8 beats 7"),
        ("B8", "R7", "you lose", "another colour"),
    ],
)
def test_the_end_of_a_battle_is_foretold_as_it_comes(lead: str, reply: str, result: str, reason: str) -> None:
    table = sit()
    lay(table, f"{lead} R5 # / # . . / . . .", f"R6 # . / {reply} . . / . . #")
    play(table, lead.partition("+")[0])
    assert [act.outcome for act in acts(table, 1)] == [f"{reason}: {result}"]
    events = play(table, reply.partition("+")[0])
    winner = {"you win": [1], "you lose": [0], "a tie": []}[result]
    assert [e["seat"] for e in events if e.name == "wins_battle"] == winner
    decided = told(table, [e for e in events if e.name == "decides"])
    assert decided == ["Another colour loses." if reason == "another colour" else f"{reason}."]


# --- The book


@pytest.mark.parametrize("edition", [HOUSE, EXAMPLES], ids=lambda e: e.name)
def test_the_book_has_all_cards_and_formations_by_the_names_that_views_use(edition: Edition) -> None:
    printed_book = book(edition)
    assert msgspec.json.decode(msgspec.json.encode(printed_book), type=Book) == printed_book
    assert [card.id for card in printed_book.cards] == list(s.CARD_NAMES)
    assert sum(card.achievements for card in printed_book.cards) == 38
    assert [formation.id for formation in printed_book.formations] == list(s.FORMATION_NAMES)
    assert [formation.name for formation in printed_book.formations] == list(edition.words["formations"])
    for formation in printed_book.formations:
        assert formation.id.startswith(f"{formation.type}-{formation.round}")
        assert sum(space.blank for space in formation.spaces) == (3 if formation.type == "bow" else 2)
        assert sum(space.reveal for space in formation.spaces) == 1
        assert sum(space.two for space in formation.spaces) == (formation.type == "bow")


# --- Who sees what


def test_cards_face_down_and_the_hand_are_seen_by_their_owner_only() -> None:
    table = in_defence()
    assert set(lies(table, "space:0.b1", 0)) == {"blue-6", "red-0"}
    for seat in (1, -1):
        assert lies(table, "space:0.b1", seat) == ["?", "?"]
        assert lies(table, "hand:0", seat) == ["?"]
        assert lies(table, "deck:0", seat) == ["?"] * 7
    assert "[B6][R0]" in drawn(table, 0, NAMES)
    assert "[??][??]" in drawn(table, 1, NAMES)
    assert "B6" not in drawn(table, -1, NAMES)


def covered_by(table: Table, seat: int) -> list[str]:
    """The spaces on which a card of this seat lies face down."""
    places = public(table).places
    return [place for place in places if place.startswith(f"space:{seat}.") and "?" in places[place]]


def test_a_placed_card_is_secret_until_both_fronts_are_full() -> None:
    table = to_round(sit(), 1, s.FRONT)
    table.play(0, table.legal(0)[0])
    (space,) = covered_by(table, 0)
    assert "?" not in lies(table, space, 0)
    assert lies(table, space, 1) == ["?"]
    for _ in wander(table, until=s.BACKS):
        pass
    assert "?" not in lies(table, space, 1)


def test_a_formation_is_secret_until_both_have_chosen() -> None:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", "bow")
    told_of = [since(table, seat, len(table.log)) for seat in (-1, 0, 1)]
    assert told_of == [[], [], []]
    number = len(table.log)
    play(table, "form second", seat=0)
    assert private(table, 0).chosen == "sword-1b"
    assert "Thin Rear" in drawn(table, 0, NAMES).splitlines()[2]
    assert [event.facts["formation"] for event in since(table, 0, number)] == ["sword-1b"]
    for seat in (1, -1):
        assert [event.facts["formation"] for event in since(table, seat, number)] == [None]
        assert "Ada, Sword: chosen" in drawn(table, seat, NAMES)
    assert public(table).asked == [1]
    assert player(table, 0).formation is None
    assert player(table, 0).formations == [None, None, None]
    play(table, "form first", seat=1)
    assert player(table, 0).formation == "sword-1b"
    assert private(table, 0).chosen is None


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
                    if public(table).step == "formation":
                        spoilt.formation[other * s.ROUNDS + int(spoilt.round_number)] = 99
                one, two = (sight(CLAW, table.edition, state, seat) for state in (table.state, spoilt))
                assert CLAW.public(one) == CLAW.public(two)
                if seat >= 0:
                    assert CLAW.private(one) == CLAW.private(two)
                    assert list_actions(one) == list_actions(two)


def test_what_is_still_unseen_is_what_can_lie_in_deck_hand_and_face_down() -> None:
    for table in (in_defence(), to_round(sit(), 2, s.BACKS), to_round(sit("edge", edition=EXAMPLES), 2, s.BACKS)):
        places = public(table).places
        mine = [place for place in places if place in ("hand:1", "deck:1") or place.startswith("space:1.")]
        assert len(player(table, 1).unseen or []) == sum(places[place].get("?", 0) for place in mine)


def test_which_side_of_the_advanced_card_the_other_one_of_a_pair_lies_on_is_told_to_nobody() -> None:
    stories = []
    for other in ("R4", "B12"):  # below and above Blue 6
        table = sit()
        lay(table, f"R7 # B9 / R5W R2 # / B6&{other} # .", "R8 R12 B4 / B1 # . / R3 B7 #", offence=1,
            hands=("B3", "B0"))  # fmt: skip
        number = len(table.log)
        play(table, "B4", "R5 as blue", "B6")
        stories.append([since(table, seat, number) for seat in (1, -1)])
        (advance,) = [event for event in stories[-1][0] if event.kind == "advances"]
        assert (advance.facts["start"], advance.facts["space"]) == ("b1", "r1")
        assert [(move.start, move.goal) for move in advance.path] == [("space:0.b1", "space:0.r1")]
    assert stories[0] == stories[1]


# --- The memory option


def test_with_the_memory_option_the_present_round_must_be_remembered() -> None:
    table = in_defence(memory=1)
    for owner in (0, 1):
        side = player(table, owner)
        assert (side.unseen, side.points) == (None, [0, None, None])
        assert lies(table, f"taken:{owner}") == ["?"]
    for seat in (-1, 0, 1):
        assert not any(place.startswith("used:") or "/" in place for place in look(table, seat).public.places)
        assert set(lies(table, "deck:0", seat)) == {"?"}
        text = drawn(table, seat, NAMES)
        assert "took" not in text
        assert re.search(r"^  Ada +0 +\? +- +0$", text, re.MULTILINE)


def test_with_the_memory_option_formations_hand_and_finished_rounds_stay_in_view() -> None:
    open_table, table = in_defence(), in_defence(memory=1)
    for place in (*public(table).places, *private(table, 0).knows):
        if place.startswith(("space:", "hand:", "lane:")):
            assert lies(table, place, 0) == lies(open_table, place, 0)
    table = to_round(sit(memory=1), 3, s.BATTLE)
    points = [[int(p) for p in table.state.points[seat, :2]] for seat in (0, 1)]
    assert [side.points for side in public(table).seats] == [[*p, None] for p in points]
    assert [side.score for side in public(table).seats] == [sum(p) for p in points]


def test_when_the_game_is_over_nothing_need_be_remembered_any_more() -> None:
    table = run(sit(memory=1))
    over = public(table).over
    assert over is not None
    assert all(None not in side.points for side in public(table).seats)
    assert [len(over.places[f"used:{seat}"]) for seat in (0, 1)] == [21, 21]
    assert drawn(table, -1, NAMES).startswith("The game is over. Winning: ")


# --- The end


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_end_tells_the_ranking_and_the_card_that_each_has_kept(variant: str) -> None:
    for seed in range(4):
        table = run(sit(f"end {seed}", variant), f"end {seed}")
        over = public(table).over
        assert over is not None
        shares = {seat: rank.share for rank in over.ranking for seat in rank.seats}
        assert [shares[seat] for seat in (0, 1)] == table.payoffs()
        totals = {seat: rank.figures["achievements"] for rank in over.ranking for seat in rank.seats}
        assert [totals[seat] for seat in (0, 1)] == CLAW.score_list(table.edition, table.state)
        for seat in (0, 1):
            (kept,) = over.places[f"hand:{seat}"]
            assert private(table, seat).knows[f"hand:{seat}"] == {kept: 1}


@pytest.mark.parametrize(
    ("points", "games", "decided_by", "places"),
    [
        ((9, 8), 1, "achievements", [1, 2]),
        ((8, 9), 1, "achievements", [2, 1]),
        ((9, 9), 1, "second player", [2, 1]),
        ((9, 9), 2, "nothing", [1, 1]),
        ((9, 8), 2, "achievements", [1, 2]),
    ],
)
def test_the_end_tells_what_decided(points: tuple[int, int], games: int, decided_by: str, places: list[int]) -> None:
    table = sit(games=games)
    lay(table, "R8 . . / # # . / . . .", "# . . / R8 # . / . . .", number=3)
    table.state.game_number = games - 1
    for seat in (0, 1):
        table.state.points[seat, 0] = points[seat]
    play(table, "R8", "R8")
    over = public(table).over
    assert over is not None
    assert over.decided_by == decided_by
    assert [rank.place for seat in (0, 1) for rank in over.ranking if seat in rank.seats] == places


# --- The drawn table


def test_the_table_is_drawn_with_the_opponent_above() -> None:
    assert drawn(in_defence(), 0, NAMES).splitlines() == [
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
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_drawn_table_is_ascii_within_80_columns_and_names_everybody(variant: str) -> None:
    names = ["Bartholomew the Great", "Wilhelmina the Greater"]
    for edition in (None, EXAMPLES):
        table = sit("wide", variant, edition)
        for _ in wander(table):
            for seat in (-1, 0, 1):
                text = drawn(table, seat, names)
                assert text.isascii()
                assert max(len(line) for line in text.splitlines()) <= 80
                assert names[public(table).first][:16] in text
                assert not any(line.endswith(" ") for line in text.splitlines())
    assert all(name[:16] in drawn(table, -1, names) for name in names)


def test_whoever_chooses_a_type_sees_all_eighteen_formations() -> None:
    text = drawn(sit(), 1, NAMES)
    for name in EXAMPLES.words["types"]:
        assert name.upper() in text
    for name in sit().edition.words["formations"]:
        assert name in text


def test_the_next_space_to_fill_is_pointed_out() -> None:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", "bow")
    play(table, "form first", "form first")
    assert re.search(r"Vanguard +\.\+2 <-- +\. +\.\n", drawn(table, 0, NAMES))
    table.play(0, table.legal(0)[0])
    assert re.search(r"Vanguard +\[[RB]\d+\]\+2 +\. <-- +\.\n", drawn(table, 0, NAMES))


# --- Moves in words


def sentences(table: Table, seat: int) -> list[str]:
    return [act.sentence for act in acts(table, seat)]


def asked(table: Table, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what else it should know."""
    question = private(table, seat).question
    assert question is not None
    return question.title, question.detail


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
    assert asked(table, 0) == ("Attack from your Vanguard.", "Red 9 stands on Wild: say which colour it plays as.")
    assert [act.label for act in acts(table, 0)] == ["As Red", "As Blue", "Blue 4"]
    play(table, "R9 as blue")
    assert sentences(table, 1) == ["Defend with Blue 2 from Rearguard 1"]
    assert asked(table, 1) == ("Answer Red 9 as Blue, strength 9, from your Rearguard: follow Blue.", "")


def test_the_two_cards_of_a_pair_are_named() -> None:
    table = in_defence()
    play(table, "R5 as blue")
    assert asked(table, 0)[0] == "Choose the card that advances to Rearguard 1 (Wild)."
    advance = msgspec.to_builtins(public(table).advance)
    assert advance == {"seat": 0, "from": "space:0.b1", "to": "space:0.r1"}
    assert sentences(table, 0) == ["Advance Red 0", "Advance Blue 6"]
    assert private(table, 1).question is None


def test_actions_name_the_things_that_may_be_clicked() -> None:
    table = sit(edition=EXAMPLES)
    assert [act.things for act in acts(table, 1)] == [["type:sword"], ["type:shield"], ["type:bow"]]
    choose(table, "sword", "bow")
    assert [act.things for act in acts(table, 0)] == [["formation:sword-1a"], ["formation:sword-1b"]]
    play(table, "form first", "form first")
    for act in acts(table, 0):
        card = CLAW.actions.data(act.id)["card"]
        assert (act.things, act.tool) == ([f"{card}@hand:0", "space:0.v1"], f"{card}@hand:0")
    table = in_defence()
    assert [act.things for act in acts(table, 0)] == [["red-5@space:0.r1"]] * 2 + [["red-2@space:0.r2"]]
    play(table, "R5 as blue")
    assert [act.things for act in acts(table, 0)] == [
        ["red-0@space:0.b1", "space:0.r1"], ["blue-6@space:0.b1", "space:0.r1"],
    ]  # fmt: skip
    assert all(act.role == "legal" and act.label for act in acts(table, 0))


def test_placing_tells_how_many_cards_lie_and_how_many_spaces_are_left() -> None:
    for edition in (HOUSE, EXAMPLES):
        table = to_round(sit("series", edition=edition), 1, s.FRONT)
        while not table.is_over and public(table).step in ("front", "back"):
            seat = table.waiting()[0]
            question = private(table, seat).question
            assert question is not None
            placed = [e for e in table.events() if e.name == "places" and e["seat"] == seat]
            fronts = [e for e in placed if e["space"] < s.BACK]
            in_series = len(placed) - (len(fronts) if question.kind == "back" else 0)
            assert question.done == in_series
            assert question.secret
            table.play(seat, table.legal(seat)[0])
            more = private(table, seat).question
            assert (question.left > 1) == (more is not None and more.kind == question.kind)


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
        "5 beats 4.",
        "You take both cards: 3 achievements.",
        "Your Red 0 advances face up to Rearguard 1.",
        "Battle 3 begins.",
    ]


def test_a_reinforcement_goes_past_a_blank_and_a_tie_gives_each_its_own() -> None:
    table = sit()
    lay(table, "B8+2 # . / # . . / B12 . .", "R1 # . / B9+1 . . / . . #")
    assert told(table, play(table, "B8", "B9"), 1) == [
        "Ada attacks with Blue 8 from Vanguard 1.",
        "You defend with Blue 9 from Rearguard 1.",
        "10 equals 10.",
        "A tie: each takes its own card.",
        "Ada's Blue 12 advances face up past the blank to Vanguard 1.",
        "Battle 7 begins.",
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
    "gets_deck": ({"seat": 0, "count": 22}, ""),
    "gathers": ({"seat": 0, "cards": 6, "card": 0}, ""),
    "takes_type": ({"seat": 0, "type": 2}, "You choose Bow."),
    "round_begins": ({"round": 1, "first": 0}, "Round 2 begins. You have the First Player card."),
    "draws": ({"seat": 0, "card": 9}, "You draw Red 9."),
    "chooses": ({"seat": 0, "formation": 1}, "You choose Thin Rear."),
    "forms": ({"seat": 1, "formation": 0}, "Bram forms Strong Point."),
    "turns_up": ({"seat": 1, "space": 3, "card": 21}, "Bram turns up Blue 12 from the deck on Rearguard 1."),
    "places": ({"seat": 0, "space": 8, "card": 0}, "You place Red 0 on Reinforcements 3."),
    "opens": ({"seat": 1, "space": 1, "card": 11}, "Bram reveals Blue 0 on Vanguard 2."),
    "battle_begins": ({"battle": 3, "offence": 1}, "Battle 4 begins."),
    "attacks": (
        {"seat": 0, "space": 1, "card": 9, "colour": 1, "strength": 9},
        "You attack with Red 9 from Vanguard 2 as Blue.",
    ),
    "defends": (
        {"seat": 1, "space": 5, "card": 9, "colour": 0, "strength": 11}, "Bram defends with Red 9 from Rearguard 3.",
    ),
    "decides": ({"seat": 1, "reason": 2, "strength": 11, "against": 9}, "11 beats 9."),
    "takes": ({"owner": 0, "card": 9, "pile": 2}, ""),
    "wins_battle": ({"seat": 0, "points": 1}, "You take both cards: 1 achievement."),
    "ties_battle": ({"battle": 3}, "A tie: each takes its own card."),
    "advances": ({"seat": 1, "start": 3, "space": 0, "card": 4}, "Bram's Red 4 advances to Vanguard 1."),
    "scores_round": (
        {"seat": 0, "points": 12, "total": 20}, "You score 12 achievements in this round, 20 so far."
    ),
    "clears": ({"pile": 2, "owner": 0, "cards": 6}, ""),
    "clears_unseen": ({"pile": 5, "count": 8}, ""),
    "ends_game": ({"seat": 1, "points": 30}, "Bram ends the game with 30 achievements."),
    "game_over": ({"winners": 3}, "The game is over. Winning: you and Bram."),
}  # fmt: skip


@pytest.mark.parametrize("kind", [kind.name for kind in s.EVENTS.kinds])
def test_every_event_is_told_in_a_sentence(kind: str) -> None:
    args, sentence = KNOWN[kind]
    table = sit(edition=EXAMPLES)
    assert tuple(args) == s.EVENTS.by_name[kind].args
    assert told(table, [Event(kind, args)]) == ([sentence] if sentence else [])


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
