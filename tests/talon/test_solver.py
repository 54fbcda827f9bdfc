"""The solved game for two: its positions, its values, that nothing beats it, and what a seat is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_programming import by_linear_programming
from talon_helpers import HOUSE, TALON, choose, quiet_turn, sit
from tiny_talon import TINY_PILE

from bestiary.engine.chance import quick, quick_rng
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import no_bar
from bestiary.engine.records import clone
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table
from bestiary.games.talon import solver
from bestiary.games.talon.graph import find_graph
from bestiary.games.talon.solver import Solution, Tables
from bestiary.games.talon.state import ANIMALS

pytestmark = pytest.mark.xdist_group("talon-solver")  # one worker solves, once
compiled = pytest.mark.skipif(not JIT, reason="plain rules would take hours")

OWN = TALON.edition_from_text(TINY_PILE, "tiny")
PAIR = TALON.make_options(2, settings={"leader": 0})


@pytest.fixture(scope="session")
def tiny() -> Solution:
    return solver.solve(OWN, PAIR, again=True)


@pytest.fixture(scope="session")
def house() -> Solution:
    return solver.solve(HOUSE, PAIR, again=True)


def random_positions(edition: Any, games: int, seed: str, **settings: Any) -> Iterator[Table]:
    """Tables at every decision of some random games."""
    rng = quick_rng(seed)
    for number in range(games):
        table = sit(2, seed=f"{seed} {number}", edition=edition, leader=number % 2, **settings)
        while not table.is_over:
            yield table
            seats = table.waiting()
            seat = seats[int(quick(rng, len(seats)))]
            actions = table.legal(seat)
            table.play(seat, actions[int(quick(rng, len(actions)))])


# --- Positions


@compiled
def test_a_round_has_as_many_positions_as_were_counted_by_hand(house: Solution) -> None:
    assert house.summary()["positions"] == [1, 84, 2108, 19791]


def test_a_round_is_the_same_whoever_leads_it() -> None:
    one = find_graph(OWN, PAIR)
    played = {tuple(map(bytes, (t.state.hand, t.state.collection))) for t in random_positions(OWN, 40, "places")
              if len(t.waiting()) == 2 and int(t.state.leader) == 1}  # fmt: skip
    keys = {key.tobytes() for key in one.keys}
    for hands, collections in played:
        swapped = [np.frombuffer(part, np.uint8).reshape(-1, 5)[1::-1].tobytes() for part in (hands, collections)]
        assert b"".join(swapped) in keys
    assert len(played) > 10


def test_the_ends_are_scored_by_the_rules() -> None:
    graph = find_graph(OWN, PAIR)
    ends = graph.places[graph.inner :]
    worth = ends["collection"][:, :2] @ np.array([1, 2, 0, 0, 0])
    assert (graph.gains == worth[:, 0] - worth[:, 1]).all()
    for ahead in (-2, 0, 3):
        total = ahead + graph.gains
        last = np.where(total != 0, total, graph.gains)  # equal coins: the last round decides
        assert (graph.last_round(ahead) == (1 + np.sign(last)) / 2).all()


# --- Values


class Walk:
    """The value of a position without graph and tables: every line of play to the end, with the rules alone."""

    def __init__(self, edition: Any, leader: int, coins: bool) -> None:
        self.edition, self.leader, self.coins = edition, leader, coins
        self.seen: dict[bytes, float] = {}

    def value(self, state: Any, number: int) -> float:
        if self.coins and int(state.round_number) > number:
            return float(int(state.latest[self.leader]) - int(state.latest[1 - self.leader]))
        seats = TALON.seats_waiting(state)
        if not seats:
            return TALON.payoffs(self.edition, state)[self.leader]
        if len(seats) == 1:
            later = [self.value(after, number) for after in self.after(state, seats[0])]
            return max(later) if seats[0] == self.leader else min(later)
        key = bytes(state.tobytes())
        if key not in self.seen:
            rows = [self.after(half, 1 - self.leader) for half in self.after(state, self.leader)]
            matrix = np.array([[self.value(after, number) for after in row] for row in rows])
            self.seen[key] = by_linear_programming(matrix)
        return self.seen[key]

    def after(self, state: Any, seat: int) -> list[Any]:
        states = []
        for action in TALON.legal_actions(self.edition, state, seat):
            states.append(clone(state))
            TALON.apply(self.edition.box, states[-1], seat, action, None)
        return states


@pytest.mark.parametrize("leader", [0, 1])
def test_a_rounds_value_is_found_by_playing_every_line_with_linear_programs(tiny: Solution, leader: int) -> None:
    start = sit(2, edition=OWN, leader=leader).state
    value = Walk(OWN, leader, coins=True).value(start, 0)
    assert tiny.summary()["round_value_leader_coins"] == pytest.approx(value, abs=1e-8)


def test_the_last_rounds_values_are_found_by_playing_every_line(tiny: Solution) -> None:
    for ahead in (-3, -1, 0, 2):
        state = sit(2, edition=OWN).state
        state.round_number = 3
        state.coins[:2] = max(0, ahead), max(0, -ahead)
        _, mix, chances = tiny.strategy(state, 0)
        assert np.dot(mix, chances) == pytest.approx(Walk(OWN, 0, coins=False).value(state, 3), abs=1e-8)


@compiled
def test_positions_of_the_last_turn_are_worth_what_linear_programs_say(house: Solution) -> None:
    checked = 0
    for table in random_positions(HOUSE, 6, "last turns"):
        state = table.state
        if int(state.round_number) == 3 and int(state.turn) == 2 and len(table.waiting()) == 2:
            leader = int(state.leader)
            _, mix, chances = house.strategy(table.knowledge(leader), leader)
            value = Walk(HOUSE, leader, coins=False).value(state, 3)
            assert np.dot(mix, chances) == pytest.approx(value, abs=1e-8)
            checked += 1
    assert checked == 6


@compiled
def test_more_coins_never_hurt(house: Solution) -> None:
    for values in house.values:
        assert (np.diff(values, axis=0) >= -1e-12).all()


@compiled
def test_the_documentation_tells_the_solutions_figures(house: Solution) -> None:
    page = (Path(__file__).parents[2] / "docs/games/talon.md").read_text()
    figures = house.summary()
    assert f"| {100 * figures['win_probability_first_leader']:.4f} % |" in page
    assert f"| {figures['round_value_leader_coins']:.4f} |" in page
    assert f"| {', '.join(f'{n:,}' for n in figures['positions'])} |" in page
    assert f"| {figures['rounds_solved']} |" in page


# --- The proof


def test_a_best_response_gains_nothing(tiny: Solution) -> None:
    assert 0 <= abs(tiny.summary()["exploitability"]) < 1e-9
    assert tiny.summary()["exploitability_anywhere"] < 1e-9


@compiled
def test_a_best_response_gains_nothing_in_the_house_edition(house: Solution) -> None:
    figures = house.summary()
    assert abs(figures["exploitability"]) < 1e-6
    assert figures["exploitability_anywhere"] < 1e-6
    assert abs(figures["round_exploitability_coins"]) < 1e-6
    assert 0 < figures["win_probability_first_leader"] < 1


def test_the_proof_notices_values_that_are_wrong(tiny: Solution) -> None:
    tables = Tables(find_graph(OWN, PAIR))
    spoiled = [values.copy() for values in tiny.values]
    spoiled[3][:, 1:] = 1 - spoiled[3][:, 1:]
    assert tables.prove(spoiled, no_bar)[0][0] > 1e-3


# --- What a seat is told


def test_both_chances_add_up_to_one_and_mixtures_are_over_the_legal_actions(tiny: Solution) -> None:
    for table in random_positions(OWN, 4, "sums"):
        totals = []
        for seat in range(2):
            actions, mix, chances = tiny.strategy(table.knowledge(seat), seat)
            assert actions == table.legal(seat)
            assert len(actions) == len(mix) == len(chances)
            if actions:
                assert sum(mix) == pytest.approx(1)
                assert max(chances) == pytest.approx(np.dot(mix, chances), abs=1e-9)
                totals.append(np.dot(mix, chances))
        if len(totals) == 2:
            assert sum(totals) == pytest.approx(1, abs=1e-9)


def test_the_same_position_with_the_seats_swapped_is_played_the_same(tiny: Solution) -> None:
    for table in random_positions(OWN, 4, "swapped"):
        if len(table.waiting()) == 2:
            state, other = table.state, clone(table.state)
            for part in ("coins", "latest", "hand", "collection", "played"):
                getattr(other, part)[:2] = getattr(state, part)[1::-1]
            other.leader, other.opener = 1 - int(state.leader), 1 - int(state.opener)
            for seat in range(2):
                assert tiny.strategy(state, seat) == tiny.strategy(other, 1 - seat)


def test_what_the_rival_has_chosen_changes_nothing(tiny: Solution) -> None:
    before = sit(2, edition=OWN)
    quiet_turn(before, "rat", "snake")
    told = [tiny.strategy(before.knowledge(0), 0)]
    for card in ("rat", "snake"):
        table = sit(2, edition=OWN)
        quiet_turn(table, "rat", "snake")
        if card in [TALON.actions.text(a).split()[1] for a in table.legal(1)]:
            choose(table, None, card)
            told += [tiny.strategy(table.knowledge(0), 0), tiny.strategy(table.state, 0)]
    assert len(told) >= 3
    assert all(each == told[0] for each in told)


@compiled
def test_what_the_rival_of_the_house_edition_has_chosen_changes_nothing(house: Solution) -> None:
    told = [house.strategy(sit(2).knowledge(0), 0)]
    for card in ("rat", "snake", "hawk", "fox", "net"):
        table = sit(2)
        choose(table, None, card)
        told += [house.strategy(table.knowledge(0), 0), house.strategy(table.state, 0)]
    assert all(each == told[0] for each in told)
    assert np.dot(*told[0][1:]) == pytest.approx(house.summary()["win_probability_first_leader"], abs=1e-9)


def test_who_is_not_asked_has_nothing_to_do(tiny: Solution) -> None:
    table = sit(2, edition=OWN)
    choose(table, "rat")
    assert tiny.strategy(table.knowledge(0), 0) == ([], [], [])


@compiled
def test_perfect_play_beats_random_play(house: Solution) -> None:
    rng = np.random.default_rng(3)
    won = 0.0
    for number in range(10):
        table = sit(2, seed=f"game {number}", leader=number % 2)
        while not table.is_over:
            seat = table.waiting()[0]
            actions, mix, _ = house.strategy(table.knowledge(seat), seat)
            table.play(seat, int(rng.choice(actions, p=mix if seat == 0 else None)))
        won += table.payoffs()[0]
    assert won > 7


# --- Kept, and refused


def test_a_kept_solution_is_the_solution_and_a_damaged_one_is_no_solution(tiny: Solution, tmp_path: Any) -> None:
    file = tmp_path / "kept.npz"
    assert Solution.load(OWN, file) is None
    tiny.save(file)
    loaded = Solution.load(OWN, file)
    assert loaded is not None
    assert loaded.summary() == tiny.summary()
    state = sit(2, edition=OWN).state
    assert loaded.strategy(state, 1) == tiny.strategy(state, 1)
    assert [p.name for p in tmp_path.iterdir()] == ["kept.npz"]
    whole = file.read_bytes()
    for part in (b"", b"not a file of arrays", whole[: len(whole) // 2], whole[:200] + b"x" * 50 + whole[250:]):
        file.write_bytes(part)
        assert Solution.load(OWN, file) is None


def test_other_tables_are_refused(tiny: Solution) -> None:
    for players, variant in ((3, None), (2, "no-peek"), (2, "gamble")):
        with pytest.raises(MalformedError, match="solved for 2 players"):
            solver.solve(OWN, TALON.make_options(players, variant))
        with pytest.raises(MalformedError, match="base game with 2 players only"):
            tiny.strategy(sit(players, variant, edition=OWN).state, 0)


def test_a_position_of_another_edition_is_refused(tiny: Solution) -> None:
    with pytest.raises(MalformedError, match="no game of the edition 'tiny' comes to this position"):
        tiny.strategy(sit(2).state, 0)


def test_an_edition_with_too_many_positions_is_refused_in_one_line() -> None:
    deeds = ", ".join(f'{{ do = "take", what = "{animal}", from = "either" }}' for animal in ANIMALS)
    animal = "[animals.{}]\ncopies = {}\nwhite = 3\nworth = 1\ndeeds = [{}]\n"
    text = "".join(animal.format(name, 1 if name == "rat" else 2, deeds) for name in ANIMALS)
    with pytest.raises(MalformedError, match=r"a round of the edition 'many' has more than [\d,]+ positions"):
        solver.solve(TALON.edition_from_text(text, "many"), PAIR)
