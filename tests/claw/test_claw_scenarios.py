"""What a player sees happen: the reference's facts, then its scenarios."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import pytest
from claw_helpers import (
    CLAW, EDITIONS, battle, board, choose, formation, games, in_step, lay, legal, name, named, names, play, refused,
    run, samples, sit, size, to_round, took_after, wander, worth,
)  # fmt: skip

from bestiary.engine.content import Edition
from bestiary.engine.errors import IllegalError
from bestiary.engine.records import clone
from bestiary.engine.table import Table
from bestiary.games.claw.board import rank_of, worth_of
from bestiary.games.claw.state import (
    ADVANCE, ALL_CARDS, BACKS, BATTLE, BLANK_SPACE, CARDS, CHOICES, DEFENCE, EMPTY_SPACE, FORMATION, FRONT,
    MUST_FOLLOW, PLACES, REARGUARD_FIRST, ROUNDS, TYPE, TYPE_TAKEN, VANGUARD_FIRST,
)  # fmt: skip

# --- The facts


def test_each_player_owns_22_cards_that_are_worth_38() -> None:
    assert CARDS == 22
    assert sum(int(worth_of(c)) for c in range(CARDS)) == 38
    for c in range(CARDS):
        assert int(worth_of(c)) == worth(name(c))
        assert int(rank_of(c)) == int(name(c)[1:])


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_player_chooses_a_type_first_and_the_first_player_another_one(first: int) -> None:
    table = sit(first=first)
    second = 1 - first
    assert table.waiting() == [second]
    assert legal(table) == {"type sword", "type shield", "type bow"}
    play(table, "type shield")
    assert table.waiting() == [1 - second]
    assert legal(table) == {"type sword", "type bow"}
    assert refused(table, "type shield") == TYPE_TAKEN
    play(table, "type bow")
    assert [int(k) for k in table.state.kind] == ([2, 3] if second == 0 else [3, 2])


@pytest.mark.parametrize(("kind", "blanks"), [("sword", 2), ("shield", 2), ("bow", 3)])
@EDITIONS
def test_a_bow_has_three_blanks_and_the_others_two(edition: Edition, kind: str, blanks: int) -> None:
    first = ("sword", "shield", "bow").index(kind) * ROUNDS * CHOICES
    for number in range(first, first + ROUNDS * CHOICES):
        assert size(edition.box.blank[number]) == blanks
        assert (int(edition.box.pair[number]) > 0) == (kind == "bow")


@EDITIONS
def test_players_draw_seven_then_six_then_six_cards_from_decks_of_22_14_and_7(edition: Edition) -> None:
    table = sit(edition=edition)
    assert [size(d) for d in table.state.deck] == [22, 22]
    drawn: list[list[int]] = []
    decks: list[list[int]] = []
    for seat, _ in wander(table):
        if in_step(table, FORMATION) and table.waiting() == [0, 1]:
            draws = Counter(s for s, _ in named(table.plies[-1].events, "draws"))
            drawn.append([draws[0], draws[1]])
            decks.append([size(d) + draws[s] for s, d in enumerate(table.state.deck)])
            assert [size(h) for h in table.state.hand] == [7, 7]
        assert seat in (0, 1)
    assert drawn == [[7, 7], [6, 6], [6, 6]]
    assert decks == [[22, 22], [14, 14], [7, 7]]


@EDITIONS
def test_after_placing_in_round_three_the_decks_are_empty(edition: Edition) -> None:
    table = to_round(sit(edition=edition), 3, FRONT)
    assert [int(d) for d in table.state.deck] == [0, 0]


@EDITIONS
def test_one_card_stays_in_hand_for_the_next_round(edition: Edition) -> None:
    table = sit(edition=edition)
    for number in (1, 2):
        to_round(table, number, BATTLE, f"keep {number}")
        kept = [int(h) for h in table.state.hand]
        assert [size(h) for h in kept] == [1, 1]
        to_round(table, number + 1, FORMATION, f"keep on {number}")
        assert all(int(table.state.hand[s]) & kept[s] for s in (0, 1))
    run(table)
    assert [size(h) for h in table.state.hand] == [1, 1]
    assert [size(u) for u in table.state.used] == [21, 21]


def test_a_formation_is_chosen_in_secret_and_both_are_revealed_together() -> None:
    table = sit()
    choose(table, "sword", "bow")
    assert legal(table, 0) == legal(table, 1) == {"form first", "form second"}
    events = play(table, "form second", seat=1)
    assert named(events, "forms") == []
    assert formation(table, 1) == (2 * ROUNDS) * CHOICES + 1
    for seat in (-1, 0):
        assert not table.knowledge(seat).formation.any()
    assert table.waiting() == [0]
    events = play(table, "form first", seat=0)
    assert named(events, "forms") == [(0, 0), (1, 13)]
    for seat in (-1, 0, 1):
        assert [int(f) for f in table.knowledge(seat).formation] == [1, 0, 0, 14, 0, 0]


@EDITIONS
def test_the_top_card_of_the_deck_is_turned_up_on_the_reveal_space(edition: Edition) -> None:
    for number in range(games(60)):
        table = to_round(sit(f"top {number}", edition=edition), 1 + number % 3, FORMATION)
        before = clone(table.state)
        play(table, f"form {('first', 'second')[number % 2]}", seat=1)
        events = play(table, f"form {('first', 'second')[number // 2 % 2]}", seat=0)
        for seat, space, turned in named(events, "turns_up"):
            assert space == int(edition.box.reveal[formation(table, seat)])
            assert int(table.state.lying[seat]) == int(table.state.shown[seat]) == 1 << space
            assert int(before.deck[seat]) == int(table.state.deck[seat]) | 1 << turned
            assert int(before.hand[seat]) == int(table.state.hand[seat])


def test_any_card_of_the_deck_is_as_likely_to_be_drawn() -> None:
    seen: Counter[str] = Counter()
    for number in range(samples(4000) // 4):
        table = sit(f"deal {number}")
        choose(table, "sword", "bow")
        seen.update(names(int(table.state.hand[number % 2])))
    assert sum(seen.values()) % 7 == 0
    expected = sum(seen.values()) / CARDS
    # cards of one hand exclude each other, so plain counts vary less than a chi-square expects: compare the spread
    assert all(abs(seen[name(c)] - expected) < 5 * expected**0.5 for c in range(CARDS))


@EDITIONS
def test_front_cards_lie_face_down_until_both_fronts_are_full(edition: Edition) -> None:
    table = to_round(sit(edition=edition), 1, FRONT)
    for seat, _ in wander(table):
        if in_step(table, BACKS):
            break
        for watcher in (-1, 0, 1):
            known = table.knowledge(watcher)
            for owner in {0, 1} - {watcher}:
                seen = [int(c) for c in known.place[owner * PLACES : (owner + 1) * PLACES]]
                assert {i for i, c in enumerate(seen) if c} == {int(edition.box.reveal[formation(table, owner)])}
        assert seat in (0, 1)
    for owner in (0, 1):
        front = int(table.state.lying[owner])
        assert int(table.state.shown[owner]) == front
        opened = {(s, c) for o, s, c in named(table.plies[-1].events, "opens") if o == owner}
        assert {s for s, _ in opened} == {s for s in range(6) if front >> s & 1} - {
            int(edition.box.reveal[formation(table, owner)])
        }
        for space, held in opened:
            assert int(table.state.place[owner * PLACES + space]) == held + 1


@EDITIONS
def test_reinforcements_stay_hidden_from_the_opponent_and_their_owner_may_look(edition: Edition) -> None:
    table = to_round(sit(edition=edition), 1, BATTLE)
    for owner in (0, 1):
        backs = [owner * PLACES + p for p in range(6, PLACES) if int(table.state.lying[owner]) >> p & 1]
        hidden = [b for b in backs if b % PLACES != int(edition.box.reveal[formation(table, owner)])]
        assert hidden
        assert all(int(table.knowledge(owner).place[b]) for b in backs)
        assert not any(int(table.knowledge(1 - owner).place[b]) for b in hidden)
        assert not any(int(table.knowledge(-1).place[b]) for b in hidden)
        told = CLAW.events.seen_by(table.events(), 1 - owner)
        assert all(e["card"] is None for e in told if e.name in ("places", "draws") and e["seat"] == owner)


@EDITIONS
def test_every_formation_takes_six_cards_from_hand_and_one_from_the_deck(edition: Edition) -> None:
    for number in range(games(60)):
        table = to_round(sit(f"six {number}", edition=edition), 1 + number % 3, FRONT, f"six {number}")
        start = len(table.plies)
        for _ in wander(table, until=BATTLE):
            pass
        placed = Counter(s for ply in table.plies[start:] for s, *_ in named(ply.events, "places"))
        assert placed == {0: 6, 1: 6}
        assert [size(m) for m in table.state.lying] == [7, 7]


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_card_changes_hands_after_each_round(first: int) -> None:
    table = run(sit(first=first))
    begun = named(table.events(), "round_begins")
    assert begun == [(0, first), (1, 1 - first), (2, first)]


@EDITIONS
def test_its_owner_attacks_first_then_roles_alternate_four_times_and_three(edition: Edition) -> None:
    table = run(sit(edition=edition))
    events = table.events()
    attacks = [e["seat"] for e in events if e.name == "attacks"]
    defends = [e["seat"] for e in events if e.name == "defends"]
    assert attacks == [number % 2 for number in range(21)]  # so each round begins with the card's owner
    assert defends == [1 - s for s in attacks]


@pytest.mark.parametrize(
    ("points", "winner"), [([[9, 9, 0], [9, 8, 0]], 0), ([[2, 9, 0], [9, 8, 0]], 1), ([[20, 1, 0], [1, 19, 0]], 0)]
)
def test_after_three_rounds_the_higher_total_wins(points: list[list[int]], winner: int) -> None:
    table = last_battle(points)
    events = play(table, "R8", "R8")
    assert table.is_over
    assert table.payoffs() == [1.0 - winner, float(winner)]
    assert named(events, "game_over") == [(1 << winner,)]


@pytest.mark.parametrize("first", [0, 1])
def test_a_tie_is_won_by_who_began_the_game_as_second_player(first: int) -> None:
    table = last_battle([[9, 9, 0], [8, 10, 0]], first=first)
    events = play(table, "R8", "R8")
    scores = CLAW.score_list(table.edition, table.state)
    assert scores[0] == scores[1]
    assert table.payoffs() == [float(first == 1), float(first == 0)]
    assert named(events, "game_over") == [(2 if first == 0 else 1,)]


def last_battle(points: list[list[int]], first: int = 0, **settings: Any) -> Table:
    """Before the last battle of round 3, which can be a tie of two Red 8s; both have as much from this round."""
    table = sit(**settings)
    # round 3, battle 7: the first player of the game has the card again, and attacks
    lay(table, "R8 . . / # # . / . . .", "# . . / R8 # . / . . .", offence=first, number=3)
    assert int(table.state.first) == first
    assert int(table.state.points[0, 2]) == int(table.state.points[1, 2])
    for seat in (0, 1):
        table.state.points[seat, :2] = points[seat][:2]
    return table


# --- Scenarios 1 to 4: who wins a battle


def duel(lead: str, reply: str) -> tuple[str, str]:
    """Seat 0 attacks, and the defence has nothing else in its Rearguard; what each took."""
    table = sit()
    lay(table, f"{lead} R7 . / # # . / . . .", f"B2 . . / {reply} # # / . . .")
    return battle(table, *(re.sub(r"(\+.)?W?$", "", word) for word in (lead, reply)))


def test_scenario_1_red_3_loses_to_red_8() -> None:
    assert duel("R3", "R8") == ("", "0's R3, 1's R8")


def test_scenario_2_red_3_beats_blue_8() -> None:
    assert duel("R3", "B8") == ("0's R3, 1's B8", "")


def test_scenario_3_two_red_8s_are_a_tie_and_each_takes_its_own() -> None:
    assert duel("R8", "R8") == ("0's R8", "1's R8")


@pytest.mark.parametrize(("lead", "reply"), [
    ("B12", "R0"), ("B12+2", "R0"), ("B12", "R0+1"), ("B12", "R0+2"), ("B12+2", "R0+2"), ("B12", "B0"),
    ("B12+1", "B0"), ("R12+2", "R0+1"),
])  # fmt: skip
def test_scenario_4_a_12_loses_to_a_0_whatever_the_colours_and_bonuses(lead: str, reply: str) -> None:
    took_0, took_1 = duel(lead, reply)
    assert took_0 == ""
    assert took_1 == f"0's {lead[:3]}, 1's {reply[:2]}"


@pytest.mark.parametrize(("lead", "reply"), [("R0", "B12"), ("R0", "R12"), ("R0", "B12+2"), ("R0+2", "R12+2")])
def test_scenario_4_a_0_that_attacks_a_12_wins(lead: str, reply: str) -> None:
    assert duel(lead, reply) == (f"0's R0, 1's {reply[:3]}", "")


@pytest.mark.parametrize(("lead", "reply", "result"), [
    ("R0", "R1", -1), ("R0+2", "R1", 1), ("R0+1", "R1", 0), ("R0", "R0+1", -1), ("R1", "R0", 1), ("R0", "B9", 1),
    ("R12", "R9+2", 1), ("R9+2", "R12", -1), ("R1", "B12+2", 1), ("B9", "B8+2", -1), ("B5+1", "B6", 0),
])  # fmt: skip
def test_else_the_colour_of_the_offence_wins_then_the_higher_strength(lead: str, reply: str, result: int) -> None:
    cards = [f"0's {lead.split('+')[0]}", f"1's {reply.split('+')[0]}"]
    expected = {1: (", ".join(cards), ""), -1: ("", ", ".join(cards)), 0: tuple(cards)}
    assert duel(lead, reply) == expected[result]


def test_a_bonus_never_changes_what_a_card_is_worth() -> None:
    table = sit()
    lay(table, "B7+2 R7 . / # # . / . . .", "B6 . . / B4+1 # # / . . .")
    before = [int(table.state.points[s, 0]) for s in (0, 1)]
    events = play(table, "B7", "B4")
    assert named(events, "wins_battle") == [(0, 3)]
    assert [int(table.state.points[s, 0]) - before[s] for s in (0, 1)] == [3, 0]


def test_a_tie_gives_each_the_worth_of_its_own_card() -> None:
    table = sit()
    lay(table, "B7+1 R7 . / # # . / . . .", "B6 . . / B8 # # / . . .")
    before = [int(table.state.points[s, 0]) for s in (0, 1)]
    events = play(table, "B7", "B8")
    assert named(events, "ties_battle") == [(5,)]
    assert [int(table.state.points[s, 0]) - before[s] for s in (0, 1)] == [2, 3]


# --- Scenario 5: which row


def test_scenario_5_the_offence_plays_any_vanguard_card_and_nothing_else() -> None:
    table = sit()
    lay(table, "R3 B4 . / R5 B6 # / . R9 #", "R1 R2 B7 / # B6 . / R8 . #")
    assert legal(table) == {"R3", "B4"}
    assert refused(table, "play r1 red") == VANGUARD_FIRST
    assert refused(table, "play v3 red") == EMPTY_SPACE
    assert refused(table, "play r3 red") == BLANK_SPACE
    with pytest.raises(IllegalError):
        table.play(0, "play r1 red")


def test_scenario_5_an_offence_without_vanguard_cards_plays_from_the_rearguard() -> None:
    table = sit()
    lay(table, "# # . / R3 B4 . / R5 . .", "R1 R2 . / # # . / R8 . .")
    assert legal(table) == {"R3", "B4"}
    assert battle(table, "R3", "R2") == ("0's R3, 1's R2", "")
    assert board(table, 0) == "# # . / R5 B4 . / . . ."


def test_scenario_5_the_defence_plays_from_the_rearguard_while_it_has_a_card_there() -> None:
    table = sit()
    lay(table, "R3 B4 . / # # . / R5 . .", "R1 R2 . / # B6 # / . . .")
    play(table, "R3")
    assert legal(table) == {"B6"}
    assert refused(table, "play v1 red") == REARGUARD_FIRST
    with pytest.raises(IllegalError):
        table.play(1, "play v1 red")


def test_scenario_5_a_defence_without_rearguard_cards_plays_from_the_vanguard() -> None:
    table = sit()
    lay(table, "R3 B4 . / # # . / R5 . .", "B1 B9 . / # # . / R8 . .")
    play(table, "R3")
    assert legal(table) == {"B1", "B9"}
    assert took_after(table, "B9") == ("0's R3, 1's B9", "")
    assert board(table, 1) == "B1 . . / # # . / (R8) . ."


def test_scenario_5_a_card_from_the_vanguard_wins_for_the_defence_as_well() -> None:
    table = sit()
    lay(table, "R3 B4 . / # # . / R5 . .", "R6 B9 . / # # . / R8 . .")
    assert battle(table, "R3", "R6") == ("", "0's R3, 1's R6")
    assert board(table, 1) == "R8 B9 . / # # . / . . ."


@pytest.mark.parametrize(("lead", "answers"), [("R3", {"R1"}), ("B4", {"B9"})])
def test_scenario_5_with_both_rows_exchanged_the_follow_rule_still_binds(lead: str, answers: set[str]) -> None:
    table = sit()
    lay(table, "# # . / R3 B4 . / R5 . .", "R1 B9 . / # # . / R8 . .")
    play(table, lead)
    assert legal(table) == answers
    assert refused(table, "play v2 blue" if lead == "R3" else "play v1 red") == MUST_FOLLOW


# --- Scenarios 6 to 8: bonuses belong to spaces


def test_scenario_6_blue_8_on_two_cubes_ties_with_blue_9_on_one() -> None:
    assert duel("B8+2", "B9+1") == ("0's B8", "1's B9")


def test_scenario_7_behind_a_blank_rearguard_the_reinforcement_gets_the_vanguards_bonus() -> None:
    table = sit()
    lay(table, "B8+2 R1 . / # B3 # / B12 . .", "R4 R5 . / B9+1 . # / B12 . #")
    assert battle(table, "B8", "B9") == ("0's B8", "1's B9")
    assert board(table, 0) == "B12 R1 . / # B3 # / . . ."
    assert board(table, 1) == "R4 R5 . / B12 . # / . . #"
    assert battle(table, "R5", "B3") == ("", "0's B3, 1's R5")
    assert battle(table, "B12", "B12") == ("0's B12, 1's B12", "")  # 14 against 13


def test_scenario_8_a_rearguard_bonus_is_lost_on_advancing_and_gained_by_the_next_card() -> None:
    table = sit()
    lay(table, "B8 R1 . / R2 B9 # / . . #", "R4 R5 . / B9+1 . # / B7 . #", offence=1)
    assert battle(table, "R4", "R2") == ("", "0's R2, 1's R4")
    assert board(table, 1) == "B9 R5 . / B7 . # / . . #"
    assert battle(table, "B8", "B7") == ("0's B8", "1's B7")  # 8 against 7 + 1
    assert battle(table, "B9", "B9") == ("0's B9", "1's B9")  # 9 and no more against 9


def test_a_bonus_stays_for_every_card_that_comes_to_its_space() -> None:
    table = sit()
    lay(table, "R2+2 B1 . / R5 B3 # / R7 B5 #", "B2 B4 # / R4 R7 R9 / B6 . #")
    assert battle(table, "R2", "R4") == ("0's R2", "1's R4")
    assert battle(table, "B2", "B3") == ("0's B3, 1's B2", "")
    assert battle(table, "R5", "R7") == ("0's R5", "1's R7")
    assert battle(table, "B4", "B5") == ("0's B5, 1's B4", "")
    assert battle(table, "R7", "R9") == ("0's R7", "1's R9")


# --- Scenario 9: Wild and 2 Cards


def wild_before_a_pair() -> Table:
    table = sit()
    lay(table, "B4 R1 R2 / # B6 B7 / . B8 #", "R9 R8 . / R5W R2 # / B1&R7 # #")
    play(table, "B4")
    return table


def test_scenario_9_a_red_5_on_wild_may_answer_blue_4_as_blue_or_red_and_so_may_red_2() -> None:
    table = wild_before_a_pair()
    assert legal(table) == {"R5 as blue", "R5", "R2"}


def test_scenario_9_played_as_blue_it_wins_and_either_reinforcement_may_advance_onto_wild() -> None:
    table = wild_before_a_pair()
    assert took_after(table, "R5 as blue") == ("", "0's B4, 1's R5")
    assert in_step(table, ADVANCE)
    assert table.waiting() == [1]
    assert legal(table) == {"B1", "R7"}
    play(table, "B1")
    assert board(table, 1) == "R9 R8 . / B1 R2 # / (R7)& # #"
    battle(table, "R8", "B6")
    play(table, "R1")
    assert legal(table) == {"B1", "B1 as red"}


@pytest.mark.parametrize("reply", ["R5", "R2"])
def test_scenario_9_played_as_red_either_card_loses(reply: str) -> None:
    table = wild_before_a_pair()
    assert took_after(table, reply) == (f"0's B4, 1's {reply}", "")


# --- Scenario 10: nothing is made or lost


@pytest.mark.parametrize("number", range(games(20)))
@EDITIONS
def test_scenario_10_over_any_game_cards_battles_and_achievements_add_up(edition: Edition, number: int) -> None:
    table = sit(f"sums {number}", edition=edition, first=-1)
    for _ in wander(table, f"sums {number}"):
        state = table.state
        assert CLAW.laws.get(int(CLAW.audit(edition.box, state)), "") == ""
        for owner in (0, 1):
            zones = [int(state.deck[owner]), int(state.hand[owner]), int(state.used[owner])]
            zones += [1 << int(c) - 1 for c in state.place[owner * PLACES : (owner + 1) * PLACES] if c]
            assert sum(zones) == ALL_CARDS
            assert sum(size(z) for z in zones) == CARDS
    state, events = table.state, table.events()
    rounds = [[e for e in events if e.name == "scores_round" and e["seat"] == s] for s in (0, 1)]
    assert [len(r) for r in rounds] == [3, 3]
    assert len(named(events, "attacks")) == len(named(events, "defends")) == 21
    assert len(named(events, "wins_battle")) + len(named(events, "ties_battle")) == 21
    used = [names(int(u)) for u in state.used]
    assert [len(u) for u in used] == [21, 21]
    assert sum(CLAW.score_list(edition, state)) == sum(worth(c) for u in used for c in u)
    for seat in (0, 1):
        assert [e["points"] for e in rounds[seat]] == [int(p) for p in state.points[seat]]
        assert [e["total"] for e in rounds[seat]] == list(itertools.accumulate(int(p) for p in state.points[seat]))


@EDITIONS
def test_scenario_10_in_each_round_seven_battles_bring_in_fourteen_cards(edition: Edition) -> None:
    table = sit("fourteen", edition=edition)
    before_the_last: list[list[int]] = []
    for _ in wander(table, "fourteen"):
        if in_step(table, DEFENCE) and int(table.state.battle) == 6:
            by_owner = [int(table.state.taken[0, o] | table.state.taken[1, o]) for o in (0, 1)]
            before_the_last.append([size(cards) for cards in by_owner])
    assert before_the_last == [[6, 6]] * 3
    story = "".join({"round_begins": "r", "defends": "d"}.get(event.name, "") for event in table.events())
    assert story == "rddddddd" * 3


# --- Scenario 11: the match


def test_scenario_11_a_match_swaps_the_first_player_and_adds_the_totals() -> None:
    table = run(sit("match", "match", first=1))
    events = table.events()
    assert named(events, "game_begins") == [(0, 1), (1, 0)]
    assert [first for _, first in named(events, "round_begins")] == [1, 0, 1, 0, 1, 0]
    ends = named(events, "ends_game")
    assert [seat for seat, _ in ends] == [0, 1, 0, 1]
    totals = [ends[0][1] + ends[2][1], ends[1][1] + ends[3][1]]
    assert CLAW.score_list(table.edition, table.state) == totals
    ahead = totals[0] - totals[1]
    assert table.payoffs() == ([1.0, 0.0] if ahead > 0 else [0.0, 1.0] if ahead < 0 else [0.5, 0.5])
    assert sum(totals) <= 4 * 38


def between_games(points: list[list[int]], first: int = 0) -> Table:
    """The second game of a match is about to begin, or has just begun."""
    table = last_battle(points, first, games=2)
    play(table, "R8", "R8")
    assert not table.is_over
    assert int(table.state.game_number) == 1
    return table


@pytest.mark.parametrize("first", [0, 1])
def test_r8_each_game_of_a_match_is_a_whole_game_with_its_own_types_and_cards(first: int) -> None:
    table = between_games([[9, 9, 0], [8, 9, 0]], first)
    state = table.state
    assert int(state.first) == 1 - first
    assert in_step(table, TYPE)
    assert table.waiting() == [first]  # who was first player is the second now, and chooses first
    assert legal(table) == {"type sword", "type shield", "type bow"}
    assert [size(d) for d in state.deck] == [22, 22]
    assert not state.used.any()
    assert not state.hand.any()
    assert not state.place.any()
    assert not state.points.any()
    assert not state.formation.any()
    assert int(state.round_number) == 0


def test_r8_a_games_own_tiebreak_does_not_count_in_the_match() -> None:
    table = between_games([[9, 9, 0], [9, 9, 0]])
    assert int(table.state.total[0]) == int(table.state.total[1])
    totals = [int(t) for t in table.state.total]
    lay(table, "# . . / R8 # . / . . .", "R8 . . / # # . / . . .", offence=1, number=3)
    table.state.game_number = 1
    table.state.total[:] = totals
    table.state.points[:, :2] = 9
    events = play(table, "R8", "R8")
    assert table.is_over
    assert table.payoffs() == [0.5, 0.5]
    assert named(events, "game_over") == [(3,)]


@pytest.mark.parametrize(("totals", "payoffs"), [((30, 31), [0.0, 1.0]), ((40, 31), [1.0, 0.0])])
def test_r8_who_loses_the_second_game_by_less_than_the_first_was_won_by_wins_the_match(
    totals: tuple[int, int], payoffs: list[float]
) -> None:
    table = last_battle([[10, 10, 0], [9, 10, 0]], 1, games=2)
    if payoffs[0] == 0.0:
        table.state.points[:, :2] = 9
    table.state.game_number = 1
    table.state.total[:] = totals
    play(table, "R8", "R8")
    assert table.payoffs() == payoffs


# --- Scenarios 12 and 13


def test_scenario_12_a_battle_and_what_moves_after_it() -> None:
    table = sit()
    lay(table, "R6 B3 R1 / B5 # R4 / B7 . #", "B2 # R9 / R2 R8 B4 / R7 . #")
    assert legal(table) == {"R6", "B3", "R1"}
    play(table, "R6")
    assert legal(table) == {"R2", "R8"}
    assert took_after(table, "R8") == ("", "0's R6, 1's R8")
    assert board(table, 0) == "B5 B3 R1 / B7 # R4 / . . #"  # the Reinforcement is turned up
    assert board(table, 1) == "B2 # R9 / R2 . B4 / (R7) . #"  # nothing is behind the Red 8: its space stays empty
    assert in_step(table, BATTLE)
    assert table.waiting() == [1]


def test_scenario_13_with_a_red_card_in_the_rearguard_no_blue_one_may_answer_red_5() -> None:
    table = sit()
    lay(table, "R5 B1 . / # # . / . . .", "# # . / B6 R7 . / . . .")
    play(table, "R5")
    assert legal(table) == {"R7"}
    assert refused(table, "play r1 blue") == MUST_FOLLOW
    with pytest.raises(IllegalError):
        table.play(1, "play r1 blue")


def test_scenario_13_without_a_red_card_there_any_blue_one_may() -> None:
    table = sit()
    lay(table, "R5 B1 R2 / # # . / . . .", "# # R1 / B6 B7 . / . . .")
    play(table, "R5")
    assert legal(table) == {"B6", "B7"}
