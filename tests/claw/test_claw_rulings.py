"""What a player sees happen: each ruling of the reference, then whole games beside a plain model of battle."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from claw_helpers import (
    CLAW, EDITIONS, EXAMPLES, HOUSE, assert_distribution, battle, board, choose, formation, games, in_step, lay,
    legal, lies, name, named, names, numbers, play, player, public, refused, run, samples, sit, to_round, took_after,
    wander, worth,
)  # fmt: skip

from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.content import Edition
from bestiary.engine.errors import ConflictError, FaultError, IllegalError
from bestiary.engine.records import clone, record_bytes
from bestiary.engine.seat import look
from bestiary.engine.table import Table
from bestiary.engine.views import contents
from bestiary.games.claw.combat import strength
from bestiary.games.claw.state import (
    ADVANCE, BACKS, BATTLE, DEFENCE, FORMATION, FRONT, MUST_BE_LED_COLOUR, MUST_FOLLOW, NOT_ASKED, NOT_IN_HAND,
    NOT_WILD, PLACES, ROUNDS, SECOND, SPACES, WRONG_STEP,
)  # fmt: skip

# --- R1, R2, R10, R13: Wild


@pytest.mark.parametrize(("lead", "rearguard", "answers"), [
    ("B4", "R5W B3 R2", {"R5 as blue", "B3"}),  # it can follow, and not be red while a blue card must follow
    ("B4", "B5W R2 R3", {"B5", "B5 as red", "R2", "R3"}),  # of the led colour, it does not bind its owner
    ("B4", "B5W B3 R2", {"B5", "B3"}),
    ("R6", "B5W B3 B2", {"B5", "B5 as red", "B3", "B2"}),
    ("R6", "R5W R2W B3", {"R5", "R5 as blue", "R2", "R2 as blue", "B3"}),
    ("R6", "R5W B2W R3", {"R5", "B2 as red", "R3"}),
    ("B4", "R5 B3W R2", {"R5", "B3", "B3 as red", "R2"}),
])  # fmt: skip
def test_r1_legal_answers_are_the_union_over_the_colours_of_the_wild_cards(
    lead: str, rearguard: str, answers: set[str]
) -> None:
    table = sit()
    lay(table, f"{lead} R1 B8 / # # B7 / . . .", f"# # B9 / {rearguard} / . . .")
    play(table, lead)
    assert legal(table) == answers


def test_r1_the_clause_tells_a_wild_card_from_one_that_must_follow() -> None:
    table = sit()
    lay(table, "B4 R1 B8 / # # B7 / . . .", "# # B9 / R5W B3 R2 / . . .")
    play(table, "B4")
    assert refused(table, "play r1 red") == MUST_BE_LED_COLOUR
    assert refused(table, "play r3 red") == MUST_FOLLOW
    assert refused(table, "play r3 blue") == NOT_WILD
    assert refused(table, "play r2 red") == NOT_WILD


def test_r1_holds_in_the_vanguard_for_a_defence_without_rearguard() -> None:
    table = sit()
    lay(table, "B4 R1 B8 / # # . / . . .", "R5W B3 R2 / # # . / . . .")
    play(table, "B4")
    assert legal(table) == {"R5 as blue", "B3"}


def test_r1_a_wild_card_in_the_other_row_does_not_matter() -> None:
    table = sit()
    lay(table, "B4 R1 B8 / # # . / . . .", "B5W # . / R2 R3 # / . . .")
    play(table, "B4")
    assert legal(table) == {"R2", "R3"}


@pytest.mark.parametrize(("lead", "answers"), [("B7", {"B3"}), ("B7 as red", {"R2"})])
def test_r2_a_wild_offence_card_leads_the_colour_that_was_declared(lead: str, answers: set[str]) -> None:
    table = sit()
    lay(table, "B7W R1 . / # # . / . . .", "# # . / B3 R2 . / . . .")
    assert legal(table) == {"B7", "B7 as red", "R1"}
    play(table, lead)
    assert legal(table) == answers


@pytest.mark.parametrize(("lead", "reply", "result"), [
    ("B7 as red", "R8", ("", "0's B7, 1's R8")), ("B7", "R8", ("0's B7, 1's R8", "")),
])  # fmt: skip
def test_r2_and_is_beaten_by_a_higher_card_of_that_colour_only(
    lead: str, reply: str, result: tuple[str, str]
) -> None:
    table = sit()
    lay(table, "B7W R1 . / # # . / . . .", "# # . / R8 R2 . / . . .")
    assert battle(table, lead, reply) == result


def test_r10_a_wild_cards_two_colours_are_two_actions_even_where_they_come_to_the_same() -> None:
    table = sit()
    lay(table, "R12W . # / . . # / . . .", "# # . / B9W . . / . . .")
    assert legal(table) == {"R12", "R12 as blue"}
    play(table, "R12 as blue")
    assert legal(table) == {"B9", "B9 as red"}
    assert len(table.legal(1)) == 2


def test_two_ways_to_the_same_position_leave_no_trace_in_its_bytes() -> None:
    positions = set()
    for lead, reply in (("R12", "B9"), ("R12 as blue", "B9"), ("R12 as blue", "B9 as red")):
        table = sit()
        lay(table, "R12W B1 # / . . # / . . .", "# # B2 / B9W . . / . . .")
        battle(table, lead, reply)
        positions.add(record_bytes(table.state))
    assert len(positions) == 1


def test_r13_bonus_and_wild_on_one_space_both_apply() -> None:
    table = sit()
    lay(table, "B6 R1 . / # # . / . . .", "# # . / R5+1W R2 . / . . .")
    play(table, "B6")
    assert legal(table) == {"R5", "R5 as blue", "R2"}
    assert took_after(table, "R5 as blue") == ("0's B6", "1's R5")


def test_r13_a_card_turned_up_from_the_deck_has_the_effects_of_its_space() -> None:
    table = sit("everything", edition=EXAMPLES, first=1)
    choose(table, "sword", "shield")
    to_round(table, 2, FORMATION)
    play(table, "form first", seat=0)
    play(table, "form first", seat=1)
    turned = name(int(table.state.place[0]) - 1)
    run(table, until=BATTLE)
    assert table.waiting() == [0]
    assert board(table, 0).startswith(turned)
    assert {turned, f"{turned} as {'blue' if turned[0] == 'R' else 'red'}"} <= legal(table)
    assert int(strength(table.edition.box, table.state, 0, 0)) == int(turned[1:]) + 2


# --- R3, R7: what cannot happen


def test_r3_without_any_card_in_front_the_rules_report_a_fault() -> None:
    table = sit()
    lay(table, "# R4 . / R3 # . / . . .", "R1 . # / B2 # . / . . .")
    state = table.state
    table.edition.box.blank[formation(table, 0)] |= 1 << 3  # the Red 3 stands behind two blanks, which is not printable
    state.place[6], state.place[3] = state.place[3], 0
    state.lying[0], state.shown[0] = 1 << 1 | 1 << 6, 1 << 1
    play(table, "R4", "B2")
    before = record_bytes(state)
    with pytest.raises(FaultError):
        play(table, "R1")
    assert record_bytes(state) == before


def test_r7_a_reveal_without_a_card_in_the_deck_is_a_fault() -> None:
    table = sit()
    choose(table, "sword", "bow")
    table.state.deck[0] = 0
    play(table, "form first", seat=0)
    with pytest.raises(FaultError):
        play(table, "form first", seat=1)
    assert in_step(table, FORMATION)  # nothing has happened


@EDITIONS
def test_r7_a_deck_never_runs_out_in_play(edition: Edition) -> None:
    for number in range(games(40)):
        table = run(sit(f"r7 {number}", edition=edition), f"r7 {number}")
        assert int(table.state.fault) == 0


# --- R4, R11: 2 Cards


def test_r11_the_choice_comes_right_after_the_battle_for_the_offence_too() -> None:
    table = sit()
    lay(table, "R9 R8 . / R5 R2 # / B1&R7 # #", "B4 R1 R2 / # B6 B7 / . B8 #")
    battle(table, "R9", "B6")
    assert board(table, 0).startswith("R5 R8 . / . R2 #")  # the Rearguard card has advanced already
    assert in_step(table, ADVANCE)
    assert table.waiting() == [0]
    assert legal(table) == {"B1", "R7"}
    play(table, "R7")
    assert board(table, 0) == "R5 R8 . / R7 R2 # / (B1)& # #"
    assert in_step(table, BATTLE)
    assert table.waiting() == [1]  # not the one who chose: roles alternate all the same


def test_r11_both_players_close_up_before_the_choice() -> None:
    table = sit()
    lay(table, "R9 R8 . / R5 R2 # / B1&R7 # #", "B4 R1 R2 / # B6 B7 / . B8 #")
    battle(table, "R9", "B6")
    assert board(table, 1) == "B4 R1 R2 / # B8 B7 / . . #"


def test_r4_the_other_card_stays_and_advances_by_itself_later() -> None:
    table = sit()
    lay(table, "R9 R8 . / R5 R2 # / B1&R7 # #", "B4 R1 R2 / # B6 B7 / . B8 #")
    battle(table, "R9", "B6")
    play(table, "R7")
    battle(table, "B4", "R7")
    assert board(table, 0) == "R5 R8 . / B1 R2 # / & # #"
    assert in_step(table, BATTLE)


@pytest.mark.parametrize(("chosen", "left"), [("B1", "R7"), ("R7", "B1")])
def test_behind_a_blank_rearguard_a_card_of_the_pair_goes_straight_to_the_vanguard(chosen: str, left: str) -> None:
    table = sit()
    lay(table, "R9 R8 # / # R2 . / B1&R7 # .", "B4 R1 R2 / # B6 B7 / . . #")
    battle(table, "R9", "B6")
    assert legal(table) == {"B1", "R7"}
    play(table, chosen)
    assert board(table, 0) == f"{chosen} R8 # / # R2 . / ({left})& # ."


@pytest.mark.parametrize("chosen", ["B1", "R7"])
def test_r4_which_card_was_left_behind_the_opponent_cannot_know(chosen: str) -> None:
    tables = []
    for other in ("B3", "R4"):
        table = sit()
        lay(table, f"R9 R8 . / R5 R2 # / {chosen}&{other} # #", "B4 R1 R2 / # B6 B7 / . B8 #", hands=("B12", "B12"))
        battle(table, "R9", "B6")
        play(table, chosen)
        tables.append(table)
    one, two = (t.knowledge(1) for t in tables)
    assert board(tables[0], 0) != board(tables[1], 0)
    assert one.place.tolist() == two.place.tolist()
    assert one.lying.tolist() == two.lying.tolist()


def test_r4_the_two_cards_of_a_space_lie_in_no_order() -> None:
    positions = set()
    for pair in ("B1&R7", "R7&B1"):
        table = sit()
        lay(table, f"R9 R8 . / R5 R2 # / {pair} # #", "B4 R1 R2 / # B6 B7 / . B8 #")
        positions.add(record_bytes(table.state))
    assert len(positions) == 1


@pytest.mark.parametrize("number", range(games(30)))
@EDITIONS
def test_r4_nor_does_it_matter_in_which_order_they_were_placed(edition: Edition, number: int) -> None:
    one, two = (sit(f"pair {number}", edition=edition) for _ in range(2))
    for table in (one, two):
        choose(table, "bow", "sword")
        to_round(table, 1 + number % 3, BACKS, f"pair {number}")
    pair = int(edition.box.pair[formation(one, 0)])
    spaces, moves = [], []
    while in_step(one, BACKS) and 0 in one.waiting():
        move = one.legal(0)[number % 2]
        [(_, space, _)] = named(one.play(0, move), "places")
        spaces.append(space)
        moves.append(move)
    if spaces.count(pair) == 2:  # else its first card was turned up from the deck
        at = spaces.index(pair)
        moves[at], moves[at + 1] = moves[at + 1], moves[at]
    for move in moves:
        two.play(0, move)
    assert record_bytes(one.state) == record_bytes(two.state)


# --- R6, R12: placing


@pytest.mark.parametrize("number", range(games(20)))
@EDITIONS
def test_r6_simultaneous_choices_in_any_order_give_the_same_bytes(edition: Edition, number: int) -> None:
    one, two = sit(f"order {number}", edition=edition), sit(f"order {number}", edition=edition)
    rng = quick_rng(f"order {number}")
    for table in (one, two):
        to_round(table, 1 + number % 3, FORMATION, f"order {number}")
    while not in_step(one, BATTLE):
        now = int(one.state.frame[0])
        chosen: dict[int, list[int]] = {0: [], 1: []}
        while one.waiting() and in_step(one, now):  # all of seat 0, then all of seat 1
            seat = one.waiting()[0]
            moves = one.legal(seat)
            chosen[seat].append(moves[int(quick(rng, len(moves)))])
            one.play(seat, chosen[seat][-1])
        while chosen[0] or chosen[1]:  # mixed
            seat = int(quick(rng, 2))
            if chosen[seat]:
                two.play(seat, chosen[seat].pop(0))
        assert record_bytes(one.state) == record_bytes(two.state)


def placements(edition: Edition, number: int) -> list[tuple[int, bool, int, int]]:
    """Seat, is it the back row, formation and space of every card placed in one round."""
    table = to_round(sit(f"r12 {number}", edition=edition), 1 + number % 3, FRONT, f"r12 {number}")
    found = []
    for seat, move in wander(table, until=BATTLE):
        back, hand = in_step(table, BACKS), int(table.state.hand[seat])
        assert legal(table, seat) == names(hand)
        [(who, space, held)] = named(table.play(seat, move), "places")
        assert who == seat
        assert int(table.state.hand[seat]) == hand & ~(1 << held)
        found.append((seat, back, formation(table, seat), space))
        table.take_back(1)
    return found


@EDITIONS
def test_r12_spaces_are_filled_row_by_row_from_the_front_and_left_to_right(edition: Edition) -> None:
    for number in range(games(40)):
        placed = placements(edition, number)
        for seat in (0, 1):
            spaces = [space for who, _, _, space in placed if who == seat]
            form = next(f for who, _, f, _ in placed if who == seat)
            taken = int(edition.box.blank[form]) | 1 << int(edition.box.reveal[form])
            second = [int(edition.box.pair[form])] if int(edition.box.pair[form]) else []
            assert spaces == sorted([s for s in range(SPACES) if not taken >> s & 1] + second)
            assert all(back == (space >= 6) for who, back, _, space in placed if who == seat)


@EDITIONS
def test_r12_space_by_space_so_both_cards_of_a_2_cards_space_are_placed_before_the_next_one(edition: Edition) -> None:
    for number in range(games(40)):
        placed = placements(edition, number)
        for seat in (0, 1):
            spaces = [space for who, _, _, space in placed if who == seat]
            pair = int(edition.box.pair[next(f for who, _, f, _ in placed if who == seat)])
            assert spaces == sorted(spaces)
            revealed = int(edition.box.reveal[next(f for who, _, f, _ in placed if who == seat)]) == pair
            assert not pair or spaces.count(pair) == (1 if revealed else 2)


def test_r12_a_card_that_was_placed_is_final() -> None:
    table = to_round(sit(), 1, FRONT)
    held = table.legal(0)[0]
    table.play(0, held)
    assert held not in table.legal(0)
    assert refused(table, CLAW.actions.text(held), 0) == NOT_IN_HAND
    with pytest.raises(IllegalError):
        table.play(0, held)


def test_r12_reinforcements_are_placed_only_after_both_fronts_are_open() -> None:
    table = to_round(sit(), 1, FRONT)
    while 0 in table.waiting():
        table.play(0, table.legal(0)[0])
    assert table.waiting() == [1]
    some = CLAW.actions.text(CLAW.actions.parse("place red-0") + numbers(int(table.state.hand[0]))[0])
    assert refused(table, some, 0) == NOT_ASKED
    with pytest.raises(ConflictError):
        table.play(0, some)
    while in_step(table, FRONT):
        table.play(1, table.legal(1)[0])
    assert in_step(table, BACKS)
    assert table.waiting() == [0, 1]
    assert not any(int(lying) >> 6 for lying in table.state.lying)


@pytest.mark.parametrize(("kind", "choice", "asked"), [("bow", "first", [1]), ("shield", "second", [])])
def test_who_has_no_reinforcements_to_place_is_not_asked_for_them(kind: str, choice: str, asked: list[int]) -> None:
    table = sit(edition=EXAMPLES)
    choose(table, "sword", kind)
    to_round(table, 3, FORMATION)
    play(table, "form second", seat=0)
    play(table, f"form {choice}", seat=1)
    while in_step(table, FRONT):
        seat = table.waiting()[0]
        table.play(seat, table.legal(seat)[0])
    assert in_step(table, BACKS if asked else BATTLE)
    assert table.waiting() == (asked or [0])
    assert int(table.state.shown[0]) == int(table.state.lying[0])


def test_an_action_of_another_step_is_refused() -> None:
    table = sit()
    for text in ("form first", "place red-0", "play v1 red", "advance red-0"):
        assert refused(table, text) == WRONG_STEP
    choose(table, "sword", "bow")
    for text in ("type bow", "place red-0", "play v1 red", "advance red-0"):
        assert refused(table, text, 0) == WRONG_STEP
    lay(table, "R3 R4 . / # . # / . . .", "B1 . # / B2 # . / . . .")
    for text in ("type bow", "form first", "place red-0", "advance red-0"):
        assert refused(table, text) == WRONG_STEP
    assert refused(table, "play v1 red", 1) == NOT_ASKED


# --- R5, R9: memory


def test_r5_memory_never_changes_what_a_seat_knows() -> None:
    shown, hidden = sit("same"), sit("same", "memory")
    for _ in zip(wander(shown, "on"), wander(hidden, "on"), strict=True):
        for seat in (-1, 0, 1):
            one, two = shown.knowledge(seat), hidden.knowledge(seat)
            two.memory = 0
            assert record_bytes(one) == record_bytes(two)
            legal = shown.legal(seat) if seat >= 0 else []
            assert [CLAW.legal_actions(HOUSE, k, seat) for k in (one, two)] == [legal] * 2


def test_r5_the_memory_option_hides_taken_piles_and_past_cards_from_people() -> None:
    shown, hidden = (to_round(sit("view", variant), 2, DEFENCE, "view") for variant in ("base", "memory"))
    for owner in (0, 1):
        assert len(lies(shown, f"used:{owner}")) == 7
        assert player(hidden, owner).unseen is None
    for seat in (-1, 0, 1):
        seen = [contents(view.public, view.private) for view in (look(shown, seat), look(hidden, seat))]
        assert not any(place.startswith("taken:") for places in seen for place in places)  # no battle is over yet
        assert not any(place.startswith("used:") for place in seen[1])
        known = [{p: lying for p, lying in places.items() if p.startswith(("space:", "hand:"))} for places in seen]
        assert known[0] == known[1]
        assert set(lies(hidden, "deck:0", seat)) == {"?"}


def test_r5_the_memory_option_hides_past_battles_in_the_log() -> None:
    table = sit("log", "memory")
    for _ in wander(table, "log"):
        told = [e.name for e in table.events()[table.faded() :]]
        assert told.count("attacks") == in_step(table, DEFENCE)
        assert told.count("defends") == 0
        assert told.count("wins_battle") + told.count("ties_battle") <= 1
    assert table.faded() == 0  # after the end all may be read again
    open_table = run(sit("log"), "log", until=ADVANCE)
    assert open_table.faded() == 0


def test_r5_without_it_everybody_sees_who_took_what() -> None:
    table = sit()
    lay(table, "R3 B1 R7 / # B9 . / . . #", "B2 R4 R6 / R8 # . / . # .")
    battle(table, "R3", "R8")
    for seat in (-1, 0, 1):
        assert "red-3" in lies(table, "taken:1/0", seat)
        assert "red-8" in lies(table, "taken:1/1", seat)


def test_r5_with_it_everybody_sees_how_many_cards_were_taken_and_not_whose() -> None:
    table = sit(memory=1)
    lay(table, "R3 B1 R7 / # B9 . / . . #", "B2 R4 R6 / R8 # . / . # .")
    before = [len(lies(table, f"taken:{taker}")) for taker in (0, 1)]
    battle(table, "R3", "R8")
    for seat in (-1, 0, 1):
        assert [len(lies(table, f"taken:{taker}", seat)) for taker in (0, 1)] == [before[0], before[1] + 2]
        assert set(lies(table, "taken:1", seat)) == {"?"}
        assert not any("/" in place for place in look(table, seat).public.places)


@pytest.mark.parametrize("variant", ["base", "memory"])
def test_r9_running_scores_are_shown_unless_they_must_be_remembered(variant: str) -> None:
    table = sit("running", variant)
    rounds = set()
    for _ in wander(table, "running"):
        number = int(table.state.round_number)
        for owner, side in enumerate(public(table).seats):
            finished = [int(p) for p in table.state.points[owner, :number]]
            now = int(table.state.points[owner, number]) if variant == "base" else None
            assert side.points == [*finished, now, None, None][:ROUNDS]
            assert side.score == sum(finished) + (now or 0)
        rounds.add(number)
    assert rounds == {0, 1, 2}
    assert [side.points for side in public(table).seats] == table.state.points.tolist()


# --- R15: the first player


@pytest.mark.parametrize("first", [0, 1])
def test_r15_a_table_may_name_the_first_player(first: int) -> None:
    for number in range(8):
        assert int(sit(str(number), first=first).state.first) == first


def test_r15_else_the_games_own_randomness_draws_one() -> None:
    seen = Counter(int(sit(f"r15 {number}", first=-1).state.first) for number in range(samples(800)))
    assert_distribution(seen, {0: 0.5, 1: 0.5})


# --- Whole games beside a plain model of battle


class Army:
    """One player's side, as the rulebook says it: cards by space, and what is printed there."""

    def __init__(self, table: Table, seat: int) -> None:
        box, number = table.edition.box, formation(table, seat)
        self.blank = {s for s in range(SPACES) if int(box.blank[number]) >> s & 1}
        self.wild = {s for s in range(SPACES) if int(box.wild[number]) >> s & 1}
        self.bonus = [int(b) for b in box.bonus[number]]
        pair = int(box.pair[number])
        self.cards: dict[int, set[str]] = {}
        for place in range(PLACES):
            if held := int(table.state.place[seat * PLACES + place]):
                self.cards.setdefault(pair if place == SECOND else place, set()).add(name(held - 1))

    def at(self, space: int) -> str:
        (held,) = self.cards[space]
        return held

    def plays(self, led: str) -> set[tuple[int, str]]:
        """7-1 and 7-2 with R1: the union over all colours of wild spaces; `led` is empty for the offence."""
        vanguard, rearguard = ([s for s in row if s in self.cards] for row in ((0, 1, 2), (3, 4, 5)))
        row = (rearguard or vanguard) if led else (vanguard or rearguard)
        found: set[tuple[int, str]] = set()
        for colours in itertools.product(*("RB" if s in self.wild else self.at(s)[0] for s in row)):
            options = list(zip(row, colours, strict=True))
            found |= {o for o in options if o[1] == led} or set(options)
        return found

    def remove(self, space: int) -> list[dict[int, set[str]]]:
        """7-4: what may lie there once a card has left and the others have closed up."""
        del self.cards[space]
        for ahead, behind in itertools.pairwise(s for s in range(space % 3, SPACES, 3) if s not in self.blank):
            if ahead in self.cards or behind not in self.cards:
                continue
            if len(self.cards[behind]) == 2:
                return [
                    {**self.cards, ahead: {c}, behind: self.cards[behind] - {c}} for c in sorted(self.cards[behind])
                ]
            self.cards[ahead] = self.cards.pop(behind)
        return [self.cards]


def model_winner(lead: tuple[Army, int, str], reply: tuple[Army, int, str]) -> int:
    """7-3: 0 the offence, 1 the defence, −1 a tie."""
    ranks = [int(army.at(space)[1:]) for army, space, _ in (lead, reply)]
    if set(ranks) == {0, 12}:
        return ranks.index(0)
    if lead[2] != reply[2]:
        return 0
    strengths = [rank + army.bonus[space] for rank, (army, space, _) in zip(ranks, (lead, reply), strict=True)]
    return -1 if strengths[0] == strengths[1] else strengths.index(max(strengths))


@pytest.mark.parametrize("number", range(games(40)))
@EDITIONS
def test_in_whole_games_a_plain_model_gives_the_same_plays_winners_and_advances(edition: Edition, number: int) -> None:
    table = sit(f"model {number}", edition=edition, first=-1)
    lead: tuple[Army, int, str] | None = None
    allowed: list[list[dict[int, set[str]]]] = [[], []]
    for seat, move in wander(table, f"model {number}"):
        if in_step(table, ADVANCE):
            continue
        if not (in_step(table, BATTLE) or in_step(table, DEFENCE)):
            allowed = [[], []]
            continue
        armies = [Army(table, s) for s in (0, 1)]
        if in_step(table, BATTLE):
            for s in (0, 1):
                assert not allowed[s] or armies[s].cards in allowed[s]
        words = CLAW.actions.data(move)
        space, colour = "vr".index(words["space"][0]) * 3 + int(words["space"][1]) - 1, words["colour"][0].upper()
        told = {CLAW.actions.text(m) for m in table.legal(seat)}
        model = armies[seat].plays(lead[2] if lead and in_step(table, DEFENCE) else "")
        assert told == {f"play {'vr'[s // 3]}{s % 3 + 1} {'red' if c == 'R' else 'blue'}" for s, c in model}
        if in_step(table, BATTLE):
            lead = (armies[seat], space, colour)
            continue
        assert lead is not None
        winner = model_winner(lead, (armies[seat], space, colour))
        held = [lead[0].at(lead[1]), armies[seat].at(space)]
        allowed[1 - seat], allowed[seat] = armies[1 - seat].remove(lead[1]), armies[seat].remove(space)
        told_winner = told_result(table, seat, move)
        if winner < 0:
            assert told_winner == ("tie", 0)
        else:
            assert told_winner == ((1 - seat, seat)[winner], sum(worth(c) for c in held))


def told_result(table: Table, seat: int, move: int) -> tuple[Any, int]:
    """Who wins the battle if this card answers, and how much."""
    other = clone(table.state)
    table.play(seat, move)
    events = table.plies[-1].events
    table.take_back(1)
    assert record_bytes(other) == record_bytes(table.state)
    won = named(events, "wins_battle")
    return (won[0][0], won[0][1]) if won else ("tie", 0)
